/* SPDX-License-Identifier: MIT */
#include "document/help/im-argument-error.h"

#include <string.h>

#include "document/state/im-document-value.h"
#include "unit/im-unit-file.h"

/* Characters of a text in a file, a reference counted as one. */
static guint
count_characters (const char *raw, gsize n_bytes)
{
  guint n = 0;

  for (gsize i = 0; i < n_bytes; n++)
    {
      const char *end = raw[i] == '&' ? memchr (raw + i, ';', n_bytes - i) : NULL;

      i = end != NULL ? (gsize) (end - raw) + 1
                      : (gsize) (g_utf8_next_char (raw + i) - raw);
    }

  return n;
}

char *
im_argument_error_dup_caret (const char *text, const char *raw, ImSpan span)
{
  g_autoptr (GString) out = g_string_new (text);
  guint start, n;

  if (strchr (text, '\n') != NULL)
    return NULL;
  start = count_characters (raw, span.start);
  n = count_characters (raw + span.start, span.end - span.start);
  g_string_append_c (out, '\n');
  for (guint i = 0; i < start; i++)
    g_string_append_c (out, ' ');
  for (guint i = 0; i < MAX (n, 1); i++)
    g_string_append_c (out, '^');

  return g_string_free (g_steal_pointer (&out), FALSE);
}

static const ImUnitArgument *
find_argument (ImDocument *document, guint layer, const char *option)
{
  const ImUnitNode *node = im_document_get_layer (document, layer)->node;

  for (guint i = 0; i < node->n_arguments; i++)
    if (g_strcmp0 (node->arguments[i].parameter.text, option) == 0)
      return &node->arguments[i];

  return NULL;
}

/* The message without the name of the layer that it begins with: who sets the argument
 * knows that. */
static char *
dup_message (ImDocument *document, guint layer, const ImDiagnostic *problem)
{
  const char *name = im_document_get_layer (document, layer)->name;
  const char *message = problem->message;

  if (g_str_has_prefix (message, name) &&
      g_str_has_prefix (message + strlen (name), ": "))
    message += strlen (name) + strlen (": ");

  return g_strdup (message);
}

static const ImDiagnostic *
find_problem (ImDocument *document, ImSpan raw)
{
  const ImDiagnostics *problems = im_document_peek_problems (document);
  const ImSource *source = im_unit_file_get_source (im_document_get_file (document));

  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (problems, i);

      if (problem->source == source && problem->severity > IM_SEVERITY_HINT &&
          problem->span.start >= raw.start && problem->span.end <= raw.end)
        return problem;
    }

  return NULL;
}

/* What is wrong with the value that an expression gives: it is told at the layer that
 * takes it. */
static const ImDiagnostic *
find_problem_of_value (ImDocument *document, guint layer, const char *option)
{
  const ImDiagnostics *problems = im_document_peek_problems (document);
  const char *name = im_document_get_layer (document, layer)->name;

  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (problems, i);

      if (strcmp (problem->code, "option-type") == 0 &&
          g_strcmp0 (problem->subject.node, name) == 0 &&
          g_strcmp0 (problem->subject.parameter, option) == 0)
        return problem;
    }

  return NULL;
}

/* The text that an expression is, if it stands in its quotes as it is. */
static const char *
get_literal (const ImUnitExpr *value)
{
  const ImExpr *expr = value->expr;

  return expr != NULL && expr->kind == IM_EXPR_CONSTANT &&
                 expr->constant.kind == IM_VALUE_STRING &&
                 expr->span.end - expr->span.start == strlen (expr->constant.string) + 2
             ? expr->constant.string
             : NULL;
}

/* Carets below a part of the file that an argument is in; a text is shown without its
 * quotes, as an option of an operator is. */
static char *
dup_caret (ImDocument *document, const ImUnitExpr *value, ImSpan place)
{
  const char *text = im_source_get_text (
      im_unit_file_get_source (im_document_get_file (document)), NULL);
  const char *literal = get_literal (value);
  ImSpan inside = value->raw;

  if (literal != NULL)
    inside = im_unit_expr_get_span (
        im_document_get_unit (document), value,
        (ImSpan){ value->expr->span.start + 1, value->expr->span.end - 1 });
  place.start = CLAMP (place.start, inside.start, inside.end);
  place.end = CLAMP (place.end, place.start, inside.end);
  if (literal != NULL && place.start == inside.start && place.end == inside.end)
    return NULL; /* all of it, or what is missing in an empty one */

  return im_argument_error_dup_caret (
      literal != NULL ? literal : value->text, text + inside.start,
      (ImSpan){ place.start - inside.start, place.end - inside.start });
}

char *
im_argument_error_dup (ImDocument *document,
                       guint layer,
                       const char *option,
                       char **caret)
{
  const ImGraphNode *node = im_document_find_expression (document, layer, option);
  const ImUnitArgument *argument = find_argument (document, layer, option);
  const ImUnitExpr *value = node != NULL       ? node->declaration->expression
                            : argument != NULL ? argument->value
                                               : NULL;
  const ImDiagnostic *problem = value != NULL ? find_problem (document, value->raw)
                                : argument != NULL
                                    ? find_problem (document, argument->literal.raw)
                                    : NULL;

  if (caret != NULL)
    *caret = NULL;
  if (problem == NULL && value != NULL)
    {
      problem = find_problem_of_value (document, layer, option);

      return problem == NULL ? NULL : dup_message (document, layer, problem);
    }
  if (problem == NULL)
    return NULL;
  if (caret != NULL && value != NULL)
    *caret = dup_caret (document, value, problem->span);

  return dup_message (document, layer, problem);
}

char *
im_argument_error_dup_refused (ImDocument *document,
                               guint layer,
                               const char *option,
                               const char *text,
                               char **caret)
{
  g_autoptr (GError) error = NULL;
  ImSpan span;

  *caret = NULL;
  if (text == NULL || !im_document_is_expression (document, layer, option, text) ||
      im_document_check_expression (document, layer, option, text, &span, &error))
    return NULL;
  *caret = im_argument_error_dup_caret (text, text, span);

  return g_strdup (error->message);
}
