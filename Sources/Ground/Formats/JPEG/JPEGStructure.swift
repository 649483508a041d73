/// The marker segments of a JPEG and where its image ends (T.81, annex B).
///
/// Entropy-coded data is passed over, not decoded. The first image's end is found exactly, so that
/// what follows it (gain maps, videos, further images) is known.
package struct JPEGStructure: Sendable {
  /// No real file comes near; a bound on what a hostile one makes us keep.
  static let maximumSegments = 65_536
  /// Encoders write some ten scans; every one takes a decoder through all of the picture.
  package static let maximumScans = 100

  package let bytes: [UInt8]
  /// All segments with a length, before, between and after the scans, in file order.
  package let segments: [JPEGSegment]
  /// After the EOI marker; `nil` when the file ends before it.
  package let imageEnd: Int?

  /// The offsets of the markers without a length (RSTn and the like) after the first SOI, ascending;
  /// `nil` where there are more than in any photo.
  package let loneMarkers: [Int]?
  private static let maximumLoneMarkers = 65_536

  /// Walks all segments and scans of `bytes`, which begin with SOI.
  ///
  /// Bytes between segments that belong to none are passed over, as decoders do. A walk that a cut
  /// file ends early is not an error here: `imageEnd` is `nil` then.
  ///
  /// - Throws: `PhotoFileError.invalid` for more segments or scans than any photo has.
  package init(_ bytes: [UInt8]) throws(PhotoFileError) {
    var segments: [JPEGSegment] = []
    var scans = 0
    var imageEnd: Int?
    var position = 2
    var loneMarkers: [Int] = []
    walk: while let prefix = Self.nextMarker(in: bytes, from: position, &loneMarkers) {
      let marker = JPEGMarker(rawValue: bytes[prefix + 1])
      position = prefix + 2
      if marker == .endOfImage {
        imageEnd = position
        break walk
      }
      guard position + 2 <= bytes.count else { break walk }
      let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
      guard length >= 2, length <= bytes.count - position else { break walk }
      guard segments.count < Self.maximumSegments else {
        throw .invalid(
          .jpeg, field: "number of segments", at: prefix, observed: segments.count + 1,
          expected: "at most \(Self.maximumSegments)")
      }
      if marker == .startOfScan { scans += 1 }
      guard scans <= Self.maximumScans else {
        throw .invalid(
          .jpeg, field: "number of scans", at: prefix, observed: scans,
          expected: "at most \(Self.maximumScans)")
      }
      let end = position + length
      segments.append(
        JPEGSegment(marker: marker, range: prefix..<end, payload: position + 2..<end))
      position = end
    }
    self.bytes = bytes
    self.segments = segments
    self.imageEnd = imageEnd
    self.loneMarkers = loneMarkers.count > Self.maximumLoneMarkers ? nil : loneMarkers
  }

  /// Whether bytes that belong to no segment come before the first scan.
  package var hasJunkInHeader: Bool {
    var position = 2
    for segment in segments {
      let gap = position..<segment.range.lowerBound
      let markers = loneMarkers?.count { gap.contains($0) } ?? 0
      if gap.count > 2 * markers { return true }
      if segment.marker == .startOfScan { return false }
      position = segment.range.upperBound
    }
    return imageEnd.map { $0 - 2 > position } ?? false
  }

  package func payload(_ segment: JPEGSegment) -> ArraySlice<UInt8> { bytes[segment.payload] }

  /// The first segment with `marker`.
  package func first(_ marker: JPEGMarker) -> JPEGSegment? {
    segments.first { $0.marker == marker }
  }

  /// The payloads that begin with `signature` of all segments with `marker`, without it.
  func payloads(
    of marker: JPEGMarker, startingWith signature: StaticString
  ) -> [ArraySlice<UInt8>] {
    segments.compactMap { segment in
      guard segment.marker == marker, segment.hasSignature(signature, in: bytes) else { return nil }
      return payload(segment).dropFirst(signature.utf8CodeUnitCount)
    }
  }

  /// The offset of the next marker with a length, or of EOI, at or after `start`; `nil` when there is
  /// none.
  ///
  /// A marker is 0xFF and a byte that is neither 0x00 (a stuffed byte) nor 0xFF (a fill byte). Those
  /// without a length, such as RSTn, are passed over and noted.
  private static func nextMarker(
    in bytes: [UInt8], from start: Int, _ loneMarkers: inout [Int]
  ) -> Int? {
    bytes.withUnsafeBytes { buffer in
      var position = start
      while let prefix = buffer.firstMarker(from: position) {
        let code = buffer[prefix + 1]
        if code == 0xFF {
          position = prefix + 1
        } else if JPEGMarker(rawValue: code).standsAlone {
          // One more than the limit shows that there are more.
          if loneMarkers.count <= maximumLoneMarkers { loneMarkers.append(prefix) }
          position = prefix + 2
        } else {
          return prefix
        }
      }
      return nil
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The offset of the first 0xFF at or after `start` that a byte other than 0 follows: of a marker or
  /// of a fill byte; `nil` where there is none. Any `start` from 0 up is safe.
  ///
  /// Entropy-coded data have 0xFF with a stuffed 0 about once in two hundred bytes, so those are no
  /// reason to stop: 64 bytes are compared at once, and the 64 that begin one later.
  package func firstMarker(from start: Int) -> Int? {
    typealias Bytes = SIMD64<UInt8>
    var position = start
    while position < count - Bytes.scalarCount {
      let bytes = loadUnaligned(fromByteOffset: position, as: Bytes.self)
      let followers = loadUnaligned(fromByteOffset: position + 1, as: Bytes.self)
      let markers = (bytes .== Bytes(repeating: 0xFF)) .& (followers .!= Bytes(repeating: 0))
      // As words, which are quicker to ask than as many bytes.
      let words = unsafeBitCast(markers, to: SIMD8<UInt64>.self)
      let half = words.lowHalf | words.highHalf
      let quarter = half.lowHalf | half.highHalf
      if quarter[0] | quarter[1] != 0 { break }
      position += Bytes.scalarCount
    }
    while position < count - 1 {
      if self[position] == 0xFF, self[position + 1] != 0 { return position }
      position += 1
    }
    return nil
  }
}

/// A marker segment of a JPEG: a marker, a length and a payload (T.81, B.1.1.4).
package struct JPEGSegment: Sendable, Hashable {
  package let marker: JPEGMarker
  /// From the marker's 0xFF to the segment's last byte, in the file.
  package let range: Range<Int>
  /// What follows the length field, in the file.
  package let payload: Range<Int>

  /// Whether the payload begins with these ASCII characters.
  package func hasSignature(_ signature: StaticString, in bytes: [UInt8]) -> Bool {
    signature.withUTF8Buffer { bytes[payload].starts(with: $0) }
  }
}

/// The second byte of a marker (T.81, table B.1).
package struct JPEGMarker: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  static let startOfImage = JPEGMarker(rawValue: 0xD8)
  package static let endOfImage = JPEGMarker(rawValue: 0xD9)
  package static let startOfScan = JPEGMarker(rawValue: 0xDA)
  package static let huffmanTables = JPEGMarker(rawValue: 0xC4)
  package static let quantizationTables = JPEGMarker(rawValue: 0xDB)
  package static let numberOfLines = JPEGMarker(rawValue: 0xDC)
  package static let restartInterval = JPEGMarker(rawValue: 0xDD)
  package static let hierarchical = JPEGMarker(rawValue: 0xDE)
  package static let app0 = JPEGMarker(rawValue: 0xE0)
  static let app1 = JPEGMarker(rawValue: 0xE1)
  package static let app2 = JPEGMarker(rawValue: 0xE2)
  package static let app13 = JPEGMarker(rawValue: 0xED)
  package static let app14 = JPEGMarker(rawValue: 0xEE)
  package static let app15 = JPEGMarker(rawValue: 0xEF)
  package static let comment = JPEGMarker(rawValue: 0xFE)

  /// APP0 to APP15.
  package var isApplication: Bool { (0xE0...0xEF).contains(rawValue) }

  /// SOF0 to SOF15, without DHT, JPG and DAC, which have codes among them.
  package var isStartOfFrame: Bool {
    (0xC0...0xCF).contains(rawValue) && ![0xC4, 0xC8, 0xCC].contains(rawValue)
  }

  /// TEM, RST0 to RST7 and SOI have no length and no payload.
  package var standsAlone: Bool { rawValue == 0x01 || (0xD0...0xD8).contains(rawValue) }
}
