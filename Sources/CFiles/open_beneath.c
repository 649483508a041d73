#include "CFiles.h"

#include <linux/openat2.h>
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
