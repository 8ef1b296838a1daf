/* SPDX-License-Identifier: MIT
 *
 * What rows have inside: conditions of implementations, choices of options, inputs and
 * outputs of examples. Each is a line with a field for what it says.
 */
#include <glib/gi18n.h>
#include <string.h>

#include "document/change/im-document-change.h"
#include "document/change/im-document-text.h"
#include "studio/unit/studio-unit-view-private.h"

/**
 * Kind:
 * @element: the name of the element
 * @label: what it is, to be translated
 * @fields: attributes, or `.` for its text
 * @tips: what they are, to be translated
 *
 * Something that a row can have inside.
 */
typedef struct
{
  const char *element;
  const char *label;
  const char *fields[4];
  const char *tips[4];
} Kind;

static const Kind kinds[] = {
  { "TensorType",
    N_ ("Tensor Type"),
    { "tensor", "type" },
    { N_ ("Which input or output"), N_ ("Its type, such as Float32; empty for any") } },
  { "ConstantType",
    N_ ("Constant"),
    { "constant", "type" },
    { N_ ("Which expression is a constant"), N_ ("Its type, such as Float32") } },
  { "Conditional", N_ ("Condition"), { "value" }, { N_ ("An expression that holds") } },
  { "Item",
    N_ ("Choice"),
    { ".", "text" },
    { N_ ("The value"), N_ ("What the user reads; empty for the value") } },
  { "Input",
    N_ ("Input"),
    { "name", "type", "shape", "." },
    { N_ ("Which input"), N_ ("Its type, such as float32"),
      N_ ("Its shape, such as [2,3]"), N_ ("Its numbers, with blanks between") } },
  { "Argument",
    N_ ("Option"),
    { "param", "." },
    { N_ ("Which option"), N_ ("Its value") } },
  { "Output",
    N_ ("Output"),
    { "name", "." },
    { N_ ("Which output"), N_ ("The numbers that are expected, with blanks between") } },
};

static const Kind *
find_kind (const ImXmlElement *element)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (strcmp (kinds[i].element, element->name) == 0)
      return &kinds[i];

  return NULL;
}

/* A condition may also stand between the tags. */
static const char *
get_field (const Kind *kind, guint number, const ImXmlElement *element)
{
  const char *field = kind->fields[number];

  return strcmp (kind->element, "Conditional") == 0 &&
                 im_document_get_attribute (element, field) == NULL
             ? "."
             : field;
}

static GtkWidget *
new_remove_button (const ImXmlElement *element)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("list-remove-symbolic");
  g_autofree char *way = im_document_dup_way (element);
  const char *label = _ ("Remove");

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "unit.remove");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", way);

  return button;
}

static void
add_line (StudioUnitView *self,
          StudioUnitRow *row,
          const ImXmlElement *element,
          const Kind *kind,
          StudioUnitPart place)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  for (guint i = 0; i < G_N_ELEMENTS (kind->fields) && kind->fields[i] != NULL; i++)
    {
      GtkWidget *entry = studio_unit_view_new_child_entry (
          self, place.section, place.number, place.child, get_field (kind, i, element));
      const char *tip = _ (kind->tips[i]);

      gtk_editable_set_width_chars (GTK_EDITABLE (entry), 6);
      gtk_entry_set_placeholder_text (GTK_ENTRY (entry), tip);
      gtk_accessible_update_property (GTK_ACCESSIBLE (entry),
                                      GTK_ACCESSIBLE_PROPERTY_LABEL, tip, -1);
      gtk_widget_set_hexpand (entry, TRUE);
      gtk_box_append (GTK_BOX (line), entry);
    }
  gtk_box_append (GTK_BOX (line), new_remove_button (element));
  studio_unit_row_add_entry (row, _ (kind->label), line);
}

static void
append_addition (GMenu *menu,
                 const char *label,
                 const ImXmlElement *parent,
                 const ImXmlElement *whole,
                 const char *markup)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);
  g_autofree char *way = im_document_dup_way (parent);
  g_autofree char *opened = im_document_dup_way (whole);

  g_menu_item_set_action_and_target (item, "unit.insert", "(sss)", way, markup, opened);
  g_menu_append_item (menu, item);
}

static const char *
find_name (const ImUnit *unit, ImParameterKind kind)
{
  for (guint i = 0; i < unit->n_parameters; i++)
    if (unit->parameters[i].kind == kind)
      return unit->parameters[i].name.text;

  return NULL;
}

static void
append_conditions (GMenu *menu, const ImUnit *unit, const ImXmlElement *element)
{
  const ImParameter *input = im_unit_find_main_input (unit);
  const char *constant = find_name (unit, IM_PARAMETER_HIDDEN);

  if (input != NULL)
    {
      g_autofree char *markup = g_strdup_printf (
          "<TensorType tensor=\"%s\" type=\"Float32\" />", input->name.text);

      append_addition (menu, _ ("Tensor Type"), element, element, markup);
    }
  append_addition (menu, _ ("Condition"), element, element,
                   "<Conditional value=\"true\" />");
  if (constant != NULL)
    {
      g_autofree char *markup = g_strdup_printf (
          "<ConstantType constant=\"%s\" type=\"Float32\" />", constant);

      append_addition (menu, _ ("Constant"), element, element, markup);
    }
}

static void
append_choice (GMenu *menu, const ImParameter *parameter)
{
  const ImXmlElement *list = studio_unit_view_find_list (parameter->element,
                                                         STUDIO_OF_PARAMETER);
  const char *value = parameter->option->initial.text;
  g_autofree char *item = g_markup_printf_escaped (
      "<Item>%s</Item>", value != NULL                            ? value
                         : parameter->kind == IM_PARAMETER_STRING ? "choice"
                                                                  : "0");
  g_autofree char *whole = g_strdup_printf ("<OneOf>\n\t%s\n</OneOf>", item);

  append_addition (menu, _ ("Choice"), list == NULL ? parameter->element : list,
                   parameter->element, list == NULL ? whole : item);
}

static GtkWidget *
new_adder (GMenu *menu)
{
  GtkWidget *button = gtk_menu_button_new ();

  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _ ("Add…"));
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_widget_set_halign (button, GTK_ALIGN_START);

  return button;
}

void
studio_unit_view_add_children (StudioUnitView *self,
                               StudioUnitRow *row,
                               const ImXmlElement *element,
                               guint section,
                               guint number)
{
  const ImUnit *unit = studio_unit_view_get_unit (self);
  const ImXmlElement *list = studio_unit_view_find_list (element, section);
  g_autofree char *way = im_document_dup_way (element);
  g_autoptr (GMenu) menu = g_menu_new ();
  guint child = 1;

  for (const ImXmlElement *one = list == NULL ? NULL : list->first_child; one != NULL;
       one = one->next_sibling, child++)
    {
      const Kind *kind = find_kind (one);

      if (kind != NULL && one->first_child == NULL)
        add_line (
            self, row, one, kind,
            (StudioUnitPart){ .section = section, .number = number, .child = child });
    }
  if (section == STUDIO_OF_PARAMETER)
    append_choice (menu, &unit->parameters[number]);
  else if (section < IM_N_SECTIONS)
    append_conditions (menu, unit, element);
  if (g_menu_model_get_n_items (G_MENU_MODEL (menu)) > 0)
    studio_unit_row_add_entry (row, "", new_adder (menu));
  if (g_strcmp0 (self->opened, way) == 0)
    studio_unit_row_open (row);
}
