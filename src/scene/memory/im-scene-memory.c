/* SPDX-License-Identifier: MIT */
#include "scene/memory/im-scene-memory.h"

#include "scene/display/im-scene-metrics.h"
#include "scene/memory/im-memory-picture.h"

#define MARGIN    28
#define SCALE     70 /* addresses beside the axis */
#define HEAD      104
#define DOMAINS   26 /* names of domains above the columns */
#define CALLS     40 /* numbers and names of calls below */
#define TICK      13 /* least distance of addresses */
#define MAX_TITLE 480
#define SAMPLE    22 /* width of a sample in the legend */
#define BEYOND    8  /* of lines beyond the last column */

/* Where the plot is: address 0 at the bottom. */
typedef struct
{
  ImMemoryPicture picture;
  ImScene *scene;
  double left, top, bottom, right;
} Plot;

static const char *
get_sums (const ImMemoryPicture *picture)
{
  const ImPlan *plan = picture->plan;

  return im_arena_printf (picture->arena,
                          "Arena %s (bound %s) · states %s · constants %s",
                          im_memory_picture_format_bytes (picture, plan->arena_bytes),
                          im_memory_picture_format_bytes (picture, plan->bound_bytes),
                          im_memory_picture_format_bytes (picture, plan->state_bytes),
                          im_memory_picture_format_bytes (picture, plan->constant_bytes));
}

static double
get_y (const Plot *plot, guint64 address)
{
  return plot->bottom - im_memory_picture_get_height (&plot->picture, address);
}

static double
get_x (const Plot *plot, double column)
{
  return plot->left + column * plot->picture.column_width;
}

static void
draw_line (ImScene *scene, ImSceneStyleId style, ImScenePoint from, ImScenePoint to)
{
  im_scene_begin_path (scene, style);
  im_scene_move_to (scene, from);
  im_scene_line_to (scene, to);
}

static double
draw_head (ImScene *scene, const ImMemoryPicture *picture)
{
  const ImUnit *unit = picture->plan->program->unit;
  const char *sums = get_sums (picture);
  g_autofree char *title = im_scene_text_dup_elided (IM_STYLE_TITLE, unit->display_name,
                                                     MAX_TITLE);

  im_scene_add_text (scene, IM_STYLE_TITLE, (ImScenePoint){ MARGIN, MARGIN + 16 },
                     IM_ANCHOR_START, title);
  im_scene_add_text (scene, IM_STYLE_SUBTITLE, (ImScenePoint){ MARGIN, MARGIN + 35 },
                     IM_ANCHOR_START, sums);

  return MARGIN + MAX (im_scene_text_get_width (IM_STYLE_TITLE, title),
                       im_scene_text_get_width (IM_STYLE_SUBTITLE, sums));
}

/* What the kinds of boxes mean, in a line; returns its right end. */
static double
draw_legend (ImScene *scene)
{
  static const struct
  {
    ImSceneStyleId style;
    const char *text;
  } rows[] = {
    { IM_STYLE_BUFFER, "what flows between units" },
    { IM_STYLE_SCRATCH, "memory to work with" },
    { IM_STYLE_PEAK, "size of the arena" },
    { IM_STYLE_BOUND, "bound: most bytes in use at once" },
  };
  ImScenePoint at = { MARGIN, MARGIN + 58 };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      if (i < 2)
        im_scene_add_rectangle (scene, rows[i].style, (ImScenePoint){ at.x, at.y - 10 },
                                SAMPLE, 12, 3);
      else
        draw_line (scene, rows[i].style, (ImScenePoint){ at.x, at.y - 4 },
                   (ImScenePoint){ at.x + SAMPLE, at.y - 4 });
      at.x += SAMPLE + 6;
      im_scene_add_text (scene, IM_STYLE_ID, at, IM_ANCHOR_START, rows[i].text);
      at.x += im_scene_text_get_width (IM_STYLE_ID, rows[i].text) + 22;
    }

  return at.x - 22;
}

static const char *
get_when (const ImMemoryPicture *picture, gint domain, guint call)
{
  const ImPlan *plan = picture->plan;

  if (domain < 0)
    return call < plan->n_init ? "once, at the start" : "when told to forget or to end";
  if (plan->domains[domain].queue < 0)
    return "for each input";

  return im_arena_printf (
      picture->arena, "for each window of %s",
      im_memory_picture_get_instance_name (picture, (guint) plan->domains[domain].queue));
}

/* A strip of calls that run equally often. */
static void
draw_domain (const Plot *plot, gint domain, guint from, guint to)
{
  double left = get_x (plot, from), right = get_x (plot, to);
  g_autofree char *when = im_scene_text_dup_elided (
      IM_STYLE_FRAME_NAME,
      get_when (&plot->picture, domain, plot->picture.first_call + from),
      right - left - 8);

  if (from > 0)
    draw_line (plot->scene, IM_STYLE_DOMAIN_EDGE, (ImScenePoint){ left, plot->top - 24 },
               (ImScenePoint){ left, plot->bottom + CALLS - 4 });
  im_scene_add_text (plot->scene, IM_STYLE_FRAME_NAME,
                     (ImScenePoint){ left + 4, plot->top - 14 }, IM_ANCHOR_START, when);
}

static void
draw_call (const Plot *plot, const ImPlanCall *call, guint column)
{
  const ImMemoryPicture *picture = &plot->picture;
  const char *title = im_memory_picture_get_instance_name (picture, call->instance);
  const char *number = im_arena_printf (picture->arena, "%u",
                                        picture->first_call + column);
  double middle = get_x (plot, column + 0.5);
  g_autofree char *name = im_scene_text_dup_elided (IM_STYLE_SOCKET, title,
                                                    picture->column_width - 6);

  im_scene_open_group (plot->scene,
                       im_arena_printf (picture->arena, "call %s: %s, %s", number, title,
                                        im_section_get_name (call->section)));
  draw_line (plot->scene, IM_STYLE_DIVIDER, (ImScenePoint){ middle, plot->top - 4 },
             (ImScenePoint){ middle, plot->bottom + 4 });
  im_scene_add_text (plot->scene, IM_STYLE_VALUE,
                     (ImScenePoint){ middle, plot->bottom + 17 }, IM_ANCHOR_MIDDLE,
                     number);
  im_scene_add_text (plot->scene, IM_STYLE_SOCKET,
                     (ImScenePoint){ middle, plot->bottom + 31 }, IM_ANCHOR_MIDDLE, name);
  im_scene_close_group (plot->scene);
}

static void
draw_calls (const Plot *plot)
{
  gint last = -1;
  guint start = 0;

  for (guint i = 0; i < plot->picture.n_calls; i++)
    {
      gint domain;
      const ImPlanCall *call = im_memory_picture_get_call (
          &plot->picture, plot->picture.first_call + i, &domain);

      draw_call (plot, call, i);
      if (i > 0 && domain != last)
        {
          draw_domain (plot, last, start, i);
          start = i;
        }
      last = domain;
    }
  if (plot->picture.n_calls > 0)
    draw_domain (plot, last, start, plot->picture.n_calls);
}

/* Addresses at the left, as many as have room; the size of the arena always. */
static void
draw_scale (const Plot *plot)
{
  const ImMemoryPicture *picture = &plot->picture;
  double last = plot->bottom + TICK;

  for (guint i = 0; i < picture->n_marks; i++)
    {
      double y = plot->bottom - picture->heights[i];
      gboolean is_top = i == picture->n_marks - 1;

      if (last - y < TICK || (!is_top && y - plot->top < TICK))
        continue;
      last = y;
      im_scene_add_text (plot->scene, IM_STYLE_ID,
                         (ImScenePoint){ plot->left - 10, y + 4 }, IM_ANCHOR_END,
                         im_memory_picture_format_bytes (picture, picture->marks[i]));
      draw_line (plot->scene, IM_STYLE_DIVIDER, (ImScenePoint){ plot->left - 6, y },
                 (ImScenePoint){ plot->right, y });
    }
}

static void
draw_buffer (const Plot *plot, const ImPlanBuffer *buffer)
{
  const ImMemoryPicture *picture = &plot->picture;
  guint64 end = (guint64) buffer->offset + buffer->size_bytes;
  double left, right, top = get_y (plot, end);
  const char *bytes = im_memory_picture_format_bytes (picture, buffer->size_bytes);

  im_memory_picture_get_columns (picture, buffer, &left, &right);
  left = get_x (plot, left) + 1;
  right = get_x (plot, right) - 1;

  const char *full = im_memory_picture_get_name (picture, buffer);
  g_autofree char *name = im_scene_text_dup_elided (IM_STYLE_VALUE, full,
                                                    right - left - 2 * IM_MEMORY_INSET);
  g_autofree char *size = im_scene_text_dup_elided (IM_STYLE_ID, bytes,
                                                    right - left - 2 * IM_MEMORY_INSET);
  im_scene_open_group (
      plot->scene,
      im_arena_printf (picture->arena, "%s: %s from address %u, calls %u to %u", full,
                       bytes, buffer->offset, buffer->first_call, buffer->last_call));
  im_scene_add_rectangle (plot->scene,
                          buffer->tensor >= 0 ? IM_STYLE_BUFFER : IM_STYLE_SCRATCH,
                          (ImScenePoint){ left, top + 1 }, right - left,
                          get_y (plot, buffer->offset) - top - 2, 4);
  im_scene_add_text (plot->scene, IM_STYLE_VALUE,
                     (ImScenePoint){ left + IM_MEMORY_INSET, top + 16 }, IM_ANCHOR_START,
                     name);
  im_scene_add_text (plot->scene, IM_STYLE_ID,
                     (ImScenePoint){ left + IM_MEMORY_INSET, top + 30 }, IM_ANCHOR_START,
                     size);
  im_scene_close_group (plot->scene);
}

/* The arena and its bound; where both are the same, the dashes lie on the line. */
static void
draw_limits (const Plot *plot)
{
  const ImPlan *plan = plot->picture.plan;
  double peak = plot->top, bound = get_y (plot, plan->bound_bytes);

  draw_line (plot->scene, IM_STYLE_PEAK, (ImScenePoint){ plot->left - 6, peak },
             (ImScenePoint){ plot->right + BEYOND, peak });
  draw_line (plot->scene, IM_STYLE_BOUND, (ImScenePoint){ plot->left - 6, bound },
             (ImScenePoint){ plot->right + BEYOND, bound });
}

static void
draw_plot (const Plot *plot)
{
  const ImPlan *plan = plot->picture.plan;

  draw_scale (plot);
  draw_calls (plot);
  for (guint i = 0; i < plan->n_buffers; i++)
    if (plan->buffers[i].storage == IM_STORAGE_ARENA)
      draw_buffer (plot, &plan->buffers[i]);
  draw_limits (plot);
}

static char *
dup_description (const ImMemoryPicture *picture)
{
  GString *out = g_string_new (get_sums (picture));

  for (guint i = 0; i < picture->plan->n_buffers; i++)
    {
      const ImPlanBuffer *buffer = &picture->plan->buffers[i];

      g_string_append_printf (
          out, ".\n%s, %s: %s", im_storage_get_name (buffer->storage),
          im_memory_picture_get_name (picture, buffer),
          im_memory_picture_format_bytes (picture, buffer->size_bytes));
      if (buffer->storage == IM_STORAGE_ARENA)
        g_string_append_printf (out, " at %u, calls %u to %u", buffer->offset,
                                buffer->first_call, buffer->last_call);
    }
  g_string_append_c (out, '.');

  return g_string_free (out, FALSE);
}

static void
draw_arena (Plot *plot)
{
  const ImMemoryPicture *picture = &plot->picture;

  if (picture->n_marks > 1)
    draw_plot (plot);
  else
    im_scene_add_text (plot->scene, IM_STYLE_ID, (ImScenePoint){ MARGIN, plot->top },
                       IM_ANCHOR_START, "No buffer lies in the arena.");
}

ImScene *
im_scene_memory_new (const ImPlan *plan)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  Plot plot = { .picture = { .plan = plan, .arena = arena } };
  ImMemoryPicture *picture = &plot.picture;
  gboolean has_arena;
  double right;

  im_memory_picture_layout (picture);
  has_arena = picture->n_marks > 1;

  g_autofree char *description = dup_description (picture);
  ImScene *scene = im_scene_new (plan->program->unit->display_name, description);
  plot.scene = scene;
  plot.left = MARGIN + SCALE;
  plot.top = HEAD + DOMAINS;
  plot.bottom = plot.top + picture->heights[picture->n_marks - 1];
  plot.right = get_x (&plot, picture->n_calls);
  double head_right = draw_head (scene, picture), legend_right = draw_legend (scene);
  right = MAX (has_arena ? plot.right + BEYOND : 0, MAX (head_right, legend_right));
  draw_arena (&plot);
  scene->height = MARGIN + im_memory_picture_draw_tables (
                               picture, scene,
                               (ImScenePoint){ MARGIN, plot.bottom +
                                                           (has_arena ? CALLS : 0) + 34 },
                               &right);
  scene->width = right + MARGIN;

  return scene;
}
