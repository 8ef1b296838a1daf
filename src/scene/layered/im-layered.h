/* Layered layout: boxes in rows from top to bottom, nets between them.
 *
 * The method of Sugiyama, Tagawa and Toda, with ports: rows by longest path, few
 * crossings by barycenters, places by least squares within a row. A net runs straight
 * down inside of a row and bends only between rows, so it touches no box and nothing that
 * is inside of the area of a box, such as the texts below its port.
 *
 * Source: K. Sugiyama et al., "Methods for visual understanding of hierarchical system
 * structures", IEEE Trans. SMC 11(2), 1981.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "scene/display/im-scene.h"

G_BEGIN_DECLS

typedef enum
{
  IM_ROW_TOP,    /* in the first row */
  IM_ROW_FREE,   /* below what it reads */
  IM_ROW_BOTTOM, /* in the last row */
} ImRow;

/**
 * ImLayeredBox:
 * @row: where it belongs
 * @width: of the area that it needs
 * @height: of the area that it needs
 * @body_height: at most @height: where nets begin below the upper edge
 * @inputs: of each input its distance from the left edge
 * @n_inputs: their number
 * @outputs: of each output its distance from the left edge
 * @n_outputs: their number
 * @x: (out): the left edge
 * @y: (out): the upper edge
 */
typedef struct
{
  ImRow row;
  double width;
  double height;
  double body_height;
  const double *inputs;
  guint n_inputs;
  const double *outputs;
  guint n_outputs;
  double x;
  double y;
} ImLayeredBox;

/**
 * ImLayeredEnd:
 * @box: number of a box
 * @port: number of its input
 */
typedef struct
{
  guint box;
  guint port;
} ImLayeredEnd;

/**
 * ImLayeredNet:
 * @box: number of the box that it leaves
 * @port: number of the output that it leaves
 * @targets: the inputs that it reaches
 * @n_targets: their number, may be 0
 * @points: (out) (element-type ImScenePoint): stretches of it, each two points: straight
 * lines down, and bends, whose ends differ in x
 *
 * What leaves an output. Nets have no cycle.
 */
typedef struct
{
  guint box;
  guint port;
  const ImLayeredEnd *targets;
  guint n_targets;
  GArray *points;
} ImLayeredNet;

/**
 * ImLayeredGraph:
 * @boxes: the boxes
 * @n_boxes: their number
 * @nets: the nets, those of a box in the order of its outputs
 * @n_nets: their number
 * @width: (out): of the whole
 * @height: (out): of the whole
 */
typedef struct
{
  ImLayeredBox *boxes;
  guint n_boxes;
  ImLayeredNet *nets;
  guint n_nets;
  double width;
  double height;
} ImLayeredGraph;

/**
 * im_layered_run:
 * @graph: boxes and nets; the caller owns @points of each net, which are appended to
 *
 * Finds places of boxes and ways of nets, in whole pixels. The same graph gets the same
 * places.
 */
void im_layered_run (ImLayeredGraph *graph);

G_END_DECLS
