/* SPDX-License-Identifier: MIT */
#include "studio/inspector/studio-inspector.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "studio/common/studio-cause.h"
#include "studio/common/studio-fact-list.h"
#include "studio/inspector/studio-array-row.h"
#include "studio/inspector/studio-option-row.h"
#include "studio/inspector/studio-parameter-list.h"
#include "studio/inspector/studio-parameter-page.h"
#include "studio/inspector/studio-track.h"
#include "studio/lab/studio-broadcast-view.h"
#include "studio/library/studio-description-view.h"
#include "studio/picture/studio-layer-diagrams.h"
#include "unit/im-unit-frame.h"

struct _StudioInspector
{
  GtkWidget parent_instance;

  GtkScrolledWindow *scroller;
  GtkBox *content;

  StudioSession *session; /* NULL before it is bound */
  ImDocument *document;
  gint layer;
  char *unit_id;       /* of the layer that is shown */
  char *track;         /* name of the node of a track that is shown instead, or NULL */
  GPtrArray *rows;     /* StudioOptionRow, borrowed */
  GPtrArray *arrays;   /* StudioArrayRow of a layer, borrowed */
  char *parameter;     /* that is shown instead, or NULL */
  gboolean is_asked;   /* for it, by a button */
  GtkWidget *page;     /* of it */
  GtkWidget *list;     /* of all of the pipeline, or NULL */
  GtkLabel *cause;     /* why nothing is known of a layer */
  gboolean has_values; /* of the layer that is shown: they stay while it has a problem */
  GtkWidget *sockets;
  GtkWidget *contracts;
  GtkWidget *broadcast; /* NULL of the pipeline */
  GtkWidget *diagrams;  /* NULL of the pipeline */
  GtkWidget *implementations;
};

G_DEFINE_FINAL_TYPE (StudioInspector, studio_inspector, GTK_TYPE_WIDGET)

static void
clear (StudioInspector *self)
{
  GtkWidget *child;

  g_ptr_array_set_size (self->rows, 0);
  g_ptr_array_set_size (self->arrays, 0);
  self->page = self->list = NULL;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->content))) != NULL)
    gtk_box_remove (self->content, child);
}

static GtkWidget *
new_group (StudioInspector *self, const char *title)
{
  GtkWidget *group = adw_preferences_group_new ();

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), title);
  gtk_box_append (self->content, group);

  return group;
}

static void
add_heading (StudioInspector *self, const char *title, const char *subtitle)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *name = gtk_label_new (title);
  GtkWidget *id = gtk_label_new (subtitle);

  gtk_widget_add_css_class (name, "title-2");
  gtk_widget_add_css_class (id, "dim-label");
  gtk_label_set_wrap (GTK_LABEL (name), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (name), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_xalign (GTK_LABEL (id), 0);
  gtk_label_set_ellipsize (GTK_LABEL (id), PANGO_ELLIPSIZE_MIDDLE);
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), id);
  gtk_box_append (self->content, box);
}

static GtkWidget *
add_facts (StudioInspector *self, const char *title)
{
  GtkWidget *list = studio_fact_list_new (title);

  gtk_box_append (self->content, list);

  return list;
}

typedef GtkWidget *(*NewView) (void);

/* Only layers have them. */
static GtkWidget *
add_view (StudioInspector *self, NewView new_view)
{
  GtkWidget *view = self->layer < 0 ? NULL : new_view ();

  if (view != NULL)
    gtk_box_append (self->content, view);

  return view;
}

static void
build_facts (StudioInspector *self)
{
  self->sockets = add_facts (self, _ ("Sockets"));
  self->broadcast = add_view (self, studio_broadcast_view_new);
  self->diagrams = add_view (self, studio_layer_diagrams_new);
  self->contracts = add_facts (self, _ ("Contracts"));
  self->implementations = add_facts (self, _ ("Implementation"));
}

static void
update_facts (StudioInspector *self, const ImUnit *unit, ImUnitEvaluation *evaluation)
{
  studio_fact_list_update (STUDIO_FACT_LIST (self->contracts),
                           studio_facts_of_contracts (unit, evaluation));
  studio_fact_list_update (STUDIO_FACT_LIST (self->implementations),
                           studio_facts_of_implementations (unit, evaluation));
}

static void
add_cause (StudioInspector *self)
{
  GtkWidget *label = gtk_label_new (NULL);

  self->cause = GTK_LABEL (label);
  gtk_label_set_wrap (self->cause, TRUE);
  gtk_label_set_wrap_mode (self->cause, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (self->cause, 0);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_box_append (self->content, label);
}

/* Rows for the inputs that are given arrays. */
static void
build_arrays (StudioInspector *self, const ImDocumentLayer *layer)
{
  GtkWidget *group = NULL;

  for (guint i = 0; layer->unit != NULL && i < layer->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &layer->unit->parameters[i];
      GtkWidget *row;

      if (!studio_array_row_is_for (self->document, (guint) self->layer, parameter))
        continue;
      if (group == NULL)
        group = new_group (self, _ ("Inputs"));
      row = studio_array_row_new (self->document, (guint) self->layer, parameter);
      adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
      g_ptr_array_add (self->arrays, row);
    }
}

static void
build_layer (StudioInspector *self)
{
  const ImDocumentLayer *layer = im_document_get_layer (self->document,
                                                        (guint) self->layer);
  GtkWidget *group = NULL;

  add_heading (self, layer->unit == NULL ? layer->name : layer->unit->display_name,
               layer->node->unit_id.text);
  for (guint i = 0; layer->unit != NULL && i < layer->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &layer->unit->parameters[i];
      GtkWidget *row;

      if (!im_parameter_is_option (parameter))
        continue;
      if (group == NULL)
        group = new_group (self, _ ("Options"));
      row = studio_option_row_new (self->document, (guint) self->layer,
                                   parameter->option);
      adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
      g_ptr_array_add (self->rows, row);
    }
  build_arrays (self, layer);
  add_cause (self);
  build_facts (self);
}

/* A unit with code has its description on its page, beside this. */
static void
build_pipeline (StudioInspector *self)
{
  const ImUnit *unit = im_document_get_unit (self->document);

  add_heading (self, unit->display_name, unit->id.text);
  if (unit->kind >= IM_UNIT_COMPOSITE)
    {
      GtkWidget *description = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

      studio_description_add (GTK_BOX (description), unit);
      gtk_box_append (self->content, description);
      self->list = studio_parameter_list_new (self->document);
      gtk_box_append (self->content, self->list);
    }
  build_facts (self);
}

/* What is at the sockets of the whole, where the list of its parameters does not say it:
 * inside of another pipeline, in a project, and of a unit on its page, which has what is
 * tried there. */
static GPtrArray *
find_sockets (StudioInspector *self, ImUnitEvaluation *trial)
{
  const ImUnit *unit = im_document_get_unit (self->document);
  guint depth;

  im_document_get_scope (self->document, &depth);
  if (trial != NULL)
    return studio_facts_of_sockets (unit, trial);
  if (self->list != NULL && depth == 0 && !unit->is_preprocessor)
    return studio_facts_new ();

  return studio_facts_of_program (im_document_get_program (self->document));
}

static void
update_whole (StudioInspector *self, ImUnitEvaluation *trial)
{
  const ImProgram *program = im_document_get_program (self->document);
  const ImUnit *unit = im_document_get_unit (self->document);

  if (self->list != NULL)
    studio_parameter_list_update (STUDIO_PARAMETER_LIST (self->list));
  studio_fact_list_update (STUDIO_FACT_LIST (self->sockets), find_sockets (self, trial));
  update_facts (self, unit,
                trial == NULL ? im_program_find_evaluation (program, "") : trial);
}

/* Says why nothing is known of a layer, if so. */
static void
show_cause (StudioInspector *self, gboolean is_known)
{
  g_autofree gint *causes = NULL;
  g_autofree char *text = NULL;
  guint node;

  gtk_widget_set_visible (GTK_WIDGET (self->cause), !is_known);
  if (is_known)
    return;
  causes = im_program_list_causes (im_document_get_program (self->document));
  node = im_document_find_node (self->document, (guint) self->layer);
  text = studio_cause_dup_sentence (self->document, causes[node], node);
  gtk_label_set_label (self->cause, text);
}

/* Dims what is as it was when it was known last. */
static void
set_stale (StudioInspector *self, gboolean is_stale)
{
  StudioFactList *lists[] = { STUDIO_FACT_LIST (self->sockets),
                              STUDIO_FACT_LIST (self->contracts),
                              STUDIO_FACT_LIST (self->implementations) };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    studio_fact_list_set_stale (lists[i], is_stale);
  if (is_stale)
    gtk_widget_add_css_class (self->broadcast, "stale");
  else
    gtk_widget_remove_css_class (self->broadcast, "stale");
}

/* Renews what is shown, in place. */
static void
update (StudioInspector *self, ImUnitEvaluation *trial)
{
  const ImDocumentLayer *layer;
  gboolean is_known;

  if (self->layer < 0)
    {
      update_whole (self, trial);
      return;
    }

  layer = im_document_get_layer (self->document, (guint) self->layer);
  for (guint i = 0; i < self->rows->len; i++)
    studio_option_row_update (g_ptr_array_index (self->rows, i));
  for (guint i = 0; i < self->arrays->len; i++)
    studio_array_row_update (g_ptr_array_index (self->arrays, i));
  studio_layer_diagrams_update (STUDIO_LAYER_DIAGRAMS (self->diagrams), self->document,
                                (guint) self->layer);
  is_known = layer->evaluation != NULL || !layer->node->is_enabled;
  self->has_values = self->has_values || layer->evaluation != NULL;
  show_cause (self, is_known);
  set_stale (self, self->has_values && !is_known);
  if (self->has_values && !is_known)
    return;
  gtk_widget_set_visible (self->broadcast, layer->unit != NULL);
  if (layer->unit == NULL)
    return;
  studio_fact_list_update (STUDIO_FACT_LIST (self->sockets),
                           studio_facts_of_layer (self->document, (guint) self->layer));
  studio_broadcast_view_update (STUDIO_BROADCAST_VIEW (self->broadcast),
                                layer->evaluation);
  update_facts (self, layer->unit, layer->evaluation);
}

static const char *
get_unit_id (ImDocument *document, gint layer)
{
  return layer < 0 ? im_document_get_unit (document)->id.text
                   : im_document_get_layer (document, (guint) layer)->node->unit_id.text;
}

static guint
count_options (ImDocument *document, gint layer)
{
  const ImUnit *unit = layer < 0 ? NULL
                                 : im_document_get_layer (document, (guint) layer)->unit;
  guint n = 0;

  for (guint i = 0; unit != NULL && i < unit->n_parameters; i++)
    n += im_parameter_is_option (&unit->parameters[i]) ? 1 : 0;

  return n;
}

static guint
count_arrays (ImDocument *document, gint layer)
{
  const ImUnit *unit = layer < 0 ? NULL
                                 : im_document_get_layer (document, (guint) layer)->unit;
  guint n = 0;

  for (guint i = 0; unit != NULL && i < unit->n_parameters; i++)
    n += studio_array_row_is_for (document, (guint) layer, &unit->parameters[i]) ? 1 : 0;

  return n;
}

static gboolean
is_shown (StudioInspector *self, ImDocument *document, gint layer)
{
  return self->document == document && self->layer == layer && self->track == NULL &&
         self->parameter == NULL &&
         g_strcmp0 (self->unit_id, get_unit_id (document, layer)) == 0 &&
         self->rows->len == count_options (document, layer) &&
         self->arrays->len == count_arrays (document, layer);
}

/* What is shown instead of something else is read from its head. */
static void
go_to_top (StudioInspector *self)
{
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
}

static void
build_parameter (StudioInspector *self)
{
  if (self->is_asked)
    {
      GtkWidget *back = gtk_button_new_with_mnemonic (_ ("_Pipeline"));

      gtk_widget_set_halign (back, GTK_ALIGN_START);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (back), "inspector.show-pipeline");
      gtk_box_append (self->content, back);
    }
  add_heading (self, studio_parameter_page_get_title (self->document, self->parameter),
               studio_parameter_page_get_kind (self->document, self->parameter));
  self->page = studio_parameter_page_new (self->document, self->parameter);
  gtk_box_append (self->content, self->page);
}

/* Shows a parameter with the rows that it needs. */
static void
show_parameter (StudioInspector *self,
                ImDocument *document,
                const char *name,
                gboolean is_asked)
{
  g_autofree char *shown = g_strdup (name);

  if (self->document == document && self->page != NULL &&
      g_strcmp0 (self->parameter, shown) == 0 &&
      studio_parameter_page_update (STUDIO_PARAMETER_PAGE (self->page)))
    return;
  if (self->document != document || g_strcmp0 (self->parameter, shown) != 0)
    go_to_top (self);
  clear (self);
  g_clear_pointer (&self->track, g_free);
  g_set_object (&self->document, document);
  self->layer = -1;
  g_free (self->parameter);
  self->parameter = g_steal_pointer (&shown);
  self->is_asked = is_asked;
  build_parameter (self);
}

/* Shows a layer, or the pipeline if it is -1, with what is tried of a unit. If it is the
 * one that is shown already, the fields stay and their values are renewed, so that the
 * cursor stays where it is while somebody types. */
static void
show_layer (StudioInspector *self,
            ImDocument *document,
            gint layer,
            ImUnitEvaluation *trial)
{
  /* What somebody has asked for stays until a layer is selected. */
  if (self->document == document && layer < 0 && self->is_asked &&
      self->parameter != NULL &&
      studio_parameter_page_can_show (document, self->parameter))
    {
      show_parameter (self, document, self->parameter, TRUE);
      return;
    }
  if (!is_shown (self, document, layer))
    {
      if (self->document != document || self->layer != layer || self->track != NULL ||
          self->parameter != NULL)
        go_to_top (self);
      clear (self);
      g_clear_pointer (&self->track, g_free);
      g_clear_pointer (&self->parameter, g_free);
      g_set_object (&self->document, document);
      self->has_values = FALSE;
      self->layer = layer;
      g_free (self->unit_id);
      self->unit_id = g_strdup (get_unit_id (document, layer));
      if (layer < 0)
        build_pipeline (self);
      else
        build_layer (self);
    }
  update (self, trial);
}

static void
show_track (StudioInspector *self, ImDocument *document, guint number)
{
  const ImGraphNode *node = im_document_get_node (document, number)->node;

  if (self->document == document && g_strcmp0 (self->track, node->name) == 0)
    return;
  go_to_top (self);
  clear (self);
  g_set_object (&self->document, document);
  self->layer = -1;
  g_clear_pointer (&self->parameter, g_free);
  g_free (self->track);
  self->track = g_strdup (node->name);
  add_heading (self, node->declaration->label, node->declaration->unit_id.text);
  gtk_box_append (self->content, studio_track_new (document, number));
}

/* The input, output, option, expression or frame that is selected, or NULL. */
static const char *
find_parameter (StudioSession *session, ImDocument *document, gint number)
{
  const ImUnitFrame *frame = studio_session_get_frame (session);
  const ImParameter *selected = studio_session_get_parameter (session);
  const ImGraphNode *node = number < 0
                                ? NULL
                                : im_document_get_node (document, (guint) number)->node;
  const char *name = node == NULL                       ? NULL
                     : node->kind == IM_NODE_EXPRESSION ? node->name
                     : node->parameter != NULL          ? node->parameter->name.text
                                                        : NULL;

  if (frame != NULL)
    return frame->id;
  if (node == NULL && selected != NULL)
    name = selected->name.text;

  return name != NULL && (node == NULL || node->kind != IM_NODE_UNKNOWN) &&
                 studio_parameter_page_can_show (document, name)
             ? name
             : NULL;
}

/* A track is no layer, but has what was recorded of it. What is not seen is not built. */
static void
observe (gpointer inspector, StudioSession *session)
{
  StudioInspector *self = inspector;
  ImDocument *document = studio_session_get_document (session);
  gint node = studio_session_get_node (session);
  const char *parameter = find_parameter (session, document, node);
  /* What has no node is not left by a click on another one. */
  gboolean is_asked = node < 0 && studio_session_get_frame (session) == NULL;

  if (!gtk_widget_get_visible (GTK_WIDGET (self)))
    return;
  if (node >= 0 && studio_track_is_one (document, (guint) node))
    show_track (self, document, (guint) node);
  else if (parameter != NULL)
    show_parameter (self, document, parameter, is_asked);
  else
    show_layer (self, document, studio_session_get_layer (session),
                studio_session_get_trial (session));
}

static void
observe_cb (StudioInspector *self)
{
  if (studio_session_get_document (self->session) != NULL)
    observe (self, self->session);
}

void
studio_inspector_bind (StudioInspector *self, StudioSession *session)
{
  g_return_if_fail (STUDIO_IS_INSPECTOR (self) && self->session == NULL);

  self->session = g_object_ref (session);
  studio_session_bind (session, self, observe, observe);
  g_signal_connect_object (session, "notify::trial", G_CALLBACK (observe_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect (self, "show", G_CALLBACK (observe_cb), NULL);
}

static void
show_parameter_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioInspector *self = STUDIO_INSPECTOR (widget);
  g_autoptr (ImDocument) document = g_object_ref (self->document);

  show_parameter (self, document, g_variant_get_string (parameter, NULL), TRUE);
  gtk_widget_child_focus (self->page, GTK_DIR_TAB_FORWARD);
}

static void
show_pipeline_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioInspector *self = STUDIO_INSPECTOR (widget);
  g_autoptr (ImDocument) document = g_object_ref (self->document);

  self->is_asked = FALSE;
  studio_session_select (self->session, NULL, 0);
  show_layer (self, document, -1, studio_session_get_trial (self->session));
}

static void
studio_inspector_dispose (GObject *object)
{
  StudioInspector *self = STUDIO_INSPECTOR (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  g_clear_pointer (&child, gtk_widget_unparent);
  g_clear_object (&self->document);
  g_clear_object (&self->session);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_clear_pointer (&self->arrays, g_ptr_array_unref);
  g_clear_pointer (&self->parameter, g_free);
  g_clear_pointer (&self->unit_id, g_free);
  g_clear_pointer (&self->track, g_free);
  G_OBJECT_CLASS (studio_inspector_parent_class)->dispose (object);
}

static void
studio_inspector_class_init (StudioInspectorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_inspector_dispose;
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-inspector.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioInspector, scroller);
  gtk_widget_class_bind_template_child (widget_class, StudioInspector, content);
  gtk_widget_class_install_action (widget_class, "inspector.show-parameter", "s",
                                   show_parameter_action);
  gtk_widget_class_install_action (widget_class, "inspector.show-pipeline", NULL,
                                   show_pipeline_action);
}

/* What is typed is a step of the document at once, so the document undoes it and not the
 * field. */
static void
add_undo_keys (StudioInspector *self)
{
  static const struct
  {
    GdkModifierType modifiers;
    const char *action;
  } keys[] = {
    { GDK_CONTROL_MASK, "win.undo" },
    { GDK_CONTROL_MASK | GDK_SHIFT_MASK, "win.redo" },
  };
  GtkEventController *controller = gtk_shortcut_controller_new ();

  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_shortcut_controller_add_shortcut (
        GTK_SHORTCUT_CONTROLLER (controller),
        gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_z, keys[i].modifiers),
                          gtk_named_action_new (keys[i].action)));
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
}

static void
studio_inspector_init (StudioInspector *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->rows = g_ptr_array_new ();
  self->arrays = g_ptr_array_new ();
  self->layer = -1;
  add_undo_keys (self);
}
