/* SPDX-License-Identifier: MIT
 *
 * What the parameters of a prototype of C mean:
 *
 *   const T *x       an input; the number behind or before it that is called like one
 *                    (n, length, x_size, rows and columns, ..) counts its elements
 *   T *y             what the function does with it, calls tell
 *   float, int, ..   an option
 *   float f(float x) without any pointer: one element; the unit calls it for each
 */
#include <string.h>

#include "fragment/im-code-token.h"
#include "wrap/im-wrap-private.h"

static const char *const numbers[] = {
  "n",       "len",    "length",     "count",     "size",       "num",
  "samples", "number", "n_samples",  "nsamples",  "elements",   "numel",
  "nelem",   "dim",    "numsamples", "blocksize", "block_size", NULL,
};
static const char *const row_names[] = { "rows",   "n_rows", "nrows",    "num_rows",
                                         "height", "frames", "n_frames", NULL };
static const char *const column_names[] = { "cols",       "columns",      "n_cols",
                                            "ncols",      "width",        "num_cols",
                                            "channels",   "n_columns",    "ncolumns",
                                            "n_channels", "num_channels", NULL };

GPtrArray *
im_wrap_list_c (const char *path, GError **error)
{
  g_autofree char *text = im_wrap_read_text (path, error);
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GArray) functions = NULL;
  GPtrArray *names;

  if (text == NULL)
    return NULL;
  functions = im_prototype_list (text, (guint32) strlen (text), arena);
  names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < functions->len; i++)
    {
      const ImFunction *function = &g_array_index (functions, ImFunction, i);

      if (function->is_definition && strcmp (function->prototype->name, "main") != 0)
        g_ptr_array_add (names, g_strdup (function->prototype->name));
    }

  return names;
}

/* The element type of a scalar type of C: those whose size no machine chooses, and int.
 */
static gboolean
find_dtype (const char *name, ImDType *dtype)
{
  static const struct
  {
    const char *name;
    ImDType dtype;
  } words[] = {
    { "float32_t", IM_DTYPE_FLOAT32 },
    { "float64_t", IM_DTYPE_FLOAT64 },
    { "int", IM_DTYPE_INT32 },
    { "signed", IM_DTYPE_INT32 },
    { "signed int", IM_DTYPE_INT32 },
    { "unsigned", IM_DTYPE_UINT32 },
    { "unsigned int", IM_DTYPE_UINT32 },
    { "short", IM_DTYPE_INT16 },
    { "short int", IM_DTYPE_INT16 },
    { "unsigned short", IM_DTYPE_UINT16 },
    { "signed char", IM_DTYPE_INT8 },
    { "unsigned char", IM_DTYPE_UINT8 },
    { "unsigned short int", IM_DTYPE_UINT16 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strcmp (words[i].name, name) == 0)
      {
        *dtype = words[i].dtype;
        return TRUE;
      }
  for (guint i = IM_DTYPE_FLOAT32; i < IM_DTYPE_D8; i++)
    if (strcmp (im_dtype_get_info (i)->c_name, name) == 0)
      {
        *dtype = i;
        return TRUE;
      }

  return FALSE;
}

/* Takes the words that say how something is used from a type. */
static char *
dup_bare (const char *type, gboolean *is_const)
{
  g_auto (GStrv) words = g_strsplit (type, " ", -1);
  GString *out = g_string_new (NULL);

  *is_const = FALSE;
  for (char **word = words; *word != NULL; word++)
    if (strcmp (*word, "const") == 0)
      *is_const = TRUE;
    else if (strcmp (*word, "volatile") != 0 && **word != '\0')
      g_string_append_printf (out, "%s%s", out->len > 0 ? " " : "", *word);

  return g_string_free (out, FALSE);
}

static gboolean
refuse (const ImWrap *wrap,
        const ImPrototypeParameter *parameter,
        const char *why,
        GError **error)
{
  g_set_error (error, IM_WRAP_ERROR, IM_WRAP_ERROR_UNSUITABLE,
               "%s: the parameter %s is “%s”, %s", wrap->function,
               parameter->name == NULL ? "without a name" : parameter->name,
               parameter->type, why);

  return FALSE;
}

static gboolean
is_any (const char *const *names, const char *name)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  return g_strv_contains (names, lower);
}

/* Whether a number is called like one of elements. */
static gboolean
is_number_name (const char *name)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);
  static const char *const ends[] = { "_len", "_length", "_count", "_n", "_size", NULL };

  if (is_any (numbers, name) || g_str_has_prefix (lower, "num_") ||
      g_str_has_prefix (lower, "len_") || g_str_has_prefix (lower, "n_"))
    return TRUE;
  for (const char *const *end = ends; *end != NULL; end++)
    if (g_str_has_suffix (lower, *end))
      return TRUE;

  return FALSE;
}

/* Whether a number is called like one of elements of @tensor: `nx` of `x`. */
static gboolean
is_number_of (const char *name, const char *tensor)
{
  return g_ascii_tolower (*name) == 'n' && g_ascii_strcasecmp (name + 1, tensor) == 0;
}

static gboolean
is_pointer (const ImWrapParameter *parameter)
{
  return parameter->role == IM_WRAP_INPUT || parameter->role == IM_WRAP_OUTPUT;
}

/* The pointer that a number at @index belongs to: the nearest one before it, or else the
 * one behind. */
static gint
find_pointer (const ImWrap *wrap, guint index)
{
  for (guint i = index; i > 0; i--)
    if (is_pointer (im_wrap_parameter (wrap, i - 1)))
      return (gint) i - 1;
  for (guint i = index + 1; i < wrap->parameters->len; i++)
    if (is_pointer (im_wrap_parameter (wrap, i)))
      return (gint) i;

  return -1;
}

static gboolean
read_pointer (ImWrap *wrap,
              const ImPrototypeParameter *given,
              ImWrapParameter *parameter,
              GError **error)
{
  gsize length = strlen (given->type);
  g_autofree char *pointed = g_strndup (given->type, length - 1);
  gboolean is_const;
  g_autofree char *bare = dup_bare (g_strstrip (pointed), &is_const);

  if (strchr (bare, '*') != NULL)
    return refuse (wrap, given,
                   "a pointer to pointers; a tensor is one block of elements", error);
  if (strcmp (bare, "char") == 0)
    return refuse (wrap, given, "a text; units take numbers", error);
  if (g_str_has_prefix (bare, "struct ") || g_str_has_prefix (bare, "union "))
    return refuse (wrap, given,
                   "whose size differs between targets, while a unit says how many bytes "
                   "its state has; keep what it remembers in an array of numbers",
                   error);
  if (!find_dtype (bare, &parameter->dtype))
    return refuse (wrap, given,
                   "whose elements are none of float, double, int and those of stdint.h",
                   error);
  parameter->role = is_const ? IM_WRAP_INPUT : IM_WRAP_OUTPUT;

  return TRUE;
}

static gboolean
read_number (ImWrap *wrap,
             const ImPrototypeParameter *given,
             ImWrapParameter *parameter,
             GError **error)
{
  static const char *const sizes[] = { "size_t",   "ptrdiff_t",     "ssize_t", "long",
                                       "long int", "unsigned long", NULL };
  gboolean is_const;
  g_autofree char *bare = dup_bare (given->type, &is_const);

  parameter->role = IM_WRAP_OPTION;
  if (strcmp (bare, "bool") == 0 || strcmp (bare, "_Bool") == 0)
    {
      parameter->tag = "BoolOption";
      parameter->value = "false";
      return TRUE;
    }
  if (g_strv_contains (sizes, bare))
    parameter->dtype = IM_DTYPE_INT32;
  else if (!find_dtype (bare, &parameter->dtype))
    return refuse (wrap, given,
                   "which no unit passes: numbers, bool, and pointers to numbers are",
                   error);
  parameter->tag = im_dtype_is_float (parameter->dtype) ? "DoubleOption" : "Int32Option";
  parameter->value = "1";

  return TRUE;
}

static gboolean
read_parameter (ImWrap *wrap, const ImPrototypeParameter *given, GError **error)
{
  ImWrapParameter parameter = { .name = given->name, .tensor = -1 };

  parameter.c_type = given->type;
  if (given->name == NULL)
    return refuse (wrap, given, "and needs a name, by which the unit knows it", error);
  if (strchr (given->type, '(') != NULL)
    return refuse (wrap, given, "a function or an array of arrays; units pass neither",
                   error);
  if (g_str_has_suffix (given->type, "*") ? !read_pointer (wrap, given, &parameter, error)
                                          : !read_number (wrap, given, &parameter, error))
    return FALSE;
  g_array_append_val (wrap->parameters, parameter);

  return TRUE;
}

/* Without pointers the first number is one element of the input; so it is in front of
 * pointers to what stays, if a number is returned: float f(float x, float *state). */
static void
find_element (ImWrap *wrap)
{
  const ImWrapParameter *first = wrap->parameters->len == 0 ? NULL
                                                            : im_wrap_parameter (wrap, 0);
  gboolean begins = first != NULL && first->role == IM_WRAP_OPTION && wrap->returns_value;

  for (guint i = 0; i < wrap->parameters->len; i++)
    if (im_wrap_parameter (wrap, i)->role == IM_WRAP_INPUT ||
        (im_wrap_parameter (wrap, i)->role == IM_WRAP_OUTPUT && !begins))
      return;
  for (guint i = 0; i < wrap->parameters->len; i++)
    if (strcmp (im_wrap_parameter (wrap, i)->tag, "BoolOption") != 0)
      {
        im_wrap_parameter (wrap, i)->role = IM_WRAP_ELEMENT;
        return;
      }
}

/* Gives a number of elements its expression; a second one of the same tensor, and one of
 * what is written beside a number for the input, is chosen by the user. */
static void
find_count (ImWrap *wrap, guint index, gboolean *has_count)
{
  ImWrapParameter *parameter = im_wrap_parameter (wrap, index);
  gboolean is_row = is_any (row_names, parameter->name);
  gboolean is_column = is_any (column_names, parameter->name);
  gint tensor;

  tensor = find_pointer (wrap, index);
  if (tensor < 0 || parameter->role != IM_WRAP_OPTION ||
      strcmp (parameter->tag, "Int32Option") != 0 ||
      (!is_row && !is_column && !is_number_name (parameter->name) &&
       !is_number_of (parameter->name, im_wrap_parameter (wrap, tensor)->name)))
    return;
  if (im_wrap_parameter (wrap, tensor)->role == IM_WRAP_OUTPUT)
    {
      if (*has_count && !is_row && !is_column)
        return;
      for (guint i = 0; i < wrap->parameters->len; i++)
        if (im_wrap_parameter (wrap, i)->role == IM_WRAP_INPUT)
          {
            tensor = (gint) i;
            break;
          }
    }
  parameter->role = IM_WRAP_COUNT;
  parameter->tensor = tensor;
  *has_count = TRUE;
  parameter->value = im_wrap_printf (wrap, "%s.shape.%s",
                                     im_wrap_parameter (wrap, tensor)->name,
                                     is_row      ? "size(1)"
                                     : is_column ? "size(0)"
                                                 : "flat");
}

static void
find_counts (ImWrap *wrap)
{
  gboolean has_count = FALSE;
  gboolean has_row = FALSE, has_column = FALSE;

  for (guint i = 0; i < wrap->parameters->len; i++)
    {
      has_row |= is_any (row_names, im_wrap_parameter (wrap, i)->name);
      has_column |= is_any (column_names, im_wrap_parameter (wrap, i)->name);
    }
  for (guint i = 0; i < wrap->parameters->len; i++)
    {
      const ImWrapParameter *parameter = im_wrap_parameter (wrap, i);
      gboolean is_axis = is_any (row_names, parameter->name) ||
                         is_any (column_names, parameter->name);

      /* One of the two alone is no matrix. */
      if (!is_axis || (has_row && has_column))
        find_count (wrap, i, &has_count);
    }
}

static gboolean
read_returned (ImWrap *wrap, const ImPrototype *prototype, GError **error)
{
  gboolean is_const;
  g_autofree char *bare = dup_bare (
      prototype->return_type == NULL ? "void" : prototype->return_type, &is_const);
  gboolean writes = FALSE;

  for (guint i = 0; i < wrap->parameters->len; i++)
    writes |= im_wrap_parameter (wrap, i)->role == IM_WRAP_OUTPUT;
  if (strcmp (bare, "void") == 0)
    {
      if (writes)
        return TRUE;
      g_set_error (error, IM_WRAP_ERROR, IM_WRAP_ERROR_UNSUITABLE,
                   "%s returns nothing and writes to no pointer: a unit needs an output",
                   wrap->function);
      return FALSE;
    }
  if (find_dtype (bare, &wrap->returned))
    {
      wrap->returns_value = !writes || im_dtype_is_float (wrap->returned);
      if (!wrap->returns_value)
        im_wrap_add_note (wrap, "What %s returns, “%s”, is not used", wrap->function,
                          bare);
      return TRUE;
    }
  if (writes)
    {
      im_wrap_add_note (wrap, "What %s returns, “%s”, is not used", wrap->function, bare);
      return TRUE;
    }
  g_set_error (error, IM_WRAP_ERROR, IM_WRAP_ERROR_UNSUITABLE,
               "%s returns “%s”: an output has numbers", wrap->function, bare);

  return FALSE;
}

/* Variables that stay between calls, which no handle holds. */
static gboolean
has_static_variable (const char *text, ImSpan span)
{
  ImCodeScanner scanner = { .text = text, .position = span.start, .end = span.end };
  gboolean is_inside = FALSE;

  for (;;)
    {
      ImCodeToken token = im_code_scanner_next (&scanner);

      if (token.kind == IM_CODE_END)
        return FALSE;
      is_inside |= im_code_token_is (&scanner, &token, "{");
      if (!is_inside || !im_code_token_is (&scanner, &token, "static"))
        continue;
      token = im_code_scanner_next (&scanner);
      if (!im_code_token_is (&scanner, &token, "const"))
        return TRUE;
    }
}

static gboolean
read_roles (ImWrap *wrap, const ImFunction *function, const char *text, GError **error)
{
  const ImPrototype *prototype = function->prototype;
  g_autoptr (GString) signature = g_string_new (NULL);

  im_prototype_append_text (prototype, signature);
  wrap->signature = im_arena_strdup (wrap->arena, signature->str);
  if (prototype->is_variadic)
    {
      g_set_error (error, IM_WRAP_ERROR, IM_WRAP_ERROR_UNSUITABLE,
                   "%s takes any number of arguments; a unit passes a fixed number",
                   wrap->function);
      return FALSE;
    }
  for (guint i = 0; i < prototype->n_parameters; i++)
    if (!read_parameter (wrap, &prototype->parameters[i], error))
      return FALSE;
  if (!read_returned (wrap, prototype, error))
    return FALSE;
  find_element (wrap);
  find_counts (wrap);
  if (im_wrap_get_input (wrap) == NULL)
    {
      gboolean writes = FALSE;

      for (guint i = 0; i < wrap->parameters->len; i++)
        writes |= im_wrap_parameter (wrap, i)->role == IM_WRAP_OUTPUT;
      if (!writes)
        {
          g_set_error (error, IM_WRAP_ERROR, IM_WRAP_ERROR_UNSUITABLE,
                       "%s takes no numbers: a unit needs an input", wrap->function);
          return FALSE;
        }
    }
  if (has_static_variable (text, function->span))
    im_wrap_add_note (
        wrap,
        "%s keeps a static variable: two units share it and no reset reaches "
        "it; a pointer to a state would be a handle",
        wrap->function);

  return TRUE;
}

gboolean
im_wrap_read_c (ImWrap *wrap, const char *wanted, GError **error)
{
  g_autofree char *text = im_wrap_read_text (wrap->path, error);
  g_autoptr (GPtrArray) names = NULL;
  g_autoptr (GArray) functions = NULL;

  if (text == NULL)
    return FALSE;
  names = im_wrap_list_c (wrap->path, error);
  if (names == NULL)
    return FALSE;
  wanted = im_wrap_find_function (names, wanted, wrap->base, error);
  if (wanted == NULL)
    return FALSE;
  wrap->function = im_arena_strdup (wrap->arena, wanted);
  functions = im_prototype_list (text, (guint32) strlen (text), wrap->arena);
  for (guint i = 0; i < functions->len; i++)
    {
      const ImFunction *function = &g_array_index (functions, ImFunction, i);

      if (function->is_definition && strcmp (function->prototype->name, wanted) == 0)
        return read_roles (wrap, function, text, error) &&
               im_wrap_read_code (wrap, text, functions, error);
    }
  g_assert_not_reached ();
}
