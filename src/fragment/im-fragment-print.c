/* SPDX-License-Identifier: MIT */
#include "fragment/im-fragment.h"

#include "base/im-arena.h"
#include "fragment/im-prototype.h"

static guint
line_of (const ImFragmentFile *file, guint32 offset)
{
  guint line, column;

  im_source_locate (file->source, offset, &line, &column);

  return line;
}

/* Appends `first-last`, or one number; the line end belongs to the last line. */
static void
append_lines (const ImFragmentFile *file, ImSpan span, GString *out)
{
  guint first = line_of (file, span.start);
  guint last = line_of (file, span.end > span.start ? span.end - 1 : span.end);

  g_string_append_printf (out, first == last ? "%u" : "%u-%u", first, last);
}

static void
append_include (const ImFragmentInclude *include, GString *out)
{
  static const char *const kinds[] = { "system", "local", "import" };

  g_string_append_printf (out, "%s %s | %s", kinds[include->kind], include->name,
                          include->text);
}

static void
append_reference (const ImFragmentReference *reference, GString *out)
{
  if (reference->unit_id != NULL)
    g_string_append_printf (out, "[%s]/", reference->unit_id);
  if (reference->file != NULL)
    g_string_append_printf (out, "%s:", reference->file);
  g_string_append (out, reference->name);
}

static void
start_need (const ImFragmentFile *file,
            const char *indent,
            const char *what,
            ImSpan span,
            GString *out)
{
  g_string_append_printf (out, "%s%s ", indent, what);
  append_lines (file, span, out);
  g_string_append_c (out, ' ');
}

static void
append_needs (const ImFragmentFile *file,
              const ImFragmentNeeds *needs,
              const char *indent,
              GString *out)
{
  for (guint i = 0; i < needs->n_includes; i++)
    {
      start_need (file, indent, "include", needs->includes[i].span, out);
      append_include (&needs->includes[i], out);
      g_string_append_c (out, '\n');
    }
  for (guint i = 0; i < needs->n_dependencies; i++)
    {
      start_need (file, indent, "dependency", needs->dependencies[i].span, out);
      append_reference (&needs->dependencies[i], out);
      g_string_append_c (out, '\n');
    }
  for (guint i = 0; i < needs->n_packages; i++)
    {
      start_need (file, indent, "package", needs->packages[i].span, out);
      g_string_append_printf (out, "%s\n", needs->packages[i].name);
    }
  for (guint i = 0; i < needs->n_symbol_checks; i++)
    {
      const ImFragmentSymbolCheck *check = &needs->symbol_checks[i];

      start_need (file, indent, "symbol-check", check->span, out);
      g_string_append_printf (out, "%s %s | %s\n", check->symbol,
                              check->is_global ? "global" : "local", check->message);
    }
  for (guint i = 0; i < needs->n_tests; i++)
    {
      start_need (file, indent, "test", needs->tests[i].span, out);
      g_string_append_printf (out, "%s:%s\n", needs->tests[i].file,
                              needs->tests[i].function);
    }
}

static void
append_prototype (const ImFragment *fragment, GString *out)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  const ImPrototype *prototype = im_fragment_find_prototype (fragment, NULL, arena);

  if (prototype == NULL)
    return;

  start_need (fragment->file, "  ", "function", prototype->name_span, out);
  im_prototype_append_text (prototype, out);
  g_string_append_c (out, '\n');
}

static void
append_fragment (const ImFragment *fragment, GString *out)
{
  const ImFragmentFile *file = fragment->file;

  start_need (file, "", fragment->is_header ? "header-fragment" : "fragment",
              fragment->span, out);
  g_string_append_printf (out, "%s\n", fragment->name);

  append_needs (file, &fragment->needs, "  ", out);
  for (guint i = 0; i < fragment->n_templates; i++)
    {
      start_need (file, "  ", "template", fragment->templates[i].span, out);
      g_string_append_printf (out, "%s\n", fragment->templates[i].name);
    }
  for (guint i = 0; i < fragment->n_pieces; i++)
    {
      ImSpan piece = fragment->pieces[i];

      start_need (file, "  ", "text", piece, out);
      g_string_append_printf (out, "%u bytes\n", piece.end - piece.start);
    }
  append_prototype (fragment, out);
}

void
im_fragment_file_print (const ImFragmentFile *file, GString *out)
{
  static const char *const languages[] = { "c", "header", "python" };

  g_string_append_printf (out, "file %s%s\n", languages[file->language],
                          file->is_refused ? " refused" : "");
  append_needs (file, &file->needs, "", out);
  for (guint i = 0; i < file->n_fragments; i++)
    append_fragment (&file->fragments[i], out);
}
