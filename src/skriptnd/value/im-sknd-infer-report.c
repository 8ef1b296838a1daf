/* SPDX-License-Identifier: MIT
 *
 * What is said of types that are not those that are expected.
 */
#include "skriptnd/value/im-sknd-infer-private.h"

gboolean
im_sknd_infer_fail (ImSkndInference *inference,
                    const char *code,
                    const ImSkndExpr *expr,
                    const char *format,
                    ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  im_diagnostics_add (inference->diagnostics, IM_SEVERITY_ERROR, code, inference->source,
                      expr->span, "%s", message);

  return FALSE;
}

static char *
dup_text (const ImSkndType *type)
{
  GString *text = g_string_new (NULL);

  im_sknd_type_append (type, text);

  return g_string_free (text, FALSE);
}

/* An error that says what is expected of an operand. */
gboolean
im_sknd_infer_expect (ImSkndInference *inference,
                      const ImSkndExpr *expr,
                      const ImSkndType *type,
                      const char *what)
{
  g_autofree char *found = dup_text (type);

  return im_sknd_infer_fail (inference, "type", expr, "Expected %s, found %s", what,
                             found);
}

gboolean
im_sknd_infer_fail_different (ImSkndInference *inference,
                              const ImSkndExpr *expr,
                              const ImSkndType *a,
                              const ImSkndType *b,
                              const char *where)
{
  g_autofree char *left = dup_text (a), *right = dup_text (b);
  const ImSkndType *generic = a->base == IM_SKND_BASE_GENERIC ? a : b;

  im_sknd_infer_fail (inference, "type", expr,
                      "Expected the same type %s, found %s and %s", where, left, right);
  if (generic->base == IM_SKND_BASE_GENERIC)
    im_diagnostics_note (
        inference->diagnostics,
        "“%s” is %s, as a call says; %s(x) makes others of its type", generic->generic,
        im_sknd_class_get_types (generic->generic_class), generic->generic);
  else
    im_diagnostics_note (
        inference->diagnostics,
        a->base == IM_SKND_BASE_STR || b->base == IM_SKND_BASE_STR
            ? "Nothing is converted by itself; \"{x}\" makes a str of other values"
            : "Nothing is converted by itself; int(x) and real(x) do");

  return FALSE;
}
