/* SPDX-License-Identifier: MIT */
#include "document/im-broadcast-operand.h"

#include <string.h>

static gboolean
is_tml (ImBroadcastRules rules)
{
  return rules >= IM_BROADCAST_RULES_TML_ARITHMETIC;
}

static gboolean
is_type (const char *text)
{
  while (g_ascii_isspace (*text))
    text++;

  return g_ascii_isalpha (*text);
}

/* The scalars that a shape without a type is taken to have: those that the rules need. */
static ImScalarType
get_scalar (ImBroadcastRules rules)
{
  if (rules == IM_BROADCAST_RULES_TML_LOGICAL)
    return IM_SCALAR_BOOL;

  return rules == IM_BROADCAST_RULES_TML_BITWISE ? IM_SCALAR_UINT : IM_SCALAR_REAL;
}

/* The character at which a text says that something is not known. */
static guint
find_unknown (const char *text)
{
  return (guint) strcspn (text, "?*") + 1;
}

static gboolean
make_type (const ImOpenShape *shape,
           const char *text,
           ImScalarType scalar,
           ImArena *arena,
           const ImNestedType **type,
           GError **error)
{
  ImNestedType *root = im_arena_new0 (arena, ImNestedType, 2);
  ImNestedType *tensor = root + 1;

  for (guint i = 0; i < shape->rank; i++)
    if (shape->size[i] < 1)
      {
        gboolean is_unknown = shape->size[i] == IM_SIZE_UNKNOWN;

        g_set_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_SIZE,
                     is_unknown ? "TML knows all sizes, found “?” at character %u"
                                : "sizes of TML are 1 or more, found 0 in axis %u",
                     is_unknown ? find_unknown (text) : i);
        return FALSE;
      }
  if (!shape->is_ranked)
    {
      g_set_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_RANK,
                   "TML knows the number of axes, found “*” at character %u",
                   find_unknown (text));
      return FALSE;
    }

  *root = (ImNestedType){ .shape = { .is_ranked = TRUE }, .scalar = scalar };
  *tensor = (ImNestedType){ .base = root, .shape = *shape, .scalar = scalar };
  *type = shape->rank == 0 ? root : tensor;
  return TRUE;
}

/* A type of TML as a shape, for rules without types. */
static gboolean
make_shape (const ImNestedType *type, ImOpenShape *shape, GError **error)
{
  if (type->base != NULL && type->base->base != NULL)
    {
      g_set_error_literal (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_SYNTAX,
                           "only TML has tensors inside of tensors; choose its rules, or "
                           "write a shape such as [2,3]");
      return FALSE;
    }

  *shape = type->shape;
  return TRUE;
}

static gboolean
read_type (ImBroadcastOperand *operand,
           const char *text,
           ImBroadcastRules rules,
           ImArena *arena,
           GError **error)
{
  const ImNestedType *type = im_nested_type_parse (text, arena, error);

  if (type == NULL)
    return FALSE;
  if (!is_tml (rules))
    return make_shape (type, &operand->shape, error);

  operand->type = type;
  return TRUE;
}

gboolean
im_broadcast_operand_read (ImBroadcastOperand *operand,
                           const char *text,
                           ImBroadcastRules rules,
                           ImArena *arena,
                           GError **error)
{
  ImBroadcastOperand read = { .name = operand->name };
  const char *given = text == NULL ? "" : text;

  if (is_type (given) ? !read_type (&read, given, rules, arena, error)
                      : !im_open_shape_parse (given, -1, &read.shape, error))
    return FALSE;
  if (is_tml (rules) && read.type == NULL &&
      !make_type (&read.shape, given, get_scalar (rules), arena, &read.type, error))
    return FALSE;

  *operand = read;
  return TRUE;
}
