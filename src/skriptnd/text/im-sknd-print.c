/* SPDX-License-Identifier: MIT */
#include "skriptnd/text/im-sknd-print.h"

#include <string.h>

#include "skriptnd/text/im-sknd-print-parameter.h"

typedef struct
{
  const ImSkndFile *file;
  const char *text;
  GString *out;
  guint depth;
  guint next_comment;
  guint32 at; /* what of the text is printed */
} Printer;

static void append_callable (Printer *printer, const ImSkndCallable *callable);
static void append_component (Printer *printer, const ImSkndComponent *component);

static void
append_expr (Printer *printer, const ImSkndExpr *expr)
{
  im_sknd_expr_append (expr, printer->text, printer->out);
}

static void
append_indent (Printer *printer)
{
  for (guint i = 0; i < printer->depth; i++)
    g_string_append (printer->out, "    ");
}

static guint
count_lines (const Printer *printer, guint32 start, guint32 end)
{
  guint n = 0;

  for (guint32 i = start; i < end; i++)
    n += printer->text[i] == '\n';

  return n;
}

static gboolean
has_comment_before (const Printer *printer, guint32 end)
{
  return printer->next_comment < printer->file->comments->len &&
         g_array_index (printer->file->comments, ImSpan, printer->next_comment).start <
             end;
}

static ImSpan
take_comment (Printer *printer)
{
  return g_array_index (printer->file->comments, ImSpan, printer->next_comment++);
}

static void
append_comment (Printer *printer, ImSpan span)
{
  while (span.end > span.start && g_ascii_isspace (printer->text[span.end - 1]))
    span.end--;
  g_string_append_len (printer->out, printer->text + span.start, span.end - span.start);
  g_string_append_c (printer->out, '\n');
  printer->at = span.end;
}

/* g_str_has_suffix() would count the bytes of the whole text. */
static gboolean
ends_with (const Printer *printer, const char *end)
{
  gsize length = strlen (end);

  return printer->out->len >= length &&
         memcmp (printer->out->str + printer->out->len - length, end, length) == 0;
}

/* One empty line where the text has some, but none behind a brace that opens. */
static void
append_gap (Printer *printer, guint32 start)
{
  if (printer->out->len > 0 && !ends_with (printer, "{\n") &&
      !ends_with (printer, "\n\n") && count_lines (printer, printer->at, start) > 1)
    g_string_append_c (printer->out, '\n');
}

/* What stands in front of a line: comments, each on its own. */
static void
begin_line (Printer *printer, guint32 start)
{
  while (has_comment_before (printer, start))
    {
      ImSpan span = take_comment (printer);

      append_gap (printer, span.start);
      append_indent (printer);
      append_comment (printer, span);
    }
  append_gap (printer, start);
  append_indent (printer);
}

/* Comments in what was printed, and the one behind it on its line. */
static void
end_line (Printer *printer, guint32 end)
{
  gboolean is_first = TRUE;

  printer->at = end;
  while (printer->next_comment < printer->file->comments->len)
    {
      ImSpan span = g_array_index (printer->file->comments, ImSpan,
                                   printer->next_comment);

      if (span.start >= end && (!is_first || count_lines (printer, end, span.start) > 0))
        break;
      printer->next_comment++;
      if (is_first)
        g_string_append (printer->out, "  ");
      else
        append_indent (printer);
      append_comment (printer, span);
      printer->at = MAX (end, span.end);
      is_first = FALSE;
    }
  if (is_first)
    g_string_append_c (printer->out, '\n');
}

static void
append_target (Printer *printer, const ImSkndTarget *target)
{
  gboolean is_list = target->kind == IM_SKND_TARGET_LIST;

  if (target->kind == IM_SKND_TARGET_OMITTED)
    g_string_append_c (printer->out, '~');
  else if (target->kind == IM_SKND_TARGET_NAME)
    g_string_append (printer->out, target->name.text);
  else
    g_string_append_c (printer->out, is_list ? '[' : '(');
  for (guint i = 0; i < target->n; i++)
    {
      if (i > 0)
        g_string_append (printer->out, ", ");
      append_target (printer, target->items[i]);
    }
  if (target->n > 0)
    g_string_append_c (printer->out, is_list ? ']' : ')');
  if (target->type.text != NULL)
    g_string_append_printf (printer->out, ": %s", target->type.text);
  im_sknd_append_shape (printer->out, printer->text, &target->shape);
  im_sknd_append_pack (printer->out, printer->text, target->is_packed, target->length);
}

static void
append_assertion (Printer *printer, const ImSkndAssertion *assertion)
{
  append_expr (printer, assertion->condition);
  if (assertion->message == NULL)
    return;
  g_string_append (printer->out, ": ");
  append_expr (printer, assertion->message);
  for (guint i = 0; i < assertion->n_details; i++)
    {
      g_string_append (printer->out, ", ");
      if (assertion->details[i].label != NULL)
        {
          append_expr (printer, assertion->details[i].label);
          g_string_append (printer->out, ": ");
        }
      append_expr (printer, assertion->details[i].value);
    }
}

/* The rest of a statement on a line below it. */
static void
break_line (Printer *printer)
{
  g_string_append_c (printer->out, '\n');
  append_indent (printer);
  g_string_append (printer->out, "    ");
}

static void
append_lowering (Printer *printer, const ImSkndLowering *lowering)
{
  if (lowering->unroll_name.text != NULL)
    {
      g_string_append_printf (printer->out, "unroll..(%s -> ",
                              lowering->unroll_name.text);
      append_expr (printer, lowering->unroll_count);
      g_string_append (printer->out, ") ");
    }
  for (guint i = 0; i < lowering->n_locals; i++)
    {
      g_string_append_printf (printer->out, "%s = ", lowering->locals[i].name.text);
      append_expr (printer, lowering->locals[i].value);
      g_string_append_c (printer->out, ',');
      break_line (printer);
    }
  append_expr (printer, lowering->output);
  g_string_append_printf (printer->out, " %s ",
                          im_sknd_assign_get_sign (lowering->assign));
  append_expr (printer, lowering->value);
  if (lowering->n_bounds > 0)
    {
      g_string_append_c (printer->out, ',');
      break_line (printer);
    }
  im_sknd_append_bounds (printer->out, printer->text, lowering->n_bounds,
                         lowering->bounds);
  if (lowering->condition == NULL)
    return;
  g_string_append (printer->out, " | ");
  append_expr (printer, lowering->condition);
}

static void
append_values (Printer *printer, const ImSkndCallable *callable)
{
  for (guint i = 0; i < callable->n_values; i++)
    {
      if (i > 0)
        g_string_append (printer->out, ", ");
      if (callable->values[i] != NULL)
        append_expr (printer, callable->values[i]);
      else
        g_string_append_c (printer->out, '~');
    }
}

static void
append_invocation (Printer *printer, const ImSkndCallable *callable, gboolean has_values)
{
  GString *out = printer->out;

  g_string_append (out, callable->operation.text);
  for (guint i = 0; i < callable->n_types; i++)
    g_string_append_printf (out, "%s%s%s", i > 0 ? ", " : "<", callable->types[i].text,
                            i + 1 == callable->n_types ? ">" : "");
  for (guint i = 0; i < callable->n_attributes; i++)
    {
      g_string_append_printf (out, "%s%s = ", i > 0 ? ", " : "{",
                              callable->attributes[i].name.text);
      append_expr (printer, callable->attributes[i].value);
      if (i + 1 == callable->n_attributes)
        g_string_append_c (out, '}');
    }
  if (!has_values)
    return;
  g_string_append_c (out, '(');
  append_values (printer, callable);
  g_string_append_c (out, ')');
}

static void
append_block (Printer *printer, const ImSkndCallable *callable)
{
  g_string_append (printer->out, "{\n");
  printer->depth++;
  for (guint i = 0; i < callable->n_statements; i++)
    {
      const ImSkndStatement *statement = callable->statements[i];

      begin_line (printer, statement->span.start);
      append_component (printer, &statement->component);
      g_string_append_c (printer->out, ';');
      end_line (printer, statement->span.end);
    }
  append_indent (printer);
  g_string_append (printer->out, "yield ");
  append_values (printer, callable);
  g_string_append (printer->out, ";\n");
  printer->depth--;
  append_indent (printer);
  g_string_append_c (printer->out, '}');
}

static void
append_branch (Printer *printer, const ImSkndCallable *callable)
{
  for (guint i = 0; i < callable->n_parts; i++)
    {
      gboolean is_last = i + 1 == callable->n_parts;

      g_string_append (printer->out, i == 0       ? "if "
                                     : i % 2 == 1 ? " then "
                                     : is_last    ? " else "
                                                  : " elif ");
      append_callable (printer, callable->parts[i]);
    }
}

static void
append_loop_values (Printer *printer,
                    guint n,
                    const ImSkndLoopValue *values,
                    const char *word,
                    const char *between)
{
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (printer->out, "%s%s", i > 0 ? ", " : word,
                              values[i].name.text);
      if (values[i].type.text != NULL)
        g_string_append_printf (printer->out, ": %s", values[i].type.text);
      im_sknd_append_shape (printer->out, printer->text, &values[i].shape);
      g_string_append (printer->out, between);
      append_expr (printer, values[i].value);
      if (i + 1 == n)
        g_string_append_c (printer->out, ' ');
    }
}

static void
append_loop (Printer *printer, const ImSkndCallable *callable)
{
  const ImSkndCallable *condition = callable->n_parts < 2   ? NULL
                                    : callable->tests_first ? callable->parts[0]
                                                            : callable->parts[1];

  append_loop_values (printer, callable->n_carried, callable->carried, "with ", " = ");
  append_loop_values (printer, callable->n_scanned, callable->scanned, "for ", " : ");
  if (condition != NULL && callable->tests_first)
    {
      g_string_append (printer->out, "while ");
      append_callable (printer, condition);
      g_string_append_c (printer->out, ' ');
    }
  g_string_append (printer->out, callable->is_unrolled ? "unroll" : "do");
  if (callable->has_count)
    {
      g_string_append (printer->out, "..(");
      if (callable->index.text != NULL)
        g_string_append_printf (printer->out, "%s ->%s", callable->index.text,
                                callable->count != NULL ? " " : "");
      if (callable->count != NULL)
        append_expr (printer, callable->count);
      g_string_append_c (printer->out, ')');
    }
  g_string_append_c (printer->out, ' ');
  append_callable (printer, callable->parts[condition != NULL && callable->tests_first]);
  if (condition == NULL || callable->tests_first)
    return;
  g_string_append (printer->out, " while ");
  append_callable (printer, condition);
}

static void
append_callable (Printer *printer, const ImSkndCallable *callable)
{
  if (callable->label.text != NULL)
    g_string_append_printf (printer->out, "%s: ", callable->label.text);
  switch (callable->kind)
    {
    case IM_SKND_CALLABLE_VALUE:
      append_values (printer, callable);
      break;
    case IM_SKND_CALLABLE_INVOKE:
      append_invocation (printer, callable, TRUE);
      break;
    case IM_SKND_CALLABLE_BLOCK:
      append_block (printer, callable);
      break;
    case IM_SKND_CALLABLE_BRANCH:
      append_branch (printer, callable);
      break;
    case IM_SKND_CALLABLE_LOOP:
      append_loop (printer, callable);
      break;
    }
}

static void
append_component (Printer *printer, const ImSkndComponent *component)
{
  for (guint i = 0; i < component->n_targets; i++)
    {
      if (i > 0)
        g_string_append (printer->out, ", ");
      append_target (printer, component->targets[i]);
    }
  g_string_append (printer->out, " = ");
  append_callable (printer, component->value);
}

static void
append_statement (Printer *printer,
                  ImSkndBlockKind kind,
                  const ImSkndStatement *statement)
{
  const ImSkndGeneric *generic = &statement->generic;

  switch ((guint) kind)
    {
    case IM_SKND_DTYPE:
      g_string_append_printf (printer->out, "%s: %s", generic->name.text,
                              generic->base.text);
      if (generic->value.text != NULL)
        g_string_append_printf (printer->out, " = %s", generic->value.text);
      break;
    case IM_SKND_USING:
      append_target (printer, statement->using_.target);
      g_string_append (printer->out, " = ");
      append_expr (printer, statement->using_.value);
      break;
    case IM_SKND_ASSERT:
      append_assertion (printer, &statement->assertion);
      break;
    case IM_SKND_LOWER:
      append_lowering (printer, &statement->lowering);
      break;
    case IM_SKND_COMPOSE:
    case IM_SKND_UPDATE:
      append_component (printer, &statement->component);
      break;
    case IM_SKND_QUANTIZE:
      g_string_append_printf (printer->out, "%s: ", statement->quantization.name.text);
      append_invocation (printer, statement->quantization.operation, FALSE);
      break;
    default:
      im_sknd_append_parameter (printer->out, printer->text, &statement->parameter);
    }
  g_string_append_c (printer->out, ';');
}

/* A brace that closes, with the comments in front of it. */
static void
close_brace (Printer *printer, guint32 end)
{
  while (has_comment_before (printer, end))
    {
      ImSpan span = take_comment (printer);

      append_gap (printer, span.start);
      append_indent (printer);
      append_comment (printer, span);
    }
  printer->depth--;
  append_indent (printer);
  g_string_append_c (printer->out, '}');
  end_line (printer, end);
}

/* Where the brace that opens is, behind a name. */
static guint32
find_brace (const Printer *printer, guint32 at)
{
  const char *brace = strchr (printer->text + at, '{');

  return brace == NULL ? at : (guint32) (brace - printer->text) + 1;
}

static void
print_block (Printer *printer, const ImSkndBlock *block)
{
  begin_line (printer, block->span.start);
  g_string_append_printf (printer->out, "%s {",
                          im_sknd_block_kind_get_name (block->kind));
  end_line (printer, find_brace (printer, block->name_span.end));
  printer->depth++;
  for (guint i = 0; i < block->n; i++)
    {
      begin_line (printer, block->statements[i]->span.start);
      append_statement (printer, block->kind, block->statements[i]);
      end_line (printer, block->statements[i]->span.end);
    }
  close_brace (printer, block->span.end);
}

static void
print_definition (Printer *printer, const ImSkndDefinition *definition)
{
  if (printer->out->len > 0 && !has_comment_before (printer, definition->span.start) &&
      !ends_with (printer, "\n\n"))
    g_string_append_c (printer->out, '\n');
  begin_line (printer, definition->span.start);
  g_string_append_printf (
      printer->out, "%s%s %s {", definition->is_public ? "public " : "",
      definition->is_graph ? "graph" : "operator", definition->name.text);
  end_line (printer, find_brace (printer, definition->name.span.end));
  printer->depth++;
  for (guint i = 0; i < definition->n_blocks; i++)
    print_block (printer, definition->blocks[i]);
  close_brace (printer, definition->span.end);
}

void
im_sknd_file_print (const ImSkndFile *file, GString *out)
{
  g_autoptr (GString) result = g_string_new (NULL);
  gsize length = 0;
  const char *text = im_source_get_text (file->source, &length);
  Printer printer = { file, text, result };

  for (guint i = 0; i < file->n_imports; i++)
    {
      begin_line (&printer, file->imports[i].span.start);
      g_string_append_printf (result, "import %s;", file->imports[i].text);
      end_line (&printer, file->imports[i].span.end);
    }
  for (guint i = 0; i < file->n_definitions; i++)
    print_definition (&printer, file->definitions[i]);
  while (has_comment_before (&printer, (guint32) length))
    {
      ImSpan span = take_comment (&printer);

      append_gap (&printer, span.start);
      append_comment (&printer, span);
    }
  g_string_append_len (out, result->str, (gssize) result->len);
}
