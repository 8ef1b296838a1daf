/* Errors of layers as a picture: for each layer a bar for each build, the signal over the
 * error in decibels, so that a layer that loses what those around it keep stands out.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "scene/display/im-scene.h"

G_BEGIN_DECLS

#define IM_ERRORS_MIN_WIDTH 320 /* pixels */

/**
 * ImErrorBar:
 * @build: the name of the build
 * @decibels: the power of the signal over that of the error; infinite if there is none
 * @is_known: whether there is such a figure
 * @is_bad: whether the layer is out of tolerance
 */
typedef struct
{
  const char *build;
  double decibels;
  gboolean is_known;
  gboolean is_bad;
} ImErrorBar;

/**
 * ImErrorRow:
 * @layer: the path of a layer
 * @bars: one for each build
 * @n_bars: their number
 */
typedef struct
{
  const char *layer;
  const ImErrorBar *bars;
  guint n_bars;
} ImErrorRow;

/**
 * im_scene_errors_new:
 * @title: what was compared
 * @rows: (array length=n_rows): the layers in the order in which they run
 * @n_rows: their number
 * @width: of the picture in pixels, at least IM_ERRORS_MIN_WIDTH
 *
 * Draws bars that are longer the smaller the error is. One out of tolerance has a mark
 * and says so.
 *
 * Returns: (nullable): a picture; NULL without rows
 */
ImScene *im_scene_errors_new (const char *title,
                              const ImErrorRow *rows,
                              guint n_rows,
                              double width);

G_END_DECLS
