/* SPDX-License-Identifier: MIT */
#include "mlir/im-mlir-scan.h"

#include <string.h>

/* Where a bracket opens and closes, as offsets; @close is 0 if it does not. */
typedef struct
{
  gsize open;
  gsize close;
} Pair;

/* Counts lines and characters up to @p, which never goes back. */
void
im_mlir_scan_locate (ImMlirScan *scan, const char *p)
{
  for (; scan->mark < p; scan->mark++)
    if (*scan->mark == '\n')
      {
        scan->line++;
        scan->column = 1;
      }
    else if ((*scan->mark & 0xc0) != 0x80)
      scan->column++;
}

static gboolean
is_comment (const ImMlirScan *scan, const char *p)
{
  return p + 1 < scan->end && p[0] == '/' && p[1] == '/';
}

const char *
im_mlir_scan_find_line_end (const ImMlirScan *scan, const char *p)
{
  const char *end = memchr (p, '\n', (gsize) (scan->end - p));

  return end == NULL ? scan->end : end;
}

/* Passes over blanks and comments. */
void
im_mlir_scan_skip (ImMlirScan *scan)
{
  while (scan->p < scan->end)
    if (is_comment (scan, scan->p))
      scan->p = im_mlir_scan_find_line_end (scan, scan->p);
    else if (g_ascii_isspace (*scan->p))
      scan->is_at_start |= *scan->p++ == '\n';
    else
      return;
}

const char *
im_mlir_scan_skip_from (const ImMlirScan *scan, const char *p)
{
  ImMlirScan copy = *scan;

  copy.p = p;
  im_mlir_scan_skip (&copy);

  return copy.p;
}

gboolean
im_mlir_scan_is_at (const ImMlirScan *scan, const char *p, char c)
{
  return p < scan->end && *p == c;
}

gboolean
im_mlir_is_name (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '$' || c == '.';
}

const char *
im_mlir_scan_skip_name (const ImMlirScan *scan, const char *p)
{
  while (p < scan->end && im_mlir_is_name (*p))
    p++;

  return p;
}

/* The end of a string, or of its line. */
const char *
im_mlir_scan_skip_string (const ImMlirScan *scan, const char *p)
{
  for (p++; p < scan->end && *p != '"' && *p != '\n'; p++)
    if (*p == '\\' && p + 1 < scan->end && p[1] != '\n')
      p++;

  return p < scan->end && *p == '"' ? p + 1 : p;
}

gboolean
im_mlir_scan_is_arrow (const ImMlirScan *scan, const char *p)
{
  return p + 1 < scan->end && p[0] == '-' && p[1] == '>';
}

/* Closes the innermost bracket of a kind; those that are open within it are not closed.
 */
static void
close_bracket (GArray *pairs, GArray *open, guint n_open[4], guint kind, gsize offset)
{
  gsize top = 0;

  if (n_open[kind] == 0)
    return;
  do
    {
      Pair *pair = &g_array_index (pairs, Pair,
                                   g_array_index (open, gsize, open->len - 1));

      top = pair->close;
      pair->close = top == kind ? offset : 0;
      n_open[top]--;
      g_array_set_size (open, open->len - 1);
    }
  while (top != kind);
}

/* Finds all pairs of brackets. An angle closes nothing but an angle. */
void
im_mlir_scan_find_pairs (ImMlirScan *scan)
{
  static const char opening[] = "([{<", closing[] = ")]}>";
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (gsize));
  guint n_open[4] = { 0 };
  const char *p = scan->p, *found;

  if (scan->pairs == NULL)
    scan->pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  g_array_set_size (scan->pairs, 0);
  while (p < scan->end)
    {
      gsize offset = (gsize) (p - scan->text);

      if (is_comment (scan, p))
        p = im_mlir_scan_find_line_end (scan, p);
      else if (*p == '"')
        p = im_mlir_scan_skip_string (scan, p);
      else if (im_mlir_scan_is_arrow (scan, p))
        p += 2;
      else if ((found = strchr (opening, *p)) != NULL)
        {
          /* The kind stands in the pair until it is closed. */
          Pair pair = { offset, (gsize) (found - opening) };

          gsize number = scan->pairs->len;

          g_array_append_val (open, number);
          g_array_append_val (scan->pairs, pair);
          n_open[pair.close]++;
          p++;
        }
      else if ((found = strchr (closing, *p)) != NULL)
        {
          guint kind = (guint) (found - closing);
          gsize top = open->len == 0
                          ? 4
                          : g_array_index (scan->pairs, Pair,
                                           g_array_index (open, gsize, open->len - 1))
                                .close;

          if (*p != '>' || top == kind)
            close_bracket (scan->pairs, open, n_open, kind, offset);
          p++;
        }
      else
        p++;
    }
  for (guint i = 0; i < open->len; i++)
    g_array_index (scan->pairs, Pair, g_array_index (open, gsize, i)).close = 0;
}

/* Behind the bracket that closes the one at @p, or NULL. */
const char *
im_mlir_scan_skip_brackets (const ImMlirScan *scan, const char *p)
{
  const gsize offset = (gsize) (p - scan->text);
  guint low = 0, high = scan->pairs->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      const Pair *pair = &g_array_index (scan->pairs, Pair, middle);

      if (pair->open == offset)
        return pair->close == 0 ? NULL : scan->text + pair->close + 1;
      if (pair->open < offset)
        low = middle + 1;
      else
        high = middle;
    }

  return NULL;
}

/* Behind `%a, %b:2`; @n is how many values these are, @values their names. */
const char *
im_mlir_scan_skip_values (const ImMlirScan *scan,
                          const char *p,
                          guint *n,
                          GPtrArray *values)
{
  const char *behind = p;

  *n = 0;
  while (im_mlir_scan_is_at (scan, p, '%'))
    {
      const char *start = p;
      guint count = 1;

      p = im_mlir_scan_skip_name (scan, p + 1);
      while (p < scan->end && (*p == '#' || *p == '-') &&
             !im_mlir_scan_is_arrow (scan, p))
        p = im_mlir_scan_skip_name (scan, p + 1);
      if (values != NULL)
        g_ptr_array_add (values, g_strndup (start, (gsize) (p - start)));
      if (p + 1 < scan->end && *p == ':' && g_ascii_isdigit (p[1]))
        for (p++, count = 0; p < scan->end && g_ascii_isdigit (*p); p++)
          count = MIN (count * 10 + (guint) (*p - '0'), 1000000);
      *n += MIN (count, 1000000 - MIN (*n, 1000000));
      behind = p;
      p = im_mlir_scan_skip_from (scan, p);
      if (!im_mlir_scan_is_at (scan, p, ','))
        break;
      p = im_mlir_scan_skip_from (scan, p + 1);
    }

  return behind;
}

static gboolean
is_plain_operation (const char *name)
{
  static const char *const words[] = { "return",
                                       "module",
                                       "func",
                                       "call",
                                       "br",
                                       "cond_br",
                                       "constant",
                                       "unreachable",
                                       "yield",
                                       "select",
                                       "unrealized_conversion_cast" };

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (strcmp (words[i], name) == 0)
      return TRUE;

  return FALSE;
}

/* Whether the name at @p is that of an operation. */
static gboolean
is_operation_name (const ImMlirScan *scan, const char *p)
{
  const char *end = im_mlir_scan_skip_name (scan, p);
  const char *dot = memchr (p, '.', (gsize) (end - p));

  if (!g_ascii_isalpha (*p) && *p != '_')
    return FALSE;
  if (dot != NULL)
    return dot + 1 < end && dot > p;
  if (end - p > 30)
    return FALSE;

  g_autofree char *name = g_strndup (p, (gsize) (end - p));

  return is_plain_operation (name);
}

/* Whether an operation, a block, an alias or the end of a region begins here. If it does
 * not, *@behind is set to where to go on. */
gboolean
im_mlir_scan_begins (const ImMlirScan *scan, const char **behind)
{
  const char *p = scan->p, *next;
  guint n;

  *behind = p;
  switch (*p)
    {
    case '}':
      return TRUE;
    case '%':
      *behind = im_mlir_scan_skip_values (scan, p, &n, NULL);
      next = im_mlir_scan_skip_from (scan, *behind);
      if (!im_mlir_scan_is_at (scan, next, '='))
        return FALSE;
      next = im_mlir_scan_skip_from (scan, next + 1);
      return next < scan->end && (*next == '"' || is_operation_name (scan, next) ||
                                  (scan->is_at_start && g_ascii_isalpha (*next)));
    case '"':
      *behind = im_mlir_scan_skip_string (scan, p);
      return scan->is_at_start &&
             im_mlir_scan_is_at (scan, im_mlir_scan_skip_from (scan, *behind), '(');
    case '^':
      next = im_mlir_scan_skip_from (scan, im_mlir_scan_skip_name (scan, p + 1));
      if (im_mlir_scan_is_at (scan, next, '(') &&
          im_mlir_scan_skip_brackets (scan, next) != NULL)
        next = im_mlir_scan_skip_from (scan, im_mlir_scan_skip_brackets (scan, next));
      return scan->is_at_start && im_mlir_scan_is_at (scan, next, ':');
    case '#':
    case '!':
      next = im_mlir_scan_skip_from (scan, im_mlir_scan_skip_name (scan, p + 1));
      return scan->is_at_start && im_mlir_scan_is_at (scan, next, '=');
    default:
      return scan->is_at_start &&
             (is_operation_name (scan, p) || (scan->is_line && g_ascii_isalpha (*p))) &&
             !im_mlir_scan_is_at (
                 scan, im_mlir_scan_skip_from (scan, im_mlir_scan_skip_name (scan, p)),
                 '=');
    }
}

/* Whether the brace at @p opens a region, and not a list of attributes. */
gboolean
im_mlir_scan_opens_region (const ImMlirScan *scan, const char *p)
{
  const char *start = im_mlir_scan_skip_from (scan, p + 1), *next;

  if (start == scan->end)
    return TRUE;
  if (strchr ("%^}", *start) != NULL)
    return *start != '}';
  if (*start == '"')
    return im_mlir_scan_is_at (
        scan, im_mlir_scan_skip_from (scan, im_mlir_scan_skip_string (scan, start)), '(');
  if (!g_ascii_isalpha (*start) && *start != '_')
    return FALSE;
  next = im_mlir_scan_skip_from (scan, im_mlir_scan_skip_name (scan, start));
  if (next < scan->end && strchr ("=,", *next) != NULL)
    return FALSE;

  return is_operation_name (scan, start);
}
