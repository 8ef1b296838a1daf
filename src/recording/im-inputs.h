/* What a pipeline is run on: frames from a recording, random frames, and edge values.
 *
 * A frame is one value for every input, one behind the other in the order of the inputs.
 * Frames are bytes as the pipeline takes them, in the byte order of this machine.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "recording/im-recording.h"
#include "tensor/im-tensor-type.h"

G_BEGIN_DECLS

/**
 * ImInput:
 * @name: what it is called
 * @type: element type, shape and rate
 * @is_time: whether it carries time stamps in seconds
 */
typedef struct
{
  const char *name;
  ImTensorType type;
  gboolean is_time;
} ImInput;

/**
 * ImFrames:
 * @name: what they are: `recording`, `random`, `edge values`, `extremes` or `not finite`
 * @is_edge: whether they are other than `recording` and `random`
 * @n_frames: number of frames
 * @reset_frame: the frame before which the pipeline is to forget all data, 0 for none
 * @bytes: the frames
 */
typedef struct
{
  const char *name;
  gboolean is_edge;
  guint n_frames;
  guint reset_frame;
  GByteArray *bytes;
} ImFrames;

/**
 * im_inputs_get_frame_bytes:
 * @inputs: (array length=n_inputs): the inputs
 * @n_inputs: their number
 *
 * Returns: bytes of one frame
 */
gsize im_inputs_get_frame_bytes (const ImInput *inputs, guint n_inputs);

/* Whether an input besides times has elements of a float type. */
gboolean im_inputs_have_float (const ImInput *inputs, guint n_inputs);

/* Whether an input takes the samples of a WAV file as they are stored, not scaled; NULL
 * does not. */
gboolean im_input_is_raw (const ImInput *input);

/* The elements of one frame of an input. */
gsize im_inputs_get_frame_elements (const ImInput *input);

/**
 * im_inputs_find_data:
 * @inputs: (array length=n_inputs): the inputs
 * @n_inputs: their number
 *
 * Returns: (nullable): the one that is not time, NULL if there is none or more than one
 */
const ImInput *im_inputs_find_data (const ImInput *inputs, guint n_inputs);

/**
 * im_frames_new_random:
 * @inputs: (array length=n_inputs): the inputs
 * @n_inputs: their number
 * @n_frames: number of frames
 * @seed: where the sequence starts
 *
 * Makes random frames, the same on every machine. Floats are spread evenly over [-g, g),
 * where g goes through 1, 100, 1 and 0.001 from frame to frame; integers and fixed point
 * over the whole range of the type, and over [-8, 8) in every other frame, of which every
 * other one has zeros behind these digits. Of 16 frames those from 9 to 12 are the same.
 */
ImFrames *im_frames_new_random (const ImInput *inputs,
                                guint n_inputs,
                                guint n_frames,
                                guint64 seed);

/**
 * ImEdges:
 * @IM_EDGES_COMMON: zeros, ones, denormals, small numbers; of integers and fixed point
 * also the smallest and largest values and those next to them
 * @IM_EDGES_EXTREME: of floats the same with the smallest and largest values, and one
 * whose square is none of the type
 * @IM_EDGES_NOT_FINITE: of floats infinities and NaN among ordinary values
 * @IM_N_EDGES: number of kinds
 */
typedef enum
{
  IM_EDGES_COMMON,
  IM_EDGES_EXTREME,
  IM_EDGES_NOT_FINITE,
  IM_N_EDGES,
} ImEdges;

/**
 * im_frames_new_edges:
 * @inputs: (array length=n_inputs): the inputs
 * @n_inputs: their number
 * @n_frames: number of frames
 * @edges: which values
 *
 * Makes frames of which each holds one edge value, then frames that mix them. Without a
 * float input there are only common ones.
 *
 * Returns: (nullable): the frames, or NULL if there are no such values
 */
ImFrames *im_frames_new_edges (const ImInput *inputs,
                               guint n_inputs,
                               guint n_frames,
                               ImEdges edges);

/**
 * im_inputs_check_recording:
 * @inputs: (array length=n_inputs): the inputs
 * @n_inputs: their number
 * @recording: a recording; its values are not looked at
 * @error: return location for the errors of im_frames_new_recording()
 *
 * Returns: whether frames can be made of it
 */
gboolean im_inputs_check_recording (const ImInput *inputs,
                                    guint n_inputs,
                                    const ImRecording *recording,
                                    GError **error);

/**
 * ImRecordedTime:
 * @rows: rows of a recording; their values are not looked at
 * @first_row: the number of the first of them
 * @start_s: the time that counts as 0
 */
typedef struct
{
  const ImRecording *rows;
  guint64 first_row;
  double start_s;
} ImRecordedTime;

/**
 * im_inputs_fill_recorded_time:
 * @input: an input of times
 * @time: rows of which the frame is made
 * @rows_per_frame: how many rows make a frame
 * @frame: the number of a frame
 * @values: (out): its times in seconds from the first row; of several the last one is
 *   that of the last row of the frame
 */
void im_inputs_fill_recorded_time (const ImInput *input,
                                   const ImRecordedTime *time,
                                   double rows_per_frame,
                                   guint64 frame,
                                   double *values);

/**
 * im_frames_new_recording:
 * @inputs: (array length=n_inputs): the inputs; there is one besides time
 * @n_inputs: their number
 * @recording: a recording
 * @max_frames: how many frames are wanted at most, 0 for all
 * @error: return location for an [error@Im.RecordingError]: CHANNELS if the recording
 * does not fit, see im_recording_check_channels(), or there is more than one input; EMPTY
 * if there are fewer rows than one frame needs
 *
 * Cuts a recording into frames: an input of [50,3] takes 50 rows of 3 channels. Numbers
 * are rounded to the type of the input. What is left at the end is not used. Inputs of
 * time get the times of the recording, from its first row on, or those of its rate.
 *
 * Returns: (nullable): the frames
 */
ImFrames *im_frames_new_recording (const ImInput *inputs,
                                   guint n_inputs,
                                   const ImRecording *recording,
                                   guint max_frames,
                                   GError **error);

void im_frames_free (ImFrames *frames);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImFrames, im_frames_free)

G_END_DECLS
