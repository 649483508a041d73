import Files
import Foundation
import Testing
import TestSupport

@Suite("journal.pepper")
struct PepperFileTests {
  @Test(
    "is needed to try a PIN; where it is of no use the message names the mend",
    arguments: [
      (SecretFileDamage.missing, "is missing: "), (.short, "has 31 bytes, not 32: "),
      (.long, "has 33 bytes, not 32: "), (.empty, "has 0 bytes, not 32: "),
      (.folder, "is not a file; remove it: "),
      (.readable, "is open to others on this machine (its permissions are 644); run chmod 600 "),
    ])
  func damaged(damage: SecretFileDamage, says: String) async throws {
    let program = try await JournalProgram.locked()
    let pepper = "journal/journal.pepper"
    let whole = try program.folder.read(pepper)
    try damage.apply(to: pepper, in: program.folder)
    for result in [
      try await program.unlock(), try await program.run("lock", "off", pins: [JournalProgram.pin]),
      try await program.run("lock", "change", pins: [JournalProgram.pin, "730519264487"]),
    ] {
      #expect(result.status == 1 && result.output == "")
      #expect(
        result.error.hasPrefix("Error: \(program.folder.path(pepper)) \(says)"),
        "\(result.error)")
      #expect(result.error.split(separator: "\n").count == 1)
      if damage != .readable {
        #expect(result.error.contains("put back your copy"))
        #expect(result.error.contains("remove each PIN made with it with daystamp lock reset"))
      }
    }
    #expect(try program.number("SELECT failures FROM lock") == 0)
    #expect(try await program.run("list").status == 77)

    if damage == .missing || damage == .folder {
      if damage == .folder { try program.folder.remove(pepper) }
      try program.folder.write(whole, to: pepper)
    }
    try program.folder.overwrite(pepper, with: whole)
    try program.folder.setPermissions(0o600, of: pepper)
    #expect(try await program.unlock().status == 0)
  }

  @Test(
    "is not needed to take a PIN away that is forgotten",
    arguments: [SecretFileDamage.missing, .short, .readable])
  func reset(damage: SecretFileDamage) async throws {
    let program = try await JournalProgram.locked()
    try damage.apply(to: "journal/journal.pepper", in: program.folder)
    #expect(try await program.run("lock", "reset", "--yes").status == 0)
    #expect(try await program.isOpen())
    #expect(try await program.run("lock", "set", pins: [JournalProgram.pin]).status == 0)
    #expect(try await program.unlock().status == 0)
  }

  @Test("is not made while another owner's PIN needs the one that is missing")
  func kept() async throws {
    let program = try await JournalProgram.locked()
    _ = try await program.addOwner("bob")
    let pepper = "journal/journal.pepper"
    let whole = try program.folder.read(pepper)
    try program.folder.remove(pepper)
    let bobs = try await program.run("lock", "set", pins: [JournalProgram.pin], owner: "bob")
    #expect(bobs.status == 1)
    #expect(bobs.error.contains("journal.pepper is missing"))
    #expect(try await program.isOpen(owner: "bob"))

    try program.folder.write(whole, to: pepper)
    try program.folder.setPermissions(0o600, of: pepper)
    _ = try await program.run("lock", "set", pins: [JournalProgram.pin], owner: "bob")
    try program.folder.remove(pepper)
    #expect(try await program.run("lock", "reset", "--yes").status == 0)
    #expect(!program.folder.files.contains(pepper))
    let result = try await program.unlock(owner: "bob")
    #expect(result.status == 1)
    #expect(result.error.contains("journal.pepper is missing"), "\(result.error)")
    #expect(try program.number("SELECT failures FROM lock") == 0)
  }
}

/// What may have become of a file of 32 secret bytes.
enum SecretFileDamage: Sendable {
  case missing, empty, short, long, flipped, zeros
  /// Others can read it.
  case readable
  /// A folder in its place.
  case folder

  func apply(to file: String, in folder: TemporaryFolder) throws {
    var bytes = try folder.read(file)
    switch self {
    case .missing: return try folder.remove(file)
    case .empty: bytes = []
    case .short: bytes.removeLast()
    case .long: bytes.append(0)
    case .flipped: bytes[31] ^= 1
    case .zeros: bytes = Array(repeating: 0, count: 32)
    case .readable: return try folder.setPermissions(0o644, of: file)
    case .folder:
      try folder.remove(file)
      return try FileManager.default.createDirectory(
        atPath: folder.path(file), withIntermediateDirectories: false)
    }
    try folder.overwrite(file, with: bytes)
  }
}
