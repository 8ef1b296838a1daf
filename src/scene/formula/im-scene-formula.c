/* SPDX-License-Identifier: MIT */
#include "scene/formula/im-scene-formula.h"

#include "kernel/im-kernel-report.h"
#include "scene/display/im-scene-metrics.h"
#include "scene/formula/im-formula-draw.h"
#include "scene/formula/im-scene-mathematics.h"

#define MARGIN 24
#define WIDTH  720 /* of texts that are broken */
#define ROW    18
#define INDENT 18
#define PART   22 /* between two parts */

#define STATEMENT 10 /* between a formula as mathematics and as text */

typedef struct
{
  ImScene *scene;
  ImScenePoint at;
  double right;
} Page;

/* A line of text, which is broken where it gets too wide. */
static void
add_lines (Page *page, ImSceneStyleId style, double indent, const char *text)
{
  g_auto (GStrv) lines = im_scene_text_wrap (style, text, WIDTH - indent);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      ImScenePoint at = { page->at.x + indent, page->at.y + 13 };

      im_scene_add_text (page->scene, style, at, IM_ANCHOR_START, lines[i]);
      page->right = MAX (page->right, at.x + im_scene_text_get_width (style, lines[i]));
      page->at.y += ROW;
    }
}

static void
add_heading (Page *page, const char *text)
{
  page->at.y += page->at.y > MARGIN ? PART : 0;
  im_scene_add_text (page->scene, IM_STYLE_HEADING,
                     (ImScenePoint){ page->at.x, page->at.y + 14 }, IM_ANCHOR_START,
                     text);
  page->right = MAX (page->right,
                     page->at.x + im_scene_text_get_width (IM_STYLE_HEADING, text));
  page->at.y += 28;
}

static void
add_nest (Page *page,
          const ImFormula *formula,
          const ImKernel *kernel,
          const ImLoopNest *nest)
{
  ImKernelCounts counts = im_kernel_count (formula, kernel, nest);
  g_autoptr (GString) sums = g_string_new (NULL);

  add_heading (page, "Loops");
  for (guint i = 0; i < nest->n_loops; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      if (i >= nest->n_output_loops)
        g_string_append_printf (text, "%s ",
                                im_aggregation_get_info (kernel->aggregation)->name);
      g_string_append (text, "for ");

      im_loop_nest_append_loop (nest, i, text);
      im_scene_open_group (page->scene, text->str);
      add_lines (page, IM_STYLE_LOOP, INDENT * i, text->str);
      im_scene_close_group (page->scene);
    }
  if (!nest->covers)
    add_lines (page, IM_STYLE_SUBTITLE, 0,
               "Elements that no indices write are 0 or the default.");
  im_kernel_counts_append_text (&counts, sums);
  add_lines (page, IM_STYLE_SUBTITLE, 0, sums->str);
}

static void
add_lattice (Page *page,
             const ImFormula *formula,
             const ImKernel *kernel,
             const ImLoopNest *nest,
             const guint *pair)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  guint chosen[2] = { 0, 0 };
  double right = 0;

  if (pair != NULL)
    {
      chosen[0] = pair[0];
      chosen[1] = pair[1];
    }
  else if (!im_formula_lattice_choose (formula, kernel, chosen))
    return;

  add_heading (page, "Valid indices");
  right = im_formula_lattice_draw (
      im_formula_lattice_new (formula, kernel, nest, chosen, arena), &page->at,
      page->scene);
  page->right = MAX (page->right, right);
}

ImScene *
im_scene_formula_new (const ImFormula *formula,
                      const GPtrArray *nests,
                      guint kernel,
                      const guint *pair,
                      guint show)
{
  const ImKernel *of = g_ptr_array_index (formula->kernels, kernel);
  const ImLoopNest *nest = g_ptr_array_index (nests, kernel);
  g_autoptr (GString) statement = g_string_new (NULL);
  Page page = { .at = { MARGIN, MARGIN }, .right = MARGIN };
  double right = 0;

  im_kernel_append_text (of, formula, statement);
  page.scene = im_scene_new (formula->name, statement->str);
  if (show & IM_SHOW_STATEMENT)
    {
      right = im_mathematics_draw (formula, of, WIDTH, &page.at, page.scene);
      page.right = MAX (page.right, right);
      page.at.y += STATEMENT;
      add_lines (&page, IM_STYLE_SUBTITLE, 0, statement->str);
    }
  if (show & IM_SHOW_MATRIX)
    {
      add_heading (&page, "Accesses");
      right = im_formula_matrix_draw (formula, of, &page.at, page.scene);
      page.right = MAX (page.right, right);
    }
  if (show & IM_SHOW_LATTICE)
    add_lattice (&page, formula, of, nest, pair);
  if (show & IM_SHOW_NEST)
    add_nest (&page, formula, of, nest);
  page.scene->width = page.right + MARGIN;
  page.scene->height = page.at.y + MARGIN;

  return page.scene;
}
