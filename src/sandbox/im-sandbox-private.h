/* The parts of a sandbox: which files are seen, and which calls are not made.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <linux/filter.h>

#include "sandbox/im-sandbox.h"

G_BEGIN_DECLS

/**
 * im_sandbox_list_readable:
 * @program: the program, an absolute path
 * @argv: its words
 *
 * Lists what the program must see besides the system: the folders it was installed to,
 * following links, and what the words name that is outside of the system.
 *
 * Returns: (element-type filename): absolute paths that exist
 */
GPtrArray *im_sandbox_list_readable (const char *program, const char *const *argv);

/* The files and folders of the system that programs see; NULL terminated. Not all exist.
 */
extern const char *const im_sandbox_system[];

/**
 * im_sandbox_add_bubblewrap:
 * @self: a sandbox with an empty command
 * @readable: what can be read besides the system
 * @folder: the work folder, or `/`
 *
 * Appends the words that start bubblewrap, up to the program.
 */
void im_sandbox_add_bubblewrap (ImSandbox *self,
                                const GPtrArray *readable,
                                const char *folder);

/* The ruleset of Landlock, or -1 if there is none. */
int im_sandbox_new_ruleset (const GPtrArray *readable, const char *folder);

/* Confines the calling process to a ruleset; runs between fork and exec. */
gboolean im_sandbox_enter_ruleset (int ruleset);

typedef enum
{
  IM_SANDBOX_FILTER_DENY,       /* calls that fail */
  IM_SANDBOX_FILTER_DENY_MODES, /* also those that set modes of files */
  IM_SANDBOX_FILTER_ASK,        /* calls that are put to us */
  IM_SANDBOX_N_FILTERS,
} ImSandboxFilterId;

/**
 * im_sandbox_get_filter:
 * @id: which one
 *
 * Returns: (nullable): a filter of system calls, or NULL if the kernel has no such
 * filters
 */
const struct sock_fprog *im_sandbox_get_filter (ImSandboxFilterId id);

/* Gives the calling process filters and hands its questions to the parent; runs between
 * fork and exec. */
gboolean im_sandbox_enter_filters (const ImSandbox *self);

G_END_DECLS
