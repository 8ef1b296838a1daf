/* SPDX-License-Identifier: MIT
 *
 * Edits as text: what is read is written again in one form, and what is no edit has a
 * message that names what is expected.
 */
#include <string.h>

#include "base/im-arena.h"
#include "document/edit/im-edit.h"

#define N_RANDOM 20000

typedef struct
{
  const char *name;
  const char *text;
  const char *expected; /* as it is written; of a bad one, the message */
} Case;

static const Case good[] = {
  { "set", "set Rms.axis = 1", "set Rms.axis = 1" },
  { "set-blanks", "  set  Rms.axis=1 + 2  ", "set Rms.axis = 1 + 2  " },
  { "set-quoted", "set \"a b\".\"c.\\\"d\" = \"x = y\"",
    "set \"a b\".\"c.\\\"d\" = \"x = y\"" },
  { "set-lines", "set a.b = one\\\ntwo \\\\ three", "set a.b = one\\\ntwo \\\\ three" },
  { "set-backslash", "set a.b = \\d", "set a.b = \\\\d" },
  { "set-nothing", "set a.b =", "set a.b = " },
  { "reset", "reset Rms.axis", "reset Rms.axis" },
  { "enable", "enable a b-c d_1", "enable a b-c d_1" },
  { "disable", "disable \"a b\"", "disable \"a b\"" },
  { "insert", "insert Core.Math.Abs before Rms", "insert Core.Math.Abs before Rms" },
  { "insert-end", "insert Core.Math.Abs", "insert Core.Math.Abs" },
  { "add", "add nn.conv at 1.5 -2 into a.input", "add nn.conv at 1.5 -2 into a.input" },
  { "add-only", "add nn.conv", "add nn.conv" },
  { "remove", "remove before", "remove before" },
  { "dissolve", "dissolve a b", "dissolve a b" },
  { "move", "move before before at", "move before before at" },
  { "place", "place a 1 2 b -3.25 1e3", "place a 1 2 b -3.25 1000" },
  { "layout", "layout", "layout" },
  { "connect", "connect a.output -> b-c.input", "connect a.output -> b-c.input" },
  { "connect-narrow", "connect a-.output->b-c.input", "connect a-.output -> b-c.input" },
  { "disconnect", "disconnect b.input", "disconnect b.input" },
  { "isolate", "isolate a", "isolate a" },
  { "paste", "paste before a at 1 2 = <Stacked />",
    "paste before a at 1 2 = <Stacked />" },
  { "group", "group a b", "group a b" },
  { "group-as", "group a as A.B", "group a as A.B" },
  { "group-all", "group a \"as\" as A.B with a.b \"with\".d = The  B",
    "group a \"as\" as A.B with a.b \"with\".d = The  B" },
  { "group-with", "group a with a.b=x", "group a with a.b = x" },
  { "group-name", "group as as as= x", "group \"as\" as as = x" },
  { "extract", "extract a b as A.B with a.b", "extract a b as A.B with a.b" },
  { "enable-as", "enable a as", "enable a \"as\"" },
  { "ungroup", "ungroup a", "ungroup a" },
  { "rename", "rename a = b c", "rename a = b c" },
  { "rename-group", "rename-group a = b c", "rename-group a = b c" },
  { "rename-pipeline", "rename-pipeline = b c", "rename-pipeline = b c" },
  { "rename-socket", "rename-socket a = b", "rename-socket a = b" },
  { "type", "type input = float32[3]@100", "type input = float32[3]@100" },
  { "declare", "declare output", "declare output" },
  { "input", "input left", "input left" },
  { "input-type", "input left at 1 2 = float32[3]@100",
    "input left at 1 2 = float32[3]@100" },
  { "output", "output level at 1 2", "output level at 1 2" },
  { "option", "option gain double", "option gain double" },
  { "option-default", "option size shape at 1 2 = [3,2]",
    "option size shape at 1 2 = [3,2]" },
  { "expression", "expression half=rate / 2", "expression half = rate / 2" },
  { "frame", "frame Filter -1.5 2 300 40 = Filter & mean",
    "frame Filter -1.5 2 300 40 = Filter & mean" },
  { "frame-no-title", "frame a_b 0 0 1e6 40.5", "frame a_b 0 0 1000000 40.5" },
  { "change-frame", "change Filter text = two\\\nlines",
    "change Filter text = two\\\nlines" },
  { "change", "change gain default = 2.5", "change gain default = 2.5" },
  { "change-none", "change gain min", "change gain min" },
  { "requeue", "requeue join", "requeue join" },
  { "attribute", "attribute A/B[2] min = 3", "attribute A/B[2] min = 3" },
  { "attribute-none", "attribute A/B[2] min", "attribute A/B[2] min" },
  { "content", "content A/B Description = a <b>", "content A/B Description = a <b>" },
  { "content-own", "content A/B[2] . = a", "content A/B[2] . = a" },
  { "insert-element", "insert-element A/B before A/B/C[2] = <C />",
    "insert-element A/B before A/B/C[2] = <C />" },
  { "insert-element-lines", "insert-element A/B = <C>\\\n</C>",
    "insert-element A/B = <C>\\\n</C>" },
  { "remove-element", "remove-element A/B[2]", "remove-element A/B[2]" },
  { "move-element", "move-element A/B[2] before A/C", "move-element A/B[2] before A/C" },
  { "code", "code gain.h 5-8 = int a;\\\n\\\nint b;",
    "code gain.h 5-8 = int a;\\\n\\\nint b;" },
  { "code-none", "code \"a b/gain.h\" 5", "code \"a b/gain.h\" 5" },
  { "in", "in Group: set Rms.axis = 1", "in Group: set Rms.axis = 1" },
  { "in-narrow", "in A/\"b /\" / c:layout", "in A/\"b /\"/c: layout" },
};

static const Case bad[] = {
  { "no-lines", "code gain.h", "expected lines, such as 5, 5-8 or all" },
  { "empty", "", "“” is no edit, expected one of: set, reset," },
  { "verb", "sett a.b = 1", "“sett” is no edit, did you mean “set”?" },
  { "no-verb", "= 1", "“= 1” is no edit, expected one of: set, reset," },
  { "quoted-verb", "\"set a.b = 1", "is no edit, expected one of: set, reset," },
  { "no-node", "set .b = 1",
    "expected the name of a node, found “.b = 1”; the form is: set "
    "NODE.OPTION = EXPRESSION" },
  { "no-option", "set a = 1", "expected “.” and the name of a parameter, found “= 1”" },
  { "no-value", "set a.b", "expected “=” at the end of “set”; the form is: set " },
  { "no-nodes", "enable", "expected the name of a node at the end of “enable”" },
  { "quote", "enable \"a", "expected the closing quote, found “\"a”" },
  { "number", "place a 1 x",
    "expected a number of pixels from -1000000 to 1000000, found “x”; the form is: place "
    "NODE X Y" },
  { "infinite", "place a 1 inf", "to 1000000, found “inf”" },
  { "far", "place a 1 -1000001", "to 1000000, found “-1000001”" },
  { "arrow", "connect a.b c.d", "expected “->”, found “c.d”; the form is: connect" },
  { "surplus", "layout now", "expected the end, found “now”; the form is: layout" },
  { "option-type", "option gain float = 1",
    "expected one of int32, double, bool, string, shape, found “float = 1”; the form is: "
    "option NAME TYPE" },
  { "property", "change gain", "expected one of text, description, type, shape, rate, " },
  { "frame-no-size", "frame a 1 2", "expected a size in pixels from 40 to 1000000 at" },
  { "frame-small", "frame a 1 2 39 40", "from 40 to 1000000, found “39 40”" },
  { "frame-negative", "frame a 1 2 40 -40", "from 40 to 1000000, found “-40”" },
  { "frame-huge", "frame a 1 2 40 1e7", "from 40 to 1000000, found “1e7”" },
  { "frame-nan", "frame a 1 2 nan 40", "from 40 to 1000000, found “nan 40”" },
  { "frame-far", "frame a 1e7 2 40 40", "-1000000 to 1000000, found “1e7 2 40 40”" },
  { "frame-no-name", "frame",
    "expected a name at the end of “frame”; the form is: frame" },
  { "constant", "expression half", "expected “=” at the end of “expression”" },
  { "surplus-node", "ungroup a b",
    "expected the end, found “b”; the form is: ungroup NODE" },
  { "extract-as", "extract a",
    "expected “as” and an id at the end of “extract”; the form is: extract NODE… as" },
  { "extract-no-id", "extract a as", "expected the id of a unit at the end of" },
  { "extract-no-option", "extract a as b with",
    "expected the name of a node at the end" },
  { "extract-no-port", "extract a as b with c", "expected “.” and the name of a param" },
  { "encoding", "set a.b = \xFF", "line 1: expected text in UTF-8, found the byte 0xFF" },
  { "in-nothing", "in : layout",
    "expected the name of a node, found “: layout”; the form is: in NODE[/NODE]…: EDIT" },
  { "in-end", "in a layout", "expected “:” and an edit, found “layout”" },
  { "in-no-edit", "in a:", "“” is no edit, expected one of: set, reset," },
  { "in-in", "in a: in b: layout", "“in” is no edit" },
  { "lines", "layout\nlayout", "expected one edit, found another line" },
};

static void
test_good (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) again = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  ImEdit edit;

  g_assert_true (im_edit_parse (c->text, arena, &edit, &error));
  g_assert_no_error (error);
  im_edit_append_text (&edit, text);
  g_assert_cmpstr (text->str, ==, c->expected);
  g_assert_true (im_edit_parse (text->str, arena, &edit, &error));
  im_edit_append_text (&edit, again);
  g_assert_cmpstr (again->str, ==, text->str);
}

static void
test_bad (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GError) error = NULL;
  ImEdit edit = { .kind = IM_EDIT_LAYOUT };

  g_assert_false (im_edit_parse (c->text, arena, &edit, &error));
  g_assert_error (error, IM_EDIT_ERROR, IM_EDIT_ERROR_SYNTAX);
  if (strstr (error->message, c->expected) == NULL)
    g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, c->expected));
  g_assert_cmpint (edit.kind, ==, IM_EDIT_LAYOUT);
}

static void
test_script (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) edits = im_edit_parse_script (
      "# first\nset a.b = 1\\\n2\n\n  enable a\r\n#\r\nset a.b = 3\\\r\n4\r\nlayout",
      arena, &error);
  g_autoptr (GArray) none = im_edit_parse_script ("", arena, NULL);

  g_assert_no_error (error);
  g_assert_cmpuint (edits->len, ==, 4);
  g_assert_cmpstr (g_array_index (edits, ImEdit, 0).text, ==, "1\n2");
  g_assert_cmpstr (g_array_index (edits, ImEdit, 2).text, ==, "3\n4");
  g_assert_cmpint (g_array_index (edits, ImEdit, 3).kind, ==, IM_EDIT_LAYOUT);
  g_assert_cmpuint (none->len, ==, 0);
  g_assert_null (
      im_edit_parse_script ("layout\n\nset a.b = 1\\\n2\nset x\n", arena, &error));
  g_assert_true (g_str_has_prefix (error->message, "line 5: expected “.”"));
}

/* Random bytes, mostly those that mean something, or a good line with some of them. */
static char *
dup_random_text (GRand *rand)
{
  static const char bytes[] = " \t\n\r\\\".=->#0189.eE+inxab_\xC3\xA9\xFF[]/,";
  gsize line = (gsize) g_rand_int_range (rand, 0, G_N_ELEMENTS (good) + 4);
  GString *text = g_string_new (line < G_N_ELEMENTS (good) ? good[line].text : "");
  gint n = g_rand_int_range (rand, 1, line < G_N_ELEMENTS (good) ? 6 : 30);

  for (gint i = 0; i < n; i++)
    {
      gssize at = g_rand_int_range (rand, 0, (gint32) text->len + 1);
      char byte = g_rand_int_range (rand, 0, 8) == 0
                      ? (char) g_rand_int_range (rand, 1, 256)
                      : bytes[g_rand_int_range (rand, 0, sizeof bytes - 1)];

      if (g_rand_int_range (rand, 0, 3) == 0 && at < (gssize) text->len)
        g_string_erase (text, at, 1);
      else
        g_string_insert_c (text, at, byte);
    }

  return g_string_free (text, FALSE);
}

static char *
dup_script (const GArray *edits)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < edits->len; i++)
    {
      im_edit_append_text (&g_array_index (edits, ImEdit, i), text);
      g_string_append_c (text, '\n');
    }

  return g_string_free (text, FALSE);
}

static void
check_same (const ImEdit *edit, const ImEdit *other)
{
  g_assert_cmpint (edit->kind, ==, other->kind);
  g_assert_cmpuint (edit->n_nodes, ==, other->n_nodes);
  for (guint i = 0; i < edit->n_nodes; i++)
    g_assert_cmpstr (edit->nodes[i], ==, other->nodes[i]);
  g_assert_cmpuint (edit->n_scope, ==, other->n_scope);
  for (guint i = 0; i < edit->n_scope; i++)
    g_assert_cmpstr (edit->scope[i], ==, other->scope[i]);
  g_assert_true ((edit->places == NULL) == (other->places == NULL));
  g_assert_cmpstr (edit->unit, ==, other->unit);
  g_assert_cmpstr (edit->before, ==, other->before);
  g_assert_cmpstr (edit->source.node, ==, other->source.node);
  g_assert_cmpstr (edit->source.parameter, ==, other->source.parameter);
  g_assert_cmpstr (edit->target.node, ==, other->target.node);
  g_assert_cmpstr (edit->target.parameter, ==, other->target.parameter);
  g_assert_cmpstr (edit->element, ==, other->element);
  g_assert_cmpstr (edit->name, ==, other->name);
  g_assert_cmpstr (edit->text, ==, other->text);
}

/* What is read is the same when it is written and read again; all else has a message. A
 * copy is the same, too. */
static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (20261123);
  guint n_read = 0;

  for (guint n = 0; n < N_RANDOM; n++)
    {
      g_autoptr (ImArena) arena = im_arena_new ();
      g_autofree char *text = dup_random_text (rand);
      g_autoptr (GError) error = NULL;
      g_autoptr (GError) problem = NULL;
      g_autoptr (GArray) edits = im_edit_parse_script (text, arena, &problem);
      g_autoptr (GArray) again = NULL;
      g_autofree char *script = edits == NULL ? NULL : dup_script (edits);
      g_autofree char *script_again = NULL;
      ImEdit edit;
      gboolean is_read = im_edit_parse (text, arena, &edit, &error);

      g_assert_true (is_read == (error == NULL));
      g_assert_true ((edits == NULL) == (problem != NULL));
      g_assert_true (error == NULL || g_utf8_validate (error->message, -1, NULL));
      g_assert_true (problem == NULL || g_str_has_prefix (problem->message, "line "));
      if (edits == NULL)
        continue;
      n_read++;
      again = im_edit_parse_script (script, arena, &problem);
      g_assert_no_error (problem);
      g_assert_cmpuint (again->len, ==, edits->len);
      for (guint i = 0; i < edits->len; i++)
        {
          const ImEdit copy = im_edit_copy (&g_array_index (edits, ImEdit, i), arena);

          check_same (&g_array_index (again, ImEdit, i), &copy);
        }
      script_again = dup_script (again);
      g_assert_cmpstr (script_again, ==, script);
    }
  g_assert_cmpuint (n_read, >, N_RANDOM / 10);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autofree char *path = g_strconcat ("/edit/good/", good[i].name, NULL);

      g_test_add_data_func (path, &good[i], test_good);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *path = g_strconcat ("/edit/bad/", bad[i].name, NULL);

      g_test_add_data_func (path, &bad[i], test_bad);
    }
  g_test_add_func ("/edit/script", test_script);
  g_test_add_func ("/edit/random", test_random);

  return g_test_run ();
}
