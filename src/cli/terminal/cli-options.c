/* SPDX-License-Identifier: MIT
 *
 * Words are taken as the bytes that they are, because files may have any name and because
 * GOption would refuse expressions that the locale cannot spell.
 */
#include "cli/terminal/cli-options.h"

#include <stdarg.h>
#include <string.h>

#include "base/im-text.h"
#include "cli/terminal/cli-command.h"
#include "cli/terminal/cli-text.h"
#include "recording/im-recording.h"

#define MAX_TIME_S (7 * 24 * 3600) /* longer than anybody waits */
#define MAX_JOBS   256

typedef struct
{
  const char *name;
  char letter;
  GOptionArg kind;
  const char *summary;
  const char *value;
  glong offset;
  gint64 max; /* of a number, which starts at 0 */
} OptionRow;

static const OptionRow rows[CLI_N_OPTIONS] = {
  [CLI_OPTION_WITH] = { "with", 'w', G_OPTION_ARG_FILENAME_ARRAY,
                        "Give a name its value; may be repeated", "NAME=VALUE",
                        G_STRUCT_OFFSET (CliOptions, with) },
  [CLI_OPTION_STAGE] = { "stage", 's', G_OPTION_ARG_FILENAME,
                         "tokens, ast, unit, fragments, graph, program, plan or routines",
                         "STAGE", G_STRUCT_OFFSET (CliOptions, stage) },
  [CLI_OPTION_UNITS] = { "units", 'u', G_OPTION_ARG_FILENAME_ARRAY,
                         "Look for units in a folder first; may be repeated", "FOLDER",
                         G_STRUCT_OFFSET (CliOptions, units) },
  [CLI_OPTION_UNIT] = { "unit", 0, G_OPTION_ARG_FILENAME,
                        "Take this unit of a file, not its main pipeline; tile: write it",
                        "ID", G_STRUCT_OFFSET (CliOptions, unit) },
  [CLI_OPTION_FROM] = { "from", 0, G_OPTION_ARG_FILENAME,
                        "Take what is behind this pipe; the first output if no port",
                        "NODE.PORT", G_STRUCT_OFFSET (CliOptions, from) },
  [CLI_OPTION_TO] = { "to", 0, G_OPTION_ARG_FILENAME, "Take what this pipe needs",
                      "NODE.PORT", G_STRUCT_OFFSET (CliOptions, to) },
  [CLI_OPTION_START] = { "start", 0, G_OPTION_ARG_FILENAME,
                         "Draw a recording from this time on, in seconds", "S",
                         G_STRUCT_OFFSET (CliOptions, start) },
  [CLI_OPTION_END] = { "end", 0, G_OPTION_ARG_FILENAME,
                       "Draw a recording until this time, in seconds", "S",
                       G_STRUCT_OFFSET (CliOptions, end) },
  [CLI_OPTION_STRICT] = { "strict", 0, G_OPTION_ARG_NONE, "Count warnings as errors",
                          NULL, G_STRUCT_OFFSET (CliOptions, strict) },
  [CLI_OPTION_QUIET] = { "quiet", 'q', G_OPTION_ARG_NONE, "Leave the summary out", NULL,
                         G_STRUCT_OFFSET (CliOptions, quiet) },
  [CLI_OPTION_OUTPUT] = { "output", 'o', G_OPTION_ARG_FILENAME,
                          "Write the result to a file; export, unit, sknd: to a folder",
                          "PATH", G_STRUCT_OFFSET (CliOptions, output) },
  [CLI_OPTION_PREFIX] = { "prefix", 'p', G_OPTION_ARG_FILENAME,
                          "What all names begin with; IMAI if not given", "PREFIX",
                          G_STRUCT_OFFSET (CliOptions, prefix) },
  [CLI_OPTION_NAME] = { "name", 'n', G_OPTION_ARG_FILENAME,
                        "What the files are called, not like the unit", "NAME",
                        G_STRUCT_OFFSET (CliOptions, name) },
  [CLI_OPTION_TARGETS] = { "targets", 't', G_OPTION_ARG_FILENAME,
                           "Compile for them too, with commas between", "LIST",
                           G_STRUCT_OFFSET (CliOptions, targets) },
  [CLI_OPTION_NO_TEST] = { "no-test", 0, G_OPTION_ARG_NONE,
                           "Leave the test out: nothing is run", NULL,
                           G_STRUCT_OFFSET (CliOptions, no_test) },
  [CLI_OPTION_ALLOW_DIFFERENT] = { "allow-different", 0, G_OPTION_ARG_NONE,
                                   "Only warn if C and Python differ, or cannot be run",
                                   NULL, G_STRUCT_OFFSET (CliOptions, allow_different) },
  [CLI_OPTION_ZIP] = { "zip", 'z', G_OPTION_ARG_NONE,
                       "Pack all into one file instead of a folder", NULL,
                       G_STRUCT_OFFSET (CliOptions, zip) },
  [CLI_OPTION_INPUT] = { "input", 'i', G_OPTION_ARG_FILENAME_ARRAY,
                         "A recording to run on, CSV, WAV or NPY; run, probe: also "
                         "microphone:[DEVICE] or serial:PORT",
                         "FILE", G_STRUCT_OFFSET (CliOptions, recordings) },
  [CLI_OPTION_LABELS] = { "labels", 0, G_OPTION_ARG_FILENAME,
                          "Labels of the recording; of FILE.csv those of FILE.label if "
                          "not given",
                          "FILE", G_STRUCT_OFFSET (CliOptions, labels) },
  [CLI_OPTION_CHANNELS] = { "channels", 0, G_OPTION_ARG_STRING_ARRAY,
                            "Which columns or channels of the recording go in, in this "
                            "order, by name or number",
                            "LIST", G_STRUCT_OFFSET (CliOptions, channels) },
  [CLI_OPTION_TIME] = { "time", 0, G_OPTION_ARG_STRING_ARRAY,
                        "Which column of the recording is time, or none", "COLUMN",
                        G_STRUCT_OFFSET (CliOptions, time) },
  [CLI_OPTION_RATE] = { "rate", 0, G_OPTION_ARG_STRING_ARRAY,
                        "Rows per second of a recording that does not say it", "HZ",
                        G_STRUCT_OFFSET (CliOptions, rate) },
  [CLI_OPTION_SEPARATOR] = { "separator", 0, G_OPTION_ARG_STRING_ARRAY,
                             "What stands between cells: comma, semicolon, tab or space",
                             "SIGN", G_STRUCT_OFFSET (CliOptions, separator) },
  [CLI_OPTION_DECIMAL] = { "decimal", 0, G_OPTION_ARG_STRING_ARRAY,
                           "The decimal sign: point or comma", "SIGN",
                           G_STRUCT_OFFSET (CliOptions, decimal) },
  [CLI_OPTION_HEADER] = { "header", 0, G_OPTION_ARG_STRING_ARRAY,
                          "Whether the first row has names: yes or no", "ANSWER",
                          G_STRUCT_OFFSET (CliOptions, header) },
  [CLI_OPTION_BAUD] = { "baud", 0, G_OPTION_ARG_STRING_ARRAY,
                        "Bits per second of a serial port; 115200 if not given", "N",
                        G_STRUCT_OFFSET (CliOptions, baud) },
  [CLI_OPTION_SECONDS] = { "seconds", 0, G_OPTION_ARG_FILENAME,
                           "For how long a microphone or a serial port is recorded; "
                           "until Ctrl-C if not given",
                           "N", G_STRUCT_OFFSET (CliOptions, seconds) },
  [CLI_OPTION_SAVE] = { "save", 0, G_OPTION_ARG_FILENAME,
                        "Keep that recording: .wav of a microphone, .csv of a port",
                        "FILE", G_STRUCT_OFFSET (CliOptions, save) },
  [CLI_OPTION_SKIP] = { "skip", 0, G_OPTION_ARG_STRING_ARRAY,
                        "Seconds at the beginning of the recording that are left out",
                        "S", G_STRUCT_OFFSET (CliOptions, skip) },
  [CLI_OPTION_ALIGN] = { "align", 0, G_OPTION_ARG_STRING_ARRAY,
                         "Whether recordings begin with the one that begins last: yes or "
                         "no",
                         "ANSWER", G_STRUCT_OFFSET (CliOptions, align) },
  [CLI_OPTION_SEED] = { "seed", 0, G_OPTION_ARG_INT64,
                        "Where the random frames start; 0 if not given", "N",
                        G_STRUCT_OFFSET (CliOptions, seed), G_MAXINT64 },
  [CLI_OPTION_FRAMES] = { "frames", 'f', G_OPTION_ARG_INT, "How many frames to run", "N",
                          G_STRUCT_OFFSET (CliOptions, frames),
                          IM_RECORDING_MAX_NUMBERS },
  [CLI_OPTION_THOROUGH] = { "thorough", 0, G_OPTION_ARG_NONE,
                            "Try all types, ranks and axes that a unit takes", NULL,
                            G_STRUCT_OFFSET (CliOptions, thorough) },
  [CLI_OPTION_TARGET] = { "target", 't', G_OPTION_ARG_FILENAME,
                          "Compile with and for them, such as gcc-O0,clang-O2,m4f; see "
                          "below",
                          "LIST", G_STRUCT_OFFSET (CliOptions, target) },
  [CLI_OPTION_CORE] = { "target", 't', G_OPTION_ARG_FILENAME,
                        "Count the instructions of each layer on an emulated core: "
                        "m0plus, m4f, m7, m55 or riscv32",
                        "CORE", G_STRUCT_OFFSET (CliOptions, target) },
  [CLI_OPTION_BY_LAYER] = { "by-layer", 0, G_OPTION_ARG_NONE,
                            "Show the errors of each layer in each build", NULL,
                            G_STRUCT_OFFSET (CliOptions, by_layer) },
  [CLI_OPTION_EXACT] = { "exact", 0, G_OPTION_ARG_NONE,
                         "Let no compiler contract products and sums", NULL,
                         G_STRUCT_OFFSET (CliOptions, exact) },
  [CLI_OPTION_BOARD] = { "board", 'b', G_OPTION_ARG_FILENAME,
                         "Show all about one board; a row for each if not given", "NAME",
                         G_STRUCT_OFFSET (CliOptions, board) },
  [CLI_OPTION_COMPILE] = { "compile", 0, G_OPTION_ARG_NONE,
                           "Export, compile, link and compare each unit", NULL,
                           G_STRUCT_OFFSET (CliOptions, compile) },
  [CLI_OPTION_TIMEOUT] = { "timeout", 0, G_OPTION_ARG_INT,
                           "End what is run after so many seconds", "N",
                           G_STRUCT_OFFSET (CliOptions, timeout), MAX_TIME_S },
  [CLI_OPTION_JOBS] = { "jobs", 0, G_OPTION_ARG_INT,
                        "How much to do at once; as many as processors if not given", "N",
                        G_STRUCT_OFFSET (CliOptions, jobs), MAX_JOBS },
  [CLI_OPTION_KEEP] = { "keep", 'k', G_OPTION_ARG_FILENAME,
                        "Keep all files that are made in a new folder", "FOLDER",
                        G_STRUCT_OFFSET (CliOptions, keep) },
  [CLI_OPTION_TRUST] = { "trust", 0, G_OPTION_ARG_NONE,
                         "Trust the packages, where nothing confines their code", NULL,
                         G_STRUCT_OFFSET (CliOptions, trust) },
  [CLI_OPTION_REMOVE] = { "remove", 0, G_OPTION_ARG_NONE, "Take trust back", NULL,
                          G_STRUCT_OFFSET (CliOptions, remove) },
  [CLI_OPTION_TEMPLATE] = { "template", 't', G_OPTION_ARG_FILENAME,
                            "What it begins with, see “imaginet list templates”", "NAME",
                            G_STRUCT_OFFSET (CliOptions, template) },
  [CLI_OPTION_WRAP] = { "wrap", 0, G_OPTION_ARG_FILENAME,
                        "Make it of a function of C or Python that is there",
                        "FILE[:FUNCTION]", G_STRUCT_OFFSET (CliOptions, wrap) },
  [CLI_OPTION_WHAT] = { "what", 0, G_OPTION_ARG_FILENAME,
                        "pipeline, memory, shapes, shape, timeline, broadcast or "
                        "recording",
                        "PICTURE", G_STRUCT_OFFSET (CliOptions, what) },
  [CLI_OPTION_LAYER] = { "layer", 'l', G_OPTION_ARG_FILENAME,
                         "Of one layer, named by its path or number", "LAYER",
                         G_STRUCT_OFFSET (CliOptions, layer) },
  [CLI_OPTION_FORMAT] = { "format", 0, G_OPTION_ARG_FILENAME,
                          "svg, pdf or png, not what the name of the file says; "
                          "sknd: npy or dat; run: npz, npy or csv",
                          "FORMAT", G_STRUCT_OFFSET (CliOptions, format) },
  [CLI_OPTION_STYLE] = { "style", 0, G_OPTION_ARG_FILENAME,
                         "Colours: light, dark, print, or auto (as the viewer is)",
                         "STYLE", G_STRUCT_OFFSET (CliOptions, style) },
  [CLI_OPTION_RULES] = { "rules", 'r', G_OPTION_ARG_FILENAME,
                         "imaginet, numpy, mlir or tml, not as the operands look",
                         "RULES", G_STRUCT_OFFSET (CliOptions, rules) },
  [CLI_OPTION_OP] = { "op", 0, G_OPTION_ARG_FILENAME_ARRAY,
                      "What is done, such as + or =; of MLIR what is judged", "OP",
                      G_STRUCT_OFFSET (CliOptions, ops) },
  [CLI_OPTION_RESULT] = { "result", 0, G_OPTION_ARG_FILENAME,
                          "Compare with the result that is declared", "SHAPE",
                          G_STRUCT_OFFSET (CliOptions, result) },
  [CLI_OPTION_ALLOW_CAST] = { "allow-cast", 0, G_OPTION_ARG_NONE,
                              "Let the result declare a size that is not known", NULL,
                              G_STRUCT_OFFSET (CliOptions, allow_cast) },
  [CLI_OPTION_UPSTREAM] = { "upstream", 0, G_OPTION_ARG_NONE,
                            "Judge results of MLIR as LLVM does it since 2023", NULL,
                            G_STRUCT_OFFSET (CliOptions, upstream) },
  [CLI_OPTION_MLIR] = { "mlir", 0, G_OPTION_ARG_FILENAME,
                        "Verify the operations of MLIR in a file, - for standard input",
                        "FILE", G_STRUCT_OFFSET (CliOptions, mlir) },
  [CLI_OPTION_VERIFY_DIAGNOSTICS] = { "verify-diagnostics", 0, G_OPTION_ARG_NONE,
                                      "Compare verdicts with comments: expected-error",
                                      NULL,
                                      G_STRUCT_OFFSET (CliOptions, verify_diagnostics) },
  [CLI_OPTION_ARGUMENTS] = { "input", 'i', G_OPTION_ARG_FILENAME_ARRAY,
                             "A parameter: a file of NumPy, a type and shape, or numbers",
                             "NAME=VALUE", G_STRUCT_OFFSET (CliOptions, inputs) },
  [CLI_OPTION_OPERATOR] = { "operator", 0, G_OPTION_ARG_FILENAME,
                            "Which operator of the file; its only one if not given",
                            "NAME", G_STRUCT_OFFSET (CliOptions, operator_name) },
  [CLI_OPTION_GRAPH] = { "graph", 0, G_OPTION_ARG_FILENAME,
                         "Which graph of the file; its first one if not given", "NAME",
                         G_STRUCT_OFFSET (CliOptions, graph) },
  [CLI_OPTION_ALL] = { "all", 0, G_OPTION_ARG_NONE,
                       "Take all graphs for the shapes that they declare", NULL,
                       G_STRUCT_OFFSET (CliOptions, all) },
  [CLI_OPTION_ATTRIB] = { "attrib", 0, G_OPTION_ARG_FILENAME_ARRAY,
                          "Give an attribute its value, an expression; may be repeated",
                          "NAME=EXPR", G_STRUCT_OFFSET (CliOptions, attributes) },
  [CLI_OPTION_FUNCTION] = { "function", 0, G_OPTION_ARG_FILENAME,
                            "Which function of the file; the last one if not given",
                            "NAME", G_STRUCT_OFFSET (CliOptions, function) },
  [CLI_OPTION_ENGINE] = { "engine", 0, G_OPTION_ARG_FILENAME,
                          "interpreter, c or python; interpreter if not given", "ENGINE",
                          G_STRUCT_OFFSET (CliOptions, engine) },
  [CLI_OPTION_LANGUAGE] = { "language", 0, G_OPTION_ARG_FILENAME,
                            "c, numpy, or svg for a picture; or Tile in another "
                            "spelling: "
                            "tile, cpp or python; c if not given",
                            "LANGUAGE", G_STRUCT_OFFSET (CliOptions, language) },
  [CLI_OPTION_SVG] = { "svg", 0, G_OPTION_ARG_NONE, "Draw it, as a picture in SVG", NULL,
                       G_STRUCT_OFFSET (CliOptions, svg) },
  [CLI_OPTION_KERNEL] = { "kernel", 0, G_OPTION_ARG_INT,
                          "Which step is drawn, from 1; the last one if not given", "N",
                          G_STRUCT_OFFSET (CliOptions, kernel), G_MAXINT },
  [CLI_OPTION_INDICES] = { "indices", 0, G_OPTION_ARG_FILENAME,
                           "Whose values are drawn, two with a comma between", "I,J",
                           G_STRUCT_OFFSET (CliOptions, indices) },
  [CLI_OPTION_FIX] = { "fix", 0, G_OPTION_ARG_NONE,
                       "Write what the fixes of problems say to the file", NULL,
                       G_STRUCT_OFFSET (CliOptions, fix) },
  [CLI_OPTION_SCRIPT] = { "script", 0, G_OPTION_ARG_FILENAME,
                          "Make the edits of a file too, one on a line; - for input",
                          "FILE", G_STRUCT_OFFSET (CliOptions, script) },
  [CLI_OPTION_FORCE] = { "force", 0, G_OPTION_ARG_NONE,
                         "Write the file even so: with new errors, what stays as it is, "
                         "or "
                         "is there",
                         NULL, G_STRUCT_OFFSET (CliOptions, force) },
  [CLI_OPTION_CHECK] = { "check", 'c', G_OPTION_ARG_NONE,
                         "Write nothing, only tell what would be written, or is wrong",
                         NULL, G_STRUCT_OFFSET (CliOptions, check) },
  [CLI_OPTION_DIFF] = { "diff", 'd', G_OPTION_ARG_NONE,
                        "Write nothing, show what would change as “diff -u” does", NULL,
                        G_STRUCT_OFFSET (CliOptions, diff) },
  [CLI_OPTION_LICENCE] = { "licence", 0, G_OPTION_ARG_FILENAME,
                           "The licence, such as MIT; of all its code if not given",
                           "SPDX", G_STRUCT_OFFSET (CliOptions, licence) },
  [CLI_OPTION_AUTHOR] = { "author", 0, G_OPTION_ARG_FILENAME, "Who made it", "NAME",
                          G_STRUCT_OFFSET (CliOptions, author) },
  [CLI_OPTION_JSON] = { "json", 'j', G_OPTION_ARG_NONE, "Print JSON for scripts", NULL,
                        G_STRUCT_OFFSET (CliOptions, json) },
  [CLI_OPTION_COLOUR] = { "color", 0, G_OPTION_ARG_FILENAME,
                          "Use colours: always, never, or auto (on a terminal)", "WHEN",
                          G_STRUCT_OFFSET (CliOptions, colour) },
  [CLI_OPTION_HELP] = { "help", 'h', G_OPTION_ARG_NONE, "Show this help", NULL,
                        G_STRUCT_OFFSET (CliOptions, help) },
};

static gboolean
takes (const CliCommand *command, guint option)
{
  for (guint i = 0; command->options[i] != CLI_N_OPTIONS; i++)
    if (command->options[i] == option)
      return TRUE;

  return FALSE;
}

/* GOption prints help by itself and exits, unless it is told not to. */
static GOptionContext *
new_context (const CliCommand *command, CliOptions *options)
{
  GOptionContext *context = g_option_context_new (command->arguments);
  GOptionEntry entries[CLI_N_OPTIONS + 2] = { 0 };
  guint n = 0;

  for (guint i = 0; i < CLI_N_OPTIONS; i++)
    if (takes (command, i))
      entries[n++] = (GOptionEntry){
        .long_name = rows[i].name,
        .short_name = rows[i].letter,
        .arg = rows[i].kind,
        .arg_data = G_STRUCT_MEMBER_P (options, rows[i].offset),
        .description = rows[i].summary,
        .arg_description = rows[i].value,
      };
  entries[n] = (GOptionEntry){
    .long_name = G_OPTION_REMAINING,
    .arg = G_OPTION_ARG_FILENAME_ARRAY,
    .arg_data = &options->arguments,
  };
  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_add_main_entries (context, entries, NULL);

  return context;
}

static const OptionRow *
find_long (const CliCommand *command, const char *name)
{
  for (guint i = 0; i < CLI_N_OPTIONS; i++)
    if (takes (command, i) && strcmp (rows[i].name, name) == 0)
      return &rows[i];

  return NULL;
}

static const OptionRow *
find_letter (const CliCommand *command, char letter)
{
  for (guint i = 0; i < CLI_N_OPTIONS; i++)
    if (takes (command, i) && rows[i].letter == letter)
      return &rows[i];

  return NULL;
}

static const OptionRow *G_GNUC_PRINTF (2, 3)
    fail (GError **error, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED, message);

  return NULL;
}

static const OptionRow *
fail_unknown (const CliCommand *command, const char *name, GError **error)
{
  const char *names[CLI_N_OPTIONS];
  guint n = 0;

  for (guint i = 0; i < CLI_N_OPTIONS; i++)
    if (takes (command, i))
      names[n++] = rows[i].name;

  const char *nearest = im_text_nearest (name, names, n);
  return fail (error, "unknown option --%s%s%s%s", name,
               nearest == NULL ? "" : "; did you mean --", nearest == NULL ? "" : nearest,
               nearest == NULL ? "" : "?");
}

static gboolean
takes_value (const OptionRow *row)
{
  return row->kind != G_OPTION_ARG_NONE;
}

/* Checks `--name` or `--name=value`. */
static const OptionRow *
check_long (const CliCommand *command, const char *word, GError **error)
{
  const char *equals = strchr (word, '=');
  g_autofree char *name = g_strndup (word + 2, strcspn (word + 2, "="));
  const OptionRow *row = find_long (command, name);

  if (row == NULL)
    return fail_unknown (command, name, error);
  if (!takes_value (row) && equals != NULL)
    return fail (error, "--%s takes no value, found “%s”", name, equals + 1);

  return row;
}

/* Checks `-abc`, of which only the last one can have a value. */
static const OptionRow *
check_letters (const CliCommand *command, const char *word, GError **error)
{
  const OptionRow *row = NULL;

  for (const char *p = word + 1; *p != '\0'; p++)
    {
      row = find_letter (command, *p);
      if (row == NULL)
        return fail (error,
                     "unknown option “%s”; put -- in front of an argument that starts "
                     "with a dash",
                     word);
      if (takes_value (row) && p[1] != '\0')
        return fail (error, "a blank must stand between -%c and %s, found “%s”", *p,
                     row->value, word);
    }

  return row;
}

/* Finds what is wrong before GOption does, which does not know what would be right. */
static gboolean
check_words (const CliCommand *command, int argc, char **argv, GError **error)
{
  for (int i = 1; i < argc && strcmp (argv[i], "--") != 0; i++)
    {
      const char *word = argv[i];
      gboolean is_long = g_str_has_prefix (word, "--");
      const OptionRow *row;

      if (word[0] != '-' || word[1] == '\0')
        continue;
      row = is_long ? check_long (command, word, error)
                    : check_letters (command, word, error);
      if (row == NULL)
        return FALSE;
      if (!takes_value (row) || (is_long && strchr (word, '=') != NULL))
        continue;
      if (++i == argc)
        {
          fail (error, "%s needs a value: %s", word, row->value);
          return FALSE;
        }
    }

  return TRUE;
}

/* A folder that is named must be there; what is found in it is looked at later. */
static gboolean
check_units (const CliOptions *options, GError **error)
{
  for (guint i = 0; options->units != NULL && options->units[i] != NULL; i++)
    if (!g_file_test (options->units[i], G_FILE_TEST_IS_DIR))
      {
        fail (error, "--units takes a folder, found “%s”", options->units[i]);
        return FALSE;
      }

  return TRUE;
}

static gint64
get_number (const CliOptions *options, const OptionRow *row)
{
  gconstpointer field = G_STRUCT_MEMBER_P (options, row->offset);

  return row->kind == G_OPTION_ARG_INT64 ? *(const gint64 *) field
                                         : *(const gint *) field;
}

static gboolean
check_numbers (const CliOptions *options, const CliCommand *command, GError **error)
{
  for (guint i = 0; i < CLI_N_OPTIONS; i++)
    {
      const OptionRow *row = &rows[i];

      if (row->max == 0)
        continue;

      gint64 max = i == CLI_OPTION_FRAMES && command->max_frames > 0 ? command->max_frames
                                                                     : row->max;
      gint64 number = get_number (options, row);
      if (number >= 0 && number <= max)
        continue;
      fail (error,
            "--%s takes a number from 0 to %" G_GINT64_FORMAT ", found %" G_GINT64_FORMAT,
            row->name, max, number);
      return FALSE;
    }

  return TRUE;
}

static gboolean
check_colour (const CliOptions *options, GError **error)
{
  static const char *const choices[] = { "always", "never", "auto" };

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    if (options->colour == NULL || strcmp (options->colour, choices[i]) == 0)
      return TRUE;

  fail (error, "--color takes always, never or auto, found “%s”", options->colour);
  return FALSE;
}

static gboolean
check_arguments (const CliOptions *options, const CliCommand *command, GError **error)
{
  if (options->n_arguments < command->min_arguments)
    {
      fail (error, "expected %s", command->needs);
      return FALSE;
    }
  if (options->n_arguments > command->max_arguments)
    {
      fail (error, "unexpected argument “%s”%s%s",
            options->arguments[command->max_arguments],
            command->surplus_hint == NULL ? "" : "; ",
            command->surplus_hint == NULL ? "" : command->surplus_hint);
      return FALSE;
    }

  return check_colour (options, error) && check_numbers (options, command, error) &&
         check_units (options, error);
}

gboolean
cli_options_parse (CliOptions *options,
                   const CliCommand *command,
                   int argc,
                   char **argv,
                   GError **error)
{
  *options = (CliOptions){ 0 };

  g_autoptr (GOptionContext) context = new_context (command, options);
  if (!check_words (command, argc, argv, error) ||
      !g_option_context_parse (context, &argc, &argv, error))
    return FALSE;
  if (options->arguments == NULL)
    options->arguments = g_new0 (char *, 1);
  options->n_arguments = g_strv_length (options->arguments);
  if (options->ops != NULL)
    options->op = options->ops[g_strv_length (options->ops) - 1];
  if (options->recordings != NULL)
    options->input = options->recordings[g_strv_length (options->recordings) - 1];

  return options->help || check_arguments (options, command, error);
}

gboolean
cli_options_has_json (int argc, char **argv)
{
  for (int i = 1; i < argc && strcmp (argv[i], "--") != 0; i++)
    {
      gboolean has_letters = argv[i][0] == '-' && argv[i][1] != '-';

      if (strcmp (argv[i], "--json") == 0 ||
          (has_letters && strchr (argv[i], rows[CLI_OPTION_JSON].letter) != NULL))
        return TRUE;
    }

  return FALSE;
}

void
cli_options_clear (CliOptions *options)
{
  g_strfreev (options->with);
  g_free (options->stage);
  g_strfreev (options->units);
  g_free (options->output);
  g_free (options->prefix);
  g_free (options->name);
  g_free (options->board);
  g_free (options->target);
  g_free (options->targets);
  g_strfreev (options->recordings);
  g_free (options->unit);
  g_free (options->from);
  g_free (options->labels);
  g_strfreev (options->channels);
  g_strfreev (options->time);
  g_strfreev (options->rate);
  g_strfreev (options->separator);
  g_strfreev (options->decimal);
  g_strfreev (options->skip);
  g_strfreev (options->align);
  g_strfreev (options->header);
  g_strfreev (options->baud);
  g_free (options->seconds);
  g_free (options->save);
  g_free (options->to);
  g_free (options->start);
  g_free (options->end);
  g_free (options->keep);
  g_free (options->template);
  g_free (options->wrap);
  g_free (options->what);
  g_free (options->layer);
  g_free (options->format);
  g_free (options->style);
  g_free (options->rules);
  g_strfreev (options->ops);
  g_strfreev (options->inputs);
  g_free (options->operator_name);
  g_free (options->graph);
  g_strfreev (options->attributes);
  g_free (options->indices);
  g_free (options->script);
  g_free (options->function);
  g_free (options->engine);
  g_free (options->language);
  g_free (options->result);
  g_free (options->mlir);
  g_free (options->licence);
  g_free (options->author);
  g_free (options->colour);
  g_strfreev (options->arguments);
  *options = (CliOptions){ 0 };
}

char *
cli_options_dup_help (const CliCommand *command)
{
  g_auto (CliOptions) options = { 0 };
  g_autoptr (GOptionContext) context = new_context (command, &options);
  g_autofree char *summary = g_strconcat (command->summary, ".", NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) description = g_string_new (NULL);

  if (command->append_forms != NULL)
    command->append_forms (text);
  g_string_append (text, command->description);
  g_option_context_set_summary (context, summary);
  cli_text_append_wrapped (description, text->str, 0, cli_text_get_width ());
  g_string_truncate (description, description->len - 1); /* GOption ends the line */
  g_option_context_set_description (context, description->str);

  return g_option_context_get_help (context, TRUE, NULL);
}
