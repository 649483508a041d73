import Testing

@testable import Formats

@Suite("The directory of a file's parts in XMP")
struct ContainerDirectoryTests {
  /// A JPEG with such a directory, padded as XMP packets are.
  private func file(primary length: String, padding: Int = 20) -> [UInt8] {
    let xmp = """
      <x:xmpmeta><rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="image/jpeg" \
      Item:Semantic="Primary" Item:Length="\(length)"/></rdf:li><rdf:li><Container:Item \
      Item:Mime="video/mp4" Item:Semantic="MotionPhoto" Item:Length="1234"/></rdf:li></x:xmpmeta>
      """ + String(repeating: " ", count: padding) + "<?xpacket end=\"w\"?>"
    let payload = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + xmp.utf8
    let size = payload.count + 2
    return [0xFF, 0xD8, 0xFF, 0xE1, UInt8(size >> 8), UInt8(size & 0xFF)] + payload + [0xFF, 0xD9]
  }

  private func corrected(_ file: [UInt8], from old: Int, to new: Int) throws -> [UInt8] {
    var bytes = file
    let segments = ContainerDirectory.segments(in: try JPEGStructure(file), saying: old)
    for segment in segments {
      ContainerDirectory.correct(in: &bytes, at: segment.range, from: old, to: new)
    }
    return bytes
  }

  @Test(
    "takes the first image's new length, and its segment keeps its own",
    arguments: [(4321, 4567, 20), (9999, 10_001, 19), (10_001, 9999, 20)])
  func length(old: Int, new: Int, padding: Int) throws {
    let result = try corrected(file(primary: "\(old)"), from: old, to: new)
    var expected = String(decoding: file(primary: "\(new)", padding: padding), as: UTF8.self)
    // A digit less leaves a space after the number.
    if new < old { expected.replace("\"\(new)\"/>", with: "\"\(new)\" />") }
    let text = String(decoding: result, as: UTF8.self)
    #expect(text.drop { $0 != "<" } == expected.drop { $0 != "<" })
    #expect(result.count == file(primary: "\(old)").count)
    #expect(try JPEGStructure(result).imageEnd == result.count)
  }

  @Test("stays as it is where it says no length of the first image, or another")
  func others() throws {
    #expect(try corrected(file(primary: "0"), from: 500, to: 600) == file(primary: "0"))
    #expect(try corrected(file(primary: "1234"), from: 500, to: 600) == file(primary: "1234"))
    #expect(try corrected(file(primary: "500"), from: 1234, to: 600) == file(primary: "500"))
  }

  @Test("stays as it is where a digit more finds no room")
  func noRoom() throws {
    let full = file(primary: "999", padding: 0)
    #expect(try corrected(full, from: 999, to: 1000) == full)
  }
}
