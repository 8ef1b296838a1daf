/* SPDX-License-Identifier: MIT
 *
 * Statements of the scratchpad. One with a problem is left out, and reading goes on
 * behind it, so that one run tells of all problems.
 */
#include "tml/im-scratch-private.h"

#include <string.h>

#include "base/im-arena.h"
#include "lang/im-token.h"

#define MAX_DEPTH 64 /* blocks in blocks */

typedef struct
{
  ImArena *arena;
  ImSource *source;
  const char *text;
  gsize length;
  ImDiagnostics *diagnostics;
  ImToken token; /* the next one, not consumed yet */
  const char *problem;
  guint32 last_end;    /* end of the last consumed token */
  gboolean has_failed; /* the statement */
  gboolean is_stopped; /* nothing more is read */
  guint n_problems;
  guint depth;
  guint n_loops; /* around the statement */
} Parser;

static ImScratchStatement *parse_statement (Parser *parser);

static gboolean G_GNUC_PRINTF (4, 5)
    fail (Parser *parser, const char *code, ImSpan span, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  im_diagnostics_add (parser->diagnostics, IM_SEVERITY_ERROR, code, parser->source, span,
                      "%s", message);
  parser->has_failed = TRUE;
  parser->n_problems++;

  return FALSE;
}

static void
read_token (Parser *parser, gsize offset)
{
  parser->token = im_token_next_scratch (parser->text, parser->length, offset, FALSE,
                                         &parser->problem);
}

static void
advance (Parser *parser)
{
  parser->last_end = parser->token.span.end;
  read_token (parser, parser->token.span.end);
}

static gboolean
fail_unexpected (Parser *parser, const char *expected)
{
  ImSpan span = parser->token.span;

  if (parser->token.kind == IM_TOKEN_ERROR)
    return fail (parser, "syntax", span, "%s", parser->problem);
  if (parser->token.kind == IM_TOKEN_END || parser->token.kind == IM_TOKEN_LINE_END)
    return fail (parser, "syntax", span, "expected %s, found the end of the line",
                 expected);

  return fail (parser, "syntax", span, "expected %s, found “%.*s”", expected,
               im_token_get_shown_length (parser->text, parser->length, span),
               parser->text + span.start);
}

static gboolean
expect (Parser *parser, ImTokenKind kind, const char *expected)
{
  if (parser->token.kind != kind)
    return fail_unexpected (parser, expected);
  advance (parser);

  return TRUE;
}

static gboolean
is_word (const Parser *parser, const ImToken *token, const char *word)
{
  ImSpan span = token->span;

  return token->kind == IM_TOKEN_NAME && strlen (word) == span.end - span.start &&
         memcmp (word, parser->text + span.start, strlen (word)) == 0;
}

static gboolean
is_type (const Parser *parser, const ImToken *token)
{
  g_autofree char *word = g_strndup (parser->text + token->span.start,
                                     token->span.end - token->span.start);
  ImScalarType scalar;

  return token->kind == IM_TOKEN_NAME &&
         (strcmp (word, "tensor") == 0 || im_scalar_type_parse (word, &scalar));
}

static gboolean
is_reserved (const Parser *parser, const ImToken *token)
{
  static const char *const words[] = { "for",   "if",       "elif", "else", "while",
                                       "break", "continue", "end",  "true", "false" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (is_word (parser, token, words[i]))
      return TRUE;

  return is_type (parser, token);
}

static gboolean
parse_name (Parser *parser, ImScratchStatement *statement)
{
  ImSpan span = parser->token.span;

  if (parser->token.kind != IM_TOKEN_NAME)
    return fail_unexpected (parser, "the name of a variable");
  if (is_reserved (parser, &parser->token))
    return fail (parser, "syntax", span,
                 "“%.*s” is a word of the language and no name of a variable",
                 (int) (span.end - span.start), parser->text + span.start);
  statement->name = im_arena_strndup (parser->arena, parser->text + span.start,
                                      span.end - span.start);
  statement->name_span = span;
  advance (parser);

  return TRUE;
}

static const ImExpr *
parse_expression (Parser *parser)
{
  gsize offset = parser->token.span.start;
  const ImExprError *error;
  const ImExpr *expr = im_expr_parse_scratch (parser->arena, parser->text, parser->length,
                                              &offset, &error);

  if (expr == NULL)
    {
      fail (parser, im_expr_error_code_get_name (error->code), error->span, "%s",
            error->message);
      /* Behind the problem nothing is missed. */
      read_token (parser, MAX (error->span.start, parser->token.span.start));
      return NULL;
    }
  parser->last_end = expr->span.end;
  read_token (parser, offset);

  return expr;
}

static gboolean
is_separator (const Parser *parser)
{
  return parser->token.kind == IM_TOKEN_LINE_END ||
         parser->token.kind == IM_TOKEN_SEMICOLON;
}

/* `tensor<int, 3> name = value`, or without a value */
static gboolean
parse_declaration (Parser *parser, ImScratchStatement *statement)
{
  gsize offset = parser->token.span.start;
  g_autoptr (GError) error = NULL;

  statement->kind = IM_SCRATCH_DECLARE;
  statement->type = im_nested_type_parse_prefix (parser->text, &offset, parser->arena,
                                                 &error);
  if (statement->type == NULL)
    {
      read_token (parser, offset);
      return fail (parser, "syntax", parser->token.span, "%s", error->message);
    }
  read_token (parser, offset);
  if (!parse_name (parser, statement))
    return FALSE;
  statement->op_span = parser->token.span;
  if (is_separator (parser) || parser->token.kind == IM_TOKEN_END)
    return TRUE;
  if (!expect (parser, IM_TOKEN_ASSIGN,
               "“=” and the first value, or the end of the line"))
    return FALSE;
  statement->value = parse_expression (parser);

  return statement->value != NULL;
}

static const ImExpr *
find_root (const ImExpr *target)
{
  while (target->kind == IM_EXPR_INDEX)
    target = target->operands[0];

  return target;
}

static gboolean
check_target (Parser *parser, ImScratchStatement *statement)
{
  const ImExpr *root = find_root (statement->value);
  ImToken token = { IM_TOKEN_NAME, root->span };

  if (root->kind != IM_EXPR_NAME || parser->text[statement->value->span.start] == '(')
    return fail (parser, "syntax", statement->value->span,
                 "only a variable, or indices of one, can be assigned");
  if (is_reserved (parser, &token))
    return fail (parser, "syntax", root->span,
                 "“%s” is a word of the language and no name of a variable", root->name);
  statement->name = root->name;
  statement->name_span = root->span;
  statement->target = statement->value;

  return TRUE;
}

/* The operator of `+=` is what precedes the `=`. */
static ImOperator
get_operator (const Parser *parser, ImSpan span)
{
  for (ImOperator op = 0; op < IM_N_OPERATORS; op++)
    {
      const char *text = im_operator_get_text (op);

      if (im_operator_can_assign (op) && strlen (text) == span.end - span.start - 1 &&
          memcmp (text, parser->text + span.start, strlen (text)) == 0)
        return op;
    }

  g_assert_not_reached ();
}

/* An expression that is shown, or a target and what is assigned to it. */
static gboolean
parse_simple (Parser *parser, ImScratchStatement *statement)
{
  statement->kind = IM_SCRATCH_SHOW;
  statement->value = parse_expression (parser);
  if (statement->value == NULL)
    return FALSE;
  if (parser->token.kind != IM_TOKEN_ASSIGN &&
      parser->token.kind != IM_TOKEN_COMPOUND_ASSIGN)
    return TRUE;

  statement->kind = IM_SCRATCH_ASSIGN;
  if (!check_target (parser, statement))
    return FALSE;
  statement->op_span = parser->token.span;
  statement->is_compound = parser->token.kind == IM_TOKEN_COMPOUND_ASSIGN;
  if (statement->is_compound)
    statement->op = get_operator (parser, parser->token.span);
  advance (parser);
  statement->value = parse_expression (parser);

  return statement->value != NULL;
}

/* Goes behind the statement at @start: to the end of the line where its brackets are
 * closed, or if they are not, of the line where the problem is. */
static void
recover (Parser *parser, guint32 start)
{
  guint32 problem = parser->token.span.start;
  guint n_open = 0;

  read_token (parser, start);
  while (parser->token.kind != IM_TOKEN_END &&
         (parser->token.kind != IM_TOKEN_LINE_END || parser->token.span.start < problem))
    {
      ImTokenKind kind = parser->token.kind;

      if (kind == IM_TOKEN_OPEN || kind == IM_TOKEN_OPEN_BRACKET)
        n_open++;
      else if (n_open > 0 && (kind == IM_TOKEN_CLOSE || kind == IM_TOKEN_CLOSE_BRACKET))
        n_open--;
      parser->token = im_token_next_scratch (parser->text, parser->length,
                                             parser->token.span.end, n_open > 0,
                                             &parser->problem);
    }
  if (n_open == 0)
    return;

  const char *end = memchr (parser->text + problem, '\n', parser->length - problem);
  read_token (parser, end == NULL ? parser->length : (gsize) (end - parser->text));
}

/* Leaves all out that follows. */
static void
stop (Parser *parser)
{
  parser->is_stopped = TRUE;
  parser->token = (ImToken){ IM_TOKEN_END,
                             { (guint32) parser->length, (guint32) parser->length } };
}

/* Goes to the next statement; returns FALSE if there is none. */
static gboolean
find_statement (Parser *parser)
{
  while (is_separator (parser))
    advance (parser);
  if (parser->token.kind != IM_TOKEN_END && parser->n_problems >= IM_SCRATCH_MAX_PROBLEMS)
    {
      fail (parser, "too-many", parser->token.span,
            "after %d problems nothing more is read", IM_SCRATCH_MAX_PROBLEMS);
      stop (parser);
    }

  return parser->token.kind != IM_TOKEN_END;
}

/* Whether the block goes on with `else` or `elif`. */
static gboolean
is_branch (const Parser *parser)
{
  return is_word (parser, &parser->token, "else") ||
         is_word (parser, &parser->token, "elif");
}

/* The statements up to the `end` of a block, or of `if` to the next branch, which is not
 * consumed. */
static void
parse_body (Parser *parser, ImScratchStatement *block, gboolean has_branches)
{
  g_autoptr (GPtrArray) body = g_ptr_array_new ();

  while (find_statement (parser) && !is_word (parser, &parser->token, "end") &&
         !(has_branches && is_branch (parser)))
    {
      ImScratchStatement *statement = parse_statement (parser);

      if (statement->kind == IM_SCRATCH_BROKEN)
        block->kind = IM_SCRATCH_BROKEN;
      g_ptr_array_add (body, statement);
    }
  if (is_word (parser, &parser->token, "end"))
    advance (parser);
  else if (parser->token.kind == IM_TOKEN_END)
    {
      block->kind = IM_SCRATCH_BROKEN;
      if (!parser->is_stopped)
        fail (parser, "syntax", block->span, "this block is not closed; expected “end”");
    }

  block->n_body = body->len;
  block->body = im_arena_new0 (parser->arena, ImScratchStatement *, body->len);
  if (body->len > 0)
    memcpy (block->body, body->pdata, body->len * sizeof *block->body);
}

/* Behind the stop of a range either a step and a colon follow or the body of the loop,
 * which may be an expression, too. */
static void
parse_step (Parser *parser, ImScratchStatement *block)
{
  gsize offset = parser->token.span.start;
  const char *problem;
  const ImExprError *error;
  const ImExpr *expr = NULL;

  if (!is_separator (parser) && parser->token.kind != IM_TOKEN_END)
    expr = im_expr_parse_scratch (parser->arena, parser->text, parser->length, &offset,
                                  &error);
  if (expr == NULL)
    return;

  ImToken token = im_token_next_scratch (parser->text, parser->length, offset, FALSE,
                                         &problem);
  if (token.kind != IM_TOKEN_COLON)
    return;
  block->step = expr;
  read_token (parser, token.span.start);
  advance (parser);
}

/* `for name=start:stop:`, `for name=start:stop:step:`, `while condition:`,
 * `if condition:`, `elif condition:` or `else:` */
static gboolean
parse_header (Parser *parser, ImScratchStatement *block)
{
  gboolean is_for = is_word (parser, &parser->token, "for");
  gboolean is_else = is_word (parser, &parser->token, "else");

  block->kind = is_for                                      ? IM_SCRATCH_FOR
                : is_else                                   ? IM_SCRATCH_ELSE
                : is_word (parser, &parser->token, "while") ? IM_SCRATCH_WHILE
                                                            : IM_SCRATCH_IF;
  advance (parser);
  if (is_for && (!parse_name (parser, block) ||
                 !expect (parser, IM_TOKEN_ASSIGN, "“=” and where to start")))
    return FALSE;
  if (is_else)
    return expect (parser, IM_TOKEN_COLON, "“:”");
  block->value = parse_expression (parser);
  if (block->value == NULL)
    return FALSE;
  if (!is_for)
    return expect (parser, IM_TOKEN_COLON, "an operator or “:”");

  if (!expect (parser, IM_TOKEN_COLON, "“:” and one behind the last value"))
    return FALSE;
  block->stop = parse_expression (parser);
  if (block->stop == NULL || !expect (parser, IM_TOKEN_COLON, "an operator or “:”"))
    return FALSE;
  parse_step (parser, block);

  return TRUE;
}

/* One branch of `if`, or a loop. */
static void
parse_branch (Parser *parser, ImScratchStatement *block)
{
  guint32 start = parser->token.span.start;
  gboolean is_fine = parse_header (parser, block);
  gboolean has_branches = block->kind == IM_SCRATCH_IF;
  gboolean is_loop = block->kind == IM_SCRATCH_FOR || block->kind == IM_SCRATCH_WHILE;

  block->span = (ImSpan){ start, MAX (parser->last_end, start + 1) };
  if (!is_fine && block->kind != IM_SCRATCH_ELSE)
    recover (parser, start);
  if (!is_fine)
    block->kind = IM_SCRATCH_BROKEN;
  parser->n_loops += is_loop ? 1 : 0;
  parse_body (parser, block, has_branches);
  parser->n_loops -= is_loop ? 1 : 0;
}

static void
parse_block (Parser *parser, ImScratchStatement *block)
{
  ImScratchStatement *last = block;
  guint32 start = parser->token.span.start;

  if (++parser->depth > MAX_DEPTH)
    {
      fail (parser, "limit", (ImSpan){ start, parser->token.span.end },
            "blocks are nested at most %d deep", MAX_DEPTH);
      block->span = parser->token.span;
      block->kind = IM_SCRATCH_BROKEN;
      stop (parser);
    }
  else
    parse_branch (parser, block);
  while (!parser->is_stopped && parser->last_end > start && is_branch (parser) &&
         parser->token.kind != IM_TOKEN_END)
    {
      last->otherwise = im_arena_new0 (parser->arena, ImScratchStatement, 1);
      last = last->otherwise;
      parse_branch (parser, last);
      if (last->kind == IM_SCRATCH_BROKEN)
        block->kind = IM_SCRATCH_BROKEN;
    }
  parser->depth--;
  parser->has_failed = FALSE;
}

/* `break` or `continue` */
static gboolean
parse_jump (Parser *parser, ImScratchStatement *statement)
{
  gboolean is_break = is_word (parser, &parser->token, "break");

  statement->kind = is_break ? IM_SCRATCH_BREAK : IM_SCRATCH_CONTINUE;
  if (parser->n_loops == 0)
    {
      fail (parser, "syntax", parser->token.span, "there is no for or while that this %s",
            is_break ? "leaves" : "continues");
      statement->kind = IM_SCRATCH_BROKEN;
      parser->has_failed = FALSE; /* what follows on the line is read */
    }
  advance (parser);

  return TRUE;
}

static gboolean
parse_line (Parser *parser, ImScratchStatement *statement)
{
  if (is_word (parser, &parser->token, "end"))
    return fail (parser, "syntax", parser->token.span,
                 "there is no for, while or if that this ends");
  if (is_branch (parser))
    return fail (parser, "syntax", parser->token.span,
                 "there is no if that this belongs to");
  if (is_word (parser, &parser->token, "break") ||
      is_word (parser, &parser->token, "continue"))
    return parse_jump (parser, statement);
  if (is_type (parser, &parser->token))
    return parse_declaration (parser, statement);

  return parse_simple (parser, statement);
}

static ImScratchStatement *
parse_statement (Parser *parser)
{
  ImScratchStatement *statement = im_arena_new0 (parser->arena, ImScratchStatement, 1);
  guint32 start = parser->token.span.start;

  parser->has_failed = FALSE;
  if (is_word (parser, &parser->token, "for") || is_word (parser, &parser->token, "if") ||
      is_word (parser, &parser->token, "while"))
    parse_block (parser, statement);
  else
    {
      if (!parse_line (parser, statement))
        statement->kind = IM_SCRATCH_BROKEN;
      statement->span = (ImSpan){ start, MAX (parser->last_end, start) };
    }

  if (!parser->has_failed && !is_separator (parser) && parser->token.kind != IM_TOKEN_END)
    {
      fail_unexpected (parser, "an operator or the end of the statement");
      statement->kind = IM_SCRATCH_BROKEN;
    }
  if (parser->has_failed && parser->token.kind != IM_TOKEN_END)
    recover (parser, start);

  return statement;
}

GPtrArray *
im_scratch_parse (ImSource *source, ImArena *arena, ImDiagnostics *diagnostics)
{
  GPtrArray *statements = g_ptr_array_new ();
  Parser parser = { .arena = arena, .source = source, .diagnostics = diagnostics };

  parser.text = im_source_get_text (source, &parser.length);
  if (parser.length > IM_SCRATCH_MAX_BYTES)
    {
      fail (&parser, "limit", (ImSpan){ IM_SCRATCH_MAX_BYTES, IM_SCRATCH_MAX_BYTES + 1 },
            "the text is longer than %d bytes", IM_SCRATCH_MAX_BYTES);
      return statements;
    }

  read_token (&parser, 0);
  while (find_statement (&parser))
    g_ptr_array_add (statements, parse_statement (&parser));

  return statements;
}
