#ifndef CTEXT_ICU_H
#define CTEXT_ICU_H

#include <stdint.h>

/* Where lines of a text may end, by the machine's ICU, which is loaded at the first text (libraries.h).

   ICU's own headers are not included here: Foundation brings others of the same names, of another version, and a
   Swift module that sees both does not compile. */
struct cicu_lines;

/* Begins to look for the ends of lines in a text of UTF-16, which must stay where it is until the end; `language` is
   as in BCP 47, or empty. NULL where ICU cannot do it. */
struct cicu_lines *cicu_lines_open(const char *language, const uint16_t *text, int32_t length);

/* The next place where a line may end, in code units; the first is the start of the text, and -1 comes after all. */
int32_t cicu_lines_next(struct cicu_lines *lines);

void cicu_lines_close(struct cicu_lines *lines);

#endif
