/* SPDX-License-Identifier: MIT */
#include "studio/session/studio-contract-remedy.h"

#include <glib/gi18n.h>

char *
studio_contract_remedy_dup_label (const ImContractRemedy *remedy)
{
  /* Translators: an option or input, and what it would be. */
  return g_strdup_printf (_ ("Try %s = %s"), remedy->name, remedy->text);
}

static void
clicked_cb (GtkWidget *button, StudioSession *session)
{
  studio_session_try (session, g_object_get_data (G_OBJECT (button), "name"),
                      g_object_get_data (G_OBJECT (button), "text"));
}

GtkWidget *
studio_contract_remedy_button_new (StudioSession *session, const ImContractRemedy *remedy)
{
  g_autofree char *label = studio_contract_remedy_dup_label (remedy);
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_widget_set_tooltip_text (
      button, _ ("The nearest value with which this contract holds and no other fails"));
  g_object_set_data_full (G_OBJECT (button), "name", g_strdup (remedy->name), g_free);
  g_object_set_data_full (G_OBJECT (button), "text", g_strdup (remedy->text), g_free);
  g_signal_connect_object (button, "clicked", G_CALLBACK (clicked_cb), session, 0);

  return button;
}
