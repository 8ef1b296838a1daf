/* SPDX-License-Identifier: MIT
 *
 * Files that somebody made to break us. Each is read, checked and evaluated in a process
 * of its own, whose output and memory are measured, as a benchmark (-m perf) its time,
 * too. What lies outside of the package has the word SECRET in it, which must never come
 * out.
 */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check/im-unit-check.h"
#include "evaluation/im-unit-evaluation.h"

#define CODE(function) \
  "#pragma IMAGINET_FRAGMENT_BEGIN \"f\"\n" function "\n#pragma IMAGINET_FRAGMENT_END\n"
#define SECRET CODE ("int SECRET (int);")
#define GOOD                                                               \
  "<Implementations><Implementation language=\"C\" fragment=\"good.h:f\" " \
  "call=\"f(1)\"/></Implementations>"
#define UNIT(content) \
  "<Imaginet>\n<Unit name=\"Bad\">\n" content "\n</Unit>\n</Imaginet>\n"
#define PARAMETERS(content) UNIT ("<Parameters>" content "</Parameters>\n" GOOD)
#define FRAGMENT(reference)                                                     \
  UNIT ("<Implementations><Implementation language=\"C\" fragment=\"" reference \
        "\" call=\"f(1)\"/></Implementations>")

#define NOBODY            65534
#define EXIT_OUT_OF_REACH 4
#define HANG_SECONDS      60 /* of processor time */
#define LARGE_BYTES       (200 * 1024 * 1024)
#define MANY              1000000
#define MAX_SECONDS       1.0
#define MAX_KILOBYTES     (200 * 1024)
#ifdef __SANITIZE_ADDRESS__
#define FACTOR 10 /* shadow memory and checks of every access */
#else
#define FACTOR 1
#endif

typedef struct
{
  const char *name;
  const char *start; /* of the unit file */
  const char *repeated;
  guint n_repeated;
  const char *end;
  void (*make) (const char *folder, const char *name); /* makes what else lies there */
  const char *made;
  const char *problem; /* the only one, a pattern */
} BadCase;

static void
write_file (const char *folder, const char *name, const char *text, gssize length)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, length, &error);
  g_assert_no_error (error);
}

static char *
in_folder (const char *folder, const char *name)
{
  return g_build_filename (folder, name, NULL);
}

static void
make_link (const char *folder, const char *name)
{
  g_autofree char *path = in_folder (folder, name);
  g_autofree char *target = g_strdup_printf ("../secret%s", strrchr (name, '.'));

  g_assert_cmpint (symlink (target, path), ==, 0);
}

static void
make_link_to_folder (const char *folder, const char *name)
{
  g_autofree char *path = in_folder (folder, name);

  g_assert_cmpint (symlink ("..", path), ==, 0);
}

static void
make_link_to_itself (const char *folder, const char *name)
{
  g_autofree char *path = in_folder (folder, name);

  g_assert_cmpint (symlink (name, path), ==, 0);
}

static void
make_large (const char *folder, const char *name)
{
  g_autofree char *path = in_folder (folder, name);
  int fd = open (path, O_CREAT | O_WRONLY, 0644);

  g_assert_cmpint (ftruncate (fd, LARGE_BYTES), ==, 0);
  close (fd);
}

static void
make_fifo (const char *folder, const char *name)
{
  g_autofree char *path = in_folder (folder, name);

  g_assert_cmpint (mkfifo (path, 0644), ==, 0);
}

static void
make_unreadable (const char *folder, const char *name)
{
  g_autofree char *path = in_folder (folder, name);

  write_file (folder, name, SECRET, -1);
  g_assert_cmpint (g_chmod (path, 0), ==, 0);
}

/* Each parameter needs the one before, as a name or in a call. */
static void
write_chain (const char *folder, const char *name, gboolean in_call)
{
  g_autoptr (GString) text = g_string_new ("<Imaginet>\n<Unit name=\"Bad\"><Parameters>"
                                           "<Handle name=\"h\" size=\"p100000\"/>\n");

  for (guint i = 100000; i > 0; i--)
    g_string_append_printf (text, "<Hidden name=\"p%u\" value=\"%sp%u%s\"/>\n", i,
                            in_call ? "abs(" : "", i - 1, in_call ? ")" : "");
  g_string_append (text,
                   "<Int32Option name=\"p0\"/></Parameters>" GOOD "</Unit></Imaginet>\n");
  write_file (folder, name, text->str, (gssize) text->len);
}

static void
make_chain_of_names (const char *folder, const char *name)
{
  write_chain (folder, name, FALSE);
}

static void
make_chain_of_calls (const char *folder, const char *name)
{
  write_chain (folder, name, TRUE);
}

/* Names that do not exist, none like another. */
static void
make_unknown_names (const char *folder, const char *name)
{
  g_autoptr (GString) text = g_string_new (
      "<Imaginet>\n<Unit name=\"Bad\"><Parameters>\n");

  for (guint i = 0; i < 20000; i++)
    {
      g_autofree char *known = g_compute_checksum_for_data (
          G_CHECKSUM_SHA1, (const guchar *) &i, sizeof i);
      g_autofree char *unknown = g_strreverse (g_strdup (known));

      g_string_append_printf (text, "<Hidden name=\"n%s\" value=\"u%s\"/>\n", known,
                              unknown);
    }
  g_string_append (text, "</Parameters>" GOOD "</Unit></Imaginet>\n");
  write_file (folder, name, text->str, (gssize) text->len);
}

static const BadCase bad_cases[] = {
  { "truncated-tag", .start = "<Imaginet>\n<Unit name=\"Bad\">\n<Param",
    .problem = "bad.imunit:3:7: error: the file ends before the closing tag </Param>" },
  { "truncated-value", .start = "<Imaginet>\n<Unit name=\"Ba",
    .problem =
        "bad.imunit:2:15: error: the file ends before the closing tag </Imaginet>" },
  { "truncated-element", .start = "<Imaginet>\n<Unit name=\"Bad\">\n",
    .problem = "bad.imunit:3:1: error: the file ends before the closing tag </Unit>" },
  { "nesting", "", "<Imaginet>", 10000, "",
    .problem =
        "bad.imunit:1:2561: error: elements stand inside each other deeper than 256" },
  { "nesting-of-description", "<Imaginet><Unit name=\"Bad\"><Description>", "<b>", 10000,
    "",
    .problem =
        "bad.imunit:1:800: error: elements stand inside each other deeper than 256" },
  { "entity-bomb",
    .start =
        "<!DOCTYPE a [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;\">"
        "<!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;\"><!ENTITY d \"&c;&c;&c;&c;&c;&c;&c;\">"
        "<!ENTITY e \"&d;&d;&d;&d;&d;&d;&d;\"><!ENTITY f \"&e;&e;&e;&e;&e;&e;&e;\">"
        "<!ENTITY g \"&f;&f;&f;&f;&f;&f;&f;\"><!ENTITY h \"&g;&g;&g;&g;&g;&g;&g;\">"
        "]>\n<Imaginet name=\"&h;\">&h;</Imaginet>",
    .problem = "bad.imunit:1:1: error: a document type declaration is not allowed" },
  { "entity-bomb-behind-error",
    .start = "<?xml version==\"1.0\"?>\n<!DOCTYPE a [<!ENTITY a \"aaaaaaaaaa\">"
             "<!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;\">"
             "<!ENTITY d \"&c;&c;&c;&c;&c;&c;&c;\"><!ENTITY e \"&d;&d;&d;&d;&d;&d;&d;\">"
             "<!ENTITY f \"&e;&e;&e;&e;&e;&e;&e;\"><!ENTITY g \"&f;&f;&f;&f;&f;&f;&f;\">"
             "<!ENTITY h \"&g;&g;&g;&g;&g;&g;&g;\">]>\n"
             "<Imaginet name=\"&h;\">&h;</Imaginet>",
    .problem =
        "bad.imunit:1:15: error: this is not XML: String not started expecting ' or \"" },
  { "external-entity",
    .start = "<!DOCTYPE a [<!ENTITY x SYSTEM \"../secret.h\">]>\n"
             "<Imaginet>&x;</Imaginet>",
    .problem = "bad.imunit:1:1: error: a document type declaration is not allowed" },
  { "external-subset",
    .start = "<?xml version=\"1.0\"?>\n"
             "<!DOCTYPE a SYSTEM \"../secret.h\"><Imaginet/>",
    .problem = "bad.imunit:2:1: error: a document type declaration is not allowed" },
  { "invalid-utf8", .start = UNIT ("<Tags>\xC3\xA9 \xE9</Tags>"),
    .problem = "bad.imunit:3:9: error: expected UTF-8, but the byte 0xE9 does not belong "
               "there" },
  { "large-unit", .make = make_large, .made = "bad.imunit",
    .problem = "bad.imunit: error: cannot read 'bad.imunit': it has 209715200 bytes, but "
               "at most 16777216 are allowed" },
  { "large-fragment", .start = FRAGMENT ("a.h:f"), .make = make_large, .made = "a.h",
    .problem = "bad.imunit:3:57: error: cannot use the file “a.h”: cannot read 'a.h': it "
               "has 209715200 bytes, but at most 4194304 are allowed" },
  { "long-expression-in-attribute",
    "<Imaginet>\n<Unit name=\"Bad\"><Parameters><Hidden name=\"a\" value=\"1", "+1",
    MANY / 2, "\"/></Parameters>" GOOD "</Unit></Imaginet>",
    .problem = "bad.imunit:2:30: error: a tag is longer than 65536 bytes" },
  { "long-expression-in-text",
    "<Imaginet>\n<Unit name=\"Bad\"><Implementations><Implementation language=\"C\" "
    "fragment=\"good.h:f\" call=\"f(1)\"><Conditional>1",
    "+1", MANY / 2, "</Conditional></Implementation></Implementations></Unit></Imaginet>",
    .problem = "bad.imunit:2:65645: error: the expression is longer than 65536 bytes" },
  { "deep-expression",
    "<Imaginet>\n<Unit name=\"Bad\"><Parameters><Hidden name=\"a\" value=\"", "(", 10000,
    "1\"/></Parameters>" GOOD "</Unit></Imaginet>",
    .problem = "bad.imunit:2:1054: error: the expression is nested more than 1000 "
               "levels deep" },
  { "chain-of-names", .make = make_chain_of_names, .made = "bad.imunit",
    .problem = "bad.imunit:2001:30: error: the evaluation is nested too deep" },
  { "chain-of-calls", .make = make_chain_of_calls, .made = "bad.imunit",
    .problem = "bad.imunit:1002:30: error: the evaluation is nested too deep" },
  { "unknown-names", .make = make_unknown_names, .made = "bad.imunit",
    .problem = "bad.imunit:3:65: error: there is no parameter “u*\n"
               "bad.imunit:103:65: error: expressions from here on are not checked, "
               "because those before have 100 problems or more" },
  { "string-bomb",
    PARAMETERS ("<Hidden name=\"a\" value=\"'0123456789abcdef'\"/>\n"
                "<Hidden name=\"b\" value=\"a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a\"/>\n"
                "<Hidden name=\"c\" value=\"b+b+b+b+b+b+b+b+b+b+b+b+b+b+b+b\"/>\n"
                "<Hidden name=\"d\" value=\"c+c+c+c+c+c+c+c+c+c+c+c+c+c+c+c\"/>\n"
                "<Hidden name=\"e\" value=\"d+d+d+d+d+d+d+d+d+d+d+d+d+d+d+d\"/>\n"
                "<Hidden name=\"f\" value=\"e+e+e+e+e+e+e+e+e+e+e+e+e+e+e+e\"/>\n"
                "<Handle name=\"h\" size=\"f.length\"/>"),
    .problem = "bad.imunit:8:25: warning: a string has at most 1048576 bytes\n"
               "bad.imunit:8:25: error: a string has at most 1048576 bytes" },
  { "strings-bomb",
    "<Imaginet>\n<Unit name=\"Bad\"><Parameters>"
    "<Hidden name=\"a\" value=\"'0123456789abcdef'\"/>\n"
    "<Hidden name=\"b\" value=\"a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a\"/>\n"
    "<Hidden name=\"c\" value=\"b+b+b+b+b+b+b+b+b+b+b+b+b+b+b+b\"/>\n"
    "<Hidden name=\"d\" value=\"c+c+c+c+c+c+c+c+c+c+c+c+c+c+c+c\"/>\n"
    "<Hidden name=\"e\" value=\"d+d+d+d+d+d+d+d+d+d+d+d+d+d+d+d\"/>\n"
    "<Handle name=\"h\" size=\"0",
    "+e.remove(0, 1).length", 900, "\"/></Parameters>" GOOD "</Unit></Imaginet>",
    .problem = "bad.imunit:7:*: error: the evaluation needs too much memory" },
  { "array-bomb",
    PARAMETERS ("<Hidden name=\"a\" value=\"hann(System.Float64, 60000000)\"/>\n"
                "<Handle name=\"h\" size=\"a.shape.flat\"/>"),
    .problem = "bad.imunit:3:37: warning: an array has at most 8388608 elements, "
               "float64[60000000] would have 60000000\n"
               "bad.imunit:3:37: error: an array has at most 8388608 elements, "
               "float64[60000000] would have 60000000" },
  { "arrays-bomb",
    "<Imaginet>\n<Unit name=\"Bad\"><Parameters>"
    "<Hidden name=\"a\" value=\"hann(System.Float64, 2800)\"/>\n"
    "<Hidden name=\"b\" value=\"a.reshape(System.Shape(2800, 1)) * a\"/>\n"
    "<Hidden name=\"c\" value=\"b",
    " * b", 900,
    "\"/>"
    "<Handle name=\"h\" size=\"c.shape.flat\"/>"
    "</Parameters>" GOOD "</Unit></Imaginet>",
    .problem = "bad.imunit:4:27: error: the evaluation needs too much memory" },
  { "recursion",
    .start = PARAMETERS ("\n<Hidden name=\"a\" value=\"b + 1\"/>\n"
                         "<Hidden name=\"b\" value=\"c * 2\"/>\n"
                         "<Hidden name=\"c\" value=\"a\"/>\n"
                         "<Handle name=\"h\" size=\"a\"/>\n"),
    .problem = "bad.imunit:6:25: error: “a” needs its own value: a → b → c → a" },
  { "recursion-of-output",
    .start = PARAMETERS ("<OutputSocket name=\"o\" type=\"System.Int8\" "
                         "shape=\"o.shape.insert(0, 1)\"/>"),
    .problem = "bad.imunit:3:62: error: “o” needs its own value: o → o\nbad.imunit:4:73: "
               "warning: f is given none of the outputs, so that “o” stays zero" },
  { "path-outside", .start = FRAGMENT ("../secret.h:f"),
    .problem = "bad.imunit:3:57: error: cannot use the file “../secret.h”: cannot open "
               "'../secret.h': '..' leads out of its root folder, and only files below "
               "'.' may be read" },
  { "path-outside-backslash", .start = FRAGMENT ("..\\secret.h:f"),
    .problem = "bad.imunit:3:57: error: cannot use the file “../secret.h”: cannot open "
               "'../secret.h': '..' leads out of its root folder, and only files below "
               "'.' may be read" },
  { "path-outside-hidden", .start = FRAGMENT ("x/../../secret.h:f"),
    .problem = "bad.imunit:3:57: error: cannot use the file “x/../../secret.h”: cannot "
               "open 'x/../../secret.h': '..' leads out of its root folder, and only "
               "files below '.' may be read" },
  { "path-absolute", .start = FRAGMENT ("/etc/passwd:f"),
    .problem = "bad.imunit:3:57: error: cannot use the file “/etc/passwd”: “/etc/passwd” "
               "is an absolute path; it must be relative to bad.imunit" },
  { "link-to-file", .start = FRAGMENT ("a.h:f"), .make = make_link, .made = "a.h",
    .problem =
        "bad.imunit:3:57: error: cannot use the file “a.h”: cannot open 'a.h': '..' "
        "leads out of its root folder, and only files below '.' may be read" },
  { "link-to-folder", .start = FRAGMENT ("up/secret.h:f"), .make = make_link_to_folder,
    .made = "up",
    .problem = "bad.imunit:3:57: error: cannot use the file “up/secret.h”: cannot open "
               "'up/secret.h': '..' leads out of its root folder, and only files below "
               "'.' may be read" },
  { "link-to-unit", .start = UNIT (GOOD), .make = make_link, .made = "other.imunit",
    .problem = "other.imunit: error: cannot open 'other.imunit': '..' leads out of its "
               "root folder, and only files below '.' may be read" },
  { "link-loop", .start = FRAGMENT ("a.h:f"), .make = make_link_to_itself, .made = "a.h",
    .problem = "bad.imunit:3:57: error: cannot use the file “a.h”: cannot open 'a.h': "
               "Too many levels of symbolic links" },
  { "fifo-unit", .make = make_fifo, .made = "bad.imunit",
    .problem = "bad.imunit: error: cannot read 'bad.imunit': expected a regular file, "
               "but it is a pipe" },
  { "fifo-fragment", .start = FRAGMENT ("a.h:f"), .make = make_fifo, .made = "a.h",
    .problem = "bad.imunit:3:57: error: cannot use the file “a.h”: cannot read 'a.h': "
               "expected a regular file, but it is a pipe" },
  { "unreadable-unit", .make = make_unreadable, .made = "bad.imunit",
    .problem = "bad.imunit: error: cannot open 'bad.imunit': Permission denied" },
  { "unreadable-fragment", .start = FRAGMENT ("a.h:f"), .make = make_unreadable,
    .made = "a.h",
    .problem = "bad.imunit:3:57: error: cannot use the file “a.h”: cannot open 'a.h': "
               "Permission denied" },
};

/* What the command line does with a folder, and an evaluation. */
static void
check_package (const char *package, ImDiagnostics *diagnostics)
{
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();

  im_unit_library_add_root (library, package, diagnostics);

  GPtrArray *files = im_unit_library_get_files (library);
  for (guint i = 0; i < files->len; i++)
    {
      const ImUnitFile *file = g_ptr_array_index (files, i);

      for (guint u = 0; u < im_unit_file_get_count (file); u++)
        {
          const ImUnit *unit = im_unit_file_get_unit (file, u);
          guint n_before = im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR);

          im_unit_check (unit, library, diagnostics);
          if (im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) > n_before)
            continue;
          g_autoptr (ImUnitEvaluation) evaluation = im_unit_evaluation_new (unit, NULL,
                                                                            0);
          im_unit_evaluation_report (evaluation, diagnostics);
        }
    }
}

G_NORETURN static void
run_child (const char *package, gboolean as_nobody, int out)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (GString) text = g_string_new (NULL);

  struct rlimit limit = { HANG_SECONDS * FACTOR, HANG_SECONDS * FACTOR };
  g_assert_cmpint (setrlimit (RLIMIT_CPU, &limit), ==, 0);
  if (as_nobody && geteuid () == 0 && (setgid (NOBODY) != 0 || setuid (NOBODY) != 0))
    _exit (2);
  if (access (package, R_OK | X_OK) != 0)
    _exit (EXIT_OUT_OF_REACH);

  check_package (package, diagnostics);
  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    im_diagnostic_print (im_diagnostics_get (diagnostics, i), FALSE, text);
  if (write (out, text->str, text->len) != (gssize) text->len)
    _exit (3);
  _exit (0);
}

static char *
read_all (int fd)
{
  GString *text = g_string_new (NULL);
  char buffer[4096];
  gssize n;

  while ((n = read (fd, buffer, sizeof buffer)) > 0)
    g_string_append_len (text, buffer, n);
  close (fd);

  return g_string_free (text, FALSE);
}

static void
check_usage (const struct rusage *usage)
{
  double seconds = (double) (usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
                   1e-6 * (double) (usage->ru_utime.tv_usec + usage->ru_stime.tv_usec);

  g_test_message ("%.3f s, %ld MB", seconds, usage->ru_maxrss / 1024);
  if (g_test_perf ())
    g_assert_cmpfloat (seconds, <, MAX_SECONDS * FACTOR);
  g_assert_cmpint (usage->ru_maxrss, <, MAX_KILOBYTES * FACTOR);
}

/* Returns what the child printed; NULL if the user that it runs as cannot get to the
 * package, since a folder above it is private. */
static char *
run (const char *package, gboolean as_nobody)
{
  struct rusage usage;
  int ends[2], status;

  g_assert_cmpint (pipe (ends), ==, 0);
  pid_t child = fork ();
  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    run_child (package, as_nobody, ends[1]);

  close (ends[1]);
  char *text = read_all (ends[0]);
  g_assert_cmpint (wait4 (child, &status, 0, &usage), ==, child);
  if (WIFEXITED (status) && WEXITSTATUS (status) == EXIT_OUT_OF_REACH)
    {
      g_free (text);
      return NULL;
    }
  g_assert_cmpint (status, ==, 0);
  check_usage (&usage);

  return text;
}

static void
write_unit (const BadCase *c, const char *package)
{
  g_autoptr (GString) text = g_string_new (c->start);

  for (guint i = 0; i < c->n_repeated; i++)
    g_string_append (text, c->repeated);
  g_string_append (text, c->end == NULL ? "" : c->end);

  write_file (package, "bad.imunit", text->str, (gssize) text->len);
}

/* The first lines of the problems, without the folder. */
static char *
find_problems (const char *text, const char *package)
{
  g_autofree char *prefix = g_strconcat (package, "/", NULL);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GString *problems = g_string_new (NULL);

  for (char **line = lines; *line != NULL; line++)
    if (g_str_has_prefix (*line, package))
      g_string_append_printf (problems, "%s%s", problems->len > 0 ? "\n" : "", *line);
  g_string_replace (problems, prefix, "", 0);
  g_string_replace (problems, package, ".", 0);

  return g_string_free (problems, FALSE);
}

/* Removes a tree without following links. */
static void
remove_tree (const char *path)
{
  g_autoptr (GDir) folder = NULL;
  const char *name;

  if (!g_file_test (path, G_FILE_TEST_IS_SYMLINK))
    folder = g_dir_open (path, 0, NULL);
  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *child = in_folder (path, name);

      remove_tree (child);
    }
  g_assert_cmpint (g_remove (path), ==, 0);
}

static void
test_bad_input (gconstpointer data)
{
  const BadCase *c = data;
  g_autofree char *folder = g_dir_make_tmp ("bad-XXXXXX", NULL);
  g_autofree char *package = in_folder (folder, "package");

  g_assert_cmpint (g_chmod (folder, 0755), ==, 0);
  g_assert_cmpint (g_mkdir (package, 0755), ==, 0);
  write_file (folder, "secret.h", SECRET, -1);
  write_file (package, "good.h", CODE ("void f (int x);"), -1);
  write_file (folder, "secret.imunit", UNIT ("<DisplayName>SECRET</DisplayName>"), -1);
  if (c->start != NULL)
    write_unit (c, package);
  if (c->make != NULL)
    c->make (package, c->made);

  g_autofree char *text = run (package, c->make == make_unreadable);
  remove_tree (folder);
  if (text == NULL)
    {
      g_test_skip ("no other user can get to temporary files");
      return;
    }

  g_autofree char *problems = find_problems (text, package);
  g_assert_null (strstr (text, "SECRET"));
  if (!g_pattern_match_simple (c->problem, problems))
    g_assert_cmpstr (problems, ==, c->problem);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (bad_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/bad-input/", bad_cases[i].name, NULL);

      g_test_add_data_func (path, &bad_cases[i], test_bad_input);
    }

  return g_test_run ();
}
