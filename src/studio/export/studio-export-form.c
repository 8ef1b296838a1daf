/* SPDX-License-Identifier: MIT */
#include "studio/export/studio-export-form.h"

#include <glib/gi18n.h>

#include "bundle/im-export.h"
#include "emit/im-emit-names.h"
#include "studio/export/studio-export-memory.h"
#include "studio/export/studio-export-row.h"
#include "studio/export/studio-export-sizes.h"
#include "studio/export/studio-section.h"

/* A field with the row below it that says what is wrong with it. */
typedef struct
{
  AdwEntryRow *entry;
  GtkWidget *row;
  GtkLabel *label;
} Field;

typedef enum
{
  FIELD_NAME,
  FIELD_PREFIX,
  FIELD_PATH,
  FIELD_RECORDING,
  N_FIELDS,
} FieldId;

struct _StudioExportForm
{
  AdwBin parent_instance;

  GtkWidget *trouble;
  GtkLabel *trouble_text;
  AdwPreferencesGroup *bundle_group;
  AdwPreferencesGroup *format_group;
  AdwPreferencesGroup *target_group;
  AdwPreferencesGroup *test_group;
  GtkSwitch *as_zip;
  GtkSwitch *has_test;
  StudioExportMemory *memory;
  StudioExportSizes *sizes;
  StudioSection *section;

  Field fields[N_FIELDS];
  GtkCheckButton *formats[IM_N_BUNDLE_FORMATS];
  GtkCheckButton *targets[IM_N_TARGETS];
  char *folder;           /* that the bundle goes into */
  gboolean has_own_path;  /* whether somebody typed or chose the path */
  gboolean is_filling;    /* whether the page itself changes fields */
  char *name;             /* that was suggested last */
  ImUsualTolerance usual; /* of the comparison, from the preferences */
  gboolean has_trouble;   /* whether the pipeline cannot be exported */
};

G_DEFINE_FINAL_TYPE (StudioExportForm, studio_export_form, ADW_TYPE_BIN)

enum
{
  SIZES_CHANGED,
  SECTION_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static const char *
get_text (StudioExportForm *self, FieldId id)
{
  return gtk_editable_get_text (GTK_EDITABLE (self->fields[id].entry));
}

static void
set_text (StudioExportForm *self, FieldId id, const char *text)
{
  self->is_filling = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (self->fields[id].entry), text);
  self->is_filling = FALSE;
}

/* A message of the library begins a sentence here. */
static char *
dup_sentence (const char *message)
{
  char *sentence = g_strdup (message);

  *sentence = g_ascii_toupper (*sentence);
  return sentence;
}

/* Shows what is wrong with a field; NULL if nothing is. */
static void
set_problem (Field *field, const char *problem)
{
  GtkAccessible *entry = GTK_ACCESSIBLE (field->entry);
  g_autofree char *sentence = dup_sentence (problem == NULL ? "" : problem);

  gtk_widget_set_visible (field->row, problem != NULL);
  gtk_label_set_label (field->label, sentence);
  gtk_accessible_update_state (
      entry, GTK_ACCESSIBLE_STATE_INVALID,
      problem == NULL ? GTK_ACCESSIBLE_INVALID_FALSE : GTK_ACCESSIBLE_INVALID_TRUE, -1);
  if (problem == NULL)
    {
      gtk_widget_remove_css_class (GTK_WIDGET (field->entry), "error");
      return;
    }
  gtk_widget_add_css_class (GTK_WIDGET (field->entry), "error");
  gtk_accessible_update_relation (entry, GTK_ACCESSIBLE_RELATION_ERROR_MESSAGE,
                                  field->label, -1);
}

/* What a path typed by somebody stands for. */
static char *
dup_full_path (const char *text)
{
  if (g_str_has_prefix (text, "~/"))
    return g_build_filename (g_get_home_dir (), text + 2, NULL);

  return g_strdup (text);
}

static char *
dup_path_problem (StudioExportForm *self)
{
  g_autofree char *path = dup_full_path (get_text (self, FIELD_PATH));

  if (*path == '\0')
    return g_strdup (_ ("Choose where the bundle goes"));
  if (!g_path_is_absolute (path))
    return g_strdup (_ ("Expected a path from the root of all folders, or one that "
                        "begins with ~/ for your home folder"));

  return NULL;
}

static char *
dup_recording_problem (StudioExportForm *self)
{
  g_autofree char *path = dup_full_path (get_text (self, FIELD_RECORDING));

  if (*path == '\0' || !gtk_switch_get_active (self->has_test) ||
      g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return NULL;

  return g_strdup (_ ("There is no such file; expected a WAV or CSV file, or nothing for "
                      "random frames"));
}

static gboolean
check (StudioExportForm *self, FieldId id)
{
  g_autofree char *problem = NULL;

  if (id == FIELD_NAME)
    problem = im_emit_dup_name_problem (get_text (self, id));
  else if (id == FIELD_PREFIX)
    problem = im_emit_dup_prefix_problem (get_text (self, id));
  else if (id == FIELD_PATH)
    problem = dup_path_problem (self);
  else
    problem = dup_recording_problem (self);
  set_problem (&self->fields[id], problem);

  return problem == NULL;
}

/* Until somebody says where the bundle goes it is called like its files. */
static void
suggest_path (StudioExportForm *self)
{
  g_autofree char *base = g_strdup_printf ("%s-firmware%s", get_text (self, FIELD_NAME),
                                           gtk_switch_get_active (self->as_zip) ? ".zip"
                                                                                : "");
  g_autofree char *path = NULL;

  if (self->has_own_path || self->folder == NULL)
    return;
  path = g_build_filename (self->folder, base, NULL);
  set_text (self, FIELD_PATH, path);
}

static void
changed_cb (GtkEditable *editable, StudioExportForm *self)
{
  for (FieldId id = 0; id < N_FIELDS; id++)
    if (GTK_EDITABLE (self->fields[id].entry) == editable)
      {
        if (id == FIELD_PATH && !self->is_filling)
          self->has_own_path = TRUE;
        check (self, id);
        if (id == FIELD_NAME)
          suggest_path (self);
      }
}

/* The path of a ZIP file ends in .zip, that of a folder does not. */
static void
zip_cb (StudioExportForm *self)
{
  gboolean as_zip = gtk_switch_get_active (self->as_zip);
  const char *text = get_text (self, FIELD_PATH);
  g_autofree char *path = g_strdup (text);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->fields[FIELD_PATH].entry),
                                 as_zip ? _ ("ZIP File") : _ ("Folder"));
  if (as_zip && *path != '\0')
    {
      g_autofree char *zip = im_export_dup_path (path, TRUE);

      set_text (self, FIELD_PATH, zip);
    }
  else if (!as_zip && g_str_has_suffix (path, ".zip"))
    {
      path[strlen (path) - strlen (".zip")] = '\0';
      set_text (self, FIELD_PATH, path);
    }
}

static void
test_cb (StudioExportForm *self)
{
  gtk_widget_set_sensitive (GTK_WIDGET (self->fields[FIELD_RECORDING].entry),
                            gtk_switch_get_active (self->has_test));
  check (self, FIELD_RECORDING);
}

/* Takes the file that was chosen. A bundle goes into a folder of its own. */
static void
chosen_cb (GtkNativeDialog *dialog, int response, StudioExportForm *self)
{
  FieldId id = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (dialog), "field"));
  g_autoptr (GFile) file = NULL;
  g_autofree char *path = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  path = file == NULL ? NULL : g_file_get_path (file);
  if (path != NULL && id == FIELD_PATH && !gtk_switch_get_active (self->as_zip))
    {
      g_free (self->folder);
      self->folder = g_steal_pointer (&path);
      self->has_own_path = FALSE;
      suggest_path (self);
    }
  else if (path != NULL)
    gtk_editable_set_text (GTK_EDITABLE (self->fields[id].entry), path);
  g_object_unref (dialog);
}

static void
choose (StudioExportForm *self,
        FieldId id,
        const char *title,
        GtkFileChooserAction action,
        const char *accept)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      title, GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), action, accept,
      _ ("_Cancel"));

  g_object_set_data (G_OBJECT (dialog), "field", GUINT_TO_POINTER (id));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect_object (dialog, "response", G_CALLBACK (chosen_cb), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
choose_path_cb (StudioExportForm *self)
{
  if (gtk_switch_get_active (self->as_zip))
    choose (self, FIELD_PATH, _ ("ZIP File"), GTK_FILE_CHOOSER_ACTION_SAVE,
            _ ("_Choose"));
  else
    choose (self, FIELD_PATH, _ ("Folder for the Bundle"),
            GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _ ("_Choose"));
}

static void
choose_recording_cb (StudioExportForm *self)
{
  choose (self, FIELD_RECORDING, _ ("Recording"), GTK_FILE_CHOOSER_ACTION_OPEN,
          _ ("_Open"));
}

static void
add_field (StudioExportForm *self,
           FieldId id,
           AdwPreferencesGroup *group,
           const char *title,
           GCallback chooser)
{
  Field *field = &self->fields[id];
  GtkWidget *label = gtk_label_new (NULL);

  field->entry = ADW_ENTRY_ROW (adw_entry_row_new ());
  field->label = GTK_LABEL (label);
  field->row = g_object_new (ADW_TYPE_PREFERENCES_ROW, "activatable", FALSE, "focusable",
                             FALSE, "visible", FALSE, "child", label, NULL);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (field->entry), title);
  gtk_label_set_wrap (field->label, TRUE);
  gtk_label_set_xalign (field->label, 0);
  gtk_widget_add_css_class (label, "error");
  gtk_widget_add_css_class (label, "export-message");
  if (chooser != NULL)
    {
      GtkWidget *button = gtk_button_new_from_icon_name ("document-open-symbolic");

      gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
      gtk_widget_set_tooltip_text (button, _ ("Choose…"));
      gtk_accessible_update_property (GTK_ACCESSIBLE (button),
                                      GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Choose…"), -1);
      gtk_widget_add_css_class (button, "flat");
      g_signal_connect_swapped (button, "clicked", chooser, self);
      adw_entry_row_add_suffix (field->entry, button);
    }
  adw_preferences_group_add (group, GTK_WIDGET (field->entry));
  adw_preferences_group_add (group, field->row);
  g_signal_connect (field->entry, "changed", G_CALLBACK (changed_cb), self);
}

static void
add_formats (StudioExportForm *self)
{
  for (ImBundleFormatId id = 0; id < IM_N_BUNDLE_FORMATS; id++)
    {
      GtkWidget *row;

      self->formats[id] = studio_export_row_new (
          im_bundle_format_get (id)->title, studio_export_row_describe_format (id), &row);
      adw_preferences_group_add (self->format_group, row);
    }
}

static void
add_targets (StudioExportForm *self)
{
  for (ImTargetId id = 0; id < IM_N_TARGETS; id++)
    {
      GtkWidget *row;

      self->targets[id] = studio_export_row_new_target (id, &row);
      adw_preferences_group_add (self->target_group, row);
    }
}

void
studio_export_form_set_choice (StudioExportForm *self,
                               const StudioExportChoice *choice,
                               const char *folder)
{
  g_return_if_fail (STUDIO_IS_EXPORT_FORM (self));

  g_free (self->folder);
  self->folder = g_strdup (choice->path != NULL ? choice->path : folder);
  self->usual = choice->usual;
  set_text (self, FIELD_PREFIX, choice->prefix);
  gtk_switch_set_active (self->as_zip, choice->is_zip);
  gtk_switch_set_active (self->has_test, choice->has_test);
  for (ImBundleFormatId id = 0; id < IM_N_BUNDLE_FORMATS; id++)
    gtk_check_button_set_active (self->formats[id], (choice->left_out & 1u << id) == 0);
  for (ImTargetId id = 0; id < IM_N_TARGETS; id++)
    gtk_check_button_set_active (
        self->targets[id], (choice->targets & 1u << id) != 0 &&
                               gtk_widget_get_sensitive (GTK_WIDGET (self->targets[id])));
}

/* Says why there is no export, with the first thing that is wrong. */
static void
show_trouble (StudioExportForm *self, const ImDiagnostics *problems)
{
  guint n_errors = im_diagnostics_count (problems, IM_SEVERITY_ERROR);
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (
      text,
      ngettext ("The pipeline has %u problem and cannot be exported until it is solved:",
                "The pipeline has %u problems and cannot be exported until they are "
                "solved. The first one:",
                n_errors),
      n_errors);
  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (problems, i);

      if (problem->severity != IM_SEVERITY_ERROR)
        continue;
      g_string_append_printf (text, "\n%s", problem->message);
      break;
    }
  gtk_label_set_label (self->trouble_text, text->str);
}

static void
section_cb (StudioExportForm *self)
{
  g_signal_emit (self, signals[SECTION_CHANGED], 0);
}

static void
sizes_cb (StudioExportForm *self)
{
  g_signal_emit (self, signals[SIZES_CHANGED], 0);
}

gboolean
studio_export_form_fill_sizes (StudioExportForm *self, GArray *inputs)
{
  g_return_val_if_fail (STUDIO_IS_EXPORT_FORM (self), FALSE);

  return studio_export_sizes_fill (self->sizes, inputs);
}

/* The files are called as what is exported, until somebody calls them otherwise. */
static void
suggest_name (StudioExportForm *self, const ImSnapshot *snapshot)
{
  g_autofree char *name = snapshot->program == NULL
                              ? NULL
                              : im_emit_dup_default_name (snapshot->program->unit);

  if (name == NULL ||
      (self->name != NULL && !g_str_equal (self->name, get_text (self, FIELD_NAME))))
    return;
  set_text (self, FIELD_NAME, name);
  suggest_path (self);
  g_free (self->name);
  self->name = g_steal_pointer (&name);
}

void
studio_export_form_choose_section (StudioExportForm *self,
                                   const char *from,
                                   const char *to)
{
  g_return_if_fail (STUDIO_IS_EXPORT_FORM (self));

  studio_section_choose (self->section, from, to);
}

const char *
studio_export_form_get_from (StudioExportForm *self)
{
  g_return_val_if_fail (STUDIO_IS_EXPORT_FORM (self), NULL);

  return studio_section_get_from (self->section);
}

const char *
studio_export_form_get_to (StudioExportForm *self)
{
  g_return_val_if_fail (STUDIO_IS_EXPORT_FORM (self), NULL);

  return studio_section_get_to (self->section);
}

void
studio_export_form_set_snapshot (StudioExportForm *self, const ImSnapshot *snapshot)
{
  g_return_if_fail (STUDIO_IS_EXPORT_FORM (self));

  suggest_name (self, snapshot);
  studio_section_set_program (self->section, snapshot->whole);
  if (im_snapshot_misses_sizes (snapshot))
    studio_export_sizes_ask (self->sizes, snapshot->whole);
  self->has_trouble = snapshot->plan == NULL && !im_snapshot_misses_sizes (snapshot);
  if (self->has_trouble)
    show_trouble (self, snapshot->diagnostics);
  gtk_widget_set_visible (self->trouble, self->has_trouble);
  studio_export_memory_set_plan (self->memory, snapshot->plan);
}

const char *
studio_export_form_get_trouble (StudioExportForm *self)
{
  g_return_val_if_fail (STUDIO_IS_EXPORT_FORM (self), NULL);

  return self->has_trouble ? gtk_label_get_label (self->trouble_text) : NULL;
}

StudioExportChoice *
studio_export_form_dup_choice (StudioExportForm *self)
{
  StudioExportChoice choice = { NULL };
  g_autofree char *path = dup_full_path (get_text (self, FIELD_PATH));
  g_autofree char *recording = dup_full_path (get_text (self, FIELD_RECORDING));

  g_return_val_if_fail (STUDIO_IS_EXPORT_FORM (self), NULL);

  if (!studio_export_sizes_check (self->sizes))
    return NULL;
  for (FieldId id = 0; id < N_FIELDS; id++)
    if (!check (self, id))
      {
        gtk_widget_grab_focus (GTK_WIDGET (self->fields[id].entry));
        return NULL;
      }
  choice.name = (char *) get_text (self, FIELD_NAME);
  choice.prefix = (char *) get_text (self, FIELD_PREFIX);
  choice.path = path;
  choice.recording = *recording == '\0' ? NULL : recording;
  choice.is_zip = gtk_switch_get_active (self->as_zip);
  choice.has_test = gtk_switch_get_active (self->has_test);
  choice.usual = self->usual;
  for (ImBundleFormatId id = 0; id < IM_N_BUNDLE_FORMATS; id++)
    if (!gtk_check_button_get_active (self->formats[id]))
      choice.left_out |= 1u << id;
  for (ImTargetId id = 0; id < IM_N_TARGETS; id++)
    if (gtk_check_button_get_active (self->targets[id]))
      choice.targets |= 1u << id;

  return studio_export_choice_copy (&choice);
}

void
studio_export_form_refuse_path (StudioExportForm *self, const char *message)
{
  g_return_if_fail (STUDIO_IS_EXPORT_FORM (self));

  set_problem (&self->fields[FIELD_PATH], message);
  gtk_widget_grab_focus (GTK_WIDGET (self->fields[FIELD_PATH].entry));
}

static void
studio_export_form_finalize (GObject *object)
{
  g_free (STUDIO_EXPORT_FORM (object)->folder);
  g_free (STUDIO_EXPORT_FORM (object)->name);
  G_OBJECT_CLASS (studio_export_form_parent_class)->finalize (object);
}

static void
studio_export_form_class_init (StudioExportFormClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = studio_export_form_finalize;
  /* A size of an input that is missing has another value. */
  signals[SIZES_CHANGED] = g_signal_new ("sizes-changed", STUDIO_TYPE_EXPORT_FORM,
                                         G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 0);
  /* Another part of the pipeline is wanted. */
  signals[SECTION_CHANGED] = g_signal_new ("section-changed", STUDIO_TYPE_EXPORT_FORM,
                                           G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                           G_TYPE_NONE, 0);
  g_type_ensure (STUDIO_TYPE_SECTION);
  g_type_ensure (STUDIO_TYPE_EXPORT_MEMORY);
  g_type_ensure (STUDIO_TYPE_EXPORT_SIZES);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-export-form.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioExportForm, trouble);
  gtk_widget_class_bind_template_child (widget_class, StudioExportForm, trouble_text);
  gtk_widget_class_bind_template_child (widget_class, StudioExportForm, bundle_group);
  gtk_widget_class_bind_template_child (widget_class, StudioExportForm, format_group);
  gtk_widget_class_bind_template_child (widget_class, StudioExportForm, target_group);
  gtk_widget_class_bind_template_child (widget_class, StudioExportForm, test_group);
  gtk_widget_class_bind_template_child (widget_class, StudioExportForm, as_zip);
  gtk_widget_class_bind_template_child (widget_class, StudioExportForm, has_test);
  gtk_widget_class_bind_template_child (widget_class, StudioExportForm, memory);
  gtk_widget_class_bind_template_child (widget_class, StudioExportForm, sizes);
  gtk_widget_class_bind_template_child (widget_class, StudioExportForm, section);
  gtk_widget_class_bind_template_callback (widget_class, zip_cb);
  gtk_widget_class_bind_template_callback (widget_class, test_cb);
}

static void
studio_export_form_init (StudioExportForm *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  add_field (self, FIELD_PATH, self->bundle_group, _ ("Folder"),
             G_CALLBACK (choose_path_cb));
  add_field (self, FIELD_NAME, self->bundle_group, _ ("Name of the Files"), NULL);
  add_field (self, FIELD_PREFIX, self->bundle_group, _ ("Prefix of All Symbols"), NULL);
  add_field (self, FIELD_RECORDING, self->test_group,
             _ ("Recording (WAV or CSV), Empty for Random Frames"),
             G_CALLBACK (choose_recording_cb));
  add_formats (self);
  add_targets (self);
  g_signal_connect_object (self->section, "changed", G_CALLBACK (section_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->sizes, "changed", G_CALLBACK (sizes_cb), self,
                           G_CONNECT_SWAPPED);
}
