/* What confines the code of packages while it runs in another process.
 *
 * The process sees the programs of the system, the toolchain that was chosen and its work
 * folder; it writes to the work folder only, has no network, no capabilities, sees or
 * signals no process that it did not start, and leaves none behind. Two mechanisms do
 * this: bubblewrap makes namespaces; where they are not to be had, Landlock limits files
 * and a filter of system calls the rest. In both, calls that no numeric code needs are
 * put to us, so that we can say what was tried.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * ImSandboxLevel:
 * @IM_SANDBOX_NONE: nothing but limits on time, memory and files
 * @IM_SANDBOX_LANDLOCK: Landlock and seccomp
 * @IM_SANDBOX_BUBBLEWRAP: bubblewrap and seccomp
 */
typedef enum
{
  IM_SANDBOX_NONE,
  IM_SANDBOX_LANDLOCK,
  IM_SANDBOX_BUBBLEWRAP,
} ImSandboxLevel;

/**
 * im_sandbox_get_level:
 *
 * Tries once what works on this machine: bubblewrap, then Landlock. The variable
 * IMAGINET_SANDBOX names the one to use instead: `bubblewrap`, `landlock` or `none`; if
 * that does not work, it is as if there were none.
 *
 * Returns: what confines the programs that are run
 */
ImSandboxLevel im_sandbox_get_level (void);

/**
 * im_sandbox_get_problem:
 *
 * Returns: (nullable): why there is nothing that confines, as the end of a sentence; NULL
 *   if there is
 */
const char *im_sandbox_get_problem (void);

/* The name of a level, as IMAGINET_SANDBOX takes it. */
const char *im_sandbox_level_get_name (ImSandboxLevel level);

/**
 * ImSandbox:
 * @level: what confines
 * @argv: (element-type filename): the words to start, NULL terminated
 *
 * What confines one run of a program.
 */
typedef struct
{
  ImSandboxLevel level;
  GPtrArray *argv;
  /*< private >*/
  int ruleset;       /* of Landlock, or -1 */
  int filter;        /* for bubblewrap, or -1 */
  int sockets[2];    /* through which the child hands over its questions */
  gboolean is_maker; /* whether modes of files may be changed */
} ImSandbox;

/**
 * im_sandbox_open:
 * @self: (out): the sandbox; untouched on failure
 * @level: what confines
 * @argv: the program and its arguments, NULL terminated
 * @folder: where it works, an absolute path; `/` if it is to write nothing
 * @is_maker: whether it makes programs, as a linker does, and so sets modes of files
 * @error: return location for a [error@GLib.SpawnError] if there is no such program, or
 *   an error of the system
 *
 * Prepares the start of a program. Besides the system it sees what the words of @argv
 * name, and the folder that the program was installed to.
 *
 * Returns: whether it can be started
 */
gboolean im_sandbox_open (ImSandbox *self,
                          ImSandboxLevel level,
                          const char *const *argv,
                          const char *folder,
                          gboolean is_maker,
                          GError **error);

/* Confines the calling process; runs between fork and exec. It ends the process if it
 * fails. */
void im_sandbox_enter (const ImSandbox *self);

/**
 * im_sandbox_take_questions:
 * @self: a sandbox whose program was started
 *
 * Returns: a descriptor that can be read from when the program asks whether it may go
 *   on, or -1 if it never will
 */
int im_sandbox_take_questions (const ImSandbox *self);

/**
 * ImSandboxAnswer:
 * @IM_SANDBOX_ALLOWED: the program goes on
 * @IM_SANDBOX_STARTED: the same, and it is about to start another process
 * @IM_SANDBOX_REFUSED: the program must be ended
 */
typedef enum
{
  IM_SANDBOX_ALLOWED,
  IM_SANDBOX_STARTED,
  IM_SANDBOX_REFUSED,
} ImSandboxAnswer;

/**
 * im_sandbox_answer:
 * @self: a sandbox
 * @questions: its descriptor
 * @group: the process group of the program
 * @offence: (out): if it is refused, what was tried, such as `open a network connection`
 *
 * Reads a question and answers it. What is refused waits until it is killed.
 *
 * Returns: what was answered
 */
ImSandboxAnswer im_sandbox_answer (const ImSandbox *self,
                                   int questions,
                                   pid_t group,
                                   const char **offence);

void im_sandbox_close (ImSandbox *self);

G_END_DECLS
