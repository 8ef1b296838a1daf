/* The start of filters: all that they remember is 0.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <string.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "filter_reset"

static inline void
filter_reset (void *state, int size)
{
  memset (state, 0, (size_t) size);
}
#pragma IMAGINET_FRAGMENT_END
