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
