/* SPDX-License-Identifier: MIT */
#include "studio/code/studio-xml-view.h"

#include <glib/gi18n.h>
#include <string.h>

#include "document/change/im-document-text.h"
#include "document/help/im-operator-completion.h"
#include "studio/code/studio-completion.h"
#include "studio/code/studio-typing.h"
#include "studio/common/studio-code-page.h"
#include "unit/im-unit-operator.h"
#include "unit/im-unit-place.h"

struct _StudioXmlView
{
  GtkWidget parent_instance;

  GtkInfoBar *bar;
  GtkLabel *problem;
  GtkButton *show;
  GtkButton *revert;
  StudioCodePage *page;

  ImDocument *document;
  StudioCompletion *completion; /* of a file of operators */
  StudioTyping *typing;
  ImDiagnostics *refused; /* why what was typed last is not the document's */
  gboolean is_broken;
  guint error_line;
  guint error_column;
  gint layer;
};

G_DEFINE_FINAL_TYPE (StudioXmlView, studio_xml_view, GTK_TYPE_WIDGET)

enum
{
  SELECTED,
  TYPED,
  UNREAD,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* The lines of the element of a layer, from 0. */
static StudioCodeLines
get_lines (StudioXmlView *self, guint layer)
{
  ImSource *source = im_unit_file_get_source (im_document_get_file (self->document));
  ImSpan span = im_unit_place_get_span (
      im_document_get_layer (self->document, layer)->node->element);
  guint first, last, column;

  im_source_locate (source, span.start, &first, &column);
  im_source_locate (source, span.end, &last, &column);

  return (StudioCodeLines){ first - 1, last - 1 };
}

static void
tint (StudioXmlView *self, gboolean scrolls)
{
  StudioCodeLines lines;

  if (self->document == NULL || !studio_typing_is_current (self->typing))
    return;
  if (self->layer < 0 || self->layer >= (gint) im_document_get_n_layers (self->document))
    {
      studio_code_page_tint (self->page, NULL, 0, FALSE);
      return;
    }
  lines = get_lines (self, (guint) self->layer);
  studio_code_page_tint (self->page, &lines, 1, scrolls);
}

/* The layer whose element has the cursor, or -1. */
static gint
find_layer_at_cursor (StudioXmlView *self)
{
  GtkTextBuffer *buffer = studio_code_page_get_buffer (self->page);
  GtkTextIter cursor;
  guint line;

  gtk_text_buffer_get_iter_at_mark (buffer, &cursor, gtk_text_buffer_get_insert (buffer));
  line = (guint) gtk_text_iter_get_line (&cursor);
  for (guint i = 0; i < im_document_get_n_layers (self->document); i++)
    {
      StudioCodeLines lines = get_lines (self, i);

      if (line >= lines.first && line <= lines.last)
        return (gint) i;
    }

  return -1;
}

static void
cursor_cb (StudioXmlView *self)
{
  gint layer;

  if (studio_typing_is_updating (self->typing) || self->document == NULL ||
      !studio_typing_is_current (self->typing) ||
      !gtk_widget_has_focus (GTK_WIDGET (studio_code_page_get_view (self->page))))
    return;
  layer = find_layer_at_cursor (self);
  if (layer < 0 || layer == self->layer)
    return;
  self->layer = layer;
  tint (self, FALSE);
  g_signal_emit (self, signals[SELECTED], 0, layer);
}

static void
say_problem (StudioXmlView *self, const ImDiagnostic *problem)
{
  g_autofree char *text = NULL;

  im_diagnostic_locate (problem, &self->error_line, &self->error_column);
  studio_code_page_clear_marks (self->page);
  if (self->error_line > 0)
    studio_code_page_mark (self->page, self->error_line, self->error_column,
                           problem->span.end - problem->span.start, TRUE);
  text = self->error_line == 0
             ? g_strdup (problem->message)
             /* Translators: line, column, and what is wrong there. */
             : g_strdup_printf (_ ("Line %u, column %u: %s"), self->error_line,
                                self->error_column, problem->message);
  gtk_label_set_label (self->problem, text);
}

static void
set_broken (StudioXmlView *self, const ImDiagnostics *problems)
{
  g_autofree char *text = NULL;

  self->is_broken = im_diagnostics_get_count (problems) > 0;
  studio_code_page_clear_marks (self->page);
  if (self->is_broken)
    say_problem (self, im_diagnostics_get (problems, 0));
  gtk_info_bar_set_revealed (self->bar, self->is_broken);
  text = self->is_broken ? studio_code_page_dup_text (self->page) : NULL;
  g_signal_emit (self, signals[UNREAD], 0, text);
}

gboolean
studio_xml_view_flush (StudioXmlView *self)
{
  g_return_val_if_fail (STUDIO_IS_XML_VIEW (self), FALSE);

  im_diagnostics_free (self->refused);
  self->refused = im_diagnostics_new ();
  if (!studio_typing_flush (self->typing))
    return TRUE;
  set_broken (self, self->refused);
  tint (self, FALSE);
  cursor_cb (self);

  return !self->is_broken;
}

void
studio_xml_view_type (StudioXmlView *self, const char *text)
{
  g_return_if_fail (STUDIO_IS_XML_VIEW (self));

  studio_typing_refresh (self->typing);
  gtk_text_buffer_set_text (studio_code_page_get_buffer (self->page), text, -1);
  studio_xml_view_flush (self);
}

static char *
dup_text (gpointer view)
{
  return im_document_dup_text (((StudioXmlView *) view)->document);
}

static void
take_text (gpointer view, const char *text)
{
  StudioXmlView *self = view;

  im_document_set_text (self->document, text, "text", self->refused);
}

static void
typed (gpointer view)
{
  g_signal_emit (view, signals[TYPED], 0);
}

static void
paused (gpointer view)
{
  studio_xml_view_flush (view);
}

static GPtrArray *
list_operators (gpointer package, ImSource *source, gsize cursor, gsize *start)
{
  return im_operator_completion_list (package, source, cursor, start);
}

/* A file of operators is completed while it is typed. */
static void
set_completion (StudioXmlView *self, const char *path)
{
  GtkSourceView *view = GTK_SOURCE_VIEW (studio_code_page_get_view (self->page));

  if (self->completion != NULL)
    studio_completion_remove (g_steal_pointer (&self->completion), view);
  if (im_unit_operator_is_file (path))
    self->completion = studio_completion_add (
        view, list_operators, im_operator_completion_new_package (path),
        (GDestroyNotify) im_sknd_package_unref, ".@{");
}

static void
set_document (StudioXmlView *self, ImDocument *document)
{
  gboolean is_xml = !im_unit_operator_is_file (im_document_get_path (document));

  g_set_object (&self->document, document);
  studio_code_page_set_language (self->page, is_xml ? "xml" : "skriptnd",
                                 _ ("Text of the file"));
  set_completion (self, im_document_get_path (document));
  self->is_broken = FALSE;
  studio_code_page_clear_marks (self->page);
  gtk_info_bar_set_revealed (self->bar, FALSE);
  studio_typing_begin (self->typing);
}

void
studio_xml_view_update (StudioXmlView *self, ImDocument *document)
{
  g_return_if_fail (STUDIO_IS_XML_VIEW (self));

  if (self->document != document)
    set_document (self, document);
  else
    studio_typing_set_stale (self->typing);
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    {
      studio_typing_refresh (self->typing);
      tint (self, FALSE);
    }
}

void
studio_xml_view_select (StudioXmlView *self, gint layer)
{
  if (self->layer == layer)
    return;
  self->layer = layer;
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    tint (self, TRUE);
}

void
studio_xml_view_start_search (StudioXmlView *self)
{
  studio_code_page_start_search (self->page);
}

void
studio_xml_view_show_place (StudioXmlView *self, guint line, guint column)
{
  studio_code_page_go_to (self->page, line, column);
  gtk_widget_grab_focus (GTK_WIDGET (studio_code_page_get_view (self->page)));
}

static void
show_cb (StudioXmlView *self)
{
  studio_xml_view_show_place (self, MAX (self->error_line, 1),
                              MAX (self->error_column, 1));
}

static void
revert_cb (StudioXmlView *self)
{
  studio_typing_revert (self->typing);
  studio_xml_view_flush (self);
  gtk_widget_grab_focus (GTK_WIDGET (studio_code_page_get_view (self->page)));
}

static void
studio_xml_view_map (GtkWidget *widget)
{
  StudioXmlView *self = STUDIO_XML_VIEW (widget);

  GTK_WIDGET_CLASS (studio_xml_view_parent_class)->map (widget);
  studio_typing_refresh (self->typing);
  tint (self, TRUE);
}

static void
studio_xml_view_dispose (GObject *object)
{
  StudioXmlView *self = STUDIO_XML_VIEW (object);
  GtkWidget *child;

  g_clear_pointer (&self->typing, studio_typing_free);
  g_clear_pointer (&self->refused, im_diagnostics_free);
  g_clear_object (&self->document);
  g_clear_object (&self->completion);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (studio_xml_view_parent_class)->dispose (object);
}

static void
studio_xml_view_class_init (StudioXmlViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_xml_view_dispose;
  widget_class->map = studio_xml_view_map;

  /**
   * StudioXmlView::selected:
   * @view: the view
   * @layer: the layer whose element has the cursor
   *
   * The cursor was put into the element of another layer.
   */
  signals[SELECTED] = g_signal_new ("selected", STUDIO_TYPE_XML_VIEW, G_SIGNAL_RUN_LAST,
                                    0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);

  /**
   * StudioXmlView::typed:
   * @view: the view
   *
   * There is something that is not in the document yet; see studio_xml_view_flush().
   */
  signals[TYPED] = g_signal_new ("typed", STUDIO_TYPE_XML_VIEW, G_SIGNAL_RUN_LAST, 0,
                                 NULL, NULL, NULL, G_TYPE_NONE, 0);

  /**
   * StudioXmlView::unread:
   * @view: the view
   * @text: (nullable): a text that cannot be read, NULL if there is none any more
   */
  signals[UNREAD] = g_signal_new ("unread", STUDIO_TYPE_XML_VIEW, G_SIGNAL_RUN_LAST, 0,
                                  NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  g_type_ensure (STUDIO_TYPE_CODE_PAGE);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-xml-view.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioXmlView, bar);
  gtk_widget_class_bind_template_child (widget_class, StudioXmlView, problem);
  gtk_widget_class_bind_template_child (widget_class, StudioXmlView, show);
  gtk_widget_class_bind_template_child (widget_class, StudioXmlView, revert);
  gtk_widget_class_bind_template_child (widget_class, StudioXmlView, page);
}

static void
studio_xml_view_init (StudioXmlView *self)
{
  static const StudioTypingFuncs funcs = { dup_text, take_text, typed, paused };
  GtkTextBuffer *buffer;

  self->layer = -1;
  self->refused = im_diagnostics_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  self->typing = studio_typing_new (self->page, &funcs, self);
  buffer = studio_code_page_get_buffer (self->page);
  g_signal_connect_swapped (buffer, "notify::cursor-position", G_CALLBACK (cursor_cb),
                            self);
  g_signal_connect_swapped (self->show, "clicked", G_CALLBACK (show_cb), self);
  g_signal_connect_swapped (self->revert, "clicked", G_CALLBACK (revert_cb), self);
}
