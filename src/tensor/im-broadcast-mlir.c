/* SPDX-License-Identifier: MIT */
#include "tensor/im-broadcast-mlir.h"

#include <string.h>

#include "tensor/im-broadcast-builder.h"
#include "tensor/im-broadcast-parse.h"

/* The first one that is a tensor or a vector. */
static const ImMlirOperand *
find_kind (const ImMlirOperand *all, guint n)
{
  for (guint i = 0; i < n; i++)
    if (all[i].type.kind == IM_MLIR_TENSOR || all[i].type.kind == IM_MLIR_VECTOR)
      return &all[i];

  return NULL;
}

static const char *
check_kind (const ImMlirOperand *operand, const ImMlirOperand *first, ImArena *arena)
{
  if (operand->type.kind == IM_MLIR_SCALAR)
    return im_arena_printf (arena,
                            "%s %s is a scalar; only tensors and vectors are compared, "
                            "and one number is a tensor<%s>",
                            operand->name, operand->text, operand->text);
  if (operand->type.kind == IM_MLIR_SHAPE || operand->type.kind == first->type.kind)
    return NULL;

  return im_arena_printf (arena,
                          "%s %s is a %s and %s %s a %s; all of them have to be tensors, "
                          "or all vectors",
                          first->name, first->text,
                          im_mlir_kind_get_name (first->type.kind), operand->name,
                          operand->text, im_mlir_kind_get_name (operand->type.kind));
}

/* What is wrong with the kinds of types, or NULL. */
static const char *
check_kinds (const ImMlirOperand *all, guint n, ImArena *arena)
{
  const ImMlirOperand *first = find_kind (all, n);
  const char *message = NULL;

  for (guint i = 0; message == NULL && i < n; i++)
    message = check_kind (&all[i], first, arena);

  return message;
}

const ImBroadcastReport *
im_broadcast_mlir_verify (ImBroadcastRules rules,
                          const char *operation,
                          const ImMlirOperand *operands,
                          guint n_operands,
                          const ImMlirOperand *result,
                          ImArena *arena)
{
  g_autofree ImBroadcastOperand *shapes = g_new0 (ImBroadcastOperand, n_operands + 1);
  g_autofree ImMlirOperand *all = g_new0 (ImMlirOperand, n_operands + 1);
  const ImOpenShape *declared = result != NULL ? &result->type.shape : NULL;

  for (guint i = 0; i < n_operands; i++)
    {
      all[i] = operands[i];
      shapes[i] = (ImBroadcastOperand){ operands[i].name, operands[i].type.shape, NULL,
                                        operands[i].text };
    }
  if (result != NULL)
    all[n_operands] = *result;

  const char *message = check_kinds (all, n_operands + (result != NULL ? 1 : 0), arena);
  if (message != NULL)
    return im_broadcast_report_new_mismatch (rules, operation, shapes, n_operands,
                                             declared, message, arena);

  return im_broadcast_report_new (rules, operation, shapes, n_operands, declared, arena);
}

/* A line while it is read. */
typedef struct
{
  ImShapeCursor cursor;
  GArray *operands;
  ImMlirOperand result;
  ImArena *arena;
} Line;

static gboolean
take_operand (Line *line, ImMlirOperand *operand, GError **error)
{
  im_shape_cursor_skip_blanks (&line->cursor);

  const char *start = line->cursor.p;
  if (!im_mlir_type_take (&line->cursor, &operand->type, error))
    return FALSE;

  gsize length = (gsize) (line->cursor.p - start);
  operand->text = im_arena_strndup (line->arena, start, length);
  return TRUE;
}

static gboolean
expect (Line *line, char c, const char *expected, GError **error)
{
  if (im_shape_cursor_take (&line->cursor, c))
    return TRUE;

  im_shape_cursor_set_error (&line->cursor, expected, error);
  return FALSE;
}

/* Reads `(TYPE, TYPE)`. */
static gboolean
take_operands (Line *line, GError **error)
{
  if (!expect (line, '(', "“(” and the types of the operands", error))
    return FALSE;
  if (im_shape_cursor_take (&line->cursor, ')'))
    return TRUE;

  do
    {
      ImMlirOperand operand = {
        .name = im_arena_printf (line->arena, "operand #%u", line->operands->len),
      };

      if (!take_operand (line, &operand, error))
        return FALSE;
      g_array_append_val (line->operands, operand);
    }
  while (im_shape_cursor_take (&line->cursor, ','));

  return expect (line, ')', "“,” or “)”", error);
}

/* Reads `-> TYPE`. */
static gboolean
take_result (Line *line, GError **error)
{
  line->result.name = "the result";

  return expect (line, '-', "“->” and the type of the result", error) &&
         expect (line, '>', "“>” of “->”", error) &&
         take_operand (line, &line->result, error) &&
         im_shape_cursor_check_end (&line->cursor, "the result", error);
}

/* The last colon, behind which the types stand, or NULL. */
static const char *
find_colon (const ImShapeCursor *cursor)
{
  for (const char *p = cursor->end; p > cursor->start; p--)
    if (p[-1] == ':')
      return p - 1;

  return NULL;
}

/* Whether a name can be shown as it is. */
static gboolean
is_plain (const char *name)
{
  const char *p = name;

  while (g_ascii_isgraph (*p))
    p++;

  return *p == '\0' && p > name;
}

/* Gives operands the names that stand in front of the types, if there is one for each. */
static void
take_names (Line *line, const char *end)
{
  const char *open = memchr (line->cursor.start, '(', (gsize) (end - line->cursor.start));
  const char *close = open == NULL ? NULL : memchr (open, ')', (gsize) (end - open));

  if (close == NULL)
    return;

  g_autofree char *list = g_strndup (open + 1, (gsize) (close - open - 1));
  g_auto (GStrv) names = g_strsplit (list, ",", -1);
  if (g_strv_length (names) != line->operands->len)
    return;
  for (guint i = 0; i < line->operands->len; i++)
    if (is_plain (g_strstrip (names[i])))
      g_array_index (line->operands, ImMlirOperand, i).name = im_arena_strdup (
          line->arena, names[i]);
}

/* The name between quotes in front of the types, or NULL. */
static const char *
take_operation (const Line *line, const char *end)
{
  const char *start = memchr (line->cursor.start, '"',
                              (gsize) (end - line->cursor.start));
  const char *stop = start == NULL ? NULL
                                   : memchr (start + 1, '"', (gsize) (end - start - 1));

  if (stop == NULL)
    return NULL;

  const char *name = im_arena_strndup (line->arena, start + 1,
                                       (gsize) (stop - start - 1));
  return is_plain (name) ? name : NULL;
}

const ImBroadcastReport *
im_broadcast_report_parse_mlir (const char *text,
                                ImBroadcastRules rules,
                                ImArena *arena,
                                GError **error)
{
  g_autoptr (GArray) operands = g_array_new (FALSE, TRUE, sizeof (ImMlirOperand));
  Line line = { im_shape_cursor_init (text, -1), operands, { 0 }, arena };
  const char *colon = find_colon (&line.cursor);

  if (colon == NULL)
    {
      g_set_error_literal (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_SYNTAX,
                           "expected “:” and types such as (tensor<4xf32>) -> "
                           "tensor<4xf32>, found no “:”");
      return NULL;
    }

  line.cursor.p = colon + 1;
  if (!take_operands (&line, error) || !take_result (&line, error))
    return NULL;
  take_names (&line, colon);

  return im_broadcast_mlir_verify (rules, take_operation (&line, colon),
                                   (const ImMlirOperand *) (void *) operands->data,
                                   operands->len, &line.result, arena);
}
