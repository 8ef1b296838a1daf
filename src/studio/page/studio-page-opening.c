/* SPDX-License-Identifier: MIT
 *
 * Opening a file: it is read with the packages beside it, and elaborated, in a thread;
 * then the canvas makes its nodes. If that takes longer, the page says so and lets it be
 * cancelled.
 */
#include <glib/gi18n.h>

#include "studio/common/studio-recent-files.h"
#include "studio/page/studio-page-private.h"
#include "unit/im-unit-beside.h"

#define PATIENCE_MS 150  /* what takes less is not worth a word */
#define MOVE_MS     50   /* after which the bar moves on */
#define STEP_US     4000 /* for which nodes are made before something else has its turn */
#define ID_OPENING  "opening"

/* What the thread takes. */
typedef struct
{
  StudioUnits *all_units;
  ImUnitLibrary *units; /* what they were then */
  char *path;
  char *unit;     /* which one of the file, NULL for its main unit */
  gint has_units; /* whether units are read; the thread sets it */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  im_unit_library_unref (job->units);
  g_object_unref (job->all_units);
  g_free (job->path);
  g_free (job->unit);
  g_free (job);
}

static void
open_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  g_autoptr (ImUnitLibrary) library = NULL;
  g_autoptr (ImDocument) document = NULL;
  GError *error = NULL;

  job->units = studio_units_wait (job->all_units);
  library = im_unit_library_new_beside (job->units, job->path);
  im_unit_library_get_units (library); /* so that the window need not wait for them */
  g_atomic_int_set (&job->has_units, TRUE);
  document = im_document_open (job->path, library, &error);
  if (document == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  if (job->unit != NULL && *job->unit != '\0')
    im_document_show_unit (document, job->unit);
  g_task_return_pointer (task, g_steal_pointer (&document), g_object_unref);
}

/* One file after the other, so that their tabs are in the order in which they were named.
 */
static void
read_next (StudioPage *self)
{
  g_clear_object (&self->reading);
  self->reading = g_queue_pop_head (&self->waiting);
  if (self->reading != NULL)
    g_task_run_in_thread (self->reading, open_thread);
}

/* A page that waits for nothing shows what it showed before. */
static void
end (StudioPage *self)
{
  if (--self->n_opening > 0)
    return;
  g_clear_handle_id (&self->say_opening, g_source_remove);
  g_clear_object (&self->opening);
  studio_banner_hide (self->banner, ID_OPENING);
  if (self->document == NULL)
    gtk_stack_set_visible_child_full (self->pages, "welcome",
                                      GTK_STACK_TRANSITION_TYPE_NONE);
  g_object_notify (G_OBJECT (self), "opening");
}

/* A document that was read, and waits for its nodes. */
typedef struct
{
  StudioPage *page;
  StudioPage *next; /* that is going to show it */
  GTask *task;
  GFile *file;
  ImDocument *document;
} Showing;

static void
showing_free (gpointer data)
{
  Showing *showing = data;

  g_object_unref (showing->page);
  g_object_unref (showing->next);
  g_object_unref (showing->task);
  g_object_unref (showing->file);
  g_object_unref (showing->document);
  g_free (showing);
}

static gboolean
is_closed (StudioPage *page)
{
  return gtk_widget_get_root (GTK_WIDGET (page)) == NULL;
}

/* The page that is going to show it: somebody may close one that waits, or begin
 * something else there. NULL if all are closed. */
static StudioPage *
find_next (Showing *showing)
{
  StudioPage *next = is_closed (showing->next) ? showing->page : showing->next;

  if (is_closed (next))
    return NULL;
  next = studio_page_get_for_next (next);
  if (next != showing->next)
    gtk_stack_set_visible_child_full (next->pages, "opening",
                                      GTK_STACK_TRANSITION_TYPE_NONE);
  g_set_object (&showing->next, next);

  return next;
}

/* Returns whether it goes on. */
static gboolean
show_step (Showing *showing)
{
  const Job *job = g_task_get_task_data (showing->task);
  gint64 end_us = g_get_monotonic_time () + STEP_US;
  StudioPage *next;

  if (g_cancellable_is_cancelled (g_task_get_cancellable (showing->task)))
    {
      studio_canvas_forget_prepared (showing->next->canvas);
      if (showing->next->document == NULL)
        gtk_stack_set_visible_child_full (showing->next->pages, "welcome",
                                          GTK_STACK_TRANSITION_TYPE_NONE);
      return FALSE;
    }
  if (studio_page_show_open (showing->page, showing->file, NULL))
    return FALSE;
  next = find_next (showing);
  if (next == NULL)
    return FALSE;
  if (job->units != studio_units_get_library (job->all_units))
    {
      studio_page_begin_opening (next, job->path, job->unit); /* units were read anew */
      return FALSE;
    }
  if (!studio_canvas_prepare (next->canvas, showing->document, end_us) ||
      g_get_monotonic_time () > end_us - STEP_US * 3 / 4)
    return TRUE; /* to show the document is a step of its own */
  studio_page_set_document (next, showing->document);

  return FALSE;
}

static gboolean
show_cb (gpointer data)
{
  Showing *showing = data;

  if (show_step (showing))
    return G_SOURCE_CONTINUE;
  read_next (showing->page);
  if (!is_closed (showing->page))
    end (showing->page);

  return G_SOURCE_REMOVE;
}

/* The nodes of a large pipeline are made little by little. */
static void
begin_to_show (StudioPage *self, GTask *task, ImDocument *document)
{
  const Job *job = g_task_get_task_data (task);
  Showing *showing = g_new0 (Showing, 1);

  showing->page = g_object_ref (self);
  showing->next = g_object_ref (self);
  showing->task = g_object_ref (task);
  showing->file = g_file_new_for_path (job->path);
  showing->document = g_object_ref (document);
  studio_recent_files_add (showing->file);
  if (show_cb (showing))
    g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, show_cb, showing, showing_free);
  else
    showing_free (showing);
}

static void
opened_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  StudioPage *self = STUDIO_PAGE (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (ImDocument) document = g_task_propagate_pointer (G_TASK (result), &error);

  if (document != NULL && !is_closed (self))
    {
      begin_to_show (self, G_TASK (result), document);
      return;
    }
  read_next (self);
  if (is_closed (self))
    return;
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    studio_page_say_cannot_open (self, error->message);
  end (self);
}

/* Which units there are has to be known before the pipeline can be checked. */
static const char *
get_doing (StudioPage *self)
{
  Job *job = self->reading == NULL ? NULL : g_task_get_task_data (self->reading);

  return job == NULL || g_atomic_int_get (&job->has_units)
             ? _ ("Reading and checking the pipeline…")
             : _ ("Reading units…");
}

static gboolean
go_on_cb (gpointer data)
{
  StudioPage *self = data;

  studio_banner_go_on (self->banner, ID_OPENING, get_doing (self));

  return G_SOURCE_CONTINUE;
}

static gboolean
say_opening_cb (gpointer data)
{
  StudioPage *self = data;
  const StudioBannerButton button = { _ ("_Cancel"), "opening.cancel" };

  studio_banner_show (self->banner, ID_OPENING, GTK_MESSAGE_INFO, get_doing (self),
                      &button, 1);
  self->say_opening = g_timeout_add (MOVE_MS, go_on_cb, self);

  return G_SOURCE_REMOVE;
}

void
studio_page_begin_opening (StudioPage *self, const char *path, const char *unit)
{
  GTask *task;
  Job *job = g_new0 (Job, 1);

  if (self->opening == NULL)
    self->opening = g_cancellable_new ();
  if (self->n_opening++ == 0)
    self->say_opening = g_timeout_add (PATIENCE_MS, say_opening_cb, self);
  if (self->document == NULL)
    gtk_stack_set_visible_child_full (self->pages, "opening",
                                      GTK_STACK_TRANSITION_TYPE_NONE);
  job->all_units = g_object_ref (self->all_units);
  job->path = g_strdup (path);
  job->unit = g_strdup (unit);
  task = g_task_new (self, self->opening, opened_cb, NULL);
  g_task_set_task_data (task, job, job_free);
  g_task_set_return_on_cancel (task, TRUE);
  g_queue_push_tail (&self->waiting, task);
  if (self->reading == NULL)
    read_next (self);
  g_object_notify (G_OBJECT (self), "opening");
}

void
studio_page_cancel_opening (StudioPage *self)
{
  g_clear_handle_id (&self->say_opening, g_source_remove);
  g_cancellable_cancel (self->opening);
}

static void
cancel_action (StudioPage *self, const char *name, GVariant *parameter)
{
  studio_page_cancel_opening (self);
}

void
studio_page_install_opening_actions (GtkWidgetClass *window_class)
{
  static const StudioPageAction actions[] = {
    { "opening.cancel", cancel_action, 0, 0, NULL, NULL },
  };

  studio_page_install (window_class, actions, G_N_ELEMENTS (actions));
}
