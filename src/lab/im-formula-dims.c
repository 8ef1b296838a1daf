/* SPDX-License-Identifier: MIT
 *
 * What a formula says of shapes, as expressions of a unit: a dim is a size of the socket
 * that binds it first, and each later binding is a condition.
 */
#include <string.h>

#include "lab/im-formula-package-private.h"

/* A shape as expressions: that of a tensor whose dims have no names, or sizes, outermost
 * first. */
typedef struct
{
  const char *whole;
  guint rank;
  const char *sizes[IM_SHAPE_MAX_RANK];
} Shape;

typedef struct
{
  const ImFormulaLab *lab;
  ImArena *arena;
  ImFormulaDims *dims;
  GHashTable *shapes; /* Shape of tensors, by name */
  GString *guards;
  gboolean has_failed; /* something is said that no expression can say */
} Reader;

gboolean
im_formula_is_socket (const ImFormulaLab *lab, guint parameter)
{
  const ImTileArgument *argument = &lab->arguments[parameter].argument;

  return argument->is_tensor && argument->shape.rank > 0;
}

static gint
find_parameter (const ImFormulaLab *lab, const char *name)
{
  for (guint i = 0; i < lab->n_inputs; i++)
    if (strcmp (lab->inputs[i].name, name) == 0)
      return (gint) i;

  return -1;
}

static gboolean
is_dim (const Reader *reader, const char *name)
{
  return g_ptr_array_find_with_equal_func (reader->dims->names, name, g_str_equal, NULL);
}

/* Whether a name stands for a number that a unit knows. */
static gboolean
is_number (const Reader *reader, const char *name)
{
  gint parameter = find_parameter (reader->lab, name);

  return is_dim (reader, name) ||
         (parameter >= 0 && !im_formula_is_socket (reader->lab, (guint) parameter) &&
          !reader->lab->arguments[parameter].argument.is_list);
}

static const struct
{
  ImKernelNodeKind operation;
  const char *sign;
  guint level; /* what binds more tightly has a larger one */
} operators[] = {
  { IM_KERNEL_NODE_ADD, "+", 1 },
  { IM_KERNEL_NODE_SUBTRACT, "-", 1 },
  { IM_KERNEL_NODE_MULTIPLY, "*", 2 },
  { IM_KERNEL_NODE_DIVIDE, "/", 2 },
};

static const char *convert (const Reader *reader, const ImTileExpr *expr, guint level);

static const char *
convert_binary (const Reader *reader, const ImTileExpr *expr, guint level)
{
  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    if (operators[i].operation == expr->operation)
      {
        const char *left = convert (reader, expr->operands[0], operators[i].level);
        const char *right = convert (reader, expr->operands[1], operators[i].level + 1);

        if (left == NULL || right == NULL)
          return NULL;
        return operators[i].level < level
                   ? im_arena_printf (reader->arena, "(%s %s %s)", left,
                                      operators[i].sign, right)
                   : im_arena_printf (reader->arena, "%s %s %s", left, operators[i].sign,
                                      right);
      }

  return NULL;
}

/* `k[0]` is an option of its own. */
static const char *
convert_item (const Reader *reader, const ImTileExpr *expr)
{
  gint parameter = find_parameter (reader->lab, expr->name);

  return parameter >= 0 && expr->is_bracket && expr->n == 1 &&
                 reader->lab->arguments[parameter].argument.is_list &&
                 expr->operands[0]->kind == IM_TILE_NUMBER
             ? im_arena_printf (reader->arena, "%s_%.0f", expr->name,
                                expr->operands[0]->number)
             : NULL;
}

/* A number as an expression of the unit, in parentheses if it binds less tightly than
 * @level; or NULL. */
static const char *
convert (const Reader *reader, const ImTileExpr *expr, guint level)
{
  switch (expr->kind)
    {
    case IM_TILE_NUMBER:
      return expr->is_real ? NULL
                           : im_arena_printf (reader->arena, "%" G_GINT64_FORMAT,
                                              (gint64) expr->number);
    case IM_TILE_NAME:
      return is_number (reader, expr->name) ? expr->name : NULL;
    case IM_TILE_BINARY:
      return convert_binary (reader, expr, level);
    case IM_TILE_APPLY:
      return convert_item (reader, expr);
    case IM_TILE_UNARY:
    case IM_TILE_SELECT:
    case IM_TILE_LIST:
    default:
      return NULL;
    }
}

static void
add_guard (Reader *reader, const char *name, guint rank)
{
  g_string_append_printf (reader->guards, "%s%s.shape.count != %u",
                          reader->guards->len > 0 ? " || " : "", name, rank);
}

static void
add_condition (Reader *reader, const char *number, const char *relation)
{
  g_ptr_array_add (reader->dims->numbers, (gpointer) number);
  g_ptr_array_add (reader->dims->relations, (gpointer) relation);
}

/* A dim that is new is defined, one that is known becomes a condition. */
static void
read_size (Reader *reader, const ImTileExpr *dim, const char *size)
{
  const char *value = convert (reader, dim, 0);

  if (value != NULL)
    add_condition (reader, size, im_arena_printf (reader->arena, "== %s", value));
  else if (dim->kind == IM_TILE_NAME)
    {
      g_ptr_array_add (reader->dims->names, (gpointer) dim->name);
      g_ptr_array_add (reader->dims->values, (gpointer) size);
    }
  else
    reader->has_failed = TRUE;
}

static void
read_binding (Reader *reader, const ImTileStatement *statement)
{
  gint parameter = find_parameter (reader->lab, statement->name);
  Shape *shape;

  if (parameter < 0 || !im_formula_is_socket (reader->lab, (guint) parameter) ||
      statement->n > IM_SHAPE_MAX_RANK)
    return;
  add_guard (reader, statement->name, statement->n);
  for (guint i = 0; i < statement->n; i++)
    read_size (reader, statement->operands[i],
               im_arena_printf (reader->arena, "%s.shape.size(%u)", statement->name,
                                statement->n - 1 - i));
  shape = g_hash_table_lookup (reader->shapes, statement->name);
  shape->whole = NULL;
  shape->rank = statement->n;
  for (guint i = 0; i < statement->n; i++)
    shape->sizes[i] = convert (reader, statement->operands[i], 0);
}

static void
read_output (Reader *reader, const ImTileStatement *statement)
{
  Shape *shape = im_arena_new0 (reader->arena, Shape, 1);

  g_hash_table_remove (reader->shapes, statement->name);
  if (statement->n == 0 || statement->n > IM_SHAPE_MAX_RANK)
    return;
  shape->rank = statement->n;
  for (guint i = 0; i < statement->n; i++)
    {
      const ImTileExpr *size = statement->operands[i];

      shape->sizes[i] = convert (reader, size, 0);
      if (shape->sizes[i] == NULL)
        return;
      if (size->kind == IM_TILE_BINARY)
        add_condition (reader, shape->sizes[i], ">= 1");
    }
  g_hash_table_insert (reader->shapes, (gpointer) statement->name, shape);
}

/* What stretches to what: sizes must be written the same way, or one of them is 1. */
static const Shape *
join (const Reader *reader, const Shape *a, const Shape *b)
{
  const Shape *longer = a->rank >= b->rank ? a : b, *shorter = longer == a ? b : a;
  guint more = longer->rank - shorter->rank;
  Shape *joined;

  if (a->whole != NULL || b->whole != NULL)
    return g_strcmp0 (a->whole, b->whole) == 0 ? a : NULL;
  joined = im_arena_new0 (reader->arena, Shape, 1);
  *joined = *longer;
  for (guint i = 0; i < shorter->rank; i++)
    if (strcmp (longer->sizes[more + i], "1") == 0)
      joined->sizes[more + i] = shorter->sizes[i];
    else if (strcmp (shorter->sizes[i], "1") != 0 &&
             strcmp (shorter->sizes[i], longer->sizes[more + i]) != 0)
      return NULL;

  return joined;
}

static const Shape *find_shape (const Reader *reader, const ImTileExpr *expr);

/* Numbers have no axes. FALSE where it is not known what an operand has. */
static gboolean
join_operand (const Reader *reader, const ImTileExpr *operand, const Shape **shape)
{
  const Shape *one = find_shape (reader, operand);

  if (one == NULL)
    return convert (reader, operand, 0) != NULL || operand->kind == IM_TILE_NUMBER;
  *shape = *shape == NULL ? one : join (reader, *shape, one);

  return *shape != NULL;
}

/* The shape of what is computed element by element, or NULL. */
static const Shape *
find_shape (const Reader *reader, const ImTileExpr *expr)
{
  const Shape *shape = NULL;

  if (expr->kind == IM_TILE_NAME)
    return g_hash_table_lookup (reader->shapes, expr->name);
  if (expr->kind == IM_TILE_LIST || expr->kind == IM_TILE_NUMBER ||
      (expr->kind == IM_TILE_APPLY &&
       (expr->is_bracket || im_tile_file_find (reader->lab->file, expr->name) != NULL)))
    return NULL;
  for (guint i = 0; i < expr->n; i++)
    if (!join_operand (reader, expr->operands[i], &shape))
      return NULL;

  return shape;
}

/* `N.shape`, or `System.Shape(M, N)` */
static const char *
dup_expression (const Reader *reader, const Shape *shape)
{
  g_autoptr (GString) text = g_string_new ("System.Shape(");

  if (shape->whole != NULL)
    return shape->whole;
  for (guint i = 0; i < shape->rank; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", shape->sizes[i]);
  g_string_append_c (text, ')');

  return im_arena_strdup (reader->arena, text->str);
}

static void
read_assignment (Reader *reader, const ImTileStatement *statement)
{
  const char *number = statement->n > 0 ? NULL : convert (reader, statement->value, 0);
  const Shape *shape;

  if (number != NULL)
    {
      g_ptr_array_add (reader->dims->names, (gpointer) statement->name);
      g_ptr_array_add (reader->dims->values, (gpointer) number);
      return;
    }
  shape = find_shape (reader, statement->value);
  if (shape != NULL && statement->n == 0)
    g_hash_table_insert (reader->shapes, (gpointer) statement->name, (gpointer) shape);
  else
    g_hash_table_remove (reader->shapes, statement->name);
}

static void
read_return (Reader *reader, const ImTileStatement *statement)
{
  for (guint i = 0; i < statement->n; i++)
    {
      const Shape *shape = find_shape (reader, statement->operands[i]);

      if (shape == NULL)
        reader->has_failed = TRUE;
      else
        g_ptr_array_add (reader->dims->outputs,
                         (gpointer) dup_expression (reader, shape));
    }
}

static void
read_statement (Reader *reader, const ImTileStatement *statement)
{
  if (statement->kind == IM_TILE_BIND)
    read_binding (reader, statement);
  else if (statement->kind == IM_TILE_OUTPUT)
    read_output (reader, statement);
  else if (statement->kind == IM_TILE_ASSIGN)
    read_assignment (reader, statement);
  else if (statement->kind == IM_TILE_RETURN)
    read_return (reader, statement);
  else if (statement->kind == IM_TILE_FOR)
    reader->has_failed = TRUE;
}

static ImFormulaDims *
new_dims (void)
{
  ImFormulaDims *dims = g_new0 (ImFormulaDims, 1);

  dims->names = g_ptr_array_new ();
  dims->values = g_ptr_array_new ();
  dims->numbers = g_ptr_array_new ();
  dims->relations = g_ptr_array_new ();
  dims->outputs = g_ptr_array_new ();

  return dims;
}

void
im_formula_dims_free (ImFormulaDims *dims)
{
  if (dims == NULL)
    return;

  g_ptr_array_unref (dims->names);
  g_ptr_array_unref (dims->values);
  g_ptr_array_unref (dims->numbers);
  g_ptr_array_unref (dims->relations);
  g_ptr_array_unref (dims->outputs);
  g_free (dims);
}

static gboolean
is_bound (const ImTileFunction *function, const char *name)
{
  for (guint i = 0; i < function->body->len; i++)
    {
      const ImTileStatement *statement = g_ptr_array_index (function->body, i);

      if (statement->kind == IM_TILE_BIND && strcmp (statement->name, name) == 0)
        return TRUE;
    }

  return FALSE;
}

ImFormulaDims *
im_formula_dims_new (const ImFormulaLab *lab, ImArena *arena)
{
  g_autoptr (ImFormulaDims) dims = new_dims ();
  g_autoptr (GHashTable) shapes = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GString) guards = g_string_new (NULL);
  Reader reader = { lab, arena, dims, shapes, guards, FALSE };

  for (guint i = 0; i < lab->n_inputs; i++)
    {
      const char *name = lab->inputs[i].name;
      Shape *shape;

      if (!im_formula_is_socket (lab, i))
        continue;
      shape = im_arena_new0 (arena, Shape, 1);
      shape->whole = im_arena_printf (arena, "%s.shape", name);
      g_hash_table_insert (shapes, (gpointer) name, shape);
      if (!is_bound (lab->function, name))
        add_guard (&reader, name, lab->arguments[i].argument.shape.rank);
    }
  for (guint i = 0; i < lab->function->body->len; i++)
    read_statement (&reader, g_ptr_array_index (lab->function->body, i));
  dims->guards = im_arena_strdup (arena, guards->str);

  return reader.has_failed || dims->outputs->len != lab->formula->outputs->len
             ? NULL
             : g_steal_pointer (&dims);
}

/* `System.Shape(6, 2)`, outermost first */
static const char *
dup_shape (const ImShape *shape, ImArena *arena)
{
  g_autoptr (GString) text = g_string_new ("System.Shape(");

  for (guint i = shape->rank; i-- > 0;)
    g_string_append_printf (text, "%d%s", shape->size[i], i > 0 ? ", " : "");
  g_string_append_c (text, ')');

  return im_arena_strdup (arena, text->str);
}

ImFormulaDims *
im_formula_dims_new_fixed (const ImFormulaLab *lab, ImArena *arena)
{
  ImFormulaDims *dims = new_dims ();

  dims->guards = "";
  for (guint i = 0; i < lab->n_inputs; i++)
    if (im_formula_is_socket (lab, i))
      {
        const char *shape = dup_shape (&lab->arguments[i].argument.shape, arena);

        g_ptr_array_add (dims->numbers,
                         im_arena_printf (arena, "%s.shape", lab->inputs[i].name));
        g_ptr_array_add (dims->relations, im_arena_printf (arena, "== %s", shape));
      }
  for (guint i = 0; i < lab->formula->outputs->len; i++)
    {
      guint number = g_array_index (lab->formula->outputs, guint, i);

      g_ptr_array_add (dims->outputs,
                       (gpointer) dup_shape (
                           &im_formula_get_buffer (lab->formula, number)->shape, arena));
    }

  return dims;
}
