import Formats
import Testing

@testable import JPEGSplice

@Suite("Damaged headers")
struct HeaderErrorTests {
  /// A change of one byte of a segment, counted from its marker's 0xFF.
  struct Change: Sendable {
    let marker: UInt8
    let offset: Int
    let value: UInt8
    let field: String
    /// Of the byte that the error names, from the one that is changed.
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
    case .invalid(change.field, at, _, _), .header(.invalid(.jpeg, change.field, at, _, _)): break
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
      (Change(marker: 0xC0, offset: 13, value: 1, field: ""), .unusualStructure),
      (Change(marker: 0xE0, offset: 1, value: 0xC0, field: ""), .unusualStructure),
    ])
  func unsupported(change: Change, form: JPEGError.UnsupportedForm) throws {
    let bytes = try Self.changed(change).bytes
    #expect(throws: JPEGError.unsupported(form)) { try JPEGPicture(bytes) }
  }

  @Test("Four components are not spliced")
  func components() throws {
    var file = JPEGParts(SmallJPEG.halved.bytes)
    let part = try #require(file.places(JPEGMarker(rawValue: 0xC0)).first)
    var payload = Array(file.parts[part][4...])
    payload[5] = 4
    file.parts[part] = JPEGParts.segment(0xC0, payload + [9, 0x11, 0])
    #expect(throws: JPEGError.unsupported(.components(4))) { try JPEGPicture(file.bytes) }
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
    guard case .missing(part, _) = error else {
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
    let place: Int
    switch error {
    case .truncated(_, let at), .header(.truncated(.jpeg, _, let at, _, _)): place = at
    default:
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
