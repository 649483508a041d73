import JPEGSplice

/// A stamp as it is kept in the file: the mark, and what gives the original back.
///
/// In order: the version, the original's SHA-256, label and time as UTF-8 after their lengths, the
/// label's area as first column, columns, first row and rows; then 1 and the reversal, or 0 and the
/// SHA-256 of the stamped file without its stamp. Numbers take four bytes, the highest first.
struct StampRecord {
  private static let version: UInt8 = 1
  private static let hashSize = 32

  let mark: StampMark
  let proof: Proof

  /// What tells whether the file is the one that was stamped.
  enum Proof {
    /// What gives the original back.
    case reversal(Reversal)
    /// The SHA-256 of the stamped file without its stamp's segments.
    case hash([UInt8])

    /// What keeps the place of a hash that is not known yet.
    static let unknownHash = Proof.hash([UInt8](repeating: 0, count: hashSize))
  }

  init(label: String, time: String?, originalHash: [UInt8], area: PixelArea, proof: Proof) {
    var isReversible = false
    if case .reversal = proof { isReversible = true }
    mark = StampMark(
      label: label, time: time, originalHash: originalHash, isReversible: isReversible, area: area)
    self.proof = proof
  }

  var bytes: [UInt8] {
    var bytes = [Self.version] + mark.originalHash
    func append(_ number: Int) {
      bytes += (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
    for text in [mark.label, mark.time ?? ""] {
      append(text.utf8.count)
      bytes += text.utf8
    }
    for range in [mark.area.columns, mark.area.rows] {
      append(range.lowerBound)
      append(range.count)
    }
    switch proof {
    case .reversal(let reversal): return bytes + [1] + reversal.encoded
    case .hash(let hash): return bytes + [0] + hash
    }
  }

  /// Reads a record.
  ///
  /// - Parameters:
  ///   - bytes: what ``bytes`` gave, or anything.
  ///   - offset: where the stamp is in its file, for the error.
  /// - Throws: ``StampError/unreadableStamp(offset:)``.
  init(_ bytes: [UInt8], at offset: Int) throws(StampError) {
    var rest = bytes[...]
    func take(_ count: Int) throws(StampError) -> ArraySlice<UInt8> {
      guard count <= rest.count else { throw .unreadableStamp(offset: offset) }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    func number() throws(StampError) -> Int { try take(4).reduce(0) { $0 << 8 | Int($1) } }
    func text() throws(StampError) -> String {
      guard let text = String(validating: try take(number()), as: UTF8.self) else {
        throw .unreadableStamp(offset: offset)
      }
      if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
        throw .unreadableStamp(offset: offset)
      }
      return text
    }
    func range() throws(StampError) -> Range<Int> {
      let start = try number()
      return start..<start + (try number())
    }
    guard try take(1).first == Self.version else { throw .unreadableStamp(offset: offset) }
    let hash = Array(try take(Self.hashSize))
    let (label, time) = (try text(), try text())
    let area = PixelArea(columns: try range(), rows: try range())
    let proof: Proof
    switch (try take(1).first, rest.count) {
    case (1, _):
      guard let reversal = try? Reversal(encoded: rest) else {
        throw .unreadableStamp(offset: offset)
      }
      proof = .reversal(reversal)
    case (0, Self.hashSize): proof = .hash(Array(rest))
    default: throw .unreadableStamp(offset: offset)
    }
    self.init(
      label: label, time: time.isEmpty ? nil : time, originalHash: hash, area: area, proof: proof)
  }
}
