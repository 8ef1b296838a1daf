/* SPDX-License-Identifier: MIT */
#include "document/disk/im-document-reading.h"

#include "document/state/im-document-private.h"

struct _ImDocumentReading
{
  ImProgram *program; /* that the document had, which is another one after each change */
  GBytes *bytes;
  ImDocument *other; /* has the same text and other units; then what the document had */
};

ImDocumentReading *
im_document_reading_new (ImDocument *self, ImUnitLibrary *library)
{
  ImDocumentReading *reading;
  ImDocument *other;

  g_return_val_if_fail (IM_IS_DOCUMENT (self), NULL);

  reading = g_new0 (ImDocumentReading, 1);
  other = g_object_new (IM_TYPE_DOCUMENT, NULL);
  other->given = im_unit_library_ref (library);
  other->code = self->code == NULL ? NULL : g_hash_table_ref (self->code);
  other->library = im_document_new_library (library, self->code);
  other->path = g_strdup (self->path);
  other->main_id = g_strdup (self->main_id);
  other->main_index = self->main_index;
  other->n_revisions = self->n_revisions;
  for (guint i = 0; i < self->scope->len; i++)
    g_ptr_array_add (other->scope, g_strdup (self->scope->pdata[i]));
  reading->program = im_program_ref (self->program);
  reading->bytes = g_bytes_ref (im_history_get_bytes (self->history));
  reading->other = other;

  return reading;
}

void
im_document_reading_free (ImDocumentReading *self)
{
  im_program_unref (self->program);
  g_bytes_unref (self->bytes);
  g_object_unref (self->other);
  g_free (self);
}

void
im_document_reading_run (ImDocumentReading *self)
{
  /* The document has read it before. */
  gboolean is_read = im_document_read_text (self->other, self->bytes, NULL);

  g_assert (is_read);
}

#define SWAP(a, b)             \
  G_STMT_START                 \
  {                            \
    __typeof__ (a) kept = (a); \
    (a) = (b);                 \
    (b) = kept;                \
  }                            \
  G_STMT_END

/* All that follows from a text and units. */
static void
swap (ImDocument *a, ImDocument *b)
{
  SWAP (a->given, b->given);
  SWAP (a->code, b->code);
  SWAP (a->library, b->library);
  SWAP (a->file, b->file);
  SWAP (a->unit, b->unit);
  SWAP (a->scope, b->scope);
  SWAP (a->whole, b->whole);
  SWAP (a->program, b->program);
  SWAP (a->graph, b->graph);
  SWAP (a->problems, b->problems);
  SWAP (a->of_main, b->of_main);
  SWAP (a->n_of_text, b->n_of_text);
  SWAP (a->of_export, b->of_export);
  SWAP (a->plan, b->plan);
  SWAP (a->has_all, b->has_all);
  SWAP (a->layers, b->layers);
  SWAP (a->nodes, b->nodes);
  SWAP (a->n_revisions, b->n_revisions);
}

gboolean
im_document_take_reading (ImDocument *self, ImDocumentReading *reading)
{
  g_return_val_if_fail (IM_IS_DOCUMENT (self), FALSE);

  if (self->program != reading->program)
    return FALSE;
  swap (self, reading->other);
  g_signal_emit_by_name (self, "changed");

  return TRUE;
}

void
im_document_set_library (ImDocument *self, ImUnitLibrary *library)
{
  g_autoptr (ImDocumentReading) reading = NULL;

  g_return_if_fail (IM_IS_DOCUMENT (self));

  if (library == self->given)
    return;
  reading = im_document_reading_new (self, library);
  im_document_reading_run (reading);
  im_document_take_reading (self, reading);
}
