/* SPDX-License-Identifier: MIT
 *
 * A reference takes the place of an instance: the same tensors at its sockets, and
 * options that are computed from the parameters of the unit it stands for. Only its file
 * is read.
 */
#include "verify/im-stdlib.h"

#include <string.h>

#include "base/im-arena.h"
#include "unit/im-unit-alias.h"
#include "unit/im-unit-library.h"
#include "unit/im-unit-roots.h"

#define OWN_PREFIX "Reference."
#define WHEN       "when"
#define UNIT       "unit"
#define OTHERWISE  "otherwise"

typedef struct
{
  ImStdlib *stdlib;
  const ImProgram *original;
  ImUnitLibrary *library;     /* whose fragments are read */
  const ImInstance *instance; /* what is stood for */
  GKeyFile *table;
  ImArena *arena;
  const char *group; /* of the table */
} Search;

/* Units are in folders that are called as they are. */
static char *
dup_path (const char *id)
{
  const char *name = strrchr (id, '.');

  if (name == NULL)
    return NULL;
  if (g_str_has_prefix (id, OWN_PREFIX))
    return im_unit_roots_dup_references ("References.imunit");

  g_autofree char *file = g_strconcat (name + 1, ".imunit", NULL);
  g_auto (GStrv) words = g_strsplit (id, ".", -1);
  g_autofree char *folder = g_strjoinv (G_DIR_SEPARATOR_S, words);
  g_autofree char *shipped = im_unit_roots_dup_shipped ();

  return shipped == NULL ? NULL : g_build_filename (shipped, folder, file, NULL);
}

static const ImUnit *
load_unit (Search *search, const char *id)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autofree char *path = dup_path (id);
  const ImUnitFile *file;

  if (search->stdlib->library == NULL)
    search->stdlib->library = im_unit_library_new ();
  file = path == NULL || !g_file_test (path, G_FILE_TEST_EXISTS)
             ? NULL
             : im_unit_library_add_file (search->stdlib->library, path, problems);
  if (file != NULL)
    im_unit_library_add_border (search->library, path);
  for (guint i = 0; file != NULL && i < im_unit_file_get_count (file); i++)
    if (strcmp (im_unit_file_get_unit (file, i)->id.text, id) == 0)
      return im_unit_file_get_unit (file, i);

  return NULL;
}

/* Computes what a row says, of the parameters of the unit that is stood for. */
static gboolean
compute (const Search *search, const char *text, ImValue *value)
{
  ImUnitEvaluation *evaluation = search->instance->evaluation;
  const ImExpr *expr = im_expr_parse (search->arena, text, -1,
                                      search->instance->unit->symbols, NULL);

  return expr != NULL &&
         im_eval (expr, im_unit_evaluation_get_environment (evaluation), value, NULL);
}

static gboolean
is_wanted (const Search *search)
{
  g_autofree char *when = g_key_file_get_string (search->table, search->group, WHEN,
                                                 NULL);
  ImValue value;

  return when == NULL ||
         (compute (search, when, &value) && value.kind == IM_VALUE_BOOL && value.boolean);
}

/* Says which parameter, or what of them, a parameter of the reference is. */
static char *
dup_source (const Search *search, const ImUnit *unit, const ImParameter *parameter)
{
  const char *id = search->instance->unit->id.text;
  char *text = g_key_file_get_string (search->table, search->group, parameter->name.text,
                                      NULL);

  return text != NULL ? text
                      : g_strdup (im_unit_alias_unmap (unit, id, parameter->name.text));
}

static void
add_binding (const Search *search,
             const ImUnit *unit,
             const ImParameter *parameter,
             gint *tensors,
             GArray *bindings)
{
  g_autofree char *source = dup_source (search, unit, parameter);
  const ImParameter *theirs = source == NULL ? NULL
                                             : im_unit_find_parameter (
                                                   search->instance->unit, source);
  ImUnitBinding binding = { parameter->name.text, IM_NULL };

  if (theirs != NULL && search->instance->tensors[theirs->slot] >= 0)
    {
      gint tensor = search->instance->tensors[theirs->slot];

      tensors[parameter->slot] = tensor;
      binding.value = IM_TENSOR (&search->original->tensors[tensor].type);
    }
  else if (source == NULL || parameter->kind == IM_PARAMETER_OUTPUT ||
           !compute (search, source, &binding.value))
    return;
  if (parameter->kind != IM_PARAMETER_OUTPUT)
    g_array_append_val (bindings, binding);
}

static gboolean
is_same_type (const ImTensorType *a, const ImTensorType *b)
{
  return a->dtype == b->dtype && im_shape_equal (&a->shape, &b->shape);
}

/* Whether the reference gives each tensor that the other gives, of the same type. */
static gboolean
gives_same (const Search *search, ImUnitEvaluation *evaluation, const gint *tensors)
{
  const ImUnit *unit = im_unit_evaluation_get_unit (evaluation);
  guint n_given = 0, n_wanted = 0;

  for (guint i = 0; i < search->instance->unit->n_parameters; i++)
    {
      const ImParameter *theirs = &search->instance->unit->parameters[i];

      n_wanted += theirs->kind == IM_PARAMETER_OUTPUT &&
                  search->instance->tensors[theirs->slot] >= 0;
    }
  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *output = &unit->parameters[i];
      gint tensor = tensors[output->slot];
      ImValue value;

      if (output->kind != IM_PARAMETER_OUTPUT || tensor < 0)
        continue;
      if (!im_unit_evaluation_get_value (evaluation, output, &value, NULL) ||
          value.kind != IM_VALUE_TENSOR ||
          !is_same_type (value.tensor, &search->original->tensors[tensor].type))
        return FALSE;
      n_given++;
    }

  return n_given == n_wanted;
}

static gboolean
fits (const Search *search, ImUnitEvaluation *evaluation, const gint *tensors)
{
  const ImUnit *unit = im_unit_evaluation_get_unit (evaluation);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();

  im_unit_evaluation_report (evaluation, problems);

  return im_diagnostics_count (problems, IM_SEVERITY_ERROR) == 0 &&
         im_unit_is_queue (unit) == im_unit_is_queue (search->instance->unit) &&
         im_unit_evaluation_has_code (evaluation, IM_LANGUAGE_PYTHON) &&
         gives_same (search, evaluation, tensors);
}

/* Puts a reference into the place of an instance, if it fits. */
static gboolean
substitute (Search *search, const char *id, ImInstance *instance)
{
  const ImUnit *unit = load_unit (search, id);
  g_autoptr (GArray) bindings = g_array_new (FALSE, FALSE, sizeof (ImUnitBinding));
  ImUnitEvaluation *evaluation;
  guint n_slots = unit == NULL ? 0 : im_symbols_get_count (unit->symbols);
  gint *tensors = im_arena_alloc (search->arena, MAX (n_slots, 1) * sizeof *tensors);

  if (unit == NULL || unit->n_nodes > 0)
    return FALSE;
  for (guint i = 0; i < n_slots; i++)
    tensors[i] = -1;
  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];

      if (parameter->kind == IM_PARAMETER_INPUT ||
          parameter->kind == IM_PARAMETER_OUTPUT || im_parameter_is_option (parameter))
        add_binding (search, unit, parameter, tensors, bindings);
    }
  evaluation = im_unit_evaluation_new (
      unit, (const ImUnitBinding *) (gpointer) bindings->data, bindings->len);
  g_ptr_array_add (search->stdlib->evaluations, evaluation);
  if (!fits (search, evaluation, tensors))
    return FALSE;

  instance->unit = unit;
  instance->evaluation = evaluation;
  instance->tensors = tensors;

  return TRUE;
}

static GKeyFile *
load_table (void)
{
  g_autofree char *path = im_unit_roots_dup_references ("references.ini");
  GKeyFile *table = g_key_file_new ();

  if (path != NULL)
    g_key_file_load_from_file (table, path, G_KEY_FILE_NONE, NULL);

  return table;
}

/* The first group of the unit whose condition holds, NULL if there is none. */
static char *
find_group (Search *search)
{
  char *group = g_strdup (search->instance->unit->id.text);

  for (search->group = group; group != NULL && !is_wanted (search);)
    {
      char *other = g_key_file_get_string (search->table, group, OTHERWISE, NULL);

      g_free (group);
      search->group = group = other;
    }

  return group;
}

/* Returns whether a reference took the place of the instance. */
static gboolean
find_reference (Search *search, ImInstance *instance)
{
  const char *id = instance->unit->id.text;
  const char *alias = im_unit_alias_get_unit (id);

  search->group = id;
  if (!g_key_file_has_group (search->table, id))
    return alias != NULL && substitute (search, alias, instance);

  g_autofree char *group = find_group (search);
  g_autofree char *unit = NULL;

  if (group == NULL)
    return FALSE;
  search->group = group;
  unit = g_key_file_get_string (search->table, group, UNIT, NULL);

  return unit != NULL && substitute (search, unit, instance);
}

/* Says which file of an implementation, or of what it needs, does not exist. */
static const char *
find_missing_file (const ImImplementation *implementation,
                   const ImUnit *unit,
                   ImUnitLibrary *library,
                   ImArena *arena)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImFragmentClosure) closure = NULL;
  ImFragmentRoot root;

  if (im_implementation_get_root (implementation, unit, arena, &root) != NULL)
    return NULL;
  closure = im_fragment_set_close (im_unit_library_get_fragments (library), &root, 1,
                                   problems);
  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    if (strcmp (im_diagnostics_get (problems, i)->code, "unknown-file") == 0)
      return im_arena_strdup (arena, im_diagnostics_get (problems, i)->message);

  return NULL;
}

static const char *
find_missing (const ImInstance *instance, ImUnitLibrary *library, ImArena *arena)
{
  const char *missing = NULL;

  for (ImSectionKind section = 0; section < IM_N_SECTIONS && missing == NULL; section++)
    {
      const ImImplementation *chosen = NULL;

      if (instance->unit->sections[section].n_implementations > 0)
        chosen = im_instance_choose (instance, section, IM_LANGUAGE_PYTHON);
      if (chosen != NULL)
        missing = find_missing_file (chosen, instance->unit, library, arena);
    }

  return missing;
}

/* Only what no language but C computes is looked up. */
static gboolean
lacks_python (const ImInstance *instance, const char *missing)
{
  return missing != NULL ||
         !im_unit_evaluation_has_code (instance->evaluation, IM_LANGUAGE_PYTHON);
}

void
im_stdlib_init (ImStdlib *stdlib,
                const ImProgram *program,
                ImUnitLibrary *library,
                ImArena *arena)
{
  ImProgram *copy = NULL;
  g_autoptr (GKeyFile) table = NULL;

  *stdlib = (ImStdlib){
    .program = program,
    .missing = im_arena_new0 (arena, const char *, program->n_instances),
  };
  for (guint i = 0; i < program->n_instances; i++)
    {
      ImInstance instance = program->instances[i];
      Search search = { stdlib, program, library, &program->instances[i], NULL, arena };

      stdlib->missing[i] = find_missing (&instance, library, arena);
      if (!lacks_python (&instance, stdlib->missing[i]))
        continue;
      if (stdlib->evaluations == NULL)
        {
          stdlib->evaluations = g_ptr_array_new_with_free_func (
              (GDestroyNotify) im_unit_evaluation_free);
          table = load_table ();
        }
      search.table = table;
      if (!find_reference (&search, &instance))
        continue;
      if (copy == NULL)
        {
          ImInstance *instances = im_arena_new0 (arena, ImInstance, program->n_instances);

          memcpy (instances, program->instances,
                  program->n_instances * sizeof *instances);
          copy = im_arena_new0 (arena, ImProgram, 1);
          *copy = *program;
          /* Held by the arena; whoever plans it lets go before that. */
          g_atomic_ref_count_init (&copy->references);
          copy->instances = instances;
        }
      ((ImInstance *) copy->instances)[i] = instance;
    }
  if (copy != NULL)
    stdlib->program = copy;
}

const char *
im_stdlib_get_reference (const ImStdlib *stdlib,
                         const ImProgram *original,
                         guint instance)
{
  const ImUnit *unit = stdlib->program->instances[instance].unit;

  return unit == original->instances[instance].unit ? NULL : unit->id.text;
}

void
im_stdlib_clear (ImStdlib *stdlib)
{
  g_clear_pointer (&stdlib->evaluations, g_ptr_array_unref);
  g_clear_pointer (&stdlib->library, im_unit_library_unref);
}
