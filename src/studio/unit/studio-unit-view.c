/* SPDX-License-Identifier: MIT */
#include "document/change/im-document-change.h"
#include "lab/im-broadcast-use.h"
#include "studio/lab/studio-broadcast-view.h"
#include "studio/unit/studio-unit-formula.h"
#include "studio/unit/studio-unit-tryout.h"
#include "studio/unit/studio-unit-view-private.h"

G_DEFINE_FINAL_TYPE (StudioUnitView, studio_unit_view, GTK_TYPE_WIDGET)

void
studio_unit_view_show (StudioUnitView *self)
{
  studio_session_take_trial (
      self->session,
      studio_unit_trial_evaluate (self->trial, studio_unit_view_get_unit (self)));
  self->is_updating = TRUE;
  for (guint i = 0; i < self->parts->len; i++)
    {
      StudioUnitPart *part = g_ptr_array_index (self->parts, i);

      part->show (part);
    }
  self->is_updating = FALSE;
}

ImUnitEvaluation *
studio_unit_view_get_evaluation (StudioUnitView *self)
{
  return studio_session_get_trial (self->session);
}

static void
append_children (GString *out, const ImXmlElement *list)
{
  for (const ImXmlElement *child = list == NULL ? NULL : list->first_child; child != NULL;
       child = child->next_sibling)
    g_string_append_printf (out, " %s", child->name);
}

/* What decides which rows and lines in them there are. */
static char *
dup_signature (const ImUnit *unit)
{
  GString *out = g_string_new (unit->id.text);

  for (guint i = 0; i < unit->n_parameters; i++)
    {
      g_string_append_printf (out, "\n%d %s", (int) unit->parameters[i].kind,
                              unit->parameters[i].name.text);
      append_children (out, studio_unit_view_find_list (unit->parameters[i].element,
                                                        STUDIO_OF_PARAMETER));
    }
  for (guint i = 0; i < unit->n_tags; i++)
    g_string_append_printf (out, "\n%s", unit->tags[i]);
  g_string_append_printf (out, "\n%u %u", unit->n_contracts, unit->n_examples);
  for (guint i = 0; i < IM_N_SECTIONS; i++)
    {
      g_string_append_printf (out, "\n%u", unit->sections[i].n_implementations);
      for (guint j = 0; j < unit->sections[i].n_implementations; j++)
        append_children (out, unit->sections[i].implementations[j].element);
    }
  for (guint i = 0; i < unit->n_examples; i++)
    append_children (out, unit->examples[i].element);
  g_string_append (out, im_unit_uses_broadcast (unit) ? " broadcast" : "");
  g_string_append (out, studio_unit_has_formula (unit) ? " formula" : "");

  return g_string_free (out, FALSE);
}

static void
clear (StudioUnitView *self)
{
  GtkWidget *group = gtk_widget_get_ancestor (self->tryout, ADW_TYPE_PREFERENCES_GROUP);

  if (group != NULL)
    adw_preferences_group_remove (ADW_PREFERENCES_GROUP (group), self->tryout);
  for (guint i = 0; i < self->groups->len; i++)
    adw_preferences_page_remove (self->page, g_ptr_array_index (self->groups, i));
  g_ptr_array_set_size (self->groups, 0);
  g_ptr_array_set_size (self->parts, 0);
}

static void
show_broadcast (StudioUnitPart *part)
{
  studio_broadcast_view_update (STUDIO_BROADCAST_VIEW (part->row),
                                studio_unit_view_get_evaluation (part->view));
}

/* How the shapes of the trial meet. */
static void
add_broadcast (StudioUnitView *self)
{
  GtkWidget *view;

  if (!im_unit_uses_broadcast (studio_unit_view_get_unit (self)))
    return;
  view = studio_broadcast_view_new ();
  adw_preferences_group_add (studio_unit_view_add_group (self, "", NULL), view);
  studio_unit_view_add_part (self, view, show_broadcast, 0);
}

static void
show_formula (StudioUnitPart *part)
{
  studio_unit_formula_update (STUDIO_UNIT_FORMULA (part->row),
                              studio_unit_view_get_evaluation (part->view),
                              im_document_get_library (part->view->document));
}

static void
add_formula (StudioUnitView *self)
{
  GtkWidget *view;

  if (!studio_unit_has_formula (studio_unit_view_get_unit (self)))
    return;
  view = studio_unit_formula_new ();
  adw_preferences_group_add (studio_unit_view_add_group (self, "", NULL), view);
  studio_unit_view_add_part (self, view, show_formula, 0);
}

static void
show_tryout (StudioUnitPart *part)
{
  studio_unit_tryout_update (STUDIO_UNIT_TRYOUT (part->row), part->view->session);
}

static void
add_tryout (StudioUnitView *self)
{
  adw_preferences_group_add (studio_unit_view_add_group (self, "", NULL), self->tryout);
  studio_unit_view_add_part (self, self->tryout, show_tryout, 0);
}

/* Fields lose the focus with their rows, which is nothing that somebody does. */
static void
build (StudioUnitView *self)
{
  self->is_updating = TRUE;
  clear (self);
  studio_unit_trial_suggest (self->trial, studio_unit_view_get_unit (self));
  studio_unit_view_add_head (self);
  studio_unit_view_add_parameters (self);
  add_broadcast (self);
  add_formula (self);
  add_tryout (self);
  studio_unit_view_add_contracts (self);
  studio_unit_view_add_implementations (self);
  studio_unit_view_add_examples (self);
  g_clear_pointer (&self->opened, g_free);
  self->is_updating = FALSE;
}

/* A pipeline is shown elsewhere. */
static void
show (gpointer view, StudioSession *session)
{
  StudioUnitView *self = view;
  ImDocument *document = studio_session_get_document (session);
  g_autofree char *signature = NULL;

  if (im_unit_is_graph (im_document_get_unit (document)))
    return;
  g_set_object (&self->document, document);
  signature = dup_signature (studio_unit_view_get_unit (self));
  if (g_strcmp0 (signature, self->signature) != 0)
    {
      g_free (self->signature);
      self->signature = g_steal_pointer (&signature);
      build (self);
    }
  studio_unit_view_show (self);
}

/* Not of a pipeline, which is shown elsewhere, nor before there are rows. */
static void
examples_cb (StudioUnitView *self)
{
  if (self->document != NULL &&
      self->document == studio_session_get_document (self->session))
    studio_unit_view_show_examples (self);
}

static void
try_later (gpointer data)
{
  g_autoptr (StudioUnitView) self = data;

  if (self->document != NULL && self->session != NULL &&
      gtk_widget_get_root (GTK_WIDGET (self)) != NULL)
    studio_unit_view_show (self);
}

/* Tries a value of an option, or a type of an input. The button is made anew: not while
 * it is at work. */
static void
try_cb (StudioUnitView *self, const char *name, const char *text)
{
  studio_unit_trial_set (self->trial, name, text);
  g_idle_add_once (try_later, g_object_ref (self));
}

void
studio_unit_view_bind (StudioUnitView *self, StudioSession *session)
{
  g_return_if_fail (STUDIO_IS_UNIT_VIEW (self) && self->session == NULL);

  self->session = g_object_ref (session);
  studio_session_bind (session, self, show, NULL);
  g_signal_connect_object (session, "try", G_CALLBACK (try_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "examples", G_CALLBACK (examples_cb), self,
                           G_CONNECT_SWAPPED);
}

static void
studio_unit_view_dispose (GObject *object)
{
  StudioUnitView *self = STUDIO_UNIT_VIEW (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  g_clear_pointer (&child, gtk_widget_unparent);
  g_clear_object (&self->tryout);
  g_clear_pointer (&self->trial, studio_unit_trial_free);
  g_clear_pointer (&self->signature, g_free);
  g_clear_pointer (&self->opened, g_free);
  g_clear_pointer (&self->groups, g_ptr_array_unref);
  g_clear_pointer (&self->parts, g_ptr_array_unref);
  g_clear_object (&self->document);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (studio_unit_view_parent_class)->dispose (object);
}

static void
studio_unit_view_class_init (StudioUnitViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_unit_view_dispose;
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-unit-view.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioUnitView, page);
  studio_unit_view_install_changes (widget_class);
}

static void
studio_unit_view_init (StudioUnitView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->trial = studio_unit_trial_new ();
  self->tryout = g_object_ref_sink (studio_unit_tryout_new ());
  self->groups = g_ptr_array_new ();
  self->parts = g_ptr_array_new_with_free_func (studio_unit_part_leave);
}
