/* SPDX-License-Identifier: MIT */
#include "unit/im-unit-operator.h"

#include <string.h>

#include "skriptnd/package/im-sknd-variables.h"
#include "skriptnd/text/im-sknd-documentation.h"
#include "unit/im-unit-operator-private.h"

/* A file of units while it is written. */
typedef struct
{
  ImSkndPackage *package;
  const ImSkndFile *module;
  const char *name; /* of the module */
  const char *text; /* of its source */
  GArray *parts;
  ImArena *arena;
  GString *out;
} Writer;

static const ImSkndBlock *
get_block (const ImSkndDefinition *definition, ImSkndBlockKind kind)
{
  static const ImSkndBlock empty = { .n = 0 };

  return definition->by_kind[kind] != NULL ? definition->by_kind[kind] : &empty;
}

gboolean
im_unit_operator_is_file (const char *path)
{
  return g_str_has_suffix (path, IM_UNIT_OPERATOR_SUFFIX);
}

char *
im_unit_operator_dup_module (const char *path)
{
  g_autofree char *base = g_path_get_basename (path);

  return g_strndup (base, strlen (base) - strlen (IM_UNIT_OPERATOR_SUFFIX));
}

static void
append_attribute (Writer *writer, const char *name, const char *value)
{
  g_autofree char *escaped = g_markup_escape_text (value, -1);

  g_string_append_printf (writer->out, " %s=\"%s\"", name, escaped);
}

/* `Padding align` of `padding_align` */
static void
append_label (Writer *writer, const char *attribute, const char *name)
{
  g_autofree char *label = g_strdelimit (g_strdup (name), "_", ' ');

  *label = g_ascii_toupper (*label);
  append_attribute (writer, attribute, label);
}

static char *
dup_expr (const Writer *writer, const ImSkndExpr *expr)
{
  GString *out = g_string_new (NULL);

  im_sknd_expr_append (expr, writer->text, out);

  return g_string_free (out, FALSE);
}

/* What stands between two places of the file, on one line. */
static char *
dup_span (const char *source, ImSpan span)
{
  g_autofree char *text = g_strndup (source + span.start, span.end - span.start);
  g_auto (GStrv) words = g_strsplit_set (text, " \t\r\n", -1);
  g_autoptr (GStrvBuilder) kept = g_strv_builder_new ();

  for (char **word = words; *word != NULL; word++)
    if (**word != '\0')
      g_strv_builder_add (kept, *word);
  g_auto (GStrv) all = g_strv_builder_end (kept);

  return g_strjoinv (" ", all);
}

static void
add_part (Writer *writer,
          ImUnitOperatorRole role,
          ImSkndWord name,
          const ImSkndParameter *declaration,
          guint number)
{
  ImUnitOperatorPart part = { role, name, declaration, number };

  g_array_append_val (writer->parts, part);
}

/* The number of a literal, which may be negative. */
static gboolean
is_number (const ImSkndExpr *expr, ImSkndExprKind kind)
{
  if (expr->kind == IM_SKND_UNARY && expr->operation == IM_SKND_NEGATE)
    expr = expr->operands[0];
  if (expr->kind == IM_SKND_INTEGER && kind == IM_SKND_INTEGER)
    return expr->integer <= G_MAXINT32;

  return expr->kind == kind;
}

static gboolean
is_boolean (const ImSkndExpr *expr)
{
  return expr->kind == IM_SKND_CONSTANT &&
         (strcmp (expr->name, "true") == 0 || strcmp (expr->name, "false") == 0);
}

/* The text of a string without expressions in it, NULL of all others. */
static const char *
get_string (const ImSkndExpr *expr)
{
  if (expr->kind != IM_SKND_STRING || expr->n != 1)
    return NULL;
  if (expr->operands[0]->n == 0)
    return "";

  return expr->operands[0]->n == 1 && expr->operands[0]->operands[0]->kind == IM_SKND_TEXT
             ? expr->operands[0]->operands[0]->name
             : NULL;
}

static gboolean
is_name (const ImSkndExpr *expr, const char *name)
{
  return expr->kind == IM_SKND_NAME && strcmp (expr->name, name) == 0;
}

/* The smallest and the largest value that a condition allows. */
static void
find_range (const ImSkndExpr *condition,
            const char *name,
            gint64 *minimum,
            gint64 *maximum)
{
  const ImSkndExpr *limit = NULL;

  if (condition->kind != IM_SKND_BINARY)
    return;
  if (condition->operation == IM_SKND_AND)
    {
      find_range (condition->operands[0], name, minimum, maximum);
      find_range (condition->operands[1], name, minimum, maximum);
      return;
    }
  limit = condition->operands[1];
  if (!is_name (condition->operands[0], name) || limit->kind != IM_SKND_INTEGER ||
      limit->integer >= G_MAXINT32)
    return;
  if (condition->operation == IM_SKND_GREATER)
    *minimum = limit->integer + 1;
  else if (condition->operation == IM_SKND_GREATER_EQUAL)
    *minimum = limit->integer;
  else if (condition->operation == IM_SKND_LESS)
    *maximum = limit->integer - 1;
  else if (condition->operation == IM_SKND_LESS_EQUAL)
    *maximum = limit->integer;
}

static void
append_range (Writer *writer, const ImSkndDefinition *definition, const char *name)
{
  const ImSkndBlock *asserts = get_block (definition, IM_SKND_ASSERT);
  gint64 minimum = G_MININT64, maximum = G_MAXINT64;

  for (guint i = 0; i < asserts->n; i++)
    find_range (asserts->statements[i]->assertion.condition, name, &minimum, &maximum);
  if (minimum != G_MININT64)
    g_string_append_printf (writer->out, " min=\"%" G_GINT64_FORMAT "\"", minimum);
  if (maximum != G_MAXINT64)
    g_string_append_printf (writer->out, " max=\"%" G_GINT64_FORMAT "\"", maximum);
}

/* The list that an expression is, or that the name of `@using` stands for. */
static const ImSkndExpr *
find_list (const ImSkndDefinition *definition, const ImSkndExpr *expr)
{
  const ImSkndBlock *values = get_block (definition, IM_SKND_USING);

  for (guint i = 0; i < values->n && expr->kind == IM_SKND_NAME; i++)
    {
      const ImSkndUsing *using_ = &values->statements[i]->using_;

      if (using_->target->kind == IM_SKND_TARGET_NAME &&
          strcmp (using_->target->name.text, expr->name) == 0)
        expr = using_->value;
    }

  return expr->kind == IM_SKND_LIST ? expr : NULL;
}

/* The names that an assert lets a text be: `a in names`, `a == names || ..`. */
static const ImSkndExpr *
find_choices (const ImSkndDefinition *definition, const char *name)
{
  const ImSkndBlock *asserts = get_block (definition, IM_SKND_ASSERT);

  for (guint i = 0; i < asserts->n; i++)
    {
      const ImSkndExpr *condition = asserts->statements[i]->assertion.condition;
      const ImSkndExpr *list = NULL;

      if (condition->kind == IM_SKND_FOLD && condition->operation == IM_SKND_OR &&
          condition->operands[0]->kind == IM_SKND_BINARY &&
          condition->operands[0]->operation == IM_SKND_EQUAL)
        condition = condition->operands[0];
      else if (condition->kind != IM_SKND_BINARY || condition->operation != IM_SKND_IN)
        continue;
      if (is_name (condition->operands[0], name))
        list = find_list (definition, condition->operands[1]);
      for (guint j = 0; list != NULL && j < list->n; j++)
        if (get_string (list->operands[j]) == NULL)
          list = NULL;
      if (list != NULL)
        return list;
    }

  return NULL;
}

static void
append_choices (Writer *writer, const ImSkndExpr *list)
{
  g_string_append (writer->out, "><OneOf>");
  for (guint i = 0; i < list->n; i++)
    {
      g_autofree char *text = g_markup_escape_text (get_string (list->operands[i]), -1);

      g_string_append_printf (writer->out, "<Item text=\"%s\">%s</Item>", text, text);
    }
  g_string_append (writer->out, "</OneOf></StringOption>\n");
}

/* What a plain option is called, NULL if the value has to be written in the language. */
static const char *
get_element (const ImSkndParameter *attribute)
{
  const char *type = attribute->type.text;
  const ImSkndExpr *value = attribute->value;

  if (strcmp (type, "str") == 0 && !attribute->is_packed &&
      (value == NULL || get_string (value) != NULL))
    return "StringOption";
  if (attribute->is_packed || attribute->is_optional || value == NULL)
    return NULL;
  if (strcmp (type, "int") == 0 && is_number (value, IM_SKND_INTEGER))
    return "Int32Option";
  if (strcmp (type, "real") == 0 && is_number (value, IM_SKND_REAL))
    return "DoubleOption";

  return strcmp (type, "bool") == 0 && is_boolean (value) ? "BoolOption" : NULL;
}

gboolean
im_unit_operator_is_written (const ImSkndParameter *attribute)
{
  return get_element (attribute) == NULL;
}

/* `A list of 2 * d values of type int, or one for all. If it is empty: 0.` */
static char *
dup_hint (const Writer *writer, const ImSkndParameter *attribute)
{
  g_autofree char *length = attribute->length == NULL
                                ? NULL
                                : dup_expr (writer, attribute->length);
  g_autofree char *value = attribute->value == NULL ? NULL
                                                    : dup_expr (writer, attribute->value);
  g_autofree char *remark = im_sknd_dup_remark (writer->module, attribute->name.span);
  GString *hint = g_string_new (remark);

  if (hint->len > 0)
    {
      *hint->str = g_ascii_toupper (*hint->str);
      g_string_append (hint, ". ");
    }
  if (attribute->is_packed && length != NULL)
    g_string_append_printf (hint, "A list of %s values of type %s, or one for all. ",
                            length, attribute->type.text);
  else if (attribute->is_packed)
    g_string_append_printf (hint, "A list of values of type %s. ", attribute->type.text);
  else
    g_string_append_printf (hint, "A value of type %s. ", attribute->type.text);
  if (value != NULL)
    g_string_append_printf (hint, "If it is empty: %s.", value);
  else if (attribute->is_optional)
    g_string_append (hint, "If it is empty, the operator chooses.");
  else
    g_string_append (hint, "It must be given.");

  return g_string_free (hint, FALSE);
}

static void
append_option (Writer *writer,
               const ImSkndDefinition *definition,
               const ImSkndParameter *attribute)
{
  const char *element = get_element (attribute);
  const ImSkndExpr *choices = NULL;
  g_autofree char *value = NULL, *hint = NULL;

  add_part (writer, IM_OPERATOR_ATTRIBUTE, attribute->name, attribute, 0);
  g_string_append_printf (writer->out, "<%s name=\"%s\"",
                          element == NULL ? "StringOption" : element,
                          attribute->name.text);
  append_label (writer, "text", attribute->name.text);
  if (element == NULL)
    {
      hint = dup_hint (writer, attribute);
      append_attribute (writer, "description", hint);
      g_string_append (writer->out, "/>\n");
      return;
    }
  hint = im_sknd_dup_remark (writer->module, attribute->name.span);
  if (hint != NULL)
    append_attribute (writer, "description", hint);
  if (attribute->value != NULL)
    {
      value = get_string (attribute->value) != NULL
                  ? g_strdup (get_string (attribute->value))
                  : dup_expr (writer, attribute->value);
      append_attribute (writer, "default", value);
    }
  if (strcmp (element, "Int32Option") == 0)
    append_range (writer, definition, attribute->name.text);
  if (strcmp (element, "StringOption") == 0)
    choices = find_choices (definition, attribute->name.text);
  if (choices != NULL)
    append_choices (writer, choices);
  else
    g_string_append (writer->out, "/>\n");
}

/* `real[b, c] of a pack` */
static char *
dup_type (const char *source, const ImSkndParameter *tensor)
{
  g_autofree char *type = dup_span (
      source, (ImSpan){ tensor->type.span.start,
                        tensor->shape.n == 0
                            ? tensor->type.span.end
                            : tensor->shape.extents[tensor->shape.n - 1].span.end });

  return g_strconcat (type, tensor->shape.n > 0 ? "]" : "",
                      tensor->is_packed ? " of a pack" : "", NULL);
}

/* A tensor; of a pack several, of which the first must be there. */
static void
append_sockets (Writer *writer,
                const ImSkndParameter *tensor,
                ImSkndWord word,
                const char *shown,
                const char *description,
                ImUnitOperatorRole role,
                gboolean is_first)
{
  gboolean is_input = role != IM_OPERATOR_OUTPUT;
  guint n = tensor->is_packed ? IM_UNIT_OPERATOR_MAX_PACK : 1;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = tensor->is_packed ? g_strdup_printf ("%s_%u", shown, i + 1)
                                                : g_strdup (shown);

      add_part (writer, role, word, tensor, i);
      g_string_append_printf (writer->out, "<%s name=\"%s\"",
                              is_input ? "InputSocket" : "OutputSocket", name);
      append_label (writer, "text", name);
      append_attribute (writer, "description", description);
      if (is_first && i == 0)
        g_string_append (writer->out, " pipe=\"data\"");
      if (tensor->is_optional || (is_input && tensor->value != NULL) || i > 0 ||
          role == IM_OPERATOR_VARIABLE)
        g_string_append (writer->out, " optional=\"true\"");
      g_string_append (writer->out, "/>\n");
    }
}

static void
append_tensors (Writer *writer, const ImSkndBlock *block, ImUnitOperatorRole role)
{
  for (guint i = 0; i < block->n; i++)
    {
      const ImSkndParameter *tensor = &block->statements[i]->parameter;
      g_autofree char *type = dup_type (writer->text, tensor);

      append_sockets (writer, tensor, tensor->name, tensor->name.text, type, role,
                      i == 0);
    }
}

/* Whether a name is declared, so that no other parameter can be called so. */
static gboolean
is_declared (const ImSkndDefinition *definition, const char *name)
{
  static const ImSkndBlockKind kinds[] = { IM_SKND_INPUT, IM_SKND_ATTRIB, IM_SKND_OUTPUT,
                                           IM_SKND_VARIABLE };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const ImSkndBlock *block = get_block (definition, kinds[i]);

      for (guint j = 0; j < block->n; j++)
        if (strcmp (block->statements[j]->parameter.name.text, name) == 0)
          return TRUE;
    }

  return FALSE;
}

/* `conv1_filter` of `conv1.filter`, with more behind it if something else is called so.
 */
static char *
dup_socket (const ImSkndDefinition *definition, const char *path, GHashTable *taken)
{
  GString *name = g_string_new (path);

  g_strdelimit (name->str, ".", '_');
  while (strchr (path, '.') != NULL && is_declared (definition, name->str))
    g_string_append (name, "_weights");
  while (!g_hash_table_add (taken, g_strdup (name->str)))
    g_string_append (name, "_weights");

  return g_string_free (name, FALSE);
}

static void
append_variables (Writer *writer, const ImSkndDefinition *definition)
{
  g_autoptr (GArray) variables = im_sknd_package_list_variables (
      writer->package, writer->module, definition, IM_UNIT_OPERATOR_MAX_VARIABLES,
      writer->arena);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                        NULL);

  for (guint i = 0; i < variables->len; i++)
    {
      const ImSkndScopedVariable *variable = &g_array_index (variables,
                                                             ImSkndScopedVariable, i);
      g_autofree char *type = dup_type (im_source_get_text (variable->file->source, NULL),
                                        variable->declaration);
      g_autofree char *description = g_strdup_printf (
          "%s, a variable: an array of weights, as %s%s.dat holds them", type,
          variable->path, variable->declaration->is_packed ? ".0" : "");
      g_autofree char *name = dup_socket (definition, variable->path, taken);

      append_sockets (writer, variable->declaration,
                      (ImSkndWord){ variable->path, variable->span }, name, description,
                      IM_OPERATOR_VARIABLE, FALSE);
    }
}

/* Whether a tensor that comes in, or an attribute, says what a generic type is. */
static gboolean
is_told (const ImSkndDefinition *definition, const char *generic)
{
  static const ImSkndBlockKind kinds[] = { IM_SKND_INPUT, IM_SKND_ATTRIB };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const ImSkndBlock *block = get_block (definition, kinds[i]);

      for (guint j = 0; j < block->n; j++)
        if (strcmp (block->statements[j]->parameter.type.text, generic) == 0)
          return TRUE;
    }

  return FALSE;
}

/* A type that is chosen. */
static void
append_types (Writer *writer, const ImSkndDefinition *definition)
{
  const ImSkndBlock *generics = get_block (definition, IM_SKND_DTYPE);

  for (guint i = 0; i < generics->n; i++)
    {
      const ImSkndGeneric *generic = &generics->statements[i]->generic;

      if (is_told (definition, generic->name.text))
        continue;
      add_part (writer, IM_OPERATOR_TYPE, generic->name, NULL, i);
      g_string_append_printf (
          writer->out,
          "<StringOption name=\"%s\" text=\"Type %s\" default=\"%s\"><OneOf>"
          "<Item>int</Item><Item>real</Item><Item>bool</Item></OneOf></StringOption>\n",
          generic->name.text, generic->name.text,
          generic->value.text == NULL ? "real" : generic->value.text);
    }
}

static void
append_values (Writer *writer, const ImSkndTarget *target, const char *formula)
{
  for (guint i = 0; i < target->n; i++)
    append_values (writer, target->items[i], formula);
  if (target->kind != IM_SKND_TARGET_NAME)
    return;
  add_part (writer, IM_OPERATOR_VALUE, target->name, NULL, 0);
  g_string_append_printf (writer->out, "<Hidden name=\"%s\"", target->name.text);
  append_attribute (writer, "description", formula);
  g_string_append (writer->out, "/>\n");
}

static void
append_parameters (Writer *writer, const ImSkndDefinition *definition)
{
  const ImSkndBlock *attributes = get_block (definition, IM_SKND_ATTRIB);
  const ImSkndBlock *values = get_block (definition, IM_SKND_USING);

  g_string_append (writer->out, "<Parameters>\n");
  append_tensors (writer, get_block (definition, IM_SKND_INPUT), IM_OPERATOR_INPUT);
  append_variables (writer, definition);
  append_types (writer, definition);
  for (guint i = 0; i < attributes->n; i++)
    append_option (writer, definition, &attributes->statements[i]->parameter);
  for (guint i = 0; i < values->n; i++)
    {
      const ImSkndUsing *using_ = &values->statements[i]->using_;
      g_autofree char *formula = dup_expr (writer, using_->value);

      append_values (writer, using_->target, formula);
    }
  append_tensors (writer, get_block (definition, IM_SKND_OUTPUT), IM_OPERATOR_OUTPUT);
  g_string_append (writer->out, "</Parameters>\n");
}

/* A line of a comment, in which code stands between backticks. */
static void
append_words (Writer *writer, const char *line)
{
  g_auto (GStrv) parts = g_strsplit (line, "`", -1);
  guint n = g_strv_length (parts);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *escaped = g_markup_escape_text (parts[i], -1);

      if (i % 2 == 0)
        g_string_append (writer->out, escaped);
      else if (i + 1 == n)
        g_string_append_printf (writer->out, "`%s", escaped);
      else
        g_string_append_printf (writer->out, "<Code>%s</Code>", escaped);
    }
  g_string_append_c (writer->out, '\n');
}

/* What stands above it, without examples. */
static void
append_description (Writer *writer, const char *documentation)
{
  g_auto (GStrv) lines = g_strsplit (documentation, "\n", -1);

  g_string_append (writer->out, "<Description>");
  for (char **line = lines; *line != NULL; line++)
    if (!g_str_has_prefix (*line, IM_UNIT_OPERATOR_EXAMPLE))
      append_words (writer, *line);
  g_string_append (writer->out, "</Description>\n");
}

static void
append_unit (Writer *writer, const ImSkndDefinition *definition)
{
  g_autofree char *folder = g_strdelimit (g_strdup (writer->name), ".", '/');
  g_autofree char *label = g_strdelimit (g_strdup (definition->name.text), "_", ' ');
  g_autofree char *file = g_path_get_basename (
      im_source_get_name (writer->module->source));
  g_autofree char *documentation = im_sknd_dup_documentation (writer->module, definition);

  *label = g_ascii_toupper (*label);
  g_string_append (writer->out, "<Function");
  g_string_append_printf (writer->out, " unit=\"%s.%s\">\n", writer->name,
                          definition->name.text);
  g_string_append_printf (writer->out, "<DisplayName>%s</DisplayName>\n", label);
  g_string_append_printf (writer->out, "<DisplayPath>/SkriptND/%s</DisplayPath>\n",
                          folder);
  append_description (writer, documentation == NULL ? "" : documentation);
  append_parameters (writer, definition);
  g_string_append (writer->out, "<Implementations><Implementation language=\"SkriptND\"");
  g_string_append_printf (writer->out, " fragment=\"%s:%s\" call=\"%s()\"/>", file,
                          definition->name.text, definition->name.text);
  g_string_append (writer->out, "</Implementations>\n");
  if (documentation != NULL)
    im_unit_operator_append_examples (definition, documentation, writer->out);
  g_string_append (writer->out, "</Function>\n");
}

void
im_unit_operator_append_file (ImSkndPackage *package,
                              const ImSkndFile *module,
                              const char *name,
                              GArray *parts,
                              GPtrArray *definitions,
                              ImArena *arena,
                              GString *out)
{
  Writer writer = { package, module, name, im_source_get_text (module->source, NULL),
                    parts,   arena,  out };

  g_string_append (out, "<Imaginet xmlns:im=\"" IM_UNIT_NAMESPACE "\">\n");
  for (guint i = 0; i < module->n_definitions; i++)
    {
      const ImSkndDefinition *definition = module->definitions[i];

      if (definition->is_graph || *definition->name.text == '_')
        continue;
      g_ptr_array_add (definitions, (gpointer) definition);
      append_unit (&writer, definition);
    }
  g_string_append (out, "</Imaginet>\n");
}
