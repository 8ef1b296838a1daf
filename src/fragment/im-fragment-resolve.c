/* SPDX-License-Identifier: MIT
 *
 * From the text of a reference to a fragment, or to one message that says why not.
 */
#include "fragment/im-fragment-resolve.h"

#include <gio/gio.h>
#include <stdlib.h>
#include <string.h>

#include "base/im-text.h"

#define MAX_SUGGESTIONS     256 /* in one set; later notes only list names */
#define MAX_CANDIDATES      512 /* names compared for one suggestion */
#define MAX_NAMES_IN_A_NOTE 8

/* A reference that is being resolved, for messages. */
typedef struct
{
  ImFragmentSet *set;
  ImFragmentEntry *from;
  const char *from_file;
  ImSource *source;
  const ImFragmentReference *reference;
  ImDiagnostics *diagnostics;
} Resolution;

static ImFragmentNode *
find_node (ImFragmentEntry *entry, const char *name)
{
  const ImFragment *fragment = im_fragment_file_find (entry->file, name);

  return fragment == NULL ? NULL : &entry->nodes[fragment->index];
}

static void
add_names (ImFragmentEntry *entry, GPtrArray *names)
{
  for (guint i = 0; i < entry->file->n_fragments && names->len < MAX_CANDIDATES; i++)
    g_ptr_array_add (names, (gpointer) entry->file->fragments[i].name);
}

/* Notes the nearest of @names, or the first few. */
static void
note_names (Resolution *resolution, GPtrArray *names)
{
  const char *nearest = NULL;

  if (names->len == 0)
    return;
  if (resolution->set->n_suggestions++ < MAX_SUGGESTIONS)
    nearest = im_text_nearest (resolution->reference->name,
                               (const char *const *) names->pdata, names->len);
  im_diagnostics_allow (resolution->diagnostics, (const char *const *) names->pdata,
                        names->len);
  if (nearest != NULL)
    {
      im_diagnostics_suggest (resolution->diagnostics, resolution->reference->name,
                              nearest);
      return;
    }

  g_autoptr (GString) list = g_string_new (NULL);
  for (guint i = 0; i < names->len && i < MAX_NAMES_IN_A_NOTE; i++)
    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "",
                            (const char *) g_ptr_array_index (names, i));
  if (names->len > MAX_NAMES_IN_A_NOTE)
    g_string_append (list, ", …");
  im_diagnostics_note (resolution->diagnostics, "there are %s", list->str);
}

/* Says which file or fragment the problem that was just reported is about. */
static void
set_detail (Resolution *resolution, const char *detail)
{
  im_diagnostics_set_subject (resolution->diagnostics, (ImSubject){ .detail = detail });
}

static void
report_unknown_fragment (Resolution *resolution, const char *where, GPtrArray *names)
{
  im_diagnostics_add (resolution->diagnostics, IM_SEVERITY_ERROR, "unknown-fragment",
                      resolution->source, resolution->reference->span,
                      "there is no fragment “%s” in %s%s", resolution->reference->name,
                      where, names->len == 0 ? ", which has no fragments" : "");
  set_detail (resolution, resolution->reference->name);
  if (names->len == 0)
    im_diagnostics_note (resolution->diagnostics,
                         "a fragment stands between “#pragma IMAGINET_FRAGMENT_BEGIN "
                         "\"%s\"” and “#pragma IMAGINET_FRAGMENT_END”",
                         resolution->reference->name);
  note_names (resolution, names);
}

/* Removes what a path does not need: `.`, and `..` behind a folder. */
static char *
simplify_path (const char *path)
{
  g_auto (GStrv) parts = g_strsplit (path, "/", -1);
  g_autoptr (GPtrArray) kept = g_ptr_array_new ();

  for (char **part = parts; *part != NULL; part++)
    {
      if (g_str_equal (*part, "..") && kept->len > 0)
        g_ptr_array_set_size (kept, (gint) kept->len - 1);
      else if (!g_str_equal (*part, ".") && !g_str_equal (*part, "..") && **part != '\0')
        g_ptr_array_add (kept, *part);
    }
  g_ptr_array_add (kept, NULL);

  return g_strjoinv ("/", (char **) kept->pdata);
}

/* Warns if the end of @path is the relative path of the reference but for its case. */
static void
check_case (Resolution *resolution, const char *path)
{
  g_autofree char *relative = simplify_path (resolution->reference->file);
  gsize length = strlen (relative), path_length = strlen (path);

  if (length > path_length ||
      (length < path_length && path[path_length - length - 1] != '/'))
    return;

  const char *actual = path + path_length - length;
  if (g_str_equal (actual, relative) || g_ascii_strcasecmp (actual, relative) != 0)
    return;

  im_diagnostics_add (resolution->diagnostics, IM_SEVERITY_WARNING, "file-name-case",
                      resolution->source, resolution->reference->span,
                      "the file is called “%s”, not “%s”", actual, relative);
  set_detail (resolution, relative);
  im_diagnostics_note (resolution->diagnostics,
                       "file systems that tell upper from lower case will not find it");
}

static void
report_unusable (Resolution *resolution, const char *reason)
{
  im_diagnostics_add (resolution->diagnostics, IM_SEVERITY_ERROR, "unreadable-file",
                      resolution->source, resolution->reference->span,
                      "cannot use the file “%s”: %s", resolution->reference->file,
                      reason);
  set_detail (resolution, resolution->reference->file);
}

/* Fragments of packages that nobody has, whose place the back end takes: it emits what
 * their names stand for. */
static gboolean
is_provided (const ImFragmentReference *reference)
{
  return reference->unit_id != NULL &&
         g_str_equal (reference->unit_id, "Imaginet.Units.Base.Error") &&
         g_str_equal (reference->name, "print_error");
}

static void
report_load_error (Resolution *resolution, const GError *error)
{
  const ImFragmentReference *reference = resolution->reference;
  gboolean is_missing = g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_NOENT) ||
                        g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);

  if (is_missing && is_provided (reference))
    return;
  if (!is_missing)
    {
      report_unusable (resolution,
                       error != NULL ? error->message : "it cannot be opened");
      return;
    }
  if (reference->unit_id != NULL)
    im_diagnostics_add (resolution->diagnostics, IM_SEVERITY_ERROR, "unknown-file",
                        resolution->source, reference->span,
                        "there is no file “%s” in the folder of unit “%s”",
                        reference->file, reference->unit_id);
  else
    im_diagnostics_add (resolution->diagnostics, IM_SEVERITY_ERROR, "unknown-file",
                        resolution->source, reference->span,
                        "the file “%s” does not exist", reference->file);
  set_detail (resolution, reference->file);
}

static ImFragmentNode *
resolve_in_file (Resolution *resolution)
{
  const ImFragmentReference *reference = resolution->reference;
  const ImFragmentRequest *request = im_fragment_set_load (
      resolution->set, reference->unit_id, resolution->from_file, reference->file);

  if (request->entry == NULL)
    {
      report_load_error (resolution, request->error);
      return NULL;
    }

  if (request->entry->file->is_refused)
    {
      report_unusable (resolution,
                       im_diagnostics_get (request->entry->problems, 0)->message);
      return NULL;
    }

  check_case (resolution, request->entry->path);
  ImFragmentNode *node = find_node (request->entry, reference->name);
  if (node == NULL)
    {
      g_autoptr (GPtrArray) names = g_ptr_array_new ();
      g_autofree char *where = g_strdup_printf ("“%s”", reference->file);

      add_names (request->entry, names);
      report_unknown_fragment (resolution, where, names);
    }

  return node;
}

/* Returns the files that a short name of @resolution may mean besides its own. */
static GPtrArray *
load_siblings (Resolution *resolution)
{
  const ImFragmentLoader *loader = &resolution->set->loader;
  GPtrArray *siblings = g_ptr_array_new ();
  g_auto (GStrv) names = loader->list == NULL
                             ? NULL
                             : loader->list (loader->data, resolution->from_file);

  if (names == NULL)
    return siblings;

  qsort (names, g_strv_length (names), sizeof names[0], im_text_compare_names);
  for (char **name = names; *name != NULL; name++)
    {
      gboolean is_python = im_fragment_language_for_name (*name) ==
                           IM_FRAGMENT_LANGUAGE_PYTHON;

      if (resolution->from != NULL &&
          is_python != (resolution->from->file->language == IM_FRAGMENT_LANGUAGE_PYTHON))
        continue;

      const ImFragmentRequest *request = im_fragment_set_load (
          resolution->set, NULL, resolution->from_file, *name);
      if (request->entry != NULL && request->entry != resolution->from)
        g_ptr_array_add (siblings, request->entry);
    }

  return siblings;
}

static void
report_ambiguous (Resolution *resolution, ImFragmentEntry *first, ImFragmentEntry *second)
{
  g_autofree char *first_name = g_path_get_basename (first->path);
  g_autofree char *second_name = g_path_get_basename (second->path);

  im_diagnostics_add (resolution->diagnostics, IM_SEVERITY_ERROR, "ambiguous-fragment",
                      resolution->source, resolution->reference->span,
                      "the fragment “%s” is in “%s” and in “%s”, and not in this file",
                      resolution->reference->name, first_name, second_name);
  set_detail (resolution, resolution->reference->name);
  im_diagnostics_note (resolution->diagnostics, "name the file, as in \"%s:%s\"",
                       first_name, resolution->reference->name);
}

static ImFragmentNode *
resolve_in_siblings (Resolution *resolution)
{
  g_autoptr (GPtrArray) siblings = load_siblings (resolution);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  ImFragmentNode *found = NULL;

  if (resolution->from != NULL)
    add_names (resolution->from, names);
  for (guint i = 0; i < siblings->len; i++)
    {
      ImFragmentEntry *entry = g_ptr_array_index (siblings, i);
      ImFragmentNode *node = find_node (entry, resolution->reference->name);

      add_names (entry, names);
      if (node != NULL && found != NULL)
        {
          report_ambiguous (resolution, found->entry, entry);
          return NULL;
        }
      if (node != NULL)
        found = node;
    }

  if (found == NULL)
    {
      report_unknown_fragment (
          resolution, siblings->len > 0 ? "this file or its folder" : "this file", names);
      return NULL;
    }

  g_autofree char *file = g_path_get_basename (found->entry->path);
  im_diagnostics_add (resolution->diagnostics, IM_SEVERITY_WARNING, "sibling-fragment",
                      resolution->source, resolution->reference->span,
                      "the fragment “%s” is not in this file but in “%s”",
                      resolution->reference->name, file);
  set_detail (resolution, resolution->reference->name);
  im_diagnostics_note (resolution->diagnostics, "write \"%s:%s\"", file,
                       resolution->reference->name);

  return found;
}

ImFragmentNode *
im_fragment_set_resolve (ImFragmentSet *set,
                         ImFragmentEntry *from,
                         const char *from_file,
                         ImSource *source,
                         const ImFragmentReference *reference,
                         ImDiagnostics *diagnostics)
{
  Resolution resolution = { set, from, from_file, source, reference, diagnostics };

  if (reference->kind != IM_FRAGMENT_REFERENCE_SAME_FILE)
    return resolve_in_file (&resolution);

  ImFragmentNode *node = from == NULL ? NULL : find_node (from, reference->name);

  return node != NULL ? node : resolve_in_siblings (&resolution);
}
