#ifndef CARCHIVE_H
#define CARCHIVE_H

#include <stddef.h>
#include <stdint.h>

/* libarchive, which reads ZIP, TAR and gzip. It gives names in the character set of the thread's locale, so
   every call is made here in one of UTF-8; and what it reads is counted here, so that a little of a file that
   would become very much is noticed before it does. */

struct carchive;

enum carchive_result {
  CARCHIVE_DONE = 0,
  CARCHIVE_END,
  /* carchive_detail says why. */
  CARCHIVE_DAMAGED,
  CARCHIVE_NO_MEMORY,
  /* carchive_errno says why. */
  CARCHIVE_CANNOT_READ,
  /* A little of the file becomes very much, or its list is longer than any allowed. */
  CARCHIVE_TOO_MUCH,
};

enum carchive_format {
  CARCHIVE_ANY = 0,
  /* From an entry's own header on, without the list at the archive's end. */
  CARCHIVE_ZIP_ENTRY,
  CARCHIVE_TAR,
  /* One file in gzip, whatever it looks like. */
  CARCHIVE_COMPRESSED,
};

/* Which of the archive's formats it is, once an entry was read. */
enum carchive_kind { CARCHIVE_ZIP, CARCHIVE_PLAIN_TAR, CARCHIVE_FILTERED_TAR, CARCHIVE_GZIP, CARCHIVE_NONE };

enum carchive_type { CARCHIVE_FILE, CARCHIVE_FOLDER, CARCHIVE_LINK, CARCHIVE_SPECIAL };

struct carchive_entry {
  /* Ends with a zero; until the next call. NULL where it cannot be said in UTF-8. */
  const char *path;
  /* -1 where the archive does not say it. */
  int64_t size;
  /* Seconds since 1970. */
  int64_t modified;
  int has_modified;
  int is_encrypted;
  enum carchive_type type;
  /* Where its header begins, in a TAR; and where what follows the header does. */
  int64_t header;
  int64_t data;
};

/* Reads a file that stays open for as long, from a place in it on; loads libarchive at the first call
   (libraries.h). Nothing is read of where the descriptor is. NULL where there is no memory. */
struct carchive *carchive_open(int descriptor, int64_t start, enum carchive_format format);
enum carchive_result carchive_next(struct carchive *archive, struct carchive_entry *entry);
/* The next piece of the entry's bytes, until the next call. */
enum carchive_result carchive_read(struct carchive *archive, const void **piece, size_t *count);
enum carchive_kind carchive_kind(struct carchive *archive);
/* What libarchive says of the last failure. */
const char *carchive_detail(struct carchive *archive);
int carchive_errno(struct carchive *archive);
void carchive_close(struct carchive *archive);

#endif
