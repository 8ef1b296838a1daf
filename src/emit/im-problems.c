/* SPDX-License-Identifier: MIT
 *
 * A stage is asked only if those before it found no error: it would say the same again in
 * other words. Code is looked for once for each implementation, not for each instance.
 */
#include "emit/im-problems.h"

#include <string.h>

#include "base/im-arena.h"
#include "check/im-unit-check.h"
#include "emit/im-emit-c.h"

typedef struct
{
  const ImProgram *program;
  ImUnitLibrary *library;
  ImDiagnostics *found;
  ImArena *arena;
  GHashTable *seen;    /* set of ImImplementation */
  ImLanguage language; /* without whose code nothing runs */
} Search;

static guint
hash_place (gconstpointer data)
{
  const ImDiagnostic *problem = data;

  return g_str_hash (problem->code) ^ (problem->span.start * 31u) ^ problem->span.end;
}

static gboolean
is_same_place (gconstpointer a, gconstpointer b)
{
  const ImDiagnostic *first = a, *second = b;

  return first->span.start == second->span.start && first->span.end == second->span.end &&
         strcmp (first->code, second->code) == 0 &&
         strcmp (first->name, second->name) == 0;
}

static gboolean
is_same (gconstpointer a, gconstpointer b)
{
  return im_diagnostic_equal (a, b);
}

/* Adds what is not told yet; copies are compared too, as a list may repeat itself. */
static void
add_untold (ImDiagnostics *diagnostics, const ImDiagnostics *found, GEqualFunc is_told)
{
  g_autoptr (GHashTable) told = g_hash_table_new (hash_place, is_told);
  g_autoptr (GHashTable) added = g_hash_table_new (hash_place, is_same);
  g_autoptr (ImDiagnostics) before = im_diagnostics_new ();

  im_diagnostics_append (before, diagnostics);
  for (guint i = 0; i < im_diagnostics_get_count (before); i++)
    g_hash_table_add (told, (gpointer) im_diagnostics_get (before, i));
  for (guint i = 0; i < im_diagnostics_get_count (found); i++)
    {
      gpointer problem = (gpointer) im_diagnostics_get (found, i);

      if (!g_hash_table_contains (told, problem) && g_hash_table_add (added, problem))
        im_diagnostics_add_copy (diagnostics, problem);
    }
}

void
im_problems_add (ImDiagnostics *diagnostics, const ImDiagnostics *found)
{
  add_untold (diagnostics, found, is_same);
}

/* What im_unit_check() finds, but not what is said already of the same place with the
 * same code. */
static void
check_unit (const ImUnit *unit, ImUnitLibrary *library, ImDiagnostics *diagnostics)
{
  g_autoptr (ImDiagnostics) found = im_diagnostics_new ();

  im_unit_check (unit, library, found);
  add_untold (diagnostics, found, is_same_place);
}

/* Takes a problem of a fragment. An error is one of the instance: the node shows it. What
 * only tests need cannot keep firmware from being made. */
static void
take (Search *search,
      const ImInstance *instance,
      ImLanguage language,
      const ImDiagnostic *problem)
{
  ImDiagnostic placed = *problem;

  if (placed.severity == IM_SEVERITY_ERROR)
    {
      if (strcmp (placed.code, "unknown-file") == 0)
        placed.code = "missing-fragment";
      if (language != search->language)
        placed.severity = IM_SEVERITY_WARNING;
      placed.message = im_arena_printf (search->arena, "%s: %s", instance->path,
                                        problem->message);
      placed.subject.node = instance->path;
      im_program_place_problem (search->program, instance->path, search->arena, &placed);
    }
  im_diagnostics_add_copy (search->found, &placed);
}

/* Looks for the code of an implementation that is called. */
static void
find_code (Search *search,
           const ImInstance *instance,
           const ImImplementation *implementation)
{
  const ImUnit *unit = instance->unit;
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImFragmentClosure) closure = NULL;
  ImFragmentRoot root;
  const char *wrong;

  if (!g_hash_table_add (search->seen, (gpointer) implementation))
    return;
  wrong = im_implementation_get_root (implementation, unit, search->arena, &root);
  if (wrong != NULL)
    im_diagnostics_add (problems, IM_SEVERITY_ERROR, "bad-fragment", root.source,
                        root.reference.span, "%s", wrong);
  else
    closure = im_fragment_set_close (im_unit_library_get_fragments (search->library),
                                     &root, 1, problems);
  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    take (search, instance, implementation->language, im_diagnostics_get (problems, i));
}

static void
find_codes (Search *search, const ImPlanCall *calls, guint n_calls)
{
  for (guint i = 0; i < n_calls; i++)
    find_code (search, &search->program->instances[calls[i].instance],
               calls[i].implementation);
}

/* Python is for tests; a unit without it is none to complain about. */
static void
find_python (Search *search, const ImInstance *instance)
{
  for (ImSectionKind section = 0; section < IM_N_SECTIONS; section++)
    {
      const ImImplementation *chosen = NULL;

      if (instance->unit->sections[section].n_implementations > 0)
        chosen = im_instance_choose (instance, section, IM_LANGUAGE_PYTHON);
      if (chosen != NULL && chosen->fragment.text != NULL)
        find_code (search, instance, chosen);
    }
}

static void
search_plan (Search *search, const ImPlan *plan)
{
  find_codes (search, plan->init, plan->n_init);
  for (guint i = 0; i < plan->n_domains; i++)
    {
      find_codes (search, plan->domains[i].rooms, plan->domains[i].n_rooms);
      find_codes (search, plan->domains[i].calls, plan->domains[i].n_calls);
    }
  find_codes (search, plan->soft_reset, plan->n_soft_reset);
  find_codes (search, plan->finalize, plan->n_finalize);
  for (guint i = 0; i < search->program->n_instances; i++)
    find_python (search, &search->program->instances[i]);
}

static void
find_all_code (const ImPlan *plan, ImUnitLibrary *library, ImDiagnostics *diagnostics)
{
  g_autoptr (ImDiagnostics) found = im_diagnostics_new ();
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Search search = { plan->program, library, found, arena, seen, plan->language };

  search_plan (&search, plan);
  im_problems_add (diagnostics, found);
}

/* What only calls can tell, such as arguments that a fragment does not take. */
static void
check_calls (const ImPlan *plan, ImUnitLibrary *library, ImDiagnostics *diagnostics)
{
  g_autoptr (ImDiagnostics) found = im_diagnostics_new ();

  im_emit_c_check (plan, library, found);
  im_problems_add (diagnostics, found);
}

static gboolean
is_missing (const ImDiagnostic *problem)
{
  return strcmp (problem->code, "missing-fragment") == 0 ||
         strcmp (problem->code, "unknown-fragment") == 0;
}

/* Looks at the unit of a program by itself. What it lacks where its options have their
 * defaults is no error if there is a plan: that was searched for what it needs. */
static void
check_own_unit (const ImProgram *program,
                const ImPlan *plan,
                ImUnitLibrary *library,
                ImDiagnostics *diagnostics)
{
  g_autoptr (ImDiagnostics) found = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) weighed = im_diagnostics_new ();

  im_unit_check (program->unit, library, found);
  for (guint i = 0; i < im_diagnostics_get_count (found); i++)
    {
      ImDiagnostic problem = *im_diagnostics_get (found, i);

      if (plan != NULL && is_missing (&problem))
        problem.severity = MIN (problem.severity, IM_SEVERITY_WARNING);
      im_diagnostics_add_copy (weighed, &problem);
    }
  add_untold (diagnostics, weighed, is_same_place);
}

/* Plans with a function, and looks for all that is wrong. */
static ImPlan *
plan_with (ImPlan *(*make) (const ImProgram *program, ImDiagnostics *diagnostics),
           const ImProgram *program,
           ImUnitLibrary *library,
           ImDiagnostics *diagnostics)
{
  g_autoptr (ImPlan) plan = NULL;

  if (im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) == 0)
    plan = make (program, diagnostics);
  if (plan != NULL)
    find_all_code (plan, library, diagnostics);
  if (plan != NULL && plan->language == IM_LANGUAGE_C &&
      im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) == 0)
    check_calls (plan, library, diagnostics);
  check_own_unit (program, plan, library, diagnostics);

  return im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) > 0
             ? NULL
             : g_steal_pointer (&plan);
}

static ImPlan *
plan_in_c (const ImProgram *program, ImDiagnostics *diagnostics)
{
  return im_plan_new (program, IM_LANGUAGE_C, diagnostics);
}

ImPlan *
im_problems_plan (const ImProgram *program,
                  ImUnitLibrary *library,
                  ImDiagnostics *diagnostics)
{
  return plan_with (plan_in_c, program, library, diagnostics);
}

static gboolean
is_only_python (const ImInstance *instance)
{
  return !im_unit_evaluation_has_code (instance->evaluation, IM_LANGUAGE_C) &&
         im_unit_evaluation_has_code (instance->evaluation, IM_LANGUAGE_PYTHON);
}

/* Says which layers keep the pipeline from being C, and why those that have some. */
static void
hint_at_python (const ImProgram *program, ImDiagnostics *diagnostics)
{
  g_autoptr (GString) layers = g_string_new (NULL);
  g_autoptr (GString) reasons = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < program->n_instances; i++)
    {
      const ImInstance *instance = &program->instances[i];
      g_autofree char *misfit = NULL;

      if (!is_only_python (instance))
        continue;
      misfit = im_unit_evaluation_dup_misfit (instance->evaluation, IM_LANGUAGE_C);
      g_string_append_printf (layers, "%s%s", n++ > 0 ? ", " : "", instance->path);
      if (misfit != NULL)
        g_string_append_printf (reasons, "%s%s: %s", reasons->len > 0 ? "; " : "",
                                instance->path, misfit);
    }
  im_diagnostics_add_for_file (
      diagnostics, IM_SEVERITY_HINT, "only-python", program->unit->id.text,
      "Python computes this, since %s %s no C%s; to export it, give %s C%s", layers->str,
      n == 1 ? "has" : "have", reasons->len > 0 ? " that fits" : "",
      n == 1 ? "it" : "them", reasons->len > 0 ? " for these inputs and options" : "");
  if (reasons->len > 0)
    im_diagnostics_note (diagnostics, "%s", reasons->str);
}

/* Whether C is refused for nothing but the element types of what it is passed. */
static gboolean
has_only_wrong_types (const ImDiagnostics *problems)
{
  gboolean any = FALSE;

  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (problems, i);

      if (problem->severity != IM_SEVERITY_ERROR)
        continue;
      if (strcmp (problem->code, "argument-type") != 0)
        return FALSE;
      any = TRUE;
    }

  return any;
}

static ImPlan *
plan_in_python (const ImProgram *program, ImDiagnostics *diagnostics)
{
  return im_plan_new (program, IM_LANGUAGE_PYTHON, diagnostics);
}

/* Plans in Python what C does not take, which becomes the reason. */
static ImPlan *
plan_instead (const ImProgram *program,
              ImUnitLibrary *library,
              const ImDiagnostics *of_c,
              ImDiagnostics *diagnostics)
{
  g_autoptr (ImDiagnostics) of_python = im_diagnostics_new ();
  g_autoptr (GString) reasons = g_string_new (NULL);
  ImPlan *plan = plan_with (plan_in_python, program, library, of_python);

  if (plan == NULL)
    return NULL;
  im_problems_add (diagnostics, of_python);
  for (guint i = 0; i < im_diagnostics_get_count (of_c); i++)
    if (im_diagnostics_get (of_c, i)->severity == IM_SEVERITY_ERROR)
      g_string_append_printf (reasons, "%s%s", reasons->len > 0 ? "; " : "",
                              im_diagnostics_get (of_c, i)->message);
  im_diagnostics_add_for_file (
      diagnostics, IM_SEVERITY_HINT, "only-python", program->unit->id.text,
      "Python computes this, since C does not take these element "
      "types; to export it, give it C that does");
  im_diagnostics_note (diagnostics, "%s", reasons->str);

  return plan;
}

ImPlan *
im_problems_plan_run (const ImProgram *program,
                      ImUnitLibrary *library,
                      ImDiagnostics *diagnostics)
{
  g_autoptr (ImDiagnostics) found = im_diagnostics_new ();
  g_autoptr (ImPlan) plan = NULL;

  if (im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) > 0)
    return plan_with (im_plan_new_to_run, program, library, diagnostics);

  plan = plan_with (im_plan_new_to_run, program, library, found);
  if (plan == NULL && has_only_wrong_types (found))
    {
      plan = plan_instead (program, library, found, diagnostics);
      if (plan != NULL)
        return g_steal_pointer (&plan);
    }
  im_problems_add (diagnostics, found);
  if (plan != NULL && plan->language == IM_LANGUAGE_PYTHON)
    hint_at_python (program, diagnostics);

  return g_steal_pointer (&plan);
}

/* Whether a unit is a pipeline that says what flows into it. */
static gboolean
is_pipeline (const ImUnit *unit)
{
  if (!im_unit_is_graph (unit))
    return FALSE;
  for (guint i = 0; i < unit->n_parameters; i++)
    if (unit->parameters[i].kind == IM_PARAMETER_INPUT &&
        (unit->parameters[i].socket->declared.type.text != NULL ||
         unit->parameters[i].socket->declared.shape.text != NULL))
      return TRUE;

  return FALSE;
}

static void
check_pipeline (const ImUnit *unit, ImUnitLibrary *library, ImDiagnostics *found)
{
  g_autoptr (ImDiagnostics) own = im_diagnostics_new ();
  g_autoptr (ImProgram) program = im_program_elaborate (unit, library, NULL, 0, own);

  if (im_program_is_known (program))
    im_plan_unref (im_problems_plan (program, library, own));
  else
    check_unit (unit, library, own);
  im_diagnostics_append (found, own);
}

/* What is found in the units of a file is added at once: to know what is told already,
 * the whole list is looked at. */
void
im_problems_check_file (const ImUnitFile *file,
                        const ImUnit *except,
                        ImUnitLibrary *library,
                        ImDiagnostics *diagnostics)
{
  g_autoptr (ImDiagnostics) of_pipelines = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) of_units = im_diagnostics_new ();

  for (guint i = 0; i < im_unit_file_get_count (file); i++)
    {
      const ImUnit *unit = im_unit_file_get_unit (file, i);

      if (unit != except && library != NULL && is_pipeline (unit))
        check_pipeline (unit, library, of_pipelines);
    }
  im_problems_add (diagnostics, of_pipelines);
  for (guint i = 0; i < im_unit_file_get_count (file); i++)
    im_unit_check (im_unit_file_get_unit (file, i), library, of_units);
  add_untold (diagnostics, of_units, is_same_place);
}
