/* SPDX-License-Identifier: MIT */
#include "cli/terminal/cli-json-value.h"

static void
write_sizes (CliJson *json, const ImShape *shape)
{
  cli_json_open_array (json);
  for (guint i = shape->rank; i > 0; i--)
    if (shape->size[i - 1] == IM_SHAPE_UNKNOWN)
      cli_json_null (json);
    else
      cli_json_int (json, shape->size[i - 1]);
  cli_json_close_array (json);
}

static void
write_label_list (CliJson *json, const char *labels)
{
  g_auto (GStrv) names = g_strsplit (labels, ",", -1);

  cli_json_open_array (json);
  for (guint i = 0; names[i] != NULL; i++)
    cli_json_string (json, names[i]);
  cli_json_close_array (json);
}

static void
write_axes (CliJson *json, const ImShape *shape)
{
  gboolean any_name = FALSE, any_labels = FALSE;

  for (guint i = 0; shape->axes != NULL && i < shape->rank; i++)
    {
      any_name = any_name || shape->axes[i].name != NULL;
      any_labels = any_labels || shape->axes[i].labels != NULL;
    }

  if (any_name)
    {
      cli_json_name (json, "axes");
      cli_json_open_array (json);
      for (guint i = shape->rank; i > 0; i--)
        cli_json_string (json, shape->axes[i - 1].name);
      cli_json_close_array (json);
    }
  if (any_labels)
    {
      cli_json_name (json, "labels");
      cli_json_open_array (json);
      for (guint i = shape->rank; i > 0; i--)
        if (shape->axes[i - 1].labels == NULL)
          cli_json_null (json);
        else
          write_label_list (json, shape->axes[i - 1].labels);
      cli_json_close_array (json);
    }
}

static void
write_broadcast (CliJson *json, const ImBroadcast *broadcast)
{
  cli_json_name (json, "value");
  cli_json_open_object (json);
  cli_json_member_int (json, "left", broadcast->left);
  cli_json_member_int (json, "group1", broadcast->group1);
  cli_json_member_int (json, "middle", broadcast->middle);
  cli_json_member_int (json, "group2", broadcast->group2);
  cli_json_member_int (json, "right", broadcast->right);
  cli_json_close_object (json);
}

static void
write_element_and_shape (CliJson *json, ImDType dtype, const ImShape *shape)
{
  cli_json_member_string (json, "element", im_dtype_get_info (dtype)->name);
  cli_json_name (json, "shape");
  write_sizes (json, shape);
  write_axes (json, shape);
}

/* The sample rates of the axes, the outermost first as in the shape, if one is known. */
static void
write_samples (CliJson *json, const ImTensorType *tensor)
{
  gboolean is_known = FALSE;

  for (guint i = 0; i < tensor->shape.rank; i++)
    is_known = is_known || tensor->sample_rate_hz[i] > 0;
  if (!is_known)
    return;

  cli_json_name (json, "sample_rates");
  cli_json_open_array (json);
  for (guint i = tensor->shape.rank; i-- > 0;)
    cli_json_double (json, tensor->sample_rate_hz[i]);
  cli_json_close_array (json);
}

static void
write_tensor (CliJson *json, const ImTensorType *tensor)
{
  write_element_and_shape (json, tensor->dtype, &tensor->shape);
  if (tensor->rate_hz < 0)
    cli_json_member_string (json, "rate", NULL);
  else
    cli_json_member_double (json, "rate", tensor->rate_hz);
  if (tensor->shift == IM_SHIFT_UNKNOWN)
    cli_json_member_string (json, "shift", NULL);
  else
    cli_json_member_int (json, "shift", tensor->shift);
  cli_json_member_double (json, "scale", tensor->scale);
  cli_json_member_double (json, "offset", tensor->offset);
  write_samples (json, tensor);
}

static void
write_data (CliJson *json, const ImArray *array)
{
  g_autoptr (GString) element = g_string_new (NULL);

  cli_json_name (json, "data");
  cli_json_open_array (json);
  for (gsize i = 0; i < array->count; i++)
    {
      g_string_truncate (element, 0);
      im_array_append_element (array, i, element);
      cli_json_number (json, element->str);
    }
  cli_json_close_array (json);
}

static void
write_buffer (CliJson *json, const ImBuffer *buffer)
{
  write_element_and_shape (json, buffer->dtype, &buffer->shape);
  cli_json_member_bool (json, "static", buffer->is_static);
  if (buffer->align_bytes != 0)
    cli_json_member_int (json, "align", buffer->align_bytes);
  if (buffer->constant != NULL)
    write_data (json, buffer->constant);
}

static void
write_members (CliJson *json, const ImValue *value)
{
  switch (value->kind)
    {
    case IM_VALUE_NULL:
    case IM_VALUE_UNKNOWN:
      cli_json_member_string (json, "value", NULL);
      break;
    case IM_VALUE_BOOL:
      cli_json_member_bool (json, "value", value->boolean);
      break;
    case IM_VALUE_INT:
      cli_json_member_int (json, "value", value->integer);
      break;
    case IM_VALUE_DOUBLE:
      cli_json_member_double (json, "value", value->real);
      break;
    case IM_VALUE_STRING:
      cli_json_member_string (json, "value", value->string);
      break;
    case IM_VALUE_DTYPE:
      cli_json_member_string (json, "value", im_dtype_get_info (value->dtype)->name);
      break;
    case IM_VALUE_SHAPE:
      cli_json_name (json, "value");
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
cli_json_value (CliJson *json, const ImValue *value)
{
  cli_json_open_object (json);
  cli_json_member_string (json, "type", im_value_kind_get_name (value->kind));
  write_members (json, value);
  cli_json_close_object (json);
}

void
cli_json_error (CliJson *json, const ImExprError *error)
{
  ImSpan span = error->span;

  cli_json_open_object (json);
  cli_json_member_string (json, "message", error->message);
  cli_json_name (json, "span");
  cli_json_open_array (json);
  cli_json_int (json, span.start);
  cli_json_int (json, span.end > span.start ? span.end - 1 : span.start);
  cli_json_close_array (json);
  cli_json_close_object (json);
}

void
cli_json_diagnostic (CliJson *json, const ImDiagnostic *diagnostic)
{
  guint line, column;

  im_diagnostic_locate (diagnostic, &line, &column);
  cli_json_open_object (json);
  cli_json_member_string (json, "file", diagnostic->name);
  cli_json_member_int (json, "line", line);
  cli_json_member_int (json, "column", column);
  cli_json_member_string (json, "severity", im_severity_get_name (diagnostic->severity));
  cli_json_member_string (json, "code", diagnostic->code);
  cli_json_member_string (json, "message", diagnostic->message);
  cli_json_close_object (json);
}

void
cli_json_member_diagnostics (CliJson *json,
                             const char *name,
                             const ImDiagnostics *diagnostics)
{
  cli_json_name (json, name);
  cli_json_open_array (json);
  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    cli_json_diagnostic (json, im_diagnostics_get (diagnostics, i));
  cli_json_close_array (json);
}
