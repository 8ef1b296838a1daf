/* SPDX-License-Identifier: MIT */
#include "skriptnd/text/im-sknd-file.h"

#include <string.h>

#include "base/im-text.h"
#include "skriptnd/text/im-sknd-parser.h"

/* A list as an array with NULL behind it. */
static gpointer
keep (ImArena *arena, const GPtrArray *list)
{
  gpointer *items = im_arena_new0 (arena, gpointer, list->len + 1);

  if (list->len > 0)
    memcpy (items, list->pdata, list->len * sizeof *items);

  return items;
}

static const char *const block_names[IM_SKND_N_BLOCKS] = {
  [IM_SKND_DTYPE] = "@dtype",       [IM_SKND_ATTRIB] = "@attrib",
  [IM_SKND_INPUT] = "@input",       [IM_SKND_USING] = "@using",
  [IM_SKND_ASSERT] = "@assert",     [IM_SKND_CONSTANTS] = "@constant",
  [IM_SKND_VARIABLE] = "@variable", [IM_SKND_OUTPUT] = "@output",
  [IM_SKND_LOWER] = "@lower",       [IM_SKND_COMPOSE] = "@compose",
  [IM_SKND_UPDATE] = "@update",     [IM_SKND_QUANTIZE] = "@quantize",
};

const char *
im_sknd_block_kind_get_name (ImSkndBlockKind kind)
{
  return block_names[kind];
}

static void G_GNUC_PRINTF (4, 5)
    report (ImSkndParser *parser, const char *code, ImSpan span, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  if (im_diagnostics_count (parser->diagnostics, IM_SEVERITY_ERROR) >= IM_SKND_MAX_ERRORS)
    return;
  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  im_diagnostics_add (parser->diagnostics, IM_SEVERITY_ERROR, code, parser->file->source,
                      span, "%s", message);
}

/* The kind of block that the token names; another name is an error. */
static gboolean
parse_block_name (ImSkndParser *parser, ImSkndBlockKind *kind)
{
  ImSpan span = im_sknd_parser_peek (parser)->span;
  const char *text = im_source_get_text (parser->file->source, NULL);
  g_autofree char *found = g_strndup (text + span.start, span.end - span.start);

  parser->next++;
  for (guint i = 0; i < IM_SKND_N_BLOCKS; i++)
    if (strcmp (found, block_names[i]) == 0)
      {
        *kind = i;
        return TRUE;
      }

  im_sknd_parser_fail (parser, span, "There is no block “%s”", found);
  im_diagnostics_suggest (parser->diagnostics, found,
                          im_text_nearest (found, block_names, IM_SKND_N_BLOCKS));
  im_diagnostics_allow (parser->diagnostics, block_names, IM_SKND_N_BLOCKS);

  return FALSE;
}

/* A block without its brace ends where another one begins. */
static gboolean
ends_block (const ImSkndParser *parser)
{
  const ImSkndToken *token = im_sknd_parser_peek (parser);

  return token->kind == IM_SKND_TOKEN_END || token->kind == IM_SKND_TOKEN_BLOCK ||
         im_sknd_parser_is (parser, "}") || im_sknd_parser_is (parser, "operator") ||
         im_sknd_parser_is (parser, "graph") || im_sknd_parser_is (parser, "public");
}

static void
close_block (ImSkndParser *parser, const char *name)
{
  guint n = im_diagnostics_get_count (parser->diagnostics);

  if (im_sknd_parser_take (parser, "}") || im_sknd_parser_is_cut (parser) ||
      (n > 0 && im_diagnostics_get (parser->diagnostics, n - 1)->span.start ==
                    im_sknd_parser_peek (parser)->span.start))
    return;
  report (parser, "syntax", im_sknd_parser_peek (parser)->span,
          "Expected “}”, which closes %s", name);
}

static void
parse_statements (ImSkndParser *parser, ImSkndBlock *block)
{
  /* Errors empty the stack of the parser, so statements have their own. */
  g_autoptr (GPtrArray) statements = g_ptr_array_new ();

  while (!ends_block (parser))
    {
      ImSkndStatement *statement = im_arena_new0 (parser->file->arena, ImSkndStatement,
                                                  1);

      if (im_sknd_parser_statement (parser, block->kind, statement))
        g_ptr_array_add (statements, statement);
      else
        im_sknd_parser_recover (parser);
    }

  block->n = statements->len;
  block->statements = keep (parser->file->arena, statements);
}

/* Returns NULL where there is none, or after an error. */
static ImSkndBlock *
parse_block (ImSkndParser *parser)
{
  ImSkndBlock *block = im_arena_new0 (parser->file->arena, ImSkndBlock, 1);
  guint32 start = im_sknd_parser_peek (parser)->span.start;

  block->name_span = im_sknd_parser_peek (parser)->span;
  if (!parse_block_name (parser, &block->kind) || !im_sknd_parser_need (parser, "{"))
    {
      gboolean is_open = im_sknd_parser_take (parser, "{");

      do
        im_sknd_parser_recover (parser);
      while (!ends_block (parser));
      if (is_open)
        im_sknd_parser_take (parser, "}");
      return NULL;
    }
  parse_statements (parser, block);
  close_block (parser, block_names[block->kind]);
  block->span = im_sknd_parser_span (parser, start);

  return block;
}

static void
add_block (ImSkndParser *parser, ImSkndDefinition *definition, const ImSkndBlock *block)
{
  if (definition->by_kind[block->kind] == NULL)
    {
      definition->by_kind[block->kind] = block;
      return;
    }
  report (parser, "block", block->name_span, "%s is there twice in %s",
          block_names[block->kind], definition->name.text);
  im_diagnostics_note_at (parser->diagnostics,
                          definition->by_kind[block->kind]->name_span,
                          "The first one is here");
}

static void
parse_blocks (ImSkndParser *parser, ImSkndDefinition *definition)
{
  g_autoptr (GPtrArray) blocks = g_ptr_array_new ();

  while (!im_sknd_parser_is (parser, "}") &&
         im_sknd_parser_peek (parser)->kind != IM_SKND_TOKEN_END)
    {
      ImSkndBlock *block = NULL;

      if (im_sknd_parser_peek (parser)->kind != IM_SKND_TOKEN_BLOCK)
        {
          if (ends_block (parser))
            break;
          im_sknd_parser_expect (parser, "a block, such as @input");
          parser->next++;
          im_sknd_parser_recover (parser);
          continue;
        }
      block = parse_block (parser);
      if (block == NULL)
        continue;
      add_block (parser, definition, block);
      g_ptr_array_add (blocks, block);
    }

  definition->n_blocks = blocks->len;
  definition->blocks = keep (parser->file->arena, blocks);
}

static ImSkndDefinition *
parse_definition (ImSkndParser *parser)
{
  ImSkndDefinition *definition = im_arena_new0 (parser->file->arena, ImSkndDefinition, 1);
  guint32 start = im_sknd_parser_peek (parser)->span.start;

  definition->is_public = im_sknd_parser_take (parser, "public");
  definition->is_graph = im_sknd_parser_is (parser, "graph");
  if (!definition->is_graph && !im_sknd_parser_is (parser, "operator"))
    {
      im_sknd_parser_expect (parser, "an operator or a graph");
      return NULL;
    }
  parser->next++;
  definition->name = im_sknd_parser_name (parser, "a name");
  if (definition->name.text == NULL || !im_sknd_parser_need (parser, "{"))
    return NULL;
  parse_blocks (parser, definition);
  close_block (parser, definition->name.text);
  definition->span = im_sknd_parser_span (parser, start);

  return definition;
}

/* Whether a word is none that is there already. */
static void
check_name (ImSkndParser *parser, GHashTable *names, const ImSkndDefinition *definition)
{
  const ImSkndDefinition *first = g_hash_table_lookup (names, definition->name.text);

  if (first == NULL)
    {
      g_hash_table_insert (names, (gpointer) definition->name.text,
                           (gpointer) definition);
      return;
    }
  report (parser, "name", definition->name.span, "“%s” is defined twice",
          definition->name.text);
  im_diagnostics_note_at (parser->diagnostics, first->name.span, "The first one is here");
}

static void
parse_definitions (ImSkndParser *parser)
{
  g_autoptr (GPtrArray) definitions = g_ptr_array_new ();
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  ImSkndFile *file = parser->file;

  while (im_sknd_parser_peek (parser)->kind != IM_SKND_TOKEN_END)
    {
      ImSkndDefinition *definition = parse_definition (parser);

      if (definition != NULL)
        {
          check_name (parser, names, definition);
          g_ptr_array_add (definitions, definition);
          continue;
        }
      parser->has_failed = FALSE;
      do
        parser->next += im_sknd_parser_peek (parser)->kind != IM_SKND_TOKEN_END;
      while (im_sknd_parser_peek (parser)->kind != IM_SKND_TOKEN_END &&
             !im_sknd_parser_is (parser, "operator") &&
             !im_sknd_parser_is (parser, "graph") &&
             !im_sknd_parser_is (parser, "public"));
    }

  file->n_definitions = definitions->len;
  file->definitions = keep (file->arena, definitions);
}

static void
parse_imports (ImSkndParser *parser)
{
  g_autoptr (GArray) imports = g_array_new (FALSE, FALSE, sizeof (ImSkndWord));

  while (im_sknd_parser_take (parser, "import"))
    {
      do
        {
          ImSkndWord import = im_sknd_parser_qualified (parser, "a module");

          if (import.text != NULL)
            g_array_append_val (imports, import);
        }
      while (im_sknd_parser_take (parser, ","));
      im_sknd_parser_take (parser, ";");
      if (parser->has_failed)
        im_sknd_parser_recover (parser);
    }
  parser->file->imports = im_sknd_parser_keep (parser, imports, &parser->file->n_imports);
}

static ImSkndFile *
file_new (ImSource *source)
{
  ImSkndFile *file = g_new0 (ImSkndFile, 1);

  file->source = im_source_ref (source);
  file->arena = im_arena_new ();
  file->comments = g_array_new (FALSE, FALSE, sizeof (ImSpan));

  return file;
}

/* A text in another encoding has one error, and nothing of it is read. */
static GArray *
tokenize (ImSkndFile *file, ImDiagnostics *diagnostics)
{
  gsize length = 0;
  const char *text = im_source_get_text (file->source, &length), *end = NULL;
  ImSpan part = { 0, (guint32) MIN (length, IM_SKND_MAX_BYTES) };

  if (!g_utf8_validate (text, (gssize) length, &end))
    {
      guint32 at = (guint32) (end - text);

      im_diagnostics_add (
          diagnostics, IM_SEVERITY_ERROR, "syntax", file->source, (ImSpan){ at, at + 1 },
          "Expected a text in UTF-8, found the byte %d here", (guchar) *end);
      part = (ImSpan){ 0, 0 };
    }

  return im_sknd_tokenize (file->source, part, file->comments, diagnostics);
}

ImSkndFile *
im_sknd_parse (ImSource *source, ImDiagnostics *diagnostics)
{
  ImSkndFile *file = file_new (source);
  g_autoptr (GArray) tokens = tokenize (file, diagnostics);
  g_autoptr (GPtrArray) stack = g_ptr_array_new ();
  ImSkndParser parser = { file, diagnostics };

  parser.tokens = (const ImSkndToken *) (gpointer) tokens->data;
  parser.stack = stack;
  parse_imports (&parser);
  parse_definitions (&parser);
  im_diagnostics_sort (diagnostics);

  return file;
}

ImSkndFile *
im_sknd_parse_expression (ImSource *source,
                          ImDiagnostics *diagnostics,
                          const ImSkndExpr **expr)
{
  ImSkndFile *file = file_new (source);
  g_autoptr (GArray) tokens = tokenize (file, diagnostics);
  g_autoptr (GPtrArray) stack = g_ptr_array_new ();
  ImSkndParser parser = { file, diagnostics };

  parser.tokens = (const ImSkndToken *) (gpointer) tokens->data;
  parser.stack = stack;
  parser.has_failed = im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) > 0;
  *expr = im_sknd_parser_expression (&parser);
  if (*expr != NULL && im_sknd_parser_peek (&parser)->kind != IM_SKND_TOKEN_END)
    *expr = im_sknd_parser_expect (&parser, "an operator or the end");
  if (parser.has_failed)
    *expr = NULL;

  return file;
}

void
im_sknd_file_free (ImSkndFile *file)
{
  g_array_unref (file->comments);
  im_arena_free (file->arena);
  im_source_unref (file->source);
  g_free (file);
}
