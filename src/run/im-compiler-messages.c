/* SPDX-License-Identifier: MIT */
#include "run/im-compiler-messages.h"

#include <string.h>

#include "base/im-file.h"
#include "base/im-source.h"

#define FRAGMENT_MAX_BYTES (16 * 1024 * 1024)

typedef struct
{
  char *file; /* relative to the bundle */
  guint line;
  char *text;
  GPtrArray *targets; /* static strings */
} Message;

struct _ImCompilerMessages
{
  GPtrArray *list; /* Message */
};

static void
free_message (gpointer data)
{
  Message *message = data;

  g_free (message->file);
  g_free (message->text);
  g_ptr_array_unref (message->targets);
  g_free (message);
}

ImCompilerMessages *
im_compiler_messages_new (void)
{
  ImCompilerMessages *messages = g_new0 (ImCompilerMessages, 1);

  messages->list = g_ptr_array_new_with_free_func (free_message);
  return messages;
}

void
im_compiler_messages_free (ImCompilerMessages *messages)
{
  if (messages == NULL)
    return;

  g_ptr_array_unref (messages->list);
  g_free (messages);
}

static Message *
find_message (ImCompilerMessages *messages,
              const char *file,
              guint line,
              const char *text)
{
  Message *message;

  for (guint i = 0; i < messages->list->len; i++)
    {
      message = g_ptr_array_index (messages->list, i);
      if (message->line == line && strcmp (message->file, file) == 0 &&
          strcmp (message->text, text) == 0)
        return message;
    }
  message = g_new0 (Message, 1);
  message->file = g_strdup (file);
  message->line = line;
  message->text = g_strdup (text);
  message->targets = g_ptr_array_new ();
  g_ptr_array_add (messages->list, message);

  return message;
}

static void
add_line (ImCompilerMessages *messages, const char *line, const char *target)
{
  static const char mark[] = " warning: ";
  const char *text = strstr (line, mark);
  g_auto (GStrv) place = NULL;

  if (text == NULL)
    return;
  g_autofree char *head = g_strndup (line, (gsize) (text - line));
  place = g_strsplit (head, ":", 3);
  if (g_strv_length (place) < 3 || !g_ascii_isdigit (*place[1]))
    return;

  Message *message = find_message (messages, place[0],
                                   (guint) g_ascii_strtoull (place[1], NULL, 10),
                                   text + strlen (mark));
  if (!g_ptr_array_find (message->targets, target, NULL))
    g_ptr_array_add (message->targets, (gpointer) target);
}

void
im_compiler_messages_add (ImCompilerMessages *messages,
                          const char *output,
                          const char *target)
{
  g_auto (GStrv) lines = g_strsplit (output, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    add_line (messages, lines[i], target);
}

static const ImEmitFragment *
find_fragment (const ImEmission *emission, const Message *message)
{
  gboolean is_header = g_str_has_suffix (message->file, ".h");

  for (guint i = 0; i < emission->fragments->len; i++)
    {
      const ImEmitFragment *fragment = &g_array_index (emission->fragments,
                                                       ImEmitFragment, i);

      if ((fragment->is_header != FALSE) == (is_header != FALSE) &&
          message->line >= fragment->line &&
          message->line < fragment->line + fragment->n_lines)
        return fragment;
    }

  return NULL;
}

static char *
dup_targets (const Message *message)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < message->targets->len; i++)
    g_string_append_printf (out, "%s%s", i == 0 ? "" : ", ",
                            (const char *) g_ptr_array_index (message->targets, i));

  return g_string_free (out, FALSE);
}

static void
report_fragment (const Message *message,
                 const ImEmitFragment *fragment,
                 ImDiagnostics *diagnostics)
{
  guint line = fragment->file_line + message->line - fragment->line;
  g_autofree char *targets = dup_targets (message);
  g_autoptr (GBytes) bytes = im_file_read (fragment->path, FRAGMENT_MAX_BYTES, NULL);
  g_autoptr (ImSource) source = NULL;

  if (bytes == NULL)
    {
      im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_WARNING, "compiler-warning",
                                   fragment->path, "line %u: %s: %s (%s)", line,
                                   fragment->label, message->text, targets);
      return;
    }
  source = im_source_new (fragment->path, bytes);
  im_diagnostics_add (diagnostics, IM_SEVERITY_WARNING, "compiler-warning", source,
                      im_source_get_line (source, line), "%s: %s (%s)", fragment->label,
                      message->text, targets);
}

void
im_compiler_messages_report (const ImCompilerMessages *messages,
                             const ImEmission *emission,
                             ImDiagnostics *diagnostics)
{
  for (guint i = 0; i < messages->list->len; i++)
    {
      const Message *message = g_ptr_array_index (messages->list, i);
      const ImEmitFragment *fragment = find_fragment (emission, message);
      g_autofree char *targets = dup_targets (message);

      if (fragment != NULL)
        report_fragment (message, fragment, diagnostics);
      else
        im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_WARNING, "compiler-warning",
                                     message->file, "line %u: %s (%s)", message->line,
                                     message->text, targets);
    }
}
