/* Whether the emitted C of a plan compiles and links, with each compiler that is there.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "base/im-diagnostics.h"
#include "plan/im-plan.h"

G_BEGIN_DECLS

/**
 * ImBuildState:
 * @IM_BUILD_ABSENT: not tried: the compiler is not there, or a library that is needed
 * @IM_BUILD_REFUSED: the compiler refuses the source
 * @IM_BUILD_COMPILED: it compiles, but does not link
 * @IM_BUILD_LINKED: it compiles and links
 */
typedef enum
{
  IM_BUILD_ABSENT,
  IM_BUILD_REFUSED,
  IM_BUILD_COMPILED,
  IM_BUILD_LINKED,
} ImBuildState;

/* Compilers: gcc and clang for this machine, and the one for a Cortex-M4F. */
#define IM_N_BUILDS 3

const char *im_build_get_name (guint build);

typedef struct _ImBuildCheck ImBuildCheck;

/**
 * im_build_check_new:
 * @plan: a plan of IM_LANGUAGE_C
 * @library: where its units are
 * @number: of those that are built together, from 0
 * @cancellable: (nullable): ends the compilers
 * @diagnostics: where problems go
 * @error: return location for an [error@Im.TrustError]
 *
 * Emits the source.
 *
 * Returns: (nullable): what is to be compiled, or NULL if there is no source
 */
ImBuildCheck *im_build_check_new (const ImPlan *plan,
                                  ImUnitLibrary *library,
                                  guint number,
                                  GCancellable *cancellable,
                                  ImDiagnostics *diagnostics,
                                  GError **error);
void im_build_check_free (ImBuildCheck *check);

/**
 * im_build_check_run:
 * @checks: (element-type ImBuildCheck): one or more, with numbers of their own
 *
 * Compiles all as C99 and links them with a program that calls them, confined as all that
 * runs foreign code: together, which takes less time, and one by one where that fails. It
 * may be called by another thread.
 */
void im_build_check_run (GPtrArray *checks);

/**
 * im_build_check_get:
 * @check: what was compiled
 * @build: which compiler, below IM_N_BUILDS
 * @message: (out) (nullable): what is missing, or the compiler said
 *
 * Returns: what came of it
 */
ImBuildState im_build_check_get (const ImBuildCheck *check,
                                 guint build,
                                 const char **message);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImBuildCheck, im_build_check_free)

G_END_DECLS
