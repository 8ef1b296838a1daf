#!/bin/sh
# Draws the picture of the README from what the built program prints.
#
# SPDX-License-Identifier: MIT
set -eu

cd "$(dirname -- "$0")/../.."
/usr/bin/python3 data/pictures/render-terminal.py data/pictures/imaginet.svg \
  "imaginet eval --color=always --with 'input=float32[3,50]@16000' 'input.shape.sise(0)'" \
  "imaginet eval --with 'a=float32[4,5,6]' --with 'b=float32[5,1]' 'a.shape.broadcast(b.shape)'" \
  "imaginet inspect --color=always -u units Core.Queues.ContextualWindow -w 'input=float32[6]@50' -w prediction_freq=0.2 2>&1 >/dev/null" \
  "imaginet inspect --color=always -u units Core.Queues.ContextualWindow -w 'input=float32[6]@50' 2>&1 | sed -n '/Values/,\$p'" \
  "imaginet check units"
