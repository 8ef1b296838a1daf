/* What a signal holds, for what is computed of it under its lock.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "signal/im-signal-pyramid.h"
#include "signal/im-signal.h"
#include "signal/im-times.h"

G_BEGIN_DECLS

struct _ImSignal
{
  gatomicrefcount n_refs;
  ImSignalFormat format;
  const ImDTypeInfo *info;
  guint n_channels;
  gsize value_bytes;
  guint piece_values;
  double factor, offset; /* number = (loaded - offset) * factor */
  double low, high;      /* numbers beyond are saturated */

  GMutex lock; /* of what follows */
  ImPyramid *pyramid;
  guint64 n_values;
  double *open; /* numbers of the values behind the complete pieces */
  guint8 *kept; /* the first values */
  gsize kept_bytes, kept_capacity;
  ImTimes *times; /* (nullable) */
  gboolean is_finished;
  char *problem;

  GMutex reader_lock;
};

G_END_DECLS
