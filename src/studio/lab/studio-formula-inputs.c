/* SPDX-License-Identifier: MIT */
#include "studio/lab/studio-formula-inputs.h"

#include <string.h>

#include "studio/lab/studio-operand-row.h"

struct _StudioFormulaInputs
{
  AdwPreferencesGroup parent_instance;

  GPtrArray *rows;     /* StudioOperandRow, one for each parameter */
  GHashTable *texts;   /* of parameters that somebody has set, by name */
  gboolean is_setting; /* fields are set, which nobody typed */
};

G_DEFINE_FINAL_TYPE (StudioFormulaInputs,
                     studio_formula_inputs,
                     ADW_TYPE_PREFERENCES_GROUP)

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
input_changed_cb (StudioOperandRow *row, StudioFormulaInputs *self)
{
  const char *name = g_object_get_data (G_OBJECT (row), "name");
  const char *text = studio_operand_row_get_text (row);

  if (self->is_setting)
    return;
  if (*text == '\0')
    g_hash_table_remove (self->texts, name);
  else
    g_hash_table_insert (self->texts, g_strdup (name), g_strdup (text));
  g_signal_emit (self, signals[CHANGED], 0);
}

/* `_` in a name is no mnemonic. */
static GtkWidget *
new_row (StudioFormulaInputs *self, const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, "_", -1);
  g_autofree char *label = g_strjoinv ("__", parts);
  GtkWidget *row = studio_operand_row_new (label);

  g_object_set_data_full (G_OBJECT (row), "name", g_strdup (name), g_free);
  studio_operand_row_set_removable (STUDIO_OPERAND_ROW (row), FALSE);
  g_signal_connect (row, "changed", G_CALLBACK (input_changed_cb), self);

  return row;
}

static gboolean
has_rows_of (StudioFormulaInputs *self, const ImFormulaLab *lab)
{
  gboolean is_same = self->rows->len == lab->n_inputs;

  for (guint i = 0; is_same && i < lab->n_inputs; i++)
    is_same = strcmp (g_object_get_data (g_ptr_array_index (self->rows, i), "name"),
                      lab->inputs[i].name) == 0;

  return is_same;
}

static void
make_rows (StudioFormulaInputs *self, const ImFormulaLab *lab)
{
  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (ADW_PREFERENCES_GROUP (self),
                                  g_ptr_array_index (self->rows, i));
  g_ptr_array_set_size (self->rows, 0);
  for (guint i = 0; i < lab->n_inputs; i++)
    {
      GtkWidget *row = new_row (self, lab->inputs[i].name);

      adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), row);
      g_ptr_array_add (self->rows, row);
    }
}

/* What nobody typed follows the formula; a field in which somebody types stays. */
void
studio_formula_inputs_show (StudioFormulaInputs *self, const ImFormulaLab *lab)
{
  if (lab->function == NULL)
    return;
  self->is_setting = TRUE;
  if (!has_rows_of (self, lab))
    make_rows (self, lab);
  for (guint i = 0; i < lab->n_inputs; i++)
    {
      StudioOperandRow *row = g_ptr_array_index (self->rows, i);
      const ImFormulaInput *input = &lab->inputs[i];
      gboolean is_used = (gtk_widget_get_state_flags (GTK_WIDGET (row)) &
                          GTK_STATE_FLAG_FOCUS_WITHIN) != 0;

      if (input->text != NULL && !is_used &&
          strcmp (studio_operand_row_get_text (row), input->text) != 0)
        studio_operand_row_set_text (row, input->text);
      studio_operand_row_set_error (row, input->error);
    }
  gtk_widget_set_visible (GTK_WIDGET (self), lab->n_inputs > 0);
  self->is_setting = FALSE;
}

GHashTable *
studio_formula_inputs_get_texts (StudioFormulaInputs *self)
{
  return self->texts;
}

void
studio_formula_inputs_set (StudioFormulaInputs *self, const char *name, const char *text)
{
  g_hash_table_insert (self->texts, g_strdup (name), g_strdup (text));
}

void
studio_formula_inputs_clear (StudioFormulaInputs *self)
{
  g_hash_table_remove_all (self->texts);
}

static void
studio_formula_inputs_finalize (GObject *object)
{
  StudioFormulaInputs *self = STUDIO_FORMULA_INPUTS (object);

  g_ptr_array_unref (self->rows);
  g_hash_table_unref (self->texts);
  G_OBJECT_CLASS (studio_formula_inputs_parent_class)->finalize (object);
}

static void
studio_formula_inputs_class_init (StudioFormulaInputsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = studio_formula_inputs_finalize;

  /* Somebody typed something else. */
  signals[CHANGED] = g_signal_new ("changed", STUDIO_TYPE_FORMULA_INPUTS,
                                   G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                   0);
}

static void
studio_formula_inputs_init (StudioFormulaInputs *self)
{
  self->rows = g_ptr_array_new ();
  self->texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}
