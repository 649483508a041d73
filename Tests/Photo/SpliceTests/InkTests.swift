import Formats
import Testing

@testable import JPEGSplice

@Suite("Labels in ink")
struct InkTests {
  /// A colour, and how much of cyan, magenta, yellow and black ink prints it.
  struct Print: Sendable, CustomStringConvertible {
    let description: String
    let colour: [UInt8]
    let inks: [Int]

    func layer(on frame: JPEGFrameHeader, alpha: UInt8 = 255) -> Layer {
      Layer(
        x: 0, y: 0, width: frame.width, height: frame.height,
        pixels: .init(
          repeating: .init(red: colour[0], green: colour[1], blue: colour[2], alpha: alpha),
          count: frame.width * frame.height))
    }
  }

  static let prints = [
    Print(description: "white is paper", colour: [255, 255, 255], inks: [0, 0, 0, 0]),
    Print(description: "black is black ink", colour: [0, 0, 0], inks: [0, 0, 0, 255]),
    Print(description: "gray is some of it", colour: [128, 128, 128], inks: [0, 0, 0, 127]),
    Print(description: "orange has no black", colour: [255, 140, 0], inks: [0, 115, 255, 0]),
    Print(description: "navy has both", colour: [0, 0, 128], inks: [255, 255, 0, 127]),
    Print(description: "a dark brown", colour: [100, 50, 25], inks: [0, 128, 191, 155]),
  ]

  /// What a component's samples are in the mean, from 0 to 255.
  private func means(_ picture: JPEGPicture) throws -> [Double] {
    let coded = try ReferenceDecoder(picture.bytes)
    return zip(coded.components, picture.quantization).map { component, divisors in
      let places = (0..<component.rows).flatMap { row in
        (0..<component.columns).map { (column: $0, row: row) }
      }
      let sum = places.reduce(0) { sum, place in
        sum + (component.block(place.column, place.row).first ?? 0)
      }
      return 128 + Double(sum * Int(divisors[0])) / Double(8 * places.count)
    }
  }

  /// The amounts of ink that components of the samples' kind stand for.
  private func inks(_ samples: [Double], _ colour: ComponentColour) -> [Double] {
    var inks = samples
    if colour == .ycck {
      // T.871, 7, of the amounts themselves.
      inks[0] = samples[0] + 1.402 * (samples[2] - 128)
      inks[1] = samples[0] - 0.344_136 * (samples[1] - 128) - 0.714_136 * (samples[2] - 128)
      inks[2] = samples[0] + 1.772 * (samples[1] - 128)
    } else {
      for ink in 0..<3 { inks[ink] = 255 - samples[ink] }
    }
    inks[3] = 255 - samples[3]
    return inks
  }

  @Test("What a label hides becomes its inks", arguments: SmallJPEG.inks, prints)
  func opaque(sample: SmallJPEG, print: Print) throws {
    let picture = try JPEGPicture(sample.bytes)
    let splice = try Splice([print.layer(on: picture.frame)], over: picture, colour: picture.colour)
    let amounts = inks(try means(JPEGPicture(splice.bytes)), picture.colour)
    for (amount, expected) in zip(amounts, print.inks) {
      // Colour differences are rounded to some twentieth.
      #expect(abs(amount - Double(expected)) < 6, "\(amounts)")
    }
    try splice.expectOriginal(sample.bytes)
  }

  @Test("Half-transparent black adds black ink, and leaves the others", arguments: SmallJPEG.inks)
  func shade(sample: SmallJPEG) throws {
    let picture = try JPEGPicture(sample.bytes)
    let splice = try Splice(
      [Self.prints[1].layer(on: picture.frame, alpha: 128)], over: picture, colour: picture.colour)
    #expect(splice.touched.map { $0.count > 0 } == [false, false, false, true])
    let shaded = try JPEGPicture(splice.bytes)
    #expect(abs(try means(shaded)[3] - means(picture)[3] * 127 / 255) < 2)
    // Which is seen where a stamped photo is compared with its original.
    let comparison = try #require(try shaded.comparison(with: picture, outside: []))
    #expect(comparison.different.map { $0 > 0 } == [false, false, false, true])
  }

  @Test("The shade of half-transparent colours is that of light", arguments: prints)
  func mixture(print: Print) throws {
    // On a picture of cyan, magenta and yellow alone, laid over each other without black.
    for (under, alpha) in [(SIMD3(200.0, 90, 10), UInt8(77)), (SIMD3(30, 60, 255), 128)] {
      let layer = Layer(
        x: 0, y: 0, width: 1, height: 1,
        pixels: [
          .init(red: print.colour[0], green: print.colour[1], blue: print.colour[2], alpha: alpha)
        ])
      func over(_ version: LayerVersion, _ under: SIMD3<Double>) -> SIMD3<Double> {
        let pixel = version(layer).pixels[0]
        let share = Double(pixel.alpha) / 255
        let own = SIMD3(Double(pixel.red), Double(pixel.green), Double(pixel.blue))
        return under * (1 - share) + own * share
      }
      let printed = over(.hue, under) * over(.black, SIMD3(repeating: 255)) / 255
      let seen = over(.light, under)
      for channel in 0..<3 { #expect(abs(printed[channel] - seen[channel]) < 1.5) }
    }
  }

  @Test("Of a file with an Adobe segment the transform decides, and 255 is no ink in any")
  func colours() throws {
    #expect(
      try SmallJPEG.inks.map { try JPEGPicture($0.bytes).colour } == [.cmyk, .ycck, .cmyk, .ycck])
    #expect(JPEGParts(SmallJPEG.uneven.bytes).places(JPEGMarker(rawValue: 0xEE)).isEmpty)
  }

  /// A picture whose blocks have no coefficients, of 45 by 37 pixels.
  private func plain(sampling: [UInt8]) -> [UInt8] {
    func table(_ head: UInt8) -> [UInt8] {
      JPEGParts.segment(0xC4, [head, 1] + .init(repeating: 0, count: 15) + [0])
    }
    var header: [UInt8] = [8, 0, 37, 0, 45, UInt8(sampling.count)]
    var scan = [UInt8(sampling.count)]
    for (index, factors) in sampling.enumerated() {
      header += [UInt8(index), factors, 0]
      scan += [UInt8(index), 0]
    }
    var file: [UInt8] = [0xFF, 0xD8]
    file += JPEGParts.segment(0xDB, [0] + .init(repeating: 8, count: 64))
    file += JPEGParts.segment(0xC0, header) + table(0x00) + table(0x10)
    file += JPEGParts.segment(0xDA, scan + [0, 63, 0])
    // Two bits a block, of at most ten in an MCU of eight pixels by eight.
    return file + .init(repeating: 0, count: 90) + [0xFF, 0xD9]
  }

  @Test(
    "Samplings that share no pixels are spliced",
    arguments: [[0x31, 0x12, 0x21, 0x11], [0x13, 0x11, 0x22, 0x11], [0x11, 0x41, 0x12, 0x31]]
      as [[UInt8]])
  func sampling(factors: [UInt8]) throws {
    let bytes = plain(sampling: factors)
    let picture = try JPEGPicture(bytes)
    let original = try ReferenceDecoder(bytes)
    for position in 0..<9 {
      let (x, y) = Label.place(position, of: 14, in: (45, 37))
      let layer = Label.layer(x: x, y: y, width: 14, height: 7)
      let splice = try Splice([layer], over: picture, colour: picture.colour)
      try splice.check(JPEGStructure(splice.bytes), against: picture)
      try splice.expectOriginal(bytes)
      let changes = original.differences(
        try ReferenceDecoder(splice.bytes), touched: splice.touched)
      #expect(changes.outside == 0 && changes.inside > 0)
    }
  }

  @Test("More than ten blocks in an MCU are refused")
  func largeMCU() {
    let error = #expect(throws: JPEGError.self) {
      try JPEGPicture(plain(sampling: [0x22, 0x22, 0x12, 0x11]))
    }
    guard case .header(.invalid(.jpeg, "blocks in an MCU", _, 11, _)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
