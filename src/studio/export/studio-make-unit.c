/* SPDX-License-Identifier: MIT */
#include "studio/export/studio-make-unit.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "base/im-arena.h"
#include "base/im-file-group.h"
#include "base/im-text.h"
#include "document/disk/im-document-new.h"
#include "document/state/im-document-value.h"
#include "studio/common/studio-folder-chooser.h"
#include "unit/im-unit-name.h"

struct _StudioMakeUnit
{
  AdwWindow parent_instance;

  GtkEditable *id;
  GtkEditable *name;
  GtkEditable *folder;
  GtkBox *options;
  GtkLabel *message;
  GtkWidget *make;

  ImDocument *document;
  ImArena *arena; /* of names that outlive changes of the document */
  const char **nodes;
  guint n_nodes;
  GArray *choices;      /* Choice */
  gboolean has_name;    /* somebody typed one */
  gboolean is_updating; /* fields are set, which nobody typed */
};

/* An option of a layer that can be one of the unit. */
typedef struct
{
  ImEditPort port;
  GtkCheckButton *check;
} Choice;

G_DEFINE_FINAL_TYPE (StudioMakeUnit, studio_make_unit, ADW_TYPE_WINDOW)

enum
{
  WRITTEN,
  MADE,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
say (StudioMakeUnit *self, const char *message, gboolean is_error)
{
  gtk_label_set_label (self->message, message);
  if (is_error)
    gtk_widget_add_css_class (GTK_WIDGET (self->message), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->message), "error");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->make),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, message, -1);
}

/* What is done; @options are the ports that are chosen. */
static ImEdit
get_edit (StudioMakeUnit *self, GArray *options)
{
  for (guint i = 0; i < self->choices->len; i++)
    {
      const Choice *choice = &g_array_index (self->choices, Choice, i);

      if (gtk_check_button_get_active (choice->check))
        g_array_append_val (options, choice->port);
    }

  return (ImEdit){ .kind = IM_EDIT_EXTRACT,
                   .nodes = self->nodes,
                   .n_nodes = self->n_nodes,
                   .unit = gtk_editable_get_text (self->id),
                   .options = (const ImEditPort *) (gpointer) options->data,
                   .n_options = options->len,
                   .text = gtk_editable_get_text (self->name) };
}

static char *
dup_path (StudioMakeUnit *self)
{
  g_autofree char *file = g_strconcat (
      im_text_get_last_part (gtk_editable_get_text (self->id)), ".imunit", NULL);

  return g_build_filename (gtk_editable_get_text (self->folder), file, NULL);
}

/* The file of the unit, or NULL with the reason why there can be none. */
static GBytes *
dup_unit (StudioMakeUnit *self, char **reason)
{
  g_autoptr (GArray) options = g_array_new (FALSE, FALSE, sizeof (ImEditPort));
  const ImEdit edit = get_edit (self, options);
  const char *folder = gtk_editable_get_text (self->folder);
  const char *wrong = im_unit_name_check (edit.unit);
  g_autofree char *path = wrong == NULL ? dup_path (self) : NULL;
  g_autoptr (GError) error = NULL;
  GBytes *bytes = NULL;

  if (wrong != NULL)
    *reason = g_strdup (wrong);
  else if (*edit.text == '\0')
    *reason = g_strdup (_ ("The unit needs a name"));
  else if (!g_file_test (folder, G_FILE_TEST_IS_DIR))
    *reason = g_strdup_printf (_ ("There is no folder “%s”"), folder);
  else if (g_file_test (path, G_FILE_TEST_EXISTS))
    *reason = g_strdup_printf (_ ("There is “%s” already: choose another name"), path);
  else
    {
      bytes = im_document_dup_extracted (self->document, &edit, &error);
      if (bytes == NULL)
        *reason = g_strdup (error->message);
    }

  return bytes;
}

/* What would be written, or why nothing can be. */
static void
update (StudioMakeUnit *self)
{
  g_autofree char *message = NULL;
  g_autoptr (GBytes) bytes = dup_unit (self, &message);

  if (bytes != NULL)
    {
      g_autofree char *path = dup_path (self);

      /* Translators: %s is the path of a file. */
      message = g_strdup_printf (_ ("Makes “%s” and uses it in the pipeline"), path);
    }
  say (self, message, bytes == NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "make-unit.make", bytes != NULL);
}

static void
changed_cb (StudioMakeUnit *self)
{
  if (!self->is_updating)
    update (self);
}

static void
name_cb (StudioMakeUnit *self)
{
  if (self->is_updating)
    return;
  self->has_name = TRUE;
  update (self);
}

/* The name follows the id until somebody types another one. */
static void
id_cb (StudioMakeUnit *self)
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

/* Puts the unit in the place of the nodes, once its file is there. */
static gboolean
use_unit (StudioMakeUnit *self, const char *path, GError **error)
{
  g_autoptr (GArray) options = g_array_new (FALSE, FALSE, sizeof (ImEditPort));
  ImEdit edit;

  g_signal_emit (self, signals[WRITTEN], 0, path);
  edit = get_edit (self, options);
  if (im_unit_library_find (im_document_get_library (self->document), edit.unit) == NULL)
    {
      g_set_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_EDIT,
                   /* Translators: %s is the path of a folder. */
                   _ ("Units in “%s” are not found from the pipeline: choose its folder, "
                      "one in it, or one of the folders with units in the preferences"),
                   gtk_editable_get_text (self->folder));
      return FALSE;
    }

  return im_document_apply (self->document, &edit, 1, error);
}

static void
make_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioMakeUnit *self = STUDIO_MAKE_UNIT (widget);
  g_autofree char *message = NULL;
  g_autofree char *path = dup_path (self);
  g_autoptr (GBytes) bytes = dup_unit (self, &message);
  const ImFileContent content = { path, bytes, NULL };
  g_autoptr (GError) error = NULL;

  if (bytes == NULL)
    {
      say (self, message, TRUE);
      return;
    }
  if (!im_file_write_group (gtk_editable_get_text (self->folder), &content, 1, &error))
    {
      say (self, error->message, TRUE);
      return;
    }
  if (!use_unit (self, path, &error))
    {
      g_unlink (path);
      g_signal_emit (self, signals[WRITTEN], 0, path);
      say (self, error->message, TRUE);
      return;
    }
  g_signal_emit (self, signals[MADE], 0, path);
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
  studio_folder_chooser_present (STUDIO_MAKE_UNIT (widget)->folder,
                                 _ ("Folder of the Unit"));
}

static void
studio_make_unit_finalize (GObject *object)
{
  StudioMakeUnit *self = STUDIO_MAKE_UNIT (object);

  g_clear_object (&self->document);
  im_arena_free (self->arena);
  g_free (self->nodes);
  g_array_unref (self->choices);
  G_OBJECT_CLASS (studio_make_unit_parent_class)->finalize (object);
}

static void
studio_make_unit_class_init (StudioMakeUnitClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = studio_make_unit_finalize;
  /* The file of the unit is there, or was removed again; it has its path. */
  signals[WRITTEN] = g_signal_new ("written", STUDIO_TYPE_MAKE_UNIT, G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  /* The pipeline uses the unit; it has the path of its file. */
  signals[MADE] = g_signal_new ("made", STUDIO_TYPE_MAKE_UNIT, G_SIGNAL_RUN_LAST, 0, NULL,
                                NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-make-unit.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioMakeUnit, id);
  gtk_widget_class_bind_template_child (widget_class, StudioMakeUnit, name);
  gtk_widget_class_bind_template_child (widget_class, StudioMakeUnit, folder);
  gtk_widget_class_bind_template_child (widget_class, StudioMakeUnit, options);
  gtk_widget_class_bind_template_child (widget_class, StudioMakeUnit, message);
  gtk_widget_class_bind_template_child (widget_class, StudioMakeUnit, make);
  gtk_widget_class_bind_template_callback (widget_class, id_cb);
  gtk_widget_class_bind_template_callback (widget_class, name_cb);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_install_action (widget_class, "make-unit.make", NULL, make_action);
  gtk_widget_class_install_action (widget_class, "make-unit.cancel", NULL, cancel_action);
  gtk_widget_class_install_action (widget_class, "make-unit.choose", NULL, choose_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0,
                                       "make-unit.cancel", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, GDK_CONTROL_MASK,
                                       "make-unit.make", NULL);
}

static void
studio_make_unit_init (StudioMakeUnit *self)
{
  self->is_updating = TRUE;
  self->arena = im_arena_new ();
  self->choices = g_array_new (FALSE, FALSE, sizeof (Choice));
  gtk_widget_init_template (GTK_WIDGET (self));
  self->is_updating = FALSE;
}

/* The value of an option that nothing leads to, or NULL. */
static char *
dup_value (StudioMakeUnit *self, guint number, const ImParameter *option)
{
  const ImDocumentLayer *layer = im_document_get_layer (self->document, number);
  g_autoptr (GString) text = NULL;
  ImValue value;

  if (!im_parameter_is_option (option) || option->option->is_global ||
      layer->evaluation == NULL ||
      im_document_is_linked (self->document, number, option->name.text) ||
      !im_unit_evaluation_get_value (layer->evaluation, option, &value, NULL) ||
      !im_value_is_known (&value))
    return NULL;
  text = g_string_new (NULL);
  im_value_append_display (&value, text);

  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
add_choice (StudioMakeUnit *self,
            AdwPreferencesGroup *group,
            const ImDocumentLayer *layer,
            const ImParameter *option,
            const char *value)
{
  GtkWidget *row = adw_action_row_new (), *check = gtk_check_button_new ();
  g_autofree char *title = g_markup_escape_text (option->text, -1);
  g_autofree char *subtitle = g_markup_escape_text (value, -1);
  const Choice choice = { { im_arena_strdup (self->arena, layer->name),
                            im_arena_strdup (self->arena, option->name.text) },
                          GTK_CHECK_BUTTON (check) };

  gtk_widget_set_valign (check, GTK_ALIGN_CENTER);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), check);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), check);
  g_signal_connect_swapped (check, "toggled", G_CALLBACK (changed_cb), self);
  adw_preferences_group_add (group, row);
  g_array_append_val (self->choices, choice);
}

/* The options of a layer; one without any is not shown. */
static void
add_layer (StudioMakeUnit *self, guint number)
{
  const ImDocumentLayer *layer = im_document_get_layer (self->document, number);
  g_autofree char *title = NULL;
  GtkWidget *group;
  guint n = self->choices->len;

  if (layer->unit == NULL)
    return;
  title = g_markup_escape_text (layer->unit->display_name, -1);
  group = g_object_ref_sink (adw_preferences_group_new ());
  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), title);
  for (guint i = 0; i < layer->unit->n_parameters; i++)
    {
      const ImParameter *option = &layer->unit->parameters[i];
      g_autofree char *value = dup_value (self, number, option);

      if (value != NULL)
        add_choice (self, ADW_PREFERENCES_GROUP (group), layer, option, value);
    }
  if (self->choices->len > n)
    gtk_box_append (self->options, group);
  g_object_unref (group);
}

/* The nodes by name: of a stack the first and the last layer. */
static void
take_nodes (StudioMakeUnit *self, const guint *nodes, guint n)
{
  gboolean is_free = im_document_is_free (self->document);

  self->nodes = g_new (const char *, n);
  for (guint i = 0; i < n; i++)
    {
      const ImDocumentNode *node = im_document_get_node (self->document, nodes[i]);

      if (is_free || i == 0 || i + 1 == n)
        self->nodes[self->n_nodes++] = im_arena_strdup (self->arena, node->node->name);
      if (node->layer >= 0)
        add_layer (self, (guint) node->layer);
    }
}

/* A free id beside that of the pipeline. */
static char *
dup_first_id (StudioMakeUnit *self)
{
  const char *id = im_document_get_main_unit (self->document)->id.text;
  const char *dot = strrchr (id, '.');
  g_autofree char *beside = dot == NULL ? g_strdup ("Own")
                                        : g_strndup (id, (gsize) (dot - id));
  g_autofree char *first = g_strconcat (beside, ".Part", NULL);
  const char *space = im_unit_name_check (first) == NULL ? beside : "Own";

  for (guint i = 1;; i++)
    {
      g_autofree char *wish = i == 1 ? g_strconcat (space, ".Part", NULL)
                                     : g_strdup_printf ("%s.Part%u", space, i);

      if (im_unit_library_find (im_document_get_library (self->document), wish) == NULL)
        return g_steal_pointer (&wish);
    }
}

StudioMakeUnit *
studio_make_unit_present (GtkWindow *parent,
                          ImDocument *document,
                          const guint *nodes,
                          guint n_nodes)
{
  StudioMakeUnit *self;
  g_autofree char *folder = NULL;
  g_autofree char *id = NULL;

  g_return_val_if_fail (GTK_IS_WINDOW (parent), NULL);
  g_return_val_if_fail (IM_IS_DOCUMENT (document), NULL);

  self = g_object_new (STUDIO_TYPE_MAKE_UNIT, "transient-for", parent, NULL);
  self->document = g_object_ref (document);
  self->is_updating = TRUE;
  take_nodes (self, nodes, n_nodes);
  folder = im_document_dup_folder (document);
  id = dup_first_id (self);
  gtk_editable_set_text (self->folder, folder);
  self->is_updating = FALSE;
  gtk_editable_set_text (self->id, id);
  gtk_window_present (GTK_WINDOW (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->id));

  return self;
}
