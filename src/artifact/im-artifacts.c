/* SPDX-License-Identifier: MIT */
#include "artifact/im-artifacts.h"

#include <string.h>

typedef struct
{
  char *path;
  GBytes *bytes;
} Artifact;

struct _ImArtifacts
{
  GArray *items; /* Artifact, sorted by path */
};

G_DEFINE_QUARK (im_artifacts_error_quark, im_artifacts_error)

static void
clear_artifact (gpointer data)
{
  Artifact *artifact = data;

  g_free (artifact->path);
  g_bytes_unref (artifact->bytes);
}

ImArtifacts *
im_artifacts_new (void)
{
  ImArtifacts *artifacts = g_new0 (ImArtifacts, 1);

  artifacts->items = g_array_new (FALSE, FALSE, sizeof (Artifact));
  g_array_set_clear_func (artifacts->items, clear_artifact);

  return artifacts;
}

void
im_artifacts_free (ImArtifacts *artifacts)
{
  if (artifacts == NULL)
    return;

  g_array_unref (artifacts->items);
  g_free (artifacts);
}

static const Artifact *
get (const ImArtifacts *artifacts, guint index)
{
  return &g_array_index (artifacts->items, Artifact, index);
}

static gint
compare_paths (gconstpointer a, gconstpointer b)
{
  const Artifact *first = a, *second = b;

  return strcmp (first->path, second->path);
}

static gboolean
is_safe (const char *path)
{
  g_auto (GStrv) parts = g_strsplit (path, "/", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    if (*parts[i] == '\0' || strcmp (parts[i], ".") == 0 || strcmp (parts[i], "..") == 0)
      return FALSE;

  return *parts != NULL;
}

void
im_artifacts_add (ImArtifacts *artifacts, const char *path, GBytes *bytes)
{
  Artifact artifact = { (char *) path, bytes };
  guint index = artifacts->items->len;

  g_return_if_fail (is_safe (path));
  g_return_if_fail (
      !g_array_binary_search (artifacts->items, &artifact, compare_paths, NULL));

  while (index > 0 && strcmp (get (artifacts, index - 1)->path, path) > 0)
    index--;
  artifact = (Artifact){ g_strdup (path), g_bytes_ref (bytes) };
  g_array_insert_val (artifacts->items, index, artifact);
}

void
im_artifacts_add_text (ImArtifacts *artifacts, const char *path, GString *text)
{
  g_autoptr (GBytes) bytes = g_string_free_to_bytes (text);

  im_artifacts_add (artifacts, path, bytes);
}

guint
im_artifacts_get_count (const ImArtifacts *artifacts)
{
  return artifacts->items->len;
}

const char *
im_artifacts_get_path (const ImArtifacts *artifacts, guint index)
{
  g_return_val_if_fail (index < artifacts->items->len, NULL);

  return get (artifacts, index)->path;
}

GBytes *
im_artifacts_get_bytes (const ImArtifacts *artifacts, guint index)
{
  g_return_val_if_fail (index < artifacts->items->len, NULL);

  return get (artifacts, index)->bytes;
}

GBytes *
im_artifacts_find (const ImArtifacts *artifacts, const char *path)
{
  Artifact wanted = { (char *) path, NULL };
  guint index;

  return g_array_binary_search (artifacts->items, &wanted, compare_paths, &index)
             ? get (artifacts, index)->bytes
             : NULL;
}
