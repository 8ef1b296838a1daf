/* SPDX-License-Identifier: MIT
 *
 * Two tables: what was asked for (also what failed), and the files by path. A request is
 * keyed by unit or folder and relative path, so the loader is asked once for each.
 */
#include "fragment/im-fragment-set.h"

#include "fragment/im-fragment-resolve.h"

#define MAX_UNRESOLVED 100 /* reported of one list of dependencies */

static void
request_free (gpointer data)
{
  ImFragmentRequest *request = data;

  g_clear_error (&request->error);
  g_free (request);
}

static void
edges_clear (ImFragmentEdges *edges)
{
  g_free (edges->targets);
  im_diagnostics_free (edges->problems);
}

static void
entry_free (gpointer data)
{
  ImFragmentEntry *entry = data;

  for (guint i = 0; i < entry->file->n_fragments; i++)
    edges_clear (&entry->nodes[i].edges);
  edges_clear (&entry->edges);
  g_free (entry->nodes);
  im_diagnostics_free (entry->problems);
  im_fragment_file_free (entry->file);
  g_free (entry->path);
  g_free (entry);
}

ImFragmentSet *
im_fragment_set_new (const ImFragmentLoader *loader)
{
  g_return_val_if_fail (loader->load != NULL, NULL);

  ImFragmentSet *set = g_new0 (ImFragmentSet, 1);

  g_rec_mutex_init (&set->lock);
  set->loader = *loader;
  set->requests = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, request_free);
  set->entries = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, entry_free);

  return set;
}

void
im_fragment_set_free (ImFragmentSet *set)
{
  if (set == NULL)
    return;

  g_hash_table_unref (set->requests);
  g_hash_table_unref (set->entries);
  g_rec_mutex_clear (&set->lock);
  g_free (set);
}

static ImFragmentEntry *
entry_new (const char *path, ImSource *source)
{
  ImFragmentEntry *entry = g_new0 (ImFragmentEntry, 1);

  entry->path = g_strdup (path);
  entry->problems = im_diagnostics_new ();
  entry->file = im_fragment_file_parse (source, entry->problems);
  entry->edges.needs = &entry->file->needs;
  entry->nodes = g_new0 (ImFragmentNode, entry->file->n_fragments);
  for (guint i = 0; i < entry->file->n_fragments; i++)
    {
      entry->nodes[i].fragment = &entry->file->fragments[i];
      entry->nodes[i].entry = entry;
      entry->nodes[i].edges.needs = &entry->file->fragments[i].needs;
      entry->nodes[i].n_implied = entry->file->needs.n_dependencies;
    }

  return entry;
}

/* The file of that path, made of a text where there is none yet. */
static ImFragmentEntry *
get_entry (ImFragmentSet *set, const char *path, ImSource *source)
{
  ImFragmentEntry *entry = g_hash_table_lookup (set->entries, path);

  if (entry == NULL)
    {
      entry = entry_new (path, source);
      g_hash_table_insert (set->entries, entry->path, entry);
    }

  return entry;
}

static ImFragmentRequest *
request_new (ImFragmentSet *set,
             const char *unit_id,
             const char *from_file,
             const char *relative)
{
  ImFragmentRequest *request = g_new0 (ImFragmentRequest, 1);
  g_autofree char *resolved = NULL;
  g_autoptr (ImSource) source = set->loader.load (set->loader.data, unit_id, from_file,
                                                  relative, &resolved, &request->error);

  if (source == NULL)
    return request;

  request->entry = get_entry (
      set, resolved != NULL ? resolved : im_source_get_name (source), source);

  return request;
}

/* What a reference from a file is asked for by. */
static char *
dup_key (const char *unit_id, const char *from_file, const char *relative)
{
  g_autofree char *folder = g_path_get_dirname (from_file);

  return unit_id != NULL ? g_strdup_printf ("[%s]\n%s\n%s", unit_id, folder, relative)
                         : g_strdup_printf ("%s\n%s", folder, relative);
}

const ImFragmentRequest *
im_fragment_set_load (ImFragmentSet *set,
                      const char *unit_id,
                      const char *from_file,
                      const char *relative)
{
  g_autofree char *key = dup_key (unit_id, from_file, relative);
  ImFragmentRequest *request = g_hash_table_lookup (set->requests, key);

  if (request == NULL)
    {
      request = request_new (set, unit_id, from_file, relative);
      g_hash_table_insert (set->requests, g_steal_pointer (&key), request);
    }

  return request;
}

void
im_fragment_set_give (ImFragmentSet *set, const ImFragmentRoot *root)
{
  g_autofree char *key = NULL;
  ImFragmentRequest *request = NULL;

  if (root->code == NULL)
    return;
  key = dup_key (root->reference.unit_id, root->from_file, root->reference.file);
  if (g_hash_table_contains (set->requests, key))
    return;
  request = g_new0 (ImFragmentRequest, 1);
  request->entry = get_entry (set, im_source_get_name (root->code), root->code);
  g_hash_table_insert (set->requests, g_steal_pointer (&key), request);
}

/* A fragment that a dependency at file level names needs only those before it. */
static void
limit_implied (ImFragmentEntry *entry)
{
  for (guint i = 0; i < entry->edges.needs->n_dependencies; i++)
    {
      ImFragmentNode *target = entry->edges.targets[i];

      if (target != NULL && target->entry == entry)
        target->n_implied = MIN (target->n_implied, i);
    }
}

void
im_fragment_set_resolve_edges (ImFragmentSet *set,
                               ImFragmentEntry *entry,
                               ImFragmentEdges *edges)
{
  guint n = edges->needs->n_dependencies;

  if (edges->is_resolved)
    return;

  edges->is_resolved = TRUE;
  if (n == 0)
    return;

  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  guint n_unresolved = 0;
  edges->targets = g_new0 (ImFragmentNode *, n);
  for (guint i = 0; i < n; i++)
    {
      const ImFragmentReference *reference = &edges->needs->dependencies[i];

      if (n_unresolved == MAX_UNRESOLVED)
        {
          im_diagnostics_add (problems, IM_SEVERITY_ERROR, "too-many-problems",
                              entry->file->source, reference->span,
                              "%d dependencies before this one cannot be resolved; the "
                              "rest is not looked at",
                              MAX_UNRESOLVED);
          break;
        }
      edges->targets[i] = im_fragment_set_resolve (
          set, entry, entry->path, entry->file->source, reference, problems);
      n_unresolved += edges->targets[i] == NULL;
    }

  if (edges == &entry->edges)
    limit_implied (entry);
  if (im_diagnostics_get_count (problems) > 0)
    edges->problems = g_steal_pointer (&problems);
}

const ImFragment *
im_fragment_set_find (ImFragmentSet *set,
                      const ImFragmentRoot *root,
                      ImDiagnostics *diagnostics)
{
  g_autoptr (GRecMutexLocker) locker = g_rec_mutex_locker_new (&set->lock);
  const ImFragmentNode *node = NULL;

  im_fragment_set_give (set, root);
  node = im_fragment_set_resolve (set, NULL, root->from_file, root->source,
                                  &root->reference, diagnostics);

  return node == NULL ? NULL : node->fragment;
}
