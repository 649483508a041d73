package import CaptureTime

/// What is to be different about a post; what is nil or empty stays.
package struct PostChange: Sendable {
  package var caption: Caption?
  package var time: CaptureTime?
  package var isStarred: Bool?
  package var tags: [TagName] = []
  package var removedTags: [TagName] = []

  package init() {}
}
