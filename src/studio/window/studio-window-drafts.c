/* SPDX-License-Identifier: MIT
 *
 * What a crash left: the user restores or discards each of its drafts, in the window of
 * its file or in one that is empty.
 */
#include <glib/gi18n.h>

#include "document/disk/im-document-new.h"
#include "studio/window/studio-window-private.h"
#include "unit/im-unit-beside.h"

static char *
dup_name (const ImDraft *draft)
{
  return im_document_is_untitled_path (draft->path)
             ? g_strdup (_ ("Untitled"))
             : g_filename_display_basename (draft->path);
}

static void
offer (StudioWindow *self, const ImDraft *draft)
{
  g_autofree char *id = g_path_get_basename (draft->file);
  g_autofree char *restore = g_strdup_printf ("draft.restore('%s')", id);
  g_autofree char *discard = g_strdup_printf ("draft.discard('%s')", id);
  g_autofree char *name = dup_name (draft);
  g_autoptr (GDateTime) date = g_date_time_new_from_unix_local (draft->time_s);
  g_autofree char *time = date == NULL ? g_strdup ("?") : g_date_time_format (date, "%c");
  /* Translators: the name of a file, and a date with time */
  g_autofree char *text = g_strdup_printf (
      _ ("“%s” has changes that were not saved, from %s."), name, time);
  const StudioBannerButton buttons[] = { { _ ("_Restore"), restore },
                                         { _ ("_Discard"), discard } };

  studio_banner_show (self->banner, id, GTK_MESSAGE_INFO, text, buttons,
                      G_N_ELEMENTS (buttons));
  g_ptr_array_add (self->offered, g_steal_pointer (&id));
}

/* A window without a document is for all of them, the others are for their own file. A
 * new document has nothing to do with another one that has no file either. */
static gboolean
is_for_window (StudioWindow *self, const ImDraft *draft)
{
  return self->document == NULL ||
         (g_str_equal (draft->path, im_document_get_path (self->document)) &&
          !im_document_is_untitled (self->document));
}

void
studio_window_offer_drafts (StudioWindow *self)
{
  const GPtrArray *drafts = studio_drafts_list (self->drafts);

  for (guint i = 0; i < self->offered->len; i++)
    studio_banner_hide (self->banner, self->offered->pdata[i]);
  g_ptr_array_set_size (self->offered, 0);
  for (guint i = 0; i < drafts->len; i++)
    if (is_for_window (self, drafts->pdata[i]))
      offer (self, drafts->pdata[i]);
}

static const ImDraft *
find_draft (StudioWindow *self, GVariant *id)
{
  const GPtrArray *drafts = studio_drafts_list (self->drafts);

  for (guint i = 0; i < drafts->len; i++)
    {
      const ImDraft *draft = drafts->pdata[i];
      g_autofree char *name = g_path_get_basename (draft->file);

      if (g_str_equal (name, g_variant_get_string (id, NULL)))
        return draft;
    }

  return NULL;
}

static void
restore_action (GtkWidget *widget, const char *name, GVariant *id)
{
  StudioWindow *self = STUDIO_WINDOW (widget);
  const ImDraft *draft = find_draft (self, id);
  g_autoptr (ImUnitLibrary) library = NULL;
  g_autoptr (ImDocument) document = NULL;
  g_autoptr (GError) error = NULL;
  StudioWindow *window;

  if (draft == NULL)
    return;
  library = im_unit_library_new_beside (studio_units_get_library (self->all_units),
                                        draft->path);
  document = im_document_open_draft (draft, library, &error);
  if (document == NULL)
    {
      studio_window_say_cannot_open (self, error->message);
      return;
    }
  window = studio_window_get_for_next (self);
  studio_window_set_document (window, document);
  if (window->autosave != NULL)
    im_autosave_adopt (window->autosave, draft->file);
  if (draft->editor_text != NULL)
    {
      adw_view_stack_set_visible_child_name (window->views, "code");
      studio_code_view_type (studio_window_require_code (window), draft->editor_text);
    }
  studio_drafts_forget (self->drafts, draft);
}

static void
discard_action (GtkWidget *widget, const char *name, GVariant *id)
{
  StudioWindow *self = STUDIO_WINDOW (widget);
  const ImDraft *draft = find_draft (self, id);

  if (draft == NULL)
    return;
  im_draft_store_remove (studio_drafts_get_store (self->drafts), draft->file);
  studio_drafts_forget (self->drafts, draft);
}

void
studio_window_class_add_draft_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "draft.restore", "s", restore_action);
  gtk_widget_class_install_action (widget_class, "draft.discard", "s", discard_action);
}
