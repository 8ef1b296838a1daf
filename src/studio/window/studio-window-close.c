/* SPDX-License-Identifier: MIT
 *
 * The question before changes are lost, about one tab or about all of a window at once.
 */
#include <glib/gi18n.h>

#include "studio/window/studio-window-private.h"

/* What is asked about, and what closes then. */
typedef struct
{
  StudioWindow *window;
  GPtrArray *pages; /* StudioPage with changes */
  AdwTabPage *tab;  /* what closes, or NULL: the window */
  guint n_saved;
} Question;

static Question *
question_new (StudioWindow *window, AdwTabPage *tab)
{
  Question *question = g_new0 (Question, 1);

  question->window = g_object_ref (window);
  question->pages = g_ptr_array_new_with_free_func (g_object_unref);
  if (tab != NULL)
    question->tab = g_object_ref (tab);

  return question;
}

static void
question_free (Question *question)
{
  g_object_unref (question->window);
  g_ptr_array_unref (question->pages);
  g_clear_object (&question->tab);
  g_free (question);
}

static void
end (Question *question, gboolean closes)
{
  for (guint i = 0; closes && i < question->pages->len; i++)
    studio_page_discard_changes (question->pages->pdata[i]);
  if (question->tab != NULL)
    adw_tab_view_close_page_finish (question->window->tabs, question->tab, closes);
  else if (closes)
    gtk_window_destroy (GTK_WINDOW (question->window));
  question_free (question);
}

static void
show_page (StudioWindow *self, StudioPage *page)
{
  adw_tab_view_set_selected_page (self->tabs,
                                  adw_tab_view_get_page (self->tabs, GTK_WIDGET (page)));
}

static void save_next (Question *question);

static void
saved_cb (StudioPage *page, gboolean is_saved, gpointer question)
{
  if (is_saved)
    save_next (question);
  else
    end (question, FALSE);
}

/* What cannot be saved, or has no name yet, is seen while the user is asked. */
static void
save_next (Question *question)
{
  StudioPage *page;

  if (question->n_saved == question->pages->len)
    {
      end (question, TRUE);
      return;
    }
  page = question->pages->pdata[question->n_saved++];
  show_page (question->window, page);
  studio_page_save (page, saved_cb, question);
}

static void
answer_cb (AdwMessageDialog *dialog, const char *answer, Question *question)
{
  /* The question outlives the window that it was about. */
  gtk_window_set_transient_for (GTK_WINDOW (dialog), NULL);
  if (g_str_equal (answer, "save"))
    save_next (question);
  else
    end (question, g_str_equal (answer, "discard"));
}

/* What is lost, by the names of files. */
static char *
dup_body (const Question *question)
{
  GString *text = g_string_new (NULL);
  gboolean is_readable = TRUE;

  if (question->pages->len == 1)
    {
      studio_page_has_changes (question->pages->pdata[0], &is_readable);
      g_string_append (
          text, is_readable
                    ? _ ("Changes that are not saved will be lost.")
                    : _ ("The text in the code view cannot be read, so that it cannot be "
                         "saved. It will be lost."));

      return g_string_free (text, FALSE);
    }
  g_string_append (text, _ ("Changes of these files that are not saved will be lost:"));
  for (guint i = 0; i < question->pages->len; i++)
    {
      g_autofree char *name = studio_page_dup_name (question->pages->pdata[i]);

      g_string_append_printf (text, "\n• %s", name);
    }

  return g_string_free (text, FALSE);
}

static void
ask (Question *question)
{
  gboolean is_one = question->pages->len == 1;
  g_autofree char *body = dup_body (question);
  GtkWidget *widget = adw_message_dialog_new (GTK_WINDOW (question->window),
                                              _ ("Save Changes?"), body);
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG (widget);

  adw_message_dialog_add_responses (dialog, "cancel", _ ("_Cancel"), "discard",
                                    _ ("_Discard"), "save",
                                    is_one ? _ ("_Save") : _ ("_Save All"), NULL);
  adw_message_dialog_set_response_appearance (dialog, "discard",
                                              ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (dialog, "save", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (dialog, "save");
  adw_message_dialog_set_close_response (dialog, "cancel");
  g_signal_connect (dialog, "response", G_CALLBACK (answer_cb), question);
  gtk_window_present (GTK_WINDOW (dialog));
}

gboolean
studio_window_close_page (AdwTabView *tabs, AdwTabPage *tab, StudioWindow *self)
{
  StudioPage *page = STUDIO_PAGE (adw_tab_page_get_child (tab));
  Question *question;

  if (!studio_page_has_changes (page, NULL))
    {
      adw_tab_view_close_page_finish (tabs, tab, TRUE);
      return TRUE;
    }
  adw_tab_view_set_selected_page (tabs, tab);
  question = question_new (self, tab);
  g_ptr_array_add (question->pages, g_object_ref (page));
  ask (question);

  return TRUE;
}

gboolean
studio_window_close_request (GtkWindow *window)
{
  StudioWindow *self = STUDIO_WINDOW (window);
  Question *question = question_new (self, NULL);

  for (gint i = 0; i < adw_tab_view_get_n_pages (self->tabs); i++)
    {
      StudioPage *page = STUDIO_PAGE (
          adw_tab_page_get_child (adw_tab_view_get_nth_page (self->tabs, i)));

      if (studio_page_has_changes (page, NULL))
        g_ptr_array_add (question->pages, g_object_ref (page));
    }
  if (question->pages->len == 0)
    {
      question_free (question);
      return FALSE;
    }
  show_page (self, question->pages->pdata[0]);
  ask (question);

  return TRUE;
}
