import Journal
import Files
import Foundation
import GRDB
import JournalSupport
import SystemPackage
import Testing
import TestSupport

@testable import Store

@Suite("Loose files")
struct LooseFilesTests {
  let test: TestJournal
  let store: JournalStore
  let loose: LooseFiles

  init() throws {
    test = try TestJournal()
    store = test.journal.store
    loose = LooseFiles(store)
  }

  private struct Stop: Error {}

  private func staged(_ path: ContainedPath) throws -> [(file: StagedFile, path: ContainedPath)] {
    [(try store.stage(Array("new".utf8)), path)]
  }

  @Test("are there while their rows are inserted, and gone where that fails")
  func failure() throws {
    let path: ContainedPath = "photos/2024/01/31/a.jpg"
    #expect(throws: Stop.self) {
      try loose.store(try staged(path)) {
        #expect(try loose.all() == [path])
        #expect(test.photoFiles == ["\(path)"])
        throw Stop()
      }
    }
    #expect(try loose.all() == [])
    #expect(test.photoFiles == [])
  }

  @Test("never take the path, or the file, that another worker has")
  func collision() throws {
    let path: ContainedPath = "photos/2024/01/31/a.jpg"
    try loose.store(try staged(path)) {
      // What another process does in the middle of the work, before and after the file has its name.
      let absolute = store.folder.pushing(path)
      #expect {
        try loose.store(try staged(path)) {}
      } throws: { error in
        guard case JournalError.file(.exists(absolute)) = error else { return false }
        return true
      }
      try store.files.remove(path)
      #expect(throws: JournalError.self) { try loose.store(try staged(path)) {} }
      #expect(try loose.all() == [path])
    }
  }

  @Test("leave a file alone that has the path without being loose")
  func stray() throws {
    try test.folder.write(Array("old".utf8), to: "journal/photos/a.jpg")
    #expect(throws: JournalError.self) { try loose.store(try staged("photos/a.jpg")) {} }
    #expect(try test.folder.read("journal/photos/a.jpg") == Array("old".utf8))
    #expect(try loose.all() == [])
  }

  @Test("that a killed process left are removed by the next one to open the journal")
  func abandoned() async throws {
    let post = try #require(try await test.post("2024-01-31 12:00").first)
    try test.folder.write([1], to: "journal/photos/left.jpg")
    try await store.database.write { db in
      // One that came, one that never did, and one whose post is there.
      for path in ["photos/left.jpg", "photos/never.jpg", post.thePhoto.file] {
        try LooseFiles.add(path, db)
      }
    }
    _ = try test.reopened()
    #expect(try loose.all() == [])
    #expect(test.photoFiles == ["\(post.thePhoto.file)"])
  }

  @Test("are left to whoever is at work")
  func atWork() throws {
    try test.folder.write([1], to: "journal/photos/left.jpg")
    try store.database.write { db in try LooseFiles.add("photos/left.jpg", db) }
    try loose.working {
      _ = try test.reopened()
      #expect(test.photoFiles == ["photos/left.jpg"])
    }
    _ = try test.reopened()
    #expect(test.photoFiles == [])
  }

  @Test("of a path that leads out of the journal are not removed")
  func outside() throws {
    try test.folder.write([1], to: "outside.jpg")
    try test.damage("INSERT INTO loose_file VALUES ('\(test.folder.path("outside.jpg"))')")
    _ = try test.reopened()
    #expect(try test.folder.read("outside.jpg") == [1])
    #expect(throws: JournalError.self) { try loose.all() }
  }

  @Test("below what is no folder are gone, and no longer written down")
  func belowFile() throws {
    try test.folder.write([1], to: "journal/photos/2024")
    try store.database.write { db in
      for path in ["photos/2024/a.jpg", "photos/2024/01/b.jpg"] as [ContainedPath] {
        try LooseFiles.add(path, db)
      }
    }
    _ = try test.reopened()
    #expect(try loose.all() == [])
    #expect(test.photoFiles == ["photos/2024"])
  }

  @Test("that cannot be removed stay written down, and keep nobody from the journal")
  func unremovable() throws {
    try test.folder.write([1], to: "journal/photos/folder/file")
    try test.folder.write([1], to: "journal/photos/left.jpg")
    try store.database.write { db in
      for path in ["photos/folder", "photos/left.jpg"] as [ContainedPath] {
        try LooseFiles.add(path, db)
      }
    }
    _ = try test.reopened()
    #expect(try loose.all() == ["photos/folder"])
    #expect(test.photoFiles == ["photos/folder/file"])
  }
}
