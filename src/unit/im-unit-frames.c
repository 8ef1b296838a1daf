/* SPDX-License-Identifier: MIT
 *
 * Reader of the frames of a compound, which are elements of our namespace:
 *
 *   <im:Frame id="Frame" title="Filter" x="20" y="40" width="300" height="200"
 *             color="blue">Removes the drift of the sensor.</im:Frame>
 */
#include <string.h>

#include "unit/im-unit-frame.h"
#include "unit/im-unit-reader.h"

const char *const im_frame_color_names[] = {
  "gray", "blue", "green", "yellow", "orange", "red", "purple", NULL,
};

G_STATIC_ASSERT (G_N_ELEMENTS (im_frame_color_names) == IM_N_FRAME_COLORS + 1);

gint
im_frame_color_find (const char *name)
{
  for (gint i = 0; i < IM_N_FRAME_COLORS; i++)
    if (strcmp (im_frame_color_names[i], name) == 0)
      return i;

  return -1;
}

const ImUnitFrame *
im_unit_find_frame (const ImUnit *unit, const char *id)
{
  for (guint i = 0; i < unit->n_frames; i++)
    if (strcmp (unit->frames[i].id, id) == 0)
      return &unit->frames[i];

  return NULL;
}

/* Reads a number of pixels between limits. Returns FALSE if there is none. */
static gboolean
read_pixels (ImUnitReader *reader,
             const ImXmlElement *element,
             const char *name,
             double least,
             double most,
             double *pixels)
{
  ImUnitText text = im_unit_reader_require_text (reader, element, name);

  if (*text.text == '\0' ||
      (im_unit_parse_number (text.text, pixels) && *pixels >= least && *pixels <= most))
    return *text.text != '\0';
  im_unit_reader_report (reader, IM_SEVERITY_ERROR, "bad-number", text.raw,
                         "“%s” is no %s of a frame: expected a number of pixels from "
                         "%.0f to %.0f; the frame is not shown",
                         text.text, name, least, most);

  return FALSE;
}

static ImFrameColor
read_color (ImUnitReader *reader, const ImXmlElement *element)
{
  ImUnitText text = im_unit_reader_get_text (element, "color");
  gint color = text.text == NULL ? IM_FRAME_GRAY : im_frame_color_find (text.text);
  g_autofree char *list = NULL;

  if (color >= 0)
    return (ImFrameColor) color;
  list = g_strjoinv (", ", (char **) im_frame_color_names);
  im_unit_reader_report (reader, IM_SEVERITY_ERROR, "bad-color", text.raw,
                         "“%s” is no color of a frame, expected one of %s; it is shown "
                         "in gray",
                         text.text, list);

  return IM_FRAME_GRAY;
}

/* The text of an element; lines of a file that is indented lose the blanks in front. */
static const char *
read_note (ImUnitReader *reader, const ImXmlElement *element)
{
  g_auto (GStrv) lines = NULL;
  g_autofree char *note = NULL;
  ImUnitText text = im_unit_reader_get_body (element);

  if (text.text == NULL)
    return NULL;
  lines = g_strsplit (text.text, "\n", -1);
  for (guint i = 0; *text.text == '\n' && lines[i] != NULL; i++)
    g_strstrip (lines[i]);
  note = g_strstrip (g_strjoinv ("\n", lines));

  return im_unit_reader_show_text (reader, im_arena_strdup (reader->arena, note));
}

static const char *
read_title (ImUnitReader *reader, const ImXmlElement *element)
{
  const char *title = im_unit_reader_get_text (element, "title").text;

  return title == NULL || *title == '\0' ? NULL
                                         : im_unit_reader_show_text (reader, title);
}

static gboolean
is_frame (const ImXmlElement *element)
{
  return g_strcmp0 (element->uri, IM_UNIT_NAMESPACE) == 0 &&
         strcmp (element->name, "Frame") == 0;
}

/* The names that no frame can have: a set of texts of the model. */
static GHashTable *
list_taken (const ImUnit *unit)
{
  GHashTable *taken = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < unit->n_nodes; i++)
    if (unit->nodes[i].id.text != NULL)
      g_hash_table_add (taken, (gpointer) unit->nodes[i].id.text);
  for (guint i = 0; i < unit->n_parameters; i++)
    g_hash_table_add (taken, (gpointer) unit->parameters[i].name.text);

  return taken;
}

/* Looks at all four numbers, also behind a bad one. */
static gboolean
read_rectangle (ImUnitReader *reader, const ImXmlElement *element, ImUnitFrame *frame)
{
  const struct
  {
    const char *name;
    double least;
    double most;
    double *pixels;
  } numbers[] = {
    { "x", -IM_FRAME_MAX_PLACE, IM_FRAME_MAX_PLACE, &frame->x },
    { "y", -IM_FRAME_MAX_PLACE, IM_FRAME_MAX_PLACE, &frame->y },
    { "width", IM_FRAME_MIN_SIZE, IM_FRAME_MAX_SIZE, &frame->width },
    { "height", IM_FRAME_MIN_SIZE, IM_FRAME_MAX_SIZE, &frame->height },
  };
  gboolean is_read = TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (!read_pixels (reader, element, numbers[i].name, numbers[i].least, numbers[i].most,
                      numbers[i].pixels))
      is_read = FALSE;

  return is_read;
}

static void
read_frame (ImUnitReader *reader, const ImXmlElement *element, GHashTable *taken)
{
  ImUnitFrame *frame = (ImUnitFrame *) &reader->unit->frames[reader->unit->n_frames];
  ImUnitText id = im_unit_reader_check_name (
      reader, im_unit_reader_require_text (reader, element, "id"), "a frame", "Filter");

  im_unit_reader_check_element (reader, element, "id title x y width height color", "");
  frame->element = element;
  frame->id = id.text;
  frame->title = read_title (reader, element);
  frame->text = read_note (reader, element);
  frame->color = read_color (reader, element);
  if (!read_rectangle (reader, element, frame) || *id.text == '\0')
    return;
  if (!g_hash_table_add (taken, (gpointer) id.text))
    im_unit_reader_report (reader, IM_SEVERITY_ERROR, "duplicate-frame", id.raw,
                           "there is a node, a parameter or a frame “%s” already; this "
                           "frame is not shown",
                           id.text);
  else
    reader->unit->n_frames++;
}

void
im_unit_reader_read_frames (ImUnitReader *reader, const ImXmlElement *element)
{
  g_autoptr (GHashTable) taken = NULL;
  guint n = 0;

  for (const ImXmlElement *child = element->first_child; child != NULL;
       child = child->next_sibling)
    n += is_frame (child) ? 1 : 0;
  if (n == 0)
    return;
  taken = list_taken (reader->unit);
  reader->unit->frames = im_arena_new0 (reader->arena, ImUnitFrame, n);
  for (const ImXmlElement *child = element->first_child; child != NULL;
       child = child->next_sibling)
    if (is_frame (child))
      read_frame (reader, child, taken);
}
