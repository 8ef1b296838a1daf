/* SPDX-License-Identifier: MIT
 *
 * The unit file of a proposal, and the proposal in words.
 */
#include <string.h>

#include "base/im-text.h"
#include "unit/im-unit-name.h"
#include "wrap/im-wrap-private.h"

/* Appends with what XML keeps for itself escaped in each argument. */
G_GNUC_PRINTF (2, 3)
static void
append (GString *out, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_markup_vprintf_escaped (format, args);
  va_end (args);
  g_string_append (out, text);
}

/* The name for users of a parameter: `sample_rate` is “Sample rate”. */
static char *
dup_text (const char *name)
{
  GString *text = g_string_new (NULL);

  for (const char *p = name; *p != '\0'; p++)
    if (*p != '_')
      g_string_append_c (text, text->len == 0 ? g_ascii_toupper (*p) : *p);
    else if (text->len > 0 && text->str[text->len - 1] != ' ')
      g_string_append_c (text, ' ');

  return g_string_free (text, FALSE);
}

static const char *
get_type_name (const ImWrapParameter *parameter)
{
  return im_dtype_get_info (parameter->dtype)->system_name;
}

static void
append_description (const ImWrap *wrap, GString *out)
{
  g_autofree char *stem = im_unit_name_dup_stem (wrap->id);

  append (out,
          "    <Description>\n"
          "      Calls the function %s of %s.\n"
          "\n"
          "      <Header>Prototype</Header>\n"
          "      %s\n"
          "\n"
          "      <Header>Python implementation</Header>\n"
          "      <Inline fragment=\"%s%s:%s_py\" language=\"Python\" />\n"
          "    </Description>\n\n",
          wrap->function, wrap->base, wrap->signature,
          wrap->is_python ? wrap->base : stem, wrap->is_python ? "" : ".py",
          wrap->prefix);
}

/* The range of an option of C that is no int. */
static void
append_range (GString *out, const ImWrapParameter *parameter)
{
  const ImDTypeInfo *info = im_dtype_get_info (parameter->dtype);
  gboolean is_size = parameter->c_type != NULL &&
                     (strstr (parameter->c_type, "size_t") != NULL ||
                      strstr (parameter->c_type, "unsigned") != NULL);

  if (parameter->c_type == NULL || strcmp (parameter->tag, "Int32Option") != 0)
    return;
  if (info->size_bytes < 4)
    append (out, " min=\"%.0f\" max=\"%.0f\"", info->minimum, info->maximum);
  else if (is_size || info->family == IM_DTYPE_FAMILY_UINT)
    g_string_append (out, " min=\"0\"");
}

static void
append_socket_or_option (const ImWrap *wrap,
                         GString *out,
                         const ImWrapParameter *parameter)
{
  g_autofree char *text = dup_text (parameter->name);

  if (im_wrap_is_input (parameter))
    append (out,
            "      <InputSocket name=\"%s\" pipe=\"data\" text=\"%s\" "
            "description=\"A tensor: %s.\" />\n",
            parameter->name, text, get_type_name (parameter));
  if (parameter->role != IM_WRAP_OPTION)
    return;
  append (out, "      <%s name=\"%s\" default=\"%s\"", parameter->tag, parameter->name,
          parameter->value);
  append_range (out, parameter);
  append (out, " text=\"%s\" description=\"What %s takes as %s.\" />\n", text,
          wrap->function, parameter->name);
}

static void
append_parameters (const ImWrap *wrap, GString *out)
{
  const char *count = im_wrap_find_own_count (wrap);
  const ImWrapParameter *input = im_wrap_get_whole (wrap);

  g_string_append (out, "    <Parameters>\n");
  for (guint i = 0; i < wrap->parameters->len; i++)
    append_socket_or_option (wrap, out, im_wrap_parameter (wrap, i));
  for (guint i = 0; i < wrap->outputs->len; i++)
    {
      const ImWrapOutput *output = &g_array_index (wrap->outputs, ImWrapOutput, i);
      g_autofree char *text = dup_text (output->name);
      gboolean is_place = count != NULL;

      append (out,
              "      <OutputSocket name=\"%s\" type=\"%s\" shape=\"%s\" pipe=\"data\" "
              "text=\"%s\" description=\"What %s computes.\"",
              output->name, output->type, output->shape, text, wrap->function);
      if (is_place)
        append (out, " im:in-place-of=\"%s\"", input->name);
      g_string_append (out, " />\n");
    }
  g_string_append_c (out, '\n');
  for (guint i = 0; i < wrap->parameters->len; i++)
    {
      const ImWrapParameter *parameter = im_wrap_parameter (wrap, i);
      g_autofree char *text = dup_text (parameter->name);

      if (parameter->role == IM_WRAP_COUNT)
        append (out,
                "      <Hidden name=\"%s\" value=\"%s\" description=\"Number of "
                "elements.\" />\n",
                parameter->name, parameter->value);
      else if (parameter->role == IM_WRAP_STATE)
        append (out,
                "      <Handle name=\"%s\" size=\"%s\" text=\"%s\" description=\"What a "
                "call leaves to the next.\" />\n",
                parameter->name, parameter->value, text);
    }
  if (count != NULL)
    append (out,
            "      <Hidden name=\"%s\" value=\"%s.shape.flat\" description=\"Number of "
            "elements.\" />\n",
            count, input->name);
  g_string_append (out, "    </Parameters>\n\n");
}

static void
append_contracts (const ImWrap *wrap, GString *out)
{
  const char *last = im_text_get_last_part (wrap->id);

  g_string_append (out, "    <Contracts>\n");
  for (guint i = 0; i < wrap->parameters->len; i++)
    {
      const ImWrapParameter *parameter = im_wrap_parameter (wrap, i);

      if (im_wrap_is_input (parameter))
        append (
            out,
            "      <Assert test=\"%s.type == System.%s\" error=\"%s takes elements of "
            "type %s as %s, found {%s.type}.\" />\n",
            parameter->name, get_type_name (parameter), last, get_type_name (parameter),
            parameter->name, parameter->name);
    }
  for (guint i = 0; i < wrap->contracts->len; i++)
    {
      const ImWrapContract *contract = &g_array_index (wrap->contracts, ImWrapContract,
                                                       i);

      append (out, "      <Assert test=\"%s\" error=\"%s\" />\n", contract->test,
              contract->error);
    }
  g_string_append (out, "    </Contracts>\n\n");
}

/* The call that begins states, in a section of the file. */
static void
append_init (const ImWrap *wrap, GString *out, const char *section)
{
  g_autofree char *stem = im_unit_name_dup_stem (wrap->id);

  append (out, "    <%s>\n", section);
  for (guint i = 0; i < wrap->parameters->len; i++)
    {
      const ImWrapParameter *parameter = im_wrap_parameter (wrap, i);

      if (parameter->role != IM_WRAP_STATE)
        continue;
      append (out,
              "      <Implementation language=\"C\" fragment=\"%s:%s_init\" "
              "call=\"%s_init(%s, %s)\" />\n"
              "      <Implementation language=\"Python\" fragment=\"%s.py:init_py\" "
              "call=\"%s_init_py(%s)\" />\n",
              wrap->base, wrap->prefix, wrap->prefix, parameter->name, parameter->value,
              stem, wrap->prefix, parameter->name);
    }
  append (out, "    </%s>\n\n", section);
}

/* The inputs by which implementations are chosen. */
static void
append_tensor_types (const ImWrap *wrap, GString *out, gboolean is_c)
{
  for (guint i = 0; i < wrap->parameters->len; i++)
    {
      const ImWrapParameter *parameter = im_wrap_parameter (wrap, i);

      if (!im_wrap_is_input (parameter))
        continue;
      append (out, "        <TensorType tensor=\"%s\"", parameter->name);
      if (is_c)
        append (out, " type=\"%s\"", get_type_name (parameter));
      g_string_append (out, " />\n");
    }
}

/* The call in Python has no counts, which arrays know. */
static const char *
dup_twin_call (const ImWrap *wrap)
{
  g_autoptr (GString) call = g_string_new (NULL);

  g_string_append_printf (call, "%s_py(", wrap->prefix);
  for (guint i = 0; i < wrap->parameters->len; i++)
    {
      const ImWrapParameter *parameter = im_wrap_parameter (wrap, i);

      if (parameter->role != IM_WRAP_OUTPUT && parameter->role != IM_WRAP_COUNT &&
          parameter->role != IM_WRAP_FIXED)
        g_string_append_printf (call, "%s, ", parameter->name);
    }
  for (guint i = 0; i < wrap->outputs->len; i++)
    g_string_append_printf (call, "%s%s", i == 0 ? "" : ", ",
                            g_array_index (wrap->outputs, ImWrapOutput, i).name);
  g_string_append_c (call, ')');

  return im_arena_strdup (wrap->arena, call->str);
}

static void
append_implementations (const ImWrap *wrap, GString *out)
{
  g_autofree char *stem = im_unit_name_dup_stem (wrap->id);

  g_string_append (out, "    <Implementations>\n");
  if (!wrap->is_python)
    {
      append (out,
              "      <Implementation language=\"C\" fragment=\"%s:%s\" call=\"%s\">\n",
              wrap->base, im_wrap_find_entry (wrap), im_wrap_make_call (wrap));
      append_tensor_types (wrap, out, TRUE);
      g_string_append (out, "      </Implementation>\n\n");
    }
  append (out,
          "      <Implementation language=\"Python\" fragment=\"%s%s:%s_py\" "
          "call=\"%s\">\n",
          wrap->is_python ? wrap->base : stem, wrap->is_python ? "" : ".py", wrap->prefix,
          dup_twin_call (wrap));
  append_tensor_types (wrap, out, FALSE);
  g_string_append (out, "      </Implementation>\n    </Implementations>\n");
}

static void
append_examples (const ImWrap *wrap, GString *out)
{
  if (wrap->examples->len == 0)
    return;
  append (out,
          "\n    <im:Examples>\n      <im:Example text=\"What %s gave when the unit was "
          "made.\">\n",
          wrap->function);
  for (guint i = 0; i < wrap->examples->len; i++)
    {
      const ImWrapExample *example = &g_array_index (wrap->examples, ImWrapExample, i);

      if (example->shape != NULL)
        append (out,
                "        <im:Input name=\"%s\" type=\"float32\" "
                "shape=\"%s\">%s</im:Input>\n",
                example->name, example->shape, example->values);
      else
        append (out, "        <im:Output name=\"%s\">%s</im:Output>\n", example->name,
                example->values);
    }
  g_string_append (out, "      </im:Example>\n    </im:Examples>\n");
}

void
im_wrap_add_unit (const ImWrap *wrap, ImArtifacts *files, const char *name)
{
  g_autofree char *title = im_unit_name_dup_title (wrap->id);
  g_autofree char *category = im_unit_name_dup_category (wrap->id);
  GString *out = g_string_new ("<?xml version=\"1.0\" encoding=\"utf-8\" ?>\n"
                               "<Imaginet xmlns:im=\"urn:imaginet-studio:1\">\n");

  append (out,
          "  <Function unit=\"%s\">\n"
          "    <DisplayName>%s</DisplayName>\n"
          "    <DisplayPath>%s</DisplayPath>\n\n",
          wrap->id, title, category);
  append_description (wrap, out);
  append_parameters (wrap, out);
  append_contracts (wrap, out);
  if (im_wrap_has_state (wrap))
    append_init (wrap, out, "Init");
  append_implementations (wrap, out);
  if (im_wrap_has_state (wrap))
    {
      g_string_append_c (out, '\n');
      append_init (wrap, out, "SoftReset");
      g_string_truncate (out, out->len - 1);
    }
  append_examples (wrap, out);
  g_string_append (out, "  </Function>\n</Imaginet>\n");
  im_artifacts_add_text (files, name, out);
}

char *
im_wrap_dup_summary (const ImWrap *wrap)
{
  static const char *const roles[] = {
    [IM_WRAP_INPUT] = "input",    [IM_WRAP_OUTPUT] = "output",
    [IM_WRAP_IN_PLACE] = "input", [IM_WRAP_STATE] = "state",
    [IM_WRAP_ELEMENT] = "input",  [IM_WRAP_COUNT] = "hidden",
    [IM_WRAP_OPTION] = "option",  [IM_WRAP_FIXED] = "fixed",
  };
  GString *out = g_string_new (NULL);

  g_string_append_printf (out, "%s\n", wrap->signature);
  for (guint i = 0; i < wrap->parameters->len; i++)
    {
      const ImWrapParameter *parameter = im_wrap_parameter (wrap, i);

      if (parameter->role == IM_WRAP_OUTPUT)
        continue;
      g_string_append_printf (out, "  %-12s %-7s ", parameter->name,
                              roles[parameter->role]);
      if (im_wrap_is_input (parameter))
        g_string_append_printf (out, "%s%s\n", get_type_name (parameter),
                                parameter->role == IM_WRAP_ELEMENT
                                    ? ", the function is called for each element"
                                    : "");
      else
        g_string_append_printf (out, "%s%s\n", parameter->value,
                                parameter->role == IM_WRAP_STATE ? " bytes" : "");
    }
  for (guint i = 0; i < wrap->outputs->len; i++)
    {
      const ImWrapOutput *output = &g_array_index (wrap->outputs, ImWrapOutput, i);

      g_string_append_printf (out, "  %-12s output  %s, shape %s\n", output->name,
                              output->type, output->shape);
    }

  return g_string_free (out, FALSE);
}
