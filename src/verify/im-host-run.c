/* SPDX-License-Identifier: MIT
 *
 * The main program includes the emitted source, so that the macro of traces is its own.
 */
#include "verify/im-host-run.h"

#include "emit/im-c-literals.h"
#include "emit/im-c-writer.h"
#include "emit/im-emit-c.h"
#include "verify/im-compare.h"
#include "verify/im-resources.h"
#include "verify/im-toolchain.h"
#include "verify/im-trace.h"

#define PREFIX  "MODEL"
#define NAME    "model"
#define PROGRAM "model-host"

#define TRACE_SOURCE    "host-trace.c"
#define RESOURCE_FOLDER "/org/imaginet/Studio/verify/"

#define EXIT_NOT_WRITTEN 3 /* of the program: there is no room for what it computes */

GArray *
im_host_list_inputs (const ImProgram *program)
{
  GArray *inputs = g_array_new (FALSE, FALSE, sizeof (ImInput));

  for (gint is_time = FALSE; is_time <= TRUE; is_time++)
    for (guint i = 0; i < program->n_inputs; i++)
      {
        const ImProgramPort *port = &program->inputs[i];

        if (port->tensor < 0 || (port->parameter->is_time != FALSE) != is_time)
          continue;

        ImInput input = {
          .name = port->name,
          .type = program->tensors[port->tensor].type,
          .is_time = is_time,
        };
        g_array_append_val (inputs, input);
      }

  return inputs;
}

typedef struct
{
  const ImPlan *plan;
  gboolean traces; /* all calls and their memory, not only the outputs */
  ImCWriter writer;
  GString *inputs;  /* arguments of a call */
  GString *outputs; /* arguments of a call */
} Main;

static void
append_argument (GString *arguments, const char *prefix, guint number, ImDType dtype)
{
  g_string_append_printf (arguments, "%s(%s *) (void *) (%s_%u.bytes + GUARD_BYTES)",
                          arguments->len == 0 ? "" : ", ", im_c_get_type_name (dtype),
                          prefix, number);
}

static guint
count_bytes (const ImTensorType *type)
{
  gint32 count = 0;

  im_shape_product (&type->shape, 0, type->shape.rank, &count, NULL);
  return (guint) count * im_dtype_get_info (type->dtype)->size_bytes;
}

static void
emit_memory (Main *main, const char *prefix, guint number, guint bytes)
{
  im_c_writer_line (&main->writer,
                    "static union { double align; int64_t words; uint8_t bytes[%u]; } "
                    "%s_%u;",
                    bytes + 2 * IM_EMIT_GUARD_BYTES, prefix, number);
}

static gint
find_buffer (const ImPlan *plan, ImStorage storage, guint port)
{
  for (guint i = 0; i < plan->n_buffers; i++)
    if (plan->buffers[i].storage == storage && plan->buffers[i].port == port)
      return (gint) i;

  return -1;
}

/* Calls @func for the inputs or outputs that the emitted functions have, in their order.
 */
static void
for_each_port (Main *main,
               gboolean is_input,
               void (*func) (Main *main, guint number, gint buffer, const ImTensorType *))
{
  const ImProgram *program = main->plan->program;
  guint n_ports = is_input ? program->n_inputs : program->n_outputs;

  for (gint is_time = FALSE; is_time <= TRUE; is_time++)
    for (guint i = 0; i < n_ports; i++)
      {
        const ImProgramPort *port = is_input ? &program->inputs[i] : &program->outputs[i];
        gint buffer = find_buffer (main->plan,
                                   is_input ? IM_STORAGE_INPUT : IM_STORAGE_OUTPUT, i);

        if (port->tensor >= 0 && (port->parameter->is_time != FALSE) == is_time &&
            (is_input || buffer >= 0))
          func (main, i, buffer, &program->tensors[port->tensor].type);
      }
}

static void
declare_input (Main *main, guint number, gint buffer, const ImTensorType *type)
{
  emit_memory (main, "in", number, count_bytes (type));
  append_argument (main->inputs, "in", number, type->dtype);
}

static void
declare_output (Main *main, guint number, gint buffer, const ImTensorType *type)
{
  emit_memory (main, "out", number, count_bytes (type));
  append_argument (main->outputs, "out", number, type->dtype);
}

static void
read_input (Main *main, guint number, gint buffer, const ImTensorType *type)
{
  im_c_writer_line (&main->writer,
                    "if (fread(in_%u.bytes + GUARD_BYTES, 1, %u, frames) != %u)", number,
                    count_bytes (type), count_bytes (type));
  im_c_writer_line (&main->writer, "    exit(2);");
  if (main->traces && buffer >= 0)
    im_c_writer_line (&main->writer,
                      "record(%d, UINT32_MAX, %d, in_%u.bytes + GUARD_BYTES, %u);",
                      IM_TRACE_TENSOR, buffer, number, count_bytes (type));
}

static void
record_output (Main *main, guint number, gint buffer, const ImTensorType *type)
{
  im_c_writer_line (&main->writer, "record(%d, %u, 0, out_%u.bytes + GUARD_BYTES, %u);",
                    IM_TRACE_OUTPUT, number, number, count_bytes (type));
}

static void
emit_check (Main *main, ImHostFunction function)
{
  im_c_writer_open (&main->writer, "if (status < 0)");
  im_c_writer_line (&main->writer, "record(%d, %d, status, NULL, 0);", IM_TRACE_STATUS,
                    function);
  im_c_writer_line (&main->writer, "return status;");
  im_c_writer_close (&main->writer);
}

static void
emit_frame (Main *main)
{
  ImCWriter *writer = &main->writer;
  gboolean has_queue = main->plan->n_chain > 1;
  const char *comma = main->inputs->len > 0 && main->outputs->len > 0 ? ", " : "";

  im_c_writer_open (writer, "static int run_frame(FILE *frames, uint32_t number)");
  im_c_writer_line (writer, "int status;");
  im_c_writer_blank (writer);
  im_c_writer_line (writer, "record(%d, number, 0, NULL, 0);", IM_TRACE_FRAME);
  for_each_port (main, TRUE, read_input);
  if (!has_queue)
    {
      im_c_writer_line (writer, "status = " PREFIX "_compute(%s%s%s);", main->inputs->str,
                        comma, main->outputs->str);
      emit_check (main, IM_HOST_COMPUTE);
      for_each_port (main, FALSE, record_output);
    }
  else
    {
      im_c_writer_line (writer, "status = " PREFIX "_enqueue(%s);", main->inputs->str);
      emit_check (main, IM_HOST_ENQUEUE);
      im_c_writer_open (writer, "while ((status = " PREFIX "_dequeue(%s)) >= 0)",
                        main->outputs->str);
      for_each_port (main, FALSE, record_output);
      im_c_writer_close (writer);
      im_c_writer_line (writer, "if (status == " PREFIX "_RET_NODATA)");
      im_c_writer_line (writer, "    return 0;");
      emit_check (main, IM_HOST_DEQUEUE);
    }
  im_c_writer_line (writer, "return 0;");
  im_c_writer_close (writer);
  im_c_writer_blank (writer);
}

/* Each run starts with init, and may forget all data once on the way. */
static void
emit_main (Main *main)
{
  ImCWriter *writer = &main->writer;

  im_c_writer_open (writer,
                    "static int run(FILE *frames, uint32_t number, long n_frames, "
                    "long reset_frame)");
  im_c_writer_line (writer, "int status;");
  im_c_writer_blank (writer);
  im_c_writer_line (writer, "record(%d, number, 0, NULL, 0);", IM_TRACE_RUN);
  im_c_writer_line (writer, "status = " PREFIX "_init();");
  emit_check (main, IM_HOST_INIT);
  im_c_writer_open (writer, "for (long i = 0; i < n_frames && status == 0; i++)");
  im_c_writer_open (writer, "if (i > 0 && i == reset_frame)");
  im_c_writer_line (writer, "record(%d, number, 0, NULL, 0);", IM_TRACE_RESET);
  im_c_writer_line (writer, "status = " PREFIX "_soft_reset();");
  emit_check (main, IM_HOST_SOFT_RESET);
  im_c_writer_close (writer);
  im_c_writer_line (writer, "status = run_frame(frames, (uint32_t) i);");
  im_c_writer_close (writer);
  im_c_writer_line (writer, "return status;");
  im_c_writer_close (writer);
  im_c_writer_blank (writer);
  im_c_writer_open (writer, "int main(int argc, char **argv)");
  im_c_writer_line (writer, "int status;");
  im_c_writer_line (writer, "FILE *frames = fopen(\"" IM_HOST_FRAMES "\", \"rb\");");
  im_c_writer_blank (writer);
  im_c_writer_line (writer, "trace = fopen(\"" IM_HOST_TRACE "\", \"wb\");");
  im_c_writer_line (writer, "if (frames == NULL || trace == NULL)");
  im_c_writer_line (writer, "    return 2;");
  im_c_writer_line (writer, "guard_begin();");
  im_c_writer_line (writer, "for (int i = 0; 2 * i + 2 < argc; i++)");
  im_c_writer_line (writer, "    if (run(frames, (uint32_t) i, atol(argv[2 * i + 1]), "
                            "atol(argv[2 * i + 2])) < 0)");
  im_c_writer_line (writer, "        break;");
  im_c_writer_line (writer, PREFIX "_finalize();");
  im_c_writer_line (writer, "record(%d, 0, 0, NULL, 0);", IM_TRACE_END);
  im_c_writer_line (writer, "status = ferror(trace);");
  im_c_writer_line (writer, "return fclose(trace) == 0 && status == 0 ? 0 : %d;",
                    EXIT_NOT_WRITTEN);
  im_c_writer_close (writer);
}

static void
emit_macros (ImCWriter *writer)
{
  im_c_writer_line (writer, "#define GUARD_BYTES %d", IM_EMIT_GUARD_BYTES);
  im_c_writer_line (writer, "#define TRACE_OVERRUN %d", IM_TRACE_OVERRUN);
  im_c_writer_line (writer, "#include \"" TRACE_SOURCE "\"");
  im_c_writer_line (writer, "#define " PREFIX "_ENTER(name) guard_enter(name)");
  im_c_writer_line (writer,
                    "#define " PREFIX "_MAY_WRITE(data, bytes) guard_allow(data, bytes)");
  im_c_writer_line (writer, "#define " PREFIX "_TRACE(call, buffer, data, bytes) \\");
  im_c_writer_line (writer, "    ((buffer) < 0 ? guard_check() : (void) 0, \\");
  im_c_writer_line (writer,
                    "     record((buffer) < 0 ? %d : %d, call, buffer, data, bytes))",
                    IM_TRACE_CALL, IM_TRACE_TENSOR);
}

static void
watch_input (Main *main, guint number, gint buffer, const ImTensorType *type)
{
  im_c_writer_line (&main->writer,
                    "{ \"an input\", in_%u.bytes, sizeof in_%u.bytes, NULL },", number,
                    number);
}

static void
watch_output (Main *main, guint number, gint buffer, const ImTensorType *type)
{
  im_c_writer_line (&main->writer,
                    "{ \"an output\", out_%u.bytes, sizeof out_%u.bytes, NULL },", number,
                    number);
}

static void
emit_blocks (Main *main)
{
  ImCWriter *writer = &main->writer;

  im_c_writer_open (writer, "static Block blocks[] =");
  if (main->traces && main->plan->arena_bytes > 0)
    im_c_writer_line (writer, "{ \"the arena\", " PREFIX "_arena.bytes, sizeof " PREFIX
                              "_arena.bytes, NULL },");
  if (main->traces && main->plan->state_bytes > 0)
    im_c_writer_line (writer, "{ \"the state\", " PREFIX "_state.bytes, sizeof " PREFIX
                              "_state.bytes, NULL },");
  for_each_port (main, TRUE, watch_input);
  for_each_port (main, FALSE, watch_output);
  im_c_writer_line (writer, "{ NULL, NULL, 0, NULL },");
  writer->depth--;
  im_c_writer_line (writer, "};");
  im_c_writer_blank (writer);
}

static char *
make_main (const ImPlan *plan, gboolean traces)
{
  g_autoptr (GString) inputs = g_string_new (NULL);
  g_autoptr (GString) outputs = g_string_new (NULL);
  GString *out = g_string_new (NULL);
  Main main = { plan, traces, { out, 0 }, inputs, outputs };

  emit_macros (&main.writer);
  im_c_writer_line (&main.writer, "#include \"" NAME ".c\"");
  im_c_writer_blank (&main.writer);
  for_each_port (&main, TRUE, declare_input);
  for_each_port (&main, FALSE, declare_output);
  im_c_writer_blank (&main.writer);
  emit_blocks (&main);
  emit_frame (&main);
  emit_main (&main);

  return g_string_free (out, FALSE);
}

static gboolean
write_artifacts (const ImArtifacts *artifacts, const ImWorkFolder *folder, GError **error)
{
  for (guint i = 0; i < im_artifacts_get_count (artifacts); i++)
    {
      g_autofree char *name = g_path_get_basename (im_artifacts_get_path (artifacts, i));
      gsize size;
      gconstpointer data = g_bytes_get_data (im_artifacts_get_bytes (artifacts, i),
                                             &size);

      if (!im_work_folder_write (folder, name, data, size, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
write_trace_source (const ImWorkFolder *folder, GError **error)
{
  g_autoptr (GBytes) bytes = g_resource_lookup_data (
      im_verify_resources_get_resource (), RESOURCE_FOLDER TRACE_SOURCE, 0, NULL);
  gsize size;
  gconstpointer text = g_bytes_get_data (bytes, &size);

  return im_work_folder_write (folder, TRACE_SOURCE, text, size, error);
}

static gboolean
build (const ImPlan *plan,
       gboolean traces,
       ImUnitLibrary *library,
       ImWorkFolder *folder,
       const ImProcessLimits *limits,
       ImDiagnostics *diagnostics,
       GError **error)
{
  const ImEmitOptions options = { .prefix = PREFIX, .name = NAME, .traces = traces };
  g_autoptr (ImArtifacts) artifacts = im_artifacts_new ();
  g_autoptr (ImEmission) emission = im_emit_c (plan, library, &options, artifacts,
                                               diagnostics);
  g_autofree char *text = make_main (plan, traces);

  if (emission == NULL)
    {
      g_set_error (error, IM_COMPARE_ERROR, IM_COMPARE_ERROR_EMIT, "there is no C of %s",
                   plan->program->unit->id.text);
      return FALSE;
    }
  if (!write_artifacts (artifacts, folder, error) ||
      !write_trace_source (folder, error) ||
      !im_work_folder_write (folder, "main.c", text, strlen (text), error))
    return FALSE;

  return im_toolchain_compile ("main.c", PROGRAM, limits, error);
}

void
im_host_keep_source (ImWorkFolder *folder, GError **error)
{
  if (g_error_matches (*error, IM_TOOLCHAIN_ERROR, IM_TOOLCHAIN_ERROR_COMPILE) ||
      g_error_matches (*error, IM_TOOLCHAIN_ERROR, IM_TOOLCHAIN_ERROR_NO_COMPILER))
    {
      im_work_folder_keep (folder);
      g_prefix_error (error, "the source is kept in %s: ", folder->path);
    }
}

gboolean
im_host_build (const ImPlan *plan,
               ImUnitLibrary *library,
               ImWorkFolder *folder,
               const ImProcessLimits *limits,
               ImDiagnostics *diagnostics,
               GError **error)
{
  return build (plan, TRUE, library, folder, limits, diagnostics, error);
}

gboolean
im_host_build_plain (const ImPlan *plan,
                     ImUnitLibrary *library,
                     ImWorkFolder *folder,
                     const ImProcessLimits *limits,
                     ImDiagnostics *diagnostics,
                     GError **error)
{
  return build (plan, FALSE, library, folder, limits, diagnostics, error);
}

static const char *
get_function_name (guint function)
{
  static const char *const names[] = { "init", "enqueue", "dequeue", "compute",
                                       "soft_reset" };

  return function < G_N_ELEMENTS (names) ? names[function] : "?";
}

/* A pipeline that returns an error computes nothing that could be compared. */
static gboolean
check_trace (GBytes *trace, ImFrames *const *runs, guint n_runs, GError **error)
{
  ImTraceReader reader;
  ImTraceRecord record;
  guint run = 0, frame = 0;

  im_trace_reader_init (&reader, trace);
  while (im_trace_reader_next (&reader, &record))
    {
      if (record.kind == IM_TRACE_RUN && record.number < n_runs)
        run = record.number;
      else if (record.kind == IM_TRACE_FRAME)
        frame = record.number;
      else if (record.kind == IM_TRACE_STATUS)
        {
          g_set_error (
              error, IM_COMPARE_ERROR, IM_COMPARE_ERROR_RUN,
              "the C of the pipeline: %s returns the status %d at frame %u of %s",
              get_function_name (record.number), record.part, frame, runs[run]->name);
          return FALSE;
        }
      else if (record.kind == IM_TRACE_OVERRUN)
        {
          g_set_error (error, IM_COMPARE_ERROR, IM_COMPARE_ERROR_RUN,
                       "the C of the pipeline: %.*s, at frame %u of %s",
                       (int) record.size_bytes, (const char *) record.data, frame,
                       runs[run]->name);
          return FALSE;
        }
    }
  if (im_trace_is_complete (trace))
    return TRUE;

  g_set_error (error, IM_COMPARE_ERROR, IM_COMPARE_ERROR_RUN,
               "the trace of the C of the pipeline is not complete");
  return FALSE;
}

GBytes *
im_host_run (const ImWorkFolder *folder,
             ImFrames *const *runs,
             guint n_runs,
             const ImProcessLimits *limits,
             GError **error)
{
  g_autoptr (GByteArray) frames = g_byte_array_new ();
  g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);
  g_auto (ImProcessResult) result = { 0 };
  ImProcessLimits own_limits = *limits;

  if (im_toolchain_reserves_memory ())
    own_limits.memory_bytes = 0;
  g_ptr_array_add (argv, im_work_folder_dup_path (folder, PROGRAM));
  for (guint i = 0; i < n_runs; i++)
    {
      g_byte_array_append (frames, runs[i]->bytes->data, runs[i]->bytes->len);
      g_ptr_array_add (argv, g_strdup_printf ("%u", runs[i]->n_frames));
      g_ptr_array_add (argv, g_strdup_printf ("%u", runs[i]->reset_frame));
    }
  g_ptr_array_add (argv, NULL);
  if (!im_work_folder_write (folder, IM_HOST_FRAMES, frames->data, frames->len, error) ||
      !im_process_run ((const char *const *) argv->pdata, &own_limits, &result, error))
    return NULL;

  if (result.exit_status == EXIT_NOT_WRITTEN)
    {
      g_set_error (error, IM_COMPARE_ERROR, IM_COMPARE_ERROR_FILE,
                   "there is no room in “%s” for what the C of the pipeline computes; "
                   "another place can be named by the variable TMPDIR",
                   folder->path);
      return NULL;
    }

  g_autofree char *failure = im_process_result_dup_failure (&result, limits);
  g_autoptr (GBytes) trace = im_work_folder_read (folder, IM_HOST_TRACE);
  if (failure != NULL)
    {
      g_set_error (error, IM_COMPARE_ERROR, IM_COMPARE_ERROR_RUN,
                   "the C of the pipeline %s%s%s", failure,
                   *result.output == '\0' ? "" : ":\n", result.output);
      return NULL;
    }

  return check_trace (trace, runs, n_runs, error) ? g_steal_pointer (&trace) : NULL;
}
