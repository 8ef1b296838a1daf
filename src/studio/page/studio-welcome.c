/* SPDX-License-Identifier: MIT */
#include "studio/page/studio-welcome.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "base/im-diagnostics.h"
#include "base/im-text.h"
#include "studio/common/studio-recent-files.h"
#include "unit/im-unit-file.h"

struct _StudioWelcome
{
  GtkWidget parent_instance;

  GtkWidget *recent_title;
  GtkListBox *recent;
  GtkListBox *examples;

  gulong changed; /* handler of the recent files */
};

G_DEFINE_FINAL_TYPE (StudioWelcome, studio_welcome, GTK_TYPE_WIDGET)

enum
{
  OPENED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* Takes the file. */
static GtkWidget *
new_row (GFile *file, const char *title, const char *subtitle)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *escaped_title = g_markup_escape_text (title, -1);
  g_autofree char *escaped_subtitle = g_markup_escape_text (subtitle, -1);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), escaped_title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), escaped_subtitle);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_data_full (G_OBJECT (row), "file", file, g_object_unref);

  return row;
}

/* The folder of a file as users write it. */
static char *
dup_folder (GFile *file)
{
  g_autoptr (GFile) parent = g_file_get_parent (file);
  g_autofree char *path = parent == NULL ? NULL : g_file_get_path (parent);
  g_autofree char *shown = path == NULL ? g_strdup ("") : g_filename_display_name (path);
  const char *home = g_get_home_dir ();

  if (g_str_has_prefix (shown, home) &&
      (shown[strlen (home)] == '/' || shown[strlen (home)] == '\0'))
    return g_strconcat ("~", shown + strlen (home), NULL);

  return g_steal_pointer (&shown);
}

static void
remove_cb (GtkButton *button, StudioWelcome *self)
{
  GtkWidget *row = gtk_widget_get_ancestor (GTK_WIDGET (button), ADW_TYPE_ACTION_ROW);

  studio_recent_files_remove (g_object_get_data (G_OBJECT (row), "file"));
}

static void
add_recent (StudioWelcome *self, GFile *file)
{
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *folder = dup_folder (file);
  g_autofree char *label = g_strdup_printf (
      /* Translators: %s is the name of a file, which is not deleted */
      _ ("Remove “%s” From the List"), name);
  GtkWidget *row = new_row (g_object_ref (file), name, folder);
  GtkWidget *button = gtk_button_new_from_icon_name ("window-close-symbolic");

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "circular");
  gtk_widget_set_tooltip_text (button, _ ("Remove From the List"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
  g_signal_connect (button, "clicked", G_CALLBACK (remove_cb), self);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  gtk_list_box_append (self->recent, row);
}

static void
show_recent (StudioWelcome *self)
{
  g_autoptr (GPtrArray) files = studio_recent_files_list ();
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->recent, 0)) != NULL)
    gtk_list_box_remove (self->recent, GTK_WIDGET (row));
  for (guint i = 0; i < files->len; i++)
    add_recent (self, files->pdata[i]);
  gtk_widget_set_visible (self->recent_title, files->len > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->recent), files->len > 0);
}

/* The first sentence says enough, and no sentence is too long. */
static char *
dup_summary (const ImUnit *unit)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const char *end;

  im_unit_append_description (unit, text);
  g_strdelimit (text->str, "\n", ' ');
  end = strstr (text->str, ". ");

  return end == NULL ? g_strdup (text->str)
                     : g_strndup (text->str, (gsize) (end + 1 - text->str));
}

static void
add_example (StudioWelcome *self, const char *path)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImUnitFile) file = im_unit_file_read (path, problems);
  const ImUnit *unit = file == NULL ? NULL : im_unit_file_get_main_unit (file);
  g_autofree char *summary = NULL;
  GtkWidget *row;

  if (unit == NULL)
    return;
  summary = dup_summary (unit);
  row = new_row (g_file_new_for_path (path), unit->display_name, summary);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                             gtk_image_new_from_icon_name ("go-next-symbolic"));
  gtk_list_box_append (self->examples, row);
}

/* The paths of the examples in a folder in their order, NULL if there is none. */
static GPtrArray *
list_examples (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  GPtrArray *paths;
  const char *name;

  if (dir == NULL)
    return NULL;
  paths = g_ptr_array_new_with_free_func (g_free);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".imunit"))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (paths, im_text_compare_names);

  return paths;
}

static void
show_examples (StudioWelcome *self)
{
  g_autoptr (GPtrArray) paths = list_examples (STUDIO_INSTALLED_EXAMPLES);

  if (paths == NULL)
    paths = list_examples (STUDIO_SOURCE_EXAMPLES);
  for (guint i = 0; paths != NULL && i < paths->len; i++)
    add_example (self, paths->pdata[i]);
}

static void
row_activated_cb (GtkListBox *list, GtkListBoxRow *row, StudioWelcome *self)
{
  g_signal_emit (self, signals[OPENED], 0, g_object_get_data (G_OBJECT (row), "file"));
}

static void
studio_welcome_dispose (GObject *object)
{
  StudioWelcome *self = STUDIO_WELCOME (object);
  GtkWidget *child;

  g_clear_signal_handler (&self->changed, gtk_recent_manager_get_default ());
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (studio_welcome_parent_class)->dispose (object);
}

static void
studio_welcome_class_init (StudioWelcomeClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_welcome_dispose;

  /**
   * StudioWelcome::opened:
   * @welcome: the page
   * @file: a #GFile
   *
   * Somebody wants to open a file.
   */
  signals[OPENED] = g_signal_new ("opened", STUDIO_TYPE_WELCOME, G_SIGNAL_RUN_LAST, 0,
                                  NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_FILE);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-welcome.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioWelcome, recent_title);
  gtk_widget_class_bind_template_child (widget_class, StudioWelcome, recent);
  gtk_widget_class_bind_template_child (widget_class, StudioWelcome, examples);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
}

static void
studio_welcome_init (StudioWelcome *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->changed = g_signal_connect_swapped (gtk_recent_manager_get_default (), "changed",
                                            G_CALLBACK (show_recent), self);
  show_recent (self);
  show_examples (self);
}
