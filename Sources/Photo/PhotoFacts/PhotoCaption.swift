import Formats

/// Finds the words that somebody gave a photo.
///
/// Tried in this order, and the first with any words wins: XMP `dc:description` (in the default
/// language), IPTC Caption/Abstract (IIM 4.2, dataset 2:120) and EXIF ImageDescription (Exif 3.0,
/// section 4.6.5.4). The last comes last because it alone is written by cameras on their own.
enum PhotoCaption {
  private static let captionAbstract: UInt8 = 120

  static func find(
    exif: [ExifDirectories], xmp: XMPFacts, iptc streams: [ArraySlice<UInt8>]
  ) -> String? {
    if let caption = xmp.description.flatMap({ FactLine.text($0) }), !isDefault(caption) {
      return caption
    }
    for stream in streams {
      let value = IPTCStream(stream, wanted: [captionAbstract]).values[captionAbstract]
      if let caption = value.flatMap({ FactLine.text($0) }), !isDefault(caption) { return caption }
    }
    return exif.lazy.compactMap { $0.main[.imageDescription]?.line }.first { !isDefault($0) }
  }

  /// Whether a camera or a program wrote the words, for want of any; other programs copy them from
  /// place to place.
  static func isDefault(_ caption: String) -> Bool {
    let words = caption.lowercased()
    return defaults.contains(words) || beginnings.contains(where: words.hasPrefix)
      || caption.hasSuffix(ending) && caption == caption.uppercased()
      || !words.contains { $0.isLetter || $0.isNumber || !$0.isASCII }
  }

  /// In small letters, as all of the following.
  private static let defaults: Set<String> = [
    "default", "digital stillcamera", "dji", "epson dsc picture", "exif jpeg", "image", "jpeg",
    "kodak digital still camera", "my beautiful picture", "null", "none", "samsung", "sony dsc",
    "untitled", "user comments", "(null)",
    // The modes of Huawei's and Honor's phones.
    "bty", "cof", "cofptr", "dav", "davptr", "edf", "edfptr", "fbt", "fbtptr", "hdr",
    "hdrpl", "mde", "mdeptr", "nor", "oznor", "oznorwo", "ptr", "rbt", "rbtptr", "rhdr", "rpt",
    "sdr", "vdr",
  ]

  /// A path on the camera's card, a JPEG's kind, Samsung's model names in brackets, programs.
  private static let beginnings = [
    "dcim\\", "dcim/", "c:\\dcim", "exif_jpeg", "exif-jpeg", "<digimax", "<kenox", "<samsung",
    "created with gimp", "processed with vsco",
  ]

  /// "OLYMPUS DIGITAL CAMERA", "KONICA MINOLTA DIGITAL CAMERA" and the like, all in capitals.
  private static let ending = "DIGITAL CAMERA"
}
