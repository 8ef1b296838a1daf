/* SPDX-License-Identifier: MIT
 *
 * Words and places of boxes. Axes of the same number share a width, so that what is kept
 * goes straight down.
 */
#include <math.h>

#include "scene/display/im-scene-metrics.h"
#include "scene/shape/im-axis-picture.h"

#define GAP           14 /* between columns */
#define INPUT_GAP     36 /* between inputs */
#define MIN_BOX       34 /* of one element */
#define DOUBLING      8  /* wider for twice the size */
#define PADDING       16 /* beside the number */
#define WORDS_PADDING 12 /* beside words in a band */
#define MAX_WORDS     170
#define MAX_NAME      130
#define MAX_TITLE     420

static const char *
elide (ImArena *arena, ImSceneStyleId style, const char *text, double width)
{
  g_autofree char *elided = im_scene_text_dup_elided (style, text, width);

  return im_arena_strdup (arena, elided);
}

static void
append_size (GString *out, gint32 size)
{
  if (size < 0)
    g_string_append_c (out, '?');
  else
    g_string_append_printf (out, "%d", size);
}

/* The product of the sizes of some axes; `?` if one is unknown or it is past 2^63. */
static void
append_product (GString *out, const ImShape *shape, guint start, guint stop)
{
  guint64 product = 1;

  for (guint i = start; i < stop; i++)
    if (shape->size[i] < 0 ||
        !g_uint64_checked_mul (&product, product, (guint64) shape->size[i]) ||
        product > G_MAXINT64)
      {
        g_string_append_c (out, '?');
        return;
      }
  g_string_append_printf (out, "%" G_GUINT64_FORMAT, product);
}

/* What is known of a tensor, and where: `input float32[4,3] at 50 Hz`. */
static const char *
dup_title (ImArena *arena, const ImParameter *parameter, const ImTensorType *type)
{
  g_autoptr (GString) text = g_string_new (parameter->name.text);

  g_string_append_printf (text, " %s", im_dtype_get_info (type->dtype)->name);
  im_shape_append_text (&type->shape, text);
  if (type->rate_hz != 0)
    g_string_append_printf (text, " at %.6g Hz", type->rate_hz);

  return elide (arena, IM_STYLE_TYPE, text->str, MAX_TITLE);
}

static void
fill_column (ImAxisColumn *column, ImArena *arena, const ImShape *shape, guint axis)
{
  g_autoptr (GString) size = g_string_new (NULL);
  g_autoptr (GString) layout = g_string_new ("step ");
  const ImShapeAxis *about = shape->axes == NULL ? NULL : &shape->axes[axis];
  const char *name = about == NULL         ? NULL
                     : about->name != NULL ? about->name
                                           : about->labels;

  append_size (size, shape->size[axis]);
  append_product (layout, shape, 0, axis);
  g_string_append (layout, " · slot ");
  append_product (layout, shape, axis + 1, shape->rank);
  column->size = im_arena_strdup (arena, size->str);
  column->layout = im_arena_strdup (arena, layout->str);
  column->axis = im_arena_printf (arena, "axis %u", axis);
  column->name = name == NULL || *name == '\0'
                     ? NULL
                     : elide (arena, IM_STYLE_VALUE, name, MAX_NAME);
  column->box_width = MAX (im_scene_text_get_width (IM_STYLE_SIZE, column->size) +
                               PADDING,
                           MIN_BOX + DOUBLING * log2 (MAX (1, shape->size[axis])));
}

static void
fill_row (ImAxisRow *row,
          ImArena *arena,
          const ImParameter *parameter,
          const ImTensorType *type)
{
  row->title = dup_title (arena, parameter, type);
  row->rank = type->shape.rank;
  for (guint i = 0; i < row->rank; i++)
    fill_column (&row->columns[i], arena, &type->shape, i);
  if (row->rank == 0)
    row->columns[0] = (ImAxisColumn){ .size = "1",
                                      .axis = "one element",
                                      .layout = "no axes",
                                      .box_width = MIN_BOX };
}

/* What chose the axis and its size, in one line. */
static const char *
dup_reasons (ImArena *arena, const char *a, const char *b)
{
  if (a == NULL || b == NULL)
    return a == NULL ? b : a;

  return im_arena_printf (arena, "%s · %s", a, b);
}

static double
get_words_width (const ImAxisColumn *column)
{
  double first = column->words[0] == NULL
                     ? 0
                     : im_scene_text_get_width (IM_STYLE_NAME, column->words[0]);
  double second = column->words[1] == NULL
                      ? 0
                      : im_scene_text_get_width (IM_STYLE_VALUE, column->words[1]);

  return MAX (first, second);
}

static void
set_words (ImAxisColumn *column, ImArena *arena, const char *first, const char *second)
{
  column->words[0] = elide (arena, IM_STYLE_NAME, first, MAX_WORDS);
  if (second != NULL)
    column->words[1] = elide (arena, IM_STYLE_VALUE, second, MAX_WORDS);
}

/* `257 → 40`, or of axes that are joined `3 + 2 → 5`. */
static const char *
dup_replaced (const ImAxisPicture *picture, ImArena *arena, guint axis)
{
  const ImAxisOrigin *origin = &picture->relation->axes[axis];
  const ImAxisRow *input = &picture->inputs[origin->input];
  g_autoptr (GString) text = g_string_new (input->columns[origin->axis].size);

  for (guint i = 0; i < origin->n_joined; i++)
    {
      input = &picture->inputs[origin->joined[i].input];
      g_string_append_printf (text, " + %s", input->columns[origin->joined[i].axis].size);
    }
  g_string_append_printf (text, " → %s", picture->output.columns[axis].size);

  return im_arena_strdup (arena, text->str);
}

static void
find_output_words (ImAxisPicture *picture, ImArena *arena, guint axis)
{
  const ImAxisRelation *relation = picture->relation;
  const ImAxisOrigin *origin = &relation->axes[axis];
  ImAxisColumn *column = &picture->output.columns[axis];
  const char *reasons = dup_reasons (arena, origin->size_by, origin->axis_by);

  switch (origin->change)
    {
    case IM_AXIS_KEPT:
    case IM_AXIS_MOVED:
      set_words (column, arena, origin->change == IM_AXIS_KEPT ? "kept" : "moved",
                 origin->axis == axis
                     ? NULL
                     : im_arena_printf (arena, "was axis %u", origin->axis));
      break;
    case IM_AXIS_REPLACED:
      set_words (column, arena, dup_replaced (picture, arena, axis),
                 reasons == NULL ? "replaced" : reasons);
      break;
    case IM_AXIS_INSERTED:
      if (relation->is_reshaped)
        set_words (column, arena, "reshaped", "same order");
      else
        set_words (column, arena, "inserted", reasons);
      break;
    case IM_AXIS_MERGED:
      set_words (column, arena, "merged", "all elements");
      break;
    case IM_AXIS_WINDOW:
      set_words (column, arena, "window",
                 im_arena_printf (arena, "%.6g inputs", relation->window.window));
      break;
    case IM_AXIS_ALIGNED:
      set_words (column, arena, "same size", reasons);
      break;
    case IM_N_AXIS_CHANGES:
    default:
      g_return_if_reached ();
    }
}

/* A band is as wide as its words, and so are the boxes at its ends. */
static void
widen_boxes (ImAxisPicture *picture)
{
  for (guint i = 0; i < picture->output.rank; i++)
    {
      const ImAxisOrigin *origin = &picture->relation->axes[i];
      ImAxisColumn *column = &picture->output.columns[i];
      double width = get_words_width (column) + WORDS_PADDING;

      column->box_width = MAX (column->box_width, width);
      if (origin->input < 0 || origin->change == IM_AXIS_MERGED)
        continue;
      column = &picture->inputs[origin->input].columns[origin->axis];
      column->box_width = MAX (column->box_width, width);
    }
}

static void
find_words (ImAxisPicture *picture, ImArena *arena)
{
  const ImAxisRelation *relation = picture->relation;

  for (guint i = 0; i < relation->n_inputs; i++)
    for (guint k = 0; k < picture->inputs[i].rank; k++)
      if (relation->inputs[i].fates[k] == IM_AXIS_REMOVED)
        {
          set_words (&picture->inputs[i].columns[k], arena, "removed",
                     relation->inputs[i].removed_by[k]);
          picture->has_removed = TRUE;
        }
  for (guint i = 0; i < picture->output.rank; i++)
    find_output_words (picture, arena, i);
  widen_boxes (picture);
}

static double
get_column_width (const ImAxisColumn *column)
{
  double width = MAX (column->box_width,
                      im_scene_text_get_width (IM_STYLE_SOCKET, column->layout));

  width = MAX (width, im_scene_text_get_width (IM_STYLE_ID, column->axis));
  if (column->name != NULL)
    width = MAX (width, im_scene_text_get_width (IM_STYLE_VALUE, column->name));

  return MAX (width, get_words_width (column));
}

static void
widen (double *widths, ImAxisPicture *picture, const ImAxisRow *row)
{
  for (guint i = 0; i < MAX (1, row->rank); i++)
    {
      widths[i] = MAX (widths[i], get_column_width (&row->columns[i]));
      picture->has_names = picture->has_names || row->columns[i].name != NULL;
    }
}

static double
get_row_width (const double *widths, const ImAxisRow *row)
{
  double width = -GAP;

  for (guint i = 0; i < MAX (1, row->rank); i++)
    width += widths[i] + GAP;

  return MAX (width, im_scene_text_get_width (IM_STYLE_TYPE, row->title));
}

static void
place_row (const double *widths, ImAxisRow *row, double right)
{
  double x = right;

  row->right = right;
  for (guint i = 0; i < MAX (1, row->rank); i++)
    {
      row->columns[i].x = x - widths[i] / 2;
      x -= widths[i] + GAP;
    }
  row->left = x + GAP;
}

static void
place (ImAxisPicture *picture)
{
  const guint n = picture->relation->n_inputs;
  double widths[IM_SHAPE_MAX_RANK] = { 0 };
  double right;

  widen (widths, picture, &picture->output);
  for (guint i = 0; i < n; i++)
    widen (widths, picture, &picture->inputs[i]);

  right = get_row_width (widths, &picture->output);
  if (n > 0)
    right = MAX (right, get_row_width (widths, &picture->inputs[0]));
  place_row (widths, &picture->output, right);
  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        right += INPUT_GAP + get_row_width (widths, &picture->inputs[i]);
      place_row (widths, &picture->inputs[i], right);
    }
  picture->width = right;
}

void
im_axis_picture_measure (ImAxisPicture *picture,
                         const ImAxisRelation *relation,
                         ImArena *arena)
{
  double captions;

  *picture = (ImAxisPicture){ .relation = relation };
  picture->inputs = im_arena_new0 (arena, ImAxisRow, MAX (1, relation->n_inputs));
  for (guint i = 0; i < relation->n_inputs; i++)
    fill_row (&picture->inputs[i], arena, relation->inputs[i].parameter,
              relation->inputs[i].type);
  fill_row (&picture->output, arena, relation->parameter, relation->type);
  find_words (picture, arena);
  place (picture);

  captions = IM_AXIS_TITLE + (picture->has_names ? 3 : 2) * IM_AXIS_CAPTION;
  picture->height = 2 * (captions + IM_AXIS_BOX) + im_axis_picture_get_band (picture);
}
