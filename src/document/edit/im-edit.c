/* SPDX-License-Identifier: MIT */
#include "document/edit/im-edit-form.h"

#include <string.h>

#include "base/im-arena.h"
#include "base/im-text.h"
#include "unit/im-unit-frame.h"

const char *const im_edit_option_types[] = {
  "int32", "double", "bool", "string", "shape", NULL,
};

const char *const im_edit_properties[] = {
  "text", "description", "type",       "shape",  "rate",  "default", "min",
  "max",  "choices",     "expression", "inputs", "title", "color",   NULL,
};

static const ImEditForm forms[IM_N_EDITS] = {
  [IM_EDIT_SET] = { "set",
                    "NODE.OPTION = EXPRESSION",
                    { IM_EDIT_PART_TARGET, IM_EDIT_PART_TEXT } },
  [IM_EDIT_RESET] = { "reset", "NODE.OPTION", { IM_EDIT_PART_TARGET } },
  [IM_EDIT_ENABLE] = { "enable", "NODE…", { IM_EDIT_PART_NODES } },
  [IM_EDIT_DISABLE] = { "disable", "NODE…", { IM_EDIT_PART_NODES } },
  [IM_EDIT_INSERT] = { "insert",
                       "UNIT [before NODE]",
                       { IM_EDIT_PART_UNIT, IM_EDIT_PART_BEFORE } },
  [IM_EDIT_ADD] = { "add",
                    "UNIT [at X Y] [into NODE.INPUT]",
                    { IM_EDIT_PART_UNIT, IM_EDIT_PART_AT, IM_EDIT_PART_INTO } },
  [IM_EDIT_REMOVE] = { "remove", "NODE…", { IM_EDIT_PART_NODES } },
  [IM_EDIT_DISSOLVE] = { "dissolve", "NODE…", { IM_EDIT_PART_NODES } },
  [IM_EDIT_MOVE] = { "move",
                     "NODE [before NODE]",
                     { IM_EDIT_PART_NODE, IM_EDIT_PART_BEFORE } },
  [IM_EDIT_PLACE] = { "place", "NODE X Y [NODE X Y]…", { IM_EDIT_PART_PLACED_NODES } },
  [IM_EDIT_LAYOUT] = { "layout", "", { IM_EDIT_PART_END } },
  [IM_EDIT_CONNECT] = { "connect",
                        "NODE.OUTPUT -> NODE.INPUT",
                        { IM_EDIT_PART_SOURCE, IM_EDIT_PART_ARROW,
                          IM_EDIT_PART_TARGET } },
  [IM_EDIT_DISCONNECT] = { "disconnect", "NODE.INPUT", { IM_EDIT_PART_TARGET } },
  [IM_EDIT_ISOLATE] = { "isolate", "NODE…", { IM_EDIT_PART_NODES } },
  [IM_EDIT_PASTE] = { "paste",
                      "[before NODE] [at X Y] = XML",
                      { IM_EDIT_PART_BEFORE, IM_EDIT_PART_AT, IM_EDIT_PART_TEXT } },
  [IM_EDIT_GROUP] = { "group",
                      "NODE… [as UNIT] [with NODE.OPTION…] [= NAME]",
                      { IM_EDIT_PART_NODES, IM_EDIT_PART_OPTIONAL_AS, IM_EDIT_PART_WITH,
                        IM_EDIT_PART_OPTIONAL_TEXT } },
  [IM_EDIT_EXTRACT] = { "extract",
                        "NODE… as UNIT [with NODE.OPTION…] [= NAME]",
                        { IM_EDIT_PART_NODES, IM_EDIT_PART_AS, IM_EDIT_PART_WITH,
                          IM_EDIT_PART_OPTIONAL_TEXT } },
  [IM_EDIT_UNGROUP] = { "ungroup", "NODE", { IM_EDIT_PART_NODE } },
  [IM_EDIT_RENAME] = { "rename",
                       "NODE = NAME",
                       { IM_EDIT_PART_NODE, IM_EDIT_PART_TEXT } },
  [IM_EDIT_RENAME_GROUP] = { "rename-group",
                             "NODE = NAME",
                             { IM_EDIT_PART_NODE, IM_EDIT_PART_TEXT } },
  [IM_EDIT_RENAME_PIPELINE] = { "rename-pipeline", "= NAME", { IM_EDIT_PART_TEXT } },
  [IM_EDIT_RENAME_SOCKET] = { "rename-socket",
                              "PARAMETER = NAME",
                              { IM_EDIT_PART_NODE, IM_EDIT_PART_TEXT } },
  [IM_EDIT_TYPE] = { "type", "INPUT = TYPE", { IM_EDIT_PART_NODE, IM_EDIT_PART_TEXT } },
  [IM_EDIT_DECLARE] = { "declare", "OUTPUT", { IM_EDIT_PART_NODE } },
  [IM_EDIT_INPUT] = { "input",
                      "NAME [at X Y] [= TYPE]",
                      { IM_EDIT_PART_PARAMETER, IM_EDIT_PART_AT,
                        IM_EDIT_PART_OPTIONAL_TEXT } },
  [IM_EDIT_OUTPUT] = { "output",
                       "NAME [at X Y]",
                       { IM_EDIT_PART_PARAMETER, IM_EDIT_PART_AT } },
  [IM_EDIT_OPTION] = { "option",
                       "NAME TYPE [at X Y] [= DEFAULT]",
                       { IM_EDIT_PART_PARAMETER, IM_EDIT_PART_OPTION_TYPE,
                         IM_EDIT_PART_AT, IM_EDIT_PART_OPTIONAL_TEXT } },
  [IM_EDIT_EXPRESSION] = { "expression",
                           "NAME [at X Y] = EXPRESSION",
                           { IM_EDIT_PART_PARAMETER, IM_EDIT_PART_AT,
                             IM_EDIT_PART_TEXT } },
  [IM_EDIT_FRAME] = { "frame",
                      "NAME X Y WIDTH HEIGHT [= TITLE]",
                      { IM_EDIT_PART_PARAMETER, IM_EDIT_PART_RECTANGLE,
                        IM_EDIT_PART_OPTIONAL_TEXT } },
  [IM_EDIT_CHANGE] = { "change",
                       "NAME PROPERTY [= VALUE]",
                       { IM_EDIT_PART_PARAMETER, IM_EDIT_PART_PROPERTY,
                         IM_EDIT_PART_OPTIONAL_TEXT } },
  [IM_EDIT_REQUEUE] = { "requeue", "NODE", { IM_EDIT_PART_NODE } },
  [IM_EDIT_ATTRIBUTE] = { "attribute",
                          "ELEMENT NAME [= VALUE]",
                          { IM_EDIT_PART_ELEMENT, IM_EDIT_PART_NAME,
                            IM_EDIT_PART_OPTIONAL_TEXT } },
  [IM_EDIT_CONTENT] = { "content",
                        "ELEMENT NAME = TEXT",
                        { IM_EDIT_PART_ELEMENT, IM_EDIT_PART_NAME, IM_EDIT_PART_TEXT } },
  [IM_EDIT_INSERT_ELEMENT] = { "insert-element",
                               "ELEMENT [before ELEMENT] = XML",
                               { IM_EDIT_PART_ELEMENT, IM_EDIT_PART_BEFORE_ELEMENT,
                                 IM_EDIT_PART_TEXT } },
  [IM_EDIT_REMOVE_ELEMENT] = { "remove-element", "ELEMENT", { IM_EDIT_PART_ELEMENT } },
  [IM_EDIT_MOVE_ELEMENT] = { "move-element",
                             "ELEMENT [before ELEMENT]",
                             { IM_EDIT_PART_ELEMENT, IM_EDIT_PART_BEFORE_ELEMENT } },
  [IM_EDIT_CODE] = { "code",
                     "FILE LINES [= TEXT]",
                     { IM_EDIT_PART_FILE, IM_EDIT_PART_LINES,
                       IM_EDIT_PART_OPTIONAL_TEXT } },
};

const ImEditForm *
im_edit_get_form (ImEditKind kind)
{
  g_return_val_if_fail (kind < IM_N_EDITS, NULL);

  return &forms[kind];
}

void
im_edit_append_forms (GString *out)
{
  for (guint i = 0; i < IM_N_EDITS; i++)
    g_string_append_printf (out, "  %s%s%s\n", forms[i].verb,
                            *forms[i].form == '\0' ? "" : " ", forms[i].form);
  g_string_append (out, "  in NODE[/NODE]…: EDIT\n");
}

gboolean
im_edit_ends_nodes (const char *name)
{
  return strcmp (name, "as") == 0 || strcmp (name, "with") == 0;
}

gboolean
im_edit_is_name_char (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '-';
}

/* Whether a text ends at a blank only, such as an id or a way to an element. */
static gboolean
is_word (const char *text)
{
  return *text != '\0' && text[strcspn (text, " \t\r\n\"\\=")] == '\0';
}

static gboolean
is_name (const char *text)
{
  const char *at = text;

  while (im_edit_is_name_char (*at))
    at++;

  return at > text && *at == '\0';
}

static void
append_quoted (const char *text, GString *out)
{
  g_string_append_c (out, '"');
  for (; *text != '\0'; text++)
    {
      if (*text == '"' || *text == '\\')
        g_string_append_c (out, '\\');
      g_string_append_c (out, *text);
    }
  g_string_append_c (out, '"');
}

static void
append_name (const char *text, GString *out)
{
  if (is_name (text) && !im_edit_ends_nodes (text))
    g_string_append (out, text);
  else
    append_quoted (text, out);
}

static void
append_word (const char *text, GString *out)
{
  if (is_word (text))
    g_string_append (out, text);
  else
    append_quoted (text, out);
}

static void
append_port (const ImEditPort *port, GString *out)
{
  append_name (port->node, out);
  g_string_append_c (out, '.');
  append_name (port->parameter, out);
}

static void
append_options (const ImEdit *edit, GString *out)
{
  g_string_append (out, "with");
  for (guint i = 0; i < edit->n_options; i++)
    {
      g_string_append_c (out, ' ');
      append_port (&edit->options[i], out);
    }
}

static void
append_place (const ImEditPlace *place, GString *out)
{
  im_text_append_double (out, CLAMP (place->x, -IM_EDIT_MAX_PLACE, IM_EDIT_MAX_PLACE));
  g_string_append_c (out, ' ');
  im_text_append_double (out, CLAMP (place->y, -IM_EDIT_MAX_PLACE, IM_EDIT_MAX_PLACE));
}

static void
append_rectangle (const ImEditPlace *places, GString *out)
{
  append_place (&places[0], out);
  g_string_append_c (out, ' ');
  im_text_append_double (out, CLAMP (places[1].x, IM_FRAME_MIN_SIZE, IM_FRAME_MAX_SIZE));
  g_string_append_c (out, ' ');
  im_text_append_double (out, CLAMP (places[1].y, IM_FRAME_MIN_SIZE, IM_FRAME_MAX_SIZE));
}

static void
append_nodes (const ImEdit *edit, gboolean has_places, GString *out)
{
  for (guint i = 0; i < edit->n_nodes; i++)
    {
      if (i > 0)
        g_string_append_c (out, ' ');
      append_name (edit->nodes[i], out);
      if (!has_places)
        continue;
      g_string_append_c (out, ' ');
      append_place (&edit->places[i], out);
    }
}

static void
append_lines (const char *text, GString *out)
{
  for (; *text != '\0'; text++)
    {
      if (*text == '\n' || *text == '\\')
        g_string_append_c (out, '\\');
      g_string_append_c (out, *text);
    }
}

static gboolean
has_part (const ImEdit *edit, ImEditPart part)
{
  switch ((int) part)
    {
    case IM_EDIT_PART_OPTIONAL_AS:
      return edit->unit != NULL;
    case IM_EDIT_PART_WITH:
      return edit->n_options > 0;
    case IM_EDIT_PART_BEFORE:
    case IM_EDIT_PART_BEFORE_ELEMENT:
      return edit->before != NULL;
    case IM_EDIT_PART_AT:
      return edit->places != NULL;
    case IM_EDIT_PART_INTO:
      return edit->target.node != NULL;
    case IM_EDIT_PART_OPTIONAL_TEXT:
      return edit->text != NULL;
    default:
      return TRUE;
    }
}

static void
append_part (const ImEdit *edit, ImEditPart part, GString *out)
{
  switch (part)
    {
    case IM_EDIT_PART_NODE:
    case IM_EDIT_PART_NODES:
    case IM_EDIT_PART_PLACED_NODES:
    case IM_EDIT_PART_PARAMETER:
      append_nodes (edit, part == IM_EDIT_PART_PLACED_NODES, out);
      break;
    case IM_EDIT_PART_RECTANGLE:
      append_rectangle (edit->places, out);
      break;
    case IM_EDIT_PART_SOURCE:
      append_port (&edit->source, out);
      break;
    case IM_EDIT_PART_ARROW:
      g_string_append (out, "->");
      break;
    case IM_EDIT_PART_UNIT:
      append_word (edit->unit, out);
      break;
    case IM_EDIT_PART_AS:
    case IM_EDIT_PART_OPTIONAL_AS:
      g_string_append (out, "as ");
      append_word (edit->unit, out);
      break;
    case IM_EDIT_PART_WITH:
      append_options (edit, out);
      break;
    case IM_EDIT_PART_BEFORE:
      g_string_append (out, "before ");
      append_name (edit->before, out);
      break;
    case IM_EDIT_PART_BEFORE_ELEMENT:
      g_string_append (out, "before ");
      append_word (edit->before, out);
      break;
    case IM_EDIT_PART_AT:
      g_string_append (out, "at ");
      append_place (edit->places, out);
      break;
    case IM_EDIT_PART_INTO:
      g_string_append (out, "into ");
      append_port (&edit->target, out);
      break;
    case IM_EDIT_PART_TARGET:
      append_port (&edit->target, out);
      break;
    case IM_EDIT_PART_ELEMENT:
    case IM_EDIT_PART_FILE:
      append_word (edit->element, out);
      break;
    case IM_EDIT_PART_NAME:
    case IM_EDIT_PART_OPTION_TYPE:
    case IM_EDIT_PART_PROPERTY:
    case IM_EDIT_PART_LINES:
      append_word (edit->name, out);
      break;
    case IM_EDIT_PART_TEXT:
    case IM_EDIT_PART_OPTIONAL_TEXT:
      g_string_append (out, "= ");
      append_lines (edit->text, out);
      break;
    case IM_EDIT_PART_END:
    default:
      break;
    }
}

static void
append_scope (const ImEdit *edit, GString *out)
{
  for (guint i = 0; i < edit->n_scope; i++)
    {
      g_string_append (out, i == 0 ? "in " : "/");
      append_name (edit->scope[i], out);
    }
  if (edit->n_scope > 0)
    g_string_append (out, ": ");
}

void
im_edit_append_text (const ImEdit *edit, GString *out)
{
  const ImEditForm *form = im_edit_get_form (edit->kind);

  append_scope (edit, out);
  g_string_append (out, form->verb);
  for (guint i = 0; i < IM_EDIT_MAX_PARTS && form->parts[i] != IM_EDIT_PART_END; i++)
    if (has_part (edit, form->parts[i]))
      {
        g_string_append_c (out, ' ');
        append_part (edit, form->parts[i], out);
      }
}

static const char *
copy_text (const char *text, ImArena *arena)
{
  return text == NULL ? NULL : im_arena_strdup (arena, text);
}

static const char *const *
copy_names (const char *const *names, guint n, ImArena *arena)
{
  const char **copies = n == 0 ? NULL : im_arena_alloc (arena, n * sizeof (char *));

  for (guint i = 0; i < n; i++)
    copies[i] = im_arena_strdup (arena, names[i]);

  return copies;
}

static const ImEditPort *
copy_ports (const ImEditPort *ports, guint n, ImArena *arena)
{
  ImEditPort *copies = n == 0 ? NULL : im_arena_alloc (arena, n * sizeof (ImEditPort));

  for (guint i = 0; i < n; i++)
    copies[i] = (ImEditPort){ im_arena_strdup (arena, ports[i].node),
                              im_arena_strdup (arena, ports[i].parameter) };

  return copies;
}

ImEdit
im_edit_copy (const ImEdit *edit, ImArena *arena)
{
  ImEdit copy = *edit;
  const char **texts[] = {
    &copy.unit,
    &copy.before,
    &copy.source.node,
    &copy.target.node,
    &copy.source.parameter,
    &copy.target.parameter,
    &copy.element,
    &copy.name,
    &copy.text,
  };
  gsize n_places = edit->kind == IM_EDIT_PLACE   ? edit->n_nodes
                   : edit->kind == IM_EDIT_FRAME ? 2
                                                 : 1;

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    *texts[i] = copy_text (*texts[i], arena);
  if (edit->places != NULL && n_places > 0)
    copy.places = memcpy (im_arena_alloc (arena, n_places * sizeof (ImEditPlace)),
                          edit->places, n_places * sizeof (ImEditPlace));
  copy.options = copy_ports (edit->options, edit->n_options, arena);
  copy.nodes = copy_names (edit->nodes, edit->n_nodes, arena);
  copy.scope = copy_names (edit->scope, edit->n_scope, arena);

  return copy;
}
