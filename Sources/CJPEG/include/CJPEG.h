#ifndef CJPEG_H
#define CJPEG_H

#include <stddef.h>

/* What Swift cannot do with libjpeg: decoding at a fraction of a photo's size.

   libjpeg reports an error by a call that must not return; the one that it comes with ends the
   process. Here it jumps back into the function below that called libjpeg (setjmp, longjmp), which
   Swift cannot do, and none of these jumps crosses a frame of Swift. Nothing is printed: messages
   are kept in the decoder. libjpeg's own structures are hidden by these functions, for their layout
   depends on the version that a program was built with. */

struct cjpeg_decoder;

/* What became of a call. After anything but CJPEG_DONE a decoder is good for cjpeg_message and
   cjpeg_destroy alone. */
enum cjpeg_result {
  CJPEG_DONE,
  /* The bytes are no JPEG, or one that breaks the rules. */
  CJPEG_INVALID,
  /* Memory is short, or it takes more than the decoder may. */
  CJPEG_NO_MEMORY,
  /* Other than eight bits a channel. */
  CJPEG_PRECISION,
  /* Arithmetic coding, whose decoder is slow and seldom used. */
  CJPEG_ARITHMETIC,
  /* Lossless or hierarchical coding. */
  CJPEG_PROCESS,
  /* Components that are no gray, RGB, YCbCr, CMYK or YCCK. */
  CJPEG_COLOUR,
};

struct cjpeg_size {
  unsigned width;
  unsigned height;
};

/* A picture as its rows come, of four bytes a pixel: gray comes as RGB, YCCK as CMYK. */
struct cjpeg_picture {
  struct cjpeg_size size;
  /* Whether a pixel is C, M, Y, K; else it is a number of 32 bits, 0x??RRGGBB, in the machine's order
     of bytes. */
  int is_cmyk;
  /* Whether a byte of CMYK says how much ink there is not, as Adobe's programs write it. */
  int is_inverted;
};

/* A decoder of bytes that must stay valid as long as it is; NULL where memory is short. libjpeg sets
   up its memory here, which may fail by a jump. `max_memory` bounds what it takes for a whole
   picture's coefficients (progressive JPEGs), `max_scans` how often it goes over them. */
struct cjpeg_decoder *cjpeg_create(
    const unsigned char *bytes, size_t count, size_t max_memory, int max_scans);

/* Frees the decoder; NULL is let pass. */
void cjpeg_destroy(struct cjpeg_decoder *decoder);

/* Reads up to the first scan. Call once, first. May fail by a jump, as the next two. */
enum cjpeg_result cjpeg_read_header(struct cjpeg_decoder *decoder, struct cjpeg_size *size);

/* Begins to decode at so many eighths of the size, 1 to 8, each side rounded up. */
enum cjpeg_result cjpeg_start(
    struct cjpeg_decoder *decoder, unsigned eighths, struct cjpeg_picture *picture);

/* Decodes the next row, of width × 4 bytes; call at most `height` times. */
enum cjpeg_result cjpeg_read_row(struct cjpeg_decoder *decoder, void *row);

/* What libjpeg said of the error; an empty string where there was none. */
const char *cjpeg_message(const struct cjpeg_decoder *decoder);

/* What it said of damage after which it went on, a line each, equal ones in a row once. Of more than
   two kilobytes the rest is left out, and the last line says so. */
const char *cjpeg_warnings(const struct cjpeg_decoder *decoder);

#endif
