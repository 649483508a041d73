/// A strip or tile of one plane, as a TIFF file of its own with one strip: what libtiff is given to
/// decode, so that it sees nothing else of a photo's file.
package struct TIFFStrip: Sendable {
  /// The file.
  package let bytes: [UInt8]
  package let form: TIFFStripForm

  /// Nil where it is longer than the file can say.
  ///
  /// - Parameters:
  ///   - coded: as in the photo's file.
  ///   - form: what it is.
  package init?(_ coded: ArraySlice<UInt8>, _ form: TIFFStripForm) {
    let order = form.coding.byteOrder
    func short(_ tag: TIFFTag, _ value: Int) -> Field { (tag, .short, [value]) }
    func long(_ tag: TIFFTag, _ value: Int) -> Field { (tag, .long, [value]) }
    let samples = [Int](repeating: 0, count: form.samplesPerPixel)
    var fields: [Field] = [
      long(.imageWidth, form.size.width), long(.imageLength, form.size.height),
      (.bitsPerSample, .short, samples.map { _ in form.bits }),
      short(.compression, form.coding.compression), short(.photometricInterpretation, 1),
      short(.fillOrder, form.coding.isReversed ? 2 : 1), long(.stripOffsets, 0),
      short(.samplesPerPixel, form.samplesPerPixel), long(.rowsPerStrip, form.size.height),
      long(.stripByteCounts, coded.count), short(.planarConfiguration, 1),
    ]
    if form.coding.compression == 3 { fields.append(long(.t4Options, form.coding.t4Options)) }
    if form.coding.predictor != 1 { fields.append(short(.predictor, form.coding.predictor)) }
    fields.append((.sampleFormat, .short, samples.map { _ in form.isFloat ? 3 : 1 }))
    // Both lists of numbers take no more than 32 bytes each.
    let listsStart = TIFFStructure.headerSize + 2 + fields.count * TIFFStructure.entrySize + 4
    let dataStart = listsStart + 2 * 2 * form.samplesPerPixel
    guard UInt32(exactly: dataStart + coded.count) != nil else { return nil }
    var directory = order.bytes(of: UInt16(fields.count))
    var lists: [UInt8] = []
    for (tag, type, values) in fields {
      let value = tag == .stripOffsets ? [dataStart] : values
      let content = value.flatMap {
        type == .short
          ? order.bytes(of: UInt16(truncatingIfNeeded: $0))
          : order.bytes(of: UInt32(truncatingIfNeeded: $0))
      }
      directory += order.bytes(of: tag.rawValue) + order.bytes(of: type.rawValue)
      directory += order.bytes(of: UInt32(value.count))
      if content.count <= 4 {
        directory += content + [UInt8](repeating: 0, count: 4 - content.count)
      } else {
        directory += order.bytes(of: UInt32(listsStart + lists.count))
        lists += content
      }
    }
    lists += [UInt8](repeating: 0, count: dataStart - listsStart - lists.count)
    let mark: [UInt8] = order == .bigEndian ? [0x4D, 0x4D] : [0x49, 0x49]
    bytes =
      mark + order.bytes(of: TIFFStructure.magic)
      + order.bytes(of: UInt32(TIFFStructure.headerSize)) + directory + [0, 0, 0, 0] + lists + coded
    self.form = form
  }

  private typealias Field = (TIFFTag, TIFFType, [Int])
}

/// How a strip of its own is coded, and what its samples are.
package struct TIFFStripForm: Sendable, Hashable {
  package let size: PixelSize
  package let bits: Int
  package let isFloat: Bool
  package let samplesPerPixel: Int
  package let coding: TIFFCoding
  /// What its samples take, decoded: in the order of this machine where they have 16 bits or more.
  package let sampleBytes: Int

  /// Of the parts in a row of a page's grid.
  package init(of page: TIFFPage, rows: Int) {
    size = PixelSize(width: page.grid.part.width, height: rows)
    bits = page.samples.bits
    isFloat = page.samples.kind == .float
    samplesPerPixel = page.samples.together
    coding = page.coding
    sampleBytes = page.samples.rowBytes(size.width) * rows
  }
}
