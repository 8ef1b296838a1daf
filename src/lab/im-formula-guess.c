/* SPDX-License-Identifier: MIT */
#include "lab/im-formula-guess.h"

#include <string.h>

#include "tile/im-tile-names.h"

typedef struct
{
  const ImTileFile *file;
  const ImTileFunction *function;
  guint guess;
  GHashTable *sizes; /* of dims, by what is written */
  guint n_plain;     /* dims that got the size of their turn */
  ImArena *arena;
} Guesser;

/* What binds the dims of a tensor. */
static const ImTileStatement *
find_binding (const ImTileFunction *function, const char *name)
{
  for (guint i = 0; i < function->body->len; i++)
    {
      const ImTileStatement *statement = g_ptr_array_index (function->body, i);

      if (statement->kind == IM_TILE_BIND && strcmp (statement->name, name) == 0)
        return statement;
    }

  return NULL;
}

static gint
find_rank_in (const ImTileExpr *expr, const char *name)
{
  gint rank = -1;

  if (expr->kind == IM_TILE_APPLY && strcmp (expr->name, name) == 0)
    return (gint) expr->n;
  for (guint i = 0; i < expr->n && rank < 0; i++)
    rank = find_rank_in (expr->operands[i], name);

  return rank;
}

/* Of a tensor whose dims are not bound, but which is accessed. */
static guint
find_rank (const ImTileFunction *function, const char *name)
{
  gint rank = -1;

  for (guint i = 0; i < function->body->len && rank < 0; i++)
    {
      const ImTileStatement *statement = g_ptr_array_index (function->body, i);

      if (statement->value != NULL)
        rank = find_rank_in (statement->value, name);
      if (statement->kind == IM_TILE_DEFAULT && statement->value != NULL &&
          statement->value->kind == IM_TILE_NAME &&
          strcmp (statement->value->name, name) == 0)
        rank = 0;
    }

  return rank < 0 ? 1 : (guint) MIN (rank, IM_SHAPE_MAX_RANK);
}

static const char *
dup_key (Guesser *guesser, const ImTileExpr *expr)
{
  const char *text = im_source_get_text (guesser->file->source, NULL);

  return im_arena_strndup (guesser->arena, text + expr->span.start,
                           expr->span.end - expr->span.start);
}

/* Batches are 1, kernels 3, channels 2, and whatever else has its turn. */
static guint
choose_size (Guesser *guesser, const char *key, guint axis, guint rank)
{
  static const guint turns[] = { 6, 4, 5, 3 };
  static const guint plain[] = { 0, 4, 8, 1 };

  if (guesser->guess > 0)
    return plain[guesser->guess % G_N_ELEMENTS (plain)];
  if (rank >= 3 && axis == 0 && strcmp (key, "N") == 0)
    return 1;
  if (key[0] == 'K' && key[1] != '\0')
    return 3;
  if (key[0] == 'C')
    return 2;

  return turns[guesser->n_plain++ % G_N_ELEMENTS (turns)];
}

static guint
get_size (Guesser *guesser, const ImTileExpr *expr, guint axis, guint rank)
{
  const char *key = dup_key (guesser, expr);
  guint size = GPOINTER_TO_UINT (g_hash_table_lookup (guesser->sizes, key));

  if (expr->kind == IM_TILE_NUMBER)
    return (guint) CLAMP (expr->number, 1, 1000);
  if (size == 0)
    {
      size = choose_size (guesser, key, axis, rank);
      g_hash_table_insert (guesser->sizes, (gpointer) key, GUINT_TO_POINTER (size));
    }

  return size;
}

/* The dims that are known from what is said. */
static void
learn (Guesser *guesser, const char *name, const ImTileInput *input)
{
  const ImTileStatement *binding = find_binding (guesser->function, name);
  const ImShape *shape = &input->argument.shape;

  if (binding == NULL || !input->argument.is_tensor || binding->n != shape->rank)
    return;
  for (guint i = 0; i < binding->n; i++)
    g_hash_table_insert (guesser->sizes,
                         (gpointer) dup_key (guesser, binding->operands[i]),
                         GINT_TO_POINTER (shape->size[shape->rank - 1 - i]));
}

static const char *
guess_tensor (Guesser *guesser, const char *name)
{
  const ImTileStatement *binding = find_binding (guesser->function, name);
  guint rank = binding == NULL ? find_rank (guesser->function, name) : binding->n;
  GString *text = g_string_new ("float32[");
  const char *copy = NULL;

  for (guint i = 0; i < rank; i++)
    {
      static const guint sizes[] = { 4, 3, 2 };
      guint size = binding == NULL ? sizes[(i + guesser->guess) % G_N_ELEMENTS (sizes)]
                                   : get_size (guesser, binding->operands[i], i, rank);

      g_string_append_printf (text, "%s%u", i > 0 ? "," : "", size);
    }
  g_string_append_c (text, ']');
  copy = im_arena_strdup (guesser->arena, text->str);
  g_string_free (text, TRUE);

  return copy;
}

const char **
im_formula_guess (const ImTileFile *file,
                  const ImTileFunction *function,
                  const ImTileInput *const *given,
                  guint guess,
                  ImArena *arena)
{
  g_autoptr (GHashTable) sizes = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) names = im_tile_names_new (file);
  GHashTable *of_function = g_hash_table_lookup (names, function);
  Guesser guesser = { file, function, guess, sizes, 0, arena };
  const char **texts = im_arena_new0 (arena, const char *, function->n_parameters + 1);

  for (guint i = 0; i < function->n_parameters; i++)
    if (given[i] != NULL)
      learn (&guesser, function->parameters[i].name, given[i]);
  for (guint i = 0; i < function->n_parameters; i++)
    {
      const ImTileParameter *parameter = &function->parameters[i];

      if (given[i] != NULL)
        continue;
      if (parameter->kind == IM_TILE_SIZE ||
          im_tile_names_get (of_function, parameter->name) == IM_TILE_NAME_NUMBER)
        texts[i] = guess == 0 ? "2" : "1";
      else if (parameter->kind == IM_TILE_VECTOR)
        texts[i] = guess == 0 ? "[2,2]" : "[1,1]";
      else
        texts[i] = guess_tensor (&guesser, parameter->name);
    }

  return texts;
}
