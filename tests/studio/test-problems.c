/* SPDX-License-Identifier: MIT
 *
 * The list of problems follows each edit, and Export with it.
 */
#include <glib/gstdio.h>
#include <string.h>

#include "studio-test.h"

#define VERDICTS "../../tests/cli/fixtures/verdicts/"

/* A contract that begins with the name of its unit. */
static const char picky[] =
    "<Imaginet xmlns:im=\"urn:imaginet-studio:1\">"
    "<Function unit=\"Test.Picky\"><Parameters>"
    "<InputSocket name=\"input\" pipe=\"data\" />"
    "<OutputSocket name=\"output\" type=\"input.type\" shape=\"input.shape\" "
    "pipe=\"data\" />"
    "</Parameters><Contracts>"
    "<Assert test=\"input.shape.flat == 2\" error=\"Picky takes pairs.\" />"
    "</Contracts></Function>"
    "<Composite unit=\"Test.Whole\"><Parameters>"
    "<InputSocket name=\"input\" pipe=\"data\" im:type=\"Float32\" im:shape=\"[3]\" />"
    "<OutputSocket name=\"output\" type=\"input.type\" shape=\"input.shape\" "
    "pipe=\"data\" />"
    "</Parameters><Stacked><Unit id=\"Test.Picky\" /></Stacked></Composite></Imaginet>";

static GtkApplication *application;

/* What the bar below the pipeline says, and whether Export can be pressed. */
typedef struct
{
  const char *count;
  const char *obstacle;
} Verdict;

static gboolean
is_told (GtkWidget *problems, gconstpointer data)
{
  const Verdict *verdict = data;
  GtkWidget *label = studio_test_find (problems, "GtkLabel");
  const char *tooltip = gtk_widget_get_tooltip_text (
      studio_test_find (problems, "GtkButton"));

  return g_strcmp0 (gtk_label_get_label (GTK_LABEL (label)), verdict->count) == 0 &&
         strstr (tooltip, verdict->obstacle) != NULL;
}

static void
assert_verdict (GtkWidget *window, const char *count, const char *obstacle)
{
  const Verdict verdict = { count, obstacle == NULL ? "Ctrl+Shift+E" : obstacle };
  GtkWidget *problems = studio_test_find (window, "StudioProblems");
  GtkWidget *label = studio_test_find (problems, "GtkLabel");
  GtkWidget *button = studio_test_find (problems, "GtkButton");
  const char *tooltip;

  studio_test_wait_until (problems, is_told, &verdict);
  tooltip = gtk_widget_get_tooltip_text (button);
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (label)), ==, count);
  g_assert_true (gtk_widget_is_sensitive (button) == (obstacle == NULL));
  g_assert_nonnull (strstr (tooltip, verdict.obstacle));
  gtk_test_accessible_assert_property (button, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       tooltip);
}

static gboolean
is_gone (GtkWidget *widget, gconstpointer data)
{
  return gtk_widget_get_root (widget) == NULL;
}

static void
act (GtkWidget *window, const char *action)
{
  g_assert_true (gtk_widget_activate_action (window, action, NULL));
}

/* What only the planner refuses comes and goes with the layers. */
static void
test_planner (void)
{
  GtkWidget *window = studio_test_open (application, VERDICTS "Rates.imunit");

  assert_verdict (window, "1 Problem", "Cannot be exported because of 1 problem: Join: ");
  act (window, "edit.select-all");
  act (window, "layer.remove");
  assert_verdict (window, "1 Problem", NULL);
  act (window, "win.undo");
  assert_verdict (window, "1 Problem", "Cannot be exported because of 1 problem: Join: ");
  gtk_window_destroy (GTK_WINDOW (window));
}

/* The page of a unit has its missing files in the list, too. */
static void
test_unit (void)
{
  GtkWidget *window = studio_test_open (application, VERDICTS "Absent.imunit");

  assert_verdict (window, "2 Problems", "Cannot be exported because of 2 problems. ");
  gtk_window_destroy (GTK_WINDOW (window));
}

static gboolean
has_focus (GtkWidget *widget, gconstpointer data)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (gtk_widget_get_root (widget)));

  return focus != NULL && gtk_widget_is_ancestor (focus, widget);
}

/* The first label of a row is the message, with the names that people read. */
static void
assert_says (GtkWidget *row, const char *text)
{
  const char *message = gtk_label_get_label (
      GTK_LABEL (studio_test_find (row, "GtkLabel")));

  g_assert_nonnull (strstr (message, text));
}

/* A problem that stays keeps its row with the focus, wherever it is placed then; and who
 * is in a row that goes can go on with keys. */
static void
test_focus (void)
{
  GtkWidget *window = studio_test_open (application, VERDICTS "Rates.imunit");
  GtkWidget *problems = studio_test_find (window, "StudioProblems"), *row;
  g_autoptr (GPtrArray) rows = NULL, again = NULL;

  assert_verdict (window, "1 Problem", "Cannot be exported because of 1 problem: Join: ");
  act (window, "win.toggle-problems");
  rows = studio_test_list (problems, "GtkListBoxRow");
  g_assert_cmpuint (rows->len, ==, 1);
  row = rows->pdata[0];
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == row);
  assert_says (row,
               "Join: it reads tensors that do not come together: “output of Pairs”");
  act (window, "edit.select-all");
  act (window, "edit.duplicate");
  assert_verdict (window, "3 Problems", "Cannot be exported because of ");
  again = studio_test_list (problems, "GtkListBoxRow");
  g_assert_cmpuint (again->len, ==, 3);
  g_assert_true (again->pdata[0] == row);
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == row);
  act (window, "edit.select-all");
  act (window, "layer.remove");
  g_assert_true (studio_test_wait_until (row, is_gone, NULL));
  g_assert_true (has_focus (problems, NULL));
  gtk_window_destroy (GTK_WINDOW (window));
}

static gboolean
is_contract (GtkWidget *problems, gconstpointer data)
{
  g_autoptr (GPtrArray) rows = studio_test_list (problems, "GtkListBoxRow");

  for (guint i = 0; i < rows->len; i++)
    if (g_str_equal (gtk_label_get_label (
                         GTK_LABEL (studio_test_find (rows->pdata[i], "GtkLabel"))),
                     "Picky takes pairs."))
      return TRUE;

  return FALSE;
}

/* A message that begins with the name of the layer does not get it once more. */
static void
test_name (void)
{
  g_autofree char *folder = g_dir_make_tmp ("problems-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "picky.imunit", NULL);
  GtkWidget *window;

  g_assert_true (g_file_set_contents (path, picky, -1, NULL));
  window = studio_test_open (application, path);
  act (window, "win.toggle-problems");
  g_assert_true (studio_test_wait_until (studio_test_find (window, "StudioProblems"),
                                         is_contract, NULL));
  gtk_window_destroy (GTK_WINDOW (window));
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static gboolean
is_open (GtkWidget *problems)
{
  return gtk_revealer_get_reveal_child (
      GTK_REVEALER (studio_test_find (problems, "GtkRevealer")));
}

/* The list is opened by whoever wants to see it, and stays as it is. */
static void
test_open (void)
{
  GtkWidget *window = studio_test_open (application, VERDICTS "Rates.imunit");
  GtkWidget *problems = studio_test_find (window, "StudioProblems");

  assert_verdict (window, "1 Problem", "Cannot be exported because of 1 problem: Join: ");
  g_assert_false (is_open (problems));
  act (window, "win.toggle-problems");
  g_assert_true (is_open (problems));
  act (window, "edit.select-all");
  act (window, "layer.remove");
  assert_verdict (window, "1 Problem", NULL);
  g_assert_true (is_open (problems));
  act (window, "win.toggle-problems");
  act (window, "win.undo");
  assert_verdict (window, "1 Problem", "Cannot be exported because of 1 problem: Join: ");
  g_assert_false (is_open (problems));
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  application = studio_test_start ();
  g_test_add_func ("/problems/planner", test_planner);
  g_test_add_func ("/problems/focus", test_focus);
  g_test_add_func ("/problems/name", test_name);
  g_test_add_func ("/problems/open", test_open);
  g_test_add_func ("/problems/unit", test_unit);
  result = g_test_run ();
  g_object_unref (application);

  return result;
}
