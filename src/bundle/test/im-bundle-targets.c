/* SPDX-License-Identifier: MIT
 *
 * All paths are relative to a copy of the bundle and nothing but the source goes into an
 * object, so that the same source gives the same bytes on every machine with the same
 * compiler.
 */
#include <stdarg.h>
#include <string.h>

#include "bundle/test/im-bundle-private.h"
#include "emit/im-emit-c.h"
#include "run/im-code-package.h"
#include "run/im-compiler-messages.h"
#include "run/im-package-trust.h"
#include "run/im-toolchain.h"
#include "run/im-work-folder.h"

#define TIME_S       120
#define MEMORY_BYTES (4ull << 30)
#define FILE_BYTES   (1ull << 30)

#define WARNINGS "-Wall -Wextra -Wpedantic -Wconversion -Wdouble-promotion -Wshadow -Wvla"
#define FLAGS    "-std=c99 -O2 -ffp-contract=off -ffunction-sections -fdata-sections"

typedef struct
{
  const ImBundle *bundle;
  const ImTarget *target;
  ImWorkFolder *folder; /* with the bundle in it */
  ImProcessLimits limits;
  char **compiler;
  char *includes;      /* of libraries that the code calls, as flags */
  const char *library; /* of their code, or nothing */
  ImCompilerMessages *messages;
  gboolean is_severe; /* whether a missing compiler is an error */
} Build;

static void
clear_target (gpointer data)
{
  ImBundleTarget *target = data;

  g_free (target->compiler);
  g_free (target->library);
  g_free (target->image);
}

/* Runs the compiler, or, if @tool is not NULL, another program, with words separated by
 * blanks. Returns what it printed, or NULL with an error. */
static char *G_GNUC_PRINTF (4, 5)
    run (const Build *build, const char *tool, GError **error, const char *format, ...)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_auto (ImProcessResult) result = { 0 };
  g_auto (GStrv) words = NULL;
  va_list args;

  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  words = g_strsplit (text, " ", -1);
  if (tool != NULL)
    g_ptr_array_add (argv, (gpointer) tool);
  for (guint i = 0; tool == NULL && build->compiler[i] != NULL; i++)
    g_ptr_array_add (argv, build->compiler[i]);
  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0')
      g_ptr_array_add (argv, words[i]);
  g_ptr_array_add (argv, NULL);
  if (!im_process_run ((const char *const *) argv->pdata, &build->limits, &result, error))
    return NULL;

  g_autofree char *failure = im_process_result_dup_failure (&result, &build->limits);
  if (failure == NULL)
    return g_steal_pointer (&result.output);
  g_set_error (error, IM_TOOLCHAIN_ERROR, IM_TOOLCHAIN_ERROR_COMPILE, "%s %s:\n%s",
               (const char *) argv->pdata[0], failure, result.output);
  return NULL;
}

/* For commands whose messages do not matter if they succeed. */
static gboolean G_GNUC_PRINTF (4, 5)
    call (const Build *build, const char *tool, GError **error, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  g_autofree char *output = run (build, tool, error, "%s", text);

  return output != NULL;
}

static const char *
get_flags (const Build *build)
{
  return build->target->flags == NULL ? "" : build->target->flags;
}

static gboolean
compile_library (const Build *build, GError **error)
{
  const char *name = build->bundle->emission->name;
  const char *archiver = build->target->archiver;
  g_autofree char *output = run (
      build, NULL, error, FLAGS " " WARNINGS " %s -Iinclude %s -c src/%s.c -o %s.o",
      get_flags (build), build->includes, name, name);

  if (output == NULL)
    return FALSE;
  im_compiler_messages_add (build->messages, output, build->target->name);

  return call (build, archiver == NULL ? "ar" : archiver, error, "rcsD lib%s.a %s.o",
               name, name);
}

static gboolean
compile_demo (const Build *build, const char *object, const char *flags, GError **error)
{
  return call (build, NULL, error,
               FLAGS " %s %s %s -Iinclude -Itest -c demo/demo.c -o %s", get_flags (build),
               build->target->has_startup ? "-DDEMO_TARGET" : "", flags, object);
}

static gboolean
link_demo (const Build *build, const char *objects, const char *image, GError **error)
{
  const char *flags = build->target->compiler == NULL ? "-Wl,--build-id=none"
                      : build->target->has_startup
                          ? "--specs=nano.specs -nostartfiles -T test/qemu/link.ld "
                            "startup.o"
                          : build->target->library_flags;

  return call (build, NULL, error, "%s -Wl,--gc-sections %s %s -lm -o %s",
               get_flags (build), flags, objects, image);
}

/* The demo with the pipeline, and without it. */
static gboolean
make_images (const Build *build, GError **error)
{
  const char *name = build->bundle->emission->name;
  g_autofree char *objects = g_strdup_printf ("demo.o lib%s.a %s", name, build->library);

  if (build->target->has_startup &&
      !call (build, NULL, error, FLAGS " %s -c test/qemu/startup.c -o startup.o",
             get_flags (build)))
    return FALSE;

  return compile_demo (build, "demo.o", "", error) &&
         compile_demo (build, "empty.o", "-DDEMO_EMPTY", error) &&
         link_demo (build, objects, "demo.elf", error) &&
         link_demo (build, "empty.o", "empty.elf", error);
}

static gboolean
measure (const Build *build, ImImageSize *size, GError **error)
{
  g_autoptr (GBytes) demo = im_work_folder_read (build->folder, "demo.elf");
  g_autoptr (GBytes) empty = im_work_folder_read (build->folder, "empty.elf");
  ImImageSize without;

  if (demo != NULL && empty != NULL && im_image_size_read (demo, size) &&
      im_image_size_read (empty, &without))
    {
      im_image_size_subtract (size, &without);
      return TRUE;
    }
  g_set_error (error, IM_TOOLCHAIN_ERROR, IM_TOOLCHAIN_ERROR_COMPILE,
               "%s made no ELF program", build->compiler[0]);
  return FALSE;
}

static void
add_file (const Build *build, const char *file, const char *path)
{
  g_autoptr (GBytes) bytes = im_work_folder_read (build->folder, file);

  if (bytes != NULL)
    im_artifacts_add (build->bundle->artifacts, path, bytes);
}

static void
add_files (const Build *build, ImBundleTarget *row)
{
  const char *name = build->bundle->emission->name;
  const char *target = build->target->name;
  g_autofree char *library = g_strdup_printf ("lib%s.a", name);

  row->library = g_strdup_printf ("lib/%s/%s", target, library);
  row->image = g_strdup_printf ("demo/%s/%s%s", target, name,
                                build->target->compiler == NULL ? "" : ".elf");
  add_file (build, library, row->library);
  add_file (build, "demo.elf", row->image);
}

/* The first line of what the compiler says of itself. */
static char *
dup_version (const Build *build)
{
  g_autofree char *text = run (build, NULL, NULL, "--version");

  if (text == NULL)
    return g_strdup (build->compiler[0]);
  text[strcspn (text, "\n")] = '\0';

  return g_strdup (text);
}

static gboolean
find_compiler (Build *build, GError **error)
{
  const char *compiler = build->target->compiler;
  g_autofree char *path = NULL;

  if (compiler == NULL)
    {
      build->compiler = im_toolchain_find_compiler (error);
      return build->compiler != NULL;
    }
  path = g_find_program_in_path (compiler);
  if (path == NULL)
    {
      g_set_error (error, IM_TOOLCHAIN_ERROR, IM_TOOLCHAIN_ERROR_NO_COMPILER,
                   "%s is not installed; Debian: %s", compiler, build->target->package);
      return FALSE;
    }
  build->compiler = g_strdupv ((char *[]){ (char *) compiler, NULL });

  return TRUE;
}

/* Tells why there is nothing for a target. Returns whether the export goes on. */
static gboolean
refuse (const Build *build, GError *problem, GError **error)
{
  gboolean needs_library = g_error_matches (problem, IM_TOOLCHAIN_ERROR,
                                            IM_TOOLCHAIN_ERROR_NO_LIBRARY);
  gboolean is_missing = needs_library || g_error_matches (problem, IM_TOOLCHAIN_ERROR,
                                                          IM_TOOLCHAIN_ERROR_NO_COMPILER);

  if (problem->domain != IM_TOOLCHAIN_ERROR && problem->domain != G_SPAWN_ERROR)
    {
      g_propagate_error (error, problem);
      return FALSE;
    }
  im_diagnostics_add_for_file (
      build->bundle->diagnostics,
      is_missing && !build->is_severe ? IM_SEVERITY_WARNING : IM_SEVERITY_ERROR,
      needs_library ? "no-library"
      : is_missing  ? "no-compiler"
                    : "compiler-error",
      build->target->name, "nothing is compiled for this target: %s", problem->message);
  g_error_free (problem);

  return TRUE;
}

/* Builds the libraries that the code calls. */
static gboolean
build_packages (Build *build, GError **error)
{
  gboolean is_core = build->target->compiler != NULL;
  g_autofree char *words = g_strjoinv (" ", build->compiler);
  g_autofree char *line = g_strdup_printf ("%s " FLAGS " %s", words, get_flags (build));
  g_autoptr (GPtrArray) flags = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) compiler = NULL;

  build->library = "";
  build->includes = g_strdup ("");
  if (!im_emission_needs (build->bundle->emission, IM_PACKAGE_CMSIS_DSP))
    return TRUE;
  if (is_core && !build->target->has_startup)
    {
      g_set_error (error, IM_TOOLCHAIN_ERROR, IM_TOOLCHAIN_ERROR_NO_LIBRARY,
                   "the code calls CMSIS-DSP, which is for cores of Arm");
      return FALSE;
    }
  if (!im_code_packages_check (TRUE, is_core, error))
    return FALSE;
  im_code_packages_add_flags (is_core, flags);
  g_ptr_array_add (flags, NULL);
  g_free (build->includes);
  build->includes = g_strjoinv (" ", (char **) flags->pdata);
  compiler = g_strsplit (g_strchomp (line), " ", -1);
  build->library = im_code_packages_build ((const char *const *) compiler,
                                           is_core ? build->target->archiver : "ar",
                                           is_core, &build->limits, error);

  return build->library != NULL;
}

static gboolean
build_target (Build *build, ImBundleTarget *row, GError **error)
{
  GError *problem = NULL;

  im_bundle_tell (build->bundle, "compiling for %s", build->target->title);
  if (find_compiler (build, &problem) && build_packages (build, &problem) &&
      compile_library (build, &problem) && make_images (build, &problem) &&
      measure (build, &row->size, &problem))
    {
      row->compiler = dup_version (build);
      row->is_built = TRUE;
      add_files (build, row);
    }
  g_clear_pointer (&build->compiler, g_strfreev);
  g_clear_pointer (&build->includes, g_free);

  return problem == NULL || refuse (build, problem, error);
}

static void
add_sources (const ImBundle *bundle)
{
  g_autoptr (ImVectors) vectors = im_vectors_new (bundle->plan);

  im_bundle_add_glue (bundle, vectors);
  im_bundle_add_template (bundle, "demo/demo.c", "demo.c");
  im_bundle_add_template (bundle, "test/qemu/startup.c", "qemu/startup.c");
  im_bundle_add_template (bundle, "test/qemu/link.ld", "qemu/link.ld");
}

/* Each target is compiled in a fresh copy of the bundle. */
static gboolean
build_in_copy (const ImBundle *bundle,
               Build *build,
               ImBundleTarget *row,
               const char *work,
               GError **error)
{
  ImWorkFolder folder = { g_build_filename (work, im_target_get (row->id)->name, NULL),
                          TRUE };
  gboolean done;

  build->target = im_target_get (row->id);
  build->folder = &folder;
  build->limits = (ImProcessLimits){
    .folder = folder.path,
    .time_s = TIME_S,
    .memory_bytes = MEMORY_BYTES,
    .file_bytes = FILE_BYTES,
    .is_maker = TRUE,
    .cancellable = bundle->cancellable,
  };
  done = im_artifacts_write (bundle->artifacts, folder.path, error) &&
         build_target (build, row, error);
  im_work_folder_close (&folder);

  return done;
}

GArray *
im_bundle_add_targets (const ImBundle *bundle, guint targets, GError **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, TRUE, sizeof (ImBundleTarget));
  g_autoptr (ImCompilerMessages) messages = im_compiler_messages_new ();
  g_auto (ImWorkFolder) work = { 0 };
  Build build = {
    .bundle = bundle,
    .messages = messages,
    .is_severe = targets != IM_TARGETS_ALL,
  };

  g_array_set_clear_func (rows, clear_target);
  if (targets == 0)
    return g_steal_pointer (&rows);
  if (!im_package_trust_check (bundle->plan->program, bundle->library, error) ||
      !im_work_folder_open (&work, NULL, error))
    return NULL;

  add_sources (bundle);
  for (ImTargetId id = 0; id < IM_N_TARGETS; id++)
    if ((targets & 1u << id) != 0)
      {
        ImBundleTarget row = { .id = id };
        gboolean done = build_in_copy (bundle, &build, &row, work.path, error);

        g_array_append_val (rows, row);
        if (!done)
          return NULL;
      }
  im_compiler_messages_report (messages, bundle->emission, bundle->diagnostics);

  return g_steal_pointer (&rows);
}
