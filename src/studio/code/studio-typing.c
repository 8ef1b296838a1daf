/* SPDX-License-Identifier: MIT */
#include "studio/code/studio-typing.h"

#include <string.h>

#define PAUSE_MS 120 /* between the last key and the change of the document */

struct _StudioTyping
{
  StudioCodePage *page;
  const StudioTypingFuncs *funcs;
  gpointer data;
  char *base;
  guint pause;
  gboolean is_updating;
  gboolean is_typed; /* the page has something that the base does not have */
  gboolean is_stale; /* the document has changed since */
};

/* Takes a text as the new base. */
static void
set_base (StudioTyping *self, char *base)
{
  g_autofree char *text = studio_code_page_dup_text (self->page);

  g_free (self->base);
  self->base = base;
  self->is_typed = strcmp (text, base) != 0;
}

/* Puts what the document has against the base into the page, unless that was typed over.
 */
static void
take_change (StudioTyping *self, const char *text)
{
  g_autofree char *shown = studio_code_page_dup_text (self->page);
  ImTextChange change, typed, moved;

  if (!im_text_change_find (self->base, text, &change))
    return;
  if (!im_text_change_find (self->base, shown, &typed))
    moved = change;
  else if (strcmp (shown, text) == 0 || !im_text_change_follow (&change, &typed, &moved))
    return;

  self->is_updating = TRUE;
  studio_code_page_replace (self->page, &moved, change.start, text);
  self->is_updating = FALSE;
}

void
studio_typing_refresh (StudioTyping *self)
{
  g_autofree char *text = NULL;

  if (!self->is_stale)
    return;
  self->is_stale = FALSE;
  text = self->funcs->dup_text (self->data);
  if (text == NULL)
    return;
  take_change (self, text);
  set_base (self, g_steal_pointer (&text));
}

gboolean
studio_typing_flush (StudioTyping *self)
{
  g_autofree char *text = NULL;

  g_clear_handle_id (&self->pause, g_source_remove);
  if (!self->is_typed)
    return FALSE;

  studio_typing_refresh (self);
  text = studio_code_page_dup_text (self->page);
  if (strcmp (text, self->base) == 0)
    self->is_typed = FALSE;
  else
    self->funcs->take (self->data, text);

  return TRUE;
}

static gboolean
pause_cb (gpointer data)
{
  StudioTyping *self = data;

  self->pause = 0;
  self->funcs->paused (self->data);

  return G_SOURCE_REMOVE;
}

static void
changed_cb (StudioTyping *self)
{
  if (self->is_updating)
    return;
  self->is_typed = TRUE;
  g_clear_handle_id (&self->pause, g_source_remove);
  self->pause = g_timeout_add (PAUSE_MS, pause_cb, self);
  self->funcs->typed (self->data);
}

void
studio_typing_begin (StudioTyping *self)
{
  g_autofree char *text = self->funcs->dup_text (self->data);

  g_clear_handle_id (&self->pause, g_source_remove);
  self->is_stale = FALSE;
  self->is_updating = TRUE;
  studio_code_page_set_text (self->page, text);
  self->is_updating = FALSE;
  set_base (self, g_steal_pointer (&text));
}

void
studio_typing_set_stale (StudioTyping *self)
{
  self->is_stale = TRUE;
}

gboolean
studio_typing_is_current (const StudioTyping *self)
{
  return !self->is_typed && !self->is_stale;
}

gboolean
studio_typing_is_updating (const StudioTyping *self)
{
  return self->is_updating;
}

void
studio_typing_revert (StudioTyping *self)
{
  GtkTextBuffer *buffer = studio_code_page_get_buffer (self->page);
  g_autofree char *text = studio_code_page_dup_text (self->page);
  GtkTextIter start, end;
  ImTextChange change;

  if (!im_text_change_find (text, self->base, &change))
    return;
  gtk_text_buffer_get_iter_at_offset (buffer, &start,
                                      (gint) g_utf8_strlen (text, (gssize) change.start));
  gtk_text_buffer_get_iter_at_offset (
      buffer, &end, (gint) g_utf8_strlen (text, (gssize) change.old_end));
  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_insert (buffer, &start, self->base + change.start,
                          (gint) (change.new_end - change.start));
  gtk_text_buffer_end_user_action (buffer);
}

StudioTyping *
studio_typing_new (StudioCodePage *page, const StudioTypingFuncs *funcs, gpointer data)
{
  StudioTyping *self = g_new0 (StudioTyping, 1);

  self->page = g_object_ref (page);
  self->funcs = funcs;
  self->data = data;
  self->base = g_strdup ("");
  studio_code_page_set_editable (page, TRUE);
  g_signal_connect_swapped (studio_code_page_get_buffer (page), "changed",
                            G_CALLBACK (changed_cb), self);

  return self;
}

void
studio_typing_free (StudioTyping *self)
{
  if (self == NULL)
    return;

  g_clear_handle_id (&self->pause, g_source_remove);
  g_signal_handlers_disconnect_by_data (studio_code_page_get_buffer (self->page), self);
  g_object_unref (self->page);
  g_free (self->base);
  g_free (self);
}
