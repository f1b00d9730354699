# Shared by the scripts in bin/ and .ci/; source it, do not run it.
#
#   need_java_and_maven        JDK 17+ in JAVA_HOME and a Maven 3.8.7+ in MVN, installed if need be
#   need_servers [ARG…]        chooses where Redis and memcached come from, exports CRESS_SERVERS
#   build_once                 packages the modules without tests, if a source changed since
#
# Each prints what it decides to stderr, and ends the script with one sentence if it cannot go on.
# MVN names another Maven program; ARGs are Maven arguments, whose -Dcress.… settings count first.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
MVN=${MVN:-mvn}

say() { printf 'cress: %s\n' "$*" >&2; }

die() {
  say "$*"
  exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

# at_least WANTED ACTUAL: compares versions.
at_least() { [ -n "$2" ] && printf '%s\n%s\n' "$1" "$2" | sort -V -C; }

can_install() { [ "$(id -u)" = 0 ] && have apt-get; }

in_apt() { [ -n "$(apt-cache show --no-all-versions "$1" 2>/dev/null)" ]; }

# apt_update: fetches the package lists, once per script.
apt_update() {
  [ -z "${APT_UPDATED:-}" ] || return 0
  apt-get update -qq >&2 || say "apt-get update failed; going on with the package lists at hand"
  APT_UPDATED=yes
}

# apt_install PACKAGE…: installs without starting or enabling a service that a package brings.
apt_install() {
  say "installing $*"
  apt_update
  (
    policy=/usr/sbin/policy-rc.d
    if [ ! -e $policy ]; then
      trap 'rm -f $policy' EXIT
      printf '#!/bin/sh\nexit 101\n' >$policy
      chmod +x $policy
    fi
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" \
      </dev/null >&2 || die "apt-get could not install $*."
    if have systemctl; then
      systemctl disable --now "$@" >/dev/null 2>&1 || true
    fi
  )
}

# jdk_version HOME: prints the feature version of the JDK there, nothing if there is none.
jdk_version() {
  [ -x "$1/bin/javac" ] || return 0
  "$1/bin/javac" -version 2>&1 | sed -n 's/^javac \([0-9]*\).*/\1/p'
}

# find_jdk: prints the home of a JDK 17 or newer: JAVA_HOME, the one on the PATH, or an installed one.
find_jdk() {
  local home path_home=
  if have javac; then
    path_home=$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")
  fi
  for home in "${JAVA_HOME:-}" "$path_home" /usr/lib/jvm/*; do
    if [ -n "$home" ] && at_least 17 "$(jdk_version "$home")"; then
      printf '%s\n' "$home"
      return
    fi
  done
}

maven_version() {
  { "$MVN" -v 2>/dev/null || true; } | sed 's/\x1b\[[0-9;]*m//g' |
    sed -n 's/^Apache Maven \([0-9.]*\).*/\1/p'
}

need_java_and_maven() {
  local jdk package version
  jdk=$(find_jdk)
  if [ -z "$jdk" ] && can_install; then
    apt_update
    package=default-jdk-headless
    if in_apt openjdk-17-jdk-headless; then
      package=openjdk-17-jdk-headless
    fi
    apt_install "$package"
    jdk=$(find_jdk)
  fi
  [ -n "$jdk" ] || die "needs a JDK 17 or newer: install one and set JAVA_HOME."
  export JAVA_HOME=$jdk

  if ! have "$MVN" && can_install; then
    apt_install maven
  fi
  version=$(maven_version)
  at_least 3.8.7 "$version" ||
    die "needs Maven 3.8.7 or newer but found ${version:-none}: install one, or name it in MVN."
  say "JDK $(jdk_version "$jdk") ($jdk), Maven $version"
}

# setting NAME DEFAULT [ARG…]: prints a setting from -DNAME=… among ARGs, else from the environment
# (cress.redis.image: CRESS_REDIS_IMAGE), else the default.
setting() {
  local name=$1 value=$2 variable arg
  shift 2
  variable=$(printf '%s' "$name" | tr '.[:lower:]' '_[:upper:]')
  value=${!variable:-$value}
  for arg in "$@"; do
    case $arg in -D"$name"=*) value=${arg#*=} ;; esac
  done
  printf '%s\n' "$value"
}

# docker_host: prints the address of a Docker engine of this machine that answers, else nothing.
# It looks where the tests look.
docker_host() {
  local host
  if [ -n "${DOCKER_HOST:-}" ]; then
    set -- "$DOCKER_HOST"
  else
    set -- unix:///var/run/docker.sock "unix://${XDG_RUNTIME_DIR:-/run}/docker.sock" \
      "unix://$HOME/.docker/run/docker.sock" "unix://$HOME/.docker/desktop/docker.sock"
  fi
  for host in "$@"; do
    if have docker && DOCKER_HOST=$host timeout 5 docker version >/dev/null 2>&1; then
      printf '%s\n' "$host"
      return
    fi
  done
}

# docker_has IMAGE: whether the engine has the image or can fetch it.
docker_has() {
  DOCKER_HOST=$(docker_host) docker image inspect "$1" >/dev/null 2>&1 ||
    { say "fetching the image $1" && DOCKER_HOST=$(docker_host) docker pull -q "$1" >&2; }
}

need_servers() {
  local servers redis memcached host required
  servers=$(setting cress.servers "" "$@")
  required=$(setting cress.requireDocker false "$@")
  redis=$(setting cress.redis.image redis:7.2 "$@")
  memcached=$(setting cress.memcached.image memcached:1.6 "$@")
  host=$(docker_host)
  if [ "$required" = true ] && [ -z "$host" ]; then
    die "cress.requireDocker=true but no Docker engine answers."
  elif [ -n "$servers" ]; then
    say "servers: $servers, as asked"
    [ "$servers" != local ] || need_local_servers || true
  elif [ "$required" = true ] ||
    { [ -n "$host" ] && docker_has "$redis" && docker_has "$memcached"; }; then
    servers=docker
    say "servers: docker ($redis and $memcached, engine at $host)"
  elif need_local_servers; then
    servers=local
    say "servers: local ($(command -v redis-server || command -v valkey-server) and" \
      "$(command -v memcached))"
  elif [ -z "$host" ]; then
    say "servers: what is on the PATH, else embedded (no Docker engine answers)"
  else
    servers=embedded
    say "servers: embedded (the Docker engine lacks the images, and the PATH lacks servers)"
  fi
  export CRESS_SERVERS=$servers
}

# need_local_servers: whether a Redis server and a memcached are on the PATH, installed if need be.
need_local_servers() {
  local missing=()
  have redis-server || have valkey-server || missing+=(redis-server)
  have memcached || missing+=(memcached)
  [ ${#missing[@]} -gt 0 ] || return 0
  if can_install && apt_install "${missing[@]}"; then
    say "${missing[*]}: just installed, as a program; the service is left off"
  else
    say "not on the PATH: ${missing[*]}"
    return 1
  fi
}

build_once() {
  local stamp=$ROOT/target/.built
  if [ -e "$stamp" ] && [ -z "$(newer_than "$stamp")" ]; then
    return
  fi
  say "building"
  (cd "$ROOT" && "$MVN" -B -ntp -q -Dstyle.color=never package -Dmaven.test.skip=true -Dspotless.check.skip=true \
    -Dmaven.javadoc.skip=true -Dmaven.source.skip=true </dev/null >&2) || die "the build failed."
  mkdir -p "$ROOT/target"
  touch "$stamp"
}

# newer_than FILE: prints one source or pom that is newer.
newer_than() {
  find "$ROOT" \( -name target -o -name .git \) -prune -o -newer "$1" -type f \
    \( -name pom.xml -o -path '*/src/main/*' \) -print -quit
}
