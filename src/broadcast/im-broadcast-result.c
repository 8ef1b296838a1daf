/* SPDX-License-Identifier: MIT
 *
 * Verification of a declared result, and what is left to the run.
 */
#include "broadcast/im-broadcast-builder.h"

static const char *
dup_size (const ImBroadcastBuilder *builder, gint64 size)
{
  g_autoptr (GString) text = g_string_new (NULL);

  im_open_size_append_text (size, text);

  return im_arena_strdup (builder->arena, text->str);
}

/* What an unknown size of the column has to be at run time. */
static const char *
make_obligation (const ImBroadcastBuilder *builder, const ImBroadcastColumn *column)
{
  return column->result == IM_SIZE_UNKNOWN
             ? "each ? must be 1 or equal to the other ?"
             : im_arena_printf (builder->arena, "each ? must be 1 or %s",
                                dup_size (builder, column->result));
}

/* Returns the number of obligations. */
static guint
add_obligations (const ImBroadcastBuilder *builder, ImBroadcastTable *table)
{
  guint n = 0;

  for (guint i = 0; i < table->rank; i++)
    if (table->columns[i].relation == IM_COLUMN_UNKNOWN)
      {
        table->columns[i].obligation = make_obligation (builder, &table->columns[i]);
        n++;
      }

  return n;
}

/* How the columns of a declared result of the right rank compare with what is inferred.
 */
typedef struct
{
  guint n_mismatches; /* other sizes */
  guint n_relaxed;    /* known sizes declared ? */
  guint n_casts;      /* unknown sizes declared as known */
} Comparison;

static Comparison
compare_columns (const ImOpenShape *declared, ImBroadcastTable *table)
{
  Comparison comparison = { 0 };

  for (guint i = 0; i < MIN (declared->rank, table->inferred.rank); i++)
    {
      gint64 inferred = table->inferred.size[i], size = declared->size[i];

      if (size == inferred)
        continue;
      if (size == IM_SIZE_UNKNOWN)
        comparison.n_relaxed++;
      else if (inferred == IM_SIZE_UNKNOWN)
        comparison.n_casts++;
      else
        comparison.n_mismatches++;
    }

  return comparison;
}

/* Marks the columns that are declared otherwise than inferred, and says so in a list. */
static char *
mark_declared (ImBroadcastTable *table, gboolean mismatches)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < table->inferred.rank; i++)
    {
      ImBroadcastColumn *column = &table->columns[i];
      gint64 inferred = table->inferred.size[i];

      if (column->declared == IM_SIZE_UNKNOWN || column->declared == inferred)
        continue;
      column->relation = IM_COLUMN_DECLARED;
      if (mismatches != (inferred != IM_SIZE_UNKNOWN))
        continue;
      g_string_append_printf (text, "%sin d%u ", text->len > 0 ? ", " : "", i);
      im_open_size_append_text (column->declared, text);
      g_string_append (text, " is declared");
      if (!mismatches)
        continue;
      g_string_append (text, " and ");
      im_open_size_append_text (inferred, text);
      g_string_append (text, " inferred");
    }

  return g_string_free (text, FALSE);
}

static void
refuse_rank (ImBroadcastBuilder *builder, ImBroadcastTable *table)
{
  const ImOpenShape *declared = &builder->report->declared;

  for (guint i = MIN (declared->rank, table->inferred.rank); i < table->rank; i++)
    {
      table->columns[i].relation = IM_COLUMN_DECLARED;
      if (i >= table->inferred.rank)
        table->columns[i].result = IM_SIZE_UNKNOWN;
    }
  im_broadcast_builder_refuse (
      builder, "rank-mismatch",
      "the result is declared with rank %u, %s, but the operands give rank %u, %s; the "
      "ranks "
      "have to be equal",
      declared->rank, im_broadcast_builder_dup_shape (builder, declared),
      table->inferred.rank, im_broadcast_builder_dup_shape (builder, &table->inferred));
}

static void
refuse_sizes (ImBroadcastBuilder *builder, ImBroadcastTable *table)
{
  g_autofree char *text = mark_declared (table, TRUE);

  im_broadcast_builder_refuse (builder, "result-mismatch",
                               "the result does not fit: %s; the inferred size or “?” "
                               "would be allowed",
                               text);
}

static void
refuse_casts (ImBroadcastBuilder *builder, ImBroadcastTable *table)
{
  g_autofree char *text = mark_declared (table, FALSE);

  im_broadcast_builder_refuse (builder, "dynamic-to-static",
                               "the result does not fit: %s, where the operands give no "
                               "known size; “?” would be allowed",
                               text);
}

/* The run has to make true what is declared. */
static void
add_casts (const ImBroadcastBuilder *builder, ImBroadcastTable *table)
{
  for (guint i = 0; i < table->inferred.rank; i++)
    {
      ImBroadcastColumn *column = &table->columns[i];

      if (column->declared == IM_SIZE_UNKNOWN || column->result != IM_SIZE_UNKNOWN)
        continue;
      column->relation = IM_COLUMN_DECLARED;
      column->obligation = im_arena_printf (builder->arena, "the result must be %s",
                                            dup_size (builder, column->declared));
    }
}

/* The axes that only the declared result has. */
static void
add_axes (ImBroadcastTable *table, const ImOpenShape *declared)
{
  for (guint i = table->inferred.rank; i < declared->rank; i++)
    {
      table->columns[i].relation = IM_COLUMN_DECLARED;
      table->columns[i].result = IM_SIZE_UNKNOWN;
    }
}

void
im_broadcast_builder_judge_result (ImBroadcastBuilder *builder, ImBroadcastTable *table)
{
  ImBroadcastReport *report = builder->report;
  gboolean is_compared = report->has_declared && report->declared.is_ranked &&
                         table->inferred.is_ranked;
  Comparison comparison = { 0 };

  gboolean has_more = is_compared && builder->set->has_more_axes &&
                      report->declared.rank > table->inferred.rank;
  if (is_compared && report->declared.rank != table->inferred.rank && !has_more)
    {
      refuse_rank (builder, table);
      return;
    }
  if (is_compared)
    comparison = compare_columns (&report->declared, table);
  if (comparison.n_mismatches > 0)
    {
      refuse_sizes (builder, table);
      return;
    }
  if (comparison.n_casts > 0 && !builder->set->has_cast)
    {
      refuse_casts (builder, table);
      return;
    }

  guint n_obligations = add_obligations (builder, table);
  if (comparison.n_casts > 0)
    add_casts (builder, table);
  if (has_more)
    add_axes (table, &report->declared);

  im_broadcast_builder_accept (builder, has_more                 ? "more-axes"
                                        : comparison.n_casts > 0 ? "dynamic-to-static"
                                        : report->has_declared && !is_compared
                                            ? "unranked"
                                        : !table->inferred.is_ranked ? "unranked"
                                        : comparison.n_relaxed > 0   ? "static-to-dynamic"
                                        : n_obligations > 0          ? "runtime-check"
                                                                     : "exact");
}
