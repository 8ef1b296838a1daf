/* What of the language the cases have used: rows of the table with their spellings and
 * signatures.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "language-case.h"

typedef struct
{
  GHashTable
      *seen; /* set of texts such as `Math.max static` and `Math.max (a: int, ..` */
} Coverage;

void coverage_init (Coverage *coverage);
void coverage_clear (Coverage *coverage);

/* Notes every call, operator and constant in an expression. Which row a member belongs to
 * is told by the values of its operands, so @names are what it is evaluated with. */
void coverage_add (Coverage *coverage, LanguageNames *names, const char *expression);

/* Appends a line for each spelling and each signature that was not seen. */
void coverage_append_missing (const Coverage *coverage, GString *out);
