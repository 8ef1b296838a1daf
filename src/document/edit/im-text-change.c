/* SPDX-License-Identifier: MIT */
#include "document/edit/im-text-change.h"

#include <string.h>

#include "base/im-text.h"

/* Whether a byte is inside of a character of UTF-8, not its first one. */
static gboolean
is_inside (char byte)
{
  return ((guchar) byte & 0xC0) == 0x80;
}

gboolean
im_text_change_find (const char *old_text, const char *new_text, ImTextChange *change)
{
  gsize old_end = strlen (old_text), new_end = strlen (new_text);
  gsize n = MIN (old_end, new_end), start = im_text_count_same (old_text, new_text, n);

  if (old_text[start] == new_text[start])
    return FALSE;
  while (start > 0 && (is_inside (old_text[start]) || is_inside (new_text[start])))
    start--;

  n = im_text_count_same_end (old_text + old_end, new_text + new_end,
                              MIN (old_end, new_end) - start);
  old_end -= n;
  new_end -= n;
  while (is_inside (old_text[old_end]) || is_inside (new_text[new_end]))
    {
      old_end++;
      new_end++;
    }
  *change = (ImTextChange){ start, old_end, new_end };

  return TRUE;
}

gboolean
im_text_change_follow (const ImTextChange *change,
                       const ImTextChange *other,
                       ImTextChange *out)
{
  if (change->old_end < other->start)
    {
      *out = *change;
      return TRUE;
    }
  if (other->old_end >= change->start)
    return FALSE;

  *out = (ImTextChange){ change->start + other->new_end - other->old_end,
                         change->old_end + other->new_end - other->old_end,
                         change->new_end + other->new_end - other->old_end };

  return TRUE;
}
