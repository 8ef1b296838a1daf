/* What the parts of im-xml-edit share.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "xml/im-xml-edit.h"
#include "xml/im-xml-splice.h"
#include "xml/im-xml-text.h"

G_BEGIN_DECLS

struct _ImXmlEdit
{
  const ImXmlDocument *document;
  const char *text; /* of the document */
  gsize length;     /* bytes */
  ImXmlSplices *splices;
  GHashTable *parents; /* of moved elements: ImXmlElement to ImXmlElement */
  GError *error;       /* the first text that cannot be written */
};

/**
 * im_xml_edit_check_text:
 * @edit: an edit
 * @what: what messages call the text
 * @text: a text that is to be written
 *
 * Checks that XML can hold a text, and remembers the first that it cannot for
 * im_xml_edit_render().
 *
 * Returns: whether it can
 */
gboolean im_xml_edit_check_text (ImXmlEdit *edit, const char *what, const char *text);

/**
 * im_xml_edit_choose_escape:
 * @edit: an edit
 * @old: the raw value that is replaced
 * @old_value: its decoded form
 * @quote: the quote around it, NUL for text
 *
 * Chooses what to escape. XML leaves open whether `>` is: it is done as in the old value,
 * or as in the file if the old value has none.
 */
ImXmlEscape im_xml_edit_choose_escape (const ImXmlEdit *edit,
                                       ImSpan old,
                                       const char *old_value,
                                       char quote);

G_END_DECLS
