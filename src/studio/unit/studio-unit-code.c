/* SPDX-License-Identifier: MIT */
#include "studio/unit/studio-unit-code.h"

#include <glib/gi18n.h>
#include <string.h>

#include "formula/im-unit-formula.h"
#include "unit/im-unit-operator.h"

typedef struct
{
  ImUnitLibrary *units;
  const ImUnit *unit;
  ImLanguage language;
  GPtrArray *shown; /* ImFragment */
  GArray *roots;    /* ImFragmentRoot */
  GString *out;
  ImArena *arena;
} Writer;

static void G_GNUC_PRINTF (2, 3) append_comment (Writer *writer, const char *format, ...)
{
  gboolean is_c = writer->language == IM_LANGUAGE_C;
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  if (writer->out->len > 0)
    g_string_append_c (writer->out, '\n');
  g_string_append_printf (writer->out, is_c ? "/* %s */\n" : "# %s\n", text);
}

/* The path below the folder of units that has the file. */
static char *
dup_short_path (Writer *writer, const char *path)
{
  guint root;
  char *relative = im_unit_library_dup_relative (writer->units, path, &root);

  return relative != NULL ? relative : g_path_get_basename (path);
}

static void
append_fragment (Writer *writer, const char *title, const ImFragment *fragment)
{
  ImSource *source = fragment->file->source;
  g_autofree char *path = dup_short_path (writer, im_source_get_name (source));
  guint first, last, column;

  if (g_ptr_array_find (writer->shown, fragment, NULL))
    return;
  g_ptr_array_add (writer->shown, (gpointer) fragment);
  im_source_locate (source, fragment->span.start, &first, &column);
  im_source_locate (source, fragment->span.end - 1, &last, &column);
  /* Translators: what a piece of code is for, its name, its file, and its lines. */
  append_comment (writer, _ ("%s: %s, %s, lines %u–%u"), title, fragment->name, path,
                  first, last);
  im_fragment_append_body (fragment, writer->out);
}

static void
append_implementation (Writer *writer,
                       ImSectionKind section,
                       const ImImplementation *implementation)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  const char *text = implementation->fragment.text;
  ImFragmentRoot root = { im_unit_file_get_path (writer->unit->file),
                          im_unit_file_get_source (writer->unit->file),
                          { 0 } };
  const ImFragment *fragment = NULL;

  if (text == NULL)
    return;
  if (im_fragment_reference_parse (text, strlen (text), writer->arena, &root.reference) ==
      NULL)
    fragment = im_fragment_set_find (im_unit_library_get_fragments (writer->units), &root,
                                     problems);
  if (fragment != NULL)
    {
      g_array_append_val (writer->roots, root);
      append_fragment (writer, im_section_get_name (section), fragment);
    }
  else
    append_comment (writer, "%s: %s: %s", im_section_get_name (section), text,
                    im_diagnostics_get_count (problems) == 0
                        ? _ ("not a reference to a fragment")
                        : im_diagnostics_get (problems, 0)->message);
}

/* A formula is shown as it is written: the firmware has the code that it becomes. */
static void
append_formula (Writer *writer,
                ImSectionKind section,
                const ImImplementation *implementation)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  const ImTileFunction *function = NULL;
  g_autoptr (ImTileFile) file = im_unit_formula_read (writer->unit, implementation,
                                                      writer->units, &function, problems);
  gsize length = 0;

  if (file == NULL)
    {
      append_comment (writer, "%s: %s: %s", im_section_get_name (section),
                      implementation->fragment.text,
                      im_diagnostics_get (problems, 0)->message);
      return;
    }
  append_comment (writer, _ ("A formula in Tile, of which C and Python are made: %s"),
                  implementation->fragment.text);
  g_string_append (writer->out, im_source_get_text (file->source, &length));
}

/* So is an operator. */
static void
append_operator (Writer *writer)
{
  const ImUnitOperator *operation = writer->unit->operation;
  ImSource *source = operation->module->source;
  ImSpan span = operation->definition->span;
  g_autofree char *path = dup_short_path (writer, im_source_get_name (source));

  append_comment (
      writer, _ ("An operator of SkriptND, of which C and Python are made: %s"), path);
  g_string_append_len (writer->out, im_source_get_text (source, NULL) + span.start,
                       span.end - span.start);
  g_string_append_c (writer->out, '\n');
}

static void
append_section (Writer *writer, ImUnitEvaluation *evaluation, ImSectionKind kind)
{
  const ImSection *section = &writer->unit->sections[kind];
  const ImImplementation *chosen = NULL;

  if (evaluation != NULL && section->n_implementations > 0)
    chosen = im_unit_evaluation_choose (evaluation, kind, writer->language).chosen;
  for (guint i = 0; i < section->n_implementations; i++)
    {
      const ImImplementation *one = &section->implementations[i];

      if (chosen != NULL && chosen != one)
        continue;
      if (one->language == IM_LANGUAGE_TILE)
        append_formula (writer, kind, one);
      else if (one->language == IM_LANGUAGE_SKRIPTND)
        append_operator (writer);
      else if (one->language == writer->language)
        append_implementation (writer, kind, one);
    }
}

/* What the fragments need: other fragments behind them, included files in front. */
static void
append_needs (Writer *writer)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImFragmentClosure) closure = im_fragment_set_close (
      im_unit_library_get_fragments (writer->units),
      (const ImFragmentRoot *) writer->roots->data, writer->roots->len, problems);
  g_autoptr (GString) includes = g_string_new (NULL);

  for (guint i = closure->fragments->len; i > 0; i--)
    append_fragment (writer, _ ("Used by it"),
                     g_ptr_array_index (closure->fragments, i - 1));
  for (guint i = 0; i < closure->includes->len; i++)
    g_string_append_printf (
        includes, "%s\n",
        ((const ImFragmentInclude *) g_ptr_array_index (closure->includes, i))->text);
  if (includes->len > 0)
    {
      g_string_append_c (includes, '\n');
      g_string_prepend (writer->out, includes->str);
    }
}

char *
studio_unit_code_dup (ImUnitLibrary *units,
                      const ImUnit *unit,
                      ImUnitEvaluation *evaluation,
                      ImLanguage language)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GPtrArray) shown = g_ptr_array_new ();
  g_autoptr (GArray) roots = g_array_new (FALSE, FALSE, sizeof (ImFragmentRoot));
  g_autoptr (GString) out = g_string_new (NULL);
  Writer writer = { units, unit, language, shown, roots, out, arena };

  for (guint i = 0; i < IM_N_SECTIONS; i++)
    append_section (&writer, evaluation, (ImSectionKind) i);
  if (roots->len > 0)
    append_needs (&writer);

  return out->len == 0 ? NULL : g_string_free (g_steal_pointer (&out), FALSE);
}
