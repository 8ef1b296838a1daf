/* SPDX-License-Identifier: MIT
 *
 * What a crash left: the user restores or discards each of its drafts.
 */
#include <glib/gi18n.h>

#include "studio/window/studio-window-private.h"
#include "unit/im-unit-beside.h"

static void
offer (StudioWindow *self, const ImDraft *draft)
{
  g_autofree char *id = g_path_get_basename (draft->file);
  g_autofree char *restore = g_strdup_printf ("draft.restore('%s')", id);
  g_autofree char *discard = g_strdup_printf ("draft.discard('%s')", id);
  g_autofree char *name = g_filename_display_basename (draft->path);
  g_autoptr (GDateTime) date = g_date_time_new_from_unix_local (draft->time_s);
  g_autofree char *time = date == NULL ? g_strdup ("?") : g_date_time_format (date, "%c");
  /* Translators: the name of a file, and a date with time */
  g_autofree char *text = g_strdup_printf (
      _ ("“%s” has changes that were not saved, from %s."), name, time);
  const StudioBannerButton buttons[] = { { _ ("_Restore"), restore },
                                         { _ ("_Discard"), discard } };

  studio_banner_show (self->banner, id, GTK_MESSAGE_INFO, text, buttons,
                      G_N_ELEMENTS (buttons));
}

void
studio_window_offer_drafts (StudioWindow *self, GPtrArray *drafts)
{
  if (self->offered == NULL)
    self->offered = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                           (GDestroyNotify) im_draft_free);
  for (guint i = 0; i < drafts->len; i++)
    {
      ImDraft *draft = drafts->pdata[i];

      offer (self, draft);
      g_hash_table_insert (self->offered, g_path_get_basename (draft->file), draft);
    }
  g_ptr_array_set_free_func (drafts, NULL);
  g_ptr_array_unref (drafts);
}

static ImDraft *
find_offered (StudioWindow *self, GVariant *id)
{
  return self->offered == NULL
             ? NULL
             : g_hash_table_lookup (self->offered, g_variant_get_string (id, NULL));
}

static void
take_away (StudioWindow *self, GVariant *id)
{
  studio_banner_hide (self->banner, g_variant_get_string (id, NULL));
  g_hash_table_remove (self->offered, g_variant_get_string (id, NULL));
}

static void
restore_action (GtkWidget *widget, const char *name, GVariant *id)
{
  StudioWindow *self = STUDIO_WINDOW (widget);
  const ImDraft *draft = find_offered (self, id);
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
  take_away (self, id);
}

static void
discard_action (GtkWidget *widget, const char *name, GVariant *id)
{
  StudioWindow *self = STUDIO_WINDOW (widget);
  const ImDraft *draft = find_offered (self, id);

  if (draft == NULL)
    return;
  im_draft_store_remove (self->drafts, draft->file);
  take_away (self, id);
}

void
studio_window_class_add_draft_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "draft.restore", "s", restore_action);
  gtk_widget_class_install_action (widget_class, "draft.discard", "s", discard_action);
}
