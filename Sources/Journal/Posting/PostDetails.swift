/// What a person says of a photo that they post.
package struct PostDetails: Sendable {
  package var caption: Caption
  package var isStarred: Bool
  package var tags: [TagName]

  package init(caption: Caption, isStarred: Bool, tags: [TagName]) {
    self.caption = caption
    self.isStarred = isStarred
    self.tags = tags
  }
}
