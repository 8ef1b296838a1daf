/* SPDX-License-Identifier: MIT */
#include "lang/im-template.h"

#include <string.h>

/* Returns the offset of the closing brace of the expression at @i, or 0. */
static gsize
find_closing (const char *text, gsize i)
{
  for (char quote = '\0'; text[i] != '\0'; i++)
    {
      if (quote != '\0')
        quote = text[i] == quote ? '\0' : quote;
      else if (text[i] == '"' || text[i] == '\'')
        quote = text[i];
      else if (text[i] == '}')
        return i;
      else if (text[i] == '{')
        return 0;
    }

  return 0;
}

gboolean
im_template_next (const char *text, gsize *offset, ImSpan *expression)
{
  for (gsize i = *offset; text[i] != '\0'; i++)
    {
      gsize closing = text[i] == '{' ? find_closing (text, i + 1) : 0;

      if (closing == 0)
        continue;
      *expression = (ImSpan){ (guint32) (i + 1), (guint32) closing };
      *offset = closing + 1;
      return TRUE;
    }

  return FALSE;
}

const char *
im_template_expand (const char *text, ImEnvironment *environment)
{
  g_autoptr (GString) result = g_string_new (NULL);
  gsize offset = 0, done = 0;
  const char *expanded;
  ImSpan span;

  im_environment_lock (environment);
  while (im_template_next (text, &offset, &span))
    {
      const ImExpr *expr = im_expr_parse (environment->arena, text + span.start,
                                          (gssize) (span.end - span.start),
                                          environment->symbols, NULL);
      ImValue value;

      g_string_append_len (result, text + done, (gssize) (span.start - 1 - done));
      if (expr != NULL && im_eval (expr, environment, &value, NULL))
        im_value_append_display (&value, result);
      else
        g_string_append_c (result, '?');
      done = offset;
    }
  g_string_append (result, text + done);

  expanded = im_arena_strndup (environment->arena, result->str, result->len);
  im_environment_unlock (environment);

  return expanded;
}
