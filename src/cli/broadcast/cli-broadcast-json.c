/* SPDX-License-Identifier: MIT
 *
 * The fields have the names and forms of the test vectors that implementations of the
 * rules share: shapes outermost first, rows of columns innermost first.
 */
#include "cli/broadcast/cli-broadcast.h"
#include "tensor/im-broadcast-family.h"

static const char *const relation_names[] = {
  [IM_COLUMN_EQUAL] = "equal",       [IM_COLUMN_STRETCHED] = "broadcast",
  [IM_COLUMN_UNKNOWN] = "unknown",   [IM_COLUMN_DIFFERENT] = "different",
  [IM_COLUMN_DECLARED] = "declared", [IM_COLUMN_NOT_GROUPED] = "not-grouped",
};

static void
write_size (CliJson *json, gint64 size)
{
  if (size == IM_SIZE_UNKNOWN)
    cli_json_string (json, "?");
  else if (IM_SIZE_IS_SCALABLE (size))
    {
      g_autoptr (GString) text = g_string_new (NULL);

      im_open_size_append_text (size, text);
      cli_json_string (json, text->str);
    }
  else
    cli_json_int (json, size);
}

static void
write_shape (CliJson *json, const char *name, const ImOpenShape *shape)
{
  cli_json_name (json, name);
  if (!shape->is_ranked)
    {
      cli_json_string (json, "*");
      return;
    }

  cli_json_open_array (json);
  for (guint i = shape->rank; i > 0; i--)
    write_size (json, shape->size[i - 1]);
  cli_json_close_array (json);
}

static gboolean
is_nested (const ImBroadcastReport *report)
{
  return im_broadcast_rules_get_family (report->rules) == IM_BROADCAST_FAMILY_TML;
}

static void
write_result (CliJson *json, const ImBroadcastReport *report)
{
  if (is_nested (report))
    cli_json_member_string (json, "result", report->result);
  else if (report->has_declared)
    write_shape (json, "result", &report->declared);
  else if (report->is_ok)
    write_shape (json, "result", &report->inferred);
  else
    cli_json_member_string (json, "result", NULL);
}

static void
write_inferred (CliJson *json, const ImBroadcastReport *report)
{
  if (report->inferred.is_ranked)
    write_shape (json, "inferred", &report->inferred);
  else
    cli_json_member_string (json, "inferred", NULL);
}

static void
write_groups (CliJson *json, const ImBroadcastReport *report)
{
  cli_json_name (json, "groups");
  if (!report->has_groups)
    {
      cli_json_null (json);
      return;
    }

  cli_json_open_object (json);
  cli_json_member_int (json, "left", report->groups.left);
  cli_json_member_int (json, "group1", report->groups.group1);
  cli_json_member_int (json, "middle", report->groups.middle);
  cli_json_member_int (json, "group2", report->groups.group2);
  cli_json_member_int (json, "right", report->groups.right);
  cli_json_close_object (json);
}

static void
write_axis (CliJson *json, guint axis)
{
  g_autofree char *name = g_strdup_printf ("d%u", axis);

  cli_json_string (json, name);
}

static void
write_cell (CliJson *json, const ImBroadcastCell *cell)
{
  if (cell->kind == IM_CELL_IGNORED)
    cli_json_string (json, "*");
  else
    write_size (json, cell->size);
}

/* `["d1", 1, 5, "broadcast"]`; of groups the operand that stretches comes first. */
static void
write_row (CliJson *json,
           const ImBroadcastReport *report,
           const ImBroadcastLevel *level,
           guint axis)
{
  guint first = report->has_groups ? report->small : 0;

  cli_json_open_array (json);
  write_axis (json, axis);
  for (guint i = 0; i < report->n_operands; i++)
    {
      guint operand = (first + i) % report->n_operands;

      write_cell (json, &level->cells[operand * level->rank + axis]);
    }
  cli_json_string (json, relation_names[level->columns[axis].relation]);
  cli_json_close_array (json);
}

static void
write_level (CliJson *json,
             const ImBroadcastReport *report,
             const ImBroadcastLevel *level)
{
  cli_json_open_array (json);
  for (guint i = 0; i < level->rank; i++)
    write_row (json, report, level, i);
  cli_json_close_array (json);
}

/* Of nested types a list of rows for each level. */
static void
write_trace (CliJson *json, const ImBroadcastReport *report)
{
  gboolean nested = is_nested (report);

  cli_json_name (json, "trace");
  if (nested || report->n_levels == 0)
    cli_json_open_array (json);
  for (guint i = 0; i < report->n_levels; i++)
    write_level (json, report, &report->levels[i]);
  if (nested || report->n_levels == 0)
    cli_json_close_array (json);
}

static void
write_obligation (CliJson *json, guint axis, const char *obligation)
{
  cli_json_open_array (json);
  write_axis (json, axis);
  cli_json_string (json, obligation);
  cli_json_close_array (json);
}

static void
write_obligations (CliJson *json, const ImBroadcastReport *report)
{
  cli_json_name (json, "obligations");
  cli_json_open_array (json);
  for (guint i = 0; i < report->n_levels; i++)
    for (guint j = 0; j < report->levels[i].rank; j++)
      if (report->levels[i].columns[j].obligation != NULL)
        write_obligation (json, j, report->levels[i].columns[j].obligation);
  cli_json_close_array (json);
}

static void
open_verdict (CliJson *json,
              guint line,
              guint column,
              const char *verdict,
              const char *code)
{
  cli_json_open_object (json);
  if (line > 0)
    cli_json_member_int (json, "line", line);
  if (column > 0)
    cli_json_member_int (json, "column", column);
  cli_json_member_string (json, "verdict", verdict);
  cli_json_member_string (json, "code", code);
}

void
cli_broadcast_json (CliJson *json,
                    guint line,
                    guint column,
                    const ImBroadcastReport *report)
{
  ImBroadcastFamily family = im_broadcast_rules_get_family (report->rules);

  open_verdict (json, line, column, report->is_ok ? "ok" : "error", report->code);
  cli_json_member_string (json, "error", report->is_ok ? NULL : report->code);
  cli_json_member_string (json, "message", report->message);
  cli_json_member_string (json, "reason", report->reason);
  cli_json_member_string (json, "rules", im_broadcast_family_get_name (family));
  cli_json_member_string (json, "operation", report->operation);
  cli_json_member_strings (json, "operands", report->texts, report->n_operands);
  write_result (json, report);
  write_inferred (json, report);
  write_groups (json, report);
  write_trace (json, report);
  write_obligations (json, report);
  if (report->root != NULL)
    cli_json_member_string (json, "root", report->root);
  cli_json_close_object (json);
}

static const char *
get_code (const GError *error)
{
  if (g_error_matches (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_RANK))
    return "rank";

  return g_error_matches (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_SIZE) ? "size" : "syntax";
}

void
cli_broadcast_json_failure (CliJson *json, guint line, guint column, const GError *error)
{
  open_verdict (json, line, column, "error", get_code (error));
  cli_json_member_string (json, "error", get_code (error));
  cli_json_member_string (json, "message", error->message);
  cli_json_close_object (json);
}

void
cli_broadcast_json_skipped (CliJson *json,
                            guint line,
                            guint column,
                            const char *code,
                            const char *operation)
{
  open_verdict (json, line, column, "skipped", code);
  cli_json_member_string (json, "operation", operation);
  cli_json_close_object (json);
}
