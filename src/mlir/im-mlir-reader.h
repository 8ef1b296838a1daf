/* Text of MLIR as files hold it, of which only the types of chosen operations are read.
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

#include "base/im-types.h"
#include "mlir/im-mlir-type.h"

G_BEGIN_DECLS

/**
 * ImMlirOperand:
 * @name: shown for it
 * @text: as it was written
 * @type: its type
 */
typedef struct
{
  const char *name;
  const char *text;
  ImMlirType type;
} ImMlirOperand;

/**
 * ImMlirEntryKind:
 * @IM_MLIR_ENTRY_READ: its types are known
 * @IM_MLIR_ENTRY_NO_TRAIT: it is not chosen
 * @IM_MLIR_ENTRY_EXPLICIT: it says itself which axes meet, by `broadcast_dimensions`
 * @IM_MLIR_ENTRY_PROBLEM: it cannot be read
 */
typedef enum
{
  IM_MLIR_ENTRY_READ,
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
 * @operands: (array length=n_operands): of what is read
 * @n_operands: their number
 * @results: (array length=n_results): of what is read
 * @n_results: their number
 * @error: (nullable): of a problem: [error@Im.ShapeError]
 *
 * An operation or a problem. It lives as long as the call of the function that it is
 * given to.
 */
typedef struct
{
  ImMlirEntryKind kind;
  const char *name;
  guint line;
  guint column;
  const ImMlirOperand *operands;
  guint n_operands;
  const ImMlirOperand *results;
  guint n_results;
  const GError *error;
} ImMlirEntry;

typedef void (*ImMlirEntryFunc) (const ImMlirEntry *entry, gpointer data);

/**
 * ImMlirChoice:
 * @IM_MLIR_CHOICE_NONE: it is passed over
 * @IM_MLIR_CHOICE_LIKELY: it is read if it has operands with types
 * @IM_MLIR_CHOICE_NAMED: it is read, and one without types is a problem
 */
typedef enum
{
  IM_MLIR_CHOICE_NONE,
  IM_MLIR_CHOICE_LIKELY,
  IM_MLIR_CHOICE_NAMED,
} ImMlirChoice;

/* Whether an operation of this name is read. One without a name is, if types stand there.
 */
typedef ImMlirChoice (*ImMlirChooseFunc) (const char *name, gpointer data);

/**
 * im_mlir_read:
 * @text: a text without zero bytes
 * @length: number of bytes
 * @choose: says which operations are read
 * @func: called for each operation and each problem, in the order of the text
 * @data: for @choose and @func
 *
 * Reads a text in time proportional to its length. After a problem reading goes on with
 * the next line that begins an operation. Parts between lines of `// -----` have nothing
 * to do with each other.
 */
void im_mlir_read (const char *text,
                   gsize length,
                   ImMlirChooseFunc choose,
                   ImMlirEntryFunc func,
                   gpointer data);

/* Reads one operation, of any name; @arena keeps its operands. */
void im_mlir_read_line (const char *line,
                        ImArena *arena,
                        ImMlirEntryFunc func,
                        gpointer data);

G_END_DECLS
