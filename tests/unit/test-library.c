/* SPDX-License-Identifier: MIT
 *
 * The library: folders made by the test, what is found in them, and what must not be
 * read.
 */
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "base/im-arena.h"
#include "unit/im-unit-beside.h"
#include "unit/im-unit-facts.h"
#include "unit/im-unit-roots.h"

typedef struct
{
  char *root;    /* the folder of the library */
  char *outside; /* a folder beside it */
  ImUnitLibrary *library;
  ImDiagnostics *diagnostics;
} Fixture;

static void
write_text (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static char *
unit_text (const char *id, const char *fragment)
{
  return g_strdup_printf (
      "<Imaginet><Function unit=\"%s\"><Parameters><InputSocket name=\"input\" />"
      "</Parameters><Implementations><Implementation language=\"C\" "
      "fragment=\"%s\" call=\"f(input)\" /></Implementations></Function>"
      "</Imaginet>",
      id, fragment);
}

static void
write_unit (const char *folder, const char *name, const char *id, const char *fragment)
{
  g_autofree char *text = unit_text (id, fragment);

  write_text (folder, name, text);
}

static const char fragment_text[] = "#pragma IMAGINET_FRAGMENT_BEGIN \"f\"\n"
                                    "static void f (const float *input);\n"
                                    "#pragma IMAGINET_FRAGMENT_END\n";

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("imaginet-library-XXXXXX", NULL);

  g_assert_nonnull (folder);
  fixture->root = g_build_filename (folder, "root", NULL);
  fixture->outside = g_build_filename (folder, "outside", NULL);
  g_assert_cmpint (g_mkdir (fixture->root, 0700), ==, 0);
  g_assert_cmpint (g_mkdir (fixture->outside, 0700), ==, 0);
  fixture->library = im_unit_library_new ();
  fixture->diagnostics = im_diagnostics_new ();
}

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_file_test (path, G_FILE_TEST_IS_SYMLINK)
                             ? NULL
                             : g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_tree (child);
    }
  g_remove (path);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = g_path_get_dirname (fixture->root);

  im_unit_library_unref (fixture->library);
  im_diagnostics_free (fixture->diagnostics);
  remove_tree (folder);
  g_free (fixture->root);
  g_free (fixture->outside);
}

static void
add_root (Fixture *fixture)
{
  im_unit_library_add_root (fixture->library, fixture->root, fixture->diagnostics);
}

static guint
count_code (Fixture *fixture, const char *code)
{
  guint count = 0;

  for (guint i = 0; i < im_diagnostics_get_count (fixture->diagnostics); i++)
    if (strcmp (im_diagnostics_get (fixture->diagnostics, i)->code, code) == 0)
      count++;

  return count;
}

static void
test_scan (Fixture *fixture, gconstpointer data)
{
  write_unit (fixture->root, "b.imunit", "Test.B", "f.h:f");
  write_unit (fixture->root, "deep/er/a.IMUNIT", "Test.A", "f.h:f");
  write_unit (fixture->root, "other.immunit", "Test.C", "f.h:f");
  write_unit (fixture->root, ".hidden/d.imunit", "Test.D", "f.h:f");
  write_text (fixture->root, "readme.txt", "no unit");
  write_text (fixture->root, "broken.imunit", "<Imaginet>");
  add_root (fixture);

  GPtrArray *units = im_unit_library_get_units (fixture->library);
  g_assert_cmpuint (units->len, ==, 3);
  g_assert_cmpstr (((const ImUnit *) g_ptr_array_index (units, 0))->id.text, ==,
                   "Test.A");
  g_assert_cmpstr (((const ImUnit *) g_ptr_array_index (units, 2))->id.text, ==,
                   "Test.C");
  g_assert_cmpuint (im_unit_library_get_files (fixture->library)->len, ==, 3);
  g_assert_nonnull (im_unit_library_find (fixture->library, "Test.B"));
  g_assert_null (im_unit_library_find (fixture->library, "Test.D"));
  g_assert_cmpuint (im_diagnostics_get_count (fixture->diagnostics), ==, 1);
  g_assert_cmpuint (count_code (fixture, "xml"), ==, 1);
}

static void
test_duplicate (Fixture *fixture, gconstpointer data)
{
  write_unit (fixture->root, "a.imunit", "Test.Same", "f.h:f");
  write_unit (fixture->root, "b.imunit", "Test.Same", "f.h:f");
  add_root (fixture);

  const ImUnit *unit = im_unit_library_find (fixture->library, "Test.Same");
  g_assert_nonnull (strstr (im_unit_file_get_path (unit->file), "a.imunit"));
  g_assert_cmpuint (im_unit_library_get_units (fixture->library)->len, ==, 1);
  g_assert_cmpuint (im_unit_library_get_files (fixture->library)->len, ==, 2);
  g_assert_cmpuint (count_code (fixture, "duplicate-unit"), ==, 1);
  g_assert_nonnull (
      strstr (im_diagnostics_get (fixture->diagnostics, 0)->message, "a.imunit"));
}

static void
test_same_file_twice (Fixture *fixture, gconstpointer data)
{
  write_unit (fixture->root, "a.imunit", "Test.A", "f.h:f");
  add_root (fixture);
  add_root (fixture);

  g_assert_cmpuint (im_unit_library_get_files (fixture->library)->len, ==, 1);
  g_assert_cmpuint (im_diagnostics_get_count (fixture->diagnostics), ==, 0);
}

static void
test_nearest (Fixture *fixture, gconstpointer data)
{
  write_unit (fixture->root, "a.imunit", "Test.Math.Largest", "f.h:f");
  write_unit (fixture->root, "b.imunit", "Test.Signal.Window", "f.h:f");
  add_root (fixture);

  g_assert_cmpstr (im_unit_library_nearest (fixture->library, "Test.Math.Lagrest", NULL),
                   ==, "Test.Math.Largest");
  g_assert_cmpstr (im_unit_library_nearest (fixture->library, "window", NULL), ==,
                   "Test.Signal.Window");
  g_assert_null (im_unit_library_nearest (fixture->library, "Something.Else", NULL));
}

typedef struct
{
  const char *name;
  const char *reference; /* in root/unit/u.imunit */
  const char *code;      /* of the one problem, NULL if there is none */
} FragmentCase;

static const FragmentCase fragment_cases[] = {
  { "beside", "f.h:f", NULL },
  { "below", "code/f.h:f", NULL },
  { "above", "../shared/f.h:f", NULL },
  { "backslash", "..\\shared\\f.h:f", NULL },
  { "of-unit", "[Test.Other]/f.h:f", NULL },
  { "case", "F.H:f", "file-name-case" },
  { "missing", "none.h:f", "unknown-file" },
  { "missing-unit", "[Test.None]/f.h:f", "unknown-file" },
  { "no-such-fragment", "f.h:g", "unknown-fragment" },
  { "leaves-root", "../../outside/f.h:f", "unreadable-file" },
  { "absolute", "/etc/passwd:f", "unreadable-file" },
  { "link-out", "link.h:f", "unreadable-file" },
  { "fifo", "pipe.h:f", "unreadable-file" },
  { "folder", "code:f", "unreadable-file" },
};

/* Looks for the fragments of a unit. */
static void
find_code_in (ImUnitLibrary *library, const ImUnit *unit, ImDiagnostics *diagnostics)
{
  const ImSection *section = &unit->sections[IM_SECTION_BODY];
  g_autoptr (ImArena) arena = im_arena_new ();

  g_assert_cmpuint (section->n_implementations, ==, 1);
  const char *text = section->implementations[0].fragment.text;
  ImFragmentRoot root = {
    .from_file = im_unit_file_get_path (unit->file),
    .source = im_unit_file_get_source (unit->file),
  };

  g_assert_null (
      im_fragment_reference_parse (text, strlen (text), arena, &root.reference));
  im_fragment_set_find (im_unit_library_get_fragments (library), &root, diagnostics);
}

static void
find_code (Fixture *fixture, const ImUnit *unit)
{
  find_code_in (fixture->library, unit, fixture->diagnostics);
}

/* A library over another one has the units of its file first, and leaves that as it is.
 * Files and libraries stay as long as somebody holds them. */
static void
test_over (Fixture *fixture, gconstpointer data)
{
  g_autofree char *inside = g_build_filename (fixture->root, "unit", "own.imunit", NULL);
  g_autofree char *beside = g_build_filename (fixture->outside, "own.imunit", NULL);
  const char *paths[] = { inside, beside };
  g_autofree char *text = unit_text ("Test.A", "f.h:f");
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  const ImUnit *b = NULL;

  write_unit (fixture->root, "unit/a.imunit", "Test.A", "f.h:f");
  write_unit (fixture->root, "unit/b.imunit", "Test.B", "f.h:f");
  add_root (fixture);
  b = im_unit_library_find (fixture->library, "Test.B");
  g_assert_cmpuint (im_unit_library_get_units (fixture->library)->len, ==, 2);
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr (ImUnitFile) file = im_unit_file_parse (bytes, paths[i],
                                                        fixture->diagnostics);
      g_autoptr (ImUnitLibrary) over = im_unit_library_new_over (fixture->library, file);
      g_autoptr (GPtrArray) files = im_unit_library_list_files (over);
      g_auto (GStrv) roots = im_unit_library_dup_roots (over);

      g_assert_true (im_unit_library_find (over, "Test.A") ==
                     im_unit_file_find_unit (file, "Test.A"));
      g_assert_true (im_unit_library_find (over, "Test.B") == b);
      g_assert_null (im_unit_library_find (over, "Test.C"));
      g_assert_cmpstr (im_unit_library_nearest (over, "Test.BB", NULL), ==, "Test.B");
      g_assert_cmpuint (im_unit_library_get_units (over)->len, ==, 2);
      g_assert_cmpuint (files->len, ==, 3);
      g_assert_true (g_ptr_array_index (files, 0) == file);
      g_assert_cmpuint (g_strv_length (roots), ==, i + 1);
    }
  g_assert_cmpuint (im_unit_library_get_units (fixture->library)->len, ==, 2);
  g_assert_cmpuint (im_diagnostics_get_count (fixture->diagnostics), ==, 0);

  g_autoptr (ImUnitFile) held = im_unit_file_ref (b->file);
  g_clear_pointer (&fixture->library, im_unit_library_unref);
  g_assert_cmpstr (b->id.text, ==, "Test.B");
}

static void
test_fragment (Fixture *fixture, gconstpointer data)
{
  const FragmentCase *c = data;
  g_autofree char *target = g_build_filename (fixture->outside, "f.h", NULL);
  g_autofree char *link = g_build_filename (fixture->root, "unit", "link.h", NULL);
  g_autofree char *fifo = g_build_filename (fixture->root, "unit", "pipe.h", NULL);

  write_text (fixture->root, "unit/f.h", fragment_text);
  write_text (fixture->root, "unit/code/f.h", fragment_text);
  write_text (fixture->root, "shared/f.h", fragment_text);
  write_text (fixture->root, "other/f.h", fragment_text);
  write_text (fixture->outside, "f.h", fragment_text);
  g_assert_cmpint (symlink (target, link), ==, 0);
  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  write_unit (fixture->root, "other/o.imunit", "Test.Other", "f.h:f");
  write_unit (fixture->root, "unit/u.imunit", "Test.Unit", c->reference);
  add_root (fixture);
  find_code (fixture, im_unit_library_find (fixture->library, "Test.Unit"));

  if (c->code == NULL)
    {
      g_assert_cmpuint (im_diagnostics_get_count (fixture->diagnostics), ==, 0);
      return;
    }
  g_assert_cmpuint (im_diagnostics_get_count (fixture->diagnostics), ==, 1);
  g_assert_cmpstr (im_diagnostics_get (fixture->diagnostics, 0)->code, ==, c->code);
}

/* One file alone: its folder is the border. */
static void
test_single_file (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->root, "unit", "u.imunit", NULL);

  write_text (fixture->root, "shared/f.h", fragment_text);
  write_unit (fixture->root, "unit/u.imunit", "Test.Unit", "../shared/f.h:f");
  const ImUnitFile *file = im_unit_library_add_file (fixture->library, path,
                                                     fixture->diagnostics);

  g_assert_nonnull (file);
  find_code (fixture, im_unit_file_get_unit (file, 0));
  g_assert_cmpuint (im_diagnostics_get_count (fixture->diagnostics), ==, 1);
  g_assert_cmpuint (count_code (fixture, "unreadable-file"), ==, 1);
}

/* A text in the place of a file: what is saved is not read, but code stands beside it. */
static void
test_text (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->root, "unit", "u.imunit", NULL);
  g_autofree char *text = NULL;
  gsize length;

  write_text (fixture->root, "unit/f.h", fragment_text);
  write_unit (fixture->root, "unit/u.imunit", "Test.Edited", "f.h:f");
  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  write_unit (fixture->root, "unit/u.imunit", "Test.Edited", "g.h:g");
  g_autoptr (GBytes) bytes = g_bytes_new (text, length);
  g_autoptr (ImUnitFile) file = im_unit_file_parse (bytes, path, fixture->diagnostics);
  g_autoptr (ImUnitLibrary) saved = fixture->library;

  g_assert_nonnull (file);
  add_root (fixture);
  fixture->library = im_unit_library_new_over (saved, file);
  g_assert_true (im_unit_library_find (fixture->library, "Test.Edited") ==
                 im_unit_file_get_unit (file, 0));
  g_assert_true (im_unit_library_find (saved, "Test.Edited") !=
                 im_unit_file_get_unit (file, 0));
  find_code (fixture, im_unit_file_get_unit (file, 0));
  g_assert_cmpuint (im_diagnostics_get_count (fixture->diagnostics), ==, 0);
}

static void
test_links (Fixture *fixture, gconstpointer data)
{
  g_autofree char *target = g_build_filename (fixture->outside, "u.imunit", NULL);
  g_autofree char *file_link = g_build_filename (fixture->root, "u.imunit", NULL);
  g_autofree char *folder_link = g_build_filename (fixture->root, "folder", NULL);
  g_autofree char *loop = g_build_filename (fixture->root, "loop", NULL);

  write_unit (fixture->outside, "u.imunit", "Test.Outside", "f.h:f");
  g_assert_cmpint (symlink (target, file_link), ==, 0);
  g_assert_cmpint (symlink (fixture->outside, folder_link), ==, 0);
  g_assert_cmpint (symlink (fixture->root, loop), ==, 0);
  add_root (fixture);

  g_assert_cmpuint (im_unit_library_get_units (fixture->library)->len, ==, 0);
  g_assert_cmpuint (im_diagnostics_get_count (fixture->diagnostics), ==, 1);
  g_assert_cmpuint (count_code (fixture, "file"), ==, 1);
}

static void
test_missing_root (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->root, "none", NULL);

  im_unit_library_add_root (fixture->library, path, fixture->diagnostics);
  g_assert_cmpuint (im_diagnostics_get_count (fixture->diagnostics), ==, 1);
  g_assert_cmpuint (count_code (fixture, "file"), ==, 1);
}

static void
test_depth (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GString) path = g_string_new (NULL);

  for (guint i = 0; i < IM_UNIT_LIBRARY_MAX_DEPTH + 1; i++)
    g_string_append (path, "d/");
  g_string_append (path, "u.imunit");
  write_unit (fixture->root, path->str, "Test.Deep", "f.h:f");
  add_root (fixture);

  g_assert_cmpuint (im_unit_library_get_units (fixture->library)->len, ==, 0);
  g_assert_cmpuint (count_code (fixture, "library-limit"), ==, 1);
}

static ImUnitLibrary *
open_beside (Fixture *fixture, const char *name)
{
  g_autofree char *path = g_build_filename (fixture->root, name, NULL);

  return im_unit_library_new_beside (fixture->library, path);
}

static void
assert_has (ImUnitLibrary *library, const char *ids)
{
  g_autofree char *found = im_unit_library_dup_ids (im_unit_library_get_units (library));

  g_assert_cmpstr (found, ==, ids);
}

/* A package comes with those beside it, or with the tree that its id tells of; other
 * folders with what is in them. The code of packages beside each other is shared. */
static void
test_beside (Fixture *fixture, gconstpointer data)
{
  g_autofree char *link = g_build_filename (fixture->root, "linked", NULL);
  g_autoptr (ImUnitLibrary) low = NULL, deep = NULL, many = NULL, known = NULL;

  write_text (fixture->root, "code/f.h", fragment_text);
  write_unit (fixture->root, "Low/low.imunit", "Test.Filter.LowPass", "../code/f.h:f");
  write_unit (fixture->root, "Low/parts/part.imunit", "Test.Part", "f.h:f");
  write_unit (fixture->root, "High/high.imunit", "Test.Filter.HighPass", "f.h:f");
  write_unit (fixture->root, "High/parts/own.imunit", "Test.Own", "f.h:f");
  write_unit (fixture->root, "tree/A/B/b.imunit", "Test.A.B", "../../C/D/f.h:f");
  write_unit (fixture->root, "tree/C/D/d.imunit", "Test.C.D", "f.h:f");
  write_text (fixture->root, "tree/C/D/f.h", fragment_text);
  write_unit (fixture->root, "many/x.imunit", "Test.X", "../code/f.h:f");
  write_unit (fixture->root, "many/y.imunit", "Test.Y", "f.h:f");
  write_unit (fixture->outside, "out.imunit", "Test.Out", "f.h:f");
  g_assert_cmpint (symlink (fixture->outside, link), ==, 0);

  low = open_beside (fixture, "Low/low.imunit");
  assert_has (low,
              "Test.Filter.HighPass, Test.Filter.LowPass, Test.Part, Test.X, Test.Y");
  find_code_in (low, im_unit_library_find (low, "Test.Filter.LowPass"),
                fixture->diagnostics);
  deep = open_beside (fixture, "tree/A/B/b.imunit");
  assert_has (deep, "Test.A.B, Test.C.D");
  find_code_in (deep, im_unit_library_find (deep, "Test.A.B"), fixture->diagnostics);
  g_assert_cmpuint (im_diagnostics_get_count (fixture->diagnostics), ==, 0);

  many = open_beside (fixture, "many/x.imunit");
  assert_has (many, "Test.X, Test.Y");
  find_code_in (many, im_unit_library_find (many, "Test.X"), fixture->diagnostics);
  g_assert_cmpuint (im_diagnostics_get_count (fixture->diagnostics), ==, 1);

  im_unit_library_add_root (fixture->library, fixture->root, fixture->diagnostics);
  known = open_beside (fixture, "Low/low.imunit");
  g_assert_true (known == fixture->library);
}

/* What is known of a shipped unit is not told of another file with its id. */
static void
test_facts (Fixture *f, gconstpointer data)
{
  g_autofree char *text = unit_text ("Core.Math.Abs", "f.h:f");
  g_autofree char *shipped = NULL, *path = NULL;
  const ImUnitFacts *facts;

  write_text (f->root, "Abs.imunit", text);
  im_unit_library_add_root (f->library, f->root, f->diagnostics);
  g_assert_null (im_unit_facts_get (im_unit_library_find (f->library, "Core.Math.Abs")));

  shipped = im_unit_roots_dup_shipped ();
  g_assert_nonnull (shipped);
  path = g_build_filename (shipped, "Core", "Math", "Abs", "Abs.imunit", NULL);
  g_autoptr (ImUnitFile) file = im_unit_file_read (path, f->diagnostics);
  g_assert_nonnull (file);
  facts = im_unit_facts_get (im_unit_file_get_unit (file, 0));
  g_assert_nonnull (facts);
  g_assert_cmpstr (facts->id, ==, "Core.Math.Abs");
  g_assert_cmpuint (facts->instructions, >, 0);
  g_assert_cmpuint (facts->code_bytes, >, 0);
  g_assert_cmpuint (facts->state_bytes, ==, 0);
  g_assert_cmpuint (facts->n_equivalents, ==, 2);
  g_assert_cmpstr (facts->equivalents[0].library, ==, "NumPy");
  g_assert_cmpstr (facts->equivalents[0].expression, ==, "np.abs(input)");
  g_assert_true (facts->equivalents[0].is_checked);
  g_assert_false (facts->equivalents[1].is_checked);
  g_assert_true (g_str_has_prefix (im_unit_facts_get_target (), "Cortex-M4F"));
}

/* Modules are read when one of their units is asked for. */
static void
test_operators (Fixture *fixture, gconstpointer data)
{
  static const char text[] =
      "operator %s { @input { x: real[n]; } @output { y: real[n]; } "
      "@lower { y[i,] = x[i,], i < n; } }\n";
  static const char *const modules[][2] = { { "a.sknd", "copy" }, { "b.sknd", "same" } };
  const ImUnit *unit = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (modules); i++)
    {
      g_autoptr (GString) module = g_string_new (text);

      g_string_replace (module, "%s", modules[i][1], 0);
      write_text (fixture->root, modules[i][0], module->str);
    }
  write_text (fixture->root, "notes.txt", "operator no { }");
  im_unit_library_add_operators (fixture->library, fixture->root);

  unit = im_unit_library_find (fixture->library, "b.same");
  g_assert_nonnull (unit);
  g_assert_nonnull (unit->operation);
  g_assert_null (im_unit_library_find (fixture->library, "b.copy"));
  g_assert_null (im_unit_library_find (fixture->library, "c.same"));
  g_assert_cmpuint (im_unit_library_get_units (fixture->library)->len, ==, 2);
  g_assert_cmpuint (im_unit_library_get_files (fixture->library)->len, ==, 2);
  g_assert_nonnull (im_unit_library_find (fixture->library, "a.copy"));
}

/* A folder that is not there adds nothing. */
static void
test_no_operators (Fixture *fixture, gconstpointer data)
{
  im_unit_library_add_operators (fixture->library, "/nowhere/at/all");
  g_assert_null (im_unit_library_find (fixture->library, "a.copy"));
  g_assert_cmpuint (im_unit_library_get_units (fixture->library)->len, ==, 0);
}

#define ADD(name, func) g_test_add (name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("/library/over", test_over);
  ADD ("/library/beside", test_beside);
  ADD ("/library/facts", test_facts);
  ADD ("/library/operators", test_operators);
  ADD ("/library/no-operators", test_no_operators);
  ADD ("/library/scan", test_scan);
  ADD ("/library/duplicate", test_duplicate);
  ADD ("/library/same-file-twice", test_same_file_twice);
  ADD ("/library/nearest", test_nearest);
  ADD ("/library/single-file", test_single_file);
  ADD ("/library/text", test_text);
  ADD ("/library/links", test_links);
  ADD ("/library/missing-root", test_missing_root);
  ADD ("/library/depth", test_depth);
  for (guint i = 0; i < G_N_ELEMENTS (fragment_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/library/fragment/", fragment_cases[i].name,
                                           NULL);

      g_test_add (path, Fixture, &fragment_cases[i], set_up, test_fragment, tear_down);
    }

  return g_test_run ();
}
