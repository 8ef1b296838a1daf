/* SPDX-License-Identifier: MIT
 *
 * Random edits of single units, as the form of a unit makes them, and of their code: of
 * all shipped units, and of real ones if they are there. All of them undone gives the
 * bytes that the files had, all of them redone what they had last.
 *
 *   test-random-forms NUMBER [FIRST]: so many edits of each kind of units, the first file
 *   being that of this number
 *
 * The same file is edited in the same way each time, so one that fails can be run alone.
 */
#include <string.h>

#include "base/im-arena.h"
#include "document/change/im-document-change.h"
#include "document/change/im-document-text.h"
#include "document/state/im-document-code.h"
#include "document/state/im-document-steps.h"
#include "unit/im-unit-library.h"

#define STEPS_OF_FILE 20

static guint n_edits = 2000;
static guint first_file = 0;

typedef struct
{
  GRand *rand;
  ImDocument *document;
  GPtrArray *elements; /* ImXmlElement of the unit, until the next change */
  GPtrArray *files;    /* names of code */
  GPtrArray *code;     /* what they had */
} Run;

/* What is typed: values of all kinds, wrong ones too. */
static const char *const texts[] = {
  "1",
  "-3",
  "0.5",
  "1e400",
  "",
  " ",
  "true",
  "[2,3]",
  "input.type",
  "System.Float32",
  "System.Shape(2, input.shape.size(0))",
  "input.shape.flat >= 1",
  "a < b && c > \"d\"",
  "it's & <b>",
  "Grüße 🎛 𝔘",
  "two\nlines",
  "\ttab",
  "x]]>y",
  "no_such_name + 1",
  "data",
  "code.h:own",
  "own(input, output)",
  "C",
  "Python",
  "\xEF\xBB\xBF",
  "a,b: 2",
};

/* What the form has fields of; of text, label and description each parameter. */
static const char *const attributes[] = {
  "text",        "description", "type",     "shape",     "rate",  "default",  "min",
  "max",         "value",       "size",     "test",      "error", "fragment", "call",
  "conditional", "optional",    "language", "tolerance", "name",  "tensor",   "constant",
};

/* What its buttons put into an element of that name. */
static const struct
{
  const char *parent;
  const char *markup;
} additions[] = {
  { "Int32Option", "<OneOf>\n\t<Item>0</Item>\n</OneOf>" },
  { "StringOption", "<OneOf>\n\t<Item text=\"A\">a</Item>\n</OneOf>" },
  { "OneOf", "<Item text=\"&lt;\">7</Item>" },
  { "Contracts", "<Assert test=\"true\" error=\"{input.shape}\" />" },
  { "Implementation", "<Conditional value=\"input.type == System.Float32\" />" },
  { "Implementation", "<TensorType tensor=\"input\" type=\"Float32\" />" },
  { "Implementation", "<ConstantType constant=\"axis\" type=\"Int32\" />" },
  { "Implementations",
    "<Implementation language=\"C\" fragment=\"x.h:x\" call=\"x()\" />" },
  { "Init", "<Implementation language=\"Python\" fragment=\"x.py:x\" call=\"x()\" />" },
  { "Parameters", "<Handle name=\"state\" size=\"4\" text=\"State\" />" },
  { "Unit", "<Init>\n\t<Implementation language=\"C\" fragment=\"x.h:x\" call=\"x()\" />"
            "\n</Init>" },
  { "Unit", "<Contracts>\n\t<Assert test=\"true\" error=\"No.\" />\n</Contracts>" },
  { "Function", "<Tags>\n\t<HideInLibrary />\n</Tags>" },
  { "Unit", "<Tags>\n\t<HideInLibrary />\n</Tags>" },
  { "Unit", "<im:Examples xmlns:im=\"urn:imaginet-studio:1\">\n\t<im:Example text=\"A\">"
            "<im:Given param=\"input\">1</im:Given></im:Example>\n</im:Examples>" },
  { "Example", "<im:Given xmlns:im=\"urn:imaginet-studio:1\" param=\"a\">2</im:Given>" },
};

static guint
choose (Run *run, gsize n)
{
  return n == 0 ? 0 : (guint) g_rand_int_range (run->rand, 0, (gint) n);
}

static const char *
choose_text (Run *run)
{
  return texts[choose (run, G_N_ELEMENTS (texts))];
}

static void
list_elements (GPtrArray *elements, const ImXmlElement *element)
{
  g_ptr_array_add (elements, (gpointer) element);
  for (const ImXmlElement *child = element->first_child; child != NULL;
       child = child->next_sibling)
    list_elements (elements, child);
}

static const ImXmlElement *
choose_element (Run *run)
{
  g_ptr_array_set_size (run->elements, 0);
  list_elements (run->elements, im_document_get_unit (run->document)->element);

  return run->elements->pdata[choose (run, run->elements->len)];
}

static const char *
choose_parameter (Run *run)
{
  const ImUnit *unit = im_document_get_unit (run->document);

  return unit->n_parameters == 0
             ? "input"
             : unit->parameters[choose (run, unit->n_parameters)].name.text;
}

static void
edit_parameter (Run *run)
{
  static const ImEditKind kinds[] = {
    IM_EDIT_INPUT,         IM_EDIT_OUTPUT, IM_EDIT_OPTION, IM_EDIT_EXPRESSION,
    IM_EDIT_RENAME_SOCKET, IM_EDIT_REMOVE, IM_EDIT_CHANGE, IM_EDIT_CHANGE,
  };
  static const char *const names[] = { "gain", "left_1", "größe", "1a", "input" };
  ImEditKind kind = kinds[choose (run, G_N_ELEMENTS (kinds))];
  gboolean is_new = kind <= IM_EDIT_EXPRESSION && kind >= IM_EDIT_INPUT;
  const char *name = is_new ? names[choose (run, G_N_ELEMENTS (names))]
                            : choose_parameter (run);
  gsize n_types = g_strv_length ((char **) im_edit_option_types);
  gsize n_properties = g_strv_length ((char **) im_edit_properties);
  ImEdit edit = { .kind = kind, .nodes = &name, .n_nodes = 1 };

  if (kind == IM_EDIT_OPTION)
    edit.name = im_edit_option_types[choose (run, n_types)];
  if (kind == IM_EDIT_CHANGE)
    edit.name = im_edit_properties[choose (run, n_properties)];
  if (kind == IM_EDIT_RENAME_SOCKET)
    edit.text = names[choose (run, G_N_ELEMENTS (names))];
  else if (kind != IM_EDIT_REMOVE && kind != IM_EDIT_OUTPUT &&
           (kind == IM_EDIT_EXPRESSION || choose (run, 2) == 0))
    edit.text = choose_text (run);
  im_document_apply (run->document, &edit, 1, NULL);
}

static void
edit_field (Run *run)
{
  const ImXmlElement *element = choose_element (run);
  const char *name = attributes[choose (run, G_N_ELEMENTS (attributes))];

  if (element->n_attributes > 0 && choose (run, 3) > 0)
    name = element->attributes[choose (run, element->n_attributes)].name;
  im_document_set_attribute (run->document, element, name,
                             choose (run, 6) == 0 ? NULL : choose_text (run), NULL);
}

static void
edit_content (Run *run)
{
  static const char *const children[] = { "DisplayName", "DisplayPath", "Description",
                                          "." };
  const ImXmlElement *element = choose_element (run);
  const char *child = children[choose (run, G_N_ELEMENTS (children))];

  if (element->first_child != NULL)
    {
      element = im_document_get_unit (run->document)->element;
      child = children[choose (run, 3)];
    }
  im_document_set_child_text (run->document, element, child, choose_text (run), NULL);
}

static void
insert_element (Run *run)
{
  guint first = choose (run, G_N_ELEMENTS (additions));

  choose_element (run);
  for (guint i = 0; i < run->elements->len; i++)
    for (guint k = 0; k < G_N_ELEMENTS (additions); k++)
      {
        guint row = (first + k) % G_N_ELEMENTS (additions);
        const ImXmlElement *element = run->elements->pdata[i];
        g_autofree char *way = im_document_dup_way (element);
        const ImEdit edit = { .kind = IM_EDIT_INSERT_ELEMENT,
                              .element = way,
                              .text = additions[row].markup };

        if (k > 0 || strcmp (additions[row].parent, element->name) != 0)
          continue;
        im_document_apply (run->document, &edit, 1, NULL);
        return;
      }
}

static void
move_or_remove (Run *run)
{
  const ImXmlElement *element = choose_element (run);
  const ImXmlElement *before = element->parent == NULL ? NULL
                                                       : element->parent->first_child;
  g_autofree char *way = im_document_dup_way (element);
  g_autofree char *before_way = before == NULL || choose (run, 2) == 0
                                    ? NULL
                                    : im_document_dup_way (before);
  const ImEdit edit = { .kind = choose (run, 2) == 0 ? IM_EDIT_REMOVE_ELEMENT
                                                     : IM_EDIT_MOVE_ELEMENT,
                        .element = way,
                        .before = before_way };

  im_document_apply (run->document, &edit, 1, NULL);
}

/* A line more in a code file, or one less. */
static void
edit_code (Run *run)
{
  const char *file;
  g_autofree char *text = NULL;
  g_autofree char *changed = NULL;
  const char *at, *end;

  if (run->files->len == 0)
    return;
  file = run->files->pdata[choose (run, run->files->len)];
  text = im_document_dup_code (run->document, file, NULL);
  if (text == NULL)
    return;
  at = text + strlen (text) - choose (run, strlen (text) + 1);
  while (at > text && at[-1] != '\n')
    at--;
  end = strchr (at, '\n');
  end = end == NULL || choose (run, 2) == 0 ? at : end + 1;
  changed = g_strdup_printf ("%.*s%s%s%s", (int) (at - text), text,
                             end == at ? choose_text (run) : "", end == at ? "\n" : "",
                             end);
  im_document_set_code (run->document, file, changed, NULL, NULL);
}

static void
go_in_history (Run *run)
{
  guint n = choose (run, 4);

  for (guint i = 0; i <= n; i++)
    im_document_undo (run->document);
  for (guint i = choose (run, n + 2); i > 0; i--)
    im_document_redo (run->document);
}

static GBytes *
dup_bytes (ImDocument *document)
{
  return g_bytes_ref (im_unit_file_get_bytes (im_document_get_file (document)));
}

/* Whether the unit and its code have these bytes. */
static void
assert_same (Run *run, GBytes *bytes, const GPtrArray *code)
{
  g_autoptr (GBytes) found = dup_bytes (run->document);

  g_assert_true (g_bytes_equal (found, bytes));
  for (guint i = 0; i < run->files->len; i++)
    {
      g_autofree char *text = im_document_dup_code (run->document, run->files->pdata[i],
                                                    NULL);

      g_assert_cmpstr (text, ==, code->pdata[i]);
    }
}

static GPtrArray *
dup_code (Run *run)
{
  GPtrArray *code = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < run->files->len; i++)
    g_ptr_array_add (code,
                     im_document_dup_code (run->document, run->files->pdata[i], NULL));

  return code;
}

/* Returns how many steps there are behind so many edits. */
static guint
run_edits (Run *run, guint n)
{
  static void (*const kinds[]) (Run * run) = {
    edit_parameter, edit_parameter, edit_field, edit_field,    edit_content,
    insert_element, move_or_remove, edit_code,  go_in_history,
  };
  g_autoptr (GBytes) before = dup_bytes (run->document);
  g_autoptr (GBytes) after = NULL;
  g_autoptr (GPtrArray) code = NULL;
  guint n_steps = 0;

  for (guint i = 0; i < n; i++)
    kinds[choose (run, G_N_ELEMENTS (kinds))](run);
  im_document_get_problems (run->document);
  while (im_document_get_redo_name (run->document) != NULL)
    im_document_redo (run->document);
  after = dup_bytes (run->document);
  code = dup_code (run);
  for (guint i = 0; i < 2; i++)
    {
      for (n_steps = 0; im_document_get_undo_name (run->document) != NULL; n_steps++)
        im_document_undo (run->document);
      assert_same (run, before, run->code);
      g_assert_false (im_document_is_modified (run->document));
      while (im_document_get_redo_name (run->document) != NULL)
        im_document_redo (run->document);
      assert_same (run, after, code);
    }

  return n_steps;
}

/* Returns how many edits were made, 0 of what is no single unit. */
static guint
run_file (const char *path, guint number, guint n, ImUnitLibrary *library, guint *n_steps)
{
  g_autoptr (ImDocument) document = im_document_open (path, library, NULL);
  Run run = { .document = document };

  if (document == NULL || im_unit_is_graph (im_document_get_unit (document)))
    return 0;
  run.rand = g_rand_new_with_seed (number);
  run.elements = g_ptr_array_new ();
  run.files = im_document_list_code (document);
  run.code = dup_code (&run);
  *n_steps += run_edits (&run, n);
  g_ptr_array_unref (run.code);
  g_ptr_array_unref (run.files);
  g_ptr_array_unref (run.elements);
  g_rand_free (run.rand);

  return n;
}

static void
run_library (ImUnitLibrary *library, const char *folder)
{
  GPtrArray *files = im_unit_library_get_files (library);
  guint n_done = 0, n_steps = 0;

  g_assert_cmpuint (files->len, >, 0);
  for (guint i = first_file; n_done < n_edits; i++)
    {
      const char *path = im_unit_file_get_path (files->pdata[i % files->len]);

      if (!g_str_has_prefix (path, folder) || !g_str_has_suffix (path, ".imunit"))
        continue;
      g_test_message ("file %u: %s", i, path);
      n_done += run_file (path, i, MIN (STEPS_OF_FILE, n_edits - n_done), library,
                          &n_steps);
    }
  g_test_message ("%u edits, %u steps", n_done, n_steps);
  g_assert_cmpuint (n_steps, >, n_done / 4);
}

static void
test_own (void)
{
  g_autofree char *units = g_test_build_filename (G_TEST_DIST, "..", "units", NULL);
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();

  im_unit_library_add_root (library, units, problems);
  run_library (library, units);
}

static void
test_real (void)
{
  const char *shared = g_getenv ("IMAGINET_SHARED");
  g_autofree char *real = g_build_filename (shared != NULL ? shared : "", "real-units",
                                            NULL);
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();

  if (!g_file_test (real, G_FILE_TEST_IS_DIR))
    {
      g_test_skip ("the folder of real units beside the project is not there");
      return;
    }
  im_unit_library_add_root (library, real, problems);
  run_library (library, real);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (argc > 1)
    n_edits = (guint) g_ascii_strtoull (argv[1], NULL, 10);
  if (argc > 2)
    first_file = (guint) g_ascii_strtoull (argv[2], NULL, 10);

  g_test_add_func ("/random-forms/own", test_own);
  g_test_add_func ("/random-forms/real", test_real);

  return g_test_run ();
}
