/* SPDX-License-Identifier: MIT */
#include "studio/lab/studio-formula-answer.h"

#include "kernel/im-formula-c.h"
#include "scene/formula/im-scene-formula.h"

void
studio_formula_answer_free (StudioFormulaAnswer *answer)
{
  if (answer == NULL)
    return;

  im_formula_lab_free (answer->lab);
  studio_formula_drawing_clear (&answer->drawing);
  g_free (answer->c);
  g_free (answer->values);
  g_free (answer);
}

static void
free_question (gpointer data)
{
  StudioFormulaQuestion *question = data;

  g_free (question->text);
  g_free (question->function);
  g_hash_table_unref (question->inputs);
  g_free (question);
}

static StudioFormulaQuestion *
copy_question (const StudioFormulaQuestion *question)
{
  StudioFormulaQuestion *copy = g_new0 (StudioFormulaQuestion, 1);
  GHashTableIter iter;
  gpointer name, text;

  *copy = *question;
  copy->text = g_strdup (question->text);
  copy->function = g_strdup (question->function);
  copy->inputs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_hash_table_iter_init (&iter, question->inputs);
  while (g_hash_table_iter_next (&iter, &name, &text))
    g_hash_table_insert (copy->inputs, g_strdup (name), g_strdup (text));

  return copy;
}

static void
draw (StudioFormulaAnswer *answer, const StudioFormulaQuestion *question)
{
  const ImFormulaLab *lab = answer->lab;
  g_autoptr (GString) c = g_string_new (NULL);
  g_autoptr (GString) values = g_string_new (NULL);

  studio_formula_drawing_init (&answer->drawing, lab->formula, lab->nests,
                               &question->choice, question->width);
  im_formula_append_c (lab->formula, lab->nests, c);
  answer->c = g_string_free (g_steal_pointer (&c), FALSE);
  if (lab->arrays == NULL)
    return;
  im_formula_lab_append_values (lab, values);
  answer->values = g_strchomp (g_string_free (g_steal_pointer (&values), FALSE));
}

static void
answer_cb (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const StudioFormulaQuestion *question = data;
  StudioFormulaAnswer *answer = g_new0 (StudioFormulaAnswer, 1);

  answer->lab = im_formula_lab_new (
      &(ImFormulaQuestion){ question->text, question->function, question->inputs });
  if (answer->lab->formula != NULL)
    draw (answer, question);
  g_task_return_pointer (task, answer, (GDestroyNotify) studio_formula_answer_free);
}

void
studio_formula_answer_async (const StudioFormulaQuestion *question,
                             GAsyncReadyCallback callback,
                             gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, data);

  g_task_set_task_data (task, copy_question (question), free_question);
  g_task_run_in_thread (task, answer_cb);
}

StudioFormulaAnswer *
studio_formula_answer_finish (GAsyncResult *result)
{
  return g_task_propagate_pointer (G_TASK (result), NULL);
}

ImScene *
studio_formula_answer_draw (const StudioFormulaAnswer *answer)
{
  const ImFormulaLab *lab = answer->lab;
  const StudioFormulaDrawing *drawing = &answer->drawing;

  return lab->formula->kernels->len == 0
             ? NULL
             : im_scene_formula_new (lab->formula, lab->nests, drawing->kernel,
                                     drawing->has_pair ? drawing->pair : NULL,
                                     IM_SHOW_FORMULA);
}
