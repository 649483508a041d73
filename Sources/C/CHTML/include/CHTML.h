#ifndef CHTML_H
#define CHTML_H

#include <stddef.h>

/* The HTML parser of libxml2, which makes elements of whatever it is given, as browsers do; loaded at its first
   use (libraries.h). Its own header is not included here: only pkg-config says where it lies. */

/* Who gets the elements. Names are in small letters, texts in UTF-8 and come in parts; all of it is valid for as
   long as the call runs. */
struct chtml_events {
  void *receiver;
  /* Attributes are names and values in turn, ended by NULL; a value may be NULL, and so may all of it. */
  void (*begin)(void *receiver, const char *name, const char *const *attributes);
  void (*text)(void *receiver, const char *text, size_t size);
  void (*end)(void *receiver, const char *name);
};

/* Parses a document, or a part of one, of UTF-8 without NULs, of at most 2^30 bytes. What is not closed is closed
   at its end. Returns 0 where there is no memory for it, or where elements lie deeper in one another: what cannot
   be closed is looked for in all that is open, which would take minutes. */
int chtml_parse(const char *bytes, size_t size, int deepest, const struct chtml_events *events);

#endif
