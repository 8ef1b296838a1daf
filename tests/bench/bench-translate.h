/* Expressions in Lua, to compare the time that both need for the same arithmetic.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "lang/im-eval.h"

G_BEGIN_DECLS

/**
 * bench_translate:
 * @expr: an expression
 * @environment: tells ints from doubles, which Lua divides by different operators
 * @out: where to append
 *
 * Appends an expression of Lua over the names of bench-runtime.lua and those of
 * @environment.
 *
 * Returns: whether Lua has all that it needs
 */
gboolean bench_translate (const ImExpr *expr, ImEnvironment *environment, GString *out);

G_END_DECLS
