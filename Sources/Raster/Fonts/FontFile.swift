import CRaqm
import Glibc

/// The bytes of a font file, held in memory for as long as a face reads them.
///
/// Not mapped: a file that another program cuts short would end this one with SIGBUS.
final class FontFile {
  let path: String
  let bytes: UnsafeMutableBufferPointer<UInt8>

  /// No font is larger; what is, say a device that never ends, is not read on.
  private static let maximumSize = 256 << 20

  /// Reads a TrueType or OpenType file, or a collection of them.
  ///
  /// - Throws: `FontError.unreadable`, `notAFont`.
  convenience init(reading path: String) throws(FontError) {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw .unreadable(path: path, code: errno) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .unreadable(path: path, code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.maximumSize else {
      throw .notAFont(path: path)
    }
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Int(status.st_size))
    var count = 0
    while count < bytes.count {
      let got = read(file, bytes.baseAddress.map { $0 + count }, bytes.count - count)
      if got < 0, errno == EINTR { continue }
      if got < 0 {
        let code = errno
        bytes.deallocate()
        throw .unreadable(path: path, code: code)
      }
      if got == 0 { break }
      count += got
    }
    // What a file lost since its size was asked for is not there to be read.
    bytes[count...].initialize(repeating: 0)
    try self.init(bytes, path: path)
  }

  /// Copies a font that is in memory already; the path is for errors only.
  ///
  /// - Throws: `FontError.notAFont`.
  convenience init(_ contents: [UInt8], path: String) throws(FontError) {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: contents.count)
    _ = bytes.initialize(fromContentsOf: contents)
    try self.init(bytes, path: path)
  }

  /// Takes the memory over, also where it throws.
  private init(_ bytes: UnsafeMutableBufferPointer<UInt8>, path: String) throws(FontError) {
    (self.bytes, self.path) = (bytes, path)
    let version = bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    guard bytes.count >= 4, Self.versions.contains(version) else { throw .notAFont(path: path) }
  }

  deinit { bytes.deallocate() }

  /// What the file may start with (OpenType 1.9.1, "Organization of an OpenType font"): TrueType
  /// outlines, CFF outlines, the two of Apple, a collection. FreeType reads more kinds of fonts, each
  /// by code of its own that a hostile file could reach.
  private static let versions: Set<UInt32> = [
    0x0001_0000, fourCC("OTTO"), fourCC("true"), fourCC("typ1"), fourCC("ttcf"),
  ]

  private static func fourCC(_ tag: String) -> UInt32 {
    tag.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }
}

/// Why a font file could not be used.
package enum FontError: Error, Hashable, Sendable {
  /// The file could not be read; `code` is the system's errno.
  case unreadable(path: String, code: Int32)
  /// Neither TrueType nor OpenType by its first four bytes.
  case notAFont(path: String)
  /// A table that every font has is missing or ends too early. `table` is its tag, "cmap" also
  /// where the font has no Unicode mapping.
  case missingTable(path: String, table: String)
  /// FreeType refused the font; `code` is its error (fterrdef.h).
  case refused(path: String, code: Int32)

  /// What FreeType says of a font.
  init(freeType code: FT_Error, path: String) {
    let table: String? =
      switch Int(code) {
      case Int(FT_Err_Horiz_Header_Missing): "hhea"
      case Int(FT_Err_Hmtx_Table_Missing): "hmtx"
      case Int(FT_Err_CMap_Table_Missing), Int(FT_Err_Invalid_CharMap_Format): "cmap"
      case Int(FT_Err_Locations_Missing): "loca"
      default: nil
      }
    if let table {
      self = .missingTable(path: path, table: table)
    } else {
      self = .refused(path: path, code: code)
    }
  }
}
