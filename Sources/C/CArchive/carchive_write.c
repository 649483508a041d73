#include "carchive_write.h"

#include <archive.h>
#include <archive_entry.h>
#include <libraries.h>
#include <pthread.h>
#include <stdlib.h>

static const char name[] = "libarchive.so.13";

#define FUNCTIONS(USE)                                                                          \
  USE(archive_entry_free) USE(archive_entry_new) USE(archive_entry_set_filetype)                \
  USE(archive_entry_set_mtime) USE(archive_entry_set_pathname) USE(archive_entry_set_perm)      \
  USE(archive_entry_set_size) USE(archive_error_string) USE(archive_write_close)                \
  USE(archive_write_data) USE(archive_write_fail) USE(archive_write_free)                       \
  USE(archive_write_header) USE(archive_write_new) USE(archive_write_open)                      \
  USE(archive_write_set_bytes_in_last_block) USE(archive_write_set_format_zip)                  \
  USE(archive_write_zip_set_compression_deflate) USE(archive_write_zip_set_compression_store)

static struct { FUNCTIONS(CLIBRARIES_FIELD) } la;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *library = clibraries_load(name);
  __typeof__(la) found = {FUNCTIONS(CLIBRARIES_VALUE)};
  la = found;
}

struct carchive_writer {
  struct archive *archive;
  void *context;
  carchive_take take;
};

static la_ssize_t pass(struct archive *archive, void *client, const void *bytes, size_t count) {
  struct carchive_writer *self = client;
  (void)archive;
  return self->take(self->context, bytes, count) ? (la_ssize_t)count : -1;
}

struct carchive_writer *carchive_write_open(void *context, carchive_take take) {
  pthread_once(&once, load);
  struct carchive_writer *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  self->context = context;
  self->take = take;
  self->archive = la.archive_write_new();
  if (!self->archive) {
    free(self);
    return NULL;
  }
  la.archive_write_set_format_zip(self->archive);
  /* Nothing fills up the last block. */
  la.archive_write_set_bytes_in_last_block(self->archive, 1);
  if (la.archive_write_open(self->archive, self, NULL, pass, NULL) != ARCHIVE_OK) {
    la.archive_write_free(self->archive);
    free(self);
    return NULL;
  }
  return self;
}

int carchive_write_entry(
    struct carchive_writer *self, const char *path, int64_t size, int64_t modified, int is_deflated) {
  struct archive_entry *entry = la.archive_entry_new();
  if (!entry) return 0;
  la.archive_entry_set_pathname(entry, path);
  la.archive_entry_set_filetype(entry, AE_IFREG);
  la.archive_entry_set_perm(entry, 0600);
  la.archive_entry_set_size(entry, size);
  la.archive_entry_set_mtime(entry, modified, 0);
  if (is_deflated) la.archive_write_zip_set_compression_deflate(self->archive);
  else la.archive_write_zip_set_compression_store(self->archive);
  int code = la.archive_write_header(self->archive, entry);
  la.archive_entry_free(entry);
  return code == ARCHIVE_OK || code == ARCHIVE_WARN;
}

int carchive_write_data(struct carchive_writer *self, const void *bytes, size_t count) {
  return la.archive_write_data(self->archive, bytes, count) == (la_ssize_t)count;
}

int carchive_write_finish(struct carchive_writer *self) {
  return la.archive_write_close(self->archive) == ARCHIVE_OK;
}

const char *carchive_write_detail(struct carchive_writer *self) {
  const char *detail = la.archive_error_string(self->archive);
  return detail ? detail : "unknown";
}

void carchive_write_close(struct carchive_writer *self) {
  /* Without this, freeing would write the end. */
  la.archive_write_fail(self->archive);
  la.archive_write_free(self->archive);
  free(self);
}
