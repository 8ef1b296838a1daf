/* SPDX-License-Identifier: MIT */
#include "package/im-package-needs.h"

#include <string.h>

#include "formula/im-unit-formula.h"
#include "unit/im-unit-array.h"
#include "unit/im-unit-operator.h"
#include "unit/im-unit-roots.h"

void
im_package_needs_init (ImPackageNeeds *needs,
                       ImUnitLibrary *library,
                       ImDiagnostics *diagnostics)
{
  *needs = (ImPackageNeeds){
    .library = im_unit_library_ref (library),
    .files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .fragments = g_hash_table_new (NULL, NULL),
    .units = g_hash_table_new (NULL, NULL),
    .diagnostics = diagnostics,
  };
}

void
im_package_needs_clear (ImPackageNeeds *needs)
{
  g_clear_pointer (&needs->files, g_hash_table_unref);
  g_clear_pointer (&needs->fragments, g_hash_table_unref);
  g_clear_pointer (&needs->units, g_hash_table_unref);
  g_clear_pointer (&needs->library, im_unit_library_unref);
}

static gboolean
is_left_out (const ImPackageNeeds *needs, const char *path)
{
  return !needs->has_shipped && im_unit_roots_is_shipped (path);
}

static void
add_file (ImPackageNeeds *needs, const char *path)
{
  if (!is_left_out (needs, path))
    g_hash_table_add (needs->files, g_canonicalize_filename (path, NULL));
}

/* A file that a text names from the folder of its unit. */
static void
add_beside (ImPackageNeeds *needs, const ImUnit *unit, const char *name)
{
  g_autofree char *file = g_canonicalize_filename (im_unit_file_get_path (unit->file),
                                                   NULL);
  g_autofree char *folder = g_path_get_dirname (file);
  g_autofree char *path = g_canonicalize_filename (name, folder);

  if (!g_path_is_absolute (name))
    add_file (needs, path);
}

/* Code can be named by the unit that it belongs to, which must be there then. */
static void
add_owner (ImPackageNeeds *needs, const ImFragmentReference *reference)
{
  const ImUnit *owner = reference->unit_id == NULL
                            ? NULL
                            : im_unit_library_find (needs->library, reference->unit_id);

  if (owner != NULL)
    im_package_needs_add (needs, owner);
}

static void
add_fragments (ImPackageNeeds *needs, const GPtrArray *fragments)
{
  for (guint i = 0; i < fragments->len; i++)
    {
      const ImFragment *fragment = g_ptr_array_index (fragments, i);
      const ImFragmentNeeds *all[] = { &fragment->needs, &fragment->file->needs };
      const char *path = im_source_get_name (fragment->file->source);
      g_autofree char *folder = g_path_get_dirname (path);

      if (!g_hash_table_add (needs->fragments, (gpointer) fragment))
        continue;
      add_file (needs, path);
      for (guint j = 0; j < G_N_ELEMENTS (all); j++)
        for (guint k = 0; k < all[j]->n_dependencies; k++)
          add_owner (needs, &all[j]->dependencies[k]);
      for (guint j = 0; j < G_N_ELEMENTS (all); j++)
        for (guint k = 0; k < all[j]->n_tests; k++)
          {
            g_autofree char *test = g_canonicalize_filename (all[j]->tests[k].file,
                                                             folder);

            if (g_file_test (test, G_FILE_TEST_IS_REGULAR))
              add_file (needs, test);
          }
    }
}

static void
add_root (ImPackageNeeds *needs, const ImFragmentRoot *root)
{
  g_autoptr (ImDiagnostics) all = im_diagnostics_new ();
  g_autoptr (ImFragmentClosure) closure = im_fragment_set_close (
      im_unit_library_get_fragments (needs->library), root, 1, all);

  for (guint i = 0; i < im_diagnostics_get_count (all); i++)
    if (im_diagnostics_get (all, i)->severity == IM_SEVERITY_ERROR)
      im_diagnostics_add_copy (needs->diagnostics, im_diagnostics_get (all, i));
  add_owner (needs, &root->reference);
  add_fragments (needs, closure->fragments);
  add_fragments (needs, closure->headers);
}

static void
add_implementation (ImPackageNeeds *needs,
                    const ImUnit *unit,
                    const ImImplementation *implementation)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  ImFragmentRoot root;

  if (implementation->language == IM_LANGUAGE_TILE)
    {
      const ImTileFunction *function = NULL;
      g_autoptr (ImTileFile) file = im_unit_formula_read (
          unit, implementation, needs->library, &function, needs->diagnostics);

      if (file != NULL && implementation->code == NULL)
        add_file (needs, im_source_get_name (file->source));
    }
  else if (implementation->code == NULL &&
           (implementation->language == IM_LANGUAGE_C ||
            implementation->language == IM_LANGUAGE_PYTHON) &&
           im_implementation_get_root (implementation, unit, arena, &root) == NULL)
    add_root (needs, &root);
}

/* A module of operators with all that it imports. */
static void
add_module (ImPackageNeeds *needs, ImSkndPackage *package, const ImSkndFile *module)
{
  const char *path = module == NULL ? NULL : im_source_get_name (module->source);
  g_autofree char *full = path == NULL ? NULL : g_canonicalize_filename (path, NULL);

  if (full == NULL || g_hash_table_contains (needs->files, full) ||
      is_left_out (needs, full))
    return;
  add_file (needs, full);
  for (guint i = 0; i < module->n_imports; i++)
    add_module (
        needs, package,
        im_sknd_package_import (package, module->imports[i].text, needs->diagnostics));
}

static void
add_markup (ImPackageNeeds *needs, const ImUnit *unit, const ImUnitMarkup *markup)
{
  for (const ImUnitMarkup *child = markup->first_child; child != NULL;
       child = child->next)
    {
      const char *name = child->reference.text;

      if (child->kind == IM_MARKUP_IMAGE && name != NULL && *name != '\0')
        add_beside (needs, unit, name);
      if (child->kind == IM_MARKUP_INLINE && name != NULL)
        {
          g_autoptr (ImArena) arena = im_arena_new ();
          ImFragmentRoot root = { .from_file = im_unit_file_get_path (unit->file),
                                  .source = im_unit_file_get_source (unit->file) };

          if (im_fragment_reference_parse (name, strlen (name), arena, &root.reference) ==
              NULL)
            {
              root.reference.span = child->reference.raw;
              add_root (needs, &root);
            }
        }
      add_markup (needs, unit, child);
    }
}

void
im_package_needs_add (ImPackageNeeds *needs, const ImUnit *unit)
{
  g_autoptr (GPtrArray) arrays = NULL;

  if (!g_hash_table_add (needs->units, (gpointer) unit) ||
      is_left_out (needs, im_unit_file_get_path (unit->file)))
    return;
  if (unit->operation != NULL)
    add_module (needs, unit->operation->package, unit->operation->module);
  else
    add_file (needs, im_unit_file_get_path (unit->file));
  im_unit_compile (unit);
  arrays = im_unit_array_list (unit, NULL);
  for (guint i = 0; i < arrays->len; i++)
    add_beside (needs, unit, g_ptr_array_index (arrays, i));
  for (guint i = 0; i < IM_N_SECTIONS; i++)
    for (guint j = 0; j < unit->sections[i].n_implementations; j++)
      add_implementation (needs, unit, &unit->sections[i].implementations[j]);
  if (unit->description != NULL)
    add_markup (needs, unit, unit->description);
  for (guint i = 0; i < unit->n_nodes; i++)
    if (unit->nodes[i].kind == IM_NODE_UNIT && unit->nodes[i].unit_id.text != NULL)
      {
        const ImUnit *used = im_unit_library_find (needs->library,
                                                   unit->nodes[i].unit_id.text);

        if (used != NULL)
          im_package_needs_add (needs, used);
      }
}
