#ifndef LIBTIFF_H
#define LIBTIFF_H

#include <CLibraries.h>
#include <tiffio.h>

/* What is called of the libtiff that comes with libgd; set by cgd_load. */
#define CGD_LIBTIFF_FUNCTIONS(USE) USE(TIFFSetErrorHandler) USE(TIFFSetWarningHandler)

struct cgd_libtiff {
  CGD_LIBTIFF_FUNCTIONS(CLIBRARIES_FIELD)
};

extern struct cgd_libtiff cgd_libtiff;

#endif
