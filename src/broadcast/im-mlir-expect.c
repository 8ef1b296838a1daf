/* SPDX-License-Identifier: MIT */
#include "broadcast/im-mlir-expect.h"

#include <string.h>

typedef struct
{
  guint line;    /* where the error is expected */
  guint comment; /* where that is said */
  char *text;
  gboolean is_pattern;
  gboolean is_met;
  gboolean is_skipped; /* only operations that are not judged are there */
} Expectation;

struct _ImMlirExpectations
{
  GPtrArray *all;
  GHashTable *by_line; /* of arrays, of those on a line */
};

static void
expectation_free (gpointer data)
{
  Expectation *expectation = data;

  g_free (expectation->text);
  g_free (expectation);
}

static void
add (ImMlirExpectations *expectations, Expectation *expectation, guint line)
{
  GPtrArray *list = g_hash_table_lookup (expectations->by_line, GUINT_TO_POINTER (line));

  expectation->line = line;
  if (list == NULL)
    {
      list = g_ptr_array_new ();
      g_hash_table_insert (expectations->by_line, GUINT_TO_POINTER (line), list);
    }
  g_ptr_array_add (list, expectation);
}

/* Where the comment says that the error is, and what follows. */
typedef struct
{
  const char *p;
  gint64 offset;
  gboolean is_above;
  gboolean is_below;
} Place;

static Place
read_place (const char *p)
{
  Place place = { p + strspn (p, " "), 0, FALSE, FALSE };

  if (*place.p != '@')
    return place;
  place.p++;
  if (g_str_has_prefix (place.p, "above") || g_str_has_prefix (place.p, "below"))
    {
      place.is_above = *place.p == 'a';
      place.is_below = !place.is_above;
      place.p += strlen ("above");
    }
  else if (*place.p == '+' || *place.p == '-')
    {
      char *behind;

      place.offset = CLAMP (g_ascii_strtoll (place.p, &behind, 10), G_MININT32,
                            G_MAXINT32);
      place.p = behind;
    }
  place.p += strspn (place.p, " ");

  return place;
}

/* The comment of a line, or NULL. */
static Expectation *
read_comment (const char *line, guint number, Place *place)
{
  static const char word[] = "expected-error";
  const char *p = strstr (line, "//"), *end;
  Expectation *expectation;
  gboolean is_pattern;

  p = p == NULL ? NULL : strstr (p, word);
  if (p == NULL)
    return NULL;
  p += strlen (word);
  is_pattern = g_str_has_prefix (p, "-re");
  *place = read_place (is_pattern ? p + 3 : p);
  if (!g_str_has_prefix (place->p, "{{"))
    return NULL;
  end = g_strrstr (place->p + 2, "}}");
  if (end == NULL)
    return NULL;

  expectation = g_new0 (Expectation, 1);
  expectation->comment = number;
  expectation->is_pattern = is_pattern;
  expectation->text = g_strndup (place->p + 2, (gsize) (end - place->p - 2));

  return expectation;
}

/* Whether a line says something about others. */
static gboolean
is_about_others (const char *line)
{
  const char *p = strstr (line, "//");

  p = p == NULL ? NULL : strstr (p, "expected-");

  return p != NULL && strstr (p, "{{") != NULL;
}

static void
read_lines (ImMlirExpectations *expectations, const char *text, gsize length)
{
  g_autoptr (GPtrArray) below = g_ptr_array_new ();
  const char *end = text + length;
  guint number = 0, above = 1;

  for (const char *p = text, *next; p < end; p = next)
    {
      const char *line_end = memchr (p, '\n', (gsize) (end - p));
      g_autofree char *line = g_strndup (p, (gsize) ((line_end ? line_end : end) - p));
      Place place = { NULL };
      Expectation *expectation = read_comment (line, ++number, &place);

      next = line_end == NULL ? end : line_end + 1;
      if (expectation == NULL && is_about_others (line))
        continue;
      if (expectation == NULL)
        {
          for (guint i = 0; i < below->len; i++)
            add (expectations, g_ptr_array_index (below, i), number);
          g_ptr_array_set_size (below, 0);
          above = number;
          continue;
        }
      g_ptr_array_add (expectations->all, expectation);
      if (place.is_below)
        g_ptr_array_add (below, expectation);
      else
        add (expectations, expectation,
             place.is_above
                 ? above
                 : (guint) CLAMP ((gint64) number + place.offset, 0, G_MAXINT32));
    }
  for (guint i = 0; i < below->len; i++)
    add (expectations, g_ptr_array_index (below, i), number + 1);
}

ImMlirExpectations *
im_mlir_expectations_new (const char *text, gsize length)
{
  ImMlirExpectations *expectations = g_new0 (ImMlirExpectations, 1);

  expectations->all = g_ptr_array_new_with_free_func (expectation_free);
  expectations->by_line = g_hash_table_new_full (NULL, NULL, NULL,
                                                 (GDestroyNotify) g_ptr_array_unref);
  read_lines (expectations, text, length);

  return expectations;
}

void
im_mlir_expectations_free (ImMlirExpectations *expectations)
{
  if (expectations == NULL)
    return;
  g_hash_table_unref (expectations->by_line);
  g_ptr_array_unref (expectations->all);
  g_free (expectations);
}

guint
im_mlir_expectations_count (const ImMlirExpectations *expectations)
{
  return expectations->all->len;
}

/* Sizes as the verifier of LLVM writes them: `4x?x3`. */
static char *
dup_sizes (const ImOpenShape *shape)
{
  GString *text = g_string_new (shape->is_ranked ? "" : "*");

  for (guint i = shape->rank; i > 0; i--)
    {
      im_open_size_append_text (shape->size[i - 1], text);
      g_string_append (text, i > 1 ? "x" : "");
    }

  return g_string_free (text, FALSE);
}

/* What the verifier of LLVM says of an error about sizes, NULL of another one. */
static char *
dup_words (const ImBroadcastReport *report)
{
  if (strcmp (report->code, "operands-incompatible") == 0)
    return g_strdup_printf ("'%s' op operands don't have broadcast-compatible shapes",
                            report->operation);
  if (strcmp (report->code, "rank-mismatch") != 0 &&
      strcmp (report->code, "result-mismatch") != 0 &&
      strcmp (report->code, "dynamic-to-static") != 0)
    return NULL;

  g_autofree char *declared = dup_sizes (&report->declared);
  g_autofree char *inferred = dup_sizes (&report->inferred);
  return g_strdup_printf ("'%s' op result type '%s' not broadcast compatible with "
                          "broadcasted operands's shapes '%s'",
                          report->operation, declared, inferred);
}

static gboolean
match_pattern (const char *text, const char *words)
{
  g_autoptr (GString) pattern = g_string_new (NULL);
  const char *p = text, *open;

  while ((open = strstr (p, "{{")) != NULL)
    {
      const char *close = strstr (open, "}}");
      g_autofree char *plain = g_regex_escape_string (p, (int) (open - p));

      if (close == NULL)
        break;
      g_string_append_printf (pattern, "%s(%.*s)", plain, (int) (close - open - 2),
                              open + 2);
      p = close + 2;
    }

  g_autofree char *rest = g_regex_escape_string (p, -1);
  g_string_append (pattern, rest);

  return g_utf8_validate (pattern->str, -1, NULL) &&
         g_regex_match_simple (pattern->str, words, 0, 0);
}

static gboolean
fits (const Expectation *expectation, const char *words)
{
  if (words == NULL)
    return strstr (expectation->text, "broadcast") == NULL ||
           strstr (expectation->text, "vector") != NULL;

  return expectation->is_pattern ? match_pattern (expectation->text, words)
                                 : strstr (words, expectation->text) != NULL;
}

void
im_mlir_expectations_meet (ImMlirExpectations *expectations,
                           const ImMlirEntry *entry,
                           const ImBroadcastReport *report,
                           ImMlirExpectFunc func,
                           gpointer data)
{
  GPtrArray *list = g_hash_table_lookup (expectations->by_line,
                                         GUINT_TO_POINTER (entry->line));
  g_autofree char *words = report == NULL || report->is_ok ? NULL : dup_words (report);
  const Expectation *other = NULL;

  if (report == NULL && entry->error == NULL)
    {
      for (guint i = 0; list != NULL && i < list->len; i++)
        ((Expectation *) g_ptr_array_index (list, i))->is_skipped = TRUE;
      return;
    }
  if (report != NULL && report->is_ok)
    return;
  for (guint i = 0; list != NULL && i < list->len; i++)
    {
      Expectation *expectation = g_ptr_array_index (list, i);

      if (!expectation->is_met && fits (expectation, words))
        {
          expectation->is_met = TRUE;
          return;
        }
      if (!expectation->is_met)
        other = expectation;
    }

  const char *said = report != NULL ? report->message : entry->error->message;
  g_autofree char *message = other == NULL
                                 ? g_strdup_printf ("no error is expected, found: %s",
                                                    said)
                                 : g_strdup_printf ("“%s” is expected, found: %s",
                                                    other->text, said);
  func (entry->line, message, data);
}

guint
im_mlir_expectations_finish (ImMlirExpectations *expectations,
                             ImMlirExpectFunc func,
                             gpointer data)
{
  guint n_skipped = 0;

  for (guint i = 0; i < expectations->all->len; i++)
    {
      const Expectation *expectation = g_ptr_array_index (expectations->all, i);
      g_autofree char *message = g_strdup_printf ("“%s” is expected, found no such error",
                                                  expectation->text);

      if (expectation->is_met)
        continue;
      if (expectation->is_skipped)
        n_skipped++;
      else
        func (expectation->line, message, data);
    }

  return n_skipped;
}
