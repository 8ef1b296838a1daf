/* SPDX-License-Identifier: MIT */
#include "emit/im-emit-c.h"

#include <string.h>

#include "emit/im-c-literals.h"
#include "emit/im-emit-c-private.h"
#include "emit/im-emit-names.h"

void
im_c_emitter_report (ImCEmitter *emitter,
                     ImSeverity severity,
                     const char *code,
                     const ImPlanCall *call,
                     ImSubject subject,
                     const char *format,
                     ...)
{
  const ImProgram *program = emitter->plan->program;
  const ImInstance *instance = call == NULL ? NULL : &program->instances[call->instance];
  const ImUnit *unit = call == NULL ? program->unit : instance->unit;
  ImSource *source = im_unit_file_get_source (unit->file);
  ImDiagnostic problem = {
    .severity = severity,
    .code = code,
    .source = source,
    .name = im_source_get_name (source),
    .span = call == NULL                         ? program->unit->id.raw
            : call->implementation->call != NULL ? call->implementation->call->raw
                                                 : unit->id.raw,
    .subject = subject,
  };
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  g_autofree char *full = g_strconcat (instance == NULL ? "" : instance->path,
                                       instance == NULL ? "" : ": ", message, NULL);
  problem.message = full;
  if (instance != NULL)
    {
      problem.subject.node = instance->path;
      im_program_place_problem (program, instance->path, emitter->emission->arena,
                                &problem);
    }
  if (!im_diagnostics_has (emitter->diagnostics, &problem))
    im_diagnostics_add_copy (emitter->diagnostics, &problem);
  emitter->failed = emitter->failed || severity == IM_SEVERITY_ERROR;
}

static void
walk_calls (ImCEmitter *emitter,
            const ImPlanCall *calls,
            guint n_calls,
            void (*func) (ImCEmitter *emitter, const ImPlanCall *call))
{
  for (guint i = 0; i < n_calls; i++)
    func (emitter, &calls[i]);
}

void
im_c_emitter_for_each_call (ImCEmitter *emitter,
                            void (*func) (ImCEmitter *emitter, const ImPlanCall *call))
{
  const ImPlan *plan = emitter->plan;

  for (guint i = 0; i < plan->n_domains; i++)
    {
      guint number = (i + plan->n_sources) % plan->n_domains;
      const ImPlanDomain *domain = &plan->domains[number];

      walk_calls (emitter, domain->rooms, domain->n_rooms, func);
      walk_calls (emitter, domain->calls, domain->n_calls, func);
    }
  walk_calls (emitter, plan->finalize, plan->n_finalize, func);
  walk_calls (emitter, plan->soft_reset, plan->n_soft_reset, func);
  walk_calls (emitter, plan->init, plan->n_init, func);
}

static void
clear_items (ImCEmitter *emitter)
{
  for (guint i = 0; i < emitter->items->len; i++)
    {
      ImCItem *item = g_ptr_array_index (emitter->items, i);

      g_array_unref (item->symbols);
      g_ptr_array_unref (item->needs);
    }
}

static void
im_c_emitter_clear (ImCEmitter *emitter)
{
  clear_items (emitter);
  im_c_names_free (emitter->names);
  g_array_unref (emitter->inputs);
  g_array_unref (emitter->outputs);
  g_hash_table_unref (emitter->texts);
  g_ptr_array_unref (emitter->text_order);
  g_ptr_array_unref (emitter->items);
  g_ptr_array_unref (emitter->includes);
  g_ptr_array_unref (emitter->header_includes);
  g_hash_table_unref (emitter->open_headers);
  g_ptr_array_unref (emitter->symbol_checks);
  g_hash_table_unref (emitter->callees);
  g_hash_table_unref (emitter->prototypes);
  g_hash_table_unref (emitter->call_texts);
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

static void
init_emitter (ImCEmitter *emitter, ImEmission *emission)
{
  static const char *const taken[] = { "arena",      "state",    "init",
                                       "enqueue",    "dequeue",  "compute",
                                       "soft_reset", "finalize", "enqueue_block" };

  emitter->emission = emission;
  emitter->arena = emission->arena;
  emitter->prefix = emission->prefix;
  emitter->name = emission->name;
  emitter->names = im_c_names_new ();
  emitter->inputs = g_array_new (FALSE, FALSE, sizeof (ImCPort));
  emitter->outputs = g_array_new (FALSE, FALSE, sizeof (ImCPort));
  emitter->texts = g_hash_table_new (g_str_hash, g_str_equal);
  emitter->text_order = g_ptr_array_new ();
  emitter->items = g_ptr_array_new ();
  emitter->includes = g_ptr_array_new ();
  emitter->header_includes = g_ptr_array_new ();
  emitter->open_headers = g_hash_table_new (NULL, NULL);
  emitter->symbol_checks = g_ptr_array_new ();
  emitter->callees = g_hash_table_new (NULL, NULL);
  emitter->prototypes = g_hash_table_new (NULL, NULL);
  emitter->call_texts = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (taken); i++)
    {
      g_autofree char *name = g_strdup_printf ("%s_%s", emitter->prefix, taken[i]);

      im_c_names_add (emitter->names, name);
    }
}

static gboolean
check_options (ImCEmitter *emitter, const char *prefix, const char *name)
{
  g_autofree char *of_prefix = im_emit_dup_prefix_problem (prefix);
  g_autofree char *of_name = im_emit_dup_name_problem (name);

  if (of_prefix != NULL)
    im_c_emitter_report (emitter, IM_SEVERITY_ERROR, "prefix", NULL,
                         (ImSubject){ .detail = prefix }, "%s", of_prefix);
  if (of_name != NULL)
    im_c_emitter_report (emitter, IM_SEVERITY_ERROR, "file-name", NULL,
                         (ImSubject){ .detail = name }, "%s", of_name);

  return !emitter->failed;
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
  g_autofree char *path = g_strjoinv (emitter->name, parts);

  im_c_emit_banner (emitter, out);
  im_c_writer_blank (&writer);
  emit (emitter, &writer);
  if (emitter->failed)
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

/* No other name may be that of a function. */
static void
reserve_functions (ImCEmitter *emitter)
{
  const ImPlan *plan = emitter->plan;

  for (guint i = 0; plan->n_sources > 1 && i < plan->n_sources; i++)
    {
      g_autofree char *name = im_emit_dup_enqueue_name (plan, i);
      g_autofree char *full = g_strdup_printf ("%s_%s", emitter->prefix, name);
      g_autofree char *block = g_strdup_printf ("%s_block", full);

      im_c_names_add (emitter->names, full);
      im_c_names_add (emitter->names, block);
    }
  for (guint i = 0; plan->n_sinks > 1 && i < plan->n_sinks; i++)
    {
      g_autofree char *name = im_emit_dup_dequeue_name (plan, i);
      g_autofree char *full = g_strdup_printf ("%s_%s", emitter->prefix, name);

      im_c_names_add (emitter->names, full);
    }
}

/* What is known before a line is written. */
static void
prepare (ImCEmitter *emitter)
{
  im_c_emitter_find_ports (emitter);
  note_ports (emitter->emission, emitter->plan, emitter->inputs);
  note_ports (emitter->emission, emitter->plan, emitter->outputs);
  reserve_functions (emitter);
  im_c_emitter_collect_fragments (emitter);
  im_c_emitter_find_support (emitter);
  im_c_emitter_name_symbols (emitter);
  im_c_emitter_join_group (emitter);
  im_c_emitter_name_buffers (emitter);
  im_c_emitter_name_texts (emitter);
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

  return im_routines_new (emitter->plan, &rules, arena);
}

static void
emit_files (ImCEmitter *emitter, ImArtifacts *artifacts)
{
  prepare (emitter);
  im_c_emitter_describe_units (emitter);
  if (emitter->failed)
    return;

  emitter->emission->routines = make_routines (emitter, emitter->arena);
  take (emitter, artifacts, "src/NAME.c", emit_source);
  take (emitter, artifacts, "include/NAME.h", im_c_emit_header);
  take (emitter, artifacts, "include/NAME_compat.h", im_c_emit_compat);
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
  g_auto (ImCEmitter) emitter = {
    .plan = plan,
    .library = library,
    .diagnostics = diagnostics,
    .traces = options->traces,
    .group = options->group,
  };

  g_return_val_if_fail (plan->language == IM_LANGUAGE_C, NULL);

  init_emitter (&emitter, emission);
  if (check_options (&emitter, prefix, name))
    emit_files (&emitter, artifacts);

  return emitter.failed ? NULL : g_steal_pointer (&emission);
}

static void
check_call (ImCEmitter *emitter, const ImPlanCall *call)
{
  im_c_emitter_get_call_text (emitter, call);
}

void
im_emit_c_check (const ImPlan *plan, ImUnitLibrary *library, ImDiagnostics *diagnostics)
{
  g_autoptr (ImEmission) emission = new_emission (IM_EMIT_DEFAULT_PREFIX, "unit");
  g_auto (ImCEmitter) emitter = {
    .plan = plan,
    .library = library,
    .diagnostics = diagnostics,
  };

  g_return_if_fail (plan->language == IM_LANGUAGE_C);

  init_emitter (&emitter, emission);
  prepare (&emitter);
  im_c_emitter_for_each_call (&emitter, check_call);
}

ImRoutines
im_emit_c_list_routines (const ImPlan *plan,
                         ImUnitLibrary *library,
                         ImArena *arena,
                         ImDiagnostics *diagnostics)
{
  g_autoptr (ImEmission) emission = new_emission (IM_EMIT_DEFAULT_PREFIX, "unit");
  g_auto (ImCEmitter) emitter = {
    .plan = plan,
    .library = library,
    .diagnostics = diagnostics,
  };

  init_emitter (&emitter, emission);
  prepare (&emitter);

  return make_routines (&emitter, arena);
}
