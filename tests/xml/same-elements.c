/* SPDX-License-Identifier: MIT */
#include "same-elements.h"

static void
assert_same_span (const ImSpan *a, const ImSpan *b)
{
  g_assert_cmpuint (a->start, ==, b->start);
  g_assert_cmpuint (a->end, ==, b->end);
}

static void
assert_same_attributes (const ImXmlElement *element, const ImXmlElement *other)
{
  g_assert_cmpuint (element->n_attributes, ==, other->n_attributes);
  for (guint i = 0; i < element->n_attributes; i++)
    {
      const ImXmlAttribute *a = &element->attributes[i], *b = &other->attributes[i];

      g_assert_cmpstr (a->name, ==, b->name);
      g_assert_cmpstr (a->prefix, ==, b->prefix);
      g_assert_cmpstr (a->uri, ==, b->uri);
      g_assert_cmpstr (a->value, ==, b->value);
      assert_same_span (&a->span, &b->span);
      assert_same_span (&a->value_span, &b->value_span);
    }
}

void
same_elements_assert (const ImXmlElement *element, const ImXmlElement *other)
{
  const ImXmlElement *a = element->first_child, *b = other->first_child;

  g_assert_cmpstr (element->name, ==, other->name);
  g_assert_cmpstr (element->prefix, ==, other->prefix);
  g_assert_cmpstr (element->uri, ==, other->uri);
  g_assert_cmpstr (element->text, ==, other->text);
  g_assert_cmpstr (element->tail, ==, other->tail);
  assert_same_span (&element->span, &other->span);
  assert_same_span (&element->start_tag, &other->start_tag);
  assert_same_span (&element->name_span, &other->name_span);
  assert_same_span (&element->content, &other->content);
  assert_same_attributes (element, other);
  for (; a != NULL && b != NULL; a = a->next_sibling, b = b->next_sibling)
    {
      g_assert_true (a->parent == element && b->parent == other);
      g_assert_true ((a->next_sibling == NULL) == (element->last_child == a));
      same_elements_assert (a, b);
    }
  g_assert_true (a == NULL && b == NULL);
}
