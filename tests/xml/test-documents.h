/* XML files that the tests of reader and writer share: small ones with everything that
 * makes a difference in them, and the real unit files where there are some.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "xml/im-xml-edit.h"

G_BEGIN_DECLS

typedef struct
{
  const char *name;
  const char *text;
} TestDocument;

extern const TestDocument test_documents[];
extern const guint n_test_documents;

/**
 * test_documents_parse:
 * @data: a file
 * @length: its bytes, or -1 for a string
 * @diagnostics: (nullable): where problems go, NULL if there must be none
 *
 * Returns: (nullable): the document
 */
ImXmlDocument *test_documents_parse (const char *data,
                                     gssize length,
                                     ImDiagnostics *diagnostics);

/**
 * test_documents_apply:
 * @edit: an edit that must succeed
 *
 * Returns: the changed document
 */
ImXmlDocument *test_documents_apply (ImXmlEdit *edit);

/**
 * test_documents_dup_span:
 * @document: a document
 * @span: a part of its text
 *
 * Returns: a copy of the part
 */
char *test_documents_dup_span (const ImXmlDocument *document, ImSpan span);

/**
 * test_documents_for_each_unit:
 * @function: gets the path and the bytes of a file
 * @data: passed on
 *
 * Calls @function for each `.imunit` file below the shared folder and below `units/`, and
 * skips the test, with a reason, if there is none.
 */
void test_documents_for_each_unit (void (*function) (const char *path,
                                                     GBytes *bytes,
                                                     gpointer data),
                                   gpointer data);

G_END_DECLS
