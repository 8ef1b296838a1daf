/* SPDX-License-Identifier: MIT */
#include "studio/units/studio-new-unit.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lab/im-formula-package.h"
#include "studio/common/studio-folder-chooser.h"
#include "studio/units/studio-function-group.h"
#include "studio/units/studio-unit-folders.h"
#include "template/im-unit-template.h"
#include "unit/im-unit-name.h"

/* Until somebody types another one. */
#define FIRST_ID         "Own.Unit"
#define FIRST_FORMULA_ID "Own.Formula"

struct _StudioNewUnit
{
  AdwWindow parent_instance;

  GtkLabel *explanation;
  AdwComboRow *template;
  StudioFunctionGroup *function_group;
  GtkEditable *id;
  GtkEditable *name;
  GtkEditable *description;
  GtkEditable *folder;
  GtkLabel *message;
  GtkWidget *create;

  char *beside; /* what somebody works on, or NULL */
  char *text;   /* of the formula; NULL without one */
  char *function;
  GHashTable *inputs;
  gboolean has_name;    /* somebody typed one */
  gboolean is_updating; /* fields are set, which nobody typed */
};

G_DEFINE_FINAL_TYPE (StudioNewUnit, studio_new_unit, ADW_TYPE_WINDOW)

enum
{
  SAVED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
say (StudioNewUnit *self, const char *message, gboolean is_error)
{
  gtk_label_set_label (self->message, message);
  if (is_error)
    gtk_widget_add_css_class (GTK_WIDGET (self->message), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->message), "error");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->create),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, message, -1);
}

/* The template that is chosen, or NULL for a function, which stands behind them. */
static const ImUnitTemplate *
get_template (StudioNewUnit *self)
{
  guint n, selected = adw_combo_row_get_selected (self->template);
  const ImUnitTemplate *templates = im_unit_template_get_all (&n);

  return selected < n ? &templates[selected] : NULL;
}

static gboolean
is_of_function (StudioNewUnit *self)
{
  return self->text == NULL && get_template (self) == NULL;
}

/* What would be written, or why nothing can be. */
static void
update (StudioNewUnit *self)
{
  gboolean is_waiting = is_of_function (self) &&
                        studio_function_group_get_wrap (self->function_group) == NULL;
  gboolean is_wrong = TRUE;
  const char *id = gtk_editable_get_text (self->id);
  const char *folder = gtk_editable_get_text (self->folder);
  const char *wrong = im_unit_name_check (id);
  g_autofree char *path = wrong == NULL ? im_unit_name_dup_folder (id, folder) : NULL;
  g_autofree char *message = NULL;
  gboolean is_fine = FALSE;

  if (is_waiting)
    message = g_strdup (
        studio_function_group_get_problem (self->function_group, &is_wrong));
  else if (wrong != NULL)
    message = g_strdup (wrong);
  else if (*gtk_editable_get_text (self->name) == '\0')
    message = g_strdup (_ ("The unit needs a name"));
  else if (!g_file_test (folder, G_FILE_TEST_IS_DIR))
    /* Translators: %s is a path. */
    message = g_strdup_printf (_ ("There is no folder “%s”"), folder);
  else if (g_file_test (path, G_FILE_TEST_EXISTS))
    /* Translators: %s is a path. */
    message = g_strdup_printf (_ ("There is “%s” already: choose another name"), path);
  else
    {
      is_fine = TRUE;
      /* Translators: %s is the path of a folder. */
      message = g_strdup_printf (_ ("Makes the folder “%s”"), path);
    }
  say (self, message, !is_fine && is_wrong);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "new-unit.create", is_fine);
}

static void
changed_cb (StudioNewUnit *self)
{
  if (!self->is_updating)
    update (self);
}

static void
name_cb (StudioNewUnit *self)
{
  if (self->is_updating)
    return;
  self->has_name = TRUE;
  update (self);
}

/* The name follows the id until somebody types another one. */
static void
id_cb (StudioNewUnit *self)
{
  if (self->is_updating)
    return;
  if (!self->has_name)
    {
      g_autofree char *name = im_unit_name_dup_title (gtk_editable_get_text (self->id));

      self->is_updating = TRUE;
      gtk_editable_set_text (self->name, name);
      self->is_updating = FALSE;
    }
  update (self);
}

/* What the new unit computes at first. */
static void
template_cb (StudioNewUnit *self)
{
  const ImUnitTemplate *template = get_template (self);

  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->template),
                               template == NULL ? _ ("A function that is there, as it is")
                                                : _ (template->summary));
  gtk_label_set_label (
      self->explanation,
      template == NULL
          ? _ ("The unit calls the function: its sockets and options follow from the "
               "prototype, and from calls of it in a sandbox. All of it can be changed "
               "afterwards.")
          : _ ("The unit computes something at once: it gets C, its twin in Python, "
               "contracts and examples. All of it can be changed afterwards."));
  gtk_widget_set_visible (GTK_WIDGET (self->function_group), template == NULL);
  if (!self->is_updating)
    update (self);
}

static char *
dup_description (StudioNewUnit *self, const char *id)
{
  const char *text = gtk_editable_get_text (self->description);

  return *text != '\0' ? g_strdup (text) : im_formula_package_dup_description (id);
}

static char *
write_formula (StudioNewUnit *self, GError **error)
{
  const char *id = gtk_editable_get_text (self->id);
  g_autofree char *description = dup_description (self, id);
  ImFormulaPackage package = { id, gtk_editable_get_text (self->name), description };
  g_autoptr (ImFormulaLab) lab = im_formula_lab_new (
      &(ImFormulaQuestion){ self->text, self->function, self->inputs });

  return im_formula_package_write (&package, lab, gtk_editable_get_text (self->folder),
                                   error);
}

static char *
write_unit (StudioNewUnit *self, GError **error)
{
  const char *id = gtk_editable_get_text (self->id);
  const char *folder = gtk_editable_get_text (self->folder);

  if (self->text != NULL)
    return write_formula (self, error);
  if (is_of_function (self))
    return im_wrap_write (studio_function_group_get_wrap (self->function_group), id,
                          folder, error);

  return im_unit_template_write (get_template (self), id, folder, error);
}

static void
create_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioNewUnit *self = STUDIO_NEW_UNIT (widget);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = write_unit (self, &error);

  if (path == NULL)
    {
      say (self, error->message, TRUE);
      return;
    }
  studio_unit_folders_add_package (path, self->beside);
  g_signal_emit (self, signals[SAVED], 0, path);
  gtk_window_close (GTK_WINDOW (self));
}

static void
cancel_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_window_close (GTK_WINDOW (widget));
}

static void
choose_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  studio_folder_chooser_present (STUDIO_NEW_UNIT (widget)->folder,
                                 _ ("Folder of the Unit"));
}

static void
studio_new_unit_finalize (GObject *object)
{
  StudioNewUnit *self = STUDIO_NEW_UNIT (object);

  g_free (self->beside);
  g_free (self->text);
  g_free (self->function);
  g_hash_table_unref (self->inputs);
  G_OBJECT_CLASS (studio_new_unit_parent_class)->finalize (object);
}

static void
studio_new_unit_class_init (StudioNewUnitClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = studio_new_unit_finalize;
  g_type_ensure (STUDIO_TYPE_FUNCTION_GROUP);

  /* A package was written; it has the path of its unit file. */
  signals[SAVED] = g_signal_new ("saved", STUDIO_TYPE_NEW_UNIT, G_SIGNAL_RUN_LAST, 0,
                                 NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-new-unit.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioNewUnit, explanation);
  gtk_widget_class_bind_template_child (widget_class, StudioNewUnit, template);
  gtk_widget_class_bind_template_child (widget_class, StudioNewUnit, function_group);
  gtk_widget_class_bind_template_child (widget_class, StudioNewUnit, id);
  gtk_widget_class_bind_template_child (widget_class, StudioNewUnit, name);
  gtk_widget_class_bind_template_child (widget_class, StudioNewUnit, description);
  gtk_widget_class_bind_template_child (widget_class, StudioNewUnit, folder);
  gtk_widget_class_bind_template_child (widget_class, StudioNewUnit, message);
  gtk_widget_class_bind_template_child (widget_class, StudioNewUnit, create);
  gtk_widget_class_bind_template_callback (widget_class, template_cb);
  gtk_widget_class_bind_template_callback (widget_class, id_cb);
  gtk_widget_class_bind_template_callback (widget_class, name_cb);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_install_action (widget_class, "new-unit.create", NULL, create_action);
  gtk_widget_class_install_action (widget_class, "new-unit.cancel", NULL, cancel_action);
  gtk_widget_class_install_action (widget_class, "new-unit.choose", NULL, choose_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "new-unit.cancel",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, GDK_CONTROL_MASK,
                                       "new-unit.create", NULL);
}

static void
studio_new_unit_init (StudioNewUnit *self)
{
  const char *documents = g_get_user_special_dir (G_USER_DIRECTORY_DOCUMENTS);

  self->is_updating = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_editable_set_text (self->folder,
                         documents != NULL && g_file_test (documents, G_FILE_TEST_IS_DIR)
                             ? documents
                             : g_get_home_dir ());
  self->inputs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->is_updating = FALSE;
}

/* The kinds of units that there are templates of, instead of what is asked of a formula.
 */
static void
show_templates (StudioNewUnit *self)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);
  const ImUnitTemplate *templates;
  guint n;

  templates = im_unit_template_get_all (&n);
  for (guint i = 0; i < n; i++)
    gtk_string_list_append (titles, _ (templates[i].title));
  gtk_string_list_append (titles, _ ("Function of C or Python"));
  self->is_updating = TRUE;
  adw_combo_row_set_model (self->template, G_LIST_MODEL (titles));
  template_cb (self);
  self->is_updating = FALSE;
  gtk_window_set_title (GTK_WINDOW (self), _ ("New Unit"));
  gtk_widget_set_visible (GTK_WIDGET (self->name), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->description), FALSE);
}

static void
take_question (StudioNewUnit *self, const ImFormulaQuestion *question)
{
  GHashTableIter iter;
  gpointer name, text;

  self->text = g_strdup (question->text);
  self->function = g_strdup (question->function);
  g_hash_table_iter_init (&iter, question->inputs);
  while (g_hash_table_iter_next (&iter, &name, &text))
    g_hash_table_insert (self->inputs, g_strdup (name), g_strdup (text));
  gtk_widget_set_visible (
      gtk_widget_get_ancestor (GTK_WIDGET (self->template), ADW_TYPE_PREFERENCES_GROUP),
      FALSE);
}

/* Packages lie beside each other, whatever lies in one. */
static void
go_beside (StudioNewUnit *self, const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (folder);
  g_autofree char *file = g_path_get_basename (path);
  gsize n = strcspn (file, ".");
  gboolean is_package = strlen (name) == n && g_ascii_strncasecmp (name, file, n) == 0;
  g_autofree char *around = is_package ? g_path_get_dirname (folder) : g_strdup (folder);

  self->beside = g_strdup (path);
  self->is_updating = TRUE;
  gtk_editable_set_text (self->folder, around);
  self->is_updating = FALSE;
}

StudioNewUnit *
studio_new_unit_present (GtkWindow *parent,
                         const char *beside,
                         const ImFormulaQuestion *question)
{
  StudioNewUnit *self = g_object_new (STUDIO_TYPE_NEW_UNIT, "transient-for", parent,
                                      NULL);

  if (beside != NULL)
    go_beside (self, beside);
  if (question == NULL)
    show_templates (self);
  else
    take_question (self, question);
  gtk_editable_set_text (self->id, question == NULL ? FIRST_ID : FIRST_FORMULA_ID);
  id_cb (self);
  gtk_window_present (GTK_WINDOW (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->id));

  return self;
}
