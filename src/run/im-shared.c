/* SPDX-License-Identifier: MIT */
#include "run/im-shared.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>

#define WAIT_MS 50 /* between looks at whether the program still runs */

gboolean
im_shared_open (ImShared *self, GError **error)
{
  int descriptor = memfd_create ("imaginet", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  guint8 *bytes = MAP_FAILED;

  if (descriptor >= 0 && ftruncate (descriptor, HOST_MEMORY_BYTES) == 0 &&
      fcntl (descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
    bytes = mmap (NULL, HOST_MEMORY_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor,
                  0);
  if (bytes == MAP_FAILED)
    {
      g_set_error (error, G_FILE_ERROR, (gint) g_file_error_from_errno (errno),
                   "no memory to share with the code of the pipeline: %s",
                   g_strerror (errno));
      if (descriptor >= 0)
        close (descriptor);
      return FALSE;
    }
  *self = (ImShared){ .memory = (gpointer) bytes,
                      .control = (gpointer) (bytes + HOST_CONTROL_OFFSET),
                      .descriptor = descriptor };

  return TRUE;
}

void
im_shared_close (ImShared *self)
{
  if (self->memory == NULL)
    return;

  munmap (self->memory, HOST_MEMORY_BYTES);
  close (self->descriptor);
  self->memory = NULL;
}

static void
reset_ring (HostRing *ring)
{
  host_word_set (&ring->written, 0);
  host_word_set (&ring->read, 0);
  __atomic_store_n (&ring->is_closed, 0, __ATOMIC_SEQ_CST);
}

void
im_shared_reset (ImShared *self)
{
  reset_ring (&self->memory->frames);
  reset_ring (&self->memory->records);
  __atomic_store_n (&self->memory->is_cancelled, 0, __ATOMIC_SEQ_CST);
}

static void
wake (ImShared *self)
{
  host_word_wake (&self->memory->records.written);
  host_word_wake (&self->memory->frames.read);
}

void
im_shared_end (ImShared *self)
{
  g_atomic_int_set (&self->is_over, TRUE);
  wake (self);
}

static gboolean
is_over (ImShared *self)
{
  return g_atomic_int_get (&self->is_over) ||
         (self->job != 0 && host_word_get (&self->control->done) == self->job);
}

static gboolean
write_bytes (gpointer data, const guint8 *bytes, gsize length)
{
  ImShared *self = data;
  HostRing *ring = &self->memory->frames;

  while (length > 0)
    {
      guint32 n_events = host_word_count_events (&ring->read);
      guint32 seen = host_word_get (&ring->read);
      guint32 written = host_word_get (&ring->written);
      guint32 n = host_ring_put (ring, written, bytes, length);

      if (is_over (self) ||
          __atomic_load_n (&self->memory->is_cancelled, __ATOMIC_SEQ_CST))
        return FALSE;
      bytes += n;
      length -= n;
      if (n > 0)
        host_word_set (&ring->written, written + n);
      else
        host_word_wait (&ring->read, seen, n_events, WAIT_MS);
    }

  return TRUE;
}

static void
finish (gpointer data)
{
  HostRing *ring = &((ImShared *) data)->memory->frames;

  __atomic_store_n (&ring->is_closed, 1, __ATOMIC_SEQ_CST);
  host_word_wake (&ring->written);
}

static gssize
read_bytes (gpointer data, guint8 *bytes, gsize length)
{
  ImShared *self = data;
  HostRing *ring = &self->memory->records;
  guint32 n_events = host_word_count_events (&ring->written);
  guint32 seen = host_word_get (&ring->written);
  gboolean was_over = is_over (self);
  gsize n = host_ring_take (ring, bytes, length);

  if (n > 0)
    return (gssize) n;
  if (was_over)
    return -1;
  host_word_wait (&ring->written, seen, n_events, WAIT_MS);

  return 0;
}

static void
stop (gpointer data)
{
  ImShared *self = data;

  __atomic_store_n (&self->memory->is_cancelled, 1, __ATOMIC_SEQ_CST);
  host_word_wake (&self->memory->frames.written);
  host_word_wake (&self->memory->records.read);
  wake (self);
}

const ImFlowWay im_shared_way = { write_bytes, finish, read_bytes, stop };
