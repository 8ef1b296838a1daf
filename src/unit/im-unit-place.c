/* SPDX-License-Identifier: MIT */
#include "unit/im-unit-place.h"

#include "xml/im-xml.h"

ImSpan
im_unit_place_get_span (const ImXmlElement *place)
{
  return place->span;
}

ImSpan
im_unit_place_get_tag (const ImXmlElement *place)
{
  return place->name_span;
}

const char *
im_unit_place_get_name (const ImXmlElement *place)
{
  return place->name;
}
