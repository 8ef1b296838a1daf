/* SPDX-License-Identifier: MIT
 *
 * The schema accepts what exists, refuses what is wrong, and explains all it declares.
 */
#include <string.h>

#include "../xml/test-documents.h"
#include "schema-fixture.h"
#include "tensor/im-dtype.h"
#include "unit/im-unit-file.h"

static void
check_file (const char *path, GBytes *bytes, gpointer data)
{
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);

  g_assert_true (schema_fixture_accepts_text (text, length));
}

static void
test_units (void)
{
  test_documents_for_each_unit (check_file, NULL);
}

static void
test_examples (void)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "..", "data", "examples",
                                                   NULL);
  g_autoptr (GDir) entries = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n_files = 0;

  g_assert_nonnull (entries);
  while ((name = g_dir_read_name (entries)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *text = NULL;
      gsize length;

      if (!g_str_has_suffix (name, ".imunit"))
        continue;
      g_test_message ("%s", path);
      g_assert_true (g_file_get_contents (path, &text, &length, NULL));
      g_assert_true (schema_fixture_accepts_text (text, length));
      n_files++;
    }
  g_assert_cmpuint (n_files, >, 0);
}

static void
test_every (void)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (GBytes) bytes = g_bytes_new_static (schema_fixture.every,
                                                 strlen (schema_fixture.every));
  g_autoptr (ImUnitFile) file = im_unit_file_parse (bytes, "every.imunit", diagnostics);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    im_diagnostic_print (im_diagnostics_get (diagnostics, i), FALSE, text);
  g_assert_cmpstr (text->str, ==, "");
  g_assert_true (schema_fixture_accepts_text (schema_fixture.every, -1));
}

/* Each of these changes makes every.imunit invalid. */
typedef struct
{
  const char *name;
  const char *found; /* once in every.imunit */
  const char *changed;
} WrongCase;

static const WrongCase wrong_cases[] = {
  /* Names */
  { "element-misspelt", "<ReturnSocket", "<ReturnSockett" },
  { "element-case", "<HideInLibrary />", "<hideInLibrary />" },
  { "element-own-namespace", "<o:between />", "<im:between />" },
  { "attribute-misspelt", "optional=\"false\"", "optinal=\"false\"" },
  { "attribute-of-another-element", "mode=\"write\"", "mode=\"write\" size=\"1\"" },
  { "attribute-own-misspelt", "im:in-place-of", "im:inplace-of" },
  { "attribute-own-elsewhere", "mode=\"write\"", "mode=\"write\" im:rate=\"1\"" },
  { "root-of-another-namespace", "<Imaginet version",
    "<Imaginet xmlns=\"urn:imaginet-studio:1\" version" },
  /* What must be there */
  { "no-unit-id", "<Unit name=\"Test.Unit2\">", "<Unit>" },
  { "no-parameter-name", "name=\"view\" ", "" },
  { "no-output-type", " type=\"input.type\"", "" },
  { "no-output-shape", " shape=\"System.Shape(2)\"", "" },
  { "no-handle-size", " size=\"4 * count\"", "" },
  { "no-hidden-value", " value=\"input.shape.size(axis)\"", "" },
  { "no-stream-mode", " mode=\"write\"", "" },
  { "no-external-class", " class=\"Imaginet.Units.Signal.Hann.Hann\"", "" },
  { "no-external-call", " call=\"HannTableF32(size, fast)\"", "" },
  { "no-factory-class", " class=\"Imaginet.Units.Math.Labels.Labels\"", "" },
  { "no-inline-fragment", "Inline fragment=\"test.h:run\"", "Inline" },
  { "no-image-file", " file=\"images/test.png\"", "" },
  { "no-assert-test", " test=\"axis &gt;= 0\"", "" },
  { "no-assert-error", " error=\"Axis {axis} must be at least 0.\"", "" },
  { "no-language", " language=\"python\"", "" },
  { "no-fragment", " fragment=\"test.h:init\"", "" },
  { "no-call", " call=\"init(state)\"", "" },
  { "no-condition", "<Conditional value=\"axis == 1\" />", "<Conditional />" },
  { "no-tensor", "<TensorType tensor=\"output\" />", "<TensorType />" },
  { "no-constant", "<ConstantType constant=\"count\" />", "<ConstantType />" },
  { "no-example-type", "type=\"q15\" ", "" },
  { "no-example-output",
    "<im:Example><im:Output name=\"output_2\">1</im:Output></im:Example>",
    "<im:Example />" },
  { "example-number", "nan -INF", "nan none" },
  { "example-misspelt",
    "<im:Example><im:Output name=\"output_2\">1</im:Output></im:Example>",
    "<im:Exampel><im:Output name=\"output_2\">1</im:Output></im:Exampel>" },
  { "example-prefix", "<im:Argument param=\"axis\">1</im:Argument>",
    "<Argument param=\"axis\">1</Argument>" },
  { "no-argument-param", "<Argument param=\"input\"", "<Argument" },
  { "no-argument-text", "param=\"axis\" value=\"1\"", "param=\"axis\"" },
  { "no-node-id", "<ExpressionNode id=\"node_10\"", "<ExpressionNode" },
  { "no-node-param", " param=\"output\">", ">" },
  { "no-node-unit", " unit=\"Test.Function\">\n        <Int32A", ">\n        <Int32A" },
  { "no-node-expression", "<Expression value=\"1\" />", "" },
  { "no-source", "<Source node=\"node_3\" param=\"output\" />", "" },
  { "no-source-node", " node=\"node_3\" param=\"output\"", " param=\"output\"" },
  { "no-target-param", "node=\"node_2\" param=\"value\"", "node=\"node_2\"" },
  { "no-frame-id", "<im:Frame id=\"note\"", "<im:Frame" },
  { "no-frame-place", " y=\"4e1\"", "" },
  { "no-frame-size", " height=\"200\"", "" },
  { "frame-prefix", "<im:Frame id=\"note\"", "<Frame id=\"note\"" },
  { "no-stack", "Test.Composite3\"><Stacked />", "Test.Composite3\">" },
  { "no-nodes", "Test.Compound3\"><Nodes />", "Test.Compound3\">" },
  { "no-dequeue", "<Enqueue /><Body /><Dequeue />", "<Enqueue /><Body />" },
  { "no-enqueue", "<Enqueue /><Body /><Dequeue />", "<Dequeue />" },
  { "no-work", "<Function name=\"Test.Function2\"><Body />",
    "<Function name=\"Test.Function2\">" },
  /* What stands where */
  { "parameter-in-contracts", "<Contracts />", "<Contracts><Handle/></Contracts>" },
  { "implementation-in-unit", "<Body /></Function>",
    "<Body /><Implementation language=\"C\" fragment=\"a.h:b\" call=\"b()\" />"
    "</Function>" },
  { "section-in-section", "<Body /></Function>",
    "<Body><Implementations /></Body></Function>" },
  { "parameters-in-compound", "Compound3\"><Nodes />",
    "Compound3\"><Nodes /><Parameters />" },
  { "stack-in-function", "<Body /></Function>", "<Body /><Stacked /></Function>" },
  { "unit-in-unit", "<Body /></Function>",
    "<Body /><Function unit=\"B\"><Body /></Function></Function>" },
  { "argument-in-stack", "Composite3\"><Stacked />",
    "Composite3\"><Stacked><Argument param=\"a\">1</Argument></Stacked>" },
  { "header-in-header", "<Code>x</Code>", "<Header>x</Header>" },
  { "choices-of-socket", "<o:any />\n      </InputSocket>",
    "<OneOf />\n      </InputSocket>" },
  { "input-outside-of-inputs", "<Inputs><Input param=\"a\" type=\"Tensor\" /></Inputs>",
    "<Input param=\"a\" type=\"Tensor\" />" },
  { "text-in-stack", "Composite2\"><Stacked />", "Composite2\"><Stacked>text</Stacked>" },
  { "body-twice", "<Body /><Dequeue />", "<Body /><Implementations /><Dequeue />" },
  { "section-twice", "<Status returnStatus=\"true\" />", "<Status /><CanEnqueue />" },
  { "contracts-twice", "<Contracts />", "<Contracts /><Contracts />" },
  { "two-ids", "<Unit name=\"Test.Unit2\">", "<Unit name=\"Test.Unit2\" id=\"A\">" },
  { "two-defaults", "value=\"0\" />\n      <DoubleOption",
    "value=\"0\" default=\"0\" />\n      <DoubleOption" },
  { "two-values", ">size / 2<", " value=\"size\">size / 2<" },
  /* Values */
  { "boolean", "optional=\"false\"", "optional=\"maybe\"" },
  { "integer", "max=\"9\"", "max=\"9.5\"" },
  { "integer-too-large", "max=\"9\"", "max=\"2147483648\"" },
  { "number", "max=\"80.\"", "max=\"1,5\"" },
  { "number-infinite", "max=\"80.\"", "max=\"INF\"" },
  { "number-text", "<DefaultValue>1</DefaultValue>\n        <MinValue>-",
    "<DefaultValue>one</DefaultValue>\n        <MinValue>-" },
  { "shape", "default=\"(3, 128)\"", "default=\"[3, 128)\"" },
  { "shape-negative", "value=\"3,128\"", "value=\"3,-128\"" },
  { "name-with-digit-first", "name=\"view\"", "name=\"1view\"" },
  { "name-with-blank", "name=\"view\"", "name=\"my view\"" },
  { "name-reserved", "name=\"view\"", "name=\"null\"" },
  { "unit-id-with-blank", "name=\"Test.Unit2\">", "name=\"Test Unit2\">" },
  { "language", "language=\"python\"", "language=\"Rust\"" },
  { "fragment", "fragment=\"test.h:init\"", "fragment=\"init\"" },
  { "control", "ui=\"Slider\"", "ui=\"Knob\"" },
  { "direction", "mode=\"write\"", "mode=\"append\"" },
  { "element-type", "type=\"Int16\"", "type=\"Int24\"" },
  { "own-severity", "im:severity=\"warning\"", "im:severity=\"hint\"" },
  { "own-tolerance", "im:tolerance=\"2e-6\"", "im:tolerance=\"-1\"" },
  { "own-absolute-tolerance", "im:absolute-tolerance=\"1e-19\"",
    "im:absolute-tolerance=\"tiny\"" },
  { "own-input-tolerance", "im:input-tolerance=\"1e-6\"", "im:input-tolerance=\"-1\"" },
  { "own-input-limit", "im:input-limit=\"1e17\"", "im:input-limit=\"0\"" },
  { "own-float-twin", "im:float-twin=\"input\"", "im:float-twin=\"the input\"" },
  { "own-element-type", "im:type=\"Float32\"", "im:type=\"input.type\"" },
  { "frame-size", "width=\"300\"", "width=\"39\"" },
  { "frame-size-infinite", "width=\"300\"", "width=\"INF\"" },
  { "frame-place", "x=\"-20.5\"", "x=\"-1000001\"" },
  { "frame-color", "color=\"blue\"", "color=\"mauve\"" },
  { "empty-expression", "value=\"axis == 1\"", "value=\" \"" },
  { "empty-text", ">size / 2<", "> <" },
};

static char *
replace_once (const char *text, const char *found, const char *changed)
{
  const char *place = strstr (text, found);

  g_assert_nonnull (place);
  g_assert_null (strstr (place + 1, found));

  return g_strdup_printf ("%.*s%s%s", (int) (place - text), text, changed,
                          place + strlen (found));
}

static void
test_wrong (gconstpointer data)
{
  const WrongCase *c = data;
  g_autofree char *text = replace_once (schema_fixture.every, c->found, c->changed);

  g_assert_false (schema_fixture_accepts_text (text, -1));
}

static void
test_documentation (void)
{
  static const char *const kinds[] = { "element", "attribute" };

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      g_autoptr (GPtrArray) patterns = schema_grammar_list_all (schema_fixture.grammar,
                                                                kinds[k]);

      g_assert_cmpuint (patterns->len, >, 50);
      for (guint i = 0; i < patterns->len; i++)
        {
          xmlNode *pattern = g_ptr_array_index (patterns, i);
          g_autofree char *text = schema_grammar_dup_documentation (pattern);

          g_test_message ("imunit.rng:%ld", xmlGetLineNo (pattern));
          g_assert_nonnull (text);
          g_assert_true (g_str_has_suffix (text, "."));
        }
    }
}

static void
test_element_types (void)
{
  xmlNode *choice = xmlFirstElementChild (
      schema_grammar_find_definition (schema_fixture.grammar, "element-type"));
  xmlNode *value = xmlFirstElementChild (choice);

  for (guint i = 0; i < IM_N_DTYPES; i++, value = xmlNextElementSibling (value))
    {
      xmlChar *name = xmlNodeGetContent (value);

      g_assert_cmpstr ((const char *) name, ==,
                       im_dtype_get_info ((ImDType) i)->system_name);
      xmlFree (name);
    }
  g_assert_cmpstr ((const char *) value->name, ==, "data");
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  schema_fixture_load ();

  g_test_add_func ("/schema/every", test_every);
  g_test_add_func ("/schema/units", test_units);
  g_test_add_func ("/schema/examples", test_examples);
  g_test_add_func ("/schema/documentation", test_documentation);
  g_test_add_func ("/schema/element-types", test_element_types);
  for (guint i = 0; i < G_N_ELEMENTS (wrong_cases); i++)
    {
      g_autofree char *name = g_strconcat ("/schema/wrong/", wrong_cases[i].name, NULL);

      g_test_add_data_func (name, &wrong_cases[i], test_wrong);
    }
  status = g_test_run ();
  schema_fixture_free ();

  return status;
}
