/* From XML to units: what every part of the reader shares.
 *
 * Each part reads one family of elements. What it does not know stays in the document and
 * is reported, so that nothing of a file is lost.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-arena.h"
#include "unit/im-unit-file.h"
#include "unit/im-unit-text.h"
#include "xml/im-xml.h"

G_BEGIN_DECLS

#define IM_UNIT_MAX_NAME_BYTES 200

/**
 * ImUnitReader:
 * @arena: where the model lives
 * @document: the file
 * @source: its text
 * @diagnostics: where problems go
 * @unit: the unit that is being read
 * @symbols: the names that expressions read now may use
 * @expressions: all expressions of @unit so far
 * @is_of_operators: whether the file was made of operators of SkriptND
 */
typedef struct
{
  ImArena *arena;
  ImXmlDocument *document;
  ImSource *source;
  ImDiagnostics *diagnostics;
  ImUnit *unit;
  ImSymbols *symbols;
  GPtrArray *expressions;
  gboolean is_of_operators;
} ImUnitReader;

/* What the names of our namespace begin with in lists of names, whatever the prefix is in
 * the file. */
#define IM_UNIT_READER_OWN "im:"

/**
 * im_unit_reader_check_element:
 * @reader: a reader
 * @element: an element
 * @attributes: names that may occur, separated by blanks
 * @children: names that may occur, separated by blanks, or NULL if any may; those of our
 * namespace in an element that is not begin with IM_UNIT_READER_OWN
 *
 * Reports attributes, children and text that the format does not have at this place.
 * Other namespaces than ours belong to other tools and are left alone.
 */
void im_unit_reader_check_element (ImUnitReader *reader,
                                   const ImXmlElement *element,
                                   const char *attributes,
                                   const char *children);

/**
 * im_unit_reader_report:
 * @reader: a reader
 * @severity: how bad it is
 * @code: what kind of problem
 * @span: where in the file
 * @format: the message
 */
void im_unit_reader_report (ImUnitReader *reader,
                            ImSeverity severity,
                            const char *code,
                            ImSpan span,
                            const char *format,
                            ...) G_GNUC_PRINTF (5, 6);

/* The text of an attribute; a NULL text if there is none. */
ImUnitText im_unit_reader_get_text (const ImXmlElement *element, const char *name);

/* The same for one of our namespace, which a prefix binds. */
ImUnitText im_unit_reader_get_own (const ImXmlElement *element, const char *name);

/* The same for one that must be there; reports `missing-attribute`. */
ImUnitText im_unit_reader_require_text (ImUnitReader *reader,
                                        const ImXmlElement *element,
                                        const char *name);

/**
 * im_unit_reader_show_text:
 * @reader: a reader
 * @text: (nullable): a text for people
 *
 * Returns: (nullable): @text, with characters that have no shape shown by their numbers
 */
const char *im_unit_reader_show_text (ImUnitReader *reader, const char *text);

/**
 * im_unit_reader_show_name:
 * @reader: a reader
 * @text: a name that refers to something
 *
 * Returns: @text; if nothing can have that name, as one line without hidden characters
 */
ImUnitText im_unit_reader_show_name (ImUnitReader *reader, ImUnitText text);

/**
 * im_unit_reader_check_name:
 * @reader: a reader
 * @text: a name that something gets
 * @what: what that is, such as `a unit`
 * @example: a good name
 *
 * Reports `bad-name` for what cannot be a name. Letters and digits of any script, `_` and
 * `-` can, and between them single dots and blanks.
 *
 * Returns: @text; if it is bad, as one line without hidden characters
 */
ImUnitText im_unit_reader_check_name (ImUnitReader *reader,
                                      ImUnitText text,
                                      const char *what,
                                      const char *example);

/* The attribute `class`: which class of the original tool has a function. */
const char *im_unit_reader_read_class (ImUnitReader *reader, const ImXmlElement *element);

/* The text of an element without the white space around it. */
ImUnitText im_unit_reader_get_body (const ImXmlElement *element);

/* An attribute as an expression, or NULL. */
ImUnitExpr *im_unit_reader_get_expr (ImUnitReader *reader,
                                     const ImXmlElement *element,
                                     const char *name);

/* The same for one that must be there; reports `missing-attribute` or `empty-name`. */
ImUnitExpr *im_unit_reader_require_expr (ImUnitReader *reader,
                                         const ImXmlElement *element,
                                         const char *name);

/* A text as an expression, or NULL if there is no text. */
ImUnitExpr *im_unit_reader_new_expr (ImUnitReader *reader, ImUnitText text);

/* A boolean attribute: true, yes, 1, false, no, 0 in any case; reports `bad-boolean`. */
gboolean im_unit_reader_get_boolean (ImUnitReader *reader,
                                     const ImXmlElement *element,
                                     const char *name,
                                     gboolean fallback);

/* A number attribute in C notation; reports `bad-number`. */
double im_unit_reader_get_number (ImUnitReader *reader,
                                  const ImXmlElement *element,
                                  const char *name,
                                  double fallback);

/* Children of the format: those in the namespace of the element. Others belong to other
 * tools. */
const ImXmlElement *im_unit_reader_first (const ImXmlElement *element);
const ImXmlElement *im_unit_reader_next (const ImXmlElement *child);

/* The first child of a name, or NULL. */
const ImXmlElement *im_unit_reader_find (const ImXmlElement *element, const char *name);

/* Number of children of a name; NULL counts all. */
guint im_unit_reader_count_children (const ImXmlElement *element, const char *name);

/* An attribute `description`, or the text of a child of that name; NULL if there is
 * neither. */
const char *im_unit_reader_get_description (ImUnitReader *reader,
                                            const ImXmlElement *element);

/* Gives a parameter its slot in the symbols; reports `duplicate-parameter` and
 * `bad-name`. */
void im_unit_reader_claim_name (ImUnitReader *reader, ImParameter *parameter);

/* The choices of an option from its OneOf element. */
void im_unit_reader_read_items (ImUnitReader *reader,
                                const ImXmlElement *one_of,
                                ImOption *option);

/* A socket without anything but the parameter that it is. */
ImSocket *im_unit_reader_add_socket (ImUnitReader *reader, ImParameter *parameter);

/* An option without anything but the parameter that it is. */
ImOption *im_unit_reader_add_option (ImUnitReader *reader, ImParameter *parameter);

/* What an element says of what flows into an input of a pipeline. */
void im_unit_reader_read_declared (const ImXmlElement *element, ImSocket *input);

/* How exact the code of an element is; reports `bad-number`. */
ImUnitPromises im_unit_reader_read_promises (ImUnitReader *reader,
                                             const ImXmlElement *element);

/* A description with all that is inside. */
const ImUnitMarkup *im_unit_reader_read_markup (ImUnitReader *reader,
                                                const ImXmlElement *element);

/* The families: */
void im_unit_reader_read_parameters (ImUnitReader *reader, const ImXmlElement *element);
void im_unit_reader_read_section (ImUnitReader *reader,
                                  const ImXmlElement *element,
                                  ImSectionKind kind);
void im_unit_reader_read_contracts (ImUnitReader *reader, const ImXmlElement *element);
void im_unit_reader_read_stacked (ImUnitReader *reader, const ImXmlElement *element);

/* The units directly in an element, as layers of the unit. */
void im_unit_reader_read_layers (ImUnitReader *reader, const ImXmlElement *element);

/* What is known of the ends of connections before the nodes are read: to which nodes of
 * other programs they lead. */
typedef struct _ImUnitForeign ImUnitForeign;

/* The connections of a compound whose nodes stand in @nodes. */
ImUnitForeign *im_unit_reader_find_foreign (const ImXmlElement *nodes);
void im_unit_foreign_free (ImUnitForeign *foreign);

/* How many ports connections have at such nodes. */
guint im_unit_foreign_count_ports (const ImUnitForeign *foreign);

/* Whether a node computes nothing here: one of another program, or a unit of one. */
gboolean im_unit_reader_is_foreign (const ImXmlElement *node);

/* Such a node; its ports that lead to units become parameters of the compound. */
void im_unit_reader_read_foreign (ImUnitReader *reader,
                                  const ImUnitForeign *foreign,
                                  const ImXmlElement *element,
                                  ImUnitNode *node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImUnitForeign, im_unit_foreign_free)

/* The name of the file, without folder and suffix. */
const char *im_unit_reader_name_file (ImUnitReader *reader);

/* A preprocessor of a project. */
void im_unit_reader_read_preprocessor (ImUnitReader *reader, const ImXmlElement *element);

/* The preprocessors below the root of a project: its own first, then those of its
 * models. */
GPtrArray *im_unit_reader_list_preprocessors (const ImXmlElement *root);

/* Units only, as nodes of a compound that has read all others. Returns FALSE if there is
 * anything else. */
gboolean im_unit_reader_read_unit_nodes (ImUnitReader *reader,
                                         const ImXmlElement *element);
void im_unit_reader_read_nodes (ImUnitReader *reader, const ImXmlElement *element);
void im_unit_reader_read_connections (ImUnitReader *reader, const ImXmlElement *element);
void im_unit_reader_read_examples (ImUnitReader *reader, const ImXmlElement *element);

/* The frames that are children of a compound, which has its nodes. */
void im_unit_reader_read_frames (ImUnitReader *reader, const ImXmlElement *element);

G_END_DECLS
