/* SPDX-License-Identifier: MIT */
#include "document/help/im-option-search.h"

#include <math.h>

#include "unit/im-unit-text.h"

#define N_NEIGHBOURS     16
#define N_BISECTIONS     40
#define MAX_DIGITS       15
#define FIRST_STEP       1e-3 /* of a real number, relative */
#define READABLE_WITHIN  1e-2 /* relative distance that fewer digits may cost */
#define N_REAL_DOUBLINGS 40

typedef struct
{
  ImOptionTrial *trial;
  const ImContract *contract;
  gboolean is_int;
  double current;
  double minimum;
  double maximum;
  double best; /* NaN if there is none */
} Search;

static ImValue
to_value (const Search *search, double number)
{
  return search->is_int ? IM_INT ((gint32) number) : IM_DOUBLE (number);
}

/* Whether a number solves the problem. */
static gboolean
try_number (Search *search, double number)
{
  ImValue value;

  if (!isfinite (number) || number < search->minimum || number > search->maximum ||
      number == search->current)
    return FALSE;
  value = to_value (search, number);

  return im_option_trial_holds (search->trial, &value, search->contract);
}

static gboolean
is_nearer (const Search *search, double number)
{
  return isnan (search->best) ||
         fabs (number - search->current) < fabs (search->best - search->current);
}

static gboolean
offer (Search *search, double number)
{
  if (!is_nearer (search, number) || !try_number (search, number))
    return FALSE;
  search->best = number;

  return TRUE;
}

/* Between a number that does not solve the problem and one that does: the number nearest
 * to the first that does. */
static double
bisect (Search *search, double bad, double good)
{
  for (guint i = 0; i < N_BISECTIONS; i++)
    {
      double middle = bad + (good - bad) / 2;

      if (search->is_int)
        middle = trunc (middle);
      if (middle == bad || middle == good)
        break;
      if (try_number (search, middle))
        good = middle;
      else
        bad = middle;
    }

  return good;
}

/* Rounds to digits, down or up if @direction is not 0. */
static double
round_to (double number, guint digits, double direction)
{
  double unit = pow (10, floor (log10 (fabs (number))) + 1 - digits);
  double quotient = number / unit;
  double rounded = direction == 0  ? round (quotient)
                   : direction < 0 ? floor (quotient)
                                   : ceil (quotient);
  g_autofree char *text = g_strdup_printf ("%.*g", MAX_DIGITS, rounded * unit);

  return g_ascii_strtod (text, NULL);
}

/* Offers a number with few digits that is as good. */
static void
offer_readable (Search *search, double number)
{
  double direction = number < search->current ? -1 : 1;

  for (guint digits = 1; digits <= MAX_DIGITS && number != 0; digits++)
    for (guint i = 0; i < 2; i++)
      {
        double rounded = round_to (number, digits, i == 0 ? 0 : direction);

        if (fabs (rounded - number) <= READABLE_WITHIN * fabs (number) &&
            offer (search, rounded))
          return;
      }
  offer (search, number);
}

static void
search_direction (Search *search, double direction)
{
  double bad = search->current;
  double step = search->is_int ? N_NEIGHBOURS
                               : FIRST_STEP * MAX (fabs (search->current), 1);
  double limit = direction < 0 ? search->minimum : search->maximum;
  guint n = search->is_int ? 32 : N_REAL_DOUBLINGS;

  for (guint i = 0; i < n && bad != limit; i++)
    {
      double number = search->current + direction * step;

      if (direction * (number - limit) > 0)
        number = limit;
      if (!is_nearer (search, number))
        return;
      if (try_number (search, number))
        {
          number = bisect (search, bad, number);
          if (search->is_int)
            offer (search, number);
          else
            offer_readable (search, number);
          return;
        }
      bad = number;
      step *= 2;
    }
}

static void
search_powers (Search *search)
{
  for (guint i = 0; i < 31; i++)
    offer (search, (double) (1u << i));
}

static gboolean
search_neighbours (Search *search)
{
  for (gint i = 1; i <= N_NEIGHBOURS; i++)
    if (offer (search, search->current - i) || offer (search, search->current + i))
      return TRUE;

  return FALSE;
}

static void
read_limit (const ImUnitText *text, double *limit)
{
  if (text->text != NULL)
    im_unit_parse_number (text->text, limit);
}

static gboolean
search_number (Search *search, const ImOption *option)
{
  double initial = NAN;

  read_limit (&option->minimum, &search->minimum);
  read_limit (&option->maximum, &search->maximum);
  read_limit (&option->initial, &initial);
  if (search->is_int && search_neighbours (search))
    return TRUE;
  if (!search->is_int)
    offer (search, round (search->current));
  search_direction (search, -1);
  search_direction (search, 1);
  search_powers (search);
  offer (search, 0);
  offer (search, search->minimum);
  offer (search, search->maximum);
  offer (search, initial);

  return !isnan (search->best);
}

static gboolean
search_items (const Search *search,
              const ImOption *option,
              const ImValue *current,
              ImArena *arena,
              ImValue *value)
{
  for (guint i = 0; i < option->n_items; i++)
    if (im_unit_parse_option (option->parameter, option->items[i].value.text, arena,
                              value) &&
        !im_value_equal (value, current) &&
        im_option_trial_holds (search->trial, value, search->contract))
      return TRUE;

  return FALSE;
}

static gboolean
search_boolean (const Search *search, const ImValue *current, ImValue *value)
{
  *value = IM_BOOL (!current->boolean);
  return im_option_trial_holds (search->trial, value, search->contract);
}

/* A shape becomes its default, which fits the input; best with its own outermost size, so
 * that a window stays as long as it is. */
static gboolean
search_shape (const Search *search,
              ImUnitEvaluation *evaluation,
              const ImOption *option,
              const ImShape *current,
              ImArena *arena,
              ImValue *value)
{
  ImShape shape;

  if (option->fitting == NULL ||
      !im_unit_evaluation_get_default (evaluation, option, value) ||
      value->kind != IM_VALUE_SHAPE || !im_value_is_known (value))
    return FALSE;
  shape = *value->shape;
  if (shape.rank > 0 && current->rank > 0)
    shape.size[shape.rank - 1] = current->size[current->rank - 1];

  const ImValue candidates[] = { IM_SHAPE (&shape), *value };
  for (guint i = 0; i < G_N_ELEMENTS (candidates); i++)
    if (im_option_trial_holds (search->trial, &candidates[i], search->contract))
      {
        *value = im_value_copy (arena, &candidates[i]);
        return TRUE;
      }

  return FALSE;
}

gboolean
im_option_search (ImUnitEvaluation *evaluation,
                  const ImParameter *parameter,
                  const ImContract *contract,
                  ImArena *arena,
                  ImValue *value,
                  double *distance)
{
  g_autoptr (ImOptionTrial) trial = im_option_trial_new (evaluation, parameter);
  gboolean is_int = parameter->kind == IM_PARAMETER_INT;
  Search search = { .trial = trial,
                    .contract = contract,
                    .is_int = is_int,
                    .minimum = is_int ? G_MININT32 : -G_MAXDOUBLE,
                    .maximum = is_int ? G_MAXINT32 : G_MAXDOUBLE,
                    .best = NAN };
  ImValue current;

  *distance = 1;
  if (!im_unit_evaluation_get_value (evaluation, parameter, &current, NULL) ||
      current.kind == IM_VALUE_UNKNOWN)
    return FALSE;
  if (parameter->option->n_items > 0)
    return search_items (&search, parameter->option, &current, arena, value);
  if (parameter->kind == IM_PARAMETER_BOOL)
    return search_boolean (&search, &current, value);
  if (parameter->kind == IM_PARAMETER_SHAPE)
    return search_shape (&search, evaluation, parameter->option, current.shape, arena,
                         value);
  if (!is_int && parameter->kind != IM_PARAMETER_DOUBLE)
    return FALSE;

  search.current = is_int ? current.integer : current.real;
  if (!search_number (&search, parameter->option))
    return FALSE;
  *value = to_value (&search, search.best);
  *distance = fabs (search.best - search.current) /
              MAX (MAX (fabs (search.best), fabs (search.current)), 1);

  return TRUE;
}
