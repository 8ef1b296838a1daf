/* SPDX-License-Identifier: MIT
 *
 * Windows of queues, compared with the examples of the shipped units, which are run: as
 * many outputs have to come of their inputs as the windows tell.
 */
#include "program/im-queue-window.h"
#include "shipped-units.h"

/* How many tensors the numbers of a socket are. */
static guint
count_tensors (const ImUnitExampleTensor *tensors,
               guint n,
               const ImParameter *parameter,
               ImUnitEvaluation *evaluation)
{
  ImValue value;
  gint32 flat;

  g_assert_true (im_unit_evaluation_get_value (evaluation, parameter, &value, NULL));
  g_assert_true (
      im_shape_product (&value.tensor->shape, 0, value.tensor->shape.rank, &flat, NULL));
  for (guint i = 0; i < n; i++)
    if (tensors[i].parameter == parameter)
      return tensors[i].n_numbers / (guint) flat;

  return 0;
}

static guint
count_outputs (const ImQueueWindow *window, guint n_inputs)
{
  guint n = 0;

  while (im_queue_window_count_needed (window, n) <= n_inputs)
    n++;

  return n;
}

/* Returns how many examples were compared. */
static guint
check_unit (const ImUnit *unit)
{
  guint n = 0;

  for (guint i = 0; i < unit->n_examples; i++)
    {
      const ImUnitExample *example = &unit->examples[i];
      g_autoptr (ImArena) arena = im_arena_new ();
      g_autoptr (ImUnitEvaluation) evaluation = shipped_units_evaluate (unit, example,
                                                                        arena);
      ImQueueWindow window;

      g_test_message ("%s, example %u", unit->id.text, i);
      g_assert_true (im_queue_window_find (evaluation, &window));
      g_assert_cmpfloat (window.stride, >, 0);
      if (window.window == 0)
        continue;
      g_assert_cmpuint (
          count_outputs (&window, count_tensors (example->inputs, example->n_inputs,
                                                 window.input, evaluation)),
          ==,
          count_tensors (example->outputs, example->n_outputs, window.output,
                         evaluation));
      n++;
    }

  return n;
}

static void
test_examples (void)
{
  static const char *const units[] = { "Core.Queues.SlidingWindow",
                                       "Core.Queues.Decimate", "Core.Queues.BlockAverage",
                                       "Core.Spectral.MelSpectrogram" };
  g_autoptr (ImUnitLibrary) library = shipped_units_new_library ();

  for (gsize i = 0; i < G_N_ELEMENTS (units); i++)
    {
      const ImUnit *unit = im_unit_library_find (library, units[i]);

      g_assert_nonnull (unit);
      g_assert_cmpuint (check_unit (unit), >, 0);
    }
}

typedef struct
{
  const char *name;
  const char *unit;
  const char *input;
  double window; /* 0 if it is not known */
  double stride; /* 0 if there is none */
} Case;

static const Case cases[] = {
  { "no-queue", "Core.Math.Abs", "float32[3]@50", 0, 0 },
  { "no-rate", "Core.Queues.BlockAverage", "float32[3]", 10, 10 },
  { "rate", "Core.Queues.BlockAverage", "float32[3]@50", 10, 10 },
  { "not-whole", "Core.Queues.SlidingWindow", "float32[4,1]@7", 12.5, 6.25 },
  { "fixed-rate", "Core.Queues.Resample", "float32[4]@50", 0, 2 },
  { "fixed-rate-only", "Core.Queues.Resample", "float32[4]", 0, 0 },
  { "no-elements", "Core.Queues.SlidingWindow", "float32[0]@7", 0, 0 },
};

static void
test_case (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (ImUnitLibrary) library = shipped_units_new_library ();
  const ImUnit *unit = im_unit_library_find (library, c->unit);
  ImTensorType type;
  const ImUnitBinding binding = { "input", IM_TENSOR (&type) };
  ImQueueWindow window = { 0 };

  g_assert_nonnull (unit);
  g_assert_true (im_tensor_type_parse (c->input, &type, NULL));

  g_autoptr (ImUnitEvaluation) evaluation = im_unit_evaluation_new (unit, &binding, 1);
  g_assert_cmpint (im_queue_window_find (evaluation, &window), ==, c->stride > 0);
  g_assert_cmpfloat (window.window, ==, c->window);
  g_assert_cmpfloat_with_epsilon (window.stride, c->stride, 1e-9);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/queue-window/examples", test_examples);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/queue-window/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }

  return g_test_run ();
}
