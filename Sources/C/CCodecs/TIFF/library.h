#ifndef CTIFF_LIBRARY_H
#define CTIFF_LIBRARY_H

#include "libtiff.h"

#include <libraries.h>
#include <pthread.h>
#include <tiffio.h>

/* What is called of libtiff. */
#define CTIFF_FUNCTIONS(USE)                                                                      \
  USE(TIFFClientOpenExt) USE(TIFFClose) USE(TIFFCleanup) USE(TIFFGetField)                        \
  USE(TIFFOpenOptionsAlloc)                                                                       \
  USE(TIFFOpenOptionsFree) USE(TIFFOpenOptionsSetErrorHandlerExtR)                                \
  USE(TIFFOpenOptionsSetWarningHandlerExtR) USE(TIFFReadEncodedStrip)                             \
  USE(TIFFReadRGBAImageOriented) USE(TIFFSetField) USE(TIFFWriteEncodedStrip)

struct ctiff_library {
  CTIFF_FUNCTIONS(CLIBRARIES_FIELD)
};

/* Loaded once. */
const struct ctiff_library *ctiff_library(void);

/* A file in memory, as libtiff reads or writes it. */
struct ctiff_memory {
  const unsigned char *bytes;
  size_t count, position;
  /* Of a file that is written: the same bytes, and the room that there is for them. */
  unsigned char *owned;
  size_t room;
  int is_written;
};

/* Opens a file that is not mapped ("m" in the mode), or returns NULL. */
TIFF *ctiff_open(struct ctiff_memory *memory, const char *mode, struct ctiff_message *message);

#endif
