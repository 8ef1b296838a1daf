/* SPDX-License-Identifier: MIT */
#include "scene/shape/im-scene-shapes.h"

#include "program/im-program-title.h"
#include "scene/display/im-scene-metrics.h"
#include "scene/pipeline/im-pipeline-part.h"
#include "scene/shape/im-shape-diagram.h"

#define MARGIN    28
#define HEAD      84
#define MAX_TITLE 480
#define MAX_NAME  220 /* width of texts in a unit */
#define BOX       46  /* height of a unit */
#define PADDING   14
#define GAP       28 /* between units, shapes and texts */
#define ROW_GAP   26 /* between rows, for the arrow */
#define ARROW     7

/* A unit or an input of the pipeline, with the tensors that it gives. */
typedef struct
{
  const ImInstance *instance; /* NULL of an input */
  const char *name;
  const char *id;
  const char *reads; /* NULL if it reads the row above */
  guint *tensors;
  guint n_tensors;
} Row;

typedef struct
{
  ImPicture picture;
  GArray *rows;
  ImShapeColumns columns;
  double box_width;
  double right;
} Shapes;

/* The tensors at the inputs or outputs of a unit, but for constants. */
static guint *
find_tensors (const Shapes *shapes,
              const ImInstance *instance,
              gboolean is_input,
              guint *n)
{
  const ImProgram *program = shapes->picture.program;
  const ImUnit *unit = instance->unit;
  guint *tensors = im_arena_new0 (shapes->picture.arena, guint,
                                  MAX (1, unit->n_parameters));

  *n = 0;
  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];
      gint tensor = parameter->kind > IM_PARAMETER_RETURN
                        ? -1
                        : instance->tensors[parameter->slot];

      if ((parameter->kind == IM_PARAMETER_INPUT) == is_input && tensor >= 0 &&
          program->tensors[tensor].constant == NULL)
        tensors[(*n)++] = (guint) tensor;
    }

  return tensors;
}

static gboolean
gives_all (const Row *row, const guint *tensors, guint n)
{
  guint found = 0;

  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < row->n_tensors; k++)
      found += row->tensors[k] == tensors[i] ? 1 : 0;

  return found == n;
}

/* The names of what a unit reads, unless the row above gives it all. */
static const char *
get_reads (Shapes *shapes, const ImInstance *instance)
{
  ImArena *arena = shapes->picture.arena;
  const Row *above = shapes->rows->len == 0
                         ? NULL
                         : &g_array_index (shapes->rows, Row, shapes->rows->len - 1);
  g_autoptr (GString) text = g_string_new (NULL);
  guint n;
  const guint *tensors = find_tensors (shapes, instance, TRUE, &n);

  if (n == 0 || (above != NULL && gives_all (above, tensors, n)))
    return NULL;
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s", i == 0 ? "reads " : ", ",
                            shapes->picture.program->tensors[tensors[i]].name);

  return im_arena_strdup (arena, text->str);
}

static const char *
elide (Shapes *shapes, ImSceneStyleId style, const char *text)
{
  g_autofree char *elided = im_scene_path_dup_elided (style, text, MAX_NAME);

  return im_arena_strdup (shapes->picture.arena, elided);
}

static void
add_row (Shapes *shapes, Row row)
{
  double width;

  row.name = elide (shapes, IM_STYLE_NAME, row.name);
  row.id = elide (shapes, IM_STYLE_ID, row.id);
  width = MAX (im_scene_text_get_width (IM_STYLE_NAME, row.name),
               im_scene_text_get_width (IM_STYLE_ID, row.id));
  shapes->box_width = MAX (shapes->box_width, width + 2 * PADDING);
  for (guint i = 0; i < row.n_tensors; i++)
    im_shape_columns_add (&shapes->columns,
                          &shapes->picture.program->tensors[row.tensors[i]].type.shape);
  g_array_append_val (shapes->rows, row);
}

/* With the names of the composites around it. */
static const char *
get_name (Shapes *shapes, const ImInstance *instance)
{
  g_autofree char *title = im_program_dup_title (instance->path, instance->unit);

  return im_arena_strdup (shapes->picture.arena, title);
}

static void
find_rows (Shapes *shapes)
{
  const ImProgram *program = shapes->picture.program;
  ImArena *arena = shapes->picture.arena;

  for (guint i = 0; i < program->n_inputs; i++)
    if (program->inputs[i].tensor >= 0)
      {
        guint *tensor = im_arena_new0 (arena, guint, 1);

        *tensor = (guint) program->inputs[i].tensor;
        add_row (shapes, (Row){ .name = program->inputs[i].parameter->text,
                                .id = program->inputs[i].name,
                                .tensors = tensor,
                                .n_tensors = 1 });
      }
  for (guint i = 0; i < program->n_instances; i++)
    {
      const ImInstance *instance = &program->instances[i];
      Row row = { .instance = instance,
                  .name = get_name (shapes, instance),
                  .id = instance->unit->id.text };

      row.reads = get_reads (shapes, instance);
      row.tensors = find_tensors (shapes, instance, FALSE, &row.n_tensors);
      add_row (shapes, row);
    }
}

static void
draw_text (Shapes *shapes,
           ImScene *scene,
           ImSceneStyleId style,
           ImScenePoint at,
           const char *text)
{
  double right = at.x + im_scene_text_get_width (style, text);

  im_scene_add_text (scene, style, at, IM_ANCHOR_START, text);
  shapes->right = MAX (shapes->right, right);
}

static void
draw_tensor (Shapes *shapes, ImScene *scene, guint tensor, gboolean named, double y)
{
  const ImProgramTensor *row = &shapes->picture.program->tensors[tensor];
  double x = MARGIN + shapes->box_width + GAP +
             im_shape_columns_get_width (&shapes->columns);
  const char *type, *samples;

  im_picture_describe_tensor (&shapes->picture, tensor, &type, &samples);
  im_shape_diagram_draw (scene, &shapes->columns, &row->type.shape,
                         (ImScenePoint){ x, y });
  x += GAP;
  draw_text (shapes, scene, IM_STYLE_TYPE, (ImScenePoint){ x, y + 13 }, type);
  if (samples != NULL)
    draw_text (shapes, scene, IM_STYLE_RATE, (ImScenePoint){ x, y + 28 }, samples);
  if (named)
    draw_text (shapes, scene, IM_STYLE_SOCKET, (ImScenePoint){ x, y + 43 },
               row->parameter->name.text);
}

static void
draw_box (Shapes *shapes, ImScene *scene, const Row *row, double y)
{
  ImSceneStyleId style = row->instance == NULL                    ? IM_STYLE_INPUT
                         : im_unit_is_queue (row->instance->unit) ? IM_STYLE_QUEUE
                                                                  : IM_STYLE_UNIT;
  ImScenePoint text = { MARGIN + PADDING, y + 20 };

  im_scene_add_rectangle (scene, style, (ImScenePoint){ MARGIN, y }, shapes->box_width,
                          BOX, style == IM_STYLE_INPUT ? BOX / 2.0 : 6);
  im_scene_add_text (scene, IM_STYLE_NAME, text, IM_ANCHOR_START, row->name);
  text.y += 15;
  im_scene_add_text (scene, IM_STYLE_ID, text, IM_ANCHOR_START, row->id);
}

/* From the row above, if that is what is read. */
static void
draw_arrow (Shapes *shapes, ImScene *scene, double from, double to)
{
  double x = MARGIN + shapes->box_width / 2;

  im_scene_begin_path (scene, IM_STYLE_PIPE);
  im_scene_move_to (scene, (ImScenePoint){ x, from });
  im_scene_line_to (scene, (ImScenePoint){ x, to - ARROW });
  im_scene_begin_path (scene, IM_STYLE_ARROW);
  im_scene_move_to (scene, (ImScenePoint){ x, to });
  im_scene_line_to (scene, (ImScenePoint){ x - ARROW / 2.0, to - ARROW });
  im_scene_line_to (scene, (ImScenePoint){ x + ARROW / 2.0, to - ARROW });
  im_scene_close_path (scene);
}

/* Returns the lower edge of the row. */
static double
draw_row (Shapes *shapes, ImScene *scene, const Row *row, double y)
{
  double bottom = y + BOX;

  im_scene_open_group (scene, row->name);
  draw_box (shapes, scene, row, y);
  for (guint i = 0; i < row->n_tensors; i++)
    {
      double top = y + i * (IM_SHAPE_ROW_HEIGHT + 8);

      draw_tensor (shapes, scene, row->tensors[i], row->n_tensors > 1, top);
      bottom = top + IM_SHAPE_ROW_HEIGHT;
    }
  im_scene_close_group (scene);

  return bottom;
}

/* A line about what is read stands above the unit. */
static double
draw_rows (Shapes *shapes, ImScene *scene)
{
  double box_bottom = 0, y = HEAD;

  for (guint i = 0; i < shapes->rows->len; i++)
    {
      const Row *row = &g_array_index (shapes->rows, Row, i);

      if (row->reads != NULL)
        {
          g_autofree char *reads = im_scene_text_dup_elided (IM_STYLE_SOCKET, row->reads,
                                                             MAX_TITLE);

          draw_text (shapes, scene, IM_STYLE_SOCKET, (ImScenePoint){ MARGIN, y - 6 },
                     reads);
        }
      else if (i > 0 && row->instance != NULL)
        draw_arrow (shapes, scene, box_bottom, y);
      box_bottom = y + BOX;
      y = draw_row (shapes, scene, row, y) + ROW_GAP;
    }

  return y - ROW_GAP;
}

static void
draw_head (Shapes *shapes, ImScene *scene, const ImUnit *unit)
{
  g_autofree char *title = im_scene_text_dup_elided (IM_STYLE_TITLE, unit->display_name,
                                                     MAX_TITLE);

  draw_text (shapes, scene, IM_STYLE_TITLE, (ImScenePoint){ MARGIN, MARGIN + 16 }, title);
  draw_text (shapes, scene, IM_STYLE_SUBTITLE, (ImScenePoint){ MARGIN, MARGIN + 35 },
             "Sizes of axes, axis 0 at the right; a step is counted in elements");
}

ImScene *
im_scene_shapes_new (const ImProgram *program)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (Row));
  Shapes shapes = { .picture = { .program = program, .arena = arena },
                    .rows = rows,
                    .box_width = 120 };

  find_rows (&shapes);

  g_autofree char *description = im_picture_dup_description (&shapes.picture);
  ImScene *scene = im_scene_new (program->unit->display_name, description);
  draw_head (&shapes, scene, program->unit);
  scene->height = draw_rows (&shapes, scene) + MARGIN;
  scene->width = shapes.right + MARGIN;

  return scene;
}
