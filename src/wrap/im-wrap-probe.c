/* SPDX-License-Identifier: MIT
 *
 * A program that calls the function with two counts of elements and tells for each
 * pointer that it may write to: how many elements it changed, and whether what was in
 * them changes any result. What is read before it is written is a state, or the input
 * itself.
 */
#include <stdio.h>
#include <string.h>

#include "base/im-text.h"
#include "run/im-toolchain.h"
#include "run/im-work-folder.h"
#include "sandbox/im-sandbox.h"
#include "wrap/im-wrap-private.h"

#define N_CASES      2
#define MAX_POINTERS 8
#define MAX_ELEMENTS 65536
#define PROGRAM      "probe"
#define SOURCE       "probe.c"

/* Rows and columns of the input of each case. */
static const guint rows[N_CASES] = { 5, 11 };
static const guint columns[N_CASES] = { 7, 13 };

/* What the first, second, .. option that is an integer is; those behind are 1. */
static const int integers[] = { 3, 2, 4 };

/**
 * Extent:
 * @n_written: in each case, elements up to the last that was changed
 * @is_read: whether what was there before matters
 */
typedef struct
{
  guint n_written[N_CASES];
  gboolean is_read;
} Extent;

static GArray *
list_pointers (const ImWrap *wrap)
{
  GArray *pointers = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < wrap->parameters->len; i++)
    if (im_wrap_parameter (wrap, i)->role == IM_WRAP_OUTPUT)
      g_array_append_val (pointers, i);

  return pointers;
}

static gboolean
is_integer_option (const ImWrapParameter *parameter)
{
  return parameter->role == IM_WRAP_OPTION && strcmp (parameter->tag, "Int32Option") == 0;
}

/* The number that an integer option is called with; 1 for a second try. */
static int
get_integer (const ImWrap *wrap, guint index, gboolean is_second)
{
  guint n = 0;

  for (guint i = 0; i < index; i++)
    n += is_integer_option (im_wrap_parameter (wrap, i));

  return is_second || n >= G_N_ELEMENTS (integers) ? 1 : integers[n];
}

static void
append_argument (const ImWrap *wrap, GString *out, guint index, gboolean is_second)
{
  const ImWrapParameter *parameter = im_wrap_parameter (wrap, index);

  if (parameter->role == IM_WRAP_INPUT || parameter->role == IM_WRAP_OUTPUT)
    g_string_append_printf (out, "im_p%u", index);
  else if (parameter->role == IM_WRAP_COUNT)
    g_string_append (out, g_str_has_suffix (parameter->value, "size(1)")   ? "im_rows"
                          : g_str_has_suffix (parameter->value, "size(0)") ? "im_columns"
                                                                           : "im_count");
  else if (parameter->role == IM_WRAP_ELEMENT)
    g_string_append (out, im_dtype_is_float (parameter->dtype) ? "0.7F" : "7");
  else if (is_integer_option (parameter))
    g_string_append_printf (out, "%d", get_integer (wrap, index, is_second));
  else
    g_string_append (out, strcmp (parameter->tag, "BoolOption") == 0 ? "1" : "0.5F");
}

/* What element i of a pointer is before the call: the numbers of one kind or the other,
 * which differ everywhere. */
static const char *
get_filling (const ImWrapParameter *parameter, gboolean is_other)
{
  if (im_dtype_is_float (parameter->dtype))
    return is_other ? "(0.37F + 0.07F * (float) (i * 5 % 11))"
                    : "(0.31F + 0.1F * (float) (i * 7 % 9))";

  return is_other ? "(20 + i * 5 % 11)" : "(1 + i * 7 % 9)";
}

/* Buffers, and a function that fills them and calls. */
static void
append_call (const ImWrap *wrap, GString *out, gboolean is_second)
{
  for (guint i = 0; i < wrap->parameters->len; i++)
    {
      const ImWrapParameter *parameter = im_wrap_parameter (wrap, i);
      const char *type = im_dtype_get_info (parameter->dtype)->c_name;

      if (parameter->role == IM_WRAP_INPUT || parameter->role == IM_WRAP_OUTPUT)
        g_string_append_printf (out, "static %s im_p%u[%d];\n", type, i, MAX_ELEMENTS);
      if (parameter->role == IM_WRAP_OUTPUT)
        g_string_append_printf (out, "static %s im_b%u[%d];\n", type, i, MAX_ELEMENTS);
    }
  g_string_append (out, "static double im_call (int im_rows, int im_columns, int im_q)\n"
                        "{\n  int im_count = im_rows * im_columns; (void) im_count;\n");
  for (guint i = 0; i < wrap->parameters->len; i++)
    {
      const ImWrapParameter *parameter = im_wrap_parameter (wrap, i);

      if (parameter->role == IM_WRAP_INPUT)
        g_string_append_printf (out, "  for (int i = 0; i < %d; i++) im_p%u[i] = %s;\n",
                                MAX_ELEMENTS, i, get_filling (parameter, FALSE));
      else if (parameter->role == IM_WRAP_OUTPUT)
        g_string_append_printf (
            out, "  for (int i = 0; i < %d; i++) im_p%u[i] = im_q == %u ? %s : %s;\n",
            MAX_ELEMENTS, i, i, get_filling (parameter, TRUE),
            get_filling (parameter, FALSE));
    }
  g_string_append_printf (out, "  %s%s (", wrap->returns_value ? "return (double) " : "",
                          wrap->function);
  for (guint i = 0; i < wrap->parameters->len; i++)
    {
      g_string_append (out, i == 0 ? "" : ", ");
      append_argument (wrap, out, i, is_second);
    }
  g_string_append_printf (out, ");\n%s}\n", wrap->returns_value ? "" : "  return 0;\n");
}

/* Compares the results of two calls, of which the second has other numbers in a pointer
 * before, and prints what that shows. */
static void
append_comparison (const ImWrap *wrap, const GArray *pointers, GString *out, guint number)
{
  guint q = g_array_index (pointers, guint, number);
  const ImWrapParameter *parameter = im_wrap_parameter (wrap, q);
  const char *type = im_dtype_get_info (parameter->dtype)->c_name;

  g_string_append (out, "  { double a = im_call (rows, columns, -1), b;\n"
                        "    int written = 0, read = 0;\n");
  for (guint i = 0; i < pointers->len; i++)
    g_string_append_printf (out, "    memcpy (im_b%u, im_p%u, sizeof im_p%u);\n",
                            g_array_index (pointers, guint, i),
                            g_array_index (pointers, guint, i),
                            g_array_index (pointers, guint, i));
  g_string_append_printf (out, "    b = im_call (rows, columns, %u); read = a != b;\n",
                          q);
  for (guint i = 0; i < pointers->len; i++)
    {
      guint p = g_array_index (pointers, guint, i);

      if (p != q)
        g_string_append_printf (
            out, "    for (int i = 0; i < %d; i++) read |= im_p%u[i] != im_b%u[i];\n",
            MAX_ELEMENTS, p, p);
    }
  g_string_append_printf (out,
                          "    for (int i = 0; i < %d; i++)\n"
                          "      if (im_b%u[i] != (%s) %s || im_p%u[i] != (%s) %s)\n"
                          "        { written = i + 1; read |= im_p%u[i] != im_b%u[i]; }\n"
                          "    printf (\"%%d %u %%d %%d\\n\", k, written, read); }\n",
                          MAX_ELEMENTS, q, type, get_filling (parameter, FALSE), q, type,
                          get_filling (parameter, TRUE), q, q, number);
}

static void
append_main (const ImWrap *wrap, const GArray *pointers, GString *out)
{
  g_string_append (out, "int main (void)\n{\n");
  for (guint k = 0; k < N_CASES; k++)
    {
      g_string_append_printf (out, "  { int k = %u, rows = %u, columns = %u;\n", k,
                              rows[k], columns[k]);
      for (guint i = 0; i < pointers->len; i++)
        append_comparison (wrap, pointers, out, i);
      g_string_append (out, "  }\n");
    }
  g_string_append (out, "  return 0;\n}\n");
}

/* Puts the local headers beside the program. */
static gboolean
write_headers (const ImWrap *wrap, const ImWorkFolder *folder, GError **error)
{
  g_autofree char *here = g_path_get_dirname (wrap->path);

  for (guint i = 0; i < wrap->headers->len; i++)
    {
      const char *name = g_ptr_array_index (wrap->headers, i);
      g_autofree char *from = g_build_filename (here, name, NULL);
      g_autofree char *to = im_work_folder_dup_path (folder, name);
      g_autofree char *inner = g_path_get_dirname (to);
      g_autofree char *text = im_wrap_read_text (from, error);

      g_mkdir_with_parents (inner, 0700);
      if (text == NULL ||
          !im_work_folder_write (folder, name, text, strlen (text), error))
        return FALSE;
    }

  return TRUE;
}

/* Compiles and runs the program; its lines are in @result. */
static gboolean
run_program (const ImWrap *wrap,
             const GArray *pointers,
             gboolean is_second,
             GCancellable *cancellable,
             ImProcessResult *result,
             GError **error)
{
  g_auto (ImWorkFolder) folder = { 0 };
  g_autoptr (GString) out = im_wrap_dup_plain_c (wrap);
  static const char *const sources[] = { SOURCE, NULL };
  g_autofree char *program = NULL;
  ImProcessLimits limits = {
    .time_s = IM_WRAP_TIME_S,
    .memory_bytes = IM_WRAP_MEMORY_BYTES,
    .file_bytes = IM_WRAP_FILE_BYTES,
    .folder_bytes = IM_WRAP_FILE_BYTES,
    .cancellable = cancellable,
  };
  ImProcessLimits making = limits;

  g_string_prepend (out, "#include <stdio.h>\n#include <string.h>\n");
  append_call (wrap, out, is_second);
  append_main (wrap, pointers, out);
  if (!im_work_folder_open (&folder, NULL, error) ||
      !im_work_folder_write (&folder, SOURCE, out->str, out->len, error) ||
      !write_headers (wrap, &folder, error))
    return FALSE;
  limits.folder = making.folder = folder.path;
  making.is_maker = TRUE;
  if (!im_toolchain_compile (im_build_get_host (), sources, PROGRAM, NULL, FALSE, &making,
                             error))
    return FALSE;
  program = im_work_folder_dup_path (&folder, PROGRAM);
  const char *const argv[] = { program, NULL };

  return im_process_run (argv, &limits, result, error);
}

/* Reads the lines `case pointer written read`. */
static gboolean
read_lines (const char *text, guint n_pointers, Extent *extents)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint n = 0;

  for (char **line = lines; *line != NULL; line++)
    {
      guint k, pointer, written;
      int is_read;

      if (sscanf (*line, "%u %u %u %d", &k, &pointer, &written, &is_read) != 4 ||
          k >= N_CASES || pointer >= n_pointers)
        continue;
      extents[pointer].n_written[k] = written;
      extents[pointer].is_read |= is_read != 0;
      n++;
    }

  return n == N_CASES * n_pointers;
}

/* The first line of what a compiler says that tells of an error. */
static char *
dup_first_error (const char *message)
{
  const char *first = strstr (message, "error: ");

  return first == NULL ? g_strndup (message, strcspn (message, "\n"))
                       : g_strndup (first, strcspn (first, "\n"));
}

/* Fills @extents. Returns why it cannot, or NULL. */
static char *
measure (const ImWrap *wrap,
         const GArray *pointers,
         gboolean *is_second,
         GCancellable *cancellable,
         Extent *extents)
{
  char *why = NULL;

  if (im_sandbox_get_level () == IM_SANDBOX_NONE)
    return g_strdup ("nothing confines code on this machine");
  if (pointers->len > MAX_POINTERS)
    return g_strdup ("it has too many pointers");
  for (gint i = FALSE; i <= TRUE; i++)
    {
      g_auto (ImProcessResult) result = { 0 };
      g_autoptr (GError) error = NULL;

      *is_second = i;
      g_free (why);
      if (!run_program (wrap, pointers, i, cancellable, &result, &error))
        return dup_first_error (error->message);
      why = im_process_result_dup_failure (
          &result, &(ImProcessLimits){ .time_s = IM_WRAP_TIME_S });
      if (why == NULL)
        return read_lines (result.output, pointers->len, extents)
                   ? NULL
                   : g_strdup ("it printed something, or ended early");
    }

  return why;
}

static gboolean
has_axes (const ImWrap *wrap)
{
  for (guint i = 0; i < wrap->parameters->len; i++)
    if (im_wrap_parameter (wrap, i)->role == IM_WRAP_COUNT &&
        !g_str_has_suffix (im_wrap_parameter (wrap, i)->value, ".flat"))
      return TRUE;

  return FALSE;
}

static gboolean
is_everywhere (const Extent *extent, const guint *numbers)
{
  for (guint k = 0; k < N_CASES; k++)
    if (extent->n_written[k] != numbers[k])
      return FALSE;

  return TRUE;
}

/* The shape by an option: it is the number of elements, or divides it. */
static const char *
find_shape_by_option (const ImWrap *wrap, const Extent *extent, const char *input)
{
  for (guint i = 0; i < wrap->parameters->len; i++)
    {
      const ImWrapParameter *parameter = im_wrap_parameter (wrap, i);
      guint number = (guint) get_integer (wrap, i, FALSE);
      guint divided[N_CASES], same[N_CASES];

      if (!is_integer_option (parameter) || number < 2)
        continue;
      for (guint k = 0; k < N_CASES; k++)
        {
          same[k] = number;
          divided[k] = rows[k] * columns[k] / number;
        }
      if (is_everywhere (extent, same))
        return im_wrap_printf (wrap, "System.Shape(%s)", parameter->name);
      if (is_everywhere (extent, divided))
        return im_wrap_printf (wrap, "System.Shape(%s.shape.flat / %s)", input,
                               parameter->name);
    }

  return NULL;
}

/* The shape of what is written, or NULL. */
static const char *
find_shape (const ImWrap *wrap, const Extent *extent, gboolean is_second)
{
  const char *input = im_wrap_get_input (wrap)->name;
  const char *shape = is_second ? NULL : find_shape_by_option (wrap, extent, input);
  guint flat[N_CASES];
  gint more = (gint) extent->n_written[0] - (gint) (rows[0] * columns[0]);

  for (guint k = 0; k < N_CASES; k++)
    flat[k] = rows[k] * columns[k];
  if (shape != NULL)
    return shape;
  if (is_everywhere (extent, flat))
    return im_wrap_printf (wrap, "%s.shape", input);
  if (has_axes (wrap) && is_everywhere (extent, rows))
    return im_wrap_printf (wrap, "%s.shape.remove(0)", input);
  if (has_axes (wrap) && is_everywhere (extent, columns))
    return im_wrap_printf (wrap, "%s.shape.remove(1)", input);
  if (extent->n_written[0] == extent->n_written[1])
    return im_wrap_printf (wrap, "System.Shape(%u)", extent->n_written[0]);
  if ((gint) extent->n_written[1] - (gint) flat[1] == more)
    return im_wrap_printf (wrap, "System.Shape(%s.shape.flat %c %d)", input,
                           more < 0 ? '-' : '+', ABS (more));
  for (guint times = 2; times <= 8; times++)
    if (extent->n_written[0] == times * flat[0] &&
        extent->n_written[1] == times * flat[1])
      return im_wrap_printf (wrap, "System.Shape(%u * %s.shape.flat)", times, input);

  return NULL;
}

/* The expression of the type of what a pointer has. */
static const char *
get_type (const ImWrap *wrap, ImDType dtype)
{
  const ImWrapParameter *input = im_wrap_get_input (wrap);

  return input->dtype == dtype
             ? im_wrap_printf (wrap, "%s.type", input->name)
             : im_wrap_printf (wrap, "System.%s", im_dtype_get_info (dtype)->system_name);
}

/* The option that is the number of elements, or NULL. */
static const char *
find_option (const ImWrap *wrap, guint n)
{
  for (guint i = 0; i < wrap->parameters->len; i++)
    if (is_integer_option (im_wrap_parameter (wrap, i)) && n > 1 &&
        get_integer (wrap, i, FALSE) == (int) n)
      return im_wrap_parameter (wrap, i)->name;

  return NULL;
}

/* A state of as many elements as were written. */
static void
make_state (ImWrap *wrap,
            ImWrapParameter *parameter,
            const Extent *extent,
            gboolean is_second)
{
  guint size = im_dtype_get_info (parameter->dtype)->size_bytes;
  const char *input = im_wrap_get_input (wrap)->name;
  gboolean is_fixed = extent->n_written[0] == extent->n_written[1];
  guint bytes = MAX (extent->n_written[0], 1) * size;
  const char *option = is_fixed && !is_second ? find_option (wrap, extent->n_written[0])
                                              : NULL;

  parameter->role = IM_WRAP_STATE;
  parameter->value = option != NULL ? im_wrap_printf (wrap, "%u * %s", size, option)
                     : is_fixed     ? im_wrap_printf (wrap, "%u", bytes)
                     : has_axes (wrap) && is_everywhere (extent, columns)
                         ? im_wrap_printf (wrap, "%u * %s.shape.size(0)", size, input)
                         : im_wrap_printf (wrap, "%u * %s.shape.flat", size, input);
  im_wrap_add_note (wrap,
                    "%s is a state, as its content changes results; it has %s bytes, as "
                    "calls wrote so far: see that this is all of it, and that it begins "
                    "with zeros",
                    parameter->name, parameter->value);
}

/* Whether a pointer is all that the function gives: each element of it depends on what
 * was there, and nothing else is written or returned. */
static gboolean
is_whole (const ImWrap *wrap, const GArray *pointers, const Extent *extents, guint number)
{
  const guint flat[N_CASES] = { rows[0] * columns[0], rows[1] * columns[1] };

  for (guint i = 0; i < pointers->len; i++)
    if (!extents[i].is_read)
      return FALSE;

  return !wrap->returns_value && is_everywhere (&extents[number], flat);
}

/* The pointer that is read and written as a whole: of a function without input the first
 * one that is read. */
static gboolean
find_in_place (ImWrap *wrap,
               const GArray *pointers,
               const Extent *extents,
               GError **error)
{
  gboolean has_input = im_wrap_get_input (wrap) != NULL;

  for (guint i = 0; i < pointers->len; i++)
    if (has_input ? extents != NULL && is_whole (wrap, pointers, extents, i)
                  : extents == NULL || extents[i].is_read)
      {
        im_wrap_parameter (wrap, g_array_index (pointers, guint, i))
            ->role = IM_WRAP_IN_PLACE;
        return TRUE;
      }
  if (has_input)
    return TRUE;
  g_set_error (
      error, IM_WRAP_ERROR, IM_WRAP_ERROR_UNSUITABLE,
      "%s reads none of its pointers: a unit needs an input, such as const float *",
      wrap->function);

  return FALSE;
}

static gboolean
add_written (ImWrap *wrap,
             guint index,
             const Extent *extent,
             gboolean is_second,
             GError **error)
{
  ImWrapParameter *parameter = im_wrap_parameter (wrap, index);
  const char *name = parameter->role == IM_WRAP_IN_PLACE
                         ? im_wrap_find_free_name (wrap, "output")
                         : parameter->name;
  const char *shape = im_wrap_printf (wrap, "%s.shape", im_wrap_get_whole (wrap)->name);

  if (extent != NULL && MAX (extent->n_written[0], extent->n_written[1]) == MAX_ELEMENTS)
    {
      g_set_error (error, IM_WRAP_ERROR, IM_WRAP_ERROR_UNSUITABLE,
                   "%s wrote %d elements or more to %s, for an input of %u: it does not "
                   "know where that ends",
                   wrap->function, MAX_ELEMENTS, parameter->name, rows[0] * columns[0]);
      return FALSE;
    }
  if (extent != NULL && parameter->role == IM_WRAP_OUTPUT)
    {
      if (extent->is_read)
        {
          make_state (wrap, parameter, extent, is_second);
          return TRUE;
        }
      shape = extent->n_written[0] == 0 ? NULL : find_shape (wrap, extent, is_second);
      if (shape == NULL)
        {
          g_set_error (error, IM_WRAP_ERROR, IM_WRAP_ERROR_UNSUITABLE,
                       "%s wrote %u elements to %s for an input of %u, and %u for %u: no "
                       "shape follows from that",
                       wrap->function, extent->n_written[0], parameter->name,
                       rows[0] * columns[0], extent->n_written[1], rows[1] * columns[1]);
          return FALSE;
        }
    }
  im_wrap_add_output (wrap, name, get_type (wrap, parameter->dtype), shape, (gint) index);

  return TRUE;
}

/* What inputs have to be for the counts to be right. */
static void
add_contracts (ImWrap *wrap)
{
  const ImWrapParameter *first = im_wrap_get_input (wrap);

  for (guint i = 0; i < wrap->parameters->len; i++)
    {
      const ImWrapParameter *parameter = im_wrap_parameter (wrap, i);
      gboolean is_counted = FALSE, has_matrix = FALSE;

      if (!im_wrap_is_input (parameter))
        continue;
      for (guint j = 0; j < wrap->parameters->len; j++)
        if (im_wrap_parameter (wrap, j)->role == IM_WRAP_COUNT &&
            im_wrap_parameter (wrap, j)->tensor == (gint) i)
          {
            is_counted = TRUE;
            has_matrix |= !g_str_has_suffix (im_wrap_parameter (wrap, j)->value, ".flat");
          }
      if (has_matrix)
        im_wrap_add_contract (
            wrap, im_wrap_printf (wrap, "%s.shape.count == 2", parameter->name),
            im_wrap_printf (
                wrap,
                "%s needs rows and columns, [rows, columns]; its shape is {%s.shape}.",
                parameter->name, parameter->name));
      else if (!is_counted && parameter != first)
        im_wrap_add_contract (
            wrap,
            im_wrap_printf (wrap, "%s.shape.flat == %s.shape.flat", parameter->name,
                            first->name),
            im_wrap_printf (wrap,
                            "%s needs as many elements as %s, {%s.shape.flat}, found "
                            "{%s.shape.flat}.",
                            parameter->name, first->name, first->name, parameter->name));
      else if (!is_counted && parameter->role != IM_WRAP_ELEMENT)
        im_wrap_add_note (
            wrap,
            "No parameter counts the elements of %s: add a contract that says "
            "how many it needs",
            parameter->name);
    }
}

gboolean
im_wrap_probe_c (ImWrap *wrap, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) pointers = list_pointers (wrap);
  Extent extents[MAX_POINTERS] = { 0 };
  gboolean is_second = FALSE;
  g_autofree char *why = pointers->len == 0
                             ? NULL
                             : measure (wrap, pointers, &is_second, cancellable, extents);

  if (g_cancellable_set_error_if_cancelled (cancellable, error) ||
      !find_in_place (wrap, pointers, why == NULL ? extents : NULL, error))
    return FALSE;
  if (why != NULL)
    im_wrap_add_note (
        wrap,
        "%s could not be called (%s): that it writes as many elements as the "
        "input has is a guess",
        wrap->function, why);
  for (guint i = 0; i < pointers->len; i++)
    if (!add_written (wrap, g_array_index (pointers, guint, i),
                      why == NULL ? &extents[i] : NULL, is_second, error))
      return FALSE;
  if (wrap->returns_value)
    im_wrap_add_output (
        wrap, im_wrap_find_free_name (wrap, "output"), get_type (wrap, wrap->returned),
        im_wrap_get_input (wrap)->role == IM_WRAP_ELEMENT
            ? im_wrap_printf (wrap, "%s.shape", im_wrap_get_input (wrap)->name)
            : "System.Shape(1)",
        -1);
  if (wrap->outputs->len == 0)
    {
      g_set_error (
          error, IM_WRAP_ERROR, IM_WRAP_ERROR_UNSUITABLE,
          "%s writes nothing that does not depend on what was there: a unit needs "
          "an output",
          wrap->function);
      return FALSE;
    }
  add_contracts (wrap);

  return TRUE;
}
