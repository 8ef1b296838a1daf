/* SPDX-License-Identifier: MIT
 *
 * Copies of units: which files come along, where they lie to each other, what the copies
 * are called, and that nothing is written over.
 */
#include "document/disk/im-unit-copy.h"

#include <glib/gstdio.h>
#include <string.h>

#define CODE "#include \"../common.h\"\n#include <math.h>\nconst char *a = \"gone.h\";\n"
#define UNIT                                                            \
  "<Imaginet>\n"                                                        \
  "  <Function unit=\"Vendor.Half\">\n"                                 \
  "    <Description><Inline fragment=\"half.h:half\"/></Description>\n" \
  "  </Function>\n"                                                     \
  "  <Composite unit='Vendor.Twice'><Stacked>\n"                        \
  "    <Unit id=\"Vendor.Half\"/><Unit id=\"Other.Half\"/>\n"           \
  "  </Stacked></Composite>\n"                                          \
  "</Imaginet>\n"
#define COPY                                                            \
  "<Imaginet>\n"                                                        \
  "  <Function unit=\"My.Half2\">\n"                                    \
  "    <Description><Inline fragment=\"half.h:half\"/></Description>\n" \
  "  </Function>\n"                                                     \
  "  <Composite unit='My.Twice'><Stacked>\n"                            \
  "    <Unit id=\"My.Half2\"/><Unit id=\"Other.Half\"/>\n"              \
  "  </Stacked></Composite>\n"                                          \
  "</Imaginet>\n"
#define TAKEN "<Imaginet><Function unit=\"My.Half\"/></Imaginet>\n"

typedef struct
{
  char *folder;
  ImUnitLibrary *library;
  const ImUnit *unit;
  char *target;
} Fixture;

static char *
put (Fixture *fixture, const char *name, const char *text)
{
  char *path = g_build_filename (fixture->folder, name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));

  return path;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  static const char *const files[][2] = {
    { "packages/Half/half.h", CODE },
    { "packages/common.h", "#include \"../secret.h\"\n" },
    { "packages/unused.h", "\n" },
    { "secret.h", "\n" },
  };
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autofree char *unit = NULL, *taken = NULL;

  fixture->folder = g_dir_make_tmp ("unit-copy-XXXXXX", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    g_free (put (fixture, files[i][0], files[i][1]));
  unit = put (fixture, "packages/Half/Half.imunit", UNIT);
  taken = put (fixture, "taken.imunit", TAKEN);
  fixture->library = im_unit_library_new ();
  im_unit_library_add_file (fixture->library, taken, problems);
  im_unit_library_add_file (fixture->library, unit, problems);
  fixture->unit = im_unit_library_find (fixture->library, "Vendor.Half");
  g_assert_nonnull (fixture->unit);
  fixture->target = g_build_filename (fixture->folder, "copies", NULL);
}

static void
remove_all (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_all (child);
    }
  g_remove (path);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  im_unit_library_unref (fixture->library);
  remove_all (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->target);
}

static void
assert_file (Fixture *fixture, const char *name, const char *expected)
{
  g_autofree char *path = g_build_filename (fixture->target, name, NULL);
  g_autofree char *text = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  g_assert_cmpstr (text, ==, expected);
}

/* What the code includes lies beside the folder of the unit, as before; what lies outside
 * of all packages is not copied. */
static void
test_files (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *id = NULL;
  g_autofree char *path = im_unit_copy (fixture->unit, fixture->library, fixture->target,
                                        &id, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (id, ==, "My.Half2");
  g_assert_true (g_str_has_suffix (path, "copies/packages/Half/Half.imunit"));
  assert_file (fixture, "packages/Half/Half.imunit", COPY);
  assert_file (fixture, "packages/Half/half.h", CODE);
  assert_file (fixture, "packages/common.h", "#include \"../secret.h\"\n");
  assert_file (fixture, "packages/unused.h", NULL);
  assert_file (fixture, "secret.h", NULL);
}

/* A copy that was not touched is as good as a new one; one that was edited stays. */
static void
test_twice (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *edited = NULL;

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *id = NULL;
      g_autofree char *path = im_unit_copy (fixture->unit, fixture->library,
                                            fixture->target, &id, &error);

      g_assert_no_error (error);
      g_assert_nonnull (path);
    }
  edited = put (fixture, "copies/packages/Half/half.h", "int mine;\n");
  g_assert_null (im_unit_copy (fixture->unit, fixture->library, fixture->target,
                               &(char *){ NULL }, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_EXIST);
  g_assert_nonnull (strstr (error->message, edited));
  assert_file (fixture, "packages/Half/half.h", "int mine;\n");
}

static void
test_no_folder (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *file = put (fixture, "file", "");

  g_assert_null (
      im_unit_copy (fixture->unit, fixture->library, file, &(char *){ NULL }, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOTDIR);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/unit-copy/files", Fixture, NULL, set_up, test_files, tear_down);
  g_test_add ("/unit-copy/twice", Fixture, NULL, set_up, test_twice, tear_down);
  g_test_add ("/unit-copy/no-folder", Fixture, NULL, set_up, test_no_folder, tear_down);

  return g_test_run ();
}
