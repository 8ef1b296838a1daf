/* SPDX-License-Identifier: MIT
 *
 * What becomes of axes, of units that are shipped.
 */
#include "program/im-axis-relation.h"
#include "shipped-units.h"

typedef struct
{
  const char *name;
  const char *unit;
  const char *inputs[2]; /* names and types, such as `a=float32[4]` */
  const char *options;   /* such as `axis=1 order=[1,0]`, or NULL */
  const char *expected;
} Case;

static const Case cases[] = {
  { "identity",
    "Core.Math.Abs",
    { "input=float32[4,3]" },
    NULL,
    "axis 1 of output, 4: kept, is axis 1 of input, 4.\n"
    "axis 0 of output, 3: kept, is axis 0 of input, 3.\n" },
  { "transpose",
    "Core.Shape.Transpose",
    { "input=float32[2,4,3]" },
    "order=[0,1]",
    "axis 2 of output, 2: kept, is axis 2 of input, 2.\n"
    "axis 1 of output, 3: moved, is axis 0 of input, 3.\n"
    "axis 0 of output, 4: moved, is axis 1 of input, 4.\n" },
  { "unknown-size",
    "Core.Spectral.RealFft",
    { "input=float32[?,3]" },
    "axis=1",
    "axis 2 of output, ?: replaces axis 1 of input, ? (axis = 1, bins).\n"
    "axis 1 of output, 3: kept, is axis 0 of input, 3.\n"
    "axis 0 of output, 2: inserted.\n" },
  { "unknown-window",
    "Core.Queues.SlidingWindow",
    { "input=float32[?]@50" },
    "window_shape=[50,3] stride=75",
    "axis 1 of output, 50: inserted (window_shape).\n"
    "axis 0 of output, 3: inserted (window_shape).\n" },
  { "sum",
    "Core.Math.Sum",
    { "input=float32[4,3]" },
    "axis=1",
    "axis 0 of output, 3: kept, is axis 0 of input, 3.\n"
    "axis 1 of input, 4: removed (axis = 1).\n" },
  { "sum-of-all",
    "Core.Math.Sum",
    { "input=float32[50]" },
    NULL,
    "axis 0 of input, 50: removed (axis = 0).\n" },
  { "mean",
    "Core.Math.Mean",
    { "input=float32[50,3]" },
    "axis=1",
    "axis 0 of output, 3: kept, is axis 0 of input, 3.\n"
    "axis 1 of input, 50: removed (axis = 1).\n" },
  { "reshape",
    "Core.Shape.Reshape",
    { "input=float32[4,3]" },
    "shape=[0,2]",
    "axis 1 of output, 6: given (open_axis = 1, input.shape.flat / others).\n"
    "axis 0 of output, 2: given (shape).\n"
    "output has the elements of input in the same order.\n" },
  { "window",
    "Core.Queues.SlidingWindow",
    { "input=float32[3]@50" },
    "window_shape=[50,3] stride=75",
    "axis 1 of output, 50: part of a window of 50 inputs (window_shape).\n"
    "axis 0 of output, 3: has the same size at the same position as axis 0 of input, 3 "
    "(window_shape).\n"
    "an output of 50 inputs, every 25 inputs.\n" },
  { "window-mixed",
    "Core.Queues.SlidingWindow",
    { "input=float32[3]@50" },
    "window_shape=[9] stride=3",
    "axis 0 of output, 9: part of a window of 3 inputs (window_shape).\n"
    "an output of 3 inputs, every 1 input.\n" },
  { "window-of-parts",
    "Core.Queues.SlidingWindow",
    { "input=float32[4]@50" },
    "window_shape=[3,2] stride=2",
    "axis 1 of output, 3: part of a window of 1.5 inputs (window_shape).\n"
    "axis 0 of output, 2: part of a window of 1.5 inputs (window_shape).\n"
    "an output of 1.5 inputs, every 0.5 inputs.\n" },
  { "decimate",
    "Core.Queues.Decimate",
    { "input=float32[3]@50" },
    "factor=5",
    "axis 0 of output, 3: kept, is axis 0 of input, 3.\n"
    "an output of 1 input, every 5 inputs.\n" },
  { "average",
    "Core.Queues.BlockAverage",
    { "input=float32[3]@50" },
    "frames=7",
    "axis 0 of output, 3: kept, is axis 0 of input, 3.\n"
    "an output of 7 inputs, every 7 inputs.\n" },
  { "resample",
    "Core.Queues.Resample",
    { "input=float32[3]@50" },
    "output_rate=20",
    "axis 0 of output, 3: kept, is axis 0 of input, 3.\n"
    "an output every 2.5 inputs.\n" },
  { "mel-spectrogram",
    "Core.Spectral.MelSpectrogram",
    { "input=float32[1]@16000" },
    "stride=160",
    "axis 0 of output, 40: inserted (filters).\n"
    "an output of 512 inputs, every 160 inputs.\n" },
  { "contextual",
    "Core.Queues.ContextualWindow",
    { "input=float32[3]@50" },
    NULL,
    "axis 1 of output, 100: inserted (contextual_size).\n"
    "axis 0 of output, 3: merged, all elements of input.\n" },
  { "one-result",
    "Core.Spectral.SpectralCentroid",
    { "input=float32[257]" },
    NULL,
    "axis 0 of output, 1: inserted.\n" },
  { "window-unknown-rate",
    "Core.Queues.SlidingWindow",
    { "input=float32[1]" },
    "window_shape=[512] stride=160",
    "axis 0 of output, 512: part of a window of 512 inputs (window_shape).\n"
    "an output of 512 inputs, every 160 inputs.\n" },
  { "real-fft",
    "Core.Spectral.RealFft",
    { "input=float32[4,512]" },
    NULL,
    "axis 2 of output, 4: kept, is axis 1 of input, 4.\n"
    "axis 1 of output, 257: replaces axis 0 of input, 512 (axis = 0, bins).\n"
    "axis 0 of output, 2: inserted.\n" },
  { "mel",
    "Core.Spectral.MelFilterbank",
    { "input=float32[257]" },
    "filters=26",
    "axis 0 of output, 26: replaces axis 0 of input, 257 (axis = 0, filters).\n" },
  { "stack",
    "Core.Math.Stack",
    { "a=float32[4]", "b=float32[4]" },
    NULL,
    "axis 1 of output, 4: kept, is axis 0 of a, 4.\n"
    "axis 0 of output, 2: inserted (axis = 0, inputs).\n" },
  { "concat",
    "Core.Math.Concat",
    { "a=float32[4,3]", "b=float32[4,2]" },
    NULL,
    "axis 1 of output, 4: kept, is axis 1 of a, 4.\n"
    "axis 0 of output, 5: replaces axis 0 of a, 3, joined with axis 0 of b, 2 (axis = 0, "
    "length).\n"
    "axis 1 of b, 4: has the same size at the same position as axis 1 of output.\n" },
  { "pad",
    "Core.Shape.Pad",
    { "input=float32[4,3]" },
    "before=1 after=2",
    "axis 1 of output, 4: kept, is axis 1 of input, 4.\n"
    "axis 0 of output, 6: replaces axis 0 of input, 3 (axis = 0, input.shape.size(axis) "
    "+ before + after).\n" },
  { "matmul",
    "Core.Math.MatMul",
    { "a=float32[3,8]", "b=float32[8,6]" },
    NULL,
    "axis 1 of output, 3: kept, is axis 1 of a, 3.\n"
    "axis 0 of output, 6: kept, is axis 0 of b, 6.\n"
    "axis 0 of a, 8: removed.\n"
    "axis 1 of b, 8: removed.\n" },
  { "flatten",
    "Core.Shape.Flatten",
    { "input=float32[4,3]" },
    NULL,
    "axis 0 of output, 12: merged, all elements of input.\n" },
  { "select",
    "Core.Shape.Select",
    { "input=float32[4,6]" },
    "axis=1 count=2",
    "axis 1 of output, 2: replaces axis 1 of input, 4 (axis = 1, count).\n"
    "axis 0 of output, 6: kept, is axis 0 of input, 6.\n" },
  { "expand-dims",
    "Core.Shape.ExpandDims",
    { "input=float32[4]" },
    NULL,
    "axis 1 of output, 1: inserted (axis = -1).\n"
    "axis 0 of output, 4: kept, is axis 0 of input, 4.\n" },
  { "squeeze",
    "Core.Shape.Squeeze",
    { "input=float32[1,4,1]" },
    NULL,
    "axis 0 of output, 4: kept, is axis 1 of input, 4.\n"
    "axis 2 of input, 1: removed.\n"
    "axis 0 of input, 1: removed.\n" },
  { "covariance",
    "Core.Math.Covariance",
    { "input=float32[50,3]" },
    NULL,
    "axis 1 of output, 3: moved, is axis 0 of input, 3.\n"
    "axis 0 of output, 3: kept, is axis 0 of input, 3.\n"
    "axis 1 of input, 50: removed.\n" },
  { "add",
    "Core.Math.Add",
    { "a=float32[4,3]", "b=float32[1,3]" },
    NULL,
    "axis 1 of output, 4: kept, is axis 1 of a, 4.\n"
    "axis 0 of output, 3: kept, is axis 0 of a, 3.\n"
    "axis 0 of b, 3: has the same size at the same position as axis 0 of output.\n" },
};

static ImUnitEvaluation *
evaluate (const ImUnit *unit, const Case *c, ImArena *arena)
{
  ImUnitBinding bindings[8];
  guint n = 0;

  for (guint i = 0; i < 2 && c->inputs[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (c->inputs[i], "=", 2);
      ImTensorType *type = im_arena_new0 (arena, ImTensorType, 1);

      g_assert_true (im_tensor_type_parse (parts[1], type, NULL));
      bindings[n++] = (ImUnitBinding){ im_arena_strdup (arena, parts[0]),
                                       IM_TENSOR (type) };
    }
  g_auto (GStrv) options = g_strsplit (c->options == NULL ? "" : c->options, " ", -1);
  for (guint i = 0; options[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (options[i], "=", 2);
      const ImParameter *parameter = im_unit_find_parameter (unit, parts[0]);

      g_assert_nonnull (parameter);
      bindings[n].name = parameter->name.text;
      g_assert_true (
          im_unit_parse_option (parameter, parts[1], arena, &bindings[n++].value));
    }

  return im_unit_evaluation_new (unit, bindings, n);
}

static void
test_relation (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (ImUnitLibrary) library = shipped_units_new_library ();
  g_autoptr (ImArena) arena = im_arena_new ();
  const ImUnit *unit = im_unit_library_find (library, c->unit);
  g_assert_nonnull (unit);

  g_autoptr (ImUnitEvaluation) evaluation = evaluate (unit, c, arena);
  g_autoptr (GString) text = g_string_new (NULL);
  const ImAxisRelation *relation = im_axis_relation_new (
      evaluation, im_unit_find_parameter (unit, "output"), arena);

  g_assert_nonnull (relation);
  im_axis_relation_append_text (relation, text);
  g_assert_cmpstr (text->str, ==, c->expected);
}

/* Whether nothing is known of where the axes come from but that they are new. */
static gboolean
is_plain (const ImAxisRelation *relation)
{
  for (guint i = 0; i < relation->type->shape.rank; i++)
    if (relation->axes[i].change != IM_AXIS_INSERTED ||
        relation->axes[i].size_by != NULL || relation->axes[i].axis_by != NULL)
      return FALSE;

  return !relation->is_reshaped;
}

static void
check_axis (const ImAxisRelation *relation, guint axis)
{
  const ImAxisOrigin *origin = &relation->axes[axis];
  const ImAxisInput *input;

  g_assert_cmpint (origin->size, ==, relation->type->shape.size[axis]);
  if (origin->change == IM_AXIS_INSERTED || origin->change == IM_AXIS_WINDOW)
    {
      g_assert_cmpint (origin->input, ==, -1);
      return;
    }
  g_assert_cmpint (origin->input, >=, 0);
  g_assert_cmpuint ((guint) origin->input, <, relation->n_inputs);
  input = &relation->inputs[origin->input];
  if (origin->change == IM_AXIS_MERGED)
    return;
  g_assert_cmpuint (origin->axis, <, input->type->shape.rank);
  if (origin->change != IM_AXIS_REPLACED)
    g_assert_cmpint (origin->size, ==, input->type->shape.size[origin->axis]);
  g_assert_cmpint (input->fates[origin->axis], ==,
                   origin->change == IM_AXIS_ALIGNED ? IM_AXIS_UNUSED : IM_AXIS_CARRIED);
}

static guint
check_examples (const ImUnit *unit)
{
  guint n_plain = 0;

  for (guint i = 0; i < unit->n_examples; i++)
    {
      const ImUnitExample *example = &unit->examples[i];
      g_autoptr (ImArena) arena = im_arena_new ();
      g_autoptr (ImUnitEvaluation) evaluation = shipped_units_evaluate (unit, example,
                                                                        arena);

      for (guint k = 0; k < example->n_outputs; k++)
        {
          const ImAxisRelation *relation = im_axis_relation_new (
              evaluation, example->outputs[k].parameter, arena);

          g_assert_nonnull (relation);
          for (guint axis = 0; axis < relation->type->shape.rank; axis++)
            check_axis (relation, axis);
          if (is_plain (relation))
            g_test_message ("%s, example %u", unit->id.text, i);
          n_plain += is_plain (relation) ? 1 : 0;
        }
    }

  return n_plain;
}

/* What holds of every relation, of all examples of all units. */
static void
test_library (void)
{
  g_autoptr (ImUnitLibrary) library = shipped_units_new_library ();
  const GPtrArray *units = im_unit_library_get_units (library);
  guint n_examples = 0, n_plain = 0;

  for (guint i = 0; i < units->len; i++)
    {
      const ImUnit *unit = g_ptr_array_index (units, i);

      n_examples += unit->n_examples;
      n_plain += check_examples (unit);
    }

  /* Those that give one number, or two. */
  g_test_message ("%u examples, %u without a known axis", n_examples, n_plain);
  g_assert_cmpuint (10 * n_plain, <, n_examples);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/axis-relation/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_relation);
    }

  g_test_add_func ("/axis-relation/library", test_library);

  return g_test_run ();
}
