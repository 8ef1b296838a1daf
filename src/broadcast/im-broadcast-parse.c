/* SPDX-License-Identifier: MIT */
#include "broadcast/im-broadcast-parse.h"

#include "base/im-arena.h"
#include "broadcast/im-broadcast-mlir.h"

/* The texts of an operation. */
typedef struct
{
  ImBroadcastRules rules;
  const char *operation;
  const char *const *names;
  const char *const *texts;
  guint n;
  const char *declared;
  ImArena *arena;
} Texts;

static const char *
get_name (const Texts *texts, guint i)
{
  if (texts->names != NULL)
    return texts->names[i];

  return i < 26 ? im_arena_printf (texts->arena, "%c", 'A' + (int) i)
                : im_arena_printf (texts->arena, "operand #%u", i);
}

static const ImBroadcastReport *
parse_mlir (const Texts *texts, GError **error)
{
  g_autofree ImMlirOperand *operands = g_new0 (ImMlirOperand, texts->n + 1);
  ImMlirOperand result = { "the result", texts->declared, { 0 } };

  for (guint i = 0; i < texts->n; i++)
    {
      operands[i].name = get_name (texts, i);
      operands[i].text = texts->texts[i];
      if (!im_mlir_type_parse (texts->texts[i], &operands[i].type, error))
        {
          g_prefix_error (error, "%s: ", operands[i].name);
          return NULL;
        }
    }
  if (texts->declared != NULL &&
      !im_mlir_type_parse (texts->declared, &result.type, error))
    {
      g_prefix_error (error, "%s: ", result.name);
      return NULL;
    }

  return im_broadcast_mlir_verify (texts->rules, texts->operation, operands, texts->n,
                                   texts->declared != NULL ? &result : NULL,
                                   texts->arena);
}

static gboolean
parse_operand (const Texts *texts, guint i, ImBroadcastOperand *operand, GError **error)
{
  *operand = (ImBroadcastOperand){ .name = get_name (texts, i) };
  if (im_broadcast_rules_get_family (texts->rules) != IM_BROADCAST_FAMILY_TML)
    return im_open_shape_parse (texts->texts[i], -1, &operand->shape, error);

  operand->type = im_nested_type_parse (texts->texts[i], texts->arena, error);
  return operand->type != NULL;
}

static const ImBroadcastReport *
parse_others (const Texts *texts, GError **error)
{
  g_autofree ImBroadcastOperand *operands = g_new0 (ImBroadcastOperand, texts->n + 1);

  for (guint i = 0; i < texts->n; i++)
    if (!parse_operand (texts, i, &operands[i], error))
      {
        g_prefix_error (error, "%s: ", operands[i].name);
        return NULL;
      }

  return im_broadcast_report_new (texts->rules, texts->operation, operands, texts->n,
                                  NULL, texts->arena);
}

const ImBroadcastReport *
im_broadcast_report_parse (ImBroadcastRules rules,
                           const char *operation,
                           const char *const *names,
                           const char *const *texts,
                           guint n_texts,
                           const char *declared,
                           ImArena *arena,
                           GError **error)
{
  Texts all = { rules, operation, names, texts, n_texts, declared, arena };

  guint count = im_broadcast_rules_get_count (rules, operation);

  if (count > 0 && n_texts != count)
    {
      g_set_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_SYNTAX,
                   "expected %s operands, found %u", count == 2 ? "two" : "three",
                   n_texts);
      return NULL;
    }

  return im_broadcast_rules_get_family (rules) == IM_BROADCAST_FAMILY_MLIR
             ? parse_mlir (&all, error)
             : parse_others (&all, error);
}
