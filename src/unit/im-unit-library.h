/* The units of any number of folders, by id.
 *
 * Each root is scanned recursively for .imunit files, and for .sknd files, whose
 * operators are units, too: those of `nn.sknd` are called `nn.conv` and so on. A root is
 * also the border that fragment paths of its units may not leave. Symbolic links to
 * folders are not followed.
 *
 * A library is counted. Whoever makes it adds units and folders; then it stays as it is,
 * and threads may use it at once: what is read only when it is asked for is read under a
 * lock. Folders that have changed are read into another library, and the units of this
 * one stay valid as long as somebody holds it, or their files.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "fragment/im-fragment-set.h"
#include "unit/im-unit-file.h"

G_BEGIN_DECLS

#define IM_UNIT_LIBRARY_MAX_DEPTH 32    /* folders inside each other */
#define IM_UNIT_LIBRARY_MAX_FILES 20000 /* unit files of all roots */

ImUnitLibrary *im_unit_library_new (void);

/**
 * im_unit_library_new_over:
 * @base: a library
 * @file: a file of units, in the library or not
 *
 * Makes a library that has the units of one file and behind them all of @base, which
 * stays as it is, and so does @file: it is frozen. Nothing is read; it takes the time of
 * looking at one file. Code is read anew, from the folder of @file too.
 *
 * Returns: (transfer full): the library
 */
ImUnitLibrary *im_unit_library_new_over (ImUnitLibrary *base, const ImUnitFile *file);

/**
 * im_unit_library_new_with_code:
 * @base: a library
 * @code: (element-type utf8 GBytes): texts by the path of the file, as
 * im_source_get_name() has it of what im_unit_library_load_code() reads; nobody changes
 * the table any more
 *
 * Makes a library that has all of @base, and these texts in the place of what is in the
 * files, such as code that is being edited. So have libraries over it.
 *
 * Returns: (transfer full): the library
 */
ImUnitLibrary *im_unit_library_new_with_code (ImUnitLibrary *base, GHashTable *code);
ImUnitLibrary *im_unit_library_ref (ImUnitLibrary *library);
void im_unit_library_unref (ImUnitLibrary *library);

/**
 * im_unit_library_add_root:
 * @library: a library
 * @path: a folder
 * @diagnostics: where problems go
 *
 * Adds all units below a folder. Files with problems are reported and those that cannot
 * be read left out. A unit whose id is taken already is reported (`duplicate-unit`, a
 * warning) and found only through its file.
 */
void im_unit_library_add_root (ImUnitLibrary *library,
                               const char *path,
                               ImDiagnostics *diagnostics);

/**
 * im_unit_library_add_operators:
 * @library: a library
 * @path: a folder of modules of SkriptND that are known to be fine, such as the shipped
 * ones
 *
 * Adds the operators of all modules of a folder. A module is read when one of its units
 * is asked for first, or all units are; im_unit_library_get_files() has it from then on.
 */
void im_unit_library_add_operators (ImUnitLibrary *library, const char *path);

/**
 * im_unit_library_add_file:
 * @library: a library
 * @path: a file; its folder becomes a root that is not scanned unless a root contains it
 * @diagnostics: where problems go
 *
 * Adds the units of one file.
 *
 * Returns: (nullable): the file, owned by the library, or NULL if it cannot be read
 */
const ImUnitFile *im_unit_library_add_file (ImUnitLibrary *library,
                                            const char *path,
                                            ImDiagnostics *diagnostics);

/**
 * im_unit_library_add_border:
 * @library: a library
 * @path: a file that is not in it, such as one that is being edited
 *
 * Lets the code of units of a file be read although the file is in none of the folders of
 * the library: from its own folder, which is not scanned. Below a folder of the library
 * nothing changes.
 */
void im_unit_library_add_border (ImUnitLibrary *library, const char *path);

/**
 * im_unit_library_find:
 * @library: a library
 * @id: a unit id such as `Core.Math.Max`
 *
 * Returns: (nullable): the unit, or that of the row of an id that only the table of
 *   aliases has
 */
const ImUnit *im_unit_library_find (ImUnitLibrary *library, const char *id);

/**
 * im_unit_is_called:
 * @unit: a unit
 * @name: a unit id, or the end of one behind a dot, such as `Max`
 *
 * Returns: whether the id of the unit is that, or ends in it
 */
gboolean im_unit_is_called (const ImUnit *unit, const char *name);

/**
 * im_unit_library_find_all:
 * @library: a library
 * @name: a unit id, or the end of one behind a dot, such as `Max`
 *
 * Returns: (transfer container) (element-type ImUnit): the unit of that id, or else all
 *   whose id ends in the name
 */
GPtrArray *im_unit_library_find_all (ImUnitLibrary *library, const char *name);

/**
 * im_unit_library_dup_ids:
 * @units: (element-type ImUnit): units
 *
 * Returns: (transfer full): their ids with commas between, for a message
 */
char *im_unit_library_dup_ids (const GPtrArray *units);

/**
 * im_unit_library_nearest:
 * @library: a library
 * @id: a misspelt id
 * @except: (nullable): an id that is not meant, such as that of the unit that uses it
 *
 * Returns: (nullable): the id that is most like it, or that ends in the same name
 */
const char *im_unit_library_nearest (ImUnitLibrary *library,
                                     const char *id,
                                     const char *except);

/**
 * im_unit_library_get_units:
 * @library: a library
 *
 * Returns: (element-type ImUnit): all units that can be found by id, sorted by it
 */
GPtrArray *im_unit_library_get_units (ImUnitLibrary *library);

/**
 * im_unit_library_get_files:
 * @library: a library that no other thread uses
 *
 * Returns: (element-type ImUnitFile): the files that were added to it, in that order;
 * inside of a root sorted by path
 */
GPtrArray *im_unit_library_get_files (ImUnitLibrary *library);

/**
 * im_unit_library_list_files:
 * @library: a library
 *
 * Returns: (transfer container) (element-type ImUnitFile): the files that were read so
 *   far, and behind them those of the library that it is over
 */
GPtrArray *im_unit_library_list_files (ImUnitLibrary *library);

/**
 * im_unit_library_dup_roots:
 * @library: a library
 *
 * Returns: (transfer full) (array zero-terminated=1): the folders that it knows, in the
 *   order they were added
 */
char **im_unit_library_dup_roots (ImUnitLibrary *library);

/**
 * im_unit_library_dup_relative:
 * @library: a library
 * @path: a file
 * @root: (out): the number of its root
 *
 * Returns: (nullable): the path of the file below the outermost root that it is in, or
 *   NULL if it is in none
 */
char *im_unit_library_dup_relative (ImUnitLibrary *library,
                                    const char *path,
                                    guint *root);

/**
 * im_unit_library_get_fragments:
 * @library: a library
 *
 * Returns: the fragments of all units; files are read when they are asked for, never from
 * outside of the root of the unit that asks
 */
ImFragmentSet *im_unit_library_get_fragments (ImUnitLibrary *library);

/**
 * im_implementation_get_root:
 * @implementation: an implementation of @unit in C or Python
 * @unit: a unit
 * @arena: for the names in @root
 * @root: (out): what its fragment is looked for with; on failure all but the reference
 *
 * Returns: (nullable): NULL, or what is wrong with the reference
 */
const char *im_implementation_get_root (const ImImplementation *implementation,
                                        const ImUnit *unit,
                                        ImArena *arena,
                                        ImFragmentRoot *root);

/**
 * im_unit_library_forget_code:
 * @library: a library
 *
 * Lets code files be read again when they are asked for, because they have changed. What
 * im_unit_library_get_fragments() gave is gone, so no other thread may use that at the
 * time; libraries over this one have fragments of their own.
 */
void im_unit_library_forget_code (ImUnitLibrary *library);

/**
 * im_unit_library_load_code:
 * @library: a library
 * @from_file: a file of the library
 * @relative_path: a code file, from the folder of @from_file
 * @error: return location
 *
 * Reads a code file that is no fragment, such as one of tests.
 *
 * Returns: (transfer full) (nullable): its text
 */
ImSource *im_unit_library_load_code (ImUnitLibrary *library,
                                     const char *from_file,
                                     const char *relative_path,
                                     GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImUnitLibrary, im_unit_library_unref)

G_END_DECLS
