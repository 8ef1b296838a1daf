#!/bin/sh
# Installs what is missing, builds, and does the main job: checks every shipped unit and
# example, and makes firmware of an audio pipeline and of a motion pipeline, each compiled
# and compared with its Python reference on a recording. What is made is in build/demo.
# On a display the studio opens then.
#
# SPDX-License-Identifier: MIT
set -eu

top=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$top/data/setup.sh"

require_packages $run_packages
build build

imaginet=$top/build/src/cli/imaginet
demo=build/demo
speech=/usr/share/sounds/alsa/Front_Center.wav # of alsa-utils: a spoken word at 48 kHz
motion=$demo/motion.csv

# make_firmware NAME PIPELINE RECORDING [OPTION...]: exports, compiles and compares
make_firmware ()
{
  folder=$demo/$1-firmware
  pipeline=$2
  recording=$3
  shift 3

  say ''
  say "== $pipeline on $recording"
  "$imaginet" export "$pipeline" "$@" --input "$recording" --targets host --output "$folder"
  make -C "$folder" CFLAGS='-O2 -Wall -Wextra -Wpedantic -Wconversion'
  make -C "$folder" verify
  "$imaginet" compare "$pipeline" "$@" --input "$recording"
}

cd "$top"
mkdir -p "$demo"
"$imaginet" check data/examples units
python3 data/simulate-motion.py >"$motion"

make_firmware speech data/examples/speech-features.imunit "$speech" \
  --with input=float32[1]@48000
make_firmware motion data/examples/motion-features.imunit "$motion"

studio=build/src/studio/imaginet-studio
if [ -n "${DISPLAY-}${WAYLAND_DISPLAY-}" ] && [ -x "$studio" ]; then
  say ''
  say "== $studio data/examples/audio-window.imunit"
  exec "$studio" data/examples/audio-window.imunit
fi
