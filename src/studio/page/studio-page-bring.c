/* SPDX-License-Identifier: MIT
 *
 * A module of operators that lies elsewhere is copied beside the pipeline. When its units
 * are read the one that was wanted becomes a layer.
 */
#include <glib/gi18n.h>

#include "document/disk/im-document-new.h"
#include "studio/page/studio-page-private.h"

#define AWAITED_S 10 /* that a copied file may take to be read */

static gboolean
copy (StudioPage *self, const char *path)
{
  g_autofree char *folder = im_document_dup_folder (self->document);
  g_autofree char *base = g_path_get_basename (path);
  g_autoptr (GFile) source = g_file_new_for_path (path);
  g_autoptr (GFile) target = g_file_new_build_filename (folder, base, NULL);
  g_autoptr (GError) error = NULL;

  if (im_document_is_untitled (self->document))
    {
      studio_page_say (self,
                       _ ("Save the pipeline first: the operators are copied beside it"));
      return FALSE;
    }
  if (g_file_copy (source, target, G_FILE_COPY_TARGET_DEFAULT_PERMS, NULL, NULL, NULL,
                   &error))
    return TRUE;
  studio_page_say (self, error->message);

  return FALSE;
}

void
studio_page_end_awaiting (StudioPage *self)
{
  g_clear_handle_id (&self->give_up, g_source_remove);
  g_clear_pointer (&self->awaited, g_free);
}

/* A module with mistakes has not got the unit that it had elsewhere, where it imports
 * others from beside it. */
static gboolean
give_up_cb (gpointer page)
{
  StudioPage *self = page;
  g_autofree char *message = g_strdup_printf (
      /* Translators: %s is the id of a unit */
      _ ("The file was copied beside the pipeline, but there is no unit %s in it: open "
         "the copy to see its problems"),
      self->awaited);

  self->give_up = 0;
  studio_page_end_awaiting (self);
  studio_page_say (self, message);

  return G_SOURCE_REMOVE;
}

void
studio_page_insert_awaited (StudioPage *self)
{
  ImUnitLibrary *library = studio_units_get_library (self->units);
  g_autofree char *id = NULL;

  if (self->awaited == NULL || im_unit_library_find (library, self->awaited) == NULL)
    return;
  id = g_steal_pointer (&self->awaited);
  studio_page_end_awaiting (self);
  studio_page_insert (self, id);
}

void
studio_page_bring (StudioPage *self, const char *path, const char *unit_id)
{
  if (!copy (self, path))
    return;
  self->awaited = g_strdup (unit_id);
  self->give_up = g_timeout_add_seconds (AWAITED_S, give_up_cb, self);
}
