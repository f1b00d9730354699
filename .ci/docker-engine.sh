# A private Docker engine with images made from Debian packages; source it after bin/lib.sh.
#
#   engine_start     starts an engine in a fresh directory and points Testcontainers at it
#   engine_images    makes images of the servers installed here
#   engine_fetch_newer, engine_newer_images
#                    the same for the servers of a newer Debian; the first fails if it is not there
#   engine_stop      ends the engine with its containers, mounts and bridge
#
# No registry is asked for anything. The engine leaves the firewall and IP forwarding alone and
# publishes on loopback only.

ENGINE_PACKAGES=(docker.io redis-server redis-tools memcached busybox-static mmdebstrap iproute2)
NEWER_DEBIAN=trixie
ENGINE=

engine_packages() {
  local package missing=()
  for package in "${ENGINE_PACKAGES[@]}"; do
    dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed ||
      missing+=("$package")
  done
  if [ ${#missing[@]} -gt 0 ]; then
    can_install || die "needs the Debian packages ${missing[*]}; run it as root or install them."
    apt_install "${missing[@]}"
  fi
  # A package of its own since Debian 13.
  have docker || apt_install docker-cli
}

engine_start() {
  engine_packages
  engine_remove_dead
  ENGINE=$(mktemp -d /tmp/cress-engine.XXXXXX)
  # Held as long as this run lives; the engine itself does not hold it.
  exec 9>"$ENGINE/lock"
  flock 9
  export DOCKER_HOST=unix://$ENGINE/docker.sock
  setsid dockerd --host "$DOCKER_HOST" --data-root "$ENGINE/data" --exec-root "$ENGINE/exec" \
    --pidfile "$ENGINE/dockerd.pid" --iptables=false --ip6tables=false --ip-forward=false \
    --ip 127.0.0.1 >"$ENGINE/dockerd.log" 2>&1 </dev/null 9>&- &
  local tries
  for ((tries = 0; tries < 300; tries++)); do
    if docker version >/dev/null 2>&1; then
      engine_environment
      return
    fi
    sleep 0.1
  done
  tail -20 "$ENGINE/dockerd.log" >&2
  die "the Docker engine does not answer."
}

# Without a registry: no helper container, and an image that is missing fails at once.
engine_environment() {
  export TESTCONTAINERS_RYUK_DISABLED=true
  export TESTCONTAINERS_HOST_OVERRIDE=127.0.0.1
  export TESTCONTAINERS_PULL_POLICY=dev.cress.testservers.NeverPull
}

engine_images() {
  image redis / redis-server 6379
  image memcached / memcached 11211
}

engine_fetch_newer() {
  timeout 300 mmdebstrap --quiet --variant=extract \
    --hook-dir=/usr/share/mmdebstrap/hooks/merged-usr \
    --include=redis-server,redis-tools,valkey-server,memcached,libc-bin,dash,coreutils \
    "$NEWER_DEBIAN" "$ENGINE/$NEWER_DEBIAN" </dev/null >&2
}

engine_newer_images() {
  image redis "$ENGINE/$NEWER_DEBIAN" redis-server 6379
  image valkey "$ENGINE/$NEWER_DEBIAN" valkey-server 6379
  image memcached "$ENGINE/$NEWER_DEBIAN" memcached 11211
}

# image NAME ROOT PROGRAM PORT: imports PROGRAM with its libraries and a shell from the system at
# ROOT as cress-test/NAME:<major.minor> (memcached: whole version), unless there is one already.
image() {
  local name=$1 root=$2 program=$3 port=$4 files=$ENGINE/files version tag user=0
  version=$(chroot "$root" "/usr/bin/$program" --version |
    sed -nE '1s/^[^0-9]*([0-9]+(\.[0-9]+)+).*/\1/p')
  [ -n "$version" ] || die "$program of $root tells no version."
  tag=cress-test/$name:$(printf '%s' "$version" | cut -d. -f1,2)
  if [ "$name" = memcached ]; then
    tag=cress-test/$name:$version
    user=65534 # memcached looks up root in /etc/passwd, which the image lacks
  fi
  ! docker image inspect "$tag" >/dev/null 2>&1 || return 0

  rm -rf "$files"
  mkdir -p "$files/bin" "$files/usr/bin" "$files/data" "$files/tmp"
  chmod 1777 "$files/data" "$files/tmp"
  cp -L "$root/usr/bin/$program" "$files/usr/bin/$program"
  libraries "$root" "/usr/bin/$program" | while read -r library; do
    (cd "$root" && cp -L --parents ".$library" "$files")
  done
  cp -L /bin/busybox "$files/bin/busybox"
  ln -s busybox "$files/bin/sh"
  if [ "$name" = valkey ]; then
    ln -s valkey-server "$files/usr/bin/redis-server"
  fi
  tar -C "$files" -c . | docker import --change "CMD [\"$program\"]" --change "EXPOSE $port" \
    --change 'WORKDIR /data' --change "USER $user" - "$tag" >/dev/null
  rm -rf "$files"
  say "image $tag ($version)"
}

# libraries ROOT PROGRAM: prints the loader and the libraries that a program is linked with.
libraries() {
  local loader
  for loader in /lib64/ld-linux-x86-64.so.2 /lib/ld-linux-aarch64.so.1; do
    if [ -e "$1$loader" ]; then
      echo "$loader"
      chroot "$1" "$loader" --list "$2" | grep -oE '=> /[^ ]+' | cut -d' ' -f2
    fi
  done
}

# engine_redis_images: prints the images of Redis and Valkey servers that exist.
engine_redis_images() {
  docker image ls --format '{{.Repository}}:{{.Tag}}' 'cress-test/*' | grep -v /memcached: | sort
}

# engine_memcached_images: prints the images of memcached that exist.
engine_memcached_images() {
  docker image ls --format '{{.Repository}}:{{.Tag}}' 'cress-test/memcached' | sort -V
}

engine_stop() {
  [ -n "$ENGINE" ] || return 0
  local containers
  containers=$(timeout 20 docker ps -aq 2>/dev/null || true)
  if [ -n "$containers" ]; then
    # shellcheck disable=SC2086 # one word per container
    timeout 60 docker rm -f $containers >/dev/null 2>&1 || true
  fi
  engine_remove "$ENGINE"
  ENGINE=
}

# engine_remove_dead: removes the engines of runs that were killed. Their containers' network
# namespaces still answer on the bridge, at the addresses that new containers get.
engine_remove_dead() {
  local engine
  for engine in /tmp/cress-engine.*; do
    if [ -e "$engine/lock" ] && flock -n "$engine/lock" true; then
      say "removing what a killed run left at $engine"
      engine_remove "$engine"
    fi
  done
}

# engine_remove ENGINE: ends an engine and all it started, and the bridge if nobody uses it.
engine_remove() {
  end_process "$(cat "$1/dockerd.pid" 2>/dev/null || true)" "$1/"
  sweep "$1"
  if ! grep -qsx dockerd /proc/[0-9]*/comm; then
    ip link delete docker0 2>/dev/null || true
  fi
  rm -rf --one-file-system "$1"
}

# end_process PID WORD: asks the process whose command line has the word to end and, after 20
# seconds, insists.
end_process() {
  [ -n "$1" ] && grep -qsF "$2" "/proc/$1/cmdline" || return 0
  kill "$1" 2>/dev/null || return 0
  local tries
  for ((tries = 0; tries < 200; tries++)); do
    kill -0 "$1" 2>/dev/null || return 0
    sleep 0.1
  done
  kill -KILL "$1" 2>/dev/null || true
}

# sweep ENGINE: ends what an engine that died hard leaves behind, found by the engine's own
# directory: containerd, the shims, their servers and the mounts, with them the networks.
sweep() {
  local file pid mount
  for file in $(grep -lsF "$1/" /proc/[0-9]*/cmdline || true); do
    pid=${file#/proc/}
    pid=${pid%/cmdline}
    # shellcheck disable=SC2046 # one word per process
    kill -KILL $(cat "/proc/$pid"/task/*/children 2>/dev/null || true) "$pid" 2>/dev/null || true
  done
  awk -v dir="$1/" 'index($5, dir) == 1 {print $5}' /proc/self/mountinfo | sort -r |
    while read -r mount; do
      umount -l "$mount" || true
    done
}
