/* SPDX-License-Identifier: MIT
 *
 * All fragments share one module. A function whose name another file has taken gets a
 * name of its own, in all fragments of its file.
 */
#include <string.h>

#include "emit/im-python-private.h"
#include "fragment/im-code-token.h"
#include "unit/im-unit-library.h"

/* What the module defines itself. */
static const char *const own_names[] = { "Pipeline", "_NO_DATA",  "_ERROR", "_FULL",
                                         "_failed",  "_computed", "np" };

static void
add_root (ImPythonEmitter *emitter, const ImPlanCall *call)
{
  const ImUnit *unit = emitter->plan->program->instances[call->instance].unit;
  ImFragmentRoot root;
  const char *wrong = im_implementation_get_root (call->implementation, unit,
                                                  emitter->arena, &root);

  if (wrong != NULL)
    im_python_fail (emitter, "bad-fragment", call, "%s", wrong);
  else
    g_array_append_val (emitter->roots, root);
}

static char *
dup_key (const ImFragmentFile *file, const char *name)
{
  return g_strdup_printf ("%p %s", (const void *) file, name);
}

/* A name of the top level: that behind `def` or `class`. */
static void
take_name (ImPythonEmitter *emitter,
           const ImFragmentFile *file,
           const char *name,
           GHashTable *owners)
{
  g_autofree char *own = g_strdup (name);

  if (g_hash_table_lookup (owners, name) == file)
    return;
  for (guint i = 2; g_hash_table_contains (owners, own); i++)
    {
      g_free (own);
      own = g_strdup_printf ("%s__%u", name, i);
    }
  if (strcmp (own, name) != 0)
    {
      char *key = dup_key (file, name);

      if (g_hash_table_contains (emitter->renames, key))
        {
          g_free (key);
          return;
        }
      g_hash_table_insert (emitter->renames, key, g_strdup (own));
    }
  g_hash_table_insert (owners, im_arena_strdup (emitter->arena, own), (gpointer) file);
}

static void
take_names (ImPythonEmitter *emitter,
            const ImFragmentFile *file,
            const char *text,
            GHashTable *owners)
{
  ImCodeScanner scanner = { .text = text,
                            .end = (guint32) strlen (text),
                            .is_python = TRUE };
  ImCodeToken token;

  while ((token = im_code_scanner_next (&scanner)).kind != IM_CODE_END)
    {
      if (!token.starts_line || (!im_code_token_is (&scanner, &token, "def") &&
                                 !im_code_token_is (&scanner, &token, "class")))
        continue;

      ImCodeToken name = im_code_scanner_next (&scanner);
      g_autofree char *copy = g_strndup (text + name.span.start,
                                         name.span.end - name.span.start);
      take_name (emitter, file, copy, owners);
    }
}

/* Copies a text, with the names that its file has under another name replaced. */
static void
append_renamed (ImPythonEmitter *emitter,
                const ImFragmentFile *file,
                const char *text,
                GString *out)
{
  ImCodeScanner scanner = { .text = text,
                            .end = (guint32) strlen (text),
                            .is_python = TRUE };
  ImCodeToken token;
  guint32 copied = 0;
  gboolean is_member = FALSE;

  while ((token = im_code_scanner_next (&scanner)).kind != IM_CODE_END)
    {
      g_autofree char *word = g_strndup (text + token.span.start,
                                         token.span.end - token.span.start);
      g_autofree char *key = dup_key (file, word);
      const char *own = token.kind == IM_CODE_WORD && !is_member
                            ? g_hash_table_lookup (emitter->renames, key)
                            : NULL;

      is_member = im_code_token_is (&scanner, &token, ".");
      if (own == NULL)
        continue;
      g_string_append_len (out, text + copied, (gssize) (token.span.start - copied));
      g_string_append (out, own);
      copied = token.span.end;
    }
  g_string_append (out, text + copied);
}

static void
emit_includes (ImPythonEmitter *emitter, const ImFragmentClosure *closure)
{
  static const char numpy[] = "import numpy as np";

  im_c_writer_line (&emitter->writer, "%s", numpy);
  for (guint i = 0; i < closure->includes->len; i++)
    {
      const ImFragmentInclude *include = g_ptr_array_index (closure->includes, i);

      if (strcmp (include->text, numpy) != 0)
        im_c_writer_line (&emitter->writer, "%s", include->text);
    }
}

static void
emit_fragment (ImPythonEmitter *emitter, const ImFragment *fragment, const char *text)
{
  g_autoptr (GString) renamed = g_string_new (NULL);

  append_renamed (emitter, fragment->file, text, renamed);
  g_strchomp (renamed->str);
  im_c_writer_blank (&emitter->writer);
  im_c_writer_blank (&emitter->writer);
  g_string_append (emitter->writer.out, renamed->str + strspn (renamed->str, "\n"));
  im_c_writer_blank (&emitter->writer);
}

/* Warnings of fragments are said by `imaginet check`. */
static void
add_errors (ImPythonEmitter *emitter, const ImDiagnostics *problems)
{
  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    if (im_diagnostics_get (problems, i)->severity == IM_SEVERITY_ERROR)
      {
        im_diagnostics_add_copy (emitter->diagnostics, im_diagnostics_get (problems, i));
        emitter->failed = TRUE;
      }
}

static void
emit_closure (ImPythonEmitter *emitter, const ImFragmentClosure *closure)
{
  g_autoptr (GHashTable) owners = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < G_N_ELEMENTS (own_names); i++)
    g_hash_table_insert (owners, (gpointer) own_names[i], NULL);
  for (guint i = 0; i < closure->fragments->len; i++)
    {
      const ImFragment *fragment = g_ptr_array_index (closure->fragments, i);
      GString *text = g_string_new (NULL);

      if (fragment->n_templates > 0)
        im_python_fail (emitter, "template", NULL,
                        "the Python fragment “%s” has the variable “%s”; only C "
                        "fragments have variables",
                        fragment->name, fragment->templates[0].name);
      im_fragment_append_body (fragment, text);
      take_names (emitter, fragment->file, text->str, owners);
      g_ptr_array_add (texts, g_string_free (text, FALSE));
    }
  emit_includes (emitter, closure);
  for (guint i = 0; i < closure->fragments->len; i++)
    emit_fragment (emitter, g_ptr_array_index (closure->fragments, i),
                   g_ptr_array_index (texts, i));
}

void
im_python_emit_fragments (ImPythonEmitter *emitter)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  ImFragmentSet *set = im_unit_library_get_fragments (emitter->library);

  im_python_for_each_call (emitter, add_root);

  g_autoptr (ImFragmentClosure) closure = im_fragment_set_close (
      set, (const ImFragmentRoot *) (gpointer) emitter->roots->data, emitter->roots->len,
      problems);
  add_errors (emitter, problems);
  emit_closure (emitter, closure);
}

const char *
im_python_get_function (ImPythonEmitter *emitter, const ImPlanCall *call)
{
  const ImUnit *unit = emitter->plan->program->instances[call->instance].unit;
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  ImFragmentRoot root;
  const ImFragment *fragment = NULL;

  if (im_implementation_get_root (call->implementation, unit, emitter->arena, &root) ==
      NULL)
    fragment = im_fragment_set_find (im_unit_library_get_fragments (emitter->library),
                                     &root, problems);
  if (fragment == NULL)
    return call->function;

  g_autofree char *key = dup_key (fragment->file, call->function);
  const char *own = g_hash_table_lookup (emitter->renames, key);

  return own == NULL ? call->function : own;
}
