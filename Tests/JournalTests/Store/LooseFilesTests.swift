import Foundation
import Stamping
import SystemPackage
import TestSupport
import Testing

@testable import Journal

@Suite("Loose files")
struct LooseFilesTests {
  @Test("that find their name taken go, and what has the name stays")
  func nameTaken() throws {
    let test = try TestJournal()
    let store = test.journal.store
    try test.folder.write([9], to: "journal/photos/b.jpg")
    let files = try [("photos/a.jpg", [1]), ("photos/b.jpg", [2])].map { path, bytes in
      (file: try store.stage(bytes), path: FilePath(path))
    }
    #expect(throws: JournalError.self) {
      try LooseFiles(store).bring(files) { Issue.record("the names are not all there") }
    }
    #expect(test.photoFiles == ["photos/b.jpg"])
    #expect(try test.folder.read("journal/photos/b.jpg") == [9])
    #expect(try test.count("SELECT count(*) FROM loose_file") == 0)
  }
}
