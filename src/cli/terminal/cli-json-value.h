/* Values, errors and problems as JSON.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"
#include "base/im-json.h"
#include "lang/im-expr.h"
#include "lang/im-value.h"

G_BEGIN_DECLS

/**
 * cli_json_value:
 * @json: a writer
 * @value: a value
 *
 * Writes an object whose `type` says which other members it has:
 *
 * - `null`, `bool`, `int`, `double`, `string`, `type`: `value`
 * - `shape`: `value`, sizes leftmost first
 * - `broadcast`: `value` with `left`, `group1`, `middle`, `group2`, `right`
 * - `tensor`: `element`, `shape`, `rate`, `shift`, `scale`, `offset`
 * - `buffer`: `element`, `shape`, `static`, `align` in bytes if one was asked for, and
 *   `data` if it is constant
 * - `array`: `element`, `shape`, `data`, outermost axis slowest; integers and fixed-point
 *   types as they are stored
 *
 * A shape whose axes are described has besides, leftmost first and null where there is
 * nothing: `axes`, their names, and `labels`, a list of names for the indices of each.
 */
void cli_json_value (ImJson *json, const ImValue *value);

/**
 * cli_json_error:
 * @json: a writer
 * @error: an error of an expression
 *
 * Writes an object with `message` and `span`: the first and the last byte, from 0. A span
 * without bytes has its place twice.
 */
void cli_json_error (ImJson *json, const ImExprError *error);

/**
 * cli_json_diagnostic:
 * @json: a writer
 * @diagnostic: a problem
 *
 * Writes an object with `file`, `line`, `column` (both 0 if there is no place),
 * `severity`, `code` and `message`.
 */
void cli_json_diagnostic (ImJson *json, const ImDiagnostic *diagnostic);

/* A name and an array of all problems of a list. */
void cli_json_member_diagnostics (ImJson *json,
                                  const char *name,
                                  const ImDiagnostics *diagnostics);

G_END_DECLS
