/* Where the buffers between kernels lie in one block of memory.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "kernel/im-kernel.h"

G_BEGIN_DECLS

/**
 * CliSkndWorkspace:
 * @size_bytes: of the block
 * @offsets: of each buffer in it, in bytes; multiples of 8
 */
typedef struct
{
  gsize size_bytes;
  gsize *offsets;
} CliSkndWorkspace;

/* Buffers that are not needed at the same time share memory, and are marked as shared. */
void cli_sknd_workspace_init (CliSkndWorkspace *workspace, const ImFormula *formula);
void cli_sknd_workspace_clear (CliSkndWorkspace *workspace);

G_END_DECLS
