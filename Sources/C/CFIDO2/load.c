#include "CFIDO2.h"

struct cfido2_functions cfido2_load(void) {
  void *library = clibraries_load("libfido2.so.1");
  struct cfido2_functions functions = {CFIDO2_FUNCTIONS(CLIBRARIES_VALUE)};
  return functions;
}
