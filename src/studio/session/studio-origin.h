/* Where a value comes from: the value of a lane that is marked, the time that it covers,
 * and the pipes before it, whose values in that time it is made of.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/state/im-document.h"
#include "studio/session/studio-lane.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_ORIGIN (studio_origin_get_type ())
G_DECLARE_FINAL_TYPE (StudioOrigin, studio_origin, STUDIO, ORIGIN, GObject)

/**
 * studio_origin_new:
 *
 * Signals: `changed` when another value is marked, or none.
 *
 * Returns: an origin without a value
 */
StudioOrigin *studio_origin_new (void);

/**
 * studio_origin_mark:
 * @origin: an origin
 * @document: (nullable): the document whose pipe @lane is
 * @lane: (nullable): a lane, NULL to mark nothing
 * @value: one of its values; where there are fewer now, nothing is marked
 */
void studio_origin_mark (StudioOrigin *origin,
                         ImDocument *document,
                         StudioLane *lane,
                         guint64 value);

/* The lane of the value, NULL if none is marked. */
StudioLane *studio_origin_get_lane (StudioOrigin *origin);

guint64 studio_origin_get_value (StudioOrigin *origin);

/**
 * studio_origin_get_span:
 * @origin: an origin
 * @from_s: (out): when what the value covers begins
 * @to_s: (out): when it ends
 *
 * Returns: whether a value is marked
 */
gboolean studio_origin_get_span (StudioOrigin *origin, double *from_s, double *to_s);

/**
 * studio_origin_has_lane:
 * @origin: an origin
 * @id: that of a lane
 *
 * Returns: whether the marked value is of the lane, or made of values of it; it is always
 *   made of the recording, whose id has one line
 */
gboolean studio_origin_has_lane (StudioOrigin *origin, const char *id);

/**
 * studio_origin_list_pipes:
 * @origin: an origin
 *
 * Returns: (transfer container): ids of the pipes that the value is made of, in the order
 *   in which values flow; they stay until another value is marked
 */
GPtrArray *studio_origin_list_pipes (StudioOrigin *origin);

/* Names of the layers on the way that keep something of earlier values, which counts too;
 * NULL if there are none. */
char *studio_origin_dup_keepers (StudioOrigin *origin);

G_END_DECLS
