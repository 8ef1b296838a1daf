/* SPDX-License-Identifier: MIT */
#include "skriptnd/signature/im-sknd-signature.h"

#include <string.h>

#include "skriptnd/signature/im-sknd-signature-private.h"
#include "skriptnd/value/im-sknd-names.h"

static gboolean G_GNUC_PRINTF (4, 5)
    fail (ImSkndChecker *checker, const char *code, ImSpan span, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  im_diagnostics_add (checker->diagnostics, IM_SEVERITY_ERROR, code,
                      checker->signature->file->source, span, "%s", message);

  return FALSE;
}

static const ImSkndBlock *
get_block (const ImSkndChecker *checker, ImSkndBlockKind kind)
{
  static const ImSkndBlock empty = { .n = 0 };
  const ImSkndBlock *block = checker->signature->definition->by_kind[kind];

  return block != NULL ? block : &empty;
}

/* Adds a name that is not there yet. */
gboolean
im_sknd_check_declare (ImSkndChecker *checker,
                       const char *name,
                       ImSpan span,
                       ImSkndType type)
{
  ImSkndSignature *signature = checker->signature;

  if (im_sknd_scope_find (&signature->scope, name) != NULL)
    return fail (checker, "name", span, "“%s” is declared twice", name);
  im_sknd_scope_add (&signature->scope, signature->arena, name, type);

  return TRUE;
}

static gboolean
declare_generics (ImSkndChecker *checker)
{
  static const char *const classes[] = { "type", "arith", "num" };
  const ImSkndBlock *block = get_block (checker, IM_SKND_DTYPE);

  for (guint i = 0; i < block->n; i++)
    {
      const ImSkndGeneric *generic = &block->statements[i]->generic;
      ImSkndType type = { .base = IM_SKND_BASE_GENERIC, .generic = generic->name.text };
      ImSkndBase base;
      guint class = 0;

      while (class < G_N_ELEMENTS (classes) &&
             strcmp (classes[class], generic->base.text) != 0)
        class ++;
      if (class == G_N_ELEMENTS (classes))
        return fail (checker, "type", generic->base.span,
                     "Expected type, arith or num, found “%s”", generic->base.text);
      if (generic->value.text != NULL && !im_sknd_base_find (generic->value.text, &base))
        return fail (checker, "type", generic->value.span,
                     "Expected int, real, bool or str, found “%s”", generic->value.text);
      type.generic_class = class;
      if (generic->value.text != NULL && !im_sknd_class_has (class, base))
        return fail (checker, "type", generic->value.span,
                     "Expected %s as a default of %s, found “%s”",
                     im_sknd_class_get_types (class), generic->base.text,
                     generic->value.text);
      if (!im_sknd_check_declare (checker, generic->name.text, generic->name.span, type))
        return FALSE;
      im_sknd_scope_find (&checker->signature->scope, generic->name.text)->is_type = TRUE;
    }

  return TRUE;
}

gboolean
im_sknd_check_type (ImSkndChecker *checker,
                    const ImSkndParameter *parameter,
                    gboolean is_tensor,
                    ImSkndType *type)
{
  const ImSkndSymbol *symbol = im_sknd_scope_find (&checker->signature->scope,
                                                   parameter->type.text);

  *type = (ImSkndType){ .is_packed = parameter->is_packed,
                        .is_optional = parameter->is_optional,
                        .is_tensor = is_tensor };
  if (im_sknd_base_find (parameter->type.text, &type->base))
    return TRUE;
  if (symbol == NULL || !symbol->is_type)
    return fail (checker, "type", parameter->type.span,
                 "Expected int, real, bool, str or a type of @dtype, found “%s”",
                 parameter->type.text);
  type->base = symbol->type.base;
  type->generic = symbol->type.generic;
  type->generic_class = symbol->type.generic_class;

  return TRUE;
}

/* Whether the value of an attribute is known before the shapes of inputs are. */
static gboolean
is_early_attribute (const ImSkndParameter *attribute)
{
  return !attribute->is_packed &&
         (attribute->value == NULL || im_sknd_is_constant (attribute->value));
}

/* An attribute that waits for the shapes of inputs cannot be a name in them. */
static gboolean
check_late (ImSkndChecker *checker, const ImSkndParameter *attribute)
{
  if (im_sknd_scope_find (&checker->signature->scope, attribute->name.text) == NULL)
    return TRUE;
  fail (checker, "order", attribute->name.span,
        "“%s” is known only behind the shapes of inputs, which have the name",
        attribute->name.text);
  im_diagnostics_note (checker->diagnostics,
                       attribute->is_packed
                           ? "A pack can be given as one value, which becomes as many as "
                             "the shapes say"
                           : "Its default is made of other names");

  return FALSE;
}

static gboolean
check_attribute (ImSkndChecker *checker, const ImSkndParameter *attribute)
{
  if (attribute->shape.is_given)
    return fail (checker, "type", attribute->name.span,
                 "An attribute is no tensor; a pack of values is written “%s..”",
                 attribute->type.text);
  if (attribute->is_optional && attribute->value != NULL)
    return fail (checker, "type", attribute->value->span,
                 "An optional attribute has no default: it is null if it is not given");

  return TRUE;
}

/* Attributes that are known before inputs are, or the other ones. */
static gboolean
declare_attributes (ImSkndChecker *checker, gboolean is_early)
{
  const ImSkndBlock *block = get_block (checker, IM_SKND_ATTRIB);
  gboolean is_fine = TRUE;

  for (guint i = 0; i < block->n; i++)
    {
      const ImSkndParameter *attribute = &block->statements[i]->parameter;
      gboolean is_right = FALSE;
      ImSkndType type;

      if (is_early_attribute (attribute) != is_early)
        continue;
      if (!is_early && !check_late (checker, attribute))
        {
          is_fine = FALSE;
          continue;
        }
      is_right = check_attribute (checker, attribute);
      is_right &= im_sknd_check_type (checker, attribute, FALSE, &type);
      is_fine &= is_right;
      is_fine &= im_sknd_check_declare (checker, attribute->name.text,
                                        attribute->name.span, type);
      if (!is_right)
        im_sknd_scope_find (&checker->signature->scope, attribute->name.text)
            ->is_broken = TRUE;
    }

  return is_fine;
}

static gboolean
check_default (ImSkndChecker *checker, const ImSkndParameter *attribute)
{
  const ImSkndSymbol *symbol = im_sknd_scope_find (&checker->signature->scope,
                                                   attribute->name.text);
  ImSkndType type, joined = { 0 };
  g_autoptr (GString) expected = g_string_new (NULL), found = g_string_new (NULL);

  if (!im_sknd_infer (attribute->value, &checker->signature->scope,
                      checker->signature->file->source, checker->diagnostics, &type))
    return FALSE;
  im_sknd_type_append (&symbol->type, expected);
  im_sknd_type_append (&type, found);
  if (type.is_tensor || !im_sknd_type_join (&type, &symbol->type, &joined) ||
      (type.is_packed && !symbol->type.is_packed))
    return fail (checker, "type", attribute->value->span,
                 "Expected a default of type %s, found %s", expected->str, found->str);

  return TRUE;
}

/* Whether an expression has one of the names. */
static gboolean
mentions (const ImSkndExpr *expr, GHashTable *names)
{
  if (expr->kind == IM_SKND_NAME && g_hash_table_contains (names, expr->name))
    return TRUE;
  for (guint i = 0; i < expr->n; i++)
    if (expr->operands[i] != NULL && mentions (expr->operands[i], names))
      return TRUE;

  return FALSE;
}

/* Defaults that are made of each other have no value. */
static gboolean
check_cycles (ImSkndChecker *checker)
{
  const ImSkndBlock *block = get_block (checker, IM_SKND_ATTRIB);
  g_autoptr (GHashTable) waiting = g_hash_table_new (g_str_hash, g_str_equal);
  const ImSkndParameter *last = NULL;

  for (guint i = 0; i < block->n; i++)
    if (block->statements[i]->parameter.value != NULL)
      g_hash_table_add (waiting, (gpointer) block->statements[i]->parameter.name.text);
  for (gboolean is_found = TRUE; is_found;)
    {
      is_found = FALSE;
      last = NULL;
      for (guint i = 0; i < block->n; i++)
        {
          const ImSkndParameter *attribute = &block->statements[i]->parameter;

          if (attribute->value == NULL ||
              !g_hash_table_contains (waiting, attribute->name.text))
            continue;
          if (mentions (attribute->value, waiting))
            last = last == NULL ? attribute : last;
          else
            is_found |= g_hash_table_remove (waiting, attribute->name.text);
        }
    }

  return last == NULL || fail (checker, "order", last->value->span,
                               "The default of “%s” is made of itself", last->name.text);
}

static gboolean
check_defaults (ImSkndChecker *checker)
{
  const ImSkndBlock *block = get_block (checker, IM_SKND_ATTRIB);
  gboolean is_fine = TRUE;

  for (guint i = 0; i < block->n; i++)
    is_fine &= im_sknd_check_length (checker, block->statements[i]->parameter.length,
                                     block->statements[i]->parameter.is_optional);
  for (guint i = 0; i < block->n; i++)
    if (block->statements[i]->parameter.value != NULL)
      is_fine &= check_default (checker, &block->statements[i]->parameter);
  is_fine &= check_cycles (checker);

  return is_fine;
}

ImSkndSignature *
im_sknd_signature_new (const ImSkndFile *file,
                       const ImSkndDefinition *definition,
                       ImDiagnostics *diagnostics)
{
  ImSkndSignature *signature = g_new0 (ImSkndSignature, 1);
  g_autoptr (GHashTable) bounds = g_hash_table_new_full (g_str_hash, g_str_equal, NULL,
                                                         g_free);
  ImSkndChecker checker = { signature, diagnostics, bounds };
  gboolean is_fine = FALSE, is_ordered = FALSE;

  signature->file = file;
  signature->definition = definition;
  signature->arena = im_arena_new ();
  signature->inputs = g_ptr_array_new ();
  im_sknd_scope_init (&signature->scope, NULL);
  is_fine = declare_generics (&checker);
  if (is_fine)
    {
      is_fine &= declare_attributes (&checker, TRUE);
      is_fine &= im_sknd_check_inputs (&checker, &is_ordered);
    }
  if (is_ordered)
    {
      is_fine &= declare_attributes (&checker, FALSE);
      is_fine &= check_defaults (&checker);
      im_sknd_check_members (&checker);
      is_fine &= im_sknd_check_blocks (&checker);
    }
  if (is_fine)
    return signature;
  im_diagnostics_sort (diagnostics);
  im_sknd_signature_free (signature);

  return NULL;
}

gboolean
im_sknd_signature_fail (const ImSkndSignature *signature,
                        ImDiagnostics *diagnostics,
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
  im_diagnostics_add (diagnostics, IM_SEVERITY_ERROR, code, signature->file->source, span,
                      "%s", message);

  return FALSE;
}

void
im_sknd_signature_free (ImSkndSignature *signature)
{
  im_sknd_scope_clear (&signature->scope);
  g_ptr_array_unref (signature->inputs);
  im_arena_free (signature->arena);
  g_free (signature);
}
