/// A file format that photos come in.
package enum PhotoFormat: String, Sendable, CaseIterable {
  case jpeg, png, webp, gif, bmp, tiff, heic, avif

  /// The extension for new files, without the dot.
  package var fileExtension: String { extensions[0] }

  /// All usual extensions in lower case, the most usual first.
  package var extensions: [String] {
    switch self {
    case .jpeg: ["jpg", "jpeg", "jpe", "jfif", "mpo"]
    case .png: ["png", "apng"]
    case .webp: ["webp"]
    case .gif: ["gif"]
    case .bmp: ["bmp", "dib"]
    case .tiff: ["tif", "tiff"]
    case .heic: ["heic", "heif", "hif", "heics"]
    case .avif: ["avif", "avifs"]
    }
  }
}
