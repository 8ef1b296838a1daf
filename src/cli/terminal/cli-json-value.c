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
cli_json_value_members (ImJson *json, const ImValue *value)
{
  im_json_member_string (json, "type", im_value_kind_get_name (value->kind));
  write_members (json, value);
}

void
cli_json_value (ImJson *json, const ImValue *value)
{
  im_json_open_object (json);
  cli_json_value_members (json, value);
  im_json_close_object (json);
}

static void
write_place (ImJson *json, ImSource *source, const char *prefix, guint32 offset)
{
  g_autofree char *line_name = g_strconcat (prefix, "line", NULL);
  g_autofree char *column_name = g_strconcat (prefix, "column", NULL);
  guint line, column;

  im_source_locate (source, offset, &line, &column);
  im_json_member_int (json, line_name, line);
  im_json_member_int (json, column_name, column);
}

void
cli_json_span (ImJson *json, ImSource *source, ImSpan span)
{
  if (source == NULL)
    {
      im_json_member_null (json, "span");
      return;
    }

  im_json_member_object (json, "span");
  write_place (json, source, "", span.start);
  write_place (json, source, "end_", span.end);
  im_json_member_int (json, "start", span.start);
  im_json_member_int (json, "end", span.end);
  im_json_close_object (json);
}

static void
write_subject (ImJson *json, const ImSubject *subject)
{
  if (subject->node == NULL && subject->parameter == NULL && subject->contract == 0 &&
      subject->detail == NULL)
    {
      im_json_member_null (json, "subject");
      return;
    }

  im_json_member_object (json, "subject");
  im_json_member_string (json, "node", subject->node);
  im_json_member_string (json, "parameter", subject->parameter);
  if (subject->contract == 0)
    im_json_member_null (json, "contract");
  else
    im_json_member_int (json, "contract", subject->contract);
  im_json_member_string (json, "detail", subject->detail);
  im_json_close_object (json);
}

static void
write_note (ImJson *json, const ImDiagnostic *diagnostic)
{
  gboolean has_place = diagnostic->note_span.end > diagnostic->note_span.start;

  im_json_member_array (json, "notes");
  if (diagnostic->note != NULL)
    {
      im_json_open_object (json);
      im_json_member_string (json, "message", diagnostic->note);
      cli_json_span (json, has_place ? diagnostic->source : NULL, diagnostic->note_span);
      im_json_close_object (json);
    }
  im_json_close_array (json);
}

static void
write_fix (ImJson *json, const ImDiagnostic *diagnostic)
{
  if (diagnostic->fix == NULL)
    {
      im_json_member_null (json, "fix");
      return;
    }

  im_json_member_object (json, "fix");
  im_json_member_array (json, "edits");
  im_json_open_object (json);
  im_json_member_string (json, "file", diagnostic->name);
  cli_json_span (json, diagnostic->source, diagnostic->fix_span);
  im_json_member_string (json, "text", diagnostic->fix);
  im_json_close_object (json);
  im_json_close_array (json);
  im_json_close_object (json);
}

void
cli_json_diagnostic (ImJson *json, const ImDiagnostic *diagnostic)
{
  im_json_open_object (json);
  im_json_member_string (json, "code", diagnostic->code);
  im_json_member_string (json, "severity", im_severity_get_name (diagnostic->severity));
  im_json_member_string (json, "message", diagnostic->message);
  im_json_member_string (json, "file", diagnostic->name);
  cli_json_span (json, diagnostic->source, diagnostic->span);
  write_subject (json, &diagnostic->subject);
  write_note (json, diagnostic);
  if (diagnostic->allowed == NULL)
    im_json_member_null (json, "allowed");
  else
    im_json_member_strings (json, "allowed", diagnostic->allowed,
                            g_strv_length ((char **) diagnostic->allowed));
  write_fix (json, diagnostic);
  im_json_close_object (json);
}

void
cli_json_close (ImJson *json, const ImDiagnostics *diagnostics)
{
  guint n = diagnostics == NULL ? 0 : im_diagnostics_get_count (diagnostics);

  im_json_member_array (json, "diagnostics");
  for (guint i = 0; i < n; i++)
    cli_json_diagnostic (json, im_diagnostics_get (diagnostics, i));
  im_json_close_array (json);
  im_json_close_object (json);
}
