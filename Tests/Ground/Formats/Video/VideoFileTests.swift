import TestSupport
import Testing

@testable import Formats

@Suite("A video's file")
struct VideoFileTests {
  @Test("tells its format by content, and a photo or sound is none")
  func formats() {
    func format(_ brand: String) -> VideoFormat? {
      var video = MadeVideo()
      video.brand = brand
      return VideoFormat.detect(video.bytes)
    }
    #expect(format("qt  ") == .mov)
    #expect(format("isom") == .mp4 && format("mp42") == .mp4)
    #expect(format("M4A ") == nil && format("heic") == nil && format("crx ") == nil)
    #expect(VideoFormat.detect(MadeVideo().movie) == .mov)
    #expect(VideoFormat.detect(MadeWebM().bytes) == .webm)
    var matroska = MadeWebM()
    matroska.documentType = "matroska"
    #expect(VideoFormat.detect(matroska.bytes) == nil)
    #expect(VideoFormat.detect(HEIFSample().bytes) == nil)
    #expect(VideoFormat.detect([]) == nil)
  }

  @Test("has names of its own")
  func names() {
    let all = PhotoFormat.allExtensions + VideoFormat.allExtensions
    #expect(Set(all).count == all.count)
    #expect(VideoFormat(fileExtension: "MOV") == .mov && VideoFormat(fileExtension: "jpg") == nil)
  }

  @Test("is refused as a photo in words of its own")
  func noPhoto() {
    #expect(throws: PhotoFileError.video(.mov)) { try PhotoFile(MadeVideo().bytes) }
  }

  @Test("says size, duration, times and identifier", arguments: [false, true])
  func description(hasFullMeta: Bool) throws {
    var video = MadeVideo()
    (video.created, video.hasFullMeta, video.isTurned) = (3_789_558_000, hasFullMeta, true)
    video.creationDate = "2024-01-31T23:59:58+0900"
    video.identifier = "6A1B-22"
    let file = try VideoFile(video.bytes[...])
    #expect(file.format == .mov && file.byteCount == video.bytes.count)
    #expect(file.size == PixelSize(width: 1080, height: 1920))
    #expect(file.duration == 2.9)
    #expect(file.creationDate == Array("2024-01-31T23:59:58+0900".utf8))
    #expect(file.created == 1_706_713_200)
    #expect(file.contentIdentifier == "6A1B-22")
  }

  @Test("is read in few pieces, however many boxes it has within each other")
  func boxes() {
    func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
      let size = UInt32(content.count + 8)
      let length = (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) }
      return length + type.utf8 + content
    }
    let media = box("mdia", Array(repeating: box("free", []), count: 1_000).flatMap(\.self))
    let track = box("trak", Array(repeating: media, count: 20).flatMap(\.self))
    let bytes =
      box("ftyp", Array("qt  ".utf8) + [0, 0, 0, 0])
      + box("moov", Array(repeating: track, count: 20).flatMap(\.self))
    var pieces = 0
    #expect(throws: VideoFileError.self) {
      try VideoFile(byteCount: bytes.count) { (offset, count) throws(VideoFileError) in
        pieces += 1
        return Array(bytes[offset..<min(bytes.count, offset + count)])
      }
    }
    #expect(pieces < MovieBoxes.maximumBoxes + 100)
  }

  @Test("counts a header's time from 1970 where it can be no other, and knows a clock never set")
  func headerTimes() throws {
    var video = MadeVideo()
    #expect(try VideoFile(video.bytes[...]).created == VideoFile.unsetClock)
    video.created = 1_706_713_200
    #expect(try VideoFile(video.bytes[...]).created == 1_706_713_200)
  }

  @Test("of WebM says the same", arguments: [false, true])
  func webM(hasUnknownLength: Bool) throws {
    var video = MadeWebM()
    video.hasUnknownLength = hasUnknownLength
    let file = try VideoFile(video.bytes[...])
    #expect(file.format == .webm && file.size == PixelSize(width: 640, height: 480))
    #expect(file.duration == 2.9 && file.created == 1_706_720_398)
    (video.duration, video.date) = (nil, nil)
    let recorded = try VideoFile(video.bytes[...])
    #expect(recorded.duration == nil && recorded.created == nil)
  }

  @Test("is refused where its index is missing, and where it is sound alone")
  func errors() {
    let video = MadeVideo()
    #expect(throws: VideoFileError.damaged(.mov, part: "moov")) {
      try VideoFile((video.start + MadeVideo.box("mdat", [1]))[...])
    }
    #expect(throws: VideoFileError.damaged(.mov, part: "mvhd")) {
      try VideoFile((video.start + MadeVideo.box("moov", []))[...])
    }
    #expect(throws: VideoFileError.damaged(.mov, part: "moov")) {
      try VideoFile(video.bytes.dropLast())
    }
    var sound = MadeVideo()
    sound.handler = "soun"
    #expect(throws: VideoFileError.noPicture(.mov)) { try VideoFile(sound.bytes[...]) }
    #expect(throws: VideoFileError.notAVideo) { try VideoFile([1, 2, 3]) }
  }

  @Test("is read or refused, cut anywhere and with any byte changed")
  func hostile() {
    for whole in [MadeVideo.phone(identifier: "6A1B"), MadeWebM().bytes] {
      for end in whole.indices { _ = try? VideoFile(whole[..<end]) }
      for index in whole.indices {
        for value: UInt8 in [0, 1, 0x7F, 0xFF] {
          var bytes = whole
          bytes[index] = value
          _ = try? VideoFile(bytes[...])
        }
      }
    }
  }

  @Test("costs little to read, whatever sizes its boxes say")
  func bounds() throws {
    let bytes = MadeVideo.phone(data: [UInt8](repeating: 0, count: 3 << 20))
    var (reads, read) = (0, 0)
    _ = try VideoFile(byteCount: bytes.count) { (offset, count) throws(VideoFileError) in
      reads += 1
      read += count
      return Array(bytes[offset...].prefix(count))
    }
    #expect(reads < 40 && read < 16_384, "\(reads) reads of \(read) bytes")
    // Thousands of boxes of nothing: no more are looked at than side by side can be.
    let many = MadeVideo().start + (0..<5_000).flatMap { _ in MadeVideo.box("free", []) }
    reads = 0
    #expect(throws: VideoFileError.damaged(.mov, part: "moov")) {
      try VideoFile(byteCount: many.count) { (offset, count) throws(VideoFileError) in
        reads += 1
        return Array(many[offset...].prefix(count))
      }
    }
    #expect(reads < 1_100)
  }
}
