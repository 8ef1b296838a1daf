/* SPDX-License-Identifier: MIT
 *
 * A declaration is read token by token up to its `;` or the body of a function. What
 * stands in brackets is passed over, except for the constants of an enumeration and the
 * name of a pointer to a function.
 */
#include "emit/im-c-symbols.h"

#include <string.h>

#include "base/im-arena.h"
#include "fragment/im-code-token.h"

typedef struct
{
  ImCodeScanner scanner;
  ImArena *arena;
  GArray *symbols; /* ImCSymbol */
  GHashTable *known;
  /* of the declaration that is being read */
  gboolean is_static;
  gboolean is_extern;
  gboolean is_typedef;
  gboolean is_enum;
  gboolean is_aggregate; /* struct, union or enum */
  gboolean has_value;    /* behind `=` */
  gboolean has_list;     /* behind a parameter list */
  gboolean is_pointer;   /* behind `(*name)` */
  ImCodeToken tag;       /* behind struct, union or enum */
  ImCodeToken name;      /* the last word */
  ImCodeToken function;  /* the word before the parameter list */
} Scan;

static gboolean
is (const Scan *scan, const ImCodeToken *token, const char *text)
{
  return im_code_token_is (&scan->scanner, token, text);
}

static void
begin_declaration (Scan *scan)
{
  scan->is_static = scan->is_extern = scan->is_typedef = FALSE;
  scan->is_enum = scan->is_aggregate = scan->has_value = scan->has_list = FALSE;
  scan->is_pointer = FALSE;
  scan->tag = scan->name = scan->function = (ImCodeToken){ IM_CODE_END };
}

static void
add_name (Scan *scan, const char *name, ImCSymbolKind kind)
{
  ImCSymbol symbol = { name, kind };

  if (g_hash_table_add (scan->known, (gpointer) name))
    g_array_append_val (scan->symbols, symbol);
}

static void
add (Scan *scan, const ImCodeToken *token, ImCSymbolKind kind)
{
  if (token->kind == IM_CODE_WORD)
    add_name (scan,
              im_arena_strndup (scan->arena, scan->scanner.text + token->span.start,
                                token->span.end - token->span.start),
              kind);
}

/* Ends a declarator: the name of a type, or of a variable that is defined here. */
static void
end_declarator (Scan *scan)
{
  if (scan->is_typedef)
    add (scan, scan->name.kind == IM_CODE_WORD ? &scan->name : &scan->function,
         IM_C_SYMBOL_LOCAL);
  else if (!scan->has_list && !scan->is_extern &&
           scan->name.span.start != scan->tag.span.start)
    add (scan, &scan->name, scan->is_static ? IM_C_SYMBOL_LOCAL : IM_C_SYMBOL_GLOBAL);
  scan->name = (ImCodeToken){ IM_CODE_END };
  scan->has_value = FALSE;
}

static void
read_enumeration (Scan *scan)
{
  g_autoptr (GArray) tokens = g_array_new (FALSE, FALSE, sizeof (ImCodeToken));
  guint position = 0, start, end;

  im_code_list_until_closing (&scan->scanner, tokens);
  while (im_code_list_next_item (&scan->scanner, tokens, &position, &start, &end))
    if (start < end)
      add (scan, &g_array_index (tokens, ImCodeToken, start), IM_C_SYMBOL_LOCAL);
}

/* A block behind `=` is a value, behind struct a list of members, else the body of a
 * function, which ends the declaration. */
static void
read_block (Scan *scan)
{
  if (scan->is_enum && !scan->has_value && !scan->has_list)
    read_enumeration (scan);
  else
    im_code_list_until_closing (&scan->scanner, NULL);

  if (scan->has_list && !scan->has_value)
    {
      add (scan, &scan->function,
           scan->is_static ? IM_C_SYMBOL_LOCAL : IM_C_SYMBOL_GLOBAL);
      begin_declaration (scan);
    }
  else if (scan->is_aggregate && !scan->has_value)
    {
      add (scan, &scan->tag, IM_C_SYMBOL_LOCAL);
      scan->name = (ImCodeToken){ IM_CODE_END };
    }
}

/* Brackets behind a word are its parameter list; `(*name)` is a pointer to a function. */
static void
read_list (Scan *scan)
{
  g_autoptr (GArray) tokens = g_array_new (FALSE, FALSE, sizeof (ImCodeToken));
  const ImCodeToken *first;

  im_code_list_until_closing (&scan->scanner, tokens);
  first = tokens->len == 0 ? NULL : &g_array_index (tokens, ImCodeToken, 0);
  if (scan->has_value || is (scan, &scan->name, "__attribute__") ||
      is (scan, &scan->name, "__declspec") || is (scan, &scan->name, "_Alignas"))
    return;
  if (first != NULL && is (scan, first, "*") && tokens->len > 1)
    {
      scan->name = g_array_index (tokens, ImCodeToken, 1);
      scan->is_pointer = TRUE;
      return;
    }
  if (scan->has_list || scan->is_pointer || scan->name.kind != IM_CODE_WORD)
    return;
  scan->has_list = TRUE;
  scan->function = scan->name;
  scan->name = (ImCodeToken){ IM_CODE_END };
}

static void
read_word (Scan *scan, const ImCodeToken *token)
{
  if (is (scan, token, "static"))
    scan->is_static = TRUE;
  else if (is (scan, token, "extern"))
    scan->is_extern = TRUE;
  else if (is (scan, token, "typedef"))
    scan->is_typedef = TRUE;
  else if (is (scan, token, "struct") || is (scan, token, "union") ||
           is (scan, token, "enum"))
    {
      scan->is_aggregate = TRUE;
      scan->is_enum = is (scan, token, "enum");
    }
  else if (!scan->has_value)
    {
      if (scan->is_aggregate && scan->tag.kind == IM_CODE_END)
        scan->tag = *token;
      scan->name = *token;
    }
}

static void
read_mark (Scan *scan, const ImCodeToken *token)
{
  if (is (scan, token, "{"))
    read_block (scan);
  else if (is (scan, token, "("))
    read_list (scan);
  else if (is (scan, token, "["))
    im_code_list_until_closing (&scan->scanner, NULL);
  else if (is (scan, token, ","))
    end_declarator (scan);
  else if (is (scan, token, "="))
    {
      ImCodeToken name = scan->name;

      end_declarator (scan);
      scan->name = (ImCodeToken){ IM_CODE_END };
      scan->has_value = name.kind == IM_CODE_WORD;
    }
  else if (is (scan, token, ";"))
    {
      end_declarator (scan);
      begin_declaration (scan);
    }
}

static void
find_declared (Scan *scan)
{
  ImCodeToken token;

  begin_declaration (scan);
  while ((token = im_code_scanner_next (&scan->scanner)).kind != IM_CODE_END)
    if (token.kind == IM_CODE_WORD)
      read_word (scan, &token);
    else if (token.kind == IM_CODE_MARK)
      read_mark (scan, &token);
}

/* The identifier behind `#DIRECTIVE` if a line is such a line; what is behind its end is
 * another one. */
static char *
dup_directive_name (const char *line, const char *directive)
{
  gsize length;

  line += strspn (line, " \t\v\f\r");
  if (*line++ != '#')
    return NULL;
  while (*line == ' ' || *line == '\t')
    line++;
  if (!g_str_has_prefix (line, directive) || !g_ascii_isspace (line[strlen (directive)]))
    return NULL;
  line += strlen (directive);
  while (*line == ' ' || *line == '\t')
    line++;
  for (length = 0; g_ascii_isalnum (line[length]) || line[length] == '_'; length++)
    ;

  return length == 0 ? NULL : g_strndup (line, length);
}

static void
find_macros (Scan *scan, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GHashTable) guarded = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                          NULL);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *guard = dup_directive_name (lines[i], "ifndef");
      g_autofree char *name = dup_directive_name (lines[i], "define");

      if (guard != NULL)
        g_hash_table_add (guarded, guard);
      if (name != NULL)
        add_name (scan, im_arena_strdup (scan->arena, name),
                  g_hash_table_contains (guarded, name) ? IM_C_SYMBOL_GUARDED_MACRO
                                                        : IM_C_SYMBOL_MACRO);
    }
}

void
im_c_find_symbols (const char *text, ImArena *arena, GArray *symbols)
{
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  Scan scan = {
    .scanner = { .text = text, .end = (guint32) strlen (text) },
    .arena = arena,
    .symbols = symbols,
    .known = known,
  };

  find_declared (&scan);
  find_macros (&scan, text);
}

static void
collect_from (const char *text, gsize length, GHashTable *words)
{
  ImCodeScanner scanner = { .text = text, .end = (guint32) length };
  ImCodeToken token;

  while ((token = im_code_scanner_next (&scanner)).kind != IM_CODE_END)
    if (token.kind == IM_CODE_WORD)
      g_hash_table_add (
          words, g_strndup (text + token.span.start, token.span.end - token.span.start));
}

/* The length of a line with those that a backslash joins to it. */
static gsize
measure_joined_line (const char *line)
{
  gsize length = 0;

  while (line[length] != '\0' &&
         (line[length] != '\n' || (length > 0 && line[length - 1] == '\\')))
    length++;

  return length;
}

void
im_c_collect_words (const char *text, GHashTable *words)
{
  collect_from (text, strlen (text), words);
  for (const char *line = text; line != NULL && *line != '\0';)
    {
      gsize length = measure_joined_line (line);
      g_autofree char *name = dup_directive_name (line, "define");

      if (name != NULL)
        {
          const char *value = strstr (line, name) + strlen (name);

          collect_from (value, length - (gsize) (value - line), words);
        }
      line += length + (line[length] == '\n');
    }
}
