/* SPDX-License-Identifier: MIT
 *
 * Walks the declarations at the top level. The words of the current declaration are kept,
 * and each parameter list behind the wanted name, or behind any, is tried; what is passed
 * over is never read again, so the walk is linear.
 */
#include "fragment/im-prototype-scan.h"

#include "base/im-arena.h"

typedef struct
{
  ImCodeScanner *scanner;
  const char *name;
  ImArena *arena;
  GArray *head; /* ImCodeToken, the current declaration so far */
  GArray *list; /* ImCodeToken, what stands between brackets */
  const ImPrototype *declaration;
  GArray *all;       /* ImFunction, to list all functions; NULL to find one */
  gboolean has_open; /* the last of @all goes on up to its body or semicolon */
} CWalk;

static gboolean
is_one_of (const ImCodeScanner *scanner,
           const ImCodeToken *token,
           const char *const *words)
{
  for (; *words != NULL; words++)
    if (im_code_token_is (scanner, token, *words))
      return TRUE;

  return FALSE;
}

static gboolean
is_attribute (const ImCodeScanner *scanner, const ImCodeToken *token)
{
  static const char *const words[] = { "__attribute__", "__attribute", "__declspec",
                                       "_Alignas",      "alignas",     "__asm__",
                                       "asm",           NULL };

  return token->kind == IM_CODE_WORD && is_one_of (scanner, token, words);
}

/* Words that say how a function is linked or a pointer is used, not what its type is. */
static gboolean
is_dropped (const ImCodeScanner *scanner, const ImCodeToken *token)
{
  static const char *const words[] = {
    "static",        "extern",        "inline",    "__inline",   "__inline__",
    "__forceinline", "register",      "_Noreturn", "__noreturn", "restrict",
    "__restrict",    "__restrict__",  "auto",      "typedef",    "_Atomic",
    "_Thread_local", "__extension__", NULL,
  };

  return token->kind == IM_CODE_STRING || is_one_of (scanner, token, words);
}

static gboolean
is_qualifier (const ImCodeScanner *scanner, const ImCodeToken *token)
{
  static const char *const words[] = { "const", "volatile", NULL };

  return is_one_of (scanner, token, words);
}

static gboolean
is_type_word (const ImCodeScanner *scanner, const ImCodeToken *token)
{
  static const char *const words[] = {
    "void",     "char",  "short", "int",   "long",     "float",    "double", "signed",
    "unsigned", "_Bool", "bool",  "const", "volatile", "_Complex", NULL,
  };

  return is_one_of (scanner, token, words);
}

static gboolean
is_tag_word (const ImCodeScanner *scanner, const ImCodeToken *token)
{
  static const char *const words[] = { "struct", "union", "enum", NULL };

  return is_one_of (scanner, token, words);
}

static const ImCodeToken *
token_at (const GArray *tokens, guint index)
{
  return &g_array_index (tokens, ImCodeToken, index);
}

static guint
find_closing (const ImCodeScanner *scanner, const GArray *tokens, guint open)
{
  gint depth = 0;

  for (guint i = open; i < tokens->len; i++)
    {
      depth += im_code_token_is (scanner, token_at (tokens, i), "(")   ? 1
               : im_code_token_is (scanner, token_at (tokens, i), ")") ? -1
                                                                       : 0;
      if (depth == 0)
        return i;
    }

  return tokens->len;
}

/* Copies the tokens from @start to @end that make up a type or a declarator. */
static GArray *
filter (const ImCodeScanner *scanner, const GArray *tokens, guint start, guint end)
{
  GArray *kept = g_array_new (FALSE, FALSE, sizeof (ImCodeToken));

  for (guint i = start; i < end; i++)
    {
      ImCodeToken token = *token_at (tokens, i);

      if (is_attribute (scanner, &token))
        {
          if (i + 1 < end && im_code_token_is (scanner, token_at (tokens, i + 1), "("))
            i = find_closing (scanner, tokens, i + 1);
        }
      else if (!is_dropped (scanner, &token))
        g_array_append_val (kept, token);
    }

  return kept;
}

static gboolean
needs_blank (const GString *out, char next)
{
  char last = out->len == 0 ? '\0' : out->str[out->len - 1];
  gboolean after_word = g_ascii_isalnum (last) || last == '_';

  if (last == ',')
    return TRUE;
  if (next == '*' || next == '(')
    return after_word;

  return after_word && (g_ascii_isalnum (next) || next == '_');
}

static void
append_type (const ImCodeScanner *scanner,
             const GArray *tokens,
             guint start,
             guint end,
             GString *out)
{
  for (guint i = start; i < end; i++)
    {
      ImSpan span = token_at (tokens, i)->span;

      if (needs_blank (out, scanner->text[span.start]))
        g_string_append_c (out, ' ');
      g_string_append_len (out, scanner->text + span.start, span.end - span.start);
    }
}

static const char *
copy_token (CWalk *walk, const ImCodeToken *token)
{
  return im_arena_strndup (walk->arena, walk->scanner->text + token->span.start,
                           token->span.end - token->span.start);
}

/* Returns the index behind the declarator, where the first array size is. */
static guint
find_arrays (const ImCodeScanner *scanner, const GArray *tokens)
{
  guint index = 0;

  while (index < tokens->len &&
         !im_code_token_is (scanner, token_at (tokens, index), "["))
    index++;

  return index;
}

/* Tells `float x` from `unsigned int`, `struct point` and `float`. */
static gboolean
is_declared_name (const ImCodeScanner *scanner, const GArray *tokens, guint index)
{
  if (index == 0 || token_at (tokens, index)->kind != IM_CODE_WORD ||
      is_type_word (scanner, token_at (tokens, index)) ||
      is_tag_word (scanner, token_at (tokens, index - 1)))
    return FALSE;

  for (guint i = 0; i < index; i++)
    if (!is_qualifier (scanner, token_at (tokens, i)))
      return TRUE;

  return FALSE;
}

/* Reads `type (*name) (…)`; @open is the index of the first parenthesis. */
static void
read_pointer_parameter (CWalk *walk,
                        GArray *tokens,
                        guint open,
                        ImPrototypeParameter *parameter)
{
  g_autoptr (GString) type = g_string_new (NULL);
  guint close = find_closing (walk->scanner, tokens, open);
  guint name = close;

  for (guint i = open + 1; i < close; i++)
    if (token_at (tokens, i)->kind == IM_CODE_WORD &&
        !is_qualifier (walk->scanner, token_at (tokens, i)))
      {
        name = i;
        break;
      }

  append_type (walk->scanner, tokens, 0, name, type);
  if (name < close)
    {
      parameter->name = copy_token (walk, token_at (tokens, name));
      name++;
    }
  append_type (walk->scanner, tokens, name, tokens->len, type);
  parameter->type = im_arena_strdup (walk->arena, type->str);
}

static void
read_plain_parameter (CWalk *walk, GArray *tokens, ImPrototypeParameter *parameter)
{
  const ImCodeScanner *scanner = walk->scanner;
  g_autoptr (GString) type = g_string_new (NULL);
  guint arrays = find_arrays (scanner, tokens);
  guint type_end = arrays;

  if (arrays > 0 && is_declared_name (scanner, tokens, arrays - 1))
    {
      type_end--;
      parameter->name = copy_token (walk, token_at (tokens, type_end));
    }

  append_type (scanner, tokens, 0, type_end, type);
  if (arrays < tokens->len)
    {
      guint inner = arrays;

      while (inner < tokens->len &&
             !im_code_token_is (scanner, token_at (tokens, inner), "]"))
        inner++;
      gboolean has_inner = inner + 1 < tokens->len;
      g_string_append (type, has_inner                                            ? " (*)"
                             : type->len > 0 && g_str_has_suffix (type->str, "*") ? "*"
                                                                                  : " *");
      if (has_inner)
        append_type (scanner, tokens, inner + 1, tokens->len, type);
    }
  parameter->type = im_arena_strdup (walk->arena, type->str);
}

static void
read_parameter (CWalk *walk, GArray *tokens, ImPrototypeParameter *parameter)
{
  for (guint i = 0; i + 1 < tokens->len; i++)
    if (im_code_token_is (walk->scanner, token_at (tokens, i), "(") &&
        im_code_token_is (walk->scanner, token_at (tokens, i + 1), "*"))
      {
        read_pointer_parameter (walk, tokens, i, parameter);
        return;
      }

  read_plain_parameter (walk, tokens, parameter);
}

static void
read_parameters (CWalk *walk, ImPrototype *prototype)
{
  g_autoptr (GArray) parameters = g_array_new (FALSE, TRUE,
                                               sizeof (ImPrototypeParameter));
  guint position = 0, start, end;

  while (im_code_list_next_item (walk->scanner, walk->list, &position, &start, &end))
    {
      g_autoptr (GArray) tokens = filter (walk->scanner, walk->list, start, end);
      ImPrototypeParameter parameter = { 0 };

      if (tokens->len == 0)
        continue;
      if (tokens->len == 1 &&
          im_code_token_is (walk->scanner, token_at (tokens, 0), "..."))
        {
          prototype->is_variadic = TRUE;
          continue;
        }
      if (tokens->len == 1 &&
          im_code_token_is (walk->scanner, token_at (tokens, 0), "void"))
        continue;

      read_parameter (walk, tokens, &parameter);
      g_array_append_val (parameters, parameter);
    }

  prototype->n_parameters = parameters->len;
  if (parameters->len > 0)
    {
      ImPrototypeParameter *copy = im_arena_new0 (walk->arena, ImPrototypeParameter,
                                                  parameters->len);

      for (guint i = 0; i < parameters->len; i++)
        copy[i] = g_array_index (parameters, ImPrototypeParameter, i);
      prototype->parameters = copy;
    }
}

static const ImPrototype *
read_prototype (CWalk *walk)
{
  ImPrototype *prototype = im_arena_new0 (walk->arena, ImPrototype, 1);
  guint name = walk->head->len - 1;
  g_autoptr (GArray) tokens = filter (walk->scanner, walk->head, 0, name);
  g_autoptr (GString) type = g_string_new (NULL);

  append_type (walk->scanner, tokens, 0, tokens->len, type);
  prototype->name = copy_token (walk, token_at (walk->head, name));
  prototype->name_span = token_at (walk->head, name)->span;
  prototype->return_type = im_arena_strdup (walk->arena, type->str);
  read_parameters (walk, prototype);

  return prototype;
}

/* Whether the declaration so far can be the part of a function before its parameters. */
static gboolean
head_is_function (const CWalk *walk)
{
  const ImCodeToken *name;

  if (walk->head->len < 2)
    return FALSE;
  name = token_at (walk->head, walk->head->len - 1);
  if (walk->all == NULL
          ? !im_code_token_is (walk->scanner, name, walk->name)
          : !is_declared_name (walk->scanner, walk->head, walk->head->len - 1) ||
                is_attribute (walk->scanner, name) ||
                im_code_token_is (walk->scanner, token_at (walk->head, 0), "typedef"))
    return FALSE;

  for (guint i = 0; i < walk->head->len; i++)
    if (token_at (walk->head, i)->kind == IM_CODE_MARK &&
        !im_code_token_is (walk->scanner, token_at (walk->head, i), "*"))
      return FALSE;

  return TRUE;
}

/* Reads the attributes behind a parameter list and the mark behind them. */
static ImCodeToken
read_behind_parameters (CWalk *walk)
{
  ImCodeToken token = im_code_scanner_next (walk->scanner);

  while (is_attribute (walk->scanner, &token))
    {
      token = im_code_scanner_next (walk->scanner);
      if (!im_code_token_is (walk->scanner, &token, "("))
        continue;
      if (!im_code_list_until_closing (walk->scanner, NULL))
        return (ImCodeToken){ IM_CODE_END };
      token = im_code_scanner_next (walk->scanner);
    }

  return token;
}

/* Keeps a function of the list; it goes on up to its body or semicolon. */
static void
add_function (CWalk *walk, gboolean is_definition)
{
  ImFunction function = {
    .prototype = read_prototype (walk),
    .span = { token_at (walk->head, 0)->span.start, walk->scanner->position },
    .is_definition = is_definition,
  };

  for (guint i = 0; i < walk->head->len && !function.is_static; i++)
    function.is_static = im_code_token_is (walk->scanner, token_at (walk->head, i),
                                           "static");
  g_array_append_val (walk->all, function);
  walk->has_open = TRUE;
}

/* What has been read ends the function that goes on, if there is one. */
static void
end_function (CWalk *walk)
{
  if (walk->has_open)
    g_array_index (walk->all, ImFunction, walk->all->len - 1).span.end = walk->scanner
                                                                             ->position;
  walk->has_open = FALSE;
}

/* Handles a parenthesis at the top level. Returns the prototype if it is the wanted
 * definition; sets @is_end if the text ends before the parenthesis closes.
 */
static const ImPrototype *
handle_parenthesis (CWalk *walk, gboolean *is_end)
{
  gboolean is_function = head_is_function (walk);

  g_array_set_size (walk->list, 0);
  if (!im_code_list_until_closing (walk->scanner, walk->list))
    {
      *is_end = TRUE;
      return NULL;
    }
  if (!is_function)
    {
      guint last = walk->head->len;

      if (last > 0 && is_attribute (walk->scanner, token_at (walk->head, last - 1)))
        g_array_set_size (walk->head, last - 1);
      return NULL;
    }

  guint32 behind = walk->scanner->position;
  ImCodeToken next = read_behind_parameters (walk);
  const ImPrototype *found = NULL;
  gboolean is_definition = im_code_token_is (walk->scanner, &next, "{");
  if (walk->all != NULL)
    {
      if (is_definition || im_code_token_is (walk->scanner, &next, ";"))
        add_function (walk, is_definition);
    }
  else if (is_definition)
    found = read_prototype (walk);
  else if (im_code_token_is (walk->scanner, &next, ";") && walk->declaration == NULL)
    walk->declaration = read_prototype (walk);
  walk->scanner->position = behind;
  g_array_set_size (walk->head, 0);

  return found;
}

static gboolean
opens_linkage (const CWalk *walk)
{
  return walk->head->len == 2 &&
         im_code_token_is (walk->scanner, token_at (walk->head, 0), "extern") &&
         token_at (walk->head, 1)->kind == IM_CODE_STRING;
}

static const ImPrototype *
find_definition (CWalk *walk)
{
  gboolean is_end = FALSE;

  while (!is_end)
    {
      ImCodeToken token = im_code_scanner_next (walk->scanner);

      if (token.kind == IM_CODE_END)
        return NULL;

      if (im_code_token_is (walk->scanner, &token, "("))
        {
          const ImPrototype *found = handle_parenthesis (walk, &is_end);

          if (found != NULL)
            return found;
        }
      else if (im_code_token_is (walk->scanner, &token, "{"))
        {
          is_end = !opens_linkage (walk) &&
                   !im_code_list_until_closing (walk->scanner, NULL);
          end_function (walk);
          g_array_set_size (walk->head, 0);
        }
      else if (im_code_token_is (walk->scanner, &token, ";") ||
               im_code_token_is (walk->scanner, &token, "}"))
        {
          end_function (walk);
          g_array_set_size (walk->head, 0);
        }
      else
        g_array_append_val (walk->head, token);
    }

  return NULL;
}

const ImPrototype *
im_prototype_find_in_c (ImCodeScanner *scanner, const char *name, ImArena *arena)
{
  g_autoptr (GArray) head = g_array_new (FALSE, FALSE, sizeof (ImCodeToken));
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof (ImCodeToken));
  CWalk walk = { scanner, name, arena, head, list, .all = NULL };
  const ImPrototype *definition = find_definition (&walk);

  return definition != NULL ? definition : walk.declaration;
}

GArray *
im_prototype_list (const char *text, guint32 length, ImArena *arena)
{
  g_autoptr (GArray) head = g_array_new (FALSE, FALSE, sizeof (ImCodeToken));
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof (ImCodeToken));
  ImCodeScanner scanner = { .text = text, .end = length };
  GArray *all = g_array_new (FALSE, FALSE, sizeof (ImFunction));
  CWalk walk = { &scanner, NULL, arena, head, list, .all = all };

  find_definition (&walk);

  return all;
}
