import Testing

@testable import Formats

@Suite("TIFF photo")
struct TIFFPhotoTests {
  @Test("Size, depth, colour and completeness come from the main directory")
  func header() throws {
    let photo = try PhotoFile(Sample.tiff())
    #expect([photo.header.width, photo.header.height, photo.header.bitsPerChannel] == [3, 2, 8])
    #expect(photo.header.colour == .rgb && !photo.header.hasAlpha)
    #expect(photo.header.pageCount == 1 && photo.header.isComplete)
    #expect(photo.metadata.kinds.isEmpty)
  }

  @Test("Alpha comes from ExtraSamples, orientation and EXIF from their tags")
  func tags() throws {
    let photo = try PhotoFile(
      Sample.tiff { sample in
        [
          sample.short(.orientation, 8), sample.text(.dateTime, "2024:01:31 23:59:58"),
          sample.short(.extraSamples, 2),
        ]
      })
    #expect(photo.header.hasAlpha)
    #expect(photo.header.orientation == .leftBottom)
    #expect(photo.metadata.exif.map(Array.init) == photo.bytes)
  }

  @Test("IPTC that was typed LONG and swapped is put right")
  func swappedIPTC() throws {
    let stream = Sample.iptc + [0, 0, 0]
    let swapped = stride(from: 0, to: stream.count, by: 4).flatMap {
      Array(stream[$0..<$0 + 4].reversed())
    }
    for (type, value) in [(TIFFType.undefined, stream), (.long, swapped), (.long, stream)] {
      let photo = try PhotoFile(
        Sample.tiff { _ in
          [.init(tag: .iptc, type: type, count: value.count / type.size, value: value)]
        })
      #expect(photo.metadata.iptc.map(Array.init) == [stream])
    }
  }

  @Test("A directory that leads to itself is counted once")
  func loop() throws {
    var sample = TIFFSample()
    sample.fields = [sample.short(.imageWidth, 3), sample.short(.imageLength, 2)]
    sample.next = 8
    #expect(try PhotoFile(sample.bytes).header.pageCount == 1)
  }

  @Test("Without a width, and without a directory, the error says so")
  func errors() {
    #expect(throws: PhotoFileError.missing(.tiff, part: "ImageWidth", at: 8)) {
      try PhotoFile(TIFFSample().bytes)
    }
    #expect(
      throws: PhotoFileError.truncated(.tiff, part: "IFD0", at: 99, needed: 2, available: 0)
    ) { try PhotoFile([0x49, 0x49, 42, 0, 99, 0, 0, 0]) }
  }
}
