#include "CMarkGFM.h"

struct cmarkgfm_functions cmarkgfm_load(void) {
  /* The libraries' names hold their whole version, which is that of the headers. */
  void *library = clibraries_load("libcmark-gfm-extensions.so." CMARK_GFM_VERSION_STRING);
  struct cmarkgfm_functions functions = {CMARKGFM_FUNCTIONS(CLIBRARIES_VALUE)};
  functions.cmark_gfm_core_extensions_ensure_registered();
  return functions;
}
