/* SPDX-License-Identifier: MIT */
#include "skriptnd/text/im-sknd-expr.h"
#include "skriptnd/text/im-sknd-token.h"

static const ImSkndOperatorInfo operators[IM_SKND_N_OPERATORS] = {
  [IM_SKND_IMPLIES] = { "=>", NULL, 1 }, [IM_SKND_AND] = { "&&", NULL, 2 },
  [IM_SKND_OR] = { "||", NULL, 2 },      [IM_SKND_XOR] = { "^", NULL, 2 },
  [IM_SKND_LESS] = { "<", NULL, 3 },     [IM_SKND_LESS_EQUAL] = { "<=", NULL, 3 },
  [IM_SKND_GREATER] = { ">", NULL, 3 },  [IM_SKND_GREATER_EQUAL] = { ">=", NULL, 3 },
  [IM_SKND_EQUAL] = { "==", NULL, 3 },   [IM_SKND_NOT_EQUAL] = { "!=", NULL, 3 },
  [IM_SKND_IS] = { "is", NULL, 3 },      [IM_SKND_IN] = { "in", NULL, 3 },
  [IM_SKND_UNIFORM] = { ":=", NULL, 3 }, [IM_SKND_MINIMUM] = { "<<", "<?", 4 },
  [IM_SKND_MAXIMUM] = { ">>", ">?", 4 }, [IM_SKND_ADD] = { "+", NULL, 5 },
  [IM_SKND_SUBTRACT] = { "-", NULL, 5 }, [IM_SKND_MULTIPLY] = { "*", NULL, 6 },
  [IM_SKND_DIVIDE] = { "/", NULL, 6 },   [IM_SKND_DIVIDE_UP] = { "\\", NULL, 6 },
  [IM_SKND_MODULO] = { "%", NULL, 6 },   [IM_SKND_POWER] = { "**", NULL, 7 },
  [IM_SKND_PLUS] = { "+", NULL, 0 },     [IM_SKND_NEGATE] = { "-", NULL, 0 },
  [IM_SKND_NOT] = { "!", NULL, 0 },
};

const ImSkndOperatorInfo *
im_sknd_operator_get_info (ImSkndOperator operation)
{
  return &operators[operation];
}

typedef struct
{
  guint64 signs[IM_SKND_N_OPERATORS];
  guint64 later[IM_SKND_N_OPERATORS];
} Codes;

static const Codes *
get_codes (void)
{
  static Codes codes;
  static gsize is_filled = 0;

  if (g_once_init_enter (&is_filled))
    {
      for (guint i = 0; i < IM_SKND_N_OPERATORS; i++)
        {
          const char *words[] = { operators[i].sign, operators[i].later };
          guint64 found[2];

          im_sknd_fill_codes (found, words, 2);
          codes.signs[i] = found[0];
          codes.later[i] = found[1];
        }
      g_once_init_leave (&is_filled, 1);
    }

  return &codes;
}

ImSkndOperator
im_sknd_operator_find (guint64 code)
{
  const Codes *codes = get_codes ();

  for (guint i = 0; code != 0 && operators[i].level > 0; i++)
    if (code == codes->signs[i] || code == codes->later[i])
      return i;

  return IM_SKND_N_OPERATORS;
}
