/* SPDX-License-Identifier: MIT
 *
 * What people call buffers and nodes: `low_pass.output` of the plan is “Low-Pass Filter ·
 * Output”, and the input `input` is called as its label.
 */
#include <string.h>

#include "program/im-program-title.h"
#include "scene/memory/im-memory-picture.h"

#define HELD ".held" /* behind the name of an input of which a copy waits */

static const char *
name_instance (const ImMemoryPicture *picture, const ImInstance *instance)
{
  g_autofree char *title = im_program_dup_title (instance->path, instance->unit);

  return im_arena_strdup (picture->arena, title);
}

/* Of a node and what it owns; NULL if @name is called otherwise. */
static const char *
name_part (const ImMemoryPicture *picture, GHashTable *instances, const char *name)
{
  const char *dot = strrchr (name, '.');
  g_autofree char *path = dot == NULL ? NULL : g_strndup (name, (gsize) (dot - name));
  const ImInstance *instance = path == NULL ? NULL
                                            : g_hash_table_lookup (instances, path);
  const ImParameter *parameter = instance == NULL
                                     ? NULL
                                     : im_unit_find_parameter (instance->unit, dot + 1);

  if (instance == NULL)
    return NULL;

  return im_arena_printf (picture->arena, "%s · %s", name_instance (picture, instance),
                          parameter == NULL ? dot + 1 : parameter->text);
}

static const char *
name_buffer (const ImMemoryPicture *picture,
             GHashTable *instances,
             const ImPlanBuffer *buffer)
{
  const ImProgram *program = picture->plan->program;
  gboolean is_held = buffer->tensor < 0 && g_str_has_suffix (buffer->name, HELD);
  g_autofree char *name = g_strndup (buffer->name, strlen (buffer->name) -
                                                       (is_held ? strlen (HELD) : 0));
  const char *part = name_part (picture, instances, name);

  for (guint i = 0; part == NULL && i < program->n_inputs; i++)
    if (g_str_equal (program->inputs[i].name, name))
      part = program->inputs[i].parameter->text;
  if (part == NULL)
    return buffer->name;

  return is_held ? im_arena_printf (picture->arena, "%s, a copy that waits", part) : part;
}

void
im_memory_picture_name (ImMemoryPicture *picture)
{
  const ImPlan *plan = picture->plan;
  const ImProgram *program = plan->program;
  g_autoptr (GHashTable) instances = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < program->n_instances; i++)
    g_hash_table_insert (instances, (gpointer) program->instances[i].path,
                         (gpointer) &program->instances[i]);
  picture->names = im_arena_new0 (picture->arena, const char *, plan->n_buffers + 1);
  for (guint i = 0; i < plan->n_buffers; i++)
    picture->names[i] = name_buffer (picture, instances, &plan->buffers[i]);
}

const char *
im_memory_picture_get_name (const ImMemoryPicture *picture, const ImPlanBuffer *buffer)
{
  return picture->names[buffer - picture->plan->buffers];
}

const char *
im_memory_picture_get_instance_name (const ImMemoryPicture *picture, guint instance)
{
  return name_instance (picture, &picture->plan->program->instances[instance]);
}
