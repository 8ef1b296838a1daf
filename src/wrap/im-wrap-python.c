/* SPDX-License-Identifier: MIT
 *
 * Runs call.py in a sandbox and reads its proposal.
 */
#include <stdlib.h>
#include <string.h>

#include "run/im-toolchain.h"
#include "run/im-work-folder.h"
#include "sandbox/im-sandbox.h"
#include "wrap/im-resources.h"
#include "wrap/im-wrap-private.h"

#define SCRIPT     "call.py"
#define RESOURCE   "/org/imaginet/Studio/wrap/call.py"
#define CODE       "function.py"
#define PROPOSAL   "proposal"
#define MAX_GROUPS 1000

GPtrArray *
im_wrap_list_python (const char *path, GError **error)
{
  g_autofree char *text = im_wrap_read_text (path, error);
  g_auto (GStrv) lines = NULL;
  GPtrArray *names;

  if (text == NULL)
    return NULL;
  names = g_ptr_array_new_with_free_func (g_free);
  lines = g_strsplit (text, "\n", -1);
  for (char **line = lines; *line != NULL; line++)
    if (g_str_has_prefix (*line, "def "))
      {
        const char *name = *line + strlen ("def ");

        name += strspn (name, " ");
        g_ptr_array_add (names, g_strndup (name, strcspn (name, " (:[")));
      }

  return names;
}

/* A value of the proposal, or NULL. */
static const char *
get_value (const ImWrap *wrap, GKeyFile *file, const char *group, const char *key)
{
  g_autofree char *value = g_key_file_get_string (file, group, key, NULL);

  return value == NULL ? NULL : im_arena_strdup (wrap->arena, value);
}

static void
read_parameter (ImWrap *wrap, GKeyFile *file, const char *group)
{
  const char *role = get_value (wrap, file, group, "role");
  ImWrapParameter parameter = {
    .name = get_value (wrap, file, group, "name"),
    .tag = get_value (wrap, file, group, "tag"),
    .value = get_value (wrap, file, group, "value"),
    .dtype = IM_DTYPE_FLOAT32,
    .tensor = -1,
  };

  parameter.role = g_strcmp0 (role, "input") == 0    ? IM_WRAP_INPUT
                   : g_strcmp0 (role, "option") == 0 ? IM_WRAP_OPTION
                                                     : IM_WRAP_FIXED;
  g_array_append_val (wrap->parameters, parameter);
}

/* What an input was, or an output gave, in a call. */
static void
read_example (ImWrap *wrap, GKeyFile *file, const char *group)
{
  guint number = (guint) strtoul (strchr (group, ' '), NULL, 10);
  ImWrapExample example = {
    .name = get_value (wrap, file, group, "name"),
    .shape = get_value (wrap, file, group, "shape"),
    .values = get_value (wrap, file, group, "values"),
  };

  if (example.name == NULL && number < wrap->outputs->len)
    example.name = g_array_index (wrap->outputs, ImWrapOutput, number).name;
  if (example.name != NULL && example.values != NULL)
    g_array_append_val (wrap->examples, example);
}

static void
read_group (ImWrap *wrap, GKeyFile *file, const char *group)
{
  if (g_str_has_prefix (group, "import "))
    g_ptr_array_add (wrap->includes, (char *) get_value (wrap, file, group, "line"));
  else if (g_str_has_prefix (group, "parameter "))
    read_parameter (wrap, file, group);
  else if (g_str_has_prefix (group, "output "))
    im_wrap_add_output (wrap, get_value (wrap, file, group, "name"),
                        get_value (wrap, file, group, "type"),
                        get_value (wrap, file, group, "shape"), -1);
  else if (g_str_has_prefix (group, "contract "))
    im_wrap_add_contract (wrap, get_value (wrap, file, group, "test"),
                          get_value (wrap, file, group, "error"));
  else if (g_str_has_prefix (group, "example ") || g_str_has_prefix (group, "result "))
    read_example (wrap, file, group);
  else if (g_str_has_prefix (group, "note "))
    im_wrap_add_note (wrap, "%s", get_value (wrap, file, group, "text"));
}

static gboolean
read_proposal (ImWrap *wrap, GBytes *bytes, const ImProcessResult *result, GError **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  const ImProcessLimits limits = { .time_s = IM_WRAP_TIME_S };
  g_autofree char *failure = im_process_result_dup_failure (result, &limits);
  g_auto (GStrv) groups = NULL;
  gsize n_groups;
  const char *message;

  if (bytes == NULL || failure != NULL ||
      !g_key_file_load_from_bytes (file, bytes, G_KEY_FILE_NONE, NULL))
    {
      const char *last = strrchr (result->output, '\n');

      g_set_error (error, IM_WRAP_ERROR, IM_WRAP_ERROR_UNSUITABLE,
                   "calling %s of “%s”: Python %s%s%s", wrap->function, wrap->base,
                   failure == NULL ? "ended before it was done" : failure,
                   *result->output == '\0' ? "" : ": ",
                   last == NULL ? result->output : last + 1);
      return FALSE;
    }
  message = get_value (wrap, file, "error", "message");
  if (message != NULL)
    {
      g_set_error (error, IM_WRAP_ERROR, IM_WRAP_ERROR_UNSUITABLE, "%s of “%s”: %s",
                   wrap->function, wrap->base, message);
      return FALSE;
    }
  wrap->signature = get_value (wrap, file, "wrap", "signature");
  wrap->code = get_value (wrap, file, "wrap", "code");
  groups = g_key_file_get_groups (file, &n_groups);
  if (wrap->signature == NULL || wrap->code == NULL || n_groups > MAX_GROUPS)
    {
      g_set_error (error, IM_WRAP_ERROR, IM_WRAP_ERROR_UNSUITABLE,
                   "%s of “%s” wrote over the proposal", wrap->function, wrap->base);
      return FALSE;
    }
  for (char **group = groups; *group != NULL; group++)
    read_group (wrap, file, *group);

  return TRUE;
}

static gboolean
run_script (ImWrap *wrap, const char *text, GCancellable *cancellable, GError **error)
{
  g_autoptr (GBytes) script = g_resource_lookup_data (im_wrap_resources_get_resource (),
                                                      RESOURCE, 0, NULL);
  const char *python = im_toolchain_find_python (error);
  g_auto (ImWorkFolder) folder = { 0 };
  g_auto (ImProcessResult) result = { 0 };
  g_autoptr (GBytes) proposal = NULL;
  const char *const argv[] = { python, "-B",           "-I",     SCRIPT,
                               CODE,   wrap->function, PROPOSAL, NULL };
  ImProcessLimits limits = {
    .time_s = IM_WRAP_TIME_S,
    .memory_bytes = IM_WRAP_MEMORY_BYTES,
    .file_bytes = IM_WRAP_FILE_BYTES,
    .folder_bytes = IM_WRAP_FILE_BYTES,
    .cancellable = cancellable,
  };
  gsize size;
  gconstpointer data = g_bytes_get_data (script, &size);

  if (python == NULL || !im_work_folder_open (&folder, NULL, error) ||
      !im_work_folder_write (&folder, SCRIPT, data, size, error) ||
      !im_work_folder_write (&folder, CODE, text, strlen (text), error))
    return FALSE;
  limits.folder = folder.path;
  if (!im_process_run (argv, &limits, &result, error))
    return FALSE;
  proposal = im_work_folder_read (&folder, PROPOSAL);

  return read_proposal (wrap, proposal, &result, error);
}

gboolean
im_wrap_call_python (ImWrap *wrap,
                     const char *wanted,
                     GCancellable *cancellable,
                     GError **error)
{
  g_autofree char *text = im_wrap_read_text (wrap->path, error);
  g_autoptr (GPtrArray) names = NULL;

  if (text == NULL)
    return FALSE;
  names = im_wrap_list_python (wrap->path, error);
  if (names == NULL)
    return FALSE;
  wanted = im_wrap_find_function (names, wanted, wrap->base, error);
  if (wanted == NULL)
    return FALSE;
  wrap->function = im_arena_strdup (wrap->arena, wanted);
  if (im_sandbox_get_level () == IM_SANDBOX_NONE)
    {
      g_set_error (error, IM_WRAP_ERROR, IM_WRAP_ERROR_UNSUITABLE,
                   "%s of “%s” is not called, as nothing confines code here: %s",
                   wrap->function, wrap->base, im_sandbox_get_problem ());
      return FALSE;
    }

  return run_script (wrap, text, cancellable, error);
}
