/* Places: where the parts of a unit stand in its file.
 *
 * A part carries its element of the file as its place. What the element says is in the
 * part; its text belongs to `document`, which edits it. All others ask here where it is,
 * for messages and to show it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-types.h"

G_BEGIN_DECLS

/* From the start tag to behind the end tag. */
ImSpan im_unit_place_get_span (const ImXmlElement *place);

/* The name in the start tag: where a message about a whole part points. */
ImSpan im_unit_place_get_tag (const ImXmlElement *place);

/* What the file calls it, such as `Compound` or `DeviceNode`. */
const char *im_unit_place_get_name (const ImXmlElement *place);

G_END_DECLS
