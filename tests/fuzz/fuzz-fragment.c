/* SPDX-License-Identifier: MIT
 *
 * The input is up to four code files, with a form feed between them. Everything in them
 * is used by a unit in the same folder.
 */
#include <gio/gio.h>
#include <string.h>

#include "base/im-arena.h"
#include "fragment/im-fragment-set.h"
#include "fragment/im-prototype.h"
#include "fuzz.h"

static const char *const names[] = { "a.h", "b.c", "c.py", "d.h", NULL };

typedef struct
{
  ImSource *sources[G_N_ELEMENTS (names) - 1];
} Folder;

static ImSource *
load_cb (gpointer data,
         const char *unit_id,
         const char *from_file,
         const char *relative_path,
         char **resolved_path,
         GError **error)
{
  const Folder *folder = data;

  for (guint i = 0; names[i] != NULL; i++)
    if (g_ascii_strcasecmp (names[i], relative_path) == 0 && folder->sources[i] != NULL)
      {
        *resolved_path = g_strdup (names[i]);
        return im_source_ref (folder->sources[i]);
      }
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "there is no %s", relative_path);

  return NULL;
}

static char **
list_cb (gpointer data, const char *from_file)
{
  return g_strdupv ((char **) names);
}

static void
scan_file (ImSource *source, const char *name, GArray *roots, ImDiagnostics *diagnostics)
{
  g_autoptr (ImFragmentFile) file = im_fragment_file_parse (source, diagnostics);
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GString) out = g_string_new (NULL);

  im_fragment_file_print (file, out);
  for (guint i = 0; i < file->n_fragments; i++)
    {
      const ImFragment *fragment = &file->fragments[i];
      const ImPrototype *prototype = im_fragment_find_prototype (fragment, NULL, arena);
      ImFragmentRoot root = { "fuzz.imunit",
                              source,
                              { IM_FRAGMENT_REFERENCE_FILE, NULL, name,
                                g_strdup (fragment->name), fragment->name_span } };

      if (prototype != NULL)
        im_prototype_append_text (prototype, out);
      im_fragment_append_body (fragment, out);
      g_array_append_val (roots, root);
    }
}

static void
clear_root (gpointer root)
{
  g_free ((char *) ((ImFragmentRoot *) root)->reference.name);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  Folder folder = { 0 };
  const ImFragmentLoader loader = { load_cb, list_cb, &folder };
  g_autoptr (ImFragmentSet) set = im_fragment_set_new (&loader);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (GArray) roots = g_array_new (FALSE, FALSE, sizeof (ImFragmentRoot));
  const guint8 *end = data + size;

  g_array_set_clear_func (roots, clear_root);
  for (guint i = 0; names[i] != NULL && data < end; i++)
    {
      const guint8 *next = memchr (data, '\f', (gsize) (end - data));
      gsize length = (gsize) ((next == NULL ? end : next) - data);
      g_autoptr (GBytes) bytes = g_bytes_new (data, length);

      folder.sources[i] = im_source_new (names[i], bytes);
      scan_file (folder.sources[i], names[i], roots, diagnostics);
      data = next == NULL ? end : next + 1;
    }

  im_fragment_closure_free (im_fragment_set_close (
      set, (const ImFragmentRoot *) (gpointer) roots->data, roots->len, diagnostics));
  fuzz_check_diagnostics (diagnostics);
  for (guint i = 0; names[i] != NULL; i++)
    g_clear_pointer (&folder.sources[i], im_source_unref);

  return 0;
}
