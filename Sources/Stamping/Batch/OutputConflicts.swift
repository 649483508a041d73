import Files
import Formats
import Glibc
package import SystemPackage

/// Two inputs that would write one output, or an output that is itself an input.
package enum OutputConflict: Error, Hashable, Sendable {
  case sameOutput(FilePath, first: FilePath, second: FilePath)
  case overwritesInput(FilePath, from: FilePath)
}

/// Finds conflicts among all outputs before anything is written.
///
/// Every name costs some bytes of memory; a photo is opened only where two names without their
/// extensions are the same, because the output's extension depends on the content.
package struct OutputConflicts {
  private let plan: OutputPlan
  private let walk: PhotoWalk
  private let work: any PhotoWork
  private let folders = ResolvedFolders()

  /// - Parameters:
  ///   - walk: the photos.
  ///   - plan: where they go.
  ///   - work: what is done to them; a photo that it refuses has no output, and cannot conflict.
  package init(of walk: PhotoWalk, plan: OutputPlan, work: any PhotoWork) {
    self.plan = plan
    self.walk = walk
    self.work = work
  }

  /// Goes through the inputs.
  ///
  /// - Returns: how many photos there are.
  /// - Throws: ``OutputConflict``, the first one found.
  package func check() throws(OutputConflict) -> Int {
    var count = 0
    var inputs: Set<Int> = []
    var outputs: Set<Int> = []
    var doubtful: Set<Int> = []
    for case .photo(let photo) in walk {
      count += 1
      guard let key = outputKey(photo) else { continue }
      if plan.destination != .inPlace { inputs.insert(stemKey(photo.path)) }
      if !outputs.insert(key).inserted { doubtful.insert(key) }
    }
    doubtful.formUnion(outputs.intersection(inputs))
    if !doubtful.isEmpty { try compare(doubtful) }
    return count
  }

  /// Compares the real paths of the photos whose keys are in doubt.
  private func compare(_ doubtful: Set<Int>) throws(OutputConflict) {
    var inputs: Set<FilePath> = []
    var writers: [FilePath: FilePath] = [:]
    // Standard input is not a file, and is the only input.
    for case .photo(let photo) in walk where !photo.isStandardInput {
      let isInput = plan.destination != .inPlace && doubtful.contains(stemKey(photo.path))
      let isWriter = outputKey(photo).map(doubtful.contains) ?? false
      guard isInput || isWriter else { continue }
      let reader = try? PhotoReader(photo)
      let format = (try? reader?.head()).flatMap(PhotoFormat.detect)
      if let reader, let format, isRefused(reader, format) { continue }
      if isInput { inputs.insert(absolute(photo.path)) }
      guard isWriter, let format,
        let output = plan.path(for: photo, format: plan.outputFormat(for: format))
      else { continue }
      if let first = writers.updateValue(photo.path, forKey: absolute(output)) {
        throw .sameOutput(output, first: first, second: photo.path)
      }
    }
    for (output, writer) in writers where inputs.contains(output) {
      throw .overwritesInput(output, from: writer)
    }
  }

  /// Whether the work refuses a photo, which then has no output, and may itself be the output of an
  /// earlier run.
  private func isRefused(_ reader: PhotoReader, _ format: PhotoFormat) -> Bool {
    do throws(StampError) {
      try work.check(reader, format: format)
      return false
    } catch {
      return PhotoSkip(ofFound: error) != nil
    }
  }

  /// A key that is the same for photos whose outputs may be the same file; nil where there is no
  /// output file.
  private func outputKey(_ photo: InputPhoto) -> Int? {
    plan.path(for: photo, format: .jpeg).map(stemKey)
  }

  private func stemKey(_ path: FilePath) -> Int {
    var stem = absolute(path)
    if stem.formatByName != nil { stem.extension = nil }
    return stem.hashValue
  }

  private func absolute(_ path: FilePath) -> FilePath {
    guard let name = path.lastComponent, name.kind == .regular else {
      return folders.resolve(path)
    }
    return folders.resolve(path.folder).appending(name)
  }
}

/// The real paths of folders, symbolic links resolved, each looked up once.
private final class ResolvedFolders {
  private var known: [FilePath: FilePath] = [:]

  /// The folder's path without symbolic links; the part that does not exist yet is taken as it is.
  func resolve(_ folder: FilePath) -> FilePath {
    if let resolved = known[folder] { return resolved }
    let resolved: FilePath
    if let real = try? folder.resolved() {
      resolved = real
    } else if let name = folder.lastComponent, name.kind == .regular {
      resolved = resolve(folder.folder).appending(name)
    } else {
      resolved = folder.lexicallyNormalized()
    }
    known[folder] = resolved
    return resolved
  }
}
