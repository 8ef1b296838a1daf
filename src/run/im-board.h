/* Boards: flash, RAM and clock that a pipeline has to get along with.
 *
 * They are data, see boards.ini.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "run/im-target.h"

G_BEGIN_DECLS

/**
 * ImBoard:
 * @name: what options call it, such as `nucleo-f401re`
 * @title: what people call it
 * @chip: its microcontroller
 * @target: its core
 * @flash_bytes: of flash
 * @ram_bytes: of RAM
 * @clock_hz: the highest clock of the core
 * @fpu: its float unit in words, `none` without one
 * @source: where these figures stand
 */
typedef struct
{
  const char *name;
  const char *title;
  const char *chip;
  ImTargetId target;
  guint64 flash_bytes;
  guint64 ram_bytes;
  double clock_hz;
  const char *fpu;
  const char *source;
} ImBoard;

/**
 * im_boards_get:
 * @n_boards: (out): their number
 *
 * Returns: (array length=n_boards): all boards, in the order of the file
 */
const ImBoard *im_boards_get (guint *n_boards);

/**
 * im_board_find:
 * @name: the name of a board
 *
 * Returns: (nullable): the board
 */
const ImBoard *im_board_find (const char *name);

G_END_DECLS
