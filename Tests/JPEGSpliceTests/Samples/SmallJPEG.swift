import Foundation

/// A photo of some forty pixels by forty, as cjpeg of libjpeg-turbo 2.1 writes it.
struct SmallJPEG: Sendable, CustomStringConvertible {
  let name: String
  let bytes: [UInt8]

  init(_ name: String, _ base64: String) {
    self.name = name
    bytes = [UInt8](Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data())
  }

  var description: String { name }

  static let sequential = [
    gray, halved, restarts, upright, quartered, separate, rgb, coarse, flat,
  ]
  static let progressives = [progressive, progressiveRestarts, refined]
  /// All that can be spliced.
  static let all = sequential + progressives
}
