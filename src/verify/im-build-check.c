/* SPDX-License-Identifier: MIT */
#include "verify/im-build-check.h"

#include <string.h>

#include "emit/im-emit-c.h"
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
  char *needs; /* libraries, NULL for none */
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

static char *
dup_needs (const ImEmission *emission)
{
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; i < emission->packages->len; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? ", " : "",
                            (const char *) g_ptr_array_index (emission->packages, i));

  return out->len == 0 ? NULL : g_strdup (out->str);
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

static void
build (ImBuildCheck *check, guint number, const ImProcessLimits *limits)
{
  const Compiler *compiler = &compilers[number];
  g_autofree char *path = g_find_program_in_path (compiler->program);
  g_autofree char *compile = g_strdup_printf ("%s " FLAGS " %s -c src/%s.c -o %s.o",
                                              compiler->program, compiler->flags,
                                              check->name, check->name);
  g_autofree char *link = g_strdup_printf (
      "%s " FLAGS " %s src/main.c %s.o %s -o program", compiler->program, compiler->flags,
      check->name, compiler->link_flags);

  if (path == NULL)
    {
      check->messages[number] = g_strdup_printf ("%s is not installed; Debian: %s",
                                                 compiler->program, compiler->package);
      return;
    }
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
        check->messages[i] = g_strdup_printf ("the code needs %s", check->needs);
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
