import CaptureTime
import Formats
package import Raster
package import Stamping
import Store

extension Posts {
  /// How the label of a post's photo looks.
  ///
  /// - Throws: ``JournalError``.
  package func look(of photo: PostPhoto) throws -> LabelLook {
    try journal.read { db in try PostRows(of: journal, db).look(photo.look) }
  }

  /// A post's photo with another label or edit, as a small picture that is not stored: the photo of
  /// the change, or the cover.
  ///
  /// - Parameters:
  ///   - number: the post's.
  ///   - change: the label with the time that it shows, and the edit.
  ///   - maxPixels: the most pixels of a photo that is decoded.
  ///   - decoder: decodes the photo.
  ///   - stamper: makes what draws a look.
  /// - Returns: a JPEG.
  /// - Throws: ``JournalError``, `StampError`.
  package func preview(
    of number: Int, _ change: PostChange, maxPixels: Int, decoder: any PictureDecoder,
    stamper: (LabelLook) throws -> Stamper
  ) throws -> [UInt8] {
    let stamps = try stamps(number, change)
    let photo = try stamps.post.requirePhoto(change.photo)
    guard let stamp = stamps.photos.first(where: { $0.photo.id == photo.id }) else {
      throw JournalError.noPhoto(number: number)
    }
    let original = try original(of: photo)
    let small = try OriginalPhoto(
      PhotoSource(
        bytes: Thumbnail(of: original.bytes, .large, maxPixels: maxPixels, decoder: decoder).bytes,
        attributes: nil))
    let look = stamp.look.shrunk(by: small.header.shortEdge / original.header.shortEdge)
    let context = PhotoContext(
      of: photo, caption: change.caption, owner: journal.owner, original: original)
    var edit = stamp.edit
    // Blocks are larger on a small picture.
    edit.isExact = true
    return try stamper(look).editing(edit)
      .stamp(small, context, at: photo.taken ?? stamps.time.captureTime, in: stamps.zone).bytes
  }
}

extension PhotoHeader {
  fileprivate var shortEdge: Double { Double(min(displayedWidth, displayedHeight)) }
}

extension LabelLook {
  /// The look on a smaller photo, on which lengths in pixels are shorter by as much.
  fileprivate func shrunk(by factor: Double) -> LabelLook {
    var look = self
    for length in [\LabelStyle.size, \.margin] {
      if case .pixels(let value) = look.style[keyPath: length] {
        look.style[keyPath: length] = .pixels(value * factor)
      }
    }
    return look
  }
}
