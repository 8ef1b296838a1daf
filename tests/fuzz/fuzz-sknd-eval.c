/* SPDX-License-Identifier: MIT
 *
 * The input is an expression of SkriptND over one name of each kind. Its value is of the
 * type that it is said to be, and what both are printed as has the same value.
 */
#include <math.h>
#include <string.h>

#include "fuzz.h"
#include "skriptnd/text/im-sknd-file.h"
#include "skriptnd/value/im-sknd-evaluate.h"
#include "skriptnd/value/im-sknd-infer.h"

typedef struct
{
  ImArena *arena;
  ImDiagnostics *diagnostics;
  ImSkndScope scope;
} Fuzz;

static const char *const names[][2] = {
  { "xs", "[3, 1, 2]" },     { "k", "3" },
  { "s", "'h\303\244llo'" }, { "o", "false ? 1" },
  { "os", "false ? [1]" },   { "p", "true ? 5" },
  { "bs", "[true, false]" }, { "rs", "[0.5, -inf]" },
  { "ws", "['a', 'b']" },    { "e", "[0:0]" },
  { "t.rank", "2" },         { "t.shape", "[4, 5]" },
  { "ts.size", "2" },
};

static gboolean
compute (Fuzz *fuzz, ImSource *source, ImSkndType *type, ImSkndValue *value, GString *out)
{
  const ImSkndExpr *expr = NULL;
  g_autoptr (ImSkndFile) file = im_sknd_parse_expression (source, fuzz->diagnostics,
                                                          &expr);
  ImSkndEvaluation evaluation = { &fuzz->scope, source, fuzz->arena, fuzz->diagnostics };
  gboolean is_fine = expr != NULL &&
                     im_sknd_infer (expr, &fuzz->scope, source, fuzz->diagnostics,
                                    type) &&
                     im_sknd_evaluate (&evaluation, expr, value);

  if (is_fine && out != NULL)
    im_sknd_expr_append (expr, im_source_get_text (source, NULL), out);
  g_assert_true (is_fine ==
                 (im_diagnostics_count (fuzz->diagnostics, IM_SEVERITY_ERROR) == 0));

  return is_fine;
}

static void
add_names (Fuzz *fuzz)
{
  ImSkndType tensor = { .base = IM_SKND_BASE_REAL, .is_tensor = TRUE };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (ImSource) source = im_source_new_for_string ("name", names[i][1]);
      ImSkndValue *value = im_arena_new0 (fuzz->arena, ImSkndValue, 1);
      ImSkndType type;

      g_assert_true (compute (fuzz, source, &type, value, NULL));
      im_sknd_scope_add (&fuzz->scope, fuzz->arena, names[i][0], type)->value = value;
    }
  im_sknd_scope_add (&fuzz->scope, fuzz->arena, "t", tensor);
  tensor.is_packed = TRUE;
  im_sknd_scope_add (&fuzz->scope, fuzz->arena, "ts", tensor);
}

static void
check_type (const ImSkndType *type, const ImSkndValue *value)
{
  g_assert_true (!value->is_null || type->is_optional);
  g_assert_false (type->is_tensor);
  if (value->is_null)
    return;
  g_assert_cmpint (type->is_packed, ==, value->is_packed);
  g_assert_true (type->is_packed || value->n == 1);
  g_assert_true (type->base == value->base || value->n == 0 ||
                 type->base == IM_SKND_BASE_OPEN);
}

static gboolean
has_nan (const ImSkndValue *value)
{
  for (guint i = 0; value->base == IM_SKND_BASE_REAL && i < value->n; i++)
    if (isnan (value->items[i].real))
      return TRUE;

  return FALSE;
}

/* What is printed reads as the same. */
static void
check_again (Fuzz *fuzz, const char *text, const GString *expected)
{
  g_autoptr (ImSource) source = im_source_new_for_string ("again", text);
  g_autoptr (GString) found = g_string_new (NULL);
  ImSkndType type;
  ImSkndValue value;

  if (!compute (fuzz, source, &type, &value, NULL))
    g_error ("cannot be read again: %s", text);
  im_sknd_value_append (&value, found);
  g_assert_cmpstr (found->str, ==, expected->str);
}

static void
evaluate (Fuzz *fuzz, ImSource *source)
{
  g_autoptr (GString) printed = g_string_new (NULL), text = g_string_new (NULL);
  ImSkndType type;
  ImSkndValue value;

  if (!compute (fuzz, source, &type, &value, text))
    return;
  check_type (&type, &value);
  if (value.n > 1000)
    return;
  im_sknd_value_append (&value, printed);
  check_again (fuzz, text->str, printed);
  if (!value.is_null && !has_nan (&value))
    check_again (fuzz, printed->str, printed);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (ImSource) source = im_source_new ("fuzz", bytes);
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_auto (ImSkndScope) scope = { NULL };
  Fuzz fuzz = { arena, diagnostics };

  im_sknd_scope_init (&fuzz.scope, NULL);
  add_names (&fuzz);
  evaluate (&fuzz, source);
  scope = fuzz.scope;
  fuzz_check_diagnostics (diagnostics);

  return 0;
}
