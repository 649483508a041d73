/// What a warning of libjpeg means for the pixels; jerror.h lists them, `JWRN_…`.
///
/// libgd passes on only the first of a decoding, and its image is complete in any case: where data
/// is missing, with made-up pixels.
enum JPEGWarning: Hashable {
  /// Every pixel is as the camera wrote it.
  case harmless
  /// Bytes that belong to nothing stand before a marker: padding, or what is left of coded data
  /// that went out of step. `marker` is the marker's second byte.
  case extraneousBytes(count: Int, marker: UInt8)
  /// Pixels were lost: the file ends early, a code does not exist, a restart marker is missing.
  case loss

  private static let harmlessMessages = [
    // Some cameras write zeros for the spectral selection of a baseline scan (jdhuff.c).
    "Invalid SOS parameters for sequential JPEG",
    // Taken for the usual colour transform.
    "Unknown Adobe color transform code",
    "Warning: unknown JFIF revision number",
  ]

  /// - Parameter message: as libjpeg formats it, in English only.
  init(message: String) {
    let words = message.split(separator: " ")
    if Self.harmlessMessages.contains(where: message.hasPrefix) {
      self = .harmless
    } else if words.count == 9, words[4] == "extraneous", let count = Int(words[3]),
      let marker = UInt8(words[8].dropFirst(2), radix: 16)
    {
      // "Corrupt JPEG data: 12 extraneous bytes before marker 0xd9"
      self = .extraneousBytes(count: count, marker: marker)
    } else {
      self = .loss
    }
  }

  /// Whether the warning means that pixels of this file were lost.
  ///
  /// Extraneous bytes pass as padding before the header's segments, and before the end of the image
  /// where they are all the same.
  func meansLoss(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    switch self {
    case .harmless: return false
    case .loss: return true
    case .extraneousBytes(let count, let marker):
      let outline = JPEGOutline(bytes)
      if marker != JPEGOutline.endOfImage { return !outline.hasJunkInHeader }
      guard let end = outline.end, count <= end else { return true }
      let rest = bytes[end - count..<end]
      return rest.contains { $0 != rest.first }
    }
  }
}
