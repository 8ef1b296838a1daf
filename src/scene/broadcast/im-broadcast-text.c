/* SPDX-License-Identifier: MIT */
#include "scene/broadcast/im-broadcast-text.h"

#include <string.h>

#include "scene/broadcast/im-broadcast-grid.h"
#include "scene/broadcast/im-broadcast-words.h"

#define GAP         2 /* between columns */
#define MIN_COLUMNS 3 /* one at each side of those that are folded */

/* A table with the widths of its columns, in characters. */
typedef struct
{
  ImBroadcastGrid grid;
  guint names; /* width of the names of rows */
  guint *widths;
  guint total;
} Sheet;

static guint
get_width (const char *text)
{
  guint width = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      width += g_unichar_iszerowidth (c) ? 0 : g_unichar_iswide (c) ? 2 : 1;
    }

  return width;
}

static void
append_blanks (guint n, GString *out)
{
  for (guint i = 0; i < n; i++)
    g_string_append_c (out, ' ');
}

static void
append_right (const char *text, guint width, GString *out)
{
  guint used = get_width (text);

  append_blanks (width > used ? width - used : 0, out);
  g_string_append (out, text);
}

static void
append_left (const char *text, guint width, GString *out)
{
  guint used = get_width (text);

  g_string_append (out, text);
  append_blanks (width > used ? width - used : 0, out);
}

/* Ends a line, without blanks at its end. */
static void
end_line (GString *out)
{
  while (out->len > 0 && out->str[out->len - 1] == ' ')
    g_string_truncate (out, out->len - 1);
  g_string_append_c (out, '\n');
}

static guint
get_lines_width (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint width = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    width = MAX (width, get_width (lines[i]));

  return width;
}

static guint
get_column_width (const ImBroadcastGrid *grid, guint column)
{
  const ImBroadcastHead *head = &grid->heads[column];
  const char *group = im_broadcast_group_get_name (head->group);
  guint width = MAX (get_width (head->text), get_lines_width (head->verdict));

  if (group != NULL)
    width = MAX (width, get_width (group));
  for (guint i = 0; i < grid->n_rows; i++)
    width = MAX (width, get_width (grid->rows[i].words[column].text));

  return width;
}

static void
widen_for_products (Sheet *sheet)
{
  for (guint i = 0; i < sheet->grid.n_brackets; i++)
    {
      const ImBroadcastBracket *bracket = &sheet->grid.brackets[i];

      sheet->widths[bracket->last] = MAX (sheet->widths[bracket->last],
                                          get_width (bracket->product));
    }
}

static Sheet
make_sheet (const ImBroadcastReport *report,
            guint level,
            guint max_columns,
            ImArena *arena)
{
  Sheet sheet = { im_broadcast_grid_new (report, level, max_columns, arena),
                  strlen ("operand") };
  guint widest = 0;

  sheet.widths = im_arena_new0 (arena, guint, MAX (1, sheet.grid.n_columns));
  for (guint i = 0; i < sheet.grid.n_columns; i++)
    sheet.widths[i] = get_column_width (&sheet.grid, i);
  widen_for_products (&sheet);
  for (guint i = 0; i < sheet.grid.n_columns; i++)
    sheet.total += sheet.widths[i] + GAP;
  for (guint i = 0; i < sheet.grid.n_rows; i++)
    {
      const ImBroadcastRow *row = &sheet.grid.rows[i];

      sheet.names = MAX (sheet.names,
                         get_width (row->name) + (row->kind == IM_ROW_TARGET ? 9 : 0));
      widest = row->wide == NULL ? widest : MAX (widest, get_width (row->wide) + GAP);
    }
  sheet.total = MAX (sheet.total, widest);

  return sheet;
}

/* With as many columns as there is room for. */
static Sheet
fit_sheet (const ImBroadcastReport *report, guint level, guint width, ImArena *arena)
{
  guint n = IM_SHAPE_MAX_RANK;
  Sheet sheet = make_sheet (report, level, n, arena);

  while (width > 0 && n > MIN_COLUMNS && sheet.names + sheet.total > width)
    sheet = make_sheet (report, level, --n, arena);

  return sheet;
}

static void
append_word (const Sheet *sheet, guint column, const char *text, GString *out)
{
  append_blanks (GAP, out);
  append_right (text, sheet->widths[column], out);
}

static void
append_heads (const Sheet *sheet, GString *out)
{
  append_left ("axis", sheet->names, out);
  for (guint i = 0; i < sheet->grid.n_columns; i++)
    append_word (sheet, i, sheet->grid.heads[i].text, out);
  end_line (out);
}

static void
append_row (const Sheet *sheet, const ImBroadcastRow *row, GString *out)
{
  g_autofree char *name = g_strconcat (
      row->name, row->kind == IM_ROW_TARGET ? " (target)" : "", NULL);

  append_left (name, sheet->names, out);
  if (row->wide != NULL)
    append_right (row->wide, sheet->total, out);
  else
    for (guint i = 0; i < sheet->grid.n_columns; i++)
      append_word (sheet, i, row->words[i].text, out);
  end_line (out);
}

/* One line of the verdicts; FALSE if there is none with that number. */
static gboolean
append_verdict_line (const Sheet *sheet, guint line, GString *out)
{
  gboolean found = FALSE;
  gsize start = out->len;

  append_left (line == 0 ? "sizes" : "", sheet->names, out);
  for (guint i = 0; i < sheet->grid.n_columns; i++)
    {
      g_auto (GStrv) lines = g_strsplit (sheet->grid.heads[i].verdict, "\n", -1);
      gboolean has_line = line < g_strv_length (lines);

      append_word (sheet, i, has_line ? lines[line] : "", out);
      found = found || has_line;
    }
  if (found)
    end_line (out);
  else
    g_string_truncate (out, start);

  return found;
}

/* The products stand at the innermost column of each group. */
static void
append_groups (const Sheet *sheet, GString *out)
{
  const ImBroadcastGrid *grid = &sheet->grid;

  if (grid->n_brackets == 0)
    return;
  append_left ("group", sheet->names, out);
  for (guint i = 0; i < grid->n_columns; i++)
    {
      const char *name = im_broadcast_group_get_name (grid->heads[i].group);

      append_word (sheet, i, name == NULL ? "" : name, out);
    }
  end_line (out);
  append_left ("loop", sheet->names, out);
  for (guint i = 0, bracket = 0; i < grid->n_columns; i++)
    {
      gboolean is_last = bracket < grid->n_brackets && grid->brackets[bracket].last == i;

      append_word (sheet, i, is_last ? grid->brackets[bracket++].product : "", out);
    }
  end_line (out);
}

static void
append_level (const ImBroadcastReport *report,
              guint level,
              guint width,
              ImArena *arena,
              GString *out)
{
  Sheet sheet = fit_sheet (report, level, width, arena);

  if (report->n_levels > 1)
    g_string_append_printf (out, "%slevel %u\n", level == 0 ? "" : "each element is ",
                            level + 1);
  if (sheet.grid.n_columns > 0)
    append_heads (&sheet, out);
  for (guint i = 0; i < sheet.grid.n_rows; i++)
    append_row (&sheet, &sheet.grid.rows[i], out);
  for (guint i = 0; sheet.grid.n_columns > 0 && append_verdict_line (&sheet, i, out); i++)
    ;
  append_groups (&sheet, out);
}

typedef struct
{
  guint width;
  GString *out;
} Notes;

/* The words of a text; blanks inside of a type are no ends of words. */
static GStrv
split_words (const char *text)
{
  g_autofree char *copy = g_strdup (text);
  guint depth = 0;

  for (char *p = copy; *p != '\0'; p++)
    if (*p == '<' && p > copy && g_ascii_isalpha (p[-1]))
      depth++;
    else if (*p == '>' && depth > 0)
      depth--;
    else if (*p == ' ' && depth == 0)
      *p = '\n';

  return g_strsplit (copy, "\n", -1);
}

/* Breaks between words. */
static void
append_note_cb (const char *text, gboolean is_bad, gpointer data)
{
  Notes *notes = data;
  g_auto (GStrv) words = split_words (text);
  guint used = 0;

  for (guint i = 0; words[i] != NULL; i++)
    {
      guint width = get_width (words[i]);

      if (used > 0 && notes->width > 0 && used + 1 + width > notes->width)
        {
          end_line (notes->out);
          used = 0;
        }
      g_string_append_printf (notes->out, "%s%s", used == 0 ? "" : " ", words[i]);
      used += width + (used == 0 ? 0 : 1);
    }
  end_line (notes->out);
}

void
im_broadcast_text_append (const ImBroadcastReport *report, guint width, GString *out)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GString) line = g_string_new (NULL);
  Notes notes = { width, out };

  im_broadcast_append_title (report, line);
  append_note_cb (line->str, FALSE, &notes);
  g_string_truncate (line, 0);
  im_broadcast_append_shapes (report, line);
  if (line->len > 0)
    append_note_cb (line->str, FALSE, &notes);
  for (guint i = 0; i < report->n_levels; i++)
    {
      g_string_append_c (out, '\n');
      append_level (report, i, width, arena, out);
    }
  g_string_append_c (out, '\n');
  if (report->root != NULL)
    g_string_append_printf (out, "scalars: %s%s\n", report->root,
                            report->is_root_ok ? "" : ", which do not fit");
  g_string_truncate (line, 0);
  im_broadcast_append_loops (report, line);
  if (line->len > 0)
    append_note_cb (line->str, FALSE, &notes);
  im_broadcast_foreach_note (report, append_note_cb, &notes);
}
