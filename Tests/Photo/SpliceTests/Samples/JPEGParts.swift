import Formats
import JPEGSplice

/// A JPEG taken apart into segments and what is between them, to be changed and put together again.
struct JPEGParts: Hashable {
  /// Marker, length and payload; or coded data, or a marker without a length.
  var parts: [[UInt8]]

  /// Takes apart by the lengths alone, whatever they are.
  init(_ bytes: [UInt8]) {
    parts = []
    var next = 0
    while next < bytes.count {
      var end = next + 1
      if Self.isMarker(bytes, next) {
        let standsAlone = 0xD0...0xD9 ~= bytes[next + 1]
        let hasLength = !standsAlone && next + 3 < bytes.count
        let length = hasLength ? Int(bytes[next + 2]) << 8 | Int(bytes[next + 3]) : 0
        end = min(next + 2 + length, bytes.count)
      } else {
        while end < bytes.count, !Self.isMarker(bytes, end) { end += 1 }
      }
      parts.append(Array(bytes[next..<end]))
      next = end
    }
  }

  var bytes: [UInt8] { Array(parts.joined()) }

  private static func isMarker(_ bytes: [UInt8], _ index: Int) -> Bool {
    bytes[index] == 0xFF && index + 1 < bytes.count && 0x01..<0xFF ~= bytes[index + 1]
  }

  static func isMarker(_ marker: JPEGMarker, _ part: [UInt8]) -> Bool {
    part.starts(with: [0xFF, marker.rawValue])
  }

  /// The places of the segments with a marker.
  func places(_ marker: JPEGMarker) -> [Int] {
    parts.indices.filter { Self.isMarker(marker, parts[$0]) }
  }

  /// The first place of coded data.
  var firstData: Int? { parts.firstIndex { $0.first != 0xFF || $0.dropFirst().first == 0 } }

  mutating func remove(_ marker: JPEGMarker) { parts.removeAll { Self.isMarker(marker, $0) } }

  /// Whether one file is the other with segments of Huffman tables put into it.
  static func differInTablesAlone(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    func rest(_ bytes: [UInt8]) -> [[UInt8]] {
      Self(bytes).parts.filter {
        $0.count > 2 && $0[0] == 0xFF && $0[1] != 0 && !isMarker(.huffmanTables, $0)
      }
    }
    return rest(a) == rest(b)
  }

  static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let length = payload.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + payload
  }
}

/// The same picture in a file of another make.
extension JPEGParts {
  /// Without tables, as frames of Motion JPEG are.
  func withoutTables() -> JPEGParts {
    var file = self
    file.remove(.huffmanTables)
    return file
  }

  /// With two fill bytes before every marker but the first.
  func withFillBytes() -> JPEGParts {
    var file = self
    file.parts = parts.enumerated().map { index, part in
      index > 0 && part.first == 0xFF && part.count > 1 && part[1] != 0
        && !(0xD0...0xD7 ~= part[1]) ? [0xFF, 0xFF] + part : part
    }
    return file
  }

  /// With bytes that no decoder needs after the last block of every scan.
  func withJunk() -> JPEGParts {
    var file = self
    for index in file.parts.indices.dropFirst() {
      let isEnd =
        Self.isMarker(.endOfImage, file.parts[index])
        || Self.isMarker(.huffmanTables, file.parts[index])
        || Self.isMarker(.startOfScan, file.parts[index])
      let before = file.parts[index - 1]
      if isEnd, before.first != 0xFF || before.dropFirst().first == 0 {
        file.parts[index - 1] += [0x12, 0xFF, 0x00, 0x34]
      }
    }
    return file
  }

  /// With the height after the first scan in place of the frame header.
  func withNumberOfLines() -> JPEGParts {
    var file = self
    guard let frame = file.parts.firstIndex(where: { $0.count > 9 && 0xC0...0xC2 ~= $0[1] }),
      let data = firstData
    else { return self }
    let lines = Self.segment(JPEGMarker.numberOfLines.rawValue, Array(parts[frame][5...6]))
    file.parts[frame].replaceSubrange(5...6, with: [0, 0])
    let end = file.parts[data...].firstIndex {
      $0[0] == 0xFF && $0.count > 1 && $0[1] != 0 && !(0xD0...0xD7 ~= $0[1])
    }
    file.parts.insert(lines, at: end ?? file.parts.count)
    return file
  }

  /// With Huffman tables in which no code is left, by further symbols that no block has.
  ///
  /// - Parameter hasAllCodes: whether those for AC coefficients have as many codes as a table may, so
  ///   that no further symbol can be added; one symbol has them.
  /// - Returns: the file.
  func withFullTables(hasAllCodes: Bool = false) -> JPEGParts {
    var file = self
    for place in places(.huffmanTables) {
      var (rest, payload) = (parts[place].dropFirst(4), [UInt8]())
      while let head = rest.popFirst() {
        var counts = Array(rest.prefix(16))
        var symbols = Array(rest.dropFirst(16).prefix(counts.reduce(0) { $0 + Int($1) }))
        rest = rest.dropFirst(16 + symbols.count)
        if hasAllCodes, head >= 0x10 {
          Self.fill(&counts, &symbols)
        } else {
          Self.fill(&counts, &symbols, isDC: head < 0x10)
        }
        payload += [head] + counts + symbols
      }
      file.parts[place] = Self.segment(JPEGMarker.huffmanTables.rawValue, payload)
    }
    return file
  }

  /// With tables whose codes are the same, but stand for the symbols alone that the data have;
  /// the standard ones, which have no code left, lack others then. From class and number 0x10 on
  /// it is those alone of coefficients after the first.
  func withScarceTables(from first: UInt8 = 0) throws -> JPEGParts {
    let used = try ReferenceDecoder(bytes).symbols
    var file = self
    for place in places(.huffmanTables) {
      let head = parts[place][4]
      if head < first { continue }
      for index in 21..<parts[place].count
      where !used[head, default: []].contains(parts[place][index]) {
        file.parts[place][index] = head < 0x10 ? 16 : 0x0F
      }
    }
    return file
  }

  /// With all tables before the first scan, and the scans in another order.
  func withScans(_ order: [Int]) -> JPEGParts {
    var file = self
    let scans = places(.startOfScan).map { Array(parts[$0...$0 + 1]) }
    let first = places(.startOfScan)[0]
    let tables = parts[first...].filter { Self.isMarker(.huffmanTables, $0) }
    file.parts = parts[..<first] + tables + order.flatMap { scans[$0] } + [parts[parts.count - 1]]
    return file
  }

  private static func fill(
    _ counts: inout [UInt8], _ symbols: inout [UInt8], isDC: Bool
  ) {
    var fillers = (UInt8(16)..<255).filter { isDC || $0 & 0x0F > 10 }[...]
    let last = counts.lastIndex { $0 > 0 } ?? 0
    var free = 1
    for length in counts.indices {
      free = 2 * free - Int(counts[length])
      guard length >= last else { continue }
      let added = fillers.prefix(free - 1)
      fillers = fillers.dropFirst(added.count)
      counts[length] += UInt8(added.count)
      symbols += added
      free -= added.count
    }
  }

  /// With 256 codes, the further ones of one symbol and as long as they can be.
  private static func fill(_ counts: inout [UInt8], _ symbols: inout [UInt8]) {
    let last = counts.lastIndex { $0 > 0 } ?? 0
    var (free, left) = (1, 256 - symbols.count)
    for length in counts.indices {
      free = 2 * free - Int(counts[length])
      guard length >= last else { continue }
      let added = (0...min(left, free - 1)).last {
        (free - $0) << (15 - length) > left - $0
      }
      guard let added, let count = UInt8(exactly: added) else { continue }
      counts[length] += count
      symbols += .init(repeating: 0x0F, count: added)
      (free, left) = (free - added, left - added)
    }
  }
}

extension SmallJPEG {
  /// With zeros in place of the ones that fill the last byte of coded data.
  func withZeroPadding() throws -> [UInt8] {
    var padded = bytes
    for end in try ReferenceDecoder(bytes).ends where end.bits > 0 {
      padded[end.byte] &= ~(0xFF >> UInt8(end.bits))
    }
    return padded
  }
}
