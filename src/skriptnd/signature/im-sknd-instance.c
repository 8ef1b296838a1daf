/* SPDX-License-Identifier: MIT
 *
 * Attributes that are known come first, then the shapes of inputs, then what follows from
 * them.
 */
#include "skriptnd/signature/im-sknd-instance.h"

#include <string.h>

#include "base/im-text.h"
#include "skriptnd/signature/im-sknd-bind.h"

void
im_sknd_bind_set (ImSkndBinding *binding, const char *name, const ImSkndValue *value)
{
  ImSkndInstance *instance = binding->instance;
  const ImSkndSymbol *declared = im_sknd_scope_find (&binding->signature->scope, name);
  ImSkndType type = { .base = value->base, .is_packed = value->is_packed };
  ImSkndValue *kept = im_arena_new0 (instance->arena, ImSkndValue, 1);

  *kept = *value;
  if (declared != NULL)
    type = declared->type;
  if (type.base == IM_SKND_BASE_GENERIC)
    type.base = value->base;
  if (im_sknd_scope_find (&instance->scope, name) == NULL)
    g_ptr_array_add (instance->names, im_arena_strdup (instance->arena, name));
  im_sknd_scope_add (&instance->scope, instance->arena, name, type)->value = kept;
}

void
im_sknd_bind_set_int (ImSkndBinding *binding, const char *name, gint64 integer)
{
  ImSkndValue value;

  im_sknd_value_init (&value, binding->instance->arena, IM_SKND_BASE_INT, FALSE, 1)
      ->integer = integer;
  im_sknd_bind_set (binding, name, &value);
}

void
im_sknd_bind_set_null (ImSkndBinding *binding, const char *name)
{
  ImSkndValue value;

  im_sknd_value_init (&value, binding->instance->arena, IM_SKND_BASE_INT, FALSE, 1);
  value.is_null = TRUE;
  im_sknd_bind_set (binding, name, &value);
}

gboolean
im_sknd_bind_evaluate (ImSkndBinding *binding, const ImSkndExpr *expr, ImSkndValue *value)
{
  return im_sknd_evaluate (&binding->evaluation, expr, value);
}

const ImSkndBlock *
im_sknd_bind_get_block (const ImSkndBinding *binding, ImSkndBlockKind kind)
{
  static const ImSkndBlock empty = { .n = 0 };
  const ImSkndBlock *block = binding->signature->definition->by_kind[kind];

  return block != NULL ? block : &empty;
}

static const ImSkndAttribute *
find_given (const ImSkndBinding *binding, const char *name)
{
  for (guint i = 0; i < binding->n_attributes; i++)
    if (strcmp (binding->attributes[i].name, name) == 0)
      return &binding->attributes[i];

  return NULL;
}

/* What a generic type is for what is given. */
static ImSkndBase
deduce (const ImSkndBinding *binding, const char *name)
{
  const ImSkndBlock *attributes = im_sknd_bind_get_block (binding, IM_SKND_ATTRIB);
  const ImSkndBlock *inputs = im_sknd_bind_get_block (binding, IM_SKND_INPUT);

  for (guint i = 0; i < inputs->n; i++)
    for (guint j = 0; j < binding->n_arguments; j++)
      if (strcmp (inputs->statements[i]->parameter.type.text, name) == 0 &&
          strcmp (inputs->statements[i]->parameter.name.text,
                  binding->arguments[j].name) == 0)
        return binding->arguments[j].base;
  for (guint i = 0; i < attributes->n; i++)
    {
      const ImSkndParameter *attribute = &attributes->statements[i]->parameter;
      const ImSkndAttribute *given = find_given (binding, attribute->name.text);

      if (given != NULL && strcmp (attribute->type.text, name) == 0)
        return given->type.base;
    }

  return IM_SKND_BASE_OPEN;
}

/* `num` of a generic type holds for what it is. */
static gboolean
check_generic (ImSkndBinding *binding, const ImSkndGeneric *generic, ImSkndType type)
{
  const ImSkndSymbol *symbol = im_sknd_scope_find (&binding->signature->scope,
                                                   generic->name.text);
  g_autoptr (GString) found = g_string_new (NULL);

  if (im_sknd_class_has (symbol->type.generic_class, type.base))
    return TRUE;
  im_sknd_type_append (&type, found);

  return im_sknd_signature_fail (
      binding->signature, binding->diagnostics, "argument", generic->name.span,
      "“%s” would be %s, but is declared as %s: %s", generic->name.text, found->str,
      generic->base.text, im_sknd_class_get_types (symbol->type.generic_class));
}

static gboolean
bind_generics (ImSkndBinding *binding)
{
  const ImSkndBlock *block = im_sknd_bind_get_block (binding, IM_SKND_DTYPE);

  if (binding->n_types > block->n)
    return im_sknd_signature_fail (
        binding->signature, binding->diagnostics, "argument",
        binding->signature->definition->name.span, "“%s” takes %u types, found %u",
        binding->signature->definition->name.text, block->n, binding->n_types);
  for (guint i = 0; i < block->n; i++)
    {
      const ImSkndGeneric *generic = &block->statements[i]->generic;
      ImSkndType type = { .base = deduce (binding, generic->name.text) };

      if (i < binding->n_types && binding->types[i] != IM_SKND_BASE_OPEN)
        {
          if (type.base != IM_SKND_BASE_OPEN && type.base != binding->types[i])
            return im_sknd_signature_fail (
                binding->signature, binding->diagnostics, "argument", generic->name.span,
                "“%s” is given, but attributes or inputs say that "
                "it is another type",
                generic->name.text);
          type.base = binding->types[i];
        }
      if (type.base == IM_SKND_BASE_OPEN && generic->value.text != NULL)
        im_sknd_base_find (generic->value.text, &type.base);
      if (type.base == IM_SKND_BASE_OPEN)
        return im_sknd_signature_fail (
            binding->signature, binding->diagnostics, "argument", generic->name.span,
            "Neither an attribute nor an input says what “%s” is", generic->name.text);
      if (!check_generic (binding, generic, type))
        return FALSE;
      im_sknd_scope_add (&binding->instance->scope, binding->instance->arena,
                         generic->name.text, type)
          ->is_type = TRUE;
    }

  return TRUE;
}

/* What may have been meant, and all that there is. */
static void
suggest_names (ImSkndBinding *binding, const ImSkndBlock *block, const char *name)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < block->n; i++)
    g_ptr_array_add (names, (gpointer) block->statements[i]->parameter.name.text);
  im_diagnostics_suggest (
      binding->diagnostics, name,
      im_text_nearest (name, (const char *const *) names->pdata, names->len));
  im_diagnostics_allow (binding->diagnostics, (const char *const *) names->pdata,
                        names->len);
}

/* Whether what is given are attributes and inputs of the operator. */
static gboolean
check_names (ImSkndBinding *binding)
{
  const ImSkndDefinition *definition = binding->signature->definition;

  for (guint i = 0; i < binding->n_attributes + binding->n_arguments; i++)
    {
      gboolean is_attribute = i < binding->n_attributes;
      const char *name = is_attribute
                             ? binding->attributes[i].name
                             : binding->arguments[i - binding->n_attributes].name;
      const ImSkndBlock *block = im_sknd_bind_get_block (
          binding, is_attribute ? IM_SKND_ATTRIB : IM_SKND_INPUT);
      gboolean is_found = FALSE;

      for (guint j = 0; j < block->n; j++)
        is_found |= strcmp (block->statements[j]->parameter.name.text, name) == 0;
      if (!is_found)
        {
          im_sknd_signature_fail (binding->signature, binding->diagnostics, "argument",
                                  definition->name.span, "“%s” has no %s “%s”",
                                  definition->name.text,
                                  is_attribute ? "attribute" : "input", name);
          suggest_names (binding, block, name);
          return FALSE;
        }
      for (guint j = 0; is_attribute && j < i; j++)
        if (strcmp (binding->attributes[j].name, name) == 0)
          return im_sknd_signature_fail (binding->signature, binding->diagnostics,
                                         "argument", definition->name.span,
                                         "Attribute “%s” is given twice", name);
    }

  return TRUE;
}

static gboolean
check_type (ImSkndBinding *binding,
            const ImSkndParameter *attribute,
            const ImSkndAttribute *given)
{
  const ImSkndSymbol *generic = im_sknd_scope_find (&binding->instance->scope,
                                                    attribute->type.text);
  ImSkndType expected = { .is_packed = attribute->is_packed }, joined = { 0 };
  g_autoptr (GString) wanted = g_string_new (NULL), found = g_string_new (NULL);

  if (!im_sknd_base_find (attribute->type.text, &expected.base) && generic != NULL)
    expected.base = generic->type.base;
  if (im_sknd_type_join (&expected, &given->type, &joined) &&
      (expected.is_packed || !given->type.is_packed) &&
      (!given->value->is_null || attribute->is_optional))
    return TRUE;
  im_sknd_type_append (&expected, wanted);
  im_sknd_type_append (&given->type, found);

  return im_sknd_signature_fail (binding->signature, binding->diagnostics, "argument",
                                 attribute->name.span,
                                 "Attribute “%s” is of type %s, found %s",
                                 attribute->name.text, wanted->str, found->str);
}

/* The value that an attribute has before its length is looked at; FALSE while what it is
 * made of is not known. */
static gboolean
find_value (ImSkndBinding *binding, const ImSkndParameter *attribute, ImSkndValue *value)
{
  const ImSkndAttribute *given = find_given (binding, attribute->name.text);

  if (given != NULL)
    {
      *value = *given->value;
      return TRUE;
    }
  if (attribute->value == NULL)
    {
      im_sknd_value_init (value, binding->instance->arena, IM_SKND_BASE_INT, FALSE, 1);
      value->is_null = TRUE;
      return TRUE;
    }

  return im_sknd_find_unknown (attribute->value, &binding->instance->scope) == NULL &&
         im_sknd_bind_evaluate (binding, attribute->value, value);
}

/* One value for a pack stands for as many as there are. */
static gboolean
spread (ImSkndBinding *binding, const ImSkndParameter *attribute, ImSkndValue *value)
{
  ImSkndValue length;
  ImSkndItem item = value->items[0];
  ImSkndItem *items = NULL;

  if (attribute->length == NULL ||
      im_sknd_find_unknown (attribute->length, &binding->instance->scope) != NULL ||
      !im_sknd_bind_evaluate (binding, attribute->length, &length))
    return FALSE;
  if (length.is_null)
    return im_sknd_signature_fail (
        binding->signature, binding->diagnostics, "argument", attribute->length->span,
        "Nothing says how many values “%s” has", attribute->name.text);
  if (length.items[0].integer < 0 || length.items[0].integer > IM_SKND_MAX_ITEMS)
    return im_sknd_signature_fail (binding->signature, binding->diagnostics, "argument",
                                   attribute->length->span,
                                   "Expected a length from 0 to %d for “%s”",
                                   IM_SKND_MAX_ITEMS, attribute->name.text);
  items = im_sknd_value_init (value, binding->instance->arena, value->base, TRUE,
                              (guint) length.items[0].integer);
  for (guint i = 0; i < value->n; i++)
    items[i] = item;

  return TRUE;
}

/* Whether the attribute has its value now. */
static gboolean
bind_attribute (ImSkndBinding *binding, const ImSkndParameter *attribute)
{
  ImSkndValue value;

  if (!find_value (binding, attribute, &value))
    return FALSE;
  if (value.is_null && !attribute->is_optional)
    return im_sknd_signature_fail (binding->signature, binding->diagnostics, "argument",
                                   attribute->name.span, "Attribute “%s” is not given",
                                   attribute->name.text);
  if (attribute->is_packed && !value.is_null && !value.is_packed &&
      !spread (binding, attribute, &value))
    return FALSE;
  if (attribute->length != NULL && value.is_null)
    {
      ImSkndAffine affine;

      if (im_sknd_affine_find (attribute->length, &binding->instance->scope, &affine))
        return FALSE;
    }
  else if (attribute->length != NULL)
    {
      g_autofree char *what = g_strdup_printf ("The length of “%s”",
                                               attribute->name.text);

      if (!im_sknd_bind_int (binding, attribute->length, value.n, what))
        return FALSE;
    }
  im_sknd_bind_set (binding, attribute->name.text, &value);

  return TRUE;
}

/* What nothing else says of the lengths of packs that are not given is null. */
static gboolean
skip_lengths (ImSkndBinding *binding)
{
  const ImSkndBlock *block = im_sknd_bind_get_block (binding, IM_SKND_ATTRIB);
  gboolean is_found = FALSE;

  for (guint i = 0; i < block->n; i++)
    {
      const ImSkndParameter *attribute = &block->statements[i]->parameter;
      ImSkndAffine affine;

      if (attribute->is_optional && attribute->length != NULL &&
          find_given (binding, attribute->name.text) == NULL &&
          im_sknd_affine_find (attribute->length, &binding->instance->scope, &affine))
        {
          im_sknd_bind_set_null (binding, affine.name->name);
          is_found = TRUE;
        }
    }

  return is_found;
}

/* The problem that was found last is one of an attribute. */
static gboolean
tell_attribute (ImSkndBinding *binding, const ImSkndParameter *attribute)
{
  im_diagnostics_set_subject (binding->diagnostics,
                              (ImSubject){ .parameter = attribute->name.text });

  return FALSE;
}

/* Attributes that do not wait for shapes, or all; those that follow from others come
 * after them, whatever their order. */
static gboolean
bind_attributes (ImSkndBinding *binding, gboolean is_early)
{
  const ImSkndBlock *block = im_sknd_bind_get_block (binding, IM_SKND_ATTRIB);
  const ImSkndParameter *waiting = NULL;

  for (gboolean is_found = TRUE; is_found;)
    {
      is_found = FALSE;
      waiting = NULL;
      for (guint i = 0; i < block->n; i++)
        {
          const ImSkndParameter *attribute = &block->statements[i]->parameter;
          guint n_errors = im_diagnostics_get_count (binding->diagnostics);

          if (im_sknd_scope_find (&binding->instance->scope, attribute->name.text) !=
                  NULL ||
              (is_early && attribute->is_packed))
            continue;
          if (bind_attribute (binding, attribute))
            is_found = TRUE;
          else if (im_diagnostics_get_count (binding->diagnostics) > n_errors)
            return tell_attribute (binding, attribute);
          else
            waiting = attribute;
        }
      if (!is_found && !is_early && waiting != NULL)
        is_found = skip_lengths (binding);
    }
  if (is_early || waiting == NULL)
    return TRUE;

  im_sknd_signature_fail (binding->signature, binding->diagnostics, "argument",
                          waiting->name.span, "Nothing says how many values “%s” has",
                          waiting->name.text);

  return tell_attribute (binding, waiting);
}

static gboolean
check_given (ImSkndBinding *binding)
{
  const ImSkndBlock *block = im_sknd_bind_get_block (binding, IM_SKND_ATTRIB);

  for (guint i = 0; i < block->n; i++)
    {
      const ImSkndParameter *attribute = &block->statements[i]->parameter;
      const ImSkndAttribute *given = find_given (binding, attribute->name.text);

      if (given != NULL && !check_type (binding, attribute, given))
        return tell_attribute (binding, attribute);
    }

  return TRUE;
}

ImSkndInstance *
im_sknd_instantiate (const ImSkndSignature *signature,
                     guint n_types,
                     const ImSkndBase *types,
                     guint n_attributes,
                     const ImSkndAttribute *attributes,
                     guint n_arguments,
                     const ImSkndArgument *arguments,
                     ImDiagnostics *diagnostics)
{
  ImSkndInstance *instance = g_new0 (ImSkndInstance, 1);
  ImSkndBinding binding = { .signature = signature,
                            .instance = instance,
                            .diagnostics = diagnostics,
                            .n_types = n_types,
                            .types = types,
                            .n_attributes = n_attributes,
                            .attributes = attributes,
                            .n_arguments = n_arguments,
                            .arguments = arguments };

  instance->arena = im_arena_new ();
  instance->names = g_ptr_array_new ();
  instance->outputs = g_array_new (FALSE, FALSE, sizeof (ImSkndArgument));
  instance->constants = g_array_new (FALSE, FALSE, sizeof (ImSkndArgument));
  instance->variables = g_array_new (FALSE, FALSE, sizeof (ImSkndArgument));
  im_sknd_scope_init (&instance->scope, NULL);
  binding.evaluation = (ImSkndEvaluation){ &instance->scope, signature->file->source,
                                           instance->arena, diagnostics };
  if (check_names (&binding) && bind_generics (&binding) && check_given (&binding) &&
      bind_attributes (&binding, TRUE) && im_sknd_bind_inputs (&binding) &&
      bind_attributes (&binding, FALSE) && im_sknd_bind_using (&binding) &&
      im_sknd_bind_outputs (&binding))
    return instance;
  im_sknd_instance_free (instance);

  return NULL;
}

void
im_sknd_instance_free (ImSkndInstance *instance)
{
  im_sknd_scope_clear (&instance->scope);
  g_ptr_array_unref (instance->names);
  g_array_unref (instance->outputs);
  g_array_unref (instance->constants);
  g_array_unref (instance->variables);
  im_arena_free (instance->arena);
  g_free (instance);
}
