import TestSupport
import Testing

@testable import Formats

@Suite("The video in a motion photo")
struct MotionPhotoTests {
  private let video: [UInt8] = {
    var video = MadeVideo()
    video.brand = "mp42"
    return video.bytes
  }()

  private func photo(_ xmp: String, followedBy trailer: [UInt8]) throws -> PhotoFile {
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/">\
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description \
      xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" \
      xmlns:Container="http://ns.google.com/photos/1.0/container/" \
      xmlns:Item="http://ns.google.com/photos/1.0/container/item/" \(xmp)</rdf:Description>\
      </rdf:RDF></x:xmpmeta>
      """
    let jpeg = try MadePhoto.jpeg()
    return try PhotoFile(Array(jpeg[..<2]) + JPEGSample.xmp(packet) + jpeg[2...] + trailer)
  }

  private func directory(_ parts: [(semantic: String, length: Int, padding: Int)]) -> String {
    let items = parts.map {
      """
      <rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="a/b" \
      Item:Semantic="\($0.semantic)" Item:Length="\($0.length)" Item:Padding="\($0.padding)"/></rdf:li>
      """
    }
    return """
      GCamera:MotionPhoto="1"><Container:Directory><rdf:Seq>\(items.joined())</rdf:Seq>\
      </Container:Directory>
      """
  }

  private func found(_ file: PhotoFile) -> [UInt8]? {
    file.motionVideo.map { Array(file.bytes[$0]) }
  }

  @Test("is found by the lengths of the file's parts, with others before and after it")
  func container() throws {
    let (map, end): ([UInt8], [UInt8]) = ([0xFF, 0xD8, 1, 2, 0xFF, 0xD9], [7, 7, 7])
    let last = try photo(
      directory([("Primary", 0, 0), ("GainMap", map.count, 0), ("MotionPhoto", video.count, 0)]),
      followedBy: map + video)
    #expect(found(last) == video)
    let middle = try photo(
      directory([("Primary", 0, 0), ("MotionPhoto", video.count, 0), ("Other", 2, 1)]),
      followedBy: video + end)
    #expect(found(middle) == video)
  }

  @Test("is found by its forerunner's offset from the file's end")
  func microVideo() throws {
    let file = try photo(
      "GCamera:MicroVideo=\"1\" GCamera:MicroVideoOffset=\"\(video.count)\">",
      followedBy: [9, 9] + video)
    #expect(found(file) == video)
  }

  @Test("is found right after the image where XMP says only that it is there")
  func afterImage() throws {
    #expect(found(try photo("GCamera:MotionPhoto=\"1\">", followedBy: video)) == video)
    #expect(
      found(try photo("><GCamera:MotionPhoto>1</GCamera:MotionPhoto>", followedBy: video)) == video)
  }

  @Test("is not there where nothing says so, or no video begins there")
  func others() throws {
    #expect(found(try photo("GCamera:MotionPhoto=\"0\">", followedBy: video)) == nil)
    #expect(found(try photo("GCamera:MotionPhoto=\"1\">", followedBy: [1, 2, 3])) == nil)
    for length in [0, 1, video.count + 1, 1 << 40, -5, Int.max] {
      let file = try photo(
        directory([("Primary", 0, 0), ("MotionPhoto", length, 0)]), followedBy: [0] + video)
      #expect(found(file) == nil, "\(length)")
    }
    #expect(try PhotoFile(MadePhoto.jpeg()).motionVideo == nil)
  }

  @Test("of a HEIF is in its box")
  func heif() throws {
    var photo = HEIFSample()
    photo.moreBoxes = [HEIFSample.box("mpvd", video)]
    #expect(found(try PhotoFile(photo.bytes)) == video)
    photo.moreBoxes = [HEIFSample.box("mpvd", [1, 2, 3])]
    #expect(found(try PhotoFile(photo.bytes)) == nil)
  }
}

@Suite("What joins a Live Photo to its video")
struct ContentIdentifierTests {
  private func exif(_ identifier: String, maker: String = "Apple iOS\0") -> [UInt8] {
    MadePhoto.appleExif(identifier, maker: maker)
  }

  private func identifier(_ exif: [UInt8]) throws -> String? {
    var photo = HEIFSample()
    photo.exif = exif
    return try PhotoFile(photo.bytes).contentIdentifier
  }

  @Test("is a field of Apple's maker note")
  func found() throws {
    let name = "6A1B22E0-3C8E-4B5B-9B0E-0D5A1F2C3D4E"
    #expect(try identifier(exif(name)) == name)
    #expect(try identifier(exif(name, maker: "Nikon iOS\0")) == nil)
    #expect(try identifier(exif("two words")) == nil)
    #expect(try identifier(exif(String(repeating: "A", count: 129))) == nil)
    #expect(try PhotoFile(MadePhoto.jpeg()).contentIdentifier == nil)
  }

  @Test("is nothing where the note is cut or changed")
  func hostile() throws {
    let whole = exif("6A1B22E0")
    for end in 40..<whole.count { _ = try identifier(Array(whole[..<end])) }
    for index in 44..<whole.count {
      var bytes = whole
      bytes[index] = 0xFF
      _ = try identifier(bytes)
    }
  }
}
