/* SPDX-License-Identifier: MIT
 *
 * Names of formulas in C.
 */
#include <string.h>

#include "kernel/im-formula-c.h"
#include "kernel/im-kernel-function.h"

static gboolean
is_taken (const char *name)
{
  static const char *const words[] = {
    "auto",    "break",    "case",     "char",     "const",    "continue", "default",
    "do",      "double",   "else",     "enum",     "extern",   "float",    "for",
    "goto",    "if",       "inline",   "int",      "long",     "register", "restrict",
    "return",  "short",    "signed",   "sizeof",   "static",   "struct",   "switch",
    "typedef", "union",    "unsigned", "void",     "volatile", "while",    "sum",
    "product", "minimum",  "maximum",  "value",    "is_found", "larger",   "smaller",
    "ceil_of", "floor_of", "main",     "INFINITY", "NAN",      "NULL",     "y0",
    "y1",      "yn",       "j0",       "j1",       "jn",       "gamma",    "signgam",
    NULL
  };

  return g_strv_contains (words, name);
}

void
im_formula_append_c_name (const char *name, GString *out)
{
  g_autofree char *with_f = g_strndup (name, strlen (name) -
                                                 (g_str_has_suffix (name, "f") ? 1 : 0));

  g_string_append (out, name);
  if (is_taken (name) || im_kernel_function_find (name, strlen (name)) != NULL ||
      im_kernel_function_find (with_f, strlen (with_f)) != NULL)
    g_string_append_c (out, '_');
}
