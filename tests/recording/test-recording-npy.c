/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "recording-text.h"
#include "tensor/im-npy.h"

typedef struct
{
  const char *name;
  ImDType dtype;
  ImShape shape;
  ImRecordingOptions options;
  const char *expected; /* what is read, or the message */
  gint code;            /* of the error, or -1 */
} Case;

/* The elements are 0, 1, 2 and so on; the last one of a float is NaN where that is asked
 * for by a name. */
static const char *const swapped[] = { "2", "channel1", NULL };
static const char *const missing[] = { "4", NULL };

static const Case cases[] = {
  { "channels",
    IM_DTYPE_FLOAT32,
    { 2, { 2, 3 } },
    { 0 },
    "channel1 channel2: 0 1; 2 3; 4 5",
    -1 },
  { "one-channel", IM_DTYPE_FLOAT64, { 1, { 3 } }, { 0 }, "channel1: 0; 1; 2", -1 },
  { "chosen",
    IM_DTYPE_FLOAT32,
    { 2, { 3, 2 } },
    { .channels = swapped },
    "channel2 channel1: 1 0; 4 3",
    -1 },
  { "integers",
    IM_DTYPE_INT16,
    { 2, { 1, 2 } },
    { .flags = IM_RECORDING_RAW_INTEGERS },
    "channel1: 0; 1",
    -1 },
  { "rate", IM_DTYPE_UINT8, { 1, { 2 } }, { .rate_hz = 50 }, "channel1: 0; 1 @50", -1 },
  { "nan-allowed",
    IM_DTYPE_FLOAT32,
    { 1, { 2 } },
    { .flags = IM_RECORDING_ALLOW_NAN },
    "channel1: 0; NaN",
    -1 },
  { "nan",
    IM_DTYPE_FLOAT32,
    { 2, { 2, 2 } },
    { 0 },
    "file: row 2, channel 2: expected a finite number, found nan",
    IM_RECORDING_ERROR_MISSING },
  { "scalar",
    IM_DTYPE_FLOAT32,
    { 0 },
    { 0 },
    "file: expected an array of rows, [rows] or [rows,channels], found []",
    IM_RECORDING_ERROR_FORMAT },
  { "no-such-channel",
    IM_DTYPE_FLOAT32,
    { 2, { 3, 2 } },
    { .channels = missing },
    "file: expected a column “4”, there are 3: 1 channel1, 2 channel2, 3 channel3",
    IM_RECORDING_ERROR_CHANNELS },
  { "deep",
    IM_DTYPE_FLOAT32,
    { 3, { 2, 1, 3 } },
    { 0 },
    "file: expected an array of rows, [rows] or [rows,channels], found [3,1,2]",
    IM_RECORDING_ERROR_FORMAT },
  { "wide",
    IM_DTYPE_INT8,
    { 2, { 4097, 1 } },
    { 0 },
    "file: expected 4096 channels at most, found 4097",
    IM_RECORDING_ERROR_TOO_LARGE },
};

static void
write_array (const Fixture *fixture, const Case *c)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gint32 count;

  g_assert_true (im_shape_product (&c->shape, 0, c->shape.rank, &count, NULL));
  im_npy_append_header (c->dtype, &c->shape, 0, text);
  for (gint32 i = 0; i < count; i++)
    {
      double number = i == count - 1 && g_str_has_prefix (c->name, "nan") ? NAN : i;
      float small = (float) number;
      gint16 integer = (gint16) i;
      gint8 byte = (gint8) i;

      if (c->dtype == IM_DTYPE_FLOAT64)
        g_string_append_len (text, (const char *) &number, sizeof number);
      else if (c->dtype == IM_DTYPE_FLOAT32)
        g_string_append_len (text, (const char *) &small, sizeof small);
      else if (c->dtype == IM_DTYPE_INT16)
        g_string_append_len (text, (const char *) &integer, sizeof integer);
      else
        g_string_append_len (text, (const char *) &byte, sizeof byte);
    }
  write_file (fixture, text->str, text->len);
}

static void
test_case (Fixture *fixture, gconstpointer data)
{
  const Case *c = data;
  g_autoptr (GError) error = NULL;

  write_array (fixture, c);
  g_autoptr (ImRecording) recording = im_recording_load (fixture->path, &c->options,
                                                         &error);
  if (c->code >= 0)
    {
      g_assert_null (recording);
      assert_message (fixture, error, IM_RECORDING_ERROR, c->code, c->expected);
      return;
    }
  g_assert_no_error (error);
  g_autofree char *description = dup_description (recording);
  g_assert_cmpstr (description, ==, c->expected);
  g_assert_cmpint (recording->dtype, ==, IM_DTYPE_FLOAT64);
}

/* A file that ends early is one of NumPy that is broken, not text. */
static void
test_cut (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  write_file (fixture, "\x93NUMPY\x01", 7);
  g_assert_null (im_recording_load (fixture->path, NULL, &error));
  g_assert_error (error, IM_NPY_ERROR, IM_NPY_ERROR_FORMAT);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/recording-npy/", cases[i].name, NULL);

      g_test_add (path, Fixture, &cases[i], set_up, test_case, tear_down);
    }
  g_test_add ("/recording-npy/cut", Fixture, NULL, set_up, test_cut, tear_down);

  return g_test_run ();
}
