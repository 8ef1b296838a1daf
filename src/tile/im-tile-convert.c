/* SPDX-License-Identifier: MIT
 *
 * A function is put into the statements of the other spelling; then names that are words
 * of it are changed, and brackets, calls and declarations become those of the spelling.
 */
#include <stdarg.h>
#include <string.h>

#include "base/im-text.h"
#include "tile/im-tile-convert-private.h"

static const char *const words_cpp[] = {
  "Tensor",   "TensorDim", "TensorIndex", "TensorOutput", "alignas",  "alignof",
  "and",      "asm",       "auto",        "bool",         "break",    "case",
  "catch",    "char",      "class",       "const",        "continue", "decltype",
  "default",  "delete",    "do",          "double",       "else",     "enum",
  "explicit", "export",    "extern",      "false",        "float",    "for",
  "friend",   "goto",      "if",          "inline",       "int",      "long",
  "mutable",  "namespace", "new",         "noexcept",     "not",      "nullptr",
  "operator", "or",        "private",     "protected",    "public",   "register",
  "return",   "short",     "signed",      "sizeof",       "size_t",   "static",
  "std",      "struct",    "switch",      "template",     "this",     "throw",
  "true",     "try",       "typedef",     "typename",     "union",    "unsigned",
  "using",    "vector",    "virtual",     "void",         "volatile", "while",
  "xor",      NULL
};
static const char *const words_python[] = { "TensorDim",    "TensorDims",
                                            "TensorIndex",  "TensorIndexes",
                                            "TensorOutput", "len",
                                            "range",        NULL };
static const char *const words_compact[] = { "default", "function", NULL };

static const char *const *const words[] = {
  [IM_TILE_CPP] = words_cpp,
  [IM_TILE_PYTHON] = words_python,
  [IM_TILE_COMPACT] = words_compact,
};

void
im_tile_conversion_fail (ImTileConversion *conversion,
                         ImSpan span,
                         const char *format,
                         ...)
{
  g_autofree char *message = NULL;
  va_list args;

  if (conversion->has_failed)
    return;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  im_diagnostics_add (conversion->diagnostics, IM_SEVERITY_ERROR, "conversion",
                      conversion->file->source, span, "%s", message);
  conversion->has_failed = TRUE;
}

ImTileExpr *
im_tile_conversion_copy_expr (ImTileConversion *conversion, const ImTileExpr *expr)
{
  ImTileExpr *copy = im_arena_new0 (conversion->file->arena, ImTileExpr, 1);

  *copy = *expr;
  copy->operands = im_arena_new0 (conversion->file->arena, ImTileExpr *, expr->n + 1);

  return copy;
}

ImTileStatement *
im_tile_conversion_copy (ImTileConversion *conversion, const ImTileStatement *statement)
{
  ImTileStatement *copy = im_arena_new0 (conversion->file->arena, ImTileStatement, 1);

  *copy = *statement;
  copy->operands = im_arena_new0 (conversion->file->arena, ImTileExpr *,
                                  statement->n + 1);

  return copy;
}

GPtrArray *
im_tile_conversion_body (ImTileConversion *conversion)
{
  GPtrArray *body = g_ptr_array_new ();

  g_ptr_array_add (conversion->file->bodies, body);

  return body;
}

/* A name that is a word of the spelling gets a `_` for each other name that is so. */
static const char *
rename (ImTileConversion *conversion, const char *name)
{
  const char *other = name;
  gboolean is_word = g_strv_contains (words[conversion->spelling], name) ||
                     (conversion->spelling == IM_TILE_PYTHON &&
                      im_text_is_python_keyword (name));

  /* A line that begins with it reads as the compact form. */
  if (strcmp (name, "function") == 0)
    is_word = g_hash_table_contains (conversion->names, name);
  if (!is_word)
    return name;
  do
    other = im_arena_printf (conversion->file->arena, "%s_", other);
  while (g_hash_table_contains (conversion->names, other));

  return other;
}

static gboolean
is_vector (ImTileConversion *conversion, const char *name)
{
  ImTileNameKind kind = im_tile_names_get (conversion->names, name);

  return kind == IM_TILE_NAME_NUMBERS || kind == IM_TILE_NAME_INDICES;
}

/* Elements of vectors have square brackets everywhere, those of tensors not in C++. */
static gboolean
has_brackets (ImTileConversion *conversion, const char *name, gboolean is_access)
{
  return is_access &&
         (conversion->spelling != IM_TILE_CPP || is_vector (conversion, name));
}

/* `a == b ? c` and `c ? t : f` have names outside of the compact form. */
static void
name_select (ImTileConversion *conversion, ImTileExpr *expr)
{
  const ImTileExpr *test = expr->operands[0];
  ImTileExpr **operands = im_arena_new0 (conversion->file->arena, ImTileExpr *, 4);

  if (expr->n == 2 &&
      (test->kind != IM_TILE_BINARY || test->operation != IM_KERNEL_NODE_EQUAL))
    {
      im_tile_conversion_fail (conversion, test->span,
                               "Without an else, two accesses are compared by ==");
      return;
    }
  operands[0] = expr->n == 2 ? test->operands[0] : expr->operands[0];
  operands[1] = expr->n == 2 ? test->operands[1] : expr->operands[1];
  operands[2] = expr->operands[expr->n - 1];
  expr->kind = IM_TILE_APPLY;
  expr->name = expr->n == 2 ? "cond" : "select";
  expr->is_bracket = FALSE;
  expr->operands = operands;
  expr->n = 3;
}

static void
convert_expr (ImTileConversion *conversion, ImTileExpr *expr)
{
  if (expr->kind == IM_TILE_SELECT && conversion->spelling != IM_TILE_COMPACT)
    name_select (conversion, expr);
  if (expr->kind == IM_TILE_APPLY)
    expr->is_bracket = has_brackets (
        conversion, expr->name,
        expr->is_bracket || g_hash_table_contains (conversion->names, expr->name));
  if (expr->kind == IM_TILE_NAME || expr->kind == IM_TILE_APPLY)
    expr->name = rename (conversion, expr->name);
  for (guint i = 0; i < expr->n; i++)
    convert_expr (conversion, expr->operands[i]);
}

static void convert_body (ImTileConversion *conversion,
                          const GPtrArray *body,
                          GHashTable *declared);

static void
convert_statement (ImTileConversion *conversion,
                   ImTileStatement *statement,
                   GHashTable *declared)
{
  if (statement->kind == IM_TILE_CONTRACT)
    statement->is_bracket = has_brackets (conversion, statement->name, TRUE);
  if (statement->name != NULL)
    {
      gboolean is_new = g_hash_table_add (declared, (gpointer) statement->name);

      statement->declares = is_new && (statement->kind == IM_TILE_ASSIGN ||
                                       statement->kind == IM_TILE_OUTPUT);
      statement->name = rename (conversion, statement->name);
    }
  for (guint i = 0; i < statement->n; i++)
    convert_expr (conversion, statement->operands[i]);
  if (statement->value != NULL)
    convert_expr (conversion, statement->value);
  if (statement->kind == IM_TILE_FOR)
    convert_body (conversion, statement->body, declared);
}

static void
convert_body (ImTileConversion *conversion, const GPtrArray *body, GHashTable *declared)
{
  for (guint i = 0; i < body->len; i++)
    convert_statement (conversion, g_ptr_array_index (body, i), declared);
}

/* What C++ declares and Python does not: tensors; and a loop of nothing. */
static void
leave_out (GPtrArray *body)
{
  for (guint i = body->len; i-- > 0;)
    {
      const ImTileStatement *statement = g_ptr_array_index (body, i);

      if (statement->kind == IM_TILE_FOR)
        leave_out (statement->body);
      if (statement->kind == IM_TILE_DECLARE_TENSORS ||
          (statement->kind == IM_TILE_FOR && statement->body->len == 0))
        g_ptr_array_remove_index (body, i);
    }
}

typedef struct
{
  ImTileConversion *conversion;
  GPtrArray *body;
  GHashTable *declared;
  ImTileStatementKind kind;
  gboolean is_grouped;
} Declaration;

static void
declare (Declaration *declaration, const char *name)
{
  ImTileStatement *statement = NULL;

  if (!g_hash_table_add (declaration->declared, (gpointer) name))
    return;

  statement = im_arena_new0 (declaration->conversion->file->arena, ImTileStatement, 1);
  statement->kind = declaration->kind;
  statement->span = declaration->conversion->function->span;
  statement->name = name;
  statement->is_grouped = declaration->is_grouped;
  declaration->is_grouped = TRUE;
  g_ptr_array_add (declaration->body, statement);
}

/* Dims are what the head binds; indices are all names in accesses that are nothing else.
 */
static void
declare_names (Declaration *declaration, const ImTileExpr *expr, gboolean is_index)
{
  GHashTable *names = declaration->conversion->names;

  if (expr->kind == IM_TILE_NAME && is_index &&
      !g_hash_table_contains (names, expr->name))
    declare (declaration, expr->name);
  for (guint i = 0; i < expr->n; i++)
    declare_names (declaration, expr->operands[i],
                   is_index ||
                       (expr->kind == IM_TILE_APPLY && strcmp (expr->name, "cond") != 0));
}

static void
declare_all (ImTileConversion *conversion)
{
  const GPtrArray *from = conversion->function->body;
  GPtrArray *body = im_tile_conversion_body (conversion);
  g_autoptr (GHashTable) declared = g_hash_table_new (g_str_hash, g_str_equal);
  Declaration dims = { conversion, body, declared, IM_TILE_DECLARE_DIMS };
  Declaration indices = { conversion, body, declared, IM_TILE_DECLARE_INDICES };

  for (guint i = 0; i < conversion->function->n_parameters; i++)
    g_hash_table_add (declared, (gpointer) conversion->function->parameters[i].name);
  for (guint i = 0; i < from->len; i++)
    {
      const ImTileStatement *statement = g_ptr_array_index (from, i);

      for (guint j = 0; j < statement->n && statement->kind == IM_TILE_BIND; j++)
        if (statement->operands[j]->kind == IM_TILE_NAME)
          declare (&dims, statement->operands[j]->name);
    }
  for (guint i = 0; i < from->len; i++)
    {
      const ImTileStatement *statement = g_ptr_array_index (from, i);
      gboolean has_indices = statement->kind == IM_TILE_CONTRACT ||
                             statement->kind == IM_TILE_CONSTRAIN;

      for (guint j = 0; j < statement->n && has_indices; j++)
        declare_names (&indices, statement->operands[j], TRUE);
      if (statement->kind == IM_TILE_CONTRACT)
        declare_names (&indices, statement->value, FALSE);
    }
  for (guint i = 0; i < from->len; i++)
    g_ptr_array_add (body, g_ptr_array_index (from, i));
  conversion->function->body = body;
}

static void
convert_parameters (ImTileConversion *conversion, GHashTable *declared)
{
  static const ImTileParameterKind kinds[] = {
    [IM_TILE_NAME_UNKNOWN] = IM_TILE_TENSOR, [IM_TILE_NAME_NUMBER] = IM_TILE_SIZE,
    [IM_TILE_NAME_INDEX] = IM_TILE_TENSOR,   [IM_TILE_NAME_NUMBERS] = IM_TILE_VECTOR,
    [IM_TILE_NAME_INDICES] = IM_TILE_TENSOR, [IM_TILE_NAME_TENSOR] = IM_TILE_TENSOR,
  };

  for (guint i = 0; i < conversion->function->n_parameters; i++)
    {
      ImTileParameter *parameter = &conversion->function->parameters[i];

      g_hash_table_add (declared, (gpointer) parameter->name);
      parameter
          ->kind = conversion->spelling == IM_TILE_CPP
                       ? kinds[im_tile_names_get (conversion->names, parameter->name)]
                       : IM_TILE_ANY;
      parameter->name = rename (conversion, parameter->name);
    }
}

/* Statements that loops repeat share expressions, which must not be converted twice: the
 * names of a conversion to the compact form are those of the flat function. */
static void
convert_function (ImTileConversion *conversion)
{
  g_autoptr (GHashTable) declared = g_hash_table_new (g_str_hash, g_str_equal);
  ImTileSpelling from = conversion->file->spelling;

  if (conversion->spelling == IM_TILE_COMPACT)
    im_tile_flatten (conversion);
  else if (from == IM_TILE_COMPACT)
    declare_all (conversion);
  if (conversion->spelling == IM_TILE_PYTHON)
    leave_out (conversion->function->body);
  if (conversion->function->body->len == 0)
    im_tile_conversion_fail (conversion, conversion->function->span,
                             "“%s” has no statements", conversion->function->name);
  if (conversion->has_failed)
    return;

  convert_parameters (conversion, declared);
  convert_body (conversion, conversion->function->body, declared);
}

gboolean
im_tile_convert (ImTileFile *file, ImTileSpelling spelling, ImDiagnostics *diagnostics)
{
  ImTileConversion conversion = { file, spelling, diagnostics };
  g_autoptr (GHashTable) names = NULL;

  if (file->spelling == spelling)
    return TRUE;

  /* What a parameter is follows from functions that are not converted yet. */
  names = im_tile_names_new (file);
  for (guint i = 0; i < file->functions->len && !conversion.has_failed; i++)
    {
      conversion.function = g_ptr_array_index (file->functions, i);
      conversion.names = g_hash_table_lookup (names, conversion.function);
      convert_function (&conversion);
      conversion.function->name = rename (&conversion, conversion.function->name);
    }
  file->spelling = spelling;

  return !conversion.has_failed;
}
