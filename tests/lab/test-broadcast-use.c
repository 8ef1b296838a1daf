/* SPDX-License-Identifier: MIT
 *
 * Calls of broadcast in the expressions of a unit, found by what they are and not by the
 * name of the unit.
 */
#include "lab/im-broadcast-use.h"

#include "unit/im-unit-library.h"

#define UNIT_FORMAT                                                      \
  "<Imaginet><Function unit=\"Test.Use\"><Parameters>"                   \
  "<InputSocket name=\"a\" /><InputSocket name=\"b\" />"                 \
  "<OutputSocket name=\"output\" type=\"a.type\" shape=\"a.shape\" />"   \
  "<Hidden name=\"x\" value=\"%s\" /><Hidden name=\"y\" value=\"%s\" />" \
  "</Parameters></Function></Imaginet>"

typedef struct
{
  const char *name;
  const char *x, *y; /* expressions of the unit */
  const char *a, *b; /* shapes */
  gboolean has_call;
  const char *uses;
} UseCase;

static const UseCase use_cases[] = {
  { "plain", "a.shape.broadcast(b.shape)", "1", "[2,3]", "[3]", TRUE, "a [2,3] b [3]" },
  { "inside", "1 + b.shape.broadcast(a.shape).left", "1", "[2,3]", "[3]", TRUE,
    "b [3] a [2,3]" },
  { "not-fitting", "a.shape.broadcast(b.shape)", "x.left", "[2,3]", "[4]", TRUE,
    "a [2,3] b [4]" },
  { "twice", "a.shape.broadcast(b.shape).left", "a.shape.broadcast(b.shape).right",
    "[2,3]", "[1]", TRUE, "a [2,3] b [1]" },
  { "two", "a.shape.broadcast(b.shape)", "b.shape.broadcast(a.shape.remove(0))", "[2,3]",
    "[1]", TRUE, "a [2,3] b [1]; b [1] a.shape.remove(0) [2]" },
  { "not-known", "a.shape.remove(7).broadcast(b.shape)", "1", "[2,3]", "[3]", TRUE, "" },
  { "none", "a.shape.flat", "b.shape", "[2,3]", "[3]", FALSE, "" },
  { "broken", "a.shape.broadcast(", "1", "[2,3]", "[3]", FALSE, "" },
};

static char *
dup_uses (const GArray *uses)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < uses->len; i++)
    {
      const ImBroadcastUse *use = &g_array_index (uses, ImBroadcastUse, i);

      for (guint k = 0; k < 2; k++)
        {
          g_string_append_printf (out, "%s%s ",
                                  k > 0   ? " "
                                  : i > 0 ? "; "
                                          : "",
                                  use->names[k]);
          im_shape_append_text (&use->shapes[k], out);
        }
    }

  return g_string_free (out, FALSE);
}

static void
test_uses (gconstpointer data)
{
  const UseCase *c = data;
  g_autofree char *text = g_strdup_printf (UNIT_FORMAT, c->x, c->y);
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImUnitFile) file = im_unit_file_parse (bytes, "use.imunit", problems);
  ImTensorType types[2] = { { .dtype = IM_DTYPE_FLOAT32 },
                            { .dtype = IM_DTYPE_FLOAT32 } };
  const ImUnit *unit;

  g_assert_nonnull (file);
  unit = im_unit_file_get_unit (file, 0);
  g_assert_true (im_shape_parse (c->a, -1, &types[0].shape, NULL));
  g_assert_true (im_shape_parse (c->b, -1, &types[1].shape, NULL));

  ImUnitBinding bindings[] = { { "a", IM_TENSOR (&types[0]) },
                               { "b", IM_TENSOR (&types[1]) } };
  g_autoptr (ImUnitEvaluation) evaluation = im_unit_evaluation_new (
      unit, bindings, G_N_ELEMENTS (bindings));
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GArray) uses = im_broadcast_uses_find (evaluation, arena);
  g_autofree char *found = dup_uses (uses);

  g_assert_cmpstr (found, ==, c->uses);
  g_assert_cmpint (im_unit_uses_broadcast (unit), ==, c->has_call);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (use_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/broadcast-use/", use_cases[i].name, NULL);

      g_test_add_data_func (path, &use_cases[i], test_uses);
    }

  return g_test_run ();
}
