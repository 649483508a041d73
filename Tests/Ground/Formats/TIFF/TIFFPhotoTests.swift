import TestSupport
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

  @Test("A BigTIFF says the same as a TIFF", arguments: [ByteOrder.littleEndian, .bigEndian])
  func bigTIFF(order: ByteOrder) throws {
    let page = MadeTIFF { ($0.bits, $0.compression, $0.orientation) = (16, 5, 6) }
    let (usual, big) = (
      try PhotoFile(page.file(byteOrder: order)),
      try PhotoFile(page.file(byteOrder: order, isBig: true))
    )
    #expect(big.header == usual.header && big.header.isComplete)
    for count in stride(from: 8, to: 40, by: 1) {
      #expect(throws: PhotoFileError.self) { try PhotoFile(Array(big.bytes[..<count])) }
    }
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

  /// What decoders other than this reader might take another size from.
  @Test("Size fields of other types, twice or with more values than one are refused by name")
  func sizes() throws {
    func error(_ change: (inout TIFFSample) -> Void) -> PhotoFileError? {
      var sample = TIFFSample()
      sample.fields = [sample.short(.imageWidth, 3), sample.short(.imageLength, 2)]
      change(&sample)
      return #expect(throws: PhotoFileError.self) { try PhotoFile(sample.bytes) }
    }
    func field(_ error: PhotoFileError?) -> String? {
      if case .invalid(.tiff, let field, _, _, _) = error { field } else { nil }
    }
    #expect(
      error { $0.fields.insert($0.short(.imageWidth, 9), at: 1) }
        == .invalid(
          .tiff, field: "number of ImageWidth fields", at: 22, observed: 2, expected: "1"))
    #expect(
      field(error { $0.fields[1] = .init(tag: .imageLength, type: .byte, count: 1, value: [2]) })
        == "type of ImageLength")
    #expect(
      field(
        error {
          $0.fields[0] = .init(tag: .imageWidth, type: .short, count: 2, value: [3, 0, 9, 0])
        }) == "number of values of ImageWidth")
    // Larger than the file: libtiff might find it, where the file goes on.
    #expect(
      field(
        error {
          let far = TIFFSample.Field(
            tag: .imageWidth, type: .long, count: 4_000_000, value: [9, 0, 0, 0])
          $0.fields.insert(far, at: 0)
        }) == "number of ImageWidth fields")
  }

  @Test(
    "Tiles and samples that take a decoder far more memory than the picture are refused",
    arguments: [
      (TIFFTag.tileWidth, UInt16(4096), UInt16(8192), "TileWidth"),
      (.tileLength, 4096, 8192, "TileLength"), (.samplesPerPixel, 16, 1000, "SamplesPerPixel"),
    ])
  func buffers(tag: TIFFTag, most: UInt16, tooMany: UInt16, name: String) throws {
    var sample = TIFFSample()
    let size = [sample.short(.imageWidth, 3), sample.short(.imageLength, 2)]
    sample.fields = size + [sample.short(tag, most)]
    #expect(try PhotoFile(sample.bytes).header.width == 3)
    sample.fields = size + [sample.short(tag, tooMany)]
    let error = #expect(throws: PhotoFileError.self) { try PhotoFile(sample.bytes) }
    guard case .invalid(.tiff, name, _, Int(tooMany), "at most \(most)") = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("A size of 64 bits, which libtiff reads, is refused", arguments: [8, 20])
  func longSize(place: Int) throws {
    var sample = TIFFSample()
    sample.fields = [
      sample.short(.imageWidth, 3), sample.short(.imageWidth, 3), sample.short(.imageLength, 2),
    ]
    var bytes = sample.bytes
    bytes[place + 4] = 16
    #expect(
      throws: PhotoFileError.invalid(
        .tiff, field: "type of ImageWidth", at: place + 4, observed: 16,
        expected: "3 (SHORT) or 4 (LONG)")
    ) { try PhotoFile(bytes) }
  }
}
