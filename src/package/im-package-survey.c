/* SPDX-License-Identifier: MIT */
#include "package/im-package-survey.h"

#include <string.h>

#include "base/im-text.h"
#include "package/im-package-git.h"
#include "package/im-package-needs.h"
#include "package/im-package-private.h"
#include "unit/im-unit-roots.h"

static void
free_root (gpointer data)
{
  ImSurveyRoot *root = data;

  im_package_notes_clear (&root->notes);
  g_free (root->path);
  g_free (root);
}

static void
free_file (gpointer data)
{
  ImSurveyFile *file = data;

  g_free (file->path);
  g_free (file);
}

static void
free_unit (gpointer data)
{
  ImSurveyUnit *unit = data;

  g_ptr_array_unref (unit->uses);
  g_ptr_array_unref (unit->used_by);
  g_ptr_array_unref (unit->missing);
  g_free (unit->path);
  g_free (unit->shadowed_by);
  g_free (unit->shadows);
  g_free (unit);
}

static void
free_fragment (gpointer data)
{
  ImSurveyFragment *fragment = data;

  g_free (fragment->path);
  g_free (fragment->name);
  g_free (fragment);
}

static ImSurveyRoot *
get_root (const ImPackageSurvey *self, guint number)
{
  return g_ptr_array_index (self->roots, number);
}

/* The path below the root that a file is in; of roots inside each other the inner one. */
static char *
dup_below (const ImPackageSurvey *self, const char *path, guint *number)
{
  g_autofree char *full = g_canonicalize_filename (path, NULL);
  const char *best = NULL;
  gsize longest = 0;

  for (guint i = 0; i < self->roots->len; i++)
    {
      const char *root = get_root (self, i)->path;
      gsize length = strlen (root);

      if (strncmp (full, root, length) == 0 && full[length] == '/' && length > longest)
        {
          best = full + length + 1;
          longest = length;
          *number = i;
        }
    }

  return g_strdup (best);
}

static gint
compare_files (gconstpointer a, gconstpointer b)
{
  const ImSurveyFile *first = *(const ImSurveyFile *const *) a;
  const ImSurveyFile *second = *(const ImSurveyFile *const *) b;

  return strcmp (first->path, second->path);
}

static void
add_file (ImPackageSurvey *self,
          GPtrArray *files,
          guint root,
          const char *path,
          gsize bytes)
{
  ImSurveyFile *file = g_new0 (ImSurveyFile, 1);

  file->root = root;
  file->path = g_strdup (path);
  file->bytes = bytes;
  g_ptr_array_add (files, file);
}

/* The files of a folder, and of those that git knows the ones that are gone. */
static void
add_files (ImPackageSurvey *self, guint number, const ImPackage *package)
{
  ImSurveyRoot *root = get_root (self, number);
  g_autoptr (GHashTable) states = im_package_git_read_states (root->path);
  g_autoptr (GPtrArray) files = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer path, state;

  root->has_git = states != NULL;
  for (guint i = 0; i < im_artifacts_get_count (package->files); i++)
    add_file (self, files, number, im_artifacts_get_path (package->files, i),
              g_bytes_get_size (im_artifacts_get_bytes (package->files, i)));
  if (states != NULL)
    {
      for (guint i = 0; i < files->len; i++)
        {
          ImSurveyFile *file = g_ptr_array_index (files, i);

          file->state = g_hash_table_lookup (states, file->path);
        }
      g_hash_table_iter_init (&iter, states);
      while (g_hash_table_iter_next (&iter, &path, &state))
        if (strcmp (state, "removed") == 0)
          {
            add_file (self, files, number, path, 0);
            ((ImSurveyFile *) g_ptr_array_index (files, files->len - 1))->state = state;
          }
    }
  g_ptr_array_sort (files, compare_files);
  g_ptr_array_extend_and_steal (self->files, g_steal_pointer (&files));
}

static void
add_root (ImPackageSurvey *self, const char *folder)
{
  ImSurveyRoot *root = g_new0 (ImSurveyRoot, 1);
  g_autoptr (ImPackage) package = im_package_look (folder, self->problems);

  root->path = g_canonicalize_filename (folder, NULL);
  root->notes = package->notes;
  package->notes = (ImPackageNotes){ NULL };
  g_ptr_array_add (self->roots, root);
  add_files (self, self->roots->len - 1, package);
}

static void
add_once (GPtrArray *ids, const char *id)
{
  for (guint i = 0; i < ids->len; i++)
    if (strcmp (g_ptr_array_index (ids, i), id) == 0)
      return;
  g_ptr_array_add (ids, g_strdup (id));
}

static void
add_uses (ImPackageSurvey *self, ImSurveyUnit *row)
{
  for (guint i = 0; i < row->unit->n_nodes; i++)
    {
      const ImUnitNode *node = &row->unit->nodes[i];

      if (node->kind != IM_NODE_UNIT || node->unit_id.text == NULL)
        continue;
      add_once (row->uses, node->unit_id.text);
      if (im_unit_library_find (self->library, node->unit_id.text) == NULL)
        add_once (row->missing, node->unit_id.text);
    }
  g_ptr_array_sort (row->uses, im_text_compare_names);
}

static void
add_unit (ImPackageSurvey *self, const ImUnit *unit)
{
  const ImUnit *found = im_unit_library_find (self->library, unit->id.text);
  ImSurveyUnit *row = g_new0 (ImSurveyUnit, 1);

  row->unit = unit;
  row->uses = g_ptr_array_new_with_free_func (g_free);
  row->used_by = g_ptr_array_new_with_free_func (g_free);
  row->missing = g_ptr_array_new_with_free_func (g_free);
  row->path = dup_below (self, im_unit_file_get_path (unit->file), &row->root);
  if (found != NULL && found != unit)
    row->shadowed_by = g_strdup (im_unit_file_get_path (found->file));
  add_uses (self, row);
  g_ptr_array_add (self->units, row);
}

/* Units of the usual folders that those of ours hide. */
static void
find_shadows (ImPackageSurvey *self)
{
  GPtrArray *files = im_unit_library_get_files (self->library);
  g_autoptr (GHashTable) rows = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < self->units->len; i++)
    {
      ImSurveyUnit *row = g_ptr_array_index (self->units, i);

      if (row->shadowed_by == NULL)
        g_hash_table_insert (rows, (gpointer) row->unit->id.text, row);
    }
  for (guint i = self->n_unit_files; i < files->len; i++)
    {
      const ImUnitFile *file = g_ptr_array_index (files, i);
      guint root;
      g_autofree char *ours = dup_below (self, im_unit_file_get_path (file), &root);

      /* A folder that is among the usual ones hides nothing. */
      for (guint k = 0; ours == NULL && k < im_unit_file_get_count (file); k++)
        {
          ImSurveyUnit *row = g_hash_table_lookup (
              rows, im_unit_file_get_unit (file, k)->id.text);

          if (row != NULL && row->shadows == NULL)
            row->shadows = g_strdup (im_unit_file_get_path (file));
        }
    }
}

static void
find_users (ImPackageSurvey *self)
{
  g_autoptr (GHashTable) rows = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < self->units->len; i++)
    {
      ImSurveyUnit *row = g_ptr_array_index (self->units, i);

      g_hash_table_insert (rows, (gpointer) row->unit->id.text, row);
    }
  for (guint i = 0; i < self->units->len; i++)
    {
      const ImSurveyUnit *row = g_ptr_array_index (self->units, i);

      for (guint k = 0; k < row->uses->len; k++)
        {
          ImSurveyUnit *used = g_hash_table_lookup (rows,
                                                    g_ptr_array_index (row->uses, k));

          if (used != NULL)
            add_once (used->used_by, row->unit->id.text);
        }
    }
}

/* The fragments of a code file of which no unit has need. */
static void
add_unused (ImPackageSurvey *self, const ImSurveyFile *file, GHashTable *used)
{
  const ImSurveyRoot *root = get_root (self, file->root);
  g_autofree char *path = g_build_filename (root->path, file->path, NULL);
  g_autoptr (ImDiagnostics) said = im_diagnostics_new (); /* those of `check` */
  g_autoptr (ImFragmentFile) code = NULL;
  g_autoptr (ImSource) source = NULL;
  g_autofree char *text = NULL;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, NULL))
    return;
  g_autoptr (GBytes) bytes = g_bytes_new_take (g_steal_pointer (&text), length);
  source = im_source_new (path, bytes);
  code = im_fragment_file_parse (source, said);
  for (guint i = 0; code != NULL && i < code->n_fragments; i++)
    {
      const ImFragment *fragment = &code->fragments[i];
      g_autofree char *key = g_strdup_printf ("%s:%s", path, fragment->name);
      ImSurveyFragment *row;
      guint column;

      if (g_hash_table_contains (used, key))
        continue;
      row = g_new0 (ImSurveyFragment, 1);
      row->root = file->root;
      row->path = g_strdup (file->path);
      row->name = g_strdup (fragment->name);
      im_source_locate (source, fragment->span.start, &row->line, &column);
      g_ptr_array_add (self->unused, row);
    }
}

static gboolean
is_code (const char *path)
{
  return g_str_has_suffix (path, ".c") || g_str_has_suffix (path, ".h") ||
         g_str_has_suffix (path, ".py");
}

/* Files that belong to a package whatever its units need. */
static gboolean
is_about (const ImPackageSurvey *self, const ImSurveyFile *file)
{
  const ImPackageNotes *notes = &get_root (self, file->root)->notes;

  return strcmp (file->path, IM_PACKAGE_MANIFEST) == 0 ||
         g_strcmp0 (file->path, notes->licence_file) == 0 ||
         g_str_has_prefix (file->path, "README") || g_str_has_suffix (file->path, ".md");
}

static void
find_needs (ImPackageSurvey *self)
{
  g_auto (ImPackageNeeds) needs = { 0 };
  g_autoptr (ImDiagnostics) said = im_diagnostics_new (); /* those of `check` */
  g_autoptr (GHashTable) used = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                       NULL);
  GHashTableIter iter;
  gpointer key;

  im_package_needs_init (&needs, self->library, said);
  needs.has_shipped = TRUE;
  for (guint i = 0; i < self->units->len; i++)
    im_package_needs_add (&needs,
                          ((ImSurveyUnit *) g_ptr_array_index (self->units, i))->unit);
  g_hash_table_iter_init (&iter, needs.fragments);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const ImFragment *fragment = key;
      g_autofree char *path = g_canonicalize_filename (
          im_source_get_name (fragment->file->source), NULL);

      g_hash_table_add (used, g_strdup_printf ("%s:%s", path, fragment->name));
    }
  for (guint i = 0; i < self->files->len; i++)
    {
      ImSurveyFile *file = g_ptr_array_index (self->files, i);
      g_autofree char *path = g_build_filename (get_root (self, file->root)->path,
                                                file->path, NULL);

      file->is_needed = g_hash_table_contains (needs.files, path) ||
                        g_str_has_suffix (path, ".imunit") || is_about (self, file);
      if (is_code (path))
        add_unused (self, file, used);
    }
}

ImPackageSurvey *
im_package_survey_new (const char *const *folders)
{
  ImPackageSurvey *self = g_new0 (ImPackageSurvey, 1);
  g_autoptr (ImDiagnostics) usual = im_diagnostics_new ();
  GPtrArray *files;

  self->library = im_unit_library_new ();
  self->roots = g_ptr_array_new_with_free_func (free_root);
  self->files = g_ptr_array_new_with_free_func (free_file);
  self->units = g_ptr_array_new_with_free_func (free_unit);
  self->unused = g_ptr_array_new_with_free_func (free_fragment);
  self->problems = im_diagnostics_new ();
  for (guint i = 0; folders[i] != NULL; i++)
    {
      add_root (self, folders[i]);
      im_unit_library_add_root (self->library, folders[i], self->problems);
    }
  files = im_unit_library_get_files (self->library);
  self->n_unit_files = files->len;
  im_unit_roots_add_usual (self->library, usual);
  for (guint i = 0; i < self->n_unit_files; i++)
    {
      const ImUnitFile *file = g_ptr_array_index (files, i);

      for (guint k = 0; k < im_unit_file_get_count (file); k++)
        add_unit (self, im_unit_file_get_unit (file, k));
    }
  find_shadows (self);
  find_users (self);
  find_needs (self);

  return self;
}

void
im_package_survey_free (ImPackageSurvey *survey)
{
  if (survey == NULL)
    return;

  g_ptr_array_unref (survey->roots);
  g_ptr_array_unref (survey->files);
  g_ptr_array_unref (survey->units);
  g_ptr_array_unref (survey->unused);
  im_diagnostics_free (survey->problems);
  im_unit_library_unref (survey->library);
  g_free (survey);
}
