/* SPDX-License-Identifier: MIT
 *
 * How the parts of the check report, and which units they know.
 */
#include <stdarg.h>

#include "check/im-unit-check-private.h"

void
im_unit_check_report (ImUnitCheck *check,
                      ImSeverity severity,
                      const char *code,
                      ImSpan span,
                      const char *format,
                      ...)
{
  va_list args;

  va_start (args, format);
  const char *message = im_arena_vprintf (check->arena, format, args);
  va_end (args);
  im_diagnostics_add (check->diagnostics, severity, code, check->source, span, "%s",
                      message);
}

void
im_unit_check_report_expr (ImUnitCheck *check,
                           ImSeverity severity,
                           ImSpan raw,
                           guint32 offset,
                           const ImExprError *error)
{
  ImSpan span = { error->span.start + offset, error->span.end + offset };

  im_unit_check_report (check, severity, im_expr_error_code_get_name (error->code),
                        im_unit_file_map (check->unit->file, raw, span), "%s",
                        error->message);
  im_diagnostics_set_subject (check->diagnostics,
                              (ImSubject){ .detail = error->message });
}

gboolean
im_unit_check_is_full (const ImUnitCheck *check)
{
  return im_diagnostics_get_count (check->diagnostics) - check->n_before >=
         IM_UNIT_CHECK_MAX_PROBLEMS;
}

/* The file's own units come first; it need not be in the library. */
const ImUnit *
im_unit_check_find_unit (ImUnitCheck *check, const char *id)
{
  const ImUnitFile *file = check->unit->file;

  for (guint i = 0; i < im_unit_file_get_count (file); i++)
    {
      const ImUnit *unit = im_unit_file_get_unit (file, i);

      if (strcmp (unit->id.text, id) == 0)
        return unit;
    }

  return check->library == NULL ? NULL : im_unit_library_find (check->library, id);
}
