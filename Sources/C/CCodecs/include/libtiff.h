#ifndef CCODECS_TIFF_H
#define CCODECS_TIFF_H

#include <stddef.h>
#include <stdint.h>

/* What Swift cannot say about libtiff: its fields are set by a variadic function, and it reports through
   handlers that take a va_list. Each call here opens a file in memory and closes it again. The messages
   of a call stay with it, whatever process-wide handlers libgd has set; nothing is printed.

   libtiff is loaded at the first call (libraries.h). */

/* Of libtiff's first error in a call, cut to its room; empty where there was none. */
struct ctiff_message {
  char text[256];
};

/* Decodes the first strip of a TIFF file. Samples of 16 bits and more come in the order of this machine.
   Returns how many bytes there were, at most `room`, or -1. */
int64_t ctiff_decode(const unsigned char *file, size_t count, unsigned char *samples, size_t room,
                     struct ctiff_message *message);

/* The size of a TIFF file's first picture as libtiff reads it, before anything is decoded. Returns 0 where
   it reads none. */
int ctiff_size(const unsigned char *file, size_t count, uint32_t *width, uint32_t *height);

/* What a strip is, by the values of its fields (TIFF 6.0). */
struct ctiff_form {
  uint32_t width, rows;
  uint16_t bits, samples_per_pixel, sample_format;
  uint16_t compression, predictor, fill_order;
  uint32_t t4_options;
  int is_big_endian;
};

/* Encodes the samples of a strip, which are changed thereby. Returns the strip's bytes, to be freed by
   ctiff_free, and their number; or NULL. */
unsigned char *ctiff_encode(const struct ctiff_form *form, unsigned char *samples, size_t count,
                            size_t *coded, struct ctiff_message *message);

void ctiff_free(unsigned char *bytes);

/* Reads the first picture of a TIFF file as libtiff shows it, whatever its samples are: red, green, blue
   and alpha, eight bits each, the colours multiplied by alpha, row by row as they are coded.
   `pixels` has room for width times height. Returns 0 where that cannot be done. */
int ctiff_read_rgba(const unsigned char *file, size_t count, uint32_t width, uint32_t height,
                    uint32_t *pixels, struct ctiff_message *message);

#endif
