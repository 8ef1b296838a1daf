/* SPDX-License-Identifier: MIT */
#include "studio/export/studio-export-stages.h"

#include <glib/gi18n.h>

/* What a row shows in front of its title. */
#define STATE_WAITING "waiting"
#define STATE_WORKING "working"
#define STATE_DONE    "done"

struct _StudioExportStages
{
  AdwBin parent_instance;

  AdwPreferencesGroup *group;
  GtkProgressBar *bar;
  GtkWidget *cancel;

  AdwActionRow *rows[IM_N_EXPORT_STAGES];
  GtkStack *states[IM_N_EXPORT_STAGES];
  GtkSpinner *spinners[IM_N_EXPORT_STAGES];
};

G_DEFINE_FINAL_TYPE (StudioExportStages, studio_export_stages, ADW_TYPE_BIN)

static const char *const titles[IM_N_EXPORT_STAGES] = {
  [IM_EXPORT_STAGE_EMIT] = N_ ("Write the Source"),
  [IM_EXPORT_STAGE_TEST] = N_ ("Compare C With Python"),
  [IM_EXPORT_STAGE_BUILD] = N_ ("Compile for Targets"),
  [IM_EXPORT_STAGE_WRITE] = N_ ("Save the Bundle"),
};

static void
set_state (StudioExportStages *self, ImExportStage stage, const char *state)
{
  gboolean is_working = g_str_equal (state, STATE_WORKING);

  gtk_stack_set_visible_child_name (self->states[stage], state);
  gtk_spinner_set_spinning (self->spinners[stage], is_working);
  if (!is_working)
    adw_action_row_set_subtitle (self->rows[stage], "");
}

void
studio_export_stages_start (StudioExportStages *self, const StudioExportChoice *choice)
{
  g_return_if_fail (STUDIO_IS_EXPORT_STAGES (self));

  for (ImExportStage stage = 0; stage < IM_N_EXPORT_STAGES; stage++)
    set_state (self, stage, STATE_WAITING);
  gtk_widget_set_visible (GTK_WIDGET (self->rows[IM_EXPORT_STAGE_TEST]),
                          choice->has_test);
  gtk_widget_set_visible (GTK_WIDGET (self->rows[IM_EXPORT_STAGE_BUILD]),
                          choice->targets != 0);
  gtk_progress_bar_set_fraction (self->bar, 0);
}

static gboolean
studio_export_stages_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (STUDIO_EXPORT_STAGES (widget)->cancel);
}

void
studio_export_stages_show (StudioExportStages *self,
                           ImExportStage stage,
                           const char *activity,
                           double fraction)
{
  g_return_if_fail (STUDIO_IS_EXPORT_STAGES (self));

  for (ImExportStage other = 0; other < stage; other++)
    set_state (self, other, STATE_DONE);
  set_state (self, stage, STATE_WORKING);
  adw_action_row_set_subtitle (self->rows[stage], activity);
  gtk_progress_bar_set_fraction (self->bar, fraction);
}

static GtkWidget *
new_icon (const char *name, const char *style)
{
  GtkWidget *icon = gtk_image_new_from_icon_name (name);

  gtk_widget_add_css_class (icon, style);
  return icon;
}

static void
add_stage (StudioExportStages *self, ImExportStage stage)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *state = gtk_stack_new ();
  GtkWidget *spinner = gtk_spinner_new ();

  self->rows[stage] = ADW_ACTION_ROW (row);
  self->states[stage] = GTK_STACK (state);
  self->spinners[stage] = GTK_SPINNER (spinner);
  gtk_widget_set_focusable (row, FALSE);
  gtk_stack_add_named (self->states[stage],
                       new_icon ("content-loading-symbolic", "dim-label"), STATE_WAITING);
  gtk_stack_add_named (self->states[stage], spinner, STATE_WORKING);
  gtk_stack_add_named (self->states[stage],
                       new_icon ("object-select-symbolic", "success"), STATE_DONE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ (titles[stage]));
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), state);
  adw_preferences_group_add (self->group, row);
}

static void
studio_export_stages_class_init (StudioExportStagesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->grab_focus = studio_export_stages_grab_focus;
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-export-stages.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioExportStages, group);
  gtk_widget_class_bind_template_child (widget_class, StudioExportStages, bar);
  gtk_widget_class_bind_template_child (widget_class, StudioExportStages, cancel);
}

static void
studio_export_stages_init (StudioExportStages *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  for (ImExportStage stage = 0; stage < IM_N_EXPORT_STAGES; stage++)
    add_stage (self, stage);
}
