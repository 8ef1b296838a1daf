/* SPDX-License-Identifier: MIT */
#include "studio/library/studio-rename.h"

#include <glib/gi18n.h>
#include <string.h>

#include "package/im-package-rename.h"
#include "studio/units/studio-unit-folders.h"

#define MAX_ROWS 200 /* of lines that are shown */

struct _StudioRename
{
  AdwWindow parent_instance;

  GtkEditable *name;
  GtkLabel *about;
  GtkLabel *message;
  GtkWidget *rename;
  AdwPreferencesGroup *places;

  char *id;
  char *parameter;  /* NULL if the unit gets another id, or moves */
  char *place;      /* of a unit that moves: its folder, from that of the package */
  char **folders;   /* that of the package is the first */
  GPtrArray *files; /* what changes, ImRenameFile; NULL while that is not known */
  GPtrArray *rows;  /* GtkWidget, of places */
  guint n_searches; /* begun; only what the last one finds is shown */
  gboolean is_gone; /* whether the window was closed */
};

G_DEFINE_FINAL_TYPE (StudioRename, studio_rename, ADW_TYPE_WINDOW)

enum
{
  RENAMED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* What a thread looks for. */
typedef struct
{
  char **folders;
  char *id;
  char *parameter;
  char *name;
  gboolean is_move; /* to the folder @name */
  guint number;
} Search;

static void
free_search (gpointer data)
{
  Search *search = data;

  g_strfreev (search->folders);
  g_free (search->id);
  g_free (search->parameter);
  g_free (search->name);
  g_free (search);
}

static void
say (StudioRename *self, const char *message, gboolean is_error)
{
  gtk_label_set_label (self->message, message);
  if (is_error)
    gtk_widget_add_css_class (GTK_WIDGET (self->message), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->message), "error");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->rename),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, message, -1);
}

static void
clear_places (StudioRename *self)
{
  g_clear_pointer (&self->files, g_ptr_array_unref);
  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (self->places, self->rows->pdata[i]);
  g_ptr_array_set_size (self->rows, 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "rename.rename", FALSE);
}

/* The path from the folder that it is in. */
static const char *
get_short (StudioRename *self, const char *path)
{
  for (guint i = 0; self->folders[i] != NULL; i++)
    {
      gsize length = strlen (self->folders[i]);

      if (strncmp (path, self->folders[i], length) == 0 && path[length] == '/')
        return path + length + 1;
    }

  return path;
}

static void
add_row (StudioRename *self, const char *title, const char *subtitle)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *title_markup = g_markup_escape_text (title, -1);
  g_autofree char *subtitle_markup = g_markup_escape_text (subtitle, -1);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title_markup);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle_markup);
  adw_preferences_group_add (self->places, row);
  g_ptr_array_add (self->rows, row);
}

/* A file that gets another name. */
static void
add_file (StudioRename *self, const ImRenameFile *file)
{
  g_autofree char *name = g_filename_display_name (get_short (self, file->path));
  g_autofree char *new_name = g_filename_display_name (get_short (self, file->new_path));
  g_autofree char *arrow = g_strconcat ("→ ", new_name, NULL);

  add_row (self, name, arrow);
}

static void
add_place (StudioRename *self, const ImRenameFile *file, const ImRenamePlace *place)
{
  g_autofree char *name = g_filename_display_name (get_short (self, file->path));
  g_autofree char *where = g_strdup_printf ("%s:%u", name, place->line);
  g_autofree char *lines = g_strdup_printf ("− %s\n+ %s", place->before, place->after);

  add_row (self, where, lines);
}

static void
show_places (StudioRename *self)
{
  g_autofree char *message = NULL;
  guint n = 0, n_files = 0;

  for (guint i = 0; i < self->files->len; i++)
    {
      const ImRenameFile *file = g_ptr_array_index (self->files, i);

      if (file->new_path != NULL && n_files++ < MAX_ROWS)
        add_file (self, file);
    }
  for (guint i = 0; i < self->files->len; i++)
    {
      const ImRenameFile *file = g_ptr_array_index (self->files, i);

      for (guint k = 0; k < file->places->len; k++)
        if (n++ < MAX_ROWS)
          add_place (self, file, g_ptr_array_index (file->places, k));
    }
  message = g_strdup_printf (ngettext ("Changes %u line", "Changes %u lines", n), n);
  if (n > MAX_ROWS)
    {
      g_autofree char *all = g_steal_pointer (&message);

      /* Translators: %s is “Changes … lines”. */
      message = g_strdup_printf (_ ("%s; the first %u are shown"), all, MAX_ROWS);
    }
  if (n_files > 0)
    {
      g_autofree char *lines = g_steal_pointer (&message);
      g_autofree char *files = g_strdup_printf (
          self->place == NULL ? ngettext ("renames %u file", "renames %u files", n_files)
                              : ngettext ("moves %u file", "moves %u files", n_files),
          n_files);

      /* Translators: such as “Changes 2 lines, renames 3 files”. */
      message = g_strdup_printf (_ ("%s, %s"), lines, files);
    }
  say (self, message, FALSE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "rename.rename",
                                 n > 0 || n_files > 0);
}

static void
search_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Search *search = data;
  GError *error = NULL;
  const char *const *folders = (const char *const *) search->folders;
  GPtrArray *files = search->is_move
                         ? im_package_move_new (folders, search->id, search->name, &error)
                         : im_package_rename_new (folders, search->id, search->parameter,
                                                  search->name, &error);

  if (files == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, files, (GDestroyNotify) g_ptr_array_unref);
}

static void
found_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  StudioRename *self = STUDIO_RENAME (source);
  const Search *search = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) files = g_task_propagate_pointer (G_TASK (result), &error);

  if (self->is_gone || search->number != self->n_searches)
    return;
  clear_places (self);
  if (files == NULL)
    {
      say (self, error->message, TRUE);
      return;
    }
  self->files = g_steal_pointer (&files);
  show_places (self);
}

/* What is there now of what is typed. */
static const char *
get_current (StudioRename *self)
{
  if (self->place != NULL)
    return self->place;

  return self->parameter == NULL ? self->id : self->parameter;
}

static void
changed_cb (StudioRename *self)
{
  const char *name = gtk_editable_get_text (self->name);
  g_autoptr (GTask) task = NULL;
  Search *search;

  self->n_searches++;
  clear_places (self);
  if (strcmp (name, get_current (self)) == 0)
    {
      say (self,
           self->place == NULL ? _ ("It is called so already")
                               : _ ("It is in this folder"),
           FALSE);
      return;
    }
  say (self, "", FALSE);
  search = g_new0 (Search, 1);
  search->folders = g_strdupv (self->folders);
  search->id = g_strdup (self->id);
  search->parameter = g_strdup (self->parameter);
  search->is_move = self->place != NULL;
  search->name = search->is_move ? g_build_filename (self->folders[0], name, NULL)
                                 : g_strdup (name);
  search->number = self->n_searches;
  task = g_task_new (self, NULL, found_cb, NULL);
  g_task_set_task_data (task, search, free_search);
  g_task_run_in_thread (task, search_in_thread);
}

/* What is open of the files that have other names stays open. */
static void
follow_files (StudioRename *self)
{
  for (guint i = 0; i < self->files->len; i++)
    {
      const ImRenameFile *file = g_ptr_array_index (self->files, i);

      if (file->new_path != NULL)
        g_action_group_activate_action (
            G_ACTION_GROUP (g_application_get_default ()), "follow-file",
            g_variant_new ("(^ay^ay)", file->path, file->new_path));
    }
}

static void
rename_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioRename *self = STUDIO_RENAME (widget);
  g_autoptr (GError) error = NULL;

  if (self->files == NULL)
    return;
  if (!im_package_rename_write (self->files, &error))
    {
      clear_places (self);
      say (self, error->message, TRUE);
      return;
    }
  follow_files (self);
  g_signal_emit (self, signals[RENAMED], 0);
  gtk_window_close (GTK_WINDOW (self));
}

static void
cancel_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_window_close (GTK_WINDOW (widget));
}

static void
studio_rename_dispose (GObject *object)
{
  STUDIO_RENAME (object)->is_gone = TRUE;
  G_OBJECT_CLASS (studio_rename_parent_class)->dispose (object);
}

static void
studio_rename_finalize (GObject *object)
{
  StudioRename *self = STUDIO_RENAME (object);

  g_free (self->id);
  g_free (self->parameter);
  g_free (self->place);
  g_strfreev (self->folders);
  g_clear_pointer (&self->files, g_ptr_array_unref);
  g_ptr_array_unref (self->rows);
  G_OBJECT_CLASS (studio_rename_parent_class)->finalize (object);
}

static void
studio_rename_class_init (StudioRenameClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_rename_dispose;
  G_OBJECT_CLASS (klass)->finalize = studio_rename_finalize;
  /* The unit has the other id in all files. */
  signals[RENAMED] = g_signal_new ("renamed", STUDIO_TYPE_RENAME, G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-rename.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioRename, name);
  gtk_widget_class_bind_template_child (widget_class, StudioRename, about);
  gtk_widget_class_bind_template_child (widget_class, StudioRename, message);
  gtk_widget_class_bind_template_child (widget_class, StudioRename, rename);
  gtk_widget_class_bind_template_child (widget_class, StudioRename, places);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_install_action (widget_class, "rename.rename", NULL, rename_action);
  gtk_widget_class_install_action (widget_class, "rename.cancel", NULL, cancel_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "rename.cancel",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, GDK_CONTROL_MASK,
                                       "rename.rename", NULL);
}

static void
studio_rename_init (StudioRename *self)
{
  self->rows = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "rename.rename", FALSE);
}

/* The folder of the package, and those with units that the user has added. */
static char **
list_folders (const char *folder)
{
  g_autoptr (GSettings) settings = g_settings_new ("org.imaginet.Studio");
  g_auto (GStrv) added = g_settings_get_strv (settings, STUDIO_UNIT_FOLDERS_KEY);
  g_autoptr (GStrvBuilder) folders = g_strv_builder_new ();

  g_strv_builder_add (folders, folder);
  for (char **path = added; *path != NULL; path++)
    if (g_file_test (*path, G_FILE_TEST_IS_DIR))
      g_strv_builder_add (folders, *path);

  return g_strv_builder_end (folders);
}

static StudioRename *
new_form (GtkWindow *parent, const char *title, const char *folder, const char *id)
{
  StudioRename *self = g_object_new (STUDIO_TYPE_RENAME, "transient-for", parent, "title",
                                     title, NULL);

  self->id = g_strdup (id);
  self->folders = list_folders (folder);

  return self;
}

static StudioRename *
present (StudioRename *self)
{
  gtk_editable_set_text (self->name, get_current (self));
  changed_cb (self); /* also where the text is empty, as before */
  gtk_window_present (GTK_WINDOW (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->name));

  return self;
}

StudioRename *
studio_rename_present (GtkWindow *parent,
                       const char *folder,
                       const char *id,
                       const char *parameter)
{
  StudioRename *self;
  g_autofree char *title = g_strdup_printf (_ ("Rename %s"),
                                            parameter == NULL ? id : parameter);

  g_return_val_if_fail (GTK_IS_WINDOW (parent), NULL);

  self = new_form (parent, title, folder, id);
  self->parameter = g_strdup (parameter);
  if (parameter != NULL)
    adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->name), _ ("New _Name"));

  return present (self);
}

StudioRename *
studio_rename_present_move (GtkWindow *parent,
                            const char *folder,
                            const char *id,
                            const char *file)
{
  StudioRename *self;
  g_autofree char *title = g_strdup_printf (_ ("Move %s"), id);
  g_autofree char *own = g_path_get_dirname (file);

  g_return_val_if_fail (GTK_IS_WINDOW (parent), NULL);

  self = new_form (parent, title, folder, id);
  self->place = strcmp (own, self->folders[0]) == 0 ? g_strdup ("")
                                                    : g_strdup (get_short (self, own));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->name), _ ("New _Folder"));
  gtk_button_set_label (GTK_BUTTON (self->rename), _ ("_Move"));
  gtk_label_set_label (
      self->about,
      _ ("All files of the folder of the unit move, or those that are named after it if "
         "there are other units in it, into a folder of the package. All that names "
         "their "
         "paths follows: in the package, and in the folders with units of the "
         "preferences. All files change, or none."));

  return present (self);
}
