/* Units: what an .imunit file declares.
 *
 * One model serves all roots of both dialects: Function, Queue, Unit, Composite and
 * Compound. It is plain data in the arena of its file and immutable. Expressions are kept
 * as text with their place in the file; im_unit_compile() parses them once, when somebody
 * needs it. What a unit can say stands here: an element of the file that a part of a unit
 * carries is its place, which only `document`, that edits texts, looks into;
 * im-unit-place.h says where it is.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "lang/im-expr.h"
#include "tensor/im-tensor-type.h"
#include "unit/im-unit-promises.h"

G_BEGIN_DECLS

typedef struct _ImUnitFile ImUnitFile;
typedef struct _ImUnitOperator ImUnitOperator;
typedef struct _ImUnitFrame ImUnitFrame;

/* The namespace of attributes and elements of our own. */
#define IM_UNIT_NAMESPACE "urn:imaginet-studio:1"

/**
 * ImUnitText:
 * @text: the decoded text, NULL if the file does not have it
 * @raw: where it stands in the file
 *
 * A text of the file that is no expression.
 */
typedef struct
{
  const char *text;
  ImSpan raw;
} ImUnitText;

/**
 * ImUnitExpr:
 * @text: the expression
 * @raw: where it stands in the file
 * @symbols: the names it may use
 * @expr: (nullable): the tree, after im_unit_compile()
 * @error: (nullable): why there is none
 *
 * An expression of the file.
 */
typedef struct
{
  const char *text;
  ImSpan raw;
  const ImSymbols *symbols;
  const ImExpr *expr;
  const ImExprError *error;
} ImUnitExpr;

typedef enum
{
  IM_UNIT_FUNCTION, /* Function */
  IM_UNIT_QUEUE,    /* Queue */
  IM_UNIT_UNIT,     /* Unit, of the newer dialect: a function or a queue */
  IM_UNIT_COMPOSITE,
  IM_UNIT_COMPOUND,
} ImUnitKind;

typedef enum
{
  IM_PARAMETER_INPUT,
  IM_PARAMETER_OUTPUT,
  IM_PARAMETER_RETURN, /* an output that is a view of an input: no memory */
  IM_PARAMETER_INT,
  IM_PARAMETER_DOUBLE,
  IM_PARAMETER_BOOL,
  IM_PARAMETER_STRING,
  IM_PARAMETER_SHAPE,
  IM_PARAMETER_FILE,
  IM_PARAMETER_DIRECTORY,
  IM_PARAMETER_HIDDEN,   /* Hidden, Expression */
  IM_PARAMETER_HANDLE,   /* bytes of state */
  IM_PARAMETER_EXTERNAL, /* a table computed by a function of the original tool */
  IM_PARAMETER_STREAM,   /* a pipe of the operating system */
  IM_N_PARAMETERS,
} ImParameterKind;

/**
 * ImParameterItem:
 * @label: what the user sees
 * @value: the value as text
 *
 * One choice of an option.
 */
typedef struct
{
  const char *label;
  ImUnitText value;
} ImParameterItem;

typedef struct _ImParameter ImParameter;

/**
 * ImOption:
 * @parameter: the parameter that it is, of a kind from INT to DIRECTORY
 * @initial: the default as text; NULL stands for zero or empty
 * @fitting: (nullable): the default that fits what else is given, such as the shape of an
 * input; where it has no value, @initial is the default
 * @minimum: of a number: the smallest value for the editor
 * @maximum: of a number: the largest value for the editor
 * @ui: the control to use
 * @items: the choices
 * @n_items: their number
 * @has_items: whether there is a list of choices; an empty one is filled at run time
 * @is_global: whether it has one value for all units of a project
 * @is_written: of an operator of SkriptND: whether its text is an expression of that
 * language; it takes numbers, bools and shapes, too, which are written so
 *
 * What the user chooses for a unit.
 */
typedef struct
{
  const ImParameter *parameter;
  ImUnitText initial;
  ImUnitExpr *fitting;
  ImUnitText minimum;
  ImUnitText maximum;
  ImUnitText ui;
  const ImParameterItem *items;
  guint n_items;
  gboolean has_items;
  gboolean is_global;
  gboolean is_written;
} ImOption;

/**
 * ImUnitDeclared:
 * @type: an element type, such as `Float32`
 * @shape: a shape, such as `[128,3]`
 * @rate: a number, such as `16000`
 *
 * What a file says of what flows through a socket, as texts; those that it does not say
 * are NULL. Whether they can be read is not known here.
 */
typedef struct
{
  ImUnitText type;
  ImUnitText shape;
  ImUnitText rate;
} ImUnitDeclared;

/**
 * ImSocket:
 * @parameter: the parameter that it is, of the kind INPUT, OUTPUT or RETURN
 * @port: (nullable): of a socket at one of several ports of a node that is no unit: the
 * port, in attributes that say what flows there
 * @declared: of an input: what flows into a pipeline, from `im:type`, `im:shape` and
 * `im:rate`, or `im:type.PORT` and so on of one of several ports of a node, or from
 * `intype`, `inshape` and `infreq` of a project, where a rate of zero is none
 * @given: of an output of a project: what its layers are said to give, from `outtype` and
 * `outshape`
 * @pipe: (nullable): the stream it belongs to
 * @is_optional: of an input: it may stay unconnected; also of all time sockets; of an
 * output of an operator: there may be none, because its pack is shorter
 * @is_time: it carries time stamps
 * @rate_is_approximate: of an output
 * @follows_layers: of an output of a composite: what is said of it changes with its
 * layers
 * @type: (nullable): of an output
 * @shape: (nullable): of an output
 * @rate: (nullable): of an output
 * @shift: (nullable): of an output
 * @scale: (nullable): of an output
 * @offset: (nullable): of an output
 * @in_place_of: (nullable): of an output: the input whose memory it may share
 * @window: (nullable): of an output of a queue: how many inputs a result is made of
 * @sample_rate: (nullable): of an output: samples in a second along an axis that another
 * size replaces one of the input
 *
 * Where tensors flow into a unit, or out of it.
 */
typedef struct
{
  const ImParameter *parameter;
  const char *port;
  ImUnitDeclared declared;
  ImUnitDeclared given;
  const char *pipe;
  gboolean is_optional;
  gboolean is_time;
  gboolean rate_is_approximate;
  gboolean follows_layers;
  ImUnitExpr *type;
  ImUnitExpr *shape;
  ImUnitExpr *rate;
  ImUnitExpr *shift;
  ImUnitExpr *scale;
  ImUnitExpr *offset;
  const char *in_place_of;
  ImUnitExpr *window;
  ImUnitExpr *sample_rate;
} ImSocket;

/**
 * ImBinding:
 * @parameter: the parameter that it is, of the kind HIDDEN
 * @value: (nullable): what it stands for; without one it has no value
 *
 * A name for an expression over other parameters.
 */
typedef struct
{
  const ImParameter *parameter;
  ImUnitExpr *value;
} ImBinding;

/**
 * ImHandle:
 * @parameter: the parameter that it is, of the kind HANDLE
 * @size: (nullable): its bytes
 * @type: (nullable): the type of its elements, bytes if it says none
 *
 * Memory of a unit that stays from one call to the next.
 */
typedef struct
{
  const ImParameter *parameter;
  ImUnitExpr *size;
  ImUnitExpr *type;
} ImHandle;

/**
 * ImExternal:
 * @parameter: the parameter that it is, of the kind EXTERNAL
 * @class_name: the class of the original tool that has the function
 * @call: (nullable): its call
 *
 * A table that the original tool computes.
 */
typedef struct
{
  const ImParameter *parameter;
  const char *class_name;
  ImUnitExpr *call;
} ImExternal;

/**
 * ImParameter:
 * @kind: what it is
 * @element: its place, or that of the node of a compound
 * @name: the name in expressions
 * @text: the name for users, the same as @name if there is none
 * @description: (nullable): one or more sentences
 * @slot: its slot in the symbols of the unit
 * @conditional: (nullable): of an output or HIDDEN: without it, or if it is true, there
 * is a value
 * @socket: (nullable): of INPUT, OUTPUT and RETURN
 * @option: (nullable): of INT to DIRECTORY: what the user chooses among
 * @binding: (nullable): of HIDDEN
 * @handle: (nullable): of HANDLE
 * @external: (nullable): of EXTERNAL
 *
 * A parameter of a unit: what all have, and what it is. At most one of the last five is
 * there.
 */
struct _ImParameter
{
  ImParameterKind kind;
  const ImXmlElement *element;
  ImUnitText name;
  const char *text;
  const char *description;
  guint slot;
  ImUnitExpr *conditional;
  const ImSocket *socket;
  const ImOption *option;
  const ImBinding *binding;
  const ImHandle *handle;
  const ImExternal *external;
};

typedef enum
{
  IM_CONDITION_EXPRESSION,    /* conditional, Conditional */
  IM_CONDITION_TENSOR_TYPE,   /* TensorType */
  IM_CONDITION_CONSTANT_TYPE, /* ConstantType */
} ImConditionKind;

/**
 * ImCondition:
 * @kind: what it asks
 * @expression: of EXPRESSION the condition, of the others the name of the parameter
 * @type: of the others: the element type by name, or NULL text for any
 * @warns: of CONSTANT_TYPE: warn if the value is not constant
 *
 * A condition of an implementation.
 */
typedef struct
{
  ImConditionKind kind;
  ImUnitExpr *expression;
  ImUnitText type;
  gboolean warns;
} ImCondition;

typedef enum
{
  IM_LANGUAGE_C,
  IM_LANGUAGE_PYTHON,
  IM_LANGUAGE_TILE,     /* a formula, which computes where C or Python is asked for */
  IM_LANGUAGE_SKRIPTND, /* an operator, which does, too */
  IM_LANGUAGE_FACTORY,  /* a function of the original tool */
  IM_LANGUAGE_UNKNOWN,
} ImLanguage;

/**
 * ImImplementation:
 * @element: its place
 * @language: what it is written in
 * @fragment: the fragment, such as `max.h:max_f32`, or a function, such as
 * `conv.tile:conv_1d`
 * @code: (nullable): of one that is made: the text of the file of its fragment, which
 * lies in no folder
 * @call: (nullable): the call, such as `max_f32(input, d0, d1, d2, output)`
 * @class_name: (nullable): of FACTORY
 * @conditions: all of them must hold
 * @n_conditions: their number
 * @block: (nullable): of Enqueue: the argument that says how much comes at once, if the
 * code takes any number of frames
 * @promises: how exact it is, where that is not what the unit says
 */
typedef struct
{
  const ImXmlElement *element;
  ImLanguage language;
  ImUnitText fragment;
  ImSource *code;
  ImUnitExpr *call;
  const char *class_name;
  const ImCondition *conditions;
  guint n_conditions;
  const char *block;
  ImUnitPromises promises;
} ImImplementation;

typedef enum
{
  IM_SECTION_BODY, /* Implementations, Body: once per input */
  IM_SECTION_INIT,
  IM_SECTION_ENQUEUE,
  IM_SECTION_DEQUEUE,     /* Dequeue, NewDomain */
  IM_SECTION_CAN_ENQUEUE, /* CanEnqueue, Status */
  IM_SECTION_CAN_DEQUEUE,
  IM_SECTION_SOFT_RESET,
  IM_SECTION_FINALIZE, /* Destructor */
  IM_N_SECTIONS,
} ImSectionKind;

/**
 * ImSection:
 * @element: (nullable): its place, NULL if the unit does not have the section
 * @returns_status: whether the attribute says that the function returns a status
 * @implementations: in document order
 * @n_implementations: their number
 */
typedef struct
{
  const ImXmlElement *element;
  gboolean returns_status;
  const ImImplementation *implementations;
  guint n_implementations;
} ImSection;

/**
 * ImContract:
 * @element: its place
 * @test: the condition
 * @message: what to tell the user, with expressions in braces
 * @fails_when: the value of @test that is an error: FALSE of Assert, TRUE of the tests of
 * an AssertNode
 * @is_advice: a test that fails is a warning: what is computed is probably not meant
 */
typedef struct
{
  const ImXmlElement *element;
  ImUnitExpr *test;
  ImUnitText message;
  gboolean fails_when;
  gboolean is_advice;
} ImContract;

/**
 * ImUnitArgument:
 * @element: its place
 * @parameter: the parameter of the unit that is used
 * @value: (nullable): in a composite: the expression that it gets
 * @literal: in a compound or a project: the value as text
 * @literal_kind: in a compound or a project: what the text is, such as IM_PARAMETER_SHAPE
 *
 * What a unit gets inside of a composite or compound.
 */
typedef struct
{
  const ImXmlElement *element;
  ImUnitText parameter;
  ImUnitExpr *value;
  ImUnitText literal;
  ImParameterKind literal_kind;
} ImUnitArgument;

/**
 * ImUnitPort:
 * @name: its name in connections
 * @is_output: whether something flows out of it
 * @parameter: (nullable): the input or output of the compound that it is, if it is
 * connected to a node that computes something
 *
 * A port of a node that computes nothing here.
 */
typedef struct
{
  ImUnitText name;
  gboolean is_output;
  const ImParameter *parameter;
} ImUnitPort;

/**
 * ImUnitNodeInput:
 * @name: the name in connections and in the expressions of the node
 * @type: (nullable): what it has to be: `Real`, `Integer`, `Shape`, …
 *
 * An input of a node that computes an expression, or tests some.
 */
typedef struct
{
  ImUnitText name;
  const char *type;
} ImUnitNodeInput;

typedef enum
{
  IM_NODE_UNIT, /* UnitNode; in a composite: Unit */
  IM_NODE_INPUT,
  IM_NODE_OUTPUT,
  IM_NODE_OPTION,
  IM_NODE_EXPRESSION,
  IM_NODE_ASSERT,
  IM_NODE_UNKNOWN, /* of another program, such as a device: kept as it is */
} ImNodeKind;

/**
 * ImUnitNode:
 * @kind: what it is
 * @element: its place
 * @id: its name in connections; in a composite there is none
 * @x: place on the canvas, to the right
 * @y: place on the canvas, downward
 * @is_enabled: whether it takes part
 * @unit_id: of UNIT
 * @arguments: of UNIT
 * @n_arguments: their number
 * @parameter: (nullable): of INPUT, OUTPUT, OPTION: the parameter of the compound that it
 * stands for
 * @inputs: of EXPRESSION and ASSERT: what connections lead to; symbols of the tests
 * @n_inputs: their number
 * @expression: (nullable): of EXPRESSION
 * @result_type: of EXPRESSION: `Real`, `Integer`, `Shape`, …
 * @tests: of ASSERT
 * @n_tests: their number
 * @label: (nullable): of UNKNOWN: its name for users, or else what it is
 * @ports: of UNKNOWN: those that it declares, and those that connections name
 * @n_ports: their number
 */
typedef struct
{
  ImNodeKind kind;
  const ImXmlElement *element;
  ImUnitText id;
  double x;
  double y;
  gboolean is_enabled;
  ImUnitText unit_id;
  const ImUnitArgument *arguments;
  guint n_arguments;
  const ImParameter *parameter;
  const ImUnitNodeInput *inputs;
  guint n_inputs;
  ImUnitExpr *expression;
  ImUnitText result_type;
  const ImContract *tests;
  guint n_tests;
  const char *label;
  const ImUnitPort *ports;
  guint n_ports;
} ImUnitNode;

/**
 * ImUnitConnection:
 * @element: its place
 * @source_node: id of the node it leaves
 * @source_parameter: where
 * @target_node: id of the node it reaches
 * @target_parameter: where
 */
typedef struct
{
  const ImXmlElement *element;
  ImUnitText source_node;
  ImUnitText source_parameter;
  ImUnitText target_node;
  ImUnitText target_parameter;
} ImUnitConnection;

/**
 * ImUnitExampleTensor:
 * @element: its place
 * @name: the socket
 * @parameter: (nullable): the socket, NULL if there is none of that name
 * @type: of an input: its type
 * @tolerance: of an output: how far results may be from the numbers, or -1 for what the
 * unit promises
 * @numbers: stored values; several tensors stand one behind the other
 * @n_numbers: their number
 *
 * What goes into a socket, or is expected of it.
 */
typedef struct
{
  const ImXmlElement *element;
  ImUnitText name;
  const ImParameter *parameter;
  ImTensorType type;
  double tolerance;
  const double *numbers;
  guint n_numbers;
} ImUnitExampleTensor;

/**
 * ImUnitExample:
 * @element: its place
 * @text: (nullable): what it shows, a sentence
 * @inputs: what goes in
 * @n_inputs: their number
 * @arguments: options that are not at their default, as literals
 * @n_arguments: their number
 * @outputs: what is expected
 * @n_outputs: their number
 *
 * An example of the use of a unit, which can be run.
 */
typedef struct
{
  const ImXmlElement *element;
  const char *text;
  const ImUnitExampleTensor *inputs;
  guint n_inputs;
  const ImUnitArgument *arguments;
  guint n_arguments;
  const ImUnitExampleTensor *outputs;
  guint n_outputs;
} ImUnitExample;

typedef enum
{
  IM_MARKUP_TEXT, /* Description, Text, and what is not known: as it is */
  IM_MARKUP_CODE,
  IM_MARKUP_HEADER,
  IM_MARKUP_IMAGE,
  IM_MARKUP_INLINE, /* a fragment of code */
  IM_MARKUP_LINE_BREAK,
} ImMarkupKind;

/**
 * ImUnitMarkup:
 * @kind: what it is
 * @text: what stands in front of its first child
 * @tail: what stands behind it, in the one around it
 * @reference: of IMAGE the file, of INLINE the fragment; a NULL text if it says none
 * @tag: where its name stands in the file
 * @is_bold: whether its words are bold
 * @is_italic: whether they are slanted
 * @is_underlined: whether they are underlined
 * @first_child: (nullable): the first one inside
 * @next: (nullable): the next one inside the same
 *
 * A part of a description.
 */
typedef struct _ImUnitMarkup ImUnitMarkup;

struct _ImUnitMarkup
{
  ImMarkupKind kind;
  const char *text;
  const char *tail;
  ImUnitText reference;
  ImSpan tag;
  gboolean is_bold;
  gboolean is_italic;
  gboolean is_underlined;
  const ImUnitMarkup *first_child;
  const ImUnitMarkup *next;
};

/**
 * ImUnit:
 * @file: the file that declares it
 * @element: its place
 * @kind: which root it has
 * @is_preprocessor: a composite of a project: its layers stand in it without <Stacked>,
 * their arguments are typed literals, and those of sockets are names of pipes
 * @is_of_model: of those: whether it is that of a model of the project
 * @id: the unique name, such as `Core.Math.Max`
 * @display_name: the name for users, the last part of @id if there is none
 * @display_path: where it stands in the library, such as `/Math`
 * @description: (nullable): its documentation
 * @tags: names of its tags
 * @n_tags: their number
 * @promises: how exact what it computes is
 * @float_twin: (nullable): the input whose numbers its output stores in another way:
 * where layers in fixed point are measured against floats, the input is passed on
 * @symbols: the names that its expressions may use; one slot per parameter
 * @parameters: in document order; of a compound one per input, option and output node
 * @n_parameters: their number
 * @contracts: in document order
 * @n_contracts: their number
 * @sections: one per ImSectionKind
 * @nodes: of a compound the nodes, of a composite the stacked units in order
 * @n_nodes: their number
 * @connections: of a compound
 * @n_connections: their number
 * @frames: of a compound, from the one behind to the one in front, see im-unit-frame.h
 * @n_frames: their number
 * @examples: in document order
 * @n_examples: their number
 * @expressions: every expression of the unit
 * @n_expressions: their number
 * @operation: (nullable): the operator of SkriptND that it is, see im-unit-operator.h:
 * what its outputs, its hidden values and its contracts are, the operator says
 *
 * A unit.
 */
struct _ImUnit
{
  const ImUnitFile *file;
  const ImXmlElement *element;
  ImUnitKind kind;
  gboolean is_preprocessor;
  gboolean is_of_model;
  ImUnitText id;
  const char *display_name;
  const char *display_path;
  const ImUnitMarkup *description;
  const char *const *tags;
  guint n_tags;
  ImUnitPromises promises;
  const char *float_twin;
  ImSymbols *symbols;
  const ImParameter *parameters;
  guint n_parameters;
  const ImContract *contracts;
  guint n_contracts;
  ImSection sections[IM_N_SECTIONS];
  const ImUnitNode *nodes;
  guint n_nodes;
  const ImUnitConnection *connections;
  guint n_connections;
  const ImUnitFrame *frames;
  guint n_frames;
  const ImUnitExample *examples;
  guint n_examples;
  ImUnitExpr **expressions;
  guint n_expressions;
  const ImUnitOperator *operation;
  /*< private >*/
  gint is_compiled;        /* set behind all that im_unit_compile() writes */
  ImArena *expr_arena;     /* of the parsed expressions */
  GPtrArray *node_symbols; /* ImSymbols of expression and assert nodes */
};

/**
 * im_unit_compile:
 * @unit: a unit
 *
 * Parses all expressions, unless that is done. May be called from any thread.
 */
void im_unit_compile (const ImUnit *unit);

/* Whether an expression of a parameter names another one, or it is computed in its
 * place. */
gboolean im_parameter_uses (const ImParameter *user, const char *name);

/**
 * im_unit_find_parameter:
 * @unit: a unit
 * @name: a name
 *
 * Returns: (nullable): the parameter of that name
 */
const ImParameter *im_unit_find_parameter (const ImUnit *unit, const char *name);

/**
 * im_unit_find_main_input:
 * @unit: a unit
 *
 * Returns: (nullable): the first input that is neither optional nor a time socket, or
 * else the first one: outputs inherit from it what they do not say
 */
const ImParameter *im_unit_find_main_input (const ImUnit *unit);

/**
 * im_unit_is_queue:
 * @unit: a unit
 *
 * Returns: whether it has a Dequeue section: what follows it runs at a rate of its own
 */
gboolean im_unit_is_queue (const ImUnit *unit);

/**
 * im_unit_append_description:
 * @unit: a unit
 * @out: where to append
 *
 * Appends the documentation as plain text: headers on lines of their own, paragraphs with
 * their indentation removed, images and inlined fragments named.
 */
void im_unit_append_description (const ImUnit *unit, GString *out);

/* Whether it is made of other units: a composite, which has a stack of layers, or a
 * compound, which has nodes and links. */
gboolean im_unit_is_graph (const ImUnit *unit);

const char *im_unit_kind_get_name (ImUnitKind kind);
const char *im_parameter_kind_get_name (ImParameterKind kind);
const char *im_section_get_name (ImSectionKind section);
const char *im_language_get_name (ImLanguage language);

/* Whether it is one of formulas, of which C and Python are made. */
gboolean im_language_is_formula (ImLanguage language);
const char *im_node_kind_get_name (ImNodeKind kind);

/**
 * im_unit_node_find_port:
 * @node: a node that computes nothing here
 * @name: a name
 * @is_output: whether something has to flow out of it
 * @number: (out) (optional): which of the outputs, or inputs, it is
 *
 * Returns: (nullable): the port
 */
const ImUnitPort *im_unit_node_find_port (const ImUnitNode *node,
                                          const char *name,
                                          gboolean is_output,
                                          guint *number);

/**
 * im_parameter_is_option:
 * @parameter: a parameter
 *
 * Returns: whether the user chooses its value
 */
gboolean im_parameter_is_option (const ImParameter *parameter);

/* Whether an argument of a layer can be for it: a socket or an option. */
gboolean im_parameter_can_be_set (const ImParameter *parameter);

/* The expression of a binding, or the bytes of a handle; NULL if there is none. */
const ImUnitExpr *im_parameter_get_value (const ImParameter *parameter);

/* The type of an output, or of the elements of a handle; NULL if there is none. */
const ImUnitExpr *im_parameter_get_type (const ImParameter *parameter);

/* The attribute of our namespace that says the @name of what flows into an input, such as
 * `shape`, or `shape.PORT` of one of several ports of a node. */
char *im_socket_dup_declared_name (const ImSocket *input, const char *name);

/**
 * im_unit_append_example:
 * @example: an example
 * @out: where to append
 *
 * Appends what goes in and what is expected, for people: a line each, such as `axis = 1`
 * or `output: 7 5 3`. Of long tensors only the first numbers are told.
 */
void im_unit_append_example (const ImUnitExample *example, GString *out);

/**
 * im_unit_append_text:
 * @unit: a unit
 * @out: where to append
 *
 * Appends all that was understood of a unit, a line each, for `imaginet dump` and golden
 * tests.
 */
void im_unit_append_text (const ImUnit *unit, GString *out);

G_END_DECLS
