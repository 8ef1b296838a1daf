/* SPDX-License-Identifier: MIT */
#include "studio/library/studio-description.h"

#include <string.h>

#include "base/im-escape.h"

typedef struct
{
  GPtrArray *blocks;
  GString *paragraph; /* Pango markup that is not a block yet */
  gboolean is_formula;
} Builder;

void
studio_block_free (StudioBlock *block)
{
  g_free (block->text);
  g_free (block);
}

static void
add_block (Builder *builder, StudioBlockKind kind, const char *text)
{
  StudioBlock *block = g_new (StudioBlock, 1);

  block->kind = kind;
  block->text = g_strstrip (im_escape_dup (IM_ESCAPE_TEXT, text));
  g_ptr_array_add (builder->blocks, block);
}

static void
end_paragraph (Builder *builder)
{
  gboolean is_equation = builder->is_formula &&
                         strchr (builder->paragraph->str, '=') != NULL;

  if (strspn (builder->paragraph->str, " ") < builder->paragraph->len)
    add_block (builder, is_equation ? STUDIO_BLOCK_FORMULA : STUDIO_BLOCK_PARAGRAPH,
               builder->paragraph->str);
  g_string_truncate (builder->paragraph, 0);
}

/* Any white space is one blank. */
static void
append_words (Builder *builder, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);
  GString *out = builder->paragraph;

  for (const char *p = escaped; *p != '\0'; p++)
    if (!g_ascii_isspace (*p))
      g_string_append_c (out, *p);
    else if (out->len > 0 && out->str[out->len - 1] != ' ')
      g_string_append_c (out, ' ');
}

static gboolean
is_list_item (const char *line)
{
  return g_str_has_prefix (line, "- ") || g_str_has_prefix (line, "* ");
}

/* An empty line ends a paragraph, and so does a dash, which begins an item of a list. */
static void
append_text (Builder *builder, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *start = lines[i] + strspn (lines[i], " \t\r");

      if (i > 0)
        append_words (builder, "\n");
      if (i > 0 && ((*start == '\0' && lines[i + 1] != NULL) || is_list_item (start)))
        end_paragraph (builder);
      if (i > 0 && is_list_item (start))
        {
          g_string_append (builder->paragraph, "• ");
          start += 2;
        }
      append_words (builder, i == 0 ? lines[i] : start);
    }
}

static void append_content (Builder *builder, const ImUnitMarkup *markup);

/* Words in another style. */
static void
append_styled (Builder *builder, const ImUnitMarkup *markup)
{
  const struct
  {
    gboolean is_on;
    const char *tag;
  } styles[] = { { markup->kind == IM_MARKUP_CODE, "tt" },
                 { markup->is_bold, "b" },
                 { markup->is_italic, "i" },
                 { markup->is_underlined, "u" } };

  for (guint i = 0; i < G_N_ELEMENTS (styles); i++)
    if (styles[i].is_on)
      g_string_append_printf (builder->paragraph, "<%s>", styles[i].tag);
  append_words (builder, markup->text);
  for (guint i = G_N_ELEMENTS (styles); i > 0; i--)
    if (styles[i - 1].is_on)
      g_string_append_printf (builder->paragraph, "</%s>", styles[i - 1].tag);
}

static void
add_reference (Builder *builder, StudioBlockKind kind, const ImUnitMarkup *markup)
{
  end_paragraph (builder);
  if (markup->reference.text != NULL)
    add_block (builder, kind, markup->reference.text);
}

static void
append_child (Builder *builder, const ImUnitMarkup *child)
{
  switch (child->kind)
    {
    case IM_MARKUP_HEADER:
      end_paragraph (builder);
      add_block (builder, STUDIO_BLOCK_HEADER, child->text);
      builder->is_formula = strstr (child->text, "Formula") != NULL;
      break;
    case IM_MARKUP_IMAGE:
      add_reference (builder, STUDIO_BLOCK_IMAGE, child);
      break;
    case IM_MARKUP_INLINE:
      add_reference (builder, STUDIO_BLOCK_CODE, child);
      break;
    case IM_MARKUP_LINE_BREAK:
      end_paragraph (builder);
      break;
    case IM_MARKUP_TEXT:
    case IM_MARKUP_CODE:
    default:
      if (child->first_child == NULL)
        append_styled (builder, child);
      else
        append_content (builder, child);
      break;
    }
}

static void
append_content (Builder *builder, const ImUnitMarkup *markup)
{
  append_text (builder, markup->text);
  for (const ImUnitMarkup *child = markup->first_child; child != NULL;
       child = child->next)
    {
      append_child (builder, child);
      append_text (builder, child->tail);
    }
}

GPtrArray *
studio_description_list_blocks (const ImUnit *unit)
{
  GPtrArray *blocks = g_ptr_array_new_with_free_func ((GDestroyNotify) studio_block_free);
  g_autoptr (GString) paragraph = g_string_new (NULL);
  Builder builder = { blocks, paragraph, FALSE };

  if (unit->description != NULL)
    {
      append_content (&builder, unit->description);
      end_paragraph (&builder);
    }

  return blocks;
}
