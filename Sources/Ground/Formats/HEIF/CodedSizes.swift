/// The sizes in HEVC's sequence parameter sets (ITU-T H.265, 7.3.2.2).
struct HEVCSizes {
  /// Of each set; nil where it cannot be read, or may come after the units that are read.
  private(set) var sizes: [PixelSize?] = []
  private static let maximumUnits = 1000
  private var unitCount = 0

  /// - Parameters:
  ///   - configuration: the content of hvcC (ISO/IEC 14496-15, 8.3.3.1), with parameter sets.
  ///   - data: NAL units with their lengths; sets among them take the place of those before.
  init(configuration: ArraySlice<UInt8>, data: ArraySlice<UInt8>) {
    var reader = ByteReader(configuration.dropFirst(22), .bigEndian)
    for _ in 0..<(reader.next(size: 1) ?? 0) {
      guard reader.next(size: 1) != nil, let count = reader.next(size: 2) else { return }
      for _ in 0..<count {
        guard let length = reader.next(size: 2), let unit = reader.next(count: length),
          read(unit)
        else { return }
      }
    }
    let lengthSize = (ByteReader(configuration, .bigEndian).value(at: 21, size: 1) ?? 3) & 3 + 1
    // libde265 is given lengths of four bytes, whatever hvcC says.
    for size in Set([lengthSize, 4]) { readUnits(data, lengthSize: size) }
  }

  private mutating func readUnits(_ data: ArraySlice<UInt8>, lengthSize: Int) {
    var reader = ByteReader(data, .bigEndian)
    while let length = reader.next(size: lengthSize), let unit = reader.next(count: length) {
      guard read(unit) else { return }
    }
  }

  /// Reads a unit, if it is a set.
  ///
  /// - Returns: false where there were too many.
  private mutating func read(_ unit: ArraySlice<UInt8>) -> Bool {
    let sequenceParameterSet: UInt8 = 33
    unitCount += 1
    guard unitCount <= Self.maximumUnits else {
      sizes.append(nil)
      return false
    }
    if let first = unit.first, first >> 1 & 0x3F == sequenceParameterSet {
      sizes.append(Self.size(unit.dropFirst(2)))
    }
    return true
  }

  private static func size(_ payload: ArraySlice<UInt8>) -> PixelSize? {
    var bits = BitFields(payload, escaped: true)
    bits.skip(4)
    guard let subLayers = bits.next(3) else { return nil }
    bits.skip(1)
    // The general profile, its level, and which of both each sub-layer has.
    bits.skip(96)
    var subLayerBits = 0
    for _ in 0..<subLayers {
      subLayerBits += (bits.next(1) ?? 0) * 88
      subLayerBits += (bits.next(1) ?? 0) * 8
    }
    if subLayers > 0 { bits.skip(2 * (8 - subLayers)) }
    bits.skip(subLayerBits)
    guard bits.exponential() != nil, let chroma = bits.exponential(), chroma <= 3 else {
      return nil
    }
    if chroma == 3 { bits.skip(1) }
    guard let width = bits.exponential(), let height = bits.exponential(),
      let hasWindow = bits.next(1)
    else { return nil }
    guard hasWindow == 1 else { return PixelSize(width: width, height: height) }
    var offsets: [Int] = []
    for _ in 0..<4 {
      guard let offset = bits.exponential() else { return nil }
      offsets.append(offset)
    }
    let across = chroma == 1 || chroma == 2 ? 2 : 1
    let down = chroma == 1 ? 2 : 1
    let cut = PixelSize(
      width: width - across * (offsets[0] + offsets[1]),
      height: height - down * (offsets[2] + offsets[3]))
    // What is cropped is decoded all the same: a window that is much smaller hides a large picture.
    return width - cut.width < 64 && height - cut.height < 64
      ? cut : PixelSize(width: width, height: height)
  }
}

/// The sizes in AV1's sequence headers (AV1 Bitstream & Decoding Process Specification, 5.5).
struct AV1Sizes {
  /// Of each header; nil where it cannot be read, a frame gives itself another size, or one may come
  /// after the units that are read.
  private(set) var sizes: [PixelSize?] = []
  private static let maximumUnits = 1000

  private enum UnitType {
    static let sequenceHeader = 1
    static let frameHeader = 3
    static let frame = 6
    /// A copy of a header, which dav1d takes where there is none before it.
    static let redundantFrameHeader = 7
  }

  /// - Parameters:
  ///   - configuration: the units in av1C, after its four bytes (AV1-ISOBMFF, 2.3.3).
  ///   - data: the item's units.
  init(configuration: ArraySlice<UInt8>, data: ArraySlice<UInt8>) {
    for units in [configuration, data] { readUnits(units) }
  }

  private var sequence: Sequence?

  private mutating func readUnits(_ data: ArraySlice<UInt8>) {
    var reader = ByteReader(data, .bigEndian)
    for _ in 0..<Self.maximumUnits {
      guard let head = reader.next(size: 1) else { return }
      if head & 0x04 != 0 { _ = reader.next(size: 1) }
      var length = reader.rest.count
      if head & 0x02 != 0 {
        guard let said = Self.leb128(&reader) else { return }
        length = said
      }
      guard let unit = reader.next(count: min(length, reader.rest.count)) else { return }
      switch head >> 3 & 0x0F {
      case UnitType.sequenceHeader:
        sequence = Sequence(unit)
        sizes.append(sequence?.size)
      case UnitType.frameHeader, UnitType.frame, UnitType.redundantFrameHeader:
        if sequence?.isOverridden(by: unit) == true { sizes.append(nil) }
      default: break
      }
    }
    if !reader.isAtEnd { sizes.append(nil) }
  }

  private static func leb128(_ reader: inout ByteReader) -> Int? {
    var value = 0
    for index in 0..<8 {
      guard let byte = reader.next(size: 1) else { return nil }
      value |= (byte & 0x7F) << (7 * index)
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }

  /// What a sequence header (5.5.1) says about the pictures' size, and the fields needed to find out
  /// whether a frame has its own.
  private struct Sequence {
    let size: PixelSize
    private let isReduced: Bool
    private var timeBits: Int?
    private var identifierBits: Int?
    /// 2 where each frame says it.
    private var screenContent = 2
    private var integerVectors = 2

    init?(_ unit: ArraySlice<UInt8>) {
      var bits = BitFields(unit)
      bits.skip(4)
      isReduced = bits.next(1) == 1
      if isReduced { bits.skip(5) } else { timeBits = Self.skipOperatingPoints(&bits) }
      guard let widthBits = bits.next(4), let heightBits = bits.next(4),
        let width = bits.next(widthBits + 1), let height = bits.next(heightBits + 1)
      else { return nil }
      size = PixelSize(width: width + 1, height: height + 1)
      if isReduced { return }
      if bits.next(1) == 1, let delta = bits.next(4), let additional = bits.next(3) {
        identifierBits = delta + 2 + additional + 1
      }
      bits.skip(3 + 4)
      let hasOrderHint = bits.next(1) == 1
      if hasOrderHint { bits.skip(2) }
      if bits.next(1) == 0 { screenContent = bits.next(1) ?? 0 }
      if screenContent > 0, bits.next(1) == 0 { integerVectors = bits.next(1) ?? 0 }
    }

    /// Passes timing and operating points; the length of a frame's presentation time, where frames
    /// have it.
    private static func skipOperatingPoints(_ bits: inout BitFields) -> Int? {
      var timeBits: Int?
      var delayBits: Int?
      if bits.next(1) == 1 {
        bits.skip(64)
        let isEqual = bits.next(1) == 1
        if isEqual { _ = bits.exponential() }
        if bits.next(1) == 1 {
          delayBits = (bits.next(5) ?? 0) + 1
          bits.skip(32 + 5)
          let length = (bits.next(5) ?? 0) + 1
          if !isEqual { timeBits = length }
        }
      }
      let hasDisplayDelay = bits.next(1) == 1
      for _ in 0...(bits.next(5) ?? 0) {
        bits.skip(12)
        if let level = bits.next(5), level > 7 { bits.skip(1) }
        if let delayBits, bits.next(1) == 1 { bits.skip(2 * delayBits + 1) }
        if hasDisplayDelay, bits.next(1) == 1 { bits.skip(4) }
      }
      return timeBits
    }

    /// Whether a frame header (5.9.2) says that the frame is of another size.
    func isOverridden(by unit: ArraySlice<UInt8>) -> Bool {
      if isReduced { return false }
      var bits = BitFields(unit)
      if bits.next(1) == 1 { return false }
      guard let type = bits.next(2), let isShown = bits.next(1) else { return false }
      let (key, switching) = (0, 3)
      if isShown == 1 { bits.skip(timeBits ?? 0) } else { bits.skip(1) }
      if type == switching { return true }
      if type != key || isShown == 0 { bits.skip(1) }
      bits.skip(1)
      let allowsScreenContent = screenContent == 2 ? bits.next(1) ?? 0 : screenContent
      if allowsScreenContent == 1, integerVectors == 2 { bits.skip(1) }
      bits.skip(identifierBits ?? 0)
      return bits.next(1) == 1
    }
  }
}

/// The bit fields of a header, the highest bit of each byte first.
private struct BitFields {
  private let bytes: [UInt8]
  private var position = 0

  /// - Parameters:
  ///   - bytes: the header, and anything after it.
  ///   - escaped: whether a 3 after two zeros is there to be left out (H.265, 7.3.1.1).
  init(_ bytes: ArraySlice<UInt8>, escaped: Bool = false) {
    var zeros = 0
    self.bytes = bytes.prefix(1024).filter { byte in
      if escaped, zeros >= 2, byte == 3 {
        zeros = 0
        return false
      }
      zeros = byte == 0 ? zeros + 1 : 0
      return true
    }
  }

  mutating func skip(_ count: Int) { position += count }

  /// The next `count` bits (at most 32) as a number.
  mutating func next(_ count: Int) -> Int? {
    guard count <= 32, position + count <= 8 * bytes.count else { return nil }
    var value = 0
    for _ in 0..<count {
      value = value << 1 | Int(bytes[position / 8] >> (7 - UInt8(position % 8)) & 1)
      position += 1
    }
    return value
  }

  /// An Exp-Golomb code (H.265, 9.2), which is AV1's `uvlc` too (4.10.3).
  mutating func exponential() -> Int? {
    var zeros = 0
    while let bit = next(1) {
      if bit == 1 { return next(zeros).map { $0 + (1 << zeros) - 1 } }
      zeros += 1
      if zeros > 31 { return nil }
    }
    return nil
  }
}
