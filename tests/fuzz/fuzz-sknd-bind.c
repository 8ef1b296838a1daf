/* SPDX-License-Identifier: MIT
 *
 * The input is a line of attributes, `a = 1; b = [2]`, a line of inputs, `x real 2 3`,
 * and a file of SkriptND. Its operators are bound to them: either nothing is wrong, and
 * shapes are none that there are not, or there is an error.
 */
#include <string.h>

#include "fuzz.h"
#include "skriptnd/signature/im-sknd-instance.h"
#include "skriptnd/text/im-sknd-file.h"
#include "skriptnd/value/im-sknd-evaluate.h"

#define MAX_GIVEN 8

typedef struct
{
  ImArena *arena;
  guint n_attributes;
  ImSkndAttribute attributes[MAX_GIVEN];
  guint n_arguments;
  ImSkndArgument arguments[MAX_GIVEN];
} Call;

static void
add_attribute (Call *call, const char *text)
{
  const char *equals = strstr (text, " = ");
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_auto (ImSkndScope) scope = { NULL };
  g_autoptr (ImSource) source = im_source_new_for_string (
      "attribute", equals == NULL ? "" : equals + 3);
  const ImSkndExpr *expr = NULL;
  g_autoptr (ImSkndFile) file = im_sknd_parse_expression (source, diagnostics, &expr);
  ImSkndAttribute *attribute = &call->attributes[call->n_attributes];
  ImSkndValue *value = im_arena_new0 (call->arena, ImSkndValue, 1);

  im_sknd_scope_init (&scope, NULL);
  ImSkndEvaluation evaluation = { &scope, source, call->arena, diagnostics };
  if (equals == NULL || expr == NULL ||
      !im_sknd_infer (expr, &scope, source, diagnostics, &attribute->type) ||
      !im_sknd_evaluate (&evaluation, expr, value))
    return;
  attribute->name = im_arena_strndup (call->arena, text, (gsize) (equals - text));
  attribute->value = value;
  call->n_attributes++;
}

static void
add_argument (Call *call, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  guint n = g_strv_length (words);
  gint64 *extents = im_arena_new0 (call->arena, gint64, n + 1);
  ImSkndArgument *argument = &call->arguments[call->n_arguments];
  ImSkndTensor *tensors = im_arena_new0 (call->arena, ImSkndTensor, 2);

  if (n < 2 || !im_sknd_base_find (words[1], &argument->base))
    return;
  for (guint i = 2; i < n; i++)
    extents[i - 2] = g_ascii_strtoll (words[i], NULL, 10) & G_MAXINT64;
  tensors[0] = tensors[1] = (ImSkndTensor){ n - 2, extents };
  argument->name = im_arena_strdup (call->arena, words[0]);
  argument->n = 1 + (words[0][0] == 'x' && words[0][1] == 's');
  argument->tensors = tensors;
  call->n_arguments++;
}

static void
check_tensors (const GArray *arguments)
{
  for (guint i = 0; i < arguments->len; i++)
    {
      const ImSkndArgument *argument = &g_array_index (arguments, ImSkndArgument, i);

      for (guint t = 0; t < argument->n; t++)
        for (guint j = 0; j < argument->tensors[t].rank; j++)
          g_assert_cmpint (argument->tensors[t].extents[j], >=, 0);
    }
}

static void
bind (const Call *call, const ImSkndFile *file, const ImSkndDefinition *definition)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImSkndSignature) signature = im_sknd_signature_new (file, definition,
                                                                 diagnostics);
  g_autoptr (ImSkndInstance) instance = NULL;

  g_assert_true ((signature == NULL) ==
                 (im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) > 0));
  if (signature != NULL)
    {
      instance = im_sknd_instantiate (signature, 0, NULL, call->n_attributes,
                                      call->attributes, call->n_arguments,
                                      call->arguments, diagnostics);
      g_assert_cmpuint (im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR), ==,
                        instance == NULL ? 1 : 0);
    }
  if (instance != NULL)
    {
      check_tensors (instance->outputs);
      check_tensors (instance->constants);
      check_tensors (instance->variables);
    }
  fuzz_check_diagnostics (diagnostics);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_auto (GStrv) lines = g_strsplit (text, "\n", 3);
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImSource) source = NULL;
  g_autoptr (ImSkndFile) file = NULL;
  Call call = { .arena = arena };

  if (g_strv_length (lines) < 3)
    return 0;
  g_auto (GStrv) attributes = g_strsplit (lines[0], "; ", MAX_GIVEN);
  g_auto (GStrv) arguments = g_strsplit (lines[1], "; ", MAX_GIVEN);
  for (guint i = 0; attributes[i] != NULL; i++)
    add_attribute (&call, attributes[i]);
  for (guint i = 0; arguments[i] != NULL; i++)
    add_argument (&call, arguments[i]);
  source = im_source_new_for_string ("fuzz.sknd", lines[2]);
  file = im_sknd_parse (source, diagnostics);
  fuzz_check_diagnostics (diagnostics);
  if (im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) == 0)
    for (guint i = 0; i < file->n_definitions; i++)
      bind (&call, file, file->definitions[i]);

  return 0;
}
