/* Budgets: what a pipeline takes of a board, with the layers, tables and functions that
 * take most of it.
 *
 * Flash and RAM are of a program that was linked for the core, instructions and stack of
 * one that ran in the emulator. Nothing is estimated: a share of the CPU is what it would
 * be if each instruction took one cycle.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "base/im-diagnostics.h"
#include "program/im-program.h"
#include "run/im-board.h"
#include "run/im-build.h"
#include "run/im-image-size.h"

G_BEGIN_DECLS

/**
 * ImBudgetKind:
 * @IM_BUDGET_FLASH: bytes; parts are functions and constants by the names of the linker
 * @IM_BUDGET_RAM: bytes, without stack; parts are the memory of layers
 * @IM_BUDGET_STACK: bytes; no parts
 * @IM_BUDGET_CPU: instructions for each frame; parts are layers, and queues between them
 */
typedef enum
{
  IM_BUDGET_FLASH,
  IM_BUDGET_RAM,
  IM_BUDGET_STACK,
  IM_BUDGET_CPU,
  IM_N_BUDGETS,
} ImBudgetKind;

/* The part of the instructions that no layer takes. */
#define IM_BUDGET_BETWEEN "between the layers"

/**
 * ImBudgetPart:
 * @name: what takes it
 * @amount: how much
 * @calls: of the CPU: how often it is called in each frame, 1 for what is between layers
 * @layer: (nullable): the path of the layer that it is of, if it is of one alone
 * @title: (nullable): what people call that layer, see im_program_dup_title()
 */
typedef struct
{
  char *name;
  double amount;
  double calls;
  char *layer;
  char *title;
} ImBudgetPart;

/**
 * ImBudget:
 * @build: what was built
 * @frames_hz: frames in a second, of the fastest input; 0 if that is not known
 * @n_frames: how many were counted, behind as many that may fill windows
 * @size: flash and RAM by section
 * @amounts: of each kind: how much the pipeline takes
 * @parts: (element-type ImBudgetPart): of each kind: what takes it, the largest first
 */
typedef struct
{
  ImBuild build;
  double frames_hz;
  guint n_frames;
  ImImageSize size;
  double amounts[IM_N_BUDGETS];
  GArray *parts[IM_N_BUDGETS];
} ImBudget;

/**
 * im_budget_measure:
 * @program: a program without errors
 * @library: where its units are
 * @build: what to compile with and for, an emulated one
 * @cancellable: (nullable): stops it
 * @diagnostics: where problems of the emitted code go
 * @error: return location for an [error@Im.ToolchainError], an [error@Im.RunError], an
 *   [error@Im.TrustError], a [error@GLib.FileError] or G_IO_ERROR_CANCELLED
 *
 * Builds the pipeline, and runs it on random frames.
 *
 * Returns: (nullable): what it takes
 */
ImBudget *im_budget_measure (const ImProgram *program,
                             ImUnitLibrary *library,
                             const ImBuild *build,
                             GCancellable *cancellable,
                             ImDiagnostics *diagnostics,
                             GError **error);

/**
 * im_budget_get_limit:
 * @budget: a budget
 * @board: a board with the core that it was built for
 * @kind: of what
 *
 * Returns: how much there is: of stack what RAM is left, of the CPU instructions for each
 *   frame at one cycle each; 0 if that is not known
 */
double im_budget_get_limit (const ImBudget *budget,
                            const ImBoard *board,
                            ImBudgetKind kind);

/* Whether all amounts are within the limits of a board. */
gboolean im_budget_fits (const ImBudget *budget, const ImBoard *board);

/* What a kind is called, such as `Flash`. */
const char *im_budget_kind_get_name (ImBudgetKind kind);

void im_budget_free (ImBudget *budget);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImBudget, im_budget_free)

G_END_DECLS
