/* SPDX-License-Identifier: MIT
 *
 * The code view of a window. It takes about half of the time in which a window is built,
 * so it is built when somebody wants to see it.
 */
#include "studio/window/studio-window-private.h"

/* Who saves at once saves what was typed, too. */
static void
typed_cb (StudioWindow *self)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.save", self->document != NULL);
}

/* What cannot be read is kept with the draft. */
static void
unread_cb (StudioCodeView *code, const char *text, StudioWindow *self)
{
  if (self->autosave != NULL)
    im_autosave_set_editor_text (self->autosave, text);
}

StudioCodeView *
studio_window_require_code (StudioWindow *self)
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
studio_window_flush_code (StudioWindow *self)
{
  return self->code == NULL || studio_code_view_flush (self->code);
}

static void
view_cb (AdwViewStack *views, GParamSpec *property, StudioWindow *self)
{
  if (g_strcmp0 (adw_view_stack_get_visible_child_name (views), "code") == 0)
    studio_window_require_code (self);
}

void
studio_window_build_code_when_seen (StudioWindow *self)
{
  g_signal_connect (self->views, "notify::visible-child-name", G_CALLBACK (view_cb),
                    self);
}
