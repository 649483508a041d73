import CaptureTime
import Cards
import Fonts
import Formats
import HTTPTypes
import Hummingbird
import Journal
import Hashing
import NIOCore
import Raster
import Stamping
import Store
import Texts
import Wording

/// Texts as pictures to share.
struct CardRoutes: ServerRoutes {
  let server: ServerParts
  let posting: PhotoPosting
  let pictures: WorkQueue

  func add(to routes: Routes) {
    routes.unlocked(
      .get, "/api/v1/texts/card",
      Operation(
        "getCard", .texts, "A text as a picture to share",
        """
        With its translation, author and source. The type shrinks until all of it fits; a text \
        that is too long is refused with 422. The ETag changes with the text and the look.
        """, scope: .read,
        parameters: ChosenText.parameters + CardQuery.parameters + [.ifNoneMatch],
        answers: [
          Answer(
            status: .ok, description: "The card.",
            contents: [.bytes("image/png"), .bytes("image/jpeg"), .bytes("image/webp")],
            fields: [.eTag]), .notModified,
        ])
    ) { request, _, visit in
      let (chosen, query) = (
        try ChosenText(Query(of: request)), try CardQuery(Query(of: request))
      )
      let (text, photo) = try await visit.run { journal in
        let text = try journal.texts.text(chosen.key, in: chosen.collection)
        let language = try journal.collections.collection(text.collection).language
        return (
          CardText(text, language: language), try query.photo.map(journal.posts.post)
        )
      }
      let tag = EntityTag(hash: try query.hash(of: text, on: photo, version: settings.version))
      var headers: HTTPFields = [.eTag: tag.description, .cacheControl: "private, no-cache"]
      if let field = request.headers[.ifNoneMatch], tag.isMeant(by: field, weakly: true) {
        return .empty(.notModified, headers: headers)
      }
      headers[.contentType] = query.format.mediaType
      let name = "\(chosen.key).\(query.format.fileExtension)"
      headers[.contentDisposition] = FileName.disposition("inline", FileName.last(of: name))
      let effort = Self.effort(photo, of: visit.journal)
      let bytes = try await pictures.run(for: visit.device, on: effort) {
        try draw(text, query, on: photo, of: visit.journal).encoded(as: query.format)
      }
      return Response(
        status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }
    routes.unlocked(
      .post, "/api/v1/texts/card",
      Operation(
        "postCard", .texts, "Post a text's card as a photo taken now",
        """
        The post remembers its text, and the text counts one more use. The same key never posts \
        twice: sent again, it returns the earlier post. A card that already has a post is refused \
        with 409.
        """, parameters: [.idempotencyKey] + ChosenText.parameters + CardQuery.looks,
        answers: [
          .ok(.post, "Already posted under this key.").with(.eTag, .location),
          .created(.post, "The new post.").with(.eTag, .location),
        ], refusals: [.contentTooLarge, .unsupportedMediaType])
    ) { request, _, visit in
      guard let key = request.headers[.idempotencyKey].flatMap({ PostKey($0) }) else {
        throw Problem("no-key.header")
      }
      let query = Query(of: request)
      let (post, isNew) = try await post(ChosenText(query), CardQuery(query), under: key, visit)
      return try .post(
        post, status: isNew ? .created : .ok, headers: [.location: PostBody.path(post.number)])
    }
    routes.unlocked(.post, "/texts/post") { request, _, visit in
      let form = Query(try await Form(of: request))
      let (post, _) = try await post(ChosenText(form), CardQuery(form), under: PostKey(), visit)
      return .redirect(to: "/posts/\(post.number)?saved=1", type: .normal)
    }
  }

  /// Posts a card once under a key, as a photo that was taken now; the text was used once more.
  private func post(
    _ chosen: ChosenText, _ query: CardQuery, under key: PostKey, _ visit: Visit
  ) async throws -> (post: Post, isNew: Bool) {
    let journal = visit.journal
    let (text, words, photo, time) = try await workers.run {
      let text = try journal.texts.text(chosen.key, in: chosen.collection)
      let language = try journal.collections.collection(text.collection).language
      let zone = try journal.settings.followed().settings.zone
      return (
        text, CardText(text, language: language), try query.photo.map(journal.posts.post),
        try GivenTime.parse("now", now: settings.now(), in: zone)
      )
    }
    var said = PhotoPosting.Said(
      details: PostDetails(caption: .empty, isStarred: false, tags: []), time: time)
    said.text = TextReference(text)
    let effort = Self.effort(photo, of: journal)
    let posted = try await posting.post(key, said, visit, taking: effort) { posting in
      let card = try draw(words, query, on: photo, of: journal)
      return try posting.post(
        OriginalPhoto(PhotoSource(bytes: card.encoded(as: .jpeg), attributes: nil)),
        of: .standardInput, key: key)
    }
    guard posted.isNew else { return posted }
    try await workers.run {
      _ = try journal.texts.mark(.use, [text.key], in: text.collection, now: settings.now())
    }
    return posted
  }

  /// How long reading the photo below a card takes.
  private static func effort(
    _ photo: Post?, of journal: OwnerJournal
  ) -> @Sendable () throws -> PhotoEffort? {
    {
      try photo.map { try journal.posts.effort(ofOriginal: $0.requirePhoto(), isStill: true) }
    }
  }

  private func draw(
    _ text: CardText, _ query: CardQuery, on photo: Post?, of journal: OwnerJournal
  ) throws -> Card {
    let ground = try photo.map { post in
      try CoverPhoto(
        journal.posts.original(of: post.requirePhoto()), filling: query.style.shape.size,
        maxPixels: Labelling.maxThumbnailPixels, decoder: settings.decoder
      ).image
    }
    let fonts = CardFonts(query.font.map(CardFont.bundled), searchPath: settings.fonts)
    return try Card(text, query.style, fonts: fonts, on: ground)
  }
}

/// The options of a card.
struct CardQuery: Sendable {
  let style: CardStyle
  /// Nil for the one that suits the text. Files of the server's machine are not to be had.
  let font: BundledFont?
  /// The post on whose photo it is drawn.
  let photo: Int?
  let format: PhotoFormat

  static let looks: [Parameter] = [
    .query(
      "theme",
      .choice(of: CardTheme.self, "The colours; on a photo the text is white.", usually: .sand)),
    .query(
      "size",
      .choice(
        of: CardSize.self, "The size of the type, if there is room.", usually: .medium)),
    .query(
      "shape",
      .choice(of: CardShape.self, "1080×1080 pixels, 1080×1920 or 1920×1080.", usually: .square)),
    .query("font", .choice(of: BundledFont.self, "Default: the font that suits the text.")),
    .query(
      "photo",
      .integer(
        "The number of a post: the text is put on its photo, darkened until it is readable.",
        from: 1)),
  ]
  static let parameters: [Parameter] =
    looks + [.query("format", .choice(of: CardFormat.self, "The file's.", usually: .png))]

  /// As cards are where nothing else is asked for.
  init() { (style, font, photo, format) = (CardStyle(), nil, nil, .png) }

  /// - Throws: ``Problem`` where one is none.
  init(_ query: Query) throws {
    func chosen<Choice: RawRepresentable & CaseIterable>(
      _ name: String, _ usual: Choice
    ) throws -> Choice where Choice.RawValue == String {
      try query.choice(name) ?? usual
    }
    style = CardStyle(
      theme: try chosen("theme", .sand), size: try chosen("size", .medium),
      shape: try chosen("shape", .square))
    font = try query.choice("font")
    photo = try query.text("photo") == nil ? nil : query.number("photo", in: 1...(.max))
    format = try query.choice("format", as: CardFormat.self)?.format ?? .png
  }

  private enum CardFormat: String, CaseIterable {
    case png, jpg, webp

    var format: PhotoFormat {
      switch self {
      case .png: .png
      case .jpg: .jpeg
      case .webp: .webp
      }
    }
  }

  /// What names the card's bytes: everything that they are made of.
  ///
  /// - Throws: `JournalError` where the post has no photo.
  func hash(of text: CardText, on photo: Post?, version: String) throws -> [UInt8] {
    var parts = [
      version, text.body, text.translation, text.author, text.source, text.language,
      style.theme.rawValue, style.size.rawValue, style.shape.rawValue, font?.rawValue ?? "",
      "\(format)",
    ]
    if let photo { parts.append("\(try photo.requirePhoto().originalHash)") }
    // None of the parts has a character U+0000.
    return SHA256.hash(Array(parts.joined(separator: "\0").utf8).span)
  }
}
