/* SPDX-License-Identifier: MIT */
#include "studio/session/studio-wanted.h"

struct _StudioWanted
{
  GHashTable *viewers; /* to a GPtrArray of char* */
};

StudioWanted *
studio_wanted_new (void)
{
  StudioWanted *self = g_new0 (StudioWanted, 1);

  self->viewers = g_hash_table_new_full (NULL, NULL, NULL,
                                         (GDestroyNotify) g_ptr_array_unref);

  return self;
}

void
studio_wanted_free (StudioWanted *self)
{
  g_hash_table_unref (self->viewers);
  g_free (self);
}

gboolean
studio_wanted_has (const StudioWanted *self, const char *pipe)
{
  GHashTableIter iter;
  gpointer pipes;

  g_hash_table_iter_init (&iter, self->viewers);
  while (g_hash_table_iter_next (&iter, NULL, &pipes))
    if (g_ptr_array_find_with_equal_func (pipes, pipe, g_str_equal, NULL))
      return TRUE;

  return FALSE;
}

gboolean
studio_wanted_is_new (const StudioWanted *self, const GPtrArray *pipes, GHashTable *known)
{
  for (guint i = 0; pipes != NULL && i < pipes->len; i++)
    {
      const char *pipe = g_ptr_array_index (pipes, i);

      if (!studio_wanted_has (self, pipe) && !g_hash_table_contains (known, pipe))
        return TRUE;
    }

  return FALSE;
}

void
studio_wanted_set (StudioWanted *self, gconstpointer viewer, const GPtrArray *pipes)
{
  GPtrArray *copy;

  g_hash_table_remove (self->viewers, viewer);
  if (pipes == NULL || pipes->len == 0)
    return;
  copy = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < pipes->len; i++)
    g_ptr_array_add (copy, g_strdup (g_ptr_array_index (pipes, i)));
  g_hash_table_insert (self->viewers, (gpointer) viewer, copy);
}
