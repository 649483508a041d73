import Filters
import Formats
import Hashing
import Raster
import Synchronization

/// The tables of all filters, for pages, which show photos with them: one picture, in which each table has
/// 33 rows (`FilterTable.strip`), in the order of the filters.
///
/// It is made when it is first asked for, which takes a fifth of a second.
final class FilterPicture: Sendable {
  static let name = "filters.png"

  private let made = Mutex<StaticFiles.File?>(nil)

  /// What names this state of the tables: other ones have another.
  static let version: [UInt8] = {
    let channels = FilterTable.sample.flatMap { [$0.x, $0.y, $0.z] }
    let bytes = channels.flatMap { ByteOrder.bigEndian.bytes(of: $0) }
    return Array(SHA256.hash(bytes.span))
  }()

  /// - Throws: `RasterError` where memory is short.
  func file() throws -> StaticFiles.File {
    try made.withLock { made in
      if let made { return made }
      let bytes = try Self.picture().encoded(as: Encoding(.png))
      let hash = Array(SHA256.hash(bytes.span))
      let file = StaticFiles.File(
        name: Self.name, type: "image/png", bytes: bytes,
        tag: EntityTag(hash: Array(hash.prefix(8))))
      made = file
      return file
    }
  }

  private static func picture() throws -> Image {
    let (width, height) = (FilterTable.stripWidth, FilterTable.stripHeight)
    let filters = Filter.allCases
    let picture = try Image(width: width, height: height * filters.count)
    for (index, filter) in filters.enumerated() {
      let strip = FilterTable.of(filter).strip
      for y in 0..<height {
        picture.withRow(index * height + y) { row in
          let pixels = row.bindMemory(to: UInt32.self)
          for x in 0..<width {
            let place = 3 * (y * width + x)
            pixels[x] = strip[place..<place + 3].reduce(0) { $0 << 8 | UInt32($1) }
          }
        }
      }
    }
    return picture
  }
}
