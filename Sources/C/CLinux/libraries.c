#include "libraries.h"

#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

/* As that of the dynamic linker, and of a shell that finds no program. */
static const int cannot_load = 127;

static void *end(void) {
  fprintf(stderr, "Error while loading shared libraries: %s\n", dlerror());
  fflush(stderr);
  _exit(cannot_load);
}

void *clibraries_load(const char *name) {
  void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  return library ? library : end();
}

void *clibraries_find(void *library, const char *function) {
  void *address = dlsym(library, function);
  return address ? address : end();
}
