/* SPDX-License-Identifier: MIT */
#include "scene/formula/im-scene-mathematics.h"

#include <math.h>
#include <string.h>

#include "kernel/im-kernel-function.h"
#include "scene/formula/im-math-box.h"

#define MARGIN   20
#define LINE_GAP 8  /* between two lines of one equation */
#define GAP      18 /* between two equations */
#define INDENT   36 /* of a line that goes on, where it cannot begin behind the = */

/* How tight the parts of an expression hold together. */
typedef enum
{
  TIGHT_COMPARISON,
  TIGHT_SUM,
  TIGHT_PRODUCT,
  TIGHT_SIGN,
  TIGHT_WHOLE,
} Tightness;

/* An equation while it is written: parts that are not broken. */
typedef struct
{
  const ImFormula *formula;
  const ImKernel *kernel;
  GArray *parts; /* ImMathBox */
  double indent; /* of a line that goes on */
  ImArena *arena;
} Equation;

static void
add_text (Equation *equation, ImMathSize size, const char *text, ImMathBox *box)
{
  im_math_append (box, im_math_text (size, text, equation->arena));
}

static void
add_operator (Equation *equation, ImMathSize size, const char *text, ImMathBox *box)
{
  im_math_append (box, im_math_operator (size, text, equation->arena));
}

static void
add_room (double width, ImMathBox *box)
{
  box->width += width;
}

/* A factor of a variable, with the sign before it. */
static void
add_term (Equation *equation,
          gint64 factor,
          const char *name,
          gboolean is_first,
          ImMathBox *box)
{
  guint64 size = factor < 0 ? -(guint64) factor : (guint64) factor;
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, size);

  if (!is_first)
    add_operator (equation, IM_MATH_LARGE, factor < 0 ? "−" : "+", box);
  else if (factor < 0)
    add_text (equation, IM_MATH_LARGE, "−", box);
  if (name == NULL || size != 1)
    add_text (equation, IM_MATH_LARGE, number, box);
  if (name != NULL)
    im_math_append (box, im_math_name (IM_MATH_LARGE, name, equation->arena));
}

/* `2i + j − 1`, `(i − 1)/2`. */
static ImMathBox
new_form (Equation *equation, const ImAffine *form)
{
  ImMathBox box = { 0 };
  guint n_terms = 0;

  for (guint i = 0; i < equation->kernel->n_indices; i++)
    if (form->factor[i] != 0)
      add_term (equation, form->factor[i], equation->kernel->indices[i], n_terms++ == 0,
                &box);
  if (form->constant != 0 || n_terms == 0)
    add_term (equation, form->constant, NULL, n_terms++ == 0, &box);
  if (form->divisor != 1)
    {
      g_autofree char *divisor = g_strdup_printf ("/%" G_GINT64_FORMAT, form->divisor);

      if (n_terms > 1)
        box = im_math_brackets (box, equation->arena);
      add_text (equation, IM_MATH_LARGE, divisor, &box);
    }

  return box;
}

static ImMathBox new_node (Equation *equation, const ImKernelNode *node);

/* `I[m, n]`; of rank 0 only the name. */
static ImMathBox
new_access (Equation *equation, const ImKernelAccess *access)
{
  const ImKernelBuffer *buffer = im_formula_get_buffer (equation->formula,
                                                        access->buffer);
  ImMathBox box = im_math_name (IM_MATH_LARGE, buffer->name, equation->arena);

  for (guint i = buffer->shape.rank; i-- > 0;)
    {
      add_text (equation, IM_MATH_LARGE, i + 1 == buffer->shape.rank ? "[" : ", ", &box);
      im_math_append (&box, access->computed[i] != NULL
                                ? new_node (equation, access->computed[i])
                                : new_form (equation, &access->index[i]));
    }
  if (buffer->shape.rank > 0)
    add_text (equation, IM_MATH_LARGE, "]", &box);

  return box;
}

static Tightness
get_tightness (const ImKernelNode *node)
{
  switch (node->kind)
    {
    case IM_KERNEL_NODE_ADD:
    case IM_KERNEL_NODE_SUBTRACT:
      return TIGHT_SUM;
    case IM_KERNEL_NODE_INDEX:
      return TIGHT_SUM;
    case IM_KERNEL_NODE_MULTIPLY:
    case IM_KERNEL_NODE_MODULO:
      return TIGHT_PRODUCT;
    case IM_KERNEL_NODE_NEGATE:
      return TIGHT_SIGN;
    case IM_KERNEL_NODE_EQUAL:
    case IM_KERNEL_NODE_NOT_EQUAL:
    case IM_KERNEL_NODE_LESS:
    case IM_KERNEL_NODE_LESS_EQUAL:
    case IM_KERNEL_NODE_GREATER:
    case IM_KERNEL_NODE_GREATER_EQUAL:
    case IM_KERNEL_NODE_SELECT:
      return TIGHT_COMPARISON;
    case IM_KERNEL_NODE_CONSTANT:
      return node->constant < 0 ? TIGHT_SIGN : TIGHT_WHOLE;
    case IM_KERNEL_NODE_LOAD:
    case IM_KERNEL_NODE_AGGREGATE:
    case IM_KERNEL_NODE_LOCAL:
    case IM_KERNEL_NODE_DIVIDE:
    case IM_KERNEL_NODE_FLOOR_DIVIDE:
    case IM_KERNEL_NODE_CALL:
    case IM_KERNEL_NODE_CAST:
    default:
      return TIGHT_WHOLE;
    }
}

static const char *
get_sign (ImKernelNodeKind kind)
{
  switch ((guint) kind)
    {
    case IM_KERNEL_NODE_SUBTRACT:
      return "−";
    case IM_KERNEL_NODE_MULTIPLY:
      return "·";
    case IM_KERNEL_NODE_MODULO:
      return "mod";
    case IM_KERNEL_NODE_EQUAL:
      return "=";
    case IM_KERNEL_NODE_NOT_EQUAL:
      return "≠";
    case IM_KERNEL_NODE_LESS_EQUAL:
      return "≤";
    case IM_KERNEL_NODE_GREATER_EQUAL:
      return "≥";
    default:
      return im_kernel_node_get_sign (kind);
    }
}

/* In brackets if it would not hold together. */
static ImMathBox
new_part (Equation *equation, const ImKernelNode *node, Tightness least)
{
  ImMathBox box = new_node (equation, node);

  return get_tightness (node) < least ? im_math_brackets (box, equation->arena) : box;
}

static ImMathBox
new_constant (Equation *equation, double number)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  ImMathBox box = { 0 };

  if (isinf (number))
    return im_math_text (IM_MATH_LARGE, number < 0 ? "−∞" : "∞", equation->arena);
  if (number < 0)
    add_text (equation, IM_MATH_LARGE, "−", &box);
  add_text (equation, IM_MATH_LARGE,
            g_ascii_formatd (digits, sizeof digits, "%.7g", fabs (number)), &box);

  return box;
}

static ImMathBox
new_select (Equation *equation, const ImKernelNode *node)
{
  ImMathBox rows[2];

  for (guint i = 0; i < 2; i++)
    {
      rows[i] = new_node (equation, node->arguments[i + 1]);
      add_room (14, &rows[i]);
      add_text (equation, IM_MATH_LARGE, i == 0 ? "if " : "otherwise", &rows[i]);
    }
  im_math_append (&rows[0], new_node (equation, node->arguments[0]));

  return im_math_cases (rows[0], rows[1], equation->arena);
}

static ImMathBox
new_fraction (Equation *equation, const ImKernelNode *node)
{
  return im_math_fraction (new_node (equation, node->arguments[0]),
                           new_node (equation, node->arguments[1]), equation->arena);
}

static ImMathBox
new_call (Equation *equation, const ImKernelNode *node)
{
  const ImKernelFunction *function = node->function;
  ImMathBox box = im_math_text (IM_MATH_LARGE, function->name, equation->arena);
  ImMathBox inside = new_node (equation, node->arguments[0]);

  if (strcmp (function->name, "sqrt") == 0)
    return im_math_root (inside, equation->arena);
  if (strcmp (function->name, "abs") == 0)
    return im_math_bars (inside, equation->arena);
  for (guint i = 1; i < function->n_arguments; i++)
    {
      add_text (equation, IM_MATH_LARGE, ", ", &inside);
      im_math_append (&inside, new_node (equation, node->arguments[i]));
    }
  im_math_append (&box, im_math_brackets (inside, equation->arena));

  return box;
}

static ImMathBox
new_cast (Equation *equation, const ImKernelNode *node)
{
  ImMathBox box = im_math_text (IM_MATH_LARGE, im_dtype_get_info (node->dtype)->name,
                                equation->arena);

  im_math_append (
      &box, im_math_brackets (new_node (equation, node->arguments[0]), equation->arena));

  return box;
}

/* What subtracts holds only its left side without brackets. */
static ImMathBox
new_binary (Equation *equation, const ImKernelNode *node)
{
  Tightness own = get_tightness (node);
  gboolean is_grouped = node->kind == IM_KERNEL_NODE_SUBTRACT ||
                        node->kind == IM_KERNEL_NODE_MODULO || own == TIGHT_COMPARISON;
  ImMathBox box = new_part (equation, node->arguments[0],
                            own == TIGHT_COMPARISON ? own + 1 : own);

  add_operator (equation, IM_MATH_LARGE, get_sign (node->kind), &box);
  im_math_append (&box,
                  new_part (equation, node->arguments[1], is_grouped ? own + 1 : own));

  return box;
}

static ImMathBox
new_node (Equation *equation, const ImKernelNode *node)
{
  ImMathBox box = { 0 };

  switch ((guint) node->kind)
    {
    case IM_KERNEL_NODE_CONSTANT:
      return new_constant (equation, node->constant);
    case IM_KERNEL_NODE_LOAD:
      return new_access (equation, &equation->kernel->loads[node->load]);
    case IM_KERNEL_NODE_INDEX:
      return new_form (equation, node->form);
    case IM_KERNEL_NODE_NEGATE:
      add_text (equation, IM_MATH_LARGE, "−", &box);
      im_math_append (&box, new_part (equation, node->arguments[0], TIGHT_WHOLE));
      return box;
    case IM_KERNEL_NODE_LOCAL:
      return im_math_name (IM_MATH_LARGE, equation->kernel->locals[node->local].name,
                           equation->arena);
    case IM_KERNEL_NODE_DIVIDE:
      return new_fraction (equation, node);
    case IM_KERNEL_NODE_FLOOR_DIVIDE:
      add_text (equation, IM_MATH_LARGE, "⌊", &box);
      im_math_append (&box, new_fraction (equation, node));
      add_text (equation, IM_MATH_LARGE, "⌋", &box);
      return box;
    case IM_KERNEL_NODE_SELECT:
      return new_select (equation, node);
    case IM_KERNEL_NODE_CALL:
      return new_call (equation, node);
    case IM_KERNEL_NODE_CAST:
      return new_cast (equation, node);
    default:
      return new_binary (equation, node);
    }
}

/* An index that is an axis of the output is not aggregated over. */
static gboolean
is_reduced (const Equation *equation, guint index)
{
  const ImKernelAccess *output = &equation->kernel->output;
  guint rank = im_formula_get_buffer (equation->formula, output->buffer)->shape.rank;
  guint only = 0;

  for (guint i = 0; i < rank; i++)
    if (im_affine_get_only (&output->index[i], &only) && only == index)
      return FALSE;

  return TRUE;
}

static ImMathBox
new_limit (Equation *equation)
{
  ImMathBox box = { 0 };

  for (guint i = 0; i < equation->kernel->n_indices; i++)
    if (is_reduced (equation, i))
      {
        if (box.width > 0)
          add_text (equation, IM_MATH_SMALL, ", ", &box);
        im_math_append (&box, im_math_name (IM_MATH_SMALL, equation->kernel->indices[i],
                                            equation->arena));
      }

  return box;
}

/* The sign with its indices; nothing if nothing is aggregated. */
static ImMathBox
new_aggregation (Equation *equation)
{
  ImMathBox limit = new_limit (equation), sign = { 0 };

  if (limit.width == 0)
    return sign;
  switch (equation->kernel->aggregation)
    {
    case IM_AGGREGATION_SUM:
      sign = im_math_sign (IM_MATH_SUM, equation->arena);
      break;
    case IM_AGGREGATION_PRODUCT:
      sign = im_math_sign (IM_MATH_PRODUCT, equation->arena);
      break;
    case IM_AGGREGATION_MINIMUM:
      sign = im_math_text (IM_MATH_LARGE, "min", equation->arena);
      break;
    case IM_AGGREGATION_MAXIMUM:
      sign = im_math_text (IM_MATH_LARGE, "max", equation->arena);
      break;
    case IM_AGGREGATION_AND:
      sign = im_math_text (IM_MATH_LARGE, "all", equation->arena);
      break;
    case IM_AGGREGATION_OR:
      sign = im_math_text (IM_MATH_LARGE, "any", equation->arena);
      break;
    case IM_AGGREGATION_UPDATE:
      sign = im_math_text (IM_MATH_LARGE, "last", equation->arena);
      break;
    case IM_AGGREGATION_SET:
    case IM_N_AGGREGATIONS:
    default:
      return sign;
    }
  sign = im_math_limit (sign, limit);
  sign.width += 5;

  return sign;
}

static ImMathBox *
get_last (Equation *equation)
{
  return &g_array_index (equation->parts, ImMathBox, equation->parts->len - 1);
}

/* The operands of a chain of sums or of products, each a part of its own. */
static void
add_chain (Equation *equation, const ImKernelNode *node, ImKernelNodeKind kind)
{
  ImMathBox part = { 0 };

  if (node->kind != kind)
    {
      im_math_append (
          get_last (equation),
          new_part (equation, node,
                    kind == IM_KERNEL_NODE_MULTIPLY ? TIGHT_PRODUCT : TIGHT_SUM));
      return;
    }
  add_chain (equation, node->arguments[0], kind);
  add_operator (equation, IM_MATH_LARGE, get_sign (kind), &part);
  im_math_append (&part,
                  new_part (equation, node->arguments[1],
                            kind == IM_KERNEL_NODE_MULTIPLY ? TIGHT_PRODUCT : TIGHT_SUM));
  g_array_append_val (equation->parts, part);
}

static void
add_value (Equation *equation, gboolean is_aggregated)
{
  const ImKernelNode *value = equation->kernel->value;

  if (value->kind == IM_KERNEL_NODE_MULTIPLY ||
      (value->kind == IM_KERNEL_NODE_ADD && !is_aggregated))
    add_chain (equation, value, value->kind);
  else
    im_math_append (
        get_last (equation),
        new_part (equation, value, is_aggregated ? TIGHT_PRODUCT : TIGHT_COMPARISON));
}

static gboolean
has_start (const ImKernel *kernel)
{
  return kernel->default_buffer >= 0 || kernel->initial != NULL;
}

/* Whether only elements that are not written are what they begin with. */
static gboolean
keeps_start (const ImKernel *kernel)
{
  return kernel->aggregation == IM_AGGREGATION_SET ||
         kernel->aggregation == IM_AGGREGATION_UPDATE;
}

static ImMathBox
new_default (Equation *equation)
{
  ImKernelAccess access = equation->kernel->output;

  if (equation->kernel->default_buffer < 0)
    return new_node (equation, equation->kernel->initial);
  access.buffer = (guint) equation->kernel->default_buffer;

  return new_access (equation, &access);
}

/* What the elements begin with takes part in what is aggregated. */
static void
add_default (Equation *equation, ImMathBox *head)
{
  static const char *const words[] = { [IM_AGGREGATION_MINIMUM] = "min",
                                       [IM_AGGREGATION_MAXIMUM] = "max",
                                       [IM_AGGREGATION_AND] = "all",
                                       [IM_AGGREGATION_OR] = "any" };
  ImAggregation aggregation = equation->kernel->aggregation;

  if (!has_start (equation->kernel) || keeps_start (equation->kernel))
    return;
  if (aggregation == IM_AGGREGATION_SUM || aggregation == IM_AGGREGATION_PRODUCT)
    {
      im_math_append (head, new_default (equation));
      add_operator (equation, IM_MATH_LARGE,
                    aggregation == IM_AGGREGATION_SUM ? "+" : "·", head);
      return;
    }
  add_text (equation, IM_MATH_LARGE, words[aggregation], head);
  add_text (equation, IM_MATH_LARGE, "(", head);
  im_math_append (head, new_default (equation));
  add_text (equation, IM_MATH_LARGE, ", ", head);
}

static void
end_default (Equation *equation)
{
  ImAggregation aggregation = equation->kernel->aggregation;
  ImMathBox part = { 0 };

  if (!has_start (equation->kernel))
    return;
  if (!keeps_start (equation->kernel))
    {
      if (aggregation != IM_AGGREGATION_SUM && aggregation != IM_AGGREGATION_PRODUCT)
        add_text (equation, IM_MATH_LARGE, ")", get_last (equation));
      return;
    }
  add_text (equation, IM_MATH_LARGE, ", elsewhere ", &part);
  im_math_append (&part, new_default (equation));
  g_array_append_val (equation->parts, part);
}

/* `0 ≤ i − k < 9` */
static void
add_constraint (Equation *equation, const ImKernelConstraint *constraint)
{
  g_autofree char *bound = g_strdup_printf ("%" G_GINT64_FORMAT, constraint->bound);
  ImMathBox part = { 0 };

  add_text (equation, IM_MATH_LARGE, ",", &part);
  add_room (10, &part);
  add_text (equation, IM_MATH_LARGE, "0", &part);
  add_operator (equation, IM_MATH_LARGE, "≤", &part);
  im_math_append (&part, new_form (equation, &constraint->form));
  add_operator (equation, IM_MATH_LARGE, "<", &part);
  add_text (equation, IM_MATH_LARGE, bound, &part);
  g_array_append_val (equation->parts, part);
}

/* `, z = 2i` or `, if z > 0` */
static void
add_clause (Equation *equation,
            const char *word,
            ImMathBox first,
            const ImKernelNode *node)
{
  ImMathBox part = { 0 };

  add_text (equation, IM_MATH_LARGE, ",", &part);
  add_room (10, &part);
  im_math_append (&part, first);
  add_operator (equation, IM_MATH_LARGE, word, &part);
  im_math_append (&part, new_node (equation, node));
  g_array_append_val (equation->parts, part);
}

static void
write_parts (Equation *equation)
{
  ImMathBox head = new_access (equation, &equation->kernel->output), aggregation;

  add_operator (equation, IM_MATH_LARGE, "=", &head);
  equation->indent = head.width;
  add_default (equation, &head);
  aggregation = new_aggregation (equation);
  im_math_append (&head, aggregation);
  g_array_append_val (equation->parts, head);
  add_value (equation, aggregation.width > 0);
  end_default (equation);
  for (guint i = 0; i < equation->kernel->n_constraints; i++)
    add_constraint (equation, &equation->kernel->constraints[i]);
  for (guint i = 0; i < equation->kernel->n_locals; i++)
    add_clause (
        equation, "=",
        im_math_name (IM_MATH_LARGE, equation->kernel->locals[i].name, equation->arena),
        equation->kernel->locals[i].value);
  if (equation->kernel->condition != NULL)
    add_clause (equation, "if", (ImMathBox){ 0 }, equation->kernel->condition);
}

/* As many parts as fit, at least one; takes them away. */
static ImMathBox
take_line (Equation *equation, double max_width)
{
  ImMathBox line = g_array_index (equation->parts, ImMathBox, 0);
  guint n = 1;

  for (; n < equation->parts->len; n++)
    {
      ImMathBox next = g_array_index (equation->parts, ImMathBox, n);

      if (line.width + next.width > max_width)
        break;
      im_math_append (&line, next);
    }
  g_array_remove_range (equation->parts, 0, n);

  return line;
}

double
im_mathematics_draw (const ImFormula *formula,
                     const ImKernel *kernel,
                     double max_width,
                     ImScenePoint *at,
                     ImScene *scene)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (ImMathBox));
  g_autoptr (GString) words = g_string_new (NULL);
  Equation equation = { formula, kernel, parts, 0, arena };
  double right = at->x, indent = 0;

  write_parts (&equation);
  im_kernel_append_text (kernel, formula, words);
  im_scene_open_group (scene, words->str);
  while (parts->len > 0)
    {
      ImMathBox line = take_line (&equation, max_width - indent);

      at->y += line.ascent;
      im_math_draw (&line, (ImScenePoint){ at->x + indent, at->y }, scene);
      right = MAX (right, at->x + indent + line.width);
      at->y += line.descent + (parts->len > 0 ? LINE_GAP : 0);
      indent = equation.indent < max_width / 3 ? equation.indent : INDENT;
    }
  im_scene_close_group (scene);

  return right;
}

ImScene *
im_scene_mathematics_new (const ImFormula *formula, double max_width)
{
  g_autoptr (GString) words = g_string_new (NULL);
  ImScenePoint at = { MARGIN, MARGIN };
  double right = MARGIN;
  ImScene *scene = NULL;

  for (guint i = 0; i < formula->kernels->len; i++)
    {
      g_string_append (words, i > 0 ? "; " : "");
      im_kernel_append_text (g_ptr_array_index (formula->kernels, i), formula, words);
    }
  scene = im_scene_new (formula->name, words->str);
  for (guint i = 0; i < formula->kernels->len; i++)
    {
      double edge = 0;

      at.y += i > 0 ? GAP : 0;
      edge = im_mathematics_draw (formula, g_ptr_array_index (formula->kernels, i),
                                  max_width - 2 * MARGIN, &at, scene);
      right = MAX (right, edge);
    }
  scene->width = right + MARGIN;
  scene->height = at.y + MARGIN;

  return scene;
}
