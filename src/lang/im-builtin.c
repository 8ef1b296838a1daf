/* SPDX-License-Identifier: MIT
 *
 * The good path compares numbers only. What is wrong with a call that fits nothing is
 * found out afterwards, by going through the rows again.
 */
#include "lang/im-builtin-functions.h"

#include <string.h>

#include "base/im-text.h"
#include "lang/im-symbols.h"

#define MAX_SIGNATURES 16 /* of all rows of one name together */
#define NO_MATCH       G_MAXUINT

/* A call as it is written. */
typedef struct
{
  ImEval *eval;
  const char *name;
  ImSpelling spelling;
  ImBuiltinOwner owner;
  const ImValue *args;
  guint n_args;
  guint n_hidden; /* 1 if the first argument is a receiver, which messages do not count */
} Call;

const ImSample *
im_builtin_get_samples (guint *n_samples)
{
  *n_samples = im_builtin_samples_length;

  return im_builtin_samples;
}

const ImBuiltin *
im_builtin_get_all (guint *n_builtins)
{
  *n_builtins = im_builtin_table_length;

  return im_builtin_table;
}

/* The first row whose name is not before @name. */
static guint
lower_bound (const char *name)
{
  guint low = 0, high = im_builtin_table_length;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (strcmp (im_builtin_table[middle].name, name) < 0)
        low = middle + 1;
      else
        high = middle;
    }

  return low;
}

const ImBuiltin *
im_builtin_find (const char *name, guint *n_builtins)
{
  guint first = lower_bound (name), end = first;

  while (end < im_builtin_table_length && strcmp (im_builtin_table[end].name, name) == 0)
    end++;
  *n_builtins = end - first;

  return end == first ? NULL : &im_builtin_table[first];
}

const ImBuiltin *
im_builtin_find_static (ImBuiltinOwner owner, const char *name)
{
  guint n_rows;
  const ImBuiltin *rows = im_builtin_find (name, &n_rows);

  for (guint i = 0; i < n_rows; i++)
    if (rows[i].owner == owner && (rows[i].spellings & IM_SPELLING_STATIC) != 0)
      return &rows[i];

  return NULL;
}

const char *
im_builtin_owner_get_name (ImBuiltinOwner owner)
{
  static const char *const names[IM_N_OWNERS] = {
    [IM_OWNER_MATH] = "Math",     [IM_OWNER_SYSTEM] = "System",
    [IM_OWNER_STRING] = "String", [IM_OWNER_DTYPE] = "ValueType",
    [IM_OWNER_SHAPE] = "Shape",   [IM_OWNER_BROADCAST] = "ShapeBroadcast",
    [IM_OWNER_TENSOR] = "Tensor", [IM_OWNER_BUFFER] = "ArrayBuffer",
    [IM_OWNER_ARRAY] = "Array",   [IM_OWNER_OPERATOR] = "Operators",
  };

  g_return_val_if_fail (owner < IM_N_OWNERS, NULL);

  return names[owner];
}

/* Promotions that @arg needs, or NO_MATCH. Of a value that is not known yet it counts
 * that it can fit. */
static guint
match_argument (const ImParameterSpec *param, const ImValue *arg)
{
  ImKinds kinds = im_value_get_kinds (arg);

  if ((param->kinds & kinds) != 0)
    return 0;
  if ((kinds & IM_KIND (IM_VALUE_INT)) != 0 &&
      (param->kinds & IM_KIND (IM_VALUE_DOUBLE)) != 0)
    return 1;

  return NO_MATCH;
}

static const ImParameterSpec *
get_param (const ImSignature *signature, guint arg)
{
  return &signature->params[MIN (arg, signature->n_params - 1)];
}

static gboolean
is_repeated (const ImSignature *signature)
{
  return signature->n_params > 0 &&
         signature->params[signature->n_params - 1].is_repeated;
}

static gboolean
count_fits (const ImSignature *signature, guint n_args)
{
  if (n_args > signature->n_params)
    return is_repeated (signature);

  return n_args == signature->n_params || signature->params[n_args].is_optional;
}

/* Promotions that all arguments need together, or NO_MATCH. */
static guint
match_signature (const ImSignature *signature, const ImValue *args, guint n_args)
{
  guint n_promotions = 0;

  if (!count_fits (signature, n_args))
    return NO_MATCH;

  for (guint i = 0; i < n_args; i++)
    {
      guint n = match_argument (get_param (signature, i), &args[i]);

      if (n == NO_MATCH)
        return NO_MATCH;
      n_promotions += n;
    }

  return n_promotions;
}

static gboolean
is_spelled (const ImBuiltin *builtin, ImSpelling spelling, ImBuiltinOwner owner)
{
  return (builtin->spellings & spelling) != 0 &&
         (spelling != IM_SPELLING_STATIC || builtin->owner == owner);
}

static const ImSignature *
choose_signature (const ImBuiltin *candidates,
                  guint n_candidates,
                  ImSpelling spelling,
                  ImBuiltinOwner owner,
                  const ImValue *args,
                  guint n_args)
{
  const ImSignature *best = NULL;
  guint fewest = NO_MATCH;

  for (guint i = 0; i < n_candidates; i++)
    {
      if (!is_spelled (&candidates[i], spelling, owner))
        continue;
      for (guint j = 0; j < candidates[i].n_signatures; j++)
        {
          const ImSignature *signature = &candidates[i].signatures[j];
          guint n_promotions = match_signature (signature, args, n_args);

          if (n_promotions == 0)
            return signature;
          if (n_promotions < fewest)
            {
              fewest = n_promotions;
              best = signature;
            }
        }
    }

  return best;
}

/* Returns whether all arguments are known. */
static gboolean
promote (const ImSignature *signature, ImValue *args, guint n_args)
{
  gboolean is_known = TRUE;

  for (guint i = 0; i < n_args; i++)
    if (args[i].kind == IM_VALUE_UNKNOWN)
      is_known = FALSE;
    else if (match_argument (get_param (signature, i), &args[i]) == 1)
      args[i] = IM_DOUBLE (args[i].integer);

  return is_known;
}

/* Whether it is clear which kind each argument has. */
static gboolean
kinds_are_single (const ImValue *args, guint n_args)
{
  for (guint i = 0; i < n_args; i++)
    {
      ImKinds kinds = im_value_get_kinds (&args[i]);

      if ((kinds & (kinds - 1)) != 0)
        return FALSE;
    }

  return TRUE;
}

/* What a call returns whose arguments are not all known: what the one signature returns
 * that fits, or each that does where an argument has one of several kinds. */
static ImKinds
get_result (const ImBuiltin *candidates,
            guint n_candidates,
            const ImSignature *chosen,
            ImSpelling spelling,
            ImBuiltinOwner owner,
            const ImValue *args,
            guint n_args)
{
  ImKinds kinds = 0;

  if (kinds_are_single (args, n_args))
    return chosen->result;
  for (guint i = 0; i < n_candidates; i++)
    for (guint j = 0; j < candidates[i].n_signatures; j++)
      if (is_spelled (&candidates[i], spelling, owner) &&
          match_signature (&candidates[i].signatures[j], args, n_args) != NO_MATCH)
        kinds |= candidates[i].signatures[j].result;

  return kinds;
}

/* Whether something is known of the result if some arguments are not: of shapes, that
 * have such sizes then. */
static gboolean
takes_unknown (ImBuiltinFunc func)
{
  static const ImBuiltinFunc funcs[] = {
    im_builtin_shape_insert,      im_builtin_shape_replace,
    im_builtin_shape_with_labels, im_builtin_shape_with_labels_from,
    im_builtin_system_shape,
  };

  for (guint i = 0; i < G_N_ELEMENTS (funcs); i++)
    if (funcs[i] == func)
      return TRUE;

  return FALSE;
}

static void
append_signature (GString *out, const ImSignature *signature, guint n_hidden)
{
  g_string_append_c (out, '(');
  for (guint i = n_hidden; i < signature->n_params; i++)
    {
      const ImParameterSpec *param = &signature->params[i];

      g_string_append_printf (out, "%s%s%s: ", i > n_hidden ? ", " : "",
                              param->is_optional ? "[" : "", param->name);
      im_kinds_append_text (param->kinds, FALSE, out);
      g_string_append (out, param->is_repeated ? "..." : param->is_optional ? "]" : "");
    }
  g_string_append_c (out, ')');
}

/* `1 argument (axis: int)`, `2 or 3 arguments (..)`, `no arguments`. */
static void
append_count (GString *out, const ImSignature *signature, guint n_hidden)
{
  guint most = signature->n_params - n_hidden, least = most;

  while (least > 0 && signature->params[n_hidden + least - 1].is_optional)
    least--;
  if (most == 0)
    {
      g_string_append (out, "no arguments");
      return;
    }

  if (is_repeated (signature))
    g_string_append_printf (out, "at least %u", least);
  else if (least < most)
    g_string_append_printf (out, "%u or %u", least, most);
  else
    g_string_append_printf (out, "%u", most);
  g_string_append (out, most == 1 && least == 1 ? " argument " : " arguments ");
  append_signature (out, signature, n_hidden);
}

static void
append_found (GString *out, const Call *call)
{
  g_string_append (out, ", found (");
  for (guint i = call->n_hidden; i < call->n_args; i++)
    {
      g_string_append (out, i > call->n_hidden ? ", " : "");
      im_kinds_append_text (im_value_get_kinds (&call->args[i]), FALSE, out);
    }
  g_string_append_c (out, ')');
}

/* The kinds of value that have a member among @candidates. */
static ImKinds
get_receivers (const ImBuiltin *candidates, guint n_candidates)
{
  ImKinds kinds = 0;

  for (guint i = 0; i < n_candidates; i++)
    for (guint j = 0; j < candidates[i].n_signatures; j++)
      if ((candidates[i].spellings & IM_SPELLING_METHOD) != 0)
        kinds |= candidates[i].signatures[j].params[0].kinds;

  return kinds;
}

/* What would be allowed instead of a name, or where the name belongs. */
static void
append_advice (GString *out,
               const Call *call,
               const ImBuiltin *candidates,
               guint n_candidates)
{
  const ImValue *receiver = call->n_hidden > 0 ? &call->args[0] : NULL;
  const char *nearest = im_builtin_nearest_member (call->spelling, call->owner, receiver,
                                                   call->name);
  ImKinds receivers = get_receivers (candidates, n_candidates);

  if (nearest != NULL)
    g_string_append_printf (out, "; did you mean “%s”?", nearest);
  else if (receiver == NULL && n_candidates > 0 &&
           (candidates[0].spellings & IM_SPELLING_STATIC) != 0)
    g_string_append_printf (out, "; write %s.%s",
                            im_builtin_owner_get_name (candidates[0].owner), call->name);
  else if (receivers != 0)
    {
      g_string_append (out, "; ");
      im_kinds_append_text (receivers, TRUE, out);
      g_string_append (out, " has a member of that name");
    }
}

/* Nothing of this name may stand here. */
static gboolean
fail_misplaced (const Call *call, const ImBuiltin *candidates, guint n_candidates)
{
  const ImSymbols *symbols = im_eval_get_environment (call->eval)->symbols;
  g_autoptr (GString) advice = g_string_new (NULL);

  append_advice (advice, call, candidates, n_candidates);

  if (call->spelling == IM_SPELLING_METHOD)
    {
      g_autoptr (GString) receiver = g_string_new (NULL);

      im_kinds_append_text (im_value_get_kinds (&call->args[0]), TRUE, receiver);
      return im_eval_fail_name (call->eval, IM_EXPR_ERROR_UNKNOWN_MEMBER,
                                "%s has no member “%s”%s", receiver->str, call->name,
                                advice->str);
    }
  if (call->spelling == IM_SPELLING_STATIC)
    return im_eval_fail_name (
        call->eval, IM_EXPR_ERROR_UNKNOWN_MEMBER, "%s has no member “%s”%s",
        im_builtin_owner_get_name (call->owner), call->name, advice->str);
  if (im_symbols_find (symbols, call->name) >= 0)
    return im_eval_fail_name (call->eval, IM_EXPR_ERROR_UNKNOWN_NAME,
                              "“%s” is a parameter and cannot be called", call->name);

  return im_eval_fail_name (call->eval, IM_EXPR_ERROR_UNKNOWN_NAME,
                            "there is no function “%s”%s", call->name, advice->str);
}

static gboolean
fail_count (const Call *call, const ImSignature *signature)
{
  g_autoptr (GString) text = g_string_new (call->name);
  guint n_found = call->n_args - call->n_hidden;

  g_string_append (text, " takes ");
  append_count (text, signature, call->n_hidden);
  if (n_found == 0)
    g_string_append (text, ", found none");
  else
    g_string_append_printf (text, ", found %u", n_found);

  return im_eval_fail (call->eval, IM_EXPR_ERROR_ARGUMENT_COUNT, "%s", text->str);
}

static gboolean
fail_kind (const Call *call, const ImSignature *signature)
{
  g_autoptr (GString) expected = g_string_new (NULL);
  g_autoptr (GString) found = g_string_new (NULL);
  guint bad = 0;

  while (match_argument (get_param (signature, bad), &call->args[bad]) != NO_MATCH)
    bad++;
  im_kinds_append_text (get_param (signature, bad)->kinds, TRUE, expected);
  im_kinds_append_text (im_value_get_kinds (&call->args[bad]), TRUE, found);

  return im_eval_fail_argument (
      call->eval, bad, IM_EXPR_ERROR_ARGUMENT_TYPE, "%s expects %s as %s, found %s",
      call->name, expected->str, get_param (signature, bad)->name, found->str);
}

/* The first argument that none of the signatures takes, or @n_args. */
static guint
find_bad_argument (const Call *call, const ImSignature *const *signatures, guint n)
{
  for (guint arg = 0; arg < call->n_args; arg++)
    {
      gboolean fits = FALSE;

      for (guint i = 0; i < n && !fits; i++)
        fits = count_fits (signatures[i], call->n_args) &&
               match_argument (get_param (signatures[i], arg), &call->args[arg]) !=
                   NO_MATCH;
      if (!fits)
        return arg;
    }

  return call->n_args;
}

static gboolean
fail_overloads (const Call *call, const ImSignature *const *signatures, guint n)
{
  g_autoptr (GString) text = g_string_new (call->name);
  gboolean any_count_fits = FALSE;

  g_string_append (text, " takes ");
  for (guint i = 0; i < n; i++)
    {
      g_string_append (text, i == 0 ? "" : " or ");
      append_signature (text, signatures[i], call->n_hidden);
      any_count_fits |= count_fits (signatures[i], call->n_args);
    }
  append_found (text, call);

  if (!any_count_fits)
    return im_eval_fail (call->eval, IM_EXPR_ERROR_ARGUMENT_COUNT, "%s", text->str);

  guint bad = find_bad_argument (call, signatures, n);
  if (bad == call->n_args)
    return im_eval_fail (call->eval, IM_EXPR_ERROR_ARGUMENT_TYPE, "%s", text->str);

  return im_eval_fail_argument (call->eval, bad, IM_EXPR_ERROR_ARGUMENT_TYPE, "%s",
                                text->str);
}

static gboolean
takes_receiver (const ImSignature *signature, const ImValue *receiver)
{
  return signature->n_params > 0 &&
         match_argument (&signature->params[0], receiver) != NO_MATCH;
}

/* The signatures that may be meant: of rows that may be spelled so, and with this
 * receiver. */
static guint
collect_signatures (const Call *call,
                    const ImBuiltin *candidates,
                    guint n_candidates,
                    const ImSignature *signatures[MAX_SIGNATURES])
{
  guint n = 0;

  for (guint i = 0; i < n_candidates; i++)
    {
      if (!is_spelled (&candidates[i], call->spelling, call->owner))
        continue;
      for (guint j = 0; j < candidates[i].n_signatures && n < MAX_SIGNATURES; j++)
        {
          const ImSignature *signature = &candidates[i].signatures[j];

          if (call->n_hidden == 0 || takes_receiver (signature, &call->args[0]))
            signatures[n++] = signature;
        }
    }

  return n;
}

/* Says why no signature fits. */
static gboolean
fail_call (const Call *call, const ImBuiltin *candidates, guint n_candidates)
{
  const ImSignature *signatures[MAX_SIGNATURES];
  guint n = collect_signatures (call, candidates, n_candidates, signatures);
  const ImSignature *only = n == 1 ? signatures[0] : NULL;
  guint n_fitting = 0;

  if (n == 0)
    return fail_misplaced (call, candidates, n_candidates);

  for (guint i = 0; i < n; i++)
    if (count_fits (signatures[i], call->n_args))
      {
        n_fitting++;
        only = signatures[i];
      }

  if (n == 1 && n_fitting == 0)
    return fail_count (call, only);
  if (n_fitting == 1)
    return fail_kind (call, only);

  return fail_overloads (call, signatures, n);
}

gboolean
im_builtin_call (ImEval *eval,
                 const char *name,
                 const ImBuiltin *candidates,
                 guint n_candidates,
                 ImSpelling spelling,
                 ImBuiltinOwner owner,
                 ImValue *args,
                 guint n_args,
                 ImValue *out)
{
  const ImSignature *signature = choose_signature (candidates, n_candidates, spelling,
                                                   owner, args, n_args);

  if (signature == NULL)
    {
      Call call = {
        .eval = eval,
        .name = name,
        .spelling = spelling,
        .owner = owner,
        .args = args,
        .n_args = n_args,
        .n_hidden = spelling == IM_SPELLING_METHOD ? 1 : 0,
      };

      return fail_call (&call, candidates, n_candidates);
    }

  ImKinds result = get_result (candidates, n_candidates, signature, spelling, owner, args,
                               n_args);
  if (!promote (signature, args, n_args) && !takes_unknown (signature->func))
    *out = IM_UNKNOWN;
  else if (!signature->func (eval, args, n_args, out))
    {
      if (!im_eval_take_unknown (eval))
        return FALSE;
      *out = IM_UNKNOWN;
    }
  if (out->kind == IM_VALUE_UNKNOWN)
    out->kinds = result;

  return TRUE;
}

ImKinds
im_builtin_get_operator_result (const char *name, const ImValue *args, guint n_args)
{
  const ImSignature *chosen = NULL;
  ImKinds kinds = 0;
  guint n_rows, fewest = NO_MATCH;
  const ImBuiltin *row = im_builtin_find (name, &n_rows);

  g_return_val_if_fail (row != NULL && row->owner == IM_OWNER_OPERATOR, IM_KINDS_ANY);

  for (guint i = 0; i < row->n_signatures; i++)
    {
      guint n_promotions = match_signature (&row->signatures[i], args, n_args);

      if (n_promotions == NO_MATCH)
        continue;
      kinds |= row->signatures[i].result;
      if (n_promotions < fewest)
        chosen = &row->signatures[i];
      fewest = MIN (fewest, n_promotions);
    }

  return chosen != NULL && kinds_are_single (args, n_args) ? chosen->result : kinds;
}

static gboolean
is_member_of (const ImBuiltin *builtin, const ImValue *receiver)
{
  for (guint i = 0; i < builtin->n_signatures; i++)
    if (receiver == NULL || takes_receiver (&builtin->signatures[i], receiver))
      return TRUE;

  return FALSE;
}

const char *
im_builtin_nearest_member (ImSpelling spelling,
                           ImBuiltinOwner owner,
                           const ImValue *receiver,
                           const char *name)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < im_builtin_table_length; i++)
    {
      const ImBuiltin *builtin = &im_builtin_table[i];

      if (is_spelled (builtin, spelling, owner) &&
          (spelling != IM_SPELLING_METHOD || is_member_of (builtin, receiver)))
        g_ptr_array_add (names, (gpointer) builtin->name);
    }

  return im_text_nearest (name, (const char *const *) names->pdata, names->len);
}
