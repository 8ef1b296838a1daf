/* SPDX-License-Identifier: MIT
 *
 * The scan is a loop over directives with two flags, "in a fragment" and "in an includes
 * section". After an error the flags are set as the author most likely meant, and the
 * END that then has no partner is let pass, so that one mistake gives one message.
 */
#include "fragment/im-fragment-reader.h"

#include <string.h>

#include "base/im-arena.h"

typedef struct
{
  GArray *includes;      /* ImFragmentInclude */
  GArray *dependencies;  /* ImFragmentReference */
  GArray *packages;      /* ImFragmentName */
  GArray *symbol_checks; /* ImFragmentSymbolCheck */
  GArray *tests;         /* ImFragmentTest */
} NeedsBuilder;

typedef struct
{
  ImFragmentReader reader;
  ImFragmentFile *file;
  NeedsBuilder file_needs;
  NeedsBuilder fragment_needs;
  GArray *fragments; /* ImFragment */
  GArray *pieces;    /* ImSpan, of the current fragment */
  GArray *templates; /* ImFragmentName, of the current fragment */

  gboolean in_fragment;
  ImFragment current;
  ImPragma fragment_begin;
  guint32 piece_start; /* of the current fragment's text, if no section is open */

  gboolean in_includes;
  ImPragma includes_begin;

  guint fragment_ends_to_pass;
  guint includes_ends_to_pass;
} Parser;

static void
needs_builder_init (NeedsBuilder *builder)
{
  builder->includes = g_array_new (FALSE, FALSE, sizeof (ImFragmentInclude));
  builder->dependencies = g_array_new (FALSE, FALSE, sizeof (ImFragmentReference));
  builder->packages = g_array_new (FALSE, FALSE, sizeof (ImFragmentName));
  builder->symbol_checks = g_array_new (FALSE, FALSE, sizeof (ImFragmentSymbolCheck));
  builder->tests = g_array_new (FALSE, FALSE, sizeof (ImFragmentTest));
}

static void
needs_builder_clear (NeedsBuilder *builder)
{
  g_array_unref (builder->includes);
  g_array_unref (builder->dependencies);
  g_array_unref (builder->packages);
  g_array_unref (builder->symbol_checks);
  g_array_unref (builder->tests);
}

/* Moves the elements of @array to the arena and leaves @array empty. */
static gpointer
take_elements (ImArena *arena, GArray *array, guint *count)
{
  *count = array->len;
  if (array->len == 0)
    return NULL;

  gsize size_bytes = (gsize) array->len * g_array_get_element_size (array);
  gpointer elements = memcpy (im_arena_alloc (arena, size_bytes), array->data,
                              size_bytes);
  g_array_set_size (array, 0);

  return elements;
}

static void
needs_builder_finish (NeedsBuilder *builder, ImArena *arena, ImFragmentNeeds *needs)
{
  needs->includes = take_elements (arena, builder->includes, &needs->n_includes);
  needs->dependencies = take_elements (arena, builder->dependencies,
                                       &needs->n_dependencies);
  needs->packages = take_elements (arena, builder->packages, &needs->n_packages);
  needs->symbol_checks = take_elements (arena, builder->symbol_checks,
                                        &needs->n_symbol_checks);
  needs->tests = take_elements (arena, builder->tests, &needs->n_tests);
}

static const char *
get_word (Parser *parser, const ImPragma *pragma)
{
  return im_fragment_reader_excerpt (&parser->reader, pragma->word);
}

/* Reports @pragma as out of place because of @other, which stands before it. */
static void
report_place (Parser *parser,
              const char *code,
              const ImPragma *pragma,
              const char *message,
              const ImPragma *other)
{
  ImFragmentReader *reader = &parser->reader;

  if (!im_fragment_reader_report (reader, IM_SEVERITY_ERROR, code, pragma->span, "%s: %s",
                                  get_word (parser, pragma), message))
    return;
  if (other != NULL)
    im_diagnostics_note_at (reader->diagnostics, other->span, "%s is in line %u",
                            get_word (parser, other),
                            im_fragment_reader_line_of (reader, other->span.start));
}

static void
add_piece (Parser *parser, guint32 end)
{
  ImSpan piece = { parser->piece_start, end };

  if (parser->in_fragment && !parser->in_includes && piece.start < piece.end)
    g_array_append_val (parser->pieces, piece);
}

static guint32
skip_identifier (const char *text, guint32 offset, guint32 end)
{
  if (offset < end && g_ascii_isdigit (text[offset]))
    return offset;

  while (offset < end && (g_ascii_isalnum (text[offset]) || text[offset] == '_'))
    offset++;

  return offset;
}

/* Collects `{{NAME}}`. The initializer `{{x}}` looks the same; whether a name is a
 * variable is known only to those who have a value for it.
 */
static void
find_templates (Parser *parser, ImSpan piece)
{
  const char *text = parser->reader.text, *brace;
  guint32 offset = piece.start;

  while ((brace = memchr (text + offset, '{', piece.end - offset)) != NULL)
    {
      offset = (guint32) (brace - text) + 1;
      if (offset == piece.end || text[offset] != '{')
        continue;

      guint32 start = offset + 1;
      guint32 end = skip_identifier (text, start, piece.end);
      if (end == start || piece.end - end < 2 || memcmp (text + end, "}}", 2) != 0)
        continue;

      ImFragmentName name = {
        im_arena_strndup (parser->reader.arena, text + start, end - start),
        { start - 2, end + 2 },
      };
      g_array_append_val (parser->templates, name);
      offset = end + 2;
    }
}

/* Adds the current fragment to the index, or reports that its name is taken. */
static void
index_fragment (Parser *parser)
{
  ImFragmentReader *reader = &parser->reader;
  const ImFragment *fragment = &parser->current;
  guint taken = GPOINTER_TO_UINT (
      g_hash_table_lookup (parser->file->by_name, fragment->name));

  if (taken == 0)
    g_hash_table_insert (parser->file->by_name, (gpointer) fragment->name,
                         GUINT_TO_POINTER (parser->fragments->len + 1));
  else if (im_fragment_reader_report (
               reader, IM_SEVERITY_ERROR, "duplicate-fragment", fragment->name_span,
               "the file already has a fragment “%s”", fragment->name))
    {
      const ImFragment *first = &g_array_index (parser->fragments, ImFragment, taken - 1);

      im_diagnostics_note_at (reader->diagnostics, first->name_span,
                              "the first one is in line %u; references mean that one",
                              im_fragment_reader_line_of (reader, first->span.start));
    }
}

/* Ends the current fragment, whose text is complete, at @end. */
static void
close_fragment (Parser *parser, guint32 end)
{
  ImFragment *fragment = &parser->current;
  ImArena *arena = parser->reader.arena;

  for (guint i = 0; i < parser->pieces->len; i++)
    find_templates (parser, g_array_index (parser->pieces, ImSpan, i));

  fragment->span.end = end;
  fragment->pieces = take_elements (arena, parser->pieces, &fragment->n_pieces);
  fragment->templates = take_elements (arena, parser->templates, &fragment->n_templates);
  needs_builder_finish (&parser->fragment_needs, arena, &fragment->needs);
  parser->in_fragment = FALSE;

  /* A BEGIN without a usable name only pairs up with its END. */
  if (fragment->name == NULL)
    return;
  fragment->index = parser->fragments->len;
  index_fragment (parser);
  g_array_append_val (parser->fragments, *fragment);
}

static NeedsBuilder *
get_needs (Parser *parser)
{
  return parser->in_fragment ? &parser->fragment_needs : &parser->file_needs;
}

static void
close_includes (Parser *parser, guint32 end, gboolean quiet)
{
  ImSpan region = { parser->includes_begin.line.end, end };

  im_fragment_read_includes (&parser->reader, region, quiet,
                             get_needs (parser)->includes);
  parser->in_includes = FALSE;
}

/* Closes the includes section that @pragma shows to be left open. */
static void
abandon_includes (Parser *parser, const ImPragma *pragma)
{
  if (!parser->in_includes)
    return;

  report_place (parser, "includes-not-closed", &parser->includes_begin,
                "expected IMAGINET_INCLUDES_END before the next fragment begins or ends",
                NULL);
  close_includes (parser, pragma->line.start, TRUE);
  parser->includes_ends_to_pass++;
}

static void
begin_fragment (Parser *parser, const ImPragma *pragma)
{
  ImFragmentName name = { NULL, pragma->word };

  abandon_includes (parser, pragma);
  if (parser->in_fragment)
    {
      report_place (parser, "fragment-nested", pragma,
                    "expected IMAGINET_FRAGMENT_END of the fragment before",
                    &parser->fragment_begin);
      close_fragment (parser, pragma->line.start);
      parser->fragment_ends_to_pass++;
    }

  im_fragment_read_name (&parser->reader, pragma, &name);
  if (name.name != NULL && strchr (name.name, ':') != NULL)
    {
      im_fragment_reader_report (&parser->reader, IM_SEVERITY_ERROR, "malformed-name",
                                 name.span, "expected a name without “:”, found “%s”",
                                 name.name);
      name.name = NULL;
    }

  parser->in_fragment = TRUE;
  parser->fragment_begin = *pragma;
  parser->current = (ImFragment){
    .file = parser->file,
    .name = name.name,
    .name_span = name.span,
    .span = pragma->line,
    .is_header = pragma->kind == IM_PRAGMA_FRAGMENT_BEGIN_HEADER,
  };
}

static void
end_fragment (Parser *parser, const ImPragma *pragma)
{
  gboolean is_header = pragma->kind == IM_PRAGMA_FRAGMENT_END_HEADER;

  abandon_includes (parser, pragma);
  im_fragment_expect_end (&parser->reader, pragma, pragma->word.end);
  if (!parser->in_fragment)
    {
      if (parser->fragment_ends_to_pass > 0)
        parser->fragment_ends_to_pass--;
      else
        report_place (parser, "fragment-not-open", pragma,
                      "expected IMAGINET_FRAGMENT_BEGIN before it", NULL);
      return;
    }

  if (is_header != parser->current.is_header &&
      im_fragment_reader_report (
          &parser->reader, IM_SEVERITY_WARNING, "fragment-end-mismatch", pragma->word,
          "expected %s, found %s",
          is_header ? "IMAGINET_FRAGMENT_END" : "IMAGINET_FRAGMENT_END_HEADER",
          get_word (parser, pragma)))
    im_diagnostics_note_at (
        parser->reader.diagnostics, parser->fragment_begin.span, "%s is in line %u",
        get_word (parser, &parser->fragment_begin),
        im_fragment_reader_line_of (&parser->reader, parser->fragment_begin.span.start));
  close_fragment (parser, pragma->line.end);
}

static void
begin_includes (Parser *parser, const ImPragma *pragma)
{
  im_fragment_expect_end (&parser->reader, pragma, pragma->word.end);
  if (parser->in_includes)
    {
      report_place (parser, "includes-nested", pragma,
                    "expected IMAGINET_INCLUDES_END of the section before",
                    &parser->includes_begin);
      close_includes (parser, pragma->line.start, FALSE);
      parser->includes_ends_to_pass++;
    }

  parser->in_includes = TRUE;
  parser->includes_begin = *pragma;
}

static void
end_includes (Parser *parser, const ImPragma *pragma)
{
  im_fragment_expect_end (&parser->reader, pragma, pragma->word.end);
  if (parser->in_includes)
    close_includes (parser, pragma->line.start, FALSE);
  else if (parser->includes_ends_to_pass > 0)
    parser->includes_ends_to_pass--;
  else
    report_place (parser, "includes-not-open", pragma,
                  "expected IMAGINET_INCLUDES_BEGIN before it", NULL);
}

static void
report_unknown (Parser *parser, const ImPragma *pragma)
{
  const char *word = get_word (parser, pragma);

  if (!im_fragment_reader_report (&parser->reader, IM_SEVERITY_ERROR, "unknown-pragma",
                                  pragma->word, "there is no directive “%s”", word))
    return;

  im_diagnostics_suggest (parser->reader.diagnostics, word, im_pragma_nearest (word));
}

static void
read_need (Parser *parser, const ImPragma *pragma)
{
  NeedsBuilder *needs = get_needs (parser);
  ImFragmentReader *reader = &parser->reader;
  ImFragmentReference reference;
  ImFragmentName package;
  ImFragmentSymbolCheck check;
  ImFragmentTest test;

  if (pragma->kind == IM_PRAGMA_DEPENDENCY &&
      im_fragment_read_dependency (reader, pragma, &reference))
    g_array_append_val (needs->dependencies, reference);
  if (pragma->kind == IM_PRAGMA_PACKAGE &&
      im_fragment_read_package (reader, pragma, &package))
    g_array_append_val (needs->packages, package);
  if (pragma->kind == IM_PRAGMA_SYMBOL_CHECK &&
      im_fragment_read_symbol_check (reader, pragma, &check))
    g_array_append_val (needs->symbol_checks, check);
  if (pragma->kind == IM_PRAGMA_TEST && im_fragment_read_test (reader, pragma, &test))
    g_array_append_val (needs->tests, test);
}

static void
handle_pragma (Parser *parser, const ImPragma *pragma)
{
  add_piece (parser, pragma->line.start);

  switch (pragma->kind)
    {
    case IM_PRAGMA_FRAGMENT_BEGIN:
    case IM_PRAGMA_FRAGMENT_BEGIN_HEADER:
      begin_fragment (parser, pragma);
      break;
    case IM_PRAGMA_FRAGMENT_END:
    case IM_PRAGMA_FRAGMENT_END_HEADER:
      end_fragment (parser, pragma);
      break;
    case IM_PRAGMA_INCLUDES_BEGIN:
      begin_includes (parser, pragma);
      break;
    case IM_PRAGMA_INCLUDES_END:
      end_includes (parser, pragma);
      break;
    case IM_PRAGMA_DEPENDENCY:
    case IM_PRAGMA_PACKAGE:
    case IM_PRAGMA_SYMBOL_CHECK:
    case IM_PRAGMA_TEST:
      read_need (parser, pragma);
      break;
    case IM_PRAGMA_UNKNOWN:
    default:
      report_unknown (parser, pragma);
      break;
    }

  parser->piece_start = pragma->line.end;
}

/* Closes what is still open at the end of the text. */
static void
handle_end (Parser *parser, guint32 length)
{
  add_piece (parser, length);
  if (parser->in_includes)
    {
      report_place (parser, "includes-not-closed", &parser->includes_begin,
                    "expected IMAGINET_INCLUDES_END before the end of the file", NULL);
      close_includes (parser, length, TRUE);
    }
  if (parser->in_fragment)
    {
      report_place (parser, "fragment-not-closed", &parser->fragment_begin,
                    "expected IMAGINET_FRAGMENT_END before the end of the file", NULL);
      close_fragment (parser, length);
    }
}

void
im_fragment_file_scan (ImFragmentFile *file, gsize length, ImDiagnostics *diagnostics)
{
  Parser parser = {
    .reader = {
      .source = file->source,
      .text = im_source_get_text (file->source, NULL),
      .language = file->language,
      .arena = file->arena,
      .diagnostics = diagnostics,
    },
    .file = file,
    .fragments = g_array_new (FALSE, FALSE, sizeof (ImFragment)),
    .pieces = g_array_new (FALSE, FALSE, sizeof (ImSpan)),
    .templates = g_array_new (FALSE, FALSE, sizeof (ImFragmentName)),
  };
  ImPragmaScanner scanner;
  ImPragma pragma;

  needs_builder_init (&parser.file_needs);
  needs_builder_init (&parser.fragment_needs);

  im_pragma_scanner_init (&scanner, parser.reader.text, length);
  while (im_pragma_scanner_next (&scanner, &pragma))
    handle_pragma (&parser, &pragma);
  handle_end (&parser, (guint32) length);

  needs_builder_finish (&parser.file_needs, file->arena, &file->needs);
  file->fragments = take_elements (file->arena, parser.fragments, &file->n_fragments);

  needs_builder_clear (&parser.file_needs);
  needs_builder_clear (&parser.fragment_needs);
  g_array_unref (parser.fragments);
  g_array_unref (parser.pieces);
  g_array_unref (parser.templates);
}
