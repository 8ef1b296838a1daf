/* SPDX-License-Identifier: MIT */
#include "document/help/im-completion.h"

#include <string.h>

typedef struct
{
  GPtrArray *items;
  const char *word;
  gsize length;
} List;

void
im_completion_item_free (gpointer data)
{
  ImCompletionItem *item = data;

  g_free (item->name);
  g_free (item->insert);
  g_free (item->detail);
  g_free (item->documentation);
  g_free (item);
}

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

static gboolean
matches (const List *list, const char *name)
{
  return list->items->len < IM_COMPLETION_MAX &&
         g_ascii_strncasecmp (name, list->word, list->length) == 0 &&
         strlen (name) > list->length;
}

static void
add (List *list,
     const char *name,
     const char *suffix,
     const char *detail,
     const char *documentation)
{
  ImCompletionItem *item = g_new0 (ImCompletionItem, 1);

  item->name = g_strdup (name);
  item->insert = g_strconcat (name, suffix, NULL);
  item->detail = g_strdup (detail);
  item->documentation = g_strdup (documentation);
  g_ptr_array_add (list->items, item);
}

static gint
compare (gconstpointer a, gconstpointer b)
{
  const ImCompletionItem *left = *(ImCompletionItem *const *) a;
  const ImCompletionItem *right = *(ImCompletionItem *const *) b;

  return g_ascii_strcasecmp (left->name, right->name);
}

static void
add_parameters (List *list, const ImUnit *scope)
{
  for (guint i = 0; scope != NULL && i < scope->n_parameters; i++)
    {
      const ImParameter *parameter = &scope->parameters[i];

      if (parameter->kind != IM_PARAMETER_OUTPUT && matches (list, parameter->name.text))
        add (list, parameter->name.text, "", im_parameter_kind_get_name (parameter->kind),
             parameter->description != NULL ? parameter->description : parameter->text);
    }
  g_ptr_array_sort (list->items, compare);
}

/* A member without arguments is written without parentheses. */
static const char *
get_suffix (const ImBuiltin *builtin, ImSpelling spelling)
{
  guint n_receivers = spelling == IM_SPELLING_METHOD ? 1 : 0;

  if (builtin->is_constant)
    return "";
  for (guint i = 0; i < builtin->n_signatures; i++)
    if (builtin->signatures[i].n_params <= n_receivers && n_receivers > 0)
      return "";

  return "(";
}

/* Functions of an owner; IM_N_OWNERS stands for all of them. */
static void
add_builtins (List *list, ImBuiltinOwner owner, ImSpelling spelling)
{
  guint n;
  const ImBuiltin *builtins = im_builtin_get_all (&n);

  for (guint i = 0; i < n; i++)
    {
      const ImBuiltin *builtin = &builtins[i];
      g_autofree char *detail = NULL;

      if ((builtin->spellings & spelling) == 0 || builtin->owner == IM_OWNER_OPERATOR ||
          (owner != IM_N_OWNERS && builtin->owner != owner) ||
          !matches (list, builtin->name))
        continue;
      detail = g_strconcat (im_builtin_owner_get_name (builtin->owner), " ",
                            builtin->n_signatures > 0 ? builtin->signatures[0].text : "",
                            NULL);
      add (list, builtin->name, get_suffix (builtin, spelling), detail, builtin->summary);
    }
}

static ImBuiltinOwner
get_owner (ImValueKind kind)
{
  switch ((guint) kind)
    {
    case IM_VALUE_STRING:
      return IM_OWNER_STRING;
    case IM_VALUE_DTYPE:
      return IM_OWNER_DTYPE;
    case IM_VALUE_SHAPE:
      return IM_OWNER_SHAPE;
    case IM_VALUE_BROADCAST:
      return IM_OWNER_BROADCAST;
    case IM_VALUE_TENSOR:
      return IM_OWNER_TENSOR;
    case IM_VALUE_BUFFER:
      return IM_OWNER_BUFFER;
    case IM_VALUE_ARRAY:
      return IM_OWNER_ARRAY;
    default:
      return IM_OWNER_MATH;
    }
}

/* What the members behind a receiver belong to, as far as its value is known. */
static ImBuiltinOwner
find_owner (const ImUnit *scope, ImUnitEvaluation *evaluation, const char *receiver)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  const ImExpr *expr = NULL;
  ImValue value;

  if (scope != NULL && evaluation != NULL && *receiver != '\0')
    expr = im_expr_parse (arena, receiver, -1, scope->symbols, NULL);
  if (expr == NULL ||
      !im_eval (expr, im_unit_evaluation_get_environment (evaluation), &value, NULL) ||
      value.kind == IM_VALUE_NULL)
    return IM_N_OWNERS;

  return get_owner (value.kind);
}

static void
add_members (List *list,
             const ImUnit *scope,
             ImUnitEvaluation *evaluation,
             const char *receiver)
{
  if (strcmp (receiver, "Math") == 0)
    add_builtins (list, IM_OWNER_MATH, IM_SPELLING_STATIC);
  else if (strcmp (receiver, "System") == 0)
    add_builtins (list, IM_OWNER_SYSTEM, IM_SPELLING_STATIC);
  else
    add_builtins (list, find_owner (scope, evaluation, receiver), IM_SPELLING_METHOD);
}

/* The chain of names in front of the dot at @dot. */
static char *
dup_receiver (const char *text, gsize dot)
{
  gsize start = dot;

  while (start > 0 && (is_word (text[start - 1]) || text[start - 1] == '.'))
    start--;

  return g_strndup (text + start, dot - start);
}

/* Whether the cursor is inside of a text. */
static gboolean
is_quoted (const char *text, gsize cursor)
{
  gboolean is_inside = FALSE;

  for (gsize i = 0; i < cursor; i++)
    if (text[i] == '"')
      is_inside = !is_inside;

  return is_inside;
}

GPtrArray *
im_completion_list (const ImUnit *scope,
                    ImUnitEvaluation *evaluation,
                    const char *text,
                    gsize cursor,
                    gsize *start)
{
  List list = { g_ptr_array_new_with_free_func (im_completion_item_free) };

  *start = cursor;
  while (*start > 0 && is_word (text[*start - 1]))
    (*start)--;
  list.word = text + *start;
  list.length = cursor - *start;
  if (g_ascii_isdigit (*list.word) || is_quoted (text, cursor))
    return list.items;
  if (*start > 0 && text[*start - 1] == '.')
    {
      g_autofree char *receiver = dup_receiver (text, *start - 1);

      if (!g_ascii_isdigit (*receiver))
        add_members (&list, scope, evaluation, receiver);
      return list.items;
    }
  if (list.length == 0)
    return list.items;

  add_parameters (&list, scope);
  if (matches (&list, "Math"))
    add (&list, "Math", ".", "Library", "Mathematical functions and constants.");
  if (matches (&list, "System"))
    add (&list, "System", ".", "Library", "Element types, shapes, buffers and arrays.");
  add_builtins (&list, IM_N_OWNERS, IM_SPELLING_BARE);

  return list.items;
}
