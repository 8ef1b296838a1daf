/* SPDX-License-Identifier: MIT */
#include "diff/im-diff-private.h"

#include <string.h>

#include "base/im-arena.h"

ImDiff *
im_diff_new (void)
{
  ImDiff *difference = g_new0 (ImDiff, 1);

  difference->arena = im_arena_new ();
  difference->changes = g_array_new (FALSE, FALSE, sizeof (ImChange));

  return difference;
}

void
im_diff_free (ImDiff *difference)
{
  if (difference == NULL)
    return;

  im_arena_free (difference->arena);
  g_array_unref (difference->changes);
  g_free (difference);
}

guint
im_diff_get_count (const ImDiff *difference)
{
  return difference->changes->len;
}

const ImChange *
im_diff_get (const ImDiff *difference, guint index)
{
  g_return_val_if_fail (index < difference->changes->len, NULL);

  return &g_array_index (difference->changes, ImChange, index);
}

const char *
im_change_kind_get_name (ImChangeKind kind)
{
  static const char *const names[] = {
    [IM_CHANGE_ADDED] = "added",     [IM_CHANGE_REMOVED] = "removed",
    [IM_CHANGE_CHANGED] = "changed", [IM_CHANGE_MOVED] = "moved",
    [IM_CHANGE_FOLLOWS] = "follows",
  };

  g_return_val_if_fail (kind < G_N_ELEMENTS (names), NULL);

  return names[kind];
}

static const char *
copy (ImDiff *difference, const char *text)
{
  return text == NULL ? NULL : im_arena_strdup (difference->arena, text);
}

void
im_diff_add (ImDiff *difference,
             ImChangeKind kind,
             const char *what,
             const char *name,
             const char *field,
             const char *before,
             const char *after)
{
  ImChange change = {
    .kind = kind,
    .what = what,
    .unit = copy (difference, difference->unit),
    .name = copy (difference, name),
    .field = copy (difference, field),
    .before = copy (difference, before),
    .after = copy (difference, after),
  };

  g_array_append_val (difference->changes, change);
}

void
im_diff_compare (ImDiff *difference,
                 const char *what,
                 const char *name,
                 const char *field,
                 const char *before,
                 const char *after)
{
  if (g_strcmp0 (before, after) != 0)
    im_diff_add (difference, IM_CHANGE_CHANGED, what, name, field, before, after);
}

/* Whether two expressions are the same tree, or the same text where they are none. */
static gboolean
is_same (const ImUnitExpr *before, const ImUnitExpr *after)
{
  if (before == NULL || after == NULL)
    return before == after;
  if (before->expr == NULL || after->expr == NULL)
    return strcmp (before->text, after->text) == 0;

  return im_expr_equal (before->expr, after->expr);
}

void
im_diff_compare_exprs (ImDiff *difference,
                       const char *what,
                       const char *name,
                       const char *field,
                       const ImUnitExpr *before,
                       const ImUnitExpr *after)
{
  if (!is_same (before, after))
    im_diff_add (difference, IM_CHANGE_CHANGED, what, name, field,
                 before == NULL ? NULL : before->text,
                 after == NULL ? NULL : after->text);
}

static void
compare_units (ImDiff *difference,
               const ImUnit *before,
               ImUnitLibrary *library_before,
               const ImUnit *after,
               ImUnitLibrary *library_after)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new (); /* those of `check` */
  g_autoptr (ImGraph) graph_before = NULL;
  g_autoptr (ImGraph) graph_after = NULL;
  const ImUnit *unit = after != NULL ? after : before;

  difference->unit = unit->id.text;
  if (before != NULL)
    im_unit_compile (before);
  if (after != NULL)
    im_unit_compile (after);
  if (before == NULL || after == NULL)
    {
      im_diff_add (difference, after == NULL ? IM_CHANGE_REMOVED : IM_CHANGE_ADDED,
                   "unit", unit->id.text, NULL, NULL, NULL);
      return;
    }
  im_diff_compare (difference, "unit", unit->id.text, "id", before->id.text,
                   after->id.text);
  im_diff_add_units (difference, before, after);
  graph_before = im_graph_load (before, library_before, problems);
  graph_after = im_graph_load (after, library_after, problems);
  im_diff_add_nodes (difference, graph_before, graph_after);
}

void
im_diff_add_files (ImDiff *difference,
                   const ImUnitFile *before,
                   ImUnitLibrary *library_before,
                   const ImUnitFile *after,
                   ImUnitLibrary *library_after)
{
  guint n_before = before == NULL ? 0 : im_unit_file_get_count (before);
  guint n_after = after == NULL ? 0 : im_unit_file_get_count (after);

  if (n_before == 1 && n_after == 1)
    {
      compare_units (difference, im_unit_file_get_unit (before, 0), library_before,
                     im_unit_file_get_unit (after, 0), library_after);
      return;
    }
  for (guint i = 0; i < n_after; i++)
    {
      const ImUnit *unit = im_unit_file_get_unit (after, i);

      compare_units (difference,
                     before == NULL ? NULL
                                    : im_unit_file_find_unit (before, unit->id.text),
                     library_before, unit, library_after);
    }
  for (guint i = 0; i < n_before; i++)
    {
      const ImUnit *unit = im_unit_file_get_unit (before, i);

      if (after == NULL || im_unit_file_find_unit (after, unit->id.text) == NULL)
        compare_units (difference, unit, library_before, NULL, library_after);
    }
}
