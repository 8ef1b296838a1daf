/* SPDX-License-Identifier: MIT */
#include "cases/im-code-cases.h"

#include "cases/im-case-list.h"
#include "cases/im-case-search.h"

typedef struct
{
  const ImUnit *unit;
  ImUnitLibrary *library;
  const ImUnitBinding *bindings;
  guint n_bindings;
  GCancellable *cancellable;
  GPtrArray *left;  /* ImImplementation */
  GPtrArray *cases; /* ImCodeCase */
} List;

static void
free_case (gpointer data)
{
  ImCodeCase *self = data;

  im_program_unref (self->program);
  g_ptr_array_unref (self->implementations);
  g_free (self);
}

/* Python stands in where there is no C; a formula becomes C. */
static void
list_implementations (List *list)
{
  static const ImLanguage languages[] = { IM_LANGUAGE_C, IM_LANGUAGE_PYTHON };

  for (guint i = 0; i < G_N_ELEMENTS (languages) && list->left->len == 0; i++)
    for (ImSectionKind kind = 0; kind < IM_N_SECTIONS; kind++)
      {
        const ImSection *section = &list->unit->sections[kind];

        for (guint j = 0; j < section->n_implementations; j++)
          if (section->implementations[j].language == languages[i] ||
              im_language_is_formula (section->implementations[j].language))
            g_ptr_array_add (list->left, (gpointer) &section->implementations[j]);
      }
}

/* Takes what an instance chooses from those that are left. */
static void
take_chosen (List *list, const ImInstance *instance, GPtrArray *taken)
{
  static const ImLanguage languages[] = { IM_LANGUAGE_C, IM_LANGUAGE_PYTHON };

  for (ImSectionKind kind = 0; kind < IM_N_SECTIONS; kind++)
    for (guint i = 0; i < G_N_ELEMENTS (languages); i++)
      {
        gpointer chosen = (gpointer) im_unit_evaluation_choose (instance->evaluation,
                                                                kind, languages[i])
                              .chosen;

        if (chosen != NULL && g_ptr_array_remove (list->left, chosen))
          g_ptr_array_add (taken, chosen);
      }
}

static ImCodeCase *
new_case (List *list, ImProgram *program)
{
  ImCodeCase *self = g_new0 (ImCodeCase, 1);

  self->program = program;
  self->implementations = g_ptr_array_new ();
  for (guint i = 0; i < program->n_instances; i++)
    if (program->instances[i].unit == list->unit)
      take_chosen (list, &program->instances[i], self->implementations);

  return self;
}

/* Adds a program that chooses something new. */
static void
add_program (List *list, ImProgram *program)
{
  ImCodeCase *self = new_case (list, program);

  if (self->implementations->len > 0 || list->cases->len == 0)
    g_ptr_array_add (list->cases, self);
  else
    free_case (self);
}

static void
add_first (List *list, ImDiagnostics *problems)
{
  g_autoptr (ImDiagnostics) own = im_diagnostics_new ();
  ImProgram *program = im_program_elaborate (list->unit, list->library, list->bindings,
                                             list->n_bindings, own);

  if (im_diagnostics_count (own, IM_SEVERITY_ERROR) > 0)
    {
      im_program_unref (program);
      program = im_case_search (list->unit, list->library, list->bindings,
                                list->n_bindings, NULL, list->cancellable);
    }
  if (program == NULL)
    im_diagnostics_append (problems, own);
  else
    add_program (list, program);
}

static void
add_others (List *list)
{
  g_autoptr (GPtrArray) programs = im_cases_list (list->unit, list->library,
                                                  list->bindings, list->n_bindings, 0,
                                                  FALSE, list->cancellable);

  g_ptr_array_set_free_func (programs, NULL);
  for (guint i = 0; i < programs->len; i++)
    add_program (list, g_ptr_array_index (programs, i));
}

static void
search_left (List *list)
{
  g_autoptr (GPtrArray) left = g_ptr_array_copy (list->left, NULL, NULL);

  for (guint i = 0; i < left->len; i++)
    if (g_ptr_array_find (list->left, g_ptr_array_index (left, i), NULL))
      {
        ImProgram *program = im_case_search (
            list->unit, list->library, list->bindings, list->n_bindings,
            g_ptr_array_index (left, i), list->cancellable);

        if (program != NULL)
          add_program (list, program);
      }
}

GPtrArray *
im_code_cases_list (const ImUnit *unit,
                    ImUnitLibrary *library,
                    const ImUnitBinding *bindings,
                    guint n_bindings,
                    GCancellable *cancellable,
                    ImDiagnostics *problems,
                    GPtrArray **unreached)
{
  List list = {
    .unit = unit,
    .library = library,
    .bindings = bindings,
    .n_bindings = n_bindings,
    .cancellable = cancellable,
    .left = g_ptr_array_new (),
    .cases = g_ptr_array_new_with_free_func (free_case),
  };

  list_implementations (&list);
  add_first (&list, problems);
  if (list.cases->len > 0 && list.left->len > 0)
    add_others (&list);
  if (list.cases->len > 0)
    search_left (&list);
  *unreached = list.left;

  return list.cases;
}
