/* SPDX-License-Identifier: MIT */
#include "studio/common/studio-code-page.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define TINT  "tint"  /* the category of the marks of tinted lines */
#define ERROR "error" /* of those of problems */
#define DOUBT "doubt"
#define SHOWN "shown" /* the mark that is scrolled to */

#define SCROLL_FRAMES 20
#define MAX_COLOURED  16384 /* characters, which take 10 ms at most */

struct _StudioCodePage
{
  GtkWidget parent_instance;

  GtkStack *stack;
  GtkSourceView *view;
  AdwStatusPage *message;
  GtkSearchBar *search_bar;
  GtkSearchEntry *search_entry;
  GtkButton *previous;
  GtkButton *next;
  GtkLabel *matches;

  char *language; /* what the text is written in */
  GtkSourceBuffer *buffer;
  GtkSourceSearchContext *search;
  GtkTextTag *error;
  GtkTextTag *doubt;      /* what is no error, but worth a look */
  guint colouring;        /* an idle source, or 0 */
  guint scroll;           /* a tick callback */
  guint n_frames;         /* since it began */
  gboolean is_scroll_due; /* since the view was last mapped */
};

G_DEFINE_FINAL_TYPE (StudioCodePage, studio_code_page, GTK_TYPE_WIDGET)

static void
update_style (StudioCodePage *self)
{
  gboolean is_dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  GtkSourceStyleSchemeManager *manager = gtk_source_style_scheme_manager_get_default ();
  const char *name = is_dark ? "Adwaita-dark" : "Adwaita";

  gtk_source_buffer_set_style_scheme (
      self->buffer, gtk_source_style_scheme_manager_get_scheme (manager, name));
  g_autoptr (GtkSourceMarkAttributes) attributes = gtk_source_mark_attributes_new ();
  GdkRGBA tint;

  gdk_rgba_parse (&tint, is_dark ? "#1b3a5c" : "#dcebfb");
  gtk_source_mark_attributes_set_background (attributes, &tint);
  gtk_source_view_set_mark_attributes (self->view, TINT, attributes, 0);
}

/* A text gets its colours before it is laid out: GtkSourceView gives them while it draws,
 * and bold letters that are laid out then move the scroll bars, which GTK warns of. A
 * long text that gets them all at once would take too long. */
static gboolean
colour_cb (gpointer data)
{
  StudioCodePage *self = data;
  GtkTextIter start, end;

  self->colouring = 0;
  gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (self->buffer), &start, &end);
  if (gtk_text_iter_get_offset (&end) <= MAX_COLOURED)
    gtk_source_buffer_ensure_highlight (self->buffer, &start, &end);

  return G_SOURCE_REMOVE;
}

static void
queue_colours (StudioCodePage *self)
{
  if (self->colouring == 0 && gtk_widget_get_mapped (GTK_WIDGET (self->view)))
    self->colouring = g_idle_add_full (G_PRIORITY_HIGH_IDLE, colour_cb, self, NULL);
}

/* Reading what a language looks like takes as long as the rest of the view: it waits
 * until the text is seen, so that a window opens without. */
static void
load_language_cb (StudioCodePage *self)
{
  GtkSourceLanguageManager *manager = gtk_source_language_manager_get_default ();

  if (self->language != NULL)
    gtk_source_buffer_set_language (
        self->buffer, gtk_source_language_manager_get_language (manager, self->language));
  queue_colours (self);
}

void
studio_code_page_set_language (StudioCodePage *self,
                               const char *language,
                               const char *label)
{
  g_free (self->language);
  self->language = g_strdup (language);
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    load_language_cb (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

void
studio_code_page_set_editable (StudioCodePage *self, gboolean editable)
{
  gtk_text_view_set_editable (GTK_TEXT_VIEW (self->view), editable);
}

GtkTextView *
studio_code_page_get_view (StudioCodePage *self)
{
  return GTK_TEXT_VIEW (self->view);
}

GtkTextBuffer *
studio_code_page_get_buffer (StudioCodePage *self)
{
  return GTK_TEXT_BUFFER (self->buffer);
}

char *
studio_code_page_dup_text (StudioCodePage *self)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (self->buffer), &start, &end);
  return gtk_text_buffer_get_text (GTK_TEXT_BUFFER (self->buffer), &start, &end, TRUE);
}

void
studio_code_page_replace (StudioCodePage *self,
                          const ImTextChange *change,
                          gsize from,
                          const char *new_text)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  g_autofree char *text = studio_code_page_dup_text (self);
  GtkTextIter start, end;

  gtk_text_buffer_get_iter_at_offset (
      buffer, &start, (gint) g_utf8_strlen (text, (gssize) change->start));
  gtk_text_buffer_get_iter_at_offset (
      buffer, &end, (gint) g_utf8_strlen (text, (gssize) change->old_end));
  gtk_text_buffer_begin_irreversible_action (buffer);
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_insert (buffer, &start, new_text + from,
                          (gint) (change->new_end - change->start));
  gtk_text_buffer_end_irreversible_action (buffer);
}

void
studio_code_page_set_text (StudioCodePage *self, const char *text)
{
  g_autofree char *old_text = studio_code_page_dup_text (self);
  ImTextChange change;

  if (im_text_change_find (old_text, text, &change))
    studio_code_page_replace (self, &change, change.start, text);
  if (*old_text == '\0')
    {
      GtkTextIter start;

      gtk_text_buffer_get_start_iter (GTK_TEXT_BUFFER (self->buffer), &start);
      gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (self->buffer), &start);
    }
  gtk_stack_set_visible_child_name (self->stack, "text");
}

void
studio_code_page_say (StudioCodePage *self, const char *title, const char *description)
{
  g_autofree char *escaped = g_markup_escape_text (description, -1);

  adw_status_page_set_title (self->message, title);
  adw_status_page_set_description (self->message, escaped);
  gtk_stack_set_visible_child_name (self->stack, "message");
}

static gboolean
is_place_shown (StudioCodePage *self, GtkTextMark *mark)
{
  GtkTextView *view = GTK_TEXT_VIEW (self->view);
  GdkRectangle visible, place;
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_mark (GTK_TEXT_BUFFER (self->buffer), &iter, mark);
  gtk_text_view_get_iter_location (view, &iter, &place);
  gtk_text_view_get_visible_rect (view, &visible);

  return place.y >= visible.y && place.y + place.height <= visible.y + visible.height;
}

/* Lines above have their height only when they were laid out, which moves the place: it
 * has to stay in sight for some frames. */
static gboolean
scroll_cb (GtkWidget *view, GdkFrameClock *clock, gpointer data)
{
  StudioCodePage *self = data;
  GtkTextMark *mark = gtk_text_buffer_get_mark (GTK_TEXT_BUFFER (self->buffer), SHOWN);

  if (self->n_frames == 0 || !is_place_shown (self, mark))
    gtk_text_view_scroll_to_mark (GTK_TEXT_VIEW (view), mark, 0.1, FALSE, 0, 0);
  if (++self->n_frames < SCROLL_FRAMES)
    return G_SOURCE_CONTINUE;
  self->scroll = 0;

  return G_SOURCE_REMOVE;
}

/* What is not seen has no size to scroll in. */
static void
scroll_when_mapped (StudioCodePage *self)
{
  if (!self->is_scroll_due || !gtk_widget_get_mapped (GTK_WIDGET (self->view)))
    return;
  self->is_scroll_due = FALSE;
  self->n_frames = 0;
  if (self->scroll == 0)
    self->scroll = gtk_widget_add_tick_callback (GTK_WIDGET (self->view), scroll_cb, self,
                                                 NULL);
}

static void
scroll_to (StudioCodePage *self, const GtkTextIter *place)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  GtkTextMark *mark = gtk_text_buffer_get_mark (buffer, SHOWN);

  if (mark == NULL)
    gtk_text_buffer_create_mark (buffer, SHOWN, place, TRUE);
  else
    gtk_text_buffer_move_mark (buffer, mark, place);
  self->is_scroll_due = TRUE;
  scroll_when_mapped (self);
}

void
studio_code_page_tint (StudioCodePage *self,
                       const StudioCodeLines *lines,
                       guint n_lines,
                       gboolean scrolls)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_source_buffer_remove_source_marks (self->buffer, &start, &end, TINT);
  for (guint i = 0; i < n_lines; i++)
    for (guint line = lines[i].first; line <= lines[i].last; line++)
      {
        gtk_text_buffer_get_iter_at_line (buffer, &start, (gint) line);
        gtk_source_buffer_create_source_mark (self->buffer, NULL, TINT, &start);
        if (scrolls && i == 0 && line == lines[0].first)
          scroll_to (self, &start);
      }
}

void
studio_code_page_clear_marks (StudioCodePage *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_remove_tag (buffer, self->error, &start, &end);
  gtk_text_buffer_remove_tag (buffer, self->doubt, &start, &end);
  gtk_source_buffer_remove_source_marks (self->buffer, &start, &end, ERROR);
  gtk_source_buffer_remove_source_marks (self->buffer, &start, &end, DOUBT);
}

/* The mark of a line, from 0, or NULL. */
static GObject *
find_mark (StudioCodePage *self, guint line, const char *kind)
{
  g_autoptr (GSList) marks = gtk_source_buffer_get_source_marks_at_line (
      self->buffer, (gint) line, kind);

  return marks == NULL ? NULL : marks->data;
}

void
studio_code_page_tell (StudioCodePage *self,
                       guint line,
                       gboolean is_error,
                       const char *message)
{
  const char *kind = is_error ? ERROR : DOUBT;
  GObject *mark = find_mark (self, line - 1, ERROR);
  GtkTextIter start;
  char *text;

  if (mark == NULL)
    mark = find_mark (self, line - 1, DOUBT);
  text = mark == NULL
             ? g_strdup (message)
             : g_strdup_printf ("%s\n%s", (char *) g_object_get_data (mark, "message"),
                                message);
  gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (self->buffer), &start,
                                    (gint) line - 1);
  if (mark == NULL)
    mark = G_OBJECT (
        gtk_source_buffer_create_source_mark (self->buffer, NULL, kind, &start));
  g_object_set_data_full (mark, "message", text, g_free);
  gtk_source_view_set_show_line_marks (self->view, TRUE);
}

static char *
dup_message_cb (GtkSourceMarkAttributes *attributes, GtkSourceMark *mark)
{
  return g_strdup (g_object_get_data (G_OBJECT (mark), "message"));
}

static void
add_mark_kind (StudioCodePage *self, const char *kind, const char *icon)
{
  g_autoptr (GtkSourceMarkAttributes) attributes = gtk_source_mark_attributes_new ();

  gtk_source_mark_attributes_set_icon_name (attributes, icon);
  g_signal_connect (attributes, "query-tooltip-text", G_CALLBACK (dup_message_cb), NULL);
  gtk_source_view_set_mark_attributes (self->view, kind, attributes, 1);
}

void
studio_code_page_mark (StudioCodePage *self,
                       guint line,
                       guint column,
                       guint length,
                       gboolean is_error)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  GtkTextIter start, end;

  gtk_text_buffer_get_iter_at_line_offset (buffer, &start, (gint) line - 1,
                                           (gint) column - 1);
  end = start;
  if (!gtk_text_iter_forward_chars (&end, (gint) MAX (length, 1)) &&
      gtk_text_iter_equal (&start, &end))
    gtk_text_iter_backward_char (&start);
  gtk_text_buffer_apply_tag (buffer, is_error ? self->error : self->doubt, &start, &end);
}

void
studio_code_page_go_to (StudioCodePage *self, guint line, guint column)
{
  GtkTextIter place;

  gtk_text_buffer_get_iter_at_line_offset (GTK_TEXT_BUFFER (self->buffer), &place,
                                           (gint) line - 1, (gint) column - 1);
  gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (self->buffer), &place);
  scroll_to (self, &place);
}

static void
update_matches (StudioCodePage *self)
{
  gint count = gtk_source_search_context_get_occurrences_count (self->search);
  GtkTextIter start, end;
  gint position;
  g_autofree char *text = NULL;

  gtk_text_buffer_get_selection_bounds (GTK_TEXT_BUFFER (self->buffer), &start, &end);
  position = gtk_source_search_context_get_occurrence_position (self->search, &start,
                                                                &end);
  if (*gtk_editable_get_text (GTK_EDITABLE (self->search_entry)) == '\0' || count < 0)
    text = g_strdup ("");
  else if (position > 0)
    /* Translators: the number of a match and how many there are. */
    text = g_strdup_printf (_ ("%d of %d"), position, count);
  else
    text = g_strdup_printf (ngettext ("%d match", "%d matches", (gulong) count), count);
  gtk_label_set_label (self->matches, text);
}

static void
go_to_match (StudioCodePage *self, gboolean is_next, gboolean from_start)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  GtkTextIter start, end, found, found_end;
  gboolean is_found;

  gtk_text_buffer_get_selection_bounds (buffer, &start, &end);
  is_found = is_next ? gtk_source_search_context_forward (self->search,
                                                          from_start ? &start : &end,
                                                          &found, &found_end, NULL)
                     : gtk_source_search_context_backward (self->search, &start, &found,
                                                           &found_end, NULL);
  if (is_found)
    {
      gtk_text_buffer_select_range (buffer, &found, &found_end);
      scroll_to (self, &found);
    }
  update_matches (self);
}

static void
search_changed_cb (GtkSearchEntry *entry, StudioCodePage *self)
{
  gtk_source_search_settings_set_search_text (
      gtk_source_search_context_get_settings (self->search),
      gtk_editable_get_text (GTK_EDITABLE (entry)));
  go_to_match (self, TRUE, TRUE);
}

static void
next_match_cb (StudioCodePage *self)
{
  go_to_match (self, TRUE, FALSE);
}

static void
previous_match_cb (StudioCodePage *self)
{
  go_to_match (self, FALSE, FALSE);
}

static void
search_mode_cb (GtkSearchBar *bar, GParamSpec *spec, StudioCodePage *self)
{
  gboolean is_open = gtk_search_bar_get_search_mode (bar);

  gtk_source_search_context_set_highlight (self->search, is_open);
  if (!is_open)
    gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

void
studio_code_page_start_search (StudioCodePage *self)
{
  gtk_search_bar_set_search_mode (self->search_bar, TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self->search_entry));
}

static void
studio_code_page_dispose (GObject *object)
{
  StudioCodePage *self = STUDIO_CODE_PAGE (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  g_clear_handle_id (&self->colouring, g_source_remove);
  if (self->scroll != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self->view), self->scroll);
  self->scroll = 0;
  g_clear_object (&self->search);
  g_clear_pointer (&child, gtk_widget_unparent);
  g_clear_object (&self->buffer);
  g_clear_pointer (&self->language, g_free);
  G_OBJECT_CLASS (studio_code_page_parent_class)->dispose (object);
}

/* Languages that GtkSourceView does not know come with the program. */
static void
add_languages (void)
{
  GtkSourceLanguageManager *manager = gtk_source_language_manager_get_default ();
  const char *const *folders = gtk_source_language_manager_get_search_path (manager);
  g_autoptr (GStrvBuilder) all = g_strv_builder_new ();
  g_auto (GStrv) paths = NULL;

  g_strv_builder_addv (all, (const char **) folders);
  g_strv_builder_add (all, "resource:///org/imaginet/Studio/language-specs/");
  paths = g_strv_builder_end (all);
  gtk_source_language_manager_set_search_path (manager, (const char *const *) paths);
}

static void
studio_code_page_class_init (StudioCodePageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  add_languages ();

  G_OBJECT_CLASS (klass)->dispose = studio_code_page_dispose;
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-code-page.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioCodePage, stack);
  gtk_widget_class_bind_template_child (widget_class, StudioCodePage, view);
  gtk_widget_class_bind_template_child (widget_class, StudioCodePage, message);
  gtk_widget_class_bind_template_child (widget_class, StudioCodePage, search_bar);
  gtk_widget_class_bind_template_child (widget_class, StudioCodePage, search_entry);
  gtk_widget_class_bind_template_child (widget_class, StudioCodePage, previous);
  gtk_widget_class_bind_template_child (widget_class, StudioCodePage, next);
  gtk_widget_class_bind_template_child (widget_class, StudioCodePage, matches);
}

static void
init_search (StudioCodePage *self)
{
  g_autoptr (GtkSourceSearchSettings) settings = gtk_source_search_settings_new ();

  gtk_source_search_settings_set_wrap_around (settings, TRUE);
  self->search = gtk_source_search_context_new (self->buffer, settings);
  gtk_search_bar_connect_entry (self->search_bar, GTK_EDITABLE (self->search_entry));
  g_signal_connect_swapped (self->search, "notify::occurrences-count",
                            G_CALLBACK (update_matches), self);
  g_signal_connect (self->search_entry, "search-changed", G_CALLBACK (search_changed_cb),
                    self);
  g_signal_connect_swapped (self->search_entry, "activate", G_CALLBACK (next_match_cb),
                            self);
  g_signal_connect_swapped (self->search_entry, "next-match", G_CALLBACK (next_match_cb),
                            self);
  g_signal_connect_swapped (self->search_entry, "previous-match",
                            G_CALLBACK (previous_match_cb), self);
  g_signal_connect_swapped (self->next, "clicked", G_CALLBACK (next_match_cb), self);
  g_signal_connect_swapped (self->previous, "clicked", G_CALLBACK (previous_match_cb),
                            self);
  g_signal_connect (self->search_bar, "notify::search-mode-enabled",
                    G_CALLBACK (search_mode_cb), self);
}

static GtkAdjustment *
get_adjustment (GtkWidget *widget)
{
  GtkWidget *scrolled = gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW);

  return scrolled == NULL
             ? NULL
             : gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));
}

/* Where the text ends, the wheel turns on what is around the page. */
static gboolean
wheel_cb (GtkEventControllerScroll *wheel, double dx, double dy, StudioCodePage *self)
{
  GtkAdjustment *own = get_adjustment (GTK_WIDGET (self->view));
  GtkAdjustment *around = get_adjustment (GTK_WIDGET (self));
  double value = gtk_adjustment_get_value (own);

  if (around == NULL || dy == 0 || (dy < 0 && value > gtk_adjustment_get_lower (own)) ||
      (dy > 0 &&
       value < gtk_adjustment_get_upper (own) - gtk_adjustment_get_page_size (own)))
    return FALSE;
  gtk_adjustment_set_value (
      around, gtk_adjustment_get_value (around) +
                  dy * pow (gtk_adjustment_get_page_size (around), 2.0 / 3));

  return TRUE;
}

static void
add_wheel (StudioCodePage *self)
{
  GtkEventController *wheel = gtk_event_controller_scroll_new (
      GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);

  gtk_event_controller_set_propagation_phase (wheel, GTK_PHASE_CAPTURE);
  g_signal_connect (wheel, "scroll", G_CALLBACK (wheel_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->view), wheel);
}

static void
studio_code_page_init (StudioCodePage *self)
{
  GtkTextBuffer *buffer;

  g_type_ensure (GTK_SOURCE_TYPE_VIEW);
  gtk_widget_init_template (GTK_WIDGET (self));
  buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view));
  self->buffer = g_object_ref (GTK_SOURCE_BUFFER (buffer));
  g_signal_connect (self, "map", G_CALLBACK (load_language_cb), NULL);
  /* Of two tags the one that was made last is seen. */
  self->doubt = gtk_text_buffer_create_tag (buffer, NULL, "underline",
                                            PANGO_UNDERLINE_ERROR, "underline-rgba",
                                            &(GdkRGBA){ 0.9f, 0.6f, 0.0f, 1.0f }, NULL);
  self->error = gtk_text_buffer_create_tag (buffer, NULL, "underline",
                                            PANGO_UNDERLINE_ERROR, NULL);
  /* Code runs from left to right in every language. */
  gtk_widget_set_direction (GTK_WIDGET (self->view), GTK_TEXT_DIR_LTR);
  add_mark_kind (self, ERROR, "dialog-error-symbolic");
  add_mark_kind (self, DOUBT, "dialog-warning-symbolic");
  init_search (self);
  add_wheel (self);
  g_signal_connect_swapped (self->view, "map", G_CALLBACK (scroll_when_mapped), self);
  g_signal_connect_swapped (self->view, "map", G_CALLBACK (queue_colours), self);
  g_signal_connect_object (self->buffer, "changed", G_CALLBACK (queue_colours), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (update_style), self, G_CONNECT_SWAPPED);
  update_style (self);
}
