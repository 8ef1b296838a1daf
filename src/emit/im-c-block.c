/* SPDX-License-Identifier: MIT
 *
 * Many frames with one call. Where all that a frame does is to enter a queue whose code
 * takes any number of them, they enter it with one copy, or with few if there is room for
 * a part only.
 */
#include <string.h>

#include "emit/im-emit-c-private.h"

/* The argument of a queue that says how many bytes or elements come at once, if the queue
 * takes any number of them; NULL if frames can only be passed one by one. */
static const ImPlanArgument *
find_block_argument (const ImCEmitter *emitter)
{
  const ImPlanDomain *domain = &emitter->plan->domains[0];
  const ImPlanCall *call = domain->calls;
  const ImXmlAttribute *attribute;
  const char *name;

  if (domain->n_calls != 1 || call->section != IM_SECTION_ENQUEUE ||
      emitter->inputs->len != 1 || im_c_emitter_has_side_domain (emitter, 0))
    return NULL;
  attribute = im_xml_element_find_attribute (call->implementation->element,
                                             IM_UNIT_NAMESPACE, "block");
  name = attribute == NULL ? NULL : attribute->value;
  for (guint i = 0; name != NULL && i < call->n_arguments; i++)
    if (call->arguments[i].parameter != NULL && call->arguments[i].buffer < 0 &&
        call->arguments[i].value.kind == IM_VALUE_INT &&
        call->arguments[i].value.integer > 0 &&
        strcmp (call->arguments[i].parameter->name.text, name) == 0)
      return &call->arguments[i];

  return NULL;
}

static void
emit_pieces (ImCEmitter *emitter, ImCWriter *writer)
{
  const ImPlanCall *call = emitter->plan->domains[0].calls;
  const ImCPort *port = &g_array_index (emitter->inputs, ImCPort, 0);
  gint32 most = G_MAXINT32 / emitter->scaled->value.integer;

  im_c_writer_line (writer, "int done = 0;");
  im_c_writer_line (writer, "int piece = frames < %d ? frames : %d;", most, most);
  im_c_writer_blank (writer);
  im_c_writer_line (writer,
                    "/* With few copies: a piece that finds no room is halved. */");
  im_c_writer_open (writer, "while (done < frames)");
  im_c_writer_line (writer, "const int status = %s;",
                    im_c_emitter_get_call_text (emitter, call));
  im_c_writer_blank (writer);
  im_c_writer_open (writer, "if (status < 0 && piece == 1)");
  im_c_writer_line (writer, "return done > 0 ? done : status;");
  im_c_writer_close (writer);
  im_c_writer_open (writer, "if (status < 0)");
  im_c_writer_line (writer, "piece /= 2;");
  im_c_writer_line (writer, "continue;");
  im_c_writer_close (writer);
  im_c_writer_line (writer, "done += piece;");
  im_c_writer_line (writer, "%s += (size_t) piece * %s_%s_COUNT;", port->parameter,
                    emitter->prefix, port->macro);
  im_c_writer_line (writer, "piece = piece < frames - done ? piece : frames - done;");
  im_c_writer_close (writer);
}

static void
emit_block_arguments (ImCEmitter *emitter, GString *out)
{
  for (guint i = 0; i < emitter->inputs->len; i++)
    {
      const ImCPort *port = &g_array_index (emitter->inputs, ImCPort, i);

      g_string_append_printf (out, "%s%s + (size_t) done * %s_%s_COUNT",
                              i == 0 ? "" : ", ", port->parameter, emitter->prefix,
                              port->macro);
    }
}

static void
emit_frames (ImCEmitter *emitter, ImCWriter *writer)
{
  g_autoptr (GString) arguments = g_string_new (NULL);

  im_c_writer_line (writer, "int done;");
  im_c_writer_blank (writer);
  im_c_writer_open (writer, "for (done = 0; done < frames; done++)");
  emit_block_arguments (emitter, arguments);
  im_c_writer_line (writer, "const int status = %s_enqueue(%s);", emitter->prefix,
                    arguments->str);
  im_c_writer_blank (writer);
  im_c_writer_open (writer, "if (status < 0)");
  im_c_writer_line (writer, "return done > 0 ? done : status;");
  im_c_writer_close (writer);
  im_c_writer_close (writer);
}

void
im_c_emit_enqueue_block (ImCEmitter *emitter, ImCWriter *writer)
{
  g_autoptr (GString) parameters = g_string_new (NULL);

  im_c_append_block_parameters (emitter->inputs, parameters);
  im_c_writer_open (writer, "int %s_enqueue_block%s", emitter->prefix, parameters->str);
  emitter->scaled = find_block_argument (emitter);
  if (emitter->scaled != NULL &&
      im_c_emitter_has_status (emitter, emitter->plan->domains[0].calls))
    emit_pieces (emitter, writer);
  else
    {
      emitter->scaled = NULL;
      emit_frames (emitter, writer);
    }
  emitter->scaled = NULL;
  im_c_writer_line (writer, "return done;");
  im_c_writer_close (writer);
  im_c_writer_blank (writer);
}
