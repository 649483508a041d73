#include "CGD.h"
#include "libtiff.h"

#include <string.h>

/* A file in memory, as libtiff reads it. */
struct memory {
  const unsigned char *bytes;
  toff_t count;
  toff_t position;
};

static tsize_t read_memory(thandle_t handle, void *buffer, tsize_t size) {
  struct memory *memory = handle;
  if (size <= 0 || memory->position >= memory->count) return 0;
  toff_t available = memory->count - memory->position;
  toff_t part = (toff_t)size < available ? (toff_t)size : available;
  memcpy(buffer, memory->bytes + memory->position, part);
  memory->position += part;
  return (tsize_t)part;
}

static tsize_t write_nothing(thandle_t handle, void *buffer, tsize_t size) {
  (void)handle, (void)buffer, (void)size;
  return 0;
}

static toff_t seek_memory(thandle_t handle, toff_t offset, int whence) {
  struct memory *memory = handle;
  toff_t start = whence == SEEK_CUR ? memory->position : whence == SEEK_END ? memory->count : 0;
  memory->position = start + offset;
  return memory->position;
}

static int close_nothing(thandle_t handle) {
  (void)handle;
  return 0;
}

static toff_t size_of_memory(thandle_t handle) { return ((struct memory *)handle)->count; }

int cgd_tiff_size(const unsigned char *bytes, size_t count, uint32_t *width, uint32_t *height) {
  struct memory memory = {bytes, count, 0};
  /* "m": the file is not mapped, so there are no functions for that. */
  TIFF *tiff = cgd_libtiff.TIFFClientOpen("", "rm", &memory, read_memory, write_nothing, seek_memory,
                                          close_nothing, size_of_memory, NULL, NULL);
  if (!tiff) return 0;
  int done = cgd_libtiff.TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, width) == 1 &&
             cgd_libtiff.TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, height) == 1;
  cgd_libtiff.TIFFClose(tiff);
  return done;
}
