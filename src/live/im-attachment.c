/* SPDX-License-Identifier: MIT */
#include "live/im-attachment.h"

#include <glib/gstdio.h>
#include <string.h>

#include "recording/im-recorded-tracks.h"
#include "recording/im-session.h"

#define GROUP    "recording"
#define GROUP_OF GROUP " " /* with the name of an input */
#define FILE     "file"

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

/* What is said in a group, or else of all. */
static char *
dup_said (GKeyFile *keys, const char *group, const char *key)
{
  char *text = g_key_file_get_string (keys, group, key, NULL);

  return text != NULL ? text : g_key_file_get_string (keys, GROUP, key, NULL);
}

/* What is said of how to read it. */
static gboolean
load_options (ImFeed *feed, GKeyFile *keys, const char *group, GError **error)
{
  for (guint i = 0; im_feed_keys[i] != NULL; i++)
    {
      g_autofree char *text = dup_said (keys, group, im_feed_keys[i]);

      if (text != NULL && !im_feed_set (feed, im_feed_keys[i], text, error))
        return FALSE;
    }

  return TRUE;
}

static void
save_options (const ImFeed *feed, GKeyFile *keys, const char *group)
{
  for (guint i = 0; im_feed_keys[i] != NULL; i++)
    {
      g_autofree char *text = im_feed_dup_text (feed, im_feed_keys[i]);

      if (text != NULL)
        g_key_file_set_string (keys, group, im_feed_keys[i], text);
    }
}

/* Returns NULL with an error, or where nothing is attached on purpose. */
static ImFeed *
load_group (GKeyFile *keys, const char *group, const char *folder, GError **error)
{
  g_autofree char *file = dup_said (keys, group, FILE);
  g_autofree char *absolute = NULL;
  g_autoptr (ImFeed) feed = NULL;

  if (file == NULL)
    g_set_error (error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_KEY_NOT_FOUND,
                 "expected %s=RECORDING", FILE);
  if (file == NULL || *file == '\0')
    return NULL;
  absolute = g_canonicalize_filename (file, folder);
  feed = im_feed_new (absolute);
  if (g_str_has_prefix (group, GROUP_OF))
    feed->input = g_strdup (group + strlen (GROUP_OF));

  return load_options (feed, keys, group, error) ? g_steal_pointer (&feed) : NULL;
}

/* One for each input that has a group, or else the only one. */
static ImFeed *
load_groups (GKeyFile *keys, const char *folder, GError **error)
{
  g_auto (GStrv) groups = g_key_file_get_groups (keys, NULL);
  g_autoptr (ImFeed) feed = NULL;
  ImFeed **end = &feed;
  gboolean has_named = FALSE;

  for (guint i = 0; groups[i] != NULL; i++)
    {
      g_autoptr (GError) problem = NULL;

      if (!g_str_has_prefix (groups[i], GROUP_OF))
        continue;
      has_named = TRUE;
      *end = load_group (keys, groups[i], folder, &problem);
      if (problem != NULL)
        {
          g_propagate_prefixed_error (error, g_steal_pointer (&problem), "[%s] ",
                                      groups[i]);
          return NULL;
        }
      end = *end == NULL ? end : &(*end)->next;
    }

  return has_named ? g_steal_pointer (&feed) : load_group (keys, GROUP, folder, error);
}

ImFeed *
im_attachment_load (const char *pipeline, GError **error)
{
  g_autofree char *path = dup_path (pipeline);
  g_autofree char *folder = g_path_get_dirname (pipeline);
  g_autofree char *namesake = NULL;
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  g_autoptr (GError) problem = NULL;
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
  feed = load_groups (keys, folder, &problem);
  if (problem != NULL)
    g_propagate_prefixed_error (error, g_steal_pointer (&problem), "%s: ", path);

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

/* A path as it is written: below the folder, or the way to it. */
static char *
dup_written (const char *folder, const char *path)
{
  g_autofree char *file = g_canonicalize_filename (path, NULL);
  char *relative = dup_relative (folder, file);

  return relative != NULL ? relative : g_steal_pointer (&file);
}

/* Whether no more is said than that it is this file. */
static gboolean
is_plain (const ImFeed *feed, const char *path)
{
  g_autoptr (ImFeed) plain = path == NULL ? NULL : im_feed_new (path);
  g_autoptr (ImFeed) own = feed == NULL ? NULL : im_feed_copy (feed);

  if (own != NULL)
    {
      g_free (own->path);
      own->path = g_canonicalize_filename (feed->path, NULL);
    }

  return im_feed_equal (own, plain);
}

gboolean
im_attachment_save (const char *pipeline, const ImFeed *feed, GError **error)
{
  g_autofree char *path = dup_path (pipeline);
  g_autofree char *absolute = g_canonicalize_filename (pipeline, NULL);
  g_autofree char *folder = g_path_get_dirname (absolute);
  g_autofree char *namesake = dup_namesake (pipeline);
  g_autoptr (GKeyFile) keys = g_key_file_new ();

  if (is_plain (feed, namesake))
    {
      g_unlink (path);
      return TRUE;
    }
  if (feed == NULL)
    g_key_file_set_string (keys, GROUP, FILE, "");
  for (; feed != NULL; feed = feed->next)
    {
      g_autofree char *group = feed->input == NULL
                                   ? g_strdup (GROUP)
                                   : g_strconcat (GROUP_OF, feed->input, NULL);
      g_autofree char *file = dup_written (folder, feed->path);

      g_key_file_set_string (keys, group, FILE, file);
      save_options (feed, keys, group);
    }

  return g_key_file_save_to_file (keys, path, error);
}
