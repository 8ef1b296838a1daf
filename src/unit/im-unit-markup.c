/* SPDX-License-Identifier: MIT
 *
 * Reader of descriptions: text with headers, figures, code and styles between its words.
 */
#include <string.h>

#include "unit/im-unit-reader.h"

static const struct
{
  const char *element;
  ImMarkupKind kind;
  const char *reference; /* the attribute that names what is shown */
} table[] = {
  { "Code", IM_MARKUP_CODE, NULL },
  { "Header", IM_MARKUP_HEADER, NULL },
  { "Image", IM_MARKUP_IMAGE, "file" },
  { "Inline", IM_MARKUP_INLINE, "fragment" },
  { "LineBreak", IM_MARKUP_LINE_BREAK, NULL },
};

static gboolean
has_flag (const ImXmlElement *element, const char *name)
{
  ImUnitText text = im_unit_reader_get_text (element, name);
  gboolean value;

  return text.text != NULL && im_unit_parse_boolean (text.text, &value) && value;
}

const ImUnitMarkup *
im_unit_reader_read_markup (ImUnitReader *reader, const ImXmlElement *element)
{
  ImUnitMarkup *markup = im_arena_new0 (reader->arena, ImUnitMarkup, 1);
  const ImUnitMarkup **next = &markup->first_child;

  *markup = (ImUnitMarkup){
    .kind = IM_MARKUP_TEXT,
    .text = element->text,
    .tail = element->tail,
    .tag = element->name_span,
    .is_bold = has_flag (element, "bold"),
    .is_italic = has_flag (element, "italic"),
    .is_underlined = has_flag (element, "underline"),
  };
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if (strcmp (element->name, table[i].element) == 0)
      {
        markup->kind = table[i].kind;
        if (table[i].reference != NULL)
          markup->reference = im_unit_reader_get_text (element, table[i].reference);
      }
  for (const ImXmlElement *child = element->first_child; child != NULL;
       child = child->next_sibling)
    {
      ImUnitMarkup *inside = (ImUnitMarkup *) im_unit_reader_read_markup (reader, child);

      *next = inside;
      next = &inside->next;
    }

  return markup;
}
