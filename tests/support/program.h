/* Other programs, such as compilers, and folders that they work in.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

/* Runs a command in a folder and takes what it wrote. Returns whether it succeeded
 * without a message. */
gboolean program_try (const char *folder, const char *command, char **out, char **err);

/* Runs a command in a folder and returns what it wrote; it must succeed. */
char *program_run (const char *folder, const char *command);

/* Skips a test when a program that it calls is not there. */
gboolean program_skip_without (const char *const *programs);

/* An empty folder for a test, which removes it. */
char *program_make_folder (void);
void program_remove_folder (const char *folder);
