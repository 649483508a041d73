import Formats
import Foundation
import TestSupport
import Testing

@testable import JPEGSplice

@Suite("As djpeg decodes it", .enabled(if: Djpeg.isThere, "\(Djpeg.note)"))
struct DjpegTests {
  private static func jpegs(in folder: String?) -> [String] {
    guard let folder else { return [] }
    let files = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
    return files.filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".mpo") }.sorted()
  }

  /// Photos that are of no form that is spliced, or broken.
  private static let refused: Set<String> = [
    "corrupt/singlerowtrunc.jpg", "exotic/beach.jpg", "exotic/testimgari.jpg",
    "exotic/testimgl.jpg", "exotic/testorig12.jpg",
  ]
  static let sharedPhotos = jpegs(in: SharedPhotos.folder).filter { !refused.contains($0) }
  /// For what jpegtran codes anew: it drops restart markers, and each larger photo then has the coding and
  /// sampling of one of these.
  static let smallerPhotos = sharedPhotos.filter { name in
    let path = SharedPhotos.path(name) ?? ""
    let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
    return size.map { $0 < 1_200_000 } ?? false
  }
  static let samplePhotos = jpegs(in: Checkout.samples)

  /// Where labels lie: all places and sizes on small photos, fewer the larger they are.
  private func layers(_ frame: JPEGFrameHeader, fileSize: Int) -> [Layer] {
    let side = min(frame.width, frame.height)
    let usual = max(16, side / 6)
    func label(_ position: Int, _ size: Int) -> Layer {
      let (x, y) = Label.place(position, of: size, in: (frame.width, frame.height))
      return Label.layer(x: x, y: y, width: size, height: max(3, size / 2))
    }
    let outside = Label.layer(
      x: frame.width - usual / 2, y: frame.height - usual / 4, width: usual, height: usual / 2)
    if fileSize > 200_000 { return [label(8, usual)] }
    if fileSize > 20_000 { return [label(4, usual), label(0, 9), outside] }
    return (0..<9).flatMap { [label($0, 9), label($0, usual)] }
      + [outside, label(4, 2 * max(frame.width, frame.height))]
  }

  /// Stamps a file, and expects that nothing outside the labels is decoded otherwise, and that the
  /// original comes back.
  func splice(_ bytes: [UInt8]) async throws {
    let picture = try JPEGPicture(bytes)
    let original = try await Djpeg(bytes)
    let small = try await Djpeg(bytes, "-scale", "1/8")
    for layer in layers(picture.frame, fileSize: bytes.count) {
      let splice = try Splice([layer], over: picture, colour: picture.colour)
      try splice.check(JPEGStructure(splice.bytes), against: picture)
      try splice.expectOriginal(bytes)
      #expect(JPEGParts.differInTablesAlone(bytes, splice.bytes))
      let pixels = TouchedPixels(splice.touched, in: picture.frame)
      let changes = expectSame(original, try await Djpeg(splice.bytes), pixels, layer)
      #expect(changes || min(layer.width, picture.frame.width) < 10)
      let eighths = TouchedPixels(splice.touched, in: picture.frame, scale: 8)
      _ = expectSame(small, try await Djpeg(splice.bytes, "-scale", "1/8"), eighths, layer)
    }
  }

  /// Expects no change outside the touched pixels.
  ///
  /// - Returns: whether there is one inside.
  private func expectSame(
    _ original: Djpeg, _ spliced: Djpeg, _ pixels: TouchedPixels, _ layer: Layer
  ) -> Bool {
    let place = Comment(
      rawValue: "layer \(layer.width) by \(layer.height) at \(layer.x), \(layer.y)")
    #expect(spliced.warnings == original.warnings, place)
    #expect([spliced.width, spliced.height] == [original.width, original.height], place)
    guard [spliced.width, spliced.height] == [original.width, original.height] else { return false }
    var (parts, touched, key): ([Range<Int>], [Range<Int>], [ClosedRange<Int>]) = ([], [], [])
    var (different, changed) = (0, false)
    for row in 0..<original.height {
      if pixels.key(row: row) != key {
        key = pixels.key(row: row)
        parts = pixels.parts(row: row, width: original.width, touched: false)
        touched = pixels.parts(row: row, width: original.width, touched: true)
      }
      if !parts.allSatisfy({ original.isEqual(spliced, row: row, $0) }) { different += 1 }
      if !changed {
        changed = !touched.allSatisfy { original.isEqual(spliced, row: row, $0) }
      }
    }
    #expect(different == 0, "rows that differ outside, \(place)")
    return changed
  }

  @Test("only the pixels under touched blocks change, of small files", arguments: SmallJPEG.all)
  func small(sample: SmallJPEG) async throws { try await splice(sample.bytes) }

  @Test("only the pixels under touched blocks change, of the samples", arguments: samplePhotos)
  func sample(name: String) async throws {
    try await splice([UInt8](Data(contentsOf: URL(filePath: "\(Checkout.samples)/\(name)"))))
  }

  @Test(
    "only the pixels under touched blocks change, of real photos",
    .enabled(if: SharedPhotos.areThere, "\(SharedPhotos.note)"), arguments: sharedPhotos)
  func shared(name: String) async throws {
    let path = try #require(SharedPhotos.path(name))
    try await splice([UInt8](Data(contentsOf: URL(filePath: path))))
  }

  @Test(
    "a label has its colours, whatever the components mean",
    arguments: SmallJPEG.inks + [.rgb, .upright], InkTests.prints)
  func colours(sample: SmallJPEG, print: InkTests.Print) async throws {
    let picture = try JPEGPicture(sample.bytes)
    let splice = try Splice([print.layer(on: picture.frame)], over: picture, colour: picture.colour)
    let pixel = try await Djpeg(splice.bytes).pixel(picture.frame.width / 2, row: 9)
    for (seen, meant) in zip(pixel, print.colour) {
      #expect(abs(Int(seen) - Int(meant)) < 6, "\(pixel)")
    }
  }

  @Test("only the pixels under touched blocks change, of a file without tables")
  func withoutTables() async throws {
    try await splice(JPEGParts(SmallJPEG.restarts.bytes).withoutTables().bytes)
  }
}

/// A JPEG decoded by `djpeg`, the decoder of libjpeg or libjpeg-turbo.
struct Djpeg {
  /// The program, where it is installed.
  static let path = ["/usr/bin/djpeg", "/usr/local/bin/djpeg", "/opt/homebrew/bin/djpeg"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }
  static let isThere = path != nil
  static let note = "needs djpeg of libjpeg-turbo-progs"

  struct Failure: Error {
    let status: Int32
  }

  let width: Int
  let height: Int
  /// Bytes of a pixel.
  let channels: Int
  let warnings: String
  private let data: Data
  private let start: Int

  /// Decodes each component at its own resolution, with pixels repeated to the picture's.
  init(_ bytes: [UInt8], _ options: String...) async throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(bytes, to: "in.jpg")
    let output = folder.path("out.pnm")
    let program = try await Program.run(
      Self.path ?? "", ["-nosmooth"] + options + ["-outfile", output, input])
    guard program.status == 0 || program.status == 2 else {
      throw Failure(status: program.status)
    }
    warnings = program.error
    data = try Data(contentsOf: URL(filePath: output))
    // "P6 width height 255" and one space.
    var fields: [String] = []
    var next = 0
    while fields.count < 4 {
      let end = data[next...].firstIndex { $0 == 0x20 || $0 == 0x0A } ?? data.count
      fields.append(String(decoding: data[next..<end], as: UTF8.self))
      next = end + 1
    }
    (width, height) = (Int(fields[1]) ?? 0, Int(fields[2]) ?? 0)
    channels = fields[0] == "P5" ? 1 : 3
    start = next
  }

  /// The channels of a pixel.
  func pixel(_ column: Int, row: Int) -> [UInt8] {
    let first = start + (row * width + column) * channels
    return Array(data[first..<first + channels])
  }

  /// Whether a part of a row is the same in another picture of the same size.
  func isEqual(_ other: Djpeg, row: Int, _ columns: Range<Int>) -> Bool {
    let first = start + (row * width + columns.lowerBound) * channels
    let shift = other.start - start
    return data.withUnsafeBytes { own in
      other.data.withUnsafeBytes { others in
        guard let own = own.baseAddress, let others = others.baseAddress else { return false }
        return memcmp(own + first, others + first + shift, columns.count * channels) == 0
      }
    }
  }
}

/// The pixels under the touched blocks of any component, at the picture's size or a fraction of it.
struct TouchedPixels {
  private let frame: JPEGFrameHeader
  private let touched: [BlockArea]
  /// Pixels of the picture to one.
  private let scale: Int

  init(_ touched: [BlockArea], in frame: JPEGFrameHeader, scale: Int = 1) {
    (self.touched, self.frame, self.scale) = (touched, frame, scale)
  }

  /// Blocks that hold a place, which may be two where a block ends in the midst of a pixel.
  private func blocks(_ place: Int, _ factor: Int, _ largest: Int) -> ClosedRange<Int> {
    let (first, last) = (place * scale, place * scale + scale - 1)
    return first * factor / (8 * largest)...(last * factor + factor - 1) / (8 * largest)
  }

  /// The touched parts of a row of pixels, or those that are not touched.
  func parts(row: Int, width: Int, touched isTouched: Bool) -> [Range<Int>] {
    var mask = [Bool](repeating: false, count: width)
    for (area, component) in zip(touched, frame.components) {
      for blockRow in blocks(row, component.vertical, frame.maxVertical) {
        for column in area.columns where area.contains(column: column, row: blockRow) {
          let side = 8 * frame.maxHorizontal
          let first = column * side / component.horizontal / scale
          let end = ((column + 1) * side + component.horizontal - 1) / component.horizontal
          for pixel in first..<min((end + scale - 1) / scale, width) { mask[pixel] = true }
        }
      }
    }
    var (parts, start) = ([Range<Int>](), 0)
    for pixel in mask.indices where mask[pixel] != mask[start] {
      if mask[start] == isTouched { parts.append(start..<pixel) }
      start = pixel
    }
    if width > start, mask[start] == isTouched { parts.append(start..<width) }
    return parts
  }

  /// What the rows have in common for which the parts are the same.
  func key(row: Int) -> [ClosedRange<Int>] {
    frame.components.map { blocks(row, $0.vertical, frame.maxVertical) }
  }
}
