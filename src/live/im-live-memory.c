/* SPDX-License-Identifier: MIT */
#include "live/im-live-memory.h"

typedef struct
{
  char *digest;
  GPtrArray *signals; /* ImSignal or NULL */
  ImDiagnostics *notes;
  gsize bytes;
} Known;

struct _ImLiveMemory
{
  gatomicrefcount n_refs;
  gsize limit_bytes;

  GMutex lock;  /* of what follows */
  GQueue known; /* Known, what was used last in front */
  gsize bytes;
};

static void
free_known (Known *known)
{
  g_free (known->digest);
  g_ptr_array_unref (known->signals);
  im_diagnostics_free (known->notes);
  g_free (known);
}

ImLiveMemory *
im_live_memory_new (gsize limit_bytes)
{
  ImLiveMemory *self = g_new0 (ImLiveMemory, 1);

  g_atomic_ref_count_init (&self->n_refs);
  self->limit_bytes = limit_bytes;
  g_mutex_init (&self->lock);
  g_queue_init (&self->known);

  return self;
}

ImLiveMemory *
im_live_memory_ref (ImLiveMemory *self)
{
  g_atomic_ref_count_inc (&self->n_refs);

  return self;
}

void
im_live_memory_unref (ImLiveMemory *self)
{
  if (!g_atomic_ref_count_dec (&self->n_refs))
    return;

  g_queue_clear_full (&self->known, (GDestroyNotify) free_known);
  g_mutex_clear (&self->lock);
  g_free (self);
}

static GList *
find (ImLiveMemory *self, const char *digest)
{
  GList *link = self->known.head;

  while (link != NULL && !g_str_equal (((Known *) link->data)->digest, digest))
    link = link->next;

  return link;
}

static void
forget (ImLiveMemory *self, GList *link)
{
  Known *known = link->data;

  self->bytes -= known->bytes;
  g_queue_delete_link (&self->known, link);
  free_known (known);
}

static void
unref_signal (gpointer signal)
{
  if (signal != NULL)
    im_signal_unref (signal);
}

static void
copy_notes (const ImDiagnostics *from, ImDiagnostics *to)
{
  for (guint i = 0; i < im_diagnostics_get_count (from); i++)
    im_diagnostics_add_copy (to, im_diagnostics_get (from, i));
}

void
im_live_memory_keep (ImLiveMemory *self,
                     const char *digest,
                     ImSignal *const *signals,
                     guint n_signals,
                     const ImDiagnostics *notes)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  GList *old = find (self, digest);
  Known *known = g_new0 (Known, 1);

  if (old != NULL)
    forget (self, old);
  known->digest = g_strdup (digest);
  known->signals = g_ptr_array_new_with_free_func (unref_signal);
  known->notes = im_diagnostics_new ();
  copy_notes (notes, known->notes);
  for (guint i = 0; i < n_signals; i++)
    {
      known->bytes += signals[i] == NULL ? 0 : im_signal_count_bytes (signals[i]);
      g_ptr_array_add (known->signals,
                       signals[i] == NULL ? NULL : im_signal_ref (signals[i]));
    }
  g_queue_push_head (&self->known, known);
  self->bytes += known->bytes;
  while (self->bytes > self->limit_bytes)
    forget (self, self->known.tail);
}

gboolean
im_live_memory_recall (ImLiveMemory *self,
                       const char *digest,
                       ImSignal **signals,
                       guint n_signals,
                       ImDiagnostics *notes)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  GList *link = find (self, digest);
  const Known *known;

  if (link == NULL)
    return FALSE;
  g_queue_unlink (&self->known, link);
  g_queue_push_head_link (&self->known, link);
  known = link->data;
  g_return_val_if_fail (known->signals->len == n_signals, FALSE);
  for (guint i = 0; i < n_signals; i++)
    {
      ImSignal *signal = g_ptr_array_index (known->signals, i);

      signals[i] = signal == NULL ? NULL : im_signal_ref (signal);
    }
  copy_notes (known->notes, notes);

  return TRUE;
}
