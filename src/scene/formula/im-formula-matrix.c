/* SPDX-License-Identifier: MIT */
#include "scene/display/im-scene-metrics.h"
#include "scene/formula/im-formula-draw.h"

#define LABEL_WIDTH 150
#define CELL_WIDTH  58
#define CELL_HEIGHT 28
#define GAP         4
#define HEAD        40

typedef enum
{
  INDEX_OUTPUT,
  INDEX_REDUCED,
  INDEX_LEFT_ONLY,
} IndexKind;

static const struct
{
  ImSceneStyleId style;
  const char *word;
} kinds[] = {
  [INDEX_OUTPUT] = { IM_STYLE_CELL_RIGHT, "output" },
  [INDEX_REDUCED] = { IM_STYLE_CELL, NULL }, /* how it is aggregated */
  [INDEX_LEFT_ONLY] = { IM_STYLE_CELL_ADDED, "left only" },
};

typedef struct
{
  const ImFormula *formula;
  const ImKernel *kernel;
  ImScene *scene;
  ImScenePoint at;
  double right;
} Matrix;

static gboolean
is_in (const ImFormula *formula, const ImKernelAccess *access, guint index)
{
  guint rank = im_formula_get_buffer (formula, access->buffer)->shape.rank;

  for (guint i = 0; i < rank; i++)
    if (access->computed[i] == NULL && access->index[i].factor[index] != 0)
      return TRUE;

  return FALSE;
}

static IndexKind
get_kind (const Matrix *matrix, guint index)
{
  if (!is_in (matrix->formula, &matrix->kernel->output, index))
    return INDEX_REDUCED;
  for (guint i = 0; i < matrix->kernel->n_loads; i++)
    if (is_in (matrix->formula, &matrix->kernel->loads[i], index))
      return INDEX_OUTPUT;

  return matrix->kernel->n_loads > 0 ? INDEX_LEFT_ONLY : INDEX_OUTPUT;
}

static const char *
get_word (const Matrix *matrix, guint index)
{
  const char *word = kinds[get_kind (matrix, index)].word;

  return word != NULL ? word
                      : im_aggregation_get_info (matrix->kernel->aggregation)->name;
}

static double
get_x (const Matrix *matrix, guint column)
{
  return matrix->at.x + LABEL_WIDTH + (CELL_WIDTH + GAP) * column;
}

static void
draw_centred (Matrix *matrix, ImSceneStyleId style, double x, double y, const char *text)
{
  g_autofree char *elided = im_scene_text_dup_elided (style, text, CELL_WIDTH - 2);

  im_scene_add_text (matrix->scene, style, (ImScenePoint){ x + CELL_WIDTH / 2.0, y },
                     IM_ANCHOR_MIDDLE, elided);
}

static void
draw_head (Matrix *matrix)
{
  for (guint i = 0; i < matrix->kernel->n_indices; i++)
    {
      draw_centred (matrix, IM_STYLE_NAME, get_x (matrix, i), matrix->at.y + 14,
                    matrix->kernel->indices[i]);
      draw_centred (matrix, IM_STYLE_ID, get_x (matrix, i), matrix->at.y + 30,
                    get_word (matrix, i));
    }
  matrix->at.y += HEAD;
}

/* What stands beside the cells of a row: `+ 1`, `/ 2`, and the range. */
static char *
describe_rest (const ImAffine *form, gint64 size)
{
  GString *text = g_string_new (NULL);

  if (form->constant != 0)
    g_string_append_printf (
        text, "%s %" G_GUINT64_FORMAT "  ", form->constant < 0 ? "−" : "+",
        form->constant < 0 ? -(guint64) form->constant : (guint64) form->constant);
  if (form->divisor != 1)
    g_string_append_printf (text, "∕ %" G_GINT64_FORMAT "  ", form->divisor);
  g_string_append_printf (text, "from 0 below %" G_GINT64_FORMAT, size);

  return g_string_free (text, FALSE);
}

static void
draw_cells (Matrix *matrix, const ImAffine *form)
{
  double baseline = matrix->at.y + CELL_HEIGHT / 2.0 + 5;

  for (guint i = 0; i < matrix->kernel->n_indices; i++)
    {
      g_autofree char *factor = g_strdup_printf ("%" G_GINT64_FORMAT, form->factor[i]);

      if (form->factor[i] == 0)
        {
          draw_centred (matrix, IM_STYLE_CELL_MUTED, get_x (matrix, i), baseline, "·");
          continue;
        }
      im_scene_add_rectangle (matrix->scene, kinds[get_kind (matrix, i)].style,
                              (ImScenePoint){ get_x (matrix, i), matrix->at.y },
                              CELL_WIDTH, CELL_HEIGHT, 4);
      draw_centred (matrix, IM_STYLE_CELL_SIZE, get_x (matrix, i), baseline, factor);
    }
}

static void
draw_row (Matrix *matrix, const char *name, const ImAffine *form, gint64 size)
{
  g_autoptr (GString) words = g_string_new (name);
  g_autofree char *rest = describe_rest (form, size);
  g_autofree char *label = im_scene_text_dup_elided (IM_STYLE_OPERAND, name,
                                                     LABEL_WIDTH - 12);
  double x = get_x (matrix, matrix->kernel->n_indices) + 8;
  double baseline = matrix->at.y + CELL_HEIGHT / 2.0 + 5;

  g_string_append (words, ": ");
  im_affine_append_text (form, matrix->kernel->indices, "/", words);
  g_string_append_printf (words, ", from 0 below %" G_GINT64_FORMAT, size);
  im_scene_open_group (matrix->scene, words->str);
  im_scene_add_text (matrix->scene, IM_STYLE_OPERAND,
                     (ImScenePoint){ matrix->at.x + LABEL_WIDTH - 12, baseline },
                     IM_ANCHOR_END, label);
  draw_cells (matrix, form);
  im_scene_add_text (matrix->scene, IM_STYLE_SUBTITLE, (ImScenePoint){ x, baseline },
                     IM_ANCHOR_START, rest);
  im_scene_close_group (matrix->scene);
  matrix->right = MAX (matrix->right,
                       x + im_scene_text_get_width (IM_STYLE_SUBTITLE, rest));
  matrix->at.y += CELL_HEIGHT + GAP;
}

static void
draw_access (Matrix *matrix, const ImKernelAccess *access)
{
  const ImKernelBuffer *buffer = im_formula_get_buffer (matrix->formula, access->buffer);

  for (guint i = buffer->shape.rank; i-- > 0;)
    {
      g_autofree char *name = g_strdup_printf ("%s axis %u", buffer->name, i);

      if (access->computed[i] == NULL)
        draw_row (matrix, name, &access->index[i], buffer->shape.size[i]);
    }
}

double
im_formula_matrix_draw (const ImFormula *formula,
                        const ImKernel *kernel,
                        ImScenePoint *at,
                        ImScene *scene)
{
  Matrix matrix = { formula, kernel, scene, *at, at->x };

  draw_head (&matrix);
  draw_access (&matrix, &kernel->output);
  for (guint i = 0; i < kernel->n_loads; i++)
    draw_access (&matrix, &kernel->loads[i]);
  for (guint i = 0; i < kernel->n_constraints; i++)
    {
      g_autofree char *name = g_strdup_printf ("constraint %u", i + 1);

      draw_row (&matrix, name, &kernel->constraints[i].form,
                kernel->constraints[i].bound);
    }
  at->y = matrix.at.y;

  return MAX (matrix.right, get_x (&matrix, kernel->n_indices));
}
