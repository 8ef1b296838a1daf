/* What an operator takes, whatever it is called with: its names with their types, and in
 * which order the shapes of its inputs say what they are.
 *
 * Source: NNEF 2.0, "Operator attributes", "Binding order of input shapes", "Generics".
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "skriptnd/text/im-sknd-tree.h"
#include "skriptnd/value/im-sknd-infer.h"

G_BEGIN_DECLS

/**
 * ImSkndSignature:
 * @file: what it is in
 * @definition: the operator or graph
 * @arena: where it lives
 * @scope: all names of blocks up to `@using`, with their types
 * @inputs: (element-type ImSkndParameter): the inputs in binding order
 */
typedef struct
{
  const ImSkndFile *file;
  const ImSkndDefinition *definition;
  ImArena *arena;
  ImSkndScope scope;
  GPtrArray *inputs;
} ImSkndSignature;

/**
 * im_sknd_signature_new:
 * @file: a file, which has to live as long
 * @definition: an operator or a graph of it
 * @diagnostics: gets errors of codes `type`, `name`, `order` and `block`
 *
 * Checks a definition, which holds or does not for all calls.
 *
 * Returns: (transfer full) (nullable): NULL after an error
 */
ImSkndSignature *im_sknd_signature_new (const ImSkndFile *file,
                                        const ImSkndDefinition *definition,
                                        ImDiagnostics *diagnostics);

/* An error at a place of the operator's file; returns FALSE. */
gboolean im_sknd_signature_fail (const ImSkndSignature *signature,
                                 ImDiagnostics *diagnostics,
                                 const char *code,
                                 ImSpan span,
                                 const char *format,
                                 ...) G_GNUC_PRINTF (5, 6);

/* Says of a name in @scope how many axes the tensor has, where all calls have the same.
 */
void im_sknd_signature_set_rank (const ImSkndScope *scope, const ImSkndParameter *tensor);

void im_sknd_signature_free (ImSkndSignature *signature);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImSkndSignature, im_sknd_signature_free)

G_END_DECLS
