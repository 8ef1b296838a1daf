/* SPDX-License-Identifier: MIT */
#include "emit/im-c-names.h"

#include <string.h>

struct _ImCNames
{
  GHashTable *taken; /* set of char* */
};

static const char *const keywords[] = {
  /* C99 */
  "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else",
  "enum", "extern", "float", "for", "goto", "if", "inline", "int", "long", "register",
  "restrict", "return", "short", "signed", "sizeof", "static", "struct", "switch",
  "typedef", "union", "unsigned", "void", "volatile", "while",
  /* C++ */
  "alignas", "alignof", "and", "and_eq", "asm", "bitand", "bitor", "bool", "catch",
  "char16_t", "char32_t", "char8_t", "class", "co_await", "co_return", "co_yield",
  "compl", "concept", "const_cast", "consteval", "constexpr", "constinit", "decltype",
  "delete", "dynamic_cast", "explicit", "export", "false", "friend", "mutable",
  "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator", "or", "or_eq",
  "private", "protected", "public", "reinterpret_cast", "requires", "static_assert",
  "static_cast", "template", "this", "thread_local", "throw", "true", "try", "typeid",
  "typename", "using", "virtual", "wchar_t", "xor", "xor_eq",
  /* macros of compilers */
  "linux", "unix", "main", NULL
};

/* Names of files and targets that mean something else: headers of C, which a header of
 * that name would hide; libraries of toolchains; targets of build tools; words that YAML
 * reads as truth values; devices of Windows; what Arduino calls its own. */
static const char *const taken_files[] = { "assert",
                                           "complex",
                                           "ctype",
                                           "errno",
                                           "fenv",
                                           "float",
                                           "inttypes",
                                           "iso646",
                                           "limits",
                                           "locale",
                                           "math",
                                           "setjmp",
                                           "signal",
                                           "stdalign",
                                           "stdarg",
                                           "stdatomic",
                                           "stdbool",
                                           "stddef",
                                           "stdint",
                                           "stdio",
                                           "stdlib",
                                           "stdnoreturn",
                                           "string",
                                           "strings",
                                           "tgmath",
                                           "threads",
                                           "time",
                                           "uchar",
                                           "wchar",
                                           "wctype",
                                           "unistd",
                                           "memory",
                                           "new",
                                           "version",
                                           "c",
                                           "g",
                                           "gcc",
                                           "m",
                                           "nosys",
                                           "rt",
                                           "dl",
                                           "pthread",
                                           "all",
                                           "clean",
                                           "depend",
                                           "edit_cache",
                                           "help",
                                           "install",
                                           "list_install_components",
                                           "package",
                                           "package_source",
                                           "rebuild_cache",
                                           "test",
                                           "verify",
                                           "on",
                                           "off",
                                           "yes",
                                           "no",
                                           "y",
                                           "n",
                                           "true",
                                           "false",
                                           "null",
                                           "aux",
                                           "con",
                                           "nul",
                                           "prn",
                                           "arduino",
                                           "log",
                                           NULL };

gboolean
im_c_is_free_file_name (const char *name)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  return !g_strv_contains (taken_files, lower);
}

gboolean
im_c_is_identifier (const char *text)
{
  if (!g_ascii_isalpha (*text) || strstr (text, "__") != NULL)
    return FALSE;
  for (const char *c = text; *c != '\0'; c++)
    if (!g_ascii_isalnum (*c) && *c != '_')
      return FALSE;

  return !g_strv_contains (keywords, text);
}

char *
im_c_dup_identifier (const char *text)
{
  GString *out = g_string_new (NULL);

  for (; *text != '\0'; text++)
    if (g_ascii_isalnum (*text))
      g_string_append_c (out, *text);
    else if (out->len > 0 && out->str[out->len - 1] != '_')
      g_string_append_c (out, '_');
  if (out->len > 0 && out->str[out->len - 1] == '_')
    g_string_truncate (out, out->len - 1);
  if (out->len == 0 || !g_ascii_isalpha (out->str[0]))
    g_string_prepend (out, "n");
  if (!im_c_is_identifier (out->str))
    g_string_append (out, "_n");

  return g_string_free (out, FALSE);
}

ImCNames *
im_c_names_new (void)
{
  ImCNames *names = g_new0 (ImCNames, 1);

  names->taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return names;
}

void
im_c_names_free (ImCNames *names)
{
  if (names == NULL)
    return;

  g_hash_table_unref (names->taken);
  g_free (names);
}

const char *
im_c_names_add (ImCNames *names, const char *wanted)
{
  g_autofree char *base = im_c_dup_identifier (wanted);
  char *name = g_strdup (base);

  for (guint i = 2; g_hash_table_contains (names->taken, name); i++)
    {
      g_free (name);
      name = g_strdup_printf ("%s_%u", base, i);
    }
  g_hash_table_add (names->taken, name);

  return name;
}
