/* SPDX-License-Identifier: MIT
 *
 * Broadcasting of nested types: a table of columns for each level, and the scalars below.
 * A scalar is a tensor of rank 0 whose element is itself, so that it meets tensors on any
 * level.
 */
#include "broadcast/im-broadcast-builder.h"

static gboolean
is_numeric (ImScalarType scalar)
{
  return scalar == IM_SCALAR_UINT || scalar == IM_SCALAR_INT || scalar == IM_SCALAR_REAL;
}

/* Texts are only the same or not. */
static gboolean
are_equated (const char *operation, ImScalarType a, ImScalarType b)
{
  return MIN (a, b) >= IM_SCALAR_CHAR &&
         (g_str_equal (operation, "==") || g_str_equal (operation, "!="));
}

/* What two scalars become. Returns: whether they fit. */
static gboolean
join_scalars (ImBroadcastScalars rule,
              const char *operation,
              ImScalarType a,
              ImScalarType b,
              ImScalarType *out)
{
  gboolean are_numeric = is_numeric (a) && is_numeric (b);

  *out = a;
  switch (rule)
    {
    case IM_SCALARS_NUMERIC:
      *out = MAX (a, b);
      return are_numeric;
    case IM_SCALARS_COMPARED:
      *out = IM_SCALAR_BOOL;
      return are_numeric || are_equated (operation, a, b);
    case IM_SCALARS_BOOL:
      return a == IM_SCALAR_BOOL && b == IM_SCALAR_BOOL;
    case IM_SCALARS_UINT:
      return a == IM_SCALAR_UINT && b == IM_SCALAR_UINT;
    case IM_SCALARS_ASSIGNED:
      return a == b || (are_numeric && b < a);
    case IM_SCALARS_NONE:
    default:
      g_return_val_if_reached (FALSE);
    }
}

static const ImNestedType *
get_element (const ImNestedType *type)
{
  return type->base != NULL ? type->base : type;
}

static guint
count_levels (const ImNestedType *type)
{
  guint n = 0;

  for (; type->base != NULL; type = type->base)
    n++;

  return n;
}

/* Of a comparison a scalar stretches to all levels of the other operand. */
static gint
get_target (const ImBroadcastBuilder *builder)
{
  gboolean has_scalar = builder->operands[0].type->base == NULL ||
                        builder->operands[1].type->base == NULL;

  return builder->set->target == IM_TARGET_ALL && has_scalar ? IM_TARGET_NONE
                                                             : builder->set->target;
}

static ImBroadcastTable **
make_tables (const ImBroadcastBuilder *builder, guint n_levels)
{
  ImBroadcastTable **tables = im_arena_new0 (builder->arena, ImBroadcastTable *,
                                             n_levels);
  const ImNestedType *a = builder->operands[0].type, *b = builder->operands[1].type;

  for (guint i = 0; i < n_levels; i++)
    {
      ImOpenShape *shapes = im_arena_new0 (builder->arena, ImOpenShape, 2);

      shapes[0] = a->shape;
      shapes[1] = b->shape;
      tables[i] = im_broadcast_table_new (shapes, 2, get_target (builder), 0,
                                          builder->arena);
      a = get_element (a);
      b = get_element (b);
    }

  return tables;
}

static void
set_levels (const ImBroadcastBuilder *builder, ImBroadcastTable **tables, guint n_levels)
{
  ImBroadcastLevel *levels = im_arena_new0 (builder->arena, ImBroadcastLevel, n_levels);

  for (guint i = 0; i < n_levels; i++)
    levels[i] = im_broadcast_table_get_level (tables[i]);
  builder->report->levels = levels;
  builder->report->n_levels = n_levels;
  if (n_levels > 0)
    builder->report->inferred = tables[0]->inferred;
  else
    builder->report->inferred.is_ranked = TRUE;
}

static const ImBroadcastTable *
find_bad_table (ImBroadcastTable **tables, guint n_levels)
{
  for (guint i = 0; i < n_levels; i++)
    if (tables[i]->n_different > 0)
      return tables[i];

  return NULL;
}

/* An assignment says whether already the number of axes is wrong. */
static const char *
get_mismatch_code (const ImBroadcastBuilder *builder, const ImBroadcastTable *bad)
{
  return builder->set->scalars == IM_SCALARS_ASSIGNED &&
                 bad->shapes[1].rank > bad->shapes[0].rank
             ? "assign-rank"
             : builder->set->mismatch;
}

static void
refuse_levels (ImBroadcastBuilder *builder,
               ImBroadcastTable **tables,
               guint n_levels,
               const ImBroadcastTable *first_bad)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const char *separator = "";

  im_broadcast_builder_append_refusal (builder, text);
  for (guint i = 0; i < n_levels; i++)
    {
      if (tables[i]->n_different == 0)
        continue;
      g_string_append (text, separator);
      if (n_levels > 1)
        g_string_append_printf (text, "on level %u ", i + 1);
      im_broadcast_table_append_differences (tables[i], builder->report->names, text);
      separator = "; ";
    }
  im_broadcast_builder_refuse (builder, get_mismatch_code (builder, first_bad), "%s; %s",
                               text->str, builder->set->allowed);
}

static void
refuse_scalars (ImBroadcastBuilder *builder, ImScalarType a, ImScalarType b)
{
  const char *name_a = im_scalar_type_get_name (a), *name_b = im_scalar_type_get_name (b);

  if (builder->set->scalars == IM_SCALARS_ASSIGNED)
    im_broadcast_builder_refuse (builder, builder->set->scalar_mismatch,
                                 "%s cannot be assigned to %s; %s", name_b, name_a,
                                 builder->set->scalars_allowed);
  else
    im_broadcast_builder_refuse (builder, builder->set->scalar_mismatch,
                                 "%s is not defined for the scalars %s and %s; %s",
                                 builder->report->operation, name_a, name_b,
                                 builder->set->scalars_allowed);
}

static const ImNestedType *
make_result (const ImBroadcastBuilder *builder,
             ImBroadcastTable **tables,
             guint n_levels,
             ImScalarType scalar)
{
  ImNestedType *type = im_arena_new0 (builder->arena, ImNestedType, 1);

  *type = (ImNestedType){ .shape = { .is_ranked = TRUE }, .scalar = scalar };
  for (guint i = n_levels; i > 0; i--)
    {
      ImNestedType *outer = im_arena_new0 (builder->arena, ImNestedType, 1);

      *outer = (ImNestedType){ type, tables[i - 1]->inferred, scalar };
      type = outer;
    }

  return type;
}

/* Returns: FALSE if there are too many. */
static gboolean
count_scalars (ImBroadcastTable **tables, guint n_levels, gint64 *count)
{
  gint64 product = 1, elements;

  for (guint i = 0; i < n_levels; i++)
    {
      if (!im_broadcast_count_elements (&tables[i]->inferred, &elements) ||
          (elements > 0 && product > G_MAXINT64 / elements))
        return FALSE;
      product *= elements;
    }

  *count = product;
  return TRUE;
}

static void
accept_types (ImBroadcastBuilder *builder,
              ImBroadcastTable **tables,
              guint n_levels,
              ImScalarType scalar)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (!count_scalars (tables, n_levels, &builder->report->n_results))
    {
      im_broadcast_builder_refuse (builder, "overflow",
                                   "the result would have more than %" G_GINT64_FORMAT
                                   " scalars, which is the most allowed",
                                   G_MAXINT64);
      return;
    }

  im_nested_type_append_text (make_result (builder, tables, n_levels, scalar), text);
  builder->report->result = im_arena_strdup (builder->arena, text->str);
  im_broadcast_builder_accept (builder, "exact");
}

static void
set_root (const ImBroadcastBuilder *builder,
          ImScalarType a,
          ImScalarType b,
          ImScalarType joined)
{
  ImBroadcastReport *report = builder->report;
  const char *name_a = im_scalar_type_get_name (a), *name_b = im_scalar_type_get_name (b);

  report->root = report->is_root_ok ? im_arena_printf (builder->arena, "%s %s %s → %s",
                                                       name_a, report->operation, name_b,
                                                       im_scalar_type_get_name (joined))
                                    : im_arena_printf (builder->arena, "%s %s %s", name_a,
                                                       report->operation, name_b);
}

void
im_broadcast_builder_report_types (ImBroadcastBuilder *builder)
{
  const ImNestedType *a = builder->operands[0].type, *b = builder->operands[1].type;
  guint n_levels = MAX (count_levels (a), count_levels (b));
  ImBroadcastTable **tables = make_tables (builder, n_levels);
  const ImBroadcastTable *bad = find_bad_table (tables, n_levels);
  ImScalarType joined;

  set_levels (builder, tables, n_levels);
  builder->report->is_root_ok = join_scalars (
      builder->set->scalars, builder->report->operation, a->scalar, b->scalar, &joined);
  set_root (builder, a->scalar, b->scalar, joined);
  if (bad != NULL)
    refuse_levels (builder, tables, n_levels, bad);
  else if (!builder->report->is_root_ok)
    refuse_scalars (builder, a->scalar, b->scalar);
  else
    accept_types (builder, tables, n_levels, joined);
}
