#ifndef CTEXT_FONTCONFIG_H
#define CTEXT_FONTCONFIG_H

/* fontconfig.h includes <sys/stat.h> for one pointer. Without this, CText has a `struct stat` of its own
   beside Glibc's, and which of the two a Swift file gets depends on the order in which it is compiled. */
#define _SYS_STAT_H 1
struct stat;

#include <fontconfig/fontconfig.h>
#include <libraries.h>

/* What is called of fontconfig. */
#define CFONTCONFIG_FUNCTIONS(USE)                                                                \
  USE(FcCharSetAddChar) USE(FcCharSetCreate) USE(FcCharSetDestroy) USE(FcCharSetHasChar)          \
  USE(FcConfigSubstitute) USE(FcDefaultSubstitute) USE(FcFontMatch)                               \
  USE(FcInitLoadConfigAndFonts) USE(FcPatternAddBool) USE(FcPatternAddCharSet)                    \
  USE(FcPatternAddInteger) USE(FcPatternAddString) USE(FcPatternCreate) USE(FcPatternDestroy)     \
  USE(FcPatternGetCharSet) USE(FcPatternGetInteger) USE(FcPatternGetString)

struct cfontconfig_functions {
  CFONTCONFIG_FUNCTIONS(CLIBRARIES_FIELD)
};

/* Loads fontconfig (libraries.h). */
struct cfontconfig_functions cfontconfig_load(void);

#endif
