/* SPDX-License-Identifier: MIT */
#include "scene/broadcast/im-broadcast-words.h"

#include <string.h>

#include "scene/broadcast/im-broadcast-grid.h"
#include "scene/broadcast/im-broadcast-verdict.h"

#define MAX_FACTORS 8

static const char *
get_rules_name (ImBroadcastRules rules)
{
  if (rules <= IM_BROADCAST_RULES_OPERATORS)
    return "Imaginet";
  if (rules <= IM_BROADCAST_RULES_NUMPY_MATMUL)
    return "NumPy";

  return rules <= IM_BROADCAST_RULES_MLIR_UPSTREAM ? "MLIR" : "TML";
}

static void
append_names (const ImBroadcastReport *report, const char *between, GString *out)
{
  for (guint i = 0; i < report->n_operands; i++)
    g_string_append_printf (out, "%s%s", i == 0 ? "" : between, report->names[i]);
}

void
im_broadcast_append_title (const ImBroadcastReport *report, GString *out)
{
  const char *operation = report->operation;

  g_string_append_printf (out, "%s: ", get_rules_name (report->rules));
  if (report->rules == IM_BROADCAST_RULES_GROUPS && report->n_operands == 2)
    g_string_append_printf (out, "%s.%s(%s)", report->names[0], operation,
                            report->names[1]);
  else if (g_ascii_isalpha (*operation))
    {
      g_string_append_printf (out, "%s(", operation);
      append_names (report, ", ", out);
      g_string_append_c (out, ')');
    }
  else
    {
      g_autofree char *between = g_strdup_printf (" %s ", operation);

      append_names (report, between, out);
    }
}

void
im_broadcast_append_shapes (const ImBroadcastReport *report, GString *out)
{
  for (guint i = 0; i < report->n_operands; i++)
    g_string_append_printf (out, "%s%s %s", i == 0 ? "" : ", ", report->names[i],
                            report->texts[i]);
  if (report->result != NULL && report->is_ok)
    g_string_append_printf (out, " → %s", report->result);
}

/* A list of factors and their product; -1 where it is not known or too large. */
typedef struct
{
  GString *text;
  guint n;
  gint64 product;
} Factors;

static void
factors_init (Factors *factors)
{
  *factors = (Factors){ g_string_new (NULL), 0, 1 };
}

static void
factors_clear (Factors *factors)
{
  g_string_free (factors->text, TRUE);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Factors, factors_clear)

static void
factors_add (Factors *factors, gint64 size)
{
  if (factors->n++ > 0)
    g_string_append (factors->text, "·");
  im_open_size_append_text (size, factors->text);
  if (factors->product < 0 || size < 0 ||
      (size > 0 && factors->product > G_MAXINT64 / size))
    factors->product = -1;
  else
    factors->product *= size;
}

/* `2·3 = 6`, or only the product where that says as much or there are too many. */
static void
factors_append (const Factors *factors, GString *out)
{
  if (factors->n > 1 && factors->n <= MAX_FACTORS)
    g_string_append_printf (out, "%s = ", factors->text->str);
  g_string_append_printf (out, "%" G_GINT64_FORMAT, factors->product);
}

static void
append_results (const ImBroadcastReport *report, GString *out)
{
  g_auto (Factors) factors;

  factors_init (&factors);
  for (guint k = 0; k < report->n_levels; k++)
    for (guint i = report->levels[k].rank; i > 0; i--)
      factors_add (&factors, report->levels[k].columns[i - 1].result);
  if (report->n_results >= 0 && factors.product == report->n_results)
    {
      factors_append (&factors, out);
      g_string_append (out, factors.product == 1 ? " result" : " results");
    }
  else if (report->n_results >= 0)
    g_string_append_printf (out, "%" G_GINT64_FORMAT " results", report->n_results);
  else if (strpbrk (factors.text->str, "?[") != NULL)
    g_string_append_printf (out, "%s results, not known before run time",
                            factors.text->str);
  else
    g_string_append (out, "more than 2^63 − 1 results");
}

/* The sizes of an operand where its own count; FALSE if it does not stretch. */
static gboolean
find_supply (const ImBroadcastReport *report, guint operand, Factors *factors)
{
  gboolean stretches = FALSE;

  for (guint k = 0; k < report->n_levels; k++)
    {
      const ImBroadcastLevel *level = &report->levels[k];

      if (!level->shapes[operand].is_ranked)
        return FALSE;
      for (guint i = level->rank; i > 0; i--)
        {
          const ImBroadcastCell *cell = &level->cells[operand * level->rank + i - 1];
          gint64 result = level->columns[i - 1].result;

          if (cell->kind == IM_CELL_STRETCHED || cell->kind == IM_CELL_ADDED)
            stretches = stretches || result != cell->size;
          else
            factors_add (factors, cell->size);
        }
    }

  return stretches;
}

static void
append_supply (const ImBroadcastReport *report, guint operand, GString *out)
{
  g_auto (Factors) factors;

  factors_init (&factors);
  if (!find_supply (report, operand, &factors) || factors.product < 0)
    return;
  g_string_append_printf (out, ", %s supplies ", report->names[operand]);
  factors_append (&factors, out);
  g_string_append (out, factors.product == 1 ? " value" : " values");
}

/* `left`, `left and group1`, `left, group1 and middle`; nothing of no names. */
static void
append_list (const GPtrArray *names, GString *out)
{
  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (out, "%s%s",
                            i == 0                ? ""
                            : i == names->len - 1 ? " and "
                                                  : ", ",
                            (const char *) g_ptr_array_index (names, i));
}

/* The groups without a loop. */
static void
append_idle_groups (const ImBroadcastReport *report, GString *out)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint group = IM_GROUP_LEFT; group > IM_GROUP_NONE; group--)
    if (im_broadcast_group_get_count (&report->groups, (ImBroadcastGroup) group) == 1)
      g_ptr_array_add (names,
                       (gpointer) im_broadcast_group_get_name ((ImBroadcastGroup) group));
  if (names->len == 0)
    return;
  g_string_append (out, "; ");
  append_list (names, out);
  g_string_append (out, names->len == 1 ? " is 1" : " are 1");
}

void
im_broadcast_append_loops (const ImBroadcastReport *report, GString *out)
{
  g_autoptr (GPtrArray) still = g_ptr_array_new ();
  guint n = 0;

  if (!report->has_groups)
    return;
  for (guint group = IM_GROUP_LEFT; group > IM_GROUP_NONE; group--)
    {
      const char *name = im_broadcast_group_get_name ((ImBroadcastGroup) group);
      gint32 count = im_broadcast_group_get_count (&report->groups,
                                                   (ImBroadcastGroup) group);

      if (count == 1)
        continue;
      g_string_append_printf (out, "%s%s %d", n++ == 0 ? "loops: " : " › ", name, count);
      if (group == IM_GROUP_GROUP1 || group == IM_GROUP_GROUP2)
        g_ptr_array_add (still, (gpointer) name);
    }
  if (still->len == 0)
    return;
  g_string_append_printf (out, "; %s does not advance in ", report->names[report->small]);
  append_list (still, out);
}

/* How many results there are and how many values each operand that stretches supplies for
 * them, with the factors of both; nothing if there is no result. */
static void
append_summary (const ImBroadcastReport *report, GString *out)
{
  if (!report->is_ok || report->n_levels == 0 ||
      (!report->inferred.is_ranked && report->n_results < 0))
    return;

  append_results (report, out);
  /* What a product of matrices sums stands in no column. */
  for (guint i = 0;
       report->rules != IM_BROADCAST_RULES_NUMPY_MATMUL && i < report->n_operands; i++)
    append_supply (report, i, out);
  if (report->has_groups)
    append_idle_groups (report, out);
}

static void
append_size (gint64 size, GString *out)
{
  if (size == IM_SIZE_UNKNOWN)
    g_string_append (out, "unknown");
  else
    im_open_size_append_text (size, out);
}

static void
append_cell (const ImBroadcastReport *report,
             const ImBroadcastLevel *level,
             guint operand,
             guint axis,
             GString *out)
{
  const ImBroadcastCell *cell = &level->cells[operand * level->rank + axis];
  const ImBroadcastColumn *column = &level->columns[axis];

  g_string_append_printf (out, "%s ", report->names[operand]);
  if (cell->kind == IM_CELL_IGNORED)
    {
      g_string_append (out, "is ignored");
      return;
    }
  if (cell->kind == IM_CELL_BAD && axis >= level->shapes[operand].rank)
    g_string_append (out, "without this axis");
  else
    append_size (cell->size, out);
  if (cell->kind == IM_CELL_ADDED)
    g_string_append (out, " added");
  if (cell->kind == IM_CELL_BAD)
    g_string_append (out, " does not fit");
  if ((cell->kind == IM_CELL_STRETCHED || cell->kind == IM_CELL_ADDED) &&
      column->result != cell->size && column->relation != IM_COLUMN_DIFFERENT)
    {
      g_string_append (out, " stretched to ");
      append_size (column->result, out);
    }
}

/* What the sizes of the column come to. */
static void
append_outcome (const ImBroadcastReport *report,
                const ImBroadcastColumn *column,
                GString *out)
{
  if (column->relation == IM_COLUMN_DIFFERENT)
    g_string_append (out, ", the sizes contradict each other");
  else if (column->relation == IM_COLUMN_NOT_GROUPED)
    g_string_append (out, ", no group is left for it");
  else if (report->rules != IM_BROADCAST_RULES_TML_ASSIGNMENT)
    {
      g_string_append (out, ", result ");
      append_size (column->result, out);
    }
  if (column->relation == IM_COLUMN_DECLARED)
    {
      g_string_append (out, " but declared ");
      append_size (column->declared, out);
    }
  if (column->group != IM_GROUP_NONE)
    g_string_append_printf (out, ", %s", im_broadcast_group_get_name (column->group));
  if (column->obligation != NULL)
    g_string_append_printf (out, ", at run time %s", column->obligation);
}

void
im_broadcast_append_column (const ImBroadcastReport *report,
                            guint level,
                            guint axis,
                            GString *out)
{
  const ImBroadcastLevel *row = &report->levels[level];

  if (report->n_levels > 1)
    g_string_append_printf (out, "level %u, ", level + 1);
  g_string_append_printf (out, "column d%u: ", axis);
  for (guint i = 0; i < report->n_operands; i++)
    {
      g_string_append (out, i == 0 ? "" : ", ");
      append_cell (report, row, i, axis, out);
    }
  append_outcome (report, &row->columns[axis], out);
}

static void
give_obligations (const ImBroadcastReport *report,
                  ImBroadcastNoteFunc func,
                  gpointer data)
{
  for (guint k = 0; k < report->n_levels; k++)
    for (guint i = report->levels[k].rank; i > 0; i--)
      {
        const char *obligation = report->levels[k].columns[i - 1].obligation;

        if (obligation == NULL)
          continue;

        g_autofree char *text = g_strdup_printf ("At run time, d%u: %s", i - 1,
                                                 obligation);
        func (text, FALSE, data);
      }
}

void
im_broadcast_foreach_note (const ImBroadcastReport *report,
                           ImBroadcastNoteFunc func,
                           gpointer data)
{
  g_autoptr (GString) summary = g_string_new (NULL);

  if (report->message != NULL)
    func (report->message, TRUE, data);
  append_summary (report, summary);
  if (summary->len > 0)
    func (summary->str, FALSE, data);
  give_obligations (report, func, data);
  if (report->reason != NULL && *report->reason != '\0')
    func (report->reason, FALSE, data);
}

static void
append_note_cb (const char *text, gboolean is_bad, gpointer data)
{
  g_string_append_printf ((GString *) data, "\n%s", text);
}

void
im_broadcast_append_description (const ImBroadcastReport *report, GString *out)
{
  g_autoptr (GString) loops = g_string_new (NULL);

  im_broadcast_append_shapes (report, out);
  for (guint k = 0; k < report->n_levels; k++)
    for (guint i = im_broadcast_level_get_rank (report, k); i > 0; i--)
      {
        g_string_append_c (out, '\n');
        im_broadcast_append_column (report, k, i - 1, out);
      }
  if (report->root != NULL)
    g_string_append_printf (out, "\nscalars: %s%s", report->root,
                            report->is_root_ok ? "" : ", which do not fit");
  im_broadcast_append_loops (report, loops);
  if (loops->len > 0)
    g_string_append_printf (out, "\n%s", loops->str);
  im_broadcast_foreach_note (report, append_note_cb, out);
}
