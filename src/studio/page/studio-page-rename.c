/* SPDX-License-Identifier: MIT
 *
 * Asks for another name of what is selected: a node of a graph, a group, a frame, an
 * input, output or option; or of the pipeline that is shown, where nothing is.
 */
#include <glib/gi18n.h>

#include "document/state/im-document-value.h"
#include "studio/page/studio-page-private.h"
#include "unit/im-unit-frame.h"

/* What gets another name. */
typedef struct
{
  ImEditKind kind;
  char *node; /* NULL of the pipeline */
  char *name; /* that it has */
  StudioPage *page;
} Subject;

static void
free_subject (gpointer data, GClosure *closure)
{
  Subject *subject = data;

  g_free (subject->node);
  g_free (subject->name);
  g_object_unref (subject->page);
  g_free (subject);
}

static gboolean
is_own_group (ImDocument *document, const ImGraphNode *node)
{
  return node->unit != NULL && node->unit->file == im_document_get_file (document) &&
         (node->unit->kind == IM_UNIT_COMPOSITE || node->unit->kind == IM_UNIT_COMPOUND);
}

static Subject *
new_subject (StudioPage *self)
{
  const ImUnit *unit = im_document_get_unit (self->document);
  Subject *subject = g_new0 (Subject, 1);
  guint n;
  g_autofree guint *nodes = studio_session_dup_nodes (self->session, &n);
  const ImGraphNode *node = n == 1 ? im_document_get_node (self->document, nodes[0])->node
                                   : NULL;
  const ImUnitFrame *frame = studio_session_get_frame (self->session);

  subject->page = g_object_ref (self);
  subject->kind = IM_EDIT_RENAME_PIPELINE;
  if (frame != NULL)
    {
      subject->kind = IM_EDIT_CHANGE;
      subject->node = g_strdup (frame->id);
      subject->name = g_strdup (frame->title == NULL ? "" : frame->title);
      return subject;
    }
  if (node == NULL)
    {
      subject->name = g_strdup (unit->display_name);
      return subject;
    }
  subject->node = g_strdup (node->name);
  subject->name = g_strdup (node->name);
  subject->kind = IM_EDIT_RENAME;
  if (is_own_group (self->document, node))
    {
      subject->kind = IM_EDIT_RENAME_GROUP;
      g_free (subject->name);
      subject->name = g_strdup (node->unit->display_name);
    }
  else if (node->parameter != NULL && node->kind != IM_NODE_UNKNOWN)
    {
      subject->kind = IM_EDIT_RENAME_SOCKET;
      g_free (subject->node);
      g_free (subject->name);
      subject->node = g_strdup (node->parameter->name.text);
      subject->name = g_strdup (node->parameter->name.text);
    }

  return subject;
}

static const char *
get_heading (ImEditKind kind)
{
  if (kind == IM_EDIT_RENAME_PIPELINE)
    return _ ("Rename Pipeline");
  if (kind == IM_EDIT_RENAME_GROUP)
    return _ ("Rename Group");
  if (kind == IM_EDIT_CHANGE)
    return _ ("Title of the Frame");

  return kind == IM_EDIT_RENAME ? _ ("Rename Node")
                                : _ ("Rename Input, Output or Option");
}

static void
response_cb (AdwMessageDialog *dialog, const char *response, gpointer data)
{
  const Subject *subject = data;
  StudioPage *self = subject->page;
  GtkWidget *entry = adw_message_dialog_get_extra_child (dialog);
  const char *const nodes[] = { subject->node };
  const ImEdit edit = { .kind = subject->kind,
                        .nodes = nodes,
                        .n_nodes = subject->node == NULL ? 0 : 1,
                        .name = subject->kind == IM_EDIT_CHANGE ? "title" : NULL,
                        .text = gtk_editable_get_text (GTK_EDITABLE (entry)) };
  g_autoptr (GError) error = NULL;

  if (strcmp (response, "rename") != 0 || self->document == NULL)
    return;
  im_document_apply (self->document, &edit, 1, &error);
  if (error != NULL)
    studio_page_say (self, error->message);
}

static void
changed_cb (GtkEditable *entry, AdwMessageDialog *dialog)
{
  adw_message_dialog_set_response_enabled (dialog, "rename",
                                           *gtk_editable_get_text (entry) != '\0');
}

static void
rename_action (StudioPage *self, const char *name, GVariant *parameter)
{
  Subject *subject = new_subject (self);
  GtkWidget *window = adw_message_dialog_new (
      studio_page_get_window (self), get_heading (subject->kind),
      subject->kind == IM_EDIT_CHANGE
          ? NULL
          : _ ("All uses in the file get the new name, too."));
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG (window);
  GtkWidget *entry = gtk_entry_new ();

  gtk_editable_set_text (GTK_EDITABLE (entry), subject->name);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("New name"), -1);
  adw_message_dialog_set_extra_child (dialog, entry);
  adw_message_dialog_add_responses (dialog, "cancel", _ ("_Cancel"), "rename",
                                    _ ("_Rename"), NULL);
  adw_message_dialog_set_response_appearance (dialog, "rename", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (dialog, "rename");
  adw_message_dialog_set_close_response (dialog, "cancel");
  g_signal_connect (entry, "changed", G_CALLBACK (changed_cb), dialog);
  g_signal_connect_data (dialog, "response", G_CALLBACK (response_cb), subject,
                         free_subject, 0);
  gtk_window_present (GTK_WINDOW (window));
  gtk_widget_grab_focus (entry);
}

void
studio_page_install_rename_action (GtkWidgetClass *window_class)
{
  static const StudioPageAction action = { "edit.rename", rename_action, GDK_KEY_F2, 0,
                                           NULL,          NULL };

  studio_page_install (window_class, &action, 1);
}
