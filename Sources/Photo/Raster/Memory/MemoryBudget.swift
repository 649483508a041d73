import CCodecs.GD
import Glibc
import Synchronization

/// How much memory the program may take for photos, and how much of it each that is worked on.
///
/// Memory is the process's, as its allocator's settings are (``RasterMemory``): there is one budget, set
/// once before any photo is read, and every reader and decoder asks it.
package struct MemoryBudget: Sendable, Hashable {
  /// In bytes.
  package let total: Int
  /// Photos worked on at the same time.
  package let jobs: Int

  /// What one photo may take, in bytes.
  package var bytesPerJob: Int { total / jobs }

  /// The least that makes sense: the program itself takes a part of it.
  package static let leastTotal = 64 << 20
  /// With less than this, usual photos do not fit that are decoded whole.
  private static let usualShare = 512 << 20

  /// - Parameters:
  ///   - total: in bytes; nil for half of what the process can have.
  ///   - jobs: photos worked on at the same time, at least 1.
  package init(total: Int? = nil, jobs: Int) {
    self.total = max(total ?? Self.usualTotal, Self.leastTotal)
    self.jobs = max(jobs, 1)
  }

  /// How many photos are worked on at the same time where nobody says it: as many as there are
  /// processors, and at most as many as have room for usual photos.
  package static func usualJobs(processors: Int, total: Int? = nil) -> Int {
    max(1, min(processors, (total ?? usualTotal) / usualShare))
  }

  private static let usualTotal = MachineMemory.ofThisMachine.available / 2

  private static let current = Mutex<MemoryBudget?>(nil)

  /// The budget of this process: half of the machine's memory, for as many jobs as processors, until
  /// it is set.
  package static var ofThisProcess: MemoryBudget {
    current.withLock { $0 }
      ?? MemoryBudget(jobs: usualJobs(processors: max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN)))))
  }

  /// Makes this the budget of the process; to be called before any photo is read.
  package func setForThisProcess() { Self.current.withLock { $0 = self } }
}

/// How much memory a process can have: the machine's, or less by a limit that was set.
package struct MachineMemory: Sendable {
  /// Of the machine, in bytes.
  let physical: Int
  /// What `/proc/self/cgroup` says; nil where there is none.
  let groups: String?
  /// Limits of the process alone (setrlimit(2)), in bytes.
  let processLimits: [Int]
  /// Reads a file of the kernel's; nil where there is none.
  let read: @Sendable (String) -> String?

  /// The least of all, in bytes.
  package var available: Int { ([physical] + processLimits + groupLimits).min() ?? physical }

  /// The limits of the control groups that the process is in, and of those around them (cgroups(7)).
  private var groupLimits: [Int] {
    (groups ?? "").split(separator: "\n").flatMap { line -> [Int] in
      // hierarchy:controllers:path
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { return [] }
      if fields[0] == "0", fields[1].isEmpty {
        return limits(of: fields[2], below: "/sys/fs/cgroup", file: "memory.max")
      }
      guard fields[1].split(separator: ",").contains("memory") else { return [] }
      return limits(of: fields[2], below: "/sys/fs/cgroup/memory", file: "memory.limit_in_bytes")
    }
  }

  private func limits(of group: Substring, below root: String, file: String) -> [Int] {
    var folder = root
    let folders =
      [root]
      + group.split(separator: "/").map { name in
        folder += "/\(name)"
        return folder
      }
    return folders.compactMap { folder in
      // "max" is no number, and stands for no limit.
      read("\(folder)/\(file)").flatMap { Int($0.prefix { $0 != "\n" }) }
    }.filter { $0 > 0 }
  }

  package static let ofThisMachine: MachineMemory = {
    let limits = [RLIMIT_AS, RLIMIT_DATA].compactMap { resource -> Int? in
      var limit = rlimit()
      guard getrlimit(CInt(resource.rawValue), &limit) == 0 else { return nil }
      return Int(exactly: limit.rlim_cur)
    }
    return MachineMemory(
      physical: max(1, sysconf(CInt(_SC_PHYS_PAGES))) * max(1, sysconf(CInt(_SC_PAGESIZE))),
      groups: text(of: "/proc/self/cgroup"), processLimits: limits, read: text)
  }()

  /// The first bytes of a file, as text.
  @Sendable private static func text(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}

/// An amount of memory as a person writes it: bytes, or so many K, M or G of 1,024 each.
package struct MemorySize: Sendable, Hashable {
  package let bytes: Int

  /// - Returns: nil for a text that is not such an amount.
  package init?(_ text: String) {
    var digits = text[...]
    if digits.last == "B" || digits.last == "b" { digits.removeLast() }
    if digits.last == "i" { digits.removeLast() }
    var shift = 0
    if let unit = digits.last, let power = ["K": 10, "M": 20, "G": 30, "T": 40][unit.uppercased()] {
      shift = power
      digits.removeLast()
    }
    guard !digits.isEmpty, digits.allSatisfy(\.isASCII), let number = Int(digits), number > 0,
      digits.first != "+", number <= Int.max >> shift
    else { return nil }
    bytes = number << shift
  }
}

/// How the process gets memory for images.
package enum RasterMemory {
  /// Keeps the memory of finished images for the next ones; to be called before any thread starts.
  ///
  /// libgd allocates an image row by row. glibc gives such memory back to the kernel after each
  /// photo, most eagerly from threads other than the first, and takes it again, page by page, for
  /// the next: a fifth of the time of a batch of JPEGs. One arena for all threads, never trimmed,
  /// holds as much as the largest photos under way at once ever took (mallopt(3)).
  package static func keepForNextImages() {
    mallopt(M_ARENA_MAX, 1)
    mallopt(M_TRIM_THRESHOLD, Int32.max)
    // Files and their outputs come from the arena too; 32 MiB is the most that glibc takes here.
    mallopt(M_MMAP_THRESHOLD, 32 << 20)
    mallopt(M_TOP_PAD, 16 << 20)
  }

  /// Gives the memory of finished photos back at once, for a process that runs on for months; to be
  /// called before any thread starts.
  ///
  /// Otherwise glibc keeps an arena for each of a few threads, with what the largest photo took there,
  /// and raises with each large block that is freed the size up to which blocks stay in an arena
  /// (mallopt(3)): after a hundred photos at once half as much memory again stays taken.
  package static func giveBackSoon() {
    mallopt(M_ARENA_MAX, 1)
    mallopt(M_MMAP_THRESHOLD, 128 << 10)
  }
}
