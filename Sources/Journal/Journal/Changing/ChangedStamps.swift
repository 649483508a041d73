import CaptureTime
import GRDB
import Stamping
import Store

extension Posts {
  /// The stamps that a change puts on a post's photos.
  struct ChangedStamps {
    let post: Post
    let time: PostTime
    /// The zone of the times on labels.
    let zone: CaptureZone
    /// All of them.
    let photos: [Photo]

    struct Photo {
      let photo: PostPhoto
      let look: LabelLook
      /// What is done to the original first.
      let edit: PhotoEdit
      /// Whether the label gets another look.
      let hasOtherLook: Bool
      /// The caption that it gets; nil where it stays.
      let caption: Caption?
      /// Whether its stamp becomes another.
      let isChanged: Bool
    }
  }

  /// What a change makes of the stamps of a post's photos.
  ///
  /// - Throws: ``JournalError/noPhoto(number:)`` where a label or a photo is to change that is not there,
  ///   and what `check` throws.
  func stamps(
    _ number: Int, _ change: PostChange, _ check: (Post) throws -> Void = { _ in }
  ) throws -> ChangedStamps {
    try journal.read { db in
      let rows = PostRows(of: journal, db)
      let post = try rows.livePost(number)
      try check(post)
      let meant = try change.meantPhotos(of: post)
      // A label alone moves no post, though a day may begin at another time now.
      let rule = try change.movesPost ? rows.rule(of: change, post) : nil
      let time = try rule.map { try PostTime(change.time ?? post.time.told, rule: $0) } ?? post.time
      return ChangedStamps(
        post: post, time: time, zone: try CaptureZone.parse(time.zone),
        photos: try post.photos.enumerated().filter { !$0.element.isVideo }.map { index, photo in
          let (place, isMeant) = (index + 1, meant.contains(photo.id))
          let stored = try rows.look(photo.look)
          let caption = change.captions[place] ?? (isMeant ? change.caption : nil)
          let label = change.labels[place] ?? (isMeant ? change.label : nil)
          let edit = change.edits[place] ?? (isMeant ? change.edit : nil)
          let showsOther = caption != nil && rows.showsCaption(photo)
          return ChangedStamps.Photo(
            photo: photo, look: try label?.applied(to: stored) ?? stored,
            edit: edit?.applied(to: photo.edit) ?? photo.edit,
            hasOtherLook: label != nil, caption: caption,
            isChanged: label != nil || edit != nil || showsOther
              || change.movesPost && photo.taken == nil)
        })
    }
  }
}

extension PostChange {
  /// The rows of the photos that caption, label and edit are about.
  ///
  /// - Throws: ``JournalError/noPhoto(number:)``, ``JournalError/unknownPhoto(_:number:)`` and, where it
  ///   is not said which of several, ``JournalError/severalPhotos(number:)``.
  func meantPhotos(of post: Post) throws(JournalError) -> Set<Int64> {
    for place in Set(labels.keys).union(edits.keys)
    where try post.requirePhoto(place).isVideo {
      throw .videoHasNoLabel(number: post.number)
    }
    guard label != nil || edit != nil || caption != nil else { return [] }
    if caption == nil, edit == nil, photo == nil, !post.photos.isEmpty {
      return Set(post.photos.map(\.id))
    }
    let meant = try post.photo(at: photo)
    guard !meant.isVideo || label == nil && edit == nil else {
      throw .videoHasNoLabel(number: post.number)
    }
    return [meant.id]
  }
}
