/* SPDX-License-Identifier: MIT
 *
 * A text that is being written is rarely right, so this looks at its tokens and not at a
 * tree: which blocks are open around the cursor, and which names statements begin with.
 */
#include "document/help/im-operator-completion.h"

#include <string.h>

#include "base/im-text.h"
#include "skriptnd/text/im-sknd-documentation.h"
#include "skriptnd/text/im-sknd-file.h"
#include "skriptnd/text/im-sknd-token.h"

/* What is known of the place in front of which the word begins. */
typedef struct
{
  ImSkndPackage *package;
  ImSource *source;
  const char *text;
  GArray *tokens;   /* ImSkndToken, of the whole text */
  GArray *comments; /* ImSpan */
  const char *word;
  gsize length;

  guint at;         /* the first token that does not end in front of the word */
  gint definition;  /* the word `operator` or `graph` around the place, or -1 */
  gint block;       /* the block around the place, or -1 */
  guint statement;  /* the first token of the statement */
  gint open;        /* the bracket or brace inside of the statement, or -1 */
  GPtrArray *items; /* ImCompletionItem */
  GHashTable *seen; /* names that are in the list */
} Place;

typedef struct
{
  const char *name;
  const char *documentation;
} Word;

static const Word top_words[] = {
  { "import", "Names modules whose operators are used." },
  { "operator", "Begins an operator." },
  { "graph", "Begins a graph of operators that can be run." },
  { "public", "Lets operators of a graph be used from outside." },
};

static const Word blocks[] = {
  { "@dtype", "Generic types: T: num = real;" },
  { "@attrib", "Attributes, known when the operator is used: size: int..(d) = 1;" },
  { "@input", "Tensors that come in, with their shapes: x: real[b, s..];" },
  { "@output", "Tensors that come out: y: real[b, s..];" },
  { "@using", "Values that follow from attributes and shapes: n = s[axis];" },
  { "@assert", "What must hold, and what is said if it does not." },
  { "@constant", "Tensors of constant values." },
  { "@variable", "Weights of the operator itself." },
  { "@lower", "The formula of each output, element by element." },
  { "@compose", "Other operators that compute the outputs." },
  { "@update", "New values of variables." },
  { "@quantize", "How tensors are quantized." },
};

static const Word types[] = {
  { "real", "Numbers with a fraction." },
  { "int", "Whole numbers." },
  { "bool", "true or false." },
  { "str", "A text." },
  { "optional", "What may be null: optional int" },
};

static const Word classes[] = {
  { "num", "int or real." },
  { "arith", "int, real or bool." },
  { "type", "Any type." },
};

static const Word functions[] = {
  { "abs", "The absolute value." },
  { "acos", "The inverse cosine, in radians." },
  { "acosh", "The inverse hyperbolic cosine." },
  { "asin", "The inverse sine, in radians." },
  { "asinh", "The inverse hyperbolic sine." },
  { "atan", "The inverse tangent, in radians." },
  { "atanh", "The inverse hyperbolic tangent." },
  { "ceil", "The smallest whole number that is not less." },
  { "cos", "The cosine of radians." },
  { "cosh", "The hyperbolic cosine." },
  { "erf", "The error function." },
  { "exp", "e to the power of a number." },
  { "floor", "The largest whole number that is not more." },
  { "frac", "What is behind the point." },
  { "log", "The natural logarithm." },
  { "round", "The nearest whole number." },
  { "sign", "-1, 0 or 1." },
  { "sin", "The sine of radians." },
  { "sinh", "The hyperbolic sine." },
  { "sqrt", "The square root." },
  { "tan", "The tangent of radians." },
  { "tanh", "The hyperbolic tangent." },
};

static const Word constants[] = {
  { "true", NULL },
  { "false", NULL },
  { "inf", "Infinity." },
  { "pi", "3.14159…" },
};

static const Word compose_words[] = {
  { "if", "if condition then one else other" },
  { "then", NULL },
  { "elif", NULL },
  { "else", NULL },
  { "with", "Values that a loop carries on." },
  { "for", "A loop over the items of a pack." },
  { "while", "A loop as long as a condition holds." },
  { "do", "The body of a loop." },
  { "unroll", "The body of a loop that is known before it runs." },
  { "yield", "What a block gives." },
};

static const Word members[] = {
  { "shape", "The extents of a tensor, as a pack." },
  { "rank", "How many axes a tensor has." },
  { "size", "How many tensors a pack has." },
};

static const ImSkndToken *
get_token (const Place *place, guint i)
{
  return &g_array_index (place->tokens, ImSkndToken, i);
}

/* Whether a token is a word or sign. */
static gboolean
is (const Place *place, guint i, const char *what)
{
  const ImSkndToken *token = i < place->tokens->len ? get_token (place, i) : NULL;
  gsize n = strlen (what);

  return token != NULL && token->span.end - token->span.start == n &&
         strncmp (place->text + token->span.start, what, n) == 0;
}

static gboolean
is_name (const Place *place, guint i)
{
  return i < place->tokens->len && get_token (place, i)->kind == IM_SKND_TOKEN_NAME;
}

static char *
dup_token (const Place *place, guint i)
{
  ImSpan span = get_token (place, i)->span;

  return g_strndup (place->text + span.start, span.end - span.start);
}

static void
take (Place *place,
      const char *name,
      const char *suffix,
      const char *detail,
      const char *documentation)
{
  ImCompletionItem *item = NULL;

  if (place->items->len >= IM_COMPLETION_MAX || strlen (name) <= place->length ||
      g_ascii_strncasecmp (name, place->word, place->length) != 0 ||
      !g_hash_table_add (place->seen, g_strdup (name)))
    return;
  item = g_new0 (ImCompletionItem, 1);
  item->name = g_strdup (name);
  item->insert = g_strconcat (name, suffix, NULL);
  item->detail = g_strdup (detail);
  item->documentation = g_strdup (documentation);
  g_ptr_array_add (place->items, item);
}

static void
take_words (Place *place,
            const Word *words,
            guint n,
            const char *suffix,
            const char *detail)
{
  for (guint i = 0; i < n; i++)
    take (place, words[i].name, suffix, detail, words[i].documentation);
}

#define TAKE_WORDS(place, words, suffix, detail) \
  take_words (place, words, G_N_ELEMENTS (words), suffix, detail)

static gboolean
opens (const Place *place, guint i)
{
  return is (place, i, "{") || is (place, i, "[") || is (place, i, "(");
}

static gboolean
closes (const Place *place, guint i)
{
  return is (place, i, "}") || is (place, i, "]") || is (place, i, ")");
}

/* The operator, block, statement and bracket in which the word is. A word that begins a
 * definition or a block ends what was not closed before it. */
static void
find_place (Place *place, gsize start)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint));

  place->definition = place->block = place->open = -1;
  for (place->at = 0; get_token (place, place->at)->kind != IM_SKND_TOKEN_END &&
                      get_token (place, place->at)->span.start < start;
       place->at++)
    {
      guint i = place->at;

      if (is (place, i, "operator") || is (place, i, "graph"))
        {
          place->definition = (gint) i;
          place->block = -1;
          g_array_set_size (stack, 0);
        }
      else if (get_token (place, i)->kind == IM_SKND_TOKEN_BLOCK)
        {
          place->block = (gint) i;
          g_array_set_size (stack, MIN (stack->len, 1));
        }
      if (opens (place, i))
        g_array_append_val (stack, i);
      else if (closes (place, i) && stack->len > 0)
        g_array_set_size (stack, stack->len - 1);
      if (place->definition >= 0 && place->block >= 0 && stack->len < 2 &&
          closes (place, i))
        place->block = -1;
      if (place->definition >= 0 && stack->len == 0 && closes (place, i))
        place->definition = -1;
      if (is (place, i, ";") ||
          (stack->len <= 2 && opens (place, i) && is (place, i, "{")) ||
          is (place, i, "yield") || is (place, i, "import") || is (place, i, "}"))
        place->statement = i + 1;
    }
  if (stack->len > 2 || (stack->len > 0 && place->block < 0))
    place->open = (gint) g_array_index (stack, guint, stack->len - 1);
}

/* The token behind the definition in which the place is. */
static guint
find_end (const Place *place)
{
  guint i = (guint) place->definition + 1;

  while (get_token (place, i)->kind != IM_SKND_TOKEN_END && !is (place, i, "operator") &&
         !is (place, i, "graph"))
    i++;

  return i;
}

/* The comment behind a declaration on its line. */
static char *
dup_remark (const Place *place, guint name)
{
  ImSkndFile file = { .source = place->source, .comments = place->comments };

  return im_sknd_dup_remark (&file, get_token (place, name)->span);
}

/* `Attribute int..(d) = 1` */
static char *
dup_declaration (const Place *place, guint name, const char *role)
{
  guint i = name + 2;
  gsize from, to;
  g_autofree char *type = NULL;

  if (!is (place, name + 1, ":"))
    return g_strdup (role);
  while (i < place->tokens->len && !is (place, i, ";") && !is (place, i, "}") &&
         get_token (place, i)->kind != IM_SKND_TOKEN_END &&
         get_token (place, i)->kind != IM_SKND_TOKEN_BLOCK)
    i++;
  from = get_token (place, name + 1)->span.end;
  to = get_token (place, i)->span.start;
  type = g_strstrip (g_strndup (place->text + from, MIN (to - from, 60)));

  return g_strconcat (role, " ", type, NULL);
}

/* What the names that the statements of a block begin with are. */
static const char *
get_role (const Place *place, guint block)
{
  static const char *const roles[][2] = {
    { "@dtype", "Type" },        { "@attrib", "Attribute" }, { "@input", "Input" },
    { "@output", "Output" },     { "@using", "Value" },      { "@constant", "Constant" },
    { "@variable", "Variable" }, { "@lower", "Index" },      { "@compose", "Result" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (roles); i++)
    if (is (place, block, roles[i][0]))
      return roles[i][1];

  return NULL;
}

/* Whether a name is declared where it stands: in front of a colon, of an equals sign in a
 * statement, in a list in front of one, or as an index of what is written, or that stays
 * below something. */
static gboolean
is_declared (const Place *place,
             guint i,
             guint depth,
             gboolean is_target,
             gboolean is_loop)
{
  if (is (place, i + 1, ":"))
    return depth == 2 && is_target;
  if (is_loop && depth == 3 && is_target)
    return TRUE;
  if (is_loop)
    return depth == 2 && i > 0 &&
           ((is (place, i + 1, "<") && is (place, i - 1, ",")) || is (place, i + 1, "="));

  return is_target;
}

/* Names of the operator, in whichever block they are declared. */
static void
take_names (Place *place, const char *only)
{
  guint end = place->definition < 0 ? 0 : find_end (place), depth = 0;
  const char *role = NULL;
  gboolean is_target = FALSE, is_loop = FALSE;

  for (guint i = place->definition < 0 ? 0 : (guint) place->definition; i < end; i++)
    {
      if (get_token (place, i)->kind == IM_SKND_TOKEN_BLOCK)
        {
          role = get_role (place, i);
          is_loop = is (place, i, "@lower");
          depth = 1;
        }
      depth += opens (place, i) ? 1 : 0;
      if (closes (place, i) && depth > 0)
        depth--;
      if (is (place, i, ";") || (is (place, i, "{") && depth == 2))
        is_target = TRUE;
      else if (is (place, i, "=") || is (place, i, ":") || is (place, i, "<"))
        is_target = FALSE;
      if (role != NULL && depth >= 2 && i != place->at && is_name (place, i) &&
          (only == NULL || g_str_equal (only, role)) &&
          is_declared (place, i, depth, is_target, is_loop))
        {
          g_autofree char *name = dup_token (place, i);
          g_autofree char *detail = dup_declaration (place, i, role);
          g_autofree char *remark = dup_remark (place, i);

          take (place, name, "", detail, remark);
        }
    }
}

static void
append_names (const ImSkndBlock *block, GString *out)
{
  g_string_append_c (out, '(');
  for (guint i = 0; block != NULL && i < block->n; i++)
    g_string_append_printf (out, "%s%s", i == 0 ? "" : ", ",
                            block->statements[i]->parameter.name.text);
  g_string_append_c (out, ')');
}

/* `(input, filter, bias) -> (output)` */
static char *
dup_signature (const ImSkndDefinition *definition)
{
  GString *text = g_string_new (NULL);

  append_names (definition->by_kind[IM_SKND_INPUT], text);
  g_string_append (text, " -> ");
  append_names (definition->by_kind[IM_SKND_OUTPUT], text);

  return g_string_free (text, FALSE);
}

/* The first line of what is said of an operator, and its attributes with their types. */
static char *
dup_documentation (const ImSkndFile *file, const ImSkndDefinition *definition)
{
  g_autofree char *comment = im_sknd_dup_documentation (file, definition);
  g_autofree char *all = im_sknd_dup_plain (comment);
  const ImSkndBlock *attributes = definition->by_kind[IM_SKND_ATTRIB];
  const char *text = im_source_get_text (file->source, NULL);
  GString *out = g_string_new_len (all == NULL ? "" : all,
                                   all == NULL ? 0 : (gssize) strcspn (all, "\n"));

  for (guint i = 0; attributes != NULL && i < attributes->n; i++)
    {
      ImSpan span = attributes->statements[i]->span;

      g_string_append_printf (out, "%s%.*s", out->len == 0 ? "" : "\n",
                              (int) (span.end - span.start - 1), text + span.start);
    }

  return g_string_free (out, FALSE);
}

/* A call goes on with attributes, or with tensors if there are none. */
static const char *
get_opening (const ImSkndDefinition *definition)
{
  const ImSkndBlock *attributes = definition->by_kind[IM_SKND_ATTRIB];

  return attributes != NULL && attributes->n > 0 ? "{" : "(";
}

/* Operators of a module that others may use, or all of the text itself. */
static void
take_operators (Place *place, const ImSkndFile *file, const char *module)
{
  for (guint i = 0; file != NULL && i < file->n_definitions; i++)
    {
      const ImSkndDefinition *definition = file->definitions[i];
      g_autofree char *name = module == NULL ? g_strdup (definition->name.text)
                                             : g_strconcat (module, ".",
                                                            definition->name.text, NULL);
      g_autofree char *signature = NULL, *documentation = NULL;

      if (definition->is_graph || *definition->name.text == '_')
        continue;
      signature = dup_signature (definition);
      documentation = dup_documentation (file, definition);
      take (place, name, get_opening (definition), signature, documentation);
    }
}

static const ImSkndFile *
import (const Place *place, const char *name)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();

  return place->package == NULL || *name == '\0'
             ? NULL
             : im_sknd_package_import (place->package, name, problems);
}

/* The name with points that ends at a token, from @first on. */
static char *
dup_path (const Place *place, guint last, guint *first)
{
  GString *path = g_string_new (NULL);
  guint i = last;

  while (i >= 2 && is (place, i - 1, ".") && is_name (place, i - 2))
    i -= 2;
  *first = i;
  for (; i <= last; i++)
    {
      g_autofree char *part = dup_token (place, i);

      g_string_append (path, part);
    }

  return g_string_free (path, FALSE);
}

/* Modules that the text imports, and their operators. */
static void
take_imported (Place *place)
{
  for (guint i = 0; i < place->tokens->len; i++)
    {
      if (!is (place, i, "import"))
        continue;
      for (i++; is_name (place, i); i++)
        {
          guint last = i, first;
          g_autofree char *name = NULL;

          while (is (place, last + 1, ".") && is_name (place, last + 2))
            last += 2;
          name = dup_path (place, last, &first);
          take (place, name, ".", "Module", NULL);
          take_operators (place, import (place, name), name);
          i = last + 1;
          if (!is (place, i, ","))
            break;
        }
    }
}

/* Modules of the library, which can be imported anywhere. */
static void
take_modules (Place *place)
{
  g_autofree char *library = im_sknd_package_dup_library ();
  g_autoptr (GDir) folder = library == NULL ? NULL : g_dir_open (library, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    if (g_str_has_suffix (name, ".sknd"))
      g_ptr_array_add (names, g_strndup (name, strlen (name) - strlen (".sknd")));
  g_ptr_array_sort (names, im_text_compare_names);
  for (guint i = 0; i < names->len; i++)
    take (place, g_ptr_array_index (names, i), "", "Module", NULL);
}

/* Behind a point: operators of a module, or what is known of a tensor. */
static void
take_members (Place *place)
{
  guint first;
  g_autofree char *path = NULL;
  const ImSkndFile *file = NULL;

  if (place->at < 2 || !is_name (place, place->at - 2))
    return;
  path = dup_path (place, place->at - 2, &first);
  file = import (place, path);
  if (file != NULL)
    take_operators (place, file, NULL);
  else
    TAKE_WORDS (place, members, "", "Member");
}

/* Attributes of the operator whose braces are open. Returns FALSE if there is none. */
static gboolean
take_attributes (Place *place, const ImSkndFile *own)
{
  guint name = (guint) place->open, first;
  g_autofree char *path = NULL;
  char *point = NULL;
  const ImSkndFile *file = own;

  if (place->open < 1 || !is (place, name, "{") || !is_name (place, name - 1))
    return FALSE;
  if (!is (place, place->at - 1, "{") && !is (place, place->at - 1, ","))
    return FALSE;
  path = dup_path (place, name - 1, &first);
  point = strrchr (path, '.');
  if (point != NULL)
    {
      *point = '\0';
      file = import (place, path);
    }
  for (guint i = 0; file != NULL && i < file->n_definitions; i++)
    {
      const ImSkndDefinition *definition = file->definitions[i];
      const ImSkndBlock *block = definition->by_kind[IM_SKND_ATTRIB];

      if (strcmp (definition->name.text, point == NULL ? path : point + 1) != 0)
        continue;
      for (guint j = 0; block != NULL && j < block->n; j++)
        {
          const ImSkndStatement *statement = block->statements[j];
          const char *text = im_source_get_text (file->source, NULL);
          ImSpan place_of = statement->parameter.name.span;
          g_autofree char *declaration = g_strndup (
              text + place_of.end + 1, statement->span.end - place_of.end - 2);
          g_autofree char *remark = im_sknd_dup_remark (file, place_of);

          take (place, statement->parameter.name.text, "=", g_strstrip (declaration),
                remark);
        }
    }

  return TRUE;
}

/* Whether the word stands where a type does. */
static gboolean
is_type (const Place *place)
{
  const char *role = place->block < 0 ? NULL : get_role (place, (guint) place->block);

  if (role == NULL || place->open >= 0 || g_str_equal (role, "Value") ||
      g_str_equal (role, "Index") || g_str_equal (role, "Result"))
    return FALSE;

  return place->at > 0 &&
         (is (place, place->at - 1, ":") ||
          (is (place, place->at - 1, "optional") && place->at > place->statement + 1));
}

/* Blocks that the operator does not have yet. */
static void
take_blocks (Place *place)
{
  guint end = place->definition < 0 ? 0 : find_end (place);

  for (guint i = 0; i < G_N_ELEMENTS (blocks); i++)
    {
      gboolean is_there = FALSE;

      for (guint j = place->definition < 0 ? 0 : (guint) place->definition; j < end; j++)
        is_there |= j != place->at && is (place, j, blocks[i].name);
      if (!is_there)
        take (place, blocks[i].name, " {", "Block", blocks[i].documentation);
    }
}

static void
take_expression (Place *place, const ImSkndFile *own)
{
  gboolean is_composed = place->block >= 0 &&
                         is (place, (guint) place->block, "@compose");

  take_names (place, NULL);
  if (is_composed)
    {
      take_operators (place, own, NULL);
      take_imported (place);
      TAKE_WORDS (place, compose_words, "", "Keyword");
    }
  TAKE_WORDS (place, functions, "(", "Function");
  TAKE_WORDS (place, constants, "", "Constant");
  if (place->block >= 0)
    TAKE_WORDS (place, types, "", "Type");
}

static void
collect (Place *place)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImSkndFile) own = NULL;

  if (*place->word == '@')
    {
      if (place->definition >= 0)
        take_blocks (place);
      return;
    }
  if (place->at > 0 && is (place, place->at - 1, "."))
    {
      take_members (place);
      return;
    }
  if (place->definition < 0)
    {
      if (place->statement > 0 && is (place, place->statement - 1, "import"))
        take_modules (place);
      else
        TAKE_WORDS (place, top_words, " ", "Keyword");
      return;
    }
  if (place->block < 0)
    {
      take_blocks (place);
      return;
    }
  if (is_type (place))
    {
      if (is (place, (guint) place->block, "@dtype"))
        TAKE_WORDS (place, classes, "", "Kind of type");
      else
        take_names (place, "Type");
      if (!is (place, (guint) place->block, "@dtype"))
        TAKE_WORDS (place, types, "", "Type");
      return;
    }
  own = im_sknd_parse (place->source, problems);
  if (!take_attributes (place, own) && place->length > 0)
    take_expression (place, own);
}

static gboolean
is_word_byte (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* Whether the cursor is in a comment, or in a text. */
static gboolean
is_prose (const Place *place, gsize cursor)
{
  for (guint i = 0; i < place->comments->len; i++)
    {
      ImSpan span = g_array_index (place->comments, ImSpan, i);

      if (cursor > span.start && cursor <= span.end)
        return TRUE;
    }
  for (guint i = 0; i < place->tokens->len; i++)
    {
      const ImSkndToken *token = get_token (place, i);

      if (token->kind == IM_SKND_TOKEN_STRING && cursor > token->span.start &&
          cursor < token->span.end)
        return TRUE;
    }

  return FALSE;
}

ImSkndPackage *
im_operator_completion_new_package (const char *path)
{
  g_autofree char *folder = path == NULL ? NULL : g_path_get_dirname (path);
  g_autofree char *library = im_sknd_package_dup_library ();

  return im_sknd_package_new (folder, library);
}

GPtrArray *
im_operator_completion_list (ImSkndPackage *package,
                             ImSource *source,
                             gsize cursor,
                             gsize *start)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GArray) comments = g_array_new (FALSE, FALSE, sizeof (ImSpan));
  g_autoptr (GArray) tokens = NULL;
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                       NULL);
  Place place = { .package = package, .source = source, .comments = comments };
  gsize size;

  place.text = im_source_get_text (source, &size);
  place.items = g_ptr_array_new_with_free_func (im_completion_item_free);
  place.seen = seen;
  cursor = MIN (cursor, size);
  *start = cursor;
  while (*start > 0 && is_word_byte (place.text[*start - 1]))
    (*start)--;
  if (*start > 0 && place.text[*start - 1] == '@')
    (*start)--;
  place.word = place.text + *start;
  place.length = cursor - *start;
  place.tokens = tokens = im_sknd_tokenize (source, (ImSpan){ 0, (guint32) size },
                                            comments, problems);
  if ((place.length > 0 && g_ascii_isdigit (*place.word)) || is_prose (&place, cursor))
    return place.items;
  find_place (&place, *start);
  collect (&place);

  return place.items;
}
