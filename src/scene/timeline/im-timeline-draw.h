/* A queue on a time axis: its inputs, some windows below each other with what they share
 * hatched, and when each output is there.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "scene/display/im-scene.h"
#include "scene/timeline/im-timeline.h"

G_BEGIN_DECLS

#define IM_TIMELINE_WIDTH 760 /* of a picture, texts beside the axis included */

/* Height of the picture of a queue. */
double im_timeline_queue_get_height (const ImTimelineQueue *queue);

/**
 * im_timeline_queue_draw:
 * @queue: a queue
 * @scene: a scene
 * @corner: upper left corner
 */
void im_timeline_queue_draw (const ImTimelineQueue *queue,
                             ImScene *scene,
                             ImScenePoint corner);

/* Height of the picture of all queues. */
double im_timeline_get_height (const ImTimeline *timeline);

/**
 * im_timeline_draw:
 * @timeline: queues of which the first output is known for one at least
 * @scene: a scene
 * @corner: upper left corner
 *
 * Draws, on one axis, how long the first output of each queue takes, and the ones that
 * follow.
 */
void im_timeline_draw (const ImTimeline *timeline, ImScene *scene, ImScenePoint corner);

G_END_DECLS
