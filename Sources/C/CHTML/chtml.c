#include "CHTML.h"

#include <libraries.h>
#include <libxml/HTMLparser.h>
#include <pthread.h>

static struct {
  CLIBRARIES_FIELD(htmlCreatePushParserCtxt)
  CLIBRARIES_FIELD(htmlCtxtUseOptions)
  CLIBRARIES_FIELD(htmlFreeParserCtxt)
  CLIBRARIES_FIELD(htmlParseChunk)
  CLIBRARIES_FIELD(xmlInitParser)
  CLIBRARIES_FIELD(xmlStopParser)
} xml;

static void load(void) {
  void *library = clibraries_load("libxml2.so.2");
  xml.htmlCreatePushParserCtxt = clibraries_find(library, "htmlCreatePushParserCtxt");
  xml.htmlCtxtUseOptions = clibraries_find(library, "htmlCtxtUseOptions");
  xml.htmlFreeParserCtxt = clibraries_find(library, "htmlFreeParserCtxt");
  xml.htmlParseChunk = clibraries_find(library, "htmlParseChunk");
  xml.xmlStopParser = clibraries_find(library, "xmlStopParser");
  xml.xmlInitParser = clibraries_find(library, "xmlInitParser");
  /* Before threads parse, as libxml2 asks for. */
  xml.xmlInitParser();
}

struct parse {
  const struct chtml_events *events;
  htmlParserCtxtPtr parser;
  int depth;
  int limit;
  int is_stopped;
};

static void begin(void *context, const xmlChar *name, const xmlChar **attributes) {
  struct parse *parse = context;
  if (parse->is_stopped) return;
  if (++parse->depth > parse->limit) {
    parse->is_stopped = 1;
    xml.xmlStopParser(parse->parser);
    return;
  }
  parse->events->begin(
      parse->events->receiver, (const char *)name, (const char *const *)attributes);
}

static void end(void *context, const xmlChar *name) {
  struct parse *parse = context;
  if (parse->is_stopped) return;
  parse->depth--;
  parse->events->end(parse->events->receiver, (const char *)name);
}

static void text(void *context, const xmlChar *text, int size) {
  struct parse *parse = context;
  if (size > 0 && !parse->is_stopped)
    parse->events->text(parse->events->receiver, (const char *)text, (size_t)size);
}

int chtml_parse(const char *bytes, size_t size, int deepest, const struct chtml_events *events) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  /* Nothing else is set: no tree is built, and nothing is said of what is wrong. */
  htmlSAXHandler handler = {
      .startElement = begin,
      .endElement = end,
      .characters = text,
      .ignorableWhitespace = text,
      .cdataBlock = text,
  };
  struct parse parse = {.events = events, .limit = deepest};
  parse.parser =
      xml.htmlCreatePushParserCtxt(&handler, &parse, NULL, 0, NULL, XML_CHAR_ENCODING_UTF8);
  if (!parse.parser) return 0;
  xml.htmlCtxtUseOptions(
      parse.parser, HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING
                        | HTML_PARSE_NONET | HTML_PARSE_IGNORE_ENC);
  xml.htmlParseChunk(parse.parser, bytes, (int)size, 0);
  if (!parse.is_stopped) xml.htmlParseChunk(parse.parser, NULL, 0, 1);
  xml.htmlFreeParserCtxt(parse.parser);
  return !parse.is_stopped;
}
