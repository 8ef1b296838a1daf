/* SPDX-License-Identifier: MIT
 *
 * Pairs are tried one after the other. Of the other indices only those take part that
 * some range ties to the pair; they are gone through until one set of them is valid, and
 * a range is looked at as soon as all its indices have a value.
 */
#include "scene/formula/im-formula-lattice.h"

#include <string.h>

#define MAX_STEPS 2000000 /* values of an index that are tried */
#define MAX_TRIED 512     /* along a side; more are skipped over evenly */

typedef struct
{
  const ImAffine *form;
  gint64 size;
  const char *of;
  guint depth; /* of the last of its indices in the search */
} Range;

typedef struct
{
  const ImKernel *kernel;
  const ImLoopNest *nest;
  ImArena *arena;
  Range *ranges;
  guint n_ranges;
  guint order[IM_KERNEL_MAX_INDICES]; /* the pair, then what is tied to it */
  guint n_order;
  guint n_pair;
  gint64 values[IM_KERNEL_MAX_INDICES];
  guint n_steps;
  gboolean is_whole;
} Search;

static void
add_access (Search *search, const ImFormula *formula, const ImKernelAccess *access)
{
  const ImKernelBuffer *buffer = im_formula_get_buffer (formula, access->buffer);

  for (guint i = buffer->shape.rank; i-- > 0;)
    if (access->computed[i] == NULL)
      search->ranges[search->n_ranges++] = (Range){
        &access->index[i], buffer->shape.size[i],
        im_arena_printf (search->arena, "%s axis %u", buffer->name, i)
      };
}

static void
collect_ranges (Search *search, const ImFormula *formula)
{
  const ImKernel *kernel = search->kernel;

  search->ranges = im_arena_new0 (search->arena, Range,
                                  (kernel->n_loads + 1) * IM_SHAPE_MAX_RANK +
                                      kernel->n_constraints);
  add_access (search, formula, &kernel->output);
  for (guint i = 0; i < kernel->n_loads; i++)
    add_access (search, formula, &kernel->loads[i]);
  for (guint i = 0; i < kernel->n_constraints; i++)
    search->ranges[search->n_ranges++] = (Range){
      &kernel->constraints[i].form, kernel->constraints[i].bound,
      im_arena_printf (search->arena, "constraint %u", i + 1)
    };
}

static gboolean
is_ordered (const Search *search, guint index)
{
  for (guint i = 0; i < search->n_order; i++)
    if (search->order[i] == index)
      return TRUE;

  return FALSE;
}

/* Whether a range is of an index that is looked for already. */
static gboolean
is_tied (const Search *search, const Range *range)
{
  for (guint i = 0; i < search->n_order; i++)
    if (range->form->factor[search->order[i]] != 0)
      return TRUE;

  return FALSE;
}

static void
find_order (Search *search)
{
  gboolean grows = TRUE;

  while (grows)
    {
      grows = FALSE;
      for (guint i = 0; i < search->n_ranges; i++)
        for (guint j = 0; j < search->kernel->n_indices; j++)
          if (search->ranges[i].form->factor[j] != 0 && !is_ordered (search, j) &&
              is_tied (search, &search->ranges[i]))
            {
              search->order[search->n_order++] = j;
              grows = TRUE;
            }
    }
  for (guint i = 0; i < search->n_ranges; i++)
    for (guint j = 0; j < search->n_order; j++)
      if (search->ranges[i].form->factor[search->order[j]] != 0)
        search->ranges[i].depth = j;
}

/* Numbers that do not fit are out of every range. */
static gboolean
is_inside (const Search *search, const Range *range)
{
  gint64 sum = range->form->constant, term = 0, end = 0;

  for (guint i = 0; i < search->n_order; i++)
    {
      guint index = search->order[i];

      if (range->form->factor[index] != 0 &&
          (__builtin_mul_overflow (range->form->factor[index], search->values[index],
                                   &term) ||
           __builtin_add_overflow (sum, term, &sum)))
        return FALSE;
    }

  return sum >= 0 && sum % range->form->divisor == 0 &&
         (__builtin_mul_overflow (range->size, range->form->divisor, &end) || sum < end);
}

/* Whether the ranges hold whose last index is the one at @depth. */
static gboolean
holds (const Search *search, guint depth)
{
  for (guint i = 0; i < search->n_ranges; i++)
    if (search->ranges[i].depth == depth && is_tied (search, &search->ranges[i]) &&
        !is_inside (search, &search->ranges[i]))
      return FALSE;

  return TRUE;
}

static gboolean
has_rest (Search *search, guint depth)
{
  guint index = 0;

  if (depth == search->n_order)
    return TRUE;

  index = search->order[depth];
  for (gint64 value = search->nest->first[index]; value <= search->nest->last[index];
       value++)
    {
      if (++search->n_steps > MAX_STEPS)
        {
          search->is_whole = FALSE;
          return FALSE;
        }
      search->values[index] = value;
      if (holds (search, depth) && has_rest (search, depth + 1))
        return TRUE;
    }

  return FALSE;
}

static gboolean
is_valid (Search *search, const gint64 pair[2])
{
  for (guint i = 0; i < search->n_pair; i++)
    {
      search->values[search->order[i]] = pair[i];
      if (!holds (search, i))
        return FALSE;
    }

  return has_rest (search, search->n_pair);
}

/* What tells the elements of the output apart, as far as the pair does. */
static const char *
describe_cell (const Search *search, const ImFormula *formula, const gint64 pair[2])
{
  const ImKernelAccess *output = &search->kernel->output;
  guint rank = im_formula_get_buffer (formula, output->buffer)->shape.rank;
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = rank; i-- > 0;)
    {
      guint64 sum = 0;

      for (guint j = 0; j < search->n_pair; j++)
        sum += (guint64) output->index[i].factor[search->order[j]] * (guint64) pair[j];
      g_string_append_printf (text, "%" G_GUINT64_FORMAT ",", sum);
    }

  return im_arena_strdup (search->arena, text->str);
}

static guint
number_cell (GHashTable *cells, const char *key)
{
  gpointer number = NULL;

  if (!g_hash_table_lookup_extended (cells, key, NULL, &number))
    {
      number = GUINT_TO_POINTER (g_hash_table_size (cells));
      g_hash_table_insert (cells, (gpointer) key, number);
    }

  return GPOINTER_TO_UINT (number);
}

static gint64
get_step (const ImFormulaLattice *lattice, guint axis)
{
  return (lattice->last[axis] - lattice->first[axis]) / MAX_TRIED + 1;
}

/* How many values of an index are tried from a place on, before the next rectangle. */
static double
count_tried (const ImFormulaLattice *lattice, guint axis, gint64 from)
{
  gint64 step = get_step (lattice, axis);
  gint64 end = MIN (from + lattice->side[axis], lattice->last[axis] + 1);
  gint64 before = from - lattice->first[axis];

  return (double) (im_ceil_divide (end - lattice->first[axis], step) -
                   im_ceil_divide (before, step));
}

/* The pairs, at most MAX_TRIED of each index. */
static GArray *
find_points (Search *search, const ImFormulaLattice *lattice)
{
  GArray *points = g_array_new (FALSE, TRUE, sizeof (ImLatticePoint));
  gint64 step[2] = { get_step (lattice, 0), get_step (lattice, 1) };

  search->is_whole = step[0] == 1 && step[1] == 1;
  for (gint64 x = lattice->first[0]; x <= lattice->last[0]; x += step[0])
    for (gint64 y = lattice->first[1]; y <= lattice->last[1]; y += step[1])
      {
        ImLatticePoint point = { x, y, 1, 0 };

        if (is_valid (search, (const gint64[2]){ x, y }))
          g_array_append_val (points, point);
      }

  return points;
}

/* Points that are too many or too wide apart become rectangles. */
static void
gather_points (const Search *search, ImFormulaLattice *lattice, GArray *points)
{
  g_autoptr (GHashTable) bins = g_hash_table_new_full (g_int64_hash, g_int64_equal,
                                                       g_free, NULL);
  g_autoptr (GArray) gathered = g_array_new (FALSE, TRUE, sizeof (ImLatticePoint));

  for (guint i = 0; i < search->n_pair; i++)
    lattice->side[i] = (lattice->last[i] - lattice->first[i]) / IM_LATTICE_MAX_SIDE + 1;
  for (guint i = 0; i < points->len; i++)
    {
      const ImLatticePoint *point = &g_array_index (points, ImLatticePoint, i);
      gint64 column = (point->x - lattice->first[0]) / lattice->side[0];
      gint64 row = (point->y - lattice->first[1]) / lattice->side[1];
      gint64 key = column * (IM_LATTICE_MAX_SIDE + 1) + row;
      gpointer number = g_hash_table_lookup (bins, &key);

      if (number == NULL)
        {
          ImLatticePoint bin = { lattice->first[0] + column * lattice->side[0],
                                 lattice->first[1] + row * lattice->side[1], 0, 0 };

          g_array_append_val (gathered, bin);
          number = GUINT_TO_POINTER (gathered->len);
          g_hash_table_insert (bins, g_memdup2 (&key, sizeof key), number);
        }
      ImLatticePoint *bin = &g_array_index (gathered, ImLatticePoint,
                                            GPOINTER_TO_UINT (number) - 1);

      bin->share += 1 / count_tried (lattice, 0, bin->x) /
                    count_tried (lattice, 1, bin->y);
    }
  g_array_set_size (points, 0);
  if (gathered->len > 0)
    g_array_append_vals (points, gathered->data, gathered->len);
}

static void
number_cells (Search *search,
              const ImFormula *formula,
              ImFormulaLattice *lattice,
              GArray *points)
{
  g_autoptr (GHashTable) cells = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < points->len; i++)
    {
      ImLatticePoint *point = &g_array_index (points, ImLatticePoint, i);

      point->cell = number_cell (
          cells,
          describe_cell (search, formula, (const gint64[2]){ point->x, point->y }));
    }
  lattice->n_cells = g_hash_table_size (cells);
}

/* Ranges of forms that nothing but the pair takes part in. */
static void
find_bounds (Search *search, ImFormulaLattice *lattice)
{
  ImLatticeBound *bounds = im_arena_new0 (search->arena, ImLatticeBound,
                                          search->n_ranges + 1);

  for (guint i = 0; i < search->n_ranges; i++)
    {
      const Range *range = &search->ranges[i];
      ImLatticeBound bound = { NULL, range->of };
      g_autoptr (GString) text = g_string_new ("0 ≤ ");
      gint64 end = 0;

      if (range->depth >= search->n_pair || !is_tied (search, range))
        continue;
      bound.factor_x = range->form->factor[search->order[0]];
      if (search->n_pair > 1)
        bound.factor_y = range->form->factor[search->order[1]];
      if (__builtin_mul_overflow (range->size - 1, range->form->divisor, &end) ||
          __builtin_sub_overflow (end, range->form->constant, &bound.high))
        continue;
      bound.low = -range->form->constant;
      im_affine_append_text (range->form, search->kernel->indices, "/", text);
      g_string_append_printf (text, " < %" G_GINT64_FORMAT, range->size);
      bound.text = im_arena_strdup (search->arena, text->str);
      bounds[lattice->n_bounds++] = bound;
    }
  lattice->bounds = bounds;
}

const ImFormulaLattice *
im_formula_lattice_new (const ImFormula *formula,
                        const ImKernel *kernel,
                        const ImLoopNest *nest,
                        const guint pair[2],
                        ImArena *arena)
{
  ImFormulaLattice *lattice = im_arena_new0 (arena, ImFormulaLattice, 1);
  Search search = { .kernel = kernel, .nest = nest, .arena = arena, .is_whole = TRUE };
  g_autoptr (GArray) points = NULL;

  collect_ranges (&search, formula);
  search.n_pair = pair[0] == pair[1] ? 1 : 2;
  for (guint i = 0; i < search.n_pair; i++)
    {
      search.order[search.n_order++] = pair[i];
      lattice->first[i] = nest->first[pair[i]];
      lattice->last[i] = nest->last[pair[i]];
    }
  find_order (&search);
  lattice->x = kernel->indices[pair[0]];
  lattice->y = search.n_pair > 1 ? kernel->indices[pair[1]] : NULL;
  lattice->side[0] = lattice->side[1] = 1;

  points = find_points (&search, lattice);
  if (points->len > IM_LATTICE_MAX_POINTS ||
      lattice->last[0] - lattice->first[0] >= IM_LATTICE_MAX_SIDE ||
      lattice->last[1] - lattice->first[1] >= IM_LATTICE_MAX_SIDE)
    gather_points (&search, lattice, points);
  else
    number_cells (&search, formula, lattice, points);
  find_bounds (&search, lattice);
  lattice->is_whole = search.is_whole;
  lattice->n_points = points->len;
  lattice->points = im_arena_new0 (arena, ImLatticePoint, points->len + 1);
  if (points->len > 0)
    memcpy ((ImLatticePoint *) lattice->points, points->data,
            sizeof (ImLatticePoint) * points->len);

  return lattice;
}

static gboolean
is_in_output (const ImFormula *formula, const ImKernel *kernel, guint index)
{
  const ImKernelAccess *output = &kernel->output;

  for (guint i = 0; i < im_formula_get_buffer (formula, output->buffer)->shape.rank; i++)
    if (output->index[i].factor[index] != 0)
      return TRUE;

  return FALSE;
}

/* How much a pair is worth: whether one access has both, and only one is reduced. */
static guint
rate_pair (const ImFormula *formula, const ImKernel *kernel, guint x, guint y)
{
  guint worth = is_in_output (formula, kernel, x) && !is_in_output (formula, kernel, y);

  for (guint i = 0; i < kernel->n_loads; i++)
    for (guint j = 0;
         j < im_formula_get_buffer (formula, kernel->loads[i].buffer)->shape.rank; j++)
      if (kernel->loads[i].computed[j] == NULL &&
          kernel->loads[i].index[j].factor[x] != 0 &&
          kernel->loads[i].index[j].factor[y] != 0)
        return worth + 2;

  return worth;
}

gboolean
im_formula_lattice_choose (const ImFormula *formula,
                           const ImKernel *kernel,
                           guint pair[2])
{
  guint best = 0;

  if (kernel->n_indices == 0)
    return FALSE;

  pair[0] = 0;
  pair[1] = kernel->n_indices > 1 ? 1 : 0;
  for (guint x = 0; x < kernel->n_indices; x++)
    for (guint y = 0; y < kernel->n_indices; y++)
      if (x != y && rate_pair (formula, kernel, x, y) > best)
        {
          best = rate_pair (formula, kernel, x, y);
          pair[0] = x;
          pair[1] = y;
        }

  return TRUE;
}
