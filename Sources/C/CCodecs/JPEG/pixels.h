#ifndef PIXELS_H
#define PIXELS_H

/* A pixel as a 32-bit number, 0x??RRGGBB, in the machine's byte order: an extension of libjpeg-turbo,
   whose vector instructions take this as fast as bare RGB. After jpeglib.h. */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
static const J_COLOR_SPACE pixels = JCS_EXT_BGRX;
#else
static const J_COLOR_SPACE pixels = JCS_EXT_XRGB;
#endif

#endif
