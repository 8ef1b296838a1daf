/* An arena: many small allocations that live and die together.
 *
 * Syntax trees, values and unit models are plain structs in an arena. Nothing in it is
 * freed singly, and nothing in it owns memory outside of it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-types.h"

G_BEGIN_DECLS

/**
 * im_arena_new:
 *
 * Creates an empty arena.
 *
 * Returns: a new arena
 */
ImArena *im_arena_new (void);

/**
 * im_arena_free:
 * @arena: (nullable): an arena
 *
 * Frees the arena and everything that was allocated from it.
 */
void im_arena_free (ImArena *arena);

/**
 * im_arena_clear:
 * @arena: an arena
 *
 * Forgets every allocation but keeps the newest of the shared blocks, so that repeated
 * small work does not ask the system for memory again.
 */
void im_arena_clear (ImArena *arena);

/**
 * im_arena_alloc:
 * @arena: an arena
 * @size_bytes: number of bytes, may be 0
 *
 * Allocates bytes aligned for any type; their content is undefined.
 *
 * Returns: (not nullable): the bytes, valid until the arena is cleared or freed
 */
gpointer im_arena_alloc (ImArena *arena, gsize size_bytes);

/**
 * im_arena_alloc0:
 * @arena: an arena
 * @size_bytes: number of bytes, may be 0
 *
 * Like im_arena_alloc(), filled with zeros.
 */
gpointer im_arena_alloc0 (ImArena *arena, gsize size_bytes);

/**
 * im_arena_strdup:
 * @arena: an arena
 * @string: (nullable): a string
 *
 * Copies a string into the arena; NULL stays NULL.
 */
char *im_arena_strdup (ImArena *arena, const char *string);

/**
 * im_arena_strndup:
 * @arena: an arena
 * @string: at least @length bytes
 * @length: number of bytes to copy
 *
 * Copies @length bytes into the arena and terminates them with NUL.
 */
char *im_arena_strndup (ImArena *arena, const char *string, gsize length);

/**
 * im_arena_printf:
 * @arena: an arena
 * @format: a printf format
 *
 * Formats into the arena.
 */
char *im_arena_printf (ImArena *arena, const char *format, ...) G_GNUC_PRINTF (2, 3);

/**
 * im_arena_vprintf:
 * @arena: an arena
 * @format: a printf format
 * @args: its arguments
 *
 * Formats into the arena.
 */
char *im_arena_vprintf (ImArena *arena, const char *format, va_list args)
    G_GNUC_PRINTF (2, 0);

/**
 * im_arena_get_size:
 * @arena: an arena
 *
 * Returns: the bytes that the arena holds from the system
 */
gsize im_arena_get_size (const ImArena *arena);

/**
 * im_arena_new0:
 * @arena: an arena
 * @Type: a struct type
 * @count: number of elements
 *
 * Allocates a zeroed array of @Type.
 */
#define im_arena_new0(arena, Type, count) \
  ((Type *) im_arena_alloc0 ((arena), sizeof (Type) * (gsize) (count)))

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImArena, im_arena_free)

G_END_DECLS
