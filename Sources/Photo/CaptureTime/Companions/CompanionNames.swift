/// The files of a folder that may be companions of its photos, by what their names say.
///
/// Google Takeout names a photo's JSON `NAME.json` or `NAME.supplemental-metadata.json`, cuts what stands
/// before `.json` at 46 characters, wherever that is, and sets a copy's number last: `IMG(1).jpg` has
/// `IMG.jpg(1).json`. An edited copy, `IMG-edited.jpg`, has its original's, and so has the video of a motion
/// photo. Editors name a photo's XMP `IMG.xmp` or `IMG.jpg.xmp`.
package struct CompanionNames: Sendable {
  /// What a Takeout name says: the photo's name, perhaps cut, and the number of the copy.
  private struct Subject: Hashable {
    let base: String
    let copy: Int?
  }

  private static let suffix = ".supplemental-metadata"
  /// Characters before `.json`.
  private static let cut = 46

  private var takeout: [Subject: [String]] = [:]
  private var xmp: [String: [String]] = [:]

  /// - Parameter names: all names in the folder; those of other files are passed over.
  package init(_ names: some Sequence<String>) {
    for name in names {
      guard let point = name.lastIndex(of: ".") else { continue }
      switch name[point...].lowercased() {
      case ".json": takeout[Self.subject(name[..<point]), default: []].append(name)
      case ".xmp": xmp[String(name[..<point]), default: []].append(name)
      default: break
      }
    }
  }

  package var isEmpty: Bool { takeout.isEmpty && xmp.isEmpty }

  /// The companions of a photo.
  ///
  /// - Parameter photo: its name.
  /// - Returns: at most one of each kind; or all those that fit equally well.
  package func companions(of photo: String) -> [(kind: Companion.Kind, names: [String])] {
    let name = PhotoName(photo)
    let xmp = [photo, name.stem].lazy.compactMap { self.xmp[$0] }.first
    return [(.xmp, xmp ?? []), (.takeout, json(of: name))].filter { !$0.names.isEmpty }
  }

  /// The JSON that fits best: that of the name as it is, that of a copy by its number, that of the original
  /// of an edited copy or a video.
  private func json(of name: PhotoName) -> [String] {
    guard !takeout.isEmpty else { return [] }
    let exact = fitting(name.whole, copy: nil)
    if !exact.isEmpty { return exact }
    if let copy = name.copy {
      let counted = fitting(name.withoutCopy, copy: copy)
      if !counted.isEmpty { return counted }
    }
    for stem in name.originalStems {
      // Of ".jpg" and ".jpeg" the same is left where both are cut.
      let ofOriginal = Set(PhotoName.extensions.flatMap { fitting(stem + $0, copy: name.copy) })
      if !ofOriginal.isEmpty { return ofOriginal.sorted() }
    }
    return []
  }

  /// The names that Takeout may have given to the JSON of a photo.
  private func fitting(_ photo: String, copy: Int?) -> [String] {
    let full = photo + Self.suffix
    var bases: Set<String> = [photo, full]
    if photo.count > Self.cut { bases = [String(photo.prefix(Self.cut))] }
    // Cut at any letter, for exports differ in what they count.
    var base = full
    while base.count > photo.count + 1 {
      base.removeLast()
      bases.insert(base)
    }
    return bases.sorted().flatMap { takeout[Subject(base: $0, copy: copy)] ?? [] }
  }

  /// Takes a copy's number, "(1)", off the end.
  private static func subject(_ text: Substring) -> Subject {
    guard let (rest, copy) = PhotoName.splitCopy(text) else {
      return Subject(base: String(text), copy: nil)
    }
    return Subject(base: String(rest), copy: copy)
  }
}

/// A photo's name in its parts: `IMG-edited(1).jpg`.
private struct PhotoName {
  let whole: String
  /// Without the extension.
  let stem: String
  private let fileExtension: String
  let copy: Int?
  private let stemWithoutCopy: String

  init(_ name: String) {
    whole = name
    let point = name.lastIndex(of: ".") ?? name.endIndex
    stem = String(name[..<point])
    fileExtension = String(name[point...])
    if let (rest, copy) = Self.splitCopy(name[..<point]) {
      (stemWithoutCopy, self.copy) = (String(rest), copy)
    } else {
      (stemWithoutCopy, copy) = (stem, nil)
    }
  }

  var withoutCopy: String { stemWithoutCopy + fileExtension }

  /// The stems of photos that may have this as an edited copy or video.
  var originalStems: [String] {
    let lowercased = stemWithoutCopy.lowercased()
    if let mark = Self.edited.first(where: { lowercased.hasSuffix($0) }) {
      return [String(stemWithoutCopy.dropLast(mark.count))]
    }
    if stem.count == Self.longestStem {
      // The mark may be cut too.
      let cut = Self.edited.flatMap { mark in (2..<mark.count).map { mark.prefix($0) } }
      if let mark = cut.filter({ lowercased.hasSuffix($0) }).max(by: { $0.count < $1.count }) {
        return [String(stemWithoutCopy.dropLast(mark.count))]
      }
    }
    let isVideo = Self.videos.contains(fileExtension.lowercased())
    // Of PXL_20240131.MP the photo is PXL_20240131.MP.jpg.
    return isVideo ? [stemWithoutCopy, withoutCopy] : []
  }

  /// A text without "(1)" at its end, and the number; nil where it has none.
  static func splitCopy(_ text: Substring) -> (rest: Substring, copy: Int)? {
    guard text.last == ")", let open = text.lastIndex(of: "("), open > text.startIndex else {
      return nil
    }
    let digits = text[text.index(after: open)...].dropLast()
    guard 1...4 ~= digits.count, digits.allSatisfy({ "0"..."9" ~= $0 }), let copy = Int(digits)
    else {
      return nil
    }
    return (text[..<open], copy)
  }

  /// What photos of an export have.
  static let extensions = [
    "", ".jpg", ".JPG", ".jpeg", ".JPEG", ".heic", ".HEIC", ".png", ".PNG", ".webp", ".gif", ".GIF",
    ".avif", ".dng", ".DNG", ".tif", ".tiff",
  ]
  /// Characters of the stem where Takeout cuts a photo's own name.
  private static let longestStem = 47
  private static let videos: Set<String> = [".mp", ".mp4", ".mov", ".m4v", ".mv"]

  /// What Google Photos adds to an edited copy's name, in the languages of its users. Names may be composed
  /// (NFC) or decomposed (NFD); Swift takes both as the same.
  private static let edited = [
    "-edited", "-effects", "-smile", "-mix", "-animation", "-collage", "-bearbeitet", "-bewerkt",
    "-editado", "-editada", "-ha editado", "-editat", "-edytowane", "-modifié", "-modificato",
    "-redigerad", "-redigeret", "-redigert", "-muokattu", "-upraveno", "-upravené", "-szerkesztett",
    "-düzenlendi", "-измененный", "-отредактировано", "-змінено", "-編集済み", "-수정됨", "-已编辑",
    "-已編輯", "-已修改", "-diedit", "-đã chỉnh sửa", "-แก้ไขแล้ว", "-επεξεργασμένο",
  ]
}
