package import ArgumentParser
package import CaptureTime
import Dispatch
import Files
import Foundation
import Glibc
import Raster
package import SystemPackage
import Wording

/// The machine that the program runs on, as far as the program asks it: its memory, clock, zone and user.
package enum ThisMachine {
  /// Finds on another processor, while the arguments are parsed, what nearly every command asks of the
  /// machine, and what is kept once it is found.
  package static func findMeanwhile() {
    DispatchQueue.global().async {
      _ = TimeZone.current
      _ = MemoryBudget.ofThisProcess
      _ = processors
    }
  }

  /// How many processors this process may use.
  package static let processors = ProcessInfo.processInfo.activeProcessorCount
}

/// How much memory a program may take for photos.
package struct MemoryOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The most memory for photos, such as 2G or 512M, shared by those worked on at once; a photo that \
      needs more than its share is refused. Default: half of this machine's.
      """, valueName: "size"))
  package var maxMemory: String?

  package init() {}

  package func validate() throws {
    guard let maxMemory else { return }
    guard let size = MemorySize(maxMemory), size.bytes >= MemoryBudget.leastTotal else {
      throw ValidationError(
        "--max-memory takes a size of \(MemoryBudget.leastTotal >> 20)M or more, such as 2G or 512M, "
          + "not “\(maxMemory)”.")
    }
  }

  private var total: Int? { maxMemory.flatMap(MemorySize.init)?.bytes }

  /// As many jobs as there are processors, or as have room for usual photos.
  package func usualJobs(processors: Int) -> Int {
    MemoryBudget.usualJobs(processors: processors, total: total)
  }

  /// Makes this the budget of the process; to be called before any photo is read.
  ///
  /// - Parameter jobs: photos worked on at the same time.
  package func setForThisProcess(jobs: Int = 1) {
    MemoryBudget(total: total, jobs: jobs).setForThisProcess()
  }
}

extension CaptureZone {
  /// This machine's zone, by a name that can be kept.
  ///
  /// - Throws: `ValidationError` where `TZ` says a zone otherwise than by name, as in "KST-9", of which
  ///   Foundation makes another, or by a name that no zone has.
  package static func ofThisMachine() throws -> CaptureZone {
    guard let variable = ProcessInfo.processInfo.environment["TZ"], !variable.isEmpty else {
      return CaptureZone(TimeZone.current)
    }
    let name = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
    let isName = name.contains("/") || TimeZone.knownTimeZoneIdentifiers.contains(name)
    guard isName || ["UTC", "GMT"].contains(name), let zone = try? parse(name) else {
      throw ValidationError(Wording.unnamedZone(variable))
    }
    return zone
  }
}

extension FilePath {
  /// The path from the root on; a relative one begins at the folder in which the program was started.
  package var absolute: FilePath { isAbsolute ? self : Self.current.pushing(self) }

  /// Where the program was started; empty where that folder is gone.
  package static var current: FilePath {
    guard let path = getcwd(nil, 0) else { return FilePath() }
    defer { free(path) }
    return FilePath(platformString: path)
  }
}

/// The machine's clock, which the journal is given.
package enum Clock {
  /// Seconds since 1970 in UTC.
  package static let now: @Sendable () -> Int = { Int(Date.now.timeIntervalSince1970) }
}

/// Who runs the program, by the machine's list of users.
package enum Login {
  package static var name: String? { entry.map { String(cString: $0.pw_name) } }
  package static var home: String? { entry.map { String(cString: $0.pw_dir) } }

  private static var entry: passwd? { getpwuid(getuid())?.pointee }
}
