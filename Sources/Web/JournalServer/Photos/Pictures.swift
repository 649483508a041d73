import Files
import Formats
import Foundation
import HTTPTypes
import Hummingbird
import Journal
import Stamping
import Store
import Synchronization

/// The addresses of an unlocked journal's thumbnails.
struct Pictures: Sendable {
  let nonce: String
  /// Whether the browser may keep them.
  let areKept: Bool
  /// What the browser is known by, beside its device: one whose cookies are gone has kept nothing.
  private let browser: AccessToken?
  private let given: GivenPictures
  private let texts: PictureTexts

  /// The cookie that says which browser it is.
  private static let cookie = "pictures"
  /// The longest thumbnail that comes within a page, which bounds a month's page.
  private static let longestInPage = 4_096

  init(of guest: Guest, _ cache: BrowserCache, to request: Request) {
    nonce = cache.nonce(of: guest.device)
    (given, texts) = (cache.given, cache.texts)
    areKept = cache.mayKeep(request)
    browser = request.cookies[Self.cookie].flatMap { AccessToken($0.value) }
  }

  /// Gives a browser that may keep pictures what it is known by, where it has nothing yet.
  func naming(in response: Response, _ settings: ServerSettings) -> Response {
    guard areKept, browser == nil else { return response }
    var response = response
    response.setCookie(
      settings.cookie(Self.cookie, AccessToken().text, lifetime: BrowserCache.lifetime))
    return response
  }

  /// The address of a thumbnail, which changes with the photo and with the session.
  func path(_ number: Int, _ photo: [UInt8], _ size: ThumbnailSize) -> String {
    "/thumbnails/\(nonce)/\(number)/\(Self.version(of: photo))?size=\(size.rawValue)"
  }

  /// As of a number; empty for a post without a photo.
  func path(_ post: Post, _ size: ThumbnailSize) -> String {
    post.photo.map { path(post.number, $0.hash, size) } ?? ""
  }

  /// A post's thumbnails, each with its width, as HTML's `srcset`; empty for a post without a photo.
  func sources(of post: Post) -> String {
    post.photo.map { sources(of: $0, in: post) } ?? ""
  }

  /// As ``sources(of:)``, of one of a post's photos.
  func sources(of photo: PostPhoto, in post: Post) -> String {
    let size = photo.size ?? PixelSize(width: 4_000, height: 3_000)
    return [ThumbnailSize.small, .medium, .large].map { thumbnail in
      let width = thumbnail.fitting(width: size.width, height: size.height).width
      return "\(path(post.number, photo.hash, thumbnail)) \(width)w"
    }.joined(separator: ", ")
  }

  /// What names a state of a post's photo in its thumbnails' addresses.
  static func version(of photo: [UInt8]) -> String { Array(photo.prefix(6)).hexadecimal }

  /// Notes that the browser has a thumbnail to keep.
  func note(_ photo: [UInt8], _ size: ThumbnailSize) {
    if let browser { given.note(Self.key(photo, size), to: nonce + browser.text) }
  }

  private func has(_ photo: [UInt8], _ size: ThumbnailSize) -> Bool {
    guard areKept, let browser else { return false }
    return given.has(Self.key(photo, size), nonce + browser.text)
  }

  private static func key(_ photo: [UInt8], _ size: ThumbnailSize) -> UInt64 {
    photo.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } ^ UInt64(size.rawValue)
  }

  /// Pictures for cells of a calendar and for cards, each by its post's number.
  ///
  /// What the browser has kept is named, so that it asks for nothing. What is stored here comes within
  /// the page: a request for each would take a slow network many times as long as the bytes do. Of what
  /// is neither the browser asks for each while the page is there already.
  ///
  /// - Parameters:
  ///   - numbers: of posts, as many as a page shows.
  ///   - journal: whose.
  ///   - size: how large those are that come within the page.
  ///   - larger: what a browser takes instead where it shows more pixels; nil for nothing.
  /// - Returns: for the templates `day-cell` and `card`.
  /// - Throws: ``JournalError``.
  func cells(
    of numbers: [Int], in journal: OwnerJournal, _ size: ThumbnailSize,
    larger: ThumbnailSize? = .small
  ) throws -> [Int: PageContent] {
    let thumbnails = journal.thumbnails
    let photos = try thumbnails.photos(of: numbers)
    return Dictionary(
      uniqueKeysWithValues: photos.map { number, photo in
        let text = has(photo, size) ? nil : text(of: photo, size, thumbnails)
        var sources = ([size] + larger.once).map {
          "\(path(number, photo, $0)) \($0.rawValue)w"
        }
        if let text { sources[0] = "data:image/jpeg;base64,\(text) \(size.rawValue)w" }
        return (
          number,
          [
            "source": path(number, photo, larger ?? size),
            "sources": sources.joined(separator: ", "),
            // The size that the script fetches to be kept.
            "kept": text != nil && areKept ? ["\(size.rawValue)"] : [] as [String],
          ] as PageContent
        )
      })
  }
}

extension Pictures {
  /// As ``cells(of:in:_:larger:)``, for cells that are squares: cut so that the shorter edge has all of the
  /// pixels that are shown.
  ///
  /// - Throws: ``JournalError``.
  func squares(
    of numbers: [Int], in journal: OwnerJournal, _ size: ThumbnailSize
  ) throws -> [Int: PageContent] {
    // Where bytes are dear, nothing larger is offered.
    size == .tiny
      ? try cells(of: numbers, in: journal, .tiny, larger: nil)
      : try cells(of: numbers, in: journal, .square, larger: .largeSquare)
  }

  /// A stored thumbnail as base64; nil where there is none that comes within a page.
  private func text(
    of photo: [UInt8], _ size: ThumbnailSize, _ thumbnails: Thumbnails
  ) -> String? {
    texts.text("\(photo.hexadecimal)-\(size.rawValue)") {
      thumbnails.stored(photo, size, upTo: Self.longestInPage)
    }
  }
}

/// Recently used thumbnails as base64: reading 31 files from as many folders takes longer than the
/// rest of a month's page. Each is named by its photo's SHA-256, which only a post of an unlocked
/// journal tells.
final class PictureTexts: Sendable {
  /// Six megabytes at most.
  private static let most = 1_024

  private let texts = Mutex<[String: String]>([:])

  /// The text by a name, of what `read` gives where it is not here.
  func text(_ name: String, reading read: () -> [UInt8]?) -> String? {
    if let text = texts.withLock({ $0[name] }) { return text }
    guard let text = read().map({ Data($0).base64EncodedString() }) else { return nil }
    texts.withLock { texts in
      if texts.count >= Self.most { texts = [:] }
      texts[name] = text
    }
    return text
  }
}

extension ThumbnailSize {
  /// The one that comes within pages for a browser: where its owner saves data, a smaller one.
  static func inPage(for request: Request) -> ThumbnailSize {
    request.headers[.saveData]?.lowercased() == "on" ? .tiny : .cell
  }
}
