import CSeccomp
import Glibc

/// The rights that a decoding process gives up, permanently, before it sees a photo.
enum Sandbox {
  enum Failure: Error {
    /// The kernel was built without filters, or what runs the program as a container hides them.
    case notOffered
    case refused
  }

  /// The address space of a thread's stack, and of what glibc keeps for it.
  private static let memoryOfThread = 16 << 20
  /// What decoders that use all cores start, for each core.
  private static let threadsOfCore = 2

  /// Limits its memory, and forbids it to open or write any file, whatever the kernel offers besides.
  ///
  /// - Parameter memory: how many bytes it may take in addition to what it has, and what threads need.
  /// - Returns: whether all limits hold.
  static func limit(memory: Int) -> Bool {
    guard let taken = addressSpace() else { return false }
    let threads = sysconf(CInt(_SC_NPROCESSORS_ONLN)) * threadsOfCore * memoryOfThread
    let (sum, overflows) = (taken + threads).addingReportingOverflow(memory)
    return set(RLIMIT_AS, overflows ? .max : sum) && set(RLIMIT_NOFILE, 0)
      && set(RLIMIT_FSIZE, 0) && set(RLIMIT_CORE, 0)
  }

  /// Limits a process that becomes another program, as ``limit(memory:)``: it opens a few files, its
  /// libraries among them, and writes none.
  static func limitProgram() -> Bool {
    set(RLIMIT_AS, 3 << 30) && set(RLIMIT_NOFILE, 64) && set(RLIMIT_FSIZE, 0)
      && set(RLIMIT_CORE, 0)
  }

  /// Takes from a process that becomes another program, as ``filterSystemCalls()``, what does harm: to
  /// open or change a file other than to read it, to start a process, and to reach the network. The calls
  /// fail, since what the program does where nothing else matters is not known.
  ///
  /// - Throws: ``Failure``.
  static func filterSystemCallsOfProgram() throws(Failure) {
    guard seccomp_api_get() >= 3 else { throw .notOffered }
    guard let filter = seccomp_init(SCMP_ACT_ALLOW) else { throw .refused }
    defer { seccomp_release(filter) }
    var rules = Rules(filter)
    // It is executed once, and glibc asks for its limits.
    let needed: Set = ["execve", "prlimit64"]
    rules.add(action(error: EPERM), forbidden.filter { !needed.contains($0) })
    rules.add(action(error: ENOSYS), ["clone3"])
    rules.add(
      action(error: EPERM), ["clone"], where: [.bits(CLONE_THREAD, ofArgument: 0, are: 0)])
    for (name, argument) in [("open", UInt32(1)), ("openat", 2)] {
      for bit in [O_WRONLY, O_RDWR, O_CREAT, O_TRUNC] {
        rules.add(
          action(error: EACCES), [name], where: [.bits(bit, ofArgument: argument, are: bit)])
      }
    }
    guard rules.areComplete, seccomp_attr_set(filter, SCMP_FLTATR_API_SYSRAWRC, 1) == 0 else {
      throw .refused
    }
    switch -seccomp_load(filter) {
    case 0: return
    case EINVAL, ENOSYS: throw .notOffered
    default: throw .refused
    }
  }

  /// Sets a limit permanently; a lower inherited one, which root could raise, stays.
  private static func set(_ resource: __rlimit_resource, _ value: Int) -> Bool {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { return false }
    let least = min(rlim_t(value), limit.rlim_cur, limit.rlim_max)
    limit = rlimit(rlim_cur: least, rlim_max: least)
    return setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0
  }

  /// The bytes of address space that this process has (proc_pid_statm(5)).
  private static func addressSpace() -> Int? {
    guard let file = fopen("/proc/self/statm", "re") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 200)
    guard fgets(&line, CInt(line.count), file) != nil else { return nil }
    let pages = strtol(line, nil, 10)
    return pages > 0 ? pages * sysconf(CInt(_SC_PAGESIZE)) : nil
  }

  /// Leaves, of the kernel's calls, reading, writing, memory, time, threads and the end (seccomp(2)).
  ///
  /// Whatever a call that is not here is for, it is as if the kernel were older than it; calls by which
  /// harm is done end the process. To open a file for reading is only refused: what glibc reads of the
  /// machine, such as the number of its cores, is never needed.
  ///
  /// - Throws: ``Failure``.
  static func filterSystemCalls() throws(Failure) {
    // Linux 4.14, as seccomp_api_get(3) counts; libseccomp asks the kernel.
    guard seccomp_api_get() >= 3 else { throw .notOffered }
    guard let filter = seccomp_init(action(error: ENOSYS)) else { throw .refused }
    defer { seccomp_release(filter) }
    var rules = Rules(filter)
    rules.add(SCMP_ACT_ALLOW, allowed)
    rules.add(SCMP_ACT_KILL_PROCESS, forbidden)
    addMemory(to: &rules)
    addThreads(to: &rules)
    addFiles(to: &rules)
    // For all threads, should a library have started one.
    guard rules.areComplete, seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1) == 0,
      seccomp_attr_set(filter, SCMP_FLTATR_API_SYSRAWRC, 1) == 0
    else { throw .refused }
    switch -seccomp_load(filter) {
    case 0: return
    case EINVAL, ENOSYS: throw .notOffered
    default: throw .refused
    }
  }

  private static let allowed = [
    "read", "readv", "write", "writev", "munmap", "mremap", "brk", "madvise", "exit", "exit_group",
    "futex", "futex_waitv", "set_robust_list", "rseq", "sched_yield", "sched_getaffinity", "gettid",
    "getpid", "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "restart_syscall",
    "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "time",
    "getrandom",
  ]

  private static let forbidden = [
    "creat", "openat2", "execve", "execveat", "fork", "vfork", "socket", "socketpair", "connect",
    "bind", "listen", "accept", "accept4", "sendto", "sendmsg", "sendmmsg", "kill", "tkill",
    "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_open", "pidfd_getfd", "pidfd_send_signal",
    "ptrace", "process_vm_readv", "process_vm_writev", "unlink", "unlinkat", "rename", "renameat",
    "renameat2", "link", "linkat", "symlink", "symlinkat", "mkdir", "mkdirat", "rmdir", "mknod",
    "mknodat", "chmod", "fchmod", "fchmodat", "chown", "fchown", "lchown", "fchownat", "truncate",
    "ftruncate", "memfd_create", "mount", "umount2", "chroot", "pivot_root", "setns", "unshare",
    "bpf", "perf_event_open", "userfaultfd", "io_uring_setup", "io_uring_enter", "add_key",
    "request_key", "keyctl", "setuid", "setgid", "setsid", "prlimit64", "setrlimit",
  ]

  /// Memory, but none that can be executed.
  private static func addMemory(to rules: inout Rules) {
    for name in ["mmap", "mprotect"] {
      rules.add(SCMP_ACT_ALLOW, [name], where: [.bits(PROT_EXEC, ofArgument: 2, are: 0)])
      rules.add(
        SCMP_ACT_KILL_PROCESS, [name], where: [.bits(PROT_EXEC, ofArgument: 2, are: PROT_EXEC)])
    }
  }

  /// Threads, which AVIF's decoder starts, but no processes. `clone3` keeps its flags in memory, where
  /// no filter sees them; without it glibc takes `clone`.
  private static func addThreads(to rules: inout Rules) {
    rules.add(
      SCMP_ACT_ALLOW, ["clone"], where: [.bits(CLONE_THREAD, ofArgument: 0, are: CLONE_THREAD)])
    rules.add(
      SCMP_ACT_KILL_PROCESS, ["clone"], where: [.bits(CLONE_THREAD, ofArgument: 0, are: 0)])
    // abort(3) sends its signal to its own thread.
    rules.add(SCMP_ACT_ALLOW, ["tgkill"], where: [.argument(0, SCMP_CMP_EQ, Int(getpid()))])
    rules.add(SCMP_ACT_KILL_PROCESS, ["tgkill"], where: [.argument(0, SCMP_CMP_NE, Int(getpid()))])
    // Threads are given names.
    rules.add(SCMP_ACT_ALLOW, ["prctl"], where: [.argument(0, SCMP_CMP_EQ, 15)])
  }

  private static func addFiles(to rules: inout Rules) {
    let writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC
    for (name, argument) in [("open", UInt32(1)), ("openat", 2)] {
      rules.add(
        action(error: EACCES), [name], where: [.bits(writing, ofArgument: argument, are: 0)])
      for bit in [O_WRONLY, O_RDWR, O_CREAT, O_TRUNC] {
        rules.add(
          SCMP_ACT_KILL_PROCESS, [name], where: [.bits(bit, ofArgument: argument, are: bit)])
      }
    }
  }

  /// `SCMP_ACT_ERRNO`, which C has as a macro with an argument: the call fails so.
  private static func action(error: CInt) -> UInt32 { 0x0005_0000 | UInt32(error) }
  private static let CLONE_THREAD: CInt = 0x1_0000
}

/// The rules of a filter, as they are added.
private struct Rules {
  private let filter: scmp_filter_ctx
  /// Whether every rule so far was taken.
  private(set) var areComplete = true

  init(_ filter: scmp_filter_ctx) { self.filter = filter }

  /// Adds an action for calls by their names; those that this machine's kernels do not have, no program
  /// can call.
  mutating func add(_ action: UInt32, _ names: [String], where conditions: [scmp_arg_cmp] = []) {
    for name in names {
      let number = seccomp_syscall_resolve_name(name)
      guard number >= 0 else { continue }
      let result = seccomp_rule_add_array(
        filter, action, number, UInt32(conditions.count), conditions)
      if result != 0 { areComplete = false }
    }
  }
}

extension scmp_arg_cmp {
  fileprivate static func argument(
    _ number: UInt32, _ comparison: scmp_compare, _ value: Int
  ) -> scmp_arg_cmp {
    scmp_arg_cmp(arg: number, op: comparison, datum_a: scmp_datum_t(value), datum_b: 0)
  }

  /// Some bits of an argument, whatever the others are.
  fileprivate static func bits(
    _ mask: CInt, ofArgument number: UInt32, are value: CInt
  ) -> scmp_arg_cmp {
    scmp_arg_cmp(
      arg: number, op: SCMP_CMP_MASKED_EQ, datum_a: scmp_datum_t(mask), datum_b: scmp_datum_t(value)
    )
  }
}
