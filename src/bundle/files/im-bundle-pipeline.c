/* SPDX-License-Identifier: MIT
 *
 * `pipeline/` is a library of its own: the file of the unit, and in `units/` all files of
 * units, code and arrays that it needs, in the places that they have below their roots,
 * so that relative references lead to the same files.
 */
#include <string.h>

#include "bundle/files/im-bundle-parts.h"
#include "formula/im-unit-formula.h"
#include "unit/im-unit-array.h"
#include "unit/im-unit-operator.h"
#include "unit/im-unit-project.h"

typedef struct
{
  const ImProgram *program;
  ImUnitLibrary *library;
  ImArtifacts *artifacts;
  char *own_folder;    /* of the file of the unit */
  GHashTable *visited; /* ImUnit */
  GHashTable *folders; /* that code was taken from */
  GHashTable *modules; /* ImSkndFile that were visited */
  GArray *roots;       /* guint: number in the library, in the order of use */
} Pipeline;

static guint
get_root_place (Pipeline *self, guint root)
{
  for (guint i = 0; i < self->roots->len; i++)
    if (g_array_index (self->roots, guint, i) == root)
      return i;
  g_array_append_val (self->roots, root);

  return self->roots->len - 1;
}

/* Where a file goes; NULL if it is in no root. */
static char *
dup_place (Pipeline *self, const char *path)
{
  g_autofree char *relative = NULL;
  guint root, place;

  relative = im_unit_library_dup_relative (self->library, path, &root);
  if (relative == NULL)
    return NULL;
  place = get_root_place (self, root);

  return place == 0 ? g_strconcat ("pipeline/units/", relative, NULL)
                    : g_strdup_printf ("pipeline/units/%u/%s", place, relative);
}

static void
add_bytes (Pipeline *self, const char *place, GBytes *bytes)
{
  if (place != NULL && im_artifacts_find (self->artifacts, place) == NULL)
    im_artifacts_add (self->artifacts, place, bytes);
}

static void
add_unit_file (Pipeline *self, const ImUnitFile *file)
{
  g_autofree char *place = dup_place (self, im_unit_file_get_path (file));

  add_bytes (self, place, im_unit_file_get_bytes (file));
}

/* Of a project only the pipeline is copied: the rest of the file is not about it. */
static void
add_own_file (Pipeline *self, const char *place, const ImProgram *program)
{
  const ImUnit *unit = program->unit;
  gint output = program->n_outputs == 0 ? -1 : program->outputs[0].tensor;
  g_autoptr (GBytes) pipeline = NULL;

  if (unit->is_preprocessor)
    pipeline = im_unit_project_write (unit,
                                      output < 0 ? NULL : &program->tensors[output].type);
  add_bytes (self, place,
             pipeline != NULL ? pipeline : im_unit_file_get_bytes (unit->file));
}

/* Code of the unit itself stands beside its copy. */
static void
add_own_code (Pipeline *self, const char *path, GBytes *bytes)
{
  g_autofree char *place = g_strconcat ("pipeline", path + strlen (self->own_folder),
                                        NULL);

  add_bytes (self, place, bytes);
}

static void
add_code (Pipeline *self, ImSource *source, gboolean is_own)
{
  g_autofree char *path = g_canonicalize_filename (im_source_get_name (source), NULL);
  g_autofree char *place = NULL;
  gsize length;
  const char *text = im_source_get_text (source, &length);
  g_autoptr (GBytes) bytes = g_bytes_new (text, length);

  if (is_own)
    {
      add_own_code (self, path, bytes);
      return;
    }
  place = dup_place (self, path);
  add_bytes (self, place, bytes);
  g_hash_table_add (self->folders, g_path_get_dirname (path));
}

/* Whether a code file stands in the folder of the unit or below, where relative
 * references find it. */
static gboolean
is_beside (const Pipeline *self, ImSource *source)
{
  g_autofree char *path = g_canonicalize_filename (im_source_get_name (source), NULL);
  gsize length = strlen (self->own_folder);

  return strncmp (path, self->own_folder, length) == 0 && path[length] == '/';
}

/* Adds the files of fragments. */
static void
add_files (Pipeline *self, const GPtrArray *fragments, gboolean is_own)
{
  for (guint i = 0; i < fragments->len; i++)
    {
      const ImFragment *fragment = g_ptr_array_index (fragments, i);

      add_code (self, fragment->file->source,
                is_own && is_beside (self, fragment->file->source));
    }
}

static void
visit_formula (Pipeline *self,
               const ImUnit *unit,
               const ImImplementation *implementation,
               gboolean is_own)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  const ImTileFunction *function = NULL;
  g_autoptr (ImTileFile) file = im_unit_formula_read (unit, implementation, self->library,
                                                      &function, problems);

  if (file != NULL)
    add_code (self, file->source, is_own && is_beside (self, file->source));
}

/* A module of operators with all that it imports. */
static void
visit_module (Pipeline *self,
              ImSkndPackage *package,
              const ImSkndFile *module,
              gboolean is_own)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();

  if (!g_hash_table_add (self->modules, (gpointer) module))
    return;
  add_code (self, module->source, is_own && is_beside (self, module->source));
  for (guint i = 0; i < module->n_imports; i++)
    visit_module (self, package,
                  im_sknd_package_import (package, module->imports[i].text, problems),
                  is_own);
}

static void
visit_implementation (Pipeline *self,
                      const ImUnit *unit,
                      const ImImplementation *implementation,
                      gboolean is_own)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImFragmentClosure) closure = NULL;
  ImFragmentRoot root;

  if (implementation->language == IM_LANGUAGE_TILE)
    {
      visit_formula (self, unit, implementation, is_own);
      return;
    }
  if (unit->operation != NULL)
    {
      visit_module (self, unit->operation->package, unit->operation->module, is_own);
      return;
    }
  if (im_implementation_get_root (implementation, unit, arena, &root) != NULL)
    return;
  closure = im_fragment_set_close (im_unit_library_get_fragments (self->library), &root,
                                   1, problems);
  add_files (self, closure->fragments, is_own);
  add_files (self, closure->headers, is_own);
}

/* Adds the files of constant arrays. */
static void
visit_arrays (Pipeline *self, const ImUnit *unit, gboolean is_own)
{
  ImUnitEvaluation *evaluation = is_own ? im_program_find_evaluation (self->program, "")
                                        : NULL;
  ImEnvironment *environment = evaluation == NULL
                                   ? NULL
                                   : im_unit_evaluation_get_environment (evaluation);
  g_autoptr (GPtrArray) paths = im_unit_array_list (unit, environment);
  g_autofree char *file = g_canonicalize_filename (im_unit_file_get_path (unit->file),
                                                   NULL);
  g_autofree char *folder = g_path_get_dirname (file);

  for (guint i = 0; i < paths->len; i++)
    {
      const char *path = g_ptr_array_index (paths, i);
      g_autoptr (GBytes) bytes = im_unit_array_load (unit->file, path, NULL);
      g_autofree char *full = g_canonicalize_filename (path, folder);
      g_autofree char *place = is_own ? g_build_filename ("pipeline", path, NULL)
                                      : dup_place (self, full);

      if (bytes != NULL)
        add_bytes (self, place, bytes);
    }
}

static void
visit (Pipeline *self, const ImUnit *unit, gboolean is_own)
{
  if (unit == NULL || !g_hash_table_add (self->visited, (gpointer) unit))
    return;
  if (!is_own)
    add_unit_file (self, unit->file);
  visit_arrays (self, unit, is_own);
  for (guint i = 0; i < IM_N_SECTIONS; i++)
    for (guint j = 0; j < unit->sections[i].n_implementations; j++)
      visit_implementation (self, unit, &unit->sections[i].implementations[j], is_own);
  for (guint i = 0; i < unit->n_nodes; i++)
    if (unit->nodes[i].kind == IM_NODE_UNIT)
      visit (self, im_unit_library_find (self->library, unit->nodes[i].unit_id.text),
             FALSE);
}

/* Code can be named by the unit that it belongs to. */
static void
add_owners (Pipeline *self)
{
  g_autoptr (GPtrArray) files = im_unit_library_list_files (self->library);

  for (guint i = 0; i < files->len; i++)
    {
      const ImUnitFile *file = g_ptr_array_index (files, i);
      g_autofree char *path = g_canonicalize_filename (im_unit_file_get_path (file),
                                                       NULL);
      g_autofree char *folder = g_path_get_dirname (path);

      if (g_hash_table_contains (self->folders, folder))
        add_unit_file (self, file);
    }
}

void
im_bundle_add_pipeline (const ImPlan *plan,
                        const ImEmission *emission,
                        ImUnitLibrary *library,
                        ImArtifacts *artifacts)
{
  const ImUnit *unit = plan->program->unit;
  g_autofree char *path = g_canonicalize_filename (im_unit_file_get_path (unit->file),
                                                   NULL);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *place = g_strdup_printf ("pipeline/%s.imunit", emission->name);
  g_autoptr (GHashTable) visited = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) modules = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) folders = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                          NULL);
  g_autoptr (GArray) roots = g_array_new (FALSE, FALSE, sizeof (guint));
  Pipeline self = {
    .program = plan->program,
    .library = library,
    .artifacts = artifacts,
    .own_folder = folder,
    .visited = visited,
    .folders = folders,
    .modules = modules,
    .roots = roots,
  };

  add_own_file (&self, place, plan->program);
  visit (&self, unit, TRUE);
  add_owners (&self);
}
