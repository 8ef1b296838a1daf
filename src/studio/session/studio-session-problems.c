/* SPDX-License-Identifier: MIT
 *
 * Planning takes longer than an edit, so it waits until the edit is shown, and while
 * edits follow each other, as those of a slider do, until they rest. Until then the
 * problems are those of the document as it was.
 */
#include "studio/session/studio-session-private.h"

#include <glib/gi18n.h>

#include "document/state/im-document-finding.h"

#define REST_MS 150 /* after which edits do not follow each other any more */

/* Why a document cannot be exported; NULL if it can. */
static char *
dup_obstacle (ImDocument *document)
{
  const ImDiagnostics *problems = im_document_get_export_problems (document);
  guint n = im_diagnostics_count (problems, IM_SEVERITY_ERROR);

  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (problems, i);

      if (problem->severity == IM_SEVERITY_ERROR)
        /* Translators: how many problems there are, and the message of the first one. */
        return g_strdup_printf (ngettext ("Cannot be exported because of %u problem: %s",
                                          "Cannot be exported because of %u problems. "
                                          "The first one: %s",
                                          n),
                                n, problem->message);
    }

  return NULL;
}

/* What the page of a unit shows in red. */
static void
add_contracts (StudioSession *self, ImDiagnostics *problems)
{
  g_autoptr (ImDiagnostics) found = im_diagnostics_new ();

  if (self->trial == NULL)
    return;
  im_unit_evaluation_report (self->trial, found);
  for (guint i = 0; i < im_diagnostics_get_count (found); i++)
    if (g_str_equal (im_diagnostics_get (found, i)->code, "contract"))
      im_diagnostics_add_copy (problems, im_diagnostics_get (found, i));
}

static void
notify_if (StudioSession *self, gboolean differs, const char *property)
{
  if (differs)
    g_object_notify (G_OBJECT (self), property);
}

/* Takes over @problems. */
static void
set_problems (StudioSession *self, ImDiagnostics *problems)
{
  StudioProblemCounts old = self->counts;
  g_autofree char *old_obstacle = g_steal_pointer (&self->obstacle);
  gboolean could_export = self->can_export;

  self->counts = studio_problem_update (self->problems, self->document, problems);
  g_hash_table_unref (self->by_node);
  self->by_node = studio_problem_list_by_node (G_LIST_MODEL (self->problems));
  self->obstacle = dup_obstacle (self->document);
  self->can_export = self->obstacle == NULL;
  notify_if (self, old.n_errors != self->counts.n_errors, "n-errors");
  notify_if (self, old.n_problems != self->counts.n_problems, "n-problems");
  notify_if (self, old.n_unknown != self->counts.n_unknown, "n-unknown");
  notify_if (self, could_export != self->can_export, "can-export");
  notify_if (self, g_strcmp0 (old_obstacle, self->obstacle) != 0, "obstacle");
}

void
studio_session_tell_problems (StudioSession *self)
{
  ImDiagnostics *problems = im_diagnostics_new ();

  im_diagnostics_append (problems, im_document_get_problems (self->document));
  add_contracts (self, problems);
  if (self->of_code != NULL)
    im_diagnostics_append (problems, self->of_code);
  if (self->of_examples != NULL)
    im_diagnostics_append (problems, self->of_examples);
  if (studio_live_get_problems (self->live) != NULL)
    im_diagnostics_append (problems, studio_live_get_problems (self->live));
  set_problems (self, problems);
  g_signal_emit_by_name (self, "found");
}

/* Tells what is known now. */
static void
take_problems (StudioSession *self)
{
  studio_session_forget_code (self);
  studio_session_tell_problems (self);
  studio_session_check_code (self);
}

static void
run_finding (GTask *task, gpointer source, gpointer finding, GCancellable *cancellable)
{
  im_document_finding_run (finding);
  g_task_return_boolean (task, TRUE);
}

static gboolean find_cb (gpointer data);

/* What was found of a document that has changed since is dropped: its edit looks again,
 * unless it was to do so while the thread was busy. */
static void
found_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  StudioSession *self = STUDIO_SESSION (source);
  g_autoptr (ImDocument) document = data;

  self->is_finding = FALSE;
  if (document != self->document)
    {
      if (self->document != NULL && self->finding == 0)
        find_cb (self);
      return;
    }
  if (im_document_take_found (document, g_task_get_task_data (G_TASK (result))))
    take_problems (self);
  else if (self->finding == 0)
    find_cb (self);
}

/* One thread looks at a time: edits come faster than it finds what is wrong. */
static gboolean
find_cb (gpointer data)
{
  StudioSession *self = data;
  ImDocumentFinding *finding;
  g_autoptr (GTask) task = NULL;

  self->finding = 0;
  if (self->is_finding)
    return G_SOURCE_REMOVE;
  finding = im_document_finding_new (self->document);
  if (finding == NULL)
    {
      take_problems (self);
      return G_SOURCE_REMOVE;
    }
  self->is_finding = TRUE;
  task = g_task_new (self, NULL, found_cb, g_object_ref (self->document));
  g_task_set_task_data (task, finding, (GDestroyNotify) im_document_finding_free);
  g_task_run_in_thread (task, run_finding);

  return G_SOURCE_REMOVE;
}

void
studio_session_find_soon (StudioSession *self)
{
  if (self->finding == 0)
    self->finding = g_idle_add (find_cb, self);
}

void
studio_session_find_behind_edit (StudioSession *self)
{
  gint64 now = g_get_monotonic_time ();
  gboolean follows = now - self->changed_at < REST_MS * 1000;

  self->changed_at = now;
  if (!follows)
    {
      studio_session_find_soon (self);
      return;
    }
  g_clear_handle_id (&self->finding, g_source_remove);
  self->finding = g_timeout_add (REST_MS, find_cb, self);
}
