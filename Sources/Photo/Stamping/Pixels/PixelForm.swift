import Formats
import Raster

/// What a picture is besides its pixels, as far as its labels may have changed it.
enum PixelForm {
  /// Of a palette, whose free entries the labels' colours took, the colours as ``Image/Layout`` has them, and
  /// the entry that stands for transparency; nil for true colour.
  case libgd(palette: [UInt32]?, transparent: Int?)
  /// The channels, which became others where they lacked the labels' colours. The size is the picture's.
  case samples(SampleLayout)

  init(of pixels: PhotoPixels) {
    switch pixels {
    case .libgd(let image):
      let layout = image.layout
      self = .libgd(palette: layout.palette, transparent: layout.transparent)
    case .samples(let image): self = .samples(image.layout)
    }
  }

  /// In bytes.
  var pixelSize: Int {
    switch self {
    case .libgd(let palette, _): palette == nil ? MemoryLayout<UInt32>.size : 1
    case .samples(let layout): layout.pixelSize
    }
  }

  /// A picture in the form that it had, its pixels as they are.
  ///
  /// - Parameter pixels: may be changed.
  /// - Returns: the same picture where that has its form.
  /// - Throws: ``PixelUndoError/otherPicture`` where it was coded in another way.
  func original(of pixels: PhotoPixels) throws(PixelUndoError) -> PhotoPixels {
    do {
      switch (self, pixels) {
      case (.libgd(let palette, let transparent), .libgd(let image)):
        var layout = image.layout
        guard (layout.palette == nil) == (palette == nil) else { break }
        if palette == nil { return pixels }
        (layout.palette, layout.transparent) = (palette, transparent)
        let original = try Image(layout)
        for y in 0..<image.height {
          image.withRow(y) { old in original.withRow(y) { $0.copyMemory(from: .init(old)) } }
        }
        return .libgd(original)
      case (.samples(var layout), .samples(let image)):
        (layout.width, layout.height) = (image.width, image.height)
        guard layout.depth == image.layout.depth else { break }
        return .samples(try image.converted(to: layout))
      case (.libgd, .samples), (.samples, .libgd): break
      }
    } catch {
      throw .raster(error)
    }
    throw .otherPicture
  }
}

extension PixelForm {
  private static let none = UInt32.max
  private static let number = MemoryLayout<UInt32>.size

  /// Of libgd's picture, how many colours the palette has, or the highest number for none; each of them;
  /// and the transparent entry, or the highest number for none. Of one in samples, the channels, the depth,
  /// the coding's bits, whether it is interlaced and has a key, as 1 and 2, the key's three numbers, how many
  /// colours its palette has, and each of them. All are numbers of four bytes, the highest first.
  var encoded: [UInt8] {
    let numbers: [UInt32]
    switch self {
    case .libgd(let palette, let transparent):
      numbers =
        [palette.map { UInt32(truncatingIfNeeded: $0.count) } ?? Self.none] + (palette ?? [])
        + [transparent.map { UInt32(truncatingIfNeeded: $0) } ?? Self.none]
    case .samples(let layout):
      let coding = layout.coding
      let key = coding.key ?? .zero
      numbers =
        [UInt32(layout.channels.rawValue)]
        + [
          layout.depth.rawValue, coding.bitDepth,
          (coding.isInterlaced ? 1 : 0) + (coding.key == nil ? 0 : 2), Int(key.x), Int(key.y),
          Int(key.z), layout.palette.count,
        ].map { UInt32(truncatingIfNeeded: $0) }
        + layout.palette.map(\.number)
    }
    return numbers.flatMap { ByteOrder.bigEndian.bytes(of: $0) }
  }

  /// What ``encoded`` gave at the start of some bytes, and how many of them that is; nil for what it cannot
  /// give.
  static func decoded(
    _ bytes: ArraySlice<UInt8>, inSamples: Bool
  ) -> (form: PixelForm, count: Int)? {
    let reader = ByteReader(bytes, .bigEndian)
    func numbers(_ range: Range<Int>) -> [UInt32]? {
      let numbers = range.compactMap { reader.uint32(at: number * $0) }
      return numbers.count == range.count ? numbers : nil
    }
    if inSamples { return samples(numbers) }
    guard let count = reader.uint32(at: 0) else { return nil }
    var palette: [UInt32]?
    if count != none {
      guard count <= UInt32(SampleLayout.mostColours) else { return nil }
      palette = numbers(1..<1 + Int(count))
      if palette == nil { return nil }
    }
    let place = 1 + (palette?.count ?? 0)
    guard let entry = reader.uint32(at: number * place) else { return nil }
    guard entry == none || entry < UInt32(palette?.count ?? 0) else { return nil }
    return (
      .libgd(palette: palette, transparent: entry == none ? nil : Int(entry)),
      number * (place + 1)
    )
  }

  private static func samples(
    _ numbers: (Range<Int>) -> [UInt32]?
  ) -> (form: PixelForm, count: Int)? {
    let fields = 8
    guard let values = numbers(0..<fields)?.map({ Int($0) }),
      let channels = UInt8(exactly: values[0]).flatMap(SampleLayout.Channels.init),
      let depth = SampleLayout.Depth(rawValue: values[1]), [1, 2, 4, 8, 16].contains(values[2]),
      values[2] <= depth.rawValue, values[3] <= 3,
      values[4...6].allSatisfy({ $0 <= Int(UInt16.max) }),
      values[7] <= (channels == .palette ? SampleLayout.mostColours : 0),
      channels != .palette || depth == .eight,
      let palette = numbers(fields..<fields + values[7])
    else { return nil }
    let key = SIMD3(UInt16(values[4]), UInt16(values[5]), UInt16(values[6]))
    let layout = SampleLayout(
      width: 0, height: 0, channels, depth, palette: palette.map(RGBA.init(number:)),
      coding: SampleCoding(
        bitDepth: values[2], key: values[3] & 2 == 0 ? nil : key, isInterlaced: values[3] & 1 == 1))
    return (.samples(layout), number * (fields + values[7]))
  }
}

extension RGBA {
  /// Red, green, blue and alpha, from the highest byte on.
  fileprivate var number: UInt32 {
    UInt32(red) << 24 | UInt32(green) << 16 | UInt32(blue) << 8 | UInt32(alpha)
  }

  fileprivate init(number: UInt32) {
    func part(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: number >> shift) }
    self.init(red: part(24), green: part(16), blue: part(8), alpha: part(0))
  }
}
