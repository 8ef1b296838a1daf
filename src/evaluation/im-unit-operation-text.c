/* SPDX-License-Identifier: MIT
 *
 * What a bound operator says of itself to readers.
 */
#include <string.h>

#include "evaluation/im-unit-operation.h"

static gboolean
is_symbol (const ImUnit *unit, const char *name)
{
  if (strchr (name, '.') != NULL)
    return FALSE;
  for (guint i = 0; i < unit->n_parameters; i++)
    if (strcmp (unit->operation->parts[i].name.text, name) == 0)
      return FALSE;

  return TRUE;
}

void
im_unit_operation_append_symbols (const ImUnitOperation *operation,
                                  const ImUnit *unit,
                                  GString *out)
{
  g_autoptr (GList) names = NULL;
  gsize start = out->len;

  if (operation->instance == NULL)
    return;
  names = g_hash_table_get_keys (operation->instance->scope.symbols);
  names = g_list_sort (names, (GCompareFunc) strcmp);
  for (GList *item = names; item != NULL; item = item->next)
    {
      const ImSkndSymbol *symbol = im_sknd_scope_find (&operation->instance->scope,
                                                       item->data);

      if (symbol->value == NULL || !is_symbol (unit, item->data))
        continue;
      g_string_append_printf (out, "%s%s = ", out->len > start ? ", " : "",
                              (const char *) item->data);
      im_sknd_value_append (symbol->value, out);
    }
}

static guint
get_rank (const GArray *arguments)
{
  const ImSkndArgument *first = arguments == NULL || arguments->len == 0
                                    ? NULL
                                    : &g_array_index (arguments, ImSkndArgument, 0);

  return first == NULL || first->n == 0 ? 0 : first->tensors[0].rank;
}

GArray *
im_unit_operation_list_axes (const ImUnitOperation *operation,
                             const ImParameter *option,
                             guint *rank)
{
  GArray *axes = g_array_new (FALSE, FALSE, sizeof (gint64));
  const ImSkndSymbol *symbol = NULL;

  *rank = 0;
  if (operation->instance == NULL || (strcmp (option->name.text, "axis") != 0 &&
                                      strcmp (option->name.text, "axes") != 0))
    return axes;
  symbol = im_sknd_scope_find (&operation->instance->scope, option->name.text);
  if (symbol == NULL || symbol->value == NULL || symbol->value->is_null ||
      symbol->value->base != IM_SKND_BASE_INT)
    return axes;
  *rank = MAX (get_rank (operation->arguments), get_rank (operation->instance->outputs));
  for (guint i = 0; i < symbol->value->n; i++)
    {
      gint64 axis = symbol->value->items[i].integer;

      axis = axis < 0 ? axis + *rank : axis;
      if (axis >= 0 && axis < *rank)
        g_array_append_val (axes, axis);
    }

  return axes;
}
