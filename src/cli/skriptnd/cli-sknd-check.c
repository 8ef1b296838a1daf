/* SPDX-License-Identifier: MIT */
#include "cli/skriptnd/cli-sknd-check.h"

#include <string.h>

#include "cli/skriptnd/cli-sknd-call.h"
#include "cli/skriptnd/cli-sknd-files.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"
#include "skriptnd/lower/im-sknd-lower.h"

/* An operator or a graph of a file. */
typedef struct
{
  char *path;
  char *name;
  gboolean is_graph;
} Definition;

typedef struct
{
  ImSkndPackage *package;
  GArray *definitions; /* that need nothing but what they declare */
} Checker;

static void
clear_definition (gpointer data)
{
  Definition *definition = data;

  g_free (definition->path);
  g_free (definition->name);
}

/* Whether all attributes have values, and an operator all inputs: those of a graph have
 * shapes. */
static gboolean
is_closed (const ImSkndDefinition *definition)
{
  static const ImSkndBlockKind kinds[] = { IM_SKND_ATTRIB, IM_SKND_INPUT };

  for (guint i = 0; i < (definition->is_graph ? 1 : G_N_ELEMENTS (kinds)); i++)
    {
      const ImSkndBlock *block = definition->by_kind[kinds[i]];

      for (guint j = 0; block != NULL && j < block->n; j++)
        if (block->statements[j]->parameter.value == NULL &&
            !block->statements[j]->parameter.is_optional)
          return FALSE;
    }

  return TRUE;
}

/* Each file with what it imports. */
static void
add_source (ImSource *source, gpointer data, ImDiagnostics *diagnostics)
{
  Checker *checker = data;
  const ImSkndFile *file = im_sknd_package_add (checker->package, source, diagnostics);

  for (guint i = 0; file != NULL && i < file->n_definitions; i++)
    {
      const ImSkndDefinition *found = file->definitions[i];
      Definition definition = { NULL, NULL, found->is_graph };

      if (!is_closed (found))
        continue;
      definition.path = g_strdup (im_source_get_name (source));
      definition.name = g_strdup (found->name.text);
      g_array_append_val (checker->definitions, definition);
    }
}

/* A problem of one kind is told once at one place. */
static gboolean
is_there (const ImDiagnostics *diagnostics, const ImDiagnostic *problem)
{
  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    {
      const ImDiagnostic *other = im_diagnostics_get (diagnostics, i);

      if (other->source != NULL && problem->source != NULL &&
          other->span.start == problem->span.start &&
          strcmp (im_source_get_name (other->source),
                  im_source_get_name (problem->source)) == 0 &&
          strcmp (other->code, problem->code) == 0)
        return TRUE;
    }

  return FALSE;
}

/* Binds and lowers one, for `--attrib` and `--input`, or else for what it declares. */
static void
instantiate (const CliOptions *options, const char *path, ImDiagnostics *diagnostics)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_auto (CliSkndCall) call = { NULL };
  g_auto (ImSkndLowered) lowered = { NULL };

  if (cli_sknd_call_open (&call, options, path, problems))
    im_sknd_lower (call.package, call.signature, call.instance, call.arguments->len,
                   (const ImSkndArgument *) (gpointer) call.arguments->data, call.real,
                   call.integer, call.arena, problems, &lowered);
  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    if (!is_there (diagnostics, im_diagnostics_get (problems, i)))
      im_diagnostics_add_copy (diagnostics, im_diagnostics_get (problems, i));
}

static gboolean
names_one (const CliOptions *options)
{
  return options->graph != NULL || options->operator_name != NULL;
}

/* Returns how many there are. */
static guint
instantiate_all (const CliOptions *options,
                 const char *path,
                 const GArray *definitions,
                 ImDiagnostics *diagnostics)
{
  CliOptions each = *options;

  if (names_one (options))
    {
      instantiate (options, path, diagnostics);
      return 1;
    }
  if (!options->all)
    return 0;
  for (guint i = 0; i < definitions->len; i++)
    {
      const Definition *definition = &g_array_index (definitions, Definition, i);

      each.graph = definition->is_graph ? definition->name : NULL;
      each.operator_name = definition->is_graph ? NULL : definition->name;
      instantiate (&each, definition->path, diagnostics);
    }

  return definitions->len;
}

typedef struct
{
  guint n_files, n_definitions, n_instances;
} Counts;

static CliExit
report (CliContext *context, const Counts *counts, ImDiagnostics *diagnostics)
{
  const CliOptions *options = context->options;
  guint n_errors = im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR);
  gboolean has_instances = options->all || names_one (options);

  if (options->json)
    {
      ImJson json = { .out = context->out };

      im_json_open_object (&json);
      im_json_member_string (&json, "verdict", n_errors > 0 ? "error" : "ok");
      im_json_member_int (&json, "files", counts->n_files);
      im_json_member_int (&json, "operators", counts->n_definitions);
      if (has_instances)
        im_json_member_int (&json, "instances", counts->n_instances);
      cli_json_close (&json, diagnostics);
    }
  else if (n_errors == 0)
    {
      g_string_append_printf (context->out, "%u files, %u operators and graphs: fine",
                              counts->n_files, counts->n_definitions);
      if (has_instances)
        g_string_append_printf (context->out, ", %u of them with shapes",
                                counts->n_instances);
      g_string_append_c (context->out, '\n');
    }

  return cli_output_diagnostics (context, diagnostics);
}

CliExit
cli_sknd_check (CliContext *context, const char *path)
{
  const CliOptions *options = context->options;
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autofree char *library = im_sknd_package_dup_library ();
  gboolean is_standard = strcmp (path, "-") == 0;
  g_autofree char *folder = is_standard ? g_strdup (".")
                            : g_file_test (path, G_FILE_TEST_IS_DIR)
                                ? g_strdup (path)
                                : g_path_get_dirname (path);
  g_autoptr (ImSkndPackage) package = im_sknd_package_new (folder, library);
  g_autoptr (GArray) definitions = g_array_new (FALSE, FALSE, sizeof (Definition));
  Checker checker = { package, definitions };
  Counts counts = { 0 };

  g_array_set_clear_func (definitions, clear_definition);
  if (is_standard && (options->all || names_one (options)))
    return cli_output_usage (context, "--graph, --operator and --all take a file or a "
                                      "folder, not standard input");
  if (options->all && options->graph != NULL)
    return cli_output_usage (context,
                             "--graph names one graph, --all takes all; only one "
                             "of them can be given");
  counts.n_files = cli_sknd_read_all (path, add_source, &checker, diagnostics);
  counts.n_definitions = im_sknd_package_check_all (package, diagnostics);
  if (im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) == 0)
    counts.n_instances = instantiate_all (options, path, definitions, diagnostics);

  im_diagnostics_sort (diagnostics);

  return report (context, &counts, diagnostics);
}
