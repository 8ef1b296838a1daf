/* SPDX-License-Identifier: MIT */
#include "lang/im-value.h"

#include <math.h>
#include <string.h>

#include "base/im-arena.h"
#include "base/im-text.h"

/* Arrays may have millions of elements; a text shows so many of them. */
#define TEXT_MAX_ELEMENTS    64
#define DISPLAY_MAX_ELEMENTS 8

static const struct
{
  const char *name;
  const char *phrase;
} kinds[IM_N_VALUE_KINDS] = {
  [IM_VALUE_NULL] = { "null", "null" },
  [IM_VALUE_BOOL] = { "bool", "a bool" },
  [IM_VALUE_INT] = { "int", "an int" },
  [IM_VALUE_DOUBLE] = { "double", "a double" },
  [IM_VALUE_STRING] = { "string", "a string" },
  [IM_VALUE_DTYPE] = { "type", "a type" },
  [IM_VALUE_SHAPE] = { "shape", "a shape" },
  [IM_VALUE_BROADCAST] = { "broadcast", "a broadcast" },
  [IM_VALUE_TENSOR] = { "tensor", "a tensor" },
  [IM_VALUE_BUFFER] = { "buffer", "a buffer" },
  [IM_VALUE_ARRAY] = { "array", "an array" },
  [IM_VALUE_UNKNOWN] = { "unknown", "a value that is not known yet" },
};

const char *
im_value_kind_get_name (ImValueKind kind)
{
  g_return_val_if_fail (kind < IM_N_VALUE_KINDS, NULL);

  return kinds[kind].name;
}

const char *
im_value_kind_get_phrase (ImValueKind kind)
{
  g_return_val_if_fail (kind < IM_N_VALUE_KINDS, NULL);

  return kinds[kind].phrase;
}

ImKinds
im_value_get_kinds (const ImValue *value)
{
  if (value->kind != IM_VALUE_UNKNOWN)
    return IM_KIND (value->kind);

  return value->kinds == 0 ? IM_KINDS_ANY : value->kinds;
}

void
im_kinds_append_text (ImKinds set, gboolean phrase, GString *out)
{
  const char *separator = "";

  if (set == IM_KINDS_ANY)
    set = IM_KIND (IM_VALUE_UNKNOWN);
  for (guint kind = 0; kind < IM_N_VALUE_KINDS; kind++)
    if ((set & IM_KIND (kind)) != 0)
      {
        g_string_append (out, separator);
        g_string_append (out, phrase ? kinds[kind].phrase : kinds[kind].name);
        separator = " or ";
      }
}

/* A double always shows that it is one. */
static void
append_double (double value, GString *out)
{
  gsize start = out->len;

  im_text_append_double (out, value);
  if (strspn (out->str + start, "-0123456789") == out->len - start)
    g_string_append (out, ".0");
}

/* The language has no escapes: a string with a double quote in it is quoted singly. */
static void
append_string (const char *string, GString *out)
{
  char quote = strchr (string, '"') != NULL && strchr (string, '\'') == NULL ? '\'' : '"';

  g_string_append_printf (out, "%c%s%c", quote, string, quote);
}

static void
append_broadcast (const ImBroadcast *broadcast, GString *out)
{
  g_string_append_printf (out, "broadcast left=%d group1=%d middle=%d group2=%d right=%d",
                          broadcast->left, broadcast->group1, broadcast->middle,
                          broadcast->group2, broadcast->right);
}

static void
append_buffer (const ImBuffer *buffer, gsize max_elements, GString *out)
{
  if (buffer->constant != NULL)
    {
      g_string_append (out, "constant buffer ");
      im_array_append_text (buffer->constant, max_elements, out);
    }
  else
    {
      g_string_append (out, buffer->is_static ? "static buffer " : "buffer ");
      g_string_append (out, im_dtype_get_info (buffer->dtype)->name);
      im_shape_append_text (&buffer->shape, out);
    }
  if (buffer->align_bytes != 0)
    g_string_append_printf (out, " align=%u", buffer->align_bytes);
}

static void
append_value (const ImValue *value, gsize max_elements, GString *out)
{
  switch (value->kind)
    {
    case IM_VALUE_NULL:
      g_string_append (out, "null");
      break;
    case IM_VALUE_BOOL:
      g_string_append (out, value->boolean ? "true" : "false");
      break;
    case IM_VALUE_INT:
      g_string_append_printf (out, "%d", value->integer);
      break;
    case IM_VALUE_DOUBLE:
      append_double (value->real, out);
      break;
    case IM_VALUE_STRING:
      append_string (value->string, out);
      break;
    case IM_VALUE_DTYPE:
      g_string_append (out, im_dtype_get_info (value->dtype)->system_name);
      break;
    case IM_VALUE_SHAPE:
      g_string_append (out, "shape");
      im_shape_append_text (value->shape, out);
      break;
    case IM_VALUE_BROADCAST:
      append_broadcast (value->broadcast, out);
      break;
    case IM_VALUE_TENSOR:
      im_tensor_type_append_text (value->tensor, out);
      break;
    case IM_VALUE_BUFFER:
      append_buffer (value->buffer, max_elements, out);
      break;
    case IM_VALUE_ARRAY:
      im_array_append_text (value->array, max_elements, out);
      break;
    case IM_VALUE_UNKNOWN:
      g_string_append_c (out, '?');
      break;
    case IM_N_VALUE_KINDS:
    default:
      g_assert_not_reached ();
    }
}

void
im_value_append_text (const ImValue *value, GString *out)
{
  append_value (value, TEXT_MAX_ELEMENTS, out);
}

void
im_value_append_display (const ImValue *value, GString *out)
{
  if (value->kind == IM_VALUE_DOUBLE)
    im_text_append_double (out, value->real);
  else if (value->kind == IM_VALUE_STRING)
    g_string_append (out, value->string);
  else if (value->kind == IM_VALUE_SHAPE)
    im_shape_append_text (value->shape, out);
  else
    append_value (value, DISPLAY_MAX_ELEMENTS, out);
}

/* What equal and same share; the two differ in what they say of doubles and of shapes. */
typedef struct
{
  gboolean (*doubles) (double a, double b);
  gboolean (*shapes) (const ImShape *a, const ImShape *b);
} Comparison;

static gboolean
doubles_equal (double a, double b)
{
  return a <= b && a >= b;
}

static gboolean
doubles_same (double a, double b)
{
  return (isnan (a) && isnan (b)) || memcmp (&a, &b, sizeof a) == 0;
}

static const ImShapeAxis *
get_axis (const ImShape *shape, guint axis)
{
  static const ImShapeAxis undescribed;

  return shape->axes == NULL ? &undescribed : &shape->axes[axis];
}

static gboolean
shapes_same (const ImShape *a, const ImShape *b)
{
  if (!im_shape_equal (a, b))
    return FALSE;

  for (guint i = 0; i < a->rank; i++)
    if (g_strcmp0 (get_axis (a, i)->name, get_axis (b, i)->name) != 0 ||
        g_strcmp0 (get_axis (a, i)->labels, get_axis (b, i)->labels) != 0)
      return FALSE;

  return TRUE;
}

static const Comparison equality = { doubles_equal, im_shape_equal };
static const Comparison possibility = { doubles_equal, im_shape_may_equal };
static const Comparison sameness = { doubles_same, shapes_same };

static gboolean
arrays_match (const ImArray *a, const ImArray *b, const Comparison *comparison)
{
  if (a == b)
    return TRUE;
  if (a == NULL || b == NULL || a->dtype != b->dtype ||
      !comparison->shapes (&a->shape, &b->shape))
    return FALSE;

  gsize n_bytes = a->count * im_dtype_get_info (a->dtype)->size_bytes;

  return n_bytes == 0 || memcmp (a->data, b->data, n_bytes) == 0;
}

static gboolean
samples_match (const ImTensorType *a, const ImTensorType *b, const Comparison *comparison)
{
  for (guint i = 0; i < a->shape.rank; i++)
    if (!comparison->doubles (a->sample_rate_hz[i], b->sample_rate_hz[i]))
      return FALSE;

  return TRUE;
}

static gboolean
tensors_match (const ImTensorType *a, const ImTensorType *b, const Comparison *comparison)
{
  return a->dtype == b->dtype && comparison->shapes (&a->shape, &b->shape) &&
         comparison->doubles (a->rate_hz, b->rate_hz) && a->shift == b->shift &&
         comparison->doubles (a->scale, b->scale) &&
         comparison->doubles (a->offset, b->offset) && samples_match (a, b, comparison);
}

static gboolean
buffers_match (const ImBuffer *a, const ImBuffer *b, const Comparison *comparison)
{
  return a->dtype == b->dtype && comparison->shapes (&a->shape, &b->shape) &&
         !a->is_static == !b->is_static && a->align_bytes == b->align_bytes &&
         arrays_match (a->constant, b->constant, comparison);
}

static gboolean
values_match (const ImValue *a, const ImValue *b, const Comparison *comparison)
{
  if (a->kind != b->kind)
    return FALSE;

  switch (a->kind)
    {
    case IM_VALUE_NULL:
    case IM_VALUE_UNKNOWN:
      return TRUE;
    case IM_VALUE_BOOL:
      return !a->boolean == !b->boolean;
    case IM_VALUE_INT:
      return a->integer == b->integer;
    case IM_VALUE_DOUBLE:
      return comparison->doubles (a->real, b->real);
    case IM_VALUE_STRING:
      return strcmp (a->string, b->string) == 0;
    case IM_VALUE_DTYPE:
      return a->dtype == b->dtype;
    case IM_VALUE_SHAPE:
      return comparison->shapes (a->shape, b->shape);
    case IM_VALUE_BROADCAST:
      return memcmp (a->broadcast, b->broadcast, sizeof *a->broadcast) == 0;
    case IM_VALUE_TENSOR:
      return tensors_match (a->tensor, b->tensor, comparison);
    case IM_VALUE_BUFFER:
      return buffers_match (a->buffer, b->buffer, comparison);
    case IM_VALUE_ARRAY:
      return arrays_match (a->array, b->array, comparison);
    case IM_N_VALUE_KINDS:
    default:
      g_assert_not_reached ();
    }
}

gboolean
im_value_equal (const ImValue *a, const ImValue *b)
{
  if (a->kind == IM_VALUE_INT && b->kind == IM_VALUE_DOUBLE)
    return doubles_equal (a->integer, b->real);
  if (a->kind == IM_VALUE_DOUBLE && b->kind == IM_VALUE_INT)
    return doubles_equal (a->real, b->integer);

  return values_match (a, b, &equality);
}

gboolean
im_value_is_known (const ImValue *value)
{
  switch (value->kind)
    {
    case IM_VALUE_SHAPE:
      return im_shape_is_known (value->shape);
    case IM_VALUE_TENSOR:
      return im_shape_is_known (&value->tensor->shape);
    case IM_VALUE_BUFFER:
      return im_shape_is_known (&value->buffer->shape);
    case IM_VALUE_UNKNOWN:
      return FALSE;
    case IM_VALUE_NULL:
    case IM_VALUE_BOOL:
    case IM_VALUE_INT:
    case IM_VALUE_DOUBLE:
    case IM_VALUE_STRING:
    case IM_VALUE_DTYPE:
    case IM_VALUE_BROADCAST:
    case IM_VALUE_ARRAY:
    case IM_N_VALUE_KINDS:
    default:
      return TRUE;
    }
}

/* Ints and doubles can be equal. */
static ImKinds
with_numbers (ImKinds set)
{
  const ImKinds numbers = IM_KIND (IM_VALUE_INT) | IM_KIND (IM_VALUE_DOUBLE);

  return (set & numbers) != 0 ? set | numbers : set;
}

gboolean
im_value_may_equal (const ImValue *a, const ImValue *b)
{
  if (a->kind == IM_VALUE_UNKNOWN || b->kind == IM_VALUE_UNKNOWN)
    return (with_numbers (im_value_get_kinds (a)) &
            with_numbers (im_value_get_kinds (b))) != 0;
  if (a->kind != b->kind)
    return im_value_equal (a, b);

  return values_match (a, b, &possibility);
}

ImValue
im_value_merge (ImArena *arena, const ImValue *a, const ImValue *b)
{
  if (im_value_same (a, b))
    return *a;
  if (a->kind != IM_VALUE_SHAPE || b->kind != IM_VALUE_SHAPE ||
      a->shape->rank != b->shape->rank)
    return IM_UNKNOWN_OF (im_value_get_kinds (a) | im_value_get_kinds (b));

  ImShape *shape = im_arena_new0 (arena, ImShape, 1);
  shape->rank = a->shape->rank;
  for (guint i = 0; i < shape->rank; i++)
    shape->size[i] = a->shape->size[i] == b->shape->size[i] ? a->shape->size[i]
                                                            : IM_SHAPE_UNKNOWN;

  return IM_SHAPE (shape);
}

gboolean
im_value_same (const ImValue *a, const ImValue *b)
{
  return values_match (a, b, &sameness);
}

static gpointer
copy_bytes (ImArena *arena, gconstpointer bytes, gsize n_bytes)
{
  gpointer copy = im_arena_alloc (arena, n_bytes);

  if (n_bytes > 0)
    memcpy (copy, bytes, n_bytes);

  return copy;
}

/* Replaces the descriptions that @shape borrows by copies. */
static void
own_axes (ImArena *arena, ImShape *shape)
{
  if (shape->axes == NULL)
    return;

  ImShapeAxis *axes = copy_bytes (arena, shape->axes, shape->rank * sizeof *axes);
  for (guint i = 0; i < shape->rank; i++)
    {
      axes[i].name = im_arena_strdup (arena, axes[i].name);
      axes[i].labels = im_arena_strdup (arena, axes[i].labels);
    }
  shape->axes = axes;
}

static const ImShape *
copy_shape (ImArena *arena, const ImShape *shape)
{
  ImShape *copy = copy_bytes (arena, shape, sizeof *shape);

  own_axes (arena, copy);

  return copy;
}

static const ImTensorType *
copy_tensor (ImArena *arena, const ImTensorType *tensor)
{
  ImTensorType *copy = copy_bytes (arena, tensor, sizeof *tensor);

  own_axes (arena, &copy->shape);

  return copy;
}

static const ImArray *
copy_array (ImArena *arena, const ImArray *array)
{
  ImArray *copy = copy_bytes (arena, array, sizeof *array);

  own_axes (arena, &copy->shape);
  copy->data = copy_bytes (arena, array->data,
                           array->count * im_dtype_get_info (array->dtype)->size_bytes);

  return copy;
}

static const ImBuffer *
copy_buffer (ImArena *arena, const ImBuffer *buffer)
{
  ImBuffer *copy = copy_bytes (arena, buffer, sizeof *buffer);

  own_axes (arena, &copy->shape);
  if (buffer->constant != NULL)
    copy->constant = copy_array (arena, buffer->constant);

  return copy;
}

ImValue
im_value_copy (ImArena *arena, const ImValue *value)
{
  switch (value->kind)
    {
    case IM_VALUE_STRING:
      return IM_STRING (im_arena_strdup (arena, value->string));
    case IM_VALUE_SHAPE:
      return IM_SHAPE (copy_shape (arena, value->shape));
    case IM_VALUE_BROADCAST:
      return IM_BROADCAST (copy_bytes (arena, value->broadcast, sizeof (ImBroadcast)));
    case IM_VALUE_TENSOR:
      return IM_TENSOR (copy_tensor (arena, value->tensor));
    case IM_VALUE_BUFFER:
      return IM_BUFFER (copy_buffer (arena, value->buffer));
    case IM_VALUE_ARRAY:
      return IM_ARRAY (copy_array (arena, value->array));
    case IM_VALUE_NULL:
    case IM_VALUE_BOOL:
    case IM_VALUE_INT:
    case IM_VALUE_DOUBLE:
    case IM_VALUE_DTYPE:
    case IM_VALUE_UNKNOWN:
    case IM_N_VALUE_KINDS:
    default:
      return *value;
    }
}
