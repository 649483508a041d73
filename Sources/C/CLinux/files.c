#define _GNU_SOURCE
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

int cfiles_open_beneath(int folder, const char *path, int flags, mode_t mode) {
  struct open_how how = {
      .flags = (unsigned)flags,
      .mode = mode,
      .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS,
  };
  return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

int cfiles_rename_exclusively(int folder, const char *name, int target,
                              const char *new_name) {
  return renameat2(folder, name, target, new_name, RENAME_NOREPLACE);
}

int cfiles_synchronize_file_system(int descriptor) { return syncfs(descriptor); }

void *cfiles_map_allocated(void *address, size_t length, int protection, int flags,
                           int descriptor, off_t offset) {
  if (flags & MAP_SHARED && protection & PROT_WRITE) {
    int failed;
    do {
      failed = fallocate(descriptor, 0, offset, (off_t)length);
    } while (failed && errno == EINTR);
    if (failed && (errno == ENOSPC || errno == EDQUOT)) return MAP_FAILED;
  }
  return mmap(address, length, protection, flags, descriptor, offset);
}
