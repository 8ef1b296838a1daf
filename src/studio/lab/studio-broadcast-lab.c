/* SPDX-License-Identifier: MIT */
#include "studio/lab/studio-broadcast-lab.h"

#include <glib/gi18n.h>
#include <string.h>

#include "scene/broadcast/im-broadcast-text.h"
#include "scene/broadcast/im-scene-broadcast.h"
#include "studio/common/studio-accessible.h"
#include "studio/common/studio-fact-list.h"
#include "studio/common/studio-scene-view.h"
#include "studio/common/studio-toast-overlay.h"
#include "studio/lab/studio-broadcast-facts.h"
#include "studio/lab/studio-operand-row.h"
#include "studio/picture/studio-picture-export.h"

#define NARROW \
  700 /* pixels that a window is less wide than with loops beside the table */
#define RESULT IM_LAB_MAX_OPERANDS /* number of the row of the declared result */

struct _StudioBroadcastLab
{
  AdwWindow parent_instance;

  GtkMenuButton *examples;
  AdwComboRow *dialect;
  AdwComboRow *operation;
  GtkWidget *cast_row;
  GtkSwitch *cast;
  AdwPreferencesGroup *shapes;
  StudioOperandRow *rows[IM_LAB_MAX_OPERANDS + 1];
  GtkBox *verdict;
  GtkWidget *facts;
  StudioSceneView *picture;
  GtkBox *comparison;
  GtkWidget *others;

  guint n_operands;
  gboolean is_narrow;
  gboolean has_all_axes; /* of more than 8 axes those in the middle are not folded */
  gboolean is_setting;   /* several fields are set, of which the last one is to count */
  ImBroadcastLab *lab;   /* the last one that could be read, or NULL */
};

G_DEFINE_FINAL_TYPE (StudioBroadcastLab, studio_broadcast_lab, ADW_TYPE_WINDOW)

enum
{
  PROP_ALL_AXES = 1,
};

static ImBroadcastDialect
get_dialect (StudioBroadcastLab *self)
{
  return (ImBroadcastDialect) adw_combo_row_get_selected (self->dialect);
}

static ImLabQuestion
get_question (StudioBroadcastLab *self)
{
  ImLabQuestion question = { .dialect = get_dialect (self),
                             .operation = adw_combo_row_get_selected (self->operation),
                             .n_operands = self->n_operands,
                             .result = studio_operand_row_get_text (self->rows[RESULT]),
                             .allows_cast = gtk_switch_get_active (self->cast) };

  for (guint i = 0; i < self->n_operands; i++)
    question.texts[i] = studio_operand_row_get_text (self->rows[i]);

  return question;
}

/* What is shown of the last shapes that could be read is marked as such. */
static void
set_stale (StudioBroadcastLab *self, gboolean is_stale)
{
  GtkWidget *parts[] = { self->facts, GTK_WIDGET (self->picture), self->others };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (is_stale)
      gtk_widget_add_css_class (parts[i], "stale");
    else
      gtk_widget_remove_css_class (parts[i], "stale");
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "lab.export", !is_stale);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "lab.copy", !is_stale);
}

/* What stands beside the picture is not said again in it. */
static guint
get_show (StudioBroadcastLab *self)
{
  return IM_SHOW_LEGEND | (self->is_narrow ? 0 : (guint) IM_SHOW_LOOPS) |
         (self->has_all_axes ? (guint) IM_SHOW_ALL_COLUMNS : 0);
}

static void
show_picture (StudioBroadcastLab *self)
{
  if (self->lab != NULL)
    studio_scene_view_set_scene (
        self->picture, im_scene_broadcast_new (self->lab->report, get_show (self)));
}

static void
show_report (StudioBroadcastLab *self)
{
  show_picture (self);
  studio_fact_list_update (STUDIO_FACT_LIST (self->facts),
                           studio_facts_of_broadcast (self->lab->report));
  studio_fact_list_update (STUDIO_FACT_LIST (self->others),
                           studio_facts_of_other_dialects (self->lab));
}

static void
ask (StudioBroadcastLab *self)
{
  ImLabQuestion question = get_question (self);
  ImBroadcastLab *lab;

  if (self->is_setting)
    return;
  lab = im_broadcast_lab_new (&question);
  for (guint i = 0; i < IM_LAB_MAX_OPERANDS; i++)
    studio_operand_row_set_error (self->rows[i], lab->errors[i]);
  studio_operand_row_set_error (self->rows[RESULT], lab->result_error);
  set_stale (self, lab->report == NULL);
  if (lab->report == NULL)
    {
      im_broadcast_lab_free (lab);
      return;
    }
  im_broadcast_lab_free (self->lab);
  self->lab = lab;
  show_report (self);
}

/* Says what can be typed. */
static void
show_form (StudioBroadcastLab *self)
{
  static const char *const forms[IM_N_DIALECTS] = {
    [IM_DIALECT_SHAPE_BROADCAST] = N_ (
        "Sizes from the outermost axis to axis 0, such as [2,3,4]; [] is one element"),
    [IM_DIALECT_OPERATORS] = N_ (
        "Sizes from the outermost axis to axis 0, such as [2,3,4]; [] is one element"),
    [IM_DIALECT_NUMPY] = N_ (
        "Sizes from the outermost axis to axis 0, such as [2,3,4]; [] is one element"),
    [IM_DIALECT_MLIR] = N_ (
        "Sizes such as [2,?,4], or types such as tensor<2x?xf32>; ? is a size and * a "
        "number of axes that is not known"),
    [IM_DIALECT_TML] = N_ (
        "Types such as tensor<int, 3> or int; [2,3] is a tensor of real numbers"),
  };
  g_autofree char *text = g_markup_escape_text (_ (forms[get_dialect (self)]), -1);

  adw_preferences_group_set_description (self->shapes, text);
}

/* Shows as many fields as there are operands, and those that the dialect needs. */
static void
show_rows (StudioBroadcastLab *self)
{
  ImBroadcastDialect dialect = get_dialect (self);
  guint min = im_broadcast_dialect_get_min_operands (dialect);
  guint max = im_broadcast_dialect_get_max_operands (dialect);
  gboolean is_mlir = dialect == IM_DIALECT_MLIR;

  self->n_operands = CLAMP (self->n_operands, min, max);
  for (guint i = 0; i < IM_LAB_MAX_OPERANDS; i++)
    {
      gtk_widget_set_visible (GTK_WIDGET (self->rows[i]), i < self->n_operands);
      studio_operand_row_set_removable (self->rows[i], self->n_operands > min);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->rows[RESULT]), is_mlir);
  gtk_widget_set_visible (self->cast_row, is_mlir);
  show_form (self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "lab.add-shape",
                                 self->n_operands < max);
}

static void
show_operations (StudioBroadcastLab *self)
{
  guint n;
  const ImBroadcastOperation *operations = im_broadcast_dialect_get_operations (
      get_dialect (self), &n);
  g_autoptr (GtkStringList) texts = gtk_string_list_new (NULL);

  for (guint i = 0; i < n; i++)
    gtk_string_list_append (texts, operations[i].name);
  adw_combo_row_set_model (self->operation, G_LIST_MODEL (texts));
  gtk_widget_set_visible (GTK_WIDGET (self->operation), n > 1);
}

static void
dialect_cb (StudioBroadcastLab *self)
{
  gboolean was_setting = self->is_setting;

  self->is_setting = TRUE;
  show_operations (self);
  show_rows (self);
  self->is_setting = was_setting;
  ask (self);
}

/* The fields behind it move up. */
static void
removed_cb (StudioOperandRow *row, StudioBroadcastLab *self)
{
  guint i = 0;

  while (self->rows[i] != row)
    i++;
  self->is_setting = TRUE;
  for (; i + 1 < self->n_operands; i++)
    studio_operand_row_set_text (self->rows[i],
                                 studio_operand_row_get_text (self->rows[i + 1]));
  self->n_operands--;
  show_rows (self);
  self->is_setting = FALSE;
  gtk_widget_grab_focus (GTK_WIDGET (self->rows[self->n_operands - 1]));
  ask (self);
}

static void
add_shape_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioBroadcastLab *self = STUDIO_BROADCAST_LAB (widget);

  self->is_setting = TRUE;
  self->n_operands++;
  studio_operand_row_set_text (self->rows[self->n_operands - 1], "[]");
  show_rows (self);
  self->is_setting = FALSE;
  gtk_widget_grab_focus (GTK_WIDGET (self->rows[self->n_operands - 1]));
  ask (self);
}

static void
set_question (StudioBroadcastLab *self, const ImLabQuestion *question)
{
  self->is_setting = TRUE;
  self->n_operands = question->n_operands;
  adw_combo_row_set_selected (self->dialect, question->dialect);
  show_operations (self);
  adw_combo_row_set_selected (self->operation, question->operation);
  for (guint i = 0; i < IM_LAB_MAX_OPERANDS; i++)
    studio_operand_row_set_text (self->rows[i],
                                 i < question->n_operands ? question->texts[i] : "");
  studio_operand_row_set_text (self->rows[RESULT],
                               question->result == NULL ? "" : question->result);
  gtk_switch_set_active (self->cast, question->allows_cast);
  show_rows (self);
  self->is_setting = FALSE;
  ask (self);
}

/* A whole operation of MLIR, as it is found in files, fills all fields. */
static void
changed_cb (StudioOperandRow *row, StudioBroadcastLab *self)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  ImLabQuestion question;

  if (!self->is_setting &&
      im_lab_question_read_line (&question, studio_operand_row_get_text (row), arena))
    set_question (self, &question);
  else
    ask (self);
}

static void
focus_first (gpointer data)
{
  g_autoptr (StudioBroadcastLab) self = data;

  if (self->picture != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (self->rows[0]));
}

/* The menu takes the focus with it when it closes, behind this. */
static void
example_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  guint n;
  const ImLabExample *examples = im_broadcast_lab_get_examples (&n);
  guint32 i = g_variant_get_uint32 (parameter);

  if (i < n)
    set_question (STUDIO_BROADCAST_LAB (widget), &examples[i].question);
  g_idle_add_once (focus_first, g_object_ref (widget));
}

static void
export_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioBroadcastLab *self = STUDIO_BROADCAST_LAB (widget);

  studio_picture_export (
      widget, im_scene_broadcast_new (self->lab->report, IM_SHOW_USUAL | get_show (self)),
      "broadcast");
}

static void
copy_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioBroadcastLab *self = STUDIO_BROADCAST_LAB (widget);
  g_autoptr (GString) text = g_string_new (NULL);

  im_broadcast_text_append (self->lab->report, 0, text);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text->str);
}

/* A click on the column that stands for those that are folded unfolds them. */
static void
pressed_cb (GtkGestureClick *gesture,
            gint n_press,
            double x,
            double y,
            StudioBroadcastLab *self)
{
  ImScenePoint at;

  if (self->lab == NULL)
    return;
  at = studio_scene_view_get_point (self->picture, x, y);
  if (im_scene_broadcast_hit (self->lab->report, get_show (self), at).kind == IM_HIT_FOLD)
    g_object_set (self, "all-axes", TRUE, NULL);
}

static void
studio_broadcast_lab_set_property (GObject *object,
                                   guint id,
                                   const GValue *value,
                                   GParamSpec *pspec)
{
  StudioBroadcastLab *self = STUDIO_BROADCAST_LAB (object);

  if (id != PROP_ALL_AXES)
    {
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
      return;
    }
  self->has_all_axes = g_value_get_boolean (value);
  show_picture (self);
}

static void
studio_broadcast_lab_get_property (GObject *object,
                                   guint id,
                                   GValue *value,
                                   GParamSpec *pspec)
{
  if (id == PROP_ALL_AXES)
    g_value_set_boolean (value, STUDIO_BROADCAST_LAB (object)->has_all_axes);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
fold (gpointer data)
{
  g_autoptr (StudioBroadcastLab) self = data;
  gboolean is_narrow = gtk_widget_get_width (GTK_WIDGET (self)) < NARROW;

  if (self->picture == NULL || is_narrow == self->is_narrow)
    return;
  self->is_narrow = is_narrow;
  show_picture (self);
}

/* The width changes while sizes are given, when no size may change. */
static void
resized_cb (StudioBroadcastLab *self)
{
  g_idle_add_once (fold, g_object_ref (self));
}

static void
studio_broadcast_lab_finalize (GObject *object)
{
  im_broadcast_lab_free (STUDIO_BROADCAST_LAB (object)->lab);
  G_OBJECT_CLASS (studio_broadcast_lab_parent_class)->finalize (object);
}

static void
add_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "lab.add-shape", NULL, add_shape_action);
  gtk_widget_class_install_action (widget_class, "lab.example", "u", example_action);
  gtk_widget_class_install_action (widget_class, "lab.export", NULL, export_action);
  gtk_widget_class_install_action (widget_class, "lab.copy", NULL, copy_action);
  gtk_widget_class_install_property_action (widget_class, "lab.all-axes", "all-axes");
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_plus, GDK_CONTROL_MASK,
                                       "lab.add-shape", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_p, GDK_CONTROL_MASK,
                                       "lab.export", NULL);
  gtk_widget_class_add_binding_action (
      widget_class, GDK_KEY_c, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "lab.copy", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close",
                                       NULL);
}

static void
studio_broadcast_lab_class_init (StudioBroadcastLabClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = studio_broadcast_lab_finalize;
  G_OBJECT_CLASS (klass)->set_property = studio_broadcast_lab_set_property;
  G_OBJECT_CLASS (klass)->get_property = studio_broadcast_lab_get_property;

  /**
   * StudioBroadcastLab:all-axes:
   *
   * Whether all axes are shown; of more than 8 the middle ones are folded otherwise.
   */
  g_object_class_install_property (
      G_OBJECT_CLASS (klass), PROP_ALL_AXES,
      g_param_spec_boolean ("all-axes", NULL, NULL, FALSE,
                            G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS));
  g_type_ensure (STUDIO_TYPE_SCENE_VIEW);
  g_type_ensure (STUDIO_TYPE_TOAST_OVERLAY);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-broadcast-lab.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioBroadcastLab, examples);
  gtk_widget_class_bind_template_child (widget_class, StudioBroadcastLab, dialect);
  gtk_widget_class_bind_template_child (widget_class, StudioBroadcastLab, operation);
  gtk_widget_class_bind_template_child (widget_class, StudioBroadcastLab, cast_row);
  gtk_widget_class_bind_template_child (widget_class, StudioBroadcastLab, cast);
  gtk_widget_class_bind_template_child (widget_class, StudioBroadcastLab, shapes);
  gtk_widget_class_bind_template_child (widget_class, StudioBroadcastLab, verdict);
  gtk_widget_class_bind_template_child (widget_class, StudioBroadcastLab, picture);
  gtk_widget_class_bind_template_child (widget_class, StudioBroadcastLab, comparison);
  gtk_widget_class_bind_template_callback (widget_class, dialect_cb);
  gtk_widget_class_bind_template_callback (widget_class, ask);
  gtk_widget_class_bind_template_callback (widget_class, pressed_cb);
  add_actions (widget_class);
}

static GMenu *
new_examples (ImBroadcastDialect dialect)
{
  guint n;
  const ImLabExample *examples = im_broadcast_lab_get_examples (&n);
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *action = g_strdup_printf ("lab.example(uint32 %u)", i);

      if (examples[i].question.dialect == dialect)
        g_menu_append (menu, _ (examples[i].text), action);
    }

  return menu;
}

/* One submenu for each dialect. */
static void
add_examples (StudioBroadcastLab *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();

  for (guint i = 0; i < IM_N_DIALECTS; i++)
    {
      ImBroadcastDialect dialect = (ImBroadcastDialect) i;
      g_autoptr (GMenu) examples = new_examples (dialect);

      g_menu_append_submenu (menu, studio_broadcast_get_dialect_name (dialect),
                             G_MENU_MODEL (examples));
    }
  gtk_menu_button_set_menu_model (self->examples, G_MENU_MODEL (menu));
}

static void
add_rows (StudioBroadcastLab *self)
{
  static const char *const names[] = { "_A", "_B", "_C", "_D", N_ ("De_clared result") };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      GtkWidget *row = studio_operand_row_new (i == RESULT ? _ (names[i]) : names[i]);

      self->rows[i] = STUDIO_OPERAND_ROW (row);
      adw_preferences_group_add (self->shapes, row);
      studio_operand_row_set_removable (self->rows[i], FALSE);
      g_signal_connect (row, "changed", G_CALLBACK (changed_cb), self);
      g_signal_connect (row, "removed", G_CALLBACK (removed_cb), self);
    }
}

static void
studio_broadcast_lab_init (StudioBroadcastLab *self)
{
  g_autoptr (GtkStringList) dialects = gtk_string_list_new (NULL);

  self->is_setting = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  studio_accessible_name_menu_buttons (GTK_WIDGET (self));
  self->facts = studio_fact_list_new (_ ("Verdict"));
  gtk_box_append (self->verdict, self->facts);
  self->others = studio_fact_list_new (_ ("Other Rules Say"));
  gtk_box_append (self->comparison, self->others);
  g_signal_connect (self, "notify::default-width", G_CALLBACK (resized_cb), NULL);
  add_rows (self);
  add_examples (self);
  for (guint i = 0; i < IM_N_DIALECTS; i++)
    gtk_string_list_append (dialects, studio_broadcast_get_dialect_name (i));
  adw_combo_row_set_model (self->dialect, G_LIST_MODEL (dialects));
}

void
studio_broadcast_lab_present (GtkWindow *parent, const char *const *shapes)
{
  StudioBroadcastLab *self = g_object_new (STUDIO_TYPE_BROADCAST_LAB, "transient-for",
                                           parent, NULL);
  guint n;
  ImLabQuestion question = im_broadcast_lab_get_examples (&n)[0].question;

  if (shapes != NULL && shapes[0] != NULL && shapes[1] != NULL)
    for (guint i = 0; i < 2; i++)
      {
        question.texts[i] = shapes[i];
        if (strchr (shapes[i], '?') != NULL)
          question.dialect = IM_DIALECT_MLIR;
      }
  set_question (self, &question);
  gtk_widget_grab_focus (GTK_WIDGET (self->rows[0]));
  gtk_window_present (GTK_WINDOW (self));
}
