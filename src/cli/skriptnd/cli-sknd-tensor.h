/* A tensor as it is given on the command line: a file of NumPy or of NNEF, lists of
 * numbers, or only its type and shape.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"
#include "skriptnd/signature/im-sknd-instance.h"
#include "tensor/im-array.h"

G_BEGIN_DECLS

/**
 * CliSkndTensor:
 * @name: what it is given for
 * @base: of its elements
 * @tensor: its shape
 * @data: (nullable): its elements; NULL of none, and if only its type is given
 */
typedef struct
{
  const char *name;
  ImSkndBase base;
  ImSkndTensor tensor;
  ImArray *data;
} CliSkndTensor;

/**
 * cli_sknd_tensor_read:
 * @given: a tensor with its name, which gets all else
 * @text: what is given
 * @wanted: what its elements are declared to be, or OPEN
 * @file: what messages are about
 * @arena: where it lives
 * @diagnostics: gets an error of code `argument`
 *
 * Returns: whether there is no error
 */
gboolean cli_sknd_tensor_read (CliSkndTensor *given,
                               const char *text,
                               ImSkndBase wanted,
                               const char *file,
                               ImArena *arena,
                               ImDiagnostics *diagnostics);

/* An array that has been read, of bools or not. */
gboolean cli_sknd_tensor_take (CliSkndTensor *given,
                               ImArray *data,
                               gboolean is_bool,
                               ImSkndBase wanted,
                               const char *file,
                               ImArena *arena,
                               ImDiagnostics *diagnostics);

/* Its elements in another type. */
ImArray *cli_sknd_tensor_convert (const CliSkndTensor *given,
                                  ImDType dtype,
                                  ImArena *arena);

/* `real[2, 3]` */
void cli_sknd_append_type (ImSkndBase base, const ImSkndTensor *tensor, GString *out);

G_END_DECLS
