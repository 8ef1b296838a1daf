/* SPDX-License-Identifier: MIT
 *
 * Parameters that a stack or a single unit loses, if nothing uses them.
 */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "document/change/im-document-change.h"

static gboolean
is_used_by_code (const ImImplementation *implementation, const char *name)
{
  if (implementation->call != NULL &&
      im_expr_uses_name (implementation->call->expr, name))
    return TRUE;
  for (guint i = 0; i < implementation->n_conditions; i++)
    if (im_expr_uses_name (implementation->conditions[i].expression->expr, name))
      return TRUE;

  return FALSE;
}

/* The implementation that uses a parameter, as its call. */
static char *
dup_code (const ImUnit *unit, const char *name)
{
  for (guint i = 0; i < IM_N_SECTIONS; i++)
    for (guint k = 0; k < unit->sections[i].n_implementations; k++)
      {
        const ImImplementation *code = &unit->sections[i].implementations[k];

        if (is_used_by_code (code, name))
          return g_strdup (code->call != NULL ? code->call->text
                                              : im_section_get_name ((ImSectionKind) i));
      }

  return NULL;
}

/* What uses a parameter that is going to be removed, as `Layer.option` or a name. */
static char *
dup_user (ImDocument *self, const char *const *names, guint n_names, const char *name)
{
  for (guint i = 0; i < self->unit->n_parameters; i++)
    {
      const ImParameter *user = &self->unit->parameters[i];
      gboolean is_removed = FALSE;

      for (guint k = 0; k < n_names; k++)
        is_removed |= strcmp (names[k], user->name.text) == 0;
      if (!is_removed && im_parameter_uses (user, name))
        return g_strdup (user->name.text);
    }
  for (guint i = 0; i < self->layers->len; i++)
    {
      const ImDocumentLayer *layer = im_document_get_layer (self, i);

      for (guint k = 0; k < layer->node->n_arguments; k++)
        if (layer->node->arguments[k].value != NULL &&
            im_expr_uses_name (layer->node->arguments[k].value->expr, name))
          return g_strdup_printf ("%s.%s", layer->name,
                                  layer->node->arguments[k].parameter.text);
    }
  for (guint i = 0; i < self->unit->n_contracts; i++)
    if (im_expr_uses_name (self->unit->contracts[i].test->expr, name))
      return g_strdup (self->unit->contracts[i].test->text);

  return dup_code (self->unit, name);
}

/* Whether a socket of the same kind stays. */
static gboolean
has_other (ImDocument *self,
           const char *const *names,
           guint n_names,
           const ImParameter *removed)
{
  for (guint i = 0; i < self->unit->n_parameters; i++)
    {
      const ImParameter *other = &self->unit->parameters[i];
      gboolean stays = other->kind == removed->kind && !other->socket->is_time;

      for (guint k = 0; k < n_names && stays; k++)
        stays = strcmp (names[k], other->name.text) != 0;
      if (stays)
        return TRUE;
    }

  return FALSE;
}

gboolean
im_document_remove_parameters (ImDocument *self,
                               const char *const *names,
                               guint n_names,
                               ImXmlEdit *edit,
                               GError **error)
{
  for (guint i = 0; i < n_names; i++)
    {
      const ImParameter *parameter = im_unit_find_parameter (self->unit, names[i]);
      g_autofree char *user = NULL;

      if (self->unit->is_preprocessor)
        return im_document_refuse (error, names[i],
                                   _ ("the pipeline of a project keeps its input and "
                                      "output"));
      if (parameter->socket != NULL && !parameter->socket->is_time &&
          im_unit_is_graph (self->unit) && !has_other (self, names, n_names, parameter))
        return im_document_refuse (error, names[i],
                                   parameter->kind == IM_PARAMETER_INPUT
                                       ? _ ("it is the only input, and a stack has one "
                                            "at least")
                                       : _ ("it is the only output, and a stack has one "
                                            "at least"));
      user = dup_user (self, names, n_names, names[i]);
      if (user != NULL)
        {
          g_set_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_EDIT,
                       _ ("%s: “%s” uses it; change that first"), names[i], user);
          return FALSE;
        }
      im_xml_edit_remove (edit, parameter->element);
    }

  return TRUE;
}
