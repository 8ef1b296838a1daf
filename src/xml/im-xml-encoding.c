/* SPDX-License-Identifier: MIT
 *
 * Only encodings in which equal text gives equal bytes are read, so that a file can be
 * written back: the Unicode ones, and those with one byte for each character. The name in
 * the declaration counts only where the bytes themselves do not tell, because programs
 * write "utf-16" into files that they then store as UTF-8.
 */
#include "xml/im-xml-encoding.h"

#include <string.h>

#define MARK                  "\xEF\xBB\xBF" /* U+FEFF in UTF-8 */
#define MARK_BYTES            3
#define MAX_DECLARATION_BYTES 1024

#define READABLE_ENCODINGS                                                    \
  "readable are UTF-8, UTF-16 with a byte order mark, ISO-8859-1 to -16 and " \
  "windows-1250 to -1258"

G_DEFINE_QUARK (im_xml_encoding_error_quark, im_xml_encoding_error)

static const char utf16_le[] = "UTF-16LE";
static const char utf16_be[] = "UTF-16BE";

/* Finds the value of `encoding=` in the XML declaration, an empty range if there is none.
 */
static ImSpan
find_declared (const char *text, gsize length)
{
  ImSpan none = { 0, 0 };
  gsize window = MIN (length, MAX_DECLARATION_BYTES);

  if (text == NULL || window < 6 || memcmp (text, "<?xml", 5) != 0 ||
      !g_ascii_isspace (text[5]))
    return none;

  const char *stop = memmem (text, window, "?>", 2);
  const char *key = stop == NULL ? NULL
                                 : memmem (text, (gsize) (stop - text), "encoding", 8);
  if (key == NULL)
    return none;

  const char *start = key + 8;
  while (start < stop && (g_ascii_isspace (*start) || *start == '='))
    start++;
  if (start == stop || (*start != '"' && *start != '\''))
    return none;

  const char *end = memchr (start + 1, *start, (gsize) (stop - start - 1));
  if (end == NULL)
    return none;

  return (ImSpan){ (guint32) (start + 1 - text), (guint32) (end - text) };
}

static gboolean
is_short_number (const char *text)
{
  gsize length = strlen (text);

  return length >= 1 && length <= 2 && strspn (text, "0123456789") == length;
}

/* Turns the name of a one-byte encoding into a static string, so that nobody owns it. */
static const char *
intern_one_byte_charset (const char *declared)
{
  static const char *const prefixes[] = { "iso-8859-", "windows-125", "cp125" };

  if (g_ascii_strcasecmp (declared, "us-ascii") == 0 ||
      g_ascii_strcasecmp (declared, "ascii") == 0)
    return "US-ASCII";
  if (g_ascii_strcasecmp (declared, "latin1") == 0)
    return "ISO-8859-1";

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    {
      gsize length = strlen (prefixes[i]);

      if (g_ascii_strncasecmp (declared, prefixes[i], length) == 0 &&
          is_short_number (declared + length))
        return g_intern_string (declared);
    }

  return NULL;
}

static gboolean
is_unicode_name (const char *declared)
{
  return g_ascii_strcasecmp (declared, "utf-8") == 0 ||
         g_ascii_strcasecmp (declared, "utf8") == 0 ||
         g_ascii_strncasecmp (declared, "utf-16", 6) == 0 ||
         g_ascii_strcasecmp (declared, "unicode") == 0;
}

static gboolean
names_same_encoding (const char *declared, const char *charset)
{
  if (charset == NULL)
    return g_ascii_strncasecmp (declared, "utf-8", 5) == 0 ||
           g_ascii_strcasecmp (declared, "utf8") == 0;

  return g_ascii_strncasecmp (declared, "utf-16", 6) == 0 ||
         g_ascii_strcasecmp (declared, "unicode") == 0;
}

static void
report_charset_failure (const char *name,
                        const char *charset,
                        gsize good_bytes,
                        ImDiagnostics *diagnostics)
{
  im_diagnostics_add_for_file (
      diagnostics, IM_SEVERITY_ERROR, "xml-encoding", name,
      "expected text in the encoding %s, but found bytes that it "
      "does not have at byte %" G_GSIZE_FORMAT,
      charset, good_bytes);
  im_diagnostics_note (diagnostics, "store the file in UTF-8");
}

/* Converts to UTF-8; @skip bytes in front are a byte order mark. */
static GBytes *
convert (GBytes *bytes, const char *name, const char *charset, ImDiagnostics *diagnostics)
{
  gsize length, converted_length, good = 0;
  const char *data = g_bytes_get_data (bytes, &length);
  g_autoptr (GError) error = NULL;
  char *text = g_convert (data, (gssize) length, "UTF-8", charset, &good,
                          &converted_length, &error);

  if (text != NULL && good == length)
    return g_bytes_new_take (text, converted_length);

  g_free (text);
  report_charset_failure (name, charset, good, diagnostics);

  return NULL;
}

/* Returns the first byte that is not text, or NULL. Most files are ASCII, so eight bytes
 * are looked at in one step until the first that is not. */
static const char *
find_broken_byte (const char *text, gsize length)
{
  gsize i = 0;
  const char *end;

  for (guint64 word; i + sizeof word <= length; i += sizeof word)
    {
      memcpy (&word, text + i, sizeof word);
      guint64 zero_or_high = ((word - 0x0101010101010101u) | word) & 0x8080808080808080u;
      if (zero_or_high != 0)
        break;
    }

  return g_utf8_validate_len (text + i, length - i, &end) ? NULL : end;
}

static void
report_broken_byte (ImSource *source, const char *broken, ImDiagnostics *diagnostics)
{
  gsize length;
  const char *text = im_source_get_text (source, &length);
  guint32 offset = (guint32) (broken - text);
  ImSpan span = { offset, offset + 1 };

  if (*broken == '\0')
    {
      im_diagnostics_add (diagnostics, IM_SEVERITY_ERROR, "xml-encoding", source, span,
                          "expected text, but found a NUL byte");
      im_diagnostics_note (diagnostics, "a file in UTF-16 needs a byte order mark");
      return;
    }

  im_diagnostics_add (diagnostics, IM_SEVERITY_ERROR, "xml-encoding", source, span,
                      "expected UTF-8, but the byte 0x%02X does not belong there",
                      (guchar) *broken);
  im_diagnostics_note (diagnostics,
                       "store the file in UTF-8, or name its encoding in the "
                       "first line: " READABLE_ENCODINGS);
}

/* Chooses by the byte order mark, else by the declaration. Returns FALSE if the file is
 * in an encoding that is not read. */
static gboolean
detect_charset (GBytes *bytes,
                const char *name,
                ImXmlEncoding *encoding,
                ImDiagnostics *diagnostics)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  ImSpan declared = find_declared (data, length);

  encoding->charset = NULL;
  if (length >= 2 && memcmp (data, "\xFF\xFE", 2) == 0)
    encoding->charset = utf16_le;
  else if (length >= 2 && memcmp (data, "\xFE\xFF", 2) == 0)
    encoding->charset = utf16_be;
  if (encoding->charset != NULL || declared.end == declared.start)
    return TRUE;

  g_autofree char *label = g_strndup (data + declared.start,
                                      declared.end - declared.start);
  if (is_unicode_name (label))
    return TRUE;

  encoding->charset = intern_one_byte_charset (label);
  if (encoding->charset != NULL)
    return TRUE;

  g_autoptr (ImSource) source = im_source_new (name, bytes);
  im_diagnostics_add (diagnostics, IM_SEVERITY_ERROR, "xml-encoding", source, declared,
                      "the encoding '%s' cannot be read", label);
  im_diagnostics_note (diagnostics, READABLE_ENCODINGS);

  return FALSE;
}

/* A label that contradicts what the bytes tell is ignored, but not silently. */
static void
check_declared (ImSource *source,
                const ImXmlEncoding *encoding,
                ImDiagnostics *diagnostics)
{
  gsize length;
  const char *text = im_source_get_text (source, &length);
  ImSpan declared = find_declared (text, length);

  if (declared.end == declared.start || !im_xml_encoding_is_unicode (encoding))
    return;

  g_autofree char *label = g_strndup (text + declared.start,
                                      declared.end - declared.start);
  if (names_same_encoding (label, encoding->charset))
    return;

  const char *actual = encoding->charset == NULL ? "UTF-8" : encoding->charset;
  im_diagnostics_add (diagnostics, IM_SEVERITY_WARNING, "xml-encoding", source, declared,
                      "the file says that it is in '%s', but it is in %s", label, actual);
  im_diagnostics_note (diagnostics, "it is read as %s", actual);
}

ImSource *
im_xml_encoding_decode (GBytes *bytes,
                        const char *name,
                        ImXmlEncoding *encoding,
                        ImDiagnostics *diagnostics)
{
  if (!detect_charset (bytes, name, encoding, diagnostics))
    return NULL;

  g_autoptr (GBytes) decoded = encoding->charset == NULL
                                   ? g_bytes_ref (bytes)
                                   : convert (bytes, name, encoding->charset,
                                              diagnostics);
  if (decoded == NULL)
    return NULL;

  gsize length, skipped = 0;
  const char *data = g_bytes_get_data (decoded, &length);
  while (length - skipped >= MARK_BYTES && memcmp (data + skipped, MARK, MARK_BYTES) == 0)
    skipped += MARK_BYTES;
  encoding->n_marks = (guint) (skipped / MARK_BYTES);

  g_autoptr (GBytes) rest = g_bytes_new_from_bytes (decoded, skipped, length - skipped);
  g_autoptr (ImSource) source = im_source_new (name, rest);
  const char *text = im_source_get_text (source, &length);
  const char *broken = find_broken_byte (text, length);
  if (broken != NULL)
    {
      report_broken_byte (source, broken, diagnostics);
      return NULL;
    }
  check_declared (source, encoding, diagnostics);

  return g_steal_pointer (&source);
}

static GBytes *
encode_charset (const char *charset, GString *text, GError **error)
{
  gsize length;
  g_autoptr (GError) failure = NULL;
  char *data = g_convert (text->str, (gssize) text->len, charset, "UTF-8", NULL, &length,
                          &failure);

  if (data != NULL)
    return g_bytes_new_take (data, length);

  g_set_error (error, IM_XML_ENCODING_ERROR, IM_XML_ENCODING_ERROR_CHARACTER,
               "the text has a character that the encoding %s of the file does not have; "
               "store the file in UTF-8",
               charset);

  return NULL;
}

GBytes *
im_xml_encoding_encode (const ImXmlEncoding *encoding,
                        const char *text,
                        gsize length,
                        GError **error)
{
  g_autoptr (GString) marked = g_string_sized_new (length + 2 * MARK_BYTES);

  for (guint i = 0; i < encoding->n_marks; i++)
    g_string_append_len (marked, MARK, MARK_BYTES);
  g_string_append_len (marked, text, (gssize) length);

  if (encoding->charset != NULL)
    return encode_charset (encoding->charset, marked, error);

  return g_string_free_to_bytes (g_steal_pointer (&marked));
}

GBytes *
im_xml_encoding_convert (const char *text, gsize length)
{
  ImSpan declared = find_declared (text, length);
  GString *out = g_string_new_len (text, (gssize) declared.start);

  if (declared.end > declared.start)
    g_string_append (out, "utf-8");
  g_string_append_len (out, text + declared.end, (gssize) (length - declared.end));

  return g_string_free_to_bytes (out);
}

gboolean
im_xml_encoding_is_unicode (const ImXmlEncoding *encoding)
{
  return encoding->charset == NULL || encoding->charset == utf16_le ||
         encoding->charset == utf16_be;
}
