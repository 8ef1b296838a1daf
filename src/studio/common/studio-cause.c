/* SPDX-License-Identifier: MIT */
#include "studio/common/studio-cause.h"

#include <glib/gi18n.h>
#include <string.h>

#include "studio/common/studio-text.h"

char *
studio_cause_dup_short (ImDocument *document, gint cause)
{
  if (cause < 0)
    return g_strdup (_ ("not known"));

  /* Translators: in place of a type that is not known; %s is a layer that has a problem
   */
  return g_strdup_printf (
      _ ("behind %s"),
      studio_text_get_title (im_document_get_node (document, (guint) cause)->node));
}

/* The name of the node is told already. */
static const char *
skip_name (const char *message, const char *name)
{
  gsize n = strlen (name);

  return strncmp (message, name, n) == 0 && g_str_has_prefix (message + n, ": ")
             ? message + n + 2
             : message;
}

/* The first error of a layer, or NULL. */
static const char *
find_message (ImDocument *document, const ImDocumentNode *node)
{
  const ImDiagnostics *problems = im_document_peek_problems (document);

  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (problems, i);

      if (problem->severity == IM_SEVERITY_ERROR && node->layer >= 0 &&
          im_document_find_layer (document, problem) == node->layer)
        return skip_name (problem->message, node->node->name);
    }

  return NULL;
}

char *
studio_cause_dup_sentence (ImDocument *document, gint cause, guint node)
{
  const ImDocumentNode *failed;
  const char *message, *title;

  if (cause < 0)
    return g_strdup (_ ("Not known"));
  failed = im_document_get_node (document, (guint) cause);
  title = studio_text_get_title (failed->node);
  if (failed->node->kind == IM_NODE_INPUT)
    /* Translators: %s is the name of an input */
    return g_strdup_printf (_ ("Not known, because the input “%s” has no valid type"),
                            failed->node->name);
  message = find_message (document, failed);
  if (message == NULL)
    /* Translators: %s is a layer */
    return g_strdup_printf (_ ("Not known, because “%s” has a problem"), title);
  if ((guint) cause == node)
    /* Translators: %s is a message, such as: there is no “nope” here */
    return g_strdup_printf (_ ("Not known, because of a problem: %s"), message);

  /* Translators: the first is a layer, the second a message */
  return g_strdup_printf (_ ("Not known, because it is behind “%s”, which has a problem: "
                             "%s"),
                          title, message);
}
