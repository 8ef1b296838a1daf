/* SPDX-License-Identifier: MIT */
#include "studio/studio-diagrams.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "scene/im-scene-memory.h"
#include "scene/im-scene-pipeline.h"
#include "scene/im-scene-shapes.h"
#include "studio/studio-picture-export.h"
#include "studio/studio-picture.h"

typedef enum
{
  PIPELINE,
  SHAPES,
  MEMORY,
  N_KINDS,
} Kind;

struct _StudioDiagrams
{
  GtkWidget parent_instance;

  GtkToggleButton *buttons[N_KINDS];
  GtkStack *stack;
  AdwStatusPage *status;
  StudioPicture *picture;
  GtkButton *zoom;

  ImDocument *document;
  guint redraw_id; /* 0 if nothing has changed since the picture was drawn */
};

G_DEFINE_FINAL_TYPE (StudioDiagrams, studio_diagrams, GTK_TYPE_WIDGET)

static const char *const kind_names[N_KINDS] = { "pipeline", "shapes", "memory" };

static Kind
get_kind (StudioDiagrams *self)
{
  Kind kind = PIPELINE;

  while (kind < MEMORY && !gtk_toggle_button_get_active (self->buttons[kind]))
    kind++;

  return kind;
}

static ImScene *
new_scene (StudioDiagrams *self, ImDiagnostics *problems)
{
  const ImProgram *program = im_document_get_program (self->document);
  Kind kind = get_kind (self);

  if (kind == PIPELINE)
    return im_scene_pipeline_new (program);
  if (kind == SHAPES)
    return im_scene_shapes_new (program);

  g_autoptr (ImPlan) plan = im_plan_new (program, IM_LANGUAGE_C, problems);

  return plan == NULL ? NULL : im_scene_memory_new (plan);
}

/* The first error, in the words of the library. */
static const char *
find_error (const ImDiagnostics *problems)
{
  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    if (im_diagnostics_get (problems, i)->severity == IM_SEVERITY_ERROR)
      return im_diagnostics_get (problems, i)->message;

  return NULL;
}

static ImScene *
try_scene (StudioDiagrams *self, char **error)
{
  const ImDiagnostics *problems = im_document_get_problems (self->document);
  g_autoptr (ImDiagnostics) own = im_diagnostics_new ();
  const char *first = find_error (problems);
  ImScene *scene = first == NULL ? new_scene (self, own) : NULL;

  *error = g_strdup (first == NULL ? find_error (own) : first);

  return scene;
}

/* Messages hold signs that would be markup. */
static void
show_error (StudioDiagrams *self, const char *error)
{
  g_autofree char *escaped = error == NULL ? NULL : g_markup_escape_text (error, -1);

  adw_status_page_set_description (self->status, escaped);
}

static void
redraw (StudioDiagrams *self)
{
  g_autofree char *error = NULL;
  ImScene *scene = self->document == NULL ? NULL : try_scene (self, &error);

  if (scene != NULL)
    studio_picture_set_scene (self->picture, scene);
  else
    show_error (self, error);
  gtk_stack_set_visible_child_name (self->stack, scene == NULL ? "problem" : "picture");
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "diagrams.export", scene != NULL);
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

void
studio_diagrams_update (StudioDiagrams *self, ImDocument *document)
{
  g_return_if_fail (STUDIO_IS_DIAGRAMS (self));

  g_set_object (&self->document, document);
  queue_redraw (self);
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

  for (guint i = 0; i < N_KINDS; i++)
    if (g_str_equal (wanted, kind_names[i]))
      gtk_toggle_button_set_active (STUDIO_DIAGRAMS (widget)->buttons[i], TRUE);
}

/* The file is called like the document and the picture: speech-features-memory. */
static void
export_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioDiagrams *self = STUDIO_DIAGRAMS (widget);
  g_autofree char *error = NULL;
  ImScene *scene = self->document == NULL ? NULL : try_scene (self, &error);

  if (scene == NULL)
    return;

  g_autofree char *base = g_path_get_basename (im_document_get_path (self->document));
  char *dot = strrchr (base, '.');
  if (dot != NULL && dot != base)
    *dot = '\0';
  g_autofree char *suggested = g_strdup_printf ("%s-%s", base,
                                                kind_names[get_kind (self)]);
  studio_picture_export (widget, scene, suggested);
}

static void
studio_diagrams_dispose (GObject *object)
{
  StudioDiagrams *self = STUDIO_DIAGRAMS (object);
  GtkWidget *child;

  g_clear_handle_id (&self->redraw_id, g_source_remove);
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
  for (guint i = 0; i < N_KINDS; i++)
    gtk_widget_class_add_binding_action (widget_class, GDK_KEY_1 + i, GDK_CONTROL_MASK,
                                         "diagrams.show", "s", kind_names[i]);
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
  for (guint i = 0; i < N_KINDS; i++)
    gtk_widget_class_bind_template_child_full (
        widget_class, kind_names[i], FALSE,
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
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "diagrams.export", FALSE);
  zoomed_cb (self->picture, NULL, self);
}
