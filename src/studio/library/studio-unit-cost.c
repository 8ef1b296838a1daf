/* SPDX-License-Identifier: MIT */
#include "studio/library/studio-unit-cost.h"

#include <glib/gi18n.h>

#include "studio/library/studio-description-view.h"
#include "unit/im-unit-facts.h"

static GtkBox *
add_table (GtkBox *box, const char *title)
{
  GtkWidget *table = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);

  gtk_box_append (box, studio_description_new_heading (title));
  gtk_widget_add_css_class (table, "parameters");
  gtk_box_append (box, table);

  return GTK_BOX (table);
}

static void
add_row (GtkBox *table, const char *title, const char *text)
{
  g_autofree char *markup = g_markup_printf_escaped (
      "<b>%s</b>  <span alpha=\"65%%\">%s</span>", title, text);

  gtk_box_append (table, studio_description_new_label (markup, NULL));
}

static void G_GNUC_PRINTF (3, 4)
    add_fact (GtkBox *table, const char *title, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  add_row (table, title, text);
}

static void
add_note (GtkBox *table, const char *text)
{
  g_autofree char *markup = g_markup_escape_text (text, -1);

  gtk_box_append (table, studio_description_new_label (markup, "dim-label"));
}

static void
add_cost (GtkBox *box, const ImUnitFacts *facts)
{
  GtkBox *table = add_table (box, _ ("Cost of the First Example"));
  g_autofree char *measured = NULL;

  /* Translators: a number of instructions */
  add_fact (table, _ ("Instructions"), _ ("%u for a frame"), facts->instructions);
  add_fact (table, _ ("Code"), _ ("%u bytes of flash"), facts->code_bytes);
  add_fact (table, _ ("Constants"), _ ("%u bytes of flash"), facts->constant_bytes);
  add_fact (table, _ ("Scratch"), _ ("%u bytes of RAM"), facts->scratch_bytes);
  add_fact (table, _ ("State"), _ ("%u bytes of RAM"), facts->state_bytes);
  measured = g_strdup_printf (
      /* Translators: a core and compiler, then the inputs and options of an example */
      _ ("On a %s, for %s"), im_unit_facts_get_target (), facts->example);
  add_note (table, measured);
}

static void
add_equivalents (GtkBox *box, const ImUnitFacts *facts)
{
  GtkBox *table = add_table (box, _ ("Equivalents Elsewhere"));

  for (guint i = 0; i < facts->n_equivalents; i++)
    {
      const ImUnitEquivalent *equivalent = &facts->equivalents[i];
      g_autofree char *code = g_markup_printf_escaped ("<tt>%s</tt>",
                                                       equivalent->expression);

      add_row (table, equivalent->library,
               equivalent->is_checked ? _ ("the same numbers on the examples")
                                      : _ ("by name only"));
      gtk_box_append (table, studio_description_new_label (code, NULL));
    }
  if (facts->note != NULL)
    add_note (table, facts->note);
}

void
studio_unit_cost_add (GtkBox *box, const ImUnit *unit)
{
  const ImUnitFacts *facts = im_unit_facts_get (unit);

  if (facts == NULL)
    return;
  add_cost (box, facts);
  add_equivalents (box, facts);
}
