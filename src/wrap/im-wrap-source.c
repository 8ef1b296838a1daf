/* SPDX-License-Identifier: MIT
 *
 * The files of code: what the function is written in, as a fragment with the adapter that
 * the unit calls, what begins a state, and for C a twin in Python to be written.
 */
#include <string.h>

#include "base/im-text.h"
#include "unit/im-unit-name.h"
#include "wrap/im-wrap-private.h"

#define BEGIN "#pragma IMAGINET_FRAGMENT_BEGIN \"%s\"\n"
#define END   "#pragma IMAGINET_FRAGMENT_END\n"

/* Whether the function does not take all that the unit passes by itself. */
static gboolean
needs_adapter (const ImWrap *wrap)
{
  if (wrap->is_python || wrap->returns_value)
    return TRUE;
  for (guint i = 0; i < wrap->parameters->len; i++)
    if (im_wrap_parameter (wrap, i)->role == IM_WRAP_IN_PLACE ||
        im_wrap_parameter (wrap, i)->role == IM_WRAP_ELEMENT)
      return TRUE;

  return FALSE;
}

/* Whether it counts the elements of its input itself. */
static gboolean
has_own_count (const ImWrap *wrap)
{
  for (guint i = 0; i < wrap->parameters->len; i++)
    if (im_wrap_parameter (wrap, i)->role == IM_WRAP_IN_PLACE ||
        im_wrap_parameter (wrap, i)->role == IM_WRAP_ELEMENT)
      return TRUE;

  return FALSE;
}

const char *
im_wrap_find_own_count (const ImWrap *wrap)
{
  return has_own_count (wrap) ? im_wrap_find_free_name (wrap, "elements") : NULL;
}

const char *
im_wrap_find_entry (const ImWrap *wrap)
{
  if (!needs_adapter (wrap))
    return wrap->function;

  return im_wrap_printf (wrap, wrap->is_python ? "%s_py" : "%s", wrap->prefix);
}

static gboolean
is_passed (const ImWrapParameter *parameter)
{
  return parameter->role != IM_WRAP_OUTPUT && parameter->role != IM_WRAP_FIXED;
}

static void
append_item (GString *out, const char *item)
{
  if (out->len > 0 && out->str[out->len - 1] != '(')
    g_string_append (out, ", ");
  g_string_append (out, item);
}

const char *
im_wrap_make_call (const ImWrap *wrap)
{
  g_autoptr (GString) call = g_string_new (im_wrap_find_entry (wrap));
  const char *count = im_wrap_find_own_count (wrap);

  g_string_append (call, "(");
  for (guint i = 0; i < wrap->parameters->len; i++)
    if (is_passed (im_wrap_parameter (wrap, i)) ||
        (!needs_adapter (wrap) && im_wrap_parameter (wrap, i)->role == IM_WRAP_OUTPUT))
      append_item (call, im_wrap_parameter (wrap, i)->name);
  if (count != NULL)
    append_item (call, count);
  for (guint i = 0; needs_adapter (wrap) && i < wrap->outputs->len; i++)
    append_item (call, g_array_index (wrap->outputs, ImWrapOutput, i).name);
  g_string_append_c (call, ')');

  return im_arena_strdup (wrap->arena, call->str);
}

static const char *
get_c_name (const ImWrap *wrap, ImDType dtype)
{
  return im_dtype_get_info (dtype)->c_name;
}

/* The parameters of an adapter of C. */
static void
append_c_parameters (const ImWrap *wrap, GString *out)
{
  const char *count = im_wrap_find_own_count (wrap);

  for (guint i = 0; i < wrap->parameters->len; i++)
    {
      const ImWrapParameter *parameter = im_wrap_parameter (wrap, i);
      const char *type = parameter->role == IM_WRAP_INPUT ||
                                 parameter->role == IM_WRAP_IN_PLACE ||
                                 parameter->role == IM_WRAP_ELEMENT
                             ? im_wrap_printf (wrap, "const %s *",
                                               get_c_name (wrap, parameter->dtype))
                         : parameter->role == IM_WRAP_STATE ? "void *"
                                                            : parameter->c_type;

      if (is_passed (parameter))
        append_item (out, im_wrap_printf (wrap, "%s%s%s", type,
                                          g_str_has_suffix (type, "*") ? "" : " ",
                                          parameter->name));
    }
  if (count != NULL)
    append_item (out, im_wrap_printf (wrap, "int %s", count));
  for (guint i = 0; i < wrap->outputs->len; i++)
    {
      const ImWrapOutput *output = &g_array_index (wrap->outputs, ImWrapOutput, i);
      ImDType dtype = output->parameter < 0
                          ? wrap->returned
                          : im_wrap_parameter (wrap, output->parameter)->dtype;

      append_item (
          out, im_wrap_printf (wrap, "%s *%s", get_c_name (wrap, dtype), output->name));
    }
}

/* The output that a parameter writes to. */
static const char *
get_output_name (const ImWrap *wrap, guint parameter)
{
  for (guint i = 0; i < wrap->outputs->len; i++)
    if (g_array_index (wrap->outputs, ImWrapOutput, i).parameter == (gint) parameter)
      return g_array_index (wrap->outputs, ImWrapOutput, i).name;

  return "NULL";
}

static void
append_arguments (const ImWrap *wrap, GString *out)
{
  g_string_append_printf (out, "%s (", wrap->function);
  for (guint i = 0; i < wrap->parameters->len; i++)
    {
      const ImWrapParameter *parameter = im_wrap_parameter (wrap, i);

      append_item (out, parameter->role == IM_WRAP_ELEMENT
                            ? im_wrap_printf (wrap, "%s[i]", parameter->name)
                        : parameter->role == IM_WRAP_IN_PLACE ||
                                parameter->role == IM_WRAP_OUTPUT
                            ? get_output_name (wrap, i)
                            : parameter->name);
    }
  g_string_append (out, ");\n");
}

/* The function that gives the one of the user what the unit has. */
static void
append_c_adapter (const ImWrap *wrap, GString *out)
{
  g_autoptr (GString) parameters = g_string_new (NULL);
  const char *count = im_wrap_find_own_count (wrap);
  const ImWrapParameter *input = im_wrap_get_input (wrap);

  append_c_parameters (wrap, parameters);
  g_string_append_printf (out, "\n%sstatic inline void\n%s (%s)\n{\n",
                          count != NULL ? "// output may be input\n" : "", wrap->prefix,
                          parameters->str);
  if (input != NULL && input->role == IM_WRAP_ELEMENT)
    {
      g_string_append_printf (out, "  for (int i = 0; i < %s; i++)\n    %s[i] = ", count,
                              get_output_name (wrap, (guint) -1));
      append_arguments (wrap, out);
    }
  else
    {
      for (guint i = 0; i < wrap->parameters->len; i++)
        if (im_wrap_parameter (wrap, i)->role == IM_WRAP_IN_PLACE)
          g_string_append_printf (
              out, "  for (int i = 0; i < %s; i++)\n    %s[i] = %s[i];\n", count,
              get_output_name (wrap, i), im_wrap_parameter (wrap, i)->name);
      if (wrap->returns_value)
        g_string_append_printf (out, "  %s[0] = ", get_output_name (wrap, (guint) -1));
      else
        g_string_append (out, "  ");
      append_arguments (wrap, out);
    }
  g_string_append (out, "}\n");
}

gboolean
im_wrap_has_state (const ImWrap *wrap)
{
  for (guint i = 0; i < wrap->parameters->len; i++)
    if (im_wrap_parameter (wrap, i)->role == IM_WRAP_STATE)
      return TRUE;

  return FALSE;
}

static void
append_init (const ImWrap *wrap, GString *out)
{
  g_string_append_printf (out,
                          "\n" BEGIN "\n"
                          "static inline void\n"
                          "%s_init (void *state, int bytes)\n"
                          "{\n"
                          "  unsigned char *byte = (unsigned char *) state;\n"
                          "\n"
                          "  for (int i = 0; i < bytes; i++)\n"
                          "    byte[i] = 0;\n"
                          "}\n" END,
                          im_wrap_printf (wrap, "%s_init", wrap->prefix), wrap->prefix);
}

static void
append_includes (const ImWrap *wrap, GString *out)
{
  for (guint i = 0; i < wrap->includes->len; i++)
    g_string_append_printf (out, "%s\n", (char *) g_ptr_array_index (wrap->includes, i));
}

static void
append_code (const ImWrap *wrap, GString *out)
{
  gboolean is_header = g_str_has_suffix (wrap->base, ".h");

  if (is_header)
    g_string_append (out, "#pragma once\n\n");
  if (wrap->includes->len > 0)
    {
      g_string_append (out, "#pragma IMAGINET_INCLUDES_BEGIN\n");
      append_includes (wrap, out);
      g_string_append (out, "#pragma IMAGINET_INCLUDES_END\n\n");
    }
  g_string_append_printf (out, BEGIN "%s%s", im_wrap_find_entry (wrap),
                          wrap->is_python ? "" : "\n", wrap->code);
}

GString *
im_wrap_dup_plain_c (const ImWrap *wrap)
{
  GString *out = g_string_new (NULL);

  append_includes (wrap, out);
  g_string_append (out, wrap->code);

  return out;
}

/* The name of a parameter in Python, where `in` cannot be one. */
static const char *
get_python_name (const ImWrap *wrap, const char *name)
{
  return im_text_is_python_keyword (name) ? im_wrap_printf (wrap, "%s_", name) : name;
}

/* def own_smooth_py(x, output): … */
static void
append_python_head (const ImWrap *wrap, GString *out, const char *name)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < wrap->parameters->len; i++)
    {
      const ImWrapParameter *parameter = im_wrap_parameter (wrap, i);

      if (is_passed (parameter) && (wrap->is_python || parameter->role != IM_WRAP_COUNT))
        append_item (names, get_python_name (wrap, parameter->name));
    }
  for (guint i = 0; i < wrap->outputs->len; i++)
    append_item (names, get_python_name (
                            wrap, g_array_index (wrap->outputs, ImWrapOutput, i).name));
  g_string_append_printf (out, "def %s(%s):\n", name, names->str);
}

/* The twin of C: its signature, with what it is to compute. */
static void
add_twin (const ImWrap *wrap, ImArtifacts *files)
{
  g_autofree char *stem = im_unit_name_dup_stem (wrap->id);
  g_autofree char *path = g_strconcat (stem, ".py", NULL);
  const char *name = im_wrap_printf (wrap, "%s_py", wrap->prefix);
  GString *out = g_string_new ("#pragma IMAGINET_INCLUDES_BEGIN\n"
                               "import numpy as np\n"
                               "#pragma IMAGINET_INCLUDES_END\n");

  if (im_wrap_has_state (wrap))
    {
      g_string_append_printf (out, "\n" BEGIN "def %s_init_py(state):\n", "init_py",
                              wrap->prefix);
      g_string_append (out, "    # A handle is a dictionary.\n"
                            "    state.clear()\n" END);
    }
  g_string_append_printf (out, "\n" BEGIN, name);
  append_python_head (wrap, out, name);
  g_string_append_printf (
      out,
      "    # output[...] = what this computes, with NumPy:\n"
      "    # %s\n"
      "    raise NotImplementedError(\"the Python twin of %s is to be "
      "written\")\n" END,
      wrap->signature, wrap->function);
  im_artifacts_add_text (files, path, out);
}

static void
append_python_adapter (const ImWrap *wrap, GString *out)
{
  g_autoptr (GString) targets = g_string_new (NULL);
  g_autoptr (GString) arguments = g_string_new (NULL);

  for (guint i = 0; i < wrap->outputs->len; i++)
    append_item (targets,
                 im_wrap_printf (wrap, "%s[...]",
                                 g_array_index (wrap->outputs, ImWrapOutput, i).name));
  for (guint i = 0; i < wrap->parameters->len; i++)
    {
      const ImWrapParameter *parameter = im_wrap_parameter (wrap, i);

      if (parameter->role != IM_WRAP_FIXED)
        append_item (arguments,
                     im_wrap_printf (wrap, "%s=%s", parameter->name, parameter->name));
    }
  g_string_append (out, "\n\n");
  append_python_head (wrap, out, im_wrap_find_entry (wrap));
  g_string_append_printf (out, "    %s = %s(%s)\n", targets->str, wrap->function,
                          arguments->str);
}

static void
add_headers (const ImWrap *wrap, ImArtifacts *files)
{
  g_autofree char *folder = g_path_get_dirname (wrap->path);

  for (guint i = 0; i < wrap->headers->len; i++)
    {
      const char *name = g_ptr_array_index (wrap->headers, i);
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *text = im_wrap_read_text (path, NULL);

      if (text != NULL)
        im_artifacts_add_text (files, name, g_string_new (text));
    }
}

void
im_wrap_add_sources (const ImWrap *wrap, ImArtifacts *files)
{
  GString *out = g_string_new (NULL);

  append_code (wrap, out);
  if (wrap->is_python)
    append_python_adapter (wrap, out);
  else if (needs_adapter (wrap))
    append_c_adapter (wrap, out);
  g_string_append (out, END);
  if (!wrap->is_python)
    {
      if (im_wrap_has_state (wrap))
        append_init (wrap, out);
      add_headers (wrap, files);
      add_twin (wrap, files);
    }
  im_artifacts_add_text (files, wrap->base, out);
}
