/* SPDX-License-Identifier: MIT
 *
 * The headers are what NumPy 1.24 writes.
 */
#include "tensor/im-npy.h"

#include <glib/gstdio.h>
#include <string.h>

#include "base/im-arena.h"
#include "base/im-file.h"

typedef struct
{
  const char *array; /* as im_array_parse() reads it */
  const char *header;
  const char *read_back; /* NULL if it is the same array */
} PrintCase;

static const PrintCase print_cases[] = {
  { "float64[2,3]{1, 2, 3, 4, 5, 6.5}",
    "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }", NULL },
  { "float32[3]{1, -2, 0.1}", "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }",
    NULL },
  { "float16[1,1,2]{1, 0.5}",
    "{'descr': '<f2', 'fortran_order': False, 'shape': (1, 1, 2), }", NULL },
  { "float64[]{7}", "{'descr': '<f8', 'fortran_order': False, 'shape': (), }", NULL },
  { "float32[0,3]{}", "{'descr': '<f4', 'fortran_order': False, 'shape': (0, 3), }",
    NULL },
  { "int8[2]{-128, 127}", "{'descr': '|i1', 'fortran_order': False, 'shape': (2,), }",
    NULL },
  { "int16[1]{-2}", "{'descr': '<i2', 'fortran_order': False, 'shape': (1,), }", NULL },
  { "int32[1]{-2}", "{'descr': '<i4', 'fortran_order': False, 'shape': (1,), }", NULL },
  { "int64[1]{-9007199254740993}",
    "{'descr': '<i8', 'fortran_order': False, 'shape': (1,), }", NULL },
  { "uint8[1]{255}", "{'descr': '|u1', 'fortran_order': False, 'shape': (1,), }", NULL },
  { "uint16[1]{65535}", "{'descr': '<u2', 'fortran_order': False, 'shape': (1,), }",
    NULL },
  { "uint32[1]{4294967295}", "{'descr': '<u4', 'fortran_order': False, 'shape': (1,), }",
    NULL },
  { "uint64[1]{18446744073709551615}",
    "{'descr': '<u8', 'fortran_order': False, 'shape': (1,), }", NULL },
  { "q7[1]{64}", "{'descr': '|i1', 'fortran_order': False, 'shape': (1,), }",
    "int8[1]{64}" },
  { "q15[1]{-16384}", "{'descr': '<i2', 'fortran_order': False, 'shape': (1,), }",
    "int16[1]{-16384}" },
  { "q31[1]{1}", "{'descr': '<i4', 'fortran_order': False, 'shape': (1,), }",
    "int32[1]{1}" },
  { "d16[1]{5}", "{'descr': '<i2', 'fortran_order': False, 'shape': (1,), }",
    "int16[1]{5}" },
};

static char *
dup_array (const ImArray *array)
{
  GString *out = g_string_new (NULL);

  im_array_append_text (array, G_MAXUINT32, out);

  return g_string_free (out, FALSE);
}

/* A file of NumPy. */
static GBytes *
print (const ImArray *array)
{
  GString *file = g_string_new (NULL);

  im_npy_append_header (array->dtype, &array->shape, 0, file);
  g_string_append_len (
      file, array->data,
      (gssize) (array->count * im_dtype_get_info (array->dtype)->size_bytes));

  return g_string_free_to_bytes (file);
}

static void
test_print (gconstpointer data)
{
  const PrintCase *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GError) error = NULL;
  const ImArray *array = im_array_parse (arena, c->array, &error);
  gsize length;

  g_assert_no_error (error);
  g_autoptr (GBytes) bytes = print (array);
  const char *text = g_bytes_get_data (bytes, &length);
  g_assert_cmpmem (text, 10, "\x93NUMPY\x01\x00\x76\x00", 10);
  g_assert_cmpmem (text + 10, strlen (c->header), c->header, strlen (c->header));
  for (gsize i = 10 + strlen (c->header); i < 127; i++)
    g_assert_cmpint (text[i], ==, ' ');
  g_assert_cmpint (text[127], ==, '\n');

  const ImArray *again = im_npy_parse (bytes, "a.npy", arena, &error);
  g_assert_no_error (error);
  g_autofree char *before = dup_array (array);
  g_autofree char *after = dup_array (again);
  g_assert_cmpstr (after, ==, c->read_back != NULL ? c->read_back : before);
}

static void
test_load (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("im-npy-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.npy", NULL);
  const ImArray *array = im_array_parse (arena, "int16[2,2]{1, 2, 3, 4}", NULL);

  g_assert_null (im_npy_load (path, arena, &error));
  g_assert_error (error, IM_FILE_ERROR, IM_FILE_ERROR_NOT_FOUND);
  g_clear_error (&error);

  g_autoptr (GBytes) bytes = print (array);
  gsize length;
  const char *text_of_file = g_bytes_get_data (bytes, &length);
  g_assert_true (g_file_set_contents (path, text_of_file, (gssize) length, &error));
  g_assert_no_error (error);
  const ImArray *again = im_npy_load (path, arena, &error);
  g_assert_no_error (error);
  g_autofree char *text = dup_array (again);
  g_assert_cmpstr (text, ==, "int16[2,2]{1,2,3,4}");

  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* A file of version 1 with the given dictionary, of which the length is filled in. */
static GBytes *
new_file (guint version, const char *dictionary, const char *data, gsize length)
{
  GString *out = g_string_new_len ("\x93NUMPY", 6);
  gsize header_length = strlen (dictionary);

  g_string_append_c (out, (char) version);
  g_string_append_c (out, '\0');
  g_string_append_c (out, (char) header_length);
  g_string_append_c (out, '\0');
  if (version > 1)
    g_string_append_len (out, "\0\0", 2);
  g_string_append (out, dictionary);
  g_string_append_len (out, data, (gssize) length);

  return g_string_free_to_bytes (out);
}

typedef struct
{
  const char *name;
  guint version;
  const char *dictionary;
  const char *data;
  gsize length;
  const char *expected; /* NULL if it fails */
  GQuark (*domain) (void);
  int code;
  const char *message;
} ParseCase;

#define BYTES(text) text, sizeof text - 1

static const ParseCase parse_cases[] = {
  { "version-2", 2, "{'descr': '<i2', 'fortran_order': False, 'shape': (2,), }",
    BYTES ("\x01\x00\x02\x00"), "int16[2]{1,2}" },
  { "version-3", 3, "{'descr': '<i2', 'fortran_order': False, 'shape': (1,), }",
    BYTES ("\x01\x00"), "int16[1]{1}" },
  { "other-order-of-keys", 1,
    "{\"shape\":(2,1),\"descr\":\"|u1\",\"fortran_order\":False}", BYTES ("\x01\x02"),
    "uint8[2,1]{1,2}" },
  { "big-endian", 1, "{'descr': '>i4', 'fortran_order': False, 'shape': (2,), }",
    BYTES ("\x00\x00\x00\x01\xFF\xFF\xFF\xFE"), "int32[2]{1,-2}" },
  { "fortran-of-one-axis", 1, "{'descr': '<i2', 'fortran_order': True, 'shape': (1,), }",
    BYTES ("\x01\x00"), "int16[1]{1}" },
  { "fortran", 1, "{'descr': '<i2', 'fortran_order': True, 'shape': (2, 2), }",
    BYTES (""), NULL, im_npy_error_quark, IM_NPY_ERROR_TYPE,
    "a.npy: byte 68: expected elements in C order, found Fortran order; save "
    "numpy.ascontiguousarray(..) of it" },
  { "complex", 1, "{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }", BYTES (""),
    NULL, im_npy_error_quark, IM_NPY_ERROR_TYPE,
    "a.npy: byte 20: expected elements of type f2, f4, f8, i1 to i8 or u1 to u8, found "
    "“<c8”" },
  { "bool", 1, "{'descr': '|b1', 'fortran_order': False, 'shape': (1,), }", BYTES (""),
    NULL, im_npy_error_quark, IM_NPY_ERROR_TYPE,
    "a.npy: byte 20: expected elements of type f2, f4, f8, i1 to i8 or u1 to u8, found "
    "“|b1”" },
  { "records", 1, "{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (1,), }",
    BYTES (""), NULL, im_npy_error_quark, IM_NPY_ERROR_TYPE,
    "a.npy: byte 20: expected plain elements, found records" },
  { "too-short", 1, "{'descr': '<i2', 'fortran_order': False, 'shape': (2,), }",
    BYTES ("\x01\x00\x02"), NULL, im_npy_error_quark, IM_NPY_ERROR_LENGTH,
    "a.npy: byte 67: expected 4 bytes of elements, found 3" },
  { "too-long", 1, "{'descr': '<i2', 'fortran_order': False, 'shape': (1,), }",
    BYTES ("\x01\x00\x02"), NULL, im_npy_error_quark, IM_NPY_ERROR_LENGTH,
    "a.npy: byte 67: expected 2 bytes of elements, found 3" },
  { "version-4", 4, "{}", BYTES (""), NULL, im_npy_error_quark, IM_NPY_ERROR_FORMAT,
    "a.npy: byte 6: expected version 1 to 3, found 4" },
  { "no-dictionary", 1, "descr", BYTES (""), NULL, im_npy_error_quark,
    IM_NPY_ERROR_FORMAT, "a.npy: byte 10: expected “{” in the header" },
  { "missing-key", 1, "{'descr': '<i2', 'shape': (1,), }", BYTES (""), NULL,
    im_npy_error_quark, IM_NPY_ERROR_FORMAT,
    "a.npy: byte 43: expected the keys descr, fortran_order and shape before the end of "
    "the header" },
  { "other-key", 1, "{'colour': 1}", BYTES (""), NULL, im_npy_error_quark,
    IM_NPY_ERROR_FORMAT,
    "a.npy: byte 12: expected one of the keys descr, fortran_order and shape" },
  { "key-without-quotes", 1, "{descr: 1}", BYTES (""), NULL, im_npy_error_quark,
    IM_NPY_ERROR_FORMAT, "a.npy: byte 11: expected a string in the header" },
  { "open-string", 1, "{'descr", BYTES (""), NULL, im_npy_error_quark,
    IM_NPY_ERROR_FORMAT, "a.npy: byte 11: expected a string with an end" },
  { "no-colon", 1, "{'descr' '<i2'}", BYTES (""), NULL, im_npy_error_quark,
    IM_NPY_ERROR_FORMAT, "a.npy: byte 19: expected “:” in the header" },
  { "no-comma", 1, "{'descr': '<i2' 'shape': (1,)}", BYTES (""), NULL, im_npy_error_quark,
    IM_NPY_ERROR_FORMAT, "a.npy: byte 26: expected “}” in the header" },
  { "no-order", 1, "{'fortran_order': Maybe}", BYTES (""), NULL, im_npy_error_quark,
    IM_NPY_ERROR_FORMAT, "a.npy: byte 28: expected “False” in the header" },
  { "no-tuple", 1, "{'shape': 3}", BYTES (""), NULL, im_npy_error_quark,
    IM_NPY_ERROR_FORMAT, "a.npy: byte 20: expected “(” in the header" },
  { "open-tuple", 1, "{'shape': (3", BYTES (""), NULL, im_npy_error_quark,
    IM_NPY_ERROR_FORMAT, "a.npy: byte 21: expected “)” behind a shape" },
  { "huge", 1, "{'descr': '<i2', 'fortran_order': False, 'shape': (100000, 100000), }",
    BYTES (""), NULL, im_shape_error_quark, IM_SHAPE_ERROR_OVERFLOW, NULL },
  { "large", 1, "{'descr': '<i2', 'fortran_order': False, 'shape': (10000, 10000), }",
    BYTES (""), NULL, im_array_error_quark, IM_ARRAY_ERROR_SIZE, NULL },
};

static void
assert_parsed (const ParseCase *c, GBytes *bytes)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GError) error = NULL;
  const ImArray *array = im_npy_parse (bytes, "a.npy", arena, &error);

  if (c->expected == NULL)
    {
      g_assert_null (array);
      g_assert_nonnull (error);
      if (c->message != NULL)
        g_assert_cmpstr (error->message, ==, c->message);
      g_assert_error (error, c->domain (), c->code);
      return;
    }

  g_assert_no_error (error);
  g_autofree char *text = dup_array (array);
  g_assert_cmpstr (text, ==, c->expected);
}

static void
test_parse (gconstpointer data)
{
  const ParseCase *c = data;
  g_autoptr (GBytes) bytes = new_file (c->version, c->dictionary, c->data, c->length);

  assert_parsed (c, bytes);
}

/* Texts are as long as the longest one, in characters of four bytes. */
static void
test_texts (void)
{
  static const char *const texts[] = { "a", "", "né" };
  static const gunichar expected[] = { 'a', 0, 0, 0, 'n', 0xe9 };
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *header = g_strdup_printf (
      "{'descr': '%cU2', 'fortran_order': False, 'shape': (3,), }",
      G_BYTE_ORDER == G_LITTLE_ENDIAN ? '<' : '>');

  im_npy_append_texts (texts, G_N_ELEMENTS (texts), out);
  g_assert_cmpuint (out->len, ==, 128 + sizeof expected);
  g_assert_cmpmem (out->str + 10, strlen (header), header, strlen (header));
  g_assert_cmpmem (out->str + 128, sizeof expected, expected, sizeof expected);

  g_string_truncate (out, 0);
  im_npy_append_texts (&texts[1], 1, out);
  g_assert_cmpuint (out->len, ==, 128 + sizeof (gunichar));
}

/* However short the file is cut, it is refused. */
static void
test_every_length (void)
{
  const ParseCase *c = &parse_cases[0];
  g_autoptr (GBytes) whole = new_file (c->version, c->dictionary, c->data, c->length);

  for (gsize length = 0; length < g_bytes_get_size (whole); length++)
    {
      g_autofree char *copy = g_memdup2 (g_bytes_get_data (whole, NULL), length);
      g_autoptr (GBytes) bytes = g_bytes_new_take (g_steal_pointer (&copy), length);
      g_autoptr (ImArena) arena = im_arena_new ();
      g_autoptr (GError) error = NULL;

      g_assert_null (im_npy_parse (bytes, "a.npy", arena, &error));
      g_assert_cmpuint (error->domain, ==, IM_NPY_ERROR);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (print_cases); i++)
    {
      g_autofree char *type = g_strndup (print_cases[i].array,
                                         strcspn (print_cases[i].array, "{"));
      g_autofree char *path = g_strconcat ("/npy/print/", type, NULL);

      g_test_add_data_func (path, &print_cases[i], test_print);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (parse_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/npy/parse/", parse_cases[i].name, NULL);

      g_test_add_data_func (path, &parse_cases[i], test_parse);
    }
  g_test_add_func ("/npy/every-length", test_every_length);
  g_test_add_func ("/npy/load", test_load);
  g_test_add_func ("/npy/texts", test_texts);

  return g_test_run ();
}
