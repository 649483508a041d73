#include "libjpeg.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* After stdio.h, which it needs. */
#include <jpeglib.h>
#include <jerror.h>

#include "pixels.h"

struct cjpeg_decoder {
  struct jpeg_decompress_struct info;
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  /* Where error_exit jumps to: set anew by every function that calls libjpeg. */
  jmp_buf escape;
  int max_scans;
  char message[JMSG_LENGTH_MAX];
  char last_warning[JMSG_LENGTH_MAX];
  char warnings[2048];
  int has_more;
};

static struct cjpeg_decoder *decoder_of(j_common_ptr info) { return info->client_data; }

static void fail(j_common_ptr info) {
  struct cjpeg_decoder *decoder = decoder_of(info);
  decoder->errors.format_message(info, decoder->message);
  longjmp(decoder->escape, 1);
}

/* Levels below 0 are warnings, others traces. */
static void note(j_common_ptr info, int level) {
  struct cjpeg_decoder *decoder = decoder_of(info);
  char warning[JMSG_LENGTH_MAX];
  if (level >= 0) return;
  decoder->errors.num_warnings++;
  decoder->errors.format_message(info, warning);
  if (strcmp(warning, decoder->last_warning) == 0) return;
  memcpy(decoder->last_warning, warning, sizeof warning);
  if (decoder->has_more) return;
  size_t used = strlen(decoder->warnings), room = sizeof decoder->warnings - used;
  decoder->has_more = strlen(warning) + sizeof "\nAnd more\n" > room;
  snprintf(decoder->warnings + used, room, "%s\n", decoder->has_more ? "And more" : warning);
}

static void print_nothing(j_common_ptr info) { (void)info; }

/* A file of a few kilobytes may hold thousands of scans, each of which takes a pass over all
   coefficients. */
static void count_scans(j_common_ptr info) {
  struct cjpeg_decoder *decoder = decoder_of(info);
  if (decoder->info.input_scan_number > decoder->max_scans) {
    snprintf(decoder->message, sizeof decoder->message, "More than %d scans", decoder->max_scans);
    decoder->errors.msg_code = 0;
    longjmp(decoder->escape, 1);
  }
}

static enum cjpeg_result failure(const struct cjpeg_decoder *decoder) {
  switch (decoder->errors.msg_code) {
    case JERR_OUT_OF_MEMORY:
    case JERR_NO_BACKING_STORE:
      return CJPEG_NO_MEMORY;
    case JERR_BAD_PRECISION:
      return CJPEG_PRECISION;
    case JERR_ARITH_NOTIMPL:
      return CJPEG_ARITHMETIC;
    case JERR_SOF_UNSUPPORTED:
      return CJPEG_PROCESS;
    case JERR_CONVERSION_NOTIMPL:
    case JERR_BAD_J_COLORSPACE:
    case JERR_COMPONENT_COUNT:
      return CJPEG_COLOUR;
    default:
      return CJPEG_INVALID;
  }
}

/* Sets up libjpeg's part of a decoder; 0 where memory is short. */
static int set_up(
    struct cjpeg_decoder *decoder, const unsigned char *bytes, size_t count, size_t max_memory) {
  static const unsigned char nothing[] = {0};
  if (setjmp(decoder->escape)) return 0;
  jpeg_create_decompress(&decoder->info);
  decoder->info.mem->max_memory_to_use = (long)max_memory;
  decoder->progress.progress_monitor = count_scans;
  decoder->info.progress = &decoder->progress;
  /* jpeg_mem_src refuses an empty file. */
  jpeg_mem_src(&decoder->info, count > 0 ? bytes : nothing, count > 0 ? count : 1);
  return 1;
}

struct cjpeg_decoder *cjpeg_create(
    const unsigned char *bytes, size_t count, size_t max_memory, int max_scans) {
  struct cjpeg_decoder *decoder = calloc(1, sizeof *decoder);
  if (!decoder) return NULL;
  decoder->info.err = jpeg_std_error(&decoder->errors);
  decoder->errors.error_exit = fail;
  decoder->errors.emit_message = note;
  decoder->errors.output_message = print_nothing;
  decoder->info.client_data = decoder;
  decoder->max_scans = max_scans;
  if (set_up(decoder, bytes, count, max_memory)) return decoder;
  cjpeg_destroy(decoder);
  return NULL;
}

void cjpeg_destroy(struct cjpeg_decoder *decoder) {
  if (!decoder) return;
  jpeg_destroy_decompress(&decoder->info);
  free(decoder);
}

enum cjpeg_result cjpeg_read_header(struct cjpeg_decoder *decoder, struct cjpeg_size *size) {
  struct jpeg_decompress_struct *info = &decoder->info;
  if (setjmp(decoder->escape)) return failure(decoder);
  jpeg_read_header(info, TRUE);
  size->width = info->image_width;
  size->height = info->image_height;
  if (info->data_precision != 8) return CJPEG_PRECISION;
  if (info->arith_code) return CJPEG_ARITHMETIC;
  switch (info->jpeg_color_space) {
    case JCS_GRAYSCALE:
    case JCS_RGB:
    case JCS_YCbCr:
      info->out_color_space = pixels;
      return CJPEG_DONE;
    case JCS_CMYK:
    case JCS_YCCK:
      info->out_color_space = JCS_CMYK;
      return CJPEG_DONE;
    default:
      return CJPEG_COLOUR;
  }
}

enum cjpeg_result cjpeg_start(
    struct cjpeg_decoder *decoder, unsigned eighths, struct cjpeg_picture *picture) {
  struct jpeg_decompress_struct *info = &decoder->info;
  if (setjmp(decoder->escape)) return failure(decoder);
  info->scale_num = eighths;
  info->scale_denom = 8;
  jpeg_start_decompress(info);
  picture->size.width = info->output_width;
  picture->size.height = info->output_height;
  picture->is_cmyk = info->out_color_space == JCS_CMYK;
  picture->is_inverted = info->saw_Adobe_marker;
  return CJPEG_DONE;
}

enum cjpeg_result cjpeg_read_row(struct cjpeg_decoder *decoder, void *row) {
  JSAMPROW samples = row;
  if (setjmp(decoder->escape)) return failure(decoder);
  if (jpeg_read_scanlines(&decoder->info, &samples, 1) == 1) return CJPEG_DONE;
  return CJPEG_INVALID;
}

const char *cjpeg_message(const struct cjpeg_decoder *decoder) { return decoder->message; }

const char *cjpeg_warnings(const struct cjpeg_decoder *decoder) { return decoder->warnings; }
