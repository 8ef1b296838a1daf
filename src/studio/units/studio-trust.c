/* SPDX-License-Identifier: MIT */
#include "studio/units/studio-trust.h"

#include <glib/gi18n.h>

#include "sandbox/im-trust.h"

typedef struct
{
  GPtrArray *folders;
  void (*callback) (GtkWindow *parent);
} Question;

static void
question_free (gpointer data, GClosure *closure)
{
  Question *question = data;

  g_ptr_array_unref (question->folders);
  g_free (question);
}

static char *
join (const GPtrArray *folders)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < folders->len; i++)
    {
      g_autofree char *name = g_filename_display_name (g_ptr_array_index (folders, i));

      g_string_append_printf (names, "%s%s", i == 0 ? "" : "\n", name);
    }

  return g_strdup (names->str);
}

static void
fail (GtkWindow *parent, const GError *error)
{
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG (adw_message_dialog_new (
      parent, _ ("The Folder Cannot Be Trusted"), error->message));

  adw_message_dialog_add_response (dialog, "close", _ ("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
answer_cb (AdwMessageDialog *dialog, const char *answer, Question *question)
{
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (dialog));
  g_autoptr (GError) error = NULL;

  if (!g_str_equal (answer, "trust") || parent == NULL)
    return;
  for (guint i = 0; i < question->folders->len; i++)
    if (!im_trust_add (g_ptr_array_index (question->folders, i), &error))
      {
        fail (parent, error);
        return;
      }

  question->callback (parent);
}

void
studio_trust_ask (GtkWindow *parent,
                  const GPtrArray *folders,
                  void (*callback) (GtkWindow *parent))
{
  g_autofree char *names = join (folders);
  Question *question = g_new (Question, 1);
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG (
      adw_message_dialog_new (parent, _ ("Trust the Code of This Package?"), NULL));

  adw_message_dialog_format_body (
      dialog,
      _ ("To compile and compare this pipeline runs C and Python code from\n\n%s\n\n"
         "Nothing on this computer confines it: it could read, change and send all that "
         "you can. The answer is kept; Preferences take it back."),
      names);
  adw_message_dialog_add_responses (dialog, "cancel", _ ("_Cancel"), "trust",
                                    _ ("_Trust This Folder"), NULL);
  adw_message_dialog_set_response_appearance (dialog, "trust", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (dialog, "cancel");
  adw_message_dialog_set_close_response (dialog, "cancel");
  question->folders = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < folders->len; i++)
    g_ptr_array_add (question->folders, g_strdup (g_ptr_array_index (folders, i)));
  question->callback = callback;
  g_signal_connect_data (dialog, "response", G_CALLBACK (answer_cb), question,
                         question_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}
