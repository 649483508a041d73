import CaptureTime
import Formats
import Journal
import Stamping
import Store

/// Posts on the pages of days: photos in their own shape, several without words side by side. A
/// page includes each one's picture if there is room.
struct DayPosts {
  let journal: OwnerJournal
  let pictures: Pictures
  let words: Words
  /// How large the pictures are that come within the page; nil where none do.
  let size: ThumbnailSize?

  /// As many pictures as come within a page; of the others there are only the addresses.
  private static let mostWithin = 40

  init(of visit: Visit, _ words: Words, _ size: ThumbnailSize?) {
    (journal, pictures) = (visit.journal, visit.pictures)
    (self.words, self.size) = (words, size)
  }

  /// Posts with their words whole.
  ///
  /// - Parameters:
  ///   - posts: of one day.
  ///   - firstHeading: the level that headings in their words begin at: one below what stands above them.
  /// - Returns: groups that follow each other: photos side by side, or one below the other.
  /// - Throws: `JournalError`.
  func groups(_ posts: [Post], firstHeading: Int) throws -> [PageContent] {
    let renderer = WordsOnPage(journal: journal, pictures: pictures, texts: words)
    let cards = try shaped(
      renderer.cards(posts, firstHeading: firstHeading), haveCollages: true)
    var groups: [(isRow: Bool, cards: [PageContent])] = []
    for (post, card) in zip(posts, cards) {
      if let last = groups.last, last.isRow == post.isPhotoAlone {
        groups[groups.count - 1].cards.append(card)
      } else {
        groups.append((post.isPhotoAlone, [card]))
      }
    }
    return groups.map { group in
      let isRow = group.isRow && group.cards.count > 1
      return [
        "isRow": isRow,
        "posts": group.cards.map { card in
          card.merging(["sizes": Self.sizes(of: card, isRow: isRow)]) { $1 }
        },
      ]
    }
  }

  /// How wide a card's photo is shown, as HTML's `sizes`: in a row by its shape and the height of rows, beside
  /// words three fifths of the column, alone all of it.
  private static func sizes(of card: PageContent, isRow: Bool) -> String {
    guard isRow else {
      let hasWords = (card["html"] as? [String]).map { !$0.isEmpty } ?? false
      return "(min-width: 60rem) \(hasWords ? 34 : 57)rem, 92vw"
    }
    let shape = card["exactShape"] as? [String] ?? []
    let width = shape.first ?? "1.333"
    return "(min-width: 60rem) calc(\(width) * 16rem), calc(\(width) * 11rem)"
  }

  /// Posts with the first line of their words.
  ///
  /// - Throws: `JournalError`.
  func cards(_ posts: [Post]) throws -> [PageContent] {
    try shaped(
      posts.map { PostCard(post: $0, pictures: pictures, words: words) }, haveCollages: false)
  }

  /// - Parameters:
  ///   - cards: of the posts.
  ///   - haveCollages: whether several photos of a post are shown as one picture; else its cover is.
  /// - Returns: for the templates `card` and `strip-card`.
  /// - Throws: `JournalError`.
  private func shaped(_ cards: [PostCard], haveCollages: Bool) throws -> [PageContent] {
    // What comes within the page is of the photo that stands for a post.
    let numbers = cards.filter { card in
      card.lead != nil && card.lead == card.post.photo && !(haveCollages && card.collage != nil)
    }.map(\.post.number)
    var near: [Int: PageContent] = [:]
    if let size {
      near = try pictures.cells(of: Array(numbers.prefix(Self.mostWithin)), in: journal, size)
    }
    return cards.map { card in
      let size = card.lead?.size
      return card.ofDay.merging([
        "near": near[card.post.number].once, "width": size?.width ?? 4,
        "height": size?.height ?? 3,
        "hasShape": size != nil,
        "shape": Self.shape(size ?? Self.usual),
        "exactShape": size.map { Self.exactShape($0) }.once,
      ]) { $1 }
    }
  }

  /// What a photo is taken for whose size is not known.
  private static let usual = PixelSize(width: 4, height: 3)

  /// Width by height in tenths, as the style has them: the most extreme panoramas stay in the page.
  static func shape(_ size: PixelSize) -> Int {
    min(max((10 * size.width + size.height / 2) / max(size.height, 1), 4), 40)
  }

  /// The same with three decimals, for browsers that take a style's numbers from the page.
  static func exactShape(_ size: PixelSize) -> String {
    let thousandths = min(max(size.width * 1_000 / max(size.height, 1), 400), 4_000)
    return "\(thousandths / 1_000).\("\(1_000 + thousandths % 1_000)".dropFirst())"
  }
}

/// The posts on the page of a day: as many as a person looks through at once. The timeline has the
/// others.
struct PostsOfDay {
  let shown: [Post]
  let count: Int
  /// The number of the first that is not shown; nil where all are.
  private let next: Int?

  /// How many posts a page shows at most, and, in bytes, about how many words of theirs are read.
  static let (most, mostBytes) = (200, 2_000_000)

  /// - Throws: `JournalError`.
  init(_ day: CivilDate, in journal: OwnerJournal) throws {
    let days = DayRange(day)
    var posts = try journal.posts.first(
      PostFilter(DayBounds(days)), order: .oldestFirst, count: Self.most + 1,
      bytes: Self.mostBytes)
    count = max(posts.count, try journal.days.counts(days).reduce(0) { $0 + $1.count })
    next = posts.count == count && count <= Self.most ? nil : posts.popLast()?.number
    shown = posts
  }

  /// For the template `day-posts`: how many more there are, and where.
  func rest(_ words: Words) -> [PageContent] {
    next.map { number in
      ["text": words.count(count - shown.count, "dayRest"), "path": "/timeline?at=\(number)"]
        as PageContent
    }.once
  }
}

extension Post {
  /// Whether it is one photo that at most a caption goes with.
  fileprivate var isPhotoAlone: Bool { photos.count == 1 && words.isEmpty && title.isEmpty }
}
