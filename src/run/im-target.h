/* Targets: the processor cores that emitted code can be compiled for.
 *
 * A target is a row of one table: the compiler and its flags, and the emulated board that
 * runs its code.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ImTargetId:
 * @IM_TARGET_HOST: this machine
 * @IM_TARGET_CORTEX_M0PLUS: Armv6-M, no float unit
 * @IM_TARGET_CORTEX_M4F: Armv7E-M, single precision
 * @IM_TARGET_CORTEX_M7: Armv7E-M, double precision
 * @IM_TARGET_CORTEX_M55: Armv8.1-M, double precision and vectors
 * @IM_TARGET_RISCV32: RV32IMAFC, single precision
 */
typedef enum
{
  IM_TARGET_HOST,
  IM_TARGET_CORTEX_M0PLUS,
  IM_TARGET_CORTEX_M4F,
  IM_TARGET_CORTEX_M7,
  IM_TARGET_CORTEX_M55,
  IM_TARGET_RISCV32,
  IM_N_TARGETS,
} ImTargetId;

/* What `all` stands for: this machine and the cores of Arm, which one compiler is for. */
#define IM_TARGETS_ALL ((1u << IM_TARGET_RISCV32) - 1)

/**
 * ImTarget:
 * @name: what options and folders call it
 * @title: what people call it
 * @compiler: (nullable): the C compiler, NULL for that of im_toolchain_find_compiler()
 * @package: (nullable): the Debian packages of the compiler
 * @flags: (nullable): flags of the core, separated by blanks
 * @library_flags: (nullable): what links a program of the emulated board with the C
 * library, separated by blanks
 * @archiver: (nullable): what puts objects into a library, NULL for `ar`
 * @has_startup: whether that needs startup.c, link.ld and target-files.c
 * @emulator: (nullable): the emulator that runs its code
 * @emulator_package: (nullable): the Debian package of the emulator
 * @board: (nullable): the board of the emulator
 * @core: (nullable): the core of that board
 * @emulator_flags: (nullable): what else the emulator is told, separated by blanks
 * @counter: the address of a counter of the board that runs with virtual time, of 32
 * bits; 0 if the core itself counts instructions
 */
typedef struct
{
  const char *name;
  const char *title;
  const char *compiler;
  const char *package;
  const char *flags;
  const char *library_flags;
  const char *archiver;
  gboolean has_startup;
  const char *emulator;
  const char *emulator_package;
  const char *board;
  const char *core;
  const char *emulator_flags;
  guint32 counter;
} ImTarget;

const ImTarget *im_target_get (ImTargetId id);

/**
 * im_target_find:
 * @name: the name of a target, or what is behind `cortex-` in it, such as `m4f`
 * @id: (out): the target; untouched on failure
 *
 * Returns: whether there is one
 */
gboolean im_target_find (const char *name, ImTargetId *id);

/**
 * im_targets_parse:
 * @text: names separated by commas, `all` for those of IM_TARGETS_ALL, or `none`
 * @targets: (out): bit mask of 1 << ImTargetId; untouched on failure
 *
 * Returns: NULL, or a sentence about the first name that is no target
 */
char *im_targets_parse (const char *text, guint *targets);

/**
 * im_targets_append_list:
 * @needs_cmsis: whether the code calls CMSIS-DSP, which is for cores of Arm
 * @out: where to append
 *
 * Appends a line for each emulated target that the code is for: name, board, core, flags.
 */
void im_targets_append_list (gboolean needs_cmsis, GString *out);

G_END_DECLS
