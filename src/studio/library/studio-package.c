/* SPDX-License-Identifier: MIT */
#include "studio/library/studio-package.h"

#include <glib/gi18n.h>

#include "emit/im-problems.h"
#include "studio/library/studio-package-rows.h"
#include "studio/library/studio-rename.h"

#define MAX_ABOVE 8 /* folders around a file that are looked at for a package.ini */

struct _StudioPackage
{
  AdwWindow parent_instance;

  AdwWindowTitle *title;
  GtkStack *stack;
  GtkListView *list;

  char *folder;
  GListStore *rows; /* StudioPackageRow */
};

G_DEFINE_FINAL_TYPE (StudioPackage, studio_package, ADW_TYPE_WINDOW)

enum
{
  OPEN_FILE,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* What the thread reads. */
typedef struct
{
  char *folder;
  ImPackageSurvey *survey;
  ImDiagnostics *problems;
} Reading;

static void
reading_free (gpointer data)
{
  Reading *reading = data;

  g_clear_pointer (&reading->problems, im_diagnostics_free);
  im_package_survey_free (reading->survey);
  g_free (reading->folder);
  g_free (reading);
}

char *
studio_package_dup_folder (const char *file)
{
  g_autofree char *own = g_path_get_dirname (file);
  g_autofree char *folder = g_strdup (own);

  for (guint i = 0; i < MAX_ABOVE; i++)
    {
      g_autofree char *manifest = g_build_filename (folder, IM_PACKAGE_MANIFEST, NULL);
      char *above;

      if (g_file_test (manifest, G_FILE_TEST_EXISTS))
        return g_steal_pointer (&folder);
      above = g_path_get_dirname (folder);
      g_free (folder);
      folder = above;
    }

  return g_steal_pointer (&own);
}

static void
read_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Reading *reading = data;
  const char *folders[] = { reading->folder, NULL };
  const GPtrArray *files;

  reading->survey = im_package_survey_new (folders);
  reading->problems = im_diagnostics_new ();
  im_problems_add (reading->problems, reading->survey->problems);
  files = im_unit_library_get_files (reading->survey->library);
  for (guint i = 0; i < reading->survey->n_unit_files; i++)
    {
      g_autoptr (ImDiagnostics) found = im_diagnostics_new ();

      im_problems_check_file (g_ptr_array_index (files, i), NULL,
                              reading->survey->library, found);
      im_problems_add (reading->problems, found);
    }
  g_task_return_boolean (task, TRUE);
}

static char *
dup_about (const ImPackageNotes *notes)
{
  GString *text = g_string_new (notes->version);

  if (notes->licence != NULL || notes->licence_file != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "",
                            notes->licence != NULL ? notes->licence
                                                   : notes->licence_file);
  if (notes->author != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "", notes->author);

  return g_string_free (text, FALSE);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  StudioPackage *self = STUDIO_PACKAGE (source);
  const Reading *reading = g_task_get_task_data (G_TASK (result));
  const ImSurveyRoot *root = g_ptr_array_index (reading->survey->roots, 0);
  g_autofree char *about = dup_about (&root->notes);

  if (self->rows == NULL)
    return; /* closed */
  adw_window_title_set_title (self->title, root->notes.name);
  adw_window_title_set_subtitle (self->title, about);
  g_list_store_remove_all (self->rows);
  studio_package_rows_fill (self->rows, reading->survey, reading->problems);
  gtk_stack_set_visible_child_name (self->stack, "list");
}

/* What a label of a row shows of it. */
static void
bind (GtkListItem *item, const char *name, GtkWidget *label)
{
  GtkExpression *row = gtk_property_expression_new (GTK_TYPE_LIST_ITEM, NULL, "item");

  gtk_expression_bind (gtk_property_expression_new (STUDIO_TYPE_PACKAGE_ROW, row, name),
                       label, "label", item);
}

static GtkWidget *
new_label (const char *style, float align)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), align);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);

  return label;
}

/* A button for the unit of a row, which is its target: its id and its file. */
static GtkWidget *
new_button (const char *icon, const char *name, const char *action)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name, -1);
  /* Without a target the action does not fit. */
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "(ss)", "", "");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);

  return button;
}

static void
set_up_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *title = new_label (NULL, 0), *detail = new_label ("caption", 0);
  GtkWidget *state = new_label ("caption", 1);

  gtk_label_set_wrap (GTK_LABEL (state), FALSE);
  gtk_widget_set_valign (state, GTK_ALIGN_CENTER);

  gtk_widget_add_css_class (detail, "dim-label");
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_widget_set_valign (texts, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (texts), title);
  gtk_box_append (GTK_BOX (texts), detail);
  gtk_box_append (GTK_BOX (box), texts);
  gtk_box_append (GTK_BOX (box), state);
  gtk_box_append (GTK_BOX (box),
                  new_button ("document-edit-symbolic", _ ("Rename…"), "package.rename"));
  gtk_box_append (GTK_BOX (box),
                  new_button ("folder-symbolic", _ ("Move…"), "package.move"));
  gtk_list_item_set_child (item, box);
  bind (item, "title", title);
  bind (item, "detail", detail);
  bind (item, "state", state);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  StudioPackageRow *row = gtk_list_item_get_item (item);
  GtkWidget *texts = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  GtkWidget *title = gtk_widget_get_first_child (texts);
  GtkWidget *detail = gtk_widget_get_last_child (texts);
  GtkWidget *move = gtk_widget_get_last_child (gtk_list_item_get_child (item));
  GtkWidget *buttons[] = { move, gtk_widget_get_prev_sibling (move) };
  gboolean is_heading = studio_package_row_is_heading (row);
  const char *unit = studio_package_row_get_unit (row);

  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    {
      gtk_widget_set_visible (buttons[i], unit != NULL);
      if (unit != NULL)
        gtk_actionable_set_action_target (GTK_ACTIONABLE (buttons[i]), "(ss)", unit,
                                          studio_package_row_get_path (row));
    }

  gtk_widget_set_visible (detail, studio_package_row_has_detail (row));
  gtk_widget_set_margin_top (gtk_list_item_get_child (item), is_heading ? 12 : 3);
  gtk_widget_set_margin_bottom (gtk_list_item_get_child (item), 3);

  gtk_list_item_set_activatable (item, studio_package_row_get_path (row) != NULL);
  if (is_heading)
    gtk_widget_add_css_class (title, "heading");
  else
    gtk_widget_remove_css_class (title, "heading");
}

static void
activate_cb (GtkListView *list, guint position, StudioPackage *self)
{
  g_autoptr (StudioPackageRow) row = g_list_model_get_item (G_LIST_MODEL (self->rows),
                                                            position);
  const char *path = studio_package_row_get_path (row);

  if (path != NULL && g_str_has_suffix (path, ".imunit"))
    g_signal_emit (self, signals[OPEN_FILE], 0, path);
}

static void read_folder (StudioPackage *self);

/* Reads the folder again when a form has changed it. */
static void
follow (StudioPackage *self, StudioRename *form)
{
  g_signal_connect_object (form, "renamed", G_CALLBACK (read_folder), self,
                           G_CONNECT_SWAPPED);
}

static void
rename_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioPackage *self = STUDIO_PACKAGE (widget);
  const char *id, *file;

  g_variant_get (parameter, "(&s&s)", &id, &file);
  follow (self, studio_rename_present (GTK_WINDOW (self), self->folder, id, NULL));
}

static void
move_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioPackage *self = STUDIO_PACKAGE (widget);
  const char *id, *file;

  g_variant_get (parameter, "(&s&s)", &id, &file);
  follow (self, studio_rename_present_move (GTK_WINDOW (self), self->folder, id, file));
}

static void
studio_package_finalize (GObject *object)
{
  g_free (STUDIO_PACKAGE (object)->folder);
  G_OBJECT_CLASS (studio_package_parent_class)->finalize (object);
}

static void
studio_package_dispose (GObject *object)
{
  g_clear_object (&STUDIO_PACKAGE (object)->rows);
  G_OBJECT_CLASS (studio_package_parent_class)->dispose (object);
}

static void
studio_package_class_init (StudioPackageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_package_dispose;
  G_OBJECT_CLASS (klass)->finalize = studio_package_finalize;
  gtk_widget_class_install_action (widget_class, "package.rename", "(ss)", rename_action);
  gtk_widget_class_install_action (widget_class, "package.move", "(ss)", move_action);
  signals[OPEN_FILE] = g_signal_new ("open-file", G_TYPE_FROM_CLASS (klass),
                                     G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                     1, G_TYPE_STRING);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-package.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioPackage, title);
  gtk_widget_class_bind_template_child (widget_class, StudioPackage, stack);
  gtk_widget_class_bind_template_child (widget_class, StudioPackage, list);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close",
                                       NULL);
}

static void
studio_package_init (StudioPackage *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkNoSelection) selection = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));
  self->rows = g_list_store_new (STUDIO_TYPE_PACKAGE_ROW);
  selection = gtk_no_selection_new (g_object_ref (G_LIST_MODEL (self->rows)));
  g_signal_connect (factory, "setup", G_CALLBACK (set_up_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), NULL);
  gtk_list_view_set_factory (self->list, factory);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (selection));
}

/* Reads in a thread; what is shown stays until that is done. */
static void
read_folder (StudioPackage *self)
{
  Reading *reading = g_new0 (Reading, 1);
  g_autoptr (GTask) task = g_task_new (self, NULL, read_cb, NULL);

  reading->folder = g_strdup (self->folder);
  g_task_set_task_data (task, reading, reading_free);
  g_task_run_in_thread (task, read_in_thread);
}

StudioPackage *
studio_package_present (GtkWindow *parent, const char *file)
{
  StudioPackage *self = g_object_new (STUDIO_TYPE_PACKAGE, "transient-for", parent, NULL);

  self->folder = studio_package_dup_folder (file);
  read_folder (self);
  gtk_window_present (GTK_WINDOW (self));

  return self;
}
