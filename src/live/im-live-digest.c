/* SPDX-License-Identifier: MIT
 *
 * What a layer computes follows from its code, with all the fragments that this needs,
 * from what its calls are given, from its parameters, which templates in the code may
 * name, and from what it reads. All of these are put into the digest as they are; where
 * two layers share a variable, or any code may change what the whole process shares, each
 * digest holds all layers.
 */
#include "live/im-live-digest.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "fragment/im-fragment-set.h"
#include "live/im-live-code.h"
#include "program/im-program-slice.h"

#define TICK_US 10000 /* what the times of files are told in, at most */

/* The code of an implementation. */
typedef struct
{
  char *digest;
  GPtrArray *fragments; /* ImFragment: those of its package, headers too */
  gboolean meddles;
  gboolean needs_packages;
} Code;

typedef struct
{
  const ImPlan *plan;
  ImUnitLibrary *library;
  ImArena *arena;
  GHashTable *codes;  /* ImImplementation to Code */
  GHashTable *habits; /* ImFragment to ImLiveCode */
  GHashTable *owners; /* ImFragment that keeps something to number and 1 of a layer */
  GString **layers;   /* of each instance: all that it is */
  ImLiveDigests *digests;
} Job;

static void
code_free (gpointer data)
{
  Code *code = data;

  g_free (code->digest);
  g_ptr_array_unref (code->fragments);
  g_free (code);
}

/* A text, told apart from what follows. */
static void
add_text (GString *out, const char *text)
{
  g_string_append (out, text == NULL ? "-" : text);
  g_string_append_c (out, '\0');
}

static void
add_bytes (GString *out, gconstpointer bytes, gsize size)
{
  g_string_append_len (out, bytes, (gssize) size);
}

static void
add_number (GString *out, guint64 number)
{
  add_bytes (out, &number, sizeof number);
}

static void
add_double (GString *out, double number)
{
  add_bytes (out, &number, sizeof number);
}

static char *
dup_digest (const GString *text)
{
  return g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) text->str,
                                      text->len);
}

static void
add_shape (GString *out, const ImShape *shape)
{
  add_number (out, shape->rank);
  add_bytes (out, shape->size, shape->rank * sizeof shape->size[0]);
}

static void
add_type (GString *out, const ImTensorType *type)
{
  add_number (out, type->dtype);
  add_shape (out, &type->shape);
  add_double (out, type->rate_hz);
  add_number (out, (guint64) (gint64) type->shift);
  add_double (out, type->scale);
  add_double (out, type->offset);
  add_bytes (out, type->sample_rate_hz, sizeof type->sample_rate_hz);
}

static void
add_array (GString *out, const ImArray *array)
{
  add_number (out, array->dtype);
  add_shape (out, &array->shape);
  add_bytes (out, array->data,
             array->count * im_dtype_get_info (array->dtype)->size_bytes);
}

static void
add_value (GString *out, const ImValue *value)
{
  add_number (out, value->kind);
  if (value->kind == IM_VALUE_DOUBLE)
    add_double (out, value->real);
  else if (value->kind == IM_VALUE_TENSOR)
    add_type (out, value->tensor);
  else if (value->kind == IM_VALUE_ARRAY)
    add_array (out, value->array);
  else if (value->kind == IM_VALUE_BUFFER)
    {
      add_number (out, value->buffer->dtype);
      add_shape (out, &value->buffer->shape);
      add_number (out, value->buffer->is_static);
      add_number (out, value->buffer->align_bytes);
      if (value->buffer->constant != NULL)
        add_array (out, value->buffer->constant);
    }
  else
    {
      im_value_append_text (value, out);
      g_string_append_c (out, '\0');
    }
}

static ImLiveCode *
find_habits (Job *job, const ImFragment *fragment)
{
  ImLiveCode *habits = g_hash_table_lookup (job->habits, fragment);
  g_autoptr (GString) body = NULL;

  if (habits != NULL)
    return habits;
  body = g_string_new (NULL);
  im_fragment_append_body (fragment, body);
  habits = im_live_code_new (body->str);
  g_hash_table_insert (job->habits, (gpointer) fragment, habits);

  return habits;
}

static gboolean
defines (Job *job, const Code *code, const char *function)
{
  for (guint i = 0; i < code->fragments->len; i++)
    if (im_live_code_defines (find_habits (job, g_ptr_array_index (code->fragments, i)),
                              function))
      return TRUE;

  return FALSE;
}

/* Whether all that a fragment calls is known. */
static gboolean
calls_known (Job *job, const Code *code, const ImLiveCode *habits)
{
  GHashTableIter iter;
  gpointer function;

  g_hash_table_iter_init (&iter, habits->called);
  while (g_hash_table_iter_next (&iter, &function, NULL))
    if (!im_live_code_is_pure (function) && !defines (job, code, function))
      {
        g_debug ("a digest holds all layers, since it is not known what “%s” does",
                 (const char *) function);
        return FALSE;
      }

  return TRUE;
}

static void
add_includes (GString *out, const GPtrArray *includes)
{
  for (guint i = 0; i < includes->len; i++)
    add_text (out, ((const ImFragmentInclude *) g_ptr_array_index (includes, i))->text);
}

/* Formulas are made by us, and keep nothing. */
static void
judge (Job *job, const ImImplementation *implementation, Code *code)
{
  if (implementation->code != NULL)
    return;
  for (guint i = 0; i < code->fragments->len; i++)
    {
      const ImLiveCode *habits = find_habits (job,
                                              g_ptr_array_index (code->fragments, i));

      code->meddles = code->meddles || habits->meddles ||
                      !calls_known (job, code, habits);
    }
}

static Code *
read_code (Job *job, const ImUnit *unit, const ImImplementation *implementation)
{
  g_autoptr (ImDiagnostics) ignored = im_diagnostics_new ();
  g_autoptr (ImFragmentClosure) closure = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  Code *code = g_new0 (Code, 1);
  ImFragmentRoot root;

  code->fragments = g_ptr_array_new ();
  if (im_implementation_get_root (implementation, unit, job->arena, &root) == NULL)
    {
      closure = im_fragment_set_close (im_unit_library_get_fragments (job->library),
                                       &root, 1, ignored);
      g_ptr_array_extend (code->fragments, closure->headers, NULL, NULL);
      g_ptr_array_extend (code->fragments, closure->fragments, NULL, NULL);
      add_includes (text, closure->includes);
      for (guint i = 0; i < closure->packages->len; i++)
        add_text (text, g_ptr_array_index (closure->packages, i));
      code->needs_packages = closure->packages->len > 0;
    }
  for (guint i = 0; i < code->fragments->len; i++)
    {
      const ImFragment *fragment = g_ptr_array_index (code->fragments, i);

      add_text (text, fragment->name);
      im_fragment_append_body (fragment, text);
      g_string_append_c (text, '\0');
    }
  code->digest = dup_digest (text);
  judge (job, implementation, code);

  return code;
}

static const Code *
find_code (Job *job, const ImUnit *unit, const ImImplementation *implementation)
{
  Code *code = g_hash_table_lookup (job->codes, implementation);

  if (code == NULL)
    {
      code = read_code (job, unit, implementation);
      g_hash_table_insert (job->codes, (gpointer) implementation, code);
    }

  return code;
}

/* A variable that two layers share is seen by both. */
static void
find_shared (Job *job, const Code *code, guint instance)
{
  for (guint i = 0; i < code->fragments->len; i++)
    {
      const ImFragment *fragment = g_ptr_array_index (code->fragments, i);
      const ImLiveCode *habits = g_hash_table_lookup (job->habits, fragment);
      guint owner;

      if (habits == NULL || !habits->keeps)
        continue;
      owner = GPOINTER_TO_UINT (g_hash_table_lookup (job->owners, fragment));
      if (owner != 0 && owner != instance + 1)
        {
          g_debug ("a digest holds all layers, since several share “%s”", fragment->name);
          job->digests->is_whole = TRUE;
        }
      g_hash_table_insert (job->owners, (gpointer) fragment,
                           GUINT_TO_POINTER (instance + 1));
    }
}

static void
add_argument (Job *job, const ImPlanArgument *argument, GString *out)
{
  const ImPlanBuffer *buffer;

  add_text (out, argument->parameter == NULL ? NULL : argument->parameter->name.text);
  if (argument->buffer < 0)
    {
      add_value (out, &argument->value);
      return;
    }
  buffer = &job->plan->buffers[argument->buffer];
  add_number (out, buffer->dtype);
  add_shape (out, &buffer->shape);
  add_number (out, buffer->size_bytes);
  add_number (out, buffer->align_bytes);
  if (buffer->constant != NULL)
    add_array (out, buffer->constant);
}

static void
add_calls (Job *job, const ImPlanCall *calls, guint n_calls)
{
  for (guint i = 0; i < n_calls; i++)
    {
      const ImPlanCall *call = &calls[i];
      const ImUnit *unit = job->plan->program->instances[call->instance].unit;
      const Code *code = find_code (job, unit, call->implementation);
      GString *out = job->layers[call->instance];

      add_number (out, call->section);
      add_text (out, call->function);
      add_text (out, call->implementation->fragment.text);
      add_text (out, code->digest);
      for (guint k = 0; k < call->n_arguments; k++)
        add_argument (job, &call->arguments[k], out);
      job->digests->is_whole = job->digests->is_whole || code->meddles;
      job->digests->needs_packages = job->digests->needs_packages || code->needs_packages;
      find_shared (job, code, call->instance);
    }
}

static void
add_parameters (const ImInstance *instance, GString *out)
{
  add_text (out, instance->path);
  add_text (out, instance->unit->id.text);
  for (guint i = 0; i < instance->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &instance->unit->parameters[i];
      ImValue value;

      add_text (out, parameter->name.text);
      if (im_unit_evaluation_get_value (instance->evaluation, parameter, &value, NULL))
        add_value (out, &value);
    }
}

static void
describe_layers (Job *job)
{
  const ImPlan *plan = job->plan;

  for (guint i = 0; i < plan->program->n_instances; i++)
    {
      job->layers[i] = g_string_sized_new (1024);
      add_parameters (&plan->program->instances[i], job->layers[i]);
    }
  add_calls (job, plan->init, plan->n_init);
  for (guint i = 0; i < plan->n_domains; i++)
    {
      add_calls (job, plan->domains[i].rooms, plan->domains[i].n_rooms);
      add_calls (job, plan->domains[i].calls, plan->domains[i].n_calls);
    }
  add_calls (job, plan->soft_reset, plan->n_soft_reset);
  add_calls (job, plan->finalize, plan->n_finalize);
}

/* Adds what an instance reads: a layer that reads nothing follows the recording. */
static void
add_inputs (Job *job, const ImInstance *instance, GString *out)
{
  const ImProgram *program = job->plan->program;

  add_text (out, job->digests->recording);
  for (guint i = 0; i < instance->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &instance->unit->parameters[i];
      gint tensor = instance->tensors[parameter->slot];

      if (parameter->kind != IM_PARAMETER_INPUT)
        continue;
      add_text (out, parameter->name.text);
      if (tensor >= 0 && program->tensors[tensor].constant != NULL)
        add_array (out, program->tensors[tensor].constant);
      else if (tensor >= 0)
        add_text (out, job->digests->tensors[tensor]);
    }
}

static char *
dup_tensor_digest (Job *job, guint number, const char *source)
{
  const ImProgramTensor *tensor = &job->plan->program->tensors[number];
  g_autoptr (GString) text = g_string_new (NULL);

  add_text (text, source);
  add_text (text, tensor->name);
  add_type (text, &tensor->type);
  if (tensor->constant != NULL)
    add_array (text, tensor->constant);

  return dup_digest (text);
}

/* Instances come behind those that they read from, so what these give is known. */
static void
make_tensors (Job *job, gboolean is_long)
{
  const ImProgram *program = job->plan->program;

  for (guint i = 0; i < program->n_tensors; i++)
    if (program->tensors[i].producer < 0)
      job->digests->tensors[i] = dup_tensor_digest (job, i, job->digests->recording);
  for (guint i = 0; i < program->n_instances; i++)
    {
      g_autofree char *layer = NULL;

      add_text (job->layers[i], is_long ? "long" : "short");
      add_text (job->layers[i], job->digests->needs_packages ? "packages" : "alone");
      add_inputs (job, &program->instances[i], job->layers[i]);
      layer = dup_digest (job->layers[i]);
      for (guint k = 0; k < program->n_tensors; k++)
        if (program->tensors[k].producer == (gint) i)
          job->digests->tensors[k] = dup_tensor_digest (job, k, layer);
    }
}

/* Where layers see more of each other than tensors, each tensor follows from all. */
static void
join_all (Job *job)
{
  const ImProgram *program = job->plan->program;
  g_autoptr (GString) all = g_string_new (NULL);

  for (guint i = 0; i < program->n_tensors; i++)
    add_text (all, job->digests->tensors[i]);
  for (guint i = 0; i < program->n_tensors; i++)
    {
      g_autoptr (GString) text = g_string_new_len (all->str, (gssize) all->len);

      add_number (text, i);
      g_free (job->digests->tensors[i]);
      job->digests->tensors[i] = dup_digest (text);
    }
}

/* Another one when somebody has written to the file; FALSE if that cannot be told. */
static gboolean
add_file (GString *out, const char *path, gint64 *written_us)
{
  GStatBuf file;

  if (g_stat (path, &file) != 0 || !S_ISREG (file.st_mode))
    return FALSE;
  add_text (out, path);
  add_number (out, (guint64) file.st_dev);
  add_number (out, (guint64) file.st_ino);
  add_number (out, (guint64) file.st_size);
  add_number (out, (guint64) file.st_mtim.tv_sec);
  add_number (out, (guint64) file.st_mtim.tv_nsec);
  add_number (out, (guint64) file.st_ctim.tv_sec);
  add_number (out, (guint64) file.st_ctim.tv_nsec);
  *written_us = MAX (*written_us, (gint64) file.st_ctim.tv_sec * G_USEC_PER_SEC +
                                      file.st_ctim.tv_nsec / 1000);

  return TRUE;
}

/* All that is read follows from: the files, how they are read, and all inputs, since
 * these decide together how long the recordings are and which frame is which. */
static char *
dup_recording_digest (const ImPlan *plan,
                      const ImFeed *feed,
                      guint max_frames,
                      gint64 *written_us)
{
  const ImProgram *program = plan->program;
  g_autoptr (GString) text = g_string_new (NULL);

  add_number (text, max_frames);
  for (; feed != NULL; feed = feed->next)
    {
      /* Of one that is still written nothing follows yet. */
      if (feed->options.growth != NULL || !add_file (text, feed->path, written_us))
        return NULL;
      add_text (text, feed->input);
      for (guint i = 0; im_feed_keys[i] != NULL; i++)
        {
          g_autofree char *value = im_feed_dup_text (feed, im_feed_keys[i]);

          add_text (text, value);
        }
      add_number (text, feed->options.flags);
    }
  add_number (text, program->n_instances <= 1);
  for (guint i = 0; i < program->n_inputs; i++)
    {
      const ImProgramPort *port = &program->inputs[i];

      add_text (text, port->name);
      add_number (text, port->parameter->socket->is_time != FALSE);
      add_number (text, plan->source_of[i]);
      if (port->tensor >= 0)
        add_type (text, &program->tensors[port->tensor].type);
    }

  return dup_digest (text);
}

/* A file that was written a moment ago could be written again, and still look the same:
 * that moment is waited for before it is read. */
static char *
dup_settled_digest (const ImPlan *plan, const ImFeed *feed, guint max_frames)
{
  gint64 written_us = 0, wait_us;
  char *digest = dup_recording_digest (plan, feed, max_frames, &written_us);

  wait_us = written_us + TICK_US - g_get_real_time ();
  if (digest == NULL || wait_us <= 0 || wait_us > TICK_US)
    return digest;
  g_usleep ((gulong) wait_us);
  g_free (digest);

  return dup_recording_digest (plan, feed, max_frames, &written_us);
}

ImLiveDigests *
im_live_digests_new (const ImPlan *plan,
                     ImUnitLibrary *library,
                     const ImFeed *feed,
                     guint max_frames,
                     gboolean is_long)
{
  const ImProgram *program = plan->program;
  char *recording = dup_settled_digest (plan, feed, max_frames);
  Job job = { .plan = plan, .library = library };

  if (recording == NULL)
    return NULL;
  job.digests = g_new0 (ImLiveDigests, 1);
  job.digests->recording = recording;
  job.digests->tensors = g_new0 (char *, program->n_tensors + 1);
  job.arena = im_arena_new ();
  job.codes = g_hash_table_new_full (NULL, NULL, NULL, code_free);
  job.habits = g_hash_table_new_full (NULL, NULL, NULL,
                                      (GDestroyNotify) im_live_code_free);
  job.owners = g_hash_table_new (NULL, NULL);
  job.layers = g_new0 (GString *, program->n_instances + 1);
  describe_layers (&job);
  make_tensors (&job, is_long);
  if (job.digests->is_whole)
    join_all (&job);
  for (guint i = 0; i < program->n_instances; i++)
    g_string_free (job.layers[i], TRUE);
  g_free (job.layers);
  g_hash_table_unref (job.owners);
  g_hash_table_unref (job.habits);
  g_hash_table_unref (job.codes);
  im_arena_free (job.arena);

  return job.digests;
}

gboolean
im_live_digests_are_current (const ImLiveDigests *digests,
                             const ImPlan *plan,
                             const ImFeed *feed,
                             guint max_frames)
{
  gint64 written_us = 0;
  g_autofree char *now = dup_recording_digest (plan, feed, max_frames, &written_us);

  return g_strcmp0 (now, digests->recording) == 0;
}

void
im_live_digests_free (ImLiveDigests *digests)
{
  if (digests == NULL)
    return;

  g_free (digests->recording);
  g_strfreev (digests->tensors);
  g_free (digests);
}
