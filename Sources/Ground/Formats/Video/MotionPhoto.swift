extension PhotoFile {
  /// Where the video of a motion photo is in the file's bytes; nil where there is none.
  ///
  /// Of a HEIF it is the box `mpvd`; after a JPEG it is where XMP says so (Google's "Motion Photo
  /// format 1.0" and its forerunner, MicroVideo), and begins like an MP4 or QuickTime file.
  package var motionVideo: Range<Int>? {
    switch structure {
    case .jpeg(let structure): structure.motionVideo(metadata.xmp)
    case .heif(let structure): structure.motionVideo.flatMap { Self.isVideo(bytes, at: $0) }
    case .png, .webp, .gif, .bmp, .tiff: nil
    }
  }

  /// The range, where a video begins there.
  fileprivate static func isVideo(_ bytes: [UInt8], at range: Range<Int>) -> Range<Int>? {
    let head = Array(bytes[range].prefix(64))
    guard ByteReader(head, .bigEndian).fourCC(at: 4) == "ftyp" else { return nil }
    return VideoFormat.detect(head) == nil ? nil : range
  }

  /// What joins a Live Photo to its video: the tag 0x0011 of Apple's maker note; at most 128 characters
  /// of ASCII.
  package var contentIdentifier: String? {
    guard let exif = metadata.exif, let structure = try? TIFFStructure(exif),
      let main = try? structure.firstDirectory(),
      let pointer = main[.exifIFD]?.unsigned(at: 0),
      let directory = try? structure.directory(at: Int(pointer)),
      let note = directory[.makerNote]?.bytes, note.starts(with: Array("Apple iOS\0".utf8)),
      note.count > Self.appleDirectory
    else { return nil }
    // The note is laid out as TIFF with the maker's own header: offsets count from its beginning,
    // and the first directory is at byte 14.
    let header = [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, UInt8(Self.appleDirectory)]
    let block = header + note.dropFirst(header.count)
    guard let fields = try? TIFFStructure(block[...]).firstDirectory() else { return nil }
    return fields[.appleContentIdentifier].flatMap { ContentIdentifier.parse($0.bytes) }
  }

  private static let appleDirectory = 14
}

extension JPEGStructure {
  private static let wanted: Set<XMPProperty> = [
    XMPProperty(.camera, "MotionPhoto"), XMPProperty(.camera, "MicroVideo"),
    XMPProperty(.camera, "MicroVideoOffset"),
  ]
  private static let semantic = XMPProperty(.containerItem, "Semantic")
  private static let length = XMPProperty(.containerItem, "Length")
  private static let padding = XMPProperty(.containerItem, "Padding")

  fileprivate func motionVideo(_ packets: [ArraySlice<UInt8>]) -> Range<Int>? {
    // Most photos are done here: nothing follows the image.
    guard let imageEnd, imageEnd < bytes.count else { return nil }
    for packet in packets {
      let scanner = XMPScanner(
        packet, wanted: Self.wanted, parts: [Self.semantic, Self.length, Self.padding])
      // What was found before an error counts: it is checked against the file.
      try? scanner.scan()
      let isMotionPhoto = ["MotionPhoto", "MicroVideo"].contains {
        scanner.found[XMPProperty(.camera, $0)] == [UInt8(ascii: "1")]
      }
      guard isMotionPhoto else { continue }
      let fromEnd = scanner.found[XMPProperty(.camera, "MicroVideoOffset")].flatMap(Self.number)
      let ranges = [
        Self.place(scanner.parts, end: bytes.count),
        fromEnd.flatMap { $0 <= bytes.count ? bytes.count - $0..<bytes.count : nil },
        imageEnd..<bytes.count,
      ]
      let following = ranges.compactMap(\.self).filter { $0.lowerBound >= imageEnd }
      return following.lazy.compactMap { PhotoFile.isVideo(bytes, at: $0) }.first
    }
    return nil
  }

  /// The place of the part with the video: parts follow each other, the last to the file's end.
  private static func place(_ parts: [[XMPProperty: [UInt8]]], end: Int) -> Range<Int>? {
    var end = end
    for part in parts.reversed() {
      guard let length = part[length].flatMap(Self.number),
        let padding = part[padding].map(Self.number) ?? 0, length + padding <= end
      else { return nil }
      if part[semantic] == Array("MotionPhoto".utf8) { return end - length..<end }
      end -= length + padding
    }
    return nil
  }

  /// A whole number up to 2 GiB.
  private static func number(_ text: [UInt8]) -> Int? {
    guard let number = Int(String(decoding: text, as: UTF8.self)), 0...Int(Int32.max) ~= number
    else { return nil }
    return number
  }
}
