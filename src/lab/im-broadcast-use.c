/* SPDX-License-Identifier: MIT */
#include "lab/im-broadcast-use.h"

#include <string.h>

#define SHAPE_SUFFIX ".shape"

typedef void (*CallFunc) (const ImUnitExpr *place, const ImExpr *call, gpointer data);

typedef struct
{
  ImEnvironment *environment;
  ImArena *arena;
  GArray *uses;
} Finder;

static gboolean
is_broadcast (const ImExpr *expr)
{
  return expr->kind == IM_EXPR_CALL && expr->spelling == IM_SPELLING_METHOD &&
         expr->n_operands == 2 && g_strcmp0 (expr->name, "broadcast") == 0;
}

static void
walk (const ImUnitExpr *place, const ImExpr *expr, CallFunc call, gpointer data)
{
  if (is_broadcast (expr))
    call (place, expr, data);
  for (guint i = 0; i < expr->n_operands; i++)
    walk (place, expr->operands[i], call, data);
}

static void
walk_unit (const ImUnit *unit, CallFunc call, gpointer data)
{
  im_unit_compile (unit);
  for (guint i = 0; i < unit->n_expressions; i++)
    if (unit->expressions[i]->expr != NULL)
      walk (unit->expressions[i], unit->expressions[i]->expr, call, data);
}

/* The shape of `a` is called `a`: that is how the socket is called. */
static const char *
get_name (ImArena *arena, const ImUnitExpr *place, const ImExpr *operand)
{
  gsize length = operand->span.end - operand->span.start;
  const char *text = place->text + operand->span.start;
  gsize suffix = strlen (SHAPE_SUFFIX);

  if (length > suffix && strncmp (text + length - suffix, SHAPE_SUFFIX, suffix) == 0)
    length -= suffix;

  return im_arena_strndup (arena, text, length);
}

static gboolean
has_use (const Finder *finder, const ImBroadcastUse *use)
{
  for (guint i = 0; i < finder->uses->len; i++)
    {
      const ImBroadcastUse *other = &g_array_index (finder->uses, ImBroadcastUse, i);

      if (g_str_equal (other->names[0], use->names[0]) &&
          g_str_equal (other->names[1], use->names[1]))
        return TRUE;
    }

  return FALSE;
}

static void
add_use (const ImUnitExpr *place, const ImExpr *call, gpointer data)
{
  Finder *finder = data;
  ImBroadcastUse use;

  if (place->symbols != finder->environment->symbols)
    return; /* of a node inside, which has an environment of its own */
  for (guint i = 0; i < 2; i++)
    {
      ImValue value;

      if (!im_eval (call->operands[i], finder->environment, &value, NULL) ||
          value.kind != IM_VALUE_SHAPE)
        return;
      use.shapes[i] = *value.shape;
      use.names[i] = get_name (finder->arena, place, call->operands[i]);
    }
  if (!has_use (finder, &use))
    g_array_append_val (finder->uses, use);
}

GArray *
im_broadcast_uses_find (ImUnitEvaluation *evaluation, ImArena *arena)
{
  Finder finder = { .arena = arena };

  g_return_val_if_fail (evaluation != NULL, NULL);

  finder.environment = im_unit_evaluation_get_environment (evaluation);
  finder.uses = g_array_new (FALSE, FALSE, sizeof (ImBroadcastUse));
  walk_unit (im_unit_evaluation_get_unit (evaluation), add_use, &finder);

  return finder.uses;
}

static void
note_use (const ImUnitExpr *place, const ImExpr *call, gpointer data)
{
  *(gboolean *) data = TRUE;
}

gboolean
im_unit_uses_broadcast (const ImUnit *unit)
{
  gboolean is_found = FALSE;

  walk_unit (unit, note_use, &is_found);

  return is_found;
}
