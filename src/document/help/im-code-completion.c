/* SPDX-License-Identifier: MIT */
#include "document/help/im-code-completion.h"

#include <string.h>

#include "base/im-arena.h"
#include "emit/im-c-support.h"
#include "fragment/im-code-token.h"
#include "fragment/im-prototype.h"

typedef struct
{
  const char *name;
  const char *detail;
  const char *documentation;
} Known;

/* C99, 7.12 and 7.21. */
static const Known of_c[] = {
  { "acosf", "float acosf (float x)", "The angle whose cosine is x, from 0 to π." },
  { "asinf", "float asinf (float x)", "The angle whose sine is x, from -π/2 to π/2." },
  { "atan2f", "float atan2f (float y, float x)", "The angle of the point (x, y)." },
  { "ceilf", "float ceilf (float x)", "The smallest whole number that is not below x." },
  { "cosf", "float cosf (float x)", "The cosine of an angle in radians." },
  { "expf", "float expf (float x)", "e raised to x." },
  { "fabsf", "float fabsf (float x)", "x without its sign." },
  { "floorf", "float floorf (float x)", "The largest whole number that is not above x." },
  { "fmaxf", "float fmaxf (float x, float y)", "The larger one; a number beside NaN." },
  { "fminf", "float fminf (float x, float y)", "The smaller one; a number beside NaN." },
  { "fmodf", "float fmodf (float x, float y)",
    "What is left of x / y, with the sign of x." },
  { "hypotf", "float hypotf (float x, float y)", "The root of x² + y²." },
  { "isfinite", "isfinite (x)", "Whether x is neither infinite nor NaN." },
  { "isnan", "isnan (x)", "Whether x is not a number." },
  { "log10f", "float log10f (float x)", "The logarithm to the base 10." },
  { "log1pf", "float log1pf (float x)", "The natural logarithm of 1 + x." },
  { "logf", "float logf (float x)", "The natural logarithm." },
  { "lrintf", "long lrintf (float x)", "The nearest whole number, half to even." },
  { "memcpy", "void *memcpy (void *to, const void *from, size_t bytes)",
    "Copies memory that does not overlap." },
  { "memmove", "void *memmove (void *to, const void *from, size_t bytes)",
    "Copies memory, which may overlap." },
  { "memset", "void *memset (void *to, int byte, size_t bytes)", "Fills memory." },
  { "powf", "float powf (float x, float y)", "x raised to y." },
  { "roundf", "float roundf (float x)", "The nearest whole number, half away from 0." },
  { "sinf", "float sinf (float x)", "The sine of an angle in radians." },
  { "sqrtf", "float sqrtf (float x)", "The square root." },
  { "tanf", "float tanf (float x)", "The tangent of an angle in radians." },
  { "tanhf", "float tanhf (float x)", "The hyperbolic tangent." },
};

/* The manual of NumPy 1.24, as far as twins need it. */
static const Known of_numpy[] = {
  { "abs", "abs(x)", "Each element without its sign." },
  { "arange", "arange(start, stop, step)", "Numbers with the same step, without stop." },
  { "argmax", "argmax(a, axis)", "The index of the first largest element." },
  { "argmin", "argmin(a, axis)", "The index of the first smallest element." },
  { "clip", "clip(a, minimum, maximum)", "Each element, not outside of the limits." },
  { "concatenate", "concatenate(arrays, axis)", "Arrays one behind the other." },
  { "convolve", "convolve(a, v, mode)", "The convolution of two sequences." },
  { "cos", "cos(x)", "The cosine of each angle in radians." },
  { "cumsum", "cumsum(a, axis)", "The sum of all elements up to each." },
  { "diff", "diff(a, n, axis)", "Each element less the one before." },
  { "dot", "dot(a, b)", "The product of two matrices or vectors." },
  { "empty", "empty(shape, dtype)", "An array of any numbers." },
  { "exp", "exp(x)", "e raised to each element." },
  { "fft", "fft", "Fourier transforms, such as np.fft.rfft(a)." },
  { "float32", "float32", "Single precision." },
  { "float64", "float64", "Double precision." },
  { "log", "log(x)", "The natural logarithm of each element." },
  { "log10", "log10(x)", "The logarithm of each element to the base 10." },
  { "matmul", "matmul(a, b)", "The product of matrices along the last two axes." },
  { "max", "max(a, axis)", "The largest element." },
  { "maximum", "maximum(a, b)", "The larger element of two arrays." },
  { "mean", "mean(a, axis)", "The mean." },
  { "median", "median(a, axis)", "The median." },
  { "min", "min(a, axis)", "The smallest element." },
  { "minimum", "minimum(a, b)", "The smaller element of two arrays." },
  { "ndarray", "ndarray", "The type of arrays." },
  { "newaxis", "newaxis", "An axis of one element more." },
  { "ones", "ones(shape, dtype)", "An array of ones." },
  { "outer", "outer(a, b)", "The product of each element of a with each of b." },
  { "pi", "pi", "3.14159…" },
  { "power", "power(x, y)", "Each element raised to y." },
  { "ptp", "ptp(a, axis)", "The largest element less the smallest." },
  { "reshape", "reshape(a, shape)", "The same elements in another shape." },
  { "rint", "rint(x)", "The nearest whole numbers, half to even." },
  { "sign", "sign(x)", "-1, 0 or 1 for each element." },
  { "sin", "sin(x)", "The sine of each angle in radians." },
  { "sqrt", "sqrt(x)", "The square root of each element." },
  { "std", "std(a, axis)", "The standard deviation." },
  { "sum", "sum(a, axis)", "The sum." },
  { "tanh", "tanh(x)", "The hyperbolic tangent of each element." },
  { "transpose", "transpose(a, axes)", "The axes in another order." },
  { "var", "var(a, axis)", "The variance." },
  { "where", "where(condition, a, b)", "Elements of a where it holds, else of b." },
  { "zeros", "zeros(shape, dtype)", "An array of zeros." },
};

typedef struct
{
  GPtrArray *items;
  const char *word;
  gsize length;
} List;

static gboolean
has (const List *list, const char *name)
{
  for (guint i = 0; i < list->items->len; i++)
    if (strcmp (((ImCompletionItem *) g_ptr_array_index (list->items, i))->name, name) ==
        0)
      return TRUE;

  return FALSE;
}

static void
add (List *list, const char *name, const char *detail, const char *documentation)
{
  ImCompletionItem *item;

  if (list->items->len >= IM_COMPLETION_MAX || strlen (name) <= list->length ||
      g_ascii_strncasecmp (name, list->word, list->length) != 0 || has (list, name))
    return;
  item = g_new0 (ImCompletionItem, 1);
  item->name = g_strdup (name);
  item->insert = g_strdup (name);
  item->detail = g_strdup (detail);
  item->documentation = g_strdup (documentation);
  g_ptr_array_add (list->items, item);
}

static void
add_parameters (List *list, const ImUnit *unit)
{
  for (guint i = 0; unit != NULL && i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];

      add (list, parameter->name.text, im_parameter_kind_get_name (parameter->kind),
           parameter->description);
    }
}

static void
add_known (List *list, const Known *known, gsize n)
{
  for (gsize i = 0; i < n; i++)
    add (list, known[i].name, known[i].detail, known[i].documentation);
}

/* What a name that the emitted code brings along is: a function with its parameters, a
 * macro with its own, the value of a constant, or the type that a type is. */
static char *
dup_support_detail (const char *name, const char *text)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GArray) functions = im_prototype_list (text, (guint32) strlen (text), arena);
  g_autofree char *macro = g_strdup_printf ("#define %s", name);
  const char *definition = strstr (text, macro);

  for (guint i = 0; i < functions->len; i++)
    {
      const ImPrototype *prototype = g_array_index (functions, ImFunction, i).prototype;
      g_autoptr (GString) detail = g_string_new (NULL);

      im_prototype_append_text (prototype, detail);
      if (strcmp (prototype->name, name) == 0)
        return g_strdup (detail->str);
    }
  if (definition == NULL)
    return g_strdup (text);
  definition += strlen (macro);
  if (*definition == '(')
    return g_strdup_printf ("%s %.*s", name, (int) strcspn (definition, ")") + 1,
                            definition);

  return g_strndup (definition + 1, strcspn (definition + 1, "\n"));
}

static void
add_support (List *list)
{
  const char *name, *text;

  for (guint i = 0; (name = im_c_support_get (i, &text)) != NULL; i++)
    {
      g_autofree char *detail = dup_support_detail (name, text);

      add (list, name, detail, "The emitted code brings it along where it is used.");
    }
}

static void
add_functions_of_c (List *list, const char *text)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GArray) functions = im_prototype_list (text, (guint32) strlen (text), arena);

  for (guint i = 0; i < functions->len; i++)
    {
      const ImPrototype *prototype = g_array_index (functions, ImFunction, i).prototype;
      g_autoptr (GString) detail = g_string_new (NULL);

      im_prototype_append_text (prototype, detail);
      add (list, prototype->name, detail->str, NULL);
    }
}

/* Those that lines begin with. */
static void
add_functions_of_python (List *list, const char *text)
{
  for (const char *line = text; line != NULL; line = strchr (line, '\n'))
    {
      line += *line == '\n' ? 1 : 0;
      if (!g_str_has_prefix (line, "def "))
        continue;

      g_autofree char *detail = g_strndup (line + 4, strcspn (line + 4, ":\n"));
      g_autofree char *name = g_strndup (detail, strcspn (detail, " ("));

      add (list, name, detail, NULL);
    }
}

/* Finds the word that ends at the cursor, and whether it stands behind `np.`. Comments
 * and texts have no words. */
static gboolean
find_word (const char *text,
           gboolean is_python,
           gsize cursor,
           gsize *start,
           gboolean *is_of_numpy)
{
  ImCodeScanner scanner = { .text = text,
                            .end = (guint32) cursor,
                            .is_python = is_python };
  ImCodeToken last[3] = { 0 };

  for (;;)
    {
      ImCodeToken token = im_code_scanner_next (&scanner);

      if (token.kind == IM_CODE_END)
        break;
      last[0] = last[1];
      last[1] = last[2];
      last[2] = token;
    }
  *is_of_numpy = FALSE;
  if (last[2].span.end != cursor)
    return FALSE;
  if (last[2].kind == IM_CODE_WORD)
    {
      *start = last[2].span.start;
      *is_of_numpy = im_code_token_is (&scanner, &last[1], ".") &&
                     im_code_token_is (&scanner, &last[0], "np");
      return *is_of_numpy || !im_code_token_is (&scanner, &last[1], ".");
    }
  *start = cursor;
  *is_of_numpy = im_code_token_is (&scanner, &last[2], ".") &&
                 im_code_token_is (&scanner, &last[1], "np");

  return *is_of_numpy;
}

GPtrArray *
im_code_completion_list (const ImUnit *unit,
                         gboolean is_python,
                         const char *text,
                         gsize cursor,
                         gsize *start)
{
  List list = { .items = g_ptr_array_new_with_free_func (im_completion_item_free) };
  gboolean is_of_numpy;

  *start = cursor;
  if (cursor > IM_FRAGMENT_MAX_FILE_BYTES ||
      !find_word (text, is_python, cursor, start, &is_of_numpy))
    return list.items;
  list.word = text + *start;
  list.length = cursor - *start;
  if (is_of_numpy)
    {
      add_known (&list, of_numpy, G_N_ELEMENTS (of_numpy));
      return list.items;
    }
  add_parameters (&list, unit);
  if (is_python)
    add_functions_of_python (&list, text);
  else
    {
      add_functions_of_c (&list, text);
      add_support (&list);
      add_known (&list, of_c, G_N_ELEMENTS (of_c));
    }

  return list.items;
}
