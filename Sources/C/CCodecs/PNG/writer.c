#include "libpng.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"

struct writer {
  png_structp png;
  png_infop info;
  cpng_sink *sink;
  void *context;
  /* A row whose greys are of less than eight bits again. */
  unsigned char *narrow;
  jmp_buf escape;
  struct cpng_picture *picture;
};

static void fail(png_structp png, png_const_charp message) {
  struct writer *writer = cpng_libpng.png_get_error_ptr(png);
  strncpy(writer->picture->message, message, sizeof writer->picture->message - 1);
  longjmp(writer->escape, 1);
}

static void ignore(png_structp png, png_const_charp message) { (void)png, (void)message; }

static void write_to_sink(png_structp png, png_bytep bytes, size_t count) {
  struct writer *writer = cpng_libpng.png_get_io_ptr(png);
  if (!writer->sink(writer->context, bytes, count)) cpng_libpng.png_error(png, "Write Error");
}

static void flush_nothing(png_structp png) { (void)png; }

/* Of IHDR: without the alpha that a key stands for. */
static int colour_type(const struct cpng_picture *picture) {
  int colour = (int)picture->colour;
  return picture->has_key ? colour & ~PNG_COLOR_MASK_ALPHA : colour;
}

static void write_colours(struct writer *writer) {
  struct cpng_picture *picture = writer->picture;
  if (picture->has_key) {
    png_color_16 key = {0, picture->key[0], picture->key[1], picture->key[2], picture->key[0]};
    cpng_libpng.png_set_tRNS(writer->png, writer->info, NULL, 0, &key);
  }
  if (picture->colour != CPNG_PALETTE) return;
  png_color colours[256];
  png_byte alphas[256];
  int alpha_count = 0;
  for (int entry = 0; entry < picture->palette_count && entry < 256; entry++) {
    const unsigned char *colour = picture->palette + 4 * entry;
    colours[entry] = (png_color){colour[0], colour[1], colour[2]};
    alphas[entry] = colour[3];
    if (colour[3] < 255) alpha_count = entry + 1;
  }
  cpng_libpng.png_set_PLTE(writer->png, writer->info, colours, picture->palette_count);
  if (alpha_count > 0) {
    cpng_libpng.png_set_tRNS(writer->png, writer->info, alphas, alpha_count, NULL);
  }
}

/* A row as libpng takes it: with greys of less than eight bits as numbers of their steps; with a key,
   each without the byte of its alpha. */
static png_const_bytep as_written(struct writer *writer, const unsigned char *row, unsigned width) {
  const struct cpng_picture *picture = writer->picture;
  if (!writer->narrow) return row;
  int step = picture->has_key ? 2 : 1, shift = 8 - picture->bit_depth;
  for (unsigned x = 0; x < width; x++) writer->narrow[x] = row[step * x] >> shift;
  return writer->narrow;
}

static int write(struct writer *writer, const void *rows, size_t row_length, int level) {
  struct cpng_picture *picture = writer->picture;
  if (setjmp(writer->escape)) return 0;
  writer->png =
      cpng_libpng.png_create_write_struct(PNG_LIBPNG_VER_STRING, writer, fail, ignore);
  if (!writer->png) return 0;
  writer->info = cpng_libpng.png_create_info_struct(writer->png);
  if (!writer->info) return 0;
  png_structp png = writer->png;
  cpng_libpng.png_set_write_fn(png, writer, write_to_sink, flush_nothing);
  cpng_libpng.png_set_user_limits(png, picture->width, picture->height);
  cpng_libpng.png_set_compression_level(png, level);
  cpng_libpng.png_set_IHDR(
      png, writer->info, picture->width, picture->height, picture->bit_depth, colour_type(picture),
      picture->is_interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
      PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  write_colours(writer);
  cpng_libpng.png_write_info(png, writer->info);
  if (picture->bit_depth < 8) cpng_libpng.png_set_packing(png);
  if (picture->bit_depth == 16 && is_little_endian) cpng_libpng.png_set_swap(png);
  int is_narrow_gray = picture->bit_depth < 8 && picture->colour != CPNG_PALETTE;
  if (picture->has_key && !is_narrow_gray) cpng_libpng.png_set_filler(png, 0, PNG_FILLER_AFTER);
  if (is_narrow_gray) {
    writer->narrow = malloc(picture->width);
    if (!writer->narrow) cpng_libpng.png_error(png, "Out of memory");
  }
  int passes = cpng_libpng.png_set_interlace_handling(png);
  for (int pass = 0; pass < passes; pass++) {
    for (unsigned y = 0; y < picture->height; y++) {
      const unsigned char *row = (const unsigned char *)rows + y * row_length;
      cpng_libpng.png_write_row(png, as_written(writer, row, picture->width));
    }
  }
  cpng_libpng.png_write_end(png, NULL);
  return 1;
}

int cpng_write(
    struct cpng_picture *picture, const void *rows, size_t row_length, int level, cpng_sink *sink,
    void *context) {
  struct writer *writer = calloc(1, sizeof *writer);
  if (!writer) return 0;
  writer->picture = picture;
  writer->sink = sink;
  writer->context = context;
  int done = write(writer, rows, row_length, level);
  if (writer->png) cpng_libpng.png_destroy_write_struct(&writer->png, &writer->info);
  free(writer->narrow);
  free(writer);
  return done;
}
