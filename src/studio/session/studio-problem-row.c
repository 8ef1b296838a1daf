/* SPDX-License-Identifier: MIT */
#include "studio/session/studio-problem-row.h"

#include <glib/gi18n.h>
#include <string.h>

#include "document/help/im-document-fix.h"
#include "program/im-program-title.h"
#include "studio/common/studio-toast-overlay.h"
#include "studio/session/studio-contract-remedy.h"

static char *
dup_label (ImDocument *document, const ImDocumentFix *fix, gint problem_layer)
{
  const ImDocumentLayer *layer = im_document_fix_is_of_whole (fix)
                                     ? NULL
                                     : im_document_get_layer (document, fix->layer);
  const ImUnit *unit = layer == NULL ? im_document_get_unit (document) : layer->unit;

  if (fix->kind == IM_DOCUMENT_FIX_REMOVE)
    return g_strdup_printf (_ ("Remove “%s”"), fix->value);
  if (fix->kind == IM_DOCUMENT_FIX_CALL)
    /* Translators: a call of a function with its arguments */
    return g_strdup_printf (_ ("Call %s"), fix->value);
  if (fix->kind == IM_DOCUMENT_FIX_FUNCTION)
    /* Translators: a function with its parameters */
    return g_strdup_printf (_ ("Declare %s"), fix->value);
  if (fix->kind == IM_DOCUMENT_FIX_QUEUE)
    {
      g_autofree char *title = im_program_dup_title (layer->name, unit);

      return g_strdup_printf (_ ("Put %s behind %s"), fix->option, title);
    }

  if (fix->kind == IM_DOCUMENT_FIX_OPTION && (gint) fix->layer != problem_layer)
    {
      g_autofree char *title = im_program_dup_title (layer->name, unit);

      /* Translators: the name of an option, the layer that has it, and its new value,
       * such as “Set Window Shape of Sliding Window to [1,50]” */
      return g_strdup_printf (_ ("Set %s of %s to %s"),
                              im_unit_find_parameter (unit, fix->option)->text, title,
                              fix->value);
    }

  /* Translators: the name of an option and its new value, such as “Set Stride to 160” */
  return g_strdup_printf (_ ("Set %s to %s"),
                          im_unit_find_parameter (unit, fix->option)->text, fix->value);
}

static const char *
get_reason (const ImDocumentFix *fix)
{
  switch (fix->kind)
    {
    case IM_DOCUMENT_FIX_OUTPUT:
      return _ ("Declare the output as what the layers give");
    case IM_DOCUMENT_FIX_INPUT:
      return _ ("The most likely type; it can be changed in the inspector");
    case IM_DOCUMENT_FIX_REMOVE:
      return _ ("Remove what is of no use, with its pipes");
    case IM_DOCUMENT_FIX_QUEUE:
      return _ ("Join what the windows are made of, and collect one window behind it");
    case IM_DOCUMENT_FIX_CALL:
      return _ ("Call the function with what it takes");
    case IM_DOCUMENT_FIX_FUNCTION:
      return _ ("Let the function take what it is called with");
    case IM_DOCUMENT_FIX_OPTION:
    default:
      return _ ("The nearest value with which this and all other contracts hold");
    }
}

static GtkWidget *
new_label (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_selectable (GTK_LABEL (label), FALSE);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);

  return label;
}

/* How severities look, and what they are called. */
static const struct
{
  const char *icon, *css_class, *label;
} severities[] = {
  [IM_SEVERITY_HINT] = { "dialog-question-symbolic", "dim-label", N_ ("Hint") },
  [IM_SEVERITY_WARNING] = { "dialog-warning-symbolic", "warning", N_ ("Warning") },
  [IM_SEVERITY_ERROR] = { "dialog-error-symbolic", "error", N_ ("Error") },
};

static GtkWidget *
new_icon (ImSeverity severity)
{
  GtkWidget *icon = gtk_image_new_from_icon_name (severities[severity].icon);

  gtk_widget_add_css_class (icon, severities[severity].css_class);
  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_widget_set_margin_top (icon, 2);
  gtk_accessible_update_property (GTK_ACCESSIBLE (icon), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (severities[severity].label), -1);

  return icon;
}

/* A unit that is missing may be in a folder that the studio does not know. */
static GtkWidget *
new_folder_button (void)
{
  GtkWidget *button = gtk_button_new_with_label (_ ("Add a Folder of Units…"));

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "app.add-unit-folder");
  gtk_widget_set_tooltip_text (
      button, _ ("Choose a folder that has the unit, on its own or among others"));

  return button;
}

/* The document may have changed since the button was made: what is done is the fix that
 * is called so now. */
static void
fix_cb (GtkButton *button, StudioProblem *problem)
{
  ImDocument *document = studio_problem_get_document (problem);
  g_autoptr (GPtrArray) fixes = im_document_find_fixes (document,
                                                        studio_problem_get (problem));
  gint layer = im_document_find_layer (document, studio_problem_get (problem));
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < fixes->len; i++)
    {
      g_autofree char *label = dup_label (document, fixes->pdata[i], layer);

      if (g_strcmp0 (label, gtk_button_get_label (button)) != 0)
        continue;
      if (!im_document_apply_fix (document, fixes->pdata[i], &error) && error != NULL)
        studio_toast_overlay_say (GTK_WIDGET (button), error->message);
      return;
    }
  studio_toast_overlay_say (GTK_WIDGET (button),
                            _ ("The pipeline has changed meanwhile"));
}

static GtkWidget *
new_fix_button (StudioProblem *problem, const ImDocumentFix *fix, const char *label)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  /* Several of them fit into a narrow panel. */
  gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))),
                           PANGO_ELLIPSIZE_END);
  gtk_widget_set_tooltip_text (button, get_reason (fix));
  g_signal_connect_object (button, "clicked", G_CALLBACK (fix_cb), problem, 0);

  return button;
}

/* GTK 4.8 sends keys to a widget that was removed with the focus. */
static void
clear (GtkWidget *box)
{
  GtkRoot *root = gtk_widget_get_root (box);
  GtkWidget *focus = root == NULL ? NULL : gtk_root_get_focus (root), *child;
  GtkWidget *row = gtk_widget_get_ancestor (box, GTK_TYPE_LIST_BOX_ROW);

  if (focus != NULL && gtk_widget_is_ancestor (focus, box) &&
      (row == NULL || !gtk_widget_grab_focus (row)))
    gtk_root_set_focus (root, NULL);
  while ((child = gtk_widget_get_first_child (box)) != NULL)
    gtk_box_remove (GTK_BOX (box), child);
}

/* What would make a contract hold that fails with what is tried; empty for other
 * problems. */
static GPtrArray *
list_remedies (StudioSession *session, const ImDiagnostic *problem)
{
  ImUnitEvaluation *trial = studio_session_get_trial (session);
  const ImUnit *unit = trial == NULL ? NULL : im_unit_evaluation_get_unit (trial);
  guint number = problem->subject.contract;

  if (unit == NULL || strcmp (problem->code, "contract") != 0 || number == 0 ||
      number > unit->n_contracts)
    return g_ptr_array_new ();

  return im_contract_find_remedies (trial, &unit->contracts[number - 1]);
}

/* Buttons stay while they say the same. */
static void
show_fixes (GtkWidget *box, StudioProblem *problem)
{
  StudioSession *session = g_object_get_data (G_OBJECT (box), "session");
  const ImDiagnostic *diagnostic = studio_problem_get (problem);
  ImDocument *document = studio_problem_get_document (problem);
  gint layer = im_document_find_layer (document, diagnostic);
  g_autoptr (GPtrArray) fixes = im_document_find_fixes (document, diagnostic);
  g_autoptr (GPtrArray) remedies = list_remedies (session, diagnostic);
  g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func (g_free);
  gboolean is_missing = strcmp (diagnostic->code, "unknown-unit") == 0;
  g_autofree char *all = NULL;

  for (guint i = 0; i < fixes->len; i++)
    g_ptr_array_add (labels, dup_label (document, fixes->pdata[i], layer));
  for (guint i = 0; i < remedies->len; i++)
    g_ptr_array_add (labels, studio_contract_remedy_dup_label (remedies->pdata[i]));
  g_ptr_array_add (labels, NULL);
  all = g_strjoinv ("\n", (char **) labels->pdata);
  gtk_widget_set_visible (box, fixes->len + remedies->len > 0 || is_missing);
  if (g_strcmp0 (g_object_get_data (G_OBJECT (box), "fixes"), all) == 0)
    return;
  clear (box);
  for (guint i = 0; i < fixes->len; i++)
    gtk_box_append (GTK_BOX (box),
                    new_fix_button (problem, fixes->pdata[i], labels->pdata[i]));
  for (guint i = 0; i < remedies->len; i++)
    gtk_box_append (GTK_BOX (box),
                    studio_contract_remedy_button_new (session, remedies->pdata[i]));
  if (is_missing)
    gtk_box_append (GTK_BOX (box), new_folder_button ());
  g_object_set_data_full (G_OBJECT (box), "fixes", g_steal_pointer (&all), g_free);
}

/* Looking for fixes takes longer than all else, so it waits until they are seen. */
static void
changed_cb (StudioProblem *problem, GParamSpec *spec, GtkWidget *texts)
{
  if (gtk_widget_get_mapped (texts))
    show_fixes (gtk_widget_get_last_child (texts), problem);
}

static void
map_cb (GtkWidget *texts, StudioProblem *problem)
{
  show_fixes (gtk_widget_get_last_child (texts), problem);
}

static void
add_fixes (GtkWidget *texts, StudioProblem *problem, StudioSession *session)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  g_object_set_data_full (G_OBJECT (box), "session", g_object_ref (session),
                          g_object_unref);
  gtk_widget_set_margin_top (box, 4);
  gtk_widget_set_halign (box, GTK_ALIGN_START);
  gtk_widget_set_visible (box, FALSE);
  gtk_box_append (GTK_BOX (texts), box);
  g_signal_connect_object (problem, "notify::place", G_CALLBACK (changed_cb), texts, 0);
  g_signal_connect_object (texts, "map", G_CALLBACK (map_cb), problem, 0);
}

/* A row with a box for texts. */
static GtkWidget *
new_row (ImSeverity severity, GtkWidget **texts)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  gtk_widget_add_css_class (box, "problem");
  gtk_widget_set_hexpand (*texts, TRUE);
  gtk_box_append (GTK_BOX (box), new_icon (severity));
  gtk_box_append (GTK_BOX (box), *texts);

  return box;
}

GtkWidget *
studio_problem_row_new_for_text (const ImDiagnostic *problem, GtkWidget *button)
{
  GtkWidget *texts = NULL, *box = new_row (problem->severity, &texts);
  g_autofree char *place = NULL;
  guint line, column;

  im_diagnostic_locate (problem, &line, &column);
  /* Translators: where a problem is in a text. */
  place = g_strdup_printf (_ ("Line %u"), line);
  gtk_box_append (GTK_BOX (texts), new_label (problem->message, NULL));
  if (problem->note != NULL)
    gtk_box_append (GTK_BOX (texts), new_label (problem->note, "caption"));
  gtk_box_append (GTK_BOX (texts), new_label (place, "dim-label"));
  if (button != NULL)
    {
      gtk_widget_set_margin_top (button, 4);
      gtk_widget_set_halign (button, GTK_ALIGN_START);
      gtk_box_append (GTK_BOX (texts), button);
    }

  return box;
}

static gboolean
is_text (GBinding *binding, const GValue *from, GValue *to, gpointer data)
{
  g_value_set_boolean (to, g_value_get_string (from) != NULL);

  return TRUE;
}

/* A label that follows a property; there is none where it has no text. */
static void
bind_label (GtkWidget *texts, StudioProblem *problem, const char *name, const char *css)
{
  GtkWidget *label = new_label (NULL, css);

  g_object_bind_property (problem, name, label, "label", G_BINDING_SYNC_CREATE);
  g_object_bind_property_full (problem, name, label, "visible", G_BINDING_SYNC_CREATE,
                               is_text, NULL, NULL, NULL);
  gtk_box_append (GTK_BOX (texts), label);
}

GtkWidget *
studio_problem_row_new (StudioProblem *problem,
                        StudioSession *session,
                        gboolean says_where)
{
  GtkWidget *texts = NULL,
            *box = new_row (studio_problem_get (problem)->severity, &texts);

  bind_label (texts, problem, "message", NULL);
  bind_label (texts, problem, "note", "caption");
  if (says_where)
    bind_label (texts, problem, "place", "dim-label");
  add_fixes (texts, problem, session);
  g_object_set_data_full (G_OBJECT (box), "problem", g_object_ref (problem),
                          g_object_unref);

  return box;
}
