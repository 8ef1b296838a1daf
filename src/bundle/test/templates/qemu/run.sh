#!/bin/sh
# Runs the test of @name@ on emulated cores.
#
# usage: run.sh all|TARGET...
#        run.sh --serial TARGET [QEMU-OPTION...]
#
# With --serial one core runs serial.c, and waits at its serial port; the emulator says
# which file that is, unless options such as `-serial tcp::4321,server` say another.
#
# The targets are the lines of the file `targets`: name, board, core, flags. Those of Arm need
# arm-none-eabi-gcc and qemu-system-arm, RISC-V riscv64-unknown-elf-gcc with picolibc and
# qemu-system-riscv32: `all` leaves it out, and says so, where these are not installed. There
# is no board with a Cortex-M0+: its code runs on a Cortex-M3, which has the same instructions
# and more, with a trap for unaligned access. The status is 0 if all results are equal.
#
# SPDX-License-Identifier: MIT-0
set -u

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P) || exit 2
cd "$here/.." || exit 2
limit='timeout 300'

has ()
{
  command -v "$1" >/dev/null || {
    echo "$1 is not installed; Debian: $2" >&2
    return 1
  }
}

# has_tools TARGET: whether what builds and runs it is installed; says what is not
has_tools ()
{
  case $1 in
  riscv*)
    has riscv64-unknown-elf-gcc 'gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf' &&
      has qemu-system-riscv32 qemu-system-misc
    ;;
  *)
    has arm-none-eabi-gcc 'gcc-arm-none-eabi libnewlib-arm-none-eabi' &&
      has qemu-system-arm qemu-system-arm
    ;;
  esac
}

# build TARGET IMAGE FILE-OR-FLAG...: builds a program for a core. What starts it and its
# memory are startup.c and link.ld, or those of picolibc; the board `virt` has its memory at
# 0x80000000.
build ()
{
  core_name=$1 image=$2
  shift 2
  case $core_name in
  riscv*)
    set -- --oslib=semihost --crt0=hosted \
      -Wl,--defsym=__flash=0x80000000 -Wl,--defsym=__flash_size=0x400000 \
      -Wl,--defsym=__ram=0x80400000 -Wl,--defsym=__ram_size=0x400000 \
      -Wl,--defsym=__stack_size=0x4000 "$@"
    compiler=riscv64-unknown-elf-gcc
    ;;
  *)
    set -- -nostartfiles -T qemu/link.ld qemu/startup.c "$@"
    compiler=arm-none-eabi-gcc
    ;;
  esac
  "$compiler" -std=c99 -O2 -ffp-contract=off -ffunction-sections -fdata-sections \
    -I../include -I.@cmsisQemuFlags@ -Wl,--gc-sections "$@" \
    ../src/@name@.c@cmsisQemuLibrary@ -lm -o "$image"
}

# emulate TARGET BOARD CORE IMAGE OPTION...: becomes the emulator, for $limit
emulate ()
{
  core_name=$1 board=$2 core=$3 image=$4
  shift 4
  case $core_name in
  riscv*) set -- qemu-system-riscv32 -bios none "$@" ;;
  *) set -- qemu-system-arm "$@" ;;
  esac
  exec $limit "$@" -M "$board" -cpu "$core" -display none -monitor none \
    -semihosting-config enable=on,target=native -kernel "$image"
}

@cmsisQemu@# run_program NAME FLAG...: builds and runs $program of the test on the core
run_program ()
{
  core_name=$1 image=$folder/$program.elf
  shift
  build "$core_name" "$image" "$@" -DRUNNER_HAS_FILES=0 "$program.c" || return 2
  (emulate "$core_name" "$board" "$core" "$image" -serial none) </dev/null 2>&1
}

# The serial ports of the boards. Source: Arm, Application Notes AN385 and AN547, and QEMU,
# "'virt' Generic Virtual Platform".
get_port ()
{
  case $1 in
  virt) echo 0x10000000u ;;
  mps3-*) echo 0x49303000u ;;
  *) echo 0x40004000u ;;
  esac
}

# run_serial NAME BOARD CORE FLAG... [-- QEMU-OPTION...]: a core that waits at its port
run_serial ()
{
  name=$1 folder=qemu/build/$1 board=$2 core=$3
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
  build "$name" "$folder/serial.elf" $flags "-DSERIAL_PORT=$(get_port "$board")" qemu/uart.c \
    serial.c || return 2
  limit=
  emulate "$name" "$board" "$core" "$folder/serial.elf" -icount shift=6 "$@"
}

# run_target NAME BOARD CORE FLAG...: runs the programs of the test on one core
run_target ()
{
  name=$1 folder=qemu/build/$1 board=$2 core=$3 status=0
  printf '%s\n' "$name: $core of $board"
  shift 3
  mkdir -p "$folder" || return 2
@cmsisQemuBuild@  for program in runner device; do
    [ ! -f "$program.c" ] || run_program "$name" "$@" || status=1
  done
  return "$status"
}

# get_line TARGET: its line in the file `targets`
get_line ()
{
  grep "^$1 " qemu/targets || {
    echo "there is no target $1; there are: $(cut -d ' ' -f 1 qemu/targets | paste -sd ' ')" >&2
    return 2
  }
}

if [ "${1-}" = --serial ]; then
  line=$(get_line "${2-}") && has_tools "$2" || exit 2
  shift 2
  # The flags are split into words on purpose.
  run_serial $line -- "$@"
  exit
fi

is_all=no
[ $# -gt 0 ] && [ "$*" != all ] || {
  set -- $(cut -d ' ' -f 1 qemu/targets)
  is_all=yes
}
failed=0
for target; do
  line=$(get_line "$target") || exit 2
  if ! has_tools "$target"; then
    case $is_all-$target in
    yes-riscv*) continue ;;
    *) exit 2 ;;
    esac
  fi
  # The flags are split into words on purpose.
  run_target $line || failed=1
done
exit "$failed"
