/* SPDX-License-Identifier: MIT */
#include "cli/run/cli-recordings.h"

#include <glob.h>
#include <string.h>

#include "base/im-text.h"
#include "cli/input/cli-feed.h"
#include "recording/im-session.h"

#define MAX_DEPTH 32 /* folders inside each other */

static const char *const suffixes[] = { ".csv", ".npy", ".wav", ".data", ".imsession" };

/* A recording that was found. */
typedef struct
{
  char *path; /* as messages call it */
  char *full;
} Found;

/* Paths are compared from the root of the file system. */
typedef struct
{
  GPtrArray *found; /* Found */
  GHashTable *seen; /* their full paths */
  char *top;        /* the folder that all have in common, or NULL before the first */
  char *results;    /* where results go */
} Search;

static void
found_free (gpointer data)
{
  Found *found = data;

  g_free (found->path);
  g_free (found->full);
  g_free (found);
}

static void
search_clear (Search *self)
{
  g_hash_table_unref (self->seen);
  g_ptr_array_unref (self->found);
  g_free (self->top);
  g_free (self->results);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Search, search_clear)

static void
recording_file_free (gpointer data)
{
  CliRecordingFile *file = data;

  g_free (file->input);
  g_strfreev (file->words);
  g_free (file->name);
  g_free (file->output);
  g_free (file->problem);
  g_free (file);
}

static gboolean
has_pattern (const char *word)
{
  return strpbrk (word, "*?[") != NULL && !g_file_test (word, G_FILE_TEST_EXISTS);
}

gboolean
cli_recordings_are_many (const char *word)
{
  return has_pattern (word) || g_file_test (word, G_FILE_TEST_IS_DIR);
}

static gboolean
is_recording (const char *name)
{
  const char *dot = strrchr (name, '.');

  for (gsize i = 0; dot != NULL && i < G_N_ELEMENTS (suffixes); i++)
    if (g_ascii_strcasecmp (dot, suffixes[i]) == 0)
      return TRUE;

  return FALSE;
}

/* Whether a folder is another one, or in it. */
static gboolean
is_in (const char *path, const char *folder)
{
  gsize length = strlen (folder);

  return strncmp (path, folder, length) == 0 &&
         (path[length] == '\0' || path[length] == '/' || strcmp (folder, "/") == 0);
}

static void
add_file (Search *self, const char *path)
{
  char *full = g_canonicalize_filename (path, NULL);
  Found *found;

  if (g_hash_table_contains (self->seen, full))
    {
      g_free (full);
      return;
    }
  found = g_new0 (Found, 1);
  found->path = g_strdup (path);
  found->full = full;
  g_hash_table_add (self->seen, full);
  g_ptr_array_add (self->found, found);
}

static gboolean
holds_results (const Search *self, const char *folder)
{
  g_autofree char *full = g_canonicalize_filename (folder, NULL);

  return strcmp (full, self->results) == 0;
}

static void
add_folder (Search *self, const char *path, guint depth)
{
  g_autoptr (GDir) folder = depth > MAX_DEPTH ? NULL : g_dir_open (path, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    if (*name != '.')
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, im_text_compare_names);
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *child = g_build_filename (path, g_ptr_array_index (names, i),
                                                 NULL);
      gboolean is_folder = g_file_test (child, G_FILE_TEST_IS_DIR);

      if (is_folder && !g_file_test (child, G_FILE_TEST_IS_SYMLINK) &&
          !holds_results (self, child))
        add_folder (self, child, depth + 1);
      else if (!is_folder && is_recording (child))
        add_file (self, child);
    }
}

/* The tracks of a session are run with it, and not alone. */
static void
leave_tracks_out (Search *self, guint first)
{
  g_autoptr (GHashTable) tracks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                         NULL);

  for (guint i = first; i < self->found->len; i++)
    {
      const Found *found = g_ptr_array_index (self->found, i);
      g_autoptr (GPtrArray) list = im_session_is_file (found->path)
                                       ? im_session_load_tracks (found->path, NULL)
                                       : NULL;

      for (guint j = 0; list != NULL && j < list->len; j++)
        {
          const ImSessionTrack *track = g_ptr_array_index (list, j);

          g_hash_table_add (tracks, g_canonicalize_filename (track->file, NULL));
        }
    }
  for (guint i = self->found->len; i > first; i--)
    {
      const Found *found = g_ptr_array_index (self->found, i - 1);

      if (!g_hash_table_contains (tracks, found->full))
        continue;
      g_hash_table_remove (self->seen, found->full);
      g_ptr_array_remove_index (self->found, i - 1);
    }
}

/* Lets the folder that all have in common be in, or around, another one. */
static void
widen_top (Search *self, const char *folder)
{
  if (self->top == NULL)
    self->top = g_strdup (folder);
  while (!is_in (folder, self->top))
    {
      char *above = g_path_get_dirname (self->top);

      g_free (self->top);
      self->top = above;
    }
}

static gboolean
add_path (Search *self, const char *path, GError **error)
{
  g_autofree char *full = g_canonicalize_filename (path, NULL);
  g_autofree char *folder = g_path_get_dirname (full);
  guint first = self->found->len;

  if (!g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      widen_top (self, folder);
      add_file (self, path);
      return TRUE;
    }

  widen_top (self, full);
  add_folder (self, path, 1);
  leave_tracks_out (self, first);
  if (self->found->len > 0)
    return TRUE;

  g_set_error (
      error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
      "%s has no recordings: expected files whose names end in .csv, .npy, .wav, "
      ".data or .imsession",
      path);
  return FALSE;
}

static gboolean
add_pattern (Search *self, const char *pattern, GError **error)
{
  glob_t found = { 0 };
  gboolean ok = TRUE;

  if (glob (pattern, 0, NULL, &found) != 0)
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "no file matches “%s”",
                   pattern);
      ok = FALSE;
    }
  for (gsize i = 0; ok && i < found.gl_pathc; i++)
    ok = add_path (self, found.gl_pathv[i], error);
  globfree (&found);

  return ok;
}

/* The path below the folder that all have in common. */
static const char *
get_relative (const Search *self, const Found *found)
{
  return found->full + (strcmp (self->top, "/") == 0 ? 1 : strlen (self->top) + 1);
}

static char *
dup_stem (const char *relative)
{
  const char *slash = strrchr (relative, '/');
  const char *name = slash == NULL ? relative : slash + 1;
  const char *dot = strrchr (name, '.');

  return dot == NULL || dot == name ? g_strdup (relative)
                                    : g_strndup (relative, (gsize) (dot - relative));
}

static GPtrArray *
name_files (const Search *self)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (recording_file_free);
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                         NULL);

  for (guint i = 0; i < self->found->len; i++)
    {
      char *stem = dup_stem (get_relative (self, g_ptr_array_index (self->found, i)));
      guint count = GPOINTER_TO_UINT (g_hash_table_lookup (counts, stem));

      g_hash_table_insert (counts, stem, GUINT_TO_POINTER (count + 1));
    }
  for (guint i = 0; i < self->found->len; i++)
    {
      const Found *found = g_ptr_array_index (self->found, i);
      const char *relative = get_relative (self, found);
      g_autofree char *stem = dup_stem (relative);
      gboolean is_alone = GPOINTER_TO_UINT (g_hash_table_lookup (counts, stem)) == 1;
      CliRecordingFile *file = g_new0 (CliRecordingFile, 1);

      file->input = g_strdup (found->path);
      file->name = g_strdup (is_alone ? stem : relative);
      g_ptr_array_add (files, file);
    }

  return files;
}

static GPtrArray *
find (const char *const *words, const char *folder, GError **error)
{
  g_auto (Search) self = { .found = g_ptr_array_new_with_free_func (found_free),
                           .seen = g_hash_table_new (g_str_hash, g_str_equal),
                           .results = g_canonicalize_filename (folder, NULL) };

  for (guint i = 0; words[i] != NULL; i++)
    if (!(has_pattern (words[i]) ? add_pattern : add_path) (&self, words[i], error))
      return NULL;
  if (strcmp (self.top, self.results) != 0)
    return name_files (&self);

  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
               "the results cannot go to %s, where the recordings are: expected a folder "
               "of their own, such as %s/features",
               folder, folder);
  return NULL;
}

/* What goes to one input, or to all. */
typedef struct
{
  char *prefix;     /* the name of the input and `=`, or nothing */
  GPtrArray *words; /* borrowed, without that; and NULL */
  GPtrArray *files; /* CliRecordingFile */
  gboolean is_file; /* one that is named itself */
} Group;

static void
group_free (gpointer data)
{
  Group *group = data;

  g_free (group->prefix);
  g_ptr_array_unref (group->words);
  g_clear_pointer (&group->files, g_ptr_array_unref);
  g_free (group);
}

static Group *
find_group (GPtrArray *groups, const char *word)
{
  g_autofree char *prefix = g_strndup (word, cli_feed_measure_name (word));
  Group *group;

  for (guint i = 0; i < groups->len; i++)
    {
      group = g_ptr_array_index (groups, i);
      if (strcmp (group->prefix, prefix) == 0)
        return group;
    }
  group = g_new0 (Group, 1);
  group->prefix = g_steal_pointer (&prefix);
  group->words = g_ptr_array_new ();
  g_ptr_array_add (groups, group);

  return group;
}

static gboolean
search_group (Group *group, const char *folder, GError **error)
{
  const char *first = g_ptr_array_index (group->words, 0);

  group->is_file = group->words->len == 1 && !cli_recordings_are_many (first);
  g_ptr_array_add (group->words, NULL);
  group->files = find ((const char *const *) group->words->pdata, folder, error);

  return group->files != NULL;
}

static const CliRecordingFile *
find_file (const Group *group, const char *name)
{
  for (guint i = 0; i < group->files->len; i++)
    {
      const CliRecordingFile *file = g_ptr_array_index (group->files, i);

      if (group->is_file || strcmp (file->name, name) == 0)
        return file;
    }

  return NULL;
}

/* What all inputs have of a name. */
static CliRecordingFile *
join (const GPtrArray *groups, const char *name)
{
  CliRecordingFile *all = g_new0 (CliRecordingFile, 1);
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  g_autoptr (GString) problem = g_string_new (NULL);

  all->name = g_strdup (name);
  for (guint i = 0; i < groups->len; i++)
    {
      const Group *group = g_ptr_array_index (groups, i);
      const CliRecordingFile *file = find_file (group, name);
      g_autofree char *word = file == NULL
                                  ? NULL
                                  : g_strconcat (group->prefix, file->input, NULL);

      if (file == NULL)
        g_string_append_printf (
            problem,
            "%sthe input “%.*s” has no recording of that name, expected %s in %s",
            problem->len == 0 ? "" : "; ", (int) MAX (strlen (group->prefix), 1) - 1,
            group->prefix, name, (const char *) g_ptr_array_index (group->words, 0));
      else
        g_strv_builder_add (words, word);
      if (all->input == NULL && file != NULL && !group->is_file)
        all->input = g_strdup (file->input);
    }
  all->words = g_strv_builder_end (words);
  all->problem = problem->len == 0 ? NULL : g_strdup (problem->str);

  return all;
}

GPtrArray *
cli_recordings_find (const char *const *words,
                     const char *folder,
                     const char *format,
                     GError **error)
{
  g_autoptr (GPtrArray) groups = g_ptr_array_new_with_free_func (group_free);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (recording_file_free);

  for (guint i = 0; words[i] != NULL; i++)
    g_ptr_array_add (find_group (groups, words[i])->words,
                     (gpointer) (words[i] + cli_feed_measure_name (words[i])));
  for (guint i = 0; i < groups->len; i++)
    {
      Group *group = g_ptr_array_index (groups, i);

      if (!search_group (group, folder, error))
        return NULL;
      group->is_file = group->is_file && groups->len > 1;
    }
  for (guint i = 0; i < groups->len; i++)
    {
      const Group *group = g_ptr_array_index (groups, i);

      for (guint k = 0; k < group->files->len && !group->is_file; k++)
        {
          const CliRecordingFile *file = g_ptr_array_index (group->files, k);
          g_autofree char *result = g_strconcat (file->name, ".", format, NULL);
          CliRecordingFile *joined;

          if (!g_hash_table_add (seen, file->name))
            continue;
          joined = join (groups, file->name);
          joined->output = g_build_filename (folder, result, NULL);
          g_ptr_array_add (all, joined);
        }
    }

  return g_steal_pointer (&all);
}
