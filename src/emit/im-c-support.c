/* SPDX-License-Identifier: MIT
 *
 * What the fragments of packages take for granted, because the tool that they were
 * written for, or a header of CMSIS, had it: headers of the standard library, constants,
 * codes, types and saturating helpers in fixed point. Only what is used is emitted, and
 * nothing that a fragment defines itself.
 *
 * The helpers give what those of CMSIS-DSP 1.10 give for each argument, even where that
 * is not the nearest number: clip_q31_to_q7() keeps the low 8 bits of 24, and
 * clip_q63_to_q15() shifts by 15 first.
 */
#include "emit/im-c-support.h"

#include <string.h>

#include "emit/im-emit-c-private.h"
#include "fragment/im-fragment-header.h"

#define CMSIS_HEADER    "#include \"arm_math.h\""
#define MAX_NEEDS       2
#define PREFIX_VARIABLE "PREFIX" /* in texts: the prefix of the emitted names */

/* Words that a header of the standard library declares. */
static const struct
{
  const char *include;
  const char *words;
} standard_headers[] = {
  { "#include <assert.h>", "assert" },
  { "#include <float.h>", "FLT_EPSILON FLT_MAX FLT_MIN DBL_EPSILON DBL_MAX DBL_MIN" },
  { "#include <limits.h>", "CHAR_BIT SCHAR_MAX SCHAR_MIN UCHAR_MAX SHRT_MAX SHRT_MIN "
                           "USHRT_MAX INT_MAX INT_MIN UINT_MAX LONG_MAX LONG_MIN" },
  { "#include <stdbool.h>", "bool" },
  { "#include <stdio.h>", "fprintf printf snprintf stderr" },
  { "#include <stdlib.h>", "abort abs atof atoi bsearch div labs llabs qsort rand srand "
                           "strtod strtof strtol" },
};

typedef enum
{
  ALWAYS,     /* where the word is used */
  WITH_CMSIS, /* where it is used behind a header of CMSIS, since it is an ordinary name
               */
} Occasion;

/* A name, the names in front of it that its text needs, and its text. */
typedef struct
{
  const char *name;
  Occasion occasion;
  const char *needs[MAX_NEEDS];
  const char *text;
} Support;

static const Support supports[] = {
  { "M_E", ALWAYS, { NULL }, "#define M_E 2.7182818284590452354" },
  { "M_LOG2E", ALWAYS, { NULL }, "#define M_LOG2E 1.4426950408889634074" },
  { "M_LOG10E", ALWAYS, { NULL }, "#define M_LOG10E 0.43429448190325182765" },
  { "M_LN2", ALWAYS, { NULL }, "#define M_LN2 0.69314718055994530942" },
  { "M_LN10", ALWAYS, { NULL }, "#define M_LN10 2.30258509299404568402" },
  { "M_PI", ALWAYS, { NULL }, "#define M_PI 3.14159265358979323846" },
  { "M_PI_2", ALWAYS, { NULL }, "#define M_PI_2 1.57079632679489661923" },
  { "M_PI_4", ALWAYS, { NULL }, "#define M_PI_4 0.78539816339744830962" },
  { "M_1_PI", ALWAYS, { NULL }, "#define M_1_PI 0.31830988618379067154" },
  { "M_2_PI", ALWAYS, { NULL }, "#define M_2_PI 0.63661977236758134308" },
  { "M_2_SQRTPI", ALWAYS, { NULL }, "#define M_2_SQRTPI 1.12837916709551257390" },
  { "M_SQRT2", ALWAYS, { NULL }, "#define M_SQRT2 1.41421356237309504880" },
  { "M_SQRT1_2", ALWAYS, { NULL }, "#define M_SQRT1_2 0.70710678118654752440" },
  { "PI", WITH_CMSIS, { NULL }, "#define PI 3.14159265358979f" },
  { "F32_MAX", WITH_CMSIS, { NULL }, "#define F32_MAX 3.40282347e+38f" },
  { "F32_MIN", WITH_CMSIS, { NULL }, "#define F32_MIN (-3.40282347e+38f)" },
  { "Q31_MAX", WITH_CMSIS, { "q31_t" }, "#define Q31_MAX ((q31_t) 0x7FFFFFFF)" },
  { "Q31_MIN", WITH_CMSIS, { "q31_t" }, "#define Q31_MIN ((q31_t) (-0x7FFFFFFF - 1))" },
  { "Q15_MAX", WITH_CMSIS, { "q15_t" }, "#define Q15_MAX ((q15_t) 0x7FFF)" },
  { "Q15_MIN", WITH_CMSIS, { "q15_t" }, "#define Q15_MIN ((q15_t) -0x8000)" },
  { "Q7_MAX", WITH_CMSIS, { "q7_t" }, "#define Q7_MAX ((q7_t) 0x7F)" },
  { "Q7_MIN", WITH_CMSIS, { "q7_t" }, "#define Q7_MIN ((q7_t) -0x80)" },
  { "__STATIC_INLINE", ALWAYS, { NULL }, "#define __STATIC_INLINE static inline" },
  { "__STATIC_FORCEINLINE",
    ALWAYS,
    { NULL },
    "#define __STATIC_FORCEINLINE static inline" },
  { "__SSAT",
    ALWAYS,
    { NULL },
    "#define __SSAT(value, bits) PREFIX_ssat ((value), (bits))\n"
    "static inline int32_t\n"
    "PREFIX_ssat (int32_t value, uint32_t bits)\n"
    "{\n"
    "  int32_t max = (int32_t) ((UINT32_C (1) << (bits - 1)) - 1);\n"
    "\n"
    "  return value > max ? max : value < -max - 1 ? -max - 1 : value;\n"
    "}" },
  { "__USAT",
    ALWAYS,
    { NULL },
    "#define __USAT(value, bits) PREFIX_usat ((value), (bits))\n"
    "static inline uint32_t\n"
    "PREFIX_usat (int32_t value, uint32_t bits)\n"
    "{\n"
    "  uint32_t max = (UINT32_C (1) << bits) - 1;\n"
    "\n"
    "  return value < 0 ? 0 : (uint32_t) value > max ? max : (uint32_t) value;\n"
    "}" },
  { "clip_q63_to_q31",
    ALWAYS,
    { "q31_t", "q63_t" },
    "#define clip_q63_to_q31 PREFIX_clip_q63_to_q31\n"
    "static inline q31_t\n"
    "clip_q63_to_q31 (q63_t x)\n"
    "{\n"
    "  return x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : (q31_t) x;\n"
    "}" },
  { "clip_q63_to_q15",
    ALWAYS,
    { "q15_t", "q63_t" },
    "#define clip_q63_to_q15 PREFIX_clip_q63_to_q15\n"
    "static inline q15_t\n"
    "clip_q63_to_q15 (q63_t x)\n"
    "{\n"
    "  return x > INT32_MAX ? INT16_MAX : x < INT32_MIN ? INT16_MIN : (q15_t) (x >> "
    "15);\n"
    "}" },
  { "clip_q31_to_q15",
    ALWAYS,
    { "q15_t", "q31_t" },
    "#define clip_q31_to_q15 PREFIX_clip_q31_to_q15\n"
    "static inline q15_t\n"
    "clip_q31_to_q15 (q31_t x)\n"
    "{\n"
    "  return (q15_t) (x > INT16_MAX ? INT16_MAX : x < INT16_MIN ? INT16_MIN : x);\n"
    "}" },
  { "clip_q31_to_q7",
    ALWAYS,
    { "q7_t", "q31_t" },
    "#define clip_q31_to_q7 PREFIX_clip_q31_to_q7\n"
    "static inline q7_t\n"
    "clip_q31_to_q7 (q31_t x)\n"
    "{\n"
    "  return x > 0x7FFFFF ? INT8_MAX : x < -0x800000 ? INT8_MIN : (q7_t) x;\n"
    "}" },
  { "__QADD",
    ALWAYS,
    { "q63_t", "clip_q63_to_q31" },
    "#define __QADD(x, y) clip_q63_to_q31 ((q63_t) (x) + (y))" },
  { "__QSUB",
    ALWAYS,
    { "q63_t", "clip_q63_to_q31" },
    "#define __QSUB(x, y) clip_q63_to_q31 ((q63_t) (x) - (y))" },
  { "print_error",
    ALWAYS,
    { NULL },
    "#ifdef IMAGINET_PRINT_ERRORS\n"
    "#include <stdio.h>\n"
    "#define print_error(...) ((void) fprintf (stderr, __VA_ARGS__))\n"
    "#else\n"
    "#define print_error(...) ((void) 0)\n"
    "#endif" },
};

static const struct
{
  const char *name;
  const char *type;
} types[] = {
  { "q7_t", "int8_t" },   { "q15_t", "int16_t" },   { "q31_t", "int32_t" },
  { "q63_t", "int64_t" }, { "float32_t", "float" }, { "float64_t", "double" },
};

const char *
im_c_support_get (guint number, const char **text)
{
  for (guint i = 0; i < G_N_ELEMENTS (supports); i++)
    if (supports[i].occasion == ALWAYS && number-- == 0)
      {
        *text = supports[i].text;
        return supports[i].name;
      }
  if (number >= G_N_ELEMENTS (types))
    return NULL;
  *text = types[number].type;

  return types[number].name;
}

/* Codes of the tool that the packages were written for. */
static const char *const code_families[] = { "IPWIN_RET_", "IMAI_RET_" };

static const struct
{
  const char *name;
  const char *code;
} codes[] = {
  { "SUCCESS", "SUCCESS" },     { "NODATA", "NODATA" }, { "ERROR", "ERROR" },
  { "STREAMEND", "STREAMEND" }, { "NOMEM", "FULL" },
};

/* What the fragments say. */
typedef struct
{
  const ImCJob *job;
  ImCCode *code;
  GHashTable *words; /* all that stand in code and in macros */
  GHashTable
      *defined; /* those that a fragment defines, and not only if nobody else did */
  gboolean has_header; /* a header of CMSIS is named */
  gboolean has_cmsis;  /* it is there, because the package is needed */
  GString *out;
} Survey;

/* Of a line such as `#include "arm_math.h"`. */
static gboolean
is_cmsis_header (const char *line)
{
  g_auto (GStrv) parts = g_strsplit_set (line, "<>\"", 3);

  return parts[0] != NULL && parts[1] != NULL &&
         im_header_get_origin (parts[1]) == IM_HEADER_OF_CMSIS;
}

static gboolean
uses (const Survey *survey, const char *word)
{
  return g_hash_table_contains (survey->words, word) &&
         !g_hash_table_contains (survey->defined, word);
}

/* Whether a function of the library is called, which fragments may do without saying that
 * they need the package. */
static gboolean
calls_cmsis (const Survey *survey)
{
  GHashTableIter iter;
  gpointer word;

  g_hash_table_iter_init (&iter, survey->words);
  while (g_hash_table_iter_next (&iter, &word, NULL))
    if (g_str_has_prefix (word, "arm_") && !g_hash_table_contains (survey->defined, word))
      return TRUE;

  return FALSE;
}

static void
read_item (Survey *survey, const ImCItem *item)
{
  im_c_collect_words (item->text, survey->words);
  for (guint i = 0; i < item->symbols->len; i++)
    {
      const ImCSymbol *symbol = &g_array_index (item->symbols, ImCSymbol, i);

      if (symbol->kind != IM_C_SYMBOL_GUARDED_MACRO)
        g_hash_table_add (survey->defined, (gpointer) symbol->name);
    }
}

static void
read_fragments (Survey *survey)
{
  ImCCode *code = survey->code;

  for (guint i = 0; i < code->items->len; i++)
    read_item (survey, g_ptr_array_index (code->items, i));
  for (guint i = 0; i < code->includes->len; i++)
    survey->has_header = survey->has_header ||
                         is_cmsis_header (g_ptr_array_index (code->includes, i));
  survey->has_cmsis = g_ptr_array_find_with_equal_func (
      code->packages, IM_PACKAGE_CMSIS_DSP, g_str_equal, NULL);
  if (survey->has_header && !survey->has_cmsis && calls_cmsis (survey))
    {
      g_ptr_array_add (code->packages, (gpointer) IM_PACKAGE_CMSIS_DSP);
      survey->has_cmsis = TRUE;
    }
  if (survey->has_cmsis && !survey->has_header)
    g_ptr_array_add (code->includes, (gpointer) CMSIS_HEADER);
}

/* Without the package its headers are not there: what they would define is emitted. */
static void
drop_cmsis_headers (GPtrArray *includes)
{
  for (guint i = includes->len; i-- > 0;)
    if (is_cmsis_header (g_ptr_array_index (includes, i)))
      g_ptr_array_remove_index (includes, i);
}

static gboolean
uses_any (const Survey *survey, const char *words)
{
  g_auto (GStrv) list = g_strsplit (words, " ", -1);

  for (char **word = list; *word != NULL; word++)
    if (uses (survey, *word))
      return TRUE;

  return FALSE;
}

static void
add_standard_headers (const Survey *survey)
{
  GPtrArray *includes = survey->code->includes;

  for (guint i = 0; i < G_N_ELEMENTS (standard_headers); i++)
    if (uses_any (survey, standard_headers[i].words) &&
        !g_ptr_array_find_with_equal_func (includes, standard_headers[i].include,
                                           g_str_equal, NULL))
      g_ptr_array_add (includes, (gpointer) standard_headers[i].include);
}

/* Makes the words used that the texts of others need, which stand behind them. */
static void
add_needs (const Survey *survey)
{
  for (guint i = G_N_ELEMENTS (supports); i-- > 0;)
    for (guint j = 0; j < MAX_NEEDS && supports[i].needs[j] != NULL; j++)
      if (uses (survey, supports[i].name))
        g_hash_table_add (survey->words, g_strdup (supports[i].needs[j]));
}

static void
append_types (const Survey *survey)
{
  gsize start = survey->out->len;

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (uses (survey, types[i].name))
      g_string_append_printf (survey->out, "typedef %s %s;\n", types[i].type,
                              types[i].name);
  if (survey->out->len > start)
    g_string_append_c (survey->out, '\n');
}

/* A word may be defined already: by a header, or by another pipeline of the same file. */
static void
append_guarded (GString *out, const char *name, const char *text)
{
  g_string_append_printf (out, "#ifndef %s\n%s\n#endif\n\n", name, text);
}

static void
append_codes (const Survey *survey)
{
  for (guint i = 0; i < G_N_ELEMENTS (code_families); i++)
    for (guint j = 0; j < G_N_ELEMENTS (codes); j++)
      {
        g_autofree char *name = g_strconcat (code_families[i], codes[j].name, NULL);
        g_autofree char *own = g_strdup_printf ("%s_RET_%s", survey->job->prefix,
                                                codes[j].code);
        g_autofree char *text = g_strdup_printf ("#define %s %s", name, own);

        if (uses (survey, name) && strcmp (name, own) != 0)
          append_guarded (survey->out, name, text);
      }
}

static void
append_supports (const Survey *survey)
{
  for (guint i = 0; i < G_N_ELEMENTS (supports); i++)
    {
      const Support *support = &supports[i];
      g_autoptr (GString) text = g_string_new (support->text);

      if (!uses (survey, support->name) ||
          (support->occasion == WITH_CMSIS && !survey->has_header))
        continue;
      g_string_replace (text, PREFIX_VARIABLE, survey->job->prefix, 0);
      append_guarded (survey->out, support->name, text->str);
    }
}

const char *
im_c_find_support (const ImCJob *job, ImCCode *code)
{
  g_autoptr (GHashTable) words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                        NULL);
  g_autoptr (GHashTable) defined = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GString) out = g_string_new (NULL);
  Survey survey = {
    .job = job,
    .code = code,
    .words = words,
    .defined = defined,
    .out = out,
  };

  read_fragments (&survey);
  add_standard_headers (&survey);
  append_codes (&survey);
  if (!survey.has_cmsis)
    {
      drop_cmsis_headers (code->includes);
      add_needs (&survey);
      append_types (&survey);
    }
  append_supports (&survey);

  return im_arena_strdup (job->arena, out->str);
}
