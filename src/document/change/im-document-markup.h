/* Elements of a file as markup that can be inserted into another one.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "unit/im-unit.h"

G_BEGIN_DECLS

/**
 * ImDocumentRewrite:
 * @element: an element
 * @name: the name of one of its attributes
 * @value: its value
 * @data: what the caller wants
 *
 * Returns: (nullable) (transfer full): what to write instead, NULL for @value, "" to
 *   leave the attribute out
 */
typedef char *(*ImDocumentRewrite) (const ImXmlElement *element,
                                    const char *name,
                                    const char *value,
                                    gpointer data);

/**
 * ImDocumentNodeCopy:
 * @name: the name of the copy
 * @x: where it stands, as the file says it, in pixels from the left
 * @y: the same from the top
 *
 * What the copy of a node has instead of what the node has.
 */
typedef struct
{
  const char *name;
  const char *x;
  const char *y;
} ImDocumentNodeCopy;

/**
 * im_document_rewrite_node: (type ImDocumentRewrite)
 * @element: an element
 * @name: the name of one of its attributes
 * @value: its value
 * @data: an #ImDocumentNodeCopy
 *
 * Gives a node, an element with an id, the name and the place of its copy.
 */
char *im_document_rewrite_node (const ImXmlElement *element,
                                const char *name,
                                const char *value,
                                gpointer data);

/**
 * im_document_append_comments:
 * @out: where to append
 * @source: the text that @element stands in
 * @element: an element
 * @depth: how many tabs each line begins with
 *
 * Appends the comments inside of an element, wherever they stand in it, a line each.
 */
void im_document_append_comments (GString *out,
                                  const ImSource *source,
                                  const ImXmlElement *element,
                                  guint depth);

/**
 * im_document_append_markup:
 * @out: where to append
 * @source: (nullable): the text that @element stands in, NULL to leave comments out
 * @element: an element
 * @prefix: (nullable): the prefix of our namespace, NULL to leave its attributes out
 * @depth: how many tabs each line begins with
 * @rewrite: (nullable): changes attributes
 * @data: for @rewrite
 *
 * Appends an element with all that is in it, a line each; comments come first. Attributes
 * of other namespaces are left out.
 */
void im_document_append_markup (GString *out,
                                const ImSource *source,
                                const ImXmlElement *element,
                                const char *prefix,
                                guint depth,
                                ImDocumentRewrite rewrite,
                                gpointer data);

G_END_DECLS
