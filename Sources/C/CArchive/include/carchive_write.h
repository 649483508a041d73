#ifndef CARCHIVE_WRITE_H
#define CARCHIVE_WRITE_H

#include <stddef.h>
#include <stdint.h>

/* libarchive's writer of ZIP files, with ZIP64 where a size or a number needs it. It is given the size of each
   file before its bytes, and never goes back in what it wrote. */

struct carchive_writer;

/* Takes the next bytes of the archive; returns whether it could. */
typedef int (*carchive_take)(void *context, const void *bytes, size_t count);

/* NULL where there is no memory; loads libarchive at the first call (libraries.h). */
struct carchive_writer *carchive_write_open(void *context, carchive_take take);

/* Begins a file; returns 0 where it cannot, as the others. Names are in ASCII. */
int carchive_write_entry(
    struct carchive_writer *writer, const char *path, int64_t size, int64_t modified, int is_deflated);
int carchive_write_data(struct carchive_writer *writer, const void *bytes, size_t count);
/* Writes the list at the archive's end. */
int carchive_write_finish(struct carchive_writer *writer);
/* What libarchive says of the last failure. */
const char *carchive_write_detail(struct carchive_writer *writer);
/* Frees the writer; one that was not finished leaves an archive without its end. */
void carchive_write_close(struct carchive_writer *writer);

#endif
