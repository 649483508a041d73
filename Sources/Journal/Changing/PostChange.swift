package import CaptureTime

/// What is to be different about a post; what is nil or empty stays.
package struct PostChange: Sendable, Hashable {
  package var caption: Caption?
  /// When the photo was taken; a wall clock without an offset is that of the zone.
  package var time: CaptureTime?
  /// The zone in which the post's time and day are told.
  package var zone: CaptureZone?
  package var isStarred: Bool?
  /// The tags in the place of those that it has; nil where the others are added to these.
  package var allTags: [TagName]?
  package var tags: [TagName] = []
  package var removedTags: [TagName] = []

  package init() {}

  package var isEmpty: Bool { self == PostChange() }
  /// Whether the label shows another time from then on, so that the photo is stamped again.
  var restamps: Bool { time != nil || zone != nil }
}
