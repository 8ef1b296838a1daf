/* A layered layout while it is made: all rows, with a knot where a net crosses a row.
 *
 * A vertex is a box or a knot. Links lead from one row to the next only.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "scene/layered/im-layered.h"

G_BEGIN_DECLS

/**
 * ImVertex:
 * @box: number of the box, or -1 for a knot
 * @net: of a knot: number of its net
 * @row: number of its row
 * @position: its position in the row
 * @width: its width
 * @x: its left edge
 * @key: by which the row is sorted
 */
typedef struct
{
  gint box;
  guint net;
  guint row;
  guint position;
  double width;
  double x;
  double key;
} ImVertex;

/**
 * ImLink:
 * @upper: the vertex that it leaves
 * @lower: the vertex that it reaches, in the next row
 * @upper_offset: from the left edge of @upper
 * @lower_offset: from the left edge of @lower
 * @net: number of the net
 * @weight: how straight it should be
 */
typedef struct
{
  guint upper;
  guint lower;
  double upper_offset;
  double lower_offset;
  guint net;
  double weight;
} ImLink;

/**
 * ImLayering:
 * @graph: what is laid out
 * @vertices: (element-type ImVertex): boxes by their number, then knots
 * @links: (element-type ImLink): those of a net together, from top to bottom
 * @rows: (element-type GArray): of each row the numbers of its vertices, from the left
 * @row_links: (element-type GArray): of each row the numbers of the links that leave it
 */
typedef struct
{
  ImLayeredGraph *graph;
  GArray *vertices;
  GArray *links;
  GPtrArray *rows;
  GPtrArray *row_links;
} ImLayering;

#define im_layering_vertex(layering, number) \
  (&g_array_index ((layering)->vertices, ImVertex, (number)))
#define im_layering_link(layering, number) \
  (&g_array_index ((layering)->links, ImLink, (number)))

static inline GArray *
im_layering_get_row (const ImLayering *layering, guint number)
{
  return (GArray *) g_ptr_array_index (layering->rows, number);
}

/* The numbers of links between a row and the next one. */
static inline GArray *
im_layering_get_row_links (const ImLayering *layering, guint number)
{
  return (GArray *) g_ptr_array_index (layering->row_links, number);
}

/* The row of each box, to be freed. */
guint *im_layered_assign_rows (const ImLayeredGraph *graph, guint *n_rows);

/* Sorts the rows for few crossings. */
void im_layered_order (ImLayering *layering);

/* Gives each vertex its x. */
void im_layered_place (ImLayering *layering);

/* Takes small bends away, when all x are whole numbers. */
void im_layered_straighten (ImLayering *layering);

/* Lists of numbers. */
GPtrArray *im_layered_new_lists (guint n);

G_END_DECLS
