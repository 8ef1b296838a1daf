/* SPDX-License-Identifier: MIT
 *
 * Changes as they are told: on one line, in the words of the format.
 */
#include "diff/im-diff.h"

#define MAX_SHOWN 60 /* characters of a text in a line */

/* A text on one line, as long as a line takes. */
static char *
dup_short (const char *text)
{
  g_auto (GStrv) words = g_strsplit_set (text, "\r\n\t", -1);
  g_autofree char *line = g_strjoinv (" ", words);
  g_autofree char *start = NULL;

  if (g_utf8_strlen (line, -1) <= MAX_SHOWN)
    return g_steal_pointer (&line);
  start = g_utf8_substring (line, 0, MAX_SHOWN - 1);

  return g_strconcat (start, "…", NULL);
}

static gboolean
is_of_nodes (const ImChange *change)
{
  return g_str_equal (change->what, "layer") || g_str_equal (change->what, "node");
}

char *
im_change_dup_values (const ImChange *change)
{
  const char *missing = is_of_nodes (change) ? "(default)" : "(none)";
  g_autofree char *before = dup_short (change->before == NULL ? missing : change->before);
  g_autofree char *after = dup_short (change->after == NULL ? missing : change->after);

  if (change->kind == IM_CHANGE_MOVED)
    return change->after == NULL ? g_strdup ("to the end")
                                 : g_strdup_printf ("before %s", change->after);
  if (change->kind == IM_CHANGE_ADDED || change->kind == IM_CHANGE_REMOVED)
    return change->after == NULL ? NULL : g_strdup_printf ("before %s", change->after);

  return g_strdup_printf ("%s → %s", before, after);
}

const char *
im_change_kind_get_sign (ImChangeKind kind)
{
  static const char *const signs[] = {
    [IM_CHANGE_ADDED] = "+", [IM_CHANGE_REMOVED] = "-", [IM_CHANGE_CHANGED] = "~",
    [IM_CHANGE_MOVED] = "↕", [IM_CHANGE_FOLLOWS] = "=",
  };

  g_return_val_if_fail (kind < G_N_ELEMENTS (signs), NULL);

  return signs[kind];
}

char *
im_change_dup_name (const ImChange *change)
{
  g_autofree char *name = dup_short (change->name);

  return change->field == NULL ? g_steal_pointer (&name)
                               : g_strdup_printf ("%s.%s", name, change->field);
}

char *
im_change_dup_line (const ImChange *change)
{
  g_autofree char *name = im_change_dup_name (change);
  g_autofree char *values = im_change_dup_values (change);

  return g_strdup_printf ("%s  %s %s%s%s", im_change_kind_get_sign (change->kind),
                          change->what, name, values == NULL ? "" : ": ",
                          values == NULL ? "" : values);
}
