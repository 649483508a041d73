#include "libwebp.h"

#include <libraries.h>
#include <stdlib.h>
#include <webp/decode.h>
#include <webp/encode.h>

/* What is called of libwebp. */
#define CWEBP_FUNCTIONS(USE)                                                                      \
  USE(WebPConfigInitInternal) USE(WebPDecodeRGBAInto) USE(WebPEncode) USE(WebPFree)               \
  USE(WebPGetFeaturesInternal) USE(WebPMemoryWrite) USE(WebPMemoryWriterClear)                    \
  USE(WebPMemoryWriterInit) USE(WebPPictureFree) USE(WebPPictureImportRGBA)                       \
  USE(WebPPictureInitInternal)

static struct { CWEBP_FUNCTIONS(CLIBRARIES_FIELD) } libwebp;

void cwebp_load(void) {
  void *library = clibraries_load("libwebp.so.7");
  libwebp = (__typeof__(libwebp)){CWEBP_FUNCTIONS(CLIBRARIES_VALUE)};
}

int cwebp_decode(const uint8_t *bytes, size_t count, int width, int height, uint8_t *rows) {
  WebPBitstreamFeatures features;
  if (libwebp.WebPGetFeaturesInternal(bytes, count, &features, WEBP_DECODER_ABI_VERSION) !=
          VP8_STATUS_OK ||
      features.width != width || features.height != height || features.has_animation) {
    return 0;
  }
  const int row_length = 4 * width;
  return libwebp.WebPDecodeRGBAInto(
             bytes, count, rows, (size_t)row_length * (size_t)height, row_length) != NULL;
}

int cwebp_encode(
    const uint8_t *rows, int width, int height, float quality, uint8_t **bytes, size_t *count) {
  WebPConfig config;
  WebPPicture picture;
  WebPMemoryWriter writer;
  if (!libwebp.WebPConfigInitInternal(
          &config, WEBP_PRESET_DEFAULT, quality < 0 ? 75 : quality, WEBP_ENCODER_ABI_VERSION) ||
      !libwebp.WebPPictureInitInternal(&picture, WEBP_ENCODER_ABI_VERSION)) {
    return VP8_ENC_ERROR_INVALID_CONFIGURATION;
  }
  if (quality < 0) {
    config.lossless = 1;
    config.exact = 1;
  }
  picture.use_argb = config.lossless;
  picture.width = width;
  picture.height = height;
  picture.writer = libwebp.WebPMemoryWrite;
  picture.custom_ptr = &writer;
  libwebp.WebPMemoryWriterInit(&writer);
  int is_done = libwebp.WebPPictureImportRGBA(&picture, rows, 4 * width) &&
                libwebp.WebPEncode(&config, &picture);
  int error = is_done ? 0 : picture.error_code == 0 ? VP8_ENC_ERROR_OUT_OF_MEMORY
                                                    : (int)picture.error_code;
  libwebp.WebPPictureFree(&picture);
  if (is_done) {
    *bytes = writer.mem;
    *count = writer.size;
  } else {
    libwebp.WebPMemoryWriterClear(&writer);
  }
  return error;
}

void cwebp_free(uint8_t *bytes) { libwebp.WebPFree(bytes); }
