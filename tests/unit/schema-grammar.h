/* The names that a RELAX NG schema declares: which attributes and children an element
 * has.
 *
 * Patterns are the `element` and `attribute` elements of the schema's own XML tree.
 * References are followed, values and name classes without a name are left out.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>
#include <libxml/tree.h>

G_BEGIN_DECLS

typedef struct _SchemaGrammar SchemaGrammar;

/**
 * schema_grammar_new:
 * @doc: a schema; it must outlive the grammar
 *
 * Returns: the definitions of the schema, by name
 */
SchemaGrammar *schema_grammar_new (xmlDoc *doc);
void schema_grammar_free (SchemaGrammar *grammar);

/**
 * schema_grammar_find_start:
 * @grammar: a grammar
 *
 * Returns: the pattern of the root element
 */
xmlNode *schema_grammar_find_start (SchemaGrammar *grammar);

/**
 * schema_grammar_find_definition:
 * @grammar: a grammar
 * @name: the name of a definition
 *
 * Returns: the `define` element of that name, which must exist
 */
xmlNode *schema_grammar_find_definition (SchemaGrammar *grammar, const char *name);

/**
 * schema_grammar_list:
 * @grammar: a grammar
 * @pattern: the pattern of an element
 * @kind: `element` for its children, `attribute` for its attributes
 *
 * Returns: (transfer container): patterns by name
 */
GHashTable *schema_grammar_list (SchemaGrammar *grammar,
                                 xmlNode *pattern,
                                 const char *kind);

/**
 * schema_grammar_list_all:
 * @grammar: a grammar
 * @kind: `element` or `attribute`
 *
 * Returns: (transfer full): all patterns of the schema that have a name
 */
GPtrArray *schema_grammar_list_all (SchemaGrammar *grammar, const char *kind);

/**
 * schema_grammar_dup_documentation:
 * @pattern: a pattern
 *
 * Returns: (nullable): the text of its documentation
 */
char *schema_grammar_dup_documentation (const xmlNode *pattern);

/**
 * schema_grammar_dup_name:
 * @pattern: a pattern
 *
 * Returns: (nullable): the name of the element or attribute
 */
char *schema_grammar_dup_name (xmlNode *pattern);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SchemaGrammar, schema_grammar_free)

G_END_DECLS
