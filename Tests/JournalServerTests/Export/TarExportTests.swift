import Foundation
import HTTPTypes
import Hummingbird
import Journal
import NIOCore
import Store
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import JournalServer

@Suite("An archive under way")
struct TarExportTests {
  /// Keeps what is written, and does something before it takes it.
  private struct Writer: ResponseBodyWriter {
    let before: @Sendable (_ written: Int) throws -> Void
    let bytes = Bytes()

    final class Bytes: Sendable {
      let all = Mutex<[UInt8]>([])
    }

    mutating func write(_ buffer: ByteBuffer) async throws {
      try before(bytes.all.withLock(\.count))
      bytes.all.withLock { $0 += buffer.readableBytesView }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
  }

  private func makeSite() async throws -> Site {
    let site = try await Site()
    try await site.post([("2024-01-31 12:00", "a"), ("2024-01-31 13:00", "b")])
    return site
  }

  /// Writes an archive.
  ///
  /// - Returns: what was written, how many photos were left out, and whether it broke off.
  private func write(
    _ site: Site, before: @escaping @Sendable (Int) throws -> Void
  ) async throws -> (bytes: [UInt8], leftOut: Int, error: (any Error)?) {
    let archive = TarExport(try ExportContent(of: site.journal), folder: "a", modified: 0)
    let writer = Writer(before: before)
    let leftOut = Mutex(0)
    var failure: (any Error)?
    do {
      var writer: any ResponseBodyWriter = writer
      try await archive.write(to: &writer, site.server.workers) { _ in
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
    #expect(!String(decoding: bytes, as: UTF8.self).contains(TarExport.leftOut))
  }

  @Test("has none where the door is closed meanwhile, and tells no more")
  func closed() async throws {
    let site = try await makeSite()
    let (bytes, _, error) = try await write(site) { written in
      // Behind the folder and the first photo's header.
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
    let second = try site.journal.posts.path(site.journal.posts.post(2).photo.file)
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
