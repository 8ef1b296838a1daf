/* SPDX-License-Identifier: MIT
 *
 * Contracts of a unit and its implementations: which hold in the trial, which is chosen,
 * and why not the others; and its examples.
 */
#include <glib/gi18n.h>
#include <string.h>

#include "document/help/im-contract-remedy.h"
#include "studio/session/studio-contract-remedy.h"
#include "studio/session/studio-session-examples.h"
#include "studio/unit/studio-unit-view-private.h"

/* What would make it hold, as buttons that try it. */
static void
show_remedies (StudioUnitPart *part, const ImContract *contract)
{
  g_autoptr (GPtrArray) remedies = im_contract_find_remedies (
      studio_unit_view_get_evaluation (part->view), contract);

  for (guint i = 0; i < remedies->len; i++)
    studio_unit_row_add_button (
        STUDIO_UNIT_ROW (part->row),
        studio_contract_remedy_button_new (part->view->session,
                                           g_ptr_array_index (remedies, i)));
}

static void
show_contract (StudioUnitPart *part)
{
  const ImUnit *unit = studio_unit_view_get_unit (part->view);
  const ImContract *contract = &unit->contracts[part->number];
  ImContractResult result = im_unit_evaluation_check_contract (
      studio_unit_view_get_evaluation (part->view), contract);
  StudioUnitRow *row = STUDIO_UNIT_ROW (part->row);

  studio_unit_row_set_title (row, contract->test->text);
  studio_unit_row_set_state (row,
                             result.is_unknown ? STUDIO_UNIT_STATE_NONE
                             : result.holds    ? STUDIO_UNIT_STATE_GOOD
                                               : STUDIO_UNIT_STATE_BAD,
                             result.is_unknown ? _ ("Not known yet")
                             : result.holds    ? _ ("The contract holds")
                                               : _ ("The contract fails"));
  if (result.error != NULL)
    studio_unit_row_set_text (row, studio_unit_view_get_message (result.error));
  else
    studio_unit_row_set_text (row, result.message != NULL ? result.message
                                                          : contract->message.text);
  studio_unit_row_clear_buttons (row);
  if (!result.is_unknown && !result.holds)
    show_remedies (part, contract);
}

void
studio_unit_view_add_contracts (StudioUnitView *self)
{
  static const StudioUnitAddition addition = { N_ ("Contract"), "contract" };
  const ImUnit *unit = studio_unit_view_get_unit (self);
  AdwPreferencesGroup *group;

  if (unit->n_contracts == 0 && !studio_unit_view_can_change (self))
    return;
  group = studio_unit_view_add_group (self, _ ("Contracts"), NULL);
  if (studio_unit_view_can_change (self))
    adw_preferences_group_set_header_suffix (
        group, studio_unit_view_new_adder (_ ("Add Contract"), &addition, 1));
  for (guint i = 0; i < unit->n_contracts; i++)
    {
      StudioUnitRow *row = studio_unit_row_new (NULL, TRUE);

      studio_unit_view_add_part (self, GTK_WIDGET (row), show_contract, i);
      adw_preferences_group_add (group, GTK_WIDGET (row));
      if (!studio_unit_view_can_change (self))
        continue;
      studio_unit_row_add_menu (
          row, studio_unit_view_new_menu (unit->contracts[i].element, NULL));
      studio_unit_row_add_entry (
          row, _ ("Condition"),
          studio_unit_view_new_entry (self, STUDIO_OF_CONTRACT, i, "test"));
      studio_unit_row_add_entry (
          row, _ ("Message"),
          studio_unit_view_new_entry (self, STUDIO_OF_CONTRACT, i, "error"));
      if (g_strcmp0 (self->opened, "contract") == 0 && i + 1 == unit->n_contracts)
        studio_unit_row_open (row);
    }
}

static void
append_parts (const ImConditionResult *condition, GString *out)
{
  const char *text = condition->condition->expression->text;

  for (guint i = 0; i < condition->n_parts; i++)
    {
      const ImExplainPart *part = &condition->parts[i];
      g_autofree char *name = g_strndup (text + part->span.start,
                                         part->span.end - part->span.start);
      g_autoptr (GString) value = g_string_new (NULL);

      if (part->error != NULL)
        g_string_append (value, _ ("unknown"));
      else
        im_value_append_text (&part->value, value);
      g_string_append (out, i == 0 ? " (" : ", ");
      /* Translators: a part of a condition and its value. */
      g_string_append_printf (out, _ ("%s is %s"), name, value->str);
    }
  if (condition->n_parts > 0)
    g_string_append_c (out, ')');
}

static void
append_reasons (const ImImplementationResult *result, GString *out)
{
  for (guint i = 0; i < result->n_conditions; i++)
    {
      const ImConditionResult *condition = &result->conditions[i];

      if (condition->holds)
        continue;
      if (out->len > 0)
        g_string_append_c (out, '\n');
      /* Translators: a condition that an implementation needs. */
      g_string_append_printf (out, _ ("needs %s"), condition->text);
      if (condition->error != NULL)
        g_string_append_printf (out, " (%s)",
                                studio_unit_view_get_message (condition->error));
      else
        append_parts (condition, out);
    }
}

static void
show_choice (StudioUnitRow *row,
             const ImImplementation *implementation,
             const ImSectionResult *section,
             const ImImplementationResult *result)
{
  gboolean is_chosen = section->chosen == implementation;
  g_autoptr (GString) text = g_string_new (NULL);

  if (implementation->call != NULL)
    g_string_append (text, implementation->call->text);
  if (result != NULL && result->matches && !is_chosen)
    g_string_append_printf (text, "\n%s",
                            _ ("fits too, but comes behind the one that is used"));
  else if (result != NULL && !result->matches)
    append_reasons (result, text);
  studio_unit_row_set_text (row, text->str);
  studio_unit_row_set_value (row, is_chosen ? _ ("Used") : _ ("Not used"));
  studio_unit_row_set_state (
      row, is_chosen ? STUDIO_UNIT_STATE_GOOD : STUDIO_UNIT_STATE_UNUSED,
      is_chosen ? _ ("The implementation is used")
                : _ ("The implementation is not used"));
}

static void
show_implementation (StudioUnitPart *part)
{
  const ImUnit *unit = studio_unit_view_get_unit (part->view);
  const ImImplementation *implementation = &unit->sections[part->section]
                                                .implementations[part->number];
  const ImImplementationResult *result = NULL;
  g_autofree char *title = NULL;
  ImSectionResult section = { 0 };

  if (implementation->language != IM_LANGUAGE_UNKNOWN)
    section = im_unit_evaluation_choose (studio_unit_view_get_evaluation (part->view),
                                         (ImSectionKind) part->section,
                                         implementation->language);
  for (guint i = 0; i < section.n_results; i++)
    if (section.results[i].implementation == implementation)
      result = &section.results[i];
  title = g_strdup_printf (
      "%s: %s", im_language_get_name (implementation->language),
      implementation->fragment.text != NULL ? implementation->fragment.text
      : implementation->class_name != NULL  ? implementation->class_name
                                            : _ ("without a fragment"));
  studio_unit_row_set_title (STUDIO_UNIT_ROW (part->row), title);
  show_choice (STUDIO_UNIT_ROW (part->row), implementation, &section, result);
}

static void
add_implementation (StudioUnitView *self,
                    AdwPreferencesGroup *group,
                    ImSectionKind section,
                    guint number)
{
  const ImUnit *unit = studio_unit_view_get_unit (self);
  StudioUnitRow *row = studio_unit_row_new (NULL, TRUE);

  studio_unit_view_add_part (self, GTK_WIDGET (row), show_implementation, number)
      ->section = section;
  adw_preferences_group_add (group, GTK_WIDGET (row));
  if (!studio_unit_view_can_change (self))
    return;
  studio_unit_row_add_entry (
      row, _ ("Fragment"),
      studio_unit_view_new_entry (self, section, number, "fragment"));
  studio_unit_row_add_entry (row, _ ("Call"),
                             studio_unit_view_new_entry (self, section, number, "call"));
  studio_unit_row_add_menu (
      row, studio_unit_view_new_menu (
               unit->sections[section].implementations[number].element, NULL));
  studio_unit_view_add_children (self, row,
                                 unit->sections[section].implementations[number].element,
                                 section, number);
}

/* Sections that a unit has, and of others those that one of its kind can get. */
static gboolean
is_shown (StudioUnitView *self, ImSectionKind section)
{
  const ImUnit *unit = studio_unit_view_get_unit (self);
  gboolean is_queue = im_unit_is_queue (unit);

  if (unit->sections[section].n_implementations > 0)
    return TRUE;
  if (!studio_unit_view_can_change (self))
    return FALSE;

  switch (section)
    {
    case IM_SECTION_BODY:
      return !is_queue;
    case IM_SECTION_ENQUEUE:
    case IM_SECTION_DEQUEUE:
      return is_queue || unit->sections[IM_SECTION_BODY].n_implementations == 0;
    case IM_SECTION_INIT:
    case IM_SECTION_SOFT_RESET:
      return TRUE;
    case IM_SECTION_CAN_ENQUEUE:
    case IM_SECTION_CAN_DEQUEUE:
    case IM_SECTION_FINALIZE:
    case IM_N_SECTIONS:
    default:
      return FALSE;
    }
}

void
studio_unit_view_add_implementations (StudioUnitView *self)
{
  const ImUnit *unit = studio_unit_view_get_unit (self);

  for (guint i = 0; i < IM_N_SECTIONS; i++)
    {
      const char *name = im_section_get_name ((ImSectionKind) i);
      g_autofree char *c = g_strconcat (name, " C", NULL);
      g_autofree char *python = g_strconcat (name, " Python", NULL);
      const StudioUnitAddition additions[] = { { "C", c }, { "Python", python } };
      g_autofree char *tip = g_strdup_printf (
          /* Translators: %s is the name of a section, such as Implementations or Init */
          _ ("Add to %s"), name);
      AdwPreferencesGroup *group;

      if (!is_shown (self, (ImSectionKind) i))
        continue;
      group = studio_unit_view_add_group (self, name, NULL);
      if (studio_unit_view_can_change (self))
        adw_preferences_group_set_header_suffix (
            group, studio_unit_view_new_adder (tip, additions, G_N_ELEMENTS (additions)));
      for (guint j = 0; j < unit->sections[i].n_implementations; j++)
        add_implementation (self, group, (ImSectionKind) i, j);
    }
}

/* What came of the example when the unit was saved. */
static void
show_verdict (StudioUnitPart *part)
{
  static const StudioUnitState states[] = {
    [STUDIO_EXAMPLE_NONE] = STUDIO_UNIT_STATE_NONE,
    [STUDIO_EXAMPLE_RUNNING] = STUDIO_UNIT_STATE_NONE,
    [STUDIO_EXAMPLE_PASSED] = STUDIO_UNIT_STATE_GOOD,
    [STUDIO_EXAMPLE_FAILED] = STUDIO_UNIT_STATE_BAD,
  };
  StudioUnitRow *row = STUDIO_UNIT_ROW (part->row);
  const char *text;
  StudioExampleState state = studio_session_get_example (part->view->session,
                                                         part->number, &text);
  gboolean is_passed = state == STUDIO_EXAMPLE_PASSED;

  if (state == STUDIO_EXAMPLE_RUNNING)
    text = _ ("Runs…");
  else if (state == STUDIO_EXAMPLE_NONE && text == NULL)
    text = _ ("Runs when the unit is saved");
  studio_unit_row_set_state (row, states[state], text);
  studio_unit_row_set_value (row, is_passed ? _ ("Passed") : NULL);
  studio_unit_row_set_problem (row, state == STUDIO_EXAMPLE_FAILED ? text : NULL);
}

static void
show_example (StudioUnitPart *part)
{
  const ImUnit *unit = studio_unit_view_get_unit (part->view);
  const ImUnitExample *example = &unit->examples[part->number];
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *title = NULL;

  if (example->text == NULL)
    title = g_strdup_printf (_ ("Example %u"), part->number + 1);
  im_unit_append_example (example, text);
  studio_unit_row_set_title (STUDIO_UNIT_ROW (part->row),
                             title != NULL ? title : example->text);
  studio_unit_row_set_text (STUDIO_UNIT_ROW (part->row), text->str);
  show_verdict (part);
}

void
studio_unit_view_show_examples (StudioUnitView *self)
{
  for (guint i = 0; i < self->parts->len; i++)
    {
      StudioUnitPart *part = g_ptr_array_index (self->parts, i);

      if (part->show == show_example &&
          part->number < studio_unit_view_get_unit (self)->n_examples)
        show_verdict (part);
    }
}

void
studio_unit_view_add_examples (StudioUnitView *self)
{
  const ImUnit *unit = studio_unit_view_get_unit (self);
  AdwPreferencesGroup *group;

  if (unit->n_examples == 0)
    return;
  group = studio_unit_view_add_group (self, _ ("Examples"), NULL);
  for (guint i = 0; i < unit->n_examples; i++)
    {
      StudioUnitRow *row = studio_unit_row_new (NULL, FALSE);

      studio_unit_view_add_part (self, GTK_WIDGET (row), show_example, i);
      adw_preferences_group_add (group, GTK_WIDGET (row));
      if (!studio_unit_view_can_change (self))
        continue;
      studio_unit_row_add_menu (
          row, studio_unit_view_new_menu (unit->examples[i].element, NULL));
      studio_unit_row_add_entry (
          row, _ ("What it shows"),
          studio_unit_view_new_entry (self, STUDIO_OF_EXAMPLE, i, "text"));
      studio_unit_view_add_children (self, row, unit->examples[i].element,
                                     STUDIO_OF_EXAMPLE, i);
    }
}
