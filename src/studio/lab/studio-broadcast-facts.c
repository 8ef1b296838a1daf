/* SPDX-License-Identifier: MIT */
#include "studio/lab/studio-broadcast-facts.h"

#include <glib/gi18n.h>

static const char *const dialect_names[IM_N_DIALECTS] = {
  [IM_DIALECT_SHAPE_BROADCAST] = N_ ("Imaginet broadcast"),
  [IM_DIALECT_OPERATORS] = N_ ("Imaginet operators"),
  [IM_DIALECT_NUMPY] = N_ ("NumPy"),
  [IM_DIALECT_MLIR] = N_ ("MLIR"),
  [IM_DIALECT_TML] = N_ ("TML"),
};

const char *
studio_broadcast_get_dialect_name (ImBroadcastDialect dialect)
{
  g_return_val_if_fail (dialect < IM_N_DIALECTS, NULL);

  return _ (dialect_names[dialect]);
}

static void
add_verdict (GPtrArray *facts, const ImBroadcastReport *report)
{
  StudioFact *fact;
  g_autofree char *title = NULL;

  if (report->is_ok && report->result != NULL)
    /* Translators: the placeholder is a shape, such as [2,3]. */
    title = g_strdup_printf (_ ("The shapes fit; the result is %s"), report->result);
  else if (report->is_ok)
    title = g_strdup (_ ("The shapes fit; the result is not known"));
  else
    title = g_strdup (_ ("The shapes do not fit"));
  fact = studio_facts_add (facts, report->is_ok ? STUDIO_FACT_GOOD : STUDIO_FACT_BAD,
                           title);
  fact->detail = report->message == NULL
                     ? g_strdup (report->reason)
                     : g_strdup_printf ("%s\n%s", report->message, report->reason);
}

/* Axes are numbered from the right, and read from the left. */
static void
add_obligations (GPtrArray *facts, const ImBroadcastReport *report)
{
  for (guint i = 0; i < report->n_levels; i++)
    for (guint k = report->levels[i].rank; k > 0; k--)
      {
        const ImBroadcastColumn *column = &report->levels[i].columns[k - 1];
        g_autofree char *title = NULL;

        if (column->obligation == NULL)
          continue;
        /* Translators: of an axis of a tensor, such as d0; then what must hold. */
        title = g_strdup_printf (_ ("At run time, d%u: %s"), k - 1, column->obligation);
        studio_facts_add (facts, STUDIO_FACT_PLAIN, title);
      }
}

static void
add_loops (GPtrArray *facts, const ImBroadcastReport *report)
{
  const ImBroadcast *groups = &report->groups;
  StudioFact *fact;

  if (!report->has_groups)
    return;
  fact = studio_facts_add (facts, STUDIO_FACT_PLAIN, _ ("Loop counts, outermost first"));
  fact->formula = g_strdup_printf ("left %d, group1 %d, middle %d, group2 %d, right %d",
                                   groups->left, groups->group1, groups->middle,
                                   groups->group2, groups->right);
}

GPtrArray *
studio_facts_of_broadcast (const ImBroadcastReport *report)
{
  GPtrArray *facts = studio_facts_new ();

  add_verdict (facts, report);
  add_obligations (facts, report);
  add_loops (facts, report);

  return facts;
}

GPtrArray *
studio_facts_of_other_dialects (const ImBroadcastLab *lab)
{
  GPtrArray *facts = studio_facts_new ();

  for (guint i = 0; i < lab->n_others; i++)
    {
      const ImLabOther *other = &lab->others[i];
      StudioFact *fact = studio_facts_add (
          facts, other->is_ok ? STUDIO_FACT_GOOD : STUDIO_FACT_BAD,
          studio_broadcast_get_dialect_name (other->dialect));

      fact->detail = g_strdup (other->text == NULL ? _ ("The result is not known")
                                                   : other->text);
    }

  return facts;
}
