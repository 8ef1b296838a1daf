/* SPDX-License-Identifier: MIT */
#include "tensor/im-nested-list.h"

#include <string.h>

#define MAX_NUMBERS (8 * 1024 * 1024)

static const char *const words[] = { "false", "true" };

/* Nested lists of numbers while they are read. */
typedef struct
{
  const char *at;
  GArray *numbers;
  gint32 sizes[IM_SHAPE_MAX_RANK]; /* outermost first, -1 while it is not known */
  guint rank;                      /* of what holds numbers, 0 before the first one */
} List;

static gboolean G_GNUC_PRINTF (2, 3) fail (GError **error, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED, message);

  return FALSE;
}

static void
skip_blanks (List *list)
{
  while (g_ascii_isspace (*list->at))
    list->at++;
}

/* A number, or true or false. */
static gboolean
read_number (const char *text, double *number, const char **end)
{
  char *behind = NULL;

  *end = text;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_has_prefix (text, words[i]))
      {
        *number = i;
        *end = text + strlen (words[i]);
        return TRUE;
      }
  *number = g_ascii_strtod (text, &behind);
  *end = behind;

  return *end != text;
}

static gboolean read_list (List *list, guint depth, GError **error);

static gboolean
read_item (List *list, guint depth, GError **error)
{
  const char *end = NULL;
  double number = 0;

  skip_blanks (list);
  if (*list->at == '[')
    return read_list (list, depth + 1, error);

  if (!read_number (list->at, &number, &end))
    return fail (error, "expected a number at “%s”", list->at);
  if (list->rank != 0 && list->rank != depth)
    return fail (error, "%s", "numbers stand at different depths of the lists");
  list->rank = depth;
  list->at = end;
  g_array_append_val (list->numbers, number);

  return list->numbers->len <= MAX_NUMBERS ||
         fail (error, "%s", "there are too many numbers; use a file of NumPy");
}

static gboolean
read_list (List *list, guint depth, GError **error)
{
  gint32 size = 0;

  if (depth > IM_SHAPE_MAX_RANK)
    return fail (error, "%s", "lists are nested too deeply");
  list->at++;
  for (skip_blanks (list); *list->at != ']'; skip_blanks (list))
    {
      if (size > 0 && *list->at++ != ',')
        return fail (error, "expected , or ] at “%s”", list->at - 1);
      if (!read_item (list, depth, error))
        return FALSE;
      size++;
    }
  list->at++;

  if (list->sizes[depth - 1] >= 0 && list->sizes[depth - 1] != size)
    return fail (error, "%s", "lists of one depth have different lengths");
  list->sizes[depth - 1] = size;

  return TRUE;
}

gboolean
im_nested_list_parse (const char *text, GArray *numbers, ImShape *shape, GError **error)
{
  List list = { text, numbers };
  const char *end = NULL;
  double number = 0;

  for (guint i = 0; i < IM_SHAPE_MAX_RANK; i++)
    list.sizes[i] = -1;
  skip_blanks (&list);
  if (*list.at != '[')
    {
      if (!read_number (list.at, &number, &end))
        return fail (error, "expected a number or a list at “%s”", list.at);
      g_array_append_val (numbers, number);
      list.at = end;
    }
  else if (!read_list (&list, 1, error))
    {
      return FALSE;
    }
  skip_blanks (&list);
  if (*list.at != '\0')
    return fail (error, "“%s” stands behind the list", list.at);

  *shape = (ImShape){ .rank = end != NULL ? 0 : MAX (list.rank, 1) };
  for (guint i = 0; i < shape->rank; i++)
    shape->size[shape->rank - 1 - i] = list.sizes[i];

  return TRUE;
}
