#include "libicu.h"

#include <libraries.h>
#include <pthread.h>
#include <unicode/ubrk.h>

#define NAME_OF(text) #text
/* After the headers' macros have made the function's name of it, which has the version in it. */
#define NAME(function) NAME_OF(function)

/* What is called of ICU: the iterator over a text's breaks. */
static struct {
  __typeof__(ubrk_open) *open;
  __typeof__(ubrk_next) *next;
  __typeof__(ubrk_close) *close;
} icu;

static void load(void) {
  /* Its name holds the version of the headers, as those of its functions do. */
  void *library = clibraries_load("libicuuc.so." U_ICU_VERSION_SHORT);
  icu.open = clibraries_find(library, NAME(ubrk_open));
  icu.next = clibraries_find(library, NAME(ubrk_next));
  icu.close = clibraries_find(library, NAME(ubrk_close));
}

/* A `struct cicu_lines` is ICU's iterator, under a name that Swift can see. */
struct cicu_lines *cicu_lines_open(const char *language, const uint16_t *text, int32_t length) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  UErrorCode status = U_ZERO_ERROR;
  UBreakIterator *iterator = icu.open(UBRK_LINE, language, text, length, &status);
  return U_SUCCESS(status) ? (struct cicu_lines *)iterator : NULL;
}

int32_t cicu_lines_next(struct cicu_lines *lines) { return icu.next((UBreakIterator *)lines); }

void cicu_lines_close(struct cicu_lines *lines) { icu.close((UBreakIterator *)lines); }
