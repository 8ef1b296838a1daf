/* SPDX-License-Identifier: MIT */
#include "run/im-build-check.h"

#include <glib/gstdio.h>
#include <string.h>

#include "emit/im-emit-c.h"
#include "run/im-code-package.h"
#include "run/im-package-trust.h"
#include "run/im-process.h"
#include "run/im-work-folder.h"

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
  char *prefix;
  char *needs; /* libraries that are not there, NULL for none */
  gboolean needs_cmsis;
  GCancellable *cancellable;
  ImBuildState states[IM_N_BUILDS];
  char *messages[IM_N_BUILDS];
};

/* What is compiled and linked at once: some checks, with one compiler. */
typedef struct
{
  GPtrArray *checks;
  const Compiler *compiler;
  const ImProcessLimits *limits;
  const char *includes; /* of libraries that the code calls, as flags */
  const char *library;  /* of their code, or nothing */
} Job;

const char *
im_build_get_name (guint build)
{
  return compilers[build].name;
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
                    guint number,
                    GCancellable *cancellable,
                    ImDiagnostics *diagnostics,
                    GError **error)
{
  g_autoptr (ImBuildCheck) check = g_new0 (ImBuildCheck, 1);
  g_autofree char *prefix = g_strdup_printf ("CASE%u", number);
  g_autofree char *name = g_strdup_printf ("case_%u", number);
  const ImEmitOptions options = {
    .prefix = number == 0 ? NULL : prefix,
    .name = number == 0 ? NULL : name,
  };
  g_autoptr (ImEmission) emission = NULL;

  check->artifacts = im_artifacts_new ();
  g_set_object (&check->cancellable, cancellable);
  if (!im_package_trust_check (plan->program, library, error))
    return NULL;
  emission = im_emit_c (plan, library, &options, check->artifacts, diagnostics);
  if (emission == NULL)
    return NULL;

  check->name = g_strdup (emission->name);
  check->prefix = g_strdup (emission->prefix);
  check->needs = dup_needs (emission);
  check->needs_cmsis = im_emission_needs (emission, IM_PACKAGE_CMSIS_DSP);

  return g_steal_pointer (&check);
}

void
im_build_check_free (ImBuildCheck *check)
{
  if (check == NULL)
    return;

  im_artifacts_free (check->artifacts);
  g_free (check->name);
  g_free (check->prefix);
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
build_packages (const Job *job, GPtrArray *flags, GError **error)
{
  const Compiler *compiler = job->compiler;
  g_autofree char *line = g_strdup_printf ("%s %s", compiler->program, compiler->flags);
  g_auto (GStrv) words = g_strsplit (g_strchomp (line), " ", -1);
  g_autofree char *old = g_build_filename (job->limits->folder, "libcmsis.a", NULL);
  gboolean needs_cmsis = FALSE;

  for (guint i = 0; i < job->checks->len; i++)
    needs_cmsis |= ((ImBuildCheck *) g_ptr_array_index (job->checks, i))->needs_cmsis;
  if (!needs_cmsis)
    return "";
  if (is_core (compiler) && !im_code_packages_check (TRUE, TRUE, error))
    return NULL;
  im_code_packages_add_flags (is_core (compiler), flags);
  g_unlink (old);

  return im_code_packages_build ((const char *const *) words,
                                 is_core (compiler) ? "arm-none-eabi-ar" : "ar",
                                 is_core (compiler), job->limits, error);
}

static void
set_state (const Job *job, ImBuildState state, const char *message)
{
  guint build = (guint) (job->compiler - compilers);

  for (guint i = 0; i < job->checks->len; i++)
    {
      ImBuildCheck *check = g_ptr_array_index (job->checks, i);

      check->states[build] = state;
      g_free (check->messages[build]);
      check->messages[build] = g_strdup (message);
    }
}

/* A program that calls all that was compiled. */
static gboolean
write_caller (const Job *job, GError **error)
{
  g_autofree char *path = g_build_filename (job->limits->folder, "src", "main.c", NULL);
  g_autoptr (GString) includes = g_string_new (NULL);
  g_autoptr (GString) calls = g_string_new (NULL);

  for (guint i = 0; i < job->checks->len; i++)
    {
      const ImBuildCheck *check = g_ptr_array_index (job->checks, i);

      g_string_append_printf (includes, "#include \"%s.h\"\n", check->name);
      g_string_append_printf (calls, "%s%s_init ()", i > 0 ? " + " : "", check->prefix);
    }
  g_string_append_printf (includes, "\nint main (void)\n{\n  return %s;\n}\n",
                          calls->str);

  return g_file_set_contents (path, includes->str, -1, error);
}

/* Returns whether all is well. */
static gboolean
build (const Job *job)
{
  const Compiler *compiler = job->compiler;
  g_autoptr (GString) compile = g_string_new (NULL);
  g_autoptr (GString) link = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *message = NULL;

  if (!write_caller (job, &error))
    {
      set_state (job, IM_BUILD_REFUSED, error->message);
      return FALSE;
    }
  g_string_append_printf (compile, "%s " FLAGS " %s %s -c", compiler->program,
                          compiler->flags, job->includes);
  g_string_append_printf (link, "%s " FLAGS " %s src/main.c", compiler->program,
                          compiler->flags);
  for (guint i = 0; i < job->checks->len; i++)
    {
      const char *name = ((ImBuildCheck *) g_ptr_array_index (job->checks, i))->name;

      g_string_append_printf (compile, " src/%s.c", name);
      g_string_append_printf (link, " %s.o", name);
    }
  g_string_append_printf (link, " %s %s -o program", job->library, compiler->link_flags);

  message = run (job->limits, compile->str);
  if (message != NULL)
    {
      set_state (job, IM_BUILD_REFUSED, message);
      return FALSE;
    }
  message = run (job->limits, link->str);
  set_state (job, message == NULL ? IM_BUILD_LINKED : IM_BUILD_COMPILED, message);

  return message == NULL;
}

/* What fails together is built one by one, to know what fails. */
static void
build_all (Job *job)
{
  GPtrArray *all = job->checks;

  if (build (job) || all->len <= 1)
    return;
  for (guint i = 0; i < all->len; i++)
    {
      g_autoptr (GPtrArray) one = g_ptr_array_new ();

      g_ptr_array_add (one, g_ptr_array_index (all, i));
      job->checks = one;
      build (job);
    }
  job->checks = all;
}

static void
use_compiler (Job *job)
{
  const Compiler *compiler = job->compiler;
  g_autofree char *path = g_find_program_in_path (compiler->program);
  g_autoptr (GPtrArray) flags = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;

  if (path == NULL)
    {
      g_autofree char *message = g_strdup_printf ("%s is not installed; Debian: %s",
                                                  compiler->program, compiler->package);

      set_state (job, IM_BUILD_ABSENT, message);
      return;
    }
  job->library = build_packages (job, flags, &error);
  if (job->library == NULL)
    {
      set_state (job, IM_BUILD_ABSENT, error->message);
      return;
    }

  g_ptr_array_add (flags, NULL);
  g_autofree char *includes = g_strjoinv (" ", (char **) flags->pdata);
  job->includes = includes;
  build_all (job);
}

/* Those whose libraries are there, with and without libraries apart. */
static GPtrArray *
select_checks (GPtrArray *checks, gboolean needs_cmsis)
{
  GPtrArray *selected = g_ptr_array_new ();

  for (guint i = 0; i < checks->len; i++)
    {
      ImBuildCheck *check = g_ptr_array_index (checks, i);

      if (check->needs == NULL && !check->needs_cmsis == !needs_cmsis)
        g_ptr_array_add (selected, check);
    }

  return selected;
}

static gboolean
write_sources (GPtrArray *checks, const char *folder, GError **error)
{
  g_autoptr (ImArtifacts) all = im_artifacts_new ();

  for (guint i = 0; i < checks->len; i++)
    {
      const ImArtifacts *own = ((ImBuildCheck *) g_ptr_array_index (checks, i))
                                   ->artifacts;

      for (guint j = 0; j < im_artifacts_get_count (own); j++)
        im_artifacts_add (all, im_artifacts_get_path (own, j),
                          im_artifacts_get_bytes (own, j));
    }

  return im_artifacts_write (all, folder, error);
}

void
im_build_check_run (GPtrArray *checks)
{
  g_auto (ImWorkFolder) work = { 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = NULL;

  if (im_work_folder_open (&work, NULL, &error))
    {
      folder = im_work_folder_dup_path (&work, "source");
      write_sources (checks, folder, &error);
    }
  for (guint i = 0; i < checks->len; i++)
    {
      ImBuildCheck *check = g_ptr_array_index (checks, i);

      for (guint j = 0; j < IM_N_BUILDS; j++)
        check->messages[j] = g_strdup (error != NULL ? error->message : check->needs);
    }
  for (guint i = 0; i < IM_N_BUILDS && error == NULL; i++)
    for (gint needs_cmsis = 0; needs_cmsis <= 1; needs_cmsis++)
      {
        g_autoptr (GPtrArray) selected = select_checks (checks, needs_cmsis);
        const ImProcessLimits limits = {
          .folder = folder,
          .time_s = TIME_S,
          .memory_bytes = MEMORY_BYTES,
          .file_bytes = FILE_BYTES,
          .is_maker = TRUE,
          .cancellable = ((ImBuildCheck *) g_ptr_array_index (checks, 0))->cancellable,
        };
        Job job = { .checks = selected, .compiler = &compilers[i], .limits = &limits };

        if (selected->len > 0)
          use_compiler (&job);
      }
}

ImBuildState
im_build_check_get (const ImBuildCheck *check, guint build, const char **message)
{
  *message = check->messages[build];

  return check->states[build];
}
