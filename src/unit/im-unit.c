/* SPDX-License-Identifier: MIT */
#include "unit/im-unit.h"

#include <string.h>

#include "base/im-arena.h"
#include "unit/im-unit-text.h"

void
im_unit_compile (const ImUnit *unit)
{
  /* The trees are the only part of a unit that is not there from the start. */
  static GRecMutex lock;
  ImUnit *mutable_unit = (ImUnit *) unit;
  g_autoptr (GRecMutexLocker) locker = NULL;

  if (g_atomic_int_get (&mutable_unit->is_compiled))
    return;
  locker = g_rec_mutex_locker_new (&lock);
  if (g_atomic_int_get (&mutable_unit->is_compiled))
    return;

  mutable_unit->expr_arena = im_arena_new ();
  for (guint i = 0; i < unit->n_expressions; i++)
    {
      ImUnitExpr *expr = unit->expressions[i];

      expr->expr = im_expr_parse (mutable_unit->expr_arena, expr->text, -1, expr->symbols,
                                  &expr->error);
    }
  g_atomic_int_set (&mutable_unit->is_compiled, TRUE);
}

const ImParameter *
im_unit_find_parameter (const ImUnit *unit, const char *name)
{
  for (guint i = 0; i < unit->n_parameters; i++)
    if (strcmp (unit->parameters[i].name.text, name) == 0)
      return &unit->parameters[i];

  return NULL;
}

const ImParameter *
im_unit_find_main_input (const ImUnit *unit)
{
  const ImParameter *first = NULL;

  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];

      if (parameter->kind != IM_PARAMETER_INPUT)
        continue;
      if (!parameter->socket->is_optional)
        return parameter;
      if (first == NULL)
        first = parameter;
    }

  return first;
}

gboolean
im_unit_is_queue (const ImUnit *unit)
{
  return unit->sections[IM_SECTION_DEQUEUE].element != NULL;
}

gboolean
im_parameter_is_option (const ImParameter *parameter)
{
  return parameter->option != NULL;
}

gboolean
im_parameter_can_be_set (const ImParameter *parameter)
{
  return parameter->kind <= IM_PARAMETER_RETURN || im_parameter_is_option (parameter);
}

const ImUnitExpr *
im_parameter_get_value (const ImParameter *parameter)
{
  return parameter->binding != NULL  ? parameter->binding->value
         : parameter->handle != NULL ? parameter->handle->size
                                     : NULL;
}

const ImUnitExpr *
im_parameter_get_type (const ImParameter *parameter)
{
  return parameter->handle != NULL   ? parameter->handle->type
         : parameter->socket != NULL ? parameter->socket->type
                                     : NULL;
}

char *
im_socket_dup_declared_name (const ImSocket *input, const char *name)
{
  return input->port == NULL ? g_strdup (name)
                             : g_strdup_printf ("%s.%s", name, input->port);
}

void
im_unit_append_description (const ImUnit *unit, GString *out)
{
  if (unit->description != NULL)
    im_unit_append_markup (unit->description, out);
}

gboolean
im_unit_is_graph (const ImUnit *unit)
{
  return unit->kind == IM_UNIT_COMPOSITE || unit->kind == IM_UNIT_COMPOUND;
}

const char *
im_unit_kind_get_name (ImUnitKind kind)
{
  static const char *const names[] = { "function", "queue", "unit", "composite",
                                       "compound" };

  return names[kind];
}

const char *
im_parameter_kind_get_name (ImParameterKind kind)
{
  static const char *const names[IM_N_PARAMETERS] = {
    [IM_PARAMETER_INPUT] = "input",       [IM_PARAMETER_OUTPUT] = "output",
    [IM_PARAMETER_RETURN] = "return",     [IM_PARAMETER_INT] = "int",
    [IM_PARAMETER_DOUBLE] = "double",     [IM_PARAMETER_BOOL] = "bool",
    [IM_PARAMETER_STRING] = "string",     [IM_PARAMETER_SHAPE] = "shape",
    [IM_PARAMETER_FILE] = "file",         [IM_PARAMETER_DIRECTORY] = "directory",
    [IM_PARAMETER_HIDDEN] = "expression", [IM_PARAMETER_HANDLE] = "handle",
    [IM_PARAMETER_EXTERNAL] = "external", [IM_PARAMETER_STREAM] = "stream",
  };

  return names[kind];
}

const char *
im_section_get_name (ImSectionKind section)
{
  static const char *const names[IM_N_SECTIONS] = {
    [IM_SECTION_BODY] = "Implementations",   [IM_SECTION_INIT] = "Init",
    [IM_SECTION_ENQUEUE] = "Enqueue",        [IM_SECTION_DEQUEUE] = "Dequeue",
    [IM_SECTION_CAN_ENQUEUE] = "CanEnqueue", [IM_SECTION_CAN_DEQUEUE] = "CanDequeue",
    [IM_SECTION_SOFT_RESET] = "SoftReset",   [IM_SECTION_FINALIZE] = "Destructor",
  };

  return names[section];
}

const char *
im_language_get_name (ImLanguage language)
{
  static const char *const names[] = { "C",        "Python",  "Tile",
                                       "SkriptND", "factory", "unknown" };

  return names[language];
}

gboolean
im_language_is_formula (ImLanguage language)
{
  return language == IM_LANGUAGE_TILE || language == IM_LANGUAGE_SKRIPTND;
}

const ImUnitPort *
im_unit_node_find_port (const ImUnitNode *node,
                        const char *name,
                        gboolean is_output,
                        guint *number)
{
  guint n = 0;

  for (guint i = 0; i < node->n_ports; i++)
    if (node->ports[i].is_output == is_output)
      {
        if (strcmp (node->ports[i].name.text, name) == 0)
          {
            if (number != NULL)
              *number = n;
            return &node->ports[i];
          }
        n++;
      }

  return NULL;
}

const char *
im_node_kind_get_name (ImNodeKind kind)
{
  static const char *const names[] = { "unit",       "input",  "output", "option",
                                       "expression", "assert", "unknown" };

  return names[kind];
}

gboolean
im_parameter_uses (const ImParameter *user, const char *name)
{
  const ImSocket *socket = user->socket;
  const ImUnitExpr *exprs[] = {
    user->conditional,
    socket == NULL ? NULL : socket->type,
    socket == NULL ? NULL : socket->shape,
    socket == NULL ? NULL : socket->rate,
    socket == NULL ? NULL : socket->shift,
    socket == NULL ? NULL : socket->scale,
    socket == NULL ? NULL : socket->offset,
    socket == NULL ? NULL : socket->window,
    socket == NULL ? NULL : socket->sample_rate,
    user->option == NULL ? NULL : user->option->fitting,
    user->binding == NULL ? NULL : user->binding->value,
    user->handle == NULL ? NULL : user->handle->size,
    user->handle == NULL ? NULL : user->handle->type,
    user->external == NULL ? NULL : user->external->call,
  };

  for (guint i = 0; i < G_N_ELEMENTS (exprs); i++)
    if (exprs[i] != NULL && im_expr_uses_name (exprs[i]->expr, name))
      return TRUE;

  return socket != NULL && g_strcmp0 (socket->in_place_of, name) == 0;
}
