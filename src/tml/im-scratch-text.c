/* SPDX-License-Identifier: MIT
 *
 * Values as they could be written.
 */
#include "tml/im-scratch.h"

#include <string.h>

#include "base/im-text.h"

/* The language has no escapes: a text with a double quote in it is quoted singly. */
static void
append_quoted (const char *text, GString *out)
{
  char quote = strchr (text, '"') == NULL ? '"' : '\'';

  g_string_append_printf (out, "%c%s%c", quote, text, quote);
}

/* A real always shows that it is one. */
static void
append_real (double value, GString *out)
{
  gsize start = out->len;

  im_text_append_double (out, value);
  if (strspn (out->str + start, "-0123456789") == out->len - start)
    g_string_append (out, ".0");
}

/* Appends one scalar of a value. */
static void
append_scalar (const ImScratchScalar *scalar, ImScalarType type, GString *out)
{
  char text[8] = "";

  switch (type)
    {
    case IM_SCALAR_BOOL:
      g_string_append (out, scalar->integer != 0 ? "true" : "false");
      break;
    case IM_SCALAR_UINT:
    case IM_SCALAR_INT:
      g_string_append_printf (out, "%" G_GINT64_FORMAT, scalar->integer);
      break;
    case IM_SCALAR_REAL:
      append_real (scalar->real, out);
      break;
    case IM_SCALAR_CHAR:
      g_unichar_to_utf8 ((gunichar) scalar->integer, text);
      append_quoted (text, out);
      break;
    case IM_SCALAR_STR:
      append_quoted (scalar->text, out);
      break;
    default:
      g_assert_not_reached ();
    }
}

/* Appends what separates element @index of a shape from the one before: a comma, or a
 * semicolon for each axis that starts over. */
static void
append_separator (const ImOpenShape *shape, gint64 index, GString *out)
{
  guint n_axes = 0;

  while (n_axes + 1 < shape->rank && index % shape->size[n_axes] == 0)
    index /= shape->size[n_axes++];
  for (guint i = 0; i < n_axes; i++)
    g_string_append_c (out, ';');
  g_string_append (out, n_axes == 0 ? ", " : " ");
}

static const ImScratchScalar *
append_elements (const ImNestedType *type, const ImScratchScalar *elements, GString *out)
{
  gint64 count = 1;

  if (type->base == NULL)
    {
      append_scalar (elements, type->scalar, out);
      return elements + 1;
    }

  for (guint i = 0; i < type->shape.rank; i++)
    count *= type->shape.size[i];
  g_string_append_c (out, '[');
  for (gint64 i = 0; i < count; i++)
    {
      if (i > 0)
        append_separator (&type->shape, i, out);
      elements = append_elements (type->base, elements, out);
    }
  /* Nothing has shown how many axes there are. */
  if (type->shape.size[type->shape.rank - 1] == 1)
    for (guint i = 1; i < type->shape.rank; i++)
      g_string_append_c (out, ';');
  g_string_append_c (out, ']');

  return elements;
}

void
im_scratch_value_append_text (const ImScratchValue *value, GString *out)
{
  append_elements (value->type, value->elements, out);
}
