/* SPDX-License-Identifier: MIT */
#include "base/im-text.h"
#include "unit/im-unit-name.h"
#include "wrap/im-wrap-private.h"

G_DEFINE_QUARK (im - wrap - error, im_wrap_error)

static gboolean
is_python_file (const char *path)
{
  return g_str_has_suffix (path, ".py");
}

static gboolean
check_file (const char *path, GError **error)
{
  if (is_python_file (path) || g_str_has_suffix (path, ".c") ||
      g_str_has_suffix (path, ".h"))
    return TRUE;
  g_set_error (error, IM_WRAP_ERROR, IM_WRAP_ERROR_FILE,
               "“%s” is no file of C or Python: functions are taken from .c, .h and .py",
               path);

  return FALSE;
}

GPtrArray *
im_wrap_list_functions (const char *path, GError **error)
{
  if (!check_file (path, error))
    return NULL;

  return is_python_file (path) ? im_wrap_list_python (path, error)
                               : im_wrap_list_c (path, error);
}

static ImWrap *
new_empty (const char *path)
{
  ImWrap *wrap = g_new0 (ImWrap, 1);
  g_autofree char *base = g_path_get_basename (path);

  wrap->arena = im_arena_new ();
  wrap->path = im_arena_strdup (wrap->arena, path);
  wrap->base = im_arena_strdup (wrap->arena, base);
  wrap->is_python = is_python_file (path);
  wrap->parameters = g_array_new (FALSE, TRUE, sizeof (ImWrapParameter));
  wrap->outputs = g_array_new (FALSE, TRUE, sizeof (ImWrapOutput));
  wrap->contracts = g_array_new (FALSE, TRUE, sizeof (ImWrapContract));
  wrap->examples = g_array_new (FALSE, TRUE, sizeof (ImWrapExample));
  wrap->includes = g_ptr_array_new ();
  wrap->headers = g_ptr_array_new ();
  wrap->notes = g_ptr_array_new ();

  return wrap;
}

void
im_wrap_free (ImWrap *wrap)
{
  if (wrap == NULL)
    return;
  g_array_unref (wrap->parameters);
  g_array_unref (wrap->outputs);
  g_array_unref (wrap->contracts);
  g_array_unref (wrap->examples);
  g_ptr_array_unref (wrap->includes);
  g_ptr_array_unref (wrap->headers);
  g_ptr_array_unref (wrap->notes);
  im_arena_free (wrap->arena);
  g_free (wrap);
}

ImWrap *
im_wrap_new (const char *path,
             const char *function,
             GCancellable *cancellable,
             GError **error)
{
  g_autoptr (ImWrap) wrap = NULL;

  if (!check_file (path, error))
    return NULL;
  wrap = new_empty (path);
  if (wrap->is_python ? !im_wrap_call_python (wrap, function, cancellable, error)
                      : !im_wrap_read_c (wrap, function, error) ||
                            !im_wrap_probe_c (wrap, cancellable, error))
    return NULL;
  g_ptr_array_add (wrap->notes, NULL);

  return g_steal_pointer (&wrap);
}

const char *const *
im_wrap_get_notes (const ImWrap *wrap)
{
  return (const char *const *) wrap->notes->pdata;
}

char *
im_wrap_write (ImWrap *wrap, const char *id, const char *parent, GError **error)
{
  const char *wrong = im_unit_name_check (id);
  g_autofree char *folder = im_unit_name_dup_folder (id, parent);
  g_autofree char *name = g_strconcat (im_text_get_last_part (id), ".imunit", NULL);
  g_autofree char *prefix = im_unit_name_dup_prefix (id);
  g_autoptr (ImArtifacts) files = im_artifacts_new ();

  if (wrong != NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "“%s”: %s", id, wrong);
      return NULL;
    }
  if (g_file_test (folder, G_FILE_TEST_EXISTS))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS,
                   "there is “%s” already: choose another name", folder);
      return NULL;
    }
  wrap->id = im_arena_strdup (wrap->arena, id);
  wrap->prefix = im_arena_strdup (wrap->arena, prefix);
  im_wrap_add_sources (wrap, files);
  im_wrap_add_unit (wrap, files, name);

  return im_artifacts_write (files, folder, error) ? g_build_filename (folder, name, NULL)
                                                   : NULL;
}
