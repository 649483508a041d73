import Testing

@testable import Formats

/// `ispe` is believed where the coded data say the same; a decoder takes memory for what they say.
@Suite("Sizes of HEIF images")
struct HEIFSizesTests {
  private func read(_ sample: HEIFSample) -> PhotoFileError? {
    do {
      _ = try PhotoFile(sample.bytes)
      return nil
    } catch {
      return error
    }
  }

  private func expectRefused(
    _ sample: HEIFSample, _ field: String, observed: Int, _ coded: Int,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let error = read(sample)
    guard case .invalid(_, field, _, observed, "\(coded), as in the coded data") = error else {
      Issue.record("\(String(describing: error))", sourceLocation: location)
      return
    }
  }

  /// Bits as text, in bytes whose rest is zeros.
  private static func bytes(_ bits: String) -> [UInt8] {
    let digits = Array(bits)
    return stride(from: 0, to: digits.count, by: 8).map { start in
      let byte = String(digits[start..<min(start + 8, digits.count)])
      return UInt8(byte.padding(8), radix: 2) ?? 0
    }
  }

  private static func number(_ value: Int, _ count: Int) -> String {
    let digits = String(value, radix: 2)
    return String(repeating: "0", count: count - digits.count) + digits
  }

  private static func exponential(_ value: Int) -> String {
    let digits = String(value + 1, radix: 2)
    return String(repeating: "0", count: digits.count - 1) + digits
  }

  /// A sequence parameter set of 4:2:0 with one sub-layer more where that is wanted.
  private static func parameterSet(_ width: Int, _ height: Int, subLayers: Int = 0) -> [UInt8] {
    var bits = number(0, 4) + number(subLayers, 3) + "1" + String(repeating: "10", count: 48)
    if subLayers > 0 {
      bits += "11" + String(repeating: "0", count: 14) + String(repeating: "01", count: 48)
    }
    bits += exponential(0) + exponential(1) + exponential(width) + exponential(height) + "0"
    return [0x42, 0x01] + bytes(bits)
  }

  private static func configuration(_ sets: [[UInt8]]) -> [UInt8] {
    let units: [UInt8] = sets.flatMap { (set) -> [UInt8] in [0, UInt8(set.count)] + set }
    return HEIFSample.box(
      "hvcC", [UInt8](repeating: 1, count: 21) + [3, 1, 0xA1, 0, UInt8(sets.count)] + units)
  }

  private static func hevc(_ sets: [[UInt8]], data: [UInt8] = [0xAA]) -> HEIFSample {
    HEIFSample(properties: [HEIFSample.ispe(360, 240), configuration(sets)], data: data)
  }

  @Test("HEVC's parameter sets have to agree, with all their sub-layers", arguments: [0, 1])
  func parameterSets(subLayers: Int) {
    #expect(read(Self.hevc([Self.parameterSet(360, 240, subLayers: subLayers)])) == nil)
    // Whole coding blocks, of which the picture is a part.
    #expect(read(Self.hevc([Self.parameterSet(384, 256, subLayers: subLayers)])) == nil)
    expectRefused(
      Self.hevc([Self.parameterSet(22_000, 240, subLayers: subLayers)]), "ispe width",
      observed: 360, 22_000)
    expectRefused(
      Self.hevc([
        Self.parameterSet(360, 240), Self.parameterSet(360, 22_000, subLayers: subLayers),
      ]), "ispe height", observed: 240, 22_000)
  }

  @Test("A parameter set among the coded data is read too")
  func parameterSetInData() {
    let set = Self.parameterSet(22_000, 22_000)
    let data = [0, 0, 0, 2, 0x26, 0x01, 0, 0, 0, UInt8(set.count)] + set
    expectRefused(
      Self.hevc([Self.parameterSet(360, 240)], data: data), "ispe width", observed: 360, 22_000)
  }

  @Test("A parameter set that ends early is refused")
  func cutParameterSet() {
    let cut = Array(Self.parameterSet(360, 240).prefix(14))
    let error = read(Self.hevc([cut]))
    guard case .missing(.heic, part: "size in the coded data of item 1", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// A unit with its length.
  private static func unit(_ type: UInt8, _ bits: String) -> [UInt8] {
    let bytes = bytes(bits)
    return [type << 3 | 2, UInt8(bytes.count)] + bytes
  }

  private static func sequenceHeader(_ width: Int, _ height: Int, isReduced: Bool) -> [UInt8] {
    var bits = isReduced ? "000" + "11" + "00000" : "000" + "10" + "0" + "0" + "00000"
    if !isReduced { bits += number(0, 12) + "00000" }
    bits += number(15, 4) + number(15, 4) + number(width - 1, 16) + number(height - 1, 16)
    // No frame numbers, tools, order hints; frames choose neither screen content nor vectors.
    if !isReduced { bits += "0" + "000" + "0000" + "0" + "00" }
    return unit(1, bits)
  }

  private static func av1(_ data: [UInt8]) -> HEIFSample {
    HEIFSample(
      majorBrand: "avif", itemType: "av01",
      properties: [HEIFSample.ispe(360, 240), HEIFSample.box("av1C", [0x81, 0, 0, 0])],
      data: data)
  }

  @Test("AV1's sequence header has to agree", arguments: [true, false])
  func sequenceHeaders(isReduced: Bool) {
    #expect(read(Self.av1(Self.sequenceHeader(360, 240, isReduced: isReduced))) == nil)
    expectRefused(
      Self.av1(Self.sequenceHeader(22_000, 240, isReduced: isReduced)), "ispe width",
      observed: 360, 22_000)
  }

  @Test("An AV1 frame that gives itself another size is refused")
  func overriddenSize() {
    let header = Self.sequenceHeader(360, 240, isReduced: false)
    // A key frame that is shown: coding tables are updated, and the size is the sequence's or not.
    let usual = header + Self.unit(6, "0" + "00" + "1" + "0" + "0")
    let other = header + Self.unit(6, "0" + "00" + "1" + "0" + "1")
    #expect(read(Self.av1(usual)) == nil)
    guard case .missing(.avif, part: "size in the coded data of item 1", _) = read(Self.av1(other))
    else {
      Issue.record("\(String(describing: read(Self.av1(other))))")
      return
    }
  }

  @Test("Sizes that come after more units than are read are refused")
  func manyUnits() {
    let set = Self.parameterSet(22_000, 22_000)
    let empty: [UInt8] = [0, 0, 0, 2, 0x4E, 0x01]
    let many = Array(repeating: empty, count: 1001).flatMap { $0 }
    expectNoSize(
      Self.hevc([Self.parameterSet(360, 240)], data: many + [0, 0, 0, UInt8(set.count)] + set))
    let padding = Array(repeating: Self.unit(15, ""), count: 1001).flatMap { $0 }
    let first = Self.sequenceHeader(360, 240, isReduced: true)
    let second = Self.sequenceHeader(22_000, 22_000, isReduced: true)
    expectNoSize(Self.av1(first + padding + second), .avif)
  }

  @Test("A copy of an AV1 frame's header that gives another size is refused")
  func overriddenSizeInCopy() {
    let header = Self.sequenceHeader(360, 240, isReduced: false)
    expectNoSize(Self.av1(header + Self.unit(7, "0" + "00" + "1" + "0" + "1")), .avif)
  }

  private func expectNoSize(
    _ sample: HEIFSample, _ format: PhotoFormat = .heic,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let error = read(sample)
    guard case .missing(format, part: "size in the coded data of item 1", _) = error else {
      Issue.record("\(String(describing: error))", sourceLocation: location)
      return
    }
  }

  @Test(
    "The alpha plane's size has to agree, by each name that decoders take for one",
    arguments: [
      "urn:mpeg:avc:2015:auxid:1", "urn:mpeg:hevc:2015:auxid:1",
      "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha",
    ])
  func alphaPlane(name: String) {
    var sample = Self.hevc([Self.parameterSet(360, 240)])
    sample.auxiliary = name
    sample.auxiliaryProperties = [
      HEIFSample.fullBox("auxC", Array("else\0".utf8)), HEIFSample.ispe(360, 240),
      Self.configuration([Self.parameterSet(22_000, 240)]),
    ]
    expectRefused(sample, "ispe width", observed: 360, 22_000)
  }

  @Test("What a picture is derived from has to agree, however deep", arguments: [1, 2, 3])
  func derivedFrom(depth: Int) {
    var sample = HEIFSample(itemType: "iden", properties: [HEIFSample.ispe(360, 240)])
    sample.derivation = HEIFSample.Derivation(
      depth: depth,
      properties: [
        HEIFSample.ispe(360, 240), Self.configuration([Self.parameterSet(22_000, 240)]),
      ])
    expectRefused(sample, "ispe width", observed: 360, 22_000)
  }

  @Test("Two of what has to be single are refused: decoders differ in which they take")
  func repeatedBoxes() {
    let item: [UInt8] = [0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]
    for (name, box) in [
      ("pitm boxes", HEIFSample.fullBox("pitm", [0, 1])),
      ("iloc boxes", HEIFSample.fullBox("iloc", version: 1, [0x44, 0, 0, 1] + item)),
      ("idat boxes", HEIFSample.box("idat", [0])),
      ("ipco boxes", []),
    ] {
      var sample = Self.hevc([Self.parameterSet(360, 240)])
      if name == "ipco boxes" {
        sample.moreProperties = HEIFSample.box("ipco", [])
      } else {
        sample.moreMeta = box
      }
      expectRepeated(sample, name)
    }
    var sample = Self.hevc([Self.parameterSet(360, 240)])
    sample.moreBoxes = [HEIFSample.fullBox("meta", [])]
    expectRepeated(sample, "meta boxes")
    sample = Self.hevc([Self.parameterSet(360, 240)])
    sample.repeatsLocation = true
    expectRepeated(sample, "locations of an item")
  }

  @Test("Extents of all lengths that 64 bits can say are refused", arguments: [1, 2])
  func longestExtents(secondLength: UInt64) {
    func extents(_ item: UInt8) -> [UInt8] {
      [0, item, 0, 0, 0, 2]
        + [0, UInt64(Int64.max), 0, secondLength].flatMap { ByteOrder.bigEndian.bytes(of: $0) }
    }
    func entry(_ item: UInt8) -> [UInt8] {
      HEIFSample.fullBox("infe", version: 2, [0, item, 0, 0] + Array("hvc1\0".utf8))
    }
    let properties = HEIFSample.box(
      "iprp",
      HEIFSample.box("ipco", HEIFSample.ispe(360, 360))
        + HEIFSample.fullBox("ipma", [0, 0, 0, 1, 0, 1, 1, 1]))
    let meta = HEIFSample.fullBox(
      "meta",
      HEIFSample.fullBox("hdlr", Array("\0\0\0\0pict".utf8) + [UInt8](repeating: 0, count: 13))
        + HEIFSample.fullBox("pitm", [0, 1])
        + HEIFSample.fullBox("iinf", [0, 2] + entry(1) + entry(2))
        + HEIFSample.fullBox("iloc", [0x88, 0, 0, 2] + extents(1) + extents(2))
        + HEIFSample.fullBox("iref", HEIFSample.box("dimg", [0, 1, 0, 1, 0, 2])) + properties)
    let type = HEIFSample.box("ftyp", Array("heic\0\0\0\0mif1heic".utf8))
    #expect(throws: PhotoFileError.self) { try PhotoFile(type + meta) }
  }

  private func expectRepeated(_ sample: HEIFSample, _ name: String) {
    let error = read(sample)
    guard case .invalid(.heic, "number of \(name)", _, 2, "1") = error else {
      Issue.record("\(name): \(String(describing: error))")
      return
    }
  }

  @Test("A grid's own size has to agree")
  func grid() {
    func grid(_ width: UInt16, _ height: UInt16) -> HEIFSample {
      let order = ByteOrder.bigEndian
      return HEIFSample(
        itemType: "grid", properties: [HEIFSample.ispe(360, 240)],
        data: [0, 0, 0, 0] + order.bytes(of: width) + order.bytes(of: height))
    }
    #expect(read(grid(360, 240)) == nil)
    expectRefused(grid(22_000, 240), "ispe width", observed: 360, 22_000)
  }
}

extension String {
  fileprivate func padding(_ count: Int) -> String {
    self + String(repeating: "0", count: count - self.count)
  }
}
