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
#include "studio/lab/studio-formula-inputs.h"
#include "studio/lab/studio-formula-pictures.h"
#include "studio/lab/studio-formula-problems.h"
#include "studio/picture/studio-picture-export.h"
#include "studio/units/studio-new-unit.h"

#define NARROW     760 /* pixels of a window below which its columns are one */
#define LEFT_WIDTH 420
#define PAUSE_MS   150 /* without a key, before somebody is told what is wrong */
#define MARGINS    60  /* pixels around a picture in its column */

struct _StudioFormulaLab
{
  AdwWindow parent_instance;

  GtkMenuButton *examples;
  StudioToastOverlay *toasts;
  GtkWidget *save;
  GtkWidget *save_unit;
  AdwWindowTitle *title;
  GtkScrolledWindow *columns;
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
  StudioFormulaInputs *inputs;
  GtkWidget *results;
  GtkBox *facts;
  GtkWidget *fact_list;
  GtkWidget *values_frame;
  GtkLabel *values;
  StudioSceneView *mathematics;
  StudioFormulaPictures *pictures;
  StudioCodePage *code;

  gboolean are_given; /* the inputs are those of the example */
  const ImFormulaExample *example;
  char *path;                  /* of the file that it is from, or NULL */
  char *written;               /* what stands in that file */
  char *function;              /* the function of it that is meant, or NULL */
  StudioFormulaAnswer *answer; /* the last one with a formula, or NULL */
  StudioFormulaAnswer *failed; /* the last one if it has no formula, until it is shown */
  guint pause;                 /* a timeout that shows it */
  gboolean is_asking;
  gboolean asks_again; /* something has changed since */
  int width;           /* of the window */
  gboolean has_size;   /* it was laid out for that */
  gboolean is_narrow;
};

G_DEFINE_FINAL_TYPE (StudioFormulaLab, studio_formula_lab, ADW_TYPE_WINDOW)

static void ask (StudioFormulaLab *self);

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
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "lab.save-unit", !is_stale);
}

/* Inputs of an example do not stand in the way of another formula. */
static gboolean
drop_inputs (StudioFormulaLab *self, const ImFormulaLab *lab)
{
  if (!self->are_given || lab->function == NULL || lab->formula != NULL ||
      gtk_widget_get_visible (self->lesson))
    return FALSE;
  self->are_given = FALSE;
  studio_formula_inputs_clear (self->inputs);
  ask (self);

  return TRUE;
}

static void
show_answer (StudioFormulaLab *self, const ImFormulaLab *lab)
{
  show_spelling (self, lab);
  studio_formula_problems_show (self->problems, self->editor, lab->diagnostics);
  studio_formula_inputs_show (self->inputs, lab);
  set_stale (self, lab->formula == NULL);
}

static void
show_failed (gpointer data)
{
  StudioFormulaLab *self = data;

  self->pause = 0;
  show_answer (self, self->failed->lab);
  g_clear_pointer (&self->failed, studio_formula_answer_free);
}

/* Between two keys a formula is seldom complete: nobody is told so before a pause. */
static void
fail_soon (StudioFormulaLab *self, StudioFormulaAnswer *answer)
{
  g_clear_pointer (&self->failed, studio_formula_answer_free);
  self->failed = answer;
  if (self->pause == 0)
    self->pause = g_timeout_add_once (PAUSE_MS, show_failed, self);
}

static void
answered_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (StudioFormulaLab) self = data;
  g_autoptr (StudioFormulaAnswer) answer = studio_formula_answer_finish (result);

  self->is_asking = FALSE;
  if (self->editor == NULL)
    return;
  if (self->asks_again)
    ask (self);
  else if (drop_inputs (self, answer->lab))
    return;
  else if (answer->lab->formula == NULL)
    fail_soon (self, g_steal_pointer (&answer));
  else
    {
      g_clear_handle_id (&self->pause, g_source_remove);
      show_answer (self, answer->lab);
      show_results (self, answer);
      g_clear_pointer (&self->answer, studio_formula_answer_free);
      self->answer = g_steal_pointer (&answer);
    }
}

static double
get_picture_width (StudioFormulaLab *self)
{
  int width = self->width, height = 0;

  if (width == 0)
    gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);

  return width - (self->is_narrow ? 0 : LEFT_WIDTH) - MARGINS;
}

/* Asks at once, or when the last question is answered. */
static void
ask (StudioFormulaLab *self)
{
  g_autofree char *text = NULL;
  StudioFormulaQuestion question;

  self->asks_again = self->is_asking;
  if (self->is_asking)
    return;
  self->is_asking = TRUE;
  text = studio_code_page_dup_text (self->editor);
  question = (StudioFormulaQuestion){
    .text = text,
    .function = self->function,
    .inputs = studio_formula_inputs_get_texts (self->inputs),
    .choice = studio_formula_pictures_get_choice (self->pictures),
    .width = get_picture_width (self),
  };
  studio_formula_answer_async (&question, answered_cb, g_object_ref (self));
}

static void
inputs_changed_cb (StudioFormulaLab *self)
{
  self->are_given = FALSE;
  ask (self);
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
  ask (self);
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
  studio_formula_inputs_clear (self->inputs);
  for (guint i = 0; example->inputs[i] != NULL; i++)
    {
      const char *value = strchr (example->inputs[i], '=') + 1;
      g_autofree char *name = g_strndup (example->inputs[i],
                                         (gsize) (value - example->inputs[i] - 1));

      studio_formula_inputs_set (self->inputs, name, value);
    }
  self->are_given = TRUE;
  self->example = example;
  gtk_label_set_label (self->lesson_title, _ (example->title));
  gtk_label_set_label (self->lesson_text, _ (example->explanation));
  set_text (self, example->text);
  show_first_line (self);
  show_lesson (self);
  ask (self);
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
    studio_formula_inputs_set (self->inputs, parameter, text);
  adw_window_title_set_subtitle (self->title, subtitle);
  gtk_widget_set_visible (GTK_WIDGET (self->examples), FALSE);
  gtk_widget_set_visible (self->save, TRUE);
  set_text (self, origin->text);
  show_first_line (self);
  ask (self);
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
close_later (gpointer data)
{
  g_autoptr (StudioFormulaLab) self = data;

  gtk_window_close (GTK_WINDOW (self));
}

/* The formula lives on in the unit. The form is still in front of this window. */
static void
saved_unit_cb (StudioNewUnit *form, const char *path, StudioFormulaLab *self)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_application_open (g_application_get_default (), &file, 1, "");
  if (self->path == NULL)
    g_idle_add_once (close_later, g_object_ref (self));
}

static void
save_unit_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioFormulaLab *self = STUDIO_FORMULA_LAB (widget);
  g_autofree char *text = studio_code_page_dup_text (self->editor);
  StudioNewUnit *form = studio_new_unit_present (
      GTK_WINDOW (self), NULL,
      &(ImFormulaQuestion){ text, self->function,
                            studio_formula_inputs_get_texts (self->inputs) });

  g_signal_connect_object (form, "saved", G_CALLBACK (saved_unit_cb), self, 0);
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
  ask (self);
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
  /* Two columns need more room than a window that becomes narrow has. */
  gtk_scrolled_window_set_policy (
      self->columns, self->is_narrow ? GTK_POLICY_NEVER : GTK_POLICY_EXTERNAL,
      GTK_POLICY_NEVER);
  if (focus != NULL)
    gtk_widget_grab_focus (focus);
}

static void
fold (gpointer data)
{
  g_autoptr (StudioFormulaLab) self = data;
  gboolean is_narrow = self->width < NARROW;

  if (self->editor == NULL)
    return;
  if (is_narrow != self->is_narrow)
    {
      self->is_narrow = is_narrow;
      arrange (self);
    }
  /* What was scrolled to before there was a size is not what is seen. */
  if (!self->has_size)
    show_first_line (self);
  self->has_size = TRUE;
  ask (self);
}

/* While sizes are given, no size may change. */
static void
studio_formula_lab_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  StudioFormulaLab *self = STUDIO_FORMULA_LAB (widget);

  GTK_WIDGET_CLASS (studio_formula_lab_parent_class)
      ->size_allocate (widget, width, height, baseline);
  if (width == self->width)
    return;
  self->width = width;
  g_idle_add_once (fold, g_object_ref (self));
}

static void
studio_formula_lab_dispose (GObject *object)
{
  StudioFormulaLab *self = STUDIO_FORMULA_LAB (object);

  g_clear_handle_id (&self->pause, g_source_remove);
  g_clear_pointer (&self->failed, studio_formula_answer_free);
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
  G_OBJECT_CLASS (studio_formula_lab_parent_class)->finalize (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaLab, examples);
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaLab, save);
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaLab, save_unit);
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaLab, title);
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaLab, toasts);
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaLab, columns);
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
  gtk_widget_class_install_action (widget_class, "lab.save-unit", NULL, save_unit_action);
  gtk_widget_class_install_action (widget_class, "lab.copy", NULL, copy_action);
  gtk_widget_class_install_action (widget_class, "lab.manual", NULL, manual_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_s, GDK_CONTROL_MASK,
                                       "lab.save", NULL);
  gtk_widget_class_add_binding_action (
      widget_class, GDK_KEY_s, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "lab.save-unit", NULL);
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
  widget_class->size_allocate = studio_formula_lab_size_allocate;
  g_type_ensure (STUDIO_TYPE_SCENE_VIEW);
  g_type_ensure (STUDIO_TYPE_CODE_PAGE);
  g_type_ensure (STUDIO_TYPE_FORMULA_INPUTS);
  g_type_ensure (STUDIO_TYPE_FORMULA_PICTURES);
  g_type_ensure (STUDIO_TYPE_TOAST_OVERLAY);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-formula-lab.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, ask);
  gtk_widget_class_bind_template_callback (widget_class, inputs_changed_cb);
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
  gtk_widget_init_template (GTK_WIDGET (self));
  studio_accessible_name_menu_buttons (GTK_WIDGET (self));
  self->fact_list = studio_fact_list_new (_ ("Result"));
  gtk_box_append (self->facts, self->fact_list);
  studio_code_page_set_language (self->code, "c", _ ("C code of the formula"));
  studio_code_page_set_language (self->editor, "python3", _ ("Formula"));
  studio_code_page_set_editable (self->editor, TRUE);
  g_signal_connect_object (studio_code_page_get_buffer (self->editor), "changed",
                           G_CALLBACK (text_changed_cb), self, G_CONNECT_SWAPPED);
  add_examples (self);
  gtk_widget_set_size_request (self->left, LEFT_WIDTH, -1);
}

/* The first one that is no mistake. */
static const ImFormulaExample *
find_example (void)
{
  guint n, i = 0;
  const ImFormulaExample *examples = im_formula_lab_get_examples (&n);

  while (examples[i].is_mistake)
    i++;

  return &examples[i];
}

void
studio_formula_lab_present_for_unit (GtkWindow *parent)
{
  StudioFormulaLab *self = g_object_new (STUDIO_TYPE_FORMULA_LAB, "transient-for", parent,
                                         NULL);

  gtk_widget_set_visible (self->save_unit, TRUE);
  show_example (self, find_example ());
  focus_editor (g_object_ref (self));
  gtk_window_present (GTK_WINDOW (self));
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
