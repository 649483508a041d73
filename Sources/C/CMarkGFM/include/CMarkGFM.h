#ifndef CMARKGFM_H
#define CMARKGFM_H

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <libraries.h>

/* What is called of libcmark-gfm and its extensions. */
#define CMARKGFM_FUNCTIONS(USE)                                                                   \
  USE(cmark_find_syntax_extension) USE(cmark_gfm_core_extensions_ensure_registered)               \
  USE(cmark_gfm_extensions_get_table_alignments) USE(cmark_gfm_extensions_get_table_columns)      \
  USE(cmark_gfm_extensions_get_tasklist_item_checked) USE(cmark_iter_free)                        \
  USE(cmark_iter_get_node) USE(cmark_iter_new) USE(cmark_iter_next) USE(cmark_node_free)          \
  USE(cmark_node_get_heading_level) USE(cmark_node_get_list_start)                                \
  USE(cmark_node_get_list_tight) USE(cmark_node_get_list_type) USE(cmark_node_get_literal)        \
  USE(cmark_node_get_start_line) USE(cmark_node_get_title) USE(cmark_node_get_type)               \
  USE(cmark_node_get_type_string)                                                                 \
  USE(cmark_node_get_url) USE(cmark_parser_attach_syntax_extension) USE(cmark_parser_feed)        \
  USE(cmark_parser_finish) USE(cmark_parser_free) USE(cmark_parser_new)

struct cmarkgfm_functions {
  CMARKGFM_FUNCTIONS(CLIBRARIES_FIELD)
};

/* Loads libcmark-gfm with its extensions (libraries.h), and has it know these. */
struct cmarkgfm_functions cmarkgfm_load(void);

#endif
