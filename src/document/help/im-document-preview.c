/* SPDX-License-Identifier: MIT */
#include "document/help/im-document-preview.h"

#include "document/change/im-document-change.h"

/* The program is handed on first: what the edit leaves as it is is not computed again. */
static void
hand_on (ImDocument *self, ImDocument *preview)
{
  const ImUnit *main_unit = im_document_get_main_unit (self);
  g_autoptr (ImDiagnostics) ignored = im_diagnostics_new ();
  ImProgram *program = im_program_elaborate_again (
      self->scope->len == 0 ? self->program : self->whole, main_unit, self->library, NULL,
      0, ignored);

  preview->library = im_unit_library_ref (self->library);
  preview->path = g_strdup (self->path);
  preview->main_id = g_strdup (self->main_id);
  preview->main_index = self->main_index;
  for (guint i = 0; i < self->scope->len; i++)
    g_ptr_array_add (preview->scope, g_strdup (g_ptr_array_index (self->scope, i)));
  if (self->scope->len == 0)
    preview->program = program;
  else
    preview->whole = program;
}

static ImDocument *
preview_edit (ImDocument *self, const ImEdit *edit, GError **error)
{
  g_auto (ImDocumentChange) change = { NULL };
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (ImDocument) preview = NULL;

  if (!im_document_make_change (self, edit, &change, error))
    return NULL;
  bytes = im_xml_edit_render (change.xml, error);
  if (bytes == NULL)
    return NULL;
  preview = g_object_new (IM_TYPE_DOCUMENT, NULL);
  preview->history = im_history_new (bytes);
  hand_on (self, preview);

  return im_document_read_text (preview, bytes, error) ? g_steal_pointer (&preview)
                                                       : NULL;
}

ImDocument *
im_document_preview_move (ImDocument *self, guint layer, guint before, GError **error)
{
  const ImEdit edit = im_document_edit_move (self, layer, before);

  return preview_edit (self, &edit, error);
}

ImDocument *
im_document_preview_insert (ImDocument *self,
                            guint before,
                            const char *unit_id,
                            GError **error)
{
  const ImEdit edit = im_document_edit_insert (self, before, unit_id);

  return preview_edit (self, &edit, error);
}

ImDocument *
im_document_preview_argument (ImDocument *self,
                              guint layer,
                              const char *option,
                              const char *text,
                              GError **error)
{
  const ImEdit edit = im_document_edit_argument (self, layer, option, text);

  return preview_edit (self, &edit, error);
}

const ImDiagnostic *
im_document_preview_find_problem (ImDocument *self, ImDocument *preview)
{
  g_return_val_if_fail (IM_IS_DOCUMENT (self) && IM_IS_DOCUMENT (preview), NULL);

  for (guint i = 0; i < im_diagnostics_get_count (preview->problems); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (preview->problems, i);

      if (problem->severity == IM_SEVERITY_ERROR &&
          !im_document_has_problem (self, problem))
        return problem;
    }

  return NULL;
}
