/* SPDX-License-Identifier: MIT
 *
 * Descent along one coordinate at a time: each required input has one of some types, each
 * option its default or one of some values. Of all single changes the one is kept after
 * which the least is wrong, until nothing is, or no change helps.
 */
#include "cases/im-case-search.h"

#include <string.h>

#include "base/im-arena.h"
#include "cases/im-case-table.h"
#include "plan/im-plan.h"

static const char *const ints[] = { "1", "2", "3", "4", "8", "16", "0", "-1", "64" };
static const char *const doubles[] = { "1", "0.5", "2", "10", "100", "1000", "0", "-1" };
static const char *const bools[] = { "true", "false" };
static const char *const option_shapes[] = { "[4]", "[8]", "[2,2]", "[4,4]", "[1]" };

#define MAX_CHANGES 12
#define MAX_BYTES   (1u << 20)

#define MAX_DISTANCE  100
#define WANTED_WEIGHT 1000 /* of a condition that does not hold */

typedef struct
{
  const ImUnit *unit;
  ImUnitLibrary *library;
  const ImUnitBinding *given;
  guint n_given;
  ImArena *arena;
  const ImImplementation *wanted; /* that is to be chosen, or NULL */
  GCancellable *cancellable;
  const char *type;
  GHashTable *chosen; /* from ImParameter to ImValue */
} Search;

static gboolean
is_given (const Search *search, const ImParameter *parameter)
{
  for (guint i = 0; i < search->n_given; i++)
    if (strcmp (search->given[i].name, parameter->name.text) == 0)
      return TRUE;

  return FALSE;
}

static ImProgram *
elaborate (const Search *search, ImDiagnostics *problems)
{
  g_autoptr (GArray) bindings = g_array_new (FALSE, FALSE, sizeof (ImUnitBinding));
  GHashTableIter iter;
  gpointer parameter, value;

  g_array_append_vals (bindings, search->given, search->n_given);
  g_hash_table_iter_init (&iter, search->chosen);
  while (g_hash_table_iter_next (&iter, &parameter, &value))
    {
      ImUnitBinding binding = { ((const ImParameter *) parameter)->name.text,
                                *(const ImValue *) value };

      g_array_append_val (bindings, binding);
    }

  return im_program_elaborate (search->unit, search->library,
                               (const ImUnitBinding *) (gpointer) bindings->data,
                               bindings->len, problems);
}

/* How far the wanted implementation is from being chosen: how many of its conditions do
 * not hold, and whether one before it fits. */
static guint
measure_distance (const Search *search, const ImProgram *program)
{
  for (guint i = 0; i < program->n_instances; i++)
    for (ImSectionKind section = 0; section < IM_N_SECTIONS; section++)
      {
        const ImInstance *instance = &program->instances[i];
        ImSectionResult result;

        if (instance->unit != search->unit)
          continue;
        result = im_unit_evaluation_choose (instance->evaluation, section,
                                            search->wanted->language);
        for (guint j = 0; j < result.n_results; j++)
          {
            const ImImplementationResult *one = &result.results[j];
            guint distance = one->implementation != result.chosen;

            for (guint k = 0; k < one->n_conditions; k++)
              distance += !one->conditions[k].holds;
            if (one->implementation == search->wanted)
              return distance;
          }
      }

  return MAX_DISTANCE;
}

/* How much is wrong: contracts weigh most, since nothing else is looked at before they
 * hold. Nothing weighs less than anything else once the search is cancelled. */
static guint
weigh (const Search *search)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImProgram) program = NULL;
  g_autoptr (ImPlan) plan = NULL;
  guint weight = 0;

  if (g_cancellable_is_cancelled (search->cancellable))
    return G_MAXUINT;
  program = elaborate (search, problems);
  if (im_diagnostics_count (problems, IM_SEVERITY_ERROR) == 0)
    plan = im_plan_new_to_run (program, problems);
  if (plan != NULL &&
      (im_plan_is_makeshift (plan) || plan->arena_bytes + plan->state_bytes > MAX_BYTES))
    weight++;
  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (problems, i);

      if (problem->severity == IM_SEVERITY_ERROR)
        weight += strcmp (problem->code, "contract") == 0 ? 100 : 1;
    }
  if (search->wanted != NULL)
    weight += WANTED_WEIGHT * measure_distance (search, program);

  return weight;
}

static void
choose (const Search *search, const ImParameter *parameter, const ImValue *value)
{
  if (value == NULL)
    g_hash_table_remove (search->chosen, parameter);
  else
    g_hash_table_insert (search->chosen, (gpointer) parameter, (gpointer) value);
}

static void
add_option (const Search *search,
            const ImOption *option,
            const char *text,
            GPtrArray *values)
{
  ImValue *value = im_arena_new0 (search->arena, ImValue, 1);

  if (text != NULL &&
      im_unit_parse_option (option->parameter, text, search->arena, value))
    g_ptr_array_add (values, value);
}

static void
add_options (const Search *search,
             const ImOption *option,
             const char *const *texts,
             gsize n,
             GPtrArray *values)
{
  for (gsize i = 0; i < n; i++)
    add_option (search, option, texts[i], values);
}

static void
list_option_values (const Search *search, const ImOption *option, GPtrArray *values)
{
  for (guint i = 0; i < option->n_items; i++)
    add_option (search, option, option->items[i].value.text, values);
  if (option->parameter->kind == IM_PARAMETER_INT)
    add_options (search, option, ints, G_N_ELEMENTS (ints), values);
  else if (option->parameter->kind == IM_PARAMETER_DOUBLE)
    add_options (search, option, doubles, G_N_ELEMENTS (doubles), values);
  else if (option->parameter->kind == IM_PARAMETER_BOOL)
    add_options (search, option, bools, G_N_ELEMENTS (bools), values);
  else if (option->parameter->kind == IM_PARAMETER_SHAPE)
    add_options (search, option, option_shapes, G_N_ELEMENTS (option_shapes), values);
  add_option (search, option, option->minimum.text, values);
  add_option (search, option, option->maximum.text, values);
}

static void
list_input_values (const Search *search, GPtrArray *values)
{
  for (guint i = 0; i < IM_N_CASE_SHAPES; i++)
    {
      g_autofree char *text = g_strconcat (search->type, im_case_shapes[i],
                                           IM_CASE_HIGH_RATE, NULL);
      ImTensorType *type = im_arena_new0 (search->arena, ImTensorType, 1);
      ImValue *value = im_arena_new0 (search->arena, ImValue, 1);

      if (!im_tensor_type_parse (text, type, NULL))
        continue;
      for (guint j = 0; j < type->shape.rank; j++)
        type->sample_rate_hz[j] = IM_CASE_SAMPLE_RATE;
      *value = IM_TENSOR (type);
      g_ptr_array_add (values, value);
    }
}

static gboolean
is_required_input (const ImParameter *parameter)
{
  return parameter->kind == IM_PARAMETER_INPUT && !parameter->socket->is_optional;
}

/* Makes the best single change, if any makes less wrong. Returns what is wrong then. */
static guint
improve (const Search *search, guint weight)
{
  const ImParameter *best = NULL;
  const ImValue *best_value = NULL;

  for (guint i = 0; i < search->unit->n_parameters && weight > 0; i++)
    {
      const ImParameter *parameter = &search->unit->parameters[i];
      const ImValue *before = g_hash_table_lookup (search->chosen, parameter);
      g_autoptr (GPtrArray) values = g_ptr_array_new ();

      if (is_given (search, parameter))
        continue;
      if (is_required_input (parameter) ||
          (search->wanted != NULL && parameter->kind == IM_PARAMETER_INPUT &&
           !parameter->socket->is_time))
        list_input_values (search, values);
      else if (im_parameter_is_option (parameter))
        list_option_values (search, parameter->option, values);
      for (guint j = 0; j < values->len && weight > 0; j++)
        {
          guint now;

          choose (search, parameter, g_ptr_array_index (values, j));
          now = weigh (search);
          if (now >= weight)
            continue;
          weight = now;
          best = parameter;
          best_value = g_ptr_array_index (values, j);
        }
      choose (search, parameter, before);
    }
  if (best != NULL)
    choose (search, best, best_value);

  return weight;
}

/* Begins with the same shape for all inputs. */
static void
start (const Search *search, guint shape)
{
  g_autoptr (GPtrArray) values = g_ptr_array_new ();

  g_hash_table_remove_all (search->chosen);
  list_input_values (search, values);
  shape = MIN (shape, values->len - 1);
  for (guint i = 0; i < search->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &search->unit->parameters[i];

      if (is_required_input (parameter) && !is_given (search, parameter))
        choose (search, parameter, g_ptr_array_index (values, shape));
    }
}

/* Returns whether nothing is wrong in the end. */
static gboolean
descend (const Search *search)
{
  guint weight = weigh (search);

  for (guint i = 0; i < MAX_CHANGES && weight > 0; i++)
    {
      guint now = improve (search, weight);

      if (now == weight)
        return FALSE;
      weight = now;
    }

  return weight == 0;
}

ImProgram *
im_case_search (const ImUnit *unit,
                ImUnitLibrary *library,
                const ImUnitBinding *bindings,
                guint n_bindings,
                const ImImplementation *wanted,
                GCancellable *cancellable)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GHashTable) chosen = g_hash_table_new (NULL, NULL);
  Search search = {
    .unit = unit,
    .library = library,
    .given = bindings,
    .n_given = n_bindings,
    .wanted = wanted,
    .cancellable = cancellable,
    .arena = arena,
    .chosen = chosen,
  };

  /* Inputs that need the same shape leave another only together. */
  for (guint shape = 0; shape < (wanted == NULL ? IM_N_CASE_SHAPES : 1); shape++)
    for (guint i = 0; i < (wanted == NULL ? IM_N_USUAL_TYPES : IM_N_CASE_TYPES); i++)
      {
        g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();

        search.type = im_case_types[i];
        start (&search, shape);
        if (descend (&search))
          return elaborate (&search, problems);
      }

  return NULL;
}
