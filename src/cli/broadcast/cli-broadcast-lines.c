/* SPDX-License-Identifier: MIT */
#include "cli/broadcast/cli-broadcast-lines.h"

#include <string.h>

/* The end of a word: a blank outside of brackets. What starts with an angle is an
 * operator and opens nothing. */
static char *
find_word_end (char *start)
{
  guint depth = 0;
  char *p = start;

  for (; *p != '\0' && (depth > 0 || !g_ascii_isspace (*p)); p++)
    if (strchr ("[(", *p) != NULL || (*p == '<' && p > start && g_ascii_isalpha (p[-1])))
      depth++;
    else if (strchr ("])>", *p) != NULL && depth > 0)
      depth--;

  return p;
}

static GPtrArray *
split_words (char *line)
{
  GPtrArray *words = g_ptr_array_new ();

  for (char *p = line; *p != '\0';)
    {
      if (g_ascii_isspace (*p))
        {
          p++;
          continue;
        }

      char *end = find_word_end (p);
      g_ptr_array_add (words, p);
      p = *end == '\0' ? end : end + 1;
      *end = '\0';
    }

  return words;
}

static const char *
get_word (const GPtrArray *words, guint i)
{
  return g_ptr_array_index (words, i);
}

/* Takes `-> R` from the end. */
static void
take_result (CliBroadcastRequest *request)
{
  guint n = request->words->len;

  if (n < 2 || strcmp (get_word (request->words, n - 2), "->") != 0)
    return;
  request->result = get_word (request->words, n - 1);
  g_ptr_array_set_size (request->words, (gint) n - 2);
}

/* Whether a word is an operator of the family. MLIR has none, so that `*` is a shape
 * there. */
static gboolean
is_operator (ImBroadcastFamily family, const char *word)
{
  ImBroadcastRules rules;

  return family != IM_BROADCAST_FAMILY_MLIR &&
         im_broadcast_family_find_rules (family, word, &rules);
}

/* Takes the operator from between two operands. */
static void
take_operator (CliBroadcastRequest *request, const CliOptions *options)
{
  if (request->words->len != 3)
    return;

  const char *outer[] = { get_word (request->words, 0), get_word (request->words, 2) };
  CliBroadcastRequest others = { .operands = outer, .n_operands = 2 };
  ImBroadcastFamily family = cli_broadcast_request_find_family (&others, options->rules);
  if (!is_operator (family, get_word (request->words, 1)))
    return;
  request->operation = get_word (request->words, 1);
  g_ptr_array_remove_index (request->words, 1);
}

void
cli_broadcast_request_split (CliBroadcastRequest *request,
                             char *line,
                             const CliOptions *options)
{
  *request = (CliBroadcastRequest){
    .operation = options->op,
    .result = options->result,
    .words = split_words (line),
  };
  take_result (request);
  take_operator (request, options);
  request->operands = (const char *const *) request->words->pdata;
  request->n_operands = request->words->len;
}

void
cli_broadcast_request_clear (CliBroadcastRequest *request)
{
  g_clear_pointer (&request->words, g_ptr_array_unref);
}

ImBroadcastFamily
cli_broadcast_request_find_family (const CliBroadcastRequest *request, const char *name)
{
  for (guint i = 0; name != NULL && i < IM_BROADCAST_N_FAMILIES; i++)
    if (strcmp (im_broadcast_family_get_name ((ImBroadcastFamily) i), name) == 0)
      return (ImBroadcastFamily) i;

  if (request->result != NULL)
    return IM_BROADCAST_FAMILY_MLIR;

  return im_broadcast_family_guess (request->operands, request->n_operands);
}
