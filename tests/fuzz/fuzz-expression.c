/* SPDX-License-Identifier: MIT
 *
 * The input is an expression over one name of each kind, and a message with expressions.
 */
#include "base/im-arena.h"
#include "fuzz.h"
#include "lang/im-explain.h"
#include "lang/im-template.h"

static const char *const names[] = { "n", "x", "text", "input", "none", "table" };

static void
set_values (ImEnvironment *environment)
{
  static ImTensorType type = { .dtype = IM_DTYPE_FLOAT32,
                               .shape = { 2, { 50, 3 } },
                               .rate_hz = 100,
                               .scale = 1 };
  ImArray *table = im_array_new (environment->arena, IM_DTYPE_INT16,
                                 &(ImShape){ 1, { 4 } }, NULL);
  const double elements[] = { 0, 1, -32768, 32767 };
  const ImValue values[] = {
    IM_INT (3),        IM_DOUBLE (0.5), IM_STRING ("caf\xC3\xA9"),
    IM_TENSOR (&type), IM_NULL,         IM_ARRAY (table)
  };

  im_array_store (table, 0, G_N_ELEMENTS (elements), elements);
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    im_environment_set (environment, i, values[i]);
}

static void
check_result (const ImValue *value, const ImExprError *error, gsize size)
{
  g_autoptr (GString) out = g_string_new (NULL);

  if (error == NULL)
    {
      im_value_append_text (value, out);
      im_value_append_display (value, out);
      return;
    }
  g_assert_true (error->span.start <= error->span.end && error->span.end <= size);
  g_assert_true (*error->message != '\0');
}

static void
evaluate (const ImExpr *expr, const char *text, ImEnvironment *environment, gsize size)
{
  g_autoptr (GPtrArray) errors = g_ptr_array_new ();
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (ImExplainPart));
  g_autoptr (GString) out = g_string_new (NULL);
  const ImExprError *error = NULL;
  ImValue value = IM_NULL;

  im_expr_append_text (expr, out);
  im_expr_check_names (expr, environment->symbols, environment->arena, errors);
  for (guint i = 0; i < errors->len; i++)
    check_result (NULL, g_ptr_array_index (errors, i), size);
  g_assert_true (im_eval (expr, environment, &value, &error) == (error == NULL));
  check_result (&value, error, size);
  im_explain (expr, text, environment, parts);
  for (guint i = 0; i < parts->len; i++)
    {
      const ImExplainPart *part = &g_array_index (parts, ImExplainPart, i);

      check_result (&part->value, part->error, size);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (ImSymbols) symbols = im_symbols_new ();
  const ImExprError *error = NULL;
  ImEnvironment environment;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    im_symbols_add (symbols, names[i]);
  im_environment_init (&environment, arena, symbols);
  set_values (&environment);

  const char *text = im_arena_strndup (arena, (const char *) data, size);
  const ImExpr *expr = im_expr_parse (arena, (const char *) data, (gssize) size, symbols,
                                      &error);
  g_assert_true ((expr == NULL) == (error != NULL));
  if (expr == NULL)
    check_result (NULL, error, size);
  else
    evaluate (expr, text, &environment, size);
  im_template_expand (text, &environment);

  return 0;
}
