/* SPDX-License-Identifier: MIT */
#include "studio/unit/studio-unit-trial.h"

#include <glib/gi18n.h>

#include "base/im-diagnostics.h"

struct _StudioUnitTrial
{
  GHashTable *texts; /* name → text */
};

static const char *const usual_types[] = {
  "float32[3,50]@100",
  "float32[50]@100",
  "float32[3]@100",
  "float32[1]@16000",
  "float32[256]@100",
  "float32[129,2]@100",
  "float32[4,4]",
  "float32[3,128,128]",
  "int16[3,50]@100",
  "q15[50]@100",
  "int8[3,50]@100",
  "uint8[3,128,128]",
  "float32[129]@100;samples=[16000]",
};

StudioUnitTrial *
studio_unit_trial_new (void)
{
  StudioUnitTrial *trial = g_new0 (StudioUnitTrial, 1);

  trial->texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  return trial;
}

void
studio_unit_trial_free (StudioUnitTrial *trial)
{
  if (trial == NULL)
    return;

  g_hash_table_unref (trial->texts);
  g_free (trial);
}

const char *
studio_unit_trial_get (StudioUnitTrial *trial, const char *name)
{
  const char *text = g_hash_table_lookup (trial->texts, name);

  return text == NULL ? "" : text;
}

void
studio_unit_trial_set (StudioUnitTrial *trial, const char *name, const char *text)
{
  g_hash_table_replace (trial->texts, g_strdup (name), g_strdup (text));
}

static gboolean
parse (const ImParameter *parameter,
       const char *text,
       ImArena *arena,
       ImValue *value,
       GError **error)
{
  ImTensorType *type;

  if (parameter->kind == IM_PARAMETER_INPUT)
    {
      type = im_arena_new0 (arena, ImTensorType, 1);
      *value = IM_TENSOR (type);
      return im_tensor_type_parse (text, type, error);
    }
  if (im_unit_parse_option (parameter, text, arena, value))
    return TRUE;

  g_set_error (error, G_MARKUP_ERROR, G_MARKUP_ERROR_INVALID_CONTENT,
               /* Translators: a kind of value, such as `int`, and a text. */
               _ ("expected a value of the kind %s, found “%s”"),
               im_parameter_kind_get_name (parameter->kind), text);

  return FALSE;
}

char *
studio_unit_trial_check (const ImParameter *parameter, const char *text)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GError) error = NULL;
  ImValue value;

  if (*text == '\0' || parse (parameter, text, arena, &value, &error))
    return NULL;

  return g_strdup (error->message);
}

ImUnitEvaluation *
studio_unit_trial_evaluate (StudioUnitTrial *trial, const ImUnit *unit)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GArray) bindings = g_array_new (FALSE, FALSE, sizeof (ImUnitBinding));

  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];
      const char *text = studio_unit_trial_get (trial, parameter->name.text);
      ImUnitBinding binding = { .name = parameter->name.text };

      if (*text != '\0' &&
          (parameter->kind == IM_PARAMETER_INPUT || im_parameter_is_option (parameter)) &&
          parse (parameter, text, arena, &binding.value, NULL))
        g_array_append_val (bindings, binding);
    }

  return im_unit_evaluation_new (unit, (const ImUnitBinding *) bindings->data,
                                 bindings->len);
}

static gboolean
is_missing (StudioUnitTrial *trial, const ImParameter *parameter)
{
  return parameter->kind == IM_PARAMETER_INPUT && !parameter->socket->is_optional &&
         *studio_unit_trial_get (trial, parameter->name.text) == '\0';
}

static gboolean
fits (StudioUnitTrial *trial, const ImUnit *unit)
{
  g_autoptr (ImUnitEvaluation) evaluation = studio_unit_trial_evaluate (trial, unit);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();

  im_unit_evaluation_report (evaluation, problems);

  return im_diagnostics_count (problems, IM_SEVERITY_ERROR) == 0;
}

static void
set_all (StudioUnitTrial *trial, GPtrArray *names, const char *text)
{
  for (guint i = 0; i < names->len; i++)
    studio_unit_trial_set (trial, g_ptr_array_index (names, i), text);
}

/* Takes the types of the inputs of an example. */
static void
set_like (StudioUnitTrial *trial, GPtrArray *names, const ImUnitExample *example)
{
  for (guint i = 0; i < example->n_inputs; i++)
    {
      const char *name = example->inputs[i].name.text;
      g_autoptr (GString) text = g_string_new (NULL);

      im_tensor_type_append_text (&example->inputs[i].type, text);
      if (g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
        studio_unit_trial_set (trial, name, text->str);
    }
}

/* Takes the types that the file says may flow in, if it says them of all. */
static gboolean
set_declared (StudioUnitTrial *trial, GPtrArray *names, const ImUnit *unit)
{
  for (guint i = 0; i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i);
      const ImUnitDeclared *declared = &im_unit_find_parameter (unit, name)
                                            ->socket->declared;
      g_autofree char *text = NULL;

      if (declared->type.text == NULL)
        return FALSE;
      text = g_strconcat (
          declared->type.text, declared->shape.text == NULL ? "" : declared->shape.text,
          declared->rate.text == NULL ? "" : "@", declared->rate.text, NULL);
      studio_unit_trial_set (trial, name, text);
    }

  return TRUE;
}

void
studio_unit_trial_suggest (StudioUnitTrial *trial, const ImUnit *unit)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < unit->n_parameters; i++)
    if (is_missing (trial, &unit->parameters[i]))
      g_ptr_array_add (names, (gpointer) unit->parameters[i].name.text);
  if (names->len == 0)
    return;
  if (set_declared (trial, names, unit) && fits (trial, unit))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (usual_types); i++)
    {
      set_all (trial, names, usual_types[i]);
      if (fits (trial, unit))
        return;
    }
  for (guint i = 0; i < unit->n_examples; i++)
    {
      set_like (trial, names, &unit->examples[i]);
      if (fits (trial, unit))
        return;
    }
  set_all (trial, names, usual_types[0]);
}
