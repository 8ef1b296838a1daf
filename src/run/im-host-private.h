/* What the parts of ImHost share.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "emit/im-emit-c.h"
#include "run/im-build.h"
#include "run/im-host.h"
#include "run/im-worker.h"

G_BEGIN_DECLS

struct _ImHost
{
  const ImWorkFolder *folder;
  ImProcessLimits limits;
  ImBuild build;
  ImEmitGroup *group;
  GArray *cases;
  ImHostKind kind;         /* of all cases */
  ImWorker *worker;        /* that compiles the case when it is run, or NULL */
  gboolean needs_packages; /* libraries, see im-code-package.h */
  gboolean sanitizes;      /* the compiler is asked for sanitizers */
};

/* What a record of IM_TRACE_STATUS is about. */
const char *im_host_get_function_name (guint function);

/**
 * im_host_append_case:
 * @plan: a plan
 * @number: its case
 * @prefix: of its emitted source
 * @kind: what it is for
 * @out: where to append
 *
 * Appends, in C, how the case is run: what stands behind the inclusion of its source.
 */
void im_host_append_case (const ImPlan *plan,
                          guint number,
                          const char *prefix,
                          ImHostKind kind,
                          GString *out);

/* Appends the macros of a traced source, which stand in front of its inclusion. */
void im_host_append_macros (const char *prefix, ImHostKind kind, GString *out);

/* The program that im_host_compile() makes. */
char *im_host_dup_program (const ImHost *host);

G_END_DECLS
