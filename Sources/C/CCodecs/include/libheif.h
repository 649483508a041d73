#ifndef CCODECS_HEIF_H
#define CCODECS_HEIF_H

#include <libheif/heif.h>
#include <libraries.h>

/* What is called of libheif. */
#define CHEIF_FUNCTIONS(USE)                                                                      \
  USE(heif_context_add_XMP_metadata) USE(heif_context_add_exif_metadata) USE(heif_context_alloc)  \
  USE(heif_context_encode_image) USE(heif_context_free)                                           \
  USE(heif_context_get_encoder_for_format) USE(heif_context_get_primary_image_handle)             \
  USE(heif_context_read_from_memory_without_copy) USE(heif_context_set_maximum_image_size_limit)  \
  USE(heif_context_write) USE(heif_decode_image) USE(heif_decoding_options_alloc)                 \
  USE(heif_decoding_options_free) USE(heif_encoder_release) USE(heif_encoder_set_lossy_quality)   \
  USE(heif_encoder_set_parameter_string) USE(heif_encoding_options_alloc)                         \
  USE(heif_encoding_options_free) USE(heif_image_add_plane) USE(heif_image_create)                \
  USE(heif_image_get_decoding_warnings) USE(heif_image_get_height) USE(heif_image_get_plane)      \
  USE(heif_image_get_plane_readonly) USE(heif_image_get_width) USE(heif_image_handle_get_height)  \
  USE(heif_image_handle_get_ispe_height) USE(heif_image_handle_get_ispe_width)                    \
  USE(heif_image_handle_get_width) USE(heif_image_handle_has_alpha_channel)                       \
  USE(heif_image_handle_is_premultiplied_alpha) USE(heif_image_handle_release)                    \
  USE(heif_image_release) USE(heif_image_set_nclx_color_profile)                                  \
  USE(heif_image_set_raw_color_profile) USE(heif_init) USE(heif_nclx_color_profile_alloc)         \
  USE(heif_nclx_color_profile_free)

struct cheif_functions {
  CHEIF_FUNCTIONS(CLIBRARIES_FIELD)
};

/* Loads libheif (libraries.h). */
struct cheif_functions cheif_load(void);

#endif
