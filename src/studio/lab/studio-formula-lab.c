/* SPDX-License-Identifier: MIT */
#include "studio/lab/studio-formula-lab.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/im-file.h"
#include "studio/common/studio-accessible.h"
#include "studio/common/studio-code-page.h"
#include "studio/common/studio-fact-list.h"
#include "studio/common/studio-scene-view.h"
#include "studio/common/studio-toast-overlay.h"
#include "studio/lab/studio-formula-answer.h"
#include "studio/lab/studio-formula-facts.h"
#include "studio/lab/studio-formula-pictures.h"
#include "studio/lab/studio-formula-problems.h"
#include "studio/lab/studio-operand-row.h"
#include "studio/picture/studio-picture-export.h"

#define NARROW     760 /* pixels of a window below which its columns are one */
#define LEFT_WIDTH 420
#define PAUSE_MS   150 /* without a key, before the answer follows */
#define MARGINS    60  /* pixels around a picture in its column */

struct _StudioFormulaLab
{
  AdwWindow parent_instance;

  GtkMenuButton *examples;
  StudioToastOverlay *toasts;
  GtkWidget *save;
  AdwWindowTitle *title;
  GtkWidget *left;
  GtkViewport *left_viewport;
  GtkWidget *left_box;
  GtkBox *right_box;
  GtkWidget *separator;
  GtkLabel *spelling;
  StudioCodePage *editor;
  GtkBox *problems;
  GtkWidget *lesson;
  GtkLabel *lesson_title;
  GtkLabel *lesson_text;
  GtkWidget *correct;
  AdwPreferencesGroup *inputs;
  GtkWidget *results;
  GtkBox *facts;
  GtkWidget *fact_list;
  GtkWidget *values_frame;
  GtkLabel *values;
  StudioSceneView *mathematics;
  StudioFormulaPictures *pictures;
  StudioCodePage *code;

  GPtrArray *rows;    /* StudioOperandRow, one for each parameter */
  GHashTable *typed;  /* texts of parameters that the user has set, by name */
  gboolean are_given; /* they are those of the example */
  const ImFormulaExample *example;
  char *path;                  /* of the file that it is from, or NULL */
  char *written;               /* what stands in that file */
  char *function;              /* the function of it that is meant, or NULL */
  StudioFormulaAnswer *answer; /* the last one with a formula, or NULL */
  guint pause;                 /* a timeout */
  guint serial;                /* of the last question */
  gboolean is_narrow;
  gboolean is_setting; /* fields are set, which nobody typed */
};

G_DEFINE_FINAL_TYPE (StudioFormulaLab, studio_formula_lab, ADW_TYPE_WINDOW)

static void ask_soon (StudioFormulaLab *self);
static void ask (gpointer data);

static void
input_changed_cb (StudioOperandRow *row, StudioFormulaLab *self)
{
  const char *name = g_object_get_data (G_OBJECT (row), "name");
  const char *text = studio_operand_row_get_text (row);

  if (self->is_setting)
    return;
  if (*text == '\0')
    g_hash_table_remove (self->typed, name);
  else
    g_hash_table_insert (self->typed, g_strdup (name), g_strdup (text));
  self->are_given = FALSE;
  ask_soon (self);
}

/* `_` in a name is no mnemonic. */
static GtkWidget *
new_row (StudioFormulaLab *self, const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, "_", -1);
  g_autofree char *label = g_strjoinv ("__", parts);
  GtkWidget *row = studio_operand_row_new (label);

  g_object_set_data_full (G_OBJECT (row), "name", g_strdup (name), g_free);
  studio_operand_row_set_removable (STUDIO_OPERAND_ROW (row), FALSE);
  g_signal_connect (row, "changed", G_CALLBACK (input_changed_cb), self);

  return row;
}

static gboolean
has_rows_of (StudioFormulaLab *self, const ImFormulaLab *lab)
{
  gboolean is_same = self->rows->len == lab->n_inputs;

  for (guint i = 0; is_same && i < lab->n_inputs; i++)
    is_same = strcmp (g_object_get_data (g_ptr_array_index (self->rows, i), "name"),
                      lab->inputs[i].name) == 0;

  return is_same;
}

static void
make_rows (StudioFormulaLab *self, const ImFormulaLab *lab)
{
  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (self->inputs, g_ptr_array_index (self->rows, i));
  g_ptr_array_set_size (self->rows, 0);
  for (guint i = 0; i < lab->n_inputs; i++)
    {
      GtkWidget *row = new_row (self, lab->inputs[i].name);

      adw_preferences_group_add (self->inputs, row);
      g_ptr_array_add (self->rows, row);
    }
}

/* What nobody set follows the formula; a field in which somebody types stays. */
static void
show_inputs (StudioFormulaLab *self, const ImFormulaLab *lab)
{
  if (lab->function == NULL)
    return;
  self->is_setting = TRUE;
  if (!has_rows_of (self, lab))
    make_rows (self, lab);
  for (guint i = 0; i < lab->n_inputs; i++)
    {
      StudioOperandRow *row = g_ptr_array_index (self->rows, i);
      const ImFormulaInput *input = &lab->inputs[i];
      gboolean is_used = (gtk_widget_get_state_flags (GTK_WIDGET (row)) &
                          GTK_STATE_FLAG_FOCUS_WITHIN) != 0;

      if (input->text != NULL && !is_used &&
          strcmp (studio_operand_row_get_text (row), input->text) != 0)
        studio_operand_row_set_text (row, input->text);
      studio_operand_row_set_error (row, input->error);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->inputs), lab->n_inputs > 0);
  self->is_setting = FALSE;
}

static void
show_spelling (StudioFormulaLab *self, const ImFormulaLab *lab)
{
  static const struct
  {
    const char *name;
    const char *language;
  } spellings[] = {
    [IM_TILE_CPP] = { N_ ("as C++"), "cpp" },
    [IM_TILE_PYTHON] = { N_ ("as Python"), "python3" },
    [IM_TILE_COMPACT] = { N_ ("compact form"), "c" },
  };
  GtkSourceLanguageManager *manager = gtk_source_language_manager_get_default ();

  gtk_label_set_label (self->spelling, _ (spellings[lab->file->spelling].name));
  gtk_source_buffer_set_language (
      GTK_SOURCE_BUFFER (studio_code_page_get_buffer (self->editor)),
      gtk_source_language_manager_get_language (manager,
                                                spellings[lab->file->spelling].language));
}

static void
show_results (StudioFormulaLab *self, StudioFormulaAnswer *answer)
{
  studio_scene_view_set_scene (self->mathematics,
                               g_steal_pointer (&answer->drawing.mathematics));
  studio_formula_pictures_show (self->pictures, answer->lab->formula, &answer->drawing);
  studio_fact_list_update (STUDIO_FACT_LIST (self->fact_list),
                           studio_facts_of_formula (answer->lab));
  gtk_widget_set_visible (self->values_frame, answer->values != NULL);
  gtk_label_set_label (self->values, answer->values == NULL ? "" : answer->values);
  studio_code_page_set_text (self->code, answer->c);
}

/* What is shown of the last formula that could be computed is marked as such. */
static void
set_stale (StudioFormulaLab *self, gboolean is_stale)
{
  if (is_stale)
    gtk_widget_add_css_class (self->results, "stale");
  else
    gtk_widget_remove_css_class (self->results, "stale");
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "lab.export", !is_stale);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "lab.copy", !is_stale);
}

static void
ask_now (StudioFormulaLab *self)
{
  g_clear_handle_id (&self->pause, g_source_remove);
  ask (self);
}

/* Inputs of an example do not stand in the way of another formula. */
static gboolean
drop_inputs (StudioFormulaLab *self, const ImFormulaLab *lab)
{
  if (!self->are_given || lab->function == NULL || lab->formula != NULL ||
      gtk_widget_get_visible (self->lesson))
    return FALSE;
  self->are_given = FALSE;
  g_hash_table_remove_all (self->typed);
  ask_now (self);

  return TRUE;
}

typedef struct
{
  StudioFormulaLab *lab;
  guint serial;
} Asked;

static void
answered_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autofree Asked *asked = data;
  g_autoptr (StudioFormulaLab) self = asked->lab;
  g_autoptr (StudioFormulaAnswer) answer = studio_formula_answer_finish (result);

  if (self->editor == NULL || asked->serial != self->serial ||
      drop_inputs (self, answer->lab))
    return;
  show_spelling (self, answer->lab);
  studio_formula_problems_show (self->problems, self->editor, answer->lab->diagnostics);
  show_inputs (self, answer->lab);
  set_stale (self, answer->lab->formula == NULL);
  if (answer->lab->formula == NULL)
    return;
  show_results (self, answer);
  g_clear_pointer (&self->answer, studio_formula_answer_free);
  self->answer = g_steal_pointer (&answer);
}

static double
get_picture_width (StudioFormulaLab *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self)), height = 0;

  if (width == 0)
    gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);

  return width - (self->is_narrow ? 0 : LEFT_WIDTH) - MARGINS;
}

static void
ask (gpointer data)
{
  StudioFormulaLab *self = data;
  g_autofree char *text = studio_code_page_dup_text (self->editor);
  StudioFormulaQuestion question = { .text = text,
                                     .function = self->function,
                                     .inputs = self->typed,
                                     .choice = studio_formula_pictures_get_choice (
                                         self->pictures),
                                     .width = get_picture_width (self) };
  Asked *asked = g_new0 (Asked, 1);

  self->pause = 0;
  *asked = (Asked){ g_object_ref (self), ++self->serial };
  studio_formula_answer_async (&question, answered_cb, asked);
}

static void
ask_soon (StudioFormulaLab *self)
{
  g_clear_handle_id (&self->pause, g_source_remove);
  self->pause = g_timeout_add_once (PAUSE_MS, ask, self);
}

/* An example explains itself as long as its text, or what is right, stands there. */
static void
show_lesson (StudioFormulaLab *self)
{
  g_autofree char *text = studio_code_page_dup_text (self->editor);
  const ImFormulaExample *example = self->example;
  gboolean is_original = example != NULL && strcmp (text, example->text) == 0;
  gboolean is_corrected = example != NULL && g_strcmp0 (text, example->corrected) == 0;

  gtk_widget_set_visible (self->lesson, is_original || is_corrected);
  gtk_widget_set_visible (self->correct, is_original && example->corrected != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "lab.correct",
                                 is_original && example->corrected != NULL);
}

static gboolean
is_modified (StudioFormulaLab *self)
{
  g_autofree char *text = studio_code_page_dup_text (self->editor);

  return self->path != NULL && strcmp (text, self->written) != 0;
}

static void
text_changed_cb (StudioFormulaLab *self)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "lab.save", is_modified (self));
  studio_formula_pictures_forget_pair (self->pictures);
  show_lesson (self);
  ask_soon (self);
}

static void
set_text (StudioFormulaLab *self, const char *text)
{
  GtkTextBuffer *buffer = studio_code_page_get_buffer (self->editor);

  studio_formula_replace (self->editor, 0, gtk_text_buffer_get_char_count (buffer), text);
}

/* A text that is replaced leaves the cursor behind its end, and the view there. */
static void
show_first_line (StudioFormulaLab *self)
{
  GtkTextBuffer *buffer = studio_code_page_get_buffer (self->editor);
  GtkTextIter start;

  gtk_text_buffer_get_start_iter (buffer, &start);
  gtk_text_buffer_place_cursor (buffer, &start);
  gtk_text_view_scroll_to_mark (GTK_TEXT_VIEW (studio_code_page_get_view (self->editor)),
                                gtk_text_buffer_get_insert (buffer), 0.0, TRUE, 0.0, 0.0);
}

static void
show_example (StudioFormulaLab *self, const ImFormulaExample *example)
{
  g_hash_table_remove_all (self->typed);
  for (guint i = 0; example->inputs[i] != NULL; i++)
    {
      const char *value = strchr (example->inputs[i], '=') + 1;

      g_hash_table_insert (
          self->typed,
          g_strndup (example->inputs[i], (gsize) (value - example->inputs[i] - 1)),
          g_strdup (value));
    }
  self->are_given = TRUE;
  self->example = example;
  gtk_label_set_label (self->lesson_title, _ (example->title));
  gtk_label_set_label (self->lesson_text, _ (example->explanation));
  set_text (self, example->text);
  show_first_line (self);
  show_lesson (self);
  ask_now (self);
}

/* The formula of a unit. What is tried there is what is tried here. */
static void
show_origin (StudioFormulaLab *self, const StudioFormulaOrigin *origin)
{
  g_autofree char *name = g_path_get_basename (origin->path);
  /* Translators: the name of a file, and of the unit that it belongs to. */
  g_autofree char *subtitle = g_strdup_printf (_ ("%s of %s"), name, origin->title);
  GHashTableIter iter;
  gpointer parameter, text;

  self->path = g_strdup (origin->path);
  self->written = g_strdup (origin->text);
  self->function = g_strdup (origin->function);
  g_hash_table_iter_init (&iter, origin->inputs);
  while (g_hash_table_iter_next (&iter, &parameter, &text))
    g_hash_table_insert (self->typed, g_strdup (parameter), g_strdup (text));
  adw_window_title_set_subtitle (self->title, subtitle);
  gtk_widget_set_visible (GTK_WIDGET (self->examples), FALSE);
  gtk_widget_set_visible (self->save, TRUE);
  set_text (self, origin->text);
  show_first_line (self);
  ask_now (self);
}

/* Whoever has changed the file since is not overwritten. */
static gboolean
save (StudioFormulaLab *self)
{
  g_autofree char *text = studio_code_page_dup_text (self->editor);
  g_autofree char *name = g_path_get_basename (self->path);
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (GBytes) expected = g_bytes_new (self->written, strlen (self->written));
  g_autoptr (GError) error = NULL;
  g_autofree char *message = NULL;
  gboolean is_written = im_file_write_atomically (self->path, bytes, expected, &error);

  if (is_written)
    {
      g_free (self->written);
      self->written = g_steal_pointer (&text);
      gtk_widget_action_set_enabled (GTK_WIDGET (self), "lab.save", FALSE);
      message = g_strdup_printf (_ ("Saved “%s”"), name);
    }
  studio_toast_overlay_show (self->toasts, is_written ? message : error->message);

  return is_written;
}

static void
save_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  save (STUDIO_FORMULA_LAB (widget));
}

static void
answer_cb (AdwMessageDialog *dialog, const char *answer, StudioFormulaLab *self)
{
  if (strcmp (answer, "discard") == 0 || (strcmp (answer, "save") == 0 && save (self)))
    gtk_window_destroy (GTK_WINDOW (self));
}

/* What belongs to a unit is not lost with the window. */
static gboolean
studio_formula_lab_close_request (GtkWindow *window)
{
  StudioFormulaLab *self = STUDIO_FORMULA_LAB (window);
  g_autofree char *name = NULL;
  GtkWidget *dialog;

  if (!is_modified (self))
    return GTK_WINDOW_CLASS (studio_formula_lab_parent_class)->close_request (window);

  name = g_path_get_basename (self->path);
  dialog = adw_message_dialog_new (window, _ ("Save Changes?"), NULL);
  adw_message_dialog_format_body (ADW_MESSAGE_DIALOG (dialog),
                                  /* Translators: %s is the name of a file. */
                                  _ ("The formula of “%s” has changes that are not "
                                     "saved."),
                                  name);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"),
                                    "discard", _ ("_Discard"), "save", _ ("_Save"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "discard",
                                              ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "save",
                                              ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "save");
  g_signal_connect_object (dialog, "response", G_CALLBACK (answer_cb), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));

  return TRUE;
}

static void
focus_editor (gpointer data)
{
  g_autoptr (StudioFormulaLab) self = data;

  if (self->editor != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (studio_code_page_get_view (self->editor)));
}

/* The menu takes the focus with it when it closes, behind this. */
static void
example_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  guint n;
  const ImFormulaExample *examples = im_formula_lab_get_examples (&n);
  guint32 i = g_variant_get_uint32 (parameter);

  if (i < n)
    show_example (STUDIO_FORMULA_LAB (widget), &examples[i]);
  g_idle_add_once (focus_editor, g_object_ref (widget));
}

static void
correct_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioFormulaLab *self = STUDIO_FORMULA_LAB (widget);

  set_text (self, self->example->corrected);
  ask_now (self);
  focus_editor (g_object_ref (self));
}

static void
export_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioFormulaLab *self = STUDIO_FORMULA_LAB (widget);
  ImScene *scene = self->answer == NULL ? NULL
                                        : studio_formula_answer_draw (self->answer);

  if (scene != NULL)
    studio_picture_export (widget, scene, "formula");
}

static void
copy_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioFormulaLab *self = STUDIO_FORMULA_LAB (widget);

  if (self->answer != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), self->answer->c);
}

static void
manual_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_action_group_activate_action (G_ACTION_GROUP (g_application_get_default ()), "manual",
                                  NULL);
}

/* Side by side each column scrolls; where there is no room, the left one stands above
 * what is in the right one. */
static void
arrange (StudioFormulaLab *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  g_autoptr (GtkWidget) box = g_object_ref (self->left_box);

  if (self->is_narrow)
    {
      gtk_viewport_set_child (self->left_viewport, NULL);
      gtk_box_prepend (self->right_box, box);
    }
  else
    {
      gtk_box_remove (self->right_box, box);
      gtk_viewport_set_child (self->left_viewport, box);
    }
  gtk_widget_set_visible (self->left, !self->is_narrow);
  gtk_widget_set_visible (self->separator, !self->is_narrow);
  if (focus != NULL)
    gtk_widget_grab_focus (focus);
}

static void
fold (gpointer data)
{
  g_autoptr (StudioFormulaLab) self = data;
  gboolean is_narrow = gtk_widget_get_width (GTK_WIDGET (self)) < NARROW;

  if (self->editor == NULL)
    return;
  if (is_narrow != self->is_narrow)
    {
      self->is_narrow = is_narrow;
      arrange (self);
    }
  ask_soon (self);
}

/* The width changes while sizes are given, when no size may change. */
static void
resized_cb (StudioFormulaLab *self)
{
  g_idle_add_once (fold, g_object_ref (self));
}

static void
studio_formula_lab_dispose (GObject *object)
{
  StudioFormulaLab *self = STUDIO_FORMULA_LAB (object);

  g_clear_handle_id (&self->pause, g_source_remove);
  self->serial++;
  G_OBJECT_CLASS (studio_formula_lab_parent_class)->dispose (object);
}

static void
studio_formula_lab_finalize (GObject *object)
{
  StudioFormulaLab *self = STUDIO_FORMULA_LAB (object);

  g_free (self->path);
  g_free (self->written);
  g_free (self->function);
  studio_formula_answer_free (self->answer);
  g_ptr_array_unref (self->rows);
  g_hash_table_unref (self->typed);
  G_OBJECT_CLASS (studio_formula_lab_parent_class)->finalize (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaLab, examples);
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaLab, save);
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaLab, title);
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaLab, toasts);
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaLab, left);
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaLab, left_viewport);
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaLab, left_box);
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaLab, right_box);
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaLab, separator);
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaLab, spelling);
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaLab, editor);
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaLab, problems);
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaLab, lesson);
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaLab, lesson_title);
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaLab, lesson_text);
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaLab, correct);
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaLab, inputs);
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaLab, results);
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaLab, facts);
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaLab, values_frame);
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaLab, values);
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaLab, mathematics);
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaLab, pictures);
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaLab, code);
}

static void
add_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "lab.example", "u", example_action);
  gtk_widget_class_install_action (widget_class, "lab.correct", NULL, correct_action);
  gtk_widget_class_install_action (widget_class, "lab.export", NULL, export_action);
  gtk_widget_class_install_action (widget_class, "lab.save", NULL, save_action);
  gtk_widget_class_install_action (widget_class, "lab.copy", NULL, copy_action);
  gtk_widget_class_install_action (widget_class, "lab.manual", NULL, manual_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_s, GDK_CONTROL_MASK,
                                       "lab.save", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_p, GDK_CONTROL_MASK,
                                       "lab.export", NULL);
  gtk_widget_class_add_binding_action (
      widget_class, GDK_KEY_c, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "lab.copy", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F1, 0, "lab.manual", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_w, GDK_CONTROL_MASK,
                                       "window.close", NULL);
}

static void
studio_formula_lab_class_init (StudioFormulaLabClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_formula_lab_dispose;
  G_OBJECT_CLASS (klass)->finalize = studio_formula_lab_finalize;
  GTK_WINDOW_CLASS (klass)->close_request = studio_formula_lab_close_request;
  g_type_ensure (STUDIO_TYPE_SCENE_VIEW);
  g_type_ensure (STUDIO_TYPE_CODE_PAGE);
  g_type_ensure (STUDIO_TYPE_FORMULA_PICTURES);
  g_type_ensure (STUDIO_TYPE_TOAST_OVERLAY);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-formula-lab.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, ask_now);
  add_actions (widget_class);
}

static void
add_examples (StudioFormulaLab *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  guint n;
  const ImFormulaExample *examples = im_formula_lab_get_examples (&n);

  for (gint is_mistake = 1; is_mistake >= 0; is_mistake--)
    {
      g_autoptr (GMenu) section = g_menu_new ();

      for (guint i = 0; i < n; i++)
        {
          g_autofree char *action = g_strdup_printf ("lab.example(uint32 %u)", i);

          if (examples[i].is_mistake == is_mistake)
            g_menu_append (section, _ (examples[i].title), action);
        }
      g_menu_append_section (menu, is_mistake ? _ ("Mistakes") : _ ("Formulas"),
                             G_MENU_MODEL (section));
    }
  gtk_menu_button_set_menu_model (self->examples, G_MENU_MODEL (menu));
}

static void
studio_formula_lab_init (StudioFormulaLab *self)
{
  self->rows = g_ptr_array_new ();
  self->typed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  gtk_widget_init_template (GTK_WIDGET (self));
  studio_accessible_name_menu_buttons (GTK_WIDGET (self));
  self->fact_list = studio_fact_list_new (_ ("Result"));
  gtk_box_append (self->facts, self->fact_list);
  studio_code_page_set_language (self->code, "c", _ ("C code of the formula"));
  studio_code_page_set_language (self->editor, "python3", _ ("Formula"));
  studio_code_page_set_editable (self->editor, TRUE);
  g_signal_connect_object (studio_code_page_get_buffer (self->editor), "changed",
                           G_CALLBACK (text_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "notify::default-width", G_CALLBACK (resized_cb), NULL);
  add_examples (self);
  gtk_widget_set_size_request (self->left, LEFT_WIDTH, -1);
}

void
studio_formula_lab_present (GtkWindow *parent, const StudioFormulaOrigin *origin)
{
  StudioFormulaLab *self = g_object_new (STUDIO_TYPE_FORMULA_LAB, "transient-for", parent,
                                         NULL);
  guint n;

  if (origin != NULL)
    show_origin (self, origin);
  else
    show_example (self, &im_formula_lab_get_examples (&n)[0]);
  focus_editor (g_object_ref (self));
  gtk_window_present (GTK_WINDOW (self));
}
