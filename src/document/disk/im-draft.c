/* SPDX-License-Identifier: MIT */
#include "document/disk/im-draft.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/im-file.h"

#define MAGIC     "imaginet-draft 1"
#define MAX_BYTES (64 * 1024 * 1024)

G_DEFINE_QUARK (im_draft_error_quark, im_draft_error)

static char *
dup_hash (GBytes *bytes)
{
  return bytes == NULL ? NULL : g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
}

ImDraft *
im_draft_new (const char *path, GBytes *base, GBytes *bytes, const char *editor_text)
{
  ImDraft *draft = g_new0 (ImDraft, 1);

  draft->path = g_strdup (path);
  draft->base = dup_hash (base);
  draft->time_s = g_get_real_time () / G_USEC_PER_SEC;
  draft->bytes = g_bytes_ref (bytes);
  draft->editor_text = g_strdup (editor_text);

  return draft;
}

void
im_draft_free (ImDraft *draft)
{
  if (draft == NULL)
    return;

  g_free (draft->file);
  g_free (draft->path);
  g_free (draft->base);
  g_clear_pointer (&draft->bytes, g_bytes_unref);
  g_free (draft->editor_text);
  g_free (draft);
}

/* A path may have any byte; as an URI it stays on its line. */
gboolean
im_draft_write (const ImDraft *draft, const char *file, GError **error)
{
  g_autofree char *uri = g_filename_to_uri (draft->path, NULL, error);
  g_autoptr (GString) out = g_string_new (MAGIC "\n");
  g_autoptr (GBytes) content = NULL;
  gsize length;
  const char *bytes = g_bytes_get_data (draft->bytes, &length);

  if (uri == NULL)
    return FALSE;
  g_string_append_printf (out, "document %s\n", uri);
  if (draft->base != NULL)
    g_string_append_printf (out, "base %s\n", draft->base);
  g_string_append_printf (out, "time %" G_GINT64_FORMAT "\n", draft->time_s);
  g_string_append_printf (out, "bytes %" G_GSIZE_FORMAT "\n", length);
  if (draft->editor_text != NULL)
    g_string_append_printf (out, "editor %" G_GSIZE_FORMAT "\n",
                            strlen (draft->editor_text));
  g_string_append_c (out, '\n');
  g_string_append_len (out, bytes, (gssize) length);
  if (draft->editor_text != NULL)
    g_string_append (out, draft->editor_text);
  content = g_string_free_to_bytes (g_steal_pointer (&out));

  return im_file_write_atomically (file, content, NULL, error);
}

/* What the lines at the beginning say. */
typedef struct
{
  gint64 n_bytes;
  gint64 n_editor_bytes;
  gboolean has_editor;
} Header;

static gboolean
read_count (const char *text, gint64 *out)
{
  guint64 count;

  if (!g_ascii_string_to_unsigned (text, 10, 0, MAX_BYTES, &count, NULL))
    return FALSE;
  *out = (gint64) count;

  return TRUE;
}

static gboolean
is_hash (const char *text)
{
  return strlen (text) == 64 && strspn (text, "0123456789abcdef") == 64;
}

/* Lines of later versions are passed over. */
static gboolean
read_line (ImDraft *draft, Header *header, const char *line)
{
  const char *space = strchr (line, ' ');
  const char *value = space == NULL ? "" : space + 1;

  if (g_str_has_prefix (line, "document ") && draft->path == NULL)
    return (draft->path = g_filename_from_uri (value, NULL, NULL)) != NULL;
  if (g_str_has_prefix (line, "base ") && draft->base == NULL)
    return is_hash (value) && (draft->base = g_strdup (value)) != NULL;
  if (g_str_has_prefix (line, "time "))
    return g_ascii_string_to_signed (value, 10, 0, G_MAXINT32 * (gint64) 8,
                                     &draft->time_s, NULL);
  if (g_str_has_prefix (line, "bytes "))
    return read_count (value, &header->n_bytes);
  header->has_editor = header->has_editor || g_str_has_prefix (line, "editor ");

  return !g_str_has_prefix (line, "editor ") ||
         read_count (value, &header->n_editor_bytes);
}

/* Reads the lines up to the empty one; returns what is behind it, or NULL. */
static const char *
read_header (ImDraft *draft, Header *header, const char *text, const char *end)
{
  for (guint number = 0; text < end; number++)
    {
      const char *newline = memchr (text, '\n', (gsize) (end - text));
      g_autofree char *line = NULL;

      if (newline == NULL)
        return NULL;
      line = g_strndup (text, (gsize) (newline - text));
      text = newline + 1;
      if (*line == '\0' && number > 0)
        return draft->path != NULL && header->n_bytes >= 0 ? text : NULL;
      if (number == 0 ? !g_str_equal (line, MAGIC) : !read_line (draft, header, line))
        return NULL;
    }

  return NULL;
}

static gboolean
read_content (ImDraft *draft, GBytes *content)
{
  gsize length;
  const char *text = g_bytes_get_data (content, &length);
  const char *end = text + length;
  Header header = { .n_bytes = -1 };
  const char *body = read_header (draft, &header, text, end);

  if (body == NULL || end - body != header.n_bytes + header.n_editor_bytes)
    return FALSE;
  draft->bytes = g_bytes_new_from_bytes (content, (gsize) (body - text),
                                         (gsize) header.n_bytes);
  if (!header.has_editor)
    return TRUE;
  body += header.n_bytes;
  draft->editor_text = g_strndup (body, (gsize) header.n_editor_bytes);

  return g_utf8_validate (body, header.n_editor_bytes, NULL);
}

ImDraft *
im_draft_read (const char *file, GError **error)
{
  g_autoptr (GBytes) content = im_file_read (file, MAX_BYTES, error);
  g_autoptr (ImDraft) draft = NULL;

  if (content == NULL)
    return NULL;
  draft = g_new0 (ImDraft, 1);
  draft->file = g_strdup (file);
  if (read_content (draft, content))
    return g_steal_pointer (&draft);

  g_set_error (error, IM_DRAFT_ERROR, IM_DRAFT_ERROR_FORMAT,
               _ ("%s: expected a whole draft that begins with “%s”; the file is "
                  "damaged and is kept as *.damaged"),
               file, MAGIC);

  return NULL;
}
