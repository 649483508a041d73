import Glibc

/// One face of a font file: which characters it has and how wide they are.
///
/// Measures are in em, straight from the file's tables and unhinted, so a label laid out by them is
/// the same picture at every size. libgd opens the file again to draw.
package struct Font: Sendable {
  /// The file that was read, with a slash in it: libgd takes names without one for fonts of the
  /// system.
  package let path: String
  /// The face's measures and characters.
  let face: FontFace

  /// Reads a TrueType or OpenType file, or the first face of a collection.
  ///
  /// - Throws: `FontError` when the file cannot be read or lacks a table that is needed.
  package init(file path: String) throws(FontError) {
    if path.utf8.contains(UInt8(ascii: ";")) { throw .unsupportedPath(path) }
    self.path = path.contains("/") ? path : "./" + path
    face = try FontFace(try Self.contents(of: path)[...], path: path)
  }

  /// Whether the face has a glyph of its own for a character, and libgd can reach it: libgd reads
  /// only characters of the Basic Multilingual Plane.
  package func has(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value <= 0xffff && face.characters.glyph(for: scalar) != nil
  }

  /// How far the pen moves with a character, in em; that of the "missing" glyph for one that the
  /// face does not have.
  package func advance(of scalar: Unicode.Scalar) -> Double {
    face.advance(ofGlyph: face.characters.glyph(for: scalar) ?? 0)
  }

  /// From the baseline up to the top of the line, in em.
  package var ascent: Double { face.ascent }
  /// From the baseline down to the bottom of the line, in em; above 0 as a rule.
  package var descent: Double { face.descent }
}

extension Font {
  /// No font is larger; what is, say a device that never ends, is not read on.
  private static let maximumSize = 256 << 20

  private static func contents(of path: String) throws(FontError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw .unreadable(path: path, code: errno) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .unreadable(path: path, code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= maximumSize else {
      throw .notAFont(path: path)
    }
    let size = Int(status.st_size)
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = read(file, buffer.baseAddress.map { $0 + count }, size - count)
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = errno }
        if got <= 0 { break }
        count += got
      }
    }
    if failure != 0 { throw .unreadable(path: path, code: failure) }
    return bytes
  }
}
