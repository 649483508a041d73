import Files
import Foundation
import GRDB
import KeyDerivation
import SystemPackage
import TestSupport
import Testing

@testable import Journal

@Suite("A copy of the database without the pepper")
struct StolenDatabaseTests {
  private typealias It = LockedJournal

  private static let allPINs = (0..<10_000).map { String(("000" + String($0)).suffix(4)) }

  private let it: LockedJournal
  /// The thief's folder.
  private let copy: TemporaryFolder

  init() throws {
    it = try It(iterations: 1)
    copy = try TemporaryFolder()
    try it.test.checkpoint()
    try copy.copy(it.test.folder.path("journal/journal.sqlite"), as: "journal.sqlite")
  }

  private var text: String {
    get throws {
      let database = try DatabaseQueue(path: copy.path("journal.sqlite"))
      return try #require(
        try database.read { try String.fetchOne($0, sql: "SELECT hash FROM lock") })
    }
  }

  /// The four-digit PINs that fit what is stored with a pepper.
  private func fitting(_ pepper: borrowing Pepper) throws -> [String] {
    let hash = try #require(try PINHash(text))
    return try Self.allPINs.filter { hash.matches(try PIN($0), pepper) }
  }

  @Test("fits none of all 10,000 PINs of four digits, with whatever pepper else")
  func without() throws {
    #expect(copy.files == ["journal.sqlite"])
    let random = (0..<32).map { _ in UInt8.random(in: 0...255) }
    for bytes in [[UInt8](repeating: 0, count: 32), random] {
      #expect(try fitting(copy.pepper(bytes)) == [])
    }
  }

  @Test("fits none of them as plain PBKDF2, nor with an empty pepper")
  func plain() throws {
    let parts = try text.split(separator: "$")
    let salt = [UInt8](try #require(Data(base64Encoded: parts[2] + "==")))
    let stored = [UInt8](try #require(Data(base64Encoded: parts[3] + "=")))
    #expect(parts[1] == "i=1" && salt.count == 16 && stored.count == 32)
    let fitting = Self.allPINs.filter { digits in
      let digits = Array(digits.utf8)
      let key = PBKDF2.deriveKey(from: digits.span, salt: salt.span, iterations: 1, count: 32)
      return key.withSpan { key in
        key.indices.map { key[$0] } == stored
          || HMACSHA256.code(for: key, key: [UInt8]().span) == stored
      }
    }
    #expect(fitting == [])
  }

  @Test("fits the right PIN alone with the pepper")
  func with() throws {
    #expect(try fitting(Pepper(in: it.path)) == [It.right])
  }

  @Test("has no PIN tried, and none counted, by the program itself")
  func program() throws {
    let path = FilePath(copy.path)
    let lock = try Journal(opening: path)
      .lock(of: it.lock.owner, iterations: 1, now: it.clock.read)
    #expect(throws: LockError.pepper(.missing(path.appending("journal.pepper")))) {
      _ = try lock.unlock(It.right)
    }
    #expect(try lock.tries() == Tries(failures: 0, last: nil))
  }

  @Test("holds nowhere what the PIN is")
  func digits() throws {
    let it = try It(pin: "580274913068")
    let folder = it.test.folder
    #expect(folder.files.count > 2)
    for file in folder.files {
      #expect(try folder.read(file).firstRange(of: Array("580274913068".utf8)) == nil, "\(file)")
    }
  }
}
