/* SPDX-License-Identifier: MIT */
#include "studio/common/studio-fuzzy.h"

typedef struct
{
  const char *name;
  const char *word;
  const char *text;
  gboolean is_prose;
  guint expected;
} WordCase;

static const WordCase word_cases[] = {
  { "whole", "rms", "RMS", FALSE, STUDIO_FUZZY_WHOLE },
  { "start", "slid", "Sliding Window", FALSE, STUDIO_FUZZY_START },
  { "word", "win", "Sliding Window", FALSE, STUDIO_FUZZY_WORD },
  { "word-in-camel-case", "window", "Core.Queues.SlidingWindow", FALSE,
    STUDIO_FUZZY_WORD },
  { "inside", "ding", "Sliding Window", FALSE, STUDIO_FUZZY_INSIDE },
  { "initials", "sw", "Sliding Window", FALSE, STUDIO_FUZZY_INITIALS },
  { "initials-in-camel-case", "csw", "Core.SlidingWindow", FALSE, STUDIO_FUZZY_INITIALS },
  { "scattered-near", "slwdow", "Slow Window", FALSE, STUDIO_FUZZY_SCATTERED + 3 },
  { "scattered-starts-inside", "idw", "Sliding Window", FALSE, 0 },
  { "scattered-over-words", "fft", "Fraction of Two", FALSE, 0 },
  { "scattered-too-far", "aq", "abcdefghijklmnopq", FALSE, 0 },
  { "order-matters", "ws", "Sliding Window", FALSE, 0 },
  { "one-letter-is-no-scatter", "z", "Sliding Window", FALSE, 0 },
  { "case-beyond-ascii", "größe", "GRÖSSE Größe", FALSE, STUDIO_FUZZY_WORD },
  { "prose-word", "signal", "The level of a signal.", TRUE, STUDIO_FUZZY_WORD },
  { "prose-inside", "ignal", "The level of a signal.", TRUE, 0 },
  { "prose-scattered", "tlos", "The level of a signal.", TRUE, 0 },
  { "no-text", "rms", NULL, FALSE, 0 },
  { "no-word", "", "RMS", FALSE, 0 },
};

static void
test_word (gconstpointer data)
{
  const WordCase *c = data;

  g_assert_cmpuint (studio_fuzzy_score_word (c->word, c->text, c->is_prose), ==,
                    c->expected);
}

typedef struct
{
  const char *name;
  const char *query;
  const char *expected; /* the names of what is found, best first */
} RankCase;

static const struct
{
  const char *name;
  const char *path;
  const char *prose;
} things[] = {
  { "Abs", "/Math", "The absolute value of each element." },
  { "Hann Window", "/Window", "Fades a window in and out." },
  { "RMS", "/Math", "The root mean square along an axis." },
  { "Sliding Window", "/Queues", "Collects a stream and gives windows of it." },
  { "Window", "/Test", "A name that is the whole word." },
};

static const RankCase rank_cases[] = {
  { "name-before-prose", "window", "Window,Hann Window,Sliding Window" },
  { "scattered", "slwin", "Sliding Window" },
  { "every-word-counts", "hann window", "Hann Window" },
  { "one-word-is-missing", "hann stream", "" },
  { "words-of-two-fields", "queues stream", "Sliding Window" },
  { "prose", "absolute", "Abs" },
  { "path", "math", "Abs,RMS" },
  { "case-and-blanks", "  rMs ", "RMS" },
  { "nothing-finds-all", "", "Abs,Hann Window,RMS,Sliding Window,Window" },
};

static gint
compare_scores (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint *scores = data;
  guint x = scores[*(const guint *) a], y = scores[*(const guint *) b];

  return (x < y) - (x > y);
}

static void
test_rank (gconstpointer data)
{
  const RankCase *c = data;
  g_auto (GStrv) words = studio_fuzzy_split (c->query);
  guint scores[G_N_ELEMENTS (things)];
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GString) found = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (things); i++)
    {
      const StudioFuzzyField fields[] = { { things[i].name, 8, FALSE },
                                          { things[i].path, 4, FALSE },
                                          { things[i].prose, 1, TRUE } };

      scores[i] = studio_fuzzy_score (words, fields, G_N_ELEMENTS (fields));
      if (scores[i] > 0)
        g_array_append_val (order, i);
    }
  g_array_sort_with_data (order, compare_scores, scores);
  for (guint i = 0; i < order->len; i++)
    g_string_append_printf (found, "%s%s", i == 0 ? "" : ",",
                            things[g_array_index (order, guint, i)].name);
  g_assert_cmpstr (found->str, ==, c->expected);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (word_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/fuzzy/word/", word_cases[i].name, NULL);

      g_test_add_data_func (path, &word_cases[i], test_word);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (rank_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/fuzzy/rank/", rank_cases[i].name, NULL);

      g_test_add_data_func (path, &rank_cases[i], test_rank);
    }

  return g_test_run ();
}
