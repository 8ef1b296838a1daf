/* What reports in HTML are made of: a page with its style, and cells of tables.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void im_report_append_text (GString *out, const char *text);

/* A cell, with a class of the style sheet if @kind is not NULL. */
void im_report_append_cell (GString *out, const char *kind, const char *text);

void im_report_append_integer (GString *out, gint64 value);
void im_report_append_number (GString *out, double value);

/* A value with all its digits, while im_report_append_number() has two. */
void im_report_append_value (GString *out, double value);
void im_report_append_ulp (GString *out, guint64 ulp);

/* Opens a table of columns up to NULL; those that begin with `#` hold numbers. */
void im_report_open_table (GString *out, ...) G_GNUC_NULL_TERMINATED;

/**
 * im_report_new:
 * @title: of the page
 * @body: what is in it, HTML
 *
 * Returns: a page that stands alone
 */
GString *im_report_new (const char *title, const GString *body);

G_END_DECLS
