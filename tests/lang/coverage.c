/* SPDX-License-Identifier: MIT */
#include "coverage.h"

#include <string.h>

static const struct
{
  ImSpelling spelling;
  const char *name;
} spellings[] = {
  { IM_SPELLING_STATIC, "static" },
  { IM_SPELLING_BARE, "bare" },
  { IM_SPELLING_METHOD, "method" },
};

void
coverage_init (Coverage *coverage)
{
  coverage->seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

void
coverage_clear (Coverage *coverage)
{
  g_clear_pointer (&coverage->seen, g_hash_table_unref);
}

static char *
spelling_key (const ImBuiltin *builtin, guint i)
{
  return g_strdup_printf ("%s %s %s", im_builtin_owner_get_name (builtin->owner),
                          builtin->name, spellings[i].name);
}

static char *
signature_key (const ImBuiltin *builtin, const ImSignature *signature)
{
  return g_strdup_printf ("%s %s %s", im_builtin_owner_get_name (builtin->owner),
                          builtin->name, signature->text);
}

/* Promotions from int to double that a signature needs, or -1 if it does not fit. */
static int
count_promotions (const ImSignature *signature, const ImValue *args, guint n_args)
{
  guint n_params = signature->n_params;
  int n_promotions = 0;

  if (n_args > n_params &&
      (n_params == 0 || !signature->params[n_params - 1].is_repeated))
    return -1;
  if (n_args < n_params && !signature->params[n_args].is_optional)
    return -1;

  for (guint i = 0; i < n_args; i++)
    {
      guint kinds = signature->params[MIN (i, n_params - 1)].kinds;

      if ((kinds & (1u << args[i].kind)) != 0)
        continue;
      if (args[i].kind != IM_VALUE_INT || (kinds & (1u << IM_VALUE_DOUBLE)) == 0)
        return -1;
      n_promotions++;
    }

  return n_promotions;
}

static void
add_row (Coverage *coverage,
         const ImBuiltin *builtin,
         ImSpelling spelling,
         const ImValue *args,
         guint n_args)
{
  const ImSignature *best = NULL;
  int fewest = G_MAXINT;

  for (guint i = 0; i < builtin->n_signatures; i++)
    {
      int n_promotions = count_promotions (&builtin->signatures[i], args, n_args);

      if (n_promotions >= 0 && n_promotions < fewest)
        {
          best = &builtin->signatures[i];
          fewest = n_promotions;
        }
    }
  if (best == NULL)
    return;

  g_hash_table_add (coverage->seen, signature_key (builtin, best));
  for (guint i = 0; i < G_N_ELEMENTS (spellings); i++)
    if (spellings[i].spelling == spelling)
      g_hash_table_add (coverage->seen, spelling_key (builtin, i));
}

/* Evaluates the operands; FALSE if one has no value. */
static gboolean
evaluate_operands (LanguageNames *names, const ImExpr *expr, ImValue *args)
{
  for (guint i = 0; i < expr->n_operands; i++)
    if (!im_eval (expr->operands[i], &names->environment, &args[i], NULL))
      return FALSE;

  return TRUE;
}

static void
add_operation (Coverage *coverage, LanguageNames *names, const ImExpr *expr)
{
  ImValue args[IM_BUILTIN_MAX_ARGS];
  gboolean is_call = expr->kind == IM_EXPR_CALL;
  const char *name = is_call ? expr->name : im_operator_get_text (expr->op);
  guint n_rows;
  const ImBuiltin *rows = im_builtin_find (name, &n_rows);

  if (!evaluate_operands (names, expr, args))
    return;
  for (guint i = 0; i < n_rows; i++)
    if (!is_call ||
        ((rows[i].spellings & expr->spelling) != 0 &&
         (expr->spelling != IM_SPELLING_STATIC || rows[i].owner == expr->owner)))
      add_row (coverage, &rows[i], is_call ? expr->spelling : 0, args, expr->n_operands);
}

/* A constant of a library is a value in the tree, and known by its name in the text. */
static void
add_constant (Coverage *coverage, const char *text, const ImExpr *expr)
{
  ImSpan span = expr->name_span;
  g_autofree char *name = g_strndup (text + span.start, span.end - span.start);
  guint n_rows;
  const ImBuiltin *rows = im_builtin_find (name, &n_rows);

  for (guint i = 0; i < n_rows; i++)
    if (rows[i].is_constant)
      g_hash_table_add (coverage->seen, spelling_key (&rows[i], 0));
}

static void
add_tree (Coverage *coverage, LanguageNames *names, const char *text, const ImExpr *expr)
{
  for (guint i = 0; i < expr->n_operands; i++)
    add_tree (coverage, names, text, expr->operands[i]);

  if (expr->kind == IM_EXPR_CONSTANT)
    add_constant (coverage, text, expr);
  else if (expr->kind != IM_EXPR_NAME)
    add_operation (coverage, names, expr);
}

void
coverage_add (Coverage *coverage, LanguageNames *names, const char *expression)
{
  const ImExpr *expr = im_expr_parse (names->environment.arena, expression, -1,
                                      names->symbols, NULL);

  if (expr != NULL)
    add_tree (coverage, names, expression, expr);
}

void
coverage_append_missing (const Coverage *coverage, GString *out)
{
  guint n_builtins;
  const ImBuiltin *builtins = im_builtin_get_all (&n_builtins);

  for (guint i = 0; i < n_builtins; i++)
    {
      for (guint j = 0; j < G_N_ELEMENTS (spellings); j++)
        {
          g_autofree char *key = spelling_key (&builtins[i], j);

          if ((builtins[i].spellings & spellings[j].spelling) != 0 &&
              !g_hash_table_contains (coverage->seen, key))
            g_string_append_printf (out, "%s\n", key);
        }
      for (guint j = 0; j < builtins[i].n_signatures; j++)
        {
          g_autofree char *key = signature_key (&builtins[i], &builtins[i].signatures[j]);

          if (!g_hash_table_contains (coverage->seen, key))
            g_string_append_printf (out, "%s\n", key);
        }
    }
}
