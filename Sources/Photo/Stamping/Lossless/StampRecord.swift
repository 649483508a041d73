import Formats
import Hashing
import JPEGSplice

/// What a stamped photo records about its stamp.
package struct StampMark: Sendable, Hashable {
  /// The text of the label, line by line; of several labels one after another.
  package let label: String
  /// The time that the label shows, as `CaptureTime` writes it; nil where it shows none.
  package let time: String?
  /// SHA-256 of the file without its stamp, 32 bytes; of the file that it was made from, where it is of
  /// another format than that.
  package let originalHash: [UInt8]
  /// What of the original the file gives back; nil where it does not hold what its label covers.
  package let restores: Restoration?
  /// Whether the file is a JPEG with every pixel re-encoded since the original, with loss.
  package let isReencoded: Bool
  /// What it was stamped with; nil in a journal, and of earlier versions.
  package let options: OptionsDigest?
  /// The pixels that each label covers, of the picture as it is coded; at least one.
  let areas: [PixelArea]

  /// Whether the stamp can be taken off.
  package var isReversible: Bool { restores != nil }

  /// SHA-256 of a file, 32 bytes.
  package static func hash(_ bytes: [UInt8]) -> [UInt8] { SHA256.hash(bytes.span) }

  /// The hash of the bytes before and after a part.
  static func hash(_ bytes: [UInt8], without part: Range<Int>) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes.span.extracting(..<part.lowerBound))
    hash.update(bytes.span.extracting(part.upperBound...))
    return hash.finish()
  }
}

/// What a stamp says of the labels.
struct Inscription {
  /// Their text, line by line, one label after another.
  let label: String
  /// The time that they show, as `CaptureTime` writes it; nil where they show none.
  let time: String?
  /// What the photo was stamped with; nil where that is not recorded.
  let options: OptionsDigest?

  static let none = Inscription(label: "", time: nil, options: nil)
}

/// A stamp as it is stored in the file: the mark, and what gives the original back.
///
/// In order: the version, the original's SHA-256, label and time as UTF-8 after their lengths; of
/// versions 2 and 3 how many areas there are, of which version 1 has one; each area as first column,
/// columns, first row and rows; of version 3 the digest of the options. Then a code and the proof: 0 and the SHA-256 of the stamped file without its
/// stamp; 1 and the reversal; 16, the length of the original's leading segments, what hashing them comes
/// to, and the reversal; 17 and a ``TIFFProof``; 18 and the SHA-256 of the picture of a JPEG that was coded
/// anew; or, where pixels were re-encoded, 2 to 5 and a
/// ``PixelProof``; or, of an animation, 8 or 9 and an ``AnimationProof``. Numbers take four bytes, the
/// highest first.
struct StampRecord {
  /// The first is written where it can hold the stamp, so that what read it once reads it still.
  private enum Version: UInt8 {
    case oneArea = 1
    case severalAreas = 2
    case withOptions = 3
  }
  /// Bytes of the label's text: that of all labels and lines that a run puts on a photo.
  private static let longestText = 1 << 20
  /// More than anybody puts on a photo, with what else is drawn.
  static let mostAreas = 64
  static let hashSize = 32

  let mark: StampMark
  let proof: Proof

  /// What proves that the file is the one that was stamped.
  enum Proof {
    /// What gives the original back; and what hashing its leading segments comes to, with which the
    /// rest of it is proved where they were changed. Earlier versions recorded none.
    case reversal(Reversal, leading: SHA256Midstate? = nil)
    /// The SHA-256 of the stamped file without its stamp's segments.
    case hash([UInt8])
    /// What proves it of a photo whose pixels are re-encoded.
    case pixels(PixelProof)
    /// What proves it of an animation whose frames are.
    case frames(AnimationProof)
    /// What gives the original of a TIFF back.
    case tiff(TIFFProof)
    /// ``JPEGStructure/pictureHash`` of the stamped file, which was re-encoded with loss.
    case reencoded([UInt8])

    /// Zeros in the place of a hash that is not known yet.
    static let unknownHash = Proof.hash([UInt8](repeating: 0, count: hashSize))
  }

  init(_ inscription: Inscription, originalHash: [UInt8], areas: [PixelArea], proof: Proof) {
    let restores: Restoration? =
      switch proof {
      case .reversal, .tiff: .bytes
      case .hash, .reencoded: nil
      case .pixels(let proof): proof.undo.map { _ in .pixels }
      case .frames(let proof): proof.restores
      }
    let isReencoded = if case .reencoded = proof { true } else { false }
    mark = StampMark(
      label: inscription.label, time: inscription.time, originalHash: originalHash,
      restores: restores, isReencoded: isReencoded, options: inscription.options, areas: areas)
    self.proof = proof
  }

  /// What a part of a reversal takes at most in memory, in bytes, with its share of an array that grows.
  private static let memoryOfPart = 256

  /// What a record takes at most once it is read: its bytes, and the parts that they can say.
  ///
  /// - Parameters:
  ///   - count: the record's bytes.
  ///   - parts: the most parts that a record of the picture may have.
  /// - Returns: bytes.
  static func memory(ofEncoded count: Int, parts: Int) -> Int {
    3 * count + memoryOfPart * min(parts, count)
  }

  var bytes: [UInt8] {
    let version: Version =
      mark.options != nil ? .withOptions : mark.areas.count == 1 ? .oneArea : .severalAreas
    var bytes = [version.rawValue] + mark.originalHash
    func append(_ number: Int) {
      bytes += ByteOrder.bigEndian.bytes(of: UInt32(truncatingIfNeeded: number))
    }
    for text in [mark.label, mark.time ?? ""] {
      append(text.utf8.count)
      bytes += text.utf8
    }
    if version != .oneArea { append(mark.areas.count) }
    for range in mark.areas.flatMap({ [$0.columns, $0.rows] }) {
      append(range.lowerBound)
      append(range.count)
    }
    bytes += mark.options?.bytes ?? []
    switch proof {
    case .reversal(let reversal, nil): return bytes + [1] + reversal.encoded
    case .reversal(let reversal, let leading?):
      bytes.append(16)
      append(leading.byteCount)
      return bytes + leading.encoded + reversal.encoded
    case .hash(let hash): return bytes + [0] + hash
    case .pixels(let proof): return bytes + proof.encoded
    case .frames(let proof): return bytes + proof.encoded
    case .tiff(let proof): return bytes + proof.encoded
    case .reencoded(let hash): return bytes + [18] + hash
    }
  }

  /// Reads a record.
  ///
  /// - Parameters:
  ///   - bytes: what ``bytes`` gave, or anything else.
  ///   - offset: where the stamp is in its file, for the error.
  ///   - maximumParts: the most parts that a record of the picture may have.
  ///   - fileSize: the length of the file, of a TIFF.
  /// - Throws: ``StampError/unreadableStamp(offset:)``.
  init(
    _ bytes: [UInt8], at offset: Int, maximumParts: Int = .max, fileSize: Int = 0
  ) throws(StampError) {
    var rest = bytes[...]
    func take(_ count: Int) throws(StampError) -> ArraySlice<UInt8> {
      guard count <= rest.count else { throw .unreadableStamp(offset: offset) }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    func number() throws(StampError) -> Int { try take(4).reduce(0) { $0 << 8 | Int($1) } }
    func text() throws(StampError) -> String {
      let count = try number()
      guard count <= Self.longestText else { throw .unreadableStamp(offset: offset) }
      guard let text = String(validating: try take(count), as: UTF8.self) else {
        throw .unreadableStamp(offset: offset)
      }
      if text.unicodeScalars.contains(where: {
        $0 != "\n" && $0.properties.generalCategory == .control
      }) {
        throw .unreadableStamp(offset: offset)
      }
      return text
    }
    func range() throws(StampError) -> Range<Int> {
      // A label's plate or outline may begin before the picture's edge.
      let start = Int(Int32(truncatingIfNeeded: try number()))
      return max(0, start)..<max(0, start + (try number()))
    }
    guard let version = try take(1).first.flatMap(Version.init) else {
      throw .unreadableStamp(offset: offset)
    }
    let hash = Array(try take(Self.hashSize))
    let (label, time) = (try text(), try text())
    let count = version == .oneArea ? 1 : try number()
    guard (1...Self.mostAreas).contains(count) else { throw .unreadableStamp(offset: offset) }
    var areas: [PixelArea] = []
    for _ in 0..<count { areas.append(PixelArea(columns: try range(), rows: try range())) }
    let options = version == .withOptions ? OptionsDigest(try take(Self.hashSize)) : nil
    let proof: Proof
    switch (try take(1).first, rest.count) {
    case (let code, _) where code == 1 || code == 16:
      var leading: SHA256Midstate?
      if code == 16 {
        let byteCount = try number()
        leading = SHA256Midstate(
          encoded: try take(SHA256Midstate.encodedCount(ofBytes: byteCount)),
          byteCount: byteCount)
      }
      guard let reversal = try? Reversal(encoded: rest, maximumParts: maximumParts) else {
        throw .unreadableStamp(offset: offset)
      }
      proof = .reversal(reversal, leading: leading)
    case (0, Self.hashSize): proof = .hash(Array(rest))
    case (let code?, _) where AnimationProof.codes.contains(code):
      guard let frames = AnimationProof(code: code, encoded: rest) else {
        throw .unreadableStamp(offset: offset)
      }
      proof = .frames(frames)
    case (17, _):
      guard let tiff = TIFFProof(encoded: rest, limit: fileSize) else {
        throw .unreadableStamp(offset: offset)
      }
      proof = .tiff(tiff)
    case (18, Self.hashSize): proof = .reencoded(Array(rest))
    case (let code?, _):
      guard let pixels = PixelProof(code: code, encoded: rest) else {
        throw .unreadableStamp(offset: offset)
      }
      proof = .pixels(pixels)
    default: throw .unreadableStamp(offset: offset)
    }
    self.init(
      Inscription(label: label, time: time.isEmpty ? nil : time, options: options),
      originalHash: hash, areas: areas, proof: proof)
  }
}

extension StampRecord {
  /// Reads the record in a file's block.
  ///
  /// - Throws: ``StampError/unreadableStamp(offset:)``.
  init(_ block: StampBlock) throws(StampError) {
    guard let bytes = block.record else { throw .unreadableStamp(offset: block.offset) }
    try self.init(Array(bytes), at: block.offset)
  }
}

/// The segments of a JPEG that hold its stamp: APP15 with the signature "Daystamp", as many as the
/// record needs.
///
/// Each begins with the signature, its number from 1 on, and how many there are, two bytes each. What
/// follows, joined, is the ``StampRecord``.
struct StampSegments {
  private static let signature: StaticString = "Daystamp\0"
  private static let headerSize = signature.utf8CodeUnitCount + 4
  /// A segment's length field counts itself.
  private static let largestPart = 65_533 - headerSize

  /// All of them; they follow one another without a gap.
  let range: Range<Int>
  let record: [UInt8]

  /// Finds the stamp of a JPEG.
  ///
  /// - Returns: nil where there is none.
  /// - Throws: ``StampError/unreadableStamp(offset:)`` where it is not complete.
  init?(in structure: JPEGStructure) throws(StampError) {
    let segments = structure.segments.filter {
      $0.marker == .app15 && $0.hasSignature(Self.signature, in: structure.bytes)
    }
    guard let first = segments.first, let last = segments.last else { return nil }
    var record: [UInt8] = []
    var next = first.range.lowerBound
    for (index, segment) in segments.enumerated() {
      let payload = structure.payload(segment).dropFirst(Self.signature.utf8CodeUnitCount)
      guard segment.range.lowerBound == next, segments.count <= Int(UInt16.max),
        payload.prefix(4).elementsEqual(Self.numbers(index + 1, of: segments.count))
      else { throw .unreadableStamp(offset: segment.range.lowerBound) }
      record += payload.dropFirst(4)
      next = segment.range.upperBound
    }
    self.record = record
    range = first.range.lowerBound..<last.range.upperBound
  }

  /// The segments for a record.
  ///
  /// - Returns: nil for a record longer than any number of segments holds, some four gigabytes.
  static func bytes(for record: [UInt8]) -> [UInt8]? {
    let count = max(1, (record.count + largestPart - 1) / largestPart)
    guard count <= Int(UInt16.max) else { return nil }
    var bytes: [UInt8] = []
    for index in 0..<count {
      let part = record.dropFirst(index * largestPart).prefix(largestPart)
      let length = headerSize + part.count + 2
      bytes += [0xFF, JPEGMarker.app15.rawValue, UInt8(length >> 8), UInt8(length & 0xFF)]
      signature.withUTF8Buffer { bytes += $0 }
      bytes += numbers(index + 1, of: count)
      bytes += part
    }
    return bytes
  }

  private static func numbers(_ number: Int, of count: Int) -> [UInt8] {
    [number, count].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
  }
}
