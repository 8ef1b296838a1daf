/* SPDX-License-Identifier: MIT */
#include "studio/picture/studio-diagrams.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "studio/common/studio-drawing.h"
#include "studio/picture/studio-picture-export.h"
#include "studio/picture/studio-picture.h"

struct _StudioDiagrams
{
  GtkWidget parent_instance;

  GtkToggleButton *buttons[STUDIO_N_DRAWINGS];
  GtkStack *stack;
  AdwStatusPage *status;
  StudioPicture *picture;
  GtkButton *zoom;

  ImDocument *document;
  gint layer;            /* that is selected, or -1 */
  guint redraw_id;       /* 0 if nothing has changed since the picture was begun */
  GCancellable *drawing; /* what is drawn now, NULL if nothing is */
};

G_DEFINE_FINAL_TYPE (StudioDiagrams, studio_diagrams, GTK_TYPE_WIDGET)

static StudioDrawing
get_wanted (StudioDiagrams *self)
{
  guint wanted = 0;

  while (wanted + 1 < STUDIO_N_DRAWINGS &&
         !gtk_toggle_button_get_active (self->buttons[wanted]))
    wanted++;

  return (StudioDrawing) wanted;
}

/* Messages hold signs that would be markup. */
static void
show_error (StudioDiagrams *self, const char *error)
{
  g_autofree char *escaped = error == NULL ? NULL : g_markup_escape_text (error, -1);

  adw_status_page_set_description (self->status, escaped);
}

static void
show_scene (StudioDiagrams *self, ImScene *scene)
{
  gboolean has_scene = scene != NULL;

  if (has_scene)
    studio_picture_set_scene (self->picture, scene);
  gtk_stack_set_visible_child_name (self->stack, has_scene ? "picture" : "problem");
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "diagrams.export", has_scene);
}

/* A picture that was not wanted any more before it came is dropped. */
static void
drawn_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (StudioDiagrams) self = STUDIO_DIAGRAMS (data);
  g_autoptr (GError) error = NULL;
  ImScene *scene = studio_drawing_draw_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->drawing);
  show_error (self, error == NULL ? NULL : error->message);
  show_scene (self, scene);
}

static void
drop_drawing (StudioDiagrams *self)
{
  if (self->drawing != NULL)
    g_cancellable_cancel (self->drawing);
  g_clear_object (&self->drawing);
}

static void
draw (StudioDiagrams *self, GCancellable *cancellable, GAsyncReadyCallback callback)
{
  const char *layer = self->layer < 0 || (guint) self->layer >=
                                             im_document_get_n_layers (self->document)
                          ? NULL
                          : im_document_get_layer (self->document, (guint) self->layer)
                                ->name;

  studio_drawing_draw_async (get_wanted (self), self->document, layer, cancellable,
                             callback, g_object_ref (self));
}

static void
redraw (StudioDiagrams *self)
{
  drop_drawing (self);
  if (self->document == NULL)
    {
      show_error (self, NULL);
      show_scene (self, NULL);
      return;
    }
  self->drawing = g_cancellable_new ();
  draw (self, self->drawing, drawn_cb);
}

static gboolean
redraw_cb (gpointer data)
{
  StudioDiagrams *self = STUDIO_DIAGRAMS (data);

  self->redraw_id = 0;
  redraw (self);

  return G_SOURCE_REMOVE;
}

/* Draws before the next frame, if somebody looks. */
static void
queue_redraw (StudioDiagrams *self)
{
  if (self->redraw_id == 0 && gtk_widget_get_mapped (GTK_WIDGET (self)))
    self->redraw_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, redraw_cb, self, NULL);
}

static void
show (gpointer view, StudioSession *session)
{
  StudioDiagrams *self = view;

  g_set_object (&self->document, studio_session_get_document (session));
  self->layer = studio_session_get_layer (session);
  queue_redraw (self);
}

static void
show_selected (gpointer view, StudioSession *session)
{
  StudioDiagrams *self = view;
  gint layer = studio_session_get_layer (session);

  if (layer == self->layer)
    return;
  self->layer = layer;
  if (get_wanted (self) == STUDIO_DRAWING_SHAPE)
    queue_redraw (self);
}

void
studio_diagrams_bind (StudioDiagrams *self, StudioSession *session)
{
  g_return_if_fail (STUDIO_IS_DIAGRAMS (self));

  studio_session_bind (session, self, show, show_selected);
}

static void
toggled_cb (GtkToggleButton *button, StudioDiagrams *self)
{
  if (gtk_toggle_button_get_active (button))
    queue_redraw (self);
}

static void
zoomed_cb (StudioPicture *picture, GParamSpec *pspec, StudioDiagrams *self)
{
  g_autofree char *text = NULL;

  /* Translators: how much a picture is enlarged, such as 120 %. */
  text = g_strdup_printf (_ ("%.0f %%"), 100 * studio_picture_get_zoom (picture));
  gtk_button_set_label (self->zoom, text);
}

static void
studio_diagrams_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (studio_diagrams_parent_class)->map (widget);
  queue_redraw (STUDIO_DIAGRAMS (widget));
}

static void
zoom_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autofree char *action = g_strdup_printf ("picture.%s", strchr (name, '.') + 1);

  gtk_widget_activate_action (GTK_WIDGET (STUDIO_DIAGRAMS (widget)->picture), action,
                              NULL);
}

static void
show_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  const char *wanted = g_variant_get_string (parameter, NULL);

  for (guint i = 0; i < STUDIO_N_DRAWINGS; i++)
    if (g_str_equal (wanted, studio_drawing_get_name ((StudioDrawing) i)))
      gtk_toggle_button_set_active (STUDIO_DIAGRAMS (widget)->buttons[i], TRUE);
}

/* Files are called like the document and the picture: speech-features-memory. */
static char *
dup_file_name (StudioDiagrams *self)
{
  g_autofree char *base = g_path_get_basename (im_document_get_path (self->document));
  char *dot = strrchr (base, '.');

  if (dot != NULL && dot != base)
    *dot = '\0';

  return g_strdup_printf ("%s-%s", base, studio_drawing_get_name (get_wanted (self)));
}

static void
export_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (StudioDiagrams) self = STUDIO_DIAGRAMS (data);
  ImScene *scene = studio_drawing_draw_finish (result, NULL);
  g_autofree char *name = NULL;

  if (scene == NULL || self->document == NULL)
    {
      im_scene_free (scene);
      return;
    }
  name = dup_file_name (self);
  studio_picture_export (GTK_WIDGET (self), scene, name);
}

static void
export_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioDiagrams *self = STUDIO_DIAGRAMS (widget);

  if (self->document != NULL)
    draw (self, NULL, export_cb);
}

static void
studio_diagrams_dispose (GObject *object)
{
  StudioDiagrams *self = STUDIO_DIAGRAMS (object);
  GtkWidget *child;

  g_clear_handle_id (&self->redraw_id, g_source_remove);
  drop_drawing (self);
  g_clear_object (&self->document);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (studio_diagrams_parent_class)->dispose (object);
}

static void
add_actions (GtkWidgetClass *widget_class)
{
  static const char *const zooms[] = { "diagrams.zoom-in", "diagrams.zoom-out",
                                       "diagrams.zoom-reset", "diagrams.fit" };

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    gtk_widget_class_install_action (widget_class, zooms[i], NULL, zoom_action);
  gtk_widget_class_install_action (widget_class, "diagrams.show", "s", show_action);
  gtk_widget_class_install_action (widget_class, "diagrams.export", NULL, export_action);
  for (guint i = 0; i < STUDIO_N_DRAWINGS; i++)
    gtk_widget_class_add_binding_action (widget_class, GDK_KEY_1 + i, GDK_CONTROL_MASK,
                                         "diagrams.show", "s",
                                         studio_drawing_get_name ((StudioDrawing) i));
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_p, GDK_CONTROL_MASK,
                                       "diagrams.export", NULL);
}

static void
studio_diagrams_class_init (StudioDiagramsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_diagrams_dispose;
  widget_class->map = studio_diagrams_map;
  g_type_ensure (STUDIO_TYPE_PICTURE);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-diagrams.ui");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  for (guint i = 0; i < STUDIO_N_DRAWINGS; i++)
    gtk_widget_class_bind_template_child_full (
        widget_class, studio_drawing_get_name ((StudioDrawing) i), FALSE,
        (gssize) (G_STRUCT_OFFSET (StudioDiagrams, buttons) + i * sizeof (gpointer)));
  gtk_widget_class_bind_template_child (widget_class, StudioDiagrams, stack);
  gtk_widget_class_bind_template_child (widget_class, StudioDiagrams, status);
  gtk_widget_class_bind_template_child (widget_class, StudioDiagrams, picture);
  gtk_widget_class_bind_template_child (widget_class, StudioDiagrams, zoom);
  gtk_widget_class_bind_template_callback (widget_class, toggled_cb);
  gtk_widget_class_bind_template_callback (widget_class, zoomed_cb);
  add_actions (widget_class);
}

static void
studio_diagrams_init (StudioDiagrams *self)
{
  self->layer = -1;
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "diagrams.export", FALSE);
  zoomed_cb (self->picture, NULL, self);
}
