/// A file format that short videos come in. Videos are kept and played, and never stamped.
package enum VideoFormat: String, Sendable, CaseIterable {
  case mp4, mov, webm

  /// For people.
  package var name: String {
    switch self {
    case .mp4: "MP4"
    case .mov: "QuickTime"
    case .webm: "WebM"
    }
  }

  /// In lower case, the most usual first.
  package var extensions: [String] {
    switch self {
    case .mp4: ["mp4", "m4v"]
    case .mov: ["mov", "qt"]
    case .webm: ["webm"]
    }
  }

  /// The extension for new files, without the dot.
  package var fileExtension: String { extensions[0] }

  /// As IANA's list of media types has it.
  package var mediaType: String {
    switch self {
    case .mp4: "video/mp4"
    case .mov: "video/quicktime"
    case .webm: "video/webm"
    }
  }

  /// The extensions of all formats.
  package static let allExtensions = allCases.flatMap(\.extensions)

  /// The format that a file name's extension says, in any case; nil where it says none.
  package init?(fileExtension: String) {
    let name = fileExtension.lowercased()
    guard let format = Self.allCases.first(where: { $0.extensions.contains(name) }) else {
      return nil
    }
    self = format
  }
}

extension VideoFormat {
  /// Brands of MP4 and of formats with its layout (ISO/IEC 14496-12, annex E; mp4ra.org).
  private static let brands: Set<FourCC> = [
    "isom", "iso2", "iso3", "iso4", "iso5", "iso6", "iso7", "iso8", "iso9", "mp41", "mp42", "avc1",
    "M4V ", "M4VH", "M4VP", "MSNV", "XAVC", "dash", "f4v ",
  ]
  /// Of audio alone.
  private static let audio: Set<FourCC> = ["M4A ", "M4B ", "M4P "]
  /// What QuickTime files begin with that are older than the file type box.
  private static let oldStarts: Set<FourCC> = ["moov", "mdat", "wide", "pnot"]

  /// The format that the first bytes of a file announce, of which some 4096 are enough; nil where they
  /// announce none of ours.
  package static func detect(_ head: [UInt8]) -> VideoFormat? {
    if EBMLElement.documentType(of: head[...]) == "webm" { return .webm }
    guard let box = ISOBox.boxes(in: head.prefix(4096)).first else { return nil }
    if oldStarts.contains(box.type) { return .mov }
    guard box.type == "ftyp", let major = box.reader.fourCC(at: 0) else { return nil }
    if major == "qt  " { return .mov }
    if PhotoFormat.isMarked(head) || RawFormat(head: head) != nil || audio.contains(major) {
      return nil
    }
    let all = [major] + stride(from: 8, to: box.content.count, by: 4).compactMap(box.reader.fourCC)
    return all.contains(where: brands.contains) ? .mp4 : nil
  }
}
