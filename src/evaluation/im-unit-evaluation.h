/* One unit with given inputs and options: all its parameters, contracts and choices.
 *
 * Parameters are computed when they are asked for. Each error is kept where it arose, and
 * only what depends on it has no value.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "lang/im-eval.h"
#include "lang/im-explain.h"
#include "unit/im-unit-file.h"

G_BEGIN_DECLS

typedef struct _ImUnitEvaluation ImUnitEvaluation;

/**
 * ImUnitBinding:
 * @name: a parameter of the unit
 * @value: a tensor or null for an input, or the value of an option
 *
 * What a parameter is given from outside.
 */
typedef struct
{
  const char *name;
  ImValue value;
} ImUnitBinding;

/**
 * ImContractResult:
 * @contract: the contract
 * @holds: whether it holds
 * @is_unknown: whether that depends on a size that is not known yet; it neither holds nor
 * fails then
 * @error: (nullable): why its test has no value; it does not hold then
 * @message: (nullable): if it fails: its message, expressions replaced by their values
 */
typedef struct
{
  const ImContract *contract;
  gboolean holds;
  gboolean is_unknown;
  const ImExprError *error;
  const char *message;
} ImContractResult;

/**
 * ImConditionResult:
 * @condition: the condition
 * @holds: whether it holds
 * @is_unknown: whether that depends on a size that is not known yet; @holds is FALSE then
 * @error: (nullable): why it has no value; it does not hold then
 * @text: the condition as text
 * @parts: the values that it compares
 * @n_parts: their number
 */
typedef struct
{
  const ImCondition *condition;
  gboolean holds;
  gboolean is_unknown;
  const ImExprError *error;
  const char *text;
  const ImExplainPart *parts;
  guint n_parts;
} ImConditionResult;

/**
 * ImImplementationResult:
 * @implementation: the implementation
 * @matches: whether all its conditions hold
 * @is_unknown: whether it may match: no condition fails, and some are not known yet
 * @conditions: one per condition
 * @n_conditions: their number
 */
typedef struct
{
  const ImImplementation *implementation;
  gboolean matches;
  gboolean is_unknown;
  const ImConditionResult *conditions;
  guint n_conditions;
} ImImplementationResult;

/**
 * ImSectionResult:
 * @section: the section
 * @language: the language that was asked for
 * @results: the implementations in this language, in document order; behind those in C or
 * Python the formulas
 * @n_results: their number
 * @chosen: (nullable): the first one that matches, if none before it may match
 * @is_unknown: whether none is chosen yet, because a size is not known
 * @n_matches: how many match
 */
typedef struct
{
  const ImSection *section;
  ImLanguage language;
  const ImImplementationResult *results;
  guint n_results;
  const ImImplementation *chosen;
  gboolean is_unknown;
  guint n_matches;
} ImSectionResult;

/* An evaluation computes what it is asked for first, and keeps it. Threads may ask at
 * once: each waits for what another one is computing. What was computed never changes. */

/* The kind of value that may be given to a parameter; IM_VALUE_NULL if none may. */
ImValueKind im_unit_binding_kind (const ImParameter *parameter);

/**
 * im_unit_parse_option:
 * @parameter: an option
 * @text: (nullable): its value as text, as in a file; NULL is zero or empty
 * @arena: where the value lives
 * @out: (out): the value
 *
 * Reads a value of an option.
 *
 * Returns: FALSE if @text is not of its kind
 */
gboolean im_unit_parse_option (const ImParameter *parameter,
                               const char *text,
                               ImArena *arena,
                               ImValue *out);

/**
 * im_unit_evaluation_new:
 * @unit: a unit; it must outlive the evaluation
 * @bindings: (array length=n_bindings): inputs and options; what is not among them is
 * null or has its default
 * @n_bindings: their number
 *
 * Begins an evaluation. Values are copied.
 *
 * Returns: a new evaluation
 */
ImUnitEvaluation *im_unit_evaluation_new (const ImUnit *unit,
                                          const ImUnitBinding *bindings,
                                          guint n_bindings);

void im_unit_evaluation_free (ImUnitEvaluation *evaluation);

const ImUnit *im_unit_evaluation_get_unit (const ImUnitEvaluation *evaluation);
ImEnvironment *im_unit_evaluation_get_environment (ImUnitEvaluation *evaluation);

/**
 * im_unit_evaluation_get_value:
 * @evaluation: an evaluation
 * @parameter: a parameter of its unit
 * @value: (out): its value
 * @error: (out) (optional) (nullable): why it has none
 *
 * Computes a parameter: inputs and options as they were given; an output as a tensor,
 * which inherits rate, shift, scale and offset from the main input unless it says them;
 * null if its condition is false; a handle as a static buffer of bytes. What depends on
 * a size that is not known yet is unknown, or a tensor or buffer with such sizes.
 *
 * Returns: TRUE if @value was set
 */
gboolean im_unit_evaluation_get_value (ImUnitEvaluation *evaluation,
                                       const ImParameter *parameter,
                                       ImValue *value,
                                       const ImExprError **error);

/**
 * im_unit_evaluation_is_given:
 * @evaluation: an evaluation
 * @parameter: a parameter of its unit
 *
 * Returns: whether its value was given, and not refused
 */
gboolean im_unit_evaluation_is_given (const ImUnitEvaluation *evaluation,
                                      const ImParameter *parameter);

/**
 * im_unit_evaluation_get_default:
 * @evaluation: an evaluation
 * @option: an option of its unit
 * @value: (out): the value that it has, or would have, if it is not given: the one that
 * fits what else is given, or else the one that its default says
 *
 * Returns: TRUE if @value was set, FALSE if the default cannot be read
 */
gboolean im_unit_evaluation_get_default (ImUnitEvaluation *evaluation,
                                         const ImOption *option,
                                         ImValue *value);

/**
 * im_unit_evaluation_check_contract:
 * @evaluation: an evaluation
 * @contract: a contract of its unit
 *
 * Evaluates a contract. One whose test cannot be evaluated does not hold; one whose test
 * depends on a size that is not known yet is unknown.
 *
 * Returns: the result; its strings live as long as the evaluation
 */
ImContractResult im_unit_evaluation_check_contract (ImUnitEvaluation *evaluation,
                                                    const ImContract *contract);

/**
 * im_unit_evaluation_choose:
 * @evaluation: an evaluation
 * @section: a section of its unit
 * @language: IM_LANGUAGE_C, IM_LANGUAGE_PYTHON, IM_LANGUAGE_TILE or IM_LANGUAGE_FACTORY
 *
 * Chooses the implementation of a section in a language: the first one all of whose
 * conditions hold. A formula in Tile is one in C and in Python, behind all others.
 *
 * Returns: the result; what it points to lives as long as the evaluation
 */
ImSectionResult im_unit_evaluation_choose (ImUnitEvaluation *evaluation,
                                           ImSectionKind section,
                                           ImLanguage language);

/* Whether a condition is false for sure. */
gboolean im_implementation_result_is_ruled_out (const ImImplementationResult *candidate);

/**
 * im_section_result_is_omitted:
 * @result: the choice of a section
 * @section: the section
 *
 * A unit computes without all sections but Implementations, Enqueue and Dequeue: where it
 * has no implementation in the language, or each has a condition that is false, nothing
 * is called. Memory starts with zeros in each language.
 *
 * Returns: whether nothing is called for the section
 */
gboolean im_section_result_is_omitted (const ImSectionResult *result,
                                       ImSectionKind section);

/**
 * im_unit_evaluation_has_code:
 * @evaluation: an evaluation
 * @language: IM_LANGUAGE_C or IM_LANGUAGE_PYTHON
 *
 * Returns: whether each section that must be called has an implementation in the language
 *   that fits, or the unit is only a view of its input
 */
gboolean im_unit_evaluation_has_code (ImUnitEvaluation *evaluation, ImLanguage language);

/**
 * im_unit_evaluation_report:
 * @evaluation: an evaluation
 * @diagnostics: where problems go
 *
 * Reports everything that keeps the unit from being used with these inputs and options:
 * bindings of no parameter or of the wrong kind (`unknown-parameter`, `option-type`),
 * inputs that are not connected (`not-connected`), options outside of their range
 * (`option-range`, a warning) or not among their choices (`option-choice`, a warning),
 * contracts that do not hold (`contract`), contracts and outputs that are not known yet
 * (`not-known`, a hint), outputs and handles without a value (the code
 * of the expression error), sections that need an implementation for C
 * and have none that fits (`no-implementation`, which says what kept the nearest from
 * being chosen), unless the unit has Python that fits, and more than one
 * where the dialect allows one (`ambiguous-implementation`: an error in Function, Queue
 * and Composite, a hint in Unit). One cause gives one message.
 */
void im_unit_evaluation_report (ImUnitEvaluation *evaluation, ImDiagnostics *diagnostics);

/**
 * im_unit_evaluation_dup_misfit:
 * @evaluation: an evaluation
 * @language: C or Python
 *
 * Returns: (nullable): what keeps the nearest implementations from being chosen, where a
 *   section needs one, and has some in the language, none of which fits; else NULL
 */
char *im_unit_evaluation_dup_misfit (ImUnitEvaluation *evaluation, ImLanguage language);

/**
 * im_unit_expr_get_span:
 * @unit: a unit
 * @expr: an expression of it
 * @span: a part of its text
 *
 * Returns: where that part stands in the file
 */
ImSpan im_unit_expr_get_span (const ImUnit *unit, const ImUnitExpr *expr, ImSpan span);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImUnitEvaluation, im_unit_evaluation_free)

G_END_DECLS
