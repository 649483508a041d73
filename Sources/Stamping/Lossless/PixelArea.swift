/// A rectangle of pixels.
struct PixelArea: Hashable, Sendable {
  var columns: Range<Int>
  var rows: Range<Int>
}
