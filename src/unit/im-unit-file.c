/* SPDX-License-Identifier: MIT
 *
 * Reader of the file level: which units there are and which sections they have.
 */
#include "unit/im-unit-file.h"

#include <string.h>

#include "base/im-file.h"
#include "base/im-text.h"
#include "unit/im-unit-file-private.h"
#include "unit/im-unit-operator.h"
#include "unit/im-unit-reader.h"

static ImUnitFile *
new_file (void)
{
  ImUnitFile *file = g_new0 (ImUnitFile, 1);

  g_atomic_ref_count_init (&file->references);

  return file;
}

static const struct
{
  const char *element;
  ImUnitKind kind;
} roots[] = {
  { "Function", IM_UNIT_FUNCTION }, { "Queue", IM_UNIT_QUEUE },
  { "Unit", IM_UNIT_UNIT },         { "Composite", IM_UNIT_COMPOSITE },
  { "Compound", IM_UNIT_COMPOUND },
};

static const struct
{
  const char *element;
  ImSectionKind kind;
} sections[] = {
  { "Implementations", IM_SECTION_BODY },
  { "Body", IM_SECTION_BODY },
  { "Init", IM_SECTION_INIT },
  { "Enqueue", IM_SECTION_ENQUEUE },
  { "Dequeue", IM_SECTION_DEQUEUE },
  { "NewDomain", IM_SECTION_DEQUEUE },
  { "CanEnqueue", IM_SECTION_CAN_ENQUEUE },
  { "Status", IM_SECTION_CAN_ENQUEUE },
  { "CanDequeue", IM_SECTION_CAN_DEQUEUE },
  { "SoftReset", IM_SECTION_SOFT_RESET },
  { "Destructor", IM_SECTION_FINALIZE },
  { "Finalize", IM_SECTION_FINALIZE },
};

#define COMMON_CHILDREN \
  "DisplayName DisplayPath Description Tags " IM_UNIT_READER_OWN "Examples "
#define LEAF_CHILDREN                                                                    \
  COMMON_CHILDREN                                                                        \
  "Parameters Contracts Implementations Body Init Enqueue Dequeue NewDomain CanEnqueue " \
  "Status "                                                                              \
  "CanDequeue SoftReset Destructor Finalize"

static const char *
children_of (ImUnitKind kind)
{
  switch (kind)
    {
    case IM_UNIT_COMPOSITE:
      return COMMON_CHILDREN "Parameters Contracts Stacked";
    case IM_UNIT_COMPOUND:
      return COMMON_CHILDREN "Nodes Connections " IM_UNIT_READER_OWN "Frame";
    case IM_UNIT_FUNCTION:
    case IM_UNIT_QUEUE:
    case IM_UNIT_UNIT:
    default:
      return LEAF_CHILDREN;
    }
}

/* Any of the three attributes names a unit of any root. */
static ImUnitText
read_id (ImUnitReader *reader, const ImXmlElement *element)
{
  static const char *const names[] = { "unit", "name", "id" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (im_xml_element_find_attribute (element, NULL, names[i]) != NULL)
      return im_unit_reader_check_name (
          reader, im_unit_reader_require_text (reader, element, names[i]), "a unit",
          "Core.Math.Max");

  return im_unit_reader_require_text (reader, element, "unit");
}

static const char *
strip_text (ImUnitReader *reader, const ImXmlElement *element)
{
  g_autofree char *text = g_strstrip (g_strdup (element->text));

  return im_unit_reader_show_text (reader, im_arena_strdup (reader->arena, text));
}

static void
read_tags (ImUnitReader *reader, const ImXmlElement *element)
{
  guint n = im_unit_reader_count_children (element, NULL);
  const char **tags = im_arena_new0 (reader->arena, const char *, n);

  im_unit_reader_check_element (
      reader, element, "",
      "HideInLibrary ContextPushData ExcludeFromApiCodeGen "
      "RecordingDevice Experimental ControlPipe DatasetGen DebugBuild "
      "Track");
  reader->unit->tags = tags;
  for (const ImXmlElement *child = im_unit_reader_first (element); child != NULL;
       child = im_unit_reader_next (child))
    tags[reader->unit->n_tags++] = child->name;
}

static void
check_description (ImUnitReader *reader, const ImXmlElement *element)
{
  static const char known[] = "Header Inline Image LineBreak Text Code";
  static const char *const attributes[] = {
    "", "fragment language", "file width height", "", "bold italic underline", "language"
  };
  g_auto (GStrv) names = g_strsplit (known, " ", -1);

  for (const ImXmlElement *child = im_unit_reader_first (element); child != NULL;
       child = im_unit_reader_next (child))
    {
      guint i = 0;

      while (names[i] != NULL && strcmp (names[i], child->name) != 0)
        i++;
      if (names[i] != NULL)
        im_unit_reader_check_element (reader, child, attributes[i], NULL);
      else
        im_unit_reader_report (
            reader, IM_SEVERITY_WARNING, "unknown-element", child->name_span,
            "a description has no <%s>; it is shown as plain text", child->name);
    }
}

static void
read_child (ImUnitReader *reader, const ImXmlElement *child)
{
  ImUnit *unit = reader->unit;

  if (strcmp (child->name, "DisplayName") == 0)
    unit->display_name = strip_text (reader, child);
  else if (strcmp (child->name, "DisplayPath") == 0)
    unit->display_path = strip_text (reader, child);
  else if (strcmp (child->name, "Description") == 0)
    {
      unit->description = im_unit_reader_read_markup (reader, child);
      check_description (reader, child);
    }
  else if (strcmp (child->name, "Tags") == 0)
    read_tags (reader, child);
  else if (strcmp (child->name, "Contracts") == 0)
    im_unit_reader_read_contracts (reader, child);
  else if (unit->kind == IM_UNIT_COMPOSITE && strcmp (child->name, "Stacked") == 0)
    im_unit_reader_read_stacked (reader, child);
  else if (strcmp (child->name, "Connections") == 0)
    im_unit_reader_read_connections (reader, child);
  else
    for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
      if (strcmp (child->name, sections[i].element) == 0)
        im_unit_reader_read_section (reader, child, sections[i].kind);
}

static void
report_repeated (ImUnitReader *reader, const ImXmlElement *child)
{
  im_unit_reader_report (reader, IM_SEVERITY_ERROR, "duplicate-element", child->name_span,
                         "a unit has one <%s>; this one is ignored", child->name);
}

/* Reports all but the first of what a unit has once. Sections have several names and look
 * for themselves. */
static gboolean
is_repeated (ImUnitReader *reader, const ImXmlElement *child)
{
  static const char *const names[] = { "DisplayName", "DisplayPath", "Description",
                                       "Tags",        "Parameters",  "Contracts",
                                       "Stacked",     "Nodes",       "Connections" };
  gboolean is_single = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    is_single = is_single || strcmp (child->name, names[i]) == 0;
  if (!is_single || im_unit_reader_find (child->parent, child->name) == child)
    return FALSE;

  report_repeated (reader, child);
  return TRUE;
}

/* What a Dequeue section drains is filled by the body, which older files call by that
 * name. */
static void
move_body_of_queue (ImUnit *unit)
{
  ImSection *body = &unit->sections[IM_SECTION_BODY];
  ImSection *enqueue = &unit->sections[IM_SECTION_ENQUEUE];

  if (!im_unit_is_queue (unit) || body->element == NULL || enqueue->element != NULL)
    return;

  *enqueue = *body;
  *body = (ImSection){ .element = NULL };
}

static void
check_sections (ImUnitReader *reader)
{
  ImUnit *unit = reader->unit;
  gboolean has_work = unit->sections[IM_SECTION_BODY].element != NULL ||
                      im_unit_is_queue (unit);

  if (unit->kind == IM_UNIT_COMPOSITE &&
      im_unit_reader_find (unit->element, "Stacked") == NULL)
    im_unit_reader_report (reader, IM_SEVERITY_ERROR, "missing-element",
                           unit->element->name_span, "<Composite> needs <Stacked>");
  else if (unit->kind == IM_UNIT_COMPOUND && unit->nodes == NULL)
    im_unit_reader_report (reader, IM_SEVERITY_ERROR, "missing-element",
                           unit->element->name_span, "<Compound> needs <Nodes>");
  else if (unit->kind == IM_UNIT_QUEUE &&
           (unit->sections[IM_SECTION_ENQUEUE].element == NULL ||
            !im_unit_is_queue (unit)))
    im_unit_reader_report (reader, IM_SEVERITY_ERROR, "missing-element",
                           unit->element->name_span,
                           "<Queue> needs <Enqueue> and <Dequeue>");
  else if (unit->kind < IM_UNIT_COMPOSITE && !has_work)
    im_unit_reader_report (
        reader, IM_SEVERITY_WARNING, "missing-element", unit->element->name_span,
        "<%s> has no <Implementations>, so nothing can be computed", unit->element->name);
}

/* Examples know the parameters, so they are read when these are. */
static void
read_examples (ImUnitReader *reader, const ImXmlElement *element)
{
  for (const ImXmlElement *child = element->first_child; child != NULL;
       child = child->next_sibling)
    if (g_strcmp0 (child->uri, IM_UNIT_NAMESPACE) == 0 &&
        strcmp (child->name, "Examples") == 0)
      {
        if (reader->unit->examples == NULL)
          im_unit_reader_read_examples (reader, child);
        else
          report_repeated (reader, child);
      }
}

static void
read_unit (ImUnitReader *reader, const ImXmlElement *element, ImUnitKind kind)
{
  ImUnit *unit = reader->unit;
  const ImXmlElement *child;

  unit->kind = kind;
  unit->element = element;
  unit->symbols = reader->symbols = im_symbols_new ();
  unit->node_symbols = g_ptr_array_new_with_free_func ((GDestroyNotify) im_symbols_free);
  unit->id = read_id (reader, element);
  unit->promises = im_unit_reader_read_promises (reader, element);
  unit->float_twin = im_unit_reader_get_own (element, "float-twin").text;
  im_unit_reader_check_element (reader, element, "unit name id", children_of (kind));

  /* Names first: an expression may use a parameter that is declared behind it. */
  child = im_unit_reader_find (element, "Parameters");
  if (child != NULL && kind != IM_UNIT_COMPOUND)
    im_unit_reader_read_parameters (reader, child);
  child = im_unit_reader_find (element, "Nodes");
  if (child != NULL && kind == IM_UNIT_COMPOUND)
    im_unit_reader_read_nodes (reader, child);
  for (child = im_unit_reader_first (element); child != NULL;
       child = im_unit_reader_next (child))
    if (!is_repeated (reader, child))
      read_child (reader, child);
  read_examples (reader, element);
  if (kind == IM_UNIT_COMPOUND)
    im_unit_reader_read_frames (reader, element);

  if (unit->display_name == NULL || *unit->display_name == '\0')
    unit->display_name = g_uuid_string_is_valid (unit->id.text)
                             ? im_unit_reader_name_file (reader)
                             : im_text_get_last_part (unit->id.text);
  if (unit->display_path == NULL)
    unit->display_path = "/";
  move_body_of_queue (unit);
  check_sections (reader);
}

static void
keep_expressions (ImUnitReader *reader)
{
  ImUnit *unit = reader->unit;

  unit->n_expressions = reader->expressions->len;
  unit->expressions = im_arena_new0 (reader->arena, ImUnitExpr *, unit->n_expressions);
  for (guint i = 0; i < unit->n_expressions; i++)
    unit->expressions[i] = g_ptr_array_index (reader->expressions, i);
}

/* Makes the unit that is read next. */
static void
begin_unit (ImUnitFile *file, ImUnitReader *reader, GPtrArray *expressions)
{
  reader->unit = im_arena_new0 (file->arena, ImUnit, 1);
  reader->unit->file = file;
  reader->expressions = expressions;
  g_ptr_array_add (file->units, reader->unit);
}

static void
read_project (ImUnitFile *file, ImUnitReader *reader, const ImXmlElement *root)
{
  g_autoptr (GPtrArray) elements = im_unit_reader_list_preprocessors (root);

  for (guint i = 0; i < elements->len; i++)
    {
      g_autoptr (GPtrArray) expressions = g_ptr_array_new ();

      begin_unit (file, reader, expressions);
      im_unit_reader_read_preprocessor (reader, g_ptr_array_index (elements, i));
      keep_expressions (reader);
    }
  if (elements->len == 0)
    im_unit_reader_report (reader, IM_SEVERITY_ERROR, "format", root->name_span,
                           "the project has no <Preprocessor>, nor has one of its "
                           "models");
}

static void
read_units (ImUnitFile *file, ImDiagnostics *diagnostics)
{
  ImUnitReader reader = {
    .arena = file->arena,
    .document = file->document,
    .source = im_xml_document_get_source (file->document),
    .diagnostics = diagnostics,
    .is_of_operators = file->module != NULL,
  };
  const ImXmlElement *root = im_xml_document_get_root (file->document);

  if (strcmp (root->name, "ImagimobStudio") == 0)
    {
      read_project (file, &reader, root);
      return;
    }
  if (strcmp (root->name, "Imaginet") != 0)
    {
      im_unit_reader_report (&reader, IM_SEVERITY_ERROR, "format", root->name_span,
                             "the root of a unit file is <Imaginet>, and of a project "
                             "<ImagimobStudio>, found <%s>",
                             root->name);
      return;
    }

  im_unit_reader_check_element (&reader, root, "version",
                                "Function Queue Unit Composite Compound");
  for (const ImXmlElement *child = im_unit_reader_first (root); child != NULL;
       child = im_unit_reader_next (child))
    for (guint i = 0; i < G_N_ELEMENTS (roots); i++)
      if (strcmp (child->name, roots[i].element) == 0)
        {
          g_autoptr (GPtrArray) expressions = g_ptr_array_new ();

          begin_unit (file, &reader, expressions);
          read_unit (&reader, child, roots[i].kind);
          keep_expressions (&reader);
        }

  if (file->units->len == 0)
    im_unit_reader_report (
        &reader, IM_SEVERITY_ERROR, "format", root->name_span,
        "the file declares no unit: <Imaginet> needs a <Function>, <Queue>, "
        "<Unit>, <Composite> or <Compound>");
}

/* The first error from @start on, as a text. */
static const char *
find_problem (ImUnitFile *file, const ImDiagnostics *diagnostics, guint start)
{
  for (guint i = start; i < im_diagnostics_get_count (diagnostics); i++)
    {
      const ImDiagnostic *item = im_diagnostics_get (diagnostics, i);
      g_autofree char *name = g_path_get_basename (item->name);
      guint line, column;

      if (item->severity != IM_SEVERITY_ERROR)
        continue;
      im_diagnostic_locate (item, &line, &column);

      return im_arena_printf (file->arena, "%s:%u:%u: %s", name, line, column,
                              item->message);
    }

  return NULL;
}

static ImUnitFile *
parse_xml (GBytes *bytes, const char *path, ImDiagnostics *diagnostics)
{
  guint start = im_diagnostics_get_count (diagnostics);
  ImXmlDocument *document = im_xml_document_parse (bytes, path, diagnostics);

  if (document == NULL)
    return NULL;

  g_autoptr (ImUnitFile) file = new_file ();
  file->path = g_strdup (path);
  file->document = document;
  file->arena = im_arena_new ();
  file->units = g_ptr_array_new ();
  read_units (file, diagnostics);
  file->problem = find_problem (file, diagnostics, start);
  file->can_be_patched = im_diagnostics_get_count (diagnostics) == start;

  return file->units->len == 0 ? NULL : g_steal_pointer (&file);
}

/* What the parameters, contracts and values of a unit are of an operator, and where they
 * stand in its file. */
static void
set_operation (ImUnitFile *file,
               ImUnit *unit,
               const ImSkndDefinition *definition,
               const ImUnitOperatorPart *parts)
{
  const ImSkndBlock *asserts = definition->by_kind[IM_SKND_ASSERT];
  const char *text = im_source_get_text (file->module->source, NULL);
  ImUnitOperator *operation = im_arena_new0 (file->arena, ImUnitOperator, 1);
  ImParameter *parameters = (ImParameter *) unit->parameters;
  ImContract *contracts = NULL;

  *operation = (ImUnitOperator){ file->package, file->module, definition, parts };
  unit->operation = operation;
  unit->id.raw = definition->name.span;
  for (guint i = 0; i < unit->n_parameters; i++)
    {
      parameters[i].name.raw = parts[i].name.span;
      if (parts[i].role == IM_OPERATOR_ATTRIBUTE)
        ((ImOption *) parameters[i].option)->is_written = im_unit_operator_is_written (
            parts[i].declaration);
    }
  unit->n_contracts = asserts == NULL ? 0 : asserts->n;
  unit->contracts = contracts = im_arena_new0 (file->arena, ImContract,
                                               unit->n_contracts + 1);
  for (guint i = 0; i < unit->n_contracts; i++)
    {
      const ImSkndExpr *condition = asserts->statements[i]->assertion.condition;
      ImUnitExpr *test = im_arena_new0 (file->arena, ImUnitExpr, 1);
      g_autoptr (GString) shown = g_string_new (NULL);

      im_sknd_expr_append (condition, text, shown);
      test->text = im_arena_strdup (file->arena, shown->str);
      test->raw = condition->span;
      test->symbols = unit->symbols;
      contracts[i] = (ImContract){ .element = unit->element, .test = test };
      contracts[i].message = (ImUnitText){ test->text, condition->span };
    }
}

ImUnitFile *
im_unit_file_new_of_operators (ImSkndPackage *package,
                               const ImSkndFile *module,
                               const char *path,
                               const char *name,
                               ImDiagnostics *diagnostics)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (ImUnitOperatorPart));
  g_autoptr (GPtrArray) definitions = g_ptr_array_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (ImUnitFile) file = NULL;
  const ImUnitOperatorPart *next = NULL;
  gsize length;
  const char *own = im_source_get_text (module->source, &length);

  file = new_file ();
  file->arena = im_arena_new ();
  file->units = g_ptr_array_new ();
  im_unit_operator_append_file (package, module, name, parts, definitions, file->arena,
                                text);
  if (definitions->len == 0)
    return NULL;
  bytes = g_string_free_to_bytes (g_steal_pointer (&text));
  file->path = g_strdup (path);
  file->package = im_sknd_package_ref (package);
  file->module = module;
  file->bytes = g_bytes_new (own, length);
  file->document = im_xml_document_parse (bytes, path, problems);
  if (file->document != NULL)
    read_units (file, problems);
  if (file->units->len != definitions->len)
    {
      im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_ERROR, "format", path,
                                   "the operators cannot be made units: %s",
                                   im_diagnostics_get (problems, 0)->message);
      return NULL;
    }

  next = memcpy (im_arena_new0 (file->arena, ImUnitOperatorPart, parts->len + 1),
                 parts->data, parts->len * sizeof (ImUnitOperatorPart));
  for (guint i = 0; i < file->units->len; i++)
    {
      ImUnit *unit = g_ptr_array_index (file->units, i);

      set_operation (file, unit, g_ptr_array_index (definitions, i), next);
      next += unit->n_parameters;
    }

  return g_steal_pointer (&file);
}

/* A file of operators whose package is its folder. */
static ImUnitFile *
read_operators (const char *path, ImDiagnostics *diagnostics)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = im_unit_operator_dup_module (path);
  g_autofree char *library = im_sknd_package_dup_library ();
  g_autoptr (ImSkndPackage) package = im_sknd_package_new (folder, library);
  const ImSkndFile *module = NULL;

  module = im_sknd_package_import (package, name, diagnostics);

  return module == NULL
             ? NULL
             : im_unit_file_new_of_operators (package, module, path, name, diagnostics);
}

/* What is wrong with single operators keeps none of the others from being used. */
static void
check_operators (ImSkndPackage *package,
                 const ImSkndFile *module,
                 ImDiagnostics *diagnostics)
{
  for (guint i = 0; i < module->n_definitions; i++)
    {
      g_autofree char *problem = NULL;
      const char *nearest = NULL;

      im_sknd_package_find (package, module, module->definitions[i]->name.text,
                            diagnostics, &problem, &nearest);
    }
}

/* The same for a text in memory; its modules are read from the folder. */
static ImUnitFile *
parse_operators (GBytes *bytes, const char *path, ImDiagnostics *diagnostics)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = im_unit_operator_dup_module (path);
  g_autofree char *library = im_sknd_package_dup_library ();
  g_autoptr (ImSkndPackage) package = im_sknd_package_new (folder, library);
  g_autoptr (ImSource) source = im_source_new (path, bytes);
  const ImSkndFile *module = im_sknd_package_add (package, source, diagnostics);
  ImUnitFile *file = NULL;

  if (module == NULL)
    return NULL;
  file = im_unit_file_new_of_operators (package, module, path, name, diagnostics);
  if (file != NULL)
    check_operators (package, module, diagnostics);
  else if (im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) == 0)
    im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_ERROR, "format", path,
                                 "expected an operator that others may use, whose name "
                                 "does not begin with “_”; found none");

  return file;
}

ImUnitFile *
im_unit_file_parse (GBytes *bytes, const char *path, ImDiagnostics *diagnostics)
{
  return im_unit_operator_is_file (path) ? parse_operators (bytes, path, diagnostics)
                                         : parse_xml (bytes, path, diagnostics);
}

ImUnitFile *
im_unit_file_read (const char *path, ImDiagnostics *diagnostics)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;

  if (im_unit_operator_is_file (path))
    return read_operators (path, diagnostics);
  bytes = im_file_read (path, IM_XML_MAX_BYTES, &error);
  if (bytes == NULL)
    {
      im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_ERROR, "file", path, "%s",
                                   error->message);
      return NULL;
    }

  return im_unit_file_parse (bytes, path, diagnostics);
}

ImUnitFile *
im_unit_file_ref (const ImUnitFile *file)
{
  /* That somebody holds it is no part of what it says. */
  ImUnitFile *counted = (ImUnitFile *) file;

  g_atomic_ref_count_inc (&counted->references);

  return counted;
}

void
im_unit_file_unref (ImUnitFile *file)
{
  if (file == NULL || !g_atomic_ref_count_dec (&file->references))
    return;

  for (guint i = 0; i < file->units->len; i++)
    {
      ImUnit *unit = g_ptr_array_index (file->units, i);

      im_symbols_free (unit->symbols);
      g_ptr_array_unref (unit->node_symbols);
      im_arena_free (unit->expr_arena);
    }
  g_ptr_array_unref (file->units);
  im_arena_free (file->arena);
  im_xml_document_free (file->document);
  g_clear_pointer (&file->bytes, g_bytes_unref);
  g_clear_pointer (&file->package, im_sknd_package_unref);
  g_free (file->path);
  g_free (file);
}

const char *
im_unit_file_get_path (const ImUnitFile *file)
{
  return file->path;
}

const char *
im_unit_file_get_problem (const ImUnitFile *file)
{
  return file->problem;
}

ImXmlDocument *
im_unit_file_get_document (const ImUnitFile *file)
{
  return file->module != NULL ? NULL : file->document;
}

GBytes *
im_unit_file_get_bytes (const ImUnitFile *file)
{
  return file->bytes != NULL ? file->bytes : im_xml_document_get_bytes (file->document);
}

ImSource *
im_unit_file_get_source (const ImUnitFile *file)
{
  return file->module != NULL ? file->module->source
                              : im_xml_document_get_source (file->document);
}

guint
im_unit_file_get_count (const ImUnitFile *file)
{
  return file->units->len;
}

const ImUnit *
im_unit_file_get_unit (const ImUnitFile *file, guint index)
{
  return g_ptr_array_index (file->units, index);
}

ImSpan
im_unit_file_map (const ImUnitFile *file, ImSpan raw, ImSpan span)
{
  return file->module != NULL ? raw : im_xml_map_span (file->document, raw, span);
}

const ImUnit *
im_unit_file_find_unit (const ImUnitFile *file, const char *id)
{
  for (guint i = 0; i < im_unit_file_get_count (file); i++)
    if (strcmp (im_unit_file_get_unit (file, i)->id.text, id) == 0)
      return im_unit_file_get_unit (file, i);

  return NULL;
}

GPtrArray *
im_unit_file_list_pipelines (const ImUnitFile *file)
{
  const ImUnit *main_unit = im_unit_file_get_main_unit (file);
  gboolean has_graph = main_unit != NULL && im_unit_is_graph (main_unit);
  GPtrArray *pipelines = g_ptr_array_new ();

  for (guint i = 0; i < im_unit_file_get_count (file); i++)
    if (!has_graph || im_unit_is_graph (im_unit_file_get_unit (file, i)))
      g_ptr_array_add (pipelines, (gpointer) im_unit_file_get_unit (file, i));

  return pipelines;
}

const ImUnit *
im_unit_file_get_main_unit (const ImUnitFile *file)
{
  const ImUnit *chosen = NULL;

  for (guint i = 0; i < im_unit_file_get_count (file); i++)
    {
      const ImUnit *unit = im_unit_file_get_unit (file, i);

      if (unit->is_preprocessor)
        return unit;
      if (chosen == NULL || im_unit_is_graph (unit) || !im_unit_is_graph (chosen))
        chosen = unit;
    }

  return chosen;
}
