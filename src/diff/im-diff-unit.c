/* SPDX-License-Identifier: MIT
 *
 * Units: what they say of themselves, parameters, contracts, implementations, examples.
 */
#include "diff/im-diff-private.h"
#include "unit/im-unit-frame.h"

typedef const char *(*GetText) (const ImParameter *parameter);
typedef const ImUnitExpr *(*GetExpr) (const ImParameter *parameter);

#define OF_SOCKET(name, member)                                          \
  static const ImUnitExpr *name (const ImParameter *parameter)           \
  {                                                                      \
    return parameter->socket == NULL ? NULL : parameter->socket->member; \
  }

OF_SOCKET (get_shape, shape)
OF_SOCKET (get_rate, rate)
OF_SOCKET (get_shift, shift)
OF_SOCKET (get_scale, scale)
OF_SOCKET (get_offset, offset)
OF_SOCKET (get_window, window)
OF_SOCKET (get_sample_rate, sample_rate)

#define OF_OPTION(name, member)                                               \
  static const char *name (const ImParameter *parameter)                      \
  {                                                                           \
    return parameter->option == NULL ? NULL : parameter->option->member.text; \
  }

OF_OPTION (get_initial, initial)
OF_OPTION (get_minimum, minimum)
OF_OPTION (get_maximum, maximum)
OF_OPTION (get_ui, ui)

#define OF_INPUT(name, member)                                                         \
  static const char *name (const ImParameter *parameter)                               \
  {                                                                                    \
    return parameter->socket == NULL ? NULL : parameter->socket->declared.member.text; \
  }

OF_INPUT (get_declared_type, type)
OF_INPUT (get_declared_shape, shape)
OF_INPUT (get_declared_rate, rate)

static const char *
get_kind (const ImParameter *parameter)
{
  return im_parameter_kind_get_name (parameter->kind);
}

static const char *
get_label (const ImParameter *parameter)
{
  return parameter->text;
}

static const char *
get_description (const ImParameter *parameter)
{
  return parameter->description;
}

static const char *
get_pipe (const ImParameter *parameter)
{
  return parameter->socket == NULL ? NULL : parameter->socket->pipe;
}

static const char *
get_optional (const ImParameter *parameter)
{
  return parameter->socket != NULL && parameter->socket->is_optional ? "yes" : NULL;
}

static const char *
get_in_place_of (const ImParameter *parameter)
{
  return parameter->socket == NULL ? NULL : parameter->socket->in_place_of;
}

static const ImUnitExpr *
get_fitting (const ImParameter *parameter)
{
  return parameter->option == NULL ? NULL : parameter->option->fitting;
}

static const ImUnitExpr *
get_conditional (const ImParameter *parameter)
{
  return parameter->conditional;
}

static const ImUnitExpr *
get_call (const ImParameter *parameter)
{
  return parameter->external == NULL ? NULL : parameter->external->call;
}

static const struct
{
  const char *name;
  GetText get_text;
  GetExpr get_expr;
} fields[] = {
  { "kind", get_kind, NULL },
  { "text", get_label, NULL },
  { "pipe", get_pipe, NULL },
  { "optional", get_optional, NULL },
  { "type", get_declared_type, NULL },
  { "shape", get_declared_shape, NULL },
  { "rate", get_declared_rate, NULL },
  { "default", get_initial, NULL },
  { "fitting", NULL, get_fitting },
  { "min", get_minimum, NULL },
  { "max", get_maximum, NULL },
  { "ui", get_ui, NULL },
  { "type", NULL, im_parameter_get_type },
  { "shape", NULL, get_shape },
  { "rate", NULL, get_rate },
  { "shift", NULL, get_shift },
  { "scale", NULL, get_scale },
  { "offset", NULL, get_offset },
  { "window", NULL, get_window },
  { "sample-rate", NULL, get_sample_rate },
  { "in-place-of", get_in_place_of, NULL },
  { "value", NULL, im_parameter_get_value },
  { "call", NULL, get_call },
  { "conditional", NULL, get_conditional },
  { "description", get_description, NULL },
};

static const char *
get_what (const ImParameter *parameter)
{
  return parameter->kind == IM_PARAMETER_INPUT    ? "input"
         : parameter->kind <= IM_PARAMETER_RETURN ? "output"
         : im_parameter_is_option (parameter)     ? "option"
                                                  : "parameter";
}

static char *
dup_items (const ImOption *option)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; option != NULL && i < option->n_items; i++)
    g_string_append_printf (
        text, "%s%s: %s", i == 0 ? "" : ", ",
        option->items[i].value.text == NULL ? "" : option->items[i].value.text,
        option->items[i].label == NULL ? "" : option->items[i].label);

  return g_string_free (text, option == NULL || option->n_items == 0);
}

static void
compare_parameters (ImDiff *difference,
                    const ImParameter *before,
                    const ImParameter *after)
{
  const char *what = get_what (after), *name = after->name.text;
  g_autofree char *items_before = dup_items (before->option);
  g_autofree char *items_after = dup_items (after->option);

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (fields[i].get_text != NULL)
      im_diff_compare (difference, what, name, fields[i].name,
                       fields[i].get_text (before), fields[i].get_text (after));
    else
      im_diff_compare_exprs (difference, what, name, fields[i].name,
                             fields[i].get_expr (before), fields[i].get_expr (after));
  im_diff_compare (difference, what, name, "choices", items_before, items_after);
}

/* Parameters are known by their names. Their order is that of the form, and of calls that
 * name none. */
static void
add_parameters (ImDiff *difference, const ImUnit *before, const ImUnit *after)
{
  for (guint i = 0; i < after->n_parameters; i++)
    {
      const ImParameter *now = &after->parameters[i];
      const ImParameter *then = im_unit_find_parameter (before, now->name.text);

      if (then == NULL)
        im_diff_add (difference, IM_CHANGE_ADDED, get_what (now), now->name.text, NULL,
                     NULL, NULL);
      else
        compare_parameters (difference, then, now);
    }
  for (guint i = 0; i < before->n_parameters; i++)
    {
      const ImParameter *then = &before->parameters[i];

      if (im_unit_find_parameter (after, then->name.text) == NULL)
        im_diff_add (difference, IM_CHANGE_REMOVED, get_what (then), then->name.text,
                     NULL, NULL, NULL);
    }
}

/* Adds what only one of two lists has, and gives the others as pairs. */
static gint *
match (ImDiff *difference,
       const char *what,
       const GPtrArray *before,
       const GPtrArray *after)
{
  gint *found = im_diff_match ((const char *const *) before->pdata, before->len,
                               (const char *const *) after->pdata, after->len);
  g_autofree gboolean *is_old = g_new0 (gboolean, after->len + 1);

  for (guint i = 0; i < before->len; i++)
    if (found[i] >= 0)
      is_old[found[i]] = TRUE;
    else
      im_diff_add (difference, IM_CHANGE_REMOVED, what, g_ptr_array_index (before, i),
                   NULL, NULL, NULL);
  for (guint i = 0; i < after->len; i++)
    if (!is_old[i])
      im_diff_add (difference, IM_CHANGE_ADDED, what, g_ptr_array_index (after, i), NULL,
                   NULL, NULL);

  return found;
}

static GPtrArray *
list_contracts (const ImUnit *unit)
{
  GPtrArray *keys = g_ptr_array_new ();

  for (guint i = 0; i < unit->n_contracts; i++)
    g_ptr_array_add (keys, (gpointer) unit->contracts[i].test->text);

  return keys;
}

static void
add_contracts (ImDiff *difference, const ImUnit *before, const ImUnit *after)
{
  g_autoptr (GPtrArray) tests_before = list_contracts (before);
  g_autoptr (GPtrArray) tests_after = list_contracts (after);
  g_autofree gint *found = match (difference, "contract", tests_before, tests_after);

  for (guint i = 0; i < before->n_contracts; i++)
    if (found[i] >= 0)
      {
        const ImContract *then = &before->contracts[i];
        const ImContract *now = &after->contracts[found[i]];

        im_diff_compare (difference, "contract", now->test->text, "message",
                         then->message.text, now->message.text);
        im_diff_compare (difference, "contract", now->test->text, "severity",
                         then->is_advice ? "warning" : "error",
                         now->is_advice ? "warning" : "error");
      }
}

/* A condition about the type of a tensor is the same as an expression that asks for it.
 */
static char *
dup_conditions (const ImImplementation *implementation)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < implementation->n_conditions; i++)
    {
      const ImCondition *condition = &implementation->conditions[i];

      g_string_append (text, i == 0 ? "" : " && ");
      g_string_append (text,
                       condition->expression == NULL ? "" : condition->expression->text);
      if (condition->kind == IM_CONDITION_CONSTANT_TYPE)
        g_string_append_printf (text, " is %s and constant",
                                condition->type.text == NULL ? "any"
                                                             : condition->type.text);
      else if (condition->kind == IM_CONDITION_TENSOR_TYPE &&
               condition->type.text == NULL)
        g_string_append (text, " != null");
      else if (condition->kind == IM_CONDITION_TENSOR_TYPE)
        g_string_append_printf (text, ".type == System.%s", condition->type.text);
    }

  return g_string_free (text, implementation->n_conditions == 0);
}

static GPtrArray *
list_implementations (const ImSection *section, ImSectionKind kind)
{
  GPtrArray *keys = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < section->n_implementations; i++)
    {
      const ImImplementation *implementation = &section->implementations[i];

      g_ptr_array_add (keys,
                       g_strdup_printf ("%s, %s %s", im_section_get_name (kind),
                                        im_language_get_name (implementation->language),
                                        implementation->fragment.text == NULL
                                            ? ""
                                            : implementation->fragment.text));
    }

  return keys;
}

static void
add_section (ImDiff *difference,
             ImSectionKind kind,
             const ImSection *before,
             const ImSection *after)
{
  g_autoptr (GPtrArray) keys_before = list_implementations (before, kind);
  g_autoptr (GPtrArray) keys_after = list_implementations (after, kind);
  g_autofree gint *found = match (difference, "implementation", keys_before, keys_after);

  for (guint i = 0; i < before->n_implementations; i++)
    if (found[i] >= 0)
      {
        const char *name = g_ptr_array_index (keys_before, i);
        const ImImplementation *then = &before->implementations[i];
        const ImImplementation *now = &after->implementations[found[i]];
        g_autofree char *if_before = dup_conditions (then);
        g_autofree char *if_after = dup_conditions (now);

        im_diff_compare_exprs (difference, "implementation", name, "call", then->call,
                               now->call);
        im_diff_compare (difference, "implementation", name, "conditions", if_before,
                         if_after);
      }
}

/* The words of a description, without the blanks of its lines. */
static char *
dup_description (const ImUnit *unit)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_auto (GStrv) words = NULL;
  GString *joined = g_string_new (NULL);

  im_unit_append_description (unit, text);
  words = g_strsplit_set (text->str, " \t\r\n", -1);
  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0')
      g_string_append_printf (joined, "%s%s", joined->len == 0 ? "" : " ", words[i]);

  return g_string_free (joined, joined->len == 0);
}

static char *
dup_tags (const ImUnit *unit)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < unit->n_tags; i++)
    g_string_append_printf (text, "%s%s", i == 0 ? "" : ", ", unit->tags[i]);

  return g_string_free (text, unit->n_tags == 0);
}

/* Frames are known by their ids; where they stand makes no difference. */
static void
add_frames (ImDiff *difference, const ImUnit *before, const ImUnit *after)
{
  for (guint i = 0; i < after->n_frames; i++)
    {
      const ImUnitFrame *now = &after->frames[i];
      const ImUnitFrame *then = im_unit_find_frame (before, now->id);

      if (then == NULL)
        {
          im_diff_add (difference, IM_CHANGE_ADDED, "frame", now->id, NULL, NULL,
                       now->title);
          continue;
        }
      im_diff_compare (difference, "frame", now->id, "title", then->title, now->title);
      im_diff_compare (difference, "frame", now->id, "text", then->text, now->text);
      im_diff_compare (difference, "frame", now->id, "color",
                       im_frame_color_names[then->color],
                       im_frame_color_names[now->color]);
    }
  for (guint i = 0; i < before->n_frames; i++)
    if (im_unit_find_frame (after, before->frames[i].id) == NULL)
      im_diff_add (difference, IM_CHANGE_REMOVED, "frame", before->frames[i].id, NULL,
                   before->frames[i].title, NULL);
}

void
im_diff_add_units (ImDiff *difference, const ImUnit *before, const ImUnit *after)
{
  const char *id = after->id.text;
  g_autofree char *words_before = dup_description (before);
  g_autofree char *words_after = dup_description (after);
  g_autofree char *tags_before = dup_tags (before);
  g_autofree char *tags_after = dup_tags (after);

  im_diff_compare (difference, "unit", id, "kind", im_unit_kind_get_name (before->kind),
                   im_unit_kind_get_name (after->kind));
  im_diff_compare (difference, "unit", id, "name", before->display_name,
                   after->display_name);
  im_diff_compare (difference, "unit", id, "path", before->display_path,
                   after->display_path);
  im_diff_compare (difference, "unit", id, "tags", tags_before, tags_after);
  im_diff_compare (difference, "unit", id, "description", words_before, words_after);
  add_parameters (difference, before, after);
  add_frames (difference, before, after);
  add_contracts (difference, before, after);
  for (guint kind = 0; kind < IM_N_SECTIONS; kind++)
    add_section (difference, (ImSectionKind) kind, &before->sections[kind],
                 &after->sections[kind]);
}
