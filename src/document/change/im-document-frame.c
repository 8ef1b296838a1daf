/* SPDX-License-Identifier: MIT
 *
 * Frames of a graph: what they say, where they are, how large.
 */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "document/change/im-document-change.h"
#include "unit/im-unit-frame.h"

static char *
dup_size (double pixels)
{
  return g_strdup_printf ("%ld",
                          lround (CLAMP (pixels, IM_FRAME_MIN_SIZE, IM_FRAME_MAX_SIZE)));
}

static gboolean
check_frame_title (const char *title, GError **error)
{
  return strpbrk (title, "\r\n") == NULL ||
         im_document_refuse (error, title, _ ("the title of a frame is one line"));
}

static void
resize (const ImUnitFrame *frame, const ImEdit *edit, ImDocumentChange *change)
{
  g_autofree char *width = dup_size (edit->places[1].x);
  g_autofree char *height = dup_size (edit->places[1].y);

  im_document_edit_frame_place (frame, &edit->places[0], change->xml);
  im_xml_edit_set_attribute (change->xml, frame->element, "width", width);
  im_xml_edit_set_attribute (change->xml, frame->element, "height", height);
  if (edit->text != NULL)
    im_xml_edit_set_attribute (change->xml, frame->element, "title", edit->text);
  change->name = g_strdup_printf (_ ("Resize Frame “%s”"),
                                  im_unit_frame_get_label (frame));
  change->gesture = edit->text == NULL ? g_strconcat ("frame/", frame->id, NULL) : NULL;
}

static gboolean
add (ImDocument *self, const ImEdit *edit, ImDocumentChange *change, GError **error)
{
  const char *name = edit->nodes[0];
  const char *title = edit->text == NULL ? "" : edit->text;
  g_autofree char *x = NULL;
  g_autofree char *y = NULL;
  g_autofree char *width = NULL;
  g_autofree char *height = NULL;
  g_autofree char *said = NULL;
  g_autofree char *markup = NULL;

  if (!im_document_check_identifier (name, error))
    return FALSE;
  if (im_graph_find_node (self->graph, name) >= 0 ||
      im_unit_find_parameter (self->unit, name) != NULL)
    return im_document_refuse (error, name,
                               _ ("there is a node, an input, an output or an option of "
                                  "that name already"));
  x = im_document_dup_place (edit->places[0].x);
  y = im_document_dup_place (edit->places[0].y);
  width = dup_size (edit->places[1].x);
  height = dup_size (edit->places[1].y);
  said = g_markup_printf_escaped (*title == '\0' ? "" : " title=\"%s\"", title);
  markup = g_strdup_printf (
      "<%s:Frame id=\"%s\"%s x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" />",
      im_document_require_prefix (self->file, change->xml), name, said, x, y, width,
      height);
  im_xml_edit_insert (change->xml, self->unit->element, NULL, markup);
  change->name = g_strdup_printf (_ ("Add Frame “%s”"), *title == '\0' ? name : title);

  return TRUE;
}

gboolean
im_document_make_frame (ImDocument *self,
                        const ImEdit *edit,
                        ImDocumentChange *change,
                        GError **error)
{
  const ImUnitFrame *frame;

  if (!im_document_is_free (self))
    return im_document_refuse (error, self->unit->id.text,
                               _ ("layers of a stack stand where their order puts them; "
                                  "only a graph has frames"));
  if (edit->text != NULL && !check_frame_title (edit->text, error))
    return FALSE;
  frame = im_unit_find_frame (self->unit, edit->nodes[0]);
  if (frame == NULL)
    return add (self, edit, change, error);
  resize (frame, edit, change);

  return TRUE;
}

static gboolean
set_color (const ImUnitFrame *frame, const char *text, ImXmlEdit *edit, GError **error)
{
  g_autofree char *list = g_strjoinv (", ", (char **) im_frame_color_names);

  if (text == NULL)
    im_xml_edit_remove_attribute (edit, frame->element, "color");
  else if (im_frame_color_find (text) >= 0)
    im_xml_edit_set_attribute (edit, frame->element, "color", text);
  else
    {
      g_set_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_EDIT,
                   _ ("%s: “%s” is no color of a frame, expected one of %s"), frame->id,
                   text, list);
      return FALSE;
    }

  return TRUE;
}

static gboolean
set_title (const ImUnitFrame *frame, const char *text, ImXmlEdit *edit, GError **error)
{
  if (text == NULL || *text == '\0')
    im_xml_edit_remove_attribute (edit, frame->element, "title");
  else if (!check_frame_title (text, error))
    return FALSE;
  else
    im_xml_edit_set_attribute (edit, frame->element, "title", text);

  return TRUE;
}

gboolean
im_document_set_frame_property (const ImUnitFrame *frame,
                                const ImEdit *edit,
                                ImXmlEdit *xml,
                                GError **error)
{
  if (strcmp (edit->name, "title") == 0)
    return set_title (frame, edit->text, xml, error);
  if (strcmp (edit->name, "color") == 0)
    return set_color (frame, edit->text, xml, error);
  if (strcmp (edit->name, "text") != 0)
    return im_document_refuse (error, frame->id,
                               _ ("a frame has a title, a text and a color, nothing else "
                                  "that could be set"));
  if (frame->element->first_child != NULL)
    return im_document_refuse (error, frame->id,
                               _ ("expected an element without children"));
  im_xml_edit_set_text (xml, frame->element, edit->text == NULL ? "" : edit->text);

  return TRUE;
}

static gboolean
begins_in (const ImDocumentNode *node, const ImUnitFrame *frame)
{
  return node->is_placed && im_unit_frame_has (frame, node->x, node->y);
}

gboolean
im_document_frames_only (ImDocument *self,
                         const ImUnitFrame *frame,
                         const guint *nodes,
                         guint n_nodes)
{
  gboolean is_any = FALSE;

  for (guint i = 0; i < self->nodes->len; i++)
    if (begins_in (im_document_get_node (self, i), frame))
      {
        if (!im_document_is_among (nodes, n_nodes, i))
          return FALSE;
        is_any = TRUE;
      }

  return is_any;
}

guint *
im_document_list_framed (ImDocument *self, const ImUnitFrame *frame, guint *n)
{
  guint *nodes = g_new (guint, self->nodes->len + 1);

  *n = 0;
  for (guint i = 0; i < self->nodes->len; i++)
    if (begins_in (im_document_get_node (self, i), frame))
      nodes[(*n)++] = i;

  return nodes;
}

/* A line end inside of an element would be indented with what is inserted. */
static void
append_note (GString *out, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *line = g_markup_escape_text (lines[i], -1);

      g_string_append_printf (out, "%s%s", i == 0 ? "" : "&#10;", line);
    }
}

void
im_document_append_frame (GString *out,
                          const ImUnitFrame *frame,
                          const char *prefix,
                          const char *name,
                          double dx,
                          double dy)
{
  g_autofree char *x = im_document_dup_place (frame->x + dx);
  g_autofree char *y = im_document_dup_place (frame->y + dy);
  g_autofree char *width = dup_size (frame->width);
  g_autofree char *height = dup_size (frame->height);
  g_autofree char *title = frame->title == NULL
                               ? g_strdup ("")
                               : g_markup_printf_escaped (" title=\"%s\"", frame->title);

  g_string_append_printf (
      out, "<%s:Frame id=\"%s\"%s x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"", prefix,
      name, title, x, y, width, height);
  if (frame->color != IM_FRAME_GRAY)
    g_string_append_printf (out, " color=\"%s\"", im_frame_color_names[frame->color]);
  if (frame->text == NULL)
    {
      g_string_append (out, " />\n");
      return;
    }
  g_string_append_c (out, '>');
  append_note (out, frame->text);
  g_string_append_printf (out, "</%s:Frame>\n", prefix);
}
