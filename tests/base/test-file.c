/* SPDX-License-Identifier: MIT
 *
 * Each test has a folder of its own, made from a list of entries and removed afterwards.
 */
#include <glib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/im-file.h"

#define LIMIT 10

typedef struct
{
  char *path;
} Fixture;

static char *
below (const Fixture *fixture, const char *name)
{
  return g_build_filename (fixture->path, name, NULL);
}

static void
make_file (const Fixture *fixture, const char *name, const char *text)
{
  g_autofree char *path = below (fixture, name);
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
make_link (const Fixture *fixture, const char *name, const char *target)
{
  g_autofree char *path = below (fixture, name);

  g_assert_cmpint (symlink (target, path), ==, 0);
}

static void
make_socket (const char *path)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int descriptor = socket (AF_UNIX, SOCK_STREAM, 0);

  g_assert_cmpuint (strlen (path), <, sizeof address.sun_path);
  strcpy (address.sun_path, path);
  g_assert_cmpint (bind (descriptor, (struct sockaddr *) &address, sizeof address), ==,
                   0);
  close (descriptor);
}

/* The root is `pkg`; `outside` and `pkg-2` must never be reached. */
static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->path = g_dir_make_tmp ("im-file-XXXXXX", NULL);
  make_file (fixture, "outside", "secret");
  make_file (fixture, "pkg-2/file", "secret");
  make_file (fixture, "pkg/empty", "");
  make_file (fixture, "pkg/limit", "0123456789");
  make_file (fixture, "pkg/large", "0123456789a");
  make_file (fixture, "pkg/Sub/Code.h", "code");
  make_file (fixture, "pkg/both/A.h", "upper");
  make_file (fixture, "pkg/both/a.h", "lower");
  make_file (fixture, "pkg/both/\xC3\x84.h", "umlaut");
  make_link (fixture, "pkg/inner", "Sub/Code.h");
  make_link (fixture, "pkg/Sub/up", "../both/a.h");
  make_link (fixture, "pkg/folder", "Sub");
  make_link (fixture, "pkg/chain", "folder/up");
  make_link (fixture, "pkg/out", "../outside");
  make_link (fixture, "pkg/out-folder", "..");
  make_link (fixture, "pkg/neighbour", "../pkg-2");
  make_link (fixture, "pkg/absolute", "/etc/passwd");
  make_link (fixture, "pkg/loop", "loop");
  make_link (fixture, "pkg/dangling", "nowhere");

  g_autofree char *fifo = below (fixture, "pkg/fifo");
  g_autofree char *socket_path = below (fixture, "pkg/socket");
  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  make_socket (socket_path);
}

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) entries = g_file_test (path, G_FILE_TEST_IS_SYMLINK)
                                 ? NULL
                                 : g_dir_open (path, 0, NULL);
  const char *name;

  while (entries != NULL && (name = g_dir_read_name (entries)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_tree (child);
    }
  g_assert_cmpint (g_remove (path), ==, 0);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  remove_tree (fixture->path);
  g_free (fixture->path);
}

static void
assert_bytes (GBytes *bytes, const char *expected)
{
  gsize length;
  const char *data;

  g_assert_nonnull (bytes);
  data = g_bytes_get_data (bytes, &length);
  g_assert_cmpmem (data, length, expected, strlen (expected));
}

typedef struct
{
  const char *name;
  const char *path;     /* below the folder of the test, or absolute */
  const char *expected; /* NULL if it fails */
  ImFileError code;
  const char *message; /* part of it */
} ReadCase;

static const ReadCase read_cases[] = {
  { "file", "pkg/Sub/Code.h", "code", 0, NULL },
  { "empty", "pkg/empty", "", 0, NULL },
  { "limit", "pkg/limit", "0123456789", 0, NULL },
  { "link", "pkg/out", "secret", 0, NULL },
  { "too-large", "pkg/large", NULL, IM_FILE_ERROR_TOO_LARGE,
    "it has 11 bytes, but at most 10 are allowed" },
  { "missing", "pkg/nothing", NULL, IM_FILE_ERROR_NOT_FOUND, "No such file" },
  { "below-file", "pkg/empty/x", NULL, IM_FILE_ERROR_NOT_FOUND, "Not a directory" },
  { "folder", "pkg", NULL, IM_FILE_ERROR_NOT_REGULAR, "but it is a folder" },
  { "fifo", "pkg/fifo", NULL, IM_FILE_ERROR_NOT_REGULAR, "but it is a pipe" },
  { "socket", "pkg/socket", NULL, IM_FILE_ERROR_NOT_REGULAR, "but it is a socket" },
  { "device", "/dev/zero", NULL, IM_FILE_ERROR_NOT_REGULAR, "but it is a device" },
  { "loop", "pkg/loop", NULL, IM_FILE_ERROR_FAILED, "symbolic links" },
};

static void
assert_failed (const GError *error, ImFileError code, const char *message)
{
  g_assert_error (error, IM_FILE_ERROR, (int) code);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, message));
}

static void
test_read (Fixture *fixture, gconstpointer data)
{
  const ReadCase *c = data;
  g_autofree char *path = c->path[0] == '/' ? g_strdup (c->path)
                                            : below (fixture, c->path);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = im_file_read (path, LIMIT, &error);

  if (c->expected != NULL)
    {
      g_assert_no_error (error);
      assert_bytes (bytes, c->expected);
      return;
    }

  g_assert_null (bytes);
  assert_failed (error, c->code, c->message);
  g_assert_nonnull (strstr (error->message, path));
}

/* The same files, opened and read in parts of three bytes. */
static void
test_open (Fixture *fixture, gconstpointer data)
{
  const ReadCase *c = data;
  g_autofree char *path = c->path[0] == '/' ? g_strdup (c->path)
                                            : below (fixture, c->path);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  int descriptor = im_file_open (path, LIMIT, &error);
  char part[3];
  gsize length;

  if (c->expected == NULL)
    {
      g_assert_cmpint (descriptor, ==, -1);
      assert_failed (error, c->code, c->message);
      return;
    }

  g_assert_no_error (error);
  do
    {
      g_assert_true (
          im_file_read_part (descriptor, path, part, sizeof part, &length, &error));
      g_string_append_len (text, part, (gssize) length);
    }
  while (length == sizeof part);
  close (descriptor);
  g_assert_cmpstr (text->str, ==, c->expected);

  g_assert_false (
      im_file_read_part (descriptor, path, part, sizeof part, &length, &error));
  assert_failed (error, IM_FILE_ERROR_FAILED, path);
}

static void
test_read_without_permission (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = below (fixture, "pkg/limit");
  g_autoptr (GError) error = NULL;

  if (geteuid () == 0)
    {
      g_test_skip ("root may read everything");
      return;
    }

  g_assert_cmpint (chmod (path, 0), ==, 0);
  g_assert_null (im_file_read (path, LIMIT, &error));
  assert_failed (error, IM_FILE_ERROR_ACCESS, "Permission denied");
}

typedef struct
{
  const char *name;
  const char *relative;
  const char *expected; /* NULL if it fails */
  const char *resolved; /* or part of the message */
  gboolean differs;
  ImFileError code;
} BelowCase;

static const BelowCase below_cases[] = {
  { "file", "Sub/Code.h", "code", "Sub/Code.h", FALSE, 0 },
  { "backslash", "Sub\\Code.h", "code", "Sub/Code.h", FALSE, 0 },
  { "dots", "./both/../Sub/.//Code.h", "code", "Sub/Code.h", FALSE, 0 },
  { "dots-behind-missing", "no/../Sub/Code.h", "code", "Sub/Code.h", FALSE, 0 },
  { "case", "sub/code.H", "code", "Sub/Code.h", TRUE, 0 },
  { "exact-case-first", "both/a.h", "lower", "both/a.h", FALSE, 0 },
  { "case-of-two", "BOTH/A.H", "upper", "both/A.h", TRUE, 0 },
  { "case-not-ascii", "both/\xC3\xA4.h", "umlaut", "both/\xC3\x84.h", TRUE, 0 },
  { "link", "inner", "code", "Sub/Code.h", FALSE, 0 },
  { "link-up", "Sub/up", "lower", "both/a.h", FALSE, 0 },
  { "link-to-folder", "folder/Code.h", "code", "Sub/Code.h", FALSE, 0 },
  { "links-in-links", "chain", "lower", "both/a.h", FALSE, 0 },
  { "case-through-link", "FOLDER/CODE.H", "code", "Sub/Code.h", TRUE, 0 },
  { "missing", "nothing", NULL, "No such file", FALSE, IM_FILE_ERROR_NOT_FOUND },
  { "missing-folder", "nothing/x", NULL, "No such file", FALSE, IM_FILE_ERROR_NOT_FOUND },
  { "below-file", "empty/x", NULL, "Not a directory", FALSE, IM_FILE_ERROR_NOT_FOUND },
  { "dangling", "dangling", NULL, "No such file", FALSE, IM_FILE_ERROR_NOT_FOUND },
  { "loop", "loop", NULL, "symbolic links", FALSE, IM_FILE_ERROR_FAILED },
  { "too-large", "large", NULL, "at most 10 are allowed", FALSE,
    IM_FILE_ERROR_TOO_LARGE },
  { "root", "", NULL, "but it is a folder", FALSE, IM_FILE_ERROR_NOT_REGULAR },
  { "folder", "Sub", NULL, "but it is a folder", FALSE, IM_FILE_ERROR_NOT_REGULAR },
  { "fifo", "fifo", NULL, "but it is a pipe", FALSE, IM_FILE_ERROR_NOT_REGULAR },
  { "socket", "socket", NULL, "but it is a socket", FALSE, IM_FILE_ERROR_NOT_REGULAR },
  { "up", "../outside", NULL, "leads out of", FALSE, IM_FILE_ERROR_OUTSIDE },
  { "up-and-back", "../pkg/limit", NULL, "leads out of", FALSE, IM_FILE_ERROR_OUTSIDE },
  { "up-later", "Sub/../../outside", NULL, "leads out of", FALSE, IM_FILE_ERROR_OUTSIDE },
  { "up-with-backslash", "..\\outside", NULL, "leads out of", FALSE,
    IM_FILE_ERROR_OUTSIDE },
  { "absolute", "/etc/passwd", NULL, "absolute", FALSE, IM_FILE_ERROR_OUTSIDE },
  { "drive", "C:\\file", NULL, "absolute", FALSE, IM_FILE_ERROR_OUTSIDE },
  { "link-out", "out", NULL, "leads out of", FALSE, IM_FILE_ERROR_OUTSIDE },
  { "folder-link-out", "out-folder/outside", NULL, "leads out of", FALSE,
    IM_FILE_ERROR_OUTSIDE },
  { "link-to-neighbour", "neighbour/file", NULL, "leads out of", FALSE,
    IM_FILE_ERROR_OUTSIDE },
  { "absolute-link", "absolute", NULL, "absolute path", FALSE, IM_FILE_ERROR_OUTSIDE },
};

static void
test_read_below (Fixture *fixture, gconstpointer data)
{
  const BelowCase *c = data;
  g_autofree char *root = below (fixture, "pkg");
  g_autofree char *resolved = NULL;
  gboolean differs = 99;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = im_file_read_below (root, c->relative, LIMIT, &resolved,
                                                 &differs, &error);

  if (c->expected != NULL)
    {
      g_assert_no_error (error);
      assert_bytes (bytes, c->expected);
      g_assert_cmpstr (resolved, ==, c->resolved);
      g_assert_cmpint (differs, ==, c->differs);
      return;
    }

  g_assert_null (bytes);
  assert_failed (error, c->code, c->resolved);
  g_assert_null (resolved);
  g_assert_cmpint (differs, ==, 99);
}

static void
test_root (Fixture *fixture, gconstpointer data)
{
  g_autofree char *link = below (fixture, "pkg/folder");
  g_autofree char *missing = below (fixture, "nowhere");
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = im_file_read_below (link, "Code.h", LIMIT, NULL, NULL,
                                                 &error);

  g_assert_no_error (error);
  assert_bytes (bytes, "code");
  g_assert_null (im_file_read_below (missing, "x", LIMIT, NULL, NULL, &error));
  assert_failed (error, IM_FILE_ERROR_NOT_FOUND, missing);
}

typedef struct
{
  const char *name;
  const char *path;
  const char *expected; /* what was read before, or NULL */
  const char *written;  /* file that has the new content then, NULL if it fails */
  ImFileError code;
  const char *message;
} WriteCase;

static const WriteCase write_cases[] = {
  { "new", "pkg/new", NULL, "pkg/new", 0, NULL },
  { "replace", "pkg/limit", NULL, "pkg/limit", 0, NULL },
  { "unchanged", "pkg/limit", "0123456789", "pkg/limit", 0, NULL },
  { "unchanged-empty", "pkg/empty", "", "pkg/empty", 0, NULL },
  { "through-link", "pkg/inner", "code", "pkg/Sub/Code.h", 0, NULL },
  { "changed", "pkg/limit", "012345678x", NULL, IM_FILE_ERROR_CHANGED,
    "another program has changed it" },
  { "grown", "pkg/limit", "012345678", NULL, IM_FILE_ERROR_CHANGED,
    "another program has changed it" },
  { "shrunk", "pkg/limit", "0123456789x", NULL, IM_FILE_ERROR_CHANGED,
    "another program has changed it" },
  { "filled", "pkg/limit", "", NULL, IM_FILE_ERROR_CHANGED,
    "another program has changed it" },
  { "removed", "pkg/nothing", "x", NULL, IM_FILE_ERROR_CHANGED, "removed or renamed" },
  { "became-folder", "pkg/Sub", "x", NULL, IM_FILE_ERROR_NOT_REGULAR, "a folder" },
  { "folder", "pkg/Sub", NULL, NULL, IM_FILE_ERROR_NOT_REGULAR,
    "a regular file or none" },
  { "fifo", "pkg/fifo", NULL, NULL, IM_FILE_ERROR_NOT_REGULAR, "a regular file or none" },
  { "no-folder", "pkg/no/file", NULL, NULL, IM_FILE_ERROR_NOT_FOUND, "No such file" },
  { "below-file", "pkg/empty/x", NULL, NULL, IM_FILE_ERROR_NOT_FOUND, "Not a directory" },
};

static guint
count_entries (const char *folder)
{
  g_autoptr (GDir) entries = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (entries) != NULL)
    n++;

  return n;
}

static void
test_write (Fixture *fixture, gconstpointer data)
{
  const WriteCase *c = data;
  g_autofree char *path = below (fixture, c->path);
  g_autofree char *folder = below (fixture, "pkg");
  g_autofree char *old = NULL;
  g_autoptr (GBytes) content = g_bytes_new_static ("new content", 11);
  g_autoptr (GBytes) expected = c->expected == NULL
                                    ? NULL
                                    : g_bytes_new (c->expected, strlen (c->expected));
  g_autoptr (GError) error = NULL;
  gboolean existed = g_file_test (path, G_FILE_TEST_IS_REGULAR) &&
                     g_file_get_contents (path, &old, NULL, NULL);
  gboolean is_new = !existed && c->written != NULL;
  guint n_entries = count_entries (folder);
  gboolean ok = im_file_write_atomically (path, content, expected, &error);

  g_assert_cmpint (ok, ==, c->written != NULL);
  g_assert_cmpuint (count_entries (folder), ==, n_entries + (is_new ? 1 : 0));
  if (ok)
    {
      g_autofree char *written = below (fixture, c->written);
      g_autoptr (GBytes) actual = im_file_read (written, 100, &error);

      g_assert_no_error (error);
      assert_bytes (actual, "new content");
      return;
    }

  assert_failed (error, c->code, c->message);
  if (existed)
    {
      g_autofree char *now = NULL;

      g_assert_true (g_file_get_contents (path, &now, NULL, NULL));
      g_assert_cmpstr (now, ==, old);
    }
}

static void
test_write_keeps (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = below (fixture, "pkg/limit");
  g_autofree char *link = below (fixture, "pkg/inner");
  g_autoptr (GBytes) content = g_bytes_new_static ("x", 1);
  g_autoptr (GError) error = NULL;
  struct stat before, after;

  g_assert_cmpint (chmod (path, 0751), ==, 0);
  g_assert_cmpint (stat (path, &before), ==, 0);
  g_assert_true (im_file_write_atomically (path, content, NULL, &error));
  g_assert_cmpint (stat (path, &after), ==, 0);
  g_assert_cmpuint (after.st_mode, ==, before.st_mode);
  g_assert_cmpuint (after.st_gid, ==, before.st_gid);
  g_assert_cmpuint (after.st_ino, !=, before.st_ino);

  g_assert_true (im_file_write_atomically (link, content, NULL, &error));
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
}

static void
test_write_new_mode (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = below (fixture, "pkg/new");
  g_autoptr (GBytes) content = g_bytes_new_static ("x", 1);
  struct stat status;
  mode_t mask = umask (027);

  g_assert_true (im_file_write_atomically (path, content, NULL, NULL));
  umask (mask);
  g_assert_cmpint (stat (path, &status), ==, 0);
  g_assert_cmpuint (status.st_mode & 0777, ==, 0640);
}

static void
test_write_without_permission (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = below (fixture, "pkg/limit");
  g_autoptr (GBytes) content = g_bytes_new_static ("x", 1);
  g_autoptr (GError) error = NULL;

  if (geteuid () == 0)
    {
      g_test_skip ("root may write everything");
      return;
    }

  g_assert_cmpint (chmod (path, 0400), ==, 0);
  g_assert_false (im_file_write_atomically (path, content, NULL, &error));
  assert_failed (error, IM_FILE_ERROR_ACCESS, "Permission denied");
}

#define ADD_ROWS(prefix, rows, function)                                 \
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)                        \
    {                                                                    \
      g_autofree char *path = g_strconcat (prefix, rows[i].name, NULL);  \
                                                                         \
      g_test_add (path, Fixture, &rows[i], set_up, function, tear_down); \
    }

/* A link that leads nowhere stays, and its end is made. */
static void
test_write_through_links (void)
{
  g_autofree char *folder = g_dir_make_tmp ("file-XXXXXX", NULL);
  g_autofree char *link = g_build_filename (folder, "link", NULL);
  g_autofree char *middle = g_build_filename (folder, "middle", NULL);
  g_autofree char *end = g_build_filename (folder, "end", NULL);
  g_autofree char *loop = g_build_filename (folder, "loop", NULL);
  g_autofree char *target = NULL, *text = NULL;
  g_autoptr (GBytes) bytes = g_bytes_new_static ("x", 1);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (symlink ("middle", link), ==, 0);
  g_assert_cmpint (symlink (end, middle), ==, 0);
  g_assert_cmpint (symlink ("loop", loop), ==, 0);
  g_assert_true (im_file_write_atomically (link, bytes, NULL, &error));
  g_assert_no_error (error);
  target = g_file_read_link (link, NULL);
  g_assert_cmpstr (target, ==, "middle");
  g_assert_false (g_file_test (end, G_FILE_TEST_IS_SYMLINK));
  g_assert_true (g_file_get_contents (end, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "x");
  g_assert_false (im_file_write_atomically (loop, bytes, NULL, &error));
  g_assert_error (error, IM_FILE_ERROR, IM_FILE_ERROR_FAILED);
  g_assert_true (g_file_test (loop, G_FILE_TEST_IS_SYMLINK));
  for (guint i = 0; i < 4; i++)
    g_remove ((const char *[]){ link, middle, end, loop }[i]);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* Who may, keeps the owner. */
static void
test_write_owner (void)
{
  g_autofree char *folder = g_dir_make_tmp ("file-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "file", NULL);
  g_autoptr (GBytes) bytes = g_bytes_new_static ("x", 1);
  g_autoptr (GError) error = NULL;
  GStatBuf status;

  if (geteuid () != 0)
    {
      g_test_skip ("only root gives files away");
      g_assert_cmpint (g_rmdir (folder), ==, 0);
      return;
    }
  g_assert_true (im_file_write_atomically (path, bytes, NULL, &error));
  g_assert_cmpint (chown (path, 65534, 65533), ==, 0);
  g_assert_cmpint (g_chmod (path, 0600), ==, 0);
  g_assert_true (im_file_write_atomically (path, bytes, NULL, &error));
  g_assert_cmpint (g_stat (path, &status), ==, 0);
  g_assert_cmpint (status.st_uid, ==, 65534);
  g_assert_cmpint (status.st_gid, ==, 65533);
  g_assert_cmpint (status.st_mode & 07777, ==, 0600);
  g_remove (path);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD_ROWS ("/file/read/", read_cases, test_read);
  ADD_ROWS ("/file/open/", read_cases, test_open);
  g_test_add ("/file/read/no-permission", Fixture, NULL, set_up,
              test_read_without_permission, tear_down);
  ADD_ROWS ("/file/below/", below_cases, test_read_below);
  g_test_add ("/file/below/root-itself", Fixture, NULL, set_up, test_root, tear_down);
  ADD_ROWS ("/file/write/", write_cases, test_write);
  g_test_add ("/file/write/keeps", Fixture, NULL, set_up, test_write_keeps, tear_down);
  g_test_add ("/file/write/new-mode", Fixture, NULL, set_up, test_write_new_mode,
              tear_down);
  g_test_add ("/file/write/no-permission", Fixture, NULL, set_up,
              test_write_without_permission, tear_down);
  g_test_add_func ("/file/write/through-links", test_write_through_links);
  g_test_add_func ("/file/write/owner", test_write_owner);

  return g_test_run ();
}
