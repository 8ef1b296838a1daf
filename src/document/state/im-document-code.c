/* SPDX-License-Identifier: MIT */
#include "document/state/im-document-code.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/im-arena.h"
#include "base/im-file.h"
#include "document/edit/im-editor-text.h"
#include "document/state/im-document-private.h"
#include "fragment/im-fragment-set.h"

#define BYTE_ORDER_MARK "\xEF\xBB\xBF"

static char *
dup_folder (ImDocument *self)
{
  g_autofree char *path = g_canonicalize_filename (self->path, NULL);

  return g_path_get_dirname (path);
}

char *
im_document_dup_code_path (ImDocument *self, const char *file)
{
  g_autofree char *folder = NULL;

  g_return_val_if_fail (IM_IS_DOCUMENT (self), NULL);
  folder = dup_folder (self);

  return g_canonicalize_filename (file, folder);
}

/* The number of a code file in the history; -1 if it was not edited. */
static gint
find_code (ImDocument *self, const char *file)
{
  for (guint i = 1; i < im_history_get_n_files (self->history); i++)
    if (strcmp (im_history_get_file_name (self->history, i), file) == 0)
      return (gint) i;

  return -1;
}

/* What units name, and what that needs in turn, each once. */
typedef struct
{
  char *folder;
  GPtrArray *names;
} List;

static void
add_path (List *list, const char *path)
{
  gsize length = strlen (list->folder);
  const char *name = path + length + 1;

  if (strncmp (path, list->folder, length) == 0 && path[length] == '/' &&
      !g_ptr_array_find_with_equal_func (list->names, name, g_str_equal, NULL))
    g_ptr_array_add (list->names, g_strdup (name));
}

static void
add_fragments (List *list, const GPtrArray *fragments)
{
  for (guint i = 0; i < fragments->len; i++)
    {
      const ImFragment *fragment = g_ptr_array_index (fragments, i);

      add_path (list, im_source_get_name (fragment->file->source));
    }
}

/* The file itself is listed also while it has no such fragment, which is so while its
 * name is typed. */
static void
add_implementation (List *list,
                    ImDocument *self,
                    const ImUnit *unit,
                    const ImImplementation *implementation,
                    GArray *roots,
                    ImArena *arena)
{
  g_autoptr (ImSource) source = NULL;
  ImFragmentRoot root;

  if ((implementation->language != IM_LANGUAGE_C &&
       implementation->language != IM_LANGUAGE_PYTHON) ||
      implementation->code != NULL ||
      im_implementation_get_root (implementation, unit, arena, &root) != NULL ||
      root.reference.unit_id != NULL || root.reference.file == NULL)
    return;
  source = im_unit_library_load_code (self->library, im_unit_file_get_path (self->file),
                                      root.reference.file, NULL);
  if (source == NULL)
    return;
  add_path (list, im_source_get_name (source));
  g_array_append_val (roots, root);
}

GPtrArray *
im_document_list_code (ImDocument *self)
{
  g_autoptr (ImArena) arena = NULL;
  g_autoptr (GArray) roots = NULL;
  g_autoptr (ImDiagnostics) ignored = NULL;
  g_autoptr (ImFragmentClosure) closure = NULL;
  g_autofree char *folder = NULL;
  List list;

  g_return_val_if_fail (IM_IS_DOCUMENT (self), NULL);
  arena = im_arena_new ();
  roots = g_array_new (FALSE, FALSE, sizeof (ImFragmentRoot));
  ignored = im_diagnostics_new ();
  folder = dup_folder (self);
  list = (List){ folder, g_ptr_array_new_with_free_func (g_free) };
  im_unit_library_add_border (self->library, self->path);
  for (guint i = 0; i < im_unit_file_get_count (self->file); i++)
    {
      const ImUnit *unit = im_unit_file_get_unit (self->file, i);

      for (guint k = 0; k < IM_N_SECTIONS; k++)
        for (guint j = 0; j < unit->sections[k].n_implementations; j++)
          add_implementation (&list, self, unit, &unit->sections[k].implementations[j],
                              roots, arena);
    }
  closure = im_fragment_set_close (im_unit_library_get_fragments (self->library),
                                   (const ImFragmentRoot *) roots->data, roots->len,
                                   ignored);
  add_fragments (&list, closure->fragments);
  add_fragments (&list, closure->headers);
  for (guint i = 1; i < im_history_get_n_files (self->history); i++)
    {
      const char *name = im_history_get_file_name (self->history, i);

      if (!g_ptr_array_find_with_equal_func (list.names, name, g_str_equal, NULL))
        g_ptr_array_add (list.names, g_strdup (name));
    }

  return list.names;
}

char *
im_document_find_code (ImDocument *self, const char *path)
{
  g_autofree char *folder = NULL;
  gsize length;

  g_return_val_if_fail (IM_IS_DOCUMENT (self), NULL);
  folder = dup_folder (self);
  length = strlen (folder);

  return strncmp (path, folder, length) == 0 && path[length] == '/' &&
                 (g_str_has_suffix (path, ".c") || g_str_has_suffix (path, ".h") ||
                  g_str_has_suffix (path, ".py"))
             ? g_strdup (path + length + 1)
             : NULL;
}

/* The text behind a byte order mark. */
static const char *
skip_mark (GBytes *bytes, gsize *length)
{
  const char *text = g_bytes_get_data (bytes, length);
  gsize n = strlen (BYTE_ORDER_MARK);

  if (*length < n || memcmp (text, BYTE_ORDER_MARK, n) != 0)
    return text;
  *length -= n;

  return text + n;
}

static gboolean
check_text (const char *file, GBytes *bytes, GError **error)
{
  gsize length;
  const char *text = skip_mark (bytes, &length), *bad;
  guint line = 1;

  if (length == 0 || g_utf8_validate (text, (gssize) length, &bad))
    return TRUE;
  for (const char *at = text; at < bad; at++)
    line += *at == '\n';
  g_set_error (
      error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_FORMAT,
      /* Translators: a file, a line, and a byte in hexadecimal */
      _ ("%s: expected text in UTF-8, found the byte 0x%02X in line %u: store it "
         "in UTF-8 with another program to edit it here"),
      file, (guint) (guchar) *bad, line);

  return FALSE;
}

static GBytes *
read_file (ImDocument *self, const char *file, GError **error)
{
  g_autofree char *path = im_document_dup_code_path (self, file);
  gint number = find_code (self, file);

  return number >= 0
             ? g_bytes_ref (im_history_get_file_bytes (self->history, (guint) number))
             : im_file_read (path, IM_FRAGMENT_MAX_FILE_BYTES, error);
}

/* An empty file may have no bytes to point to. */
char *
im_document_dup_editor_text (GBytes *bytes)
{
  gsize length;
  const char *text = skip_mark (bytes, &length);

  return length == 0 ? g_strdup ("") : im_editor_text_dup (text, length);
}

char *
im_document_dup_code (ImDocument *self, const char *file, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;

  g_return_val_if_fail (IM_IS_DOCUMENT (self), NULL);
  bytes = read_file (self, file, error);

  return bytes == NULL || !check_text (file, bytes, error)
             ? NULL
             : im_document_dup_editor_text (bytes);
}

guint
im_document_require_code (ImDocument *self, const char *file, GBytes *bytes)
{
  gint number = find_code (self, file);

  return number >= 0 ? (guint) number
                     : im_history_add_file (self->history, file, bytes, bytes);
}

/* The bytes of a file with what an editor has changed. */
static GBytes *
make_bytes (GBytes *bytes, const char *new_text, const ImTextChange *change)
{
  gsize length;
  const char *text = skip_mark (bytes, &length);
  g_autofree char *old_text = g_strndup (length == 0 ? "" : text, length);
  GString *out = im_editor_text_apply (old_text, new_text, change,
                                       im_editor_text_get_newline (old_text));

  if (length < g_bytes_get_size (bytes))
    g_string_prepend (out, BYTE_ORDER_MARK);

  return g_string_free_to_bytes (out);
}

gboolean
im_document_set_code (ImDocument *self,
                      const char *file,
                      const char *text,
                      const char *gesture,
                      GError **error)
{
  g_autoptr (GBytes) bytes = NULL, new_bytes = NULL;
  g_autofree char *old_text = NULL, *new_text = NULL, *name = NULL;
  ImTextChange change;
  ImHistoryText step;

  g_return_val_if_fail (IM_IS_DOCUMENT (self), FALSE);
  bytes = read_file (self, file, error);
  if (bytes == NULL || !check_text (file, bytes, error))
    return FALSE;
  old_text = im_document_dup_editor_text (bytes);
  new_text = im_editor_text_dup (text, strlen (text));
  if (!im_text_change_find (old_text, new_text, &change))
    return TRUE;

  new_bytes = make_bytes (bytes, new_text, &change);
  step = (ImHistoryText){ im_document_require_code (self, file, bytes), new_bytes };
  if (im_history_has_text (self->history, -1, step.file, new_bytes))
    im_document_undo (self);
  else if (im_history_has_text (self->history, 1, step.file, new_bytes))
    im_document_redo (self);
  else
    {
      /* Translators: the name of a file */
      name = g_strdup_printf (_ ("Edit %s"), file);
      im_document_add_texts (self, &step, 1, gesture, name);
    }

  return TRUE;
}

gboolean
im_document_is_code_modified (ImDocument *self, const char *file)
{
  gint number = find_code (self, file);

  return number >= 0 && !im_history_is_file_saved (self->history, (guint) number);
}

/* The edited texts by path. */
static GHashTable *
new_texts (ImDocument *self)
{
  GHashTable *texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                             (GDestroyNotify) g_bytes_unref);

  for (guint i = 1; i < im_history_get_n_files (self->history); i++)
    g_hash_table_insert (
        texts,
        im_document_dup_code_path (self, im_history_get_file_name (self->history, i)),
        g_bytes_ref (im_history_get_file_bytes (self->history, i)));

  return texts;
}

static gboolean
are_same (GHashTable *a, GHashTable *b)
{
  GHashTableIter iter;
  gpointer path, text;

  if (a == NULL || b == NULL || g_hash_table_size (a) != g_hash_table_size (b))
    return a == b;
  g_hash_table_iter_init (&iter, a);
  while (g_hash_table_iter_next (&iter, &path, &text))
    {
      GBytes *other = g_hash_table_lookup (b, path);

      if (other == NULL || (other != text && !g_bytes_equal (other, text)))
        return FALSE;
    }

  return TRUE;
}

ImUnitLibrary *
im_document_new_library (ImUnitLibrary *given, GHashTable *code)
{
  return code == NULL ? im_unit_library_ref (given)
                      : im_unit_library_new_with_code (given, code);
}

/* What is kept of a program has the code as it was. */
void
im_document_use_code (ImDocument *self)
{
  g_autoptr (ImUnitLibrary) old = self->library;
  gboolean has_code = im_history_get_n_files (self->history) > 1;

  g_clear_pointer (&self->code, g_hash_table_unref);
  self->code = has_code ? new_texts (self) : NULL;
  self->library = im_document_new_library (self->given, self->code);
  g_clear_pointer (&self->whole, im_program_unref);
  g_clear_pointer (&self->program, im_program_unref);
}

void
im_document_follow_code (ImDocument *self)
{
  g_autoptr (GHashTable) texts = im_history_get_n_files (self->history) > 1
                                     ? new_texts (self)
                                     : NULL;

  if (!are_same (self->code, texts))
    im_document_use_code (self);
}

void
im_document_add_texts (ImDocument *self,
                       const ImHistoryText *texts,
                       guint n_texts,
                       const char *gesture,
                       const char *name)
{
  im_history_add_texts (self->history, texts, n_texts, name, NULL, gesture,
                        g_get_monotonic_time ());
  im_document_show_again (self);
}
