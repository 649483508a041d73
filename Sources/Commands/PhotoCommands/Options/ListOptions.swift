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
      The folder where the names in --files-from begin; -o mirrors their folders below it.
      """, valueName: "folder"),
    completion: .directory, transform: RawArguments.path)
  var base: FilePath?

  @Option(
    help: ArgumentHelp(
      """
      Read jobs, one JSON object per line: {"id": "7", "input": "in/a.jpg", "output": "out/a.jpg"}; the id \
      is optional; - for standard input. A line that is not a job ends the run before anything is written. \
      Implies --json.
      """, valueName: "file"),
    completion: .file(), transform: RawArguments.path)
  var jobsFrom: FilePath?

  init() {}

  func validate() throws {
    if jobsFrom != nil, base != nil {
      throw ValidationError("--base needs --files-from; jobs have whole paths.")
    }
  }

  /// Checks that the other options fit.
  ///
  /// - Throws: `ValidationError`.
  func check(_ input: InputOptions, _ output: DestinationOptions) throws {
    guard jobsFrom != nil else {
      if base != nil, input.filesFrom == nil {
        throw ValidationError("--base needs --files-from.")
      }
      if base != nil, !input.inputs.isEmpty {
        throw ValidationError("With --base, name all photos in the list of --files-from.")
      }
      return try input.checkIsGiven()
    }
    if !input.inputs.isEmpty || input.filesFrom != nil || output.output != nil || output.inPlace {
      throw ValidationError(
        "--jobs-from names all inputs and outputs: leave out others, --files-from, -o and --in-place."
      )
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
      Write the output of --json to this file descriptor (3 for 3>records.json), and leave standard \
      output to the photo. With 2, standard error has nothing else.
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
        "--json-fd \(jsonFd) is not open for writing; add \(jsonFd)>records.json, for example.")
    }
  }
}

/// Whether the same photos and options give the same bytes on any machine.
struct ReproducibleOption: ParsableArguments {
  @Flag(
    help: """
      Write the same bytes on any machine: never use this one's time zone, modification times, installed \
      fonts, defaults or profiles; refuse --time now and {n}. Times in UTC need --time-zone.
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
          "--reproducible uses no installed fonts: give --font the file of \(name).")
      }
    }
    if texts.contains(where: { $0.fields.contains(.number) }) {
      throw ValidationError(
        "--reproducible does not allow {n}: a photo's number depends on the run.")
    }
    if time.time?.lowercased() == "now" {
      throw ValidationError(
        "--reproducible does not allow --time now, which differs in each run: give a time.")
    }
  }
}
