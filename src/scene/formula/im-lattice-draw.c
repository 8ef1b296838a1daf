/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "scene/display/im-scene-metrics.h"
#include "scene/formula/im-formula-draw.h"

#define SIDE       440 /* of the longer side, if the pitch allows it */
#define MIN_PITCH  11
#define MAX_PITCH  30
#define LEFT       46 /* numbers of the second index */
#define BELOW      44 /* numbers and name of the first index */
#define TICK_WIDTH 34 /* least distance of two numbers */
#define LEGEND     40 /* from the lattice to its bounds */
#define ROW        18
#define MAX_NAME   120
#define N_COLOURS  6

typedef struct
{
  const ImFormulaLattice *lattice;
  ImScene *scene;
  gint64 count[2]; /* of columns and rows */
  double pitch;
  double left;
  double top;
  double bottom;
} Plot;

static double
get_x (const Plot *plot, double x)
{
  return plot->left + plot->pitch * (0.5 + (x - (double) plot->lattice->first[0]) /
                                               (double) plot->lattice->side[0]);
}

static double
get_y (const Plot *plot, double y)
{
  return plot->bottom - plot->pitch * (0.5 + (y - (double) plot->lattice->first[1]) /
                                                 (double) plot->lattice->side[1]);
}

static void
draw_ticks (const Plot *plot, guint axis)
{
  gint64 every = (gint64) ceil ((axis == 0 ? TICK_WIDTH : ROW) / plot->pitch);

  for (gint64 i = 0; i < plot->count[axis]; i += every)
    {
      gint64 value = plot->lattice->first[axis] + i * plot->lattice->side[axis];
      g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, value);

      if (axis == 0)
        im_scene_add_text (
            plot->scene, IM_STYLE_ID,
            (ImScenePoint){ get_x (plot, (double) value), plot->bottom + 16 },
            IM_ANCHOR_MIDDLE, text);
      else
        im_scene_add_text (
            plot->scene, IM_STYLE_ID,
            (ImScenePoint){ plot->left - 8, get_y (plot, (double) value) + 4 },
            IM_ANCHOR_END, text);
    }
}

static void
draw_names (const Plot *plot)
{
  double right = plot->left + plot->pitch * (double) plot->count[0];
  g_autofree char *x = im_scene_text_dup_elided (IM_STYLE_NAME, plot->lattice->x,
                                                 MAX_NAME);

  im_scene_add_text (plot->scene, IM_STYLE_NAME,
                     (ImScenePoint){ (plot->left + right) / 2, plot->bottom + 36 },
                     IM_ANCHOR_MIDDLE, x);
  draw_ticks (plot, 0);
  if (plot->lattice->y == NULL)
    return;

  g_autofree char *y = im_scene_text_dup_elided (IM_STYLE_NAME, plot->lattice->y,
                                                 MAX_NAME);

  im_scene_add_text (plot->scene, IM_STYLE_NAME,
                     (ImScenePoint){ plot->left, plot->top - 8 }, IM_ANCHOR_MIDDLE, y);
  draw_ticks (plot, 1);
}

static gboolean
has_point (const ImFormulaLattice *lattice, gint64 x, gint64 y)
{
  for (guint i = 0; i < lattice->n_points; i++)
    if (lattice->points[i].x == x && lattice->points[i].y == y)
      return TRUE;

  return FALSE;
}

/* Pairs that are not valid are small and empty. */
static void
draw_gaps (const Plot *plot)
{
  const ImFormulaLattice *lattice = plot->lattice;

  for (gint64 x = lattice->first[0]; x <= lattice->last[0]; x += lattice->side[0])
    for (gint64 y = lattice->first[1]; y <= lattice->last[1]; y += lattice->side[1])
      if (!has_point (lattice, x, y))
        im_scene_add_rectangle (plot->scene, IM_STYLE_LANE,
                                (ImScenePoint){ get_x (plot, (double) x) - 1.5,
                                                get_y (plot, (double) y) - 1.5 },
                                3, 3, 1.5);
}

/* A line through the points of one element, if they lie on one. */
static void
draw_cell (const Plot *plot, guint cell)
{
  const ImFormulaLattice *lattice = plot->lattice;
  const ImLatticePoint *first = NULL, *last = NULL;

  for (guint i = 0; i < lattice->n_points; i++)
    if (lattice->points[i].cell == cell)
      {
        first = first != NULL ? first : &lattice->points[i];
        last = &lattice->points[i];
      }
  if (first == last)
    return;
  for (guint i = 0; i < lattice->n_points; i++)
    if (lattice->points[i].cell == cell &&
        (lattice->points[i].x - first->x) * (last->y - first->y) !=
            (lattice->points[i].y - first->y) * (last->x - first->x))
      return;

  im_scene_begin_path (plot->scene, IM_STYLE_SIGNAL + cell % N_COLOURS);
  im_scene_move_to (plot->scene, (ImScenePoint){ get_x (plot, (double) first->x),
                                                 get_y (plot, (double) first->y) });
  im_scene_line_to (plot->scene, (ImScenePoint){ get_x (plot, (double) last->x),
                                                 get_y (plot, (double) last->y) });
}

static void
draw_points (const Plot *plot)
{
  const ImFormulaLattice *lattice = plot->lattice;
  gboolean is_dense = lattice->n_cells == 0;

  for (guint i = 0; i < lattice->n_cells; i++)
    draw_cell (plot, i);
  for (guint i = 0; i < lattice->n_points; i++)
    {
      const ImLatticePoint *point = &lattice->points[i];
      double size = plot->pitch * (is_dense ? 0.9 * sqrt (point->share) : 0.5);

      im_scene_add_rectangle (
          plot->scene,
          is_dense ? IM_STYLE_LABEL : IM_STYLE_LABEL + point->cell % N_COLOURS,
          (ImScenePoint){ get_x (plot, (double) point->x) - size / 2,
                          get_y (plot, (double) point->y) - size / 2 },
          size, size, is_dense ? 0 : size / 2);
    }
}

/* The part of factor_x x + factor_y y = value that is in the plot. */
static gboolean
clip_line (const Plot *plot,
           const ImLatticeBound *bound,
           gint64 value,
           ImScenePoint *ends)
{
  const ImFormulaLattice *lattice = plot->lattice;
  double low[2], high[2], a = (double) bound->factor_x, b = (double) bound->factor_y;
  guint n = 0;

  for (guint i = 0; i < 2; i++)
    {
      low[i] = (double) lattice->first[i] - 0.5 * (double) lattice->side[i];
      high[i] = low[i] + (double) (plot->count[i] * lattice->side[i]);
    }
  for (guint i = 0; i < 2; i++)
    {
      double x = i == 0 ? low[0] : high[0], y = i == 0 ? low[1] : high[1];
      double at_x = bound->factor_y != 0 ? ((double) value - a * x) / b : INFINITY;
      double at_y = bound->factor_x != 0 ? ((double) value - b * y) / a : INFINITY;

      if (n < 2 && at_x >= low[1] && at_x <= high[1])
        ends[n++] = (ImScenePoint){ get_x (plot, x), get_y (plot, at_x) };
      if (n < 2 && at_y > low[0] && at_y < high[0])
        ends[n++] = (ImScenePoint){ get_x (plot, at_y), get_y (plot, y) };
    }

  return n == 2;
}

static gboolean
draw_bound (const Plot *plot, const ImLatticeBound *bound, gint64 value)
{
  ImScenePoint ends[2];

  if (!clip_line (plot, bound, value, ends))
    return FALSE;
  im_scene_begin_path (plot->scene, IM_STYLE_BOUND);
  im_scene_move_to (plot->scene, ends[0]);
  im_scene_line_to (plot->scene, ends[1]);

  return TRUE;
}

/* The bounds as lines, and in words beside them; returns the right edge. */
static double
draw_bounds (const Plot *plot, double x, double *y)
{
  double right = x;

  for (guint i = 0; i < plot->lattice->n_bounds; i++)
    {
      const ImLatticeBound *bound = &plot->lattice->bounds[i];
      g_autofree char *text = g_strdup_printf ("%s: %s", bound->of, bound->text);

      im_scene_open_group (plot->scene, text);
      draw_bound (plot, bound, bound->low);
      if (bound->low != bound->high)
        draw_bound (plot, bound, bound->high);
      im_scene_add_text (plot->scene, IM_STYLE_SUBTITLE, (ImScenePoint){ x, *y },
                         IM_ANCHOR_START, text);
      im_scene_close_group (plot->scene);
      right = MAX (right, x + im_scene_text_get_width (IM_STYLE_SUBTITLE, text));
      *y += ROW;
    }

  return right;
}

static char *
describe (const ImFormulaLattice *lattice)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (lattice->n_cells > 0)
    g_string_append_printf (text, "%u valid %s of %s", lattice->n_points,
                            lattice->y != NULL ? "pairs" : "values", lattice->x);
  else
    g_string_append_printf (text, "Share of valid %s among each %" G_GINT64_FORMAT,
                            lattice->y != NULL ? "pairs" : "values", lattice->side[0]);
  if (lattice->n_cells == 0 && lattice->y != NULL)
    g_string_append_printf (text, " × %" G_GINT64_FORMAT, lattice->side[1]);
  if (lattice->n_cells == 0)
    g_string_append_printf (text, " of %s", lattice->x);
  if (lattice->y != NULL)
    g_string_append_printf (text, " and %s", lattice->y);
  if (lattice->n_cells > 0)
    g_string_append_printf (text, "; they write %u element%s", lattice->n_cells,
                            lattice->n_cells > 1 ? "s" : "");
  if (!lattice->is_whole)
    g_string_append (text, "; not all were looked at");

  return g_string_free (g_steal_pointer (&text), FALSE);
}

double
im_formula_lattice_draw (const ImFormulaLattice *lattice,
                         ImScenePoint *at,
                         ImScene *scene)
{
  Plot plot = { .lattice = lattice, .scene = scene };
  g_autofree char *words = describe (lattice);
  double right = 0, x = 0, y = 0;

  for (guint i = 0; i < 2; i++)
    plot.count[i] = (lattice->last[i] - lattice->first[i]) / lattice->side[i] + 1;
  plot.pitch = CLAMP (SIDE / (double) MAX (plot.count[0], plot.count[1]), MIN_PITCH,
                      MAX_PITCH);
  plot.left = at->x + LEFT;
  plot.top = at->y + ROW + 26;
  plot.bottom = plot.top + plot.pitch * (double) plot.count[1];

  im_scene_open_group (scene, words);
  im_scene_add_text (scene, IM_STYLE_SUBTITLE, (ImScenePoint){ at->x, at->y + 12 },
                     IM_ANCHOR_START, words);
  draw_names (&plot);
  draw_gaps (&plot);
  draw_points (&plot);
  x = plot.left + plot.pitch * (double) plot.count[0];
  y = plot.top + 10;
  right = draw_bounds (&plot, x + LEGEND, &y);
  im_scene_close_group (scene);
  at->y = MAX (plot.bottom + BELOW, y);

  return MAX (right, at->x + im_scene_text_get_width (IM_STYLE_SUBTITLE, words));
}
