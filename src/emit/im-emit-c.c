/* SPDX-License-Identifier: MIT */
#include "emit/im-emit-c.h"

#include <string.h>

#include "emit/im-c-literals.h"
#include "emit/im-emit-c-private.h"
#include "emit/im-emit-names.h"

static void
im_c_emitter_clear (ImCEmitter *emitter)
{
  g_clear_pointer (&emitter->ports.inputs, g_array_unref);
  g_clear_pointer (&emitter->ports.outputs, g_array_unref);
  im_c_code_clear (&emitter->code);
  g_clear_pointer (&emitter->texts.names, g_hash_table_unref);
  g_clear_pointer (&emitter->texts.order, g_ptr_array_unref);
  g_clear_pointer (&emitter->call_texts, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ImCEmitter, im_c_emitter_clear)

static ImEmission *
new_emission (const char *prefix, const char *name)
{
  ImEmission *emission = g_new0 (ImEmission, 1);

  emission->arena = im_arena_new ();
  emission->prefix = im_arena_strdup (emission->arena, prefix);
  emission->name = im_arena_strdup (emission->arena, name);
  emission->fragments = g_array_new (FALSE, FALSE, sizeof (ImEmitFragment));
  emission->units = g_array_new (FALSE, FALSE, sizeof (ImEmitUnit));
  emission->ports = g_array_new (FALSE, FALSE, sizeof (ImEmitPort));
  emission->packages = g_ptr_array_new ();

  return emission;
}

gboolean
im_emission_needs (const ImEmission *emission, const char *package)
{
  return g_ptr_array_find_with_equal_func (emission->packages, package, g_str_equal,
                                           NULL);
}

void
im_emission_free (ImEmission *emission)
{
  if (emission == NULL)
    return;

  g_array_unref (emission->fragments);
  g_array_unref (emission->units);
  g_array_unref (emission->ports);
  g_ptr_array_unref (emission->packages);
  im_arena_free (emission->arena);
  g_free (emission);
}

static gboolean
check_options (ImCJob *job)
{
  g_autofree char *of_prefix = im_emit_dup_prefix_problem (job->prefix);
  g_autofree char *of_name = im_emit_dup_name_problem (job->name);

  if (of_prefix != NULL)
    im_c_report (job, IM_SEVERITY_ERROR, "prefix", NULL,
                 (ImSubject){ .detail = job->prefix }, "%s", of_prefix);
  if (of_name != NULL)
    im_c_report (job, IM_SEVERITY_ERROR, "file-name", NULL,
                 (ImSubject){ .detail = job->name }, "%s", of_name);

  return !job->failed;
}

static void
take (ImCEmitter *emitter,
      ImArtifacts *artifacts,
      const char *format,
      void (*emit) (ImCEmitter *emitter, ImCWriter *writer))
{
  GString *out = g_string_new (NULL);
  ImCWriter writer = { out, 0 };
  g_auto (GStrv) parts = g_strsplit (format, "NAME", 2);
  g_autofree char *path = g_strjoinv (emitter->job->name, parts);

  /* Nobody reads sources that are only traced. */
  if (!emitter->job->traces)
    {
      im_c_emit_banner (emitter, out);
      im_c_writer_blank (&writer);
    }
  emit (emitter, &writer);
  if (emitter->job->failed)
    g_string_free (out, TRUE);
  else
    im_artifacts_add_text (artifacts, path, out);
}

static void
emit_source (ImCEmitter *emitter, ImCWriter *writer)
{
  im_c_emit_includes (emitter, writer);
  im_c_emit_fragments (emitter, FALSE, writer);
  im_c_emit_texts (emitter, writer);
  im_c_emit_memory (emitter, writer);
  im_backend_print (&im_c_backend, emitter, &emitter->emission->routines, writer);
}

static char *
dup_function (const ImPlan *plan, const ImCPort *port)
{
  guint sink = 0;

  if (port->is_input)
    return im_emit_dup_enqueue_name (plan, port->domain);
  while (plan->sinks[sink] != port->domain)
    sink++;

  return im_emit_dup_dequeue_name (plan, sink);
}

static void
note_ports (ImEmission *emission, const ImPlan *plan, const GArray *ports)
{
  for (guint i = 0; i < ports->len; i++)
    {
      const ImCPort *port = &g_array_index (ports, ImCPort, i);
      g_autofree char *function = dup_function (plan, port);
      ImEmitPort row = {
        .function = im_arena_strdup (emission->arena, function),
        .is_input = port->is_input,
        .is_time = port->is_time,
        .type = im_c_get_type_name (port->type->dtype),
        .parameter = im_arena_strdup (emission->arena, port->parameter),
        .macro = im_arena_strdup (emission->arena, port->macro),
      };

      g_array_append_val (emission->ports, row);
    }
}

/* The names that no others of the source may have: those of functions. */
static ImCNames *
new_names (const ImCJob *job)
{
  static const char *const taken[] = { "arena",      "state",    "init",
                                       "enqueue",    "dequeue",  "compute",
                                       "soft_reset", "finalize", "enqueue_block" };
  const ImPlan *plan = job->plan;
  ImCNames *names = im_c_names_new ();

  for (guint i = 0; i < G_N_ELEMENTS (taken); i++)
    {
      g_autofree char *name = g_strdup_printf ("%s_%s", job->prefix, taken[i]);

      im_c_names_add (names, name);
    }
  for (guint i = 0; plan->n_sources > 1 && i < plan->n_sources; i++)
    {
      g_autofree char *name = im_emit_dup_enqueue_name (plan, i);
      g_autofree char *full = g_strdup_printf ("%s_%s", job->prefix, name);
      g_autofree char *block = g_strdup_printf ("%s_block", full);

      im_c_names_add (names, full);
      im_c_names_add (names, block);
    }
  for (guint i = 0; plan->n_sinks > 1 && i < plan->n_sinks; i++)
    {
      g_autofree char *name = im_emit_dup_dequeue_name (plan, i);
      g_autofree char *full = g_strdup_printf ("%s_%s", job->prefix, name);

      im_c_names_add (names, full);
    }

  return names;
}

/* What is known before a line is written. */
static ImCEmitter
prepare (ImCJob *job)
{
  g_autoptr (ImCNames) names = new_names (job);
  ImCEmitter emitter = {
    .job = job,
    .ports = im_c_find_ports (job->plan, job->arena),
    .code = im_c_collect_code (job),
    .call_texts = g_hash_table_new (NULL, NULL),
  };

  emitter.support = im_c_find_support (job, &emitter.code);
  im_c_name_symbols (job, &emitter.code);
  emitter.buffer_names = im_c_name_buffers (job, &emitter.ports, names);
  emitter.texts = im_c_name_texts (job, names);

  return emitter;
}

static gboolean
may_fail (const ImPlanCall *call, gpointer data)
{
  return im_c_emitter_has_status (data, call);
}

static ImRoutines
make_routines (ImCEmitter *emitter, ImArena *arena)
{
  const ImRoutineRules rules = {
    .may_fail = may_fail,
    .data = emitter,
    .has_blocks = TRUE,
  };

  return im_routines_new (emitter->job->plan, &rules, arena);
}

static void
describe (ImCEmitter *emitter, ImEmission *emission)
{
  const ImCJob *job = emitter->job;

  note_ports (emission, job->plan, emitter->ports.inputs);
  note_ports (emission, job->plan, emitter->ports.outputs);
  g_ptr_array_extend (emission->packages, emitter->code.packages, NULL, NULL);
  if (!job->traces)
    im_c_describe_units (job, &emitter->code, emission->units);
  emission->routines = make_routines (emitter, emission->arena);
}

ImEmission *
im_emit_c (const ImPlan *plan,
           ImUnitLibrary *library,
           const ImEmitOptions *options,
           ImArtifacts *artifacts,
           ImDiagnostics *diagnostics)
{
  const char *prefix = options->prefix == NULL ? IM_EMIT_DEFAULT_PREFIX : options->prefix;
  g_autofree char *name = options->name == NULL
                              ? im_emit_dup_default_name (plan->program->unit)
                              : g_strdup (options->name);
  g_autoptr (ImEmission) emission = new_emission (prefix, name);
  g_auto (ImCEmitter) emitter = { 0 };
  ImCJob job = {
    .plan = plan,
    .library = library,
    .diagnostics = diagnostics,
    .arena = emission->arena,
    .prefix = emission->prefix,
    .name = emission->name,
    .traces = options->traces,
  };

  g_return_val_if_fail (plan->language == IM_LANGUAGE_C, NULL);

  if (!check_options (&job))
    return NULL;
  emitter = prepare (&job);
  emitter.emission = emission;
  emission->part = im_c_join_group (options->group, &emitter.code);
  describe (&emitter, emission);
  if (!job.failed)
    {
      take (&emitter, artifacts, "src/NAME.c", emit_source);
      take (&emitter, artifacts, "include/NAME.h", im_c_emit_header);
      take (&emitter, artifacts, "include/NAME_compat.h", im_c_emit_compat);
    }

  return job.failed ? NULL : g_steal_pointer (&emission);
}

static void
check_call (const ImPlanCall *call, gpointer emitter)
{
  im_c_emitter_get_call_text (emitter, call);
}

void
im_emit_c_check (const ImPlan *plan, ImUnitLibrary *library, ImDiagnostics *diagnostics)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_auto (ImCEmitter) emitter = { 0 };
  ImCJob job = {
    .plan = plan,
    .library = library,
    .diagnostics = diagnostics,
    .arena = arena,
    .prefix = IM_EMIT_DEFAULT_PREFIX,
  };

  g_return_if_fail (plan->language == IM_LANGUAGE_C);

  emitter = prepare (&job);
  im_c_for_each_call (plan, check_call, &emitter);
}

ImRoutines
im_emit_c_list_routines (const ImPlan *plan,
                         ImUnitLibrary *library,
                         ImArena *arena,
                         ImDiagnostics *diagnostics)
{
  g_autoptr (ImArena) own = im_arena_new ();
  g_auto (ImCEmitter) emitter = { 0 };
  ImCJob job = {
    .plan = plan,
    .library = library,
    .diagnostics = diagnostics,
    .arena = own,
    .prefix = IM_EMIT_DEFAULT_PREFIX,
  };

  emitter = prepare (&job);

  return make_routines (&emitter, arena);
}
