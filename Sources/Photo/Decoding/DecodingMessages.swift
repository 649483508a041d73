import Formats
import Raster

/// What is asked of the decoding process for a photo; the photo's bytes follow it.
///
/// Both sides are the same program on the same machine, so numbers are 64 bits each, as they are in
/// memory. The process trusts its requests.
package struct DecodingRequest: Hashable, Sendable {
  package var kind: Kind
  /// How many bytes the photo has.
  package var byteCount: Int

  package enum Kind: Hashable, Sendable {
    /// The picture of a photo of any format.
    case whole
    /// The same in the photo's own samples.
    case samples
    /// A JPEG of at most this size, of a picture with at most this many pixels.
    case scaledJPEG(width: Int, height: Int, maxPixels: Int)
    /// The samples of a TIFF's first strip, which take this many bytes.
    case strip(sampleBytes: Int)
    /// The picture of a camera's raw file, with at most this many pixels; from a process started for it.
    case raw(maxPixels: Int)
  }

  static let wordCount = 5

  var words: [UInt64] {
    switch kind {
    case .whole: [0, 0, 0, 0, UInt64(byteCount)]
    case .samples: [2, 0, 0, 0, UInt64(byteCount)]
    case .scaledJPEG(let width, let height, let maxPixels):
      [1, UInt64(width), UInt64(height), UInt64(maxPixels), UInt64(byteCount)]
    case .strip(let sampleBytes): [3, UInt64(sampleBytes), 0, 0, UInt64(byteCount)]
    case .raw(let maxPixels): [4, UInt64(maxPixels), 0, 0, UInt64(byteCount)]
    }
  }

  init(_ kind: Kind, byteCount: Int) { (self.kind, self.byteCount) = (kind, byteCount) }

  init(_ words: [UInt64]) {
    let numbers = words.map { Int(truncatingIfNeeded: $0) }
    kind =
      switch numbers[0] {
      case 0: .whole
      case 2: .samples
      case 3: .strip(sampleBytes: numbers[1])
      case 4: .raw(maxPixels: numbers[1])
      default: .scaledJPEG(width: numbers[1], height: numbers[2], maxPixels: numbers[3])
      }
    byteCount = numbers[4]
  }
}

/// The first of what the decoding process answers, which may be anything: a hostile photo may have made
/// the decoder say it. What follows it is a palette's colours and the rows, samples, or an error's text.
enum DecodingReply {
  /// The process is ready; whether the kernel filters what it asks for.
  case ready(isFiltered: Bool)
  /// The size is the whole picture's; the image shows all of it.
  case image(Image.Layout, colours: Int, whole: PixelSize)
  /// A picture in its own samples.
  case samples(SampleLayout, colours: Int)
  case failed(RasterFailure, detailCount: Int)
  /// The samples of a strip, this many bytes.
  case strip(count: Int)

  static let wordCount = 11
  /// The longest text of an error, in bytes.
  static let longestDetail = 1_000

  var words: [UInt64] {
    switch self {
    case .ready(let isFiltered): Self.padded([1, isFiltered ? 1 : 0])
    case .image(let layout, let colours, let whole):
      [
        2, UInt64(layout.width), UInt64(layout.height), UInt64(whole.width), UInt64(whole.height),
        layout.palette == nil ? 0 : 1, UInt64(colours), UInt64((layout.transparent ?? -1) + 1),
        layout.isInterlaced ? 1 : 0, UInt64(layout.resolutionX), UInt64(layout.resolutionY),
      ]
    case .samples(let layout, let colours):
      [
        4, UInt64(layout.width), UInt64(layout.height), UInt64(layout.channels.rawValue),
        UInt64(layout.depth.rawValue), UInt64(colours), UInt64(layout.coding.bitDepth),
        layout.coding.key.map(Self.number) ?? .max, layout.coding.isInterlaced ? 1 : 0, 0, 0,
      ]
    case .failed(let failure, let detailCount):
      Self.padded(
        [3, failure.kind.rawValue] + failure.sizes.map { UInt64($0) } + [UInt64(detailCount)])
    case .strip(let count): Self.padded([5, UInt64(count)])
    }
  }

  private static func padded(_ words: [UInt64]) -> [UInt64] {
    words + [UInt64](repeating: 0, count: wordCount - words.count)
  }

  /// A key as one number.
  private static func number(_ key: SIMD3<UInt16>) -> UInt64 {
    UInt64(key.x) << 32 | UInt64(key.y) << 16 | UInt64(key.z)
  }

  private static func samples(_ numbers: [Int], key: UInt64) -> DecodingReply? {
    let sides = 1...Int(Int32.max)
    guard numbers[1...2].allSatisfy(sides.contains),
      let channels = UInt8(exactly: numbers[3]).flatMap(SampleLayout.Channels.init),
      let depth = SampleLayout.Depth(rawValue: numbers[4]),
      numbers[5] <= (channels == .palette ? SampleLayout.mostColours : 0),
      channels != .palette || depth == .eight, [1, 2, 4, 8, 16].contains(numbers[6]),
      numbers[6] <= depth.rawValue,
      key >> 48 == 0 || key == .max, numbers[8] <= 1
    else { return nil }
    func part(_ shift: UInt64) -> UInt16 { UInt16(truncatingIfNeeded: key >> shift) }
    let layout = SampleLayout(
      width: numbers[1], height: numbers[2], channels, depth,
      coding: SampleCoding(
        bitDepth: numbers[6], key: key == .max ? nil : SIMD3(part(32), part(16), part(0)),
        isInterlaced: numbers[8] == 1))
    return .samples(layout, colours: numbers[5])
  }

  /// Nil where a number is none that a picture or an error can have.
  init?(_ words: [UInt64]) {
    guard words.count == Self.wordCount else { return nil }
    let numbers = words.map { Int(exactly: $0) ?? .max }
    switch words[0] {
    case 1: self = .ready(isFiltered: words[1] == 1)
    case 2:
      let sides = 1...Int(Int32.max)
      guard numbers[1...4].allSatisfy(sides.contains), numbers[5] <= 1, numbers[6] <= 256,
        numbers[7] <= 256, numbers[8] <= 1,
        numbers[9...10].allSatisfy({ $0 <= Int(Image.Layout.maximumResolution) })
      else { return nil }
      var layout = Image.Layout(width: numbers[1], height: numbers[2])
      if numbers[5] == 1 {
        layout.palette = []
        layout.transparent = numbers[7] > 0 ? numbers[7] - 1 : nil
      }
      layout.isInterlaced = numbers[8] == 1
      (layout.resolutionX, layout.resolutionY) = (UInt32(numbers[9]), UInt32(numbers[10]))
      self = .image(
        layout, colours: numbers[6], whole: PixelSize(width: numbers[3], height: numbers[4]))
    case 3:
      guard let kind = RasterFailure.Kind(rawValue: words[1]),
        numbers[2...5].allSatisfy({ $0 <= Int(Int32.max) }), numbers[6] <= Self.longestDetail
      else { return nil }
      self = .failed(
        RasterFailure(kind: kind, sizes: Array(numbers[2...5])), detailCount: numbers[6])
    case 4:
      guard let reply = Self.samples(numbers, key: words[7]) else { return nil }
      self = reply
    case 5: self = .strip(count: numbers[1])
    default: return nil
    }
  }
}

/// An error of a decoder in numbers, without its format and text.
struct RasterFailure {
  enum Kind: UInt64 {
    case cannotDecode, damaged, otherSize, cannotAllocate, outOfMemory
  }

  let kind: Kind
  /// Width, height, expected width and expected height, as far as the kind has them.
  var sizes = [0, 0, 0, 0]

  /// The failure that an error is, and its text.
  static func parts(of error: RasterError) -> (RasterFailure, detail: String) {
    switch error {
    case .damaged(_, let detail): (RasterFailure(kind: .damaged), detail)
    case .otherSize(let width, let height, let expectedWidth, let expectedHeight):
      (
        RasterFailure(kind: .otherSize, sizes: [width, height, expectedWidth, expectedHeight]), ""
      )
    case .cannotAllocate(let width, let height):
      (RasterFailure(kind: .cannotAllocate, sizes: [width, height, 0, 0]), "")
    case .cannotDecode(_, let detail), .cannotEncode(_, let detail), .cannotDraw(_, let detail):
      (RasterFailure(kind: .cannotDecode), detail)
    case .sideTooLong, .decoder: (RasterFailure(kind: .cannotDecode), "")
    }
  }

  /// The error for a photo of this format, from a decoder with this many bytes of memory.
  func error(_ format: PhotoFormat, detail: String, memory: Int) -> RasterError {
    switch kind {
    case .cannotDecode: .cannotDecode(format, detail: detail)
    case .damaged: .damaged(format, detail: detail)
    case .otherSize:
      .otherSize(
        width: sizes[0], height: sizes[1], expectedWidth: sizes[2], expectedHeight: sizes[3])
    case .cannotAllocate: .cannotAllocate(width: sizes[0], height: sizes[1])
    case .outOfMemory: .decoder(format, .outOfMemory(limit: memory))
    }
  }
}
