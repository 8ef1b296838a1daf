/* SPDX-License-Identifier: MIT
 *
 * Every function of the language with every combination of extreme arguments: each call
 * ends with a value of a kind that its signature names, or with an error that says
 * something. Under the sanitizers this finds overflows and reads out of bounds.
 */
#include <math.h>
#include <string.h>

#include "language-case.h"

#define MAX_PARAMS         5
#define REPEATED_ARGUMENTS 2 /* how often a repeated parameter is given */

static const ImShapeAxis labels[] = { { NULL, "x,,z" } };
static const ImShape shapes[] = {
  { 0, { 0 }, NULL },
  { 1, { 0 }, NULL },
  { 1, { 3 }, labels },
  { 1, { G_MAXINT32 }, NULL },
  { 2, { 65536, 65536 }, NULL },
  { 3, { 1, 3, 1 }, NULL },
  { 16, { 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2 }, NULL },
};
static const ImBroadcast loops = { 1, 1, 2, 12, 5 };
static const ImTensorType tensor = { IM_DTYPE_Q15, { 1, { 3 }, labels }, 16000, 3, 1, 0 };
static const ImBuffer memory = { IM_DTYPE_INT8, { 1, { 3 }, labels }, TRUE, 0, NULL };

static float floats[] = { -INFINITY, NAN, -1, 0, 1e30f, 5 };
static gint8 bytes[] = { -128, 0, 127 };
static gint16 points[] = { 0, 0, 4, 4, 9 };
static gint16 falling_points[] = { 9, 4, 0 };
static const ImArray arrays[] = {
  { IM_DTYPE_FLOAT32, { 1, { 0 }, NULL }, 0, NULL },
  { IM_DTYPE_FLOAT32, { 2, { 3, 2 }, NULL }, 6, floats },
  { IM_DTYPE_INT8, { 1, { 3 }, labels }, 3, bytes },
  { IM_DTYPE_INT16, { 1, { 5 }, NULL }, 5, points },
  { IM_DTYPE_INT16, { 1, { 3 }, NULL }, 3, falling_points },
};

static const gint32 ints[] = { G_MININT32, -17, -1, 0, 1, 2, 31, G_MAXINT32 };
static const double doubles[] = {
  0, -0.0, 0.5, -1e308, 4000, INFINITY, NAN, 2147483648.0
};
static const char *const strings[] = { "", "é", "a,b,c", "float32", "  3" };
static const ImDType dtypes[] = { IM_DTYPE_FLOAT16, IM_DTYPE_FLOAT64, IM_DTYPE_UINT64,
                                  IM_DTYPE_Q7,      IM_DTYPE_Q31,     IM_DTYPE_D16 };

/* The extreme values of a kind. */
static void
append_values (GArray *values, ImValueKind kind)
{
  ImValue booleans[] = { IM_BOOL (FALSE), IM_BOOL (TRUE) };
  ImValue others[] = { IM_BROADCAST (&loops), IM_TENSOR (&tensor), IM_BUFFER (&memory) };

  for (guint i = 0; kind == IM_VALUE_INT && i < G_N_ELEMENTS (ints); i++)
    g_array_append_vals (values, &IM_INT (ints[i]), 1);
  for (guint i = 0; kind == IM_VALUE_DOUBLE && i < G_N_ELEMENTS (doubles); i++)
    g_array_append_vals (values, &IM_DOUBLE (doubles[i]), 1);
  for (guint i = 0; kind == IM_VALUE_STRING && i < G_N_ELEMENTS (strings); i++)
    g_array_append_vals (values, &IM_STRING (strings[i]), 1);
  for (guint i = 0; kind == IM_VALUE_DTYPE && i < G_N_ELEMENTS (dtypes); i++)
    g_array_append_vals (values, &IM_DTYPE (dtypes[i]), 1);
  for (guint i = 0; kind == IM_VALUE_SHAPE && i < G_N_ELEMENTS (shapes); i++)
    g_array_append_vals (values, &IM_SHAPE (&shapes[i]), 1);
  for (guint i = 0; kind == IM_VALUE_ARRAY && i < G_N_ELEMENTS (arrays); i++)
    g_array_append_vals (values, &IM_ARRAY (&arrays[i]), 1);
  for (guint i = 0; kind == IM_VALUE_BOOL && i < G_N_ELEMENTS (booleans); i++)
    g_array_append_val (values, booleans[i]);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (others[i].kind == kind)
      g_array_append_val (values, others[i]);
}

static GArray *
list_values (const ImParameterSpec *param)
{
  GArray *values = g_array_new (FALSE, FALSE, sizeof (ImValue));

  for (guint kind = 0; kind < IM_N_VALUE_KINDS; kind++)
    if ((param->kinds & (1u << kind)) != 0)
      append_values (values, (ImValueKind) kind);
  g_assert_cmpuint (values->len, >, 0);

  return values;
}

/* `a.name(b, c)` or `Owner.name(a, b, c)`. */
static char *
write_call (const ImBuiltin *builtin, guint n_args)
{
  gboolean is_static = (builtin->spellings & IM_SPELLING_STATIC) != 0;
  GString *text = g_string_new (is_static ? im_builtin_owner_get_name (builtin->owner)
                                          : "a");

  g_string_append_printf (text, ".%s(", builtin->name);
  for (guint i = is_static ? 0 : 1; i < n_args; i++)
    g_string_append_printf (text, "%s%c", text->str[text->len - 1] == '(' ? "" : ", ",
                            'a' + (char) i);
  g_string_append_c (text, ')');

  return g_string_free (text, FALSE);
}

static gboolean
is_result (const ImSignature *signature, ImValueKind kind)
{
  g_auto (GStrv) kinds = g_strsplit (strstr (signature->text, " -> ") + 4, "|", -1);

  return g_strv_contains ((const char *const *) kinds, im_value_kind_get_name (kind));
}

static void
check_call (const ImSignature *signature, const ImExpr *expr, ImEnvironment *environment)
{
  const ImExprError *error = NULL;
  ImValue value = IM_NULL;

  if (im_eval (expr, environment, &value, &error))
    {
      g_autoptr (GString) text = g_string_new (NULL);

      g_assert_null (error);
      g_assert_true (is_result (signature, value.kind));
      im_value_append_text (&value, text);
      g_assert_cmpuint (text->len, >, 0);
      return;
    }

  g_assert_nonnull (error);
  g_assert_cmpuint (strlen (error->message), >, 0);
}

/* Counts through the combinations; FALSE after the last one. */
static gboolean
next_combination (guint *indices, GArray *const *values, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      if (++indices[i] < values[i]->len)
        return TRUE;
      indices[i] = 0;
    }

  return FALSE;
}

static void
check_signature (const ImBuiltin *builtin, const ImSignature *signature, guint n_args)
{
  g_autoptr (ImArena) tree_arena = im_arena_new (), arena = im_arena_new ();
  g_autoptr (ImSymbols) symbols = im_symbols_new ();
  g_autofree char *text = write_call (builtin, n_args);
  GArray *values[MAX_PARAMS];
  guint indices[MAX_PARAMS] = { 0 };

  for (guint i = 0; i < n_args; i++)
    {
      char name[] = { 'a' + (char) i, '\0' };

      im_symbols_add (symbols, name);
      values[i] = list_values (&signature->params[MIN (i, signature->n_params - 1)]);
    }

  const ImExpr *expr = im_expr_parse (tree_arena, text, -1, symbols, NULL);
  g_assert_nonnull (expr);
  do
    {
      ImEnvironment environment;

      im_arena_clear (arena);
      im_environment_init (&environment, arena, symbols);
      for (guint i = 0; i < n_args; i++)
        im_environment_set (&environment, i,
                            g_array_index (values[i], ImValue, indices[i]));
      check_call (signature, expr, &environment);
    }
  while (next_combination (indices, values, n_args));

  for (guint i = 0; i < n_args; i++)
    g_array_unref (values[i]);
}

static void
test_extremes (gconstpointer data)
{
  const ImBuiltin *builtin = data;

  for (guint i = 0; i < builtin->n_signatures; i++)
    {
      const ImSignature *signature = &builtin->signatures[i];
      guint n = signature->n_params;

      g_assert_cmpuint (n, <=, MAX_PARAMS);
      check_signature (builtin, signature, n);
      if (n > 0 && signature->params[n - 1].is_repeated)
        check_signature (builtin, signature, n - 1 + REPEATED_ARGUMENTS);
      if (n > 0 && signature->params[n - 1].is_optional)
        check_signature (builtin, signature, n - 1);
    }
}

int
main (int argc, char **argv)
{
  guint n_builtins;

  g_test_init (&argc, &argv, NULL);

  const ImBuiltin *builtins = im_builtin_get_all (&n_builtins);
  for (guint i = 0; i < n_builtins; i++)
    {
      g_autofree char *path = g_strdup_printf (
          "/extremes/%s/%s", im_builtin_owner_get_name (builtins[i].owner),
          builtins[i].name);

      if (!builtins[i].is_constant && builtins[i].owner != IM_OWNER_OPERATOR)
        g_test_add_data_func (path, &builtins[i], test_extremes);
    }

  return g_test_run ();
}
