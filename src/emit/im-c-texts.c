/* SPDX-License-Identifier: MIT
 *
 * Strings that are too long for a literal of C99 are arrays of characters.
 */
#include <string.h>

#include "emit/im-c-literals.h"
#include "emit/im-emit-c-private.h"

#define LINE_COLUMNS 90

static gboolean
is_long (const ImPlanArgument *argument)
{
  return argument->buffer < 0 && argument->value.kind == IM_VALUE_STRING &&
         strlen (argument->value.string) > IM_C_MAX_STRING_BYTES;
}

typedef struct
{
  const ImCJob *job;
  ImCNames *names;
  ImCTexts texts;
} Naming;

static void
name_texts_of_call (const ImPlanCall *call, gpointer data)
{
  Naming *naming = data;
  g_autofree char *wanted = g_strconcat (naming->job->prefix, "_text", NULL);

  for (guint i = 0; i < call->n_arguments; i++)
    {
      const char *text = call->arguments[i].value.string;

      if (!is_long (&call->arguments[i]) ||
          g_hash_table_contains (naming->texts.names, text))
        continue;
      g_hash_table_insert (
          naming->texts.names, (gpointer) text,
          im_arena_strdup (naming->job->arena, im_c_names_add (naming->names, wanted)));
      g_ptr_array_add (naming->texts.order, (gpointer) text);
    }
}

ImCTexts
im_c_name_texts (const ImCJob *job, ImCNames *names)
{
  Naming naming = {
    .job = job,
    .names = names,
    .texts = { g_hash_table_new (g_str_hash, g_str_equal), g_ptr_array_new () },
  };

  im_c_for_each_call (job->plan, name_texts_of_call, &naming);

  return naming.texts;
}

void
im_c_append_text (ImCEmitter *emitter, const char *text, const char *type, GString *out)
{
  const char *name = g_hash_table_lookup (emitter->texts.names, text);

  if (type == NULL || strstr (type, "const") != NULL)
    g_string_append (out, name);
  else
    g_string_append_printf (out, "(%s) (void *) %s", type, name);
}

/* A character constant has the value that the character has as a char, of either sign. */
static void
append_character (char character, GString *out)
{
  if (character == '\'' || character == '\\')
    g_string_append_printf (out, "'\\%c'", character);
  else if (g_ascii_isprint (character))
    g_string_append_printf (out, "'%c'", character);
  else
    g_string_append_printf (out, "'\\%03o'", (guint) (guchar) character);
}

static void
emit_characters (const char *text, ImCWriter *writer)
{
  g_autoptr (GString) line = g_string_new (NULL);

  for (; *text != '\0'; text++)
    {
      append_character (*text, line);
      g_string_append_c (line, ',');
      if (line->len + 10 < LINE_COLUMNS)
        {
          g_string_append_c (line, ' ');
          continue;
        }
      im_c_writer_line (writer, "%s", line->str);
      g_string_truncate (line, 0);
    }
  g_string_append_c (line, '0');
  im_c_writer_line (writer, "%s", line->str);
}

void
im_c_emit_texts (ImCEmitter *emitter, ImCWriter *writer)
{
  for (guint i = 0; i < emitter->texts.order->len; i++)
    {
      const char *text = g_ptr_array_index (emitter->texts.order, i);
      const char *name = g_hash_table_lookup (emitter->texts.names, text);

      im_c_writer_line (writer, "/* A string that is too long for a literal. */");
      im_c_writer_open (writer, "static const char %s[%" G_GSIZE_FORMAT "] =", name,
                        strlen (text) + 1);
      emit_characters (text, writer);
      writer->depth--;
      im_c_writer_line (writer, "};");
      im_c_writer_blank (writer);
    }
}
