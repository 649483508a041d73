#ifndef CFONTCONFIG_H
#define CFONTCONFIG_H

#include <CLibraries.h>
#include <fontconfig/fontconfig.h>

/* What is called of fontconfig. */
#define CFONTCONFIG_FUNCTIONS(USE)                                                                \
  USE(FcCharSetAddChar) USE(FcCharSetCreate) USE(FcCharSetDestroy) USE(FcCharSetHasChar)          \
  USE(FcConfigSubstitute) USE(FcDefaultSubstitute) USE(FcFontMatch) USE(FcInitLoadConfigAndFonts)                         \
  USE(FcPatternAddBool) USE(FcPatternAddCharSet) USE(FcPatternAddInteger) USE(FcPatternAddString)                       \
  USE(FcPatternCreate) USE(FcPatternDestroy) USE(FcPatternGetCharSet) USE(FcPatternGetInteger) USE(FcPatternGetString)

struct cfontconfig_functions {
  CFONTCONFIG_FUNCTIONS(CLIBRARIES_FIELD)
};

/* Loads fontconfig (CLibraries.h). */
struct cfontconfig_functions cfontconfig_load(void);

#endif
