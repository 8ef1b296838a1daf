/* SPDX-License-Identifier: MIT
 *
 * A case is a type and shape for the inputs and mostly one change of what else is usual:
 * another shape, an optional input, an option. Cases that make no implementation run that
 * did not run before are left out, except for the first type that works.
 */
#include "cases/im-case-list.h"

#include <string.h>

#include "base/im-arena.h"
#include "base/im-diagnostics.h"
#include "cases/im-case-search.h"
#include "cases/im-case-table.h"
#include "plan/im-plan.h"

/* Sizes of the axis that a unit works along, of which the first that it takes is used: 16
 * is a power of two for transforms, 9 the bins of such a one, 3 a triple, 2 a pair. */
static const gint32 axis_sizes[] = { 5, 16, 9, 3, 2, 1 };

/* The highest rank that is tried with all axes. */
#define MAX_RANK 4

/* Code may treat what is longer in another way, such as in blocks of a power of two, with
 * one element left. Transforms only take a power of two, and matrices are multiplied by
 * themselves. */
static const char *const long_shapes[] = { "[2,321]", "[321]", "[2,321,2]", "[4,64]",
                                           "[33,33]" };

/* Long along the next axis, with no element left. */
#define LONG_COLUMNS "[256,2]"

/* Of an optional input that cannot have the shape of the others: a triple or a matrix
 * that turns it. */
static const char *const optional_shapes[] = { "[3]", "[3,3]" };

/* Shapes of the first input and of the others that broadcast in different ways. */
static const struct
{
  const char *own;
  const char *other;
} pairs[] = {
  { "[4,8]", "[1]" },
  { "[4,8]", "[8]" },
  { "[4,8]", "[4,1]" },
  { "[4,3,2]", "[2]" },
};

/* Beyond this a case takes long, and what is recorded of it fills the disk, while a
 * smaller one runs the same code. */
#define MAX_TRIED_BYTES (24 << 10)

/* So do outputs, of which Python computes each element alone. */
#define MAX_OUTPUT_BYTES (64 << 10)

static const char *const rates[] = { IM_CASE_LOW_RATE, IM_CASE_HIGH_RATE };

/* What an option allows beyond may only be possible in theory. */
#define LARGEST_MAXIMUM 16

typedef struct
{
  const ImUnit *unit;
  ImUnitLibrary *library;
  const ImUnitBinding *given;
  guint n_given;
  ImArena *arena;
  const char *rate; /* that is tried now, as the type */
  const char *type;
  GPtrArray *shapes;    /* char*, of the first input */
  gboolean is_recorded; /* whether the shapes are those of a recording */
  gboolean is_thorough;
  GCancellable *cancellable;
  guint sizes;         /* a bit for each size of an element, in bytes, that a case has */
  GHashTable *covered; /* ImImplementation */
  GPtrArray *programs; /* ImProgram */
} Search;

/* What differs from the usual bindings: @parameter is bound to @value, or, if @parameter
 * is NULL, the inputs behind the first one to @value. */
typedef struct _Change Change;

struct _Change
{
  const ImParameter *parameter;
  ImValue value;
  gboolean is_other_inputs;
  const Change *beside; /* another one at the same time, or NULL */
};

static gboolean
is_bound (const GArray *bindings, const char *name)
{
  for (guint i = 0; i < bindings->len; i++)
    if (strcmp (g_array_index (bindings, ImUnitBinding, i).name, name) == 0)
      return TRUE;

  return FALSE;
}

static void
bind (GArray *bindings, const ImParameter *parameter, ImValue value)
{
  ImUnitBinding binding = { parameter->name.text, value };

  if (!is_bound (bindings, parameter->name.text))
    g_array_append_val (bindings, binding);
}

static GArray *
make_bindings (const Search *search, const ImTensorType *type, const Change *change)
{
  GArray *bindings = g_array_new (FALSE, FALSE, sizeof (ImUnitBinding));
  gboolean is_first = TRUE;

  g_array_append_vals (bindings, search->given, search->n_given);
  for (const Change *next = change; next != NULL; next = next->beside)
    if (next->parameter != NULL)
      bind (bindings, next->parameter, next->value);
  for (guint i = 0; i < search->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &search->unit->parameters[i];

      if (parameter->kind != IM_PARAMETER_INPUT || parameter->socket->is_optional)
        continue;
      bind (bindings, parameter,
            change->is_other_inputs && !is_first ? change->value : IM_TENSOR (type));
      is_first = FALSE;
    }

  return bindings;
}

/* Notes which implementations a case runs, in C, or in Python where there is no C.
 * Returns whether one is new. */
static gboolean
cover (Search *search, const ImPlan *plan)
{
  const ImProgram *program = plan->program;
  gboolean is_new = FALSE;

  for (guint i = 0; i < program->n_instances; i++)
    for (ImSectionKind section = 0; section < IM_N_SECTIONS; section++)
      {
        ImSectionResult result = im_unit_evaluation_choose (
            program->instances[i].evaluation, section, plan->language);

        if (result.chosen != NULL &&
            g_hash_table_add (search->covered, (gpointer) result.chosen))
          is_new = TRUE;
      }

  return is_new;
}

static gboolean
is_too_large (const ImPlan *plan)
{
  guint64 output_bytes = 0;

  for (guint i = 0; i < plan->n_buffers; i++)
    if (plan->buffers[i].storage == IM_STORAGE_OUTPUT)
      output_bytes += plan->buffers[i].size_bytes;

  return plan->arena_bytes + plan->state_bytes > MAX_TRIED_BYTES ||
         output_bytes > MAX_OUTPUT_BYTES;
}

/* Tries a case and keeps it if it works and is wanted. Returns whether it works. */
static gboolean
try_case (Search *search, const char *text, const Change *change, gboolean keeps_all)
{
  g_autofree char *full = g_strconcat (text, search->rate, NULL);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImProgram) program = NULL;
  g_autoptr (ImPlan) plan = NULL;
  ImTensorType type;

  if (g_cancellable_is_cancelled (search->cancellable) ||
      !im_tensor_type_parse (full, &type, NULL))
    return FALSE;
  for (guint i = 0; i < type.shape.rank; i++)
    type.sample_rate_hz[i] = IM_CASE_SAMPLE_RATE;

  g_autoptr (GArray) bindings = make_bindings (search, &type, change);
  program = im_program_elaborate (search->unit, search->library,
                                  (const ImUnitBinding *) (gpointer) bindings->data,
                                  bindings->len, problems);
  if (im_diagnostics_count (problems, IM_SEVERITY_ERROR) == 0)
    plan = im_plan_new_to_run (program, problems);
  if (plan == NULL || im_plan_is_makeshift (plan) || is_too_large (plan))
    return FALSE;

  if (cover (search, plan) || keeps_all)
    {
      search->sizes |= 1u << im_dtype_get_info (type.dtype)->size_bytes;
      g_ptr_array_add (search->programs, g_steal_pointer (&program));
    }

  return TRUE;
}

static ImValue
make_tensor (const Search *search, const char *text)
{
  ImTensorType *type = im_arena_new0 (search->arena, ImTensorType, 1);
  gboolean is_type = im_tensor_type_parse (text, type, NULL);

  g_assert (is_type);
  return IM_TENSOR (type);
}

/* An option may need another shape than its default. */
static void
try_option (Search *search,
            const char *text,
            const ImParameter *option,
            ImValue value,
            gboolean keeps_all)
{
  const Change change = { option, value, FALSE, NULL };

  if (try_case (search, text, &change, keeps_all))
    return;
  for (guint i = 0; i < search->shapes->len; i++)
    {
      g_autofree char *other = g_strconcat (search->type, search->shapes->pdata[i], NULL);

      if (try_case (search, other, &change, keeps_all))
        return;
    }
}

/* All whole numbers one step further, beside a choice that makes other code run: with the
 * defaults it may have next to nothing to do. */
static void
vary_beside (Search *search, const char *text, const Change *choice)
{
  const ImUnit *unit = search->unit;
  g_autofree Change *steps = g_new0 (Change, unit->n_parameters + 1);
  guint n = 0;

  steps[n++] = *choice;
  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];
      ImValue initial;

      if (parameter == choice->parameter || parameter->kind != IM_PARAMETER_INT ||
          parameter->option->n_items > 0 ||
          !im_unit_parse_option (parameter, parameter->option->initial.text,
                                 search->arena, &initial) ||
          initial.integer == G_MAXINT32)
        continue;
      steps[n] = (Change){ parameter, IM_INT (initial.integer + 1), FALSE,
                           &steps[n - 1] };
      n++;
    }
  if (n > 1)
    try_case (search, text, &steps[n - 1], TRUE);
}

/* An option may choose the code that runs, as the norm of a spectral flux does. */
static void
try_choice (Search *search,
            const char *text,
            const ImParameter *option,
            ImValue value,
            gboolean keeps_all)
{
  guint n_covered = g_hash_table_size (search->covered);

  try_option (search, text, option, value, keeps_all);
  if (keeps_all && g_hash_table_size (search->covered) > n_covered)
    vary_beside (search, text, &(Change){ option, value, FALSE, NULL });
}

/* A default that stands where none can be computed from the input, and twice the numbers
 * of a list. */
static void
vary_text (Search *search, const char *text, const ImOption *option)
{
  const char *initial = option->initial.text;
  ImValue value;

  if (option->parameter->kind == IM_PARAMETER_SHAPE && option->fitting != NULL &&
      im_unit_parse_option (option->parameter, initial, search->arena, &value))
    try_option (search, text, option->parameter, value, TRUE);
  if (option->parameter->kind == IM_PARAMETER_STRING && initial != NULL &&
      strchr (initial, ',') != NULL)
    try_option (search, text, option->parameter,
                IM_STRING (im_arena_printf (search->arena, "%s, %s", initial, initial)),
                TRUE);
}

/* Options one step beside their defaults, the largest ones, switched over, and with each
 * choice. */
static void
vary_option (Search *search, const char *text, const ImOption *option, gboolean keeps_all)
{
  static const double numbers[] = { 0, 1, 2, 10 };
  ImValue initial, maximum;

  if (!im_unit_parse_option (option->parameter, option->initial.text, search->arena,
                             &initial))
    return;
  for (guint i = 0; i < option->n_items; i++)
    {
      ImValue value;

      if (im_unit_parse_option (option->parameter, option->items[i].value.text,
                                search->arena, &value))
        try_choice (search, text, option->parameter, value, keeps_all);
    }
  if (option->n_items > 0)
    return;

  if (keeps_all)
    vary_text (search, text, option);
  if (option->parameter->kind == IM_PARAMETER_BOOL)
    try_choice (search, text, option->parameter, IM_BOOL (!initial.boolean), keeps_all);
  else if (option->parameter->kind == IM_PARAMETER_INT && initial.integer < G_MAXINT32)
    {
      try_choice (search, text, option->parameter, IM_INT (initial.integer + 1),
                  keeps_all);
      if (im_unit_parse_option (option->parameter, option->maximum.text, search->arena,
                                &maximum) &&
          maximum.integer <= LARGEST_MAXIMUM)
        try_option (search, text, option->parameter, maximum, keeps_all);
    }
  else if (option->parameter->kind == IM_PARAMETER_DOUBLE)
    try_option (search, text, option->parameter, IM_DOUBLE (initial.real / 2 + 0.25),
                keeps_all);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (option->parameter->kind == IM_PARAMETER_INT)
      try_option (search, text, option->parameter, IM_INT ((gint32) numbers[i]), FALSE);
    else if (option->parameter->kind == IM_PARAMETER_DOUBLE)
      try_option (search, text, option->parameter, IM_DOUBLE (numbers[i]), FALSE);
}

/* A time, or the earliest and the latest one. */
static void
try_times (Search *search, const char *text, const ImParameter *input, gboolean keeps_all)
{
  static const char *const times[] = { "float32[1]", "float32[2]" };

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      g_autofree char *time = g_strconcat (times[i], search->rate, NULL);
      const Change change = { input, make_tensor (search, time), FALSE, NULL };

      try_case (search, text, &change, keeps_all);
    }
}

/* Of the shape of the others, or of one of its own. */
static void
try_optional (Search *search,
              const char *text,
              const ImParameter *input,
              gboolean keeps_all)
{
  g_autofree char *same = g_strconcat (text, search->rate, NULL);
  const Change change = { input, make_tensor (search, same), FALSE, NULL };
  gboolean works = try_case (search, text, &change, keeps_all);

  for (guint i = 0; i < G_N_ELEMENTS (optional_shapes) && !works; i++)
    {
      g_autofree char *other = g_strconcat (search->type, optional_shapes[i],
                                            search->rate, NULL);
      const Change own = { input, make_tensor (search, other), FALSE, NULL };

      works = try_case (search, text, &own, keeps_all);
    }
}

static guint
count_inputs (const ImUnit *unit)
{
  guint n = 0;

  for (guint i = 0; i < unit->n_parameters; i++)
    n += unit->parameters[i].kind == IM_PARAMETER_INPUT &&
         !unit->parameters[i].socket->is_optional;

  return n;
}

/* All that may be changed beside a case that works. */
static void
vary (Search *search, const char *text, gboolean keeps_all)
{
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autofree char *own = g_strconcat (search->type, pairs[i].own, NULL);
      g_autofree char *other = g_strconcat (search->type, pairs[i].other, search->rate,
                                            NULL);
      const Change change = { NULL, make_tensor (search, other), TRUE, NULL };

      if (count_inputs (search->unit) > 1)
        try_case (search, own, &change, TRUE);
    }
  for (guint i = 0; i < search->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &search->unit->parameters[i];

      if (parameter->kind == IM_PARAMETER_INPUT && parameter->socket->is_time)
        try_times (search, text, parameter, keeps_all);
      else if (parameter->kind == IM_PARAMETER_INPUT && parameter->socket->is_optional)
        try_optional (search, text, parameter, keeps_all);
      else if (im_parameter_is_option (parameter))
        vary_option (search, text, parameter->option, keeps_all);
    }
}

/* A shape whose axes have the sizes 2, 3, 2, 3 from the right, but one. */
static char *
dup_shape (const char *type, guint rank, guint axis, gint32 size)
{
  GString *text = g_string_new (type);

  for (guint i = rank; i > 0; i--)
    g_string_append_printf (text, "%s%d", i == rank ? "[" : ",",
                            i - 1 == axis ? size : 2 + (gint32) (i - 1) % 2);
  g_string_append_c (text, ']');

  return g_string_free (text, FALSE);
}

/* Each rank, and each axis if the unit has an option of that name. */
static void
try_ranks (Search *search)
{
  const ImParameter *axis = im_unit_find_parameter (search->unit, "axis");
  gboolean has_axis = axis != NULL && axis->kind == IM_PARAMETER_INT;

  for (guint rank = 1; rank <= MAX_RANK; rank++)
    for (guint i = 0; i < (has_axis ? rank : 1); i++)
      {
        const Change change = { has_axis ? axis : NULL, IM_INT ((gint32) i), FALSE,
                                NULL };
        gboolean works = FALSE;

        for (guint j = 0; j < G_N_ELEMENTS (axis_sizes) && !works; j++)
          {
            g_autofree char *text = dup_shape (search->type, rank, i, axis_sizes[j]);

            works = try_case (search, text, &change, TRUE);
          }
      }
}

/* An axis between two others, for a type that runs other code than the first one. */
static void
try_middle (Search *search)
{
  const ImParameter *axis = im_unit_find_parameter (search->unit, "axis");
  const Change middle = { axis, IM_INT (1), FALSE, NULL };
  gboolean works = FALSE;

  if (axis == NULL || axis->kind != IM_PARAMETER_INT)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (axis_sizes) && !works; i++)
    {
      g_autofree char *text = dup_shape (search->type, 3, 1, axis_sizes[i]);

      works = try_case (search, text, &middle, TRUE);
    }
}

/* Numbers that a type may need which does not work with the defaults, such as bounds of
 * integers that have no sign. */
static void
try_numbers (Search *search)
{
  static const double numbers[] = { 0, 1, 2, 10 };
  g_autofree char *text = g_strconcat (search->type, search->shapes->pdata[0], NULL);

  for (guint i = 0; i < search->unit->n_parameters; i++)
    {
      const ImParameter *option = &search->unit->parameters[i];

      for (guint j = 0; j < G_N_ELEMENTS (numbers); j++)
        {
          const Change change = { option,
                                  option->kind == IM_PARAMETER_INT
                                      ? IM_INT ((gint32) numbers[j])
                                      : IM_DOUBLE (numbers[j]),
                                  FALSE, NULL };

          if (option->kind == IM_PARAMETER_INT || option->kind == IM_PARAMETER_DOUBLE)
            try_case (search, text, &change, FALSE);
        }
    }
}

/* Unless @keeps_type, only the first of the types with elements of a size is kept where
 * no other code runs: code may copy elements by their size. */
static gboolean
is_new_size (const Search *search)
{
  ImDType dtype;

  return im_dtype_parse (search->type, strlen (search->type), &dtype) &&
         (search->sizes >> im_dtype_get_info (dtype)->size_bytes & 1) == 0;
}

/* Whether an output has another shape than the first input. */
static gboolean
changes_shape (const ImProgram *program)
{
  const ImProgramTensor *tensors = program->tensors;
  gint input = program->n_inputs > 0 ? program->inputs[0].tensor : -1;

  for (guint i = 0; i < program->n_outputs && input >= 0; i++)
    {
      gint output = program->outputs[i].tensor;

      if (output >= 0 &&
          !im_shape_equal (&tensors[output].type.shape, &tensors[input].type.shape))
        return TRUE;
    }

  return FALSE;
}

/* Long rows, and long columns if the axis may matter. */
static void
try_long (Search *search)
{
  const ImParameter *axis = im_unit_find_parameter (search->unit, "axis");
  gboolean has_axis = axis != NULL && axis->kind == IM_PARAMETER_INT;
  const Change none = { NULL, IM_NULL, FALSE, NULL };
  const Change next_axis = { axis, IM_INT (1), FALSE, NULL };
  g_autofree char *columns = g_strconcat (search->type, LONG_COLUMNS, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (long_shapes); i++)
    {
      g_autofree char *text = g_strconcat (search->type, long_shapes[i], NULL);

      if (try_case (search, text, &none, TRUE))
        break;
    }
  if (has_axis || (search->programs->len > 0 &&
                   changes_shape (g_ptr_array_index (search->programs, 0))))
    try_case (search, columns, has_axis ? &next_axis : &none, TRUE);
}

/* The first shape of a type that works, with all that may be changed beside it. Unless
 * @keeps_type, it is only kept if other code runs. */
static void
search_type (Search *search, gboolean keeps_type)
{
  const Change none = { NULL, IM_NULL, FALSE, NULL };
  gboolean is_first = search->programs->len == 0;
  guint n_covered = g_hash_table_size (search->covered);
  gboolean works = FALSE;

  for (guint i = 0; i < search->shapes->len && !works; i++)
    {
      g_autofree char *text = g_strconcat (search->type, search->shapes->pdata[i], NULL);

      works = try_case (search, text, &none,
                        keeps_type || (!is_first && is_new_size (search)));
      if (works)
        vary (search, text, is_first);
    }
  if (!works && !search->is_recorded)
    try_numbers (search);
  if (g_hash_table_size (search->covered) > n_covered)
    {
      if (search->is_thorough)
        try_ranks (search);
      else if (!is_first && !search->is_recorded)
        try_middle (search);
    }
  if (is_first && !search->is_recorded)
    try_long (search);
}

/* Shapes that rows of a recording fit to, or else usual ones. */
static GPtrArray *
list_shapes (guint n_channels)
{
  static const guint lengths[] = { 8, 64, 256 };
  GPtrArray *shapes = g_ptr_array_new_with_free_func (g_free);

  if (n_channels == 0)
    for (guint i = 0; i < IM_N_USUAL_SHAPES; i++)
      g_ptr_array_add (shapes, g_strdup (im_case_shapes[i]));
  if (n_channels == 0)
    return shapes;

  g_ptr_array_add (shapes, g_strdup_printf ("[%u]", n_channels));
  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      g_ptr_array_add (shapes, g_strdup_printf ("[%u,%u]", lengths[i], n_channels));
      if (n_channels == 1)
        g_ptr_array_add (shapes, g_strdup_printf ("[%u]", lengths[i]));
    }

  return shapes;
}

GPtrArray *
im_cases_list (const ImUnit *unit,
               ImUnitLibrary *library,
               const ImUnitBinding *bindings,
               guint n_bindings,
               guint n_channels,
               gboolean is_thorough,
               GCancellable *cancellable)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GPtrArray) shapes = list_shapes (n_channels);
  g_autoptr (GHashTable) covered = g_hash_table_new (NULL, NULL);
  Search search = {
    .unit = unit,
    .library = library,
    .given = bindings,
    .n_given = n_bindings,
    .arena = arena,
    .shapes = shapes,
    .is_recorded = n_channels > 0,
    .is_thorough = is_thorough,
    .cancellable = cancellable,
    .covered = covered,
    .programs = g_ptr_array_new_with_free_func ((GDestroyNotify) im_program_unref),
  };

  for (guint i = 0; i < G_N_ELEMENTS (rates) && search.programs->len == 0; i++)
    {
      search.rate = rates[i];
      for (guint j = 0; j < IM_N_CASE_TYPES; j++)
        {
          search.type = im_case_types[j];
          search_type (&search, is_thorough || j < IM_N_USUAL_TYPES);
        }
    }

  if (search.programs->len == 0 && n_channels == 0)
    {
      ImProgram *found = im_case_search (unit, library, bindings, n_bindings, NULL,
                                         cancellable);

      if (found != NULL)
        g_ptr_array_add (search.programs, found);
    }

  return search.programs;
}
