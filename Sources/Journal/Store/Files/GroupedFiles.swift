package import Files
import SystemPackage

/// Files of several things that are stored together, such as posts. Each is named on its own, so
/// that one bad folder does not stop the others.
extension LooseFiles {
  package typealias Files = [(file: StagedFile, path: ContainedPath)]

  /// Names files recorded as loose, writes both to the disk, and then inserts the rows.
  ///
  /// - Parameters:
  ///   - groups: the files of each.
  ///   - work: claims the files, in one transaction; it gets why each is not to be inserted, nil for
  ///     those that are, and returns that again with what it found itself.
  /// - Returns: what the work returns. The files of those that failed are gone.
  /// - Throws: what the work throws; then all files are gone.
  package func publish<Success>(
    each groups: [Files],
    then work: ([JournalError?]) throws -> [Result<Success, any Error>]
  ) throws -> [Result<Success, any Error>] {
    var named: [[ContainedPath]] = []
    let failures = publish(groups, &named)
    do {
      let results = try work(failures)
      let failed = results.indices.filter { if case .failure = results[$0] { true } else { false } }
      clear(failed.flatMap { named[$0] }, forgetting: failed.flatMap { groups[$0].map(\.path) })
      return results
    } catch {
      clear(named.flatMap(\.self), forgetting: groups.flatMap { $0.map(\.path) })
      throw error
    }
  }

  /// How many files are waited for at the same time: more than the processor has cores, for nothing is
  /// done meanwhile. A few are enough that all share what is written for them.
  private static var waits: Int { 4 }

  /// Names all files before the first is synchronized, several at a time: then they share what the file
  /// system writes for each, its journal and the folder's blocks, and the disk's flushes.
  private func publish(_ groups: [Files], _ named: inout [[ContainedPath]]) -> [JournalError?] {
    var failures: [JournalError?] = []
    var folders: Set<ContainedPath?> = []
    for files in groups {
      var paths: [ContainedPath] = []
      do throws(FileError) {
        for (file, path) in files {
          folders.formUnion(
            try file.publish(at: path, makingFolders: .ownerReadWriteExecute))
          paths.append(path)
        }
        failures.append(nil)
      } catch {
        failures.append(.file(error))
      }
      named.append(paths)
    }
    let files = groups.indices.filter { failures[$0] == nil }.flatMap { index in
      groups[index].map { (index, $0.file) }
    }
    let written = BlockingWalk(files, jobs: Self.waits).results { index, file in
      (index, file.failureToReachDisk)
    }
    for (index, failure) in written where failure != nil && failures[index] == nil {
      failures[index] = failure
    }
    let synchronized = BlockingWalk(Array(folders), jobs: Self.waits).results { [store] folder in
      (folder, store.failureToSynchronize(folder))
    }
    for case (let folder, let failure?) in synchronized {
      for index in groups.indices where failures[index] == nil {
        let isBelow = groups[index].contains { _, path in folder.map(path.isBelow) ?? true }
        if isBelow { failures[index] = failure }
      }
    }
    return failures
  }
}

extension StagedFile {
  /// Waits until the bytes are on the disk; nil once they are.
  fileprivate var failureToReachDisk: JournalError? {
    do throws(FileError) {
      try synchronize()
      return nil
    } catch {
      return .file(error)
    }
  }
}

extension JournalStore {
  /// Waits until the names in a folder are on the disk; nil once they are.
  fileprivate func failureToSynchronize(_ folder: ContainedPath?) -> JournalError? {
    do throws(FileError) {
      try files.synchronize(folder)
      return nil
    } catch {
      return .file(error)
    }
  }
}
