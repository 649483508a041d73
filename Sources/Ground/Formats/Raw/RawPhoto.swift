/// What a camera's raw file says of itself, and the JPEGs in it. The sensor's data are never read.
package struct RawPhoto: Sendable {
  package let format: RawFormat
  /// In bytes.
  package let byteCount: Int
  /// The blocks that describe the photo; EXIF is taken together from where the format keeps its parts.
  package let metadata: EmbeddedMetadata
  /// How the sensor's picture is turned for display, and so are the JPEGs in the file.
  package let orientation: Orientation
  /// Of what the sensor measured, before ``orientation``; nil where the file does not say it.
  package let size: PixelSize?
  /// The JPEGs in the file that a decoder of photos reads, the largest first.
  package let pictures: [Picture]

  /// A JPEG in a raw file.
  package struct Picture: Sendable, Hashable {
    /// In the file.
    package let range: Range<Int>
    /// As coded.
    package let size: PixelSize
  }

  /// Reads bytes of a file: `count` from an offset on, fewer where the file ends or cannot be read.
  package typealias Reading = (_ offset: Int, _ count: Int) -> [UInt8]

  /// As much of the beginning as describes nearly every photo.
  private static let usualHead = 4 << 20
  /// The most of the beginning that is read.
  private static let longestHead = 64 << 20
  /// Of a JPEG: more than what stands before its frame header in any camera's.
  private static let pictureHead = 1 << 18
  /// The most JPEGs that are looked at.
  private static let mostPictures = 64
  /// The most bytes of a JPEG that is taken.
  package static let longestPicture = 256 << 20

  /// Reads what describes the photo, at most 64 MiB and the beginning of each JPEG; nil for what is no raw
  /// file, and for one of a format of which only the mark is known.
  ///
  /// - Parameters:
  ///   - byteCount: the file's length.
  ///   - read: reads from it.
  /// - Throws: `PhotoFileError.rawDamaged(_:part:)`.
  package init?(byteCount: Int, read: @escaping Reading) throws(PhotoFileError) {
    guard var contents = try Self.contents(byteCount, Self.usualHead, read) else { return nil }
    if contents.isCut, byteCount > Self.usualHead {
      contents = try Self.contents(byteCount, Self.longestHead, read) ?? contents
    }
    var found: [Picture] = []
    var seen: Set<Int> = []
    for place in contents.places.prefix(Self.mostPictures)
    where seen.insert(place.lowerBound).inserted {
      if let picture = Self.picture(at: place, byteCount, read) { found.append(picture) }
    }
    found.sort { $0.area > $1.area }
    var metadata = contents.metadata
    if metadata.exif == nil, let first = found.first {
      // A Fujifilm RAF keeps all that it says in its JPEG.
      let head = read(first.range.lowerBound, min(first.range.count, Self.pictureHead))
      if let own = (try? JPEGStructure(head))?.metadata() {
        metadata.exif = own.exif
        if metadata.xmp.isEmpty { metadata.xmp = own.xmp }
      }
    }
    format = contents.format
    self.byteCount = byteCount
    self.metadata = metadata
    orientation = Orientation(exif: metadata.exif)
    size = contents.size
    pictures = found
  }

  private static func contents(
    _ byteCount: Int, _ length: Int, _ read: @escaping Reading
  ) throws(PhotoFileError) -> RawContents? {
    let head = read(0, min(byteCount, length))
    switch RawFormat(head: head) {
    case .cr3: return try RawBoxes(byteCount: byteCount, read: read).contents()
    case .raf: return RawContents(raf: head, byteCount: byteCount, read: read)
    case .crw, .mrw, .x3f, .iiq: return nil
    case let marked: return try RawDirectories(head, marked: marked, byteCount)?.contents()
    }
  }

  /// The JPEG at a place; nil if there is none, or if it only encodes the sensor's data.
  private static func picture(
    at place: Range<Int>, _ byteCount: Int, _ read: Reading
  ) -> Picture? {
    let range = place.clamped(to: 0..<byteCount)
    let head = read(range.lowerBound, min(range.count, pictureHead))
    guard head.starts(with: [0xFF, 0xD8, 0xFF]), let structure = try? JPEGStructure(head),
      let frame = try? structure.frameHeader(), frame.coding != .lossless, frame.precision == 8,
      frame.components.count == 1 || frame.components.count == 3
    else { return nil }
    return Picture(range: range, size: PixelSize(width: frame.width, height: frame.height))
  }

  /// Whether a picture's shorter side is at least half of the sensor's; true where that is not known.
  package func isLarge(_ picture: PixelSize) -> Bool {
    guard let size else { return true }
    return 2 * picture.shortSide >= size.shortSide
  }
}

extension RawPhoto.Picture {
  var area: Int { size.width * size.height }
}

extension PixelSize {
  fileprivate var shortSide: Int { min(width, height) }
}

extension RawPhoto {
  /// The largest JPEG in the file that is whole, upright by its EXIF, with what the raw file says of the
  /// photo in place of what the JPEG says itself.
  ///
  /// - Parameter read: reads from the file.
  /// - Returns: a JPEG file and its size as coded; nil where there is none that is whole.
  /// - Throws: `PhotoFileError` where it cannot be put together.
  package func jpeg(read: Reading) throws(PhotoFileError) -> (bytes: [UInt8], size: PixelSize)? {
    for picture in pictures where picture.range.count <= Self.longestPicture {
      let bytes = read(picture.range.lowerBound, picture.range.count)
      // What a file says of a JPEG's length may be a lie; the JPEG itself ends where it says.
      guard let structure = try? JPEGStructure(bytes), let assembly = try? JPEGAssembly(structure)
      else { continue }
      return (assembly.carrying(blocks(around: picture.size), own: structure), picture.size)
    }
    return nil
  }

  /// A JPEG that was developed from the sensor's data, with what the raw file says of the photo.
  ///
  /// - Parameter developed: a JPEG without metadata, turned as the sensor's picture is.
  /// - Returns: the same with them.
  /// - Throws: `PhotoFileError` where it cannot be read.
  package func jpeg(developed: [UInt8]) throws(PhotoFileError) -> [UInt8] {
    let structure = try JPEGStructure(developed)
    let frame = try structure.frameHeader()
    var blocks = blocks(around: PixelSize(width: frame.width, height: frame.height))
    // The profile is that of the camera's own pictures; developed pixels are sRGB.
    blocks.icc = nil
    return try JPEGAssembly(structure).carrying(blocks, own: structure)
  }

  /// The raw file's blocks as they go into a JPEG of this size.
  private func blocks(around picture: PixelSize) -> RawBlocks {
    let orientation = orientation(of: picture)
    var edit = JPEGSegmentEdit()
    edit.orientation = orientation
    var blocks = RawBlocks()
    if let exif = metadata.exif {
      let structure = try? TIFFStructure(exif)
      let isTooLarge = exif.count > ExifExtract.maximumSize
      let block =
        isTooLarge
        ? structure.map { ExifExtract(of: $0).serialized(orientation: orientation) } ?? []
        : ExifBlock.withOrientation(Array(exif), orientation)
      if !block.isEmpty { blocks.exif = ExifBlock.sized(block, to: picture) }
    } else if orientation != .topLeft {
      blocks.exif = ExifExtract().serialized(orientation: orientation)
    }
    blocks.xmp = metadata.xmp.map { Self.withoutPadding($0) }
      .filter { $0.count <= JPEGAssembly.maximumXMP }.map(edit.xmp)
    blocks.iptc = metadata.iptc
    if let icc = metadata.icc, icc.count <= JPEGAssembly.maximumProfile,
      ICCProfile.describesRGB(icc)
    {
      blocks.icc = icc
    }
    return blocks
  }

  /// A packet that does not fit a segment, without the blanks before its end, which are there to be written
  /// over (XMP Part 1, 7.3.2).
  private static func withoutPadding(_ packet: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard packet.count > JPEGAssembly.maximumXMP,
      let end = packet.ranges(of: Array("<?xpacket end".utf8)).last?.lowerBound
    else { return packet }
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
    guard let last = packet[..<end].lastIndex(where: { !blanks.contains($0) }) else {
      return packet
    }
    return packet[...last] + packet[end...]
  }

  /// How a picture in the file is turned: as the sensor's, unless it is upright already, as its sides
  /// show that have changed places.
  private func orientation(of picture: PixelSize) -> Orientation {
    guard orientation.swapsAxes, let size, size.width != size.height,
      picture.width != picture.height
    else { return orientation }
    return (size.width > size.height) == (picture.width > picture.height) ? orientation : .topLeft
  }
}

/// What goes around a JPEG out of a raw file.
struct RawBlocks {
  var exif: [UInt8]?
  var xmp: [ArraySlice<UInt8>] = []
  var iptc: [ArraySlice<UInt8>] = []
  var icc: ArraySlice<UInt8>?
}

/// What a format's reader finds in a raw file.
struct RawContents {
  let format: RawFormat
  var metadata = EmbeddedMetadata()
  var size: PixelSize?
  /// Where the file says that JPEGs are; not checked.
  var places: [Range<Int>] = []
  /// Whether more of the file's beginning would say more.
  var isCut = false

  init(_ format: RawFormat) { self.format = format }

  /// The size that a file says; nil if it says none, or more than any camera's sensor has.
  static func size(width: Int?, height: Int?) -> PixelSize? {
    let sides = 1...Int(UInt16.max) * 4
    guard let width, sides.contains(width), let height, sides.contains(height) else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// Adds a place, wherever its end is said to be.
  mutating func add(at offset: Int?, count: Int?) {
    guard let offset, let count, offset > 0, count > 0 else { return }
    let (end, overflows) = offset.addingReportingOverflow(count)
    places.append(offset..<(overflows ? Int.max : end))
  }
}
