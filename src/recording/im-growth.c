/* SPDX-License-Identifier: MIT */
#include "recording/im-growth.h"

struct _ImGrowth
{
  gint n_refs; /* atomic */
  GMutex lock; /* of what follows */
  GCond changed;
  guint64 n_rows;
  gboolean is_over;
};

ImGrowth *
im_growth_new (void)
{
  ImGrowth *self = g_new0 (ImGrowth, 1);

  self->n_refs = 1;
  g_mutex_init (&self->lock);
  g_cond_init (&self->changed);

  return self;
}

ImGrowth *
im_growth_ref (ImGrowth *self)
{
  g_atomic_int_inc (&self->n_refs);

  return self;
}

void
im_growth_unref (ImGrowth *self)
{
  if (!g_atomic_int_dec_and_test (&self->n_refs))
    return;

  g_cond_clear (&self->changed);
  g_mutex_clear (&self->lock);
  g_free (self);
}

void
im_growth_add (ImGrowth *self, guint64 n_rows)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  self->n_rows += n_rows;
  g_cond_broadcast (&self->changed);
}

void
im_growth_end (ImGrowth *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  self->is_over = TRUE;
  g_cond_broadcast (&self->changed);
}

guint64
im_growth_get_rows (ImGrowth *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return self->n_rows;
}

gboolean
im_growth_is_over (ImGrowth *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return self->is_over;
}

static void
wake_cb (GCancellable *cancellable, ImGrowth *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  g_cond_broadcast (&self->changed);
}

gboolean
im_growth_wait (ImGrowth *self, guint64 n_rows, GCancellable *cancellable, GError **error)
{
  gulong handler = cancellable == NULL
                       ? 0
                       : g_cancellable_connect (cancellable, G_CALLBACK (wake_cb), self,
                                                NULL);

  g_mutex_lock (&self->lock);
  while (self->n_rows <= n_rows && !self->is_over &&
         !g_cancellable_is_cancelled (cancellable))
    g_cond_wait (&self->changed, &self->lock);
  g_mutex_unlock (&self->lock);
  if (handler != 0)
    g_cancellable_disconnect (cancellable, handler);

  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}
