/* SPDX-License-Identifier: MIT */
#include "emit/im-emit-bundle.h"

#include "emit/im-c-names.h"

static const char licence[] =
    "MIT No Attribution\n"
    "\n"
    "Permission is hereby granted, free of charge, to any person obtaining a copy of "
    "this\n"
    "software and associated documentation files (the \"Software\"), to deal in the "
    "Software\n"
    "without restriction, including without limitation the rights to use, copy, modify,\n"
    "merge, publish, distribute, sublicense, and/or sell copies of the Software, and to\n"
    "permit persons to whom the Software is furnished to do so.\n"
    "\n"
    "THE SOFTWARE IS PROVIDED \"AS IS\", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR "
    "IMPLIED,\n"
    "INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A\n"
    "PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT\n"
    "HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION "
    "OF\n"
    "CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE "
    "SOFTWARE "
    "OR\n"
    "THE USE OR OTHER DEALINGS IN THE SOFTWARE.\n";

static void
add_licence (const ImEmission *emission, ImArtifacts *artifacts)
{
  GString *out = g_string_new (licence);

  g_string_append (out, "\nFragments of these units keep the licence of their files:\n");
  for (guint i = 0; i < emission->units->len; i++)
    {
      const ImEmitUnit *unit = &g_array_index (emission->units, ImEmitUnit, i);

      if (unit->licence != NULL)
        g_string_append_printf (out, "- %s: %s\n", unit->id, unit->licence);
    }
  im_artifacts_add_text (artifacts, "LICENSE", out);
}

static void
append_use (const ImPlan *plan, const ImEmission *emission, GString *out)
{
  const char *prefix = emission->prefix;

  if (plan->n_chain <= 1)
    g_string_append_printf (out,
                            "    %s_init();\n"
                            "    for (;;) {\n"
                            "        /* fill the input */\n"
                            "        %s_compute(...);\n"
                            "    }\n",
                            prefix, prefix);
  else
    g_string_append_printf (out,
                            "    %s_init();\n"
                            "    for (;;) {\n"
                            "        /* wait for a frame */\n"
                            "        %s_enqueue(...);\n"
                            "        while (%s_dequeue(...) == %s_RET_SUCCESS) {\n"
                            "            /* use the result */\n"
                            "        }\n"
                            "    }\n",
                            prefix, prefix, prefix, prefix);
}

static void
add_readme (const ImPlan *plan, const ImEmission *emission, ImArtifacts *artifacts)
{
  const char *name = emission->name;
  GString *out = g_string_new (NULL);

  g_string_append_printf (out, "# %s\n\n", name);
  g_string_append_printf (
      out,
      "%s in ISO C99: `include/%s.h` and `src/%s.c`. The comment at the top of both\n"
      "lists layers, memory and functions. The code uses no heap and does no input or "
      "output;\nit is not reentrant, because it has one state.\n\n```c\n",
      plan->program->unit->id.text, name, name);
  append_use (plan, emission, out);
  g_string_append_printf (
      out,
      "```\n\n`%s_soft_reset` gives units with a SoftReset section that call; all other "
      "units get a\nzeroed state and their Init again.\n\n"
      "| file | for |\n|---|---|\n"
      "| `include/%s_compat.h` | the names of older interfaces |\n"
      "| `Makefile` | plain make: `make CC=arm-none-eabi-gcc` |\n"
      "| `CMakeLists.txt` | CMake: the target `imaginet::%s` |\n"
      "| `zephyr/` | a Zephyr module |\n"
      "| `library.properties`, `library.json` | Arduino and PlatformIO |\n"
      "| `manifest.json` | units, hashes, options, memory, for scripts |\n"
      "| `pipeline/%s.imunit` | the unit that this was made from |\n",
      emission->prefix, name, name, name);
  for (guint i = 0; i < emission->packages->len; i++)
    g_string_append_printf (out, "%s- %s\n",
                            i == 0 ? "\nLibraries that the fragments need:\n\n" : "",
                            (const char *) g_ptr_array_index (emission->packages, i));
  im_artifacts_add_text (artifacts, "README.md", out);
}

static void
add_pipeline (const ImPlan *plan, const ImEmission *emission, ImArtifacts *artifacts)
{
  ImSource *source = im_unit_file_get_source (plan->program->unit->file);
  g_autofree char *path = g_strdup_printf ("pipeline/%s.imunit", emission->name);
  gsize length;
  const char *text = im_source_get_text (source, &length);

  im_artifacts_add_text (artifacts, path, g_string_new_len (text, (gssize) length));
}

ImEmission *
im_emit_bundle (const ImPlan *plan,
                ImUnitLibrary *library,
                const ImEmitOptions *options,
                ImArtifacts *artifacts,
                ImDiagnostics *diagnostics)
{
  ImEmission *emission = im_emit_c (plan, library, options, artifacts, diagnostics);

  if (emission == NULL)
    return NULL;

  add_licence (emission, artifacts);
  add_readme (plan, emission, artifacts);
  add_pipeline (plan, emission, artifacts);
  im_manifest_add_json (plan, emission, artifacts);
  im_manifest_add_make (emission, artifacts);
  im_manifest_add_cmake (emission, artifacts);
  im_manifest_add_zephyr (emission, artifacts);
  im_manifest_add_arduino (emission, artifacts);

  return emission;
}
