/* SPDX-License-Identifier: MIT */
#include "studio/common/studio-problem-row.h"

#include <glib/gi18n.h>
#include <string.h>

#include "document/help/im-document-fix.h"
#include "program/im-program-title.h"

typedef struct
{
  ImDocument *document;
  ImDocumentFix *fix;
} Offer;

static void
offer_free (gpointer data, GClosure *closure)
{
  Offer *offer = data;

  g_object_unref (offer->document);
  im_document_fix_free (offer->fix);
  g_free (offer);
}

static void
fix_cb (GtkButton *button, Offer *offer)
{
  g_autoptr (GError) error = NULL;

  if (!im_document_apply_fix (offer->document, offer->fix, &error) && error != NULL)
    gtk_widget_set_tooltip_text (GTK_WIDGET (button), error->message);
}

static char *
dup_label (ImDocument *document, const ImDocumentFix *fix, gint problem_layer)
{
  const ImDocumentLayer *layer = fix->kind == IM_DOCUMENT_FIX_OUTPUT ||
                                         fix->kind == IM_DOCUMENT_FIX_REMOVE
                                     ? NULL
                                     : im_document_get_layer (document, fix->layer);
  const ImUnit *unit = layer == NULL ? im_document_get_unit (document) : layer->unit;

  if (fix->kind == IM_DOCUMENT_FIX_REMOVE)
    return g_strdup_printf (_ ("Remove “%s”"), fix->option);
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
    case IM_DOCUMENT_FIX_REMOVE:
      return _ ("Remove the output that nothing gives");
    case IM_DOCUMENT_FIX_QUEUE:
      return _ ("Join what the windows are made of, and collect one window behind it");
    case IM_DOCUMENT_FIX_OPTION:
    default:
      return _ ("The nearest value with which this and all other contracts hold");
    }
}

static GtkWidget *
new_button (ImDocument *document, ImDocumentFix *fix, gint problem_layer)
{
  g_autofree char *label = dup_label (document, fix, problem_layer);
  GtkWidget *button = gtk_button_new_with_label (label);
  Offer *offer = g_new0 (Offer, 1);

  /* Several of them fit into a narrow panel. */
  gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))),
                           PANGO_ELLIPSIZE_END);
  offer->document = g_object_ref (document);
  offer->fix = fix;
  gtk_widget_set_tooltip_text (button, get_reason (fix));
  g_signal_connect_data (button, "clicked", G_CALLBACK (fix_cb), offer, offer_free, 0);

  return button;
}

/* What people call a layer of the document. */
static char *
dup_title (ImDocument *document, guint layer)
{
  const ImDocumentLayer *shown = im_document_get_layer (document, layer);

  return im_program_dup_title (shown->name, shown->unit);
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

/* The message with the names that people read: where it begins with `conv.filter` or
 * `conv:`, “Filter of Conv” or “Conv”. */
static char *
dup_message (ImDocument *document, const ImDiagnostic *problem)
{
  gint layer = im_document_find_layer (document, problem);
  const ImDocumentLayer *shown = layer < 0
                                     ? NULL
                                     : im_document_get_layer (document, (guint) layer);
  const char *rest = problem->message, *name = problem->subject.parameter;
  const ImParameter *parameter = NULL;
  g_autofree char *title = NULL;

  if (shown == NULL || !g_str_has_prefix (rest, shown->name))
    return g_strdup (problem->message);
  title = dup_title (document, (guint) layer);
  rest += strlen (shown->name);
  if (*rest == ':')
    return g_strconcat (title, rest, NULL);
  if (shown->unit != NULL && name != NULL)
    parameter = im_unit_find_parameter (shown->unit, name);
  if (*rest != '.' || parameter == NULL || !g_str_has_prefix (rest + 1, name) ||
      g_ascii_isalnum (rest[1 + strlen (name)]) || rest[1 + strlen (name)] == '_')
    return g_strdup (problem->message);

  /* Translators: an input, output or option of a layer, such as “Filter of Conv”; then
   * what is wrong with it. */
  return g_strdup_printf (_ ("%s of %s%s"), parameter->text, title,
                          rest + 1 + strlen (name));
}

/* `Sliding Window · level.imunit:31`. */
static char *
dup_place (ImDocument *document, const ImDiagnostic *problem)
{
  gint layer = im_document_find_layer (document, problem);
  g_autofree char *base = g_path_get_basename (problem->name);
  g_autoptr (GString) out = g_string_new (NULL);
  guint line, column;

  im_diagnostic_locate (problem, &line, &column);
  if (layer >= 0)
    {
      g_autofree char *title = dup_title (document, (guint) layer);

      g_string_append_printf (out, "%s · ", title);
    }
  g_string_append (out, base);
  if (line > 0)
    g_string_append_printf (out, ":%u", line);

  return g_string_free (g_steal_pointer (&out), FALSE);
}

static GtkWidget *
new_icon (ImSeverity severity)
{
  const struct
  {
    const char *icon, *css_class, *label;
  } rows[] = {
    [IM_SEVERITY_HINT] = { "dialog-question-symbolic", "dim-label", _ ("Hint") },
    [IM_SEVERITY_WARNING] = { "dialog-warning-symbolic", "warning", _ ("Warning") },
    [IM_SEVERITY_ERROR] = { "dialog-error-symbolic", "error", _ ("Error") },
  };
  GtkWidget *icon = gtk_image_new_from_icon_name (rows[severity].icon);

  gtk_widget_add_css_class (icon, rows[severity].css_class);
  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_widget_set_margin_top (icon, 2);
  gtk_accessible_update_property (GTK_ACCESSIBLE (icon), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  rows[severity].label, -1);

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

static void
add_fixes (GtkBox *texts, ImDocument *document, const ImDiagnostic *problem)
{
  g_autoptr (GPtrArray) fixes = im_document_find_fixes (document, problem);
  gboolean is_missing = strcmp (problem->code, "unknown-unit") == 0;
  GtkWidget *box;

  if (fixes->len == 0 && !is_missing)
    return;
  g_ptr_array_set_free_func (fixes, NULL);
  box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_set_margin_top (box, 4);
  gtk_widget_set_halign (box, GTK_ALIGN_START);
  for (guint i = 0; i < fixes->len; i++)
    gtk_box_append (GTK_BOX (box),
                    new_button (document, g_ptr_array_index (fixes, i),
                                im_document_find_layer (document, problem)));
  if (is_missing)
    gtk_box_append (GTK_BOX (box), new_folder_button ());
  gtk_box_append (texts, box);
}

/* A row with a box for texts, which has the message. */
static GtkWidget *
new_row (const ImDiagnostic *problem, const char *message, GtkWidget **texts)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  gtk_widget_add_css_class (box, "problem");
  gtk_widget_set_hexpand (*texts, TRUE);
  gtk_box_append (GTK_BOX (box), new_icon (problem->severity));
  gtk_box_append (GTK_BOX (box), *texts);
  gtk_box_append (GTK_BOX (*texts), new_label (message, NULL));
  if (problem->note != NULL)
    gtk_box_append (GTK_BOX (*texts), new_label (problem->note, "problem-note"));

  return box;
}

GtkWidget *
studio_problem_row_new_for_text (const ImDiagnostic *problem, GtkWidget *button)
{
  GtkWidget *texts = NULL, *box = new_row (problem, problem->message, &texts);
  g_autofree char *place = NULL;
  guint line, column;

  im_diagnostic_locate (problem, &line, &column);
  /* Translators: where a problem is in a text. */
  place = g_strdup_printf (_ ("Line %u"), line);
  gtk_box_append (GTK_BOX (texts), new_label (place, "dim-label"));
  if (button != NULL)
    {
      gtk_widget_set_margin_top (button, 4);
      gtk_widget_set_halign (button, GTK_ALIGN_START);
      gtk_box_append (GTK_BOX (texts), button);
    }

  return box;
}

GtkWidget *
studio_problem_row_new (ImDocument *document,
                        const ImDiagnostic *problem,
                        gboolean says_where)
{
  g_autofree char *message = dup_message (document, problem);
  GtkWidget *texts = NULL, *box = new_row (problem, message, &texts);

  if (says_where)
    {
      g_autofree char *place = dup_place (document, problem);

      gtk_box_append (GTK_BOX (texts), new_label (place, "dim-label"));
    }
  add_fixes (GTK_BOX (texts), document, problem);

  return box;
}
