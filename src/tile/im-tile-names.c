/* SPDX-License-Identifier: MIT
 *
 * A name that stands for a number in one place does so in all of the function; what is
 * found so is looked through again until nothing more is found.
 */
#include "tile/im-tile-names.h"

#include <string.h>

#define MAX_ROUNDS 16
#define MAX_DEPTH  50 /* of functions that call each other */

/**
 * Search:
 * @file: the file
 * @known: (element-type GHashTable): what the names of functions stand for that have been
 * looked into, or are
 * @functions: (element-type ImTileFunction): the functions by their names
 * @names: of this function
 * @depth: how many functions are looked into at once
 * @has_changed: whether something was found in this round
 */
typedef struct
{
  const ImTileFile *file;
  GHashTable *known;
  GHashTable *functions;
  GHashTable *names;
  guint depth;
  gboolean has_changed;
} Search;

static GHashTable *find_names (const Search *around, const ImTileFunction *function);

ImTileNameKind
im_tile_names_get (GHashTable *names, const char *name)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (names, name));
}

static void
set (Search *search, const char *name, ImTileNameKind kind)
{
  if (im_tile_names_get (search->names, name) != IM_TILE_NAME_UNKNOWN)
    return;

  g_hash_table_insert (search->names, (gpointer) name, GUINT_TO_POINTER (kind));
  search->has_changed = TRUE;
}

/* Only what the function is given or computes can turn out to be a number; a name of the
 * compact form that is neither is an index. */
static void
demand (Search *search, const char *name, ImTileNameKind kind)
{
  if (g_hash_table_contains (search->names, name))
    set (search, name, kind);
}

gboolean
im_tile_names_is_size (GHashTable *names, const ImTileExpr *expr)
{
  if (expr->kind == IM_TILE_NUMBER)
    return !expr->is_real;
  if (expr->kind == IM_TILE_NAME)
    return im_tile_names_get (names, expr->name) == IM_TILE_NAME_NUMBER;
  if (expr->kind == IM_TILE_APPLY)
    return im_tile_names_get (names, expr->name) == IM_TILE_NAME_NUMBERS ||
           (expr->n == 1 && strcmp (expr->name, "size") == 0);
  if (expr->kind == IM_TILE_UNARY)
    return im_tile_names_is_size (names, expr->operands[0]);

  return expr->kind == IM_TILE_BINARY && expr->operation <= IM_KERNEL_NODE_DIVIDE &&
         im_tile_names_is_size (names, expr->operands[0]) &&
         im_tile_names_is_size (names, expr->operands[1]);
}

/* An expression of sizes or indices. */
static void
demand_numbers (Search *search, const ImTileExpr *expr)
{
  if (expr->kind == IM_TILE_NAME)
    demand (search, expr->name, IM_TILE_NAME_NUMBER);
  else if (expr->kind == IM_TILE_APPLY && expr->is_bracket)
    demand (search, expr->name, IM_TILE_NAME_NUMBERS);
  for (guint i = 0; i < expr->n; i++)
    if (expr->kind == IM_TILE_APPLY && strcmp (expr->name, "size") == 0 &&
        expr->operands[i]->kind == IM_TILE_NAME)
      demand (search, expr->operands[i]->name, IM_TILE_NAME_NUMBERS);
    else
      demand_numbers (search, expr->operands[i]);
}

/* Arguments are what the parameters of the function are. */
static void
look_into_call (Search *search, const ImTileExpr *call)
{
  const ImTileFunction *called = g_hash_table_lookup (search->functions, call->name);
  GHashTable *names = NULL;

  if (called == NULL || called->n_parameters != call->n || search->depth == MAX_DEPTH)
    return;

  names = find_names (search, called);
  for (guint i = 0; i < call->n; i++)
    {
      ImTileNameKind kind = im_tile_names_get (names, called->parameters[i].name);

      if (kind == IM_TILE_NAME_NUMBER)
        demand_numbers (search, call->operands[i]);
      else if (call->operands[i]->kind == IM_TILE_NAME)
        demand (search, call->operands[i]->name, kind);
    }
}

/* The first operand of a call that is a number, or made of numbers. */
static guint
get_first_number (const ImTileExpr *expr)
{
  return strcmp (expr->name, "index") == 0    ? 0
         : strcmp (expr->name, "gather") == 0 ? 2
         : strcmp (expr->name, "reshape") == 0 || g_str_has_prefix (expr->name, "as_")
             ? 1
             : G_MAXUINT;
}

/* An operation on tensors, or the right side of a contraction. */
static void
look_through (Search *search, const ImTileExpr *expr, gboolean contracts)
{
  if (contracts && expr->kind == IM_TILE_APPLY &&
      (expr->is_bracket || g_hash_table_contains (search->names, expr->name)))
    {
      demand (search, expr->name, IM_TILE_NAME_TENSOR);
      for (guint i = 0; i < expr->n; i++)
        demand_numbers (search, expr->operands[i]);
      return;
    }
  if (expr->kind == IM_TILE_APPLY && !expr->is_bracket)
    for (guint i = get_first_number (expr); i < expr->n; i++)
      demand_numbers (search, expr->operands[i]);
  if (expr->kind == IM_TILE_APPLY && !expr->is_bracket)
    look_into_call (search, expr);
  if (expr->kind == IM_TILE_APPLY && expr->is_bracket && !contracts)
    demand (search, expr->name, IM_TILE_NAME_NUMBERS);
  for (guint i = 0; i < expr->n; i++)
    look_through (search, expr->operands[i], contracts);
}

static void
look_at_assignment (Search *search, const ImTileStatement *statement)
{
  ImTileNameKind kind = im_tile_names_get (search->names, statement->name);

  if (kind == IM_TILE_NAME_NUMBER)
    demand_numbers (search, statement->value);
  else if (kind == IM_TILE_NAME_UNKNOWN &&
           im_tile_names_is_size (search->names, statement->value))
    set (search, statement->name, IM_TILE_NAME_NUMBER);
  else
    look_through (search, statement->value, FALSE);
}

static void
look_at_operands (Search *search, const ImTileStatement *statement)
{
  for (guint i = 0; i < statement->n; i++)
    demand_numbers (search, statement->operands[i]);
}

static void look_at_body (Search *search, const GPtrArray *body);

static void
look_at (Search *search, const ImTileStatement *statement)
{
  gboolean is_vector = statement->n > 0;

  switch (statement->kind)
    {
    case IM_TILE_DECLARE_DIMS:
      set (search, statement->name,
           is_vector ? IM_TILE_NAME_NUMBERS : IM_TILE_NAME_NUMBER);
      break;
    case IM_TILE_DECLARE_INDICES:
      set (search, statement->name,
           is_vector ? IM_TILE_NAME_INDICES : IM_TILE_NAME_INDEX);
      break;
    case IM_TILE_OUTPUT:
    case IM_TILE_BIND:
      set (search, statement->name, IM_TILE_NAME_TENSOR);
      look_at_operands (search, statement);
      break;
    case IM_TILE_CONTRACT:
      look_at_operands (search, statement);
      if (im_tile_names_get (search->names, statement->name) == IM_TILE_NAME_NUMBERS)
        demand_numbers (search, statement->value);
      else
        look_through (search, statement->value, TRUE);
      break;
    case IM_TILE_CONSTRAIN:
      look_at_operands (search, statement);
      break;
    case IM_TILE_DEFAULT:
      look_through (search, statement->value, FALSE);
      break;
    case IM_TILE_ASSIGN:
      look_at_assignment (search, statement);
      break;
    case IM_TILE_FOR:
      set (search, statement->name, IM_TILE_NAME_NUMBER);
      demand_numbers (search, statement->value);
      look_at_body (search, statement->body);
      break;
    case IM_TILE_DECLARE_TENSORS:
    case IM_TILE_RETURN:
    default:
      for (guint i = 0; i < statement->n; i++)
        look_through (search, statement->operands[i], FALSE);
      break;
    }
}

/* From the end, so that what a name must be is known where it gets its value. */
static void
look_at_body (Search *search, const GPtrArray *body)
{
  for (guint i = body->len; i-- > 0;)
    look_at (search, g_ptr_array_index (body, i));
}

/* In the compact form the head names the dims. */
static void
add_compact_dims (Search *search, const GPtrArray *body)
{
  for (guint i = 0; i < body->len; i++)
    {
      const ImTileStatement *statement = g_ptr_array_index (body, i);

      for (guint j = 0; j < statement->n && statement->kind == IM_TILE_BIND; j++)
        if (statement->operands[j]->kind == IM_TILE_NAME)
          set (search, statement->operands[j]->name, IM_TILE_NAME_NUMBER);
    }
}

static void
add_known (Search *search, const ImTileFunction *function)
{
  static const ImTileNameKind kinds[] = {
    [IM_TILE_TENSOR] = IM_TILE_NAME_TENSOR,
    [IM_TILE_SIZE] = IM_TILE_NAME_NUMBER,
    [IM_TILE_VECTOR] = IM_TILE_NAME_NUMBERS,
    [IM_TILE_ANY] = IM_TILE_NAME_UNKNOWN,
  };

  for (guint i = 0; i < function->n_parameters; i++)
    g_hash_table_insert (search->names, (gpointer) function->parameters[i].name,
                         GUINT_TO_POINTER (kinds[function->parameters[i].kind]));
  for (guint i = 0; i < function->body->len; i++)
    {
      const ImTileStatement *statement = g_ptr_array_index (function->body, i);

      if (statement->kind == IM_TILE_ASSIGN &&
          !g_hash_table_contains (search->names, statement->name))
        g_hash_table_insert (search->names, (gpointer) statement->name, NULL);
    }
  if (search->file->spelling == IM_TILE_COMPACT)
    add_compact_dims (search, function->body);
}

/* What calls itself is looked at while its names are not known yet. */
static GHashTable *
find_names (const Search *around, const ImTileFunction *function)
{
  Search search = *around;
  GHashTableIter iter;
  gpointer name = NULL, kind = NULL;

  search.names = g_hash_table_lookup (around->known, function);
  if (search.names != NULL)
    return search.names;

  search.names = g_hash_table_new (g_str_hash, g_str_equal);
  search.depth++;
  search.has_changed = TRUE;
  g_hash_table_insert (search.known, (gpointer) function, search.names);
  add_known (&search, function);
  for (guint i = 0; i < MAX_ROUNDS && search.has_changed; i++)
    {
      search.has_changed = FALSE;
      look_at_body (&search, function->body);
    }

  g_hash_table_iter_init (&iter, search.names);
  while (g_hash_table_iter_next (&iter, &name, &kind))
    if (GPOINTER_TO_UINT (kind) == IM_TILE_NAME_UNKNOWN)
      g_hash_table_iter_replace (&iter, GUINT_TO_POINTER (IM_TILE_NAME_TENSOR));

  return search.names;
}

GHashTable *
im_tile_names_new (const ImTileFile *file)
{
  g_autoptr (GHashTable) functions = g_hash_table_new (g_str_hash, g_str_equal);
  Search search = { .file = file, .functions = functions };

  search.known = g_hash_table_new_full (NULL, NULL, NULL,
                                        (GDestroyNotify) g_hash_table_unref);
  for (guint i = 0; i < file->functions->len; i++)
    {
      ImTileFunction *function = g_ptr_array_index (file->functions, i);

      g_hash_table_insert (functions, (gpointer) function->name, function);
    }
  for (guint i = 0; i < file->functions->len; i++)
    find_names (&search, g_ptr_array_index (file->functions, i));

  return search.known;
}
