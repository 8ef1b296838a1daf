/* How well a text answers what somebody typed.
 *
 * A query is split into words, and each of them has to be found. A word counts most as
 * the whole text, less as the beginning of it or of a word in it, less inside of a word,
 * and least if its letters merely follow each other: `slwin` finds “Sliding Window”.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define STUDIO_FUZZY_WHOLE    100 /* the word is the whole text */
#define STUDIO_FUZZY_START    90  /* the text begins with it */
#define STUDIO_FUZZY_WORD     75  /* a word of the text begins with it */
#define STUDIO_FUZZY_INSIDE   50  /* it stands inside of a word */
#define STUDIO_FUZZY_INITIALS 45  /* all of its letters begin words of the text */
#define STUDIO_FUZZY_SCATTERED                            \
  10 /* its letters follow each other; closer counts more \
      */
#define STUDIO_FUZZY_MIN_LETTER                           \
  2 /* shorter words are not looked for in scattered form \
     */

/**
 * StudioFuzzyField:
 * @text: (nullable): what is searched
 * @weight: what a match in it counts, such as 4 for a name and 1 for a documentation
 * @is_prose: whether it is long, so that scattered letters and letters inside of words
 * mean nothing in it
 *
 * One of the texts that a thing is found by.
 */
typedef struct
{
  const char *text;
  guint weight;
  gboolean is_prose;
} StudioFuzzyField;

/**
 * studio_fuzzy_split:
 * @query: what was typed
 *
 * Splits a query at white space.
 *
 * Returns: (transfer full): its words without regard to case, none for an empty query
 */
char **studio_fuzzy_split (const char *query);

/**
 * studio_fuzzy_score_word:
 * @word: a word of studio_fuzzy_split()
 * @text: (nullable): UTF-8
 * @is_prose: as in [struct@Studio.FuzzyField]
 *
 * Returns: 0 if the word is not found, else up to `STUDIO_FUZZY_WHOLE`
 */
guint studio_fuzzy_score_word (const char *word, const char *text, gboolean is_prose);

/**
 * studio_fuzzy_score:
 * @words: (array zero-terminated=1): the words of a query
 * @fields: the texts of a thing
 * @n_fields: their number
 *
 * Adds what each word counts in the field that answers it best.
 *
 * Returns: 0 if a word is in no field; 1 for a query without words
 */
guint studio_fuzzy_score (char **words, const StudioFuzzyField *fields, guint n_fields);

G_END_DECLS
