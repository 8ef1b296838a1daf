/* SPDX-License-Identifier: MIT
 *
 * Parameters of a unit: rules and descriptions, with fields to try inputs and options and
 * the values that come of them.
 */
#include <glib/gi18n.h>
#include <string.h>

#include "document/change/im-document-text.h"
#include "studio/unit/studio-unit-view-private.h"

static const ImParameter *
get_parameter (StudioUnitPart *part)
{
  return &studio_unit_view_get_unit (part->view)->parameters[part->number];
}

static void G_GNUC_PRINTF (2, 3) add_line (GString *out, const char *format, ...)
{
  va_list args;

  if (out->len > 0)
    g_string_append_c (out, '\n');
  va_start (args, format);
  g_string_append_vprintf (out, format, args);
  va_end (args);
}

static void
add_rule (GString *out, const char *name, const ImUnitExpr *expr)
{
  if (expr != NULL)
    add_line (out, "%s%s= %s", name, *name == '\0' ? "" : " ", expr->text);
}

static void
add_rules (const ImParameter *parameter, GString *out)
{
  const ImSocket *socket = parameter->socket;

  add_rule (out, "type", im_parameter_get_type (parameter));
  if (socket != NULL)
    {
      add_rule (out, "shape", socket->shape);
      add_rule (out, "rate", socket->rate);
      add_rule (out, "shift", socket->shift);
      add_rule (out, "scale", socket->scale);
      add_rule (out, "offset", socket->offset);
    }
  add_rule (out, "", im_parameter_get_value (parameter));
  add_rule (out, "if", parameter->conditional);
}

static void
add_range (const ImOption *option, GString *out)
{
  const char *minimum = option->minimum.text, *maximum = option->maximum.text;

  if (minimum != NULL || maximum != NULL)
    /* Translators: the smallest and the largest value of an option; either may be
     * missing. */
    add_line (out, _ ("from %s to %s"), minimum == NULL ? "…" : minimum,
              maximum == NULL ? "…" : maximum);
  if (option->initial.text != NULL)
    add_line (out, _ ("default %s"), option->initial.text);
  for (guint i = 0; i < option->n_items; i++)
    add_line (out, "%s: %s", option->items[i].value.text, option->items[i].label);
}

static void
add_socket (const ImSocket *socket, GString *out)
{
  if (socket->parameter->kind == IM_PARAMETER_INPUT)
    add_line (out, "%s",
              socket->is_optional ? _ ("need not be connected")
                                  : _ ("must be connected"));
  if (socket->pipe != NULL)
    /* Translators: a pipe is a stream of data between units. */
    add_line (out, _ ("pipe %s"), socket->pipe);
  if (socket->in_place_of != NULL)
    add_line (out, _ ("may share the memory of %s"), socket->in_place_of);
}

static void
add_details (const ImParameter *parameter, GString *out)
{
  if (parameter->description != NULL && *parameter->description != '\0')
    add_line (out, "%s", parameter->description);
  if (parameter->socket != NULL)
    add_socket (parameter->socket, out);
  if (parameter->option != NULL)
    add_range (parameter->option, out);
  add_rules (parameter, out);
}

static void
show_parameter (StudioUnitPart *part)
{
  const ImParameter *parameter = get_parameter (part);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *title = NULL;

  if (g_strcmp0 (parameter->text, parameter->name.text) != 0)
    title = g_strdup_printf ("%s (%s)", parameter->name.text, parameter->text);
  add_details (parameter, text);
  studio_unit_row_set_title (STUDIO_UNIT_ROW (part->row),
                             title == NULL ? parameter->name.text : title);
  studio_unit_row_set_text (STUDIO_UNIT_ROW (part->row), text->str);
}

/* The value in the trial; that of an input or option stands in its field. */
static void
show_value (StudioUnitPart *part)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const ImExprError *error = NULL;
  ImValue value;
  gboolean is_known = im_unit_evaluation_get_value (
      studio_unit_view_get_evaluation (part->view), get_parameter (part), &value, &error);
  StudioUnitRow *row = STUDIO_UNIT_ROW (part->row);

  if (is_known)
    im_value_append_display (&value, text);
  studio_unit_row_set_value (row, text->str);
  studio_unit_row_set_problem (
      row, is_known || error == NULL ? NULL : studio_unit_view_get_message (error));
}

static void
show_field (StudioUnitPart *part)
{
  const ImParameter *parameter = get_parameter (part);
  const char *text = studio_unit_trial_get (part->view->trial, parameter->name.text);
  g_autofree char *problem = studio_unit_trial_check (parameter, text);

  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (part->row)), text) != 0)
    gtk_editable_set_text (GTK_EDITABLE (part->row), text);
  gtk_entry_set_placeholder_text (GTK_ENTRY (part->row),
                                  parameter->option == NULL       ? _ ("not connected")
                                  : parameter->option->is_written ? _ ("automatic")
                                  : parameter->option->initial.text == NULL
                                      ? "0"
                                      : parameter->option->initial.text);
  studio_unit_row_set_problem (
      STUDIO_UNIT_ROW (gtk_widget_get_ancestor (part->row, STUDIO_TYPE_UNIT_ROW)),
      problem);
  if (problem != NULL)
    gtk_widget_add_css_class (part->row, "error");
  else
    gtk_widget_remove_css_class (part->row, "error");
}

static void
field_changed_cb (GtkEditable *field, StudioUnitPart *part)
{
  if (part->view == NULL || part->view->is_updating)
    return;
  studio_unit_trial_set (part->view->trial, get_parameter (part)->name.text,
                         gtk_editable_get_text (field));
  studio_unit_view_show (part->view);
}

static void
add_field (StudioUnitView *self,
           StudioUnitRow *row,
           const ImParameter *parameter,
           guint number)
{
  GtkWidget *field = gtk_entry_new ();
  StudioUnitPart *part = studio_unit_view_add_part (self, field, show_field, number);
  g_autofree char *label = NULL;

  /* Translators: an entry with a value of a parameter for a trial. */
  label = g_strdup_printf (_ ("Value of %s to try"), parameter->name.text);
  gtk_editable_set_width_chars (GTK_EDITABLE (field),
                                parameter->kind == IM_PARAMETER_INPUT ? 18 : 8);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (field),
                                    parameter->kind == IM_PARAMETER_INPUT ? 22 : 12);
  gtk_accessible_update_property (GTK_ACCESSIBLE (field), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
  studio_unit_part_connect (part, field, "changed", G_CALLBACK (field_changed_cb));
  studio_unit_row_add_field (row, field);
}

static void
add_entry (StudioUnitView *self,
           StudioUnitRow *row,
           const char *label,
           guint number,
           const char *attribute)
{
  studio_unit_row_add_entry (
      row, label,
      studio_unit_view_new_entry (self, STUDIO_OF_PARAMETER, number, attribute));
}

/* What the file says of a parameter, as far as attributes say it. */
static void
add_entries (StudioUnitView *self,
             StudioUnitRow *row,
             const ImParameter *parameter,
             guint number)
{
  static const struct
  {
    ImParameterKind first, last;
    const char *label, *attribute;
  } fields[] = {
    { IM_PARAMETER_INPUT, IM_PARAMETER_DIRECTORY, N_ ("Label"), "text" },
    { IM_PARAMETER_OUTPUT, IM_PARAMETER_OUTPUT, N_ ("Type"), "type" },
    { IM_PARAMETER_OUTPUT, IM_PARAMETER_RETURN, N_ ("Shape"), "shape" },
    { IM_PARAMETER_OUTPUT, IM_PARAMETER_OUTPUT, N_ ("Rate"), "rate" },
    { IM_PARAMETER_INT, IM_PARAMETER_DIRECTORY, N_ ("Default"), "default" },
    { IM_PARAMETER_INT, IM_PARAMETER_DOUBLE, N_ ("Least"), "min" },
    { IM_PARAMETER_INT, IM_PARAMETER_DOUBLE, N_ ("Greatest"), "max" },
    { IM_PARAMETER_HIDDEN, IM_PARAMETER_HIDDEN, N_ ("Value"), "value" },
    { IM_PARAMETER_HANDLE, IM_PARAMETER_HANDLE, N_ ("Bytes"), "size" },
  };

  studio_unit_row_add_entry (row, _ ("Name"), studio_unit_view_new_name (self, number));
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (parameter->kind >= fields[i].first && parameter->kind <= fields[i].last &&
        /* An expression may also stand between the tags. */
        (strcmp (fields[i].attribute, "value") != 0 ||
         im_document_get_attribute (parameter->element, "value") != NULL))
      add_entry (self, row, _ (fields[i].label), number, fields[i].attribute);
  if (im_document_get_child_text (parameter->element, "Description") == NULL)
    add_entry (self, row, _ ("Description"), number, "description");
  if (parameter->kind == IM_PARAMETER_INT || parameter->kind == IM_PARAMETER_DOUBLE ||
      parameter->kind == IM_PARAMETER_STRING)
    studio_unit_view_add_children (self, row, parameter->element, STUDIO_OF_PARAMETER,
                                   number);
  studio_unit_row_add_menu (
      row, studio_unit_view_new_menu (parameter->element, parameter->name.text));
  if (g_strcmp0 (self->opened, parameter->name.text) == 0)
    studio_unit_row_open (row);
}

static void
add_parameter (StudioUnitView *self, AdwPreferencesGroup *group, guint number)
{
  const ImUnit *unit = studio_unit_view_get_unit (self);
  const ImParameter *parameter = &unit->parameters[number];
  StudioUnitRow *row = studio_unit_row_new (NULL, FALSE);

  studio_unit_view_add_part (self, GTK_WIDGET (row), show_parameter, number);
  if (parameter->kind == IM_PARAMETER_INPUT || im_parameter_is_option (parameter))
    add_field (self, row, parameter, number);
  else
    studio_unit_view_add_part (self, GTK_WIDGET (row), show_value, number);
  if (studio_unit_view_can_change (self))
    add_entries (self, row, parameter, number);
  adw_preferences_group_add (group, GTK_WIDGET (row));
}

static AdwPreferencesGroup *
add_group (StudioUnitView *self, const char *title, const char *description)
{
  return studio_unit_view_add_group (self, _ (title),
                                     description == NULL ? NULL : _ (description));
}

void
studio_unit_view_add_parameters (StudioUnitView *self)
{
  static const struct
  {
    const char *title, *description;
    ImParameterKind first, last;
    const char *add;
    StudioUnitAddition additions[5];
    guint n_additions;
  } groups[] = {
    { N_ ("Inputs"),
      N_ ("Enter types and shapes to try them, such as float32[3,50]@16000"),
      IM_PARAMETER_INPUT,
      IM_PARAMETER_INPUT,
      N_ ("Add Input"),
      { { N_ ("Input"), "input" } },
      1 },
    { N_ ("Outputs"),
      NULL,
      IM_PARAMETER_OUTPUT,
      IM_PARAMETER_RETURN,
      N_ ("Add Output"),
      { { N_ ("Output"), "output" } },
      1 },
    { N_ ("Options"),
      NULL,
      IM_PARAMETER_INT,
      IM_PARAMETER_DIRECTORY,
      N_ ("Add Option"),
      { { N_ ("Whole Number"), "int32" },
        { N_ ("Number"), "double" },
        { N_ ("Yes or No"), "bool" },
        { N_ ("Text"), "string" },
        { N_ ("Shape"), "shape" } },
      5 },
    { N_ ("Expressions"),
      NULL,
      IM_PARAMETER_HIDDEN,
      IM_PARAMETER_HIDDEN,
      N_ ("Add Expression"),
      { { N_ ("Expression"), "expression" } },
      1 },
    { N_ ("State and Tables"),
      NULL,
      IM_PARAMETER_HANDLE,
      IM_PARAMETER_STREAM,
      N_ ("Add State"),
      { { N_ ("State"), "handle" } },
      1 },
  };
  const ImUnit *unit = studio_unit_view_get_unit (self);

  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    {
      AdwPreferencesGroup *group = NULL;

      if (studio_unit_view_can_change (self))
        {
          group = add_group (self, groups[i].title, groups[i].description);
          adw_preferences_group_set_header_suffix (
              group, studio_unit_view_new_adder (_ (groups[i].add), groups[i].additions,
                                                 groups[i].n_additions));
        }
      for (guint j = 0; j < unit->n_parameters; j++)
        {
          if (unit->parameters[j].kind < groups[i].first ||
              unit->parameters[j].kind > groups[i].last)
            continue;
          if (group == NULL)
            group = add_group (self, groups[i].title, groups[i].description);
          add_parameter (self, group, j);
        }
    }
}
