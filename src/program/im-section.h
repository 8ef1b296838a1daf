/* Sections: what a pipeline computes from one pipe to another, as a pipeline of its own.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "program/im-program.h"

G_BEGIN_DECLS

/**
 * ImSectionPipe:
 * @text: its name, as @from and @to of im_section_write() take it
 * @node: the number of the node that it flows out of
 * @port: the output of the node
 */
typedef struct
{
  char *text;
  guint node;
  const char *port;
} ImSectionPipe;

/**
 * im_section_list_starts:
 * @program: a program
 *
 * Returns: (transfer full) (element-type ImSectionPipe): the pipes that units read, each
 *   of which a section may begin with, in the order of the computation
 */
GArray *im_section_list_starts (const ImProgram *program);

/**
 * im_section_list_ends:
 * @program: a program
 * @from: (nullable): a pipe, NULL for all that flows into the pipeline
 *
 * Returns: (transfer full) (element-type ImSectionPipe): the pipes that are computed from
 *   @from, each of which a section may end with; none if there is no such pipe
 */
GArray *im_section_list_ends (const ImProgram *program, const char *from);

/**
 * im_section_write:
 * @program: a program without errors between the pipes and in what that needs
 * @from: (nullable): a pipe, such as `window.output`, or only `window` for the first
 *   output; an input of the pipeline has the name of the input. NULL stands for all that
 *   flows into the pipeline
 * @to: (nullable): another pipe behind it; NULL stands for all that flows out of it
 * @diagnostics: where problems go
 *
 * Writes an .imunit file with a compound of the units that need what flows in @from and
 * that @to needs. Options have the values that they have in the pipeline. What they read
 * besides is an input, too. Codes: `section` (there is no such pipe, nothing is between
 * the two, or a type is not known), and the warning `section-samples` if the sample rate
 * along an axis of an input, which a unit may ask for, is lost.
 *
 * Returns: (nullable) (transfer full): the text of the file, or NULL
 */
GBytes *im_section_write (const ImProgram *program,
                          const char *from,
                          const char *to,
                          ImDiagnostics *diagnostics);

/**
 * im_section_elaborate:
 * @program: a program
 * @library: where its units are; that of the result has the section, too
 * @from: (nullable): see im_section_write()
 * @to: (nullable): see im_section_write()
 * @diagnostics: what was said of the file and of @program; what is wrong with other parts
 * of the pipeline is taken out of it, and problems of the section are added
 *
 * Elaborates what im_section_write() writes, as a file beside that of @program. Errors of
 * what is between the pipes, or of anything that it needs, keep it from being written;
 * the hint `section-rest` says how many the other parts have. If there are no such pipes
 * all problems stay: one of them may be the reason.
 *
 * Returns: (nullable) (transfer full): a program of the section, NULL if there is none
 */
ImProgram *im_section_elaborate (const ImProgram *program,
                                 ImUnitLibrary *library,
                                 const char *from,
                                 const char *to,
                                 ImDiagnostics *diagnostics);

/**
 * im_section_extract:
 * @program: a program, of a section or of the whole of a pipeline
 * @is_section: whether im_section_elaborate() gave it
 * @diagnostics: where problems go
 *
 * Takes the text of an .imunit file of its own: that of a section, or of a preprocessor
 * of a project. Codes: `no-project` for the whole of any other pipeline, which is in such
 * a file already.
 *
 * Returns: (nullable) (transfer full): the text of the file, or NULL
 */
GBytes *im_section_extract (const ImProgram *program,
                            gboolean is_section,
                            ImDiagnostics *diagnostics);

G_END_DECLS
