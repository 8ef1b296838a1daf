/* SPDX-License-Identifier: MIT */
#include "fragment/im-fragment-set.h"

#include <gio/gio.h>
#include <string.h>

#include "base/im-arena.h"

#define BEGIN(name)   "#pragma IMAGINET_FRAGMENT_BEGIN \"" name "\"\n"
#define END           "#pragma IMAGINET_FRAGMENT_END\n"
#define DEPENDS(what) "#pragma IMAGINET_DEPENDENCY \"" what "\"\n"
#define INCLUDES(lines) \
  "#pragma IMAGINET_INCLUDES_BEGIN\n" lines "#pragma IMAGINET_INCLUDES_END\n"
#define FRAGMENT(name, lines) BEGIN (name) lines "int " name ";\n" END

typedef struct
{
  const char *path;
  const char *text;
} MemoryFile;

/* A loader for a table of files that ends with a NULL path. Unit `X` has the folder `X`;
 * the file `denied.h` cannot be read.
 */
typedef struct
{
  const MemoryFile *files;
  guint n_loads;
} Memory;

static char *
join (const char *unit_id, const char *from_file, const char *relative)
{
  g_autofree char *folder = unit_id != NULL ? g_strdup (unit_id)
                                            : g_path_get_dirname (from_file);
  g_autofree char *joined = g_build_filename ("/", folder, relative, NULL);
  g_autofree char *canonical = g_canonicalize_filename (joined, "/");

  return g_strdup (canonical + 1);
}

static ImSource *
load_memory (gpointer data,
             const char *unit_id,
             const char *from_file,
             const char *relative_path,
             char **resolved_path,
             GError **error)
{
  Memory *memory = data;
  g_autofree char *path = join (unit_id, from_file, relative_path);

  memory->n_loads++;
  if (g_str_has_suffix (path, "denied.h"))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
                   "it is outside of the package");
      return NULL;
    }
  for (const MemoryFile *file = memory->files; file->path != NULL; file++)
    if (g_ascii_strcasecmp (file->path, path) == 0)
      {
        *resolved_path = g_strdup (file->path);
        return im_source_new_for_string (file->path, file->text);
      }
  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "no such file");

  return NULL;
}

static char **
list_memory (gpointer data, const char *from_file)
{
  Memory *memory = data;
  g_autofree char *folder = g_path_get_dirname (from_file);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (const MemoryFile *file = memory->files; file->path != NULL; file++)
    {
      g_autofree char *file_folder = g_path_get_dirname (file->path);

      if (g_str_equal (folder, file_folder))
        g_ptr_array_add (names, g_path_get_basename (file->path));
    }
  g_ptr_array_add (names, NULL);

  return (char **) g_ptr_array_steal (names, NULL);
}

static ImFragmentSet *
new_set (Memory *memory)
{
  const ImFragmentLoader loader = { load_memory, list_memory, memory };

  return im_fragment_set_new (&loader);
}

/* Closes the references in @roots, which blanks divide, as if they were in `main.imunit`.
 */
static ImFragmentClosure *
close_roots (ImFragmentSet *set, const char *roots, ImDiagnostics *diagnostics)
{
  g_autoptr (ImSource) source = im_source_new_for_string ("main.imunit", roots);
  g_auto (GStrv) words = g_strsplit (roots, " ", -1);
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GArray) array = g_array_new (FALSE, TRUE, sizeof (ImFragmentRoot));
  guint32 offset = 0;

  for (char **word = words; *word != NULL; word++)
    {
      ImFragmentRoot root = { "main.imunit", source, { 0 } };
      gsize length = strlen (*word);

      g_assert_null (im_fragment_reference_parse (*word, length, arena, &root.reference));
      root.reference.span = (ImSpan){ offset, offset + (guint32) length };
      g_array_append_val (array, root);
      offset += (guint32) length + 1;
    }

  return im_fragment_set_close (set, (const ImFragmentRoot *) (gpointer) array->data,
                                array->len, diagnostics);
}

static char *
list_fragments (const ImFragmentClosure *closure)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < closure->fragments->len; i++)
    {
      const ImFragment *fragment = g_ptr_array_index (closure->fragments, i);

      g_string_append_printf (out, "%s%s:%s", i > 0 ? " " : "",
                              im_source_get_name (fragment->file->source),
                              fragment->name);
    }

  return g_string_free (out, FALSE);
}

/* Everything else of a closure, on one line. */
static char *
list_needs (const ImFragmentClosure *closure)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < closure->headers->len; i++)
    {
      const ImFragment *header = g_ptr_array_index (closure->headers, i);

      g_ptr_array_add (words, g_strdup (im_source_get_name (header->file->source)));
    }
  for (guint i = 0; i < closure->includes->len; i++)
    {
      const ImFragmentInclude *include = g_ptr_array_index (closure->includes, i);

      g_ptr_array_add (words, g_strdup (include->text));
    }
  for (guint i = 0; i < closure->packages->len; i++)
    g_ptr_array_add (words, g_strdup (g_ptr_array_index (closure->packages, i)));
  for (guint i = 0; i < closure->symbol_checks->len; i++)
    {
      const ImFragmentSymbolCheck *check = g_ptr_array_index (closure->symbol_checks, i);

      g_ptr_array_add (words, g_strdup_printf ("%s-%s: %s", check->symbol,
                                               check->is_global ? "global" : "local",
                                               check->message));
    }
  g_ptr_array_add (words, NULL);

  return g_strjoinv (" | ", (char **) words->pdata);
}

/* One line for each problem: `file:line severity code <span> message (note)`. */
static char *
list_problems (const ImDiagnostics *diagnostics)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    {
      const ImDiagnostic *item = im_diagnostics_get (diagnostics, i);
      const char *text = im_source_get_text (item->source, NULL);
      guint line, column;

      im_diagnostic_locate (item, &line, &column);
      g_string_append_printf (out, "%s:%u %s %s <%.*s> %s", item->name, line,
                              im_severity_get_name (item->severity), item->code,
                              (int) (item->span.end - item->span.start),
                              text + item->span.start, item->message);
      if (item->note != NULL)
        g_string_append_printf (out, " (%s)", item->note);
      g_string_append_c (out, '\n');
    }

  return g_string_free (out, FALSE);
}

typedef struct
{
  const char *name;
  MemoryFile files[6];
  const char *roots;
  const char *fragments;
  const char *needs;
  const char *problems;
} CloseCase;

static const CloseCase close_cases[] = {
  { "one", { { "a.h", FRAGMENT ("x", "") } }, "a.h:x", "a.h:x", "", "" },
  { "root-twice", { { "a.h", FRAGMENT ("x", "") } }, "a.h:x ./a.h:x", "a.h:x", "", "" },
  { "roots-in-order",
    { { "a.h", FRAGMENT ("x", "") FRAGMENT ("y", "") } },
    "a.h:y a.h:x",
    "a.h:y a.h:x",
    "",
    "" },
  { "same-file",
    { { "a.h", FRAGMENT ("x", DEPENDS ("y")) FRAGMENT ("y", "") } },
    "a.h:x",
    "a.h:y a.h:x",
    "",
    "" },
  { "other-file",
    { { "a.h", FRAGMENT ("x", DEPENDS ("b/b.h:y")) },
      { "b/b.h", FRAGMENT ("y", DEPENDS ("../c.c:z")) },
      { "c.c", FRAGMENT ("z", "") } },
    "a.h:x",
    "c.c:z b/b.h:y a.h:x",
    "",
    "" },
  { "unit",
    { { "a.h", FRAGMENT ("x", DEPENDS ("[Other.Unit]/b.h:y")) },
      { "Other.Unit/b.h", FRAGMENT ("y", DEPENDS ("c.h:z")) },
      { "Other.Unit/c.h", FRAGMENT ("z", "") } },
    "a.h:x",
    "Other.Unit/c.h:z Other.Unit/b.h:y a.h:x",
    "",
    "" },
  { "diamond",
    { { "a.h", FRAGMENT ("top", DEPENDS ("b.h:left") DEPENDS ("b.h:right")) },
      { "b.h", FRAGMENT ("right", DEPENDS ("c.h:base"))
                   FRAGMENT ("left", DEPENDS ("c.h:base")) },
      { "c.h", FRAGMENT ("base", "") } },
    "a.h:top",
    "c.h:base b.h:left b.h:right a.h:top",
    "",
    "" },
  { "self-is-no-cycle",
    { { "a.h", FRAGMENT ("x", DEPENDS ("x") DEPENDS ("a.h:x")) } },
    "a.h:x",
    "a.h:x",
    "",
    "" },
  { "file-level-below",
    { { "a.h", FRAGMENT ("x", "") DEPENDS ("t") FRAGMENT ("t", "") } },
    "a.h:x",
    "a.h:t a.h:x",
    "",
    "" },
  { "file-level-names-itself",
    { { "a.h", DEPENDS ("t") FRAGMENT ("t", "") FRAGMENT ("x", "") } },
    "a.h:t a.h:x",
    "a.h:t a.h:x",
    "",
    "" },
  { "file-level-in-order",
    { { "a.h", DEPENDS ("t") DEPENDS ("u") FRAGMENT ("x", "") FRAGMENT ("u", "")
                   FRAGMENT ("t", "") } },
    "a.h:x",
    "a.h:t a.h:u a.h:x",
    "",
    "" },
  { "file-level-uses-own-file",
    { { "a.h", DEPENDS ("t") FRAGMENT ("x", "") FRAGMENT ("t", DEPENDS ("x")) } },
    "a.h:t",
    "a.h:x a.h:t",
    "",
    "" },
  { "file-level-other-file",
    { { "a.h", DEPENDS ("b.h:t") FRAGMENT ("x", DEPENDS ("y")) FRAGMENT ("y", "") },
      { "b.h", FRAGMENT ("t", "") } },
    "a.h:x",
    "b.h:t a.h:y a.h:x",
    "",
    "" },
  { "file-level-before-own",
    { { "a.h", FRAGMENT ("x", DEPENDS ("b.h:own")) DEPENDS ("b.h:implied") },
      { "b.h", FRAGMENT ("own", "") FRAGMENT ("implied", "") } },
    "a.h:x",
    "b.h:implied b.h:own a.h:x",
    "",
    "" },
  { "includes-of-dependencies",
    { { "a.h", INCLUDES ("#include <math.h>\n#include \"t.h\"\n")
                   FRAGMENT ("x", DEPENDS ("b.h:y") INCLUDES ("#include <own.h>\n")) },
      { "b.h",
        INCLUDES ("#include  <string.h>\n# include <math.h> // again\n")
            FRAGMENT ("y", "") FRAGMENT ("unused", INCLUDES ("#include <no.h>\n")) },
      { "t.h", "typedef int t;\n" } },
    "a.h:x",
    "b.h:y a.h:x",
    "t.h | #include <string.h> | #include <math.h> | #include <own.h>",
    "" },
  { "headers-of-headers",
    { { "a.h",
        INCLUDES ("#include \"s/t.h\"\n#include \"stdio.h\"\n")
            FRAGMENT ("x", INCLUDES ("#include \"s/u.h\"\n#include \"arm_math.h\"\n")) },
      { "s/t.h", "#pragma once\n# include \"u.h\"\n" },
      { "s/u.h", "#include \"t.h\"\n#include <math.h>\n" } },
    "a.h:x",
    "a.h:x",
    "s/t.h | s/u.h | #include \"stdio.h\" | #include \"arm_math.h\"",
    "" },
  { "header-not-there",
    { { "a.h", INCLUDES ("#include \"t.h\"\n") FRAGMENT ("x", "")
                   FRAGMENT ("y", DEPENDS ("x") INCLUDES ("#include \"t.h\"\n")) } },
    "a.h:y",
    "a.h:x a.h:y",
    "",
    "a.h:2 error unknown-file <#include \"t.h\"> the file “t.h” does not exist in the "
    "folder "
    "of this file (a header that comes with a compiler is written <t.h>)\n" },
  { "packages-and-symbols",
    { { "a.h",
        "#pragma IMAGINET_CODEPACKAGE_DEPENDENCY \"cmsis\"\n"
        "#pragma IMAGINET_SYMBOL_CHECK s GLOBAL \"first\"\n" FRAGMENT ("x", DEPENDS ("y"))
            FRAGMENT ("y",
                      "#pragma IMAGINET_CODEPACKAGE_DEPENDENCY "
                      "\"cmsis\"\n"
                      "#pragma IMAGINET_CODEPACKAGE_DEPENDENCY "
                      "\"nn\"\n"
                      "#pragma IMAGINET_SYMBOL_CHECK s LOCAL "
                      "\"other\"\n"
                      "#pragma IMAGINET_SYMBOL_CHECK s GLOBAL "
                      "\"again\"\n") } },
    "a.h:x",
    "a.h:y a.h:x",
    "cmsis | nn | s-global: first | s-local: other",
    "" },
  { "cycle",
    { { "a.h", FRAGMENT ("x", DEPENDS ("b.h:y")) },
      { "b.h", FRAGMENT ("y", DEPENDS ("a.h:x") DEPENDS ("a.h:x")) } },
    "a.h:x b.h:y",
    "b.h:y a.h:x",
    "",
    "b.h:2 error dependency-cycle <a.h:x> the fragment depends on itself: a.h:x -> b.h:y "
    "-> a.h:x (remove one of these dependencies; this one is ignored here)\n" },
  { "cycle-inside",
    { { "a.h", FRAGMENT ("r", DEPENDS ("x")) FRAGMENT ("x", DEPENDS ("y"))
                   FRAGMENT ("y", DEPENDS ("x")) } },
    "a.h:r",
    "a.h:y a.h:x a.h:r",
    "",
    "a.h:10 error dependency-cycle <x> the fragment depends on itself: a.h:x -> a.h:y -> "
    "a.h:x (remove one of these dependencies; this one is ignored here)\n" },
  { "cycle-of-files",
    { { "a.h", DEPENDS ("b.h:y") FRAGMENT ("x", "") },
      { "b.h", DEPENDS ("a.h:x") FRAGMENT ("y", "") } },
    "a.h:x",
    "b.h:y a.h:x",
    "",
    "b.h:1 error dependency-cycle <a.h:x> the fragment depends on itself: a.h:x -> b.h:y "
    "-> a.h:x (remove one of these dependencies; this one is ignored here)\n" },
  { "sibling",
    { { "a.h", FRAGMENT ("x", DEPENDS ("y")) },
      { "b.py", FRAGMENT ("y", "") },
      { "c.c", FRAGMENT ("y", "") },
      { "d/e.h", FRAGMENT ("y", "") } },
    "a.h:x",
    "c.c:y a.h:x",
    "",
    "a.h:2 warning sibling-fragment <y> the fragment “y” is not in this file but in "
    "“c.c” (write \"c.c:y\")\n" },
  { "sibling-python",
    { { "a.py", FRAGMENT ("x", DEPENDS ("y")) },
      { "b.py", FRAGMENT ("y", "") },
      { "c.c", FRAGMENT ("y", "") } },
    "a.py:x",
    "b.py:y a.py:x",
    "",
    "a.py:2 warning sibling-fragment <y> the fragment “y” is not in this file but in "
    "“b.py” (write \"b.py:y\")\n" },
  { "own-file-before-sibling",
    { { "a.h", FRAGMENT ("x", DEPENDS ("y")) FRAGMENT ("y", "") },
      { "b.h", FRAGMENT ("y", "") } },
    "a.h:x",
    "a.h:y a.h:x",
    "",
    "" },
  { "ambiguous",
    { { "a.h", FRAGMENT ("x", DEPENDS ("y")) },
      { "c.h", FRAGMENT ("y", "") },
      { "b.h", FRAGMENT ("y", "") } },
    "a.h:x",
    "a.h:x",
    "",
    "a.h:2 error ambiguous-fragment <y> the fragment “y” is in “b.h” and in “c.h”, and "
    "not in this file (name the file, as in \"b.h:y\")\n" },
  { "case-of-a-file",
    { { "a.h", FRAGMENT ("x", DEPENDS ("SUB/rotateimu.h:y")) },
      { "Sub/rotateIMU.h", FRAGMENT ("y", "") } },
    "a.h:x",
    "Sub/rotateIMU.h:y a.h:x",
    "",
    "a.h:2 warning file-name-case <SUB/rotateimu.h:y> the file is called "
    "“Sub/rotateIMU.h”, not “SUB/rotateimu.h” (file systems that tell upper from lower "
    "case will not find it)\n" },
  { "case-of-a-root",
    { { "Max.h", FRAGMENT ("x", "") } },
    "max.h:x Max.h:x",
    "Max.h:x",
    "",
    "main.imunit:1 warning file-name-case <max.h:x> the file is called “Max.h”, not "
    "“max.h” (file systems that tell upper from lower case will not find it)\n" },
  { "case-of-a-fragment",
    { { "a.h", FRAGMENT ("Max", "") } },
    "a.h:max",
    "",
    "",
    "main.imunit:1 error unknown-fragment <a.h:max> there is no fragment “max” in “a.h” "
    "(did you mean “Max”?)\n" },
  { "unknown-fragment-far",
    { { "a.h", FRAGMENT ("one", "") FRAGMENT ("two", "") } },
    "a.h:seventeen",
    "",
    "",
    "main.imunit:1 error unknown-fragment <a.h:seventeen> there is no fragment "
    "“seventeen” in “a.h” (there are one, two)\n" },
  { "unknown-fragment-empty-file",
    { { "a.h", "int a;\n" } },
    "a.h:x",
    "",
    "",
    "main.imunit:1 error unknown-fragment <a.h:x> there is no fragment “x” in “a.h”, "
    "which has no fragments (a fragment stands between “#pragma IMAGINET_FRAGMENT_BEGIN "
    "\"x\"” and “#pragma IMAGINET_FRAGMENT_END”)\n" },
  { "unknown-short-name",
    { { "a.h", FRAGMENT ("x", DEPENDS ("helper_f23")) },
      { "b.h", FRAGMENT ("helper_f32", "") } },
    "a.h:x",
    "a.h:x",
    "",
    "a.h:2 error unknown-fragment <helper_f23> there is no fragment “helper_f23” in this "
    "file or its folder (did you mean “helper_f32”?)\n" },
  { "unknown-file",
    { { "a.h", FRAGMENT ("x", DEPENDS ("sub/none.h:y")) } },
    "a.h:x",
    "a.h:x",
    "",
    "a.h:2 error unknown-file <sub/none.h:y> the file “sub/none.h” does not exist\n" },
  { "unknown-file-of-unit",
    { { "a.h", FRAGMENT ("x", DEPENDS ("[A.B]/error.h:print_error")) } },
    "a.h:x",
    "a.h:x",
    "",
    "a.h:2 error unknown-file <[A.B]/error.h:print_error> there is no file “error.h” in "
    "the folder of unit “A.B”\n" },
  { "unreadable-file",
    { { "a.h", FRAGMENT ("x", DEPENDS ("denied.h:y")) } },
    "a.h:x",
    "a.h:x",
    "",
    "a.h:2 error unreadable-file <denied.h:y> cannot use the file “denied.h”: it is "
    "outside of the package\n" },
  { "unresolved-at-file-level-once",
    { { "a.h", DEPENDS ("b.h:y") FRAGMENT ("x", "") FRAGMENT ("z", "") } },
    "a.h:x a.h:z",
    "a.h:x a.h:z",
    "",
    "a.h:1 error unknown-file <b.h:y> the file “b.h” does not exist\n" },
  { "problems-of-a-used-file",
    { { "a.h", FRAGMENT ("x", DEPENDS ("b.h:y")) FRAGMENT ("z", DEPENDS ("none")) },
      { "b.h", FRAGMENT ("y", "") "#pragma IMAGINET_FRAGMENT_START \"z\"\n" },
      { "c.h", "#pragma IMAGINET_FRAGMENT_END\n" } },
    "a.h:x b.h:y",
    "b.h:y a.h:x",
    "",
    "b.h:4 error unknown-pragma <IMAGINET_FRAGMENT_START> there is no directive "
    "“IMAGINET_FRAGMENT_START” (did you mean “IMAGINET_FRAGMENT_TEST”?)\n" },
};

static void
assert_closure (ImFragmentSet *set, const CloseCase *c)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImFragmentClosure) closure = close_roots (set, c->roots, diagnostics);
  g_autofree char *fragments = list_fragments (closure);
  g_autofree char *needs = list_needs (closure);
  g_autofree char *problems = list_problems (diagnostics);

  g_assert_cmpstr (problems, ==, c->problems);
  g_assert_cmpstr (fragments, ==, c->fragments);
  g_assert_cmpstr (needs, ==, c->needs);
}

static void
test_close (gconstpointer data)
{
  const CloseCase *c = data;
  Memory memory = { c->files, 0 };
  g_autoptr (ImFragmentSet) set = new_set (&memory);

  assert_closure (set, c);

  guint n_loads = memory.n_loads;
  assert_closure (set, c);
  g_assert_cmpuint (memory.n_loads, ==, n_loads);
}

/* A closure must not depend on the ones before it. */
static void
test_close_after_others (void)
{
  static const MemoryFile files[] = {
    { "a.h",
      DEPENDS ("t") FRAGMENT ("x", DEPENDS ("y")) FRAGMENT ("y", "") FRAGMENT ("t", "") },
    { NULL },
  };
  static const CloseCase first = { .roots = "a.h:x",
                                   .fragments = "a.h:t a.h:y a.h:x",
                                   .needs = "",
                                   .problems = "" };
  static const CloseCase second = { .roots = "a.h:y",
                                    .fragments = "a.h:t a.h:y",
                                    .needs = "",
                                    .problems = "" };
  Memory memory = { files, 0 };
  g_autoptr (ImFragmentSet) set = new_set (&memory);

  assert_closure (set, &first);
  assert_closure (set, &second);
  assert_closure (set, &first);
  g_assert_cmpuint (memory.n_loads, ==, 1);
}

static void
test_find (void)
{
  static const MemoryFile files[] = { { "a.py", FRAGMENT ("x", "") }, { NULL } };
  Memory memory = { files, 0 };
  g_autoptr (ImFragmentSet) set = new_set (&memory);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImSource) source = im_source_new_for_string ("main.imunit", "a.py:x");
  ImFragmentRoot root = {
    "main.imunit",
    source,
    { IM_FRAGMENT_REFERENCE_FILE, NULL, "a.py", "x", { 0, 6 } },
  };

  const ImFragment *fragment = im_fragment_set_find (set, &root, diagnostics);
  g_assert_nonnull (fragment);
  g_assert_cmpstr (fragment->name, ==, "x");
  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 0);

  root.reference.name = "z";
  g_assert_null (im_fragment_set_find (set, &root, diagnostics));
  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 1);
  g_assert_cmpstr (im_diagnostics_get (diagnostics, 0)->code, ==, "unknown-fragment");
}

static void
test_refused_file (void)
{
  g_autofree char *large = g_strnfill (IM_FRAGMENT_MAX_FILE_BYTES + 1, '\n');
  const MemoryFile files[] = { { "a.h", FRAGMENT ("x", DEPENDS ("b.h:y")) },
                               { "b.h", large },
                               { NULL } };
  const CloseCase expected = {
    .roots = "a.h:x",
    .fragments = "a.h:x",
    .needs = "",
    .problems = "a.h:2 error unreadable-file <b.h:y> cannot use the file “b.h”: expected "
                "at most 4194304 bytes of code, found 4194305\n",
  };
  Memory memory = { files, 0 };
  g_autoptr (ImFragmentSet) set = new_set (&memory);

  assert_closure (set, &expected);
}

static void
test_unresolved_limit (void)
{
  g_autoptr (GString) text = g_string_new (BEGIN ("x"));
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();

  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (text, DEPENDS ("none%u"), i);
  g_string_append (text, END);

  const MemoryFile files[] = { { "a.h", text->str }, { NULL } };
  Memory memory = { files, 0 };
  g_autoptr (ImFragmentSet) set = new_set (&memory);
  g_autoptr (ImFragmentClosure) closure = close_roots (set, "a.h:x", diagnostics);
  guint count = im_diagnostics_get_count (diagnostics);

  g_assert_cmpuint (closure->fragments->len, ==, 1);
  g_assert_cmpuint (count, ==, 101);
  g_assert_cmpstr (im_diagnostics_get (diagnostics, count - 1)->code, ==,
                   "too-many-problems");
}

/* Without an own stack this would end in a stack overflow. */
static void
test_deep_chain (void)
{
  const guint depth = 30000;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();

  for (guint i = 0; i < depth; i++)
    g_string_append_printf (text, BEGIN ("f%u") DEPENDS ("f%u") END, i, (i + 1) % depth);

  const MemoryFile files[] = { { "a.h", text->str }, { NULL } };
  Memory memory = { files, 0 };
  g_autoptr (ImFragmentSet) set = new_set (&memory);
  g_autoptr (ImFragmentClosure) closure = close_roots (set, "a.h:f0", diagnostics);
  g_autofree char *problems = list_problems (diagnostics);
  const ImFragment *first = g_ptr_array_index (closure->fragments, 0);

  g_assert_cmpuint (closure->fragments->len, ==, depth);
  g_assert_cmpstr (first->name, ==, "f29999");
  g_assert_cmpstr (
      problems, ==,
      "a.h:89999 error dependency-cycle <f0> the fragment depends on itself: "
      "a.h:f0 -> a.h:f1 -> a.h:f2 -> a.h:f3 -> a.h:f4 -> a.h:f5 -> (29988 "
      "more) -> a.h:f29994 -> a.h:f29995 -> a.h:f29996 -> a.h:f29997 -> "
      "a.h:f29998 -> a.h:f29999 -> a.h:f0 (remove one of these dependencies; "
      "this one is ignored here)\n");
}

/* Files on disk, through a loader that reads below tests/fragment/fragments. */

static ImSource *
load_fixture (gpointer data,
              const char *unit_id,
              const char *from_file,
              const char *relative_path,
              char **resolved_path,
              GError **error)
{
  g_autofree char *path = join (unit_id, from_file, relative_path);
  g_autofree char *full_path = g_test_build_filename (G_TEST_DIST, "fragment",
                                                      "fragments", path, NULL);
  g_autofree char *text = NULL;

  if (!g_file_get_contents (full_path, &text, NULL, error))
    return NULL;
  *resolved_path = g_steal_pointer (&path);

  return im_source_new_for_string (*resolved_path, text);
}

static void
test_files (void)
{
  static const CloseCase expected = {
    .roots = "mean/remove_mean.h:remove_mean_f32",
    .fragments = "mean/detail/mean.c:mean_f32 mean/remove_mean.h:remove_mean_f32",
    .needs = "#include <stddef.h>",
    .problems = "",
  };
  const ImFragmentLoader loader = { load_fixture, NULL, NULL };
  g_autoptr (ImFragmentSet) set = im_fragment_set_new (&loader);

  assert_closure (set, &expected);
}

/* The example of the specification, which is not a part of this project. */
static void
test_specification (void)
{
  g_autofree char *path = g_build_filename (
      g_getenv ("IMAGINET_SHARED") != NULL ? g_getenv ("IMAGINET_SHARED") : "", "spec",
      "imaginet.txt", NULL);
  g_autofree char *text = NULL;
  static const char split[] = "File subdir/example_helpers.c";

  if (!g_file_get_contents (path, &text, NULL, NULL))
    {
      g_test_skip ("IMAGINET_SHARED has no spec/imaginet.txt");
      return;
    }

  char *example = strstr (text, "C Example");
  g_assert_nonnull (example);
  char *helpers = strstr (example, split);
  g_assert_nonnull (helpers);
  *helpers++ = '\0';
  char *end = strstr (helpers, "Imagimob Unit Format");
  g_assert_nonnull (end);
  *end = '\0';

  const MemoryFile files[] = { { "example.h", example },
                               { "subdir/example_helpers.c", helpers },
                               { NULL } };
  static const CloseCase expected = {
    .roots = "example.h:subavgf32",
    .fragments = "subdir/example_helpers.c:__subavgf32 example.h:subavgf32",
    .needs = "#include <stdint.h.h>",
    .problems = "",
  };
  Memory memory = { files, 0 };
  g_autoptr (ImFragmentSet) set = new_set (&memory);

  assert_closure (set, &expected);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (close_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/fragment-set/close/", close_cases[i].name,
                                           NULL);

      g_test_add_data_func (path, &close_cases[i], test_close);
    }
  g_test_add_func ("/fragment-set/close-after-others", test_close_after_others);
  g_test_add_func ("/fragment-set/find", test_find);
  g_test_add_func ("/fragment-set/refused-file", test_refused_file);
  g_test_add_func ("/fragment-set/unresolved-limit", test_unresolved_limit);
  g_test_add_func ("/fragment-set/deep-chain", test_deep_chain);
  g_test_add_func ("/fragment-set/files", test_files);
  g_test_add_func ("/fragment-set/specification", test_specification);

  return g_test_run ();
}
