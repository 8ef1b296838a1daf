/* SPDX-License-Identifier: MIT */
#include "studio/session/studio-problems.h"

#include <glib/gi18n.h>

#include "studio/session/studio-problem-row.h"

#define MAX_ROWS 100 /* nobody reads more, and each takes time to make */

struct _StudioProblems
{
  GtkWidget parent_instance;

  GtkToggleButton *toggle;
  GtkListBox *list;
  GtkWidget *export_button;

  StudioSession *session; /* NULL before it is bound */
  GListModel *shown;      /* the first of its problems */
  gint lost;              /* the row that the focus is lost with, or -1 */
};

G_DEFINE_FINAL_TYPE (StudioProblems, studio_problems, GTK_TYPE_WIDGET)

enum
{
  PROP_SESSION = 1,
  N_PROPS,
};

static GParamSpec *props[N_PROPS];

/* What the bar says. */
static char *
dup_summary (StudioProblems *self, guint n, guint n_unknown)
{
  GString *text = g_string_new (n == 0 ? _ ("No Problems") : NULL);

  if (n > 0)
    g_string_append_printf (text, ngettext ("%u Problem", "%u Problems", n), n);
  if (n_unknown > 0)
    {
      g_string_append (text, " · ");
      /* Translators: what cannot be tested before the sizes of the inputs are known. */
      g_string_append_printf (
          text, ngettext ("%u Not Known Yet", "%u Not Known Yet", n_unknown), n_unknown);
    }

  return g_string_free (text, FALSE);
}

static char *
dup_icon (StudioProblems *self, guint n_errors, guint n)
{
  return g_strdup (n_errors > 0 ? "dialog-error-symbolic"
                   : n > 0      ? "dialog-warning-symbolic"
                                : "emblem-ok-symbolic");
}

static GStrv
dup_classes (StudioProblems *self, guint n_errors, guint n)
{
  const char *classes[] = { n_errors > 0 ? "error" : n > 0 ? "warning" : NULL, NULL };

  return g_strdupv ((char **) classes);
}

static char *
dup_page (StudioProblems *self, guint n, guint n_unknown)
{
  return g_strdup (n + n_unknown > 0 ? "list" : "empty");
}

/* How many problems have no row. */
static char *
dup_rest (StudioProblems *self, guint n, guint n_unknown)
{
  guint n_rest = n + n_unknown > MAX_ROWS ? n + n_unknown - MAX_ROWS : 0;

  return n_rest == 0 ? NULL
                     : g_strdup_printf (ngettext ("and %u more problem",
                                                  "and %u more problems", n_rest),
                                        n_rest);
}

static gboolean
has_rest (StudioProblems *self, guint n, guint n_unknown)
{
  return n + n_unknown > MAX_ROWS;
}

/* The button is there even if it cannot work: what it says then is what there is to do.
 */
static char *
dup_export (StudioProblems *self, const char *obstacle)
{
  return g_strdup (obstacle == NULL ? _ ("Export Firmware Bundle (Ctrl+Shift+E)")
                                    : obstacle);
}

static void
describe_cb (GtkWidget *button)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (button),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  gtk_widget_get_tooltip_text (button), -1);
}

static void
row_activated_cb (StudioProblems *self, GtkListBoxRow *row)
{
  g_autoptr (StudioProblem) problem = g_list_model_get_item (
      self->shown, (guint) gtk_list_box_row_get_index (row));
  gint layer = studio_problem_find_layer (problem);
  guint line, column;
  g_autofree char *code = studio_problem_locate_code (problem, &line, &column);

  if (code != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "code.show-file", "(suu)", code, line,
                                column);
  else if (layer >= 0)
    studio_session_select_layer (self->session, layer);
  else if (studio_problem_locate (problem, &line, &column))
    gtk_widget_activate_action (GTK_WIDGET (self), "code.show-place", "(uu)", line,
                                column);
}

/* What is wrong in code is shown there, what is outside of all layers in the text of the
 * file. */
static void
place_cb (StudioProblem *problem, GParamSpec *spec, GtkWidget *row)
{
  g_autofree char *message = NULL;
  guint line, column;
  g_autofree char *code = studio_problem_locate_code (problem, &line, &column);

  g_object_get (problem, "message", &message, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  message, -1);
  gtk_list_box_row_set_activatable (
      GTK_LIST_BOX_ROW (row), code != NULL || studio_problem_find_layer (problem) >= 0 ||
                                  studio_problem_locate (problem, &line, &column));
}

static GtkWidget *
new_row (gpointer item, gpointer data)
{
  GtkWidget *row = gtk_list_box_row_new ();

  gtk_list_box_row_set_child (
      GTK_LIST_BOX_ROW (row),
      studio_problem_row_new (item, STUDIO_PROBLEMS (data)->session, TRUE));
  g_signal_connect_object (item, "notify::place", G_CALLBACK (place_cb), row, 0);
  place_cb (item, NULL, row);

  return row;
}

/* The focus is taken out of rows that go: GTK 4.8 sends keys to a widget that was removed
 * with it, where they are lost. */
static void
before_cb (StudioProblems *self, guint first, guint n_removed, guint n_added)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root == NULL ? NULL : gtk_root_get_focus (root), *row;
  guint index;

  self->lost = -1;
  if (focus == NULL || !gtk_widget_is_ancestor (focus, GTK_WIDGET (self->list)))
    return;
  row = GTK_IS_LIST_BOX_ROW (focus)
            ? focus
            : gtk_widget_get_ancestor (focus, GTK_TYPE_LIST_BOX_ROW);
  index = (guint) gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row));
  if (index < first || index >= first + n_removed)
    return;
  self->lost = (gint) index;
  gtk_root_set_focus (root, NULL);
}

/* Gives it back to what stands there now. */
static void
behind_cb (StudioProblems *self)
{
  GtkListBoxRow *row = NULL;
  gint index = self->lost;

  self->lost = -1;
  for (gint i = index; i >= 0 && row == NULL; i--)
    row = gtk_list_box_get_row_at_index (self->list, i);
  if (index >= 0)
    gtk_widget_grab_focus (row == NULL ? GTK_WIDGET (self->toggle) : GTK_WIDGET (row));
}

gboolean
studio_problems_are_momentary (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root == NULL ? NULL : gtk_root_get_focus (root);

  while (focus != NULL &&
         g_strcmp0 (G_OBJECT_TYPE_NAME (focus), "StudioExpressionEntry") != 0)
    focus = gtk_widget_get_parent (focus);

  return focus != NULL;
}

void
studio_problems_bind (StudioProblems *self, StudioSession *session)
{
  g_return_if_fail (STUDIO_IS_PROBLEMS (self) && self->session == NULL);

  self->session = g_object_ref (session);
  self->shown = G_LIST_MODEL (gtk_slice_list_model_new (
      g_object_ref (studio_session_get_problems (session)), 0, MAX_ROWS));
  g_signal_connect_object (self->shown, "items-changed", G_CALLBACK (before_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_list_box_bind_model (self->list, self->shown, new_row, self, NULL);
  g_signal_connect_object (self->shown, "items-changed", G_CALLBACK (behind_cb), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SESSION]);
}

void
studio_problems_toggle (StudioProblems *self)
{
  g_return_if_fail (STUDIO_IS_PROBLEMS (self));

  gtk_toggle_button_set_active (self->toggle,
                                !gtk_toggle_button_get_active (self->toggle));
  if (!gtk_toggle_button_get_active (self->toggle) ||
      !gtk_widget_child_focus (GTK_WIDGET (self->list), GTK_DIR_TAB_FORWARD))
    gtk_widget_grab_focus (GTK_WIDGET (self->toggle));
}

static gboolean
has_rows (GtkWidget *box, const GPtrArray *problems)
{
  GtkWidget *row = gtk_widget_get_first_child (box);

  for (guint i = 0; i < problems->len; i++, row = gtk_widget_get_next_sibling (row))
    if (row == NULL ||
        g_object_get_data (G_OBJECT (row), "problem") != problems->pdata[i])
      return FALSE;

  return row == NULL;
}

/* Rows that are all there stay, and with them the focus. */
static void
show_details (GtkWidget *box, StudioSession *session)
{
  const GPtrArray *problems = g_hash_table_lookup (
      studio_session_get_problems_by_node (session),
      g_object_get_data (G_OBJECT (box), "node"));
  GtkWidget *row;

  if (problems != NULL && has_rows (box, problems))
    return;
  while ((row = gtk_widget_get_first_child (box)) != NULL)
    gtk_box_remove (GTK_BOX (box), row);
  for (guint i = 0; problems != NULL && i < problems->len; i++)
    gtk_box_append (GTK_BOX (box),
                    studio_problem_row_new (problems->pdata[i], session, FALSE));
}

GtkWidget *
studio_problems_new_details (StudioSession *session, const char *node)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  gtk_widget_set_size_request (box, 320, -1);
  g_object_set_data_full (G_OBJECT (box), "node", g_strdup (node), g_free);
  show_details (box, session);
  g_signal_connect_object (session, "found", G_CALLBACK (show_details), box,
                           G_CONNECT_SWAPPED);

  return box;
}

static void
studio_problems_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  g_value_set_object (value, STUDIO_PROBLEMS (object)->session);
}

static void
studio_problems_dispose (GObject *object)
{
  StudioProblems *self = STUDIO_PROBLEMS (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->shown);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (studio_problems_parent_class)->dispose (object);
}

static void
bind_callbacks (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_callback (widget_class, dup_summary);
  gtk_widget_class_bind_template_callback (widget_class, dup_icon);
  gtk_widget_class_bind_template_callback (widget_class, dup_classes);
  gtk_widget_class_bind_template_callback (widget_class, dup_page);
  gtk_widget_class_bind_template_callback (widget_class, dup_rest);
  gtk_widget_class_bind_template_callback (widget_class, has_rest);
  gtk_widget_class_bind_template_callback (widget_class, dup_export);
  gtk_widget_class_bind_template_callback (widget_class, describe_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
}

static void
studio_problems_class_init (StudioProblemsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->get_property = studio_problems_get_property;
  G_OBJECT_CLASS (klass)->dispose = studio_problems_dispose;
  props[PROP_SESSION] = g_param_spec_object ("session", NULL, NULL, STUDIO_TYPE_SESSION,
                                             G_PARAM_READABLE | G_PARAM_STATIC_STRINGS |
                                                 G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, props);
  g_type_ensure (STUDIO_TYPE_SESSION);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-problems.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioProblems, toggle);
  gtk_widget_class_bind_template_child (widget_class, StudioProblems, list);
  gtk_widget_class_bind_template_child (widget_class, StudioProblems, export_button);
  bind_callbacks (widget_class);
}

static void
studio_problems_init (StudioProblems *self)
{
  self->lost = -1;
  gtk_widget_init_template (GTK_WIDGET (self));
}
