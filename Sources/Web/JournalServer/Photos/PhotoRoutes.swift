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
      .get, "/api/v1/posts/:number/raw",
      Operation(
        "getRaw", .photos, "The camera's raw file of one of the post's photos",
        "As it came, byte for byte. Only photos posted with `--raw keep` have one.", scope: .read,
        parameters: Parameter.ofPhoto, answers: Answer.ofRaw)
    ) { request, context, visit in
      try await reading(context.postNumber, visit.journal, to: request) { post, place in
        try await raw(of: post.requirePhoto(place), visit, to: request)
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
        let place = try answers.take(
          bytes.count, for: visit.journal.owner, on: visit.device.id)
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

  /// The raw file that is kept with a photo. It is no picture to a browser, which saves it.
  private func raw(
    of photo: PostPhoto, _ visit: Visit, to request: Request
  ) async throws -> Response {
    guard let raw = photo.raw, let name = photo.rawName else { throw Problem("no-raw") }
    let answer = PhotoAnswer(
      tag: EntityTag(hash: raw.hash), mediaType: "application/octet-stream",
      disposition: FileName.disposition("attachment", FileName.last(of: name)),
      journal: visit.journal, workers: workers)
    return try await answer.response(to: request) {
      .file(try await visit.run { try OpenFile(raw.file, of: $0) })
    }
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
