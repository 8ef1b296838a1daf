/* SPDX-License-Identifier: MIT */
#include "studio/code/studio-code-view.h"

#include <glib/gi18n.h>

#include "document/state/im-document-code.h"
#include "studio/code/studio-code-file.h"
#include "studio/code/studio-firmware-page.h"
#include "studio/code/studio-xml-view.h"
#include "studio/common/studio-code-page.h"
#include "studio/unit/studio-unit-code.h"
#include "unit/im-unit-operator.h"

struct _StudioCodeView
{
  GtkWidget parent_instance;

  GtkStack *pages;
  StudioXmlView *xml;
  StudioCodePage *c;
  StudioCodePage *python;
  StudioFirmwarePage *firmware;
  GPtrArray
      *files; /* StudioCodeFile: those of the document, in the order of their pages */

  StudioSession *session; /* NULL before it is bound */
  ImDocument *document;
  gint layer;
};

G_DEFINE_FINAL_TYPE (StudioCodeView, studio_code_view, GTK_TYPE_WIDGET)

enum
{
  TYPED,
  UNREAD,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
show_unit (StudioCodeView *self,
           StudioCodePage *page,
           const ImUnit *unit,
           ImUnitEvaluation *evaluation,
           ImLanguage language)
{
  g_autofree char *text = studio_unit_code_dup (im_document_get_library (self->document),
                                                unit, evaluation, language);
  g_autofree char *description = NULL;

  if (text != NULL)
    {
      studio_code_page_set_text (page, text);
      return;
    }
  /* Translators: a unit, and `C` or `Python`. */
  description = g_strdup_printf (_ ("%s has no implementation in %s."),
                                 unit->display_name, im_language_get_name (language));
  studio_code_page_say (page, _ ("No Code"), description);
}

/* The unit whose code is shown: that of the layer, or the document's if it is none of
 * layers. */
static const ImUnit *
get_unit (StudioCodeView *self, ImUnitEvaluation **evaluation)
{
  const ImUnit *unit = im_document_get_unit (self->document);
  const ImDocumentLayer *layer;

  if (self->layer >= 0 && self->layer < (gint) im_document_get_n_layers (self->document))
    {
      layer = im_document_get_layer (self->document, (guint) self->layer);
      *evaluation = layer->evaluation;
      return layer->unit;
    }
  *evaluation = im_program_find_evaluation (im_document_get_program (self->document), "");

  return unit->n_nodes > 0 ? NULL : unit;
}

/* Code is put together for a page that somebody sees. */
static void
refresh (StudioCodeView *self)
{
  const char *name = gtk_stack_get_visible_child_name (self->pages);
  gboolean is_c = g_strcmp0 (name, "c") == 0;
  ImUnitEvaluation *evaluation;
  const ImUnit *unit;
  StudioCodePage *page = is_c ? self->c : self->python;

  if (self->document == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)) ||
      (!is_c && g_strcmp0 (name, "python") != 0))
    return;
  unit = get_unit (self, &evaluation);
  if (unit == NULL)
    studio_code_page_say (page, _ ("No Layer Selected"),
                          _ ("Select a layer to see its code."));
  else
    show_unit (self, page, unit, evaluation, is_c ? IM_LANGUAGE_C : IM_LANGUAGE_PYTHON);
}

static void
typed_cb (StudioCodeView *self)
{
  g_signal_emit (self, signals[TYPED], 0);
}

static StudioCodeFile *
find_file (StudioCodeView *self, const char *name)
{
  for (guint i = 0; i < self->files->len; i++)
    if (g_str_equal (studio_code_file_get_name (g_ptr_array_index (self->files, i)),
                     name))
      return g_ptr_array_index (self->files, i);

  return NULL;
}

/* A stack has its pages in the order that they came: those for what is put together are
 * behind those that can be edited. */
static void
put_behind (StudioCodeView *self)
{
  GtkWidget *const pages[] = { GTK_WIDGET (self->c), GTK_WIDGET (self->python),
                               GTK_WIDGET (self->firmware) };
  g_autofree char *visible = g_strdup (gtk_stack_get_visible_child_name (self->pages));

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      GtkStackPage *page = gtk_stack_get_page (self->pages, pages[i]);
      g_autofree char *name = g_strdup (gtk_stack_page_get_name (page));
      g_autofree char *title = g_strdup (gtk_stack_page_get_title (page));
      g_autoptr (GtkWidget) widget = g_object_ref (pages[i]);

      gtk_stack_remove (self->pages, widget);
      gtk_stack_add_titled (self->pages, widget, name, title);
    }
  if (visible != NULL && gtk_stack_get_child_by_name (self->pages, visible) != NULL)
    gtk_stack_set_visible_child_name (self->pages, visible);
}

static void
add_file (StudioCodeView *self, const char *name)
{
  StudioCodeFile *file = studio_code_file_new (self->document, name);
  GtkWidget *page = studio_code_file_get_page (file);
  g_autofree char *id = g_strconcat ("file:", name, NULL);

  g_ptr_array_add (self->files, file);
  gtk_stack_add_titled (self->pages, page, id, name);
  g_signal_connect_swapped (file, "typed", G_CALLBACK (typed_cb), self);
}

static void
remove_files (StudioCodeView *self)
{
  for (guint i = 0; i < self->files->len; i++)
    gtk_stack_remove (self->pages,
                      studio_code_file_get_page (g_ptr_array_index (self->files, i)));
  g_ptr_array_set_size (self->files, 0);
}

/* A file that is not saved has a mark. */
static void
show_title (StudioCodeView *self, StudioCodeFile *file)
{
  const char *name = studio_code_file_get_name (file);
  GtkStackPage *page = gtk_stack_get_page (self->pages, studio_code_file_get_page (file));
  gboolean is_modified = im_document_is_code_modified (self->document, name);
  g_autofree char *title = g_strconcat (is_modified ? "• " : "", name, NULL);

  gtk_stack_page_set_title (page, title);
}

static void
found_cb (StudioCodeView *self)
{
  for (guint i = 0; i < self->files->len; i++)
    studio_code_file_show_problems (g_ptr_array_index (self->files, i),
                                    studio_session_get_problems (self->session));
}

/* A file stays although the code that needs it is just being typed. */
static void
show_files (StudioCodeView *self)
{
  g_autoptr (GPtrArray) names = im_document_list_code (self->document);
  guint n_before = self->files->len;

  for (guint i = 0; i < self->files->len; i++)
    {
      studio_code_file_update (g_ptr_array_index (self->files, i));
      show_title (self, g_ptr_array_index (self->files, i));
    }
  for (guint i = 0; i < names->len; i++)
    if (find_file (self, g_ptr_array_index (names, i)) == NULL)
      add_file (self, g_ptr_array_index (names, i));
  if (self->files->len > n_before)
    put_behind (self);
}

static void
show_selected (gpointer view, StudioSession *session)
{
  StudioCodeView *self = view;

  self->layer = studio_session_get_layer (session);
  studio_xml_view_select (self->xml, self->layer);
  studio_firmware_page_select (self->firmware, self->layer);
  refresh (self);
}

static void
show (gpointer view, StudioSession *session)
{
  StudioCodeView *self = view;
  ImDocument *document = studio_session_get_document (session);

  if (g_set_object (&self->document, document))
    {
      static const char *const names[] = { "XML", "SkriptND" };
      const char *path = im_document_get_path (document);
      GtkStackPage *page = gtk_stack_get_page (self->pages, GTK_WIDGET (self->xml));

      gtk_stack_page_set_title (page, names[im_unit_operator_is_file (path)]);
      remove_files (self);
    }
  show_files (self);
  studio_xml_view_update (self->xml, document);
  studio_firmware_page_update (self->firmware, document);
  show_selected (self, session);
}

void
studio_code_view_bind (StudioCodeView *self, StudioSession *session)
{
  g_return_if_fail (STUDIO_IS_CODE_VIEW (self) && self->session == NULL);

  self->session = g_object_ref (session);
  studio_session_bind (session, self, show, show_selected);
  g_signal_connect_object (session, "found", G_CALLBACK (found_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->pages, "notify::visible-child", G_CALLBACK (found_cb),
                           self, G_CONNECT_SWAPPED);
}

void
studio_code_view_show_place (StudioCodeView *self, guint line, guint column)
{
  g_return_if_fail (STUDIO_IS_CODE_VIEW (self));

  gtk_stack_set_visible_child (self->pages, GTK_WIDGET (self->xml));
  studio_xml_view_show_place (self->xml, line, column);
}

void
studio_code_view_show_code (StudioCodeView *self,
                            const char *name,
                            guint line,
                            guint column)
{
  StudioCodeFile *file;

  g_return_if_fail (STUDIO_IS_CODE_VIEW (self));

  file = find_file (self, name);
  if (file == NULL)
    return;
  gtk_stack_set_visible_child (self->pages, studio_code_file_get_page (file));
  studio_code_file_show_place (file, line, column);
}

gboolean
studio_code_view_flush (StudioCodeView *self)
{
  g_return_val_if_fail (STUDIO_IS_CODE_VIEW (self), FALSE);

  for (guint i = 0; i < self->files->len; i++)
    studio_code_file_flush (g_ptr_array_index (self->files, i));

  return studio_xml_view_flush (self->xml);
}

static void
selected_cb (GtkWidget *page, gint layer, StudioCodeView *self)
{
  studio_session_select_layer (self->session, layer);
}

static void
unread_cb (GtkWidget *page, const char *text, StudioCodeView *self)
{
  g_signal_emit (self, signals[UNREAD], 0, text);
}

void
studio_code_view_type (StudioCodeView *self, const char *text)
{
  g_return_if_fail (STUDIO_IS_CODE_VIEW (self));

  studio_xml_view_type (self->xml, text);
}

static void
search_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioCodeView *self = STUDIO_CODE_VIEW (widget);
  GtkWidget *page = gtk_stack_get_visible_child (self->pages);

  if (page == GTK_WIDGET (self->xml))
    studio_xml_view_start_search (self->xml);
  else if (page == GTK_WIDGET (self->firmware))
    studio_firmware_page_start_search (self->firmware);
  else
    studio_code_page_start_search (STUDIO_CODE_PAGE (page));
}

static void
studio_code_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (studio_code_view_parent_class)->map (widget);
  refresh (STUDIO_CODE_VIEW (widget));
}

static void
studio_code_view_dispose (GObject *object)
{
  StudioCodeView *self = STUDIO_CODE_VIEW (object);
  GtkWidget *child;

  g_clear_pointer (&self->files, g_ptr_array_unref);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->document);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (studio_code_view_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-code-view.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioCodeView, pages);
  gtk_widget_class_bind_template_child (widget_class, StudioCodeView, xml);
  gtk_widget_class_bind_template_child (widget_class, StudioCodeView, c);
  gtk_widget_class_bind_template_child (widget_class, StudioCodeView, python);
  gtk_widget_class_bind_template_child (widget_class, StudioCodeView, firmware);
}

static void
add_signals (void)
{
  /**
   * StudioCodeView::typed:
   * @view: the view
   *
   * There is something that is not in the document yet; see studio_code_view_flush().
   */
  signals[TYPED] = g_signal_new ("typed", STUDIO_TYPE_CODE_VIEW, G_SIGNAL_RUN_LAST, 0,
                                 NULL, NULL, NULL, G_TYPE_NONE, 0);

  /**
   * StudioCodeView::unread:
   * @view: the view
   * @text: (nullable): a text of the file that cannot be read, NULL if there is none any
   *   more
   */
  signals[UNREAD] = g_signal_new ("unread", STUDIO_TYPE_CODE_VIEW, G_SIGNAL_RUN_LAST, 0,
                                  NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
studio_code_view_class_init (StudioCodeViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_code_view_dispose;
  widget_class->map = studio_code_view_map;

  add_signals ();
  g_type_ensure (STUDIO_TYPE_CODE_PAGE);
  g_type_ensure (STUDIO_TYPE_FIRMWARE_PAGE);
  g_type_ensure (STUDIO_TYPE_XML_VIEW);
  bind_children (widget_class);
  gtk_widget_class_install_action (widget_class, "code.search", NULL, search_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_f, GDK_CONTROL_MASK,
                                       "code.search", NULL);
}

static void
studio_code_view_init (StudioCodeView *self)
{
  self->layer = -1;
  self->files = g_ptr_array_new_with_free_func (g_object_unref);
  gtk_widget_init_template (GTK_WIDGET (self));
  studio_code_page_set_language (self->c, "c", _ ("C of the layer"));
  studio_code_page_set_language (self->python, "python3", _ ("Python of the layer"));
  g_signal_connect (self->xml, "selected", G_CALLBACK (selected_cb), self);
  g_signal_connect_swapped (self->xml, "typed", G_CALLBACK (typed_cb), self);
  g_signal_connect (self->xml, "unread", G_CALLBACK (unread_cb), self);
  g_signal_connect (self->firmware, "selected", G_CALLBACK (selected_cb), self);
  g_signal_connect_swapped (self->pages, "notify::visible-child", G_CALLBACK (refresh),
                            self);
}
