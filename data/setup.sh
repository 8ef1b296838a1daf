# Set-up that data/run.sh, tests/run.sh and .ci/run share: install packages, configure,
# compile. This file is sourced, with `top` set to the root of the source tree; it defines
# functions and cleans the environment. IMAGINET_MESON_OPTIONS may hold options for every
# configuration, such as `-Dwerror=true`.
#
# SPDX-License-Identifier: MIT

# Debian's own tools: a python3 or a compiler elsewhere in PATH lacks their modules.
PATH=/usr/sbin:/usr/bin:/sbin:/bin
export PATH
unset LIBRARY_PATH

# Twice as many tests as processors: those that walk through windows, which come first, wait
# half of their time.
: "${MESON_TESTTHREADS=$(($(nproc) * 2))}"
export MESON_TESTTHREADS

run_packages='alsa-utils bubblewrap gcc gettext libadwaita-1-dev libarchive-dev libasound2-dev libc6-dev
  libcairo2-dev libglib2.0-dev libgtk-4-dev libgtksourceview-5-dev
  libpango1.0-dev libseccomp-dev libsndfile1-dev libtcc-dev libxml2-dev make meson ninja-build pkg-config
  python3 python3-docutils python3-numpy shared-mime-info tcc'
test_packages='adwaita-icon-theme appstream at-spi2-core clang clang-format-14 cmake cmark
  dbus-daemon desktop-file-utils fonts-cantarell g++ gcc-arm-none-eabi git imagemagick
  libclang-rt-14-dev libglib2.0-bin liblua5.4-dev libnewlib-arm-none-eabi librsvg2-bin
  librsvg2-common libxml2-utils man-db mandoc openbox poppler-utils python3-kconfiglib
  python3-pip python3-scipy python3-setuptools python3-wheel python3-yaml qemu-system-arm valgrind x11-utils xdotool xvfb'
long_packages='gcc-riscv64-unknown-elf gi-docgen gobject-introspection libgirepository1.0-dev
  python3-distributed picolibc-riscv64-unknown-elf qemu-system-misc'
fuzz_packages='clang-14 libclang-rt-14-dev'
packages_changed=no

say ()
{
  printf '%s\n' "$*"
}

complain ()
{
  printf '%s\n' "$*" >&2
}

# missing_packages PACKAGE...: prints those that are not installed, one a line
missing_packages ()
{
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || :)

  for package in "$@"; do
    printf '%s\n' "$installed" | grep -qxF "installed $package" || say "$package"
  done
}

# as_root COMMAND...: runs it as root, asking sudo if need be
as_root ()
{
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  else
    sudo "$@"
  fi
}

can_be_root ()
{
  [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null
}

# apt_get ARGUMENT...: quiet, never asks, waits for another package manager to finish
apt_get ()
{
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends \
    -o Acquire::Retries=3 -o DPkg::Lock::Timeout=600 "$@" 2>&1 </dev/null
}

# require_packages PACKAGE...: installs what is missing; fails with the list if it cannot
require_packages ()
{
  if ! command -v dpkg-query >/dev/null; then
    complain "This is not Debian: taking for granted what these packages bring: $*"
    return 0
  fi

  missing=$(missing_packages "$@" | paste -sd ' ')
  [ -n "$missing" ] || return 0

  if ! can_be_root; then
    complain "Debian packages are missing: $missing"
    complain 'Installing them needs root, and there is no sudo. As root, run:'
    complain "  apt-get install --no-install-recommends $missing"
    return 1
  fi

  say "Installing Debian packages: $missing"
  output=$(apt_get update) || complain "$output"
  # Names are split into words on purpose.
  if ! output=$(apt_get install $missing); then
    printf '%s\n' "$output" | tail -n 20 >&2
    complain "apt-get could not install: $missing"
    return 1
  fi
  packages_changed=yes
}

# configure FOLDER OPTION...: makes the folder a build folder of this source tree. It is
# configured again if it was made for another place, version of meson or set of options,
# and made from nothing if it is broken.
configure ()
{
  folder=$1
  shift
  stamp="$top, meson $(meson --version) $*"

  if [ "$packages_changed" = no ] && [ -f "$folder/configured-for" ] &&
    [ "$(cat "$folder/configured-for")" = "$stamp" ] &&
    ninja -C "$folder" build.ninja >/dev/null 2>&1
  then
    return 0
  fi

  if [ ! -f "$folder/build.ninja" ] ||
    ! meson setup --reconfigure "$@" "$folder" "$top" >/dev/null 2>&1
  then
    rm -rf "$folder" || return 1
    meson setup "$@" "$folder" "$top" || return 1
  fi
  printf '%s\n' "$stamp" >"$folder/configured-for"
}

# build FOLDER OPTION...: configures a folder below the root of the tree and compiles
build ()
{
  if [ -e "$top/$1" ] && [ ! -w "$top/$1" ]; then
    complain "$top/$1 belongs to another user: remove it, or run this as that user"
    return 1
  fi

  # gold of the binutils links a test in a third of the time of the default linker. It counts
  # when a folder is configured for the first time.
  if [ -z "${CC_LD-}" ] && command -v ld.gold >/dev/null; then
    CC_LD=gold
    export CC_LD
  fi

  folder=$top/$1
  shift
  # Lines of functions are enough to read where a test has ended: what a debugger wants as well
  # is an eighth of the work of the compiler. Options are split into words on purpose.
  configure "$folder" -Dc_args=-g1 ${IMAGINET_MESON_OPTIONS-} "$@" && ninja -C "$folder"
}
