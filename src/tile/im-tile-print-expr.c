/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "tile/im-tile-print-private.h"

#define WEAKEST 0
#define UNARY   5

static const struct
{
  const char *sign;
  guint strength;
} operators[] = {
  [IM_KERNEL_NODE_EQUAL] = { "==", 1 },   [IM_KERNEL_NODE_NOT_EQUAL] = { "!=", 1 },
  [IM_KERNEL_NODE_LESS] = { "<", 2 },     [IM_KERNEL_NODE_LESS_EQUAL] = { "<=", 2 },
  [IM_KERNEL_NODE_GREATER] = { ">", 2 },  [IM_KERNEL_NODE_GREATER_EQUAL] = { ">=", 2 },
  [IM_KERNEL_NODE_ADD] = { "+", 3 },      [IM_KERNEL_NODE_SUBTRACT] = { "-", 3 },
  [IM_KERNEL_NODE_MULTIPLY] = { "*", 4 }, [IM_KERNEL_NODE_DIVIDE] = { "/", 4 },
};

static void append (ImTilePrinter *printer,
                    const ImTileExpr *expr,
                    gboolean is_size,
                    guint strength);

static void
append_number (ImTilePrinter *printer, const ImTileExpr *expr)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (!expr->is_real)
    {
      g_string_append_printf (printer->out, "%.0f", expr->number);
      return;
    }
  g_ascii_dtostr (text, sizeof text, expr->number);
  g_string_append (printer->out, text);
  if (strpbrk (text, ".e") == NULL)
    g_string_append (printer->out, ".0");
}

void
im_tile_append_list (ImTilePrinter *printer,
                     ImTileExpr *const *items,
                     guint n,
                     gboolean is_size)
{
  for (guint i = 0; i < n; i++)
    {
      g_string_append (printer->out, i > 0 ? ", " : "");
      append (printer, items[i], is_size, WEAKEST);
    }
}

/* What is in the brackets of an access are sizes; the arguments of a function are what
 * the function makes of them. */
static void
append_apply (ImTilePrinter *printer, const ImTileExpr *expr, gboolean is_size)
{
  gboolean is_python = printer->file->spelling == IM_TILE_PYTHON;

  if (strcmp (expr->name, "size") == 0 && expr->n == 1 &&
      expr->operands[0]->kind == IM_TILE_NAME && !expr->is_bracket)
    {
      g_string_append_printf (printer->out, is_python ? "len(%s)" : "%s.size()",
                              expr->operands[0]->name);
      return;
    }
  g_string_append_printf (printer->out, "%s%c", expr->name, expr->is_bracket ? '[' : '(');
  if (expr->n == 0 && expr->is_bracket && is_python)
    g_string_append (printer->out, "()");
  im_tile_append_list (printer, expr->operands, expr->n,
                       is_size || expr->is_bracket || printer->is_contraction);
  g_string_append_c (printer->out, expr->is_bracket ? ']' : ')');
}

static void
append_binary (ImTilePrinter *printer, const ImTileExpr *expr, gboolean is_size)
{
  guint strength = operators[expr->operation].strength;
  const char *sign = operators[expr->operation].sign;

  if (expr->operation == IM_KERNEL_NODE_DIVIDE &&
      printer->file->spelling == IM_TILE_PYTHON &&
      (is_size || im_tile_names_is_size (printer->names, expr)))
    sign = "//";
  append (printer, expr->operands[0], is_size, strength);
  g_string_append_printf (printer->out, " %s ", sign);
  append (printer, expr->operands[1], is_size, strength + 1);
}

/* Only the compact form has it: `a == b ? c`, `c ? t : f`. */
static void
append_select (ImTilePrinter *printer, const ImTileExpr *expr)
{
  append (printer, expr->operands[0], FALSE, WEAKEST + 1);
  g_string_append (printer->out, " ? ");
  append (printer, expr->operands[1], FALSE, WEAKEST + 1);
  if (expr->n < 3)
    return;
  g_string_append (printer->out, " : ");
  append (printer, expr->operands[2], FALSE, WEAKEST + 1);
}

static guint
get_strength (const ImTileExpr *expr)
{
  if (expr->kind == IM_TILE_BINARY)
    return operators[expr->operation].strength;
  if (expr->kind == IM_TILE_SELECT)
    return WEAKEST;

  return expr->kind == IM_TILE_UNARY ? UNARY : G_MAXUINT;
}

static void
append (ImTilePrinter *printer, const ImTileExpr *expr, gboolean is_size, guint strength)
{
  gboolean needs_brackets = get_strength (expr) < strength;
  gboolean is_cpp = printer->file->spelling == IM_TILE_CPP;

  g_string_append (printer->out, needs_brackets ? "(" : "");
  switch (expr->kind)
    {
    case IM_TILE_NUMBER:
      append_number (printer, expr);
      break;
    case IM_TILE_NAME:
      g_string_append (printer->out, expr->name);
      break;
    case IM_TILE_APPLY:
      append_apply (printer, expr, is_size);
      break;
    case IM_TILE_UNARY:
      g_string_append_c (printer->out, '-');
      append (printer, expr->operands[0], is_size, UNARY + 1);
      break;
    case IM_TILE_BINARY:
      append_binary (printer, expr, is_size);
      break;
    case IM_TILE_SELECT:
      append_select (printer, expr);
      break;
    case IM_TILE_LIST:
    default:
      g_string_append_c (printer->out, is_cpp ? '{' : '[');
      im_tile_append_list (printer, expr->operands, expr->n, is_size);
      g_string_append_c (printer->out, is_cpp ? '}' : ']');
      break;
    }
  g_string_append (printer->out, needs_brackets ? ")" : "");
}

void
im_tile_append_expr (ImTilePrinter *printer, const ImTileExpr *expr, gboolean is_size)
{
  append (printer, expr, is_size, WEAKEST);
}
