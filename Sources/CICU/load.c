#include "CICU.h"

#define NAME_OF(text) #text
/* After the headers' macros have made the function's name of it. */
#define NAME(function) NAME_OF(function)

struct cicu_functions cicu_load(void) {
  /* Its name holds the version of the headers, as those of its functions do. */
  void *library = clibraries_load("libicuuc.so." U_ICU_VERSION_SHORT);
  struct cicu_functions functions = {
      .open = clibraries_find(library, NAME(ubrk_open)),
      .next = clibraries_find(library, NAME(ubrk_next)),
      .close = clibraries_find(library, NAME(ubrk_close)),
  };
  return functions;
}
