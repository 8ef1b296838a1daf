/* Text of MLIR as files hold it, of which only operations that broadcast are judged.
 *
 * What is no operation is passed over: functions, blocks, attributes, locations, aliases,
 * comments. Operations may be written in the generic form, `"a.b"(%x) : (T) -> T`, or in
 * one of their dialect whose types stand behind a colon: `(T, T) -> T`, `T, T -> T` or
 * `T`, and over several lines.
 *
 * Source: MLIR Language Reference; LLVM, mlir/lib/Dialect/Traits.cpp.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "tensor/im-broadcast-mlir.h"

G_BEGIN_DECLS

/**
 * ImMlirEntryKind:
 * @IM_MLIR_ENTRY_JUDGED: there is a report
 * @IM_MLIR_ENTRY_NO_TRAIT: it is not chosen
 * @IM_MLIR_ENTRY_EXPLICIT: it says itself which axes meet, by `broadcast_dimensions`
 * @IM_MLIR_ENTRY_PROBLEM: it cannot be read
 */
typedef enum
{
  IM_MLIR_ENTRY_JUDGED,
  IM_MLIR_ENTRY_NO_TRAIT,
  IM_MLIR_ENTRY_EXPLICIT,
  IM_MLIR_ENTRY_PROBLEM,
} ImMlirEntryKind;

/**
 * ImMlirEntry:
 * @kind: what was found
 * @name: (nullable): of the operation, if it is of ASCII letters
 * @line: where it begins, or where the problem is; from 1
 * @column: the same in characters, from 1
 * @report: (nullable): of what is judged
 * @error: (nullable): of a problem: [error@Im.ShapeError]
 *
 * Lives as long as the call of the function that it is given to.
 */
typedef struct
{
  ImMlirEntryKind kind;
  const char *name;
  guint line;
  guint column;
  const ImBroadcastReport *report;
  const GError *error;
} ImMlirEntry;

typedef void (*ImMlirEntryFunc) (const ImMlirEntry *entry, gpointer data);

/* Whether operations of this name are known to have the trait: `test.broadcastable`, the
 * elementwise ones of tosa, tf and tfl, and `chlo.broadcast_*`. Those of arith, math and
 * stablehlo are elementwise, but want equal shapes. */
gboolean im_mlir_operation_is_known (const char *name);

/**
 * im_mlir_read:
 * @text: a text without zero bytes
 * @length: number of bytes
 * @rules: rules of MLIR
 * @names: (nullable) (array zero-terminated=1): names of operations that are judged, in
 * which `*` stands for any letters; NULL for those that are known
 * @func: called for each operation and each problem, in the order of the text
 * @data: for @func
 *
 * Reads a text in time proportional to its length. After a problem reading goes on with
 * the next line that begins an operation. Parts between lines of `// -----` have nothing
 * to do with each other.
 */
void im_mlir_read (const char *text,
                   gsize length,
                   ImBroadcastRules rules,
                   const char *const *names,
                   ImMlirEntryFunc func,
                   gpointer data);

G_END_DECLS
