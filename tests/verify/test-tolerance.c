/* SPDX-License-Identifier: MIT */
#include "verify/im-tolerance.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/im-arena.h"
#include "tensor/im-array.h"
#include "verify/im-ulp.h"

#define MANY G_MAXUINT64

typedef struct
{
  const char *name;
  const char *a, *b; /* arrays of one element */
  guint64 distance;
} UlpCase;

static const UlpCase ulp_cases[] = {
  { "same", "float32[1]{1.5}", "float32[1]{1.5}", 0 },
  { "next", "float32[1]{1}", "float32[1]{1.00000012}", 1 },
  { "below-1", "float32[1]{1}", "float32[1]{0.99999994}", 1 },
  { "zeros", "float32[1]{0}", "float32[1]{-0}", 0 },
  { "around-zero", "float32[1]{1.4e-45}", "float32[1]{-1.4e-45}", 2 },
  { "signs", "float32[1]{1}", "float32[1]{-1}", 2 * 1065353216u },
  { "nan", "float32[1]{NaN}", "float32[1]{NaN}", 0 },
  { "nan-number", "float32[1]{NaN}", "float32[1]{1}", MANY },
  { "number-nan", "float32[1]{1}", "float32[1]{NaN}", MANY },
  { "infinities", "float32[1]{Infinity}", "float32[1]{Infinity}", 0 },
  { "opposite", "float32[1]{Infinity}", "float32[1]{-Infinity}", MANY },
  { "infinity-largest", "float32[1]{Infinity}", "float32[1]{3.4028235e38}", MANY },
  { "infinity-nan", "float32[1]{Infinity}", "float32[1]{NaN}", MANY },
  { "double-next", "float64[1]{1}", "float64[1]{1.0000000000000002}", 1 },
  { "double-signs", "float64[1]{1}", "float64[1]{-1}", 9214364837600034816u },
  { "half-next", "float16[1]{1}", "float16[1]{1.0009765625}", 1 },
  { "int8", "int8[1]{-128}", "int8[1]{127}", 255 },
  { "uint8", "uint8[1]{0}", "uint8[1]{255}", 255 },
  { "int32", "int32[1]{-2147483648}", "int32[1]{2147483647}", 4294967295u },
  { "uint32", "uint32[1]{0}", "uint32[1]{4294967295}", 4294967295u },
  { "q15", "q15[1]{-3}", "q15[1]{4}", 7 },
  { "d16", "d16[1]{5}", "d16[1]{5}", 0 },
};

static const ImArray *
parse (ImArena *arena, const char *text)
{
  g_autoptr (GError) error = NULL;
  const ImArray *array = im_array_parse (arena, text, &error);

  g_assert_no_error (error);
  return array;
}

static void
test_ulp (gconstpointer data)
{
  const UlpCase *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  const ImArray *a = parse (arena, c->a), *b = parse (arena, c->b);

  g_assert_cmpuint (im_ulp_distance (a->dtype, a->data, b->data), ==, c->distance);
  g_assert_cmpuint (im_ulp_distance (a->dtype, b->data, a->data), ==, c->distance);
}

typedef struct
{
  const char *name;
  const char *results, *references, *inputs;
  double tolerance; /* negative for the default */
  guint64 n_different;
  gsize first;
} DifferenceCase;

static const DifferenceCase difference_cases[] = {
  { "equal", "float32[3]{1,2,3}", "float32[3]{1,2,3}", NULL, -1, 0, 0 },
  { "within-relative", "float32[1]{1.000009}", "float32[1]{1}", NULL, -1, 0, 0 },
  { "beyond-relative", "float32[1]{1.00002}", "float32[1]{1}", NULL, -1, 1, 0 },
  { "of-largest", "float32[2]{1000,0.0009}", "float32[2]{1000,0}", NULL, -1, 0, 0 },
  { "beyond-largest", "float32[2]{1000,0.002}", "float32[2]{1000,0}", NULL, -1, 1, 1 },
  { "first-of-two", "float32[4]{1,5,1,5}", "float32[4]{1,1,1,1}", NULL, -1, 2, 1 },
  { "zero-tolerance", "float32[1]{1.0000001}", "float32[1]{1}", NULL, 0, 1, 0 },
  { "stated", "float32[1]{1.01}", "float32[1]{1}", NULL, 0.02, 0, 0 },
  { "denormal", "float32[1]{1e-40}", "float32[1]{0}", NULL, -1, 0, 0 },
  { "smallest-normal", "float32[1]{3e-38}", "float32[1]{0}", NULL, -1, 1, 0 },
  { "nan", "float32[1]{NaN}", "float32[1]{NaN}", NULL, -1, 0, 0 },
  { "nan-lost", "float32[1]{0}", "float32[1]{NaN}", "float32[1]{NaN}", -1, 1, 0 },
  { "nan-made", "float32[1]{NaN}", "float32[1]{1}", "float32[1]{5}", -1, 1, 0 },
  { "nan-of-infinity", "float32[1]{NaN}", "float32[1]{1}", "float32[1]{Infinity}", -1, 1,
    0 },
  { "nan-for-infinity", "float32[1]{NaN}", "float32[1]{Infinity}", "float32[1]{NaN}", -1,
    0, 0 },
  { "nan-for-infinity-of-finite", "float32[1]{NaN}", "float32[1]{Infinity}",
    "float32[1]{3e38}", -1, 1, 0 },
  { "infinite-reference", "float32[1]{3e38}", "float32[1]{Infinity}", "float32[1]{3e38}",
    -1, 1, 0 },
  { "infinity-hides-nothing", "float32[2]{Infinity,2}", "float32[2]{Infinity,1}", NULL,
    -1, 1, 1 },
  { "overflow", "float32[1]{Infinity}", "float32[1]{3e38}", "float32[1]{3e38}", -1, 1,
    0 },
  { "cancelled", "float32[1]{1}", "float32[1]{2}", "float32[2]{1e30,-1e30}", -1, 1, 0 },
  { "underflow", "float32[1]{0}", "float32[1]{8e-25}", "float32[1]{8e-25}", -1, 1, 0 },
  { "integer", "int16[2]{1,2}", "int16[2]{1,3}", NULL, -1, 1, 1 },
  { "integer-stated", "int16[2]{1,2}", "int16[2]{1,3}", NULL, 1, 0, 0 },
  { "integer-fraction", "int16[2]{1,2}", "int16[2]{1,3}", NULL, 0.9, 1, 1 },
  { "q31", "q31[1]{7}", "q31[1]{8}", NULL, -1, 1, 0 },
  { "float16", "float16[1]{1.05}", "float16[1]{1}", NULL, -1, 0, 0 },
  { "float64", "float64[1]{1.0000000001}", "float64[1]{1}", NULL, -1, 1, 0 },
};

static void
test_difference (gconstpointer data)
{
  const DifferenceCase *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  const ImArray *a = parse (arena, c->results), *b = parse (arena, c->references);
  ImTolerance tolerance = c->tolerance < 0
                              ? im_tolerance_get_default (a->dtype)
                              : im_tolerance_from_number (c->tolerance, a->dtype);
  ImMagnitudes magnitudes = { 0 };
  ImDifference difference = { 0 };

  if (c->inputs != NULL)
    {
      const ImArray *inputs = parse (arena, c->inputs);

      im_magnitudes_add (&magnitudes, inputs->dtype, inputs->data, inputs->count);
    }
  g_assert_true (im_difference_add (&difference, a->dtype, a->data, b->data, a->count,
                                    &tolerance, &magnitudes) == (c->n_different == 0));
  g_assert_cmpuint (difference.n_elements, ==, a->count);
  g_assert_cmpuint (difference.n_different, ==, c->n_different);
  g_assert_cmpuint (difference.first_element, ==, c->first);
}

static void
test_maxima (void)
{
  const float results[] = { 1.0f, -2.5f, 0.0f }, references[] = { 1.0f, -2.0f, 0.25f };
  const float wrong[] = { INFINITY };
  ImTolerance tolerance = { .input_limit = (double) INFINITY };
  ImMagnitudes tame = { 0 };
  ImDifference difference = { 0 };

  im_difference_add (&difference, IM_DTYPE_FLOAT32, results, references, 3, &tolerance,
                     &tame);
  g_assert_cmpfloat (difference.max_absolute, ==, 0.5);
  g_assert_cmpfloat (difference.max_relative, ==, 1.0);
  g_assert_cmpuint (difference.first_element, ==, 1);
  g_assert_cmpfloat (difference.first_value, ==, -2.5);
  g_assert_cmpfloat (difference.first_reference, ==, -2.0);

  im_difference_add (&difference, IM_DTYPE_FLOAT32, wrong, references, 1, &tolerance,
                     &tame);
  g_assert_true (isinf (difference.max_absolute));
  g_assert_cmpuint (difference.max_ulp, ==, MANY);
  g_assert_cmpuint (difference.first_element, ==, 1);
  g_assert_cmpuint (difference.n_elements, ==, 4);
}

/* What a unit may state besides. */
static void
test_promises (void)
{
  const float inputs[] = { 1e30f, -1e30f }, result[] = { 1 }, reference[] = { 2 };
  ImMagnitudes magnitudes = { 0 };
  ImTolerance tolerance = im_tolerance_get_default (IM_DTYPE_FLOAT32);
  ImDifference difference = { 0 };

  im_magnitudes_add (&magnitudes, IM_DTYPE_FLOAT32, inputs, 2);
  tolerance.of_inputs = 0.9e-30;
  g_assert_false (im_difference_add (&difference, IM_DTYPE_FLOAT32, result, reference, 1,
                                     &tolerance, &magnitudes));
  tolerance.of_inputs = 1.1e-30;
  g_assert_true (im_difference_add (&difference, IM_DTYPE_FLOAT32, result, reference, 1,
                                    &tolerance, &magnitudes));
  tolerance.of_inputs = 0;
  tolerance.absolute = 0.9;
  g_assert_false (im_difference_add (&difference, IM_DTYPE_FLOAT32, result, reference, 1,
                                     &tolerance, &magnitudes));
  tolerance.absolute = 1;
  g_assert_true (im_difference_add (&difference, IM_DTYPE_FLOAT32, result, reference, 1,
                                    &tolerance, &magnitudes));
  g_assert_cmpuint (difference.n_elements, ==, 4);
  g_assert_cmpuint (difference.n_different, ==, 2);

  tolerance.absolute = 0;
  tolerance.input_limit = 1e31;
  g_assert_false (im_difference_add (&difference, IM_DTYPE_FLOAT32, result, reference, 1,
                                     &tolerance, &magnitudes));
  g_assert_cmpuint (difference.n_beyond, ==, 0);
  tolerance.input_limit = 1e29;
  g_assert_true (im_difference_add (&difference, IM_DTYPE_FLOAT32, result, reference, 1,
                                    &tolerance, &magnitudes));
  g_assert_cmpuint (difference.n_beyond, ==, 1);
  g_assert_cmpuint (difference.n_elements, ==, 5);
}

/* What somebody chose stands for what is usual, with as much room for other floats. */
static void
test_usual (void)
{
  const ImUsualTolerance none = { 0 }, same = { 1e-5, 0 }, loose = { 1e-3, 0.5 };
  ImTolerance expected = im_tolerance_get_default (IM_DTYPE_FLOAT16);
  ImTolerance usual = im_tolerance_get_usual (IM_DTYPE_FLOAT16, &none);

  g_assert_cmpfloat (usual.relative, ==, expected.relative);
  g_assert_cmpfloat (usual.of_largest, ==, expected.of_largest);
  g_assert_cmpfloat (usual.absolute, ==, expected.absolute);

  usual = im_tolerance_get_usual (IM_DTYPE_FLOAT16, &same);
  g_assert_cmpfloat (usual.relative, ==, expected.relative);
  g_assert_cmpfloat (usual.of_largest, ==, expected.of_largest);
  g_assert_cmpfloat (usual.absolute, ==, expected.absolute);

  usual = im_tolerance_get_usual (IM_DTYPE_FLOAT16, &loose);
  g_assert_cmpfloat_with_epsilon (usual.relative, 100 * expected.relative, 1e-9);
  g_assert_cmpfloat_with_epsilon (usual.of_largest, 10 * expected.relative, 1e-9);
  g_assert_cmpfloat (usual.absolute, ==, 0.5);

  usual = im_tolerance_get_usual (IM_DTYPE_FLOAT32, &loose);
  g_assert_cmpfloat_with_epsilon (usual.relative, 1e-3, 1e-12);
  usual = im_tolerance_get_usual (IM_DTYPE_INT16, &loose);
  g_assert_cmpfloat (usual.relative, ==, 0);
  g_assert_cmpfloat (usual.absolute, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (ulp_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/tolerance/distance/", ulp_cases[i].name,
                                           NULL);

      g_test_add_data_func (path, &ulp_cases[i], test_ulp);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (difference_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/tolerance/difference/",
                                           difference_cases[i].name, NULL);

      g_test_add_data_func (path, &difference_cases[i], test_difference);
    }
  g_test_add_func ("/tolerance/maxima", test_maxima);
  g_test_add_func ("/tolerance/promises", test_promises);
  g_test_add_func ("/tolerance/usual", test_usual);

  return g_test_run ();
}
