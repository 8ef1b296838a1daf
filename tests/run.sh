#!/bin/sh
# Installs what is missing, builds, and runs the tests. With --long in front it runs those
# that take long instead: every unit in every type, rank and axis, and changed code. Other
# arguments go to `meson test`: `sh tests/run.sh --suite lang`, `sh tests/run.sh check-layers`.
#
# SPDX-License-Identifier: MIT
set -eu

top=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$top/data/setup.sh"

LC_ALL=C.UTF-8
export LC_ALL
log=$top/build/meson-logs/testlog.json

rm -f "$log"
require_packages $run_packages $test_packages
build build

status=0
if [ "${1-}" = --long ]; then
  shift
  set -- --setup long --suite long "$@"
fi
meson test -C "$top/build" --no-rebuild --print-errorlogs "$@" || status=$?
exec python3 "$top/tests/count-tests.py" --label 'In build' "$status" "$log"
