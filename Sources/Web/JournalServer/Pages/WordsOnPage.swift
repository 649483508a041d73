import Journal
import Markup
import People
import Stamping
import Store

/// Turns posts' words into HTML.
struct WordsOnPage: Sendable {
  let journal: OwnerJournal
  let pictures: Pictures
  let texts: Words

  /// The most photos that the words of a post show, each as often as it is in them; others stay their texts.
  private static let mostPhotos = 100

  /// The words as HTML without anything that runs or is loaded from elsewhere.
  ///
  /// - Parameters:
  ///   - markdown: what was typed.
  ///   - post: whose words they are: its own photos are in them by their places.
  ///   - firstHeading: the level that its headings begin at.
  /// - Returns: blocks.
  /// - Throws: ``JournalError``.
  func html(_ markdown: String, of post: Post? = nil, firstHeading: Int) throws -> String {
    try written(markdown, of: post, firstHeading: firstHeading).html
  }

  /// Words as HTML.
  struct Written: Sendable {
    let html: String
    /// The places, counted from 1, of the photos of the post itself that they show.
    let places: Set<Int>
    /// The tag of the post that they are of, where they have tasks that can be ticked.
    let version: String?
  }

  /// The id of the form that takes the ticks of a post's tasks.
  static func form(ofTasksIn post: Post) -> String { "ticks-\(post.number)" }

  /// The people whom words can name; nil where these name nobody.
  private func named(in markdown: String) throws -> NamedPeople? {
    guard markdown.utf8.contains(UInt8(ascii: "@")) else { return nil }
    return try journal.people.named()
  }

  /// As ``html(_:of:firstHeading:)``, with what the words show of the post.
  func written(_ markdown: String, of post: Post?, firstHeading: Int) throws -> Written {
    let markup = Markup(markdown)
    var (places, shown): (Set<Int>, Int) = ([], 0)
    var photos: [Markup.PhotoReference: Markup.Photo] = [:]
    for reference in markup.photoReferences.prefix(Self.mostPhotos) {
      switch reference {
      case .post(let number): photos[reference] = try photo(number)
      case .own(let place): photos[reference] = post.flatMap { photo(place, of: $0) }
      }
    }
    let people = try post == nil ? nil : named(in: markdown)
    let tasks = post.flatMap { $0.trashed == nil ? Self.form(ofTasksIn: $0) : nil }
    let html = markup.html(firstHeading: firstHeading, tasks: tasks) { text in
      people?.places(in: text).map { ($0.range, PeoplePaths.person($0.person)) } ?? []
    } photo: { reference in
      guard shown < Self.mostPhotos, let photo = photos[reference] else { return nil }
      shown += 1
      if case .own(let place) = reference { places.insert(place) }
      return photo
    }
    let version = try tasks == nil || !markup.hasTasks ? nil : post?.tag.description
    return Written(html: html, places: places, version: version)
  }

  /// The photo at a place of the post itself, counted from 1; nil where it has none there.
  private func photo(_ place: Int, of post: Post) -> Markup.Photo? {
    guard let photo = try? post.requirePhoto(place) else { return nil }
    var shown = Markup.Photo(
      address: pictures.path(post.number, photo.hash, .large), alternative: photo.caption)
    let query = post.photos.count > 1 ? "?photo=\(place)" : ""
    shown.line = photo.caption
    shown.page = "/posts/\(post.number)/photo\(query)"
    if photo.isVideo { shown.video = "/api/v1/posts/\(post.number)/video\(query)" }
    return shown
  }

  /// The photo of a post of the owner's own, outside the trash; numbers count for each owner.
  private func photo(_ number: Int) throws -> Markup.Photo? {
    let post: Post
    do {
      post = try journal.posts.post(number)
    } catch JournalError.unknownPost {
      return nil
    }
    guard let photo = post.photo else { return nil }
    // It may come back.
    guard post.trashed == nil else { return .hidden }
    let card = PostCard(post: post, pictures: pictures, words: texts)
    var shown = Markup.Photo(
      address: pictures.path(post, .large), alternative: card.alternativeText)
    shown.page = "/posts/\(post.number)/photo"
    if photo.isVideo { shown.video = "/api/v1/posts/\(post.number)/video" }
    return shown
  }

  /// The posts of a page that shows their words whole, as far as they are no more than a person reads of a
  /// day; of what comes after them the first lines.
  ///
  /// - Throws: ``JournalError``.
  func cards(_ posts: [Post], firstHeading: Int) throws -> [PostCard] {
    var left = Self.mostBytes
    return try posts.map { post in
      var card = PostCard(post: post, pictures: pictures, words: texts)
      if !post.words.isEmpty, post.words.utf8.count <= left {
        let written = try written(post.words, of: post, firstHeading: firstHeading)
        // Marks are longer as HTML than as they are typed.
        left -= max(post.words.utf8.count, written.html.utf8.count / Self.usualGrowth)
        card.written = written
      }
      return card
    }
  }

  /// Bytes of words that a page of several posts shows whole: four times the longest that people write
  /// without being asked to.
  private static let mostBytes = 400_000
  /// How many times as long words become as HTML that have more than usual to be marked.
  private static let usualGrowth = 4
}
