/* SPDX-License-Identifier: MIT
 *
 * Which fragments the calls need. A fragment with template variables becomes one item for
 * each set of values that it is used with.
 */
#include <string.h>

#include "emit/im-c-literals.h"
#include "emit/im-emit-c-private.h"
#include "fragment/im-fragment-header.h"

typedef struct
{
  ImCJob *job;
  ImCCode code;
  GHashTable *open_headers; /* whose includes are being added */
} Collector;

static const char *
relative_path (Collector *collector, const char *folder, const char *path)
{
  g_auto (GStrv) from = g_strsplit (folder, "/", -1);
  g_auto (GStrv) to = g_strsplit (path, "/", -1);
  g_autoptr (GString) out = g_string_new (NULL);
  guint same = 0;

  while (from[same] != NULL && to[same] != NULL && strcmp (from[same], to[same]) == 0)
    same++;
  for (guint i = same; from[i] != NULL; i++)
    g_string_append (out, "../");
  for (guint i = same; to[i] != NULL; i++)
    g_string_append_printf (out, "%s%s", to[i], to[i + 1] == NULL ? "" : "/");

  return im_arena_strdup (collector->job->arena, out->str);
}

/* How a fragment would be written in a reference from the unit that needs it. */
static const char *
label_of (Collector *collector, const ImUnit *unit, const ImFragment *fragment)
{
  const char *unit_path = im_unit_file_get_path (unit->file);
  g_autofree char *full = g_canonicalize_filename (unit_path, NULL);
  g_autofree char *folder = g_path_get_dirname (full);
  g_autofree char *path = g_canonicalize_filename (
      im_source_get_name (fragment->file->source), NULL);

  return im_arena_printf (collector->job->arena, "[%s]/%s%s%s", unit->id.text,
                          relative_path (collector, folder, path),
                          *fragment->name == '\0' ? "" : ":", fragment->name);
}

static void
append_template_value (Collector *collector, const ImValue *value, GString *out)
{
  if (value->kind == IM_VALUE_STRING)
    g_string_append (out, value->string);
  else if (value->kind == IM_VALUE_DTYPE)
    g_string_append (out, im_c_get_type_name (value->dtype));
  else if (im_c_append_literal (value, NULL, out) != IM_C_LITERAL_FINE)
    im_value_append_display (value, out);
}

/* A text becomes code as it is, so it is no more than a name or a type. */
static gboolean
is_code_text (const ImValue *value)
{
  if (value->kind != IM_VALUE_STRING)
    return TRUE;
  for (const char *c = value->string; *c != '\0'; c++)
    if (!g_ascii_isalnum (*c) && strchr ("_. *", *c) == NULL)
      return FALSE;

  return TRUE;
}

static const char *
expand (Collector *collector, const ImPlanCall *call, const ImFragment *fragment)
{
  const ImInstance *instance = im_c_get_instance (collector->job->plan, call);
  g_autoptr (GString) text = g_string_new (NULL);

  im_fragment_append_body (fragment, text);
  for (guint i = 0; i < fragment->n_templates; i++)
    {
      const char *name = fragment->templates[i].name;
      const ImParameter *parameter = im_unit_find_parameter (instance->unit, name);
      g_autofree char *variable = g_strdup_printf ("{{%s}}", name);
      ImSubject subject = { .parameter = name, .detail = fragment->name };
      g_autoptr (GString) replacement = g_string_new (NULL);
      ImValue value;

      if (parameter == NULL ||
          !im_unit_evaluation_get_value (instance->evaluation, parameter, &value, NULL))
        {
          im_c_report (collector->job, IM_SEVERITY_ERROR, "template", call, subject,
                       "the fragment “%s” has the variable %s; expected a "
                       "parameter of %s with a value",
                       fragment->name, variable, instance->unit->id.text);
          continue;
        }
      if (!is_code_text (&value))
        {
          im_c_report (collector->job, IM_SEVERITY_ERROR, "template", call, subject,
                       "the variable %s of the fragment “%s” has the value “%s”; "
                       "expected a text of letters, digits, underscores, dots, "
                       "blanks and asterisks, because it becomes code",
                       variable, fragment->name, value.string);
          continue;
        }
      append_template_value (collector, &value, replacement);
      g_string_replace (text, variable, replacement->str, 0);
    }

  return im_arena_strdup (collector->job->arena, text->str);
}

static ImCItem *
find_item (Collector *collector, const ImFragment *fragment, const char *text)
{
  for (guint i = 0; i < collector->code.items->len; i++)
    {
      ImCItem *item = g_ptr_array_index (collector->code.items, i);

      if (item->fragment == fragment && strcmp (item->text, text) == 0)
        return item;
    }

  return NULL;
}

static void
add_unique (GPtrArray *list, const char *text)
{
  if (!g_ptr_array_find_with_equal_func (list, text, g_str_equal, NULL))
    g_ptr_array_add (list, (gpointer) text);
}

/* The closure of one fragment; its problems were reported with that of all calls. */
static ImFragmentClosure *
close_fragment (Collector *collector, const ImFragment *fragment)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  const char *path = im_source_get_name (fragment->file->source);
  g_autofree char *file = g_path_get_basename (path);
  ImFragmentRoot root = {
    .from_file = path,
    .source = fragment->file->source,
    .reference = { .kind = IM_FRAGMENT_REFERENCE_FILE,
                   .file = file,
                   .name = fragment->name },
  };

  return im_fragment_set_close (im_unit_library_get_fragments (collector->job->library),
                                &root, 1, problems);
}

static ImCItem *add_item (Collector *collector,
                          const ImPlanCall *call,
                          const ImFragment *fragment);

/* What a header needs is in the header too. */
static void
move_to_header (Collector *collector, ImCItem *item, const ImFragmentClosure *closure)
{
  item->is_header = TRUE;
  for (guint i = 0; i < item->needs->len; i++)
    ((ImCItem *) g_ptr_array_index (item->needs, i))->is_header = TRUE;
  for (guint i = 0; i < closure->includes->len; i++)
    add_unique (
        collector->code.header_includes,
        ((const ImFragmentInclude *) g_ptr_array_index (closure->includes, i))->text);
}

static void
add_needs (Collector *collector, const ImPlanCall *call, ImCItem *item)
{
  g_autoptr (ImFragmentClosure) closure = close_fragment (collector, item->fragment);

  for (guint i = 0; i < closure->fragments->len; i++)
    {
      const ImFragment *fragment = g_ptr_array_index (closure->fragments, i);

      if (fragment != item->fragment)
        g_ptr_array_add (item->needs, add_item (collector, call, fragment));
    }
  if (item->fragment->is_header)
    move_to_header (collector, item, closure);
}

/* Adds a header, unless it is being added because headers include each other. */
static void
add_header (Collector *collector,
            const ImPlanCall *call,
            const ImFragment *fragment,
            const ImFragmentInclude *include,
            GPtrArray *headers)
{
  const ImFragment *header = im_fragment_set_find_header (
      im_unit_library_get_fragments (collector->job->library), fragment, include);

  if (header == NULL || !g_hash_table_add (collector->open_headers, (gpointer) header))
    return;
  g_ptr_array_add (headers, add_item (collector, call, header));
  g_hash_table_remove (collector->open_headers, header);
}

/* The headers of the package that a fragment includes, with all those that they include.
 */
static void
add_headers (Collector *collector,
             const ImPlanCall *call,
             const ImFragment *fragment,
             GPtrArray *headers)
{
  const ImFragmentNeeds *needs[] = { &fragment->file->needs, &fragment->needs };
  gboolean is_header = *fragment->name == '\0';

  for (guint i = is_header ? 1 : 0; i < G_N_ELEMENTS (needs); i++)
    for (guint j = 0; j < needs[i]->n_includes; j++)
      if (needs[i]->includes[j].kind == IM_FRAGMENT_INCLUDE_LOCAL)
        add_header (collector, call, fragment, &needs[i]->includes[j], headers);
  for (guint i = 0; i < headers->len; i++)
    {
      const ImCItem *header = g_ptr_array_index (headers, i);

      for (guint j = 0; j < header->needs->len; j++)
        if (!g_ptr_array_find (headers, g_ptr_array_index (header->needs, j), NULL))
          g_ptr_array_add (headers, g_ptr_array_index (header->needs, j));
    }
}

/* An item stands behind those that it needs: fragments, which the closure has in front of
 * it, and headers. */
static ImCItem *
add_item (Collector *collector, const ImPlanCall *call, const ImFragment *fragment)
{
  const ImInstance *instance = im_c_get_instance (collector->job->plan, call);
  const char *text = expand (collector, call, fragment);
  ImCItem *item = find_item (collector, fragment, text);

  if (item != NULL)
    return item;

  item = im_arena_new0 (collector->job->arena, ImCItem, 1);
  *item = (ImCItem){
    .fragment = fragment,
    .label = label_of (collector, instance->unit, fragment),
    .text = text,
    .symbols = g_array_new (FALSE, FALSE, sizeof (ImCSymbol)),
    .needs = g_ptr_array_new (),
  };
  add_headers (collector, call, fragment, item->needs);
  g_ptr_array_add (collector->code.items, item);
  im_c_find_symbols (item->text, collector->job->arena, item->symbols);
  if (*fragment->name != '\0')
    add_needs (collector, call, item);

  return item;
}

static gboolean
make_root (Collector *collector, const ImPlanCall *call, ImFragmentRoot *root)
{
  const ImUnit *unit = im_c_get_instance (collector->job->plan, call)->unit;
  const char *wrong = im_implementation_get_root (call->implementation, unit,
                                                  collector->job->arena, root);

  if (wrong != NULL)
    im_c_report (collector->job, IM_SEVERITY_ERROR, "bad-fragment", call,
                 (ImSubject){ .detail = call->implementation->fragment.text }, "%s",
                 wrong);

  return wrong == NULL;
}

static void
add_closure_lists (Collector *collector, const ImFragmentClosure *closure)
{
  for (guint i = 0; i < closure->includes->len; i++)
    add_unique (
        collector->code.includes,
        ((const ImFragmentInclude *) g_ptr_array_index (closure->includes, i))->text);
  for (guint i = 0; i < closure->packages->len; i++)
    add_unique (collector->code.packages, g_ptr_array_index (closure->packages, i));
  for (guint i = 0; i < closure->symbol_checks->len; i++)
    {
      gpointer check = g_ptr_array_index (closure->symbol_checks, i);

      if (!g_ptr_array_find (collector->code.symbol_checks, check, NULL))
        g_ptr_array_add (collector->code.symbol_checks, check);
    }
}

/* Reports what is wrong with the fragments of a call, unless a call before had it. */
static void
report_problems (Collector *collector, const ImDiagnostics *problems)
{
  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (problems, i);

      if (!im_diagnostics_has (collector->job->diagnostics, problem))
        im_diagnostics_add_copy (collector->job->diagnostics, problem);
      collector->job->failed = collector->job->failed ||
                               problem->severity == IM_SEVERITY_ERROR;
    }
}

static void
collect_call (const ImPlanCall *call, gpointer data)
{
  Collector *collector = data;
  ImFragmentSet *set = im_unit_library_get_fragments (collector->job->library);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) repeated = im_diagnostics_new ();
  g_autoptr (ImFragmentClosure) closure = NULL;
  ImFragmentRoot root;
  const ImFragment *target;

  if (!make_root (collector, call, &root))
    return;

  closure = im_fragment_set_close (set, &root, 1, problems);
  report_problems (collector, problems);
  for (guint i = 0; i < closure->fragments->len; i++)
    add_item (collector, call, g_ptr_array_index (closure->fragments, i));
  add_closure_lists (collector, closure);
  target = im_fragment_set_find (set, &root, repeated);
  if (target != NULL)
    g_hash_table_insert (collector->code.callees, (gpointer) call,
                         add_item (collector, call, target));
}

ImCCode
im_c_collect_code (ImCJob *job)
{
  g_autoptr (GHashTable) open_headers = g_hash_table_new (NULL, NULL);
  Collector collector = {
    .job = job,
    .code = { .items = g_ptr_array_new (),
              .includes = g_ptr_array_new (),
              .header_includes = g_ptr_array_new (),
              .packages = g_ptr_array_new (),
              .symbol_checks = g_ptr_array_new (),
              .callees = g_hash_table_new (NULL, NULL),
              .prototypes = g_hash_table_new (NULL, NULL) },
    .open_headers = open_headers,
  };

  im_c_for_each_call (job->plan, collect_call, &collector);

  return collector.code;
}

void
im_c_code_clear (ImCCode *code)
{
  for (guint i = 0; code->items != NULL && i < code->items->len; i++)
    {
      ImCItem *item = g_ptr_array_index (code->items, i);

      g_array_unref (item->symbols);
      g_ptr_array_unref (item->needs);
    }
  g_clear_pointer (&code->items, g_ptr_array_unref);
  g_clear_pointer (&code->includes, g_ptr_array_unref);
  g_clear_pointer (&code->header_includes, g_ptr_array_unref);
  g_clear_pointer (&code->packages, g_ptr_array_unref);
  g_clear_pointer (&code->symbol_checks, g_ptr_array_unref);
  g_clear_pointer (&code->callees, g_hash_table_unref);
  g_clear_pointer (&code->prototypes, g_hash_table_unref);
}

/* Reads the prototype of a function of an item. Where templates were replaced the
 * fragment has no types yet, so the expanded text is read as a fragment of its own. */
static const ImPrototype *
read_prototype (ImCEmitter *emitter, const ImCItem *item, const char *function)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImSource) source = NULL;
  g_autoptr (ImFragmentFile) file = NULL;
  g_autofree char *text = NULL;

  if (item->fragment->n_templates == 0)
    return im_fragment_find_prototype (item->fragment, function, emitter->job->arena);

  text = g_strconcat ("#pragma IMAGINET_FRAGMENT_BEGIN \"expanded\"\n", item->text,
                      "#pragma IMAGINET_FRAGMENT_END\n", NULL);
  source = im_source_new_for_string ("expanded.c", text);
  file = im_fragment_file_parse (source, problems);

  return file->n_fragments == 0 ? NULL
                                : im_fragment_find_prototype (
                                      &file->fragments[0], function, emitter->job->arena);
}

/* The prototype of a function of an item, read once. */
static const ImPrototype *
find_prototype (ImCEmitter *emitter, const ImCItem *item, guint symbol)
{
  gpointer key = &item->emitted[symbol], known = NULL;

  if (!g_hash_table_lookup_extended (emitter->code.prototypes, key, NULL, &known))
    {
      known = (gpointer) read_prototype (
          emitter, item, g_array_index (item->symbols, ImCSymbol, symbol).name);
      g_hash_table_insert (emitter->code.prototypes, key, known);
    }

  return known;
}

ImCCallee
im_c_emitter_find_callee (ImCEmitter *emitter, const ImPlanCall *call)
{
  ImCItem *item = g_hash_table_lookup (emitter->code.callees, call);
  ImCCallee callee = { call->function, NULL };

  /* The function itself first, then what its fragment builds on. */
  for (gint i = -1; item != NULL && i < (gint) item->needs->len; i++)
    {
      ImCItem *place = i < 0 ? item : g_ptr_array_index (item->needs, (guint) i);

      for (guint j = 0; j < place->symbols->len; j++)
        if (strcmp (g_array_index (place->symbols, ImCSymbol, j).name, call->function) ==
            0)
          {
            callee.name = place->emitted[j];
            callee.prototype = find_prototype (emitter, place, j);
            return callee;
          }
    }

  return callee;
}
