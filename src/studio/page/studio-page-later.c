/* SPDX-License-Identifier: MIT
 *
 * What is looked at first is there first: views are built when they are seen, and the
 * panels beside a document come behind the first frame that shows it. They keep their
 * place until then.
 */
#include "studio/page/studio-page-private.h"

static void
build_stack (AdwBin *bin, StudioPage *self)
{
  GtkWidget *stack;

  if (adw_bin_get_child (bin) != NULL)
    return;
  stack = g_object_new (STUDIO_TYPE_STACK_VIEW, NULL);
  studio_stack_view_bind (STUDIO_STACK_VIEW (stack), self->session);
  adw_bin_set_child (bin, stack);
}

static void
build_outline (AdwBin *bin, StudioPage *self)
{
  GtkWidget *outline;

  if (adw_bin_get_child (bin) != NULL)
    return;
  outline = g_object_new (STUDIO_TYPE_OUTLINE, NULL);
  studio_outline_bind (STUDIO_OUTLINE (outline), self->session);
  adw_bin_set_child (bin, outline);
}

static void
build_diagrams (AdwBin *bin, StudioPage *self)
{
  if (self->diagrams != NULL)
    return;
  self->diagrams = g_object_new (STUDIO_TYPE_DIAGRAMS, NULL);
  studio_diagrams_bind (self->diagrams, self->session);
  adw_bin_set_child (bin, GTK_WIDGET (self->diagrams));
}

static void
build_tracks (AdwBin *bin, StudioPage *self)
{
  GtkWidget *tracks;

  if (adw_bin_get_child (bin) != NULL)
    return;
  tracks = g_object_new (STUDIO_TYPE_TRACKS, NULL);
  studio_tracks_bind (STUDIO_TRACKS (tracks), self->session);
  adw_bin_set_child (bin, tracks);
}

static void
build_budget (AdwBin *bin, StudioPage *self)
{
  GtkWidget *panel;

  if (adw_bin_get_child (bin) != NULL)
    return;
  panel = g_object_new (STUDIO_TYPE_BUDGET_PANEL, NULL);
  studio_budget_panel_bind (STUDIO_BUDGET_PANEL (panel), self->session);
  adw_bin_set_child (bin, panel);
}

static void
build_divergence (AdwBin *bin, StudioPage *self)
{
  GtkWidget *panel;

  if (adw_bin_get_child (bin) != NULL)
    return;
  panel = g_object_new (STUDIO_TYPE_DIVERGENCE_PANEL, NULL);
  studio_divergence_panel_bind (STUDIO_DIVERGENCE_PANEL (panel), self->session);
  adw_bin_set_child (bin, panel);
}

/* Also where the code of the unit is seen: what is tried of it stands beside that. */
static void
build_unit (gpointer page, StudioSession *session)
{
  StudioPage *self = page;
  GtkWidget *unit;

  if (im_unit_is_graph (im_document_get_unit (self->document)) ||
      adw_bin_get_child (self->unit_bin) != NULL)
    return;
  unit = g_object_new (STUDIO_TYPE_UNIT_VIEW, NULL);
  studio_unit_view_bind (STUDIO_UNIT_VIEW (unit), session);
  adw_bin_set_child (self->unit_bin, unit);
}

void
studio_page_build_later (StudioPage *self)
{
  studio_session_bind (self->session, self, build_unit, NULL);
}

void
studio_page_show_panels (StudioPage *self)
{
  g_clear_handle_id (&self->showing_panels, g_source_remove);
  if (gtk_widget_get_visible (GTK_WIDGET (self->library)))
    return;
  gtk_widget_show (GTK_WIDGET (self->library));
  gtk_widget_show (GTK_WIDGET (self->inspector));
}

static void await_frame (StudioPage *self);

/* One after the other, each with a frame of its own. */
static gboolean
show_panel_cb (gpointer data)
{
  StudioPage *self = data;

  self->showing_panels = 0;
  if (gtk_widget_get_visible (GTK_WIDGET (self->inspector)))
    {
      gtk_widget_show (GTK_WIDGET (self->library));
      return G_SOURCE_REMOVE;
    }
  gtk_widget_show (GTK_WIDGET (self->inspector));
  await_frame (self);

  return G_SOURCE_REMOVE;
}

/* The frame is on its way to the screen. One that shows all nodes follows. */
static void
painted_cb (GdkFrameClock *clock, StudioPage *self)
{
  if (!studio_canvas_is_built (self->canvas))
    return;
  g_signal_handlers_disconnect_by_func (clock, painted_cb, self);
  if (self->showing_panels == 0 && self->document != NULL)
    self->showing_panels = g_idle_add (show_panel_cb, self);
}

/* A page that nobody sees any more waits until it is seen again. */
static void
await_frame (StudioPage *self)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (self));

  if (clock != NULL)
    g_signal_connect_object (clock, "after-paint", G_CALLBACK (painted_cb), self, 0);
}

static void
canvas_cb (AdwFlap *flap, StudioPage *self)
{
  if (!gtk_widget_get_visible (GTK_WIDGET (self->library)))
    await_frame (self);
}

void
studio_page_bind_later (GtkWidgetClass *page_class)
{
  gtk_widget_class_bind_template_callback_full (page_class, "studio_page_build_stack",
                                                G_CALLBACK (build_stack));
  gtk_widget_class_bind_template_callback_full (page_class, "studio_page_build_outline",
                                                G_CALLBACK (build_outline));
  gtk_widget_class_bind_template_callback_full (page_class, "studio_page_build_diagrams",
                                                G_CALLBACK (build_diagrams));
  gtk_widget_class_bind_template_callback_full (page_class, "studio_page_build_tracks",
                                                G_CALLBACK (build_tracks));
  gtk_widget_class_bind_template_callback_full (page_class, "studio_page_build_budget",
                                                G_CALLBACK (build_budget));
  gtk_widget_class_bind_template_callback_full (
      page_class, "studio_page_build_divergence", G_CALLBACK (build_divergence));
  gtk_widget_class_bind_template_callback_full (page_class, "studio_page_await_frame",
                                                G_CALLBACK (canvas_cb));
}
