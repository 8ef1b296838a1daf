/* SPDX-License-Identifier: MIT
 *
 * What a pipeline of many layers has on the canvas: widgets that would be too many are
 * made when they are seen, and tell what they would have told before.
 */
#include <glib/gstdio.h>

#include "document/change/im-document-input.h"
#include "studio-test.h"
#include "studio/canvas/studio-canvas-private.h"

#define N_LAYERS 300

static GtkApplication *application;

static char *
write_pipeline (void)
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

  for (guint i = 0; i < N_LAYERS; i++)
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
  g_assert_true (gtk_widget_has_css_class (wire->label, "unknown") ==
                 g_str_equal (text, "not known"));
  g_assert_nonnull (port->dot);
  g_assert_true (gtk_test_accessible_has_relation (GTK_ACCESSIBLE (port->dot),
                                                   GTK_ACCESSIBLE_RELATION_DESCRIBED_BY));
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
  g_autofree char *path = write_pipeline ();
  GtkWidget *window = studio_test_open (application, path);
  StudioCanvas *canvas = STUDIO_CANVAS (studio_test_find (window, "StudioCanvas"));
  guint last = N_LAYERS - 1;

  assert_label (canvas, 0, "float32[3]@100 Hz");
  g_assert_cmpuint (count_labels (canvas), <, N_LAYERS / 2);
  g_assert_false (has_label (GTK_WIDGET (canvas), GUINT_TO_POINTER (last)));

  /* An edit is told where it is not seen, too. */
  g_assert_true (im_document_set_input_type (
      canvas->document,
      im_unit_find_parameter (im_document_get_unit (canvas->document), "input"),
      "float32[7]@100", NULL));
  assert_label (canvas, 0, "float32[7]@100 Hz");
  g_assert_cmpstr (get_wire (canvas, last)->text, ==, "float32[7]@100 Hz");
  go_to (canvas, last);
  assert_label (canvas, last, "float32[7]@100 Hz");
  g_assert_cmpuint (count_labels (canvas), <, N_LAYERS);
  im_document_undo (canvas->document);
  assert_label (canvas, last, "float32[3]@100 Hz");
  g_assert_cmpstr (get_wire (canvas, N_LAYERS / 2)->text, ==, "float32[3]@100 Hz");

  gtk_window_destroy (GTK_WINDOW (window));
  remove_pipeline (path);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  application = studio_test_start ();
  g_test_add_func ("/large/labels", test_labels);
  status = g_test_run ();
  g_object_unref (application);

  return status;
}
