/* SPDX-License-Identifier: MIT
 *
 * Planning takes about as long as an edit, so it waits until the edit is shown. Until
 * then the list, the title and Export tell of the document as it was.
 */
#include "studio/window/studio-window-private.h"

/* Layers that the planner or missing code make bad were good until now. */
static gboolean
has_other_counts (StudioWindow *self, const guint *before)
{
  for (guint i = 0; i < im_document_get_n_layers (self->document); i++)
    if (im_document_get_layer (self->document, i)->n_problems != before[i])
      return TRUE;

  return FALSE;
}

static guint *
dup_counts (ImDocument *document)
{
  guint n = im_document_get_n_layers (document);
  guint *counts = g_new0 (guint, n + 1);

  for (guint i = 0; i < n; i++)
    counts[i] = im_document_get_layer (document, i)->n_problems;

  return counts;
}

static gboolean
find_cb (gpointer data)
{
  StudioWindow *self = data;
  g_autofree guint *before = dup_counts (self->document);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();

  self->find_problems = 0;
  im_diagnostics_append (problems, im_document_get_problems (self->document));
  studio_unit_view_report (self->unit, self->document, problems);
  if (has_other_counts (self, before))
    {
      studio_canvas_update (self->canvas, self->document);
      studio_window_update_views (self);
      studio_window_update_inspector (self);
    }
  studio_problems_update (self->problems, self->document, problems);
  studio_window_update_title (self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.export",
                                 studio_problems_can_export (self->problems));

  return G_SOURCE_REMOVE;
}

void
studio_window_find_problems_later (StudioWindow *self)
{
  if (self->document != NULL && self->find_problems == 0)
    self->find_problems = g_idle_add (find_cb, self);
}

void
studio_window_find_no_problems (StudioWindow *self)
{
  g_clear_handle_id (&self->find_problems, g_source_remove);
}
