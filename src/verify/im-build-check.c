/* SPDX-License-Identifier: MIT */
#include "verify/im-build-check.h"

#include <glib/gstdio.h>
#include <string.h>

#include "emit/im-bundle-needs.h"
#include "emit/im-emit-c.h"
#include "verify/im-code-package.h"
#include "verify/im-package-trust.h"
#include "verify/im-process.h"
#include "verify/im-work-folder.h"

#define TIME_S       60
#define MEMORY_BYTES (4ull << 30)
#define FILE_BYTES   (64ull << 20)
#define FLAGS        "-std=c99 -O1 -w -Iinclude"

typedef struct
{
  const char *name;
  const char *program;
  const char *package; /* of Debian */
  const char *flags;
  const char *link_flags;
} Compiler;

static const Compiler compilers[IM_N_BUILDS] = {
  { "gcc", "gcc", "gcc", "", "-lm" },
  { "clang", "clang", "clang", "", "-lm" },
  { "Cortex-M4F", "arm-none-eabi-gcc", "gcc-arm-none-eabi libnewlib-arm-none-eabi",
    "-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16",
    "--specs=nano.specs --specs=nosys.specs -lm" },
};

struct _ImBuildCheck
{
  ImArtifacts *artifacts;
  char *name;
  char *needs; /* libraries that are not there, NULL for none */
  gboolean needs_cmsis;
  GCancellable *cancellable;
  ImBuildState states[IM_N_BUILDS];
  char *messages[IM_N_BUILDS];
};

const char *
im_build_get_name (guint build)
{
  return compilers[build].name;
}

static void
add_caller (ImBuildCheck *check, const ImEmission *emission)
{
  g_autofree char *text = g_strdup_printf ("#include \"%s.h\"\n"
                                           "\n"
                                           "int main (void)\n"
                                           "{\n"
                                           "  return %s_init ();\n"
                                           "}\n",
                                           emission->name, emission->prefix);
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  im_artifacts_add (check->artifacts, "src/main.c", bytes);
}

/* Why the code cannot be built, NULL if nothing is known against it. */
static char *
dup_needs (const ImEmission *emission)
{
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < emission->packages->len; i++)
    {
      const char *package = g_ptr_array_index (emission->packages, i);

      if (!g_str_equal (package, IM_PACKAGE_CMSIS_DSP))
        return g_strdup_printf ("the code needs %s", package);
    }

  return im_code_packages_check (im_emission_needs (emission, IM_PACKAGE_CMSIS_DSP),
                                 FALSE, &error)
             ? NULL
             : g_strdup (error->message);
}

ImBuildCheck *
im_build_check_new (const ImPlan *plan,
                    ImUnitLibrary *library,
                    GCancellable *cancellable,
                    ImDiagnostics *diagnostics,
                    GError **error)
{
  g_autoptr (ImBuildCheck) check = g_new0 (ImBuildCheck, 1);
  const ImEmitOptions options = { NULL };
  g_autoptr (ImEmission) emission = NULL;

  check->artifacts = im_artifacts_new ();
  g_set_object (&check->cancellable, cancellable);
  if (!im_package_trust_check (plan->program, library, error))
    return NULL;
  emission = im_emit_c (plan, library, &options, check->artifacts, diagnostics);
  if (emission == NULL)
    return NULL;

  check->name = g_strdup (emission->name);
  check->needs = dup_needs (emission);
  check->needs_cmsis = im_emission_needs (emission, IM_PACKAGE_CMSIS_DSP);
  add_caller (check, emission);

  return g_steal_pointer (&check);
}

void
im_build_check_free (ImBuildCheck *check)
{
  if (check == NULL)
    return;

  im_artifacts_free (check->artifacts);
  g_free (check->name);
  g_free (check->needs);
  g_clear_object (&check->cancellable);
  for (guint i = 0; i < IM_N_BUILDS; i++)
    g_free (check->messages[i]);
  g_free (check);
}

/* Runs words separated by blanks. Returns NULL, or why it failed. */
static char *
run (const ImProcessLimits *limits, const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  g_auto (ImProcessResult) result = { 0 };

  for (char **word = words; *word != NULL; word++)
    if (**word != '\0')
      g_ptr_array_add (argv, *word);
  g_ptr_array_add (argv, NULL);
  if (!im_process_run ((const char *const *) argv->pdata, limits, &result, &error))
    return g_strdup (error->message);

  g_autofree char *failure = im_process_result_dup_failure (&result, limits);
  if (failure == NULL)
    return NULL;

  return *result.output != '\0' ? g_steal_pointer (&result.output)
                                : g_steal_pointer (&failure);
}

static gboolean
is_core (const Compiler *compiler)
{
  return *compiler->flags != '\0';
}

/* Builds the libraries that the code calls, for one compiler. Returns the file, or
 * nothing if there are none; NULL with an error. */
static const char *
build_packages (const ImBuildCheck *check,
                const Compiler *compiler,
                const ImProcessLimits *limits,
                GPtrArray *flags,
                GError **error)
{
  g_autofree char *line = g_strdup_printf ("%s %s", compiler->program, compiler->flags);
  g_auto (GStrv) words = g_strsplit (g_strchomp (line), " ", -1);
  g_autofree char *old = g_build_filename (limits->folder, "libcmsis.a", NULL);

  if (!check->needs_cmsis)
    return "";
  if (is_core (compiler) && !im_code_packages_check (check->needs_cmsis, TRUE, error))
    return NULL;
  im_code_packages_add_flags (is_core (compiler), flags);
  g_unlink (old);

  return im_code_packages_build ((const char *const *) words,
                                 is_core (compiler) ? "arm-none-eabi-ar" : "ar",
                                 is_core (compiler), limits, error);
}

static void
build (ImBuildCheck *check, guint number, const ImProcessLimits *limits)
{
  const Compiler *compiler = &compilers[number];
  g_autofree char *path = g_find_program_in_path (compiler->program);

  if (path == NULL)
    {
      check->messages[number] = g_strdup_printf ("%s is not installed; Debian: %s",
                                                 compiler->program, compiler->package);
      return;
    }

  g_autoptr (GPtrArray) flags = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  const char *library = build_packages (check, compiler, limits, flags, &error);
  if (library == NULL)
    {
      check->messages[number] = g_strdup (error->message);
      return;
    }

  g_ptr_array_add (flags, NULL);
  g_autofree char *includes = g_strjoinv (" ", (char **) flags->pdata);
  g_autofree char *compile = g_strdup_printf ("%s " FLAGS " %s %s -c src/%s.c -o %s.o",
                                              compiler->program, compiler->flags,
                                              includes, check->name, check->name);
  g_autofree char *link = g_strdup_printf (
      "%s " FLAGS " %s src/main.c %s.o %s %s -o program", compiler->program,
      compiler->flags, check->name, library, compiler->link_flags);

  check->states[number] = IM_BUILD_REFUSED;
  check->messages[number] = run (limits, compile);
  if (check->messages[number] != NULL)
    return;
  check->states[number] = IM_BUILD_COMPILED;
  check->messages[number] = run (limits, link);
  if (check->messages[number] == NULL)
    check->states[number] = IM_BUILD_LINKED;
}

void
im_build_check_run (ImBuildCheck *check)
{
  g_auto (ImWorkFolder) work = { 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = NULL;

  if (im_work_folder_open (&work, NULL, &error))
    {
      folder = im_work_folder_dup_path (&work, "source");
      im_artifacts_write (check->artifacts, folder, &error);
    }
  for (guint i = 0; i < IM_N_BUILDS; i++)
    {
      const ImProcessLimits limits = {
        .folder = folder,
        .time_s = TIME_S,
        .memory_bytes = MEMORY_BYTES,
        .file_bytes = FILE_BYTES,
        .is_maker = TRUE,
        .cancellable = check->cancellable,
      };

      if (error != NULL)
        check->messages[i] = g_strdup (error->message);
      else if (check->needs != NULL)
        check->messages[i] = g_strdup (check->needs);
      else
        build (check, i, &limits);
    }
}

ImBuildState
im_build_check_get (const ImBuildCheck *check, guint build, const char **message)
{
  *message = check->messages[build];

  return check->states[build];
}
