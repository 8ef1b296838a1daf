/* SPDX-License-Identifier: MIT */
#include "studio/picture/studio-layer-diagrams.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "scene/shape/im-scene-layer-shape.h"
#include "scene/timeline/im-scene-timeline.h"
#include "studio/common/studio-scene-view.h"
#include "studio/picture/studio-picture-window.h"

typedef enum
{
  SHAPES,
  TIMELINE,
  N_DIAGRAMS,
} Diagram;

static const struct
{
  const char *title;
  const char *subtitle;
  ImScene *(*draw) (const ImProgram *program, const char *path);
} diagrams[N_DIAGRAMS] = {
  [SHAPES] = { N_ ("Shapes"), N_ ("What becomes of each axis"),
               im_scene_layer_shape_new },
  [TIMELINE] = { N_ ("Timeline"), N_ ("When windows are collected and given"),
                 im_scene_timeline_new },
};

struct _StudioLayerDiagrams
{
  GtkWidget parent_instance;

  AdwPreferencesGroup *group;
  AdwExpanderRow *rows[N_DIAGRAMS];
  StudioSceneView *views[N_DIAGRAMS];

  ImDocument *document;
  char *path; /* of the layer */
};

G_DEFINE_FINAL_TYPE (StudioLayerDiagrams, studio_layer_diagrams, GTK_TYPE_WIDGET)

static gboolean
has_errors (ImDocument *document)
{
  return im_diagnostics_count (im_document_peek_problems (document), IM_SEVERITY_ERROR) >
         0;
}

static ImScene *
draw (StudioLayerDiagrams *self, Diagram diagram)
{
  if (self->document == NULL || has_errors (self->document))
    return NULL;

  return diagrams[diagram].draw (im_document_get_program (self->document), self->path);
}

/* What is folded is not drawn. */
static void
update_view (StudioLayerDiagrams *self, Diagram diagram)
{
  studio_scene_view_set_scene (
      self->views[diagram],
      adw_expander_row_get_expanded (self->rows[diagram]) ? draw (self, diagram) : NULL);
}

static void
expanded_cb (StudioLayerDiagrams *self)
{
  for (guint i = 0; i < N_DIAGRAMS; i++)
    update_view (self, (Diagram) i);
}

void
studio_layer_diagrams_update (StudioLayerDiagrams *self,
                              ImDocument *document,
                              guint layer)
{
  const ImDocumentLayer *shown;
  gboolean is_queue, is_stale;

  g_return_if_fail (STUDIO_IS_LAYER_DIAGRAMS (self));
  g_return_if_fail (IM_IS_DOCUMENT (document));

  shown = im_document_get_layer (document, layer);
  /* What was drawn last stays, dimmed. */
  is_stale = has_errors (document) && self->document == document &&
             g_strcmp0 (self->path, shown->name) == 0 &&
             gtk_widget_get_visible (GTK_WIDGET (self)) && shown->node->is_enabled;
  gtk_widget_set_sensitive (GTK_WIDGET (self), !is_stale);
  if (is_stale)
    return;
  is_queue = shown->unit != NULL && im_unit_is_queue (shown->unit);
  g_set_object (&self->document, document);
  g_free (self->path);
  self->path = g_strdup (shown->name);
  gtk_widget_set_visible (GTK_WIDGET (self->rows[TIMELINE]), is_queue);
  gtk_widget_set_visible (GTK_WIDGET (self), !has_errors (document) &&
                                                 shown->unit != NULL &&
                                                 shown->node->is_enabled);
  expanded_cb (self);
}

static void
enlarge_cb (GtkButton *button, StudioLayerDiagrams *self)
{
  Diagram diagram = (Diagram) GPOINTER_TO_UINT (
      g_object_get_data (G_OBJECT (button), "diagram"));
  ImScene *scene = draw (self, diagram);

  if (scene != NULL)
    studio_picture_window_present (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                                   scene);
}

static void
studio_layer_diagrams_dispose (GObject *object)
{
  StudioLayerDiagrams *self = STUDIO_LAYER_DIAGRAMS (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  g_clear_pointer (&child, gtk_widget_unparent);
  g_clear_object (&self->document);
  g_clear_pointer (&self->path, g_free);
  G_OBJECT_CLASS (studio_layer_diagrams_parent_class)->dispose (object);
}

static void
studio_layer_diagrams_class_init (StudioLayerDiagramsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = studio_layer_diagrams_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass),
                                            GTK_TYPE_BIN_LAYOUT);
}

static GtkWidget *
new_enlarge (StudioLayerDiagrams *self, Diagram diagram)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("view-fullscreen-symbolic");
  /* Translators: the placeholder is the name of a diagram, such as Timeline. */
  g_autofree char *label = g_strdup_printf (_ ("Show %s in a Window"),
                                            _ (diagrams[diagram].title));

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
  g_object_set_data (G_OBJECT (button), "diagram", GUINT_TO_POINTER (diagram));
  g_signal_connect (button, "clicked", G_CALLBACK (enlarge_cb), self);

  return button;
}

static void
add_diagram (StudioLayerDiagrams *self, Diagram diagram)
{
  GtkWidget *row = adw_expander_row_new ();
  GtkWidget *content = adw_preferences_row_new ();

  self->rows[diagram] = ADW_EXPANDER_ROW (row);
  self->views[diagram] = STUDIO_SCENE_VIEW (studio_scene_view_new ());
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ (diagrams[diagram].title));
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (row), _ (diagrams[diagram].subtitle));
  adw_expander_row_add_action (ADW_EXPANDER_ROW (row), new_enlarge (self, diagram));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (content),
                              GTK_WIDGET (self->views[diagram]));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (content), FALSE);
  adw_expander_row_add_row (ADW_EXPANDER_ROW (row), content);
  adw_preferences_group_add (self->group, row);
  g_signal_connect_swapped (row, "notify::expanded", G_CALLBACK (expanded_cb), self);
}

static void
studio_layer_diagrams_init (StudioLayerDiagrams *self)
{
  self->group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  adw_preferences_group_set_title (self->group, _ ("Diagrams"));
  for (guint i = 0; i < N_DIAGRAMS; i++)
    add_diagram (self, (Diagram) i);
  gtk_widget_set_parent (GTK_WIDGET (self->group), GTK_WIDGET (self));
}

GtkWidget *
studio_layer_diagrams_new (void)
{
  return g_object_new (STUDIO_TYPE_LAYER_DIAGRAMS, NULL);
}
