/* The programs of the host that emitted code needs: a C compiler, and Python with numpy.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "run/im-build.h"
#include "run/im-process.h"

G_BEGIN_DECLS

/* Longer than any compiler needs; it may hang. */
#define IM_TOOLCHAIN_COMPILE_TIME_S 60

#define IM_TOOLCHAIN_ERROR (im_toolchain_error_quark ())

/**
 * ImToolchainError:
 * @IM_TOOLCHAIN_ERROR_NO_COMPILER: there is no C compiler
 * @IM_TOOLCHAIN_ERROR_COMPILE: the compiler does not accept the source
 * @IM_TOOLCHAIN_ERROR_NO_PYTHON: there is no Python, or it has no numpy
 * @IM_TOOLCHAIN_ERROR_RUN: the compiled program does not end well
 * @IM_TOOLCHAIN_ERROR_NO_LIBRARY: a library that the code calls is not there
 */
typedef enum
{
  IM_TOOLCHAIN_ERROR_NO_COMPILER,
  IM_TOOLCHAIN_ERROR_COMPILE,
  IM_TOOLCHAIN_ERROR_NO_PYTHON,
  IM_TOOLCHAIN_ERROR_RUN,
  IM_TOOLCHAIN_ERROR_NO_LIBRARY,
} ImToolchainError;

GQuark im_toolchain_error_quark (void);

/**
 * im_toolchain_choose:
 * @compiler: (nullable): a command such as that of the variable CC, NULL or empty for
 * none
 * @python: (nullable): a program such as that of the variable PYTHON, NULL or empty for
 *   none
 *
 * Chooses what counts instead of the variables from now on, as the preferences say.
 */
void im_toolchain_choose (const char *compiler, const char *python);

/**
 * im_toolchain_find_compiler:
 * @error: return location for an [error@Im.ToolchainError]: NO_COMPILER
 *
 * Finds the C compiler: the words of what im_toolchain_choose() says, or of the variable
 * CC if that is set, without ccache in front, else gcc, else clang.
 *
 * Returns: (nullable): the program and arguments that belong to it
 */
char **im_toolchain_find_compiler (GError **error);

/**
 * im_toolchain_reserves_memory:
 *
 * Returns: whether the variable CC asks for the address sanitizer, whose programs reserve
 *   more address space than any limit allows
 */
gboolean im_toolchain_reserves_memory (void);

/* Shortens what a compiler says to its first lines. */
void im_toolchain_cut_messages (char *text);

/**
 * im_toolchain_compile:
 * @build: what to compile with and for
 * @sources: (array zero-terminated=1): C files in the folder of @limits
 * @program: the program to make there
 * @more: (nullable) (array zero-terminated=1): more arguments
 * @needs_packages: whether the sources call the libraries of im-code-package.h
 * @limits: limits of the compiler, which also has at most IM_TOOLCHAIN_COMPILE_TIME_S
 * @error: return location for an [error@Im.ToolchainError]: NO_COMPILER or COMPILE, with
 *   the first messages of the compiler, or an error of im_process_run()
 *
 * Compiles and links C99. Warnings are not shown. Arguments of the variable CC come last,
 * so that they count.
 *
 * Returns: whether there is a program
 */
gboolean im_toolchain_compile (const ImBuild *build,
                               const char *const *sources,
                               const char *program,
                               const char *const *more,
                               gboolean needs_packages,
                               const ImProcessLimits *limits,
                               GError **error);

/**
 * im_toolchain_find_python:
 * @error: return location for an [error@Im.ToolchainError]: NO_PYTHON
 *
 * Finds the Python that im_toolchain_choose() says, or that of the variable PYTHON, or
 * that of the system, and tries once whether it has numpy.
 *
 * Returns: (nullable): the program
 */
const char *im_toolchain_find_python (GError **error);

G_END_DECLS
