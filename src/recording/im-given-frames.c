/* SPDX-License-Identifier: MIT */
#include "recording/im-given-frames.h"

#include <string.h>

#include "base/im-arena.h"
#include "tensor/im-npy.h"

#define BLANKS " \t\r\n,;"

/* Returns the numbers, NULL with an error at a word that is none. */
static GArray *
parse_numbers (const ImInput *input, const char *text, GError **error)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (double));
  const char *word = text + strspn (text, BLANKS);

  while (*word != '\0')
    {
      char *end;
      double number = g_ascii_strtod (word, &end);
      gsize length = strcspn (word, BLANKS);

      if (end != word + length)
        {
          g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_NUMBER,
                       "input “%s”: “%.*s” is no number; expected numbers, nan or inf "
                       "with blanks between",
                       input->name, (int) length, word);
          return NULL;
        }
      g_array_append_val (numbers, number);
      word = end + strspn (end, BLANKS);
    }

  return g_steal_pointer (&numbers);
}

/* The times that frames have by the rate. */
static GArray *
make_times (const ImInput *input, guint n_frames)
{
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (double));
  gsize count = im_inputs_get_frame_elements (input);
  double rate_hz = input->type.rate_hz > 0 ? input->type.rate_hz : 1;

  for (guint frame = 0; frame < n_frames; frame++)
    for (gsize i = 0; i < count; i++)
      {
        double time = ((double) frame + (double) i / (double) MAX (count, 1)) / rate_hz;

        g_array_append_val (numbers, time);
      }

  return numbers;
}

/* How many frames the numbers are; 0 with an error if they are not whole ones. */
static guint
count_frames (const ImInput *input, const GArray *numbers, GError **error)
{
  gsize count = im_inputs_get_frame_elements (input);
  g_autoptr (GString) shape = g_string_new (NULL);

  if (count > 0 && numbers->len > 0 && numbers->len % count == 0)
    return (guint) (numbers->len / count);

  im_shape_append_text (&input->type.shape, shape);
  g_set_error (error, IM_RECORDING_ERROR,
               numbers->len == 0 ? IM_RECORDING_ERROR_EMPTY : IM_RECORDING_ERROR_CHANNELS,
               "input “%s” of %s takes %" G_GSIZE_FORMAT
               " numbers for each frame, found %u",
               input->name, shape->str, count, numbers->len);
  return 0;
}

/* Stores what each input gets in a frame, one behind the other. */
static ImFrames *
store (const ImInput *inputs, guint n_inputs, GArray *const *numbers, guint n_frames)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  ImFrames *frames = g_new0 (ImFrames, 1);

  frames->name = "given";
  frames->n_frames = n_frames;
  frames->bytes = g_byte_array_new ();
  for (guint frame = 0; frame < n_frames; frame++)
    for (guint i = 0; i < n_inputs; i++)
      {
        gsize count = im_inputs_get_frame_elements (&inputs[i]);
        const ImDTypeInfo *info = im_dtype_get_info (inputs[i].type.dtype);
        ImShape shape = { .rank = 1, .size = { (gint32) count } };
        ImArray *array = im_array_new (arena, info->stored, &shape, NULL);

        im_array_store (array, 0, count,
                        &g_array_index (numbers[i], double, frame *count));
        g_byte_array_append (frames->bytes, array->data,
                             (guint) count * info->size_bytes);
      }

  return frames;
}

/* Takes the numbers of all inputs; NULL is for times. */
static ImFrames *
make_frames (const ImInput *inputs, guint n_inputs, GArray **numbers, GError **error)
{
  guint n_frames = 0;

  for (guint i = 0; i < n_inputs; i++)
    {
      guint n = numbers[i] == NULL ? 0 : count_frames (&inputs[i], numbers[i], error);

      if (numbers[i] == NULL)
        continue;
      if (n == 0)
        return NULL;
      if (n_frames > 0 && n != n_frames)
        {
          g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_CHANNELS,
                       "input “%s” gets %u frames, those in front of it %u",
                       inputs[i].name, n, n_frames);
          return NULL;
        }
      n_frames = n;
    }
  for (guint i = 0; i < n_inputs; i++)
    if (numbers[i] == NULL)
      numbers[i] = make_times (&inputs[i], n_frames);

  return store (inputs, n_inputs, numbers, n_frames);
}

static void
free_numbers (gpointer numbers)
{
  if (numbers != NULL)
    g_array_unref (numbers);
}

static GPtrArray *
new_numbers (guint n_inputs)
{
  GPtrArray *numbers = g_ptr_array_new_with_free_func (free_numbers);

  g_ptr_array_set_size (numbers, (gint) n_inputs);

  return numbers;
}

ImFrames *
im_frames_new_typed (const ImInput *inputs,
                     guint n_inputs,
                     const char *const *texts,
                     GError **error)
{
  g_autoptr (GPtrArray) numbers = new_numbers (n_inputs);

  for (guint i = 0; i < n_inputs; i++)
    {
      if (texts[i] == NULL && inputs[i].is_time)
        continue;
      numbers->pdata[i] = parse_numbers (&inputs[i], texts[i] == NULL ? "" : texts[i],
                                         error);
      if (numbers->pdata[i] == NULL)
        return NULL;
    }

  return make_frames (inputs, n_inputs, (GArray **) numbers->pdata, error);
}

static ImFrames *
load_array (const ImInput *inputs,
            guint n_inputs,
            const char *path,
            guint max_frames,
            GError **error)
{
  const ImInput *input = im_inputs_find_data (inputs, n_inputs);
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GPtrArray) numbers = new_numbers (n_inputs);
  const ImArray *array = im_npy_load (path, arena, error);

  if (array == NULL)
    return NULL;
  if (input == NULL)
    {
      g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_CHANNELS,
                   "“%s” is for one input, and there is not one", path);
      return NULL;
    }

  GArray *all = g_array_sized_new (FALSE, FALSE, sizeof (double), (guint) array->count);
  gsize most = max_frames * im_inputs_get_frame_elements (input);
  g_array_set_size (all, (guint) array->count);
  im_array_load (array, 0, array->count, (double *) (gpointer) all->data);
  if (most > 0 && all->len > most && all->len % im_inputs_get_frame_elements (input) == 0)
    g_array_set_size (all, (guint) most);
  numbers->pdata[input - inputs] = all;

  return make_frames (inputs, n_inputs, (GArray **) numbers->pdata, error);
}

ImFrames *
im_frames_new_file (const ImInput *inputs,
                    guint n_inputs,
                    const char *path,
                    guint max_frames,
                    GError **error)
{
  const ImRecordingOptions options = {
    .flags = im_input_is_raw (im_inputs_find_data (inputs, n_inputs))
                 ? IM_RECORDING_RAW_INTEGERS
                 : 0,
  };
  g_autoptr (ImRecording) recording = NULL;

  if (g_str_has_suffix (path, ".npy"))
    return load_array (inputs, n_inputs, path, max_frames, error);
  recording = im_recording_load (path, &options, error);
  if (recording == NULL)
    return NULL;

  return im_frames_new_recording (inputs, n_inputs, recording, max_frames, error);
}
