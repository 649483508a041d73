import Formats
import Testing

@testable import JPEGSplice

@Suite("Damaged pictures")
struct DamageTests {
  private func splice(_ bytes: [UInt8]) throws {
    let picture = try JPEGPicture(bytes)
    _ = try Splice([Label.whole(picture.frame)], over: picture, colour: picture.colour)
  }

  @Test("Data that end early are an error", arguments: SmallJPEG.all)
  func endsEarly(sample: SmallJPEG) throws {
    var file = JPEGParts(sample.bytes)
    let data = try #require(file.firstData)
    let left = file.parts[data].count / 2
    file.parts[data] = Array(file.parts[data].prefix(left))
    let error = try #require(throws: JPEGError.self) { try splice(file.bytes) }
    guard case .damaged = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test("Bits that begin no code are an error", arguments: [SmallJPEG.halved, .progressive, .gray])
  func unknownCode(sample: SmallJPEG) throws {
    var file = JPEGParts(sample.bytes)
    let data = try #require(file.firstData)
    file.parts[data].replaceSubrange(0..<4, with: [0xFF, 0, 0xFF, 0, 0xFF, 0, 0xFF, 0])
    let place = file.parts[..<data].joined().count
    #expect(throws: JPEGError.damaged(.unknownCode, at: place)) { try splice(file.bytes) }
  }

  /// Decoders differ in what they show of such a picture.
  @Test("A progressive picture that lacks a scan is not spliced", arguments: 0..<11)
  func missingScan(scan: Int) throws {
    var file = JPEGParts(SmallJPEG.refined.bytes)
    file.parts.remove(at: file.places(.startOfScan)[scan])
    #expect(throws: JPEGError.self) { try splice(file.bytes) }
  }

  @Test("A scan that repeats another is an error")
  func repeatedScan() throws {
    var file = JPEGParts(SmallJPEG.separate.bytes)
    let first = file.places(.startOfScan)[0]
    let at = file.bytes.count - 2
    file.parts.insert(contentsOf: file.parts[first...first + 1], at: file.parts.count - 1)
    #expect(throws: JPEGError.damaged(.wrongProgression, at: at)) { try splice(file.bytes) }
  }

  /// Differences from them would have no code.
  @Test("DC coefficients that no picture has are refused")
  func runaway() throws {
    var file = JPEGParts(SmallJPEG.gray.bytes)
    let tables = file.places(.huffmanTables)
    let scan = try #require(file.places(.startOfScan).first)
    for place in tables.reversed() { file.parts.remove(at: place) }
    // The first table's one code is for a difference of 15 bits, the other's for the block's end.
    let counts: [UInt8] = [1] + .init(repeating: 0, count: 15)
    let segment = JPEGParts.segment(0xC4, [0] + counts + [15] + [0x10] + counts + [0])
    file.parts.insert(segment, at: scan - tables.count)
    let data = scan - tables.count + 2
    // 0, fifteen ones, 0: the largest difference, again and again.
    let blocks = StuffedBits(
      (0..<20).flatMap { _ in [false] + .init(repeating: true, count: 15) + [false] })
    file.parts[data] = blocks.bytes
    #expect(throws: JPEGError.self) { try splice(file.bytes) }
  }
}

@Suite("Damaged headers")
struct HeaderErrorTests {
  /// A change of one byte of a segment, counted from its marker's 0xFF.
  struct Change: Sendable {
    let marker: UInt8
    let offset: Int
    let value: UInt8
    let field: String
    /// The byte that the error names, counted from the one that is changed.
    var from = 0
    var sample = SmallJPEG.halved
  }

  static let changes = [
    Change(marker: 0xC0, offset: 8, value: 0, field: "SOF width"),
    Change(marker: 0xC0, offset: 11, value: 0x02, field: "SOF sampling factors"),
    Change(marker: 0xC0, offset: 11, value: 0x51, field: "SOF sampling factors"),
    Change(marker: 0xC0, offset: 12, value: 4, field: "SOF quantization table"),
    Change(marker: 0xDB, offset: 5, value: 0, field: "DQT element"),
    Change(marker: 0xC4, offset: 4, value: 0x20, field: "DHT number"),
    Change(marker: 0xC4, offset: 4, value: 0x04, field: "DHT number"),
    Change(marker: 0xDA, offset: 4, value: 0, field: "SOS component count"),
    Change(marker: 0xDA, offset: 4, value: 4, field: "SOS component count"),
    Change(marker: 0xDA, offset: 5, value: 9, field: "SOS component"),
    Change(marker: 0xDA, offset: 7, value: 1, field: "SOS component"),
    Change(marker: 0xDA, offset: 6, value: 0x40, field: "SOS component", from: -1),
    Change(
      marker: 0xDA, offset: 11, value: 1, field: "SOS spectral selection", sample: .progressive),
    Change(
      marker: 0xDA, offset: 13, value: 0x0E, field: "SOS spectral selection", from: -2,
      sample: .progressive),
  ]

  private static func changed(_ change: Change) throws -> (bytes: [UInt8], place: Int) {
    var file = JPEGParts(change.sample.bytes)
    let part = try #require(file.places(JPEGMarker(rawValue: change.marker)).first)
    file.parts[part][change.offset] = change.value
    return (file.bytes, file.parts[..<part].joined().count + change.offset)
  }

  @Test("The field, what it holds and its byte are named", arguments: changes)
  func invalid(change: Change) throws {
    let (bytes, place) = try Self.changed(change)
    // The width's second byte is its last; the field begins one before.
    let at = change.field == "SOF width" ? place - 1 : place + change.from
    let error = try #require(throws: JPEGError.self) { try JPEGPicture(bytes) }
    switch error {
    case .header(.invalid(.jpeg, change.field, at, _, _)): break
    default: Issue.record("\(error), not at \(at)")
    }
  }

  @Test(
    "Forms that are not spliced are named",
    arguments: [
      (
        Change(marker: 0xC0, offset: 1, value: 0xC9, field: ""),
        JPEGError.UnsupportedForm.arithmetic
      ),
      (Change(marker: 0xC0, offset: 1, value: 0xC3, field: ""), .lossless),
      (Change(marker: 0xC0, offset: 1, value: 0xC5, field: ""), .hierarchical),
      (Change(marker: 0xDD, offset: 1, value: 0xDE, field: "", sample: .restarts), .hierarchical),
      (Change(marker: 0xC0, offset: 4, value: 12, field: ""), .bitsPerSample(12)),
      (Change(marker: 0xC0, offset: 13, value: 1, field: ""), .sharedIdentifiers(3)),
      (Change(marker: 0xE0, offset: 1, value: 0xC0, field: ""), .unusualStructure),
    ])
  func unsupported(change: Change, form: JPEGError.UnsupportedForm) throws {
    let bytes = try Self.changed(change).bytes
    #expect(throws: JPEGError.unsupported(form)) { try JPEGPicture(bytes) }
  }

  @Test("Two components and five are not spliced", arguments: [2, 5])
  func components(count: Int) throws {
    var file = JPEGParts(SmallJPEG.halved.bytes)
    let part = try #require(file.places(JPEGMarker(rawValue: 0xC0)).first)
    var payload = Array(file.parts[part][4..<9]) + [UInt8(count)]
    for component in 0..<UInt8(count) { payload += [component, 0x11, 0] }
    file.parts[part] = JPEGParts.segment(0xC0, payload)
    #expect(throws: JPEGError.unsupported(.components(count))) { try JPEGPicture(file.bytes) }
  }

  @Test("Arithmetic codes of a real file are refused")
  func arithmetic() {
    #expect(throws: JPEGError.unsupported(.arithmetic)) {
      try JPEGPicture(SmallJPEG.arithmetic.bytes)
    }
  }

  @Test(
    "A part that is not there is named",
    arguments: [(0xC0, "SOF"), (0xDA, "SOS"), (0xDB, "DQT"), (0xD9, "EOI")] as [(UInt8, String)])
  func missing(marker: UInt8, part: String) throws {
    var file = JPEGParts(SmallJPEG.halved.bytes)
    file.remove(JPEGMarker(rawValue: marker))
    let error = try #require(throws: JPEGError.self) { try JPEGPicture(file.bytes) }
    guard case .header(.missing(.jpeg, part, _)) = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test("A segment that ends inside a field is cut", arguments: [0xC0, 0xDA, 0xDB, 0xC4, 0xDD])
  func truncated(marker: UInt8) throws {
    var file = JPEGParts(SmallJPEG.restarts.bytes)
    let part = try #require(file.places(JPEGMarker(rawValue: marker)).first)
    file.parts[part] = JPEGParts.segment(marker, Array(file.parts[part][4...].dropLast()))
    let error = try #require(throws: JPEGError.self) { try JPEGPicture(file.bytes) }
    guard case .header(.truncated(.jpeg, _, let place, _, _)) = error else {
      Issue.record("\(error)")
      return
    }
    let start = file.parts[..<part].joined().count
    #expect((start..<start + file.parts[part].count + 1).contains(place))
  }

  @Test("More blocks than the data have bits are refused before memory is set aside")
  func bomb() throws {
    var file = JPEGParts(SmallJPEG.gray.bytes)
    let frame = try #require(file.places(JPEGMarker(rawValue: 0xC0)).first)
    file.parts[frame].replaceSubrange(5..<9, with: [0xFF, 0xFF, 0xFF, 0xFF])
    let end = file.bytes.count - 2
    #expect(throws: JPEGError.damaged(.endsEarly, at: end)) { try JPEGPicture(file.bytes) }
  }
}
