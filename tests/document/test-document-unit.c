/* SPDX-License-Identifier: MIT
 *
 * Edits of what a single unit takes, gives and computes, each undone to the same bytes.
 */
#include "document/state/im-document-steps.h"
#include "example.h"

#include <string.h>

#define UNIT "../../units/Core/Filter/DcBlocker/DcBlocker.imunit"

static const ImParameter *
find_parameter (Fixture *fixture, const char *name)
{
  return im_unit_find_parameter (im_document_get_unit (fixture->document), name);
}

/* What is new stands where its kind stands: no expression is of what comes behind it. */
static void
test_add (Fixture *fixture, gconstpointer unit)
{
  g_autoptr (GError) error = NULL;

  apply (fixture,
         "option order int32 = 2\n"
         "change order min = 1\n"
         "change order max = 4\n"
         "change order description = How steep it is.\n"
         "input gain = float32[3]\n"
         "expression twice = 2 * order\n"
         "output level\n"
         "change level shape = System.Shape(twice)\n"
         "change level rate = input.rate / 2",
         &error);
  g_assert_no_error (error);
  assert_problems (fixture->document, 0);
  g_assert_cmpint (find_parameter (fixture, "order")->kind, ==, IM_PARAMETER_INT);
  g_assert_cmpstr (find_parameter (fixture, "order")->option->maximum.text, ==, "4");
  g_assert_cmpstr (find_parameter (fixture, "gain")->text, ==, "Gain");
  g_assert_null (find_parameter (fixture, "level")->socket->pipe);
  g_assert_cmpuint (find_parameter (fixture, "gain")->slot, <,
                    find_parameter (fixture, "cutoff")->slot);
}

/* All uses follow: expressions, conditions, messages, calls, and examples. */
static void
test_rename (Fixture *fixture, gconstpointer unit)
{
  const ImUnit *now;
  g_autoptr (GError) error = NULL;
  const char *text;
  gsize length;

  apply (fixture,
         "rename-socket cutoff = corner\n"
         "rename-socket input = x\n"
         "rename-socket count = n\n"
         "rename-socket state = memory\n"
         "rename-pipeline = Offset Remover",
         &error);
  g_assert_no_error (error);
  assert_problems (fixture->document, 0);
  now = im_document_get_unit (fixture->document);
  g_assert_cmpstr (now->display_name, ==, "Offset Remover");
  g_assert_cmpstr (now->sections[IM_SECTION_BODY].implementations[0].call->text, ==,
                   "dc_blocker_f32(x, memory, weight, n, output)");
  g_assert_cmpstr (
      now->sections[IM_SECTION_BODY].implementations[0].conditions[0].expression->text,
      ==, "x");
  g_assert_cmpstr (now->contracts[2].test->text, ==,
                   "rate <= 0 || (corner > 0 && corner < rate / 2)");
  text = im_source_get_text (im_unit_file_get_source (now->file), &length);
  for (gsize i = 0; i < 4; i++)
    {
      static const char *const old[] = { "\"cutoff\"", "{cutoff}", "\"input\"",
                                         "input.rate" };

      g_assert_null (strstr (text, old[i]));
    }
}

typedef struct
{
  const char *script;
  const char *message;
} Refused;

/* What is used stays, and a message says by what. */
static void
test_refused (Fixture *fixture, gconstpointer unit)
{
  static const Refused rows[] = {
    { "remove cutoff", "cutoff: “weight” uses it; change that first" },
    { "remove state",
      "state: “dc_blocker_f32(input, state, weight, count, output)” uses it; change "
      "that first" },
    { "remove count", "count: “size” uses it; change that first" },
    { "remove cutof",
      "cutof: there is no such input, output or option, did you mean “cutoff”?" },
    { "rename-socket cutoff = rate",
      "rate: there is an input, output or option of that name already" },
    { "option cutoff double", "cutoff: there is an input, output or option of that name "
                              "already" },
    { "change cutoff max = -1",
      "cutoff: the default 0.5 would be greater than the max -1" },
    { "move cutoff", "Core.Filter.DcBlocker: it is a single unit, which has no layers to "
                     "edit" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (apply (fixture, rows[i].script, &error));
      g_assert_nonnull (error);
      g_assert_cmpstr (error->message, ==, rows[i].message);
    }
}

/* What nothing uses goes away, also together with what uses it. */
static void
test_remove (Fixture *fixture, gconstpointer unit)
{
  g_autoptr (GError) error = NULL;

  apply (fixture,
         "option spare double = 2\n"
         "expression more = spare + 1\n"
         "remove spare more",
         &error);
  g_assert_no_error (error);
  g_assert_null (find_parameter (fixture, "spare"));
  g_assert_null (find_parameter (fixture, "more"));
  g_assert_true (
      g_bytes_equal (fixture->before,
                     im_unit_file_get_bytes (im_document_get_file (fixture->document))));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function)                                                    \
  g_test_add ("/document-unit/" path, Fixture, UNIT, set_up_example, function, \
              tear_down_example)
  ADD ("add", test_add);
  ADD ("rename", test_rename);
  ADD ("refused", test_refused);
  ADD ("remove", test_remove);

  return g_test_run ();
}
