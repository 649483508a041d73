/// The variable-length codes of a GIF's pixels (GIF89a, appendix F).
enum GIFCodes {
  /// Codes have at most twelve bits.
  private static let mostCodes = 4_096
  private static let longestSubBlock = 255

  /// The pixels of an image.
  ///
  /// - Parameters:
  ///   - bytes: the data of its sub-blocks, joined; what follows the last pixel is passed over.
  ///   - minimumSize: 2 to 8, of the codes of single pixels.
  ///   - count: how many pixels it has.
  /// - Returns: nil where the codes end early, or one does not exist yet.
  static func decoded(_ bytes: [UInt8], minimumSize: Int, count: Int) -> [UInt8]? {
    let clear = 1 << minimumSize
    var prefix = [UInt16](repeating: 0, count: mostCodes)
    var suffix = (0..<mostCodes).map { UInt8(truncatingIfNeeded: $0) }
    var string = [UInt8](repeating: 0, count: mostCodes)
    var (size, next, previous, first) = (minimumSize + 1, clear + 2, -1, UInt8(0))
    var (bits, bitCount, position) = (0, 0, 0)
    var pixels: [UInt8] = []
    pixels.reserveCapacity(count)
    while pixels.count < count {
      while bitCount < size {
        guard position < bytes.count else { return nil }
        bits |= Int(bytes[position]) << bitCount
        bitCount += 8
        position += 1
      }
      let code = bits & (1 << size - 1)
      bits >>= size
      bitCount -= size
      if code == clear {
        (size, next, previous) = (minimumSize + 1, clear + 2, -1)
        continue
      }
      guard code != clear + 1, code <= next, previous >= 0 || code < clear else { return nil }
      // The string of a code, from its end.
      var (length, part) = (0, code)
      if code == next {
        // As long as the table has room, this is the one that is about to be added.
        guard next < mostCodes else { return nil }
        (string[0], length, part) = (first, 1, previous)
      }
      while part >= clear {
        string[length] = suffix[part]
        length += 1
        part = Int(prefix[part])
      }
      string[length] = UInt8(part)
      length += 1
      first = UInt8(part)
      if previous >= 0, next < mostCodes {
        prefix[next] = UInt16(previous)
        suffix[next] = first
        next += 1
        if next == 1 << size, size < 12 { size += 1 }
      }
      previous = code
      for index in stride(from: length - 1, through: 0, by: -1) where pixels.count < count {
        pixels.append(string[index])
      }
    }
    return pixels
  }

  /// When an encoder starts a new table.
  enum Style: UInt8 {
    /// After all codes are taken, as most do.
    case full
    /// One code before that, as giflib does.
    case oneLess
  }

  /// Codes in sub-blocks, up to the empty one.
  ///
  /// - Parameters:
  ///   - pixels: each below 2 to the power of `minimumSize`.
  ///   - minimumSize: 2 to 8.
  ///   - style: when a new table starts.
  /// - Returns: the sub-blocks.
  static func encoded(_ pixels: [UInt8], minimumSize: Int, style: Style = .full) -> [UInt8] {
    let clear = 1 << minimumSize
    let limit = style == .full ? mostCodes : mostCodes - 1
    var table = CodeTable()
    var (size, next) = (minimumSize + 1, clear + 2)
    var (bits, bitCount) = (0, 0)
    var blocks: [UInt8] = []
    var start = 0
    func emitByte(_ byte: UInt8) {
      if blocks.count - start == 0 || blocks.count - start == longestSubBlock + 1 {
        start = blocks.count
        blocks.append(0)
      }
      blocks.append(byte)
      blocks[start] += 1
    }
    func emit(_ code: Int) {
      bits |= code << bitCount
      bitCount += size
      while bitCount >= 8 {
        emitByte(UInt8(truncatingIfNeeded: bits))
        bits >>= 8
        bitCount -= 8
      }
    }
    emit(clear)
    if var string = pixels.first.map(Int.init) {
      for pixel in pixels.dropFirst() {
        let key = string << 8 | Int(pixel)
        if let code = table[key] {
          string = code
          continue
        }
        emit(string)
        if next < limit {
          table.add(key, next)
          if next == 1 << size, size < 12 { size += 1 }
          next += 1
        } else {
          emit(clear)
          table = CodeTable()
          (size, next) = (minimumSize + 1, clear + 2)
        }
        string = Int(pixel)
      }
      emit(string)
      // The decoder adds a string for this code too.
      if next < mostCodes, next == 1 << size, size < 12 { size += 1 }
    }
    emit(clear + 1)
    if bitCount > 0 { emitByte(UInt8(truncatingIfNeeded: bits)) }
    return blocks + [0]
  }
}

/// The codes of strings, by the code of all but the last pixel and that pixel.
private struct CodeTable {
  private static let size = 1 << 14
  private var keys = [Int32](repeating: -1, count: size)
  private var codes = [UInt16](repeating: 0, count: size)

  /// Where a key is, or would be; a quarter of the places is taken at most.
  private func place(of key: Int) -> Int {
    var place = (key &* 0x9E37_79B1) >> 16 & (Self.size - 1)
    while keys[place] >= 0, keys[place] != Int32(key) { place = (place + 1) & (Self.size - 1) }
    return place
  }

  subscript(key: Int) -> Int? {
    let place = place(of: key)
    return keys[place] < 0 ? nil : Int(codes[place])
  }

  mutating func add(_ key: Int, _ code: Int) {
    let place = place(of: key)
    (keys[place], codes[place]) = (Int32(key), UInt16(code))
  }
}
