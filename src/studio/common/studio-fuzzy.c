/* SPDX-License-Identifier: MIT */
#include "studio/common/studio-fuzzy.h"

/* A text as letters that can be compared, and where words begin in it. */
typedef struct
{
  gunichar *letters; /* without regard to case */
  gboolean *begins;  /* whether a word begins at the letter */
  guint n;
} Letters;

static gboolean
begins_word (const gunichar *text, guint i)
{
  if (!g_unichar_isalnum (text[i]))
    return FALSE;
  if (i == 0 || !g_unichar_isalnum (text[i - 1]))
    return TRUE;

  return (g_unichar_isupper (text[i]) && !g_unichar_isupper (text[i - 1])) ||
         (g_unichar_isdigit (text[i]) && !g_unichar_isdigit (text[i - 1]));
}

static void
letters_init (Letters *letters, const char *text)
{
  glong n;
  g_autofree gunichar *given = g_utf8_to_ucs4_fast (text, -1, &n);

  letters->n = (guint) n;
  letters->letters = g_new (gunichar, letters->n);
  letters->begins = g_new (gboolean, letters->n);
  for (guint i = 0; i < letters->n; i++)
    {
      letters->letters[i] = g_unichar_tolower (given[i]);
      letters->begins[i] = begins_word (given, i);
    }
}

static void
letters_clear (Letters *letters)
{
  g_clear_pointer (&letters->letters, g_free);
  g_clear_pointer (&letters->begins, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Letters, letters_clear)

static gboolean
stands_at (const Letters *word, const Letters *text, guint at)
{
  for (guint i = 0; i < word->n; i++)
    if (at + i >= text->n || text->letters[at + i] != word->letters[i])
      return FALSE;

  return TRUE;
}

static guint
score_run (const Letters *word, const Letters *text, gboolean is_prose)
{
  guint best = 0;

  for (guint at = 0; at + word->n <= text->n; at++)
    if (stands_at (word, text, at))
      best = MAX (best, at == 0 && word->n == text->n ? STUDIO_FUZZY_WHOLE
                        : at == 0                     ? STUDIO_FUZZY_START
                        : text->begins[at]            ? STUDIO_FUZZY_WORD
                        : is_prose                    ? 0
                                                      : STUDIO_FUZZY_INSIDE);

  return best;
}

static gboolean
are_initials (const Letters *word, const Letters *text)
{
  guint found = 0;

  for (guint i = 0; i < text->n && found < word->n; i++)
    if (text->begins[i] && text->letters[i] == word->letters[found])
      found++;

  return found == word->n;
}

/* Letters between the first and the last one that are not of the word cost. The first
 * letter has to begin a word: what starts in the middle of one was not meant. */
static guint
score_scattered (const Letters *word, const Letters *text)
{
  guint best = 0;

  for (guint start = 0; start < text->n; start++)
    {
      guint found = 0, at = start, gaps;

      if (!text->begins[start] || text->letters[start] != word->letters[0])
        continue;
      for (; at < text->n && found < word->n; at++)
        if (text->letters[at] == word->letters[found])
          found++;
      if (found < word->n)
        continue;
      gaps = at - start - word->n;
      if (gaps <= 3 * word->n / 2)
        best = MAX (best, STUDIO_FUZZY_SCATTERED + 20 / (1 + gaps));
    }

  return best;
}

guint
studio_fuzzy_score_word (const char *word, const char *text, gboolean is_prose)
{
  g_auto (Letters) needle = { NULL };
  g_auto (Letters) hay = { NULL };
  guint score;

  g_return_val_if_fail (word != NULL, 0);

  if (text == NULL || *word == '\0')
    return 0;
  letters_init (&needle, word);
  letters_init (&hay, text);
  score = score_run (&needle, &hay, is_prose);
  if (score > 0 || is_prose || needle.n < STUDIO_FUZZY_MIN_LETTER)
    return score;

  return are_initials (&needle, &hay) ? STUDIO_FUZZY_INITIALS
                                      : score_scattered (&needle, &hay);
}

guint
studio_fuzzy_score (char **words, const StudioFuzzyField *fields, guint n_fields)
{
  guint sum = 1;

  g_return_val_if_fail (words != NULL, 0);

  for (guint i = 0; words[i] != NULL; i++)
    {
      guint best = 0;

      for (guint k = 0; k < n_fields; k++)
        best = MAX (best,
                    fields[k].weight * studio_fuzzy_score_word (words[i], fields[k].text,
                                                                fields[k].is_prose));
      if (best == 0)
        return 0;
      sum += best;
    }

  return sum;
}

char **
studio_fuzzy_split (const char *query)
{
  g_autofree char *lower = g_utf8_strdown (query, -1);
  g_auto (GStrv) parts = g_strsplit_set (lower, " \t\n", -1);
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();

  for (guint i = 0; parts[i] != NULL; i++)
    if (*parts[i] != '\0')
      g_strv_builder_add (words, parts[i]);

  return g_strv_builder_end (words);
}
