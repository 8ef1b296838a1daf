/* SPDX-License-Identifier: MIT */
#include "studio/inspector/studio-parameter-list.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "studio/common/studio-text.h"
#include "studio/inspector/studio-property-row.h"
#include "studio/units/studio-parts.h"

struct _StudioParameterList
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GPtrArray *rows; /* StudioPropertyRow, borrowed */

  ImDocument *document;
  char *shown;      /* what the rows are made of */
  GHashTable *last; /* of a name: the value that was known last */
};

G_DEFINE_FINAL_TYPE (StudioParameterList, studio_parameter_list, GTK_TYPE_WIDGET)

/* What flows into a layer that is looked into comes from the layers around it. */
static gboolean
has_types (StudioParameterList *self)
{
  guint depth;

  im_document_get_scope (self->document, &depth);

  return depth == 0;
}

/* Whether a file can say more than the type of the input. */
static gboolean
can_change (StudioParameterList *self)
{
  return !im_document_get_unit (self->document)->is_preprocessor;
}

static gboolean
belongs (const ImParameter *parameter, StudioPart part)
{
  switch (part)
    {
    case STUDIO_PART_INPUT:
      return parameter->kind == IM_PARAMETER_INPUT && !parameter->socket->is_time;
    case STUDIO_PART_OUTPUT:
      return parameter->kind == IM_PARAMETER_OUTPUT && !parameter->socket->is_time;
    case STUDIO_PART_OPTION:
      return parameter->option != NULL;
    case STUDIO_PART_EXPRESSION:
      return parameter->binding != NULL;
    case STUDIO_PART_CONSTANT:
    case STUDIO_PART_FRAME:
    case STUDIO_N_PARTS:
    default:
      return FALSE;
    }
}

/* The type of an output also follows from the nodes of a graph. */
static char *
dup_value (StudioParameterList *self, const ImParameter *parameter)
{
  const ImProgram *program = im_document_get_program (self->document);

  return studio_text_dup_socket (program, "", im_program_find_evaluation (program, ""),
                                 parameter);
}

/* The value of a parameter as a row says it; the last one while it is not known. */
static const char *
get_value (StudioParameterList *self, const ImParameter *parameter, gboolean *is_stale)
{
  g_autofree char *value = dup_value (self, parameter);
  const char *last = NULL;

  *is_stale = value == NULL;
  if (value != NULL)
    g_hash_table_replace (self->last, g_strdup (parameter->name.text),
                          g_steal_pointer (&value));
  last = g_hash_table_lookup (self->last, parameter->name.text);

  return last == NULL ? _ ("not known") : last;
}

/* What the list is made of. */
static char *
dup_state (StudioParameterList *self)
{
  const ImUnit *unit = im_document_get_unit (self->document);
  GString *state = g_string_new (has_types (self) ? "types" : "");

  g_string_append (state, unit->id.text);
  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];
      gboolean is_stale = FALSE;
      const char *value = parameter->kind == IM_PARAMETER_INPUT
                              ? ""
                              : get_value (self, parameter, &is_stale);

      g_string_append_printf (state, "\n%d %s %s %s%s", parameter->kind,
                              parameter->name.text, parameter->text, value,
                              is_stale ? "?" : "");
    }

  return g_string_free (state, FALSE);
}

static GtkWidget *
new_button (const char *icon, const char *title, const char *action, const char *target)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  title, -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", target);

  return button;
}

static GtkWidget *
new_buttons (const ImParameter *parameter)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  /* Translators: %s is an input, output, option or expression */
  g_autofree char *edit = g_strdup_printf (_ ("Edit “%s”"), parameter->text);
  g_autofree char *remove = g_strdup_printf (_ ("Remove “%s”"), parameter->text);

  gtk_box_append (GTK_BOX (box),
                  new_button ("go-next-symbolic", edit, "inspector.show-parameter",
                              parameter->name.text));
  gtk_box_append (GTK_BOX (box), new_button ("list-remove-symbolic", remove,
                                             "parameter.remove", parameter->name.text));

  return box;
}

static void
add_input (StudioParameterList *self, GtkWidget *group, const ImParameter *parameter)
{
  GtkWidget *row = studio_property_row_new (self->document, parameter->name.text, "type",
                                            parameter->text);

  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group),
                             studio_property_row_get_message (STUDIO_PROPERTY_ROW (row)));
  if (can_change (self))
    adw_entry_row_add_suffix (ADW_ENTRY_ROW (row), new_buttons (parameter));
  g_ptr_array_add (self->rows, row);
}

static void
add_other (StudioParameterList *self, GtkWidget *group, const ImParameter *parameter)
{
  GtkWidget *row = adw_action_row_new ();
  gboolean is_stale;
  g_autofree char *escaped = g_markup_escape_text (get_value (self, parameter, &is_stale),
                                                   -1);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), parameter->text);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), escaped);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), new_buttons (parameter));
  if (is_stale)
    gtk_widget_add_css_class (row, "stale");
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
}

static const struct
{
  StudioPart part;
  const char *title;
  const char *add;
} groups[] = {
  { STUDIO_PART_INPUT, N_ ("Inputs"), N_ ("Add Input") },
  { STUDIO_PART_OUTPUT, N_ ("Outputs"), N_ ("Add Output") },
  { STUDIO_PART_OPTION, N_ ("Options"), N_ ("Add Option") },
  { STUDIO_PART_EXPRESSION, N_ ("Expressions"), N_ ("Add Expression") },
};

static void
add_group (StudioParameterList *self, guint number)
{
  const ImUnit *unit = im_document_get_unit (self->document);
  StudioPart part = groups[number].part;
  GtkWidget *group = adw_preferences_group_new ();

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group),
                                   _ (groups[number].title));
  if (can_change (self))
    adw_preferences_group_set_header_suffix (
        ADW_PREFERENCES_GROUP (group),
        new_button ("list-add-symbolic", _ (groups[number].add), "edit.add-part",
                    studio_parts_get_unit (part)->id.text));
  for (guint i = 0; i < unit->n_parameters; i++)
    if (belongs (&unit->parameters[i], part))
      {
        if (part == STUDIO_PART_INPUT)
          add_input (self, group, &unit->parameters[i]);
        else
          add_other (self, group, &unit->parameters[i]);
      }
  gtk_box_append (GTK_BOX (self->box), group);
}

static void
build (StudioParameterList *self)
{
  GtkWidget *child;

  g_ptr_array_set_size (self->rows, 0);
  while ((child = gtk_widget_get_first_child (self->box)) != NULL)
    gtk_box_remove (GTK_BOX (self->box), child);
  for (guint i = has_types (self) ? 0 : 1;
       i < (can_change (self) ? G_N_ELEMENTS (groups) : 1); i++)
    /* In a graph expressions are nodes. */
    if (groups[i].part != STUDIO_PART_EXPRESSION || !im_document_is_free (self->document))
      add_group (self, i);
}

void
studio_parameter_list_update (StudioParameterList *self)
{
  g_autofree char *state = NULL;

  g_return_if_fail (STUDIO_IS_PARAMETER_LIST (self));

  state = dup_state (self);
  if (g_strcmp0 (self->shown, state) != 0)
    {
      g_free (self->shown);
      self->shown = g_steal_pointer (&state);
      build (self);
    }
  for (guint i = 0; i < self->rows->len; i++)
    studio_property_row_update (g_ptr_array_index (self->rows, i));
}

GtkWidget *
studio_parameter_list_new (ImDocument *document)
{
  StudioParameterList *self = g_object_new (STUDIO_TYPE_PARAMETER_LIST, NULL);

  self->document = g_object_ref (document);
  studio_parameter_list_update (self);

  return GTK_WIDGET (self);
}

static void
studio_parameter_list_dispose (GObject *object)
{
  StudioParameterList *self = STUDIO_PARAMETER_LIST (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_clear_pointer (&self->shown, g_free);
  g_clear_pointer (&self->last, g_hash_table_unref);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (studio_parameter_list_parent_class)->dispose (object);
}

static void
studio_parameter_list_class_init (StudioParameterListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = studio_parameter_list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass),
                                            GTK_TYPE_BIN_LAYOUT);
}

static void
studio_parameter_list_init (StudioParameterList *self)
{
  self->rows = g_ptr_array_new ();
  self->last = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 18);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}
