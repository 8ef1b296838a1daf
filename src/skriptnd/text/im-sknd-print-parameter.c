/* SPDX-License-Identifier: MIT */
#include "skriptnd/text/im-sknd-print-parameter.h"

#include "skriptnd/text/im-sknd-print.h"

void
im_sknd_append_pack (GString *out,
                     const char *text,
                     gboolean is_packed,
                     const ImSkndExpr *length)
{
  if (!is_packed)
    return;
  if (g_ascii_isdigit (out->str[out->len - 1]))
    g_string_append_c (out, ' ');
  g_string_append (out, "..");
  if (length == NULL)
    return;
  g_string_append_c (out, '(');
  im_sknd_expr_append (length, text, out);
  g_string_append_c (out, ')');
}

void
im_sknd_append_shape (GString *out, const char *text, const ImSkndShape *shape)
{
  if (!shape->is_given)
    return;
  g_string_append_c (out, '[');
  for (guint i = 0; i < shape->n; i++)
    {
      const ImSkndExtent *extent = &shape->extents[i];

      if (i > 0)
        g_string_append (out, ", ");
      if (extent->is_spread)
        g_string_append (out, "..");
      if (extent->value != NULL)
        im_sknd_expr_append (extent->value, text, out);
      else
        g_string_append_c (out, '~');
      if (extent->bound != NULL)
        {
          g_string_append_c (out, '|');
          im_sknd_expr_append (extent->bound, text, out);
        }
      im_sknd_append_pack (out, text, extent->is_packed, extent->length);
    }
  g_string_append_c (out, ']');
}

void
im_sknd_append_bounds (GString *out,
                       const char *text,
                       guint n,
                       const ImSkndLoopBound *bounds)
{
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (out, "%s%s < ", i > 0 ? ", " : "", bounds[i].name.text);
      im_sknd_expr_append (bounds[i].limit, text, out);
    }
}

void
im_sknd_append_parameter (GString *out,
                          const char *text,
                          const ImSkndParameter *parameter)
{
  g_string_append_printf (out, "%s: %s%s%s", parameter->name.text,
                          parameter->is_optional ? "optional " : "",
                          parameter->is_dynamic ? "dynamic " : "", parameter->type.text);
  if (parameter->rank.text != NULL)
    g_string_append_printf (out, "^(%s)", parameter->rank.text);
  im_sknd_append_shape (out, text, &parameter->shape);
  im_sknd_append_pack (out, text, parameter->is_packed, parameter->length);
  if (parameter->value == NULL)
    return;
  g_string_append (out, " = ");
  im_sknd_expr_append (parameter->value, text, out);
  if (parameter->n_bounds > 0)
    g_string_append (out, ", ");
  im_sknd_append_bounds (out, text, parameter->n_bounds, parameter->bounds);
}

static void
append_parameters (GString *out,
                   const char *text,
                   const ImSkndBlock *block,
                   const char *open,
                   const char *close)
{
  g_string_append (out, open);
  for (guint i = 0; block != NULL && i < block->n; i++)
    {
      if (i > 0)
        g_string_append (out, ", ");
      im_sknd_append_parameter (out, text, &block->statements[i]->parameter);
    }
  g_string_append (out, close);
}

/* `<T: num = real, S: type>` */
static void
append_generics (GString *out, const ImSkndBlock *block)
{
  for (guint i = 0; i < block->n; i++)
    {
      const ImSkndGeneric *generic = &block->statements[i]->generic;

      g_string_append_printf (out, "%s%s: %s", i == 0 ? "<" : ", ", generic->name.text,
                              generic->base.text);
      if (generic->value.text != NULL)
        g_string_append_printf (out, " = %s", generic->value.text);
    }
  g_string_append_c (out, '>');
}

void
im_sknd_append_signature (const ImSkndFile *file,
                          const ImSkndDefinition *definition,
                          GString *out)
{
  const char *text = im_source_get_text (file->source, NULL);
  const ImSkndBlock *generics = definition->by_kind[IM_SKND_DTYPE];
  const ImSkndBlock *attributes = definition->by_kind[IM_SKND_ATTRIB];

  g_string_append (out, definition->name.text);
  if (generics != NULL && generics->n > 0)
    append_generics (out, generics);
  if (attributes != NULL && attributes->n > 0)
    append_parameters (out, text, attributes, " {", "}");
  append_parameters (out, text, definition->by_kind[IM_SKND_INPUT], " (", ")");
  append_parameters (out, text, definition->by_kind[IM_SKND_OUTPUT], " -> (", ")");
}
