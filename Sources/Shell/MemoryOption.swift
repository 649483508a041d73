package import ArgumentParser
import Raster

/// How much memory a program may take for photos.
package struct MemoryOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The most memory to take for photos, such as 2G or 512M, divided among those worked on at the \
      same time; a photo that needs more is refused. Default: half of this machine's.
      """, valueName: "size"))
  package var maxMemory: String?

  package init() {}

  package func validate() throws {
    guard let maxMemory else { return }
    guard let size = MemorySize(maxMemory), size.bytes >= MemoryBudget.leastTotal else {
      throw ValidationError(
        "--max-memory is a size of \(MemoryBudget.leastTotal >> 20)M or more, such as 2G or 512M, "
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
