/* SPDX-License-Identifier: MIT
 *
 * The loops of a kernel in C.
 */
#include <string.h>

#include "kernel/im-formula-c-private.h"
#include "kernel/im-loop-tile.h"

static void
open_block (ImFormulaCWriter *writer)
{
  writer->indent++;
  im_formula_c_start_line (writer);
  g_string_append (writer->out, "{\n");
  writer->indent++;
}

static void
close_block (ImFormulaCWriter *writer)
{
  writer->indent--;
  im_formula_c_start_line (writer);
  g_string_append (writer->out, "}\n");
  writer->indent--;
}

static guint
count_rows (const ImFormulaCWriter *writer)
{
  return writer->tile == NULL ? 1 : writer->tile->n_rows;
}

static guint
count_lanes (const ImFormulaCWriter *writer)
{
  return writer->is_in_tile ? writer->tile->n_lanes : 1;
}

static void
move (ImFormulaCWriter *writer, guint level, guint steps)
{
  gint64 start = writer->is_fixed[level] ? writer->nest->loops[level].minimum : 0;

  writer->shift[level] = start + steps;
}

/* What follows is about one element of a tile: `sum_2_0`, or just `sum`. */
static void
select_element (ImFormulaCWriter *writer, guint row, guint lane)
{
  g_string_assign (writer->accumulator, writer->aggregate);
  if (count_rows (writer) > 1)
    {
      move (writer, writer->tile->row, row);
      g_string_append_printf (writer->accumulator, "_%u", row);
    }
  if (count_lanes (writer) > 1)
    {
      move (writer, writer->tile->lane, lane);
      g_string_append_printf (writer->accumulator, "_%u", lane);
    }
}

typedef void (*WriteFunc) (ImFormulaCWriter *writer);

static void
for_each_element (ImFormulaCWriter *writer, WriteFunc write)
{
  for (guint row = 0; row < count_rows (writer); row++)
    for (guint lane = 0; lane < count_lanes (writer); lane++)
      {
        select_element (writer, row, lane);
        write (writer);
      }
  select_element (writer, 0, 0);
}

static gboolean
is_simple (const ImLoop *loop)
{
  return loop->n_upper == 1 && im_affine_is_constant (loop->upper) &&
         loop->upper->divisor == 1;
}

/* Whether its last value needs nothing but sums and products of loops around it. */
static gboolean
is_plain (const ImLoop *loop)
{
  return loop->n_upper == 1 && loop->upper->divisor == 1;
}

/* `for (int32_t x = 0; x < 5; x++)`; the last value of a loop that is chosen from several
 * or divided is computed before it. */
static void
write_head (ImFormulaCWriter *writer, guint level)
{
  const ImLoop *loop = &writer->nest->loops[level];
  const char *name = writer->names[level];
  g_autofree char *wanted = g_strconcat ("last_", name, NULL);
  g_autofree char *last = im_formula_c_dup_name (writer, wanted, writer->nest->n_loops);

  if (!is_plain (loop))
    {
      im_formula_c_start_line (writer);
      g_string_append_printf (writer->out, "const %s %s = ", writer->index_type, last);
      im_formula_c_append_bounds (writer, loop->upper, loop->n_upper, "smaller",
                                  "floor_of");
      g_string_append (writer->out, ";\n\n");
    }
  im_formula_c_start_line (writer);
  g_string_append_printf (writer->out, "for (%s %s = ", writer->index_type, name);
  im_formula_c_append_bounds (writer, loop->lower, loop->n_lower, "larger", "ceil_of");
  if (is_simple (loop))
    g_string_append_printf (writer->out, "; %s < %" G_GINT64_FORMAT "; %s++)\n", name,
                            loop->upper->constant + 1, name);
  else if (is_plain (loop))
    {
      g_string_append_printf (writer->out, "; %s <= ", name);
      im_formula_c_append_bounds (writer, loop->upper, 1, NULL, NULL);
      g_string_append_printf (writer->out, "; %s++)\n", name);
    }
  else
    g_string_append_printf (writer->out, "; %s <= %s; %s++)\n", name, last, name);
}

/* `for (int32_t x = 0; x < 8; x += 4)` */
static void
write_stepping_head (ImFormulaCWriter *writer,
                     guint level,
                     gint64 first,
                     gint64 end,
                     guint step)
{
  const char *name = writer->names[level];

  im_formula_c_start_line (writer);
  g_string_append_printf (writer->out,
                          "for (%s %s = %" G_GINT64_FORMAT "; %s < %" G_GINT64_FORMAT ";",
                          writer->index_type, name, first, name, end);
  if (step == 1)
    g_string_append_printf (writer->out, " %s++)\n", name);
  else
    g_string_append_printf (writer->out, " %s += %u)\n", name, step);
}

/* A loop has one value: that, in the place of its variable. */
static void
fix (ImFormulaCWriter *writer, guint level, gint64 value)
{
  writer->is_fixed[level] = TRUE;
  writer->shift[level] = value;
}

static void
release (ImFormulaCWriter *writer, guint level)
{
  writer->is_fixed[level] = FALSE;
  writer->shift[level] = 0;
}

static void
write_step (ImFormulaCWriter *writer)
{
  gboolean is_many = writer->nest->may_miss;

  im_formula_c_open_point (writer, is_many);
  im_formula_c_append_step (writer);
  im_formula_c_close_point (writer, is_many);
}

static gboolean
has_turns (const ImFormulaCWriter *writer, guint level)
{
  return writer->is_in_tile && writer->tile->n_steps > 1 &&
         level + 1 == writer->nest->n_loops;
}

/* How many values of an output loop are computed at a time. */
static guint
get_step (const ImFormulaCWriter *writer, guint level)
{
  return count_rows (writer) > 1 && writer->tile->row == level ? count_rows (writer) : 1;
}

static gboolean
has_one_turn (const ImFormulaCWriter *writer, guint level)
{
  return im_loop_get_count (&writer->nest->loops[level]) == get_step (writer, level);
}

/* Whether there is no loop in a loop. */
static gboolean
is_innermost (const ImFormulaCWriter *writer, guint level)
{
  for (guint i = level + 1; i < writer->nest->n_loops; i++)
    {
      gboolean is_unrolled = has_turns (writer, i) &&
                             im_loop_get_count (&writer->nest->loops[i]) ==
                                 writer->tile->n_steps;

      if (!has_one_turn (writer, i) && !is_unrolled)
        return FALSE;
    }

  return TRUE;
}

/* A compiler would make vectors of terms of the same sum, which it must add one by one
 * then, or of elements of several tiles, for which it must sort them: either takes longer
 * than the tile does. An empty instruction keeps it from that, and costs nothing else. */
static void
write_guard (ImFormulaCWriter *writer)
{
  if (!writer->is_in_tile || !im_dtype_is_float (writer->kernel->dtype))
    return;
  g_string_append (writer->out, "#ifdef __GNUC__\n");
  im_formula_c_start_line (writer);
  g_string_append (
      writer->out,
      "__asm__ (\"\"); /* the tile is the vector, not the loop */\n#endif\n");
}

/* The innermost loop in a tile. */
static void
write_turns (ImFormulaCWriter *writer)
{
  guint level = writer->nest->n_loops - 1, steps = writer->tile->n_steps;
  const ImLoop *loop = &writer->nest->loops[level];
  gint64 count = im_loop_get_count (loop);
  gint64 in_turns = count == steps ? 0 : count - count % steps;

  if (in_turns > 0)
    {
      write_stepping_head (writer, level, loop->minimum, loop->minimum + in_turns, steps);
      open_block (writer);
      write_guard (writer);
      for (guint i = 0; i < steps; i++)
        {
          writer->shift[level] = i;
          for_each_element (writer, write_step);
        }
      close_block (writer);
    }
  for (gint64 i = in_turns; i < count; i++)
    {
      fix (writer, level, loop->minimum + i);
      for_each_element (writer, write_step);
    }
  release (writer, level);
}

/* Whether what is aggregated from a loop inwards is one statement, without braces. */
static gboolean
is_one_statement (const ImFormulaCWriter *writer, guint level)
{
  const ImLoopNest *nest = writer->nest;

  if (level == nest->n_loops)
    return !writer->nest->may_miss && count_rows (writer) * count_lanes (writer) == 1;
  if (has_turns (writer, level))
    {
      gint64 count = im_loop_get_count (&nest->loops[level]);

      return count != writer->tile->n_steps && count % writer->tile->n_steps == 0;
    }
  if (im_loop_get_count (&nest->loops[level]) == 1)
    return is_one_statement (writer, level + 1);

  return is_plain (&nest->loops[level]);
}

/* Whether what is aggregated begins with a constant of its own. */
static gboolean
begins_with_last (const ImFormulaCWriter *writer)
{
  const ImLoopNest *nest = writer->nest;

  for (guint i = nest->n_output_loops; i < nest->n_loops; i++)
    if (im_loop_get_count (&nest->loops[i]) != 1)
      return !has_turns (writer, i) && !is_plain (&nest->loops[i]);

  return FALSE;
}

static void
write_reduction (ImFormulaCWriter *writer, guint level)
{
  gboolean is_one = FALSE;

  if (level == writer->nest->n_loops)
    {
      for_each_element (writer, write_step);
      return;
    }
  if (has_turns (writer, level))
    {
      write_turns (writer);
      return;
    }
  if (im_loop_get_count (&writer->nest->loops[level]) == 1)
    {
      fix (writer, level, writer->nest->loops[level].minimum);
      write_reduction (writer, level + 1);
      release (writer, level);
      return;
    }

  write_head (writer, level);
  is_one = is_one_statement (writer, level + 1);
  if (is_one)
    writer->indent++;
  else
    open_block (writer);
  if (!is_one && is_innermost (writer, level))
    write_guard (writer);
  write_reduction (writer, level + 1);
  if (is_one)
    writer->indent--;
  else
    close_block (writer);
}

static void
write_element (ImFormulaCWriter *writer)
{
  gboolean only_stores = im_loop_nest_has_one_value (writer->nest, writer->kernel);

  if (only_stores || writer->nest->is_sequence)
    {
      im_formula_c_open_point (writer, !only_stores);
      if (!only_stores)
        {
          im_formula_c_append_start (writer);
          im_formula_c_append_step (writer);
        }
      im_formula_c_append_store (writer);
      im_formula_c_close_point (writer, !only_stores);
      return;
    }

  for_each_element (writer, im_formula_c_append_start);
  if (writer->nest->may_miss)
    {
      im_formula_c_start_line (writer);
      g_string_append (writer->out, "int is_found = 0;\n");
    }
  if (!begins_with_last (writer))
    g_string_append_c (writer->out, '\n');
  write_reduction (writer, writer->nest->n_output_loops);
  for_each_element (writer, im_formula_c_append_store);
}

static void write_elements (ImFormulaCWriter *writer, guint level);

/* Where tiles begin and end among the values of the lanes' loop. */
typedef struct
{
  gint64 first, end;
  gboolean has_before, has_behind;
} Lanes;

static Lanes
find_lanes (const ImFormulaCWriter *writer, guint level)
{
  const ImLoopTile *tile = writer->tile;
  const ImLoop *loop = &writer->nest->loops[level];
  Lanes lanes = { .first = tile->first };

  lanes.end = tile->last + tile->n_lanes - (tile->last - tile->first) % tile->n_lanes;
  lanes.has_before = lanes.first > loop->minimum;
  lanes.has_behind = lanes.end <= loop->maximum;

  return lanes;
}

/* Single elements for values from @first to before @end of a loop. */
static void
write_singles (ImFormulaCWriter *writer, guint level, gint64 first, gint64 end)
{
  gboolean is_one = end - first == 1;

  if (is_one)
    {
      fix (writer, level, first);
      writer->indent--;
    }
  else
    write_stepping_head (writer, level, first, end, 1);
  open_block (writer);
  write_elements (writer, level + 1);
  close_block (writer);
  if (is_one)
    {
      release (writer, level);
      writer->indent++;
    }
}

static void
write_tiles (ImFormulaCWriter *writer, guint level)
{
  const ImLoopNest *nest = writer->nest;

  writer->is_in_tile = TRUE;
  writer->nest = &writer->tile->nest;
  open_block (writer);
  if (is_innermost (writer, level))
    write_guard (writer);
  write_elements (writer, level + 1);
  close_block (writer);
  writer->is_in_tile = FALSE;
  writer->nest = nest;
}

/* Lanes at once where the bounds in the tile are right, and single elements elsewhere:
 * before or behind them, or in one loop around the tiles, so that they are written once.
 */
static void
write_lanes (ImFormulaCWriter *writer, guint level)
{
  const ImLoop *loop = &writer->nest->loops[level];
  const char *name = writer->names[level];
  Lanes lanes = find_lanes (writer, level);
  guint n_lanes = writer->tile->n_lanes;

  if (lanes.has_before && lanes.has_behind)
    {
      write_stepping_head (writer, level, loop->minimum, loop->maximum + 1, 1);
      open_block (writer);
      im_formula_c_start_line (writer);
      g_string_append_printf (writer->out, "if (%s == %" G_GINT64_FORMAT ")\n", name,
                              lanes.first);
      writer->indent++;
      im_formula_c_start_line (writer);
      g_string_append_printf (writer->out,
                              "for (; %s < %" G_GINT64_FORMAT "; %s += %u)\n", name,
                              lanes.end, name, n_lanes);
      write_tiles (writer, level);
      writer->indent--;
      g_string_append_c (writer->out, '\n');
      write_elements (writer, level + 1);
      close_block (writer);
      return;
    }

  if (lanes.has_before)
    write_singles (writer, level, loop->minimum, lanes.first);
  write_stepping_head (writer, level, lanes.first, lanes.end, n_lanes);
  write_tiles (writer, level);
  if (lanes.has_behind)
    write_singles (writer, level, lanes.end, loop->maximum + 1);
}

static gboolean
is_lane (const ImFormulaCWriter *writer, guint level)
{
  return writer->tile != NULL && !writer->is_in_tile && writer->tile->n_lanes > 1 &&
         writer->tile->lane == level;
}

static gboolean
is_one_loop (const ImFormulaCWriter *writer, guint level)
{
  if (level == writer->nest->n_output_loops)
    return im_loop_nest_has_one_value (writer->nest, writer->kernel);
  if (is_lane (writer, level))
    {
      Lanes lanes = find_lanes (writer, level);

      return lanes.has_before == lanes.has_behind;
    }
  if (has_one_turn (writer, level))
    return is_one_loop (writer, level + 1);

  return is_plain (&writer->nest->loops[level]);
}

static void
write_elements (ImFormulaCWriter *writer, guint level)
{
  const ImLoop *loop = &writer->nest->loops[level];
  gboolean is_one = FALSE;

  if (level == writer->nest->n_output_loops)
    {
      write_element (writer);
      return;
    }
  if (is_lane (writer, level))
    {
      write_lanes (writer, level);
      return;
    }
  if (has_one_turn (writer, level))
    {
      fix (writer, level, loop->minimum);
      write_elements (writer, level + 1);
      release (writer, level);
      return;
    }

  if (get_step (writer, level) > 1)
    write_stepping_head (writer, level, loop->minimum, loop->maximum + 1,
                         get_step (writer, level));
  else
    write_head (writer, level);
  is_one = is_one_loop (writer, level + 1);
  if (is_one)
    writer->indent++;
  else
    open_block (writer);
  write_elements (writer, level + 1);
  if (is_one)
    writer->indent--;
  else
    close_block (writer);
}

/* The element of the default at an index. */
static void
append_default (ImFormulaCWriter *writer, ImDType dtype, const char *index)
{
  guint number = (guint) writer->kernel->default_buffer;
  const ImKernelBuffer *from = im_formula_get_buffer (writer->formula, number);

  if (from->dtype != dtype)
    g_string_append_printf (writer->out, "(%s) ", im_formula_c_get_type (dtype));
  im_formula_c_append_buffer (writer, number);
  g_string_append_printf (writer->out, "[%s]", from->shape.rank == 0 ? "0" : index);
}

static void
write_fill (ImFormulaCWriter *writer)
{
  g_autofree char *name = NULL;
  const ImKernel *kernel = writer->kernel;
  const ImKernelBuffer *buffer = im_formula_get_buffer (writer->formula,
                                                        kernel->output.buffer);
  gint64 count = 1;

  if (kernel->default_buffer == (gint) kernel->output.buffer)
    return;
  for (guint i = 0; i < buffer->shape.rank; i++)
    count *= buffer->shape.size[i];
  im_formula_c_start_line (writer);
  if (kernel->default_buffer < 0 && kernel->initial == NULL)
    {
      g_string_append (writer->out, "memset (");
      im_formula_c_append_buffer (writer, kernel->output.buffer);
      g_string_append_printf (writer->out, ", 0, %" G_GINT64_FORMAT " * sizeof *", count);
      im_formula_c_append_buffer (writer, kernel->output.buffer);
      g_string_append (writer->out, ");\n");
      return;
    }

  name = im_formula_c_dup_name (writer, "i", 0);
  g_string_append_printf (writer->out,
                          "for (%s %s = 0; %s < %" G_GINT64_FORMAT "; %s++)\n",
                          writer->index_type, name, name, count, name);
  writer->indent++;
  im_formula_c_start_line (writer);
  im_formula_c_append_buffer (writer, kernel->output.buffer);
  g_string_append_printf (writer->out, "[%s] = ", name);
  if (kernel->default_buffer < 0)
    im_formula_c_append_as (writer, kernel->initial, buffer->dtype, FALSE);
  else
    append_default (writer, buffer->dtype, name);
  g_string_append (writer->out, ";\n");
  writer->indent--;
}

/* How many values of which loops are computed at a time. */
static void
write_tile_comment (ImFormulaCWriter *writer, const ImLoopTile *tile)
{
  const char *lane = tile->n_lanes > 1 ? writer->names[tile->lane] : NULL;

  if (tile->n_rows * tile->n_lanes == 1)
    return;
  im_formula_c_start_line (writer);
  if (tile->n_rows > 1)
    g_string_append_printf (writer->out, "/* %u values of %s", tile->n_rows,
                            writer->names[tile->row]);
  if (lane != NULL)
    g_string_append_printf (writer->out, "%s%u%s of %s", tile->n_rows > 1 ? ", " : "/* ",
                            tile->n_lanes, tile->n_rows > 1 ? "" : " values", lane);
  g_string_append (writer->out, " at a time */\n");
}

static void
write_loops (ImFormulaCWriter *writer, const ImLoopTile *tile)
{
  gboolean is_alone = writer->nest->n_output_loops == 0 &&
                      !im_loop_nest_has_one_value (writer->nest, writer->kernel);

  writer->tile = tile;
  writer->is_in_tile = tile != NULL && tile->n_lanes == 1;
  select_element (writer, 0, 0);
  if (is_alone)
    {
      writer->indent--;
      open_block (writer);
    }
  write_elements (writer, 0);
  if (is_alone)
    {
      close_block (writer);
      writer->indent++;
    }
}

void
im_formula_c_append_kernel (ImFormulaCWriter *writer,
                            const ImKernel *kernel,
                            const ImLoopNest *nest)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  ImLoopTile tile;
  gboolean has_tile = im_loop_tile_init (&tile, nest, kernel, arena);

  writer->kernel = kernel;
  writer->nest = nest;
  writer->accumulator = g_string_new (NULL);
  im_formula_c_name_all (writer, &tile);
  im_formula_c_append_comment (writer, kernel, nest);
  if (!nest->covers || kernel->default_buffer >= 0)
    write_fill (writer);
  if (has_tile)
    {
      g_string_append (writer->out, "#ifdef __OPTIMIZE_SIZE__\n");
      write_loops (writer, NULL);
      g_string_append (writer->out, "#else\n");
      write_tile_comment (writer, &tile);
      write_loops (writer, &tile);
      g_string_append (writer->out, "#endif\n");
    }
  else
    write_loops (writer, NULL);
  for (guint i = 0; i < nest->n_loops; i++)
    g_clear_pointer (&writer->names[i], g_free);
  for (guint i = 0; i < kernel->n_locals; i++)
    g_clear_pointer (&writer->locals[i], g_free);
  g_clear_pointer (&writer->aggregate, g_free);
  g_string_free (writer->accumulator, TRUE);
}
