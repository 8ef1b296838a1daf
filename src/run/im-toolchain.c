/* SPDX-License-Identifier: MIT */
#include "run/im-toolchain.h"

#include <string.h>

#include "run/im-code-package.h"

#define SYSTEM_PYTHON "/usr/bin/python3"

G_DEFINE_QUARK (im_toolchain_error_quark, im_toolchain_error)

/* What was chosen instead of the variables; threads ask for it. */
static GMutex lock;
static char *chosen_compiler, *chosen_python;

static gboolean
exists (const char *program)
{
  g_autofree char *path = g_find_program_in_path (program);

  return path != NULL;
}

/* What is compiled once needs no cache, which may lie where a compiler cannot write. */
static gboolean
is_cache (const char *program)
{
  static const char *const caches[] = { "ccache", "sccache", NULL };
  g_autofree char *name = g_path_get_basename (program);

  return g_strv_contains (caches, name);
}

static char *
dup_choice (const char *text)
{
  return text == NULL || *text == '\0' ? NULL : g_strdup (text);
}

void
im_toolchain_choose (const char *compiler, const char *python)
{
  g_mutex_lock (&lock);
  g_free (chosen_compiler);
  g_free (chosen_python);
  chosen_compiler = dup_choice (compiler);
  chosen_python = dup_choice (python);
  g_mutex_unlock (&lock);
}

static char **
find_chosen_compiler (const char *command, const char *chosen_by, GError **error)
{
  g_auto (GStrv) words = NULL;
  gboolean is_fine = g_shell_parse_argv (command, NULL, &words, NULL);

  if (is_fine && is_cache (words[0]) && words[1] != NULL)
    {
      g_auto (GStrv) all = g_steal_pointer (&words);

      words = g_strdupv (all + 1);
    }
  if (!is_fine || !exists (words[0]))
    {
      g_set_error (error, IM_TOOLCHAIN_ERROR, IM_TOOLCHAIN_ERROR_NO_COMPILER,
                   "%s the C compiler “%s”, which does not exist", chosen_by, command);
      return NULL;
    }

  return g_steal_pointer (&words);
}

char **
im_toolchain_find_compiler (GError **error)
{
  static const char *const compilers[] = { "gcc", "clang" };
  const char *variable = g_getenv ("CC");
  g_autofree char *chosen = NULL;

  g_mutex_lock (&lock);
  chosen = g_strdup (chosen_compiler);
  g_mutex_unlock (&lock);
  if (chosen != NULL)
    return find_chosen_compiler (chosen, "the preferences name", error);
  if (variable != NULL && *variable != '\0')
    return find_chosen_compiler (variable, "the variable CC names", error);
  for (guint i = 0; i < G_N_ELEMENTS (compilers); i++)
    if (exists (compilers[i]))
      return g_strdupv ((char *[]){ (char *) compilers[i], NULL });

  g_set_error (
      error, IM_TOOLCHAIN_ERROR, IM_TOOLCHAIN_ERROR_NO_COMPILER,
      "there is no C compiler: expected gcc or clang on the search path, such as "
      "that of the Debian package gcc, or one named by the variable CC");
  return NULL;
}

gboolean
im_toolchain_reserves_memory (void)
{
  g_auto (GStrv) words = im_toolchain_find_compiler (NULL);

  for (guint i = 0; words != NULL && words[i] != NULL; i++)
    if (g_str_has_prefix (words[i], "-fsanitize=") &&
        strstr (words[i], "address") != NULL)
      return TRUE;

  return FALSE;
}

/* A program may take the compiler as its first words, such as `zig cc`. */
static guint
count_programs (char *const *compiler)
{
  guint n = 1;

  while (compiler[n] != NULL && *compiler[n] != '-')
    n++;

  return n;
}

/* A compiler may say thousands of lines after the first mistake. */
#define MAX_MESSAGE_LINES 20

void
im_toolchain_cut_messages (char *text)
{
  for (guint i = 0; i < MAX_MESSAGE_LINES && text != NULL; i++)
    text = strchr (text + (i > 0), '\n');
  if (text != NULL)
    *text = '\0';
}

/* The words of a build's compiler. */
static char **
find_compiler_of (const ImBuild *build, GError **error)
{
  if (!im_build_check (build, error))
    return NULL;
  if (build->compiler == NULL)
    return im_toolchain_find_compiler (error);

  return g_strdupv ((char *[]){ (char *) build->compiler, NULL });
}

static void
add_words (GPtrArray *argv, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text == NULL ? "" : text, " ", -1);

  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0')
      g_ptr_array_add (argv, g_strdup (words[i]));
}

static void
add_all (GPtrArray *argv, const char *const *words)
{
  for (guint i = 0; words != NULL && words[i] != NULL; i++)
    g_ptr_array_add (argv, g_strdup (words[i]));
}

/* Builds the libraries that the code calls, for the processor of a build. */
static const char *
build_packages (const ImBuild *build,
                char *const *compiler,
                GPtrArray *includes,
                const ImProcessLimits *limits,
                GError **error)
{
  gboolean is_core = im_build_is_emulated (build);
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);

  if (is_core && !im_target_get (build->target)->has_startup)
    {
      g_set_error (error, IM_TOOLCHAIN_ERROR, IM_TOOLCHAIN_ERROR_NO_LIBRARY,
                   "the code calls CMSIS-DSP, which is not built for %s",
                   im_target_get (build->target)->title);
      return NULL;
    }
  add_all (words, (const char *const *) compiler);
  if (is_core)
    {
      add_words (words, im_target_get (build->target)->flags);
      add_words (words, build->flags);
    }
  g_ptr_array_add (words, NULL);
  im_code_packages_add_flags (is_core, includes);

  return im_code_packages_build ((const char *const *) words->pdata,
                                 is_core ? "arm-none-eabi-ar" : "ar", is_core, limits,
                                 error);
}

gboolean
im_toolchain_compile (const ImBuild *build,
                      const char *const *sources,
                      const char *program,
                      const char *const *more,
                      gboolean needs_packages,
                      const ImProcessLimits *limits,
                      GError **error)
{
  static const char *const flags[] = { "-std=c99", "-w", "-DIMAGINET_PRINT_ERRORS",
                                       NULL };
  ImProcessLimits own_limits = *limits;
  g_auto (GStrv) compiler = find_compiler_of (build, error);
  g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) includes = g_ptr_array_new_with_free_func (g_free);
  g_auto (ImProcessResult) result = { 0 };
  const char *library = NULL;
  guint n_programs = 0;

  if (compiler == NULL)
    return FALSE;
  n_programs = count_programs (compiler);
  if (needs_packages)
    {
      library = build_packages (build, compiler, includes, limits, error);
      if (library == NULL)
        return FALSE;
    }
  for (guint i = 0; i < n_programs; i++)
    g_ptr_array_add (argv, g_strdup (compiler[i]));
  add_all (argv, flags);
  add_words (argv, build->flags);
  add_words (argv, im_target_get (build->target)->flags);
  add_words (argv, build->contracts ? "-ffp-contract=fast" : "-ffp-contract=off");
  add_all (argv, more);
  add_all (argv, (const char *const *) compiler + n_programs);
  g_ptr_array_extend_and_steal (argv, g_steal_pointer (&includes));
  add_words (argv, "-o");
  g_ptr_array_add (argv, g_strdup (program));
  add_all (argv, sources);
  add_words (argv, library);
  add_words (argv, "-lm");
  g_ptr_array_add (argv, NULL);
  own_limits.is_maker = TRUE;
  own_limits.time_s = MIN (limits->time_s, IM_TOOLCHAIN_COMPILE_TIME_S);
  if (!im_process_run ((const char *const *) argv->pdata, &own_limits, &result, error))
    return FALSE;

  g_autofree char *failure = im_process_result_dup_failure (&result, &own_limits);
  if (failure == NULL)
    return TRUE;
  im_toolchain_cut_messages (result.output);
  g_set_error (error, IM_TOOLCHAIN_ERROR, IM_TOOLCHAIN_ERROR_COMPILE,
               "the C compiler %s %s on the emitted code%s%s", compiler[0], failure,
               *result.output == '\0' ? "" : ":\n", result.output);
  return FALSE;
}

/* Looks for numpy; importing it takes ten times as long. */
static const char find_numpy[] =
    "import importlib.util, sys\n"
    "if importlib.util.find_spec ('numpy') is None:\n"
    "    sys.exit (\"ModuleNotFoundError: No module named 'numpy'\")\n";

static char *
try_python (const char *python)
{
  const char *argv[] = { python, "-I", "-B", "-c", find_numpy, NULL };
  ImProcessLimits limits = {
    .folder = "/",
    .time_s = 30,
    .memory_bytes = 4ull << 30,
    .file_bytes = 1 << 20,
  };
  g_auto (ImProcessResult) result = { 0 };

  if (!im_process_run (argv, &limits, &result, NULL))
    return g_strdup_printf ("%s cannot be run; the Debian package python3 has one",
                            python);

  g_autofree char *failure = im_process_result_dup_failure (&result, &limits);
  if (failure == NULL)
    return NULL;

  const char *last = strrchr (result.output, '\n');
  last = last == NULL ? result.output : last + 1;
  return g_strdup_printf ("%s cannot import numpy (%s); the Debian package is "
                          "python3-numpy",
                          python, *last == '\0' ? failure : last);
}

/* Each is tried once; what is wrong with it stays. */
static const char *
find_python_problem (const char *python)
{
  static GHashTable *tried; /* char* to char*, or NULL if it is fine */
  gpointer problem;

  if (tried == NULL)
    tried = g_hash_table_new (g_str_hash, g_str_equal);
  if (!g_hash_table_lookup_extended (tried, python, NULL, &problem))
    {
      problem = try_python (python);
      g_hash_table_insert (tried, (gpointer) python, problem);
    }

  return problem;
}

const char *
im_toolchain_find_python (GError **error)
{
  const char *variable = g_getenv ("PYTHON"), *python, *problem;

  g_mutex_lock (&lock);
  python = g_intern_string (chosen_python != NULL                   ? chosen_python
                            : variable != NULL && *variable != '\0' ? variable
                                                                    : SYSTEM_PYTHON);
  problem = find_python_problem (python);
  g_mutex_unlock (&lock);
  if (problem == NULL)
    return python;

  g_set_error (error, IM_TOOLCHAIN_ERROR, IM_TOOLCHAIN_ERROR_NO_PYTHON,
               "the Python reference cannot run: expected Python 3 with numpy, but %s",
               problem);
  return NULL;
}
