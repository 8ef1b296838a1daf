/* Programs on emulated cores: how they are linked and started.
 *
 * Time in the emulator is virtual: each instruction takes the same, so that a counter of
 * the board tells how many were executed.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "run/im-build.h"
#include "run/im-work-folder.h"

G_BEGIN_DECLS

/**
 * im_emulator_dup_link_flags:
 * @build: a build that is emulated
 *
 * Returns: what the compiler is told besides to make a program with target-main.c
 */
char **im_emulator_dup_link_flags (const ImBuild *build);

/**
 * im_emulator_write_startup:
 * @build: a build that is emulated
 * @folder: where to write
 * @sources: (element-type filename): gets the C files; frees its elements
 * @error: return location for a [error@GLib.FileError]
 *
 * Writes what starts a program of a core whose C library does not.
 *
 * Returns: whether it was written
 */
gboolean im_emulator_write_startup (const ImBuild *build,
                                    const ImWorkFolder *folder,
                                    GPtrArray *sources,
                                    GError **error);

/**
 * im_emulator_dup_command:
 * @build: a build
 * @program: a program in the folder that the emulator is started in
 *
 * Returns: (nullable): the words that run the program, which ends with the status of its
 *   main(); NULL if @build is for this machine
 */
char **im_emulator_dup_command (const ImBuild *build, const char *program);

G_END_DECLS
