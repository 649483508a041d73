import CaptureTime
import Files
import Formats
package import SystemPackage

/// The XMP beside a raw photo, in which its date is written: `IMG_1.CR2.xmp` as darktable and digiKam name
/// it, or `IMG_1.xmp` as Lightroom does, which is made where there is none.
package struct RawCompanion: Sendable {
  /// Where it is, or will be.
  package let path: FilePath
  /// What is in it; empty where there is none yet.
  let source: PhotoSource

  /// Reads the one that a photo has.
  ///
  /// - Parameter photo: the raw photo's path.
  /// - Throws: ``StampError`` where it cannot be read, is a symbolic link, or is longer than any.
  init(beside photo: FilePath) throws(StampError) {
    guard let name = photo.lastComponent, name.kind == .regular else {
      throw .file(.system(.read, photo, .noSuchFileOrDirectory))
    }
    let folder = photo.removingLastComponent()
    let names = [String(decoding: name), name.stem].flatMap { stem in
      ["xmp", "XMP", "Xmp"].map { "\(stem).\($0)" }
    }
    let places = names.compactMap { FilePath.Component($0).map(folder.appending) }
    for place in places {
      guard let type = (try? place.stat(followTargetSymlink: false))?.type else { continue }
      if type == .symbolicLink { throw .file(.symbolicLink(place)) }
      let reader = try rethrowing(PhotoReader(InputPhoto(named: place)), as: StampError.file)
      source = try rethrowing(reader.whole(allowed: Companion.byteLimit), as: StampError.file)
      path = place
      return
    }
    source = PhotoSource(bytes: [], attributes: nil)
    guard let last = FilePath.Component("\(name.stem).xmp") else {
      throw .file(.system(.create, photo, .invalidArgument))
    }
    path = folder.appending(last)
  }

  /// Whether it is there.
  var exists: Bool { !source.bytes.isEmpty }

  /// What is to be in it, with a date; everything else in it stays as it is.
  ///
  /// - Parameters:
  ///   - original: when the photo was taken.
  ///   - digitized: when it was made digital; nil where that is not to be said.
  /// - Returns: an XMP packet.
  /// - Throws: ``StampError/companion(_:)`` where it is no XMP.
  func dated(_ original: ExifDate, digitized: ExifDate?) throws(StampError) -> [UInt8] {
    var values: [(property: XMPProperty, text: String?)] = [
      (XMPProperty(.exif, "DateTimeOriginal"), original.xmpText),
      (XMPProperty(.photoshop, "DateCreated"), original.xmpText),
    ]
    if let digitized { values.append((XMPProperty(.xmp, "CreateDate"), digitized.xmpText)) }
    do throws(XMPError) {
      return try XMPEdit.set(values, in: exists ? source.bytes : XMPEdit.empty)
    } catch {
      let name = path.lastComponent.map { String(decoding: $0) } ?? ""
      throw .companion(.notXMP(name: name, error))
    }
  }
}

extension ExifDate {
  /// As XMP has it: `2024-01-31T23:59:59.25+09:00`, with what is known of it (XMP Part 1, 8.2.1.2).
  var xmpText: String {
    let parts = text.split(separator: " ", omittingEmptySubsequences: true)
    let day = String(parts.first ?? "").replacing(":", with: "-")
    let clock = text.dropFirst(11)
    guard clock.count >= 8, clock.prefix(2).allSatisfy(\.isNumber) else { return day }
    let hasSeconds = clock.suffix(2).allSatisfy(\.isNumber)
    let fraction = hasSeconds ? subsecond.map { ".\($0)" } ?? "" : ""
    return "\(day)T\(hasSeconds ? clock : clock.prefix(5))\(fraction)\(offset ?? "")"
  }
}
