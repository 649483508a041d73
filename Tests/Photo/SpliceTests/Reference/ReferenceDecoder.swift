import Formats
import Foundation
import TestSupport
import Testing

@testable import JPEGSplice

/// A decoder of coefficients written from T.81 alone, to compare with: arrays, one bit at a time.
///
/// Reads valid files of one frame; what it makes of others is not defined.
struct ReferenceDecoder {
  enum Failure: Error {
    case noData, noFrame, noTable
    case marker(at: Int)
    case noCode(at: Int)
  }

  struct Component {
    let identifier: UInt8
    let across: Int
    let down: Int
    /// Blocks of the picture, and with those that fill whole MCUs.
    var columns = 0, rows = 0, paddedColumns = 0, paddedRows = 0
    /// 64 for each block of the padded picture, in zigzag order.
    var coefficients: [Int] = []

    func block(_ column: Int, _ row: Int) -> ArraySlice<Int> {
      let start = 64 * (row * paddedColumns + column)
      return coefficients[start..<start + 64]
    }
  }

  /// Where coded data end, in front of their padding: the byte with the last bit, and its used bits.
  struct End {
    let byte: Int
    let bits: Int
  }

  private(set) var components: [Component] = []
  /// One for every restart interval of every scan.
  private(set) var ends: [End] = []
  /// By class and number of a table, the symbols that were read by any scan.
  private(set) var symbols: [UInt8: Set<UInt8>] = [:]
  private(set) var mcuColumns = 0
  private(set) var mcuRows = 0
  var isProgressive = false
  private var tables: [UInt8: ReferenceTable] = [:]
  private var restartInterval = 0

  init(_ bytes: [UInt8]) throws {
    var next = 2
    while next + 3 < bytes.count {
      guard bytes[next] == 0xFF, bytes[next + 1] != 0, bytes[next + 1] != 0xFF else {
        next += 1
        continue
      }
      let marker = bytes[next + 1]
      if marker == 0xD9 { break }
      if 0xD0...0xD7 ~= marker {
        next += 2
        continue
      }
      let end = next + 2 + Int(bytes[next + 2]) << 8 + Int(bytes[next + 3])
      let payload = Array(bytes[next + 4..<end])
      switch marker {
      case 0xC0, 0xC1, 0xC2: readFrame(payload, isProgressive: marker == 0xC2)
      case 0xC4: readTables(payload)
      case 0xDD: restartInterval = Int(payload[0]) << 8 | Int(payload[1])
      case 0xDA:
        guard !components.isEmpty else { throw Failure.noFrame }
        next = try read(header: payload, ReferenceBits(bytes, at: end))
        continue
      default: break
      }
      next = end
    }
  }

  private mutating func readFrame(_ payload: [UInt8], isProgressive: Bool) {
    self.isProgressive = isProgressive
    let (height, width) = (
      Int(payload[1]) << 8 | Int(payload[2]), Int(payload[3]) << 8 | Int(payload[4])
    )
    components = (0..<Int(payload[5])).map { index in
      let factors = Int(payload[7 + 3 * index])
      return Component(
        identifier: payload[6 + 3 * index], across: factors >> 4, down: factors & 15)
    }
    let across = components.map(\.across).max() ?? 1
    let down = components.map(\.down).max() ?? 1
    func divided(_ a: Int, _ b: Int) -> Int { (a + b - 1) / b }
    (mcuColumns, mcuRows) = (divided(width, 8 * across), divided(height, 8 * down))
    for index in components.indices {
      let (h, v) = (components[index].across, components[index].down)
      components[index].columns = divided(divided(width * h, across), 8)
      components[index].rows = divided(divided(height * v, down), 8)
      components[index].paddedColumns = mcuColumns * h
      components[index].paddedRows = mcuRows * v
      components[index].coefficients = .init(
        repeating: 0, count: 64 * mcuColumns * h * mcuRows * v)
    }
  }

  private mutating func readTables(_ payload: [UInt8]) {
    var rest = payload[...]
    while let head = rest.popFirst(), rest.count >= 16 {
      let counts = rest.prefix(16)
      rest = rest.dropFirst(16)
      let count = counts.reduce(0) { $0 + Int($1) }
      tables[head] = ReferenceTable(head, counts: counts, symbols: rest.prefix(count))
      rest = rest.dropFirst(count)
    }
  }

  /// Reads a scan.
  ///
  /// - Returns: where its data end.
  private mutating func read(header: [UInt8], _ start: ReferenceBits) throws -> Int {
    let count = Int(header[0])
    let members = try (0..<count).map { index in
      let identifier = header[1 + 2 * index]
      guard let component = components.firstIndex(where: { $0.identifier == identifier }) else {
        throw Failure.noFrame
      }
      let numbers = header[2 + 2 * index]
      return ReferenceScan.Member(
        component: component, dc: tables[numbers >> 4], ac: tables[0x10 | numbers & 15])
    }
    let fields = header[(1 + 2 * count)...].map(Int.init)
    var scan = ReferenceScan(
      bits: start, isProgressive: isProgressive, band: (fields[0], fields[1]),
      high: fields[2] >> 4, low: fields[2] & 15)
    let isAlone = count == 1
    let first = components[members[0].component]
    let (columns, rows) = isAlone ? (first.columns, first.rows) : (mcuColumns, mcuRows)
    for unit in 0..<columns * rows {
      if restartInterval > 0, unit > 0, unit % restartInterval == 0 {
        ends.append(End(byte: scan.bits.byte, bits: scan.bits.bit))
        try scan.bits.passRestart()
        scan.restart()
      }
      let (row, column) = unit.quotientAndRemainder(dividingBy: columns)
      for (slot, member) in members.enumerated() {
        let (h, v) =
          isAlone
          ? (1, 1) : (components[member.component].across, components[member.component].down)
        for y in 0..<v {
          for x in 0..<h {
            let place = (row * v + y) * components[member.component].paddedColumns + column * h + x
            try scan.read(
              &components[member.component].coefficients, at: 64 * place, slot, member)
          }
        }
      }
    }
    ends.append(End(byte: scan.bits.byte, bits: scan.bits.bit))
    symbols.merge(scan.bits.symbols) { $0.union($1) }
    return scan.bits.bit == 0 ? scan.bits.byte : scan.bits.byte + 1
  }
}

extension ReferenceDecoder {
  /// How many blocks differ from another picture's, in touched blocks and elsewhere; blocks that
  /// fill up MCUs count as elsewhere.
  func differences(
    _ other: ReferenceDecoder, touched: [BlockArea]
  ) -> (inside: Int, outside: Int) {
    var (inside, outside) = (0, 0)
    for (index, (own, others)) in zip(components, other.components).enumerated() {
      guard own.coefficients != others.coefficients else { continue }
      for row in 0..<own.paddedRows {
        for column in 0..<own.paddedColumns
        where own.block(column, row) != others.block(column, row) {
          if touched[index].contains(column: column, row: row) { inside += 1 } else { outside += 1 }
        }
      }
    }
    return (inside, outside)
  }
}

@Suite("Coefficients of real photos")
struct ReferenceDecoderTests {
  /// Sequential and progressive ones whose bits can be read one by one in a moment.
  static let photos = [
    "exotic/flower_small.q85_420_non_interleaved.jpg", "exotic/bicycles_restarts.jpg",
    "date/app13-multiple.jpg", "date/verizon.jpg", "progressive/iphoneprogressive.jpg",
  ]

  @Test("The decoder to compare with reads what another program wrote into two files alike")
  func agreement() throws {
    // Made from the same picture with the same divisors, but not scans, tables and restarts.
    let files = try [SmallJPEG.halved, .separate, .progressive].map {
      try ReferenceDecoder($0.bytes)
    }
    for (index, component) in files[0].components.enumerated() {
      for row in 0..<component.rows {
        for column in 0..<component.columns {
          for file in files.dropFirst() {
            #expect(file.components[index].block(column, row) == component.block(column, row))
          }
        }
      }
    }
  }

  private func compare(_ bytes: [UInt8]) throws {
    let picture = try JPEGPicture(bytes)
    let (width, height) = (picture.frame.width, picture.frame.height)
    let layer = Label.layer(
      x: width - width / 3, y: height - height / 8, width: width / 4, height: height / 12)
    let splice = try Splice([layer], over: picture, colour: picture.colour)
    let (own, spliced) = (try ReferenceDecoder(bytes), try ReferenceDecoder(splice.bytes))
    let changes = own.differences(spliced, touched: splice.touched)
    #expect(changes.outside == 0)
    #expect(changes.inside > 4)
  }

  @Test(
    "Outside the touched blocks all are as they were",
    .enabled(if: SharedPhotos.areThere, "\(SharedPhotos.note)"), arguments: photos)
  func shared(name: String) throws {
    let path = try #require(SharedPhotos.path(name))
    try compare([UInt8](Data(contentsOf: URL(filePath: path))))
  }

  @Test("Outside the touched blocks all are as they were, of a sample")
  func sample() throws {
    let path = "\(Checkout.samples)/IMG_20240131_235959.jpg"
    try compare([UInt8](Data(contentsOf: URL(filePath: path))))
  }
}
