/* SPDX-License-Identifier: MIT */
#include "lang/im-symbols.h"

static void
test_slots (void)
{
  g_autoptr (ImSymbols) symbols = im_symbols_new ();
  char name[] = "axis";

  g_assert_cmpuint (im_symbols_get_count (symbols), ==, 0);
  g_assert_cmpint (im_symbols_find (symbols, "axis"), ==, -1);
  g_assert_cmpuint (im_symbols_add (symbols, name), ==, 0);
  g_assert_cmpuint (im_symbols_add (symbols, "input"), ==, 1);
  g_assert_cmpuint (im_symbols_add (symbols, "axis"), ==, 0);

  /* The name is a copy. */
  name[0] = 'x';
  g_assert_cmpint (im_symbols_find (symbols, "axis"), ==, 0);
  g_assert_cmpint (im_symbols_find (symbols, "Axis"), ==, -1);
  g_assert_cmpuint (im_symbols_get_count (symbols), ==, 2);
  g_assert_cmpstr (im_symbols_get_name (symbols, 0), ==, "axis");
  g_assert_cmpstr (im_symbols_get_name (symbols, 1), ==, "input");
}

static void
test_many (void)
{
  g_autoptr (ImSymbols) symbols = im_symbols_new ();

  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *name = g_strdup_printf ("p%u", i);

      g_assert_cmpuint (im_symbols_add (symbols, name), ==, i);
    }
  for (guint i = 0; i < 1000; i++)
    g_assert_cmpint (im_symbols_find (symbols, im_symbols_get_name (symbols, i)), ==,
                     (int) i);
}

static void
test_none (void)
{
  g_assert_cmpint (im_symbols_find (NULL, "axis"), ==, -1);
}

static void
test_nearest (void)
{
  g_autoptr (ImSymbols) symbols = im_symbols_new ();

  im_symbols_add (symbols, "sampling_rate");
  im_symbols_add (symbols, "input");

  g_assert_cmpstr (im_symbols_nearest (symbols, "samplingrate"), ==, "sampling_rate");
  g_assert_cmpstr (im_symbols_nearest (symbols, "Input"), ==, "input");
  g_assert_cmpstr (im_symbols_nearest (symbols, "system"), ==, "System");
  g_assert_cmpstr (im_symbols_nearest (symbols, "colour"), ==, NULL);
  g_assert_cmpstr (im_symbols_nearest (NULL, "ture"), ==, "true");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/symbols/slots", test_slots);
  g_test_add_func ("/symbols/many", test_many);
  g_test_add_func ("/symbols/none", test_none);
  g_test_add_func ("/symbols/nearest", test_nearest);

  return g_test_run ();
}
