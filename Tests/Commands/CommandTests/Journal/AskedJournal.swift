import Foundation
import Journal
import Store
import SystemPackage
import TestSupport

/// A journal that is only asked, and so made once for all tests.
enum AskedJournal {
  static func program() async throws -> JournalProgram { try await made.value }

  private static let made = Task {
    let program = try JournalProgram()
    try await program.post(
      "2023-12-31 23:59", "-c", "New Year's Eve", "--star", "--tag", "sea")
    try await program.post("2024-01-01", "-c", "점심 비빔밥")
    try await program.post("2024-01-31 12:00:30+01:00", "-c", "두 줄\nLUNCH 점심", "--tag", "work")
    try await program.post("2022-01-31 08:00")
    try await program.post("2024-01-31 02:00", "-c", "\u{202E}\u{7}침".filter { $0 != "\u{7}" })
    return program
  }
}

extension JournalProgram {
  /// The owner's journal, opened by the test itself.
  func library() throws -> OwnerJournal {
    try Journal(opening: FilePath(journal)).journal(of: OwnerName("anna"))
  }
}

extension Program {
  /// The numbers of the posts that were printed as JSON.
  var numbers: [Int] { json.compactMap { $0["number"] as? Int } }

  var lines: [String] { output.split(separator: "\n").map(String.init) }
}
