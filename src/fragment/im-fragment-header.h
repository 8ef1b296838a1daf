/* Headers that fragments include by their path.
 *
 * The emitted code is one file, so such a header becomes one fragment more: all its lines
 * but for the includes of its own kind, `#pragma once`, and directives.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "fragment/im-fragment-set.h"

G_BEGIN_DECLS

typedef enum
{
  IM_HEADER_OF_PACKAGE,
  IM_HEADER_OF_C,     /* the standard library: written in quotes, meant in brackets */
  IM_HEADER_OF_CMSIS, /* of CMSIS-DSP */
} ImHeaderOrigin;

/**
 * im_header_get_origin:
 * @name: what stands between quotes or brackets
 *
 * Returns: where a header of that name comes from, if the package does not have it
 */
ImHeaderOrigin im_header_get_origin (const char *name);

/**
 * im_fragment_set_find_header:
 * @set: a set
 * @from: the fragment that includes it
 * @include: an include of the kind %IM_FRAGMENT_INCLUDE_LOCAL
 *
 * Finds a header below the folder of the unit: its path starts from the folder of the
 * file that includes it.
 *
 * Returns: (nullable): the header, which has the needs `includes` only, or NULL if there
 * is no such file; it lives as long as the set
 */
const ImFragment *im_fragment_set_find_header (ImFragmentSet *set,
                                               const ImFragment *from,
                                               const ImFragmentInclude *include);

G_END_DECLS
