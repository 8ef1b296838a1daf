/* SPDX-License-Identifier: MIT */
#include "tile/im-tile-print.h"

#include <string.h>

#include "tile/im-tile-print-private.h"

#define NO_NAME "function" /* of a function of the compact form that has none */

static void
begin_line (ImTilePrinter *printer)
{
  g_string_append_printf (printer->out, "%*s", (int) (2 * printer->indent), "");
}

static ImSpan
get_comment (const ImTilePrinter *printer, guint number)
{
  return g_array_index (printer->file->comments, ImSpan, number);
}

/* The words of a comment, line by line, each behind the sign of this spelling. */
static void
append_comment (ImTilePrinter *printer, ImSpan span, gboolean is_behind)
{
  gsize length = 0;
  const char *text = im_source_get_text (printer->file->source, &length);
  g_autofree char *words = g_strndup (text + span.start, span.end - span.start);
  const char *sign = printer->file->spelling == IM_TILE_PYTHON ? "#" : "//";
  g_auto (GStrv) lines = NULL;

  gboolean is_text = *words == '"' || *words == '\'';
  gboolean is_block = g_str_has_prefix (words, "/*") || is_text;
  gsize n_signs = *words == '#' ? 1 : is_text ? strspn (words, "\"'") : 2;

  if (is_text && n_signs < strlen (words))
    words[strlen (words) - n_signs] = '\0';
  else if (is_block && g_str_has_suffix (words, "*/"))
    words[strlen (words) - 2] = '\0';
  if (is_text)
    g_strchomp (words);
  lines = g_strsplit (strlen (words) > n_signs ? words + n_signs : " ", "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (!is_behind)
        begin_line (printer);
      is_block ? g_strstrip (lines[i]) : g_strchomp (lines[i]);
      g_string_append_printf (printer->out, "%s%s%s", sign,
                              *lines[i] == ' ' || *lines[i] == '\0' ? "" : " ", lines[i]);
      g_string_append (printer->out, is_behind ? "" : "\n");
    }
}

/* The comments before a place of the source. */
static void
append_comments (ImTilePrinter *printer, guint32 before)
{
  while (printer->next_comment < printer->file->comments->len &&
         get_comment (printer, printer->next_comment).start < before)
    append_comment (printer, get_comment (printer, printer->next_comment++), FALSE);
}

/* Those of the end of a function; what begins its line belongs to what follows. */
static void
append_last_comments (ImTilePrinter *printer, guint32 end)
{
  gsize length = 0;
  const char *text = im_source_get_text (printer->file->source, &length);

  printer->indent++;
  while (printer->next_comment < printer->file->comments->len)
    {
      ImSpan comment = get_comment (printer, printer->next_comment);

      if (comment.start >= end || comment.start == 0 || text[comment.start - 1] == '\n')
        break;
      append_comment (printer, comment, FALSE);
      printer->next_comment++;
    }
  printer->indent--;
}

/* Whether a comment begins behind a place and in the same line, and is one line. */
static gboolean
is_behind (const ImTilePrinter *printer, ImSpan comment, guint32 place)
{
  gsize length = 0;
  const char *text = im_source_get_text (printer->file->source, &length);

  return comment.start >= place &&
         memchr (text + place, '\n', comment.end - place) == NULL &&
         memchr (text + place, '{', comment.start - place) == NULL;
}

static void
end_line (ImTilePrinter *printer, guint32 place)
{
  if (printer->next_comment < printer->file->comments->len &&
      is_behind (printer, get_comment (printer, printer->next_comment), place))
    {
      g_string_append (printer->out, "  ");
      append_comment (printer, get_comment (printer, printer->next_comment++), TRUE);
    }
  g_string_append_c (printer->out, '\n');
}

static gboolean
is_declaration (const ImTileStatement *statement)
{
  return statement->kind == IM_TILE_DECLARE_DIMS ||
         statement->kind == IM_TILE_DECLARE_INDICES ||
         statement->kind == IM_TILE_DECLARE_TENSORS;
}

/* How many statements from @first on are one declaration. */
static guint
count_declared (const ImTilePrinter *printer, const GPtrArray *body, guint first)
{
  const ImTileStatement *head = g_ptr_array_index (body, first);
  guint n = 1;

  for (; first + n < body->len; n++)
    {
      const ImTileStatement *next = g_ptr_array_index (body, first + n);

      if (next->kind != head->kind || !next->is_grouped || next->n != head->n ||
          (printer->file->spelling == IM_TILE_PYTHON && next->n > 0))
        break;
    }

  return n;
}

static const char *
get_declared_type (ImTileStatementKind kind)
{
  return kind == IM_TILE_DECLARE_DIMS      ? "TensorDim"
         : kind == IM_TILE_DECLARE_INDICES ? "TensorIndex"
                                           : "Tensor";
}

static void
append_declaration_cpp (ImTilePrinter *printer,
                        const GPtrArray *body,
                        guint first,
                        guint n)
{
  const ImTileStatement *head = g_ptr_array_index (body, first);

  g_string_append_printf (printer->out, head->n > 0 ? "std::vector<%s> " : "%s ",
                          get_declared_type (head->kind));
  for (guint i = 0; i < n; i++)
    {
      const ImTileStatement *statement = g_ptr_array_index (body, first + i);

      g_string_append_printf (printer->out, "%s%s", i > 0 ? ", " : "", statement->name);
      if (statement->n == 0)
        continue;
      g_string_append_c (printer->out, '(');
      im_tile_append_list (printer, statement->operands, statement->n, TRUE);
      g_string_append_c (printer->out, ')');
    }
}

static void
append_declaration_python (ImTilePrinter *printer,
                           const GPtrArray *body,
                           guint first,
                           guint n)
{
  const ImTileStatement *head = g_ptr_array_index (body, first);
  const char *type = get_declared_type (head->kind);
  const char *plural = head->kind == IM_TILE_DECLARE_DIMS ? "s" : "es";

  for (guint i = 0; i < n; i++)
    g_string_append_printf (
        printer->out, "%s%s", i > 0 ? ", " : "",
        ((const ImTileStatement *) g_ptr_array_index (body, first + i))->name);
  if (head->n > 0)
    {
      g_string_append_printf (printer->out, " = %s%s(", type, plural);
      im_tile_append_list (printer, head->operands, head->n, TRUE);
      g_string_append_c (printer->out, ')');
    }
  else if (n == 1)
    g_string_append_printf (printer->out, " = %s()", type);
  else
    g_string_append_printf (printer->out, " = %s%s(%u)", type, plural, n);
}

/* The left side with its indices. */
static void
append_target (ImTilePrinter *printer, const ImTileStatement *statement)
{
  gboolean is_python = printer->file->spelling == IM_TILE_PYTHON;

  g_string_append_printf (printer->out, "%s%c", statement->name,
                          statement->is_bracket ? '[' : '(');
  if (statement->n == 0 && statement->is_bracket && is_python)
    g_string_append (printer->out, "()");
  im_tile_append_list (printer, statement->operands, statement->n, TRUE);
  g_string_append_c (printer->out, statement->is_bracket ? ']' : ')');
}

static void
append_contraction (ImTilePrinter *printer, const ImTileStatement *statement)
{
  gboolean is_element = im_tile_names_get (printer->names, statement->name) ==
                        IM_TILE_NAME_NUMBERS;

  append_target (printer, statement);
  g_string_append_printf (printer->out, " %s ",
                          im_aggregation_get_info (statement->aggregation)->statement);
  printer->is_contraction = !is_element;
  im_tile_append_expr (printer, statement->value, is_element);
  printer->is_contraction = FALSE;
}

static void
append_constraints (ImTilePrinter *printer, const ImTileStatement *statement)
{
  gboolean is_cpp = printer->file->spelling == IM_TILE_CPP;

  if (statement->n == 1)
    {
      g_string_append_printf (printer->out, "%s.add_constraint(", statement->name);
      im_tile_append_expr (printer, statement->operands[0], TRUE);
      g_string_append_c (printer->out, ')');
      return;
    }
  g_string_append_printf (printer->out, "%s.add_constraints(%c", statement->name,
                          is_cpp ? '{' : '[');
  im_tile_append_list (printer, statement->operands, statement->n, TRUE);
  g_string_append (printer->out, is_cpp ? "})" : "])");
}

static void
append_return (ImTilePrinter *printer, const ImTileStatement *statement)
{
  gboolean has_braces = printer->file->spelling == IM_TILE_CPP && statement->n != 1;

  g_string_append (printer->out, has_braces ? "return {" : "return ");
  im_tile_append_list (printer, statement->operands, statement->n, FALSE);
  g_string_append (printer->out, has_braces ? "}" : "");
}

/* What C++ and Python write alike. */
static void
append_simple (ImTilePrinter *printer, const ImTileStatement *statement)
{
  if (statement->declares && printer->file->spelling == IM_TILE_CPP)
    g_string_append (printer->out, "auto ");
  switch ((int) statement->kind)
    {
    case IM_TILE_BIND:
      g_string_append_printf (printer->out, "%s.bind_dims(", statement->name);
      im_tile_append_list (printer, statement->operands, statement->n, TRUE);
      g_string_append_c (printer->out, ')');
      break;
    case IM_TILE_OUTPUT:
      g_string_append_printf (printer->out, "%s = TensorOutput(", statement->name);
      im_tile_append_list (printer, statement->operands, statement->n, TRUE);
      g_string_append_c (printer->out, ')');
      break;
    case IM_TILE_CONTRACT:
      append_contraction (printer, statement);
      break;
    case IM_TILE_CONSTRAIN:
      append_constraints (printer, statement);
      break;
    case IM_TILE_DEFAULT:
      g_string_append_printf (printer->out, "%s.use_default(", statement->name);
      im_tile_append_expr (printer, statement->value, FALSE);
      g_string_append_c (printer->out, ')');
      break;
    case IM_TILE_RETURN:
      append_return (printer, statement);
      break;
    case IM_TILE_ASSIGN:
    default:
      g_string_append_printf (printer->out, "%s = ", statement->name);
      im_tile_append_expr (printer, statement->value,
                           im_tile_names_get (printer->names, statement->name) ==
                               IM_TILE_NAME_NUMBER);
      break;
    }
}

static void append_body (ImTilePrinter *printer, const GPtrArray *body);

static void
append_for (ImTilePrinter *printer, const ImTileStatement *statement)
{
  gboolean is_cpp = printer->file->spelling == IM_TILE_CPP;

  if (is_cpp)
    g_string_append_printf (printer->out, "for (size_t %s = 0; %s < ", statement->name,
                            statement->name);
  else
    g_string_append_printf (printer->out, "for %s in range(", statement->name);
  im_tile_append_expr (printer, statement->value, TRUE);
  if (is_cpp)
    g_string_append_printf (printer->out, "; ++%s) {\n", statement->name);
  else
    g_string_append (printer->out, "):\n");
  append_body (printer, statement->body);
  if (!is_cpp)
    return;
  begin_line (printer);
  g_string_append (printer->out, "}\n");
}

/* Statements of C++ and Python, a level deeper. */
static void
append_body (ImTilePrinter *printer, const GPtrArray *body)
{
  gboolean is_cpp = printer->file->spelling == IM_TILE_CPP;
  guint n = 1;

  printer->indent++;
  for (guint i = 0; i < body->len; i += n)
    {
      const ImTileStatement *statement = g_ptr_array_index (body, i), *last = statement;

      n = 1;
      append_comments (printer, statement->span.start);
      begin_line (printer);
      if (statement->kind == IM_TILE_FOR)
        {
          append_for (printer, statement);
          continue;
        }
      if (is_declaration (statement))
        {
          n = count_declared (printer, body, i);
          last = g_ptr_array_index (body, i + n - 1);
          (is_cpp ? append_declaration_cpp : append_declaration_python) (printer, body, i,
                                                                         n);
        }
      else
        append_simple (printer, statement);
      g_string_append (printer->out, is_cpp ? ";" : "");
      end_line (printer, last->span.end);
    }
  printer->indent--;
}

static void
append_parameters_cpp (ImTilePrinter *printer, const ImTileFunction *function)
{
  for (guint i = 0; i < function->n_parameters; i++)
    {
      const ImTileParameter *parameter = &function->parameters[i];
      const char *type = parameter->type != NULL ? parameter->type : "size_t";

      g_string_append (printer->out, i > 0 ? ", " : "");
      if (parameter->kind == IM_TILE_SIZE)
        g_string_append_printf (printer->out, "%s ", type);
      else if (parameter->kind == IM_TILE_VECTOR)
        g_string_append_printf (printer->out, "const std::vector<%s>& ", type);
      else
        g_string_append (printer->out, "const Tensor& ");
      g_string_append (printer->out, parameter->name);
    }
}

static void
append_function (ImTilePrinter *printer, const ImTileFunction *function)
{
  if (printer->file->spelling == IM_TILE_CPP)
    {
      g_string_append_printf (printer->out, "Tensor %s(", function->name);
      append_parameters_cpp (printer, function);
      g_string_append (printer->out, ") {\n");
    }
  else
    {
      g_string_append_printf (printer->out, "def %s(", function->name);
      for (guint i = 0; i < function->n_parameters; i++)
        g_string_append_printf (printer->out, "%s%s", i > 0 ? ", " : "",
                                function->parameters[i].name);
      g_string_append (printer->out, "):\n");
    }
  append_body (printer, function->body);
}

/* How many statements at the beginning of the compact form stand in its head: each binds
 * a parameter that comes behind the one before. */
static guint
count_bound (const ImTileFunction *function)
{
  guint n = 0;

  for (guint i = 0; i < function->n_parameters && n < function->body->len; i++)
    {
      const ImTileStatement *statement = g_ptr_array_index (function->body, n);

      if (statement->kind == IM_TILE_BIND &&
          strcmp (statement->name, function->parameters[i].name) == 0)
        n++;
    }

  return n;
}

/* `I[M, N]` */
static void
append_bound (ImTilePrinter *printer, const ImTileStatement *bind)
{
  g_string_append_printf (printer->out, "%s[", bind->name);
  im_tile_append_list (printer, bind->operands, bind->n, TRUE);
  g_string_append_c (printer->out, ']');
}

static void
append_head_compact (ImTilePrinter *printer, const ImTileFunction *function)
{
  const ImTileStatement *result = g_ptr_array_index (function->body,
                                                     function->body->len - 1);
  guint n_bound = count_bound (function), next = 0;

  g_string_append (printer->out, "function ");
  if (strcmp (function->name, NO_NAME) != 0)
    g_string_append_printf (printer->out, "%s ", function->name);
  g_string_append_c (printer->out, '(');
  for (guint i = 0; i < function->n_parameters; i++)
    {
      const ImTileStatement *bind = g_ptr_array_index (function->body, next);

      g_string_append (printer->out, i > 0 ? ", " : "");
      if (next == n_bound || strcmp (bind->name, function->parameters[i].name) != 0)
        {
          g_string_append (printer->out, function->parameters[i].name);
          continue;
        }
      append_bound (printer, bind);
      next++;
    }
  g_string_append (printer->out, ") -> (");
  im_tile_append_list (printer, result->operands, result->n, FALSE);
  g_string_append (printer->out, ") {\n");
}

/* How many statements from @first on are one contraction with what constrains it. */
static guint
count_contraction (const GPtrArray *body, guint first)
{
  guint n = 2;

  for (; first + n < body->len; n++)
    {
      const ImTileStatement *next = g_ptr_array_index (body, first + n);

      if (next->kind != IM_TILE_CONSTRAIN && next->kind != IM_TILE_DEFAULT)
        break;
    }

  return n;
}

static void
append_contraction_compact (ImTilePrinter *printer,
                            const GPtrArray *body,
                            guint first,
                            guint n)
{
  const ImTileStatement *output = g_ptr_array_index (body, first);
  const ImTileStatement *statement = g_ptr_array_index (body, first + 1);

  g_string_append_printf (printer->out, "%s[", statement->name);
  im_tile_append_list (printer, statement->operands, statement->n, TRUE);
  if (output->n > 0 || statement->n > 0)
    g_string_append (printer->out, statement->n > 0 ? " : " : ": ");
  im_tile_append_list (printer, output->operands, output->n, TRUE);
  g_string_append_printf (printer->out, "] = %s(",
                          im_aggregation_get_info (statement->aggregation)->sign);
  printer->is_contraction = TRUE;
  im_tile_append_expr (printer, statement->value, FALSE);
  printer->is_contraction = FALSE;
  g_string_append_c (printer->out, ')');
  for (guint i = 2; i < n; i++)
    {
      const ImTileStatement *next = g_ptr_array_index (body, first + i);

      g_string_append (printer->out,
                       next->kind == IM_TILE_CONSTRAIN ? ", " : " default ");
      if (next->kind == IM_TILE_CONSTRAIN)
        im_tile_append_list (printer, next->operands, next->n, TRUE);
      else
        im_tile_append_expr (printer, next->value, FALSE);
    }
}

static void
append_function_compact (ImTilePrinter *printer, const ImTileFunction *function)
{
  const GPtrArray *body = function->body;
  guint n = 1;

  append_head_compact (printer, function);
  printer->indent++;
  for (guint i = count_bound (function); i + 1 < body->len; i += n)
    {
      const ImTileStatement *statement = g_ptr_array_index (body, i), *last = NULL;

      n = statement->kind == IM_TILE_OUTPUT ? count_contraction (body, i) : 1;
      last = g_ptr_array_index (body, i + n - 1);
      append_comments (printer, last->span.start);
      begin_line (printer);
      if (statement->kind == IM_TILE_OUTPUT)
        append_contraction_compact (printer, body, i, n);
      else if (statement->kind == IM_TILE_BIND)
        append_bound (printer, statement);
      else
        append_simple (printer, statement);
      g_string_append_c (printer->out, ';');
      end_line (printer, last->span.end);
    }
  printer->indent--;
}

void
im_tile_append_text (const ImTileFile *file, GString *out)
{
  ImTilePrinter printer = { file, out };
  g_autoptr (GHashTable) names = im_tile_names_new (file);

  for (guint i = 0; i < file->functions->len; i++)
    {
      const ImTileFunction *function = g_ptr_array_index (file->functions, i);

      printer.names = g_hash_table_lookup (names, function);
      if (i > 0)
        g_string_append (out, file->spelling == IM_TILE_PYTHON ? "\n\n" : "\n");
      append_comments (&printer, function->span.start);
      if (file->spelling == IM_TILE_COMPACT)
        append_function_compact (&printer, function);
      else
        append_function (&printer, function);
      append_last_comments (&printer, function->end);
      g_string_append (out, file->spelling == IM_TILE_PYTHON ? "" : "}\n");
    }
  append_comments (&printer, G_MAXUINT32);
}
