/* Values and problems as JSON.
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

/* The same without the brackets around the members. */
void cli_json_value_members (ImJson *json, const ImValue *value);

/**
 * cli_json_span:
 * @json: a writer
 * @source: (nullable): a text
 * @span: a part of it
 *
 * Writes the member `span`: lines and columns, and bytes, of what is first and of what
 * stands behind the last; null without a text.
 */
void cli_json_span (ImJson *json, ImSource *source, ImSpan span);

/**
 * cli_json_diagnostic:
 * @json: a writer
 * @diagnostic: a problem
 *
 * Writes an object in the form that all commands share. Its file may be NULL here, if the
 * command line is wrong. It always has
 *
 * - `code`, `severity`, `message`
 * - `file`: where the problem is, or null if it is in no text
 * - `span`: `line` and `column` from 1, `end_line` and `end_column` behind the last
 *   character, and `start` and `end`, bytes from 0 of the text in UTF-8; or null
 * - `subject`: null, or `node`, `parameter`, `contract` and `detail`, what it is about
 * - `notes`: a list of `message` and `span`
 * - `allowed`: a list of texts, or null where what may stand there is not known
 * - `fix`: null, or an object with `edits`, a list of `file`, `span` and `text`, what
 *   stands there afterwards
 */
void cli_json_diagnostic (ImJson *json, const ImDiagnostic *diagnostic);

/**
 * cli_json_close:
 * @json: a writer whose outermost object is open
 * @diagnostics: (nullable): what is to be said, or NULL for nothing
 *
 * Writes the member `diagnostics`, which every result has, and closes the object.
 */
void cli_json_close (ImJson *json, const ImDiagnostics *diagnostics);

G_END_DECLS
