/* SPDX-License-Identifier: MIT
 *
 * Names and excerpts come from files that may hold anything, and go into messages: they
 * are made short and valid here.
 */
#include "fragment/im-fragment-reader.h"

#include <stdarg.h>

#include "base/im-arena.h"
#include "base/im-escape.h"

#define EXCERPT_CHARACTERS 60

gboolean
im_fragment_reader_report (ImFragmentReader *reader,
                           ImSeverity severity,
                           const char *code,
                           ImSpan span,
                           const char *format,
                           ...)
{
  g_autofree char *message = NULL;
  va_list args;

  if (reader->n_problems > IM_FRAGMENT_MAX_PROBLEMS)
    return FALSE;

  if (reader->n_problems++ == IM_FRAGMENT_MAX_PROBLEMS)
    {
      im_diagnostics_add (reader->diagnostics, IM_SEVERITY_ERROR, "too-many-problems",
                          reader->source, span,
                          "the file has more than %d problems; the rest is not reported",
                          IM_FRAGMENT_MAX_PROBLEMS);
      return FALSE;
    }

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  im_diagnostics_add (reader->diagnostics, severity, code, reader->source, span, "%s",
                      message);

  return TRUE;
}

const char *
im_fragment_reader_excerpt (ImFragmentReader *reader, ImSpan span)
{
  gsize length = MIN (span.end - span.start, EXCERPT_CHARACTERS * 4);
  g_autofree char *valid = g_utf8_make_valid (reader->text + span.start, (gssize) length);
  gboolean is_cut = length < span.end - span.start;

  for (char *p = valid; *p != '\0'; p++)
    if (g_ascii_iscntrl (*p))
      *p = ' ';
  if (g_utf8_strlen (valid, -1) > EXCERPT_CHARACTERS)
    {
      *g_utf8_offset_to_pointer (valid, EXCERPT_CHARACTERS) = '\0';
      is_cut = TRUE;
    }

  return im_arena_printf (reader->arena, "%s%s", valid, is_cut ? "…" : "");
}

guint
im_fragment_reader_line_of (ImFragmentReader *reader, guint32 offset)
{
  guint line, column;

  im_source_locate (reader->source, offset, &line, &column);

  return line;
}

gboolean
im_fragment_text_is_valid (const char *text, gsize length)
{
  if (length > IM_FRAGMENT_MAX_NAME_BYTES ||
      !g_utf8_validate (text, (gssize) length, NULL))
    return FALSE;

  for (const char *p = text; p < text + length; p = g_utf8_next_char (p))
    if (im_escape_is_hidden (g_utf8_get_char (p)))
      return FALSE;

  return TRUE;
}
