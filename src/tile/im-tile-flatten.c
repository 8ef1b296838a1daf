/* SPDX-License-Identifier: MIT
 *
 * First the loops and vectors go, so that statements and names are left; then these are
 * put in the order that the compact form has.
 */
#include <string.h>

#include "tile/im-tile-convert-private.h"

#define MAX_STATEMENTS 10000
#define MAX_VECTOR     64

/**
 * Flattening:
 * @conversion: the conversion
 * @counters: (element-type ImTileExpr): the values of the counters of loops, by name
 * @vectors: (element-type GPtrArray): the names of the elements of vectors, by name
 * @statements: what is left of the body
 * @has_returned: whether the results are there; what is behind them is not run
 */
typedef struct
{
  ImTileConversion *conversion;
  GHashTable *counters;
  GHashTable *vectors;
  GPtrArray *statements;
  gboolean has_returned;
} Flattening;

static ImTileExpr *flatten_expr (Flattening *flattening, const ImTileExpr *expr);

/* The value of a whole number made of numbers. */
static gboolean
evaluate (const ImTileExpr *expr, double *number)
{
  double a = 0, b = 0;

  if (expr->kind == IM_TILE_NUMBER)
    {
      *number = expr->number;
      return !expr->is_real;
    }
  if (expr->kind == IM_TILE_UNARY && evaluate (expr->operands[0], &a))
    {
      *number = -a;
      return TRUE;
    }
  if (expr->kind != IM_TILE_BINARY || expr->operation > IM_KERNEL_NODE_MULTIPLY ||
      !evaluate (expr->operands[0], &a) || !evaluate (expr->operands[1], &b))
    return FALSE;
  *number = expr->operation == IM_KERNEL_NODE_ADD        ? a + b
            : expr->operation == IM_KERNEL_NODE_SUBTRACT ? a - b
                                                         : a * b;

  return TRUE;
}

static ImTileExpr *
new_number (Flattening *flattening, ImSpan span, double number)
{
  ImTileExpr *expr = im_arena_new0 (flattening->conversion->file->arena, ImTileExpr, 1);

  expr->kind = IM_TILE_NUMBER;
  expr->span = span;
  expr->number = number;

  return expr;
}

/* The name of an element of a vector. */
static const char *
get_element (Flattening *flattening, const char *name, const ImTileExpr *at, ImSpan span)
{
  const GPtrArray *elements = g_hash_table_lookup (flattening->vectors, name);
  double number = 0;

  if (!evaluate (at, &number) || number < 0 || number >= elements->len)
    {
      im_tile_conversion_fail (flattening->conversion, span,
                               "The compact form has no vectors, and this element of "
                               "“%s” is none that the text tells",
                               name);
      return name;
    }

  return g_ptr_array_index (elements, (guint) number);
}

static ImTileExpr *
flatten_apply (Flattening *flattening, ImTileExpr *copy)
{
  const char *vector = copy->n == 1 && copy->operands[0]->kind == IM_TILE_NAME
                           ? copy->operands[0]->name
                           : "";

  if (strcmp (copy->name, "size") == 0 &&
      g_hash_table_contains (flattening->vectors, vector))
    return new_number (
        flattening, copy->span,
        ((const GPtrArray *) g_hash_table_lookup (flattening->vectors, vector))->len);
  if (copy->n == 1 && g_hash_table_contains (flattening->vectors, copy->name))
    {
      copy->name = get_element (flattening, copy->name, copy->operands[0], copy->span);
      copy->kind = IM_TILE_NAME;
      copy->n = 0;
    }

  return copy;
}

static ImTileExpr *
flatten_expr (Flattening *flattening, const ImTileExpr *expr)
{
  ImTileExpr *copy = NULL;

  if (expr->kind == IM_TILE_NAME &&
      g_hash_table_contains (flattening->counters, expr->name))
    return g_hash_table_lookup (flattening->counters, expr->name);

  copy = im_tile_conversion_copy_expr (flattening->conversion, expr);
  if (expr->kind == IM_TILE_APPLY && strcmp (expr->name, "size") == 0 && expr->n == 1)
    {
      copy->operands[0] = expr->operands[0];
      return flatten_apply (flattening, copy);
    }
  if (expr->kind == IM_TILE_NAME &&
      g_hash_table_contains (flattening->vectors, expr->name))
    im_tile_conversion_fail (flattening->conversion, expr->span,
                             "The compact form has no vectors; “%s” can only be written "
                             "by its elements",
                             expr->name);
  for (guint i = 0; i < expr->n; i++)
    copy->operands[i] = flatten_expr (flattening, expr->operands[i]);

  return expr->kind == IM_TILE_APPLY ? flatten_apply (flattening, copy) : copy;
}

static void
declare_vector (Flattening *flattening, const ImTileStatement *statement)
{
  const ImTileExpr *length = flatten_expr (flattening, statement->operands[0]);
  ImTileConversion *conversion = flattening->conversion;
  GPtrArray *elements = g_ptr_array_new ();
  double n = 0;

  g_hash_table_insert (flattening->vectors, (gpointer) statement->name, elements);
  if (!evaluate (length, &n) || n < 1 || n > MAX_VECTOR)
    {
      im_tile_conversion_fail (conversion, length->span,
                               "The compact form has no vectors, and the text does not "
                               "tell how many elements “%s” has",
                               statement->name);
      return;
    }
  for (guint i = 0; i < n; i++)
    {
      const char *name = im_arena_printf (conversion->file->arena, "%s%u",
                                          statement->name, i);

      while (g_hash_table_contains (conversion->names, name))
        name = im_arena_printf (conversion->file->arena, "%s_", name);
      g_hash_table_insert (conversion->names, (gpointer) name,
                           GUINT_TO_POINTER (IM_TILE_NAME_NUMBER));
      g_ptr_array_add (elements, (gpointer) name);
    }
}

static void flatten_body (Flattening *flattening, const GPtrArray *body);

static void
flatten_loop (Flattening *flattening, const ImTileStatement *statement)
{
  const ImTileExpr *trip = flatten_expr (flattening, statement->value);
  double n = 0;

  if (!evaluate (trip, &n) || n > MAX_STATEMENTS)
    {
      im_tile_conversion_fail (flattening->conversion, statement->span,
                               "The compact form has no loops, and the text does not "
                               "tell how often this one runs");
      return;
    }
  for (guint i = 0; i < n && !flattening->conversion->has_failed; i++)
    {
      g_hash_table_insert (flattening->counters, (gpointer) statement->name,
                           new_number (flattening, statement->span, i));
      flatten_body (flattening, statement->body);
    }
  g_hash_table_remove (flattening->counters, statement->name);
}

static void
flatten_statement (Flattening *flattening, const ImTileStatement *statement)
{
  ImTileStatement *copy = im_tile_conversion_copy (flattening->conversion, statement);

  for (guint i = 0; i < statement->n; i++)
    copy->operands[i] = flatten_expr (flattening, statement->operands[i]);
  if (statement->value != NULL)
    copy->value = flatten_expr (flattening, statement->value);
  if (statement->kind == IM_TILE_CONTRACT && copy->n == 1 &&
      g_hash_table_contains (flattening->vectors, statement->name))
    {
      copy->kind = IM_TILE_ASSIGN;
      copy->name = get_element (flattening, statement->name, copy->operands[0],
                                statement->name_span);
      copy->n = 0;
    }
  flattening->has_returned = statement->kind == IM_TILE_RETURN;
  g_ptr_array_add (flattening->statements, copy);
}

static void
flatten_body (Flattening *flattening, const GPtrArray *body)
{
  for (guint i = 0;
       i < body->len && !flattening->has_returned && !flattening->conversion->has_failed;
       i++)
    {
      const ImTileStatement *statement = g_ptr_array_index (body, i);
      gboolean declares = statement->kind == IM_TILE_DECLARE_DIMS ||
                          statement->kind == IM_TILE_DECLARE_INDICES ||
                          statement->kind == IM_TILE_DECLARE_TENSORS;

      if (flattening->statements->len == MAX_STATEMENTS)
        im_tile_conversion_fail (flattening->conversion, statement->span,
                                 "The loops have more than %d statements",
                                 MAX_STATEMENTS);
      else if (declares && statement->n > 0)
        declare_vector (flattening, statement);
      else if (statement->kind == IM_TILE_FOR)
        flatten_loop (flattening, statement);
      else if (!declares)
        flatten_statement (flattening, statement);
    }
}

/* What stands in the head: the dims of parameters, where these are bound first. */
static void
take_bound (Flattening *flattening, GPtrArray *body)
{
  const ImTileFunction *function = flattening->conversion->function;

  for (guint i = 0; i < function->n_parameters; i++)
    for (guint j = 0; j < flattening->statements->len; j++)
      {
        ImTileStatement *statement = g_ptr_array_index (flattening->statements, j);

        if (statement->name == NULL ||
            strcmp (statement->name, function->parameters[i].name) != 0)
          continue;
        if (statement->kind == IM_TILE_BIND)
          g_ptr_array_add (body, g_ptr_array_steal_index (flattening->statements, j));
        break;
      }
}

static gboolean
has_name (const ImTileExpr *expr, const char *name)
{
  if ((expr->kind == IM_TILE_NAME || expr->kind == IM_TILE_APPLY) &&
      strcmp (expr->name, name) == 0)
    return TRUE;
  for (guint i = 0; i < expr->n; i++)
    if (has_name (expr->operands[i], name))
      return TRUE;

  return FALSE;
}

/* Constraints and a default come right behind the contraction, so that nothing between
 * may change what the default is. */
static void
take_conditions (Flattening *flattening, guint contraction, GPtrArray *body)
{
  const GPtrArray *statements = flattening->statements;
  const ImTileStatement *of = g_ptr_array_index (statements, contraction);

  for (guint i = contraction + 1; i < statements->len; i++)
    {
      const ImTileStatement *next = g_ptr_array_index (statements, i);
      gboolean is_of = next->name != NULL && strcmp (next->name, of->name) == 0;

      if (is_of && next->kind != IM_TILE_CONSTRAIN && next->kind != IM_TILE_DEFAULT)
        return;
      if (!is_of)
        continue;
      for (guint j = contraction + 1; j < i && next->kind == IM_TILE_DEFAULT; j++)
        {
          const ImTileStatement *between = g_ptr_array_index (statements, j);

          if (between->name != NULL && has_name (next->value, between->name))
            im_tile_conversion_fail (flattening->conversion, next->span,
                                     "The compact form has the default beside its "
                                     "contraction, but “%s” is computed in between",
                                     between->name);
        }
      g_ptr_array_add (body, (gpointer) next);
    }
}

static void
take_contraction (Flattening *flattening,
                  const ImTileStatement *output,
                  guint contraction,
                  GPtrArray *body)
{
  const ImTileStatement *statement = g_ptr_array_index (flattening->statements,
                                                        contraction);

  if (output == NULL)
    {
      im_tile_conversion_fail (flattening->conversion, statement->name_span,
                               "“%s” has no shape; write %s = TensorOutput(…) before",
                               statement->name, statement->name);
      return;
    }
  g_ptr_array_add (body, (gpointer) output);
  g_ptr_array_add (body, (gpointer) statement);
  take_conditions (flattening, contraction, body);
}

static void
take_rest (Flattening *flattening, GPtrArray *body)
{
  g_autoptr (GHashTable) outputs = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < flattening->statements->len; i++)
    {
      ImTileStatement *statement = g_ptr_array_index (flattening->statements, i);

      if (statement->kind == IM_TILE_OUTPUT)
        g_hash_table_insert (outputs, (gpointer) statement->name, statement);
      else if (statement->kind == IM_TILE_CONTRACT)
        take_contraction (flattening, g_hash_table_lookup (outputs, statement->name), i,
                          body);
      else if (statement->kind == IM_TILE_ASSIGN || statement->kind == IM_TILE_RETURN ||
               statement->kind == IM_TILE_BIND)
        g_ptr_array_add (body, statement);
    }
}

void
im_tile_flatten (ImTileConversion *conversion)
{
  g_autoptr (GHashTable) counters = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) vectors = g_hash_table_new_full (
      g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GPtrArray) statements = g_ptr_array_new ();
  Flattening flattening = { conversion, counters, vectors, statements };
  GPtrArray *body = im_tile_conversion_body (conversion);

  flatten_body (&flattening, conversion->function->body);
  take_bound (&flattening, body);
  take_rest (&flattening, body);
  if (!flattening.has_returned)
    im_tile_conversion_fail (conversion, conversion->function->span,
                             "“%s” returns nothing", conversion->function->name);
  conversion->function->body = body;
}
