#ifndef CRAW_H
#define CRAW_H

#include <stddef.h>
#include <stdint.h>

/* LibRaw, which develops what a camera's sensor measured. Its structures change with each version and are
   laid out by its header's macros, which Swift does not import; so what is done with them is done here.

   Unlike other libraries it may be missing: few photos need it. */

/* Whether LibRaw is there. Nothing of it is loaded for good. */
int craw_is_there(void);

/* Loads LibRaw, and what it reads of the machine; in a process with one thread, before it gives up the
   right to open files. Returns 0 where it is not there. */
int craw_load(void);

/* Three bytes a pixel: red, green and blue in sRGB, row by row. */
struct craw_picture {
  int width;
  int height;
  const uint8_t *pixels;
  /* What the pixels are in. */
  void *owner;
};

enum craw_result {
  CRAW_DONE = 0,
  CRAW_FAILED,
  CRAW_NO_MEMORY,
  /* More pixels than allowed; width and height say how many. */
  CRAW_TOO_LARGE,
};

/* Develops a file with the camera's white balance, not turned. A result other than CRAW_DONE leaves nothing to
   be freed; detail then says why, for as long as the process runs. */
enum craw_result craw_develop(
    const void *bytes, size_t count, size_t max_pixels, struct craw_picture *picture,
    const char **detail);

void craw_free(struct craw_picture *picture);

#endif
