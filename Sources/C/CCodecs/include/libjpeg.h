#ifndef CCODECS_JPEG_H
#define CCODECS_JPEG_H

#include <stddef.h>

/* What Swift cannot do with libjpeg: decoding at a fraction of a photo's size, and encoding with
   Huffman tables of a picture's own.

   libjpeg reports an error by a call that must not return; the one that it comes with ends the
   process. Here it jumps back into the function below that called libjpeg (setjmp, longjmp), which
   Swift cannot do, and none of these jumps crosses a frame of Swift. Nothing is printed: messages
   are kept in the decoder. libjpeg's own structures are hidden by these functions, for their layout
   depends on the version that a program was built with. */

struct cjpeg_decoder;

/* The result of a call. After anything but CJPEG_DONE only cjpeg_message and cjpeg_destroy may be
   called. */
enum cjpeg_result {
  CJPEG_DONE,
  /* The bytes are no JPEG, or one that breaks the rules. */
  CJPEG_INVALID,
  /* Memory is short, or the picture takes more than the decoder may use. */
  CJPEG_NO_MEMORY,
  /* Other than eight bits a channel. */
  CJPEG_PRECISION,
  /* Arithmetic coding, whose decoder is slow and seldom used. */
  CJPEG_ARITHMETIC,
  /* Lossless or hierarchical coding. */
  CJPEG_PROCESS,
  /* Components that are not gray, RGB, YCbCr, CMYK or YCCK. */
  CJPEG_COLOUR,
  /* What is encoded is longer than there is room for. */
  CJPEG_NO_ROOM,
};

struct cjpeg_size {
  unsigned width;
  unsigned height;
};

/* A picture as its rows are decoded, four bytes a pixel: gray becomes RGB, YCCK becomes CMYK. */
struct cjpeg_picture {
  struct cjpeg_size size;
  /* Whether a pixel is C, M, Y, K; otherwise it is a 32-bit number, 0x??RRGGBB, in the machine's byte
     order. */
  int is_cmyk;
  /* Whether CMYK is inverted, 255 for no ink, as Adobe's programs write it. */
  int is_inverted;
};

/* Makes a decoder of bytes, which must stay valid as long as the decoder; NULL where memory is short.
   libjpeg sets up its memory here, which may fail by a jump. `max_memory` bounds what it takes for a
   whole picture's coefficients (progressive JPEGs), `max_scans` how many scans it decodes. */
struct cjpeg_decoder *cjpeg_create(
    const unsigned char *bytes, size_t count, size_t max_memory, int max_scans);

/* Frees the decoder; does nothing for NULL. */
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

/* What it said of damage after which it went on, a line each, equal ones in a row once. After
   two kilobytes the rest is left out, and the last line says so. */
const char *cjpeg_warnings(const struct cjpeg_decoder *decoder);

/* Encodes a picture of `size`, whose rows hold a 32-bit number, 0x??RRGGBB, for each pixel, as a
   sequential JPEG with optimised Huffman tables and chroma at half of the resolution. `quality` is on
   libjpeg's scale. `count` is the room at `bytes`, and then what was written. May fail by a jump, not
   beyond this function. */
enum cjpeg_result cjpeg_encode(
    int *const *rows, struct cjpeg_size size, int quality, unsigned char *bytes, size_t *count);

#endif
