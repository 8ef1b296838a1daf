/* SPDX-License-Identifier: MIT
 *
 * Many frames with one call. Where all that a frame does is to enter a queue whose code
 * takes any number of them, they enter it with one copy, or with few if there is room for
 * a part only.
 */
#include <string.h>

#include "emit/im-emit-c-private.h"
#include "emit/im-emit-names.h"

/* The argument of a queue that says how many bytes or elements come at once, if the queue
 * takes any number of them; NULL if frames can only be passed one by one. */
static const ImPlanArgument *
find_block_argument (const ImPlanCall *enqueue, const ImPlanCall *call)
{
  const ImXmlAttribute *attribute = im_xml_element_find_attribute (
      enqueue->implementation->element, IM_UNIT_NAMESPACE, "block");
  const char *name = attribute == NULL ? NULL : attribute->value;

  for (guint i = 0; name != NULL && i < call->n_arguments; i++)
    if (call->arguments[i].parameter != NULL && call->arguments[i].buffer < 0 &&
        call->arguments[i].value.kind == IM_VALUE_INT &&
        call->arguments[i].value.integer > 0 &&
        strcmp (call->arguments[i].parameter->name.text, name) == 0)
      return &call->arguments[i];

  return NULL;
}

/* Whether all that a frame does is to enter a queue that can be asked whether it has room
 * for some. */
static gboolean
takes_pieces (ImCEmitter *emitter, guint source, const GArray *inputs)
{
  const ImPlanDomain *domain = &emitter->plan->domains[source];
  const ImPlanCall *room = im_c_emitter_find_room (emitter, source);

  return domain->n_calls == 1 && domain->calls->section == IM_SECTION_ENQUEUE &&
         domain->waits < 0 && room != NULL && inputs->len == 1 &&
         find_block_argument (domain->calls, domain->calls) != NULL &&
         find_block_argument (domain->calls, room) != NULL;
}

/* A call for `piece` frames. */
static const char *
get_scaled_text (ImCEmitter *emitter, const ImPlanCall *enqueue, const ImPlanCall *call)
{
  const char *text;

  emitter->scaled = find_block_argument (enqueue, call);
  text = im_c_emitter_get_call_text (emitter, call);
  emitter->scaled = NULL;

  return text;
}

static void
emit_piece (ImCEmitter *emitter, const ImPlanCall *call, ImCWriter *writer)
{
  const char *text = get_scaled_text (emitter, call, call);

  if (!im_c_emitter_has_status (emitter, call))
    {
      im_c_writer_line (writer, "%s;", text);
      return;
    }

  im_c_writer_line (writer, "status = %s;", text);
  im_c_writer_open (writer, "if (status < 0)");
  im_c_writer_line (writer, "return status;");
  im_c_writer_close (writer);
}

static void
emit_pieces (ImCEmitter *emitter, guint source, const GArray *inputs, ImCWriter *writer)
{
  const ImPlanDomain *domain = &emitter->plan->domains[source];
  const ImPlanCall *call = domain->calls;
  const ImCPort *port = &g_array_index (inputs, ImCPort, 0);
  gint32 most = G_MAXINT32 / find_block_argument (call, call)->value.integer;

  im_c_writer_line (writer, "int done = 0;");
  im_c_writer_line (writer, "int piece = frames < %d ? frames : %d;", most, most);
  if (im_c_emitter_has_status (emitter, call))
    im_c_writer_line (writer, "int status;");
  im_c_writer_blank (writer);
  im_c_writer_line (writer,
                    "/* With few copies: a piece that finds no room is halved. */");
  im_c_writer_open (writer, "while (done < frames)");
  im_c_writer_open (writer, "if (%s < 0)",
                    get_scaled_text (emitter, call, domain->rooms));
  im_c_writer_open (writer, "if (piece == 1)");
  im_c_writer_line (writer, "return done > 0 ? done : %s_RET_FULL;", emitter->prefix);
  im_c_writer_close (writer);
  im_c_writer_line (writer, "piece /= 2;");
  im_c_writer_line (writer, "continue;");
  im_c_writer_close (writer);
  emit_piece (emitter, call, writer);
  im_c_writer_line (writer, "done += piece;");
  im_c_writer_line (writer, "%s += (size_t) piece * %s_%s_COUNT;", port->parameter,
                    emitter->prefix, port->macro);
  im_c_writer_line (writer, "piece = piece < frames - done ? piece : frames - done;");
  im_c_writer_close (writer);
}

static void
emit_block_arguments (ImCEmitter *emitter, const GArray *inputs, GString *out)
{
  for (guint i = 0; i < inputs->len; i++)
    {
      const ImCPort *port = &g_array_index (inputs, ImCPort, i);

      g_string_append_printf (out, "%s%s + (size_t) done * %s_%s_COUNT",
                              i == 0 ? "" : ", ", port->parameter, emitter->prefix,
                              port->macro);
    }
}

static void
emit_frames (ImCEmitter *emitter,
             const char *name,
             const GArray *inputs,
             ImCWriter *writer)
{
  g_autoptr (GString) arguments = g_string_new (NULL);

  im_c_writer_line (writer, "int done;");
  im_c_writer_blank (writer);
  im_c_writer_open (writer, "for (done = 0; done < frames; done++)");
  emit_block_arguments (emitter, inputs, arguments);
  im_c_writer_line (writer, "const int status = %s_%s(%s);", emitter->prefix, name,
                    arguments->str);
  im_c_writer_blank (writer);
  im_c_writer_open (writer, "if (status == %s_RET_FULL && done > 0)", emitter->prefix);
  im_c_writer_line (writer, "return done;");
  im_c_writer_close (writer);
  im_c_writer_open (writer, "if (status < 0)");
  im_c_writer_line (writer, "return status;");
  im_c_writer_close (writer);
  im_c_writer_close (writer);
}

void
im_c_emit_enqueue_block (ImCEmitter *emitter, guint source, ImCWriter *writer)
{
  g_autofree char *name = im_emit_dup_enqueue_name (emitter->plan, source);
  g_autoptr (GArray) inputs = im_c_emitter_list_ports (emitter->inputs, source);
  g_autoptr (GString) parameters = g_string_new (NULL);

  im_c_append_block_parameters (inputs, parameters);
  im_c_writer_open (writer, "int %s_%s_block%s", emitter->prefix, name, parameters->str);
  if (takes_pieces (emitter, source, inputs))
    emit_pieces (emitter, source, inputs, writer);
  else
    emit_frames (emitter, name, inputs, writer);
  im_c_writer_line (writer, "return done;");
  im_c_writer_close (writer);
  im_c_writer_blank (writer);
}
