import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Journal
import JournalSupport
import NIOCore
import Store
import Synchronization
import SystemPackage
import Testing
import TestSupport

@testable import JournalServer

@Suite("An archive under way")
struct TarExportTests {
  private func makeSite() async throws -> Site {
    let site = try await Site()
    try await site.post([("2024-01-31 12:00", "a"), ("2024-01-31 13:00", "b")])
    return site
  }

  /// Writes an archive.
  ///
  /// - Returns: what was written, how many photos were left out, and whether it broke off.
  private func write(
    _ site: Site, _ journal: OwnerJournal? = nil, before: @escaping @Sendable (Int) throws -> Void
  ) async throws -> (bytes: [UInt8], leftOut: Int, error: (any Error)?) {
    let journal = try journal ?? site.journal
    let archive = TarExport(
      try ExportContent(of: journal), of: journal, folder: "a", modified: 0)
    let writer = KeepingWriter(before: before)
    let leftOut = Mutex(0)
    var failure: (any Error)?
    do {
      var writer: any ResponseBodyWriter = writer
      try await archive.write(to: &writer, site.server.queues.common) { _ in
        leftOut.withLock { $0 += 1 }
        return "a photo is gone"
      }
    } catch {
      failure = error
    }
    return (writer.bytes.all.withLock { $0 }, leftOut.withLock { $0 }, failure)
  }

  private func hasEnd(_ bytes: [UInt8]) -> Bool { bytes.suffix(1_024) == TarHeader.end[...] }

  @Test("has an end where all was written")
  func whole() async throws {
    let (bytes, leftOut, error) = try await write(makeSite()) { _ in }
    #expect(hasEnd(bytes) && leftOut == 0 && error == nil)
    #expect(bytes.count.isMultiple(of: TarHeader.blockSize))
    #expect(!String(decoding: bytes, as: UTF8.self).contains("left-out"))
  }

  @Test("has none where the journal is locked meanwhile, and tells no more")
  func closed() async throws {
    let site = try await makeSite()
    let (bytes, _, error) = try await write(site) { written in
      // After the folder and the first photo's header.
      if written == 1_024 { try site.setPIN() }
    }
    guard case JournalError.locked? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!hasEnd(bytes))
    #expect(!String(decoding: bytes, as: UTF8.self).contains("journal.json"))
    #expect(!String(decoding: bytes, as: UTF8.self).contains("130000"))
  }

  @Test("has none where its device is revoked meanwhile, by whichever process")
  func revoked() async throws {
    let site = try await makeSite()
    let device = try #require(
      try site.journals.devices.list(of: OwnerName("anna"), now: site.clock.read()).first)
    let journal = try site.journals.journal(askedForBy: device, keys: .none)
    let (bytes, _, error) = try await write(site, journal) { written in
      guard written == 1_024 else { return }
      let other = try Journal(opening: site.journals.folder)
      _ = try other.devices.revoke(device.id, of: device.owner, now: site.clock.read())
    }
    guard case JournalError.revoked? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!hasEnd(bytes))
    #expect(!String(decoding: bytes, as: UTF8.self).contains("130000"))
  }

  @Test("ends within a long file too, where its device is revoked")
  func revokedWithin() async throws {
    let site = try await Site()
    var photo = Array(try Site.photo())
    // What follows a photo's end stays, and makes it 3 MB.
    photo += [UInt8](repeating: 7, count: 3_000_000)
    #expect(try await site.post(photo, [("time", "2024-01-31 12:00")]).status == .created)
    let device = try #require(
      try site.journals.devices.list(of: OwnerName("anna"), now: site.clock.read()).first)
    let journal = try site.journals.journal(askedForBy: device, keys: .none)
    let (bytes, _, error) = try await write(site, journal) { written in
      guard written > 400_000, written < 600_000 else { return }
      _ = try site.journals.devices.revoke(device.id, of: device.owner, now: site.clock.read())
      // A client that reads slowly.
      Thread.sleep(forTimeInterval: 1.1)
    }
    #expect(bytes.count < 1_000_000, "\(bytes.count)")
    guard case JournalError.revoked? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("ends where nobody reads it any more")
  func gone() async throws {
    struct Gone: Error {}
    let (bytes, _, error) = try await write(makeSite()) { written in
      if written >= 1_024 { throw Gone() }
    }
    #expect(error is Gone && bytes.count == 1_024)
  }

  @Test("takes each post as it is when its turn comes, and goes on without a photo that is broken")
  func lazy() async throws {
    let site = try await makeSite()
    let second = try site.journal.posts.path(site.journal.posts.post(2).thePhoto.file)
    let (bytes, leftOut, error) = try await write(site) { written in
      if written == 1_024 { try FileManager.default.removeItem(atPath: second.string) }
    }
    #expect(hasEnd(bytes) && leftOut == 1 && error == nil)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("a/journal.json"))
    // Whoever has saved it sees no log.
    #expect(text.contains("a/left-out.txt") && text.contains("a photo is gone\n"))
  }
}

@Suite("Headers of an archive")
struct TarHeaderTests {
  /// What Python's tarfile reads of an archive of one member whose content is left out: its name,
  /// size, time, permissions and whether it is a file.
  private func read(_ header: TarHeader) async throws -> [Substring] {
    let script = """
      from sys import argv; from tarfile import TarFile
      with TarFile(argv[1]) as archive:
          member = archive.next()
          for value in member.name, member.size, member.mtime, oct(member.mode), member.isfile():
              print(value)
      """
    let folder = try TemporaryFolder()
    return try await Python.lines(
      of: script, [folder.write(header.bytes + TarHeader.end, to: "a.tar")])
  }

  @Test(
    "say what another program reads of them", .enabled("\(Python.note)") { await Python.isThere },
    arguments: [
      ("a.jpg", 0, 1), ("photos/2024/01/31/120000.jpg", 3_355_799, 1),
      (String(repeating: "n", count: 100), 7, 1), (String(repeating: "n", count: 101), 7, 3),
      ("\(String(repeating: "folder/", count: 40))a.jpg", 7, 3), ("일기/사진.jpg", 7, 3),
      (String(repeating: "긴이름", count: 60) + "/a.jpg", 7, 4),
      ("a.jpg", 8 << 30 - 1, 1), ("a.jpg", 8 << 30, 3), ("일기.jpg", 20 << 30, 3),
    ])
  func read(name: String, size: Int, blocks: Int) async throws {
    let header = TarHeader(name: name, kind: .file, size: size, modified: 1_700_000_000)
    #expect(header.bytes.count == blocks * TarHeader.blockSize)
    #expect(try await read(header) == ["\(name)", "\(size)", "1700000000", "0o600", "True"])
  }

  @Test(
    "have records of any length, which begin with it",
    .enabled("\(Python.note)") { await Python.isThere },
    arguments: 101...130)
  func lengths(count: Int) async throws {
    let name = String(repeating: "n", count: count)
    let header = TarHeader(name: name, kind: .file, size: 0, modified: 0)
    #expect(try await read(header).first == "\(name)")
  }

  @Test("tell times before 1970 as its beginning, for they have no sign")
  func early() {
    func header(_ time: Int) -> TarHeader {
      TarHeader(name: "a", kind: .file, size: 0, modified: time)
    }
    #expect(header(-5).bytes == header(0).bytes)
  }

  @Test(
    "are followed by whole blocks", arguments: [(0, 0), (1, 511), (511, 1), (512, 0), (513, 511)])
  func padding(size: Int, count: Int) {
    #expect(TarHeader.padding(after: size) == Array(repeating: 0, count: count))
  }
}
