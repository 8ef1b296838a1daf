/* SPDX-License-Identifier: MIT */
#include "studio/lab/studio-broadcast-view.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "lab/im-broadcast-use.h"
#include "scene/broadcast/im-scene-broadcast.h"
#include "studio/common/studio-scene-view.h"

#define MAX_CALLS 4 /* that are shown; units have one or two */

typedef struct
{
  GtkWidget *box;
  GtkWidget *view; /* StudioSceneView */
  GtkWidget *button;
} Call;

struct _StudioBroadcastView
{
  GtkWidget parent_instance;

  AdwPreferencesGroup *group;
  Call calls[MAX_CALLS];
};

G_DEFINE_FINAL_TYPE (StudioBroadcastView, studio_broadcast_view, GTK_TYPE_WIDGET)

/* Rules of MLIR are those of Imaginet, but for sizes that are not known. */
static ImBroadcastRules
get_rules (const ImBroadcastUse *use)
{
  return im_shape_is_known (&use->shapes[0]) && im_shape_is_known (&use->shapes[1])
             ? IM_BROADCAST_RULES_GROUPS
             : IM_BROADCAST_RULES_MLIR;
}

static ImScene *
draw (const ImBroadcastUse *use)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  ImBroadcastOperand operands[2] = { { NULL } };

  for (guint i = 0; i < 2; i++)
    {
      operands[i].name = use->names[i];
      operands[i].shape = im_open_shape_from_shape (&use->shapes[i]);
    }

  return im_scene_broadcast_new (
      im_broadcast_report_new (get_rules (use), NULL, operands, 2, NULL, arena),
      IM_SHOW_TABLE);
}

ImScene *
studio_broadcast_view_draw (ImUnitEvaluation *evaluation, guint number)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GArray) uses = im_broadcast_uses_find (evaluation, arena);

  return number < uses->len ? draw (&g_array_index (uses, ImBroadcastUse, number)) : NULL;
}

static void
set_target (GtkWidget *button, const ImBroadcastUse *use)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      im_shape_append_text (&use->shapes[i], text);
      g_ptr_array_add (texts, g_strdup (text->str));
    }
  gtk_actionable_set_action_target_value (
      GTK_ACTIONABLE (button),
      g_variant_new_strv ((const char *const *) texts->pdata, texts->len));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "app.compare-shapes");
}

static void
update_call (const Call *call, const ImBroadcastUse *use)
{
  gtk_widget_set_visible (call->box, use != NULL);
  if (use == NULL)
    {
      studio_scene_view_set_scene (STUDIO_SCENE_VIEW (call->view), NULL);
      return;
    }
  studio_scene_view_set_scene (STUDIO_SCENE_VIEW (call->view), draw (use));
  set_target (call->button, use);
}

void
studio_broadcast_view_update (StudioBroadcastView *self, ImUnitEvaluation *evaluation)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GArray) uses = NULL;

  g_return_if_fail (STUDIO_IS_BROADCAST_VIEW (self));

  uses = evaluation == NULL ? g_array_new (FALSE, FALSE, sizeof (ImBroadcastUse))
                            : im_broadcast_uses_find (evaluation, arena);
  for (guint i = 0; i < MAX_CALLS; i++)
    update_call (&self->calls[i],
                 i < uses->len ? &g_array_index (uses, ImBroadcastUse, i) : NULL);
  gtk_widget_set_visible (GTK_WIDGET (self), uses->len > 0);
}

static void
studio_broadcast_view_dispose (GObject *object)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (object));

  g_clear_pointer (&child, gtk_widget_unparent);
  G_OBJECT_CLASS (studio_broadcast_view_parent_class)->dispose (object);
}

static void
studio_broadcast_view_class_init (StudioBroadcastViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = studio_broadcast_view_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass),
                                            GTK_TYPE_BIN_LAYOUT);
}

static Call
new_call (void)
{
  Call call = { gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), studio_scene_view_new (),
                gtk_button_new_with_mnemonic (_ ("Open in _Broadcast Lab")) };

  gtk_widget_add_css_class (call.view, "card");
  gtk_box_append (GTK_BOX (call.box), call.view);
  gtk_box_append (GTK_BOX (call.box), call.button);

  return call;
}

static void
studio_broadcast_view_init (StudioBroadcastView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);

  self->group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  adw_preferences_group_set_title (self->group, _ ("Broadcast"));
  for (guint i = 0; i < MAX_CALLS; i++)
    {
      self->calls[i] = new_call ();
      gtk_box_append (GTK_BOX (box), self->calls[i].box);
    }
  adw_preferences_group_add (self->group, box);
  gtk_widget_set_parent (GTK_WIDGET (self->group), GTK_WIDGET (self));
}

GtkWidget *
studio_broadcast_view_new (void)
{
  return g_object_new (STUDIO_TYPE_BROADCAST_VIEW, NULL);
}
