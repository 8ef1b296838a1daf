/* SPDX-License-Identifier: MIT
 *
 * Rules of the tensor file of NNEF: each field of the header, and what is not read.
 */
#include <string.h>

#include "base/im-arena.h"
#include "tensor/im-dat.h"

typedef struct
{
  const char *name;
  guint32 rank, extents[8], bits, kind, reserved, announced;
  const char *data;
  gsize length;
  const char *expected; /* the array, or the message behind the path */
  gboolean is_bool;
} Case;

#define BYTES(text) text, sizeof (text) - 1

static const Case cases[] = {
  { "float32",
    2,
    { 1, 2 },
    32,
    0,
    0,
    8,
    BYTES ("\0\0\x80\x3f\0\0\0\xc0"),
    "float32[1,2]{1,-2}",
    FALSE },
  { "float64",
    1,
    { 1 },
    64,
    0,
    0,
    8,
    BYTES ("\0\0\0\0\0\0\xf0\x3f"),
    "float64[1]{1}",
    FALSE },
  { "float16", 1, { 1 }, 16, 0, 0, 2, BYTES ("\0\x3c"), "float16[1]{1}", FALSE },
  { "rank-0", 0, { 0 }, 32, 0, 0, 4, BYTES ("\0\0\x80\x3f"), "float32[]{1}", FALSE },
  { "uint8", 1, { 2 }, 8, 1, 0, 2, BYTES ("\x01\xff"), "uint8[2]{1,255}", FALSE },
  { "old-signed", 1, { 2 }, 8, 1, 1, 2, BYTES ("\x01\xff"), "int8[2]{1,-1}", FALSE },
  { "int32", 1, { 1 }, 32, 4, 0, 4, BYTES ("\xfe\xff\xff\xff"), "int32[1]{-2}", FALSE },
  { "bool-1",
    1,
    { 9 },
    1,
    5,
    0,
    2,
    BYTES ("\xa0\x80"),
    "uint8[9]{1,0,1,0,0,0,0,0,1}",
    TRUE },
  { "bool-8", 1, { 3 }, 8, 5, 0, 3, BYTES ("\0\x02\x01"), "uint8[3]{0,1,1}", TRUE },
  { "rank-9",
    9,
    { 1 },
    32,
    0,
    0,
    4,
    BYTES ("\0\0\0\0"),
    "expected a rank from 0 to 8, found 9",
    FALSE },
  { "too-many",
    2,
    { 0x10000, 0x10000 },
    32,
    0,
    0,
    0,
    BYTES (""),
    "extent 1 is 65536, so that there are more than 8388608 elements",
    FALSE },
  { "overflow",
    3,
    { 0xFFFFFFFF, 0xFFFFFFFF, 4 },
    32,
    0,
    0,
    0,
    BYTES (""),
    "extent 0 is 4294967295, so that there are more than 8388608 elements",
    FALSE },
  { "float24",
    1,
    { 1 },
    24,
    0,
    0,
    3,
    BYTES ("abc"),
    "there are no float elements of 24 bits; 16, 32 and 64 bits are read",
    FALSE },
  { "int1",
    1,
    { 8 },
    1,
    4,
    0,
    1,
    BYTES ("a"),
    "there are no int elements of 1 bits; 8, 16, 32 and 64 bits are read",
    FALSE },
  { "bool-32",
    1,
    { 1 },
    32,
    5,
    0,
    4,
    BYTES ("abcd"),
    "there are no bool elements of 32 bits; 1 and 8 bits are read",
    FALSE },
  { "bits-0",
    1,
    { 1 },
    0,
    0,
    0,
    0,
    BYTES (""),
    "there are no float elements of 0 bits; 16, 32 and 64 bits are read",
    FALSE },
  { "type-6",
    1,
    { 1 },
    32,
    6,
    0,
    4,
    BYTES ("abcd"),
    "expected elements of type 0 to 5, which is float to bool, found 6",
    FALSE },
  { "quantized",
    1,
    { 1 },
    8,
    2,
    0,
    1,
    BYTES ("a"),
    "elements of type 2, quantized uint, are not read; float, uint, int and bool are",
    FALSE },
  { "announced",
    1,
    { 2 },
    32,
    0,
    0,
    4,
    BYTES ("abcdefgh"),
    "the shape and type need 8 bytes of elements, but the header announces 4",
    FALSE },
  { "truncated",
    1,
    { 2 },
    32,
    0,
    0,
    8,
    BYTES ("abcdefg"),
    "expected 8 bytes of elements, found 7",
    FALSE },
  { "more",
    1,
    { 2 },
    32,
    0,
    0,
    8,
    BYTES ("abcdefghi"),
    "expected 8 bytes of elements, found 9",
    FALSE },
};

static void
append_number (GString *out, guint32 number)
{
  for (guint i = 0; i < 4; i++)
    g_string_append_c (out, (char) (number >> (8 * i) & 0xFF));
}

static GBytes *
make_file (const Case *row)
{
  GString *out = g_string_new_len ("\x4E\xEF\x01\x00", 4);

  append_number (out, row->announced);
  append_number (out, row->rank);
  for (guint i = 0; i < 8; i++)
    append_number (out, row->extents[i]);
  append_number (out, row->bits);
  append_number (out, row->kind);
  append_number (out, row->reserved);
  while (out->len < 128)
    g_string_append_c (out, '\0');
  g_string_append_len (out, row->data, (gssize) row->length);

  return g_string_free_to_bytes (out);
}

static void
test_case (gconstpointer data)
{
  const Case *row = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GBytes) bytes = make_file (row);
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean is_bool = FALSE;
  const ImArray *array = im_dat_parse (bytes, "w.dat", arena, &is_bool, &error);

  if (array == NULL)
    {
      g_autofree char *expected = g_strconcat ("w.dat: ", row->expected, NULL);

      g_assert_cmpstr (error->message, ==, expected);
      return;
    }
  g_assert_no_error (error);
  im_array_append_text (array, 100, text);
  g_assert_cmpstr (text->str, ==, row->expected);
  g_assert_cmpint (is_bool, ==, row->is_bool);

  /* What is written reads back; bools of 8 bits become some of 1, old ints new ones. */
  g_string_truncate (text, 0);
  im_dat_append (array, is_bool, text);
  if ((row->kind != 5 || row->bits == 1) && row->reserved == 0)
    g_assert_cmpmem (text->str, text->len, g_bytes_get_data (bytes, NULL),
                     g_bytes_get_size (bytes));
}

static void
test_preamble (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  char text[128] = "\x4E\xEF\x02\x01";
  gboolean is_bool = FALSE;

  for (guint i = 0; i < 3; i++)
    {
      static const char *const expected[] = {
        "w.dat: expected version 1.0, found 2.1",
        "w.dat: expected a tensor file of NNEF, which begins with 4E EF, found 93 EF",
        "w.dat: expected a header of 128 bytes, found 127 bytes in all",
      };
      g_autoptr (GBytes) bytes = NULL;
      g_autoptr (GError) error = NULL;

      if (i == 1)
        text[0] = '\x93';
      bytes = g_bytes_new (text, i == 2 ? 127 : 128);
      g_assert_null (im_dat_parse (bytes, "w.dat", arena, &is_bool, &error));
      g_assert_cmpstr (error->message, ==, expected[i]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/dat/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/dat/preamble", test_preamble);

  return g_test_run ();
}
