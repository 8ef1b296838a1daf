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

static void
clear_file (gpointer data)
{
  ImDraftFile *file = data;

  g_free (file->name);
  g_clear_pointer (&file->bytes, g_bytes_unref);
}

static ImDraft *
new_draft (void)
{
  ImDraft *draft = g_new0 (ImDraft, 1);

  draft->files = g_array_new (FALSE, FALSE, sizeof (ImDraftFile));
  g_array_set_clear_func (draft->files, clear_file);

  return draft;
}

ImDraft *
im_draft_new (const char *path, GBytes *base, GBytes *bytes, const char *editor_text)
{
  ImDraft *draft = new_draft ();

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
  g_array_unref (draft->files);
  g_free (draft);
}

void
im_draft_add_file (ImDraft *draft, const char *name, GBytes *bytes)
{
  ImDraftFile file = { g_strdup (name), g_bytes_ref (bytes) };

  g_array_append_val (draft->files, file);
}

static void
append_bytes (GString *out, GBytes *bytes)
{
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);

  g_string_append_len (out, text == NULL ? "" : text, (gssize) length);
}

/* A path may have any byte; as an URI it stays on its line. */
gboolean
im_draft_write (const ImDraft *draft, const char *file, GError **error)
{
  g_autofree char *uri = g_filename_to_uri (draft->path, NULL, error);
  g_autoptr (GString) out = g_string_new (MAGIC "\n");
  g_autoptr (GBytes) content = NULL;

  if (uri == NULL)
    return FALSE;
  g_string_append_printf (out, "document %s\n", uri);
  if (draft->base != NULL)
    g_string_append_printf (out, "base %s\n", draft->base);
  g_string_append_printf (out, "time %" G_GINT64_FORMAT "\n", draft->time_s);
  g_string_append_printf (out, "bytes %" G_GSIZE_FORMAT "\n",
                          g_bytes_get_size (draft->bytes));
  if (draft->editor_text != NULL)
    g_string_append_printf (out, "editor %" G_GSIZE_FORMAT "\n",
                            strlen (draft->editor_text));
  for (guint i = 0; i < draft->files->len; i++)
    {
      const ImDraftFile *one = &g_array_index (draft->files, ImDraftFile, i);
      g_autofree char *name = g_uri_escape_string (one->name, "/", FALSE);

      g_string_append_printf (out, "code %" G_GSIZE_FORMAT " %s\n",
                              g_bytes_get_size (one->bytes), name);
    }
  g_string_append_c (out, '\n');
  append_bytes (out, draft->bytes);
  if (draft->editor_text != NULL)
    g_string_append (out, draft->editor_text);
  for (guint i = 0; i < draft->files->len; i++)
    append_bytes (out, g_array_index (draft->files, ImDraftFile, i).bytes);
  content = g_string_free_to_bytes (g_steal_pointer (&out));

  return im_file_write_atomically (file, content, NULL, error);
}

/* What the lines at the beginning say. */
typedef struct
{
  gint64 n_bytes;
  gint64 n_editor_bytes;
  gboolean has_editor;
  GArray *sizes; /* gint64, of the code files */
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

/* How many bytes a code file has, and its name: a path that stays in its folder. */
static gboolean
read_file (ImDraft *draft, Header *header, const char *value)
{
  const char *space = strchr (value, ' ');
  g_autofree char *count = space == NULL ? NULL
                                         : g_strndup (value, (gsize) (space - value));
  g_autofree char *name = space == NULL ? NULL : g_uri_unescape_string (space + 1, NULL);
  g_autofree char *path = name == NULL ? NULL : g_canonicalize_filename (name, "/");
  ImDraftFile file = { NULL, NULL };
  gint64 size;

  if (path == NULL || !read_count (count, &size) || strcmp (path + 1, name) != 0)
    return FALSE;
  file.name = g_steal_pointer (&name);
  g_array_append_val (draft->files, file);
  g_array_append_val (header->sizes, size);

  return TRUE;
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
  if (g_str_has_prefix (line, "code "))
    return read_file (draft, header, value);
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
read_body (ImDraft *draft, const Header *header, GBytes *content, gsize start)
{
  const char *text = g_bytes_get_data (content, NULL);
  gsize left = g_bytes_get_size (content) - start;
  gsize wanted = (gsize) header->n_bytes + (gsize) header->n_editor_bytes;

  for (guint i = 0; i < header->sizes->len; i++)
    wanted += (gsize) g_array_index (header->sizes, gint64, i);
  if (left != wanted)
    return FALSE;
  draft->bytes = g_bytes_new_from_bytes (content, start, (gsize) header->n_bytes);
  start += (gsize) header->n_bytes;
  if (header->has_editor)
    draft->editor_text = g_strndup (text + start, (gsize) header->n_editor_bytes);
  start += (gsize) header->n_editor_bytes;
  for (guint i = 0; i < header->sizes->len; i++)
    {
      gsize size = (gsize) g_array_index (header->sizes, gint64, i);

      g_array_index (draft->files, ImDraftFile, i).bytes = g_bytes_new_from_bytes (
          content, start, size);
      start += size;
    }

  return draft->editor_text == NULL ||
         (strlen (draft->editor_text) == (gsize) header->n_editor_bytes &&
          g_utf8_validate (draft->editor_text, -1, NULL));
}

static gboolean
read_content (ImDraft *draft, GBytes *content)
{
  gsize length;
  const char *text = g_bytes_get_data (content, &length);
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (gint64));
  Header header = { .n_bytes = -1, .sizes = sizes };
  const char *body = read_header (draft, &header, text, text + length);

  return body != NULL && read_body (draft, &header, content, (gsize) (body - text));
}

ImDraft *
im_draft_read (const char *file, GError **error)
{
  g_autoptr (GBytes) content = im_file_read (file, MAX_BYTES, error);
  g_autoptr (ImDraft) draft = NULL;

  if (content == NULL)
    return NULL;
  draft = new_draft ();
  draft->file = g_strdup (file);
  if (read_content (draft, content))
    return g_steal_pointer (&draft);

  g_set_error (error, IM_DRAFT_ERROR, IM_DRAFT_ERROR_FORMAT,
               _ ("%s: expected a whole draft that begins with “%s”; the file is "
                  "damaged and is kept as *.damaged"),
               file, MAGIC);

  return NULL;
}
