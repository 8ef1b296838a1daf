/* SPDX-License-Identifier: MIT
 *
 * What a unit gets, loses, moves and renames: buttons of groups, menus of rows, and the
 * edits that they make.
 */
#include <glib/gi18n.h>
#include <string.h>

#include "base/im-text.h"
#include "document/change/im-document-change.h"
#include "studio/common/studio-toast-overlay.h"
#include "studio/library/studio-package.h"
#include "studio/library/studio-rename.h"
#include "studio/unit/studio-unit-view-private.h"
#include "unit/im-unit-name.h"

/* Applies an edit; what it refuses is said. The row of what it adds or renames, as
 * @opened has it, is open then. */
static gboolean
apply (StudioUnitView *self, const ImEdit *edit, const char *opened)
{
  GtkWidget *overlay = gtk_widget_get_ancestor (GTK_WIDGET (self),
                                                STUDIO_TYPE_TOAST_OVERLAY);
  g_autoptr (GError) error = NULL;

  g_free (self->opened);
  self->opened = g_strdup (opened);
  if (im_document_apply (self->document, edit, 1, &error))
    return TRUE;
  g_clear_pointer (&self->opened, g_free);
  if (error != NULL && overlay != NULL)
    studio_toast_overlay_show (STUDIO_TOAST_OVERLAY (overlay), error->message);

  return FALSE;
}

/* `option`, or `option_2` if there is one. */
static char *
dup_free_name (const ImUnit *unit, const char *wish)
{
  char *name = g_strdup (wish);

  for (guint i = 2; im_unit_find_parameter (unit, name) != NULL; i++)
    {
      g_free (name);
      name = g_strdup_printf ("%s_%u", wish, i);
    }

  return name;
}

/* The first of the children of a unit that stand behind one, as files have them. */
static const ImXmlElement *
find_behind (const ImUnit *unit, const char *child)
{
  static const char *const order[] = { "Tags",    "Parameters",      "Contracts",
                                       "Init",    "Implementations", "Enqueue",
                                       "Dequeue", "SoftReset" };
  gboolean is_behind = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      const ImXmlElement *found = is_behind ? im_xml_element_find_child (unit->element,
                                                                         order[i])
                                            : NULL;

      if (found != NULL)
        return found;
      is_behind |= strcmp (order[i], child) == 0;
    }

  return unit->n_examples == 0 ? NULL : unit->examples[0].element->parent;
}

/* Puts an element into @parent, or where that is NULL into a child of the unit, which is
 * made if there is none. */
static void
insert (StudioUnitView *self,
        const ImXmlElement *parent,
        const char *child,
        const char *markup,
        const char *opened)
{
  const ImUnit *unit = studio_unit_view_get_unit (self);
  const ImXmlElement *before = NULL;
  g_autofree char *way = NULL, *whole = NULL, *before_way = NULL;
  ImEdit edit = { .kind = IM_EDIT_INSERT_ELEMENT, .text = markup };

  if (parent == NULL)
    parent = im_xml_element_find_child (unit->element, child);
  if (parent == NULL)
    {
      parent = unit->element;
      before = find_behind (unit, child);
      whole = g_strdup_printf ("<%s>\n\t%s\n</%s>", child, markup, child);
      edit.text = whole;
    }
  way = im_document_dup_way (parent);
  before_way = before == NULL ? NULL : im_document_dup_way (before);
  edit.element = way;
  edit.before = before_way;
  apply (self, &edit, opened);
}

static void
add_handle (StudioUnitView *self)
{
  g_autofree char *name = dup_free_name (studio_unit_view_get_unit (self), "state");
  g_autofree char *markup = g_markup_printf_escaped (
      "<Handle name=\"%s\" size=\"4\" text=\"State\" />", name);

  insert (self, NULL, "Parameters", markup, name);
}

/* One that holds, until somebody says what must; what it says is true of any. */
static void
add_contract (StudioUnitView *self)
{
  const ImUnit *unit = studio_unit_view_get_unit (self);
  const ImParameter *input = im_unit_find_main_input (unit);
  g_autofree char *test = input == NULL
                              ? g_strdup ("true")
                              : g_strconcat (input->name.text, ".shape.flat >= 1", NULL);
  g_autofree char *markup = g_markup_printf_escaped (
      "<Assert test=\"%s\" error=\"Not allowed with these inputs and options.\" />",
      test);

  insert (self, NULL, "Contracts", markup, "contract");
}

/* Whether a function of a section takes a parameter: what goes in, out, or stays. */
static gboolean
is_passed (const ImParameter *parameter, ImSectionKind section)
{
  gboolean is_state = parameter->kind == IM_PARAMETER_HANDLE;
  gboolean is_input = parameter->kind == IM_PARAMETER_INPUT;
  gboolean is_output = parameter->kind == IM_PARAMETER_OUTPUT;

  return section == IM_SECTION_BODY      ? parameter->socket != NULL
         : section == IM_SECTION_ENQUEUE ? is_state || is_input
         : section == IM_SECTION_DEQUEUE ? is_state || is_output
                                         : is_state;
}

/* The name of a function with what its section passes, such as `own_gain (input, output)`
 * or `own_gain_init (state)`. */
static void
add_implementation (StudioUnitView *self, ImSectionKind section, const char *language)
{
  static const char *const suffixes[IM_N_SECTIONS] = {
    [IM_SECTION_BODY] = "",
    [IM_SECTION_INIT] = "_init",
    [IM_SECTION_ENQUEUE] = "_enqueue",
    [IM_SECTION_DEQUEUE] = "_dequeue",
    [IM_SECTION_CAN_ENQUEUE] = "_can_enqueue",
    [IM_SECTION_CAN_DEQUEUE] = "_can_dequeue",
    [IM_SECTION_SOFT_RESET] = "_reset",
    [IM_SECTION_FINALIZE] = "_finalize",
  };
  const ImUnit *unit = studio_unit_view_get_unit (self);
  const ImSection *code = &unit->sections[section];
  gboolean is_c = strcmp (language, "C") == 0;
  g_autofree char *stem = im_unit_name_dup_stem (unit->id.text);
  g_autofree char *prefix = im_unit_name_dup_prefix (unit->id.text);
  g_autofree char *function = g_strconcat (prefix, suffixes[section], is_c ? "" : "_py",
                                           NULL);
  g_autoptr (GString) call = g_string_new (function);
  g_autofree char *markup = NULL;

  g_string_append_c (call, '(');
  for (guint i = 0; i < unit->n_parameters; i++)
    if (is_passed (&unit->parameters[i], section))
      g_string_append_printf (call, "%s%s", g_str_has_suffix (call->str, "(") ? "" : ", ",
                              unit->parameters[i].name.text);
  g_string_append_c (call, ')');
  markup = g_markup_printf_escaped (
      "<Implementation language=\"%s\" fragment=\"%s.%s:%s\" call=\"%s\" />", language,
      stem, is_c ? "h" : "py", function, call->str);
  insert (self,
          code->n_implementations == 0 ? NULL : code->implementations->element->parent,
          im_section_get_name (section), markup, NULL);
}

/* `Init C`: an implementation of a section. */
static gboolean
add_to_section (StudioUnitView *self, const char *what)
{
  for (guint i = 0; i < IM_N_SECTIONS; i++)
    {
      const char *name = im_section_get_name ((ImSectionKind) i);
      gsize length = strlen (name);

      if (g_str_has_prefix (what, name) && what[length] == ' ')
        {
          add_implementation (self, (ImSectionKind) i, what + length + 1);
          return TRUE;
        }
    }

  return FALSE;
}

static void
add_parameter (StudioUnitView *self, ImEditKind kind, const char *wish, const char *type)
{
  g_autofree char *name = dup_free_name (studio_unit_view_get_unit (self), wish);
  const char *names[] = { name };
  const ImEdit edit = { .kind = kind,
                        .nodes = names,
                        .n_nodes = 1,
                        .name = type,
                        .text = kind == IM_EDIT_EXPRESSION ? "0" : NULL };

  apply (self, &edit, name);
}

static void
add_tag (StudioUnitView *self, const char *name)
{
  g_autofree char *markup = g_strdup_printf ("<%s />", name);

  insert (self, NULL, "Tags", markup, NULL);
}

/* `input`, `output`, `expression`, `handle`, `contract`, `tag` and its name, a section
 * and a language, or the type of an option. */
static void
add_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioUnitView *self = STUDIO_UNIT_VIEW (widget);
  const char *what = g_variant_get_string (parameter, NULL);

  if (strcmp (what, "input") == 0)
    add_parameter (self, IM_EDIT_INPUT, what, NULL);
  else if (strcmp (what, "output") == 0)
    add_parameter (self, IM_EDIT_OUTPUT, what, NULL);
  else if (strcmp (what, "expression") == 0)
    add_parameter (self, IM_EDIT_EXPRESSION, what, NULL);
  else if (strcmp (what, "handle") == 0)
    add_handle (self);
  else if (strcmp (what, "contract") == 0)
    add_contract (self);
  else if (g_str_has_prefix (what, "tag "))
    add_tag (self, what + strlen ("tag "));
  else if (!add_to_section (self, what))
    add_parameter (self, IM_EDIT_OPTION, "option", what);
}

/* An example of the studio's own namespace, `im:Example`, whatever that is called in the
 * file. */
static void
add_example_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioUnitView *self = STUDIO_UNIT_VIEW (widget);
  const ImUnit *unit = studio_unit_view_get_unit (self);
  const char *example = g_variant_get_string (parameter, NULL);
  const ImXmlElement *parent = unit->n_examples == 0 ? NULL
                                                     : unit->examples[0].element->parent;
  g_autofree char *way = im_document_dup_way (parent == NULL ? unit->element : parent);
  g_autoptr (GString) markup = g_string_new (example);
  ImEdit edit = { .kind = IM_EDIT_INSERT_ELEMENT, .element = way };

  if (parent == NULL)
    {
      g_string_replace (markup, "\n", "\n\t", 0);
      g_string_prepend (markup, "<im:Examples xmlns:im=\"urn:imaginet-studio:1\">\n\t");
      g_string_append (markup, "\n</im:Examples>");
    }
  else if (g_strcmp0 (parent->prefix, "im") != 0)
    g_string_replace (markup, "<im:Example ",
                      "<im:Example xmlns:im=\"urn:imaginet-studio:1\" ", 1);
  edit.text = markup->str;
  apply (self, &edit, NULL);
}

/* Something that a row has inside. */
static void
insert_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  const char *way, *markup, *opened;
  ImEdit edit = { .kind = IM_EDIT_INSERT_ELEMENT };

  g_variant_get (parameter, "(&s&s&s)", &way, &markup, &opened);
  edit.element = way;
  edit.text = markup;
  apply (STUDIO_UNIT_VIEW (widget), &edit, opened);
}

/* A parameter by its name, anything else by its way. */
static void
remove_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  const char *what = g_variant_get_string (parameter, NULL);
  const ImEdit of_parameter = { .kind = IM_EDIT_REMOVE, .nodes = &what, .n_nodes = 1 };
  const ImEdit of_element = { .kind = IM_EDIT_REMOVE_ELEMENT, .element = what };

  apply (STUDIO_UNIT_VIEW (widget),
         strchr (what, '/') == NULL ? &of_parameter : &of_element, NULL);
}

static void
move_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  const char *way, *before;
  ImEdit edit = { .kind = IM_EDIT_MOVE_ELEMENT };

  g_variant_get (parameter, "(&s&s)", &way, &before);
  edit.element = way;
  edit.before = *before == '\0' ? NULL : before;
  apply (STUDIO_UNIT_VIEW (widget), &edit, NULL);
}

static const ImXmlElement *
find_previous (const ImXmlElement *element)
{
  const ImXmlElement *previous = NULL;

  for (const ImXmlElement *child = element->parent->first_child; child != element;
       child = child->next_sibling)
    previous = child;

  return previous;
}

static void
append_move (GMenu *menu,
             const char *label,
             const ImXmlElement *element,
             const ImXmlElement *before)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);
  g_autofree char *way = im_document_dup_way (element);
  g_autofree char *before_way = before == NULL ? NULL : im_document_dup_way (before);

  g_menu_item_set_action_and_target (item, "unit.move", "(ss)", way,
                                     before_way == NULL ? "" : before_way);
  g_menu_append_item (menu, item);
}

/* The new name of a parameter is written into all files that use it, and read from them.
 */
static void
rename_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioUnitView *self = STUDIO_UNIT_VIEW (widget);
  const char *path = im_document_get_path (self->document);
  g_autofree char *folder = NULL;

  if (path == NULL || im_document_is_modified (self->document))
    {
      studio_toast_overlay_say (
          widget, _ ("Save the unit first: the new name is written into files"));
      return;
    }
  folder = studio_package_dup_folder (path);
  studio_rename_present (GTK_WINDOW (gtk_widget_get_root (widget)), folder,
                         studio_unit_view_get_unit (self)->id.text,
                         g_variant_get_string (parameter, NULL));
}

GtkWidget *
studio_unit_view_new_menu (const ImXmlElement *element, const char *name)
{
  GtkWidget *button = gtk_menu_button_new ();
  const ImXmlElement *previous = find_previous (element);
  const ImXmlElement *next = element->next_sibling;
  g_autofree char *way = im_document_dup_way (element);
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenuItem) item = g_menu_item_new (_ ("Remove"), NULL);

  if (previous != NULL)
    append_move (menu, _ ("Move Up"), element, previous);
  if (next != NULL)
    append_move (menu, _ ("Move Down"), element, next->next_sibling);
  if (name != NULL)
    {
      g_autoptr (GMenuItem) rename = g_menu_item_new (_ ("Rename in All Files…"), NULL);

      g_menu_item_set_action_and_target (rename, "unit.rename", "s", name);
      g_menu_append_item (menu, rename);
    }
  g_menu_item_set_action_and_target (item, "unit.remove", "s", name == NULL ? way : name);
  g_menu_append_item (menu, item);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "view-more-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, _ ("Move or Remove"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Move or Remove"), -1);

  return button;
}

GtkWidget *
studio_unit_view_new_adder (const char *tip, const StudioUnitAddition *additions, guint n)
{
  GtkWidget *button = n == 1 ? gtk_button_new () : gtk_menu_button_new ();
  g_autoptr (GMenu) menu = g_menu_new ();

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (_ (additions[i].label), NULL);

      g_menu_item_set_action_and_target (item, "unit.add", "s", additions[i].what);
      g_menu_append_item (menu, item);
    }
  if (n > 1)
    {
      gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "list-add-symbolic");
      gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
    }
  else
    {
      gtk_button_set_icon_name (GTK_BUTTON (button), "list-add-symbolic");
      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "unit.add");
      gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", additions[0].what);
    }
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  tip, -1);

  return button;
}

/* The name that a field is left with, or that Enter takes, with all uses of it. One whose
 * row is gone loses the keyboard, too, and means nothing any more. */
static void
rename_parameter (StudioUnitView *self, GtkWidget *entry)
{
  guint number = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (entry), "number"));
  const ImUnit *unit = studio_unit_view_get_unit (self);
  const char *old;
  g_autofree char *name = g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry)));
  ImEdit edit = { .kind = IM_EDIT_RENAME_SOCKET,
                  .n_nodes = 1,
                  .nodes = &old,
                  .text = name };

  if (self->is_updating || !gtk_widget_is_ancestor (entry, GTK_WIDGET (self)) ||
      number >= unit->n_parameters)
    return;
  old = unit->parameters[number].name.text;
  if (strcmp (old, name) != 0 && !apply (self, &edit, name))
    gtk_editable_set_text (GTK_EDITABLE (entry), old);
}

/* The rows are made anew with the name, this one among them: not while it is at work. */
static void
rename_later (gpointer data)
{
  g_autoptr (GtkWidget) entry = data;
  GtkWidget *view = gtk_widget_get_ancestor (entry, STUDIO_TYPE_UNIT_VIEW);

  if (view != NULL)
    rename_parameter (STUDIO_UNIT_VIEW (view), entry);
}

static void
activate_cb (GtkWidget *entry)
{
  g_idle_add_once (rename_later, g_object_ref (entry));
}

static void
left_cb (GtkEventController *controller)
{
  activate_cb (gtk_event_controller_get_widget (controller));
}

static void
show_name (StudioUnitPart *part)
{
  const char
      *name = studio_unit_view_get_unit (part->view)->parameters[part->number].name.text;

  if (strcmp (gtk_editable_get_text (GTK_EDITABLE (part->row)), name) != 0)
    gtk_editable_set_text (GTK_EDITABLE (part->row), name);
}

GtkWidget *
studio_unit_view_new_name (StudioUnitView *self, guint number)
{
  GtkWidget *entry = gtk_entry_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  studio_unit_view_add_part (self, entry, show_name, number);
  g_object_set_data (G_OBJECT (entry), "number", GUINT_TO_POINTER (number));
  g_signal_connect (entry, "activate", G_CALLBACK (activate_cb), NULL);
  g_signal_connect (focus, "leave", G_CALLBACK (left_cb), NULL);
  gtk_widget_add_controller (entry, focus);

  return entry;
}

void
studio_unit_view_install_changes (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "unit.add", "s", add_action);
  gtk_widget_class_install_action (widget_class, "unit.add-example", "s",
                                   add_example_action);
  gtk_widget_class_install_action (widget_class, "unit.insert", "(sss)", insert_action);
  gtk_widget_class_install_action (widget_class, "unit.remove", "s", remove_action);
  gtk_widget_class_install_action (widget_class, "unit.move", "(ss)", move_action);
  gtk_widget_class_install_action (widget_class, "unit.rename", "s", rename_action);
}
