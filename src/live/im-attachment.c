/* SPDX-License-Identifier: MIT */
#include "live/im-attachment.h"

#include <glib/gstdio.h>
#include <string.h>

#include "recording/im-recorded-tracks.h"
#include "recording/im-session.h"

#define GROUP "recording"
#define FILE  "file"

/* The path without what the last dot begins. */
static char *
dup_stem (const char *path)
{
  const char *name = strrchr (path, G_DIR_SEPARATOR);
  const char *dot = strrchr (name == NULL ? path : name, '.');

  return dot == NULL ? g_strdup (path) : g_strndup (path, (gsize) (dot - path));
}

static char *
dup_path (const char *pipeline)
{
  g_autofree char *stem = dup_stem (pipeline);

  return g_strconcat (stem, ".recordings", NULL);
}

/* The recording that has the name of the pipeline, also as the only data of a session. */
static char *
dup_namesake (const char *pipeline)
{
  g_autofree char *found = im_recorded_dup_path_for (pipeline);
  g_autofree char *stem = dup_stem (pipeline);
  g_autofree char *its_stem = found == NULL ? NULL : dup_stem (found);
  g_autoptr (ImSession) session = NULL;

  if (g_strcmp0 (stem, its_stem) != 0)
    return NULL;
  if (!im_session_is_file (found))
    return g_steal_pointer (&found);
  session = im_session_load (found, NULL);

  return session == NULL ? NULL : g_strdup (session->recording);
}

/* What is said of how to read it. */
static gboolean
load_options (ImFeed *feed, GKeyFile *keys, GError **error)
{
  for (guint i = 0; im_feed_keys[i] != NULL; i++)
    {
      g_autofree char *text = g_key_file_get_string (keys, GROUP, im_feed_keys[i], NULL);

      if (text != NULL && !im_feed_set (feed, im_feed_keys[i], text, error))
        return FALSE;
    }

  return TRUE;
}

/* Returns whether anything is. */
static gboolean
save_options (const ImFeed *feed, GKeyFile *keys)
{
  gboolean is_said = FALSE;

  for (guint i = 0; im_feed_keys[i] != NULL; i++)
    {
      g_autofree char *text = im_feed_dup_text (feed, im_feed_keys[i]);

      if (text == NULL)
        continue;
      g_key_file_set_string (keys, GROUP, im_feed_keys[i], text);
      is_said = TRUE;
    }

  return is_said;
}

ImFeed *
im_attachment_load (const char *pipeline, GError **error)
{
  g_autofree char *path = dup_path (pipeline);
  g_autofree char *folder = g_path_get_dirname (pipeline);
  g_autofree char *namesake = NULL, *file = NULL, *absolute = NULL;
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  g_autoptr (ImFeed) feed = NULL;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      namesake = dup_namesake (pipeline);
      return namesake == NULL ? NULL : im_feed_new (namesake);
    }
  if (!g_key_file_load_from_file (keys, path, G_KEY_FILE_NONE, error))
    {
      g_prefix_error (error, "%s: ", path);
      return NULL;
    }
  file = g_key_file_get_string (keys, GROUP, FILE, error);
  if (file == NULL)
    g_prefix_error (error, "%s: ", path);
  if (file == NULL || *file == '\0')
    return NULL;

  absolute = g_canonicalize_filename (file, folder);
  feed = im_feed_new (absolute);
  if (!load_options (feed, keys, error))
    {
      g_prefix_error (error, "%s: ", path);
      return NULL;
    }

  return g_steal_pointer (&feed);
}

/* Where both lie below the same folder of all, the way from one to the other. */
static char *
dup_relative (const char *folder, const char *file)
{
  g_autoptr (GFile) at = g_file_new_for_path (folder);
  g_autoptr (GFile) to = g_file_new_for_path (file);
  g_autoptr (GString) up = g_string_new (NULL);
  const char *home = g_get_home_dir ();

  if (!g_str_has_prefix (folder, home) || !g_str_has_prefix (file, home))
    return g_file_get_relative_path (at, to);
  while (at != NULL && !g_file_has_prefix (to, at))
    {
      GFile *parent = g_file_get_parent (at);

      g_object_unref (at);
      at = parent;
      g_string_append (up, "../");
    }
  if (at == NULL)
    return NULL;

  g_autofree char *below = g_file_get_relative_path (at, to);

  return g_strconcat (up->str, below, NULL);
}

gboolean
im_attachment_save (const char *pipeline, const ImFeed *feed, GError **error)
{
  g_autofree char *path = dup_path (pipeline);
  g_autofree char *absolute = g_canonicalize_filename (pipeline, NULL);
  g_autofree char *folder = g_path_get_dirname (absolute);
  g_autofree char *file = feed == NULL ? NULL
                                       : g_canonicalize_filename (feed->path, NULL);
  g_autofree char *relative = file == NULL ? NULL : dup_relative (folder, file);
  g_autofree char *namesake = dup_namesake (pipeline);
  g_autoptr (GKeyFile) keys = g_key_file_new ();

  if ((feed == NULL || !save_options (feed, keys)) && g_strcmp0 (file, namesake) == 0)
    {
      g_unlink (path);
      return TRUE;
    }
  g_key_file_set_string (keys, GROUP, FILE,
                         relative != NULL ? relative
                         : file != NULL   ? file
                                          : "");

  return g_key_file_save_to_file (keys, path, error);
}
