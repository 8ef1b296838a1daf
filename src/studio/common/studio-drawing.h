/* Drawings: pictures of a document. A small one is drawn at once, a large one in a thread
 * on a snapshot of the document, so that no frame has to wait for it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "document/state/im-document.h"
#include "scene/display/im-scene.h"

G_BEGIN_DECLS

typedef enum
{
  STUDIO_DRAWING_PIPELINE,
  STUDIO_DRAWING_SHAPES,
  STUDIO_DRAWING_MEMORY,
  STUDIO_DRAWING_SHAPE,    /* what layers do to axes */
  STUDIO_DRAWING_TIMELINE, /* of queues */
  STUDIO_N_DRAWINGS,
} StudioDrawing;

/* `pipeline`, `shapes`, `memory`, `shape` or `timeline`. */
const char *studio_drawing_get_name (StudioDrawing drawing);

/**
 * studio_drawing_draw_async:
 * @drawing: what to draw
 * @document: of which document, as it is now
 * @layer: (nullable): of a shape: path of a layer, NULL for all
 * @cancellable: (nullable): what makes the result unwanted
 * @callback: who gets the result
 * @data: for @callback
 *
 * Draws a picture.
 */
void studio_drawing_draw_async (StudioDrawing drawing,
                                ImDocument *document,
                                const char *layer,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer data);

/**
 * studio_drawing_draw_finish:
 * @result: what the callback got
 * @error: return location for a [error@Gio.IOErrorEnum]: INVALID_DATA with the first
 *   error of the pipeline, CANCELLED
 *
 * Returns: (nullable): the picture
 */
ImScene *studio_drawing_draw_finish (GAsyncResult *result, GError **error);

G_END_DECLS
