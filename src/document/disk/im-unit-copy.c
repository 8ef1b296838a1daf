/* SPDX-License-Identifier: MIT
 *
 * What a file names between quotes, up to a colon, is looked for beside it: that is how
 * units name fragments, fragments name others, and C its headers. What is no file is no
 * name of one.
 */
#include "document/disk/im-unit-copy.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/im-file.h"
#include "unit/im-unit-file.h"
#include "unit/im-unit-roots.h"
#include "xml/im-xml-edit.h"

#define MAX_BYTES ((gsize) 16 << 20) /* of a file */
#define MAX_NAME  255                /* bytes between quotes that may be a path */
#define SUFFIX    ".imunit"

typedef struct
{
  char *root;       /* nothing else is copied */
  GPtrArray *paths; /* char*: the file of the unit first */
  GPtrArray *bytes; /* GBytes* */
  GHashTable *known;
} Closure;

static void
closure_free (Closure *self)
{
  g_free (self->root);
  g_ptr_array_unref (self->paths);
  g_ptr_array_unref (self->bytes);
  g_hash_table_unref (self->known);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Closure, closure_free)

static gboolean
is_below (const char *path, const char *folder)
{
  gsize n = strlen (folder);

  return strncmp (path, folder, n) == 0 && path[n] == G_DIR_SEPARATOR;
}

static void
add_path (Closure *self, const char *path)
{
  if (self->paths->len >= IM_UNIT_COPY_MAX_FILES || !is_below (path, self->root) ||
      g_hash_table_contains (self->known, path) ||
      !g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return;
  g_ptr_array_add (self->paths, g_strdup (path));
  g_hash_table_add (self->known, g_ptr_array_index (self->paths, self->paths->len - 1));
}

/* Adds the file that a text between quotes names. */
static void
add_name (Closure *self, const char *folder, const char *text, gsize length)
{
  g_autofree char *name = g_strndup (text, length);
  g_autofree char *path = NULL;

  name[strcspn (name, ":")] = '\0';
  if (*name == '\0' || g_path_is_absolute (name) || g_str_has_suffix (name, SUFFIX))
    return;
  path = g_canonicalize_filename (name, folder);
  add_path (self, path);
}

static void
add_names (Closure *self, const char *path, GBytes *bytes)
{
  g_autofree char *folder = g_path_get_dirname (path);
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length), *end = text + length,
             *open = NULL;

  for (const char *at = text; at < end; at++)
    if (*at == '\n' || *at == '\0')
      open = NULL;
    else if (*at == '"' && open == NULL)
      open = at + 1;
    else if (*at == '"')
      {
        if (at - open <= MAX_NAME)
          add_name (self, folder, open, (gsize) (at - open));
        open = NULL;
      }
}

static Closure *
collect (const char *path, GError **error)
{
  g_autoptr (Closure) self = g_new0 (Closure, 1);
  g_autofree char *own = g_path_get_dirname (path);

  g_autofree char *shipped = im_unit_roots_dup_shipped ();

  self->root = im_unit_roots_is_shipped (path) ? g_canonicalize_filename (shipped, NULL)
                                               : g_path_get_dirname (own);
  self->paths = g_ptr_array_new_with_free_func (g_free);
  self->bytes = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  self->known = g_hash_table_new (g_str_hash, g_str_equal);
  g_ptr_array_add (self->paths, g_strdup (path));
  for (guint i = 0; i < self->paths->len; i++)
    {
      const char *one = g_ptr_array_index (self->paths, i);
      GBytes *bytes = im_file_read (one, MAX_BYTES, error);

      if (bytes == NULL)
        return NULL;
      g_ptr_array_add (self->bytes, bytes);
      add_names (self, one, bytes);
    }

  return g_steal_pointer (&self);
}

/* The innermost folder that has all files. */
static char *
find_folder (const Closure *self)
{
  char *folder = g_path_get_dirname (g_ptr_array_index (self->paths, 0));

  for (guint i = 1; i < self->paths->len; i++)
    while (!is_below (g_ptr_array_index (self->paths, i), folder))
      {
        char *outer = g_path_get_dirname (folder);

        g_free (folder);
        folder = outer;
      }

  return folder;
}

static char *
make_id (const char *old, ImUnitLibrary *library)
{
  const char *dot = strrchr (old, '.');
  char *id = g_strconcat ("My.", dot == NULL ? old : dot + 1, NULL);

  for (guint i = 2; im_unit_library_find (library, id) != NULL; i++)
    {
      g_free (id);
      id = g_strdup_printf ("My.%s%u", dot == NULL ? old : dot + 1, i);
    }

  return id;
}

/* Attributes that have an id get that of the copy. */
static void
rename_in (ImXmlEdit *edit, const ImXmlElement *element, GHashTable *ids)
{
  for (guint i = 0; i < element->n_attributes; i++)
    {
      const ImXmlAttribute *attribute = &element->attributes[i];
      const char *id = attribute->prefix == NULL
                           ? g_hash_table_lookup (ids, attribute->value)
                           : NULL;

      if (id != NULL)
        im_xml_edit_set_attribute (edit, element, attribute->name, id);
    }
  for (const ImXmlElement *child = element->first_child; child != NULL;
       child = child->next_sibling)
    rename_in (edit, child, ids);
}

static GBytes *
rename_units (const ImUnit *unit, ImUnitLibrary *library, char **id, GError **error)
{
  const ImUnitFile *file = unit->file;
  const ImXmlDocument *document = im_unit_file_get_document (file);
  g_autoptr (ImXmlEdit) edit = im_xml_edit_new (document);
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, NULL,
                                                      g_free);

  for (guint i = 0; i < im_unit_file_get_count (file); i++)
    {
      const char *old = im_unit_file_get_unit (file, i)->id.text;

      g_hash_table_insert (ids, (gpointer) old, make_id (old, library));
    }
  rename_in (edit, im_xml_document_get_root (document), ids);
  *id = g_strdup (g_hash_table_lookup (ids, unit->id.text));

  return im_xml_edit_render (edit, error);
}

/* Where the copy of a file goes. */
static char *
dup_target (const Closure *self, guint i, const char *from, const char *folder)
{
  g_autofree char *name = g_path_get_basename (from);
  const char *path = g_ptr_array_index (self->paths, i);

  return g_build_filename (folder, name, path + strlen (from) + 1, NULL);
}

/* What another copy has brought is used by this one, too. */
static gboolean
is_free (const char *path, GBytes *bytes, GError **error)
{
  g_autoptr (GBytes) there = NULL;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;
  there = im_file_read (path, MAX_BYTES, NULL);
  if (there != NULL && g_bytes_equal (there, bytes))
    return TRUE;
  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_EXIST,
               _ ("“%s” is there already, with other content; choose another folder"),
               path);

  return FALSE;
}

static gboolean
write_file (const char *path, GBytes *bytes, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);

  if (g_mkdir_with_parents (folder, 0777) != 0)
    {
      int code = errno;

      g_set_error (error, G_FILE_ERROR, (gint) g_file_error_from_errno (code),
                   _ ("The folder “%s” cannot be made: %s"), folder, g_strerror (code));
      return FALSE;
    }

  return g_file_set_contents (path, g_bytes_get_data (bytes, NULL),
                              (gssize) g_bytes_get_size (bytes), error);
}

char *
im_unit_copy (const ImUnit *unit,
              ImUnitLibrary *library,
              const char *folder,
              char **id,
              GError **error)
{
  g_autofree char *path = g_canonicalize_filename (im_unit_file_get_path (unit->file),
                                                   NULL);
  g_autoptr (Closure) closure = collect (path, error);
  g_autofree char *from = NULL, *new_id = NULL;
  g_autoptr (GPtrArray) targets = g_ptr_array_new_with_free_func (g_free);
  GBytes *renamed;

  g_return_val_if_fail (unit->operation == NULL, NULL);
  if (closure == NULL)
    return NULL;
  renamed = rename_units (unit, library, &new_id, error);
  if (renamed == NULL)
    return NULL;
  g_bytes_unref (g_ptr_array_index (closure->bytes, 0));
  g_ptr_array_index (closure->bytes, 0) = renamed;
  from = find_folder (closure);
  for (guint i = 0; i < closure->paths->len; i++)
    {
      char *target = dup_target (closure, i, from, folder);

      g_ptr_array_add (targets, target);
      if (!is_free (target, g_ptr_array_index (closure->bytes, i), error))
        return NULL;
    }
  for (guint i = 0; i < targets->len; i++)
    if (!write_file (g_ptr_array_index (targets, i),
                     g_ptr_array_index (closure->bytes, i), error))
      return NULL;
  *id = g_steal_pointer (&new_id);

  return g_strdup (g_ptr_array_index (targets, 0));
}
