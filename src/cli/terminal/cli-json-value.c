/* SPDX-License-Identifier: MIT */
#include "cli/terminal/cli-json-value.h"

static void
write_sizes (ImJson *json, const ImShape *shape)
{
  im_json_open_array (json);
  for (guint i = shape->rank; i > 0; i--)
    if (shape->size[i - 1] == IM_SHAPE_UNKNOWN)
      im_json_null (json);
    else
      im_json_int (json, shape->size[i - 1]);
  im_json_close_array (json);
}

static void
write_label_list (ImJson *json, const char *labels)
{
  g_auto (GStrv) names = g_strsplit (labels, ",", -1);

  im_json_open_array (json);
  for (guint i = 0; names[i] != NULL; i++)
    im_json_string (json, names[i]);
  im_json_close_array (json);
}

static void
write_axes (ImJson *json, const ImShape *shape)
{
  gboolean any_name = FALSE, any_labels = FALSE;

  for (guint i = 0; shape->axes != NULL && i < shape->rank; i++)
    {
      any_name = any_name || shape->axes[i].name != NULL;
      any_labels = any_labels || shape->axes[i].labels != NULL;
    }

  if (any_name)
    {
      im_json_member_array (json, "axes");
      for (guint i = shape->rank; i > 0; i--)
        im_json_string (json, shape->axes[i - 1].name);
      im_json_close_array (json);
    }
  if (any_labels)
    {
      im_json_member_array (json, "labels");
      for (guint i = shape->rank; i > 0; i--)
        if (shape->axes[i - 1].labels == NULL)
          im_json_null (json);
        else
          write_label_list (json, shape->axes[i - 1].labels);
      im_json_close_array (json);
    }
}

static void
write_broadcast (ImJson *json, const ImBroadcast *broadcast)
{
  im_json_member_object (json, "value");
  im_json_member_int (json, "left", broadcast->left);
  im_json_member_int (json, "group1", broadcast->group1);
  im_json_member_int (json, "middle", broadcast->middle);
  im_json_member_int (json, "group2", broadcast->group2);
  im_json_member_int (json, "right", broadcast->right);
  im_json_close_object (json);
}

static void
write_element_and_shape (ImJson *json, ImDType dtype, const ImShape *shape)
{
  im_json_member_string (json, "element", im_dtype_get_info (dtype)->name);
  im_json_name (json, "shape");
  write_sizes (json, shape);
  write_axes (json, shape);
}

/* The sample rates of the axes, the outermost first as in the shape, if one is known. */
static void
write_samples (ImJson *json, const ImTensorType *tensor)
{
  gboolean is_known = FALSE;

  for (guint i = 0; i < tensor->shape.rank; i++)
    is_known = is_known || tensor->sample_rate_hz[i] > 0;
  if (!is_known)
    return;

  im_json_member_array (json, "sample_rates");
  for (guint i = tensor->shape.rank; i-- > 0;)
    im_json_double (json, tensor->sample_rate_hz[i]);
  im_json_close_array (json);
}

static void
write_tensor (ImJson *json, const ImTensorType *tensor)
{
  write_element_and_shape (json, tensor->dtype, &tensor->shape);
  if (tensor->rate_hz < 0)
    im_json_member_null (json, "rate");
  else
    im_json_member_double (json, "rate", tensor->rate_hz);
  if (tensor->shift == IM_SHIFT_UNKNOWN)
    im_json_member_null (json, "shift");
  else
    im_json_member_int (json, "shift", tensor->shift);
  im_json_member_double (json, "scale", tensor->scale);
  im_json_member_double (json, "offset", tensor->offset);
  write_samples (json, tensor);
}

static void
write_data (ImJson *json, const ImArray *array)
{
  g_autoptr (GString) element = g_string_new (NULL);

  im_json_member_array (json, "data");
  for (gsize i = 0; i < array->count; i++)
    {
      g_string_truncate (element, 0);
      im_array_append_element (array, i, element);
      im_json_number (json, element->str);
    }
  im_json_close_array (json);
}

static void
write_buffer (ImJson *json, const ImBuffer *buffer)
{
  write_element_and_shape (json, buffer->dtype, &buffer->shape);
  im_json_member_bool (json, "static", buffer->is_static);
  if (buffer->align_bytes != 0)
    im_json_member_int (json, "align", buffer->align_bytes);
  if (buffer->constant != NULL)
    write_data (json, buffer->constant);
}

static void
write_members (ImJson *json, const ImValue *value)
{
  switch (value->kind)
    {
    case IM_VALUE_NULL:
    case IM_VALUE_UNKNOWN:
      im_json_member_null (json, "value");
      break;
    case IM_VALUE_BOOL:
      im_json_member_bool (json, "value", value->boolean);
      break;
    case IM_VALUE_INT:
      im_json_member_int (json, "value", value->integer);
      break;
    case IM_VALUE_DOUBLE:
      im_json_member_double (json, "value", value->real);
      break;
    case IM_VALUE_STRING:
      im_json_member_string (json, "value", value->string);
      break;
    case IM_VALUE_DTYPE:
      im_json_member_string (json, "value", im_dtype_get_info (value->dtype)->name);
      break;
    case IM_VALUE_SHAPE:
      im_json_name (json, "value");
      write_sizes (json, value->shape);
      write_axes (json, value->shape);
      break;
    case IM_VALUE_BROADCAST:
      write_broadcast (json, value->broadcast);
      break;
    case IM_VALUE_TENSOR:
      write_tensor (json, value->tensor);
      break;
    case IM_VALUE_BUFFER:
      write_buffer (json, value->buffer);
      break;
    case IM_VALUE_ARRAY:
      write_element_and_shape (json, value->array->dtype, &value->array->shape);
      write_data (json, value->array);
      break;
    case IM_N_VALUE_KINDS:
    default:
      g_assert_not_reached ();
    }
}

void
cli_json_value (ImJson *json, const ImValue *value)
{
  im_json_open_object (json);
  im_json_member_string (json, "type", im_value_kind_get_name (value->kind));
  write_members (json, value);
  im_json_close_object (json);
}

void
cli_json_error (ImJson *json, const ImExprError *error)
{
  ImSpan span = error->span;

  im_json_open_object (json);
  im_json_member_string (json, "message", error->message);
  im_json_member_array (json, "span");
  im_json_int (json, span.start);
  im_json_int (json, span.end > span.start ? span.end - 1 : span.start);
  im_json_close_array (json);
  im_json_close_object (json);
}

void
cli_json_diagnostic (ImJson *json, const ImDiagnostic *diagnostic)
{
  guint line, column;

  im_diagnostic_locate (diagnostic, &line, &column);
  im_json_open_object (json);
  im_json_member_string (json, "file", diagnostic->name);
  im_json_member_int (json, "line", line);
  im_json_member_int (json, "column", column);
  im_json_member_string (json, "severity", im_severity_get_name (diagnostic->severity));
  im_json_member_string (json, "code", diagnostic->code);
  im_json_member_string (json, "message", diagnostic->message);
  im_json_close_object (json);
}

void
cli_json_member_diagnostics (ImJson *json,
                             const char *name,
                             const ImDiagnostics *diagnostics)
{
  im_json_member_array (json, name);
  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    cli_json_diagnostic (json, im_diagnostics_get (diagnostics, i));
  im_json_close_array (json);
}
