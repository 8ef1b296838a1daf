/* SPDX-License-Identifier: MIT
 *
 * The text is read token by token. Outside of all braces a declaration that is neither of
 * a type nor of a function defines a variable; inside, only one that begins with static
 * does. What a macro stands for is read like the inside of a function.
 */
#include "live/im-live-code.h"

#include <string.h>

#include "emit/im-c-support.h"
#include "fragment/im-code-token.h"

#define TEMPLATE "TEMPLATE"

typedef struct
{
  ImCodeScanner scanner;
  ImLiveCode *code;
} Scan;

/* What is read of a declaration outside of all braces. */
typedef struct
{
  gboolean is_type; /* typedef */
  gboolean is_extern;
  gboolean has_const; /* and nothing behind it that may change */
  gboolean has_value;
  gboolean has_tag; /* struct, union or enum */
  gboolean has_list;
  guint n_words;
  ImCodeToken function; /* the word in front of the parameter list */
  ImCodeToken last;
} Declaration;

/* Words in front of a bracket that call nothing. */
static const char *const keywords[] = {
  "if",     "for",  "while",  "switch",   "return",   "sizeof",   "case",
  "do",     "else", "int",    "void",     "char",     "float",    "double",
  "signed", "long", "short",  "unsigned", "const",    "volatile", "defined",
  "_Bool",  "bool", "inline", "static",   "_Alignof",
};

static const char *const pure_functions[] = {
  /* math.h; with f and l behind them, too */
  "acos", "asin", "atan", "atan2", "cos", "sin", "tan", "acosh", "asinh", "atanh", "cosh",
  "sinh", "tanh", "exp", "exp2", "expm1", "frexp", "ilogb", "ldexp", "log", "log10",
  "log1p", "log2", "logb", "modf", "scalbn", "scalbln", "cbrt", "fabs", "hypot", "pow",
  "sqrt", "erf", "erfc", "ceil", "floor", "nearbyint", "rint", "lrint", "llrint", "round",
  "lround", "llround", "trunc", "fmod", "remainder", "remquo", "copysign", "nan",
  "nextafter", "nexttoward", "fdim", "fmax", "fmin", "fma", "fpclassify", "isfinite",
  "isinf", "isnan", "isnormal", "signbit", "isgreater", "isgreaterequal", "isless",
  "islessequal", "islessgreater", "isunordered",
  /* string.h, stdlib.h, ctype.h, stddef.h, stdint.h, assert.h */
  "memcpy", "memmove", "memset", "memcmp", "memchr", "strlen", "strcmp", "strncmp",
  "strcpy", "strncpy", "strcat", "strncat", "strchr", "strrchr", "strstr", "abs", "labs",
  "llabs", "div", "ldiv", "lldiv", "atoi", "atof", "strtol", "strtod", "strtof", "qsort",
  "bsearch", "malloc", "calloc", "realloc", "free", "abort", "isalnum", "isalpha",
  "isdigit", "isspace", "isupper", "islower", "tolower", "toupper", "offsetof", "assert",
  "INT8_C", "INT16_C", "INT32_C", "INT64_C", "UINT8_C", "UINT16_C", "UINT32_C",
  "UINT64_C", "__attribute__", "_Alignas", "_Static_assert", "static_assert", "alloca"
};

/* Words that have to do with what the process shares even where they are not called. */
static const char *const meddling_words[] = {
  "rand",       "srand",         "random",       "srandom",       "drand48",
  "lrand48",    "mrand48",       "srand48",      "errno",         "clock",
  "getenv",     "setlocale",     "localeconv",   "strtok",        "localtime",
  "gmtime",     "fesetround",    "fesetenv",     "feupdateenv",   "feholdexcept",
  "fegetround", "feclearexcept", "fetestexcept", "feraiseexcept", "setjmp",
  "longjmp",    "environ",       "signal",       "atexit",        "_Thread_local",
  "__thread",   "stdin",         "stdout",       "stderr",
};

static const char *const assembly_words[] = { "asm", "__asm", "__asm__" };

static gboolean
is (const Scan *scan, const ImCodeToken *token, const char *text)
{
  return im_code_token_is (&scan->scanner, token, text);
}

static gboolean
is_one_of (const Scan *scan, const ImCodeToken *token, const char *const *words, guint n)
{
  for (guint i = 0; i < n; i++)
    if (is (scan, token, words[i]))
      return TRUE;

  return FALSE;
}

static gboolean
is_word (const Scan *scan, const ImCodeToken *token)
{
  return token->kind == IM_CODE_WORD &&
         !is_one_of (scan, token, keywords, G_N_ELEMENTS (keywords));
}

static void
add (const Scan *scan, const ImCodeToken *token, GHashTable *names)
{
  g_hash_table_add (names, g_strndup (scan->scanner.text + token->span.start,
                                      token->span.end - token->span.start));
}

static gboolean
is_assembly (const Scan *scan, const ImCodeToken *token)
{
  return is_one_of (scan, token, assembly_words, G_N_ELEMENTS (assembly_words));
}

/* Without a word behind it, such as volatile, assembly promises to the compiler that what
 * it gives follows from what it is given. */
static gboolean
promises_nothing (const Scan *scan)
{
  ImCodeScanner behind = scan->scanner;

  return im_code_scanner_next (&behind).kind == IM_CODE_WORD;
}

/* The name in `(*name) (`, of a pointer to a function: what it points to is named
 * somewhere else. */
static void
read_pointer (Scan *scan)
{
  ImCodeScanner behind = scan->scanner;
  ImCodeToken star = im_code_scanner_next (&behind), name, end, list;

  if (!is (scan, &star, "*"))
    return;
  name = im_code_scanner_next (&behind);
  end = im_code_scanner_next (&behind);
  list = im_code_scanner_next (&behind);
  if (name.kind == IM_CODE_WORD && is (scan, &end, ")") && is (scan, &list, "("))
    add (scan, &name, scan->code->defined);
}

/* What a token says wherever it stands, with the one in front of it. */
static void
look_at (Scan *scan, const ImCodeToken *token, const ImCodeToken *before)
{
  if (token->kind == IM_CODE_WORD &&
      (is_one_of (scan, token, meddling_words, G_N_ELEMENTS (meddling_words)) ||
       (is_assembly (scan, token) && promises_nothing (scan))))
    scan->code->meddles = TRUE;
  if (!is (scan, token, "("))
    return;
  read_pointer (scan);
  if (is_word (scan, before) && !is_assembly (scan, before))
    add (scan, before, scan->code->called);
}

/* Behind `static` inside of a function: whether what it declares never changes. */
static gboolean
reads_constant (Scan *scan)
{
  gboolean has_const = FALSE;
  ImCodeToken token;

  for (;;)
    {
      token = im_code_scanner_next (&scan->scanner);
      if (token.kind == IM_CODE_END || is (scan, &token, ";") || is (scan, &token, "=") ||
          is (scan, &token, "{"))
        return has_const;
      if (is (scan, &token, "const"))
        has_const = TRUE;
      else if (is (scan, &token, "*") || is (scan, &token, ","))
        has_const = FALSE;
    }
}

/* Reads the inside of a function up to its end, or a whole text. */
static void
read_inside (Scan *scan, guint depth)
{
  ImCodeToken token, before = { IM_CODE_END };

  while ((token = im_code_scanner_next (&scan->scanner)).kind != IM_CODE_END)
    {
      look_at (scan, &token, &before);
      if (is (scan, &token, "{"))
        depth++;
      else if (is (scan, &token, "}") && --depth == 0)
        return;
      else if (is (scan, &token, "static") && !is (scan, &before, "["))
        {
          ImCodeScanner behind = scan->scanner;

          if (!reads_constant (scan))
            scan->code->keeps = TRUE;
          scan->scanner = behind;
        }
      else if (is (scan, &token, "extern"))
        scan->code->meddles = TRUE;
      before = token;
    }
}

static void
end_declaration (Scan *scan, Declaration *declaration)
{
  gboolean is_type = declaration->is_type ||
                     (declaration->has_tag && declaration->n_words <= 1 &&
                      !declaration->has_value);
  gboolean is_function = declaration->has_list && !declaration->has_value;

  if (!is_type && !is_function && declaration->n_words > 0 && !declaration->has_const)
    {
      scan->code->keeps = TRUE;
      scan->code->meddles = scan->code->meddles || declaration->is_extern;
    }
  *declaration = (Declaration){ 0 };
}

/* A list in brackets: that of parameters, or `(*name)`, which may change. */
static void
read_list (Scan *scan, Declaration *declaration)
{
  g_autoptr (GArray) tokens = g_array_new (FALSE, FALSE, sizeof (ImCodeToken));
  gboolean is_pointer;

  im_code_list_until_closing (&scan->scanner, tokens);
  for (guint i = 0; i < tokens->len; i++)
    {
      const ImCodeToken *token = &g_array_index (tokens, ImCodeToken, i);
      Scan inside = *scan;

      inside.scanner.position = token->span.end;
      if (is (scan, token, "("))
        read_pointer (&inside);
    }
  is_pointer = tokens->len > 0 && is (scan, &g_array_index (tokens, ImCodeToken, 0), "*");
  if (declaration->has_value || declaration->has_list ||
      is (scan, &declaration->last, "__attribute__") ||
      is (scan, &declaration->last, "__declspec") ||
      is (scan, &declaration->last, "_Alignas"))
    return;
  if (is_pointer)
    {
      declaration->has_const = FALSE;
      declaration->n_words += 2;
      declaration->has_value = TRUE;
      return;
    }
  declaration->has_list = declaration->last.kind == IM_CODE_WORD;
  declaration->function = declaration->last;
}

static void
read_block (Scan *scan, Declaration *declaration)
{
  if (declaration->has_list && !declaration->has_value)
    {
      add (scan, &declaration->function, scan->code->defined);
      read_inside (scan, 1);
      *declaration = (Declaration){ 0 };
      return;
    }
  im_code_list_until_closing (&scan->scanner, NULL);
  /* What stands behind the members of a struct is a variable of it. */
  if (declaration->has_tag && !declaration->has_value)
    declaration->n_words = 1;
}

static void
read_word (Scan *scan, const ImCodeToken *token, Declaration *declaration)
{
  static const char *const qualifiers[] = { "static",     "inline",    "volatile",
                                            "register",   "restrict",  "__inline",
                                            "__inline__", "__restrict" };

  if (is (scan, token, "typedef"))
    declaration->is_type = TRUE;
  else if (is (scan, token, "extern"))
    declaration->is_extern = TRUE;
  else if (is (scan, token, "const"))
    declaration->has_const = TRUE;
  else if (is (scan, token, "struct") || is (scan, token, "union") ||
           is (scan, token, "enum"))
    declaration->has_tag = TRUE;
  else if (!declaration->has_value &&
           !is_one_of (scan, token, qualifiers, G_N_ELEMENTS (qualifiers)))
    declaration->n_words++;
}

static void
read_mark (Scan *scan, const ImCodeToken *token, Declaration *declaration)
{
  if (is (scan, token, "{"))
    read_block (scan, declaration);
  else if (is (scan, token, "("))
    read_list (scan, declaration);
  else if (is (scan, token, "["))
    im_code_list_until_closing (&scan->scanner, NULL);
  else if (is (scan, token, "="))
    declaration->has_value = TRUE;
  else if (is (scan, token, "*") && !declaration->has_value)
    declaration->has_const = FALSE;
  else if (is (scan, token, ";"))
    end_declaration (scan, declaration);
}

static void
read_outside (Scan *scan)
{
  Declaration declaration = { 0 };
  ImCodeToken token;

  while ((token = im_code_scanner_next (&scan->scanner)).kind != IM_CODE_END)
    {
      if (token.kind == IM_CODE_WORD)
        {
          look_at (scan, &token, &declaration.last);
          read_word (scan, &token, &declaration);
        }
      else if (token.kind == IM_CODE_MARK)
        read_mark (scan, &token, &declaration);
      declaration.last = token;
    }
  if (declaration.n_words > 0)
    end_declaration (scan, &declaration);
}

/* A line with those that a backslash joins to it. */
static gsize
measure_line (const char *line)
{
  gsize length = 0;

  while (line[length] != '\0' &&
         (line[length] != '\n' || (length > 0 && line[length - 1] == '\\')))
    length++;

  return length;
}

/* The value of `#define NAME VALUE`, in which backslashes are blanks. */
static void
read_define (ImLiveCode *code, const char *line, gsize length)
{
  g_autofree char *text = g_strndup (line, length);
  char *at = text + strspn (text, " \t");
  gsize name;

  if (*at != '#')
    return;
  at += 1 + strspn (at + 1, " \t");
  if (!g_str_has_prefix (at, "define"))
    return;
  at += strlen ("define");
  at += strspn (at, " \t");
  for (name = 0; g_ascii_isalnum (at[name]) || at[name] == '_'; name++)
    ;
  g_hash_table_add (code->defined, g_strndup (at, name));
  g_strdelimit (at + name, "\\\n", ' ');

  Scan scan = { .scanner = { .text = at,
                             .position = (guint32) name,
                             .start = (guint32) name,
                             .end = (guint32) strlen (at) },
                .code = code };
  read_inside (&scan, G_MAXUINT / 2);
}

/* Template variables, such as `{{type}}`, become parts of words, all the same one. */
static char *
dup_without_templates (const char *text)
{
  GString *plain = g_string_new (NULL);

  while (*text != '\0')
    {
      const char *end = text + 2;

      if (text[0] != '{' || text[1] != '{' || g_ascii_isdigit (text[2]))
        {
          g_string_append_c (plain, *text++);
          continue;
        }
      while (g_ascii_isalnum (*end) || *end == '_')
        end++;
      if (end > text + 2 && end[0] == '}' && end[1] == '}')
        {
          g_string_append (plain, TEMPLATE);
          text = end + 2;
        }
      else
        g_string_append_c (plain, *text++);
    }

  return g_string_free (plain, FALSE);
}

ImLiveCode *
im_live_code_new (const char *text)
{
  ImLiveCode *code = g_new0 (ImLiveCode, 1);
  g_autofree char *plain = dup_without_templates (text);
  Scan scan = { .scanner = { .text = plain, .end = (guint32) strlen (plain) },
                .code = code };

  code->defined = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  code->called = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  read_outside (&scan);
  for (const char *line = plain; *line != '\0';)
    {
      gsize length = measure_line (line);

      read_define (code, line, length);
      line += length + (line[length] == '\n');
    }

  return code;
}

void
im_live_code_free (ImLiveCode *code)
{
  g_hash_table_unref (code->defined);
  g_hash_table_unref (code->called);
  g_free (code);
}

gboolean
im_live_code_defines (const ImLiveCode *code, const char *function)
{
  GHashTableIter iter;
  gpointer name;

  if (g_hash_table_contains (code->defined, function))
    return TRUE;
  g_hash_table_iter_init (&iter, code->defined);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    {
      const char *template = strstr (name, TEMPLATE);

      if (template != NULL &&
          strncmp (name, function, (gsize) (template - (const char *) name)) == 0)
        return TRUE;
    }

  return FALSE;
}

static gboolean
is_listed (const char *function, gsize length)
{
  for (guint i = 0; i < G_N_ELEMENTS (pure_functions); i++)
    if (strlen (pure_functions[i]) == length &&
        strncmp (pure_functions[i], function, length) == 0)
      return TRUE;

  return FALSE;
}

gboolean
im_live_code_is_pure (const char *function)
{
  gsize length = strlen (function);
  const char *name, *text;

  if (is_listed (function, length) ||
      ((function[length - 1] == 'f' || function[length - 1] == 'l') &&
       is_listed (function, length - 1)) ||
      g_str_has_prefix (function, "__builtin_") || g_str_has_prefix (function, "arm_"))
    return TRUE;
  for (guint i = 0; (name = im_c_support_get (i, &text)) != NULL; i++)
    if (strcmp (name, function) == 0)
      return TRUE;

  return FALSE;
}
