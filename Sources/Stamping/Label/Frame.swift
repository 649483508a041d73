import Formats

/// A photo as it is displayed, measured in points.
///
/// The short edge is always 360 points, so what is laid out in points takes the same share of
/// every photo and stands at the same place.
package struct Frame: Sendable, Hashable {
  /// The length of the short edge, in points.
  package static let shortEdge = 360.0

  /// The size in displayed pixels; both at least 1.
  package let pixelWidth: Int
  package let pixelHeight: Int

  package init(pixelWidth: Int, pixelHeight: Int) {
    self.pixelWidth = pixelWidth
    self.pixelHeight = pixelHeight
  }

  /// The frame of a photo as its header says it is displayed.
  init(_ header: PhotoHeader) {
    self.init(pixelWidth: header.displayedWidth, pixelHeight: header.displayedHeight)
  }

  /// Pixels to a point.
  package var scale: Double { Double(min(pixelWidth, pixelHeight)) / Self.shortEdge }

  /// The width and height in points.
  package var width: Double { Double(pixelWidth) / scale }
  package var height: Double { Double(pixelHeight) / scale }

  /// A length of the label, in pixels of this photo.
  package func pixels(_ length: Length) -> Double {
    switch length {
    case .points(let value): value * scale
    case .pixels(let value): value
    }
  }
}

/// A length on the photo: in points of the frame, which look the same on every photo, or in pixels.
package enum Length: Hashable, Sendable {
  /// Points of the frame; the photo's short edge is always ``Frame/shortEdge`` points long.
  case points(Double)
  /// Pixels of the photo as it is displayed.
  case pixels(Double)

  /// Reads `16`, `16pt` or `48px`.
  ///
  /// - Parameter text: a decimal number from 0 to 100,000, optionally followed by its unit.
  /// - Throws: ``LabelError/length(_:)`` with the text when it is none of these.
  package init(parsing text: String) throws(LabelError) {
    let unit: (Double) -> Length
    let digits: Substring
    if text.hasSuffix("px") {
      (unit, digits) = (Length.pixels, text.dropLast(2))
    } else {
      (unit, digits) = (Length.points, text.hasSuffix("pt") ? text.dropLast(2) : text[...])
    }
    guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
      let value = Double(digits), (0...100_000).contains(value)
    else { throw .length(text) }
    self = unit(value)
  }

  /// True for a length of nothing, in either unit.
  package var isZero: Bool { self == .points(0) || self == .pixels(0) }
}

extension Length: CustomStringConvertible {
  /// The length as ``init(parsing:)`` reads it, and of the same value: `16`, `48px`.
  package var description: String {
    switch self {
    case .points(let value): Self.decimal(value)
    case .pixels(let value): Self.decimal(value) + "px"
    }
  }

  /// The shortest decimal number, without an exponent, that is read as a value from 0 to 100,000.
  private static func decimal(_ value: Double) -> String {
    if value == value.rounded(), let integer = Int(exactly: value) { return String(integer) }
    // Swift writes what is below 0.0001 as "1.25e-07".
    let parts = value.description.split(separator: "e-")
    guard parts.count == 2, let exponent = Int(parts[1]) else { return value.description }
    let digits = parts[0].filter { $0 != "." }
    let end = digits.hasSuffix("0") && parts[0].hasSuffix(".0") ? digits.dropLast() : digits[...]
    return "0." + String(repeating: "0", count: exponent - 1) + end
  }
}
