/* SPDX-License-Identifier: MIT */
#include "live/im-live-part.h"

#include <string.h>

#include "program/im-program-slice.h"

typedef struct
{
  const ImPlan *plan;
  const guint *domains;     /* of tensors, or NULL */
  const gboolean *is_known; /* of tensors, or NULL for none */
  gboolean *is_needed;      /* of tensors */
  gboolean *is_inside;      /* of instances */
  gboolean *is_read;        /* of tensors: known, and read by what is inside */
  gboolean *is_computed;    /* of tensors: though they are known */
  guint *reads_from;        /* of instances: a domain */
  guint *groups;            /* of domains: one of those that a part has in common */
  gboolean needs_recording; /* an input is needed that is not known */
} Search;

void
im_live_part_free (ImLivePart *part)
{
  if (part == NULL)
    return;

  g_free (part->is_inside);
  g_clear_pointer (&part->inputs, g_array_unref);
  g_free (part);
}

guint *
im_live_domains_new (const ImPlan *plan)
{
  const ImProgram *program = plan->program;
  guint *domains = g_new0 (guint, program->n_tensors + 1);
  g_autofree guint *of_instance = g_new0 (guint, program->n_instances + 1);

  for (guint i = 0; i < plan->n_domains; i++)
    for (guint k = 0; k < plan->domains[i].n_calls; k++)
      if (plan->domains[i].calls[k].section != IM_SECTION_ENQUEUE)
        of_instance[plan->domains[i].calls[k].instance] = i;
  for (guint i = 0; i < program->n_tensors; i++)
    {
      const ImProgramTensor *root = &program->tensors[im_program_find_root (program, i)];

      if (root->producer >= 0)
        domains[i] = of_instance[root->producer];
    }
  for (guint i = 0; i < program->n_inputs; i++)
    for (guint k = 0; k < program->n_tensors; k++)
      if (program->inputs[i].tensor >= 0 &&
          im_program_find_root (program, k) == (guint) program->inputs[i].tensor)
        domains[k] = plan->source_of[i];

  return domains;
}

/* An instance is inside, and all that it needs. */
static void
enter (Search *self, guint number)
{
  const ImProgram *program = self->plan->program;
  const ImInstance *instance = &program->instances[number];

  if (self->is_inside[number])
    return;
  self->is_inside[number] = TRUE;
  for (guint i = 0; i < instance->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &instance->unit->parameters[i];
      gint tensor = instance->tensors[parameter->slot];

      if (parameter->kind == IM_PARAMETER_INPUT && tensor >= 0)
        self->is_needed[tensor] = TRUE;
    }
}

/* A view is no memory: it is never known itself. */
static void
look_at (Search *self, guint tensor)
{
  const ImProgramTensor *of = &self->plan->program->tensors[tensor];

  if (of->constant != NULL)
    return;
  if (of->view_of < 0 && self->is_known != NULL && self->is_known[tensor] &&
      !self->is_computed[tensor])
    self->is_read[tensor] = TRUE;
  else if (of->producer >= 0)
    enter (self, (guint) of->producer);
  else
    self->needs_recording = TRUE;
}

/* What is needed of @is_needed. Readers have higher numbers than what they read, but not
 * in each list, so it is looked again until nothing is new. */
static void
spread (Search *self)
{
  const ImProgram *program = self->plan->program;
  g_autofree gboolean *is_done = g_new0 (gboolean, program->n_tensors + 1);
  gboolean is_new = TRUE;

  while (is_new)
    {
      is_new = FALSE;
      for (guint i = program->n_tensors; i-- > 0;)
        if (self->is_needed[i] && !is_done[i])
          {
            is_done[i] = is_new = TRUE;
            look_at (self, i);
          }
    }
}

static guint
find_group (const Search *self, guint domain)
{
  while (self->groups[domain] != domain)
    domain = self->groups[domain];

  return domain;
}

/* Domains that a queue inside leads from and to are of one part. The group of a domain is
 * the one that all others of it are behind. */
static void
group_domains (Search *self)
{
  const ImPlan *plan = self->plan;

  for (guint i = 0; i < plan->n_domains; i++)
    {
      gboolean is_linked = FALSE;

      for (guint k = 0; k < plan->domains[i].n_queues; k++)
        is_linked = is_linked || self->is_inside[plan->domains[i].calls[k].instance];
      self->groups[i] = is_linked ? (guint) plan->domains[i].parent : i;
    }
}

static void
find_reads (Search *self)
{
  const ImProgram *program = self->plan->program;

  for (guint i = 0; i < program->n_instances; i++)
    {
      const ImInstance *instance = &program->instances[i];

      for (guint k = 0; k < instance->unit->n_parameters; k++)
        {
          const ImParameter *parameter = &instance->unit->parameters[k];
          gint tensor = instance->tensors[parameter->slot];

          if (parameter->kind == IM_PARAMETER_INPUT && tensor >= 0 &&
              program->tensors[tensor].constant == NULL)
            self->reads_from[i] = self->domains[tensor];
        }
    }
}

/* Whether all that is read comes in where its part begins; what does not is computed. */
static gboolean
is_even (Search *self)
{
  gboolean is_even = TRUE;

  for (guint i = 0; i < self->plan->program->n_tensors; i++)
    if (self->is_read[i] && find_group (self, self->domains[i]) != self->domains[i])
      {
        self->is_computed[i] = TRUE;
        is_even = FALSE;
      }

  return is_even;
}

static ImLivePart *
make_part (const Search *self, guint group)
{
  const ImProgram *program = self->plan->program;
  ImLivePart *part = g_new0 (ImLivePart, 1);

  part->is_inside = g_new0 (gboolean, program->n_instances + 1);
  part->inputs = g_array_new (FALSE, FALSE, sizeof (guint));
  part->domain = group;
  for (guint i = 0; i < program->n_instances; i++)
    part->is_inside[i] = self->is_inside[i] &&
                         find_group (self, self->reads_from[i]) == group;
  for (guint i = 0; i < program->n_tensors; i++)
    if (self->is_read[i] && self->domains[i] == group)
      g_array_append_val (part->inputs, i);

  return part;
}

static gboolean
has_any (const Search *self, guint group)
{
  for (guint i = 0; i < self->plan->program->n_instances; i++)
    if (self->is_inside[i] && find_group (self, self->reads_from[i]) == group)
      return TRUE;

  return FALSE;
}

static GPtrArray *
make_parts (const Search *self)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (
      (GDestroyNotify) im_live_part_free);

  for (guint i = 0; i < self->plan->n_domains; i++)
    if (self->groups[i] == i && has_any (self, i))
      {
        ImLivePart *part = make_part (self, i);

        g_ptr_array_add (parts, part);
        if (part->inputs->len == 0)
          return NULL;
      }

  return g_steal_pointer (&parts);
}

static void
search (Search *self, const gboolean *is_needed)
{
  const ImProgram *program = self->plan->program;

  do
    {
      self->needs_recording = FALSE;
      memcpy (self->is_needed, is_needed, program->n_tensors * sizeof *is_needed);
      memset (self->is_inside, 0, program->n_instances * sizeof *self->is_inside);
      memset (self->is_read, 0, program->n_tensors * sizeof *self->is_read);
      spread (self);
      if (self->is_known == NULL || self->needs_recording)
        return;
      group_domains (self);
    }
  while (!is_even (self));
}

static Search
begin (const ImPlan *plan, const guint *domains, const gboolean *is_known)
{
  const ImProgram *program = plan->program;

  return (Search){ .plan = plan,
                   .domains = domains,
                   .is_known = is_known,
                   .is_needed = g_new0 (gboolean, program->n_tensors + 1),
                   .is_inside = g_new0 (gboolean, program->n_instances + 1),
                   .is_read = g_new0 (gboolean, program->n_tensors + 1),
                   .is_computed = g_new0 (gboolean, program->n_tensors + 1),
                   .reads_from = g_new0 (guint, program->n_instances + 1),
                   .groups = g_new0 (guint, plan->n_domains + 1) };
}

static void
end (Search *self)
{
  g_free (self->is_needed);
  g_free (self->is_inside);
  g_free (self->is_read);
  g_free (self->is_computed);
  g_free (self->reads_from);
  g_free (self->groups);
}

GPtrArray *
im_live_parts_new (const ImPlan *plan,
                   const guint *domains,
                   const gboolean *is_needed,
                   const gboolean *is_known)
{
  Search self = begin (plan, domains, is_known);
  GPtrArray *parts;

  find_reads (&self);
  search (&self, is_needed);
  parts = self.needs_recording ? NULL : make_parts (&self);
  end (&self);

  return parts;
}

ImLivePart *
im_live_part_new_from_start (const ImPlan *plan, const gboolean *is_needed)
{
  Search self = begin (plan, NULL, NULL);
  ImLivePart *part = g_new0 (ImLivePart, 1);

  search (&self, is_needed);
  part->is_inside = g_steal_pointer (&self.is_inside);
  end (&self);

  return part;
}
