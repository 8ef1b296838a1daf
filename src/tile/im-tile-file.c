/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "tile/im-tile-names.h"
#include "tile/im-tile-parser.h"

static ImTileSpelling
guess_spelling (const char *text)
{
  if (g_regex_match_simple ("^[ \\t]*def\\s+\\w+\\s*\\(", text, G_REGEX_MULTILINE, 0))
    return IM_TILE_PYTHON;
  if (g_regex_match_simple ("^\\s*function\\b", text, G_REGEX_MULTILINE, 0))
    return IM_TILE_COMPACT;

  return IM_TILE_CPP;
}

static void
end_function (const ImTileParser *parser)
{
  const GPtrArray *functions = parser->file->functions;

  if (functions->len > 0 && parser->next > 0)
    ((ImTileFunction *) g_ptr_array_index (functions, functions->len - 1))
        ->end = parser->tokens[parser->next - 1].span.start;
}

/* Parameters whose elements are taken as sizes are lists of numbers. */
static void
find_lists (ImTileFile *file)
{
  g_autoptr (GHashTable) names = im_tile_names_new (file);

  for (guint i = 0; i < file->functions->len; i++)
    {
      ImTileFunction *function = g_ptr_array_index (file->functions, i);

      for (guint j = 0; j < function->n_parameters; j++)
        if (function->parameters[j].kind == IM_TILE_ANY &&
            im_tile_names_get (g_hash_table_lookup (names, function),
                               function->parameters[j].name) == IM_TILE_NAME_NUMBERS)
          function->parameters[j].kind = IM_TILE_VECTOR;
    }
}

ImTileFile *
im_tile_parse (ImSource *source, ImDiagnostics *diagnostics)
{
  static void (*const parsers[]) (ImTileParser * parser) = {
    [IM_TILE_CPP] = im_tile_parse_cpp,
    [IM_TILE_PYTHON] = im_tile_parse_python,
    [IM_TILE_COMPACT] = im_tile_parse_compact,
  };
  ImTileFile *file = g_new0 (ImTileFile, 1);
  ImTileParser parser = { file, diagnostics };
  g_autoptr (GArray) tokens = NULL;
  gsize length = 0;

  file->source = im_source_ref (source);
  file->arena = im_arena_new ();
  file->functions = g_ptr_array_new ();
  file->bodies = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  file->comments = g_array_new (FALSE, FALSE, sizeof (ImSpan));
  file->spelling = guess_spelling (im_source_get_text (source, &length));
  tokens = im_tile_tokenize (source, file->spelling, file->arena, file->comments,
                             diagnostics);
  if (tokens == NULL)
    return file;

  parser.tokens = (const ImTileToken *) tokens->data;
  while (!parser.has_failed && im_tile_parser_peek (&parser)->kind != IM_TILE_TOKEN_END)
    {
      parsers[file->spelling](&parser);
      end_function (&parser);
    }
  if (file->functions->len == 0 && !parser.has_failed)
    im_tile_parser_fail (&parser, "There is no function");
  if (!parser.has_failed && file->spelling != IM_TILE_CPP)
    find_lists (file);

  return file;
}

void
im_tile_file_free (ImTileFile *file)
{
  g_ptr_array_unref (file->functions);
  g_ptr_array_unref (file->bodies);
  g_array_unref (file->comments);
  im_arena_free (file->arena);
  im_source_unref (file->source);
  g_free (file);
}

const ImTileFunction *
im_tile_file_find (const ImTileFile *file, const char *name)
{
  for (guint i = file->functions->len; i-- > 0;)
    {
      const ImTileFunction *function = g_ptr_array_index (file->functions, i);

      if (name == NULL || strcmp (function->name, name) == 0)
        return function;
    }

  return NULL;
}
