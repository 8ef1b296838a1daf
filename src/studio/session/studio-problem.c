/* SPDX-License-Identifier: MIT */
#include "studio/session/studio-problem.h"

#include <glib/gi18n.h>
#include <string.h>

#include "document/state/im-document-code.h"
#include "document/state/im-document-graph.h"
#include "program/im-program-title.h"
#include "studio/common/studio-splice.h"

/* What messages quote names in. */
#define OPENING "“"
#define CLOSING "”"

/* What was found at once. */
typedef struct
{
  ImDocument *document;
  ImDiagnostics *problems;
} Found;

struct _StudioProblem
{
  GObject parent_instance;

  Found *found; /* counted */
  const ImDiagnostic *problem;
};

G_DEFINE_FINAL_TYPE (StudioProblem, studio_problem, G_TYPE_OBJECT)

enum
{
  PROP_MESSAGE = 1,
  PROP_NOTE,
  PROP_PLACE,
  N_PROPS,
};

static GParamSpec *props[N_PROPS];

static void
clear_found (gpointer data)
{
  Found *found = data;

  g_object_unref (found->document);
  im_diagnostics_free (found->problems);
}

static Found *
found_new (ImDocument *document, ImDiagnostics *problems)
{
  Found *found = g_rc_box_new0 (Found);

  found->document = g_object_ref (document);
  found->problems = problems;

  return found;
}

const ImDiagnostic *
studio_problem_get (StudioProblem *self)
{
  g_return_val_if_fail (STUDIO_IS_PROBLEM (self), NULL);

  return self->problem;
}

ImDocument *
studio_problem_get_document (StudioProblem *self)
{
  g_return_val_if_fail (STUDIO_IS_PROBLEM (self), NULL);

  return self->found->document;
}

gint
studio_problem_find_layer (StudioProblem *self)
{
  g_return_val_if_fail (STUDIO_IS_PROBLEM (self), -1);

  return im_document_find_layer (self->found->document, self->problem);
}

gboolean
studio_problem_locate (StudioProblem *self, guint *line, guint *column)
{
  g_return_val_if_fail (STUDIO_IS_PROBLEM (self), FALSE);

  im_diagnostic_locate (self->problem, line, column);

  return *line > 0 &&
         self->problem->source ==
             im_unit_file_get_source (im_document_get_file (self->found->document));
}

/* The layer that the problem is placed at, or NULL. */
static const ImDocumentLayer *
find_layer (StudioProblem *self)
{
  gint layer = studio_problem_find_layer (self);

  return layer < 0 ? NULL : im_document_get_layer (self->found->document, (guint) layer);
}

char *
studio_problem_locate_code (StudioProblem *self, guint *line, guint *column)
{
  g_return_val_if_fail (STUDIO_IS_PROBLEM (self), NULL);

  im_diagnostic_locate (self->problem, line, column);

  return *line == 0 ? NULL
                    : im_document_find_code (self->found->document, self->problem->name);
}

/* What people read in the place of `conv.filter`, such as “Filter of Conv”; NULL if the
 * name is of nothing that the pipeline has. */
static char *
dup_port_title (StudioProblem *self, const char *name, gsize len)
{
  const char *dot = g_strrstr_len (name, (gssize) len, ".");
  g_autofree char *node_name = dot == NULL ? NULL : g_strndup (name, dot - name);
  g_autofree char *port = dot == NULL ? NULL : g_strndup (dot + 1, name + len - dot - 1);
  g_autofree char *title = NULL;
  const ImGraph *graph = im_document_get_graph (self->found->document);
  const ImParameter *parameter;
  const ImGraphNode *node;
  gint number;

  number = dot == NULL || graph == NULL ? -1 : im_graph_find_node (graph, node_name);
  if (number < 0)
    return NULL;
  node = im_document_get_node (self->found->document, (guint) number)->node;
  parameter = node->unit == NULL ? NULL : im_unit_find_parameter (node->unit, port);
  if (parameter == NULL)
    return NULL;
  title = im_program_dup_title (node_name, node->unit);

  /* Translators: an input, output or option of a layer, such as “Filter of Conv”. */
  return g_strdup_printf (_ ("%s of %s"), parameter->text, title);
}

/* Appends a message; what it quotes as `conv.filter` has the name that people read. */
static void
append_readable (StudioProblem *self, const char *message, GString *out)
{
  const char *begin, *end;

  while ((begin = strstr (message, OPENING)) != NULL &&
         (end = strstr (begin, CLOSING)) != NULL)
    {
      g_autofree char *title = NULL;

      begin += strlen (OPENING);
      title = dup_port_title (self, begin, (gsize) (end - begin));
      g_string_append_len (out, message, begin - message);
      if (title == NULL)
        g_string_append_len (out, begin, end - begin);
      else
        g_string_append (out, title);
      message = end;
    }
  g_string_append (out, message);
}

/* The message with the names that people read: where it begins with `conv.filter`,
 * `conv:` or, of an output of the whole, `output:`, “Filter of Conv”, “Conv” or “Level”.
 */
static char *
dup_message (StudioProblem *self)
{
  const ImDocumentLayer *layer = find_layer (self);
  const ImUnit *unit = layer == NULL ? im_document_get_unit (self->found->document)
                                     : layer->unit;
  const char *rest = self->problem->message, *name = self->problem->subject.parameter;
  const ImParameter *parameter = unit == NULL || name == NULL
                                     ? NULL
                                     : im_unit_find_parameter (unit, name);
  const char *subject = layer != NULL ? layer->name : parameter != NULL ? name : "";
  g_autofree char *title = NULL, *port = NULL;
  g_autoptr (GString) out = g_string_new (NULL);
  gsize len = strlen (subject);

  if (len > 0 && g_str_has_prefix (rest, subject) && rest[len] == ':')
    {
      title = layer == NULL ? g_strdup (parameter->text)
                            : im_program_dup_title (layer->name, layer->unit);
      rest += len;
      /* Contracts of many units begin with their name. */
      if (g_str_has_prefix (rest, ": ") && g_str_has_prefix (rest + 2, title))
        rest += 2;
      else
        g_string_append (out, title);
    }
  else if (layer != NULL && g_str_has_prefix (rest, subject) && rest[len] == '.')
    {
      len += 1 + strspn (rest + len + 1, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_");
      port = dup_port_title (self, rest, len);
      if (port != NULL)
        {
          g_string_append (out, port);
          rest += len;
        }
    }
  append_readable (self, rest, out);

  return g_string_free (g_steal_pointer (&out), FALSE);
}

static char *
dup_note (StudioProblem *self)
{
  g_autoptr (GString) out = g_string_new (NULL);

  if (self->problem->note == NULL)
    return NULL;
  append_readable (self, self->problem->note, out);

  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* `Sliding Window · level.imunit:31`. */
static char *
dup_place (StudioProblem *self)
{
  const ImDocumentLayer *layer = find_layer (self);
  g_autofree char *base = g_path_get_basename (self->problem->name);
  g_autoptr (GString) out = g_string_new (NULL);
  guint line, column;

  im_diagnostic_locate (self->problem, &line, &column);
  if (layer != NULL)
    {
      g_autofree char *title = im_program_dup_title (layer->name, layer->unit);

      g_string_append_printf (out, "%s · ", title);
    }
  g_string_append (out, base);
  if (line > 0)
    g_string_append_printf (out, ":%u", line);

  return g_string_free (g_steal_pointer (&out), FALSE);
}

static void
studio_problem_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  StudioProblem *self = STUDIO_PROBLEM (object);

  switch (id)
    {
    case PROP_MESSAGE:
      g_value_take_string (value, dup_message (self));
      break;
    case PROP_NOTE:
      g_value_take_string (value, dup_note (self));
      break;
    case PROP_PLACE:
      g_value_take_string (value, dup_place (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
set_found (StudioProblem *self, Found *found, const ImDiagnostic *problem)
{
  Found *old = self->found;

  if (old == found)
    return;
  self->found = g_rc_box_acquire (found);
  self->problem = problem;
  g_rc_box_release_full (old, clear_found);
  for (guint i = 1; i < N_PROPS; i++)
    g_object_notify_by_pspec (G_OBJECT (self), props[i]);
}

static StudioProblem *
new_found (Found *found, const ImDiagnostic *problem)
{
  StudioProblem *self = g_object_new (STUDIO_TYPE_PROBLEM, NULL);

  self->found = g_rc_box_acquire (found);
  self->problem = problem;

  return self;
}

static guint
hash (gconstpointer data)
{
  const ImDiagnostic *problem = data;
  const ImSubject *subject = &problem->subject;

  return g_str_hash (problem->code) ^
         (subject->node == NULL ? 1 : 3 * g_str_hash (subject->node)) ^
         (subject->parameter == NULL ? 2 : 5 * g_str_hash (subject->parameter)) ^
         (7 * subject->contract);
}

/* The detail may be the value that is wrong, and another one with the next edit. */
static gboolean
is_alike (gconstpointer a, gconstpointer b)
{
  const ImDiagnostic *x = a, *y = b;

  return x->severity == y->severity && strcmp (x->code, y->code) == 0 &&
         g_strcmp0 (x->subject.node, y->subject.node) == 0 &&
         g_strcmp0 (x->subject.parameter, y->subject.parameter) == 0 &&
         x->subject.contract == y->subject.contract && strcmp (x->name, y->name) == 0;
}

/* The problems of a list by what they are about, those that are alike in their order.
 * Keys are alive as long as what was found then. */
static GHashTable *
list_known (GListModel *list)
{
  GHashTable *known = g_hash_table_new_full (hash, is_alike, NULL,
                                             (GDestroyNotify) g_queue_free);
  guint n = g_list_model_get_n_items (list);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (StudioProblem) item = g_list_model_get_item (list, i);
      GQueue *alike = g_hash_table_lookup (known, item->problem);

      if (alike == NULL)
        {
          alike = g_queue_new ();
          g_hash_table_insert (known, (gpointer) item->problem, alike);
        }
      g_queue_push_tail (alike, item);
    }

  return known;
}

/* Takes the one of those that are alike that has the same detail, or else any; NULL if
 * there is none. */
static StudioProblem *
take (GQueue *alike, const ImDiagnostic *problem, gboolean is_exact)
{
  GList *link = alike == NULL ? NULL : alike->head;
  StudioProblem *item;

  while (is_exact && link != NULL &&
         !im_diagnostic_is_about_same (((StudioProblem *) link->data)->problem, problem))
    link = link->next;
  if (link == NULL)
    return NULL;
  item = link->data;
  g_queue_delete_link (alike, link);

  return item;
}

/* For each problem the object that it was before, or a new one. */
static GPtrArray *
list_items (Found *found, GHashTable *known)
{
  guint n = im_diagnostics_get_count (found->problems);
  GPtrArray *items = g_ptr_array_new_full (n, g_object_unref);

  g_ptr_array_set_size (items, (gint) n);
  for (gint is_exact = TRUE; is_exact >= FALSE; is_exact--)
    for (guint i = 0; i < n; i++)
      {
        const ImDiagnostic *problem = im_diagnostics_get (found->problems, i);
        StudioProblem *item = items->pdata[i] != NULL
                                  ? NULL
                                  : take (g_hash_table_lookup (known, problem), problem,
                                          is_exact);

        if (item != NULL)
          items->pdata[i] = g_object_ref (item);
        else if (items->pdata[i] == NULL && !is_exact)
          items->pdata[i] = new_found (found, problem);
      }
  for (guint i = 0; i < n; i++)
    set_found (items->pdata[i], found, im_diagnostics_get (found->problems, i));

  return items;
}

/* Appends those of a severity, of hints those that say what is not known. */
static guint
append (GPtrArray *shown, const GPtrArray *items, ImSeverity severity)
{
  guint n = shown->len;

  for (guint i = 0; i < items->len; i++)
    {
      const ImDiagnostic *problem = ((StudioProblem *) items->pdata[i])->problem;

      if (problem->severity == severity &&
          (severity != IM_SEVERITY_HINT || strcmp (problem->code, "not-known") == 0))
        g_ptr_array_add (shown, g_object_ref (items->pdata[i]));
    }

  return shown->len - n;
}

StudioProblemCounts
studio_problem_update (GListStore *store, ImDocument *document, ImDiagnostics *problems)
{
  g_autoptr (GPtrArray) shown = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (StudioProblem) first = g_list_model_get_item (G_LIST_MODEL (store), 0);
  Found *old = first == NULL ? NULL : g_rc_box_acquire (first->found);
  Found *found = found_new (document, problems);
  g_autoptr (GHashTable) known = list_known (G_LIST_MODEL (store));
  g_autoptr (GPtrArray) items = list_items (found, known);
  StudioProblemCounts counts;

  counts.n_errors = append (shown, items, IM_SEVERITY_ERROR);
  counts.n_problems = counts.n_errors + append (shown, items, IM_SEVERITY_WARNING);
  counts.n_unknown = append (shown, items, IM_SEVERITY_HINT);
  studio_splice (store, shown);
  g_rc_box_release_full (found, clear_found);
  if (old != NULL)
    g_rc_box_release_full (old, clear_found);

  return counts;
}

GHashTable *
studio_problem_list_by_node (GListModel *list)
{
  GHashTable *nodes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                             (GDestroyNotify) g_ptr_array_unref);

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (StudioProblem) item = g_list_model_get_item (list, i);
      const ImDocumentLayer *layer = item->problem->severity == IM_SEVERITY_HINT
                                         ? NULL
                                         : find_layer (item);
      GPtrArray *problems;

      if (layer == NULL)
        continue;
      problems = g_hash_table_lookup (nodes, layer->name);
      if (problems == NULL)
        {
          problems = g_ptr_array_new_with_free_func (g_object_unref);
          g_hash_table_insert (nodes, g_strdup (layer->name), problems);
        }
      g_ptr_array_add (problems, g_object_ref (item));
    }

  return nodes;
}

static void
studio_problem_finalize (GObject *object)
{
  g_rc_box_release_full (STUDIO_PROBLEM (object)->found, clear_found);
  G_OBJECT_CLASS (studio_problem_parent_class)->finalize (object);
}

static void
studio_problem_class_init (StudioProblemClass *klass)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS |
                            G_PARAM_EXPLICIT_NOTIFY;

  G_OBJECT_CLASS (klass)->get_property = studio_problem_get_property;
  G_OBJECT_CLASS (klass)->finalize = studio_problem_finalize;

  /* What it says, with the names that people read; why, or what would be allowed, or
   * NULL; and where. */
  props[PROP_MESSAGE] = g_param_spec_string ("message", NULL, NULL, NULL, flags);
  props[PROP_NOTE] = g_param_spec_string ("note", NULL, NULL, NULL, flags);
  props[PROP_PLACE] = g_param_spec_string ("place", NULL, NULL, NULL, flags);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, props);
}

static void
studio_problem_init (StudioProblem *self)
{
}
