/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "base/im-escape.h"
#include "base/im-text.h"
#include "emit/im-python-private.h"

const char *
im_python_get_dtype (ImDType dtype)
{
  return im_dtype_get_info (dtype)->numpy_name;
}

void
im_python_append_shape (const ImShape *shape, GString *out)
{
  g_string_append_c (out, '(');
  for (guint i = shape->rank; i > 0; i--)
    g_string_append_printf (out, "%d%s", shape->size[i - 1],
                            i > 1              ? ", "
                            : shape->rank == 1 ? ","
                                               : "");
  g_string_append_c (out, ')');
}

/* A whole number needs a point, or it would be an int. */
static void
append_double (double value, GString *out)
{
  gsize start = out->len;

  if (isnan (value))
    g_string_append (out, "np.nan");
  else if (isinf (value))
    g_string_append (out, value < 0 ? "-np.inf" : "np.inf");
  else
    {
      im_text_append_double (out, value);
      if (strpbrk (out->str + start, ".e") == NULL)
        g_string_append (out, ".0");
    }
}

static void
append_string (const char *text, GString *out)
{
  g_string_append_c (out, '"');
  im_escape_append (IM_ESCAPE_PYTHON_STRING, text, out);
  g_string_append_c (out, '"');
}

gboolean
im_python_append_value (const ImValue *value, GString *out)
{
  switch (value->kind)
    {
    case IM_VALUE_NULL:
      g_string_append (out, "None");
      return TRUE;
    case IM_VALUE_BOOL:
      g_string_append (out, value->boolean ? "True" : "False");
      return TRUE;
    case IM_VALUE_INT:
      g_string_append_printf (out, "%d", value->integer);
      return TRUE;
    case IM_VALUE_DOUBLE:
      append_double (value->real, out);
      return TRUE;
    case IM_VALUE_STRING:
      append_string (value->string, out);
      return TRUE;
    case IM_VALUE_SHAPE:
      im_python_append_shape (value->shape, out);
      return TRUE;
    case IM_VALUE_DTYPE:
      g_string_append_printf (out, "np.%s", im_python_get_dtype (value->dtype));
      return TRUE;
    case IM_VALUE_BROADCAST:
    case IM_VALUE_TENSOR:
    case IM_VALUE_BUFFER:
    case IM_VALUE_ARRAY:
    case IM_VALUE_UNKNOWN:
    case IM_N_VALUE_KINDS:
      break;
    }

  return FALSE;
}
