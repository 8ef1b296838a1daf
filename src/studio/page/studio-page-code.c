/* SPDX-License-Identifier: MIT
 *
 * The code view of a page. It takes about half of the time in which a page is built,
 * so it is built when somebody wants to see it.
 */
#include "studio/page/studio-page-private.h"

/* Who saves or undoes at once means what was typed, too. */
static void
typed_cb (StudioPage *self)
{
  studio_page_enable (self, "win.save", self->document != NULL);
  studio_page_enable (self, "win.undo", self->document != NULL);
}

/* What cannot be read is kept with the draft. */
static void
unread_cb (StudioCodeView *code, const char *text, StudioPage *self)
{
  if (self->autosave != NULL)
    im_autosave_set_editor_text (self->autosave, text);
}

StudioCodeView *
studio_page_require_code (StudioPage *self)
{
  if (self->code != NULL)
    return self->code;

  self->code = g_object_new (STUDIO_TYPE_CODE_VIEW, NULL);
  g_signal_connect_swapped (self->code, "typed", G_CALLBACK (typed_cb), self);
  g_signal_connect (self->code, "unread", G_CALLBACK (unread_cb), self);
  adw_bin_set_child (self->code_bin, GTK_WIDGET (self->code));
  studio_code_view_bind (self->code, self->session);

  return self->code;
}

gboolean
studio_page_flush_code (StudioPage *self)
{
  return self->code == NULL || studio_code_view_flush (self->code);
}

static void
view_cb (AdwViewStack *views, GParamSpec *property, StudioPage *self)
{
  if (g_strcmp0 (adw_view_stack_get_visible_child_name (views), "code") == 0)
    studio_page_require_code (self);
}

void
studio_page_build_code_when_seen (StudioPage *self)
{
  g_signal_connect (self->views, "notify::visible-child-name", G_CALLBACK (view_cb),
                    self);
}
