/* Fragments of many files, and what one set of them needs: the dependency closure.
 *
 * Files are opened through a loader, so that the package layer decides what may be read,
 * and each is scanned once. References are resolved when a closure first meets them.
 * Threads share a set, which has a lock for that; its fragments live as long as it does.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "fragment/im-fragment.h"

G_BEGIN_DECLS

typedef struct _ImFragmentSet ImFragmentSet;

/**
 * ImFragmentLoadFunc:
 * @data: the loader's data
 * @unit_id: (nullable): the unit whose folder @relative_path starts from, or NULL to
 *   start from the folder of @from_file
 * @from_file: the file with the reference: a root's file or a path that the loader gave
 * @relative_path: the path, with `/` between folders
 * @resolved_path: (out): the path of the file that was opened; the same file has the same
 *   path however it is referred to
 * @error: return location; `G_FILE_ERROR_NOENT` or `G_IO_ERROR_NOT_FOUND` says that there
 *   is no such file
 *
 * Opens a file. Of @from_file only the folder matters when @unit_id is NULL. If the name
 * is matched without regard to case, @resolved_path has the name on disk.
 *
 * Returns: (transfer full) (nullable): the text, or NULL with @error set
 */
typedef ImSource *(*ImFragmentLoadFunc) (gpointer data,
                                         const char *unit_id,
                                         const char *from_file,
                                         const char *relative_path,
                                         char **resolved_path,
                                         GError **error);

/**
 * ImFragmentListFunc:
 * @data: the loader's data
 * @from_file: a file
 *
 * Names the code files in the folder of @from_file, in any order.
 *
 * Returns: (transfer full) (nullable): file names without folder, NULL terminated
 */
typedef char **(*ImFragmentListFunc) (gpointer data, const char *from_file);

/**
 * ImFragmentLoader:
 * @load: opens a file
 * @list: (nullable): lists siblings; without it short names mean the same file only
 * @data: passed to both
 */
typedef struct
{
  ImFragmentLoadFunc load;
  ImFragmentListFunc list;
  gpointer data;
} ImFragmentLoader;

/**
 * ImFragmentRoot:
 * @from_file: the file that the reference is in, such as a unit file
 * @source: its text, for messages
 * @reference: the fragment; its span is in @source
 * @code: (nullable): the text of the file that @reference names, if it lies in no folder;
 * its name is that of the text
 */
typedef struct
{
  const char *from_file;
  ImSource *source;
  ImFragmentReference reference;
  ImSource *code;
} ImFragmentRoot;

/**
 * ImFragmentClosure:
 * @fragments: (element-type ImFragment): each once, dependencies first, otherwise in
 *   order of first use
 * @headers: (element-type ImFragment): headers of the package that these include, also
 *   through others, each once; see im_fragment_set_find_header()
 * @includes: (element-type ImFragmentInclude): the other includes of @fragments and of
 *   their files, each text once, in the order of @fragments
 * @packages: (element-type utf8): code packages, each once
 * @symbol_checks: (element-type ImFragmentSymbolCheck): each symbol and scope once
 *
 * The elements belong to the set.
 */
typedef struct
{
  GPtrArray *fragments;
  GPtrArray *headers;
  GPtrArray *includes;
  GPtrArray *packages;
  GPtrArray *symbol_checks;
} ImFragmentClosure;

/**
 * im_fragment_set_new:
 * @loader: how to open files; its data must outlive the set
 *
 * Returns: a set without files
 */
ImFragmentSet *im_fragment_set_new (const ImFragmentLoader *loader);
void im_fragment_set_free (ImFragmentSet *set);

/**
 * im_fragment_set_find:
 * @set: a set
 * @root: a reference
 * @diagnostics: where problems of the reference go
 *
 * Resolves one reference.
 *
 * A short name is looked up in the same file, then in the other files of its folder and
 * language. Reports, at the span of the reference:
 *
 * - `unknown-file`: there is no such file
 * - `unreadable-file`: the loader refused it, or it is too large or not text; the message
 *   has the reason
 * - `unknown-fragment`: the file has no such fragment
 * - `ambiguous-fragment`: several siblings have a fragment of that short name
 * - `sibling-fragment` (warning): a short name was found in a sibling
 * - `file-name-case` (warning): the name on disk differs in upper and lower case
 *
 * What is wrong inside of the file is reported by im_fragment_set_close().
 *
 * Returns: (nullable): the fragment
 */
const ImFragment *im_fragment_set_find (ImFragmentSet *set,
                                        const ImFragmentRoot *root,
                                        ImDiagnostics *diagnostics);

/**
 * im_fragment_set_close:
 * @set: a set
 * @roots: (array length=n_roots): what is used, in order of use
 * @n_roots: their number
 * @diagnostics: where problems go
 *
 * Collects fragments and everything that they need.
 *
 * A dependency at file level applies to every fragment of its file, but not to the
 * fragment it names itself, and to fragments named by such dependencies only if it stands
 * before theirs. Besides the problems of im_fragment_set_find() for each dependency, this
 * reports the problems of the files that it used, each once per call, and:
 *
 * - `dependency-cycle`: a fragment depends on itself through others; the message has the
 *   path, the span is the dependency that closes it, which is then ignored
 *
 * Whatever cannot be resolved is left out. The same roots give the same result and the
 * same problems, in whatever order a set was used before.
 *
 * Returns: (not nullable): the closure
 */
ImFragmentClosure *im_fragment_set_close (ImFragmentSet *set,
                                          const ImFragmentRoot *roots,
                                          guint n_roots,
                                          ImDiagnostics *diagnostics);

void im_fragment_closure_free (ImFragmentClosure *closure);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImFragmentSet, im_fragment_set_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImFragmentClosure, im_fragment_closure_free)

G_END_DECLS
