import Testing

@testable import Formats

@Suite("BMP")
struct BMPStructureTests {
  @Test("A negative height is a top-down picture of that height", arguments: [2, -2])
  func height(height: Int32) throws {
    let header = try PhotoFile(Sample.bmp(height: height)).header
    #expect([header.width, header.height, header.bitsPerChannel] == [2, 2, 8])
    #expect(header.colour == .rgb && !header.hasAlpha && header.isComplete)
  }

  @Test("The smallest height of 32 bits does not trap")
  func extremeHeight() throws {
    var bytes = Sample.bmp()
    bytes.replaceSubrange(22..<26, with: [0, 0, 0, 0x80])
    let header = try PhotoFile(bytes).header
    #expect(header.height == 0x8000_0000)
    #expect(!header.isComplete)
  }

  @Test("A cut picture is incomplete; no height is an error")
  func broken() throws {
    #expect(try !PhotoFile(Array(Sample.bmp().dropLast(3))).header.isComplete)
    #expect(
      throws: PhotoFileError.invalid(
        .bmp, field: "height", at: 22, observed: 0, expected: "1 or more")
    ) { try PhotoFile(Sample.bmp(height: 0)) }
  }
}
