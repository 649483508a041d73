#include "libjpeg.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

/* After stdio.h, which it needs. */
#include <jpeglib.h>
#include <jerror.h>

#include "pixels.h"

struct encoder {
  struct jpeg_compress_struct info;
  struct jpeg_error_mgr errors;
  struct jpeg_destination_mgr target;
  jmp_buf escape;
  int is_full;
};

static void fail(j_common_ptr info) {
  struct encoder *encoder = info->client_data;
  longjmp(encoder->escape, 1);
}

static void print_nothing(j_common_ptr info) { (void)info; }

/* The room is given before the start. */
static void begin(j_compress_ptr info) { (void)info; }

static boolean full(j_compress_ptr info) {
  struct encoder *encoder = info->client_data;
  encoder->is_full = 1;
  longjmp(encoder->escape, 1);
}

static void end(j_compress_ptr info) { (void)info; }

static enum cjpeg_result failure(const struct encoder *encoder) {
  if (encoder->is_full) return CJPEG_NO_ROOM;
  switch (encoder->errors.msg_code) {
    case JERR_OUT_OF_MEMORY:
    case JERR_NO_BACKING_STORE:
      return CJPEG_NO_MEMORY;
    default:
      return CJPEG_INVALID;
  }
}

static enum cjpeg_result encode(
    struct encoder *encoder, int *const *rows, struct cjpeg_size size, int quality) {
  struct jpeg_compress_struct *info = &encoder->info;
  if (setjmp(encoder->escape)) return failure(encoder);
  jpeg_create_compress(info);
  info->dest = &encoder->target;
  info->image_width = size.width;
  info->image_height = size.height;
  info->input_components = 4;
  info->in_color_space = pixels;
  /* Among them chroma at half of the resolution. */
  jpeg_set_defaults(info);
  jpeg_set_quality(info, quality, TRUE);
  info->optimize_coding = TRUE;
  jpeg_start_compress(info, TRUE);
  while (info->next_scanline < info->image_height) {
    JSAMPROW row = (JSAMPROW)rows[info->next_scanline];
    jpeg_write_scanlines(info, &row, 1);
  }
  jpeg_finish_compress(info);
  return CJPEG_DONE;
}

enum cjpeg_result cjpeg_encode(
    int *const *rows, struct cjpeg_size size, int quality, unsigned char *bytes, size_t *count) {
  struct encoder *encoder = calloc(1, sizeof *encoder);
  if (!encoder) return CJPEG_NO_MEMORY;
  encoder->info.err = jpeg_std_error(&encoder->errors);
  encoder->errors.error_exit = fail;
  encoder->errors.output_message = print_nothing;
  encoder->info.client_data = encoder;
  encoder->target.init_destination = begin;
  encoder->target.empty_output_buffer = full;
  encoder->target.term_destination = end;
  encoder->target.next_output_byte = bytes;
  encoder->target.free_in_buffer = *count;
  enum cjpeg_result result = encode(encoder, rows, size, quality);
  *count -= encoder->target.free_in_buffer;
  jpeg_destroy_compress(&encoder->info);
  free(encoder);
  return result;
}
