/* SPDX-License-Identifier: MIT
 *
 * libxml2 checks the syntax and reports tags; the tree is built from its SAX events.
 * It reads straight from our text (no encoder, no copy, never shrunk), so a pointer of
 * the parser minus the start of the text is an offset. Inside of well-formed tags there
 * is no `<`, so the last one in front of the parser starts the tag that it reports.
 */
#include "xml/im-xml.h"

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <string.h>

#include "xml/im-xml-error.h"
#include "xml/im-xml-private.h"
#include "xml/im-xml-tag.h"
#include "xml/im-xml-text.h"

#define PARSE_OPTIONS (XML_PARSE_NONET | XML_PARSE_BIG_LINES | XML_PARSE_IGNORE_ENC)

typedef struct
{
  ImXmlDocument *document;
  ImDiagnostics *diagnostics;
  xmlParserCtxt *context;
  const char *text;
  guint32 length;
  ImXmlElement *current; /* innermost open element, NULL outside of the root */
  guint depth;
  GHashTable *unbound; /* prefixes that were warned about, NULL if none */
  gboolean failed;     /* an error was reported */
} Builder;

/* How far the parser has read; libxml2 drops its input when it is stopped. */
static guint32
get_position (const Builder *builder)
{
  const xmlParserInput *input = builder->context->input;

  if (input == NULL || (const char *) input->base != builder->text)
    return builder->length;

  return (guint32) MIN ((gsize) (input->cur - input->base), builder->length);
}

static ImXmlErrorContext
get_error_context (const Builder *builder)
{
  return (ImXmlErrorContext){ builder->document->source, get_position (builder),
                              builder->current };
}

static void G_GNUC_PRINTF (4, 5)
    fail (Builder *builder, const char *code, ImSpan span, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  im_diagnostics_add (builder->diagnostics, IM_SEVERITY_ERROR, code,
                      builder->document->source, span, "%s", message);
  builder->failed = TRUE;
  xmlStopParser (builder->context);
}

static guint32
find_tag_start (const Builder *builder, guint32 end)
{
  const char *open = memrchr (builder->text, '<', end);

  return open == NULL ? 0 : (guint32) (open - builder->text);
}

static ImSpan
find_start_tag (const Builder *builder)
{
  guint32 position = get_position (builder);
  guint32 closing = builder->text[position] == '/' ? 2 : 1;

  return (ImSpan){ find_tag_start (builder, position),
                   MIN (position + closing, builder->length) };
}

static const char *
decode (Builder *builder, ImXmlTextKind kind, ImSpan raw)
{
  return im_xml_text_decode (builder->document->arena, kind, builder->text + raw.start,
                             raw.end - raw.start);
}

/* Keeps the text between the last tag and the one that starts at @end. */
static void
finish_text (Builder *builder, guint32 end)
{
  ImXmlElement *parent = builder->current;
  ImXmlElement *last = parent->last_child;

  if (last == NULL)
    parent->text = decode (builder, IM_XML_TEXT_CONTENT,
                           (ImSpan){ parent->content.start, end });
  else
    last->tail = decode (builder, IM_XML_TEXT_CONTENT, (ImSpan){ last->span.end, end });
}

static void
append_child (Builder *builder, ImXmlElement *element)
{
  ImXmlElement *parent = builder->current;

  element->parent = parent;
  if (parent == NULL)
    builder->document->root = element;
  else if (parent->last_child == NULL)
    parent->first_child = element;
  else
    parent->last_child->next_sibling = element;
  if (parent != NULL)
    parent->last_child = element;
}

static gboolean
is_namespace_declaration (const char *name, gsize length)
{
  return length >= 5 && memcmp (name, "xmlns", 5) == 0 && (length == 5 || name[5] == ':');
}

/* libxml2 reports namespace declarations apart, and leaves doubtful ones out. */
static void
read_namespace_declaration (Builder *builder,
                            const ImXmlTagAttribute *raw,
                            ImXmlAttribute *attribute)
{
  ImArena *arena = builder->document->arena;
  const char *name = builder->text + raw->name.start;
  gsize length = raw->name.end - raw->name.start;

  attribute->uri = IM_XML_NAMESPACE_XMLNS;
  attribute->value = decode (builder, IM_XML_TEXT_ATTRIBUTE, raw->value);
  attribute->prefix = length == 5 ? NULL : "xmlns";
  attribute->name = length == 5 ? "xmlns"
                                : im_arena_strndup (arena, name + 6, length - 6);
}

/* @event is one attribute of SAX: name, prefix, namespace, start and end of the value.
 * The value is used if libxml2 found nothing to decode and points into our text; else it
 * is only half decoded, `&amp;` for example is `&#38;`. */
static void
read_attribute (Builder *builder,
                const ImXmlTagAttribute *raw,
                const xmlChar **event,
                ImXmlAttribute *attribute)
{
  const char *value = builder->text + raw->value.start;

  attribute->name = (const char *) event[0];
  attribute->prefix = (const char *) event[1];
  attribute->uri = (const char *) event[2];
  attribute->value = (const char *) event[3] == value
                         ? im_arena_strndup (builder->document->arena, value,
                                             raw->value.end - raw->value.start)
                         : decode (builder, IM_XML_TEXT_ATTRIBUTE, raw->value);
}

static void
read_attributes (Builder *builder,
                 ImXmlElement *element,
                 int n_namespaces,
                 int n_attributes,
                 const xmlChar **events)
{
  ImXmlTagCursor cursor = im_xml_tag_start (builder->text, element->start_tag,
                                            &element->name_span);
  ImXmlTagAttribute raw;
  guint capacity = (guint) (n_namespaces + n_attributes), n_events = 0;

  element->attributes = im_arena_alloc (builder->document->arena,
                                        capacity * sizeof (ImXmlAttribute));
  while (element->n_attributes < capacity && im_xml_tag_next (&cursor, &raw))
    {
      ImXmlAttribute *attribute = &element->attributes[element->n_attributes];
      gsize length = raw.name.end - raw.name.start;

      if (is_namespace_declaration (builder->text + raw.name.start, length))
        read_namespace_declaration (builder, &raw, attribute);
      else if (n_events < (guint) n_attributes)
        read_attribute (builder, &raw, events + 5 * n_events++, attribute);
      else
        break;
      attribute->span = raw.whole;
      attribute->value_span = raw.value;
      element->n_attributes++;
    }
}

static gboolean
check_limits (Builder *builder, ImSpan start_tag)
{
  if (builder->depth >= IM_XML_MAX_DEPTH)
    fail (builder, "xml-limit", start_tag,
          "elements stand inside each other deeper than %d", IM_XML_MAX_DEPTH);
  else if (builder->document->n_elements >= IM_XML_MAX_ELEMENTS)
    fail (builder, "xml-limit", start_tag, "the file has more than %d elements",
          IM_XML_MAX_ELEMENTS);

  return !builder->failed;
}

static void
start_element_cb (void *data,
                  const xmlChar *name,
                  const xmlChar *prefix,
                  const xmlChar *uri,
                  int n_namespaces,
                  const xmlChar **namespaces,
                  int n_attributes,
                  int n_defaulted,
                  const xmlChar **attributes)
{
  Builder *builder = data;
  ImSpan start_tag = find_start_tag (builder);

  if (builder->failed || !check_limits (builder, start_tag))
    return;

  ImXmlElement *element = im_arena_new0 (builder->document->arena, ImXmlElement, 1);
  element->name = (const char *) name;
  element->prefix = (const char *) prefix;
  element->uri = (const char *) uri;
  element->text = "";
  element->tail = "";
  element->start_tag = start_tag;
  element->span = start_tag;
  element->content = (ImSpan){ start_tag.end, start_tag.end };
  read_attributes (builder, element, n_namespaces, n_attributes, attributes);

  if (builder->current != NULL)
    finish_text (builder, start_tag.start);
  append_child (builder, element);
  builder->current = element;
  builder->depth++;
  builder->document->n_elements++;
}

static void
end_element_cb (void *data,
                const xmlChar *name,
                const xmlChar *prefix,
                const xmlChar *uri)
{
  Builder *builder = data;
  ImXmlElement *element = builder->current;

  if (builder->failed || element == NULL)
    return;

  guint32 end = get_position (builder);
  if (end > element->start_tag.end)
    {
      element->content.end = find_tag_start (builder, end);
      finish_text (builder, element->content.end);
    }
  element->span.end = end;
  builder->current = element->parent;
  builder->depth--;
}

static void
internal_subset_cb (void *data,
                    const xmlChar *name,
                    const xmlChar *external_id,
                    const xmlChar *system_id)
{
  Builder *builder = data;
  guint32 position = get_position (builder);
  const char *start = g_strrstr_len (builder->text, position, "<!DOCTYPE");
  guint32 offset = start == NULL ? 0 : (guint32) (start - builder->text);

  if (builder->failed)
    return;

  fail (builder, "xml-doctype", (ImSpan){ offset, position },
        "a document type declaration is not allowed");
  im_diagnostics_note (builder->diagnostics,
                       "remove '<!DOCTYPE …>' and write entities as characters");
}

static void
warn_unbound_prefix (Builder *builder, const char *prefix)
{
  ImXmlErrorContext context = get_error_context (builder);

  if (builder->unbound == NULL)
    builder->unbound = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (g_hash_table_add (builder->unbound, g_strdup (prefix)))
    im_xml_error_report_unbound (&context, prefix, builder->diagnostics);
}

static void
error_cb (void *data, xmlError *error)
{
  Builder *builder = data;
  ImXmlErrorContext context = get_error_context (builder);

  if (builder->failed || error->level == XML_ERR_WARNING)
    return;
  if (error->code == XML_NS_ERR_UNDEFINED_NAMESPACE)
    {
      warn_unbound_prefix (builder, error->str1);
      return;
    }

  im_xml_error_report (&context, error, builder->diagnostics);
  builder->failed = TRUE;
}

static xmlParserCtxt *
create_context (Builder *builder)
{
  xmlParserCtxt *context = xmlNewParserCtxt ();
  xmlParserInput *input = xmlNewInputStream (context);

  input->base = (const xmlChar *) builder->text;
  input->cur = input->base;
  input->length = (int) builder->length;
  input->end = input->base + builder->length;
  inputPush (context, input);
  xmlCtxtUseOptions (context, PARSE_OPTIONS);

  *context->sax = (xmlSAXHandler){
    .initialized = XML_SAX2_MAGIC,
    .internalSubset = internal_subset_cb,
    .startElementNs = start_element_cb,
    .endElementNs = end_element_cb,
    .serror = error_cb,
  };
  context->userData = builder;

  return context;
}

static void
run_parser (Builder *builder)
{
  static gsize initialised = 0;

  if (g_once_init_enter (&initialised))
    {
      xmlInitParser ();
      g_once_init_leave (&initialised, 1);
    }

  builder->context = create_context (builder);
  xmlParseDocument (builder->context);
  if (!builder->context->wellFormed && !builder->failed)
    {
      ImXmlErrorContext context = get_error_context (builder);

      im_xml_error_report (&context, &builder->context->lastError, builder->diagnostics);
      builder->failed = TRUE;
    }

  builder->document->names = builder->context->dict;
  xmlDictReference (builder->document->names);
  /* Behind a first error libxml2 no longer calls us, but keeps entities it meets. */
  xmlFreeDoc (builder->context->myDoc);
  xmlFreeParserCtxt (builder->context);
  g_clear_pointer (&builder->unbound, g_hash_table_unref);
}

static gboolean
check_size (GBytes *bytes, const char *name, ImDiagnostics *diagnostics)
{
  gsize size = g_bytes_get_size (bytes);

  if (size <= IM_XML_MAX_BYTES)
    return TRUE;

  im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_ERROR, "xml-limit", name,
                               "the file has %" G_GSIZE_FORMAT
                               " bytes, but at most %d are "
                               "allowed",
                               size, IM_XML_MAX_BYTES);

  return FALSE;
}

static gboolean
check_tags (ImSource *source, ImDiagnostics *diagnostics)
{
  gsize length;
  const char *text = im_source_get_text (source, &length);
  ImSpan tag;

  if (!im_xml_tag_find_too_long (text, length, &tag))
    return TRUE;

  im_diagnostics_add (diagnostics, IM_SEVERITY_ERROR, "xml-limit", source, tag,
                      "a tag is longer than %d bytes", IM_XML_MAX_TAG_BYTES);

  return FALSE;
}

ImXmlDocument *
im_xml_document_parse (GBytes *bytes, const char *name, ImDiagnostics *diagnostics)
{
  ImXmlEncoding encoding;
  gsize length;

  g_return_val_if_fail (bytes != NULL && name != NULL && diagnostics != NULL, NULL);

  if (!check_size (bytes, name, diagnostics))
    return NULL;

  g_autoptr (ImSource) source = im_xml_encoding_decode (bytes, name, &encoding,
                                                        diagnostics);
  if (source == NULL || !check_tags (source, diagnostics))
    return NULL;

  g_autoptr (ImXmlDocument) document = g_new0 (ImXmlDocument, 1);
  document->arena = im_arena_new ();
  document->bytes = g_bytes_ref (bytes);
  document->source = im_source_ref (source);
  document->encoding = encoding;

  Builder builder = { .document = document, .diagnostics = diagnostics };
  builder.text = im_source_get_text (source, &length);
  builder.length = (guint32) length;
  run_parser (&builder);

  return builder.failed ? NULL : g_steal_pointer (&document);
}

void
im_xml_document_free (ImXmlDocument *document)
{
  if (document == NULL)
    return;

  im_arena_free (document->arena);
  g_bytes_unref (document->bytes);
  im_source_unref (document->source);
  xmlDictFree (document->names);
  g_clear_pointer (&document->parts, g_ptr_array_unref);
  g_free (document);
}

const ImXmlElement *
im_xml_document_get_root (const ImXmlDocument *document)
{
  return document->root;
}

ImSource *
im_xml_document_get_source (const ImXmlDocument *document)
{
  return document->source;
}

GBytes *
im_xml_document_get_bytes (const ImXmlDocument *document)
{
  return document->bytes;
}

const ImXmlEncoding *
im_xml_document_get_encoding (const ImXmlDocument *document)
{
  return &document->encoding;
}

const ImXmlAttribute *
im_xml_element_find_attribute (const ImXmlElement *element,
                               const char *uri,
                               const char *name)
{
  for (guint i = 0; i < element->n_attributes; i++)
    {
      const ImXmlAttribute *attribute = &element->attributes[i];
      gboolean same_namespace = uri == NULL
                                    ? attribute->uri == NULL && attribute->prefix == NULL
                                    : g_strcmp0 (attribute->uri, uri) == 0;

      if (same_namespace && strcmp (attribute->name, name) == 0)
        return attribute;
    }

  return NULL;
}

const ImXmlElement *
im_xml_element_find_child (const ImXmlElement *element, const char *name)
{
  for (const ImXmlElement *child = element->first_child; child != NULL;
       child = child->next_sibling)
    if (strcmp (child->name, name) == 0)
      return child;

  return NULL;
}

ImSpan
im_xml_element_get_text_span (const ImXmlElement *element)
{
  guint32 end = element->first_child == NULL ? element->content.end
                                             : element->first_child->span.start;

  return (ImSpan){ element->content.start, end };
}

ImSpan
im_xml_element_get_tail_span (const ImXmlElement *element)
{
  guint32 end = element->span.end;

  if (element->next_sibling != NULL)
    end = element->next_sibling->span.start;
  else if (element->parent != NULL)
    end = element->parent->content.end;

  return (ImSpan){ element->span.end, end };
}

ImSpan
im_xml_map_span (const ImXmlDocument *document, ImSpan raw, ImSpan decoded)
{
  const char *text = im_source_get_text (document->source, NULL);
  ImSpan span = im_xml_text_map (text + raw.start, raw.end - raw.start, decoded);

  return (ImSpan){ raw.start + span.start, raw.start + span.end };
}
