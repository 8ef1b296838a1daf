/* SPDX-License-Identifier: MIT */
#include "scene/shape/im-axis-picture.h"

#define BAND_GAP    4  /* between a box and a band */
#define BAND_BARE   44 /* of a band, above its words */
#define STUB        10 /* of what ends */
#define CAPTION_GAP 5
#define RADIUS      4

/* A row on the canvas. */
typedef struct
{
  const ImAxisPicture *picture;
  ImScene *scene;
  ImScenePoint corner;
  double input_bottom;
  double output_top;
} Drawing;

/* One end of a band. */
typedef struct
{
  double left;
  double right;
} Edge;

double
im_axis_picture_get_band (const ImAxisPicture *picture)
{
  return BAND_BARE + (picture->has_removed ? 2 : 1) * IM_AXIS_WORDS;
}

static Edge
get_edge (const Drawing *drawing, const ImAxisColumn *column)
{
  double x = drawing->corner.x + column->x;

  return (Edge){ x - column->box_width / 2, x + column->box_width / 2 };
}

/* From the left edge of the outermost box to the right edge of the innermost one. */
static Edge
get_whole_edge (const Drawing *drawing, const ImAxisRow *row)
{
  Edge right = get_edge (drawing, &row->columns[0]);
  Edge left = get_edge (drawing, &row->columns[MAX (1, row->rank) - 1]);

  return (Edge){ left.left, right.right };
}

static double
get_words_top (const Drawing *drawing)
{
  return drawing->output_top - BAND_GAP - IM_AXIS_WORDS;
}

/* From below an input down to @bottom, straight behind the words. */
static void
draw_band_to (const Drawing *drawing,
              ImSceneStyleId style,
              Edge from,
              Edge to,
              double bottom)
{
  ImScene *scene = drawing->scene;
  double top = drawing->input_bottom + BAND_GAP, bend = get_words_top (drawing);
  double start = top + (drawing->picture->has_removed ? STUB + IM_AXIS_WORDS : 0);
  double middle = (start + bend) / 2;

  im_scene_begin_path (scene, style);
  im_scene_move_to (scene, (ImScenePoint){ from.left, top });
  im_scene_line_to (scene, (ImScenePoint){ from.left, start });
  im_scene_curve_to (scene, (ImScenePoint){ from.left, middle },
                     (ImScenePoint){ to.left, middle }, (ImScenePoint){ to.left, bend });
  im_scene_line_to (scene, (ImScenePoint){ to.left, bottom });
  im_scene_line_to (scene, (ImScenePoint){ to.right, bottom });
  im_scene_line_to (scene, (ImScenePoint){ to.right, bend });
  im_scene_curve_to (scene, (ImScenePoint){ to.right, middle },
                     (ImScenePoint){ from.right, middle },
                     (ImScenePoint){ from.right, start });
  im_scene_line_to (scene, (ImScenePoint){ from.right, top });
  im_scene_close_path (scene);
}

static void
draw_band (const Drawing *drawing, ImSceneStyleId style, Edge from, Edge to)
{
  draw_band_to (drawing, style, from, to, drawing->output_top - BAND_GAP);
}

/* Ends above the words. */
static void
draw_dashed (const Drawing *drawing, const ImAxisColumn *from, const ImAxisColumn *to)
{
  ImScene *scene = drawing->scene;
  double top = drawing->input_bottom + BAND_GAP;
  double bottom = get_words_top (drawing);
  double middle = (top + bottom) / 2;
  double left = drawing->corner.x + from->x, right = drawing->corner.x + to->x;

  im_scene_begin_path (scene, IM_STYLE_AXIS_ALIGNED);
  im_scene_move_to (scene, (ImScenePoint){ left, top });
  im_scene_curve_to (scene, (ImScenePoint){ left, middle },
                     (ImScenePoint){ right, middle }, (ImScenePoint){ right, bottom });
}

/* A short band that narrows to a bar. */
static void
draw_end (const Drawing *drawing, const ImAxisColumn *column)
{
  ImScene *scene = drawing->scene;
  Edge edge = get_edge (drawing, column);
  double top = drawing->input_bottom + BAND_GAP;
  double inset = (edge.right - edge.left) / 4;

  im_scene_begin_path (scene, IM_STYLE_AXIS_REMOVED);
  im_scene_move_to (scene, (ImScenePoint){ edge.left, top });
  im_scene_line_to (scene, (ImScenePoint){ edge.left + inset, top + STUB });
  im_scene_line_to (scene, (ImScenePoint){ edge.right - inset, top + STUB });
  im_scene_line_to (scene, (ImScenePoint){ edge.right, top });
  im_scene_close_path (scene);
}

/* The part of a box that belongs to some of its elements. */
static Edge
get_part (Edge edge, gint32 start, gint32 length, gint32 size)
{
  double width = edge.right - edge.left;

  return (Edge){ edge.left + width * start / size,
                 edge.left + width * (start + length) / size };
}

/* An axis, and those that are put behind it, each into its part of the new one. */
static void
draw_joined (const Drawing *drawing, guint axis)
{
  const ImAxisPicture *picture = drawing->picture;
  const ImAxisOrigin *origin = &picture->relation->axes[axis];
  Edge to = get_edge (drawing, &picture->output.columns[axis]);
  gint32 start = 0;

  for (guint i = 0; i <= origin->n_joined; i++)
    {
      guint input = i == 0 ? (guint) origin->input : origin->joined[i - 1].input;
      guint from = i == 0 ? origin->axis : origin->joined[i - 1].axis;
      gint32 length = picture->relation->inputs[input].type->shape.size[from];

      draw_band_to (drawing, IM_STYLE_AXIS_REPLACED,
                    get_edge (drawing, &picture->inputs[input].columns[from]),
                    get_part (to, start, length, MAX (1, origin->size)),
                    get_words_top (drawing));
      start += length;
    }
  im_scene_add_rectangle (drawing->scene, IM_STYLE_AXIS_REPLACED,
                          (ImScenePoint){ to.left, get_words_top (drawing) },
                          to.right - to.left, IM_AXIS_WORDS, 0);
}

static void
draw_origin (const Drawing *drawing, guint axis)
{
  static const ImSceneStyleId styles[IM_N_AXIS_CHANGES] = {
    [IM_AXIS_KEPT] = IM_STYLE_AXIS_KEPT,
    [IM_AXIS_MOVED] = IM_STYLE_AXIS_MOVED,
    [IM_AXIS_REPLACED] = IM_STYLE_AXIS_REPLACED,
  };
  const ImAxisPicture *picture = drawing->picture;
  const ImAxisOrigin *origin = &picture->relation->axes[axis];
  const ImAxisColumn *to = &picture->output.columns[axis];
  const ImAxisRow *row;

  if (origin->input < 0 || origin->change == IM_AXIS_ALIGNED)
    return;
  row = &picture->inputs[origin->input];
  if (origin->n_joined > 0)
    draw_joined (drawing, axis);
  else if (origin->change == IM_AXIS_MERGED)
    draw_band (drawing, IM_STYLE_AXIS_REPLACED, get_whole_edge (drawing, row),
               get_edge (drawing, to));
  else
    draw_band (drawing, styles[origin->change],
               get_edge (drawing, &row->columns[origin->axis]), get_edge (drawing, to));
}

/* What ends, and inputs of whose axes the unit says nothing. */
static void
draw_input_bands (const Drawing *drawing, guint input)
{
  const ImAxisRelation *relation = drawing->picture->relation;
  const ImAxisRow *row = &drawing->picture->inputs[input];

  for (guint i = 0; i < row->rank; i++)
    if (relation->inputs[input].fates[i] == IM_AXIS_REMOVED)
      draw_end (drawing, &row->columns[i]);
    else if (im_axis_relation_is_aligned (relation, input, i))
      draw_dashed (drawing, &row->columns[i], &drawing->picture->output.columns[i]);
}

static void
draw_bands (const Drawing *drawing)
{
  const ImAxisPicture *picture = drawing->picture;
  const ImAxisRelation *relation = picture->relation;

  if (relation->is_reshaped)
    draw_band (drawing, IM_STYLE_AXIS_REPLACED,
               get_whole_edge (drawing, &picture->inputs[relation->reshaped]),
               get_whole_edge (drawing, &picture->output));
  for (guint i = picture->output.rank; i-- > 0;)
    draw_origin (drawing, i);
  for (guint i = 0; i < relation->n_inputs; i++)
    draw_input_bands (drawing, i);
}

static void
draw_centred (const Drawing *drawing,
              ImSceneStyleId style,
              const ImAxisColumn *column,
              double baseline,
              const char *text)
{
  if (text != NULL)
    im_scene_add_text (drawing->scene, style,
                       (ImScenePoint){ drawing->corner.x + column->x, baseline },
                       IM_ANCHOR_MIDDLE, text);
}

static void
draw_words (const Drawing *drawing, const ImAxisColumn *column, double top)
{
  draw_centred (drawing, IM_STYLE_NAME, column, top + 13, column->words[0]);
  draw_centred (drawing, IM_STYLE_VALUE, column, top + 28, column->words[1]);
}

/* Lines above or below the boxes; the name is farthest from them. */
static void
draw_captions (const Drawing *drawing,
               const ImAxisColumn *column,
               double first,
               gboolean is_above)
{
  double step = is_above ? -IM_AXIS_CAPTION : IM_AXIS_CAPTION;
  const char *near = is_above ? column->layout : column->axis;
  const char *far = is_above ? column->axis : column->layout;

  draw_centred (drawing, is_above ? IM_STYLE_SOCKET : IM_STYLE_ID, column, first, near);
  draw_centred (drawing, is_above ? IM_STYLE_ID : IM_STYLE_SOCKET, column, first + step,
                far);
  draw_centred (drawing, IM_STYLE_VALUE, column, first + 2 * step, column->name);
}

static void
draw_boxes (const Drawing *drawing, const ImAxisRow *row, double top, gboolean is_output)
{
  static const ImSceneStyleId styles[IM_N_AXIS_CHANGES] = {
    [IM_AXIS_KEPT] = IM_STYLE_AXIS,     [IM_AXIS_MOVED] = IM_STYLE_AXIS,
    [IM_AXIS_REPLACED] = IM_STYLE_AXIS, [IM_AXIS_INSERTED] = IM_STYLE_AXIS_INSERTED,
    [IM_AXIS_MERGED] = IM_STYLE_AXIS,   [IM_AXIS_WINDOW] = IM_STYLE_QUEUE,
    [IM_AXIS_ALIGNED] = IM_STYLE_AXIS,
  };
  const ImAxisRelation *relation = drawing->picture->relation;

  for (guint i = 0; i < MAX (1, row->rank); i++)
    {
      const ImAxisColumn *column = &row->columns[i];
      Edge edge = get_edge (drawing, column);
      gboolean is_plain = !is_output || row->rank == 0 || relation->is_reshaped;

      im_scene_add_rectangle (
          drawing->scene, is_plain ? IM_STYLE_AXIS : styles[relation->axes[i].change],
          (ImScenePoint){ edge.left, top }, column->box_width, IM_AXIS_BOX, RADIUS);
      draw_centred (drawing, IM_STYLE_SIZE, column, top + IM_AXIS_BOX / 2.0 + 5,
                    column->size);
      draw_captions (drawing, column,
                     is_output ? top + IM_AXIS_BOX + IM_AXIS_CAPTION : top - CAPTION_GAP,
                     !is_output);
    }
}

static void
draw_title (const Drawing *drawing, const ImAxisRow *row, double baseline)
{
  im_scene_add_text (drawing->scene, IM_STYLE_TYPE,
                     (ImScenePoint){ drawing->corner.x + row->right, baseline },
                     IM_ANCHOR_END, row->title);
}

static void
draw_all_words (const Drawing *drawing)
{
  const ImAxisPicture *picture = drawing->picture;

  for (guint i = 0; i < picture->relation->n_inputs; i++)
    for (guint k = 0; k < picture->inputs[i].rank; k++)
      draw_words (drawing, &picture->inputs[i].columns[k],
                  drawing->input_bottom + BAND_GAP + STUB);
  for (guint i = 0; i < picture->output.rank; i++)
    draw_words (drawing, &picture->output.columns[i], get_words_top (drawing));
}

void
im_axis_picture_draw (const ImAxisPicture *picture, ImScene *scene, ImScenePoint corner)
{
  double captions = (picture->has_names ? 3 : 2) * IM_AXIS_CAPTION;
  double input_top = corner.y + IM_AXIS_TITLE + captions;
  Drawing drawing = { .picture = picture,
                      .scene = scene,
                      .corner = corner,
                      .input_bottom = input_top + IM_AXIS_BOX };

  drawing.output_top = drawing.input_bottom + im_axis_picture_get_band (picture);
  draw_bands (&drawing);
  for (guint i = 0; i < picture->relation->n_inputs; i++)
    {
      draw_title (&drawing, &picture->inputs[i], corner.y + IM_AXIS_CAPTION - 2);
      draw_boxes (&drawing, &picture->inputs[i], input_top, FALSE);
    }
  draw_boxes (&drawing, &picture->output, drawing.output_top, TRUE);
  draw_title (&drawing, &picture->output, corner.y + picture->height - 2);
  draw_all_words (&drawing);
}
