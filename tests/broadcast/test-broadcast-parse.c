/* SPDX-License-Identifier: MIT */
#include "base/im-arena.h"
#include "broadcast/im-broadcast-mlir.h"
#include "broadcast/im-broadcast-parse.h"
#include "mlir/im-mlir-type.h"

typedef struct
{
  const char *name;
  const char *text;
  const char *expected; /* kind and shape, or a message */
} TypeCase;

static const TypeCase type_cases[] = {
  { "tensor", "tensor<2x?x4xf32>", "tensor [2,?,4]" },
  { "blanks", " tensor < 2x?x4xf32 > ", "tensor [2,?,4]" },
  { "rank-0", "tensor<i32>", "tensor []" },
  { "unranked", "tensor<*xbf16>", "tensor *" },
  { "no-angle", "tensor<3xsi8", "tensor [3]" },
  { "zero", "tensor<0x1xindex>", "tensor [0,1]" },
  { "vector", "vector<4x8xf16>", "vector [4,8]" },
  { "scalar", "f32", "scalar []" },
  { "shape", "[2,?]", "shape [2,?]" },
  { "unranked-shape", "*", "shape *" },

  { "empty", "",
    "expected a shape such as [2,?,4] or *, found the end of the text at character 1" },
  { "no-open-angle", "tensor", "expected “<”, found the end of the text at character 7" },
  { "no-element", "tensor<2x>",
    "expected a size, “?” or an element type such as f32, found “>” at character 10" },
  { "no-x", "tensor<2,3xf32>",
    "expected “x” and an element type such as f32, found “,” at character 9" },
  { "nothing", "tensor<>",
    "expected a size, “?” or an element type such as f32, found “>” at character 8" },
  { "open-vector", "vector<?xf32>",
    "expected a size, which a vector always has, found “?” at character 8" },
  { "unranked-vector", "vector<*xf32>",
    "expected a size, “?” or an element type such as f32, found “*” at character 8" },
  { "unranked-element", "tensor<*>",
    "expected “x” and an element type such as f32, found “>” at character 9" },
  { "behind", "tensor<2xf32>>",
    "expected nothing behind the type, found “>” at character 14" },
  { "other", "memref<2xf32>", "other type []" },
  { "dialect", "!quant.uniform<i8:f32, 1.0:17>", "other type []" },
  { "complex", "tensor<2xcomplex<f32>>", "tensor [2]" },
  { "complex-scalar", "complex<f32>", "scalar []" },
  { "quantized", "tensor<?x5x!quant.uniform<i8:f32, {1.0:17,\"}\"}>>", "tensor [?,5]" },
  { "dialect-element", "tensor<2x!tf_type.string>", "tensor [2]" },
  { "alias-element", "tensor<*x!t>", "tensor *" },
  { "tuple", "tensor<tuple<i1, tuple<f32>>>", "tensor []" },
  { "vectors", "tensor<2xvector<4xf32>>", "tensor [2]" },
  { "encoding", "tensor<?x5xf32, #stablehlo.bounds<3, ?>>", "tensor [?,5]" },
  { "map", "tensor<2xf32, affine_map<(d0) -> (d0 >= 1)>>", "tensor [2]" },
  { "dictionary", "tensor<2xf32, {a = [1, \">\"]}>", "tensor [2]" },
  { "scalable", "vector<[4]xf32>", "vector [[4]]" },
  { "scalable-inner", "vector<3x[1]xf32>", "vector [3,[1]]" },

  { "scalable-0", "vector<[0]xf32>", "a scalable size is at least [1], found [0]" },
  { "scalable-open", "vector<[4xf32>",
    "expected “]” of a scalable size, found “x” at character 10" },
  { "scalable-tensor", "tensor<[4]xf32>",
    "expected a size, “?” or an element type; only a vector has scalable sizes, found "
    "“[” "
    "at character 8" },
  { "open-complex", "tensor<2xcomplex<f32>", "tensor [2]" },
  { "open-encoding", "tensor<2xf32, #a<b>",
    "expected “>” behind an encoding, found the end of the text at character 20" },
  { "unknown", "string",
    "expected a type such as tensor<2x?xf32>, found “s” at character 1" },
  { "not-utf8", "!a.b<t\x98>",
    "expected a type in UTF-8, found the byte 0x98 at character 7" },
  { "nested", "tensor<tensor<int, 3>, 2>",
    "expected a size, “?” or an element type such as f32, found “t” at character 8" },
  { "times", "tensor<2×3xf32>",
    "expected “x” and an element type such as f32, found “×” (U+00D7), which only looks "
    "like “x”, at character 9" },
  { "negative", "tensor<-1xf32>",
    "an axis size is 0 to 9223372036854775807, found -1 at character 8" },
  { "too-large", "tensor<9223372036854775808xf32>",
    "an axis size is 0 to 9223372036854775807, found 9223372036854775808 at character "
    "8" },
  { "rank-17", "tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>",
    "a shape has at most 16 axes, found another at character 40" },
};

static void
test_type (gconstpointer data)
{
  const TypeCase *c = data;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  ImMlirType type = { .shape.rank = 99 };

  if (!im_mlir_type_parse (c->text, &type, &error))
    {
      g_assert_cmpstr (error->message, ==, c->expected);
      g_assert_cmpuint (type.shape.rank, ==, 99);
      return;
    }

  g_assert_no_error (error);
  g_string_append_printf (text, "%s ", im_mlir_kind_get_name (type.kind));
  im_open_shape_append_text (&type.shape, text);
  g_assert_cmpstr (text->str, ==, c->expected);
}

typedef struct
{
  const char *texts[3];
  ImBroadcastFamily family;
} GuessCase;

static const GuessCase guess_cases[] = {
  { { "[2,3]", "[3]" }, IM_BROADCAST_FAMILY_IMAGINET },
  { { NULL }, IM_BROADCAST_FAMILY_IMAGINET },
  { { "nonsense" }, IM_BROADCAST_FAMILY_IMAGINET },
  { { "[2,3]", "[?]" }, IM_BROADCAST_FAMILY_MLIR },
  { { "*", "[2]" }, IM_BROADCAST_FAMILY_MLIR },
  { { "[2,3]", "tensor<3xf32>" }, IM_BROADCAST_FAMILY_MLIR },
  { { "tensor<f32>" }, IM_BROADCAST_FAMILY_MLIR },
  { { "vector<4xf32>" }, IM_BROADCAST_FAMILY_MLIR },
  { { "i32", "[2]" }, IM_BROADCAST_FAMILY_MLIR },
  { { "tensor<int, 3>", "[2]" }, IM_BROADCAST_FAMILY_TML },
  { { "int", "real" }, IM_BROADCAST_FAMILY_TML },
  { { " tensor < tensor<int,3>, 2>" }, IM_BROADCAST_FAMILY_TML },
};

static void
test_guess (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (guess_cases); i++)
    {
      const GuessCase *c = &guess_cases[i];
      guint n = g_strv_length ((GStrv) (void *) c->texts);

      g_test_message ("%s", n > 0 ? c->texts[0] : "nothing");
      g_assert_cmpint (im_broadcast_family_guess (c->texts, n), ==, c->family);
    }
}

typedef struct
{
  ImBroadcastFamily family;
  const char *operations; /* NULL for any */
  ImBroadcastRules rules;
} OperationCase;

static const OperationCase operation_cases[] = {
  { IM_BROADCAST_FAMILY_IMAGINET, "broadcast", IM_BROADCAST_RULES_GROUPS },
  { IM_BROADCAST_FAMILY_IMAGINET, "+ - * /", IM_BROADCAST_RULES_OPERATORS },
  { IM_BROADCAST_FAMILY_NUMPY, "broadcast + where ** maximum", IM_BROADCAST_RULES_NUMPY },
  { IM_BROADCAST_FAMILY_NUMPY, "+= >>=", IM_BROADCAST_RULES_NUMPY_IN_PLACE },
  { IM_BROADCAST_FAMILY_NUMPY, "=", IM_BROADCAST_RULES_NUMPY_ASSIGNMENT },
  { IM_BROADCAST_FAMILY_NUMPY, "@ matmul", IM_BROADCAST_RULES_NUMPY_MATMUL },
  { IM_BROADCAST_FAMILY_MLIR, "broadcastable tosa.add", IM_BROADCAST_RULES_MLIR },
  { IM_BROADCAST_FAMILY_TML, "+ - * / %", IM_BROADCAST_RULES_TML_ARITHMETIC },
  { IM_BROADCAST_FAMILY_TML, "> < >= <= == !=", IM_BROADCAST_RULES_TML_RELATIONAL },
  { IM_BROADCAST_FAMILY_TML, "&& ||", IM_BROADCAST_RULES_TML_LOGICAL },
  { IM_BROADCAST_FAMILY_TML, "& | ^ << >>", IM_BROADCAST_RULES_TML_BITWISE },
  { IM_BROADCAST_FAMILY_TML, "=", IM_BROADCAST_RULES_TML_ASSIGNMENT },
};

static void
test_operations (void)
{
  ImBroadcastRules rules;

  for (gsize i = 0; i < G_N_ELEMENTS (operation_cases); i++)
    {
      const OperationCase *c = &operation_cases[i];
      g_auto (GStrv) words = g_strsplit (c->operations, " ", -1);

      g_assert_cmpint (im_broadcast_rules_get_family (c->rules), ==, c->family);
      for (gsize j = 0; words[j] != NULL; j++)
        {
          g_assert_true (im_broadcast_family_find_rules (c->family, words[j], &rules));
          g_assert_cmpint (rules, ==, c->rules);
        }
    }

  g_assert_false (
      im_broadcast_family_find_rules (IM_BROADCAST_FAMILY_IMAGINET, "%", &rules));
  g_assert_false (
      im_broadcast_family_find_rules (IM_BROADCAST_FAMILY_TML, "+ -", &rules));
  g_assert_false (im_broadcast_family_find_rules (IM_BROADCAST_FAMILY_TML, "", &rules));
  g_assert_cmpint (im_broadcast_rules_get_family (IM_BROADCAST_RULES_MLIR_CAST), ==,
                   IM_BROADCAST_FAMILY_MLIR);
}

static void
test_names (void)
{
  static const char *const texts[] = { "[2]", "[3]" };
  static const char *const names[] = { "input", "bias" };
  g_autoptr (ImArena) arena = im_arena_new ();
  const ImBroadcastReport *report = im_broadcast_report_parse (
      IM_BROADCAST_RULES_NUMPY, "add", names, texts, 2, NULL, arena, NULL);

  g_assert_cmpstr (report->operation, ==, "add");
  g_assert_cmpstr (report->names[1], ==, "bias");
  g_assert_cmpstr (report->message, ==,
                   "input [2] and bias [3] do not broadcast: in d0 input has 2 and bias "
                   "has 3; sizes of a column have to be equal, or 1");
}

static void
test_count (void)
{
  static const char *const texts[] = { "[2]", "[2]", "[2]" };
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GError) error = NULL;

  g_assert_null (im_broadcast_report_parse (IM_BROADCAST_RULES_GROUPS, NULL, NULL, texts,
                                            3, NULL, arena, &error));
  g_assert_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_SYNTAX);
  g_assert_cmpstr (error->message, ==, "expected two operands, found 3");
}

/* What stands in front of the types gives names, but only such as can be shown. */
static void
test_line_names (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  const ImBroadcastReport *report = im_broadcast_report_parse_mlir (
      "%r = \"test.op\"(%a, \033[1m) : (tensor<1xi8>, tensor<4xi8) -> tensor<4xi8",
      IM_BROADCAST_RULES_MLIR, arena, NULL);

  g_assert_nonnull (report);
  g_assert_cmpstr (report->operation, ==, "test.op");
  g_assert_cmpstr (report->names[0], ==, "%a");
  g_assert_cmpstr (report->names[1], ==, "operand #1");
  g_assert_cmpstr (report->texts[1], ==, "tensor<4xi8");
  g_assert_cmpstr (report->code, ==, "exact");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (type_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/broadcast-parse/type/", type_cases[i].name,
                                           NULL);

      g_test_add_data_func (path, &type_cases[i], test_type);
    }
  g_test_add_func ("/broadcast-parse/guess", test_guess);
  g_test_add_func ("/broadcast-parse/operations", test_operations);
  g_test_add_func ("/broadcast-parse/names", test_names);
  g_test_add_func ("/broadcast-parse/count", test_count);
  g_test_add_func ("/broadcast-parse/line-names", test_line_names);

  return g_test_run ();
}
