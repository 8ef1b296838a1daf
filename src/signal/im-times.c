/* SPDX-License-Identifier: MIT */
#include "signal/im-times.h"

#define MIN_KEPT 16

struct _ImTimes
{
  GArray *kept;  /* double: of the numbers 0, step, 2 step, … */
  guint limit;   /* of them */
  guint64 step;  /* a power of two */
  guint64 n;     /* that were appended */
  double last_s; /* of them */
};

ImTimes *
im_times_new (gsize limit_bytes)
{
  ImTimes *self = g_new0 (ImTimes, 1);

  self->kept = g_array_new (FALSE, FALSE, sizeof (double));
  self->limit = (guint) CLAMP (limit_bytes / sizeof (double), MIN_KEPT, G_MAXUINT / 2);
  self->step = 1;

  return self;
}

static void
thin_out (ImTimes *self)
{
  double *kept = (double *) (gpointer) self->kept->data;
  guint n = (self->kept->len + 1) / 2;

  for (guint i = 0; i < n; i++)
    kept[i] = kept[2 * i];
  g_array_set_size (self->kept, n);
  self->step *= 2;
}

void
im_times_append (ImTimes *self, const double *times_s, gsize n)
{
  if (n == 0)
    return;
  for (gsize i = 0; i < n; i++)
    {
      if (self->kept->len >= self->limit)
        thin_out (self);
      if ((self->n + i) % self->step == 0)
        g_array_append_val (self->kept, times_s[i]);
    }
  self->n += n;
  self->last_s = times_s[n - 1];
}

guint64
im_times_get_n (const ImTimes *self)
{
  return self->n;
}

double
im_times_get (const ImTimes *self, guint64 number)
{
  guint64 place = number / self->step;
  guint64 before = place * self->step;
  guint64 behind = MIN (before + self->step, self->n - 1);
  double from, to;

  g_return_val_if_fail (number < self->n, 0);

  from = g_array_index (self->kept, double, place);
  if (number == before)
    return from;
  to = place + 1 < self->kept->len ? g_array_index (self->kept, double, place + 1)
                                   : self->last_s;

  return from + (to - from) * (double) (number - before) / (double) (behind - before);
}

gsize
im_times_count_bytes (const ImTimes *self)
{
  return self->kept->len * sizeof (double);
}

void
im_times_free (ImTimes *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->kept);
  g_free (self);
}
