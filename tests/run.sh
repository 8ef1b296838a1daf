#!/bin/sh
# Installs what is missing, builds, and runs the tests of today: some of those that take a while
# have their turn every third day, and are named before the others run. With --long in front it
# runs those that take long instead: every unit in every type, rank and axis, and changed code, and
# all that have turns. Other arguments go to `meson test`, which then runs all that they name:
# `sh tests/run.sh --suite lang`, `sh tests/run.sh check-layers`.
#
# `sh tests/run.sh --fuzz SECONDS` runs the fuzz targets instead, for so long in all.
#
# SPDX-License-Identifier: MIT
set -eu

top=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$top/data/setup.sh"

LC_ALL=C.UTF-8
export LC_ALL
log=$top/build/meson-logs/testlog.json

if [ "${1-}" = --fuzz ]; then
  case ${2-} in
    '' | *[!0-9]*)
      complain 'usage: sh tests/run.sh --fuzz SECONDS'
      exit 2
      ;;
  esac
  require_packages $run_packages $fuzz_packages
  CC=clang-14
  export CC
  configure "$top/build-fuzz" -Dfuzz=true -Dbuildtype=debugoptimized
  ninja -C "$top/build-fuzz" fuzz-targets
  exec python3 -B "$top/tests/fuzz/run-targets.py" "$top/build-fuzz" "$2"
fi

case ${1-} in
  --long)
    shift
    set -- --setup long --suite long --suite turns "$@"
    log=$top/build/meson-logs/testlog-long.json
    require_packages $run_packages $test_packages $long_packages
    ;;
  *) require_packages $run_packages $test_packages ;;
esac
rm -f "$log"
build build

if [ $# -eq 0 ]; then
  # Names are split into words on purpose.
  set -- $(python3 -B "$top/tests/choose-tests.py" "$top/build")
fi
status=0
meson test -C "$top/build" --no-rebuild --print-errorlogs "$@" || status=$?
exec python3 "$top/tests/count-tests.py" --label 'In build' "$status" "$log"
