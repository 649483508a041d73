#ifndef CCODECS_GD_H
#define CCODECS_GD_H

#include <gd.h>
#include <libraries.h>
#include <malloc.h>
#include <stddef.h>

/* What Swift cannot say about libgd.

   libgd and libtiff report through process-wide handlers that take a va_list and know nothing of
   the image at work. The handlers here keep the messages of each thread apart, which needs
   thread-local storage; Swift has none. Nothing is printed. */

/* What is called of libgd. */
#define CGD_FUNCTIONS(USE)                                                                        \
  USE(gdFree) USE(gdImageClone) USE(gdImageCreate) USE(gdImageCreateFromGifCtx)                   \
  USE(gdImageCreateFromJpegCtxEx) USE(gdImageCreateFromPngCtx) USE(gdImageCreateFromTiffCtx)      \
  USE(gdImageCreateFromWebpCtx) USE(gdImageCreateTrueColor) USE(gdImageDestroy)                   \
  USE(gdImageFlipHorizontal) USE(gdImageFlipVertical) USE(gdImageGetTrueColorPixel)               \
  USE(gdImageGifPtr) USE(gdImageInterlace) USE(gdImageJpegPtr) USE(gdImagePaletteToTrueColor)     \
  USE(gdImagePngPtrEx) USE(gdImageSaveAlpha) USE(gdImageTiffPtr) USE(gdImageWebpPtrEx)

struct cgd_functions {
  CGD_FUNCTIONS(CLIBRARIES_FIELD)
};

/* Loads libgd, and sends every message of libgd and libtiff to the log of the thread it arises on. Call
   once, before any other function here. */
struct cgd_functions cgd_load(void);

/* Empties the calling thread's log. */
void cgd_clear_message_log(void);

/* The first and the last message on the calling thread since its log was emptied, cut to 255
   bytes; an empty string when there was none. Valid until the thread's next message. */
const char *cgd_first_message(void);
const char *cgd_last_message(void);

#endif
