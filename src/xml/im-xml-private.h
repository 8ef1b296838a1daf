/* What a document consists of.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <libxml/tree.h>

#include "base/im-arena.h"
#include "xml/im-xml.h"

G_BEGIN_DECLS

struct _ImXmlDocument
{
  ImArena *arena;
  GBytes *bytes;
  ImSource *source;
  ImXmlEncoding encoding;
  xmlDict *names; /* names, prefixes and namespaces live in it */
  ImXmlElement *root;
  guint n_elements;
  GPtrArray *parts; /* ImXmlDocument: what elements were taken over from, or NULL */
};

G_END_DECLS
