import Files
import Formats
import Glibc
package import SystemPackage

/// Two inputs that would write one output, or an output that is itself an input.
package enum OutputConflict: Error, Hashable, Sendable {
  case sameOutput(FilePath, first: FilePath, second: FilePath)
  case overwritesInput(FilePath, from: FilePath)
}

/// What to do with photos that share an output; nothing is known of the others
/// here.
package struct ConflictResolutions: Sendable {
  enum Resolution: Sendable, Hashable {
    /// Written with this number after its name.
    case numbered(Int, OutputConflict)
    case leftOut(OutputConflict)
    /// Failed, because it would be written over an input.
    case refused(OutputConflict)

    var number: Int? { if case .numbered(let number, _) = self { number } else { nil } }
  }

  fileprivate var byInput: [FilePath: Resolution] = [:]

  package init() {}

  subscript(photo: InputPhoto) -> Resolution? { byInput.isEmpty ? nil : byInput[photo.path] }
}

/// Finds conflicts among all outputs before anything is written, and resolves them: the same for the
/// same photos, in whatever order they are named and whatever is written already.
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
  ///   - work: what to do with them; a photo that it refuses has no output, and cannot conflict.
  package init(of walk: PhotoWalk, plan: OutputPlan, work: any PhotoWork) {
    self.plan = plan
    self.walk = walk
    self.work = work
  }

  /// Goes through the inputs.
  ///
  /// Of photos with one output, one keeps the name: one with the output's extension in its own name
  /// before one that has not, then the first by its real path. The time is that of sorting them.
  ///
  /// - Returns: how many photos there are, and what becomes of those in conflict.
  /// - Throws: ``OutputConflict`` where the plan says that one is to end it all, and where every
  ///   photo would be written over an input.
  package func resolve() throws(OutputConflict) -> (count: Int, conflicts: ConflictResolutions) {
    // A list of jobs has none: it was checked as it was read.
    if plan.destination == .ofJobs { return (walk.reduce(0) { count, _ in count + 1 }, .init()) }
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
    var resolutions = ConflictResolutions()
    guard !doubtful.isEmpty else { return (count, resolutions) }
    var groups = writers(doubtful)
    // None of them gets another name: the existing file may be an earlier output of any.
    let inTheWay = real(inputs, among: groups.values.joined())
    var refused: [Writer] = []
    for output in inTheWay { refused += groups.removeValue(forKey: output) ?? [] }
    let numbered = try name(groups, avoiding: outputs, &resolutions)
    let inputsInTheWay = real(inputs, among: numbered)
    refused += numbered.filter { inputsInTheWay.contains($0.realOutput) }
    for writer in refused {
      let conflict = OutputConflict.overwritesInput(writer.output, from: writer.photo.path)
      if plan.onConflict == .fail || refused.count == count { throw conflict }
      resolutions.byInput[writer.photo.path] = .refused(conflict)
    }
    return (count, resolutions)
  }

  /// A photo that would write an output.
  private struct Writer {
    let photo: InputPhoto
    let format: PhotoFormat
    let output: FilePath
    /// Without symbolic links.
    let realOutput: FilePath

    /// Whether the photo's name says the format that is written.
    var fits: Bool { photo.path.formatByName == format }
  }

  /// The photos with doubtful outputs, with their real outputs.
  private func writers(_ doubtful: Set<Int>) -> [FilePath: [Writer]] {
    var writers: [FilePath: [Writer]] = [:]
    // Standard input is not a file, and is the only input.
    for case .photo(let photo) in walk where !photo.isStandardInput {
      guard let key = outputKey(photo), doubtful.contains(key),
        let format = format(ofAccepted: photo).map(plan.outputFormat(for:)),
        let output = plan.path(for: photo, format: format)
      else { continue }
      let real = absolute(output)
      writers[real, default: []].append(
        Writer(photo: photo, format: format, output: output, realOutput: real))
    }
    return writers
  }

  /// Gives each photo a name of its own, as the plan says, which is none of `outputs`: the keys of all
  /// names without a number.
  ///
  /// - Returns: those that get a number.
  /// - Throws: ``OutputConflict`` where the plan says that one is to end it all.
  private func name(
    _ groups: [FilePath: [Writer]], avoiding outputs: Set<Int>,
    _ resolutions: inout ConflictResolutions
  ) throws(OutputConflict) -> [Writer] {
    var numbered: [Writer] = []
    var taken: Set<FilePath> = []
    for (_, group) in groups.sorted(by: { $0.key.precedes($1.key) }) {
      let ordered = group.map { (writer: $0, fits: $0.fits, path: absolute($0.photo.path)) }
        .sorted { $0.fits == $1.fits ? $0.path.precedes($1.path) : $0.fits }.map(\.writer)
      guard let first = ordered.first else { continue }
      var number = 1
      for writer in ordered.dropFirst() {
        let conflict = OutputConflict.sameOutput(
          writer.output, first: first.photo.path, second: writer.photo.path)
        switch plan.onConflict {
        case .fail: throw conflict
        case .skip: resolutions.byInput[writer.photo.path] = .leftOut(conflict)
        case .suffix:
          var output: FilePath
          repeat {
            number += 1
            output =
              plan.path(for: writer.photo, format: writer.format, number: number) ?? writer.output
          } while outputs.contains(stemKey(output)) || !taken.insert(absolute(output)).inserted
          resolutions.byInput[writer.photo.path] = .numbered(number, conflict)
          numbered.append(
            Writer(
              photo: writer.photo, format: writer.format, output: output,
              realOutput: absolute(output)))
        }
      }
    }
    return numbered
  }

  /// The real paths of the inputs that are outputs of these; `inputs` are the keys of all.
  private func real(_ inputs: Set<Int>, among writers: some Sequence<Writer>) -> Set<FilePath> {
    let outputs = Set(writers.map(\.realOutput))
    let keys = inputs.intersection(outputs.map(stemKey))
    var real: Set<FilePath> = []
    guard !keys.isEmpty else { return real }
    for case .photo(let photo) in walk where keys.contains(stemKey(photo.path)) {
      let path = absolute(photo.path)
      if outputs.contains(path), !isRefused(photo) { real.insert(path) }
    }
    return real
  }

  /// The format of a photo that the work does not refuse.
  private func format(ofAccepted photo: InputPhoto) -> PhotoFormat? {
    guard let reader = try? PhotoReader(photo) else { return nil }
    if (try? reader.raw()) != nil {
      // Its picture, where one is to be written of it.
      return plan.outputFormat(forRaw: photo) == nil ? nil : .jpeg
    }
    guard let format = try? reader.format() else { return nil }
    return isRefused(reader, format) ? nil : format
  }

  /// Whether the work refuses a photo, which then has no output, and may itself be the output of an
  /// earlier run.
  private func isRefused(_ photo: InputPhoto) -> Bool {
    guard let reader = try? PhotoReader(photo), let format = try? reader.format() else {
      return false
    }
    return isRefused(reader, format)
  }

  private func isRefused(_ reader: PhotoReader, _ format: PhotoFormat) -> Bool {
    do throws(StampError) {
      try work.check(reader, format: format)
      return false
    } catch {
      return PhotoSkip(ofFound: error) != nil
    }
  }

  /// A key that is the same for photos that may share an output file; nil if there is no
  /// output file.
  private func outputKey(_ photo: InputPhoto) -> Int? {
    plan.path(for: photo, format: .jpeg).map(stemKey)
  }

  private func stemKey(_ path: FilePath) -> Int {
    var stem = absolute(path)
    if stem.formatByName != nil { stem.extension = nil }
    return stem.hashValue
  }

  private func absolute(_ path: FilePath) -> FilePath { folders.absolute(path) }
}

/// The real paths of folders, symbolic links resolved, each looked up once.
final class ResolvedFolders {
  private var known: [FilePath: FilePath] = [:]

  /// The path of a file, in a folder without symbolic links; the file itself may be one.
  func absolute(_ path: FilePath) -> FilePath {
    guard let name = path.lastComponent, name.kind == .regular else { return resolve(path) }
    return resolve(path.folder).appending(name)
  }

  /// The folder's path without symbolic links; the part that does not exist yet is taken as it is.
  func resolve(_ folder: FilePath) -> FilePath {
    if let resolved = known[folder] { return resolved }
    let resolved: FilePath
    if let real = try? folder.resolved() {
      resolved = real
    } else if let name = folder.lastComponent, name.kind == .regular {
      resolved = resolve(folder.folder).appending(name)
    } else {
      // It ends in . or .. and does not exist yet: none of it that is to be made will be a link.
      let normalized = folder.lexicallyNormalized()
      resolved = normalized == folder ? folder : resolve(normalized.isEmpty ? "." : normalized)
    }
    known[folder] = resolved
    return resolved
  }
}

extension FilePath {
  /// Whether it comes first by its bytes.
  fileprivate func precedes(_ other: FilePath) -> Bool {
    withPlatformString { left in other.withPlatformString { strcmp(left, $0) < 0 } }
  }
}
