/* SPDX-License-Identifier: MIT */
#include "cli/skriptnd/cli-sknd-instance.h"

#include <string.h>

#include "base/im-text.h"
#include "cli/skriptnd/cli-sknd-eval.h"
#include "skriptnd/im-sknd-instance.h"

typedef struct
{
  const CliOptions *options;
  const ImSkndFile *file;
  ImDiagnostics *diagnostics;
  ImArena *arena;
  ImSkndScope scope; /* without names: values are constant */
  GArray *attributes;
  GArray *arguments;
} Call;

static gboolean G_GNUC_PRINTF (2, 3) fail (Call *call, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  im_diagnostics_add_for_file (call->diagnostics, IM_SEVERITY_ERROR, "argument",
                               im_source_get_name (call->file->source), "%s", message);

  return FALSE;
}

static const ImSkndDefinition *
find_operator (Call *call)
{
  const char *name = call->options->operator_name;
  const ImSkndFile *file = call->file;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < file->n_definitions; i++)
    {
      g_ptr_array_add (names, (gpointer) file->definitions[i]->name.text);
      if (name == NULL ? file->n_definitions == 1
                       : strcmp (file->definitions[i]->name.text, name) == 0)
        return file->definitions[i];
    }
  if (name == NULL)
    {
      fail (call, "--operator says which of %u operators is meant", file->n_definitions);
      return NULL;
    }
  fail (call, "There is no operator “%s”", name);
  im_diagnostics_suggest (
      call->diagnostics, name,
      im_text_nearest (name, (const char *const *) names->pdata, names->len));

  return NULL;
}

/* The value of an expression without names. */
static gboolean
read_value (Call *call,
            const char *name,
            const char *text,
            ImSkndType *type,
            ImSkndValue *value)
{
  g_autoptr (ImSource) source = im_source_new_for_string (name, text);

  return cli_sknd_compute (source, &call->scope, call->arena, call->diagnostics, type,
                           value);
}

static const char *
split (Call *call, const char *text, const char *form, const char **rest)
{
  const char *equals = strchr (text, '=');

  if (equals == NULL || equals == text)
    {
      fail (call, "Expected %s, found “%s”", form, text);
      return NULL;
    }
  *rest = equals + 1;

  return im_arena_strndup (call->arena, text, (gsize) (equals - text));
}

static gboolean
read_attribute (Call *call, const char *text)
{
  ImSkndValue *value = im_arena_new0 (call->arena, ImSkndValue, 1);
  ImSkndAttribute attribute = { .value = value };
  const char *rest = NULL;

  attribute.name = split (call, text, "--attrib NAME=EXPR", &rest);
  if (attribute.name == NULL ||
      !read_value (call, attribute.name, rest, &attribute.type, value))
    return FALSE;
  g_array_append_val (call->attributes, attribute);

  return TRUE;
}

static ImSkndArgument *
find_argument (Call *call, const char *name, ImSkndBase base)
{
  ImSkndArgument argument = { name, base, 0, NULL };

  for (guint i = 0; i < call->arguments->len; i++)
    {
      ImSkndArgument *found = &g_array_index (call->arguments, ImSkndArgument, i);

      if (strcmp (found->name, name) == 0)
        return found;
    }
  g_array_append_val (call->arguments, argument);

  return &g_array_index (call->arguments, ImSkndArgument, call->arguments->len - 1);
}

static void
add_tensor (Call *call, ImSkndArgument *argument, const ImSkndValue *extents)
{
  ImSkndTensor *tensors = im_arena_new0 (call->arena, ImSkndTensor, argument->n + 1);
  gint64 *kept = im_arena_new0 (call->arena, gint64, extents->n + 1);

  for (guint i = 0; i < extents->n; i++)
    kept[i] = extents->items[i].integer;
  if (argument->n > 0)
    memcpy (tensors, argument->tensors, argument->n * sizeof *tensors);
  tensors[argument->n++] = (ImSkndTensor){ extents->n, kept };
  argument->tensors = tensors;
}

/* `NAME=real[2,3]`; a pack is given by repeating its name. */
static gboolean
read_argument (Call *call, const char *text)
{
  const char *rest = NULL, *name = split (call, text, "--input NAME=TYPE[SHAPE]", &rest);
  const char *bracket = name == NULL ? NULL : strchr (rest, '[');
  g_autofree char *base_name = NULL;
  ImSkndBase base;
  ImSkndType type;
  ImSkndValue extents;

  if (name == NULL)
    return FALSE;
  base_name = g_strndup (rest, bracket == NULL ? 0 : (gsize) (bracket - rest));
  if (bracket == NULL || !im_sknd_base_find (base_name, &base))
    return fail (call,
                 "Expected a type and a shape such as real[2,3] for “%s”, found “%s”",
                 name, rest);
  if (!read_value (call, name, bracket, &type, &extents))
    return FALSE;
  if ((type.base != IM_SKND_BASE_INT && type.base != IM_SKND_BASE_OPEN) ||
      !type.is_packed || extents.is_null || extents.n > IM_SKND_MAX_RANK)
    return fail (call, "Expected at most %d integers as the shape of “%s”",
                 IM_SKND_MAX_RANK, name);
  for (guint i = 0; i < extents.n; i++)
    if (extents.items[i].integer < 0)
      return fail (call, "An extent of “%s” is negative", name);
  add_tensor (call, find_argument (call, name, base), &extents);

  return TRUE;
}

static gboolean
read_all (Call *call, char **texts, gboolean (*read) (Call *call, const char *text))
{
  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    if (!read (call, texts[i]))
      return FALSE;

  return TRUE;
}

static void
append_output (const ImSkndArgument *output, GString *out)
{
  for (guint t = 0; t < output->n; t++)
    {
      ImSkndType type = { .base = output->base };

      g_string_append_printf (out, "%s: ", output->name);
      im_sknd_type_append (&type, out);
      g_string_append_c (out, '[');
      for (guint i = 0; i < output->tensors[t].rank; i++)
        g_string_append_printf (out, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "",
                                output->tensors[t].extents[i]);
      g_string_append (out, "]\n");
    }
}

static void
append_instance (const ImSkndDefinition *definition,
                 const ImSkndInstance *instance,
                 GString *out)
{
  g_string_append_printf (out, "%s %s\n", definition->is_graph ? "graph" : "operator",
                          definition->name.text);
  for (guint i = 0; i < instance->names->len; i++)
    {
      const char *name = g_ptr_array_index (instance->names, i);
      const ImSkndSymbol *symbol = im_sknd_scope_find (&instance->scope, name);

      g_string_append_printf (out, "  %s: ", name);
      im_sknd_type_append (&symbol->type, out);
      g_string_append (out, " = ");
      im_sknd_value_append (symbol->value, out);
      g_string_append_c (out, '\n');
    }
  for (guint i = 0; i < instance->outputs->len; i++)
    append_output (&g_array_index (instance->outputs, ImSkndArgument, i), out);
}

static void
instantiate (Call *call, GString *out)
{
  const ImSkndDefinition *definition = find_operator (call);
  g_autoptr (ImSkndSignature) signature = NULL;
  g_autoptr (ImSkndInstance) instance = NULL;

  if (definition == NULL)
    return;
  signature = im_sknd_signature_new (call->file, definition, call->diagnostics);
  if (signature == NULL || !read_all (call, call->options->attributes, read_attribute) ||
      !read_all (call, call->options->inputs, read_argument))
    return;
  instance = im_sknd_instantiate (
      signature, call->attributes->len,
      (const ImSkndAttribute *) (gpointer) call->attributes->data, call->arguments->len,
      (const ImSkndArgument *) (gpointer) call->arguments->data, call->diagnostics);
  if (instance != NULL)
    append_instance (definition, instance, out);
}

void
cli_sknd_append_instance (const CliOptions *options,
                          const ImSkndFile *file,
                          ImDiagnostics *diagnostics,
                          GString *out)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GArray) attributes = g_array_new (FALSE, FALSE, sizeof (ImSkndAttribute));
  g_autoptr (GArray) arguments = g_array_new (FALSE, FALSE, sizeof (ImSkndArgument));
  Call call = { options, file, diagnostics, arena };

  call.attributes = attributes;
  call.arguments = arguments;
  im_sknd_scope_init (&call.scope, NULL);
  instantiate (&call, out);
  im_sknd_scope_clear (&call.scope);
}
