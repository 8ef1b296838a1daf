/* SPDX-License-Identifier: MIT */
#include "run/im-package-trust.h"

#include <string.h>

#include "sandbox/im-sandbox.h"
#include "sandbox/im-trust.h"
#include "unit/im-unit-roots.h"

/* The folder of the package that a file is of; NULL if it came with the program. */
static char *
dup_folder (const char *path, ImUnitLibrary *library)
{
  g_autofree char *relative = NULL;
  g_auto (GStrv) roots = im_unit_library_dup_roots (library);
  guint root;

  if (im_unit_roots_is_shipped (path))
    return NULL;
  relative = im_unit_library_dup_relative (library, path, &root);

  return relative == NULL ? g_path_get_dirname (path) : g_strdup (roots[root]);
}

static void
add_missing (const char *path, ImUnitLibrary *library, GPtrArray *missing)
{
  g_autofree char *folder = dup_folder (path, library);

  if (folder != NULL && !im_trust_has (folder) &&
      !g_ptr_array_find_with_equal_func (missing, folder, g_str_equal, NULL))
    g_ptr_array_add (missing, g_steal_pointer (&folder));
}

GPtrArray *
im_package_trust_list_missing (const ImProgram *program, ImUnitLibrary *library)
{
  GPtrArray *missing = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0;
       i < program->n_instances && im_sandbox_get_level () == IM_SANDBOX_NONE; i++)
    add_missing (im_unit_file_get_path (program->instances[i].unit->file), library,
                 missing);

  return missing;
}

static gboolean
refuse_missing (const GPtrArray *missing, GError **error)
{
  if (missing->len == 0)
    return TRUE;

  g_set_error (error, IM_TRUST_ERROR, IM_TRUST_ERROR_UNTRUSTED,
               "the code of the package in “%s” is not run, because nothing confines it "
               "here (%s); if you trust it: imaginet trust FOLDER, or the option --trust",
               (const char *) g_ptr_array_index (missing, 0), im_sandbox_get_problem ());
  return FALSE;
}

gboolean
im_package_trust_check_files (const GPtrArray *paths,
                              ImUnitLibrary *library,
                              GError **error)
{
  g_autoptr (GPtrArray) missing = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < paths->len && im_sandbox_get_level () == IM_SANDBOX_NONE; i++)
    add_missing (g_ptr_array_index (paths, i), library, missing);

  return refuse_missing (missing, error);
}

gboolean
im_package_trust_check (const ImProgram *program, ImUnitLibrary *library, GError **error)
{
  g_autoptr (GPtrArray) missing = im_package_trust_list_missing (program, library);

  return refuse_missing (missing, error);
}

gboolean
im_package_trust_add_all (ImUnitLibrary *library, GError **error)
{
  g_auto (GStrv) roots = im_unit_library_dup_roots (library);

  for (guint i = 0; roots[i] != NULL; i++)
    if (!im_unit_roots_is_shipped (roots[i]) && !im_trust_add (roots[i], error))
      return FALSE;

  return TRUE;
}
