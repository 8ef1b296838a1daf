/* SPDX-License-Identifier: MIT
 *
 * `imaginet list`: the tables behind the program.
 */
#include <string.h>

#include "base/im-text.h"
#include "capture/im-capture-devices.h"
#include "cli/input/cli-library.h"
#include "cli/inspect/cli-list.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"
#include "cli/terminal/cli-text.h"
#include "template/im-unit-template.h"

static void
write_unit (ImJson *json, const ImUnit *unit)
{
  im_json_open_object (json);
  im_json_member_string (json, "id", unit->id.text);
  im_json_member_string (json, "name", unit->display_name);
  im_json_member_string (json, "path", unit->display_path);
  im_json_member_string (json, "kind", im_unit_kind_get_name (unit->kind));
  im_json_member_string (json, "file", im_unit_file_get_path (unit->file));
  im_json_close_object (json);
}

static void
print_units (CliContext *context, const GPtrArray *units)
{
  g_autoptr (CliTable) table = cli_table_new (0, 4);

  cli_table_set_style (table, 0, context->out_has_colour ? CLI_TEXT_BOLD : NULL);
  for (guint i = 0; i < units->len; i++)
    {
      const ImUnit *unit = g_ptr_array_index (units, i);

      cli_table_add (table, unit->id.text, im_unit_kind_get_name (unit->kind),
                     unit->display_path, unit->display_name);
    }
  cli_table_append (table, context->out, CLI_TEXT_UNLIMITED);
}

static CliExit
list_units (CliContext *context)
{
  g_autoptr (ImDiagnostics) found = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) errors = im_diagnostics_new ();
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  ImJson json = { context->out };

  cli_library_add_roots (library, context->options, found);
  cli_library_select_errors (found, NULL, errors);
  const GPtrArray *units = im_unit_library_get_units (library);
  if (context->options->json)
    {
      im_json_open_object (&json);
      im_json_name (&json, "units");
      im_json_open_rows (&json);
      for (guint i = 0; i < units->len; i++)
        write_unit (&json, g_ptr_array_index (units, i));
      im_json_close_array (&json);
      cli_json_close (&json, errors);
    }
  else
    print_units (context, units);

  return cli_output_diagnostics (context, errors);
}

/* Stored values are exact; 64 bits do not fit in a double. */
static void
append_limits (const ImDTypeInfo *info, GString *minimum, GString *maximum)
{
  guint bits = info->size_bytes * 8;

  switch (info->family)
    {
    case IM_DTYPE_FAMILY_FLOAT:
      im_text_append_double (minimum, info->minimum);
      im_text_append_double (maximum, info->maximum);
      break;
    case IM_DTYPE_FAMILY_UINT:
      g_string_append (minimum, "0");
      g_string_append_printf (maximum, "%" G_GUINT64_FORMAT, G_MAXUINT64 >> (64 - bits));
      break;
    case IM_DTYPE_FAMILY_INT:
    case IM_DTYPE_FAMILY_Q:
    case IM_DTYPE_FAMILY_D:
    default:
      g_string_append_printf (minimum, "%" G_GINT64_FORMAT, G_MININT64 >> (64 - bits));
      g_string_append_printf (maximum, "%" G_GINT64_FORMAT, G_MAXINT64 >> (64 - bits));
    }
}

/* Enough digits of the limits of floats to read them. */
static char *
dup_range (const ImDTypeInfo *info, const char *minimum, const char *maximum)
{
  char first[G_ASCII_DTOSTR_BUF_SIZE], last[G_ASCII_DTOSTR_BUF_SIZE];

  if (info->family != IM_DTYPE_FAMILY_FLOAT)
    return g_strdup_printf ("%s … %s", minimum, maximum);

  return g_strdup_printf ("%s … %s",
                          g_ascii_formatd (first, sizeof first, "%.5g", info->minimum),
                          g_ascii_formatd (last, sizeof last, "%.5g", info->maximum));
}

static void
add_type (CliTable *table, ImJson *json, const ImDTypeInfo *info)
{
  g_autoptr (GString) minimum = g_string_new (NULL);
  g_autoptr (GString) maximum = g_string_new (NULL);
  g_autofree char *system_name = g_strconcat ("System.", info->system_name, NULL);
  g_autofree char *size = g_strdup_printf ("%u", info->size_bytes);

  append_limits (info, minimum, maximum);
  g_autofree char *range = dup_range (info, minimum->str, maximum->str);
  cli_table_add (table, info->name, system_name, info->c_name, size, range,
                 info->summary);

  im_json_open_object (json);
  im_json_member_string (json, "name", info->name);
  im_json_member_string (json, "system_name", system_name);
  im_json_member_string (json, "c_name", info->c_name);
  im_json_member_int (json, "size", info->size_bytes);
  im_json_name (json, "minimum");
  im_json_number (json, minimum->str);
  im_json_name (json, "maximum");
  im_json_number (json, maximum->str);
  im_json_member_string (json, "summary", info->summary);
  im_json_close_object (json);
}

static CliExit
list_types (CliContext *context)
{
  g_autoptr (CliTable) table = cli_table_new (0, 6);
  g_autoptr (GString) text = g_string_new (NULL);
  ImJson json = { text };

  cli_table_set_style (table, 0, context->out_has_colour ? CLI_TEXT_BOLD : NULL);
  cli_table_add (table, "NAME", "IN EXPRESSIONS", "IN C", "BYTES", "STORED VALUES", "");
  im_json_open_object (&json);
  im_json_name (&json, "types");
  im_json_open_rows (&json);
  for (guint i = 0; i < IM_N_DTYPES; i++)
    add_type (table, &json, im_dtype_get_info ((ImDType) i));
  im_json_close_array (&json);
  cli_json_close (&json, NULL);

  if (context->options->json)
    g_string_append (context->out, text->str);
  else
    cli_table_append (table, context->out, CLI_TEXT_UNLIMITED);

  return CLI_EXIT_FINE;
}

static CliExit
list_templates (CliContext *context)
{
  g_autoptr (CliTable) table = cli_table_new (0, 2);
  ImJson json = { context->out };
  const ImUnitTemplate *templates;
  guint n;

  templates = im_unit_template_get_all (&n);
  cli_table_set_style (table, 0, context->out_has_colour ? CLI_TEXT_BOLD : NULL);
  if (context->options->json)
    {
      im_json_open_object (&json);
      im_json_name (&json, "templates");
      im_json_open_rows (&json);
    }
  for (guint i = 0; i < n; i++)
    {
      cli_table_add (table, templates[i].name, templates[i].summary);
      if (!context->options->json)
        continue;
      im_json_open_object (&json);
      im_json_member_string (&json, "name", templates[i].name);
      im_json_member_string (&json, "title", templates[i].title);
      im_json_member_string (&json, "summary", templates[i].summary);
      im_json_close_object (&json);
    }
  if (!context->options->json)
    {
      cli_table_append (table, context->out, CLI_TEXT_UNLIMITED);
      return CLI_EXIT_FINE;
    }
  im_json_close_array (&json);
  cli_json_close (&json, NULL);

  return CLI_EXIT_FINE;
}

/* What `--input` can name besides files. */
static CliExit
list_devices (CliContext *context, const char *kind, const GPtrArray *devices)
{
  g_autoptr (CliTable) table = cli_table_new (0, 2);
  ImJson json = { context->out };

  if (context->options->json)
    {
      im_json_open_object (&json);
      im_json_name (&json, kind);
      im_json_open_rows (&json);
    }
  for (guint i = 0; i < devices->len; i++)
    {
      const ImCaptureDevice *device = g_ptr_array_index (devices, i);

      cli_table_add (table, device->name, device->text);
      if (!context->options->json)
        continue;
      im_json_open_object (&json);
      im_json_member_string (&json, "name", device->name);
      im_json_member_string (&json, "text", device->text);
      im_json_close_object (&json);
    }
  if (!context->options->json)
    {
      cli_table_append (table, context->out, CLI_TEXT_UNLIMITED);
      if (devices->len == 0)
        g_string_append_printf (context->out, "No %s were found.\n", kind);
      return CLI_EXIT_FINE;
    }
  im_json_close_array (&json);
  cli_json_close (&json, NULL);

  return CLI_EXIT_FINE;
}

static CliExit
list_microphones (CliContext *context)
{
  g_autoptr (GPtrArray) devices = im_capture_list_microphones ();

  if (!im_capture_has_microphones ())
    return cli_output_failure (context, "no-alsa",
                               "no microphones: this program was built without ALSA, of "
                               "the Debian package libasound2-dev");

  return list_devices (context, "microphones", devices);
}

static CliExit
list_ports (CliContext *context)
{
  g_autoptr (GPtrArray) devices = im_capture_list_ports ();

  return list_devices (context, "ports", devices);
}

typedef struct
{
  const char *name;
  guint max_arguments;
  CliExit (*run) (CliContext *context);
} ListRow;

static const ListRow lists[] = {
  { "units", 1, list_units },
  { "templates", 1, list_templates },
  { "builtins", 2, cli_list_builtins },
  { "types", 1, list_types },
  { "microphones", 1, list_microphones },
  { "ports", 1, list_ports },
};

static CliExit
fail_name (CliContext *context, const char *name)
{
  const char *names[G_N_ELEMENTS (lists) + 1] = { NULL };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    names[i] = lists[i].name;

  const char *nearest = im_text_nearest (name, names, G_N_ELEMENTS (lists));
  g_autofree char *hint = cli_text_dup_hint (nearest);
  return cli_output_usage_among (
      context, names,
      "expected units, templates, builtins, types, microphones or ports, found "
      "“%s”%s",
      name, hint);
}

CliExit
cli_list_run (CliContext *context)
{
  const CliOptions *options = context->options;

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      if (strcmp (lists[i].name, options->arguments[0]) != 0)
        continue;
      if (options->n_arguments > lists[i].max_arguments)
        return cli_output_usage (context,
                                 "unexpected argument “%s”; only builtins takes a name",
                                 options->arguments[1]);
      return lists[i].run (context);
    }

  return fail_name (context, options->arguments[0]);
}
