/* SPDX-License-Identifier: MIT */
#include "fragment/im-prototype.h"

#include "fragment/im-prototype-scan.h"

const ImPrototype *
im_fragment_find_prototype (const ImFragment *fragment,
                            const char *function_name,
                            ImArena *arena)
{
  const char *name = function_name != NULL ? function_name : fragment->name;
  gboolean is_python = fragment->file->language == IM_FRAGMENT_LANGUAGE_PYTHON;

  if (fragment->n_pieces == 0)
    return NULL;

  /* Directives between the pieces are preprocessor lines or comments. */
  ImCodeScanner scanner = {
    .text = im_source_get_text (fragment->file->source, NULL),
    .start = fragment->pieces[0].start,
    .position = fragment->pieces[0].start,
    .end = fragment->pieces[fragment->n_pieces - 1].end,
    .is_python = is_python,
  };

  return is_python ? im_prototype_find_in_python (&scanner, name, arena)
                   : im_prototype_find_in_c (&scanner, name, arena);
}

static void
append_parameter (const ImPrototypeParameter *parameter, GString *out)
{
  g_string_append (out, parameter->type != NULL ? parameter->type : "");
  if (parameter->name != NULL)
    {
      if (parameter->type != NULL && !g_str_has_suffix (parameter->type, "*"))
        g_string_append_c (out, ' ');
      g_string_append (out, parameter->name);
    }
  if (parameter->default_value != NULL)
    g_string_append_printf (out, " = %s", parameter->default_value);
}

gboolean
im_prototype_takes (const ImPrototype *prototype, guint n_arguments)
{
  guint n_required = 0;

  for (guint i = 0; i < prototype->n_parameters; i++)
    if (prototype->parameters[i].default_value == NULL)
      n_required++;

  return n_arguments >= n_required &&
         (prototype->is_variadic || n_arguments <= prototype->n_parameters);
}

void
im_prototype_append_text (const ImPrototype *prototype, GString *out)
{
  if (prototype->return_type != NULL)
    g_string_append_printf (out, "%s%s", prototype->return_type,
                            g_str_has_suffix (prototype->return_type, "*") ? "" : " ");
  g_string_append_printf (out, "%s (", prototype->name);
  for (guint i = 0; i < prototype->n_parameters; i++)
    {
      g_string_append (out, i > 0 ? ", " : "");
      append_parameter (&prototype->parameters[i], out);
    }
  if (prototype->is_variadic)
    g_string_append (out, prototype->n_parameters > 0 ? ", ..." : "...");
  g_string_append_c (out, ')');
}
