#include "libpng.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"

struct cpng_libpng cpng_libpng;

void cpng_load(void) {
  void *library = clibraries_load("libpng16.so.16");
  cpng_libpng = (struct cpng_libpng){CPNG_LIBPNG_FUNCTIONS(CLIBRARIES_VALUE)};
}

struct cpng_reader {
  png_structp png;
  png_infop info;
  const struct cpng_part *parts;
  size_t part_count;
  /* The next byte to read, in the first of the parts that are left. */
  size_t position;
  /* Where errors jump to: set anew by every function that calls libpng. */
  jmp_buf escape;
  char message[sizeof((struct cpng_picture *)0)->message];
};

static void fail(png_structp png, png_const_charp message) {
  struct cpng_reader *reader = cpng_libpng.png_get_error_ptr(png);
  strncpy(reader->message, message, sizeof reader->message - 1);
  longjmp(reader->escape, 1);
}

static void ignore(png_structp png, png_const_charp message) { (void)png, (void)message; }

static void read_parts(png_structp png, png_bytep target, size_t count) {
  struct cpng_reader *reader = cpng_libpng.png_get_io_ptr(png);
  while (count > 0) {
    if (reader->part_count == 0) cpng_libpng.png_error(png, "Read Error");
    size_t left = reader->parts->count - reader->position;
    size_t part = left < count ? left : count;
    memcpy(target, reader->parts->bytes + reader->position, part);
    target += part, count -= part, reader->position += part;
    if (part == left) reader->parts++, reader->part_count--, reader->position = 0;
  }
}

/* Sets up libpng's part of a reader; 0 where memory is short. */
static int set_up(struct cpng_reader *reader) {
  if (setjmp(reader->escape)) return 0;
  reader->png =
      cpng_libpng.png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, fail, ignore);
  if (!reader->png) return 0;
  reader->info = cpng_libpng.png_create_info_struct(reader->png);
  if (!reader->info) return 0;
  cpng_libpng.png_set_read_fn(reader->png, reader, read_parts);
  return 1;
}

struct cpng_reader *cpng_create(const struct cpng_part *parts, size_t count) {
  struct cpng_reader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  reader->parts = parts;
  reader->part_count = count;
  if (set_up(reader)) return reader;
  cpng_destroy(reader);
  return NULL;
}

void cpng_destroy(struct cpng_reader *reader) {
  if (!reader) return;
  if (reader->png) cpng_libpng.png_destroy_read_struct(&reader->png, &reader->info, NULL);
  free(reader);
}

/* Takes the palette with its alphas, or the key. */
static void read_colours(struct cpng_reader *reader, struct cpng_picture *picture) {
  png_colorp colours = NULL;
  png_bytep alphas = NULL;
  png_color_16p key = NULL;
  int count = 0, alpha_count = 0;
  int has_transparency =
      cpng_libpng.png_get_tRNS(reader->png, reader->info, &alphas, &alpha_count, &key) != 0;
  if (picture->colour != CPNG_PALETTE) {
    picture->has_key = has_transparency && key != NULL;
    if (!picture->has_key) return;
    int is_gray = picture->colour == CPNG_GRAY;
    picture->key[0] = is_gray ? key->gray : key->red;
    picture->key[1] = is_gray ? key->gray : key->green;
    picture->key[2] = is_gray ? key->gray : key->blue;
    return;
  }
  if (!cpng_libpng.png_get_PLTE(reader->png, reader->info, &colours, &count)) {
    cpng_libpng.png_error(reader->png, "Missing PLTE before IDAT");
  }
  if (count > 256) count = 256;
  picture->palette_count = count;
  for (int entry = 0; entry < count; entry++) {
    unsigned char *colour = picture->palette + 4 * entry;
    colour[0] = colours[entry].red;
    colour[1] = colours[entry].green;
    colour[2] = colours[entry].blue;
    colour[3] = has_transparency && alphas && entry < alpha_count ? alphas[entry] : 255;
  }
}

int cpng_read_header(struct cpng_reader *reader, struct cpng_picture *picture) {
  png_uint_32 width, height;
  int depth, colour, interlacing;
  if (setjmp(reader->escape)) {
    memcpy(picture->message, reader->message, sizeof picture->message);
    return 0;
  }
  cpng_libpng.png_set_user_limits(reader->png, picture->width, picture->height);
  /* None of the chunks that are kept in memory is among those that are read. */
  cpng_libpng.png_set_chunk_cache_max(reader->png, 1);
  cpng_libpng.png_read_info(reader->png, reader->info);
  cpng_libpng.png_get_IHDR(
      reader->png, reader->info, &width, &height, &depth, &colour, &interlacing, NULL, NULL);
  if (width != picture->width || height != picture->height) {
    cpng_libpng.png_error(reader->png, "Other size than in IHDR");
  }
  picture->colour = (enum cpng_colour)colour;
  picture->bit_depth = depth;
  picture->is_interlaced = interlacing != PNG_INTERLACE_NONE;
  picture->palette_count = 0;
  picture->has_key = 0;
  if ((colour & PNG_COLOR_MASK_ALPHA) == 0) read_colours(reader, picture);
  cpng_libpng.png_set_packing(reader->png);
  if (colour == PNG_COLOR_TYPE_GRAY && depth < 8) {
    cpng_libpng.png_set_expand_gray_1_2_4_to_8(reader->png);
  }
  if (picture->has_key) {
    cpng_libpng.png_set_tRNS_to_alpha(reader->png);
    picture->colour = colour == PNG_COLOR_TYPE_GRAY ? CPNG_GRAY_ALPHA : CPNG_RGBA;
  }
  if (depth == 16 && is_little_endian) cpng_libpng.png_set_swap(reader->png);
  return 1;
}

int cpng_read_rows(
    struct cpng_reader *reader, struct cpng_picture *picture, void *rows, size_t row_length) {
  if (setjmp(reader->escape)) {
    memcpy(picture->message, reader->message, sizeof picture->message);
    return 0;
  }
  int passes = cpng_libpng.png_set_interlace_handling(reader->png);
  cpng_libpng.png_read_update_info(reader->png, reader->info);
  if (cpng_libpng.png_get_rowbytes(reader->png, reader->info) != row_length) {
    cpng_libpng.png_error(reader->png, "Other length of rows than expected");
  }
  for (int pass = 0; pass < passes; pass++) {
    for (unsigned y = 0; y < picture->height; y++) {
      cpng_libpng.png_read_row(reader->png, (png_bytep)rows + y * row_length, NULL);
    }
  }
  return 1;
}
