import Files
import Foundation
import TestSupport
import Testing

@testable import Hashing

@Suite("MD5")
struct MD5Tests {
  @Test(
    "is that of RFC 1321, A.5",
    arguments: [
      ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
      (
        "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
        "57edf4a22be3c955ac49da2e2107b67a"
      ),
    ])
  func known(_ text: String, _ hash: String) {
    #expect(MD5.hash(Array(text.utf8)).hexadecimal == hash)
  }

  @Test("is that of md5sum, in whatever pieces the bytes come")
  func otherProgram() async throws {
    let folder = try TemporaryFolder()
    for count in [55, 56, 63, 64, 65, 119, 120, 10_000] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) }
      var hash = MD5()
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = rest.prefix(1 + rest.count % 97)
        hash.update(Array(piece))
        rest = rest.dropFirst(piece.count)
      }
      let found = hash.finish().hexadecimal
      let path = try folder.write(bytes, to: "bytes")
      let other = try await InstalledProgram.run("md5sum", [path])
      #expect(other.output.hasPrefix(found + " "), "\(count)")
    }
  }
}
