/* SPDX-License-Identifier: MIT
 *
 * What a proposal is made of, and the files that it is read from.
 */
#include <errno.h>
#include <string.h>

#include "base/im-text.h"
#include "wrap/im-wrap-private.h"

const char *
im_wrap_printf (const ImWrap *wrap, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);

  return im_arena_strdup (wrap->arena, text);
}

void
im_wrap_add_note (ImWrap *wrap, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  g_ptr_array_add (wrap->notes, (char *) im_arena_strdup (wrap->arena, text));
}

void
im_wrap_add_output (ImWrap *wrap,
                    const char *name,
                    const char *type,
                    const char *shape,
                    gint parameter)
{
  ImWrapOutput output = {
    .name = im_arena_strdup (wrap->arena, name),
    .type = im_arena_strdup (wrap->arena, type),
    .shape = im_arena_strdup (wrap->arena, shape),
    .parameter = parameter,
  };

  g_array_append_val (wrap->outputs, output);
}

void
im_wrap_add_contract (ImWrap *wrap, const char *test, const char *error)
{
  ImWrapContract contract = { im_arena_strdup (wrap->arena, test),
                              im_arena_strdup (wrap->arena, error) };

  g_array_append_val (wrap->contracts, contract);
}

gboolean
im_wrap_is_input (const ImWrapParameter *parameter)
{
  return parameter->role == IM_WRAP_INPUT || parameter->role == IM_WRAP_IN_PLACE ||
         parameter->role == IM_WRAP_ELEMENT;
}

const ImWrapParameter *
im_wrap_get_input (const ImWrap *wrap)
{
  for (guint i = 0; i < wrap->parameters->len; i++)
    if (im_wrap_is_input (im_wrap_parameter (wrap, i)))
      return im_wrap_parameter (wrap, i);

  return NULL;
}

const ImWrapParameter *
im_wrap_get_whole (const ImWrap *wrap)
{
  for (guint i = 0; i < wrap->parameters->len; i++)
    if (im_wrap_parameter (wrap, i)->role == IM_WRAP_IN_PLACE)
      return im_wrap_parameter (wrap, i);

  return im_wrap_get_input (wrap);
}

static gboolean
is_taken (const ImWrap *wrap, const char *name)
{
  for (guint i = 0; i < wrap->parameters->len; i++)
    if (strcmp (im_wrap_parameter (wrap, i)->name, name) == 0)
      return TRUE;
  for (guint i = 0; i < wrap->outputs->len; i++)
    if (strcmp (g_array_index (wrap->outputs, ImWrapOutput, i).name, name) == 0)
      return TRUE;

  return FALSE;
}

const char *
im_wrap_find_free_name (const ImWrap *wrap, const char *wanted)
{
  const char *name = wanted;

  for (guint i = 2; is_taken (wrap, name); i++)
    name = im_wrap_printf (wrap, "%s%u", wanted, i);

  return name;
}

char *
im_wrap_read_text (const char *path, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GString) out = NULL;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, &local))
    {
      g_set_error (error, IM_WRAP_ERROR, IM_WRAP_ERROR_FILE, "“%s” cannot be read: %s",
                   path,
                   g_strerror (g_file_test (path, G_FILE_TEST_IS_DIR)   ? EISDIR
                               : g_file_test (path, G_FILE_TEST_EXISTS) ? EACCES
                                                                        : ENOENT));
      return NULL;
    }
  if (length > IM_FRAGMENT_MAX_FILE_BYTES ||
      !g_utf8_validate (text, (gssize) length, NULL))
    {
      g_set_error (error, IM_WRAP_ERROR, IM_WRAP_ERROR_FILE,
                   "“%s” is no text in UTF-8 of at most 4 MiB", path);
      return NULL;
    }
  out = g_string_new (g_str_has_prefix (text, "\xef\xbb\xbf") ? text + 3 : text);
  g_string_replace (out, "\r\n", "\n", 0);
  if (out->len > 0 && out->str[out->len - 1] != '\n')
    g_string_append_c (out, '\n');
  if (strstr (out->str, "#pragma IMAGINET_") != NULL)
    {
      g_set_error (error, IM_WRAP_ERROR, IM_WRAP_ERROR_FILE,
                   "“%s” has code fragments already: its functions belong to units",
                   path);
      return NULL;
    }

  return g_string_free (g_steal_pointer (&out), FALSE);
}

const char *
im_wrap_find_function (const GPtrArray *names,
                       const char *wanted,
                       const char *base,
                       GError **error)
{
  g_autoptr (GString) all = g_string_new (NULL);
  const char *nearest;

  for (guint i = 0; i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i);

      if (wanted == NULL ? names->len == 1 : strcmp (name, wanted) == 0)
        return name;
      if (i < 20)
        g_string_append_printf (all, "%s%s", i == 0 ? "" : ", ", name);
    }
  if (names->len == 0)
    {
      g_set_error (error, IM_WRAP_ERROR, IM_WRAP_ERROR_FUNCTION,
                   "“%s” defines no function at its top level", base);
      return NULL;
    }
  if (names->len > 20)
    g_string_append_printf (all, " and %u more", names->len - 20);
  if (wanted == NULL)
    {
      g_set_error (error, IM_WRAP_ERROR, IM_WRAP_ERROR_FUNCTION,
                   "“%s” has %u functions: say which, as %s:NAME; they are %s", base,
                   names->len, base, all->str);
      return NULL;
    }
  nearest = im_text_nearest (wanted, (const char *const *) names->pdata, names->len);
  g_set_error (error, IM_WRAP_ERROR, IM_WRAP_ERROR_FUNCTION,
               "“%s” defines no function “%s”%s%s%s; its functions are %s", base, wanted,
               nearest == NULL ? "" : "; did you mean “", nearest == NULL ? "" : nearest,
               nearest == NULL ? "" : "”?", all->str);

  return NULL;
}
