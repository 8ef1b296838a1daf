/* SPDX-License-Identifier: MIT
 *
 * Rates that are declared, and those that flow. A rate is only metadata, so that a unit
 * runs all the same; but what it computes of the wrong one is wrong.
 */
#include <math.h>
#include <string.h>

#include "base/im-text.h"
#include "program/im-program-private.h"

#define TOLERANCE        1e-6 /* of the rate: quotients are rounded */
#define OPTION_TOLERANCE 0.5  /* hertz: such options are often whole numbers */
#define SAMPLING_RATE    "sampling_rate"

static char *
dup_rate (double rate_hz)
{
  GString *text = g_string_new (NULL);

  im_text_append_double (text, rate_hz);
  if (g_str_has_suffix (text->str, ".0"))
    g_string_truncate (text, text->len - 2);
  g_string_append (text, " Hz");

  return g_string_free (text, FALSE);
}

static gboolean
differs (double declared_hz, double found_hz, double tolerance_hz)
{
  return declared_hz > 0 && found_hz > 0 &&
         fabs (declared_hz - found_hz) > tolerance_hz + TOLERANCE * found_hz;
}

static const ImTensorType *
find_type (const ImProgramNode *node, const ImParameter *parameter)
{
  ImValue value;

  if (!im_unit_evaluation_get_value (node->evaluation, parameter, &value, NULL) ||
      value.kind != IM_VALUE_TENSOR)
    return NULL;

  return value.tensor;
}

static void warn (const ImWalk *walk,
                  const ImGraphNode *node,
                  const ImParameter *parameter,
                  const char *format,
                  ...) G_GNUC_PRINTF (4, 5);

static void
warn (const ImWalk *walk,
      const ImGraphNode *node,
      const ImParameter *parameter,
      const char *format,
      ...)
{
  ImSource *source = im_unit_file_get_source (node->unit->file);
  ImDiagnostic problem = {
    .severity = IM_SEVERITY_WARNING,
    .code = "rate-mismatch",
    .source = source,
    .name = im_source_get_name (source),
    .span = parameter->name.raw,
    .subject.parameter = parameter->name.text,
  };
  va_list args;

  va_start (args, format);
  problem.message = im_arena_vprintf (walk->elaboration->program->arena, format, args);
  va_end (args);
  im_walk_add_problem (walk, node, &problem, TRUE);
}

/* What flows into the main input of a unit; NULL if it has none or nothing is known. */
static const ImTensorType *
find_given (const ImGraphNode *node, const ImProgramNode *elaborated)
{
  const ImParameter *input = im_unit_find_main_input (node->unit);

  return input == NULL ? NULL : find_type (elaborated, input);
}

/* A pipeline that says what flows into it may stand in another one. */
static void
check_input (const ImWalk *walk,
             const ImGraphNode *node,
             const ImProgramNode *elaborated,
             const ImParameter *input)
{
  const char *declared = input->socket->declared.rate.text;
  const ImTensorType *type = find_type (elaborated, input);
  double rate_hz = declared == NULL ? 0 : g_ascii_strtod (declared, NULL);

  if (type == NULL || !differs (rate_hz, type->rate_hz, 0))
    return;

  g_autofree char *wanted = dup_rate (rate_hz);
  g_autofree char *found = dup_rate (type->rate_hz);
  warn (walk, node, input,
        "%s declares %s for its input “%s”, and is called at %s; expected %s",
        node->unit->id.text, wanted, input->name.text, found, wanted);
}

/* What is no queue gives a tensor for each that it gets. */
static void
check_output (const ImWalk *walk,
              const ImGraphNode *node,
              const ImProgramNode *elaborated,
              const ImParameter *output)
{
  const ImParameter *input = im_unit_find_main_input (node->unit);
  const ImTensorType *given = find_given (node, elaborated);
  const ImTensorType *declared = output->socket->rate == NULL ||
                                         output->socket->rate_is_approximate
                                     ? NULL
                                     : find_type (elaborated, output);

  if (given == NULL || declared == NULL ||
      !differs (declared->rate_hz, given->rate_hz, 0))
    return;

  g_autofree char *wanted = dup_rate (declared->rate_hz);
  g_autofree char *found = dup_rate (given->rate_hz);
  warn (walk, node, output,
        "%s declares %s for “%s”, and is called at %s, once for each “%s”; expected %s, "
        "or a queue in front of it that gives %s",
        node->unit->id.text, wanted, output->name.text, found, input->name.text, found,
        wanted);
}

/* An option of this name is the rate of the input, in a unit that does not ask for it. */
static void
check_option (const ImWalk *walk,
              const ImGraphNode *node,
              const ImProgramNode *elaborated,
              const ImParameter *option)
{
  const ImTensorType *given = find_given (node, elaborated);
  ImValue value;
  double rate_hz;

  if (given == NULL ||
      !im_unit_evaluation_get_value (elaborated->evaluation, option, &value, NULL))
    return;
  rate_hz = value.kind == IM_VALUE_INT      ? value.integer
            : value.kind == IM_VALUE_DOUBLE ? value.real
                                            : 0;
  if (!differs (rate_hz, given->rate_hz, OPTION_TOLERANCE))
    return;

  g_autofree char *said = dup_rate (rate_hz);
  g_autofree char *found = dup_rate (given->rate_hz);
  warn (walk, node, option,
        "%s is called at %s, and its option “%s” says %s; expected %s",
        node->unit->id.text, found, option->name.text, said, found);
}

void
im_walk_check_rates (const ImWalk *walk,
                     const ImGraphNode *node,
                     const ImProgramNode *elaborated)
{
  const ImUnit *unit = node->unit;
  gboolean is_graph = im_unit_is_graph (unit);
  gboolean is_layer = unit != walk->graph->unit;

  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];

      if (parameter->kind == IM_PARAMETER_INPUT && is_layer)
        check_input (walk, node, elaborated, parameter);
      else if (parameter->kind == IM_PARAMETER_OUTPUT && !is_graph &&
               !im_unit_is_queue (unit))
        check_output (walk, node, elaborated, parameter);
      else if (im_parameter_is_option (parameter) && !is_graph &&
               strcmp (parameter->name.text, SAMPLING_RATE) == 0)
        check_option (walk, node, elaborated, parameter);
    }
}
