/* SPDX-License-Identifier: MIT
 *
 * Pictures of broadcasting: those of examples are kept as SVG beside this file, the same
 * as text; of random shapes only that nothing hides anything else.
 */
#include <math.h>
#include <string.h>

#include "broadcast-cases.h"
#include "broadcast/im-broadcast-family.h"
#include "golden-text.h"
#include "scene-geometry.h"
#include "scene/broadcast/im-broadcast-grid.h"
#include "scene/broadcast/im-broadcast-text.h"
#include "scene/broadcast/im-broadcast-words.h"
#include "scene/broadcast/im-scene-broadcast.h"
#include "scene/display/im-scene-hatch.h"
#include "scene/display/im-scene-metrics.h"
#include "scene/output/im-scene-svg.h"

#define N_RANDOM 400

static void
test_picture (gconstpointer data)
{
  const BroadcastCase *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autofree char *path = g_strdup_printf ("scene/golden/broadcast-%s.svg", c->name);
  g_autoptr (GString) svg = g_string_new (NULL);
  g_autoptr (ImScene) scene = im_scene_broadcast_new (broadcast_case_new (c, arena),
                                                      IM_SHOW_USUAL);

  im_scene_append_svg (scene, IM_THEME_AUTO, svg);
  scene_geometry_check (scene);
  golden_compare (path, svg->str);
}

static void
test_texts (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n_broadcast_cases; i++)
    {
      g_string_append_printf (text, "# %s\n", broadcast_cases[i].name);
      im_broadcast_text_append (broadcast_case_new (&broadcast_cases[i], arena), 72,
                                text);
      g_string_append_c (text, '\n');
    }
  golden_compare ("scene/golden/broadcast.txt", text->str);
}

static const BroadcastCase *
find_case (const char *name)
{
  for (guint i = 0; i < n_broadcast_cases; i++)
    if (strcmp (broadcast_cases[i].name, name) == 0)
      return &broadcast_cases[i];

  g_assert_not_reached ();
}

typedef struct
{
  const char *name;
  const char *words[4][5]; /* of the rows, from left to right */
  const char *verdicts[5];
  const char *brackets; /* group, first and last column, product */
} GridCase;

static const GridCase grid_cases[] = {
  { "example-1",
    { { "2", "1→3", "4", "1→5", "6" },
      { "2", "3", "4", "5", "6" },
      { "2", "3", "4", "5", "6" } },
    { "=", "A ×3", "=", "A ×5", "=" },
    "left 0-0 2, group1 1-1 3, middle 2-2 4, group2 3-3 5, right 4-4 6, " },
  { "example-2",
    { { "2", "1→3", "1→4", "5" }, { "2", "3", "4", "5" }, { "2", "3", "4", "5" } },
    { "=", "A ×3", "A ×4", "=" },
    "middle 0-0 2, group2 1-2 12, right 3-3 5, " },
  { "example-3",
    { { "2", "3", "4" }, { "2", "3", "1→4" }, { "2", "3", "4" } },
    { "=", "=", "B ×4" },
    "middle 0-1 6, group2 2-2 4, " },
  { "too-many-groups",
    { { "1→5", "2", "1→6", "3", "1→7" },
      { "5", "2", "6", "3", "7" },
      { "×", "2", "6", "3", "7" } },
    { "no group\nleft", "=", "A ×6", "=", "A ×7" },
    "left 1-1 , group1 2-2 , middle 3-3 , group2 4-4 , " },
  { "mlir-error",
    { { "4", "3", "2" }, { "(1)→4", "3", "3" }, { "4", "3", "×" } },
    { "B ×4", "=", "2 ≠ 3" },
    "" },
  { "mlir-obligation",
    { { "?", "4" }, { "?", "?" }, { "?", "4" } },
    { "?\ncheck at\nrun time", "?\ncheck at\nrun time" },
    "" },
  { "mlir-declared",
    { { "?", "4" }, { "?", "1→4" }, { "?", "4" }, { "4", "4" } },
    { "declared\n4", "B ×4" },
    "" },
  { "mlir-rank",
    { { "", "3" }, { "", "3" }, { "", "3" }, { "1", "3" } },
    { "not\ninferred", "=" },
    "" },
  { "mlir-unranked",
    { { "3", "1→4" }, { "", "" }, { "(1)→3", "4" }, { "3", "4" } },
    { "C ×3", "A ×4" },
    "" },
};

static void
append_brackets (const ImBroadcastGrid *grid, GString *out)
{
  for (guint i = 0; i < grid->n_brackets; i++)
    g_string_append_printf (
        out, "%s %u-%u %s, ", im_broadcast_group_get_name (grid->brackets[i].group),
        grid->brackets[i].first, grid->brackets[i].last, grid->brackets[i].product);
}

static void
test_grid (gconstpointer data)
{
  const GridCase *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GString) brackets = g_string_new (NULL);
  const ImBroadcastReport *report = broadcast_case_new (find_case (c->name), arena);
  ImBroadcastGrid grid = im_broadcast_grid_new (report, 0, IM_BROADCAST_MAX_COLUMNS,
                                                arena);

  for (guint i = 0; i < G_N_ELEMENTS (c->verdicts); i++)
    {
      g_assert_true ((i < grid.n_columns) == (c->verdicts[i] != NULL));
      if (i < grid.n_columns)
        g_assert_cmpstr (grid.heads[i].verdict, ==, c->verdicts[i]);
    }
  for (guint k = 0; k < G_N_ELEMENTS (c->words) && c->words[k][0] != NULL; k++)
    for (guint i = 0; i < grid.n_columns; i++)
      g_assert_cmpstr (grid.rows[k].words[i].text, ==, c->words[k][i]);
  append_brackets (&grid, brackets);
  g_assert_cmpstr (brackets->str, ==, c->brackets);
}

/* Columns that are hidden stay known: their number, and that something is wrong there. */
static void
test_fold (void)
{
  static const BroadcastCase wrong = { "wrong",
                                       IM_BROADCAST_RULES_NUMPY,
                                       NULL,
                                       { "[2,1,5,1,1]", "[2,1,4,1,1]" } };
  g_autoptr (ImArena) arena = im_arena_new ();
  const ImBroadcastReport *folded = broadcast_case_new (find_case ("folded"), arena);
  ImBroadcastGrid grid = im_broadcast_grid_new (folded, 0, 8, arena);

  g_assert_cmpuint (grid.n_columns, ==, 8);
  g_assert_cmpint (grid.heads[2].axis, ==, 9);
  g_assert_cmpint (grid.heads[3].axis, ==, -1);
  g_assert_cmpstr (grid.heads[3].text, ==, "d8–d4");
  g_assert_cmpstr (grid.heads[3].verdict, ==, "…");
  g_assert_cmpint (grid.heads[4].axis, ==, 3);
  g_assert_cmpint (grid.heads[7].axis, ==, 0);
  g_assert_cmpuint (im_broadcast_grid_new (folded, 0, 16, arena).n_columns, ==, 12);

  grid = im_broadcast_grid_new (broadcast_case_new (&wrong, arena), 0, 3, arena);
  g_assert_cmpstr (grid.heads[1].verdict, ==, "≠ in d2");
  g_assert_cmpint (grid.heads[1].relation, ==, IM_COLUMN_DIFFERENT);
  g_assert_cmpint (grid.rows[0].words[1].look, ==, IM_LOOK_BAD);
  g_assert_cmpint (grid.rows[2].words[1].look, ==, IM_LOOK_NO_RESULT);
}

typedef struct
{
  const char *name;
  guint level;
  guint axis;
  const char *text;
} ColumnCase;

static const ColumnCase column_cases[] = {
  { "example-1", 0, 1, "column d1: A 1 stretched to 5, B 5, result 5, group2" },
  { "mlir-error", 0, 0,
    "column d0: A 2 does not fit, B 3 does not fit, the sizes contradict each other" },
  { "mlir-error", 0, 2, "column d2: A 4, B 1 added stretched to 4, result 4" },
  { "mlir-obligation", 0, 0,
    "column d0: A 4, B unknown, result 4, at run time each ? must be 1 or 4" },
  { "mlir-declared", 0, 1,
    "column d1: A unknown, B unknown, result unknown but declared 4" },
  { "mlir-unranked", 0, 1,
    "column d1: A 3, B is ignored, C 1 added stretched to 3, result 3" },
  { "too-many-groups", 0, 4,
    "column d4: A 1 stretched to 5, B 5, no group is left for it" },
  { "tml-nested", 1, 0, "level 2, column d0: A 1 stretched to 3, B 3, result 3" },
  { "tml-assignment", 0, 1, "column d1: A 4, B 1 added stretched to 4" },
  { "tml-assignment-error", 0, 1,
    "column d1: A without this axis does not fit, B 1, the sizes contradict each other" },
};

static void
test_columns (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (column_cases); i++)
    {
      const ColumnCase *c = &column_cases[i];
      g_autoptr (ImArena) arena = im_arena_new ();
      g_autoptr (GString) text = g_string_new (NULL);

      im_broadcast_append_column (broadcast_case_new (find_case (c->name), arena),
                                  c->level, c->axis, text);
      g_assert_cmpstr (text->str, ==, c->text);
    }
}

/* Columns are folded and sentences broken until they fit. */
static void
test_narrow (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  const ImBroadcastReport *report = broadcast_case_new (find_case ("folded"), arena);

  for (guint width = 36; width <= 100; width += 4)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_auto (GStrv) lines = NULL;

      im_broadcast_text_append (report, width, text);
      lines = g_strsplit (text->str, "\n", -1);
      for (guint i = 0; lines[i] != NULL; i++)
        g_assert_cmpint (g_utf8_strlen (lines[i], -1), <=, width);
      g_assert_true ((strstr (text->str, "–") != NULL) == (width < 66));
    }
}

/* Every column is found at its number and at its verdict, and nothing beside it. */
static void
test_hit (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  const ImBroadcastReport *report = broadcast_case_new (find_case ("folded"), arena);
  g_autoptr (ImScene) scene = im_scene_broadcast_new (report, IM_SHOW_USUAL);
  guint n_found = 0;

  for (guint i = 0; i < scene->n_items; i++)
    {
      const ImSceneItem *item = &scene->items[i];

      if (item->kind != IM_SCENE_TEXT || item->style != IM_STYLE_ID ||
          item->text[0] != 'd')
        continue;

      ImBroadcastHit hit = im_scene_broadcast_hit (
          report, IM_SHOW_USUAL, (ImScenePoint){ item->x, item->y - 2 });
      if (strstr (item->text, "–") != NULL)
        g_assert_cmpint (hit.kind, ==, IM_HIT_FOLD);
      else
        {
          g_assert_cmpint (hit.kind, ==, IM_HIT_COLUMN);
          g_assert_cmpuint (hit.axis, ==, g_ascii_strtoull (item->text + 1, NULL, 10));
        }
      g_assert_cmpfloat (hit.corner.x, <, item->x);
      g_assert_cmpfloat (hit.corner.y + hit.height, <, scene->height);
      hit = im_scene_broadcast_hit (
          report, IM_SHOW_USUAL,
          (ImScenePoint){ hit.corner.x + hit.width + 1, item->y + 30 });
      g_assert_cmpint (hit.kind, ==, IM_HIT_NOTHING);
      n_found++;
    }
  g_assert_cmpuint (n_found, ==, 8);
}

/* No line of a hatching leaves its rectangle, also at the round corners. */
static void
test_hatch (void)
{
  const double left = 10, top = 20, width = 55, height = 31, radius = 9;
  g_autoptr (ImScene) scene = im_scene_new ("", "");

  im_scene_add_hatch (scene, IM_STYLE_HATCH, (ImScenePoint){ left, top }, width, height,
                      radius);
  g_assert_cmpuint (scene->items[0].n_segments, >=, 2 * 9);
  for (guint i = 0; i < scene->items[0].n_segments; i++)
    {
      ImScenePoint p = scene->segments[i].to;
      double x = CLAMP (p.x, left + radius, left + width - radius);
      double y = CLAMP (p.y, top + radius, top + height - radius);

      g_assert_cmpfloat (hypot (p.x - x, p.y - y), <=, radius + 1e-9);
      if (i % 2 == 1)
        {
          ImScenePoint from = scene->segments[i - 1].to;

          g_assert_cmpfloat_with_epsilon (p.x - from.x, from.y - p.y, 1e-9);
          g_assert_cmpfloat (p.x, >, from.x);
        }
    }
}

static double
get_luminance (guint32 colour)
{
  static const double weights[] = { 0.2126, 0.7152, 0.0722 };
  double sum = 0;

  for (guint i = 0; i < 3; i++)
    {
      double c = (colour >> (16 - 8 * i) & 0xff) / 255.0;

      sum += weights[i] * (c <= 0.03928 ? c / 12.92 : pow ((c + 0.055) / 1.055, 2.4));
    }

  return sum;
}

static void
check_contrast (ImSceneStyleId text, ImSceneStyleId ground, ImSceneTheme theme)
{
  guint32 below = im_scene_style_get_colours (ground, theme).fill;
  double a = get_luminance (im_scene_style_get_colours (text, theme).fill);
  double b = get_luminance (below == IM_COLOUR_NONE ? 0xffffff : below);
  double contrast = (MAX (a, b) + 0.05) / (MIN (a, b) + 0.05);

  g_test_message ("%s on %s: %.1f", im_scene_style_get (text)->name,
                  im_scene_style_get (ground)->name, contrast);
  g_assert_cmpfloat (contrast, >=, 4.5);
}

/* Source: WCAG 2.1, 1.4.3. */
static void
test_contrast (void)
{
  static const ImSceneTheme themes[] = { IM_THEME_LIGHT, IM_THEME_DARK, IM_THEME_PRINT };

  for (guint i = 0; i < G_N_ELEMENTS (themes); i++)
    {
      for (guint cell = IM_STYLE_CELL; cell <= IM_STYLE_RESULT_LEFT; cell++)
        check_contrast (IM_STYLE_SIZE, (ImSceneStyleId) cell, themes[i]);
      for (guint cell = IM_STYLE_CELL_STRETCHED; cell <= IM_STYLE_CELL_DECLARED; cell++)
        check_contrast (IM_STYLE_CELL_SIZE, (ImSceneStyleId) cell, themes[i]);
      for (guint text = IM_STYLE_HEADING; text <= IM_STYLE_LOOP_STILL; text++)
        check_contrast ((ImSceneStyleId) text, IM_STYLE_CANVAS, themes[i]);
      check_contrast (IM_STYLE_CELL_MUTED, IM_STYLE_CELL_ADDED, themes[i]);
    }
}

static ImOpenShape
make_shape (GRand *rand, gboolean has_unknown)
{
  static const gint64 sizes[] = { 1, 1, 1, 2, 3, 16, 2147483647, 0 };
  ImOpenShape shape = { TRUE, (guint) g_rand_int_range (rand, 0, IM_SHAPE_MAX_RANK + 1) };

  for (guint i = 0; i < shape.rank; i++)
    shape.size[i] = sizes[g_rand_int_range (rand, 0, G_N_ELEMENTS (sizes))];
  if (has_unknown && shape.rank > 0)
    shape.size[g_rand_int_range (rand, 0, (gint) shape.rank)] = IM_SIZE_UNKNOWN;
  if (has_unknown && g_rand_int_range (rand, 0, 8) == 0)
    shape = (ImOpenShape){ 0 };

  return shape;
}

static void
test_random (void)
{
  static const char *const names[] = { "A", "some/long/path/of/a/unit.output", "Ünï",
                                       "" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (6);

  for (guint i = 0; i < N_RANDOM; i++)
    {
      g_autoptr (ImArena) arena = im_arena_new ();
      g_autoptr (GString) text = g_string_new (NULL);
      ImBroadcastRules rules = (ImBroadcastRules) (i % (IM_BROADCAST_RULES_MLIR_UPSTREAM +
                                                        1));
      gboolean is_mlir = rules >= IM_BROADCAST_RULES_MLIR;
      guint n = im_broadcast_rules_is_binary (rules) ? 2 : 1 + i % 4;
      ImBroadcastOperand operands[4] = { 0 };
      ImOpenShape declared = make_shape (rand, TRUE);

      for (guint k = 0; k < n; k++)
        operands[k] = (ImBroadcastOperand){ names[(i + k) % G_N_ELEMENTS (names)],
                                            make_shape (rand, is_mlir) };

      const ImBroadcastReport *report = im_broadcast_report_new (
          rules, NULL, operands, n, is_mlir && i % 3 == 0 ? &declared : NULL, arena);
      g_autoptr (ImScene) scene = im_scene_broadcast_new (
          report, i % 5 == 0 ? IM_SHOW_USUAL | IM_SHOW_ALL_COLUMNS : IM_SHOW_USUAL);

      g_test_message ("%u: %s", i, scene->description);
      scene_geometry_check (scene);
      im_broadcast_text_append (report, i % 2 == 0 ? 60 : 0, text);
      g_assert_true (g_utf8_validate (text->str, -1, NULL));
    }
}

/* Tensors of tensors with sizes of 1 to 3. */
static const ImNestedType *
make_type (GRand *rand, ImArena *arena, guint n_levels)
{
  ImNestedType *type = im_arena_new0 (arena, ImNestedType, 1);

  if (n_levels == 0)
    {
      type->scalar = (ImScalarType) g_rand_int_range (rand, 0, IM_SCALAR_STR + 1);
      type->shape.is_ranked = TRUE;
      return type;
    }
  type->base = make_type (rand, arena, n_levels - 1);
  type->scalar = type->base->scalar;
  type->shape = (ImOpenShape){ TRUE, (guint) g_rand_int_range (rand, 1, 11) };
  for (guint i = 0; i < type->shape.rank; i++)
    type->shape.size[i] = MAX (1, g_rand_int_range (rand, -4, 4));

  return type;
}

static void
test_random_types (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (guint i = 0; i < N_RANDOM; i++)
    {
      g_autoptr (ImArena) arena = im_arena_new ();
      g_autoptr (GString) text = g_string_new (NULL);
      guint n_rules = IM_BROADCAST_RULES_TML_ASSIGNMENT -
                      IM_BROADCAST_RULES_MLIR_UPSTREAM;
      ImBroadcastRules rules = (ImBroadcastRules) (IM_BROADCAST_RULES_TML_ARITHMETIC +
                                                   i % n_rules);
      const ImBroadcastOperand operands[] = {
        { "A", .type = make_type (rand, arena, i / 3 % 4) },
        { "some.name", .type = make_type (rand, arena, i / 2 % 3) },
      };
      const ImBroadcastReport *report = im_broadcast_report_new (rules, NULL, operands, 2,
                                                                 NULL, arena);
      g_autoptr (ImScene) scene = im_scene_broadcast_new (report, IM_SHOW_USUAL);

      g_test_message ("%u: %s", i, scene->description);
      scene_geometry_check (scene);
      im_broadcast_text_append (report, 40, text);
      g_assert_true (g_utf8_validate (text->str, -1, NULL));
    }
}

/* Without anything but the table the picture is smaller, and still says what is wrong. */
static void
test_show (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  const ImBroadcastReport *report = broadcast_case_new (find_case ("mlir-error"), arena);
  g_autoptr (ImScene) all = im_scene_broadcast_new (report, IM_SHOW_USUAL);
  g_autoptr (ImScene) table = im_scene_broadcast_new (report, IM_SHOW_TABLE);
  gboolean found = FALSE;

  scene_geometry_check (table);
  g_assert_cmpfloat (table->height, <, all->height);
  for (guint i = 0; i < table->n_items; i++)
    found = found || (table->items[i].style == IM_STYLE_VERDICT_BAD &&
                      strstr (table->items[i].text, "do not broadcast") != NULL);
  g_assert_true (found);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < n_broadcast_cases; i++)
    {
      g_autofree char *path = g_strconcat ("/scene/broadcast/picture/",
                                           broadcast_cases[i].name, NULL);

      g_test_add_data_func (path, &broadcast_cases[i], test_picture);
    }
  for (guint i = 0; i < G_N_ELEMENTS (grid_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/scene/broadcast/grid/", grid_cases[i].name,
                                           NULL);

      g_test_add_data_func (path, &grid_cases[i], test_grid);
    }
  g_test_add_func ("/scene/broadcast/texts", test_texts);
  g_test_add_func ("/scene/broadcast/fold", test_fold);
  g_test_add_func ("/scene/broadcast/columns", test_columns);
  g_test_add_func ("/scene/broadcast/narrow", test_narrow);
  g_test_add_func ("/scene/broadcast/hit", test_hit);
  g_test_add_func ("/scene/broadcast/hatch", test_hatch);
  g_test_add_func ("/scene/broadcast/contrast", test_contrast);
  g_test_add_func ("/scene/broadcast/show", test_show);
  g_test_add_func ("/scene/broadcast/random", test_random);
  g_test_add_func ("/scene/broadcast/random-types", test_random_types);

  return g_test_run ();
}
