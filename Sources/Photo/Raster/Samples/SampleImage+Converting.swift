import CCodecs.GD

extension SampleImage {
  /// The picture with other channels of the same depth, or another palette.
  ///
  /// - Parameter layout: of the same size and depth.
  /// - Returns: a new picture, or this one where only its coding changes. What its channels cannot say is
  ///   lost: of colours in gray all but red, and colours that a palette lacks.
  /// - Throws: `RasterError.cannotAllocate`.
  package func converted(to layout: SampleLayout) throws(RasterError) -> SampleImage {
    precondition(
      (layout.width, layout.height, layout.depth) == (width, height, self.layout.depth))
    if layout.channels == self.layout.channels, layout.channels != .palette {
      coding = layout.coding
      return self
    }
    let other = try SampleImage(layout)
    if layout.channels == .palette, self.layout.channels == .palette {
      withRows { own in other.withRows { $0.copyMemory(from: UnsafeRawBufferPointer(own)) } }
      return other
    }
    var colours = [WideColour](repeating: .zero, count: width)
    for y in 0..<height {
      read(row: y, into: &colours)
      other.write(row: y, colours)
    }
    return other
  }

  /// Takes the channels that hold colours, with alpha where this picture has it, of gray and of a palette.
  ///
  /// - Throws: `RasterError.cannotAllocate`.
  package func takeColour() throws(RasterError) {
    let hasAlpha = layout.channels.hasAlpha || layout.palette.contains { $0.alpha < 255 }
    var layout = layout
    layout.channels = hasAlpha ? .rgba : .rgb
    layout.palette = []
    layout.coding.bitDepth = layout.depth.rawValue
    become(try converted(to: layout))
  }
}

extension SampleImage {
  /// A picture of libgd's in samples of eight bits: a palette stays one, true colour becomes RGB, with alpha
  /// where a pixel is not opaque.
  ///
  /// - Throws: `RasterError.cannotAllocate`.
  package convenience init(_ image: Image) throws(RasterError) {
    if image.isPalette {
      let count = image.layout.palette?.count ?? 0
      try self.init(
        SampleLayout(
          width: image.width, height: image.height, .palette,
          palette: (0..<count).map { image.paletteColour(UInt8(truncatingIfNeeded: $0)) }))
      for y in 0..<height {
        image.withRow(y) { from in withRow(y) { $0.copyMemory(from: UnsafeRawBufferPointer(from)) }
        }
      }
      return
    }
    try self.init(
      SampleLayout(
        width: image.width, height: image.height, image.transparency == .none ? .rgb : .rgba))
    var colours = [WideColour](repeating: .zero, count: width)
    for y in 0..<height {
      image.read(row: y, into: &colours)
      write(row: y, colours)
    }
  }
}

extension Image {
  /// Gives the colours of a row, scaled to sixteen bits.
  ///
  /// - Parameters:
  ///   - y: which row.
  ///   - colours: at least as many as the image is wide; the first of them are replaced.
  func read(row y: Int, into colours: inout [WideColour]) {
    precondition(y >= 0 && y < height && colours.count >= width)
    colours.withUnsafeMutableBufferPointer { colours in
      if isPalette {
        let palette = (0..<Palette.capacity).map { paletteColour(UInt8($0)).wide }
        let row = indexRow(y)
        for x in 0..<width { colours[x] = palette[Int(row[x])] }
      } else {
        let row = row(y)
        for x in 0..<width { colours[x] = TrueColour(raw: row[x]).rgba.wide }
      }
    }
  }

  /// A picture of samples in true colour, of which the upper eight bits of a channel stay, and of alpha
  /// seven.
  ///
  /// - Throws: `RasterError.cannotAllocate`.
  package convenience init(_ samples: SampleImage) throws(RasterError) {
    try self.init(width: samples.width, height: samples.height)
    var colours = [WideColour](repeating: .zero, count: width)
    for y in 0..<height {
      samples.read(row: y, into: &colours)
      let row = row(y)
      for x in 0..<width { row[x] = TrueColour(RGBA(colours[x])).raw }
    }
    gd.pointee.interlace = samples.coding.isInterlaced ? 1 : 0
  }
}
