import Testing

@testable import Formats

@Suite("Photo format")
struct FormatTests {
  @Test(
    "The format is told by content",
    arguments: [
      (JPEGSample().bytes, PhotoFormat.jpeg), (Sample.png(), .png),
      (Sample.webp([Sample.vp8]), .webp), (Sample.gif(images: 1), .gif), (Sample.bmp(), .bmp),
      (Sample.tiff(), .tiff), (HEIFSample().bytes, .heic),
      (HEIFSample(majorBrand: "avif", itemType: "av01").bytes, .avif),
      (HEIFSample(majorBrand: "mif1", itemType: "av01").bytes, .avif),
      (HEIFSample(majorBrand: "mif1", itemType: "hvc1").bytes, .heic),
    ])
  func detection(bytes: [UInt8], format: PhotoFormat) {
    #expect(PhotoFormat.detect(bytes) == format)
  }

  @Test(
    "What is not a photo has no format",
    arguments: [
      "", "hello, world", "BMW is no bitmap by its first letters",
      "\u{0}\u{0}\u{0}\u{18}ftypmp42",
    ])
  func others(text: String) {
    #expect(PhotoFormat.detect(Array(text.utf8)) == nil)
  }

  @Test("An empty file and an unknown one are errors that say so")
  func errors() {
    #expect(throws: PhotoFileError.empty) { try PhotoFile([]) }
    #expect(throws: PhotoFileError.unknownFormat(start: Array("text".utf8))) {
      try PhotoFile(Array("text".utf8))
    }
  }

  @Test("Each row of the table has names of its own")
  func names() {
    let all = PhotoFormat.allCases
    for lists in [all.map(\.extensions), all.map(\.mediaTypes), all.map { [$0.name] }] {
      let names = lists.flatMap(\.self)
      #expect(Set(names).count == names.count)
      #expect(!lists.contains([]))
    }
    for format in all {
      #expect(
        format.extensions.allSatisfy { PhotoFormat(fileExtension: $0.uppercased()) == format })
    }
  }

  @Test("A photo of any format is stamped in a format that is written for it")
  func outputs() {
    #expect(PhotoFormat.targets == [.jpeg, .png, .webp, .tiff, .heic, .avif])
    for format in PhotoFormat.allCases {
      let output = format.stampedFormat
      #expect(output == format || PhotoFormat.targets.contains(output))
      #expect(output.stampedFormat == output && !format.recodedFormat.losesMetadata)
    }
  }
}
