import CHEIF

/// libheif's process-wide state and its errors.
enum HEIF {
  /// Sets up libheif's registry of codecs once for the whole process, before two threads ask it.
  private static let isReady: Bool = heif_init(nil).code == heif_error_Ok

  /// A new context, to be released with `heif_context_free`; nil when memory is short.
  static func makeContext() -> OpaquePointer? {
    isReady ? heif_context_alloc() : nil
  }

  /// What libheif says of a failure, its first line; nil when there was none.
  static func message(of error: heif_error) -> String? {
    if error.code == heif_error_Ok { return nil }
    let text = error.message.map { String(cString: $0) }
    return text?.split(whereSeparator: \.isNewline).first.map(String.init)
      ?? "error \(error.code.rawValue)"
  }
}
