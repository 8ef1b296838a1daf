/* SPDX-License-Identifier: MIT */
#include "broadcast/im-broadcast-family.h"

#include <string.h>

#include "broadcast/im-broadcast-rules.h"
#include "mlir/im-mlir-type.h"

/* In the order of the rules, the usual operation of each family first. */
static const ImBroadcastOperation operations[] = {
  { "broadcast", IM_BROADCAST_RULES_GROUPS },
  { "+", IM_BROADCAST_RULES_OPERATORS },
  { "-", IM_BROADCAST_RULES_OPERATORS },
  { "*", IM_BROADCAST_RULES_OPERATORS },
  { "/", IM_BROADCAST_RULES_OPERATORS },
  { "broadcast", IM_BROADCAST_RULES_NUMPY },
  { "+=", IM_BROADCAST_RULES_NUMPY_IN_PLACE },
  { "-=", IM_BROADCAST_RULES_NUMPY_IN_PLACE },
  { "*=", IM_BROADCAST_RULES_NUMPY_IN_PLACE },
  { "/=", IM_BROADCAST_RULES_NUMPY_IN_PLACE },
  { "//=", IM_BROADCAST_RULES_NUMPY_IN_PLACE },
  { "%=", IM_BROADCAST_RULES_NUMPY_IN_PLACE },
  { "**=", IM_BROADCAST_RULES_NUMPY_IN_PLACE },
  { "&=", IM_BROADCAST_RULES_NUMPY_IN_PLACE },
  { "|=", IM_BROADCAST_RULES_NUMPY_IN_PLACE },
  { "^=", IM_BROADCAST_RULES_NUMPY_IN_PLACE },
  { "<<=", IM_BROADCAST_RULES_NUMPY_IN_PLACE },
  { ">>=", IM_BROADCAST_RULES_NUMPY_IN_PLACE },
  { "=", IM_BROADCAST_RULES_NUMPY_ASSIGNMENT },
  { "@", IM_BROADCAST_RULES_NUMPY_MATMUL },
  { "matmul", IM_BROADCAST_RULES_NUMPY_MATMUL },
  { "broadcastable", IM_BROADCAST_RULES_MLIR },
  { "+", IM_BROADCAST_RULES_TML_ARITHMETIC },
  { "-", IM_BROADCAST_RULES_TML_ARITHMETIC },
  { "*", IM_BROADCAST_RULES_TML_ARITHMETIC },
  { "/", IM_BROADCAST_RULES_TML_ARITHMETIC },
  { "%", IM_BROADCAST_RULES_TML_ARITHMETIC },
  { ">", IM_BROADCAST_RULES_TML_RELATIONAL },
  { "<", IM_BROADCAST_RULES_TML_RELATIONAL },
  { ">=", IM_BROADCAST_RULES_TML_RELATIONAL },
  { "<=", IM_BROADCAST_RULES_TML_RELATIONAL },
  { "==", IM_BROADCAST_RULES_TML_RELATIONAL },
  { "!=", IM_BROADCAST_RULES_TML_RELATIONAL },
  { "&&", IM_BROADCAST_RULES_TML_LOGICAL },
  { "||", IM_BROADCAST_RULES_TML_LOGICAL },
  { "&", IM_BROADCAST_RULES_TML_BITWISE },
  { "|", IM_BROADCAST_RULES_TML_BITWISE },
  { "^", IM_BROADCAST_RULES_TML_BITWISE },
  { "<<", IM_BROADCAST_RULES_TML_BITWISE },
  { ">>", IM_BROADCAST_RULES_TML_BITWISE },
  { "=", IM_BROADCAST_RULES_TML_ASSIGNMENT },
};

static const char *const family_names[IM_BROADCAST_N_FAMILIES] = {
  [IM_BROADCAST_FAMILY_IMAGINET] = "imaginet",
  [IM_BROADCAST_FAMILY_NUMPY] = "numpy",
  [IM_BROADCAST_FAMILY_MLIR] = "mlir",
  [IM_BROADCAST_FAMILY_TML] = "tml",
};

const char *
im_broadcast_family_get_name (ImBroadcastFamily family)
{
  g_return_val_if_fail (family < IM_BROADCAST_N_FAMILIES, NULL);

  return family_names[family];
}

ImBroadcastFamily
im_broadcast_rules_get_family (ImBroadcastRules rules)
{
  return rules <= IM_BROADCAST_RULES_OPERATORS       ? IM_BROADCAST_FAMILY_IMAGINET
         : rules <= IM_BROADCAST_RULES_NUMPY_MATMUL  ? IM_BROADCAST_FAMILY_NUMPY
         : rules <= IM_BROADCAST_RULES_MLIR_UPSTREAM ? IM_BROADCAST_FAMILY_MLIR
                                                     : IM_BROADCAST_FAMILY_TML;
}

const ImBroadcastOperation *
im_broadcast_get_operations (ImBroadcastRules first, ImBroadcastRules last, guint *n)
{
  guint begin = 0;

  while (begin < G_N_ELEMENTS (operations) && operations[begin].rules < first)
    begin++;
  *n = 0;
  while (begin + *n < G_N_ELEMENTS (operations) && operations[begin + *n].rules <= last)
    ++*n;

  return &operations[begin];
}

/* Operators and functions of NumPy that share its rules: all of two operands, but for
 * where. */
static const char *const numpy_names[] = {
  "+",  "-",  "*",  "/", "//", "%", "**", "&",       "|",       "^",     "<<",
  ">>", "==", "!=", "<", "<=", ">", ">=", "maximum", "minimum", "where",
};

static gboolean
is_numpy_name (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (numpy_names); i++)
    if (strcmp (numpy_names[i], name) == 0)
      return TRUE;

  return FALSE;
}

guint
im_broadcast_rules_get_count (ImBroadcastRules rules, const char *operation)
{
  if (im_broadcast_rules_is_binary (rules))
    return 2;
  if (rules != IM_BROADCAST_RULES_NUMPY || operation == NULL ||
      !is_numpy_name (operation))
    return 0;

  return strcmp (operation, "where") == 0 ? 3 : 2;
}

gboolean
im_broadcast_rules_is_binary (ImBroadcastRules rules)
{
  const ImBroadcastRuleSet *set = im_broadcast_rule_set_get (rules);

  return set->is_binary;
}

char *
im_broadcast_family_dup_operations (ImBroadcastFamily family)
{
  GString *out = g_string_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (operations); i++)
    if (im_broadcast_rules_get_family (operations[i].rules) == family)
      g_string_append_printf (out, "%s%s", out->len > 0 ? " " : "", operations[i].name);
  for (gsize i = 0; family == IM_BROADCAST_FAMILY_NUMPY && i < G_N_ELEMENTS (numpy_names);
       i++)
    g_string_append_printf (out, " %s", numpy_names[i]);
  if (family == IM_BROADCAST_FAMILY_MLIR)
    g_string_append (out, " test.broadcastable chlo.broadcast_*, and what works on each "
                          "element of tosa.* tf.* tfl.*");

  return g_string_free (out, FALSE);
}

/* clang-format off */
static const struct
{
  const char *dialect;
  const char *names; /* between blanks */
} known[] = {
  { "test.", " broadcastable " },
  { "tosa.",
    " abs add arithmetic_right_shift bitwise_and bitwise_not bitwise_or bitwise_xor ceil clz cos div"
    " equal erf exp floor greater greater_equal intdiv log logical_and logical_left_shift logical_not"
    " logical_or logical_right_shift logical_xor maximum minimum mul negate pow reciprocal rsqrt"
    " select sigmoid sin sub tanh " },
  { "tf.",
    " Add AddV2 Atan2 BitwiseAnd BitwiseOr BitwiseXor Complex Div DivNoNan Equal FloorDiv FloorMod"
    " Greater GreaterEqual LeftShift Less LessEqual LogicalAnd LogicalOr Maximum Minimum Mod Mul"
    " MulNoNan NotEqual Pow RealDiv RightShift SelectV2 SquaredDifference Sub TruncateDiv TruncateMod"
    " Xdivy Xlogy Zeta " },
  { "tfl.",
    " add div equal floor_div floor_mod greater greater_equal less less_equal logical_and logical_or"
    " maximum minimum mul not_equal pow right_shift select_v2 squared_difference sub " },
};
/* clang-format on */

gboolean
im_mlir_operation_is_known (const char *name)
{
  if (g_str_has_prefix (name, "chlo.broadcast_"))
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (known); i++)
    if (g_str_has_prefix (name, known[i].dialect))
      {
        g_autofree char *word = g_strdup_printf (" %s ",
                                                 name + strlen (known[i].dialect));

        return strchr (word + 1, ' ')[1] == '\0' && strstr (known[i].names, word) != NULL;
      }

  return FALSE;
}

static gboolean
is_other_name (ImBroadcastFamily family, const char *operation)
{
  return family == IM_BROADCAST_FAMILY_NUMPY  ? is_numpy_name (operation)
         : family == IM_BROADCAST_FAMILY_MLIR ? im_mlir_operation_is_known (operation)
                                              : FALSE;
}

gboolean
im_broadcast_family_find_rules (ImBroadcastFamily family,
                                const char *operation,
                                ImBroadcastRules *rules)
{
  gboolean takes_any = operation == NULL || is_other_name (family, operation);

  for (gsize i = 0; i < G_N_ELEMENTS (operations); i++)
    if (im_broadcast_rules_get_family (operations[i].rules) == family &&
        (takes_any || strcmp (operations[i].name, operation) == 0))
      {
        *rules = operations[i].rules;
        return TRUE;
      }

  return FALSE;
}

/* Whether a text begins like a type of TML. */
static gboolean
is_likely_nested (const char *text)
{
  const char *p = text + strspn (text, " \t");
  gsize length = strspn (p, "abcdefghijklmnopqrstuvwxyz");
  g_autofree char *word = g_strndup (p, length);
  ImScalarType scalar;

  return g_str_equal (word, "tensor") || im_scalar_type_parse (word, &scalar);
}

ImBroadcastFamily
im_broadcast_family_guess (const char *const *texts, guint n_texts)
{
  ImBroadcastFamily family = IM_BROADCAST_FAMILY_IMAGINET;

  for (guint i = 0; i < n_texts; i++)
    {
      if (im_mlir_type_is_likely (texts[i]) || strpbrk (texts[i], "?*") != NULL)
        family = IM_BROADCAST_FAMILY_MLIR;
      else if (is_likely_nested (texts[i]))
        return IM_BROADCAST_FAMILY_TML;
    }

  return family;
}
