#!/bin/bash
# every run of the variant: ./resolve.sh [letters of DNPT]
# D the forms of delete, N naive forms (must fail; N-STEALCOPY, TOMBRAW, ADDRAW, ADDMD only by the second list),
# P must pass with 2 clients, T must pass with 3 clients (about 10 minutes, 5 GB)
cd "$(dirname "$0")" || exit 1
R=./run.sh; M=memcached_resolve.pml; B="-DLOSSY -DRESOLVE"; T="-DNCL=3 -DK0=2 -DK1=1 -DK2=1"; E="-DEVICTO -DFORGET"
S="-DNCL=3 -DK0=1 -DK1=1 -DK2=1"; W="-DLOSSV0 -DRESOLVE -DNOENV"
want=${1:-DNPT}
if [[ $want == *D* ]]; then echo "# D: delete; D0 and D2 fail"
$R D0-as-written      $M $B -DDELMODE=0 $T
$R D0-as-written-2cl $M $B -DDELMODE=0
$R D2-md-reply        $M $B -DDELMODE=2 $T
$R D1-blind           $M $B -DDELMODE=1
$R D1-blind-3cl       $M $B -DDELMODE=1 $S $E
fi
if [[ $want == *N* ]]; then echo "# N: naive"
for f in PUTRAW PUTADD STEALRAW RESEARLY NOTOMB SETNORES DELNORES INCRRMW STALE; do $R N-$f $M $B -D$f; done
$R N-STEALCOPY        $M $B $E -DSTEALCOPY
$R N-RELOOK           $M $B $E -DEVMAX=2 -DRELOOK
$R N-JOINVAL          $M $B $T -DSHARE -DJOINVAL
echo "# naive, a loss only: passes up to loss, fails where only the value in flight may be lost"
for f in TOMBRAW ADDRAW ADDMD; do $R N-$f $M $B -D$f; $R N0-$f $M $W -DFORGET -D$f; done
echo "# not needed: passes both"
$R N-INCRNOC $M $B -DINCRNOC; $R N0-INCRNOC $M $W -DFORGET -DINCRNOC
fi
if [[ $want == *P* ]]; then echo "# P: two clients; must pass"
$R C1-copy            $M -DLOSSY
$R V1-base            $M $B
$R V1e-base           $M $B $E
$R V2-evict2          $M $B -DEVMAX=2 $E
$R V2f-evict3         $M $B -DEVMAX=3 $E
$R V4-direct          $M $B -DDIRECT -DEVMAX=2 $E
$R V7-absent          $M $B -DV0=0 -DEVMAX=2 -DFORGET
$R V6-strict          $M -DRESOLVE -DNOENV -DNOSTEAL -DFORGET
$R V8-v0only          $M $W -DFORGET
fi
if [[ $want == *T* ]]; then echo "# T: three clients; must pass"; export TMO=600 PANOPT="-E -w27"
$R V3-base-3cl        $M $B $T
$R V3s-share-3cl      $M $B $T -DSHARE
$R V5-1op-3cl-e       $M $B $S $E -DEVMAX=2
$R V8-v0only-3cl      $M $W $T
$R V3e-evict-3cl      $M $B $T $E
fi
