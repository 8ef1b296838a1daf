/* SPDX-License-Identifier: MIT */
#include "emit/im-emit-python.h"

#include <stdarg.h>

#include "base/im-escape.h"
#include "emit/im-emit-names.h"
#include "emit/im-python-private.h"
#include "unit/im-unit-library.h"

static void G_GNUC_PRINTF (2, 3)
    emit_comment_line (ImCWriter *writer, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  g_autofree char *line = im_escape_dup (IM_ESCAPE_LINE, text);
  im_c_writer_line (writer, "# %s", line);
}

/* Python looks for a declaration of an encoding in the first two lines, comments as they
 * are (PEP 263), so these have no text of others. */
static void
emit_comment (ImPythonEmitter *emitter)
{
  ImCWriter *writer = &emitter->writer;
  const ImProgram *program = emitter->plan->program;

  emit_comment_line (writer, "SPDX-License-Identifier: MIT-0");
  im_c_writer_line (writer, "#");
  emit_comment_line (writer, "The Python reference of %s, made by imaginet.",
                     program->unit->id.text);
  im_c_writer_line (writer, "#");
  for (guint i = 0; i < program->n_instances; i++)
    emit_comment_line (writer, "%s: %s", program->instances[i].path,
                       program->instances[i].unit->id.text);
}

/* No member may be called like a function. */
static void
reserve_functions (ImPythonEmitter *emitter)
{
  const ImPlan *plan = emitter->plan;

  for (guint i = 0; i < plan->n_sources + plan->n_sinks; i++)
    {
      g_autofree char *name = i < plan->n_sources
                                  ? im_emit_dup_enqueue_name (plan, i)
                                  : im_emit_dup_dequeue_name (plan, i - plan->n_sources);

      g_hash_table_add (emitter->taken, im_arena_strdup (emitter->arena, name));
    }
}

static gboolean
emit (const ImPlan *plan,
      ImUnitLibrary *library,
      gboolean traces,
      GString *out,
      ImDiagnostics *diagnostics)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GHashTable) taken = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) renames = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                          g_free);
  g_autoptr (GArray) views = g_array_new (FALSE, FALSE, sizeof (ImPythonView));
  g_autoptr (GArray) roots = g_array_new (FALSE, FALSE, sizeof (ImFragmentRoot));
  g_autoptr (GString) text = g_string_new (NULL);
  ImPythonEmitter emitter = {
    .plan = plan,
    .library = library,
    .diagnostics = diagnostics,
    .traces = traces,
    .arena = arena,
    .writer = { .out = text },
    .taken = taken,
    .views = views,
    .roots = roots,
    .renames = renames,
  };

  g_return_val_if_fail (plan->language == IM_LANGUAGE_PYTHON, FALSE);

  emit_comment (&emitter);
  im_python_emit_fragments (&emitter);
  reserve_functions (&emitter);
  im_python_name_memory (&emitter);
  im_python_emit_class (&emitter);
  if (!emitter.failed)
    g_string_append_len (out, text->str, (gssize) text->len);

  return !emitter.failed;
}

gboolean
im_emit_python (const ImPlan *plan,
                ImUnitLibrary *library,
                GString *out,
                ImDiagnostics *diagnostics)
{
  return emit (plan, library, FALSE, out, diagnostics);
}

gboolean
im_emit_python_traced (const ImPlan *plan,
                       ImUnitLibrary *library,
                       GString *out,
                       ImDiagnostics *diagnostics)
{
  return emit (plan, library, TRUE, out, diagnostics);
}
