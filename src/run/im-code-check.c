/* SPDX-License-Identifier: MIT */
#include "run/im-code-check.h"

#include <string.h>

#include "cases/im-code-cases.h"
#include "emit/im-emit-c.h"
#include "emit/im-problems.h"
#include "run/im-code-package.h"
#include "run/im-package-trust.h"
#include "run/im-process.h"
#include "run/im-toolchain.h"
#include "run/im-work-folder.h"

#define TIME_S       10
#define MEMORY_BYTES (2ull << 30)
#define FILE_BYTES   (16ull << 20)
#define MAX_MESSAGES 50

/* What a compiler is asked, besides which file. A part of a library is not all used. */
static const char *const flags[] = {
  "-std=c99",
  "-fsyntax-only",
  "-fno-diagnostics-color",
  "-Wall",
  "-Wextra",
  "-Wno-unused-function",
  "-Wconversion",
  "-Wdouble-promotion",
  "-Wshadow",
  "-Wvla",
  "-Wpedantic",
  "-ffp-contract=off",
  "-Iinclude",
};

/* Compiles what is in a file, and prints `LINE:COLUMN:MESSAGE` if it cannot. */
static const char python_program[] =
    "import sys, warnings\n"
    "warnings.simplefilter('ignore')\n"
    "with open('code.py', 'rb') as file:\n"
    "    text = file.read()\n"
    "try:\n"
    "    compile(text, 'code.py', 'exec', dont_inherit=True)\n"
    "except SyntaxError as error:\n"
    "    print(f'{error.lineno or 1}:{error.offset or 1}:{error.msg}')\n"
    "except ValueError as error:\n"
    "    print(f'1:1:{error}')\n";

typedef struct
{
  const ImEmission *emission;
  const ImArtifacts *artifacts;
  ImUnitLibrary *library;
  ImDiagnostics *diagnostics;
} Report;

/* Where a message is: FILE:LINE:COLUMN: KIND: TEXT. */
typedef struct
{
  char *file;
  guint line;
  guint column;
  gboolean is_error;
  const char *text;
} Message;

static gboolean
read_message (const char *line, Message *message)
{
  static const struct
  {
    const char *mark;
    gboolean is_error;
  } kinds[] = { { ": error: ", TRUE },
                { ": fatal error: ", TRUE },
                { ": warning: ", FALSE } };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const char *text = strstr (line, kinds[i].mark);
      g_autofree char *head = text == NULL ? NULL
                                           : g_strndup (line, (gsize) (text - line));
      g_auto (GStrv) place = head == NULL ? NULL : g_strsplit (head, ":", 3);

      if (place == NULL || g_strv_length (place) < 3 || !g_ascii_isdigit (*place[1]))
        continue;
      *message = (Message){
        .file = g_strdup (place[0]),
        .line = (guint) g_ascii_strtoull (place[1], NULL, 10),
        .column = (guint) g_ascii_strtoull (place[2], NULL, 10),
        .is_error = kinds[i].is_error,
        .text = text + strlen (kinds[i].mark),
      };
      return TRUE;
    }

  return FALSE;
}

static const ImEmitFragment *
find_fragment (const ImEmission *emission, const Message *message)
{
  gboolean is_header = g_str_has_suffix (message->file, ".h");

  for (guint i = 0; i < emission->fragments->len; i++)
    {
      const ImEmitFragment *one = &g_array_index (emission->fragments, ImEmitFragment, i);

      if (!one->is_header == !is_header && message->line >= one->line &&
          message->line < one->line + one->n_lines)
        return one;
    }

  return NULL;
}

/* Whether the line of the emitted file is that of the file of the code. */
static gboolean
is_same_line (const Report *report,
              const Message *message,
              const char *line,
              gsize length)
{
  GBytes *bytes = im_artifacts_find (report->artifacts, message->file);
  g_autoptr (ImSource) emitted = bytes == NULL ? NULL
                                               : im_source_new (message->file, bytes);
  ImSpan span;

  if (emitted == NULL)
    return FALSE;
  span = im_source_get_line (emitted, message->line);

  return span.end - span.start == length &&
         memcmp (im_source_get_text (emitted, NULL) + span.start, line, length) == 0;
}

static gboolean
is_of_name (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* What a message is about: the name at its column, or else the line without blanks. What
 * stands elsewhere in the emitted line, because of names that were changed there, is
 * about the line. */
static ImSpan
find_span (ImSource *source, guint line, guint column, gboolean knows_column)
{
  const char *text = im_source_get_text (source, NULL);
  ImSpan span = im_source_get_line (source, line);

  while (span.end > span.start && g_ascii_isspace (text[span.end - 1]))
    span.end--;
  if (knows_column && column > 0 && span.start + column - 1 < span.end)
    {
      span.start += column - 1;
      for (column = span.start + 1; column < span.end && is_of_name (text[column - 1]) &&
                                    is_of_name (text[column]);)
        column++;
      span.end = column;
      return span;
    }
  while (span.start < span.end && g_ascii_isspace (text[span.start]))
    span.start++;

  return span;
}

static void
add (ImDiagnostics *diagnostics, ImSource *source, const Message *message, ImSpan span)
{
  im_diagnostics_add (diagnostics,
                      message->is_error ? IM_SEVERITY_ERROR : IM_SEVERITY_WARNING,
                      message->is_error ? "compiler-error" : "compiler-warning", source,
                      span, "%s", message->text);
}

/* The messages of other lines are about what is around the code, which follows from it.
 */
static void
report_line (const Report *report, const char *line)
{
  Message message;
  const ImEmitFragment *fragment;
  g_autofree char *name = NULL;
  g_autoptr (ImSource) source = NULL;
  ImSpan span;
  guint number;

  if (!read_message (line, &message))
    return;
  fragment = find_fragment (report->emission, &message);
  if (fragment != NULL)
    {
      name = g_path_get_basename (fragment->path);
      source = im_unit_library_load_code (report->library, fragment->path, name, NULL);
    }
  if (source != NULL)
    {
      number = fragment->file_line + message.line - fragment->line;
      span = im_source_get_line (source, number);
      add (report->diagnostics, source, &message,
           find_span (source, number, message.column,
                      is_same_line (report, &message,
                                    im_source_get_text (source, NULL) + span.start,
                                    span.end - span.start)));
    }
  g_free (message.file);
}

static void
report_output (const Report *report, const char *output)
{
  g_auto (GStrv) lines = g_strsplit (output, "\n", -1);

  for (char **line = lines; *line != NULL; line++)
    if (im_diagnostics_get_count (report->diagnostics) < MAX_MESSAGES)
      report_line (report, *line);
}

static ImProcessLimits
get_limits (const char *folder, GCancellable *cancellable)
{
  return (ImProcessLimits){
    .folder = folder,
    .time_s = TIME_S,
    .memory_bytes = MEMORY_BYTES,
    .file_bytes = FILE_BYTES,
    .is_maker = TRUE,
    .cancellable = cancellable,
  };
}

/* Compiles the source. Returns what the compiler printed. */
static char *
compile (const ImEmission *emission,
         const char *folder,
         GCancellable *cancellable,
         GError **error)
{
  ImProcessLimits limits = get_limits (folder, cancellable);
  g_auto (GStrv) compiler = im_toolchain_find_compiler (error);
  g_autofree char *source = g_strdup_printf ("src/%s.c", emission->name);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GPtrArray) includes = g_ptr_array_new_with_free_func (g_free);
  g_auto (ImProcessResult) result = { 0 };

  if (compiler == NULL)
    return NULL;
  for (char **word = compiler; *word != NULL; word++)
    g_ptr_array_add (argv, *word);
  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    g_ptr_array_add (argv, (gpointer) flags[i]);
  if (im_emission_needs (emission, IM_PACKAGE_CMSIS_DSP))
    {
      if (!im_code_packages_check (TRUE, FALSE, error))
        return NULL;
      im_code_packages_add_flags (FALSE, includes);
    }
  for (guint i = 0; i < includes->len; i++)
    g_ptr_array_add (argv, g_ptr_array_index (includes, i));
  g_ptr_array_add (argv, source);
  g_ptr_array_add (argv, NULL);

  return im_process_run ((const char *const *) argv->pdata, &limits, &result, error)
             ? g_strdup (result.output)
             : NULL;
}

gboolean
im_code_check_c (const ImPlan *plan,
                 ImUnitLibrary *library,
                 GCancellable *cancellable,
                 ImDiagnostics *diagnostics,
                 GError **error)
{
  const ImEmitOptions options = { .name = "code" };
  g_autoptr (ImArtifacts) artifacts = im_artifacts_new ();
  g_autoptr (ImDiagnostics) told = im_diagnostics_new ();
  g_autoptr (ImEmission) emission = NULL;
  g_auto (ImWorkFolder) work = { 0 };
  g_autofree char *folder = NULL, *output = NULL;

  if (!im_package_trust_check (plan->program, library, error))
    return FALSE;
  emission = im_emit_c (plan, library, &options, artifacts, told);
  if (emission == NULL)
    return TRUE;
  if (!im_work_folder_open (&work, NULL, error))
    return FALSE;
  folder = im_work_folder_dup_path (&work, "source");
  if (!im_artifacts_write (artifacts, folder, error))
    return FALSE;
  output = compile (emission, folder, cancellable, error);
  if (output != NULL)
    report_output (&(Report){ emission, artifacts, library, diagnostics }, output);

  return output != NULL;
}

/* The implementations in C that a unit with inputs chooses. */
static GPtrArray *
list_chosen (const ImProgram *program)
{
  GPtrArray *chosen = g_ptr_array_new ();

  for (guint i = 0; i < program->n_instances; i++)
    if (program->instances[i].unit == program->unit)
      for (ImSectionKind kind = 0; kind < IM_N_SECTIONS; kind++)
        g_ptr_array_add (chosen,
                         (gpointer) im_unit_evaluation_choose (
                             program->instances[i].evaluation, kind, IM_LANGUAGE_C)
                             .chosen);

  return chosen;
}

static gboolean
has_all (const GPtrArray *chosen, const GPtrArray *implementations)
{
  for (guint i = 0; i < implementations->len; i++)
    if (!g_ptr_array_find ((GPtrArray *) chosen, g_ptr_array_index (implementations, i),
                           NULL))
      return FALSE;

  return TRUE;
}

/* Whether something is said of that place already: with other types a compiler may say
 * the same in other words. */
static gboolean
is_known (const ImDiagnostics *diagnostics, const ImDiagnostic *problem)
{
  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    {
      const ImDiagnostic *known = im_diagnostics_get (diagnostics, i);

      if (strcmp (known->code, problem->code) == 0 &&
          known->span.start == problem->span.start &&
          known->span.end == problem->span.end &&
          strcmp (im_source_get_name (known->source),
                  im_source_get_name (problem->source)) == 0)
        return TRUE;
    }

  return FALSE;
}

static void
add_unknown (const ImCodeCase *one,
             const ImDiagnostics *found,
             ImDiagnostics *diagnostics)
{
  const ImImplementation *implementation = g_ptr_array_index (one->implementations, 0);
  const char *colon = strrchr (implementation->fragment.text, ':');
  const char *name = colon == NULL ? implementation->fragment.text : colon + 1;

  for (guint i = 0; i < im_diagnostics_get_count (found); i++)
    if (!is_known (diagnostics, im_diagnostics_get (found, i)))
      {
        im_diagnostics_add_copy (diagnostics, im_diagnostics_get (found, i));
        im_diagnostics_note (diagnostics, "where %s is chosen", name);
      }
}

gboolean
im_code_check_others (const ImProgram *program,
                      ImUnitLibrary *library,
                      GCancellable *cancellable,
                      ImDiagnostics *diagnostics,
                      GError **error)
{
  g_autoptr (ImDiagnostics) told = im_diagnostics_new ();
  g_autoptr (GPtrArray) checked = list_chosen (program);
  g_autoptr (GPtrArray) unreached = NULL;
  g_autoptr (GPtrArray) cases = im_code_cases_list (program->unit, library, NULL, 0,
                                                    cancellable, told, &unreached);

  for (guint i = 0; i < cases->len; i++)
    {
      const ImCodeCase *one = g_ptr_array_index (cases, i);
      g_autoptr (ImDiagnostics) found = im_diagnostics_new ();
      g_autoptr (ImPlan) plan = NULL;

      if (has_all (checked, one->implementations))
        continue;
      plan = im_problems_plan (one->program, library, told);
      if (plan == NULL)
        continue;
      if (!im_code_check_c (plan, library, cancellable, found, error))
        return FALSE;
      add_unknown (one, found, diagnostics);
    }

  return TRUE;
}

gboolean
im_code_check_python (ImSource *source,
                      ImUnitLibrary *library,
                      GCancellable *cancellable,
                      ImDiagnostics *diagnostics,
                      GError **error)
{
  const char *const argv[] = {
    im_toolchain_find_python (error), "-I", "-S", "-c", python_program, NULL
  };
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();
  g_auto (ImWorkFolder) work = { 0 };
  g_auto (ImProcessResult) result = { 0 };
  g_auto (GStrv) parts = NULL;
  ImProcessLimits limits;
  Message message = { .is_error = TRUE };
  gsize length;
  const char *text = im_source_get_text (source, &length);

  g_ptr_array_add (paths, (gpointer) im_source_get_name (source));
  if (argv[0] == NULL || !im_package_trust_check_files (paths, library, error) ||
      !im_work_folder_open (&work, NULL, error) ||
      !im_work_folder_write (&work, "code.py", text, length, error))
    return FALSE;
  limits = get_limits (work.path, cancellable);
  if (!im_process_run (argv, &limits, &result, error))
    return FALSE;
  parts = g_strsplit (result.output, ":", 3);
  if (g_strv_length (parts) < 3)
    return TRUE;
  message.line = (guint) g_ascii_strtoull (parts[0], NULL, 10);
  message.column = (guint) g_ascii_strtoull (parts[1], NULL, 10);
  message.text = parts[2];
  add (diagnostics, source, &message,
       find_span (source, message.line, message.column, TRUE));

  return TRUE;
}
