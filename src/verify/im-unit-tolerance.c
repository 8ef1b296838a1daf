/* SPDX-License-Identifier: MIT
 *
 * A unit states its tolerance for one implementation in C or for all.
 */
#include "verify/im-unit-tolerance.h"

#include <math.h>

#include "verify/im-reference.h"

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

/* What a part of the unit states takes the place of what was stated around it. */
static void
take_promises (const ImUnitPromises *promises, ImDType dtype, ImTolerance *tolerance)
{
  if (promises->tolerance.is_stated)
    {
      ImTolerance stated = im_tolerance_from_number (promises->tolerance.number, dtype);

      tolerance->relative = stated.relative;
      tolerance->of_largest = stated.of_largest;
      tolerance->steps = stated.steps;
    }
  if (promises->absolute.is_stated)
    tolerance->absolute = promises->absolute.number;
  if (promises->of_inputs.is_stated)
    tolerance->of_inputs = promises->of_inputs.number;
  if (promises->input_limit.is_stated)
    tolerance->input_limit = promises->input_limit.number;
}

/* How exact the C of the standard library is binds nobody else. */
static void
widen (ImTolerance *tolerance, const ImUsualTolerance *usual, ImDType dtype)
{
  ImTolerance own = im_tolerance_get_usual (dtype, usual);

  tolerance->relative = MAX (tolerance->relative, own.relative);
  tolerance->of_largest = MAX (tolerance->of_largest, own.of_largest);
}

ImTolerance
im_unit_tolerance_get (const ImPlan *plan,
                       const ImProgram *reference,
                       const ImUsualTolerance *usual,
                       guint instance,
                       gint buffer,
                       ImDType dtype)
{
  const ImPlanCall *call = find_writer (plan, instance, buffer);
  ImTolerance tolerance = im_tolerance_get_usual (dtype, usual);

  if (reference != NULL)
    take_promises (&reference->instances[instance].unit->promises, dtype, &tolerance);
  if (reference != NULL &&
      reference->instances[instance].unit != plan->program->instances[instance].unit)
    widen (&tolerance, usual, dtype);
  take_promises (&plan->program->instances[instance].unit->promises, dtype, &tolerance);
  if (call != NULL)
    take_promises (&call->implementation->promises, dtype, &tolerance);

  return tolerance;
}

/* Without isolation the differences of layers add up, and where floats become integers
 * they may fall on the other side of a half. */
ImTolerance
im_unit_tolerance_get_whole (const ImPlan *plan,
                             const ImProgram *reference,
                             const ImUsualTolerance *usual,
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
      one = im_unit_tolerance_get (plan, reference, usual, (guint) tensor->producer,
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
