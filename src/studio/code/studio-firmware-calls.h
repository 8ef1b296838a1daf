/* Which lines of emitted code are the calls of which layer.
 *
 * The code says it itself: each call stands behind a comment with the names of the nodes
 * around it and its own.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "studio/common/studio-code-lines.h"

G_BEGIN_DECLS

/**
 * StudioFirmwareCall:
 * @lines: the comment and the call
 * @layer: the outermost node that the call is in
 *
 * A call.
 */
typedef struct
{
  StudioCodeLines lines;
  char *layer;
} StudioFirmwareCall;

/**
 * studio_firmware_list_calls:
 * @text: emitted C
 *
 * Returns: (element-type StudioFirmwareCall): the calls in the order of the text; the
 *   array frees them
 */
GArray *studio_firmware_list_calls (const char *text);

G_END_DECLS
