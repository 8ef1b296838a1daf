#!/bin/sh
# Tests data/setup.sh with stand-ins for the tools that it calls. Each stand-in writes its
# name and arguments to the file `calls`; a case compares all calls and all output.
#
# usage: test-setup.sh TOP
#
# SPDX-License-Identifier: MIT
set -eu

setup=$1/data/setup.sh
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir tools
number=0
failed=0

# look_up NAME BODY: a tool that runs BODY
look_up ()
{
  printf '#!/bin/sh\n%s\n' "$2" >"tools/$1"
  chmod +x "tools/$1"
}

# stand_in NAME BODY: a tool that records its call and then runs BODY
stand_in ()
{
  look_up "$1" "echo \"$1 \$*\" >>'$folder/calls'
$2"
}

# begin: a machine with meson and ninja where `gcc` is installed and `meson` half removed
begin ()
{
  rm -rf tools/* tree
  : >calls
  mkdir -p tree/build
  look_up dpkg-query 'printf "installed gcc\nconfig-files meson\n"; exit 1'
  look_up id 'echo 1000'
  stand_in apt-get ''
  look_up env 'shift; exec "$@"'
  stand_in meson 'case $* in --version) echo 1.0.1;; "setup --reconfigure"*) exit 1;; esac'
  stand_in ninja ''
  for tool in cat grep mkdir paste rm tail; do
    ln -s "$(command -v "$tool")" "tools/$tool"
  done
}

# run COMMAND...: runs a function of data/setup.sh with the stand-ins as the only tools
run ()
{
  status=0
  (
    top=$folder/tree
    unset IMAGINET_MESON_OPTIONS
    . "$setup"
    PATH=$folder/tools
    "$@"
  ) >output 2>&1 || status=$?
}

# expect NAME STATUS CALLS OUTPUT: compares what the last run did; CALLS leaves out questions
expect ()
{
  number=$((number + 1))
  calls=$(grep -v '^meson --version' calls || :)
  actual=$(printf '%s\n' "$status" "$calls" "$(cat output)" | sed "s|$folder/||g")
  wanted=$(printf '%s\n' "$2" "$3" "$4")
  if [ "$actual" = "$wanted" ]; then
    echo "ok $number $1"
  else
    echo "not ok $number $1"
    printf '%s\n' 'expected:' "$wanted" 'found:' "$actual" >&2
    failed=1
  fi
}

apt='apt-get -qq -y --no-install-recommends -o Acquire::Retries=3 -o DPkg::Lock::Timeout=600'

begin
run require_packages gcc
expect nothing-missing 0 '' ''

begin
look_up id 'echo 0'
run require_packages gcc meson ninja-build
expect missing-as-root 0 "$apt update
$apt install meson ninja-build" 'Installing Debian packages: meson ninja-build'

begin
stand_in sudo 'exec "$@"'
run require_packages gcc meson
expect missing-with-sudo 0 "sudo env DEBIAN_FRONTEND=noninteractive $apt update
$apt update
sudo env DEBIAN_FRONTEND=noninteractive $apt install meson
$apt install meson" 'Installing Debian packages: meson'

begin
run require_packages gcc meson
expect missing-without-sudo 1 '' 'Debian packages are missing: meson
Installing them needs root, and there is no sudo. As root, run:
  apt-get install --no-install-recommends meson'

begin
look_up id 'echo 0'
stand_in apt-get 'case $* in *" install "*) echo "no such package"; exit 100;; esac'
run require_packages meson
expect install-fails 1 "$apt update
$apt install meson" 'Installing Debian packages: meson
no such package
apt-get could not install: meson'

begin
rm tools/dpkg-query
run require_packages gcc
expect not-debian 0 '' \
  'This is not Debian: taking for granted what these packages bring: gcc'

begin
rmdir tree/build
stand_in meson 'case $* in --version) echo 1.0.1;; *) mkdir tree/build;; esac'
run build build -Dx=y
expect first-build 0 'meson setup -Dc_args=-g1 -Dx=y tree/build tree
ninja -C tree/build' ''

begin
echo "$folder/tree, meson 1.0.1 -Dc_args=-g1" >tree/build/configured-for
run build build
expect repeated-build 0 'ninja -C tree/build build.ninja
ninja -C tree/build' ''

begin
echo "$folder/tree, meson 1.0.1 -Dc_args=-g1 -Dx=y" >tree/build/configured-for
run build build -Dx=y
expect same-options 0 'ninja -C tree/build build.ninja
ninja -C tree/build' ''

begin
touch tree/build/build.ninja
echo "$folder/tree, meson 1.0.1 -Dc_args=-g1" >tree/build/configured-for
stand_in meson 'case $* in --version) echo 1.0.1;; esac'
run build build -Dx=y
expect new-options 0 'meson setup --reconfigure -Dc_args=-g1 -Dx=y tree/build tree
ninja -C tree/build' ''

begin
touch tree/build/build.ninja
echo "$folder/tree, meson 0.9 -Dc_args=-g1" >tree/build/configured-for
stand_in meson 'case $* in --version) echo 1.0.1;; esac'
run build build
expect other-meson 0 'meson setup --reconfigure -Dc_args=-g1 tree/build tree
ninja -C tree/build' ''

begin
touch tree/build/build.ninja tree/build/old
stand_in meson 'case $* in
  --version) echo 1.0.1;;
  "setup --reconfigure"*) exit 1;;
  *) mkdir tree/build;;
esac'
run build build
expect broken-build 0 'meson setup --reconfigure -Dc_args=-g1 tree/build tree
meson setup -Dc_args=-g1 tree/build tree
ninja -C tree/build' ''

begin
stand_in meson 'case $* in --version) echo 1.0.1;; *) echo "meson.build:1: ERROR"; exit 1;; esac'
run build build
expect broken-project 1 'meson setup -Dc_args=-g1 tree/build tree' 'meson.build:1: ERROR'

begin
echo "$folder/tree, meson 1.0.1 -Dc_args=-g1" >tree/build/configured-for
stand_in ninja 'case $* in *build.ninja) ;; *) exit 1;; esac'
run build build
expect compile-error 1 'ninja -C tree/build build.ninja
ninja -C tree/build' ''

echo "1..$number"
exit "$failed"
