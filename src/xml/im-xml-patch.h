/* Reading again only what has changed.
 *
 * Between two children of an element nothing is open but the elements around, so a change
 * that lies between them is read apart, and the children in front and behind stay what
 * they are: only their places move. What results is what reading the whole text gives.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "xml/im-xml.h"

G_BEGIN_DECLS

/**
 * ImXmlPatch:
 * @parent: the element in which something has changed
 * @before: (nullable): the last child in front of the change
 * @behind: (nullable): the first child behind it
 * @removed: what stood between them
 * @part: a document whose root stands for @parent, with what stands there now; its places
 *   are already those in the changed text, which is its source
 * @moved_by: how far everything from the end of @removed on moves, in bytes
 */
typedef struct
{
  ImXmlElement *parent;
  ImXmlElement *before;
  ImXmlElement *behind;
  ImSpan removed;
  ImXmlDocument *part;
  gint32 moved_by;
} ImXmlPatch;

/**
 * im_xml_patch_new:
 * @document: a document
 * @bytes: a changed text of it
 * @list_parents: gives the elements, one after the other, in which a change may lie; NULL
 *   behind the last
 * @data: for @list_parents
 *
 * Reads what differs between two texts of a file, if it lies between the tags of an
 * element and can be read by itself: the file is in UTF-8, everything that is open in the
 * changed text is closed there, and there is nothing to warn of.
 *
 * Returns: (nullable): the change, or NULL if the whole text has to be read
 */
ImXmlPatch *im_xml_patch_new (ImXmlDocument *document,
                              GBytes *bytes,
                              const ImXmlElement *(*list_parents) (guint i,
                                                                   gpointer data),
                              gpointer data);
void im_xml_patch_free (ImXmlPatch *patch);

/**
 * im_xml_patch_move:
 * @patch: a change
 * @span: (inout): a place outside of what was removed, in the text before the change
 *
 * Makes it the same place in the changed text.
 */
void im_xml_patch_move (const ImXmlPatch *patch, ImSpan *span);

/**
 * im_xml_patch_apply:
 * @patch: (transfer full): a change that was made for this document
 * @document: the document; those who hold an element of it that was not removed still
 *   hold it
 * @bytes: the changed text
 *
 * Makes the document that of the changed text. Elements that were removed live on.
 */
void im_xml_patch_apply (ImXmlPatch *patch, ImXmlDocument *document, GBytes *bytes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImXmlPatch, im_xml_patch_free)

G_END_DECLS
