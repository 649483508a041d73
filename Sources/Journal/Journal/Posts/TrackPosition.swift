import Places
import Store

/// The place of a photo from the track that was given when it was posted; the photo's own is in its file.
package struct TrackPosition: Sendable, Hashable {
  /// In 10,000,000ths of a degree, north and east of zero.
  let latitude: Int
  let longitude: Int

  static let latitudes = -900_000_000...900_000_000
  static let longitudes = -1_800_000_000...1_800_000_000
  private static let degree = 10_000_000.0

  init(latitude: Int, longitude: Int) { (self.latitude, self.longitude) = (latitude, longitude) }

  init(_ position: GeoPosition) {
    latitude = Int((position.latitude * Self.degree).rounded())
    longitude = Int((position.longitude * Self.degree).rounded())
  }

  /// Reads its values of ``PostPhoto/columns``; nil of a photo that no track placed.
  init?(_ values: inout RowDecoder) throws {
    guard let latitude = try values.nextIfAny(in: Self.latitudes) else {
      values.skip(1)
      return nil
    }
    self.init(latitude: latitude, longitude: try values.next(in: Self.longitudes))
  }

  var position: GeoPosition? {
    GeoPosition(
      latitude: Double(latitude) / Self.degree, longitude: Double(longitude) / Self.degree)
  }
}
