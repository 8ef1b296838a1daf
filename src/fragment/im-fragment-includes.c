/* SPDX-License-Identifier: MIT
 *
 * Includes are rewritten in one spelling, because the same line of two files is emitted
 * once.
 */
#include "fragment/im-fragment-reader.h"

#include <string.h>

#include "base/im-arena.h"

typedef struct
{
  ImFragmentReader *reader;
  const char *text;
  guint32 position;
  guint32 end;
  gboolean quiet;
  GArray *includes;
} IncludeScanner;

static gboolean
is_line_end (char c)
{
  return c == '\n' || c == '\r';
}

static void
skip_line (IncludeScanner *scanner)
{
  while (scanner->position < scanner->end &&
         !is_line_end (scanner->text[scanner->position]))
    scanner->position++;
}

static void
skip_blanks (IncludeScanner *scanner)
{
  while (scanner->position < scanner->end && (scanner->text[scanner->position] == ' ' ||
                                              scanner->text[scanner->position] == '\t'))
    scanner->position++;
}

static gboolean
accept (IncludeScanner *scanner, const char *expected)
{
  gsize length = strlen (expected);

  if (scanner->end - scanner->position < length ||
      memcmp (scanner->text + scanner->position, expected, length) != 0)
    return FALSE;
  scanner->position += (guint32) length;

  return TRUE;
}

static void
skip_block_comment (IncludeScanner *scanner)
{
  const char *start = scanner->text + scanner->position;
  const char *close = memmem (start, scanner->end - scanner->position, "*/", 2);

  scanner->position = close == NULL ? scanner->end
                                    : (guint32) (close + 2 - scanner->text);
}

static gboolean
skip_comment (IncludeScanner *scanner)
{
  if (scanner->reader->language == IM_FRAGMENT_LANGUAGE_PYTHON ? accept (scanner, "#")
                                                               : accept (scanner, "//"))
    skip_line (scanner);
  else if (scanner->reader->language != IM_FRAGMENT_LANGUAGE_PYTHON &&
           accept (scanner, "/*"))
    skip_block_comment (scanner);
  else
    return FALSE;

  return TRUE;
}

/* Moves to the next byte that is neither white space nor comment. */
static gboolean
find_statement (IncludeScanner *scanner)
{
  while (scanner->position < scanner->end)
    if (g_ascii_isspace (scanner->text[scanner->position]))
      scanner->position++;
    else if (!skip_comment (scanner))
      return TRUE;

  return FALSE;
}

static void
add_include (IncludeScanner *scanner,
             ImFragmentIncludeKind kind,
             const char *text,
             const char *name,
             guint32 start)
{
  ImFragmentInclude include = { kind, text, name, { start, scanner->position } };

  g_array_append_val (scanner->includes, include);
}

/* Reads `<name>` or `"name"` behind `#include`. */
static gboolean
read_include_name (IncludeScanner *scanner, guint32 start)
{
  ImArena *arena = scanner->reader->arena;

  skip_blanks (scanner);
  gboolean is_system = accept (scanner, "<");
  if (!is_system && !accept (scanner, "\""))
    return FALSE;

  guint32 first = scanner->position;
  char closing = is_system ? '>' : '"';
  while (scanner->position < scanner->end &&
         scanner->text[scanner->position] != closing &&
         !is_line_end (scanner->text[scanner->position]))
    scanner->position++;
  gsize length = scanner->position - first;
  if (scanner->position == scanner->end || scanner->text[scanner->position] != closing ||
      length == 0 || !im_fragment_text_is_valid (scanner->text + first, length))
    return FALSE;
  scanner->position++;

  const char *name = im_arena_strndup (arena, scanner->text + first, length);
  add_include (
      scanner, is_system ? IM_FRAGMENT_INCLUDE_SYSTEM : IM_FRAGMENT_INCLUDE_LOCAL,
      im_arena_printf (arena, is_system ? "#include <%s>" : "#include \"%s\"", name),
      name, start);

  return TRUE;
}

static gboolean
read_c_include (IncludeScanner *scanner)
{
  guint32 start = scanner->position;

  if (!accept (scanner, "#"))
    return FALSE;
  skip_blanks (scanner);
  if (accept (scanner, "pragma"))
    {
      skip_line (scanner);
      return TRUE;
    }

  return accept (scanner, "include") && read_include_name (scanner, start);
}

/* Appends a statement on one line: the lines within parentheses and behind a backslash
 * are joined. Returns FALSE if a parenthesis stays open.
 */
static gboolean
join_import (IncludeScanner *scanner, GString *out)
{
  gboolean blank = FALSE;
  gint depth = 0;

  for (; scanner->position < scanner->end; scanner->position++)
    {
      char c = scanner->text[scanner->position];
      gboolean ends_line = is_line_end (c) || c == '#';

      if (ends_line && depth <= 0)
        break;
      if (c == '#')
        skip_line (scanner);
      if (c == '\\')
        while (scanner->position + 1 < scanner->end &&
               is_line_end (scanner->text[scanner->position + 1]))
          scanner->position++;
      if (ends_line || c == '\\' || g_ascii_isspace (c))
        {
          blank = TRUE;
          continue;
        }

      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (blank && out->len > 0)
        g_string_append_c (out, ' ');
      blank = FALSE;
      g_string_append_c (out, c);
    }

  return depth <= 0;
}

static gboolean
read_python_import (IncludeScanner *scanner)
{
  guint32 start = scanner->position;
  ImArena *arena = scanner->reader->arena;
  g_autoptr (GString) text = g_string_new (NULL);

  if (!accept (scanner, "import") && !accept (scanner, "from"))
    return FALSE;
  guint32 keyword_end = scanner->position;
  skip_blanks (scanner);
  if (scanner->position == keyword_end)
    return FALSE;

  guint32 first = scanner->position;
  while (scanner->position < scanner->end &&
         (g_ascii_isalnum (scanner->text[scanner->position]) ||
          memchr ("._", scanner->text[scanner->position], 2) != NULL))
    scanner->position++;
  gsize length = scanner->position - first;

  scanner->position = start;
  if (!join_import (scanner, text) || length == 0 ||
      !g_utf8_validate (text->str, (gssize) text->len, NULL))
    return FALSE;

  guint32 behind = scanner->position;
  while (g_ascii_isspace (scanner->text[scanner->position - 1]))
    scanner->position--;
  add_include (scanner, IM_FRAGMENT_INCLUDE_IMPORT, im_arena_strdup (arena, text->str),
               im_arena_strndup (arena, scanner->text + first, length), start);
  scanner->position = behind;

  return TRUE;
}

/* Leaves out the statement at @start, of which at least a part of the first line was
 * read, up to the end of the line that was reached: what was read once is never read
 * again.
 */
static void
report_line (IncludeScanner *scanner, guint32 start)
{
  gboolean is_python = scanner->reader->language == IM_FRAGMENT_LANGUAGE_PYTHON;

  skip_line (scanner);
  if (scanner->quiet)
    return;

  ImSpan line = { start, scanner->position };
  while (g_ascii_isspace (scanner->text[line.end - 1]))
    line.end--;
  if (im_fragment_reader_report (scanner->reader, IM_SEVERITY_WARNING,
                                 "includes-ignored-line", line,
                                 "expected %s, found “%s”; the line is left out",
                                 is_python ? "an import" : "an #include",
                                 im_fragment_reader_excerpt (scanner->reader, line)))
    im_diagnostics_note (scanner->reader->diagnostics,
                         "code belongs between IMAGINET_FRAGMENT_BEGIN and "
                         "IMAGINET_FRAGMENT_END");
}

void
im_fragment_read_includes (ImFragmentReader *reader,
                           ImSpan region,
                           gboolean quiet,
                           GArray *includes)
{
  IncludeScanner scanner = {
    reader, reader->text, region.start, region.end, quiet, includes,
  };

  while (find_statement (&scanner))
    {
      guint32 start = scanner.position;
      gboolean ok = reader->language == IM_FRAGMENT_LANGUAGE_PYTHON
                        ? read_python_import (&scanner)
                        : read_c_include (&scanner);

      if (!ok)
        report_line (&scanner, start);
    }
}
