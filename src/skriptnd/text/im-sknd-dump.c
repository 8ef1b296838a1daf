/* SPDX-License-Identifier: MIT
 *
 * Trees are S-expressions, a statement on each line: a list is what is said of something,
 * in parentheses, with `-` for what is left out.
 */
#include "base/im-text.h"
#include "skriptnd/text/im-sknd-print.h"
#include "skriptnd/text/im-sknd-token.h"

static const char *const kind_names[] = {
  [IM_SKND_INTEGER] = "integer",   [IM_SKND_REAL] = "real",
  [IM_SKND_CONSTANT] = "constant", [IM_SKND_STRING] = "string",
  [IM_SKND_PIECE] = "piece",       [IM_SKND_TEXT] = "text",
  [IM_SKND_NAME] = "name",         [IM_SKND_MEMBER] = "member",
  [IM_SKND_UNARY] = "unary",       [IM_SKND_TEST] = "test",
  [IM_SKND_BINARY] = "binary",     [IM_SKND_FOLD] = "fold",
  [IM_SKND_SELECT] = "select",     [IM_SKND_COALESCE] = "coalesce",
  [IM_SKND_LIST] = "list",         [IM_SKND_RANGE] = "range",
  [IM_SKND_ZIP] = "zip",           [IM_SKND_EXPAND] = "expand",
  [IM_SKND_INDEX] = "index",       [IM_SKND_SUBSTITUTE] = "substitute",
  [IM_SKND_CALL] = "call",         [IM_SKND_GUARD] = "guard",
  [IM_SKND_REMAP] = "remap",
};

static void append_callable (GString *out, const ImSkndCallable *callable);
static void append_target (GString *out, const ImSkndTarget *target);

static void
append_value (GString *out, const ImSkndExpr *expr)
{
  if (expr->kind == IM_SKND_INTEGER)
    {
      g_string_append_printf (out, " %" G_GINT64_FORMAT, expr->integer);
    }
  else if (expr->kind == IM_SKND_REAL)
    {
      g_string_append_c (out, ' ');
      im_text_append_double (out, expr->real);
    }
  else if (expr->kind == IM_SKND_UNARY || expr->kind == IM_SKND_BINARY ||
           expr->kind == IM_SKND_FOLD)
    {
      g_string_append_printf (out, " %s%s",
                              im_sknd_operator_get_info (expr->operation)->sign,
                              expr->is_cumulative ? " ..." : "");
    }
  else if (expr->kind == IM_SKND_TEXT)
    {
      g_autofree char *escaped = g_strescape (expr->name, NULL);

      g_string_append_printf (out, " \"%s\"", escaped);
    }
  else if (expr->name != NULL)
    {
      g_string_append_printf (out, expr->is_quoted ? " `%s`" : " %s", expr->name);
    }
}

static void
append_expr (GString *out, const ImSkndExpr *expr)
{
  if (expr == NULL)
    {
      g_string_append (out, " -");
      return;
    }

  g_string_append_printf (out, " (%s%s", kind_names[expr->kind],
                          expr->has_comma ? "," : "");
  append_value (out, expr);
  for (guint i = 0; i < expr->n; i++)
    append_expr (out, expr->operands[i]);
  g_string_append_c (out, ')');
}

static void
append_word (GString *out, ImSkndWord word)
{
  g_string_append_printf (out, " %s", word.text != NULL ? word.text : "-");
}

static void
append_pack (GString *out, gboolean is_packed, const ImSkndExpr *length)
{
  if (!is_packed)
    return;
  g_string_append (out, " (..");
  if (length != NULL)
    append_expr (out, length);
  g_string_append_c (out, ')');
}

static void
append_shape (GString *out, const ImSkndShape *shape)
{
  if (!shape->is_given)
    return;
  g_string_append (out, " (shape");
  for (guint i = 0; i < shape->n; i++)
    {
      const ImSkndExtent *extent = &shape->extents[i];

      g_string_append (out, extent->is_spread ? " (spread" : " (extent");
      append_expr (out, extent->value);
      if (extent->bound != NULL)
        append_expr (out, extent->bound);
      append_pack (out, extent->is_packed, extent->length);
      g_string_append_c (out, ')');
    }
  g_string_append_c (out, ')');
}

static void
append_bounds (GString *out, guint n, const ImSkndLoopBound *bounds)
{
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (out, " (below %s", bounds[i].name.text);
      append_expr (out, bounds[i].limit);
      g_string_append_c (out, ')');
    }
}

static void
append_assignments (GString *out, guint n, const ImSkndAssignment *assignments)
{
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (out, " (let %s", assignments[i].name.text);
      append_expr (out, assignments[i].value);
      g_string_append_c (out, ')');
    }
}

static void
append_parameter (GString *out, const ImSkndParameter *parameter)
{
  append_word (out, parameter->name);
  if (parameter->is_optional)
    g_string_append (out, " optional");
  append_word (out, parameter->type);
  if (parameter->rank.text != NULL)
    g_string_append_printf (out, " (rank %s)", parameter->rank.text);
  append_shape (out, &parameter->shape);
  append_pack (out, parameter->is_packed, parameter->length);
  if (parameter->value != NULL)
    append_expr (out, parameter->value);
  append_bounds (out, parameter->n_bounds, parameter->bounds);
}

static void
append_target (GString *out, const ImSkndTarget *target)
{
  static const char *const names[] = { "", " (omitted", " (targets", " (unzip" };

  if (target->kind == IM_SKND_TARGET_NAME)
    g_string_append_printf (out, " (to %s", target->name.text);
  else
    g_string_append (out, names[target->kind]);
  for (guint i = 0; i < target->n; i++)
    append_target (out, target->items[i]);
  if (target->type.text != NULL)
    append_word (out, target->type);
  append_shape (out, &target->shape);
  append_pack (out, target->is_packed, target->length);
  g_string_append_c (out, ')');
}

static void
append_lowering (GString *out, const ImSkndLowering *lowering)
{
  if (lowering->unroll_name.text != NULL)
    {
      g_string_append_printf (out, " (unroll %s", lowering->unroll_name.text);
      append_expr (out, lowering->unroll_count);
      g_string_append_c (out, ')');
    }
  append_assignments (out, lowering->n_locals, lowering->locals);
  append_expr (out, lowering->output);
  g_string_append_printf (out, " %s", im_sknd_assign_get_sign (lowering->assign));
  append_expr (out, lowering->value);
  append_bounds (out, lowering->n_bounds, lowering->bounds);
  if (lowering->condition != NULL)
    append_expr (out, lowering->condition);
}

static void
append_component (GString *out, const ImSkndComponent *component)
{
  for (guint i = 0; i < component->n_targets; i++)
    append_target (out, component->targets[i]);
  append_callable (out, component->value);
}

static void
append_loop_values (GString *out,
                    const char *word,
                    guint n,
                    const ImSkndLoopValue *values)
{
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (out, " (%s %s", word, values[i].name.text);
      if (values[i].type.text != NULL)
        append_word (out, values[i].type);
      append_shape (out, &values[i].shape);
      append_expr (out, values[i].value);
      g_string_append_c (out, ')');
    }
}

static void
append_callable (GString *out, const ImSkndCallable *callable)
{
  static const char *const names[] = { "value", "invoke", "block", "if", "loop" };

  g_string_append_printf (out, " (%s", names[callable->kind]);
  if (callable->label.text != NULL)
    g_string_append_printf (out, " (label %s)", callable->label.text);
  if (callable->operation.text != NULL)
    append_word (out, callable->operation);
  for (guint i = 0; i < callable->n_types; i++)
    append_word (out, callable->types[i]);
  append_assignments (out, callable->n_attributes, callable->attributes);
  append_loop_values (out, "with", callable->n_carried, callable->carried);
  append_loop_values (out, "for", callable->n_scanned, callable->scanned);
  if (callable->tests_first)
    g_string_append (out, " while");
  if (callable->is_unrolled)
    g_string_append (out, " unroll");
  if (callable->has_count)
    {
      append_word (out, callable->index);
      append_expr (out, callable->count);
    }
  for (guint i = 0; i < callable->n_statements; i++)
    {
      g_string_append (out, " (");
      append_component (out, &callable->statements[i]->component);
      g_string_append_c (out, ')');
    }
  for (guint i = 0; i < callable->n_parts; i++)
    append_callable (out, callable->parts[i]);
  for (guint i = 0; i < callable->n_values; i++)
    append_expr (out, callable->values[i]);
  g_string_append_c (out, ')');
}

static void
append_assertion (GString *out, const ImSkndAssertion *assertion)
{
  append_expr (out, assertion->condition);
  if (assertion->message != NULL)
    append_expr (out, assertion->message);
  for (guint i = 0; i < assertion->n_details; i++)
    {
      append_expr (out, assertion->details[i].label);
      append_expr (out, assertion->details[i].value);
    }
}

static void
append_statement (GString *out, ImSkndBlockKind kind, const ImSkndStatement *statement)
{
  switch ((guint) kind)
    {
    case IM_SKND_DTYPE:
      append_word (out, statement->generic.name);
      append_word (out, statement->generic.base);
      append_word (out, statement->generic.value);
      break;
    case IM_SKND_USING:
      append_target (out, statement->using_.target);
      append_expr (out, statement->using_.value);
      break;
    case IM_SKND_ASSERT:
      append_assertion (out, &statement->assertion);
      break;
    case IM_SKND_LOWER:
      append_lowering (out, &statement->lowering);
      break;
    case IM_SKND_COMPOSE:
    case IM_SKND_UPDATE:
      append_component (out, &statement->component);
      break;
    case IM_SKND_QUANTIZE:
      append_word (out, statement->quantization.name);
      append_callable (out, statement->quantization.operation);
      break;
    default:
      append_parameter (out, &statement->parameter);
    }
}

static void
append_definition (GString *out, const ImSkndDefinition *definition)
{
  g_string_append_printf (out, "%s%s %s\n", definition->is_public ? "public " : "",
                          definition->is_graph ? "graph" : "operator",
                          definition->name.text);
  for (guint i = 0; i < definition->n_blocks; i++)
    {
      const ImSkndBlock *block = definition->blocks[i];

      g_string_append_printf (out, "  %s\n", im_sknd_block_kind_get_name (block->kind));
      for (guint j = 0; j < block->n; j++)
        {
          g_string_append (out, "   ");
          append_statement (out, block->kind, block->statements[j]);
          g_string_append_c (out, '\n');
        }
    }
}

void
im_sknd_file_append_tree (const ImSkndFile *file, GString *out)
{
  for (guint i = 0; i < file->n_imports; i++)
    g_string_append_printf (out, "import %s\n", file->imports[i].text);
  for (guint i = 0; i < file->n_definitions; i++)
    append_definition (out, file->definitions[i]);
}

void
im_sknd_append_tokens (ImSource *source, ImDiagnostics *diagnostics, GString *out)
{
  gsize length = 0;
  const char *text = im_source_get_text (source, &length);
  g_autoptr (GArray) tokens = im_sknd_tokenize (source, (ImSpan){ 0, (guint32) length },
                                                NULL, diagnostics);

  for (guint i = 0; i < tokens->len; i++)
    {
      const ImSkndToken *token = &g_array_index (tokens, ImSkndToken, i);
      guint32 start = token->span.start, end = token->span.end;
      guint line = 0, column = 0;
      g_autofree char *bytes = g_strndup (text + start, end - start);
      g_autofree char *shown = g_strescape (bytes, NULL);

      im_source_locate (source, start, &line, &column);
      g_string_append_printf (out, "%u:%u %s%s%s\n", line, column,
                              im_sknd_token_kind_get_name (token->kind),
                              shown[0] != '\0' ? " " : "", shown);
    }
}
