import ArgumentParser
import Files
import Shell
import Stamping
import SystemPackage
import Wording

/// Photos by lists that a program makes.
struct ListOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The folder at which the names in --files-from begin; with -o their folders below it are mirrored.
      """, valueName: "folder"),
    completion: .directory, transform: RawArguments.path)
  var base: FilePath?

  @Option(
    help: ArgumentHelp(
      """
      Read jobs, an object of JSON a line: {"id": "7", "input": "in/a.jpg", "output": "out/a.jpg"}, id if \
      you like; - for standard input. A line that is no job ends it before anything is written. Goes with \
      --json.
      """, valueName: "file"),
    completion: .file(), transform: RawArguments.path)
  var jobsFrom: FilePath?

  init() {}

  func validate() throws {
    if jobsFrom != nil, base != nil {
      throw ValidationError("--base goes with --files-from; a job has whole paths.")
    }
  }

  /// Checks that the other options fit.
  ///
  /// - Throws: `ValidationError`.
  func check(_ input: InputOptions, _ output: DestinationOptions) throws {
    guard jobsFrom != nil else {
      if base != nil, input.filesFrom == nil {
        throw ValidationError("--base goes with --files-from.")
      }
      if base != nil, !input.inputs.isEmpty {
        throw ValidationError("With --base all photos come from the list of --files-from.")
      }
      return try input.checkIsGiven()
    }
    if !input.inputs.isEmpty || input.filesFrom != nil || output.output != nil || output.inPlace {
      throw ValidationError(
        "--jobs-from names inputs and outputs: give no others, nor --files-from, -o or --in-place.")
    }
  }

  /// The photos that are named.
  ///
  /// - Throws: `FileError`; ``JobList/Mistake``; ``ListedNameError`` for a name that leads out of the base.
  func photos(_ input: InputOptions) throws -> PhotoWalk.Inputs {
    if let jobsFrom { return .jobs(try JobList.read(jobsFrom)) }
    let names = try input.all()
    guard let base else { return .named(names) }
    for (index, name) in names.enumerated() where name.isAbsolute || name.leadsOut {
      throw ListedNameError(number: index + 1, name: name, base: base)
    }
    return .listed(names.map { $0.lexicallyNormalized() }, beneath: base)
  }
}

/// A name of a list that is not beneath the folder at which the list's names begin.
struct ListedNameError: Error {
  /// Which of the list's names it is, counted from 1; empty ones are not.
  let number: Int
  let name: FilePath
  let base: FilePath
}

extension FilePath {
  /// Whether a relative path goes above the folder that it begins at.
  fileprivate var leadsOut: Bool {
    lexicallyNormalized().components.first?.kind == .parentDirectory
  }
}

/// Where records go.
struct RecordsOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Write what --json writes to this file descriptor, as of 3>records.json, where standard output has \
      the photo; 2 is standard error, which has nothing else then.
      """, valueName: "number"))
  var jsonFd: Int32?

  init() {}

  /// Checks that there is something to write to, and that nothing else is.
  ///
  /// - Throws: `ValidationError`.
  func check() throws {
    guard let jsonFd else { return }
    guard FileDescriptor(rawValue: jsonFd).isInheritedToWrite else {
      throw ValidationError(
        "--json-fd \(jsonFd): nothing is open there to write to; add \(jsonFd)>records.json, say.")
    }
  }
}

/// Whether the same photos and options give the same bytes on any machine.
struct ReproducibleOption: ParsableArguments {
  @Flag(
    help: """
      Give the same bytes on any machine: refuse what depends on this one, which are its time zone (give \
      --time-zone where a photo's time is in UTC), modification times, installed fonts, your defaults and \
      profiles, --time now and {n}.
      """)
  var reproducible = false

  init() {}

  /// Checks that the other options do not ask this machine.
  ///
  /// - Throws: `ValidationError`.
  func check(_ looks: [LabelLook], _ texts: some Sequence<LabelText>, _ time: TimeOptions)
    throws
  {
    guard reproducible else { return }
    for look in looks {
      if case .family(let name) = look.style.face {
        throw ValidationError(
          "--reproducible uses no installed font: give --font the file of \(name).")
      }
    }
    if texts.contains(where: { $0.fields.contains(.number) }) {
      throw ValidationError(
        "{n} is the photo's number in this run, which --reproducible does not allow.")
    }
    if time.time?.lowercased() == "now" {
      throw ValidationError("--time now is another time in each run: give --reproducible a time.")
    }
  }
}
