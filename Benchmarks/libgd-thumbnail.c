/* Makes a thumbnail with libgd alone: libgd-thumbnail EDGE QUALITY TIMES FILE

   Decodes all of a JPEG, resamples it and encodes it; metadata and orientation are ignored. The file
   is read once, untimed. Prints a line for each time: seconds of one core, and the bytes of the
   thumbnail. */

#include <gd.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds_of_this_process(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static void *read_file(const char *path, int *size) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END) != 0) return NULL;
  *size = (int)ftell(file);
  rewind(file);
  void *bytes = malloc(*size);
  if (bytes && fread(bytes, 1, *size, file) != (size_t)*size) bytes = NULL;
  fclose(file);
  return bytes;
}

/* The size of the thumbnail in bytes; 0 on failure. */
static int make(int edge, int quality, int size, void *bytes) {
  gdImagePtr photo = gdImageCreateFromJpegPtr(size, bytes);
  if (!photo) return 0;
  int width = gdImageSX(photo), height = gdImageSY(photo);
  int longest = width > height ? width : height;
  gdImagePtr small = gdImageCreateTrueColor(width * edge / longest, height * edge / longest);
  if (!small) return 0;
  gdImageCopyResampled(
      small, photo, 0, 0, 0, 0, gdImageSX(small), gdImageSY(small), width, height);
  gdImageDestroy(photo);
  int count = 0;
  void *thumbnail = gdImageJpegPtr(small, &count, quality);
  gdImageDestroy(small);
  gdFree(thumbnail);
  return thumbnail ? count : 0;
}

int main(int argc, char **argv) {
  if (argc != 5) {
    fprintf(stderr, "libgd-thumbnail EDGE QUALITY TIMES FILE\n");
    return 64;
  }
  int size = 0;
  void *bytes = read_file(argv[4], &size);
  if (!bytes) return 1;
  for (int time = atoi(argv[3]); time > 0; time--) {
    double start = seconds_of_this_process();
    int count = make(atoi(argv[1]), atoi(argv[2]), size, bytes);
    if (!count) return 1;
    printf("%f\t%d\n", seconds_of_this_process() - start, count);
  }
  return 0;
}
