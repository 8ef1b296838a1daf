/* SPDX-License-Identifier: MIT
 *
 * Where calls and addresses are in a picture of memory.
 */
#include "scene/display/im-scene-metrics.h"
#include "scene/memory/im-memory-picture.h"

#define MIN_COLUMN 92
#define MAX_COLUMN 180
#define AXIS       320 /* height of the arena if nothing is stretched */

static gboolean
is_in_arena (const ImPlanBuffer *buffer)
{
  return buffer->storage == IM_STORAGE_ARENA;
}

static guint64
get_end (const ImPlanBuffer *buffer)
{
  return (guint64) buffer->offset + buffer->size_bytes;
}

static gboolean
share_bytes (const ImPlanBuffer *a, const ImPlanBuffer *b)
{
  return a->offset < get_end (b) && b->offset < get_end (a);
}

void
im_memory_picture_get_columns (const ImMemoryPicture *picture,
                               const ImPlanBuffer *buffer,
                               double *left,
                               double *right)
{
  const ImPlan *plan = picture->plan;

  *left = buffer->first_call - picture->first_call;
  *right = buffer->last_call - picture->first_call + 1;
  for (guint i = 0; i < plan->n_buffers; i++)
    {
      const ImPlanBuffer *other = &plan->buffers[i];

      if (other == buffer || !is_in_arena (other) || !share_bytes (buffer, other))
        continue;
      if (other->last_call == buffer->first_call)
        *left = buffer->first_call - picture->first_call + 0.5;
      if (other->first_call == buffer->last_call)
        *right = buffer->last_call - picture->first_call + 0.5;
    }
}

/* All calls of the domains, and those of the life cycle that use the arena. */
static void
find_calls (ImMemoryPicture *picture)
{
  const ImPlan *plan = picture->plan;
  guint first = plan->n_init, end = plan->n_init;

  for (guint i = 0; i < plan->n_domains; i++)
    end += plan->domains[i].n_calls;
  for (guint i = 0; i < plan->n_buffers; i++)
    if (is_in_arena (&plan->buffers[i]))
      {
        first = MIN (first, plan->buffers[i].first_call);
        end = MAX (end, plan->buffers[i].last_call + 1);
      }
  picture->first_call = first;
  picture->n_calls = end - first;
}

static void
find_column_width (ImMemoryPicture *picture)
{
  double width = MIN_COLUMN;

  for (guint i = 0; i < picture->plan->n_buffers; i++)
    {
      const ImPlanBuffer *buffer = &picture->plan->buffers[i];
      double left, right;

      if (!is_in_arena (buffer))
        continue;
      im_memory_picture_get_columns (picture, buffer, &left, &right);
      width = MAX (
          width, (im_scene_text_get_width (IM_STYLE_VALUE,
                                           im_memory_picture_get_name (picture, buffer)) +
                  2 * IM_MEMORY_INSET + 2) /
                     (right - left));
    }
  for (guint i = 0; i < picture->n_calls; i++)
    {
      gint domain;
      const ImPlanCall *call = im_memory_picture_get_call (
          picture, picture->first_call + i, &domain);
      const char *name = im_memory_picture_get_instance_name (picture, call->instance);

      width = MAX (width,
                   im_scene_text_get_width (IM_STYLE_SOCKET, name) + IM_MEMORY_INSET);
    }
  picture->column_width = MIN (width, MAX_COLUMN);
}

static gint
compare_cb (gconstpointer a, gconstpointer b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return (x > y) - (x < y);
}

static void
find_marks (ImMemoryPicture *picture)
{
  const ImPlan *plan = picture->plan;
  guint64 *marks = im_arena_new0 (picture->arena, guint64, 2 * plan->n_buffers + 1);
  guint n = 1, n_marks = 0;

  for (guint i = 0; i < plan->n_buffers; i++)
    if (is_in_arena (&plan->buffers[i]))
      {
        marks[n++] = plan->buffers[i].offset;
        marks[n++] = get_end (&plan->buffers[i]);
      }
  qsort (marks, n, sizeof *marks, compare_cb);
  for (guint i = 0; i < n; i++)
    if (i == 0 || marks[i] != marks[n_marks - 1])
      marks[n_marks++] = marks[i];
  picture->marks = marks;
  picture->n_marks = n_marks;
}

/* Each mark is as far from the one below as the bytes between them say, and so far from
 * where a buffer begins that ends there that the texts of the buffer have room. */
static void
stretch_axis (ImMemoryPicture *picture)
{
  const ImPlan *plan = picture->plan;
  double per_byte = AXIS / (double) MAX (1, plan->arena_bytes);

  picture->heights = im_arena_new0 (picture->arena, double, picture->n_marks);
  for (guint i = 1; i < picture->n_marks; i++)
    {
      guint64 bytes = picture->marks[i] - picture->marks[i - 1];
      double height = picture->heights[i - 1] + (double) bytes * per_byte;

      for (guint k = 0; k < plan->n_buffers; k++)
        {
          const ImPlanBuffer *buffer = &plan->buffers[k];

          if (is_in_arena (buffer) && get_end (buffer) == picture->marks[i])
            height = MAX (height, IM_MEMORY_BOX + im_memory_picture_get_height (
                                                      picture, buffer->offset));
        }
      picture->heights[i] = height;
    }
}

double
im_memory_picture_get_height (const ImMemoryPicture *picture, guint64 address)
{
  const guint64 *marks = picture->marks;
  const double *heights = picture->heights;
  guint i = 1;

  while (i < picture->n_marks && marks[i] < address)
    i++;
  if (i >= picture->n_marks)
    return heights[picture->n_marks - 1];
  if (address <= marks[i - 1])
    return heights[i - 1];
  if (address == marks[i])
    return heights[i];

  return heights[i - 1] + (heights[i] - heights[i - 1]) *
                              (double) (address - marks[i - 1]) /
                              (double) (marks[i] - marks[i - 1]);
}

void
im_memory_picture_layout (ImMemoryPicture *picture)
{
  im_memory_picture_name (picture);
  find_calls (picture);
  find_column_width (picture);
  find_marks (picture);
  stretch_axis (picture);
}

const ImPlanCall *
im_memory_picture_get_call (const ImMemoryPicture *picture, guint number, gint *domain)
{
  const ImPlan *plan = picture->plan;

  *domain = -1;
  if (number < plan->n_init)
    return &plan->init[number];
  number -= plan->n_init;
  for (guint i = 0; i < plan->n_domains; i++)
    {
      if (number < plan->domains[i].n_calls)
        {
          *domain = (gint) i;
          return &plan->domains[i].calls[number];
        }
      number -= plan->domains[i].n_calls;
    }
  if (number < plan->n_soft_reset)
    return &plan->soft_reset[number];

  return &plan->finalize[number - plan->n_soft_reset];
}

const char *
im_memory_picture_format_bytes (const ImMemoryPicture *picture, guint64 bytes)
{
  char digits[32], out[48];
  gint n = g_snprintf (digits, sizeof digits, "%" G_GUINT64_FORMAT, bytes), k = 0;

  for (gint i = 0; i < n; i++)
    {
      if (i > 0 && (n - i) % 3 == 0)
        out[k++] = ',';
      out[k++] = digits[i];
    }
  out[k] = '\0';

  return im_arena_printf (picture->arena, "%s B", out);
}
