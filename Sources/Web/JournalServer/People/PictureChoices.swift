import Journal
import Stamping
import Store

/// The journal's photos to choose a person's picture from: latest first, a page at a time.
struct PictureChoices {
  let visit: Visit
  let words: Words

  private static let most = 24

  /// For the template `person-edit`.
  ///
  /// - Parameters:
  ///   - chosen: the post whose photo is the picture; nil for none.
  ///   - last: the post before which they are; nil for the latest.
  /// - Returns: the photos, the chosen one first where it is not among them, and before which post older ones
  ///   are.
  /// - Throws: `JournalError`.
  func content(chosen: Int?, before last: Int?) throws -> PageContent {
    let (posts, thumbnails) = (visit.journal.posts, visit.journal.thumbnails)
    var filter = PostFilter()
    filter.kinds = [.photo]
    if let last { filter.before = try position(of: last) }
    let found = try posts.glances(filter, order: .newestFirst, count: Self.most + 1).map(\.post)
    let shown = found.prefix(Self.most)
    var choices = shown.filter { $0.photo?.isVideo == false }.map { post in
      photo(
        post.number, visit.pictures.path(post, .small), words.short(post.day),
        isChosen: post.number == chosen)
    }
    if let chosen, !shown.contains(where: { $0.number == chosen }),
      let hash = try thumbnails.photos(of: [chosen])[chosen]
    {
      let path = visit.pictures.path(chosen, hash, .small)
      choices.insert(photo(chosen, path, words("personPictureNow"), isChosen: true), at: 0)
    }
    let hasChosen = choices.contains { $0["isChosen"] as? Bool == true }
    return [
      "photos": choices, "hasPhotos": !choices.isEmpty, "isWithoutPicture": !hasChosen,
      "older": (found.count > shown.count ? shown.last?.number : nil).once,
    ]
  }

  private func photo(
    _ number: Int, _ path: String, _ name: String, isChosen: Bool
  ) -> PageContent {
    ["number": number, "source": path, "name": name, "isChosen": isChosen]
  }

  /// The place of a post; nil where it is gone, for the latest ones.
  private func position(of number: Int) throws -> PostPosition? {
    do {
      return PostPosition(of: try visit.journal.posts.post(number))
    } catch JournalError.unknownPost {
      return nil
    }
  }
}
