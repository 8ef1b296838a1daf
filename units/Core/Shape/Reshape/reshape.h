/* The same elements in the same order.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <string.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "copy_elements"

/* Where the output has the memory of the input, there is nothing to do. */
static inline void
copy_elements (const void *input, int size, void *output)
{
  if (output != input)
    memcpy (output, input, (size_t) size);
}
#pragma IMAGINET_FRAGMENT_END
