#define _GNU_SOURCE
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static int prepare(posix_spawn_file_actions_t *actions, posix_spawnattr_t *attributes,
                   int channel) {
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  int result = posix_spawn_file_actions_adddup2(actions, channel, STDIN_FILENO);
  if (result == 0)
    result = posix_spawn_file_actions_addopen(actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  if (result == 0)
    result = posix_spawn_file_actions_adddup2(actions, STDOUT_FILENO, STDERR_FILENO);
  if (result == 0)
    result = posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
  if (result == 0) result = posix_spawnattr_setsigdefault(attributes, &all);
  if (result == 0) result = posix_spawnattr_setsigmask(attributes, &none);
  if (result == 0)
    result = posix_spawnattr_setflags(
        attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  return result;
}

int csandbox_spawn(const char *path, char *const arguments[], char *const environment[],
                   int channel, pid_t *child) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int result = posix_spawn_file_actions_init(&actions);
  if (result != 0) return result;
  result = posix_spawnattr_init(&attributes);
  if (result == 0) {
    result = prepare(&actions, &attributes, channel);
    if (result == 0)
      result = posix_spawn(child, path, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return result;
}

int csandbox_give_up_privileges(void) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) return errno;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return errno;
  return 0;
}

static int exit_code;

static void leave_when_out_of_memory(int signal) {
  (void)signal;
  /* Otherwise what has raised the signal is done once more, without this handler. */
  if (errno == ENOMEM) _exit(exit_code);
}

void csandbox_exit_when_out_of_memory(int code) {
  static const int signals[] = {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE};
  exit_code = code;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = leave_when_out_of_memory;
  action.sa_flags = SA_RESETHAND;
  for (unsigned i = 0; i < sizeof signals / sizeof signals[0]; i++)
    sigaction(signals[i], &action, NULL);
}

int csandbox_allow_processor_time(pid_t child, uint64_t seconds) {
  clockid_t clock;
  struct timespec used;
  int result = clock_getcpuclockid(child, &clock);
  if (result != 0) return result;
  if (clock_gettime(clock, &used) != 0) return errno;
  struct rlimit limit = {(rlim_t)used.tv_sec + 1 + seconds, RLIM_INFINITY};
  return prlimit(child, RLIMIT_CPU, &limit, NULL) == 0 ? 0 : errno;
}
