/* SPDX-License-Identifier: MIT */
#include "plan/im-packing.h"

#include <string.h>

#include "check-packing.h"
#include "random-pipeline.h"

#define NONE        IM_PACKING_NO_BUFFER
#define UNTOUCHED   77u
#define MAX_BUFFERS 4
#define N_RANDOM    300
#define FIRST_STATE 88172645463325252u

typedef struct
{
  const char *name;
  guint n_buffers;
  ImPackingBuffer buffers[MAX_BUFFERS]; /* with the expected offsets */
  ImPackingResult expected;
} PlaceCase;

static const PlaceCase place_cases[] = {
  { "nothing", 0, { { 0 } }, { 0, 0, 0 } },
  { "one", 1, { { 3, 3, 12, 4, NONE, 0 } }, { 12, 12, 12 } },
  { "empty-buffer", 1, { { 0, 9, 0, 4, NONE, 0 } }, { 0, 0, 0 } },
  { "last-call-counts",
    2,
    { { 0, 1, 8, 4, NONE, 0 }, { 1, 2, 8, 4, NONE, 8 } },
    { 16, 16, 16 } },
  { "one-after-the-other",
    2,
    { { 0, 1, 8, 4, NONE, 0 }, { 2, 3, 8, 4, NONE, 0 } },
    { 8, 8, 16 } },
  { "last-call-of-all",
    2,
    { { 0, G_MAXUINT, 8, 4, NONE, 0 }, { G_MAXUINT, G_MAXUINT, 8, 4, NONE, 8 } },
    { 16, 16, 16 } },
  { "unaligned-size-on-top",
    2,
    { { 0, 1, 13, 1, NONE, 8 }, { 0, 1, 8, 8, NONE, 0 } },
    { 21, 21, 21 } },
  { "padding-above-the-bound",
    2,
    { { 0, 1, 3, 2, NONE, 0 }, { 0, 1, 1, 2, NONE, 4 } },
    { 5, 4, 4 } },
  { "empty-buffer-shares",
    2,
    { { 0, 2, 8, 4, NONE, 0 }, { 1, 1, 0, 4, NONE, 0 } },
    { 8, 8, 8 } },
  { "in-place", 2, { { 0, 1, 8, 4, NONE, 0 }, { 1, 2, 8, 4, 0, 0 } }, { 8, 8, 16 } },
  { "in-place-of-a-later-buffer",
    2,
    { { 1, 2, 8, 4, 1, 0 }, { 0, 1, 8, 4, NONE, 0 } },
    { 8, 8, 16 } },
  { "in-place-chain",
    3,
    { { 0, 1, 8, 4, NONE, 0 }, { 1, 1, 8, 4, 0, 0 }, { 1, 2, 8, 4, 1, 0 } },
    { 8, 8, 24 } },
  { "in-place-aligned-for-both",
    3,
    { { 0, 1, 8, 4, NONE, 0 }, { 1, 2, 8, 16, 0, 0 }, { 0, 2, 4, 4, NONE, 8 } },
    { 12, 12, 20 } },
  { "in-place-keeps-the-larger-alignment",
    3,
    { { 0, 2, 12, 16, NONE, 0 }, { 0, 1, 12, 16, NONE, 16 }, { 1, 2, 12, 4, 1, 16 } },
    { 28, 24, 36 } },
  { "in-place-within-one-call",
    3,
    { { 2, 3, 8, 4, NONE, 0 }, { 0, 1, 8, 4, NONE, 0 }, { 1, 1, 4, 4, 1, 0 } },
    { 8, 8, 20 } },
  { "in-place-frees-the-rest",
    3,
    { { 0, 1, 8, 4, NONE, 0 }, { 1, 3, 4, 4, 0, 0 }, { 2, 3, 4, 4, NONE, 4 } },
    { 8, 8, 16 } },
  { "in-place-not-free-while-shared",
    3,
    { { 0, 1, 8, 4, NONE, 0 }, { 1, 3, 4, 4, 0, 0 }, { 1, 3, 4, 4, NONE, 8 } },
    { 12, 12, 16 } },
  { "not-in-place-if-larger",
    2,
    { { 0, 1, 8, 4, NONE, 12 }, { 1, 2, 12, 4, 0, 0 } },
    { 20, 20, 20 } },
  { "not-in-place-if-read-later",
    2,
    { { 0, 2, 8, 4, NONE, 0 }, { 1, 2, 8, 4, 0, 8 } },
    { 16, 16, 16 } },
  { "not-in-place-if-read-before",
    2,
    { { 0, 0, 8, 4, NONE, 0 }, { 1, 2, 4, 4, 0, 0 } },
    { 8, 8, 12 } },
  { "in-place-only-once",
    3,
    { { 0, 1, 8, 4, NONE, 0 }, { 1, 2, 8, 4, 0, 0 }, { 1, 2, 8, 4, 0, 8 } },
    { 16, 16, 24 } },
  { "in-place-ring",
    3,
    { { 4, 4, 8, 4, 2, 0 }, { 4, 4, 8, 4, 0, 0 }, { 4, 4, 8, 4, 1, 0 } },
    { 8, 8, 24 } },
  { "in-place-of-empty",
    3,
    { { 0, 1, 0, 4, NONE, 0 }, { 1, 2, 0, 4, 0, 0 }, { 0, 2, 4, 4, NONE, 0 } },
    { 4, 4, 4 } },
};

static void
test_place (gconstpointer data)
{
  const PlaceCase *c = data;
  ImPackingBuffer buffers[MAX_BUFFERS];
  g_autoptr (GError) error = NULL;
  ImPackingResult result;

  memcpy (buffers, c->buffers, sizeof buffers);
  for (guint i = 0; i < c->n_buffers; i++)
    buffers[i].offset = UNTOUCHED;

  g_assert_true (im_packing_run (buffers, c->n_buffers, &result, &error));
  g_assert_no_error (error);
  for (guint i = 0; i < c->n_buffers; i++)
    g_assert_cmpuint (buffers[i].offset, ==, c->buffers[i].offset);
  g_assert_cmpuint (result.arena_bytes, ==, c->expected.arena_bytes);
  g_assert_cmpuint (result.bound_bytes, ==, c->expected.bound_bytes);
  g_assert_cmpuint (result.sum_bytes, ==, c->expected.sum_bytes);
}

typedef struct
{
  const char *name;
  ImPackingBuffer buffers[2];
  ImPackingError code;
  const char *message;
} ErrorCase;

static const ErrorCase error_cases[] = {
  { "lifetime",
    { { 0, 1, 8, 4, NONE, 0 }, { 5, 2, 8, 4, NONE, 0 } },
    IM_PACKING_ERROR_LIFETIME,
    "buffer 1: the last call is 2, expected 5, its first, or later" },
  { "align-0",
    { { 0, 1, 8, 0, NONE, 0 }, { 0, 0, 0, 1, NONE, 0 } },
    IM_PACKING_ERROR_ALIGN,
    "buffer 0: an alignment is a power of two from 1 to 1073741824 bytes, found 0" },
  { "align-12",
    { { 0, 1, 8, 12, NONE, 0 }, { 0, 0, 0, 1, NONE, 0 } },
    IM_PACKING_ERROR_ALIGN,
    "found 12" },
  { "align-too-large",
    { { 0, 1, 8, 1u << 31, NONE, 0 }, { 0, 0, 0, 1, NONE, 0 } },
    IM_PACKING_ERROR_ALIGN,
    "found 2147483648" },
  { "in-place-of-itself",
    { { 0, 1, 8, 4, NONE, 0 }, { 1, 2, 8, 4, 1, 0 } },
    IM_PACKING_ERROR_IN_PLACE,
    "buffer 1: takes over buffer 1, expected another one of the 2 buffers" },
  { "in-place-of-none",
    { { 0, 1, 8, 4, 2, 0 }, { 1, 2, 8, 4, NONE, 0 } },
    IM_PACKING_ERROR_IN_PLACE,
    "buffer 0: takes over buffer 2" },
  { "in-place-negative",
    { { 0, 1, 8, 4, -2, 0 }, { 1, 2, 8, 4, NONE, 0 } },
    IM_PACKING_ERROR_IN_PLACE,
    "buffer 0: takes over buffer -2" },
  { "size",
    { { 0, 1, G_MAXINT32, 1, NONE, 0 }, { 5, 6, 1, 1, NONE, 0 } },
    IM_PACKING_ERROR_SIZE,
    "buffer 1: the buffers up to here need up to 2147483648 bytes" },
  { "size-with-alignment",
    { { 0, 1, G_MAXINT32 - 3, 4, NONE, 0 }, { 5, 6, 1, 2, NONE, 0 } },
    IM_PACKING_ERROR_SIZE,
    "expected at most 2147483647 in all" },
};

static void
test_error (gconstpointer data)
{
  const ErrorCase *c = data;
  ImPackingResult result = { UNTOUCHED, UNTOUCHED, UNTOUCHED };
  ImPackingBuffer buffers[2];
  g_autoptr (GError) error = NULL;

  memcpy (buffers, c->buffers, sizeof buffers);

  g_assert_false (im_packing_run (buffers, 2, &result, &error));
  g_assert_error (error, IM_PACKING_ERROR, (gint) c->code);
  g_assert_nonnull (strstr (error->message, c->message));
  g_assert_cmpmem (buffers, sizeof buffers, c->buffers, sizeof buffers);
  g_assert_cmpuint (result.arena_bytes, ==, UNTOUCHED);
  g_assert_cmpuint (result.bound_bytes, ==, UNTOUCHED);
  g_assert_cmpuint (result.sum_bytes, ==, UNTOUCHED);
}

/* n (n - 1) / 2 pairs, with n - 1 larger than the root of twice the limit. */
static void
test_too_many_pairs (void)
{
  const guint n_buffers = 2049;
  g_autofree ImPackingBuffer *buffers = g_new (ImPackingBuffer, n_buffers);
  g_autoptr (GError) error = NULL;
  ImPackingResult result;

  for (guint i = 0; i < n_buffers; i++)
    buffers[i] = (ImPackingBuffer){ i, n_buffers, 1, 1, NONE, UNTOUCHED };

  g_assert_false (im_packing_run (buffers, n_buffers, &result, &error));
  g_assert_error (error, IM_PACKING_ERROR, IM_PACKING_ERROR_PAIRS);
  g_assert_nonnull (strstr (error->message, "more than 2097152 pairs"));
  g_assert_cmpuint (buffers[0].offset, ==, UNTOUCHED);
}

/* Largest sizes at which nothing may overflow. */
static void
test_largest (void)
{
  ImPackingBuffer buffers[] = {
    { 0, 1, 1u << 30, 1, NONE, UNTOUCHED },
    { 0, 1, (1u << 30) - 1, 1, NONE, UNTOUCHED },
    { 5, 6, 0, 1, NONE, UNTOUCHED },
  };
  g_autoptr (GError) error = NULL;
  ImPackingResult result;

  g_assert_true (im_packing_run (buffers, G_N_ELEMENTS (buffers), &result, &error));
  g_assert_no_error (error);
  check_packing (buffers, G_N_ELEMENTS (buffers), &result);
  g_assert_cmpuint (result.arena_bytes, ==, G_MAXINT32);
}

/* A network for a microcontroller: 39 tensors of which many come from element-wise layers
 * that may write over their input. The original tool needs 15,680 bytes. */
static const ImPackingBuffer network[] = {
  { 0, 1, 2240, 4, NONE, 0 },  { 1, 2, 2240, 4, 0, 0 },     { 2, 3, 2240, 4, 1, 0 },
  { 3, 4, 6720, 4, NONE, 0 },  { 4, 5, 6720, 4, 3, 0 },     { 5, 6, 6720, 4, 4, 0 },
  { 6, 7, 6720, 4, 5, 0 },     { 7, 33, 2232, 4, NONE, 0 }, { 8, 34, 168, 4, NONE, 0 },
  { 8, 10, 168, 4, NONE, 0 },  { 9, 10, 168, 4, NONE, 0 },  { 10, 11, 168, 4, 9, 0 },
  { 11, 12, 168, 4, 11, 0 },   { 12, 29, 168, 4, 12, 0 },   { 13, 15, 168, 4, NONE, 0 },
  { 14, 15, 168, 4, NONE, 0 }, { 15, 16, 168, 4, 14, 0 },   { 16, 17, 168, 4, 16, 0 },
  { 17, 28, 168, 4, 17, 0 },   { 18, 20, 168, 4, NONE, 0 }, { 19, 20, 168, 4, NONE, 0 },
  { 20, 21, 168, 4, 19, 0 },   { 21, 22, 168, 4, 21, 0 },   { 22, 29, 168, 4, 22, 0 },
  { 23, 25, 168, 4, NONE, 0 }, { 24, 25, 168, 4, NONE, 0 }, { 25, 26, 168, 4, 24, 0 },
  { 26, 27, 168, 4, 26, 0 },   { 27, 32, 168, 4, 27, 0 },   { 28, 30, 168, 4, 18, 0 },
  { 29, 30, 168, 4, 13, 0 },   { 31, 32, 168, 4, NONE, 0 }, { 34, 35, 52, 4, NONE, 0 },
  { 35, 36, 52, 4, 32, 0 },    { 36, 37, 52, 4, 33, 0 },    { 37, 38, 52, 4, 34, 0 },
  { 38, 39, 16, 4, NONE, 0 },  { 39, 40, 16, 4, 36, 0 },    { 40, 41, 16, 4, 37, 0 },
};

typedef struct
{
  const char *name;
  gboolean in_place;
  const char *file;  /* the same buffers; in place: one row for each chain */
  guint64 sum_bytes; /* of the file */
  guint64 bound_bytes;
} NetworkCase;

static const NetworkCase network_cases[] = {
  { "separate", FALSE, "arena-39-buffers.csv", 40120, 13440 },
  { "in-place", TRUE, "arena-39-buffers-in-place.csv", 12940, 8960 },
};

static void
pack_and_check (ImPackingBuffer *buffers, guint n_buffers, ImPackingResult *result)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (im_packing_run (buffers, n_buffers, result, &error));
  g_assert_no_error (error);
  check_packing (buffers, n_buffers, result);
}

static void
test_network (gconstpointer data)
{
  const NetworkCase *c = data;
  ImPackingBuffer buffers[G_N_ELEMENTS (network)];
  ImPackingResult result;

  memcpy (buffers, network, sizeof buffers);
  for (guint i = 0; i < G_N_ELEMENTS (buffers); i++)
    if (!c->in_place)
      buffers[i].in_place_of = NONE;

  pack_and_check (buffers, G_N_ELEMENTS (buffers), &result);
  g_assert_cmpuint (result.sum_bytes, ==, 40120);
  g_assert_cmpuint (result.bound_bytes, ==, c->bound_bytes);
  g_assert_cmpuint (result.arena_bytes, ==, c->bound_bytes);
}

/* A row is `id,lower,upper,size`; the buffer is not alive in the call `upper` any more.
 */
static void
add_row (GArray *buffers, const char *row)
{
  g_auto (GStrv) fields = g_strsplit (row, ",", -1);
  ImPackingBuffer buffer = { .align_bytes = 4, .in_place_of = NONE };

  g_assert_cmpuint (g_strv_length (fields), ==, 4);
  buffer.first = (guint) g_ascii_strtoull (fields[1], NULL, 10);
  buffer.last = (guint) g_ascii_strtoull (fields[2], NULL, 10) - 1;
  buffer.size_bytes = (guint32) g_ascii_strtoull (fields[3], NULL, 10);
  g_array_append_val (buffers, buffer);
}

static void
test_file (gconstpointer data)
{
  const NetworkCase *c = data;
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", c->file, NULL);
  g_autoptr (GArray) buffers = g_array_new (FALSE, FALSE, sizeof (ImPackingBuffer));
  g_autofree char *content = NULL;
  ImPackingResult result;

  g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
  g_auto (GStrv) rows = g_strsplit (g_strchomp (content), "\n", -1);
  for (guint i = 1; rows[i] != NULL; i++)
    add_row (buffers, rows[i]);

  pack_and_check ((ImPackingBuffer *) (gpointer) buffers->data, buffers->len, &result);
  g_assert_cmpuint (result.sum_bytes, ==, c->sum_bytes);
  g_assert_cmpuint (result.bound_bytes, ==, c->bound_bytes);
  g_assert_cmpuint (result.arena_bytes, ==, c->bound_bytes);
}

typedef struct
{
  const char *name;
  gboolean in_place;
  guint fewest_layers;
  guint most_layers;
} RandomCase;

static const RandomCase random_cases[] = {
  { "10-to-1000-layers", FALSE, 10, 1000 },
  { "10-to-1000-layers-in-place", TRUE, 10, 1000 },
  { "10-to-60-layers", FALSE, 10, 60 },
  { "10-to-60-layers-in-place", TRUE, 10, 60 },
};

/* Ten times nearer to the bound than is asked for, because that is what is reached. */
static void
test_random (gconstpointer data)
{
  const RandomCase *c = data;
  guint64 state = FIRST_STATE;
  double sum = 0, largest = 0;

  for (guint i = 0; i < N_RANDOM; i++)
    {
      guint n_layers = c->fewest_layers +
                       random_next (&state, c->most_layers - c->fewest_layers + 1);
      g_autoptr (GArray) buffers = random_pipeline_new (&state, n_layers, c->in_place);
      ImPackingResult result;
      double ratio;

      pack_and_check ((ImPackingBuffer *) (gpointer) buffers->data, buffers->len,
                      &result);
      ratio = (double) result.arena_bytes / (double) result.bound_bytes;
      sum += ratio;
      largest = MAX (largest, ratio);
    }

  g_test_message ("arena / bound: mean %.5f, largest %.5f", sum / N_RANDOM, largest);
  g_assert_cmpfloat (sum / N_RANDOM, <=, 1.0001);
  g_assert_cmpfloat (largest, <=, 1.002);
}

static guint64
pack_with_work (const GArray *buffers, guint64 work, guint32 *offsets)
{
  g_autoptr (GArray) copy = g_array_copy ((GArray *) buffers);
  ImPackingBuffer *packed = (ImPackingBuffer *) (gpointer) copy->data;
  ImPackingResult result;

  g_assert_true (im_packing_run_with_work (packed, copy->len, work, &result, NULL));
  check_packing (packed, copy->len, &result);
  for (guint i = 0; i < copy->len; i++)
    offsets[i] = packed[i].offset;

  return result.arena_bytes;
}

/* Looks for pipelines that the first order does not solve, so that the search has to. */
static void
test_work (void)
{
  const guint64 works[] = { 0, 1000, 10000, 100000 };
  guint64 state = FIRST_STATE;
  guint n_improved = 0;

  for (guint i = 0; i < 40; i++)
    {
      g_autoptr (GArray) buffers = random_pipeline_new (&state, 50, FALSE);
      g_autofree guint32 *first = g_new (guint32, buffers->len);
      g_autofree guint32 *second = g_new (guint32, buffers->len);
      guint64 arena = G_MAXUINT64, start = 0;

      for (guint j = 0; j < G_N_ELEMENTS (works); j++)
        {
          guint64 next = pack_with_work (buffers, works[j], first);

          g_assert_cmpuint (next, <=, arena);
          g_assert_cmpuint (next, ==, pack_with_work (buffers, works[j], second));
          g_assert_true (memcmp (first, second, buffers->len * sizeof *first) == 0);
          start = j == 0 ? next : start;
          arena = next;
        }
      n_improved += arena < start;
    }

  g_assert_cmpuint (n_improved, >=, 10);
}

/* The rows of every table begin with their name. */
static void
add_cases (const char *folder,
           gconstpointer rows,
           gsize n_rows,
           gsize row_bytes,
           GTestDataFunc function)
{
  for (gsize i = 0; i < n_rows; i++)
    {
      const char *row = (const char *) rows + i * row_bytes;
      g_autofree char *path = g_strdup_printf (
          "/packing/%s/%s", folder, *(const char *const *) (gconstpointer) row);

      g_test_add_data_func (path, row, function);
    }
}

#define ADD_CASES(folder, rows, function) \
  add_cases (folder, rows, G_N_ELEMENTS (rows), sizeof (rows)[0], function)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD_CASES ("place", place_cases, test_place);
  ADD_CASES ("error", error_cases, test_error);
  ADD_CASES ("network", network_cases, test_network);
  ADD_CASES ("file", network_cases, test_file);
  ADD_CASES ("random", random_cases, test_random);
  g_test_add_func ("/packing/error/too-many-pairs", test_too_many_pairs);
  g_test_add_func ("/packing/largest", test_largest);
  g_test_add_func ("/packing/work", test_work);

  return g_test_run ();
}
