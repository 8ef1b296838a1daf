/* SPDX-License-Identifier: MIT */
#include "lab/im-broadcast-lab.h"

#include <string.h>

#include "broadcast/im-broadcast-mlir.h"
#include "broadcast/im-broadcast-parse.h"
#include "lab/im-broadcast-operand.h"

static const char *const operand_names[IM_LAB_MAX_OPERANDS] = { "A", "B", "C", "D" };

static const struct
{
  ImBroadcastRules first;
  ImBroadcastRules last;
  guint min_operands;
  guint max_operands;
} dialects[IM_N_DIALECTS] = {
  [IM_DIALECT_SHAPE_BROADCAST] = { IM_BROADCAST_RULES_GROUPS, IM_BROADCAST_RULES_GROUPS,
                                   2, 2 },
  [IM_DIALECT_OPERATORS] = { IM_BROADCAST_RULES_OPERATORS, IM_BROADCAST_RULES_OPERATORS,
                             2, 2 },
  [IM_DIALECT_NUMPY] = { IM_BROADCAST_RULES_NUMPY, IM_BROADCAST_RULES_NUMPY, 1,
                         IM_LAB_MAX_OPERANDS },
  [IM_DIALECT_MLIR] = { IM_BROADCAST_RULES_MLIR, IM_BROADCAST_RULES_MLIR, 1,
                        IM_LAB_MAX_OPERANDS },
  [IM_DIALECT_TML] = { IM_BROADCAST_RULES_TML_ARITHMETIC,
                       IM_BROADCAST_RULES_TML_ASSIGNMENT, 2, 2 },
};

const ImBroadcastOperation *
im_broadcast_dialect_get_operations (ImBroadcastDialect dialect, guint *n)
{
  g_return_val_if_fail (dialect < IM_N_DIALECTS, NULL);

  return im_broadcast_get_operations (dialects[dialect].first, dialects[dialect].last, n);
}

guint
im_broadcast_dialect_get_min_operands (ImBroadcastDialect dialect)
{
  g_return_val_if_fail (dialect < IM_N_DIALECTS, 0);

  return dialects[dialect].min_operands;
}

guint
im_broadcast_dialect_get_max_operands (ImBroadcastDialect dialect)
{
  g_return_val_if_fail (dialect < IM_N_DIALECTS, 0);

  return dialects[dialect].max_operands;
}

static const ImBroadcastOperation *
get_operation (const ImLabQuestion *question)
{
  guint n;

  return &im_broadcast_dialect_get_operations (question->dialect,
                                               &n)[question->operation];
}

static ImBroadcastRules
get_rules (const ImLabQuestion *question)
{
  return question->dialect == IM_DIALECT_MLIR && question->allows_cast
             ? IM_BROADCAST_RULES_MLIR_CAST
             : get_operation (question)->rules;
}

static guint
count_operands (const ImLabQuestion *question)
{
  return MIN (question->n_operands, dialects[question->dialect].max_operands);
}

static const char *
take_message (ImArena *arena, GError *error)
{
  const char *message = im_arena_strdup (arena, error->message);

  g_error_free (error);

  return message;
}

/* Reads all operands, so that all that is wrong is seen at once. */
static gboolean
read_operands (const ImLabQuestion *question,
               ImArena *arena,
               ImLabOperand *operands,
               const char **errors)
{
  gboolean is_ok = TRUE;

  for (guint i = 0; i < count_operands (question); i++)
    {
      GError *error = NULL;

      if (im_lab_operand_read (&operands[i], operand_names[i], question->texts[i],
                               get_rules (question), arena, &error))
        continue;
      errors[i] = take_message (arena, error);
      is_ok = FALSE;
    }

  return is_ok;
}

static gboolean
has_result (const ImLabQuestion *question)
{
  return question->dialect == IM_DIALECT_MLIR && question->result != NULL &&
         question->result[strspn (question->result, " \t")] != '\0';
}

static gboolean
read_result (const ImLabQuestion *question,
             ImArena *arena,
             ImLabOperand *declared,
             const char **message)
{
  GError *error = NULL;

  if (im_lab_operand_read (declared, "result", question->result, get_rules (question),
                           arena, &error))
    return TRUE;

  *message = take_message (arena, error);
  return FALSE;
}

static const ImBroadcastReport *
verify (const ImLabQuestion *question,
        const ImLabOperand *operands,
        const ImLabOperand *declared,
        ImArena *arena)
{
  ImMlirOperand verified[IM_LAB_MAX_OPERANDS];
  ImMlirOperand result = { NULL };

  for (guint i = 0; i < count_operands (question); i++)
    verified[i] = (ImMlirOperand){ operands[i].operand.name, operands[i].operand.text,
                                   operands[i].mlir };
  if (declared != NULL)
    result = (ImMlirOperand){ declared->operand.name, declared->operand.text,
                              declared->mlir };

  return im_broadcast_mlir_verify (get_rules (question), NULL, verified,
                                   count_operands (question),
                                   declared == NULL ? NULL : &result, arena);
}

static const ImBroadcastReport *
compare (const ImLabQuestion *question,
         const ImLabOperand *operands,
         const ImLabOperand *declared,
         ImArena *arena)
{
  ImBroadcastOperand compared[IM_LAB_MAX_OPERANDS];

  if (question->dialect == IM_DIALECT_MLIR)
    return verify (question, operands, declared, arena);

  for (guint i = 0; i < count_operands (question); i++)
    compared[i] = operands[i].operand;

  return im_broadcast_report_new (get_rules (question), get_operation (question)->name,
                                  compared, count_operands (question), NULL, arena);
}

/* Whether both say the same: the same shape, or that there is none. */
static gboolean
agrees (const ImBroadcastReport *a, const ImBroadcastReport *b)
{
  return a->is_ok == b->is_ok &&
         (!a->is_ok || im_open_shape_equal (&a->inferred, &b->inferred));
}

/* What another dialect says of the same operands, if it is something else. */
static gboolean
ask_other (const ImLabQuestion *question,
           const ImBroadcastReport *report,
           ImArena *arena,
           ImLabOther *other)
{
  ImLabOperand operands[IM_LAB_MAX_OPERANDS] = { 0 };
  const char *errors[IM_LAB_MAX_OPERANDS] = { NULL };
  const ImBroadcastReport *said;
  guint n = count_operands (question);

  if (n < dialects[other->dialect].min_operands ||
      n > dialects[other->dialect].max_operands)
    return FALSE;

  ImLabQuestion asked = *question;
  asked.dialect = other->dialect;
  asked.operation = 0;
  asked.n_operands = n;
  if (!read_operands (&asked, arena, operands, errors))
    {
      for (guint i = 0; other->text == NULL && i < n; i++)
        other->text = errors[i];
      return TRUE;
    }

  said = compare (&asked, operands, NULL, arena);
  other->is_ok = said->is_ok;
  other->text = said->is_ok ? said->result : said->message;
  return !agrees (report, said);
}

static void
ask_others (ImBroadcastLab *lab, const ImLabQuestion *question)
{
  ImLabOther *others = im_arena_new0 (lab->arena, ImLabOther, IM_N_DIALECTS);

  for (guint i = 0; i < IM_N_DIALECTS; i++)
    {
      ImLabOther other = { .dialect = (ImBroadcastDialect) i };

      if (other.dialect != question->dialect &&
          ask_other (question, lab->report, lab->arena, &other))
        others[lab->n_others++] = other;
    }
  lab->others = others;
}

ImBroadcastLab *
im_broadcast_lab_new (const ImLabQuestion *question)
{
  ImBroadcastLab *lab;
  ImLabOperand operands[IM_LAB_MAX_OPERANDS] = { 0 };
  ImLabOperand declared;
  gboolean has_declared, is_ok;
  guint n_operations;

  g_return_val_if_fail (question->dialect < IM_N_DIALECTS, NULL);
  im_broadcast_dialect_get_operations (question->dialect, &n_operations);
  g_return_val_if_fail (question->operation < n_operations, NULL);
  g_return_val_if_fail (question->n_operands >= dialects[question->dialect].min_operands,
                        NULL);
  g_return_val_if_fail (question->n_operands <= IM_LAB_MAX_OPERANDS, NULL);

  lab = g_new0 (ImBroadcastLab, 1);
  lab->arena = im_arena_new ();
  is_ok = read_operands (question, lab->arena, operands, lab->errors);
  has_declared = has_result (question);
  if (has_declared)
    is_ok &= read_result (question, lab->arena, &declared, &lab->result_error);
  if (!is_ok)
    return lab;

  lab->report = compare (question, operands, has_declared ? &declared : NULL, lab->arena);
  ask_others (lab, question);

  return lab;
}

/* It has an arrow, which no shape and no type has; and its end, so that one which is
 * still being typed is none. */
static gboolean
is_line (const char *text)
{
  g_autofree char *stripped = g_strchomp (g_strdup (text));

  return strstr (stripped, "->") != NULL &&
         (g_str_has_suffix (stripped, ">") || g_str_has_suffix (stripped, ")")) &&
         !g_str_has_suffix (stripped, "->");
}

gboolean
im_lab_question_read_line (ImLabQuestion *question, const char *line, ImArena *arena)
{
  const ImBroadcastReport *report = is_line (line)
                                        ? im_broadcast_report_parse_mlir (
                                              line, IM_BROADCAST_RULES_MLIR, arena, NULL)
                                        : NULL;
  g_autoptr (GString) result = g_string_new (NULL);

  if (report == NULL || report->n_operands < 1 ||
      report->n_operands > IM_LAB_MAX_OPERANDS)
    return FALSE;

  if (report->has_declared)
    im_open_shape_append_text (&report->declared, result);
  *question = (ImLabQuestion){ .dialect = IM_DIALECT_MLIR,
                               .n_operands = report->n_operands,
                               .result = im_arena_strdup (arena, result->str) };
  for (guint i = 0; i < report->n_operands; i++)
    question->texts[i] = report->texts[i];

  return TRUE;
}

void
im_broadcast_lab_free (ImBroadcastLab *lab)
{
  if (lab == NULL)
    return;
  im_arena_free (lab->arena);
  g_free (lab);
}
