/* SPDX-License-Identifier: MIT
 *
 * What operators compute is looked at once, whatever they are called with.
 */
#include <string.h>

#include "skriptnd/package/im-sknd-body.h"
#include "skriptnd/package/im-sknd-package-private.h"

gboolean
im_sknd_package_check (ImSkndPackage *package,
                       const ImSkndSignature *signature,
                       ImDiagnostics *diagnostics)
{
  g_autoptr (GRecMutexLocker) locker = g_rec_mutex_locker_new (&package->lock);

  if (g_hash_table_contains (package->bodies, signature))
    return TRUE;
  if (!im_sknd_body_check (package, signature, diagnostics))
    return FALSE;
  g_hash_table_add (package->bodies, (gpointer) signature);

  return TRUE;
}

static guint
check_file (ImSkndPackage *package, const ImSkndFile *file, ImDiagnostics *diagnostics)
{
  for (guint i = 0; i < file->n_definitions; i++)
    {
      const ImSkndSignature *signature = im_sknd_package_get_signature (
          package, file, file->definitions[i], diagnostics);

      if (signature == NULL || !im_sknd_package_check (package, signature, diagnostics))
        continue;
      if (signature->definition->is_graph &&
          !im_sknd_graph_is_called (file, signature->definition->name.text))
        im_sknd_graph_check (signature, diagnostics);
    }

  return file->n_definitions;
}

static gboolean
is_of_library (const ImSkndPackage *package, const ImSkndFile *file)
{
  return package->library != NULL &&
         g_str_has_prefix (im_source_get_name (file->source), package->library);
}

guint
im_sknd_package_check_all (ImSkndPackage *package, ImDiagnostics *diagnostics)
{
  g_autoptr (GRecMutexLocker) locker = g_rec_mutex_locker_new (&package->lock);
  g_autoptr (GList) names = g_list_sort (g_hash_table_get_keys (package->modules),
                                         (GCompareFunc) strcmp);
  guint n = 0;

  for (guint i = 0; i < package->added->len; i++)
    n += check_file (package, g_ptr_array_index (package->added, i), diagnostics);
  for (const GList *link = names; link != NULL; link = link->next)
    {
      const ImSkndFile *file = g_hash_table_lookup (package->modules, link->data);

      if (file != NULL && !g_ptr_array_find (package->added, file, NULL) &&
          !is_of_library (package, file))
        n += check_file (package, file, diagnostics);
    }

  return n;
}
