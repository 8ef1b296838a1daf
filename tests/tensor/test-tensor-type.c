/* SPDX-License-Identifier: MIT */
#include "tensor/im-tensor-type.h"

#include <string.h>

typedef struct
{
  const char *name;
  const char *text;
  ImDType dtype;
  const char *shape;
  double rate_hz;
  gint32 shift;
  double scale, offset;
  const char *again; /* as it is written, NULL if like @text */
} ParseCase;

static const ParseCase parse_cases[] = {
  { "plain", "float32[3,50]", IM_DTYPE_FLOAT32, "[3,50]", 0, 0, 1, 0 },
  { "scalar", "int8[]", IM_DTYPE_INT8, "[]", 0, 0, 1, 0 },
  { "rate", "float32[3]@16000", IM_DTYPE_FLOAT32, "[3]", 16000, 0, 1, 0 },
  { "broken-rate", "float32[3]@8.333333333333334", IM_DTYPE_FLOAT32, "[3]",
    8.333333333333334, 0, 1, 0 },
  { "shift", "q15[4]@50;shift=3", IM_DTYPE_Q15, "[4]", 50, 3, 1, 0 },
  { "negative-shift", "q31[4];shift=-2", IM_DTYPE_Q31, "[4]", 0, -2, 1, 0 },
  { "largest-shift", "q31[4];shift=64", IM_DTYPE_Q31, "[4]", 0, 64, 1, 0 },
  { "scale", "d8[2];scale=0.5;offset=-3", IM_DTYPE_D8, "[2]", 0, 0, 0.5, -3 },
  { "any-order", "d8[2]@1;offset=1;scale=2;shift=1", IM_DTYPE_D8, "[2]", 1, 1, 2, 1,
    "d8[2]@1;shift=1;scale=2;offset=1" },
  { "defaults", "d8[2]@0;shift=0;scale=1;offset=0", IM_DTYPE_D8, "[2]", 0, 0, 1, 0,
    "d8[2]" },
  { "other-spelling", "System.Float32[ 3, 4 ]", IM_DTYPE_FLOAT32, "[3,4]", 0, 0, 1, 0,
    "float32[3,4]" },
  { "exponent", "float32[3]@1e3", IM_DTYPE_FLOAT32, "[3]", 1000, 0, 1, 0,
    "float32[3]@1000" },
};

static void
test_parse (gconstpointer data)
{
  const ParseCase *c = data;
  g_autoptr (GString) shape = g_string_new (NULL), again = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  ImTensorType type = { 0 };
  gboolean ok = im_tensor_type_parse (c->text, &type, &error);

  g_assert_no_error (error);
  g_assert_true (ok);
  g_assert_cmpint (type.dtype, ==, c->dtype);
  im_shape_append_text (&type.shape, shape);
  g_assert_cmpstr (shape->str, ==, c->shape);
  g_assert_null (type.shape.axes);
  g_assert_cmpfloat (type.rate_hz, ==, c->rate_hz);
  g_assert_cmpint (type.shift, ==, c->shift);
  g_assert_cmpfloat (type.scale, ==, c->scale);
  g_assert_cmpfloat (type.offset, ==, c->offset);
  im_tensor_type_append_text (&type, again);
  g_assert_cmpstr (again->str, ==, c->again != NULL ? c->again : c->text);
}

static void
test_display (void)
{
  g_autoptr (GString) out = g_string_new (NULL);
  ImTensorType type;

  g_assert_true (im_tensor_type_parse ("q15[4]@33.3333333333;shift=3", &type, NULL));
  im_tensor_type_append_display (&type, FALSE, out);
  g_assert_cmpstr (out->str, ==, "q15[4]@33.3333;shift=3");
  g_string_truncate (out, 0);
  im_tensor_type_append_display (&type, TRUE, out);
  g_assert_cmpstr (out->str, ==, "q15[4]@~33.3333;shift=3");
}

typedef struct
{
  const char *name;
  const char *text;
  ImShapeError code;
  const char *message;
} ErrorCase;

#define SYNTAX IM_SHAPE_ERROR_SYNTAX

static const ErrorCase error_cases[] = {
  { "empty", "", SYNTAX, "expected a tensor such as float32[3,50]@16000, found “”" },
  { "no-shape", "float32", SYNTAX,
    "expected a tensor such as float32[3,50]@16000, found “float32”" },
  { "unclosed", "float32[3", SYNTAX,
    "expected a tensor such as float32[3,50]@16000, found “float32[3”" },
  { "misspelt", "flaot32[3]", SYNTAX,
    "“flaot32” is no element type; did you mean “float32”?" },
  { "unknown", "complex[3]", SYNTAX, "“complex” is no element type" },
  { "no-type", "[3]", SYNTAX, "“” is no element type" },
  { "bad-shape", "float32[3;4]", SYNTAX,
    "expected “,” or “]”, found “;” at character 3" },
  { "bad-size", "float32[-1]", IM_SHAPE_ERROR_SIZE,
    "an axis size is 0 to 2147483647, found -1 at character 2" },
  { "too-many-axes", "int8[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]", IM_SHAPE_ERROR_RANK,
    "a shape has at most 16 axes, found another at character 34" },
  { "no-rate", "int8[3]@", SYNTAX, "expected a number as the rate in hertz, found “”" },
  { "word-rate", "int8[3]@fast", SYNTAX,
    "expected a number as the rate in hertz, found “fast”" },
  { "infinite-rate", "int8[3]@inf", SYNTAX,
    "expected a number as the rate in hertz, found “inf”" },
  { "nan-rate", "int8[3]@nan", SYNTAX,
    "expected a number as the rate in hertz, found “nan”" },
  { "negative-rate", "int8[3]@-5", SYNTAX, "a rate is not negative, found “int8[3]@-5”" },
  { "broken-shift", "q7[3];shift=1.5", SYNTAX,
    "a shift is a whole number from -64 to 64, found “shift=1.5”" },
  { "large-shift", "q7[3];shift=65", SYNTAX,
    "a shift is a whole number from -64 to 64, found “shift=65”" },
  { "small-shift", "q7[3];shift=-65", SYNTAX,
    "a shift is a whole number from -64 to 64, found “shift=-65”" },
  { "no-shift", "q7[3];shift=", SYNTAX, "expected a number as the shift, found “”" },
  { "no-scale", "d8[3];scale=x", SYNTAX, "expected a number as the scale, found “x”" },
  { "no-offset", "d8[3];offset=;", SYNTAX, "expected a number as the offset, found “;”" },
  { "unknown-property", "d8[3];gain=2", SYNTAX,
    "expected “shift=”, “scale=”, “offset=” or “samples=”, found “gain=2”" },
  { "few-samples", "q7[3,2];samples=[1]", SYNTAX,
    "sample rates are one for each axis, such as [100,0], found “[1]”" },
  { "many-samples", "q7[3];samples=[1,2]", SYNTAX,
    "sample rates are one for each axis, such as [100,0], found “[1,2]”" },
  { "samples-without-bracket", "q7[3];samples=1", SYNTAX,
    "sample rates are one for each axis, such as [100,0], found “1”" },
  { "negative-samples", "q7[3];samples=[-1]", SYNTAX,
    "a sample rate is not negative, found “[-1]”" },
  { "broken-samples", "q7[3];samples=[x]", SYNTAX,
    "expected a number as the sample rate in hertz, found “x]”" },
  { "empty-property", "d8[3];", SYNTAX,
    "expected “shift=”, “scale=”, “offset=” or “samples=”, found “”" },
  { "text-behind", "d8[3] x", SYNTAX, "unexpected text “ x” behind the tensor" },
  { "rate-twice", "d8[3]@5@6", SYNTAX, "unexpected text “@6” behind the tensor" },
};

static void
test_error (gconstpointer data)
{
  const ErrorCase *c = data;
  g_autoptr (GError) error = NULL;
  ImTensorType type = { .rate_hz = 99 };
  gboolean ok = im_tensor_type_parse (c->text, &type, &error);

  g_assert_error (error, IM_SHAPE_ERROR, (gint) c->code);
  g_assert_cmpstr (error->message, ==, c->message);
  g_assert_false (ok);
  g_assert_cmpfloat (type.rate_hz, ==, 99.0);
}

static void
test_samples (void)
{
  static const struct
  {
    const char *text;
    const char *samples;
    const char *without; /* the text of the rest */
  } rows[] = {
    { "float32[512]@62.5", "", "float32[512]@62.5" },
    { "float32[512]@62.5;samples=[0]", "", "float32[512]@62.5" },
    { "q15[512]@62.5;samples=[16000];shift=3", "samples at 16000 Hz",
      "q15[512]@62.5;shift=3" },
    { "float32[10,257]@6.25;samples=[62.5,16000]",
      "samples at 62.5 Hz on axis 1, 16000 Hz on axis 0", "float32[10,257]@6.25" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GString) samples = g_string_new (NULL), text = g_string_new (NULL);
      g_autoptr (GError) error = NULL;
      ImTensorType type;

      im_tensor_type_parse (rows[i].text, &type, &error);
      g_assert_no_error (error);
      im_tensor_type_append_samples (&type, samples);
      g_assert_cmpstr (samples->str, ==, rows[i].samples);
      im_tensor_type_append_text (&type, text);
      g_assert_cmpstr (text->str, ==, rows[i].without);
    }
}

static void
test_full_scale (void)
{
  static const struct
  {
    const char *text;
    double full_scale; /* 0 for none */
  } rows[] = {
    { "q7[2]", 1 },
    { "q15[2];shift=3", 8 },
    { "q63[2];shift=-2", 0.25 },
    { "d8[2];scale=0.5", 64 },
    { "d8[2];scale=0.5;offset=-28", 77.5 },
    { "d16[2];scale=-1;offset=1", 32769 },
    { "float32[2]", 0 },
    { "int8[2]", 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      ImTensorType type = { 0 };
      double full_scale = 0;

      g_assert_true (im_tensor_type_parse (rows[i].text, &type, NULL));
      g_assert_true (im_tensor_type_get_full_scale (&type, &full_scale) ==
                     (rows[i].full_scale > 0));
      g_assert_cmpfloat (full_scale, ==, rows[i].full_scale);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (parse_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/tensor-type/parse/", parse_cases[i].name,
                                           NULL);

      g_test_add_data_func (path, &parse_cases[i], test_parse);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (error_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/tensor-type/error/", error_cases[i].name,
                                           NULL);

      g_test_add_data_func (path, &error_cases[i], test_error);
    }

  g_test_add_func ("/tensor-type/display", test_display);
  g_test_add_func ("/tensor-type/samples", test_samples);

  g_test_add_func ("/tensor-type/full-scale", test_full_scale);

  return g_test_run ();
}
