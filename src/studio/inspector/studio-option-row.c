/* SPDX-License-Identifier: MIT */
#include "studio/inspector/studio-option-row.h"

#include <glib/gi18n.h>
#include <string.h>

#include "document/help/im-argument-error.h"
#include "document/state/im-document-graph.h"
#include "document/state/im-document-value.h"
#include "evaluation/im-unit-operation.h"
#include "studio/common/studio-text.h"
#include "studio/inspector/studio-expression-entry.h"
#include "studio/inspector/studio-value-control.h"

struct _StudioOptionRow
{
  AdwPreferencesRow parent_instance;

  GtkLabel *name;
  GtkBox *line;
  GtkBox *wide;
  GtkToggleButton *toggle;
  GtkWidget *reset;
  GtkLabel *value;
  GtkLabel *hint;
  GtkLabel *error;
  GtkLabel *caret;

  StudioValueControl *control;
  StudioExpressionEntry *entry;

  ImDocument *document;
  guint layer;
  char *option;
  guint sampling; /* this and the next one are idle sources, or 0 */
  guint emptying;
  gboolean wants_expression;
  gboolean is_refused; /* what is typed, by the document */
  gboolean is_updating;
};

G_DEFINE_FINAL_TYPE (StudioOptionRow, studio_option_row, ADW_TYPE_PREFERENCES_ROW)

static const ImDocumentLayer *
get_layer (StudioOptionRow *self)
{
  return im_document_get_layer (self->document, self->layer);
}

/* The option, or NULL if the layer is gone: a row that loses the focus because of that
 * still hears of it. */
static const ImOption *
get_option (StudioOptionRow *self)
{
  const ImUnit *unit = self->layer < im_document_get_n_layers (self->document)
                           ? get_layer (self)->unit
                           : NULL;
  const ImParameter *parameter = unit == NULL
                                     ? NULL
                                     : im_unit_find_parameter (unit, self->option);

  return parameter == NULL ? NULL : parameter->option;
}

static const ImGraphNode *
get_expression (StudioOptionRow *self)
{
  return im_document_find_expression (self->document, self->layer, self->option);
}

/* What the file sets it to: in the layer, or by an expression node of the graph. */
static const char *
get_argument (StudioOptionRow *self)
{
  const ImGraphNode *expression = get_expression (self);

  return expression != NULL
             ? expression->declaration->expression->text
             : im_document_get_argument (self->document, self->layer, self->option);
}

/* Whether a pipe from something else than an expression sets it. */
static gboolean
is_linked (StudioOptionRow *self)
{
  return im_document_is_linked (self->document, self->layer, self->option) &&
         get_expression (self) == NULL;
}

/* The value that an editor can show. */
static gboolean
get_value (StudioOptionRow *self, const ImOption *option, ImValue *value)
{
  ImUnitEvaluation *evaluation = get_layer (self)->evaluation;

  return evaluation != NULL &&
         im_unit_evaluation_get_value (evaluation, option->parameter, value, NULL) &&
         im_value_is_known (value);
}

static void
set_text (GtkLabel *label, const char *text)
{
  gtk_label_set_label (label, text == NULL ? "" : text);
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL && *text != '\0');
}

/* What a graph refuses stays in the field while somebody types, and what it was set to
 * last stays in the graph. */
static void
show_refused (StudioOptionRow *self, const char *text, const char *message)
{
  g_autofree char *caret = NULL;
  g_autofree char *problem = im_argument_error_dup_refused (self->document, self->layer,
                                                            self->option, text, &caret);

  set_text (self->caret, caret);
  set_text (self->error, problem == NULL ? message : problem);
  studio_expression_entry_set_invalid (self->entry, TRUE);
}

static void
set_argument (StudioOptionRow *self, const char *text)
{
  g_autoptr (GError) error = NULL;
  gboolean has_changed;

  if (self->is_updating || get_option (self) == NULL)
    return;
  self->is_refused = FALSE;
  has_changed = im_document_set_argument (self->document, self->layer, self->option,
                                          text != NULL && *text == '\0' ? NULL : text,
                                          &error);
  if (error != NULL)
    {
      self->is_refused = TRUE;
      show_refused (self, text, error->message);
    }
  /* Who shows the row hears of a change. */
  else if (!has_changed)
    studio_option_row_update (self);
}

static gboolean
is_empty (StudioOptionRow *self)
{
  ImValue value;

  return studio_value_control_get_value (self->control, &value) &&
         value.kind == IM_VALUE_STRING && *value.string == '\0';
}

/* A field that is empty only while its text is replaced does not lose its argument. */
static gboolean
empty_cb (gpointer data)
{
  StudioOptionRow *self = data;

  self->emptying = 0;
  if (is_empty (self))
    set_argument (self, NULL);

  return G_SOURCE_REMOVE;
}

static void
control_cb (StudioOptionRow *self)
{
  g_autofree char *text = NULL;
  ImValue value;

  if (!studio_value_control_get_value (self->control, &value))
    return;
  if (get_option (self) != NULL && get_option (self)->is_written && is_empty (self))
    {
      if (self->emptying == 0)
        self->emptying = g_idle_add (empty_cb, self);
      return;
    }
  text = im_document_dup_value_text (self->document, &value);
  set_argument (self, text);
}

/* What somebody types as an expression stays one, even if it is a number for a moment. A
 * field that is empty for a moment, while a text is replaced, is not the default yet. */
static void
entry_cb (StudioOptionRow *self)
{
  const char *text = studio_expression_entry_get_text (self->entry);

  self->wants_expression = TRUE;
  if (*text != '\0')
    set_argument (self, text);
}

static void
entry_left_cb (StudioOptionRow *self)
{
  if (self->is_refused)
    {
      self->is_refused = FALSE;
      studio_option_row_update (self);
    }
  else if (gtk_widget_get_visible (GTK_WIDGET (self->entry)) &&
           *studio_expression_entry_get_text (self->entry) == '\0')
    set_argument (self, NULL);
}

static void
reset_cb (StudioOptionRow *self)
{
  self->wants_expression = FALSE;
  set_argument (self, NULL);
}

/* An expression becomes the value that it has. */
static void
give_up_expression (StudioOptionRow *self)
{
  const ImOption *option = get_option (self);
  g_autofree char *text = NULL;
  ImValue value;

  if (option != NULL && get_value (self, option, &value))
    text = im_document_dup_value_text (self->document, &value);
  set_argument (self, text);
}

static void
toggled_cb (StudioOptionRow *self)
{
  if (self->is_updating)
    return;
  self->wants_expression = gtk_toggle_button_get_active (self->toggle);
  if (!self->wants_expression && get_argument (self) != NULL)
    give_up_expression (self);
  studio_option_row_update (self);
  if (self->wants_expression)
    gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}

static gboolean
sample_cb (gpointer data)
{
  StudioOptionRow *self = data;
  const ImOption *option = get_option (self);

  self->sampling = 0;
  if (option != NULL && get_layer (self)->evaluation != NULL)
    studio_value_control_sample (self->control, get_layer (self)->evaluation,
                                 option->parameter);

  return G_SOURCE_REMOVE;
}

/* The value of an option that the file does not set; the plain one while that which fits
 * is not known. */
static gboolean
get_default (StudioOptionRow *self,
             const ImOption *option,
             ImArena *arena,
             ImValue *value)
{
  ImUnitEvaluation *evaluation = get_layer (self)->evaluation;

  if (evaluation != NULL && im_unit_evaluation_get_default (evaluation, option, value) &&
      im_value_is_known (value))
    return TRUE;

  return im_unit_parse_option (option->parameter, option->initial.text, arena, value);
}

/* Whether an operator has no value of its own where the file says nothing. */
static gboolean
must_be_given (StudioOptionRow *self, const ImOption *option)
{
  const ImUnit *unit = get_layer (self)->unit;
  const ImSkndParameter *attribute =
      unit->operation == NULL
          ? NULL
          : unit->operation->parts[option->parameter - unit->parameters].declaration;

  return attribute != NULL && attribute->value == NULL && !attribute->is_optional;
}

/* `automatic: [1, 1]`, what an operator is given where the file says nothing. */
static char *
dup_automatic (StudioOptionRow *self, const ImOption *option)
{
  ImUnitEvaluation *evaluation = get_layer (self)->evaluation;
  g_autoptr (GString) text = g_string_new (NULL);
  ImValue value;

  if (get_argument (self) == NULL && evaluation != NULL &&
      im_unit_evaluation_get_default (evaluation, option, &value) &&
      value.kind == IM_VALUE_STRING && *value.string != '\0')
    /* Translators: %s is a value, such as [1, 1] */
    return g_strdup_printf (_ ("automatic: %s"), value.string);

  return g_strdup (must_be_given (self, option) ? _ ("must be given") : _ ("automatic"));
}

static char *
dup_default (StudioOptionRow *self, const ImOption *option)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  GString *text = g_string_new (NULL);
  ImValue value;

  if (option->is_written)
    g_string_append (text,
                     must_be_given (self, option) ? _ ("not given") : _ ("automatic"));
  else if (option->fitting != NULL && get_default (self, option, arena, &value))
    im_value_append_display (&value, text);
  else
    g_string_append (text, option->initial.text == NULL ? "0" : option->initial.text);

  return g_string_free (text, FALSE);
}

/* Whether the file says what the unit has as its default. */
static gboolean
is_default (StudioOptionRow *self, const ImOption *option, const ImValue *value)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  ImValue initial;

  if (option->is_written)
    return get_argument (self) == NULL;

  return get_argument (self) == NULL ||
         (value != NULL && get_default (self, option, arena, &initial) &&
          im_value_equal (&initial, value));
}

static void
update_reset (StudioOptionRow *self, const ImOption *option, const ImValue *plain)
{
  gboolean differs = !is_default (self, option, plain);
  g_autofree char *initial = dup_default (self, option);
  g_autofree char *text = g_strdup_printf (
      /* Translators: %s is a value, such as 3 */
      _ ("Reset to Default: %s"), initial);

  gtk_widget_set_visible (self->reset, differs);
  gtk_widget_set_tooltip_text (self->reset, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->reset),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  if (differs)
    gtk_widget_add_css_class (GTK_WIDGET (self->name), "changed");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->name), "changed");
}

/* An operator counts axes from the left, a unit from the right. */
static void
append_axes (StudioOptionRow *self, const ImOption *option, GString *out)
{
  const ImDocumentLayer *layer = get_layer (self);
  g_autoptr (GArray) axes = NULL;
  guint rank;

  if (layer->evaluation == NULL || layer->unit->operation == NULL)
    return;
  axes = im_unit_operation_list_axes (
      im_unit_evaluation_get_operation (layer->evaluation), option->parameter, &rank);
  for (guint i = 0; i < axes->len; i++)
    {
      guint axis = (guint) g_array_index (axes, gint64, i);

      if (out->len > 0)
        g_string_append_c (out, '\n');
      /* Translators: the number of an axis, from 0, in either direction. */
      g_string_append_printf (out, _ ("Axis %u from the left is axis %u from the right."),
                              axis, rank - 1 - axis);
    }
}

static void
update_texts (StudioOptionRow *self, const ImOption *option, gboolean shows_value)
{
  g_autofree char *value = studio_text_dup_parameter (get_layer (self)->evaluation,
                                                      option->parameter);
  g_autofree char *caret = NULL;
  g_autofree char *error = im_argument_error_dup (self->document, self->layer,
                                                  self->option, &caret);
  g_autoptr (GString) equation = g_string_new (NULL);
  /* The last one stays, dimmed, while there is a problem. */
  gboolean is_stale = value == NULL && get_layer (self)->evaluation == NULL &&
                      get_layer (self)->node->is_enabled &&
                      (shows_value || is_linked (self));

  if (value != NULL && is_linked (self))
    /* Translators: the value of an option */
    g_string_append_printf (equation, _ ("= %s, set by a pipe"), value);
  else if (value != NULL && shows_value)
    g_string_append_printf (equation, "= %s", value);
  append_axes (self, option, equation);
  if (is_stale)
    gtk_widget_add_css_class (GTK_WIDGET (self->value), "stale");
  else
    {
      gtk_widget_remove_css_class (GTK_WIDGET (self->value), "stale");
      set_text (self->value, equation->str);
    }
  set_text (self->caret, error == NULL ? NULL : caret);
  set_text (self->error, error);
  studio_expression_entry_set_invalid (self->entry, error != NULL);
}

static void
show_expression (StudioOptionRow *self, gboolean is_expression)
{
  gboolean is_wide = is_expression || studio_value_control_is_wide (self->control);

  gtk_widget_set_visible (GTK_WIDGET (self->entry), is_expression);
  gtk_widget_set_visible (GTK_WIDGET (self->control), !is_expression);
  gtk_widget_set_visible (GTK_WIDGET (self->wide), is_wide);
  gtk_toggle_button_set_active (self->toggle, is_expression);
}

/* A field that somebody types in stays, also while its text is a plain value for a
 * moment. */
static gboolean
is_typed_in (StudioOptionRow *self)
{
  GtkStateFlags state = gtk_widget_get_state_flags (GTK_WIDGET (self->entry));

  return gtk_widget_get_visible (GTK_WIDGET (self->entry)) &&
         (state & GTK_STATE_FLAG_FOCUS_WITHIN) != 0;
}

static void
update_editors (StudioOptionRow *self,
                const ImOption *option,
                const char *text,
                const ImValue *plain)
{
  gboolean can_be_expression = im_document_takes_expression (self->document,
                                                             option->parameter) &&
                               !is_linked (self);
  gboolean is_expression = can_be_expression &&
                           (self->wants_expression || is_typed_in (self) ||
                            get_expression (self) != NULL ||
                            (text != NULL && plain == NULL));
  g_autofree char *automatic = option->is_written ? dup_automatic (self, option) : NULL;
  ImValue value;

  gtk_widget_set_visible (GTK_WIDGET (self->toggle), can_be_expression);
  show_expression (self, is_expression);
  if (automatic != NULL)
    studio_value_control_set_placeholder (self->control, automatic);
  gtk_widget_set_sensitive (GTK_WIDGET (self->control), !is_linked (self));
  if (is_expression)
    studio_expression_entry_set_text (self->entry, text == NULL ? "" : text);
  else if (option->is_written && text == NULL && !is_linked (self))
    studio_value_control_set_value (self->control, &IM_STRING (""));
  else if (plain != NULL && !is_linked (self))
    studio_value_control_set_value (self->control, plain);
  else if (get_value (self, option, &value))
    studio_value_control_set_value (self->control, &value);
  update_texts (self, option, is_expression && plain == NULL);
}

void
studio_option_row_update (StudioOptionRow *self)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  const ImOption *option;
  const char *text;
  ImValue plain;
  gboolean is_plain;

  g_return_if_fail (STUDIO_IS_OPTION_ROW (self));
  option = get_option (self);
  if (option == NULL || (self->is_refused && is_typed_in (self)))
    return;
  self->is_refused = FALSE;
  text = get_argument (self);
  is_plain = text == NULL ? get_default (self, option, arena, &plain)
                          : im_document_parse_value (self->document, option->parameter,
                                                     text, arena, &plain);
  self->is_updating = TRUE;
  update_editors (self, option, text, is_plain ? &plain : NULL);
  update_reset (self, option, is_plain ? &plain : NULL);
  self->is_updating = FALSE;
  if (self->sampling == 0)
    self->sampling = g_idle_add (sample_cb, self);
}

/* `From 1 to 8192`, or what is known of it; NULL if the unit describes it itself. */
static char *
dup_range (const ImOption *option)
{
  const char *minimum = option->minimum.text, *maximum = option->maximum.text;
  const char *description = option->parameter->description == NULL
                                ? ""
                                : option->parameter->description;

  if (minimum != NULL && maximum != NULL && strstr (description, minimum) != NULL &&
      strstr (description, maximum) != NULL)
    return NULL;
  if (minimum != NULL && maximum != NULL)
    return g_strdup_printf (_ ("From %s to %s."), minimum, maximum);
  if (minimum != NULL)
    return g_strdup_printf (_ ("At least %s."), minimum);
  if (maximum != NULL)
    return g_strdup_printf (_ ("At most %s."), maximum);

  return NULL;
}

static void
describe (StudioOptionRow *self, const ImOption *option)
{
  g_autofree char *range = dup_range (option);
  g_autoptr (GString) text = g_string_new (option->parameter->description);

  /* A remark in the text of an operator becomes a sentence. */
  if (get_layer (self)->unit->operation != NULL && text->len > 0)
    {
      *text->str = g_ascii_toupper (*text->str);
      if (strchr (".!?", text->str[text->len - 1]) == NULL)
        g_string_append_c (text, '.');
    }
  if (range != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", range);
  set_text (self->hint, text->str);
  gtk_label_set_label (self->name, option->parameter->text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->name), option->parameter->name.text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  option->parameter->text,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text->str, -1);
}

static void
add_editors (StudioOptionRow *self, const ImOption *option)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkWidget *control = studio_value_control_new (option, option->parameter->text);
  GtkWidget *entry = studio_expression_entry_new (self->document,
                                                  option->parameter->text);

  self->control = STUDIO_VALUE_CONTROL (control);
  self->entry = STUDIO_EXPRESSION_ENTRY (entry);
  studio_expression_entry_set_placeholder (
      self->entry, option->initial.text == NULL ? "0" : option->initial.text);
  if (studio_value_control_is_wide (self->control))
    gtk_box_append (self->wide, control);
  else
    gtk_box_insert_child_after (self->line, control, GTK_WIDGET (self->name));
  gtk_box_append (self->wide, entry);
  gtk_widget_add_controller (entry, focus);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (entry_left_cb), self);
  g_signal_connect_swapped (control, "changed", G_CALLBACK (control_cb), self);
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (entry_cb), self);
}

GtkWidget *
studio_option_row_new (ImDocument *document, guint layer, const ImOption *option)
{
  StudioOptionRow *self = g_object_new (STUDIO_TYPE_OPTION_ROW, NULL);

  self->document = g_object_ref (document);
  self->layer = layer;
  self->option = g_strdup (option->parameter->name.text);
  describe (self, option);
  add_editors (self, option);
  studio_option_row_update (self);

  return GTK_WIDGET (self);
}

static void
studio_option_row_dispose (GObject *object)
{
  StudioOptionRow *self = STUDIO_OPTION_ROW (object);

  self->is_updating = TRUE;
  g_clear_handle_id (&self->sampling, g_source_remove);
  g_clear_handle_id (&self->emptying, g_source_remove);
  g_clear_object (&self->document);
  g_clear_pointer (&self->option, g_free);
  G_OBJECT_CLASS (studio_option_row_parent_class)->dispose (object);
}

static void
studio_option_row_class_init (StudioOptionRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_option_row_dispose;
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-option-row.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioOptionRow, name);
  gtk_widget_class_bind_template_child (widget_class, StudioOptionRow, line);
  gtk_widget_class_bind_template_child (widget_class, StudioOptionRow, wide);
  gtk_widget_class_bind_template_child (widget_class, StudioOptionRow, toggle);
  gtk_widget_class_bind_template_child (widget_class, StudioOptionRow, reset);
  gtk_widget_class_bind_template_child (widget_class, StudioOptionRow, value);
  gtk_widget_class_bind_template_child (widget_class, StudioOptionRow, hint);
  gtk_widget_class_bind_template_child (widget_class, StudioOptionRow, error);
  gtk_widget_class_bind_template_child (widget_class, StudioOptionRow, caret);
  gtk_widget_class_bind_template_callback (widget_class, reset_cb);
  gtk_widget_class_bind_template_callback (widget_class, toggled_cb);
}

static void
studio_option_row_init (StudioOptionRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
