import Files
import Formats
import HTTPTypes
import Hummingbird
import Journal
import NIOCore
import Raster
import Stamping
import Store
import SystemPackage
import Wording

/// The photos of posts, those in the trash too.
struct PhotoRoutes: ServerRoutes {
  let server: ServerParts
  let decoder: any PictureDecoder
  let pictures: WorkQueue
  let answers: Places
  let cache: BrowserCache

  func add(to routes: Routes) {
    routes.unlocked(
      .get, "/api/v1/posts/:number/photo",
      Operation(
        "getPhoto", .photos, "The stamped photo", "The photo as stored.", scope: .read,
        parameters: Parameter.ofPhoto, answers: Answer.ofPhoto)
    ) { request, context, visit in
      try await reading(context.postNumber, visit.journal, to: request) { post, place in
        try await photo(post.requirePhoto(place), visit, to: request)
      }
    }
    routes.unlocked(
      .get, "/api/v1/posts/:number/original",
      Operation(
        "getOriginal", .photos, "The original photo",
        "Without the stamp, byte for byte, with its original file name.", scope: .read,
        parameters: Parameter.ofPhoto, answers: Answer.ofPhoto)
    ) { request, context, visit in
      try await reading(context.postNumber, visit.journal, to: request) { post, place in
        try await original(of: post.requirePhoto(place), visit, to: request)
      }
    }
    routes.unlocked(
      .get, "/api/v1/posts/:number/video",
      Operation(
        "getVideo", .photos, "The video of one of the post's photos",
        "The video itself, or the moving part of a Live Photo or motion photo; byte for byte.",
        scope: .read, parameters: Parameter.ofPhoto, answers: Answer.ofVideo)
    ) { request, context, visit in
      try await reading(context.postNumber, visit.journal, to: request) { post, place in
        try await video(of: post, post.requirePhoto(place), visit, to: request)
      }
    }
    routes.unlocked(
      .get, "/api/v1/posts/:number/thumbnail",
      Operation(
        "getThumbnail", .photos, "A small version of the photo",
        """
        With its label. The sizes 160 and 320 are squares cut from the middle. The sizes 96, 160 \
        and 192 are kept near 1,500, 2,800 and 2,800 bytes, so they are coarse.
        """, scope: .read,
        parameters: [
          .required(
            "size",
            .integer("The longer edge in pixels, at most.").with([
              "enum": .array(ThumbnailSize.allCases.map { JSON($0.rawValue) })
            ]))
        ] + Parameter.ofPhoto, answers: Answer.ofPicture)
    ) { request, context, visit in
      let size = try ThumbnailSize(of: request)
      return try await reading(context.postNumber, visit.journal, to: request) { post, place in
        try await thumbnail(of: post, place, size, visit, to: request)
      }
    }
    // For pages, which have the nonce: the browser keeps it.
    routes.unlocked(.get, "/thumbnails/:nonce/:number/:version") { request, context, visit in
      guard context.parameters.get("nonce") == visit.pictures.nonce else {
        throw Problem("no-page")
      }
      return try await kept(
        context.postNumber, version: context.parameters.get("version") ?? "", visit, to: request)
    }
  }

  /// A thumbnail by an address that no later session has.
  ///
  /// - Parameters:
  ///   - number: the post.
  ///   - version: of its photo. Of another one, which a page from before its label was changed has, the
  ///     browser gets the photo as it is now, and keeps nothing.
  ///   - visit: whose post.
  ///   - request: says how large.
  /// - Returns: the thumbnail, a part of it, or that the browser has it.
  /// - Throws: ``Problem`` where the size is none, and what a thumbnail cannot be made for.
  private func kept(
    _ number: Int, version: String, _ visit: Visit, to request: Request
  ) async throws -> Response {
    let size = try ThumbnailSize(of: request)
    let (response, hash) = try await reading(number, visit.journal, to: request) { post, _ in
      let place = post.photos.firstIndex { Pictures.version(of: $0.hash) == version }
      let photo = place.map { $0 + 1 }
      return (
        try await thumbnail(of: post, photo, size, visit, to: request),
        try post.requirePhoto(photo).hash
      )
    }
    guard visit.pictures.areKept, Pictures.version(of: hash) == version else { return response }
    if request.method == .get, [.ok, .notModified].contains(response.status) {
      visit.pictures.note(hash, size)
    }
    return response.adding(cache.keeping(for: visit.device))
  }

  /// Does something with a post's files; once more where a change has moved them meanwhile.
  private func reading<Result: Sendable>(
    _ number: Int, _ journal: OwnerJournal, to request: Request,
    _ work: (Post, _ photo: Int?) async throws -> Result
  ) async throws -> Result {
    let place = try Query(of: request).number("photo", in: 1...Post.photoLimit)
    let post = try await workers.run { try journal.posts.post(number) }
    do {
      return try await work(post, place)
    } catch {
      let now = try await workers.run { try journal.posts.post(number) }
      guard now.photos != post.photos else { throw error }
      return try await work(now, place)
    }
  }

  private func photo(
    _ photo: PostPhoto, _ visit: Visit, to request: Request
  ) async throws -> Response {
    let file = photo.file
    let answer = PhotoAnswer(
      tag: EntityTag(hash: photo.hash), mediaType: file.path.mediaType,
      disposition: FileName.disposition("inline", file.lastComponent?.string ?? ""),
      journal: visit.journal, workers: workers)
    return try await answer.response(to: request) {
      .file(try await visit.run { try OpenFile(file, of: $0) })
    }
  }

  /// The photo as it was posted, mostly made by taking its stamp off.
  private func original(
    of photo: PostPhoto, _ visit: Visit, to request: Request
  ) async throws -> Response {
    // A video is its own.
    let file = photo.isVideo ? photo.file : photo.originalFile
    let stem = photo.file.path.stem ?? "photo"
    let name =
      photo.originalName.isEmpty
      ? "\(stem).\(photo.file.path.extension ?? "jpg")" : photo.originalName
    let answer = PhotoAnswer(
      tag: EntityTag(hash: photo.originalHash), mediaType: (file ?? photo.file).path.mediaType,
      disposition: FileName.disposition("attachment", FileName.last(of: name)),
      journal: visit.journal, workers: workers)
    return try await answer.response(to: request) {
      if let file {
        return .file(try await visit.run { try OpenFile(file, of: $0) })
      }
      return try await pictures.run(
        for: visit.device,
        on: { try visit.journal.posts.effort(ofOriginal: photo, isStill: true) }
      ) {
        let bytes = try visit.journal.posts.original(of: photo).bytes
        let place = try answers.take(bytes.count, for: visit.journal.owner)
        return .bytes(ByteBuffer(bytes: bytes), holding: place)
      }
    }
  }

  /// The video that a part of a post is, or that moves in it.
  private func video(
    of post: Post, _ photo: PostPhoto, _ visit: Visit, to request: Request
  ) async throws -> Response {
    guard let video = photo.video else { throw Problem("no-video") }
    if case .within = video.place {
      let found = try await visit.run { try $0.posts.videoWithin(photo) }
      guard let found else { throw Problem("no-video") }
      return try await answer(
        EntityTag(hash: StampMark.hash(photo.hash + [1])), found.format, post, visit
      ).response(to: request) {
        .file(try await visit.run { try OpenFile(found.file, found.range, of: $0) })
      }
    }
    let file = video.file ?? photo.file
    let format = file.path.extension.flatMap(VideoFormat.init(fileExtension:)) ?? .mp4
    return try await answer(EntityTag(hash: video.hash ?? photo.hash), format, post, visit)
      .response(to: request) { .file(try await visit.run { try OpenFile(file, of: $0) }) }
  }

  private func answer(
    _ tag: EntityTag, _ format: VideoFormat, _ post: Post, _ visit: Visit
  ) -> PhotoAnswer {
    PhotoAnswer(
      tag: tag, mediaType: format.mediaType,
      disposition: FileName.disposition("inline", "\(post.number).\(format.fileExtension)"),
      journal: visit.journal, workers: workers)
  }

  /// A stored one does not wait for its turn with those that are made: a page of them is shown while
  /// many photos wait.
  private func thumbnail(
    of post: Post, _ place: Int?, _ size: ThumbnailSize, _ visit: Visit, to request: Request
  ) async throws -> Response {
    let photo = try post.requirePhoto(place)
    let answer = PhotoAnswer(
      tag: EntityTag(hash: StampMark.hash(photo.hash + Array("\(size.rawValue)".utf8))),
      mediaType: PhotoFormat.jpeg.mediaType,
      disposition: FileName.disposition("inline", "\(post.number)-\(size.rawValue).jpg"),
      journal: visit.journal, workers: workers)
    return try await answer.response(to: request) {
      let stored = try await visit.run { try $0.thumbnails.stored(of: post, photo: place, size) }
      if let stored { return .bytes(ByteBuffer(bytes: stored)) }
      return .bytes(
        try await pictures.run(
          for: visit.device, on: { try visit.journal.thumbnails.effort(of: photo) }
        ) {
          ByteBuffer(
            bytes: try visit.journal.thumbnails.thumbnail(
              of: post, photo: place, size, maxPixels: Labelling.maxThumbnailPixels,
              decoder: decoder))
        })
    }
  }
}

extension ThumbnailSize {
  /// - Throws: ``Problem`` where the query names none.
  fileprivate init(of request: Request) throws {
    let size = try Query(of: request)["size"].flatMap { Int($0) }.flatMap(ThumbnailSize.init)
    guard let size else {
      let sizes = ThumbnailSize.allCases.map { "\($0.rawValue)" }
      throw Problem("query.size", ["names": .names(sizes)])
    }
    self = size
  }
}

extension FilePath {
  /// The media type of a photo or video that the journal has named.
  var mediaType: String {
    if let video = self.extension.flatMap(VideoFormat.init(fileExtension:)) {
      return video.mediaType
    }
    return (formatByName ?? .jpeg).mediaType
  }
}

/// The answer with a photo or a range of it, or "not modified".
struct PhotoAnswer: Sendable {
  enum Source: Sendable {
    /// Bytes, with the places that they take until they are sent.
    case bytes(ByteBuffer, holding: Places.Place? = nil)
    case file(OpenFile)

    var size: Int {
      switch self {
      case .bytes(let buffer, _): buffer.readableBytes
      case .file(let file): file.size
      }
    }
  }

  let tag: EntityTag
  let mediaType: String
  /// Under which name a browser saves it, and whether it shows or saves it.
  let disposition: String
  /// It ends when nobody may see this any more.
  let journal: OwnerJournal
  let workers: WorkQueue

  /// Bytes that are read and sent at a time.
  private static let pieceSize = 128 * 1_024

  /// - Parameters:
  ///   - request: says which part is wanted, and what the client has.
  ///   - open: gives the photo where it is to be sent.
  /// - Returns: all of the photo, a part, or nothing for a client that has it.
  /// - Throws: ``Problem`` where there is no such part, and what `open` throws.
  func response(
    to request: Request, opening open: () async throws -> Source
  ) async throws -> Response {
    var headers: HTTPFields = [.eTag: tag.description, .acceptRanges: "bytes"]
    if let field = request.headers[.ifNoneMatch], tag.isMeant(by: field, weakly: true) {
      return .empty(.notModified, headers: headers)
    }
    headers[.contentType] = mediaType
    headers[.contentDisposition] = disposition
    let source = try await open()
    switch range(of: request, size: source.size) {
    case .whole: return Response(status: .ok, headers: headers, body: body(source, 0..<source.size))
    case .part(let range):
      headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(source.size)"
      return Response(status: .partialContent, headers: headers, body: body(source, range))
    case .unsatisfiable:
      var problem = Problem("range.size", ["size": .number(source.size)])
      problem.headers = [.contentRange: "bytes */\(source.size)", .acceptRanges: "bytes"]
      throw problem
    }
  }

  /// A range holds for these bytes alone where `If-Range` says so (RFC 9110, section 13.1.5), and
  /// `Range` is for GET alone (section 14.2).
  private func range(of request: Request, size: Int) -> ByteRange {
    guard request.method == .get else { return .whole }
    if let field = request.headers[.ifRange], field != tag.description { return .whole }
    return ByteRange(request.headers[.range], size: size)
  }

  /// In pieces, which show that a slow client goes on taking them; once a second it is looked whether the
  /// client may still have them.
  private func body(_ source: Source, _ range: Range<Int>) -> ResponseBody {
    ResponseBody(contentLength: range.count) { [journal, workers] writer in
      var checks = AccessChecks(journal)
      var start = range.lowerBound
      while start < range.upperBound {
        let piece = start..<min(start + Self.pieceSize, range.upperBound)
        try await checks.check(workers)
        let bytes =
          switch source {
          case .bytes(let buffer, _):
            buffer.getSlice(at: buffer.readerIndex + start, length: piece.count) ?? ByteBuffer()
          case .file(let file): try await workers.run { try file.bytes(piece) }
          }
        // A read may give less than was asked for.
        start += bytes.readableBytes
        try await writer.write(bytes)
      }
      try await writer.finish(nil)
    }
  }
}

/// A file of the journal being sent, or a range of it. It stays open until then, so that the answer
/// is whole even if the post is deleted or stamped again meanwhile.
final class OpenFile: Sendable {
  let size: Int
  private let start: Int
  private let descriptor: SystemPackage.FileDescriptor
  private let path: FilePath

  /// - Parameters:
  ///   - file: which.
  ///   - range: of its bytes; nil for all of them.
  ///   - journal: that has it.
  /// - Throws: ``JournalError/photoBroken(_:because:)`` where it is not there.
  init(_ file: ContainedPath, _ range: Range<Int>? = nil, of journal: OwnerJournal) throws {
    path = journal.posts.path(file)
    descriptor = try journal.posts.open(file)
    start = range?.lowerBound ?? 0
    do {
      do {
        size = try range?.count ?? Int(descriptor.seek(offset: 0, from: .end))
      } catch {
        try? descriptor.close()
        throw error
      }
    } catch let error as Errno {
      throw JournalError.photoBroken(path, because: StampError.file(.system(.open, path, error)))
    }
  }

  deinit { try? descriptor.close() }

  /// The bytes of a range of what is sent, or fewer of them, but never none.
  ///
  /// - Throws: ``JournalError/photoBroken(_:because:)`` also where there are none.
  func bytes(_ range: Range<Int>) throws -> ByteBuffer {
    var bytes = [UInt8](repeating: 0, count: range.count)
    let count = try bytes.withUnsafeMutableBytes { bytes in
      do {
        return try descriptor.read(
          fromAbsoluteOffset: Int64(start + range.lowerBound), into: bytes, retryOnInterrupt: true)
      } catch let error as Errno {
        throw JournalError.photoBroken(path, because: StampError.file(.system(.read, path, error)))
      }
    }
    // Cut while it was sent.
    guard count > 0 else { throw JournalError.photoBroken(path, because: nil) }
    return ByteBuffer(bytes: bytes[..<count])
  }
}
