/* SPDX-License-Identifier: MIT
 *
 * Attributes that are known come first, then the shapes of inputs, then what follows from
 * them. Before each name of `@using` all asserts are checked whose names are known, so
 * that what is wrong is told before it is computed with.
 */
#include "skriptnd/im-sknd-instance.h"

#include <string.h>

#include "skriptnd/im-sknd-bind.h"

gboolean
im_sknd_bind_fail (ImSkndBinding *binding,
                   const char *code,
                   ImSpan span,
                   const char *format,
                   ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  im_diagnostics_add (binding->diagnostics, IM_SEVERITY_ERROR, code,
                      binding->signature->file->source, span, "%s", message);

  return FALSE;
}

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

static const ImSkndBlock *
get_block (const ImSkndBinding *binding, ImSkndBlockKind kind)
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
  const ImSkndBlock *attributes = get_block (binding, IM_SKND_ATTRIB);
  const ImSkndBlock *inputs = get_block (binding, IM_SKND_INPUT);

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

static gboolean
bind_generics (ImSkndBinding *binding)
{
  const ImSkndBlock *block = get_block (binding, IM_SKND_DTYPE);

  for (guint i = 0; i < block->n; i++)
    {
      const ImSkndGeneric *generic = &block->statements[i]->generic;
      ImSkndType type = { .base = deduce (binding, generic->name.text) };

      if (i < binding->n_types)
        {
          if (type.base != IM_SKND_BASE_OPEN && type.base != binding->types[i])
            return im_sknd_bind_fail (binding, "argument", generic->name.span,
                                      "“%s” is given, but attributes or inputs say that "
                                      "it is another type",
                                      generic->name.text);
          type.base = binding->types[i];
        }
      if (type.base == IM_SKND_BASE_OPEN && generic->value.text != NULL)
        im_sknd_base_find (generic->value.text, &type.base);
      if (type.base == IM_SKND_BASE_OPEN)
        return im_sknd_bind_fail (binding, "argument", generic->name.span,
                                  "Neither an attribute nor an input says what “%s” is",
                                  generic->name.text);
      im_sknd_scope_add (&binding->instance->scope, binding->instance->arena,
                         generic->name.text, type)
          ->is_type = TRUE;
    }

  return TRUE;
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
      const ImSkndBlock *block = get_block (binding, is_attribute ? IM_SKND_ATTRIB
                                                                  : IM_SKND_INPUT);
      gboolean is_found = FALSE;

      for (guint j = 0; j < block->n; j++)
        is_found |= strcmp (block->statements[j]->parameter.name.text, name) == 0;
      if (!is_found)
        return im_sknd_bind_fail (binding, "argument", definition->name.span,
                                  "“%s” has no %s “%s”", definition->name.text,
                                  is_attribute ? "attribute" : "input", name);
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

  return im_sknd_bind_fail (binding, "argument", attribute->name.span,
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
  if (length.is_null || length.items[0].integer < 0 ||
      length.items[0].integer > IM_SKND_MAX_ITEMS)
    return im_sknd_bind_fail (binding, "argument", attribute->length->span,
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
    return im_sknd_bind_fail (binding, "argument", attribute->name.span,
                              "Attribute “%s” is not given", attribute->name.text);
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

/* Attributes that do not wait for shapes, or all; those that follow from others come
 * after them, whatever their order. */
static gboolean
bind_attributes (ImSkndBinding *binding, gboolean is_early)
{
  const ImSkndBlock *block = get_block (binding, IM_SKND_ATTRIB);
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
            return FALSE;
          else
            waiting = attribute;
        }
    }
  if (is_early || waiting == NULL)
    return TRUE;

  return im_sknd_bind_fail (binding, "argument", waiting->name.span,
                            "Nothing says how many values “%s” has", waiting->name.text);
}

static gboolean
check_given (ImSkndBinding *binding)
{
  const ImSkndBlock *block = get_block (binding, IM_SKND_ATTRIB);

  for (guint i = 0; i < block->n; i++)
    {
      const ImSkndParameter *attribute = &block->statements[i]->parameter;
      const ImSkndAttribute *given = find_given (binding, attribute->name.text);

      if (given != NULL && !check_type (binding, attribute, given))
        return FALSE;
    }

  return TRUE;
}

static gboolean
can_check (const ImSkndBinding *binding, const ImSkndAssertion *assertion)
{
  const ImSkndScope *scope = &binding->instance->scope;

  if (im_sknd_find_unknown (assertion->condition, scope) != NULL ||
      (assertion->message != NULL &&
       im_sknd_find_unknown (assertion->message, scope) != NULL))
    return FALSE;
  for (guint i = 0; i < assertion->n_details; i++)
    if (im_sknd_find_unknown (assertion->details[i].value, scope) != NULL)
      return FALSE;

  return TRUE;
}

static gboolean
fail_assert (ImSkndBinding *binding, const ImSkndAssertion *assertion)
{
  const char *text = im_source_get_text (binding->signature->file->source, NULL);
  g_autoptr (GString) message = g_string_new (NULL), details = g_string_new (NULL);
  ImSkndValue value;

  if (assertion->message == NULL)
    im_sknd_expr_append (assertion->condition, text, message);
  else if (!im_sknd_bind_evaluate (binding, assertion->message, &value))
    return FALSE;
  else
    im_sknd_value_append_format (&value, message);
  for (guint i = 0; i < assertion->n_details; i++)
    {
      const ImSkndDetail *detail = &assertion->details[i];

      g_string_append (details, i > 0 ? ", " : "");
      if (detail->label == NULL)
        im_sknd_expr_append (detail->value, text, details);
      else if (im_sknd_bind_evaluate (binding, detail->label, &value))
        im_sknd_value_append_format (&value, details);
      if (!im_sknd_bind_evaluate (binding, detail->value, &value))
        return FALSE;
      g_string_append (details, " = ");
      im_sknd_value_append_format (&value, details);
    }
  im_sknd_bind_fail (binding, "assert", assertion->condition->span, "%s", message->str);
  if (details->len > 0)
    im_diagnostics_note (binding->diagnostics, "%s", details->str);

  return FALSE;
}

/* Null is no failure: what is asserted of something that is not given is not meant. */
static gboolean
check_assert (ImSkndBinding *binding, const ImSkndAssertion *assertion)
{
  ImSkndValue value;

  if (!im_sknd_bind_evaluate (binding, assertion->condition, &value))
    return FALSE;
  for (guint i = 0; i < value.n && !value.is_null; i++)
    if (!value.items[i].boolean)
      return fail_assert (binding, assertion);

  return TRUE;
}

static gboolean
check_asserts (ImSkndBinding *binding, gboolean *is_checked)
{
  const ImSkndBlock *block = get_block (binding, IM_SKND_ASSERT);

  for (guint i = 0; i < block->n; i++)
    {
      if (is_checked[i] || !can_check (binding, &block->statements[i]->assertion))
        continue;
      is_checked[i] = TRUE;
      if (!check_assert (binding, &block->statements[i]->assertion))
        return FALSE;
    }

  return TRUE;
}

static void
set_items (ImSkndBinding *binding,
           const ImSkndTarget *target,
           const ImSkndValue *value,
           guint start,
           guint stride,
           guint n)
{
  ImSkndValue part;
  ImSkndItem *items = im_sknd_value_init (&part, binding->instance->arena, value->base,
                                          target->is_packed || stride > 1, n);

  for (guint i = 0; i < n; i++)
    items[i] = value->items[start + i * stride];
  part.is_null = value->is_null;
  im_sknd_bind_set (binding, target->name.text, &part);
}

/* `[a, b..] = c`: one pack is as long as what is left. `[(e, f)..] = c`: every other. */
static gboolean
set_target (ImSkndBinding *binding, const ImSkndTarget *target, const ImSkndValue *value)
{
  guint n = value->is_null ? 0 : value->n, start = 0, n_packs = 0;

  if (target->kind == IM_SKND_TARGET_NAME)
    {
      im_sknd_bind_set (binding, target->name.text, value);
      return TRUE;
    }
  if (target->n == 1 && target->items[0]->kind == IM_SKND_TARGET_ZIP)
    {
      guint stride = target->items[0]->n;

      if (n % stride != 0)
        return im_sknd_bind_fail (binding, "value", target->span,
                                  "%u items are not divided by %u", n, stride);
      for (guint i = 0; i < stride; i++)
        set_items (binding, target->items[0]->items[i], value, i, stride, n / stride);
      return TRUE;
    }
  for (guint i = 0; i < target->n; i++)
    n_packs += target->items[i]->is_packed ? 1 : 0;
  if (n_packs > 1 || n + n_packs < target->n || (n_packs == 0 && n != target->n))
    return im_sknd_bind_fail (binding, "value", target->span,
                              "A pack of %u items does not fit these names", n);
  for (guint i = 0; i < target->n; i++)
    {
      guint count = target->items[i]->is_packed ? n + 1 - target->n : 1;

      set_items (binding, target->items[i], value, start, 1, count);
      start += count;
    }

  return TRUE;
}

static gboolean
bind_using (ImSkndBinding *binding)
{
  const ImSkndBlock *block = get_block (binding, IM_SKND_USING);
  const ImSkndBlock *asserts = get_block (binding, IM_SKND_ASSERT);
  g_autofree gboolean *is_checked = g_new0 (gboolean, asserts->n + 1);

  for (guint i = 0; i < block->n; i++)
    {
      const ImSkndUsing *using_ = &block->statements[i]->using_;
      ImSkndValue value;

      if (!check_asserts (binding, is_checked) ||
          !im_sknd_bind_evaluate (binding, using_->value, &value) ||
          !set_target (binding, using_->target, &value))
        return FALSE;
    }

  return check_asserts (binding, is_checked);
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
      bind_attributes (&binding, FALSE) && bind_using (&binding) &&
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
