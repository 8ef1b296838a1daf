/* SPDX-License-Identifier: MIT
 *
 * What the check of a unit finds without inputs: each rule with a text that breaks it and
 * one that is like it but right.
 */
#include <glib/gstdio.h>
#include <string.h>

#include "check/im-unit-check.h"

/* A row is the content of <Imaginet>, or without a root the parameters of a function. */
typedef struct
{
  const char *name;
  const char *text;
  const char *found; /* place, code and message of each problem, a line each */
  const char *file;  /* a code file beside the unit, NULL if there is none */
  const char *code;  /* its text */
} Case;

#define INPUT "<InputSocket name=\"x\" />"
#define OUTPUT(type, shape) \
  "<OutputSocket name=\"y\" type=\"" type "\" shape=\"" shape "\" />"
#define HIDDEN(name, value) "<Hidden name=\"" name "\" value=\"" value "\" />"
#define FUNCTION(parameters, rest) \
  "<Function unit=\"A\"><Parameters>" parameters "</Parameters>" rest "</Function>"
#define CODE(name)                                                                    \
  FUNCTION (INPUT, "<Implementations><Implementation language=\"C\" fragment=\"" name \
                   ":f\" call=\"f(x)\" /></Implementations>")
#define TILE(fragment, call)                                                          \
  FUNCTION (INPUT OUTPUT ("x.type", "x.shape"),                                       \
            "<Implementations><Implementation language=\"Tile\" fragment=\"" fragment \
            "\" call=\"" call "\" /></Implementations>")
#define BEGIN        "#pragma IMAGINET_FRAGMENT_BEGIN \"f\"\nvoid f (const float *x)\n{\n"
#define END          "\n}\n#pragma IMAGINET_FRAGMENT_END\n"
#define PY_BEGIN     "#pragma IMAGINET_FRAGMENT_BEGIN \"f\"\n"
#define PY_END       "\n#pragma IMAGINET_FRAGMENT_END\n"
#define ASSERT(test) "<Contracts><Assert test=\"" test "\" error=\"no\" /></Contracts>"
#define NODES(nodes, connections)                                          \
  "<Compound unit=\"A\"><Nodes>" nodes "</Nodes><Connections>" connections \
  "</Connections></Compound>"
#define NODE(id)                                                               \
  "<ExpressionNode id=\"" id "\"><Expression type=\"Real\">X + 1</Expression>" \
  "<Input param=\"X\" type=\"Real\" /></ExpressionNode>"
#define LINK(from, to)                                                          \
  "<Connection><Source node=\"" from "\" param=\"output\" /><Target node=\"" to \
  "\" param=\"X\" /></Connection>"

static const Case cases[] = {
  /* Kinds. */
  { "type", INPUT OUTPUT ("3", "x.shape"),
    "operand-type “3”: the type of an output is a type, found an int\n" },
  { "type-right", INPUT OUTPUT ("x.type", "x.shape"), "" },
  { "type-chosen", INPUT OUTPUT ("x.shape.count == 1 ? x.type : System.Int8", "x.shape"),
    "" },
  { "shape", INPUT OUTPUT ("x.type", "3"),
    "operand-type “3”: the shape of an output is a shape, found an int\n" },
  { "shape-real", INPUT OUTPUT ("x.type", "System.Shape(2.5)"),
    "argument-type “2.5”: Shape expects an int as sizes, found a double\n" },
  { "shape-right", INPUT OUTPUT ("x.type", "System.Shape(2, x.shape.flat)"), "" },
  { "shape-negative", INPUT OUTPUT ("x.type", "System.Shape(-1)"),
    "shape “-1”: an axis size is 0 to 2147483647, found -1\n" },
  { "conditional",
    INPUT
    "<OutputSocket name=\"y\" type=\"x.type\" shape=\"x.shape\" conditional=\"1\" />",
    "operand-type “1”: the condition of a parameter is a bool, found an int\n" },
  { "conditional-right",
    INPUT "<OutputSocket name=\"y\" type=\"x.type\" shape=\"x.shape\" conditional=\"1 == "
          "1\" />",
    "" },
  { "rate",
    INPUT "<OutputSocket name=\"y\" type=\"x.type\" shape=\"x.shape\" rate=\"x.type\" />",
    "operand-type “x.type”: the rate of an output is a double, found a type\n" },
  { "rate-int",
    INPUT "<OutputSocket name=\"y\" type=\"x.type\" shape=\"x.shape\" rate=\"100\" />",
    "" },
  { "handle-real", "<Handle name=\"h\" size=\"1.5\" />",
    "operand-type “1.5”: the size of a handle in bytes is an int, found a double\n" },
  { "handle-negative", "<Handle name=\"h\" size=\"-4\" />",
    "value “-4”: the size of a handle in bytes is at least 0, found -4\n" },
  { "handle-hidden", HIDDEN ("n", "2 - 6") "<Handle name=\"h\" size=\"n\" />",
    "value “n”: the size of a handle in bytes is at least 0, found -4\n" },
  { "handle-right", INPUT "<Handle name=\"h\" size=\"x.shape.flat * 4\" />", "" },
  { "sum", HIDDEN ("h", "'a' + 1"),
    "operand-type “'a' + 1”: “+” takes numbers, arrays, or two strings, found a string "
    "and "
    "an int\n" },
  { "sum-of-parameters",
    "<StringOption name=\"s\" /><Int32Option name=\"n\" />" HIDDEN ("h", "s + n"),
    "operand-type “s + n”: “+” takes numbers, arrays, or two strings, found a string and "
    "an int\n" },
  { "sum-right", "<StringOption name=\"s\" />" HIDDEN ("h", "s + ',' + s"), "" },
  { "arity-none", HIDDEN ("h", "Math.sin()"),
    "argument-count “Math.sin()”: sin takes 1 argument (x: double), found none\n" },
  { "arity-two", HIDDEN ("h", "Math.sin(1, 2)"),
    "argument-count “Math.sin(1, 2)”: sin takes 1 argument (x: double), found 2\n" },
  { "arity-right", HIDDEN ("h", "Math.sin(1)"), "" },
  { "member", INPUT HIDDEN ("h", "x.type.count"),
    "unknown-member “count”: a type has no member “count”; a shape has a member of that "
    "name\n" },
  { "member-of-hidden", INPUT HIDDEN ("s", "x.shape") HIDDEN ("h", "s.rate"),
    "unknown-member “rate”: a shape has no member “rate”; a tensor has a member of that "
    "name\n" },
  { "member-once", INPUT HIDDEN ("h", "x.nothing"),
    "unknown-member “nothing”: no value has a member “nothing”\n" },
  { "left-out", HIDDEN ("h", "true ? 1 : 'a' + 1"),
    "operand-type “'a' + 1”: “+” takes numbers, arrays, or two strings, found a string "
    "and "
    "an int\n" },
  { "null-guard",
    "<InputSocket name=\"z\" optional=\"true\" />" HIDDEN (
        "h",
        "z == null ? 0 : z.shape.size(0)") HIDDEN ("g", "z == null || z.rate > 3"),
    "" },
  { "vain", HIDDEN ("h", "1 / 0"),
    "division-by-zero “1 / 0”: 1 / 0: division of ints by "
    "zero\n" },
  { "message",
    FUNCTION (INPUT,
              "<Contracts><Assert test=\"x.rate &gt; 1\" error=\"is "
              "{x.type.count}\" /></Contracts><Implementations />"),
    "unknown-member “count”: a type has no member “count”; a shape has a member of that "
    "name\n" },

  /* Contracts. */
  { "contract-kind", "!" ASSERT ("1"),
    "operand-type “1”: the test of a contract is a bool, found an int\n" },
  { "contract-false", "!" ASSERT ("1 &gt; 2"),
    "never-holds “1 &gt; 2”: this is false whatever the inputs and options are, so "
    "nobody "
    "can use the unit\n" },
  { "contract-false-for-all", "!" ASSERT ("x.rate &gt; 1 &amp;&amp; false"),
    "never-holds “x.rate &gt; 1 &amp;&amp; false”: this is false whatever the inputs and "
    "options are, so nobody can use the unit\n" },
  { "contract-right", "!" ASSERT ("x.shape.count == 1"), "" },
  { "contract-true", "!" ASSERT ("1 &lt; 2"), "" },
  { "contract-type-as-text", "!" ASSERT ("x.type == 'Float32' || x.rate &gt; 1"),
    "never-equal “x.type == 'Float32'”: a type is never equal to a string, so this is "
    "always false\n" },
  { "bool-as-number", HIDDEN ("h", "1 == true"),
    "never-equal “1 == true”: an int is never equal to a bool, so this is always "
    "false\n" },
  { "number-as-double", HIDDEN ("h", "1 == 1.0"), "" },
  { "spacing", HIDDEN ("h", "-1.abs"),
    "spacing “-1.abs”: the minus belongs to the number here: with a space behind it, it "
    "would apply to the whole\n" },
  { "spacing-clear", HIDDEN ("h", "- 1.abs") HIDDEN ("g", "(-1).abs"), "" },
  { "rounding", HIDDEN ("h", "Math.melPoints(0, 4000, 2, 9, 8000) * 0.3"),
    "rounding “Math.melPoints(0, 4000, 2, 9, 8000) * 0.3”: elements of Int16 are rounded "
    "half to even and saturated here, so fractions are lost\n" },
  { "rounding-division", HIDDEN ("h", "Math.melPoints(0, 4000, 2, 9, 8000) / 2"),
    "rounding “Math.melPoints(0, 4000, 2, 9, 8000) / 2”: elements of Int16 are rounded "
    "half to even and saturated here, while a quotient of ints loses its fraction\n" },
  { "rounding-none",
    HIDDEN ("h", "Math.melPoints(0, 4000, 2, 9, 8000) * 3")
        HIDDEN ("g", "Math.hann(System.Float32, 4) / 2"),
    "" },

  /* Parameters that need themselves. */
  { "cycle", HIDDEN ("h", "g + 1") HIDDEN ("g", "h + 1"),
    "recursion “h”: “h” needs its own value: h → g → h\n" },
  { "cycle-self", HIDDEN ("h", "h + 1"),
    "recursion “h”: “h” needs its own value: h → h\n" },
  { "cycle-output", INPUT OUTPUT ("y.type", "x.shape"),
    "recursion “y”: “y” needs its own value: y → y\n" },
  { "cycle-lazy",
    "<BoolOption name=\"b\" />" HIDDEN ("h", "b ? g : 1") HIDDEN ("g", "b ? 1 : h"),
    "recursion “h”: “h” may need its own value: h → g → h\n" },
  { "cycle-none", HIDDEN ("h", "g + k") HIDDEN ("g", "k + 1") HIDDEN ("k", "1"), "" },

  /* Implementations. */
  { "two-always",
    FUNCTION (INPUT,
              "<Implementations>"
              "<Implementation language=\"C\" fragment=\"a.h:f\" call=\"f(x)\" />"
              "<Implementation language=\"C\" fragment=\"a.h:g\" call=\"g(x)\" />"
              "</Implementations>"),
    "ambiguous-implementation “Implementation”: this implementation in C and a.h:f both "
    "fit "
    "always\n" },
  { "two-languages",
    FUNCTION (INPUT,
              "<Implementations>"
              "<Implementation language=\"C\" fragment=\"a.h:f\" call=\"f(x)\" />"
              "<Implementation language=\"Python\" fragment=\"a.py:f\" call=\"f(x)\" />"
              "</Implementations>"),
    "" },
  { "two-of-the-newer-dialect",
    "<Unit name=\"A\"><Parameters>" INPUT "</Parameters><Implementations>"
    "<Implementation language=\"C\" fragment=\"a.h:f\" call=\"f(x)\" />"
    "<Implementation language=\"C\" fragment=\"a.h:g\" call=\"g(x)\" />"
    "</Implementations></Unit>",
    "ambiguous-implementation “Implementation”: this implementation in C is never used, "
    "because a.h:f always fits\n" },
  { "first-has-a-condition",
    "<Unit name=\"A\"><Parameters>" INPUT "</Parameters><Implementations>"
    "<Implementation language=\"C\" fragment=\"a.h:f\" call=\"f(x)\">"
    "<Conditional value=\"x.rate &gt; 1\" /></Implementation>"
    "<Implementation language=\"C\" fragment=\"a.h:g\" call=\"g(x)\" />"
    "</Implementations></Unit>",
    "" },
  { "condition-kind",
    FUNCTION (INPUT,
              "<Implementations>"
              "<Implementation language=\"C\" fragment=\"a.h:f\" call=\"f(x)\">"
              "<Conditional value=\"1\" /></Implementation></Implementations>"),
    "operand-type “1”: the condition of an implementation is a bool, found an int\n" },
  { "optimize",
    FUNCTION (INPUT "<Int32Option name=\"n\" />",
              "<Implementations>"
              "<Implementation language=\"C\" fragment=\"a.h:f\" call=\"f(x)\">"
              "<ConstantType constant=\"n\" type=\"Int16\" optimize=\"maybe\" />"
              "<ConstantType constant=\"n\" type=\"Int16\" optimize=\"warning\" />"
              "</Implementation></Implementations>"),
    "unknown-value “maybe”: “maybe” has no meaning here; optimize is warning, or is not "
    "given\n" },
  { "ui",
    "<Int32Option name=\"n\" ui=\"Knob\" /><Int32Option name=\"m\" ui=\"slider\" />"
    "<Int32Option name=\"k\" ui=\"TextBox\" />",
    "unknown-value “Knob”: an option cannot be shown as “Knob”\n" },
  { "queue-body",
    "<Queue unit=\"A\"><Parameters>" INPUT "</Parameters><Implementations />"
    "<Enqueue /><Dequeue /></Queue>",
    "unused-section “Implementations”: a queue does not use <Implementations>: its work "
    "is "
    "in <Enqueue> and <Dequeue>\n" },
  { "queue-right",
    "<Queue unit=\"A\"><Parameters>" INPUT "</Parameters><Enqueue /><Dequeue /></Queue>",
    "" },

  /* Options of pipelines. */
  { "unused-option",
    "<Composite unit=\"A\"><Parameters><InputSocket name=\"x\" pipe=\"data\" />"
    "<Int32Option name=\"n\" /><Int32Option name=\"m\" /><Int32Option name=\"k\" />"
    "<Int32Option name=\"all\" global=\"true\" />"
    "<OutputSocket name=\"y\" type=\"x.type\" shape=\"System.Shape(m)\" />"
    "</Parameters><Stacked><Unit id=\"B\"><Argument param=\"i\">2 + k</Argument></Unit>"
    "</Stacked></Composite>",
    "unknown-unit “B”: the unit “B” is in none of the folders that were searched\n"
    "unused-option “n”: nothing uses the option “n”\n" },
  { "unused-option-of-graph",
    NODES ("<Int32OptionNode id=\"a\" param=\"n\" />"
           "<Int32OptionNode id=\"b\" param=\"a\" />" NODE ("c"),
           "<Connection><Source node=\"a\" param=\"value\" />"
           "<Target node=\"c\" param=\"X\" /></Connection>"),
    "unused-option “a”: nothing uses the option “a”\n" },

  /* Composites. */
  { "inside-itself",
    "<Composite unit=\"A\"><Stacked><Unit id=\"A\" /></Stacked></Composite>",
    "recursion “A”: A → A: a unit cannot contain itself\n" },
  { "inside-each-other",
    "<Composite unit=\"A\"><Stacked><Unit id=\"B\" /></Stacked></Composite>"
    "<Composite unit=\"B\"><Stacked><Unit id=\"A\" /></Stacked></Composite>",
    "recursion “B”: A → B → A: a unit cannot contain itself\n"
    "recursion “A”: B → A → B: a unit cannot contain itself\n" },
  { "beside-each-other",
    "<Composite unit=\"A\"><Stacked><Unit id=\"B\" /><Unit id=\"B\" /></Stacked>"
    "</Composite><Composite unit=\"B\"><Stacked></Stacked></Composite>",
    "" },
#define USED                                                                             \
  "<Function unit=\"B\"><Parameters><DoubleOption name=\"d\" /><Int32Option name=\"n\" " \
  "/><InputSocket name=\"x\" /></Parameters><Implementations /></Function>"
  { "argument-kind",
    USED "<Composite unit=\"A\"><Stacked><Unit id=\"B\"><Argument "
         "param=\"d\">'x'</Argument><Argument param=\"n\">2.5</Argument>"
         "</Unit></Stacked></Composite>",
    "operand-type “'x'”: the argument “d” is a double, found a string\n"
    "operand-type “2.5”: the argument “n” is an int, found a double\n" },
  { "argument-twice",
    USED
    "<Composite unit=\"A\"><Stacked><Unit id=\"B\"><Argument param=\"n\">1</Argument>"
    "<Argument param=\"n\">1</Argument></Unit></Stacked></Composite>",
    "duplicate-link “n”: the argument “n” is given already\n" },
  { "argument-right",
    USED
    "<Composite unit=\"A\"><Parameters><InputSocket name=\"x\" /></Parameters>"
    "<Stacked><Unit id=\"B\"><Argument param=\"d\">1</Argument>"
    "<Argument param=\"n\">x.shape.count</Argument><Argument param=\"x\">x</Argument>"
    "</Unit></Stacked></Composite>",
    "" },

  /* Compounds. */
  { "literal",
    USED NODES ("<UnitNode id=\"b\" unit=\"B\"><Int32Argument "
                "param=\"n\">many</Int32Argument></UnitNode>",
                ""),
    "bad-value “many”: “many” is no int, as which “n” is declared\n" },
  { "literal-right",
    USED NODES ("<UnitNode id=\"b\" unit=\"B\"><Int32Argument "
                "param=\"n\">3</Int32Argument></UnitNode>",
                ""),
    "" },
  { "nodes-cycle", NODES (NODE ("a") NODE ("b"), LINK ("a", "b") LINK ("b", "a")),
    "cycle “a”: these nodes need each other: a → b → a\n" },
  { "node-fed-twice",
    NODES (NODE ("a") NODE ("b") NODE ("c"), LINK ("a", "c") LINK ("b", "c")),
    "duplicate-link “X”: the input “X” of “c” is connected already\n" },
  { "nodes-right",
    NODES (NODE ("a") NODE ("b") NODE ("c"), LINK ("a", "b") LINK ("a", "c")), "" },
  { "node-kind",
    NODES ("<ExpressionNode id=\"a\"><Expression type=\"Integer\">X + 'a'</Expression>"
           "<Input param=\"X\" type=\"Real\" /></ExpressionNode>",
           ""),
    "operand-type “X + 'a'”: “+” takes numbers, arrays, or two strings, found a double "
    "and "
    "a string\n" },
  { "node-result",
    NODES ("<ExpressionNode id=\"a\"><Expression type=\"Shape\">X + 1</Expression>"
           "<Input param=\"X\" type=\"Real\" /></ExpressionNode>",
           ""),
    "operand-type “X + 1”: the result of an expression node is a shape, found a "
    "double\n" },
  { "node-result-is-cast",
    NODES ("<ExpressionNode id=\"a\"><Expression type=\"Integer\">X + 1</Expression>"
           "<Input param=\"X\" type=\"Real\" /></ExpressionNode>",
           ""),
    "" },
  { "node-test",
    NODES (
        "<AssertNode id=\"a\"><Inputs><Input param=\"X\" type=\"Real\" /></Inputs>"
        "<Tests><Test assert=\"X\" error=\"no\" /><Test assert=\"true\" error=\"no\" />"
        "</Tests></AssertNode>",
        ""),
    "operand-type “X”: the test of a contract is a bool, found a double\n"
    "never-holds “true”: this is true whatever the inputs and options are, so nobody can "
    "use the unit\n" },

  /* Code. */
  { "c-brace", CODE ("a.h"), "code-syntax “{”: this “{” is not closed\n", "a.h",
    BEGIN "  if (x) {" END },
  { "c-bracket", CODE ("a.h"), "code-syntax “]”: “]” cannot close the “(” of line 4\n",
    "a.h", BEGIN "  g (x];" END },
  { "c-too-many", CODE ("a.h"), "code-syntax “}”: nothing is open that “}” could close\n",
    "a.h", BEGIN "}" END },
  { "c-string", CODE ("a.h"), "code-syntax “\"a);”: this string has no end\n", "a.h",
    BEGIN "  g (\"a);" END },
  { "c-comment", CODE ("a.h"), "code-syntax “/*”: this comment has no end\n", "a.h",
    BEGIN "  /* never" END },
  { "c-right", CODE ("a.h"), "", "a.h",
    BEGIN
    "  g (x[0], \"(\\\"\", ')', '\\'', \"\\\\\"); /* ( */ // [\n#define A (\n" END },
  { "c-alternatives", CODE ("a.h"), "", "a.h",
    BEGIN "#ifdef A\n  if (x) {\n#else\n  {\n#endif\n  }" END },
  { "tile-right", TILE ("a.tile:a", "a(x)"), "", "a.tile",
    "function (I[N]) -> (O) { O[n : N] = +(I[n]); }" },
  { "tile-name", TILE ("a.tile:b", "b(x)"),
    "unknown-fragment “a.tile:b”: “a.tile” has no function “b”\n", "a.tile",
    "function (I[N]) -> (O) { O[n : N] = +(I[n]); }" },
  { "tile-python", TILE ("a.tile:f", "f(x)"), "", "a.tile",
    "def f(I):\n  N = TensorDim()\n  n = TensorIndex()\n  I.bind_dims(N)\n"
    "  O = TensorOutput(N)\n  O[n] += I[n]\n  return O\n" },
  { "tile-unknown", TILE ("a.tile:g", "g(x)"),
    "unknown-fragment “a.tile:g”: “a.tile” has no function “g”\n", "a.tile",
    "def f(I):\n  return I\n" },
  { "tile-arguments", TILE ("a.tile:f", "f(x, 3)"),
    "call-mismatch “f(x, 3)”: the call has 2 arguments, the formula takes 1\n", "a.tile",
    "def f(I):\n  return I\n" },
  { "tile-function", TILE ("a.tile:f", "g(x)"),
    "call-mismatch “g(x)”: the function of the formula is “f”, not “g”\n", "a.tile",
    "def f(I):\n  return I\n" },
  { "tile-syntax", TILE ("a.tile:a", "a(x)"), "syntax “;”: Expected “)”, found “;”\n",
    "a.tile", "function (I[N]) -> (O) { O[n : N] = +(I[n]; }" },
  { "tile-reference", TILE ("a", "a(x)"),
    "bad-fragment “a”: expected a file and a function, such as conv.tile:conv_1d\n",
    "a.tile", "def f(I):\n  return I\n" },
  { "tile-file", TILE ("b.tile:f", "f(x)"),
    "missing-fragment “b.tile:f”: there is no file “b.tile”\n", "a.tile",
    "def f(I):\n  return I\n" },
  { "python-bracket", CODE ("a.py"), "code-syntax “(”: this “(” is not closed\n", "a.py",
    PY_BEGIN "def f(x):\n    g(x\n" PY_END },
  { "python-colon", CODE ("a.py"),
    "code-syntax “)”: a line that begins with “def” needs a “:”\n", "a.py",
    PY_BEGIN "def f(x)\n    return x\n" PY_END },
  { "python-indented", CODE ("a.py"),
    "code-syntax “g”: this line is indented, but no block begins here\n", "a.py",
    PY_BEGIN "def f(x):\n    y = x\n      g(y)\n" PY_END },
  { "python-not-indented", CODE ("a.py"),
    "code-syntax “return”: a block is indented deeper than its head\n", "a.py",
    PY_BEGIN "def f(x):\nreturn x\n" PY_END },
  { "python-dedent", CODE ("a.py"),
    "code-syntax “return”: no block around this line is indented so far\n", "a.py",
    PY_BEGIN "def f(x):\n    if x:\n        g(x)\n  return x\n" PY_END },
  { "python-string", CODE ("a.py"), "code-syntax “\"\"\"a\n”: this string has no end\n",
    "a.py", PY_BEGIN "def f(x):\n    \"\"\"a" PY_END },
  { "python-empty-block", CODE ("a.py"),
    "code-syntax “:”: a block follows a “:”, found the end of the fragment\n", "a.py",
    PY_BEGIN "def f(x):\n" PY_END },
  { "python-right", CODE ("a.py"), "", "a.py",
    PY_BEGIN
    "# it's fine (\ndef f(x,\n  y={'a': 1}):\n    '''It's\n  odd (\n'''\n\n"
    "    if x: y = 1\n    elif y[1:2]:\n\t# tab\n        z = x + \\\n  y\n"
    "    else:\n        z = lambda a: a\n    return (z,\nx)\n\n\nw = 'a\\'b'\n" PY_END },

  /* What the documentation and the code name. */
  { "image",
    FUNCTION (INPUT,
              "<Description>See <Image file=\"b.png\" /> and <Image "
              "file=\"a.h\" />.</Description><Implementations />"),
    "missing-image “b.png”: there is no image “b.png” beside the unit\n", "a.h", "" },
  { "inline",
    FUNCTION (INPUT,
              "<Description><Inline fragment=\"a.h:g\" /><Inline fragment=\"a.h:f\" "
              "/></Description><Implementations />"),
    "unknown-fragment “a.h:g”: there is no fragment “g” in “a.h”\n", "a.h", BEGIN END },
  { "inline-file",
    FUNCTION (INPUT,
              "<Description><Inline fragment=\"b.h:g\" /></Description>"
              "<Implementations />"),
    "missing-fragment “b.h:g”: the file “b.h” does not exist\n" },
  { "test-file", CODE ("a.h"),
    "missing-test “b.c:t”: the test cannot be read: cannot open 'b.c': No such file or "
    "directory\n",
    "a.h", "#pragma IMAGINET_FRAGMENT_TEST \"b.c:t\"\n" BEGIN END },
  { "test-function", CODE ("a.h"), "missing-test “a.h:t”: “a.h” has no function “t”\n",
    "a.h", "#pragma IMAGINET_FRAGMENT_TEST \"a.h:t\"\n" BEGIN END },
  { "test-right", CODE ("a.h"), "", "a.h",
    "#pragma IMAGINET_FRAGMENT_TEST \"a.h:t\"\n" BEGIN END "void t (void) {}\n" },
};

static char *
make_text (const char *text)
{
  if (*text == '!')
    return g_strdup_printf (
        "<Imaginet>" FUNCTION (INPUT, "%s<Implementations />") "</Imaginet>", text + 1);
  if (strstr (text, "</Function>") == NULL && strstr (text, "</Unit>") == NULL &&
      strstr (text, "</Queue>") == NULL && strstr (text, "</Compound>") == NULL &&
      strstr (text, "</Composite>") == NULL)
    return g_strdup_printf (
        "<Imaginet>" FUNCTION ("%s", "<Implementations />") "</Imaginet>", text);

  return g_strdup_printf ("<Imaginet>%s</Imaginet>", text);
}

static void
write_file (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
remove_file (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_cmpint (g_remove (path), ==, 0);
}

/* A problem as a row has it. Implementations without their file are not what this is
 * about. */
static void
append_problem (const ImDiagnostic *problem, GString *out)
{
  const char *text = im_source_get_text (problem->source, NULL);

  g_string_append_printf (out, "%s “%.*s”: %s\n", problem->code,
                          (int) (problem->span.end - problem->span.start),
                          text + problem->span.start, problem->message);
}

static void
test_rule (gconstpointer data)
{
  const Case *c = data;
  g_autofree char *folder = g_dir_make_tmp ("check-rules-XXXXXX", NULL);
  g_autofree char *text = make_text (c->text);
  g_autofree char *path = g_build_filename (folder, "a.imunit", NULL);
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (GString) found = g_string_new (NULL);

  write_file (folder, "a.imunit", text);
  if (c->file != NULL)
    write_file (folder, c->file, c->code);
  im_unit_library_add_root (library, folder, diagnostics);

  const GPtrArray *files = im_unit_library_get_files (library);
  g_assert_cmpuint (files->len, ==, 1);
  const ImUnitFile *file = g_ptr_array_index (files, 0);
  for (guint i = 0; i < im_unit_file_get_count (file); i++)
    im_unit_check (im_unit_file_get_unit (file, i), library, diagnostics);
  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (diagnostics, i);

      if (c->file != NULL || strcmp (problem->code, "missing-fragment") != 0 ||
          strstr (c->text, "Inline") != NULL)
        append_problem (problem, found);
    }
  g_assert_cmpstr (found->str, ==, c->found);

  remove_file (folder, "a.imunit");
  if (c->file != NULL)
    remove_file (folder, c->file);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* How much code that is not there is missed. */
typedef struct
{
  const char *name;
  const char *parameters;
  const char *implementations;
  const char *found; /* severity and reference of each problem */
} Missing;

#define C(reference, rest) \
  "<Implementation language=\"C\" fragment=\"" reference "\" call=\"f(x)\"" rest
#define IF(condition) "><Conditional value=\"" condition "\" /></Implementation>"
#define PYTHON        "<Implementation language=\"Python\" fragment=\"b.py:f\" call=\"f(x)\" />"
#define SWITCH        "<BoolOption name=\"fast\" default=\"false\" />"

static const Missing missing_cases[] = {
  { "always", INPUT, C ("b.h:f", "/>"), "error b.h:f\n" },
  { "python-beside", INPUT, C ("a.h:f", "/>") PYTHON, "warning b.py:f\n" },
  { "python-alone", INPUT, PYTHON, "error b.py:f\n" },
  { "default-off", INPUT SWITCH, C ("b.h:f", IF ("fast")) C ("a.h:f", IF ("!fast")),
    "hint b.h:f\n" },
  { "default-on", INPUT SWITCH, C ("a.h:f", IF ("fast")) C ("b.h:f", IF ("!fast")),
    "error b.h:f\n" },
  { "no-default", INPUT "<BoolOption name=\"fast\" />",
    C ("a.h:f", IF ("fast")) C ("b.h:f", IF ("!fast")), "warning b.h:f\n" },
  { "input", INPUT,
    C ("b.h:f", IF ("x.type == System.Int8")) C ("b.h:g", IF ("x.shape.count == 2")),
    "warning b.h:f\n" },
  /* Once, where it is needed most. */
  { "once", INPUT SWITCH,
    C ("b.h:f", IF ("x.type == System.Int8 &amp;&amp; fast")) C ("b.h:g", IF ("!fast"))
        C ("b.h:h", "/>"),
    "error b.h:g\n" },
  { "fragment-once", INPUT SWITCH, C ("a.h:g", IF ("fast")) C ("a.h:g", IF ("!fast")),
    "error a.h:g\n" },
  { "fragment-vain", INPUT SWITCH, C ("a.h:g", IF ("fast")) C ("a.h:f", IF ("!fast")),
    "hint a.h:g\n" },
};

static void
test_missing (gconstpointer data)
{
  static const char *const severities[] = { "hint", "warning", "error" };
  const Missing *c = data;
  g_autofree char *folder = g_dir_make_tmp ("check-rules-XXXXXX", NULL);
  g_autofree char *text = g_strdup_printf (
      "<Imaginet><Unit name=\"A\"><Parameters>%s</Parameters>"
      "<Implementations>%s</Implementations></Unit></Imaginet>",
      c->parameters, c->implementations);
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (GString) found = g_string_new (NULL);

  write_file (folder, "a.imunit", text);
  write_file (folder, "a.h", BEGIN END);
  im_unit_library_add_root (library, folder, diagnostics);
  im_unit_check (im_unit_library_find (library, "A"), library, diagnostics);
  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (diagnostics, i);

      g_string_append_printf (found, "%s %.*s\n", severities[problem->severity],
                              (int) (problem->span.end - problem->span.start),
                              im_source_get_text (problem->source, NULL) +
                                  problem->span.start);
    }
  g_assert_cmpstr (found->str, ==, c->found);

  remove_file (folder, "a.imunit");
  remove_file (folder, "a.h");
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_set_nonfatal_assertions ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/check-rules/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_rule);
    }

  for (gsize i = 0; i < G_N_ELEMENTS (missing_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/unit/check/missing/", missing_cases[i].name,
                                           NULL);

      g_test_add_data_func (path, &missing_cases[i], test_missing);
    }

  return g_test_run ();
}
