/* SPDX-License-Identifier: MIT
 *
 * The fields have the names and forms of the test vectors that implementations of the
 * rules share: shapes outermost first, rows of columns innermost first.
 */
#include "broadcast/im-broadcast-family.h"
#include "cli/broadcast/cli-broadcast.h"
#include "cli/terminal/cli-json-value.h"

static const char *const relation_names[] = {
  [IM_COLUMN_EQUAL] = "equal",       [IM_COLUMN_STRETCHED] = "broadcast",
  [IM_COLUMN_UNKNOWN] = "unknown",   [IM_COLUMN_DIFFERENT] = "different",
  [IM_COLUMN_DECLARED] = "declared", [IM_COLUMN_NOT_GROUPED] = "not-grouped",
};

static void
write_size (ImJson *json, gint64 size)
{
  if (size == IM_SIZE_UNKNOWN)
    im_json_string (json, "?");
  else if (IM_SIZE_IS_SCALABLE (size))
    {
      g_autoptr (GString) text = g_string_new (NULL);

      im_open_size_append_text (size, text);
      im_json_string (json, text->str);
    }
  else
    im_json_int (json, size);
}

static void
write_shape (ImJson *json, const char *name, const ImOpenShape *shape)
{
  im_json_name (json, name);
  if (!shape->is_ranked)
    {
      im_json_string (json, "*");
      return;
    }

  im_json_open_array (json);
  for (guint i = shape->rank; i > 0; i--)
    write_size (json, shape->size[i - 1]);
  im_json_close_array (json);
}

static gboolean
is_nested (const ImBroadcastReport *report)
{
  return im_broadcast_rules_get_family (report->rules) == IM_BROADCAST_FAMILY_TML;
}

static void
write_result (ImJson *json, const ImBroadcastReport *report)
{
  if (is_nested (report))
    im_json_member_string (json, "result", report->result);
  else if (report->has_declared)
    write_shape (json, "result", &report->declared);
  else if (report->is_ok)
    write_shape (json, "result", &report->inferred);
  else
    im_json_member_null (json, "result");
}

static void
write_inferred (ImJson *json, const ImBroadcastReport *report)
{
  if (report->inferred.is_ranked)
    write_shape (json, "inferred", &report->inferred);
  else
    im_json_member_null (json, "inferred");
}

static void
write_groups (ImJson *json, const ImBroadcastReport *report)
{
  im_json_name (json, "groups");
  if (!report->has_groups)
    {
      im_json_null (json);
      return;
    }

  im_json_open_object (json);
  im_json_member_int (json, "left", report->groups.left);
  im_json_member_int (json, "group1", report->groups.group1);
  im_json_member_int (json, "middle", report->groups.middle);
  im_json_member_int (json, "group2", report->groups.group2);
  im_json_member_int (json, "right", report->groups.right);
  im_json_close_object (json);
}

static void
write_axis (ImJson *json, guint axis)
{
  g_autofree char *name = g_strdup_printf ("d%u", axis);

  im_json_string (json, name);
}

static void
write_cell (ImJson *json, const ImBroadcastCell *cell)
{
  if (cell->kind == IM_CELL_IGNORED)
    im_json_string (json, "*");
  else
    write_size (json, cell->size);
}

/* `["d1", 1, 5, "broadcast"]`; of groups the operand that stretches comes first. */
static void
write_row (ImJson *json,
           const ImBroadcastReport *report,
           const ImBroadcastLevel *level,
           guint axis)
{
  guint first = report->has_groups ? report->small : 0;

  im_json_open_array (json);
  write_axis (json, axis);
  for (guint i = 0; i < report->n_operands; i++)
    {
      guint operand = (first + i) % report->n_operands;

      write_cell (json, &level->cells[operand * level->rank + axis]);
    }
  im_json_string (json, relation_names[level->columns[axis].relation]);
  im_json_close_array (json);
}

static void
write_level (ImJson *json, const ImBroadcastReport *report, const ImBroadcastLevel *level)
{
  im_json_open_array (json);
  for (guint i = 0; i < level->rank; i++)
    write_row (json, report, level, i);
  im_json_close_array (json);
}

/* Of nested types a list of rows for each level. */
static void
write_trace (ImJson *json, const ImBroadcastReport *report)
{
  gboolean nested = is_nested (report);

  im_json_name (json, "trace");
  if (nested || report->n_levels == 0)
    im_json_open_array (json);
  for (guint i = 0; i < report->n_levels; i++)
    write_level (json, report, &report->levels[i]);
  if (nested || report->n_levels == 0)
    im_json_close_array (json);
}

static void
write_obligation (ImJson *json, guint axis, const char *obligation)
{
  im_json_open_array (json);
  write_axis (json, axis);
  im_json_string (json, obligation);
  im_json_close_array (json);
}

static void
write_obligations (ImJson *json, const ImBroadcastReport *report)
{
  im_json_member_array (json, "obligations");
  for (guint i = 0; i < report->n_levels; i++)
    for (guint j = 0; j < report->levels[i].rank; j++)
      if (report->levels[i].columns[j].obligation != NULL)
        write_obligation (json, j, report->levels[i].columns[j].obligation);
  im_json_close_array (json);
}

static void
open_verdict (ImJson *json,
              guint line,
              guint column,
              const char *verdict,
              const char *code)
{
  im_json_open_object (json);
  if (line > 0)
    im_json_member_int (json, "line", line);
  if (column > 0)
    im_json_member_int (json, "column", column);
  im_json_member_string (json, "verdict", verdict);
  im_json_member_string (json, "code", code);
}

static void
write_members (ImJson *json, const ImBroadcastReport *report)
{
  ImBroadcastFamily family = im_broadcast_rules_get_family (report->rules);

  im_json_member_string (json, "error", report->is_ok ? NULL : report->code);
  im_json_member_string (json, "message", report->message);
  im_json_member_string (json, "reason", report->reason);
  im_json_member_string (json, "rules", im_broadcast_family_get_name (family));
  im_json_member_string (json, "operation", report->operation);
  im_json_member_strings (json, "operands", report->texts, report->n_operands);
  write_result (json, report);
  write_inferred (json, report);
  write_groups (json, report);
  write_trace (json, report);
  write_obligations (json, report);
  if (report->root != NULL)
    im_json_member_string (json, "root", report->root);
}

void
cli_broadcast_json (ImJson *json, const ImBroadcastReport *report)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();

  if (!report->is_ok)
    cli_broadcast_add_problem (diagnostics, NULL, 0, 0, report->code, report->message,
                               report->reason);
  open_verdict (json, 0, 0, report->is_ok ? "ok" : "error", report->code);
  write_members (json, report);
  cli_json_close (json, diagnostics);
}

void
cli_broadcast_json_row (CliBroadcastRows *rows,
                        guint line,
                        guint column,
                        const ImBroadcastReport *report)
{
  if (!report->is_ok)
    cli_broadcast_add_problem (rows->diagnostics, rows->source, line, column,
                               report->code, report->message, report->reason);
  open_verdict (&rows->json, line, column, report->is_ok ? "ok" : "error", report->code);
  write_members (&rows->json, report);
  im_json_close_object (&rows->json);
}

void
cli_broadcast_rows_open (CliBroadcastRows *rows,
                         GString *out,
                         const char *name,
                         const GString *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text->str, text->len);

  *rows = (CliBroadcastRows){
    .json = { .out = out },
    .source = im_source_new (name, bytes),
    .diagnostics = im_diagnostics_new (),
  };
  im_json_open_object (&rows->json);
  im_json_name (&rows->json, "results");
  im_json_open_rows (&rows->json);
}

void
cli_broadcast_rows_close (CliBroadcastRows *rows)
{
  im_json_close_array (&rows->json);
  cli_json_close (&rows->json, rows->diagnostics);
  g_clear_pointer (&rows->source, im_source_unref);
  g_clear_pointer (&rows->diagnostics, im_diagnostics_free);
}

/* From a column to the end of the line. */
static ImSpan
find_span (ImSource *source, guint line, guint column)
{
  const char *text = im_source_get_text (source, NULL);
  ImSpan span = im_source_get_line (source, line);

  for (guint i = 1; i < column && span.start < span.end; i++)
    span.start = MIN (span.end, (guint32) (g_utf8_next_char (text + span.start) - text));

  return span;
}

void
cli_broadcast_add_problem (ImDiagnostics *diagnostics,
                           ImSource *source,
                           guint line,
                           guint column,
                           const char *code,
                           const char *message,
                           const char *reason)
{
  const char *kept = g_intern_string (code);

  if (source != NULL)
    im_diagnostics_add (diagnostics, IM_SEVERITY_ERROR, kept, source,
                        find_span (source, line, column), "%s", message);
  else
    im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_ERROR, kept, "<operands>", "%s",
                                 message);
  if (reason != NULL)
    im_diagnostics_note (diagnostics, "%s", reason);
}

static const char *
get_code (const GError *error)
{
  if (g_error_matches (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_RANK))
    return "rank";

  return g_error_matches (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_SIZE) ? "size" : "syntax";
}

void
cli_broadcast_json_failure (CliBroadcastRows *rows,
                            guint line,
                            guint column,
                            const GError *error)
{
  const char *code = get_code (error);

  cli_broadcast_add_problem (rows->diagnostics, rows->source, line, column, code,
                             error->message, NULL);
  open_verdict (&rows->json, line, column, "error", code);
  im_json_member_string (&rows->json, "error", code);
  im_json_member_string (&rows->json, "message", error->message);
  im_json_close_object (&rows->json);
}

void
cli_broadcast_json_skipped (CliBroadcastRows *rows,
                            guint line,
                            guint column,
                            const char *code,
                            const char *operation)
{
  open_verdict (&rows->json, line, column, "skipped", code);
  im_json_member_string (&rows->json, "operation", operation);
  im_json_close_object (&rows->json);
}
