/* SPDX-License-Identifier: MIT
 *
 * The units of a page. When they were read anew a thread reads the document with them; it
 * is edited with those that it has until that is done.
 */
#include "document/disk/im-document-reading.h"
#include "studio/page/studio-page-private.h"
#include "unit/im-unit-beside.h"

static void
read_thread (GTask *task, gpointer source, gpointer reading, GCancellable *cancellable)
{
  im_document_reading_run (reading);
  g_task_return_boolean (task, TRUE);
}

static void
free_thread (GTask *task, gpointer source, gpointer reading, GCancellable *cancellable)
{
  im_document_reading_free (reading);
  g_task_return_boolean (task, TRUE);
}

/* What the document had before it took the reading is as large as what it has now. */
static void
free_in_thread (gpointer reading)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, NULL, NULL);

  g_task_set_task_data (task, reading, NULL);
  g_task_run_in_thread (task, free_thread);
}

static void begin_to_read (StudioPage *self);

/* An edit in between lets the thread begin again, and so do other units. */
static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  StudioPage *self = STUDIO_PAGE (source);
  g_autoptr (ImDocument) document = data;

  self->is_reading_units = FALSE;
  if (self->document == NULL)
    return;
  studio_page_flush_code (self);
  if (document != self->document ||
      !im_document_take_reading (document, g_task_get_task_data (G_TASK (result))) ||
      im_document_get_library (document) != studio_units_get_library (self->units))
    {
      begin_to_read (self);
      return;
    }
  studio_library_set_units (self->library, im_document_get_library (document));
  studio_page_insert_awaited (self);
}

/* What was typed and cannot be read yet is not lost: it is read with the next change. */
static void
begin_to_read (StudioPage *self)
{
  ImUnitLibrary *library = studio_units_get_library (self->units);
  g_autoptr (GTask) task = NULL;

  studio_page_flush_code (self);
  if (self->is_reading_units || im_document_get_library (self->document) == library)
    return;
  self->is_reading_units = TRUE;
  task = g_task_new (self, NULL, read_cb, g_object_ref (self->document));
  g_task_set_task_data (task, im_document_reading_new (self->document, library),
                        free_in_thread);
  g_task_run_in_thread (task, read_thread);
}

static void
units_changed_cb (StudioPage *self)
{
  if (self->document == NULL)
    studio_library_set_units (self->library, studio_units_get_library (self->units));
  else
    begin_to_read (self);
}

void
studio_page_take_units (StudioPage *self, StudioUnits *units)
{
  ImUnitLibrary *library = studio_units_get_library (units);

  if (self->units != NULL)
    g_signal_handlers_disconnect_by_func (self->units, units_changed_cb, self);
  g_clear_object (&self->units);
  self->units = units;
  g_signal_connect_object (units, "changed", G_CALLBACK (units_changed_cb), self,
                           G_CONNECT_SWAPPED);
  studio_page_end_awaiting (self);
  studio_library_set_units (self->library, library);
  if (self->document == NULL)
    return;
  studio_page_flush_code (self);
  im_document_set_library (self->document, library);
}

void
studio_page_find_units (StudioPage *self)
{
  const char *path = im_document_get_path (self->document);
  g_autoptr (ImUnitLibrary) library = im_unit_library_new_beside (
      studio_units_get_library (self->all_units), path);

  studio_page_take_units (self, studio_units_new_beside (self->all_units, path, library));
}
