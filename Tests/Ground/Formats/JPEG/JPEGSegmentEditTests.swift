import Testing

@testable import Formats

@Suite("A JPEG's segments after an edit")
struct JPEGSegmentEditTests {
  /// An EXIF block with a second directory, whose picture follows it.
  private func exif(_ order: ByteOrder, hasOrientation: Bool) -> (
    block: [UInt8], picture: Range<Int>
  ) {
    let sample = TIFFSample(byteOrder: order)
    var fields = [sample.short(.imageWidth, 640), sample.text(.make, "Maker of cameras")]
    if hasOrientation { fields.insert(sample.short(.orientation, 6), at: 2) }
    var main = TIFFSample(byteOrder: order, fields: fields)
    let next = main.bytes.count + main.bytes.count % 2
    main.next = UInt32(next)
    var bytes = main.bytes
    if bytes.count < next { bytes.append(0) }
    let start = next + 2 + 2 * 12 + 4
    let picture: [UInt8] = [0xFF, 0xD8, 1, 2, 3, 0xFF, 0xD9]
    bytes += order.bytes(of: UInt16(2))
    for (tag, value) in [(UInt16(0x0201), UInt32(start)), (0x0202, UInt32(picture.count))] {
      bytes += order.bytes(of: tag) + order.bytes(of: TIFFType.long.rawValue)
      bytes += order.bytes(of: UInt32(1)) + order.bytes(of: value)
    }
    bytes += [0, 0, 0, 0] + picture
    return (bytes, start..<start + picture.count)
  }

  @Test(
    "have the orientation, and every byte of EXIF where it was",
    arguments: [ByteOrder.littleEndian, .bigEndian], [true, false])
  func orientation(order: ByteOrder, hasOrientation: Bool) throws {
    let (block, _) = exif(order, hasOrientation: hasOrientation)
    for orientation in Orientation.allCases {
      let turned = ExifBlock.withOrientation(block, orientation)
      #expect(Orientation(exif: turned[...]) == orientation)
      #expect(turned[8..<block.count].count { $0 != 0 } > 0)
      let directory = try TIFFStructure(turned[...]).firstDirectory()
      #expect(directory[.make]?.text == "Maker of cameras")
      #expect(directory.nextOffset == (try TIFFStructure(block[...]).firstDirectory().nextOffset))
      let tags = directory.entries.map(\.tag.rawValue)
      #expect(hasOrientation || tags == tags.sorted())
      if !hasOrientation { #expect(turned[8..<block.count] == block[8...]) }
    }
  }

  @Test("hold nothing of a small picture, and say the new size")
  func thumbnail() throws {
    let (block, picture) = exif(.littleEndian, hasOrientation: true)
    let jfif: [UInt8] = JPEGSample.segment(
      0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 1, 1, 7, 7, 7])
    let jfxx = JPEGSample.segment(0xE0, Array("JFXX\0".utf8) + [0x10, 1, 2, 3])
    let resource = Array("8BIM".utf8) + [4, 12, 0, 0, 0, 0, 0, 3, 9, 9, 9, 0]
    let other = Array("8BIM".utf8) + [4, 13, 0, 0, 0, 0, 0, 1, 5, 0]
    let motion = JPEGSample.xmp("<x GCamera:MotionPhoto=\"1\"/>")
    let file = JPEGSample(
      segments: [
        jfif, jfxx, JPEGSample.exif(block), JPEGSample.photoshop(resource + other), motion,
      ], trailer: [1, 2, 3]
    ).bytes
    var edit = JPEGSegmentEdit()
    edit.size = PixelSize(width: 320, height: 200)
    (edit.dropsThumbnails, edit.dropsTrailer) = (true, true)
    let structure = try JPEGStructure(edit.rewritten(JPEGStructure(file)))
    #expect(structure.imageEnd == structure.bytes.count)
    #expect(structure.segments.count { $0.marker == .app0 } == 1)
    let exif = Array(try #require(structure.metadata().exif))
    #expect(exif.count == block.count)
    #expect(exif[picture].allSatisfy { $0 == 0 })
    let directory = try TIFFStructure(exif[...]).firstDirectory()
    #expect(directory.nextOffset == nil)
    #expect(directory[.imageWidth]?.unsigned(at: 0) == 320)
    let photoshop = structure.payloads(of: .app13, startingWith: "Photoshop 3.0\0")
    #expect(photoshop.map(Array.init) == [other])
    let xmp = String(decoding: try #require(structure.metadata().xmp.first), as: UTF8.self)
    #expect(xmp == "<x GCamera:MotionPhoto=\"0\"/>")
  }

  @Test(
    "get EXIF for an orientation where there is none, after JFIF, and keep what follows the image")
  func added() throws {
    let file = JPEGSample(segments: [JPEGSample.jfif, JPEGSample.comment], trailer: [1, 2, 3]).bytes
    var edit = JPEGSegmentEdit()
    edit.orientation = .rightTop
    let bytes = edit.rewritten(try JPEGStructure(file))
    let photo = try PhotoFile(bytes)
    #expect(photo.header.orientation == .rightTop)
    #expect(bytes.suffix(3) == [1, 2, 3])
    #expect(try JPEGStructure(bytes).segments.prefix(3).map(\.marker) == [.app0, .app1, .comment])
    edit.orientation = .topLeft
    #expect(edit.rewritten(try JPEGStructure(file)) == file)
  }

  @Test("any bytes for EXIF are no harm")
  func hostile() throws {
    let (block, _) = exif(.bigEndian, hasOrientation: false)
    var edit = JPEGSegmentEdit()
    edit.orientation = .leftBottom
    edit.size = PixelSize(width: 1, height: 1)
    edit.dropsThumbnails = true
    for index in block.indices {
      for value in [UInt8(0), 0x7F, 0xFF] {
        var broken = block
        broken[index] = value
        for cut in [broken, Array(broken[...index])] {
          let file = JPEGSample(segments: [JPEGSample.exif(cut)]).bytes
          let structure = try JPEGStructure(edit.rewritten(JPEGStructure(file)))
          #expect(structure.imageEnd != nil)
        }
      }
    }
  }

  @Test("hold nothing of a thumbnail whose resources go on in the next segment")
  func photoshop() throws {
    let data = [UInt8](repeating: 7, count: 300)
    let order = ByteOrder.bigEndian
    func resource(_ identifier: UInt16, _ data: [UInt8]) -> [UInt8] {
      Array("8BIM".utf8) + order.bytes(of: identifier) + [0, 0]
        + order.bytes(of: UInt32(data.count)) + data
    }
    let resources = resource(0x0404, [1, 2]) + resource(0x040C, data) + resource(0x0404, [3, 4])
    let segments = [resources[..<100], resources[100...]].map {
      JPEGSample.segment(0xED, Array("Photoshop 3.0\0".utf8) + $0)
    }
    let jpeg = JPEGSample(segments: segments).bytes
    var edit = JPEGSegmentEdit()
    edit.dropsThumbnails = true
    let edited = edit.rewritten(try JPEGStructure(jpeg))
    #expect(edited.count == jpeg.count)
    #expect(!edited.contains(Array(repeating: 7, count: 4)))
    #expect(try PhotoFile(edited).metadata.iptc.map(Array.init) == [[1, 2], [3, 4]])
  }

  @Test("say one orientation in XMP and EXIF")
  func xmpOrientation() throws {
    let packet = "<x tiff:Orientation=\"6\"/><tiff:Orientation>3</tiff:Orientation>"
    let jpeg = JPEGSample(segments: [JPEGSample.xmp(packet)]).bytes
    var edit = JPEGSegmentEdit()
    edit.orientation = .leftBottom
    let text = String(decoding: edit.rewritten(try JPEGStructure(jpeg)), as: UTF8.self)
    #expect(text.contains("Orientation=\"8\"") && text.contains("Orientation>8<"))
  }
}
