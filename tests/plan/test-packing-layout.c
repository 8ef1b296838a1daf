/* SPDX-License-Identifier: MIT */
#include "plan/im-packing-private.h"

#include <string.h>

#include "random-pipeline.h"

#define NONE        IM_PACKING_NO_BUFFER
#define MAX_BUFFERS 5
#define N_MOVES     20000
#define FIRST_STATE 88172645463325252u

typedef struct
{
  const char *name;
  ImPackingFit fit;
  guint n_buffers;
  ImPackingBuffer buffers[MAX_BUFFERS]; /* each a block; with the expected offsets */
  guint order[MAX_BUFFERS];
} OrderCase;

static const OrderCase order_cases[] = {
  { "gap-of-the-exact-size",
    IM_PACKING_FIRST_FIT,
    3,
    { { 0, 1, 8, 1, NONE, 0 }, { 0, 3, 8, 1, NONE, 8 }, { 2, 3, 8, 1, NONE, 0 } },
    { 0, 1, 2 } },
  { "gap-one-byte-too-small",
    IM_PACKING_FIRST_FIT,
    3,
    { { 0, 1, 8, 1, NONE, 0 }, { 0, 3, 8, 1, NONE, 8 }, { 2, 3, 9, 1, NONE, 16 } },
    { 0, 1, 2 } },
  { "gap-too-small-when-aligned",
    IM_PACKING_FIRST_FIT,
    4,
    { { 0, 3, 2, 1, NONE, 0 },
      { 0, 1, 8, 1, NONE, 2 },
      { 0, 3, 8, 1, NONE, 10 },
      { 2, 3, 8, 4, NONE, 20 } },
    { 0, 1, 2, 3 } },
  { "later-blocks-do-not-count",
    IM_PACKING_FIRST_FIT,
    2,
    { { 0, 1, 8, 1, NONE, 4 }, { 0, 1, 4, 1, NONE, 0 } },
    { 1, 0 } },
  { "first-fit",
    IM_PACKING_FIRST_FIT,
    5,
    { { 0, 1, 8, 1, NONE, 0 },
      { 0, 3, 8, 1, NONE, 8 },
      { 0, 1, 4, 1, NONE, 16 },
      { 0, 3, 8, 1, NONE, 20 },
      { 2, 3, 4, 1, NONE, 0 } },
    { 0, 1, 2, 3, 4 } },
  { "best-fit",
    IM_PACKING_BEST_FIT,
    5,
    { { 0, 1, 8, 1, NONE, 0 },
      { 0, 3, 8, 1, NONE, 8 },
      { 0, 1, 4, 1, NONE, 16 },
      { 0, 3, 8, 1, NONE, 20 },
      { 2, 3, 4, 1, NONE, 16 } },
    { 0, 1, 2, 3, 4 } },
};

static void
test_order (gconstpointer data)
{
  const OrderCase *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  ImPackingProblem *problem = im_packing_problem_new (arena, c->buffers, c->n_buffers,
                                                      NULL);
  ImPackingLayout *layout = im_packing_layout_new (arena, problem);

  g_assert_cmpuint (problem->n_blocks, ==, c->n_buffers);
  im_packing_layout_set_order (layout, c->order, c->fit);
  for (guint i = 0; i < c->n_buffers; i++)
    g_assert_cmpuint (im_packing_layout_get_offsets (layout)[i], ==,
                      c->buffers[i].offset);
}

/* It could split a gap that another block needs. */
static void
test_empty (void)
{
  const ImPackingBuffer buffers[] = {
    { 0, 9, 8, 4, NONE, 0 },
    { 0, 9, 0, 4, NONE, 0 },
  };
  g_autoptr (ImArena) arena = im_arena_new ();
  ImPackingProblem *problem = im_packing_problem_new (arena, buffers, 2, NULL);

  g_assert_cmpuint (problem->n_blocks, ==, 2);
  g_assert_cmpuint (problem->blocks[0].n_conflicts, ==, 0);
  g_assert_cmpuint (problem->blocks[1].n_conflicts, ==, 0);
}

static gboolean
layouts_equal (const ImPackingLayout *a, const ImPackingLayout *b, gsize n_blocks)
{
  return memcmp (im_packing_layout_get_order (a), im_packing_layout_get_order (b),
                 n_blocks * sizeof (guint)) == 0 &&
         memcmp (im_packing_layout_get_offsets (a), im_packing_layout_get_offsets (b),
                 n_blocks * sizeof (guint32)) == 0;
}

/* Random moves of which half are taken back; @reference is placed anew every time. */
static void
move_and_compare (guint64 *state,
                  ImPackingLayout *layout,
                  ImPackingLayout *reference,
                  guint n_blocks,
                  ImPackingFit fit)
{
  for (guint i = 0; i < N_MOVES; i++)
    {
      guint from = 1 + random_next (state, n_blocks - 1);
      guint block = im_packing_layout_get_order (layout)[from];

      im_packing_layout_set_order (reference, im_packing_layout_get_order (layout), fit);
      im_packing_layout_move (layout, block, random_next (state, from));
      if (random_next (state, 2) == 0)
        im_packing_layout_undo (layout);
      else
        im_packing_layout_set_order (reference, im_packing_layout_get_order (layout),
                                     fit);
      g_assert_true (layouts_equal (layout, reference, n_blocks));
    }
}

static void
test_move (gconstpointer data)
{
  ImPackingFit fit = (ImPackingFit) GPOINTER_TO_INT (data);
  g_autoptr (ImArena) arena = im_arena_new ();
  guint64 state = FIRST_STATE;
  g_autoptr (GArray) buffers = random_pipeline_new (&state, 60, TRUE);
  ImPackingProblem *problem = im_packing_problem_new (
      arena, (const ImPackingBuffer *) (gpointer) buffers->data, buffers->len, NULL);
  ImPackingLayout *layout = im_packing_layout_new (arena, problem);
  ImPackingLayout *reference = im_packing_layout_new (arena, problem);
  g_autofree guint *order = g_new (guint, problem->n_blocks);

  g_assert_cmpuint (problem->n_blocks, <, buffers->len);
  for (guint i = 0; i < problem->n_blocks; i++)
    order[i] = i;
  im_packing_layout_set_order (layout, order, fit);
  move_and_compare (&state, layout, reference, problem->n_blocks, fit);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (order_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/packing-layout/order/", order_cases[i].name,
                                           NULL);

      g_test_add_data_func (path, &order_cases[i], test_order);
    }
  g_test_add_func ("/packing-layout/empty", test_empty);
  g_test_add_data_func ("/packing-layout/move/first-fit",
                        GINT_TO_POINTER (IM_PACKING_FIRST_FIT), test_move);
  g_test_add_data_func ("/packing-layout/move/best-fit",
                        GINT_TO_POINTER (IM_PACKING_BEST_FIT), test_move);

  return g_test_run ();
}
