/* SPDX-License-Identifier: MIT */
#include "document/help/im-contract-remedy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "document/help/im-option-search.h"

#define MAX_REMEDIES 3
#define NEAR         16   /* sizes are tried up to so far from what there is */
#define LARGEST      4096 /* power of two that is tried */

typedef struct
{
  ImUnitEvaluation *evaluation;
  const ImUnit *unit;
  const ImContract *contract;
  guint n_failing; /* contracts */
  GPtrArray *remedies;
} Search;

static void
free_remedy (gpointer data)
{
  ImContractRemedy *remedy = data;

  g_free (remedy->name);
  g_free (remedy->text);
  g_free (remedy);
}

static void
add (Search *search, const char *name, const char *text, double distance)
{
  ImContractRemedy *remedy = g_new0 (ImContractRemedy, 1);

  remedy->name = g_strdup (name);
  remedy->text = g_strdup (text);
  remedy->distance = distance;
  g_ptr_array_add (search->remedies, remedy);
}

static void
add_type (Search *search, const char *name, const ImTensorType *type, double distance)
{
  g_autoptr (GString) text = g_string_new (NULL);

  im_tensor_type_append_text (type, text);
  add (search, name, text->str, distance);
}

static guint
count_failing (ImUnitEvaluation *evaluation)
{
  const ImUnit *unit = im_unit_evaluation_get_unit (evaluation);
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
search_option (Search *search, const ImParameter *option)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  ImValue value, read;
  double distance;

  if (!im_option_search (search->evaluation, option, search->contract, arena, &value,
                         &distance))
    return;
  im_value_append_display (&value, text);
  if (im_unit_parse_option (option, text->str, arena, &read))
    add (search, option->name.text, text->str, distance);
}

/* What is tried, with another type of an input. */
static ImUnitEvaluation *
evaluate_with (const Search *search, const char *name, const ImTensorType *type)
{
  g_autoptr (GArray) bindings = g_array_new (FALSE, FALSE, sizeof (ImUnitBinding));

  for (guint i = 0; i < search->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &search->unit->parameters[i];
      ImUnitBinding binding = { .name = parameter->name.text };

      if ((parameter->kind != IM_PARAMETER_INPUT &&
           !im_parameter_is_option (parameter)) ||
          !im_unit_evaluation_is_given (search->evaluation, parameter) ||
          !im_unit_evaluation_get_value (search->evaluation, parameter, &binding.value,
                                         NULL))
        continue;
      if (strcmp (binding.name, name) == 0)
        binding.value = IM_TENSOR (type);
      g_array_append_val (bindings, binding);
    }

  return im_unit_evaluation_new (search->unit, (const ImUnitBinding *) bindings->data,
                                 bindings->len);
}

/* Whether the contract holds with a type of an input, and none fails instead. */
static gboolean
holds (const Search *search, const char *name, const ImTensorType *type)
{
  g_autoptr (ImUnitEvaluation) evaluation = evaluate_with (search, name, type);

  return im_unit_evaluation_check_contract (evaluation, search->contract).holds &&
         count_failing (evaluation) < search->n_failing;
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

  if (size < 1 || size == current)
    return FALSE;
  other.shape.size[axis] = size;
  if (!holds (search, name, &other))
    return FALSE;
  add_type (search, name, &other, abs (size - current) / (double) MAX (size, current));

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
      int rank = (int) type->shape.rank + step;

      if (rank < 1 || rank > IM_SHAPE_MAX_RANK)
        continue;
      other.shape.rank = (guint) rank;
      if (step > 0)
        other.shape.size[rank - 1] = 1;
      if (holds (search, name, &other))
        add_type (search, name, &other, 0.9);
    }
}

static void
search_input (Search *search, const ImParameter *input)
{
  const char *name = input->name.text;
  guint n = search->remedies->len;
  ImValue value;

  if (!im_unit_evaluation_is_given (search->evaluation, input) ||
      !im_unit_evaluation_get_value (search->evaluation, input, &value, NULL))
    return;
  for (guint axis = 0; axis < value.tensor->shape.rank; axis++)
    search_axis (search, name, value.tensor, axis);
  if (search->remedies->len == n)
    search_rank (search, name, value.tensor);
}

static gint
compare (gconstpointer a, gconstpointer b)
{
  double difference = (*(ImContractRemedy *const *) a)->distance -
                      (*(ImContractRemedy *const *) b)->distance;

  return (difference > 0) - (difference < 0);
}

GPtrArray *
im_contract_find_remedies (ImUnitEvaluation *evaluation, const ImContract *contract)
{
  const ImUnit *unit = im_unit_evaluation_get_unit (evaluation);
  Search search = { .evaluation = evaluation,
                    .unit = unit,
                    .contract = contract,
                    .n_failing = count_failing (evaluation),
                    .remedies = g_ptr_array_new_with_free_func (free_remedy) };

  for (guint i = 0; i < unit->n_parameters; i++)
    if (im_parameter_is_option (&unit->parameters[i]))
      search_option (&search, &unit->parameters[i]);
    else if (unit->parameters[i].kind == IM_PARAMETER_INPUT)
      search_input (&search, &unit->parameters[i]);
  g_ptr_array_sort (search.remedies, compare);
  if (search.remedies->len > MAX_REMEDIES)
    g_ptr_array_set_size (search.remedies, MAX_REMEDIES);

  return search.remedies;
}
