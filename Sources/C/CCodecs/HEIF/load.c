#include "libheif.h"

struct cheif_functions cheif_load(void) {
  void *library = clibraries_load("libheif.so.1");
  return (struct cheif_functions){CHEIF_FUNCTIONS(CLIBRARIES_VALUE)};
}
