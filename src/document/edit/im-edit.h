/* Edits: what is done to a pipeline, by the names of what it is done to.
 *
 * An edit is a line of text, too: a script of edits is what `imaginet edit` takes and
 * what the history of a document can be copied as. A name stands as it is if it has only
 * letters, digits and any of `_-`, or else in quotes, with `\` in front of `"` and `\`.
 * What follows `=` is taken as it is up to the end of the line, but that `\` at the end
 * of a line stands for a line end in it, and `\\` for `\`. Lines may end in CR LF.
 *
 * An edit inside of a composite or compound says where: `in GROUP: set Rms.axis = 1`, or
 * `in OUTER/INNER: …`, with the names of nodes, each in quotes if it needs them.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-types.h"

G_BEGIN_DECLS

#define IM_EDIT_MAX_PLACE 1e6 /* pixels from the origin that a node is at most */

#define IM_EDIT_ERROR (im_edit_error_quark ())

/**
 * ImEditError:
 * @IM_EDIT_ERROR_SYNTAX: a text is no edit; the message says what is expected, and the
 * form
 */
typedef enum
{
  IM_EDIT_ERROR_SYNTAX,
} ImEditError;

GQuark im_edit_error_quark (void);

/**
 * ImEditKind:
 * @IM_EDIT_SET: `set NODE.OPTION = EXPRESSION`: gives an option, or an input that takes
 * an array, a value; an expression for a node of a graph is an expression node with a
 * pipe, which RESET and a value remove again if nothing else reads it
 * @IM_EDIT_RESET: `reset NODE.OPTION`: gives it its default
 * @IM_EDIT_ENABLE: `enable NODE…`
 * @IM_EDIT_DISABLE: `disable NODE…`
 * @IM_EDIT_INSERT: `insert UNIT [before NODE]`: puts a layer into a stack
 * @IM_EDIT_ADD: `add UNIT [at X Y] [into NODE.INPUT]`: puts a node into a graph, and into
 * the pipe that ends at an input
 * @IM_EDIT_REMOVE: `remove NODE…`: also inputs, outputs, options and computed values of
 * a stack, and frames of a graph, by their names; what stands in a frame stays
 * @IM_EDIT_DISSOLVE: `dissolve NODE…`: removes nodes, and lets what read them read what
 * they read
 * @IM_EDIT_MOVE: `move NODE [before NODE]`: gives a layer another place in its stack
 * @IM_EDIT_PLACE: `place NODE X Y [NODE X Y]…`: puts nodes and frames to places of the
 * canvas, in pixels
 * @IM_EDIT_LAYOUT: `layout`: forgets all places of a stack
 * @IM_EDIT_CONNECT: `connect NODE.OUTPUT -> NODE.INPUT`; what led to the input before is
 * gone
 * @IM_EDIT_DISCONNECT: `disconnect NODE.INPUT`
 * @IM_EDIT_ISOLATE: `isolate NODE…`: removes all pipes of a node, or those among several
 * @IM_EDIT_PASTE: `paste [before NODE] [at X Y] = XML`: `<Stacked>` or `<Nodes>`; nodes
 * of a graph whose names are taken, and inputs, outputs and options, get a number
 * @IM_EDIT_GROUP: `group NODE… [as UNIT] [with NODE.OPTION…] [= NAME]`: makes a composite
 * of the first of layers that follow each other and the last, or a compound of nodes of a
 * graph, with an id, a name for people, and options in the place of these, whose defaults
 * are what they are now
 * @IM_EDIT_EXTRACT: `extract NODE… as UNIT [with NODE.OPTION…] [= NAME]`: the same, but
 * the unit is in another file, see im_document_dup_extracted()
 * @IM_EDIT_UNGROUP: `ungroup NODE`
 * @IM_EDIT_RENAME: `rename NODE = NAME`: gives a node of a graph another name
 * @IM_EDIT_RENAME_GROUP: `rename-group NODE = NAME`: gives the composite or compound of
 * the file that a node is another name for people, and its id another last part if that
 * followed the name; all nodes that are one follow
 * @IM_EDIT_RENAME_PIPELINE: `rename-pipeline = NAME`: the same for what is shown
 * @IM_EDIT_RENAME_SOCKET: `rename-socket PARAMETER = NAME`: gives an input, output or
 * option another name, with all uses in the file
 * @IM_EDIT_TYPE: `type INPUT = TYPE`: says what comes in, such as `float32[3]@100`
 * @IM_EDIT_DECLARE: `declare OUTPUT`: declares an output as what the layers give
 * @IM_EDIT_INPUT: `input NAME [at X Y] [= TYPE]`: gives the pipeline, or a
 * single unit, an input
 * @IM_EDIT_OUTPUT: `output NAME [at X Y]`: gives it an output
 * @IM_EDIT_OPTION: `option NAME TYPE [at X Y] [= DEFAULT]`: gives it an option; the types
 * are those of im_edit_option_types
 * @IM_EDIT_EXPRESSION: `expression NAME [at X Y] = EXPRESSION`: adds a value that is
 * computed; in a graph a node with an input for each name in the expression, and a pipe
 * from the input, option or expression of that name. One without names is a constant.
 * @IM_EDIT_FRAME: `frame NAME X Y WIDTH HEIGHT [= TITLE]`: gives a graph a frame, or its
 * frame of that name another place and size, in pixels; nodes in it stay where they are
 * @IM_EDIT_CHANGE: `change NAME PROPERTY [= VALUE]`: changes what the pipeline says of an
 * input, an output, an option, an expression or a frame; without a value that goes away.
 * The properties are those of im_edit_properties.
 * @IM_EDIT_REQUEUE: `requeue NODE`: puts the queues that a node reads behind it
 * @IM_EDIT_ATTRIBUTE: `attribute ELEMENT NAME [= VALUE]`: an attribute of an element of
 * the file, such as `Imaginet/Unit/Parameters/Int32Option[2]`; without a value it is
 * removed
 * @IM_EDIT_CONTENT: `content ELEMENT NAME = TEXT`: the text of a child of an element,
 *   or with a point as @name of the element itself
 * @IM_EDIT_INSERT_ELEMENT: `insert-element ELEMENT [before ELEMENT] = XML`: puts elements
 * into the first one, in front of one of its children or behind the last
 * @IM_EDIT_REMOVE_ELEMENT: `remove-element ELEMENT`
 * @IM_EDIT_MOVE_ELEMENT: `move-element ELEMENT [before ELEMENT]`: gives an element
 * another place among the children of its parent
 * @IM_EDIT_CODE: `code FILE LINES [= TEXT]`: puts lines in the place of some of a code
 * file of the document, see im_document_list_code(): LINES is `5`, `5-8`, `5-4` for none
 * in front of the fifth, or `all`; without a text they are removed
 */
typedef enum
{
  IM_EDIT_SET,
  IM_EDIT_RESET,
  IM_EDIT_ENABLE,
  IM_EDIT_DISABLE,
  IM_EDIT_INSERT,
  IM_EDIT_ADD,
  IM_EDIT_REMOVE,
  IM_EDIT_DISSOLVE,
  IM_EDIT_MOVE,
  IM_EDIT_PLACE,
  IM_EDIT_LAYOUT,
  IM_EDIT_CONNECT,
  IM_EDIT_DISCONNECT,
  IM_EDIT_ISOLATE,
  IM_EDIT_PASTE,
  IM_EDIT_GROUP,
  IM_EDIT_EXTRACT,
  IM_EDIT_UNGROUP,
  IM_EDIT_RENAME,
  IM_EDIT_RENAME_GROUP,
  IM_EDIT_RENAME_PIPELINE,
  IM_EDIT_RENAME_SOCKET,
  IM_EDIT_TYPE,
  IM_EDIT_DECLARE,
  IM_EDIT_INPUT,
  IM_EDIT_OUTPUT,
  IM_EDIT_OPTION,
  IM_EDIT_EXPRESSION,
  IM_EDIT_FRAME,
  IM_EDIT_CHANGE,
  IM_EDIT_REQUEUE,
  IM_EDIT_ATTRIBUTE,
  IM_EDIT_CONTENT,
  IM_EDIT_INSERT_ELEMENT,
  IM_EDIT_REMOVE_ELEMENT,
  IM_EDIT_MOVE_ELEMENT,
  IM_EDIT_CODE,
  IM_N_EDITS,
} ImEditKind;

/* What an option can be: `int32`, `double`, `bool`, `string` and `shape`, then NULL. */
extern const char *const im_edit_option_types[];

/* What can be said of an input, output, option, expression or frame, then NULL:
 *
 * - `text`: what users call it; of an input, output or option; of a frame its note, which
 *   can have several lines
 * - `description`: of all, sentences
 * - `type`: of an input a tensor type, see TYPE; of an output of a stack an expression;
 * of an option its type; of an expression node what its result has to be, such as `Real`
 * - `shape`, `rate`: of an output of a stack: expressions
 * - `default`, `min`, `max`: of an option
 * - `choices`: of an option: its values with commas between them, each as `LABEL: VALUE`
 *   or `VALUE`
 * - `expression`: of an expression
 * - `inputs`: of an expression node: its inputs with commas between them, each as `NAME:
 *   TYPE` or `NAME`; those that were there keep their pipes by their place in the list
 * - `title`: of a frame: what stands at its upper edge, one line
 * - `color`: of a frame: one of im_frame_color_names
 */
extern const char *const im_edit_properties[];

/* A node and one of its options, inputs or outputs. */
typedef struct
{
  const char *node;
  const char *parameter;
} ImEditPort;

/* A place of the canvas, in pixels from the origin; what is farther away than
 * IM_EDIT_MAX_PLACE goes to that. */
typedef struct
{
  double x;
  double y;
} ImEditPlace;

/**
 * ImEdit:
 * @kind: what is done
 * @scope: (array length=n_scope) (nullable): the nodes to go into first, from what is
 * shown inward
 * @n_scope: their number
 * @nodes: (array length=n_nodes): names of nodes that it is done to, at least one where
 * the form of @kind has any; of TYPE, DECLARE, INPUT and so on up to CHANGE the input,
 * output, option, expression or frame
 * @n_nodes: their number
 * @places: (nullable): of PLACE one of each node, of ADD one, of PASTE, INPUT, OUTPUT,
 * OPTION and EXPRESSION one or NULL; of FRAME two: the corner, and how wide and high it
 * is, from IM_FRAME_MIN_SIZE to IM_FRAME_MAX_SIZE: what is beyond goes to that
 * @unit: (nullable): the id of a new unit
 * @options: (array length=n_options) (nullable): of GROUP and EXTRACT: what is set from
 * outside then
 * @n_options: their number
 * @before: (nullable): the node, or the way to the element, in front of which it goes;
 * NULL for the end
 * @source: of CONNECT: an output
 * @target: an option or an input; of ADD with a node NULL for none
 * @element: (nullable): of ATTRIBUTE, CONTENT and the kinds of elements: the way to an
 * element, see above; of CODE the file
 * @name: (nullable): of ATTRIBUTE and CONTENT: the name of what is set there;
 * of OPTION the type, of CHANGE the property, of CODE the lines
 * @text: (nullable): what stands behind `=`
 *
 * All texts are borrowed.
 */
typedef struct
{
  ImEditKind kind;
  const char *const *scope;
  guint n_scope;
  const char *const *nodes;
  guint n_nodes;
  const ImEditPlace *places;
  const char *unit;
  const ImEditPort *options;
  guint n_options;
  const char *before;
  ImEditPort source;
  ImEditPort target;
  const char *element;
  const char *name;
  const char *text;
} ImEdit;

/**
 * im_edit_copy:
 * @edit: an edit
 * @arena: where the texts of the copy live
 *
 * Returns: the edit with texts of its own, which outlives a change of the document that
 *   its names were taken from
 */
ImEdit im_edit_copy (const ImEdit *edit, ImArena *arena);

/**
 * im_edit_append_text:
 * @edit: an edit
 * @out: where to append
 *
 * Appends what im_edit_parse() reads, without a line end behind it.
 */
void im_edit_append_text (const ImEdit *edit, GString *out);

/**
 * im_edit_append_forms:
 * @out: where to append
 *
 * Appends the forms of all kinds for people, each on a line that begins with two blanks:
 * `  set NODE.OPTION = EXPRESSION`; the last line says where an edit has its scope.
 */
void im_edit_append_forms (GString *out);

/**
 * im_edit_parse:
 * @text: one edit
 * @arena: where its texts live
 * @edit: (out): the edit; untouched on failure
 * @error: return location for an [error@Im.EditError]
 *
 * Returns: whether it is one
 */
gboolean im_edit_parse (const char *text, ImArena *arena, ImEdit *edit, GError **error);

/**
 * im_edit_parse_script:
 * @text: edits, one on a line; empty lines and those that begin with `#` are nothing
 * @arena: where their texts live
 * @error: return location for an [error@Im.EditError], whose message begins with the line
 *
 * Returns: (nullable) (transfer full) (element-type ImEdit): the edits
 */
GArray *im_edit_parse_script (const char *text, ImArena *arena, GError **error);

G_END_DECLS
