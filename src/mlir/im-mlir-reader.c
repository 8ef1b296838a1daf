/* SPDX-License-Identifier: MIT
 *
 * Operations, types and aliases; im-mlir-scan.h finds where they begin.
 */
#include "mlir/im-mlir-reader.h"

#include <string.h>

#include "base/im-arena.h"
#include "mlir/im-mlir-scan.h"

#define SPLIT     "// -----"
#define MAX_DEPTH 200 /* regions in regions */

typedef struct
{
  ImMlirScan scan;
  ImMlirChooseFunc choose; /* NULL takes all */
  ImMlirEntryFunc func;
  gpointer data;
  GHashTable *aliases; /* of types, by name */
  ImArena *kept;       /* for aliases */
  ImArena *arena;      /* for one operation */
  guint depth;
} Reader;

/* An operation while it is read. */
typedef struct
{
  guint line;
  guint column;
  const char *name;
  const char *body; /* behind the name */
  gboolean is_generic;
  gboolean is_signature; /* there is no name at all */
  guint n_named_results;
  GArray *operands;
  GArray *results;
  GPtrArray *values; /* names of operands */
} Operation;

static void read_block (Reader *reader, gboolean is_region);

static ImMlirChoice
choose_operation (const Reader *reader, const Operation *operation)
{
  if (reader->choose == NULL || operation->is_signature)
    return IM_MLIR_CHOICE_NAMED;

  return operation->name == NULL ? IM_MLIR_CHOICE_NONE
                                 : reader->choose (operation->name, reader->data);
}

/* Reports an operation. */
static void
report (Reader *reader, ImMlirEntryKind kind, const Operation *operation)
{
  ImMlirEntry entry = {
    .kind = kind,
    .name = operation->name,
    .line = operation->line,
    .column = operation->column,
  };

  if (kind == IM_MLIR_ENTRY_READ)
    {
      entry.operands = (const ImMlirOperand *) (void *) operation->operands->data;
      entry.n_operands = operation->operands->len;
      entry.results = (const ImMlirOperand *) (void *) operation->results->data;
      entry.n_results = operation->results->len;
    }

  reader->func (&entry, reader->data);
}

static void
report_problem (Reader *reader, guint line, guint column, const GError *error)
{
  ImMlirEntry entry = { .kind = IM_MLIR_ENTRY_PROBLEM,
                        .line = line,
                        .column = column,
                        .error = error };

  reader->func (&entry, reader->data);
}

static void G_GNUC_PRINTF (3, 4)
    fail (Reader *reader, const char *p, const char *format, ...)
{
  g_autoptr (GError) error = NULL;
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error_literal (&error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_SYNTAX, message);
  im_mlir_scan_locate (&reader->scan, p);
  report_problem (reader, reader->scan.line, reader->scan.column, error);
}

/* Says what stands at @p instead of something else. */
static void
fail_at (Reader *reader, const char *p, const char *expected)
{
  ImShapeCursor cursor = { reader->scan.text, p, reader->scan.end,
                           !reader->scan.is_line };
  g_autoptr (GError) error = NULL;

  im_shape_cursor_set_error (&cursor, expected, &error);
  fail (reader, p, "%s", error->message);
}

/* Passes over what stands at the cursor, if it is of one of the forms that hold others;
 * regions are read. */
static void
skip_one (Reader *reader)
{
  const char *p = reader->scan.p, *behind;

  reader->scan.is_at_start = FALSE;
  if (*p == '{' && im_mlir_scan_opens_region (&reader->scan, p) &&
      reader->depth < MAX_DEPTH)
    {
      reader->scan.p++;
      read_block (reader, TRUE);
      reader->scan.is_at_start = FALSE;
      return;
    }
  if (*p == '"')
    reader->scan.p = im_mlir_scan_skip_string (&reader->scan, p);
  else if (im_mlir_scan_is_arrow (&reader->scan, p) ||
           (p + 1 < reader->scan.end && p[0] == ':' && p[1] == ':'))
    reader->scan.p += 2;
  else if (*p == '(' &&
           im_mlir_scan_is_at (&reader->scan,
                               im_mlir_scan_skip_from (&reader->scan, p + 1), '{'))
    reader->scan.p++; /* regions between parentheses */
  else if (strchr ("([{<", *p) != NULL)
    {
      if (*p == '{' && reader->depth >= MAX_DEPTH &&
          im_mlir_scan_opens_region (&reader->scan, p))
        fail (reader, p, "regions are nested at most %d deep", MAX_DEPTH);
      behind = im_mlir_scan_skip_brackets (&reader->scan, p);
      reader->scan.p = behind != NULL ? behind : p + 1;
    }
  else
    reader->scan.p = MAX (im_mlir_scan_skip_name (&reader->scan, p), p + 1);
}

/* Passes over the rest of an operation. With @to_colon stops at the colon in front of
 * its types, and returns whether it is there. */
static gboolean
skip_rest (Reader *reader, gboolean to_colon, GPtrArray *values)
{
  const char *behind;
  guint n;

  while (im_mlir_scan_skip (&reader->scan),
         reader->scan.p < reader->scan.end &&
             !im_mlir_scan_begins (&reader->scan, &behind))
    {
      if (to_colon && *reader->scan.p == ':' &&
          !im_mlir_scan_is_at (&reader->scan, reader->scan.p + 1, ':'))
        return TRUE;
      if (*reader->scan.p == '%' && values != NULL)
        im_mlir_scan_skip_values (&reader->scan, reader->scan.p, &n, values);
      if (behind > reader->scan.p)
        {
          reader->scan.p = behind;
          reader->scan.is_at_start = FALSE;
        }
      else
        skip_one (reader);
    }

  return FALSE;
}

static gboolean
take (Reader *reader, char c)
{
  im_mlir_scan_skip (&reader->scan);
  if (!im_mlir_scan_is_at (&reader->scan, reader->scan.p, c))
    return FALSE;
  reader->scan.p++;
  reader->scan.is_at_start = FALSE;

  return TRUE;
}

static gboolean
expect (Reader *reader, char c, const char *expected)
{
  if (take (reader, c))
    return TRUE;
  fail_at (reader, reader->scan.p, expected);

  return FALSE;
}

static const ImMlirType *
find_alias (const Reader *reader, const char *p, const char **behind)
{
  *behind = im_mlir_scan_skip_name (&reader->scan, p + 1);
  if (im_mlir_scan_is_at (&reader->scan, *behind, '<'))
    return NULL;

  g_autofree char *name = g_strndup (p, (gsize) (*behind - p));

  return g_hash_table_lookup (reader->aliases, name);
}

static gboolean
take_type (Reader *reader, ImMlirOperand *operand)
{
  const ImMlirType *alias = NULL;
  g_autoptr (GError) error = NULL;

  im_mlir_scan_skip (&reader->scan);
  ImShapeCursor cursor = { reader->scan.text, reader->scan.p, reader->scan.end,
                           !reader->scan.is_line };
  if (im_mlir_scan_is_at (&reader->scan, reader->scan.p, '!'))
    alias = find_alias (reader, reader->scan.p, &cursor.p);
  if (alias != NULL)
    operand->type = *alias;
  else
    {
      cursor.p = reader->scan.p;
      if (!im_mlir_type_take (&cursor, &operand->type, &error))
        {
          im_mlir_scan_locate (&reader->scan, cursor.p);
          report_problem (reader, reader->scan.line, reader->scan.column, error);
          reader->scan.p = cursor.p;
          return FALSE;
        }
    }

  g_autofree char *text = g_utf8_make_valid (reader->scan.p, cursor.p - reader->scan.p);
  operand->text = im_arena_strdup (reader->arena, text);
  reader->scan.p = cursor.p;
  reader->scan.is_at_start = FALSE;

  return TRUE;
}

/* Reads `T, T`, in parentheses up to the one that closes. */
static gboolean
take_types (Reader *reader, gboolean in_parentheses, GArray *types)
{
  if (in_parentheses && take (reader, ')'))
    return TRUE;

  do
    {
      ImMlirOperand operand = { NULL };

      if (!take_type (reader, &operand))
        return FALSE;
      g_array_append_val (types, operand);
    }
  while (take (reader, ','));

  return !in_parentheses || expect (reader, ')', "“,” or “)”");
}

/* `-> T`, `-> (T)`, `-> ()` or `-> (T, T)`. */
static gboolean
take_results (Reader *reader, GArray *results)
{
  ImMlirOperand result = { NULL };

  if (!expect (reader, '-', "“->” and the type of the result") ||
      !expect (reader, '>', "“>” of “->”"))
    return FALSE;
  if (take (reader, '('))
    return take_types (reader, TRUE, results);
  if (!take_type (reader, &result))
    return FALSE;
  g_array_append_val (results, result);

  return TRUE;
}

/* In the short form one type stands for those of all operands and results; a selection
 * names that of its condition as well. */
static gboolean
spread_types (Reader *reader, Operation *operation, const char *place)
{
  GArray *types = operation->operands;
  guint n = operation->values->len;
  ImMlirOperand last = g_array_index (types, ImMlirOperand, types->len - 1);

  if (types->len != 1 && types->len != n &&
      !(types->len == 2 && n == 3 && g_str_has_suffix (operation->name, "select")))
    {
      fail (reader, place, "%u types stand behind “:” for %u operands", types->len, n);
      return FALSE;
    }
  if (n == 0)
    g_array_set_size (types, 0);
  while (types->len < n)
    g_array_append_val (types, last);
  for (guint i = 0; i < MAX (operation->n_named_results, 1); i++)
    g_array_append_val (operation->results, last);

  return TRUE;
}

static gboolean
take_signature (Reader *reader, Operation *operation)
{
  const char *place;
  gboolean has_parentheses;

  im_mlir_scan_skip (&reader->scan);
  place = reader->scan.p;
  has_parentheses = take (reader, '(');
  if (operation->is_generic && !has_parentheses)
    {
      fail_at (reader, reader->scan.p, "“(” and the types of the operands");
      return FALSE;
    }
  if (!take_types (reader, has_parentheses, operation->operands))
    return FALSE;
  im_mlir_scan_skip (&reader->scan);
  if (operation->is_generic || has_parentheses ||
      im_mlir_scan_is_arrow (&reader->scan, reader->scan.p))
    {
      if (!take_results (reader, operation->results))
        return FALSE;
    }
  else if (!spread_types (reader, operation, place))
    return FALSE;
  if (operation->values->len != operation->operands->len && operation->values->len > 0 &&
      !reader->scan.is_line)
    {
      fail (reader, place, "%u types stand behind “:” for %u operands",
            operation->operands->len, operation->values->len);
      return FALSE;
    }

  return TRUE;
}

static gboolean
is_plain (const char *name)
{
  const char *p = name;

  while (g_ascii_isgraph (*p))
    p++;

  return *p == '\0' && p > name;
}

static void
name_operands (Reader *reader, Operation *operation)
{
  for (guint i = 0; i < operation->operands->len; i++)
    {
      ImMlirOperand *operand = &g_array_index (operation->operands, ImMlirOperand, i);
      const char *value = operation->values->len == operation->operands->len
                              ? g_ptr_array_index (operation->values, i)
                              : "";

      operand->name = is_plain (value)
                          ? im_arena_strdup (reader->arena, value)
                          : im_arena_printf (reader->arena, "operand #%u", i);
    }
  for (guint i = 0; i < operation->results->len; i++)
    g_array_index (operation->results, ImMlirOperand, i).name = "the result";
}

/* Names of operands between parentheses, whatever they look like. */
static void
split_values (Reader *reader, Operation *operation)
{
  const char *behind = im_mlir_scan_skip_brackets (&reader->scan, reader->scan.p);

  if (behind == NULL)
    return;

  guint n;
  const char *first = im_mlir_scan_skip_from (&reader->scan, reader->scan.p + 1);
  const char *end = im_mlir_scan_skip_from (
      &reader->scan,
      im_mlir_scan_skip_values (&reader->scan, first, &n, operation->values));

  if (end + 1 != behind)
    g_ptr_array_set_size (operation->values, 0);

  if (end + 1 == behind)
    {
      reader->scan.p = behind;
      return;
    }

  g_autofree char *list = g_strndup (reader->scan.p + 1,
                                     (gsize) (behind - reader->scan.p - 2));
  g_auto (GStrv) names = g_strsplit (list, ",", -1);
  for (guint i = 0; names[i] != NULL; i++)
    g_ptr_array_add (operation->values, g_strdup (g_strstrip (names[i])));
  if (operation->values->len == 1 && list[0] == '\0')
    g_ptr_array_set_size (operation->values, 0);
  reader->scan.p = behind;
}

static gboolean
is_explicit (const Reader *reader, const Operation *operation)
{
  return operation->name != NULL && g_str_has_prefix (operation->name, "chlo.") &&
         g_strstr_len (operation->body, reader->scan.p - operation->body,
                       "broadcast_dimensions") != NULL;
}

/* What may follow types on their line. */
static gboolean
check_end (Reader *reader)
{
  im_mlir_scan_skip (&reader->scan);
  if (reader->scan.p == reader->scan.end || reader->scan.is_at_start ||
      (!reader->scan.is_line && strchr ("%\"{}#!)", *reader->scan.p) != NULL) ||
      (!reader->scan.is_line && im_mlir_is_name (*reader->scan.p)) ||
      (reader->scan.end - reader->scan.p > 4 && strncmp (reader->scan.p, "loc(", 4) == 0))
    return TRUE;
  fail_at (reader, reader->scan.p, "nothing behind the result");

  return FALSE;
}

/* Reads what is behind the name of an operation that is chosen. */
static void
read_body (Reader *reader, Operation *operation, ImMlirChoice choice)
{
  im_mlir_scan_skip (&reader->scan);
  if (im_mlir_scan_is_at (&reader->scan, reader->scan.p, '('))
    split_values (reader, operation);
  if (skip_rest (reader, TRUE, operation->values->len == 0 ? operation->values : NULL))
    {
      if (is_explicit (reader, operation))
        {
          report (reader, IM_MLIR_ENTRY_EXPLICIT, operation);
          return;
        }
      reader->scan.p++;
      if (!take_signature (reader, operation) || !check_end (reader))
        return;
      name_operands (reader, operation);
      report (reader,
              operation->operands->len > 0 || choice == IM_MLIR_CHOICE_NAMED
                  ? IM_MLIR_ENTRY_READ
                  : IM_MLIR_ENTRY_NO_TRAIT,
              operation);
    }
  else if (choice == IM_MLIR_CHOICE_NAMED)
    fail_at (reader, reader->scan.p,
             "“:” and types such as (tensor<4xf32>) -> tensor<4xf32>");
  else
    report (reader, IM_MLIR_ENTRY_NO_TRAIT, operation);
}

/* Reads `%r = ` and the name. */
static void
read_head (Reader *reader, Operation *operation)
{
  const char *start, *end;

  if (*reader->scan.p == '%')
    {
      reader->scan.p = im_mlir_scan_skip_values (&reader->scan, reader->scan.p,
                                                 &operation->n_named_results, NULL);
      take (reader, '=');
      im_mlir_scan_skip (&reader->scan);
    }
  operation->is_generic = im_mlir_scan_is_at (&reader->scan, reader->scan.p, '"') ||
                          im_mlir_scan_is_at (&reader->scan, reader->scan.p, ':');
  operation->is_signature = im_mlir_scan_is_at (&reader->scan, reader->scan.p, ':');
  start = reader->scan.p;
  end = im_mlir_scan_is_at (&reader->scan, start, '"')
            ? im_mlir_scan_skip_string (&reader->scan, start)
            : im_mlir_scan_skip_name (&reader->scan, start);
  reader->scan.p = end;
  if (operation->is_generic && end > start)
    start++, end -= end > start && end[-1] == '"' ? 1 : 0;

  g_autofree char *name = g_strndup (start, (gsize) (end - start));
  if (is_plain (name))
    operation->name = im_arena_strdup (reader->arena, name);
  operation->body = reader->scan.p;
}

static void
read_operation (Reader *reader)
{
  g_autoptr (GArray) operands = g_array_new (FALSE, TRUE, sizeof (ImMlirOperand));
  g_autoptr (GArray) results = g_array_new (FALSE, TRUE, sizeof (ImMlirOperand));
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (g_free);
  Operation operation = { .operands = operands, .results = results, .values = values };
  ImMlirChoice choice;

  if (!reader->scan.is_line)
    im_arena_clear (reader->arena);
  im_mlir_scan_locate (&reader->scan, reader->scan.p);
  operation.line = reader->scan.line;
  operation.column = reader->scan.column;
  read_head (reader, &operation);
  reader->scan.is_at_start = FALSE;
  choice = choose_operation (reader, &operation);
  if (choice != IM_MLIR_CHOICE_NONE)
    read_body (reader, &operation, choice);
  else
    report (reader, IM_MLIR_ENTRY_NO_TRAIT, &operation);
  skip_rest (reader, FALSE, NULL);
}

/* `!name = type`; other aliases are of no use here. */
static void
read_alias (Reader *reader)
{
  const char *start = reader->scan.p,
             *end = im_mlir_scan_skip_name (&reader->scan, start + 1);
  ImMlirType type;

  reader->scan.p = end;
  take (reader, '=');
  im_mlir_scan_skip (&reader->scan);
  ImShapeCursor cursor = { reader->scan.text, reader->scan.p, reader->scan.end, TRUE };
  if (*start == '!' && im_mlir_type_take (&cursor, &type, NULL))
    {
      ImMlirType *kept = im_arena_new0 (reader->kept, ImMlirType, 1);

      *kept = type;
      g_hash_table_insert (
          reader->aliases,
          (gpointer) im_arena_strndup (reader->kept, start, (gsize) (end - start)), kept);
      reader->scan.p = cursor.p;
    }
  reader->scan.is_at_start = FALSE;
  skip_rest (reader, FALSE, NULL);
}

static void
read_label (Reader *reader)
{
  const char *behind;

  reader->scan.p = im_mlir_scan_skip_name (&reader->scan, reader->scan.p + 1);
  im_mlir_scan_skip (&reader->scan);
  if (im_mlir_scan_is_at (&reader->scan, reader->scan.p, '('))
    {
      behind = im_mlir_scan_skip_brackets (&reader->scan, reader->scan.p);
      reader->scan.p = behind != NULL ? behind : reader->scan.p + 1;
    }
  take (reader, ':');
  /* An operation may follow on the line. */
  reader->scan.is_at_start = TRUE;
}

/* Reads operations up to the end, or of a region to the brace that closes it. */
static void
read_block (Reader *reader, gboolean is_region)
{
  const char *behind;
  guint line, column;

  im_mlir_scan_locate (&reader->scan, is_region ? reader->scan.p - 1 : reader->scan.p);
  line = reader->scan.line;
  column = reader->scan.column;
  reader->depth++;
  reader->scan.is_at_start = TRUE;
  while (im_mlir_scan_skip (&reader->scan), reader->scan.p < reader->scan.end)
    {
      if (is_region && *reader->scan.p == '}')
        {
          reader->scan.p++;
          reader->depth--;
          return;
        }
      if (*reader->scan.p == '^')
        read_label (reader);
      else if (*reader->scan.p == '{')
        skip_one (reader); /* metadata of the file */
      else if ((*reader->scan.p == '#' || *reader->scan.p == '!') &&
               im_mlir_scan_begins (&reader->scan, &behind))
        read_alias (reader);
      else if (*reader->scan.p != '}' &&
               (*reader->scan.p == ':' || im_mlir_scan_begins (&reader->scan, &behind)))
        read_operation (reader);
      else
        {
          fail_at (reader, reader->scan.p,
                   reader->scan.is_line
                       ? "an operation with “:” and types such as "
                         "(tensor<4xf32>) -> tensor<4xf32>"
                       : "an operation such as \"test.op\"(%a) : (T) -> T");
          reader->scan.p = im_mlir_scan_find_line_end (&reader->scan, reader->scan.p);
        }
    }
  reader->depth--;
  if (!is_region)
    return;

  g_autoptr (GError) error = g_error_new_literal (
      IM_SHAPE_ERROR, IM_SHAPE_ERROR_SYNTAX,
      "expected “}” behind this region, found the end");
  report_problem (reader, line, column, error);
}

/* The next line that is `// -----`, or the end. */
static const char *
find_split (const char *p, const char *end)
{
  while (p < end)
    {
      const char *line_end = memchr (p, '\n', (gsize) (end - p));

      if ((gsize) (end - p) >= strlen (SPLIT) && memcmp (p, SPLIT, strlen (SPLIT)) == 0)
        return p;
      p = line_end == NULL ? end : line_end + 1;
    }

  return end;
}

static void
read_part (Reader *reader, const char *start, const char *end)
{
  reader->scan.p = start;
  reader->scan.end = end;
  reader->depth = 0;
  g_hash_table_remove_all (reader->aliases);
  im_arena_clear (reader->kept);
  im_mlir_scan_find_pairs (&reader->scan);
  read_block (reader, FALSE);
}

static void
read_all (Reader *reader, const char *text, gsize length)
{
  g_autoptr (GHashTable) aliases = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (ImArena) kept = im_arena_new ();
  g_autoptr (ImArena) arena = reader->arena == NULL ? im_arena_new () : NULL;
  const char *end = text + length;

  reader->scan.text = reader->scan.mark = text;
  reader->aliases = aliases;
  reader->kept = kept;
  if (arena != NULL)
    reader->arena = arena;
  reader->scan.line = reader->scan.column = 1;
  for (const char *p = text, *split; p < end; p = split)
    {
      split = reader->scan.is_line ? end : find_split (p, end);
      read_part (reader, p, split);
      if (split < end)
        split += strlen (SPLIT);
    }
  g_clear_pointer (&reader->scan.pairs, g_array_unref);
}

void
im_mlir_read (const char *text,
              gsize length,
              ImMlirChooseFunc choose,
              ImMlirEntryFunc func,
              gpointer data)
{
  Reader reader = { .choose = choose, .func = func, .data = data };

  read_all (&reader, text, length);
}

void
im_mlir_read_line (const char *line, ImArena *arena, ImMlirEntryFunc func, gpointer data)
{
  Reader reader = { .scan.is_line = TRUE, .arena = arena, .func = func, .data = data };

  read_all (&reader, line, strlen (line));
}
