import Files
import CaptureTime
import Foundation
import Formats
import SystemPackage
import TestSupport
import Testing

@testable import Stamping

@Suite("An original photo")
struct OriginalPhotoTests {
  @Test("is the photo itself where it carries no stamp, with the hash that sha256sum prints")
  func unstamped() throws {
    let bytes = try MadePhoto.jpeg()
    let original = try OriginalPhoto(Stamped.source(bytes))
    #expect(original.bytes == bytes)
    #expect(original.format == .jpeg)
    #expect(original.header.width == 320 && original.header.height == 240)
    #expect(original.hash == StampMark.hash(bytes))
    #expect(original.hash.count == 32)
  }

  @Test(
    "has the hash that another program computes",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/sha256sum")),
    arguments: ["three-puppies.jpg", "paris.png"])
  func otherHash(name: String) async throws {
    let path = "\(Checkout.samples)/\(name)"
    let original = try OriginalPhoto(reading: InputPhoto(named: FilePath(path)))
    let hash = original.hash.map { byte in
      String(repeating: "0", count: byte < 16 ? 1 : 0) + String(byte, radix: 16)
    }.joined()
    let other = try await Program.run("/usr/bin/sha256sum", [path])
    #expect(other.output.hasPrefix(hash + " "))
    #expect(try original.attributes?.modifiedSeconds == FilePath(path).stat().st_mtim.tv_sec)
  }

  @Test("is what was stamped, with its hash, where the photo carries a stamp")
  func stamped() throws {
    let bytes = try MadePhoto.jpeg()
    let original = try OriginalPhoto(Stamped.source(Stamped.stamp(bytes).bytes))
    #expect(original.bytes == bytes)
    #expect(original.hash == StampMark.hash(bytes))
  }

  @Test("is refused where the stamp cannot be taken off")
  func refused() throws {
    let forGood = try Stamped.stamp(MadePhoto.jpeg(), keepsUndo: false).bytes
    #expect {
      try OriginalPhoto(Stamped.source(forGood))
    } throws: { error in
      if case StampError.stampedForGood = error { true } else { false }
    }
  }

  @Test("is recognised by its first bytes not to be one")
  func noPhoto() throws {
    let folder = try TemporaryFolder()
    let path = FilePath(try folder.write(Array("text".utf8), to: "a.jpg"))
    #expect {
      try OriginalPhoto(reading: InputPhoto(named: path))
    } throws: { error in
      if case StampError.photo(.unknownFormat) = error { true } else { false }
    }
  }

  @Test("is stamped as its source is, and tells its time before")
  func stamps() throws {
    let stamper = try StamperTests.stamper()
    let source = Stamped.source(try MadePhoto.jpeg())
    let original = try OriginalPhoto(source)
    let photo = try stamper.stamp(original, as: .jpeg)
    #expect(try photo.bytes == stamper.stamp(source, as: .jpeg).bytes)
    #expect(try stamper.captureTime(of: original, PhotoContext())?.time == photo.time)
    let mark = try Stamped.unstamp(photo.bytes).mark
    #expect(mark.originalHash == original.hash)
  }

  @Test(
    "gives a stamp that can be taken off only as a JPEG that keeps what its label covers",
    arguments: [(PhotoFormat.jpeg, true, true), (.jpeg, false, false), (.png, true, false)])
  func reversible(format: PhotoFormat, keepsUndo: Bool, isReversible: Bool) throws {
    let original = try OriginalPhoto(Stamped.source(MadePhoto.jpeg()))
    let photo = try StamperTests.stamper(keepsUndo: keepsUndo)
      .stamp(original, as: format)
    #expect(photo.fidelity.isReversible == isReversible)
  }
}
