/* SPDX-License-Identifier: MIT
 *
 * Sources that the emitter puts into one part are compiled as one file. A case that ends
 * the program is noted, and the program is started again with the one behind it.
 */
#include "run/im-host-private.h"

#include <signal.h>
#include <string.h>

#include "artifact/im-artifacts.h"
#include "emit/im-emit-c.h"
#include "run/host/host-numbers.h"
#include "run/im-code-package.h"
#include "run/im-emulator.h"
#include "run/im-package-trust.h"
#include "run/im-run-error.h"
#include "run/im-run-files.h"
#include "run/im-serial.h"
#include "run/im-toolchain.h"
#include "run/im-trace.h"

#define PROGRAM "model-host"
#define HEADER  "host-case.h"
#define CASES   "host-cases.c"

#define SAME(a, b) G_STATIC_ASSERT ((guint32) (a) == (guint32) (b))

SAME (GUARD_BYTES, IM_EMIT_GUARD_BYTES);
SAME (TRACE_RUN, IM_TRACE_RUN);
SAME (TRACE_FRAME, IM_TRACE_FRAME);
SAME (TRACE_TENSOR, IM_TRACE_TENSOR);
SAME (TRACE_CALL, IM_TRACE_CALL);
SAME (TRACE_OUTPUT, IM_TRACE_OUTPUT);
SAME (TRACE_STATUS, IM_TRACE_STATUS);
SAME (TRACE_END, IM_TRACE_END);
SAME (TRACE_OVERRUN, IM_TRACE_OVERRUN);
SAME (TRACE_RESET, IM_TRACE_RESET);
SAME (TRACE_TIME, IM_TRACE_TIME);
SAME (TRACE_COST, IM_TRACE_COST);
SAME (TRACE_COST_WHOLE, IM_TRACE_COST_WHOLE);
SAME (HOST_INIT, IM_HOST_INIT);
SAME (HOST_ENQUEUE, IM_HOST_ENQUEUE);
SAME (HOST_DEQUEUE, IM_HOST_DEQUEUE);
SAME (HOST_COMPUTE, IM_HOST_COMPUTE);
SAME (HOST_SOFT_RESET, IM_HOST_SOFT_RESET);

#define MAX_ENDLESS 2 /* cases of a unit, behind which its others are not run */

typedef struct
{
  const ImUnit *unit; /* that is run */
  const ImPlan *plan;
  guint part;   /* of the group */
  char *source; /* what includes its emitted source and runs it */
  gboolean is_wanted;
  GError *error; /* of the compiler */
} HostCase;

static void
clear_case (gpointer data)
{
  HostCase *self = data;

  g_free (self->source);
  g_clear_error (&self->error);
}

ImHost *
im_host_new (const ImWorkFolder *folder, const ImProcessLimits *limits)
{
  ImHost *host = g_new0 (ImHost, 1);

  host->folder = folder;
  host->limits = *limits;
  host->build = *im_build_get_host ();
  host->group = im_emit_group_new ();
  host->cases = g_array_new (FALSE, FALSE, sizeof (HostCase));
  g_array_set_clear_func (host->cases, clear_case);

  return host;
}

void
im_host_free (ImHost *host)
{
  if (host == NULL)
    return;

  im_emit_group_free (host->group);
  g_array_unref (host->cases);
  g_free (host);
}

static gboolean
write_text (const ImHost *host, const char *name, const GString *text, GError **error)
{
  return im_work_folder_write (host->folder, name, text->str, text->len, error);
}

gboolean
im_host_add (ImHost *host,
             const ImPlan *plan,
             ImUnitLibrary *library,
             ImHostKind kind,
             ImDiagnostics *diagnostics,
             GError **error)
{
  if (!im_package_trust_check (plan->program, library, error))
    return FALSE;

  guint number = host->cases->len;
  g_autofree char *prefix = g_strdup_printf ("CASE%u", number);
  g_autofree char *name = g_strdup_printf ("case_%u", number);
  const ImEmitOptions options = { .prefix = prefix,
                                  .name = name,
                                  .traces = kind != IM_HOST_STREAMED,
                                  .group = host->group };
  g_autoptr (ImArtifacts) artifacts = im_artifacts_new ();
  g_autoptr (ImEmission) emission = im_emit_c (plan, library, &options, artifacts,
                                               diagnostics);
  GString *source = g_string_new (NULL);
  HostCase row = { 0 };

  if (emission == NULL)
    {
      g_string_free (source, TRUE);
      g_set_error (error, IM_RUN_ERROR, IM_RUN_ERROR_EMIT, "there is no C of %s",
                   plan->program->unit->id.text);
      return FALSE;
    }

  gboolean needs_cmsis = im_emission_needs (emission, IM_PACKAGE_CMSIS_DSP);
  if (!im_code_packages_check (needs_cmsis, FALSE, error))
    {
      g_string_free (source, TRUE);
      return FALSE;
    }
  host->needs_packages |= needs_cmsis;
  host->kind = kind;
  im_host_append_macros (prefix, kind, source);
  g_string_append_printf (source, "#include \"%s.c\"\n\n", name);
  im_host_append_case (plan, number, prefix, kind, source);
  row.unit = plan->program->unit;
  row.plan = plan;
  row.part = emission->part;
  row.source = g_string_free (source, FALSE);
  g_array_append_val (host->cases, row);

  return im_run_files_write_artifacts (host->folder, artifacts, error);
}

void
im_host_set_build (ImHost *host, const ImBuild *build)
{
  host->build = *build;
}

void
im_host_sanitize (ImHost *host)
{
  host->sanitizes = TRUE;
}

guint
im_host_get_count (const ImHost *host)
{
  return host->cases->len;
}

static HostCase *
get_case (const ImHost *host, guint number)
{
  return &g_array_index (host->cases, HostCase, number);
}

/* Writes the file of each part and names it in @sources. */
static gboolean
write_parts (const ImHost *host, GPtrArray *sources, GError **error)
{
  guint first = 0, last;

  for (; first < host->cases->len; first = last)
    {
      guint part = get_case (host, first)->part;
      g_autoptr (GString) text = g_string_new ("#include \"" HEADER "\"\n\n");
      char *name = g_strdup_printf ("part_%u.c", part);

      for (last = first; last < host->cases->len && get_case (host, last)->part == part;
           last++)
        if (get_case (host, last)->is_wanted)
          g_string_append (text, get_case (host, last)->source);
      g_ptr_array_add (sources, name);
      if (!write_text (host, name, text, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
write_table (const ImHost *host, GError **error)
{
  g_autoptr (GString) out = g_string_new ("#include \"" HEADER "\"\n\n");

  for (guint i = 0; i < host->cases->len; i++)
    if (get_case (host, i)->is_wanted)
      g_string_append_printf (out, "extern const HostCase host_case_%u;\n", i);
  g_string_append (out, "\nconst HostCase *const host_cases[] = {\n");
  for (guint i = 0; i < host->cases->len; i++)
    if (get_case (host, i)->is_wanted)
      g_string_append_printf (out, "    &host_case_%u,\n", i);
    else
      g_string_append (out, "    NULL,\n");
  g_string_append (out, "};\n");

  return write_text (host, CASES, out, error);
}

static guint
count_wanted (const ImHost *host)
{
  guint n = 0;

  for (guint i = 0; i < host->cases->len; i++)
    n += get_case (host, i)->is_wanted ? 1 : 0;

  return n;
}

/* The sources around those of cases, in the resources. */
static const char *const host_files[][9] = {
  [IM_HOST_COMPARED] = { "host/host-main.c", "host/host-case.h", "host/host-guard.h",
                         "host/host-numbers.h", "host/host-run.h", "host/host-trace.h",
                         NULL },
  [IM_HOST_STREAMED] = { "host/host-program.c", "host/host-stream.c", "host/host-flow.c",
                         "host/host-case.h", "host/host-flow.h", "host/host-numbers.h",
                         "host/host-shared.h", NULL },
  [IM_HOST_WATCHED] = { "host/host-program.c", "host/host-watch.c", "host/host-flow.c",
                        "host/host-case.h", "host/host-flow.h", "host/host-guard.h",
                        "host/host-numbers.h", "host/host-shared.h", NULL },
};
static const char *const target_files[] = { "host/host-case.h",     "host/host-numbers.h",
                                            "host/host-run.h",      "host/host-trace.h",
                                            "target/target-main.c", NULL };

static const char *const *
get_files (const ImHost *host)
{
  return im_build_is_emulated (&host->build) ? target_files : host_files[host->kind];
}

/* Not every compiler comes with the libraries of its sanitizers. */
static gboolean
compile_sources (ImHost *host,
                 const char *const *sources,
                 const ImProcessLimits *limits,
                 GError **error)
{
  static const char *const sanitizers[] = { "-fsanitize=address,undefined",
                                            "-fno-sanitize-recover=undefined",
                                            "-DHOST_SANITIZED", NULL };
  g_auto (GStrv) more = NULL;

  if (im_build_is_emulated (&host->build))
    {
      host->sanitizes = FALSE;
      more = im_emulator_dup_link_flags (&host->build);
    }
  if (host->sanitizes && im_toolchain_compile (&host->build, sources, PROGRAM, sanitizers,
                                               host->needs_packages, limits, NULL))
    return TRUE;
  host->sanitizes = FALSE;

  return im_toolchain_compile (&host->build, sources, PROGRAM, (const char *const *) more,
                               host->needs_packages, limits, error);
}

/* Writes the program around the cases that are wanted, and names its files in @sources:
 * the first one has main(). */
static gboolean
write_sources (const ImHost *host, GPtrArray *sources, GError **error)
{
  const char *const *files = get_files (host);

  for (guint i = 0; files[i] != NULL; i++)
    {
      if (!im_run_files_write_resource (host->folder, files[i], error))
        return FALSE;
      if (g_str_has_suffix (files[i], ".c"))
        g_ptr_array_add (sources, g_path_get_basename (files[i]));
    }
  g_ptr_array_add (sources, g_strdup (CASES));

  return im_emulator_write_startup (&host->build, host->folder, sources, error) &&
         write_table (host, error) && write_parts (host, sources, error);
}

/* Compiles the cases that are wanted. Each gives the compiler as much time as it has. */
static gboolean
compile (ImHost *host, GError **error)
{
  g_autoptr (GPtrArray) sources = g_ptr_array_new_with_free_func (g_free);
  ImProcessLimits limits = host->limits;

  if (!write_sources (host, sources, error))
    return FALSE;
  g_ptr_array_add (sources, NULL);

  limits.time_s *= count_wanted (host);
  return compile_sources (host, (const char *const *) sources->pdata, &limits, error);
}

static void
want (const ImHost *host, guint first, guint n_cases, gboolean is_wanted)
{
  for (guint i = first; i < first + n_cases; i++)
    get_case (host, i)->is_wanted = is_wanted;
}

/* Finds out which cases the compiler refuses. Returns whether it takes any. */
static gboolean
find_refused (ImHost *host)
{
  gboolean any = FALSE;

  for (guint i = 0; i < host->cases->len; i++)
    {
      want (host, 0, host->cases->len, FALSE);
      want (host, i, 1, TRUE);
      any = compile (host, &get_case (host, i)->error) || any;
    }
  for (guint i = 0; i < host->cases->len; i++)
    get_case (host, i)->is_wanted = get_case (host, i)->error == NULL;

  return any;
}

gboolean
im_host_compile (ImHost *host, GError **error)
{
  g_autoptr (GError) problem = NULL;

  host->worker = NULL;
  want (host, 0, host->cases->len, TRUE);
  if (host->build.port != NULL)
    return TRUE;
  if (compile (host, &problem))
    return TRUE;
  if (host->cases->len > 1 &&
      g_error_matches (problem, IM_TOOLCHAIN_ERROR, IM_TOOLCHAIN_ERROR_COMPILE) &&
      find_refused (host))
    return compile (host, error);

  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

GError *
im_host_dup_error (const ImHost *host, guint number)
{
  const GError *error = get_case (host, number)->error;

  return error == NULL ? NULL : g_error_copy (error);
}

void
im_host_keep_source (ImWorkFolder *folder, GError **error)
{
  if (g_error_matches (*error, IM_TOOLCHAIN_ERROR, IM_TOOLCHAIN_ERROR_COMPILE) ||
      g_error_matches (*error, IM_TOOLCHAIN_ERROR, IM_TOOLCHAIN_ERROR_NO_COMPILER))
    {
      im_work_folder_keep (folder);
      g_prefix_error (error, "the source is kept in %s: ", folder->path);
    }
}

gboolean
im_host_prepare (ImHost *host, ImWorker *worker, GError **error)
{
  g_autoptr (GPtrArray) sources = g_ptr_array_new_with_free_func (g_free);

  g_return_val_if_fail (host->cases->len == 1 && host->kind == IM_HOST_WATCHED, FALSE);

  if (host->needs_packages)
    return FALSE;
  want (host, 0, 1, TRUE);
  host->worker = worker;

  return im_run_files_write_resource (host->folder, "host/host-case.h", error) &&
         im_run_files_write_resource (host->folder, "host/host-numbers.h", error) &&
         write_parts (host, sources, error);
}

char *
im_host_dup_program (const ImHost *host)
{
  return im_work_folder_dup_path (host->folder, PROGRAM);
}

const char *
im_host_get_function_name (guint function)
{
  static const char *const names[] = { "init", "enqueue", "dequeue", "compute",
                                       "soft_reset" };

  return function < G_N_ELEMENTS (names) ? names[function] : "?";
}

static const char *
get_run_name (const ImHostRun *run, guint number)
{
  return number < run->n_runs ? run->runs[number]->name : "?";
}

/* A pipeline that returns an error, or writes where it may not, computes nothing that
 * could be compared. Returns the last record. */
static ImTraceKind
check_trace (ImHostRun *run, GBytes *trace)
{
  ImTraceReader reader;
  ImTraceRecord record = { .kind = IM_N_TRACE_KINDS };
  guint number = 0, frame = 0;

  im_trace_reader_init (&reader, trace);
  while (im_trace_reader_next (&reader, &record))
    {
      if (record.kind == IM_TRACE_RUN)
        number = record.number;
      else if (record.kind == IM_TRACE_FRAME)
        frame = record.number;
      else if (record.kind == IM_TRACE_STATUS && run->error == NULL)
        g_set_error (&run->error, IM_RUN_ERROR, IM_RUN_ERROR_RUN,
                     "the C of the pipeline: %s returns the status %d at frame %u of %s",
                     im_host_get_function_name (record.number), record.part, frame,
                     get_run_name (run, number));
      else if (record.kind == IM_TRACE_OVERRUN)
        g_set_error (&run->error, IM_RUN_ERROR, IM_RUN_ERROR_RUN,
                     "the C of the pipeline: %.*s, at frame %u of %s",
                     (int) record.size_bytes, (const char *) record.data, frame,
                     get_run_name (run, number));
    }

  return record.kind;
}

/* Takes what a case recorded. Returns whether it came to its end. */
static gboolean
take_trace (const ImHost *host, ImHostRun *run)
{
  g_autofree char *name = g_strdup_printf (IM_HOST_TRACE, run->number);
  g_autoptr (GBytes) trace = im_work_folder_read (host->folder, name);
  ImTraceKind last = trace == NULL ? IM_N_TRACE_KINDS : check_trace (run, trace);

  if (last != IM_TRACE_END && last != IM_TRACE_OVERRUN)
    return FALSE;
  if (run->error == NULL)
    run->trace = g_steal_pointer (&trace);

  return TRUE;
}

/* What the program printed while a case ran: it prints a mark in front of each. */
static char *
dup_output (const ImProcessResult *result, guint number)
{
  g_autofree char *mark = g_strdup_printf (HOST_MARK, number);
  const char *start = strstr (result->output, mark);
  const char *end;

  if (start == NULL)
    return g_strdup ("");
  start += strlen (mark);
  end = strchr (start, HOST_MARK[0]);

  return g_strchomp (end == NULL ? g_strdup (start)
                                 : g_strndup (start, (gsize) (end - start)));
}

/* A sanitizer may report without ending the program. */
static void
look_for_report (ImHostRun *run, const ImProcessResult *result)
{
  g_autofree char *output = dup_output (result, run->number);

  if (run->error != NULL || (strstr (output, "runtime error: ") == NULL &&
                             strstr (output, "Sanitizer: ") == NULL))
    return;
  g_clear_pointer (&run->trace, g_bytes_unref);
  g_set_error (&run->error, IM_RUN_ERROR, IM_RUN_ERROR_RUN,
               "a sanitizer reports on the C of the pipeline:\n%s", output);
}

/* Why a case did not come to its end. */
static void
note_failure (const ImHost *host, ImHostRun *run, const ImProcessResult *result)
{
  g_autofree char *failure = im_process_result_dup_failure (result, &host->limits);
  g_autofree char *output = dup_output (result, run->number);

  g_clear_error (&run->error);
  g_clear_pointer (&run->trace, g_bytes_unref);
  if (result->exit_status == EXIT_NOT_WRITTEN)
    g_set_error (&run->error, IM_RUN_ERROR, IM_RUN_ERROR_FILE,
                 "there is no room in “%s” for what the C of the pipeline computes; "
                 "another place can be named by the variable TMPDIR",
                 host->folder->path);
  else if (failure == NULL)
    g_set_error (&run->error, IM_RUN_ERROR, IM_RUN_ERROR_RUN,
                 "the trace of the C of the pipeline is not complete");
  else
    g_set_error (&run->error, IM_RUN_ERROR, IM_RUN_ERROR_RUN,
                 "the C of the pipeline %s%s%s", failure, *output == '\0' ? "" : ":\n",
                 output);
}

gboolean
im_host_write_frames (const ImWorkFolder *folder,
                      guint number,
                      ImFrames *const *runs,
                      guint n_runs,
                      GError **error)
{
  g_autofree char *name = g_strdup_printf (IM_HOST_FRAMES, number);
  g_autoptr (GByteArray) frames = g_byte_array_new ();

  for (guint i = 0; i < n_runs; i++)
    g_byte_array_append (frames, runs[i]->bytes->data, runs[i]->bytes->len);

  return im_work_folder_write (folder, name, frames->data, frames->len, error);
}

static gboolean
write_runs (const ImHost *host, const ImHostRun *runs, guint n_runs, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; i < n_runs; i++)
    {
      g_autofree char *old = g_strdup_printf (IM_HOST_TRACE, runs[i].number);

      im_work_folder_remove (host->folder, old);
      g_string_append_printf (out, "%u %u", runs[i].number, runs[i].n_runs);
      for (guint j = 0; j < runs[i].n_runs; j++)
        g_string_append_printf (out, " %u %u", runs[i].runs[j]->n_frames,
                                runs[i].runs[j]->reset_frame);
      g_string_append_c (out, '\n');
      if (!im_host_write_frames (host->folder, runs[i].number, runs[i].runs,
                                 runs[i].n_runs, error))
        return FALSE;
    }

  return write_text (host, HOST_RUNS, out, error);
}

/* A program that never ends is ended by its time, or by the size of its trace. */
static gboolean
is_endless (const ImProcessResult *result)
{
  return result->timed_out || result->signal == SIGXFSZ;
}

/* Runs the cases from @first on. Sets @first to the one behind the last that was dealt
 * with, and @endless to whether that one did not end. What a case may not do is noticed
 * only now and then, so that it is not known which of those that the process has done did
 * it: none of them counts. */
static gboolean
run_from (ImHost *host,
          ImHostRun *runs,
          guint n_runs,
          guint *first,
          gboolean *endless,
          GError **error)
{
  g_autofree char *program = im_host_dup_program (host);
  g_autofree char *from = g_strdup_printf ("%u", *first);
  g_autofree char *time = g_strdup_printf ("%u", host->limits.time_s);
  const char *argv[] = { program, from, time, NULL };
  g_auto (GStrv) emulated = im_emulator_dup_command (&host->build, PROGRAM);
  g_auto (ImProcessResult) result = { 0 };
  ImProcessLimits limits = host->limits;
  guint i = *first, end;

  if (host->sanitizes || emulated != NULL || im_toolchain_reserves_memory ())
    limits.memory_bytes = 0;
  /* It ends itself, and says where. */
  limits.time_s = host->limits.time_s * (n_runs - *first) + 1;
  limits.folder_bytes = limits.file_bytes * MIN (n_runs - *first, IM_HOST_MAX_FULL_CASES);
  if (!im_process_run (emulated == NULL ? argv : (const char *const *) emulated, &limits,
                       &result, error))
    return FALSE;

  while (i < n_runs && take_trace (host, &runs[i]))
    look_for_report (&runs[i++], &result);
  *endless = i < n_runs && is_endless (&result);
  end = MIN (i + 1, n_runs);
  for (guint j = result.offence != NULL ? *first : i; j < end; j++)
    note_failure (host, &runs[j], &result);
  *first = end;

  return TRUE;
}

static const ImUnit *
get_unit (const ImHost *host, const ImHostRun *run)
{
  return get_case (host, run->number)->unit;
}

/* Leaves out the other cases of the unit of @runs[next - 1], which stand side by side. */
static guint
skip_unit (const ImHost *host, ImHostRun *runs, guint n_runs, guint next)
{
  const ImUnit *unit = get_unit (host, &runs[next - 1]);

  for (; next < n_runs && get_unit (host, &runs[next]) == unit; next++)
    g_set_error (&runs[next].error, IM_RUN_ERROR, IM_RUN_ERROR_RUN,
                 "the C of the pipeline was not run, since %d cases of it did not end",
                 MAX_ENDLESS);

  return next;
}

/* Runs what is on a board. Python looks for the trace where a program would write it. */
static gboolean
run_board (const ImHost *host, ImHostRun *runs, guint n_runs, GError **error)
{
  for (guint i = 0; i < n_runs; i++)
    {
      g_autofree char *name = g_strdup_printf (IM_HOST_TRACE, runs[i].number);
      gsize size;
      gconstpointer data;

      runs[i].trace = im_serial_run (
          host->build.port, get_case (host, runs[i].number)->plan, runs[i].runs,
          runs[i].n_runs, host->limits.time_s, host->limits.cancellable, &runs[i].error);
      data = runs[i].trace == NULL ? NULL : g_bytes_get_data (runs[i].trace, &size);
      if (data != NULL && !im_work_folder_write (host->folder, name, data, size, error))
        return FALSE;
    }

  return TRUE;
}

gboolean
im_host_run (ImHost *host, ImHostRun *runs, guint n_runs, GError **error)
{
  const ImUnit *endless_unit = NULL;
  guint next = 0, n_endless = 0;
  gboolean endless;

  if (!write_runs (host, runs, n_runs, error))
    return FALSE;
  if (host->build.port != NULL)
    return run_board (host, runs, n_runs, error);
  while (next < n_runs)
    {
      if (!run_from (host, runs, n_runs, &next, &endless, error))
        return FALSE;
      if (!endless)
        continue;
      n_endless = get_unit (host, &runs[next - 1]) == endless_unit ? n_endless + 1 : 1;
      endless_unit = get_unit (host, &runs[next - 1]);
      if (n_endless == MAX_ENDLESS)
        next = skip_unit (host, runs, n_runs, next);
    }

  return TRUE;
}

void
im_host_run_clear (ImHostRun *run)
{
  g_clear_pointer (&run->trace, g_bytes_unref);
  g_clear_error (&run->error);
}
