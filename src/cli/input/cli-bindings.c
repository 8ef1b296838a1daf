/* SPDX-License-Identifier: MIT
 *
 * Brackets are no part of an expression, so a name followed by one can only be a tensor,
 * an array or a shape, and its error is told as such.
 */
#include "cli/input/cli-bindings.h"

#include <string.h>

#include "lang/im-symbols.h"
#include "lang/im-token.h"

#define VALUE_NOTE                                                                \
  "a value is a tensor float32[3,50]@16000, an array float32[2]{0.5,1}, a shape " \
  "shape[3,50], or an expression such as 2.5, true, 'text', null or System.Float32"

struct _CliBindings
{
  ImArena *arena;
  ImSymbols *symbols;
  GArray *items; /* ImUnitBinding, in the order of the symbols */
};

/* One text of the command line. */
typedef struct
{
  ImSource *source;
  const char *text;
  ImSpan name;
  ImSpan value;
} Assignment;

void
cli_bindings_free (CliBindings *bindings)
{
  if (bindings == NULL)
    return;

  g_array_unref (bindings->items);
  im_symbols_free (bindings->symbols);
  im_arena_free (bindings->arena);
  g_free (bindings);
}

const ImSymbols *
cli_bindings_get_symbols (const CliBindings *bindings)
{
  return bindings->symbols;
}

ImArena *
cli_bindings_get_arena (CliBindings *bindings)
{
  return bindings->arena;
}

const ImUnitBinding *
cli_bindings_get_all (const CliBindings *bindings, guint *n_bindings)
{
  *n_bindings = bindings->items->len;

  return (const ImUnitBinding *) bindings->items->data;
}

void
cli_bindings_init_environment (CliBindings *bindings, ImEnvironment *environment)
{
  im_environment_init (environment, bindings->arena, bindings->symbols);
  for (guint i = 0; i < bindings->items->len; i++)
    im_environment_set (environment, i,
                        g_array_index (bindings->items, ImUnitBinding, i).value);
}

static gboolean
is_identifier (const char *text, ImSpan span)
{
  static const char *const reserved[] = { "true", "false", "null", "Math", "System" };
  const char *problem;
  ImToken token = im_token_next (text, span.end, span.start, &problem);

  if (token.kind != IM_TOKEN_NAME || token.span.start != span.start ||
      token.span.end != span.end)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (reserved); i++)
    if (strlen (reserved[i]) == span.end - span.start &&
        strncmp (reserved[i], text + span.start, span.end - span.start) == 0)
      return FALSE;

  return TRUE;
}

static gboolean
check_name (const CliBindings *bindings,
            const Assignment *assignment,
            const char *name,
            ImDiagnostics *diagnostics)
{
  if (!is_identifier (assignment->text, assignment->name))
    {
      im_diagnostics_add (
          diagnostics, IM_SEVERITY_ERROR, "bad-name", assignment->source,
          assignment->name, "expected a name in front of “=”, found %s%s%s",
          *name == '\0' ? "nothing" : "“", name, *name == '\0' ? "" : "”");
      im_diagnostics_note (diagnostics,
                           "a name has letters, digits and “_”, does not begin with a "
                           "digit, and is none of true, false, null, Math, System");
      return FALSE;
    }
  if (im_symbols_find (bindings->symbols, name) >= 0)
    {
      im_diagnostics_add (diagnostics, IM_SEVERITY_ERROR, "duplicate-name",
                          assignment->source, assignment->name,
                          "“%s” has a value already", name);
      return FALSE;
    }

  return TRUE;
}

/* Whether a value starts with a name and a bracket. */
static gboolean
is_literal (const char *value)
{
  gsize length = strspn (value, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_.");

  return length > 0 && g_ascii_isalpha (value[0]) && value[length] == '[';
}

static gboolean
parse_tensor (ImArena *arena, const char *text, ImValue *out, GError **error)
{
  ImTensorType *type = im_arena_new0 (arena, ImTensorType, 1);

  *out = IM_TENSOR (type);
  return im_tensor_type_parse (text, type, error);
}

static gboolean
parse_array (ImArena *arena, const char *text, ImValue *out, GError **error)
{
  *out = IM_ARRAY (im_array_parse (arena, text, error));
  return out->array != NULL;
}

static gboolean
parse_shape (ImArena *arena, const char *text, ImValue *out, GError **error)
{
  ImShape *shape = im_arena_new0 (arena, ImShape, 1);

  *out = IM_SHAPE (shape);
  return im_shape_parse (text + strlen ("shape"), -1, shape, error);
}

static gboolean
parse_literal (ImArena *arena, const char *text, ImValue *out, GError **error)
{
  if (g_str_has_prefix (text, "shape["))
    return parse_shape (arena, text, out, error);
  if (strchr (text, '{') != NULL)
    return parse_array (arena, text, out, error);

  return parse_tensor (arena, text, out, error);
}

static gboolean
evaluate (CliBindings *bindings,
          const Assignment *assignment,
          ImValue *out,
          const ImExprError **error)
{
  ImEnvironment environment;
  const ImExpr *expr = im_expr_parse (
      bindings->arena, assignment->text + assignment->value.start,
      assignment->value.end - assignment->value.start, bindings->symbols, error);

  cli_bindings_init_environment (bindings, &environment);

  return expr != NULL && im_eval (expr, &environment, out, error);
}

static gboolean
parse_value (CliBindings *bindings,
             const Assignment *assignment,
             ImValue *out,
             ImDiagnostics *diagnostics)
{
  g_autofree char *text = g_strdup (assignment->text + assignment->value.start);
  g_autoptr (GError) error = NULL;
  const ImExprError *expr_error = NULL;
  ImSpan span = assignment->value;

  if (is_literal (g_strstrip (text)) ? parse_literal (bindings->arena, text, out, &error)
                                     : evaluate (bindings, assignment, out, &expr_error))
    return TRUE;

  if (expr_error != NULL)
    {
      span.end = span.start + expr_error->span.end;
      span.start += expr_error->span.start;
    }
  im_diagnostics_add (diagnostics, IM_SEVERITY_ERROR, "bad-value", assignment->source,
                      span, "%s", error != NULL ? error->message : expr_error->message);
  im_diagnostics_note (diagnostics, VALUE_NOTE);
  return FALSE;
}

/* Adds what one text says. */
static gboolean
bind (CliBindings *bindings, ImSource *source, ImDiagnostics *diagnostics)
{
  gsize length;
  const char *text = im_source_get_text (source, &length);
  const char *equals = strchr (text, '=');
  guint32 end = (guint32) length;

  if (equals == NULL)
    {
      im_diagnostics_add (diagnostics, IM_SEVERITY_ERROR, "bad-name", source,
                          (ImSpan){ 0, end }, "expected NAME=VALUE, found “%s”", text);
      im_diagnostics_note (diagnostics, VALUE_NOTE);
      return FALSE;
    }

  Assignment assignment = { source, text, { 0, (guint32) (equals - text) } };
  g_autofree char *name = g_strndup (text, assignment.name.end);
  ImUnitBinding item;

  assignment.value = (ImSpan){ assignment.name.end + 1, end };
  if (!check_name (bindings, &assignment, name, diagnostics) ||
      !parse_value (bindings, &assignment, &item.value, diagnostics))
    return FALSE;

  item.name = im_symbols_get_name (bindings->symbols,
                                   im_symbols_add (bindings->symbols, name));
  g_array_append_val (bindings->items, item);

  return TRUE;
}

CliBindings *
cli_bindings_parse (char **texts, ImDiagnostics *diagnostics)
{
  g_autoptr (CliBindings) bindings = g_new0 (CliBindings, 1);

  bindings->arena = im_arena_new ();
  bindings->symbols = im_symbols_new ();
  bindings->items = g_array_new (FALSE, FALSE, sizeof (ImUnitBinding));
  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    {
      g_autoptr (ImSource) source = im_source_new_for_string ("--with", texts[i]);

      if (!bind (bindings, source, diagnostics))
        return NULL;
    }

  return g_steal_pointer (&bindings);
}
