#include "craw.h"

#include <dlfcn.h>
#include <errno.h>
#include <libraw/libraw.h>
#include <stdlib.h>
#include <time.h>

#define TEXT_OF(number) #number
#define NAME_OF(number) "libraw.so." TEXT_OF(number)
/* That of the header's version, as which libraw_data_t is laid out. */
static const char name[] = NAME_OF(LIBRAW_SHLIB_CURRENT);

#define FUNCTIONS(USE)                                                                          \
  USE(libraw_init) USE(libraw_open_buffer) USE(libraw_unpack) USE(libraw_dcraw_process)         \
  USE(libraw_dcraw_make_mem_image) USE(libraw_dcraw_clear_mem) USE(libraw_close)                \
  USE(libraw_strerror)

#define FIELD(function) __typeof__(function) *function;
static struct { FUNCTIONS(FIELD) } raw;
static int is_loaded;

int craw_is_there(void) {
  if (is_loaded) return 1;
  void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (library) dlclose(library);
  return library != NULL;
}

int craw_load(void) {
  if (is_loaded) return 1;
  /* Before the process is confined: glibc reads the zone that the environment names. */
  tzset();
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
#define FIND(function) \
  if (!(raw.function = (__typeof__(raw.function))dlsym(library, #function))) return 0;
  FUNCTIONS(FIND)
  is_loaded = 1;
  return 1;
}

static enum craw_result failed(libraw_data_t *data, int code, const char **detail) {
  *detail = raw.libraw_strerror(code);
  raw.libraw_close(data);
  /* Negative numbers beside LibRaw's own are those of errno. */
  return code == LIBRAW_UNSUFFICIENT_MEMORY || code == ENOMEM ? CRAW_NO_MEMORY : CRAW_FAILED;
}

enum craw_result craw_develop(
    const void *bytes, size_t count, size_t max_pixels, struct craw_picture *picture,
    const char **detail) {
  *picture = (struct craw_picture){0};
  *detail = "LibRaw is not loaded";
  if (!is_loaded) return CRAW_FAILED;
  libraw_data_t *data = raw.libraw_init(0);
  *detail = "LibRaw has no memory";
  if (!data) return CRAW_NO_MEMORY;
  data->params.use_camera_wb = 1;
  data->params.output_color = 1;
  data->params.output_bps = 8;
  data->params.user_flip = 0;
  /* LibRaw only reads it. */
  int code = raw.libraw_open_buffer(data, (void *)bytes, count);
  if (code != LIBRAW_SUCCESS) return failed(data, code, detail);
  size_t width = data->sizes.iwidth, height = data->sizes.iheight;
  size_t raw_width = data->sizes.raw_width, raw_height = data->sizes.raw_height;
  if (width * height > max_pixels || raw_width * raw_height > 2 * max_pixels) {
    picture->width = (int)width;
    picture->height = (int)height;
    *detail = "too many pixels";
    raw.libraw_close(data);
    return CRAW_TOO_LARGE;
  }
  code = raw.libraw_unpack(data);
  if (code == LIBRAW_SUCCESS) code = raw.libraw_dcraw_process(data);
  if (code != LIBRAW_SUCCESS) return failed(data, code, detail);
  libraw_processed_image_t *made = raw.libraw_dcraw_make_mem_image(data, &code);
  if (!made) return failed(data, code ? code : LIBRAW_UNSUFFICIENT_MEMORY, detail);
  raw.libraw_close(data);
  if (made->type != LIBRAW_IMAGE_BITMAP || made->colors != 3 || made->bits != 8
      || made->data_size != (size_t)made->width * made->height * 3) {
    *detail = "not a picture of three colours";
    raw.libraw_dcraw_clear_mem(made);
    return CRAW_FAILED;
  }
  *picture = (struct craw_picture){made->width, made->height, made->data, made};
  return CRAW_DONE;
}

void craw_free(struct craw_picture *picture) {
  if (picture->owner) raw.libraw_dcraw_clear_mem(picture->owner);
  *picture = (struct craw_picture){0};
}
