/* SPDX-License-Identifier: MIT
 *
 * `imaginet test`: the examples of units, run in C and in Python.
 */
#include "cli/cli-interrupt.h"
#include "cli/cli-json-value.h"
#include "cli/cli-output.h"
#include "cli/cli-pipeline.h"
#include "cli/cli-text.h"
#include "verify/im-example.h"
#include "verify/im-toolchain.h"

typedef struct
{
  CliContext *context;
  ImUnitLibrary *library;
  ImDiagnostics *diagnostics;
  GCancellable *cancellable;
  GPtrArray *reports; /* ImExampleReport */
  GPtrArray *without; /* ImUnit that have no example */
  guint n_passed;     /* examples */
  guint n_failed;
} Session;

static void
show_progress (const ImUnit *unit, guint number)
{
  g_autofree char *line = g_strdup_printf ("%s: example %u of %u", unit->id.text, number,
                                           unit->n_examples);

  cli_interrupt_show (line);
}

static void
test_example (Session *session, const ImUnit *unit, guint number)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GError) error = NULL;
  ImExampleReport *report;

  show_progress (unit, number);
  report = im_example_run (unit, number, session->library,
                           (guint) session->context->options->timeout,
                           session->cancellable, problems, &error);
  cli_interrupt_show (NULL);
  if (g_cancellable_is_cancelled (session->cancellable))
    {
      im_example_report_free (report);
      return;
    }

  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    im_diagnostics_add_copy (session->diagnostics, im_diagnostics_get (problems, i));
  if (report == NULL && im_diagnostics_count (problems, IM_SEVERITY_ERROR) == 0)
    im_diagnostics_add (session->diagnostics, IM_SEVERITY_ERROR, "example",
                        im_unit_file_get_source (unit->file),
                        unit->examples[number - 1].element->name_span, "%s",
                        error->message);
  if (report == NULL)
    im_diagnostics_note (session->diagnostics, "in example %u of %s", number,
                         unit->id.text);
  else
    g_ptr_array_add (session->reports, report);
  if (report != NULL && im_example_report_is_fine (report))
    session->n_passed++;
  else
    session->n_failed++;
}

static void
test_unit (Session *session, const ImUnit *unit)
{
  if (unit->n_examples == 0)
    g_ptr_array_add (session->without, (gpointer) unit);
  for (guint i = 1; i <= unit->n_examples; i++)
    if (!g_cancellable_is_cancelled (session->cancellable))
      test_example (session, unit, i);
}

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
  return result->state == IM_COMPARE_EQUAL ? "pass"
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

static void
show_text (const Session *session)
{
  CliContext *context = session->context;
  g_autoptr (CliTable) table = cli_table_new (0, 4);
  g_autoptr (GString) findings = g_string_new (NULL);

  cli_table_add (table, "Unit", "C", "Python", "Example");
  for (guint i = 0; i < session->reports->len; i++)
    {
      const ImExampleReport *report = g_ptr_array_index (session->reports, i);
      g_autofree char *name = dup_name (report);

      cli_table_add (table, report->unit->id.text, get_word (&report->c),
                     get_word (&report->python), name);
      append_finding (report, "C", &report->c, findings);
      append_finding (report, "Python", &report->python, findings);
    }
  if (session->reports->len > 0)
    cli_table_append (table, context->out, context->width);
  if (findings->len > 0)
    g_string_append_printf (context->out, "\n%s", findings->str);
  if (session->reports->len > 0)
    g_string_append_c (context->out, '\n');
  append_summary (session, context->out);
}

static void
write_result (CliJson *json, const char *name, const ImExampleResult *result)
{
  cli_json_name (json, name);
  cli_json_open_object (json);
  cli_json_member_string (json, "state", get_word (result));
  cli_json_member_text (json, "message", result->message);
  cli_json_close_object (json);
}

static void
show_json (const Session *session)
{
  CliJson json = { session->context->out };

  cli_json_open_object (&json);
  cli_json_name (&json, "examples");
  cli_json_open_array (&json);
  for (guint i = 0; i < session->reports->len; i++)
    {
      const ImExampleReport *report = g_ptr_array_index (session->reports, i);

      cli_json_open_object (&json);
      cli_json_member_string (&json, "unit", report->unit->id.text);
      cli_json_member_int (&json, "number", report->number);
      cli_json_member_text (&json, "text", report->example->text);
      write_result (&json, "c", &report->c);
      write_result (&json, "python", &report->python);
      cli_json_close_object (&json);
    }
  cli_json_close_array (&json);
  cli_json_name (&json, "without");
  cli_json_open_array (&json);
  for (guint i = 0; i < session->without->len; i++)
    cli_json_string (&json,
                     ((const ImUnit *) g_ptr_array_index (session->without, i))->id.text);
  cli_json_close_array (&json);
  cli_json_member_diagnostics (&json, "diagnostics", session->diagnostics);
  cli_json_close_object (&json);
  g_string_append_c (session->context->out, '\n');
}

static CliExit
test (Session *session)
{
  CliContext *context = session->context;
  g_autoptr (GPtrArray) units = cli_pipeline_find_all (
      context, context->options->arguments, session->library, session->diagnostics);
  g_autoptr (GError) error = NULL;

  if (units->len > 0 && im_toolchain_find_python (&error) == NULL)
    {
      cli_output_failure (context, "%s", error->message);
      return CLI_EXIT_NOT_RUN;
    }
  for (guint i = 0; i < units->len; i++)
    test_unit (session, g_ptr_array_index (units, i));
  if (g_cancellable_is_cancelled (session->cancellable))
    return cli_interrupt_finish (context);

  if (context->options->json)
    show_json (session);
  else if (units->len > 0)
    show_text (session);
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
  Session session = {
    .context = context,
    .library = library,
    .diagnostics = diagnostics,
    .cancellable = cli_interrupt_watch (),
    .reports = reports,
    .without = without,
  };

  return test (&session);
}
