import Formats
import JPEGSplice

/// What of a photo is left when it is cut, as it is displayed once it is turned.
package enum PhotoCrop: Sendable, Hashable {
  /// The largest part of a shape, at a place.
  case shape(CropShape, CropGravity = .center)
  /// Any part.
  case area(CropArea)

  /// Reads a shape, or an area: `4:5`, or `0.1,0.2,0.5,0.5`.
  ///
  /// - Throws: ``EditError/crop(_:)``.
  package init(parsing text: String) throws(EditError) {
    if text.contains(",") {
      self = .area(try CropArea(parsing: text))
    } else {
      self = .shape(try CropShape(parsing: text))
    }
  }

  /// The pixels that are left of a photo, and whether a side would have been less than a pixel.
  func area(within whole: PixelSize) -> (area: PixelArea, isTooNarrow: Bool) {
    switch self {
    case .shape(let shape, let gravity):
      let (size, isTooNarrow) = shape.size(within: whole)
      return (gravity.area(of: size, within: whole), isTooNarrow)
    case .area(let area): return area.area(within: whole)
    }
  }

  /// The same part of a photo that is turned further; a shape stays what it is on the photo as it is
  /// displayed.
  func turned(clockwise quarters: Int) -> PhotoCrop {
    if case .area(let area) = self { .area(area.turned(clockwise: quarters)) } else { self }
  }
}

/// A part of a photo as it is displayed, in millionths of its width and height; at least one of each.
package struct CropArea: Sendable, Hashable {
  /// From the left edge and from the top edge.
  package let x, y: Int
  package let width, height: Int

  static let whole = CropArea(x: 0, y: 0, width: DecimalShare.one, height: DecimalShare.one)

  /// Reads four fractions, or shares: `0.1,0.2,0.5,0.5` or `10%,20%,50%,50%`. They are taken to a
  /// millionth; what lies so little outside the photo is at its edge.
  ///
  /// - Throws: ``EditError/crop(_:)`` where they are none, or not within the photo.
  package init(parsing text: String) throws(EditError) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { DecimalShare.millionths($0) }
    guard parts.count == 4, let x = parts[0], let y = parts[1], let width = parts[2],
      let height = parts[3], let across = Self.length(width, from: x),
      let down = Self.length(height, from: y)
    else { throw .crop(text) }
    self.init(x: x, y: y, width: across, height: down)
  }

  private init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// A length as far as it is within the photo; nil where it is not.
  private static func length(_ length: Int, from start: Int) -> Int? {
    // Two fractions that were rounded may be one millionth too much.
    guard length > 0, start < DecimalShare.one, start + length <= DecimalShare.one + 1 else {
      return nil
    }
    return min(length, DecimalShare.one - start)
  }

  /// As ``init(parsing:)`` reads it.
  package var text: String {
    [x, y, width, height].map(DecimalShare.text).joined(separator: ",")
  }

  func area(within whole: PixelSize) -> (area: PixelArea, isTooNarrow: Bool) {
    func range(_ start: Int, _ length: Int, _ side: Int) -> (Range<Int>, Bool) {
      func pixel(_ share: Int) -> Int {
        Int((Double(share) / Double(DecimalShare.one) * Double(side)).rounded())
      }
      let end = pixel(start + length)
      let first = min(pixel(start), max(0, side - 1))
      return (first..<max(first + 1, end), end <= pixel(start))
    }
    let (columns, isTooNarrow) = range(x, width, whole.width)
    let (rows, isTooLow) = range(y, height, whole.height)
    return (PixelArea(columns: columns, rows: rows), isTooNarrow || isTooLow)
  }

  func turned(clockwise quarters: Int) -> CropArea {
    switch (quarters % 4 + 4) % 4 {
    case 1: CropArea(x: DecimalShare.one - y - height, y: x, width: height, height: width)
    case 2:
      CropArea(
        x: DecimalShare.one - x - width, y: DecimalShare.one - y - height, width: width,
        height: height)
    case 3: CropArea(x: y, y: DecimalShare.one - x - width, width: height, height: width)
    default: self
    }
  }
}

/// A ratio of width to height, of a photo as it is displayed.
package struct CropShape: Sendable, Hashable {
  /// In millionths, as the height.
  private let across, down: Int

  package var width: Double { Double(across) / Double(DecimalShare.one) }
  package var height: Double { Double(down) / Double(DecimalShare.one) }

  /// Those that have a name, or that people ask for.
  package static let usualNames = ["square", "4:5", "3:2", "16:9"]

  /// Reads `square`, or a width and a height such as `4:5`, `4x5` or `1.85:1`, each taken to a millionth.
  ///
  /// - Throws: ``EditError/crop(_:)``.
  package init(parsing text: String) throws(EditError) {
    if text.lowercased() == "square" {
      (across, down) = (DecimalShare.one, DecimalShare.one)
      return
    }
    let parts = text.split(omittingEmptySubsequences: false) { ":x×".contains($0) }
    guard parts.count == 2, let width = Self.number(parts[0]), let height = Self.number(parts[1])
    else { throw .crop(text) }
    (across, down) = width == height ? (DecimalShare.one, DecimalShare.one) : (width, height)
  }

  private static func number(_ text: Substring) -> Int? {
    guard let value = DecimalShare.decimal(text), value > 0 else { return nil }
    return value
  }

  /// As ``init(parsing:)`` reads it.
  package var text: String {
    across == down ? "square" : "\(DecimalShare.text(across)):\(DecimalShare.text(down))"
  }

  /// The largest size of this shape within a photo; each side has at least a pixel.
  ///
  /// - Returns: the size, and whether a side would have been less than a pixel.
  func size(within whole: PixelSize) -> (size: PixelSize, isTooNarrow: Bool) {
    let scale = min(Double(whole.width) / width, Double(whole.height) / height)
    func side(_ part: Double, _ most: Int) -> Int { min(Int((part * scale).rounded()), most) }
    let (across, down) = (side(width, whole.width), side(height, whole.height))
    return (PixelSize(width: max(1, across), height: max(1, down)), min(across, down) < 1)
  }
}

/// Which part of a photo is left of it when it is cut.
package struct CropGravity: Sendable, Hashable {
  /// How much of what is cut off is cut off on the left, and at the top, in millionths.
  private let left, top: Int

  package var x: Double { Double(left) / Double(DecimalShare.one) }
  package var y: Double { Double(top) / Double(DecimalShare.one) }

  package static let center = CropGravity(.center)

  /// The part that lies at a place of the photo.
  package init(_ place: LabelPosition) {
    func share(_ alignment: LabelPosition.Alignment) -> Int {
      switch alignment {
      case .start: 0
      case .middle: DecimalShare.one / 2
      case .end: DecimalShare.one
      }
    }
    self.init(left: share(place.horizontal), top: share(place.vertical))
  }

  /// Reads the name of a place, or two fractions such as `0.5,0.2` or `50%,20%`, taken to a millionth.
  ///
  /// - Throws: ``EditError/gravity(_:)``.
  package init(parsing text: String) throws(EditError) {
    if let place = try? LabelPosition(parsing: text) {
      self.init(place)
      return
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let x = DecimalShare.millionths(parts[0]),
      let y = DecimalShare.millionths(parts[1])
    else { throw .gravity(text) }
    self.init(left: x, top: y)
  }

  private init(left: Int, top: Int) { (self.left, self.top) = (left, top) }

  /// As ``init(parsing:)`` reads it.
  package var text: String { "\(DecimalShare.text(left)),\(DecimalShare.text(top))" }

  /// The part of a photo that has this size.
  func area(of size: PixelSize, within whole: PixelSize) -> PixelArea {
    let left = Int((Double(whole.width - size.width) * x).rounded())
    let top = Int((Double(whole.height - size.height) * y).rounded())
    return PixelArea(
      columns: left..<left + size.width, rows: top..<top + size.height)
  }
}

/// Decimal numbers in millionths, which have one text each and are read as they were written.
private enum DecimalShare {
  static let one = 1_000_000
  /// No number is larger, as no picture is as long as that.
  private static let largest = 1_000_000.0

  /// Reads a positive decimal number without an exponent; nil where it is none.
  static func decimal(_ text: Substring) -> Int? {
    guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }),
      let value = Double(text), value <= largest
    else { return nil }
    return Int((value * Double(one)).rounded())
  }

  /// Reads a share of at most one: `0.25` or `25%`.
  static func millionths(_ text: Substring) -> Int? {
    let isInHundredths = text.hasSuffix("%")
    guard let value = decimal(isInHundredths ? text.dropLast() : text) else { return nil }
    let share = isInHundredths ? (value + 50) / 100 : value
    return share <= one ? share : nil
  }

  static func text(_ millionths: Int) -> String {
    let (whole, rest) = millionths.quotientAndRemainder(dividingBy: one)
    if rest == 0 { return "\(whole)" }
    var digits = String(rest)
    digits = String(repeating: "0", count: 6 - digits.utf8.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(whole).\(digits)"
  }
}
