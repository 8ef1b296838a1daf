/* SPDX-License-Identifier: MIT
 *
 * What is compared, and how exactly. A unit states its tolerance by an attribute of our
 * namespace, for one implementation in C or for all.
 */
#include <math.h>

#include "verify/im-compare-private.h"

/* Reads a number of at least 0. */
static gboolean
read_number (const ImXmlElement *element, const char *name, double *number)
{
  const ImXmlAttribute *attribute = im_xml_element_find_attribute (
      element, IM_UNIT_NAMESPACE, name);
  double value;
  char *end;

  if (attribute == NULL)
    return FALSE;
  value = g_ascii_strtod (attribute->value, &end);
  if (end == attribute->value || *end != '\0' || !(value >= 0) || !isfinite (value))
    return FALSE;
  *number = value;

  return TRUE;
}

/* The call of C that writes a buffer. */
static const ImPlanCall *
find_writer (const ImPlan *plan, guint instance, gint buffer)
{
  for (guint i = 0; i < plan->n_domains; i++)
    for (guint j = 0; j < plan->domains[i].n_calls; j++)
      {
        const ImPlanCall *call = &plan->domains[i].calls[j];

        for (guint k = 0; call->instance == instance && k < call->n_arguments; k++)
          if (call->arguments[k].buffer == buffer && buffer >= 0 &&
              call->arguments[k].parameter != NULL &&
              call->arguments[k].parameter->kind == IM_PARAMETER_OUTPUT)
            return call;
      }

  return NULL;
}

/* What an element of the unit states takes the place of what was stated around it. */
static void
read_promises (const ImXmlElement *element, ImDType dtype, ImTolerance *tolerance)
{
  double number;

  if (read_number (element, "tolerance", &number))
    {
      ImTolerance stated = im_tolerance_from_number (number, dtype);

      tolerance->relative = stated.relative;
      tolerance->of_largest = stated.of_largest;
      tolerance->steps = stated.steps;
    }
  read_number (element, "absolute-tolerance", &tolerance->absolute);
  read_number (element, "input-tolerance", &tolerance->of_inputs);
  read_number (element, "input-limit", &tolerance->input_limit);
}

/* How exact the C of the standard library is binds nobody else. */
static void
widen (ImTolerance *tolerance, ImDType dtype)
{
  ImTolerance usual = im_tolerance_get_default (dtype);

  tolerance->relative = MAX (tolerance->relative, usual.relative);
  tolerance->of_largest = MAX (tolerance->of_largest, usual.of_largest);
}

ImTolerance
im_compare_get_tolerance (const ImPlan *plan,
                          const ImProgram *reference,
                          guint instance,
                          gint buffer,
                          ImDType dtype)
{
  const ImPlanCall *call = find_writer (plan, instance, buffer);
  ImTolerance tolerance = im_tolerance_get_default (dtype);

  if (reference != NULL)
    read_promises (reference->instances[instance].unit->element, dtype, &tolerance);
  if (reference != NULL &&
      reference->instances[instance].unit != plan->program->instances[instance].unit)
    widen (&tolerance, dtype);
  read_promises (plan->program->instances[instance].unit->element, dtype, &tolerance);
  if (call != NULL)
    read_promises (call->implementation->element, dtype, &tolerance);

  return tolerance;
}

/* Without isolation the differences of layers add up, and where floats become integers
 * they may fall on the other side of a half. */
ImTolerance
im_compare_get_whole_tolerance (const ImPlan *plan,
                                const ImProgram *reference,
                                ImDType dtype)
{
  const ImProgram *program = plan->program;
  ImTolerance sum = { .input_limit = (double) INFINITY };
  gboolean has_float = FALSE;

  for (guint i = 0; i < program->n_tensors; i++)
    {
      const ImProgramTensor *tensor = &program->tensors[i];
      ImTolerance one;

      if (tensor->producer < 0 || tensor->view_of >= 0)
        continue;
      one = im_compare_get_tolerance (plan, reference, (guint) tensor->producer,
                                      im_reference_find_buffer (plan, (gint) i),
                                      tensor->type.dtype);
      sum.relative += one.relative;
      sum.of_largest += one.of_largest;
      sum.of_inputs += one.of_inputs;
      sum.absolute += one.absolute;
      sum.steps += one.steps;
      has_float = has_float || one.relative > 0;
    }
  if (has_float)
    sum.steps++;
  if (im_dtype_get_info (dtype)->family != IM_DTYPE_FAMILY_FLOAT)
    sum.relative = sum.of_largest = sum.of_inputs = sum.absolute = 0;

  return sum;
}

void
im_compare_set_up_layer (ImCompareLayer *layer,
                         const ImReference *reference,
                         const ImReferenceTask *task)
{
  const ImProgram *program = task->program, *whole = reference->c_plan->program;
  const ImInstance *original = task->instance < 0 ? NULL
                                                  : &whole->instances[task->instance];

  *layer = (ImCompareLayer){
    .path = task->instance < 0 ? NULL : program->instances[0].path,
    .unit_id = original == NULL ? program->unit->id.text : original->unit->id.text,
    .reference = task->instance < 0 ? NULL
                                    : im_stdlib_get_reference (&reference->stdlib, whole,
                                                               (guint) task->instance),
    .missing = task->instance < 0 || reference->stdlib.missing == NULL
                   ? NULL
                   : reference->stdlib.missing[task->instance],
    .outputs = im_arena_new0 (reference->arena, ImCompareOutput, task->outputs->len),
    .n_outputs = task->outputs->len,
  };
  for (guint i = 0; i < task->outputs->len; i++)
    {
      const ImReferenceOutput *output = &g_array_index (task->outputs, ImReferenceOutput,
                                                        i);
      const ImProgramPort *port = &program->outputs[output->port];
      ImTensorType type = program->tensors[port->tensor].type;

      layer->outputs[i] = (ImCompareOutput){
        .name = port->name,
        .type = type,
        .tolerance = task->instance < 0
                         ? im_compare_get_whole_tolerance (
                               reference->c_plan, reference->stdlib.program, type.dtype)
                         : im_compare_get_tolerance (
                               reference->c_plan, reference->stdlib.program,
                               (guint) task->instance, output->buffer, type.dtype),
      };
    }
}
