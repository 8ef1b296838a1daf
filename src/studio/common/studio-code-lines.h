/* Lines of code that belong together, such as those of a layer.
 *
 * They count from 0, as those of a text buffer do.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * StudioCodeLines:
 * @first: the first line, from 0
 * @last: the last one
 *
 * Lines that belong together.
 */
typedef struct
{
  guint first;
  guint last;
} StudioCodeLines;

G_END_DECLS
