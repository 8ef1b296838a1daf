/* SPDX-License-Identifier: MIT
 *
 * What a crash left: the user restores or discards each of its drafts, in the page of its
 * file or in one that is empty.
 */
#include <glib/gi18n.h>

#include "document/disk/im-document-new.h"
#include "studio/page/studio-page-private.h"
#include "unit/im-unit-beside.h"

static char *
dup_name (const ImDraft *draft)
{
  return im_document_is_untitled_path (draft->path)
             ? g_strdup (_ ("Untitled"))
             : g_filename_display_basename (draft->path);
}

static void
offer (StudioPage *self, const ImDraft *draft)
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

/* A page without a document is for all of them, the others are for their own file. A
 * new document has nothing to do with another one that has no file either. */
static gboolean
is_for_page (StudioPage *self, const ImDraft *draft)
{
  return self->document == NULL ||
         (g_str_equal (draft->path, im_document_get_path (self->document)) &&
          !im_document_is_untitled (self->document));
}

void
studio_page_offer_drafts (StudioPage *self)
{
  const GPtrArray *drafts = studio_drafts_list (self->drafts);

  for (guint i = 0; i < self->offered->len; i++)
    studio_banner_hide (self->banner, self->offered->pdata[i]);
  g_ptr_array_set_size (self->offered, 0);
  for (guint i = 0; i < drafts->len; i++)
    if (is_for_page (self, drafts->pdata[i]))
      offer (self, drafts->pdata[i]);
}

static const ImDraft *
find_draft (StudioPage *self, GVariant *id)
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
restore_action (StudioPage *self, const char *name, GVariant *id)
{
  const ImDraft *draft = find_draft (self, id);
  g_autoptr (ImUnitLibrary) library = NULL;
  g_autoptr (ImDocument) document = NULL;
  g_autoptr (GError) error = NULL;
  StudioPage *page;

  if (draft == NULL)
    return;
  library = im_unit_library_new_beside (studio_units_get_library (self->all_units),
                                        draft->path);
  document = im_document_open_draft (draft, library, &error);
  if (document == NULL)
    {
      studio_page_say_cannot_open (self, error->message);
      return;
    }
  page = studio_page_get_for_next (self);
  studio_page_set_document (page, document);
  if (page->autosave != NULL)
    im_autosave_adopt (page->autosave, draft->file);
  if (draft->editor_text != NULL)
    {
      adw_view_stack_set_visible_child_name (page->views, "code");
      studio_code_view_type (studio_page_require_code (page), draft->editor_text);
    }
  studio_drafts_forget (self->drafts, draft);
}

static void
discard_action (StudioPage *self, const char *name, GVariant *id)
{
  const ImDraft *draft = find_draft (self, id);

  if (draft == NULL)
    return;
  im_draft_store_remove (studio_drafts_get_store (self->drafts), draft->file);
  studio_drafts_forget (self->drafts, draft);
}

void
studio_page_install_draft_actions (GtkWidgetClass *window_class)
{
  static const StudioPageAction actions[] = {
    { "draft.restore", restore_action, 0, 0, "s", NULL },
    { "draft.discard", discard_action, 0, 0, "s", NULL },
  };

  studio_page_install (window_class, actions, G_N_ELEMENTS (actions));
}
