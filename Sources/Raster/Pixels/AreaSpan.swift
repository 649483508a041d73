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
