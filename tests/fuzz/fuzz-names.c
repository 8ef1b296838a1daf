/* SPDX-License-Identifier: MIT
 *
 * The input is a name. A pipeline of which everything has that name becomes a bundle and
 * a Python reference, whatever a reader says to it. Each file is then what it is with a
 * harmless name, but for comments and texts.
 */
#include <string.h>

#include "base/im-escape.h"
#include "bundle/files/im-emit-bundle.h"
#include "emit/im-emit-python.h"
#include "fragment/im-code-token.h"
#include "fragment/im-licence.h"
#include "fuzz-library.h"
#include "fuzz.h"
#include "program/im-program.h"
#include "xml/im-xml.h"

#define MAX_NAME_BYTES 120

/* The name takes the places of @. */
static const char pipeline[] =
    "<Imaginet xmlns:im=\"urn:imaginet-studio:1\"><Composite unit=\"Fuzz.@\">"
    "<DisplayName>@</DisplayName><Parameters>"
    "<InputSocket name=\"input\" pipe=\"data\" text=\"@\" im:type=\"float32\" "
    "im:shape=\"[2]\"/>"
    "<OutputSocket name=\"output\" type=\"input.type\" shape=\"input.shape\" "
    "pipe=\"data\"/></Parameters><Stacked><Unit id=\"Inner.@\"/></Stacked></Composite>"
    "<Compound unit=\"Inner.@\"><Nodes>"
    "<TensorInputNode id=\"in@\" param=\"input\" name=\"@\"/>"
    "<UnitNode id=\"@\" unit=\"Core.Math.Abs\"/>"
    "<TensorOutputNode id=\"out@\" param=\"output\" name=\"@\"/></Nodes><Connections>"
    "<Connection><Source node=\"in@\" param=\"value\"/>"
    "<Target node=\"@\" param=\"input\"/></Connection>"
    "<Connection><Source node=\"@\" param=\"output\"/>"
    "<Target node=\"out@\" param=\"value\"/></Connection>"
    "</Connections></Compound></Imaginet>";

static ImUnitFile *
read_pipeline (const char *name, ImDiagnostics *diagnostics)
{
  g_autofree char *escaped = g_markup_escape_text (name, -1);
  g_auto (GStrv) lines = g_strsplit (escaped, "\n", -1);
  g_autofree char *attribute = g_strjoinv ("&#10;", lines);
  g_auto (GStrv) parts = g_strsplit (pipeline, "@", -1);
  g_autofree char *text = g_strjoinv (attribute, parts);
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  return im_unit_file_parse (bytes, FUZZ_UNITS "/fuzz.imunit", diagnostics);
}

/* Words that begin or end something; others may be made of the name. */
static gboolean
is_keyword (const char *word, gsize length)
{
  static const char *const keywords[] = { "import", "from",   "def",    "class",
                                          "return", "while",  "if",     "for",
                                          "exec",   "eval",   "define", "include",
                                          "static", "system", "error",  "pragma" };

  for (guint i = 0; i < G_N_ELEMENTS (keywords); i++)
    if (strlen (keywords[i]) == length && memcmp (keywords[i], word, length) == 0)
      return TRUE;

  return FALSE;
}

/* The tokens of a program without its texts and the names that it chooses. */
static void
append_code (const char *text, gboolean is_python, GString *out)
{
  ImCodeScanner scanner = { .text = text,
                            .end = (guint32) strlen (text),
                            .is_python = is_python };
  ImCodeToken token;

  while ((token = im_code_scanner_next (&scanner)).kind != IM_CODE_END)
    {
      gsize length = token.span.end - token.span.start;

      if (token.kind == IM_CODE_STRING)
        g_string_append (out, "\"\"");
      else if (token.kind == IM_CODE_WORD &&
               !is_keyword (text + token.span.start, length))
        g_string_append_c (out, 'w');
      else
        g_string_append_len (out, text + token.span.start, (gssize) length);
      g_string_append_c (out, token.starts_line ? '\n' : ' ');
    }
}

/* What stands outside of quotes, in which a backslash hides the next character. */
static void
append_unquoted (const char *text, char quote, GString *out)
{
  gboolean is_inside = FALSE;

  for (; *text != '\0'; text++)
    if (g_str_has_prefix (text, "```")) /* around lines of code */
      text += 2;
    else if (is_inside && *text == '\\' && quote == '"' && text[1] != '\0')
      text++;
    else if (*text == quote)
      is_inside = !is_inside;
    else if (!is_inside)
      g_string_append_c (out, *text);
    else
      g_assert_true (*text != '\n');
}

static void
append_elements (const ImXmlElement *element, GString *out)
{
  for (; element != NULL; element = element->next_sibling)
    {
      g_string_append_printf (out, "<%s", element->name);
      for (guint i = 0; i < element->n_attributes; i++)
        g_string_append_printf (out, " %s", element->attributes[i].name);
      g_string_append_c (out, '>');
      append_elements (element->first_child, out);
      g_string_append (out, "</>");
    }
}

static void
append_xml (GBytes *bytes, GString *out)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImXmlDocument) document = im_xml_document_parse (bytes, "fuzz.pdsc",
                                                              problems);

  g_assert_nonnull (document);
  append_elements (im_xml_document_get_root (document), out);
}

static void
append_lines (const char *text, GString *out)
{
  for (; *text != '\0'; text++)
    if (*text == '\n')
      g_string_append_c (out, '\n');
}

/* No character hides, and the text is in UTF-8. */
static void
check_characters (const char *text)
{
  g_assert_true (g_utf8_validate (text, -1, NULL));
  for (; *text != '\0'; text = g_utf8_next_char (text))
    g_assert_true (*text == '\n' || *text == '\t' ||
                   !im_escape_is_hidden (g_utf8_get_char (text)));
}

static void
append_file (const char *path, GBytes *bytes, GString *out)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  g_autofree char *text = g_strndup (data, length);

  if (g_str_has_prefix (path, "pipeline/"))
    return; /* copies */
  check_characters (text);
  g_assert_cmpuint (strlen (text), ==, length);
  g_string_append_printf (out, "=== %s\n", path);
  if (g_str_has_suffix (path, ".c") || g_str_has_suffix (path, ".h"))
    append_code (text, FALSE, out);
  else if (g_str_has_suffix (path, ".py"))
    append_code (text, TRUE, out);
  else if (g_str_has_suffix (path, ".json") || g_str_has_suffix (path, ".toml"))
    append_unquoted (text, '"', out);
  else if (g_str_has_suffix (path, ".md"))
    append_unquoted (text, '`', out);
  else if (g_str_has_suffix (path, ".pdsc"))
    append_xml (bytes, out);
  else if (g_str_equal (path, "LICENSE"))
    append_lines (text, out);
  else
    g_string_append (out, text);
}

static void
append_bundle (const ImProgram *program, GString *out)
{
  static const ImEmitOptions options = { .prefix = "FUZZ", .name = "fuzz" };
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImPlan) plan = im_plan_new (program, IM_LANGUAGE_C, problems);
  g_autoptr (ImArtifacts) artifacts = im_artifacts_new ();
  g_autoptr (ImEmission) emission = im_emit_bundle (plan, fuzz_get_library (), &options,
                                                    0, artifacts, problems);

  g_assert_nonnull (emission);
  for (guint i = 0; i < im_artifacts_get_count (artifacts); i++)
    append_file (im_artifacts_get_path (artifacts, i),
                 im_artifacts_get_bytes (artifacts, i), out);
}

static void
append_python (const ImProgram *program, GString *out)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImPlan) plan = im_plan_new (program, IM_LANGUAGE_PYTHON, problems);
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_true (im_emit_python (plan, fuzz_get_library (), text, problems));
  check_characters (text->str);
  append_code (text->str, TRUE, out);
}

/* NULL if there is no pipeline, because names clash. */
static char *
dup_structure (const char *name)
{
  g_autoptr (ImDiagnostics) reading = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImUnitFile) file = read_pipeline (name, reading);
  g_autoptr (ImProgram) program = NULL;
  g_autoptr (GString) out = g_string_new (NULL);

  fuzz_check_diagnostics (reading);
  if (file == NULL)
    return NULL;
  program = im_program_elaborate (im_unit_file_get_unit (file, 0), fuzz_get_library (),
                                  NULL, 0, problems);
  fuzz_check_diagnostics (problems);
  if (im_diagnostics_count (problems, IM_SEVERITY_ERROR) > 0)
    return NULL;
  append_bundle (program, out);
  append_python (program, out);

  return g_string_free (g_steal_pointer (&out), FALSE);
}

static char *
dup_licence (const char *text)
{
  g_autoptr (GPtrArray) tags = g_ptr_array_new ();
  gboolean is_expression;

  g_ptr_array_add (tags, (gpointer) text);
  g_autofree char *all = im_licence_dup_all (tags, &is_expression);

  return is_expression ? g_steal_pointer (&all) : NULL;
}

/* A name is a licence, too: one that was read is read again to the same. */
static void
check_licence (const char *name)
{
  g_autofree char *once = dup_licence (name);
  g_autofree char *twice = once == NULL ? NULL : dup_licence (once);

  g_assert_cmpstr (once, ==, twice);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  static char *harmless;
  g_autofree char *name = g_utf8_make_valid ((const char *) data,
                                             (gssize) MIN (size, MAX_NAME_BYTES));
  g_autofree char *structure = NULL;

  if (harmless == NULL)
    harmless = dup_structure ("plain");
  g_assert_nonnull (harmless);
  check_licence (name);
  structure = dup_structure (name);
  if (structure != NULL)
    g_assert_cmpstr (structure, ==, harmless);

  return 0;
}
