/* SPDX-License-Identifier: MIT */
#include "run/im-code-package.h"

#include <string.h>

#include "base/im-text.h"
#include "emit/im-emit-c.h"
#include "run/im-toolchain.h"

#define LIBRARY "libcmsis.a"
#define TIME_S  120 /* hundreds of functions */

static char *
dup_folder (const char *variable)
{
  const char *value = g_getenv (variable);

  return value == NULL || *value == '\0' ? NULL : g_canonicalize_filename (value, NULL);
}

static gboolean
has_file (const char *folder, const char *name)
{
  g_autofree char *path = folder == NULL ? NULL : g_build_filename (folder, name, NULL);

  return path != NULL && g_file_test (path, G_FILE_TEST_EXISTS);
}

gboolean
im_code_packages_check (gboolean needs_cmsis, gboolean is_core, GError **error)
{
  g_autofree char *dsp = dup_folder ("CMSIS_DSP");
  g_autofree char *core = dup_folder ("CMSIS_CORE");

  if (!needs_cmsis)
    return TRUE;
  if (!has_file (dsp, "Include/arm_math.h"))
    g_set_error (error, IM_TOOLCHAIN_ERROR, IM_TOOLCHAIN_ERROR_NO_LIBRARY,
                 "the code needs " IM_PACKAGE_CMSIS_DSP
                 ", which is not there%s%s; set the variable CMSIS_DSP to its folder, "
                 "with Include/arm_math.h and Source",
                 dsp == NULL ? "" : ": no Include/arm_math.h in ",
                 dsp == NULL ? "" : dsp);
  else if (is_core && !has_file (core, "Include"))
    g_set_error (error, IM_TOOLCHAIN_ERROR, IM_TOOLCHAIN_ERROR_NO_LIBRARY,
                 "the code needs " IM_PACKAGE_CMSIS_DSP ", which needs CMSIS-Core for a "
                 "core of Arm; set the variable CMSIS_CORE to its folder, with Include");
  else
    return TRUE;

  return FALSE;
}

static void
add_include (GPtrArray *argv, const char *folder, const char *name)
{
  if (has_file (folder, name))
    g_ptr_array_add (argv, g_strconcat ("-I", folder, "/", name, NULL));
}

void
im_code_packages_add_flags (gboolean is_core, GPtrArray *argv)
{
  g_autofree char *dsp = dup_folder ("CMSIS_DSP");
  g_autofree char *core = is_core ? dup_folder ("CMSIS_CORE") : NULL;

  add_include (argv, dsp, "Include");
  add_include (argv, dsp, "PrivateInclude");
  /* Sources include others beside them, which have to be seen. */
  add_include (argv, dsp, "Source");
  add_include (argv, core, "Include");
  /* Without the intrinsics of a core. */
  if (core == NULL)
    g_ptr_array_add (argv, g_strdup ("-D__GNUC_PYTHON__"));
}

/* Names the files of a folder that are compiled: one that includes the others, or all. */
static void
list_sources (const char *folder, guint depth, GPtrArray *argv)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autofree char *part = g_path_get_basename (folder);
  g_autofree char *all = g_strconcat (part, ".c", NULL);
  const char *name;

  if (depth > 0 && has_file (folder, all))
    {
      g_ptr_array_add (argv, g_build_filename (folder, all, NULL));
      return;
    }
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (depth == 0 && g_file_test (path, G_FILE_TEST_IS_DIR))
        list_sources (path, depth + 1, argv);
      else if (g_str_has_suffix (name, ".c"))
        g_ptr_array_add (argv, g_steal_pointer (&path));
    }
}

static gboolean
call (GPtrArray *argv, const ImProcessLimits *limits, GError **error)
{
  g_auto (ImProcessResult) result = { 0 };
  const char *program = g_ptr_array_index (argv, 0);

  g_ptr_array_add (argv, NULL);
  if (!im_process_run ((const char *const *) argv->pdata, limits, &result, error))
    return FALSE;

  g_autofree char *failure = im_process_result_dup_failure (&result, limits);
  if (failure == NULL)
    return TRUE;
  im_toolchain_cut_messages (result.output);
  g_set_error (error, IM_TOOLCHAIN_ERROR, IM_TOOLCHAIN_ERROR_COMPILE,
               "%s %s on " IM_PACKAGE_CMSIS_DSP "%s%s", program, failure,
               *result.output == '\0' ? "" : ":\n", result.output);
  return FALSE;
}

static gboolean
compile (const char *const *compiler,
         gboolean is_core,
         const GPtrArray *sources,
         const ImProcessLimits *limits,
         GError **error)
{
  static const char *const flags[] = {
    "-O2", "-w", "-ffp-contract=off", "-ffunction-sections", "-fdata-sections", "-c"
  };
  g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; compiler[i] != NULL; i++)
    g_ptr_array_add (argv, g_strdup (compiler[i]));
  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    g_ptr_array_add (argv, g_strdup (flags[i]));
  im_code_packages_add_flags (is_core, argv);
  for (guint i = 0; i < sources->len; i++)
    g_ptr_array_add (argv, g_strdup (g_ptr_array_index (sources, i)));

  return call (argv, limits, error);
}

/* Objects have the names of their sources. */
static gboolean
archive (const char *archiver,
         const GPtrArray *sources,
         const ImProcessLimits *limits,
         GError **error)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (argv, g_strdup (archiver));
  g_ptr_array_add (argv, g_strdup ("rcsD"));
  g_ptr_array_add (argv, g_strdup (LIBRARY));
  for (guint i = 0; i < sources->len; i++)
    {
      char *name = g_path_get_basename (g_ptr_array_index (sources, i));

      name[strlen (name) - 1] = 'o';
      g_ptr_array_add (argv, name);
    }

  return call (argv, limits, error);
}

const char *
im_code_packages_build (const char *const *compiler,
                        const char *archiver,
                        gboolean is_core,
                        const ImProcessLimits *limits,
                        GError **error)
{
  g_autofree char *dsp = dup_folder ("CMSIS_DSP");
  g_autofree char *folder = g_build_filename (dsp == NULL ? "" : dsp, "Source", NULL);
  g_autofree char *library = g_build_filename (limits->folder, LIBRARY, NULL);
  g_autoptr (GPtrArray) sources = g_ptr_array_new_with_free_func (g_free);
  ImProcessLimits own_limits = *limits;

  if (g_file_test (library, G_FILE_TEST_EXISTS))
    return LIBRARY;
  own_limits.is_maker = TRUE;
  own_limits.time_s = TIME_S;
  list_sources (folder, 0, sources);
  g_ptr_array_sort (sources, im_text_compare_names);
  if (sources->len == 0)
    {
      g_set_error (error, IM_TOOLCHAIN_ERROR, IM_TOOLCHAIN_ERROR_NO_LIBRARY,
                   "there are no sources of " IM_PACKAGE_CMSIS_DSP " in %s", folder);
      return NULL;
    }

  return compile (compiler, is_core, sources, &own_limits, error) &&
                 archive (archiver, sources, &own_limits, error)
             ? LIBRARY
             : NULL;
}
