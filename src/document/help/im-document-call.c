/* SPDX-License-Identifier: MIT */
#include "document/help/im-document-call.h"

#include <string.h>

#include "base/im-arena.h"
#include "document/change/im-document-change.h"
#include "document/state/im-document-code.h"
#include "fragment/im-prototype.h"

typedef struct
{
  ImDocument *document;
  const ImUnit *unit;
  const ImImplementation *implementation;
  const ImFragment *fragment;
  const ImPrototype *prototype;
  GPtrArray *operands; /* char*: the texts of the arguments */
} Call;

static const ImImplementation *
find_implementation (ImDocument *document, const ImDiagnostic *problem, const ImUnit **of)
{
  const ImUnitFile *file = im_document_get_file (document);

  for (guint i = 0; i < im_unit_file_get_count (file); i++)
    {
      *of = im_unit_file_get_unit (file, i);
      for (guint k = 0; k < IM_N_SECTIONS; k++)
        for (guint j = 0; j < (*of)->sections[k].n_implementations; j++)
          {
            const ImImplementation *one = &(*of)->sections[k].implementations[j];

            if (one->call != NULL && one->call->expr != NULL &&
                problem->span.start >= one->call->raw.start &&
                problem->span.start < one->call->raw.end)
              return one;
          }
    }

  return NULL;
}

static gboolean
find_operand (const Call *call, const char *text, guint *index)
{
  return g_ptr_array_find_with_equal_func (call->operands, text, g_str_equal, index);
}

static gboolean
is_parameter_name (const ImPrototype *prototype, const char *name)
{
  for (guint i = 0; i < prototype->n_parameters; i++)
    if (g_strcmp0 (prototype->parameters[i].name, name) == 0)
      return TRUE;

  return FALSE;
}

/* The next argument that is called like no parameter of the function. */
static const char *
take_rest (const Call *call, guint *next)
{
  while (*next < call->operands->len)
    {
      const char *text = g_ptr_array_index (call->operands, (*next)++);

      if (!is_parameter_name (call->prototype, text))
        return text;
    }

  return NULL;
}

/* What the function is called with, or NULL if that is not known of all it takes. */
static char *
dup_call (const Call *call)
{
  g_autoptr (GString) out = g_string_new (call->prototype->name);
  guint next = 0;

  g_string_append_c (out, '(');
  for (guint i = 0; i < call->prototype->n_parameters; i++)
    {
      const ImPrototypeParameter *parameter = &call->prototype->parameters[i];
      const char *text = NULL;

      if (parameter->name != NULL &&
          (find_operand (call, parameter->name, NULL) ||
           im_unit_find_parameter (call->unit, parameter->name) != NULL))
        text = parameter->name;
      else if (parameter->default_value == NULL)
        text = take_rest (call, &next);
      if (text == NULL && parameter->default_value != NULL)
        break;
      if (text == NULL)
        return NULL;
      g_string_append_printf (out, "%s%s", i > 0 ? ", " : "", text);
    }
  g_string_append_c (out, ')');

  return g_string_free (g_steal_pointer (&out), FALSE);
}

static void
add_call_fix (const Call *call, GPtrArray *fixes)
{
  g_autofree char *text = dup_call (call);
  ImDocumentFix *fix;

  if (text == NULL || strcmp (text, call->implementation->call->text) == 0)
    return;
  fix = g_new0 (ImDocumentFix, 1);
  fix->kind = IM_DOCUMENT_FIX_CALL;
  fix->option = im_document_dup_way (call->implementation->element);
  fix->value = g_strdup (text);
  fix->text = g_steal_pointer (&text);
  g_ptr_array_add (fixes, fix);
}

/* The list of parameters in the text of the file, without its parentheses; FALSE if it is
 * not there as it is read. */
static gboolean
find_list (const char *text, gsize start, gsize *first, gsize *end)
{
  guint depth = 1;

  while (g_ascii_isspace (text[start]))
    start++;
  if (text[start] != '(')
    return FALSE;
  *first = ++start;
  for (; text[start] != '\0'; start++)
    {
      depth += text[start] == '(';
      depth -= text[start] == ')';
      if (depth == 0)
        {
          *end = start;
          return TRUE;
        }
    }

  return FALSE;
}

/* The parameters as they are written. */
static GPtrArray *
split_list (const char *text, gsize first, gsize end)
{
  GPtrArray *parts = g_ptr_array_new_with_free_func (g_free);
  gsize start = first;
  guint depth = 0;

  for (gsize i = first; i <= end; i++)
    {
      depth += i < end && strchr ("([{", text[i]) != NULL;
      depth -= i < end && strchr (")]}", text[i]) != NULL;
      if (i < end && (text[i] != ',' || depth > 0))
        continue;
      g_ptr_array_add (parts, g_strstrip (g_strndup (text + start, i - start)));
      start = i + 1;
    }

  return parts;
}

static gboolean
is_name (const char *text)
{
  return *text != '\0' && !g_ascii_isdigit (*text) &&
         strspn (text, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_") == strlen (text);
}

/* The element type that the implementation wants of a socket. */
static const char *
get_element_type (const Call *call, const char *name)
{
  for (guint i = 0; i < call->implementation->n_conditions; i++)
    {
      const ImCondition *condition = &call->implementation->conditions[i];
      ImDType dtype;

      if (condition->kind != IM_CONDITION_EXPRESSION && condition->expression != NULL &&
          g_strcmp0 (condition->expression->text, name) == 0 &&
          condition->type.text != NULL &&
          im_dtype_parse (condition->type.text, strlen (condition->type.text), &dtype))
        return im_dtype_get_info (dtype)->c_name;
    }

  return "float";
}

/* A parameter that the function does not have yet. */
static char *
dup_parameter (const Call *call, const char *operand, guint number)
{
  const ImParameter *parameter = im_unit_find_parameter (call->unit, operand);
  g_autofree char *name = is_name (operand) ? g_strdup (operand)
                                            : g_strdup_printf ("argument%u", number);

  if (call->implementation->language == IM_LANGUAGE_PYTHON)
    return g_steal_pointer (&name);
  if (parameter != NULL && parameter->kind == IM_PARAMETER_INPUT)
    return g_strdup_printf ("const %s *%s", get_element_type (call, operand), name);
  if (parameter != NULL && parameter->kind == IM_PARAMETER_OUTPUT)
    return g_strdup_printf ("%s *%s", get_element_type (call, operand), name);
  if (parameter != NULL && parameter->kind == IM_PARAMETER_DOUBLE)
    return g_strdup_printf ("float %s", name);
  if (parameter != NULL && parameter->kind == IM_PARAMETER_HANDLE)
    return g_strdup_printf ("void *%s", name);

  return g_strdup_printf ("int %s", name);
}

/* The parameters of the call: those that the function has keep what is written of them.
 */
static char *
dup_list (const Call *call, const GPtrArray *parts)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < call->operands->len; i++)
    {
      const char *operand = g_ptr_array_index (call->operands, i);
      g_autofree char *text = NULL;

      for (guint k = 0; k < call->prototype->n_parameters && k < parts->len; k++)
        if (g_strcmp0 (call->prototype->parameters[k].name, operand) == 0)
          text = g_strdup (g_ptr_array_index (parts, k));
      if (text == NULL)
        text = dup_parameter (call, operand, i + 1);
      g_string_append_printf (out, "%s%s", i > 0 ? ", " : "", text);
    }
  if (out->len == 0 && call->implementation->language == IM_LANGUAGE_C)
    g_string_append (out, "void");

  return g_string_free (out, FALSE);
}

static void
add_function_fix (const Call *call, GPtrArray *fixes)
{
  ImSource *source = call->fragment->file->source;
  g_autofree char *file = im_document_find_code (call->document,
                                                 im_source_get_name (source));
  g_autofree char *text = file == NULL
                              ? NULL
                              : im_document_dup_code (call->document, file, NULL);
  const char *found = NULL, *next;
  g_autoptr (GPtrArray) parts = NULL;
  g_autofree char *list = NULL;
  gsize first = 0, end = 0;
  ImDocumentFix *fix;

  if (text == NULL)
    return;
  /* Lines of the editor end otherwise, so that places are others: the function is where
   * its name has as many parameters behind it. */
  for (next = strstr (text, call->prototype->name); next != NULL && found == NULL;
       next = strstr (next + 1, call->prototype->name))
    if (find_list (text, (gsize) (next - text) + strlen (call->prototype->name), &first,
                   &end))
      {
        parts = split_list (text, first, end);
        if (parts->len == MAX (call->prototype->n_parameters, 1) +
                              (call->prototype->is_variadic ? 1 : 0))
          found = next;
        else
          g_clear_pointer (&parts, g_ptr_array_unref);
      }
  if (found == NULL)
    return;
  list = dup_list (call, parts);
  fix = g_new0 (ImDocumentFix, 1);
  fix->kind = IM_DOCUMENT_FIX_FUNCTION;
  fix->option = g_steal_pointer (&file);
  fix->value = g_strdup_printf ("%s (%s)", call->prototype->name, list);
  fix->text = g_strdup_printf ("%.*s%s%s", (int) first, text, list, text + end);
  g_ptr_array_add (fixes, fix);
}

static void
list_operands (Call *call)
{
  const ImUnitExpr *expression = call->implementation->call;

  for (guint i = 0; i < expression->expr->n_operands; i++)
    {
      ImSpan span = expression->expr->operands[i]->span;

      g_ptr_array_add (call->operands,
                       g_strndup (expression->text + span.start, span.end - span.start));
    }
}

void
im_document_add_call_fixes (ImDocument *document,
                            const ImDiagnostic *problem,
                            GPtrArray *fixes)
{
  ImUnitLibrary *library = im_document_get_library (document);
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GPtrArray) operands = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (ImDiagnostics) ignored = im_diagnostics_new ();
  Call call = { .document = document, .operands = operands };
  ImFragmentRoot root;
  const char *function;

  if (strcmp (problem->code, "call-mismatch") != 0 ||
      problem->source != im_unit_file_get_source (im_document_get_file (document)))
    return;
  call.implementation = find_implementation (document, problem, &call.unit);
  if (call.implementation == NULL ||
      im_implementation_get_root (call.implementation, call.unit, arena, &root) != NULL)
    return;
  call.fragment = im_fragment_set_find (im_unit_library_get_fragments (library), &root,
                                        ignored);
  if (call.fragment == NULL)
    return;
  function = call.implementation->call->expr->name;
  call.prototype = im_fragment_find_prototype (call.fragment, function, arena);
  list_operands (&call);
  if (call.prototype != NULL)
    add_function_fix (&call, fixes);
  else
    call.prototype = im_fragment_find_prototype (call.fragment, NULL, arena);
  if (call.prototype != NULL)
    add_call_fix (&call, fixes);
}
