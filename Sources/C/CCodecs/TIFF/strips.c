#include "library.h"

#include <stdlib.h>

int64_t ctiff_decode(const unsigned char *file, size_t count, unsigned char *samples, size_t room,
                     struct ctiff_message *message) {
  const struct ctiff_library *tiff = ctiff_library();
  struct ctiff_memory memory = {.bytes = file, .count = count};
  /* "c": one long strip is not taken for many. */
  TIFF *opened = ctiff_open(&memory, "rmc", message);
  if (!opened) return -1;
  tmsize_t done = tiff->TIFFReadEncodedStrip(opened, 0, samples, (tmsize_t)room);
  tiff->TIFFClose(opened);
  return message->text[0] == '\0' ? done : -1;
}

int ctiff_size(const unsigned char *file, size_t count, uint32_t *width, uint32_t *height) {
  const struct ctiff_library *tiff = ctiff_library();
  struct ctiff_memory memory = {.bytes = file, .count = count};
  struct ctiff_message message;
  TIFF *opened = ctiff_open(&memory, "rm", &message);
  if (!opened) return 0;
  int done = tiff->TIFFGetField(opened, TIFFTAG_IMAGEWIDTH, width) == 1 &&
             tiff->TIFFGetField(opened, TIFFTAG_IMAGELENGTH, height) == 1;
  tiff->TIFFClose(opened);
  return done;
}

static int set_fields(TIFF *file, const struct ctiff_form *form) {
  const struct ctiff_library *tiff = ctiff_library();
  int done = tiff->TIFFSetField(file, TIFFTAG_IMAGEWIDTH, form->width) &&
             tiff->TIFFSetField(file, TIFFTAG_IMAGELENGTH, form->rows) &&
             tiff->TIFFSetField(file, TIFFTAG_ROWSPERSTRIP, form->rows) &&
             tiff->TIFFSetField(file, TIFFTAG_SAMPLESPERPIXEL, form->samples_per_pixel) &&
             tiff->TIFFSetField(file, TIFFTAG_BITSPERSAMPLE, form->bits) &&
             tiff->TIFFSetField(file, TIFFTAG_SAMPLEFORMAT, form->sample_format) &&
             tiff->TIFFSetField(file, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) &&
             tiff->TIFFSetField(file, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK) &&
             tiff->TIFFSetField(file, TIFFTAG_FILLORDER, form->fill_order) &&
             tiff->TIFFSetField(file, TIFFTAG_COMPRESSION, form->compression);
  if (done && form->compression == COMPRESSION_CCITTFAX3) {
    done = tiff->TIFFSetField(file, TIFFTAG_GROUP3OPTIONS, form->t4_options);
  }
  if (done && form->predictor != PREDICTOR_NONE) {
    done = tiff->TIFFSetField(file, TIFFTAG_PREDICTOR, form->predictor);
  }
  return done;
}

unsigned char *ctiff_encode(const struct ctiff_form *form, unsigned char *samples, size_t count,
                            size_t *coded, struct ctiff_message *message) {
  const struct ctiff_library *tiff = ctiff_library();
  struct ctiff_memory memory = {.is_written = 1};
  TIFF *file = ctiff_open(&memory, form->is_big_endian ? "wbm" : "wlm", message);
  if (!file) {
    free(memory.owned);
    return NULL;
  }
  /* The header is written already; the strip is all that follows, until the file is closed. */
  size_t start = memory.count;
  int done = set_fields(file, form) &&
             tiff->TIFFWriteEncodedStrip(file, 0, samples, (tmsize_t)count) == (tmsize_t)count;
  size_t end = memory.count;
  unsigned char *bytes = NULL;
  if (done && message->text[0] == '\0' && end > start && (bytes = malloc(end - start))) {
    for (size_t index = start; index < end; index++) bytes[index - start] = memory.owned[index];
    *coded = end - start;
  }
  tiff->TIFFClose(file);
  free(memory.owned);
  return bytes;
}

void ctiff_free(unsigned char *bytes) { free(bytes); }

int ctiff_read_rgba(const unsigned char *file, size_t count, uint32_t width, uint32_t height,
                    uint32_t *pixels, struct ctiff_message *message) {
  const struct ctiff_library *tiff = ctiff_library();
  struct ctiff_memory memory = {.bytes = file, .count = count};
  TIFF *opened = ctiff_open(&memory, "rm", message);
  if (!opened) return 0;
  /* Stops at the first error, which is told. */
  int done = tiff->TIFFReadRGBAImageOriented(opened, width, height, pixels, ORIENTATION_TOPLEFT, 1);
  tiff->TIFFClose(opened);
  return done && message->text[0] == '\0';
}
