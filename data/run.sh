#!/bin/sh
# Installs what is missing, builds, and runs the main job: checks every shipped unit and
# example, and prints each example as the studio understands it.
#
# SPDX-License-Identifier: MIT
set -eu

top=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$top/data/setup.sh"

require_packages $run_packages
build build

imaginet=$top/build/src/cli/imaginet
cd "$top"

"$imaginet" check data/examples units
for example in data/examples/*.imunit; do
  "$imaginet" inspect "$example"
done
