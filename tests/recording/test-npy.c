/* SPDX-License-Identifier: MIT
 *
 * The headers are what NumPy 1.24 writes.
 */
#include "recording/im-npy.h"

#include <string.h>

typedef struct
{
  const char *type;
  const char *shape;
  const char *header;
} HeaderCase;

static const HeaderCase header_cases[] = {
  { "float64", "[2,3]", "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }" },
  { "float32", "[3]", "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }" },
  { "float16", "[1,1,2]",
    "{'descr': '<f2', 'fortran_order': False, 'shape': (1, 1, 2), }" },
  { "float64", "[]", "{'descr': '<f8', 'fortran_order': False, 'shape': (), }" },
  { "float32", "[0,3]", "{'descr': '<f4', 'fortran_order': False, 'shape': (0, 3), }" },
  { "int8", "[2]", "{'descr': '|i1', 'fortran_order': False, 'shape': (2,), }" },
  { "int16", "[1]", "{'descr': '<i2', 'fortran_order': False, 'shape': (1,), }" },
  { "int32", "[1]", "{'descr': '<i4', 'fortran_order': False, 'shape': (1,), }" },
  { "int64", "[1]", "{'descr': '<i8', 'fortran_order': False, 'shape': (1,), }" },
  { "uint8", "[1]", "{'descr': '|u1', 'fortran_order': False, 'shape': (1,), }" },
  { "uint16", "[1]", "{'descr': '<u2', 'fortran_order': False, 'shape': (1,), }" },
  { "uint32", "[1]", "{'descr': '<u4', 'fortran_order': False, 'shape': (1,), }" },
  { "uint64", "[1]", "{'descr': '<u8', 'fortran_order': False, 'shape': (1,), }" },
  { "q7", "[1]", "{'descr': '|i1', 'fortran_order': False, 'shape': (1,), }" },
  { "q15", "[1]", "{'descr': '<i2', 'fortran_order': False, 'shape': (1,), }" },
  { "q31", "[1]", "{'descr': '<i4', 'fortran_order': False, 'shape': (1,), }" },
  { "d16", "[1]", "{'descr': '<i2', 'fortran_order': False, 'shape': (1,), }" },
};

static void
test_header (gconstpointer data)
{
  const HeaderCase *c = data;
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  ImShape shape = { 0 };
  ImDType dtype;

  g_assert_true (im_dtype_parse (c->type, strlen (c->type), &dtype));
  g_assert_true (im_shape_parse (c->shape, -1, &shape, &error));
  im_npy_append_header (dtype, &shape, 0, out);

  g_assert_cmpuint (out->len, ==, 128);
  g_assert_cmpmem (out->str, 10, "\x93NUMPY\x01\x00\x76\x00", 10);
  g_assert_cmpmem (out->str + 10, strlen (c->header), c->header, strlen (c->header));
  for (gsize i = 10 + strlen (c->header); i < 127; i++)
    g_assert_cmpint (out->str[i], ==, ' ');
  g_assert_cmpint (out->str[127], ==, '\n');
}

/* There is room for a number of rows that is not known yet. */
static void
test_min_length (void)
{
  g_autoptr (GString) out = g_string_new (NULL);
  const ImShape shape = { .rank = 1, .size = { 3 } };

  im_npy_append_header (IM_DTYPE_FLOAT32, &shape, 200, out);

  g_assert_cmpuint (out->len, ==, 256);
  g_assert_cmpint (out->str[255], ==, '\n');
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (header_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/npy/header/", header_cases[i].type,
                                           header_cases[i].shape, NULL);

      g_test_add_data_func (path, &header_cases[i], test_header);
    }
  g_test_add_func ("/npy/min-length", test_min_length);

  return g_test_run ();
}
