/* SPDX-License-Identifier: MIT */
#include "skriptnd/value/im-sknd-type.h"

#include <string.h>

#include "base/im-text.h"

static const char *const base_names[] = { "type", "int", "real", "bool", "str", "" };

void
im_sknd_scope_init (ImSkndScope *scope, const ImSkndScope *parent)
{
  scope->symbols = g_hash_table_new (g_str_hash, g_str_equal);
  scope->parent = parent;
}

void
im_sknd_scope_clear (ImSkndScope *scope)
{
  g_clear_pointer (&scope->symbols, g_hash_table_unref);
}

ImSkndSymbol *
im_sknd_scope_add (ImSkndScope *scope, ImArena *arena, const char *name, ImSkndType type)
{
  ImSkndSymbol *symbol = im_arena_new0 (arena, ImSkndSymbol, 1);

  symbol->type = type;
  g_hash_table_insert (scope->symbols, im_arena_strdup (arena, name), symbol);

  return symbol;
}

ImSkndSymbol *
im_sknd_scope_find (const ImSkndScope *scope, const char *name)
{
  for (; scope != NULL; scope = scope->parent)
    {
      ImSkndSymbol *symbol = g_hash_table_lookup (scope->symbols, name);

      if (symbol != NULL)
        return symbol;
    }

  return NULL;
}

const char *
im_sknd_scope_get_nearest (const ImSkndScope *scope, const char *name)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (; scope != NULL; scope = scope->parent)
    {
      GHashTableIter iter;
      gpointer key = NULL;

      g_hash_table_iter_init (&iter, scope->symbols);
      while (g_hash_table_iter_next (&iter, &key, NULL))
        g_ptr_array_add (names, key);
    }

  return im_text_nearest (name, (const char *const *) names->pdata, names->len);
}

gboolean
im_sknd_base_find (const char *name, ImSkndBase *base)
{
  for (guint i = IM_SKND_BASE_INT; i <= IM_SKND_BASE_STR; i++)
    if (strcmp (name, base_names[i]) == 0)
      {
        *base = i;
        return TRUE;
      }

  return FALSE;
}

void
im_sknd_type_append (const ImSkndType *type, GString *out)
{
  g_string_append_printf (out, "%s%s%s%s", type->is_optional ? "optional " : "",
                          type->base == IM_SKND_BASE_GENERIC ? type->generic
                                                             : base_names[type->base],
                          type->is_tensor ? "[]" : "", type->is_packed ? ".." : "");
}

gboolean
im_sknd_class_has (ImSkndClass generic_class, ImSkndBase base)
{
  if (generic_class == IM_SKND_CLASS_TYPE)
    return TRUE;
  if (generic_class == IM_SKND_CLASS_ARITH)
    return base != IM_SKND_BASE_STR;

  return base == IM_SKND_BASE_INT || base == IM_SKND_BASE_REAL;
}

const char *
im_sknd_class_get_types (ImSkndClass generic_class)
{
  static const char *const types[] = {
    [IM_SKND_CLASS_TYPE] = "int, real, bool or str",
    [IM_SKND_CLASS_ARITH] = "int, real or bool",
    [IM_SKND_CLASS_NUM] = "int or real",
  };

  return types[generic_class];
}

gboolean
im_sknd_type_join (const ImSkndType *a, const ImSkndType *b, ImSkndType *out)
{
  const ImSkndType *known = a->base == IM_SKND_BASE_OPEN ? b : a;

  if (a->base != IM_SKND_BASE_OPEN && b->base != IM_SKND_BASE_OPEN &&
      (a->base != b->base || g_strcmp0 (a->generic, b->generic) != 0))
    return FALSE;

  out->base = known->base;
  out->generic = known->generic;
  out->generic_class = known->generic_class;

  return TRUE;
}

gboolean
im_sknd_type_is_numeric (const ImSkndType *type)
{
  return type->base == IM_SKND_BASE_OPEN || type->base == IM_SKND_BASE_INT ||
         type->base == IM_SKND_BASE_REAL ||
         (type->base == IM_SKND_BASE_GENERIC && type->generic_class == IM_SKND_CLASS_NUM);
}

gboolean
im_sknd_type_is_arithmetic (const ImSkndType *type)
{
  return type->base != IM_SKND_BASE_STR && (type->base != IM_SKND_BASE_GENERIC ||
                                            type->generic_class != IM_SKND_CLASS_TYPE);
}
