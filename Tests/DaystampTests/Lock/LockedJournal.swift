import Files
import Foundation
import TestSupport

/// The locked journal of anna, with much in it or with nothing, and the files that command lines name.
enum LockedJournal: CaseIterable {
  case full, empty

  /// What nobody is told who does not know the PIN: captions, tags, names of files, days, settings.
  static let secrets = [
    "Zahnarzt", "Wurzel", "arztbesuch", "praxis", "Röntgen", "Geheim", "gpj", "2021", "Chatham",
    "Verborgen", "Album",
  ]

  /// A copy of a test's own.
  func copy() async throws -> JournalProgram {
    let (template, program) = (try await made.value, try JournalProgram())
    for name in try FileManager.default.contentsOfDirectory(atPath: template.folder.path) {
      try FileManager.default.copyItem(
        atPath: template.folder.path(name), toPath: program.folder.path(name))
    }
    return program
  }

  private var made: Task<JournalProgram, any Error> {
    switch self {
    case .full: Self.madeFull
    case .empty: Self.madeEmpty
    }
  }

  private static let madeFull = Task {
    let program = try JournalProgram()
    let names = [
      "Röntgen 'links'.jpg", "Geheim\n\u{202E}gpj.jpg", "-x.jpg", "IMG_20210317_1012.jpg",
    ]
    for (index, name) in names.enumerated() {
      try program.folder.write(try photo(name), to: "in/\(name)")
      _ = try await program.run(
        "post", "in/\(name)", "--time", "2021-03-17 10:1\(index)", "--star",
        "-c", "Zahnarzt \(index): Wurzel", "--tag", "arztbesuch", "--tag", "praxis\(index)")
    }
    _ = try await program.run("delete", "2", "--yes")
    for (key, value) in [
      ("time-zone", "Pacific/Chatham"), ("label-text", "Verborgen {time}"), ("export-to", "Album"),
      ("week-start", "saturday"),
    ] {
      _ = try await program.run("config", "set", key, value)
    }
    try FileManager.default.removeItem(atPath: program.folder.path("in"))
    return try await finished(program)
  }

  private static let madeEmpty = Task {
    let program = try JournalProgram()
    _ = try await program.addOwner("anna")
    return try await finished(program)
  }

  private static func finished(_ program: JournalProgram) async throws -> JournalProgram {
    try program.folder.write(try photo("new"), to: "photo.jpg")
    try program.folder.write(Array("photo.jpg".utf8), to: "list.txt")
    // What an import would take, of another journal.
    let other = try JournalProgram()
    try await other.post("2019-05-06 07:08")
    _ = try await other.run("export", program.folder.path("export"))
    _ = try await program.run("lock", "set", pins: [JournalProgram.pin])
    return program
  }

  private static func photo(_ mark: String) throws -> [UInt8] {
    try MadePhoto.jpeg(exif: nil) + Array(mark.utf8)
  }
}

extension JournalProgram {
  /// All there is but the database: files by their content, and folders.
  func files() throws -> [String: [UInt8]?] {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    let files = Set(folder.files)
    return try Dictionary(
      uniqueKeysWithValues: (paths ?? []).filter { !$0.hasPrefix("journal/journal.sqlite") }
        .map { ($0, files.contains($0) ? try folder.read($0) : nil) })
  }
}
