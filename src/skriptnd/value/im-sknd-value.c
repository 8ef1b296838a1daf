/* SPDX-License-Identifier: MIT */
#include "skriptnd/value/im-sknd-value.h"

#include <math.h>
#include <string.h>

#include "base/im-text.h"

ImSkndItem *
im_sknd_value_init (ImSkndValue *value,
                    ImArena *arena,
                    ImSkndBase base,
                    gboolean is_packed,
                    guint n)
{
  ImSkndItem *items = im_arena_new0 (arena, ImSkndItem, MAX (n, 1));

  *value = (ImSkndValue){ base, FALSE, is_packed, n, items };

  return items;
}

ImSkndItem
im_sknd_value_get (const ImSkndValue *value, guint index)
{
  return value->items[value->is_packed ? index : 0];
}

int
im_sknd_item_compare (ImSkndBase base, ImSkndItem a, ImSkndItem b)
{
  switch ((guint) base)
    {
    case IM_SKND_BASE_INT:
      return (a.integer > b.integer) - (a.integer < b.integer);
    case IM_SKND_BASE_REAL:
      return (a.real > b.real) - (a.real < b.real);
    case IM_SKND_BASE_BOOL:
      return a.boolean - b.boolean;
    case IM_SKND_BASE_STR:
      return strcmp (a.string, b.string);
    default:
      return 0;
    }
}

gboolean
im_sknd_item_equal (ImSkndBase base, ImSkndItem a, ImSkndItem b)
{
  return im_sknd_item_compare (base, a, b) == 0 &&
         (base != IM_SKND_BASE_REAL || (!isnan (a.real) && !isnan (b.real)));
}

static void
append_real (GString *out, double real, gboolean is_short)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  gsize start = out->len;

  if (is_short && isfinite (real))
    g_string_append (out, g_ascii_formatd (text, sizeof text, "%g", real));
  else if (isfinite (real))
    im_text_append_double (out, real);
  else
    g_string_append (out, isnan (real) ? "nan" : real > 0 ? "inf" : "-inf");
  if (isfinite (real) && strpbrk (out->str + start, ".e") == NULL)
    g_string_append (out, ".0");
}

/* As a literal of the language. */
static void
append_quoted (GString *out, const char *string)
{
  g_string_append_c (out, '\'');
  for (; *string != '\0'; string++)
    {
      if (strchr ("'\\{}", *string) != NULL)
        g_string_append_c (out, '\\');
      g_string_append_c (out, *string);
    }
  g_string_append_c (out, '\'');
}

static void
append_item (GString *out,
             ImSkndBase base,
             ImSkndItem item,
             gboolean is_short,
             gboolean is_quoted)
{
  switch ((guint) base)
    {
    case IM_SKND_BASE_INT:
      g_string_append_printf (out, "%" G_GINT64_FORMAT, item.integer);
      break;
    case IM_SKND_BASE_REAL:
      append_real (out, item.real, is_short);
      break;
    case IM_SKND_BASE_BOOL:
      g_string_append (out, item.boolean ? "true" : "false");
      break;
    default:
      if (is_quoted && !is_short)
        append_quoted (out, item.string);
      else
        g_string_append_printf (out, is_quoted ? "'%s'" : "%s", item.string);
    }
}

static void
append_value (GString *out, const ImSkndValue *value, gboolean is_short)
{
  if (value->is_null)
    {
      g_string_append (out, "null");
      return;
    }
  if (!value->is_packed)
    {
      append_item (out, value->base, value->items[0], is_short, !is_short);
      return;
    }

  g_string_append_c (out, '[');
  for (guint i = 0; i < value->n; i++)
    {
      if (i > 0)
        g_string_append (out, ", ");
      append_item (out, value->base, value->items[i], is_short, TRUE);
    }
  g_string_append_c (out, ']');
}

void
im_sknd_value_append (const ImSkndValue *value, GString *out)
{
  append_value (out, value, FALSE);
}

void
im_sknd_value_append_format (const ImSkndValue *value, GString *out)
{
  append_value (out, value, TRUE);
}

static void
write_item (ImJson *json, ImSkndBase base, ImSkndItem item)
{
  switch ((guint) base)
    {
    case IM_SKND_BASE_INT:
      im_json_int (json, item.integer);
      break;
    case IM_SKND_BASE_REAL:
      im_json_double (json, item.real);
      break;
    case IM_SKND_BASE_BOOL:
      im_json_bool (json, item.boolean);
      break;
    default:
      im_json_string (json, item.string);
    }
}

void
im_sknd_value_write_json (const ImSkndValue *value, ImJson *json)
{
  if (value->is_null)
    {
      im_json_null (json);
      return;
    }
  if (!value->is_packed)
    {
      write_item (json, value->base, value->items[0]);
      return;
    }

  im_json_open_array (json);
  for (guint i = 0; i < value->n; i++)
    write_item (json, value->base, value->items[i]);
  im_json_close_array (json);
}
