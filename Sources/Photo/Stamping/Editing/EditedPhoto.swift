import Files
import Filters
import Formats
import JPEGSplice
import Raster

/// A photo after an edit, as far as that comes before the label: a JPEG or BMP that is to become one is
/// edited as a file, so that its stamp comes off again; all others are edited between decoding and coding.
struct EditedPhoto {
  let file: PhotoFile
  let frame: Frame
  /// What is left to do to the decoded pixels.
  var pixels: PixelEdit?
  /// Whether the file is what it is to be, and no quality is to be changed any more.
  var isFinished = false
  var warnings: [StampWarning] = []
  /// Why its pixels differ, if it was re-encoded.
  var cause: Fidelity.Cause?

  /// A photo that is not edited.
  init(_ photo: PhotoFile) { self.init(photo, Frame(photo.header)) }

  fileprivate init(_ photo: PhotoFile, _ frame: Frame) {
    file = photo
    self.frame = frame
  }
}

/// Edits photos.
struct PhotoEditing {
  let edit: PhotoEdit
  let quality: Int?
  let allowsLoss: Bool
  let maxRecodedPixels: Int
  let decoder: @Sendable () -> any PictureDecoder

  /// Edits a photo.
  ///
  /// - Parameters:
  ///   - photo: carries no stamp.
  ///   - output: the format that it becomes.
  /// - Returns: the photo to stamp.
  /// - Throws: ``StampError``.
  func edited(_ photo: PhotoFile, as output: PhotoFormat) throws(StampError) -> EditedPhoto {
    if edit.isNone { return EditedPhoto(photo) }
    let plan = PixelEdit(edit, of: photo.header)
    if photo.header.format == .bmp, output == .bmp { return try recodedBMP(photo, plan) }
    guard let structure = photo.jpegStructure, output == .jpeg else {
      return try edited(photo, by: plan)
    }
    if edit.filter != .normal { return try recoded(photo, plan, because: .filter) }
    if edit.isExact { return try recoded(photo, plan, because: .exact) }
    if quality != nil { return try recoded(photo, plan, because: .quality) }
    if plan.cuts { try PhotoMemory(of: .cropping, on: photo).check() }
    do throws(JPEGError) {
      return try cut(photo, JPEGPicture(ending: structure), plan)
    } catch let error where ReencodingReason(error) != nil {
      return try recoded(photo, plan, because: ReencodingReason(error) ?? .unusual)
    } catch {
      throw .jpeg(error)
    }
  }

  /// A photo to edit later; a JPEG's parts that would show the whole picture go now.
  private func edited(_ photo: PhotoFile, by plan: PixelEdit) throws(StampError) -> EditedPhoto {
    var file = photo
    if let structure = photo.jpegStructure {
      var segments = plan.segments(under: photo.header.orientation)
      // What follows the image is named when it is lost.
      segments.dropsTrailer = false
      file = try rethrowing(PhotoFile(segments.rewritten(structure)), as: StampError.photo)
    }
    var edited = EditedPhoto(file, plan.frame)
    edited.pixels = plan
    edited.warnings = plan.warnings
    return edited
  }
}

extension PhotoEditing {
  /// Turns a JPEG by its orientation tag and cuts it at its MCUs: no coefficient changes.
  private func cut(
    _ photo: PhotoFile, _ picture: JPEGPicture, _ plan: PixelEdit
  ) throws(JPEGError) -> EditedPhoto {
    let orientation = photo.header.orientation.turned(clockwise: edit.quarterTurns)
    let coded = PixelSize(width: picture.frame.width, height: picture.frame.height)
    let wanted = plan.area.coded(under: orientation, of: coded)
    let grid = JPEGCrop.grid(of: picture.frame)
    let area = PixelArea(
      columns: wanted.columns.moved(to: grid.width, within: coded.width),
      rows: wanted.rows.moved(to: grid.height, within: coded.height))
    var segments = JPEGSegmentEdit()
    if edit.quarterTurns > 0 { segments.orientation = orientation }
    guard plan.cuts else {
      return try finished(segments.rewritten(picture.structure), plan)
    }
    segments.size = PixelSize(width: area.columns.count, height: area.rows.count)
    (segments.dropsThumbnails, segments.dropsTrailer) = (true, true)
    segments.dropsGainMap = picture.structure.gainMap != nil
    let file = try JPEGCrop(picture, to: area).file(
      adding: segments.addition(to: picture.structure), segments.edits(of: picture.structure))
    guard let file else { throw .damaged(.coefficientTooLarge, at: picture.bytes.count) }
    var edited = try finished(file, plan)
    if area != wanted {
      let right = area.columns.lowerBound - wanted.columns.lowerBound
      let down = area.rows.lowerBound - wanted.rows.lowerBound
      let way = Placement(x: 0, y: 0, orientation: orientation, codedWidth: 1, codedHeight: 1)
      edited.warnings.append(
        .cropMoved(
          width: plan.size.width, height: plan.size.height,
          right: right * way.right.dx + down * way.right.dy,
          down: right * way.down.dx + down * way.down.dy))
    }
    edited.warnings += Self.warnings(ofTrailerOf: picture.structure)
    return edited
  }

  /// Decodes a JPEG, edits it and re-encodes it.
  private func recoded(
    _ photo: PhotoFile, _ plan: PixelEdit, because reason: ReencodingReason
  ) throws(StampError) -> EditedPhoto {
    let recoding = try PhotoRecoding(
      photo, as: .jpeg, quality: quality, reasons: [.reencoding(reason)], allowsLoss: allowsLoss,
      edit: plan, maxPixels: maxRecodedPixels)
    try recoding.needed(on: photo).check()
    let result = try recoding.withoutLabels(decodingBy: decoder())
    let structure = try rethrowing(JPEGStructure(result.bytes), as: StampError.photo)
    var segments = plan.segments(under: photo.header.orientation)
    let map = structure.gainMap
    if let map, segments.dropsTrailer || plan.filter != .normal {
      // Other tones would be brightened where the old ones were; further images need the index.
      segments.dropsGainMap = true
      if !map.isAlone { segments.dropsTrailer = true }
    }
    var edited = try rethrowing(
      finished(segments.rewritten(structure), plan), as: StampError.jpeg)
    edited.warnings += result.warnings
    if case .reencoded(let cause, _) = result.fidelity { edited.cause = cause }
    if segments.dropsTrailer, let old = photo.jpegStructure {
      edited.warnings += Self.warnings(ofTrailerOf: old)
    } else if segments.dropsGainMap {
      edited.warnings.append(.lost(.extra(.gainMap)))
    }
    return edited
  }

  /// Decodes a BMP, edits it and writes it in true colour.
  private func recodedBMP(
    _ photo: PhotoFile, _ plan: PixelEdit
  ) throws(StampError) -> EditedPhoto {
    let recoding = try PhotoRecoding(
      photo, as: .bmp, quality: nil, reasons: [], allowsLoss: allowsLoss, edit: plan,
      maxPixels: maxRecodedPixels)
    try recoding.needed(on: photo).check()
    let result = try recoding.withoutLabels(decodingBy: decoder())
    var edited = try rethrowing(finished(result.bytes, plan), as: StampError.jpeg)
    edited.warnings += result.warnings
    if case .reencoded(let cause, _) = result.fidelity { edited.cause = cause }
    return edited
  }

  private func finished(_ bytes: [UInt8], _ plan: PixelEdit) throws(JPEGError) -> EditedPhoto {
    let file = try rethrowing(PhotoFile(bytes), as: JPEGError.header)
    var edited = EditedPhoto(file, Frame(file.header))
    edited.isFinished = true
    edited.warnings = plan.warnings
    return edited
  }

  private static func warnings(ofTrailerOf structure: JPEGStructure) -> [StampWarning] {
    guard let end = structure.imageEnd, end < structure.bytes.count else { return [] }
    let map = structure.gainMap?.range
    let others = structure.bytes.count - end - (map?.count ?? 0)
    // Writers put some zeros between images.
    let isMapAlone = map != nil && others < 4096
    return [isMapAlone ? .lost(.extra(.gainMap)) : .cutTrailer]
  }
}

extension Range<Int> {
  /// The range as long as it is, from the nearest multiple of a step on from which there is room for it.
  fileprivate func moved(to step: Int, within length: Int) -> Range<Int> {
    let below = lowerBound / step * step
    let above = below + step
    let isNearer = lowerBound - below > step / 2 && above + count <= length
    let start = isNearer ? above : below
    return start..<start + count
  }
}
