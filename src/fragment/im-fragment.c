/* SPDX-License-Identifier: MIT */
#include "fragment/im-fragment.h"

#include <string.h>

#include "base/im-arena.h"
#include "fragment/im-fragment-reader.h"

static gboolean
has_extension (const char *name, const char *extension)
{
  gsize length = strlen (name), extension_length = strlen (extension);

  return length >= extension_length &&
         g_ascii_strcasecmp (name + length - extension_length, extension) == 0;
}

ImFragmentLanguage
im_fragment_language_for_name (const char *name)
{
  if (has_extension (name, ".py"))
    return IM_FRAGMENT_LANGUAGE_PYTHON;
  if (has_extension (name, ".h"))
    return IM_FRAGMENT_LANGUAGE_HEADER;

  return IM_FRAGMENT_LANGUAGE_C;
}

static gboolean
check_text (ImFragmentFile *file, gsize length, ImDiagnostics *diagnostics)
{
  const char *text = im_source_get_text (file->source, NULL);
  const char *nul;

  if (length > IM_FRAGMENT_MAX_FILE_BYTES)
    {
      im_diagnostics_add (diagnostics, IM_SEVERITY_ERROR, "file-too-large", file->source,
                          (ImSpan){ 0, 0 },
                          "expected at most %d bytes of code, found %" G_GSIZE_FORMAT,
                          IM_FRAGMENT_MAX_FILE_BYTES, length);
      return FALSE;
    }

  nul = memchr (text, '\0', length);
  if (nul != NULL)
    {
      ImSpan span = { (guint32) (nul - text), (guint32) (nul - text) + 1 };

      im_diagnostics_add (diagnostics, IM_SEVERITY_ERROR, "nul-byte", file->source, span,
                          "expected code in UTF-8, found a NUL byte");
      im_diagnostics_note (diagnostics, "save the file as UTF-8 text");
      return FALSE;
    }

  return TRUE;
}

ImFragmentFile *
im_fragment_file_parse (ImSource *source, ImDiagnostics *diagnostics)
{
  ImFragmentFile *file = g_new0 (ImFragmentFile, 1);
  gsize length;

  im_source_get_text (source, &length);
  file->source = im_source_ref (source);
  file->language = im_fragment_language_for_name (im_source_get_name (source));
  file->arena = im_arena_new ();
  file->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  file->is_refused = !check_text (file, length, diagnostics);
  if (!file->is_refused)
    im_fragment_file_scan (file, length, diagnostics);

  return file;
}

void
im_fragment_file_free (ImFragmentFile *file)
{
  if (file == NULL)
    return;

  g_hash_table_unref (file->by_name);
  im_arena_free (file->arena);
  im_source_unref (file->source);
  g_free (file);
}

const ImFragment *
im_fragment_file_find (const ImFragmentFile *file, const char *name)
{
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (file->by_name, name));

  return place == 0 ? NULL : &file->fragments[place - 1];
}

static void
append_lines (GString *out, const char *text, gsize length)
{
  gsize start = 0;

  for (gsize i = 0; i < length; i++)
    {
      if (text[i] != '\r')
        continue;
      g_string_append_len (out, text + start, (gssize) (i - start));
      /* The LF of a CR LF comes with the next part. */
      if (i + 1 == length || text[i + 1] != '\n')
        g_string_append_c (out, '\n');
      start = i + 1;
    }
  g_string_append_len (out, text + start, (gssize) (length - start));
  if (length > 0 && text[length - 1] != '\n' && text[length - 1] != '\r')
    g_string_append_c (out, '\n');
}

void
im_fragment_append_body (const ImFragment *fragment, GString *out)
{
  const char *text = im_source_get_text (fragment->file->source, NULL);

  for (guint i = 0; i < fragment->n_pieces; i++)
    append_lines (out, text + fragment->pieces[i].start,
                  fragment->pieces[i].end - fragment->pieces[i].start);
}

gssize
im_fragment_test_find (const ImFragmentTest *test, const char *text)
{
  gsize length = strlen (test->function);

  for (const char *at = strstr (text, test->function); at != NULL;
       at = strstr (at + 1, test->function))
    {
      const char *behind = at + length;

      if (at > text && (g_ascii_isalnum (at[-1]) || at[-1] == '_'))
        continue;
      while (*behind == ' ' || *behind == '\t')
        behind++;
      if (*behind == '(')
        return at - text;
    }

  return -1;
}
