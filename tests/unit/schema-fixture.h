/* The schema of .imunit files, loaded for tests, and a text that uses all of it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <libxml/relaxng.h>

#include "schema-grammar.h"

G_BEGIN_DECLS

/**
 * SchemaFixture:
 * @doc: the schema as XML
 * @schema: the schema, compiled
 * @grammar: the names it declares
 * @every: the text of `schema/every.imunit`, which has every element and attribute
 */
typedef struct
{
  xmlDoc *doc;
  xmlRelaxNG *schema;
  SchemaGrammar *grammar;
  char *every;
} SchemaFixture;

extern SchemaFixture schema_fixture;

void schema_fixture_load (void);
void schema_fixture_free (void);

/**
 * schema_fixture_parse:
 * @text: well-formed XML
 * @length: its bytes, or -1 for a string
 *
 * Returns: (transfer full): the document
 */
xmlDoc *schema_fixture_parse (const char *text, gssize length);

/**
 * schema_fixture_accepts:
 * @doc: a document
 *
 * Validates a document. What is wrong becomes test messages.
 *
 * Returns: whether it is valid
 */
gboolean schema_fixture_accepts (xmlDoc *doc);

/* The same for a text, as schema_fixture_parse() takes it. */
gboolean schema_fixture_accepts_text (const char *text, gssize length);

G_END_DECLS
