import Files
import Foundation
import JournalSupport
import SystemPackage
import Testing
import TestSupport

@testable import Store

@Suite("The pepper")
struct PepperTests {
  private typealias It = LockedJournal

  /// Something that the pepper's file can be that is of no use.
  struct Fault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Whether a file can take its place.
    var isReplaceable = true
    /// Whether it can be opened for writing.
    var isWritable = true
    let work: @Sendable (TemporaryFolder) throws -> Void

    static let all = [
      Fault(testDescription: "missing") { try $0.remove(name) },
      Fault(testDescription: "empty") { try $0.write([], to: name) },
      Fault(testDescription: "31 bytes") { try $0.write(Array(1...31), to: name) },
      Fault(testDescription: "33 bytes") { try $0.write(Array(1...33), to: name) },
      Fault(testDescription: "0644") { try $0.setPermissions(0o644, of: name) },
      Fault(testDescription: "0640") { try $0.setPermissions(0o640, of: name) },
      Fault(testDescription: "0602") { try $0.setPermissions(0o602, of: name) },
      Fault(testDescription: "a FIFO", isWritable: false) {
        try $0.remove(name)
        mkfifo($0.path(name), 0o600)
      },
      Fault(testDescription: "a folder", isReplaceable: false, isWritable: false) {
        try $0.remove(name)
        try $0.write([], to: "\(name)/file")
      },
      Fault(testDescription: "a link to nowhere", isWritable: false) {
        try $0.remove(name)
        try FileManager.default.createSymbolicLink(
          atPath: $0.path(name), withDestinationPath: "nowhere")
      },
    ]

    private static let name = "journal/journal.pepper"
  }

  private func isOfPepper(_ error: any Error) -> Bool {
    if case LockError.pepper = error { true } else { false }
  }

  @Test("is made with the first PIN: 32 bytes, for the user alone, others in each journal")
  func made() throws {
    let journals = try (0..<3).map { _ in try It() }
    var peppers: Set<[UInt8]> = []
    for it in journals {
      #expect(try it.test.folder.permissions(of: "journal/journal.pepper") == 0o600)
      peppers.insert(try it.test.folder.read("journal/journal.pepper"))
    }
    #expect(peppers.count == 3)
    #expect(peppers.allSatisfy { $0.count == 32 })
    #expect(try !It(pin: nil).test.folder.files.contains("journal/journal.pepper"))
  }

  @Test("is shared by all owners of a journal, and stays when PINs go")
  func shared() throws {
    let it = try It()
    let pepper = try it.test.folder.read("journal/journal.pepper")
    let bob = try it.add("bob", pin: It.right)
    #expect(try it.test.folder.read("journal/journal.pepper") == pepper)
    #expect(try it.lock.attempt(It.right) == nil)
    #expect(try bob.attempt(It.right) == nil)
    // One PIN, but two salts.
    #expect(try it.test.count("SELECT count(DISTINCT hash) FROM lock") == 2)
    try it.lock.change(It.right, to: "8046")
    try it.lock.remove("8046")
    try it.lock.set(It.right)
    try it.lock.reset()
    #expect(try it.test.folder.read("journal/journal.pepper") == pepper)
    #expect(try bob.attempt(It.right) == nil)
  }

  @Test("of no use has no PIN tried, and none counted", arguments: Fault.all)
  func needed(fault: Fault) throws {
    let it = try It()
    let token = try it.lock.unlock(It.right)
    try fault.work(it.test.folder)
    let works: [() throws -> Void] = [
      { _ = try it.lock.unlock(It.right) }, { _ = try it.lock.unlock(It.wrong) },
      { try it.lock.change(It.right, to: "8046") }, { try it.lock.remove(It.right) },
      { _ = try it.add("owner \(UUID().uuidString)", pin: "8046") },
    ]
    for work in works {
      #expect(performing: work, throws: isOfPepper)
    }
    #expect(try it.failures == 0)
    #expect(try it.test.count("SELECT count(*) FROM lock") == 1)
    #expect(try it.opens(token))
    try it.lock.close()
    #expect(try !it.opens(token))
  }

  @Test("of no use is made anew with a PIN where none needs it", arguments: Fault.all)
  func renewed(fault: Fault) throws {
    let it = try It()
    try it.lock.remove(It.right)
    try fault.work(it.test.folder)
    guard fault.isReplaceable else {
      #expect(throws: JournalError.self) { try it.lock.set("8046") }
      #expect(try it.lock.tries() == nil)
      return
    }
    try it.lock.set("8046")
    #expect(try it.test.folder.permissions(of: "journal/journal.pepper") == 0o600)
    #expect(try it.test.folder.read("journal/journal.pepper").count == 32)
    #expect(try it.lock.attempt("8046") == nil)
  }

  @Test("that comes back makes the PIN work again")
  func putBack() throws {
    let it = try It()
    let pepper = try it.test.folder.read("journal/journal.pepper")
    try it.test.folder.remove("journal/journal.pepper")
    #expect(throws: LockError.self) { _ = try it.lock.unlock(It.right) }
    try it.test.folder.write(pepper, to: "journal/journal.pepper")
    try it.test.folder.setPermissions(0o600, of: "journal/journal.pepper")
    #expect(try it.lock.attempt(It.right) == nil)
  }

  @Test("that is another's makes every PIN a wrong one")
  func another() throws {
    let it = try It()
    try it.test.folder.write(Array(0..<32), to: "journal/journal.pepper")
    try it.test.folder.setPermissions(0o600, of: "journal/journal.pepper")
    #expect(
      try it.lock.attempt(It.right)
        == .wrongPIN(Tries(failures: 1, last: it.clock.now), wait: 0))
  }

  @Test("of no use leaves the way back in, where this user may write it", arguments: Fault.all)
  func reset(fault: Fault) throws {
    let it = try It()
    try fault.work(it.test.folder)
    guard fault.isWritable else {
      #expect(performing: it.lock.checkMayReset, throws: isOfPepper)
      #expect(performing: it.lock.reset, throws: isOfPepper)
      #expect(try it.lock.tries() != nil)
      return
    }
    try it.lock.checkMayReset()
    try it.lock.reset()
    #expect(try It.isOpen(it.lock.owner, in: it.test.journals))
    try it.lock.set("8046")
    #expect(try it.lock.attempt("8046") == nil)
  }

  @Test("that is missing is not made anew by a reset while another's PIN needs it")
  func resetBesideAnother() throws {
    let it = try It()
    let bob = try it.add("bob", pin: "8046")
    let pepper = try it.test.folder.read("journal/journal.pepper")
    try it.test.folder.remove("journal/journal.pepper")
    try it.lock.reset()
    // Bob's PIN is not called wrong, and works again with the pepper from where it is kept.
    #expect(performing: { _ = try bob.unlock("8046") }, throws: isOfPepper)
    #expect(try bob.tries()?.failures == 0)
    try it.test.folder.write(pepper, to: "journal/journal.pepper")
    try it.test.folder.setPermissions(0o600, of: "journal/journal.pepper")
    #expect(try bob.attempt("8046") == nil)
  }

  @Test("gives a PIN back to nobody who may not write it", .enabled(if: geteuid() != 0, "root may"))
  func readOnly() throws {
    let it = try It()
    try it.test.folder.setPermissions(0o400, of: "journal/journal.pepper")
    let error = LockError.pepper(
      .unwritable(it.path.appending("journal.pepper"), .permissionDenied))
    #expect(throws: error) { try it.lock.checkMayReset() }
    #expect(throws: error) { try it.lock.reset() }
    #expect(try it.lock.attempt(It.right) == nil)
  }
}
