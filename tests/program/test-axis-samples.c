/* SPDX-License-Identifier: MIT
 *
 * Sample rates along axes: what shipped units make of those of their input.
 */
#include "program/im-axis-samples.h"

#include "shipped-units.h"

typedef struct
{
  const char *name;
  const char *unit;
  const char *input;
  const char *window; /* shape of a window, NULL for the default */
  gint axis;          /* the option, -1 for the default */
  const char *expected;
} Case;

static const Case cases[] = {
  { "stream", "Core.Queues.SlidingWindow", "float32[1]@8000", "[512]", -1,
    "samples at 8000 Hz" },
  { "channels", "Core.Queues.SlidingWindow", "float32[3]@50", NULL, -1,
    "samples at 50 Hz" },
  { "rows", "Core.Queues.SlidingWindow", "float32[1]@16000", "[4,128]", -1,
    "samples at 125 Hz on axis 1, 16000 Hz on axis 0" },
  { "column", "Core.Queues.SlidingWindow", "float32[1]@16000", "[400,1]", -1,
    "samples at 16000 Hz" },
  { "frames", "Core.Queues.SlidingWindow", "float32[160,1]@100", "[512]", -1,
    "samples at 16000 Hz" },
  { "frames-as-samples", "Core.Queues.SlidingWindow", "float32[160]@100", "[512,1]", -1,
    "samples at 16000 Hz" },
  { "stereo-frames", "Core.Queues.SlidingWindow", "float32[160,2]@100", "[512,2]", -1,
    "samples at 16000 Hz" },
  { "maybe-channels", "Core.Queues.SlidingWindow", "float32[3]@50", "[150]", -1, "" },
  { "several-inputs-a-row", "Core.Queues.SlidingWindow", "float32[3]@50", "[50,6]", -1,
    "" },
  { "no-rate", "Core.Queues.SlidingWindow", "float32[1]", "[512]", -1, "" },
  { "unknown-size", "Core.Queues.SlidingWindow", "float32[?]@50", "[512]", -1, "" },
  { "of-spectra", "Core.Queues.SlidingWindow", "float32[257]@62.5;samples=[16000]", NULL,
    -1, "samples at 62.5 Hz on axis 1, 16000 Hz on axis 0" },
  { "queue-without-window", "Core.Queues.Decimate", "float32[257]@62.5;samples=[16000]",
    NULL, -1, "samples at 16000 Hz" },
  { "elementwise", "Core.Math.Log", "float32[257,3]@62.5;samples=[16000,0]", NULL, -1,
    "samples at 16000 Hz" },
  { "two-operands", "Core.Math.Add", "float32[64]@10;samples=[100]", NULL, -1,
    "samples at 100 Hz" },
  { "spectrum", "Core.Spectral.RealFft", "float32[512]@62.5;samples=[16000]", NULL, -1,
    "samples at 16000 Hz" },
  { "spectra-of-channels", "Core.Spectral.RealFft", "float32[64,3]@1;samples=[50,0]",
    NULL, 1, "samples at 50 Hz" },
  { "power", "Core.Spectral.PowerSpectrum", "float32[257,2]@62.5;samples=[16000,0]", NULL,
    -1, "samples at 16000 Hz" },
  { "signal-again", "Core.Spectral.InverseRealFft",
    "float32[257,2]@62.5;samples=[16000,0]", NULL, -1, "samples at 16000 Hz" },
  { "bands", "Core.Spectral.MelFilterbank", "float32[257]@62.5;samples=[16000]", NULL, -1,
    "" },
  { "coefficients", "Core.Spectral.Dct", "float32[40]@62.5;samples=[16000]", NULL, -1,
    "" },
  { "removed", "Core.Math.Mean", "float32[512,3]@62.5;samples=[16000,0]", NULL, 1, "" },
  { "other-removed", "Core.Math.Mean", "float32[512,3]@62.5;samples=[16000,0]", NULL, 0,
    "samples at 16000 Hz" },
  { "moved", "Core.Shape.Transpose", "float32[512,3]@62.5;samples=[16000,0]", NULL, -1,
    "samples at 16000 Hz" },
  { "padded", "Core.Shape.Pad", "float32[400]@100;samples=[16000]", NULL, -1,
    "samples at 16000 Hz" },
  { "cropped", "Core.Shape.Crop", "float32[400]@100;samples=[16000]", NULL, -1, "" },
  { "flattened", "Core.Shape.Flatten", "float32[512,1]@62.5;samples=[16000,0]", NULL, -1,
    "samples at 16000 Hz" },
  { "flattened-channels", "Core.Shape.Flatten", "float32[512,3]@62.5;samples=[16000,0]",
    NULL, -1, "" },
  { "inserted", "Core.Shape.ExpandDims", "float32[512]@62.5;samples=[16000]", NULL, -1,
    "samples at 16000 Hz" },
};

static ImUnitEvaluation *
evaluate (const Case *c, const ImUnit *unit, ImTensorType *type, ImShape *window)
{
  ImUnitBinding bindings[4];
  guint n = 0;

  g_assert_true (im_tensor_type_parse (c->input, type, NULL));
  for (guint i = 0; i < unit->n_parameters; i++)
    if (unit->parameters[i].kind == IM_PARAMETER_INPUT &&
        !unit->parameters[i].socket->is_optional)
      bindings[n++] = (ImUnitBinding){ unit->parameters[i].name.text, IM_TENSOR (type) };
  if (c->window != NULL)
    {
      g_assert_true (im_shape_parse (c->window, -1, window, NULL));
      bindings[n++] = (ImUnitBinding){ "window_shape", IM_SHAPE (window) };
    }
  if (c->axis >= 0)
    bindings[n++] = (ImUnitBinding){ "axis", IM_INT (c->axis) };

  return im_unit_evaluation_new (unit, bindings, n);
}

static void
test_case (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (ImUnitLibrary) library = shipped_units_new_library ();
  const ImUnit *unit = im_unit_library_find (library, c->unit);
  ImTensorType input = { 0 }, type;
  ImShape window = { 0 };

  g_assert_nonnull (unit);

  g_autoptr (ImUnitEvaluation) evaluation = evaluate (c, unit, &input, &window);
  const ImParameter *output = im_unit_find_parameter (unit, "output");
  g_autoptr (GString) text = g_string_new (NULL);
  ImValue value;

  g_assert_true (im_unit_evaluation_get_value (evaluation, output, &value, NULL));
  g_assert_cmpint (value.kind, ==, IM_VALUE_TENSOR);
  type = *value.tensor;
  im_axis_samples_find (evaluation, output, &type);
  im_tensor_type_append_samples (&type, text);
  g_assert_cmpstr (text->str, ==, c->expected);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/axis-samples/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }

  return g_test_run ();
}
