#ifndef CCODECS_PNG_H
#define CCODECS_PNG_H

#include <stddef.h>

/* What Swift cannot do with libpng, which is loaded at its first use (libraries.h).

   libpng reports an error by a call that must not return. Here it jumps back into the function below
   that called libpng (setjmp, longjmp), which Swift cannot do, and none of these jumps crosses a frame
   of Swift. Nothing is printed: the message is kept in the caller's picture.

   In memory, samples of less than eight bits take a byte each: greys are scaled to 0…255, numbers of a
   palette are as they are. Samples of 16 bits are in the machine's byte order. */

/* Loads libpng. Call once, before any other function here. */
void cpng_load(void);

/* The colour types of IHDR. */
enum cpng_colour {
  CPNG_GRAY = 0,
  CPNG_RGB = 2,
  CPNG_PALETTE = 3,
  CPNG_GRAY_ALPHA = 4,
  CPNG_RGBA = 6,
};

/* All of a picture but its rows. */
struct cpng_picture {
  unsigned width;
  unsigned height;
  /* As it is in memory: gray and RGB have an alpha channel where the file has a key. */
  enum cpng_colour colour;
  /* Of a sample in the file: 1, 2, 4, 8 or 16. */
  int bit_depth;
  int is_interlaced;
  /* Red, green, blue and alpha of each entry. */
  int palette_count;
  unsigned char palette[256 * 4];
  /* The one gray (the first number) or colour that stands for transparency in the file, as its samples
     are there. */
  int has_key;
  unsigned short key[3];
  /* What libpng said of an error; an empty string where there was none. */
  char message[128];
};

/* Bytes of a file, of which several make it up. */
struct cpng_part {
  const unsigned char *bytes;
  size_t count;
};

struct cpng_reader;

/* Makes a reader of a file's parts, which must stay valid as long as it; NULL where memory is short. */
struct cpng_reader *cpng_create(const struct cpng_part *parts, size_t count);

/* Frees the reader; does nothing for NULL. */
void cpng_destroy(struct cpng_reader *reader);

/* Reads up to the first row; 0 where it fails. Call once, first. A picture that is not of the size that
   `picture` says on entry is refused. */
int cpng_read_header(struct cpng_reader *reader, struct cpng_picture *picture);

/* Reads all rows, each `row_length` bytes after the one before; 0 where it fails, or where rows are not
   of that length. Call once. */
int cpng_read_rows(
    struct cpng_reader *reader, struct cpng_picture *picture, void *rows, size_t row_length);

/* Takes what is written; 0 stops the writing. */
typedef int cpng_sink(void *context, const void *bytes, size_t count);

/* Writes a picture as a file of the chunks that make it up; 0 where it fails. The rows are as they are in
   memory, `row_length` bytes each; `level` is zlib's. With a key, the file has no alpha channel. May fail
   by a jump, not beyond this function. */
int cpng_write(
    struct cpng_picture *picture, const void *rows, size_t row_length, int level, cpng_sink *sink,
    void *context);

#endif
