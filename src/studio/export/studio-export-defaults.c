/* SPDX-License-Identifier: MIT */
#include "studio/export/studio-export-defaults.h"

#include <glib/gi18n.h>
#include <math.h>

#include "emit/im-emit-names.h"
#include "studio/export/studio-export-choice.h"
#include "studio/export/studio-export-row.h"

/* Fields of text, as they are in the settings. */
typedef enum
{
  FIELD_PREFIX,
  FIELD_RELATIVE,
  FIELD_ABSOLUTE,
  N_FIELDS,
} FieldId;

struct _StudioExportDefaults
{
  AdwPreferencesGroup parent_instance;

  AdwEntryRow *fields[N_FIELDS];
  GtkCheckButton *as_zip;
  GtkCheckButton *has_test;
  GtkCheckButton *formats[IM_N_BUNDLE_FORMATS];
  GtkCheckButton *targets[IM_N_TARGETS];
  gboolean is_filling;
};

G_DEFINE_FINAL_TYPE (StudioExportDefaults,
                     studio_export_defaults,
                     ADW_TYPE_PREFERENCES_GROUP)

/* A tolerance as it was typed; FALSE if it is none. */
static gboolean
read_number (AdwEntryRow *entry, double most, double *number)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (entry));
  char *end;

  *number = g_ascii_strtod (text, &end);

  return end != text && *end == '\0' && isfinite (*number) && *number >= 0 &&
         *number <= most;
}

/* Marks a field that is not as it has to be; its tip says what it may be. */
static void
mark (AdwEntryRow *entry, const char *problem)
{
  gtk_widget_set_tooltip_text (GTK_WIDGET (entry), problem);
  gtk_accessible_update_state (
      GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_STATE_INVALID,
      problem == NULL ? GTK_ACCESSIBLE_INVALID_FALSE : GTK_ACCESSIBLE_INVALID_TRUE, -1);
  if (problem == NULL)
    gtk_widget_remove_css_class (GTK_WIDGET (entry), "error");
  else
    gtk_widget_add_css_class (GTK_WIDGET (entry), "error");
}

/* Takes what the fields have as far as it is good. */
static void
read_fields (StudioExportDefaults *self, StudioExportChoice *choice)
{
  const char *prefix = gtk_editable_get_text (GTK_EDITABLE (self->fields[FIELD_PREFIX]));
  g_autofree char *problem = im_emit_dup_prefix_problem (prefix);
  double relative, absolute;
  gboolean is_relative = read_number (self->fields[FIELD_RELATIVE],
                                      STUDIO_EXPORT_MAX_RELATIVE, &relative);
  gboolean is_absolute = read_number (self->fields[FIELD_ABSOLUTE],
                                      STUDIO_EXPORT_MAX_ABSOLUTE, &absolute);

  mark (self->fields[FIELD_PREFIX], problem);
  mark (self->fields[FIELD_RELATIVE],
        is_relative ? NULL : _ ("Expected a number from 0 to 1, such as 1e-5"));
  mark (self->fields[FIELD_ABSOLUTE],
        is_absolute ? NULL : _ ("Expected a number from 0 to 1e6, such as 1e-3"));
  if (problem == NULL)
    {
      g_free (choice->prefix);
      choice->prefix = g_strdup (prefix);
    }
  if (is_relative)
    choice->usual.relative = relative;
  if (is_absolute)
    choice->usual.absolute = absolute;
}

/* Targets without a compiler here stay what they are. */
static void
changed_cb (StudioExportDefaults *self)
{
  g_autoptr (StudioExportChoice) choice = NULL;

  if (self->is_filling)
    return;
  choice = studio_export_choice_load ();
  read_fields (self, choice);
  choice->is_zip = gtk_check_button_get_active (self->as_zip);
  choice->has_test = gtk_check_button_get_active (self->has_test);
  for (ImBundleFormatId id = 0; id < IM_N_BUNDLE_FORMATS; id++)
    if (gtk_check_button_get_active (self->formats[id]))
      choice->left_out &= ~(1u << id);
    else
      choice->left_out |= 1u << id;
  for (ImTargetId id = 0; id < IM_N_TARGETS; id++)
    if (gtk_check_button_get_active (self->targets[id]))
      choice->targets |= 1u << id;
    else if (gtk_widget_get_sensitive (GTK_WIDGET (self->targets[id])))
      choice->targets &= ~(1u << id);
  studio_export_choice_save (choice);
}

static void
show_number (AdwEntryRow *entry, double number)
{
  g_autofree char *text = g_strdup_printf ("%g", number);

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
}

static void
show (StudioExportDefaults *self)
{
  g_autoptr (StudioExportChoice) choice = studio_export_choice_load ();

  self->is_filling = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (self->fields[FIELD_PREFIX]), choice->prefix);
  show_number (self->fields[FIELD_RELATIVE], choice->usual.relative);
  show_number (self->fields[FIELD_ABSOLUTE], choice->usual.absolute);
  gtk_check_button_set_active (self->as_zip, choice->is_zip);
  gtk_check_button_set_active (self->has_test, choice->has_test);
  for (ImBundleFormatId id = 0; id < IM_N_BUNDLE_FORMATS; id++)
    gtk_check_button_set_active (self->formats[id], (choice->left_out & 1u << id) == 0);
  for (ImTargetId id = 0; id < IM_N_TARGETS; id++)
    gtk_check_button_set_active (
        self->targets[id], (choice->targets & 1u << id) != 0 &&
                               gtk_widget_get_sensitive (GTK_WIDGET (self->targets[id])));
  for (FieldId id = 0; id < N_FIELDS; id++)
    mark (self->fields[id], NULL);
  self->is_filling = FALSE;
}

static void
reset_cb (StudioExportDefaults *self)
{
  studio_export_choice_reset ();
  show (self);
}

static void
add_field (StudioExportDefaults *self, FieldId id, const char *title)
{
  GtkWidget *entry = adw_entry_row_new ();

  self->fields[id] = ADW_ENTRY_ROW (entry);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (entry), title);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), entry);
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (changed_cb), self);
}

/* A row with a box to check. */
static GtkCheckButton *
new_check (StudioExportDefaults *self,
           const char *title,
           const char *subtitle,
           GtkWidget **row)
{
  GtkCheckButton *check = studio_export_row_new (title, subtitle, row);

  g_signal_connect_swapped (check, "toggled", G_CALLBACK (changed_cb), self);

  return check;
}

static GtkCheckButton *
add_check (StudioExportDefaults *self, const char *title)
{
  GtkWidget *row;
  GtkCheckButton *check = new_check (self, title, "", &row);

  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), row);

  return check;
}

static AdwExpanderRow *
add_expander (StudioExportDefaults *self, const char *title)
{
  GtkWidget *expander = adw_expander_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (expander), title);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), expander);

  return ADW_EXPANDER_ROW (expander);
}

static void
add_formats (StudioExportDefaults *self)
{
  AdwExpanderRow *expander = add_expander (self, _ ("Build Systems"));

  for (ImBundleFormatId id = 0; id < IM_N_BUNDLE_FORMATS; id++)
    {
      GtkWidget *row;

      self->formats[id] = new_check (self, im_bundle_format_get (id)->title,
                                     studio_export_row_describe_format (id), &row);
      adw_expander_row_add_row (expander, row);
    }
}

static void
add_targets (StudioExportDefaults *self)
{
  AdwExpanderRow *expander = add_expander (self, _ ("Compiled For"));

  for (ImTargetId id = 0; id < IM_N_TARGETS; id++)
    {
      GtkWidget *row;

      self->targets[id] = studio_export_row_new_target (id, &row);
      g_signal_connect_swapped (self->targets[id], "toggled", G_CALLBACK (changed_cb),
                                self);
      adw_expander_row_add_row (expander, row);
    }
}

static void
studio_export_defaults_class_init (StudioExportDefaultsClass *klass)
{
}

static void
studio_export_defaults_init (StudioExportDefaults *self)
{
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (self);
  GtkWidget *reset = gtk_button_new_with_mnemonic (_ ("_Reset"));

  adw_preferences_group_set_title (group, _ ("Export"));
  adw_preferences_group_set_description (
      group,
      _ ("What an export begins with: what is chosen here, or was chosen for the "
         "last one. The tolerances are for results about which their unit promises "
         "nothing; an absolute one of 0 is the smallest normal number."));
  gtk_widget_set_valign (reset, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (reset, _ ("Reset the Defaults of Exports"));
  gtk_widget_add_css_class (reset, "flat");
  g_signal_connect_object (reset, "clicked", G_CALLBACK (reset_cb), self,
                           G_CONNECT_SWAPPED);
  adw_preferences_group_set_header_suffix (group, reset);
  add_field (self, FIELD_PREFIX, _ ("Prefix of All Symbols"));
  add_field (self, FIELD_RELATIVE, _ ("Relative Tolerance of Float32"));
  add_field (self, FIELD_ABSOLUTE, _ ("Absolute Tolerance of Floats"));
  self->has_test = add_check (self, _ ("Compare C With Python"));
  self->as_zip = add_check (self, _ ("One ZIP File"));
  add_formats (self);
  add_targets (self);
  show (self);
}
