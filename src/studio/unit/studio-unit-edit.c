/* SPDX-License-Identifier: MIT
 *
 * Fields that change texts of a unit while somebody types, and its head.
 */
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "document/change/im-document-change.h"
#include "document/change/im-document-text.h"
#include "studio/common/studio-indented-text.h"
#include "studio/library/studio-description-view.h"
#include "studio/library/studio-unit-copy.h"
#include "studio/unit/studio-unit-view-private.h"
#include "unit/im-unit-roots.h"

static const ImXmlElement *
get_whole (StudioUnitPart *part)
{
  const ImUnit *unit = studio_unit_view_get_unit (part->view);

  if (part->section == STUDIO_OF_PARAMETER)
    return unit->parameters[part->number].element;
  if (part->section == STUDIO_OF_CONTRACT)
    return unit->contracts[part->number].element;
  if (part->section == STUDIO_OF_EXAMPLE)
    return unit->examples[part->number].element;

  return unit->sections[part->section].implementations[part->number].element;
}

const ImXmlElement *
studio_unit_view_find_list (const ImXmlElement *element, guint section)
{
  return section == STUDIO_OF_PARAMETER ? im_xml_element_find_child (element, "OneOf")
                                        : element;
}

static const ImXmlElement *
get_place (StudioUnitPart *part)
{
  const ImXmlElement *whole = get_whole (part);
  const ImXmlElement *child;

  if (part->child == 0)
    return whole;
  child = studio_unit_view_find_list (whole, part->section)->first_child;
  for (guint i = 1; i < part->child; i++)
    child = child->next_sibling;

  return child;
}

/* The default of an option has two names; the one in the file stays. */
static const char *
get_attribute_name (StudioUnitPart *part)
{
  const ImXmlElement *place = get_place (part);

  if (strcmp (part->attribute, "default") == 0 &&
      im_document_get_attribute (place, "default") == NULL &&
      im_document_get_attribute (place, "value") != NULL)
    return "value";

  return part->attribute;
}

static const char *
get_child_text (StudioUnitPart *part, const char *name)
{
  const char *text = im_document_get_child_text (
      studio_unit_view_get_unit (part->view)->element, name);

  return text == NULL ? "" : text;
}

static const char *
get_text (StudioUnitPart *part)
{
  const char *text;

  if (strcmp (part->attribute, "DisplayName") == 0)
    return get_child_text (part, "DisplayName");
  text = strcmp (part->attribute, ".") == 0
             ? get_place (part)->text
             : im_document_get_attribute (get_place (part), get_attribute_name (part));

  return text == NULL ? "" : text;
}

static void
show_entry (StudioUnitPart *part)
{
  const char *text = get_text (part);

  if (strcmp (gtk_editable_get_text (GTK_EDITABLE (part->row)), text) != 0)
    gtk_editable_set_text (GTK_EDITABLE (part->row), text);
}

/* Whether a text is there whenever the element is: a condition, a message, a call. */
static gboolean
needs_text (const StudioUnitPart *part)
{
  if (part->child > 0)
    return strcmp (part->attribute, "type") != 0 && strcmp (part->attribute, "text") != 0;

  return part->section != STUDIO_OF_PARAMETER && part->section != STUDIO_OF_EXAMPLE;
}

/* What needs a text is empty only while it is replaced. */
static gboolean
set_text (StudioUnitPart *part, const char *text, GError **error)
{
  ImDocument *document = part->view->document;

  if (*text == '\0' && needs_text (part))
    {
      g_set_error_literal (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_EDIT,
                           _ ("It cannot be empty: what was there last is kept"));
      return FALSE;
    }

  if (strcmp (part->attribute, "DisplayName") == 0)
    return im_document_set_child_text (document,
                                       studio_unit_view_get_unit (part->view)->element,
                                       "DisplayName", text, error);

  if (strcmp (part->attribute, ".") == 0)
    return im_document_set_child_text (document, get_place (part), ".", text, error);

  return im_document_set_attribute (document, get_place (part), get_attribute_name (part),
                                    *text == '\0' ? NULL : text, error);
}

/* Marks a field whose text is not that of the document; its tip says why. */
static void
show_error (GtkWidget *field, const GError *error)
{
  gtk_widget_set_tooltip_text (field, error == NULL ? NULL : error->message);
  if (error != NULL)
    gtk_widget_add_css_class (field, "error");
  else
    gtk_widget_remove_css_class (field, "error");
}

static void
entry_changed_cb (GtkEditable *entry, StudioUnitPart *part)
{
  g_autoptr (GError) error = NULL;

  if (part->view == NULL || part->view->is_updating)
    return;
  set_text (part, gtk_editable_get_text (entry), &error);
  show_error (GTK_WIDGET (entry), error);
}

static void
connect_entry (StudioUnitView *self,
               GtkWidget *entry,
               guint section,
               guint number,
               guint child,
               const char *attribute)
{
  StudioUnitPart *part = studio_unit_view_add_part (self, entry, show_entry, number);

  part->attribute = attribute;
  part->section = section;
  part->child = child;
  studio_unit_part_connect (part, entry, "changed", G_CALLBACK (entry_changed_cb));
}

GtkWidget *
studio_unit_view_new_entry (StudioUnitView *self,
                            guint section,
                            guint number,
                            const char *attribute)
{
  return studio_unit_view_new_child_entry (self, section, number, 0, attribute);
}

GtkWidget *
studio_unit_view_new_child_entry (StudioUnitView *self,
                                  guint section,
                                  guint number,
                                  guint child,
                                  const char *attribute)
{
  GtkWidget *entry = gtk_entry_new ();

  connect_entry (self, entry, section, number, child, attribute);

  return entry;
}

static void
show_facts (StudioUnitPart *part)
{
  const ImUnit *unit = studio_unit_view_get_unit (part->view);
  g_autoptr (GString) text = g_string_new (unit->id.text);

  g_string_append_printf (text, " · %s · %s", im_unit_kind_get_name (unit->kind),
                          unit->display_path);
  for (guint i = 0; i < unit->n_tags; i++)
    g_string_append_printf (text, "%s%s", i == 0 ? " · " : ", ", unit->tags[i]);
  studio_unit_row_set_text (STUDIO_UNIT_ROW (part->row), text->str);
}

static void
show_plain_description (StudioUnitPart *part)
{
  const ImUnit *unit = studio_unit_view_get_unit (part->view);
  g_autoptr (GString) text = g_string_new (NULL);

  im_unit_append_description (unit, text);
  g_strstrip (text->str);
  studio_unit_row_set_title (STUDIO_UNIT_ROW (part->row),
                             *text->str == '\0' ? _ ("No description yet") : text->str);
}

/* Only what has changed is built again: figures are read from files. */
static void
show_rich_description (StudioUnitPart *part)
{
  const ImUnit *unit = studio_unit_view_get_unit (part->view);
  GString *text = g_string_new (NULL);
  GtkWidget *child;

  im_unit_append_description (unit, text);
  if (g_strcmp0 (g_object_get_data (G_OBJECT (part->row), "description"), text->str) == 0)
    {
      g_string_free (text, TRUE);
      return;
    }
  g_object_set_data_full (G_OBJECT (part->row), "description",
                          g_string_free (text, FALSE), g_free);
  while ((child = gtk_widget_get_first_child (part->row)) != NULL)
    gtk_box_remove (GTK_BOX (part->row), child);
  studio_description_add (GTK_BOX (part->row), unit);
}

static void
show_description_field (StudioUnitPart *part)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (part->row));
  g_autofree char *shown = NULL, *old = NULL;
  g_autofree char *text = studio_indented_text_dup_plain (
      get_child_text (part, "Description"));

  g_object_get (buffer, "text", &shown, NULL);
  old = studio_indented_text_dup_plain (shown);
  if (strcmp (old, text) != 0)
    gtk_text_buffer_set_text (buffer, text, -1);
}

static void
description_changed_cb (GtkTextBuffer *buffer, StudioUnitPart *part)
{
  g_autofree char *shown = NULL, *text = NULL;
  g_autoptr (GError) error = NULL;

  if (part->view == NULL || part->view->is_updating)
    return;
  g_object_get (buffer, "text", &shown, NULL);
  text = studio_indented_text_dup_like (shown, get_child_text (part, "Description"));
  im_document_set_child_text (part->view->document,
                              studio_unit_view_get_unit (part->view)->element,
                              "Description", text, &error);
  if (part->view != NULL)
    show_error (part->row, error);
}

static GtkWidget *
new_description_field (StudioUnitView *self)
{
  GtkWidget *field = gtk_text_view_new ();
  StudioUnitPart *part = studio_unit_view_add_part (self, field, show_description_field,
                                                    0);

  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (field), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (field), FALSE);
  gtk_widget_add_css_class (field, "card");
  gtk_widget_set_size_request (field, -1, 80);
  studio_unit_part_connect (part, gtk_text_view_get_buffer (GTK_TEXT_VIEW (field)),
                            "changed", G_CALLBACK (description_changed_cb));

  return field;
}

static GtkWidget *
new_code_button (void)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("document-edit-symbolic");
  const char *label = _ ("Edit in Code");

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.show-view");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", "code");

  return button;
}

static GtkWidget *
new_plain_description (StudioUnitView *self)
{
  StudioUnitRow *row = studio_unit_row_new (NULL, FALSE);

  studio_unit_view_add_part (self, GTK_WIDGET (row), show_plain_description, 0);
  studio_unit_row_add_entry (row, _ ("Description"), new_description_field (self));

  return GTK_WIDGET (row);
}

/* A description with headings, figures or code is more than a text: it is changed in the
 * XML. */
static GtkWidget *
new_rich_description (StudioUnitView *self)
{
  GtkWidget *row = adw_preferences_row_new ();
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *blocks = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *button = new_code_button ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Description"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_hexpand (blocks, TRUE);
  gtk_widget_set_valign (button, GTK_ALIGN_START);
  gtk_widget_add_css_class (line, "description");
  gtk_box_append (GTK_BOX (line), blocks);
  gtk_box_append (GTK_BOX (line), button);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), line);
  studio_unit_view_add_part (self, blocks, show_rich_description, 0);

  return row;
}

static void
copy_cb (GtkWidget *button, StudioUnitView *self)
{
  studio_unit_copy_choose (GTK_WINDOW (gtk_widget_get_root (button)),
                           studio_unit_view_get_unit (self),
                           im_document_get_library (self->document));
}

/* What comes with the studio, or cannot be written, is edited in a copy. */
static GtkWidget *
new_copy_row (StudioUnitView *self)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *button = gtk_button_new_with_mnemonic (_ ("Edit a _Copy…"));
  const char *path = im_document_get_path (self->document);
  gboolean is_shipped = im_unit_roots_is_shipped (path);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row),
                                 is_shipped ? _ ("This unit comes with the studio")
                                            : _ ("This unit cannot be saved here"));
  adw_action_row_set_subtitle (
      ADW_ACTION_ROW (row),
      _ ("A copy is yours, with its code and what that needs, under an id of its own."));
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_visible (row, is_shipped || (g_file_test (path, G_FILE_TEST_EXISTS) &&
                                              g_access (path, W_OK) != 0));
  g_signal_connect (button, "clicked", G_CALLBACK (copy_cb), self);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);

  return row;
}

/* What units can be marked with; a tag that somebody else has made up stays as it is. */
static const StudioUnitAddition tags[] = {
  { "HideInLibrary", "tag HideInLibrary" },
  { "ContextPushData", "tag ContextPushData" },
  { "ExcludeFromApiCodeGen", "tag ExcludeFromApiCodeGen" },
  { "RecordingDevice", "tag RecordingDevice" },
  { "Experimental", "tag Experimental" },
  { "ControlPipe", "tag ControlPipe" },
  { "DatasetGen", "tag DatasetGen" },
  { "DebugBuild", "tag DebugBuild" },
  { "Track", "tag Track" },
};

/* A tag with a button that removes it. */
static GtkWidget *
new_tag (const ImXmlElement *element)
{
  g_autofree char *way = im_document_dup_way (element);
  /* Translators: the name of a tag of a unit. */
  g_autofree char *tip = g_strdup_printf (_ ("Remove the Tag %s"), element->name);
  GtkWidget *button = gtk_button_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_box_append (GTK_BOX (box), gtk_label_new (element->name));
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("window-close-symbolic"));
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_widget_set_tooltip_text (button, tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  tip, -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "unit.remove");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", way);

  return button;
}

/* The tags of the unit, and a menu of those that it could have. */
static GtkWidget *
new_tags (StudioUnitView *self)
{
  const ImUnit *unit = studio_unit_view_get_unit (self);
  const ImXmlElement *list = im_xml_element_find_child (unit->element, "Tags");
  StudioUnitAddition free_tags[G_N_ELEMENTS (tags)];
  StudioUnitRow *row = studio_unit_row_new (_ ("Tags"), FALSE);
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (tags); i++)
    if (list == NULL || im_xml_element_find_child (list, tags[i].label) == NULL)
      free_tags[n++] = tags[i];
  for (const ImXmlElement *child = list == NULL ? NULL : list->first_child; child != NULL;
       child = child->next_sibling)
    studio_unit_row_add_button (row, new_tag (child));
  if (n > 0)
    studio_unit_row_add_menu (row,
                              studio_unit_view_new_adder (_ ("Add Tag"), free_tags, n));

  return GTK_WIDGET (row);
}

void
studio_unit_view_add_head (StudioUnitView *self)
{
  const ImUnit *unit = studio_unit_view_get_unit (self);
  AdwPreferencesGroup *group = studio_unit_view_add_group (self, NULL, NULL);
  GtkWidget *name = adw_entry_row_new ();
  StudioUnitRow *facts = studio_unit_row_new (NULL, FALSE);
  gboolean is_rich = unit->description != NULL && unit->description->first_child != NULL;

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (name), _ ("Name"));
  connect_entry (self, name, STUDIO_OF_PARAMETER, 0, 0, "DisplayName");
  gtk_widget_set_visible (name, unit->operation == NULL);
  studio_unit_view_add_part (self, GTK_WIDGET (facts), show_facts, 0);
  adw_preferences_group_add (group, new_copy_row (self));
  adw_preferences_group_add (group, name);
  adw_preferences_group_add (group, GTK_WIDGET (facts));
  adw_preferences_group_add (group, is_rich || unit->operation != NULL
                                        ? new_rich_description (self)
                                        : new_plain_description (self));
  if (studio_unit_view_can_change (self))
    adw_preferences_group_add (group, new_tags (self));
}
