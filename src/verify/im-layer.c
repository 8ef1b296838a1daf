/* SPDX-License-Identifier: MIT */
#include "verify/im-layer.h"

#include "base/im-arena.h"

/* Tensors keep their numbers; all but those of the layer come from outside. */
static const ImProgramTensor *
copy_tensors (const ImProgram *program, guint instance, ImArena *arena)
{
  ImProgramTensor *tensors = im_arena_new0 (arena, ImProgramTensor, program->n_tensors);

  for (guint i = 0; i < program->n_tensors; i++)
    {
      tensors[i] = program->tensors[i];
      if (tensors[i].producer == (gint) instance)
        tensors[i].producer = 0;
      else
        {
          tensors[i].producer = -1;
          tensors[i].view_of = -1;
        }
    }

  return tensors;
}

/* The sockets of a kind; constants come with the layer. */
static const ImProgramPort *
make_ports (const ImProgram *program,
            const ImInstance *instance,
            ImParameterKind kind,
            ImArena *arena,
            guint *n_ports)
{
  ImProgramPort *ports = im_arena_new0 (arena, ImProgramPort,
                                        instance->unit->n_parameters);

  *n_ports = 0;
  for (guint i = 0; i < instance->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &instance->unit->parameters[i];

      gint tensor = parameter->kind == kind ? instance->tensors[parameter->slot] : -1;

      if (tensor >= 0 && program->tensors[tensor].constant == NULL)
        ports[(*n_ports)++] = (ImProgramPort){
          .name = parameter->name.text,
          .parameter = parameter,
          .tensor = tensor,
        };
    }

  return ports;
}

ImProgram *
im_layer_program_new (const ImProgram *program, guint instance, ImArena *arena)
{
  const ImInstance *only = &program->instances[instance];
  ImProgram *layer = im_arena_new0 (arena, ImProgram, 1);

  *layer = (ImProgram){
    .unit = only->unit,
    .instances = only,
    .n_instances = 1,
    .tensors = copy_tensors (program, instance, arena),
    .n_tensors = program->n_tensors,
  };
  /* Held by the arena; whoever plans it lets go before that. */
  g_atomic_ref_count_init (&layer->references);
  layer->inputs = make_ports (program, only, IM_PARAMETER_INPUT, arena, &layer->n_inputs);
  layer->outputs = make_ports (program, only, IM_PARAMETER_OUTPUT, arena,
                               &layer->n_outputs);

  return layer;
}
