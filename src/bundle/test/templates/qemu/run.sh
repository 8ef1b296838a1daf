#!/bin/sh
# Runs the test of @name@ on emulated cores.
#
# usage: run.sh all|TARGET...
#        run.sh --serial TARGET [QEMU-OPTION...]
#
# With --serial one core runs serial.c, and waits at its serial port; the emulator says
# which file that is, unless options such as `-serial tcp::4321,server` say another.
#
# Needs arm-none-eabi-gcc and qemu-system-arm. The targets are the lines of the file
# `targets`: name, board, core, flags. There is no board with a Cortex-M0+: its code runs
# on a Cortex-M3, which has the same instructions and more, with a trap for unaligned
# access. The status is 0 if all results are equal.
#
# SPDX-License-Identifier: MIT-0
set -u

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P) || exit 2
cd "$here/.." || exit 2

require ()
{
  if ! command -v "$1" >/dev/null; then
    echo "$1 is not installed; Debian: $2" >&2
    exit 2
  fi
}

@cmsisQemu@# run_program FLAG...: builds and runs $program of the test on the core
run_program ()
{
  arm-none-eabi-gcc -std=c99 -O2 -ffp-contract=off -ffunction-sections -fdata-sections \
    "$@" -DRUNNER_HAS_FILES=0 -I../include -I.@cmsisQemuFlags@ -nostartfiles -T qemu/link.ld \
    -Wl,--gc-sections qemu/startup.c "$program.c" ../src/@name@.c@cmsisQemuLibrary@ -lm \
    -o "$folder/$program.elf" || return 2
  timeout 300 qemu-system-arm -M "$board" -cpu "$core" -display none -serial none \
    -monitor none -semihosting-config enable=on,target=native \
    -kernel "$folder/$program.elf" </dev/null 2>&1
}

# The serial ports of the boards. Source: Arm, Application Notes AN385 and AN547.
get_port ()
{
  case $1 in
  mps3-*) echo 0x49303000u ;;
  *) echo 0x40004000u ;;
  esac
}

# run_serial NAME BOARD CORE FLAG... [-- QEMU-OPTION...]: a core that waits at its port
run_serial ()
{
  folder=qemu/build/$1 board=$2 core=$3
  shift 3
  flags=
  while [ $# -gt 0 ] && [ "$1" != -- ]; do
    flags="$flags $1"
    shift
  done
  [ $# -eq 0 ] || shift
  [ $# -gt 0 ] || set -- -serial pty
  mkdir -p "$folder" || return 2
  # The flags are split into words on purpose.
  arm-none-eabi-gcc -std=c99 -O2 -ffp-contract=off -ffunction-sections -fdata-sections \
    $flags "-DSERIAL_PORT=$(get_port "$board")" -I../include -I.@cmsisQemuFlags@ \
    -nostartfiles -T qemu/link.ld -Wl,--gc-sections qemu/startup.c qemu/uart.c serial.c \
    ../src/@name@.c@cmsisQemuLibrary@ -lm -o "$folder/serial.elf" || return 2
  exec qemu-system-arm -M "$board" -cpu "$core" -display none -monitor none -icount shift=6 \
    -semihosting-config enable=on,target=native -kernel "$folder/serial.elf" "$@"
}

# run_target NAME BOARD CORE FLAG...: runs the programs of the test on one core
run_target ()
{
  folder=qemu/build/$1 board=$2 core=$3 status=0
  printf '%s\n' "$1: $core of $board"
  shift 3
  mkdir -p "$folder" || return 2
@cmsisQemuBuild@  for program in runner device; do
    [ ! -f "$program.c" ] || run_program "$@" || status=1
  done
  return "$status"
}

require arm-none-eabi-gcc 'gcc-arm-none-eabi libnewlib-arm-none-eabi'
require qemu-system-arm qemu-system-arm

if [ "${1-}" = --serial ]; then
  line=$(grep "^${2-} " qemu/targets) || {
    echo "there is no target ${2-}; there are: $(cut -d ' ' -f 1 qemu/targets | paste -sd ' ')" >&2
    exit 2
  }
  shift 2
  # The flags are split into words on purpose.
  run_serial $line -- "$@"
  exit
fi

[ $# -gt 0 ] && [ "$*" != all ] || set -- $(cut -d ' ' -f 1 qemu/targets)
failed=0
for target; do
  line=$(grep "^$target " qemu/targets) || {
    echo "there is no target $target; there are: $(cut -d ' ' -f 1 qemu/targets | paste -sd ' ')" >&2
    exit 2
  }
  # The flags are split into words on purpose.
  run_target $line || failed=1
done
exit "$failed"
