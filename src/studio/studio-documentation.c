/* SPDX-License-Identifier: MIT */
#include "studio/studio-documentation.h"

#include <glib/gi18n.h>

#include "studio/studio-description.h"
#include "studio/studio-parameter-text.h"
#include "unit/im-unit-file.h"

struct _StudioDocumentation
{
  GtkWidget parent_instance;

  GtkScrolledWindow *scroller;
  GtkStack *pages;
  GtkLabel *name;
  GtkLabel *id;
  GtkBox *blocks;

  const ImUnit *unit;
};

G_DEFINE_FINAL_TYPE (StudioDocumentation, studio_documentation, GTK_TYPE_WIDGET)

static GtkWidget *
new_label (const char *markup, const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_markup (GTK_LABEL (label), markup);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_set_can_focus (label, FALSE);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);

  return label;
}

static void
add_heading (StudioDocumentation *self, const char *text)
{
  g_autofree char *markup = g_markup_escape_text (text, -1);

  gtk_box_append (self->blocks, new_label (markup, "heading"));
}

/* A figure stands beside the file of the unit. */
static void
add_image (StudioDocumentation *self, const char *name)
{
  g_autofree char *folder = g_path_get_dirname (im_unit_file_get_path (self->unit->file));
  g_autofree char *relative = g_strdelimit (g_strdup (name), "\\", '/');
  g_autofree char *path = g_build_filename (folder, relative, NULL);
  GtkWidget *picture;

  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    {
      g_autofree char *text = g_markup_printf_escaped (
          /* Translators: %s is the name of a file with a figure */
          _ ("The figure “%s” is missing."), name);

      gtk_box_append (self->blocks, new_label (text, "dim-label"));
      return;
    }
  picture = gtk_picture_new_for_filename (path);
  gtk_widget_set_halign (picture, GTK_ALIGN_START);
  gtk_picture_set_alternative_text (GTK_PICTURE (picture), name);
  gtk_box_append (self->blocks, picture);
}

static void
add_block (StudioDocumentation *self, const StudioBlock *block)
{
  switch (block->kind)
    {
    case STUDIO_BLOCK_HEADER:
      add_heading (self, block->text);
      break;
    case STUDIO_BLOCK_PARAGRAPH:
      gtk_box_append (self->blocks, new_label (block->text, NULL));
      break;
    case STUDIO_BLOCK_FORMULA:
      gtk_box_append (self->blocks, new_label (block->text, "formula"));
      break;
    case STUDIO_BLOCK_IMAGE:
      add_image (self, block->text);
      break;
    case STUDIO_BLOCK_CODE:
      {
        g_autofree char *markup = g_markup_escape_text (block->text, -1);

        gtk_box_append (self->blocks, new_label (markup, "monospace"));
        break;
      }
    default:
      g_assert_not_reached ();
    }
}

static gboolean
is_input (const ImParameter *parameter)
{
  return parameter->kind == IM_PARAMETER_INPUT;
}

static gboolean
is_output (const ImParameter *parameter)
{
  return parameter->kind == IM_PARAMETER_OUTPUT || parameter->kind == IM_PARAMETER_RETURN;
}

static gboolean
is_option (const ImParameter *parameter)
{
  return im_parameter_is_option (parameter);
}

static GtkWidget *
new_parameter_row (const ImParameter *parameter)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  g_autofree char *facts = studio_parameter_text_dup_facts (parameter);
  g_autofree char *title = g_markup_printf_escaped (
      "<b>%s</b>  <span alpha=\"65%%\">%s</span>", parameter->text, facts);

  gtk_box_append (GTK_BOX (row), new_label (title, NULL));
  if (parameter->description != NULL && *parameter->description != '\0')
    {
      g_autofree char *description = g_markup_escape_text (parameter->description, -1);

      gtk_box_append (GTK_BOX (row), new_label (description, NULL));
    }

  return row;
}

static void
add_parameters (StudioDocumentation *self,
                const char *title,
                gboolean (*belongs) (const ImParameter *))
{
  GtkWidget *table = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);

  for (guint i = 0; i < self->unit->n_parameters; i++)
    if (belongs (&self->unit->parameters[i]))
      gtk_box_append (GTK_BOX (table), new_parameter_row (&self->unit->parameters[i]));
  if (gtk_widget_get_first_child (table) == NULL)
    {
      g_object_ref_sink (table);
      g_object_unref (table);
      return;
    }
  add_heading (self, title);
  gtk_widget_add_css_class (table, "parameters");
  gtk_box_append (self->blocks, table);
}

static void
clear (StudioDocumentation *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->blocks))) != NULL)
    gtk_box_remove (self->blocks, child);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
}

void
studio_documentation_set_unit (StudioDocumentation *self, const ImUnit *unit)
{
  g_autoptr (GPtrArray) blocks = NULL;

  g_return_if_fail (STUDIO_IS_DOCUMENTATION (self));

  if (unit == self->unit)
    return;
  self->unit = unit;
  clear (self);
  gtk_stack_set_visible_child_name (self->pages, unit == NULL ? "hint" : "unit");
  if (unit == NULL)
    return;
  gtk_label_set_label (self->name, unit->display_name);
  gtk_label_set_label (self->id, unit->id.text);
  blocks = studio_description_list_blocks (unit);
  for (guint i = 0; i < blocks->len; i++)
    add_block (self, blocks->pdata[i]);
  add_parameters (self, _ ("Inputs"), is_input);
  add_parameters (self, _ ("Outputs"), is_output);
  add_parameters (self, _ ("Options"), is_option);
}

static void
studio_documentation_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (studio_documentation_parent_class)->dispose (object);
}

static void
studio_documentation_class_init (StudioDocumentationClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_documentation_dispose;
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-documentation.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioDocumentation, scroller);
  gtk_widget_class_bind_template_child (widget_class, StudioDocumentation, pages);
  gtk_widget_class_bind_template_child (widget_class, StudioDocumentation, name);
  gtk_widget_class_bind_template_child (widget_class, StudioDocumentation, id);
  gtk_widget_class_bind_template_child (widget_class, StudioDocumentation, blocks);
}

static void
studio_documentation_init (StudioDocumentation *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
