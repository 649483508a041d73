#ifndef CLINUX_LIBRARIES_H
#define CLINUX_LIBRARIES_H

/* Shared libraries that are loaded at their first use, not at the program's start.

   libgd and libheif bring fifty others with them, and these what they do at their own start: half of
   the time of a program that stamps one JPEG, which needs none of them. Swift cannot hand out a
   function of such a library with the type that its header gives it; each target of a library
   collects its functions, typed by the header, in a structure. */

/* Loads a library by the name that programs built with its headers ask the dynamic linker for. Where
   that fails, the process ends as the dynamic linker ends a program at its start: with a line that says
   why, and exit code 127. */
void *clibraries_load(const char *name);

/* A function of a loaded library, or of those that came with it; ends the process likewise. */
void *clibraries_find(void *library, const char *function);

/* The two that make a structure of functions: a field of the function's own type, and its value. */
#define CLIBRARIES_FIELD(function) __typeof__(function) *function;
#define CLIBRARIES_VALUE(function) .function = clibraries_find(library, #function),

#endif
