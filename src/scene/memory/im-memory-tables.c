/* SPDX-License-Identifier: MIT
 *
 * What does not change its place: states, constants and the caller's memory, as tables.
 */
#include "scene/display/im-scene-metrics.h"
#include "scene/memory/im-memory-picture.h"

#define ROW      18
#define GAP      24 /* between columns */
#define MAX_CELL 320
#define SECTION  26 /* from the heading to the first row */

enum
{
  NAME,
  TYPE,
  BYTES,
  PLACE,
  N_CELLS,
};

typedef struct
{
  const char *title;
  guint storages; /* bits of ImStorage */
  const char *nothing;
} SectionRow;

static const SectionRow sections[] = {
  { "States, which live from call to call", 1u << IM_STORAGE_STATE, "No states." },
  { "Constants, in flash", 1u << IM_STORAGE_CONSTANT, "No constants." },
  { "Memory of the caller", 1u << IM_STORAGE_INPUT | 1u << IM_STORAGE_OUTPUT,
    "No inputs and outputs." },
};

static const ImSceneStyleId styles[N_CELLS] = { IM_STYLE_VALUE, IM_STYLE_ID,
                                                IM_STYLE_VALUE, IM_STYLE_ID };

static const char *
get_cell (const ImMemoryPicture *picture, const ImPlanBuffer *buffer, guint cell)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (cell == NAME)
    return im_memory_picture_get_name (picture, buffer);
  if (cell == BYTES)
    return im_memory_picture_format_bytes (picture, buffer->size_bytes);
  if (cell == TYPE)
    {
      g_string_append (text, im_dtype_get_info (buffer->dtype)->name);
      im_shape_append_text (&buffer->shape, text);
    }
  else if (buffer->storage == IM_STORAGE_STATE)
    g_string_append_printf (text, "at %u", buffer->offset);
  else if (buffer->storage != IM_STORAGE_CONSTANT)
    g_string_append (text, im_storage_get_name (buffer->storage));

  return im_arena_strdup (picture->arena, text->str);
}

static gboolean
is_in (const SectionRow *section, const ImPlanBuffer *buffer)
{
  return (section->storages & 1u << buffer->storage) != 0;
}

static void
measure (const ImMemoryPicture *picture, double *widths)
{
  const ImPlan *plan = picture->plan;

  for (guint i = 0; i < plan->n_buffers; i++)
    for (guint cell = 0; cell < N_CELLS; cell++)
      if (plan->buffers[i].storage != IM_STORAGE_ARENA)
        widths[cell] = MAX (
            widths[cell],
            MIN (MAX_CELL,
                 im_scene_text_get_width (styles[cell],
                                          get_cell (picture, &plan->buffers[i], cell))));
}

static void
draw_row (const ImMemoryPicture *picture,
          ImScene *scene,
          const ImPlanBuffer *buffer,
          ImScenePoint at,
          const double *widths)
{
  for (guint cell = 0; cell < N_CELLS; cell++)
    {
      g_autofree char *text = im_scene_text_dup_elided (
          styles[cell], get_cell (picture, buffer, cell), widths[cell]);
      gboolean at_end = cell == BYTES;

      im_scene_add_text (scene, styles[cell],
                         (ImScenePoint){ at.x + (at_end ? widths[cell] : 0), at.y },
                         at_end ? IM_ANCHOR_END : IM_ANCHOR_START, text);
      at.x += widths[cell] + GAP;
    }
}

static double
draw_section (const ImMemoryPicture *picture,
              ImScene *scene,
              const SectionRow *section,
              ImScenePoint at,
              const double *widths,
              double *right)
{
  const ImPlan *plan = picture->plan;
  guint64 sum = 0;
  double y = at.y + SECTION;

  for (guint i = 0; i < plan->n_buffers; i++)
    sum += is_in (section, &plan->buffers[i]) ? plan->buffers[i].size_bytes : 0;

  const char *bytes = im_memory_picture_format_bytes (picture, sum);
  const char *title = im_arena_printf (picture->arena, "%s: %s", section->title, bytes);
  im_scene_open_group (scene, title);
  im_scene_add_text (scene, IM_STYLE_FRAME_NAME, at, IM_ANCHOR_START, title);
  *right = MAX (*right, at.x + im_scene_text_get_width (IM_STYLE_FRAME_NAME, title));
  for (guint i = 0; i < plan->n_buffers; i++)
    if (is_in (section, &plan->buffers[i]))
      {
        draw_row (picture, scene, &plan->buffers[i], (ImScenePoint){ at.x, y }, widths);
        y += ROW;
      }
  if (y == at.y + SECTION)
    {
      im_scene_add_text (scene, IM_STYLE_ID, (ImScenePoint){ at.x, y }, IM_ANCHOR_START,
                         section->nothing);
      y += ROW;
    }
  im_scene_close_group (scene);

  return y;
}

double
im_memory_picture_draw_tables (const ImMemoryPicture *picture,
                               ImScene *scene,
                               ImScenePoint at,
                               double *right)
{
  double widths[N_CELLS] = { 0 }, width = 0;

  measure (picture, widths);
  for (guint i = 0; i < N_CELLS; i++)
    width += widths[i] + (i == 0 ? 0 : GAP);
  *right = MAX (*right, at.x + width);
  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    at.y = draw_section (picture, scene, &sections[i], at, widths, right) + ROW;

  return at.y - 2 * ROW;
}
