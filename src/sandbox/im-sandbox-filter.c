/* SPDX-License-Identifier: MIT
 *
 * Two filters of system calls. The first lets calls fail that reach past the process and
 * its files in ways that neither namespaces nor Landlock of every kernel stop. The second
 * puts calls to the parent: those that it counts, those whose right depends on a process,
 * and those that only code with a purpose of its own makes, so that it can be named.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox/im-sandbox-private.h"

#define API_NOTIFY 5 /* of libseccomp: calls can be put to the parent */

/* Calls that fail as if they were not allowed. */
static const char *const not_permitted[] = {
  /* files: owners, times and attributes are not limited by Landlock, sizes not by its
   * first versions */
  "chown",
  "fchown",
  "lchown",
  "fchownat",
  "utime",
  "utimes",
  "futimesat",
  "utimensat",
  "setxattr",
  "lsetxattr",
  "fsetxattr",
  "removexattr",
  "lremovexattr",
  "fremovexattr",
  "truncate",
  "truncate64",
  "name_to_handle_at",
  "open_by_handle_at",
  /* places of files */
  "mount",
  "umount",
  "umount2",
  "pivot_root",
  "chroot",
  "open_tree",
  "move_mount",
  "fsopen",
  "fsmount",
  "fsconfig",
  "fspick",
  "mount_setattr",
  "unshare",
  "setns",
  "swapon",
  "swapoff",
  "quotactl",
  "quotactl_fd",
  "fanotify_init",
  "acct",
  /* other processes */
  "setpriority",
  "sched_setscheduler",
  "sched_setparam",
  "sched_setattr",
  "ioprio_set",
  "migrate_pages",
  "move_pages",
  "kcmp",
  "pidfd_open",
  "pidfd_getfd",
  "pidfd_send_signal",
  "process_madvise",
  /* what stays when the process is gone */
  "msgget",
  "semget",
  "shmget",
  "mq_open",
  "mq_unlink",
  "add_key",
  "request_key",
  "keyctl",
  /* the kernel */
  "bpf",
  "perf_event_open",
  "userfaultfd",
  "kexec_load",
  "kexec_file_load",
  "init_module",
  "finit_module",
  "delete_module",
  "reboot",
  "settimeofday",
  "clock_settime",
  "clock_settime64",
  "clock_adjtime",
  "clock_adjtime64",
  "adjtimex",
  "sethostname",
  "setdomainname",
  "iopl",
  "ioperm",
  "vhangup",
  "syslog",
};

/* Modes are set by linkers, and not limited by Landlock. */
static const char *const modes[] = { "chmod", "fchmod", "fchmodat", "fchmodat2" };

/* Calls that do what others do and could not be looked at. */
static const char *const not_there[] = {
  "clone3",       "openat2",      "io_uring_setup", "io_uring_enter", "io_uring_register",
  "memfd_create", "memfd_secret",
};

/* Calls of which an argument, under a mask, decides. */
typedef struct
{
  const char *name;
  guint argument;
  guint64 mask;
  guint64 value;
} MaskedRow;

#define FIOSETOWN_CODE 0x8901
#define SIOCSPGRP_CODE 0x8902
#define TIOCSTI_CODE   0x5412
#define TIOCLINUX_CODE 0x541c
#define ALL            0xffffffffu

static const MaskedRow masked[] = {
  /* A file that may only be read must not be emptied. */
  { "open", 1, O_ACCMODE | O_TRUNC, O_RDONLY | O_TRUNC },
  { "openat", 2, O_ACCMODE | O_TRUNC, O_RDONLY | O_TRUNC },
  { "clone", 0, CLONE_NEWUSER, CLONE_NEWUSER },
  { "clone", 0, CLONE_NEWNS, CLONE_NEWNS },
  { "clone", 0, CLONE_NEWPID, CLONE_NEWPID },
  { "clone", 0, CLONE_NEWNET, CLONE_NEWNET },
  { "clone", 0, CLONE_NEWIPC, CLONE_NEWIPC },
  { "clone", 0, CLONE_NEWUTS, CLONE_NEWUTS },
  { "clone", 0, CLONE_NEWCGROUP, CLONE_NEWCGROUP },
  /* Name services ask others through sockets, and do without. */
  { "socket", 0, ALL, AF_UNIX },
  { "socket", 0, ALL, AF_NETLINK },
  /* Signals to a process that is named as the owner of a file. */
  { "fcntl", 1, ALL, F_SETOWN },
  { "fcntl", 1, ALL, F_SETSIG },
  { "fcntl", 1, ALL, F_SETOWN_EX },
  { "ioctl", 1, ALL, FIOSETOWN_CODE },
  { "ioctl", 1, ALL, SIOCSPGRP_CODE },
  /* Text for the terminal to read. */
  { "ioctl", 1, ALL, TIOCSTI_CODE },
  { "ioctl", 1, ALL, TIOCLINUX_CODE },
};

static void
add_rule (scmp_filter_ctx filter, guint32 action, const char *name)
{
  int call = seccomp_syscall_resolve_name (name);

  if (call != __NR_SCMP_ERROR)
    seccomp_rule_add (filter, action, call, 0);
}

static void
add_names (scmp_filter_ctx filter, guint32 action, const char *const *names, gsize n)
{
  for (gsize i = 0; i < n; i++)
    add_rule (filter, action, names[i]);
}

static void
add_denials (scmp_filter_ctx filter, gboolean has_modes)
{
  add_names (filter, SCMP_ACT_ERRNO (EPERM), not_permitted, G_N_ELEMENTS (not_permitted));
  add_names (filter, SCMP_ACT_ERRNO (ENOSYS), not_there, G_N_ELEMENTS (not_there));
  if (has_modes)
    add_names (filter, SCMP_ACT_ERRNO (EPERM), modes, G_N_ELEMENTS (modes));
  for (gsize i = 0; i < G_N_ELEMENTS (masked); i++)
    {
      const MaskedRow *row = &masked[i];
      struct scmp_arg_cmp compare = SCMP_CMP (row->argument, SCMP_CMP_MASKED_EQ,
                                              row->mask, row->value);
      int call = seccomp_syscall_resolve_name (row->name);

      seccomp_rule_add_array (filter, SCMP_ACT_ERRNO (EPERM), call, 1, &compare);
    }

  struct scmp_arg_cmp other = SCMP_CMP (0, SCMP_CMP_NE, 0);
  seccomp_rule_add_array (filter, SCMP_ACT_ERRNO (EPERM), SCMP_SYS (prlimit64), 1,
                          &other);
}

/* Questions, in the order of the answers below. */
static const char *const asked[] = {
  "fork",  "vfork",  "setsid",          "setpgid",           "kill",
  "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo",
};

static void
add_questions (scmp_filter_ctx filter)
{
  struct scmp_arg_cmp no_thread = SCMP_CMP (0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0);
  struct scmp_arg_cmp network = SCMP_CMP (0, SCMP_CMP_GT, AF_UNIX);

  add_names (filter, SCMP_ACT_NOTIFY, asked, G_N_ELEMENTS (asked));
  seccomp_rule_add_array (filter, SCMP_ACT_NOTIFY, SCMP_SYS (clone), 1, &no_thread);
  seccomp_rule_add_array (filter, SCMP_ACT_NOTIFY, SCMP_SYS (socket), 1, &network);
}

/* Reads back what libseccomp writes to a file only. */
static struct sock_fprog *export(scmp_filter_ctx filter)
{
  int file = memfd_create ("filter", MFD_CLOEXEC);
  struct sock_fprog *program = NULL;
  off_t length;

  if (file >= 0 && seccomp_export_bpf (filter, file) == 0 &&
      (length = lseek (file, 0, SEEK_END)) > 0)
    {
      program = g_new0 (struct sock_fprog, 1);
      program->len = (unsigned short) ((gsize) length / sizeof *program->filter);
      program->filter = g_malloc ((gsize) length);
      if (pread (file, program->filter, (gsize) length, 0) != length)
        g_clear_pointer (&program->filter, g_free);
    }
  if (file >= 0)
    close (file);

  return program != NULL && program->filter != NULL ? program : NULL;
}

static struct sock_fprog *
make_filter (ImSandboxFilterId id)
{
  scmp_filter_ctx filter = seccomp_api_get () < API_NOTIFY
                               ? NULL
                               : seccomp_init (SCMP_ACT_ALLOW);
  struct sock_fprog *program;

  if (filter == NULL)
    return NULL;
  seccomp_attr_set (filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
  seccomp_attr_set (filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
  if (id == IM_SANDBOX_FILTER_ASK)
    add_questions (filter);
  else
    add_denials (filter, id == IM_SANDBOX_FILTER_DENY_MODES);
  program = export(filter);
  seccomp_release (filter);

  return program;
}

const struct sock_fprog *
im_sandbox_get_filter (ImSandboxFilterId id)
{
  static gsize made;
  static struct sock_fprog *filters[IM_SANDBOX_N_FILTERS];

  if (g_once_init_enter (&made))
    {
      for (guint i = 0; i < IM_SANDBOX_N_FILTERS; i++)
        filters[i] = make_filter (i);
      g_once_init_leave (&made, 1);
    }

  return filters[id];
}

/* Between fork and exec nothing may be allocated. */
static gboolean
send_descriptor (int socket, int descriptor)
{
  union
  {
    struct cmsghdr header;
    char bytes[CMSG_SPACE (sizeof (int))];
  } control = { 0 };
  struct iovec byte = { .iov_base = (char[1]){ 0 }, .iov_len = 1 };
  struct msghdr message = { .msg_iov = &byte, .msg_iovlen = 1 };

  if (descriptor >= 0)
    {
      message.msg_control = control.bytes;
      message.msg_controllen = sizeof control.bytes;
      control.header = (struct cmsghdr){
        .cmsg_len = CMSG_LEN (sizeof (int)),
        .cmsg_level = SOL_SOCKET,
        .cmsg_type = SCM_RIGHTS,
      };
      memcpy (CMSG_DATA (&control.header), &descriptor, sizeof descriptor);
    }

  return sendmsg (socket, &message, MSG_NOSIGNAL) == 1;
}

static int
set_filter (unsigned flags, const struct sock_fprog *filter)
{
  return (int) syscall (SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, filter);
}

/* Under bubblewrap there may be no filter; it sets the one for denials itself, as its own
 * work needs those calls. */
gboolean
im_sandbox_enter_filters (const ImSandbox *self)
{
  gboolean is_landlock = self->level == IM_SANDBOX_LANDLOCK;
  const struct sock_fprog *ask = im_sandbox_get_filter (IM_SANDBOX_FILTER_ASK);
  const struct sock_fprog *deny = im_sandbox_get_filter (
      self->is_maker ? IM_SANDBOX_FILTER_DENY : IM_SANDBOX_FILTER_DENY_MODES);
  int questions = -1;

  if (is_landlock && (ask == NULL || deny == NULL || set_filter (0, deny) != 0))
    return FALSE;
  if (ask != NULL)
    {
      questions = set_filter (
          SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, ask);
      if (questions < 0)
        questions = set_filter (SECCOMP_FILTER_FLAG_NEW_LISTENER, ask);
    }

  return (questions >= 0 || !is_landlock) &&
         send_descriptor (self->sockets[1], questions);
}

int
im_sandbox_take_questions (const ImSandbox *self)
{
  union
  {
    struct cmsghdr header;
    char bytes[CMSG_SPACE (sizeof (int))];
  } control = { 0 };
  struct iovec byte = { .iov_base = (char[1]){ 0 }, .iov_len = 1 };
  struct msghdr message = {
    .msg_iov = &byte,
    .msg_iovlen = 1,
    .msg_control = control.bytes,
    .msg_controllen = sizeof control.bytes,
  };
  int descriptor = -1;

  if (self->level != IM_SANDBOX_NONE &&
      recvmsg (self->sockets[0], &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT) == 1 &&
      CMSG_FIRSTHDR (&message) != NULL)
    memcpy (&descriptor, CMSG_DATA (&control.header), sizeof descriptor);

  return descriptor;
}

/* Whether a signal goes to a process that was started here. The numbers are those that
 * the process sees: in a namespace of its own, 1 is the one that watches over it. */
static gboolean
is_own (const ImSandbox *self, pid_t target, pid_t group)
{
  if (self->level == IM_SANDBOX_BUBBLEWRAP)
    return target != 1 && target != -1;

  return target == 0 || target == -group || (target > 0 && getpgid (target) == group);
}

static ImSandboxAnswer
judge (const ImSandbox *self,
       const struct seccomp_data *call,
       pid_t group,
       const char **offence)
{
  if (call->nr == SCMP_SYS (socket))
    {
      *offence = "open a network connection";
      return call->args[0] == AF_NETLINK ? IM_SANDBOX_ALLOWED : IM_SANDBOX_REFUSED;
    }
  if (call->nr == SCMP_SYS (setsid) || call->nr == SCMP_SYS (setpgid))
    {
      *offence = "leave its process group";
      return IM_SANDBOX_REFUSED;
    }
  if (call->nr == SCMP_SYS (kill) || call->nr == SCMP_SYS (tkill) ||
      call->nr == SCMP_SYS (tgkill) || call->nr == SCMP_SYS (rt_sigqueueinfo) ||
      call->nr == SCMP_SYS (rt_tgsigqueueinfo))
    {
      *offence = "send a signal to another process";
      return is_own (self, (pid_t) call->args[0], group) ? IM_SANDBOX_ALLOWED
                                                         : IM_SANDBOX_REFUSED;
    }

  return IM_SANDBOX_STARTED;
}

ImSandboxAnswer
im_sandbox_answer (const ImSandbox *self,
                   int questions,
                   pid_t group,
                   const char **offence)
{
  struct seccomp_notif *question = NULL;
  struct seccomp_notif_resp *answer = NULL;
  ImSandboxAnswer verdict = IM_SANDBOX_ALLOWED;

  if (seccomp_notify_alloc (&question, &answer) != 0)
    return verdict;
  if (seccomp_notify_receive (questions, question) == 0)
    {
      verdict = judge (self, &question->data, group, offence);
      if (verdict != IM_SANDBOX_REFUSED)
        {
          answer->id = question->id;
          answer->flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
          seccomp_notify_respond (questions, answer);
        }
    }
  seccomp_notify_free (question, answer);

  return verdict;
}
