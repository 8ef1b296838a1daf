/* SPDX-License-Identifier: MIT
 *
 * The arguments of directives. A name that is there but badly written is used as it is
 * after the report, so that one mistake does not also make every reference to it wrong.
 */
#include "fragment/im-fragment-reader.h"

#include <string.h>

#include "base/im-arena.h"

static const char *
get_word (ImFragmentReader *reader, const ImPragma *pragma)
{
  return im_fragment_reader_excerpt (reader, pragma->word);
}

void
im_fragment_expect_end (ImFragmentReader *reader,
                        const ImPragma *pragma,
                        guint32 position)
{
  ImSpan rest;
  ImArgumentKind kind = im_pragma_read_argument (reader->text, pragma, &position, &rest);

  if (kind == IM_ARGUMENT_NONE)
    return;

  if (kind == IM_ARGUMENT_QUOTED)
    rest.start--;
  rest.end = pragma->span.end;
  im_fragment_reader_report (reader, IM_SEVERITY_WARNING, "trailing-text", rest,
                             "expected the end of the line behind “%s”, found “%s”",
                             get_word (reader, pragma),
                             im_fragment_reader_excerpt (reader, rest));
}

/* Says what is wrong with how an argument is written. Returns whether its text may be
 * used nevertheless.
 */
static gboolean
check_quotes (ImFragmentReader *reader,
              const ImPragma *pragma,
              ImArgumentKind kind,
              ImSpan *argument)
{
  const char *excerpt;

  switch (kind)
    {
    case IM_ARGUMENT_QUOTED:
      return TRUE;

    case IM_ARGUMENT_BARE:
      excerpt = im_fragment_reader_excerpt (reader, *argument);
      if (im_fragment_reader_report (reader, IM_SEVERITY_ERROR, "unquoted-name",
                                     *argument, "expected a text in quotes, found “%s”",
                                     excerpt))
        im_diagnostics_note (reader->diagnostics, "write \"%s\"", excerpt);
      return TRUE;

    case IM_ARGUMENT_UNTERMINATED:
      im_fragment_reader_report (reader, IM_SEVERITY_ERROR, "unterminated-string",
                                 *argument, "the closing quote is missing in “%s”",
                                 im_fragment_reader_excerpt (reader, *argument));
      argument->start++;
      return TRUE;

    case IM_ARGUMENT_NONE:
    default:
      if (im_fragment_reader_report (
              reader, IM_SEVERITY_ERROR, "missing-argument", pragma->span,
              "expected a text in quotes behind “%s”", get_word (reader, pragma)))
        im_diagnostics_note (reader->diagnostics, "as in #pragma %s \"text\"",
                             get_word (reader, pragma));
      return FALSE;
    }
}

static gboolean
check_text (ImFragmentReader *reader, const ImPragma *pragma, ImSpan argument)
{
  gsize length = argument.end - argument.start;

  if (length == 0)
    {
      im_fragment_reader_report (reader, IM_SEVERITY_ERROR, "empty-name", pragma->span,
                                 "expected a text between the quotes of “%s”, found none",
                                 get_word (reader, pragma));
      return FALSE;
    }
  if (!im_fragment_text_is_valid (reader->text + argument.start, length))
    {
      im_fragment_reader_report (reader, IM_SEVERITY_ERROR, "malformed-name", argument,
                                 "expected up to %d bytes of UTF-8 without control or "
                                 "invisible characters, found “%s”",
                                 IM_FRAGMENT_MAX_NAME_BYTES,
                                 im_fragment_reader_excerpt (reader, argument));
      return FALSE;
    }

  return TRUE;
}

/* Reads the quoted argument at @position. */
static gboolean
read_text (ImFragmentReader *reader,
           const ImPragma *pragma,
           guint32 *position,
           ImFragmentName *name)
{
  ImSpan argument;
  ImArgumentKind kind = im_pragma_read_argument (reader->text, pragma, position,
                                                 &argument);

  if (!check_quotes (reader, pragma, kind, &argument) ||
      !check_text (reader, pragma, argument))
    return FALSE;

  name->name = im_arena_strndup (reader->arena, reader->text + argument.start,
                                 argument.end - argument.start);
  name->span = argument;

  return TRUE;
}

gboolean
im_fragment_read_name (ImFragmentReader *reader,
                       const ImPragma *pragma,
                       ImFragmentName *name)
{
  guint32 position = pragma->word.end;

  if (!read_text (reader, pragma, &position, name))
    return FALSE;

  im_fragment_expect_end (reader, pragma, position);

  return TRUE;
}

static const char *
copy_path (ImArena *arena, const char *text, gsize length)
{
  char *path = im_arena_strndup (arena, text, length);

  for (char *p = path; *p != '\0'; p++)
    if (*p == '\\')
      *p = '/';

  return path;
}

const char *
im_fragment_reference_parse (const char *text,
                             gsize length,
                             ImArena *arena,
                             ImFragmentReference *reference)
{
  ImFragmentReference result = { .span = { 0, (guint32) length } };
  const char *end = text + length, *file = text;

  if (length == 0)
    return "it is empty";

  if (text[0] == '[')
    {
      const char *close = memchr (text, ']', length);

      if (close == NULL)
        return "the “]” behind the unit is missing";
      if (close == text + 1)
        return "there is no unit between “[” and “]”";
      if (close + 1 == end || (close[1] != '/' && close[1] != '\\'))
        return "a “/” is missing behind “]”";
      file = close + 2;
      result.unit_id = im_arena_strndup (arena, text + 1, (gsize) (close - text - 1));
    }

  const char *colon = memrchr (file, ':', (gsize) (end - file));
  if (colon == NULL && result.unit_id != NULL)
    return "the “:” between file and fragment is missing";
  if (colon == file)
    return "there is no file before “:”";
  if (colon != NULL && colon + 1 == end)
    return "there is no fragment behind “:”";

  result.kind = result.unit_id != NULL ? IM_FRAGMENT_REFERENCE_UNIT
                : colon != NULL        ? IM_FRAGMENT_REFERENCE_FILE
                                       : IM_FRAGMENT_REFERENCE_SAME_FILE;
  const char *name = colon == NULL ? file : colon + 1;
  if (colon != NULL)
    result.file = copy_path (arena, file, (gsize) (colon - file));
  result.name = im_arena_strndup (arena, name, (gsize) (end - name));
  *reference = result;

  return NULL;
}

gboolean
im_fragment_read_dependency (ImFragmentReader *reader,
                             const ImPragma *pragma,
                             ImFragmentReference *reference)
{
  ImFragmentName text;

  if (!im_fragment_read_name (reader, pragma, &text))
    return FALSE;

  const char *problem = im_fragment_reference_parse (text.name, strlen (text.name),
                                                     reader->arena, reference);
  if (problem != NULL)
    {
      if (im_fragment_reader_report (reader, IM_SEVERITY_ERROR, "malformed-dependency",
                                     text.span, "“%s” does not name a fragment: %s",
                                     text.name, problem))
        im_diagnostics_note (reader->diagnostics,
                             "allowed are \"fragment\", \"folder/file.h:fragment\" and "
                             "\"[Unit.Id]/folder/file.h:fragment\"");
      return FALSE;
    }
  reference->span = text.span;

  return TRUE;
}

/* Names of packages go into lists for people and programs. */
static gboolean
is_package_name (const char *name)
{
  for (; *name != '\0'; name++)
    if (!g_ascii_isalnum (*name) && strchr (" _-.+/:@", *name) == NULL)
      return FALSE;

  return TRUE;
}

gboolean
im_fragment_read_package (ImFragmentReader *reader,
                          const ImPragma *pragma,
                          ImFragmentName *package)
{
  if (!im_fragment_read_name (reader, pragma, package))
    return FALSE;
  if (!is_package_name (package->name))
    im_fragment_reader_report (reader, IM_SEVERITY_ERROR, "malformed-name", package->span,
                               "expected the name of a package in letters, digits, "
                               "blanks and any of _-.+/:@, found “%s”",
                               im_fragment_reader_excerpt (reader, package->span));

  return is_package_name (package->name);
}

gboolean
im_fragment_read_test (ImFragmentReader *reader,
                       const ImPragma *pragma,
                       ImFragmentTest *test)
{
  ImFragmentName text;

  if (!im_fragment_read_name (reader, pragma, &text))
    return FALSE;

  const char *colon = strrchr (text.name, ':');
  if (colon == NULL || colon == text.name || colon[1] == '\0')
    {
      im_fragment_reader_report (reader, IM_SEVERITY_ERROR, "malformed-test", text.span,
                                 "expected a test as \"file.c:function\", found “%s”",
                                 text.name);
      return FALSE;
    }

  test->file = copy_path (reader->arena, text.name, (gsize) (colon - text.name));
  test->function = colon + 1;
  test->span = text.span;

  return TRUE;
}

static gboolean
read_scope (ImFragmentReader *reader, ImSpan word, gboolean *is_global)
{
  const char *text = reader->text + word.start;
  gsize length = word.end - word.start;

  *is_global = length == strlen ("GLOBAL") && memcmp (text, "GLOBAL", length) == 0;

  return *is_global ||
         (length == strlen ("LOCAL") && memcmp (text, "LOCAL", length) == 0);
}

static gboolean
is_identifier (ImFragmentReader *reader, ImSpan word)
{
  const char *text = reader->text;

  if (word.start == word.end || g_ascii_isdigit (text[word.start]))
    return FALSE;

  for (guint32 i = word.start; i < word.end; i++)
    if (!g_ascii_isalnum (text[i]) && text[i] != '_')
      return FALSE;

  return word.end - word.start <= IM_FRAGMENT_MAX_NAME_BYTES;
}

static gboolean
fail_symbol_check (ImFragmentReader *reader, ImSpan span, const char *expected)
{
  if (im_fragment_reader_report (reader, IM_SEVERITY_ERROR, "malformed-symbol-check",
                                 span, "expected %s, found “%s”", expected,
                                 im_fragment_reader_excerpt (reader, span)))
    im_diagnostics_note (reader->diagnostics,
                         "as in #pragma IMAGINET_SYMBOL_CHECK symbol GLOBAL \"message\"");

  return FALSE;
}

gboolean
im_fragment_read_symbol_check (ImFragmentReader *reader,
                               const ImPragma *pragma,
                               ImFragmentSymbolCheck *check)
{
  guint32 position = pragma->word.end;
  ImFragmentName message;
  ImSpan symbol, scope;

  im_pragma_read_argument (reader->text, pragma, &position, &symbol);
  if (!is_identifier (reader, symbol))
    return fail_symbol_check (reader, symbol, "a C identifier");

  im_pragma_read_argument (reader->text, pragma, &position, &scope);
  if (!read_scope (reader, scope, &check->is_global))
    return fail_symbol_check (reader, scope, "GLOBAL or LOCAL");

  if (!read_text (reader, pragma, &position, &message))
    return FALSE;
  im_fragment_expect_end (reader, pragma, position);

  check->symbol = im_arena_strndup (reader->arena, reader->text + symbol.start,
                                    symbol.end - symbol.start);
  check->message = message.name;
  check->span = (ImSpan){ symbol.start, message.span.end + 1 };

  return TRUE;
}
