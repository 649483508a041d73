import HTTPTypes
import Hummingbird
import Journal
import NIOCore
import Formats
import Stamping
import Store
import SystemPackage

extension JournalServer {
  /// The photos of posts, those in the trash too.
  func addPhotos(to routes: Routes) {
    routes.unlocked(.get, "/api/v1/posts/:number/photo") { request, context, visit in
      try await photo(of: context.postNumber, visit.journal, to: request)
    }
    routes.unlocked(.get, "/api/v1/posts/:number/original") { request, context, visit in
      try await original(of: context.postNumber, visit.journal, to: request)
    }
    routes.unlocked(.get, "/api/v1/posts/:number/thumbnail") { request, context, visit in
      let size = try Query(of: request)["size"]
      guard let size, let size = Int(size).flatMap(ThumbnailSize.init) else {
        throw Problem(.badRequest, "query", "The parameter size is 256 or 1024.")
      }
      return try await thumbnail(of: context.postNumber, size, visit.journal, to: request)
    }
  }

  private func photo(
    of number: Int, _ journal: OwnerJournal, to request: Request
  ) async throws -> Response {
    let post = try await workers.run { try journal.posts.post(number) }
    let file = post.photo.file
    let answer = PhotoAnswer(
      tag: EntityTag(hash: post.photo.hash), format: file.format,
      disposition: FileName.disposition("inline", file.lastComponent?.string ?? ""),
      workers: workers)
    return try await answer.response(to: request) {
      .file(try await workers.run { try OpenFile(journal.posts.path(file)) })
    }
  }

  /// The photo as it came, which is mostly made by taking its stamp off.
  private func original(
    of number: Int, _ journal: OwnerJournal, to request: Request
  ) async throws -> Response {
    let post = try await workers.run { try journal.posts.post(number) }
    let (photo, file) = (post.photo, post.photo.originalFile)
    let stem = photo.file.stem ?? "photo"
    let name =
      photo.originalName.isEmpty ? "\(stem).\(photo.file.format.fileExtension)" : photo.originalName
    let answer = PhotoAnswer(
      tag: EntityTag(hash: photo.originalHash), format: (file ?? photo.file).format,
      disposition: FileName.disposition("attachment", FileName.last(of: name)), workers: workers)
    return try await answer.response(to: request) {
      if let file { return .file(try await workers.run { try OpenFile(journal.posts.path(file)) }) }
      return .bytes(
        try await images.run { ByteBuffer(bytes: try journal.posts.original(of: post).bytes) })
    }
  }

  /// A stored one is read beside those that are made: a page of them is shown while many photos wait.
  private func thumbnail(
    of number: Int, _ size: ThumbnailSize, _ journal: OwnerJournal, to request: Request
  ) async throws -> Response {
    let post = try await workers.run { try journal.posts.post(number) }
    let answer = PhotoAnswer(
      tag: EntityTag(hash: StampMark.hash(post.photo.hash + Array("\(size.rawValue)".utf8))),
      format: .jpeg,
      disposition: FileName.disposition("inline", "\(number)-\(size.rawValue).jpg"),
      workers: workers)
    return try await answer.response(to: request) {
      let stored = try await workers.run { try journal.thumbnails.stored(of: post, size) }
      if let stored { return .bytes(ByteBuffer(bytes: stored)) }
      return .bytes(
        try await images.run {
          ByteBuffer(
            bytes: try journal.thumbnails.thumbnail(of: post, size, maxPixels: Labelling.maxPixels))
        })
    }
  }
}

extension FilePath {
  /// The format of a photo that the journal has named.
  var format: PhotoFormat { formatByName ?? .jpeg }
}
