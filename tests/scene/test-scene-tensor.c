/* SPDX-License-Identifier: MIT
 *
 * The picture of one tensor: all is in it, and nothing hides anything.
 */
#include "scene/shape/im-scene-tensor.h"

#include "scene-geometry.h"

typedef struct
{
  const char *name;
  const char *title;
  const char *shape;
  const char *type;
  const char *texts; /* of the picture, in their order */
} TensorCase;

static const TensorCase tensor_cases[] = {
  { "scalar", "level", "[]", "[] float32", "1; one element; " },
  { "matrix", "output", "[400,3]", "[400,3] float32 · 100 Hz",
    "3; axis 0 · step 1; 400; axis 1 · step 3; " },
  { "long-name", "a name that is much longer than the boxes of this shape are wide",
    "[2]", "[2] q15", "2; axis 0 · step 1; " },
  { "unknown", "input", "[?,3]", "[?,3] float32",
    "3; axis 0 · step 1; ?; axis 1 · step 3; " },
};

static void
test_tensor (gconstpointer data)
{
  const TensorCase *c = data;
  ImShape shape;
  g_autoptr (ImScene) scene = NULL;
  g_autoptr (GString) texts = g_string_new (NULL);

  g_assert_true (im_shape_parse_open (c->shape, -1, &shape, NULL));
  scene = im_scene_tensor_new (c->title, &shape, c->type);
  scene_geometry_check (scene);
  g_assert_cmpstr (scene->title, ==, c->title);
  g_assert_cmpstr (scene->description, ==, c->type);
  for (guint i = 0; i < scene->n_items; i++)
    if (scene->items[i].kind == IM_SCENE_TEXT)
      g_string_append_printf (texts, "%s; ", scene->items[i].text);
  g_assert_cmpstr (texts->str, ==, c->texts);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tensor_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/scene-tensor/", tensor_cases[i].name, NULL);

      g_test_add_data_func (path, &tensor_cases[i], test_tensor);
    }

  return g_test_run ();
}
