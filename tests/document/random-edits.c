/* SPDX-License-Identifier: MIT */
#include "random-edits.h"

#include <string.h>

#include "base/im-arena.h"
#include "base/im-file.h"
#include "document/disk/im-document-disk.h"
#include "document/state/im-document-graph.h"
#include "document/state/im-document-private.h"
#include "document/state/im-document-steps.h"
#include "layers.h"
#include "random-named-edits.h"
#include "same-elements.h"
#include "unit/im-unit-spans.h"
#include "xml/im-xml.h"

#define MAX_LIST   4  /* edits that are one step */
#define MAX_LAYERS 40 /* a pipeline that only grows makes all edits slow */

static GBytes *
dup_bytes (ImDocument *document)
{
  g_autoptr (ImDraft) draft = im_document_new_draft (document, NULL);

  return g_bytes_ref (draft->bytes);
}

/* One or two nodes. */
static guint
choose_nodes (RandomEdits *edits, ImDocument *document, guint nodes[2])
{
  guint n_nodes = random_edits_count_nodes (document);

  if (n_nodes == 0)
    return 0;
  nodes[0] = random_edits_choose (edits, n_nodes);
  nodes[1] = random_edits_choose (edits, n_nodes);

  return nodes[0] == nodes[1] ? 1 : 2;
}

static gboolean
set_argument (RandomEdits *edits, ImDocument *document, GError **error)
{
  static const char *const texts[] = { "1",       "-1", "400",  "[400,1]", "1 +", "",
                                       "a < b&c", "0",  "2^40", "\"x\"",   NULL };
  guint n_layers = im_document_get_n_layers (document);
  guint layer = random_edits_choose (edits, n_layers);
  const ImUnit *unit = n_layers == 0 ? NULL
                                     : im_document_get_layer (document, layer)->unit;

  if (unit == NULL || unit->n_parameters == 0)
    return FALSE;

  return im_document_set_argument (
      document, layer,
      unit->parameters[random_edits_choose (edits, unit->n_parameters)].name.text,
      texts[random_edits_choose (edits, G_N_ELEMENTS (texts))], error);
}

static gboolean
insert (RandomEdits *edits, ImDocument *document, GError **error)
{
  guint n_layers = im_document_get_n_layers (document);

  return n_layers < MAX_LAYERS &&
         im_document_insert_layer (document, random_edits_choose (edits, n_layers + 1),
                                   random_edits_choose_unit (edits), error);
}

static gboolean
remove_any_layer (RandomEdits *edits, ImDocument *document, GError **error)
{
  guint n_layers = im_document_get_n_layers (document);

  return n_layers > 0 &&
         remove_layer (document, random_edits_choose (edits, n_layers), error);
}

static gboolean
move_layer (RandomEdits *edits, ImDocument *document, GError **error)
{
  guint n_layers = im_document_get_n_layers (document);
  guint layer = random_edits_choose (edits, n_layers);

  return n_layers > 0 &&
         im_document_move_layer (document, layer,
                                 random_edits_choose (edits, n_layers + 1), error);
}

static gboolean
enable_any_layer (RandomEdits *edits, ImDocument *document, GError **error)
{
  guint n_layers = im_document_get_n_layers (document);
  guint layer = random_edits_choose (edits, n_layers);

  return n_layers > 0 &&
         enable_layer (document, layer, random_edits_choose (edits, 2) != 0, error);
}

static gboolean
place_nodes (RandomEdits *edits, ImDocument *document, GError **error)
{
  guint nodes[2];
  guint n = choose_nodes (edits, document, nodes);
  ImDocumentPlace place = { n == 0 ? 0 : nodes[0], random_edits_choose (edits, 256) * 3.7,
                            random_edits_choose (edits, 256) * -1e5 };

  return n > 0 && im_document_place_nodes (document, &place, 1, error);
}

static gboolean
clear_places (RandomEdits *edits, ImDocument *document, GError **error)
{
  return !im_document_is_free (document) && im_document_clear_places (document, error);
}

static gboolean
remove_nodes (RandomEdits *edits, ImDocument *document, GError **error)
{
  guint nodes[2];
  guint n = choose_nodes (edits, document, nodes);

  return n > 0 && im_document_remove_nodes (document, nodes, n,
                                            random_edits_choose (edits, 2) != 0, error);
}

static gboolean
enable_nodes (RandomEdits *edits, ImDocument *document, GError **error)
{
  guint nodes[2];
  guint n = choose_nodes (edits, document, nodes);

  return n > 0 && im_document_enable_nodes (document, nodes, n,
                                            random_edits_choose (edits, 2) != 0, error);
}

static gboolean
add_unit (RandomEdits *edits, ImDocument *document, GError **error)
{
  const ImGraph *graph = im_document_get_graph (document);
  const ImGraphNode *node =
      graph->n_nodes == 0 ? NULL
                          : graph->nodes[random_edits_choose (edits, graph->n_nodes)];
  guint n_links = node == NULL ? 0 : node->n_links;
  const ImDocumentPlace other = { 0, random_edits_choose (edits, 256), 90 };
  guint n_others = random_edits_count_nodes (document) == 0
                       ? 0
                       : random_edits_choose (edits, 2);
  guint link = random_edits_choose (edits, n_links + 1);

  return im_document_is_free (document) &&
         im_document_get_n_layers (document) < MAX_LAYERS &&
         im_document_add_unit (
             document, random_edits_choose_unit (edits), random_edits_choose (edits, 256),
             10, link == n_links ? NULL : &node->links[link], &other, n_others, error);
}

static gboolean
disconnect (RandomEdits *edits, ImDocument *document, GError **error)
{
  guint nodes[2];
  guint n = choose_nodes (edits, document, nodes);

  return n > 0 && im_document_is_free (document) &&
         im_document_disconnect (document, nodes[0], "input", error);
}

static gboolean
connect (RandomEdits *edits, ImDocument *document, GError **error)
{
  guint nodes[2];
  guint n = choose_nodes (edits, document, nodes);
  g_autofree char *problem = NULL;

  if (n != 2 || !im_document_is_free (document))
    return FALSE;
  problem = im_document_check_link (document, nodes[0], "output", nodes[1], "input");

  return im_document_connect (document, nodes[0], "output", nodes[1], "input", error);
}

static gboolean
duplicate (RandomEdits *edits, ImDocument *document, GError **error)
{
  guint nodes[2];
  guint n = choose_nodes (edits, document, nodes);
  guint first, n_pasted;

  return n > 0 && im_document_get_n_layers (document) < MAX_LAYERS &&
         im_document_duplicate (document, nodes, n, NULL, 40, 40, &first, &n_pasted,
                                error);
}

static gboolean
group (RandomEdits *edits, ImDocument *document, GError **error)
{
  guint n_layers = im_document_get_n_layers (document);
  guint first = random_edits_choose (edits, n_layers);

  return n_layers > 0 && !im_document_is_free (document) &&
         im_document_group (document, first,
                            1 + random_edits_choose (edits, n_layers - first), error);
}

static gboolean
ungroup (RandomEdits *edits, ImDocument *document, GError **error)
{
  guint n_layers = im_document_get_n_layers (document);
  guint layer = random_edits_choose (edits, n_layers);
  const ImUnit *unit = n_layers == 0 ? NULL
                                     : im_document_get_layer (document, layer)->unit;
  guint n_opened;

  return unit != NULL && unit->kind == IM_UNIT_COMPOSITE &&
         !im_document_is_free (document) &&
         im_document_ungroup (document, layer, &n_opened, error);
}

static gboolean
enter (RandomEdits *edits, ImDocument *document, GError **error)
{
  guint n_layers = im_document_get_n_layers (document);

  if (n_layers > 0)
    im_document_enter (document, random_edits_choose (edits, n_layers));

  return FALSE;
}

static gboolean
leave (RandomEdits *edits, ImDocument *document, GError **error)
{
  guint depth;

  im_document_get_scope (document, &depth);
  im_document_leave (document, random_edits_choose (edits, depth));

  return FALSE;
}

/* One edit, or several as one step, of which any may fail. */
static gboolean
apply (RandomEdits *edits, ImDocument *document, guint n_edits, GError **error)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  ImEdit list[MAX_LIST];

  for (guint i = 0; i < n_edits; i++)
    list[i] = random_edits_choose_edit (edits, document, arena);

  return im_document_get_n_layers (document) < MAX_LAYERS &&
         im_document_apply (document, list, n_edits, error);
}

static gboolean
apply_one (RandomEdits *edits, ImDocument *document, GError **error)
{
  return apply (edits, document, 1, error);
}

static gboolean
apply_list (RandomEdits *edits, ImDocument *document, GError **error)
{
  guint n_edits = 2 + random_edits_choose (edits, MAX_LIST - 1);

  return apply (edits, document, n_edits, error);
}

/* All edits; a new one is a new row. */
static const struct
{
  const char *name;
  gboolean (*make) (RandomEdits *edits, ImDocument *document, GError **error);
} kinds[] = {
  { "set-argument", set_argument },
  { "insert", insert },
  { "remove", remove_any_layer },
  { "move", move_layer },
  { "enable", enable_any_layer },
  { "place", place_nodes },
  { "clear-places", clear_places },
  { "remove-nodes", remove_nodes },
  { "enable-nodes", enable_nodes },
  { "add-unit", add_unit },
  { "disconnect", disconnect },
  { "connect", connect },
  { "duplicate", duplicate },
  { "group", group },
  { "ungroup", ungroup },
  { "apply-one", apply_one },
  { "apply-other", apply_one },
  { "apply-list", apply_list },
  { "enter", enter },
  { "leave", leave },
};

static void
append_span (ImSpan *span, gpointer data)
{
  g_array_append_vals (data, span, 1);
}

/* All places that the model of a file has. */
static GArray *
list_places (const ImUnitFile *file)
{
  GArray *spans = g_array_new (FALSE, FALSE, sizeof (ImSpan));

  for (guint i = 0; i < im_unit_file_get_count (file); i++)
    {
      ImUnit *unit = (ImUnit *) im_unit_file_get_unit (file, i);

      im_unit_each_span (unit, append_span, spans);
      for (guint k = 0; k < unit->n_nodes; k++)
        im_unit_node_each_span ((ImUnitNode *) &unit->nodes[k], append_span, spans);
    }

  return spans;
}

static void
assert_same_files (const ImUnitFile *file, const ImUnitFile *other)
{
  g_autoptr (GArray) places = list_places (file);
  g_autoptr (GArray) other_places = list_places (other);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) other_text = g_string_new (NULL);

  g_assert_true (
      g_bytes_equal (im_unit_file_get_bytes (file), im_unit_file_get_bytes (other)));
  g_assert_cmpstr (im_source_get_text (im_unit_file_get_source (file), NULL), ==,
                   im_source_get_text (im_unit_file_get_source (other), NULL));
  same_elements_assert (im_xml_document_get_root (im_unit_file_get_document (file)),
                        im_xml_document_get_root (im_unit_file_get_document (other)));
  for (guint i = 0; i < im_unit_file_get_count (file); i++)
    {
      im_unit_append_text (im_unit_file_get_unit (file, i), text);
      im_unit_append_text (im_unit_file_get_unit (other, i), other_text);
    }
  g_assert_cmpstr (text->str, ==, other_text->str);
  g_assert_cmpmem (places->data, places->len * sizeof (ImSpan), other_places->data,
                   other_places->len * sizeof (ImSpan));
}

static void
assert_same_problems (const ImDiagnostics *problems, const ImDiagnostics *others)
{
  g_assert_cmpuint (im_diagnostics_get_count (problems), ==,
                    im_diagnostics_get_count (others));
  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    {
      const ImDiagnostic *a = im_diagnostics_get (problems, i);
      const ImDiagnostic *b = im_diagnostics_get (others, i);
      guint line, column, other_line, other_column;

      g_assert_cmpstr (a->message, ==, b->message);
      g_assert_cmpstr (a->code, ==, b->code);
      g_assert_cmpint (a->severity, ==, b->severity);
      g_assert_cmpstr (a->subject.node, ==, b->subject.node);
      g_assert_cmpmem (&a->span, sizeof a->span, &b->span, sizeof b->span);
      im_diagnostic_locate (a, &line, &column);
      im_diagnostic_locate (b, &other_line, &other_column);
      g_assert_cmpuint (line, ==, other_line);
      g_assert_cmpuint (column, ==, other_column);
    }
}

static void
assert_same_programs (ImDocument *document, ImDocument *other)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) other_text = g_string_new (NULL);

  im_graph_append_text (im_document_get_graph (document), text);
  im_program_append_text (im_document_get_program (document), text);
  im_graph_append_text (im_document_get_graph (other), other_text);
  im_program_append_text (im_document_get_program (other), other_text);
  g_assert_cmpstr (text->str, ==, other_text->str);
  for (guint i = 0; i < im_document_get_n_layers (other); i++)
    {
      const ImDocumentLayer *a = im_document_get_layer (document, i);
      const ImDocumentLayer *b = im_document_get_layer (other, i);

      g_assert_cmpstr (a->name, ==, b->name);
      g_assert_true ((a->evaluation == NULL) == (b->evaluation == NULL));
    }
}

/* Goes into the same composites. */
static void
follow (ImDocument *document, ImDocument *other)
{
  guint n;
  const char *const *scope = im_document_get_scope (document, &n);

  for (guint i = 0; i < n; i++)
    {
      gint node = im_graph_find_node (im_document_get_graph (other), scope[i]);

      g_assert_cmpint (node, >=, 0);
      g_assert_true (im_document_enter (
          other, (guint) im_document_get_node (other, (guint) node)->layer));
    }
}

/* What a file reads stands beside it. */
void
random_edits_check_opens (ImDocument *document, ImUnitLibrary *library)
{
  g_autoptr (GBytes) bytes = dup_bytes (document);
  g_autoptr (GError) error = NULL;
  g_autoptr (ImDocument) other = im_document_new_for_bytes (
      im_document_get_path (document), bytes, NULL, library, &error);

  g_assert_no_error (error);
  follow (document, other);
  g_assert_cmpuint (im_document_get_n_layers (other), ==,
                    im_document_get_n_layers (document));
  assert_same_files (im_document_get_file (document), im_document_get_file (other));
  assert_same_problems (im_document_get_problems (document),
                        im_document_get_problems (other));
  assert_same_programs (document, other);
}

static void
edit (RandomEdits *edits, ImDocument *document, guint kind)
{
  g_autoptr (GBytes) old_bytes = dup_bytes (document);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  guint n_steps = im_document_get_n_steps (document);
  guint step = im_document_get_step (document);
  gboolean has_changed = kinds[kind].make (edits, document, &error);

  bytes = dup_bytes (document);
  g_assert_cmpint (g_bytes_equal (old_bytes, bytes), ==, !has_changed);
  g_assert_true (error == NULL || (!has_changed && error->message[0] != '\0'));
  if (has_changed)
    return;
  g_assert_cmpuint (im_document_get_n_steps (document), ==, n_steps);
  g_assert_cmpuint (im_document_get_step (document), ==, step);
}

/* What is saved is in the file; to another one it is saved as a copy first. */
static void
save (RandomEdits *edits, ImDocument *document)
{
  g_autofree char *other = g_strconcat (im_document_get_path (document), ".imunit", NULL);
  const char *path = random_edits_choose (edits, 4) == 0 && strlen (other) < 200 ? other
                                                                                 : NULL;
  g_autoptr (GBytes) bytes = dup_bytes (document);
  g_autoptr (GBytes) saved = NULL;
  g_autoptr (GError) error = NULL;

  im_document_save (document, path, &error);
  g_assert_no_error (error);
  saved = im_file_read (im_document_get_path (document), G_MAXINT, &error);
  g_assert_no_error (error);
  g_assert_true (g_bytes_equal (saved, bytes));
  g_assert_false (im_document_is_modified (document));
  g_assert_cmpint (im_document_check_disk (document), ==, IM_DOCUMENT_DISK_SAME);
}

gboolean
random_edits_step (RandomEdits *edits, ImDocument *document)
{
  guint kind = random_edits_choose (edits, G_N_ELEMENTS (kinds) + 4);

  if (edits->next >= edits->length)
    return FALSE;
  if (kind < G_N_ELEMENTS (kinds))
    edit (edits, document, kind);
  else if (kind == G_N_ELEMENTS (kinds))
    im_document_undo (document);
  else if (kind == G_N_ELEMENTS (kinds) + 1)
    im_document_redo (document);
  else if (kind == G_N_ELEMENTS (kinds) + 2)
    im_document_go_to_step (
        document, random_edits_choose (edits, im_document_get_n_steps (document)));
  else if (edits->saves)
    save (edits, document);

  return TRUE;
}

/* The edits of the history lead from the first text to the last one. */
static void
check_script (ImDocument *document, GBytes *last, GBytes *original)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autofree char *script = im_document_dup_script (document);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) edits = im_edit_parse_script (script, arena, &error);
  g_autoptr (GBytes) found = NULL;
  g_autoptr (ImDocument) other = NULL;

  g_assert_no_error (error);
  other = im_document_new_for_bytes (im_document_get_path (document), original, NULL,
                                     im_document_get_library (document), &error);
  g_assert_no_error (error);
  im_document_apply (other, (const ImEdit *) (gpointer) edits->data, edits->len, &error);
  g_assert_no_error (error);
  found = dup_bytes (other);
  if (!g_bytes_equal (found, last))
    g_test_message ("%s", script);
  g_assert_true (g_bytes_equal (found, last));
  g_assert_cmpuint (im_document_get_n_steps (other), <=, 2);
}

void
random_edits_check_history (ImDocument *document, GBytes *original)
{
  g_autoptr (GBytes) first = NULL;
  g_autoptr (GBytes) last = NULL;
  g_autoptr (GBytes) last_again = NULL;

  while (im_document_get_redo_name (document) != NULL)
    im_document_redo (document);
  last = dup_bytes (document);
  check_script (document, last, original);
  while (im_document_get_undo_name (document) != NULL)
    im_document_undo (document);
  first = dup_bytes (document);
  g_assert_true (g_bytes_equal (first, original));
  im_document_go_to_step (document, im_document_get_n_steps (document) - 1);
  last_again = dup_bytes (document);
  g_assert_true (g_bytes_equal (last, last_again));
}
