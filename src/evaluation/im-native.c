/* SPDX-License-Identifier: MIT
 *
 * Tables become arrays in flash; Labels and Reshape become views, tensors of the same
 * memory.
 */
#include "evaluation/im-native.h"

#include <string.h>

#include "base/im-arena.h"
#include "base/im-text.h"
#include "tensor/im-table.h"

static gboolean
return_array (ImEval *eval, const ImArray *array, GError *error, ImValue *out)
{
  if (array == NULL)
    return im_eval_fail_gerror (eval, -1, error);
  *out = IM_ARRAY (array);

  return TRUE;
}

static gboolean
window (ImEval *eval, ImWindow kind, ImDType dtype, const ImValue *args, ImValue *out)
{
  GError *error = NULL;
  const ImArray *array = im_table_window (im_eval_get_arena (eval), kind, dtype,
                                          args[0].integer, args[1].boolean, &error);

  return return_array (eval, array, error, out);
}

#define WINDOW_FUNC(name, kind, dtype)                                                 \
  static gboolean name (ImEval *eval, const ImValue *args, guint n_args, ImValue *out) \
  {                                                                                    \
    return window (eval, kind, dtype, args, out);                                      \
  }

WINDOW_FUNC (hann_f32, IM_WINDOW_HANN, IM_DTYPE_FLOAT32)
WINDOW_FUNC (hann_q31, IM_WINDOW_HANN, IM_DTYPE_Q31)
WINDOW_FUNC (hann_q15, IM_WINDOW_HANN, IM_DTYPE_Q15)
WINDOW_FUNC (hann_q7, IM_WINDOW_HANN, IM_DTYPE_Q7)
WINDOW_FUNC (hamming_f32, IM_WINDOW_HAMMING, IM_DTYPE_FLOAT32)
WINDOW_FUNC (hamming_q31, IM_WINDOW_HAMMING, IM_DTYPE_Q31)
WINDOW_FUNC (hamming_q15, IM_WINDOW_HAMMING, IM_DTYPE_Q15)
WINDOW_FUNC (hamming_q7, IM_WINDOW_HAMMING, IM_DTYPE_Q7)

static gboolean
mel_points (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  GError *error = NULL;
  const ImArray *array = im_table_mel_points (im_eval_get_arena (eval), args[0].real,
                                              args[1].real, args[2].integer,
                                              args[3].integer, args[4].real, &error);

  return return_array (eval, array, error, out);
}

static gboolean
mel_weights (ImEval *eval, ImDType dtype, const ImValue *args, ImValue *out)
{
  GError *error = NULL;
  const ImArray *array = im_table_mel_weights (im_eval_get_arena (eval), dtype,
                                               args[0].array, &error);

  return return_array (eval, array, error, out);
}

static gboolean
mel_weights_f32 (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  return mel_weights (eval, IM_DTYPE_FLOAT32, args, out);
}

static gboolean
mel_weights_q31 (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  return mel_weights (eval, IM_DTYPE_Q31, args, out);
}

static gboolean
mel_weights_q15 (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  return mel_weights (eval, IM_DTYPE_Q15, args, out);
}

/* Reads the next group of `{x0,x1},{y0,y1}` or `(x0,x1),(y0,y1)` at *@text; NULL at the
 * end. */
static char *
next_label_group (const char **text)
{
  const char *open = *text + strcspn (*text, "{(");

  if (*open == '\0')
    return NULL;

  gsize length = strcspn (open + 1, "})");
  *text = open + 1 + length + (open[1 + length] == '\0' ? 0 : 1);

  return g_strstrip (g_strndup (open + 1, length));
}

static guint
count_words (const char *list)
{
  guint count = *list == '\0' ? 0 : 1;

  for (const char *p = list; *p != '\0'; p++)
    if (*p == ',')
      count++;

  return count;
}

static gboolean
fail_count (ImEval *eval, guint argument, const char *what, guint expected, guint found)
{
  return im_eval_fail_argument (eval, argument, IM_EXPR_ERROR_VALUE,
                                "expected %u %s, found %u", expected, what, found);
}

/* Axis names and labels are listed by axis number, the innermost axis first. */
static gboolean
set_axis_names (ImEval *eval,
                guint argument,
                const char *list,
                const ImShape *shape,
                ImShapeAxis *axes)
{
  g_auto (GStrv) names = g_strsplit (list, ",", -1);

  if (*list == '\0')
    return TRUE;
  if (g_strv_length (names) != shape->rank)
    return fail_count (eval, argument, "axis names, one per axis", shape->rank,
                       g_strv_length (names));
  for (guint i = 0; i < shape->rank; i++)
    axes[i].name = im_arena_strdup (im_eval_get_arena (eval), g_strstrip (names[i]));

  return TRUE;
}

static gboolean
set_axis_labels (ImEval *eval,
                 guint argument,
                 const char *list,
                 const ImShape *shape,
                 ImShapeAxis *axes)
{
  guint axis = 0;

  if (*list == '\0')
    return TRUE;
  for (const char *p = list;;)
    {
      g_autofree char *group = next_label_group (&p);

      if (group == NULL)
        break;
      if (axis < shape->rank && shape->size[axis] != IM_SHAPE_UNKNOWN)
        {
          if (count_words (group) != (guint) shape->size[axis])
            return im_eval_fail_argument (eval, argument, IM_EXPR_ERROR_VALUE,
                                          "axis %u has %d elements, found %u labels",
                                          axis, shape->size[axis], count_words (group));
          axes[axis].labels = im_arena_strdup (im_eval_get_arena (eval), group);
        }
      axis++;
    }
  if (axis != shape->rank)
    return fail_count (eval, argument, "groups of labels such as {x,y,z}, one per axis",
                       shape->rank, axis);

  return TRUE;
}

/* A tensor like @input with another shape, named and labelled by arguments @first and
 * @first + 1. */
static gboolean
build_view (ImEval *eval,
            const ImValue *args,
            const ImShape *shape,
            guint first,
            ImValue *out)
{
  ImArena *arena = im_eval_get_arena (eval);
  ImTensorType *type = im_arena_new0 (arena, ImTensorType, 1);
  ImShapeAxis *axes = im_arena_new0 (arena, ImShapeAxis, shape->rank);

  *type = *args[0].tensor;
  type->shape = *shape;
  if (!set_axis_names (eval, first, args[first].string, shape, axes) ||
      !set_axis_labels (eval, first + 1, args[first + 1].string, shape, axes))
    return FALSE;
  if (*args[first].string != '\0' || *args[first + 1].string != '\0')
    type->shape.axes = axes;
  *out = IM_TENSOR (type);

  return TRUE;
}

static gboolean
labels_build (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  return build_view (eval, args, &args[0].tensor->shape, 1, out);
}

static gboolean
reshape_build (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  const ImShape *from = &args[0].tensor->shape, *to = args[1].shape;
  gint32 n_from, n_to;
  GError *error = NULL;

  /* Whether an input of unknown size fits is found out when it is known. */
  if (!im_shape_is_known (from) || !im_shape_is_known (to))
    return build_view (eval, args, to, 2, out);
  if (!im_shape_product (from, 0, from->rank, &n_from, &error) ||
      !im_shape_product (to, 0, to->rank, &n_to, &error))
    return im_eval_fail_gerror (eval, 1, error);
  if (n_from != n_to)
    return im_eval_fail_argument (eval, 1, IM_EXPR_ERROR_SHAPE,
                                  "the input has %d elements and the new shape %d",
                                  n_from, n_to);

  return build_view (eval, args, to, 2, out);
}

#define KIND(kind) (1 << (kind))

static const ImParameterSpec window_params[] = {
  { "size", KIND (IM_VALUE_INT), FALSE, FALSE },
  { "symmetric", KIND (IM_VALUE_BOOL), FALSE, FALSE },
};

static const ImParameterSpec points_params[] = {
  { "low_hz", KIND (IM_VALUE_DOUBLE), FALSE, FALSE },
  { "high_hz", KIND (IM_VALUE_DOUBLE), FALSE, FALSE },
  { "filters", KIND (IM_VALUE_INT), FALSE, FALSE },
  { "spectrum_size", KIND (IM_VALUE_INT), FALSE, FALSE },
  { "rate_hz", KIND (IM_VALUE_DOUBLE), FALSE, FALSE },
};

static const ImParameterSpec weights_params[] = {
  { "points", KIND (IM_VALUE_ARRAY), FALSE, FALSE },
};

static const ImParameterSpec labels_params[] = {
  { "input", KIND (IM_VALUE_TENSOR), FALSE, FALSE },
  { "axis_names", KIND (IM_VALUE_STRING), FALSE, FALSE },
  { "axis_labels", KIND (IM_VALUE_STRING), FALSE, FALSE },
};

static const ImParameterSpec reshape_params[] = {
  { "input", KIND (IM_VALUE_TENSOR), FALSE, FALSE },
  { "shape", KIND (IM_VALUE_SHAPE), FALSE, FALSE },
  { "axis_names", KIND (IM_VALUE_STRING), FALSE, FALSE },
  { "axis_labels", KIND (IM_VALUE_STRING), FALSE, FALSE },
};

#define WINDOW_TEXT "(size: int, symmetric: bool) -> array"
#define POINTS_TEXT                                                                      \
  "(low_hz: double, high_hz: double, filters: int, spectrum_size: int, rate_hz: double)" \
  " -> array"
#define WEIGHTS_TEXT "(points: array) -> array"
#define LABELS_TEXT  "(input: tensor, axis_names: string, axis_labels: string) -> tensor"
#define RESHAPE_TEXT \
  "(input: tensor, shape: shape, axis_names: string, axis_labels: string) -> tensor"

#define NATIVE(class, method, text, params, func, outputs)                              \
  {                                                                                     \
    class,                                                                              \
        { .name = method,                                                               \
          .owner = IM_OWNER_SYSTEM,                                                     \
          .spellings = IM_SPELLING_BARE,                                                \
          .signatures = (const ImSignature[]){ { text, params, G_N_ELEMENTS (params),   \
                                                 KIND ((outputs) > 0 ? IM_VALUE_TENSOR  \
                                                                     : IM_VALUE_ARRAY), \
                                                 func } },                              \
          .n_signatures = 1 },                                                          \
        outputs                                                                         \
  }

static const ImNative table[] = {
  NATIVE ("Hann", "HannTableF32", WINDOW_TEXT, window_params, hann_f32, 0),
  NATIVE ("Hann", "HannTableQ31", WINDOW_TEXT, window_params, hann_q31, 0),
  NATIVE ("Hann", "HannTableQ15", WINDOW_TEXT, window_params, hann_q15, 0),
  NATIVE ("Hann", "HannTableQ7", WINDOW_TEXT, window_params, hann_q7, 0),
  NATIVE ("Hamming", "HammingTableF32", WINDOW_TEXT, window_params, hamming_f32, 0),
  NATIVE ("Hamming", "HammingTableQ31", WINDOW_TEXT, window_params, hamming_q31, 0),
  NATIVE ("Hamming", "HammingTableQ15", WINDOW_TEXT, window_params, hamming_q15, 0),
  NATIVE ("Hamming", "HammingTableQ7", WINDOW_TEXT, window_params, hamming_q7, 0),
  NATIVE ("Mel", "MelFilterPoints", POINTS_TEXT, points_params, mel_points, 0),
  NATIVE ("Mel", "MelFilterCoefsF32", WEIGHTS_TEXT, weights_params, mel_weights_f32, 0),
  NATIVE ("Mel", "MelFilterCoefsQ31", WEIGHTS_TEXT, weights_params, mel_weights_q31, 0),
  NATIVE ("Mel", "MelFilterCoefsQ15", WEIGHTS_TEXT, weights_params, mel_weights_q15, 0),
  NATIVE ("Labels", "Build", LABELS_TEXT, labels_params, labels_build, 1),
  NATIVE ("Reshape", "Build", RESHAPE_TEXT, reshape_params, reshape_build, 1),
};

const ImNative *
im_native_find (const char *class_name, const char *method)
{
  const char *name = im_text_get_last_part (class_name);

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if (strcmp (table[i].class_name, name) == 0 &&
        strcmp (table[i].builtin.name, method) == 0)
      return &table[i];

  return NULL;
}

gboolean
im_native_call (ImEval *eval, const char *class_name, const ImExpr *call, ImValue *out)
{
  const ImNative *native = call->kind == IM_EXPR_CALL &&
                                   call->spelling == IM_SPELLING_BARE
                               ? im_native_find (class_name, call->name)
                               : NULL;

  if (native == NULL)
    {
      ImExprError *error = im_arena_new0 (im_eval_get_arena (eval), ImExprError, 1);

      error->code = IM_EXPR_ERROR_UNSUPPORTED;
      error->span = call->span;
      error->cause_slot = -1;
      error->message = im_arena_printf (
          im_eval_get_arena (eval),
          "there is no replacement for this function of the .NET "
          "class %s",
          class_name);
      return im_eval_fail_with (eval, error);
    }

  guint n_args = call->n_operands >= native->n_outputs
                     ? call->n_operands - native->n_outputs
                     : 0;

  return im_eval_call_as (eval, call, &native->builtin, n_args, out);
}
