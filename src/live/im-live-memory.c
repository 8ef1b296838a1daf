/* SPDX-License-Identifier: MIT */
#include "live/im-live-memory.h"

#define MAX_MET 20000 /* pipes of which it is known that they were met */

typedef struct
{
  char *digest;
  ImSignal *signal;           /* or NULL */
  GArray *frames;             /* or NULL */
  ImLiveRecording *recording; /* or NULL */
  gsize bytes;
} Known;

struct _ImLiveMemory
{
  gatomicrefcount n_refs;
  gsize limit_bytes;

  GMutex lock;        /* of what follows */
  GQueue known;       /* Known, what was used last in front */
  GHashTable *places; /* digest to its link in @known */
  gsize bytes;
  GHashTable *met; /* a set of digests */
};

ImLiveRecording *
im_live_recording_new (void)
{
  ImLiveRecording *self = g_new0 (ImLiveRecording, 1);

  g_atomic_ref_count_init (&self->n_refs);
  self->notes = im_diagnostics_new ();

  return self;
}

static ImLiveRecording *
ref_recording (ImLiveRecording *self)
{
  g_atomic_ref_count_inc (&self->n_refs);

  return self;
}

void
im_live_recording_unref (ImLiveRecording *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->n_refs))
    return;

  im_diagnostics_free (self->notes);
  g_free (self->row_times_s);
  g_free (self);
}

static void
free_known (gpointer data)
{
  Known *known = data;

  g_free (known->digest);
  g_clear_pointer (&known->signal, im_signal_unref);
  g_clear_pointer (&known->frames, g_array_unref);
  im_live_recording_unref (known->recording);
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
  self->places = g_hash_table_new (g_str_hash, g_str_equal);
  self->met = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

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

  g_hash_table_unref (self->met);
  g_hash_table_unref (self->places);
  g_queue_clear_full (&self->known, free_known);
  g_mutex_clear (&self->lock);
  g_free (self);
}

static void
forget (ImLiveMemory *self, GList *link)
{
  Known *known = link->data;

  self->bytes -= known->bytes;
  g_hash_table_remove (self->places, known->digest);
  g_queue_delete_link (&self->known, link);
  free_known (known);
}

static void
keep (ImLiveMemory *self, Known *known)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  GList *old = g_hash_table_lookup (self->places, known->digest);

  if (old != NULL)
    forget (self, old);
  g_queue_push_head (&self->known, known);
  g_hash_table_insert (self->places, known->digest, self->known.head);
  self->bytes += known->bytes;
  while (self->bytes > self->limit_bytes)
    forget (self, self->known.tail);
}

/* What is known, which is then what was used last. The lock is held. */
static const Known *
find (ImLiveMemory *self, const char *digest)
{
  GList *link = g_hash_table_lookup (self->places, digest);

  if (link == NULL)
    return NULL;
  g_queue_unlink (&self->known, link);
  g_queue_push_head_link (&self->known, link);

  return link->data;
}

void
im_live_memory_keep (ImLiveMemory *self,
                     const char *digest,
                     ImSignal *signal,
                     GArray *frames)
{
  Known *known = g_new0 (Known, 1);

  known->digest = g_strdup (digest);
  known->signal = signal == NULL ? NULL : im_signal_ref (signal);
  known->frames = frames == NULL ? NULL : g_array_ref (frames);
  known->bytes = sizeof *known + (signal == NULL ? 0 : im_signal_count_bytes (signal)) +
                 (frames == NULL ? 0 : frames->len * sizeof (guint64));
  keep (self, known);
}

gboolean
im_live_memory_recall (ImLiveMemory *self,
                       const char *digest,
                       ImSignal **signal,
                       GArray **frames)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  const Known *known = find (self, digest);

  if (known == NULL || known->recording != NULL)
    return FALSE;
  *signal = known->signal == NULL ? NULL : im_signal_ref (known->signal);
  *frames = known->frames == NULL ? NULL : g_array_ref (known->frames);

  return TRUE;
}

void
im_live_memory_keep_recording (ImLiveMemory *self,
                               const char *digest,
                               ImLiveRecording *recording)
{
  Known *known = g_new0 (Known, 1);

  known->digest = g_strdup (digest);
  known->recording = ref_recording (recording);
  known->bytes = sizeof *recording + (recording->row_times_s == NULL
                                          ? 0
                                          : recording->n_rows * sizeof (double));
  keep (self, known);
}

ImLiveRecording *
im_live_memory_recall_recording (ImLiveMemory *self, const char *digest)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  const Known *known = find (self, digest);

  return known == NULL || known->recording == NULL ? NULL
                                                   : ref_recording (known->recording);
}

gboolean
im_live_memory_note (ImLiveMemory *self, const char *digest)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  if (g_hash_table_contains (self->met, digest))
    return FALSE;
  if (g_hash_table_size (self->met) >= MAX_MET)
    g_hash_table_remove_all (self->met);
  g_hash_table_add (self->met, g_strdup (digest));

  return TRUE;
}
