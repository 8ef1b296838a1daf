/* SPDX-License-Identifier: MIT */
#include "document/disk/im-draft-store.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#define OWNER_LENGTH 36 /* of a UUID */
#define ATTEMPTS     10

struct _ImDraftStore
{
  GObject parent_instance;

  GThreadPool *worker; /* a single thread, for the order of its jobs */

  char *folder;
  char *owner;
  int lock; /* descriptor of the file whose lock says that we live */
  guint n_files;
};

G_DEFINE_TYPE (ImDraftStore, im_draft_store, G_TYPE_OBJECT)

enum
{
  FAILED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* Without a draft the file is removed. */
typedef struct
{
  ImDraftStore *store;
  ImDraft *draft;
  char *file;
} Job;

/* What failed, on its way to the thread that the store belongs to. */
typedef struct
{
  GWeakRef store;
  char *message;
} Failure;

static void
free_failure (gpointer data)
{
  Failure *failure = data;

  g_weak_ref_clear (&failure->store);
  g_free (failure->message);
  g_free (failure);
}

static gboolean
failed_cb (gpointer data)
{
  Failure *failure = data;
  g_autoptr (ImDraftStore) store = g_weak_ref_get (&failure->store);

  if (store != NULL)
    g_signal_emit (store, signals[FAILED], 0, failure->message);

  return G_SOURCE_REMOVE;
}

static void
report (ImDraftStore *store, const char *message)
{
  Failure *failure = g_new0 (Failure, 1);

  g_weak_ref_init (&failure->store, store);
  failure->message = g_strdup (message);
  g_idle_add_full (G_PRIORITY_DEFAULT, failed_cb, failure, free_failure);
}

/* The store waits for its jobs before it goes: it is there as long as they are. */
static void
work (gpointer data, gpointer user_data)
{
  Job *job = data;
  g_autoptr (GError) error = NULL;

  if (job->draft == NULL)
    g_unlink (job->file);
  else if (!im_draft_write (job->draft, job->file, &error))
    report (job->store, error->message);
  im_draft_free (job->draft);
  g_free (job->file);
  g_free (job);
}

static void
push (ImDraftStore *store, ImDraft *draft, const char *file)
{
  Job *job = g_new (Job, 1);

  *job = (Job){ store, draft, g_strdup (file) };
  g_thread_pool_push (store->worker, job, NULL);
}

void
im_draft_store_write (ImDraftStore *store, ImDraft *draft, const char *file)
{
  push (store, draft, file);
}

void
im_draft_store_remove (ImDraftStore *store, const char *file)
{
  push (store, NULL, file);
}

static char *
dup_lock_path (const ImDraftStore *store, const char *owner)
{
  g_autofree char *name = g_strconcat (owner, ".lock", NULL);

  return g_build_filename (store->folder, name, NULL);
}

/* Someone who looks for what a crash left may have removed the file before it was locked.
 */
static gboolean
is_at (int descriptor, const char *path)
{
  struct stat open_file, named_file;

  return fstat (descriptor, &open_file) == 0 && stat (path, &named_file) == 0 &&
         open_file.st_ino == named_file.st_ino && open_file.st_dev == named_file.st_dev;
}

static gboolean
lock_name (ImDraftStore *store)
{
  g_autofree char *path = NULL;

  g_free (store->owner);
  store->owner = g_uuid_string_random ();
  path = dup_lock_path (store, store->owner);
  store->lock = open (path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (store->lock < 0)
    return FALSE;
  if (flock (store->lock, LOCK_EX | LOCK_NB) == 0 && is_at (store->lock, path))
    return TRUE;
  close (store->lock);
  store->lock = -1;

  return FALSE;
}

ImDraftStore *
im_draft_store_new (const char *folder, GError **error)
{
  g_autoptr (ImDraftStore) store = g_object_new (IM_TYPE_DRAFT_STORE, NULL);
  int code = 0;

  store->folder = g_strdup (folder);
  if (g_mkdir_with_parents (folder, 0700) == 0)
    for (guint i = 0; i < ATTEMPTS; i++)
      if (lock_name (store))
        return g_steal_pointer (&store);
  code = errno;
  g_set_error (error, G_IO_ERROR, (gint) g_io_error_from_errno (code),
               _ ("%s: expected a folder for drafts that can be written: %s"), folder,
               g_strerror (code));

  return NULL;
}

static void
unlock_name (ImDraftStore *store)
{
  g_autofree char *path = NULL;

  if (store->lock < 0)
    return;
  path = dup_lock_path (store, store->owner);
  g_unlink (path);
  close (store->lock);
}

static void
im_draft_store_finalize (GObject *object)
{
  ImDraftStore *store = IM_DRAFT_STORE (object);

  g_thread_pool_free (store->worker, FALSE, TRUE);
  unlock_name (store);
  g_free (store->owner);
  g_free (store->folder);
  G_OBJECT_CLASS (im_draft_store_parent_class)->finalize (object);
}

static void
im_draft_store_class_init (ImDraftStoreClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = im_draft_store_finalize;

  /**
   * ImDraftStore::failed:
   * @store: the store
   * @message: which draft could not be written, and why
   *
   * A draft could not be written; it is tried again with the next change.
   */
  signals[FAILED] = g_signal_new ("failed", IM_TYPE_DRAFT_STORE, G_SIGNAL_RUN_LAST, 0,
                                  NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
im_draft_store_init (ImDraftStore *store)
{
  store->lock = -1;
  store->worker = g_thread_pool_new (work, NULL, 1, FALSE, NULL);
}

char *
im_draft_store_new_file (ImDraftStore *store)
{
  g_autofree char *name = g_strdup_printf ("%s-%u.draft", store->owner, store->n_files++);

  return g_build_filename (store->folder, name, NULL);
}

/* A lock file that is missing or can be locked has no owner any more; it is removed while
 * it is locked, so that nobody takes it for one of a process that begins. */
static gboolean
is_abandoned (ImDraftStore *store, const char *name)
{
  g_autofree char *owner = g_strndup (name, OWNER_LENGTH);
  g_autofree char *path = dup_lock_path (store, owner);
  int descriptor;
  gboolean is_free;

  if (g_str_equal (owner, store->owner))
    return FALSE;
  descriptor = open (path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (descriptor < 0)
    return errno == ENOENT;
  is_free = flock (descriptor, LOCK_EX | LOCK_NB) == 0;
  if (is_free)
    g_unlink (path);
  close (descriptor);

  return is_free;
}

/* The names are listed first: one lock may guard several drafts, and renaming changes the
 * folder. */
static GPtrArray *
list_abandoned (ImDraftStore *store)
{
  g_autoptr (GDir) dir = g_dir_open (store->folder, 0, NULL);
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".draft") && strlen (name) > OWNER_LENGTH &&
        is_abandoned (store, name))
      g_ptr_array_add (names, g_strdup (name));

  return names;
}

static void
set_aside (const char *file)
{
  g_autofree char *other_name = g_strconcat (file, ".damaged", NULL);

  if (g_rename (file, other_name) != 0)
    g_debug ("%s cannot be renamed", file);
}

/* Renaming fails for all but one of those who try it. */
static ImDraft *
claim (ImDraftStore *store, const char *name, GPtrArray *messages)
{
  g_autofree char *old_file = g_build_filename (store->folder, name, NULL);
  g_autofree char *file = NULL;
  g_autoptr (GError) error = NULL;
  ImDraft *draft = im_draft_read (old_file, &error);

  if (draft == NULL)
    {
      g_ptr_array_add (messages, g_strdup (error->message));
      set_aside (old_file);
      return NULL;
    }
  file = im_draft_store_new_file (store);
  if (g_rename (old_file, file) != 0)
    {
      im_draft_free (draft);
      return NULL;
    }
  g_free (draft->file);
  draft->file = g_steal_pointer (&file);

  return draft;
}

static gint
compare_times (gconstpointer a, gconstpointer b)
{
  const ImDraft *first = *(ImDraft *const *) a;
  const ImDraft *second = *(ImDraft *const *) b;

  return (first->time_s > second->time_s) - (first->time_s < second->time_s);
}

GPtrArray *
im_draft_store_claim (ImDraftStore *store, GPtrArray *messages)
{
  g_autoptr (GPtrArray) names = list_abandoned (store);
  GPtrArray *drafts = g_ptr_array_new_with_free_func ((GDestroyNotify) im_draft_free);

  for (guint i = 0; i < names->len; i++)
    {
      ImDraft *draft = claim (store, names->pdata[i], messages);

      if (draft != NULL)
        g_ptr_array_add (drafts, draft);
    }
  g_ptr_array_sort (drafts, compare_times);

  return drafts;
}
