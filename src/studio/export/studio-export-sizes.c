/* SPDX-License-Identifier: MIT */
#include "studio/export/studio-export-sizes.h"

#include <glib/gi18n.h>

#include "unit/im-unit-text.h"

/* An input with open sizes. */
typedef struct
{
  char *name;
  ImTensorType type;
  gboolean is_open[IM_SHAPE_MAX_RANK]; /* axes that are asked for */
} Input;

typedef struct
{
  guint input;
  guint axis;
  GtkWidget *entry;
} Field;

struct _StudioExportSizes
{
  AdwBin parent_instance;

  AdwPreferencesGroup *group;
  GtkWidget *message_row;
  GArray *inputs; /* Input */
  GArray *fields; /* Field */
};

G_DEFINE_FINAL_TYPE (StudioExportSizes, studio_export_sizes, ADW_TYPE_BIN)

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static gboolean
read_size (const Field *field, gint32 *size)
{
  g_autofree char *text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (field->entry)));

  return im_unit_parse_int (g_strstrip (text), size) && *size >= 1;
}

static void
mark (const Field *field, gboolean is_bad)
{
  gtk_accessible_update_state (
      GTK_ACCESSIBLE (field->entry), GTK_ACCESSIBLE_STATE_INVALID,
      is_bad ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
  if (is_bad)
    gtk_widget_add_css_class (field->entry, "error");
  else
    gtk_widget_remove_css_class (field->entry, "error");
}

static void
changed_cb (StudioExportSizes *self)
{
  for (guint i = 0; i < self->fields->len; i++)
    mark (&g_array_index (self->fields, Field, i), FALSE);
  gtk_widget_set_visible (self->message_row, FALSE);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* `Axis 1 of “input”, float32[?,3]@50`, with what the axis is called if it has a name. */
static char *
dup_title (const Input *input, guint axis)
{
  const ImShapeAxis *axes = input->type.shape.axes;
  const char *name = axes == NULL ? NULL : axes[axis].name;
  g_autoptr (GString) type = g_string_new (NULL);

  im_tensor_type_append_text (&input->type, type);
  if (name == NULL || *name == '\0')
    /* Translators: number of an axis, name and type of an input */
    return g_strdup_printf (_ ("Axis %u of “%s”, %s"), axis, input->name, type->str);

  /* Translators: number and name of an axis, name and type of an input */
  return g_strdup_printf (_ ("Axis %u (%s) of “%s”, %s"), axis, name, input->name,
                          type->str);
}

static void
add_field (StudioExportSizes *self, guint number, guint axis)
{
  const Input *input = &g_array_index (self->inputs, Input, number);
  Field field = { number, axis, adw_entry_row_new () };
  g_autofree char *title = dup_title (input, axis);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (field.entry), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (field.entry), title);
  adw_entry_row_set_input_purpose (ADW_ENTRY_ROW (field.entry), GTK_INPUT_PURPOSE_DIGITS);
  g_signal_connect_swapped (field.entry, "changed", G_CALLBACK (changed_cb), self);
  adw_preferences_group_add (self->group, field.entry);
  g_array_append_val (self->fields, field);
}

void
studio_export_sizes_ask (StudioExportSizes *self, const ImProgram *program)
{
  g_return_if_fail (STUDIO_IS_EXPORT_SIZES (self));
  if (self->inputs->len > 0)
    return;

  for (guint i = 0; i < program->n_inputs; i++)
    {
      gint tensor = program->inputs[i].tensor;
      Input input = { .name = g_strdup (program->inputs[i].name) };

      if (tensor >= 0)
        input.type = program->tensors[tensor].type;
      g_array_append_val (self->inputs, input);
      for (guint axis = input.type.shape.rank; axis > 0; axis--)
        if (input.type.shape.size[axis - 1] == IM_SHAPE_UNKNOWN)
          {
            add_field (self, i, axis - 1);
            g_array_index (self->inputs, Input, i).is_open[axis - 1] = TRUE;
          }
      g_array_index (self->inputs, Input, i).type.shape.axes = NULL;
    }
  adw_preferences_group_add (self->group, self->message_row);
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
}

static gboolean
is_asked_for (const Input *input)
{
  for (guint axis = 0; axis < input->type.shape.rank; axis++)
    if (input->is_open[axis])
      return TRUE;

  return FALSE;
}

gboolean
studio_export_sizes_fill (StudioExportSizes *self, GArray *inputs)
{
  g_return_val_if_fail (STUDIO_IS_EXPORT_SIZES (self), FALSE);

  for (guint i = 0; i < self->fields->len; i++)
    {
      const Field *field = &g_array_index (self->fields, Field, i);
      Input *input = &g_array_index (self->inputs, Input, field->input);

      if (!read_size (field, &input->type.shape.size[field->axis]))
        return FALSE;
    }
  for (guint i = 0; i < self->inputs->len; i++)
    {
      const Input *input = &g_array_index (self->inputs, Input, i);
      ImUnitBinding binding = { input->name, IM_TENSOR (&input->type) };

      if (is_asked_for (input))
        g_array_append_val (inputs, binding);
    }

  return TRUE;
}

gboolean
studio_export_sizes_check (StudioExportSizes *self)
{
  const Field *first = NULL;

  g_return_val_if_fail (STUDIO_IS_EXPORT_SIZES (self), FALSE);

  for (guint i = 0; i < self->fields->len; i++)
    {
      const Field *field = &g_array_index (self->fields, Field, i);
      gint32 size;
      gboolean is_bad = !read_size (field, &size);

      mark (field, is_bad);
      if (is_bad && first == NULL)
        first = field;
    }
  gtk_widget_set_visible (self->message_row, first != NULL);
  if (first != NULL)
    gtk_widget_grab_focus (first->entry);

  return first == NULL;
}

static void
clear_input (gpointer data)
{
  g_free (((Input *) data)->name);
}

static void
studio_export_sizes_finalize (GObject *object)
{
  StudioExportSizes *self = STUDIO_EXPORT_SIZES (object);

  g_clear_object (&self->message_row);
  g_array_unref (self->inputs);
  g_array_unref (self->fields);
  G_OBJECT_CLASS (studio_export_sizes_parent_class)->finalize (object);
}

static void
studio_export_sizes_class_init (StudioExportSizesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = studio_export_sizes_finalize;

  /* A field has another text. */
  signals[CHANGED] = g_signal_new ("changed", STUDIO_TYPE_EXPORT_SIZES, G_SIGNAL_RUN_LAST,
                                   0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
studio_export_sizes_init (StudioExportSizes *self)
{
  GtkWidget *label = gtk_label_new (_ ("Expected the number of elements, from 1"));

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "error");
  gtk_widget_add_css_class (label, "export-message");
  self->message_row = g_object_ref_sink (
      g_object_new (ADW_TYPE_PREFERENCES_ROW, "activatable", FALSE, "focusable", FALSE,
                    "visible", FALSE, "child", label, NULL));
  self->inputs = g_array_new (FALSE, TRUE, sizeof (Input));
  g_array_set_clear_func (self->inputs, clear_input);
  self->fields = g_array_new (FALSE, FALSE, sizeof (Field));
  self->group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  adw_preferences_group_set_title (self->group, _ ("Sizes"));
  adw_preferences_group_set_description (
      self->group, _ ("The inputs leave these sizes open. The numbers are used for this "
                      "export; the pipeline stays as it is."));
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->group));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
