/* SPDX-License-Identifier: MIT */
#include "fragment/im-prototype.h"

#include "base/im-arena.h"
#include "fragment/im-prototype-scan.h"

static const ImPrototype *
find_in (const ImFragment *fragment,
         const char *text,
         guint32 start,
         guint32 end,
         const char *name,
         ImArena *arena)
{
  gboolean is_python = fragment->file->language == IM_FRAGMENT_LANGUAGE_PYTHON;
  ImCodeScanner scanner = {
    .text = text,
    .start = start,
    .position = start,
    .end = end,
    .is_python = is_python,
  };

  return is_python ? im_prototype_find_in_python (&scanner, name, arena)
                   : im_prototype_find_in_c (&scanner, name, arena);
}

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* The word around a template, such as `add_{{T}}`: with `*` for each template if
 * @is_glob, or else with their names. */
static char *
dup_word (const ImFragment *fragment, guint index, const char *text, gboolean is_glob)
{
  GString *word = g_string_new (NULL);
  guint32 start = fragment->templates[index].span.start, end;

  while (start > fragment->span.start && is_word (text[start - 1]))
    start--;
  end = start;
  for (guint i = index; end < fragment->span.end; end++)
    if (i < fragment->n_templates && fragment->templates[i].span.start == end)
      {
        g_string_append (word, is_glob ? "*" : fragment->templates[i].name);
        end = fragment->templates[i++].span.end - 1;
      }
    else if (is_word (text[end]))
      g_string_append_c (word, text[end]);
    else
      break;

  return g_string_free (word, FALSE);
}

/* The text of a fragment with the names of its templates in their place. */
static char *
dup_without_braces (const ImFragment *fragment, const char *text, guint32 *length)
{
  GString *out = g_string_new (NULL);
  guint32 from = fragment->pieces[0].start;

  for (guint i = 0; i < fragment->n_templates; i++)
    {
      g_string_append_len (out, text + from, fragment->templates[i].span.start - from);
      g_string_append (out, fragment->templates[i].name);
      from = fragment->templates[i].span.end;
    }
  g_string_append_len (out, text + from,
                       fragment->pieces[fragment->n_pieces - 1].end - from);
  *length = (guint32) out->len;

  return g_string_free (out, FALSE);
}

/* A function whose name has templates, which some values make that of the call. */
static const ImPrototype *
find_template (const ImFragment *fragment,
               const char *text,
               const char *name,
               ImArena *arena)
{
  const ImPrototype *found = NULL;

  for (guint i = 0; i < fragment->n_templates && found == NULL; i++)
    {
      g_autofree char *glob = dup_word (fragment, i, text, TRUE);
      g_autofree char *word = dup_word (fragment, i, text, FALSE);
      g_autofree char *plain = NULL;
      guint32 length;

      if (!g_pattern_match_simple (glob, name))
        continue;
      plain = dup_without_braces (fragment, text, &length);
      found = find_in (fragment, plain, 0, length, word, arena);
    }
  if (found == NULL)
    return NULL;

  ImPrototype *prototype = im_arena_new0 (arena, ImPrototype, 1);

  *prototype = *found;
  prototype->name = im_arena_strdup (arena, name);
  prototype->name_span = fragment->name_span;

  return prototype;
}

const ImPrototype *
im_fragment_find_prototype (const ImFragment *fragment,
                            const char *function_name,
                            ImArena *arena)
{
  const char *name = function_name != NULL ? function_name : fragment->name;
  const char *text = im_source_get_text (fragment->file->source, NULL);
  const ImPrototype *prototype;

  if (fragment->n_pieces == 0)
    return NULL;

  /* Directives between the pieces are preprocessor lines or comments. */
  prototype = find_in (fragment, text, fragment->pieces[0].start,
                       fragment->pieces[fragment->n_pieces - 1].end, name, arena);

  return prototype != NULL ? prototype : find_template (fragment, text, name, arena);
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
