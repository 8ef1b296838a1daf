/* SPDX-License-Identifier: MIT */
#include "sandbox/im-sandbox-private.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define EXIT_NOT_CONFINED 125
#define POLL_MS           10

const char *const im_sandbox_system[] = {
  "/usr",
  "/bin",
  "/sbin",
  "/lib",
  "/lib32",
  "/lib64",
  "/libx32",
  "/nix/store",
  "/gnu/store",
  "/etc/ld.so.cache",
  "/etc/ld.so.conf",
  "/etc/ld.so.conf.d",
  "/etc/alternatives",
  NULL,
};

const char *
im_sandbox_level_get_name (ImSandboxLevel level)
{
  static const char *const names[] = { "none", "landlock", "bubblewrap" };

  return names[level];
}

/* A memory file that bubblewrap reads the filter from. */
static int
write_filter (const struct sock_fprog *filter)
{
  gsize size = filter == NULL ? 0 : filter->len * sizeof *filter->filter;
  int file = filter == NULL ? -1 : memfd_create ("filter", MFD_CLOEXEC);

  if (file >= 0 && (write (file, filter->filter, size) != (gssize) size ||
                    lseek (file, 0, SEEK_SET) != 0))
    {
      close (file);
      file = -1;
    }

  return file;
}

static gboolean
fail (GError **error, const char *what)
{
  g_set_error (error, G_SPAWN_ERROR, G_SPAWN_ERROR_FAILED, "%s: %s", what,
               g_strerror (errno));
  return FALSE;
}

static gboolean
open_bubblewrap (ImSandbox *self,
                 const GPtrArray *readable,
                 const char *folder,
                 GError **error)
{
  char *bubblewrap = g_find_program_in_path ("bwrap");

  if (bubblewrap == NULL)
    {
      g_set_error (error, G_SPAWN_ERROR, G_SPAWN_ERROR_NOENT,
                   "bubblewrap is not installed; Debian: bubblewrap");
      return FALSE;
    }
  self->filter = write_filter (im_sandbox_get_filter (
      self->is_maker ? IM_SANDBOX_FILTER_DENY : IM_SANDBOX_FILTER_DENY_MODES));
  g_ptr_array_add (self->argv, bubblewrap);
  im_sandbox_add_bubblewrap (self, readable, folder);

  return TRUE;
}

static gboolean
open_landlock (ImSandbox *self,
               const GPtrArray *readable,
               const char *folder,
               GError **error)
{
  self->ruleset = im_sandbox_new_ruleset (readable, folder);

  return self->ruleset >= 0 || fail (error, "the kernel has no Landlock");
}

static gboolean
prepare (ImSandbox *self,
         const char *program,
         const char *const *argv,
         const char *folder,
         GError **error)
{
  g_autoptr (GPtrArray) readable = NULL;

  if (self->level == IM_SANDBOX_NONE)
    return TRUE;
  readable = im_sandbox_list_readable (program, argv);
  /* Filters are made here: a child must not allocate memory. */
  im_sandbox_get_filter (IM_SANDBOX_FILTER_ASK);
  if (socketpair (AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, self->sockets) != 0)
    return fail (error, "no socket");

  return self->level == IM_SANDBOX_BUBBLEWRAP
             ? open_bubblewrap (self, readable, folder, error)
             : open_landlock (self, readable, folder, error);
}

gboolean
im_sandbox_open (ImSandbox *self,
                 ImSandboxLevel level,
                 const char *const *argv,
                 const char *folder,
                 gboolean is_maker,
                 GError **error)
{
  g_autofree char *program = g_find_program_in_path (argv[0]);
  ImSandbox made = {
    .level = level,
    .ruleset = -1,
    .filter = -1,
    .sockets = { -1, -1 },
    .is_maker = is_maker,
  };

  if (program == NULL)
    {
      g_set_error (error, G_SPAWN_ERROR, G_SPAWN_ERROR_NOENT, "there is no program “%s”",
                   argv[0]);
      return FALSE;
    }
  made.argv = g_ptr_array_new_with_free_func (g_free);
  if (!prepare (&made, program, argv, folder, error))
    {
      im_sandbox_close (&made);
      return FALSE;
    }
  g_ptr_array_add (made.argv, g_steal_pointer (&program));
  for (guint i = 1; argv[i] != NULL; i++)
    g_ptr_array_add (made.argv, g_strdup (argv[i]));
  g_ptr_array_add (made.argv, NULL);
  *self = made;

  return TRUE;
}

static void
close_descriptor (int *descriptor)
{
  if (*descriptor >= 0)
    close (*descriptor);
  *descriptor = -1;
}

void
im_sandbox_close (ImSandbox *self)
{
  g_clear_pointer (&self->argv, g_ptr_array_unref);
  close_descriptor (&self->ruleset);
  close_descriptor (&self->filter);
  close_descriptor (&self->sockets[0]);
  close_descriptor (&self->sockets[1]);
}

static gboolean
drop_capabilities (void)
{
  struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = { 0 };

  return syscall (SYS_capset, &header, none) == 0;
}

static gboolean
confine (const ImSandbox *self)
{
  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return FALSE;
  if (self->level == IM_SANDBOX_BUBBLEWRAP)
    return (self->filter < 0 || fcntl (self->filter, F_SETFD, 0) == 0) &&
           im_sandbox_enter_filters (self);

  return prctl (PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0 &&
         im_sandbox_enter_ruleset (self->ruleset) && drop_capabilities () &&
         im_sandbox_enter_filters (self);
}

void
im_sandbox_enter (const ImSandbox *self)
{
  static const char message[] = "the process could not be confined\n";

  if (self->level == IM_SANDBOX_NONE || confine (self))
    return;

  if (write (STDERR_FILENO, message, sizeof message - 1) < 0)
    _exit (EXIT_NOT_CONFINED + 1);
  _exit (EXIT_NOT_CONFINED);
}

static void
enter_cb (gpointer data)
{
  setpgid (0, 0);
  im_sandbox_enter (data);
}

/* Answers a program that has nothing to hide until it ends. */
static int
wait_for (const ImSandbox *sandbox, GPid pid)
{
  int questions = im_sandbox_take_questions (sandbox);
  struct pollfd wait = { .fd = questions, .events = POLLIN };
  const char *offence;
  int status = -1;

  while (waitpid (pid, &status, WNOHANG) == 0)
    if (poll (&wait, 1, POLL_MS) > 0 && (wait.revents & POLLIN) != 0)
      im_sandbox_answer (sandbox, questions, pid, &offence);
    else if ((wait.revents & POLLHUP) != 0)
      wait.fd = -1;
  if (questions >= 0)
    close (questions);

  return status;
}

static char *
read_line (int descriptor)
{
  char text[256] = { 0 };

  if (read (descriptor, text, sizeof text - 1) < 0)
    return g_strdup ("");
  text[strcspn (text, "\n")] = '\0';

  return g_utf8_make_valid (text, -1);
}

/* Whether a level works: containers and kernels may lack what it needs. */
static gboolean
try_level (ImSandboxLevel level, GError **error)
{
  const char *argv[] = { "true", NULL };
  ImSandbox sandbox;
  int ends[2];
  GPid pid;

  if (!im_sandbox_open (&sandbox, level, argv, "/", FALSE, error))
    return FALSE;
  if (pipe2 (ends, O_CLOEXEC) != 0)
    {
      im_sandbox_close (&sandbox);
      return fail (error, "no pipe");
    }

  gboolean works = g_spawn_async_with_fds ("/", (char **) sandbox.argv->pdata, NULL,
                                           G_SPAWN_DO_NOT_REAP_CHILD, enter_cb, &sandbox,
                                           &pid, -1, -1, ends[1], error);
  close (ends[1]);
  if (works && !g_spawn_check_wait_status (wait_for (&sandbox, pid), NULL))
    {
      g_autofree char *output = read_line (ends[0]);

      g_set_error (error, G_SPAWN_ERROR, G_SPAWN_ERROR_FAILED,
                   "%s does not work here%s%s", im_sandbox_level_get_name (level),
                   *output == '\0' ? "" : ": ", output);
      works = FALSE;
    }
  close (ends[0]);
  im_sandbox_close (&sandbox);

  return works;
}

typedef struct
{
  ImSandboxLevel level;
  char *problem;
} Found;

static void
find_level (Found *found)
{
  const char *chosen = g_getenv ("IMAGINET_SANDBOX");
  gboolean is_free = chosen == NULL || *chosen == '\0';
  g_autoptr (GString) problem = g_string_new (NULL);

  if (g_strcmp0 (chosen, "none") == 0)
    g_string_append (problem, "the variable IMAGINET_SANDBOX says none");
  for (ImSandboxLevel level = IM_SANDBOX_BUBBLEWRAP; level > IM_SANDBOX_NONE; level--)
    {
      g_autoptr (GError) error = NULL;

      if (!is_free && !g_str_equal (chosen, im_sandbox_level_get_name (level)))
        continue;
      if (try_level (level, &error))
        {
          found->level = level;
          return;
        }
      g_string_append_printf (problem, "%s%s", problem->len > 0 ? ", and " : "",
                              error->message);
    }
  if (problem->len == 0)
    g_string_append_printf (
        problem, "IMAGINET_SANDBOX takes bubblewrap, landlock or none, not “%s”", chosen);
  found->problem = g_strdup (problem->str);
}

static const Found *
get_found (void)
{
  static gsize tried;
  static Found found;

  if (g_once_init_enter (&tried))
    {
      find_level (&found);
      g_once_init_leave (&tried, 1);
    }

  return &found;
}

ImSandboxLevel
im_sandbox_get_level (void)
{
  return get_found ()->level;
}

const char *
im_sandbox_get_problem (void)
{
  return get_found ()->problem;
}
