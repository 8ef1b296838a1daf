/* SPDX-License-Identifier: MIT */
#include "broadcast/im-broadcast-builder.h"

#include <stdarg.h>

#include "base/im-arena.h"

void
im_broadcast_builder_accept (ImBroadcastBuilder *builder, const char *code)
{
  builder->report->is_ok = TRUE;
  builder->report->code = code;
  builder->report->reason = im_broadcast_rule_set_get_reason (builder->set, code);
}

void
im_broadcast_builder_refuse (ImBroadcastBuilder *builder,
                             const char *code,
                             const char *format,
                             ...)
{
  va_list args;

  va_start (args, format);
  builder->report->message = im_arena_vprintf (builder->arena, format, args);
  va_end (args);
  builder->report->is_ok = FALSE;
  builder->report->code = code;
  builder->report->reason = im_broadcast_rule_set_get_reason (builder->set, code);
}

const char *
im_broadcast_builder_dup_shape (const ImBroadcastBuilder *builder,
                                const ImOpenShape *shape)
{
  g_autoptr (GString) text = g_string_new (NULL);

  im_open_shape_append_text (shape, text);

  return im_arena_strdup (builder->arena, text->str);
}

void
im_broadcast_builder_append_refusal (const ImBroadcastBuilder *builder, GString *out)
{
  const ImBroadcastReport *report = builder->report;

  for (guint i = 0; i < report->n_operands; i++)
    g_string_append_printf (out, "%s%s %s",
                            i == 0                        ? ""
                            : i == report->n_operands - 1 ? " and "
                                                          : ", ",
                            report->names[i], report->texts[i]);
  g_string_append (out, " do not broadcast: ");
}
