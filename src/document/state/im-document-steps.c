/* SPDX-License-Identifier: MIT */
#include "document/state/im-document-steps.h"

#include "document/edit/im-code-lines.h"
#include "document/state/im-document-code.h"
#include "document/state/im-document-private.h"

guint
im_document_get_n_steps (ImDocument *self)
{
  g_return_val_if_fail (IM_IS_DOCUMENT (self), 0);

  return im_history_get_n_texts (self->history);
}

guint
im_document_get_step (ImDocument *self)
{
  g_return_val_if_fail (IM_IS_DOCUMENT (self), 0);

  return im_history_get_current (self->history);
}

const char *
im_document_get_step_name (ImDocument *self, guint step)
{
  g_return_val_if_fail (IM_IS_DOCUMENT (self), NULL);

  return im_history_get_name (self->history, step);
}

guint64
im_document_get_step_id (ImDocument *self, guint step)
{
  g_return_val_if_fail (IM_IS_DOCUMENT (self), 0);

  return im_history_get_id (self->history, step);
}

static char *
dup_text (const ImHistory *history, guint file, guint step)
{
  g_autoptr (GBytes) bytes = im_history_dup_text (history, file, step);

  return im_document_dup_editor_text (bytes);
}

/* What was typed in a code file, as a line of a script; NULL for other steps. */
static char *
dup_code_edit (const ImHistory *history, guint step)
{
  gint file = im_history_find_file (history, step);
  g_autofree char *before = NULL, *after = NULL;

  if (file <= 0)
    return NULL;
  before = dup_text (history, (guint) file, step - 1);
  after = dup_text (history, (guint) file, step);

  return im_code_lines_dup_edit (im_history_get_file_name (history, (guint) file), before,
                                 after);
}

char *
im_document_dup_script (ImDocument *self)
{
  GString *out;

  g_return_val_if_fail (IM_IS_DOCUMENT (self), NULL);
  out = g_string_new (NULL);
  for (guint i = 1; i <= im_history_get_current (self->history); i++)
    {
      const char *script = im_history_get_script (self->history, i);
      g_autofree char *code = script != NULL ? NULL : dup_code_edit (self->history, i);

      if (script != NULL)
        g_string_append_printf (out, "%s\n", script);
      else if (code != NULL)
        g_string_append_printf (out, "%s\n", code);
      else
        g_string_append_printf (out, "# %s\n", im_history_get_name (self->history, i));
    }

  return g_string_free (out, FALSE);
}

gboolean
im_document_is_step_saved (ImDocument *self, guint step)
{
  g_return_val_if_fail (IM_IS_DOCUMENT (self), FALSE);

  return im_history_is_saved_at (self->history, step);
}

void
im_document_go_to_step (ImDocument *self, guint step)
{
  g_return_if_fail (IM_IS_DOCUMENT (self));
  g_return_if_fail (step < im_document_get_n_steps (self));

  if (step == im_document_get_step (self))
    return;
  im_history_go_to (self->history, step);
  im_document_show_again (self);
}
