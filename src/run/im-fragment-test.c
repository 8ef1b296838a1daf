/* SPDX-License-Identifier: MIT */
#include "run/im-fragment-test.h"

#include <string.h>

#include "base/im-escape.h"
#include "emit/im-emit-c.h"
#include "run/im-code-package.h"
#include "run/im-package-trust.h"
#include "run/im-process.h"
#include "run/im-toolchain.h"
#include "run/im-work-folder.h"

#define PROGRAM      "fragment-test"
#define SOURCE       "fragment-test.c"
#define MEMORY_BYTES (1ull << 30)
#define FILE_BYTES   (16ull << 20)
#define MAX_FILES    64 /* that a test includes */

/* What code takes for granted. */
#define PRELUDE                                                    \
  "#include <assert.h>\n#include <math.h>\n#include <stdbool.h>\n" \
  "#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n" \
  "#include <stdlib.h>\n#include <string.h>\n\n"                   \
  "#ifndef M_PI\n#define M_PI 3.14159265358979323846\n#endif\n"    \
  "#define print_error(...) ((void) fprintf (stderr, __VA_ARGS__))\n\n"

typedef struct
{
  const ImFragmentTestCase *test;
  ImUnitLibrary *library;
  GPtrArray *paths;   /* char*, of the files whose code is run */
  GHashTable *pasted; /* of them, those that the test includes */
  GString *text;
} Program;

static gboolean
is_known (const GArray *tests, const ImFragmentTest *test, const ImFragment *fragment)
{
  for (guint i = 0; i < tests->len; i++)
    {
      const ImFragmentTestCase *other = &g_array_index (tests, ImFragmentTestCase, i);

      if (other->fragment->file == fragment->file &&
          g_str_equal (other->test->file, test->file) &&
          g_str_equal (other->test->function, test->function))
        return TRUE;
    }

  return FALSE;
}

static void
add_tests (GArray *tests,
           const ImUnit *unit,
           const ImFragment *fragment,
           const ImFragmentNeeds *needs)
{
  for (guint i = 0; i < needs->n_tests; i++)
    if (!is_known (tests, &needs->tests[i], fragment))
      {
        const ImFragmentTestCase row = { unit, fragment, &needs->tests[i] };

        g_array_append_val (tests, row);
      }
}

static ImFragmentClosure *
close_reference (ImUnitLibrary *library,
                 const char *from_file,
                 ImSource *source,
                 const ImFragmentReference *reference)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  const ImFragmentRoot root = { from_file, source, *reference };

  return im_fragment_set_close (im_unit_library_get_fragments (library), &root, 1,
                                problems);
}

static void
add_implementation (GArray *tests,
                    const ImUnit *unit,
                    const ImImplementation *implementation,
                    ImUnitLibrary *library)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  const char *text = implementation->fragment.text;
  ImFragmentReference reference;

  if (implementation->language != IM_LANGUAGE_C || text == NULL ||
      im_fragment_reference_parse (text, strlen (text), arena, &reference) != NULL)
    return;

  g_autoptr (ImFragmentClosure) closure = close_reference (
      library, im_unit_file_get_path (unit->file), im_unit_file_get_source (unit->file),
      &reference);
  for (guint i = 0; i < closure->fragments->len; i++)
    {
      const ImFragment *fragment = g_ptr_array_index (closure->fragments, i);

      add_tests (tests, unit, fragment, &fragment->needs);
      add_tests (tests, unit, fragment, &fragment->file->needs);
    }
}

GArray *
im_fragment_test_list (GPtrArray *units, ImUnitLibrary *library)
{
  GArray *tests = g_array_new (FALSE, FALSE, sizeof (ImFragmentTestCase));

  for (guint i = 0; i < units->len; i++)
    {
      const ImUnit *unit = g_ptr_array_index (units, i);

      for (ImSectionKind kind = 0; kind < IM_N_SECTIONS; kind++)
        for (guint j = 0; j < unit->sections[kind].n_implementations; j++)
          add_implementation (tests, unit, &unit->sections[kind].implementations[j],
                              library);
    }

  return tests;
}

static void
append_line (GString *out, guint line, const char *path)
{
  g_autofree char *name = g_path_get_basename (path);

  g_string_append_printf (out, "#line %u \"", line);
  im_escape_append (IM_ESCAPE_C_STRING, name, out);
  g_string_append (out, "\"\n");
}

/* The file that a line includes by a name in quotes. */
static char *
dup_included (const char *line)
{
  while (*line == ' ' || *line == '\t')
    line++;
  if (*line++ != '#')
    return NULL;
  while (*line == ' ' || *line == '\t')
    line++;
  if (!g_str_has_prefix (line, "include"))
    return NULL;
  line += strlen ("include");
  while (*line == ' ' || *line == '\t')
    line++;
  if (*line != '"' || strchr (line + 1, '"') == NULL)
    return NULL;

  return g_strndup (line + 1, (gsize) (strchr (line + 1, '"') - line - 1));
}

static void paste (Program *program, ImSource *source, GString *out);

/* Replaces the inclusion of a file of the package by its text, once. Others stay. */
static void
paste_line (Program *program,
            ImSource *source,
            const char *line,
            guint number,
            GString *out)
{
  g_autofree char *name = dup_included (line);
  g_autoptr (ImSource) included = NULL;

  if (name != NULL && g_hash_table_size (program->pasted) < MAX_FILES)
    included = im_unit_library_load_code (program->library, im_source_get_name (source),
                                          name, NULL);
  if (included == NULL)
    {
      g_string_append_printf (out, "%s\n", line);
      return;
    }
  if (!g_hash_table_add (program->pasted, g_strdup (im_source_get_name (included))))
    {
      g_string_append_c (out, '\n');
      return;
    }
  paste (program, included, out);
  append_line (out, number + 1, im_source_get_name (source));
}

static void
paste (Program *program, ImSource *source, GString *out)
{
  g_auto (GStrv) lines = g_strsplit (im_source_get_text (source, NULL), "\n", -1);

  g_ptr_array_add (program->paths, g_strdup (im_source_get_name (source)));
  append_line (out, 1, im_source_get_name (source));
  for (guint i = 0; lines[i] != NULL; i++)
    paste_line (program, source, g_strchomp (lines[i]), i + 1, out);
}

static gboolean
is_pasted (const Program *program, const ImFragment *fragment)
{
  return g_hash_table_contains (program->pasted,
                                im_source_get_name (fragment->file->source));
}

/* The fragment and what it needs, in front of its test. */
static void
append_fragments (Program *program, const ImFragmentClosure *closure)
{
  for (guint i = 0; i < closure->includes->len; i++)
    {
      const ImFragmentInclude *include = g_ptr_array_index (closure->includes, i);

      g_string_append_printf (program->text, "%s\n", include->text);
    }
  for (guint i = 0; i < closure->fragments->len; i++)
    {
      const ImFragment *fragment = g_ptr_array_index (closure->fragments, i);
      ImSource *source = fragment->file->source;

      if (is_pasted (program, fragment))
        continue;
      g_ptr_array_add (program->paths, g_strdup (im_source_get_name (source)));
      guint line = 1, column;
      if (fragment->n_pieces > 0)
        im_source_locate (source, fragment->pieces[0].start, &line, &column);
      append_line (program->text, line, im_source_get_name (source));
      im_fragment_append_body (fragment, program->text);
    }
}

static void
append_main (const Program *program)
{
  const char *function = program->test->test->function;

  append_line (program->text, 1, SOURCE);
  g_string_append_printf (
      program->text,
      "static int run_int (void (*test) (void)) { return ((int (*) (void)) test) (); }\n"
      "static int run_void (void (*test) (void)) { test (); return 0; }\n"
      "int main (void)\n{\n"
      "  return _Generic (&%s, int (*) (void): run_int, void (*) (void): run_void)"
      " ((void (*) (void)) %s) != 0;\n}\n",
      function, function);
}

static void
report (const Program *program,
        ImSource *source,
        ImDiagnostics *diagnostics,
        const char *how)
{
  const ImFragmentTest *test = program->test->test;
  gssize offset = im_fragment_test_find (test, im_source_get_text (source, NULL));
  ImSpan span = { 0, 0 };

  if (offset >= 0)
    span = (ImSpan){ (guint32) offset,
                     (guint32) offset + (guint32) strlen (test->function) };
  im_diagnostics_add (diagnostics, IM_SEVERITY_ERROR, "fragment-test", source, span,
                      "the test “%s” of “%s” %s", test->function,
                      program->test->fragment->name, how);
  im_diagnostics_note (diagnostics, "%s needs this code", program->test->unit->id.text);
}

static gboolean
run (const Program *program,
     gboolean needs_packages,
     ImSource *source,
     const ImProcessLimits *limits,
     ImDiagnostics *diagnostics,
     GError **error)
{
  static const char *const sources[] = { SOURCE, NULL };
  g_autofree char *path = g_build_filename (limits->folder, PROGRAM, NULL);
  const char *const argv[] = { path, NULL };
  g_autoptr (GError) problem = NULL;
  g_auto (ImProcessResult) result = { 0 };
  ImProcessLimits compiling = *limits;

  compiling.time_s = IM_TOOLCHAIN_COMPILE_TIME_S;
  compiling.memory_bytes = 4ull << 30;
  if (!im_toolchain_compile (im_build_get_host (), sources, PROGRAM, NULL, needs_packages,
                             &compiling, &problem))
    {
      if (!g_error_matches (problem, IM_TOOLCHAIN_ERROR, IM_TOOLCHAIN_ERROR_COMPILE))
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return FALSE;
        }
      g_autofree char *how = g_strdup_printf ("does not compile: %s", problem->message);
      report (program, source, diagnostics, how);
      return FALSE;
    }
  if (!im_process_run (argv, limits, &result, error))
    return FALSE;

  g_autofree char *failure = im_process_result_dup_failure (&result, limits);
  if (failure == NULL)
    return TRUE;
  im_toolchain_cut_messages (result.output);
  g_autofree char *how = g_strdup_printf (
      "%s%s%s", failure, *result.output == '\0' ? "" : ": ", result.output);
  report (program, source, diagnostics, how);

  return FALSE;
}

static gboolean
needs_cmsis (const ImFragmentClosure *closure)
{
  return g_ptr_array_find_with_equal_func (closure->packages, IM_PACKAGE_CMSIS_DSP,
                                           g_str_equal, NULL);
}

gboolean
im_fragment_test_run (const ImFragmentTestCase *self,
                      ImUnitLibrary *library,
                      guint time_s,
                      GCancellable *cancellable,
                      ImDiagnostics *diagnostics,
                      GError **error)
{
  const char *path = im_source_get_name (self->fragment->file->source);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) pasted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                         NULL);
  g_autoptr (GString) text = g_string_new (PRELUDE);
  g_autoptr (GString) tests = g_string_new (NULL);
  Program program = { self, library, paths, pasted, text };
  g_autoptr (GError) problem = NULL;
  g_autoptr (ImSource) source = im_unit_library_load_code (library, path,
                                                           self->test->file, &problem);
  const ImFragmentReference reference = { .name = self->fragment->name };
  g_autoptr (ImFragmentClosure) closure = close_reference (
      library, path, self->fragment->file->source, &reference);
  g_auto (ImWorkFolder) work = { 0 };

  if (source == NULL)
    {
      im_diagnostics_add (diagnostics, IM_SEVERITY_ERROR, "fragment-test",
                          self->fragment->file->source, self->test->span,
                          "the test cannot be read: %s", problem->message);
      return FALSE;
    }
  g_hash_table_add (pasted, g_strdup (im_source_get_name (source)));
  paste (&program, source, tests);
  append_fragments (&program, closure);
  g_string_append (text, tests->str);
  append_main (&program);
  g_ptr_array_add (paths, g_strdup (im_unit_file_get_path (self->unit->file)));
  if (!im_package_trust_check_files (paths, library, error) ||
      !im_code_packages_check (needs_cmsis (closure), FALSE, error) ||
      !im_work_folder_open (&work, NULL, error) ||
      !im_work_folder_write (&work, SOURCE, text->str, text->len, error))
    return FALSE;

  const ImProcessLimits limits = {
    .folder = work.path,
    .time_s = time_s > 0 ? time_s : IM_FRAGMENT_TEST_TIME_S,
    .memory_bytes = im_toolchain_reserves_memory () ? 0 : MEMORY_BYTES,
    .file_bytes = FILE_BYTES,
    .cancellable = cancellable,
  };

  return run (&program, needs_cmsis (closure), source, &limits, diagnostics, error);
}
