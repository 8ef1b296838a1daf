/* SPDX-License-Identifier: MIT */
#include "studio/export/studio-section.h"

#include <glib/gi18n.h>

#include "program/im-section.h"
#include "studio/common/studio-text.h"

struct _StudioSection
{
  AdwBin parent_instance;

  AdwPreferencesGroup *group;
  AdwComboRow *rows[2]; /* the start and the end */
  GPtrArray
      *pipes[2]; /* their names as im_section_write() takes them; the first is NULL */

  const ImProgram *program;
  gboolean is_filling; /* whether this changes the rows itself */
};

G_DEFINE_FINAL_TYPE (StudioSection, studio_section, ADW_TYPE_BIN)

enum
{
  START,
  END,
};

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static const char *
get_pipe (StudioSection *self, guint row)
{
  guint position = adw_combo_row_get_selected (self->rows[row]);

  return position < self->pipes[row]->len ? g_ptr_array_index (self->pipes[row], position)
                                          : NULL;
}

static gboolean
find (StudioSection *self, guint row, const char *pipe, guint *position)
{
  for (guint i = 1; i < self->pipes[row]->len; i++)
    if (g_strcmp0 (g_ptr_array_index (self->pipes[row], i), pipe) == 0)
      {
        *position = i;
        return TRUE;
      }
  *position = 0;

  return pipe == NULL;
}

static char *
dup_title (const ImGraphNode *node, const char *pipe)
{
  const char *title = studio_text_get_title (node);

  /* Translators: what a node is called, and a pipe that comes out of it */
  return g_str_equal (title, pipe) ? g_strdup (title)
                                   : g_strdup_printf (_ ("%s (%s)"), title, pipe);
}

static gboolean
has_names (const GPtrArray *names, const GArray *pipes)
{
  if (names->len != pipes->len + 1)
    return FALSE;
  for (guint i = 0; i < pipes->len; i++)
    if (!g_str_equal (g_ptr_array_index (names, i + 1),
                      g_array_index (pipes, ImSectionPipe, i).text))
      return FALSE;

  return TRUE;
}

/* Offers the pipes of a list, and takes the one that was chosen again. A row that is
 * clicked keeps its list. */
static void
fill (StudioSection *self, guint row, const GArray *pipes, const char *chosen)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);
  g_autofree char *kept = g_strdup (chosen);
  guint position;

  if (has_names (self->pipes[row], pipes))
    return;
  g_ptr_array_set_size (self->pipes[row], 0);
  g_ptr_array_add (self->pipes[row], NULL);
  gtk_string_list_append (list, row == START ? _ ("The start of the pipeline")
                                             : _ ("The end of the pipeline"));
  for (guint i = 0; i < pipes->len; i++)
    {
      const ImSectionPipe *pipe = &g_array_index (pipes, ImSectionPipe, i);

      g_ptr_array_add (self->pipes[row], g_strdup (pipe->text));
      gtk_string_list_take (
          list, dup_title (self->program->graph->nodes[pipe->node], pipe->text));
    }
  adw_combo_row_set_model (self->rows[row], G_LIST_MODEL (list));
  find (self, row, kept, &position);
  adw_combo_row_set_selected (self->rows[row], position);
}

/* The end can only be what is computed from the start. */
static void
fill_ends (StudioSection *self, const char *chosen)
{
  g_autoptr (GArray) ends = im_section_list_ends (self->program, get_pipe (self, START));

  fill (self, END, ends, chosen);
}

/* What is chosen in a row, as a part of a sentence. */
static char *
dup_chosen (StudioSection *self, guint row)
{
  GtkStringObject *item = adw_combo_row_get_selected_item (self->rows[row]);

  if (get_pipe (self, row) == NULL || item == NULL)
    return g_strdup (row == START ? _ ("the start of the pipeline")
                                  : _ ("the end of the pipeline"));

  return g_strdup (gtk_string_object_get_string (item));
}

static void
describe (StudioSection *self)
{
  gboolean is_whole = get_pipe (self, START) == NULL && get_pipe (self, END) == NULL;
  g_autofree char *from = dup_chosen (self, START), *to = dup_chosen (self, END);
  /* Translators: two pipes, or the start and the end of the pipeline */
  g_autofree char *text = g_strdup_printf (_ ("Only what is computed from %s to %s"),
                                           from, to);
  g_autofree char *safe = g_markup_escape_text (text, -1);

  adw_preferences_group_set_description (self->group,
                                         is_whole ? _ ("All of the pipeline") : safe);
}

static void
selected_cb (StudioSection *self, GParamSpec *property, AdwComboRow *row)
{
  if (self->is_filling || self->program == NULL)
    return;

  self->is_filling = TRUE;
  if (row == self->rows[START])
    {
      g_autofree char *end = g_strdup (get_pipe (self, END));

      fill_ends (self, end);
    }
  self->is_filling = FALSE;
  describe (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

void
studio_section_set_program (StudioSection *self, const ImProgram *program)
{
  g_autofree char *from = NULL, *to = NULL;
  g_autoptr (GArray) starts = NULL;

  g_return_if_fail (STUDIO_IS_SECTION (self));

  self->program = program;
  if (program == NULL)
    return;
  self->is_filling = TRUE;
  from = g_strdup (get_pipe (self, START));
  to = g_strdup (get_pipe (self, END));
  starts = im_section_list_starts (program);
  fill (self, START, starts, from);
  fill_ends (self, to);
  self->is_filling = FALSE;
  describe (self);
}

void
studio_section_choose (StudioSection *self, const char *from, const char *to)
{
  guint start, end;

  g_return_if_fail (STUDIO_IS_SECTION (self));
  if (self->program == NULL)
    return;

  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  self->is_filling = TRUE;
  if (!find (self, START, from, &start) && to == NULL)
    to = from;
  adw_combo_row_set_selected (self->rows[START], start);
  fill_ends (self, NULL);
  find (self, END, to, &end);
  adw_combo_row_set_selected (self->rows[END], end);
  self->is_filling = FALSE;
  describe (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

const char *
studio_section_get_from (StudioSection *self)
{
  g_return_val_if_fail (STUDIO_IS_SECTION (self), NULL);

  return get_pipe (self, START);
}

const char *
studio_section_get_to (StudioSection *self)
{
  g_return_val_if_fail (STUDIO_IS_SECTION (self), NULL);

  return get_pipe (self, END);
}

static void
studio_section_finalize (GObject *object)
{
  StudioSection *self = STUDIO_SECTION (object);

  g_ptr_array_unref (self->pipes[START]);
  g_ptr_array_unref (self->pipes[END]);
  G_OBJECT_CLASS (studio_section_parent_class)->finalize (object);
}

static void
studio_section_class_init (StudioSectionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = studio_section_finalize;

  /* Another part is chosen. */
  signals[CHANGED] = g_signal_new ("changed", STUDIO_TYPE_SECTION, G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
studio_section_init (StudioSection *self)
{
  const char *const titles[] = { _ ("From"), _ ("To") };

  self->group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  adw_preferences_group_set_title (self->group, _ ("Part of the Pipeline"));
  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    {
      GtkWidget *row = adw_combo_row_new ();

      self->pipes[i] = g_ptr_array_new_with_free_func (g_free);
      self->rows[i] = ADW_COMBO_ROW (row);
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), titles[i]);
      adw_combo_row_set_use_subtitle (self->rows[i], TRUE);
      g_signal_connect_object (row, "notify::selected", G_CALLBACK (selected_cb), self,
                               G_CONNECT_SWAPPED);
      adw_preferences_group_add (self->group, row);
    }
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->group));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
