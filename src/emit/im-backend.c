/* SPDX-License-Identifier: MIT */
#include "emit/im-backend.h"

void
im_backend_append_call (const ImBackend *backend,
                        gpointer emitter,
                        const ImPlanCall *call,
                        const ImPlanArgument *scaled,
                        GString *out)
{
  g_string_append_printf (out, "%s(", backend->get_function (emitter, call));
  for (guint i = 0; i < call->n_arguments; i++)
    {
      const ImPlanArgument *argument = &call->arguments[i];

      g_string_append (out, i > 0 ? ", " : "");
      g_string_append (out, argument == scaled ? "piece * " : "");
      if (argument->buffer >= 0)
        backend->append_buffer (emitter, call, i, out);
      else
        backend->append_literal (emitter, call, i, out);
    }
  g_string_append_c (out, ')');
}

void
im_backend_print_steps (const ImRoutinePrinter *printer,
                        const ImStep *steps,
                        guint n_steps)
{
  for (guint i = 0; i < n_steps; i++)
    printer->backend->steps[steps[i].kind](printer, &steps[i]);
}

static void
print_routine (const ImRoutinePrinter *all, const ImRoutine *routine)
{
  ImRoutinePrinter printer = *all;

  printer.routine = routine;
  printer.backend->open (&printer);
  im_backend_print_steps (&printer, routine->steps, routine->n_steps);
  printer.backend->close (&printer);
}

void
im_backend_print (const ImBackend *backend,
                  gpointer emitter,
                  const ImRoutines *routines,
                  ImCWriter *writer)
{
  ImRoutinePrinter printer = {
    .backend = backend,
    .emitter = emitter,
    .routines = routines,
    .writer = writer,
  };

  for (guint i = 0; i < (backend->order == NULL ? 1 : backend->n_order); i++)
    for (guint j = 0; j < routines->n; j++)
      if (backend->order == NULL || routines->list[j].kind == backend->order[i])
        print_routine (&printer, &routines->list[j]);
}
