/* The tests that fragments name: functions in C beside their file.
 *
 * A test is a function `int f (void)`, which returns 0 if all is well, or `void f
 * (void)`; what it asserts counts in both. It is compiled behind the fragment and all
 * that the fragment needs, unless its file includes that of the fragment, and runs as all
 * foreign code does: confined, with a limit, and only if it may be run.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "unit/im-unit-library.h"

G_BEGIN_DECLS

#define IM_FRAGMENT_TEST_TIME_S 30 /* if nobody says another limit */

/**
 * ImFragmentTestCase:
 * @unit: the unit that names the fragment, or one that needs it
 * @fragment: the first fragment that the test is for
 * @test: the test
 */
typedef struct
{
  const ImUnit *unit;
  const ImFragment *fragment;
  const ImFragmentTest *test;
} ImFragmentTestCase;

/**
 * im_fragment_test_list:
 * @units: (element-type ImUnit): units
 * @library: where their fragments are
 *
 * Returns: (element-type ImFragmentTestCase): the tests of all fragments in C that they
 *   need, each once
 */
GArray *im_fragment_test_list (GPtrArray *units, ImUnitLibrary *library);

/**
 * im_fragment_test_run:
 * @self: a test
 * @library: where its files are
 * @time_s: how long it may run, 0 for the usual
 * @cancellable: (nullable): ends it
 * @diagnostics: where is told, at the function, how it failed: `fragment-test`
 * @error: return location for an [error@Im.TrustError], an [error@Im.ToolchainError]
 *   without a compiler, or G_IO_ERROR_CANCELLED
 *
 * Returns: whether it passed
 */
gboolean im_fragment_test_run (const ImFragmentTestCase *self,
                               ImUnitLibrary *library,
                               guint time_s,
                               GCancellable *cancellable,
                               ImDiagnostics *diagnostics,
                               GError **error);

G_END_DECLS
