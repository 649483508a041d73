#ifndef CLINUX_SANDBOX_H
#define CLINUX_SANDBOX_H

#include <stdint.h>
#include <sys/types.h>

/* Starts a program whose standard input is `channel`, a descriptor; standard output and error are
   /dev/null, and no other descriptor is open. It has a session of its own, so that no terminal's
   Ctrl-C reaches it, and every signal does what it does by default.

   Swift imports neither POSIX_SPAWN_SETSID nor posix_spawn_file_actions_addclosefrom_np, which are
   declared under _GNU_SOURCE alone.

   Returns 0 and the child's number, or errno. */
int csandbox_spawn(const char *path, char *const arguments[], char *const environment[],
                   int channel, pid_t *child);

/* Has the kernel kill this process when the thread that started it ends, forbids it and what it might
   execute any new privilege, and keeps it from leaving a core file. prctl(2) takes any number of
   arguments, and Swift imports no such function.

   Returns 0, or errno. */
int csandbox_give_up_privileges(void);

/* Has a crash for lack of memory end this process with an exit code instead of the signal: what
   decoders do with an answer of NULL is their own affair, but errno still is ENOMEM then. A signal's
   handler may do next to nothing, which Swift does not promise. */
void csandbox_exit_when_out_of_memory(int code);

/* Lets another process use so many seconds of processor time from now on, and ends it by SIGXCPU after
   that. prlimit(2) is declared under _GNU_SOURCE alone.

   Returns 0, or errno. */
int csandbox_allow_processor_time(pid_t child, uint64_t seconds);

#endif
