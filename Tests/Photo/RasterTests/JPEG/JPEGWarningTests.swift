import Testing

@testable import Raster

@Suite struct JPEGWarningTests {
  @Test("messages of libjpeg are told apart")
  func warnings() {
    #expect(
      JPEGWarning(message: "Corrupt JPEG data: 12 extraneous bytes before marker 0xd9")
        == .extraneousBytes(count: 12, marker: 0xd9))
    #expect(JPEGWarning(message: "Corrupt JPEG data: bad Huffman code") == .loss)
    #expect(JPEGWarning(message: "Premature end of JPEG file") == .loss)
    #expect(
      JPEGWarning(message: "Corrupt JPEG data: found marker 0xd9 instead of RST7") == .loss)
    #expect(JPEGWarning(message: "Invalid SOS parameters for sequential JPEG") == .harmless)
    #expect(JPEGWarning(message: "") == .loss)
  }
}
