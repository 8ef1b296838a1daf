/* SPDX-License-Identifier: MIT */
#include "fragment/im-prototype-scan.h"

#include "base/im-arena.h"

typedef struct
{
  ImCodeScanner *scanner;
  ImArena *arena;
  GArray *list; /* ImCodeToken, what stands between the parentheses */
} PythonWalk;

static const ImCodeToken *
token_at (const PythonWalk *walk, guint index)
{
  return &g_array_index (walk->list, ImCodeToken, index);
}

static gboolean
is_mark (const PythonWalk *walk, guint index, guint end, const char *mark)
{
  return index < end && im_code_token_is (walk->scanner, token_at (walk, index), mark);
}

/* Copies the text from one token to another on one line. */
static const char *
copy_text (const PythonWalk *walk, guint32 start, guint32 end)
{
  char *text = im_arena_strndup (walk->arena, walk->scanner->text + start, end - start);

  for (char *p = text; *p != '\0'; p++)
    if (g_ascii_isspace (*p))
      *p = ' ';

  return text;
}

static const char *
copy_tokens (const PythonWalk *walk, guint start, guint end)
{
  if (start >= end)
    return NULL;

  return copy_text (walk, token_at (walk, start)->span.start,
                    token_at (walk, end - 1)->span.end);
}

/* Finds the `=` of a default value outside of brackets. */
static guint
find_default (const PythonWalk *walk, guint start, guint end)
{
  gint depth = 0;

  for (guint i = start; i < end; i++)
    {
      if (is_mark (walk, i, end, "[") || is_mark (walk, i, end, "("))
        depth++;
      else if (is_mark (walk, i, end, "]") || is_mark (walk, i, end, ")"))
        depth--;
      else if (depth == 0 && is_mark (walk, i, end, "="))
        return i;
    }

  return end;
}

/* Reads `name`, `name: annotation`, `name = value`; the marks `*` and `/` that only
 * divide parameters are none.
 */
static gboolean
read_parameter (const PythonWalk *walk,
                guint start,
                guint end,
                ImPrototypeParameter *parameter)
{
  if (start == end || token_at (walk, start)->kind != IM_CODE_WORD)
    return FALSE;

  guint equals = find_default (walk, start, end);
  parameter->name = copy_tokens (walk, start, start + 1);
  if (is_mark (walk, start + 1, equals, ":"))
    parameter->type = copy_tokens (walk, start + 2, equals);
  parameter->default_value = copy_tokens (walk, equals + 1, end);

  return TRUE;
}

static void
read_parameters (const PythonWalk *walk, ImPrototype *prototype)
{
  ImPrototypeParameter *parameters = im_arena_new0 (walk->arena, ImPrototypeParameter,
                                                    walk->list->len + 1);
  guint position = 0, start, end;

  while (im_code_list_next_item (walk->scanner, walk->list, &position, &start, &end))
    {
      if (is_mark (walk, start, end, "*") && end - start > 1)
        prototype->is_variadic = TRUE;
      else if (read_parameter (walk, start, end, &parameters[prototype->n_parameters]))
        prototype->n_parameters++;
    }
  prototype->parameters = parameters;
}

/* Reads `-> annotation` up to the colon behind it. */
static const char *
read_return_type (const PythonWalk *walk)
{
  ImCodeToken token = im_code_scanner_next (walk->scanner);
  guint32 start = 0, end = 0;

  if (!im_code_token_is (walk->scanner, &token, "-"))
    return NULL;
  im_code_scanner_next (walk->scanner);

  for (token = im_code_scanner_next (walk->scanner);
       token.kind != IM_CODE_END && !im_code_token_is (walk->scanner, &token, ":") &&
       !token.starts_line;
       token = im_code_scanner_next (walk->scanner))
    {
      if (start == end)
        start = token.span.start;
      end = token.span.end;
    }

  return start == end ? NULL : copy_text (walk, start, end);
}

static const ImPrototype *
read_prototype (PythonWalk *walk, const ImCodeToken *name)
{
  ImCodeToken open = im_code_scanner_next (walk->scanner);

  if (!im_code_token_is (walk->scanner, &open, "(") ||
      !im_code_list_until_closing (walk->scanner, walk->list))
    return NULL;

  ImPrototype *prototype = im_arena_new0 (walk->arena, ImPrototype, 1);
  prototype->name = copy_text (walk, name->span.start, name->span.end);
  prototype->name_span = name->span;
  read_parameters (walk, prototype);
  prototype->return_type = read_return_type (walk);

  return prototype;
}

const ImPrototype *
im_prototype_find_in_python (ImCodeScanner *scanner, const char *name, ImArena *arena)
{
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof (ImCodeToken));
  PythonWalk walk = { scanner, arena, list };
  gboolean is_top_level = FALSE;

  for (;;)
    {
      ImCodeToken token = im_code_scanner_next (scanner);

      if (token.kind == IM_CODE_END)
        return NULL;
      is_top_level = token.starts_line || (is_top_level && token.kind == IM_CODE_WORD);
      if (!is_top_level || !im_code_token_is (scanner, &token, "def"))
        {
          is_top_level = is_top_level && im_code_token_is (scanner, &token, "async");
          continue;
        }

      token = im_code_scanner_next (scanner);
      if (im_code_token_is (scanner, &token, name))
        return read_prototype (&walk, &token);
    }
}
