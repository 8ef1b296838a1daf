/* SPDX-License-Identifier: MIT */
#include "cli/export/cli-export-show.h"

#include "base/im-escape.h"
#include "cli/compare/cli-comparison.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-text.h"

static void
add_target (const ImBundleTarget *row, CliTable *table)
{
  const ImImageSize *size = &row->size;
  const gint64 bytes[] = { size->text,
                           size->rodata,
                           size->data,
                           size->bss,
                           im_image_size_get_flash (size),
                           im_image_size_get_ram (size) };
  char texts[G_N_ELEMENTS (bytes)][24];

  for (guint i = 0; i < G_N_ELEMENTS (bytes); i++)
    g_snprintf (texts[i], sizeof texts[i], "%" G_GINT64_FORMAT, bytes[i]);
  if (row->is_built)
    cli_table_add (table, im_target_get (row->id)->name, texts[0], texts[1], texts[2],
                   texts[3], texts[4], texts[5]);
  else
    cli_table_add (table, im_target_get (row->id)->name, "not built", "", "", "", "", "");
}

static void
print_targets (const GArray *targets, GString *out)
{
  g_autoptr (CliTable) table = cli_table_new (2, 7);

  if (targets->len == 0)
    return;
  cli_table_add (table, "Target", "Code", "Constants", "Data", "Zeroed", "Flash", "RAM");
  for (guint i = 0; i < targets->len; i++)
    add_target (&g_array_index (targets, ImBundleTarget, i), table);
  cli_table_append (table, out, CLI_TEXT_UNLIMITED);
}

static void
print_test (const ImBundleTest *test, GString *out)
{
  if (test->comparison != NULL)
    g_string_append_printf (out, "C and Python: %s\n",
                            im_compare_state_get_name (test->comparison->state));
  if (test->source != NULL)
    {
      g_string_append_printf (out, "test: %u frames, %u results of ", test->n_frames,
                              test->n_results);
      im_escape_append (IM_ESCAPE_LINE, test->source, out);
      g_string_append_c (out, '\n');
    }
}

static void
print (CliContext *context, const ImExport *export)
{
  const ImPlan *plan = export->plan;

  g_string_append_printf (
      context->out,
      "%s: %" G_GUINT64_FORMAT " bytes of RAM (%" G_GUINT64_FORMAT
      " arena, %" G_GUINT64_FORMAT " state), %" G_GUINT64_FORMAT " bytes of constants\n",
      plan->program->unit->id.text, plan->arena_bytes + plan->state_bytes,
      plan->arena_bytes, plan->state_bytes, plan->constant_bytes);
  print_test (&export->test, context->out);
  print_targets (export->targets, context->out);
  for (guint i = 0; i < im_artifacts_get_count (export->artifacts); i++)
    {
      g_string_append (context->out, "  ");
      im_escape_append (IM_ESCAPE_LINE, im_artifacts_get_path (export->artifacts, i),
                        context->out);
      g_string_append_c (context->out, '\n');
    }
}

static void
write_plan (ImJson *json, const ImExport *export)
{
  const ImPlan *plan = export->plan;

  im_json_member_string (json, "pipeline", plan->program->unit->id.text);
  im_json_member_string (json, "name", export->emission->name);
  im_json_member_string (json, "prefix", export->emission->prefix);
  im_json_member_int (json, "arena_bytes", (gint64) plan->arena_bytes);
  im_json_member_int (json, "bound_bytes", (gint64) plan->bound_bytes);
  im_json_member_int (json, "state_bytes", (gint64) plan->state_bytes);
  im_json_member_int (json, "constant_bytes", (gint64) plan->constant_bytes);
}

static void
write_target (ImJson *json, const ImBundleTarget *row)
{
  im_json_open_object (json);
  im_json_member_string (json, "target", im_target_get (row->id)->name);
  im_json_member_bool (json, "built", row->is_built);
  if (row->is_built)
    {
      im_json_member_string (json, "compiler", row->compiler);
      im_json_member_string (json, "library", row->library);
      im_json_member_string (json, "image", row->image);
      im_json_member_int (json, "text_bytes", row->size.text);
      im_json_member_int (json, "rodata_bytes", row->size.rodata);
      im_json_member_int (json, "data_bytes", row->size.data);
      im_json_member_int (json, "bss_bytes", row->size.bss);
      im_json_member_int (json, "flash_bytes", im_image_size_get_flash (&row->size));
      im_json_member_int (json, "ram_bytes", im_image_size_get_ram (&row->size));
    }
  im_json_close_object (json);
}

static void
write_test (ImJson *json, const ImBundleTest *test)
{
  im_json_member_object (json, "test");
  im_json_member_text (json, "source", test->source);
  im_json_member_int (json, "frames", test->n_frames);
  im_json_member_int (json, "results", test->n_results);
  im_json_close_object (json);
  im_json_name (json, "comparison");
  if (test->comparison != NULL)
    cli_comparison_write (json, test->comparison);
  else
    im_json_null (json);
}

static void
write_files (ImJson *json, const ImArtifacts *artifacts)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();

  for (guint i = 0; i < im_artifacts_get_count (artifacts); i++)
    g_ptr_array_add (paths, (gpointer) im_artifacts_get_path (artifacts, i));
  im_json_member_strings (json, "files", (const char *const *) paths->pdata, paths->len);
}

static void
write_json (CliContext *context, const ImExport *export, const ImDiagnostics *diagnostics)
{
  ImJson json = { context->out };

  im_json_open_object (&json);
  if (export != NULL)
    {
      write_plan (&json, export);
      write_test (&json, &export->test);
      im_json_member_array (&json, "targets");
      for (guint i = 0; i < export->targets->len; i++)
        write_target (&json, &g_array_index (export->targets, ImBundleTarget, i));
      im_json_close_array (&json);
      write_files (&json, export->artifacts);
    }
  cli_json_close (&json, diagnostics);
}

void
cli_export_show (CliContext *context,
                 const ImExport *export,
                 const ImDiagnostics *diagnostics)
{
  if (context->options->json)
    write_json (context, export, diagnostics);
  else if (export != NULL)
    print (context, export);
}
