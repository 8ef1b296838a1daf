/* SPDX-License-Identifier: MIT */
#include "broadcast/im-broadcast-report.h"

#include "broadcast/im-broadcast-builder.h"

/* Says which columns of a table are wrong and what would be allowed. */
static void
refuse_differences (ImBroadcastBuilder *builder,
                    const char *code,
                    const ImBroadcastTable *table)
{
  g_autoptr (GString) text = g_string_new (NULL);

  im_broadcast_builder_append_refusal (builder, text);
  im_broadcast_table_append_differences (table, builder->report->names, text);
  im_broadcast_builder_refuse (builder, code, "%s; %s", text->str, builder->set->allowed);
}

static const char *
dup_text (const ImBroadcastBuilder *builder, const ImBroadcastOperand *operand)
{
  g_autoptr (GString) text = g_string_new (operand->text);

  if (operand->text == NULL && builder->set->scalars != IM_SCALARS_NONE)
    im_nested_type_append_text (operand->type, text);
  else if (operand->text == NULL)
    im_open_shape_append_text (&operand->shape, text);

  return im_arena_strdup (builder->arena, text->str);
}

static void
fill_operands (ImBroadcastBuilder *builder, guint n_operands)
{
  const char **names = im_arena_new0 (builder->arena, const char *, n_operands);
  const char **texts = im_arena_new0 (builder->arena, const char *, n_operands);

  for (guint i = 0; i < n_operands; i++)
    {
      const ImBroadcastOperand *operand = &builder->operands[i];

      names[i] = im_arena_strdup (builder->arena, operand->name);
      texts[i] = dup_text (builder, operand);
    }
  builder->report->names = names;
  builder->report->texts = texts;
  builder->report->n_operands = n_operands;
}

static gboolean
has_unknown (const ImOpenShape *shape)
{
  for (guint i = 0; i < shape->rank; i++)
    if (shape->size[i] < 0)
      return TRUE;

  return !shape->is_ranked;
}

/* Refuses sizes that the rules do not know of. */
static gboolean
check_known (ImBroadcastBuilder *builder)
{
  for (guint i = 0; i < builder->report->n_operands; i++)
    if (has_unknown (&builder->operands[i].shape))
      {
        im_broadcast_builder_refuse (
            builder, "unknown-size",
            "%s %s has a size that is not known; these rules need all sizes, those of "
            "MLIR do not",
            builder->report->names[i], builder->report->texts[i]);
        return FALSE;
      }

  return TRUE;
}

static void
drop_leading_ones (ImOpenShape *shape, guint rank)
{
  while (shape->is_ranked && shape->rank > rank && shape->size[shape->rank - 1] == 1)
    shape->rank--;
}

static void
replace_axis (ImOpenShape *shape, guint axis, gboolean is_kept)
{
  shape->size[axis] = 1;
  if (is_kept)
    return;
  for (guint i = axis; i + 1 < shape->rank; i++)
    shape->size[i] = shape->size[i + 1];
  shape->rank--;
}

/* Makes two matrices broadcast to the shape of their product: where the axis that is
 * summed was stands 1, or nothing if the other operand is a vector. */
static void
align_matrices (ImOpenShape *shapes)
{
  gboolean is_vector[] = { shapes[0].rank == 1, shapes[1].rank == 1 };

  replace_axis (&shapes[0], 0, !is_vector[1] && !is_vector[0]);
  replace_axis (&shapes[1], is_vector[1] ? 0 : 1, !is_vector[0] && !is_vector[1]);
}

/* Checks the axes that a product of matrices sums. */
static gboolean
check_matrices (ImBroadcastBuilder *builder)
{
  const ImOpenShape *a = &builder->operands[0].shape, *b = &builder->operands[1].shape;
  const ImBroadcastReport *report = builder->report;

  if (!a->is_ranked || !b->is_ranked)
    return check_known (builder);
  if (a->rank == 0 || b->rank == 0)
    {
      im_broadcast_builder_refuse (
          builder, "no-axis",
          "%s %s has no axis; a product of matrices needs at least one",
          report->names[a->rank == 0 ? 0 : 1], report->texts[a->rank == 0 ? 0 : 1]);
      return FALSE;
    }
  if (!check_known (builder))
    return FALSE;

  gint64 columns = a->size[0], rows = b->size[b->rank == 1 ? 0 : 1];
  if (columns == rows)
    return TRUE;
  im_broadcast_builder_refuse (
      builder, "core-mismatch",
      "%s %s and %s %s do not multiply: the last axis of %s has %" G_GINT64_FORMAT
      " and the %s of %s has %" G_GINT64_FORMAT "; they have to be equal",
      report->names[0], report->texts[0], report->names[1], report->texts[1],
      report->names[0], columns, b->rank == 1 ? "only one" : "last but one",
      report->names[1], rows);

  return FALSE;
}

/* The table, in the direction that is wanted or, of two, in the one with fewer columns in
 * which sizes differ. */
static ImBroadcastTable *
make_table (const ImBroadcastBuilder *builder)
{
  const ImBroadcastReport *report = builder->report;
  ImOpenShape *shapes = im_arena_new0 (builder->arena, ImOpenShape, report->n_operands);
  guint min_rank = report->has_declared ? report->declared.rank : 0;

  for (guint i = 0; i < report->n_operands; i++)
    shapes[i] = builder->operands[i].shape;
  if (report->rules == IM_BROADCAST_RULES_NUMPY_ASSIGNMENT)
    drop_leading_ones (&shapes[1], shapes[0].rank);
  if (report->rules == IM_BROADCAST_RULES_NUMPY_MATMUL)
    align_matrices (shapes);
  if (!builder->set->has_groups)
    return im_broadcast_table_new (shapes, report->n_operands, builder->set->target,
                                   min_rank, builder->arena);

  ImBroadcastTable *into_b = im_broadcast_table_new (shapes, 2, 1, 0, builder->arena);
  if (into_b->n_different == 0)
    return into_b;

  ImBroadcastTable *into_a = im_broadcast_table_new (shapes, 2, 0, 0, builder->arena);
  return into_a->n_different < into_b->n_different ? into_a : into_b;
}

static void
set_declared (ImBroadcastTable *table, const ImOpenShape *declared)
{
  for (guint i = 0; i < declared->rank; i++)
    table->columns[i].declared = declared->size[i];
}

/* Sets what is inferred, and the verdict unless the numbers are out of range. */
static void
judge_shapes (ImBroadcastBuilder *builder, ImBroadcastTable *table)
{
  ImBroadcastReport *report = builder->report;

  report->inferred = table->inferred;
  if (table->n_different > 0)
    {
      refuse_differences (builder, builder->set->mismatch, table);
      return;
    }
  if (!builder->set->has_unknown && !check_known (builder))
    return;
  if (!im_broadcast_count_elements (&table->inferred, &report->n_results))
    im_broadcast_builder_refuse (
        builder, "overflow",
        "the result %s would have more than %" G_GINT64_FORMAT
        " elements, which is the most allowed",
        im_broadcast_builder_dup_shape (builder, &table->inferred), G_MAXINT64);
  else if (builder->set->has_groups)
    im_broadcast_builder_judge_groups (builder, table);
  else if (builder->set->has_unknown)
    im_broadcast_builder_judge_result (builder, table);
  else
    im_broadcast_builder_accept (builder, "exact");
}

static void
report_shapes (ImBroadcastBuilder *builder)
{
  ImBroadcastReport *report = builder->report;
  ImBroadcastTable *table = make_table (builder);
  ImBroadcastLevel *level = im_arena_new0 (builder->arena, ImBroadcastLevel, 1);

  if (report->has_declared)
    set_declared (table, &report->declared);
  judge_shapes (builder, table);

  *level = im_broadcast_table_get_level (table);
  report->levels = level;
  report->n_levels = 1;
  if (!report->is_ok)
    return;
  if (report->has_declared)
    report->result = im_broadcast_builder_dup_shape (builder, &report->declared);
  else
    report->result = im_broadcast_builder_dup_shape (builder, &report->inferred);
}

static gboolean
is_binary (const ImBroadcastRuleSet *set)
{
  return set->is_binary;
}

/* A report without a verdict. */
static ImBroadcastReport *
report_new (ImBroadcastBuilder *builder,
            ImBroadcastRules rules,
            const char *operation,
            guint n_operands,
            const ImOpenShape *declared)
{
  const ImBroadcastRuleSet *set = im_broadcast_rule_set_get (rules);
  const char *name = operation != NULL ? operation : set->operation;
  ImBroadcastReport *report = im_arena_new0 (builder->arena, ImBroadcastReport, 1);

  *report = (ImBroadcastReport){
    .rules = rules,
    .operation = im_arena_strdup (builder->arena, name),
    .has_declared = set->has_unknown && declared != NULL,
    .n_results = -1,
  };
  if (report->has_declared)
    report->declared = *declared;
  builder->set = set;
  builder->report = report;
  fill_operands (builder, n_operands);

  return report;
}

const ImBroadcastReport *
im_broadcast_report_new (ImBroadcastRules rules,
                         const char *operation,
                         const ImBroadcastOperand *operands,
                         guint n_operands,
                         const ImOpenShape *declared,
                         ImArena *arena)
{
  ImBroadcastBuilder builder = { .operands = operands, .arena = arena };
  const ImBroadcastRuleSet *set = im_broadcast_rule_set_get (rules);

  g_return_val_if_fail (set != NULL, NULL);
  g_return_val_if_fail (n_operands == 2 || !is_binary (set), NULL);

  ImBroadcastReport *report = report_new (&builder, rules, operation, n_operands,
                                          declared);
  if (n_operands == 0)
    im_broadcast_builder_refuse (&builder, "no-operand",
                                 "there is no operand; at least one is needed");
  else if (set->scalars != IM_SCALARS_NONE)
    im_broadcast_builder_report_types (&builder);
  else if (rules != IM_BROADCAST_RULES_NUMPY_MATMUL || check_matrices (&builder))
    report_shapes (&builder);

  return report;
}

const ImBroadcastReport *
im_broadcast_report_new_mismatch (ImBroadcastRules rules,
                                  const char *code,
                                  const char *operation,
                                  const ImBroadcastOperand *operands,
                                  guint n_operands,
                                  const ImOpenShape *declared,
                                  const char *message,
                                  ImArena *arena)
{
  ImBroadcastBuilder builder = { .operands = operands, .arena = arena };
  ImBroadcastReport *report = report_new (&builder, rules, operation, n_operands,
                                          declared);

  im_broadcast_builder_refuse (&builder, code, "%s", message);

  return report;
}
