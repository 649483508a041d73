/// A Canon CR3: boxes as those of MP4, with EXIF in parts (ExifTool's Canon.pm and QuickTime.pm, after
/// Laurent Clévy's description of the format).
struct RawBoxes {
  /// In which `moov` has what describes the photo.
  private static let described: [UInt8] = [
    0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
  ]
  /// Adobe's, with an XMP packet (XMP part 3, 1.2.7).
  private static let packet: [UInt8] = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
  ]
  /// With the preview of 1620×1080.
  private static let preview: [UInt8] = [
    0xEA, 0xF4, 0x2B, 0x5E, 0x1C, 0x98, 0x4B, 0x88, 0xB9, 0xFB, 0xB7, 0xDC, 0x40, 0x6E, 0x4D, 0x16,
  ]
  /// The most boxes of the file that are looked at.
  private static let mostBoxes = 256
  /// The most bytes of `moov` and of a packet that are read.
  private static let longest = 16 << 20
  /// Before a preview's JPEG, with the headers of its boxes.
  private static let beforeJPEG = 96

  let byteCount: Int
  let read: RawPhoto.Reading

  /// - Throws: `PhotoFileError.rawDamaged(_:part:)` where `moov` is not there or does not describe a photo.
  func contents() throws(PhotoFileError) -> RawContents {
    var contents = RawContents(.cr3)
    var hasMovie = false
    var position = 0
    for _ in 0..<Self.mostBoxes {
      guard position <= byteCount - 8 else { break }
      let head = ByteReader(read(position, min(32, byteCount - position)), .bigEndian)
      guard let header = ISOBox.Header(in: head, at: 0) else { break }
      let available = byteCount - position
      let size = min(header.size ?? available, available)
      guard size >= header.length else { break }
      let content = position + header.length..<position + size
      switch header.type {
      case "moov" where !hasMovie && content.count <= Self.longest:
        hasMovie = readMovie(read(content.lowerBound, content.count), into: &contents)
      case "uuid":
        let name = head.slice(at: header.length, count: 16).map(Array.init)
        let body = content.dropFirst(16)
        if name == Self.packet, body.count <= Self.longest, contents.metadata.xmp.isEmpty {
          contents.metadata.xmp = [read(body.startIndex, body.count)[...]]
        } else if name == Self.preview {
          addJPEG(in: body.startIndex..<content.upperBound, to: &contents)
        }
      default: break
      }
      position += size
    }
    guard hasMovie else { throw .rawDamaged(.cr3, part: "moov") }
    return contents
  }

  /// A JPEG that begins within the first bytes of a place, after fields of its own.
  private func addJPEG(in place: Range<Int>, to contents: inout RawContents) {
    let head = read(place.lowerBound, min(place.count, Self.beforeJPEG))
    guard let start = head[...].firstRange(of: [0xFF, 0xD8, 0xFF])?.lowerBound else { return }
    contents.add(at: place.lowerBound + start, count: place.count - start)
  }

  /// - Returns: whether it describes a photo.
  private func readMovie(_ bytes: [UInt8], into contents: inout RawContents) -> Bool {
    var parts: [FourCC: TIFFStructure] = [:]
    for box in ISOBox.boxes(in: bytes[...]) {
      if box.type == "uuid", box.content.starts(with: Self.described) {
        for part in ISOBox.boxes(in: box.content.dropFirst(16)) where parts[part.type] == nil {
          parts[part.type] = try? TIFFStructure(part.content)
        }
      } else if box.type == "trak" {
        addTrack(box, to: &contents)
      }
    }
    func entries(_ name: FourCC) -> [TIFFEntry] {
      (try? parts[name]?.firstDirectory())?.entries ?? []
    }
    let main = entries("CMT1")
    guard let first = parts["CMT1"], !main.isEmpty else { return false }
    let extract = ExifExtract(
      first.byteOrder, main: main, exif: entries("CMT2"), gps: entries("CMT4"))
    func number(_ tag: TIFFTag) -> Int? { main.first { $0.tag == tag }?.offset(at: 0) }
    let turned = number(.orientation).flatMap(Orientation.init(rawValue:))
    contents.metadata.exif = extract.serialized(orientation: turned ?? .topLeft)[...]
    contents.size = RawContents.size(width: number(.imageWidth), height: number(.imageLength))
    return true
  }

  /// The place of a track's first sample, which may be a JPEG.
  private func addTrack(_ track: ISOBox, to contents: inout RawContents) {
    func inner(_ box: ISOBox?, _ type: FourCC) -> ISOBox? {
      box.flatMap { ISOBox.boxes(in: $0.content).first { $0.type == type } }
    }
    guard let table = inner(inner(inner(track, "mdia"), "minf"), "stbl") else { return }
    var offset: Int?
    var size: Int?
    for box in ISOBox.boxes(in: table.content) {
      guard let content = box.fullBox?.content else { continue }
      switch box.type {
      case "stco": offset = content.value(at: 4, size: 4)
      case "co64": offset = content.value(at: 4, size: 8)
      case "stsz":
        let same = content.value(at: 0, size: 4)
        size = same == 0 ? content.value(at: 8, size: 4) : same
      default: break
      }
    }
    contents.add(at: offset, count: size)
  }
}

extension RawContents {
  /// A Fujifilm RAF: where its JPEG is, and what the sensor's picture has of size (ExifTool's
  /// FujiFilm.pm). Numbers are big-endian.
  ///
  /// - Parameters:
  ///   - head: the file's beginning.
  ///   - byteCount: the file's length.
  ///   - read: reads from it.
  init(raf head: [UInt8], byteCount: Int, read: RawPhoto.Reading) {
    self.init(.raf)
    let reader = ByteReader(head, .bigEndian)
    add(at: reader.value(at: 84, size: 4), count: reader.value(at: 88, size: 4))
    guard let start = reader.value(at: 92, size: 4), let count = reader.value(at: 96, size: 4),
      start > 0, start < byteCount
    else { return }
    var records = ByteReader(read(start, min(count, 1 << 16, byteCount - start)), .bigEndian)
    guard let number = records.next(size: 4) else { return }
    for _ in 0..<min(number, 1024) {
      guard let tag = records.next(size: 2), let length = records.next(size: 2),
        let value = records.next(count: length)
      else { return }
      // RawImageCroppedSize, else RawImageFullSize: height, width.
      guard tag == 0x0111 || tag == 0x0100 && size == nil else { continue }
      let sides = ByteReader(value, .bigEndian)
      size =
        Self.size(width: sides.value(at: 2, size: 2), height: sides.value(at: 0, size: 2)) ?? size
    }
  }
}
