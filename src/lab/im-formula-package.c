/* SPDX-License-Identifier: MIT */
#include "lab/im-formula-package.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "base/im-file.h"
#include "base/im-text.h"
#include "formula/im-unit-formula.h"
#include "kernel/im-formula-run.h"
#include "lab/im-formula-package-private.h"
#include "unit/im-unit-name.h"
#include "unit/im-unit-write.h"

#define MAX_EXAMPLE_ELEMENTS 1000

/* What is being written. */
typedef struct
{
  const ImFormulaPackage *package;
  const ImFormulaLab *lab;
  const ImFormulaDims *dims;
  char *folder;
  char *unit_path;
  char *tile_path;
  ImArena *arena;
} Writer;

static gboolean G_GNUC_PRINTF (3, 4)
    fail (GError **error, gint code, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error_literal (error, G_IO_ERROR, code, message);

  return FALSE;
}

char *
im_formula_package_dup_description (const char *id)
{
  g_autofree char *stem = im_unit_name_dup_stem (id);

  return g_strdup_printf ("What the formula in %s.tile computes.", stem);
}

static gboolean
write_text (const char *path, const char *text, GError **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (GError) why = NULL;

  return im_file_write_atomically (path, bytes, NULL, &why) ||
         fail (error, G_IO_ERROR_FAILED, "%s", why->message);
}

static gboolean
write_unit (Writer *writer, const GPtrArray *example, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  im_formula_package_append_unit (writer->package, writer->lab, writer->dims, example,
                                  text);

  return write_text (writer->unit_path, text->str, error);
}

/* The elements of the outputs, as the unit computes them: its integers are wider than
 * those of the lab. */
static GPtrArray *
compute_example (Writer *writer, const ImUnitFormula *made)
{
  const ImFormulaLab *lab = writer->lab;
  const ImFormula *formula = made->formula;
  g_autofree gpointer *data = g_new0 (gpointer, formula->buffers->len + 1);
  g_autofree ImArray **arrays = g_new0 (ImArray *, formula->buffers->len + 1);
  g_autoptr (GPtrArray) outputs = g_ptr_array_new_with_free_func (g_free);
  guint buffer = 0, array = 0;

  if (lab->arrays == NULL)
    return NULL;
  for (guint i = 0; i < lab->n_inputs; i++)
    {
      if (im_formula_is_socket (lab, i))
        arrays[buffer++] = lab->arrays[array];
      array += lab->arguments[i].argument.is_tensor ? 1 : 0;
    }
  for (guint i = 0; i < formula->buffers->len; i++)
    {
      const ImKernelBuffer *one = im_formula_get_buffer (formula, i);

      if (arrays[i] == NULL)
        arrays[i] = im_array_new (writer->arena, one->dtype, &one->shape, NULL);
      if (arrays[i] == NULL ||
          (one->kind != IM_BUFFER_LOCAL && arrays[i]->count > MAX_EXAMPLE_ELEMENTS))
        return NULL;
      data[i] = arrays[i]->data;
    }
  if (!im_formula_run (formula, made->nests, data, NULL))
    return NULL;
  for (guint i = 0; i < formula->outputs->len; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      im_formula_append_elements (arrays[g_array_index (formula->outputs, guint, i)],
                                  text);
      g_ptr_array_add (outputs, g_string_free (g_steal_pointer (&text), FALSE));
    }

  return g_steal_pointer (&outputs);
}

/* The unit with the inputs that were tried. */
static ImUnitEvaluation *
evaluate (Writer *writer, const ImUnit *unit)
{
  const ImFormulaLab *lab = writer->lab;
  g_autofree ImUnitBinding *bindings = g_new0 (ImUnitBinding, lab->n_inputs + 1);
  guint n = 0;

  for (guint i = 0; i < lab->n_inputs; i++)
    {
      ImTensorType *type = im_arena_new0 (writer->arena, ImTensorType, 1);
      g_autoptr (GString) text = g_string_new (NULL);

      if (!im_formula_is_socket (lab, i))
        continue;
      im_tile_argument_append_text (&lab->arguments[i].argument, text);
      if (im_tensor_type_parse (text->str, type, NULL))
        bindings[n++] = (ImUnitBinding){ lab->inputs[i].name, IM_TENSOR (type) };
    }

  return im_unit_evaluation_new (unit, bindings, n);
}

/* Reads what was written, and writes it again with an example if it is a unit that
 * computes; otherwise says what is wrong. */
static gboolean
complete (Writer *writer, GError **error)
{
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImUnitEvaluation) evaluation = NULL;
  g_autoptr (ImUnitFormula) made = NULL;
  g_autoptr (GPtrArray) example = NULL;
  const ImUnit *unit;

  im_unit_library_add_file (library, writer->unit_path, problems);
  unit = im_unit_library_find (library, writer->package->id);
  if (unit != NULL)
    {
      evaluation = evaluate (writer, unit);
      im_unit_evaluation_report (evaluation, problems);
      made = im_unit_formula_new (evaluation, library, problems);
    }
  if (made == NULL || im_diagnostics_count (problems, IM_SEVERITY_ERROR) > 0)
    return fail (error, G_IO_ERROR_FAILED, "no unit can have this formula: %s",
                 im_diagnostics_get_count (problems) == 0
                     ? "its sizes are not known"
                     : im_diagnostics_get (problems, 0)->message);
  example = compute_example (writer, made);

  return example == NULL || write_unit (writer, example, error);
}

/* Shapes as expressions if they can be said, or else as they were tried. */
static gboolean
fill (Writer *writer, GError **error)
{
  g_autoptr (ImFormulaDims) dims = im_formula_dims_new (writer->lab, writer->arena);
  g_autoptr (ImFormulaDims) fixed = im_formula_dims_new_fixed (writer->lab,
                                                               writer->arena);
  gsize length;

  if (!write_text (writer->tile_path,
                   im_source_get_text (writer->lab->file->source, &length), error))
    return FALSE;
  writer->dims = dims;
  if (dims != NULL && write_unit (writer, NULL, NULL) && complete (writer, NULL))
    return TRUE;
  writer->dims = fixed;

  return write_unit (writer, NULL, error) && complete (writer, error);
}

/* Below a name that nobody has, until it is complete. */
static gboolean
write_folder (Writer *writer, const char *folder, GError **error)
{
  g_autofree char *name = g_strconcat (im_text_get_last_part (writer->package->id),
                                       ".imunit", NULL);
  g_autofree char *stem = im_unit_name_dup_stem (writer->package->id);
  g_autofree char *tile = g_strconcat (stem, ".tile", NULL);
  gboolean is_written;

  writer->unit_path = g_build_filename (writer->folder, name, NULL);
  writer->tile_path = g_build_filename (writer->folder, tile, NULL);
  is_written = fill (writer, error);
  if (is_written && g_rename (writer->folder, folder) != 0)
    is_written = fail (error, G_IO_ERROR_FAILED, "“%s” cannot be made: %s", folder,
                       g_strerror (errno));
  if (!is_written)
    {
      g_unlink (writer->unit_path);
      g_unlink (writer->tile_path);
      g_rmdir (writer->folder);
    }
  g_free (writer->unit_path);
  g_free (writer->tile_path);

  return is_written;
}

/* Outputs of units have an axis at least, those of formulas need not. */
static gboolean
check_outputs (const ImFormula *formula, GError **error)
{
  for (guint i = 0; i < formula->outputs->len; i++)
    {
      const ImKernelBuffer *output = im_formula_get_buffer (
          formula, g_array_index (formula->outputs, guint, i));

      if (output->shape.rank == 0)
        return fail (error, G_IO_ERROR_INVALID_ARGUMENT,
                     "“%s” is one number without an axis, which no output of a unit is: "
                     "give it one of a single element",
                     output->name);
    }

  return TRUE;
}

static gboolean
check (const ImFormulaPackage *package, const ImFormulaLab *lab, GError **error)
{
  const char *wrong = im_unit_name_check (package->id);

  if (lab->formula == NULL)
    return fail (error, G_IO_ERROR_INVALID_ARGUMENT, "%s",
                 "the formula has errors, or its inputs cannot be read");
  if (wrong != NULL)
    return fail (error, G_IO_ERROR_INVALID_ARGUMENT, "“%s”: %s", package->id, wrong);
  if (*package->name == '\0' || im_unit_write_find_illegal (package->name) != NULL ||
      im_unit_write_find_illegal (package->description) != NULL)
    return fail (error, G_IO_ERROR_INVALID_ARGUMENT, "%s",
                 "expected a name, and characters that a unit file can hold");

  return check_outputs (lab->formula, error);
}

char *
im_formula_package_write (const ImFormulaPackage *package,
                          const ImFormulaLab *lab,
                          const char *parent,
                          GError **error)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  Writer writer = { .package = package, .lab = lab, .arena = arena };
  g_autofree char *folder = NULL, *name = NULL, *hidden = NULL;

  if (!check (package, lab, error))
    return NULL;
  folder = im_unit_name_dup_folder (package->id, parent);
  if (g_file_test (folder, G_FILE_TEST_EXISTS))
    {
      fail (error, G_IO_ERROR_EXISTS, "there is “%s” already: choose another name",
            folder);
      return NULL;
    }
  hidden = g_build_filename (parent, ".unit-XXXXXX", NULL);
  writer.folder = g_mkdtemp_full (hidden, 0777);
  if (writer.folder == NULL)
    {
      fail (error, G_IO_ERROR_FAILED, "nothing can be written into “%s”: %s", parent,
            g_strerror (errno));
      return NULL;
    }
  if (!write_folder (&writer, folder, error))
    return NULL;
  name = g_strconcat (im_text_get_last_part (package->id), ".imunit", NULL);

  return g_build_filename (folder, name, NULL);
}
