import Formats

/// How large a thumbnail is: the pixels of its long edge, at most.
package enum ThumbnailSize: Int, Sendable, CaseIterable {
  /// For a calendar's cells and for lists.
  case small = 256
  /// For a photo that fills a phone's screen.
  case large = 1024

  package var longEdge: Int { rawValue }

  /// The size of the thumbnail of a photo, which is never larger than the photo.
  ///
  /// - Parameters:
  ///   - width: the photo's as displayed, in pixels, at least 1.
  ///   - height: likewise.
  /// - Returns: both sides, each at least 1.
  func fitting(width: Int, height: Int) -> PixelSize {
    let longest = max(width, height)
    let wanted = min(longEdge, longest)
    func scaled(_ side: Int) -> Int { max(1, (side * wanted + longest / 2) / longest) }
    return PixelSize(width: scaled(width), height: scaled(height))
  }

  /// Of its JPEG, on libjpeg's scale. What is enlarged on the screen shows more.
  var quality: Int {
    switch self {
    case .small: 80
    case .large: 85
    }
  }
}
