/* SPDX-License-Identifier: MIT
 *
 * Runs the programs in the .scratch files. A program is a block of lines, and a blank
 * line ends it; what it must lead to follows, all of it and in order:
 *
 *     a = [1, 2, 3]
 *     a[7]
 *     => a = [1, 2, 3]  tensor<int, 3>
 *     !! 2:3 index-range the index of an axis of size 3
 *
 * `=>` precedes a result, `!!` the place of a problem, its code, and a part of its
 * message.
 */
#include "tml/im-scratch.h"

#include <string.h>

#include "base/im-arena.h"

typedef struct
{
  char *name; /* file and line */
  GString *program;
  GPtrArray *results;  /* texts */
  GPtrArray *problems; /* texts */
} ScratchCase;

static ScratchCase *
scratch_case_new (const char *file, guint line)
{
  ScratchCase *c = g_new0 (ScratchCase, 1);

  c->name = g_strdup_printf ("%s/%u", file, line);
  c->program = g_string_new (NULL);
  c->results = g_ptr_array_new_with_free_func (g_free);
  c->problems = g_ptr_array_new_with_free_func (g_free);

  return c;
}

static void
scratch_case_free (ScratchCase *c)
{
  g_free (c->name);
  g_string_free (c->program, TRUE);
  g_ptr_array_unref (c->results);
  g_ptr_array_unref (c->problems);
  g_free (c);
}

static void
add_line (ScratchCase *c, const char *line)
{
  if (g_str_has_prefix (line, "=> "))
    g_ptr_array_add (c->results, g_strdup (line + strlen ("=> ")));
  else if (g_str_has_prefix (line, "!! "))
    g_ptr_array_add (c->problems, g_strdup (line + strlen ("!! ")));
  else
    g_string_append_printf (c->program, "%s\n", line);
}

static void
load (const char *file, GPtrArray *cases)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "tml", file, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  ScratchCase *c = NULL;
  gboolean ok = g_file_get_contents (path, &text, NULL, &error);

  g_assert_no_error (error);
  g_assert_true (ok);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (*lines[i] == '\0')
        {
          c = NULL;
          continue;
        }
      if (c == NULL)
        {
          c = scratch_case_new (file, i + 1);
          g_ptr_array_add (cases, c);
        }
      add_line (c, lines[i]);
    }
}

static char *
dup_result (const ImScratchResult *result)
{
  GString *text = g_string_new (NULL);

  if (result->name != NULL)
    g_string_append_printf (text, "%s = ", result->name);
  im_scratch_value_append_text (&result->value, text);
  g_string_append (text, "  ");
  im_nested_type_append_text (result->value.type, text);

  return g_string_free (text, FALSE);
}

static char *
dup_problem (const ImDiagnostic *diagnostic)
{
  guint line, column;

  im_diagnostic_locate (diagnostic, &line, &column);

  return g_strdup_printf ("%u:%u %s %s", line, column, diagnostic->code,
                          diagnostic->message);
}

static void
append_lines (GString *out, const char *mark, const GPtrArray *lines)
{
  for (guint i = 0; i < lines->len; i++)
    g_string_append_printf (out, "%s %s\n", mark,
                            (const char *) g_ptr_array_index (lines, i));
}

/* Of a problem the place, the code and the start of the message are given. */
static gboolean
match (const GPtrArray *expected, const GPtrArray *actual, gboolean is_start)
{
  gboolean ok = expected->len == actual->len;

  for (guint i = 0; ok && i < actual->len; i++)
    {
      const char *a = g_ptr_array_index (actual, i), *e = g_ptr_array_index (expected, i);

      ok = is_start ? g_str_has_prefix (a, e) : strcmp (a, e) == 0;
    }

  return ok;
}

static void
test_case (gconstpointer data)
{
  const ScratchCase *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  g_autoptr (GPtrArray) results = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (ImSource) source = im_source_new_for_string ("<test>", c->program->str);
  gboolean ok = im_scratch_run (source, arena, found, diagnostics);

  for (guint i = 0; i < found->len; i++)
    g_ptr_array_add (results, dup_result (g_ptr_array_index (found, i)));
  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    g_ptr_array_add (problems, dup_problem (im_diagnostics_get (diagnostics, i)));

  if (!match (c->results, results, FALSE) || !match (c->problems, problems, TRUE))
    {
      g_autoptr (GString) expected = g_string_new (NULL), actual = g_string_new (NULL);

      append_lines (expected, "=>", c->results);
      append_lines (expected, "!!", c->problems);
      append_lines (actual, "=>", results);
      append_lines (actual, "!!", problems);
      g_test_fail_printf ("%s:\n%sexpected:\n%sactual:\n%s", c->name, c->program->str,
                          expected->str, actual->str);
    }
  g_assert_cmpint (ok, ==, im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) == 0);
}

/* What is printed of numbers can be written again, and gives the same. */
static void
test_round_trip (void)
{
  static const char *const texts[] = {
    "[1]",
    "[1, 2;]",
    "[1; 2]",
    "[1, 2; 3, 4]",
    "[1, 2;; 3, 4]",
    "[1;; 2;; 3]",
    "[1, 2;;;]",
    "[[1], [2]]",
    "[1.0, -2.5]",
    "[true; false]",
    "[\"ab\", 'c\"d']",
    "\"x\"",
    "[[1; 2;; 3; 4], [5; 6;; 7; 8];]",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (ImArena) arena = im_arena_new ();
      g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
      g_autoptr (GPtrArray) results = g_ptr_array_new ();
      g_autoptr (ImSource) source = im_source_new_for_string ("<test>", texts[i]);
      g_autoptr (GString) again = g_string_new (NULL);
      const ImScratchResult *result;

      g_assert_true (im_scratch_run (source, arena, results, diagnostics));
      g_assert_cmpuint (results->len, ==, 1);
      result = g_ptr_array_index (results, 0);
      im_scratch_value_append_text (&result->value, again);
      g_assert_cmpstr (again->str, ==, texts[i]);
    }
}

/* Runs a text and returns its one problem. */
static void
assert_problem (const char *text, gssize length, const char *code, const char *message)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (GPtrArray) results = g_ptr_array_new ();
  g_autoptr (GBytes) bytes = g_bytes_new (text,
                                          length < 0 ? strlen (text) : (gsize) length);
  g_autoptr (ImSource) source = im_source_new ("<test>", bytes);

  g_assert_false (im_scratch_run (source, arena, results, diagnostics));
  const ImDiagnostic *last = im_diagnostics_get (
      diagnostics, im_diagnostics_get_count (diagnostics) - 1);
  g_assert_cmpstr (last->code, ==, code);
  g_assert_nonnull (strstr (last->message, message));
}

static char *
dup_repeated (const char *start, const char *part, guint n)
{
  GString *text = g_string_new (start);

  for (guint i = 0; i < n; i++)
    g_string_append (text, part);

  return g_string_free (text, FALSE);
}

/* Nothing that is too much hangs or needs more memory than there is. */
static void
test_limits (void)
{
  g_autofree char *blocks = dup_repeated ("", "if true:\n", 1000);
  g_autofree char *problems = dup_repeated ("", "]\n", 1000);
  g_autofree char *failures = dup_repeated ("", "x\n", 1000);
  g_autofree char *levels = dup_repeated ("", "[", 17);
  g_autofree char *nested = g_strconcat (levels, "1", "]]]]]]]]]]]]]]]]]", NULL);
  g_autofree char *chain = dup_repeated ("1", "+1", 2000);
  g_autofree char *longest = dup_repeated ("", "# ", IM_SCRATCH_MAX_BYTES / 2 + 1);

  assert_problem ("for i=0:2147483647:\nend", -1, "limit", "nothing more is run");
  assert_problem ("a = 0\nfor i=0:2147483647:\na\nend", -1, "limit",
                  "nothing more is run");
  assert_problem ("tensor<int, 512, 1024> a = 0\nfor i=0:99999:\na = a + 1\nend", -1,
                  "limit", "nothing more is run");
  assert_problem ("str s = 'xx'\nfor i=0:2147483647:\ns[1] = 'y'\nend", -1, "limit",
                  "nothing more is run");
  assert_problem ("tensor<int, 2147483647, 2147483647> a = 0", -1, "limit",
                  "a value has at most 524288 scalars");
  assert_problem ("tensor<int, 2147483647, 2147483647, 2147483647> a = 0", -1, "overflow",
                  "9223372036854775807");
  assert_problem ("tensor<int, 1, 1000> a = 0; tensor<int, 1000, 1> b = 0; a + b", -1,
                  "limit", "a value has at most 524288 scalars");
  assert_problem (blocks, -1, "limit", "blocks are nested at most 64 deep");
  assert_problem (problems, -1, "too-many", "after 100 problems nothing more is read");
  assert_problem (failures, -1, "too-many", "after 100 problems nothing more is run");
  assert_problem (nested, -1, "limit", "tensors are nested at most 16 deep");
  assert_problem (chain, -1, "expression-limit", "nested more than 1000 levels deep");
  assert_problem (longest, -1, "limit", "the text is longer than 1048576 bytes");
  assert_problem ("a = 1\0b", 7, "syntax", "not UTF-8");
  assert_problem ("a = '\xff'", -1, "syntax", "this string is not UTF-8");
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) cases = g_ptr_array_new_with_free_func (
      (GDestroyNotify) scratch_case_free);

  g_test_init (&argc, &argv, NULL);

  load ("document.scratch", cases);
  load ("statements.scratch", cases);
  load ("problems.scratch", cases);
  for (guint i = 0; i < cases->len; i++)
    {
      const ScratchCase *c = g_ptr_array_index (cases, i);
      g_autofree char *path = g_strconcat ("/scratch/", c->name, NULL);

      g_test_add_data_func (path, c, test_case);
    }
  g_test_add_func ("/scratch/round-trip", test_round_trip);
  g_test_add_func ("/scratch/limits", test_limits);

  return g_test_run ();
}
