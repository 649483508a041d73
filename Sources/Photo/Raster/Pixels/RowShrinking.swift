/// Makes a smaller image of rows as they come, from the top down: each pixel is the mean of what it
/// covers, pixels at its edge by the part that it covers.
///
/// Only what the row at work needs is kept: where rows come from a decoder, none of the larger image is
/// ever in memory.
struct RowShrinking {
  /// The smaller image, whole once every row was added.
  let image: Image
  private let height: Int
  private let isOfOwnSize: Bool
  private let columns: [Share]
  private let rows: [AreaSpan]
  /// Four for each pixel of a row that is added: the means of its bytes, as they lie in memory, over
  /// the rows that the smaller image's row covers.
  private var means: [Float]
  private var added = 0
  private var done = 0

  /// - Parameters:
  ///   - width: of the rows, in pixels.
  ///   - height: how many rows there are.
  ///   - smallWidth: of the smaller image, from 1 to `width`.
  ///   - smallHeight: likewise.
  /// - Throws: `RasterError.cannotAllocate`.
  init(width: Int, height: Int, to smallWidth: Int, _ smallHeight: Int) throws(RasterError) {
    precondition((1...width).contains(smallWidth) && (1...height).contains(smallHeight))
    self.height = height
    isOfOwnSize = (width, height) == (smallWidth, smallHeight)
    image = try Image(width: smallWidth, height: smallHeight)
    columns = AreaSpan.spans(of: width, in: smallWidth).map {
      Share($0, of: width, whole: smallWidth)
    }
    rows = AreaSpan.spans(of: height, in: smallHeight)
    means = [Float](repeating: 0, count: 4 * width)
  }

  /// Takes the next row; to be called as often as there are rows.
  ///
  /// - Parameter row: as many pixels in true colour as the rows are wide; they count as opaque.
  mutating func add(_ row: UnsafePointer<Int32>) {
    defer { added += 1 }
    if isOfOwnSize {
      let target = image.row(added)
      for x in 0..<image.width { target[x] = row[x] & TrueColour.colours }
      return
    }
    // The last row of one pixel is the first of the next one, where both cover a part of it.
    while done < rows.count, rows[done].first <= added {
      let span = rows[done]
      let share = Float(span.part(of: added, whole: rows.count)) / Float(height)
      if added == span.first {
        weigh(row, share, into: &means)
      } else {
        addWeighed(row, share, to: &means)
      }
      guard added == span.last else { break }
      average(means, by: columns, into: image.row(done))
      done += 1
    }
  }
}

/// Multiplies each byte of a row of pixels by a share; the caller guarantees four for each.
///
/// On bare pointers so that it becomes vector instructions, as the next one; the two take most of the
/// time of shrinking.
private func weigh(_ row: UnsafePointer<Int32>, _ share: Float, into means: inout [Float]) {
  means.withUnsafeMutableBufferPointer { means in
    guard let mean = means.baseAddress else { return }
    let bytes = UnsafeRawPointer(row).assumingMemoryBound(to: UInt8.self)
    for index in 0..<means.count { mean[index] = Float(bytes[index]) * share }
  }
}

private func addWeighed(_ row: UnsafePointer<Int32>, _ share: Float, to means: inout [Float]) {
  means.withUnsafeMutableBufferPointer { means in
    guard let mean = means.baseAddress else { return }
    let bytes = UnsafeRawPointer(row).assumingMemoryBound(to: UInt8.self)
    for index in 0..<means.count { mean[index] += Float(bytes[index]) * share }
  }
}

/// Averages the pixels that each span covers, as one row.
///
/// The caller guarantees four means for each pixel as far as the spans reach, and room for a pixel for
/// each span.
private func average(
  _ means: [Float], by spans: [Share], into row: UnsafeMutablePointer<Int32>
) {
  let target = UnsafeMutableRawPointer(row).assumingMemoryBound(to: UInt8.self)
  means.withUnsafeBytes { means in
    func pixel(_ x: Int) -> SIMD4<Float> {
      means.load(fromByteOffset: 16 &* x, as: SIMD4<Float>.self)
    }
    var byte = 0
    for span in spans {
      var mean = pixel(span.first) * span.ofFirst
      var x = span.first &+ 1
      while x < span.last {
        mean += pixel(x) * span.ofInner
        x &+= 1
      }
      mean += pixel(span.last) * span.ofLast
      // 2²³ is added, from which on the last bit of a Float is worth 1: four checked conversions a
      // pixel would take as long as the rest.
      let rounded = unsafeBitCast(mean + 8_388_608, to: SIMD4<UInt32>.self)
      for channel in 0..<4 {
        target[byte &+ channel] = UInt8(truncatingIfNeeded: rounded[channel])
      }
      byte &+= 4
    }
    for x in spans.indices { row[x] &= TrueColour.colours }
  }
}

/// How much of a row's pixels one pixel of a shorter row has.
private struct Share {
  let first: Int
  let last: Int
  let ofFirst: Float
  let ofInner: Float
  let ofLast: Float

  init(_ span: AreaSpan, of count: Int, whole: Int) {
    (first, last) = (span.first, span.last)
    let scale = 1 / Float(count)
    (ofFirst, ofLast) = (Float(span.firstPart) * scale, Float(span.lastPart) * scale)
    ofInner = Float(whole) * scale
  }
}

/// The pixels of a row or column that one pixel of a shorter one covers, and how much of each.
///
/// A row of `count` pixels and one of `target` pixels are laid over each other and measured in units
/// in which both are `count * target` long: a pixel of the first is `target` long, one of the second
/// `count`. So every part that is covered is a whole number.
struct AreaSpan: Hashable {
  let first: Int
  let last: Int
  /// How much of the first pixel is covered, at most `target`; where it is the only one, `count`.
  let firstPart: Int
  /// How much of the last pixel is covered; 0 where it is the first one.
  let lastPart: Int

  /// The spans of all pixels of the shorter row.
  ///
  /// - Parameters:
  ///   - count: pixels of the longer row.
  ///   - target: pixels of the shorter one, from 1 to `count`.
  /// - Returns: as many as the shorter row has pixels, in their order.
  static func spans(of count: Int, in target: Int) -> [AreaSpan] {
    (0..<target).map { index in
      let (start, end) = (index * count, (index + 1) * count)
      let (first, last) = (start / target, (end - 1) / target)
      if first == last {
        return AreaSpan(first: first, last: last, firstPart: count, lastPart: 0)
      }
      return AreaSpan(
        first: first, last: last, firstPart: (first + 1) * target - start,
        lastPart: end - last * target)
    }
  }

  /// How much of a pixel of the span is covered.
  ///
  /// - Parameters:
  ///   - index: the pixel's.
  ///   - whole: how long a pixel is, `target`.
  /// - Returns: at most `whole`, unless it is the only one.
  func part(of index: Int, whole: Int) -> Int {
    index == first ? firstPart : index == last ? lastPart : whole
  }
}
