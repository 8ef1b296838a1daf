/* SPDX-License-Identifier: MIT
 *
 * Where the labels of wires stand. A label stands in the middle of its wire, or as near
 * to it as it covers no node and no other label; where there is no such place, only the
 * beginning of its text is shown, which is the shape. Where not even that fits, it is
 * there while the pointer is on the wire.
 */
#include <math.h>
#include <string.h>

#include "studio/canvas/studio-canvas-private.h"

#define REACH     12.0    /* pixels at 100 % that the pointer is on a wire at */
#define OVERLAP   1.0f    /* that is not seen: borders */
#define CELL      256.0   /* pixels: how large the cells are that areas are sorted into */
#define N_IN_CELL 8       /* areas, about */
#define MAX_CELLS 65536.0 /* about: they are larger on a canvas that would have more */

/* Parts of the way, in the order in which they are tried. */
static const double places[] = { 0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9 };

/* Whether two areas overlap. All of them are asked for, so it has to be fast: their sizes
 * are positive. */
static gboolean
meets (const graphene_rect_t *a, const graphene_rect_t *b)
{
  return a->origin.x < b->origin.x + b->size.width &&
         b->origin.x < a->origin.x + a->size.width &&
         a->origin.y < b->origin.y + b->size.height &&
         b->origin.y < a->origin.y + a->size.height;
}

/* Areas by the cells of the canvas that they touch: a label looks only at those beside
 * it, which are few even of a large pipeline. */
typedef struct
{
  GArray **cells; /* of graphene_rect_t, row by row */
  int n_columns;
  int n_rows;
  float size;
  graphene_point_t origin;
} Cells;

/* The first and the last column and row that an area touches. */
typedef struct
{
  int left, right, top, bottom;
} CellRange;

static CellRange
find_cells (const Cells *cells, const graphene_rect_t *area)
{
  float x = area->origin.x - cells->origin.x, y = area->origin.y - cells->origin.y;
  int columns = cells->n_columns - 1, rows = cells->n_rows - 1;

  return (CellRange){ CLAMP ((int) (x / cells->size), 0, columns),
                      CLAMP ((int) ((x + area->size.width) / cells->size), 0, columns),
                      CLAMP ((int) (y / cells->size), 0, rows),
                      CLAMP ((int) ((y + area->size.height) / cells->size), 0, rows) };
}

static void
add_area (Cells *cells, const graphene_rect_t *area)
{
  CellRange range = find_cells (cells, area);

  for (int row = range.top; row <= range.bottom; row++)
    for (int column = range.left; column <= range.right; column++)
      {
        GArray **cell = &cells->cells[row * cells->n_columns + column];

        if (*cell == NULL)
          *cell = g_array_sized_new (FALSE, FALSE, sizeof (graphene_rect_t), N_IN_CELL);
        g_array_append_vals (*cell, area, 1);
      }
}

static void
cells_init (Cells *cells, StudioCanvas *self)
{
  double width = (double) self->extents.size.width;
  double height = (double) self->extents.size.height;

  cells->size = (float) MAX (MAX (CELL, sqrt (width * height / MAX_CELLS)),
                             MAX (width, height) / MAX_CELLS);
  cells->origin = self->extents.origin;
  cells->n_columns = (int) (self->extents.size.width / cells->size) + 1;
  cells->n_rows = (int) (self->extents.size.height / cells->size) + 1;
  cells->cells = g_new0 (GArray *, cells->n_columns * cells->n_rows);
  for (guint i = 0; i < self->nodes->len; i++)
    add_area (cells, &studio_canvas_node (self, i)->area);
}

static void
cells_clear (Cells *cells)
{
  for (int i = 0; i < cells->n_columns * cells->n_rows; i++)
    g_clear_pointer (&cells->cells[i], g_array_unref);
  g_free (cells->cells);
}

/* All that a label of a wire could cover; what touches two cells may be there twice. */
static void
list_near (const StudioWire *wire, const Cells *cells, graphene_size_t size, GArray *near)
{
  graphene_rect_t reach = GRAPHENE_RECT_INIT (wire->points[0].x, wire->points[0].y, 0, 0);
  CellRange range;

  for (guint i = 1; i < wire->n_points; i++)
    graphene_rect_expand (&reach, &wire->points[i], &reach);
  graphene_rect_inset (&reach, -size.width, -size.height);
  range = find_cells (cells, &reach);
  for (int row = range.top; row <= range.bottom; row++)
    for (int column = range.left; column <= range.right; column++)
      {
        const GArray *cell = cells->cells[row * cells->n_columns + column];

        for (guint k = 0; cell != NULL && k < cell->len; k++)
          if (meets (&g_array_index (cell, graphene_rect_t, k), &reach))
            g_array_append_val (near, g_array_index (cell, graphene_rect_t, k));
      }
}

static gboolean
covers (const graphene_rect_t *area, const GArray *near)
{
  graphene_rect_t inner;

  graphene_rect_inset_r (area, OVERLAP, OVERLAP, &inner);
  for (guint i = 0; i < near->len; i++)
    if (meets (&inner, &g_array_index (near, graphene_rect_t, i)))
      return TRUE;

  return FALSE;
}

static graphene_rect_t
get_area (graphene_point_t middle, graphene_size_t size)
{
  return GRAPHENE_RECT_INIT (floorf (middle.x - size.width / 2),
                             floorf (middle.y - size.height / 2), size.width,
                             size.height);
}

/* Looks along the wire, from the curve in its middle on. */
static gboolean
find_place (const StudioWire *wire,
            graphene_size_t size,
            const GArray *near,
            graphene_rect_t *area)
{
  guint n_curves = wire->n_points / 3;

  for (guint i = 0; i < n_curves; i++)
    for (guint k = 0; k < G_N_ELEMENTS (places); k++)
      {
        *area = get_area (
            studio_wire_get_place (wire, (n_curves / 2 + i) % n_curves, places[k]), size);
        if (!covers (area, near))
          return TRUE;
      }

  return FALSE;
}

static int
measure_text (GtkWidget *label, const char *text)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (label, text);
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

/* How wide a label is that shows a type without its rate, and that there is more. */
static float
measure_short (GtkWidget *label, const char *text, float width)
{
  const char *blank = strpbrk (text, "@ ");
  g_autofree char *beginning = NULL;

  if (blank == NULL)
    return width;
  beginning = g_strdup_printf ("%.*s…", (int) (blank + 1 - text), text);

  return MIN (width, width - (float) measure_text (label, text) +
                         (float) measure_text (label, beginning));
}

static void
measure_label (GtkWidget *label, const char *text, StudioLabelSize *size)
{
  int width, height;

  gtk_widget_measure (label, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  gtk_widget_measure (label, GTK_ORIENTATION_VERTICAL, width, NULL, &height, NULL, NULL);
  size->size = GRAPHENE_SIZE_INIT ((float) width, (float) height);
  size->short_width = measure_short (label, text, size->size.width);
}

/* The first label of a text is measured for all others. */
static void
measure (StudioCanvas *self, StudioWire *wire)
{
  StudioLabelSize *found;

  if (wire->label_size.size.width > 0)
    return;
  found = g_hash_table_lookup (self->texts, wire->text);
  if (found->size.width <= 0)
    {
      if (wire->label == NULL)
        studio_canvas_make_label (self, wire);
      measure_label (wire->label, wire->text, found);
    }
  wire->label_size = *found;
}

static void
place_label (StudioCanvas *self,
             StudioWire *wire,
             gboolean is_pointed_at,
             Cells *cells,
             GArray *near)
{
  graphene_size_t size, narrow;

  measure (self, wire);
  size = wire->label_size.size;
  if (studio_canvas_has_spark (self, wire))
    size.height += STUDIO_SPARK_HEIGHT;
  g_array_set_size (near, 0);
  list_near (wire, cells, size, near);
  wire->has_label = find_place (wire, size, near, &wire->label_area);
  if (!wire->has_label)
    {
      narrow = GRAPHENE_SIZE_INIT (wire->label_size.short_width, size.height);
      wire->has_label = find_place (wire, narrow, near, &wire->label_area);
    }
  if (wire->has_label)
    {
      add_area (cells, &wire->label_area);
      return;
    }
  wire->label_area = get_area (studio_wire_get_middle (wire), size);
  wire->has_label = is_pointed_at;
}

void
studio_canvas_place_labels (StudioCanvas *self)
{
  g_autoptr (GArray) near = g_array_new (FALSE, FALSE, sizeof (graphene_rect_t));
  Cells cells;

  if (!self->needs_label_places)
    return;
  self->needs_label_places = FALSE;
  cells_init (&cells, self);
  for (guint i = 0; i < self->wires->len; i++)
    {
      StudioWire *wire = studio_canvas_wire (self, i);

      wire->has_label = FALSE;
      if (wire->n_points > 0 && studio_wire_has_text (wire))
        place_label (self, wire, self->pointed_wire == (gint) i, &cells, near);
    }
  cells_clear (&cells);
}

void
studio_canvas_forget_label_sizes (StudioCanvas *self)
{
  GHashTableIter iter;
  gpointer size;

  g_hash_table_iter_init (&iter, self->texts);
  while (g_hash_table_iter_next (&iter, NULL, &size))
    *(StudioLabelSize *) size = (StudioLabelSize){ .short_width = 0 };
  for (guint i = 0; i < self->wires->len; i++)
    studio_canvas_wire (self, i)->label_size.size.width = 0;
  self->needs_label_places = TRUE;
}

void
studio_canvas_point_at (StudioCanvas *self, gboolean is_inside)
{
  graphene_point_t at = studio_canvas_from_widget (self, (double) self->pointer.x,
                                                   (double) self->pointer.y);
  gint wire = is_inside ? studio_canvas_find_wire (self, &at,
                                                   REACH / studio_canvas_get_zoom (self))
                        : -1;

  if (wire == self->pointed_wire)
    return;
  self->pointed_wire = wire;
  self->needs_label_places = TRUE;
  studio_canvas_queue_layout (self);
}
