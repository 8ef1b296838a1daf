/* SPDX-License-Identifier: MIT */
#include "studio/unit/studio-unit-remedy.h"

#include <math.h>
#include <stdlib.h>

#include "document/help/im-option-search.h"

#define MAX_REMEDIES 3
#define NEAR         16   /* sizes are tried up to so far from what there is */
#define LARGEST      4096 /* power of two that is tried */

typedef struct
{
  StudioUnitTrial *trial;
  const ImUnit *unit;
  const ImContract *contract;
  guint n_failing; /* contracts */
  GPtrArray *remedies;
} Search;

static void
free_remedy (gpointer data)
{
  StudioUnitRemedy *remedy = data;

  g_free (remedy->name);
  g_free (remedy->text);
  g_free (remedy);
}

static void
add (Search *search, const char *name, const char *text, double distance)
{
  StudioUnitRemedy *remedy = g_new0 (StudioUnitRemedy, 1);

  remedy->name = g_strdup (name);
  remedy->text = g_strdup (text);
  remedy->distance = distance;
  g_ptr_array_add (search->remedies, remedy);
}

static guint
count_failing (ImUnitEvaluation *evaluation, const ImUnit *unit)
{
  guint n = 0;

  for (guint i = 0; i < unit->n_contracts; i++)
    {
      ImContractResult result = im_unit_evaluation_check_contract (evaluation,
                                                                   &unit->contracts[i]);

      n += !result.is_unknown && !result.holds;
    }

  return n;
}

static void
search_option (Search *search, ImUnitEvaluation *evaluation, const ImParameter *option)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *problem = NULL;
  ImValue value;
  double distance;

  if (!im_option_search (evaluation, option, search->contract, arena, &value, &distance))
    return;
  im_value_append_display (&value, text);
  problem = studio_unit_trial_check (option, text->str);
  if (problem == NULL)
    add (search, option->name.text, text->str, distance);
}

/* Whether the contract holds with a type of an input, and none fails instead. */
static gboolean
holds (Search *search, const char *name, const char *text)
{
  g_autofree char *old = g_strdup (studio_unit_trial_get (search->trial, name));
  g_autoptr (ImUnitEvaluation) evaluation = NULL;
  gboolean is_good;

  studio_unit_trial_set (search->trial, name, text);
  evaluation = studio_unit_trial_evaluate (search->trial, search->unit);
  is_good = im_unit_evaluation_check_contract (evaluation, search->contract).holds &&
            count_failing (evaluation, search->unit) < search->n_failing;
  studio_unit_trial_set (search->trial, name, old);

  return is_good;
}

static gboolean
try_size (Search *search,
          const char *name,
          const ImTensorType *type,
          guint axis,
          int size)
{
  ImTensorType other = *type;
  int current = type->shape.size[axis];
  g_autoptr (GString) text = g_string_new (NULL);

  if (size < 1 || size == current)
    return FALSE;
  other.shape.size[axis] = size;
  im_tensor_type_append_text (&other, text);
  if (!holds (search, name, text->str))
    return FALSE;
  add (search, name, text->str, abs (size - current) / (double) MAX (size, current));

  return TRUE;
}

/* Near sizes first, then powers of two. */
static void
search_axis (Search *search, const char *name, const ImTensorType *type, guint axis)
{
  int current = type->shape.size[axis];

  for (int i = 1; i <= NEAR; i++)
    if (try_size (search, name, type, axis, current + i) ||
        try_size (search, name, type, axis, current - i))
      return;
  for (int size = 1; size <= LARGEST; size *= 2)
    if (abs (size - current) > NEAR && try_size (search, name, type, axis, size))
      return;
}

/* An axis more or less, where sizes do not help. */
static void
search_rank (Search *search, const char *name, const ImTensorType *type)
{
  for (int step = -1; step <= 1; step += 2)
    {
      ImTensorType other = *type;
      g_autoptr (GString) text = g_string_new (NULL);
      int rank = (int) type->shape.rank + step;

      if (rank < 1 || rank > IM_SHAPE_MAX_RANK)
        continue;
      other.shape.rank = (guint) rank;
      if (step > 0)
        other.shape.size[rank - 1] = 1;
      im_tensor_type_append_text (&other, text);
      if (holds (search, name, text->str))
        add (search, name, text->str, 0.9);
    }
}

static void
search_input (Search *search, const ImParameter *input)
{
  const char *name = input->name.text;
  guint n = search->remedies->len;
  ImTensorType type;

  if (!im_tensor_type_parse (studio_unit_trial_get (search->trial, name), &type, NULL))
    return;
  for (guint axis = 0; axis < type.shape.rank; axis++)
    search_axis (search, name, &type, axis);
  if (search->remedies->len == n)
    search_rank (search, name, &type);
}

static gint
compare (gconstpointer a, gconstpointer b)
{
  double difference = (*(StudioUnitRemedy *const *) a)->distance -
                      (*(StudioUnitRemedy *const *) b)->distance;

  return (difference > 0) - (difference < 0);
}

GPtrArray *
studio_unit_find_remedies (StudioUnitTrial *trial,
                           ImUnitEvaluation *evaluation,
                           const ImContract *contract)
{
  const ImUnit *unit = im_unit_evaluation_get_unit (evaluation);
  Search search = { .trial = trial,
                    .unit = unit,
                    .contract = contract,
                    .n_failing = count_failing (evaluation, unit),
                    .remedies = g_ptr_array_new_with_free_func (free_remedy) };

  for (guint i = 0; i < unit->n_parameters; i++)
    if (im_parameter_is_option (&unit->parameters[i]))
      search_option (&search, evaluation, &unit->parameters[i]);
    else if (unit->parameters[i].kind == IM_PARAMETER_INPUT)
      search_input (&search, &unit->parameters[i]);
  g_ptr_array_sort (search.remedies, compare);
  if (search.remedies->len > MAX_REMEDIES)
    g_ptr_array_set_size (search.remedies, MAX_REMEDIES);

  return search.remedies;
}
