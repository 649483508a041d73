import CRaqm
import Glibc

/// FreeType's state, which one thread at a time may use together with all faces opened with it
/// (freetype.h, `FT_Library`): ``FontStack`` keeps both behind one mutex.
final class FreeTypeLibrary {
  let handle: FT_Library

  /// - Throws: `FontError.refused`, where there is no memory left; the path is for that alone.
  init(for path: String) throws(FontError) {
    var handle: FT_Library?
    let code = FT_Init_FreeType(&handle)
    guard code == 0, let handle else { throw .refused(path: path, code: code) }
    self.handle = handle
  }

  deinit { FT_Done_FreeType(handle) }
}

/// One face of a font file: its measures, its characters and its outlines, or coloured pictures instead.
///
/// Measures are in em and unhinted, so a label laid out by them is the same picture at every size.
final class FontFace {
  /// As the text layout takes it: its size is always that at which a font unit is a pixel, so that
  /// every advance is the font's own, of no size and not rounded; of pictures it is their own.
  let handle: FT_Face
  /// From the baseline up to the line's top and down to its bottom, in em: those of `hhea`, or those
  /// of `OS/2` where the font prefers them (fsSelection bit 7, USE_TYPO_METRICS).
  let ascent: Double
  let descent: Double
  let unitsPerEm: Double
  /// Whether glyphs are pictures of one size, in colour (CBDT), of which `unitsPerEm` are pixels.
  private let hasPictures: Bool
  var path: String { file.path }
  private let file: FontFile
  private let library: FreeTypeLibrary

  /// Opens the only face of a file, or a collection's first.
  ///
  /// - Throws: `FontError.missingTable`, `refused`.
  init(_ file: FontFile, library: FreeTypeLibrary) throws(FontError) {
    var opened: FT_Face?
    let code = FT_New_Memory_Face(
      library.handle, file.bytes.baseAddress, file.bytes.count, 0, &opened)
    guard code == 0, let opened else { throw FontError(freeType: code, path: file.path) }
    (handle, self.file, self.library) = (opened, file, library)
    let face = opened.pointee
    let strike = Self.largestStrike(of: face)
    hasPictures = strike != nil
    let (units, up, down): (Double, Double, Double)
    if let strike {
      let code = FT_Select_Size(opened, strike.index)
      let metrics = code == 0 ? opened.pointee.size?.pointee.metrics : nil
      units = strike.pixelsPerEm
      up = Double(metrics?.ascender ?? 0) / 64
      down = -Double(metrics?.descender ?? 0) / 64
    } else {
      units = Double(max(face.units_per_EM, 1))
      (up, down) = (Double(face.ascender), -Double(face.descender))
    }
    (unitsPerEm, ascent, descent) = (units, up / units, down / units)

    // From here on deinit closes the face where an error is thrown.
    func require(_ condition: Bool, _ table: String) throws(FontError) {
      if !condition { throw .missingTable(path: file.path, table: table) }
    }
    let isScalable = face.face_flags & FT_FACE_FLAG_SCALABLE != 0
    try require((isScalable || hasPictures) && face.num_glyphs > 0, "glyf")
    try require((16...16384).contains(unitsPerEm), "head")
    // What is drawn is a line high; no writing needs more, and memory goes with it.
    try require(ascent + descent > 0 && ascent <= 8 && descent <= 8, "hhea")
    try require(face.charmap?.pointee.encoding == FT_ENCODING_UNICODE, "cmap")
    if hasPictures { return }
    let sizing = FT_Set_Char_Size(handle, 0, Int(face.units_per_EM) * 64, 72, 72)
    if sizing != 0 { throw FontError(freeType: sizing, path: file.path) }
  }

  deinit { FT_Done_Face(handle) }

  /// The pictures of a face that has no outlines: those of the largest size.
  private static func largestStrike(
    of face: FT_FaceRec_
  ) -> (index: Int32, pixelsPerEm: Double)? {
    guard face.face_flags & FT_FACE_FLAG_SCALABLE == 0, face.face_flags & FT_FACE_FLAG_COLOR != 0,
      let sizes = face.available_sizes
    else { return nil }
    let strikes = (0..<max(face.num_fixed_sizes, 0)).map {
      (index: Int32($0), pixelsPerEm: Double(sizes[Int($0)].y_ppem) / 64)
    }
    return strikes.max { $0.pixelsPerEm < $1.pixelsPerEm }
  }

  /// Whether the face has a glyph of its own for a character.
  func has(_ scalar: Unicode.Scalar) -> Bool { FT_Get_Char_Index(handle, UInt(scalar.value)) != 0 }
}

extension FontFace {
  /// Room for ink above and below the line box, in em: what reaches further is not drawn.
  private static let overhang = 0.5
  /// Likewise to both sides of the pen; there are words of one glyph.
  private static let widest = 32.0
  /// The most pixels that a glyph may have: with that many it fills the largest photo.
  private static let maximumArea = 1 << 28
  /// Outlines are kept this near to the pen, in 64ths of a pixel, where FreeType's numbers suffice.
  private static let farthest = Double(1 << 24)

  /// Draws a glyph, its pen at the corner of a pixel. Unhinted: it is the same picture at every size.
  ///
  /// - Parameters:
  ///   - glyph: its number in the face.
  ///   - emSize: in pixels, more than 0.
  /// - Returns: the mask; without pixels for a glyph without ink.
  /// - Throws: `RasterError.cannotDraw` for a broken glyph, `cannotAllocate` for a boundless one.
  func mask(ofGlyph glyph: UInt32, emSize: Double) throws(RasterError) -> GlyphMask {
    if hasPictures { return try picture(ofGlyph: glyph).mask(scaledBy: emSize / unitsPerEm) }
    try check(FT_Load_Glyph(handle, glyph, Int32(FT_LOAD_NO_SCALE)))
    guard let slot = handle.pointee.glyph, slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE else {
      throw cannotDraw(because: "no outline")
    }
    scale(&slot.pointee.outline, by: emSize * 64 / unitsPerEm)

    var box = FT_BBox()
    FT_Outline_Get_CBox(&slot.pointee.outline, &box)
    func pixels(_ em: Double) -> Int { Int((em * emSize).rounded(.up)) }
    let side = pixels(Self.widest)
    let left = max(box.xMin >> 6, -side)
    let right = min((box.xMax + 63) >> 6, side)
    let bottom = max(box.yMin >> 6, -pixels(descent + Self.overhang))
    let top = min((box.yMax + 63) >> 6, pixels(ascent + Self.overhang))
    guard slot.pointee.outline.n_points > 0, left < right, bottom < top else { return .blank }
    let (width, height) = (right - left, top - bottom)
    guard width <= Self.maximumArea / height else {
      throw .cannotAllocate(width: width, height: height)
    }

    FT_Outline_Translate(&slot.pointee.outline, -left * 64, -bottom * 64)
    var ink = Coverage(width: width, height: height)
    let code = ink.values.withUnsafeMutableBufferPointer { values in
      var bitmap = FT_Bitmap()
      (bitmap.width, bitmap.rows, bitmap.pitch) = (UInt32(width), UInt32(height), Int32(width))
      bitmap.buffer = values.baseAddress
      bitmap.num_grays = 256
      bitmap.pixel_mode = UInt8(FT_PIXEL_MODE_GRAY.rawValue)
      return FT_Outline_Get_Bitmap(library.handle, &slot.pointee.outline, &bitmap)
    }
    try check(code)
    return GlyphMask(ink: ink, left: left, top: -top)
  }

  private func picture(ofGlyph glyph: UInt32) throws(RasterError) -> ColourGlyph {
    try check(FT_Load_Glyph(handle, glyph, Int32(FT_LOAD_COLOR)))
    guard let slot = handle.pointee.glyph?.pointee, slot.format == FT_GLYPH_FORMAT_BITMAP else {
      throw cannotDraw(because: "no outline and no picture")
    }
    let bitmap = slot.bitmap
    let (width, height) = (Int(bitmap.width), Int(bitmap.rows))
    guard let buffer = bitmap.buffer, width > 0, height > 0 else { return .blank }
    guard bitmap.pixel_mode == UInt8(FT_PIXEL_MODE_BGRA.rawValue), Int(bitmap.pitch) >= 4 * width,
      max(width, height) <= ColourGlyph.longestSide
    else { throw cannotDraw(because: "no coloured picture") }
    let rows = UnsafeRawBufferPointer(start: buffer, count: Int(bitmap.pitch) * height)
    return ColourGlyph(
      width: width, height: height, left: Int(slot.bitmap_left), top: Int(slot.bitmap_top)
    ) { x, y in
      let place = y * Int(bitmap.pitch) + 4 * x
      return (rows[place], rows[place + 1], rows[place + 2], rows[place + 3])
    }
  }

  /// Brings an outline from font units to 64ths of a pixel.
  ///
  /// The outline is as FreeType made it: `points` are `n_points` long.
  private func scale(_ outline: inout FT_Outline, by factor: Double) {
    func scaled(_ units: FT_Pos) -> FT_Pos {
      FT_Pos(min(max((Double(units) * factor).rounded(), -Self.farthest), Self.farthest))
    }
    for index in 0..<Int(max(outline.n_points, 0)) {
      let point = outline.points[index]
      outline.points[index] = FT_Vector(x: scaled(point.x), y: scaled(point.y))
    }
  }

  private func check(_ code: FT_Error) throws(RasterError) {
    if code != 0 { throw cannotDraw(because: "FreeType's error \(code)") }
  }

  private func cannotDraw(because detail: String) -> RasterError {
    .cannotDraw(font: file.path, detail: detail)
  }
}

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
