/* SPDX-License-Identifier: MIT */
#include "studio/units/studio-parameter-text.h"

#include <glib/gi18n.h>

static const char *
get_kind_name (ImParameterKind kind)
{
  static const char *const names[IM_N_PARAMETERS] = {
    [IM_PARAMETER_RETURN] = N_ ("View of an input"),
    [IM_PARAMETER_INT] = N_ ("Integer"),
    [IM_PARAMETER_DOUBLE] = N_ ("Number"),
    [IM_PARAMETER_BOOL] = N_ ("Yes or no"),
    [IM_PARAMETER_STRING] = N_ ("Text"),
    [IM_PARAMETER_SHAPE] = N_ ("Shape"),
    [IM_PARAMETER_FILE] = N_ ("File"),
    [IM_PARAMETER_DIRECTORY] = N_ ("Folder"),
  };

  return names[kind] == NULL ? NULL : _ (names[kind]);
}

static void
append_fact (GString *out, const char *fact)
{
  if (fact == NULL || *fact == '\0')
    return;
  if (out->len > 0)
    g_string_append (out, " · ");
  g_string_append (out, fact);
}

static void
append_range (GString *out, const ImOption *option)
{
  const char *minimum = option->minimum.text, *maximum = option->maximum.text;
  g_autofree char *text = NULL;

  if (minimum != NULL && maximum != NULL)
    /* Translators: the range of a number, such as “0 to 9” */
    text = g_strdup_printf (_ ("%s to %s"), minimum, maximum);
  else if (minimum != NULL)
    text = g_strdup_printf (_ ("at least %s"), minimum);
  else if (maximum != NULL)
    text = g_strdup_printf (_ ("at most %s"), maximum);
  append_fact (out, text);
}

static void
append_choices (GString *out, const ImOption *option)
{
  g_autoptr (GString) choices = g_string_new (NULL);

  for (guint i = 0; i < option->n_items; i++)
    g_string_append_printf (choices, "%s%s", i == 0 ? "" : ", ", option->items[i].label);
  append_fact (out, choices->str);
}

/* The label of the choice that the default is, or the default as it is written. */
static const char *
get_default (const ImOption *option)
{
  const char *text = option->initial.text;

  for (guint i = 0; text != NULL && i < option->n_items; i++)
    if (g_strcmp0 (option->items[i].value.text, text) == 0)
      return option->items[i].label;

  return text;
}

static void
append_option (GString *out, const ImOption *option)
{
  if (option->n_items > 0)
    append_choices (out, option);
  else
    append_range (out, option);
  if (option->initial.text != NULL && *option->initial.text != '\0')
    {
      g_autofree char *text = g_strdup_printf (
          /* Translators: %s is the value of an option that nobody has set */
          _ ("default %s"), get_default (option));

      append_fact (out, text);
    }
}

static void
append_expression (GString *out, const char *name, const ImUnitExpr *expression)
{
  g_autofree char *text = NULL;

  if (expression == NULL)
    return;
  text = g_strdup_printf ("%s = %s", name, expression->text);
  append_fact (out, text);
}

char *
studio_parameter_text_dup_facts (const ImParameter *parameter)
{
  const ImSocket *socket = parameter->socket;
  g_autoptr (GString) out = g_string_new (NULL);

  /* The description of an option in SkriptND says what it is. */
  if (!im_parameter_is_option (parameter) || !parameter->option->is_written)
    append_fact (out, get_kind_name (parameter->kind));
  if (socket != NULL && socket->is_time)
    append_fact (out, _ ("Time stamps"));
  if (parameter->kind == IM_PARAMETER_INPUT && socket->is_optional)
    append_fact (out, _ ("Optional"));
  if (im_parameter_is_option (parameter))
    append_option (out, parameter->option);
  append_expression (out, "type", im_parameter_get_type (parameter));
  append_expression (out, "shape", socket == NULL ? NULL : socket->shape);
  append_expression (out, "rate", socket == NULL ? NULL : socket->rate);

  return g_string_free (g_steal_pointer (&out), FALSE);
}
