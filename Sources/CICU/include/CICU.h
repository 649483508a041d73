#ifndef CICU_H
#define CICU_H

#include <CLibraries.h>
#include <unicode/ubrk.h>

/* What is called of ICU: the iterator over a text's breaks. The headers put the version of ICU into
   each function's name by a macro, which Swift does not see through; the fields have names of their
   own. */
struct cicu_functions {
  __typeof__(ubrk_open) *open;
  __typeof__(ubrk_next) *next;
  __typeof__(ubrk_close) *close;
};

/* Loads ICU's library of text functions (CLibraries.h), with the data that come with it. */
struct cicu_functions cicu_load(void);

#endif
