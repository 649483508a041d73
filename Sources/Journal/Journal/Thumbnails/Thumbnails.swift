import Files
import Formats
import Foundation
import GRDB
package import Raster
package import Stamping
import Store
import SystemPackage

/// The thumbnails of an owner's posts.
package struct Thumbnails: Sendable {
  let journal: OwnerJournal

  /// A small picture of a post's stamped photo, also of a post in the trash; stored in the
  /// journal's folder on first use.
  ///
  /// Many processes may ask for the same one at once. Where it cannot be stored, it is made each time.
  ///
  /// - Parameters:
  ///   - post: as it was read from this journal.
  ///   - place: which of its photos, counted from 1; nil for the one that stands for it.
  ///   - size: how large.
  ///   - maxPixels: the most pixels of a photo that is decoded.
  ///   - decoder: decodes the photo.
  /// - Returns: a JPEG, upright, without metadata but a colour profile.
  /// - Throws: ``JournalError/locked(_:)``; ``JournalError/unknownPost(number:)``, also for a post of
  ///   another owner; ``JournalError/changedMeanwhile(number:)`` where the post has another photo now;
  ///   ``JournalError/photoBroken(_:because:)`` where the photo is missing or damaged, and then nothing
  ///   is stored; `StampError` where the photo is larger than is decoded here.
  package func thumbnail(
    of post: Post, photo place: Int? = nil, _ size: ThumbnailSize, maxPixels: Int,
    decoder: any PictureDecoder
  ) throws -> [UInt8] {
    if let stored = try stored(of: post, photo: place, size) { return stored }
    let files = ThumbnailFiles(journal.store)
    let photo = try post.requirePhoto(place)
    if photo.isVideo, !decoder.showsVideos { return try VideoTile.jpeg(photo.size, size) }
    let hash = photo.hash
    let bytes: [UInt8]
    do {
      bytes =
        try photo.isVideo
        ? tile(of: photo, size, maxPixels, decoder)
        : makeThumbnail(of: photo, size, maxPixels, decoder)
    } catch {
      // The photo of a post that was deleted or stamped anew meanwhile is not broken.
      try checkStillHas(photo, post)
      throw error
    }
    do {
      try files.write(bytes, hash, size)
    } catch is JournalError {
      // On a full disk, or where nothing can be written, it is still to be seen.
      return bytes
    }
    // Whoever deletes the post removes the thumbnail after that: before now, or seen here.
    do {
      try checkStillHas(photo, post)
    } catch {
      files.remove([hash])
      throw error
    }
    return bytes
  }

  /// The longest time to make a thumbnail of a post's photo; nil for a video, which has a plain
  /// tile.
  ///
  /// - Throws: `FileError`, `StampError`.
  package func effort(of photo: PostPhoto) throws -> PhotoEffort? {
    if photo.isVideo { return .ofVideo }
    return try journal.posts.effort(of: photo.file, isStill: true)
  }

  /// A thumbnail that was stored before, which takes no more than reading a small file.
  ///
  /// - Parameters:
  ///   - post: as it was read from this journal.
  ///   - place: as there.
  ///   - size: how large.
  /// - Returns: nil where it has to be made.
  /// - Throws: ``JournalError`` as ``thumbnail(of:_:maxPixels:decoder:)`` before anything is made.
  package func stored(
    of post: Post, photo place: Int? = nil, _ size: ThumbnailSize
  ) throws -> [UInt8]? {
    let photo = try post.requirePhoto(place)
    try checkStillHas(photo, post)
    let bytes = ThumbnailFiles(journal.store).read(photo.hash, size)
    if bytes != nil { noteSize(of: photo) }
    return bytes
  }

  /// Stores how large a photo is, where that is not known: of one that was posted before it was stored.
  ///
  /// What keeps that from being done, such as a disk that is full, keeps nothing else from being done.
  func noteSize(of photo: PostPhoto) {
    guard photo.size == nil, !photo.isVideo,
      let bytes = try? PhotoReader(photo.file, beneath: journal.store.files).whole().bytes
    else { return }
    noteSize(of: photo, bytes)
  }

  private func noteSize(of photo: PostPhoto, _ bytes: [UInt8]) {
    guard photo.size == nil, let size = PostPhoto.size(of: bytes) else { return }
    try? journal.write { db in
      // Another stamp may have taken its place meanwhile, which has its own size by now.
      try db.execute(
        cached: "UPDATE photo SET width = ?, height = ? WHERE owner = ? AND file = ? AND hash = ?",
        arguments: [
          size.width, size.height, journal.id, String(decoding: photo.file), Data(photo.hash),
        ])
    }
  }

  /// The photos that stand for posts which are not in the trash, by the posts' numbers: the SHA-256 of the
  /// stamped photo, which names its thumbnails.
  ///
  /// - Parameter numbers: of some posts, as many as a page shows.
  /// - Returns: nothing for a number that no such post has.
  /// - Throws: ``JournalError``.
  package func photos(of numbers: [Int]) throws -> [Int: [UInt8]] {
    try journal.read { db in
      let places = numbers.map { _ in "?" }.joined(separator: ", ")
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT number, hash FROM post JOIN photo ON photo.id = post.photo
          WHERE post.owner = ? AND trashed IS NULL AND number IN (\(places))
          """, arguments: [journal.id] + StatementArguments(numbers))
      var photos: [Int: [UInt8]] = [:]
      while let row = try rows.next() {
        var values = RowDecoder(row)
        let number: Int = try values.next()
        photos[number] = try values.bytes()
      }
      return photos
    }
  }

  /// A stored thumbnail that is short enough to be part of a page.
  ///
  /// - Parameters:
  ///   - photo: the SHA-256 of a post's stamped photo, from ``photos(of:)``.
  ///   - size: how large.
  ///   - limit: the most bytes that it may have.
  /// - Returns: nil where there is none.
  package func stored(_ photo: [UInt8], _ size: ThumbnailSize, upTo limit: Int) -> [UInt8]? {
    ThumbnailFiles(journal.store).read(photo, size).flatMap { $0.count <= limit ? $0 : nil }
  }

  /// Checks that the post is this owner's and has the photo as it was.
  private func checkStillHas(_ photo: PostPhoto, _ post: Post) throws {
    let now = try journal.posts.post(post.number)
    guard now.id == post.id else { throw JournalError.unknownPost(number: post.number) }
    guard now.photos.contains(where: { $0.hash == photo.hash }) else {
      throw JournalError.changedMeanwhile(number: post.number)
    }
  }

  /// The first picture of a video, or a plain tile of one that shows none.
  private func tile(
    of video: PostPhoto, _ size: ThumbnailSize, _ maxPixels: Int, _ decoder: any PictureDecoder
  ) throws -> [UInt8] {
    let format = video.videoFormat ?? .mp4
    let path = journal.posts.path(video.file).string
    guard let picture = decoder.firstPicture(ofVideo: path, format),
      let small = try? Thumbnail(of: picture, size, maxPixels: maxPixels, decoder: decoder)
    else { return try VideoTile.jpeg(video.size, size) }
    return small.bytes
  }

  private func makeThumbnail(
    of photo: PostPhoto, _ size: ThumbnailSize, _ maxPixels: Int, _ decoder: any PictureDecoder
  ) throws -> [UInt8] {
    let bytes: [UInt8]
    do {
      bytes = try journal.posts.bytes(of: photo.file, hash: photo.hash)
    } catch JournalError.photoBroken(let path, let error as StampError) {
      throw error.ofStoredPhoto(at: path)
    }
    noteSize(of: photo, bytes)
    do throws(StampError) {
      return try Thumbnail(of: bytes, size, maxPixels: maxPixels, decoder: decoder).bytes
    } catch {
      throw error.ofStoredPhoto(at: journal.posts.path(photo.file))
    }
  }
}
