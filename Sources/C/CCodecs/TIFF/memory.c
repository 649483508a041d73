#include "library.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct ctiff_library functions;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *library = clibraries_load("libtiff.so.6");
  functions = (struct ctiff_library){CTIFF_FUNCTIONS(CLIBRARIES_VALUE)};
}

const struct ctiff_library *ctiff_library(void) {
  pthread_once(&once, load);
  return &functions;
}

static tmsize_t read_memory(thandle_t handle, void *buffer, tmsize_t size) {
  struct ctiff_memory *memory = handle;
  if (size <= 0 || memory->position >= memory->count) return 0;
  size_t available = memory->count - memory->position;
  size_t part = (size_t)size < available ? (size_t)size : available;
  memcpy(buffer, memory->bytes + memory->position, part);
  memory->position += part;
  return (tmsize_t)part;
}

/* Only what was made here is written to. */
static tmsize_t write_memory(thandle_t handle, void *buffer, tmsize_t size) {
  struct ctiff_memory *memory = handle;
  if (!memory->is_written || size <= 0) return 0;
  size_t end;
  if (__builtin_add_overflow(memory->position, (size_t)size, &end)) return 0;
  if (end > memory->room) {
    size_t room = end < SIZE_MAX / 2 ? end + end / 2 + 4096 : end;
    unsigned char *bytes = realloc(memory->owned, room);
    if (!bytes) return 0;
    memory->owned = bytes;
    memory->bytes = bytes;
    memory->room = room;
  }
  if (memory->position > memory->count) {
    memset(memory->owned + memory->count, 0, memory->position - memory->count);
  }
  memcpy(memory->owned + memory->position, buffer, (size_t)size);
  memory->position = end;
  if (end > memory->count) memory->count = end;
  return size;
}

static toff_t seek_memory(thandle_t handle, toff_t offset, int whence) {
  struct ctiff_memory *memory = handle;
  size_t start = whence == SEEK_CUR ? memory->position : whence == SEEK_END ? memory->count : 0;
  memory->position = start + offset;
  return memory->position;
}

static int close_memory(thandle_t handle) {
  (void)handle;
  return 0;
}

static toff_t size_of_memory(thandle_t handle) { return ((struct ctiff_memory *)handle)->count; }

static int record(TIFF *tiff, void *data, const char *module, const char *format, va_list arguments) {
  (void)tiff, (void)module;
  struct ctiff_message *message = data;
  if (message->text[0] == '\0') vsnprintf(message->text, sizeof message->text, format, arguments);
  return 1;
}

static int ignore(TIFF *tiff, void *data, const char *module, const char *format, va_list arguments) {
  (void)tiff, (void)data, (void)module, (void)format, (void)arguments;
  return 1;
}

TIFF *ctiff_open(struct ctiff_memory *memory, const char *mode, struct ctiff_message *message) {
  const struct ctiff_library *tiff = ctiff_library();
  message->text[0] = '\0';
  TIFFOpenOptions *options = tiff->TIFFOpenOptionsAlloc();
  if (!options) return NULL;
  tiff->TIFFOpenOptionsSetErrorHandlerExtR(options, record, message);
  tiff->TIFFOpenOptionsSetWarningHandlerExtR(options, ignore, NULL);
  TIFF *file = tiff->TIFFClientOpenExt("", mode, memory, read_memory, write_memory, seek_memory,
                                       close_memory, size_of_memory, NULL, NULL, options);
  tiff->TIFFOpenOptionsFree(options);
  return file;
}
