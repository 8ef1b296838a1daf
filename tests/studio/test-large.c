/* SPDX-License-Identifier: MIT
 *
 * What a pipeline of many layers has on the canvas: widgets that would be too many are
 * made when they are seen, and tell what they would have told before. Nodes are made
 * before the pipeline is there, and shown a frame later.
 */
#include <glib/gstdio.h>

#include "document/change/im-document-input.h"
#include "document/disk/im-document-new.h"
#include "studio-test.h"
#include "studio/canvas/studio-canvas-private.h"
#include "studio/page/studio-page-private.h"

#define N_LAYERS      300
#define N_MANY_LAYERS 2000 /* more than are made at once */

static GtkApplication *application;

static char *
write_pipeline (guint n_layers)
{
  g_autofree char *folder = g_dir_make_tmp ("large-XXXXXX", NULL);
  char *path = g_build_filename (folder, "large.imunit", NULL);
  g_autoptr (GString) text = g_string_new (
      "<Imaginet xmlns:im=\"urn:imaginet-studio:1\">\n  <Composite unit=\"Test.Large\">\n"
      "    <DisplayName>Large</DisplayName>\n    <Parameters>\n"
      "      <InputSocket name=\"input\" pipe=\"data\" im:type=\"Float32\" "
      "im:shape=\"[3]\" im:rate=\"100\" />\n"
      "      <OutputSocket name=\"output\" pipe=\"data\" type=\"input.type\" "
      "shape=\"input.shape\" rate=\"input.rate\" />\n    </Parameters>\n"
      "    <Stacked>\n");

  for (guint i = 0; i < n_layers; i++)
    g_string_append (text, "      <Unit id=\"Core.Math.Abs\" />\n");
  g_string_append (text, "    </Stacked>\n  </Composite>\n</Imaginet>\n");
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));

  return path;
}

static void
remove_pipeline (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);

  g_remove (path);
  g_rmdir (folder);
}

/* The wire into a layer. */
static const StudioWire *
get_wire (StudioCanvas *canvas, guint layer)
{
  guint node = im_document_find_node (canvas->document, layer);

  for (guint i = 0; i < canvas->wires->len; i++)
    if (studio_canvas_wire (canvas, i)->link->target == node)
      return studio_canvas_wire (canvas, i);

  g_assert_not_reached ();
}

static gboolean
has_label (GtkWidget *canvas, gconstpointer layer)
{
  return get_wire (STUDIO_CANVAS (canvas), GPOINTER_TO_UINT (layer))->label != NULL;
}

/* The label is seen, and the port that the pipe leads to tells of it. */
static void
assert_label (StudioCanvas *canvas, guint layer, const char *text)
{
  const StudioWire *wire;
  const StudioPort *port;
  guint node;

  g_assert_true (
      studio_test_wait_until (GTK_WIDGET (canvas), has_label, GUINT_TO_POINTER (layer)));
  wire = get_wire (canvas, layer);
  node = im_document_find_node (canvas->document, layer);
  port = studio_node_find_port (STUDIO_NODE (studio_canvas_node (canvas, node)->widget),
                                "input", FALSE);
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (wire->label)), ==, text);
  g_assert_true (gtk_widget_get_child_visible (wire->label));
  g_assert_false (gtk_widget_has_css_class (wire->label, "unknown"));
  g_assert_nonnull (port->dot);
  g_assert_true (gtk_test_accessible_has_relation (GTK_ACCESSIBLE (port->dot),
                                                   GTK_ACCESSIBLE_RELATION_DESCRIBED_BY));
}

/* All pipes tell the same, seen or not. */
static gboolean
all_tell (GtkWidget *canvas, gconstpointer text)
{
  StudioCanvas *self = STUDIO_CANVAS (canvas);

  for (guint i = 0; i < self->wires->len; i++)
    if (!g_str_equal (studio_canvas_wire (self, i)->text, text))
      return FALSE;

  return TRUE;
}

/* The focus and screen readers can go to all nodes, seen or not, and all pipes have a
 * way.
 */
static gboolean
is_complete (GtkWidget *canvas, gconstpointer data)
{
  StudioCanvas *self = STUDIO_CANVAS (canvas);

  for (guint i = 0; i < self->nodes->len; i++)
    if (!gtk_widget_get_mapped (studio_canvas_node (self, i)->widget))
      return FALSE;
  for (guint i = 0; i < self->wires->len; i++)
    if (studio_canvas_wire (self, i)->n_points == 0)
      return FALSE;

  return TRUE;
}

static void
go_to (StudioCanvas *canvas, guint layer)
{
  const graphene_rect_t *area =
      &studio_canvas_node (canvas, im_document_find_node (canvas->document, layer))->area;

  studio_canvas_center_on (canvas, (double) area->origin.x, (double) area->origin.y);
}

static guint
count_labels (StudioCanvas *canvas)
{
  guint n = 0;

  for (guint i = 0; i < canvas->wires->len; i++)
    n += studio_canvas_wire (canvas, i)->label != NULL;

  return n;
}

static void
test_labels (void)
{
  g_autofree char *path = write_pipeline (N_LAYERS);
  GtkWidget *window = studio_test_open (application, path);
  StudioCanvas *canvas = STUDIO_CANVAS (studio_test_find (window, "StudioCanvas"));
  guint last = N_LAYERS - 1;

  assert_label (canvas, 0, "float32[3]@100");
  g_assert_cmpuint (count_labels (canvas), <, N_LAYERS / 2);
  g_assert_false (has_label (GTK_WIDGET (canvas), GUINT_TO_POINTER (last)));
  g_assert_true (studio_test_wait_until (GTK_WIDGET (canvas), is_complete, NULL));

  /* An edit is told where it is not seen, too, when all that is seen has told it. */
  g_assert_true (im_document_set_input_type (
      canvas->document,
      im_unit_find_parameter (im_document_get_unit (canvas->document), "input"),
      "float32[7]@100", NULL));
  assert_label (canvas, 0, "float32[7]@100");
  g_assert_cmpstr (get_wire (canvas, last)->text, ==, "float32[3]@100");
  g_assert_true (
      studio_test_wait_until (GTK_WIDGET (canvas), all_tell, "float32[7]@100"));
  go_to (canvas, last);
  assert_label (canvas, last, "float32[7]@100");
  g_assert_cmpuint (count_labels (canvas), <, N_LAYERS);
  im_document_undo (canvas->document);
  assert_label (canvas, last, "float32[3]@100");
  g_assert_true (
      studio_test_wait_until (GTK_WIDGET (canvas), all_tell, "float32[3]@100"));

  gtk_window_destroy (GTK_WINDOW (window));
  remove_pipeline (path);
}

/* A window that begins to open a file. */
static StudioPage *
begin_to_open (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GtkWindow *window;

  g_application_activate (G_APPLICATION (application));
  window = gtk_application_get_active_window (application);
  studio_window_open (STUDIO_WINDOW (window), file, NULL);

  return STUDIO_PAGE (studio_test_find (GTK_WIDGET (window), "StudioPage"));
}

static gboolean
is_mapped (GtkWidget *window, gconstpointer data)
{
  return gtk_widget_get_mapped (window);
}

static gboolean
has_prepared (GtkWidget *page, gconstpointer data)
{
  return STUDIO_PAGE (page)->canvas->prepared->len > 0;
}

static gboolean
has_document (GtkWidget *page, gconstpointer data)
{
  return STUDIO_PAGE (page)->document != NULL;
}

static gboolean
is_shown (GtkWidget *page, gconstpointer data)
{
  return has_document (page, NULL) && !STUDIO_PAGE (page)->canvas->needs_fit;
}

static gboolean
is_at_rest (GtkWidget *page, gconstpointer data)
{
  return STUDIO_PAGE (page)->n_opening == 0;
}

/* What is done before nodes have places is seen when they have them. */
static void
test_early_edits (void)
{
  g_autofree char *path = write_pipeline (N_LAYERS);
  StudioPage *page = begin_to_open (path);
  GtkWidget *window = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (page)));
  StudioCanvas *canvas = page->canvas;
  graphene_rect_t view, last;
  gboolean is_selected;
  guint n;

  g_assert_true (studio_test_wait_until (GTK_WIDGET (page), has_document, NULL));
  g_assert_true (canvas->needs_fit);
  g_assert_cmpuint (canvas->nodes->len, ==, N_LAYERS + 2);
  g_assert_cmpuint (canvas->prepared->len, ==, 0);

  studio_canvas_select_all (canvas);
  g_free (studio_session_dup_nodes (page->session, &n));
  g_assert_cmpuint (n, ==, N_LAYERS + 2);
  studio_canvas_fit (canvas, TRUE);
  g_assert_true (im_document_insert_layer (page->document, 1, "Core.Math.Negate", NULL));
  g_assert_cmpuint (canvas->nodes->len, ==, N_LAYERS + 3);
  studio_session_set_zoom (page->session, 0.5);
  studio_session_select_layer (page->session, N_LAYERS);

  g_assert_true (studio_test_wait_until (GTK_WIDGET (page), is_shown, NULL));
  g_assert_cmpfloat (studio_session_get_zoom (page->session), ==, 0.5);
  last = *studio_canvas_get_node_area (
      canvas, im_document_find_node (page->document, N_LAYERS), &is_selected);
  g_assert_true (is_selected);
  studio_canvas_get_view (canvas, &view);
  g_assert_true (graphene_rect_contains_rect (&view, &last));
  assert_label (canvas, N_LAYERS, "float32[3]@100");
  im_document_undo (page->document);
  g_assert_cmpuint (canvas->nodes->len, ==, N_LAYERS + 2);

  gtk_window_destroy (GTK_WINDOW (window));
  remove_pipeline (path);
}

/* Nodes that are made are of no use where somebody opens nothing after all. */
static void
test_cancel (void)
{
  g_autofree char *path = write_pipeline (N_MANY_LAYERS);
  StudioPage *page = begin_to_open (path);
  GtkWidget *window = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (page)));
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_assert_true (studio_test_wait_until (window, is_mapped, NULL));
  g_assert_true (studio_test_wait_until (GTK_WIDGET (page), has_prepared, NULL));
  g_assert_null (page->document);
  studio_page_cancel_opening (page);
  g_assert_true (studio_test_wait_until (GTK_WIDGET (page), is_at_rest, NULL));
  g_assert_null (page->document);
  g_assert_cmpuint (page->canvas->prepared->len, ==, 0);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (page->pages), ==, "welcome");

  studio_window_open (STUDIO_WINDOW (window), file, NULL);
  g_assert_true (studio_test_wait_until (GTK_WIDGET (page), is_shown, NULL));
  g_assert_cmpuint (page->canvas->nodes->len, ==, N_MANY_LAYERS + 2);

  gtk_window_destroy (GTK_WINDOW (window));
  remove_pipeline (path);
}

static gboolean
shows_file (GtkWidget *window, gconstpointer path)
{
  g_autoptr (GPtrArray) pages = studio_test_list (window, "StudioPage");

  for (guint i = 0; i < pages->len; i++)
    {
      ImDocument *document = STUDIO_PAGE (pages->pdata[i])->document;

      if (document != NULL && g_strcmp0 (im_document_get_path (document), path) == 0)
        return TRUE;
    }

  return FALSE;
}

/* A new pipeline has the page that waited for the file, which comes in another one; that
 * is the only one where nobody touched the new pipeline. */
static void
test_new_meanwhile (gconstpointer is_touched)
{
  g_autofree char *path = write_pipeline (N_MANY_LAYERS);
  StudioPage *page = begin_to_open (path);
  GtkWidget *window = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (page)));
  g_autoptr (GPtrArray) pages = NULL;

  g_assert_true (studio_test_wait_until (GTK_WIDGET (page), has_prepared, NULL));
  gtk_widget_activate_action (window, "win.new-pipeline", "s", "stack");
  g_assert_true (im_document_is_untitled (page->document));
  g_assert_cmpuint (page->canvas->prepared->len, ==, 0);
  if (is_touched)
    g_assert_true (im_document_insert_layer (page->document, 0, "Core.Math.Abs", NULL));
  g_assert_true (studio_test_wait_until (window, shows_file, path));
  pages = studio_test_list (window, "StudioPage");
  g_assert_cmpuint (pages->len, ==, is_touched ? 2 : 1);

  gtk_window_destroy (GTK_WINDOW (window));
  remove_pipeline (path);
}

static void
gone_cb (gpointer is_gone, GObject *page)
{
  *(gboolean *) is_gone = TRUE;
}

static void
test_close_meanwhile (void)
{
  g_autofree char *path = write_pipeline (N_MANY_LAYERS);
  StudioPage *page = begin_to_open (path);
  GtkWidget *window = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (page)));
  gboolean is_gone = FALSE;

  g_assert_true (studio_test_wait_until (GTK_WIDGET (page), has_prepared, NULL));
  g_object_weak_ref (G_OBJECT (page), gone_cb, &is_gone);
  gtk_window_destroy (GTK_WINDOW (window));
  while (!is_gone)
    g_main_context_iteration (NULL, TRUE);
  remove_pipeline (path);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  application = studio_test_start ();
  g_test_add_func ("/large/labels", test_labels);
  g_test_add_func ("/large/early-edits", test_early_edits);
  g_test_add_func ("/large/cancel", test_cancel);
  g_test_add_data_func ("/large/new-meanwhile", GINT_TO_POINTER (FALSE),
                        test_new_meanwhile);
  g_test_add_data_func ("/large/edited-meanwhile", GINT_TO_POINTER (TRUE),
                        test_new_meanwhile);
  g_test_add_func ("/large/close-meanwhile", test_close_meanwhile);
  status = g_test_run ();
  g_object_unref (application);

  return status;
}
