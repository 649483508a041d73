#include "libgd.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <tiffio.h>

struct message_log {
  char first[256];
  char last[256];
};

static _Thread_local struct message_log log_of_thread;

static void record(const char *format, va_list arguments) {
  vsnprintf(log_of_thread.last, sizeof log_of_thread.last, format, arguments);
  if (log_of_thread.first[0] == '\0') {
    memcpy(log_of_thread.first, log_of_thread.last, sizeof log_of_thread.first);
  }
}

static void record_gd(int priority, const char *format, va_list arguments) {
  (void)priority;
  record(format, arguments);
}

static void record_tiff(const char *module, const char *format, va_list arguments) {
  (void)module;
  record(format, arguments);
}

/* What is called here of libgd and of the libtiff that comes with it. */
#define HANDLER_FUNCTIONS(USE)                                                                    \
  USE(gdSetErrorMethod) USE(TIFFSetErrorHandler) USE(TIFFSetWarningHandler)

struct handler_functions {
  HANDLER_FUNCTIONS(CLIBRARIES_FIELD)
};

struct cgd_functions cgd_load(void) {
  void *library = clibraries_load("libgd.so.3");
  struct handler_functions functions = {HANDLER_FUNCTIONS(CLIBRARIES_VALUE)};
  functions.gdSetErrorMethod(record_gd);
  functions.TIFFSetErrorHandler(record_tiff);
  functions.TIFFSetWarningHandler(NULL);
  return (struct cgd_functions){CGD_FUNCTIONS(CLIBRARIES_VALUE)};
}

void cgd_clear_message_log(void) {
  log_of_thread.first[0] = '\0';
  log_of_thread.last[0] = '\0';
}

const char *cgd_first_message(void) { return log_of_thread.first; }

const char *cgd_last_message(void) { return log_of_thread.last; }

/* libgd leaves libpng's warnings to libpng, which prints them, even one for every interlaced photo.
   libpng calls its own functions through the dynamic linker, so it finds this one first: the
   program is linked with libpng (module.modulemap), hence the linker exports the name. */
__attribute__((visibility("default"))) void png_warning(const void *png, const char *message);
void png_warning(const void *png, const char *message) {
  (void)png;
  (void)message;
}
