/* SPDX-License-Identifier: MIT */
#include "studio/common/studio-recent-files.h"

#define MIME_TYPE "application/x-imaginet-unit+xml"

void
studio_recent_files_add (GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);
  GtkRecentData data = { .mime_type = (char *) MIME_TYPE,
                         .app_name = (char *) g_get_application_name (),
                         .app_exec = (char *) "imaginet-studio %u" };

  gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &data);
}

void
studio_recent_files_remove (GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);

  gtk_recent_manager_remove_item (gtk_recent_manager_get_default (), uri, NULL);
}

static gint
compare_visits (gconstpointer a, gconstpointer b)
{
  GtkRecentInfo *x = *(GtkRecentInfo *const *) a, *y = *(GtkRecentInfo *const *) b;

  return g_date_time_compare (gtk_recent_info_get_modified (y),
                              gtk_recent_info_get_modified (x));
}

/* Whether a file is one that the window shows. */
static gboolean
is_shown (const char *uri)
{
  return g_str_has_suffix (uri, ".imunit") || g_str_has_suffix (uri, ".improj") ||
         g_str_has_suffix (uri, ".sknd");
}

static GPtrArray *
list_infos (void)
{
  GPtrArray *infos = g_ptr_array_new_with_free_func (
      (GDestroyNotify) gtk_recent_info_unref);
  GList *items = gtk_recent_manager_get_items (gtk_recent_manager_get_default ());

  for (GList *link = items; link != NULL; link = link->next)
    if (gtk_recent_info_is_local (link->data) &&
        is_shown (gtk_recent_info_get_uri (link->data)))
      g_ptr_array_add (infos, gtk_recent_info_ref (link->data));
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
  g_ptr_array_sort (infos, compare_visits);

  return infos;
}

GPtrArray *
studio_recent_files_list (void)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) infos = list_infos ();

  for (guint i = 0; i < infos->len && files->len < STUDIO_RECENT_FILES_MAX; i++)
    if (gtk_recent_info_exists (infos->pdata[i]))
      g_ptr_array_add (files,
                       g_file_new_for_uri (gtk_recent_info_get_uri (infos->pdata[i])));

  return files;
}
