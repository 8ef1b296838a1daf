/* The chunks of a WAV file, looked at before a decoder is.
 *
 * A decoder takes what is there and is silent about the rest. Here each size of the
 * header is compared with the file, so that a message can name the byte that is wrong.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-types.h"

G_BEGIN_DECLS

/**
 * ImWavChunks:
 * @n_channels: samples in a frame, at least 1
 * @format_offset: byte of the format tag
 * @format_tag: such as 1 for integers
 * @sample_bits: bits of a sample
 * @frame_bytes: bytes of a frame, or of a block if the samples are compressed
 * @data_offset: the first byte of the first frame
 * @data_bytes: bytes of all frames
 * @is_bw64: whether it is an RF64 file that calls itself BW64
 */
typedef struct
{
  guint n_channels;
  guint frame_bytes;
  guint64 format_offset;
  guint format_tag;
  guint sample_bits;
  guint64 data_offset;
  guint64 data_bytes;
  gboolean is_bw64;
} ImWavChunks;

/**
 * im_wav_chunks_scan:
 * @path: what messages call the file
 * @descriptor: the open file; its position stays
 * @chunks: (out): what the header says
 * @error: return location for an [error@Im.FileError], or an [error@Im.RecordingError]:
 *   FORMAT, EMPTY or TRUNCATED
 *
 * Finds format and data. Source: Multimedia Programming Interface and Data
 * Specifications 1.0, 1991, for RF64 EBU Tech 3306, for BW64 ITU-R BS.2088, and for
 * Wave64 Sonic Foundry, Wave64 File Format, 2003.
 *
 * Returns: whether both are there
 */
gboolean im_wav_chunks_scan (const char *path,
                             int descriptor,
                             ImWavChunks *chunks,
                             GError **error);

G_END_DECLS
