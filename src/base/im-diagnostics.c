/* SPDX-License-Identifier: MIT
 *
 * The strings of a list live in its arena; the sources are referenced.
 */
#include "base/im-diagnostics.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/im-arena.h"
#include "base/im-escape.h"

#define EXCERPT_CHARACTERS 100 /* longest part of a source line that is shown */
#define EXCERPT_CONTEXT    30  /* of these, so many before the span */

#define MAX_MESSAGE_BYTES 2000

#define CUT "…"

struct _ImDiagnostics
{
  ImArena *arena;
  GArray *items; /* ImDiagnostic */
};

ImDiagnostics *
im_diagnostics_new (void)
{
  ImDiagnostics *diagnostics = g_new0 (ImDiagnostics, 1);

  diagnostics->arena = im_arena_new ();
  diagnostics->items = g_array_new (FALSE, FALSE, sizeof (ImDiagnostic));

  return diagnostics;
}

void
im_diagnostics_free (ImDiagnostics *diagnostics)
{
  if (diagnostics == NULL)
    return;

  for (guint i = 0; i < diagnostics->items->len; i++)
    im_source_unref (g_array_index (diagnostics->items, ImDiagnostic, i).source);
  g_array_unref (diagnostics->items);
  im_arena_free (diagnostics->arena);
  g_free (diagnostics);
}

/* A message quotes what files say: it is one line of characters that can be shown, and
 * not a file in full. */
static const char *
make_message (ImDiagnostics *diagnostics, const char *format, va_list args)
{
  g_autofree char *text = g_strdup_vprintf (format, args);
  g_autoptr (GString) shown = g_string_new (NULL);

  if (strlen (text) > MAX_MESSAGE_BYTES)
    {
      gsize end = MAX_MESSAGE_BYTES - sizeof CUT;

      while (end > 0 && (text[end] & 0xC0) == 0x80)
        end--;
      strcpy (text + end, CUT);
    }
  im_escape_append (IM_ESCAPE_LINE, text, shown);

  return im_arena_strndup (diagnostics->arena, shown->str, shown->len);
}

void
im_diagnostics_add (ImDiagnostics *diagnostics,
                    ImSeverity severity,
                    const char *code,
                    ImSource *source,
                    ImSpan span,
                    const char *format,
                    ...)
{
  va_list args;

  va_start (args, format);
  ImDiagnostic item = {
    .severity = severity,
    .code = code,
    .source = im_source_ref (source),
    .name = im_source_get_name (source),
    .span = span,
    .message = make_message (diagnostics, format, args),
  };
  va_end (args);

  g_array_append_val (diagnostics->items, item);
}

void
im_diagnostics_add_for_file (ImDiagnostics *diagnostics,
                             ImSeverity severity,
                             const char *code,
                             const char *name,
                             const char *format,
                             ...)
{
  va_list args;

  va_start (args, format);
  ImDiagnostic item = {
    .severity = severity,
    .code = code,
    .name = im_arena_strdup (diagnostics->arena, name),
    .message = make_message (diagnostics, format, args),
  };
  va_end (args);

  g_array_append_val (diagnostics->items, item);
}

static ImDiagnostic *
get_last (ImDiagnostics *diagnostics)
{
  return &g_array_index (diagnostics->items, ImDiagnostic, diagnostics->items->len - 1);
}

void
im_diagnostics_note (ImDiagnostics *diagnostics, const char *format, ...)
{
  va_list args;

  g_return_if_fail (diagnostics->items->len > 0);

  va_start (args, format);
  get_last (diagnostics)->note = make_message (diagnostics, format, args);
  va_end (args);
}

static ImSubject
copy_subject (ImArena *arena, const ImSubject *subject)
{
  return (ImSubject){
    .node = im_arena_strdup (arena, subject->node),
    .parameter = im_arena_strdup (arena, subject->parameter),
    .contract = subject->contract,
    .detail = im_arena_strdup (arena, subject->detail),
  };
}

void
im_diagnostics_set_subject (ImDiagnostics *diagnostics, ImSubject subject)
{
  g_return_if_fail (diagnostics->items->len > 0);

  get_last (diagnostics)->subject = copy_subject (diagnostics->arena, &subject);
}

void
im_diagnostics_note_at (ImDiagnostics *diagnostics, ImSpan span, const char *format, ...)
{
  va_list args;

  g_return_if_fail (diagnostics->items->len > 0);

  va_start (args, format);
  ImDiagnostic *item = get_last (diagnostics);
  item->note = make_message (diagnostics, format, args);
  item->note_span = span;
  va_end (args);
}

/* Where a name stands in the text of a problem, if it is there once. */
static gboolean
find_once (const ImDiagnostic *item, const char *name, ImSpan *found)
{
  gsize length, size = strlen (name);
  const char *text = item->source == NULL ? NULL
                                          : im_source_get_text (item->source, &length);
  const char *first;

  if (text == NULL || size == 0 || item->span.end > length)
    return FALSE;
  first = memmem (text + item->span.start, item->span.end - item->span.start, name, size);
  if (first == NULL)
    return FALSE;

  found->start = (guint32) (first - text);
  found->end = (guint32) (found->start + size);
  return memmem (first + 1, item->span.end - found->start - 1, name, size) == NULL;
}

void
im_diagnostics_fix (ImDiagnostics *diagnostics, const char *name, const char *nearest)
{
  ImDiagnostic *item;

  g_return_if_fail (diagnostics->items->len > 0);

  item = get_last (diagnostics);
  if (nearest != NULL && find_once (item, name, &item->fix_span))
    item->fix = im_arena_strdup (diagnostics->arena, nearest);
}

void
im_diagnostics_suggest (ImDiagnostics *diagnostics, const char *name, const char *nearest)
{
  if (nearest != NULL)
    im_diagnostics_note (diagnostics, "did you mean “%s”?", nearest);
  im_diagnostics_fix (diagnostics, name, nearest);
}

static const char *const *
copy_texts (ImDiagnostics *diagnostics, const char *const *texts, guint n_texts)
{
  const char **copies = im_arena_alloc (diagnostics->arena,
                                        (n_texts + 1) * sizeof *copies);

  for (guint i = 0; i < n_texts; i++)
    copies[i] = im_arena_strdup (diagnostics->arena, texts[i]);
  copies[n_texts] = NULL;

  return copies;
}

void
im_diagnostics_allow (ImDiagnostics *diagnostics,
                      const char *const *values,
                      guint n_values)
{
  g_return_if_fail (diagnostics->items->len > 0);

  if (n_values <= IM_DIAGNOSTICS_MAX_ALLOWED)
    get_last (diagnostics)->allowed = copy_texts (diagnostics, values, n_values);
}

void
im_diagnostics_add_copy (ImDiagnostics *diagnostics, const ImDiagnostic *diagnostic)
{
  ImDiagnostic item = *diagnostic;

  if (item.source != NULL)
    im_source_ref (item.source);
  else
    item.name = im_arena_strdup (diagnostics->arena, item.name);
  item.message = im_arena_strdup (diagnostics->arena, item.message);
  item.note = im_arena_strdup (diagnostics->arena, item.note);
  item.subject = copy_subject (diagnostics->arena, &diagnostic->subject);
  item.fix = im_arena_strdup (diagnostics->arena, item.fix);
  if (item.allowed != NULL)
    item.allowed = copy_texts (diagnostics, item.allowed,
                               g_strv_length ((char **) item.allowed));
  g_array_append_val (diagnostics->items, item);
}

void
im_diagnostics_append (ImDiagnostics *diagnostics, const ImDiagnostics *other)
{
  for (guint i = 0; i < other->items->len; i++)
    im_diagnostics_add_copy (diagnostics, &g_array_index (other->items, ImDiagnostic, i));
}

void
im_diagnostics_swap (ImDiagnostics *diagnostics, ImDiagnostics *other)
{
  ImDiagnostics before = *diagnostics;

  *diagnostics = *other;
  *other = before;
}

typedef struct
{
  ImDiagnostic item;
  guint text;   /* number of its text */
  guint number; /* place in the list */
} SortEntry;

static gint
compare_entries (gconstpointer a, gconstpointer b)
{
  const SortEntry *x = a, *y = b;

  if (x->text != y->text)
    return x->text < y->text ? -1 : 1;
  if (x->item.span.start != y->item.span.start)
    return x->item.span.start < y->item.span.start ? -1 : 1;

  return x->number < y->number ? -1 : 1;
}

void
im_diagnostics_sort (ImDiagnostics *diagnostics)
{
  g_autoptr (GHashTable) texts = g_hash_table_new (g_str_hash, g_str_equal);
  guint n = diagnostics->items->len;
  g_autofree SortEntry *entries = g_new0 (SortEntry, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    {
      entries[i].item = g_array_index (diagnostics->items, ImDiagnostic, i);
      entries[i].number = i;
      if (!g_hash_table_contains (texts, entries[i].item.name))
        g_hash_table_insert (texts, (gpointer) entries[i].item.name,
                             GUINT_TO_POINTER (g_hash_table_size (texts)));
      entries[i].text = GPOINTER_TO_UINT (
          g_hash_table_lookup (texts, entries[i].item.name));
    }
  qsort (entries, n, sizeof *entries, compare_entries);
  for (guint i = 0; i < n; i++)
    g_array_index (diagnostics->items, ImDiagnostic, i) = entries[i].item;
}

gboolean
im_diagnostics_has (const ImDiagnostics *diagnostics, const ImDiagnostic *problem)
{
  for (guint i = 0; i < diagnostics->items->len; i++)
    if (im_diagnostic_equal (&g_array_index (diagnostics->items, ImDiagnostic, i),
                             problem))
      return TRUE;

  return FALSE;
}

guint
im_diagnostics_get_count (const ImDiagnostics *diagnostics)
{
  return diagnostics->items->len;
}

const ImDiagnostic *
im_diagnostics_get (const ImDiagnostics *diagnostics, guint index)
{
  g_return_val_if_fail (index < diagnostics->items->len, NULL);

  return &g_array_index (diagnostics->items, ImDiagnostic, index);
}

guint
im_diagnostics_count (const ImDiagnostics *diagnostics, ImSeverity severity)
{
  guint count = 0;

  for (guint i = 0; i < diagnostics->items->len; i++)
    if (g_array_index (diagnostics->items, ImDiagnostic, i).severity == severity)
      count++;

  return count;
}

const char *
im_severity_get_name (ImSeverity severity)
{
  static const char *const names[] = { "hint", "warning", "error" };

  return names[severity];
}

gboolean
im_diagnostic_is_about_same (const ImDiagnostic *a, const ImDiagnostic *b)
{
  return strcmp (a->code, b->code) == 0 &&
         g_strcmp0 (a->subject.node, b->subject.node) == 0 &&
         g_strcmp0 (a->subject.parameter, b->subject.parameter) == 0 &&
         a->subject.contract == b->subject.contract &&
         g_strcmp0 (a->subject.detail, b->subject.detail) == 0;
}

gboolean
im_diagnostic_equal (const ImDiagnostic *a, const ImDiagnostic *b)
{
  return a->span.start == b->span.start && a->span.end == b->span.end &&
         strcmp (a->name, b->name) == 0 && im_diagnostic_is_about_same (a, b);
}

void
im_diagnostic_locate (const ImDiagnostic *diagnostic, guint *line, guint *column)
{
  *line = *column = 0;
  if (diagnostic->source != NULL)
    im_source_locate (diagnostic->source, diagnostic->span.start, line, column);
}

/* Appends @length bytes of a source line as far as they can be shown. Returns the number
 * of characters appended. */
static guint
append_line_part (GString *out, const char *text, gsize length)
{
  g_autofree char *part = g_utf8_make_valid (text, (gssize) length);
  gsize start = out->len;

  im_escape_append (IM_ESCAPE_LINE, part, out);

  return (guint) g_utf8_strlen (out->str + start, -1);
}

/* Moves @offset by up to @count characters, not past @bound; negative counts go left. */
static gsize
move_characters (const char *text, gsize offset, gint count, gsize bound)
{
  gint step = count < 0 ? -1 : 1;

  for (gint left = ABS (count); left > 0 && offset != bound; left--)
    do
      offset = (gsize) ((gssize) offset + step);
    while (offset != bound && (text[offset] & 0xC0) == 0x80);

  return offset;
}

static void
append_excerpt (const ImDiagnostic *diagnostic,
                guint line_number,
                gboolean colour,
                GString *out)
{
  const char *text = im_source_get_text (diagnostic->source, NULL);
  ImSpan line = im_source_get_line (diagnostic->source, line_number);
  gsize start = CLAMP (diagnostic->span.start, line.start, line.end);
  gsize end = CLAMP (diagnostic->span.end, start, line.end);
  gsize first = move_characters (text, start, -EXCERPT_CONTEXT, line.start);
  gsize last = move_characters (text, first, EXCERPT_CHARACTERS, line.end);

  if (move_characters (text, line.start, EXCERPT_CHARACTERS, line.end) == line.end)
    first = line.start, last = line.end;
  end = MIN (end, last);

  gsize number_start = out->len;
  g_string_append_printf (out, "%5u", line_number);
  int number_width = (int) (out->len - number_start);
  guint cut = first > line.start ? 1 : 0;

  g_string_append_printf (out, " | %s", cut == 1 ? "…" : "");
  guint before = append_line_part (out, text + first, start - first);
  guint marked = append_line_part (out, text + start, end - start);
  append_line_part (out, text + end, last - end);
  g_string_append_printf (out, "%s\n", last < line.end ? "…" : "");

  g_string_append_printf (out, "%*s | %*s%s^", number_width, "", (int) (cut + before), "",
                          colour ? "\033[1;32m" : "");
  for (guint i = 1; i < marked; i++)
    g_string_append_c (out, '~');
  g_string_append_printf (out, "%s\n", colour ? "\033[0m" : "");
}

void
im_diagnostic_print (const ImDiagnostic *diagnostic, gboolean colour, GString *out)
{
  static const char *const severity_colours[] = { "\033[1;36m", "\033[1;35m",
                                                  "\033[1;31m" };
  guint line, column;

  im_diagnostic_locate (diagnostic, &line, &column);

  g_string_append (out, colour ? "\033[1m" : "");
  append_line_part (out, diagnostic->name, strlen (diagnostic->name));
  g_string_append_c (out, ':');
  if (line > 0)
    g_string_append_printf (out, "%u:%u:", line, column);
  g_string_append_printf (
      out, " %s%s: %s", colour ? severity_colours[diagnostic->severity] : "",
      im_severity_get_name (diagnostic->severity), colour ? "\033[0m\033[1m" : "");
  append_line_part (out, diagnostic->message, strlen (diagnostic->message));
  g_string_append (out, colour ? "\033[0m\n" : "\n");
  if (line > 0)
    append_excerpt (diagnostic, line, colour, out);
  if (diagnostic->note != NULL)
    {
      g_string_append (out, "      = note: ");
      append_line_part (out, diagnostic->note, strlen (diagnostic->note));
      g_string_append_c (out, '\n');
    }
}

/* What was printed of one file, and what was not. */
typedef struct
{
  const char *name;
  guint n_printed[IM_N_SEVERITIES];
  guint n_more[IM_N_SEVERITIES];
} FileCount;

static FileCount *
find_count (GHashTable *files, GPtrArray *order, const char *name)
{
  FileCount *count = g_hash_table_lookup (files, name);

  if (count != NULL)
    return count;
  count = g_new0 (FileCount, 1);
  count->name = name;
  g_hash_table_insert (files, (gpointer) name, count);
  g_ptr_array_add (order, count);

  return count;
}

static void
append_more (const FileCount *count, GString *out)
{
  gboolean any = FALSE;

  for (ImSeverity severity = IM_N_SEVERITIES; severity-- > 0;)
    if (count->n_more[severity] > 0)
      {
        if (any)
          g_string_append (out, ", ");
        else
          append_line_part (out, count->name, strlen (count->name));
        g_string_append_printf (out, "%s%u more %s%s", any ? "" : ": and ",
                                count->n_more[severity], im_severity_get_name (severity),
                                count->n_more[severity] == 1 ? "" : "s");
        any = TRUE;
      }
  if (any)
    g_string_append_c (out, '\n');
}

void
im_diagnostics_print (const ImDiagnostics *diagnostics, gboolean colour, GString *out)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                        NULL);
  g_autoptr (GHashTable) files = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) order = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < diagnostics->items->len; i++)
    {
      const ImDiagnostic *item = &g_array_index (diagnostics->items, ImDiagnostic, i);
      FileCount *count = find_count (files, order, item->name);
      g_autoptr (GString) text = g_string_new (NULL);

      if (count->n_printed[item->severity] == IM_DIAGNOSTICS_MAX_PRINTED)
        {
          count->n_more[item->severity]++;
          continue;
        }
      im_diagnostic_print (item, colour, text);
      if (!g_hash_table_add (known, g_strdup (text->str)))
        continue;
      count->n_printed[item->severity]++;
      g_string_append_len (out, text->str, (gssize) text->len);
    }
  for (guint i = 0; i < order->len; i++)
    append_more (g_ptr_array_index (order, i), out);
}
