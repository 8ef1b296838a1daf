/* SPDX-License-Identifier: MIT
 *
 * The schema and the reader know the same names: each element of every.imunit is tried
 * with all names of the vocabulary, and without each of its parts.
 */
#include <string.h>

#include "base/im-diagnostics.h"
#include "schema-fixture.h"
#include "unit/im-unit-file.h"

#define OWN_PREFIX "im:"

/* What the reader says about a text: the names of all unknown elements or attributes, or
 * with a NULL @code only whether there is an error. */
static GHashTable *
read_unknown (const char *text, gsize length, const char *code, gboolean *has_error)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (GBytes) bytes = g_bytes_new (text, length);
  g_autoptr (ImUnitFile) file = im_unit_file_parse (bytes, "test.imunit", diagnostics);
  GHashTable *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  *has_error = FALSE;
  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (diagnostics, i);

      /* No schema knows which parameters a unit has. */
      if (problem->severity == IM_SEVERITY_ERROR &&
          strcmp (problem->code, "unknown-parameter") != 0)
        *has_error = TRUE;

      if (g_strcmp0 (problem->code, code) == 0)
        {
          const char *start = im_source_get_text (problem->source, NULL) +
                              problem->span.start;

          g_hash_table_add (names, g_strndup (start, strcspn (start, " =/>\t\r\n")));
        }
    }

  return names;
}

#define TAGS                                                                 \
  "ContextPushData ControlPipe DatasetGen DebugBuild ExcludeFromApiCodeGen " \
  "Experimental "                                                            \
  "HideInLibrary RecordingDevice Track"
#define TEXTS \
  "Code DefaultValue Description DisplayName DisplayPath MaxValue MinValue Text"

/* Where the reader takes what the schema refuses: it does not look into what only holds a
 * text or is shown to users, and reads choices of options of all kinds. */
static const struct
{
  const char *kind;
  const char *elements;
  const char *name; /* NULL for any */
} lenient[] = {
  { "attribute", TAGS " " TEXTS, NULL },
  { "element", TAGS " " TEXTS " Header Image Inline LineBreak", NULL },
  { "element",
    "BoolOption BooleanOption DirectoryOption External FileOption Handle InputSocket "
    "OutputSocket ReturnSocket ShapeOption Stream",
    "OneOf" },
};

static gboolean
is_lenient (const char *kind, const char *element, const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (lenient); i++)
    {
      g_auto (GStrv) elements = g_strsplit (lenient[i].elements, " ", -1);

      if (strcmp (kind, lenient[i].kind) == 0 &&
          (lenient[i].name == NULL || strcmp (name, lenient[i].name) == 0) &&
          g_strv_contains ((const char *const *) elements, element))
        return TRUE;
    }

  return FALSE;
}

/* All names of a kind that are anywhere in the schema. */
static GHashTable *
list_vocabulary (const char *kind)
{
  g_autoptr (GPtrArray) patterns = schema_grammar_list_all (schema_fixture.grammar, kind);
  GHashTable *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < patterns->len; i++)
    g_hash_table_add (names, schema_grammar_dup_name (g_ptr_array_index (patterns, i)));

  return names;
}

static GHashTable *
read_unknown_in (xmlDoc *doc, const char *code)
{
  xmlChar *text;
  int length;
  gboolean has_error;
  GHashTable *names;

  xmlDocDumpMemory (doc, &text, &length);
  names = read_unknown ((const char *) text, (gsize) length, code, &has_error);
  xmlFree (text);

  return names;
}

typedef struct
{
  const char *kind;
  const char *code;
  GHashTable *vocabulary;
  xmlDoc *doc;
  GHashTable *visited;  /* patterns */
  GHashTable *forgiven; /* elements where the reader takes more */
  guint n_differences;
} Comparison;

static void
compare_names (Comparison *comparison, xmlNode *node, GHashTable *declared)
{
  g_autoptr (GHashTable) unknown = read_unknown_in (comparison->doc, comparison->code);
  const char *element = (const char *) node->name;
  GHashTableIter iter;
  gpointer name;

  g_hash_table_iter_init (&iter, comparison->vocabulary);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    {
      gboolean in_schema = g_hash_table_contains (declared, name);
      gboolean in_reader = !g_hash_table_contains (unknown, name);

      if (in_schema == in_reader || (in_reader && g_str_has_prefix (name, OWN_PREFIX)))
        continue;
      if (in_reader && is_lenient (comparison->kind, element, name))
        {
          g_hash_table_add (comparison->forgiven, g_strdup (element));
          continue;
        }
      g_test_message ("every.imunit:%ld: %s %s of <%s> is only known to the %s",
                      xmlGetLineNo (node), comparison->kind, (const char *) name, element,
                      in_schema ? "schema" : "reader");
      comparison->n_differences++;
    }
}

static void
try_attributes (Comparison *comparison, xmlNode *node, GHashTable *declared)
{
  xmlNs *own = xmlSearchNsByHref (comparison->doc, node,
                                  (const xmlChar *) IM_UNIT_NAMESPACE);
  g_autoptr (GPtrArray) added = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer name;

  for (xmlAttr *attribute = node->properties; attribute != NULL;
       attribute = attribute->next)
    {
      g_autofree char *full = g_strconcat (attribute->ns == own ? OWN_PREFIX : "",
                                           (const char *) attribute->name, NULL);
      gpointer pattern = g_hash_table_lookup (declared, full);

      if (pattern != NULL)
        g_hash_table_add (comparison->visited, pattern);
    }

  g_hash_table_iter_init (&iter, comparison->vocabulary);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    {
      gboolean is_own = g_str_has_prefix (name, OWN_PREFIX);
      const xmlChar *local = (const xmlChar *) name + (is_own ? strlen (OWN_PREFIX) : 0);

      if (xmlHasNsProp (node, local, is_own ? own->href : NULL) == NULL)
        g_ptr_array_add (added,
                         xmlNewNsProp (node, is_own ? own : NULL, local, BAD_CAST "0"));
    }
  compare_names (comparison, node, declared);
  for (guint i = 0; i < added->len; i++)
    xmlRemoveProp (g_ptr_array_index (added, i));
}

static void
try_children (Comparison *comparison, xmlNode *node, GHashTable *declared)
{
  xmlNs *own = xmlSearchNsByHref (comparison->doc, node,
                                  (const xmlChar *) IM_UNIT_NAMESPACE);
  g_autoptr (GPtrArray) added = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer name;

  g_hash_table_iter_init (&iter, comparison->vocabulary);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    {
      gboolean is_own = g_str_has_prefix (name, OWN_PREFIX);
      const xmlChar *local = (const xmlChar *) name + (is_own ? strlen (OWN_PREFIX) : 0);
      xmlNode *child = xmlNewDocNode (comparison->doc, is_own ? own : NULL, local, NULL);

      g_ptr_array_add (added, xmlAddChild (node, child));
    }
  compare_names (comparison, node, declared);
  for (guint i = 0; i < added->len; i++)
    {
      xmlUnlinkNode (g_ptr_array_index (added, i));
      xmlFreeNode (g_ptr_array_index (added, i));
    }
}

static void
compare_element (Comparison *comparison, xmlNode *node, xmlNode *pattern)
{
  g_autoptr (GHashTable) children = schema_grammar_list (schema_fixture.grammar, pattern,
                                                         "element");
  g_autoptr (GHashTable) attributes = schema_grammar_list (schema_fixture.grammar,
                                                           pattern, "attribute");

  g_hash_table_add (comparison->visited, pattern);
  if (strcmp (comparison->kind, "attribute") == 0)
    try_attributes (comparison, node, attributes);
  else
    try_children (comparison, node, children);
  for (xmlNode *child = xmlFirstElementChild (node); child != NULL;
       child = xmlNextElementSibling (child))
    {
      gboolean is_own = child->ns != NULL &&
                        strcmp ((const char *) child->ns->href, IM_UNIT_NAMESPACE) == 0;
      g_autofree char *name = g_strconcat (is_own ? OWN_PREFIX : "",
                                           (const char *) child->name, NULL);
      xmlNode *inner = g_hash_table_lookup (children, name);

      if (child->ns != NULL && !is_own)
        continue;
      g_assert_nonnull (inner);
      compare_element (comparison, child, inner);
    }
}

static void
assert_lenient_is_needed (const char *kind, GHashTable *forgiven)
{
  for (guint i = 0; i < G_N_ELEMENTS (lenient); i++)
    {
      g_auto (GStrv) elements = g_strsplit (lenient[i].elements, " ", -1);

      for (guint j = 0; strcmp (kind, lenient[i].kind) == 0 && elements[j] != NULL; j++)
        {
          g_test_message ("the reader takes more than the schema in <%s>", elements[j]);
          g_assert_true (g_hash_table_contains (forgiven, elements[j]));
        }
    }
}

static void
test_agreement (gconstpointer kind)
{
  g_autoptr (GHashTable) vocabulary = list_vocabulary (kind);
  g_autoptr (GHashTable) visited = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) forgiven = g_hash_table_new_full (g_str_hash, g_str_equal,
                                                           g_free, NULL);
  g_autoptr (GPtrArray) patterns = schema_grammar_list_all (schema_fixture.grammar, kind);
  Comparison comparison = {
    .kind = kind,
    .code = strcmp (kind, "attribute") == 0 ? "unknown-attribute" : "unknown-element",
    .vocabulary = vocabulary,
    .doc = schema_fixture_parse (schema_fixture.every, -1),
    .visited = visited,
    .forgiven = forgiven,
  };

  compare_element (&comparison, xmlDocGetRootElement (comparison.doc),
                   schema_grammar_find_start (schema_fixture.grammar));
  g_assert_cmpuint (comparison.n_differences, ==, 0);
  assert_lenient_is_needed (kind, forgiven);

  /* every.imunit would prove nothing about a pattern that it does not use. */
  for (guint i = 0; i < patterns->len; i++)
    {
      xmlNode *pattern = g_ptr_array_index (patterns, i);

      g_test_message ("imunit.rng:%ld", xmlGetLineNo (pattern));
      g_assert_true (g_hash_table_contains (visited, pattern));
    }
  xmlFreeDoc (comparison.doc);
}

/* Whatever of every.imunit the reader cannot do without, the schema demands too. Returns
 * whether it is such a part. */
static gboolean
check_without (xmlDoc *doc, const xmlNode *part)
{
  gboolean has_error;
  xmlChar *text;
  int length;

  xmlDocDumpMemory (doc, &text, &length);
  g_autoptr (GHashTable) names = read_unknown ((const char *) text, (gsize) length, NULL,
                                               &has_error);
  xmlFree (text);
  g_test_message ("every.imunit without %s of line %ld", (const char *) part->name,
                  xmlGetLineNo (part));
  if (has_error)
    g_assert_false (schema_fixture_accepts (doc));

  return has_error;
}

/* Returns how many parts are needed. */
static guint
try_without_parts (xmlDoc *doc, xmlNode *node)
{
  g_autoptr (GPtrArray) attributes = g_ptr_array_new ();
  guint n_needed = 0;

  for (xmlAttr *attribute = node->properties; attribute != NULL;
       attribute = attribute->next)
    g_ptr_array_add (attributes, attribute);
  for (guint i = 0; i < attributes->len; i++)
    {
      xmlNode *attribute = g_ptr_array_index (attributes, i);

      xmlUnlinkNode (attribute);
      n_needed += check_without (doc, attribute) ? 1 : 0;
      xmlAddChild (node, attribute);
    }

  for (xmlNode *child = xmlFirstElementChild (node); child != NULL;
       child = xmlNextElementSibling (child))
    {
      xmlNode *place = xmlNewComment (BAD_CAST "removed");

      xmlReplaceNode (child, place);
      n_needed += check_without (doc, child) ? 1 : 0;
      xmlReplaceNode (place, child);
      xmlFreeNode (place);
      n_needed += try_without_parts (doc, child);
    }

  return n_needed;
}

static void
test_without (void)
{
  xmlDoc *doc = schema_fixture_parse (schema_fixture.every, -1);

  g_assert_cmpuint (try_without_parts (doc, xmlDocGetRootElement (doc)), >, 100);
  g_assert_true (schema_fixture_accepts (doc));
  xmlFreeDoc (doc);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  schema_fixture_load ();

  g_test_add_data_func ("/schema-names/attributes", "attribute", test_agreement);
  g_test_add_data_func ("/schema-names/elements", "element", test_agreement);
  g_test_add_func ("/schema-names/without", test_without);
  status = g_test_run ();
  schema_fixture_free ();

  return status;
}
