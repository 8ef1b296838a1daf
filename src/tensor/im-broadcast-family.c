/* SPDX-License-Identifier: MIT */
#include "tensor/im-broadcast-family.h"

#include <string.h>

#include "tensor/im-broadcast-rules.h"
#include "tensor/im-mlir-type.h"

typedef struct
{
  ImBroadcastFamily family;
  ImBroadcastRules rules;
  const char *operations; /* with blanks in between, the usual first */
} OperationRow;

/* The usual rules of a family come first. */
static const OperationRow rows[] = {
  { IM_BROADCAST_FAMILY_IMAGINET, IM_BROADCAST_RULES_GROUPS, "broadcast" },
  { IM_BROADCAST_FAMILY_IMAGINET, IM_BROADCAST_RULES_OPERATORS, "+ - * /" },
  { IM_BROADCAST_FAMILY_NUMPY, IM_BROADCAST_RULES_NUMPY, NULL },
  { IM_BROADCAST_FAMILY_MLIR, IM_BROADCAST_RULES_MLIR, NULL },
  { IM_BROADCAST_FAMILY_TML, IM_BROADCAST_RULES_TML_ARITHMETIC, "+ - * / %" },
  { IM_BROADCAST_FAMILY_TML, IM_BROADCAST_RULES_TML_RELATIONAL, "> < >= <= == !=" },
  { IM_BROADCAST_FAMILY_TML, IM_BROADCAST_RULES_TML_LOGICAL, "&& ||" },
  { IM_BROADCAST_FAMILY_TML, IM_BROADCAST_RULES_TML_BITWISE, "& | ^ << >>" },
  { IM_BROADCAST_FAMILY_TML, IM_BROADCAST_RULES_TML_ASSIGNMENT, "=" },
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
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].rules == rules)
      return rows[i].family;

  return IM_BROADCAST_FAMILY_MLIR; /* with casts */
}

gboolean
im_broadcast_rules_is_binary (ImBroadcastRules rules)
{
  const ImBroadcastRuleSet *set = im_broadcast_rule_set_get (rules);

  return set->has_groups || set->scalars != IM_SCALARS_NONE;
}

char *
im_broadcast_family_dup_operations (ImBroadcastFamily family)
{
  GString *out = g_string_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].family == family && rows[i].operations != NULL)
      g_string_append_printf (out, "%s%s", out->len > 0 ? " " : "", rows[i].operations);

  return g_string_free (out, out->len == 0);
}

/* Whether one of the words of @list is @word. */
static gboolean
has_word (const char *list, const char *word)
{
  gsize length = strlen (word);

  for (const char *p = list; *p != '\0'; p += strspn (p, " "))
    {
      gsize n = strcspn (p, " ");

      if (n == length && strncmp (p, word, n) == 0)
        return TRUE;
      p += n;
    }

  return FALSE;
}

gboolean
im_broadcast_family_find_rules (ImBroadcastFamily family,
                                const char *operation,
                                ImBroadcastRules *rules)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].family == family && (operation == NULL || rows[i].operations == NULL ||
                                     has_word (rows[i].operations, operation)))
      {
        *rules = rows[i].rules;
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
