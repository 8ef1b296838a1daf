/* Whether two trees say the same at the same places.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "xml/im-xml.h"

G_BEGIN_DECLS

/* Asserts that two elements, and all inside, have the same names, texts and places. */
void same_elements_assert (const ImXmlElement *element, const ImXmlElement *other);

G_END_DECLS
