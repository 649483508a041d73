#include "libfontconfig.h"

struct cfontconfig_functions cfontconfig_load(void) {
  void *library = clibraries_load("libfontconfig.so.1");
  struct cfontconfig_functions functions = {CFONTCONFIG_FUNCTIONS(CLIBRARIES_VALUE)};
  return functions;
}
