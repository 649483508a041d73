package import Filters
import Formats
import JPEGSplice

/// What is done to a photo before it is stamped.
package struct PhotoEdit: Sendable, Hashable {
  /// The shape that it is cut to; nil for all of it.
  package var crop: CropShape?
  /// Which part of it.
  package var gravity = CropGravity.center
  /// Before it is cut: clockwise, 0 to 3.
  package var quarterTurns = 0
  /// Whether a JPEG is cut at the pixel and coded anew, instead of at its blocks without loss.
  package var isExact = false
  /// Put over what is left.
  package var filter = Filter.normal

  package init() {}

  /// Whether there is nothing to do.
  package var isNone: Bool { crop == nil && quarterTurns == 0 && filter == .normal }

  /// The options that it is given by, for what is said of them.
  package var optionNames: [String] {
    [
      crop.map { _ in "--crop" }, quarterTurns > 0 ? "--rotate" : nil,
      filter != .normal ? "--filter" : nil,
    ].compactMap(\.self)
  }
}

/// A ratio of width to height, of a photo as it is displayed.
package struct CropShape: Sendable, Hashable {
  package let width: Double
  package let height: Double

  /// Those that have a name, or that people ask for.
  package static let usualNames = ["square", "4:5", "3:2", "16:9"]
  /// No picture is as long as that.
  private static let largest = 1_000_000.0

  /// Reads `square`, or a width and a height such as `4:5` or `1.85:1`.
  ///
  /// - Throws: ``EditError/crop(_:)``.
  package init(parsing text: String) throws(EditError) {
    if text == "square" {
      (width, height) = (1, 1)
      return
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Self.number(parts[0]), let height = Self.number(parts[1])
    else { throw .crop(text) }
    (self.width, self.height) = (width, height)
  }

  private static func number(_ text: Substring) -> Double? {
    guard text.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }), let value = Double(text),
      value > 0, value <= largest
    else { return nil }
    return value
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
  /// How much of what is cut off is cut off on the left, and at the top: from 0 to 1.
  package let x, y: Double

  package static let center = CropGravity(.center)

  /// The part that lies at a place of the photo.
  package init(_ place: LabelPosition) {
    func share(_ alignment: LabelPosition.Alignment) -> Double {
      switch alignment {
      case .start: 0
      case .middle: 0.5
      case .end: 1
      }
    }
    self.init(x: share(place.horizontal), y: share(place.vertical))
  }

  /// Reads the name of a place, or two fractions such as `0.5,0.2` or `50%,20%`.
  ///
  /// - Throws: ``EditError/gravity(_:)``.
  package init(parsing text: String) throws(EditError) {
    if let place = LabelPosition(rawValue: text) {
      self.init(place)
      return
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let x = Self.share(parts[0]), let y = Self.share(parts[1]) else {
      throw .gravity(text)
    }
    self.init(x: x, y: y)
  }

  private init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

  private static func share(_ text: Substring) -> Double? {
    let digits = text.hasSuffix("%") ? text.dropLast() : text
    guard digits.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }),
      let value = Double(digits)
    else { return nil }
    let share = text.hasSuffix("%") ? value / 100 : value
    return 0...1 ~= share ? share : nil
  }

  /// The part of a photo that has this size.
  func area(of size: PixelSize, within whole: PixelSize) -> PixelArea {
    let left = Int((Double(whole.width - size.width) * x).rounded())
    let top = Int((Double(whole.height - size.height) * y).rounded())
    return PixelArea(
      columns: left..<left + size.width, rows: top..<top + size.height)
  }
}

/// Why what was asked for is no edit of a photo.
package enum EditError: Error, Hashable, Sendable {
  /// Neither `square` nor a ratio of two positive numbers.
  case crop(String)
  /// Neither a place nor two fractions.
  case gravity(String)
  /// Not 90, 180 or 270.
  case rotation(String)
  /// No filter has this name.
  case filter(String)
}

extension PhotoEdit {
  /// Reads how far a photo is turned clockwise: 90, 180 or 270.
  ///
  /// - Returns: in quarter turns.
  /// - Throws: ``EditError/rotation(_:)``.
  package static func quarterTurns(parsing text: String) throws(EditError) -> Int {
    guard let quarters = ["90": 1, "180": 2, "270": 3][text] else { throw .rotation(text) }
    return quarters
  }

  /// Of all filters.
  package static var filterNames: [String] { Filter.allCases.map(\.name) }

  /// Reads a filter's name.
  ///
  /// - Throws: ``EditError/filter(_:)``.
  package static func filter(parsing text: String) throws(EditError) -> Filter {
    guard let filter = Filter(rawValue: text) else { throw .filter(text) }
    return filter
  }
}
