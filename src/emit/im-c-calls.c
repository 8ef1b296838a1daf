/* SPDX-License-Identifier: MIT
 *
 * One call: the function of a fragment with buffers and literals as its prototype wants
 * them. A pointer is converted where the prototype has another type, through `void *`,
 * because that is what C++ and warnings about alignment accept.
 */
#include <string.h>

#include "emit/im-c-literals.h"
#include "emit/im-emit-c-private.h"

/* The type that a pointer leads to, without `const`; NULL if it is no plain pointer. */
static char *
dup_pointee (const char *type)
{
  const char *star = strchr (type, '*');
  g_autofree char *head = star == NULL ? NULL : g_strndup (type, (gsize) (star - type));
  g_auto (GStrv) parts = NULL;
  char *bare;

  if (star == NULL || strchr (star + 1, '*') != NULL)
    return NULL;

  parts = g_strsplit (head, "const", -1);
  bare = g_strjoinv ("", parts);
  return g_strstrip (bare);
}

/* Bytes of a handle are whatever the unit makes of them. */
static void
check_pointee (ImCEmitter *emitter,
               const ImPlanCall *call,
               const ImPlanArgument *argument,
               const char *type,
               const char *pointee)
{
  const ImPlanBuffer *buffer = &emitter->job->plan->buffers[argument->buffer];

  if (argument->parameter != NULL && argument->parameter->kind != IM_PARAMETER_HANDLE &&
      !im_c_pointee_fits (pointee, buffer->dtype))
    im_c_report (emitter->job, IM_SEVERITY_ERROR, "argument-type", call,
                 (ImSubject){ .parameter = argument->parameter->name.text,
                              .detail = call->function },
                 "%s: “%s” has elements of the type %s, but the parameter is "
                 "“%s”; expected “%s *”",
                 call->function, argument->parameter->name.text,
                 im_dtype_get_info (buffer->dtype)->name, type,
                 im_c_get_type_name (buffer->dtype));
}

static void
append_buffer (ImCEmitter *emitter,
               const ImPlanCall *call,
               const ImPlanArgument *argument,
               const char *type,
               GString *out)
{
  gint number = argument->buffer;
  const ImPlanBuffer *buffer = &emitter->job->plan->buffers[number];
  const char *name = emitter->buffer_names[number];
  gboolean is_const = buffer->storage == IM_STORAGE_INPUT ||
                      buffer->storage == IM_STORAGE_CONSTANT;
  g_autofree char *pointee = type == NULL ? NULL : dup_pointee (type);

  if (pointee == NULL)
    {
      g_string_append (out, name);
      return;
    }
  check_pointee (emitter, call, argument, type, pointee);

  gboolean drops_const = is_const && strstr (type, "const") == NULL;
  if (!drops_const && (strcmp (pointee, "void") == 0 ||
                       strcmp (pointee, im_c_get_type_name (buffer->dtype)) == 0))
    g_string_append (out, name);
  else
    g_string_append_printf (out, "(%s) (%svoid *) %s", type,
                            is_const && !drops_const ? "const " : "", name);
}

/* The type of a parameter; NULL if it is not known. */
static const char *
find_type (ImCEmitter *emitter, const ImPlanCall *call, guint index)
{
  const ImPrototype *prototype = im_c_emitter_find_callee (emitter, call).prototype;

  return prototype != NULL && index < prototype->n_parameters
             ? prototype->parameters[index].type
             : NULL;
}

static const char *
describe_argument (ImCEmitter *emitter, const ImPlanArgument *argument, guint index)
{
  g_autoptr (GString) value = g_string_new (NULL);

  if (argument->parameter != NULL)
    return im_arena_printf (emitter->job->arena, "“%s”", argument->parameter->name.text);
  im_value_append_display (&argument->value, value);
  return im_arena_printf (emitter->job->arena, "%u (%s)", index + 1, value->str);
}

void
im_c_append_value (gpointer data, const ImPlanCall *call, guint index, GString *out)
{
  ImCEmitter *emitter = data;
  const char *type = find_type (emitter, call, index);
  const ImPlanArgument *argument = &call->arguments[index];
  ImCLiteralStatus status = im_c_append_literal (&argument->value, type, out);
  const char *described = describe_argument (emitter, argument, index);
  ImSubject subject = { .parameter = described, .detail = call->function };
  g_autoptr (GString) value = g_string_new (NULL);

  im_value_append_display (&argument->value, value);
  if (status == IM_C_LITERAL_TRUNCATED)
    im_c_report (emitter->job, IM_SEVERITY_WARNING, "argument-fraction", call, subject,
                 "%s: the argument %s is %s, but the parameter has the type %s; "
                 "the fraction is lost",
                 call->function, described, value->str, type);
  else if (status == IM_C_LITERAL_RANGE && argument->value.kind == IM_VALUE_STRING)
    im_c_append_text (emitter, argument->value.string, type, out);
  else if (status == IM_C_LITERAL_RANGE)
    im_c_report (emitter->job, IM_SEVERITY_ERROR, "argument-range", call, subject,
                 "%s: the argument %s is %s, which the type %s of the parameter "
                 "cannot hold",
                 call->function, described, value->str, type);
  else if (status == IM_C_LITERAL_KIND)
    im_c_report (emitter->job, IM_SEVERITY_ERROR, "argument", call, subject,
                 "%s: the argument %s is %s, which cannot be passed to a "
                 "parameter of type %s",
                 call->function, described,
                 im_value_kind_get_phrase (argument->value.kind),
                 type == NULL ? "(unknown)" : type);
}

/* What belongs to the caller is there while its function runs. */
static gboolean
is_reachable (const ImCEmitter *emitter, const ImPlanCall *call, gint buffer)
{
  ImStorage storage = emitter->job->plan->buffers[buffer].storage;

  return (storage != IM_STORAGE_INPUT && storage != IM_STORAGE_OUTPUT) ||
         call->section == IM_SECTION_BODY || call->section == IM_SECTION_ENQUEUE ||
         call->section == IM_SECTION_DEQUEUE;
}

void
im_c_append_buffer (gpointer data, const ImPlanCall *call, guint index, GString *out)
{
  ImCEmitter *emitter = data;
  const ImPlanArgument *argument = &call->arguments[index];

  if (is_reachable (emitter, call, argument->buffer))
    append_buffer (emitter, call, argument, find_type (emitter, call, index), out);
  else
    {
      const char *described = describe_argument (emitter, argument, index);

      im_c_report (emitter->job, IM_SEVERITY_ERROR, "argument", call,
                   (ImSubject){ .parameter = described, .detail = call->function },
                   "%s: %s is memory of the caller, which %s cannot use", call->function,
                   described, im_section_get_name (call->section));
    }
}

const char *
im_c_get_function (gpointer emitter, const ImPlanCall *call)
{
  return im_c_emitter_find_callee (emitter, call).name;
}

char *
im_c_emitter_dup_scaled_text (ImCEmitter *emitter,
                              const ImPlanCall *call,
                              const ImPlanArgument *scaled)
{
  ImCCallee callee = im_c_emitter_find_callee (emitter, call);
  GString *out = g_string_new (emitter->job->traces ? "(" : NULL);

  if (emitter->job->traces)
    im_c_append_enter (emitter, call, out);
  if (callee.prototype != NULL &&
      !im_prototype_takes (callee.prototype, call->n_arguments))
    im_c_report (emitter->job, IM_SEVERITY_ERROR, "call-mismatch", call,
                 (ImSubject){ .detail = call->function },
                 "%s takes %u arguments; the call has %u", call->function,
                 callee.prototype->n_parameters, call->n_arguments);
  im_backend_append_call (&im_c_backend, emitter, call, scaled, out);
  g_string_append (out, emitter->job->traces ? ")" : "");

  return g_string_free (out, FALSE);
}

const char *
im_c_emitter_get_call_text (ImCEmitter *emitter, const ImPlanCall *call)
{
  const char *text = g_hash_table_lookup (emitter->call_texts, call);

  if (text == NULL)
    {
      g_autofree char *made = im_c_emitter_dup_scaled_text (emitter, call, NULL);

      text = im_arena_strdup (emitter->job->arena, made);
      g_hash_table_insert (emitter->call_texts, (gpointer) call, (gpointer) text);
    }

  return text;
}

gboolean
im_c_emitter_has_status (ImCEmitter *emitter, const ImPlanCall *call)
{
  static const char *const types[] = { "int",     "int32_t", "int16_t", "int8_t",
                                       "short",   "long",    "signed",  "signed int",
                                       "int64_t", NULL };
  const ImUnit *unit = im_c_get_instance (emitter->job->plan, call)->unit;
  ImCCallee callee = im_c_emitter_find_callee (emitter, call);

  if (callee.prototype == NULL || callee.prototype->return_type == NULL)
    return unit->sections[call->section].returns_status;

  return g_strv_contains (types, callee.prototype->return_type);
}

void
im_c_emit_call (ImCEmitter *emitter,
                const ImPlanCall *call,
                const char *result,
                ImCWriter *writer)
{
  const char *text = im_c_emitter_get_call_text (emitter, call);
  ImCCallee callee = im_c_emitter_find_callee (emitter, call);
  const char *type = callee.prototype == NULL ? NULL : callee.prototype->return_type;
  gboolean has_status = im_c_emitter_has_status (emitter, call);

  if (has_status && result != NULL)
    {
      im_c_writer_line (writer, "%s = %s%s;", result,
                        type == NULL || strcmp (type, "int") == 0 ? "" : "(int) ", text);
      im_c_writer_open (writer, "if (%s < 0)", result);
      im_c_writer_line (writer, "return %s;", result);
      im_c_writer_close (writer);
    }
  else
    im_c_writer_line (
        writer, "%s%s;",
        has_status || (type != NULL && strcmp (type, "void") != 0) ? "(void) " : "",
        text);
}
