/* SPDX-License-Identifier: MIT */
#include "schema-grammar.h"

#include <string.h>

struct _SchemaGrammar
{
  xmlNode *root;
  GHashTable *definitions; /* name to `define` */
};

static gboolean
is_named (const xmlNode *node, const char *name)
{
  return node->type == XML_ELEMENT_NODE && strcmp ((const char *) node->name, name) == 0;
}

static char *
dup_attribute (xmlNode *node, const char *name)
{
  xmlChar *value = xmlGetNoNsProp (node, (const xmlChar *) name);
  char *copy = g_strdup ((const char *) value);

  xmlFree (value);

  return copy;
}

SchemaGrammar *
schema_grammar_new (xmlDoc *doc)
{
  SchemaGrammar *grammar = g_new0 (SchemaGrammar, 1);

  grammar->root = xmlDocGetRootElement (doc);
  grammar->definitions = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (xmlNode *node = grammar->root->children; node != NULL; node = node->next)
    if (is_named (node, "define"))
      g_assert_true (
          g_hash_table_insert (grammar->definitions, dup_attribute (node, "name"), node));

  return grammar;
}

void
schema_grammar_free (SchemaGrammar *grammar)
{
  g_hash_table_unref (grammar->definitions);
  g_free (grammar);
}

xmlNode *
schema_grammar_find_definition (SchemaGrammar *grammar, const char *name)
{
  xmlNode *definition = g_hash_table_lookup (grammar->definitions, name);

  g_assert_nonnull (definition);

  return definition;
}

/* Collects below @node, but not inside of patterns it finds. */
static void
collect (SchemaGrammar *grammar, xmlNode *node, const char *kind, GHashTable *out)
{
  for (xmlNode *child = node->children; child != NULL; child = child->next)
    if (is_named (child, "ref"))
      {
        g_autofree char *name = dup_attribute (child, "name");

        collect (grammar, schema_grammar_find_definition (grammar, name), kind, out);
      }
    else if (is_named (child, "element") || is_named (child, "attribute"))
      {
        char *name = schema_grammar_dup_name (child);

        if (name != NULL && is_named (child, kind))
          g_hash_table_insert (out, name, child);
        else
          g_free (name);
      }
    else
      collect (grammar, child, kind, out);
}

GHashTable *
schema_grammar_list (SchemaGrammar *grammar, xmlNode *pattern, const char *kind)
{
  GHashTable *out = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  collect (grammar, pattern, kind, out);

  return out;
}

xmlNode *
schema_grammar_find_start (SchemaGrammar *grammar)
{
  for (xmlNode *node = grammar->root->children; node != NULL; node = node->next)
    if (is_named (node, "start"))
      {
        g_autoptr (GHashTable) found = schema_grammar_list (grammar, node, "element");
        GHashTableIter iter;
        gpointer pattern;

        g_assert_cmpuint (g_hash_table_size (found), ==, 1);
        g_hash_table_iter_init (&iter, found);
        g_hash_table_iter_next (&iter, NULL, &pattern);

        return pattern;
      }

  g_assert_not_reached ();
}

static void
collect_all (xmlNode *node, const char *kind, GPtrArray *out)
{
  for (xmlNode *child = node->children; child != NULL; child = child->next)
    {
      if (is_named (child, kind) && xmlHasProp (child, (const xmlChar *) "name") != NULL)
        g_ptr_array_add (out, child);
      collect_all (child, kind, out);
    }
}

GPtrArray *
schema_grammar_list_all (SchemaGrammar *grammar, const char *kind)
{
  GPtrArray *out = g_ptr_array_new ();

  collect_all (grammar->root, kind, out);

  return out;
}

char *
schema_grammar_dup_documentation (const xmlNode *pattern)
{
  for (xmlNode *child = pattern->children; child != NULL; child = child->next)
    if (is_named (child, "documentation"))
      {
        xmlChar *text = xmlNodeGetContent (child);
        char *copy = g_strdup ((const char *) text);

        xmlFree (text);
        return copy;
      }

  return NULL;
}

char *
schema_grammar_dup_name (xmlNode *pattern)
{
  return dup_attribute (pattern, "name");
}
