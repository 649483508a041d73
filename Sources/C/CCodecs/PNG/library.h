#ifndef CPNG_LIBRARY_H
#define CPNG_LIBRARY_H

#include <libraries.h>
#include <png.h>

/* What is called of libpng; set by cpng_load. */
#define CPNG_LIBPNG_FUNCTIONS(USE)                                                                \
  USE(png_create_info_struct) USE(png_create_read_struct) USE(png_create_write_struct)            \
  USE(png_destroy_read_struct) USE(png_destroy_write_struct) USE(png_error) USE(png_get_IHDR)     \
  USE(png_get_PLTE) USE(png_get_error_ptr) USE(png_get_io_ptr) USE(png_get_rowbytes)              \
  USE(png_get_tRNS) USE(png_read_info) USE(png_read_row) USE(png_read_update_info)                \
  USE(png_set_IHDR) USE(png_set_PLTE) USE(png_set_chunk_cache_max)                                \
  USE(png_set_compression_level) USE(png_set_expand_gray_1_2_4_to_8) USE(png_set_filler)          \
  USE(png_set_interlace_handling) USE(png_set_packing) USE(png_set_read_fn) USE(png_set_swap)     \
  USE(png_set_tRNS) USE(png_set_tRNS_to_alpha) USE(png_set_user_limits) USE(png_set_write_fn)     \
  USE(png_write_end) USE(png_write_info) USE(png_write_row)

struct cpng_libpng {
  CPNG_LIBPNG_FUNCTIONS(CLIBRARIES_FIELD)
};

extern struct cpng_libpng cpng_libpng;

/* Whether this machine keeps the lowest byte of a number first. */
static const int is_little_endian = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;

#endif
