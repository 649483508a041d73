import Files
import Formats
import Raster
import SystemPackage

/// Cameras' raw photos in a batch: the work is done on the picture in one, and the date goes into the XMP
/// beside it.
extension Batch {
  /// A raw photo that the work applies to; nil of anything else.
  func rawItem(
    _ photo: InputPhoto, number: Int, _ reader: PhotoReader
  ) throws(StampError) -> Item? {
    let format = plan.outputFormat(forRaw: photo)
    let head = try rethrowing(reader.head(), as: StampError.file)
    // Where none is taken, nothing more is said of it than that.
    if format == nil, plan.naming != .dated, let marked = RawFormat(head: head) {
      throw .photo(.raw(marked))
    }
    guard let raw = try reader.raw() else { return nil }
    guard let format = plan.naming == .dated ? .jpeg : format else {
      throw .photo(.raw(raw.format))
    }
    return Item(
      photo: photo, number: number, reader: reader, raw: raw, inputFormat: .jpeg, format: format)
  }

  /// What the work is done on: the photo, or the picture of a raw one.
  func source(
    of item: Item, allowed: Int = MemoryBudget.ofThisProcess.bytesPerJob
  ) throws(StampError) -> PhotoSource {
    guard let raw = item.raw else {
      return try rethrowing(item.reader.whole(allowed: allowed), as: StampError.file)
    }
    return try item.reader.picture(of: raw, by: work.decoder, allowed: allowed)
  }

  /// As ``source(of:allowed:)``, with the hash of the file itself where that is wanted.
  func source(
    of item: Item, allowed: Int = MemoryBudget.ofThisProcess.bytesPerJob,
    record: inout PhotoRecord
  ) throws(StampError) -> PhotoSource {
    let source = try source(of: item, allowed: allowed)
    if isProven {
      record.inputHash =
        item.raw == nil ? source.hash : try rethrowing(item.reader.hash(), as: StampError.file)
    }
    return source
  }

  /// Writes the date of a raw photo into the XMP beside it, or into one in the folder of the outputs.
  func date(
    _ raw: RawPhoto, _ item: Item, _ record: inout PhotoRecord
  ) throws(StampError) -> PhotoRecord.Result {
    let companion = try RawCompanion(beside: item.photo.path)
    let place: FilePath
    switch plan.destination {
    case .inPlace, .besideInput: place = companion.path
    case .folder:
      guard let output = plan.path(for: item.photo, format: item.format),
        let name = companion.path.lastComponent
      else { throw .photo(.raw(raw.format)) }
      place = output.removingLastComponent().appending(name)
    case .file, .standardOutput, .ofJobs: throw .photo(.raw(raw.format))
    }
    record.output = place
    if exists(place) { return .skipped(.outputExists) }
    guard
      let finished = try work.companion(
        of: raw, companion, item.reader.attributes, context(of: item))
    else { throw .photo(.raw(raw.format)) }
    record.warnings += finished.warnings
    if isDryRun { return finished.result }
    return try store(finished, of: companion.source, item, at: place, &record)
  }
}
