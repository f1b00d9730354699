/* memcached.pml - variant C: memcached without server-side scripts.
 * N's item is one atomic cell: MISS | STUB (lease, made by "mg N<ttl>") | VAL(v) | TOMB.
 * CAS uniques are never reused, so a token is abstracted to one bit per client:
 * tok[c]=1 <=> the cas client c holds still equals the cas of N's current item.
 * Every mutation of N's item clears all tokens.  Spec: LOSSY register (compile with -DLOSSY):
 * a cache may lose a key at any instant, but a lost/overwritten/deleted value never returns.
 *   read/rmw, N has no VAL/TOMB:  mg N.. (stub + cas) -> TAKE at O (get+delete, O first)
 *                                 -> ms C<cas> at N ; O absent -> stub:=TOMB by cas
 *   SET/DEL: md at O first, then ms / md at N (plain, kills every lease)
 * naive switches:
 *  -DADD      adopt with mode add (no lease/cas): delayed add resurrects
 *  -DKEEP     copy O's value to N first, delete at O afterwards (+ eviction -> old value returns)
 *  -DSET_NEWFIRST  ms at N then md at O          -DDEL_NEWFIRST  md at N then md at O
 *  -DZMISS    a reader that sees somebody's stub and O empty answers "miss" without killing the stub
 *  -DINCR_RAW incr on miss at N is answered by add(initial) without adopting
 *  -DPASSIVE  (correct option) a GET that lost the lease reads O without taking it
 *  -DSTALE    client 0 acts on version v
 *
 * -DRESOLVE: the variant.  Every operation first resolves the key (steal = the Z branch that takes
 * at O and puts / writes TOMB by the stub's cas; looking again changes nothing and needs no step),
 * then works at N alone, and a process that knows the key resolved never asks O again.
 *  ops: GET SET DEL|DELB INCRX and ADD (SETNX)          -DNOADD leaves ADD out
 *  -DDELMODE  0 as written: VALUE seen -> md, always DELETED (exact reply)
 *             1 same, reply not looked at (blind)
 *             2 answer by md's own reply (HD/NF), md without C
 *             3 md C<cas>: HD -> DELETED, NF -> NOT_FOUND, EX -> look again
 *  -DSHARE    clients 0 and 1 are two threads of one process (they share what is known)
 *  -DFORGET   a process may lose its knowledge after an operation (restart)
 *  -DEVICTO   O may lose its item            -DDIRECT  a get that flew itself answers by the flight
 *  -DNOSTEAL  a client that meets Z only waits (for the strict run without losses)
 *  naive: PUTRAW put without C · PUTADD put by mode add after md of the stub · STEALRAW the thief puts without C ·
 *  STEALCOPY the thief reads O without taking · RESEARLY known as soon as O was taken ·
 *  NOTOMB O empty -> known, stub left alive · TOMBRAW TOMB without C · SETNORES / DELNORES set / delete at N unresolved ·
 *  INCRNOC ma without C · INCRRMW incr as ms(v+1) without C · ADDRAW add over stub/TOMB without C ·
 *  RELOOK the put uses a cas seen after the take, not before it
 *  ADDMD add over stub/TOMB by md, then ms mode add · JOINVAL a get that joins a flight answers by the flight's value */
#include "common.pml"
#define MISS 0
#define STUB 1
#define VAL  2
#define TOMB 3
byte O = V0; byte N = 0; byte S = MISS;       /* N = value when S==VAL */
bool tok[3];
#ifdef PASSIVE
#define ZSET z=1
#else
#define ZSET
#endif
#ifndef NCL
#define NCL 2
#endif
#ifndef K0
#define K0 2
#define K1 2
#define K2 1
#endif
#define KILL tok[0]=0; tok[1]=0; tok[2]=0
#define P(txt) printf("## c%d:    ",c); printf(#txt); printf(" (r=%d d=%d)  [O=%d N=(state %d, value %d)]\n",r,d,O,S,N)

/* resolve: afterwards a=1: N holds VAL/TOMB (authoritative); a=2: known absent (r irrelevant) */
inline resolve(c) {
  a=0;
  do
  :: a==0 ->
     atomic { if :: S==VAL || S==TOMB -> a=1; r=N
                 :: S==STUB -> tok[c]=1; ZSET
                 :: S==MISS -> 
#ifndef ADD
                    S=STUB; KILL; tok[c]=1
#else
                    skip
#endif
              fi; P(N: mg N30 c) };
     if :: a==1 -> skip
        :: else ->
#ifdef PASSIVE
          if :: z && k==GET -> atomic { d=O; P(O: mg v t passive by lease loser) };
                if :: d!=0 -> r=d; a=2; tok[c]=0; d=0; z=0; break :: else fi
             :: else -> atomic { d=O; O=0; P(O: mg v t T-1 / take) }
          fi; z=0;
#elif defined(KEEP)
          atomic { d=O; P(O: mg v t) };
#else
          atomic { d=O; O=0; P(O: mg v t T-1 / take) };
#endif
          if :: d!=0 ->
#ifdef ADD
             atomic { if :: S==MISS || S==STUB -> S=VAL; N=d; KILL; a=1; r=d :: else -> a=0 fi; P(N: ms add) };
#else
             atomic { if :: tok[c] -> S=VAL; N=d; KILL; a=1; r=d :: else -> a=0 fi; P(N: ms C cas value) };
#endif
#ifdef KEEP
             atomic { O=0; P(O: md) };
#endif
             :: else ->
#if defined(ZMISS) || defined(ADD)
             a=2;
#else
             atomic { if :: tok[c] -> S=TOMB; N=0; KILL; a=1; r=0 :: else -> a=0 fi; P(N: ms C cas TOMB) };
#endif
          fi; tok[c]=0; d=0
     fi
  :: else -> break
  od
}
inline do_get(c) {
  resolve(c);
  #ifndef PASSIVE
  if :: a==2 -> r=0 :: else fi;
#endif
  /* r was set in resolve's own step */
  a=0; atomic { RES(c,0,r); r=0 }
}
inline do_set(c,x) {
#ifdef SET_NEWFIRST
  atomic { S=VAL; N=x; KILL; P(N: ms) }; atomic { O=0; P(O: md) };
#else
  atomic { O=0; P(O: md) }; atomic { S=VAL; N=x; KILL; P(N: ms) };
#endif
  atomic { RES(c,0,1) }
}
inline do_del(c) {
#ifdef DEL_NEWFIRST
  atomic { S=MISS; N=0; KILL; P(N: md) }; atomic { O=0; P(O: md) };
#else
  atomic { O=0; P(O: md) }; atomic { S=MISS; N=0; KILL; P(N: md) };
#endif
  atomic { RES(c,0,1) }
}
inline do_incr(c) {
#ifdef INCR_RAW
  atomic { if :: S==VAL -> N=N+1; r=N; KILL :: else -> r=0 fi; P(N: ma) };
#else
  do
  :: resolve(c);
     atomic { if :: S==VAL -> N=N+1; r=N; KILL; a=3
                 :: S==TOMB -> r=0; a=3
                 :: else -> if :: a==2 -> r=0; a=3 :: else -> a=0 fi
              fi; P(N: ma) };
     if :: a==3 -> break :: else fi
  od;
#endif
  a=0; atomic { RES(c,0,r); r=0 }
}
#ifdef RESOLVE
#ifndef DELMODE
#define DELMODE 3
#endif
#ifdef SHARE
#define PR(c) (c/2)
#else
#define PR(c) c
#endif
bool res[3];                                  /* per process: the key is known to be resolved */
#ifdef JOINVAL
byte fl[3];                                   /* per process: 1 + value a running flight has read */
#endif
/* afterwards res[process]; a=1 here, own flight: a=2 and r = what it saw or put */
inline vres(c) {
  a=0;
  do
  :: a==0 ->
     atomic { if :: res[PR(c)] -> a=1
#ifdef JOINVAL
                 :: !res[PR(c)] && k==GET && fl[PR(c)]!=0 -> r=fl[PR(c)]-1; a=2
#endif
                 :: !res[PR(c)] ->
        if :: S==VAL || S==TOMB -> a=2; r=N;
#ifdef JOINVAL
              fl[PR(c)]=r+1
#endif
           :: S==STUB -> tok[c]=1; z=1
#ifdef NOSTEAL
              ; a=4
#endif
           :: S==MISS -> S=STUB; KILL; tok[c]=1
        fi; P(N: mg N5 c) fi };
     if :: a==4 -> a=0; z=0; tok[c]=0; (S!=STUB || res[PR(c)])
        :: a==0 ->
#ifdef STEALCOPY
          if :: z -> atomic { d=O; P(O: mg v t by the thief / no take) }
             :: else -> atomic { d=O; O=0; P(O: mg v t T-1 / take) } fi;
#else
          atomic { d=O; O=0; P(O: mg v t T-1 / take) };
#endif
#ifdef RESEARLY
          res[PR(c)]=1;
#endif
          if :: d!=0 ->
#ifdef RELOOK
             atomic { if :: S==STUB -> tok[c]=1 :: else fi; P(N: mg again with the value in hand) };
#endif
             atomic { if
#ifdef PUTRAW
                :: true -> S=VAL; N=d; KILL; a=2; r=d
#else
#ifdef STEALRAW
                :: z -> S=VAL; N=d; KILL; a=2; r=d
                :: !z && tok[c] -> S=VAL; N=d; KILL; a=2; r=d
#elif defined(PUTADD)
                :: S==MISS || S==STUB -> S=VAL; N=d; KILL; a=2; r=d
#else
                :: tok[c] -> S=VAL; N=d; KILL; a=2; r=d
#endif
                :: else
#endif
                fi; tok[c]=0; z=0; d=0; P(N: ms C cas value) }
             :: else ->
#ifdef NOTOMB
             atomic { a=2; r=0; tok[c]=0; z=0 }
#elif defined(TOMBRAW)
             atomic { S=TOMB; N=0; KILL; a=2; r=0; tok[c]=0; z=0; P(N: ms TOMB) }
#else
             atomic { if :: tok[c] -> S=TOMB; N=0; KILL; a=2; r=0 :: else fi; tok[c]=0; z=0; P(N: ms C cas TOMB) }
#endif
          fi
        :: else
     fi
  :: else -> break
  od;
  atomic { res[PR(c)]=1;
#ifdef JOINVAL
  fl[PR(c)]=0;
#endif
#if defined(DIRECT) || defined(JOINVAL)
  if :: k!=GET -> r=0; a=0 :: else fi
#else
  r=0; a=0
#endif
  }
}
#ifdef FORGET
#define FIN(c) if :: true :: res[PR(c)] -> res[PR(c)]=0 fi
#else
#define FIN(c) skip
#endif
inline v_get(c) {
  vres(c);
  if :: a==2 -> skip
     :: else -> atomic { if :: S==VAL -> r=N :: else -> r=0 fi; P(N: mg) }
  fi;
  atomic { RES(c,0,r); r=0; a=0; FIN(c) }
}
inline v_set(c,x) {
#ifndef SETNORES
  vres(c);
#endif
  atomic { S=VAL; N=x; KILL; P(N: ms) };
  atomic { RES(c,0,1); FIN(c) }
}
inline v_del(c) {
#ifndef DELNORES
  vres(c);
#endif
  do
  :: atomic { if :: S==VAL -> tok[c]=1; r=1 :: else -> r=0 fi; P(N: mg) };
     if :: r==0 -> break
        :: else ->
#if DELMODE<2
          atomic { S=MISS; N=0; KILL; P(N: md) }; break
#elif DELMODE==2
          atomic { r=(S!=MISS); S=MISS; N=0; KILL; P(N: md) }; break
#else
          atomic { if :: S==MISS -> r=0; a=1
                      :: S!=MISS && tok[c] -> S=MISS; N=0; KILL; r=1; a=1
                      :: else fi; tok[c]=0; P(N: md C cas) };
          if :: a==1 -> break :: else fi
#endif
     fi
  od;
#if DELMODE==1
  r=1;
#endif
  atomic { RES(c,0,r); tok[c]=0; r=0; a=0; FIN(c) }
}
inline v_incr(c) {
  vres(c);
  do
  :: atomic { if :: S==VAL -> tok[c]=1; d=N :: else -> d=0 fi; P(N: mg) };
     if :: d==0 -> break
        :: else ->
#ifdef INCRNOC
          atomic { if :: S==VAL -> N=N+1; r=N; KILL; a=1 :: S==MISS || S==STUB || S==TOMB -> r=0; a=1 fi; P(N: ma) };
#elif defined(INCRRMW)
          atomic { S=VAL; N=d+1; r=N; KILL; a=1; P(N: ms of v+1) };
#else
          atomic { if :: tok[c] -> N=N+1; r=N; KILL; a=1 :: else fi; tok[c]=0; d=0; P(N: ma C cas) };
#endif
          if :: a==1 -> break :: else fi
     fi
  od;
  atomic { RES(c,0,r); tok[c]=0; r=0; a=0; d=0; FIN(c) }
}
inline v_add(c,x) {
  vres(c);
  do
  :: atomic { if :: S==VAL -> a=1; r=0; tok[c]=0
                 :: S==MISS -> d=1; tok[c]=0
                 :: else -> d=2; tok[c]=1 fi; P(N: mg) };
     if :: a==1 -> break
        :: a==0 && d==1 -> atomic { if :: S==MISS -> S=VAL; N=x; KILL; r=1; a=1 :: else fi; d=0; P(N: ms add) }
        :: a==0 && d==2 ->
#ifdef ADDRAW
           atomic { S=VAL; N=x; KILL; r=1; a=1; d=0; P(N: ms) }
#elif defined(ADDMD)
           atomic { if :: S==MISS :: else -> S=MISS; N=0; KILL fi; d=0; P(N: md) }
#else
           atomic { if :: tok[c] -> S=VAL; N=x; KILL; r=1; a=1 :: else fi; tok[c]=0; d=0; P(N: ms C cas) }
#endif
     fi;
     if :: a==1 -> break :: else fi
  od;
  atomic { RES(c,0,r); tok[c]=0; r=0; a=0; d=0; FIN(c) }
}
#if DELMODE==1
#define DELOP DELB
#else
#define DELOP DEL
#endif
#else
#define DELOP DELB
#endif
inline at_old(c,k,x) {
  atomic { if :: k==GET -> r=O
              :: k==SET -> O=x; r=1
              :: k==DELOP -> r=(O!=0); if :: k==DELB -> r=1 :: else fi; O=0
              :: k==SETNX -> if :: O==0 -> O=x; r=1 :: else -> r=0 fi
              :: k==INCRX -> if :: O!=0 -> O=O+1; r=O :: else -> r=0 fi
           fi; P(version-v op at O) } }
proctype Client(byte c) {
  byte j=0, k=0, x=0, r=0, d=0, a=0; bool z=0;
  do
  :: j < (c==0 -> K0 : (c==1 -> K1 : K2)) ->
     x = 10*(c+1)+4*j;
     if :: k=GET :: k=SET :: k=DELOP :: k=INCRX
#if defined(RESOLVE) && !defined(NOADD)
        :: k=SETNX
#endif
     fi;
     atomic { INV(c,0,k,x) };
#ifdef STALE
     if :: c==0 -> at_old(c,k,x); atomic { RES(c,0,r); r=0 }; goto next
        :: else fi;
#endif
#ifdef RESOLVE
     if :: k==GET -> v_get(c)
        :: k==SET -> v_set(c,x)
        :: k==DELOP -> v_del(c)
        :: k==INCRX -> v_incr(c)
        :: k==SETNX -> v_add(c,x)
     fi;
#else
     if :: k==GET -> do_get(c)
        :: k==SET -> do_set(c,x)
        :: k==DELB -> do_del(c)
        :: k==INCRX -> do_incr(c)
     fi;
#endif
next: j++; k=0; x=0
  :: else -> break
  od
}
#ifndef EVMAX
#define EVMAX 1
#endif
proctype Env() { byte q=0; end: do
  :: atomic { q<EVMAX && S!=MISS -> S=MISS; N=0; KILL; q++; printf("## env: N loses its item (evict/expire)  [O=%d]\n",O) }
#ifdef EVICTO
  :: atomic { O!=0 -> O=0; printf("## env: O loses its item\n") }
#endif
  od }
init { atomic { mon_init(); run Client(0); run Client(1);
#if NCL>2
  run Client(2);
#endif
#ifndef NOENV
  run Env();
#endif
} }
