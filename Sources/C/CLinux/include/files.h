#ifndef CLINUX_FILES_H
#define CLINUX_FILES_H

#include <sys/types.h>

/* openat2(2) with RESOLVE_BENEATH and RESOLVE_NO_SYMLINKS: opens a path that cannot lead out of a
   folder, whatever other programs rename meanwhile.

   glibc does not wrap the call, and Swift does not import syscall(2), which takes any number of
   arguments.

   `mode` is for O_CREAT and has to be 0 without it. Returns a descriptor, or -1 and errno: ENOSYS
   where the kernel is older than 5.6, ELOOP where a component is a symbolic link. */
int cfiles_open_beneath(int folder, const char *path, int flags, mode_t mode);

/* syncfs(2): puts all of the file system that a descriptor is of on its disk. Swift does not import
   it, for it is declared with _GNU_SOURCE alone. Returns 0, or -1 and errno. */
int cfiles_synchronize_file_system(int descriptor);

/* renameat2(2) with RENAME_NOREPLACE: EEXIST where the new name is taken, EINVAL where the file
   system does not know that. glibc declares the call for _GNU_SOURCE alone, which Swift does not
   import with. */
int cfiles_rename_exclusively(int folder, const char *name, int target,
                              const char *new_name);

/* mmap(2) that first allocates memory on the disk that is shared and written to. Otherwise the kernel allocates
   it at the first write, and ends the process by SIGBUS if there is no room. Returns MAP_FAILED, with ENOSPC or
   EDQUOT, if there is no room; maps all the same if the file system cannot allocate. fallocate(2) changes
   nothing in the file; posix_fallocate(3) may write to it, as others may be doing, and so is not used. */
void *cfiles_map_allocated(void *address, size_t length, int protection, int flags,
                           int descriptor, off_t offset);

#endif
