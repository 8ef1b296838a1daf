/* Units of functions that are there: C as it is, or Python with NumPy.
 *
 * What the parameters of a function mean is proposed from its prototype, and where that
 * leaves anything open, from what calls of it do: in a sandbox, with several shapes. What
 * neither tells stands in the notes of the proposal.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define IM_WRAP_ERROR (im_wrap_error_quark ())

/**
 * ImWrapError:
 * @IM_WRAP_ERROR_FILE: no file of C or Python that can be read
 * @IM_WRAP_ERROR_FUNCTION: the function is not there, or there are several
 * @IM_WRAP_ERROR_UNSUITABLE: no unit can call the function as it is
 */
typedef enum
{
  IM_WRAP_ERROR_FILE,
  IM_WRAP_ERROR_FUNCTION,
  IM_WRAP_ERROR_UNSUITABLE,
} ImWrapError;

GQuark im_wrap_error_quark (void);

typedef struct _ImWrap ImWrap;

/**
 * im_wrap_list_functions:
 * @path: a `.c`, `.h` or `.py` file
 * @error: return location for an [error@Im.WrapError]: FILE
 *
 * Lists the functions that a unit can be made of: those that the file defines at its top
 * level, but for `main`.
 *
 * Returns: (nullable) (element-type utf8): their names, in the order of the file
 */
GPtrArray *im_wrap_list_functions (const char *path, GError **error);

/**
 * im_wrap_new:
 * @path: a `.c`, `.h` or `.py` file
 * @function: (nullable): the name of a function in it; NULL if it has one only
 * @cancellable: (nullable): stops calls
 * @error: return location for an [error@Im.WrapError], CANCELLED of
 *   [error@Gio.IOErrorEnum], or an error of the compiler or of Python
 *
 * Proposes a unit. A function of Python is called, one of C where this machine can. What
 * is called runs for at most 20 s, confined; it blocks so long.
 *
 * Returns: (nullable): the proposal
 */
ImWrap *im_wrap_new (const char *path,
                     const char *function,
                     GCancellable *cancellable,
                     GError **error);
void im_wrap_free (ImWrap *wrap);

/**
 * im_wrap_dup_summary:
 * @wrap: a proposal
 *
 * Returns: the prototype and a line for each parameter: its name, what it becomes, and of
 *   what type, shape or value
 */
char *im_wrap_dup_summary (const ImWrap *wrap);

/**
 * im_wrap_get_notes:
 * @wrap: a proposal
 *
 * Returns: (array zero-terminated=1): what is to be looked at before the unit is trusted:
 *   sentences
 */
const char *const *im_wrap_get_notes (const ImWrap *wrap);

/**
 * im_wrap_write:
 * @wrap: a proposal
 * @id: what the unit is called
 * @parent: the folder that the folder of the package is made in
 * @error: return location for a [error@Gio.IOErrorEnum]: INVALID_ARGUMENT (the unit
 *   cannot be called so), EXISTS (@parent has something of this name); an
 *   [error@Im.ArtifactsError]
 *
 * Makes a folder with the unit, the function with its local headers, and for C a twin in
 * Python of the same signature that is still to be written. It is there as a whole or not
 * at all, and nothing is replaced.
 *
 * Returns: (transfer full) (nullable): the path of the unit file
 */
char *im_wrap_write (ImWrap *wrap, const char *id, const char *parent, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImWrap, im_wrap_free)

G_END_DECLS
