import Glibc

/// A picture in its file's own samples: gray, RGB or numbers of a palette, with or without straight alpha,
/// of 8 or 16 bits each.
///
/// Owns the memory of its rows; not Sendable, because nothing guards it against a second thread.
package final class SampleImage {
  package private(set) var layout: SampleLayout
  /// All rows.
  private var memory: UnsafeMutableRawBufferPointer

  package var width: Int { layout.width }
  package var height: Int { layout.height }

  /// A picture with all samples 0.
  ///
  /// - Throws: `RasterError.cannotAllocate`, also for a layout that no picture has.
  package init(_ layout: SampleLayout) throws(RasterError) {
    guard let count = layout.byteCount, let memory = calloc(count, 1) else {
      throw .cannotAllocate(width: layout.width, height: layout.height)
    }
    self.layout = layout
    self.memory = UnsafeMutableRawBufferPointer(start: memory, count: count)
  }

  deinit { free(memory.baseAddress) }

  /// Gives all rows, which follow one another without a gap, for the time of the call; samples of 16 bits
  /// are in the machine's byte order.
  package func withRows<Answer, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    try body(memory)
  }

  /// Gives one row for the time of the call.
  package func withRow<Answer, Failure: Error>(
    _ y: Int, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    precondition(y >= 0 && y < height)
    let length = layout.rowLength
    return try body(UnsafeMutableRawBufferPointer(rebasing: memory[y * length..<(y + 1) * length]))
  }

  /// Takes another picture's place: its samples and its layout.
  func become(_ other: SampleImage) {
    swap(&memory, &other.memory)
    swap(&layout, &other.layout)
  }

  /// How a file codes the samples.
  package var coding: SampleCoding {
    get { layout.coding }
    set { layout.coding = newValue }
  }

  /// The colours that the numbers in the pixels stand for.
  ///
  /// - Precondition: the picture has a palette.
  package var palette: [RGBA] {
    get { layout.palette }
    set {
      precondition(layout.channels == .palette && newValue.count <= SampleLayout.mostColours)
      layout.palette = newValue
    }
  }

  /// Whether each number of a palette has a colour. Other samples can have any value.
  package var isSound: Bool {
    layout.channels != .palette || Int(memory.max() ?? 0) < layout.palette.count
  }
}

/// A colour of sixteen bits a channel with straight alpha: red, green, blue and alpha.
package typealias WideColour = SIMD4<UInt16>

extension SampleImage {
  /// The colour at a pixel of the picture; both coordinates must lie inside.
  package subscript(x: Int, y: Int) -> WideColour {
    get {
      precondition(x >= 0 && x < width)
      var colours = [WideColour](repeating: .zero, count: width)
      read(row: y, into: &colours)
      return colours[x]
    }
    set {
      precondition(x >= 0 && x < width)
      var colours = [WideColour](repeating: .zero, count: width)
      read(row: y, into: &colours)
      colours[x] = newValue
      write(row: y, colours)
    }
  }

  /// Gives the colours of a row; samples of eight bits are scaled to sixteen.
  ///
  /// - Parameters:
  ///   - y: which row.
  ///   - colours: at least as many as the picture is wide; the first of them are replaced.
  package func read(row y: Int, into colours: inout [WideColour]) {
    precondition(colours.count >= width)
    withRow(y) { row in
      colours.withUnsafeMutableBufferPointer { colours in
        switch layout.depth {
        case .sixteen: read(row.bindMemory(to: UInt16.self), into: colours)
        case .eight: read(row.bindMemory(to: UInt8.self), into: colours)
        }
      }
    }
  }

  /// Replaces a row by colours, as far as the picture's channels have them: gray takes their red, a palette
  /// without a colour its first.
  ///
  /// - Parameters:
  ///   - y: which row.
  ///   - colours: at least as many as the picture is wide.
  package func write(row y: Int, _ colours: [WideColour]) {
    precondition(colours.count >= width)
    withRow(y) { row in
      colours.withUnsafeBufferPointer { colours in
        switch layout.depth {
        case .sixteen: write(colours, to: row.bindMemory(to: UInt16.self))
        case .eight: write(colours, to: row.bindMemory(to: UInt8.self))
        }
      }
    }
  }

  /// The caller guarantees a whole row of this picture's samples, and as many colours as it has pixels.
  private func read<Sample: FixedWidthInteger & UnsignedInteger>(
    _ samples: UnsafeMutableBufferPointer<Sample>,
    into colours: UnsafeMutableBufferPointer<WideColour>
  ) {
    let scale = UInt16.max / UInt16(Sample.max)
    func wide(_ index: Int) -> UInt16 { UInt16(truncatingIfNeeded: samples[index]) &* scale }
    switch layout.channels {
    case .gray:
      for x in 0..<width { colours[x] = WideColour(wide(x), wide(x), wide(x), .max) }
    case .grayAlpha:
      for x in 0..<width {
        let gray = wide(2 &* x)
        colours[x] = WideColour(gray, gray, gray, wide(2 &* x &+ 1))
      }
    case .rgb:
      for x in 0..<width {
        colours[x] = WideColour(wide(3 &* x), wide(3 &* x &+ 1), wide(3 &* x &+ 2), .max)
      }
    case .rgba:
      for x in 0..<width {
        let place = 4 &* x
        colours[x] = WideColour(
          wide(place), wide(place &+ 1), wide(place &+ 2), wide(place &+ 3))
      }
    case .palette:
      let palette = layout.palette.map(\.wide)
      for x in 0..<width {
        let number = Int(samples[x])
        colours[x] = number < palette.count ? palette[number] : WideColour(0, 0, 0, .max)
      }
    }
  }

  /// The caller guarantees room for a whole row of this picture's samples, and as many colours as it has
  /// pixels.
  private func write<Sample: FixedWidthInteger & UnsignedInteger>(
    _ colours: UnsafeBufferPointer<WideColour>, to samples: UnsafeMutableBufferPointer<Sample>
  ) {
    let shift = UInt16.bitWidth - Sample.bitWidth
    func narrow(_ value: UInt16) -> Sample { Sample(truncatingIfNeeded: value &>> shift) }
    let count = layout.channels.count
    switch layout.channels {
    case .gray: for x in 0..<width { samples[x] = narrow(colours[x].x) }
    case .grayAlpha:
      for x in 0..<width {
        samples[2 &* x] = narrow(colours[x].x)
        samples[2 &* x &+ 1] = narrow(colours[x].w)
      }
    case .rgb, .rgba:
      for x in 0..<width {
        for channel in 0..<count { samples[count &* x &+ channel] = narrow(colours[x][channel]) }
      }
    case .palette:
      var numbers: [WideColour: Sample] = [:]
      for (number, colour) in layout.palette.enumerated().reversed() {
        numbers[colour.wide] = Sample(truncatingIfNeeded: number)
      }
      for x in 0..<width { samples[x] = numbers[colours[x]] ?? 0 }
    }
  }
}

extension RGBA {
  /// The colour with each channel scaled to sixteen bits.
  package var wide: WideColour {
    WideColour(UInt16(red), UInt16(green), UInt16(blue), UInt16(alpha)) &* 257
  }

  /// The upper eight bits of each channel.
  package init(_ wide: WideColour) {
    let high = SIMD4<UInt8>(truncatingIfNeeded: wide &>> 8)
    self.init(red: high.x, green: high.y, blue: high.z, alpha: high.w)
  }
}
