/* SPDX-License-Identifier: MIT
 *
 * A line is cut into words first; a `!` that stands alone ends a layer. What a word means
 * depends on its place: the first of a layer names the unit, the others set something.
 */
#include "graph/im-launch.h"

#include <stdarg.h>
#include <string.h>

#include "base/im-text.h"
#include "graph/im-graph.h"
#include "graph/im-launch-private.h"
#include "lang/im-symbols.h"
#include "unit/im-unit-place.h"
#include "unit/im-unit-write.h"

typedef struct
{
  ImLaunch *launch;
  ImUnitLibrary *library;
  ImDiagnostics *diagnostics;
  ImSymbols *symbols; /* what expressions may use */
  const char *text;
  guint32 at;       /* where the next word is looked for */
  ImSpan word;      /* the word that was read last, empty at the end */
  gboolean is_open; /* a bracket or quote of that word is not closed */
  gboolean failed;
} Parser;

static void G_GNUC_PRINTF (4, 5)
    report (Parser *parser, const char *code, ImSpan span, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  const char *message = im_arena_vprintf (parser->launch->arena, format, args);
  va_end (args);
  im_diagnostics_add (parser->diagnostics, IM_SEVERITY_ERROR, code, parser->launch->line,
                      span, "%s", message);
  parser->failed = TRUE;
}

/* Returns the end of a word that starts at @at. Blanks inside of quotes and brackets are
 * part of it. */
static guint32
find_word_end (Parser *parser, guint32 at)
{
  const char *text = parser->text;
  g_autoptr (GByteArray) open = g_byte_array_new (); /* closing characters to come */
  guint32 start = at;

  for (; text[at] != '\0' && (open->len > 0 || !g_ascii_isspace (text[at])); at++)
    {
      char c = text[at];
      char closing = open->len > 0 ? (char) open->data[open->len - 1] : '\0';
      guint8 next = (guint8) (c == '(' ? ')' : c == '[' ? ']' : c);

      if (c == closing)
        g_byte_array_set_size (open, open->len - 1);
      else if (closing != '"' && closing != '\'' && strchr ("([\"'", c) != NULL)
        g_byte_array_append (open, &next, 1);
    }
  parser->is_open = open->len > 0;
  if (parser->is_open)
    report (parser, "launch-syntax", (ImSpan){ start, at },
            "expected “%c” before the end of the line", open->data[open->len - 1]);

  return at;
}

/* Reads the next word; it is empty at the end of the line. */
static void
next_word (Parser *parser)
{
  while (g_ascii_isspace (parser->text[parser->at]))
    parser->at++;
  parser->word.start = parser->at;
  parser->at = find_word_end (parser, parser->at);
  parser->word.end = parser->at;
}

static gboolean
is_at_end (const Parser *parser)
{
  return parser->word.start == parser->word.end;
}

static gboolean
is_word (const Parser *parser, const char *text)
{
  gsize length = parser->word.end - parser->word.start;

  return strlen (text) == length &&
         strncmp (parser->text + parser->word.start, text, length) == 0;
}

/* Whether a layer ends here. */
static gboolean
is_layer_end (const Parser *parser)
{
  return is_at_end (parser) || is_word (parser, "!");
}

static const char *
copy_span (Parser *parser, ImSpan span)
{
  return im_arena_strndup (parser->launch->arena, parser->text + span.start,
                           span.end - span.start);
}

/* What was found instead of what was expected, for messages. */
static const char *
describe_word (Parser *parser)
{
  return is_at_end (parser) ? "the end"
                            : im_arena_printf (parser->launch->arena, "“%s”",
                                               copy_span (parser, parser->word));
}

static void
parse_source (Parser *parser)
{
  ImLaunch *launch = parser->launch;
  ImTensorType *type = &launch->source;
  g_autoptr (GError) error = NULL;

  next_word (parser);
  if (!is_word (parser, "source"))
    {
      report (parser, "launch-syntax", parser->word,
              "expected “source”, such as source float32[3]@50, found %s",
              describe_word (parser));
      return;
    }
  next_word (parser);
  launch->source_place = parser->word;
  if (is_layer_end (parser))
    report (parser, "launch-syntax", parser->word,
            "expected the type of the source, such as float32[3]@50, found %s",
            describe_word (parser));
  else if (!im_tensor_type_parse (copy_span (parser, parser->word), type, &error))
    report (parser, "bad-value", parser->word, "%s", error->message);
  else if (strchr (copy_span (parser, parser->word), ';') != NULL)
    report (parser, "bad-value", parser->word,
            "a source has a type, a shape and a rate, no shift, scale or offset");
  else
    next_word (parser);
}

static void
report_unknown_unit (Parser *parser, const char *name)
{
  GPtrArray *units = im_unit_library_get_units (parser->library);
  g_autofree const char **names = g_new0 (const char *, MAX (units->len, 1));

  for (guint i = 0; i < units->len; i++)
    names[i] = im_text_get_last_part (
        ((const ImUnit *) g_ptr_array_index (units, i))->id.text);

  const char *nearest = im_text_nearest (name, names, units->len);
  report (parser, "unknown-unit", parser->word, "there is no unit “%s” among %u", name,
          units->len);
  im_diagnostics_suggest (
      parser->diagnostics, name,
      nearest != NULL ? nearest : im_unit_library_nearest (parser->library, name, NULL));
}

/* Finds the unit that the word names. */
static const ImUnit *
find_unit (Parser *parser)
{
  const char *name = copy_span (parser, parser->word);
  g_autoptr (GPtrArray) found = im_unit_library_find_all (parser->library, name);

  if (found->len == 1 && im_graph_is_stackable (g_ptr_array_index (found, 0)))
    return g_ptr_array_index (found, 0);
  if (found->len == 1)
    {
      const ImUnit *unit = g_ptr_array_index (found, 0);

      report (parser, "not-stackable", parser->word,
              "%s names no pipe, so it cannot be stacked", unit->id.text);
      im_diagnostics_note (parser->diagnostics,
                           "a <%s> is stacked if its sockets say pipe=\"data\"; a <Unit> "
                           "needs none",
                           im_unit_place_get_name (unit->element));
      return NULL;
    }
  if (found->len == 0)
    report_unknown_unit (parser, name);
  else
    {
      g_autofree char *ids = im_unit_library_dup_ids (found);

      report (parser, "ambiguous-unit", parser->word, "“%s” is the end of %u ids", name,
              found->len);
      im_diagnostics_note (parser->diagnostics, "use one of them in full: %s", ids);
    }

  return NULL;
}

static const ImParameter *
find_parameter (Parser *parser, const ImUnit *unit, ImSpan span)
{
  const char *name = copy_span (parser, span);
  const ImParameter *parameter = im_unit_find_parameter (unit, name);
  g_autofree const char **names = g_new0 (const char *, MAX (unit->n_parameters, 1));
  guint n_names = 0;

  if (parameter != NULL && im_parameter_can_be_set (parameter))
    return parameter;

  for (guint i = 0; i < unit->n_parameters; i++)
    if (im_parameter_can_be_set (&unit->parameters[i]))
      names[n_names++] = unit->parameters[i].name.text;
  report (parser, "unknown-parameter", span, "%s has no option or socket “%s”",
          unit->id.text, name);
  im_diagnostics_suggest (parser->diagnostics, name,
                          im_text_nearest (name, names, n_names));
  im_diagnostics_allow (parser->diagnostics, names, n_names);

  return NULL;
}

/* A shape as an expression. */
static const char *
parse_shape (Parser *parser, ImSpan span)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) text = g_string_new ("System.Shape(");
  ImShape shape;

  if (!im_shape_parse (copy_span (parser, span), -1, &shape, &error))
    {
      report (parser, "bad-value", span, "%s", error->message);
      return NULL;
    }
  if (shape.rank == 0)
    return "System.Shape(1).remove(0)";
  for (guint i = shape.rank; i > 0; i--)
    g_string_append_printf (text, "%d%s", shape.size[i - 1], i > 1 ? ", " : ")");

  return im_arena_strdup (parser->launch->arena, text->str);
}

/* A list for an option that is written in SkriptND, as a text. */
static const char *
quote (Parser *parser, ImSpan span)
{
  const char *text = copy_span (parser, span);
  const char *sign = strchr (text, '"') == NULL ? "\"" : "'";

  return im_arena_printf (parser->launch->arena, "%s%s%s", sign, text, sign);
}

static gboolean
is_list_of_operator (const Parser *parser, const ImLaunchSetting *setting)
{
  const ImOption *option = setting->parameter == NULL ? NULL : setting->parameter->option;

  return parser->text[setting->value.start] == '[' && option != NULL &&
         option->is_written;
}

static void
report_expr (Parser *parser, ImSpan value, const ImExprError *error)
{
  report (parser, im_expr_error_code_get_name (error->code),
          (ImSpan){ value.start + error->span.start, value.start + error->span.end },
          "%s", error->message);
}

static const char *
parse_expression (Parser *parser, ImSpan span)
{
  const char *text = copy_span (parser, span);
  ImArena *arena = parser->launch->arena;
  g_autoptr (GPtrArray) errors = g_ptr_array_new ();
  const ImExprError *error;
  const ImExpr *expr = im_expr_parse (arena, text, -1, parser->symbols, &error);

  if (expr == NULL)
    {
      report_expr (parser, span, error);
      return NULL;
    }
  im_expr_check_names (expr, parser->symbols, arena, errors);
  for (guint i = 0; i < errors->len; i++)
    {
      report_expr (parser, span, g_ptr_array_index (errors, i));
      if (expr->kind == IM_EXPR_NAME)
        im_diagnostics_note (parser->diagnostics, "a text has quotes: '%s'", text);
    }

  return errors->len > 0 ? NULL : text;
}

static gboolean
is_set (const Parser *parser, const ImLaunchLayer *layer, const ImParameter *parameter)
{
  const GArray *settings = parser->launch->settings;

  for (guint i = layer->first_setting; i < settings->len; i++)
    if (g_array_index (settings, ImLaunchSetting, i).parameter == parameter)
      return TRUE;

  return FALSE;
}

/* Reads a word `NAME=VALUE`. */
static void
parse_setting (Parser *parser, const ImLaunchLayer *layer)
{
  ImSpan word = parser->word;
  const char *equals = memchr (parser->text + word.start, '=', word.end - word.start);
  ImLaunchSetting setting = { .name = word };

  if (parser->is_open)
    return;
  if (equals == NULL)
    {
      report (parser, "launch-syntax", word, "expected NAME=VALUE or “!”, found %s",
              describe_word (parser));
      return;
    }

  setting.name.end = (guint32) (equals - parser->text);
  setting.value = (ImSpan){ setting.name.end + 1, word.end };
  setting.parameter = find_parameter (parser, layer->unit, setting.name);
  setting.text = is_list_of_operator (parser, &setting) ? quote (parser, setting.value)
                 : parser->text[setting.value.start] == '['
                     ? parse_shape (parser, setting.value)
                     : parse_expression (parser, setting.value);
  if (setting.parameter == NULL || setting.text == NULL)
    return;
  if (is_set (parser, layer, setting.parameter))
    report (parser, "duplicate-name", setting.name, "“%s” has a value already",
            setting.parameter->name.text);
  else
    g_array_append_val (parser->launch->settings, setting);
}

/* Reads a layer behind its `!`. */
static void
parse_layer (Parser *parser)
{
  ImLaunch *launch = parser->launch;
  ImLaunchLayer layer = { .first_setting = launch->settings->len };

  next_word (parser);
  if (is_layer_end (parser))
    {
      report (parser, "launch-syntax", parser->word, "expected a unit, found %s",
              describe_word (parser));
      return;
    }

  layer.place = parser->word;
  layer.unit = find_unit (parser);
  for (next_word (parser); !is_layer_end (parser); next_word (parser))
    if (layer.unit != NULL)
      parse_setting (parser, &layer);
  layer.n_settings = launch->settings->len - layer.first_setting;
  if (layer.unit != NULL)
    g_array_append_val (launch->layers, layer);
}

/* What the pipeline gives is what its last layer writes to the pipe of data. */
static void
check_last_layer (Parser *parser)
{
  const GArray *layers = parser->launch->layers;
  const ImLaunchLayer *last;

  if (layers->len == 0)
    return;
  last = &g_array_index (layers, ImLaunchLayer, layers->len - 1);
  for (guint i = 0; i < last->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &last->unit->parameters[i];

      if ((parameter->kind == IM_PARAMETER_OUTPUT ||
           parameter->kind == IM_PARAMETER_RETURN) &&
          g_strcmp0 (im_graph_get_pipe (last->unit, parameter), "data") == 0)
        return;
    }
  report (parser, "not-connected", last->place,
          "%s gives nothing on the pipe “data”, so it cannot be the last layer",
          last->unit->id.text);
}

/* Reports what no file could hold. */
static void
check_characters (Parser *parser)
{
  const char *illegal = im_unit_write_find_illegal (parser->text);

  if (illegal == NULL)
    return;

  guint32 at = (guint32) (illegal - parser->text);
  report (parser, "launch-syntax", (ImSpan){ at, at + 1 },
          "expected UTF-8 without control characters, found the byte 0x%02x",
          (guint) (guchar) *illegal);
}

static void
parse_line (Parser *parser)
{
  check_characters (parser);
  if (!parser->failed)
    parse_source (parser);
  if (parser->failed)
    return;
  if (!is_word (parser, "!"))
    {
      report (parser, "launch-syntax", parser->word,
              "expected “!” and a unit behind the source, found %s",
              describe_word (parser));
      return;
    }
  while (is_word (parser, "!"))
    parse_layer (parser);
  if (!parser->failed)
    check_last_layer (parser);
}

ImLaunch *
im_launch_parse (ImSource *line, ImUnitLibrary *library, ImDiagnostics *diagnostics)
{
  g_autoptr (ImLaunch) launch = g_new0 (ImLaunch, 1);
  g_autoptr (ImSymbols) symbols = im_symbols_new ();
  Parser parser = {
    .launch = launch,
    .library = library,
    .diagnostics = diagnostics,
    .symbols = symbols,
    .text = im_source_get_text (line, NULL),
  };

  launch->arena = im_arena_new ();
  launch->line = im_source_ref (line);
  launch->layers = g_array_new (FALSE, FALSE, sizeof (ImLaunchLayer));
  launch->settings = g_array_new (FALSE, FALSE, sizeof (ImLaunchSetting));
  launch->marks = g_array_new (FALSE, FALSE, sizeof (ImLaunchMark));
  im_symbols_add (symbols, "input");
  parse_line (&parser);

  return parser.failed ? NULL : g_steal_pointer (&launch);
}

void
im_launch_free (ImLaunch *launch)
{
  if (launch == NULL)
    return;

  g_array_unref (launch->layers);
  g_array_unref (launch->settings);
  g_array_unref (launch->marks);
  im_source_unref (launch->line);
  im_arena_free (launch->arena);
  g_free (launch);
}
