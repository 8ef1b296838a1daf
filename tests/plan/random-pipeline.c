/* SPDX-License-Identifier: MIT */
#include "random-pipeline.h"

#define SMALLEST_BYTES 16
#define LARGEST_BYTES  8192
#define FARTHEST_LAYER 8

typedef struct
{
  guint32 size_bytes;
  guint32 element_bytes;
} Tensor;

/* Marsaglia, "Xorshift RNGs", 2003; the high bits are the better ones. */
guint
random_next (guint64 *state, guint limit)
{
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;

  return (guint) ((*state >> 33) % limit);
}

static gboolean
happens (guint64 *state, guint percent)
{
  return random_next (state, 100) < percent;
}

static Tensor
random_tensor (guint64 *state)
{
  guint32 element = 1u << random_next (state, 3);
  guint32 size = SMALLEST_BYTES + random_next (state, LARGEST_BYTES - SMALLEST_BYTES + 1);

  return (Tensor){ size - size % element, element };
}

static void
add_buffer (GArray *buffers, guint first, guint last, Tensor tensor, gint in_place_of)
{
  ImPackingBuffer buffer = {
    .first = first,
    .last = last,
    .size_bytes = tensor.size_bytes,
    .align_bytes = tensor.element_bytes,
    .in_place_of = in_place_of,
  };

  g_array_append_val (buffers, buffer);
}

static guint
random_last_reader (guint64 *state, guint layer, guint n_layers)
{
  guint last = layer + 1;

  if (happens (state, 15))
    last = layer + 2 + random_next (state, FARTHEST_LAYER - 1);

  return MIN (last, n_layers - 1);
}

GArray *
random_pipeline_new (guint64 *state, guint n_layers, gboolean in_place)
{
  GArray *buffers = g_array_new (FALSE, FALSE, sizeof (ImPackingBuffer));
  Tensor tensor = random_tensor (state);
  gint input = IM_PACKING_NO_BUFFER;

  for (guint layer = 0; layer < n_layers; layer++)
    {
      gboolean is_elementwise = happens (state, 40);
      gboolean takes_over = in_place && is_elementwise;

      if (!is_elementwise)
        tensor = random_tensor (state);
      add_buffer (buffers, layer, random_last_reader (state, layer, n_layers), tensor,
                  takes_over ? input : IM_PACKING_NO_BUFFER);
      input = (gint) buffers->len - 1;
      if (happens (state, 30))
        add_buffer (buffers, layer, layer, random_tensor (state), IM_PACKING_NO_BUFFER);
    }

  return buffers;
}
