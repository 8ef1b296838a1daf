/* SPDX-License-Identifier: MIT */
#include "lab/im-broadcast-operand.h"

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

        if (IM_SIZE_IS_SCALABLE (shape->size[i]))
          {
            g_set_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_SIZE,
                         "TML knows all sizes, and that of axis %u is scalable", i);
            return FALSE;
          }
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

/* A type by its name, or a type of MLIR, as a shape or a type of TML. */
static gboolean
read_type (ImBroadcastOperand *operand,
           const char *text,
           ImBroadcastRules rules,
           ImArena *arena,
           GError **error)
{
  const ImNestedType *type;
  ImMlirType mlir;

  if (!is_tml (rules) && im_mlir_type_is_likely (text))
    {
      gboolean is_ok = im_mlir_type_parse (text, &mlir, error);

      operand->shape = is_ok ? mlir.shape : operand->shape;
      return is_ok;
    }

  type = im_nested_type_parse (text, arena, error);
  if (type == NULL)
    return FALSE;
  if (!is_tml (rules))
    return make_shape (type, &operand->shape, error);

  operand->type = type;
  return TRUE;
}

static gboolean
read_tml (ImBroadcastOperand *operand,
          const char *text,
          ImBroadcastRules rules,
          ImArena *arena,
          GError **error)
{
  if (is_type (text))
    return read_type (operand, text, rules, arena, error);

  return im_open_shape_parse (text, -1, &operand->shape, error) &&
         make_type (&operand->shape, text, get_scalar (rules), arena, &operand->type,
                    error);
}

gboolean
im_lab_operand_read (ImLabOperand *operand,
                     const char *name,
                     const char *text,
                     ImBroadcastRules rules,
                     ImArena *arena,
                     GError **error)
{
  ImLabOperand read = { .operand = { .name = name } };
  const char *given = text == NULL ? "" : text;
  gboolean is_ok;

  if (is_tml (rules))
    is_ok = read_tml (&read.operand, given, rules, arena, error);
  else if (is_type (given))
    is_ok = read_type (&read.operand, given, rules, arena, error);
  else
    is_ok = im_open_shape_parse (given, -1, &read.operand.shape, error);
  if (!is_ok)
    return FALSE;

  /* A type of TML is a shape there: MLIR has no such names. */
  if (!im_mlir_type_is_likely (given) || !im_mlir_type_parse (given, &read.mlir, NULL))
    read.mlir = (ImMlirType){ IM_MLIR_SHAPE, read.operand.shape };
  read.operand.text = is_type (given) ? im_arena_strdup (arena, given) : NULL;

  *operand = read;
  return TRUE;
}
