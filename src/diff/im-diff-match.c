/* SPDX-License-Identifier: MIT
 *
 * What two lists have in common, in order.
 */
#include <string.h>

#include "diff/im-diff-private.h"

#define MAX_CELLS (4u * 1024 * 1024) /* of the table of common lengths */

/* Each next key of @after that is there too. */
static void
match_next (const char *const *before,
            guint n_before,
            const char *const *after,
            guint n_after,
            guint shift,
            gint *found)
{
  guint next = 0;

  for (guint i = 0; i < n_before; i++)
    for (guint j = next; j < n_after; j++)
      if (strcmp (before[i], after[j]) == 0)
        {
          found[i] = (gint) (j + shift);
          next = j + 1;
          break;
        }
}

/* The longest common subsequence by the lengths of those of all tails. */
static void
match_longest (const char *const *before,
               guint n_before,
               const char *const *after,
               guint n_after,
               guint shift,
               gint *found)
{
  gsize width = (gsize) n_after + 1;
  g_autofree guint *lengths = g_new0 (guint, ((gsize) n_before + 1) * width);

  for (guint i = n_before; i-- > 0;)
    for (guint j = n_after; j-- > 0;)
      lengths[i * width + j] = strcmp (before[i], after[j]) == 0
                                   ? lengths[(i + 1) * width + j + 1] + 1
                                   : MAX (lengths[(i + 1) * width + j],
                                          lengths[i * width + j + 1]);
  for (guint i = 0, j = 0; i < n_before && j < n_after;)
    if (strcmp (before[i], after[j]) == 0)
      found[i++] = (gint) (j++ + shift);
    else if (lengths[(i + 1) * width + j] >= lengths[i * width + j + 1])
      i++;
    else
      j++;
}

gint *
im_diff_match (const char *const *before,
               guint n_before,
               const char *const *after,
               guint n_after)
{
  gint *found = g_new (gint, n_before + 1);
  guint first = 0;

  for (guint i = 0; i < n_before; i++)
    found[i] = -1;
  while (first < n_before && first < n_after && strcmp (before[first], after[first]) == 0)
    {
      found[first] = (gint) first;
      first++;
    }
  while (n_before > first && n_after > first &&
         strcmp (before[n_before - 1], after[n_after - 1]) == 0)
    found[--n_before] = (gint) --n_after;

  n_before -= first;
  n_after -= first;
  if ((guint64) (n_before + 1) * (n_after + 1) > MAX_CELLS)
    match_next (before + first, n_before, after + first, n_after, first, found + first);
  else
    match_longest (before + first, n_before, after + first, n_after, first,
                   found + first);

  return found;
}
