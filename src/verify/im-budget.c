/* SPDX-License-Identifier: MIT */
#include "verify/im-budget.h"

#include <string.h>

#include "emit/im-emit-c.h"
#include "program/im-program-title.h"
#include "run/im-footprint.h"
#include "run/im-host.h"
#include "run/im-run-error.h"
#include "run/im-trace.h"
#include "verify/im-target-cost.h"

#define TIME_S         60
#define MEMORY_BYTES   (4ull << 30)
#define FILE_BYTES     (1ull << 30)
#define START_FRAMES   64
#define GROWTH         4
#define MAX_FRAMES     (1u << 15)
#define WANTED_OUTPUTS 16 /* behind those that fill windows */
#define N_RUNS         2  /* of so many frames, and twice as many */

typedef struct
{
  ImBudget *budget;
  const ImPlan *plan;
  ImUnitLibrary *library;
  ImProcessLimits limits;
  GBytes *trace;
} Measure;

static void
clear_part (gpointer data)
{
  g_free (((ImBudgetPart *) data)->name);
  g_free (((ImBudgetPart *) data)->layer);
  g_free (((ImBudgetPart *) data)->title);
}

static void
add_part (ImBudget *budget,
          ImBudgetKind kind,
          const char *name,
          const ImInstance *layer,
          double amount,
          double calls)
{
  ImBudgetPart part = { .name = g_strdup (name),
                        .amount = amount,
                        .calls = calls,
                        .layer = layer == NULL ? NULL : g_strdup (layer->path),
                        .title = layer == NULL
                                     ? NULL
                                     : im_program_dup_title (layer->path, layer->unit) };

  g_array_append_val (budget->parts[kind], part);
}

static gint
compare_parts (gconstpointer a, gconstpointer b)
{
  const ImBudgetPart *first = a, *second = b;

  if (first->amount > second->amount || first->amount < second->amount)
    return first->amount > second->amount ? -1 : 1;

  return strcmp (first->name, second->name);
}

static double
get_rate (const ImProgram *program)
{
  double rate = 0;

  for (guint i = 0; i < program->n_inputs; i++)
    if (program->inputs[i].tensor >= 0)
      rate = MAX (rate, program->tensors[program->inputs[i].tensor].type.rate_hz);

  return rate;
}

/* Outputs that the second run has more than the first. */
static guint
count_outputs (GBytes *trace)
{
  ImTraceReader reader;
  ImTraceRecord record;
  guint run = 0, n[N_RUNS] = { 0 };

  im_trace_reader_init (&reader, trace);
  while (im_trace_reader_next (&reader, &record))
    if (record.kind == IM_TRACE_RUN)
      run = MIN (record.number, N_RUNS - 1);
    else if (record.kind == IM_TRACE_OUTPUT)
      n[run]++;

  return n[1] - MIN (n[0], n[1]);
}

static GBytes *
run_once (ImHost *host, const GArray *inputs, guint n_frames, GError **error)
{
  const ImInput *rows = (const ImInput *) (gpointer) inputs->data;
  ImFrames *frames[N_RUNS];
  ImHostRun run = { .number = 0, .runs = frames, .n_runs = N_RUNS };
  GBytes *trace = NULL;

  for (guint i = 0; i < N_RUNS; i++)
    frames[i] = im_frames_new_random (rows, inputs->len, (i + 1) * n_frames, 0);
  if (im_host_run (host, &run, 1, error))
    {
      if (run.error != NULL)
        g_propagate_error (error, g_steal_pointer (&run.error));
      trace = g_steal_pointer (&run.trace);
    }
  im_host_run_clear (&run);
  for (guint i = 0; i < N_RUNS; i++)
    im_frames_free (frames[i]);

  return trace;
}

/* Queues need many frames until a window is full: what the second half of the longer run
 * takes is what goes on for ever. */
static gboolean
run (Measure *measure, GError **error)
{
  ImBudget *budget = measure->budget;
  g_auto (ImWorkFolder) folder = { 0 };
  g_autoptr (ImHost) host = NULL;
  g_autoptr (GArray) inputs = im_host_list_inputs (measure->plan->program);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();

  if (!im_work_folder_open (&folder, NULL, error))
    return FALSE;
  measure->limits.folder = folder.path;
  host = im_host_new (&folder, &measure->limits);
  im_host_set_build (host, &budget->build);
  if (!im_host_add (host, measure->plan, measure->library, IM_HOST_COMPARED, problems,
                    error) ||
      !im_host_compile (host, error))
    return FALSE;
  for (budget->n_frames = START_FRAMES;; budget->n_frames *= GROWTH)
    {
      g_clear_pointer (&measure->trace, g_bytes_unref);
      measure->trace = run_once (host, inputs, budget->n_frames, error);
      if (measure->trace == NULL)
        return FALSE;
      if (count_outputs (measure->trace) >= WANTED_OUTPUTS ||
          budget->n_frames >= MAX_FRAMES)
        return TRUE;
    }
}

static void
take_instructions (Measure *measure)
{
  ImBudget *budget = measure->budget;
  const ImProgram *program = measure->plan->program;
  guint n = program->n_instances;
  g_autofree ImTargetCost *costs = g_new0 (ImTargetCost, N_RUNS * n);
  ImTargetCost whole[N_RUNS] = { 0 };
  double rest, n_frames = budget->n_frames;

  for (guint i = 0; i < N_RUNS; i++)
    im_target_cost_collect (measure->plan, measure->trace, i, &costs[i * n], &whole[i]);
  rest = ((double) whole[1].instructions - (double) whole[0].instructions) / n_frames;
  budget->amounts[IM_BUDGET_CPU] = rest;
  budget->amounts[IM_BUDGET_STACK] = (double) MAX (whole[0].stack_bytes,
                                                   whole[1].stack_bytes);
  for (guint i = 0; i < n; i++)
    {
      double amount = ((double) costs[n + i].instructions -
                       (double) costs[i].instructions) /
                      n_frames;
      double calls = ((double) costs[n + i].n_calls - (double) costs[i].n_calls) /
                     n_frames;

      if (costs[n + i].n_calls > 0)
        add_part (budget, IM_BUDGET_CPU, program->instances[i].path,
                  &program->instances[i], amount, calls);
      rest -= amount;
    }
  if (rest > 0)
    add_part (budget, IM_BUDGET_CPU, IM_BUDGET_BETWEEN, NULL, rest, 1);
}

/* States have the name of their layer in front of a dot. */
static const ImInstance *
find_owner (const ImProgram *program, const char *buffer)
{
  for (guint i = 0; i < program->n_instances; i++)
    {
      gsize length = strlen (program->instances[i].path);

      if (strncmp (buffer, program->instances[i].path, length) == 0 &&
          buffer[length] == '.')
        return &program->instances[i];
    }

  return NULL;
}

static void
take_memory (Measure *measure)
{
  const ImPlan *plan = measure->plan;
  ImBudget *budget = measure->budget;

  for (guint i = 0; i < plan->n_buffers; i++)
    if (plan->buffers[i].storage == IM_STORAGE_STATE)
      add_part (budget, IM_BUDGET_RAM, plan->buffers[i].name,
                find_owner (plan->program, plan->buffers[i].name),
                plan->buffers[i].size_bytes, 0);
  if (plan->arena_bytes > 0)
    add_part (budget, IM_BUDGET_RAM, "arena, shared by buffers", NULL,
              (double) plan->arena_bytes, 0);
}

/* The layer that calls a function, NULL if none does, or several do. */
static const ImInstance *
find_caller (const ImPlan *plan, const char *function)
{
  const ImInstance *caller = NULL;

  for (guint i = 0; i < plan->n_domains; i++)
    for (guint j = 0; j < plan->domains[i].n_calls; j++)
      {
        const ImPlanCall *call = &plan->domains[i].calls[j];
        const ImInstance *instance = &plan->program->instances[call->instance];

        if (strcmp (call->function, function) != 0 || caller == instance)
          continue;
        if (caller != NULL)
          return NULL;
        caller = instance;
      }

  return caller;
}

static gboolean
measure_size (Measure *measure, ImDiagnostics *diagnostics, GError **error)
{
  ImBudget *budget = measure->budget;
  g_autoptr (GArray) symbols = NULL;

  if (!im_footprint_measure (measure->plan, measure->library, &budget->build,
                             &measure->limits, &budget->size, &symbols, diagnostics,
                             error))
    return FALSE;
  budget->amounts[IM_BUDGET_FLASH] = (double) im_image_size_get_flash (&budget->size);
  budget->amounts[IM_BUDGET_RAM] = (double) im_image_size_get_ram (&budget->size);
  for (guint i = 0; i < symbols->len; i++)
    {
      const ImImageSymbol *symbol = &g_array_index (symbols, ImImageSymbol, i);

      if (!symbol->is_variable)
        add_part (budget, IM_BUDGET_FLASH, symbol->name,
                  find_caller (measure->plan, symbol->name), (double) symbol->bytes, 0);
    }

  return TRUE;
}

ImBudget *
im_budget_measure (const ImProgram *program,
                   ImUnitLibrary *library,
                   const ImBuild *build,
                   GCancellable *cancellable,
                   ImDiagnostics *diagnostics,
                   GError **error)
{
  g_autoptr (ImBudget) budget = g_new0 (ImBudget, 1);
  g_autoptr (ImPlan) plan = NULL;
  Measure measure = { .budget = budget,
                      .library = library,
                      .limits = { .time_s = TIME_S,
                                  .memory_bytes = MEMORY_BYTES,
                                  .file_bytes = FILE_BYTES,
                                  .cancellable = cancellable } };
  gboolean is_run;

  budget->build = *build;
  budget->frames_hz = get_rate (program);
  for (ImBudgetKind kind = 0; kind < IM_N_BUDGETS; kind++)
    {
      budget->parts[kind] = g_array_new (FALSE, FALSE, sizeof (ImBudgetPart));
      g_array_set_clear_func (budget->parts[kind], clear_part);
    }
  if (!im_build_check (build, error))
    return NULL;
  plan = im_plan_new (program, IM_LANGUAGE_C, diagnostics);
  if (plan == NULL)
    {
      g_set_error (error, IM_RUN_ERROR, IM_RUN_ERROR_EMIT, "there is no plan of %s",
                   program->unit->id.text);
      return NULL;
    }

  measure.plan = plan;
  is_run = measure_size (&measure, diagnostics, error) && run (&measure, error);
  if (is_run)
    {
      take_instructions (&measure);
      take_memory (&measure);
      for (ImBudgetKind kind = 0; kind < IM_N_BUDGETS; kind++)
        g_array_sort (budget->parts[kind], compare_parts);
    }
  g_clear_pointer (&measure.trace, g_bytes_unref);

  return is_run ? g_steal_pointer (&budget) : NULL;
}

double
im_budget_get_limit (const ImBudget *budget, const ImBoard *board, ImBudgetKind kind)
{
  double ram = (double) board->ram_bytes;

  switch (kind)
    {
    case IM_BUDGET_FLASH:
      return (double) board->flash_bytes;
    case IM_BUDGET_RAM:
      return ram;
    case IM_BUDGET_STACK:
      return MAX (ram - budget->amounts[IM_BUDGET_RAM], 0);
    case IM_BUDGET_CPU:
      return budget->frames_hz > 0 ? board->clock_hz / budget->frames_hz : 0;
    case IM_N_BUDGETS:
      break;
    }

  return 0;
}

gboolean
im_budget_fits (const ImBudget *budget, const ImBoard *board)
{
  for (ImBudgetKind kind = 0; kind < IM_N_BUDGETS; kind++)
    {
      double limit = im_budget_get_limit (budget, board, kind);
      gboolean is_known = kind != IM_BUDGET_CPU || budget->frames_hz > 0;

      if (is_known && budget->amounts[kind] > limit)
        return FALSE;
    }

  return TRUE;
}

const char *
im_budget_kind_get_name (ImBudgetKind kind)
{
  static const char *const names[] = { "Flash", "RAM", "Stack", "CPU" };

  return names[kind];
}

void
im_budget_free (ImBudget *budget)
{
  if (budget == NULL)
    return;

  for (ImBudgetKind kind = 0; kind < IM_N_BUDGETS; kind++)
    g_clear_pointer (&budget->parts[kind], g_array_unref);
  g_free (budget);
}
