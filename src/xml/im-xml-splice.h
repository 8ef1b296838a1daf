/* Replacements of ranges of a text, collected in any order and rendered at once.
 *
 * All ranges count in the old text, so one replacement never moves another. A range
 * inside of a larger one goes away with it, unless the larger one is moved elsewhere:
 * then it is applied there.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-types.h"

G_BEGIN_DECLS

typedef struct _ImXmlSplices ImXmlSplices;
typedef struct _ImXmlSplice ImXmlSplice;

/**
 * im_xml_splices_new:
 * @text: the old text, which has to outlive the list
 * @length: its bytes
 *
 * Returns: an empty list
 */
ImXmlSplices *im_xml_splices_new (const char *text, gsize length);

void im_xml_splices_free (ImXmlSplices *splices);

/**
 * im_xml_splices_at:
 * @splices: a list
 * @span: what is replaced; an empty range inserts
 * @key: (nullable): tells insertions at one place apart
 *
 * Finds the replacement of exactly this range and key, or makes one that replaces by
 * nothing. Insertions at one place are rendered in the order in which they were made.
 *
 * Returns: (transfer none): the replacement
 */
ImXmlSplice *im_xml_splices_at (ImXmlSplices *splices, ImSpan span, const char *key);

/**
 * im_xml_splice_wrap:
 * @splice: a replacement
 * @prefix: text in front of all of its pieces
 * @suffix: text behind them
 *
 * Puts text around the pieces. Without pieces such a replacement leaves the old text.
 */
void im_xml_splice_wrap (ImXmlSplice *splice, const char *prefix, const char *suffix);

/**
 * im_xml_splice_add:
 * @splice: a replacement
 * @owner: (nullable): what im_xml_splices_forget() takes to remove the piece
 * @before: text
 * @moved: a range of the old text that goes here; may be empty
 * @after: text
 *
 * Appends a piece: @before, the range with the replacements inside of it, @after.
 */
void im_xml_splice_add (ImXmlSplice *splice,
                        gconstpointer owner,
                        const char *before,
                        ImSpan moved,
                        const char *after);

/**
 * im_xml_splice_set:
 * @splice: a replacement
 * @text: text, may be empty
 *
 * Replaces all pieces by one text without an owner.
 */
void im_xml_splice_set (ImXmlSplice *splice, const char *text);

/**
 * im_xml_splices_forget:
 * @splices: a list
 * @owner: an owner of pieces
 *
 * Removes every piece of @owner.
 */
void im_xml_splices_forget (ImXmlSplices *splices, gconstpointer owner);

/**
 * im_xml_splices_render:
 * @splices: a list
 *
 * Returns: (transfer full): the new text
 */
GString *im_xml_splices_render (ImXmlSplices *splices);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImXmlSplices, im_xml_splices_free)

G_END_DECLS
