/* SPDX-License-Identifier: MIT */
#include "document/disk/im-autosave.h"

#include "document/disk/im-document-disk.h"

struct _ImAutosave
{
  GObject parent_instance;

  ImDocument *document;
  ImDraftStore *store;
  char *file;
  char *editor_text;
  gboolean has_file; /* whether there is a draft, or will be when the store is done */
  guint delay_ms;
  guint timeout;
};

G_DEFINE_TYPE (ImAutosave, im_autosave, G_TYPE_OBJECT)

static gboolean
needs_draft (ImAutosave *self)
{
  return im_document_is_modified (self->document) || self->editor_text != NULL;
}

static gboolean
write_cb (gpointer data)
{
  ImAutosave *self = data;
  ImDraft *draft = im_document_new_draft (self->document, self->editor_text);

  self->timeout = 0;
  self->has_file = TRUE;
  im_draft_store_write (self->store, draft, self->file);

  return G_SOURCE_REMOVE;
}

static void
remove_draft (ImAutosave *self)
{
  g_clear_handle_id (&self->timeout, g_source_remove);
  if (self->has_file)
    im_draft_store_remove (self->store, self->file);
  self->has_file = FALSE;
}

static void
changed_cb (ImAutosave *self)
{
  if (!needs_draft (self))
    remove_draft (self);
  else if (self->timeout == 0)
    self->timeout = g_timeout_add (self->delay_ms, write_cb, self);
}

void
im_autosave_set_delay (ImAutosave *self, guint delay_ms)
{
  g_return_if_fail (IM_IS_AUTOSAVE (self));

  self->delay_ms = delay_ms;
}

void
im_autosave_set_editor_text (ImAutosave *self, const char *text)
{
  g_return_if_fail (IM_IS_AUTOSAVE (self));

  if (g_strcmp0 (text, self->editor_text) == 0)
    return;
  g_free (self->editor_text);
  self->editor_text = g_strdup (text);
  changed_cb (self);
}

void
im_autosave_flush (ImAutosave *self)
{
  g_return_if_fail (IM_IS_AUTOSAVE (self));

  if (self->timeout == 0)
    return;
  g_clear_handle_id (&self->timeout, g_source_remove);
  write_cb (self);
}

void
im_autosave_discard (ImAutosave *self)
{
  g_return_if_fail (IM_IS_AUTOSAVE (self));

  g_signal_handlers_disconnect_by_data (self->document, self);
  remove_draft (self);
}

static void
im_autosave_dispose (GObject *object)
{
  ImAutosave *self = IM_AUTOSAVE (object);

  if (self->document != NULL && needs_draft (self))
    im_autosave_flush (self);
  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_object (&self->document);
  g_clear_object (&self->store);
  g_clear_pointer (&self->file, g_free);
  g_clear_pointer (&self->editor_text, g_free);
  G_OBJECT_CLASS (im_autosave_parent_class)->dispose (object);
}

static void
im_autosave_class_init (ImAutosaveClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = im_autosave_dispose;
}

static void
im_autosave_init (ImAutosave *self)
{
}

ImAutosave *
im_autosave_new (ImDocument *document, ImDraftStore *store, guint delay_ms)
{
  ImAutosave *self = g_object_new (IM_TYPE_AUTOSAVE, NULL);

  self->document = g_object_ref (document);
  self->store = g_object_ref (store);
  self->file = im_draft_store_new_file (store);
  self->delay_ms = delay_ms;
  g_signal_connect_object (document, "changed", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  changed_cb (self);

  return self;
}

void
im_autosave_adopt (ImAutosave *self, const char *file)
{
  g_return_if_fail (IM_IS_AUTOSAVE (self));

  g_free (self->file);
  self->file = g_strdup (file);
  self->has_file = TRUE;
  changed_cb (self);
}
