/* SPDX-License-Identifier: MIT */
#include "studio/code/studio-code-file.h"

#include <glib/gi18n.h>

#include "document/help/im-code-completion.h"
#include "document/state/im-document-code.h"
#include "studio/code/studio-completion.h"
#include "studio/code/studio-typing.h"
#include "studio/session/studio-problem.h"

struct _StudioCodeFile
{
  GObject parent_instance;

  ImDocument *document;
  char *name;
  StudioCodePage *page;
  StudioTyping *typing; /* NULL while the file cannot be read */
  StudioCompletion *completion;
};

G_DEFINE_FINAL_TYPE (StudioCodeFile, studio_code_file, G_TYPE_OBJECT)

enum
{
  TYPED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
say_unreadable (StudioCodeFile *self, const GError *error)
{
  studio_code_page_say (self->page, _ ("Cannot Be Edited"), error->message);
}

static char *
dup_text (gpointer file)
{
  StudioCodeFile *self = file;
  g_autoptr (GError) error = NULL;
  char *text = im_document_dup_code (self->document, self->name, &error);

  if (text == NULL)
    say_unreadable (self, error);

  return text;
}

static void
take_text (gpointer file, const char *text)
{
  StudioCodeFile *self = file;
  g_autoptr (GError) error = NULL;

  if (!im_document_set_code (self->document, self->name, text, self->name, &error))
    say_unreadable (self, error);
}

static void
typed (gpointer file)
{
  g_signal_emit (file, signals[TYPED], 0);
}

static void
paused (gpointer file)
{
  studio_code_file_flush (file);
}

/* A file that can be read again is shown again. */
static void
refresh (StudioCodeFile *self)
{
  static const StudioTypingFuncs funcs = { dup_text, take_text, typed, paused };
  g_autofree char *text = dup_text (self);

  if (text == NULL)
    {
      g_clear_pointer (&self->typing, studio_typing_free);
      return;
    }
  if (self->typing == NULL)
    {
      self->typing = studio_typing_new (self->page, &funcs, self);
      studio_typing_begin (self->typing);
    }
  else
    studio_typing_refresh (self->typing);
}

void
studio_code_file_update (StudioCodeFile *self)
{
  g_return_if_fail (STUDIO_IS_CODE_FILE (self));

  if (self->typing != NULL)
    studio_typing_set_stale (self->typing);
  if (gtk_widget_get_mapped (GTK_WIDGET (self->page)))
    refresh (self);
}

void
studio_code_file_flush (StudioCodeFile *self)
{
  g_return_if_fail (STUDIO_IS_CODE_FILE (self));

  if (self->typing != NULL)
    studio_typing_flush (self->typing);
}

static void
show_problem (StudioCodeFile *self, const ImDiagnostic *problem)
{
  const char *text = im_source_get_text (problem->source, NULL);
  gboolean is_error = problem->severity == IM_SEVERITY_ERROR;
  guint line, column;

  im_diagnostic_locate (problem, &line, &column);
  if (line == 0)
    return;
  studio_code_page_mark (self->page, line, column,
                         (guint) g_utf8_strlen (text + problem->span.start,
                                                problem->span.end - problem->span.start),
                         is_error);
  studio_code_page_tell (self->page, line, is_error, problem->message);
}

void
studio_code_file_show_problems (StudioCodeFile *self, GListModel *problems)
{
  g_autofree char *path = NULL;

  g_return_if_fail (STUDIO_IS_CODE_FILE (self));

  if (self->typing == NULL || !studio_typing_is_current (self->typing))
    return;
  path = im_document_dup_code_path (self->document, self->name);
  studio_code_page_clear_marks (self->page);
  for (guint i = 0; i < g_list_model_get_n_items (problems); i++)
    {
      g_autoptr (StudioProblem) item = g_list_model_get_item (problems, i);
      const ImDiagnostic *problem = studio_problem_get (item);

      if (problem->source != NULL && g_strcmp0 (problem->name, path) == 0)
        show_problem (self, problem);
    }
}

void
studio_code_file_show_place (StudioCodeFile *self, guint line, guint column)
{
  g_return_if_fail (STUDIO_IS_CODE_FILE (self));

  if (self->typing == NULL)
    refresh (self);
  studio_code_page_go_to (self->page, line, column);
  gtk_widget_grab_focus (GTK_WIDGET (studio_code_page_get_view (self->page)));
}

const char *
studio_code_file_get_name (StudioCodeFile *self)
{
  g_return_val_if_fail (STUDIO_IS_CODE_FILE (self), NULL);

  return self->name;
}

GtkWidget *
studio_code_file_get_page (StudioCodeFile *self)
{
  g_return_val_if_fail (STUDIO_IS_CODE_FILE (self), NULL);

  return GTK_WIDGET (self->page);
}

static GPtrArray *
list_completions (gpointer file, ImSource *source, gsize cursor, gsize *start)
{
  StudioCodeFile *self = file;

  return im_code_completion_list (im_document_get_unit (self->document),
                                  g_str_has_suffix (self->name, ".py"),
                                  im_source_get_text (source, NULL), cursor, start);
}

static void
studio_code_file_dispose (GObject *object)
{
  StudioCodeFile *self = STUDIO_CODE_FILE (object);

  if (self->completion != NULL)
    studio_completion_remove (g_steal_pointer (&self->completion),
                              GTK_SOURCE_VIEW (studio_code_page_get_view (self->page)));
  if (self->page != NULL)
    g_signal_handlers_disconnect_by_data (self->page, self);
  g_clear_pointer (&self->typing, studio_typing_free);
  g_clear_object (&self->document);
  g_clear_object (&self->page);
  g_clear_pointer (&self->name, g_free);
  G_OBJECT_CLASS (studio_code_file_parent_class)->dispose (object);
}

static void
studio_code_file_class_init (StudioCodeFileClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = studio_code_file_dispose;

  /**
   * StudioCodeFile::typed:
   * @file: the file
   *
   * There is something that is not in the document yet; see studio_code_file_flush().
   */
  signals[TYPED] = g_signal_new ("typed", STUDIO_TYPE_CODE_FILE, G_SIGNAL_RUN_LAST, 0,
                                 NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
studio_code_file_init (StudioCodeFile *self)
{
}

StudioCodeFile *
studio_code_file_new (ImDocument *document, const char *name)
{
  StudioCodeFile *self = g_object_new (STUDIO_TYPE_CODE_FILE, NULL);
  gboolean is_python = g_str_has_suffix (name, ".py");
  /* Translators: the name of a file */
  g_autofree char *label = g_strdup_printf (_ ("Text of %s"), name);

  self->document = g_object_ref (document);
  self->name = g_strdup (name);
  self->page = g_object_ref_sink (g_object_new (STUDIO_TYPE_CODE_PAGE, NULL));
  studio_code_page_set_language (self->page, is_python ? "python3" : "c", label);
  gtk_text_buffer_set_enable_undo (studio_code_page_get_buffer (self->page), FALSE);
  self->completion = studio_completion_add (
      GTK_SOURCE_VIEW (studio_code_page_get_view (self->page)), list_completions, self,
      NULL, is_python ? "." : "");
  g_signal_connect_swapped (self->page, "map", G_CALLBACK (refresh), self);

  return self;
}
