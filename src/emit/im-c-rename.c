/* SPDX-License-Identifier: MIT
 *
 * Names of fragments that were written apart and now stand in one file. The first one
 * keeps its name; another one of the same name is called `name__2` by a macro around its
 * text and around the text of all that need it. What the linker sees gets the prefix.
 *
 * Macros, and no edits of the text: code of others is emitted byte for byte, so that a
 * message of the compiler and a licence still fit it, and only a compiler can tell a name
 * from a member or a label of the same spelling. A macro of C renames all of them, which
 * is harmless, for it does so wherever the fragment is seen.
 */
#include <string.h>

#include "base/im-escape.h"
#include "emit/im-emit-c-private.h"

static const ImCSymbol *
get_symbol (const ImCItem *item, guint index)
{
  return &g_array_index (item->symbols, ImCSymbol, index);
}

static gboolean
is_macro (const ImCSymbol *symbol)
{
  return symbol->kind == IM_C_SYMBOL_MACRO || symbol->kind == IM_C_SYMBOL_GUARDED_MACRO;
}

/* The name of the first owner of a symbol. */
static const char *
first_name (const ImCJob *job, const ImCItem *item, const ImCSymbol *symbol)
{
  if (symbol->kind == IM_C_SYMBOL_GLOBAL && !item->is_header)
    return im_arena_printf (job->arena, "%s_%s", job->prefix, symbol->name);

  return symbol->name;
}

/* Counts a name once for each item that defines it. Macros are left alone: a macro cannot
 * be renamed by another one, since the preprocessor would replace it by what it stands
 * for. They end with their fragment by #undef instead, see emit_undefinitions(). The
 * count goes by the written name, not by the emitted one, so that `f` of two fragments
 * gets `f` and `IMAI_f__2` even if only one of them carries the prefix.
 */
static void
name_item (const ImCJob *job, ImCItem *item, GHashTable *counts)
{
  item->emitted = im_arena_new0 (job->arena, const char *, item->symbols->len);
  for (guint i = 0; i < item->symbols->len; i++)
    {
      const ImCSymbol *symbol = get_symbol (item, i);
      guint count = GPOINTER_TO_UINT (g_hash_table_lookup (counts, symbol->name)) + 1;

      item->emitted[i] = first_name (job, item, symbol);
      if (is_macro (symbol))
        continue;
      if (count > 1)
        item->emitted[i] = im_arena_printf (job->arena, "%s__%u", item->emitted[i],
                                            count);
      g_hash_table_insert (counts, (gpointer) symbol->name, GUINT_TO_POINTER (count));
    }
}

static void
check_symbol (ImCJob *job, const ImCCode *code, const ImFragmentSymbolCheck *check)
{
  guint n = 0;

  for (guint i = 0; i < code->items->len; i++)
    {
      const ImCItem *item = g_ptr_array_index (code->items, i);

      for (guint j = 0; j < item->symbols->len; j++)
        n += strcmp (get_symbol (item, j)->name, check->symbol) == 0;
    }
  if (n > 1)
    im_c_report (job, IM_SEVERITY_ERROR, "symbol-clash", NULL,
                 (ImSubject){ .detail = check->symbol },
                 "%u fragments define “%s”, which must be there once: %s", n,
                 check->symbol, check->message == NULL ? "" : check->message);
}

/* Header items come first in the emitted code, so they keep their names: whoever includes
 * the header of the bundle calls functions by the names that their authors gave them, and
 * a macro around the declaration of one would leak into that code. Hence the two passes,
 * although items stand in the order of their dependencies. The order is that of the plan,
 * so the same pipeline gets the same names each time. */
void
im_c_name_symbols (ImCJob *job, const ImCCode *code)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < code->items->len; i++)
      {
        ImCItem *item = g_ptr_array_index (code->items, i);

        if (item->is_header == (pass == 0))
          name_item (job, item, counts);
      }
  for (guint i = 0; i < code->symbol_checks->len; i++)
    check_symbol (job, code, g_ptr_array_index (code->symbol_checks, i));
}

/* Adds the names that @source is known by in the emitted code. */
static void
add_renames (const ImCItem *source, GHashTable *defaults, GHashTable *renames)
{
  for (guint i = 0; i < source->symbols->len; i++)
    {
      const char *name = get_symbol (source, i)->name;
      const char *standard = g_hash_table_lookup (defaults, name);

      if (!is_macro (get_symbol (source, i)) && standard != NULL &&
          strcmp (standard, source->emitted[i]) != 0)
        g_hash_table_insert (renames, (gpointer) name, (gpointer) source->emitted[i]);
    }
}

static GList *
sorted_keys (GHashTable *table)
{
  return g_list_sort (g_hash_table_get_keys (table), (GCompareFunc) strcmp);
}

/* A macro of an item before must not reach into this one. */
static void
emit_undefinitions (const ImCItem *item, GHashTable *macros, ImCWriter *writer)
{
  for (guint i = 0; i < item->symbols->len; i++)
    {
      const ImCSymbol *symbol = get_symbol (item, i);

      if (symbol->kind == IM_C_SYMBOL_MACRO &&
          g_hash_table_contains (macros, symbol->name))
        im_c_writer_line (writer, "#undef %s", symbol->name);
      if (is_macro (symbol))
        g_hash_table_add (macros, (gpointer) symbol->name);
    }
}

static guint
count_lines (const char *text, gsize length)
{
  const char *end = text + length;
  guint lines = 0;

  for (; (text = memchr (text, '\n', (gsize) (end - text))) != NULL; text++)
    lines++;

  return lines;
}

/* How many lines the beginning of what is written has. */
typedef struct
{
  gsize length;
  guint n_lines;
} Counted;

static void
record (ImCEmitter *emitter, const ImCItem *item, Counted *counted, const GString *out)
{
  guint file_line, column;
  guint32 start = item->fragment->n_pieces == 0 ? item->fragment->span.start
                                                : item->fragment->pieces[0].start;

  counted->n_lines += count_lines (out->str + counted->length,
                                   out->len - counted->length);
  counted->length = out->len;

  ImEmitFragment fragment = {
    .label = item->label,
    .path = im_arena_strdup (emitter->job->arena,
                             im_source_get_name (item->fragment->file->source)),
    .line = counted->n_lines + 1,
    .n_lines = count_lines (item->text, strlen (item->text)),
    .is_header = item->is_header,
  };

  im_source_locate (item->fragment->file->source, start, &file_line, &column);
  fragment.file_line = file_line;
  g_array_append_val (emitter->emission->fragments, fragment);
}

static void
emit_item (ImCEmitter *emitter,
           const ImCItem *item,
           GHashTable *defaults,
           GHashTable *macros,
           Counted *counted,
           ImCWriter *writer)
{
  g_autoptr (GHashTable) renames = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree char *label = im_escape_dup (IM_ESCAPE_C_COMMENT, item->label);

  for (guint i = 0; i < item->needs->len; i++)
    add_renames (g_ptr_array_index (item->needs, i), defaults, renames);
  add_renames (item, defaults, renames);

  g_autoptr (GList) names = sorted_keys (renames);
  im_c_writer_line (writer, "/* %s */", label);
  im_c_open_shared_item (item, writer);
  emit_undefinitions (item, macros, writer);
  for (GList *l = names; l != NULL; l = l->next)
    {
      if (strcmp (g_hash_table_lookup (defaults, l->data), l->data) != 0)
        im_c_writer_line (writer, "#undef %s", (char *) l->data);
      im_c_writer_line (writer, "#define %s %s", (char *) l->data,
                        (char *) g_hash_table_lookup (renames, l->data));
    }
  record (emitter, item, counted, writer->out);
  g_string_append (writer->out, item->text);
  for (GList *l = names; l != NULL; l = l->next)
    {
      const char *standard = g_hash_table_lookup (defaults, l->data);

      im_c_writer_line (writer, "#undef %s", (char *) l->data);
      if (strcmp (standard, l->data) != 0)
        im_c_writer_line (writer, "#define %s %s", (char *) l->data, standard);
    }
  im_c_close_shared_item (item, writer);
  im_c_writer_blank (writer);
}

/* What each name means where nothing else is said: what its first owner is called. */
static GHashTable *
find_defaults (ImCEmitter *emitter)
{
  GHashTable *defaults = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < emitter->code.items->len; i++)
      {
        const ImCItem *item = g_ptr_array_index (emitter->code.items, i);

        for (guint j = 0; item->is_header == (pass == 0) && j < item->symbols->len; j++)
          if (!is_macro (get_symbol (item, j)) &&
              !g_hash_table_contains (defaults, get_symbol (item, j)->name))
            g_hash_table_insert (defaults, (gpointer) get_symbol (item, j)->name,
                                 (gpointer) item->emitted[j]);
      }

  return defaults;
}

/* Functions and variables that the linker sees are renamed in the whole file, because a
 * declaration of them may stand anywhere. */
static void
emit_linked_names (GHashTable *defaults, ImCWriter *writer)
{
  g_autoptr (GList) names = sorted_keys (defaults);
  gboolean any = FALSE;

  for (GList *l = names; l != NULL; l = l->next)
    {
      const char *standard = g_hash_table_lookup (defaults, l->data);

      if (strcmp (standard, l->data) == 0)
        continue;
      if (!any)
        im_c_writer_line (writer, "/* What the linker sees has the prefix. */");
      im_c_writer_line (writer, "#define %s %s", (char *) l->data, standard);
      any = TRUE;
    }
  if (any)
    im_c_writer_blank (writer);
}

/* One owner in the whole program: a second one gives an error of the linker. */
static void
emit_owners (ImCEmitter *emitter, ImCWriter *writer)
{
  for (guint i = 0; i < emitter->code.symbol_checks->len; i++)
    {
      const ImFragmentSymbolCheck *check = g_ptr_array_index (emitter->code.symbol_checks,
                                                              i);
      g_autofree char *text = im_escape_dup (
          IM_ESCAPE_C_COMMENT,
          check->message == NULL ? "one owner in the program" : check->message);

      if (!check->is_global || check->symbol == NULL)
        continue;
      im_c_writer_line (writer, "/* %s */", text);
      im_c_writer_line (writer, "extern const char imaginet_owner_of_%s;", check->symbol);
      im_c_writer_line (writer, "const char imaginet_owner_of_%s = 1;", check->symbol);
      im_c_writer_blank (writer);
    }
}

void
im_c_emit_fragments (ImCEmitter *emitter, gboolean is_header, ImCWriter *writer)
{
  g_autoptr (GHashTable) defaults = find_defaults (emitter);
  g_autoptr (GHashTable) macros = g_hash_table_new (g_str_hash, g_str_equal);
  Counted counted = { 0 };

  if (!is_header)
    {
      emit_owners (emitter, writer);
      emit_linked_names (defaults, writer);
    }
  for (guint i = 0; i < emitter->code.items->len; i++)
    {
      const ImCItem *item = g_ptr_array_index (emitter->code.items, i);

      if (item->is_header == is_header)
        emit_item (emitter, item, defaults, macros, &counted, writer);
    }
}
