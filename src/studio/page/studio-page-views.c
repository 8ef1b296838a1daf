/* SPDX-License-Identifier: MIT
 *
 * What is done with the views of the window: which one is seen, and what is shown in it.
 */
#include "studio/page/studio-page-private.h"
#include "studio/session/studio-problem.h"

static void
edit_options (StudioPage *self)
{
  studio_page_show_panels (self);
  adw_flap_set_reveal_flap (self->inspector_flap, TRUE);
  gtk_widget_child_focus (GTK_WIDGET (self->inspector), GTK_DIR_TAB_FORWARD);
}

/* Composites of the file are opened in place; of all others the options are set. */
static void
open_action (StudioPage *self, const char *name, GVariant *parameter)
{
  gint layer = studio_session_get_layer (self->session);

  if (layer >= 0 && !im_document_enter (self->document, (guint) layer))
    edit_options (self);
}

static void
edit_action (StudioPage *self, const char *name, GVariant *parameter)
{
  edit_options (self);
}

static void
show_action (StudioPage *self, const char *name, GVariant *parameter)
{
  const char *view = g_variant_get_string (parameter, NULL);
  GtkWidget *child = adw_view_stack_get_child_by_name (self->views, view);

  if (self->document == NULL || child == NULL ||
      !adw_view_stack_page_get_visible (adw_view_stack_get_page (self->views, child)))
    return;
  adw_view_stack_set_visible_child (self->views, child);
  gtk_widget_child_focus (child, GTK_DIR_TAB_FORWARD);
}

static void
show_place_action (StudioPage *self, const char *name, GVariant *parameter)
{
  guint line, column;

  g_variant_get (parameter, "(uu)", &line, &column);
  adw_view_stack_set_visible_child_name (self->views, "code");
  studio_code_view_show_place (studio_page_require_code (self), line, column);
}

static void
show_code_action (StudioPage *self, const char *name, GVariant *parameter)
{
  const char *file;
  guint line, column;

  g_variant_get (parameter, "(&suu)", &file, &line, &column);
  adw_view_stack_set_visible_child_name (self->views, "code");
  studio_code_view_show_code (studio_page_require_code (self), file, line, column);
}

/* Which layers problems of the list are placed at. */
static gboolean *
find_troubled (StudioPage *self, guint n_layers)
{
  GListModel *problems = studio_session_get_problems (self->session);
  gboolean *troubled = g_new0 (gboolean, n_layers + 1);

  for (guint i = 0; i < g_list_model_get_n_items (problems); i++)
    {
      g_autoptr (StudioProblem) problem = g_list_model_get_item (problems, i);
      gint layer = studio_problem_find_layer (problem);

      if (layer >= 0 && (guint) layer < n_layers)
        troubled[layer] = TRUE;
    }

  return troubled;
}

/* Goes round: behind the last problem is the first one. */
static void
problem_action (StudioPage *self, const char *name, GVariant *parameter)
{
  guint n = self->document == NULL ? 0 : im_document_get_n_layers (self->document);
  g_autofree gboolean *troubled = find_troubled (self, n);
  gboolean is_backward = g_str_has_suffix (name, "previous-problem");
  gint start = n == 0 ? -1 : studio_session_get_layer (self->session);

  for (guint i = 1; i <= n; i++)
    {
      guint step = is_backward ? n - i : i;
      guint layer = (guint) (start < 0 && is_backward ? (gint) n : start) + step;

      if (troubled[layer % n])
        {
          studio_session_select_layer (self->session, (gint) (layer % n));
          return;
        }
    }
  gtk_widget_error_bell (GTK_WIDGET (self));
}

void
studio_page_install_view_actions (GtkWidgetClass *window_class)
{
  static const StudioPageAction actions[] = {
    { "layer.open", open_action, 0, 0, NULL, NULL },
    { "layer.edit", edit_action, GDK_KEY_F4, 0, NULL, NULL },
    { "layer.next-problem", problem_action, GDK_KEY_F8, 0, NULL, NULL },
    { "layer.previous-problem", problem_action, GDK_KEY_F8, GDK_SHIFT_MASK, NULL, NULL },
    { "code.show-place", show_place_action, 0, 0, "(uu)", NULL },
    { "code.show-file", show_code_action, 0, 0, "(suu)", NULL },
    { "win.show-view", show_action, GDK_KEY_1, GDK_ALT_MASK, "s", "canvas" },
    { "win.show-view", show_action, GDK_KEY_2, GDK_ALT_MASK, "s", "stack" },
    { "win.show-view", show_action, GDK_KEY_3, GDK_ALT_MASK, "s", "outline" },
    { "win.show-view", show_action, GDK_KEY_4, GDK_ALT_MASK, "s", "code" },
    { "win.show-view", show_action, GDK_KEY_5, GDK_ALT_MASK, "s", "unit" },
    { "win.show-view", show_action, GDK_KEY_6, GDK_ALT_MASK, "s", "diagrams" },
  };

  studio_page_install (window_class, actions, G_N_ELEMENTS (actions));
}
