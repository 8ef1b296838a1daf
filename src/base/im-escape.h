/* Text of others, in the languages that we write.
 *
 * Ids, names, licences and paths come from packages that nobody has looked at. Whatever
 * writes one of them goes through here, so that it stays what it is, a text: it cannot
 * end the comment, string or element that it stands in, and it cannot hide. Characters
 * that have no shape (controls of C0 and C1, the ones that turn the direction of writing,
 * those without width) are shown by their number, `\u202e`; broken UTF-8 becomes U+FFFD.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-types.h"

G_BEGIN_DECLS

/**
 * ImEscape:
 * @IM_ESCAPE_LINE: one line for people: a message, a plain text, a comment of Python, a
 * shell, make, CMake, Kconfig, YAML (`#`); line ends and tabs become blanks
 * @IM_ESCAPE_TEXT: lines for people: line ends and tabs stay
 * @IM_ESCAPE_C_COMMENT: a line inside of a comment of C; nothing begins or ends one, and
 * there is no trigraph
 * @IM_ESCAPE_C_STRING: inside of `"` in C and C++; all but printable ASCII is in octal,
 * so that the bytes are the same
 * @IM_ESCAPE_PYTHON_STRING: inside of `"` or `"""` in Python, with the same value
 * @IM_ESCAPE_JSON: inside of `"` in JSON, with the same value; as such a value of YAML,
 * too
 * @IM_ESCAPE_XML: text or a value of an attribute in XML, SVG and HTML
 * @IM_ESCAPE_MARKDOWN_CODE: one line between single backquotes in Markdown, where nothing
 * else has a meaning: no link, no HTML
 *
 * Where a text is written. Sources: ISO C99 5.1.1.2 and 6.4; Python Language Reference
 * 2.4.1; RFC 8259; Extensible Markup Language 1.0, 2.2; CommonMark 0.30, 6.1; Unicode
 * Standard Annex #9 and Boucher, Anderson, “Trojan Source” (2021).
 */
typedef enum
{
  IM_ESCAPE_LINE,
  IM_ESCAPE_TEXT,
  IM_ESCAPE_C_COMMENT,
  IM_ESCAPE_C_STRING,
  IM_ESCAPE_PYTHON_STRING,
  IM_ESCAPE_JSON,
  IM_ESCAPE_XML,
  IM_ESCAPE_MARKDOWN_CODE,
} ImEscape;

/**
 * im_escape_append:
 * @target: where the text goes
 * @text: any text
 * @out: where to append
 *
 * Appends @text, without the quotes around it.
 */
void im_escape_append (ImEscape target, const char *text, GString *out);

/**
 * im_escape_dup:
 * @target: where the text goes
 * @text: any text
 *
 * Returns: what im_escape_append() appends
 */
char *im_escape_dup (ImEscape target, const char *text);

/**
 * im_escape_is_hidden:
 * @c: a character
 *
 * Returns: whether it is shown by its number: it has no shape of its own, or it changes
 * how its neighbours are shown
 */
gboolean im_escape_is_hidden (gunichar c);

G_END_DECLS
