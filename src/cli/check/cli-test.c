/* SPDX-License-Identifier: MIT
 *
 * `imaginet test`: the examples of units, run in C and in Python, and the tests that
 * their fragments name.
 */
#include <string.h>

#include "cli/input/cli-pipeline.h"
#include "cli/terminal/cli-interrupt.h"
#include "cli/terminal/cli-jobs.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"
#include "cli/terminal/cli-text.h"
#include "run/im-fragment-test.h"
#include "run/im-toolchain.h"
#include "unit/im-unit-place.h"
#include "verify/im-example.h"

/* Examples of one batch: more share more, but then they cannot be run side by side. */
#define MAX_EXAMPLES 24

typedef struct
{
  CliContext *context;
  ImUnitLibrary *library;
  ImDiagnostics *diagnostics;
  GCancellable *cancellable;
  GPtrArray *units;
  guint n_units;      /* of them that are in a batch */
  guint n_examples;   /* of the next one that are */
  GPtrArray *reports; /* ImExampleReport */
  GPtrArray *without; /* ImUnit that have no example */
  CliTable *table;
  GString *findings;
  guint n_passed; /* examples */
  guint n_failed;
  GArray *tests;       /* ImFragmentTestCase */
  GArray *test_passed; /* gboolean, of each that was run */
  guint n_tests_passed;
} Session;

typedef struct
{
  ImExampleCase examples[MAX_EXAMPLES];
  guint n_examples;
  ImExampleBatch *batch; /* NULL if there is none */
  GError *error;         /* why */
} Job;

static char *
dup_name (const ImExampleReport *report)
{
  return report->example->text == NULL
             ? g_strdup_printf ("%u", report->number)
             : g_strdup_printf ("%u: %s", report->number, report->example->text);
}

static const char *
get_word (const ImExampleResult *result)
{
  return result->state == IM_COMPARE_EQUAL  ? "pass"
         : result->state == IM_COMPARE_NO_C ? "no C"
                                            : im_compare_state_get_name (result->state);
}

static void
append_finding (const ImExampleReport *report,
                const char *language,
                const ImExampleResult *result,
                GString *out)
{
  if (result->message != NULL)
    g_string_append_printf (out, "%s example %u, %s: %s\n", report->unit->id.text,
                            report->number, language, result->message);
}

static void
append_summary (const Session *session, GString *out)
{
  for (guint i = 0; i < session->without->len; i++)
    {
      const ImUnit *unit = g_ptr_array_index (session->without, i);

      g_string_append_printf (out, "%s has no examples\n", unit->id.text);
    }
  g_string_append_printf (out, "%u %s passed, %u failed\n", session->n_passed,
                          session->n_passed == 1 ? "example" : "examples",
                          session->n_failed);
}

/* The next example of a unit that has some. */
static gboolean
next_example (Session *session, ImExampleCase *example)
{
  while (session->n_units < session->units->len)
    {
      const ImUnit *unit = g_ptr_array_index (session->units, session->n_units);

      if (session->n_examples < unit->n_examples)
        {
          *example = (ImExampleCase){ unit, ++session->n_examples };
          return TRUE;
        }
      if (unit->n_examples == 0)
        g_ptr_array_add (session->without, (gpointer) unit);
      session->n_units++;
      session->n_examples = 0;
    }

  return FALSE;
}

static void
show_progress (const Session *session, const ImUnit *unit)
{
  g_autofree char *line = g_strdup_printf ("%u of %u: %s", session->n_units + 1,
                                           session->units->len, unit->id.text);

  cli_interrupt_show (line);
}

static gpointer
next_job (gpointer data)
{
  Session *session = data;
  g_autofree Job *job = g_new0 (Job, 1);

  if (g_cancellable_is_cancelled (session->cancellable))
    return NULL;
  while (job->n_examples < MAX_EXAMPLES &&
         next_example (session, &job->examples[job->n_examples]))
    job->n_examples++;
  if (job->n_examples == 0)
    return NULL;

  show_progress (session, job->examples[0].unit);
  job->batch = im_example_batch_new (job->examples, job->n_examples, session->library,
                                     (guint) session->context->options->timeout,
                                     session->cancellable, &job->error);

  return g_steal_pointer (&job);
}

static void
run_job (gpointer data, gpointer user_data)
{
  Job *job = data;

  if (job->batch != NULL)
    im_example_batch_run (job->batch);
}

static void
fail_example (Session *session,
              const ImExampleCase *example,
              ImDiagnostics *problems,
              const GError *error)
{
  const ImUnit *unit = example->unit;

  if (im_diagnostics_count (problems, IM_SEVERITY_ERROR) == 0)
    im_diagnostics_add (
        problems, IM_SEVERITY_ERROR, "example", im_unit_file_get_source (unit->file),
        im_unit_place_get_tag (unit->examples[example->number - 1].element), "%s",
        error->message);
  im_diagnostics_note (problems, "in example %u of %s", example->number, unit->id.text);
  im_diagnostics_append (session->diagnostics, problems);
  session->n_failed++;
}

static void
add_report (Session *session, ImExampleReport *report)
{
  g_autofree char *name = dup_name (report);

  g_ptr_array_add (session->reports, report);
  cli_table_add (session->table, report->unit->id.text, get_word (&report->c),
                 get_word (&report->python), name);
  append_finding (report, "C", &report->c, session->findings);
  append_finding (report, "Python", &report->python, session->findings);
  if (im_example_report_is_fine (report))
    session->n_passed++;
  else
    session->n_failed++;
}

static void
take_example (Session *session, Job *job, guint number)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GError) error = NULL;
  ImExampleReport *report = NULL;

  if (job->batch != NULL)
    report = im_example_batch_take (job->batch, number, problems, &error);
  if (report == NULL)
    {
      fail_example (session, &job->examples[number], problems,
                    error == NULL ? job->error : error);
      return;
    }

  im_diagnostics_append (session->diagnostics, problems);
  add_report (session, report);
}

/* Results are shown as they come. */
static void
finish_job (gpointer data, gpointer user_data)
{
  Job *job = data;
  Session *session = user_data;
  gboolean is_over = g_cancellable_is_cancelled (session->cancellable);

  for (guint i = 0; i < job->n_examples && !is_over; i++)
    take_example (session, job, i);
  cli_interrupt_show (NULL);
  if (!session->context->options->json && session->reports->len > 0)
    {
      cli_table_append_new (session->table, session->context->out,
                            session->context->width);
      if (!is_over)
        cli_output_flush (session->context);
    }
  im_example_batch_free (job->batch);
  g_clear_error (&job->error);
  g_free (job);
}

static void
run_fragment_test (Session *session, const ImFragmentTestCase *test)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_strdup_printf ("%s:%s", test->test->file,
                                           test->test->function);
  gboolean passed = im_fragment_test_run (
      test, session->library, (guint) session->context->options->timeout,
      session->cancellable, session->diagnostics, &error);

  if (error != NULL)
    im_diagnostics_add (session->diagnostics, IM_SEVERITY_ERROR, "fragment-test",
                        test->fragment->file->source, test->test->span, "%s",
                        error->message);
  g_array_append_val (session->test_passed, passed);
  session->n_tests_passed += passed;
  cli_table_add (session->table, test->unit->id.text, passed ? "pass" : "failed", "",
                 name);
}

static void
run_fragment_tests (Session *session)
{
  session->tests = im_fragment_test_list (session->units, session->library);
  for (guint i = 0;
       i < session->tests->len && !g_cancellable_is_cancelled (session->cancellable); i++)
    {
      const ImFragmentTestCase *test = &g_array_index (session->tests, ImFragmentTestCase,
                                                       i);
      g_autofree char *line = g_strdup_printf ("%s: %s", test->test->file,
                                               test->test->function);

      cli_interrupt_show (line);
      run_fragment_test (session, test);
    }
  cli_interrupt_show (NULL);
  if (!session->context->options->json && session->tests->len > 0)
    cli_table_append_new (session->table, session->context->out, session->context->width);
}

static void
show_summary (const Session *session)
{
  GString *out = session->context->out;

  if (session->findings->len > 0)
    g_string_append_printf (out, "\n%s", session->findings->str);
  if (session->reports->len > 0 || session->tests->len > 0)
    g_string_append_c (out, '\n');
  append_summary (session, out);
  if (session->tests->len > 0)
    g_string_append_printf (out, "%u of %u tests of fragments passed\n",
                            session->n_tests_passed, session->tests->len);
}

static void
write_result (ImJson *json, const char *name, const ImExampleResult *result)
{
  im_json_member_object (json, name);
  im_json_member_string (json, "state", get_word (result));
  im_json_member_text (json, "message", result->message);
  im_json_close_object (json);
}

static void
write_tests (const Session *session, ImJson *json)
{
  im_json_member_array (json, "tests");
  for (guint i = 0; i < session->test_passed->len; i++)
    {
      const ImFragmentTestCase *test = &g_array_index (session->tests, ImFragmentTestCase,
                                                       i);

      im_json_open_object (json);
      im_json_member_string (json, "unit", test->unit->id.text);
      im_json_member_string (json, "file", test->test->file);
      im_json_member_string (json, "function", test->test->function);
      im_json_member_bool (json, "passed",
                           g_array_index (session->test_passed, gboolean, i));
      im_json_close_object (json);
    }
  im_json_close_array (json);
}

static void
show_json (const Session *session)
{
  ImJson json = { session->context->out };

  im_json_open_object (&json);
  im_json_member_array (&json, "examples");
  for (guint i = 0; i < session->reports->len; i++)
    {
      const ImExampleReport *report = g_ptr_array_index (session->reports, i);

      im_json_open_object (&json);
      im_json_member_string (&json, "unit", report->unit->id.text);
      im_json_member_int (&json, "number", report->number);
      im_json_member_text (&json, "text", report->example->text);
      write_result (&json, "c", &report->c);
      write_result (&json, "python", &report->python);
      im_json_close_object (&json);
    }
  im_json_close_array (&json);
  write_tests (session, &json);
  im_json_member_array (&json, "without");
  for (guint i = 0; i < session->without->len; i++)
    im_json_string (&json,
                    ((const ImUnit *) g_ptr_array_index (session->without, i))->id.text);
  im_json_close_array (&json);
  cli_json_close (&json, session->diagnostics);
}

static void
set_widths (Session *session)
{
  guint width = 0;

  for (guint i = 0; i < session->units->len; i++)
    {
      const ImUnit *unit = g_ptr_array_index (session->units, i);

      width = MAX (width, (guint) strlen (unit->id.text));
    }
  cli_table_set_width (session->table, 0, width);
}

static CliExit
test (Session *session)
{
  CliContext *context = session->context;
  const CliJobs jobs = { next_job, run_job, finish_job, session };
  g_autoptr (GError) error = NULL;

  if (session->units->len > 0 && im_toolchain_find_python (&error) == NULL)
    {
      cli_output_failure (context, "no-python", "%s", error->message);
      return CLI_EXIT_NOT_RUN;
    }
  set_widths (session);
  cli_jobs_run (&jobs, cli_jobs_count (context->options->jobs));
  run_fragment_tests (session);
  if (g_cancellable_is_cancelled (session->cancellable))
    return cli_interrupt_finish (context);

  if (context->options->json)
    show_json (session);
  else if (session->units->len > 0)
    show_summary (session);
  if (!context->options->json)
    cli_output_flush (context);
  cli_output_diagnostics (context, session->diagnostics);

  return session->n_failed > 0 ||
                 im_diagnostics_count (session->diagnostics, IM_SEVERITY_ERROR) > 0
             ? CLI_EXIT_PROBLEMS
             : CLI_EXIT_FINE;
}

CliExit
cli_test_run (CliContext *context)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (GPtrArray) reports = g_ptr_array_new_with_free_func (
      (GDestroyNotify) im_example_report_free);
  g_autoptr (GPtrArray) without = g_ptr_array_new ();
  g_autoptr (CliTable) table = cli_table_new (0, 4);
  g_autoptr (GString) findings = g_string_new (NULL);
  g_autoptr (GArray) test_passed = g_array_new (FALSE, FALSE, sizeof (gboolean));
  CliExit status;
  Session session = {
    .context = context,
    .library = library,
    .diagnostics = diagnostics,
    .cancellable = cli_interrupt_watch (),
    .reports = reports,
    .without = without,
    .table = table,
    .findings = findings,
    .test_passed = test_passed,
  };

  g_autoptr (GPtrArray) units = cli_pipeline_find_all (
      context, context->options->arguments, library, diagnostics);
  session.units = units;
  cli_table_add (table, "Unit", "C", "Python", "Example");

  status = test (&session);
  g_clear_pointer (&session.tests, g_array_unref);

  return status;
}
