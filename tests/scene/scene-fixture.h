/* Programs to draw: units of the library and of files of the tests.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "program/im-program.h"

G_BEGIN_DECLS

/* A path below the source folder. */
char *scene_fixture_dup_path (const char *path);

/* The units that are shipped, and those of the fixtures. */
ImUnitLibrary *scene_fixture_new_library (void);

/* A program without errors; @file and @input may be NULL. */
ImProgram *scene_fixture_elaborate (ImUnitLibrary *library,
                                    const char *unit_id,
                                    const char *file,
                                    const char *input);

G_END_DECLS
