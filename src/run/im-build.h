/* Builds: what emitted C is compiled with and for, and by which name a comparison asks
 * for it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "run/im-target.h"

G_BEGIN_DECLS

/**
 * ImBuild:
 * @name: what options call it, such as `gcc-O0` or `cortex-m4f`
 * @target: what runs it
 * @port: (nullable): the serial port of a board that runs it instead, see
 * im_serial_run(); nothing is compiled then
 * @compiler: (nullable): the compiler, NULL for that of im_toolchain_find_compiler()
 * @package: (nullable): the Debian packages of the compiler
 * @flags: of the optimization, separated by blanks
 * @contracts: whether a product and a sum may become one instruction that rounds once
 *
 * A value: copy with `=`, nothing to free.
 */
typedef struct
{
  const char *name;
  ImTargetId target;
  const char *port;
  const char *compiler;
  const char *package;
  const char *flags;
  gboolean contracts;
} ImBuild;

/**
 * im_build_get_host:
 *
 * Returns: the compiler of im_toolchain_find_compiler() without contraction, so that this
 *   machine computes what the source says
 */
const ImBuild *im_build_get_host (void);

/**
 * im_build_parse:
 * @text: the name of a build or of a target, see im_target_find(), or `serial:` and a
 * port
 * @build: (out): the build, which may contract unless its target is this machine and its
 *   name says no compiler; untouched on failure
 *
 * Returns: NULL, or a sentence that names what is allowed
 */
char *im_build_parse (const char *text, ImBuild *build);

/**
 * im_build_is_emulated:
 * @build: a build
 *
 * Returns: whether its programs run in an emulator
 */
gboolean im_build_is_emulated (const ImBuild *build);

/**
 * im_build_check:
 * @build: a build
 * @error: return location for an [error@Im.ToolchainError]: NO_COMPILER, which names the
 *   Debian package of the compiler or emulator
 *
 * Returns: whether the programs that make and run it are installed
 */
gboolean im_build_check (const ImBuild *build, GError **error);

G_END_DECLS
