/* SPDX-License-Identifier: MIT */
#include "program/im-program-slice.h"

#include <string.h>

#include "program/im-program-private.h"

guint
im_program_find_root (const ImProgram *program, guint tensor)
{
  while (program->tensors[tensor].view_of >= 0)
    tensor = (guint) program->tensors[tensor].view_of;

  return tensor;
}

gboolean
im_program_is_watched (const ImProgram *program, guint tensor)
{
  return program->slice == NULL || program->slice->is_watched == NULL ||
         program->slice->is_watched[tensor];
}

/* A program that shares all that the whole has but for its instances and its ends. */
static ImProgram *
new_over (const ImProgram *whole)
{
  ImProgram *slice = g_new0 (ImProgram, 1);

  g_atomic_ref_count_init (&slice->references);
  slice->unit = whole->unit;
  slice->file = im_unit_file_ref (whole->file);
  slice->library = im_unit_library_ref (whole->library);
  slice->arena = im_arena_new ();
  slice->instance_array = g_array_new (FALSE, FALSE, sizeof (ImInstance));
  slice->tensor_array = g_array_sized_new (FALSE, FALSE, sizeof (ImProgramTensor),
                                           whole->n_tensors);
  slice->graphs = g_hash_table_ref (whole->graphs);
  slice->graph = whole->graph;
  slice->nodes = g_ptr_array_ref (whole->nodes);
  slice->store = im_program_store_new (whole->store);

  return slice;
}

static void
take_instances (ImProgram *slice, const ImProgram *whole, const gboolean *is_inside)
{
  g_autofree gint *number_of = g_new (gint, whole->n_instances + 1);

  for (guint i = 0; i < whole->n_instances; i++)
    {
      number_of[i] = is_inside[i] ? (gint) slice->instance_array->len : -1;
      if (is_inside[i])
        g_array_append_val (slice->instance_array, whole->instances[i]);
    }
  for (guint i = 0; i < whole->n_tensors; i++)
    {
      ImProgramTensor tensor = whole->tensors[i];

      tensor.producer = tensor.producer < 0 ? -1 : number_of[tensor.producer];
      g_array_append_val (slice->tensor_array, tensor);
    }
  slice->instances = (const ImInstance *) (gpointer) slice->instance_array->data;
  slice->n_instances = slice->instance_array->len;
  slice->tensors = (const ImProgramTensor *) (gpointer) slice->tensor_array->data;
  slice->n_tensors = slice->tensor_array->len;
}

static void
make_inputs (ImProgram *slice, const ImProgram *whole, const GArray *inputs)
{
  ImProgramPort *ports;

  if (inputs == NULL)
    {
      slice->inputs = whole->inputs;
      slice->n_inputs = whole->n_inputs;
      return;
    }

  ports = im_arena_new0 (slice->arena, ImProgramPort, MAX (inputs->len, 1));
  for (guint i = 0; i < inputs->len; i++)
    {
      guint tensor = g_array_index (inputs, guint, i);

      ports[i] = (ImProgramPort){
        .name = im_arena_printf (slice->arena, "input_%u", i + 1),
        .parameter = whole->tensors[tensor].parameter,
        .tensor = (gint) tensor,
      };
    }
  slice->inputs = ports;
  slice->n_inputs = inputs->len;
}

static gboolean
is_input (const ImProgram *slice, guint tensor)
{
  for (guint i = 0; i < slice->n_inputs; i++)
    if (slice->inputs[i].tensor == (gint) tensor)
      return TRUE;

  return FALSE;
}

static gboolean
has_all (const ImProgram *slice)
{
  for (guint i = 0; i < slice->n_instances; i++)
    {
      const ImInstance *instance = &slice->instances[i];

      for (guint k = 0; k < instance->unit->n_parameters; k++)
        {
          const ImParameter *parameter = &instance->unit->parameters[k];
          gint tensor = instance->tensors[parameter->slot];

          if (parameter->kind == IM_PARAMETER_INPUT && tensor >= 0 &&
              slice->tensors[tensor].constant == NULL &&
              slice->tensors[tensor].producer < 0 && !is_input (slice, (guint) tensor))
            return FALSE;
        }
    }

  return TRUE;
}

ImProgram *
im_program_slice_new (const ImProgram *whole,
                      const gboolean *is_inside,
                      const GArray *inputs,
                      const gboolean *is_watched)
{
  g_autoptr (ImProgram) slice = new_over (whole);
  ImProgramSlice *of = im_arena_new0 (slice->arena, ImProgramSlice, 1);

  of->whole = im_program_ref (whole);
  of->is_in_step = inputs != NULL;
  if (is_watched != NULL)
    {
      gboolean *copy = im_arena_new0 (slice->arena, gboolean, whole->n_tensors + 1);

      memcpy (copy, is_watched, whole->n_tensors * sizeof *copy);
      of->is_watched = copy;
    }
  slice->slice = of;
  take_instances (slice, whole, is_inside);
  make_inputs (slice, whole, inputs);

  return has_all (slice) ? g_steal_pointer (&slice) : NULL;
}
