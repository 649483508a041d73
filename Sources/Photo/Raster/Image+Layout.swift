import CCodecs.GD

extension Image {
  /// All that an image is besides its rows of pixels, so that another process can make the same one.
  package struct Layout: Hashable, Sendable {
    package var width: Int
    package var height: Int
    /// The colours of a palette: red, green and blue below seven bits of alpha, below a bit that says
    /// that no pixel has the colour. Nil for true colour.
    package var palette: [UInt32]?
    /// The palette's entry that stands for transparency; nil where none does.
    package var transparent: Int?
    package var isInterlaced = false
    /// In dots per inch, as libgd writes it into some formats.
    package var (resolutionX, resolutionY): (UInt32, UInt32) = (96, 96)

    /// The most dots per inch that anything is printed or scanned with, and more.
    package static let maximumResolution: UInt32 = 10_000_000

    /// True colour.
    package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

    /// The length of a row in memory, in bytes: a pixel is a palette's number, or four bytes.
    package var rowLength: Int { palette == nil ? width * MemoryLayout<Int32>.size : width }
  }

  package var layout: Layout {
    var layout = Layout(width: width, height: height)
    if isPalette {
      layout.palette = (0..<Int(gd.pointee.colorsTotal)).map { paletteEntry($0) }
      layout.transparent = gd.pointee.transparent >= 0 ? Int(gd.pointee.transparent) : nil
    }
    layout.isInterlaced = gd.pointee.interlace != 0
    layout.resolutionX = min(gd.pointee.res_x, Layout.maximumResolution)
    layout.resolutionY = min(gd.pointee.res_y, Layout.maximumResolution)
    return layout
  }

  /// An image of this layout with all pixels 0.
  ///
  /// - Parameter layout: sides of at least 1, at most 256 colours, `transparent` below 256.
  /// - Throws: `RasterError.cannotAllocate`.
  package convenience init(_ layout: Layout) throws(RasterError) {
    guard let palette = layout.palette else {
      try self.init(width: layout.width, height: layout.height)
      take(layout)
      return
    }
    let (gd, _) = LibGD.recordingMessages { () -> gdImagePtr? in
      guard let width = Int32(exactly: layout.width), let height = Int32(exactly: layout.height)
      else { return nil }
      return libgd.gdImageCreate(width, height)
    }
    guard let gd else { throw .cannotAllocate(width: layout.width, height: layout.height) }
    self.init(owning: gd)
    gd.pointee.colorsTotal = Int32(palette.count)
    for (entry, colour) in palette.enumerated() { setPaletteEntry(entry, colour) }
    gd.pointee.transparent = layout.transparent.map { Int32($0) } ?? -1
    take(layout)
  }

  private func paletteEntry(_ index: Int) -> UInt32 {
    func value(_ table: inout some Any) -> UInt32 {
      withUnsafeBytes(of: &table) {
        $0.load(fromByteOffset: index * MemoryLayout<UInt32>.stride, as: UInt32.self)
      }
    }
    let colour =
      value(&gd.pointee.red) << 16 | value(&gd.pointee.green) << 8 | value(&gd.pointee.blue)
    return colour | value(&gd.pointee.alpha) << 24 | (value(&gd.pointee.open) == 0 ? 0 : 1 << 31)
  }

  private func setPaletteEntry(_ index: Int, _ colour: UInt32) {
    func set(_ table: inout some Any, _ value: UInt32) {
      withUnsafeMutableBytes(of: &table) {
        $0.storeBytes(
          of: value, toByteOffset: index * MemoryLayout<UInt32>.stride, as: UInt32.self)
      }
    }
    set(&gd.pointee.red, colour >> 16 & 0xff)
    set(&gd.pointee.green, colour >> 8 & 0xff)
    set(&gd.pointee.blue, colour & 0xff)
    set(&gd.pointee.alpha, colour >> 24 & 0x7f)
    set(&gd.pointee.open, colour >> 31)
  }

  /// Gives the colours of a palette to be changed: 256 times four bytes, 0x??RRGGBB, whose highest byte
  /// stays as it is.
  package func changePalette(_ body: (UnsafeMutableRawBufferPointer) -> Void) {
    precondition(isPalette)
    var colours = (0..<Palette.capacity).map { paletteEntry($0) }
    colours.withUnsafeMutableBytes(body)
    for (index, colour) in colours.enumerated() { setPaletteEntry(index, colour) }
  }

  private func take(_ layout: Layout) {
    gd.pointee.interlace = layout.isInterlaced ? 1 : 0
    gd.pointee.res_x = layout.resolutionX
    gd.pointee.res_y = layout.resolutionY
  }

  /// Calls the body with the bytes of a row, `rowLength` of them.
  package func withRow<Failure: Error>(
    _ y: Int, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    precondition(y >= 0 && y < height)
    let start = isPalette ? UnsafeMutableRawPointer(indexRow(y)) : UnsafeMutableRawPointer(row(y))
    let length = isPalette ? width : width * MemoryLayout<Int32>.size
    try body(UnsafeMutableRawBufferPointer(start: start, count: length))
  }

  /// Whether a row holds nothing but what libgd can have put there: colours with seven bits of alpha,
  /// or numbers of a palette's entries.
  package func isRowSound(_ y: Int) -> Bool {
    if isPalette {
      let row = indexRow(y)
      var largest: UInt8 = 0
      for x in 0..<width { largest = max(largest, row[x]) }
      return largest < gd.pointee.colorsTotal
    }
    let row = row(y)
    var union: Int32 = 0
    for x in 0..<width { union |= row[x] }
    return union >= 0
  }
}
