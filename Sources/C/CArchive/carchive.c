#define _GNU_SOURCE
#include "carchive.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <libraries.h>
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* The version of the interface, of which there was no other since 2013. */
static const char name[] = "libarchive.so.13";

#define FUNCTIONS(USE)                                                                          \
  USE(archive_entry_filetype) USE(archive_entry_hardlink) USE(archive_entry_is_data_encrypted)  \
  USE(archive_entry_mtime) USE(archive_entry_mtime_is_set) USE(archive_entry_pathname_utf8)     \
  USE(archive_entry_size) USE(archive_entry_size_is_set) USE(archive_errno)                     \
  USE(archive_error_string) USE(archive_filter_bytes) USE(archive_filter_code) USE(archive_format) \
  USE(archive_read_data_block) USE(archive_read_free) USE(archive_read_header_position)         \
  USE(archive_read_new) USE(archive_read_next_header) USE(archive_read_open1)                   \
  USE(archive_read_set_callback_data) USE(archive_read_set_read_callback)                       \
  USE(archive_read_set_seek_callback) USE(archive_read_set_skip_callback)                       \
  USE(archive_read_support_filter_gzip) USE(archive_read_support_format_raw)                    \
  USE(archive_read_support_format_tar) USE(archive_read_support_format_zip_seekable)            \
  USE(archive_read_support_format_zip_streamable) USE(archive_set_error)

static struct { FUNCTIONS(CLIBRARIES_FIELD) } la;
static locale_t utf8;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *library = clibraries_load(name);
  __typeof__(la) found = {FUNCTIONS(CLIBRARIES_VALUE)};
  la = found;
  utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}

/* How many bytes are read at a time. */
enum { PIECE = 1 << 16 };
/* What a ZIP's list may have: a million entries of some 80 letters each. */
static const int64_t most_of_list = 128 << 20;
/* How many bytes become of one at most, once these are so many. */
static const int64_t most_of_one = 200, free_bytes = 64 << 20;

struct carchive {
  struct archive *archive;
  int descriptor;
  int64_t start, position;
  /* Bytes that were read in all, and until the entry's data began; those that came of the latter. */
  int64_t taken, taken_before, made;
  int is_in_list, is_too_much, error;
  char piece[PIECE];
};

static la_ssize_t take(struct archive *archive, void *client, const void **piece) {
  struct carchive *self = client;
  if (self->is_in_list && self->taken > most_of_list) self->is_too_much = 1;
  /* Of a filter: what came of it so far. */
  if (la.archive_filter_code(archive, 0) != ARCHIVE_FILTER_NONE) {
    int64_t made = la.archive_filter_bytes(archive, 0);
    if (made > free_bytes && made / most_of_one > self->taken) self->is_too_much = 1;
  }
  if (self->is_too_much) {
    la.archive_set_error(archive, EFBIG, "too much");
    return -1;
  }
  ssize_t count;
  do {
    count = pread(self->descriptor, self->piece, PIECE, self->start + self->position);
  } while (count < 0 && errno == EINTR);
  if (count < 0) {
    self->error = errno;
    la.archive_set_error(archive, errno, "cannot be read");
    return -1;
  }
  self->position += count;
  self->taken += count;
  *piece = self->piece;
  return count;
}

static la_int64_t skip(struct archive *archive, void *client, la_int64_t count) {
  struct carchive *self = client;
  struct stat status;
  (void)archive;
  if (fstat(self->descriptor, &status) != 0) return 0;
  int64_t rest = status.st_size - self->start - self->position;
  if (count > rest) count = rest > 0 ? rest : 0;
  self->position += count;
  return count;
}

static la_int64_t seek(struct archive *archive, void *client, la_int64_t offset, int from) {
  struct carchive *self = client;
  struct stat status;
  (void)archive;
  if (fstat(self->descriptor, &status) != 0) return ARCHIVE_FATAL;
  int64_t size = status.st_size - self->start;
  int64_t base = from == SEEK_SET ? 0 : from == SEEK_CUR ? self->position : size;
  /* libarchive asks for what a file says of itself. */
  if (offset > size - base || offset < -base) return ARCHIVE_FATAL;
  return self->position = base + offset;
}

struct carchive *carchive_open(int descriptor, int64_t start, enum carchive_format format) {
  pthread_once(&once, load);
  struct carchive *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  struct archive *archive = self->archive = la.archive_read_new();
  if (!archive) {
    free(self);
    return NULL;
  }
  self->descriptor = descriptor;
  self->start = start;
  self->is_in_list = 1;
  switch (format) {
    case CARCHIVE_ZIP_ENTRY: la.archive_read_support_format_zip_streamable(archive); break;
    case CARCHIVE_TAR: la.archive_read_support_format_tar(archive); break;
    case CARCHIVE_COMPRESSED:
      la.archive_read_support_filter_gzip(archive);
      la.archive_read_support_format_raw(archive);
      break;
    case CARCHIVE_ANY:
      la.archive_read_support_filter_gzip(archive);
      la.archive_read_support_format_zip_seekable(archive);
      la.archive_read_support_format_tar(archive);
      la.archive_read_support_format_raw(archive);
  }
  la.archive_read_set_callback_data(archive, self);
  la.archive_read_set_read_callback(archive, take);
  la.archive_read_set_skip_callback(archive, skip);
  la.archive_read_set_seek_callback(archive, seek);
  locale_t before = uselocale(utf8);
  /* Where it fails, so does the first entry. */
  la.archive_read_open1(archive);
  uselocale(before);
  return self;
}

static enum carchive_result result(struct carchive *self, int code) {
  if (code == ARCHIVE_EOF) return CARCHIVE_END;
  if (self->is_too_much) return CARCHIVE_TOO_MUCH;
  if (self->error) return CARCHIVE_CANNOT_READ;
  if (code == ARCHIVE_OK || code == ARCHIVE_WARN) return CARCHIVE_DONE;
  return la.archive_errno(self->archive) == ENOMEM ? CARCHIVE_NO_MEMORY : CARCHIVE_DAMAGED;
}

enum carchive_result carchive_next(struct carchive *self, struct carchive_entry *entry) {
  *entry = (struct carchive_entry){0};
  struct archive_entry *found;
  locale_t before = uselocale(utf8);
  int code = la.archive_read_next_header(self->archive, &found);
  if (code == ARCHIVE_OK || code == ARCHIVE_WARN) {
    entry->path = la.archive_entry_pathname_utf8(found);
    entry->size = la.archive_entry_size_is_set(found) ? la.archive_entry_size(found) : -1;
    entry->has_modified = la.archive_entry_mtime_is_set(found);
    entry->modified = la.archive_entry_mtime(found);
    entry->is_encrypted = la.archive_entry_is_data_encrypted(found);
    mode_t type = la.archive_entry_filetype(found);
    entry->type = la.archive_entry_hardlink(found) || type == AE_IFLNK ? CARCHIVE_LINK
                  : type == AE_IFREG                                   ? CARCHIVE_FILE
                  : type == AE_IFDIR                                   ? CARCHIVE_FOLDER
                                                                       : CARCHIVE_SPECIAL;
    entry->header = self->start + la.archive_read_header_position(self->archive);
    entry->data = self->start + la.archive_filter_bytes(self->archive, 0);
  }
  uselocale(before);
  self->is_in_list = 0;
  self->taken_before = self->taken;
  self->made = 0;
  return result(self, code);
}

enum carchive_result carchive_read(struct carchive *self, const void **piece, size_t *count) {
  la_int64_t offset = 0;
  *count = 0;
  locale_t before = uselocale(utf8);
  int code = la.archive_read_data_block(self->archive, piece, count, &offset);
  uselocale(before);
  if (code == ARCHIVE_OK || code == ARCHIVE_WARN) {
    /* What lies between two pieces are zeros that nobody keeps in a journal. */
    if (offset != self->made) return CARCHIVE_DAMAGED;
    self->made += *count;
    int64_t taken = self->taken - self->taken_before + PIECE;
    if (self->made > free_bytes && self->made / most_of_one > taken) self->is_too_much = 1;
  }
  return result(self, code);
}

enum carchive_kind carchive_kind(struct carchive *self) {
  int is_filtered = la.archive_filter_code(self->archive, 0) != ARCHIVE_FILTER_NONE;
  switch (la.archive_format(self->archive) & ARCHIVE_FORMAT_BASE_MASK) {
    case ARCHIVE_FORMAT_ZIP: return CARCHIVE_ZIP;
    case ARCHIVE_FORMAT_TAR: return is_filtered ? CARCHIVE_FILTERED_TAR : CARCHIVE_PLAIN_TAR;
    case ARCHIVE_FORMAT_RAW: return is_filtered ? CARCHIVE_GZIP : CARCHIVE_NONE;
    default: return CARCHIVE_NONE;
  }
}

const char *carchive_detail(struct carchive *self) {
  const char *detail = la.archive_error_string(self->archive);
  return detail ? detail : "unknown";
}

int carchive_errno(struct carchive *self) { return self->error; }

void carchive_close(struct carchive *self) {
  locale_t before = uselocale(utf8);
  la.archive_read_free(self->archive);
  uselocale(before);
  free(self);
}
