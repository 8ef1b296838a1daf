/* SPDX-License-Identifier: MIT */
#include "lang/im-builtin.h"

#include <string.h>

static void
test_order (void)
{
  guint n_builtins;
  const ImBuiltin *builtins = im_builtin_get_all (&n_builtins);

  g_assert_cmpuint (n_builtins, >, 100);
  for (guint i = 1; i < n_builtins; i++)
    {
      int order = strcmp (builtins[i - 1].name, builtins[i].name);

      g_assert_true (order < 0 ||
                     (order == 0 && builtins[i - 1].owner < builtins[i].owner));
    }
}

static void
test_complete (void)
{
  guint n_builtins;
  const ImBuiltin *builtins = im_builtin_get_all (&n_builtins);

  for (guint i = 0; i < n_builtins; i++)
    {
      const ImBuiltin *b = &builtins[i];
      gboolean is_operator = b->owner == IM_OWNER_OPERATOR;

      g_assert_cmpuint (strlen (b->summary), >, 0);
      g_assert_cmpuint (strlen (b->source), >, 0);
      g_assert_cmpuint (b->n_examples, >, 0);
      g_assert_true ((b->spellings == 0) == is_operator);
      g_assert_true ((b->n_signatures == 0) == b->is_constant);
      for (guint j = 0; j < b->n_signatures; j++)
        g_assert_true ((b->signatures[j].func == NULL) == is_operator);
    }
}

static void
test_find (void)
{
  guint n_builtins, n_rows;
  const ImBuiltin *builtins = im_builtin_get_all (&n_builtins);

  for (guint i = 0; i < n_builtins; i++)
    {
      const ImBuiltin *first = im_builtin_find (builtins[i].name, &n_rows);

      g_assert_true (first <= &builtins[i] && &builtins[i] < first + n_rows);
      for (guint j = 0; j < n_rows; j++)
        g_assert_cmpstr (first[j].name, ==, builtins[i].name);
    }

  for (const char *const *name = (const char *const[]){ "", "ma", "maxx", "~~", NULL };
       *name != NULL; name++)
    {
      n_rows = 99;
      g_assert_null (im_builtin_find (*name, &n_rows));
      g_assert_cmpuint (n_rows, ==, 0);
    }
}

static void
test_owners (void)
{
  static const char *const names[IM_N_OWNERS] = {
    "Math",           "System", "String",      "ValueType", "Shape",
    "ShapeBroadcast", "Tensor", "ArrayBuffer", "Array",     "Operators",
  };

  for (guint i = 0; i < IM_N_OWNERS; i++)
    g_assert_cmpstr (im_builtin_owner_get_name ((ImBuiltinOwner) i), ==, names[i]);
}

static void
test_find_static (void)
{
  const ImBuiltin *pi = im_builtin_find_static (IM_OWNER_MATH, "PI");
  const ImBuiltin *type = im_builtin_find_static (IM_OWNER_SYSTEM, "Q15");

  g_assert_true (pi->is_constant);
  g_assert_cmpint (pi->constant.kind, ==, IM_VALUE_DOUBLE);
  g_assert_cmpfloat_with_epsilon (pi->constant.real, 3.14159265358979, 1e-14);
  g_assert_true (type->is_constant);
  g_assert_cmpint (type->constant.kind, ==, IM_VALUE_DTYPE);
  g_assert_cmpint (type->constant.dtype, ==, IM_DTYPE_Q15);

  g_assert_false (im_builtin_find_static (IM_OWNER_MATH, "max")->is_constant);
  g_assert_null (im_builtin_find_static (IM_OWNER_SYSTEM, "max"));
  g_assert_null (im_builtin_find_static (IM_OWNER_SHAPE, "flat"));
  g_assert_null (im_builtin_find_static (IM_OWNER_MATH, "nothing"));
}

static const struct
{
  const char *name;
  ImDType dtype;
} types[] = {
  { "Float16", IM_DTYPE_FLOAT16 }, { "Float32", IM_DTYPE_FLOAT32 },
  { "Float64", IM_DTYPE_FLOAT64 }, { "Int8", IM_DTYPE_INT8 },
  { "Int16", IM_DTYPE_INT16 },     { "Int32", IM_DTYPE_INT32 },
  { "Int64", IM_DTYPE_INT64 },     { "UInt8", IM_DTYPE_UINT8 },
  { "UInt16", IM_DTYPE_UINT16 },   { "UInt32", IM_DTYPE_UINT32 },
  { "UInt64", IM_DTYPE_UINT64 },   { "Q7", IM_DTYPE_Q7 },
  { "Q15", IM_DTYPE_Q15 },         { "Q31", IM_DTYPE_Q31 },
  { "Q63", IM_DTYPE_Q63 },         { "D8", IM_DTYPE_D8 },
  { "D16", IM_DTYPE_D16 },         { "D32", IM_DTYPE_D32 },
};

static void
test_types (void)
{
  g_assert_cmpuint (G_N_ELEMENTS (types), ==, IM_N_DTYPES);
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      const ImBuiltin *type = im_builtin_find_static (IM_OWNER_SYSTEM, types[i].name);

      g_assert_nonnull (type);
      g_assert_cmpint (type->constant.dtype, ==, types[i].dtype);
      g_assert_cmpstr (im_dtype_get_info (types[i].dtype)->system_name, ==,
                       types[i].name);
    }
}

static void
test_nearest_member (void)
{
  ImShape shape = { .rank = 1, .size = { 3 } };
  ImValue receiver = IM_SHAPE (&shape), number = IM_INT (3);

  g_assert_cmpstr (
      im_builtin_nearest_member (IM_SPELLING_METHOD, IM_N_OWNERS, &receiver, "sise"), ==,
      "size");
  g_assert_cmpstr (
      im_builtin_nearest_member (IM_SPELLING_METHOD, IM_N_OWNERS, &number, "sise"), ==,
      NULL);
  g_assert_cmpstr (
      im_builtin_nearest_member (IM_SPELLING_METHOD, IM_N_OWNERS, &number, "sqr"), ==,
      "sqrt");
  g_assert_cmpstr (
      im_builtin_nearest_member (IM_SPELLING_METHOD, IM_N_OWNERS, NULL, "sise"), ==,
      "size");
  g_assert_cmpstr (
      im_builtin_nearest_member (IM_SPELLING_STATIC, IM_OWNER_SYSTEM, NULL, "shape"), ==,
      "Shape");
  g_assert_cmpstr (
      im_builtin_nearest_member (IM_SPELLING_STATIC, IM_OWNER_MATH, NULL, "shape"), ==,
      NULL);
  g_assert_cmpstr (
      im_builtin_nearest_member (IM_SPELLING_BARE, IM_N_OWNERS, NULL, "Round"), ==,
      "round");
}

static void
test_samples (void)
{
  guint n_samples;
  const ImSample *samples = im_builtin_get_samples (&n_samples);

  g_assert_cmpuint (n_samples, >, 0);
  for (guint i = 0; i < n_samples; i++)
    {
      ImTensorType type;
      g_autoptr (GError) error = NULL;

      im_tensor_type_parse (samples[i].text, &type, &error);
      g_assert_no_error (error);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/builtin/order", test_order);
  g_test_add_func ("/builtin/complete", test_complete);
  g_test_add_func ("/builtin/find", test_find);
  g_test_add_func ("/builtin/owners", test_owners);
  g_test_add_func ("/builtin/find-static", test_find_static);
  g_test_add_func ("/builtin/types", test_types);
  g_test_add_func ("/builtin/nearest-member", test_nearest_member);
  g_test_add_func ("/builtin/samples", test_samples);

  return g_test_run ();
}
