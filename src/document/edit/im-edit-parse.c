/* SPDX-License-Identifier: MIT
 *
 * Texts as edits.
 */
#include <math.h>
#include <string.h>

#include "base/im-arena.h"
#include "base/im-text.h"
#include "document/edit/im-edit-form.h"
#include "unit/im-unit-frame.h"

G_DEFINE_QUARK (im_edit_error_quark, im_edit_error)

typedef struct
{
  const char *at;
  ImArena *arena;
  ImEdit edit;
  GPtrArray *scope;
  GPtrArray *nodes;
  GArray *options; /* ImEditPort */
  GArray *places;  /* ImEditPlace */
  char *expected;  /* what is not there; NULL while all is */
} Reader;

static gboolean
expect (Reader *reader, const char *expected)
{
  if (reader->expected == NULL)
    reader->expected = g_strdup (expected);

  return FALSE;
}

static void
skip_blanks (Reader *reader)
{
  reader->at += strspn (reader->at, " \t\r");
}

static const char *
read_quoted (Reader *reader)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const char *at = reader->at + 1;

  for (; *at != '\0' && *at != '"'; at++)
    {
      if (*at == '\\' && at[1] != '\0')
        at++;
      g_string_append_c (text, *at);
    }
  if (*at != '"')
    return NULL;
  reader->at = at + 1;

  return im_arena_strdup (reader->arena, text->str);
}

/* A quoted text, or the characters up to one of @ends. */
static gboolean
read_text (Reader *reader, const char *ends, const char *expected, const char **text)
{
  gsize length;

  skip_blanks (reader);
  if (*reader->at == '"')
    {
      const char *quoted = read_quoted (reader);

      if (quoted == NULL)
        return expect (reader, "the closing quote");
      *text = quoted;
      return TRUE;
    }
  length = strcspn (reader->at, ends);
  if (length == 0)
    return expect (reader, expected);
  *text = im_arena_strndup (reader->arena, reader->at, length);
  reader->at += length;

  return TRUE;
}

static gboolean
read_word (Reader *reader, const char *expected, const char **text)
{
  return read_text (reader, " \t\r\n\"\\=", expected, text);
}

static gboolean
read_name (Reader *reader, const char *expected, const char **text)
{
  const char *at;

  skip_blanks (reader);
  at = reader->at;
  if (*at == '"')
    return read_text (reader, "", expected, text);
  while (im_edit_is_name_char (*at) && strncmp (at, "->", 2) != 0)
    at++;
  if (at == reader->at)
    return expect (reader, expected);
  *text = im_arena_strndup (reader->arena, reader->at, (gsize) (at - reader->at));
  reader->at = at;

  return TRUE;
}

static gboolean
read_port (Reader *reader, ImEditPort *port)
{
  if (!read_name (reader, "the name of a node", &port->node))
    return FALSE;
  if (*reader->at != '.')
    return expect (reader, "“.” and the name of a parameter");
  reader->at++;

  return read_name (reader, "the name of a parameter", &port->parameter);
}

static gboolean
read_pixels (Reader *reader, double *number)
{
  char *end;

  skip_blanks (reader);
  *number = g_ascii_strtod (reader->at, &end);
  if (end == reader->at || !isfinite (*number) || fabs (*number) > IM_EDIT_MAX_PLACE)
    return expect (reader, "a number of pixels from -1000000 to 1000000");
  reader->at = end;

  return TRUE;
}

static gboolean
read_place (Reader *reader)
{
  ImEditPlace place;

  if (!read_pixels (reader, &place.x) || !read_pixels (reader, &place.y))
    return FALSE;
  g_array_append_val (reader->places, place);

  return TRUE;
}

static gboolean
read_size (Reader *reader, double *number)
{
  char *end;

  skip_blanks (reader);
  *number = g_ascii_strtod (reader->at, &end);
  if (end == reader->at || !isfinite (*number) || *number < IM_FRAME_MIN_SIZE ||
      *number > IM_FRAME_MAX_SIZE)
    return expect (reader, "a size in pixels from 40 to 1000000");
  reader->at = end;

  return TRUE;
}

static gboolean
read_rectangle (Reader *reader)
{
  ImEditPlace size;

  if (!read_place (reader) || !read_size (reader, &size.x) ||
      !read_size (reader, &size.y))
    return FALSE;
  g_array_append_val (reader->places, size);

  return TRUE;
}

static gboolean
is_at_end (Reader *reader)
{
  skip_blanks (reader);

  return *reader->at == '\0' || *reader->at == '\n';
}

/* Whether a list of nodes ends, at a word of the form or at what stands behind `=`. */
static gboolean
is_behind_nodes (Reader *reader)
{
  gboolean has_more = reader->edit.kind == IM_EDIT_GROUP ||
                      reader->edit.kind == IM_EDIT_EXTRACT;
  g_autofree char *word = NULL;

  if (is_at_end (reader) || !has_more)
    return is_at_end (reader);
  word = g_strndup (reader->at, strcspn (reader->at, " \t\r\n"));

  return *reader->at == '=' || im_edit_ends_nodes (word);
}

static gboolean
read_nodes (Reader *reader, gboolean has_places)
{
  do
    {
      const char *node;

      if (!read_name (reader, "the name of a node", &node) ||
          (has_places && !read_place (reader)))
        return FALSE;
      g_ptr_array_add (reader->nodes, (gpointer) node);
    }
  while (!is_behind_nodes (reader));

  return TRUE;
}

/* Passes over a word, or an arrow, if it is there. */
static gboolean
read_keyword (Reader *reader, const char *word)
{
  gsize length = strlen (word);

  skip_blanks (reader);
  if (strncmp (reader->at, word, length) != 0 ||
      (im_edit_is_name_char (word[length - 1]) &&
       im_edit_is_name_char (reader->at[length])))
    return FALSE;
  reader->at += length;

  return TRUE;
}

static gboolean
read_options (Reader *reader)
{
  ImEditPort option;

  do
    {
      skip_blanks (reader);
      if (!read_port (reader, &option))
        return FALSE;
      g_array_append_val (reader->options, option);
    }
  while (!is_behind_nodes (reader));

  return TRUE;
}

/* Also one with carriage returns in front of it. */
static gboolean
is_line_end (const char *at)
{
  at += strspn (at, "\r");

  return *at == '\0' || *at == '\n';
}

static gboolean
read_lines (Reader *reader)
{
  GString *text;

  skip_blanks (reader);
  if (*reader->at != '=')
    return expect (reader, "“=”");
  reader->at++;
  if (*reader->at == ' ')
    reader->at++;
  text = g_string_new (NULL);
  for (; !is_line_end (reader->at); reader->at++)
    {
      if (strncmp (reader->at, "\\\r\n", 3) == 0)
        reader->at += 2;
      else if (reader->at[0] == '\\' && (reader->at[1] == '\n' || reader->at[1] == '\\'))
        reader->at++;
      g_string_append_c (text, *reader->at);
    }
  reader->edit.text = im_arena_strdup (reader->arena, text->str);
  g_string_free (text, TRUE);

  return TRUE;
}

static gboolean
read_node (Reader *reader, const char *expected)
{
  const char *node;

  if (!read_name (reader, expected, &node))
    return FALSE;
  g_ptr_array_add (reader->nodes, (gpointer) node);

  return TRUE;
}

/* One of the words that there are. */
static gboolean
read_choice (Reader *reader, const char *const *words)
{
  const char *start;

  skip_blanks (reader);
  start = reader->at;
  if (read_word (reader, "", &reader->edit.name) &&
      g_strv_contains (words, reader->edit.name))
    return TRUE;
  g_clear_pointer (&reader->expected, g_free);
  reader->at = start;
  {
    g_autofree char *list = g_strjoinv (", ", (char **) words);
    g_autofree char *expected = g_strconcat ("one of ", list, NULL);

    return expect (reader, expected);
  }
}

static gboolean
read_part (Reader *reader, ImEditPart part)
{
  ImEdit *edit = &reader->edit;

  switch (part)
    {
    case IM_EDIT_PART_NODE:
      return read_node (reader, "the name of a node");
    case IM_EDIT_PART_PARAMETER:
      return read_node (reader, "a name");
    case IM_EDIT_PART_OPTION_TYPE:
      return read_choice (reader, im_edit_option_types);
    case IM_EDIT_PART_PROPERTY:
      return read_choice (reader, im_edit_properties);
    case IM_EDIT_PART_NODES:
    case IM_EDIT_PART_PLACED_NODES:
      return read_nodes (reader, part == IM_EDIT_PART_PLACED_NODES);
    case IM_EDIT_PART_RECTANGLE:
      return read_rectangle (reader);
    case IM_EDIT_PART_SOURCE:
      return read_port (reader, &edit->source);
    case IM_EDIT_PART_ARROW:
      return read_keyword (reader, "->") || expect (reader, "“->”");
    case IM_EDIT_PART_TARGET:
      return read_port (reader, &edit->target);
    case IM_EDIT_PART_UNIT:
      return read_word (reader, "the id of a unit", &edit->unit);
    case IM_EDIT_PART_AS:
      return (read_keyword (reader, "as") || expect (reader, "“as” and an id")) &&
             read_word (reader, "the id of a unit", &edit->unit);
    case IM_EDIT_PART_OPTIONAL_AS:
      return !read_keyword (reader, "as") ||
             read_word (reader, "the id of a unit", &edit->unit);
    case IM_EDIT_PART_WITH:
      return !read_keyword (reader, "with") || read_options (reader);
    case IM_EDIT_PART_BEFORE:
      return !read_keyword (reader, "before") ||
             read_name (reader, "the name of a node", &edit->before);
    case IM_EDIT_PART_BEFORE_ELEMENT:
      return !read_keyword (reader, "before") ||
             read_word (reader, "the way to an element", &edit->before);
    case IM_EDIT_PART_AT:
      return !read_keyword (reader, "at") || read_place (reader);
    case IM_EDIT_PART_INTO:
      return !read_keyword (reader, "into") || read_port (reader, &edit->target);
    case IM_EDIT_PART_ELEMENT:
      return read_word (reader, "the way to an element", &edit->element);
    case IM_EDIT_PART_FILE:
      return read_word (reader, "the name of a code file", &edit->element);
    case IM_EDIT_PART_LINES:
      return read_word (reader, "lines, such as 5, 5-8 or all", &edit->name);
    case IM_EDIT_PART_NAME:
      return read_word (reader, "the name of an attribute or a child", &edit->name);
    case IM_EDIT_PART_OPTIONAL_TEXT:
      return is_at_end (reader) || read_lines (reader);
    case IM_EDIT_PART_TEXT:
      return read_lines (reader);
    case IM_EDIT_PART_END:
    default:
      return TRUE;
    }
}

static gint
find_kind (const char *verb)
{
  for (gint kind = 0; kind < IM_N_EDITS; kind++)
    if (strcmp (im_edit_get_form ((ImEditKind) kind)->verb, verb) == 0)
      return kind;

  return -1;
}

static gboolean
refuse_verb (const char *verb, GError **error)
{
  g_autoptr (GString) allowed = g_string_new (NULL);
  const char *names[IM_N_EDITS];
  const char *nearest;

  for (guint i = 0; i < IM_N_EDITS; i++)
    {
      names[i] = im_edit_get_form ((ImEditKind) i)->verb;
      g_string_append_printf (allowed, "%s%s", i == 0 ? "" : ", ", names[i]);
    }
  nearest = im_text_nearest (verb, names, IM_N_EDITS);
  if (nearest != NULL)
    g_set_error (error, IM_EDIT_ERROR, IM_EDIT_ERROR_SYNTAX,
                 "“%s” is no edit, did you mean “%s”?", verb, nearest);
  else
    g_set_error (error, IM_EDIT_ERROR, IM_EDIT_ERROR_SYNTAX,
                 "“%s” is no edit, expected one of: %s", verb, allowed->str);

  return FALSE;
}

static const char *const *
keep_names (Reader *reader, const GPtrArray *names)
{
  gsize n_bytes = names->len * sizeof (char *);

  return n_bytes == 0
             ? NULL
             : memcpy (im_arena_alloc (reader->arena, n_bytes), names->pdata, n_bytes);
}

/* Places and names live as long as the other texts. */
static void
keep_lists (Reader *reader)
{
  ImEdit *edit = &reader->edit;
  gsize places_bytes = reader->places->len * sizeof (ImEditPlace);

  edit->n_nodes = reader->nodes->len;
  edit->nodes = keep_names (reader, reader->nodes);
  edit->n_options = reader->options->len;
  if (edit->n_options > 0)
    edit->options = memcpy (
        im_arena_alloc (reader->arena, edit->n_options * sizeof (ImEditPort)),
        reader->options->data, edit->n_options * sizeof (ImEditPort));
  edit->n_scope = reader->scope->len;
  edit->scope = keep_names (reader, reader->scope);
  if (places_bytes > 0)
    edit->places = memcpy (im_arena_alloc (reader->arena, places_bytes),
                           reader->places->data, places_bytes);
}

static void
report_expected (Reader *reader, const char *verb, const char *form, GError **error)
{
  const char *blank = *form == '\0' ? "" : " ";
  g_autofree char *found = NULL;

  skip_blanks (reader);
  found = g_strndup (reader->at, strcspn (reader->at, "\n"));
  if (*found == '\0')
    g_set_error (error, IM_EDIT_ERROR, IM_EDIT_ERROR_SYNTAX,
                 "expected %s at the end of “%s”; the form is: %s%s%s", reader->expected,
                 verb, verb, blank, form);
  else
    g_set_error (error, IM_EDIT_ERROR, IM_EDIT_ERROR_SYNTAX,
                 "expected %s, found “%s”; the form is: %s%s%s", reader->expected, found,
                 verb, blank, form);
}

/* The nodes that an edit is inside of, behind `in`. */
static gboolean
read_scope (Reader *reader)
{
  const char *name;

  do
    {
      if (!read_name (reader, "the name of a node", &name))
        return FALSE;
      g_ptr_array_add (reader->scope, (gpointer) name);
    }
  while (read_keyword (reader, "/"));

  return read_keyword (reader, ":") || expect (reader, "“:” and an edit");
}

/* Reads up to the end of the edit, which may be that of the text. */
static gboolean
read_edit (Reader *reader, GError **error)
{
  const char *verb = "";
  const ImEditForm *form;
  gint kind;

  if (read_keyword (reader, "in") && !read_scope (reader))
    {
      report_expected (reader, "in", "NODE[/NODE]…: EDIT", error);
      return FALSE;
    }
  if (read_name (reader, "", &verb))
    kind = find_kind (verb);
  else
    kind = -1;
  g_clear_pointer (&reader->expected, g_free);
  if (kind < 0)
    {
      g_autofree char *line = g_strndup (reader->at, strcspn (reader->at, "\n"));

      return refuse_verb (*verb == '\0' ? line : verb, error);
    }
  reader->edit.kind = (ImEditKind) kind;
  form = im_edit_get_form (reader->edit.kind);
  for (guint i = 0; i < IM_EDIT_MAX_PARTS && form->parts[i] != IM_EDIT_PART_END; i++)
    if (!read_part (reader, form->parts[i]))
      break;
  if (reader->expected == NULL && !is_at_end (reader))
    expect (reader, "the end");
  if (reader->expected == NULL)
    {
      keep_lists (reader);
      return TRUE;
    }

  report_expected (reader, verb, form->form, error);

  return FALSE;
}

static void
init_reader (Reader *reader, const char *text, ImArena *arena)
{
  *reader = (Reader){ .at = text, .arena = arena };
  reader->scope = g_ptr_array_new ();
  reader->nodes = g_ptr_array_new ();
  reader->options = g_array_new (FALSE, FALSE, sizeof (ImEditPort));
  reader->places = g_array_new (FALSE, FALSE, sizeof (ImEditPlace));
}

static void
clear_reader (Reader *reader)
{
  g_ptr_array_unref (reader->scope);
  g_ptr_array_unref (reader->nodes);
  g_array_unref (reader->options);
  g_array_unref (reader->places);
  g_free (reader->expected);
}

static guint
count_lines (const char *text, const char *end)
{
  guint n = 1;

  for (; text < end; text++)
    n += *text == '\n';

  return n;
}

static gboolean
check_encoding (const char *text, GError **error)
{
  const char *end;

  if (g_utf8_validate (text, -1, &end))
    return TRUE;
  g_set_error (error, IM_EDIT_ERROR, IM_EDIT_ERROR_SYNTAX,
               "line %u: expected text in UTF-8, found the byte 0x%02X",
               count_lines (text, end), (guint) (guchar) *end);

  return FALSE;
}

gboolean
im_edit_parse (const char *text, ImArena *arena, ImEdit *edit, GError **error)
{
  Reader reader;
  gboolean is_read;

  if (!check_encoding (text, error))
    return FALSE;
  init_reader (&reader, text, arena);
  is_read = read_edit (&reader, error);
  if (is_read && *reader.at != '\0')
    {
      g_set_error (error, IM_EDIT_ERROR, IM_EDIT_ERROR_SYNTAX,
                   "expected one edit, found another line");
      is_read = FALSE;
    }
  if (is_read)
    *edit = reader.edit;
  clear_reader (&reader);

  return is_read;
}

GArray *
im_edit_parse_script (const char *text, ImArena *arena, GError **error)
{
  g_autoptr (GArray) edits = g_array_new (FALSE, FALSE, sizeof (ImEdit));
  const char *at = text;

  if (!check_encoding (text, error))
    return NULL;
  while (*(at += strspn (at, " \t\r\n")) != '\0')
    {
      Reader reader;
      gboolean is_read;

      if (*at == '#')
        {
          at += strcspn (at, "\n");
          continue;
        }
      init_reader (&reader, at, arena);
      is_read = read_edit (&reader, error);
      if (is_read)
        g_array_append_val (edits, reader.edit);
      else
        g_prefix_error (error, "line %u: ", count_lines (text, at));
      at = reader.at;
      clear_reader (&reader);
      if (!is_read)
        return NULL;
    }

  return g_steal_pointer (&edits);
}
