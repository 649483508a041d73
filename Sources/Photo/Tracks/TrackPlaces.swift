package import CaptureTime
package import Places

/// Where photos were taken by their times.
package struct TrackPlaces: Sendable {
  private let track: Track
  private let zones: ZoneFinder

  /// - Parameters:
  ///   - track: where the camera was.
  ///   - zones: finds the zones of the track's places, for times without an offset.
  package init(_ track: Track, zones: ZoneFinder) { (self.track, self.zones) = (track, zones) }

  /// The place of a camera at a time.
  ///
  /// - Parameters:
  ///   - time: the camera's, put right.
  ///   - zone: that of a time without an offset, as a person gives it; nil where the track is to tell it.
  /// - Returns: nil where the track is nowhere near that time, and for a day without a time of day.
  package func place(of time: CaptureTime, in zone: CaptureZone?) -> TrackedPlace? {
    guard time.precision != .day else { return nil }
    if let instant = time.instant { return place(at: instant, time, by: .offset) }
    if let zone {
      return place(
        at: time.wallSeconds - zone.offset(atWall: time.wallSeconds), time, by: .given(zone.name))
    }
    return placeByTrack(time)
  }

  private func place(
    at instant: Int, _ time: CaptureTime, by clock: TrackedPlace.Clock
  ) -> TrackedPlace? {
    guard let position = track.position(at: Int64(instant) * 1_000 + time.millisecond) else {
      return nil
    }
    return TrackedPlace(position: position, instant: instant, clock: clock)
  }

  /// The place where the clocks showed this time when the track was there.
  ///
  /// Where there are several, as after a flight to the west or when clocks are put back, the first.
  private func placeByTrack(_ time: CaptureTime) -> TrackedPlace? {
    // The largest offset first, which is the first instant.
    for offset in Self.offsets {
      let instant = time.wallSeconds - offset
      guard let position = track.position(at: Int64(instant) * 1_000),
        let name = try? zones.zone(at: position), let zone = CaptureZone(name),
        zone.offset(at: instant) == offset
      else { continue }
      return place(at: instant, time, by: .track(name))
    }
    return nil
  }

  /// All offsets of clocks since 1972: from UTC+14 to UTC-12 in quarters of an hour.
  private static let offsets = (-48...56).reversed().map { $0 * 900 }
}

/// Where a photo was taken that does not say it itself.
package struct TrackedPlace: Sendable, Hashable {
  package let position: GeoPosition
  /// The photo's, in seconds since 1970 in UTC.
  package let instant: Int
  package let clock: Clock

  /// By what the instant is known.
  package enum Clock: Sendable, Hashable {
    /// The offset of the photo's time.
    case offset
    /// The zone that a person gives, by its name.
    case given(String)
    /// The zone of the track where it was then.
    case track(ZoneName)
  }
}
