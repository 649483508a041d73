#ifndef CCODECS_WEBP_H
#define CCODECS_WEBP_H

#include <stddef.h>
#include <stdint.h>

/* libwebp, loaded at its first use (libraries.h). Its header calls its functions from inline ones, which
   would have the program linked with it; these here call them as they were loaded. */

/* Loads libwebp. Call once, before any other function here. */
void cwebp_load(void);

/* Decodes a still picture of the size that is expected into rows of red, green, blue and alpha, 8 bits
   each, straight; 0 where it fails. */
int cwebp_decode(const uint8_t *bytes, size_t count, int width, int height, uint8_t *rows);

/* Codes rows of red, green, blue and alpha. With a quality below 0 every pixel keeps its value, also where
   it is wholly transparent. Returns libwebp's error code, 0 for none; gives memory for cwebp_free. */
int cwebp_encode(
    const uint8_t *rows, int width, int height, float quality, uint8_t **bytes, size_t *count);

void cwebp_free(uint8_t *bytes);

#endif
