/* SPDX-License-Identifier: MIT
 *
 * What the window lets one do to the pipeline and to how it is seen.
 */
#include <glib/gi18n.h>

#include "document/disk/im-document-new.h"
#include "studio/export/studio-export.h"
#include "studio/export/studio-take-out.h"
#include "studio/library/studio-palette.h"
#include "studio/library/studio-recent-units.h"
#include "studio/page/studio-page-private.h"
#include "studio/session/studio-live.h"
#include "studio/units/studio-parts.h"
#include "unit/im-unit-frame.h"

static void
undo_action (StudioPage *self, const char *name, GVariant *parameter)
{
  studio_page_flush_code (self);
  im_document_undo (self->document);
}

static void
redo_action (StudioPage *self, const char *name, GVariant *parameter)
{
  im_document_redo (self->document);
}

static void
remove_action (StudioPage *self, const char *name, GVariant *parameter)
{
  guint n;
  g_autofree guint *nodes = studio_session_dup_nodes (self->session, &n);
  const ImUnitFrame *frame = studio_session_get_frame (self->session);
  const ImEdit edit = { .kind = IM_EDIT_REMOVE,
                        .nodes = frame == NULL ? NULL : &frame->id,
                        .n_nodes = 1 };
  g_autoptr (GError) error = NULL;

  if (frame != NULL)
    im_document_apply (self->document, &edit, 1, NULL);
  else if (!im_document_remove_nodes (self->document, nodes, n,
                                      g_str_has_suffix (name, "reconnect"), &error) &&
           error != NULL)
    studio_page_say (self, error->message);
}

/* Something that the pipeline takes, gives or computes, by its name. */
static void
remove_parameter_action (StudioPage *self, const char *name, GVariant *parameter)
{
  const char *removed = g_variant_get_string (parameter, NULL);
  const ImEdit edit = { .kind = IM_EDIT_REMOVE, .nodes = &removed, .n_nodes = 1 };
  g_autoptr (GError) error = NULL;

  if (!im_document_apply (self->document, &edit, 1, &error) && error != NULL)
    studio_page_say (self, error->message);
}

/* A frame around what is selected, or one more at the pointer. */
static void
frame_action (StudioPage *self, const char *name, GVariant *parameter)
{
  gboolean is_around = g_str_has_suffix (name, "selection");
  graphene_point_t at;
  g_autoptr (GError) error = NULL;

  studio_canvas_get_pointer (self->canvas, &at);
  if (!studio_canvas_add_frame (self->canvas, is_around ? NULL : &at, &error) &&
      error != NULL)
    studio_page_say (self, error->message);
}

static void
frame_color_action (StudioPage *self, const char *name, GVariant *parameter)
{
  const ImUnitFrame *frame = studio_session_get_frame (self->session);
  const ImEdit edit = { .kind = IM_EDIT_CHANGE,
                        .nodes = frame == NULL ? NULL : &frame->id,
                        .n_nodes = 1,
                        .name = "color",
                        .text = g_variant_get_string (parameter, NULL) };

  if (frame != NULL)
    im_document_apply (self->document, &edit, 1, NULL);
}

static void
add_part_action (StudioPage *self, const char *name, GVariant *parameter)
{
  studio_page_insert (self, g_variant_get_string (parameter, NULL));
}

static void
move_action (StudioPage *self, const char *name, GVariant *parameter)
{
  gint layer = studio_session_get_layer (self->session);
  gboolean is_up = g_str_has_suffix (name, "up");
  g_autoptr (GError) error = NULL;

  if (im_document_move_layer (self->document, (guint) layer,
                              (guint) (is_up ? layer - 1 : layer + 2), &error))
    studio_session_select_layer (self->session, is_up ? layer - 1 : layer + 1);
  else if (error != NULL)
    studio_page_say (self, error->message);
}

/* All are switched to what the last one of them is not. */
static void
toggle_action (StudioPage *self, const char *name, GVariant *parameter)
{
  guint n;
  g_autofree guint *nodes = studio_session_dup_nodes (self->session, &n);
  gint layer = studio_session_get_layer (self->session);
  g_autoptr (GError) error = NULL;

  if (!im_document_enable_nodes (
          self->document, nodes, n,
          layer >= 0 &&
              !im_document_get_layer (self->document, (guint) layer)->node->is_enabled,
          &error) &&
      error != NULL)
    studio_page_say (self, error->message);
}

static void
search_action (StudioPage *self, const char *name, GVariant *parameter)
{
  adw_flap_set_reveal_flap (self->library_flap, TRUE);
  studio_page_show_panels (self);
  studio_library_start_search (self->library);
}

/* Does the same to a diagram, if one is seen instead of the canvas. */
static gboolean
zoom_diagram (StudioPage *self, const char *name)
{
  g_autofree char *action = g_strconcat ("diagrams", strchr (name, '.'), NULL);

  return self->diagrams != NULL && gtk_widget_get_mapped (GTK_WIDGET (self->diagrams)) &&
         gtk_widget_activate_action (GTK_WIDGET (self->diagrams), action, NULL);
}

/* Whoever wants a unit at a place that the canvas knows types its name. */
static void
insert_unit_action (StudioPage *self, const char *name, GVariant *parameter)
{
  StudioPalette *palette = studio_palette_new (studio_page_get_window (self),
                                               self->units);

  studio_palette_set_source (palette, studio_canvas_get_wanted_type (self->canvas));
  g_signal_connect_swapped (palette, "chosen", G_CALLBACK (studio_page_insert), self);
  g_signal_connect_object (palette, "destroy", G_CALLBACK (studio_canvas_forget_wanted),
                           self->canvas, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (palette));
}

static void
zoom_action (StudioPage *self, const char *name, GVariant *parameter)
{
  double zoom = studio_session_get_zoom (self->session);

  if (zoom_diagram (self, name))
    return;
  studio_session_set_zoom (self->session, g_str_has_suffix (name, "in")    ? zoom * 1.2
                                          : g_str_has_suffix (name, "out") ? zoom / 1.2
                                                                           : 1);
}

static void
fit_action (StudioPage *self, const char *name, GVariant *parameter)
{
  if (!zoom_diagram (self, "win.fit"))
    studio_canvas_fit (self->canvas, g_str_has_suffix (name, "selection"));
}

static void
legend_action (StudioPage *self, const char *name, GVariant *parameter)
{
  studio_canvas_show_legend (self->canvas);
}

static void
select_all_action (StudioPage *self, const char *name, GVariant *parameter)
{
  studio_canvas_select_all (self->canvas);
}

static void
align_action (StudioPage *self, const char *name, GVariant *parameter)
{
  studio_canvas_align (self->canvas, (StudioAlignment) g_variant_get_int32 (parameter));
}

static void
lay_out_action (StudioPage *self, const char *name, GVariant *parameter)
{
  studio_canvas_lay_out_nodes (self->canvas);
}

static void
connect_action (StudioPage *self, const char *name, GVariant *parameter)
{
  studio_canvas_connect_selected (self->canvas);
}

static void
disconnect_action (StudioPage *self, const char *name, GVariant *parameter)
{
  studio_canvas_disconnect (self->canvas);
}

/* Out of the composite that is shown, to the one around it. */
static void
leave_action (StudioPage *self, const char *name, GVariant *parameter)
{
  guint depth = studio_session_get_depth (self->session);

  if (depth > 0)
    studio_session_leave (self->session, depth - 1);
}

static void
problems_action (StudioPage *self, const char *name, GVariant *parameter)
{
  studio_problems_toggle (self->problems);
}

static void
panel_action (StudioPage *self, const char *name, GVariant *parameter)
{
  AdwFlap *flap = g_str_has_suffix (name, "library") ? self->library_flap
                                                     : self->inspector_flap;

  adw_flap_set_reveal_flap (flap, !adw_flap_get_reveal_flap (flap));
}

static void
tracks_action (StudioPage *self, const char *name, GVariant *parameter)
{
  GtkWidget *bin = GTK_WIDGET (self->tracks_bin);

  gtk_widget_set_visible (bin, !gtk_widget_get_visible (bin));
}

/* One of them is seen at a time. */
static void
proof_action (StudioPage *self, const char *name, GVariant *parameter)
{
  const char *page = g_str_has_suffix (name, "budget") ? "budget" : "divergence";
  gboolean is_seen = gtk_widget_get_visible (GTK_WIDGET (self->proof)) &&
                     g_str_equal (gtk_stack_get_visible_child_name (self->proof), page);

  gtk_stack_set_visible_child_name (self->proof, page);
  gtk_widget_set_visible (GTK_WIDGET (self->proof), !is_seen);
}

void
studio_page_insert (StudioPage *self, const char *unit_id)
{
  g_autoptr (GError) error = NULL;

  if (self->document == NULL)
    return;
  if (studio_canvas_insert (self->canvas, unit_id, &error))
    {
      studio_recent_units_add (unit_id);
      /* What is new of a pipeline is defined there. */
      if (studio_parts_find (unit_id) < STUDIO_N_PARTS)
        adw_flap_set_reveal_flap (self->inspector_flap, TRUE);
    }
  else if (error != NULL)
    studio_page_say (self, error->message);
}

static void
export_action (StudioPage *self, const char *name, GVariant *parameter)
{
  studio_export_present (studio_page_get_window (self), self->document, NULL, NULL);
}

/* What is meant by the selection, or by the pipe that the menu was opened at. */
static void
export_section_action (StudioPage *self, const char *name, GVariant *parameter)
{
  g_autofree char *from = NULL, *to = NULL;

  studio_canvas_get_section (self->canvas, &from, &to);
  studio_export_present (studio_page_get_window (self), self->document, from, to);
}

static void
taken_out_cb (StudioPage *self, const char *path)
{
  g_autofree char *base = g_filename_display_basename (path);
  /* Translators: %s is the name of a file */
  g_autofree char *text = g_strdup_printf (_ ("Saved “%s”"), base);

  studio_page_say (self, text);
}

static void
take_out (StudioPage *self, const char *from, const char *to)
{
  StudioTakeOut *window = studio_take_out_present (studio_page_get_window (self),
                                                   self->document, from, to);

  g_signal_connect_object (window, "saved", G_CALLBACK (taken_out_cb), self,
                           G_CONNECT_SWAPPED);
}

static void
take_out_section_action (StudioPage *self, const char *name, GVariant *parameter)
{
  g_autofree char *from = NULL, *to = NULL;

  studio_canvas_get_section (self->canvas, &from, &to);
  take_out (self, from, to);
}

static void
take_out_action (StudioPage *self, const char *name, GVariant *parameter)
{
  take_out (self, NULL, NULL);
}

/* How many of the nodes can be copied: in a stack inputs and outputs are no layers. */
static guint
count_copied (StudioPage *self, const guint *nodes, guint n)
{
  guint n_found = 0;

  for (guint i = 0; i < n; i++)
    n_found += im_document_is_free (self->document) ||
               im_document_get_node (self->document, nodes[i])->layer >= 0;

  return n_found;
}

/* How many of the nodes are layers, which alone can be bypassed. */
static guint
count_layers (StudioPage *self, const guint *nodes, guint n)
{
  guint n_found = 0;

  for (guint i = 0; i < n; i++)
    n_found += im_document_get_node (self->document, nodes[i])->layer >= 0;

  return n_found;
}

/* How many of the nodes can be removed: a stack keeps its only input and output. */
static guint
count_removable (StudioPage *self, const guint *nodes, guint n)
{
  const ImUnit *unit = im_document_get_unit (self->document);
  guint n_found = count_copied (self, nodes, n);

  for (guint i = 0; i < n && !unit->is_preprocessor; i++)
    {
      const ImDocumentNode *node = im_document_get_node (self->document, nodes[i]);
      const ImParameter *end = node->layer < 0 ? node->node->parameter : NULL;
      gboolean has_other = end != NULL && end->socket == NULL;

      for (guint k = 0; end != NULL && k < unit->n_parameters && !has_other; k++)
        has_other = &unit->parameters[k] != end &&
                    unit->parameters[k].kind == end->kind &&
                    !unit->parameters[k].socket->is_time;
      n_found += has_other;
    }

  return n_found;
}

void
studio_page_update_actions (StudioPage *self)
{
  static const char *const for_selection[] = { "edit.cut", "edit.copy",
                                               "edit.duplicate" };
  gint layer = studio_session_get_layer (self->session);
  gboolean has_document = self->document != NULL;
  gboolean is_graph = has_document &&
                      im_unit_is_graph (im_document_get_unit (self->document));
  gboolean is_stack = has_document && !im_document_is_free (self->document);
  guint n;
  g_autofree guint *selected = studio_session_dup_nodes (self->session, &n);
  gboolean is_pipeline = has_document && im_document_get_n_layers (self->document) > 0;
  guint n_copied = has_document ? count_copied (self, selected, n) : 0;
  gboolean can_remove = has_document && count_removable (self, selected, n) > 0;
  gboolean has_layers = has_document && count_layers (self, selected, n) > 0;
  gboolean has_frame = studio_session_get_frame (self->session) != NULL;
  StudioLive *live = studio_session_get_live (self->session);
  gboolean has_recording = studio_live_get_feed (live) != NULL;
  gboolean is_recording = studio_live_get_capture (live) != NULL;
  guint depth = studio_session_get_depth (self->session);

  studio_page_enable (self, "win.undo",
                      has_document && im_document_get_undo_name (self->document) != NULL);
  studio_page_enable (self, "win.redo",
                      has_document && im_document_get_redo_name (self->document) != NULL);
  studio_page_enable (self, "win.save",
                      has_document && (im_document_is_modified (self->document) ||
                                       im_document_is_untitled (self->document)));
  studio_page_enable (self, "win.save-as", has_document);
  studio_page_enable (self, "win.take-out", is_pipeline);
  studio_page_enable (self, "win.package",
                      has_document && !im_document_is_untitled (self->document));
  studio_page_enable (self, "edit.take-out", is_pipeline && depth == 0);
  studio_page_enable (self, "edit.export-section", is_pipeline && depth == 0);
  studio_page_enable (self, "win.export",
                      has_document && studio_session_can_export (self->session));
  studio_page_enable (self, "layer.move-up", is_stack && layer > 0);
  studio_page_enable (self, "layer.move-down",
                      is_stack && layer >= 0 &&
                          layer + 1 < (gint) im_document_get_n_layers (self->document));
  for (guint i = 0; i < G_N_ELEMENTS (for_selection); i++)
    studio_page_enable (self, for_selection[i], n_copied > 0 || has_frame);
  studio_page_enable (self, "layer.remove", can_remove || has_frame);
  studio_page_enable (self, "layer.remove-reconnect", can_remove);
  studio_page_enable (self, "layer.toggle", has_layers);
  studio_page_enable (self, "win.insert-unit", has_document);
  studio_page_enable (self, "edit.paste", has_document);
  /* Without a selection, or of one that does not fit, these say why. */
  studio_page_enable (self, "edit.group",
                      is_graph && (!is_stack || n == 0 || has_layers));
  studio_page_enable (self, "edit.ungroup",
                      is_graph && (!is_stack || n == 0 || has_layers));
  studio_page_enable (self, "edit.make-unit",
                      has_document && (is_stack ? layer >= 0 : n > 0));
  studio_page_enable (self, "edit.frame-selection", has_document && !is_stack && n > 0);
  studio_page_enable (self, "edit.add-frame", has_document && !is_stack);
  studio_page_enable (self, "edit.frame-color", has_frame);
  studio_page_enable (self, "edit.rename", is_pipeline || n > 0 || has_frame);
  studio_page_enable (self, "edit.align", n > 1);
  studio_page_enable (self, "edit.connect", has_document && !is_stack && n == 2);
  studio_page_enable (self, "edit.disconnect", has_document && !is_stack);
  studio_page_enable (self, "edit.select-all", has_document);
  studio_page_enable (self, "edit.lay-out", has_document);
  studio_page_enable (self, "win.legend", has_document);
  studio_page_enable (self, "win.attach-recording", is_graph);
  studio_page_enable (self, "win.record-input", is_graph && !is_recording);
  studio_page_enable (self, "win.stop-recording", is_recording);
  studio_page_enable (self, "win.save-recording", has_recording && !is_recording);
  studio_page_enable (self, "edit.pin-pipe", is_graph);
  studio_page_enable (self, "win.change-recording", has_recording);
  studio_page_enable (self, "win.detach-recording", has_recording);
  studio_page_enable (self, "win.fit", has_document);
  studio_page_enable (self, "win.fit-selection", has_document && (n > 0 || has_frame));
  studio_page_enable (self, "win.leave", has_document);
  studio_page_enable (self, "win.toggle-problems", has_document);
  studio_page_enable (self, "win.toggle-tracks", has_document);
  studio_page_enable (self, "win.toggle-budget", has_document);
  studio_page_enable (self, "win.toggle-divergence", has_document);
}

void
studio_page_install_edit_actions (GtkWidgetClass *window_class)
{
  static const StudioPageAction actions[] = {
    { "win.undo", undo_action, GDK_KEY_z, GDK_CONTROL_MASK, NULL, NULL },
    { "win.redo", redo_action, GDK_KEY_z, GDK_CONTROL_MASK | GDK_SHIFT_MASK, NULL, NULL },
    { "win.export", export_action, GDK_KEY_e, GDK_CONTROL_MASK | GDK_SHIFT_MASK, NULL,
      NULL },
    { "edit.export-section", export_section_action, GDK_KEY_e,
      GDK_CONTROL_MASK | GDK_ALT_MASK, NULL, NULL },
    { "edit.take-out", take_out_section_action, 0, 0, NULL, NULL },
    { "win.take-out", take_out_action, 0, 0, NULL, NULL },
    { "win.search", search_action, GDK_KEY_f, GDK_CONTROL_MASK, NULL, NULL },
    { "win.insert-unit", insert_unit_action, GDK_KEY_t, GDK_CONTROL_MASK, NULL, NULL },
    { "win.zoom-in", zoom_action, GDK_KEY_plus, GDK_CONTROL_MASK, NULL, NULL },
    { "win.zoom-out", zoom_action, GDK_KEY_minus, GDK_CONTROL_MASK, NULL, NULL },
    { "win.zoom-reset", zoom_action, GDK_KEY_0, GDK_CONTROL_MASK, NULL, NULL },
    { "layer.move-up", move_action, GDK_KEY_Up, GDK_ALT_MASK, NULL, NULL },
    { "layer.move-down", move_action, GDK_KEY_Down, GDK_ALT_MASK, NULL, NULL },
    { "layer.toggle", toggle_action, GDK_KEY_e, GDK_CONTROL_MASK, NULL, NULL },
    { "layer.remove", remove_action, 0, 0, NULL, NULL },
    { "layer.remove-reconnect", remove_action, GDK_KEY_Delete, GDK_CONTROL_MASK, NULL,
      NULL },
    { "edit.select-all", select_all_action, GDK_KEY_a, GDK_CONTROL_MASK, NULL, NULL },
    { "edit.lay-out", lay_out_action, GDK_KEY_l, GDK_CONTROL_MASK, NULL, NULL },
    { "edit.connect", connect_action, GDK_KEY_k, GDK_CONTROL_MASK, NULL, NULL },
    { "edit.disconnect", disconnect_action, GDK_KEY_k, GDK_CONTROL_MASK | GDK_SHIFT_MASK,
      NULL, NULL },
    { "win.fit", fit_action, GDK_KEY_9, GDK_CONTROL_MASK, NULL, NULL },
    { "win.fit-selection", fit_action, GDK_KEY_8, GDK_CONTROL_MASK, NULL, NULL },
    { "win.legend", legend_action, 0, 0, NULL, NULL },
    { "win.leave", leave_action, GDK_KEY_Left, GDK_ALT_MASK, NULL, NULL },
    { "win.toggle-library", panel_action, GDK_KEY_F9, 0, NULL, NULL },
    { "win.toggle-inspector", panel_action, GDK_KEY_F9, GDK_SHIFT_MASK, NULL, NULL },
    { "win.toggle-tracks", tracks_action, GDK_KEY_F9, GDK_CONTROL_MASK, NULL, NULL },
    { "win.toggle-budget", proof_action, GDK_KEY_F9, GDK_CONTROL_MASK | GDK_SHIFT_MASK,
      NULL, NULL },
    { "win.toggle-divergence", proof_action, GDK_KEY_F8, GDK_CONTROL_MASK, NULL, NULL },
    { "win.toggle-problems", problems_action, GDK_KEY_m,
      GDK_CONTROL_MASK | GDK_SHIFT_MASK, NULL, NULL },
    { "edit.align", align_action, 0, 0, "i", NULL },
    { "edit.add-part", add_part_action, 0, 0, "s", NULL },
    { "edit.frame-selection", frame_action, GDK_KEY_j, GDK_CONTROL_MASK, NULL, NULL },
    { "edit.add-frame", frame_action, GDK_KEY_j, GDK_CONTROL_MASK | GDK_SHIFT_MASK, NULL,
      NULL },
    { "edit.frame-color", frame_color_action, 0, 0, "s", NULL },
    { "parameter.remove", remove_parameter_action, 0, 0, "s", NULL },
  };

  studio_page_install (window_class, actions, G_N_ELEMENTS (actions));
}
