import Files
package import Formats
package import Raster
package import SystemPackage

/// What the picture of a camera's raw file is.
package struct RawPicture: Sendable, Hashable {
  let format: RawFormat
  /// As coded, in pixels.
  let size: PixelSize
  /// What the sensor measured; nil where the file does not say it.
  let sensor: PixelSize?
  /// Whether it was made of the sensor's data; else it is a JPEG that the file holds.
  let isDeveloped: Bool

  /// What a person should know of it; nil of a JPEG that shows all that the sensor measured, but for the
  /// few pixels at its edges that cameras leave out.
  var warning: StampWarning? {
    if isDeveloped { return .developedRaw(format) }
    guard let sensor, 10 * max(size.width, size.height) < 9 * max(sensor.width, sensor.height)
    else { return nil }
    return .smallerThanRaw(format, picture: size, sensor: sensor)
  }
}

extension RawFormat {
  /// The format of a file that is there; nil where it is no camera's raw file, or cannot be read.
  package init?(ofFile path: FilePath) {
    guard let reader = try? PhotoReader(InputPhoto(named: path)) else { return nil }
    self.init(of: reader)
  }

  /// As ``init(ofFile:)``.
  init?(of reader: PhotoReader) {
    do throws(StampError) {
      if let raw = try reader.raw() {
        self = raw.format
        return
      }
      _ = try reader.format()
      return nil
    } catch .photo(.raw(let format)) {
      self = format
    } catch .photo(.rawDamaged(let format, _)) {
      self = format
    } catch {
      return nil
    }
  }
}

extension PhotoReader {
  /// The facts of a camera's raw file, without its sensor data; nil for anything
  /// else.
  ///
  /// - Throws: ``StampError``; ``PhotoFileError/raw(_:)`` in it for a format with only its mark known.
  package func raw() throws(StampError) -> RawPhoto? {
    let head = try rethrowing(head(), as: StampError.file)
    let marked = RawFormat(head: head)
    guard marked != nil || PhotoFormat.detect(head) == .tiff else { return nil }
    let count = try rethrowing(length(), as: StampError.file)
    let raw = try reading { read throws(StampError) in
      try rethrowing(RawPhoto(byteCount: count, read: read), as: StampError.photo)
    }
    if let marked, raw == nil { throw .photo(.raw(marked)) }
    return raw
  }

  /// The picture of a raw file: the largest JPEG in it, or one that is developed where that is small.
  ///
  /// - Parameters:
  ///   - raw: what the file says of itself.
  ///   - decoder: develops; nil where nothing is to be developed.
  ///   - maxPixels: the most that a developed picture may have.
  ///   - allowed: the most memory that it may take, in bytes.
  /// - Returns: a JPEG with what the raw file says of the photo.
  /// - Throws: ``StampError``.
  package func picture(
    of raw: RawPhoto, by decoder: (any PictureDecoder)?,
    maxPixels: Int = PhotoHeader.mostPixels(megapixels: 200),
    allowed: Int = MemoryBudget.ofThisProcess.bytesPerJob
  ) throws(StampError) -> PhotoSource {
    if let largest = raw.pictures.first {
      try rethrowing(check(2 * largest.range.count, allowed), as: StampError.file)
    }
    let found = try reading { read throws(StampError) in
      try rethrowing(raw.jpeg(read: read), as: StampError.photo)
    }
    if let found, raw.isLarge(found.size) { return source(found.bytes, raw, found.size) }
    guard let decoder else {
      guard let found else { throw .photo(.rawWithoutPicture(raw.format)) }
      return source(found.bytes, raw, found.size)
    }
    return try developed(raw, by: decoder, maxPixels: maxPixels, allowed)
  }

  /// Of a developed picture, on libjpeg's scale: as good as the cameras' best JPEGs.
  private static let quality = 95

  private func developed(
    _ raw: RawPhoto, by decoder: any PictureDecoder, maxPixels: Int, _ allowed: Int
  ) throws(StampError) -> PhotoSource {
    guard decoder.developsRaw else { throw .needsLibRaw(raw.format) }
    if let size = raw.size {
      let needed = size.width * size.height * RawDeveloper.bytesPerPixel + raw.byteCount
      guard needed <= allowed else { throw .tooMuchMemory(needed: needed, allowed: allowed) }
    }
    let whole = try rethrowing(whole(allowed: allowed), as: StampError.file)
    let image: Image
    do throws(RasterError) {
      image = try decoder.developed(whole.bytes, of: raw.size, maxPixels: maxPixels)
    } catch .cannotDecode(_, let detail) {
      throw .notDeveloped(raw.format, detail: detail)
    } catch {
      throw .raster(error)
    }
    let size = PixelSize(width: image.width, height: image.height)
    let encoded = try rethrowing(
      image.encoded(as: .jpeg(quality: Self.quality, progressive: false)), as: StampError.raster)
    let bytes = try rethrowing(raw.jpeg(developed: encoded), as: StampError.photo)
    return source(bytes, raw, size, isDeveloped: true)
  }

  private func source(
    _ bytes: [UInt8], _ raw: RawPhoto, _ size: PixelSize, isDeveloped: Bool = false
  ) -> PhotoSource {
    PhotoSource(
      bytes: bytes, attributes: attributes,
      raw: RawPicture(
        format: raw.format, size: size, sensor: raw.size, isDeveloped: isDeveloped))
  }

  /// The file's length, in bytes; what comes through a pipe is read for it.
  private func length() throws(FileError) -> Int {
    if let size { return size }
    return try whole().bytes.count
  }

  /// Does what reads parts of the file, and throws what reading them threw.
  private func reading<Answer>(
    _ work: (@escaping RawPhoto.Reading) throws(StampError) -> Answer
  ) throws(StampError) -> Answer {
    let failure = ReadingFailure()
    let answer: Result<Answer, StampError> = Result { () throws(StampError) in
      try work { offset, count in
        do throws(FileError) {
          return try self.bytes(from: offset, upTo: count)
        } catch {
          failure.first = failure.first ?? error
          return []
        }
      }
    }
    if let error = failure.first { throw .file(error) }
    return try answer.get()
  }
}

/// The first failure of several readings.
private final class ReadingFailure {
  var first: FileError?
}
