/// The palette's numbers of a run-length encoded bitmap (Windows GDI, "Bitmap Compression":
/// `BI_RLE8` and `BI_RLE4`).
struct BMPRunLength {
  private let width: Int
  private let height: Int
  /// Whether a byte holds two numbers.
  private let isHalved: Bool
  /// Row by row in the order of the file; 0 where the runs pass a pixel over.
  var numbers: [UInt8]
  /// Where the runs of a row begin in the file, if they begin with its first pixel.
  private var starts: [Int?]
  /// After the last run: where the end is said, or the file ends.
  private var end: Int

  /// Decodes the runs.
  ///
  /// What reaches beyond a row is cut off. Takes time by the picture's size and that of the file.
  ///
  /// - Returns: nil where the file ends before the picture does.
  init?(_ structure: BMPStructure) {
    (width, height) = (structure.width, structure.height)
    isHalved = structure.compression == .runLength4
    guard structure.isComplete else { return nil }
    numbers = [UInt8](repeating: 0, count: width * height)
    starts = [Int?](repeating: nil, count: height)
    starts[0] = structure.pixelStart
    end = structure.end
    var reader = ByteReader(structure.bytes[..<structure.end], .littleEndian)
    guard reader.next(count: structure.pixelStart) != nil else { return nil }
    if !decode(&reader) { return nil }
  }

  /// - Returns: whether the picture ends.
  private mutating func decode(_ reader: inout ByteReader) -> Bool {
    var (x, y) = (0, 0)
    while y < height {
      let start = reader.position
      guard let count = reader.next(size: 1), let code = reader.next(size: 1) else {
        end = start
        return y == height - 1 && x >= width
      }
      switch (count, code) {
      case (0, 0):
        (x, y) = (0, y + 1)
        if y < height { starts[y] = reader.position }
        end = reader.position
      case (0, 1):
        end = start
        return true
      case (0, 2):
        guard let right = reader.next(size: 1), let down = reader.next(size: 1) else {
          return false
        }
        (x, y) = (x + right, y + down)
        end = reader.position
      case (0, _):
        // Padded to two bytes.
        let size = isHalved ? (code + 1) / 2 : code
        guard let run = reader.next(count: size) else { return false }
        _ = reader.next(count: size % 2)
        let first = run.startIndex
        for index in 0..<code where x + index < width {
          let byte = run[first + (isHalved ? index / 2 : index)]
          numbers[y * width + x + index] = isHalved ? Self.half(of: byte, index) : byte
        }
        x = min(x + code, width)
      default:
        let byte = UInt8(truncatingIfNeeded: code)
        for index in 0..<min(count, max(0, width - x)) {
          numbers[y * width + x + index] = isHalved ? Self.half(of: byte, index) : byte
        }
        x = min(x + count, width)
      }
    }
    return true
  }

  private static func half(of byte: UInt8, _ index: Int) -> UInt8 {
    index % 2 == 0 ? byte >> 4 : byte & 0x0F
  }
}

extension BMPRunLength {
  /// Re-encodes changed rows, and those around them without a beginning of their own.
  ///
  /// - Parameter rows: in the order of the file, ascending.
  /// - Returns: places in the file and their new bytes, ascending.
  func recoded(_ rows: [Int]) -> [(place: Range<Int>, bytes: [UInt8])] {
    var parts: [(place: Range<Int>, bytes: [UInt8])] = []
    var done = 0
    for row in rows where row >= done {
      var first = row
      while first > done, starts[first] == nil { first -= 1 }
      var next = row + 1
      while next < height, starts[next] == nil { next += 1 }
      // What is before `done` has a beginning that was found.
      guard let start = starts[first] else { continue }
      let end = next < height ? starts[next] ?? end : end
      parts.append((start..<end, (first..<next).flatMap(coded)))
      done = next
    }
    return parts
  }

  /// A row's runs, and its end.
  private func coded(_ row: Int) -> [UInt8] {
    let row = numbers[row * width..<(row + 1) * width]
    var bytes: [UInt8] = []
    var next = row.startIndex
    /// As many equal numbers as there are from a place on.
    func run(from place: Int) -> Int {
      let limit = min(row.endIndex, place + 255)
      return (row[place..<limit].firstIndex { $0 != row[place] } ?? limit) - place
    }
    func append(_ count: Int, of number: UInt8) {
      bytes += [UInt8(count), isHalved ? number << 4 | number : number]
    }
    while next < row.endIndex {
      let count = run(from: next)
      if count >= 3 {
        append(count, of: row[next])
        next += count
        continue
      }
      var last = next
      while last < row.endIndex, last - next < 254, run(from: last) < 3 { last += 1 }
      // Fewer than three are never written one by one.
      if last - next >= 3 {
        bytes += [0, UInt8(last - next)] + packed(row[next..<last])
      } else {
        for place in next..<last { append(1, of: row[place]) }
      }
      next = last
    }
    return bytes + [0, 0]
  }

  /// Numbers one by one, padded to two bytes.
  private func packed(_ numbers: ArraySlice<UInt8>) -> [UInt8] {
    var bytes = Array(numbers)
    if isHalved {
      bytes = stride(from: 0, to: bytes.count, by: 2).map {
        bytes[$0] << 4 | ($0 + 1 < bytes.count ? bytes[$0 + 1] : 0)
      }
    }
    return bytes + [UInt8](repeating: 0, count: bytes.count % 2)
  }
}
