/* SPDX-License-Identifier: MIT
 *
 * Which fragments the calls need. A fragment with template variables becomes one item for
 * each set of values that it is used with.
 */
#include <string.h>

#include "emit/im-c-literals.h"
#include "emit/im-emit-c-private.h"
#include "fragment/im-fragment-header.h"

static const char *
relative_path (ImCEmitter *emitter, const char *folder, const char *path)
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

  return im_arena_strdup (emitter->arena, out->str);
}

/* How a fragment would be written in a reference from the unit that needs it. */
static const char *
label_of (ImCEmitter *emitter, const ImUnit *unit, const ImFragment *fragment)
{
  const char *unit_path = im_unit_file_get_path (unit->file);
  g_autofree char *full = g_canonicalize_filename (unit_path, NULL);
  g_autofree char *folder = g_path_get_dirname (full);
  g_autofree char *path = g_canonicalize_filename (
      im_source_get_name (fragment->file->source), NULL);

  return im_arena_printf (emitter->arena, "[%s]/%s%s%s", unit->id.text,
                          relative_path (emitter, folder, path),
                          *fragment->name == '\0' ? "" : ":", fragment->name);
}

static void
append_template_value (ImCEmitter *emitter, const ImValue *value, GString *out)
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
expand (ImCEmitter *emitter, const ImPlanCall *call, const ImFragment *fragment)
{
  const ImInstance *instance = im_c_emitter_get_instance (emitter, call);
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
          im_c_emitter_report (emitter, IM_SEVERITY_ERROR, "template", call, subject,
                               "the fragment “%s” has the variable %s; expected a "
                               "parameter of %s with a value",
                               fragment->name, variable, instance->unit->id.text);
          continue;
        }
      if (!is_code_text (&value))
        {
          im_c_emitter_report (emitter, IM_SEVERITY_ERROR, "template", call, subject,
                               "the variable %s of the fragment “%s” has the value “%s”; "
                               "expected a text of letters, digits, underscores, dots, "
                               "blanks and asterisks, because it becomes code",
                               variable, fragment->name, value.string);
          continue;
        }
      append_template_value (emitter, &value, replacement);
      g_string_replace (text, variable, replacement->str, 0);
    }

  return im_arena_strdup (emitter->arena, text->str);
}

static ImCItem *
find_item (ImCEmitter *emitter, const ImFragment *fragment, const char *text)
{
  for (guint i = 0; i < emitter->items->len; i++)
    {
      ImCItem *item = g_ptr_array_index (emitter->items, i);

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
close_fragment (ImCEmitter *emitter, const ImFragment *fragment)
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

  return im_fragment_set_close (im_unit_library_get_fragments (emitter->library), &root,
                                1, problems);
}

static ImCItem *add_item (ImCEmitter *emitter,
                          const ImPlanCall *call,
                          const ImFragment *fragment);

/* What a header needs is in the header too. */
static void
move_to_header (ImCEmitter *emitter, ImCItem *item, const ImFragmentClosure *closure)
{
  item->is_header = TRUE;
  for (guint i = 0; i < item->needs->len; i++)
    ((ImCItem *) g_ptr_array_index (item->needs, i))->is_header = TRUE;
  for (guint i = 0; i < closure->includes->len; i++)
    add_unique (
        emitter->header_includes,
        ((const ImFragmentInclude *) g_ptr_array_index (closure->includes, i))->text);
}

static void
add_needs (ImCEmitter *emitter, const ImPlanCall *call, ImCItem *item)
{
  g_autoptr (ImFragmentClosure) closure = close_fragment (emitter, item->fragment);

  for (guint i = 0; i < closure->fragments->len; i++)
    {
      const ImFragment *fragment = g_ptr_array_index (closure->fragments, i);

      if (fragment != item->fragment)
        g_ptr_array_add (item->needs, add_item (emitter, call, fragment));
    }
  if (item->fragment->is_header)
    move_to_header (emitter, item, closure);
}

/* Adds a header, unless it is being added because headers include each other. */
static void
add_header (ImCEmitter *emitter,
            const ImPlanCall *call,
            const ImFragment *fragment,
            const ImFragmentInclude *include,
            GPtrArray *headers)
{
  const ImFragment *header = im_fragment_set_find_header (
      im_unit_library_get_fragments (emitter->library), fragment, include);

  if (header == NULL || !g_hash_table_add (emitter->open_headers, (gpointer) header))
    return;
  g_ptr_array_add (headers, add_item (emitter, call, header));
  g_hash_table_remove (emitter->open_headers, header);
}

/* The headers of the package that a fragment includes, with all those that they include.
 */
static void
add_headers (ImCEmitter *emitter,
             const ImPlanCall *call,
             const ImFragment *fragment,
             GPtrArray *headers)
{
  const ImFragmentNeeds *needs[] = { &fragment->file->needs, &fragment->needs };
  gboolean is_header = *fragment->name == '\0';

  for (guint i = is_header ? 1 : 0; i < G_N_ELEMENTS (needs); i++)
    for (guint j = 0; j < needs[i]->n_includes; j++)
      if (needs[i]->includes[j].kind == IM_FRAGMENT_INCLUDE_LOCAL)
        add_header (emitter, call, fragment, &needs[i]->includes[j], headers);
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
add_item (ImCEmitter *emitter, const ImPlanCall *call, const ImFragment *fragment)
{
  const ImInstance *instance = im_c_emitter_get_instance (emitter, call);
  const char *text = expand (emitter, call, fragment);
  ImCItem *item = find_item (emitter, fragment, text);

  if (item != NULL)
    return item;

  item = im_arena_new0 (emitter->arena, ImCItem, 1);
  *item = (ImCItem){
    .fragment = fragment,
    .label = label_of (emitter, instance->unit, fragment),
    .text = text,
    .symbols = g_array_new (FALSE, FALSE, sizeof (ImCSymbol)),
    .needs = g_ptr_array_new (),
  };
  add_headers (emitter, call, fragment, item->needs);
  g_ptr_array_add (emitter->items, item);
  im_c_find_symbols (item->text, emitter->arena, item->symbols);
  if (*fragment->name != '\0')
    add_needs (emitter, call, item);

  return item;
}

static gboolean
make_root (ImCEmitter *emitter, const ImPlanCall *call, ImFragmentRoot *root)
{
  const ImUnit *unit = im_c_emitter_get_instance (emitter, call)->unit;
  const ImUnitText *text = &call->implementation->fragment;
  const char *wrong;

  *root = (ImFragmentRoot){
    .from_file = im_unit_file_get_path (unit->file),
    .source = im_unit_file_get_source (unit->file),
  };
  if (text->text == NULL)
    wrong = "expected an attribute “fragment” such as max.h:max_f32";
  else
    wrong = im_fragment_reference_parse (text->text, strlen (text->text), emitter->arena,
                                         &root->reference);
  if (wrong == NULL)
    root->reference.span = text->raw;
  else
    im_c_emitter_report (emitter, IM_SEVERITY_ERROR, "bad-fragment", call,
                         (ImSubject){ .detail = text->text }, "%s", wrong);

  return wrong == NULL;
}

static void
add_closure_lists (ImCEmitter *emitter, const ImFragmentClosure *closure)
{
  for (guint i = 0; i < closure->includes->len; i++)
    add_unique (
        emitter->includes,
        ((const ImFragmentInclude *) g_ptr_array_index (closure->includes, i))->text);
  for (guint i = 0; i < closure->packages->len; i++)
    add_unique (emitter->emission->packages, g_ptr_array_index (closure->packages, i));
  for (guint i = 0; i < closure->symbol_checks->len; i++)
    {
      gpointer check = g_ptr_array_index (closure->symbol_checks, i);

      if (!g_ptr_array_find (emitter->symbol_checks, check, NULL))
        g_ptr_array_add (emitter->symbol_checks, check);
    }
}

/* Reports what is wrong with the fragments of a call, unless a call before had it. */
static void
report_problems (ImCEmitter *emitter, const ImDiagnostics *problems)
{
  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (problems, i);

      if (!im_diagnostics_has (emitter->diagnostics, problem))
        im_diagnostics_add_copy (emitter->diagnostics, problem);
      emitter->failed = emitter->failed || problem->severity == IM_SEVERITY_ERROR;
    }
}

static void
collect_call (ImCEmitter *emitter, const ImPlanCall *call)
{
  ImFragmentSet *set = im_unit_library_get_fragments (emitter->library);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) repeated = im_diagnostics_new ();
  g_autoptr (ImFragmentClosure) closure = NULL;
  ImFragmentRoot root;
  const ImFragment *target;

  if (!make_root (emitter, call, &root))
    return;

  closure = im_fragment_set_close (set, &root, 1, problems);
  report_problems (emitter, problems);
  for (guint i = 0; i < closure->fragments->len; i++)
    add_item (emitter, call, g_ptr_array_index (closure->fragments, i));
  add_closure_lists (emitter, closure);
  target = im_fragment_set_find (set, &root, repeated);
  if (target != NULL)
    g_hash_table_insert (emitter->callees, (gpointer) call,
                         add_item (emitter, call, target));
}

void
im_c_emitter_collect_fragments (ImCEmitter *emitter)
{
  im_c_emitter_for_each_call (emitter, collect_call);
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
    return im_fragment_find_prototype (item->fragment, function, emitter->arena);

  text = g_strconcat ("#pragma IMAGINET_FRAGMENT_BEGIN \"expanded\"\n", item->text,
                      "#pragma IMAGINET_FRAGMENT_END\n", NULL);
  source = im_source_new_for_string ("expanded.c", text);
  file = im_fragment_file_parse (source, problems);

  return file->n_fragments == 0
             ? NULL
             : im_fragment_find_prototype (&file->fragments[0], function, emitter->arena);
}

/* The prototype of a function of an item, read once. */
static const ImPrototype *
find_prototype (ImCEmitter *emitter, const ImCItem *item, guint symbol)
{
  gpointer key = &item->emitted[symbol], known = NULL;

  if (!g_hash_table_lookup_extended (emitter->prototypes, key, NULL, &known))
    {
      known = (gpointer) read_prototype (
          emitter, item, g_array_index (item->symbols, ImCSymbol, symbol).name);
      g_hash_table_insert (emitter->prototypes, key, known);
    }

  return known;
}

ImCCallee
im_c_emitter_find_callee (ImCEmitter *emitter, const ImPlanCall *call)
{
  ImCItem *item = g_hash_table_lookup (emitter->callees, call);
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
