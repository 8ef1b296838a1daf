/* SPDX-License-Identifier: MIT */
#include "scene/shape/im-scene-layer-shape.h"

#include <string.h>

#include "scene/display/im-scene-metrics.h"
#include "scene/shape/im-axis-picture.h"

#define MARGIN    28
#define HEAD      84
#define LAYER     40 /* name and id of a layer */
#define LAYER_GAP 34
#define MAX_TITLE 480
#define NOTHING   "no axes to show"

typedef struct
{
  const char *name;
  const char *id;
  const char *window;      /* NULL if it is no queue */
  ImAxisPicture *pictures; /* one per output */
  guint n_pictures;
} Layer;

typedef struct
{
  ImArena *arena;
  GArray *layers; /* of Layer */
  GString *description;
  double width;
} Layers;

static const char *
elide (Layers *layers, ImSceneStyleId style, const char *text)
{
  g_autofree char *elided = im_scene_text_dup_elided (style, text, MAX_TITLE);

  layers->width = MAX (layers->width, im_scene_text_get_width (style, elided));

  return im_arena_strdup (layers->arena, elided);
}

/* `Axes of input: axis 1, 50, step 3 · slot 1; axis 0, 3, step 1 · slot 50, x,y,z.` */
static void
describe_row (const ImAxisRow *row, const ImParameter *parameter, GString *out)
{
  if (row->rank == 0)
    return;
  g_string_append_printf (out, "Axes of %s: ", parameter->name.text);
  for (guint i = row->rank; i-- > 0;)
    {
      const ImAxisColumn *column = &row->columns[i];

      g_string_append_printf (out, "%s, %s, %s%s%s%s", column->axis, column->size,
                              column->layout, column->name == NULL ? "" : ", ",
                              column->name == NULL ? "" : column->name,
                              i == 0 ? ".\n" : "; ");
    }
}

static void
describe (Layers *layers, const ImAxisPicture *picture)
{
  const ImAxisRelation *relation = picture->relation;
  GString *out = layers->description;

  for (guint i = 0; i < relation->n_inputs; i++)
    g_string_append_printf (out, "%s%s", i == 0 ? "Reads " : ", ",
                            picture->inputs[i].title);
  g_string_append_printf (out, "%s %s.\n", relation->n_inputs > 0 ? ", gives" : "Gives",
                          picture->output.title);
  for (guint i = 0; i < relation->n_inputs; i++)
    describe_row (&picture->inputs[i], relation->inputs[i].parameter, out);
  describe_row (&picture->output, relation->parameter, out);
  im_axis_relation_append_text (relation, out);
}

static const char *
dup_window (Layers *layers, const ImQueueWindow *window)
{
  g_autoptr (GString) text = g_string_new ("queue: ");

  im_queue_window_append_text (window, text);

  return elide (layers, IM_STYLE_TAG, text->str);
}

static gboolean
is_shown (const ImParameter *parameter)
{
  return (parameter->kind == IM_PARAMETER_OUTPUT ||
          parameter->kind == IM_PARAMETER_RETURN) &&
         !parameter->socket->is_time;
}

static guint
count_shown (const ImUnit *unit)
{
  guint n = 0;

  for (guint i = 0; i < unit->n_parameters; i++)
    n += is_shown (&unit->parameters[i]) ? 1 : 0;

  return n;
}

static void
add_layer (Layers *layers, const char *path, ImUnitEvaluation *evaluation)
{
  const ImUnit *unit = im_unit_evaluation_get_unit (evaluation);
  g_autofree char *id = *path == '\0' ? g_strdup (unit->id.text)
                                      : g_strdup_printf ("%s · %s", path, unit->id.text);
  Layer layer = { .name = elide (layers, IM_STYLE_NAME, unit->display_name),
                  .id = elide (layers, IM_STYLE_ID, id) };

  layer.pictures = im_arena_new0 (layers->arena, ImAxisPicture,
                                  MAX (1, count_shown (unit)));
  g_string_append_printf (layers->description, "%s (%s).\n", unit->display_name, id);
  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];
      const ImAxisRelation *relation = is_shown (parameter)
                                           ? im_axis_relation_new (evaluation, parameter,
                                                                   layers->arena)
                                           : NULL;

      if (relation == NULL)
        continue;

      ImAxisPicture *picture = &layer.pictures[layer.n_pictures++];
      im_axis_picture_measure (picture, relation, layers->arena);
      describe (layers, picture);
      if (relation->has_window)
        layer.window = dup_window (layers, &relation->window);
      layers->width = MAX (layers->width, picture->width);
    }
  g_array_append_val (layers->layers, layer);
}

static double
draw_layer (const Layer *layer, ImScene *scene, double y)
{
  ImScenePoint text = { MARGIN, y + 12 };

  im_scene_open_group (scene, layer->id);
  im_scene_add_text (scene, IM_STYLE_NAME, text, IM_ANCHOR_START, layer->name);
  text.y += 15;
  im_scene_add_text (scene, IM_STYLE_ID, text, IM_ANCHOR_START, layer->id);
  y += LAYER;
  if (layer->window != NULL)
    {
      text.y += 15;
      im_scene_add_text (scene, IM_STYLE_TAG, text, IM_ANCHOR_START, layer->window);
      y += 15;
    }
  for (guint i = 0; i < layer->n_pictures; i++)
    {
      im_axis_picture_draw (&layer->pictures[i], scene, (ImScenePoint){ MARGIN, y });
      y += layer->pictures[i].height + (i + 1 < layer->n_pictures ? LAYER_GAP : 0);
    }
  if (layer->n_pictures == 0)
    im_scene_add_text (scene, IM_STYLE_SUBTITLE, (ImScenePoint){ MARGIN, y },
                       IM_ANCHOR_START, NOTHING);
  im_scene_close_group (scene);

  return y;
}

static void
draw_divider (ImScene *scene, double y)
{
  im_scene_begin_path (scene, IM_STYLE_DIVIDER);
  im_scene_move_to (scene, (ImScenePoint){ MARGIN, y });
  im_scene_line_to (scene, (ImScenePoint){ scene->width - MARGIN, y });
}

static void
draw_layers (const Layers *layers, ImScene *scene)
{
  double y = HEAD;

  for (guint i = 0; i < layers->layers->len; i++)
    {
      if (i > 0)
        draw_divider (scene, y + LAYER_GAP / 2.0);
      y = draw_layer (&g_array_index (layers->layers, Layer, i), scene,
                      i == 0 ? y : y + LAYER_GAP);
    }
  scene->height = y + MARGIN;
}

static ImScene *
draw (Layers *layers, const ImUnit *unit)
{
  static const char subtitle[] = "What becomes of axes; axis 0 is at the right. Step: "
                                 "elements to the next index. Slot: repetitions.";
  const char *title = elide (layers, IM_STYLE_TITLE, unit->display_name);

  elide (layers, IM_STYLE_SUBTITLE, subtitle);
  if (layers->description->len > 0)
    g_string_truncate (layers->description, layers->description->len - 1);

  ImScene *scene = im_scene_new (unit->display_name, layers->description->str);
  layers->width = MAX (layers->width,
                       im_scene_text_get_width (IM_STYLE_SUBTITLE, subtitle));
  scene->width = layers->width + 2 * MARGIN;
  im_scene_add_text (scene, IM_STYLE_TITLE, (ImScenePoint){ MARGIN, MARGIN + 16 },
                     IM_ANCHOR_START, title);
  im_scene_add_text (scene, IM_STYLE_SUBTITLE, (ImScenePoint){ MARGIN, MARGIN + 35 },
                     IM_ANCHOR_START, subtitle);
  draw_layers (layers, scene);

  return scene;
}

ImScene *
im_scene_layer_shape_new (const ImProgram *program, const char *path)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (Layer));
  g_autoptr (GString) description = g_string_new (NULL);
  Layers layers = { .arena = arena, .layers = rows, .description = description };
  ImUnitEvaluation *evaluation = NULL;

  if (path != NULL)
    {
      for (guint i = 0; i < program->n_instances && evaluation == NULL; i++)
        if (strcmp (program->instances[i].path, path) == 0)
          evaluation = program->instances[i].evaluation;
      if (evaluation == NULL)
        evaluation = im_program_find_evaluation (program, path);
      if (evaluation == NULL)
        return NULL;
      add_layer (&layers, path, evaluation);
    }
  for (guint i = 0; path == NULL && i < program->n_instances; i++)
    add_layer (&layers, program->instances[i].path, program->instances[i].evaluation);

  return draw (&layers, program->unit);
}
