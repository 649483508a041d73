import Foundation
import JournalSupport
import Stamping
import SystemPackage
import TestSupport

@testable import Journal
@testable import Store

extension TestJournal {
  /// A video that differs from all others.
  static func video(_ identifier: String? = nil, bytes: Int = 200) -> [UInt8] {
    MadeVideo.phone(
      identifier: identifier,
      data: Array(UUID().uuidString.utf8) + [UInt8](repeating: 7, count: bytes))
  }

  /// Writes files into a folder, and posts all that are there.
  func post(
    folder files: [String: [UInt8]], allowsAgain: Bool = false, keepsRaw: Bool = false
  ) async throws -> [PostRecord] {
    for (name, bytes) in files { try folder.write(bytes, to: "in/\(name)") }
    let settings = try journal.settings.current()
    var postings = Posting.Settings(
      stamper: try TestJournal.stamper(settings.look), look: settings.look, rule: settings.rule,
      details: PostDetails(caption: .empty, isStarred: false, tags: []), allowsAgain: allowsAgain,
      exportFolder: nil, now: { 1_750_000_000 })
    postings.keepsRaw = keepsRaw
    let posting = Posting(postings, into: journal)
    var records: [PostRecord] = []
    let walk = PhotoWalk([FilePath(folder.path("in"))], takesVideos: true, raw: .paired)
    await posting.run(walk, jobs: 2) { records.append($0) }
    return records
  }
}
