/* SPDX-License-Identifier: MIT */
#include "recording/im-recording-fit.h"

#include <math.h>
#include <string.h>

#include "base/im-arena.h"
#include "recording/im-pcg.h"
#include "tensor/im-array.h"

static ImInput
make_input (const char *text, gboolean is_time)
{
  ImInput input = { .name = "input", .is_time = is_time };
  g_autoptr (GError) error = NULL;

  im_tensor_type_parse (text, &input.type, &error);
  g_assert_no_error (error);
  return input;
}

/* What one input has in one frame, as text. */
static char *
print (const ImFrames *frames, const ImInput *input, gsize offset)
{
  GString *out = g_string_new (NULL);
  gint32 count;

  g_assert_true (
      im_shape_product (&input->type.shape, 0, input->type.shape.rank, &count, NULL));
  ImArray array = { .dtype = input->type.dtype,
                    .shape = input->type.shape,
                    .count = (gsize) count,
                    .data = frames->bytes->data + offset };
  for (gint32 i = 0; i < count; i++)
    {
      g_string_append (out, i > 0 ? " " : "");
      im_array_append_element (&array, (gsize) i, out);
    }

  return g_string_free (out, FALSE);
}

typedef struct
{
  const char *name;
  const char *type;
  ImEdges edges;
  const char *expected; /* of all frames; NULL if there are none */
} EdgeCase;

static const EdgeCase edge_cases[] = {
  { "float32", "float32[1]", IM_EDGES_EXTREME,
    "0 | -0 | 1 | -1 | 1e-45 | -1e-45 | 8.271806e-25 | 1.2089258e+24 | 3.4028235e+38 | "
    "-3.4028235e+38" },
  { "float32-common", "float32[1]", IM_EDGES_COMMON,
    "0 | -0 | 1 | -1 | 1e-45 | -1e-45 | 8.271806e-25" },
  { "float32-not-finite", "float32[1]", IM_EDGES_NOT_FINITE,
    "Infinity | -Infinity | NaN | 1 | -2.5" },
  { "float64", "float64[1]", IM_EDGES_EXTREME,
    "0 | -0 | 1 | -1 | 5e-324 | -5e-324 | 2.409919865102884e-181 | "
    "4.149515568880993e+180 | 1.7976931348623157e+308 | "
    "-1.7976931348623157e+308" },
  { "float16", "float16[1]", IM_EDGES_EXTREME,
    "0 | -0 | 1 | -1 | 6e-08 | -6e-08 | 0.0001221 | 4096 | 65504 | -65504" },
  { "int8", "int8[1]", IM_EDGES_COMMON, "0 | 1 | 127 | -128 | 126 | -127 | -1" },
  { "uint8", "uint8[1]", IM_EDGES_COMMON, "0 | 1 | 255 | 0 | 254 | 1" },
  { "int32", "int32[1]", IM_EDGES_COMMON,
    "0 | 1 | 2147483647 | -2147483648 | 2147483646 | -2147483647 | -1" },
  { "q15", "q15[1]", IM_EDGES_COMMON, "0 | 1 | 32767 | -32768 | 32766 | -32767 | -1" },
  { "q31", "q31[1]", IM_EDGES_COMMON,
    "0 | 1 | 2147483647 | -2147483648 | 2147483646 | -2147483647 | -1" },
  { "d8", "d8[1]", IM_EDGES_COMMON, "0 | 1 | 127 | -128 | 126 | -127 | -1" },
  { "int8-extreme", "int8[1]", IM_EDGES_EXTREME, NULL },
  { "int8-not-finite", "int8[1]", IM_EDGES_NOT_FINITE, NULL },
};

static void
test_edges (gconstpointer data)
{
  const EdgeCase *c = data;
  ImInput input = make_input (c->type, FALSE);
  gsize bytes = im_inputs_get_frame_bytes (&input, 1);
  g_auto (GStrv) expected = g_strsplit (c->expected == NULL ? "" : c->expected, " | ",
                                        -1);
  guint n = g_strv_length (expected);
  g_autoptr (ImFrames) frames = im_frames_new_edges (&input, 1, n, c->edges);

  g_assert_true ((frames == NULL) == (c->expected == NULL));
  for (guint i = 0; frames != NULL && i < n; i++)
    {
      g_autofree char *text = print (frames, &input, i * bytes);

      g_assert_cmpstr (text, ==, expected[i]);
    }
}

/* Every pair of values of two inputs meets in a few frames of a few elements. */
static void
test_edge_pairs (void)
{
  ImInput inputs[] = { make_input ("int8[16]", FALSE), make_input ("int8[16]", FALSE) };
  g_autoptr (ImFrames) frames = im_frames_new_edges (inputs, 2, 32, IM_EDGES_COMMON);
  g_autoptr (GHashTable) pairs = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < frames->n_frames; i++)
    for (guint j = 0; j < 16; j++)
      {
        guint a = frames->bytes->data[32 * i + j],
              b = frames->bytes->data[32 * i + 16 + j];

        g_hash_table_add (pairs, GUINT_TO_POINTER (a << 8 | b));
      }
  g_assert_cmpuint (g_hash_table_size (pairs), >=, 30);
}

static void
test_random (void)
{
  ImInput input = make_input ("float32[64]", FALSE);
  g_autoptr (ImFrames) a = im_frames_new_random (&input, 1, 4, 1);
  g_autoptr (ImFrames) b = im_frames_new_random (&input, 1, 4, 1);
  g_autoptr (ImFrames) other = im_frames_new_random (&input, 1, 4, 2);
  const double gains[] = { 1, 100, 1, 0.001 };

  g_assert_cmpmem (a->bytes->data, a->bytes->len, b->bytes->data, b->bytes->len);
  g_assert_cmpint (memcmp (a->bytes->data, other->bytes->data, a->bytes->len), !=, 0);
  for (guint i = 0; i < 4; i++)
    {
      const float *values = (const float *) (gpointer) a->bytes->data + 64 * i;
      double largest = 0, sum = 0;

      for (guint j = 0; j < 64; j++)
        {
          largest = MAX (largest, fabs ((double) values[j]));
          sum += (double) values[j];
        }
      g_assert_cmpfloat (largest, <=, gains[i]);
      g_assert_cmpfloat (largest, >, 0.9 * gains[i]);
      g_assert_cmpfloat (fabs (sum / 64), <, 0.3 * gains[i]);
    }
}

static void
test_random_integers (void)
{
  static const char *const types[] = { "int8[256]",  "uint8[256]", "q7[256]",
                                       "int16[256]", "q15[256]",   "int32[256]" };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      ImInput input = make_input (types[i], FALSE);
      const ImDTypeInfo *info = im_dtype_get_info (input.type.dtype);
      g_autoptr (ImFrames) frames = im_frames_new_random (&input, 1, 2, 5);
      gsize bytes = im_inputs_get_frame_bytes (&input, 1);
      double wide[2] = { 0, 0 }, narrow[2] = { 0, 0 };

      for (guint j = 0; j < 2; j++)
        {
          g_autofree char *text = print (frames, &input, j * bytes);
          g_auto (GStrv) words = g_strsplit (text, " ", -1);
          double *limits = j == 0 ? wide : narrow;

          for (guint k = 0; words[k] != NULL; k++)
            {
              double value = g_ascii_strtod (words[k], NULL);

              limits[0] = MIN (limits[0], value);
              limits[1] = MAX (limits[1], value);
            }
        }
      g_assert_cmpfloat (wide[1], >, 0.9 * info->maximum);
      g_assert_cmpfloat (wide[0], <=, 0.9 * info->minimum);
      g_assert_cmpfloat (narrow[0], ==, info->minimum < 0 ? -8 : 0);
      g_assert_cmpfloat (narrow[1], ==, info->minimum < 0 ? 7 : 15);
    }
}

/* Beside small numbers there are such with zeros behind them. */
static void
test_random_shifted (void)
{
  ImInput input = make_input ("int32[256]", FALSE);
  g_autoptr (ImFrames) frames = im_frames_new_random (&input, 1, 4, 5);
  const gint32 *values = (const gint32 *) (gpointer) frames->bytes->data + 3 * 256;
  guint n_large = 0;

  for (guint i = 0; i < 256; i++)
    {
      gint64 rest = values[i];

      while (rest != 0 && rest % 2 == 0)
        rest /= 2;
      g_assert_cmpint (rest, >=, -8);
      g_assert_cmpint (rest, <, 8);
      n_large += values[i] > 1 << 24 || values[i] < -(1 << 24);
    }
  g_assert_cmpuint (n_large, >, 16);
}

/* Four frames in a row are the same, of all inputs. */
static void
test_random_held (void)
{
  ImInput inputs[] = { make_input ("float32[8]", FALSE), make_input ("int32[8]", FALSE) };
  g_autoptr (ImFrames) frames = im_frames_new_random (inputs, 2, 32, 5);
  gsize bytes = im_inputs_get_frame_bytes (inputs, 2);
  guint n_same = 0;

  for (guint i = 1; i < 32; i++)
    {
      gboolean is_same = memcmp (frames->bytes->data + i * bytes,
                                 frames->bytes->data + (i - 1) * bytes, bytes) == 0;

      n_same += is_same;
      g_assert_cmpint (is_same, ==, i % 16 >= 10 && i % 16 <= 12);
    }
  g_assert_cmpuint (n_same, ==, 6);
}

static void
test_time (void)
{
  ImInput inputs[] = { make_input ("int8[2]@50", FALSE),
                       make_input ("float32[1]@50", TRUE) };
  g_autoptr (ImFrames) frames = im_frames_new_random (inputs, 2, 3, 0);

  g_assert_cmpuint (frames->bytes->len, ==, 18);
  for (guint i = 0; i < 3; i++)
    {
      float time;

      memcpy (&time, frames->bytes->data + 6 * i + 2, sizeof time);
      g_assert_cmpfloat (time, ==, (float) i / 50);
    }
}

typedef struct
{
  const char *name;
  const char *type;
  double rate_hz; /* of the recording */
  guint n_channels, n_rows, max_frames;
  guint n_frames;
  const char *last;  /* the last frame */
  const char *error; /* part of the message */
} RecordingCase;

static const RecordingCase recording_cases[] = {
  { "row", "float32[3]", 0, 3, 4, 0, 4, "9 10 11", NULL },
  { "rows", "float32[2,3]", 0, 3, 5, 0, 2, "6 7 8 9 10 11", NULL },
  { "limit", "float32[3]", 0, 3, 4, 2, 2, "3 4 5", NULL },
  { "saturated", "int8[1]", 0, 1, 200, 0, 200, "127", NULL },
  { "samples", "float32[4,1]", 0, 1, 9, 0, 2, "4 5 6 7", NULL },
  { "samples-by-rate", "float32[4]@25", 100.5, 1, 9, 0, 2, "4 5 6 7", NULL },
  { "image-by-rate", "float32[2,2]@25", 100, 1, 9, 0, 2, "4 5 6 7", NULL },
  { "scalar", "float32[]", 0, 1, 2, 0, 2, "1", NULL },
  { "channels", "float32[3]@50", 50, 2, 4, 0, 0, NULL,
    "test.csv: 2 channels (c, c), 3 needed by the input “input”, float32[3]@50; the "
    "recording fits --with input=float32[2]@50, or a pipeline with such an input" },
  { "part-of-a-row", "float32[6]", 0, 3, 4, 0, 0, NULL,
    "3 channels (c, c, c), 6 needed" },
  { "mono", "float32[6]@50", 16000, 1, 90, 0, 0, NULL,
    "test.csv: 1 channel (c), 6 needed by the input “input”, float32[6]@50; the "
    "recording "
    "fits --with input=float32[1]@16000, or a pipeline with such an input; frames of 6 "
    "samples would come at 2666.66667 Hz, the input has 50 Hz" },
  { "mono-without-rate", "int8[6]", 0, 1, 90, 0, 0, NULL,
    "1 channel (c), 6 needed by the input “input”, int8[6]; the recording fits --with "
    "input=int8[1], or a pipeline with such an input; frames of 6 samples of one channel "
    "have the shape [6,1]" },
  { "mono-for-rows", "float32[50,3]@1", 50, 1, 300, 0, 0, NULL,
    "1 channel (c), 3 needed" },
  { "many", "float32[1]", 0, 9, 4, 0, 0, NULL,
    "9 channels (c, c, c, c, c, c, c, c, …), 1 needed" },
  { "short", "float32[8,3]", 0, 3, 7, 0, 0, NULL, "fewer than the 24 elements" },
};

static void
test_recording (gconstpointer data)
{
  const RecordingCase *c = data;
  ImInput input = make_input (c->type, FALSE);
  g_autoptr (ImRecording) recording = im_recording_new ("test.csv", c->n_channels);
  g_autoptr (GError) error = NULL;
  g_autoptr (ImFrames) frames = NULL;

  recording->n_rows = c->n_rows;
  recording->values = g_new (double, c->n_rows * c->n_channels);
  recording->rate_hz = c->rate_hz;
  for (guint i = 0; i < c->n_rows * c->n_channels; i++)
    recording->values[i] = i;
  for (guint i = 0; i < c->n_channels; i++)
    recording->channels[i] = g_strdup ("c");
  frames = im_frames_new_recording (&input, 1, recording, c->max_frames, &error);
  if (c->error != NULL)
    {
      g_assert_null (frames);
      g_assert_nonnull (strstr (error->message, c->error));
      return;
    }

  g_assert_no_error (error);
  g_assert_cmpuint (frames->n_frames, ==, c->n_frames);
  g_autofree char *last = print (
      frames, &input, (c->n_frames - 1) * im_inputs_get_frame_bytes (&input, 1));
  g_assert_cmpstr (last, ==, c->last);
}

/* The generator must never change: seeds are written down in reports. */
static void
test_pcg (void)
{
  guint32 expected[4] = { 0 };
  guint64 state = 42 + 1442695040888963407u;
  ImPcg pcg;

  im_pcg_init (&pcg, 42);
  state = state * 6364136223846793005u + 1442695040888963407u;
  for (guint i = 0; i < 4; i++)
    {
      guint32 mixed = (guint32) (((state >> 18) ^ state) >> 27);
      guint turn = (guint) (state >> 59);

      expected[i] = mixed >> turn | mixed << ((32 - turn) & 31);
      state = state * 6364136223846793005u + 1442695040888963407u;
      g_assert_cmpuint (im_pcg_next (&pcg), ==, expected[i]);
    }
  /* The first number of the demonstration program of PCG, seed 42, stream 54. */
  pcg.state = 0x185706b82c2e03f8u;
  g_assert_cmphex (im_pcg_next (&pcg), ==, 0xa15c02b7);
}

typedef struct
{
  const char *name;
  const char *type; /* of the input */
  double rate_hz;   /* of the recording */
  double values[4]; /* of one channel */
  double times[4];  /* NULL if all are 0 */
  gsize irregular_row;
  const char *warnings; /* their codes and the start of their messages */
} FitCase;

static const FitCase fit_cases[] = {
  { "fits", "float32[1]@50", 50, { 1, 2, 3, 4 }, { 0 }, 0, "" },
  { "clock", "float32[1]@50", 50.4, { 1, 2, 3, 4 }, { 0 }, 0, "" },
  { "rate",
    "float32[1]@50",
    100,
    { 1, 2, 3, 4 },
    { 0 },
    0,
    "recording-rate: test.csv has 100 rows, that is 100 frames of the input “input”, in "
    "a "
    "second, but the pipeline expects 50: what it computes is as if they came at that "
    "rate\n" },
  { "rate-of-frames", "float32[2,1]@50", 100, { 1, 2, 3, 4 }, { 0 }, 0, "" },
  { "other-channels", "float32[3]@50", 16000, { 1, 2, 3, 4 }, { 0 }, 0, "" },
  { "no-rate", "float32[1]@50", 0, { 1, 2, 3, 4 }, { 0 }, 0, "" },
  { "gap",
    "float32[1]@2",
    2,
    { 1, 2, 3, 4 },
    { 1, 1.5, 3, 3.5 },
    2,
    "recording-time: test.csv is not regular: row 3 comes 1.5 s behind the one before, "
    "usual are 0.5 s; all rows are used as if they were equally far apart\n" },
  { "infinite",
    "float32[1]",
    0,
    { 1, 1e300, 3, -1e39 },
    { 0 },
    0,
    "recording-range: test.csv has 2 of 4 numbers that are none of the type float32 of "
    "the input “input”: they become infinite; the first is 1e+300 in row 2, channel "
    "x\n" },
  { "largest", "float32[1]", 0, { 3.4028234663852886e38, 0, 0, 0 }, { 0 }, 0, "" },
  { "integers", "int8[1]", 0, { -128, 127, 0, 1 }, { 0 }, 0, "" },
  { "beyond",
    "int8[1]",
    0,
    { -128, 127, 128, 1 },
    { 0 },
    0,
    "recording-range: test.csv has 1 of 4 numbers that are none of the type int8 of the "
    "input “input”: they become the nearest integer that it has; the first is 128 in row "
    "3, channel x\n" },
  { "fraction",
    "uint8[1]",
    0,
    { 0.5, 127, 0, 1 },
    { 0 },
    0,
    "recording-range: test.csv has 1 of 4 numbers that are none of the type uint8 of the "
    "input “input”: they become the nearest integer that it has; the first is 0.5 in row "
    "1, channel x\n" },
  { "fixed-point", "q15[1]", 0, { -1, 0.5, 0.99997, 0 }, { 0 }, 0, "" },
  { "fixed-point-beyond",
    "q15[1]",
    0,
    { -1, 0.5, 1, 0 },
    { 0 },
    0,
    "recording-range: test.csv has 1 of 4 numbers that are none of the type q15 of the "
    "input “input”: they become the nearest number that it has; the first is 1 in row 3, "
    "channel x\n" },
};

static ImRecording *
new_fit_recording (const FitCase *c)
{
  ImRecording *recording = im_recording_new ("test.csv", 1);

  recording->n_rows = G_N_ELEMENTS (c->values);
  recording->values = g_memdup2 (c->values, sizeof c->values);
  recording->channels[0] = g_strdup ("x");
  recording->rate_hz = c->rate_hz;
  if (c->times[3] > 0)
    recording->time_s = g_memdup2 (c->times, sizeof c->times);
  recording->has_time = recording->time_s != NULL;
  recording->is_irregular = c->irregular_row > 0;
  recording->irregular_row = c->irregular_row;
  if (recording->is_irregular)
    recording->irregular_step_s = c->times[c->irregular_row] -
                                  c->times[c->irregular_row - 1];

  return recording;
}

static void
test_fit (gconstpointer data)
{
  const FitCase *c = data;
  g_autoptr (ImRecording) recording = new_fit_recording (c);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (GString) warnings = g_string_new (NULL);
  ImInput input = { .name = "input" };

  g_assert_true (im_tensor_type_parse (c->type, &input.type, NULL));
  im_recording_note_fit (recording, &input, "Test.Pipeline", diagnostics);
  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    {
      const ImDiagnostic *item = im_diagnostics_get (diagnostics, i);

      g_assert_cmpint (item->severity, ==, IM_SEVERITY_WARNING);
      g_assert_cmpstr (item->name, ==, "Test.Pipeline");
      g_string_append_printf (warnings, "%s: %s\n", item->code, item->message);
    }
  g_assert_cmpstr (warnings->str, ==, c->warnings);
}

typedef struct
{
  const char *name;
  const char *time; /* the input of time */
  double rate_hz;
  gboolean has_times;
  float expected[4]; /* of two frames of two rows */
} TimeCase;

static const TimeCase time_cases[] = {
  { "one", "float32[1]", 10, TRUE, { 0, 1 } },
  { "first-and-last", "float32[2]", 10, TRUE, { 0, 0.5F, 1, 7 } },
  { "by-rate", "float32[2]", 10, FALSE, { 0, 0.1F, 0.2F, 0.3F } },
};

/* Inputs of time get the times of the recording, from the first row on. */
static void
test_recorded_time (gconstpointer data)
{
  static const double times[] = { 100, 100.5, 101, 107 };
  const TimeCase *c = data;
  const FitCase rows = { .rate_hz = c->rate_hz, .values = { 1, 2, 3, 4 } };
  g_autoptr (ImRecording) recording = new_fit_recording (&rows);
  g_autoptr (GError) error = NULL;
  ImInput inputs[] = { { .name = "input" }, { .name = "time", .is_time = TRUE } };
  gsize n_times;

  if (c->has_times)
    recording->time_s = g_memdup2 (times, sizeof times);
  recording->has_time = recording->time_s != NULL;
  recording->start_s = recording->has_time ? times[0] : 0;
  g_assert_true (im_tensor_type_parse ("float32[2,1]", &inputs[0].type, NULL));
  g_assert_true (im_tensor_type_parse (c->time, &inputs[1].type, NULL));
  n_times = im_inputs_get_frame_elements (&inputs[1]);
  g_autoptr (ImFrames) frames = im_frames_new_recording (inputs, G_N_ELEMENTS (inputs),
                                                         recording, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (frames->n_frames, ==, 2);
  g_assert_cmpuint (frames->bytes->len, ==, 2 * (2 + n_times) * sizeof (float));
  for (guint i = 0; i < 2; i++)
    g_assert_cmpmem (frames->bytes->data + (i * (2 + n_times) + 2) * sizeof (float),
                     n_times * sizeof (float), c->expected + i * n_times,
                     n_times * sizeof (float));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (edge_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/inputs/edges/", edge_cases[i].name, NULL);

      g_test_add_data_func (path, &edge_cases[i], test_edges);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (recording_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/inputs/recording/", recording_cases[i].name,
                                           NULL);

      g_test_add_data_func (path, &recording_cases[i], test_recording);
    }
  g_test_add_func ("/inputs/edge-pairs", test_edge_pairs);
  g_test_add_func ("/inputs/random", test_random);
  g_test_add_func ("/inputs/random-integers", test_random_integers);
  g_test_add_func ("/inputs/random-shifted", test_random_shifted);
  g_test_add_func ("/inputs/random-held", test_random_held);
  g_test_add_func ("/inputs/time", test_time);
  g_test_add_func ("/inputs/pcg", test_pcg);

  for (gsize i = 0; i < G_N_ELEMENTS (fit_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/inputs/fit/", fit_cases[i].name, NULL);

      g_test_add_data_func (path, &fit_cases[i], test_fit);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (time_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/inputs/recorded-time/", time_cases[i].name,
                                           NULL);

      g_test_add_data_func (path, &time_cases[i], test_recorded_time);
    }

  return g_test_run ();
}
