/* SPDX-License-Identifier: MIT
 *
 * What proves a pipeline: what it takes of a board, and where its builds differ.
 */
#include "studio/session/studio-session-private.h"

StudioMarks *
studio_session_get_marks (StudioSession *self)
{
  g_return_val_if_fail (STUDIO_IS_SESSION (self), NULL);

  return self->marks;
}

StudioBudget *
studio_session_get_budget (StudioSession *self)
{
  g_return_val_if_fail (STUDIO_IS_SESSION (self), NULL);

  return self->budget;
}

StudioDivergence *
studio_session_get_divergence (StudioSession *self)
{
  g_return_val_if_fail (STUDIO_IS_SESSION (self), NULL);

  return self->divergence;
}

void
studio_session_begin_proof (StudioSession *self)
{
  self->marks = studio_marks_new ();
  self->budget = studio_budget_new (self->marks);
  self->divergence = studio_divergence_new (self->marks);
}

void
studio_session_follow_proof (StudioSession *self)
{
  studio_budget_follow (self->budget, self->document);
  studio_divergence_follow (self->divergence, self->document);
}

/* What runs in a thread keeps them until it has ended. */
void
studio_session_end_proof (StudioSession *self)
{
  if (self->budget == NULL)
    return;
  studio_budget_set_watched (self->budget, FALSE);
  studio_divergence_cancel (self->divergence);
  g_clear_object (&self->budget);
  g_clear_object (&self->divergence);
  g_clear_object (&self->marks);
}
