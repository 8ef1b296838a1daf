/* SPDX-License-Identifier: MIT */
#include "schema-fixture.h"

#include <libxml/parser.h>
#include <string.h>

SchemaFixture schema_fixture;

static void
note_error (void *data, xmlErrorPtr error)
{
  g_test_message ("%s:%d: %s", error->file == NULL ? "?" : error->file, error->line,
                  g_strchomp (error->message));
}

void
schema_fixture_load (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "imunit.rng",
                                                 NULL);
  g_autofree char *every = g_test_build_filename (G_TEST_DIST, "unit", "schema",
                                                  "every.imunit", NULL);
  xmlRelaxNGParserCtxt *context = xmlRelaxNGNewParserCtxt (path);

  g_assert_true (g_file_get_contents (every, &schema_fixture.every, NULL, NULL));
  schema_fixture.doc = xmlReadFile (path, NULL, XML_PARSE_NONET);
  g_assert_nonnull (schema_fixture.doc);
  schema_fixture.grammar = schema_grammar_new (schema_fixture.doc);
  xmlRelaxNGSetParserStructuredErrors (context, note_error, NULL);
  schema_fixture.schema = xmlRelaxNGParse (context);
  g_assert_nonnull (schema_fixture.schema);
  xmlRelaxNGFreeParserCtxt (context);
}

void
schema_fixture_free (void)
{
  schema_grammar_free (schema_fixture.grammar);
  xmlRelaxNGFree (schema_fixture.schema);
  xmlFreeDoc (schema_fixture.doc);
  g_free (schema_fixture.every);
  xmlRelaxNGCleanupTypes ();
  xmlCleanupParser ();
}

xmlDoc *
schema_fixture_parse (const char *text, gssize length)
{
  int n_bytes = length < 0 ? (int) strlen (text) : (int) length;
  xmlDoc *doc = xmlReadMemory (text, n_bytes, "test.imunit", NULL, XML_PARSE_NONET);

  g_assert_nonnull (doc);

  return doc;
}

gboolean
schema_fixture_accepts (xmlDoc *doc)
{
  xmlRelaxNGValidCtxt *context = xmlRelaxNGNewValidCtxt (schema_fixture.schema);
  int result;

  xmlRelaxNGSetValidStructuredErrors (context, note_error, NULL);
  result = xmlRelaxNGValidateDoc (context, doc);
  xmlRelaxNGFreeValidCtxt (context);
  g_assert_cmpint (result, >=, 0);

  return result == 0;
}

gboolean
schema_fixture_accepts_text (const char *text, gssize length)
{
  xmlDoc *doc = schema_fixture_parse (text, length);
  gboolean accepted = schema_fixture_accepts (doc);

  xmlFreeDoc (doc);

  return accepted;
}
