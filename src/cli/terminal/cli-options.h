/* Options: one table for all commands, of which each takes a part.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _CliCommand CliCommand;

typedef enum
{
  CLI_OPTION_WITH,
  CLI_OPTION_STAGE,
  CLI_OPTION_UNITS,
  CLI_OPTION_UNIT,
  CLI_OPTION_STRICT,
  CLI_OPTION_QUIET,
  CLI_OPTION_OUTPUT,
  CLI_OPTION_PREFIX,
  CLI_OPTION_NAME,
  CLI_OPTION_TARGETS,
  CLI_OPTION_NO_TEST,
  CLI_OPTION_ALLOW_DIFFERENT,
  CLI_OPTION_ZIP,
  CLI_OPTION_INPUT,
  CLI_OPTION_LABELS,
  CLI_OPTION_CHANNELS,
  CLI_OPTION_TIME,
  CLI_OPTION_RATE,
  CLI_OPTION_SEPARATOR,
  CLI_OPTION_DECIMAL,
  CLI_OPTION_HEADER,
  CLI_OPTION_BAUD,
  CLI_OPTION_SECONDS,
  CLI_OPTION_SAVE,
  CLI_OPTION_SKIP,
  CLI_OPTION_ALIGN,
  CLI_OPTION_SEED,
  CLI_OPTION_FRAMES,
  CLI_OPTION_THOROUGH,
  CLI_OPTION_TARGET,
  CLI_OPTION_CORE,
  CLI_OPTION_BY_LAYER,
  CLI_OPTION_EXACT,
  CLI_OPTION_BOARD,
  CLI_OPTION_COMPILE,
  CLI_OPTION_TIMEOUT,
  CLI_OPTION_KEEP,
  CLI_OPTION_JOBS,
  CLI_OPTION_TRUST,
  CLI_OPTION_REMOVE,
  CLI_OPTION_TEMPLATE,
  CLI_OPTION_WRAP,
  CLI_OPTION_WHAT,
  CLI_OPTION_LAYER,
  CLI_OPTION_FORMAT,
  CLI_OPTION_STYLE,
  CLI_OPTION_RULES,
  CLI_OPTION_OP,
  CLI_OPTION_RESULT,
  CLI_OPTION_ALLOW_CAST,
  CLI_OPTION_UPSTREAM,
  CLI_OPTION_MLIR,
  CLI_OPTION_VERIFY_DIAGNOSTICS,
  CLI_OPTION_ARGUMENTS,
  CLI_OPTION_OPERATOR,
  CLI_OPTION_GRAPH,
  CLI_OPTION_ALL,
  CLI_OPTION_ATTRIB,
  CLI_OPTION_FUNCTION,
  CLI_OPTION_ENGINE,
  CLI_OPTION_LANGUAGE,
  CLI_OPTION_SVG,
  CLI_OPTION_KERNEL,
  CLI_OPTION_INDICES,
  CLI_OPTION_FIX,
  CLI_OPTION_FROM,
  CLI_OPTION_TO,
  CLI_OPTION_START,
  CLI_OPTION_END,
  CLI_OPTION_SCRIPT,
  CLI_OPTION_FORCE,
  CLI_OPTION_CHECK,
  CLI_OPTION_DIFF,
  CLI_OPTION_LICENCE,
  CLI_OPTION_AUTHOR,
  CLI_OPTION_JSON,
  CLI_OPTION_COLOUR,
  CLI_OPTION_HELP,
  CLI_N_OPTIONS,
} CliOptionId;

/* What every command takes. */
#define CLI_OPTIONS_COMMON CLI_OPTION_JSON, CLI_OPTION_COLOUR, CLI_OPTION_HELP

/**
 * CliOptions:
 * @with: (nullable): NAME=VALUE texts
 * @stage: (nullable): what to dump
 * @units: (nullable): folders of units
 * @unit: (nullable): which unit of a file is meant
 * @from: (nullable): the pipe that the part begins with
 * @to: (nullable): the pipe that the part ends with
 * @start: (nullable): seconds that a picture starts at
 * @end: (nullable): seconds that it ends at
 * @strict: whether warnings count as errors
 * @quiet: whether to leave the summary out
 * @output: (nullable): the folder that files are written to
 * @prefix: (nullable): what names of emitted code begin with
 * @name: (nullable): what emitted files are called
 * @targets: (nullable): what to compile for
 * @no_test: whether to leave the test out, and run nothing
 * @allow_different: whether a bundle that is not proven is no error
 * @zip: whether to pack the bundle
 * @recordings: (nullable): recordings
 * @input: (nullable): the last one of @recordings
 * @channels: (nullable): of them, see cli_feed_new()
 * @time: (nullable): their columns of time
 * @rate: (nullable): their rows per second
 * @separator: (nullable): what stands between their cells
 * @decimal: (nullable): their decimal signs
 * @header: (nullable): whether they begin with names
 * @baud: (nullable): the speeds of serial ports
 * @seconds: (nullable): for how long a microphone or a port is recorded
 * @save: (nullable): where that recording is kept
 * @skip: (nullable): seconds of their beginnings that are left out
 * @align: (nullable): whether they begin with the one that begins last
 * @seed: of random frames
 * @frames: how many frames, 0 if not given
 * @target: (nullable): what to compile with and for
 * @by_layer: whether errors are shown layer by layer
 * @exact: whether nothing rounds a product and a sum at once
 * @board: (nullable): the board that something has to fit on
 * @thorough: whether to try all types, ranks and axes
 * @timeout: seconds that a program may take, 0 if not given
 * @keep: (nullable): the folder that files stay in
 * @jobs: how much to do at once, 0 if not given
 * @trust: whether the code of the packages that are named is trusted from now on
 * @template: (nullable): what something new begins with
 * @wrap: (nullable): a file of code, with `:` and a function or without, to make a unit
 * of
 * @remove: whether folders are taken out of a list
 * @what: (nullable): what to draw
 * @layer: (nullable): of which layer
 * @format: (nullable): of the file of a picture
 * @style: (nullable): colours of a picture
 * @rules: (nullable): whose rules of broadcasting
 * @ops: (nullable): operations that broadcast
 * @op: (nullable): the last one of @ops
 * @result: (nullable): the result that an operation declares
 * @allow_cast: whether a declared size may stand for one that is not known
 * @upstream: whether results are judged as LLVM does it
 * @mlir: (nullable): a file of operations of MLIR
 * @verify_diagnostics: whether the comments in it are compared with the verdicts
 * @inputs: (nullable): NAME=VALUE texts for the parameters of a function
 * @operator_name: (nullable): which operator of a file is meant
 * @graph: (nullable): which graph of a file is meant
 * @all: whether all graphs are
 * @attributes: (nullable): NAME=EXPR texts for its attributes
 * @function: (nullable): which function of a file is meant
 * @engine: (nullable): what computes a formula
 * @language: (nullable): what is emitted of it
 * @svg: whether a picture is made of it
 * @kernel: which of its statements, from 1, or 0
 * @indices: (nullable): two of its indices with a comma between
 * @fix: whether a file is mended where problems have a fix
 * @script: (nullable): a file of edits
 * @force: whether a file is written that has new errors
 * @check: whether nothing is written
 * @diff: the same, and what would change is shown
 * @licence: (nullable): of a package
 * @author: (nullable): who made a package
 * @json: whether the result is for scripts
 * @colour: (nullable): `always`, `never` or `auto`
 * @help: whether only help is wanted
 * @arguments: what is no option; bytes as they were given
 * @n_arguments: their number
 */
typedef struct
{
  char **with;
  char *stage;
  char **units;
  char *unit;
  char *from;
  char *to;
  char *start;
  char *end;
  gboolean strict;
  gboolean quiet;
  char *output;
  char *prefix;
  char *name;
  char *targets;
  gboolean no_test;
  gboolean allow_different;
  gboolean zip;
  char **recordings;
  const char *input;
  char *labels;
  char **channels;
  char **time;
  char **rate;
  char **separator;
  char **decimal;
  char **skip;
  char **align;
  char **header;
  char **baud;
  char *seconds;
  char *save;
  gint64 seed;
  gint frames;
  char *target;
  gboolean by_layer;
  gboolean exact;
  char *board;
  gboolean thorough;
  gboolean compile;
  gint timeout;
  char *keep;
  gint jobs;
  gboolean trust;
  char *template;
  char *wrap;
  gboolean remove;
  char *what;
  char *layer;
  char *format;
  char *style;
  char *rules;
  char **ops;
  const char *op;
  char *result;
  gboolean allow_cast;
  gboolean upstream;
  char *mlir;
  gboolean verify_diagnostics;
  char **inputs;
  char *operator_name;
  char *graph;
  gboolean all;
  char **attributes;
  char *function;
  char *engine;
  char *language;
  gboolean svg;
  gint kernel;
  char *indices;
  gboolean fix;
  char *script;
  gboolean force;
  gboolean check;
  gboolean diff;
  char *licence;
  char *author;
  gboolean json;
  char *colour;
  gboolean help;
  char **arguments;
  guint n_arguments;
} CliOptions;

/**
 * cli_options_parse:
 * @options: (out): the options; clear them with cli_options_clear()
 * @command: whose options
 * @argc: number of words, the command first
 * @argv: the words
 * @error: return location for a sentence about what is wrong
 *
 * Reads the words behind a command. With `--help` nothing else is looked at.
 *
 * Returns: TRUE if the command can run
 */
gboolean cli_options_parse (CliOptions *options,
                            const CliCommand *command,
                            int argc,
                            char **argv,
                            GError **error);

/**
 * cli_options_has_json:
 * @argc: number of words
 * @argv: the words, of which the first one is not looked at
 *
 * Finds out how to tell what is wrong with words that cannot be read.
 *
 * Returns: whether `--json` or its letter is among them, in front of a `--`
 */
gboolean cli_options_has_json (int argc, char **argv);

void cli_options_clear (CliOptions *options);

/**
 * cli_options_dup_help:
 * @command: a command
 *
 * Returns: its help: usage, options, description
 */
char *cli_options_dup_help (const CliCommand *command);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliOptions, cli_options_clear)

G_END_DECLS
